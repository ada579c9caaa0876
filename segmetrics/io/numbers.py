"""Whole numbers from the cells of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from segmetrics.io.problems import shortened
from segmetrics.segmentation import SegmentationError

_WHOLE = re.compile(r"([+-]?)0*([0-9]{1,18})")
_DIGITS = re.compile(r"[+-]?[0-9]+")
_TOKEN = re.compile(r"\d+|[^\W\d_]+|\s+|.", re.DOTALL)
_BESIDE = frozenset(",;|/&+.()[]{}§¶#'\"?!")
_NO_LIST = re.compile(r"\d[.:]\d|\d[^\W\d_]|\A\s*\d+/\d+\s*\Z")
_WORDS = 2  # words in a list beside its numbers, such as Absatz and und
_BETWEEN = re.compile(r"\s*[,;|]\s*|\s+")


def whole_number(cell: str, what: str) -> int:
    """Read a whole number."""
    if cell.isascii() and cell.isdigit() and len(cell) <= 18:
        return int(cell)
    found = _WHOLE.fullmatch(cell)
    if found:
        return int("".join(found.groups()))
    if not cell:
        raise SegmentationError(f"a {what} is missing")
    if _DIGITS.fullmatch(cell):
        raise SegmentationError(f"a {what} of {len(cell)} digits is too large to be real")
    raise SegmentationError(f"{what} {shortened(cell, 24)!r} is not a whole number")


def whole_numbers(cell: str, what: str) -> list[int]:
    """Read the whole numbers of a cell, separated by spaces, commas, semicolons or bars."""
    cell = cell.strip()
    return [whole_number(part, what) for part in _BETWEEN.split(cell)] if cell else []


def listed_numbers(cell: str) -> list[int] | None:
    """Read numbers as people list them, ``3, 7 und 12`` or ``[3, 7]``; None of 3-7 and of 3.7."""
    tokens = _TOKEN.findall(cell)
    words = {token.lower() for token in tokens if token.isalpha()}
    numbers = [token for token in tokens if token.isdecimal() and token.isascii()]
    beside = {token for token in tokens if not (token.isalnum() or token.isspace())}
    listed = numbers and len(words) <= _WORDS and beside <= _BESIDE and not _NO_LIST.search(cell)
    known = sum(map(str.isalnum, tokens)) - sum(map(str.isalpha, tokens)) == len(numbers)
    return list(map(int, numbers)) if listed and known and max(map(len, numbers)) < 10 else None


def number_segments(numbers: Sequence[int]) -> bool:
    """Return whether numbers are those of segments: from 0 or 1, each as the last or one more."""
    rise = all(after - before in (0, 1) for before, after in pairwise(numbers))
    return rise and numbers[:1] in ([0], [1])


def numbers_mostly(numbers: Sequence[int]) -> bool:
    """Return whether numbers are those of segments, some skipped or come back to.

    They begin with 0 or 1, stay in most rows, and go to the next number in most others.
    """
    steps = [after - before for before, after in pairwise(numbers) if after != before]
    stays = 2 * len(steps) <= len(numbers)
    return (
        numbers[:1] in ([0], [1])
        and len({*numbers}) > 2
        and stays
        and 2 * steps.count(1) >= len(steps)
    )
