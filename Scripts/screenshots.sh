#!/usr/bin/env bash
# Takes the pictures of reports that the README and the documentation show, in Chromium, which it installs through apt where it may.
# Scripts/session.py records the terminal session.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

browser=""
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null; then browser="$name" && break; fi
done
if [ -z "$browser" ]; then
  if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
    echo "Left out: Chromium is not installed here"
    exit 0
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core
  browser=chromium
fi

tool="$(swift build --show-bin-path)/bgpolicy"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
mkdir -p Documentation/images

# Takes the picture of the head of a page, and says how large its file is.
picture() {
  local file="Documentation/images/$1.png"
  # 1 is light.
  "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --blink-settings=preferredColorScheme=1 \
    --window-size="$2" --screenshot="$PWD/$file" "file://$folder/$1.html" 2>/dev/null
  if command -v pngquant >/dev/null; then
    pngquant --force --skip-if-larger --output "$file" 64 "$file"
  fi
  local size
  size="$(wc -c <"$file")"
  echo "$file: $size bytes"
  [ "$size" -lt 200000 ]
}

# A picture is needed whatever the budgets say.
"$tool" estimate Examples/Photos/bgpolicy.yaml --format html="$folder/estimate.html" || [ $? -eq 1 ]
# The head and the first transfer.
picture estimate 1080,900
"$tool" whatif Documentation/first-try.bgpolicy.yaml --runs 200 --format html="$folder/decision.html" \
  --design 'transfers.backup.submit=allAtOnce' || [ $? -eq 1 ]
# The answer and the curves.
picture decision 1080,900
