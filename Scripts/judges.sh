#!/usr/bin/env bash
# Holds what the tool says against programs that know nothing of it.
# Uses Debian's python3-yaml, python3-jsonschema, python3-markdown-it and python3-lxml, which it installs where it may;
# elsewhere it says what it left out. BGPOLICY_SCHEMAS may name a folder with the published schemas of report formats.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

modules="yaml, jsonschema, markdown_it, lxml.etree"
# The forms of all policies, which the tests write where FORMS_FOLDER says.
if [ -z "${FORMS_FOLDER:-}" ]; then
  FORMS_FOLDER="$(mktemp -d)"
  export FORMS_FOLDER
  trap 'rm -rf "$FORMS_FOLDER"' EXIT
  swift test --skip-build --parallel --filter MetamorphicTests >/dev/null
fi
if ! python3 -c "import $modules" 2>/dev/null; then
  if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends \
      python3 python3-yaml python3-jsonschema python3-markdown-it python3-lxml
  fi
fi
for python in python3 /usr/bin/python3; do
  if "$python" -c "import $modules" 2>/dev/null; then
    tool="$(swift build --show-bin-path)/bgpolicy"
    "$python" Scripts/judges.py "$tool" "$FORMS_FOLDER"
    "$python" Scripts/judge_reports.py "$tool"
    "$python" Scripts/judge_decisions.py "$tool"
    "$python" Scripts/judge_estimates.py "$tool"
    exit
  fi
done
echo "Left out: PyYAML, jsonschema, markdown-it and lxml are not installed here"
