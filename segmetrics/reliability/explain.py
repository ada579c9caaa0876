"""Why agreement on an item, or in a coder group, is as low as it is.

An explanation holds the loss 1 - S taken apart (see `segmetrics.reliability.loss`), the
coefficients beside each other, how many boundaries the coders set, how much the figures rest on,
and sentences that say what these numbers bear (see `segmetrics.reliability.narrative`).

Sources: Fournier & Inkpen (2012), section 5; Artstein & Poesio (2008), bias.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from operator import attrgetter
from typing import Any

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.agreement_table import AgreementTable, agreement
from segmetrics.coefficients.decision_table import DecisionTable, decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, group_tallies
from segmetrics.corpus import Corpus, Item
from segmetrics.reliability.chance import chance
from segmetrics.reliability.coder_findings import CoderFinding, FindingTable, coder_findings
from segmetrics.reliability.evidence import Evidence, Size
from segmetrics.reliability.influence import ItemInfluence, items_influence
from segmetrics.reliability.intervals import IntervalTable, intervals
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.leave_one_out import shuffled_tallies
from segmetrics.reliability.loss import PairEdit, disagreements, loss, pair_edits
from segmetrics.reliability.lowest_items import ValuedItem, among_the_lowest
from segmetrics.reliability.narrative import Sentence, sentences
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.reliability_table import ReliabilityTable, reliability_of

LEVEL = IntervalOptions().level
FEWEST, MOST = 5, 20  # coders of an item of which each is left out once; of four, chance does much


@dataclass(frozen=True)
class Explanation(Evidence):
    """Why agreement on an item or in a group is as low as it is: numbers, and sentences."""

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """What the numbers bear, in sentences: those that decide whether to read on first."""
        return sentences(self)

    def _repr_html_(self) -> str:
        """Return the sentences as HTML, for notebooks."""
        return "\n".join(f"<p>{escape(one.text)}</p>" for one in self.sentences)


@dataclass(frozen=True)
class Grounds:
    """What all explanations of a corpus need, computed once; it holds none of the codings."""

    options: AgreementOptions
    reliability: ReliabilityTable
    around: IntervalTable
    over_s: AgreementTable
    over_b: AgreementTable
    alpha: DecisionTable
    tallies: tuple[GroupTally, ...]
    influence: tuple[ItemInfluence, ...]
    findings: tuple[CoderFinding, ...]
    lowest: tuple[str, ...]  # items that cannot be told from the lowest

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        options: AgreementOptions | None = None,
        reliability: ReliabilityTable | None = None,
        findings: FindingTable | None = None,
    ) -> Grounds:
        """Compute them; without a table of reliability, one over S, too."""
        options = options or AgreementOptions()
        corpus = with_uncertain(corpus, options.uncertain)
        options = replace(options, similarity="s")
        tallies = group_tallies(corpus, options)
        judged = reliability or reliability_of(corpus, options)
        around = intervals(corpus, judged.options, chance=judged.chance)
        valued = [
            ValuedItem(row.item, row.corrected, ends.corrected)
            for row, ends in zip(judged.items, around.items, strict=True)
        ]
        return cls(
            options,
            judged,
            around,
            agreement(corpus, options),
            agreement(corpus, replace(options, similarity="b")),
            decisions(corpus),
            tallies,
            items_influence(
                corpus,
                tallies,
                shuffled_tallies(corpus, judged.options, judged.chance.by_coder),
                LEVEL,
            ),
            (findings or coder_findings(corpus)).rows,
            tuple(one.name for one in among_the_lowest(valued, around.options.level)),
        )

    @property
    def signature(self) -> str:
        """Return all options that an explanation depends on."""
        parts = (self.options, self.around.options, self.reliability.shuffling)
        return "; ".join(part.signature for part in parts)


@dataclass(frozen=True)
class Explainer:
    """Explains items and groups of a corpus; its grounds are computed by `of`.

    Examples
    --------
    >>> corpus = Corpus.from_masses(
    ...     {"ch1": {"an1": [11, 2], "an2": [2, 1, 7, 2, 1], "an3": [9, 4], "an4": [2, 8, 2, 1]}}
    ... )
    >>> found = Explainer.of(corpus).item("ch1")
    >>> {str(kind): part.cost for kind, part in found.loss.kinds.items()}
    {'transposition': 4.0, 'substitution': 13.0}
    >>> print(found.sentences[0].text.partition(" (")[0])
    Coders agree on ch1 hardly more than by chance
    """

    whole: Corpus
    grounds: Grounds

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        options: AgreementOptions | None = None,
        reliability: ReliabilityTable | None = None,
        findings: FindingTable | None = None,
    ) -> Explainer:
        """Compute what all explanations need, see `Grounds.of`."""
        return cls(corpus, Grounds.of(corpus, options, reliability, findings))

    @cached_property
    def corpus(self) -> Corpus:
        """The codings as they count."""
        return with_uncertain(self.whole, self.grounds.options.uncertain)

    def item(self, name: str) -> Explanation:
        """Explain the agreement on an item."""
        item = self.corpus[name]
        place = self.corpus.items.index(item)
        tally = next(one for one in self.grounds.tallies if place in one.items)
        edits = pair_edits(self.corpus, item, self.grounds.options.model)
        return replace(
            self._explanation(attrgetter("items"), place, tally, [item], edits),
            disagreements=tuple(disagreements(item, edits)),
            boundaries={coder: len(coding.boundaries) for coder, coding in item.codings.items()},
            rest=self.grounds.influence[place],
            without=self._without_each(item, place),
            clearly_lowest=self.grounds.lowest == (name,),
        )

    def _without_each(self, item: Item, place: int) -> dict[str, float]:
        """Return R without each coder of an item that needs it said, if enough of them are left."""
        judged, found = self.grounds.reliability, {}
        well = judged.items[place].verdict == "well_beyond_chance"
        # R has no error of shuffling: the least number will do.
        shuffling = replace(judged.shuffling, shuffles=10)
        for coder in item.coders if FEWEST <= len(item.coders) <= MOST and not well else ():
            rest = {name: one for name, one in item.codings.items() if name != coder}
            alone = Corpus((replace(item, codings=rest),))
            value = chance(alone, judged.options, shuffling).corpus.corrected
            if value is not None:
                found[coder] = value
        return found

    def group(self, place: int, *, progress: Progress | None = None) -> Explanation:
        """Explain the agreement of a coder group."""
        tally = self.grounds.tallies[place]
        items = [self.corpus.items[number] for number in tally.items.tolist()]
        edits = []
        for done, item in enumerate(items):
            edits += pair_edits(self.corpus, item, self.grounds.options.model)
            if progress:
                progress(done / len(items))
        # All that is left is reported as nearly nothing: it may be stopped, too.
        nearly = progress and (lambda _: progress(1.0))
        return replace(
            self._explanation(attrgetter("groups"), place, tally, items, edits, nearly),
            findings=tuple(row for row in self.grounds.findings if row.coder in tally.group.coders),
        )

    def _explanation(
        self,
        level: Callable[[Any], Sequence[Any]],
        place: int,
        tally: GroupTally,
        items: Sequence[Item],
        edits: Sequence[PairEdit],
        progress: Progress | None = None,
    ) -> Explanation:
        """Return what is explained of items and groups alike, of a row of a level."""
        grounds, judged = self.grounds, self.grounds.reliability
        over_s = level(grounds.over_s)[place]
        return Explanation(
            reliability=level(judged)[place],
            shuffled=level(judged.chance)[place],
            similarity=judged.options.similarity,
            shuffling=judged.shuffling,
            over_s=over_s,
            over_b=level(grounds.over_b)[place],
            alpha=level(grounds.alpha)[place],
            loss=loss(self.corpus, items, edits, expected=over_s.expected_pi, progress=progress),
            size=self._size(items, tally),
            interval=level(grounds.around)[place].corrected,
            signature=grounds.signature,
        )

    def _size(self, items: Sequence[Item], tally: GroupTally) -> Size:
        codings = [coding for item in items for coding in item.codings.values()]
        places = sum(coding.mass - 1 for coding in codings)
        segments = sum(coding.segments for coding in codings)
        return Size(
            items=len(items),
            units=sum(item.mass for item in items),
            coders=len({coder for item in items for coder in item.codings}),
            group_items=int(tally.coded.any(axis=1).sum()),
            median_units=float(np.median(tally.places + 1)),
            density=(segments - len(codings)) / places if places else None,
            mean_segment=sum(coding.mass for coding in codings) / segments,
        )


@on_axis("explain", not_of=only_texts("press_peaks(corpus)"))
def explain(corpus: Corpus, name: str, options: AgreementOptions | None = None) -> Explanation:
    """Explain why agreement on an item, or in a coder group, is as low as it is.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    name : str
        Name of the item or of the group.
    options : AgreementOptions, optional
        How agreement is computed; what is explained is S.

    Returns
    -------
    Explanation
        Its sentences can be pasted.

    Raises
    ------
    KeyError
        If there is neither an item nor a group of this name.

    Examples
    --------
    >>> corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [4, 4, 2], "z": [4, 4, 2]}})
    >>> explain(corpus, "a").sentences[1].text
    'Both disagreements between pairs are about whether a segment begins.'
    """
    explainer = Explainer.of(corpus, options)
    if name in corpus:
        return explainer.item(name)
    groups = [group.name for group in corpus.groups]
    if name not in groups:
        raise KeyError(name)
    return explainer.group(groups.index(name))
