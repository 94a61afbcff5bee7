#!/usr/bin/env bash
# Measures lint, estimates and the language server against the bars that they have to meet, and fails where one is missed. Takes some minutes
# on a machine that has nothing else to do; installs what it needs by apt, and its peers from PyPI into .build/benchmark.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(uname)" != Linux ]; then
  echo "The benchmark needs Linux: valgrind counts instructions" >&2
  exit 1
fi
missing=()
command -v gcc >/dev/null || missing+=(gcc libc6-dev)
python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3 python3-venv)
Scripts/apt.sh "${missing[@]}" >&2

work=".build/benchmark"
mkdir -p "$work/tools"

cp "$(Scripts/executable.sh)" "$work/tools/"
build=(swift build -c release --scratch-path .build/static --static-swift-stdlib -Xswiftc -static-executable)
log="$("${build[@]}" --product SimulationBenchmark 2>&1)" || { echo "$log" >&2; exit 1; }
cp "$("${build[@]}" --show-bin-path)/SimulationBenchmark" "$work/tools/"
# An ordinary C program, with libyaml inside like ours.
gcc -O2 -Wall Benchmarks/events.c -o "$work/tools/events" -Wl,-Bstatic -lyaml -Wl,-Bdynamic
gcc -O2 -Wall Benchmarks/simulation.c -o "$work/tools/simulation"
gcc -O2 -Wall Benchmarks/stopwatch.c -o "$work/tools/stopwatch"

[ -x "$work/peers/bin/python3" ] || python3 -m venv "$work/peers"
"$work/peers/bin/pip" install --quiet --disable-pip-version-check ryl==0.26.1 simpy==4.1.1

python3 Benchmarks/benchmark.py --tools "$work/tools" --peers "$work/peers/bin" --work "$work/policies"
