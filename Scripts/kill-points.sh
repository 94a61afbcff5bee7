#!/usr/bin/env bash
# Fails or kills what writes files at each of its system calls that write, and runs it many times at once: Scripts/kill-points.sh
# [BGPOLICY [READER [POINTS [SEED]]]]. Needs Linux, for strace; takes some minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(uname)" != Linux ]; then
  echo "Kill points need Linux: strace injects the errors" >&2
  exit 1
fi
missing=()
command -v strace >/dev/null || missing+=(strace)
command -v python3 >/dev/null || missing+=(python3)
[ "${#missing[@]}" -eq 0 ] || Scripts/apt.sh "${missing[@]}" >&2
exec python3 Scripts/kill-points.py "${1:-.build/debug/bgpolicy}" "${2:-.build/debug/bgpolicy-appreader}" "${3:-600}" "${4:-1}"
