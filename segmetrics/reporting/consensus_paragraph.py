"""The consensus in a paragraph, as a paper has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from segmetrics.adjudication.adjudications import Consensus, open_disputes
from segmetrics.adjudication.disputes import disputes
from segmetrics.adjudication.gold import Effect, HandDecision
from segmetrics.corpus import Corpus
from segmetrics.number_formats import percent
from segmetrics.phrases import counted, joined

DECIDED: dict[Effect, str] = {
    "agreed": "as by the rule",
    "moved": "moved",
    "added": "added",
    "removed": "removed",
}


def consensus_in_words(made: Consensus, corpus: Corpus) -> str:
    """Return by what rule a consensus segmentation was made, and what was decided by hand."""
    options, boundaries = made.options, sum(len(item.boundaries) for item in made.items)
    if options.method == "medoid":
        rule = "the coding of the coder most like the others by boundary similarity B"
    elif options.method == "model":
        rule = (
            "the places that are likelier than not to have a boundary that the coders share, by a "
            "model of what each coder finds, adds and shifts"
        )
    else:
        if options.share == 0.5 and options.threshold == "more_than":
            share = "more than half"
        else:
            than = "more than" if options.threshold == "more_than" else "at least"
            share = f"{than} {percent(options.share)}"
        rule = f"the boundaries that {share} of an item's coders placed"
        if options.method == "pooled":
            rule += f", those fewer than {options.n} positions apart counting together"
    said = (
        f"The consensus segmentation has {counted(boundaries, 'boundary', 'boundaries')} in "
        f"{counted(len(made.items), 'item')}. It takes {rule}"
    )
    doubted = _against_the_model(made)
    if not made.decisions:
        return f"{said}; nothing was decided by hand.{doubted}"
    by_hand = f"; on top of this {by_hand_in_words(made.by_hand)}."
    return f"{said}{by_hand} {_open(made, corpus)}{doubted}"


def by_hand_in_words(found: Sequence[HandDecision]) -> str:
    """Return what was decided by hand about places."""
    effects = Counter(one.effect for one in found)
    decided = joined([f"{effects[key]:,} {word}" for key, word in DECIDED.items() if effects[key]])
    places = counted(len(found), "place was", "places were")
    return f"{places} decided by hand ({decided})"


def _against_the_model(made: Consensus) -> str:
    """Return at how many open disputes the model of the coders suggests another answer."""
    if not made.doubts:
        return ""
    return (
        f" At {counted(len(made.doubts), 'disputed place')} that nobody decided about, a model of "
        "how many boundaries each coder finds, adds and shifts suggests another answer."
    )


def _open(made: Consensus, corpus: Corpus) -> str:
    """Return how many disputed places nobody decided about."""
    found = disputes(corpus, n=made.options.n)
    still = len(open_disputes(found, made.decisions))
    if not still:
        return "No disputed place is left open."
    follow = "follows" if still == 1 else "follow"
    return (
        f"This settles {len(found) - still:,} of {counted(len(found), 'disputed place')}; the "
        f"other {still:,} {follow} the rule."
    )
