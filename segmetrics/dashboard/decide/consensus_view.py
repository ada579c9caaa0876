"""The consensus as the dashboard shows it: the worklist of disputes, and how near it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from operator import itemgetter

from segmetrics.adjudication.adjudications import Consensus, consensus, last_words, settled
from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import GoldBoundary, GoldItem, GoldOptions
from segmetrics.adjudication.gold_agreement import DEFAULT, SIMILARITIES, CoderAgreement
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.corpus import Adjudication, Corpus, Item
from segmetrics.dashboard.components.heat_map_component import GoldMarks
from segmetrics.dashboard.frame.computations import (
    FILED,
    disputes_of,
    extent_of,
    gold_agreement_of,
    gold_of,
)
from segmetrics.dashboard.frame.derivation_links import BETWEEN, Opens, number_key
from segmetrics.dashboard.frame.jobs import Job
from segmetrics.dashboard.frame.paging import on_page
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server import tasks
from segmetrics.derivations.consensus_derivation import dispute_derivation, gold_derivation
from segmetrics.derivations.derivation import Derivation
from segmetrics.io.write import CannotWrite, Written
from segmetrics.number_formats import DASH, short
from segmetrics.phrases import counted, listed
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.reporting.excerpts import AROUND
from segmetrics.segmentation import Segmentation
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table
from segmetrics.tables.consensus_tables import FEW, VALUE, of_one_coder, outcome, supported

# Names that a sentence lists.
SHOWN_NAMES = 8
# Boundaries of all codings up to which going through the disputes takes no waiting.
MOST_BOUNDARIES = 500_000

AGREEMENT_NOTE = (
    "Observed agreement, not corrected for chance: 1 is identity. Over all items with a "
    f"{DEFAULT.percent} interval for other items, same coders, jackknife. A coder who had a vote "
    "is nearer to the consensus than one who had none."
)
"""What the table of agreement shows."""


def too_many(corpus: Corpus) -> str:
    """Return why the disputes of a corpus are not worked through here, if they may be too many."""
    boundaries = extent_of(corpus).boundaries
    if boundaries <= MOST_BOUNDARIES:
        return ""
    return (
        f"This corpus has {boundaries:,} boundaries, and this page works through "
        f"{MOST_BOUNDARIES:,} at most. Open fewer items at once, or make the consensus on the "
        "command line: segmetrics consensus."
    )


def consensus_of(corpus: Corpus, options: GoldOptions) -> Consensus:
    """Return the gold segmentation of a corpus, its decisions applied; see `needed`."""
    return consensus(corpus, options, gold_of(corpus, options))


@dataclass(frozen=True)
class Worklist:
    """The disputes of a corpus and what was decided about them."""

    listed: tuple[Dispute, ...]
    open: int
    words: Mapping[tuple[str, int], Adjudication]
    total: int
    settled: int


def worklist(corpus: Corpus, n: int, item: str | None = None) -> Worklist:
    """List the disputes of a corpus."""
    found = disputes_of(corpus, n)
    words = last_words(corpus.decisions)
    is_open: list[Dispute] = []
    closed: list[Dispute] = []
    touched = {name for name, _ in words}
    for one in found:
        done = one.item in touched and settled(one, words)
        (closed if done else is_open).append(one)
    still = [one for one in is_open if item in (None, one.item)]
    decided = [one for one in closed if item in (None, one.item)]
    return Worklist((*still, *decided), len(still), words, len(found), len(closed))


def resolve(view: UrlState, corpus: Corpus, work: Worklist) -> tuple[UrlState, Dispute | None]:
    """Find the dispute that a view shows: the one at its place; without a place, the first."""
    if view.item is not None and view.item not in corpus:
        note = f"There is no item {view.item!r} in this corpus; another is shown."
        view = replace(view, item=None, place=None, notes=(*view.notes, note))
    item = view.item or (work.listed[0].item if work.listed else corpus.items[0].name)
    view = replace(view, item=item)
    there = [d for d in work.listed if d.item == item and view.place in (None, *d.places)]
    # A coder with two boundaries close together may have a part in two disputes of one place.
    found = min(there, key=lambda one: one.place != view.place, default=None)
    return (replace(view, place=found.place) if found else view), found


def consensus_summary(made: Consensus, work: Worklist) -> str:
    """Return what the consensus is, in a sentence or two."""
    boundaries = sum(len(item.boundaries) for item in made.items)
    said = (
        f"{counted(boundaries, 'gold boundary', 'gold boundaries')} in "
        f"{counted(len(made.items), 'item')}."
    )
    if work.total:
        return said
    return f"{said} Nothing is disputed: wherever several people coded an item, they agree."


def notes(made: Consensus, corpus: Corpus) -> list[str]:
    """Return who does not vote, which items have no gold segmentation, what is left out."""
    said = []
    if corpus.automatic:
        said.append(f"Automatic segmenters do not vote: {listed(corpus.automatic, SHOWN_NAMES)}.")
    if corpus.reference is not None:
        said.append(f"The reference does not vote: {corpus.reference}.")
    if made.without:
        said.append(
            f"Coded by no person, and so without a consensus: {listed(made.without, SHOWN_NAMES)}."
        )
    alone = of_one_coder(corpus)
    if alone:
        said.append(
            f"Coded by one person alone, whom nobody confirms: {listed(alone, SHOWN_NAMES)}."
        )
    if corpus.kind != "linear":
        what = "types" if corpus.kind == "multiple" else "levels"
        said.append(f"Boundaries count as places alone: their {what} are not looked at.")
    return said


def few_items(made: Consensus) -> str:
    """Return a warning about intervals over few items; empty if there are enough."""
    return FEW if len(made.items) < FEW_ITEMS else ""


def dispute_text(dispute: Dispute) -> str:
    """Return what is disputed: who marked which place, and who none."""
    said = []
    for place in dispute.places:
        who = [coder for coder, where in dispute.votes.items() if where == place]
        said.append(f"After unit {place:,}: {listed(who, SHOWN_NAMES)}.")
    if dispute.silent:
        said.append(f"No boundary: {listed(dispute.silent, SHOWN_NAMES)}.")
    return " ".join(said)


def place_in_words(dispute: Dispute) -> str:
    """Return where a dispute is: ``after unit 4 or 5``."""
    return f"after unit {' or '.join(f'{place:,}' for place in dispute.places)}"


def gold_near(dispute: Dispute, golden: GoldItem | None, work: Worklist) -> str:
    """Return what the consensus has at the places of a dispute, and what was decided."""
    boundaries = golden.boundaries if golden else ()
    there = [one for one in boundaries if one.place in dispute.places]
    said = outcome(dispute, work.words)
    if said:
        return f"Decided: {said}."
    kept = ", ".join(f"after unit {one.place:,} ({supported(one)})" for one in there)
    return f"The consensus has a boundary {kept}." if there else "The consensus has none here."


def answers(dispute: Dispute) -> list[tuple[int, int]]:
    """List the places of a dispute with the number of coders, that of most coders first."""
    counts = {place: list(dispute.votes.values()).count(place) for place in dispute.places}
    return sorted(counts.items(), key=lambda one: (one[0] != dispute.place, one[0]))


def comment_on(dispute: Dispute, words: Mapping[tuple[str, int], Adjudication]) -> str:
    """Find the comment on the decision about a dispute."""
    return next((one.comment for one in settled(dispute, words) if one.comment), "")


def dispute_table(work: Worklist, view: UrlState, chosen: Dispute | None) -> PageTable:
    """Return the worklist's page that a view shows; every share opens."""
    opens = Opens(view, "consensus")
    columns: tuple[Column[Dispute], ...] = (
        Column(
            "place",
            _name,
            "Dispute",
            "The place, of several the one that most coders marked",
            left=True,
        ),
        Column(
            "share",
            lambda one: one.dispute,
            "Disputed",
            "Share of the coders whose answer is not the most common one: a place, or no boundary "
            "at all",
            write=short,
            bar=True,
        ),
        Column("by", lambda one: listed(list(one.votes), SHOWN_NAMES), "Marked by", left=True),
        Column("not_by", lambda one: listed(one.silent, SHOWN_NAMES), "Not by", left=True),
        Column(
            "decision",
            lambda one: outcome(one, work.words) or "open",
            "Decision",
            below=lambda one: comment_on(one, work.words) or None,
            left=True,
        ),
    )
    return page(
        Table(
            columns=columns,
            rows=on_page(work.listed, view),
            level=lambda one: "corpus" if one == chosen else "item",
        ),
        {
            "place": lambda one: {
                "href": view.href("consensus", item=one.item, place=one.place, start=None)
            },
            "share": lambda one: opens.to(_dispute_key(one), f"disputed share of {_name(one)}"),
        },
    )


