"""Several codings of one item by one coder in one file: a person says which of them counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from segmetrics.io.parts import Coding
from segmetrics.io.problems import Notice
from segmetrics.phrases import counted

Kept = Literal["", "first", "last"]
"""Which of several codings counts, in the order of the file: not said, the first, or the last."""


def keep_one(codings: Sequence[Coding], kept: Kept) -> tuple[list[Coding], int, list[Notice]]:
    """Return the codings that count, how often there are several, and what is left out."""
    found: dict[tuple[str, str | None, str | None], list[Coding]] = {}
    for coding in codings:
        found.setdefault((coding.file, coding.item, coding.coder), []).append(coding)
    several = [of_one for of_one in found.values() if len(of_one) > 1]
    if not kept:
        return list(codings), len(several), []
    at = 0 if kept == "first" else -1
    left = {id(one) for of_one in several for one in of_one} - {id(one[at]) for one in several}
    said = [
        Notice(file=one[0].file, item=one[0].item, coder=one[0].coder, what=what)
        for one in several
        if (what := f"the {kept} of {counted(len(one), 'coding')} of this coder is used")
    ]
    return [coding for coding in codings if id(coding) not in left], len(several), said
