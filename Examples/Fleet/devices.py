#!/usr/bin/env python3
"""Prints the MetricKit payloads of invented devices, one a line, or writes their logs into a folder.

    devices.py payloads 1000000 > payloads.jsonl
    devices.py logs 40 FOLDER
"""

import datetime
import json
import pathlib
import random
import sys

APP = "com.example.photos"


def payload(number):
    """The payload of a device's day."""
    device = random.Random(number)
    day = datetime.date(2026, 3, 1) + datetime.timedelta(days=number % 28)
    visits = device.randint(0, 30)
    return {
        "timeStampBegin": f"{day} 00:00:00 +0000",
        "timeStampEnd": f"{day + datetime.timedelta(days=1)} 00:00:00 +0000",
        "appVersion": "3.1",
        "metaData": {"bundleIdentifier": APP, "osVersion": "iPhone OS 26.1 (23B85)"},
        "applicationTimeMetrics": {
            "cumulativeForegroundTime": f"{visits * device.randint(5, 200)} sec",
            "cumulativeBackgroundTime": f"{device.randint(0, 600)} sec",
        },
        "applicationLaunchMetrics": {
            "histogrammedTimeToFirstDrawKey": {
                "histogramNumBuckets": 1,
                "histogramValue": {"0": {"bucketCount": visits, "bucketStart": "400 ms", "bucketEnd": "409 ms"}},
            }
        },
        "networkTransferMetrics": {
            "cumulativeWifiDownload": f"{device.randint(0, 90_000):,} kB",
            "cumulativeCellularUpload": f"{device.randint(0, 2_000):,} kB",
        },
    }


def log(number):
    """Three days of a device's log: delays that double, and launches at random times."""
    device = random.Random(number)
    start = datetime.datetime(2026, 3, 1 + number % 20)
    lines = [(0.0, "Photos", "The app is ready"), (3 * 86_400.0 - 1, "Photos", "The app is ready")]
    for visit in range(device.randint(2, 8)):
        time = visit * 30_000 + device.uniform(1, 9_000)
        lines.append((time, "nsurlsessiond", f"Resetting request delay for {APP}"))
        delay = 60.0
        for _ in range(device.randint(1, 6)):
            time += delay + device.uniform(1, 30)
            lines.append((time, "nsurlsessiond", f"Set request delay for {APP} to {delay:.6f}"))
            delay *= 2
    for _ in range(device.randint(0, 30)):
        task = f"Starting task: <BGAppRefreshTask: {APP}.refresh>"
        lines.append((device.uniform(0, 3 * 86_400), "Photos", task))

    def text(time, process, message):
        moment = start + datetime.timedelta(seconds=time)
        return f"{moment:%Y-%m-%d %H:%M:%S.%f}+0000 {process}[77]: {message}"

    return "".join(text(*line) + "\n" for line in sorted(lines))


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    if kind == "payloads":
        for number in range(count):
            print(json.dumps(payload(number)))
    else:
        folder = pathlib.Path(sys.argv[3])
        for number in range(count):
            (folder / f"device-{number:04}.log").write_text(log(number), encoding="utf-8")


if __name__ == "__main__":
    main()
