"""What the program claims of a world whose truth is known, and whether each claim is true there.

A function for each kind or for those that are computed together yields every claim that was made,
or could have been (`Seen`). `benchmarks.claims` counts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple, cast

import numpy as np

import segmetrics as sm
from benchmarks.worlds import (
    Project,
    Role,
    Sizes,
    Times,
    Traits,
    as_sizes,
)
from segmetrics.claims.agreement_claims import Claims, claims_on_agreement
from segmetrics.claims.cause_types import Cause, Causes
from segmetrics.claims.causes import LEAST_RISE
from segmetrics.claims.change_claims import (
    REST,
    SHARES,
    Became,
    made_by_one,
    slips_in,
    told_of,
    what_became,
)
from segmetrics.claims.item_causes import clearing
from segmetrics.claims.low_again import low_again
from segmetrics.claims.remedies import remedied
from segmetrics.claims.verdict_rows import verdicts_on_recordings, verdicts_on_texts
from segmetrics.reliability.chance_verdicts import BEYOND
from segmetrics.reliability.coded_again import coded_again
from segmetrics.reliability.copies import near_copies
from segmetrics.reliability.fading import fading
from segmetrics.reliability.fitted_coders import CoderModel
from segmetrics.reliability.odd_counts import OneItem, Stops
from segmetrics.reliability.odd_places import OutOfStep, Unrelated, odd_items
from segmetrics.reliability.reliability_table import ReliabilityTable, reliability_of
from segmetrics.reliability.schools import FINER, NESTED, OVER_CHANCE, Schools, schools_in
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, trends

TOLERANCE = 1.5
"""Seconds within which two presses are one."""

LITTLE_LAG = 0.1
"""Seconds of lag behind others below which nobody is late."""

MISSES, ADDS, RATE, HARDLY, BESIDE = 0.75, 1.5, 1.3, 0.6, 0.5
"""Who finds fewer than that share of what others find marks fewer; who adds so many times what
others add has marks of their own; whose marks are so many times those of others marks at another
rate; of whose marks less than that share of what others' are is on breaks marks at random; who has
fewer than that share of what others have just at breaks disagrees."""

OWN = 1.5
"""Of whose presses nobody else has so many times the share of the others has many of their own."""

LITTLE = 0.01
"""F below that of all by which nobody agrees less."""

PANEL, VIEWERS, REACH = 40, 200, 2.0
"""Further coders by whom it is known which item is lowest; those of a film, and how near to a place
of the consensus a press supports it, in seconds."""

FURTHER_TEXTS = 60
"""Texts by which it is known whether somebody keeps agreement low."""

BLURRED: frozenset[Role] = frozenset(
    {"random", "careless", "fine", "lazy", "fatigued", "sees more"}
)

OTHERWISE: frozenset[Role] = frozenset({"copier", "sees more", "twice"})
"""Who is not like the others, and yet nothing needs to be said of them; but that one presses twice.
"""


class Seen(NamedTuple):
    """A claim that was made, or could have been: of which kind, whether it is true, and made."""

    kind: str
    true: bool
    made: bool


def corpus_of(found: Project) -> sm.Corpus:
    """Return the corpus of a project."""
    if found.seconds:
        films = cast("Times", found.codings)
        return sm.Corpus.from_times(films, durations=dict.fromkeys(films, found.seconds))
    return sm.Corpus.from_masses(cast("Sizes", found.codings))


def true_of(coder: str, found: Project) -> set[str]:
    """Return what is true of a coder, of all that is said of coders."""
    role = found.roles[coder]
    if not found.related:
        return set()
    true: set[str] = set()
    if role in ("late", "early"):
        true |= {role, "shifted", "disagrees", "less"}
    if role in ("random", "careless"):
        true |= {"random", "own", "disagrees", "less"}
    if role in BLURRED:
        true |= {"disagrees", "less"}
    others = [traits for name, traits in found.traits.items() if name != coder]
    if others:
        own = found.traits[coder]
        hits = float(np.median([one.hits for one in others]))
        added = float(np.median([one.added for one in others]))
        if own.hits < MISSES * hits:
            true |= {"fewer", "less", "empty", "disagrees"}
        if own.added > ADDS * added:
            true |= {"own"}
        in_place = [one.hits * (1 - one.away) for one in others]
        if own.hits * (1 - own.away) < BESIDE * float(np.median(in_place)):
            true |= {"disagrees", "less"}
        density = 0.17
        shared, usual = (
            density * of.hits / (density * of.hits + (1 - density) * of.added + 1e-9)
            for of in (own, Traits(hits, added))
        )
        if shared < HARDLY * usual:
            true |= {"random", "own", "disagrees", "less"}
        rates = [density * hits + added, density * own.hits + own.added]
        if max(rates) > RATE * min(rates):
            true |= {"rate", "much" if rates[1] > rates[0] else "little"}
    if found.lags:
        lags = [lag for name, lag in found.lags.items() if name != coder]
        behind = found.lags[coder] - float(np.median(lags))
        if abs(behind) > LITTLE_LAG:
            true |= {"shifted", "late" if behind > 0 else "early"}
    if found.more:
        true = (true - {"own", "less"}) | further(found)[coder]
    return true


@lru_cache(maxsize=1)
def further(found: Project) -> Mapping[str, set[str]]:
    """Return of whom further films show that they have many of their own, or agree less."""
    own: dict[str, list[np.ndarray]] = defaultdict(list)
    for codings in found.more.values():
        for coder, times in codings.items():
            others = [one for name, of in codings.items() if name != coder for one in of]
            apart = np.abs(np.subtract.outer(times, others))
            own[coder].append(apart.min(axis=1, initial=np.inf) > TOLERANCE)
    shares = {coder: float(np.concatenate(alone).mean()) for coder, alone in own.items()}
    films = sm.Corpus.from_times(found.more, durations=dict.fromkeys(found.more, found.seconds))
    agreed = sm.agreement(films, sm.RecordingOptions(tolerance=TOLERANCE, shuffles=0))
    said: dict[str, set[str]] = {}
    for row in agreed.coders:
        others = [share for name, share in shares.items() if name != row.coder]
        has_own = shares[row.coder] > OWN * float(np.median(others))
        less = (row.value or 0.0) < (agreed.corpus.value or 0.0) - LITTLE
        said[row.coder] = {what for what, is_so in (("own", has_own), ("less", less)) if is_so}
    return said


def of_coders(kind: str, said: Mapping[str, str], found: Project) -> Iterator[Seen]:
    """Yield what is said of coders, and that nothing is said of one who deserves it.

    What is true of one of whom nothing needed to be said is neither false nor found.
    """
    for coder, role in found.roles.items():
        what = said.get(coder)
        good = role == "good" or not found.related
        false = what not in true_of(coder, found) if what is not None else good
        deserves = not good and role not in OTHERWISE
        if false or deserves:
            yield Seen(kind, true=not false, made=what is not None)


@lru_cache(maxsize=1)
def judged(found: Project) -> tuple[sm.Corpus, ReliabilityTable]:
    """Return the corpus of a project of texts, with its verdicts."""
    corpus = corpus_of(found)
    return corpus, reliability_of(corpus)


def of_agreement(found: Project) -> Iterator[Seen]:
    """Yield what is claimed of agreement on texts."""
    corpus, verdicts = judged(found)
    around = sm.intervals(corpus, chance=verdicts.chance)
    influence = sm.influence(corpus)
    outlying = [row.item for row in influence.items if row.outlying]
    rows = verdicts_on_texts(sm.agreement(corpus), verdicts, around)
    claims = claims_on_agreement(rows, outlying)
    # Where one coder is astray, or left off, agreement is lower indeed.
    lower = found.guessed | {item for _, item in found.astray | found.half_done}
    beyond = claims.table.corpus.verdict in BEYOND
    yield Seen("agreement beyond chance", true=found.related, made=beyond)
    for row in claims.table.items:
        made = row.verdict in BEYOND
        clear = found.related and row.name not in found.guessed
        yield Seen("an item beyond chance", true=clear, made=made)
        if len(claims.table.items) > 1:
            yield Seen(
                "an item below the others",
                true=row.name in lower,
                made=row.name in outlying,
            )
    yield from of_lowest(found, claims)
    if len(corpus.groups) > 1:
        differ = claims.one("differ", "group") is not None
        yield Seen("groups differ", true=found.differ, made=differ)


def of_findings(found: Project) -> Iterator[Seen]:
    """Yield what is claimed of the coders of texts without a model of them."""
    corpus = corpus_of(found)
    if len(corpus.groups) > 1:
        return
    findings = sm.coder_findings(corpus).rows
    yield from of_coders(
        "a coder stands out",
        {row.coder: row.finding for row in findings if row.finding != "none"},
        found,
    )
    sides = {row.coder: row.side for row in findings if row.side != "none"}
    yield from of_sides("a coder is early or late by near misses", sides, found)
    copies = near_copies(corpus.items, corpus.coders)
    copied = "copier" in found.roles.values()
    yield Seen("two coders are nearly copies", true=copied, made=copies is not None)


def of_schools(found: Project) -> Iterator[Seen]:
    """Yield who is said to segment finely, and who coarsely."""
    corpus = corpus_of(found)
    if len(corpus.groups) > 1:
        return
    said = next(iter(schools_in(corpus)), None)
    if found.fine:
        true = said is None or {*said.fine} == found.fine
        yield Seen("some segment finely, others coarsely", true=true, made=said is not None)
    elif said is None or not still_finer(said, found):
        yield Seen("some segment finely, others coarsely", true=False, made=said is not None)


def still_finer(said: Schools, found: Project) -> bool:
    """Return whether some mark more than others in many further texts, and what those mark, too."""
    if found.again is None:
        return False
    # Of each mark, whether another's is there or beside it, beyond chance.
    near: dict[tuple[str, str], list[float]] = defaultdict(list)
    for item in further_texts(found).items:
        marked = {coder: {*coding.boundaries} for coder, coding in item.codings.items()}
        for one, other in permutations(marked, 2):
            there = {place + by for place in marked[other] for by in (-1, 0, 1)}
            chance = len(there & {*range(1, item.mass)}) / (item.mass - 1)
            near[one, other] += [(place in there) - chance for place in marked[one]]
    marks = {one: len(those) for (one, _), those in near.items()}
    more, less = (np.mean([marks[one] for one in side]) for side in (said.fine, said.coarse))
    fine = np.mean([share for pair in permutations(said.fine, 2) for share in near[pair]])
    coarse = np.mean([share for pair in product(said.coarse, said.fine) for share in near[pair]])
    nested = coarse >= NESTED * fine and coarse >= OVER_CHANCE
    return bool(more >= FINER * less and nested)


def of_model(found: Project) -> Iterator[Seen]:
    """Yield what is claimed of the coders of texts by a model of them."""
    corpus, verdicts = judged(found)
    if len(corpus.groups) > 1:
        return
    model = sm.coder_model(corpus)
    yield from of_coders(
        "a coder, by the model", {one.coder: one.verdict for one in model.verdicts}, found
    )
    yield from of_causes(found, corpus, verdicts, model)


def of_lowest(found: Project, claims: Claims) -> Iterator[Seen]:
    """Yield whether the lowest item is among those that are named, if some are not."""
    claim = claims.one("lowest", "item")
    if claim is None or not found.related or set(found.roles.values()) != {"good"}:
        return
    made = len(claim.rows) < claim.of
    if not made:
        yield Seen("which items are lowest", true=True, made=False)
    elif found.guessed or found.panel:
        yield Seen("which items are lowest", true=lowest_of(found) in claim.names, made=True)


def lowest_of(found: Project) -> str:
    """Return on which item further coders agree least; on one of guessing nobody does."""
    if found.guessed or found.panel is None:
        return min(found.guessed)
    by_panel = r_of_panel(found)
    return min(by_panel, key=by_panel.__getitem__)


def r_of_panel(found: Project) -> dict[str, float]:
    """Return R of each item by further coders."""
    further = cast("Callable[[str], list[set[int]]]", found.panel)
    codings = {}
    for item, sizes in cast("Sizes", found.codings).items():
        units = sum(next(iter(sizes.values())))
        marked = further(item)[:PANEL]
        codings[item] = {f"c{at}": as_sizes(one, units) for at, one in enumerate(marked)}
    panel = sm.chance(sm.Corpus.from_masses(codings), shuffling=ChanceOptions(shuffles=10))
    return {row.item: row.corrected or 0.0 for row in panel.items}


def of_sides(kind: str, said: Mapping[str, str], found: Project) -> Iterator[Seen]:
    """Yield who is said to be early or late."""
    for coder, role in found.roles.items():
        what, deserves = said.get(coder), role in ("early", "late")
        false = what not in true_of(coder, found) if what is not None else not deserves
        if false or deserves:
            yield Seen(kind, true=not false, made=what is not None)


def of_causes(
    found: Project, corpus: sm.Corpus, verdicts: ReliabilityTable, model: CoderModel
) -> Iterator[Seen]:
    """Yield who is said to keep agreement low, and which items are said to need no work."""
    causes = sm.causes(corpus, reliability=verdicts, model=model)
    # Where half are late beside the other half, that is nobody's fault.
    yield from of_blamed(replace(found, lags={}), causes)
    for row in causes.rows:
        for name in (*row.cleared, *row.eased, *row.mended_items, *row.fine, *row.open):
            clear = found.related and name not in found.guessed
            made = name not in row.open
            yield Seen("an item needs no work without them", true=clear, made=made)


def of_blamed(found: Project, causes: Causes) -> Iterator[Seen]:
    """Yield who is said to keep agreement low."""
    said = {one.coder: one.trait for row in causes.rows for one in row.causes}
    yield from of_coders("a coder keeps agreement low", said, found)


def of_odd_items(found: Project) -> Iterator[Seen]:
    """Yield whose boundaries are said to be odd in one item alone: how many they are, or where."""
    corpus = corpus_of(found)
    if len(corpus.groups) > 1:
        return
    odd = odd_items(corpus)
    number = {(one.coder, one.item) for one in odd if isinstance(one, OneItem | Stops)}
    place = {(one.coder, one.item) for one in odd if isinstance(one, OutOfStep | Unrelated)}
    stopped = {(one.coder, one.item) for one in odd if isinstance(one, Stops)}
    for coder, role in found.roles.items():
        if role == "fatigued":
            continue  # of whom half of all texts are odd
        for item in corpus.items:
            cell = coder, item.name
            true = cell in found.half_done
            yield Seen("a number is odd in one item", true=true, made=cell in number)
            if found.seconds:
                yield Seen("a viewer stops", true=true, made=cell in stopped)
            true = cell in found.astray
            yield Seen("out of step or unrelated in one item", true=true, made=cell in place)


def of_fading(found: Project) -> Iterator[Seen]:
    """Yield who is said to mark less and less as items go on."""
    named = fading(corpus_of(found))
    for coder, role in found.roles.items():
        true = role == "fatigued" if found.seconds else coder == found.fades
        yield Seen("a coder marks less and less", true=true, made=coder in named)


def of_films(found: Project) -> Iterator[Seen]:
    """Yield what is claimed of a corpus of films."""
    corpus = corpus_of(found)
    agreed = sm.agreement(corpus, sm.RecordingOptions(tolerance=TOLERANCE))
    claims = claims_on_agreement(verdicts_on_recordings(agreed))
    made = claims.table.corpus.verdict in BEYOND
    yield Seen("agreement beyond chance", true=found.related, made=made)
    for row in claims.table.items:
        yield Seen("an item beyond chance", true=found.related, made=row.verdict in BEYOND)
    yield from of_blamed(found, sm.causes(corpus, agreed.options, agreed=agreed))
    less = {row.coder: "less" for row in agreed.coders if row.standing == "less"}
    yield from of_coders("a coder agrees less", less, found)
    sides = {row.coder: row.timing for row in agreed.coders if row.timing}
    yield from of_sides("a coder is early or late", sides, found)
    for one in agreed.coders:
        # Of one who is late, that is to be said.
        otherwise = not found.related or found.roles[one.coder] in ("late", "early")
        true = not otherwise and "own" in true_of(one.coder, found)
        yield Seen("a coder has many of their own", true=true, made=one.own)
        twice = found.roles[one.coder] == "twice"
        yield Seen("boundaries come in pairs", true=twice, made=one.in_pairs is not None)


def of_rounds(found: Project) -> Iterator[Seen]:
    """Yield what is claimed of two rounds of coding the same texts."""
    later = cast("Project", found.later)
    named = [CodingRound("first", corpus_of(found)), CodingRound("second", corpus_of(later))]
    table = trends(named)
    (step,) = table.steps
    direction = step.table.direction
    moved = direction in ("better", "worse")
    right = direction == found.became or (not moved and found.became != "")
    yield Seen("agreement is better, or worse", true=right, made=moved)
    others = {name for name, role in found.roles.items() if later.roles[name] != role}
    one = made_by_one(step.table)
    true = others == {one.coder} if one else moved and len(others) == 1
    yield Seen("most of it is one coder", true=true, made=one is not None)
    became = what_became(named, table)
    if became:
        told = told_of(became, named, table, slips_in(named)[0]).told([])
        yield from of_share(found, became, " ".join(told), rose=direction == "better")
    gone = {one.coder: one for one in (*became.in_step, *became.no_longer)} if became else {}
    still = {one.coder: one.trait for one in became.still} if became else {}
    new = {one.coder: one.trait for one in became.new} if became else {}
    for coder, role in found.roles.items():
        then, before = later.roles[coder], true_of(coder, found)
        mends, stays = role != "good" == then, role == then != "good"
        made = coder in gone
        false = made and (gone[coder].trait not in before or keeps_low(gone[coder], later))
        yield from of_one("a coder keeps agreement low no longer", made, false, mends)
        made = coder in still
        false = made and still[coder] not in before & true_of(coder, later)
        yield from of_one("a coder keeps agreement low in both", made, false, stays)
        made = coder in new
        false = made and new[coder] not in true_of(coder, later)
        yield from of_one(
            "a coder keeps agreement low in the last", made, false, role == "good" != then
        )


def of_low_items(found: Project) -> Iterator[Seen]:
    """Yield which items are said to be low in both of two rounds."""
    later = cast("Project", found.later)
    named = [CodingRound("first", corpus_of(found)), CodingRound("second", corpus_of(later))]
    low = {one.item for one in low_again(named)}
    by_panel = r_of_panel(found) if low - found.guessed else {}
    for item in found.codings:
        others = [r for name, r in by_panel.items() if name != item]
        false = item in low - found.guessed and by_panel[item] >= sum(others) / len(others)
        yield from of_one("an item is low in each", item in low, false, item in found.guessed)


def of_old_files(found: Project) -> Iterator[Seen]:
    """Yield whose coding of an item is said to be that of the round before."""
    later = cast("Project", found.later)
    rounds = [CodingRound("first", corpus_of(found)), CodingRound("second", corpus_of(later))]
    said = {(one.coder, one.item) for one in coded_again(rounds)}
    for item, codings in found.codings.items():
        for coder in codings:
            made, true = (coder, item) in said, (coder, item) in later.sent_again
            yield from of_one("a coding is that of the round before", made, made and not true, true)


def of_share(found: Project, became: Became, said: str, *, rose: bool) -> Iterator[Seen]:
    """Yield how much of a rise is said to be of those put right, and whether more is left of it."""
    later = cast("Project", found.later)
    put_right = {one.coder: clearing(one) for one in became.in_step}
    mended = {name for name, role in found.roles.items() if role != "good" == later.roles[name]}
    least = next((least for least, much in SHARES if said.startswith(f"{much} of the rise")), None)
    if least is not None:
        first, last = further_texts(found), further_texts(later)
        before, then, after = map(r_of, (first, remedied(first, put_right) or first, last))
        much = after > before and then - before >= least / 2 * (after - before)
        yield Seen("a share of a rise is theirs", true={*put_right} <= mended and much, made=True)
    elif rose:
        late = any(found.roles[name] in ("late", "early") for name in mended)
        yield Seen("a share of a rise is theirs", true=late, made=False)
    for way, words in REST.items():
        if way in ("better", "worse"):
            made = words.split("(")[0] in said
            left = found.became == way and mended != {*put_right}
            yield Seen("what is left of a change is beyond chance", true=left, made=made)


def of_one(kind: str, made: bool, false: bool, deserves: bool) -> Iterator[Seen]:
    """Yield what is said of a coder, but what is true of one of whom it needed not to be said."""
    if false or deserves or not made:
        yield Seen(kind, true=deserves and not false, made=made)


def keeps_low(one: Cause, found: Project) -> bool:
    """Return whether R of many further texts would be higher but for what a coder does."""
    corpus = further_texts(found)
    changed = cast("sm.Corpus", remedied(corpus, {one.coder: clearing(one)}))
    return r_of(changed) >= r_of(corpus) + LEAST_RISE


def further_texts(found: Project) -> sm.Corpus:
    """Return what the same coders make of further texts."""
    again, many = cast("Callable[[], Sizes]", found.again), dict[str, dict[str, list[int]]]()
    while len(many) < FURTHER_TEXTS:
        many |= {f"{len(many)} {name}": codings for name, codings in again().items()}
    return sm.Corpus.from_masses(many)


def r_of(corpus: sm.Corpus) -> float:
    """Return R of a corpus, which has no error of shuffling."""
    return sm.chance(corpus, shuffling=ChanceOptions(shuffles=10)).corpus.corrected or 0.0
