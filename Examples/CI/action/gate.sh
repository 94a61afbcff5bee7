#!/usr/bin/env bash
# Runs `bgpolicy gate` with every report that a job shows, and keeps its exit status: gate.sh FOLDER [WORDS…]
#
# BGPOLICY         the path of the executable; default the one in PATH
# BGPOLICY_COMMIT  on GitHub, the commit to whose lines the verdict links; default that of the job
set -euo pipefail

folder="${1:?is the folder of the reports}"
shift
mkdir -p "$folder"
# What is there before belongs to an earlier run, or to whoever committed it.
rm -rf "$folder"/bgpolicy.sarif "$folder"/bgpolicy.json "$folder"/bgpolicy.md "$folder"/bgpolicy.html
links=() commit="${BGPOLICY_COMMIT:-${GITHUB_SHA:-}}"
if [ -n "${GITHUB_REPOSITORY:-}" ] && [ -n "$commit" ]; then
  links=(--links "${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY/blob/$commit/{path}#L{line}")
fi
status=0
"${BGPOLICY:-bgpolicy}" gate --format gcc --format sarif="$folder/bgpolicy.sarif" --format json="$folder/bgpolicy.json" \
  --format markdown="$folder/bgpolicy.md" --format html="$folder/bgpolicy.html" \
  ${links[@]+"${links[@]}"} "$@" || status=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$folder/bgpolicy.md" ]; then
  cat "$folder/bgpolicy.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$status"
