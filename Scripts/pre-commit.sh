#!/usr/bin/env bash
# Tries the hooks with the real pre-commit on a scratch repository with one good and one bad policy, and with one whose app
# has an Info.plist.
# Takes the name of a folder with a built bgpolicy; with `build` after it the hooks that build bgpolicy are tried too,
# once for all of them, which takes minutes. With `wheel` and a folder of packages after it, the hooks that install the wheel are
# tried instead, from an index on this machine; the first run has to be ready within 15 seconds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools="$PWD/.build/tools"
install() {
  if ! python3 -m venv --clear "$tools" 2>/dev/null; then
    Scripts/apt.sh python3-venv git || true
    python3 -m venv --clear "$tools"
  fi
  "$tools/bin/pip" install -q pre-commit
}
if ! "$tools/bin/pre-commit" --version >/dev/null 2>&1 && ! install; then
  echo "Left out: pre-commit can't be installed here"
  exit 0
fi
export PATH="$(cd "$1" && pwd):$tools/bin:$PATH"

hooks="$(mktemp -d)"
scratch="$(mktemp -d)"
export PRE_COMMIT_HOME="$hooks/cache"
export XDG_CACHE_HOME="$hooks/caches"
# The hooks take the reader of apps that the test build has compiled already.
export BGPOLICY_SWIFT_SYNTAX=
# The speed of what they build is not tried here, and its optimization takes four fifths of the build; the plugins would double it.
unset BGPOLICY_OPTIMIZE_SIMULATION
export BGPOLICY_WITHOUT_PLUGINS=1
export BGPOLICY_UNOPTIMIZED=1
if [ -x "${PATH%%:*}/bgpolicy-appreader" ]; then
  export BGPOLICY_APPREADER="${PATH%%:*}/bgpolicy-appreader"
fi
trap 'rm -rf "$hooks" "$scratch"' EXIT
author=(-c user.name=scratch -c user.email=scratch@example.com)

# A repository of nothing but the hooks: pre-commit builds what it is given, and only what is committed.
mkdir "$hooks/repo"
server=
trap 'rm -rf "$hooks" "$scratch"; [ -z "$server" ] || kill "$server"' EXIT
if [ "${2:-}" = build ]; then
  # The example of the library is a target of the package.
  mkdir "$hooks/repo/Examples"
  cp -R Examples/Library "$hooks/repo/Examples"
  cp -R Benchmarks Package.swift Plugins Sources Tests "$hooks/repo"
fi
if [ "${2:-}" = wheel ]; then
  tar -xzf "$3"/bgpolicy-pre-commit-*.tar.gz -C "$hooks/repo" --strip-components 1
  mkdir -p "$hooks/index/bgpolicy"
  cp "$3"/*.whl "$hooks/index/bgpolicy/"
  python3 -u -m http.server --bind 127.0.0.1 --directory "$hooks/index" 0 >"$hooks/server" 2>&1 &
  server=$!
  for _ in {1..50}; do grep -q "port" "$hooks/server" 2>/dev/null && break || sleep 0.1; done
  PIP_INDEX_URL="http://127.0.0.1:$(sed -n 's/.*port \([0-9]*\).*/\1/p' "$hooks/server" | head -n 1)"
  export PIP_INDEX_URL
else
  cp .pre-commit-hooks.yaml "$hooks/repo"
fi
git -C "$hooks/repo" init -q
git -C "$hooks/repo" add -A
git -C "$hooks/repo" "${author[@]}" commit -q -m hooks

# The lines that the page has for a user, with this repository in the place of the one there.
revision="$(git -C "$hooks/repo" rev-parse HEAD)"
sed -n '/^repos:/,/^```/p' Documentation/linting.md | sed -e '/^```/d' -e "s|repo: .*|repo: $hooks/repo|" -e "s|rev: .*|rev: $revision|" \
  -e 's/{ id: bgpolicy-check-generated }/&, { id: bgpolicy-drift }/' > "$hooks/config.yaml"

git -C "$scratch" init -q
cat > "$scratch/good.bgpolicy.yaml" <<'POLICY'
schema: 1
app: { name: Good, bundleIdentifier: com.example.good }
sessions:
  library: { identifier: com.example.good.library, timeoutIntervalForResource: 2d }
generate: { output: Generated }
POLICY
cat > "$scratch/bad.bgpolicy.yaml" <<'POLICY'
schema: 1
app: { name: Bad, bundleIdentifier: com.example.bad }
sessions:
  api: { type: default, waitsForConectivity: true }
  other: { identifier: com.example.bad.other, timeoutIntervalForResource: 2d, sessionSendsLaunchEvents: true }
POLICY
git -C "$scratch" add -A

