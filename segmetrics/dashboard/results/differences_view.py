"""Where the coders of an item differ, in order of cost: each place, and who differs there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.computations import seconds_of_edits
from segmetrics.dashboard.frame.jobs import Job
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.metrics.edits import EditModel
from segmetrics.reliability.item_differences import Differing, differing_places
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table

SHOWN_DIFFERENCES = 8


def _where(one: Differing) -> str:
    places = f"{one.first:,}" if one.first == one.last else f"{one.first:,} to {one.last:,}"
    return f"after unit {places}"


DIFFERENCES: Sequence[Column[Differing]] = (
    Column("place", _where, "Place", left=True),
    Column(
        "cost",
        lambda one: one.cost,
        "Cost",
        "In potential boundaries, over all pairs of coders",
        write="{:g}".format,
    ),
    Column("marked", lambda one: ", ".join(one.marked), "A boundary by", left=True),
    Column(
        "who",
        lambda one: one.who,
        "Differs most",
        "Leads to the coders, with the pair that differs",
        left=True,
    ),
)


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


def difference_table(found: Sequence[Differing], view: UrlState, group: int) -> PageTable:
    """List disagreements, the most costly first; the one that is shown is among them."""
    listed = [
        one for rank, one in enumerate(found) if rank < SHOWN_DIFFERENCES or one.holds(view.place)
    ]
    return page(
        Table(columns=DIFFERENCES, rows=listed),
        {
            "place": lambda one: {"href": _to(one, view)},
            "cost": lambda one: {"bar": one.cost / found[0].cost},
            "who": lambda one: {"href": _to_coders(one, view, group)},
        },
        chosen=lambda one: one.holds(view.place),
    )


def _to(one: Differing, view: UrlState) -> str:
    """Return the link to a disagreement; the pair stays if the two differ there."""
    differ = {view.a, view.b} in one.pairs
    pair = (view.a, view.b) if differ else (one.coder, one.other)
    return view.href("item", place=one.first, start=None, a=pair[0], b=pair[1])


def _to_coders(one: Differing, view: UrlState, group: int) -> str:
    """Return the link to the coder who differs most, paired with whom they differ from most."""
    return view.href("coders", a=one.coder, b=one.other, group=group)
