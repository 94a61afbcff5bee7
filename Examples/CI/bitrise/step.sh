#!/usr/bin/env bash
# The step: its inputs are variables of the environment, by their names.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
scripts="${BGPOLICY_SCRIPTS:-$here/../action}"
: "${version:?is an input}" "${releases:?is an input}" "${sha256=}" "${options=}"
BGPOLICY="$(BGPOLICY_RELEASES="$releases" BGPOLICY_SHA256="$sha256" "$scripts/install.sh" "$version" "$HOME/.bgpolicy/$version")"
export BGPOLICY

read -r -a words <<<"$options"
status=0
"$scripts/gate.sh" "$BITRISE_DEPLOY_DIR/bgpolicy" ${words[@]+"${words[@]}"} || status=$?
if command -v envman >/dev/null; then
  envman add --key BGPOLICY_VERDICT --value "$([ "$status" -eq 0 ] && echo passed || echo failed)"
fi
exit "$status"
