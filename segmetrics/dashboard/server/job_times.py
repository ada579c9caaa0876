"""How long jobs took, as measured while they ran, and so how long the next one will take.

Jobs of one kind differ in how much they have to do, and take as much longer. Nothing is known
before the first one of a kind has run; from then on the one closest in size tells.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable

from cachetools import LRUCache

# Kinds of jobs that are remembered, and sizes of each.
MOST_KINDS, MOST_SIZES = 512, 16


class JobTimes:
    """Seconds that jobs took, by their kind and size."""

    def __init__(self) -> None:
        self._took: LRUCache[Hashable, dict[int, float]] = LRUCache(MOST_KINDS)
        self._lock = threading.Lock()

    def record(self, kind: Hashable, size: int, seconds: float) -> None:
        """Note how long a job took, or would have taken."""
        with self._lock:
            took = self._took.setdefault(kind, {})
            took.pop(size, None)
            took[size] = seconds
            if len(took) > MOST_SIZES:
                del took[next(iter(took))]

    def expected(self, kind: Hashable, size: int) -> float | None:
        """Return how long a job will take; None if none of its kind has run.

        Examples
        --------
        >>> times = JobTimes()
        >>> times.record("intervals", 99, 2.0)
        >>> times.expected("intervals", 199), times.expected("rounds", 99)
        (4.0, None)
        """
        with self._lock:
            took = self._took.get(kind)
            if not took:
                return None

            def apart(other: int) -> float:
                return max(size + 1, other + 1) / min(size + 1, other + 1)

            closest = min(took, key=apart)
            return took[closest] * (size + 1) / (closest + 1)

    def at_least(self, kind: Hashable, size: int) -> float:
        """Return how long a job takes at least, as none that was smaller took longer."""
        with self._lock:
            took = self._took.get(kind, {})
            return max((took[other] for other in took if other <= size), default=0.0)

    def clear(self) -> None:
        """Forget all times; for tests."""
        with self._lock:
            self._took.clear()


job_times = JobTimes()
"""The times of all visitors' jobs."""
