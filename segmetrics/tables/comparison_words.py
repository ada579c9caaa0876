"""Rounds of coding compared, in sentences: who is compared, whether agreement improved, notes.

Who is compared is said of texts and of recordings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segmetrics.claims.change_claims import SYMBOLS, because_of_one, sentence_on_one
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.levels import row_title
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import QUANTITIES, coefficient
from segmetrics.number_formats import between, p_in_sentence, short, signed_short
from segmetrics.phrases import by_reason, capital, counted, joined, listed, spelled
from segmetrics.reliability.chance_verdicts import WELL_BEYOND
from segmetrics.reliability.changes import (
    COEFFICIENTS,
    LEAST_OF_ITEM,
    UNSEEN,
    Changed,
    ChangeRow,
    ChangeTable,
    Way,
    direction_of,
)
from segmetrics.reliability.coded_rounds import Compared
from segmetrics.reliability.coder_trends import Valued
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.reliability.item_changes import AS_BEFORE, OTHER_LENGTH
from segmetrics.reliability.jackknife import Over

CALLED = {"corrected": "Chance-corrected agreement {}", "alpha": "Krippendorff's {}"}
OTHERS: dict[Over, str] = {
    "items": "other items of the same coders",
    "coders and items": "other coders and other items",
}

BESIDE_NUMBERS: dict[Way, str] = {"same": "about the same", "chance": "agreement may be chance"}
"""What is said of an item that counts neither as risen nor as fallen."""

ABOUT_THE_SAME = (
    "By convention an item is about the same if its {symbol} changed by less than {least}. One "
    "boundary that is moved in an item of 30 places changes {symbol} by as much."
)

FEW_TO_BE_SURE = 6
"""Items below which not even a change of all of them in one direction is rare by chance."""

TOLD = ("corrected", "alpha", "pi_b", "pi_s", "pi_star")
"""What sentences and figures tell of the corpus, first what tells whether agreement changed."""

# Names that a sentence lists; coders and items of who is compared.
NAMED, WHO, APART = 8, 12, 3

OTHER_ITEMS = (
    "The rounds have different items, so they are compared as wholes. Easier texts would look the "
    "same as better coding."
)
SAME_ITEMS = (
    "The same people coded the same texts twice: part of the rise can come from knowing the texts."
)
BY_ONE_ALONE = "By R {}, but by α {}."
MAY_BE_CHANCE = "that may be chance"
CODED_BY = {"changed": "people who are a random choice too"}


def people_in_words(found: Compared, *, rounds: int = 2, noun: str = "item") -> str:
    """Return who is compared of some rounds, and why not all; nothing of the same people."""
    every = "both rounds" if rounds == 2 else f"all {spelled(rounds)} rounds"
    if found.whose == "same":
        return ""
    if found.whose == "changed":
        who = "nobody" if not found.coders else f"only {found.coders[0]}"
        why = f"{who} coded {every}"
        if len(found.coders) > 1:
            why = f"no two of them coded the same {noun} in {every}"
        two = " Compare two of them for the coders whom these share." if rounds > 2 else ""
        return (
            f"The people changed: {why}. A change counts only if neither other coders nor other "
            f"{noun}s explain it.{two}"
        )
    kept, size = frozenset(found.coders), spelled(len(found.coders))
    absent = {item: [one for one in who if one in kept] for item, who in found.without.items()}
    some = [f"{item} is compared without {joined(who)}" for item, who in absent.items() if who]
    if len(some) > APART:
        some = [f"{counted(len(some), noun)} are compared without some of them"]
    if not any(found.alone):
        apart = f": {joined(some)}" if some else ""
        return f"The same {size} coded {every}, but not every {noun} in each{apart}."
    named = joined(found.coders, WHO)
    said = f"The {size} who coded {every} are compared: {named}."
    return f"{said} Not each of them coded every {noun}: {joined(some)}." if some else said


def change_in_words(table: ChangeTable, *, rounds: int = 2) -> list[str]:
    who = people_in_words(table.compared, rounds=rounds)
    return [*([who] if who else []), *_answer(table)]


def _answer(table: ChangeTable) -> list[str]:
    """Answer whether agreement of those who are compared improved."""
    if table.items and all(row.note.endswith(AS_BEFORE) for row in table.items):
        return [f"Nothing changed: {_every(table)} {AS_BEFORE}."]
    found = table.judged
    if found.change is None:
        return [f"The rounds cannot be compared. {capital(found.undefined)}."]
    same = table.compared.whose != "changed" and table.direction == "better"
    said = [
        headline(table),
        sentence_on_one(table),
        OTHER_ITEMS if table.other_items else "",
        _measured(table, found),
        _beside(table),
        _everybody(table),
        SAME_ITEMS if same and not table.other_items else "",
    ]
    return list(filter(None, said))


def measures(similarity: str) -> dict[str, str]:
    keys = (key for key in COEFFICIENTS if key != f"pi_{similarity}")
    return {key: coefficient(key, similarity).name for key in keys}


def headline(table: ChangeTable) -> str:
    """Answer in one sentence, with no more than the items can carry."""
    if table.other_items:
        return _of_other_items(table)
    moved, change = table.moved, table.judged.change or 0.0
    went = "improved" if change > 0 else "got worse"
    alike = moved.items > 1 and moved.items == (moved.rose if change > 0 else moved.fell)
    if table.direction in ("better", "worse"):
        on = f" on {_all(moved.items)}" if alike else ""
        return because_of_one(table, f"Agreement {went}{on}.")
    if len(table.items) == 1:
        if moved.chance:
            return f"{capital(_by_chance(table))}: whether it changed cannot be told."
        if abs(change) <= NEGLIGIBLE:
            return "Agreement on the one item stayed the same."
        return f"{capital(_counted_items(table))}. One item is too few to say more."
    if table.direction == "unknown":
        return f"{capital(_counted_items(table))}."
    if abs(change) < UNSEEN:
        return "Agreement is about the same as before."
    if table.by_one_alone:
        otherwise = f"it {'got worse' if change > 0 else 'improved'}"
        return BY_ONE_ALONE.format(f"agreement {went}", _by_alpha(table, otherwise))
    if not alike:
        return f"It is not clear that agreement changed: {_counted_items(table)}."
    few = moved.items < FEW_TO_BE_SURE
    why = f"{spelled(moved.items)} are too few" if few else "too unevenly"
    return f"{capital(_counted_items(table))}, but {why} to be sure that agreement {went}."


def _of_other_items(table: ChangeTable) -> str:
    """Answer for rounds without a common item."""
    change = table.judged.change or 0.0
    how = "better" if change > 0 else "less well"
    changed = table.compared.whose == "changed"
    if table.direction in ("better", "worse"):
        who = "The coders of the second round agree" if changed else "The coders agree"
        return because_of_one(table, f"{who} {how}{'' if changed else ' in the second round'}.")
    if not table.compared.coders:
        return "The rounds have neither an item nor a coder in common: other people, other texts."
    if abs(change) < UNSEEN:
        return "The coders agree about as well in the second round."
    answer = f"The coders agree {how} on the items of the second round, but"
    few = min(len(table.only_before), len(table.only_after))
    if few < FEW_ITEMS:
        return f"{answer} {spelled(few)} {'is' if few == 1 else 'are'} too few to be sure."
    if table.by_one_alone:
        by_r = f"the coders agree {how} on the items of the second round"
        otherwise = "less well" if change > 0 else "better"
        return BY_ONE_ALONE.format(by_r, _by_alpha(table, otherwise))
    alone = "other coders and items" if changed else "other items alone"
    return f"{answer} {alone} could make such a difference."


def _by_alpha(table: ChangeTable, otherwise: str) -> str:
    """Return what α says of a change that is sure by R alone: the contrary, or nothing."""
    unclear = direction_of(table.corpus.alpha.interval) == "unclear"
    return MAY_BE_CHANCE if unclear else otherwise


def _all(items: int) -> str:
    return "both items" if items == 2 else f"all {items:,} items"


def _counted_items(table: ChangeTable) -> str:
    """Return on how many items the coefficient is higher, lower and the same, or may be chance.

    Within a sentence. That items have other numbers does not say that agreement improved there.
    """
    moved = table.moved
    if moved.items and moved.chance == moved.items:
        return _by_chance(table)
    ways = {"higher": moved.rose, "lower": moved.fell, "about the same": moved.same}
    told = {how: count for how, count in ways.items() if count}
    if not told:
        return "agreement is known over the corpus alone, not on single items"
    name = QUANTITIES[table.judged_by].name
    if len(told) == 1 and not moved.chance:
        on = f" on {_all(moved.items)}" if moved.items > 1 else " on the one item"
        return f"{name} is {joined([*told])}{on}"
    on = joined([f"{how} on {count:,}" for how, count in told.items()])
    by_chance = f"; {_not_counted(table)}" if moved.chance else ""
    return f"of {counted(moved.items, 'item')}, {name} is {on}{by_chance}"


def also(table: ChangeTable, row: ChangeRow) -> str:
    """Return what else to know of an item beside its numbers; it counts as the sentences say."""
    return "; ".join(filter(None, [row.note, BESIDE_NUMBERS.get(table.way(row) or "rose")]))


def _by_chance(table: ChangeTable) -> str:
    """Return on which items agreement may be chance, within a sentence."""
    names = table.by_chance
    which = _all(len(names)) if len(names) == len(table.items) > 1 else joined(names, APART)
    return f"on {which}, agreement may be chance"


def _not_counted(table: ChangeTable) -> str:
    """Return which items are not counted, as agreement there may be chance."""
    names = table.by_chance
    are = "is" if len(names) == 1 else "are"
    return f"{joined(names, APART)} {are} not counted, as agreement there may be chance"


def _measured(table: ChangeTable, found: Changed) -> str:
    """Return by how much agreement changed, and how far that holds beyond these items."""
    name = _called(table)
    what, change = CALLED[table.judged_by].format(name), found.change or 0.0
    went = f"{what} {_went(change)} from {_near(found.before)} to {_near(found.after)}"
    if table.other_items:
        of = (counted(len(names), "item") for names in (table.only_before, table.only_after))
        before, after = of
        went = f"{what} is {_near(found.before)} on {before} before"
        went = f"{went} and {_near(found.after)} on {after} after"
    elif abs(change) < UNSEEN or table.direction == "unclear":
        went = f"{what} was {_near(found.before)} and is {_near(found.after)}"
    # No third number, which may not be the difference of the two as they are rounded.
    went = f"{went}."
    low, high, why = found.interval
    options = table.interval_options
    if low is None or high is None:
        whom = "other items" if options.over == "items" else OTHERS[options.over]
        return f"{went} How far that holds for {whom} cannot be told: {why}."
    test = "" if found.p is None else f", p {p_in_sentence(found.p)}"
    return (
        f"{went} For {OTHERS[options.over]} the change may lie anywhere from "
        f"{between(low, high, signed_short)} ({options.percent} interval{test})."
    )


def _called(table: ChangeTable) -> str:
    """Return what the coefficient is called that tells: ``R``; over what only if it is not S."""
    similarity = table.options.similarity
    usual = similarity == AgreementOptions().similarity
    return SYMBOLS[table.judged_by] if usual else measures(similarity)[table.judged_by]


def _near(value: float | None) -> str:
    """Write a value with more digits beside the limit of the verdicts."""
    return short(value, WELL_BEYOND)


def _everybody(table: ChangeTable) -> str:
    """Describe what all codings give, where some are not compared and that makes a difference."""
    values = [one[table.judged_by] for one in table.everybody]
    if None in values or [*map(_near, values)] in ([], [*map(_near, table.judged[:2])]):
        return ""
    name = _called(table)
    alone = joined([*dict.fromkeys(one for who in table.compared.alone for one in who)], APART)
    whose = f"With {alone}, who coded one round only" if alone else "With all codings"
    return (
        f"{whose}, {name} is {_near(values[0])} before and {_near(values[1])} after. For a change, "
        "report the two numbers above: they compare the same codings."
    )


def _every(table: ChangeTable) -> str:
    count = len(table.items)
    return "the one item of both rounds is" if count == 1 else f"{_all(count)} are"


def _went(change: float) -> str:
    return "rose" if change > 0 else "fell"


def _beside(table: ChangeTable) -> str:
    """Return whether the other coefficients of the corpus went the same way."""
    named, coefficients = measures(table.options.similarity), table.coefficients
    change = table.judged.change or 0.0
    sure = table.direction != "unclear"
    ways: dict[bool, list[str]] = {True: [], False: []}
    for key in TOLD:
        other = coefficients[key].change if key in named and key != table.judged_by else None
        unsure = direction_of(coefficients[key].interval) == "unclear" != table.direction
        if other is not None and other * change > 0 and unsure:
            continue  # of a change beyond chance, what may be chance is no support
        if other is not None and min(abs(other), abs(change)) >= UNSEEN:
            ways[other * change > 0].append(f"{named[key]} ({signed_short(other)})")
    if not ways[False]:
        return f"{capital(joined(ways[True]))} {_went(change)} too." if ways[True] and sure else ""
    too = f"{capital(joined(ways[True]))} {_went(change)} too. " if ways[True] and sure else ""
    also = [one.rpartition(" (")[0] for one in ways[False]]
    advice = (
        f"Go by {_called(table)}: {joined(also)} also change{'s' * (len(also) == 1)} "
        "where coders only place more or fewer boundaries."
    )
    if any(named["alpha"] in one for one in ways[False]):
        advice = "Where R and α disagree, do not say which way agreement went."
    return f"{too}But {joined(ways[False])} {_went(-change)}. {advice}"


def change_notes(table: ChangeTable) -> list[str]:
    """List what a reader should know: what is in one round alone, few items, undefined values."""
    alone = "" if table.other_items else ", not compared"
    before, after = table.compared.alone
    apart = ", not compared" if table.compared.whose == "shared" else ""
    notes = named_notes(
        (f"Items only before{alone}", table.only_before),
        (f"Items only after{alone}", table.only_after),
        (f"Coders only before{apart}", before),
        (f"Coders only after{apart}", after),
    )
    if table.other_items:
        notes.append(at_random(table.compared))
    notes += other_texts(table)
    notes += [f"{capital(note)}." for note in table.notes]
    notes += people_notes(table.compared, items=bool(table.items))
    notes += density_notes(table)
    notes += few_notes(len(table.items), "item")
    notes += judge_notes(table)
    notes += same_notes(table)
    return notes + notes_why((row_label(row), getattr(row, table.judged_by)) for row in table.rows)


def named_notes(*found: tuple[str, Sequence[str]]) -> list[str]:
    """Return a note for each label that there are names for."""
    return [f"{label} ({len(names):,}): {listed(names, NAMED)}." for label, names in found if names]


def few_notes(items: int, noun: str) -> list[str]:
    """Return that intervals were not tried with so few items, if they are few."""
    few = 1 < items < FEW_ITEMS
    return [f"{counted(items, noun)}: with so few, intervals were not tried."] if few else []


def notes_why(found: Iterable[tuple[str, Changed | Valued]]) -> list[str]:
    """Return why values, or their intervals, are undefined: a note for each reason, with where."""
    reasons = by_reason((label, one.undefined or one.interval.why_none) for label, one in found)
    return [f"{capital(why)}: {listed(labels, NAMED)}." for why, labels in reasons.items()]


def people_notes(found: Compared, *, items: bool, rounds: int = 2) -> list[str]:
    """List what follows from who is compared: items left out, what intervals take for granted."""
    notes: list[str] = []
    if found.left_out:
        every = "both rounds" if rounds == 2 else "all rounds"
        who = f"Items that no two coders coded in {every}" if items else "Items of one such coder"
        notes += named_notes((f"{who}, not compared", found.left_out))
    if found.whose == "changed" and items:
        notes.append("The intervals of items take the rounds for independent.")
    return notes


def at_random(found: Compared) -> str:
    return (
        "No item is in both rounds. Items are the same only if they have the same name. The "
        "interval of the change treats the items of each round as a random choice from texts of "
        f"one kind, coded by {CODED_BY.get(found.whose, 'the same people')}. It counts the chance "
        "in both rounds."
    )


def other_texts(table: ChangeTable) -> list[str]:
    """Warn of items of one name whose numbers of units differ for no revision that is known."""
    found = [
        f"{row.item} ({row.mass_before:,} units before, {row.mass_after:,} after)"
        for row in table.items
        if OTHER_LENGTH.format(row.mass_before, row.mass_after) in row.note
    ]
    if not found:
        return []
    return [
        f"These items have another number of units than before: {listed(found, NAMED)}. If they "
        "are other texts, not revised ones, the change may come from them. Then give them other "
        "names."
    ]


GOES_BY = "The answer goes by R and α: π* also changes as boundaries become more or fewer."


def judge_notes(table: ChangeTable) -> list[str]:
    """Return by what the answer goes, if by alpha or if another coefficient seems to say more."""
    why = table.corpus.corrected.undefined
    if not why:
        known = table.coefficients
        others = (known[key] for key in ("pi_star", "pi_b", "pi_s") if key in known)
        ends = [(one.interval.low, one.interval.high) for one in others]
        apart = any(low is not None and high is not None and low * high > 0 for low, high in ends)
        return [GOES_BY] if apart and table.direction == "unclear" else []
    return [
        f"R, agreement beyond chance, is undefined ({why})."
        f"{' So α tells whether agreement changed.' * (table.judged.change is not None)}"
    ]


def same_notes(*tables: ChangeTable) -> list[str]:
    """Return from which change on an item counts as risen or fallen, if one does not."""
    found = {SYMBOLS[one.judged_by]: None for one in tables if one.moved.same}
    return [ABOUT_THE_SAME.format(symbol=one, least=LEAST_OF_ITEM) for one in found]


def density_notes(table: ChangeTable) -> list[str]:
    """Warn if boundaries got so much denser or sparser that coefficients may move by that alone."""
    if table.density is None or not table.denser:
        return []
    return [
        f"Boundaries are {short(table.density)} times as dense after as before. That alone changes "
        "coefficients over S, and a little those over B. Go by R and α, which it hardly "
        "touches."
    ]


def row_label(row: ChangeRow) -> str:
    return row_title(row.level, row.item)
