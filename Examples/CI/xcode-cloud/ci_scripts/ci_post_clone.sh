#!/usr/bin/env bash
# Xcode Cloud runs this script after it has cloned the repository: copy ci_scripts to the folder of the project, and
# Examples/CI/action of bgpolicy to ci_scripts/bgpolicy. BGPOLICY_VERSION, BGPOLICY_RELEASES and, better, BGPOLICY_SHA256 are
# variables of the workflow. A broken policy ends the build before it compiles anything.
set -euo pipefail

scripts="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/bgpolicy"
BGPOLICY="$("$scripts/install.sh" "${BGPOLICY_VERSION:?is a variable of the workflow}" "${TMPDIR:-/tmp}/bgpolicy-tool")"
export BGPOLICY
cd "$CI_PRIMARY_REPOSITORY_PATH"
exec "$scripts/gate.sh" "${CI_DERIVED_DATA_PATH:-${TMPDIR:-/tmp}}/bgpolicy-reports"
