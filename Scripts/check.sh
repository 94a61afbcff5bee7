#!/usr/bin/env bash
# Checks what Scripts/test.sh leaves out: format and words, the tests that compile generated code or start programs, the library's
# interface, shells, editors, the debugger, files for CI, the plugins' types, the hooks, cross-checks with programs that share no code, Dask
# and the site. SAMPLE_SEED, which follows from the commit unless it is set, draws a quarter of these tests, a twelfth of the programs of
# generated code, and a third of the cross-checks. All of them run with SAMPLE=all, as at night. The hooks that build bgpolicy are tried at
# night, and the builds of the plugins for each pull request. Needs what Scripts/test.sh has built. Programs that are missing are installed
# by apt and pip where that may be done; what is left out nevertheless is listed at the end, and fails where CI is set.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/steps.sh

said="$logs/said"
: >"$said"
# Runs a command, and keeps what it says for the end.
run() { "$@" 2>&1 | tee -a "$said"; }
# Runs a command side by side with the steps that follow, until finish.
beside() { "$@" >"$logs/$(basename "$1")" 2>&1 & }
# Shows what a command said that ran side by side with other steps, and fails if the command did.
finish() {
  local status=0
  wait "$2" || status=$?
  tee -a "$said" <"$logs/$1"
  return "$status"
}

bin="$(swift build --show-bin-path)"
if [ ! -x "$bin/bgpolicy" ]; then
  echo "Run Scripts/test.sh first: it builds what is checked here" >&2
  exit 1
fi

# Where CI is set, everything has to run.
if [ -n "${CI:-}" ]; then
  step "Programs"
  missing=()
  command -v ruby >/dev/null || missing+=(ruby)
  command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing+=(chromium)
  run Scripts/apt.sh ${missing[@]+"${missing[@]}"}
fi

step "Format"
run swift format lint --strict --recursive Benchmarks Package.swift Plugins Sources Tests

step "Words"
command -v python3 >/dev/null || Scripts/apt.sh python3 python3-venv
run python3 Scripts/words.py

# Each commit draws other programs.
if [ -z "${SAMPLE_SEED:-}" ]; then
  commit="$(git rev-parse --short=7 HEAD 2>/dev/null || echo 0)"
  SAMPLE_SEED=$((16#${commit:0:7}))
fi
export SAMPLE_SEED

step "Tests that compile generated code or start programs, SAMPLE_SEED=$SAMPLE_SEED"
swift build --build-tests "${flags[@]}" --explicit-target-dependency-import-check error
programs='BoundaryTests|ExhaustiveTests|OutputTests|ProgramTests|ReaderTests|ReferenceTests|SimulationBenchmarkTests|bgpolicyTests'
swift test list --skip-build "${flags[@]}" | grep -E "^($programs)\\." | LC_ALL=C sort >"$logs/tests-of-programs"
if [ "${SAMPLE:-}" != all ]; then
  # Every fourth name, so that what several tests share is drawn nearly always.
  awk -v fourth=$((SAMPLE_SEED / 12 % 4)) 'NR % 4 == fourth' "$logs/tests-of-programs" >"$logs/drawn"
  mv "$logs/drawn" "$logs/tests-of-programs"
fi
# The names as regular expressions.
run_tests --filter "^($(sed 's/[^A-Za-z0-9_]/./g' "$logs/tests-of-programs" | paste -sd '|' -))(/|$)"

step "Types of the plugins"
run Scripts/plugins.sh types

beside Scripts/hostile.sh
hostile=$!
beside Scripts/cross-checks.sh
cross_checks=$!

step "Interface and documentation of the library"
run Scripts/library.sh
run Scripts/runtime.sh

step "One rule on its own examples"
run Scripts/rule.sh session-waits-for-connectivity-noop

step "Completions in the shells"
run Scripts/completions.sh

step "Settings of editors"
run Scripts/editors.sh

step "Commands of the debugger"
run Scripts/debugger.sh

step "Files for CI"
run Scripts/ci.sh

step "Parts under Dask"
run Scripts/fleet.sh

step "Site"
run Scripts/site.sh

step "Hooks of pre-commit"
run Scripts/pre-commit.sh "$bin"

step "Cross-checks"
finish cross-checks.sh "$cross_checks"

step "Hostile repositories"
finish hostile.sh "$hostile"

if grep -q '^Left out:' "$said"; then
  step "Left out"
  grep '^Left out:' "$said" | sort -u
  if [ -n "${CI:-}" ]; then
    echo "CI is set, where everything has to be checked" >&2
    exit 1
  fi
fi

printf '\nAll checks passed: %s tests\n' "$(passed_tests)"
