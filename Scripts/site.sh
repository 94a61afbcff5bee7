#!/usr/bin/env bash
# Builds the documentation as a site, in .build/site/html, and checks it: a strict build, its links, its rules, the way to the answers
# of ten questions, and, if Chromium is installed, its search, and a page of every kind by axe-core. MkDocs, Material and axe-core come
# from PyPI into .build/site/tools; the script says what it left out. Needs the package to be built.
#
#   Scripts/site.sh         builds and checks the site
#   Scripts/site.sh --all   checks every page by axe-core: takes a quarter of an hour
#
# BGPOLICY_DOCUMENTATION_ADDRESS is the address at which the site will be.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools="$PWD/.build/site/tools"
packages=(mkdocs==1.6.1 mkdocs-material==9.8.1 axe-playwright-python==0.1.8)
if [ "$(cat "$tools/packages" 2>/dev/null)" != "${packages[*]}" ]; then
  mkdir -p .build/site
  if ! python3 -m venv --clear "$tools" 2>/dev/null \
    || ! "$tools/bin/pip" install -q --disable-pip-version-check "${packages[@]}"; then
    echo "Left out: the site, because ${packages[*]} can't be installed here"
    exit 0
  fi
  echo "${packages[*]}" >"$tools/packages"
fi

bin="$(swift build --show-bin-path)"
library=()
if command -v docc >/dev/null && command -v swift-symbolgraph-extract >/dev/null; then
  Scripts/docc.sh "$bin/Modules" .build/site/library
  library=(.build/site/library/data/documentation)
else
  echo "Left out: the pages of the library, because this toolchain has no docc in PATH"
fi
"$tools/bin/python" Scripts/site/pages.py "$bin/bgpolicy" .build/site/pages ${library[@]+"${library[@]}"}
# Material announces its successor in each build, in colors.
NO_MKDOCS_2_WARNING=1 "$tools/bin/mkdocs" build --config-file .build/site/mkdocs.yml --strict --quiet --clean
"$tools/bin/python" Scripts/site/checks.py "$bin/bgpolicy" .build/site/pages .build/site/html
"$tools/bin/python" Scripts/site/browser.py .build/site/html "$@"
python3 Scripts/session.py "$bin/bgpolicy" --check
