#!/usr/bin/env bash
# Fuzzes what reads bytes of others with libFuzzer and the address sanitizer: Scripts/fuzz.sh [SECONDS] [TARGET]…, a minute for each
# target otherwise. New inputs are kept in .build/fuzzing/corpus, an input that fails in .build/fuzzing/failures, and in
# .build/fuzzing/history.csv which target ran how long on which commit. The executable is built without tests in .build/fuzz;
# BGPOLICY_FUZZ_BUILT=1 takes it as it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds="${1:-60}"
shift || true

work=.build/fuzzing
compiler="$(readlink -f "$(command -v swiftc)")"
BGPOLICY_FUZZER="$(find "$(dirname "$compiler")/../lib/clang" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" | head -1)"
if [ -z "$BGPOLICY_FUZZER" ]; then
  echo "The toolchain has no libFuzzer (libclang_rt.fuzzer_no_main)" >&2
  exit 1
fi
export BGPOLICY_FUZZER
build=(swift build -c release --scratch-path .build/fuzz --sanitize address --product Fuzz
  -Xswiftc -assert-config -Xswiftc Debug -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp)
if [ -z "${BGPOLICY_FUZZ_BUILT:-}" ]; then
  mkdir -p "$work"
  "${build[@]}" >"$work/build.log" 2>&1 || { grep -E "error|warning" "$work/build.log" >&2; exit 1; }
fi
fuzz=.build/fuzz/release/Fuzz

# The leak checker takes the runtime's caches for leaks, and a backtrace of Swift's would come before libFuzzer keeps the input.
export ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=0" SWIFT_BACKTRACE=enable=no

history="$work/history.csv"
[ -f "$history" ] || echo "date,commit,target,result,seconds,runs,edges" >"$history"
commit="$(git rev-parse --short HEAD)$(git diff --quiet HEAD -- Sources || echo +)"

read -r -a targets <<<"${*:-$("$fuzz" list | tr '\n' ' ')}"
failed=()
for target in "${targets[@]}"; do
  corpus="$work/corpus/$target"
  mkdir -p "$corpus" "$work/failures" "$work/seeds/$target"
  "$fuzz" seeds "$target" "$work/seeds/$target"
  folders=("$corpus" "$work/seeds/$target")
  [ -d "Fuzzing/Seeds/$target" ] && folders+=("Fuzzing/Seeds/$target")
  case "$target" in
    yaml | lowering | lint | fix | generate) words=policy limit=4096 ;;
    plist | merge | project) words=plist limit=4096 ;;
    json | facts | lsp) words=json limit=8192 ;;
    sources) words=sources limit=4096 ;;
    *) words="$target" limit=4096 ;;
  esac
  options=(-max_total_time="$seconds" -max_len="$limit" -timeout=20 -rss_limit_mb=3000 -print_final_stats=1
    -artifact_prefix="$work/failures/$target-" -verbosity=1)
  [ -f "Fuzzing/Dictionaries/$words.dict" ] && options+=(-dict="Fuzzing/Dictionaries/$words.dict")
  started="$(date +%s)"
  log="$work/$target.log"
  if "$fuzz" "$target" "${options[@]}" "${folders[@]}" >"$log" 2>&1; then result=clean; else result=FAILED; fi
  runs="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" || true)"
  covered="$(grep -o 'cov: [0-9]*' "$log" | tail -1 | tr -dc 0-9 || true)"
  took="$(($(date +%s) - started))"
  printf '%-10s %-6s %5d s %9s runs %7s edges\n' "$target" "$result" "$took" "${runs:-?}" "${covered:-?}"
  printf '%s,%s,%s,%s,%s,%s,%s\n' "$(date -u +%F)" "$commit" "$target" "$result" "$took" "${runs:-}" "${covered:-}" >>"$history"
  if [ "$result" = FAILED ]; then
    failed+=("$target")
    grep -a -E "FAILED|Fatal error|ERROR|Test unit written|SUMMARY" "$log" | head -8 || true
  fi
done
if [ "${#failed[@]}" -gt 0 ]; then
  echo "Failed: ${failed[*]}; the inputs are in $work/failures" >&2
  exit 1
fi
