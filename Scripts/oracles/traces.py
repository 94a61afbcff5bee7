"""Holds the traces of `bgpolicy estimate --trace=FILE.json` against the documented trace event format of Chrome."""

import copy
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CALLS = [
    ["Tests/Fixtures/Estimate/batches.bgpolicy.yaml", "--scenario", "lab"],
    ["Examples/Photos/bgpolicy.yaml", "--runs", "10"],
    ["Examples/Podcasts/bgpolicy.yaml", "--runs", "10", "--run", "bad"],
    ["Examples/ContactTracing/bgpolicy.yaml", "--runs", "3", "--run", "2"],
    ["Tests/Fixtures/Estimate/hostile.bgpolicy.yaml", "--runs", "3"],
    ["Documentation/population.bgpolicy.yaml", "--scenario", "population", "--runs", "10", "--run", "bad"],
    ["Tests/Fixtures/Estimate/nothing.bgpolicy.yaml"],
]
# Phases of the format that need nothing else to make sense of, with the fields that each must have.
PHASES = {"M": ["args"], "X": ["ts", "dur"], "i": ["ts", "s"], "C": ["ts", "args"]}
METADATA = {
    "process_name": ("name", str), "process_labels": ("labels", str), "process_sort_index": ("sort_index", int),
    "thread_name": ("name", str), "thread_sort_index": ("sort_index", int),
}  # fmt: skip


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def event_mistakes(event):
    phase = event.get("ph")
    if phase not in PHASES:
        yield f"phase {phase!r}"
        return
    yield from (f"{phase} without {field}" for field in PHASES[phase] if field not in event)
    if not isinstance(event.get("name"), str) or not event["name"]:
        yield "no name"
    yield from (f"{field} is no integer" for field in ["pid", "tid"] if type(event.get(field)) is not int)
    for field in ["ts", "dur"]:
        if field in event and (not is_number(event[field]) or event[field] < 0):
            yield f"{field} is {event[field]!r}"
    if phase != "X" and "dur" in event:
        yield f"{phase} lasts"
    if not isinstance(event.get("args", {}), dict) or not isinstance(event.get("cat", ""), str):
        yield "args or cat of another kind"
    elif phase == "M":
        key, kind = METADATA.get(event.get("name"), (None, None))
        if key is None or type(event.get("args", {}).get(key)) is not kind:
            yield f"metadata {event.get('name')!r}"
    elif phase == "C" and not (event.get("args") and all(map(is_number, event["args"].values()))):
        yield "a counter of no number"
    if phase == "i" and event.get("s") not in ("g", "p", "t"):
        yield f"scope {event.get('s')!r}"


def mistakes(trace):
    """What is wrong with a trace."""
    if not isinstance(trace, dict) or not isinstance(trace.get("traceEvents"), list):
        return ["no traceEvents"]
    events = trace["traceEvents"]
    if trace.get("displayTimeUnit", "ms") not in ("ms", "ns"):
        return ["displayTimeUnit"]
    if not isinstance(trace.get("otherData", {}), dict):
        return ["otherData"]
    found = [mistake for event in events for mistake in event_mistakes(event)]
    if found:
        return found
    named = {event["pid"] for event in events if event["name"] == "process_name"}
    threads = {(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name"}
    found += [f"process {event['pid']} has no name" for event in events if event["pid"] not in named]
    found += [
        f"thread {event['tid']} has no name"
        for event in events
        if event["ph"] in "Xi" and (event["pid"], event["tid"]) not in threads
    ]
    # Complete events of a thread have to lie within each other or apart.
    for thread in threads:
        open_until = []
        spans = [event for event in events if event["ph"] == "X" and (event["pid"], event["tid"]) == thread]
        for span in sorted(spans, key=lambda event: (event["ts"], -event["dur"])):
            while open_until and open_until[-1] <= span["ts"]:
                open_until.pop()
            if open_until and span["ts"] + span["dur"] > open_until[-1]:
                found.append(f"{span['name']} at {span['ts']} overlaps another")
            open_until.append(span["ts"] + span["dur"])
    return found


# Changes that make a trace wrong, by the phase of the event that they change.
BREAKAGES = [
    ("X", {"dur": -1}), ("X", {"dur": None}), ("X", {"ts": "0"}), ("X", {"tid": 99}), ("X", {"pid": "app"}),
    ("X", {"ph": "Z"}), ("X", {"name": ""}), ("i", {"s": "x"}), ("i", {"dur": 1}), ("C", {"args": {}}),
    ("C", {"args": {"seconds": "60"}}), ("M", {"args": {}}), ("M", {"name": "lane_name"}),
]  # fmt: skip


def overlap(events):
    """Makes a stretch end in the midst of the next one of its lane."""
    spans = [event for event in events if event["ph"] == "X"]
    for before, after in zip(spans, spans[1:]):
        if (before["pid"], before["tid"]) == (after["pid"], after["tid"]) and after["dur"] > 1:
            before["dur"] = after["ts"] + after["dur"] // 2 - before["ts"]
            return


def main(tool):
    traces = []
    with tempfile.TemporaryDirectory() as folder:
        for words in CALLS:
            path = os.path.join(folder, "trace.json")
            result = subprocess.run(
                [tool, "estimate", *words, f"--trace={path}"], cwd=ROOT, capture_output=True, check=False
            )
            assert result.returncode in (0, 1), result.stderr.decode()
            with open(path, encoding="utf-8") as file:
                traces.append((" ".join(words), json.load(file)))
    failures = 0
    for title, trace in traces:
        found = mistakes(trace)
        if found:
            failures += 1
            print(f"{title}: {found[:3]}")
    noticed = 0
    for phase, change in [*BREAKAGES, ("X", {"overlaps": True})]:
        broken = copy.deepcopy(traces[0][1])
        if "overlaps" in change:
            overlap(broken["traceEvents"])
        else:
            next(event for event in broken["traceEvents"] if event["ph"] == phase).update(change)
        if mistakes(broken):
            noticed += 1
        else:
            print(f"unnoticed: {change} of {phase}")
    count = sum(len(trace["traceEvents"]) for _, trace in traces)
    print(
        f"traces: {len(traces) - failures} of {len(traces)} ({count} events) are as the format has it; "
        f"{noticed} of {len(BREAKAGES) + 1} broken ones noticed"
    )
    return failures + len(BREAKAGES) + 1 - noticed


if __name__ == "__main__":
    sys.exit(1 if main(os.path.abspath(sys.argv[1])) else 0)
