#!/usr/bin/env bash
# Compares the reader of YAML with libyaml and PyYAML, on the forms of YAML and on thousands of generated documents: Scripts/yaml.sh
# [DOCUMENTS [SEED]]. Takes the executable of Scripts/fuzz.sh; PyYAML comes from PyPI.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fuzz=.build/fuzz/release/Fuzz
[ -x "$fuzz" ] || Scripts/fuzz.sh 1 json >&2
python="$PWD/.build/oracles/bin/python"
# Later versions carry libyaml 0.2.6, which takes a lone question mark for a key; the reader is compared with libyaml 0.2.5.
if ! "$python" -c "import yaml; assert yaml.__version__ == '6.0.3'; yaml.CParser" 2>/dev/null; then
  [ -x "$python" ] || python3 -m venv .build/oracles
  "$python" -m pip install -q --disable-pip-version-check PyYAML==6.0.3
fi
export ASAN_OPTIONS="detect_leaks=0" SWIFT_BACKTRACE=enable=no
exec "$python" Scripts/yaml-readers.py "$fuzz" "${1:-5000}" "${2:-1}"
