"""Measures the simulation against the same load in C and in SimPy.

The load runs in whole simulations, which account for networks, energy and all else that the load makes no use of, and on
the simulation's kernel alone: its visits, pushes, limiter, queues and random numbers. The bars of speed are the kernel's,
which does what the C program does. All but SimPy have the same random numbers, so their counts have to be equal.
"""

import json
import statistics
import subprocess
import tempfile
from pathlib import Path

RUNS = 100_000
SIMPY_RUNS = 300
ROUNDS = 5
COUNTS = ("runs", "events", "launches", "finished", "held")
MANY = 100_000


def measure(command, source=None):
    text = Path(source).read_bytes() if source else b""
    return json.loads(subprocess.run(command, input=text, capture_output=True, check=True).stdout)


def judge(bench, table, times):
    folder = Path(__file__).parent
    load = folder / "reference.bgpolicy.yaml"
    program = [bench.tool("SimulationBenchmark")]
    commands = {
        "c": ([bench.tool("simulation"), str(RUNS)], None),
        "kernel": ([*program, "kernel", str(RUNS), "1"], load),
        "kernel on two": ([*program, "kernel", str(RUNS), "2"], load),
        "whole": ([*program, "whole", str(RUNS), "1"], load),
        "whole on two": ([*program, "whole", str(RUNS), "2"], load),
        "simpy": ([str(bench.peers / "python3"), str(folder / "simulation.py"), str(SIMPY_RUNS)], None),
    }
    results = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, (command, source) in commands.items():
            results[name].append(measure(command, source))
    seconds = {name: statistics.median(result["seconds"] / result["runs"] for result in each) for name, each in results.items()}
    for name, each in results.items():
        events = f"{each[0]['events'] / each[0]['runs'] / seconds[name] / 1e6:.1f} M events/s, " if "events" in each[0] else ""
        print(f"Simulation, {name}: {events}{1 / seconds[name]:.0f} device-weeks/s, {seconds['c'] / seconds[name]:.3f} of C,"
              f" {seconds['simpy'] / seconds[name]:.1f} times SimPy")
    counts = {name: tuple(each[0][count] for count in COUNTS) for name, each in results.items() if name != "simpy"}
    table.add_truth("simulation, the same counts as C, whole and kernel, on one and two cores", len(set(counts.values())) == 1)
    per_run = lambda name, count: results[name][0][count] / results[name][0]["runs"]
    table.add_truth(
        "simulation, launches within 2 % of SimPy's",
        abs(per_run("simpy", "launches") / per_run("c", "launches") - 1) < 0.02)
    table.add("simulation's kernel to C, speed", seconds["c"] / seconds["kernel"], 0.8, times, True)
    table.add("simulation's kernel to SimPy, speed", seconds["simpy"] / seconds["kernel"], 120, times, True)
    table.add("simulation's kernel, two cores to one", seconds["kernel"] / seconds["kernel on two"], 1.8, times, True)
    table.add("whole simulation, two cores to one", seconds["whole"] / seconds["whole on two"], 1.8, times, True)
    judge_estimates(bench, table, folder.parent, times)


def judge_estimates(bench, table, root, times):
    photos = [bench.bgpolicy, "estimate", str(root / "Examples/Photos/bgpolicy.yaml")]
    policy = photos[-1]
    for what, words, limit in (
            ("the estimate", photos[1:], 300),
            ("its page", [*photos[1:], "--format", "html"], 1_000),
            ("all scenarios", [*photos[1:], "--scenario", "all"], 2_000),
            ("advice", ["advise", policy], 1_000)):
        call = [bench.bgpolicy, *words]
        bench.run(call, allowed=(0, 1))
        took = statistics.median(bench.run(call, allowed=(0, 1))[0] for _ in range(ROUNDS))
        table.add(f"Examples/Photos, {what}", took * 1e3, limit, lambda number: f"{number:.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        policy = Path(folder) / "bgpolicy.yaml"
        policy.write_text(many_entries(1))
        took = statistics.median(bench.run([bench.bgpolicy, "estimate", str(policy)])[0] for _ in range(ROUNDS))
        table.add("default estimate of one transfer", took * 1e3, 40, lambda number: f"{number:.0f} ms")
        for name, text in (("one entry", one_entry()), ("as many entries", many_entries(MANY))):
            policy = Path(folder) / "bgpolicy.yaml"
            policy.write_text(text)
            took = bench.run([bench.bgpolicy, "estimate", str(policy)], allowed=(0, 1))[0]
            table.add(f"{MANY} transfers in {name}", took, 10, lambda number: f"{number:.1f} s")
    judge_growth(bench, table, photos, times)


def judge_growth(bench, table, photos, times):
    """What it takes grows with what happens, and memory doesn't grow with the runs."""
    def memory(runs):
        return max(bench.run([*photos, "--runs", str(runs)], allowed=(0, 1))[1] for _ in range(ROUNDS))

    few, many = memory(500), memory(8_000)
    table.add("16 times the runs, largest resident set", many / few, 1.5, times)
    with tempfile.TemporaryDirectory() as folder:
        policy = Path(folder) / "bgpolicy.yaml"
        counts = []
        for entries in (1_000, 2_000):
            policy.write_text(many_entries(entries))
            estimate = [bench.bgpolicy, "estimate", str(policy), "--runs", "40", "--jobs", "1", "--format", "csv"]
            counts.append(bench.instructions(estimate))
    table.add("twice the entries, instructions", counts[1] / counts[0], 2.2, times)


HEAD = """schema: 1
app: { name: Many, bundleIdentifier: com.example.many }
sessions: { session: { identifier: com.example.many } }
transfers:
"""


def one_entry():
    return HEAD + f"  work: {{ session: session, count: {MANY}, size: 1kB..9kB }}\n"


def many_entries(count):
    return HEAD + "".join(f"  t{index}: {{ session: session, size: 1kB..9kB }}\n" for index in range(count))
