#!/usr/bin/env bash
# Builds the library BackgroundRuntime alone, with its documentation, and a package outside of this repository that uses it through its
# path, with the code of a policy for `runtime: package`, in both language modes. Needs the package to be built. Takes stubs of Apple's
# modules, which exist for Linux alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(uname)" != Linux ]; then
  echo "Left out: the stubs of Apple's modules are for Linux alone"
  exit 0
fi

repository="$PWD"
tool="$(swift build --show-bin-path)/bgpolicy"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
stubs="$work/stubs"
mkdir "$stubs"

# Apple's modules in the order in which they import each other, as the tests have them.
modules="$(tr -d '\n' <Tests/TestSupport/StubModules.swift | sed -n 's/.*static let modules = \[\([^]]*\)\].*/\1/p' | tr -d ',"')"
for module in $modules; do
  swiftc -emit-module -parse-as-library -suppress-warnings -module-name "$module" -I "$stubs" \
    -emit-module-path "$stubs/$module.swiftmodule" Tests/Stubs/"$module"/*.swift
done
fakes=(-Xfrontend -import-module -Xfrontend FoundationBG)

# The library alone, and its documentation.
module=BackgroundRuntime
swiftc -emit-module -parse-as-library -warnings-as-errors -swift-version 6 -module-name "$module" -I "$stubs" \
  -emit-module-path "$stubs/alone/$module.swiftmodule" "${fakes[@]}" Sources/"$module"/*.swift
target="$(swiftc -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["unversionedTriple"])')"
mkdir "$work/graphs"
swift-symbolgraph-extract -module-name "$module" -I "$stubs/alone" -I "$stubs" -target "$target" \
  -minimum-access-level public -skip-synthesized-members -output-dir "$work/graphs"
docc convert --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
  --additional-symbol-graph-dir "$work/graphs" --output-path "$work/documentation" --warnings-as-errors
echo "documentation: converted without a warning"

# A package that somebody else could have.
package="$work/Outside"
mkdir -p "$package/Sources/Outside"
sed -e 's/^generate:$/generate:\n  runtime: package/' -e '/^# yaml-language-server/d' Examples/Photos/bgpolicy.yaml \
  >"$package/bgpolicy.yaml"
"$tool" compile "$package/bgpolicy.yaml" --no-estimate --quiet --output "$package/Sources/Outside/Generated"
find "$package/Sources/Outside/Generated" -type f ! -name '*.swift' -delete
cat >"$package/Sources/Outside/Work.swift" <<'SWIFT'
import BackgroundRuntime

actor Work: PhotosBackgroundHandler {
  func refresh() async throws {}
  func cleanup() async throws {}
  func export(_ work: ContinuedWork) async throws { work.progress.totalUnitCount = 1 }
  func changes(_ push: SilentPush) async throws -> PushResult { .newData }
  func library(_ event: PhotosSessionEvent) async {}
  func share(_ event: PhotosSessionEvent) async {}
}

func submitRefresh() async throws {
  _ = PhotosBackground.start(Work())
  try await PhotosTasks.refresh.submit()
}
SWIFT
for mode in 5 6; do
  cat >"$package/Package.swift" <<SWIFT
// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "Outside",
  dependencies: [.package(name: "bgpolicy", path: "$repository")],
  targets: [.target(name: "Outside", dependencies: [.product(name: "BackgroundRuntime", package: "bgpolicy")])],
  swiftLanguageModes: [.v$mode])
SWIFT
  flags=(-Xswiftc "-I$stubs")
  for flag in "${fakes[@]}"; do flags+=(-Xswiftc "$flag"); done
  if ! swift build --package-path "$package" --target Outside "${flags[@]}" >"$work/log" 2>&1; then
    tail -n 40 "$work/log" >&2
    exit 1
  fi
  if grep -E "$package.* (warning|error): " "$work/log"; then exit 1; fi
  echo "package outside of the repository: built in language mode $mode"
done
