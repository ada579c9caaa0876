"""Whole numbers from the cells of a table."""

from __future__ import annotations

import re

from segmetrics.segmentation import SegmentationError

__all__ = ["whole_number", "whole_numbers"]

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_BETWEEN = re.compile(r"[\s,;|]+")


def whole_number(cell: str) -> int:
    """Read a whole number.

    Parameters
    ----------
    cell : str
        Digits, perhaps with a sign.

    Returns
    -------
    int

    Raises
    ------
    SegmentationError
        If it is anything else; the message shows it.
    """
    if not _WHOLE.fullmatch(cell):
        if cell.lstrip("+-").isascii() and cell.lstrip("+-").isdigit():
            raise SegmentationError(f"a number of {len(cell)} digits is too large to be real")
        shown = cell if len(cell) <= 24 else cell[:23] + "…"
        raise SegmentationError(f"{shown!r} is not a whole number")
    return int(cell)


def whole_numbers(cell: str) -> list[int]:
    """Read the whole numbers of a cell, separated by spaces, commas, semicolons or bars.

    Parameters
    ----------
    cell : str
        The cell; empty for none.

    Returns
    -------
    list of int

    Raises
    ------
    SegmentationError
        If one of them is not a whole number.

    Examples
    --------
    >>> whole_numbers("2 8; 2,1")
    [2, 8, 2, 1]
    """
    return [whole_number(part) for part in _BETWEEN.split(cell.strip()) if part]
