"""The reference load in SimPy: the same rules as the product's and simulation.c's, with random numbers of its own.

simulation.py RUNS
"""

import json
import random
import sys
import time

import simpy

DAY, WEEK = 86_400_000, 7 * 86_400_000
BASE, CAP, DURATION, VISIT = 60_000, 6 * 3_600_000, 90_000, 120_000
SLOTS, VISITS, PUSHES = 4, 6, 24


class Device:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.env = simpy.Environment()
        self.wire = simpy.Resource(self.env, SLOTS)
        self.delay = self.last = self.quiet = 0
        self.is_open = False
        self.outstanding = self.held = 0
        self.visit = self.env.event()
        self.launches = self.finished = 0
        self.env.process(self.visits())
        self.env.process(self.pushes())

    def lapse(self):
        """Forgets the delay where it has passed without a resume and nothing is held."""
        if self.delay and not self.held and self.quiet + self.delay <= self.env.now:
            self.delay = 0

    def visits(self):
        day = 0
        while True:
            for start in sorted(day + self.random.random() * DAY for _ in range(VISITS)):
                if start <= self.env.now:
                    continue
                yield self.env.timeout(start - self.env.now)
                self.is_open, self.delay = True, 0
                self.visit.succeed()
                self.visit = self.env.event()
                yield self.env.timeout(VISIT * (0.5 + self.random.random()))
                self.is_open = False
            day += DAY

    def pushes(self):
        day = 0
        while True:
            for start in sorted(day + self.random.random() * DAY for _ in range(PUSHES)):
                yield self.env.timeout(max(0, start - self.env.now))
                self.launches += not self.is_open
                self.env.process(self.transfer())
            day += DAY

    def transfer(self):
        self.outstanding += 1
        self.lapse()
        wait = 0 if self.is_open or not self.delay else self.last + self.delay - self.env.now
        if wait > 0:
            self.held += 1
            opening = self.env.timeout(wait)
            result = yield opening | self.visit
            self.held -= 1
            if opening in result:
                self.quiet = self.env.now
        with self.wire.request() as slot:
            yield slot
            yield self.env.timeout(DURATION)
        self.outstanding -= 1
        self.finished += 1
        if not self.is_open and not self.outstanding:
            self.lapse()
            self.delay = min(CAP, 2 * self.delay) if self.delay else BASE
            self.last = self.quiet = self.env.now
            self.launches += 1


def main():
    runs = int(sys.argv[1])
    start = time.perf_counter()
    devices = [Device(seed) for seed in range(runs)]
    for device in devices:
        device.env.run(until=WEEK)
    seconds = time.perf_counter() - start
    print(
        json.dumps(
            {
                "runs": runs,
                "launches": sum(device.launches for device in devices),
                "finished": sum(device.finished for device in devices),
                "seconds": seconds,
            }
        )
    )


if __name__ == "__main__":
    main()
