# What Scripts/test.sh and Scripts/check.sh share; they source it at the root of the repository.

# The simulation is optimized, as its tests run millions of days. No test needs the plugins, for which SwiftPM would build everything
# twice; Scripts/plugins.sh builds them.
export BGPOLICY_OPTIMIZE_SIMULATION=1 BGPOLICY_WITHOUT_PLUGINS=1
# Tests need no information for the debugger, which takes time to build.
flags=(-Xswiftc -warnings-as-errors -debug-info-format none)

logs="$(mktemp -d)"
# What runs side by side with other steps ends with them.
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$logs"' EXIT

# Prints the title of a step, and the time since the start of the script.
step() { printf '\n== %s (%d:%02d)\n' "$1" $((SECONDS / 60)) $((SECONDS % 60)); }

# Runs the tests of the built package; takes options of `swift test`.
run_tests() { swift test --skip-build --parallel "${flags[@]}" "$@" 2>&1 | tee "$logs/tests"; }

# The number of tests in the last run.
passed_tests() {
  awk '/Test run with/ { for (i = 1; i < NF; i++) if ($i == "with") sum += $(i + 1) } END { print sum + 0 }' "$logs/tests"
}
