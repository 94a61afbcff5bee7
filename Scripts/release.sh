#!/usr/bin/env bash
# Makes a release of this platform, into .build/packages or the folder that is named: on Linux an archive with the static
# executable, one with bgpolicy-appreader, packages for Debian, and a wheel; on macOS an archive and a wheel with a universal
# executable. Then the packages that name the archives of all platforms, with the checksums: if the folder already has
# archives of other platforms, they are among them. BGPOLICY_RELEASES is the address below which the files will be, and
# BGPOLICY_DOCUMENTATION_ADDRESS that of the documentation, to which findings then link.
#
# The part for macOS has never been run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

output="${1:-.build/packages}"
reader=()
if [ "$(uname)" = Linux ]; then
  Scripts/executable.sh >&2
  Scripts/reader.sh >&2
  reader=(--reader .build/release-bin)
else
  Scripts/universal.sh >&2
fi
command -v dpkg-deb >/dev/null || [ "$(uname)" != Linux ] || Scripts/apt.sh dpkg >&2

packaging=(python3 Scripts/packaging)
"${packaging[@]}" pack --executable .build/release-bin/bgpolicy ${reader[@]+"${reader[@]}"} --output "$output"
"${packaging[@]}" join --output "$output" ${BGPOLICY_RELEASES:+--releases "$BGPOLICY_RELEASES"}
