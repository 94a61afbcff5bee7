"""What a run checks of what takes minutes: a third that SAMPLE_SEED draws, or everything if there is no seed or SAMPLE is all."""

import os


def sampled(items):
    items = list(items)
    seed = os.environ.get("SAMPLE_SEED")
    return items if seed is None or os.environ.get("SAMPLE") == "all" else items[int(seed) // 12 % 3 :: 3]
