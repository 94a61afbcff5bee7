#!/usr/bin/env bash
# Builds bgpolicy-appreader as it is shipped, into .build/release-bin: the executable, and in the folder `lib` beside it the
# libraries of the Swift toolchain that it needs, so that it runs without Swift. SwiftSyntax and libclang are there as dynamic
# libraries only, so the reader can't be static as bgpolicy is. Then it reads small apps in a root with nothing but them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(uname)" != Linux ]; then
  echo "These libraries are for Linux; elsewhere \`swift build -c release --product bgpolicy-appreader\` builds the reader" >&2
  exit 1
fi
Scripts/setup.sh >&2
command -v patchelf >/dev/null || Scripts/apt.sh patchelf >&2

output=.build/release-bin
build=(swift build -c release --scratch-path .build/reader --product bgpolicy-appreader)
log="$("${build[@]}" 2>&1)" || { echo "$log" >&2; exit 1; }
built="$("${build[@]}" --show-bin-path)/bgpolicy-appreader"

rm -rf "$output/lib"
mkdir -p "$output/lib"
cp "$built" "$output/"
strip -g "$output/bgpolicy-appreader"
# Those of the system stay where they are, except for libyaml and zlib, which not every machine has.
ldd "$built" | awk '$3 ~ /\/lib\/swift\/|libclang|libyaml|libz\.|libstdc\+\+|libgcc_s/ { print $3 }' | while read -r library; do
  cp -L "$library" "$output/lib/"
done
patchelf --set-rpath '$ORIGIN/lib' "$output/bgpolicy-appreader"
for library in "$output"/lib/*; do patchelf --set-rpath '$ORIGIN' "$library"; done

# A root of the shipped files, the C library and its loader.
root="$(mktemp -d)"
trap 'rm -rf "$root"' EXIT
mkdir "$root/bin"
cp -R "$output/bgpolicy-appreader" "$output/lib" "$root/bin/"
ldd "$output/bgpolicy-appreader" | awk '$3 ~ /^\/(usr\/)?lib/ { print $3 } $1 ~ /^\/lib/ { print $1 }' | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
cp -R Tests/Fixtures/Drift "$root/app"
cp -R Tests/Fixtures/Apps/Radio "$root/radio"
if [ "$(id -u)" -eq 0 ]; then
  # The loader and Swift ask /proc for the executable and its arguments.
  mkdir "$root/proc"
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" /bin/bgpolicy-appreader /app' "$root" \
    >"$output/facts.json"
  diff "$output/facts.json" Tests/Fixtures/Drift/facts.json
  # Objective-C needs libclang.
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" /bin/bgpolicy-appreader /radio' "$root" \
    | grep 'EpisodeCleanup.m"' >/dev/null
else
  echo "Left out: only root can run the reader in a root without Swift" >&2
fi
du -sh "$output/lib" | awk '{ print "libraries: " $1 }' >&2
echo "$output/bgpolicy-appreader"
