#!/usr/bin/env bash
# Installs Debian packages by apt; where that may not be done, names them and fails. Does nothing where none is named.
set -euo pipefail
[ "$#" -gt 0 ] || exit 0
if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
  echo "Install $* as root, and run this again" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "$@"
