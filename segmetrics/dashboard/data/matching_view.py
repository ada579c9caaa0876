"""The review of a round: which of its items and coders are those of the round before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.corpus import Corpus
from segmetrics.dashboard.data.import_decisions import NOUN
from segmetrics.dashboard.data.import_state import Named, Review, renamed
from segmetrics.dashboard.data.import_view import named
from segmetrics.io.matching import Matching, matched
from segmetrics.phrases import listed
from segmetrics.tables.browser import Cell, Heading, TableRow

# Names that a sentence, and suggestions that a table holds.
NAMED, SUGGESTED = 8, 40
Matched = Matching


def matchings(review: Review, known: Corpus) -> dict[Named, Matching]:
    """Match the items and coders of a review with those of a round; what is left out is not."""
    dropped, coverage = review.choices.dropped, review.coverage
    items = [name for name in coverage.items if (name, None) not in dropped]
    coders = [name for name in coverage.coders if (None, name) not in dropped]
    return {
        "items": matched((item.name for item in known.items), items),
        "coders": matched(known.coders, coders),
    }


def matching_summary(found: Mapping[Named, Matching], name: str) -> str:
    """Return how many items and coders are those of a round."""
    counts = [
        f"{len(one.same):,} of {len(one.same) + len(one.only_new):,} {what}"
        for what, one in found.items()
    ]
    return f"{' and '.join(counts)} are those of {name}."


def unmatched_in_words(found: Mapping[Named, Matching], name: str) -> list[str]:
    """Name what only one of the two rounds has, a sentence for each side and kind."""
    said = []
    for what, one in found.items():
        for where, names in (("here", one.only_new), (f"in {name}", one.only_known)):
            if names:
                said.append(
                    f"{what.capitalize()} only {where} ({len(names):,}): {listed(names, NAMED)}."
                )
        if not one.complete:
            said.append(
                f"There are too many {what}, or their names are too long, to suggest every "
                "similar name."
            )
    return said


def rename_all(review: Review, found: Mapping[Named, Matching], name: str) -> None:
    """Rename all names that have a likely match to that match, as one step."""
    choices, said = review.choices, []
    for what, one in found.items():
        for new, meant in one.suggested.items():
            choices = renamed(choices, what, [new], meant)
        if one.suggested:
            said.append(named(NOUN[what], list(one.suggested)))
    review.decide(f"renamed {' and '.join(said)} as in {name}", choices)


def suggestions(found: Mapping[Named, Matching]) -> list[tuple[Named, str, str]]:
    """Return the names that may be meant for others: what they name, the name, the other."""
    return [
        (what, new, meant) for what, one in found.items() for new, meant in one.suggested.items()
    ]


def suggestion_columns(name: str) -> list[Heading]:
    """Head the table of suggestions for a round."""
    return [Heading(text, numeric=False) for text in ("Here", f"In {name}", "What")]


def suggestion_rows(pairs: Sequence[tuple[Named, str, str]]) -> list[TableRow]:
    """Write the first suggestions, a row each."""
    return [
        TableRow("item", [Cell(new), Cell(meant), Cell(NOUN[what])])
        for what, new, meant in pairs[:SUGGESTED]
    ]


def rename_one(review: Review, what: Named, new: str, meant: str) -> None:
    """Rename one name to the name that the existing round uses."""
    words = f"renamed {named(NOUN[what], [new])} as {meant}"
    review.decide(words, renamed(review.choices, what, [new], meant))
