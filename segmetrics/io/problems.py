"""What is wrong with a file, where, and what to do; and what a reader hands on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segmetrics.segmentation import Segmentation

__all__ = ["Coding", "Problem"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong with a file.

    Parameters
    ----------
    file : str
        Name of the file.
    what : str
        What is wrong, as a sentence without its full stop.
    fix : str
        What to do about it, in the same form.
    item, coder : str, optional
        Whom it concerns; without an item the whole file.
    row : int, optional
        Row of the table, counted from 1 with the header; line of a JSON file.

    Examples
    --------
    >>> print(Problem(file="a.csv", row=3, item="ch1", what="no coder", fix="fill in the coder"))
    a.csv, row 3, item ch1: no coder. Fill in the coder.
    """

    file: str
    what: str
    fix: str
    item: str | None = None
    coder: str | None = None
    row: int | None = None

    @property
    def where(self) -> str:
        """File, row, item and coder, as far as they are known."""
        parts = (("row", self.row), ("item", self.item), ("coder", self.coder))
        return ", ".join([self.file, *(f"{name} {part}" for name, part in parts if part is not None)])

    def __str__(self) -> str:
        fix = self.fix[:1].upper() + self.fix[1:]
        return f"{self.where}: {self.what}. {fix}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Coding:
    """One coder's segmentation of one item, and where it was found.

    Parameters
    ----------
    file, item, coder : str
        Where it is from and whose it is.
    segmentation : Segmentation
        The boundaries.
    row : int, optional
        First row of the table that it was read from.
    texts : tuple of str, optional
        The text of each unit.
    """

    file: str
    item: str
    coder: str
    segmentation: Segmentation
    row: int | None = None
    texts: tuple[str, ...] | None = None
