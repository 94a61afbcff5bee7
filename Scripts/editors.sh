#!/usr/bin/env bash
# Lets Vim, Neovim and Emacs use the settings in Documentation/editors.md and Editors, installed by apt where they may be, and the
# client of pygls from PyPI in .build/editor-tools; says what it left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

missing=()
for program in python3 vim nvim; do
  command -v "$program" >/dev/null || missing+=("${program/nvim/neovim}")
done
python3 -c 'import yaml' 2>/dev/null || missing+=(python3-yaml)
command -v emacs >/dev/null || missing+=(emacs-nox)
Scripts/apt.sh ${missing[@]+"${missing[@]}"} || true
# Emacs before 29 has Eglot as a package of its own.
if [[ " ${missing[*]:-} " == *" emacs-nox "* ]] && apt-cache show elpa-eglot >/dev/null 2>&1; then
  Scripts/apt.sh elpa-eglot || true
fi

tool="$(swift build --show-bin-path)/bgpolicy"
client=()
tools="$PWD/.build/editor-tools"
packages=(pygls==2.1.1 lsprotocol==2025.0.0)
if [ "$(cat "$tools/packages" 2>/dev/null)" = "${packages[*]}" ] \
  || { python3 -m venv --clear "$tools" 2>/dev/null \
    && "$tools/bin/pip" install -q --disable-pip-version-check "${packages[@]}"; }; then
  echo "${packages[*]}" >"$tools/packages"
  client=("$tools/bin/python3")
fi
python3 Scripts/editors/clients.py "$tool" "${client[@]}"
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import tomllib, yaml' 2>/dev/null; then
    exec "$python" Scripts/editors.py "$tool"
  fi
done
echo "Left out: Python 3.11 with PyYAML is not installed here"
