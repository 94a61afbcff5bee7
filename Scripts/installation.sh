#!/usr/bin/env bash
# Tries the way of a newcomer from the sources to a gate in CI, with this commit: the workflow that `import --set-up` has written builds and
# installs bgpolicy into an empty prefix by Scripts/install.sh, and gates the app of the tutorial; then every command of the tutorial
# Documentation/existing-app.md runs with what was installed. Takes a release build, a quarter of an hour.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools="$PWD/.build/workflow-tools"
if ! "$tools/bin/python" -c 'import yaml' 2>/dev/null; then
  python3 -m venv --clear "$tools"
  "$tools/bin/pip" install -q --disable-pip-version-check PyYAML
fi
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# The app of the tutorial, with what the built bgpolicy writes for its team.
app="$work/app"
cp -R Tests/Fixtures/Existing "$app"
rm "$app/facts.json"
git -C "$app" init -q
(cd "$app" && "$OLDPWD/.build/debug/bgpolicy" import --set-up --quiet)

# Scripts/install.sh --prefix is what the workflow calls.
mkdir "$work/temporary"
RUNNER_TEMP="$work/temporary" "$tools/bin/python" Scripts/workflow.py "$app/.github/workflows/background-policy.yml" "$app" \
  BGPOLICY_REPOSITORY="file://$PWD" BGPOLICY_COMMIT="$(git rev-parse HEAD)"

prefix="$work/temporary/bgpolicy-tool"
for file in bin/bgpolicy bin/bgpolicy-appreader share/man/man1/bgpolicy.1 share/man/man1/bgpolicy-language-server.1 \
  share/bash-completion/completions/bgpolicy share/zsh/site-functions/_bgpolicy share/fish/vendor_completions.d/bgpolicy.fish; do
  [ -s "$prefix/$file" ] || { echo "Scripts/install.sh did not install $file" >&2; exit 1; }
done

# The commands of the tutorial in a fresh copy, in a PATH that has bgpolicy from there alone.
tutorial="$work/tutorial"
cp -R Tests/Fixtures/Existing "$tutorial"
rm "$tutorial/facts.json"
git -C "$tutorial" init -q
python3 - "$tutorial" "$prefix/bin" <<'PYTHON'
import os
import pathlib
import re
import subprocess
import sys

folder, path = sys.argv[1:]
environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "COLUMNS": "80"}
page = pathlib.Path("Documentation/existing-app.md").read_text(encoding="utf-8")
for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S):
    if language == "diff":
        subprocess.run(["git", "apply", "-"], input=text, text=True, cwd=folder, check=True)
    elif language == "shellsession":
        for command in re.findall(r"^\$ (.*)$", text, re.M):
            status = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdout=subprocess.DEVNULL).returncode
            assert status in (0, 1), f"{command}: {status}"
            print(f"tutorial: {command}: {status}")
PYTHON
echo "Installed, gated in the workflow, and through the tutorial"
