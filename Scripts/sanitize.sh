#!/usr/bin/env bash
# Runs the package's tests with the address or the thread sanitizer: Scripts/sanitize.sh address|thread [FILTER]…. The build, in
# .build/sanitize-KIND, takes as long as that of Scripts/test.sh; BGPOLICY_SANITIZER_BUILT=1 takes it as it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

kind="${1:-address}"
shift || true
case "$kind" in
  address | thread) ;;
  *) echo "usage: Scripts/sanitize.sh address|thread [FILTER]…" >&2; exit 2 ;;
esac

scratch=".build/sanitize-$kind"
# `SANITIZED` takes the limits of time and memory from the reader of code.
options=(--scratch-path "$scratch" --sanitize "$kind" -Xswiftc -DSANITIZED)
export BGPOLICY_OPTIMIZE_SIMULATION=1
[ -n "${BGPOLICY_SANITIZER_BUILT:-}" ] || swift build --build-tests "${options[@]}"

# Reports go to files, as tests take what programs print. Backtraces of Swift's own would hide those of the sanitizer, and the leak
# checker takes the runtime's caches for leaks.
reports="$PWD/$scratch/reports"
rm -rf "$reports"
mkdir -p "$reports"
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS="detect_leaks=0:exitcode=86:log_path=$reports/report"
export TSAN_OPTIONS="exitcode=86:log_path=$reports/report"

# AddingARuleTests links the objects of this build without a sanitizer, and EventLimitTests limits the memory that the address
# sanitizer reserves.
filters=(--skip AddingARuleTests --skip EventLimitTests)
for filter in "$@"; do filters+=(--filter "$filter"); done
status=0
swift test --skip-build --parallel "${options[@]}" "${filters[@]}" >"$reports/tests.log" 2>&1 || status=$?
grep -E "Test run with|✘" "$reports/tests.log" | tail -40 || true
count="$(cat "$reports"/report* 2>/dev/null | grep -c -E "ERROR: AddressSanitizer|WARNING: ThreadSanitizer" || true)"
echo "The $kind sanitizer reported $count times"
if [ "$count" -gt 0 ]; then
  cat "$reports"/report* | grep -E "^SUMMARY" | sort | uniq -c | sort -rn | head -40
  exit 1
fi
# The limits of time of some tests are for builds without a sanitizer.
grep -aqE "Test run with" "$reports/tests.log" || exit "$status"
if grep -aE "✘.*recorded an issue" "$reports/tests.log" | grep -qv "Time limit was exceeded"; then exit 1; fi
