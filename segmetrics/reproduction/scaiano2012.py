"""Scaiano & Inkpen (2012): WinPR's tables, and sections 3.2 and 3.3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from segmetrics.metrics.windows import WindowErrors, window_diff
from segmetrics.metrics.winpr import winpr
from segmetrics.reproduction.printed import printed_figures
from segmetrics.reproduction.reproduced import Curves, Part, Reproduced, not_computed
from segmetrics.reproduction.scenes import FEWER, MORE, REFERENCE, SCENES
from segmetrics.segmentation import Segmentation

Text = Mapping[str, Segmentation]

PAPER = "scaiano2012"
TABLE_1 = {"a": 0.0, "b": 0.4, "c": 0.2, "d": 0.1, "e": 0.6}
BEYOND_THE_END = 2
# Section 3.2: segments, their mean size and its standard deviations; our texts of each.
SEGMENTS, MEAN, DEVIATIONS = 40, 40, range(10, 121, 10)
TEXTS, SEED = 50, 0
K_TIMES, NOT_K_TIMES = "k times", "not k times"
ADDED, LEFT_OUT = f"{MORE} more", f"{FEWER} fewer"
# Section 3.3 prints WindowDiff and no sizes; at this standard deviation both values come out.
DEVIATION = 20

WINDOWS = range(1, 12)
SAME, RISES = "the same in all", "more in larger windows"
INSENSITIVE = {"a": SAME, "b": SAME, "c": RISES, "d": SAME, "e": SAME}

STANDARD_ERRORS = 3
SAMPLED = f"ours is sampled; it lies within {STANDARD_ERRORS} standard errors"
NOT_PUBLISHED = "the segmentations behind its figures are not published, so others are drawn here"


def parts() -> tuple[Part, ...]:
    """Compute the paper's tables again."""
    texts = _texts()
    drawn = _weights(texts)
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
            rows=tuple(_window_sizes()),
        ),
        Part(
            paper=PAPER,
            title="Section 3.2",
            how=(
                "The paper claims that WinPR counts every error k times whatever the variance of "
                f"segment sizes, and that WindowDiff does not. Here: {TEXTS} random texts of "
                f"{SEGMENTS} segments of {MEAN} units on average at each standard deviation (by "
                f"the gamma distribution, seed {SEED}), {MORE} boundaries added to each at any "
                f"place, or {FEWER} left out; windows of k places. WindowDiff counts errors once "
                "that share a window: added ones 0.88 k times at any variance, left out ones k "
                "times at a low variance and half as often at the highest."
            ),
            rows=tuple(_section_3_2(drawn)),
            curves=drawn,
        ),
        Part(
            paper=PAPER,
            title="Section 3.3",
            how=f"A reference of {SEGMENTS} segments against the same with {MORE} boundaries more, "
            f"and with {FEWER} fewer. WinP and WinR are the same wherever they are. WD depends on "
            "the sizes, which the paper does not print: it is the mean over the texts of section "
            f"3.2 with a standard deviation (sd) of {DEVIATION}, where both values come out. For "
            f"{FEWER} fewer it falls with the variance, from 0.23 to 0.12.",
            rows=tuple(_section_3_3(texts[DEVIATION])),
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


def _section_3_2(drawn: Curves) -> Iterator[Reproduced]:
    for row in (ADDED, LEFT_OUT):
        for column, published in (("WinPR", K_TIMES), ("WindowDiff", NOT_K_TIMES)):
            always = all(weight == 1 for weight in drawn.values[_curve(column, row)])
            ours = K_TIMES if always else NOT_K_TIMES
            yield Reproduced(row=row, column=column, published=published, ours=ours)
    yield not_computed("the paper's own texts", "values", NOT_PUBLISHED)


def _curve(metric: str, hypothesis: str) -> str:
    return f"{metric}, {hypothesis}"


def _section_3_3(texts: Sequence[Text]) -> Iterator[Reproduced]:
    yield from printed_figures("scaiano2012_section3_3", lambda _, one: one.hypothesis, decimals=2)
    for row in (ADDED, LEFT_OUT):
        found = [_window_diff(text, row) for text in texts]
        shares = np.array([one.errors / one.windows for one in found])
        figure = Reproduced(
            row=row,
            column=f"WD at sd {DEVIATION}",
            published=0.22,
            ours=float(shares.mean()),
            decimals=2,
            tolerance=STANDARD_ERRORS * float(shares.std()) / len(shares) ** 0.5,
        )
        yield figure.because("close", SAMPLED)


def _window_diff(text: Text, hypothesis: str) -> WindowErrors:
    return window_diff(text[hypothesis], text[REFERENCE], width="boundaries")


def _texts() -> dict[int, list[Text]]:
    """Draw the texts of section 3.2 at each standard deviation of their segments' sizes."""
    rng = np.random.default_rng(SEED)
    return {deviation: [_text(rng, deviation) for _ in range(TEXTS)] for deviation in DEVIATIONS}


def _text(rng: np.random.Generator, deviation: int) -> Text:
    """Draw a reference, and hypotheses with boundaries added and left out."""
    shape, scale = (MEAN / deviation) ** 2, deviation**2 / MEAN
    ends = np.maximum(1, rng.gamma(shape, scale, SEGMENTS).round()).astype(int).cumsum()
    mass, placed = int(ends[-1]), ends[:-1]
    free = np.setdiff1d(np.arange(1, mass), placed)
    places = {
        REFERENCE: placed,
        ADDED: np.union1d(placed, rng.choice(free, MORE, replace=False)),
        LEFT_OUT: np.delete(placed, rng.choice(len(placed), FEWER, replace=False)),
    }
    return {name: Segmentation(mass, tuple(at.tolist())) for name, at in places.items()}


def _weights(texts: Mapping[int, Sequence[Text]]) -> Curves:
    """Compute how often an error counts, as a share of k: by each metric, for each hypothesis."""
    values: dict[str, tuple[float, ...]] = {}
    for name, errors in ((ADDED, MORE), (LEFT_OUT, FEWER)):
        counted = [
            [(winpr(text[name], text[REFERENCE]), _window_diff(text, name)) for text in drawn]
            for drawn in texts.values()
        ]
        values[_curve("WinPR", name)] = tuple(
            sum((one.fp + one.fn) / (errors * one.window) for one, _ in of) / len(of)
            for of in counted
        )
        values[_curve("WindowDiff", name)] = tuple(
            sum(other.errors / (errors * other.k) for _, other in of) / len(of) for of in counted
        )
    return Curves(
        across="standard deviation of segment sizes",
        up="times an error counts, divided by k",
        ends=(0, 1),
        places=tuple(texts),
        values=values,
    )
