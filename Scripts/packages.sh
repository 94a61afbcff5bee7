#!/usr/bin/env bash
# Packs a release twice, compares the bytes, and tries each package as a user would: unpacked and run in a root without Swift,
# installed by dpkg and pip, used by the plugins of SwiftPM, downloaded by asdf. Takes minutes, so it is not a part of
# Scripts/test.sh. Names the packages that it could not try.
#
#   Scripts/packages.sh            packs the release build, which it makes first
#   Scripts/packages.sh FOLDER     packs the bgpolicy in a folder, such as that of a debug build
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(uname)" != Linux ]; then
  echo "Left out: packages are tried on Linux alone"
  exit 0
fi
work="$PWD/.build/packages-test"
rm -rf "$work"
mkdir -p "$work"
releases="file://$work/published"
one="$work/one" two="$work/two and more"
if [ "$#" -eq 0 ]; then
  BGPOLICY_RELEASES="$releases" Scripts/release.sh "$one"
  set -- .build/release-bin
fi
executable="$1/bgpolicy"
reader=()
if [ -d "$1/lib" ]; then reader=(--reader "$1"); fi
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH

trap 'echo "Scripts/packages.sh:$LINENO: failed" >&2' ERR
fail() {
  printf '%s\n' "$1" >&2
  exit 1
}
tried() { printf '%-28s %s\n' "$1" "$2"; }
left_out() { printf '%-28s left out: %s\n' "$1" "$2"; }

# The tools that check formats, from PyPI.
venv="$PWD/.build/packaging-tools"
if ! "$venv/bin/python" -c "import spdx_tools, twine, check_wheel_contents, yaml" 2>/dev/null; then
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check twine check-wheel-contents spdx-tools pyyaml
fi

# The second call packs under another umask, time zone, locale and name.
for output in "$one" "$two"; do
  (
    if [ "$output" = "$two" ]; then
      umask 077
      export TZ=Asia/Tokyo LC_ALL=C.UTF-8 PYTHONHASHSEED=7
    fi
    python3 Scripts/packaging pack --executable "$executable" "${reader[@]}" --output "$output"
    python3 Scripts/packaging join --output "$output" --releases "$releases"
  ) >"$work/log"
done
cat "$work/log"
diff -r "$one" "$two" || fail "Two runs pack different bytes"
tried "all packages" "the same bytes twice: $(find "$one" -type f | wc -l) files"
(cd "$one" && sha256sum --quiet -c SHA256SUMS) || fail "A checksum is wrong"

# Runs a line of Documentation/installing.md where its packages are: the one that a pattern finds.
documented() {
  local line
  # shellcheck disable=SC2016
  line="$(grep -o '`[^`]*`' Documentation/installing.md | tr -d '`' | grep -m 1 -- "$1")"
  [ -n "$line" ] || fail "Documentation/installing.md has no line with $1"
  (cd "$work/clone" && eval "$line")
}

name() { find "$one" -name "$1" -printf '%f\n' | sort | head -n 1; }
version="$("$executable" --version | cut -d ' ' -f 2)"
archive="$(name 'bgpolicy-[0-9]*-linux-*.tar.gz')"

# Runs a command in a root with its /proc, which the loader and Swift read.
in_root() {
  local root="$1"
  shift
  mkdir -p "$root/proc"
  # shellcheck disable=SC2016
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" "$@"
}

# Where the lines of the documentation look for packages.
mkdir -p "$work/clone/.build" "$work/home/.local"
ln -s "$one" "$work/clone/.build/packages"

# The archive: an empty root has not even a C library.
empty="$work/empty"
mkdir -p "$empty/policies"
tar -xzf "$one/$archive" -C "$empty" --strip-components 1
HOME="$work/home" documented "^tar"
[ "$("$work/home/.local/bin/bgpolicy" --version)" = "bgpolicy $version" ]
tar -tzf "$one/$archive" | grep "/share/man/man1/bgpolicy-lint.1$" >/dev/null || fail "$archive has no manual"
if [ "$(id -u)" -ne 0 ]; then
  left_out "archive in an empty root" "only root can change it"
elif file -L "$executable" | grep "dynamically linked" >/dev/null; then
  left_out "archive in an empty root" "$executable is not static"
