"""What low agreement comes from: what R becomes without what a coder does, computed anew.

Conventions
-----------
Only a coder who stands out is a cause, by `segmetrics.coder_findings` or by the verdicts of
`segmetrics.coder_model`. Each has one *remedy*, and R is computed of the codings as they are after
it:

``earlier``, ``later``
    all boundaries of one who is late (early) lie a place earlier (later);
``without own``
    one who marks much loses the boundaries that nobody else has nearby;
``left out``
    one who marks little, everywhere or at random is left out.

A cause that raises R by less than `LEAST_RISE` is none. What remains low after all remedies comes
from nobody in particular.

An item is *cleared* if its agreement may be chance or is low, and is well beyond chance without
those of its coders who stand out: nothing is wrong with the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import plain, with_uncertain
from segmetrics.coding_model.coder_model import WIDEST, CoderModel, CoderModelOptions, coder_model
from segmetrics.coding_model.coder_verdicts import VerdictKind
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import CoderGroup, Corpus, Item
from segmetrics.reliability.chance import chance
from segmetrics.reliability.chance_verdicts import ChanceVerdict
from segmetrics.reliability.coder_findings import CoderFinding, Finding, coder_findings
from segmetrics.reliability.progress import Progress, reported
from segmetrics.reliability.reliability_table import ReliabilityTable, reliability_of
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.rows import WithRows
from segmetrics.segmentation import Segmentation

Remedy = Literal["earlier", "later", "without own", "left out"]
"""What is changed of a coder's boundaries, see the module."""

Trait = Finding | VerdictKind
"""By what a coder stands out."""

LEAST_RISE = 0.02
"""R by which a remedy raises agreement at least; less does not show beside its interval."""

NEEDS_WORK: Sequence[ChanceVerdict | None] = ("not_distinguishable", "beyond_chance")

REMEDIES: Mapping[Trait, Remedy] = {
    "early": "later",
    "late": "earlier",
    "own": "without own",
    "full": "left out",
    "empty": "left out",
    "random": "left out",
    "disagrees": "left out",
    "fewer": "left out",
}
"""The remedy for each trait; that for a shift and for a rate depends on where it goes."""


class Cause(NamedTuple):
    """A coder who keeps agreement low.

    Parameters
    ----------
    coder : str
        The coder.
    trait : str
        By what the coder stands out, as the finding or the verdict of the model is called.
    remedy : {"earlier", "later", "without own", "left out"}
        What is changed of the coder's boundaries.
    corrected : float
        R of the group after that.
    """

    coder: str
    trait: Trait
    remedy: Remedy
    corrected: float


class GroupCauses(NamedTuple):
    """What keeps agreement of a coder group low.

    Parameters
    ----------
    group : str
        Its name.
    corrected : float or None
        R as it is.
    causes : tuple of Cause
        Coders, the largest gain first.
    together : float or None
        R after all remedies, of two and more causes.
    cleared : tuple of str
        Items that need no work once those coders are left out.
    """

    group: str
    corrected: float | None
    causes: tuple[Cause, ...] = ()
    together: float | None = None
    cleared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Causes(WithRows):
    """What keeps agreement low, group by group.

    Parameters
    ----------
    rows : tuple of GroupCauses
        A row for each coder group, in the order of the corpus.
    """

    rows: tuple[GroupCauses, ...]

    @property
    def cleared(self) -> frozenset[str]:
        """The items that need no work once coders who stand out are left out."""
        return frozenset(name for row in self.rows for name in row.cleared)

    def of_group(self, name: str) -> GroupCauses:
        """Return the row of a group, without a cause if there is none."""
        return next((row for row in self.rows if row.group == name), GroupCauses(name, None))


NO_CAUSES = Causes(())


@on_axis("causes", not_of=only_texts("agreement(corpus).coders"))
def causes(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    *,
    reliability: ReliabilityTable | None = None,
    model: CoderModel | None = None,
    progress: Progress | None = None,
) -> Causes:
    """Tell what low agreement comes from, by what R is without it.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        How R is computed.
    reliability : ReliabilityTable, optional
        What `segmetrics.agreement` rests on, of the same corpus and options; computed if left out.
    model : CoderModel, optional
        What `segmetrics.coder_model` says of the same corpus; fitted with the same n if left out.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    Causes
        Coders, and items that need no work without them; none where nobody stands out.

    Examples
    --------
    >>> same = {n: [9, n + 4, 17] for n in range(6)}
    >>> masses = {
    ...     f"i{n}": {"x": sizes, "y": sizes, "z": sizes, "odd": [n + 30]}
    ...     for n, sizes in same.items()
    ... }
    >>> (row,) = causes(Corpus.from_masses(masses)).rows
    >>> round(row.corrected, 2), [(one.coder, one.remedy, one.corrected) for one in row.causes]
    (0.64, [('odd', 'left out', 1.0)])
    """
    options = options or AgreementOptions()
    corpus = plain(with_uncertain(corpus, options.uncertain))
    reliability = reliability or reliability_of(corpus, options)
    model = model or coder_model(corpus, CoderModelOptions(n=min(options.n, WIDEST)))
    findings = coder_findings(corpus).rows
    groups = [
        _of_group(corpus, group, options, reliability, findings, model)
        for group in reported(corpus.groups, progress, len(corpus.groups))
    ]
    return Causes(tuple(groups))