def _name(one: Dispute) -> str:
    return f"{one.item}, after {' or '.join(f'{place:,}' for place in one.places)}"


def with_consensus(item: Item, golden: GoldItem | None, name: str) -> Item:
    """Put the gold segmentation of an item below its coders; each boundary says its support."""
    if golden is None:
        return item
    said = tuple(frozenset({_support(one)}) for one in golden.boundaries)
    places = golden.segmentation.boundaries
    lane = Segmentation(item.mass, places, types=said)
    return replace(item, codings={**item.codings, name: lane})


def gold_marks(item: Item, golden: GoldItem | None) -> GoldMarks | None:
    """Mark the gold boundaries of an item on its heat map, each with its support."""
    if golden is None:
        return None
    places: dict[str, list[int]] = {}
    for one in golden.boundaries:
        places.setdefault(_support(one), []).append(one.place)
    return GoldMarks({item.name: places}, lane=len(item.coders))


def _support(one: GoldBoundary) -> str:
    if one.decision is None:
        return supported(one)
    moved = f"moved from {one.decision.place:,}" if one.decision.to is not None else "accepted"
    return f"{supported(one)}, {moved}"


def text_around(dispute: Dispute, mass: int) -> tuple[int, int]:
    """Choose the units whose text is shown with a dispute: the first and the last."""
    return max(1, dispute.places[0] - AROUND + 1), min(mass, dispute.places[-1] + AROUND)


