"""The pace of a long run."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_ALLOCATIONS = 200_000
"""Objects made before the youngest are searched for garbage."""


@contextmanager
def rare_garbage() -> Iterator[None]:
    """Search for garbage seldom: the caches hold many objects, and results make no cycles.

    What has been imported is left out of every search.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
