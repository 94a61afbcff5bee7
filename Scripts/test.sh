#!/usr/bin/env bash
# Everything that has to hold before a change lands: format, words, build without warnings, tests, cross-checks, shells, hooks, plugins.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { printf '\n== %s\n' "$1"; }

step "Setup"
Scripts/setup.sh

step "Format"
swift format lint --strict --recursive Benchmarks Package.swift Plugins Sources Tests

step "Words"
python3 Scripts/words.py

step "Build"
flags=(-Xswiftc -warnings-as-errors)
swift build --build-tests "${flags[@]}" --explicit-target-dependency-import-check error

step "Tests"
log="$(mktemp)"
FORMS_FOLDER="$(mktemp -d)"
export FORMS_FOLDER
trap 'rm -rf "$log" "$FORMS_FOLDER"' EXIT
swift test --skip-build --parallel "${flags[@]}" 2>&1 | tee "$log"

step "Cross-checks"
Scripts/cross-checks.sh

step "Completions in the shells"
Scripts/completions.sh

step "Settings of editors"
Scripts/editors.sh

step "Commands of the debugger"
Scripts/debugger.sh

step "Hooks of pre-commit"
# With `build` as a second argument it tries the hooks that build bgpolicy, too, which takes five minutes more.
Scripts/pre-commit.sh "$(swift build --show-bin-path)"

step "Plugins of SwiftPM"
Scripts/plugins.sh

tests="$(awk '/Test run with/ { for (i = 1; i < NF; i++) if ($i == "with") sum += $(i + 1) } END { print sum }' "$log")"
printf '\nAll checks passed: %s tests\n' "$tests"
