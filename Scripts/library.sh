#!/usr/bin/env bash
# Checks the library's public interface against the recorded one, and its documentation. Needs the package to be built.
#
#   Scripts/library.sh          fails if the interface has changed, and says which changes break clients
#   Scripts/library.sh record   records the interface as it is now
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

module=BackgroundPolicy
recorded=Schemas/library-interface.json
modules="$(swift build --show-bin-path)/Modules"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

digester() { swift-api-digester -module "$module" -sdk / -I "$modules" -I Sources/CYaml -avoid-location -avoid-tool-args "$@"; }

digester -dump-sdk -o "$work/full.json"
# Imports and tool versions say nothing about the interface.
python3 - "$work/full.json" "$work/now.json" <<'PYTHON'
import json, sys

dump = json.load(open(sys.argv[1]))
root = dump["ABIRoot"]
root["children"] = [child for child in root["children"] if child.get("declKind") != "Import"]
with open(sys.argv[2], "w") as file:
    json.dump({"ABIRoot": root}, file, indent=0, sort_keys=True)
    file.write("\n")
PYTHON

if [ "${1:-}" = record ]; then
  cp "$work/now.json" "$recorded"
  exit
fi

if ! cmp -s "$recorded" "$work/now.json"; then
  echo "The public interface of $module has changed. Changes that break clients:" >&2
  digester -diagnose-sdk --input-paths "$recorded" --input-paths "$work/now.json" >&2 || true
  echo "If they are meant, say so in CHANGELOG.md and record them with \`Scripts/library.sh record\`" >&2
  exit 1
fi
echo "interface: $(grep -c '"kind": "\(TypeDecl\|Constructor\|Var\|Function\)"' "$recorded") declarations, as recorded"

Scripts/docc.sh "$modules" "$work/documentation"
echo "documentation: converted without a warning"
