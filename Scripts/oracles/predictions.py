"""Draws parameters of the model on its own, and checks that the predictive intervals of estimates contain what they lead to."""

import concurrent.futures
import json
import math
import os
import random
import subprocess
import sys
import tempfile

DRAWS = 400
# The intervals end at the 5th and the 96th of 100 draws, so that chance moves the share between them: by 3 % in the standard
# deviation, which the mean over some estimates brings to 1 %, and another 1.5 % for so many draws as here.
ESTIMATES = 8
SHARES = (0.83, 0.97)
RUNS = "1000"
POLICY = """
schema: 1
app: { name: App, bundleIdentifier: com.example.app, deploymentTarget: { iOS: "17.0" } }
sessions:
  uploads: { identifier: com.example.uploads, isDiscretionary: true, timeoutIntervalForResource: 3d }
  texts: { identifier: com.example.texts, timeoutIntervalForResource: 1d }
transfers:
  photos: { session: uploads, count: 60, size: 30MB, submit: { batch: 20 }, startedIn: background, every: once }
  notes: { session: texts, count: 6, size: 200kB, submit: oneAtATime, startedIn: background, every: once }
"""


def estimate(tool, policy, *words):
    call = [tool, "estimate", policy, "--format", "json", *words]
    result = subprocess.run(call, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr.decode()
    return json.loads(result.stdout)


def number(text):
    """The number and the unit of a value, such as 5m."""
    digits = len(text) - len(text.lstrip("0123456789."))
    return float(text[:digits]), text[digits:]


UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "": 1}


def drawn(parameter, chance):
    """A value of an uncertain parameter as --model takes it; None if it keeps its own."""
    if parameter["isSet"]:
        return None
    if "choices" in parameter:
        uncertain = parameter["confidence"] in ("assumed", "reported")
        return chance.choice(parameter["choices"]) if uncertain else None
    if "range" not in parameter:
        return None
    if parameter["value"] is None and chance.random() < 0.5:
        return "none"
    (low, unit_low), (high, unit_high) = (number(parameter["range"][end]) for end in ("low", "high"))
    low, high = low * UNITS[unit_low], high * UNITS[unit_high]
    value = math.exp(chance.uniform(math.log(low), math.log(high))) if low > 0 else chance.uniform(low, high)
    unit = {"s": "s", "B": "B", "B/s": "B"}.get(parameter["unit"], "")
    return f"{value:.3f}{unit}" if unit == "s" else f"{value:.0f}{unit}" if unit else f"{value:.6f}"


def later(value):
    return math.inf if value is None else value


def main(tool):
    chance = random.Random(20)
    with tempfile.TemporaryDirectory() as folder:
        policy = os.path.join(folder, "app.bgpolicy.yaml")
        with open(policy, "w", encoding="utf-8") as file:
            file.write(POLICY)
        owns = [estimate(tool, policy, "--runs", RUNS, "--seed", str(seed)) for seed in range(1, ESTIMATES + 1)]
        own = owns[0]
        calls = []
        for run in range(DRAWS):
            values = {p["name"]: drawn(p, chance) for p in own["model"]["parameters"]}
            words = [f"--model={name}={value}" for name, value in values.items() if value is not None]
            calls.append(["--runs", RUNS, "--jobs", "1", "--seed", str(1_000 + run), *words])
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            others = list(pool.map(lambda words: estimate(tool, policy, *words), calls))
    wrong = []
    for name in own["transfers"]:
        for figure in ("p50", "p95"):
            values = [later(other["transfers"][name]["completionSeconds"][figure]) for other in others]
            shares = []
            for one in owns:
                bounds = one["transfers"][name]["completionSeconds"]["predictive"][figure]
                low, high = (later(bound) for bound in bounds)
                shares.append(sum(low <= value <= high for value in values) / DRAWS)
            share = sum(shares) / ESTIMATES
            print(
                f"{name}, {figure}: {share:.1%} of {DRAWS} draws are within the interval of an estimate,"
                f" {min(shares):.1%} to {max(shares):.1%} in {ESTIMATES} of them")
            if not SHARES[0] <= share <= SHARES[1]:
                wrong.append(f"{name}, {figure}: {share:.1%} of the draws")
    assert not wrong, "\n".join(wrong)


main(os.path.abspath(sys.argv[1]))
