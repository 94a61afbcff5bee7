"""Holds the predictive intervals of estimates against draws of the model's parameters that this program makes on its own.

predictions.py TOOL [DRAWS [POLICY...]] makes 200 draws for each policy by default. For the policies in OWN, this program also computes what a
draw leads to, without the tool. For the others, the tool estimates it with the drawn values, in which nothing is left to be predicted.
"""

import concurrent.futures
import csv
import io
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile

# An interval is to hold 90 % of the draws, which chance moves by 2 % in the standard deviation for 200 draws, and to be at most twice as wide
# as the interval that 90 % of the draws need.
SHARES = (0.83, 0.97)
WIDEST = 2
# The ends of one estimate's interval are two of its 100 draws, which moves the share by 4 % in the standard deviation. The mean over some
# estimates has a fraction of that.
SEEDS = range(1, 9)
# An interval that is narrower than this share of its upper end is narrow enough, whatever the draws need.
LEAST_WIDTH = 0.02
DAY = 86_400

HEAD = """
schema: 1
app: { name: App, bundleIdentifier: com.example.app, deploymentTarget: { iOS: "17.0" } }
backgroundModes: [fetch]
"""
STEADY = """
scenarios:
  steady: { extends: kiosk, variation: 0s, foregroundSessions: { perDay: 0 }, rebootsPerWeek: 0, weekend: { foregroundSessions: { perDay: 0 } } }
"""
NIGHTLY = """
scenarios:
  nightly:
    { extends: kiosk, variation: 0s, foregroundSessions: { perDay: 0 }, charging: ["23:00-07:00"], rebootsPerWeek: 0, battery: { drainPerHour: 0%, chargePerHour: 60%, atStart: 80% }, weekend: { foregroundSessions: { perDay: 0 }, charging: ["23:00-07:00"] } }
"""
POLICIES = {
    "burst": (
        "steady", 2000,
        "sessions: { s: { identifier: com.example.app.s, timeoutIntervalForResource: 7d } }\n"
        "transfers:\n"
        "  work: { session: s, direction: download, count: 12, size: 25MB, startedIn: background, every: once }" + STEADY),
    "chain": (
        "steady", 2000,
        "sessions: { s: { identifier: com.example.app.s, timeoutIntervalForResource: 7d } }\n"
        "transfers:\n"
        "  work: { session: s, direction: upload, source: file, count: 5, size: 40MB, submit: oneAtATime, startedIn: background, every: once }"
        + STEADY),
    "relaxed": (
        "nightly", 2000,
        "sessions: { s: { identifier: com.example.app.s, isDiscretionary: true, timeoutIntervalForResource: 12h } }\n"
        "transfers:\n"
        "  work: { session: s, direction: upload, source: file, count: 1, size: 100kB, startedIn: background, every: once }" + NIGHTLY),
    "backup": (
        "commuter", 1000,
        "sessions:\n"
        "  uploads: { identifier: com.example.app.uploads, isDiscretionary: true, timeoutIntervalForResource: 3d }\n"
        "  texts: { identifier: com.example.app.texts, timeoutIntervalForResource: 1d }\n"
        "transfers:\n"
        "  photos: { session: uploads, count: 60, size: 30MB, submit: { batch: 20 }, startedIn: background, every: once }\n"
        "  notes: { session: texts, count: 6, size: 200kB, submit: oneAtATime, startedIn: background, every: once }\n"),
    "journal": (
        "office", 1000,
        "sessions:\n"
        "  fast: { identifier: com.example.app.fast }\n"
        "  bulk: { identifier: com.example.app.bulk, isDiscretionary: true, allowsCellularAccess: false, allowsExpensiveNetworkAccess: false,"
        " timeoutIntervalForResource: 3d }\n"
        "transfers:\n"
        "  note: { session: fast, direction: upload, source: file, count: 20, size: 20kB, submit: { batch: 5 }, startedIn: background,"
        " every: 12h, deadline: 6h }\n"
        "  media: { session: bulk, direction: upload, source: file, count: 60, size: 10MB, submit: { batch: 20 }, startedIn: background,"
        " every: 1d }\n"),
    "library": (
        "commuter", 250,
        "sessions:\n"
        "  library: { identifier: com.example.app.library, isDiscretionary: true, allowsCellularAccess: false,"
        " timeoutIntervalForResource: 2d }\n"
        "transfers:\n"
        "  roll: { session: library, direction: upload, source: file, count: 300, size: 12MB, submit: { batch: 100 }, startedIn: background,"
        " every: 1d, validFor: 1d }\n"),
}