else
  cp Documentation/first-try.bgpolicy.yaml "$empty/policies/"
  status=0
  in_root "$empty" /bin/bgpolicy lint --quiet /policies/first-try.bgpolicy.yaml >"$work/lint" || status=$?
  [ "$status" -eq 1 ] || fail "lint in an empty root ended with $status"
  grep -q session-upload-not-from-file "$work/lint"
  in_root "$empty" /bin/bgpolicy estimate /policies/first-try.bgpolicy.yaml --scenario lab >/dev/null
  tried "archive in an empty root" "lints and estimates"
fi

# The container is built from the same executable: its folder has nothing else.
mkdir "$work/container"
tar -xzf "$one/bgpolicy-$version-container.tar.gz" -C "$work/container"
cmp "$empty/bin/bgpolicy" "$work"/container/linux-*/bgpolicy
if command -v buildah >/dev/null && [ "$(id -u)" -eq 0 ]; then
  store=(--root "$work/images" --runroot "$work/images-run" --storage-driver vfs)
  buildah "${store[@]}" build -q --isolation chroot -t bgpolicy "$work/container" >/dev/null
  container="$(buildah "${store[@]}" from --pull-never bgpolicy)"
  buildah "${store[@]}" run --isolation chroot "$container" /usr/bin/bgpolicy --version | grep "$version" >/dev/null
  tried "container" "built by buildah, and runs"
else
  left_out "container" "buildah is not installed here"
fi

