#!/usr/bin/env python3
"""Measures a gate over many policies of a repository: gate.py BGPOLICY [POLICIES [LIMIT]]

Each app has two tasks, two sessions, two transfers and two budgets. Every third one has work that comes up each day, which takes
weeks of simulated time; the work of the others ends. Prints the seconds of each call, and fails if one takes longer than LIMIT,
by default 10 for 500 policies: for two cores that have nothing else to do.
"""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

POLICY = """schema: 1
app: {{ name: App{number:03d}, bundleIdentifier: {app}, deploymentTarget: {{ iOS: "16.0" }} }}
sessions:
  library: {{ identifier: {app}.library, timeoutIntervalForResource: {days}d, isDiscretionary: true }}
  api: {{ type: default }}
tasks:
  refresh: {{ type: appRefresh, identifier: {app}.refresh, earliestBegin: {hours}h, reschedule: true }}
  clean:
    type: processing
    identifier: {app}.clean
    earliestBegin: 1d
    reschedule: true
    requiresExternalPower: true
    requiresNetworkConnectivity: false
transfers:
  photos: {{ session: library, direction: download, count: {count}, size: {size}MB{every} }}
  feed: {{ session: api, direction: download, count: 1, size: 40kB }}
budgets:
  photos: {{ completion: {{ p95: 5d }}, cellularBytesPerDay: 2GB }}
"""


def write(root, policies):
    for number in range(policies):
        folder = root / f"apps/app{number:03d}"
        folder.mkdir(parents=True)
        (folder / "bgpolicy.yaml").write_text(POLICY.format(
            number=number, app=f"com.example.app{number:03d}", days=2 + number % 4, hours=1 + number % 6,
            count=10 + number % 30, size=1 + number % 9, every=", every: 1d" if number % 3 == 0 else ""))


def main(tool, policies=500, limit=10.0):
    tool = os.path.abspath(tool)
    slow = []
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        write(root, policies)
        git = ["git", "-c", "user.name=scratch", "-c", "user.email=scratch@example.com"]
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
            subprocess.run([*git, *words], cwd=root, check=True)
        subprocess.run([tool, "compile", "--no-estimate", "--quiet"], cwd=root, stdout=subprocess.DEVNULL, check=True)
        changed = root / "apps/app001/bgpolicy.yaml"
        changed.write_text(changed.read_text().replace("size: 40kB", "size: 60kB"))
        subprocess.run([tool, "compile", "--no-estimate", "--quiet", changed], stdout=subprocess.DEVNULL, check=True)
        print(f"{policies} policies, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        print(f"{'':44}{'wall':>8}{'user':>8}")
        for words in (
            ["lint"], ["gate", "--skip", "budgets"], ["gate", "--skip", "generated"], ["gate"],
            ["gate", "--base", "git:HEAD"], ["gate", "--changed", "git:HEAD"],
        ):
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.monotonic()
            subprocess.run([tool, *words], cwd=root, stdout=subprocess.DEVNULL, check=True)
            wall = time.monotonic() - start
            user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            print(f"bgpolicy {' '.join(words):35}{wall:7.2f}s{user:7.2f}s", flush=True)
            if wall > limit:
                slow.append(" ".join(words))
    if slow:
        sys.exit(f"Longer than {limit:g} s: {', '.join(slow)}")


if __name__ == "__main__":
    main(sys.argv[1], *(convert(word) for convert, word in zip((int, float), sys.argv[2:])))
