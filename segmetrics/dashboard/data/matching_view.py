"""The review of a round: which of its items and coders are those of the round before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.data import words
from segmetrics.dashboard.data.import_state import Named, Review, renamed
from segmetrics.dashboard.data.import_view import named
from segmetrics.io import Reading
from segmetrics.io.matching import Matching, matched
from segmetrics.phrases import joined, listed
from segmetrics.tables.browser import PageTable, text_table


class WithRound(NamedTuple):
    """Another round beside that of a review, and what the two have in common."""

    name: str
    corpus: Corpus
    found: Mapping[Named, Matching]


Content = tuple[int, tuple[str, ...] | None]
"""The units of an item, and their texts."""

# Names that a sentence, and suggestions that a table holds.
NAMED, SUGGESTED = 8, 40


def matchings(review: Review, known: Corpus) -> dict[Named, Matching]:
    """Match the items and coders of a review with those of a round; what is left out is not."""
    dropped, coverage = review.choices.dropped, review.coverage
    items = [name for name in coverage.items if (name, None) not in dropped]
    coders = [name for name in coverage.coders if (None, name) not in dropped]
    of_items = matched((item.name for item in known.items), items)
    here = _contents(review.reading)
    by_text = _by_text(of_items, here, known)
    by_name = {
        new: meant
        for new, meant in of_items.suggested.items()
        if new in here and not _why_other(new, here[new], known[meant])
    }
    # Who has the very text of an item is that item, whatever another name looks like.
    taken = {*by_text.values()}
    suggested = {new: meant for new, meant in by_name.items() if meant not in taken} | by_text
    return {
        "items": replace(of_items, suggested=suggested),
        "coders": matched(known.coders, coders),
    }


def _by_text(found: Matching, here: Mapping[str, Content], known: Corpus) -> dict[str, str]:
    """Return which items have the very text of one that only the other round names."""
    theirs = Counter(known[name].texts for name in found.only_known)
    ours = Counter(here[name][1] for name in found.only_new if name in here)
    named = {known[name].texts: name for name in found.only_known}
    return {
        name: named[texts]
        for name in found.only_new
        if name in here and (texts := here[name][1]) and ours[texts] == theirs[texts] == 1
    }


def _contents(reading: Reading) -> dict[str, Content]:
    """Return the units and texts of all items."""
    found: dict[str, Content] = {}
    for coding in reading.codings:
        if coding.item is not None:
            units, texts = found.get(coding.item, (0, None))
            units = max(units, coding.segmentation.mass)
            found[coding.item] = units, texts or (tuple(coding.texts) if coding.texts else None)
    return found


def _why_other(new: str, content: Content, known: Item) -> str:
    """Return why an item cannot be one of another round under another name, or nothing."""
    units, texts = content
    if units != known.mass:
        return words.OTHER_UNITS.format(new, units, known.name, known.mass)
    if texts and known.texts and texts != known.texts:
        return words.OTHER_TEXTS.format(new, known.name)
    return ""


def matching_summary(found: Mapping[Named, Matching], name: str) -> str:
    """Return how many items and coders are those of a round."""
    counts = [
        words.KNOWN_NAMES.format(len(one.same), len(one.same) + len(one.only_new), what)
        for what, one in found.items()
    ]
    shared = words.SHARED.format(joined(counts), name)
    may_be_same = found["items"].same or found["items"].suggested
    return shared if may_be_same else f"{shared} {words.OTHER_ITEMS}"


def unmatched_in_words(found: Mapping[Named, Matching], name: str) -> list[str]:
    """Name what only one of the two rounds has, a sentence for each side and kind."""
    said = []
    for what, one in found.items():
        new, known = one.only_new, one.only_known
        if new:
            said.append(words.ONLY_HERE.format(what.capitalize(), len(new), listed(new, NAMED)))
        if known:
            said.append(
                words.ONLY_THERE.format(what.capitalize(), name, len(known), listed(known, NAMED))
            )
        if not one.complete:
            said.append(words.TOO_MANY_NAMES.format(what))
    return said


def other_lengths(review: Review, known: Corpus, found: Mapping[Named, Matching], name: str) -> str:
    """Name the items of a round that have another number of units here; nothing if none has."""
    if known.scale is not None:
        return ""
    here = _contents(review.reading)
    differing = [
        words.HAS_UNITS.format(item, here[item][0], known[item].mass)
        for item in found["items"].same
        if item in here and here[item][0] != known[item].mass
    ]
    return words.OTHER_LENGTHS.format(name, listed(differing, NAMED)) if differing else ""


def rename_all(review: Review, found: Mapping[Named, Matching], name: str) -> None:
    """Rename all names that have a likely match to that match, as one step."""
    choices, said = review.choices, []
    for what, one in found.items():
        for new, meant in one.suggested.items():
            choices = renamed(choices, what, [new], meant)
        if one.suggested:
            said.append(named(words.NOUN[what], list(one.suggested)))
    review.decide(words.STEP_RENAMED_AS_IN.format(joined(said), name), choices)


def suggestions(found: Mapping[Named, Matching]) -> list[tuple[Named, str, str]]:
    """Return the names that may be meant for others: what they name, the name, the other."""
    return [
        (what, new, meant) for what, one in found.items() for new, meant in one.suggested.items()
    ]


def suggestion_table(pairs: Sequence[tuple[Named, str, str]], name: str) -> PageTable:
    """Write the first suggestions for a round, a row each."""
    headings = (words.HERE, words.IN_ROUND.format(name), words.WHAT)
    shown = ((new, meant, words.NOUN[what]) for what, new, meant in pairs[:SUGGESTED])
    return text_table(headings, shown)


def rename_one(review: Review, known: Corpus, what: Named, new: str, meant: str) -> str:
    """Rename one name to the name that the existing round uses; return why not, if it cannot be."""
    if what == "items":
        why = _why_other(new, _contents(review.reading)[new], known[meant])
        if why:
            return why
    said = words.step_renamed(named(words.NOUN[what], [new]), meant)
    review.decide(said, renamed(review.choices, what, [new], meant))
    return ""


def fitting(
    review: Review, known: Corpus, what: Named, found: Matching
) -> tuple[Sequence[str], Sequence[str]]:
    """Return names of this round and of the other that can be meant for one."""
    if what == "coders":
        return found.only_new, found.only_known
    here = _contents(review.reading)
    ours = {name: here[name] for name in found.only_new if name in here}
    theirs = {name: (known[name].mass, known[name].texts) for name in found.only_known}
    return _alike(ours, theirs), _alike(theirs, ours)


def _alike(names: Mapping[str, Content], others: Mapping[str, Content]) -> list[str]:
    """Return the items that may be one of the others: units as many, and no other text."""
    units, contents = {mass for mass, _ in others.values()}, {*others.values()}
    return [
        name
        for name, (mass, texts) in names.items()
        if {(mass, texts), (mass, None)} & contents or (texts is None and mass in units)
    ]
