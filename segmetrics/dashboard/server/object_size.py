"""How many bytes a value takes, about."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Set

import numpy as np

# Elements of a collection up to which each is measured; of a larger one, so many.
MEASURED, SAMPLED = 2000, 500
NUMBER = 28


def size_of(value: object) -> int:
    """Estimate the bytes that a value takes with all that it holds."""
    return _size(value, set())


def _size(value: object, seen: set[int]) -> int:
    if isinstance(value, (int, float)):
        return NUMBER
    if value is None or isinstance(value, type) or callable(value) or id(value) in seen:
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        # A view keeps the whole array that it is of.
        return 120 + (value.nbytes if value.base is None else _size(value.base, seen))
    if isinstance(value, (str, bytes, bytearray, memoryview)):
        return sys.getsizeof(value)
    own = sys.getsizeof(value)
    if isinstance(value, Mapping):
        return own + _sizes(list(value.keys()), seen) + _sizes(list(value.values()), seen)
    if isinstance(value, (tuple, list, Set)):
        return own + _sizes(value if isinstance(value, (tuple, list)) else list(value), seen)
    return own + sum(_size(part, seen) for part in _attributes(value))


def _sizes(values: tuple[object, ...] | list[object], seen: set[int]) -> int:
    """Measure elements; of very many, some at equal distances."""
    if len(values) <= MEASURED:
        return sum(_size(one, seen) for one in values)
    step = len(values) // SAMPLED
    some = values[::step]
    return sum(_size(one, seen) for one in some) * len(values) // len(some)


def _attributes(value: object) -> Iterator[object]:
    """Yield what an object holds, in slots or in its dictionary."""
    yield getattr(value, "__dict__", None)
    for kind in type(value).__mro__:
        for name in getattr(kind, "__slots__", ()):
            yield getattr(value, name, None)
