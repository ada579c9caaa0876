"""Is an automatic segmenter as good as a person? One verdict over all groups of people.

In each group, kappa of boundary decisions is pooled over the pairs of the segmenter and a person,
and over the pairs of people, on the items that the segmenter coded
(`segmetrics.reliability.pair_kappa`). The segmenter is as good as a person if it keeps `KEPT` of
the agreement of people: the *margin* of a group is the first kappa less `KEPT` times the second.

Conventions
-----------
The margin of the corpus is the mean over groups. Its variance comes from leaving out each item
of a group and each person in turn; the two variances add, and those of the groups over the
square of their number. Student's t has Satterthwaite's degrees of freedom. The verdict is
``as_good`` (``worse``) if the whole `LEVEL` interval lies above (below) 0, so that a segmenter
that keeps just this share passes in 5% of the cases, and ``unclear`` otherwise.

It is ``refused`` if no group has three people and two items, if people do not agree clearly more
than by chance (kappa above 0, at the same level), and for a segmenter that is made of the
people's own boundaries.

Sources: Cohen (1960); Efron & Tibshirani (1993), the jackknife; Satterthwaite (1946). That a
margin is agreed on beforehand is the practice of tests of non-inferiority.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.number_formats import percent, short
from segmetrics.phrases import listed
from segmetrics.reliability.jackknife import AS_IT_IS, Estimate, Interval, mean_of, two_way
from segmetrics.reliability.pair_kappa import MarkedPlaces, kappa_of_terms
from segmetrics.segmenters.baselines import Baseline

KEPT = 0.8
"""Share of people's agreement that a segmenter is to keep."""

LEVEL = 0.9
"""Of the interval of the margin: 5% on either side."""

# Weights of the segmenter's kappa with people, and of that among people.
AMONG_PEOPLE, MARGIN = np.array([0.0, 1.0]), np.array([1.0, -KEPT])

PEOPLE_NEEDED, ITEMS_NEEDED = 3, 2

TOO_FEW = f"no group has {PEOPLE_NEEDED} people and {ITEMS_NEEDED} items that the segmenter coded"
BY_CHANCE = "people do not clearly agree more than by chance"
SAW_ANSWERS = "it is made of these people's own boundaries, so agreement with them says nothing"

Verdict = Literal["as_good", "worse", "unclear", "refused"]
"""Whether a segmenter keeps enough of people's agreement, see the module."""


class KeptAgreement(NamedTuple):
    """How much of people's agreement a segmenter keeps, over all groups."""

    segmenter: str  #: the segmenter
    baseline: Baseline | None  #: which baseline it is, if it is one
    groups: tuple[str, ...]  #: names of the groups that count; others have too few people or items
    #: Kappa of boundary decisions among people, mean over groups: at most 1, higher is better; None
    #: if undefined.
    people: float | None
    kappa: float | None  #: that of the segmenter with them
    kept: float | None  #: the second over the first; None where people do not agree clearly
    #: The second less `KEPT` times the first: above 0 the segmenter keeps more than that.
    margin: float | None
    interval: Interval  #: of the margin, for other items and people, at 90%
    verdict: Verdict  #: what the interval says
    undefined: str = ""  #: why the verdict is refused, or empty

    @property
    def words(self) -> str:
        """The verdict in words."""
        if self.verdict == "refused":
            return f"No verdict: {self.undefined}."
        said = {
            "as_good": "As good as a person: it keeps at least",
            "worse": "Not as good as a person: it keeps less than",
            "unclear": "It cannot be told whether it keeps",
        }[self.verdict]
        return (
            f"{said} {percent(KEPT)} of the agreement among people (kappa {short(self.kappa)} with "
            f"people, {short(self.people)} among people; over {listed(self.groups)})."
        )


class _Group(NamedTuple):
    """Kappa of the segmenter with people and among them, and both without each item and person."""

    name: str
    whole: Floats  # (2,)
    without_item: Floats  # (2, I)
    without_person: Floats  # (2, P)

    def weighted(self, weights: Floats) -> Estimate:
        """Return a weighted sum of the two kappas, for other items and people."""
        return two_way(
            float(weights @ self.whole),
            weights @ self.without_person,
            weights @ self.without_item,
            over="coders and items",
            scale=AS_IT_IS,
        )


def kept_agreement(
    segmenter: str, baseline: Baseline | None, joined: Sequence[tuple[str, Corpus]]
) -> KeptAgreement:
    """Judge a segmenter by the groups of people, each with it on the items that it coded."""
    found = [_group(name, corpus, segmenter) for name, corpus in joined]
    groups = [group for group in found if group]
    names = tuple(group.name for group in groups)
    if not groups:
        return _refused(segmenter, baseline, TOO_FEW)
    kappa, people = np.mean([group.whole for group in groups], axis=0).tolist()
    if baseline == "MAJORITY":
        return _refused(segmenter, baseline, SAW_ANSWERS, names, people, kappa)
    if not mean_of([group.weighted(AMONG_PEOPLE) for group in groups]).ends(LEVEL)[0] > 0:
        return _refused(segmenter, baseline, BY_CHANCE, names, people, kappa)
    low, high = mean_of([group.weighted(MARGIN) for group in groups]).ends(LEVEL)
    verdict: Verdict = "as_good" if low > 0 else "worse" if high < 0 else "unclear"
    return KeptAgreement(
        segmenter,
        baseline,
        names,
        people,
        kappa,
        kappa / people,
        kappa - KEPT * people,
        Interval(low, high),
        verdict,
    )


def _refused(
    segmenter: str,
    baseline: Baseline | None,
    why: str,
    groups: tuple[str, ...] = (),
    people: float | None = None,
    kappa: float | None = None,
) -> KeptAgreement:
    none = Interval(None, None, why)
    return KeptAgreement(
        segmenter, baseline, groups, people, kappa, None, None, none, "refused", why
    )


def _group(name: str, joined: Corpus, segmenter: str) -> _Group | None:
    """Return the kappas of a group; None if it is too small, or one of them is undefined."""
    people = [coder for coder in joined.coders if coder != segmenter]
    items = [item for item in joined.items if len(item.codings) > 2]
    marked = MarkedPlaces.of(items, (*people, segmenter))
    if len(people) < PEOPLE_NEEDED or marked.parts < ITEMS_NEEDED:
        return None
    own, among = np.zeros((2, len(people), 2, 1 + marked.parts))  # of each person
    for first in range(len(people)):
        own[first] = marked.pair(first, len(people)).terms
        for second in range(first):
            terms = marked.pair(first, second).terms
            among[first] += terms
            among[second] += terms
    with_people, of_people = own.sum(axis=0), among.sum(axis=0) / 2
    kappas = np.stack([kappa_of_terms(with_people), kappa_of_terms(of_people)])
    without_person = np.stack(
        [
            kappa_of_terms((with_people - own)[:, :, 0].T),
            kappa_of_terms((of_people - among)[:, :, 0].T),
        ]
    )
    if np.isnan(kappas).any() or np.isnan(without_person).any():
        return None
    return _Group(name, kappas[:, 0], kappas[:, 1:], without_person)
