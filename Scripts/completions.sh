#!/usr/bin/env bash
# Lets bash, zsh and fish complete commands, the latter two installed by apt where they may be; says what it left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

missing=()
for program in python3 zsh fish; do
  command -v "$program" >/dev/null || missing+=("$program")
done
Scripts/apt.sh ${missing[@]+"${missing[@]}"} || true
if ! command -v python3 >/dev/null; then
  echo "Left out: python3 is not installed here"
  exit 0
fi
exec python3 Scripts/completions.py "$(swift build --show-bin-path)/bgpolicy"
