"""Where the coders of an item differ, disputes in order of cost: each place, and who differs."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.adjudication.differing_places import Differences, Differing, differing_places
from segmetrics.corpus import UNIT, Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.jobs import job
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import item_words as words
from segmetrics.io.parts import grouped
from segmetrics.metrics.edits import EditModel
from segmetrics.phrases import before, counted, joined, listed
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table

SHOWN_DIFFERENCES = 8
# Boundaries from which on it is told that two coders have the same ones.
FEWEST_SAME = 5


DIFFERENCES: Sequence[Column[Differing]] = (
    Column("edits", lambda one: one.edits, *words.PAIRS_THAT_DIFFER),
    Column("marked", lambda one: words.marked_by(one.marked, one.unmarked), words.BY, left=True),
    Column("who", lambda one: _who_differs_most(one), *words.DIFFERS_MOST, left=True),
)


def _who_differs_most(one: Differing) -> str:
    """Return who differs most from the others at a place; nobody where all do alike."""
    everybody = len(one.most) == len(one.marked) + len(one.unmarked)
    return words.ALL_ALIKE if everybody else listed(one.most, words.NAMED)


def differences(corpus: Corpus, view: UrlState) -> Differences:
    """List where coders differ on the item of a view, see `differing_places` and `needed`."""
    item = corpus[view.item or ""]
    return job("differences", differing_places, corpus, item, EditModel(n=view.n)).needed()


def differences_in_words(found: Differences, corpus: Corpus, item: Item) -> str:
    """Return at how many places coders differ, and how often."""
    if not found:
        return words.ALL_AGREE
    disputed = found.disputed
    said = " ".join([words.disputed(disputed, found.edits), *_same_codings(item)])
    if disputed == len(found):
        return said
    silent = [coder for coder in item.coders if coder in (corpus.reference, *corpus.automatic)]
    return f"{said} {words.elsewhere(len(found) - disputed, bool(corpus.types), silent)}"


def _same_codings(item: Item) -> list[str]:
    """Say who have exactly the same boundaries, if they are several: a count, and no verdict."""
    alike = grouped((tuple(one.boundaries), name) for name, one in item.codings.items())
    return [
        words.SAME_CODING.format(joined(names), counted(len(places), "boundary"))
        for places, names in alike.items()
        if len(names) > 1 and len(places) >= FEWEST_SAME
    ]


def difference_links(
    found: Differences, view: UrlState, group: int, unit: str = UNIT
) -> list[Link]:
    """Link the places before and after the one that is shown, in order of cost."""

    def where(one: Differing) -> str:
        return before(one.places, unit)

    at = found.shown_at(view.place)
    shown = None if at is None else found[at]
    links = []
    if at:
        links.append(
            Link(f"← {where(found[at - 1])}", _to(found[at - 1], view), title=words.MORE_DISPUTED)
        )
    following = 0 if at is None else at + 1
    if following < len(found):
        text = words.MOST_DISPUTED if at is None else where(found[following])
        links.append(Link(f"{text} →", _to(found[following], view)))
    if shown:
        said = words.DIFFERS_MOST_FROM if shown.alone else words.DIFFER
        coder, other = shown.named
        text = f"{said.format(coder=coder, other=other)} →"
        links.append(Link(text, _to_coders(shown, view, group)))
    return links


def difference_table(found: Differences, view: UrlState, group: int, unit: str = UNIT) -> PageTable:
    """List where coders differ, disputes first; the place that is shown is among them."""
    at, most = found.shown_at(view.place), found.most_edits
    rows = [*found[:SHOWN_DIFFERENCES]]
    if at is not None and at >= SHOWN_DIFFERENCES:
        rows.append(found[at])
    shown = None if at is None else rows[min(at, SHOWN_DIFFERENCES)]
    place = Column[Differing]("place", lambda one: before(one.places, unit), words.PLACE, left=True)
    return page(
        Table(columns=(place, *DIFFERENCES), rows=rows),
        {
            "place": lambda one: {"href": _to(one, view)},
            "edits": lambda one: {"bar": one.edits / most},
            "who": lambda one: {"href": _to_coders(one, view, group)},
        },
        chosen=lambda one: one is shown,
    )


def table_caption(found: Differences) -> str:
    """Return what the table of differences holds: all, or how many of them."""
    if len(found) <= SHOWN_DIFFERENCES:
        return words.PLACES
    return words.FIRST_PLACES.format(SHOWN_DIFFERENCES, f"{len(found):,}")


def _to(one: Differing, view: UrlState) -> str:
    """Return the link to a place; the pair stays if the two differ there."""
    differ = {view.a, view.b} in one.pairs
    pair = (view.a, view.b) if differ else (one.coder, one.other)
    return view.href("item", place=one.place, start=None, a=pair[0], b=pair[1])


def _to_coders(one: Differing, view: UrlState, group: int) -> str:
    """Return the link to the two who are named."""
    a, b = one.named
    return view.href("coders", a=a, b=b, group=group)
