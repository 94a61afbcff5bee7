#!/usr/bin/env bash
# Builds bgpolicy for both processors of macOS, into .build/release-bin, with libyaml inside: Homebrew's is for one processor,
# so it is compiled from Homebrew's sources. Has never been run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(uname)" != Darwin ]; then
  echo "Universal executables are for macOS; Scripts/executable.sh builds the one for Linux" >&2
  exit 1
fi
Scripts/setup.sh >&2

output=.build/release-bin
yaml="$PWD/.build/libyaml"
if [ ! -f "$yaml/lib/libyaml.a" ]; then
  rm -rf "$yaml"
  mkdir -p "$yaml"
  brew unpack libyaml --destdir "$yaml/source" >&2
  (
    cd "$yaml"/source/libyaml-*
    ./configure --quiet --prefix="$yaml" --disable-shared --disable-dependency-tracking \
      CFLAGS="-O2 -arch arm64 -arch x86_64 -mmacosx-version-min=13.0"
    make --quiet install
  ) >&2
fi
export PKG_CONFIG_PATH="$yaml/lib/pkgconfig"

build=(swift build -c release --scratch-path .build/shipping --arch arm64 --arch x86_64 --product bgpolicy)
"${build[@]}" >&2
mkdir -p "$output"
cp "$("${build[@]}" --show-bin-path)/bgpolicy" "$output/"
strip -x "$output/bgpolicy"
lipo "$output/bgpolicy" -verify_arch arm64 x86_64
# Users don't have Homebrew's libraries.
if otool -L "$output/bgpolicy" | grep -Eq '/opt/|/usr/local/'; then
  echo "$output/bgpolicy needs a library that only this machine has" >&2
  exit 1
fi
echo "$output/bgpolicy"
