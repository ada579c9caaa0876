"""The terms that pages and documents use, each with its one definition.

Numbers have theirs in `segmetrics.coefficients.quantities`, verdicts in
`segmetrics.reliability.chance_verdicts`; here they stand beside all other terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from segmetrics.coefficients.quantities import AGREEMENT, BY_SHUFFLING, DECISIONS, Quantity
from segmetrics.reliability.chance_verdicts import VERDICT_EXPLANATIONS, VERDICT_WORDS


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the field, and what it means."""

    name: str
    definition: str  # in full sentences
    also: tuple[str, ...] = ()  # how sentences write it besides


class Part(NamedTuple):
    """A part of a sentence, with its definition if it is a term."""

    text: str
    definition: str = ""


def _number(quantity: Quantity, *also: str) -> Term:
    return Term(quantity.name, quantity.about, (quantity.symbol, *also))


SETS: Mapping[str, Sequence[Term]] = MappingProxyType(
    {
        "What is coded": (
            Term("corpus", "All items, with the codings of all coders."),
            Term("item", "One text that was segmented: a chapter, an interview, an article."),
            Term(
                "unit",
                "The smallest part of a text, which no coder divides: a sentence, a paragraph, a "
                "turn.",
            ),
            Term(
                "potential boundary",
                "A place between two units, where a boundary can stand. An item of 20 units has 19 "
                "such places.",
                ("potential boundaries",),
            ),
            Term(
                "boundary",
                "A place where a coder ends one segment and begins the next.",
                ("boundaries",),
            ),
            Term(
                "shared boundary",
                "A place to which the marks of all coders of a group together point: several "
                "marked it or a place beside it. The model of coders finds it. It is relative to "
                "the group, not the truth.",
                ("shared boundaries",),
            ),
            Term("segment", "The units between one boundary and the next."),
            Term("coder", "Somebody who segmented items; also a program that did."),
            Term("coding", "How one coder segmented one item."),
            Term(
                "coder group",
                "Coders who are linked by items that they coded together. Two groups have no item "
                "in common, so they cannot be compared.",
            ),
            Term("segmenter", "A program that places boundaries."),
            Term("baseline", "A segmenter that knows nothing of the texts, as a yardstick."),
            Term("type", "What a boundary marks, such as a new topic, if coders said so."),
            Term(
                "level", "How important a boundary is, as of chapters and sections; 1 is the most."
            ),
        ),
        "How two codings differ": (
            Term("match", "A boundary that both coders placed at the same place.", ("matches",)),
            Term(
                "near miss",
                "Two coders placed a boundary close to each other, not at one place. How close is "
                "said by n. It counts once for each two coders. Papers call it a transposition.",
                ("near misses",),
            ),
            Term(
                "full miss",
                "One coder placed a boundary, and the other has none nearby. Papers call it a "
                "substitution, or an addition or deletion.",
                ("full misses",),
            ),
            Term(
                "n",
                "How close two boundaries are to count as a near miss: fewer than n places apart. "
                "With n = 2 they are neighbours.",
                ("near-miss window",),
            ),
            Term(
                "edit",
                "A step on the way from one coding to the other. It removes or adds a boundary (a "
                "full miss), or moves one a little (a near miss).",
            ),
            Term(
                "similarity",
                "How alike two codings of an item are: 1 if they are the same. S, B, F1, A and "
                "1−WD are similarities.",
                ("similarities",),
            ),
            Term(
                "S",
                "Segmentation similarity: the share of places that need no edit. Places that both "
                "coders left empty count as agreement, so S is high wherever boundaries are rare.",
            ),
            Term(
                "B",
                "Boundary similarity: how alike two codings are where at least one of them has a "
                "boundary. Places that both left empty do not count.",
            ),
            Term(
                "F1", "Share of their boundaries that two codings have at exactly the same places."
            ),
            Term("A", "Alignment similarity: how much the segments of two codings overlap."),
            Term(
                "WindowDiff",
                "Share of windows, moved along the text, in which two codings have different "
                "numbers of boundaries. 0 is perfect.",
                ("WD",),
            ),
            Term(
                "window",
                "A stretch of the text that is moved along it, place by place. It is as long "
                "as half a segment of the reference, on average.",
            ),
        ),
        "How well coders agree": (
            _number(BY_SHUFFLING["corrected"]),
            _number(DECISIONS["alpha"], "alpha"),
            Term(
                "κ",
                "Cohen's kappa of boundary decisions: how far two coders agree on yes or no at "
                "every place, less what they would by chance. 1 is perfect, 0 is chance; a near "
                "miss counts as two disagreements.",
                ("kappa",),
            ),
            _number(AGREEMENT["pi_star"].over("s"), "π*ₛ"),
            _number(AGREEMENT["kappa_star"].over("s"), "κ*ₛ"),
            Term(
                AGREEMENT["pi_star"].over("b").name,
                "As π* over S, but of the places where somebody has a boundary, and no others.",
            ),
            _number(AGREEMENT["bias"], "bias"),
            _number(AGREEMENT["one_minus_wd_mean"]),
            Term(
                "convention",
                "What the formula for chance in π* and κ* counts. “Defined” counts boundaries, as "
                "the equations of the paper say; “published” counts segments, as its Table 2 was "
                "computed.",
            ),
        ),
        "How sure one can be": (
            Term(
                "chance",
                "What coders would reach if the distances between their boundaries came in random "
                "order and began anywhere.",
            ),
            Term(
                "shuffled",
                "Each coder's boundaries keep the distances between them, but these come in "
                "random order and begin anywhere. What such codings reach is what chance "
                "reaches.",
                ("shuffling", "shuffles"),
            ),
            _number(BY_SHUFFLING["corrected_p"]),
            *(Term(VERDICT_WORDS[one], why) for one, why in VERDICT_EXPLANATIONS["units"].items()),
            Term(
                "interval",
                "Where a value would probably lie with other coders or items of the same kind: "
                "95% of such intervals hold the true value.",
            ),
            Term(
                "for other coders and items",
                "The interval allows that other people coded other texts. It is the one to report "
                "if your result is meant to hold beyond these people and these texts.",
            ),
            Term(
                "for other items",
                "The interval allows that these people coded other texts. It is narrower, and says "
                "nothing about other coders.",
            ),
        ),
        "On a time line": (
            Term(
                "tolerance",
                "How far apart boundaries of two coders may be to be taken for one, in seconds.",
            ),
            Term(
                "F",
                "The hit rate of two coders: of the boundaries of both, the share that has a "
                "partner within the tolerance, each in one pair at most. Papers call it F1.",
            ),
            Term(
                "independent people",
                "What the coders would be without the recording: the boundaries of each are moved "
                "by one random time (for a shared pace, counted by how fast all mark), or the gaps "
                "between them come in random order.",
            ),
            Term(
                "F beyond chance",
                "F, put so that 0 is what independent people reach and 1 is perfect.",
            ),
            Term(
                "segmentation agreement",
                "How well a coder's boundaries follow those of the others: a correlation over bins "
                "of time, put between the least (0) and the most (1) that as many allow.",
            ),
            Term(
                "covering",
                "How well the segments of one coder overlap those of another, from 0 to 1.",
            ),
        ),
        "One segmentation of many": (
            Term(
                "gold segmentation",
                "One segmentation that stands for all coders of an item, made by a rule and "
                "corrected by hand.",
                ("gold", "consensus"),
            ),
            Term(
                "majority", "The rule that keeps a place if more than half of the coders marked it."
            ),
            Term(
                "pooled",
                "The rule that counts near misses as votes for one place, so that a boundary that "
                "nearly all saw is not lost.",
            ),
            Term("medoid", "The rule that takes the coding that is most like the others."),
            Term(
                "model of the coders",
                "The rule that takes the places that are likelier than not to have a boundary that "
                "the coders share, by what each of them finds, adds and shifts.",
            ),
            Term(
                "how sure",
                "How likely the coders share a boundary at a place, by the model of the coders; "
                "near 50% it is open.",
            ),
            Term("support", "Share of an item's coders who marked a boundary of the gold."),
            Term(
                "dispute",
                "A place, or a few in a row, where some coders marked a boundary and some did not.",
            ),
        ),
        "Rounds": (
            Term("round", "One time that coders segmented the items, as before a training."),
            Term(
                "drift",
                "A coder makes more and more segments than the others, or fewer and fewer, from "
                "item to item.",
            ),
        ),
    }
)
"""The terms, in the order in which a newcomer needs them."""

