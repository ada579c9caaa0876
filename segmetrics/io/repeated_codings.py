"""Several codings of one item by one coder in one file: a person says which of them counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from segmetrics.io.parts import Coding, grouped
from segmetrics.io.problems import Notice
from segmetrics.phrases import counted

# Which of several codings counts: not said, the first, or the last. By date where the file dates
# each of them, else in the order of the file.
Kept = Literal["", "first", "last"]


@dataclass(frozen=True, slots=True)
class Repeated:
    """A coder's several codings of one item, and when each was last changed, the first first."""

    item: str
    coder: str
    changed: tuple[datetime, ...]
    """Empty where the file does not date each of them."""


def keep_one(
    codings: Sequence[Coding], kept: Kept
) -> tuple[list[Coding], tuple[Repeated, ...], list[Notice]]:
    """Return the codings that count, of what there are several, and what is left out."""
    found = grouped(((one.file, one.item, one.coder), one) for one in codings)
    several = [_in_order(of_one) for of_one in found.values() if len(of_one) > 1]
    repeated = tuple(
        Repeated(of_one[0].item or "", of_one[0].coder or "", dates) for of_one, dates in several
    )
    if not kept:
        return list(codings), repeated, []
    at = 0 if kept == "first" else -1
    left = {id(one) for of_one, _ in several for one in of_one}
    left -= {id(of_one[at]) for of_one, _ in several}
    said = [
        replace(of_one[0], row=None).notice(
            f"the {kept} of {counted(len(of_one), 'coding')} of this coder is used"
            + (f", changed on {dates[at]:%Y-%m-%d}" if dates else "")
        )
        for of_one, dates in several
    ]
    return [coding for coding in codings if id(coding) not in left], repeated, said


def _in_order(codings: Sequence[Coding]) -> tuple[list[Coding], tuple[datetime, ...]]:
    """Return codings by date, with their dates; in their order without dates if one has none."""
    dated = [(coding.changed, coding) for coding in codings if coding.changed is not None]
    if len(dated) < len(codings):
        return list(codings), ()
    dated.sort(key=lambda one: one[0])
    return [coding for _, coding in dated], tuple(changed for changed, _ in dated)
