"""What agreement did over rounds of coding, in a paragraph for a paper.

Numbers stand as in the results paragraph. Values of a single round have no interval here: only
that of the change bears on whether agreement changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from segmetrics.claims.change_claims import NOTHING_MENDED, Mended, made_by_one
from segmetrics.coefficients.quantities import BESIDE, of_corpus, similarity_name
from segmetrics.number_formats import (
    in_paper,
    of_level,
    p_in_paper,
    rate,
    signed_in_paper,
    signed_short,
)
from segmetrics.phrases import capital, counted, joined, lower_first
from segmetrics.reliability.chance_verdicts import WELL_BEYOND
from segmetrics.reliability.changes import LEAST_OF_ITEM, Changed
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.reliability.jackknife import Over
from segmetrics.reliability.recording_changes import RecordingRounds
from segmetrics.reliability.trends import RoundsTable, RoundStep
from segmetrics.tables.comparison_words import people_in_words
from segmetrics.tables.trend_words import rounds_in_words

# What is told besides what the answer goes by.
TOLD = {of_corpus(column): of.in_paper for column, of in BESIDE.items()}
SMALL = f"changed by less than {in_paper(LEAST_OF_ITEM)}"
FOR_OTHERS: dict[Over, str] = {
    "items": "other items that the same coders might have coded",
    "coders and items": "other coders and other items",
}


def rounds_paragraph(table: RoundsTable, mended: Mended = NOTHING_MENDED) -> str:
    """Describe in a paragraph whether agreement changed from round to round, for a paper."""
    if not table.steps:
        return ""
    return " ".join(
        [
            _size(table),
            _values(table),
            *(_change(table, step) for step in table.steps),
            *(_printed(said, table) for said in mended.told([])),
            *_what_holds(table),
        ]
    )


def rounds_sentence(table: RoundsTable) -> str:
    """Describe in a sentence how agreement changed from the first round to the last.

    If not all who coded are compared, another says before it who is.

    Empty where no change can be told.
    """
    if not table.steps:
        return ""
    step = table.steps[-1]
    found = step.table.coefficients[table.judged_by]
    if found.change is None or step.table.judged_by != table.judged_by:
        return ""
    held = "" if table.other_items else f" over {counted(len(table.items), 'common item')}"
    values = joined(_known([(one.name, one.common[table.judged_by].value) for one in table.rounds]))
    ends = f" from {table.called(step)}" if len(table.rounds) > 2 else ""
    answer = rounds_in_words(table)[int(table.compared.whose != "same")]
    who = people_in_words(table.compared, rounds=len(table.rounds))
    first, last = (table.rounds[at].common[table.judged_by].value for at in (0, -1))
    exact = ""
    if first is not None and last is not None and found.change is not None:
        apart = round(round(last, 2) - round(first, 2), 2) != round(found.change, 2)
        exact = " (before rounding)" * apart
    return (
        f"{who and f'{who} '}{capital(_name(table))}{held} was {values}, a change{ends}{exact} of "
        f"{_with_interval(step, found)}; {lower_first(answer)}{_without_one(table, step)}"
    )


def _printed(said: str, table: RoundsTable) -> str:
    """Return a sentence of the pages with its numbers as journals print them, names as they are."""
    names = {row.item for step in table.steps for row in step.table.items}
    names |= {one.name for one in table.rounds} | {*table.compared.coders}
    kept = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    numbers = r"(?<![\w.,])0(?P<after>\.\d+)(?![\w.]\w)"
    return re.sub(f"{kept}|{numbers}", lambda found: found["after"] or found[0], said)


def _size(table: RoundsTable) -> str:
    """Return who is compared, and how many items and coders the rounds have."""
    who = people_in_words(table.compared, rounds=len(table.rounds))
    return f"{who} {_held(table)}" if who else _held(table)


def _held(table: RoundsTable) -> str:
    """Return how many items and coders the rounds have."""
    if table.other_items:
        held = [
            f"{one.name} ({counted(one.items, 'item')}, {counted(one.coders, 'coder')})"
            for one in table.rounds
        ]
        return f"The rounds have no item in common: {joined(held)}."
    items = counted(len(table.items), "item")
    over = f"Agreement is compared over the {items} that all rounds have"
    if table.compared.whose == "shared":
        return f"{over}."
    held = [f"{one.name} ({counted(one.coders, 'coder')})" for one in table.rounds]
    return f"{over}: {joined(held)}."


def _name(table: RoundsTable) -> str:
    """Name what the answer goes by."""
    if table.judged_by == "alpha":
        return TOLD["alpha"]
    return f"chance-corrected agreement R over {similarity_name(table.options.similarity)}"


def _values(table: RoundsTable) -> str:
    """Return the agreement in each round."""
    values = [(one.name, one.common[table.judged_by].value) for one in table.rounds]
    known = _known(values)
    without = [name for name, value in values if value is None]
    said = f"{capital(_name(table))} was {joined(known)}" if known else capital(_name(table))
    if without:
        said += f"{'; it' if known else ''} is undefined in {joined(without)}"
    return f"{said}{_beside_all(table)}."


def _known(values: Sequence[tuple[str, float | None]]) -> list[str]:
    """Write the values that there are, with more digits beside the limit of the verdicts."""
    there = ((name, value) for name, value in values if value is not None)
    return [f"{in_paper(value, WELL_BEYOND)} in {name}" for name, value in there]


def _beside_all(table: RoundsTable) -> str:
    """Describe what all codings of each round give, where some are not compared."""
    if table.compared.whose != "shared":
        return ""
    values = [(one.name, one.own[table.judged_by].value) for one in table.rounds]
    known = _known(values)
    if known == _known([(one.name, one.common[table.judged_by].value) for one in table.rounds]):
        return ""
    return f" (over all codings of each round, not tested: {joined(known)})" if known else ""


def _change(table: RoundsTable, step: RoundStep) -> str:
    """Return by how much agreement changed in a step, with its interval and test."""
    found = step.table.coefficients[table.judged_by]
    before, after = table.rounds[step.before].name, table.rounds[step.after].name
    between = f"From {before} to {after}"
    if found.change is None:
        return f"{between}, no change can be told: {found.undefined}."
    said = f"{between} it changed by {_with_interval(step, found)}"
    moved = step.table.moved
    if moved.items and step.table.judged_by == table.judged_by:
        ways = (("rose", moved.rose), ("fell", moved.fell), (SMALL, moved.same))
        went = [f"{how} on {number:,}" for how, number in ways if number]
        how = f"it {joined(went)}" if went else "it neither rose nor fell"
        said += f"; of {counted(moved.items, 'item')}, {how}{_by_chance(step)}"
    others = [
        f"{name} changed by {_with_interval(step, step.table.coefficients[key])}"
        for key, name in TOLD.items()
        if key != table.judged_by and step.table.coefficients[key].change is not None
    ]
    return f"{'; '.join([said, *others])}.{_without_one(table, step)}"


def _by_chance(step: RoundStep) -> str:
    """Return on how many items agreement may be chance, so that they are not counted."""
    rows = len(step.table.by_chance)
    more = f"{rows:,} more {'is' if rows == 1 else 'are'} not counted"
    return f"; {more}, as agreement there may be chance" if rows else ""


def _without_one(table: RoundsTable, step: RoundStep) -> str:
    """Return what changed without the coder who made most of it, if one did."""
    one = made_by_one(step.table)
    if one is None or step.table.judged_by != table.judged_by:
        return ""
    before, after = (in_paper(value) for value in one.without[:2] if value is not None)
    return (
        f" Most of this is one coder; for the others no change is shown: without {one.coder}, it "
        f"went from {before} to {after} ({_with_interval(step, one.without)})."
    )


def _with_interval(step: RoundStep, found: Changed) -> str:
    """Return a change with its interval and p-value, or without."""
    change = found.change or 0.0
    said = signed_in_paper(change)
    low, high, _ = found.interval
    if low is None or high is None:
        return f"{said} (no interval)"
    ends = f"[{signed_in_paper(low)}, {signed_in_paper(high)}]"
    said += f", {step.table.interval_options.percent} CI {ends}"
    return said if found.p is None else f"{said}, p {p_in_paper(found.p)}"


def _what_holds(table: RoundsTable) -> list[str]:
    """Return what intervals and tests speak of, and what keeps them from saying more."""
    others = FOR_OTHERS[table.interval_options.over]
    changes = [
        step.table.corpus.corrected
        for step in table.steps
        if step.table.corpus.corrected.change is not None
    ]
    around = [one.interval for one in changes]
    found = any(one.low is not None for one in around)
    said = [f"Intervals and tests are those of the jackknife, for {others}."] if found else []
    whys = sorted({one.undefined for one in around} - {""})
    said += [f"There is no interval: {why}." for why in whys]
    if table.other_items:
        people = ", and the coders for a random choice of people"
        said.append(
            "This takes the items of each round for a random choice from texts of one kind"
            f"{people if table.compared.whose == 'changed' else ''}; easier texts would look the "
            "same as better coding."
        )
    elif table.compared.whose != "changed":
        said.append(
            "The same people coded the same texts in each round, without a comparison group; part "
            "of a rise may come from knowing the texts."
        )
    fewest = len(table.items) or min(one.items for one in table.rounds)
    if found and fewest < FEW_ITEMS:
        said.append(f"With {counted(fewest, 'item')}, they are no more than a rough guide.")
    if found and len(table.steps) > 1:
        said.append("They are not corrected for looking at several steps.")
    return said


def recordings_paragraph(found: RecordingRounds) -> str:
    """Describe in a paragraph what changed over rounds of recordings, for a paper."""
    said = []
    for before, after, step in found.steps:
        between = f"From {before} to {after}"
        if step.undefined:
            said.append(f"{between}, nothing can be compared: {step.undefined}.")
            continue
        changes = step.coefficients
        who = people_in_words(step.compared, noun="recording")
        both = counted(len(step.items), "recording")
        if step.compared.whose != "changed":
            both = f"{counted(len(step.coders), 'coder')} and {both}"
        level = of_level(step.options.level)
        lead = f"{between}: {lower_first(who)} Over" if who else f"{between}, over"
        said.append(
            f"{lead} the {both} that both have, boundaries a minute went from "
            f"{_side(changes['rate'], level, rate, signed_short)}, F beyond chance from "
            f"{_side(changes['corrected'], level)}, and F from {_side(changes['value'], level)}."
        )
    return " ".join(said)


def _in_paper(value: float | None) -> str:
    return "undefined" if value is None else in_paper(value)


def _side(
    change: Changed,
    level: str,
    write: Callable[[float | None], str] = _in_paper,
    signed: Callable[[float], str] = signed_in_paper,
) -> str:
    """Return a number before and after, and its change with interval and test."""
    said = f"{write(change.before)} to {write(change.after)}"
    if change.change is None:
        return said
    low, high, why = change.interval
    if low is None or high is None:
        return f"{said} (no interval: {why})"
    told = f"{signed(change.change)}, {level} CI [{signed(low)}, {signed(high)}]"
    p = "" if change.p is None else f", p {p_in_paper(change.p)}"
    return f"{said} ({told}{p})"
