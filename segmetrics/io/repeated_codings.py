"""Several codings of one item by one coder: the same in several files, or others in one file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePosixPath
from typing import Literal

from segmetrics.io.names import workbook_of
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


def each_once(
    codings: Sequence[Coding], kinds: Mapping[str, str]
) -> tuple[list[Coding], list[Notice]]:
    """Leave out what another file has too, in another format; say it once for each file."""
    first: dict[tuple[object, ...], Coding] = {}
    kept: list[Coding] = []
    again: dict[str, str] = {}
    for coding in codings:
        known = first.setdefault((coding.item, coding.coder, coding.segmentation), coding)
        if known is not coding and _is_other_form(known.file, coding.file, kinds):
            again.setdefault(coding.file, known.file)
        else:
            kept.append(coding)
    same: dict[frozenset[object], Coding] = {}
    doubled: set[str | None] = set()
    for item, of_item in grouped((coding.item, coding) for coding in kept).items():
        key = frozenset((one.coder, one.segmentation) for one in of_item)
        if len(key) > 1 and any(one.segmentation.boundaries for one in of_item):
            known = same.setdefault(key, of_item[0])
            here, there = of_item[0].file, known.file
            if workbook_of(here) != workbook_of(there) and kinds.get(here) != kinds.get(there):
                again.setdefault(here, there)
                doubled.add(item)
    kept = [coding for coding in kept if coding.item not in doubled]
    what = "not used: the same codings are in {}"
    return kept, [Notice(file=file, what=what.format(other)) for file, other in again.items()]


def _is_other_form(one: str, other: str, kinds: Mapping[str, str]) -> bool:
    """Return whether two files are one thing saved twice: by their formats, or their endings."""
    if workbook_of(one) == workbook_of(other):
        return False
    stems = {PurePosixPath(workbook_of(name)).with_suffix("") for name in (one, other)}
    return len(stems) == 1 or kinds.get(one) != kinds.get(other)