failed=0
# try-repo builds anew for every hook; a configuration builds once.
run_hook() {
  local hook="$1"
  shift
  if [[ "$hook" == *-system ]]; then
    pre-commit try-repo "$hooks/repo" "$hook" --files "$@"
  else
    pre-commit run "$hook" --config "$hooks/config.yaml" --files "$@"
  fi
}
# Tries a hook: its name, how it has to end, what it has to say, and the files.
try() {
  local hook="$1" expected="$2" words="$3"
  shift 3
  local output result=Passed
  output="$(cd "$scratch" && run_hook "$hook" "$@" 2>&1)" || result=Failed
  if [ "$result" = "$expected" ] && [[ "$output" == *"$words"* ]]; then
    printf '%-34s %-6s on %s\n' "$hook" "$result" "$*"
  else
    printf '%s on %s: %s instead of %s with "%s"\n%s\n' "$hook" "$*" "$result" "$expected" "$words" "$output" >&2
    failed=1
  fi
}

# A policy and the Info.plist of its app, which agree.
write_app() {
  mkdir -p "$scratch/App"
  cat > "$scratch/App/app.bgpolicy.yaml" <<'POLICY'
schema: 1
app: { name: Diary, bundleIdentifier: com.example.diary, infoPlist: Info.plist }
backgroundModes: [fetch]
tasks:
  refresh: { type: appRefresh, identifier: com.example.diary.refresh, reschedule: true, earliestBegin: 1h }
generate: { output: Generated }
POLICY
  cat > "$scratch/App/Info.plist" <<'PLIST'
<plist version="1.0">
<dict>
  <key>BGTaskSchedulerPermittedIdentifiers</key>
  <array>
    <string>$(PRODUCT_BUNDLE_IDENTIFIER).refresh</string>
  </array>
  <key>UIBackgroundModes</key>
  <array>
    <string>fetch</string>
  </array>
</dict>
</plist>
PLIST
}

