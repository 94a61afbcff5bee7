#!/usr/bin/env bash
# Tries the executables on repositories that an attacker could send: Scripts/hostile.sh [FOLDER-OF-EXECUTABLES [CASE…]]. Needs Linux,
# for the memory and the time of processes; takes at most five minutes on two processors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(uname)" != Linux ]; then
  echo "Only on Linux: hostile repositories"
  exit 0
fi
command -v python3 >/dev/null || Scripts/apt.sh python3 >&2
folder="${1:-$(swift build --show-bin-path)}"
exec python3 Scripts/hostile.py --tool "$folder/bgpolicy" "${@:2}"