def agreement_table(made: Consensus, corpus: Corpus, item: Item, view: UrlState) -> PageTable:
    """Return the consensus's agreement with each coder; every value opens."""
    rows: dict[str, list[CoderAgreement]] = {}
    for row in gold_agreement_of(made, corpus, view.options):
        rows.setdefault(row.coder, []).append(row)
    on_item = gold_agreement_of(made, corpus, view.options, item)
    here = {(row.coder, row.similarity): row for row in on_item}
    opens = Opens(view, "consensus")

    def value(similarity: str, found: list[CoderAgreement]) -> float | str | None:
        one = here.get((found[0].coder, similarity))
        return one.value if one else DASH

    def why(similarity: str, found: list[CoderAgreement]) -> str | None:
        one = here.get((found[0].coder, similarity))
        return VALUE.why(one) if one else f"{found[0].coder} did not code this item"

    def link(similarity: str, where: str, found: list[CoderAgreement]) -> dict[str, str]:
        coder, what = found[0].coder, "all items" if where == "gold" else "this item"
        if where == "here" and (coder, similarity) not in here:
            return {}
        named = f"{similarity_name(similarity)} with {coder} on {what}"
        return opens.to(number_key(similarity, where, coder), named)

    columns: list[Column[list[CoderAgreement]]] = [
        Column(
            "coder",
            lambda found: found[0].coder,
            "Coder",
            below=lambda found: _role(corpus, found[0].coder),
            left=True,
        )
    ]
    columns += [
        Column(
            f"here {one}",
            partial(value, one),
            f"{similarity_name(one)}, this item",
            "Higher is better",
            why=partial(why, one),
        )
        for one in SIMILARITIES
    ]
    columns += [
        VALUE.through(
            itemgetter(place),
            key=f"gold {one}",
            heading=f"{similarity_name(one)}, all items",
            about="Pooled over items, with its interval",
        )
        for place, one in enumerate(SIMILARITIES)
    ]
    about = "Items of the coder that have a gold segmentation"
    columns.append(Column("items", lambda found: found[0].items, "Items", about))
    return page(
        Table(columns=columns, rows=list(rows.values())),
        {
            f"{where} {one}": partial(link, one, where)
            for where in ("here", "gold")
            for one in SIMILARITIES
        },
    )


def _role(corpus: Corpus, coder: str) -> str | None:
    if coder == corpus.reference:
        return "reference"
    return "automatic" if coder in corpus.automatic else None


def opened_consensus(
    made: Consensus, corpus: Corpus, item: Item, work: Worklist, view: UrlState
) -> Derivation | None:
    """Find the number that a view opens; None if there is no such number."""
    for dispute in work.listed:
        if _dispute_key(dispute) == view.number:
            return dispute_derivation(dispute)
    for where, of in (("gold", None), ("here", item)):
        for row in gold_agreement_of(made, corpus, view.options, of):
            if number_key(row.similarity, where, row.coder) == view.number:
                found = gold_derivation(row, view.options, DEFAULT.level)
                return replace(found, name=f"{found.name} on {of.name}") if of else found
    return None


def _dispute_key(dispute: Dispute) -> str:
    """Name a dispute by its item and a hash of its votes, which may be thousands."""
    votes = BETWEEN.join(f"{coder} {place}" for coder, place in dispute.votes.items())
    mark = blake2b(votes.encode(), digest_size=8).hexdigest()
    return number_key("dispute", "item", BETWEEN.join((dispute.item, mark)))


def written_gold(corpus: Corpus, made: Consensus, key: str) -> Written | CannotWrite:
    """Write a corpus with its gold segmentation, see `needed`."""
    return Job(
        ("written gold", corpus.codings_digest, corpus.decisions, made.options, key),
        partial(tasks.gold_file, corpus, made, key),
        label="the file",
        seconds=extent_of(corpus).cells / FILED,
    ).needed()
