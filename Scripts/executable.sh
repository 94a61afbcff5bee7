#!/usr/bin/env bash
# Builds bgpolicy as it is shipped, into .build/release-bin: one static executable for Linux, without debug information, in
# which the functions that each lint runs lie side by side. The system maps files in larger pieces than functions, so that
# their order decides how much of the executable is in memory.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(uname)" != Linux ]; then
  echo "Static executables are for Linux; elsewhere \`swift build -c release\` builds what is shipped" >&2
  exit 1
fi
Scripts/setup.sh >&2
missing=()
command -v valgrind >/dev/null || missing+=(valgrind)
command -v strip >/dev/null || missing+=(binutils)
Scripts/apt.sh "${missing[@]}" >&2

output=.build/release-bin
mkdir -p "$output"
# A section for each function is what the linker can order. Types are looked up by call instead of by mangled name: the runtime
# would parse the name of each generic type that a short run needs, which takes a third of its instructions.
build=(
  swift build -c release --scratch-path .build/shipping --static-swift-stdlib
  -Xswiftc -static-executable -Xswiftc -Xfrontend -Xswiftc -function-sections
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)

# Builds it, with further options, and puts it where it is shipped from.
ship() {
  local log
  log="$("${build[@]}" --product bgpolicy "$@" 2>&1)" || { echo "$log" >&2; exit 1; }
  cp "$("${build[@]}" --show-bin-path)/bgpolicy" "$output/"
  # Valgrind can't read the debug information of Swift.
  strip -g "$output/bgpolicy"
}

ship
profile="$output/lint.profile" order="$PWD/$output/lint.order"
valgrind --tool=callgrind --demangle=no --callgrind-out-file="$profile" \
  "$output/bgpolicy" lint --quiet Benchmarks/policy.bgpolicy.yaml >/dev/null 2>&1
sed -En "s/^c?fn=\([0-9]+\) ([^']+).*/.text.\1/p" "$profile" >"$order"
# Functions without a symbol, which the profile can't name, are small: all of them together are fewer pages than those that run,
# scattered.
echo '.text..L*' >>"$order"
ship -Xlinker --section-ordering-file="$order"
echo "$output/bgpolicy"
