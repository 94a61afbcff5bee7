#!/usr/bin/env bash
# Builds the package without warnings, and runs its tests, or those that options of `swift test` choose: ten minutes on two cores that do
# nothing else. Swift, git, libyaml and pkg-config are enough; if they are here, nothing comes from the network. Scripts/check.sh checks
# everything else, and .ci/run runs both.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/steps.sh

step "Setup"
Scripts/setup.sh

# Building these tests takes as long as running many others.
export BGPOLICY_WITHOUT_PROGRAMS=1

step "Build"
swift build --build-tests "${flags[@]}" --explicit-target-dependency-import-check error

step "Tests"
run_tests "$@"

printf '\nAll checks passed: %s tests\n' "$(passed_tests)"
