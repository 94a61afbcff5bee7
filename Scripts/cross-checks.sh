#!/usr/bin/env bash
# Compares the output of the tool with programs that do not share its code: the oracles.
# They come from PyPI, into .build/oracles. If python3-venv is missing and may not be installed, the script says what it left out.
# If Chromium is installed, axe-core checks the pages as well. BGPOLICY_SCHEMAS may name a folder with the published
# schemas of report formats. SAMPLE_SEED draws a third of the policies that are written anew and of the pages of rules; without it, and
# with SAMPLE=all, every one is compared.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools="$PWD/.build/oracles"
packages=(PyYAML jsonschema markdown-it-py lxml html5lib check-jsonschema zizmor)
modules="yaml, jsonschema, markdown_it, lxml.etree, html5lib, check_jsonschema"
if command -v chromium >/dev/null || command -v google-chrome >/dev/null; then
  packages+=(axe-playwright-python)
  modules+=", axe_playwright_python"
fi
install() {
  if ! python3 -m venv --clear "$tools" >/dev/null 2>&1; then
    Scripts/apt.sh python3 python3-venv || true
    python3 -m venv --clear "$tools"
  fi
  "$tools/bin/pip" install -q --disable-pip-version-check "${packages[@]}"
}
installed() { "$tools/bin/python" -c "import $modules" 2>/dev/null && [ -x "$tools/bin/zizmor" ]; }
if ! installed && ! install; then
  echo "Left out: Python's venv or the packages ${packages[*]} can't be installed here"
  exit 0
fi
export PATH="$tools/bin:$PATH"

# The tests write every policy in every form to the folder FORMS_FOLDER.
if [ -z "${FORMS_FOLDER:-}" ]; then
  FORMS_FOLDER="$(mktemp -d)"
  export FORMS_FOLDER
  trap 'rm -rf "$FORMS_FOLDER"' EXIT
  swift test --skip-build --parallel --filter MetamorphicTests >/dev/null
fi
tool="$(swift build --show-bin-path)/bgpolicy"
python Scripts/oracles/forms.py "$tool" "$FORMS_FOLDER"
for subject in reports decisions estimates pages traces imports; do
  python "Scripts/oracles/$subject.py" "$tool"
done
python Scripts/oracles/designs.py "$tool"
# Policies whose work recurs take minutes; each of these takes half a minute, and SAMPLE_SEED draws one of them.
policies=(burst chain relaxed backup)
if [ -n "${SAMPLE_SEED:-}" ] && [ "${SAMPLE:-}" != all ]; then policies=("${policies[SAMPLE_SEED / 12 % 4]}"); fi
python Scripts/oracles/predictions.py "$tool" 200 "${policies[@]}"