# A bare Debian for what is installed there.
debian="$PWD/.build/debian-root"
if [ "$(id -u)" -eq 0 ] && command -v dpkg-deb >/dev/null; then
  if [ ! -f "$debian/complete" ]; then
    command -v debootstrap >/dev/null || Scripts/apt.sh debootstrap >&2
    rm -rf "$debian"
    debootstrap --variant=minbase --include=bash-completion,man-db stable "$debian" >"$work/debootstrap" 2>&1 \
      || fail "debootstrap: $(tail -n 3 "$work/debootstrap")"
    touch "$debian/complete"
  fi
  rm -f "$debian"/root/*.deb
  cp "$one"/*.deb "$debian/root/"
  # The words of the documentation, in the root with the packages.
  # shellcheck disable=SC2016
  sudo() { in_root "$debian" sh -c 'cd /root && "$@"' sh "${@/*\//}" >/dev/null; }
  documented "^sudo dpkg"
  if [ "${#reader[@]}" -gt 0 ]; then in_root "$debian" sh -c 'dpkg -i /root/bgpolicy-appreader_*.deb' >/dev/null; fi
  in_root "$debian" bgpolicy --version | grep -x "bgpolicy $version" >/dev/null
  in_root "$debian" sh -c 'mkdir -p /root/new && cd /root/new && rm -f bgpolicy.yaml && bgpolicy init && bgpolicy lint' >/dev/null 2>&1
  in_root "$debian" bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader bgpolicy; complete -p bgpolicy' \
    | grep bgpolicy >/dev/null
  if [ "${#reader[@]}" -gt 0 ]; then
    rm -rf "$debian/root/app"
    cp -R Tests/Fixtures/Drift "$debian/root/app"
    in_root "$debian" bgpolicy-appreader /root/app | diff - Tests/Fixtures/Drift/facts.json
    status=0
    in_root "$debian" sh -c 'cd /root/app && bgpolicy drift bgpolicy.yaml --app .' >"$work/log" 2>&1 || status=$?
    { [ "$status" -eq 1 ] && grep -q "App/" "$work/log"; } || fail "drift ended with $status: $(cat "$work/log")"
  fi
  in_root "$debian" sh -c "dpkg -r bgpolicy-appreader bgpolicy 2>/dev/null; ! command -v bgpolicy" >/dev/null
  tried "packages for Debian" "installed in a bare Debian, used and removed"
  if command -v lintian >/dev/null; then
    # Overrides say why the rest is as it is.
    lintian --allow-root --fail-on error,warning "$one"/*.deb
    tried "packages for Debian" "lintian has nothing to say"
  else
    left_out "lintian" "it is not installed here"
  fi
else
  left_out "packages for Debian" "only root can try them, with dpkg"
fi

# The manual, read by the formatters that there are.
mkdir "$work/man"
for page in "$empty"/share/man/man1/*; do
  cp "$page" "$work/man/"
  if command -v groff >/dev/null; then
    complaints="$(groff -man -Tutf8 -ww -z "$page" 2>&1)"
    [ -z "$complaints" ] || fail "$(basename "$page"): $complaints"
  fi
  if command -v mandoc >/dev/null; then mandoc -T lint -W warning "$page" || fail "$(basename "$page") is not well formed"; fi
done
tried "manual" "$(find "$work/man" -type f | wc -l) pages, without complaints"

# SPDX.
for document in "$one"/*.spdx.json; do "$venv/bin/pyspdxtools" --infile "$document" || fail "$document is not valid"; done
tried "SPDX document" "valid"

# The wheel.
wheel="$one/$(name '*.whl')"
"$venv/bin/twine" check --strict "$wheel" >"$work/log" || fail "$(cat "$work/log")"
"$venv/bin/check-wheel-contents" "$wheel" >"$work/log" || fail "$(cat "$work/log")"
python3 -m venv "$work/user"
PATH="$work/user/bin:$PATH" documented "pip install --no-index" >/dev/null
[ "$("$work/user/bin/bgpolicy" --version)" = "bgpolicy $version" ]
[ "$("$work/user/bin/python" -m bgpolicy --version)" = "bgpolicy $version" ]
tried "wheel" "well formed; pip installs it, and it runs"

# asdf, from a folder that stands for the published host.
mkdir -p "$work/published/v$version" "$work/asdf"
cp "$one"/* "$work/published/v$version/"
echo "$version" >"$work/published/versions"
tar -xzf "$one/asdf-bgpolicy-$version.tar.gz" -C "$work/asdf" --strip-components 1
(
  export BGPOLICY_RELEASES="$releases" ASDF_INSTALL_VERSION="$version"
  export ASDF_DOWNLOAD_PATH="$work/asdf/download" ASDF_INSTALL_PATH="$work/asdf/$version"
  [ "$("$work/asdf/bin/list-all")" = "$version " ]
  "$work/asdf/bin/download" && "$work/asdf/bin/install"
  # A file that is not what was published is not installed.
  echo >>"$work/published/v$version/$archive"
  ! ASDF_DOWNLOAD_PATH="$work/asdf/wrong" "$work/asdf/bin/download"
) >"$work/log" 2>&1 || fail "asdf: $(cat "$work/log")"
cp "$one/$archive" "$work/published/v$version/"
[ "$("$work/asdf/$version/bin/bgpolicy" --version)" = "bgpolicy $version" ]
tried "asdf" "downloads, checks and installs it; a changed archive is refused"

# Texts that name the published host.
python3 - "$one/mise.toml" "$(sha256sum "$one/$archive" | cut -d ' ' -f 1)" "$releases" <<'PYTHON'
import sys, tomllib

with open(sys.argv[1], "rb") as file:
    tool = tomllib.load(file)["tools"]["http:bgpolicy"]
found = [entry for entry in tool["platforms"].values() if entry["checksum"] == f"sha256:{sys.argv[2]}"]
assert len(found) == 1 and found[0]["url"].startswith(sys.argv[3]), tool
PYTHON
grep -q "$(sha256sum "$one/$archive" | cut -d ' ' -f 1)" "$one/bgpolicy.rb"
if command -v ruby >/dev/null; then ruby -c "$one/bgpolicy.rb" >/dev/null; else left_out "formula" "ruby is not installed here"; fi
tried "formula and mise.toml" "name the archive and its checksum"

# The plugins with the prebuilt tool: once from its address, then in the examples from a path.
if command -v swift >/dev/null; then
  plugins="$work/plugins/bgpolicy-plugins"
  mkdir -p "$work/plugins"
  tar -xzf "$one/bgpolicy-plugins-$version.tar.gz" -C "$work/plugins"
  # SwiftPM reads manifests with addresses of https alone.
  sed -i "s|$releases|https://releases.invalid|" "$plugins/Package.swift"
  checksum="$(sha256sum "$one/bgpolicy.artifactbundle.zip" | cut -d ' ' -f 1)"
  swift package --package-path "$plugins" dump-package | grep "$checksum" >/dev/null
  cp "$one/bgpolicy.artifactbundle.zip" "$plugins/"
  # No test has that address.
  python3 - "$plugins/Package.swift" <<'PYTHON'
import pathlib, re, sys

path = pathlib.Path(sys.argv[1])
text, count = re.subn(r'url: "[^"]+",\s*checksum: "[^"]+"', 'path: "bgpolicy.artifactbundle.zip"', path.read_text())
assert count == 1
path.write_text(text)
PYTHON
  Scripts/plugins.sh "$plugins"
  tried "artifact bundle" "the example packages build with it"
else
  left_out "artifact bundle" "Swift is not installed here"
fi
# The hooks that install the wheel.
Scripts/pre-commit.sh "$1" wheel "$one"
echo "All packages tried"
