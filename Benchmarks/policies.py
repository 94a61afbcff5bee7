#!/usr/bin/env python3
"""Writes so many policies into a folder, the same ones at every call: apps of one to two kilobytes with few mistakes.

policies.py FOLDER COUNT [SHARE]

SHARE of the transfers, 3 % without it, submit a batch at a time, which the linter reports.
"""

import random
import sys
from pathlib import Path

NAMES = ["Photos", "Podcasts", "Maps", "Recipes", "Journal", "Weather", "Reader", "Scanner", "Trails", "Ledger"]
JOBS = ["library", "episodes", "tiles", "articles", "backups", "receipts", "tracks", "exports"]


def session(job, bundle, chance):
    timeout = chance.choice(["1d", "2d", "36h", "7d"])
    lines = [
        f"  {job}:",
        f"    identifier: {bundle}.{job}",
        f"    timeoutIntervalForResource: {timeout}",
        f"    allowsExpensiveNetworkAccess: {chance.choice(['true', 'false'])}",
    ]
    lines.append("    allowsConstrainedNetworkAccess: false")
    if chance.random() < 0.97:
        lines.append("    isDiscretionary: true")
    if chance.random() < 0.3:
        lines.append(f"    httpMaximumConnectionsPerHost: {chance.randint(2, 6)}")
    if chance.random() < 0.3:
        lines.append('    httpAdditionalHeaders: { Accept-Language: "en", X-Client: "ios" }')
    return lines


def transfer(name, job, chance, batched):
    upload = chance.random() < 0.6
    size = chance.choice(["400kB", "2MB", "4MB", "1.5MB..5MB"])
    lines = [
        f"  {name}:",
        f"    session: {job}",
        f"    direction: {'upload' if upload else 'download'}",
        f"    size: {size}",
    ]
    if upload:
        lines.append("    source: file")
    lines.append(f"    count: {chance.randint(2, 15)}")
    batch = chance.choice([2, 5, 10])
    lines.append(f"    submit: {{ batch: {batch} }}" if chance.random() < batched else "    submit: allAtOnce")
    if chance.random() < 0.4:
        lines.append(f"    validFor: {chance.choice(['12h', '1d', '2d'])}")
    if chance.random() < 0.4:
        lines.append("    every: 1d")
    return lines


def policy(number, batched):
    """The policy of a number, with a share of transfers that submit a batch at a time."""
    chance = random.Random(number)
    name = chance.choice(NAMES)
    bundle = f"com.example.{name.lower()}{number}"
    tasks = ["refresh"] + (["cleanup"] if chance.random() < 0.8 else [])
    jobs = chance.sample(JOBS, 1 if chance.random() < 0.97 else 2)
    modes = ["fetch"] + (["processing"] if "cleanup" in tasks else [])
    lines = [
        f"# {name}: what it does while nobody looks.",
        "schema: 1",
        "app:",
        f"  name: {name}",
        f"  bundleIdentifier: {bundle}",
        f'  deploymentTarget: {{ iOS: "{chance.choice(["15.0", "16.0", "17.4", "18.0"])}" }}',
        f"backgroundModes: [{', '.join(modes)}]",
        "permittedIdentifiers:",
        *[f"  - {bundle}.{task}" for task in tasks],
        "sessions:",
        *[line for job in jobs for line in session(job, bundle, chance)],
        "tasks:",
        "  refresh:",
        "    type: appRefresh",
        f"    identifier: {bundle}.refresh",
        f"    earliestBegin: {chance.choice(['15m', '30m', '1h', '4h'])}",
        # A few never submit their next request, which is worth a warning.
        f"    reschedule: {'false' if number % 50 == 0 else 'true'}",
        "    expectedRuntime: 10s",
    ]
    if "cleanup" in tasks:
        lines += [
            "  cleanup:",
            "    type: processing",
            f"    identifier: {bundle}.cleanup",
            "    # On power the work may take its time.",
            "    requiresExternalPower: true",
            f"    requiresNetworkConnectivity: {chance.choice(['true', 'false'])}",
            f"    earliestBegin: {chance.choice(['6h', '12h', '1d'])}",
            f"    expectedRuntime: {chance.choice(['2m', '4m'])}",
        ]
    lines.append("transfers:")
    for index, job in enumerate(jobs * chance.randint(1, 3)):
        lines += transfer(f"{job}{index + 1}", job, chance, batched)
    if chance.random() < 0.3:
        lines += [
            "scenarios:",
            "  weekend:",
            "    extends: commuter",
            "    foregroundSessions: { perDay: 12, duration: 3m }",
            '    wifi: ["20:00-09:00"]',
        ]
    return "\n".join(lines) + "\n"


def main(folder, count, batched=0.03):
    Path(folder).mkdir(parents=True, exist_ok=True)
    for number in range(count):
        Path(folder, f"p{number:05}.bgpolicy.yaml").write_text(policy(number, batched), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *map(float, sys.argv[3:]))
