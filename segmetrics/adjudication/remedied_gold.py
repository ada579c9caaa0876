"""What a gold segmentation would be without what keeps agreement low."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from segmetrics.adjudication.consensus_in_time import consensus_in_time
from segmetrics.adjudication.gold import GoldItem, GoldOptions, gold
from segmetrics.adjudication.model_rule import ModelRefused
from segmetrics.adjudication.press_peaks import TimeConsensusOptions
from segmetrics.axis import axis_of
from segmetrics.claims.remedies import Suspect, moved_in, remedied
from segmetrics.corpus import Corpus
from segmetrics.metrics.time.trimming import with_presses_counted
from segmetrics.reliability.odd_counts import SOON
from segmetrics.reliability.odd_places import OutOfStep


class Change(NamedTuple):
    """What is changed of codings before a rule looks at them."""

    #: Coders whose boundaries are moved or dropped, or who are left out.
    remedies: Mapping[str, Suspect] = {}
    #: Coders of recordings of whose boundaries those right after another one are dropped.
    twice: Collection[str] = ()
    #: A coder, and the item from which alone the coder is left out.
    without: tuple[str, str] | None = None
    slip: OutOfStep | None = None  #: a coder whose boundaries are moved in one item alone

    @property
    def leaves_out(self) -> bool:
        """Whether a coder is left out, somewhere at least."""
        return bool(self.without) or any(one.remedy == "left out" for one in self.remedies.values())


class RemediedGold(NamedTuple):
    """How many boundaries a rule gives of codings as they are, and of changed ones."""

    boundaries: int  #: gold boundaries of codings as they are
    after: int  #: those of changed codings
    elsewhere: int  #: of these, the ones that lie where none was before

    @property
    def differs(self) -> bool:
        """Whether the rule gives anything else."""
        return self.boundaries != self.after or bool(self.elsewhere)


def remedied_gold(
    corpus: Corpus,
    changes: Sequence[Change],
    items: Iterable[GoldItem],
    options: GoldOptions | TimeConsensusOptions,
) -> tuple[RemediedGold | None, ...]:
    """Return what the rule that gave gold items gives after each change; None if it gives nothing.

    With a coder fewer, a rule gives other boundaries for that alone.
    """
    before = {item.item: [one.place for one in item.boundaries] for item in items}
    undecided = corpus.with_decisions(())
    return tuple(_after(undecided, change, before, options) for change in changes)


def _after(
    corpus: Corpus,
    change: Change,
    before: Mapping[str, Sequence[int]],
    options: GoldOptions | TimeConsensusOptions,
) -> RemediedGold | None:
    reach = 0
    try:
        if isinstance(options, GoldOptions):
            changed = _changed(corpus, change, options.n)
            made = gold(changed, options) if changed else None
        else:
            reach = axis_of(corpus).positions_within("tolerance", options.reach)
            changed = _changed(corpus, change)
            made = consensus_in_time(changed, options).items if changed else None
    except ModelRefused:
        return None
    if made is None:
        return None
    new = [
        all(abs(one.place - place) > reach for place in before.get(item.item, ()))
        for item in made
        for one in item.boundaries
    ]
    return RemediedGold(sum(map(len, before.values())), len(new), sum(new))


def _changed(corpus: Corpus, change: Change, n: int = 1) -> Corpus | None:
    """Return the corpus after a change; None if hardly anybody is left."""
    found = remedied(corpus, change.remedies, n) if change.remedies else corpus
    if found is None:
        return None
    if change.slip:
        found = moved_in(found, change.slip)
    once = with_presses_counted(found, minimum_gap=SOON) if change.twice else found
    items = []
    for item, thinned in zip(found.items, once.items, strict=True):
        codings = {
            coder: thinned.codings[coder] if coder in change.twice else coding
            for coder, coding in item.codings.items()
            if (coder, item.name) != change.without
        }
        items.append(replace(item, codings=codings))
    return replace(found, items=tuple(items))
