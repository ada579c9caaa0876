"""What papers print beside small segmentations, computed again from their scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from segmetrics.reproduction.reproduced import Reproduced
from segmetrics.reproduction.scenes import SCENES, Printed, Scene

CUT = "the paper cuts this value after its last decimal instead of rounding it"


def printed_figures(
    key: str, name: Callable[[Scene, Printed], str], *, decimals: int
) -> Iterator[Reproduced]:
    """Compute again what a paper prints for a scene."""
    scene = SCENES[key]
    lanes = scene.segmentations
    for printed in scene.printed:
        ours = printed.computed(lanes[printed.hypothesis], lanes[printed.reference])
        figure = Reproduced(
            row=name(scene, printed),
            column=_column(printed),
            published=float(Fraction(printed.text)),
            ours=ours,
            decimals=decimals,
        )
        was_cut = ours is not None and printed.equals(ours)
        yield figure.because("differs", printed.differs or (CUT if was_cut else ""))


def _column(printed: Printed) -> str:
    metric = f"1-{printed.metric.upper()}" if printed.complement else printed.metric.upper()
    return printed.part or metric


def sizes(scene: Scene, lane: str) -> str:
    """Write the segment sizes of a segmentation of a scene."""
    return " ".join(map(str, scene.lanes[lane]))
