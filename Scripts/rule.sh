#!/usr/bin/env bash
# Tries one rule on its examples: `Scripts/rule.sh NAME` builds the linter and says of each trigger, fix and pass whether it is as it
# has to be. Takes seconds after the first build. The tests of the linter apply the rule to the examples of all other rules as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/steps.sh
if [ "$#" -ne 1 ]; then
  echo "Usage: Scripts/rule.sh NAME, such as Scripts/rule.sh session-waits-for-connectivity-noop" >&2
  exit 2
fi

if ! swift build --target PolicyLint "${flags[@]}" >"$logs/build" 2>&1; then
  grep -E 'error:' "$logs/build" >&2 || cat "$logs/build" >&2
  exit 1
fi
bin="$(swift build --show-bin-path)"
# A build folder may contain the objects of files that have been renamed.
objects=()
for module in AppFacts JSON PlatformFacts PolicyLint PolicyModel PolicySyntax PropertyList Quantities; do
  while read -r file; do objects+=("$bin/$module.build/$(basename "$file").o"); done < <(find "Sources/$module" -name '*.swift' | sort)
done
yaml="$(pkg-config --cflags --libs yaml-0.1)"
# shellcheck disable=SC2086 # Several options
swiftc -o "$logs/rule" -module-name TriedRule -swift-version 6 -package-name "$(basename "$PWD" | tr '[:upper:]' '[:lower:]')" \
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
  -enable-upcoming-feature MemberImportVisibility -D APART_FROM_LINTER -I "$bin/Modules" -I Sources/CYaml \
  Tests/Fixtures/AddingARule/main.swift Tests/TestSupport/MarkedText.swift "${objects[@]}" $yaml -lm
"$logs/rule" "$1"
