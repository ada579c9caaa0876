"""Rounds of coding as the Rounds page shows them: the corpus, its steps, coders and items."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.computations import seconds_of_agreement
from segmetrics.dashboard.frame.derivation_links import Opens, number_key, parts_of
from segmetrics.dashboard.frame.jobs import Job
from segmetrics.dashboard.rounds.compare_view import TIMES, coder_changes
from segmetrics.derivations.comparison_derivation import CHANGES
from segmetrics.derivations.rounds_derivation import (
    coder_change_derivation,
    coder_derivation,
    round_derivation,
    step_derivation,
)
from segmetrics.number_formats import p_value, read
from segmetrics.phrases import counted
from segmetrics.reliability.comparison import DEFAULT
from segmetrics.reliability.trends import CodingRound, named_apart, trends
from segmetrics.tables.browser import Cell, Heading, TableRow, cell, headings, page, sorted_by
from segmetrics.tables.columns import Place, in_order
from segmetrics.tables.trend_tables import (
    CHANGE,
    FollowedItem,
    changes_of,
    coder_table,
    corpus_table,
    item_table,
    measures,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from segmetrics.coefficients.options import AgreementOptions
    from segmetrics.corpus import Item
    from segmetrics.dashboard.frame.selected_corpus import RoundOpened
    from segmetrics.dashboard.frame.url_state import UrlState
    from segmetrics.dashboard.server.result_cache import Key
    from segmetrics.derivations.derivation import Derivation
    from segmetrics.reliability.changes import Changed
    from segmetrics.reliability.coder_trends import RoundCoder
    from segmetrics.reliability.trends import RoundItem, RoundsTable, Step
    from segmetrics.tables.columns import Column


SHOWN_CODERS = 40
"""Coders that are listed."""

# Codings by resamples that are done in a second; how much longer it takes by alignment.
RESAMPLED, ALIGNED = 1.3e7, 2.0
UNASKED = "change"
OF_ROUND = re.compile(r"r([1-9][0-9]{0,2})")
WENT = {"better": "better", "worse": "worse", "unclear": "not clear", "unknown": ""}


def named_rounds(opened: Sequence[RoundOpened]) -> list[tuple[str, CodingRound]]:
    """Return the rounds that have items, each with its key; equal names are numbered."""
    names = named_apart([one.name for one in opened])
    return [
        (one.key, CodingRound(name, one.corpus))
        for name, one in zip(names, opened, strict=True)
        if one.corpus is not None
    ]


def rounds_table(named: Sequence[CodingRound], options: AgreementOptions) -> RoundsTable | None:
    """Follow agreement over rounds, see `computed`."""
    codings = sum(len(item.codings) for one in named for item in one.corpus.items)
    slower = ALIGNED if options.similarity == "a" else 1.0
    digests = (one.corpus.codings_digest for one in named)
    return Job(
        ("rounds", *digests, tuple(one.name for one in named), options, DEFAULT),
        partial(trends, named, options),
        label="the rounds",
        seconds=slower * codings * DEFAULT.resamples / RESAMPLED
        + TIMES * sum(seconds_of_agreement(one.corpus, options) for one in named),
    ).computed()


def round_links(keys: Sequence[str], named: Sequence[CodingRound], view: UrlState) -> list[Link]:
    """Link each round to its agreement."""
    return [
        Link(
            f"{place}. {one.name} →",
            view.of_corpus(key).href("agreement", other=""),
            title=f"Items: {len(one.corpus):,}, coders: {len(one.corpus.coders):,}",
        )
        for place, (key, one) in enumerate(zip(keys, named, strict=True), 1)
    ]


def pairs_with_items(
    keys: Sequence[str], named: Sequence[CodingRound], view: UrlState
) -> list[Link]:
    """Link the neighbours among the rounds that have items in common to their comparison."""
    found = []
    for place in range(len(named) - 1):
        one, other = named[place], named[place + 1]
        count = sum(item.name in other.corpus for item in one.corpus.items)
        if count:
            href = _compare(keys, place, place + 1, view, None)
            items = counted(count, "item")
            found.append(Link(f"{one.name} and {other.name} share {items} →", href))
    return found


def _compare(keys: Sequence[str], before: int, after: int, view: UrlState, item: str | None) -> str:
    """Return the link to the comparison of two rounds, of all items or of one."""
    return view.href(
        "compare",
        corpus=keys[before],
        other=keys[after],
        item=item,
        place=None,
        start=None,
        sort="",
        page=1,
    )


# ----- the corpus


def corpus_rows(table: RoundsTable, view: UrlState) -> tuple[list[Heading], list[TableRow]]:
    """Show the coefficients of the corpus in each round; every number opens.

    What a round comes to over all its own items stands below, if it has others.
    """
    opens, named = Opens(view, "rounds"), measures(table)

    def link(number: int, name: str) -> dict[str, str | None]:
        one = table.rounds[number - 1]
        own = f"all {one.items:,}: {read(one.own[name].value)}" if one.alone else None
        return {
            "sub": own,
            "href": opens.href(number_key(f"r{number}.{name}", "corpus")),
            "opens": f"{named[name]} of the corpus in {one.name}",
        }

    return page(
        corpus_table(table),
        lambda column, name: link(int(column.field[1:]), name) if column.field else {},
    )


def _change(found: Changed, href: str | None, opens: str) -> Cell:
    """Show a change with its interval, or why it has none."""
    return cell(CHANGE, found, href=href, opens=opens if href else None)


# ----- the steps


def step_columns(table: RoundsTable) -> list[Heading]:
    """Head the differences of the corpus from round to round."""
    about = "The later round less the earlier: positive where agreement rose. Below, its interval"
    return [
        Heading("From round to round", numeric=False),
        *(Heading(text, title=about) for text in measures(table).values()),
        Heading("Items", title="Items whose π* rose, and fell"),
        Heading("p", title="Of a sign-flip test over items: whether their π* changed on the mean"),
    ]


def step_rows(table: RoundsTable, keys: Sequence[str], view: UrlState) -> list[TableRow]:
    """Show what changed in each step, and from the first round to the last."""
    opens, rows = Opens(view, "rounds"), []
    for place, step in enumerate(table.steps):
        test = step.table.test
        cells = [
            _change(
                found,
                opens.href(number_key(f"{_step_key(step)}.{name}", "corpus"))
                if name in CHANGES
                else None,
                f"change of {measures(table)[name]}, {table.called(step)}",
            )
            for name, found in changes_of(table, step).items()
        ]
        href = _compare(keys, step.before, step.after, view, None)
        rows.append(
            TableRow(
                "item" if place < len(table.consecutive) else "corpus",
                [
                    Cell(table.called(step), sub=WENT[step.table.direction] or None, href=href),
                    *cells,
                    Cell(f"{test.rose:,} rose", sub=f"{test.fell:,} fell"),
                    Cell(p_value(test.p)),
                ],
            )
        )
    return rows


def _step_key(step: Step) -> str:
    return f"{step.before + 1}to{step.after + 1}"


# ----- coders


def least_first(table: RoundsTable) -> list[RoundCoder]:
    """Sort the coders by their agreement in the last round, the lowest first, unknown last."""

    def key(one: RoundCoder) -> tuple[bool, float]:
        value = one.rounds[-1].agreement.value
        return value is None, value or 0.0

    return sorted(table.coders, key=key)


def coder_rows(
    coders: Sequence[RoundCoder], table: RoundsTable, keys: Sequence[str], view: UrlState
) -> tuple[list[Heading], list[TableRow]]:
    """Show how far coders agree with the others in each round, and what they placed."""
    opens, last = Opens(view, "rounds"), _step_key(table.steps[-1])

    def links(column: Column[RoundCoder], one: RoundCoder) -> dict[str, str | None]:
        if column.left:
            # To the coder in the last round that has them.
            at = max((n for n, of in enumerate(one.rounds) if of.items), default=0)
            return {"href": view.of_corpus(keys[at]).href("coders", other="")}
        if column.field == "change":
            key = number_key(f"{last}.agreement", "coder", one.coder)
            what = f"change of the agreement of {one.coder} with the others"
            return {"href": opens.href(key), "opens": what}
        number = int(column.field[1:])
        found = one.rounds[number - 1]
        placed = counted(found.boundaries, "boundary", "boundaries")
        where = f"{placed} in {counted(found.items, 'item')} of {found.units:,} units"
        why = found.agreement.undefined or found.agreement.interval.undefined
        return {
            "sub": placed if found.items else None,
            "title": why or where,
            "href": opens.href(number_key(f"r{number}.agreement", "coder", one.coder)),
            "opens": f"agreement of {one.coder} with the others in {table.rounds[number - 1].name}",
        }

    return page(replace(coder_table(table), rows=coders), links)


# ----- items


def sorted_items(table: RoundsTable, sort: str) -> list[RoundItem]:
    """Sort the items; undefined values come last either way."""
    by, descending = sort.removeprefix("-"), sort.startswith("-")
    if by == "item":
        return sorted(table.items, key=lambda one: one.item, reverse=descending)
    number = _round_number(by, table)
    if number is None and by != UNASKED:
        descending = False
    change_of = {row.item: row.pi_star.change for row in table.steps[-1].table.items}

    def value(one: RoundItem) -> float | None:
        return change_of[one.item] if number is None else one.values[number]["pi_star"].value

    return in_order(table.items, value, descending=descending)


def _round_number(name: str, table: RoundsTable) -> int | None:
    """Find a round by its name in addresses; None if there is none."""
    found = OF_ROUND.fullmatch(name)
    number = int(found[1]) - 1 if found else len(table.rounds)
    return number if number < len(table.rounds) else None


def item_columns(table: RoundsTable, view: UrlState) -> list[Heading]:
    """Head the items; a click on a heading sorts by it, upwards, downwards, and as at first."""
    columns = item_table(table).at(Place.PAGE)
    names = ["item", *(column.field for column in columns[1:])]
    sort = view.sort if view.sort.removeprefix("-") in names else UNASKED
    heads = [
        sorted_by(head, name, sort, lambda by: view.href("rounds", sort=by, page=1))
        for head, name in zip(headings(columns), names, strict=True)
    ]
    changed = "Boundaries of all coders of both rounds; leads to the text"
    several = len(table.rounds) > 2
    for step in table.consecutive:
        text = f"In round {step.after + 1}" if several else "What changed"
        title = f"{table.called(step)}. {changed}"
        heads.append(Heading(text, title=title, numeric=False))
    return heads


def item_rows(
    items: Sequence[RoundItem],
    table: RoundsTable,
    named: Sequence[CodingRound],
    keys: Sequence[str],
    view: UrlState,
) -> list[TableRow]:
    """Show items in all rounds, and what changed in each from one round to the next."""
    last, opens, rows = table.steps[-1], Opens(view, "rounds"), []
    shown = item_table(table)
    changes = {row.item: row for row in last.table.items}
    for one in items:
        href = _compare(keys, last.before, last.after, view, one.item)
        cells = [Cell(one.item, sub=changes[one.item].note or None, href=href)]
        for column in shown.at(Place.PAGE)[1:]:
            where = _step_key(last) if column.field == "change" else column.field
            what = f"change of π* of {one.item}"
            if column.field != "change":
                what = f"π* of {one.item} in {table.rounds[int(column.field[1:]) - 1].name}"
            href = opens.href(number_key(f"{where}.pi_star", "item", one.item))
            cells.append(cell(column, FollowedItem(one, changes[one.item]), href=href, opens=what))
        for step in table.consecutive:
            before, after = (named[at].corpus[one.item] for at in (step.before, step.after))
            href = _compare(keys, step.before, step.after, view, one.item)
            cells.append(Cell(what_changed(before, after, view.n), href=href))
        rows.append(TableRow("item", cells, chosen=one.item == view.item))
    return rows


def what_changed(before: Item, after: Item, n: int) -> str:
    """Return in a few words what the coders of both rounds changed on an item."""
    if before.mass != after.mass:
        return "another text"
    changes = coder_changes(before, after, n)
    if not changes:
        return "other coders"
    counts: Counter[str] = Counter()
    for one in changes:
        counts.update({what: len(places) for what, places in one.places.items()})
    said = {"moved": "moved", "gone": "gone", "new": "new", "retyped": "of another type"}
    parts = [f"{counts[what]:,} {text}" for what, text in said.items() if counts[what]]
    return ", ".join(parts) or "nothing"


# ----- numbers that open


def opened_round(
    named: Sequence[CodingRound], table: RoundsTable, number: str
) -> Derivation | None:
    """Find a number of the rounds; None if there is no such number."""
    column, level, name = parts_of(number)
    where, _, measure = column.partition(".")
    place = _round_number(where, table)
    step = {_step_key(step): at for at, step in enumerate(table.steps)}.get(where)
    with suppress(KeyError):
        if level == "coder":
            coder = {("agreement", one.coder): one for one in table.coders}[measure, name]
            if place is not None:
                return coder_derivation(table, coder, place)
            return None if step is None else coder_change_derivation(table, coder, step)
        if place is not None:
            return round_derivation(named, table, place, measure, level, name)
        if step is not None:
            return step_derivation(named, table, table.steps[step], measure, level, name)
    return None


def key_of(name: str, table: RoundsTable) -> Key:
    """Name what is made of the table: by the rounds and the settings."""
    names = tuple(one.name for one in table.rounds)
    return (name, *(one.digest for one in table.rounds), names, table.options)
