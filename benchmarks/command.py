"""The whole command in fresh processes: start-up, memory, and ``--help``."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from benchmarks.exchanges import LARGE, LARGEST, TYPICAL
from benchmarks.table import Row, duration, times
from benchmarks.timing import processes

BARE = ("-c", "import click, rich, numpy, yaml\nfrom pydantic import BaseModel")
"""What nothing that stands on these packages can be faster than."""

VALIDATING = (BARE[0], f"{BARE[1]}\nclass Model(BaseModel):\n    number: int\nModel(number=1)")
"""The same with one document of one field validated."""

MELEE = ("-m", "bushido_odds", "melee")

IMPORT = "import of click, rich, numpy, yaml, pydantic"
COMMAND = "melee, 2+2 v 2+1"

TIMED = {
    IMPORT: BARE,
    "  and one document of one field validated": VALIDATING,
    COMMAND: (*MELEE, *TYPICAL),
    "  the same with --json": (*MELEE, *TYPICAL, "--json"),
    "--help": ("-m", "bushido_odds", "--help"),
}

WEIGHED = {
    IMPORT: BARE,
    COMMAND: (*MELEE, *TYPICAL),
    "melee, 8+8 v 8+8": (*MELEE, *LARGE),
    "melee, 12+12 v 12+12": (*MELEE, *LARGEST),
}

MEMORY = 120e6


def rows(quick: bool) -> Iterator[Row]:
    """The command against the import of what it needs; runs alternate, so noise meets all."""
    with processes() as fresh:
        taken: dict[str, list[float]] = {name: [] for name in TIMED}
        for repeat in range(1 if quick else 16):
            for name, arguments in TIMED.items():
                seconds = fresh.seconds(*arguments)
                if repeat or quick:  # the first run compiles the modules
                    taken[name].append(seconds)
        peaks = {name: fresh.peak_bytes(*arguments) for name, arguments in WEIGHED.items()}
    medians = {name: median(seconds) for name, seconds in taken.items()}
    bare = medians.pop(IMPORT)
    yield Row(IMPORT, duration(bare), "(medians)")
    for name, seconds in medians.items():
        ratio = f"{times(seconds / bare)} import"
        if name == COMMAND:
            yield Row(name, duration(seconds), ratio, "at most 1.5 x", seconds <= 1.5 * bare)
        else:
            yield Row(name, duration(seconds), ratio)
    lightest = peaks.pop(IMPORT)
    for name, peak in peaks.items():
        yield Row(
            f"peak memory of {name}",
            f"{peak / 1e6:.0f} MB",
            f"{times(peak / lightest)} import",
            "under 120 MB",
            peak < MEMORY,
        )
