#!/usr/bin/env bash
# Installs a release of bgpolicy into a folder, and prints the path of the executable: install.sh VERSION FOLDER
#
# BGPOLICY_RELEASES  the address below which releases are, each in a folder vVERSION
# BGPOLICY_SHA256    the checksum of the archive; if it is not set, that in the release's SHA256SUMS counts, which protects
#                    against damage and not against a changed release
set -euo pipefail

version="${1:?is the version to install}" folder="${2:?is the folder to install into}"
: "${BGPOLICY_RELEASES:?is the address of the releases of bgpolicy}"
executable="$folder/bin/bgpolicy"
# A change brings every file of a checkout, so that an executable there is not trusted.
is_in_checkout() {
  local at
  at="$(cd "$folder" && pwd -P)"
  while [ "$at" != / ]; do
    [ ! -e "$at/.git" ] || return 0
    at="$(dirname "$at")"
  done
  return 1
}
if [ -x "$executable" ] && ! is_in_checkout && [ "$("$executable" --version)" = "bgpolicy $version" ]; then
  echo "$executable"
  exit 0
fi

case "$(uname -s)-$(uname -m)" in
  Darwin-*) platform=macos-universal ;;
  Linux-x86_64) platform=linux-x86_64 ;;
  Linux-aarch64 | Linux-arm64) platform=linux-aarch64 ;;
  *)
    echo "There is no release of bgpolicy for $(uname -s) on $(uname -m)" >&2
    exit 1
    ;;
esac
archive="bgpolicy-$version-$platform.tar.gz"
download="$(mktemp -d)"
trap 'rm -rf "$download"' EXIT
get() { curl -fsSL --retry 3 --proto '=https,http,file' -o "$download/$1" "${BGPOLICY_RELEASES%/}/v$version/$1"; }

get "$archive"
if [ -n "${BGPOLICY_SHA256:-}" ]; then
  printf '%s  %s\n' "$BGPOLICY_SHA256" "$archive" >"$download/expected"
else
  get SHA256SUMS
  grep -F "  $archive" "$download/SHA256SUMS" >"$download/expected" || {
    echo "SHA256SUMS of $version does not name $archive" >&2
    exit 1
  }
fi
(
  cd "$download"
  if command -v sha256sum >/dev/null; then sha256sum -c expected; else shasum -a 256 -c expected; fi
) >&2

rm -rf "$folder"
mkdir -p "$folder"
tar -xzf "$download/$archive" -C "$folder" --strip-components 1
"$executable" --version >&2
echo "$executable"
