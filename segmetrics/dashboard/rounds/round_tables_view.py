"""Tables of rounds: of the corpus, its steps, coders and items."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from segmetrics.claims.change_claims import made_by_one
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.frame.coder_groups import group_number
from segmetrics.dashboard.frame.derivation_links import Opens, number_key
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.rounds import rounds_words as words
from segmetrics.dashboard.rounds.compare_view import coder_changes
from segmetrics.dashboard.rounds.followed_coders import FollowedCoder, followed_coders
from segmetrics.number_formats import p_value, read, signed
from segmetrics.phrases import told_apart
from segmetrics.reliability.changes import Changed
from segmetrics.reliability.revised_texts import on_text_of
from segmetrics.reliability.trends import CodingRound, RoundItem, RoundsTable, RoundStep
from segmetrics.tables import trend_tables
from segmetrics.tables.browser import PageTable, Sorting, page
from segmetrics.tables.columns import Column, Place, Table, as_asked, in_order
from segmetrics.tables.comparison_words import also, measures

SHOWN_CODERS = 40

UNASKED = "change"
OF_ROUND = re.compile(r"r([1-9][0-9]{0,2})")
ITEMS_MOVED: Column[RoundStep] = Column(
    "items",
    lambda step: words.ROSE.format(step.table.moved.rose),
    *words.ITEMS_MOVED,
    below=lambda step: words.fell(step.table.moved),
)


def comparison_address(
    keys: Sequence[str], before: int, after: int, view: UrlState, item: str | None
) -> str:
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


def corpus_rows(table: RoundsTable, view: UrlState) -> PageTable:
    """Show the coefficients of the corpus in each round; every number opens."""
    opens, named = Opens(view, "rounds"), measures(table.options.similarity)

    def link(number: int, name: str) -> dict[str, str | None]:
        one = table.rounds[number - 1]
        own = None
        if table.compared.whose == "shared":
            own = words.OVER_EVERYTHING.format(read(one.own[name].value))
        elif one.alone and not table.other_items:
            own = words.OVER_ALL.format(items=one.items, value=read(one.own[name].value))
        what = words.OF_CORPUS.format(coefficient=named[name], name=one.name)
        return {"sub": own, **opens.to(number_key(f"r{number}.{name}", "corpus"), what)}

    return page(
        trend_tables.corpus_table(table),
        {f"r{number}": partial(link, number) for number in range(1, len(table.rounds) + 1)},
    )


# ----- the steps


def step_rows(table: RoundsTable, keys: Sequence[str], view: UrlState) -> PageTable:
    """Show what changed in each step, and from the first round to the last."""
    opens, named = Opens(view, "rounds"), measures(table.options.similarity)

    def change(name: str, step: RoundStep) -> Changed:
        return step.table.coefficients[name]

    def to_number(name: str, step: RoundStep) -> dict[str, str]:
        key = number_key(f"{step_key(step)}.{name}", "corpus")
        return opens.to(
            key, words.CHANGE_OF_CORPUS.format(coefficient=named[name], step=table.called(step))
        )

    columns: list[Column[RoundStep]] = [
        Column(
            "step",
            table.called,
            words.TWO_ROUNDS,
            below=lambda step: words.WENT[step.table.direction],
            left=True,
        ),
        *(
            trend_tables.CHANGE.through(
                partial(change, name), key=name, label=text, about=words.CHANGE_ABOUT
            )
            for name, text in named.items()
        ),
        *([] if table.other_items else [ITEMS_MOVED]),
        Column("p", lambda step: p_value(step.table.judged.p), "p", words.P_ABOUT),
    ]
    to_numbers = {name: partial(to_number, name) for name in named}
    return page(
        Table(
            columns=columns,
            rows=table.steps,
            level=lambda step: "item" if step.after == step.before + 1 else "corpus",
        ),
        to_numbers
        | {
            "step": lambda step: {
                "href": comparison_address(keys, step.before, step.after, view, None)
            }
        },
    )


def step_key(step: RoundStep) -> str:
    """Name a step in an address."""
    return f"{step.before + 1}to{step.after + 1}"


# ----- coders


def kappa_rows(
    coders: Sequence[FollowedCoder],
    named: Sequence[CodingRound],
    keys: Sequence[str],
    view: UrlState,
    without: tuple[str, Sequence[FollowedCoder]] = ("", ()),
) -> PageTable:
    """Show kappa of coders with the others in each round, the lowest in the last round first."""
    names = [one.name for one in named]

    def to_card(one: FollowedCoder) -> dict[str, str]:
        """Link the coder to the card in the last round that has them."""
        at = max(n for n, of in enumerate(one.rounds) if of)
        corpus = named[at].corpus
        group = group_number(corpus, [one.coder]) if len(corpus.groups) > 1 else None
        of_round = view.of_corpus(keys[at])
        return {"href": of_round.href("coders", other="", group=group, a=one.coder)}

    columns: list[Column[FollowedCoder]] = [
        Column("coder", lambda one: one.coder, words.CODER, left=True),
        *(
            Column[FollowedCoder](
                f"r{place + 1}",
                partial(FollowedCoder.kappa, place=place),
                f"κ, {name}",
                words.KAPPA_IN.format(names[place]),
                below=partial(_placed, place),
                why=partial(_why_no_kappa, place),
            )
            for place, name in enumerate(told_apart(names, trend_tables.HEADING))
        ),
        Column("change", lambda one: one.change, *words.CHANGE_OF_KAPPA, write=signed),
    ]
    absent, others = without
    if others:
        changes = {one.coder: one.change for one in others}
        headed = [text.format(coder=absent) for text in words.CHANGE_WITHOUT]
        columns.append(Column("without", lambda one: changes.get(one.coder), *headed, write=signed))
    lowest_first = in_order(coders, lambda one: one.kappa(-1))
    return page(Table(columns=columns, rows=lowest_first[:SHOWN_CODERS]), {"coder": to_card})


def without_one(
    table: RoundsTable, corpora: Sequence[Corpus], view: UrlState
) -> tuple[str, Sequence[FollowedCoder]]:
    """Follow the coders without the one who made most of the change, if one did."""
    one = made_by_one(table.steps[-1].table) if table.steps else None
    if one is None:
        return "", ()
    others = [
        corpus.select(coders=[name for name in corpus.coders if name != one.coder])
        for corpus in corpora
    ]
    return one.coder, followed_coders(others, view.uncertain)


def _placed(place: int, one: FollowedCoder) -> str | None:
    found = one.rounds[place]
    return words.placed(found) if found and found.items else None


def _why_no_kappa(place: int, one: FollowedCoder) -> str | None:
    if one.kappa(place) is not None:
        return None
    return words.NOTHING_TO_COMPARE if one.rounds[place] else words.NOT_IN_ROUND


# ----- items


def sorted_items(table: RoundsTable, measure: str, sort: str) -> list[RoundItem]:
    """Sort the items; undefined values come last either way."""
    items = trend_tables.item_table(table, measure)
    return [one.item for one in as_asked(items.rows, items.at(Place.PAGE), sort, UNASKED)]


def round_number(name: str, table: RoundsTable) -> int | None:
    """Find a round by its name in addresses; None if there is none."""
    found = OF_ROUND.fullmatch(name)
    number = int(found[1]) - 1 if found else len(table.rounds)
    return number if number < len(table.rounds) else None


def item_rows(
    items: Sequence[RoundItem],
    table: RoundsTable,
    measure: str,
    named: Sequence[CodingRound],
    keys: Sequence[str],
    view: UrlState,
) -> PageTable:
    """Show items in all rounds, and what changed in each from one round to the next."""
    last, opens = table.steps[-1], Opens(view, "rounds")
    name, *others = trend_tables.item_table(table, measure).at(Place.PAGE)
    symbol = measures(table.options.similarity)[measure]
    changes = {row.item: row for row in last.table.items}

    def to_step(step: RoundStep, one: trend_tables.FollowedItem) -> dict[str, str]:
        return {"href": comparison_address(keys, step.before, step.after, view, one.item.item)}

    def changed(step: RoundStep, one: trend_tables.FollowedItem) -> str:
        before, after = (named[at].corpus[one.item.item] for at in (step.before, step.after))
        return what_changed(before, after, view.n)

    def to_number(column: str, one: trend_tables.FollowedItem) -> dict[str, str]:
        where, what = (
            step_key(last),
            words.CHANGE_OF_ITEM.format(coefficient=symbol, item=one.item.item),
        )
        if column != "change":
            what = words.OF_ITEM.format(
                coefficient=symbol, item=one.item.item, name=table.rounds[int(column[1:]) - 1].name
            )
            where = column
        return opens.to(number_key(f"{where}.{measure}", "item", one.item.item), what)

    def below(one: trend_tables.FollowedItem) -> str:
        return also(last.table, one.change) if measure == table.judged_by else one.change.note

    several = len(table.rounds) > 2
    steps = {step_key(step): step for step in table.consecutive}
    in_steps = [
        Column[trend_tables.FollowedItem](
            key,
            partial(changed, step),
            words.IN_ROUND.format(step.after + 1) if several else words.WHAT_CHANGED,
            words.STEP_ABOUT.format(table.called(step)),
            left=True,
        )
        for key, step in steps.items()
    ]
    names = ["item", *(column.name for column in others)]
    sort = view.sort if view.sort.removeprefix("-") in names else UNASKED
    return page(
        Table(
            columns=[replace(name, below=below), *others, *in_steps],
            rows=[trend_tables.FollowedItem(one, changes[one.item]) for one in items],
        ),
        {"item": partial(to_step, last)}
        | {column.name: partial(to_number, column.name) for column in others}
        | {key: partial(to_step, step) for key, step in steps.items()},
        chosen=lambda one: one.item.item == view.item,
        sorting=Sorting(sort, lambda by: view.href("rounds", sort=by, page=1), never=steps),
    )


def what_changed(before: Item, after: Item, n: int) -> str:
    """Return in a few words what the coders of both rounds changed on an item."""
    there, revised = on_text_of(before, after)
    if there is None:
        return words.OTHER_TEXT
    changes = coder_changes(there, after, n)
    if not changes:
        return words.OTHER_CODERS
    counts: Counter[str] = Counter()
    for one in changes:
        counts.update({what: len(places) for what, places in one.places.items()})
    parts = [f"{counts[what]:,} {text}" for what, text in words.HAPPENED.items() if counts[what]]
    said = ", ".join(parts) or words.NOTHING
    return f"{words.OTHER_TEXT}: {said}" if revised else said
