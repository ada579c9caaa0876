"""How many bytes a value takes, about."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Set
from typing import Any

import numpy as np

# Elements of a collection up to which each is measured; of a larger one, so many.
MEASURED, SAMPLED = 2000, 500
NUMBER = 28
NUMBERS = frozenset({int, float, bool})
# Whole numbers of which Python has one each.
SHARED = frozenset(range(-5, 257))

_NAMES: dict[type[Any], tuple[str, ...]] = {}


def size_of(value: object) -> int:
    """Estimate the bytes that a value takes with all that it holds."""
    size = 0.0
    seen: set[int] = set()
    # What is still to be measured, and how many alike each stands for.
    left: list[tuple[object, float]] = [(value, 1.0)]
    while left:
        one, times = left.pop()
        kind: type[Any] = type(one)
        if kind in NUMBERS:
            size += times * NUMBER * (kind is float or one not in SHARED)
            continue
        if one is None or id(one) in seen or isinstance(one, type) or callable(one):
            continue
        seen.add(id(one))
        if isinstance(one, np.ndarray):
            # A view keeps the whole array that it is of.
            size += times * (120 + (one.nbytes if one.base is None else 0))
            left.append((one.base, times))
            continue
        size += times * sys.getsizeof(one)
        if kind is str or isinstance(one, (str, bytes, bytearray, memoryview)):
            continue
        if isinstance(one, Mapping):
            parts = [*_some(one.keys(), times), *_some(one.values(), times)]
        elif isinstance(one, (tuple, list, Set)):
            parts = _some(one, times)
        else:
            parts = [(getattr(one, name, None), times) for name in _attributes(kind)]
        left += parts
    return round(size)


def _some(values: Collection[object], times: float) -> list[tuple[object, float]]:
    """List elements, of very many some at equal distances, and how many each stands for."""
    if len(values) <= MEASURED:
        return [(one, times) for one in values]
    some = list(values)[:: len(values) // SAMPLED]
    return [(one, times * len(values) / len(some)) for one in some]


def _attributes(kind: type[Any]) -> tuple[str, ...]:
    """Name what objects of a class hold, in slots or in their dictionary."""
    names = _NAMES.get(kind)
    if names is None:
        slots = (name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))
        names = _NAMES[kind] = ("__dict__", *slots)
    return names
