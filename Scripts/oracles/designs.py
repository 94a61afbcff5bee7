"""Holds the choice between two designs against the choice on both sides of each threshold.

On each side, the recommended design has to win more often than it loses when the parameter has a value of that side.
"""

import concurrent.futures
import json
import math
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIXTURES = "Tests/Fixtures/Designs"
# The second design of each policy.
DESIGNS = {
    "backup": "transfers.files.submit=allAtOnce",
    "books": "sessions.books.isDiscretionary=false",
    "chat": "transfers.media.submit=allAtOnce",
    "fitness": "transfers.workouts.retries=3",
    "maps": "sessions.maps.timeoutIntervalForResource=7d",
    "news": "sessions.issues.allowsCellularAccess=false",
    "video": "transfers.clips.submit=allAtOnce",
}
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "": 1}
# The places of the values on a side, as shares of the way from the threshold to the end of the range.
PLACES = [0.2, 0.5, 0.8]


def run(tool, words):
    result = subprocess.run([tool, *words, "--format", "json", "--jobs", "1"], cwd=ROOT, capture_output=True, check=False)
    assert result.returncode in (0, 1), result.stderr.decode()
    return json.loads(result.stdout)


def decision(tool, name, *words):
    path = f"{FIXTURES}/{name}.bgpolicy.yaml"
    return run(tool, ["whatif", path, "--design", DESIGNS[name], *words])["decision"]


def number(text):
    """The number and the unit of a value, such as 5m."""
    digits = len(text) - len(text.lstrip("0123456789."))
    return float(text[:digits]), text[digits:]


def values(parameter, threshold):
    """Values of a parameter below and above a threshold, as --model takes them."""
    if isinstance(threshold, str):
        others = [word for word in parameter["choices"] if word != threshold]
        return others, [threshold]
    (low, unit), (high, unit_high) = (number(parameter["range"][end]) for end in ("low", "high"))
    low, high = low * UNITS[unit], high * UNITS[unit_high]
    suffix = {"s": "s", "B": "B", "B/s": "B"}.get(parameter["unit"], "")

    def between(end, place):
        if low <= 0:
            return threshold + (end - threshold) * place
        return math.exp(math.log(threshold) + (math.log(end) - math.log(threshold)) * place)

    def text(value):
        return f"{value:.0f}{suffix}" if suffix == "B" else f"{value:.3f}{suffix}"

    sides = [[text(between(end, place)) for place in PLACES] for end in (low, high)]
    if parameter["value"] is None:
        sides[1].append("none")
    return sides


def check(tool, name):
    """What is wrong with the recommendation between two designs, and the recommendation in words."""
    first = decision(tool, name)
    model = run(tool, ["estimate", f"{FIXTURES}/{name}.bgpolicy.yaml"])
    parameters = {parameter["name"]: parameter for parameter in model["model"]["parameters"]}
    measure = first["measureFirst"]
    if measure:
        splits = [(measure["parameter"], measure["threshold"], measure["below"], measure["above"])]
    elif first["choice"]:
        completions = [transfer["completionSeconds"] for transfer in model["transfers"].values()]
        splits = [
            (one["split"]["parameter"], one["split"]["threshold"], first["choice"], first["choice"])
            for one in completions if "split" in one
        ]
    else:
        return [], "equal" if first["equal"] else "no recommendation"
    wrong, tried = [], 0
    for parameter, threshold, *winners in splits:
        for winner, side in zip(winners, values(parameters[parameter], threshold)):
            choices = [decision(tool, name, "--model", f"{parameter}={value}")["choice"] for value in side]
            tried += len(choices)
            if sum(choice not in (None, winner) for choice in choices) >= max(1, choices.count(winner)):
                wrong.append(f"{name}: {choices} instead of {winner} with {parameter} = {', '.join(side)}")
    words = f"measure {measure['parameter']} first, {measure['below']} or {measure['above']}" if measure else f"choose {first['choice']}"
    return wrong, f"{words}; held against {tried} values"


def main(tool):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(DESIGNS, pool.map(lambda name: check(tool, name), DESIGNS)))
    for name, (_, words) in results.items():
        print(f"{name}, A as it is against B, {DESIGNS[name]}: {words}")
    wrong = [line for lines, _ in results.values() for line in lines]
    assert not wrong, "\n".join(wrong)


main(os.path.abspath(sys.argv[1]))
