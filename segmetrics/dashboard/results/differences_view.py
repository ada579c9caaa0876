"""Where the coders of an item differ, in order of cost: each place, and who differs there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.computations import seconds_of_edits
from segmetrics.dashboard.frame.jobs import Job
from segmetrics.metrics.edits import EditModel
from segmetrics.reliability.item_differences import Differing, differing_places
from segmetrics.tables.browser import Cell, Heading, TableRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from segmetrics.corpus import Corpus, Item
    from segmetrics.dashboard.frame.url_state import UrlState


DIFFERENCE_COLUMNS = (
    Heading("Place", numeric=False),
    Heading("Cost", title="In potential boundaries, over all pairs of coders"),
    Heading("A boundary by", numeric=False),
    Heading("Differs most", numeric=False, title="Leads to the coders, with the pair that differs"),
)
SHOWN_DIFFERENCES = 8


def differences(corpus: Corpus, view: UrlState) -> list[Differing]:
    """List the disagreements on the item of a view, the most costly first; see `needed`."""
    item = corpus[view.item or ""]
    return Job(
        ("differences", corpus.codings_digest, item.name, view.n),
        partial(differing_places, corpus, item, EditModel(n=view.n)),
        label="the places where the coders differ",
        seconds=seconds_of_edits(corpus, item),
    ).needed()


def differences_in_words(found: Sequence[Differing], item: Item) -> str:
    """Return how many disagreements there are, and what they cost."""
    if not found:
        return "All coders agree at every place."
    cost = sum(one.cost for one in found)
    return (
        f"{len(found):,} {'disagreement' if len(found) == 1 else 'disagreements'} "
        f"over {item.mass - 1:,} potential boundaries, which cost {cost:g} potential boundaries "
        "over all pairs of coders. The most costly come first."
    )


def difference_links(found: Sequence[Differing], view: UrlState, group: int) -> list[Link]:
    """Link the disagreements before and after the one that is shown, in order of cost."""
    at = next((rank for rank, one in enumerate(found) if one.holds(view.place)), None)
    links = []
    if at:
        links.append(
            Link(f"← {_where(found[at - 1])}", _to(found[at - 1], view), title="More costly")
        )
    following = 0 if at is None else at + 1
    if following < len(found):
        text = "The most costly place" if at is None else _where(found[following])
        links.append(Link(f"{text} →", _to(found[following], view)))
    if at is not None:
        one = found[at]
        most = f"{one.coder} differs most here: {one.coder} and {one.other}"
        said = most if one.alone else f"Several differ alike here: {one.who}"
        links.append(Link(f"{said} on all items →", _to_coders(one, view, group)))
    return links


def difference_rows(found: Sequence[Differing], view: UrlState, group: int) -> list[TableRow]:
    """List disagreements, the most costly first; the one that is shown is among them."""
    listed = [
        (rank, one)
        for rank, one in enumerate(found)
        if rank < SHOWN_DIFFERENCES or one.holds(view.place)
    ]
    most = found[0].cost if found else 1.0
    return [
        TableRow(
            "item",
            [
                Cell(_where(one), href=_to(one, view)),
                Cell(f"{one.cost:g}", bar=one.cost / most),
                Cell(", ".join(one.marked)),
                Cell(one.who, href=_to_coders(one, view, group)),
            ],
            chosen=one.holds(view.place),
        )
        for rank, one in listed
    ]


def _where(one: Differing) -> str:
    places = f"{one.first:,}" if one.first == one.last else f"{one.first:,} to {one.last:,}"
    return f"after unit {places}"


def _to(one: Differing, view: UrlState) -> str:
    """Return the link to a disagreement; the pair stays if the two differ there."""
    differ = {view.a, view.b} in one.pairs
    pair = (view.a, view.b) if differ else (one.coder, one.other)
    return view.href("item", place=one.first, start=None, a=pair[0], b=pair[1])


def _to_coders(one: Differing, view: UrlState, group: int) -> str:
    """Return the link to the coder who differs most, paired with whom they differ from most."""
    return view.href("coders", a=one.coder, b=one.other, group=group)
