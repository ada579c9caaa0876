"""Scaiano & Inkpen (2012): WinPR's tables and section 3.3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from segmetrics.metrics.windows import window_diff
from segmetrics.metrics.winpr import winpr
from segmetrics.reproduction.printed import printed_figures
from segmetrics.reproduction.reproduced import Part, Reproduced, not_computed
from segmetrics.reproduction.scenes import SCENES
from segmetrics.segmentation import Segmentation

PAPER = "scaiano2012"
TABLE_1 = {"a": 0.0, "b": 0.4, "c": 0.2, "d": 0.1, "e": 0.6}
BEYOND_THE_END = 2
# Section 3.3: segments, boundaries added, boundaries removed; units of each of our segments.
SEGMENTS, ADDED, REMOVED = 40, 20, 18
UNITS = 10

WINDOWS = range(1, 12)
SAME, RISES = "the same in all", "more in larger windows"
INSENSITIVE = {"a": SAME, "b": SAME, "c": RISES, "d": SAME, "e": SAME}

NO_WINDOW = (
    "the paper does not print the segment sizes, and WindowDiff depends on them and on where "
    "the boundaries are"
)
NOT_TRANSCRIBED = "its printed values are not among those that come with this program"


def parts() -> tuple[Part, ...]:
    """Compute the paper's tables again."""
    return (
        Part(
            paper=PAPER,
            title="Table 1",
            how="WindowDiff over windows of 4 potential boundaries. The paper does not say where "
            "its windows end; tenths need ten of them, so the text goes on for two more units.",
            rows=tuple(_table_1()),
        ),
        Part(
            paper=PAPER,
            title="Table 2",
            how="Equations 4 to 7 with a window of 4 potential boundaries on 12 units.",
            rows=tuple(
                printed_figures("scaiano2012_table2", lambda _, one: one.hypothesis, decimals=0)
            ),
        ),
        Part(
            paper=PAPER,
            title="Window size",
            how=(
                "The paper claims that WinPR hardly depends on the size of the window, so that "
                "one may choose how much a near miss counts. Here: WinP and WinR of Table 2's "
                f"segmentations in windows of 1 to {WINDOWS[-1]} potential boundaries. c holds "
                "a near miss."
            ),
            rows=(*_window_sizes(), not_computed("section 3.2", "values", NOT_TRANSCRIBED)),
        ),
        Part(
            paper=PAPER,
            title="Section 3.3",
            how="A reference of 40 segments against the same with 20 boundaries more, and with 18 "
            "fewer. WinP and WinR are the same wherever they are; segments of "
            f"{UNITS} units are taken here.",
            rows=tuple(_section_3_3()),
        ),
    )


def _table_1() -> Iterator[Reproduced]:
    lanes = SCENES["scaiano2012_table2"].lanes
    reference = _extended(lanes["reference"])
    for row, published in TABLE_1.items():
        found = window_diff(_extended(lanes[row]), reference, width="boundaries", window=4)
        yield Reproduced(row=row, column="WD", published=published, ours=found.value, decimals=1)


def _extended(masses: tuple[int, ...]) -> Segmentation:
    return Segmentation.from_masses((*masses[:-1], masses[-1] + BEYOND_THE_END))


def _window_sizes() -> Iterator[Reproduced]:
    """Compare WinP and WinR over windows of all sizes."""
    lanes = SCENES["scaiano2012_table2"].segmentations
    for row, published in INSENSITIVE.items():
        found = [winpr(lanes[row], lanes["reference"], window=window) for window in WINDOWS]
        for column, values in (
            ("WinP", [one.precision for one in found]),
            ("WinR", [one.recall for one in found]),
        ):
            if None not in values:
                yield Reproduced(row=row, column=column, published=published, ours=_trend(values))


def _trend(values: Sequence[float | None]) -> str:
    """Return what becomes of a value in larger and larger windows."""
    known = [value for value in values if value is not None]
    if len(set(known)) == 1:
        return SAME
    return RISES if known == sorted(known) else "neither"


def _section_3_3() -> Iterator[Reproduced]:
    half = UNITS // 2
    reference = Segmentation.from_masses([UNITS] * SEGMENTS)
    more = [half] * (2 * ADDED) + [UNITS] * (SEGMENTS - ADDED)
    fewer = [UNITS * (REMOVED + 1)] + [UNITS] * (SEGMENTS - REMOVED - 1)
    for row, masses, precision, recall in (
        (f"{ADDED} boundaries more", more, 0.66, 1.0),
        (f"{REMOVED} boundaries fewer", fewer, 1.0, 0.54),
    ):
        found = winpr(Segmentation.from_masses(masses), reference)
        for column, published, ours in (
            ("WinP", precision, found.precision),
            ("WinR", recall, found.recall),
        ):
            yield Reproduced(row=row, column=column, published=published, ours=ours, decimals=2)
        yield not_computed(row, "WD", NO_WINDOW, published=0.22, decimals=2)
