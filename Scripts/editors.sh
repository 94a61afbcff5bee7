#!/usr/bin/env bash
# Lets Vim and Neovim use the settings in Documentation/editors.md, installed by apt where they may be; says what it left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

missing=()
for program in python3 vim nvim; do
  command -v "$program" >/dev/null || missing+=("${program/nvim/neovim}")
done
python3 -c 'import yaml' 2>/dev/null || missing+=(python3-yaml)
if [ "${#missing[@]}" -gt 0 ] && command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import tomllib, yaml' 2>/dev/null; then
    exec "$python" Scripts/editors.py "$(swift build --show-bin-path)/bgpolicy"
  fi
done
echo "Left out: Python 3.11 with PyYAML is not installed here"
