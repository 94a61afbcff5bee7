#!/usr/bin/env bash
# Runs Examples/Fleet, and compares what Dask merges with single calls. Dask comes from PyPI, into .build/fleet.
# If python3-venv or the packages can't be installed, the script says what it left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv="$PWD/.build/fleet"
if ! "$venv/bin/python" -c "import distributed, jsonschema" 2>/dev/null; then
  if ! python3 -m venv --clear "$venv" >/dev/null 2>&1 \
    || ! "$venv/bin/pip" install -q --disable-pip-version-check -r Examples/Fleet/requirements.txt; then
    echo "Left out: Python's venv or the packages of Examples/Fleet can't be installed here"
    exit 0
  fi
fi
tool="${1:-$(swift build --show-bin-path)/bgpolicy}"
policy=Documentation/first-try.bgpolicy.yaml
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

mkdir "$folder/fleet"
python3 Examples/Fleet/devices.py logs 12 "$folder/fleet"
python3 Examples/Fleet/devices.py payloads 3000 >"$folder/fleet/payloads.jsonl"
"$venv/bin/python" Examples/Fleet/fleet.py "$tool" "$policy" "$folder/fleet"

# A stream has no name: the single call reads the payloads as the workers do.
"$tool" calibrate "$folder"/fleet/*.log - --app com.example.photos \
  <"$folder/fleet/payloads.jsonl" >"$folder/calibration.txt"
cmp "$folder/calibration.txt" "$folder/fleet/calibration.txt"
"$tool" estimate "$policy" --runs 240 --format json >"$folder/estimate.json" || [ $? -eq 1 ]
cmp "$folder/estimate.json" "$folder/fleet/estimate.json"
echo "Merged parts have the same bytes as single calls"

"$venv/bin/python" - "$tool" "$folder/fleet" <<'PYTHON'
import json
import pathlib
import subprocess
import sys

import jsonschema

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
for name, pattern in (("calibrate", "calibration-*.json"), ("estimate", "runs-*.json")):
    schema = json.loads(pathlib.Path(f"Schemas/{name}-part.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    parts = sorted(folder.glob(pattern))
    for part in parts:
        jsonschema.validate(json.loads(part.read_text(encoding="utf-8")), schema)
    assert len(parts) > 1
print("Parts are as their schemas describe them")


def peak(payloads):
    """The largest resident set of a calibration by so many payloads, in kilobytes; of Linux, which shows that of others."""
    command = [tool, "calibrate", "-", "--partial", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        with open(folder / "payloads.jsonl", "rb") as lines:
            for line, _ in zip(lines, range(payloads)):
                process.stdin.write(line)
        process.stdin.flush()
        # All but the last pipe is read now.
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
        process.stdin.close()
        assert process.wait() == 0
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))


if not pathlib.Path("/proc/self/status").exists():
    sys.exit(0)
few, many = peak(500), peak(3_000)
assert many < few * 1.25, f"{few} kB for 500 payloads, {many} kB for 3,000"
print(f"Memory does not grow: {few} kB for 500 payloads, {many} kB for 3,000")
PYTHON
