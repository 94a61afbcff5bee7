#!/usr/bin/env bash
# Installs Debian packages by apt, as root or by a sudo that asks nothing; where neither is possible, names them and fails. Does nothing
# where none is named.
set -euo pipefail
[ "$#" -gt 0 ] || exit 0
as_root=(env)
[ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
  echo "Install $* as root, and run this again" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@"
