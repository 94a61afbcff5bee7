#!/usr/bin/env bash
# Converts the documentation of the library by DocC, with warnings as errors, into a folder: as an archive, and as Markdown for the
# site. Takes the folder of the built modules, and the new one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

module=BackgroundPolicy
modules="$1" output="$2"
graphs="$(mktemp -d)"
trap 'rm -rf "$graphs"' EXIT
target="$(swiftc -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["unversionedTriple"])')"
swift-symbolgraph-extract -module-name "$module" -I "$modules" -I Sources/CYaml -target "$target" \
  -minimum-access-level public -skip-synthesized-members -output-dir "$graphs"
rm -rf "$output"
docc convert "Sources/$module/$module.docc" --fallback-display-name "$module" \
  --fallback-bundle-identifier "$module" --additional-symbol-graph-dir "$graphs" \
  --output-path "$output" --warnings-as-errors --enable-experimental-markdown-output