TERMS: Mapping[str, Term] = MappingProxyType(
    {term.name: term for terms in SETS.values() for term in terms}
)
"""The terms by name."""


def marked(text: str, names: Iterable[str]) -> list[Part]:
    """Return a sentence in parts, the first mention of each of some terms with its definition."""
    left = {_spelling(TERMS[name]): TERMS[name].definition for name in names}
    parts: list[Part] = []
    while left:
        found = [(at, definition) for one, definition in left.items() if (at := one.search(text))]
        if not found:
            break
        first, definition = min(found, key=lambda pair: (pair[0].start(), -pair[0].end()))
        parts += [Part(text[: first.start()]), Part(first[0], definition)]
        text = text[first.end() :]
        left = {one: what for one, what in left.items() if what != definition}
    return [part for part in (*parts, Part(text)) if part.text]


def _spelling(term: Term) -> re.Pattern[str]:
    """Return what finds a term in a sentence: a word in any case, a symbol as it stands."""
    names = sorted((term.name, *term.also), key=len, reverse=True)
    one = "|".join(
        f"(?i:{re.escape(name)}s?)" if name[:1].islower() and len(name) > 1 else re.escape(name)
        for name in names
    )
    return re.compile(rf"(?<![\w*−])(?:{one})(?![\w*−])")
