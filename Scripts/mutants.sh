#!/usr/bin/env bash
# Changes the code of a part in small ways, drawn by a seed, and lists the changes that no test notices: Scripts/mutants.sh PART [COUNT
# [SEED [JOBS]]]. The parts are rules, fixes, reader, simulator, generator and model; the tests of generated code have mutants of their own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec python3 Scripts/mutants.py "$@"
