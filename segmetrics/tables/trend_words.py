"""Rounds of coding in sentences: whether agreement improved, and what to know."""

from __future__ import annotations

from collections.abc import Iterator

from segmetrics.claims.change_claims import because_of_one
from segmetrics.phrases import capital, lower_first
from segmetrics.reliability.coder_trends import Valued
from segmetrics.reliability.trends import RoundsTable
from segmetrics.tables.comparison_words import (
    at_random,
    change_in_words,
    density_notes,
    few_notes,
    judge_notes,
    named_notes,
    notes_why,
    other_texts,
    people_notes,
    same_notes,
)

SOME_IN_COMMON = (
    "Some of the rounds have items in common, but no item is in all of them. Compare two of them "
    "at a time."
)
DID = {"better": "improve", "worse": "get worse"}


def rounds_in_words(table: RoundsTable) -> list[str]:
    """Answer whether agreement improved from round to round."""
    if not table.steps:
        return [SOME_IN_COMMON]
    words = change_in_words(table.steps[-1].table, rounds=len(table.rounds))
    if len(table.steps) > 1:
        at = int(table.compared.whose != "same")
        words[at] = _answer(table, words[at])
    return words


def _answer(table: RoundsTable, headline: str) -> str:
    """Answer for three rounds or more, from the direction of each step."""
    last = table.steps[-1]
    overall = last.table.direction
    each = {step.table.direction for step in table.consecutive}
    if each == {"better"} == {overall}:
        return because_of_one(last.table, "Agreement improved from round to round.")
    if each == {"worse"} == {overall}:
        return because_of_one(last.table, "Agreement got worse from round to round.")
    answer = f"From {table.called(last)}: {lower_first(headline)}"
    opposite = {"better": "worse", "worse": "better"}.get(overall)
    if opposite is None:
        return answer
    if opposite in each:
        return f"{answer} Agreement did not {DID[overall]} in every round."
    return f"{answer} From each round to the next that is not sure."


def rounds_notes(table: RoundsTable) -> list[str]:
    """List what a reader should know: items of some rounds alone, few items, undefined values."""
    alone = "Items of {} that not all rounds have, not compared"
    notes = (
        [at_random(table.compared)]
        if table.other_items
        else named_notes(*((alone.format(one.name), one.alone) for one in table.rounds))
    )
    apart = ", not compared" if table.compared.whose == "shared" else ""
    each = zip(table.rounds, table.compared.alone, strict=False)
    notes += named_notes(
        *((f"Coders of {one.name} that not all rounds have{apart}", who) for one, who in each)
    )
    notes += people_notes(table.compared, items=bool(table.items), rounds=len(table.rounds))
    notes += [f"{capital(note)}." for note in table.notes]
    notes += few_notes(len(table.items), "common item")
    notes += [
        f"{capital(table.called(step))}: {note}"
        for step in table.steps
        for note in (*judge_notes(step.table), *other_texts(step.table), *density_notes(step.table))
    ]
    notes += same_notes(*(step.table for step in table.steps))
    if len(table.steps) > 1:
        notes.append("No interval is corrected for looking at several steps.")
    return notes + notes_why(_labelled(table))


def _labelled(table: RoundsTable) -> Iterator[tuple[str, Valued]]:
    for one in table.rounds if table.steps else ():
        yield f"the corpus in {one.name}", one.common[table.judged_by]
    for item in table.items:
        for one, values in zip(table.rounds, item.values, strict=True):
            yield f"{item.item} in {one.name}", values[table.judged_by]
