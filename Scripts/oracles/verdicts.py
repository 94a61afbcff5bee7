"""Draws policies at random, and checks that no verdict on a budget depends on the seed of an estimate, except that a verdict may be undecided.

verdicts.py TOOL [POLICIES [SEED]] draws that many policies, 20 by default.
"""

import collections
import concurrent.futures
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

SEEDS = range(1, 7)
SCENARIOS = ["commuter", "office", "fieldWorker", "homeCharging", "weekendUser", "student", "rareUser"]
# Limits are near the estimates, where verdicts are hardest.
FACTORS = [0.5, 0.8, 0.95, 1, 1.05, 1.25, 2]
SHARES = ["unfinishedShare", "expiredShare", "missedDeadlineShare"]


def transfer(chance, session):
    """A transfer as YAML in a line."""
    count = chance.choice([1, 1, 2, 12, 60, 300])
    every = chance.choice(["once", "6h", "1d", "1d", "2d"])
    parts = [
        f"session: {session}",
        f"direction: {chance.choice(['upload, source: file', 'download'])}",
        f"count: {count}",
        f"size: {chance.choice([30, 300, 3_000, 30_000])}kB",
        f"submit: {chance.choice(['allAtOnce', '{ batch: 10 }', 'oneAtATime'])}",
        f"startedIn: {chance.choice(['background', 'foreground'])}",
        f"every: {every}",
    ]
    for key, times in [("validFor", ["6h", "1d", "3d"]), ("deadline", ["8h", "1d", "2d"])]:
        if chance.random() < 0.5:
            parts.append(f"{key}: {chance.choice(times)}")
    return "{ " + ", ".join(parts) + " }"


def policy(chance):
    """A policy without budgets, and the names of its transfers."""
    sessions, transfers = [], []
    for number in range(chance.choice([1, 1, 2])):
        keys = [f"identifier: com.example.app.{number}", f"isDiscretionary: {chance.choice(['true', 'false'])}"]
        if chance.random() < 0.5:
            keys.append("allowsCellularAccess: false")
        if chance.random() < 0.7:
            keys.append(f"timeoutIntervalForResource: {chance.choice(['12h', '2d', '7d'])}")
        sessions.append(f"  s{number}: {{ {', '.join(keys)} }}")
        for index in range(chance.choice([1, 1, 2])):
            transfers.append((f"t{number}{index}", transfer(chance, f"s{number}")))
    text = "schema: 1\napp: { name: App, bundleIdentifier: com.example.app, deploymentTarget: { iOS: \"17.0\" } }\n"
    text += "sessions:\n" + "\n".join(sessions) + "\ntransfers:\n"
    return text + "".join(f"  {name}: {value}\n" for name, value in transfers), [name for name, _ in transfers]


def estimate(tool, path, words, form="json"):
    call = [tool, "estimate", path, "--format", form, "--jobs", "1", *words]
    result = subprocess.run(call, capture_output=True, check=False)
    assert result.returncode in (0, 1), result.stderr.decode()
    return result.stdout.decode()


def verdicts_of(tool, path, words):
    """The rows on each budget by their quantities, by the budget's name. CSV takes no runs for the causes, as JSON does."""
    budgets = collections.defaultdict(dict)
    for row in csv.DictReader(io.StringIO(estimate(tool, path, words, "csv"))):
        if row["section"] == "budget":
            budgets[row["name"]][row["quantity"]] = row["value"]
    return budgets


def limits(chance, figures):
    """Limits near the figures of a transfer, as YAML in a line."""
    lines = []
    for quantile in ("p50", "p95"):
        # The middle of the draws and the estimate with the model's values are both places where a verdict may turn.
        plausible = figures["completionSeconds"].get("plausible", {}).get(quantile, {}).get("median")
        value = chance.choice([plausible, figures["completionSeconds"][quantile]])
        if value is not None and value >= 2:
            lines.append(f"{quantile}: {value * chance.choice(FACTORS):.0f}s")
    parts = ["completion: { " + ", ".join(lines) + " }"] if lines else []
    launches = figures["launchesPerDay"]["p95"]
    if launches:
        parts.append(f"launchesPerDay: {{ p95: {max(0.1, launches * chance.choice(FACTORS)):.1f} }}")
    if figures["energyJoulesPerDay"] >= 1:
        parts.append(f"energyPerDay: {figures['energyJoulesPerDay'] * chance.choice(FACTORS):.1f}J")
    share = chance.choice(SHARES)
    if figures.get(share):
        parts.append(f"{share}: {min(1, max(0.01, figures[share]['value'] * chance.choice(FACTORS))):.3f}")
    return "{ " + ", ".join(parts) + " }" if parts else None


def check(tool, folder, number, seed):
    """The verdicts of one policy's budgets under all seeds, by name, and the policy."""
    chance = random.Random(f"{seed}/{number}")
    scenario = ["--scenario", chance.choice(SCENARIOS)]
    text, names = policy(chance)
    path = os.path.join(folder, f"{number}.bgpolicy.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    figures = json.loads(estimate(tool, path, [*scenario, "--seed", "99"]))["transfers"]
    budgets = [(name, limits(chance, figures[name])) for name in names if name in figures]
    if not any(limit for _, limit in budgets):
        return {}, scenario[1], text
    text += "budgets:\n" + "".join(f"  {name}: {limit}\n" for name, limit in budgets if limit)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    verdicts = collections.defaultdict(list)
    for seed in SEEDS:
        for name, budget in verdicts_of(tool, path, [*scenario, "--seed", str(seed)]).items():
            verdicts[name].append(budget)
    return verdicts, scenario[1], text


def main(tool, count=20, seed=1):
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda number: check(tool, folder, number, seed), range(count)))
    counts, flips, texts = collections.Counter(), 0, []
    for number, (verdicts, scenario, text) in enumerate(results):
        for name, budgets in verdicts.items():
            counts.update(budget["verdict"] for budget in budgets)
            if len({budget["verdict"] for budget in budgets} - {"undecided"}) > 1:
                flips += 1
                values = [(b["verdict"], b["actual"], b["keptShare"]) for b in budgets]
                texts.append(f"policy {number}, {scenario}, {name}, limit {budgets[0]['limit']}:\n" + "\n".join(map(str, values)))
                if len(texts) == 1:
                    texts[-1] += "\n" + text
    print(f"{count} policies, {sum(counts.values())} verdicts over {len(SEEDS)} seeds: {dict(counts)}")
    assert flips == 0, f"{flips} verdicts differ between seeds\n" + "\n".join(texts)


main(os.path.abspath(sys.argv[1]), *map(int, sys.argv[2:]))
