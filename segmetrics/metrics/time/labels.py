"""Agreement about labelled segments: whether two moments that one side calls alike are so too.

Conventions
-----------
Labels are names that each side gave its segments; the two sides need not use the same names. A
recording is looked at in frames, as the literature does: at each multiple of `frame` seconds
below the last whole frame, each side has the label of the segment that it lies in, on a boundary
that of the later one. With ``frame=None`` lengths of time take the place of numbers of frames,
which is the limit of ever shorter frames.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import Axis, LengthOption, on_axis
from segmetrics.metrics.time.covering import pieces_of
from segmetrics.segmentation import Segmentation, common_mass

Floats = NDArray[np.float64]

NO_FRAME = "the recording is shorter than a frame"
NEVER_ALIKE = "no two frames of the hypothesis have one label"
NEVER_ALIKE_IN_REFERENCE = "no two frames of the reference have one label"
ONE_LABEL = "the hypothesis has one label"
ONE_LABEL_IN_REFERENCE = "the reference has one label"


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """Agreement about the labels of segments, in two ways; each None where it is undefined."""

    value: float | None  #: F of pairs of frames: the harmonic mean of precision and recall
    #: Of the pairs of frames with one label in the hypothesis, the share with one in the reference.
    precision: float | None
    recall: float | None  #: the other way round
    entropy_f: float | None  #: the harmonic mean of over- and under-segmentation scores
    #: 1 less the normalised conditional entropy of the hypothesis's labels given the reference's;
    #: low where the hypothesis has too many labels.
    over: float | None
    under: float | None  #: the other way round; low where it has too few
    undefined: str | None = None  #: why there is no value
    undefined_entropy: str | None = None  #: why there is no `entropy_f`


@on_axis("label_agreement", lengths={"frame": LengthOption("seconds", kept=True)})
def label_agreement(
    hypothesis: Segmentation,
    hypothesis_labels: Sequence[Hashable],
    reference: Segmentation,
    reference_labels: Sequence[Hashable],
    *,
    frame: float | None = 0.1,
) -> LabelAgreement:
    """Compute pairwise clustering F and normalised conditional entropies of labelled segments.

    Sources: Levy & Sandler (2008) for pairs of frames; Lukashevich (2008) for the entropies.

    Parameters
    ----------
    hypothesis : Segmentation
        The segments of one side.
    hypothesis_labels : sequence
        A label for each of them, in order.
    reference : Segmentation
        The segments of the other side, of the same item.
    reference_labels : sequence
        A label for each of them.
    frame : float, optional
        Seconds between two frames; lengths of time instead if None. For texts it must be given,
        in units, or None.

    Returns
    -------
    LabelAgreement
        Each in [0, 1], higher is better, 1 is perfect. Names of labels do not matter. Precision
        and recall, and over and under, change places with the two sides; both F do not.
        Precision is undefined if no two frames of the hypothesis have one label, `over` if it
        has only one; recall and `under` likewise for the reference.

    Raises
    ------
    ValueError
        If the two differ in mass or lie on different axes, labels are not one for each segment,
        or the frame is no number above 0.

    Examples
    --------
    >>> from segmetrics import time_coding
    >>> song = time_coding([10, 20, 30], duration=40).segmentation
    >>> found = label_agreement(song, "ABAC", song, ["verse", "chorus", "verse", "verse"])
    >>> found.precision, round(found.recall, 4)  # what is alike in ABAC is so in the reference
    (1.0, 0.5984)
    >>> round(found.over, 4), found.under
    (0.5655, 1.0)
    """
    sides = ((hypothesis, hypothesis_labels), (reference, reference_labels))
    for coding, labels in sides:
        if len(labels) != coding.segments:
            raise ValueError(f"{coding.segments} segments, but {len(labels)} labels")
    mass = common_mass(hypothesis, reference)
    pieces = pieces_of(hypothesis, reference)
    ours, theirs = (_numbered(labels) for _, labels in sides)
    axis = Axis(reference.scale)
    sizes = pieces.lengths if frame is None else _frames(pieces.ends, mass, frame, axis)
    table = np.zeros((max(ours) + 1, max(theirs) + 1))
    np.add.at(table, (ours[pieces.hypothesis], theirs[pieces.reference]), sizes)
    table = table[table.any(axis=1)][:, table.any(axis=0)]
    if not table.size:
        return LabelAgreement(None, None, None, None, None, None, NO_FRAME, NO_FRAME)
    pairs = [
        float((counts * (counts - (frame is not None))).sum())
        for counts in (table, table.sum(axis=1), table.sum(axis=0))
    ]
    precision, recall = (pairs[0] / pairs[side] if pairs[side] else None for side in (1, 2))
    over, under = _entropy_score(table.T), _entropy_score(table)
    return LabelAgreement(
        value=_harmonic(precision, recall),
        precision=precision,
        recall=recall,
        entropy_f=_harmonic(over, under),
        over=over,
        under=under,
        undefined=(NEVER_ALIKE if precision is None else None)
        or (NEVER_ALIKE_IN_REFERENCE if recall is None else None),
        undefined_entropy=(ONE_LABEL if over is None else None)
        or (ONE_LABEL_IN_REFERENCE if under is None else None),
    )


def _numbered(labels: Sequence[Hashable]) -> NDArray[np.int64]:
    """Return a number for each label, equal ones alike."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)


def _frames(ends: NDArray[np.int64], mass: int, frame: float, axis: Axis) -> NDArray[np.int64]:
    """Count the frames within each piece: those on a boundary belong to the later one."""
    if not (isfinite(frame) and frame > 0):
        raise ValueError(f"a frame is a number of {axis.unit} above 0, got {frame!r}")
    lengths = axis.lengths
    before = np.array(lengths.bins_before(ends.tolist(), frame), dtype=np.int64)
    found: NDArray[np.int64] = np.diff(np.minimum(before, lengths.bins([mass], frame)), prepend=0)
    return found


def _entropy_score(table: Floats) -> float | None:
    """Return 1 - H(columns | rows) / log(columns), or None for one column."""
    if table.shape[1] == 1:
        return None
    of_rows = table.sum(axis=1, keepdims=True)
    logs = np.log(table / of_rows, out=np.zeros_like(table), where=table > 0)
    entropy = -float((table * logs).sum() / table.sum())
    return 1 - entropy / float(np.log(table.shape[1]))


def _harmonic(one: float | None, other: float | None) -> float | None:
    if one is None or other is None:
        return None
    return 2 * one * other / (one + other) if one + other else 0.0
