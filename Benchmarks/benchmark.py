#!/usr/bin/env python3
"""Measures `bgpolicy lint` and the simulation against the bars that it has to meet; Scripts/benchmark.sh builds what this needs.

Instructions are callgrind's, which repeat to a thousandth. Times are medians of runs in turns: a machine that is slow for
a while is slow for everybody, so only their ratios are judged.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import editing
import policies
import scaling
import simulations

COPIES = 200
POLICIES = 3_000
ROUNDS = 5
STARTS = 101


class Bench:
    """The programs, and a folder to work in."""

    def __init__(self, options):
        self.tools = Path(options.tools).resolve()
        self.peers = Path(options.peers).resolve()
        self.work = Path(options.work).resolve()
        self.bgpolicy = str(self.tools / "bgpolicy")
        self.policy = str(Path(__file__).resolve().parent / "policy.bgpolicy.yaml")
        shutil.rmtree(self.work, ignore_errors=True)
        self.copies = self.work / "copies"
        self.copies.mkdir(parents=True)
        for number in range(COPIES + 1):
            shutil.copy(self.policy, self.copies / f"p{number:03}.bgpolicy.yaml")
        self.many = self.work / "many"
        policies.main(self.many, POLICIES)
        self.noted = self.work / "noted"
        policies.main(self.noted, POLICIES, batched=1)
        for name in ("bgpolicy", "events"):
            self.read_back(self.tools / name)
        # What lint writes about findings would be measured as well.
        found = subprocess.run([self.bgpolicy, "lint", "--quiet", self.policy], capture_output=True, text=True).stdout
        if found:
            sys.exit(f"The policy that is measured has findings:\n{found[:1000]}")

    @staticmethod
    def read_back(path):
        """Drops a program from memory and reads it from the disk again, as on a machine that did not build it.

        How a file came into memory decides how much of it the system maps at a time.
        """
        file = os.open(path, os.O_RDONLY)
        os.fsync(file)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        while os.read(file, 1 << 17):
            pass
        os.close(file)

    def tool(self, name):
        return str(self.tools / name)

    def instructions(self, command, folder=None, source=None):
        """How many instructions a command takes."""
        call = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
        with open(source or "/dev/null", "rb") as text:
            result = subprocess.run(call, cwd=folder, stdin=text, capture_output=True, text=True)
        match = re.search(r"Collected : (\d+)", result.stderr)
        if result.returncode > 1 or not match:
            sys.exit(f"callgrind failed on {' '.join(command)}:\n{result.stderr}")
        return int(match.group(1))

    def run(self, command, folder=None, allowed=(0,)):
        """Seconds and MiB of one run."""
        result = subprocess.run(
            [self.tool("stopwatch"), *command], cwd=folder, capture_output=True, text=True, check=True)
        took, size, status = map(int, result.stdout.split())
        if status not in allowed:
            sys.exit(f"{' '.join(command)} ended with {status}")
        return took / 1e9, size / 1024


class Table:
    """The bars, and whether each is met."""

    def __init__(self):
        self.rows = []

    def add(self, what, value, limit, form, at_least=False):
        is_met = value >= limit if at_least else value <= limit
        sign = "≥" if at_least else "≤"
        self.rows.append((what, form(value), f"{sign} {form(limit)}", "met" if is_met else "missed"))

    def add_aim(self, what, value, limit, form):
        """A row that says how far off something is, and does not decide."""
        state = "met, does not decide" if value >= limit else "missed, does not decide"
        self.rows.append((what, form(value), f"≥ {form(limit)}", state))

    def add_truth(self, what, is_true):
        self.rows.append((what, "yes" if is_true else "no", "yes", "met" if is_true else "missed"))

    def text(self):
        rows = [("bar", "measured", "allowed", ""), *self.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)

    @property
    def is_met(self):
        return all(row[3] != "missed" for row in self.rows)


def times(number):
    return f"{number:.2f} times"


def share(number):
    return f"{number:.3f} times"


def millions(number):
    return f"{number / 1e6:.2f} M"


def mebibytes(number):
    return f"{number:.1f} MiB"


def judge_instructions(bench, table):
    def each(command, source=None):
        once = bench.instructions([*command, "1"], source=source)
        return (bench.instructions([*command, str(COPIES + 1)], source=source) - once) / COPIES

    events = each([bench.tool("events"), bench.policy])
    reading = each([bench.tool("ReadingBenchmark")], source=bench.policy)
    names = sorted(path.name for path in bench.copies.iterdir())
    lint = [bench.bgpolicy, "lint", "--quiet", "--jobs", "1"]
    one = bench.instructions([*lint, names[0]], folder=bench.copies)
    all_rules = (bench.instructions([*lint, *names], folder=bench.copies) - one) / COPIES
    size = Path(bench.policy).stat().st_size
    print(
        f"Instructions for each policy of {size} bytes: events {events / 1e3:.1f} k, reading {reading / 1e3:.1f} k,"
        f" all rules {all_rules / 1e3:.1f} k")
    cold = bench.instructions([bench.bgpolicy, "lint", "--quiet", bench.policy])
    table.add("one policy, instructions", cold, 2.0e6, millions)
    table.add("reading into nodes to the bare events, instructions", reading / events, 1.15, share)
    table.add("all rules to the reading, instructions", all_rules / reading, 1.6, share)


def judge_times(bench, table):
    ours = [bench.bgpolicy, "lint", "--quiet"]
    events = [bench.tool("events"), bench.policy]
    ryl = [str(bench.peers / "ryl"), "check", "--no-cache", "--enable", "ALL", "."]
    yamllint = [str(bench.peers / "yamllint"), "."]
    starts = []
    seconds = {"bgpolicy": [], "ryl": [], "yamllint": []}
    noted = {"bgpolicy": [], "ryl": [], "yamllint": []}
    for _ in range(ROUNDS):
        starts += [(bench.run([*ours, bench.policy]), bench.run(events)) for _ in range(STARTS)]
        for _ in range(3):
            seconds["bgpolicy"].append(bench.run(ours, bench.many)[0])
            seconds["ryl"].append(bench.run(ryl, bench.many, allowed=(0, 1))[0])
            noted["bgpolicy"].append(bench.run(ours, bench.noted)[0])
            noted["ryl"].append(bench.run(ryl, bench.noted, allowed=(0, 1))[0])
        seconds["yamllint"].append(bench.run(yamllint, bench.many, allowed=(0, 1))[0])
    noted["yamllint"].append(bench.run(yamllint, bench.noted, allowed=(0, 1))[0])
    load = os.getloadavg()[0]
    print(f"Load of the last minute: {load:.1f} on {os.cpu_count()} processors, these runs among it; other work spoils the times")
    one, bare = (statistics.median(start[which][0] for start in starts) for which in (0, 1))
    print(f"One policy: {one * 1e3:.2f} ms, the C program {bare * 1e3:.2f} ms, medians of {len(starts)}")
    table.add("one policy, wall time to the C program's", one / bare, 2.0, times)
    table.add("one policy, largest resident set", max(start[0][1] for start in starts), 8.0, mebibytes)
    for what, values, add in [
        (f"{POLICIES} policies", seconds, lambda *row: table.add(*row, at_least=True)),
        (f"{POLICIES} policies with a note each", noted, table.add_aim),
    ]:
        medians = {name: statistics.median(values[name]) for name in values}
        print(f"{what}: " + ", ".join(f"{name} {value:.3f} s" for name, value in medians.items()))
        for peer, limit in (("ryl", 2.0), ("yamllint", 150)):
            add(f"{what}, {peer}'s time to ours", medians[peer] / medians["bgpolicy"], limit, times)


def judge_threads(bench, table):
    def output(*words):
        result = subprocess.run([bench.bgpolicy, "lint", *words], cwd=bench.noted, capture_output=True)
        return result.returncode, result.stdout, result.stderr

    for form in ("text", "json"):
        one = output("--format", form, "--jobs", "1")
        table.add_truth(
            f"{POLICIES} policies, the same bytes from one and two threads as {form}",
            len(one[1]) > 10_000 and one == output("--format", form, "--jobs", "2"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", required=True, help="the folder of the programs that are measured")
    parser.add_argument("--peers", required=True, help="the folder of ryl and yamllint")
    parser.add_argument("--work", required=True, help="a folder that is made anew")
    bench = Bench(parser.parse_args())
    table = Table()
    for judge in (judge_instructions, judge_times, judge_threads):
        judge(bench, table)
    scaling.judge(bench, table)
    simulations.judge(bench, table, times)
    editing.judge(bench.bgpolicy, table)
    print(f"\n{table.text()}")
    return 0 if table.is_met else 1


if __name__ == "__main__":
    sys.exit(main())
