#!/usr/bin/env bash
# Takes the picture of a report that the README shows, in Chromium, which it installs through apt where it may.
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
# A picture is needed whatever the budgets say.
"$tool" estimate Examples/Photos/bgpolicy.yaml --format html="$folder/photos.html" || [ $? -eq 1 ]
mkdir -p Documentation/images
# 1 is light; the size is that of the head and the first transfer.
"$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --blink-settings=preferredColorScheme=1 \
  --window-size=1080,900 --screenshot="$PWD/Documentation/images/estimate.png" "file://$folder/photos.html" 2>/dev/null
if command -v pngquant >/dev/null; then
  pngquant --force --skip-if-larger --output Documentation/images/estimate.png 64 Documentation/images/estimate.png
fi
size="$(wc -c <Documentation/images/estimate.png)"
echo "Documentation/images/estimate.png: $size bytes"
[ "$size" -lt 200000 ]
