#!/usr/bin/env bash
# Prints the option with which `bgpolicy gate` compares a pull request: base.sh COMMIT, in which COMMIT is the last one of the pull request
#
# GitHub checks out a merge of the base with the pull request. The first parent of any other commit is whatever its author chose.
set -euo pipefail

head="${1:?is the last commit of the pull request}"
# A folder that looks like a bare repository would hide the commit from git.
commit() { git -c safe.bareRepository=explicit rev-parse --quiet --verify "$1^{commit}" || true; }
if ! git -c safe.bareRepository=explicit rev-parse --git-dir >/dev/null; then
  echo "::error::The working directory is in no repository that git reads, so what the change hides is not known" >&2
  exit 1
fi
base="$(commit 'HEAD^1')"
if [ -z "$base" ]; then
  echo "::warning::What the change hides is not known: check out with fetch-depth: 2" >&2
elif [ "$(commit 'HEAD^2')" != "$head" ] || [ -n "$(commit 'HEAD^3')" ]; then
  echo "::error::The checkout is not GitHub's merge of the pull request, so its base is not known: check out without \`ref\`, or give --base in options" >&2
  exit 1
else
  echo "--base git:$base"
fi
