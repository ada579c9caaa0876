"""Segmentation agreement: how well a person's boundaries follow those of the others.

Conventions
-----------
A recording is cut into bins of equal width, of which the last one may be shorter; so are the
places of a text, of which each is a bin by default. A person marked in a bin or did not; two
boundaries in one bin are one. The *share* of a bin is that of the other people who marked in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import Axis, axis_of, on_axis
from segmetrics.corpus import Corpus, Item
from segmetrics.rows import Rows

Ints = NDArray[np.int64]

ALONE = "nobody else coded the item"
NO_PRESS = "the person marked in no bin"
ALWAYS = "the person marked in every bin"
ALIKE = "the others marked equally often in every bin"


@dataclass(frozen=True, slots=True)
class SegmentationAgreement:
    """How well a person's boundaries follow those of the others, on one item."""

    item: str  #: the item
    coder: str  #: the person
    #: Where the correlation lies between the least and the greatest possible one: 0 to 1.
    value: float | None
    correlation: float | None  #: of the person's bins with the others' shares
    least: float | None  #: the lowest correlation that as many marked bins can have
    greatest: float | None  #: the highest
    pressed: int  #: bins in which the person marked
    bins: int  #: bins of the item
    bin_width: float  #: seconds of a bin, of texts units
    undefined: str | None = None  #: why there is no value


@on_axis("segmentation_agreement")
def segmentation_agreement(
    corpus: Corpus, *, bin_width: float = 1, own: bool = False
) -> Rows[SegmentationAgreement]:
    """Compute how well each person's boundaries follow those of the others.

    The correlation of a person's bins with the others' shares depends on how often the person
    marked. So it is put between the least and the greatest correlation that as many marked
    bins can have: ``(r - least) / (greatest - least)``.

    Sources: Zacks, Speer, Vettel & Jacoby (2006); Kurby & Zacks (2011).

    Parameters
    ----------
    corpus : Corpus
        Recordings, see `Corpus.from_times`, or texts.
    bin_width : float, default 1
        Seconds of a bin, of texts units. The value depends on it: name it with the value.
    own : bool, default False
        Whether a person's own boundaries count in the shares too, as in some of the literature;
        everybody then agrees a little with themselves.

    Returns
    -------
    Rows of SegmentationAgreement
        A tuple, in the order of items, then of coders. The value lies in [0, 1], higher is
        better, 1 is perfect; boundaries at random do not come to 0.5, but usually to less.
        Undefined for somebody who marked in no bin, in all of them, or whose others marked
        equally often in all of them.

    Raises
    ------
    ValueError
        If the bin width is no number of seconds above 0, or no whole number of units.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_times(
    ...     {"film": {"anna": [2.5, 7.1], "ben": [2.9], "cleo": [2.1, 5.0]}},
    ...     durations={"film": 10},
    ... )
    >>> anna = segmentation_agreement(corpus)[0]  # with both others in bin 2, alone in bin 7
    >>> round(anna.value, 4), round(anna.correlation, 4), round(anna.greatest, 4)
    (0.6667, 0.5466, 0.937)
    """
    axis = axis_of(corpus)
    return Rows(row for item in corpus.items for row in _of_item(item, axis, bin_width, own))


def _of_item(item: Item, axis: Axis, width: float, own: bool) -> Iterator[SegmentationAgreement]:
    bins, of_people = axis.bins(item, width)
    presses = [np.unique(np.array(places, dtype=np.int64)) for places in of_people]
    # Bins in which nobody marked are alike: they are counted, not held.
    busy = np.unique(np.concatenate(presses))
    pressed = np.zeros((len(presses), len(busy)), dtype=np.int64)
    for row, bins_of_coder in zip(pressed, presses, strict=True):
        row[np.searchsorted(busy, bins_of_coder)] = 1
    shares = pressed.sum(axis=0) - (0 if own else pressed)
    shares = np.broadcast_to(shares, pressed.shape)
    found = (pressed * shares).sum(axis=1)
    counts, total, squares = pressed.sum(axis=1), shares.sum(axis=1), (shares**2).sum(axis=1)
    ascending = np.cumsum(np.pad(np.sort(shares, axis=1), ((0, 0), (1, 0))), axis=1)
    person, quiet = np.arange(len(presses)), bins - len(busy)
    least = ascending[person, np.maximum(counts - quiet, 0)]
    greatest = total - ascending[person, len(busy) - counts]
    # Each fits 64 bits, and their product may not.
    spread = (bins * counts - counts**2).astype(float) * (bins * squares - total**2)
    for at, coder in enumerate(item.codings):
        count = int(counts[at])
        why = None
        if len(presses) < 2:
            why = ALONE
        elif count in (0, bins):
            why = ALWAYS if count else NO_PRESS
        elif not spread[at]:
            why = ALIKE
        if why is not None:
            yield SegmentationAgreement(
                item.name, coder, None, None, None, None, count, bins, width, why
            )
            continue
        # The correlation grows evenly with the shares of the marked bins.
        low, mid, high = (
            float((bins * int(sums[at]) - count * int(total[at])) / np.sqrt(spread[at]))
            for sums in (least, found, greatest)
        )
        value = (int(found[at]) - int(least[at])) / (int(greatest[at]) - int(least[at]))
        yield SegmentationAgreement(item.name, coder, value, mid, low, high, count, bins, width)
