#!/usr/bin/env bash
# Builds bgpolicy and bgpolicy-appreader from this clone, and installs them with their manual and completions:
#
#   Scripts/install.sh [--prefix DIR]
#
# DIR is ~/.local by default. The executables use the libraries of the Swift toolchain that built them, and libyaml: they are for the
# machine that builds them. Scripts/release.sh makes packages for other machines.
set -euo pipefail

prefix="$HOME/.local"
usage="Usage: Scripts/install.sh [--prefix DIR]"
fail() {
  echo "$usage" >&2
  exit 2
}
while [ "$#" -gt 0 ]; do
  case "$1" in
    -h | --help) echo "$usage"; exit 0 ;;
    --prefix) [ -n "${2:-}" ] || fail; prefix="$2"; shift 2 ;;
    --prefix=?*) prefix="${1#--prefix=}"; shift ;;
    *) fail ;;
  esac
done
mkdir -p "$prefix"
prefix="$(cd "$prefix" && pwd)"
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/setup.sh
export BGPOLICY_WITHOUT_PLUGINS=1
# The workflow of `import --set-up` builds this commit, if this is a clone of a repository from which others can fetch it. A name or a
# token in the address stays here.
address="$(git config --get remote.origin.url 2>/dev/null | sed -En \
  -e 's,^https://([^/@]*@)?([^/@]+/.+)$,https://\2,p' -e 's,^(ssh://)?git@([^/:]+)(:[0-9]+/|[:/])(.+)$,https://\2/\4,p' || true)"
if [ -n "$address" ] && [ -n "$(git branch -r --contains HEAD 2>/dev/null)" ]; then
  export BGPOLICY_SOURCE_ADDRESS="$address" BGPOLICY_SOURCE_COMMIT
  BGPOLICY_SOURCE_COMMIT="$(git rev-parse HEAD)"
fi
# No package but this one is built, so SwiftPM's sandbox protects from nothing; Homebrew has one of its own, in which another can't be.
build=(swift build -c release --disable-sandbox)
products=(bgpolicy)
# No pipe into `grep -q`, which ends before SwiftPM has written everything: the pipe would then count as failed.
description="$(swift package describe --type json 2>/dev/null || true)"
case "$description" in
  *'"bgpolicy-appreader"'*) products+=(bgpolicy-appreader) ;;
  *) echo "Left out: bgpolicy-appreader, because this toolchain has no SwiftSyntax; import and drift need it" >&2 ;;
esac
what="${products[*]}"
echo "Building ${what/ / and }: a quarter of an hour on two cores, and seconds if nothing has changed since the last time"
for product in "${products[@]}"; do "${build[@]}" --product "$product"; done
built="$("${build[@]}" --show-bin-path)"

# Installs what a command prints as a file below the prefix.
print_to() {
  mkdir -p "$prefix/$(dirname "$1")"
  "${@:2}" >"$prefix/$1"
}
mkdir -p "$prefix/bin"
for product in "${products[@]}"; do install -m 755 "$built/$product" "$prefix/bin/$product"; done
bgpolicy="$prefix/bin/bgpolicy"
print_to share/man/man1/bgpolicy.1 "$bgpolicy" help --format man
# The list of commands in the help, with a word and a summary in each line.
commands="$("$bgpolicy" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\)  .*/\1/p')"
for command in $commands; do print_to "share/man/man1/bgpolicy-$command.1" "$bgpolicy" help "$command" --format man; done
print_to share/bash-completion/completions/bgpolicy "$bgpolicy" completions bash
print_to share/zsh/site-functions/_bgpolicy "$bgpolicy" completions zsh
print_to share/fish/vendor_completions.d/bgpolicy.fish "$bgpolicy" completions fish
print_to share/doc/bgpolicy/LICENSE cat LICENSE

echo "Installed $("$bgpolicy" --version) into $prefix"
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "Add it to your PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