# Tries the hooks on an app whose Info.plist loses its only identifier, or gains a mode.
try_app() {
  rm "$scratch"/*.bgpolicy.yaml
  write_app
  (cd "$scratch" && "$bgpolicy" compile --quiet >/dev/null) && git -C "$scratch" add -A
  local hook tried=(bgpolicy-lint bgpolicy-check-generated)
  if [ "$1" = -system ]; then tried+=(bgpolicy-gate); fi
  for hook in "${tried[@]}"; do try "$hook$1" Passed "" App/Info.plist; done
  sed -i.bak '/refresh/d' "$scratch/App/Info.plist" && rm "$scratch"/App/*.bak && git -C "$scratch" add -A
  for hook in "${tried[@]}"; do try "$hook$1" Failed "App/Info.plist:3:8" App/Info.plist; done
  write_app
  sed -i.bak 's|fetch</string>|fetch</string><string>audio</string>|' "$scratch/App/Info.plist"
  rm "$scratch"/App/*.bak && git -C "$scratch" add -A
  for hook in "${tried[@]}"; do try "$hook$1" Failed "App/Info.plist:9:35" App/Info.plist; done
  # A property list that no policy names is nobody's concern.
  cp "$scratch/App/Info.plist" "$scratch/Other.plist" && git -C "$scratch" add -A
  try "bgpolicy-lint$1" Passed "" Other.plist
  git -C "$scratch" rm -q -r -f App Other.plist
  printf '%s\n' "$good" > "$scratch/good.bgpolicy.yaml"
  printf '%s\n' "$bad" > "$scratch/bad.bgpolicy.yaml" && git -C "$scratch" add -A
}

# Writes the project and the code of the app, which schedules its task every hour.
write_code() {
  cat > "$scratch/App/project.yml" <<'PROJECT'
name: Diary
targets:
  Diary:
    type: application
    platform: iOS
    sources: [Sources]
    settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.diary, INFOPLIST_FILE: Info.plist }
PROJECT
  mkdir -p "$scratch/App/Sources"
  cat > "$scratch/App/Sources/AppDelegate.swift" <<'SWIFT'
import BackgroundTasks
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.diary.refresh", using: nil) { task in
      self.schedule()
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      Task { task.setTaskCompleted(success: true) }
    }
    schedule()
    return true
  }

  func schedule() {
    let request = BGAppRefreshTaskRequest(identifier: "com.example.diary.refresh")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print(error)
    }
  }
}
SWIFT
}

# Tries the hook that reads the app: on code that agrees with the policy, on code without an expiration
# handler, on an Info.plist that changed, and without the reader.
try_drift() {
  local code=App/Sources/AppDelegate.swift
  if [ -z "${BGPOLICY_APPREADER:-}" ]; then
    echo "Left out: bgpolicy-drift$1, as bgpolicy-appreader is not built"
    return
  fi
  rm "$scratch"/*.bgpolicy.yaml
  write_app
  write_code
  (cd "$scratch" && "$bgpolicy" compile --quiet >/dev/null)
  git -C "$scratch" add -A
  try "bgpolicy-drift$1" Passed "" "$code"
  sed -i.bak '/expirationHandler/d' "$scratch/$code" && rm "$scratch/$code.bak"
  git -C "$scratch" add -A
  try "bgpolicy-drift$1" Failed "App/Sources/AppDelegate.swift:9:5" "$code"
  sed -i.bak '/refresh/d' "$scratch/App/Info.plist" && rm "$scratch"/App/*.bak && git -C "$scratch" add -A
  try "bgpolicy-drift$1" Failed "App/Info.plist:3:8" App/Info.plist
  BGPOLICY_APPREADER="$scratch/nothing" \
    try "bgpolicy-drift$1" Failed "which is not a program" "$code"
  # A picture is no reason to read the app.
  touch "$scratch/App/photo.png" && git -C "$scratch" add -A
  try "bgpolicy-drift$1" Passed "no files to check" App/photo.png
  git -C "$scratch" rm -q -r -f App
  printf '%s\n' "$good" > "$scratch/good.bgpolicy.yaml"
  printf '%s\n' "$bad" > "$scratch/bad.bgpolicy.yaml" && git -C "$scratch" add -A
}

# Tries the hooks that `bgpolicy import --set-up` writes: on the app as it is, and after a mistake in its code.
try_set_up() {
  local app="$hooks/app" output result expected
  if [ -z "${BGPOLICY_APPREADER:-}" ]; then
    echo "Left out: the hooks of a set-up, as bgpolicy-appreader is not built"
    return
  fi
  cp -R Tests/Fixtures/Existing "$app" && rm "$app/facts.json"
  git -C "$app" init -q
  (cd "$app" && bgpolicy import --set-up --quiet >/dev/null)
  git -C "$app" add -A
  for expected in Passed Failed; do
    result=Passed
    output="$(cd "$app" && pre-commit run --all-files 2>&1)" || result=Failed
    if [ "$result" = "$expected" ]; then
      printf '%-34s %-6s on %s\n' "import --set-up" "$result" Tests/Fixtures/Existing
    else
      printf 'The hooks of a set-up: %s instead of %s\n%s\n' "$result" "$expected" "$output" >&2
      failed=1
    fi
    sed -i.bak 's/gazette.refresh/gazette.update/' "$app/Gazette/Tasks.swift" && rm "$app"/Gazette/*.bak
    git -C "$app" add -A
  done
}

# Tries the three hooks of a kind.
try_all() {
  try "bgpolicy-lint$1" Passed "" good.bgpolicy.yaml
  try "bgpolicy-lint$1" Failed policy-unknown-key bad.bgpolicy.yaml
  try "bgpolicy-lint$1" Failed policy-unknown-key good.bgpolicy.yaml bad.bgpolicy.yaml
  # A workflow of this name is no policy.
  mkdir -p "$scratch/.github/workflows" && echo "on: push" > "$scratch/.github/workflows/bgpolicy.yml"
  git -C "$scratch" add -A
  try "bgpolicy-lint$1" Passed "no files to check" .github/workflows/bgpolicy.yml
  try "bgpolicy-fix$1" Passed "no files to check" .github/workflows/bgpolicy.yml
  git -C "$scratch" rm -q -r -f .github
  # pre-commit fails where a hook changes a file, and the second run has nothing to change.
  try "bgpolicy-fix$1" Passed "" good.bgpolicy.yaml
  git -C "$scratch" checkout -q -- .
  sed -i.bak 's/waitsForConectivity/waitsForConnectivity/' "$scratch/bad.bgpolicy.yaml" && rm "$scratch"/*.bak
  git -C "$scratch" add -A
  try "bgpolicy-fix$1" Failed "files were modified by this hook" bad.bgpolicy.yaml
  git -C "$scratch" add -A
  try "bgpolicy-fix$1" Passed "" bad.bgpolicy.yaml
  try "bgpolicy-check-generated$1" Failed "is missing" good.bgpolicy.yaml
  (cd "$scratch" && "$bgpolicy" compile --quiet >/dev/null) && git -C "$scratch" add -A
  try "bgpolicy-check-generated$1" Passed "" good.bgpolicy.yaml
  try "bgpolicy-check-generated$1" Passed "" Generated/GoodSessions.swift
  git -C "$scratch" rm -q -r -f Generated
  printf '%s\n' "$bad" > "$scratch/bad.bgpolicy.yaml" && git -C "$scratch" add -A
}

# Tries the hooks as a configuration names them, and how fast they are there.
if [ "${2:-}" = wheel ]; then
  started=$SECONDS
  try bgpolicy-lint Passed "" good.bgpolicy.yaml
  [ $((SECONDS - started)) -lt 15 ] || failed=1
  printf 'The first run took %s seconds\n' "$((SECONDS - started))"
fi

bgpolicy="$(command -v bgpolicy)"
bad="$(cat "$scratch/bad.bgpolicy.yaml")"
good="$(cat "$scratch/good.bgpolicy.yaml")"
if [ "${2:-}" != wheel ]; then
  try_all -system
  try_app -system
  try_drift -system
  try_set_up
fi
if [ "${2:-}" = build ] || [ "${2:-}" = wheel ]; then
  try_all ""
  try_app ""
  # The wheel has no reader of apps.
  if [ "${2:-}" = build ]; then try_drift ""; fi
fi
exit "$failed"
