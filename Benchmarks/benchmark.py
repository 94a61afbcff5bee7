#!/usr/bin/env python3
"""Measures `bgpolicy` against the bars that it has to meet; Scripts/benchmark.sh builds what this needs.

Times are medians of runs in turns: a machine that is slow for a while is slow for everybody, so bars are shares of a peer's time where
there is a peer. Growth is counted in callgrind's instructions, which repeat to a thousandth.
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
        self.work.mkdir(parents=True)
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


def mebibytes(number):
    return f"{number:.1f} MiB"


def judge_times(bench, table):
    ours = [bench.bgpolicy, "lint", "--quiet"]
    events = [bench.tool("events"), bench.policy]
    ryl = [str(bench.peers / "ryl"), "check", "--no-cache", "--enable", "ALL", "."]
    starts = []
    seconds = {(folder, name): [] for folder in (bench.many, bench.noted) for name in ("bgpolicy", "ryl")}
    for _ in range(ROUNDS):
        starts += [(bench.run([*ours, bench.policy]), bench.run(events)) for _ in range(STARTS)]
        for _ in range(3):
            for folder in (bench.many, bench.noted):
                seconds[folder, "bgpolicy"].append(bench.run(ours, folder)[0])
                seconds[folder, "ryl"].append(bench.run(ryl, folder, allowed=(0, 1))[0])
    load = os.getloadavg()[0]
    print(f"Load of the last minute: {load:.1f} on {os.cpu_count()} processors, these runs among it; other work spoils the times")
    one, bare = (statistics.median(start[which][0] for start in starts) for which in (0, 1))
    print(f"One policy: {one * 1e3:.2f} ms, the C program {bare * 1e3:.2f} ms, medians of {len(starts)}")
    table.add("one policy, time to the C program's", one / bare, 3.0, times)
    table.add("one policy, largest resident set", max(start[0][1] for start in starts), 12.0, mebibytes)
    for what, folder in ((f"{POLICIES} policies", bench.many), (f"{POLICIES} policies with a note each", bench.noted)):
        our, peer = (statistics.median(seconds[folder, name]) for name in ("bgpolicy", "ryl"))
        print(f"{what}: bgpolicy {our:.3f} s, ryl {peer:.3f} s")
        if folder == bench.many:
            table.add(f"{what}, ryl's time to ours", peer / our, 2.0, times, at_least=True)


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
    parser.add_argument("--peers", required=True, help="the folder of ryl and of a Python with SimPy")
    parser.add_argument("--work", required=True, help="a folder that is made anew")
    bench = Bench(parser.parse_args())
    table = Table()
    judge_times(bench, table)
    simulations.judge(bench, table, times)
    editing.judge(bench.bgpolicy, table)
    judge_threads(bench, table)
    scaling.judge(bench, table)
    print(f"\n{table.text()}")
    return 0 if table.is_met else 1


if __name__ == "__main__":
    sys.exit(main())
