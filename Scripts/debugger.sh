#!/usr/bin/env bash
# Lets LLDB take the generated commands, installed by apt where it may be; says what it left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The one of a Swift toolchain may lack the Python that it was built with.
find_debugger() {
  for debugger in lldb /usr/bin/lldb; do
    if "$debugger" --version >/dev/null 2>&1; then
      echo "$debugger"
      return
    fi
  done
}

LLDB="$(find_debugger)"
if [ -z "$LLDB" ] && Scripts/apt.sh lldb; then LLDB="$(find_debugger)"; fi
if [ -z "$LLDB" ]; then
  echo "Left out: LLDB is not installed here"
  exit 0
fi
export LLDB
swift test --skip-build --filter debuggerTakesTheCommands 2>&1 | grep -E '^✘|^error|debuggerTakesTheCommands\(\) passed'
