#!/usr/bin/env bash
# Everything that has to hold before a change lands: format, words, build without warnings, tests, cross-checks, shells, hooks, plugins,
# the site.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { printf '\n== %s\n' "$1"; }

step "Setup"
Scripts/setup.sh

logs="$(mktemp -d)"
FORMS_FOLDER="$(mktemp -d)"
export FORMS_FOLDER
# What runs beside other steps ends with them.
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$logs" "$FORMS_FOLDER"' EXIT

# The build compiles large modules one after the other and leaves half of two processors idle: the plugins take their build from it.
Scripts/plugins.sh >"$logs/plugins" 2>&1 &
plugins=$!

step "Format"
swift format lint --strict --recursive Benchmarks Package.swift Plugins Sources Tests

step "Words"
command -v python3 >/dev/null || Scripts/install.sh python3
python3 Scripts/words.py

step "Build"
flags=(-Xswiftc -warnings-as-errors)
BGPOLICY_OPTIMIZE_SIMULATION=1 swift build --build-tests "${flags[@]}" --explicit-target-dependency-import-check error

# The hooks build bgpolicy once more, one module after the other: that fills the processors that the tests leave idle.
Scripts/pre-commit.sh "$(swift build --show-bin-path)" build >"$logs/hooks" 2>&1 &
hooks=$!

step "Tests"
swift test --skip-build --parallel "${flags[@]}" 2>&1 | tee "$logs/tests"

Scripts/fleet.sh >"$logs/fleet" 2>&1 &
fleet=$!
Scripts/site.sh >"$logs/site" 2>&1 &
site=$!

step "Interface and documentation of the library"
Scripts/library.sh

step "Completions in the shells"
Scripts/completions.sh

step "Settings of editors"
Scripts/editors.sh

step "Commands of the debugger"
Scripts/debugger.sh

step "Files for CI"
Scripts/ci.sh

# Shows what ran beside other steps, and fails if that did.
finish() {
  local status=0
  wait "$1" || status=$?
  cat "$2"
  return "$status"
}

step "Plugins of SwiftPM"
finish "$plugins" "$logs/plugins"

step "Hooks of pre-commit"
finish "$hooks" "$logs/hooks"

step "Cross-checks"
Scripts/cross-checks.sh

step "Parts under Dask"
finish "$fleet" "$logs/fleet"

step "Site"
finish "$site" "$logs/site"

tests="$(awk '/Test run with/ { for (i = 1; i < NF; i++) if ($i == "with") sum += $(i + 1) } END { print sum }' "$logs/tests")"
printf '\nAll checks passed: %s tests\n' "$tests"
