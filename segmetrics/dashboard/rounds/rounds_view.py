"""Rounds of coding as the Rounds page shows them: the corpus, its steps, coders and items."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from segmetrics.axis import axis_of
from segmetrics.claims.change_claims import NOTHING_MENDED, Mended, made_by_one, what_mended
from segmetrics.claims.low_again import LowAgain, low_again
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.coder_groups import group_number
from segmetrics.dashboard.frame.computations import agreement_of, chance_of
from segmetrics.dashboard.frame.derivation_links import Opens, number_key, parts_of
from segmetrics.dashboard.frame.jobs import PATIENT, Job
from segmetrics.dashboard.frame.selected_corpus import RoundOpened
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.rounds import rounds_words as words
from segmetrics.dashboard.rounds.compare_view import Found, coder_changes, compared
from segmetrics.dashboard.rounds.followed_coders import FollowedCoder, followed_coders
from segmetrics.dashboard.server.result_cache import Key
from segmetrics.derivations.derivation import Derivation
from segmetrics.derivations.rounds_derivation import (
    coder_change_derivation,
    coder_derivation,
    round_derivation,
    step_derivation,
)
from segmetrics.number_formats import p_value, read, seconds, signed
from segmetrics.phrases import counted, told_apart
from segmetrics.reliability.changes import Changed, ChangeTable
from segmetrics.reliability.coder_trends import RoundCoder
from segmetrics.reliability.grain_alignment import grain_alignment
from segmetrics.reliability.recording_changes import (
    RecordingChanges,
    RecordingRound,
    RecordingRounds,
    RecordingStep,
    recording_changes,
)
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.revised_texts import on_text_of
from segmetrics.reliability.trends import (
    CodingRound,
    RoundItem,
    RoundsTable,
    RoundStep,
    named_apart,
    trends,
)
from segmetrics.tables import trend_tables
from segmetrics.tables.browser import PageTable, Sorting, page
from segmetrics.tables.columns import Column, Place, Table, as_asked, in_order
from segmetrics.tables.comparison_words import also, measures, people_in_words
from segmetrics.tables.grain_tables import alignment_table
from segmetrics.tables.recording_round_tables import rounds_tables

SHOWN_CODERS = 40

GRAINS = 1.5
"""How many times as many boundaries the fine one of two rounds has, for them to be two grains."""

UNASKED = "change"
OF_ROUND = re.compile(r"r([1-9][0-9]{0,2})")
ITEMS_MOVED: Column[RoundStep] = Column(
    "items",
    lambda step: words.ROSE.format(step.table.moved.rose),
    *words.ITEMS_MOVED,
    below=lambda step: words.fell(step.table.moved),
)


def of_one_kind(opened: Sequence[RoundOpened]) -> tuple[list[RoundOpened], list[str]]:
    """Return the rounds that are of the kind of the first, and the names of the others."""
    units = [axis_of(one.corpus).unit for one in opened if one.corpus is not None]
    apart = [
        one for one in opened if one.corpus is not None and axis_of(one.corpus).unit != units[0]
    ]
    return [one for one in opened if one not in apart], [one.name for one in apart]


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
    found = _of_rounds("rounds", named, options, partial(trends, named, options))
    return replace(found, unasked=PATIENT).computed()


def mended(named: Sequence[CodingRound], table: RoundsTable | ChangeTable) -> Mended:
    """Return what became of coders who kept agreement low, as far as that is known."""
    found = _of_rounds("mended", named, table.options, partial(what_mended, named, table))
    return found.glanced() or NOTHING_MENDED


def low_in_all(opened: Sequence[RoundOpened], options: AgreementOptions) -> tuple[LowAgain, ...]:
    """Return the items that are low in all rounds of texts, as far as that is known."""
    named = [one for _, one in named_rounds(opened)]
    if len(named) < 2 or {axis_of(one.corpus).unit for one in named} != {"units"}:
        return ()
    found = _of_rounds("low again", named, options, partial(low_again, named, options))
    return found.glanced() or ()


def _of_rounds(
    what: str,
    named: Sequence[CodingRound],
    options: AgreementOptions,
    compute: Callable[[], Found],
) -> Job[Found]:
    digests = (one.corpus.codings_digest for one in named)
    key = (what, *digests, tuple(one.name for one in named), options)
    return Job(key, compute, of=[one.corpus for one in named])


def round_links(keys: Sequence[str], named: Sequence[CodingRound], view: UrlState) -> list[Link]:
    """Link each round to its agreement."""
    return [
        Link(
            f"{place}. {one.name} →",
            view.of_corpus(key).href("", other=""),
            title=words.HELD.format(items=len(one.corpus), coders=len(one.corpus.coders)),
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
            said = words.SHARE_ITEMS.format(one.name, other.name, counted(count, "item"))
            found.append(Link(said, href))
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


def corpus_rows(table: RoundsTable, view: UrlState) -> PageTable:
    """Show the coefficients of the corpus in each round; every number opens.

    What a round comes to over all its own codings stands below, if it has others.
    """
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
        key = number_key(f"{_step_key(step)}.{name}", "corpus")
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
        | {"step": lambda step: {"href": _compare(keys, step.before, step.after, view, None)}},
    )


def _step_key(step: RoundStep) -> str:
    return f"{step.before + 1}to{step.after + 1}"


# ----- coders


def kappa_rows(
    coders: Sequence[FollowedCoder],
    named: Sequence[CodingRound],
    keys: Sequence[str],
    view: UrlState,
    without: tuple[str, Sequence[FollowedCoder]] = ("", ()),
) -> PageTable:
    """Show kappa of coders with the others in each round, the lowest in the last round first.

    Beside it is the change without a coder, from those who are followed without that one.
    """
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


def least_first(table: RoundsTable) -> list[RoundCoder]:
    """Sort the coders by their agreement in the last round, the lowest first, unknown last."""
    return in_order(table.coders, lambda one: one.rounds[-1].agreement.value)


def coder_rows(
    coders: Sequence[RoundCoder],
    table: RoundsTable,
    keys: Sequence[str],
    view: UrlState,
    units: Sequence[str],
) -> PageTable:
    """Show how far coders agree with the others in each round, and what they placed."""
    opens, last = Opens(view, "rounds"), _step_key(table.steps[-1])

    def to_last(one: RoundCoder) -> dict[str, str]:
        """Link the coder in the last round that has them."""
        at = max((n for n, of in enumerate(one.rounds) if of.items), default=0)
        return {"href": view.of_corpus(keys[at]).href("coders", other="")}

    def change(one: RoundCoder) -> dict[str, str]:
        key = number_key(f"{last}.agreement", "coder", one.coder)
        return opens.to(key, words.CHANGE_OF_CODER.format(one.coder))

    def in_round(number: int, one: RoundCoder) -> dict[str, str | None]:
        found = one.rounds[number - 1]
        placed = counted(found.boundaries, "boundary")
        size = f"{counted(found.items, 'item')} of {counted(found.units, units[number - 1])}"
        why = found.agreement.undefined or found.agreement.interval.why_none
        what = words.AGREEMENT_OF.format(coder=one.coder, name=table.rounds[number - 1].name)
        return {
            "sub": placed if found.items else None,
            "title": why or f"{placed} in {size}",
            **opens.to(number_key(f"r{number}.agreement", "coder", one.coder), what),
        }

    numbers = range(1, len(table.rounds) + 1)
    return page(
        replace(trend_tables.coder_table(table), rows=coders),
        {"name": to_last, "change": change}
        | {f"r{number}": partial(in_round, number) for number in numbers},
    )


# ----- items


def sorted_items(table: RoundsTable, measure: str, sort: str) -> list[RoundItem]:
    """Sort the items; undefined values come last either way."""
    items = trend_tables.item_table(table, measure)
    return [one.item for one in as_asked(items.rows, items.at(Place.PAGE), sort, UNASKED)]


def _round_number(name: str, table: RoundsTable) -> int | None:
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
    """Show items in all rounds, and what changed in each from one round to the next.

    A click on a heading sorts by it, upwards, downwards, and as at first.
    """
    last, opens = table.steps[-1], Opens(view, "rounds")
    name, *others = trend_tables.item_table(table, measure).at(Place.PAGE)
    symbol = measures(table.options.similarity)[measure]
    changes = {row.item: row for row in last.table.items}

    def to_step(step: RoundStep, one: trend_tables.FollowedItem) -> dict[str, str]:
        return {"href": _compare(keys, step.before, step.after, view, one.item.item)}

    def changed(step: RoundStep, one: trend_tables.FollowedItem) -> str:
        before, after = (named[at].corpus[one.item.item] for at in (step.before, step.after))
        return what_changed(before, after, view.n)

    def to_number(column: str, one: trend_tables.FollowedItem) -> dict[str, str]:
        where, what = (
            _step_key(last),
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
    steps = {_step_key(step): step for step in table.consecutive}
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
            return round_derivation(named, table, place, measure, level, name, chance_of=chance_of)
        if step is not None:
            return step_derivation(
                named, table, table.steps[step], measure, level, name, chance_of=chance_of
            )
    return None


def key_of(table: RoundsTable) -> Key:
    """Return what the table depends on: the rounds and the settings."""
    names = tuple(one.name for one in table.rounds)
    return (*(one.digest for one in table.rounds), names, table.options)


# ----- recordings


def followed_recordings(
    named: Sequence[CodingRound], options: RecordingOptions
) -> RecordingRounds | None:
    """Follow agreement on recordings over rounds, see `computed`."""
    rounds = [
        RecordingRound(one.name, one.corpus.codings_digest, agreed)
        for one in named
        if (agreed := agreement_of(one.corpus, options).computed())
    ]
    steps = [
        RecordingStep(one.name, other.name, changes)
        for one, other in pairwise(named)
        if (
            changes := compared(
                "recording changes", recording_changes, one.corpus, other.corpus, options
            )
        )
    ]
    complete = len(rounds) == len(named) == len(steps) + 1
    return RecordingRounds(tuple(rounds), tuple(steps)) if complete else None


def headline(found: RecordingChanges) -> list[str]:
    """Return who is compared and what changed, or why nothing can be compared."""
    if found.undefined:
        return [words.NOT_COMPARABLE.format(found.undefined)]
    who = people_in_words(found.compared, noun="recording")
    return [*filter(None, [who]), words.answer(found)]


def recording_tables(
    found: RecordingRounds, named: Sequence[CodingRound], options: RecordingOptions
) -> list[Table[Any]]:
    """Return each round, what changed, and steps from a grain to another, see `computed`."""
    shared = any(step.compared.whose == "shared" for _, _, step in found.steps)
    tables = [replace(one, caption=words.CAPTIONS[one.key]) for one in rounds_tables(found)]
    tables[0] = replace(tables[0], lead=words.EVERYBODY_COUNTS if shared else "")
    for (before, after), (_, _, changes) in zip(pairwise(named), found.steps, strict=True):
        rate = changes.coefficients.get("rate")
        if rate is None or not (rate.before and rate.after):
            continue
        coarse, fine = (before, after) if rate.before < rate.after else (after, before)
        if max(rate.before, rate.after) < GRAINS * min(rate.before, rate.after):
            continue
        aligned = compared("grains", grain_alignment, coarse.corpus, fine.corpus, options)
        if aligned:
            tables.append(
                replace(
                    alignment_table(aligned),
                    key=f"grains {before.corpus.codings_digest}",
                    title=words.GRAINS,
                    lead=words.alignment_answer(aligned, seconds(options.tolerance)),
                    caption=words.GRAINS_CAPTION,
                    notes=(words.GRAINS_HOW.format(words.GRAINS_MOVED[options.null]),),
                )
            )
    return tables
