#!/usr/bin/env python3
"""Calibrates and estimates in parts under Dask, on a cluster of this machine.

    fleet.py BGPOLICY POLICY FOLDER

FOLDER contains what the devices sent: logs (*.log) and MetricKit's payloads, one a line (*.jsonl). The workers call
`bgpolicy calibrate … --partial -` for some of the files each, and `bgpolicy estimate … --partial -` for some of the runs. The
results are merged here, into calibration.txt and estimate.json. Under Spark, `rdd.pipe` makes the same calls.
"""

import pathlib
import subprocess
import sys

from dask.distributed import Client, LocalCluster

APP = "com.example.photos"
FILES_OF_PART = 8
LINES_OF_PART = 5_000
RUNS = 240
RUNS_OF_PART = 50


def call(words, text=None):
    """The standard output of a call, which a broken budget does not make an error."""
    run = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    if run.returncode > 1:
        raise RuntimeError(f"{' '.join(words)}: {run.stderr}")
    return run.stdout


def logs_part(tool, files):
    """The sums over some logs."""
    return call([tool, "calibrate", *files, "--app", APP, "--partial", "-", "--quiet"])


def payloads_part(tool, lines):
    """The sums over some payloads, as Spark's `pipe` hands them over: as lines of standard input."""
    return call([tool, "calibrate", "-", "--app", APP, "--partial", "-", "--quiet"], "".join(lines))


def runs_part(tool, policy, first, last):
    """The results of some runs."""
    return call([tool, "estimate", policy, "--runs", f"{first}..{last}", "--partial", "-", "--jobs", "1", "--quiet"])


def batches(things, size):
    """Lists of at most so many things."""
    batch = []
    for thing in things:
        batch.append(thing)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def write_parts(folder, name, parts):
    """The files of parts, in the order in which they were finished."""
    files = []
    for number, part in enumerate(parts):
        file = folder / f"{name}-{number}.json"
        file.write_text(part, encoding="utf-8")
        files.append(str(file))
    return files


def calibrate(client, tool, folder):
    """The parts of a calibration by the files of a folder."""
    logs = [str(file) for file in sorted(folder.glob("*.log"))]
    futures = [client.submit(logs_part, tool, files) for files in batches(logs, FILES_OF_PART)]
    for file in sorted(folder.glob("*.jsonl")):
        with open(file, encoding="utf-8") as lines:
            futures += [client.submit(payloads_part, tool, batch) for batch in batches(lines, LINES_OF_PART)]
    return write_parts(folder, "calibration", client.gather(futures))


def estimate(client, tool, policy, folder):
    """The parts of an estimate."""
    futures = [
        client.submit(runs_part, tool, policy, first, min(first + RUNS_OF_PART - 1, RUNS))
        for first in range(1, RUNS + 1, RUNS_OF_PART)
    ]
    return write_parts(folder, "runs", client.gather(futures))


def main():
    tool, policy, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        calibration = calibrate(client, tool, folder)
        runs = estimate(client, tool, policy, folder)
    # Any order gives the same result.
    text = call([tool, "calibrate", "--merge", *reversed(calibration)])
    (folder / "calibration.txt").write_text(text, encoding="utf-8")
    json = call([tool, "estimate", policy, "--merge", *reversed(runs), "--format", "json"])
    (folder / "estimate.json").write_text(json, encoding="utf-8")
    print(f"{len(calibration)} parts of a calibration and {len(runs)} of an estimate are merged in {folder}")


if __name__ == "__main__":
    main()
