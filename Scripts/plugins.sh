#!/usr/bin/env bash
# Builds the example packages with the plugins as somebody else would, in copies that git ignores; the tool is built once
# for all of them. With the folder of a package that has the plugins and the prebuilt tool, they use that. With `types`, nothing is built:
# only the types of the plugins are checked. Code for iOS takes stubs of Apple's modules, which exist for Linux alone.
set -euo pipefail
unset BGPOLICY_OPTIMIZE_SIMULATION BGPOLICY_WITHOUT_PLUGINS
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(uname)" != Linux ]; then
  echo "Only on Linux: the stubs of Apple's modules"
  exit 0
fi

work="$PWD/.build/plugins"
stubs="$work/stubs"
log="$work/log"
rm -rf "$stubs" "$PWD/.build/examples"
mkdir -p "$stubs" "$PWD/.build/examples"

fail() {
  printf '%s\n' "$1" >&2
  tail -n 40 "$log" >&2
  exit 1
}

build_stub() {
  swiftc -emit-module -parse-as-library -module-name "$1" -I "$stubs" -emit-module-path "$stubs/$1.swiftmodule" \
    "${@:2}" Tests/Stubs/"$1"/*.swift >>"$log" 2>&1 || fail "The stub of $1 can't be built"
}
: >"$log"
# Apple's modules in the order in which they import each other, as the tests have them.
modules="$(tr -d '\n' <Tests/TestSupport/StubModules.swift | sed -n 's/.*static let modules = \[\([^]]*\)\].*/\1/p' | tr -d ',"')"
[ -n "$modules" ] || fail "Tests/TestSupport/StubModules.swift names no modules"
for module in $modules; do build_stub "$module"; done

# The part for Xcode projects, which a build on Linux leaves out.
api="$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/pm/PluginAPI"
build_stub XcodeProjectPlugin -package-description-version 6.1 -I "$api"
for plugin in Plugins/*/; do
  swiftc -typecheck -parse-as-library -package-description-version 6.1 -warnings-as-errors -I "$api" -I "$stubs" \
    "$plugin"*.swift >>"$log" 2>&1 || fail "$plugin is wrong where there is Xcode"
done
if [ "${1:-}" = types ]; then
  echo "The plugins have no wrong types, those for Xcode included"
  exit 0
fi

flags=(-Xswiftc "-I$stubs")
flags+=(-Xswiftc -Xfrontend -Xswiftc -import-module -Xswiftc -Xfrontend -Xswiftc FoundationBG)

# The tool is built once for both packages; if there is nothing to share, each package has a folder of its own.
prebuilt="${1:-}"
# The documentation of a tool that is built here is at an address of its own.
export BGPOLICY_DOCUMENTATION_ADDRESS=https://docs.example.com/bgpolicy/
scratch() { echo "$work/scratch${prebuilt:+-prebuilt-$(basename "$1")}"; }

# Builds a package, and holds against what was printed: whether it succeeds, and a pattern that has to be there or not.
build() {
  local package="$1" result="$2" pattern="$3" what="$4" status=success
  swift build --package-path "$package" --scratch-path "$(scratch "$package")" "${flags[@]}" >"$log" 2>&1 || status=failure
  [ "$status" = "$result" ] || fail "$what: the build ended with $status"
  case "$pattern" in
    '!'*) if grep -Eq "${pattern#!}" "$log"; then fail "$what: ${pattern#!} was printed"; fi ;;
    *) grep -Eq "$pattern" "$log" || fail "$what: $pattern was not printed" ;;
  esac
  printf '%-8s %s\n' "$(basename "$package")" "$what"
}

# A copy from which ../../.. leads here, as it does from Examples/Packages.
cp -R Examples/Packages/Feed Examples/Packages/Backup .build/examples
if [ "$#" -gt 0 ]; then
  plugins="$(cd "$1" && pwd)"
  sed -i -e "s|path: \"[^\"]*\"|path: \"$plugins\"|" -e "s|package: \"bgpolicy\"|package: \"$(basename "$plugins")\"|" \
    -e 's|name: "bgpolicy", ||' .build/examples/*/Package.swift
fi
feed="$PWD/.build/examples/Feed"
rm -rf "$work/expected"
cp -R "$feed" "$work/expected"
policy="$feed/Sources/Feed/bgpolicy.yaml"
base="$feed/team.bgpolicy.yaml"
other="$feed/company.bgpolicy.yaml"
printf 'schema: 1\n' >"$other"
line_of() { grep -n "$1" "$2" | head -n 1 | cut -d : -f 1; }

build "$feed" success '!warning:|error:' "builds with its policy"
diff -r -x "$(basename "$other")" "$work/expected" "$feed" || fail "The build wrote into the package"
build "$feed" success '!Compiling Feed|Emitting module Feed' "is not compiled again when nothing changed"
# SwiftPM links a tool that it has just built once more, and runs it again for that; from then on nothing happens.
build "$feed" success '!background policy of Feed|Compiling Feed|Emitting module Feed' "does not run the tool when nothing changed"

sed -i 's/isDiscretionary:/isDiscretionray:/' "$policy"
build "$feed" failure "^$policy:$(line_of isDiscretionray "$policy"):5: error: .* \[policy-unknown-key\]$" \
  "stops at a mistake in the policy, by line and column"
sed -i 's/isDiscretionray:/isDiscretionary:/' "$policy"
build "$feed" success '!error:' "builds again once it is mended"

sed -i 's/allowsConstrainedNetworkAccess: false/allowsConstrainedNetworkAccess: true/' "$policy"
build "$feed" success "^$policy:[0-9]+:[0-9]+: warning: .* \[session-discretionary-on-constrained\]$" \
  "shows warnings and goes on"

sed -i 's/atMost: 3d/atMost: 1d/' "$base"
build "$feed" failure "^$base:$(line_of atMost "$base"):[0-9]+: note: required here$" \
  "is judged again when a policy that it extends has changed"
sed -i 's/atMost: 1d/atMost: 2d/' "$base"
build "$feed" success 'background policy of Feed' "takes a change in that policy"

# A plan of a build outlives a change to the policy, and the new base has to be in it nevertheless.
sed -i 's,^extends:.*,extends: ../../company.bgpolicy.yaml,' "$policy"
build "$feed" success 'background policy of Feed' "takes another base"
printf 'nonsense: true\n' >>"$other"
build "$feed" failure "^$other:2:1: error: .* \[policy-unknown-key\]$" "stops at a mistake in it"

backup="$PWD/.build/examples/Backup"
generated="Sources/Backup/Generated"
# Runs the command plugin in the package: what has to come of it, and the words behind it.
command_plugin() {
  local expected="$1" status=0
  shift
  (cd "$backup" && swift package --scratch-path "$(scratch "$backup")" "${flags[@]}" --allow-writing-to-package-directory bgpolicy "$@") >"$log" 2>&1 || status=$?
  [ "$status" -eq "$expected" ] || fail "swift package bgpolicy $*: exit status $status instead of $expected"
  printf '%-8s swift package bgpolicy %s\n' Backup "$*"
}
command_plugin 0 --check
rm -r "${backup:?}/$generated"
command_plugin 1 --check
command_plugin 0
diff -r "Examples/Packages/Backup/$generated" "$backup/$generated" || fail "The committed files are stale"
# What the documentation tells people to type.
documented="$(sed -n 's/^swift package --allow-writing-to-package-directory bgpolicy//p' Documentation/plugins.md)"
[ -n "$documented" ] || fail "Documentation/plugins.md has no commands"
while read -r -a words; do command_plugin 0 "${words[@]}"; done <<<"$documented"
for line in '.target(name: "Feed", plugins: [.plugin(name: "BGPolicyPlugin", package: "bgpolicy")])' 'exclude: ["bgpolicy.yaml", '; do
  grep -Fq "$line" Examples/Packages/*/Package.swift && grep -Fq "$line" Documentation/plugins.md \
    || fail "The examples and Documentation/plugins.md disagree on $line"
done
command_plugin 1 lint no-such-file.yaml
build "$backup" success '!warning:|error:' "builds with what is committed"
if [ -z "$prebuilt" ]; then
  "$(scratch "$backup")/debug/bgpolicy-tool" lint Documentation/first-try.bgpolicy.yaml --format sarif >"$log" 2>&1 || true
  grep -Fq '"helpUri": "https://docs.example.com/bgpolicy/rules/session-upload-not-from-file.html"' "$log" \
    || fail "Findings don't link to the address that BGPOLICY_DOCUMENTATION_ADDRESS names"
  echo "tool     links to the documentation that its build named"
fi
