"""The rules of a consensus side by side: how many boundaries each gives, and which it loses.

A boundary that *nearly all saw* is a pool (see `segmetrics.adjudication.gold`) in which all coders
of an item but one take part, or nine in ten where they are many; of two coders both. A rule
loses it if it has no boundary at any of the places that these coders marked.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import NamedTuple

from segmetrics.adjudication.gold import METHODS, UNUSED, GoldOptions, Method, gold, pools, voters
from segmetrics.adjudication.model_rule import ModelRefused
from segmetrics.axis import on_axis, only_texts
from segmetrics.corpus import Corpus
from segmetrics.reliability.fitted_coders import CoderModel

DEFAULT = GoldOptions()
UNFITTED = tuple(method for method in METHODS if method != "model")
"""The rules that need no model of the coders, and so hardly any time."""

# Of so many coders one may be missing where nearly all saw a boundary; of two nobody.
FEWEST = 3
TENTH = 10


class RuleOutcome(NamedTuple):
    """What a rule gives."""

    method: Method  #: the rule
    boundaries: int  #: gold boundaries of all items
    lost: int  #: boundaries that nearly all coders of an item saw, and that the rule has not


@dataclass(frozen=True, slots=True)
class RuleComparison:
    """What each rule gives for one corpus."""

    #: One for each rule that was asked for, but for a model that is silent.
    rules: tuple[RuleOutcome, ...]
    items: int  #: items that somebody coded who votes
    seen: int  #: boundaries that nearly all coders of an item saw
    of_coders: float  #: boundaries of all items as a coder places them on average
    #: Why the rule ``model`` gives nothing; empty if it does, or was not asked for.
    no_model: str = ""

    def of(self, method: Method) -> RuleOutcome:
        """Return what one rule gives."""
        return next(one for one in self.rules if one.method == method)


@on_axis("compare_rules", not_of=only_texts("consensus(corpus)"))
def compare_rules(
    corpus: Corpus,
    options: GoldOptions | None = None,
    *,
    methods: Sequence[Method] = METHODS,
    model: CoderModel | None = None,
) -> RuleComparison:
    """Compare what each rule gives for a corpus, before anybody decides.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : GoldOptions, optional
        Share, threshold and window of the rules that look at them; ``n`` is also how near to
        each other the boundaries lie that nearly all saw.
    methods : sequence of str, optional
        The rules; all if left out.
    model : CoderModel, optional
        The model of the coders, if it is at hand; ``model`` fits it otherwise.

    Returns
    -------
    RuleComparison

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [4, 6], "z": [5, 5], "w": [5, 5]}})
    >>> compared = compare_rules(corpus)
    >>> for rule in compared.rules:
    ...     print(*rule)
    pooled 1 0
    majority 0 1
    medoid 1 0
    >>> compared.no_model
    'the coders are hardly more together than by chance'
    """
    options = options or GoldOptions()
    codings = {item.name: voters(corpus, item) for item in corpus.items}
    codings = {name: theirs for name, theirs in codings.items() if theirs}
    seen = {
        name: [
            set(pool.values())
            for pool in pools(theirs, options.n)
            if len(pool) >= _nearly_all(len(theirs))
        ]
        for name, theirs in codings.items()
        if len(theirs) > 1
    }
    rules, no_model = [], ""
    for method in methods:
        unused = {name: getattr(DEFAULT, name) for name in UNUSED[method]}
        try:
            asked = replace(options, method=method, **unused)
            found = gold(corpus, asked, model=model)
        except ValueError as error:
            if method != "model":
                raise
            no_model = error.why if isinstance(error, ModelRefused) else str(error)
            continue
        places = {one.item: tuple(one.segmentation.boundaries) for one in found}
        lost = sum(_misses(places[name], near) for name, near in seen.items())
        rules.append(RuleOutcome(method, sum(map(len, places.values())), lost))
    of_coders = fsum(
        sum(len(one.boundaries) for one in theirs.values()) / len(theirs)
        for theirs in codings.values()
    )
    shared = sum(map(len, seen.values()))
    return RuleComparison(tuple(rules), len(codings), shared, of_coders, no_model)


def _nearly_all(coders: int) -> int:
    """Return how many of so many coders are nearly all."""
    return coders - max(1, coders // TENTH) if coders >= FEWEST else coders


def _misses(places: tuple[int, ...], seen: list[set[int]]) -> int:
    """Count the pools between whose places a rule has no boundary."""
    return sum(bisect_left(places, min(near)) == bisect_right(places, max(near)) for near in seen)
