"""One segmentation against those of several people: changepoints and event boundaries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from segmetrics.axis import TOLERANCE, on_axis
from segmetrics.metrics.time.covering import covering
from segmetrics.metrics.time.hit_rate import most_hits
from segmetrics.segmentation import Segmentation, common_mass

NO_BOUNDARY = "neither the hypothesis nor any reference has a boundary"
NONE_IN_ONE = "some reference has no boundary, so there is no recall"


@dataclass(frozen=True, slots=True)
class AgainstReferences:
    """One segmentation against those of several people."""

    #: F over all references, the harmonic mean of precision and recall; None if undefined.
    value: float | None
    #: Share of the hypothesis's boundaries that are a hit with a boundary of anybody.
    precision: float | None
    #: Share of a reference's boundaries that are a hit, the mean over references.
    recall: float | None
    covering: float  #: covering of a reference by the hypothesis, the mean over references
    mean_f: float | None  #: the mean F against each reference by itself
    best_f: float | None  #: the highest
    undefined: str | None = None  #: why there is no value


@on_axis("against_references", lengths={"tolerance": TOLERANCE})
def against_references(
    hypothesis: Segmentation,
    references: Mapping[str, Segmentation],
    *,
    tolerance: float = 0.5,
    start: bool = True,
) -> AgainstReferences:
    """Compare one segmentation with those of several people, as changepoint benchmarks do.

    Precision takes the boundaries of all people together, each place once, so that it is enough
    to have found what anybody marked; recall is the mean over people, so that nobody's boundaries
    are lost in those of the others.

    Sources: van den Burg & Williams (2020), after Martin, Fowlkes & Malik (2004), for F and
    covering; Shou, Lei, Wang, Ghadiyaram & Feiszli (2021) for the best F.

    Parameters
    ----------
    hypothesis : Segmentation
        The one to compare, of a method or of a person.
    references : mapping of str to Segmentation
        Person to segmentation of the same item, at least one.
    tolerance : float, default 0.5
        How many seconds apart two boundaries of a hit may be. For texts, and series of
        observations, it must be given, in units; the benchmark of changepoints takes 5.
    start : bool, default True
        Whether the start counts as a boundary of everybody, as it does in that benchmark; it
        raises the value.

    Returns
    -------
    AgainstReferences
        Each in [0, 1], higher is better, 1 is perfect. Without the start, undefined if nobody
        has a boundary, or some reference has none.

    Raises
    ------
    ValueError
        If there is no reference, the codings differ in mass or lie on different axes, or the
        tolerance is no number from 0 on.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> people = {"a": Segmentation(60, ()), "b": Segmentation(60, (10,))}
    >>> people["c"] = Segmentation(60, (50,))
    >>> found = against_references(Segmentation(60, (10,)), people, tolerance=5)
    >>> found.precision, round(found.recall, 4), round(found.value, 4)
    (1.0, 0.8333, 0.9091)
    """
    if not references:
        raise ValueError("there is no reference to compare with")
    added = (0,) if start else ()
    ours = (*added, *hypothesis.boundaries)
    people = []
    for coding in references.values():
        common_mass(hypothesis, coding)
        people.append((*added, *coding.boundaries))
    anybody = sorted({place for places in people for place in places})
    precision = most_hits(ours, anybody, tolerance) / len(ours) if ours else None
    hits = [most_hits(ours, places, tolerance) for places in people]
    shares = [hit / len(places) for hit, places in zip(hits, people, strict=True) if places]
    recall = sum(shares) / len(shares) if len(shares) == len(people) else None
    each = [
        2 * hit / (len(ours) + len(places))
        for hit, places in zip(hits, people, strict=True)
        if ours or places
    ]
    value = None
    if recall is not None:
        total = (precision or 0.0) + recall
        value = 2 * (precision or 0.0) * recall / total if total else 0.0
    return AgainstReferences(
        value=value,
        precision=precision,
        recall=recall,
        covering=sum(covering(hypothesis, one).value for one in references.values()) / len(people),
        mean_f=sum(each) / len(each) if len(each) == len(people) else None,
        best_f=max(each) if each else None,
        undefined=None if value is not None else NONE_IN_ONE if each else NO_BOUNDARY,
    )
