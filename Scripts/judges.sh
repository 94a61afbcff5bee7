#!/usr/bin/env bash
# Holds what the tool says against programs that know nothing of it.
# Uses Debian's python3-yaml, python3-jsonschema and python3-markdown-it, which it installs where it may; elsewhere it says what it left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

judge="Scripts/judges.py"
# The forms of all policies, which the tests write where FORMS_FOLDER says.
if [ -z "${FORMS_FOLDER:-}" ]; then
  FORMS_FOLDER="$(mktemp -d)"
  export FORMS_FOLDER
  trap 'rm -rf "$FORMS_FOLDER"' EXIT
  swift test --skip-build --parallel --filter MetamorphicTests >/dev/null
fi
if ! python3 -c 'import yaml, jsonschema, markdown_it' 2>/dev/null; then
  if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends python3 python3-yaml python3-jsonschema python3-markdown-it
  fi
fi
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import yaml, jsonschema, markdown_it' 2>/dev/null; then
    "$python" "$judge" "$(swift build --show-bin-path)/bgpolicy" "$FORMS_FOLDER"
    exit
  fi
done
echo "Left out: PyYAML, jsonschema and markdown-it are not installed here"
