#!/usr/bin/env bash
# Builds bgpolicy and compiles the policy of the example app Photos, into a folder that git ignores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/setup.sh
swift build -c release --product bgpolicy
exec "$(swift build -c release --show-bin-path)/bgpolicy" compile Examples/Photos/bgpolicy.yaml --output .build/demo
