#!/usr/bin/env bash
# Tries the rules of Bazel/ with Debian's Bazel, without a network, in a workspace with an app: builds, caches, and fails as it
# should. Takes the folder of a built bgpolicy. Not a part of Scripts/test.sh, since Bazel comes with a Java runtime.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v bazel >/dev/null || Scripts/apt.sh bazel-bootstrap
tool="$(cd "${1:-$(swift build --show-bin-path)}" && pwd)/bgpolicy"
work="$(mktemp -d)"
app="$work/app"
log="$work/log"
bazel() {
  # Nothing of the user's own configuration; Debian's says where its parts are.
  command bazel --nohome_rc --output_user_root="$work/bazel" "$@"
}
trap '(cd "$app" && bazel shutdown >/dev/null 2>&1) || true; chmod -R u+w "$work"; rm -rf "$work"' EXIT

# Bazel wants its tools for coverage for every test, from the network.
mkdir -p "$work/coverage"
touch "$work/coverage/WORKSPACE"
cat >"$work/coverage/nothing.bzl" <<'BAZEL'
def _nothing(ctx):
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, "#!/bin/sh\n", is_executable = True)
    return [DefaultInfo(executable = script)]

nothing = rule(implementation = _nothing, executable = True)
BAZEL
cat >"$work/coverage/BUILD" <<'BAZEL'
load(":nothing.bzl", "nothing")

[nothing(name = name, visibility = ["//visibility:public"]) for name in ["coverage_report_generator", "lcov_merger"]]
BAZEL

# A release with the archive of this machine.
version="$("$tool" --version | cut -d ' ' -f 2)"
platform="linux-$(uname -m)"
name="bgpolicy-$version-$platform"
mkdir -p "$work/releases/v$version" "$work/$name/bin"
cp "$tool" "$work/$name/bin/"
tar -czf "$work/releases/v$version/$name.tar.gz" -C "$work" "$name"
checksum="$(sha256sum "$work/releases/v$version/$name.tar.gz" | cut -d ' ' -f 1)"

mkdir -p "$app/policies"
cp -R Bazel "$work/rules"
cp Examples/Packages/Feed/team.bgpolicy.yaml "$app/policies/"
cp Examples/Packages/Feed/Sources/Feed/bgpolicy.yaml "$app/policies/"
sed -i 's,^extends:.*,extends: team.bgpolicy.yaml,' "$app/policies/bgpolicy.yaml"
(cd "$app/policies" && "$tool" compile bgpolicy.yaml --output Generated --runs 1 --quiet >/dev/null)
cat >"$app/WORKSPACE" <<BAZEL
local_repository(name = "bgpolicy_rules", path = "$work/rules")
load("@bgpolicy_rules//:repository.bzl", "bgpolicy_release")
bgpolicy_release(name = "bgpolicy_tool", version = "$version", releases = "file://$work/releases", sha256 = {"$platform": "$checksum"})
BAZEL
# A rule that reads Swift is in the place of swift_library.
cat >"$app/policies/BUILD" <<'BAZEL'
load("@bgpolicy_rules//:bgpolicy.bzl", "bgpolicy_gate_test", "bgpolicy_library", "bgpolicy_lint_test")

bgpolicy_library(name = "policy", policy = "bgpolicy.yaml", data = ["team.bgpolicy.yaml"])
genrule(name = "app", srcs = [":policy"], outs = ["app.txt"], cmd = "grep -h '^.*enum ' $(SRCS) > $@")
bgpolicy_lint_test(name = "lint", policies = ["bgpolicy.yaml"], data = ["team.bgpolicy.yaml"])
bgpolicy_gate_test(
    name = "gate",
    policies = ["bgpolicy.yaml"],
    data = ["team.bgpolicy.yaml"] + glob(["Generated/**"]),
    options = ["--runs=20", "--output=policies/Generated"],
)
BAZEL

# Runs Bazel, and compares whether it succeeds, and a pattern that has to be printed or, after !, must not be.
try() {
  local result="$1" pattern="$2" text="$3" status=success
  shift 3
  (cd "$app" && bazel "$@" --test_output=errors --curses=no --color=no --sandbox_default_allow_network=false \
    --override_repository="remote_coverage_tools=$work/coverage") >"$log" 2>&1 \
    || status=failure
  if [ "$status" != "$result" ]; then
    printf '%s: ended with %s\n' "$text" "$status" >&2
    tail -n 40 "$log" >&2
    exit 1
  fi
  case "$pattern" in
    '!'*) if grep -Eq "${pattern#!}" "$log"; then printf '%s: %s was printed\n' "$text" "${pattern#!}" >&2; exit 1; fi ;;
    *) grep -Eq -- "$pattern" "$log" || { printf '%s: %s was not printed\n' "$text" "$pattern" >&2; cat "$log" >&2; exit 1; } ;;
  esac
  printf 'bazel: %s\n' "$text"
}

try success "Build completed successfully" "builds Swift" build //policies:app
grep -q enum "$app/bazel-bin/policies/app.txt"
try success "//policies:gate +PASSED" "passes lint and gate" test //policies:all
grep -q "<testsuite" "$app/bazel-testlogs/policies/lint/test.xml"
try success "//policies:gate +\(cached\) PASSED" "takes results from the cache" test //policies:all

echo "# A comment" >>"$app/policies/bgpolicy.yaml"
try success "!Executing genrule|BackgroundPolicy .* failed" "builds nothing that depends on Swift after a comment" \
  build //policies:app --subcommands=false --announce_rc=false --execution_log_json_file="$work/execution"
if grep -q '"mnemonic": "Genrule"' "$work/execution"; then
  echo "A comment in the policy builds the app again" >&2
  exit 1
fi
grep -q '"mnemonic": "BackgroundPolicy"' "$work/execution"

first="$(find "$app/policies/Generated" -name '*.swift' | sort | head -n 1)"
cp "$first" "$work/kept"
echo "// by hand" >>"$first"
try failure "out of date" "fails if a generated file is stale" test //policies:gate
cp "$work/kept" "$first"

cp "$app/policies/bgpolicy.yaml" "$work/policy"
sed -i 's/isDiscretionary:/isDiscretionray:/' "$app/policies/bgpolicy.yaml"
try failure "policies/bgpolicy.yaml:[0-9]+:[0-9]+: error: .*isDiscretionray" "stops at a mistake, by line and column" build //policies:app
try failure "policy-unknown-key" "fails its tests at a mistake" test //policies:lint
cp "$work/policy" "$app/policies/bgpolicy.yaml"

sed -i 's/ + glob.*/,/' "$app/policies/BUILD"
try failure "missing" "sees only files that are named" test //policies:gate
echo "Bazel: all tried"