def _of_group(
    corpus: Corpus,
    group: CoderGroup,
    options: AgreementOptions,
    reliability: ReliabilityTable,
    findings: Sequence[CoderFinding],
    model: CoderModel,
) -> GroupCauses:
    """Apply the remedy of each coder of a group who stands out, alone and together."""
    now = next(row.corrected for row in reliability.groups if row.item == group.name)
    remedies = {
        coder: (trait, remedy)
        for coder, trait, remedy in _who_stands_out(findings, model)
        if coder in group.coders
    }
    if now is None or not remedies:
        return GroupCauses(group.name, now)
    within = corpus.select(items=group.items, coders=group.coders)
    # R has no error of shuffling: the least number will do.
    shuffling = replace(reliability.shuffling, shuffles=10)
    found = []
    for coder, (trait, remedy) in remedies.items():
        after = _corrected(_remedied(within, {coder: remedy}, options), options, shuffling)
        if after is not None and after - now >= LEAST_RISE:
            found.append(Cause(coder, trait, remedy, after))
    found.sort(key=lambda one: -one.corrected)
    every = {one.coder: one.remedy for one in found}
    together = None
    if len(found) > 1:
        together = _corrected(_remedied(within, every, options), options, shuffling)
    cleared = _cleared(within, list(every), options, reliability)
    return GroupCauses(group.name, now, tuple(found), together, cleared)


def _who_stands_out(
    findings: Sequence[CoderFinding], model: CoderModel
) -> Iterable[tuple[str, Trait, Remedy]]:
    """Yield each coder who stands out, by what, and the remedy."""
    by_model = {one.coder: one.verdict for one in model.verdicts}
    for row in findings:
        trait: Trait = by_model.get(row.coder, row.finding)
        if trait == "shifted":
            yield row.coder, trait, "earlier" if row.late > row.early else "later"
        elif trait == "rate":
            yield row.coder, trait, "without own" if (row.rate_ratio or 0) > 1 else "left out"
        elif trait != "none":
            yield row.coder, trait, REMEDIES[trait]


def _remedied(
    corpus: Corpus, remedies: Mapping[str, Remedy], options: AgreementOptions
) -> Corpus | None:
    """Return the corpus after remedies; None if hardly anybody is left."""
    stay = [name for name in corpus.coders if remedies.get(name) != "left out"]
    if len(stay) < 2:
        return None
    left = corpus.select(coders=stay)
    changed = {name: remedy for name, remedy in remedies.items() if name in stay}
    items = tuple(_changed(item, changed, options.model.n) for item in left.items)
    return Corpus(items)


def _changed(item: Item, remedies: Mapping[str, Remedy], n: int) -> Item:
    """Return an item with the boundaries of some coders changed."""
    codings = dict(item.codings)
    for coder, remedy in remedies.items():
        if coder not in codings:
            continue
        places = codings[coder].boundaries
        if remedy == "without own":
            others = {
                place
                for name, coding in item.codings.items()
                if name != coder
                for place in coding.boundaries
            }
            near = {place + by for place in others for by in range(1 - n, n)}
            kept = [place for place in places if place in near]
        else:
            by = -1 if remedy == "earlier" else 1
            kept = [place + by for place in places if 0 < place + by < item.mass]
        codings[coder] = Segmentation(item.mass, tuple(kept))
    return replace(item, codings=codings)


def _corrected(
    corpus: Corpus | None, options: AgreementOptions, shuffling: ChanceOptions
) -> float | None:
    """Return R of a group."""
    if corpus is None:
        return None
    return chance(corpus, options, shuffling).corpus.corrected


def _cleared(
    corpus: Corpus,
    coders: Sequence[str],
    options: AgreementOptions,
    reliability: ReliabilityTable,
) -> tuple[str, ...]:
    """Return the items that need work, but none without some coders."""
    stay = [name for name in corpus.coders if name not in coders]
    low = {
        row.item
        for row in reliability.items
        if row.verdict in NEEDS_WORK
        and row.item in corpus
        and {*coders} & {*corpus[row.item].codings}
    }
    if not coders or len(stay) < 3 or not low:
        return ()
    without = reliability_of(corpus.select(coders=stay), options, reliability.shuffling)
    return tuple(
        row.item for row in without.items if row.item in low and row.verdict == "well_beyond_chance"
    )
