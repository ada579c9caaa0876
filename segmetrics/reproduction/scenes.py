"""Scenes: small segmentations that show what a metric sees, from papers and made up.

A scene of a paper carries the figures that the paper prints for it, each with the options that it
was computed with there. Where a paper prints a curve and not the segmentations behind it, the
scene says that its segmentations are made up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any

from segmetrics.metrics.blocks.window_blocks import WindowWidth
from segmetrics.metrics.registry import METRICS
from segmetrics.reproduction import PAPERS, PAPERS_N
from segmetrics.segmentation import Segmentation

REFERENCE, HYPOTHESIS = "reference", "hypothesis"
PARTS = {"tp": "TP", "tn": "TN", "fp": "FP", "fn": "FN", "p": "WinP", "r": "WinR"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A value that a paper prints of two segmentations of a scene."""

    hypothesis: str
    reference: str
    metric: str
    text: str
    options: Mapping[str, Any] = field(default_factory=dict)
    complement: bool = False
    differs: str = ""

    @property
    def part(self) -> str:
        """What papers call the part of WinPR that is printed; empty of other metrics."""
        return PARTS.get(self.options.get("part", ""), "")

    def computed(self, hypothesis: Segmentation, reference: Segmentation) -> float | None:
        """Compute what is printed."""
        metric = METRICS[self.metric]
        near = {"n": PAPERS_N} if "n" in metric.options else {}
        value = metric(hypothesis, reference, **near, **self.options).value
        return None if value is None else 1 - value if self.complement else value

    def equals(self, value: float) -> bool:
        """Whether a value reads as printed, rounded or cut to as many decimals."""
        exact, printed = Fraction(value), Fraction(self.text)
        if "/" in self.text:
            return abs(exact - printed) < Fraction(1, 10**12)
        step = Fraction(1, 10 ** len(self.text.partition(".")[2]))
        # Papers round either way or cut: 0.625 is printed as 0.62, 0.875 as 0.88.
        slack = Fraction(1, 10**9)
        return abs(exact - printed) <= step / 2 + slack or 0 <= exact - printed < step


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Segmentations of one text, and what to look at."""

    key: str
    title: str
    source: str
    lanes: Mapping[str, tuple[int, ...]]
    look: str
    place: str = ""
    printed: tuple[Printed, ...] = ()
    n: int = PAPERS_N
    width: WindowWidth = "units"
    segmentations: Mapping[str, Segmentation] = field(init=False)

    def __post_init__(self) -> None:
        made = {name: Segmentation.from_masses(masses) for name, masses in self.lanes.items()}
        object.__setattr__(self, "segmentations", MappingProxyType(made))

    @property
    def cited(self) -> str:
        """Its source in words."""
        return f"{SOURCES[self.source]}, {self.place}" if self.place else SOURCES[self.source]


MADE_UP = "made_up"
SOURCES: Mapping[str, str] = {
    **{paper: PAPERS[paper] for paper in ("fournier2012", "scaiano2012", "diaz2022")},
    MADE_UP: "made up for this page",
}
"""Where scenes are from."""


def _fournier(
    figure: int, reference: Sequence[int], hypothesis: Sequence[int], s: str, wd: str, look: str
) -> Scene:
    """Return the scene of a figure that prints two segmentations, S and 1 - WindowDiff."""
    printed = partial(Printed, hypothesis=HYPOTHESIS, reference=REFERENCE)
    return Scene(
        key=f"fournier2012_figure{figure}",
        title=f"Figure {figure}",
        source="fournier2012",
        place=f"Figure {figure}",
        lanes={REFERENCE: tuple(reference), HYPOTHESIS: tuple(hypothesis)},
        look=look,
        printed=(
            printed(metric="s", text=s),
            printed(metric="wd", text=wd, options={"width": "units"}, complement=True),
        ),
    )


def _diaz_printed(hypothesis: str, reference: str, *values: str) -> tuple[Printed, ...]:
    """List A, B and 1 - WindowDiff of a pair, in the order of the paper."""
    a, b, wd = values
    printed = partial(Printed, hypothesis=hypothesis, reference=reference)
    window = {"width": "boundaries", "k": 2}
    return (
        printed(metric="a", text=a),
        printed(metric="b", text=b),
        printed(metric="wd", text=wd, options=window, complement=True),
    )


def _diaz(
    figure: int,
    lanes: Mapping[str, tuple[int, ...]],
    rows: Sequence[tuple[str, str, str, str, str]],
    look: str,
) -> Scene:
    """Return the scene of a figure that prints A, B and 1 - WindowDiff of some pairs."""
    return Scene(
        key=f"diaz2022_figure{figure}",
        title=f"Figure {figure}",
        source="diaz2022",
        place=f"Figure {figure}",
        lanes=lanes,
        look=look,
        printed=tuple(value for row in rows for value in _diaz_printed(*row)),
        width="boundaries",
    )


def _judged(text: str, closer: str, *lanes: tuple[int, ...]) -> Scene:
    """Return a scene of the test in which people said what is closer to the gold."""
    return Scene(
        key=f"diaz2022_{text.lower()}",
        title=f"Judged: {text}",
        source="diaz2022",
        place=f"judgement test, text {text}",
        lanes=dict(zip(("gold", "h1", "h2"), lanes, strict=True)),
        look=f"All six people who were asked found {closer} closer to the gold. A agrees with "
        "them; B cannot tell the two apart.",
        width="boundaries",
    )


def _winpr(hypothesis: str, *cells: str, differs: str = "") -> tuple[Printed, ...]:
    """List the cells of a row of Table 2: TP, TN, FP and FN at a window of 4."""
    return tuple(
        Printed(
            hypothesis=hypothesis,
            reference=REFERENCE,
            metric="winpr",
            text=cell,
            options={"window": 4, "part": part},
            differs=differs if part == "tn" else "",
        )
        for part, cell in zip(("tp", "tn", "fp", "fn"), cells, strict=True)
    )


def _winpr_rates(hypothesis: str, *rates: str) -> tuple[Printed, ...]:
    """List precision and recall by WinPR."""
    printed = partial(Printed, hypothesis=hypothesis, reference=REFERENCE, metric="winpr")
    return tuple(
        printed(text=rate, options={"part": part})
        for part, rate in zip(("p", "r"), rates, strict=True)
    )


CURVE = " The paper prints a curve without its segmentations: these are made up in its manner."
SMALLER = " The paper's texts have 1,600 units: these are made up in its manner."
# Section 3.3 of Scaiano & Inkpen: boundaries added to 39, and left out of them.
MORE, FEWER = 20, 18

_OF_FOURNIER = (
    _fournier(
        3,
        (1, 2, 2, 3, 3, 1, 2),
        (1, 2, 1, 2, 6, 2),
        "9/13",
        "0.6154",
        "One near miss and three full misses in 13 places: S counts the 9 places that need no "
        "edit, WindowDiff the windows that err.",
    ),
    Scene(
        key="fournier2012_figure5a",
        title="Figure 5a",
        source="fournier2012",
        place="after Figure 5a",
        lanes={
            REFERENCE: (20, 20),
            "1 too many": (5, 15, 20),
            "2 too many": (5, 5, 10, 20),
            "3 too many": (5, 5, 10, 5, 15),
            "4 too many": (5, 5, 10, 5, 5, 10),
            "5 too many": (5, 5, 5, 5, 5, 5, 10),
        },
        look=(
            "One full miss after another. Each lowers S by one place in 39; 1 - WindowDiff "
            "falls much faster, because every miss spoils all windows that hold it."
        )
        + CURVE,
    ),
    Scene(
        key="fournier2012_figure5b",
        title="Figure 5b",
        source="fournier2012",
        place="after Figure 5b",
        lanes={
            REFERENCE: (12, 12),
            "1 away": (13, 11),
            "2 away": (14, 10),
            "3 away": (15, 9),
            "4 away": (16, 8),
            "5 away": (17, 7),
        },
        look=(
            "One boundary moves away. At n = 2, S and B count it as a near miss one place "
            "away, and as two full misses from two places on. WindowDiff and A lose something "
            "with every place. Widen n, and the near miss reaches farther."
        )
        + CURVE,
    ),
    Scene(
        key="fournier2012_figure5c_short",
        title="Figure 5c, 12 units",
        source="fournier2012",
        place="Figure 5c at 12 units",
        lanes={REFERENCE: (3, 9), HYPOTHESIS: (3, 3, 6)},
        look=(
            "One full miss in a short text; the next scene stretches it to five times its "
            "length. S rises there, because each place counts less. 1 - WindowDiff falls: its "
            "window grows with the text. The paper draws both from 4 to 100 units."
        ),
    ),
    Scene(
        key="fournier2012_figure5c_long",
        title="Figure 5c, 60 units",
        source="fournier2012",
        place="Figure 5c at 60 units",
        lanes={REFERENCE: (15, 45), HYPOTHESIS: (15, 15, 30)},
        look=(
            "The short text at five times its length, with the same full miss. S is higher than "
            "before, B and A are the same, and 1 - WindowDiff is lower."
        ),
    ),
    _fournier(
        6,
        (14,),
        (1,) * 14,
        "0.0",
        "0.0",
        "No boundary against one everywhere: S, B and 1 - WindowDiff are 0. A is not.",
    ),
    _fournier(
        7,
        (1, 2, 2, 2, 4, 2, 1),
        (1, 2, 8, 2, 1),
        "0.8461",
        "0.8462",
        "Two boundaries are missing. S and WindowDiff give the same: 2 of 13 places, "
        "and 2 of 13 windows.",
    ),
    _fournier(
        8,
        (6, 8),
        (7, 7),
        "0.9231",
        "0.8182",
        "One near miss. S charges one place in 13, WindowDiff two windows in 11.",
    ),
)
_OF_SCAIANO = (
    Scene(
        key="scaiano2012_table2",
        title="Table 2",
        source="scaiano2012",
        place="Table 2, a to e",
        lanes={
            REFERENCE: (6, 6),
            "a": (6, 6),
            "b": (12,),
            "c": (7, 5),
            "d": (1, 5, 6),
            "e": (6, 2, 2, 2),
        },
        look=(
            "Right, missed, near, one too many, two too many. WinPR counts them apart, as "
            "true and false positives and negatives; WindowDiff has one number for all errors."
        ),
        printed=(
            *_winpr("a", "4", "40", "0", "0"),
            *_winpr("b", "0", "40", "0", "4"),
            *_winpr(
                "c",
                "3",
                "40",
                "1",
                "1",
                differs="the equations give 39, and with it the four add up to 44 as in "
                "every other row",
            ),
            *_winpr("d", "4", "36", "4", "0"),
            *_winpr("e", "4", "32", "8", "0"),
        ),
    ),
    Scene(
        key="scaiano2012_even",
        title="Section 3.2, even",
        source="scaiano2012",
        place="after section 3.2",
        lanes={
            REFERENCE: (10,) * 6,
            "3 more": (5, 5, 10, 5, 5, 10, 5, 5, 10),
            "3 fewer": (30, 10, 20),
        },
        look=(
            "Six segments of one size, three boundaries added and three left out. Each error "
            "counts five times, in WinPR as in WindowDiff: it spoils the k = 5 windows that hold "
            "it. Open the value of WinPR for its counts. The next scene has the same mean, with "
            "segments of 1 to 30 units."
        )
        + SMALLER,
        width="boundaries",
    ),
    Scene(
        key="scaiano2012_uneven",
        title="Section 3.2, uneven",
        source="scaiano2012",
        place="after section 3.2",
        lanes={
            REFERENCE: (2, 3, 1, 20, 4, 30),
            "3 more": (1, 1, 2, 1, 1, 9, 11, 4, 30),
            "3 fewer": (6, 24, 30),
        },
        look=(
            "Six segments as before, now of 1 to 30 units. WinPR still counts each of the three "
            "errors five times. To WindowDiff errors that share a window are one, and those near "
            "an edge lie in fewer windows: it forgives a part."
        )
        + SMALLER,
        width="boundaries",
    ),
    Scene(
        key="scaiano2012_section3_3",
        title="Section 3.3",
        source="scaiano2012",
        place="section 3.3",
        lanes={
            REFERENCE: (1, 2) * 20,
            f"{MORE} more": (1,) * 60,
            f"{FEWER} fewer": (3,) * FEWER + (1, 2) * 2,
        },
        look=(
            "Of 39 boundaries 18 are missing, or 20 are too many. WinPR tells the two apart: one "
            "has a recall of 21/39, the other a precision of 39/59, wherever the boundaries are. "
            "WindowDiff is about the same for both; the paper has 0.22. It depends on the sizes, "
            "which are not printed and are made as small as they can be here."
        ),
        printed=(
            *_winpr_rates(f"{MORE} more", "0.66", "1"),
            *_winpr_rates(f"{FEWER} fewer", "1", "0.54"),
        ),
    ),
)
_OF_DIAZ = (
    _diaz(
        10,
        {REFERENCE: (5, 5, 1, 3), "h1": (7, 3, 1, 3), "h2": (5, 4, 1, 4)},
        (("h1", REFERENCE, "0.83", "0.5", "0.67"), ("h2", REFERENCE, "0.6", "0.5", "0.67")),
        "h1 moves one boundary by two units, h2 moves the segment of one unit by one. B and "
        "WindowDiff cannot tell them apart; A prefers h1, which leaves that segment whole.",
    ),
    _diaz(
        11,
        {REFERENCE: (2, 2, 5, 5), "h1": (2, 2, 4, 6), "h2": (3, 1, 5, 5)},
        (("h1", REFERENCE, "0.91", "0.83", "0.83"), ("h2", REFERENCE, "0.79", "0.83", "0.83")),
        "Both move one boundary by one unit: h1 between long segments, h2 between short ones. "
        "Only A finds that h2 is worse.",
    ),
    _diaz(
        12,
        {
            "r1": (9, 5, 1),
            "r2": (8, 6, 1),
            "r3": (7, 7, 1),
            "h1": (5, 9, 1),
            "h2": (6, 8, 1),
            "h3": (7, 7, 1),
        },
        (
            ("h1", "r1", "0.7", "0.33", "0.69"),
            ("h1", "r2", "0.76", "0.33", "0.69"),
            ("h2", "r2", "0.83", "0.33", "0.69"),
            ("h2", "r3", "0.91", "0.75", "0.85"),
            ("h3", "r3", "1", "1", "1"),
        ),
        "A boundary comes closer one unit at a time: h1 with r1, h1 with r2, h2 with r2, h2 with "
        "r3, h3 with r3. A rises with every step, B and WindowDiff wait until it is near.",
    ),
    _diaz(
        16,
        {REFERENCE: (1, 8, 1), "h1": (9, 1), "h2": (2, 7, 1), "h3": (3, 6, 1)},
        (
            ("h1", REFERENCE, "0.67", "0.5", "0.88"),
            ("h2", REFERENCE, "0.79", "0.75", "0.88"),
            ("h3", REFERENCE, "0.58", "0.33", "0.62"),
        ),
        "The first boundary is missing in h1, one unit off in h2, two in h3. To WindowDiff a "
        "missing boundary is as good as a near miss; A and B tell them apart.",
    ),
    _judged("AT", "h2", (1, 1, 10, 10), (2, 1, 9, 10), (1, 1, 12, 8)),
    _judged("RTC", "h1", (1, 2, 8, 8), (1, 2, 9, 7), (2, 1, 8, 8)),
    _judged("VT", "h1", (8, 8), (10, 6), (11, 5)),
)
_MADE_UP = (
    Scene(
        key="near_miss",
        title="One near miss",
        source=MADE_UP,
        lanes={"ann": (4, 4, 4), "bob": (4, 5, 3)},
        look="bob is one unit late once. Metrics that know near misses forgive some of it; "
        "boundary precision and recall count it as two errors.",
    ),
    Scene(
        key="full_miss",
        title="One full miss",
        source=MADE_UP,
        lanes={"ann": (4, 4, 4), "bob": (4, 8)},
        look="bob leaves a boundary out. Precision does not see it, recall does.",
    ),
    Scene(
        key="nobody",
        title="Nobody placed a boundary",
        source=MADE_UP,
        lanes={"ann": (12,), "bob": (12,)},
        look=(
            "Two empty segmentations are identical, so the similarities are 1. What counts "
            "boundaries has no value. Click one, and see which metrics wake up."
        ),
    ),
    Scene(
        key="lazy",
        title="A lazy coder",
        source=MADE_UP,
        lanes={
            "ann": (4, 5, 3, 6, 2),
            "bob": (4, 4, 4, 5, 3),
            "cat": (5, 4, 3, 6, 2),
            "lazy": (20,),
        },
        look=(
            "lazy placed no boundary at all, and is still close to the others by S. Compare "
            "lazy with one of them, then remove lazy: over S agreement hardly moves, over B "
            "it doubles."
        ),
    ),
)

SCENES: Mapping[str, Scene] = {
    scene.key: scene for scene in (*_OF_FOURNIER, *_OF_SCAIANO, *_OF_DIAZ, *_MADE_UP)
}
"""Key to scene, source by source."""
