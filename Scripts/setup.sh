#!/usr/bin/env bash
# Makes sure of what the build needs besides Swift: libyaml and pkg-config.
set -euo pipefail

if ! command -v swift >/dev/null; then
  echo "Swift 6.1 or later is needed: https://www.swift.org/install" >&2
  exit 1
fi
if command -v pkg-config >/dev/null && pkg-config --exists yaml-0.1; then
  exit 0
fi

if command -v brew >/dev/null; then
  brew install libyaml pkg-config
elif command -v apt-get >/dev/null; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Install libyaml-dev and pkg-config as root, and run this again" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends libyaml-dev pkg-config
else
  echo "Install libyaml with its headers, and pkg-config, and run this again" >&2
  exit 1
fi
