"""Rounds of coding as the Rounds page shows them: which there are, their links and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from segmetrics.axis import axis_of
from segmetrics.claims.change_claims import NOTHING_MENDED, Mended, what_mended
from segmetrics.claims.low_again import LowAgain, low_again
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.computations import chance_of
from segmetrics.dashboard.frame.derivation_links import parts_of
from segmetrics.dashboard.frame.jobs import PATIENT, Job
from segmetrics.dashboard.frame.selected_corpus import RoundOpened
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import moved_coders
from segmetrics.dashboard.rounds import rounds_words as words
from segmetrics.dashboard.rounds.compare_view import Found
from segmetrics.dashboard.rounds.round_tables_view import comparison_address, round_number, step_key
from segmetrics.dashboard.server.result_cache import Key
from segmetrics.derivations.derivation import Derivation
from segmetrics.derivations.rounds_derivation import (
    coder_change_derivation,
    coder_derivation,
    round_derivation,
    step_derivation,
)
from segmetrics.phrases import counted
from segmetrics.reliability.changes import ChangeTable
from segmetrics.reliability.trends import CodingRound, RoundsTable, named_apart, trends


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


def mended(
    named: Sequence[CodingRound], table: RoundsTable | ChangeTable, view: UrlState
) -> Mended:
    """Return what became of coders who kept agreement low, see `computed`."""
    moved = moved_coders(view)
    what = " ".join(["mended", *sorted(moved)])
    found = _of_rounds(what, named, table.options, partial(what_mended, named, table, moved))
    # Sentences that hang on how quick a machine is would differ from one reader to the next.
    return replace(found, unasked=PATIENT).computed() or NOTHING_MENDED


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
            href = comparison_address(keys, place, place + 1, view, None)
            said = words.SHARE_ITEMS.format(one.name, other.name, counted(count, "item"))
            found.append(Link(said, href))
    return found


# ----- numbers that open


def opened_round(
    named: Sequence[CodingRound], table: RoundsTable, number: str
) -> Derivation | None:
    """Find a number of the rounds; None if there is no such number."""
    column, level, name = parts_of(number)
    where, _, measure = column.partition(".")
    place = round_number(where, table)
    step = {step_key(step): at for at, step in enumerate(table.steps)}.get(where)
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