def estimate(tool, policy, *words, form="json"):
    call = [tool, "estimate", policy, "--format", form, "--jobs", "1", *words]
    result = subprocess.run(call, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr.decode()
    text = result.stdout.decode()
    return json.loads(text) if form == "json" else list(csv.DictReader(io.StringIO(text)))


UNITS = {"s": 1, "m": 60, "h": 3600, "d": DAY, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "": 1}


def number(text):
    """A value such as 5m in the units of the tool's JSON."""
    digits = len(text) - len(text.lstrip("0123456789."))
    return float(text[:digits]) * UNITS[text[digits:]]


def value_at(parameter, position):
    """The value of an uncertain parameter at a position among its possible values, from 0 to 1; `none` is no limit."""
    if "choices" in parameter:
        return parameter["choices"][int(position * len(parameter["choices"]))]
    if parameter["value"] is None:
        if position < 0.5:
            return "none"
        position = 2 * position - 1
    low, high = (number(parameter["range"][end]) for end in ("low", "high"))
    if low > 0:
        return math.exp(math.log(low) + position * (math.log(high) - math.log(low)))
    return low + position * (high - low)


def draws(parameters, count, chance):
    """Draws that are spread evenly over the possible values of each parameter, in an order of its own."""
    columns = {}
    for parameter in parameters:
        is_choice = "choices" in parameter and parameter["confidence"] in ("assumed", "reported")
        if parameter["isSet"] or not ("range" in parameter or is_choice):
            continue
        positions = [(index + chance.random()) / count for index in range(count)]
        chance.shuffle(positions)
        columns[parameter["name"]] = [value_at(parameter, position) for position in positions]
    return [{name: values[index] for name, values in columns.items()} for index in range(count)]


def option(parameter, value):
    """A value as --model takes it."""
    if isinstance(value, str):
        return value
    unit = {"s": "s", "B": "B", "B/s": "B"}.get(parameter["unit"], "")
    return f"{value:.3f}{unit}" if unit == "s" else f"{value:.0f}{unit}" if unit else f"{value:.6f}"


def quantiles(values):
    ordered = sorted(values)
    return {figure: ordered[math.ceil(share * len(ordered)) - 1] for figure, share in (("p50", 0.5), ("p95", 0.95))}


# Equally likely devices, by the logarithm of their speed in standard deviations.
DEVICES = [statistics.NormalDist().inv_cdf((index + 0.5) / 999) for index in range(999)]


def burst(values):
    """12 downloads of 25 MB at once: each round of requests waits once, and all items share the network."""
    slots = min(int(values["limiter.concurrency"]), 6)
    waits = math.ceil(12 / slots) * values["request.wait"]
    rates = [values["wifi.throughput"] * math.exp(values["throughput.spread"] * device) for device in DEVICES]
    return quantiles(waits + 12 * 25e6 / rate for rate in rates)


def chain_time(values, item):
    """The end of five items of a time, each of which the app submits when it hears of the end of the item before."""
    cap = math.inf if values["limiter.cap"] == "none" else values["limiter.cap"]
    time = delay = 0.0
    resumed, awake_until, quiet_until = -math.inf, -math.inf, math.inf
    for index in range(5):
        opens = time
        if index > 0 and delay > 0:
            opens = max(time, resumed + delay) if values["limiter.anchor"] == "resume" else time + delay
        if opens > time:
            if values["limiter.lapse"] == "literal":
                delay = 0
            quiet_until = opens + delay if delay > 0 else math.inf
        time = opens + item
        if quiet_until < time and values["limiter.lapse"] != "idle":
            delay = 0
        if time < awake_until:
            continue
        delay = values["limiter.base"] if delay == 0 else min(delay * values["limiter.factor"], cap)
        resumed, awake_until, quiet_until = time, time + values["awake"], time + delay
    return time


def chain(values):
    rates = [values["wifi.throughput.up"] * math.exp(values["throughput.spread"] * device) for device in DEVICES]
    return quantiles(chain_time(values, values["request.wait"] + 40e6 / rate) for rate in rates)


def relaxed(values):
    """A small item that waits for power from 23:00 to 07:00, or for a share of its twelve hours, from any time of the day on."""
    most = values["discretionary.relax"] * DAY / 2
    waits = [min(most, max(0, 24 * (index + 0.5) / 9_999 - 8) * 3600) for index in range(9_999)]
    return quantiles(wait + values["request.wait"] for wait in waits)


OWN = {"burst": burst, "chain": chain, "relaxed": relaxed}


def truth(tool, name, path, parameters, values, seed):
    """The figures of each transfer with drawn values, in seconds."""
    if name in OWN:
        return {"work": OWN[name](values)}
    words = [f"--model={key}={option(parameters[key], value)}" for key, value in values.items()]
    scenario, runs, _ = POLICIES[name]
    rows = estimate(tool, path, "--scenario", scenario, "--runs", str(runs), "--seed", str(seed), *words, form="csv")
    found = {}
    for row in rows:
        if (row["section"], row["quantity"]) == ("transfer", "completion") and row["statistic"] in ("p50", "p95"):
            found.setdefault(row["name"], {})[row["statistic"]] = float(row["value"]) if row["value"] else math.inf
    return found


def width(low, high):
    return math.inf if high == math.inf else max(high - low, LEAST_WIDTH * high)


def check(tool, folder, name, count):
    """Lines about each figure of a policy, and what is wrong with them."""
    scenario, _, text = POLICIES[name]
    path = os.path.join(folder, f"{name}.bgpolicy.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD + text)
    estimates = [estimate(tool, path, "--scenario", scenario, "--seed", str(seed)) for seed in SEEDS]
    parameters = {parameter["name"]: parameter for parameter in estimates[0]["model"]["parameters"]}
    drawn = draws(parameters.values(), count, random.Random(f"draws of {name}"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        truths = list(pool.map(lambda index: truth(tool, name, path, parameters, drawn[index], 1_000 + index), range(count)))
    lines, wrong = [], []
    for transfer in estimates[0]["transfers"]:
        for figure in ("p50", "p95"):
            values = sorted(one[transfer][figure] for one in truths)
            needed = (values[int(0.05 * count)], values[count - 1 - int(0.05 * count)])
            intervals = []
            for one in estimates:
                bounds = one["transfers"][transfer]["completionSeconds"]["predictive"][figure]
                intervals.append([math.inf if bound is None else bound for bound in bounds])
            shares = [sum(low <= value <= high for value in values) / count for low, high in intervals]
            share = sum(shares) / len(shares)
            ratio = statistics.median(
                width(*interval) / width(*needed) if width(*needed) < math.inf else 1 for interval in intervals)
            lines.append(
                f"{name}, {transfer} {figure}: {share:.1%} of {count} draws are within, {min(shares):.0%} to {max(shares):.0%} of them in"
                f" {len(intervals)} estimates; {ratio:.2f} times as wide as {needed[0]:.3g} s to {needed[1]:.3g} s")
            # A value that many draws share lies within the interval as a whole.
            shared = max(values.count(end) for end in (values[0], values[-1], *needed)) / count
            is_narrow = needed[1] - needed[0] <= LEAST_WIDTH * needed[1]
            most = 1 if shared > 0.05 or is_narrow else SHARES[1]
            if not SHARES[0] <= share <= most or ratio > WIDEST:
                wrong.append(lines[-1])
    return lines, wrong


def main(tool, count=200, *names):
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names or POLICIES:
            lines, faults = check(tool, folder, name, int(count))
            print("\n".join(lines), flush=True)
            wrong += faults
    assert not wrong, f"{len(wrong)} intervals hold too few or too many draws, or are too wide:\n" + "\n".join(wrong)


main(os.path.abspath(sys.argv[1]), *sys.argv[2:])
