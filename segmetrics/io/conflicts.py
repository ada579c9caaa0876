"""What codings of one corpus, each right by itself, contradict each other about or repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import starmap
from pathlib import PurePosixPath
from shlex import quote
from typing import Literal

from segmetrics.corpus import kind_of
from segmetrics.io.limits import MAX_CODERS, MAX_ITEMS, MAX_PLACES
from segmetrics.io.names import workbook_of
from segmetrics.io.parts import Coding, grouped
from segmetrics.io.problems import Notice, Problem, row_called, shortened, wrong_name
from segmetrics.number_formats import exact_time
from segmetrics.phrases import counted
from segmetrics.segmentation import Segmentation
from segmetrics.time_scale import scale_called

CARRIES = {
    "linear": "boundaries with neither types nor levels",
    "multiple": "boundaries with types",
    "hierarchical": "boundaries with levels",
}
FEWEST_PARTS = 2  # boundaries of a part
SHOWN = 12  # coders that a message names, so that it can be read
SAME_UNITS = "give all coders of the item the same units"
SAME_LENGTH = "say how long the recording is. Or a clock was wrong: correct the file"
# Which of several codings counts: by date where the file dates each of them, else in their order.
# Continued: the last, joined with those before it that end before it begins.
Kept = Literal["", "first", "last", "joined", "continued"]


def wrong_names(coding: Coding) -> list[Problem]:
    """Find what is wrong with the names of a coding's item and coder."""
    names = {"item": coding.item or "", "coder": coding.coder or ""}
    problems = []
    for whose, name in names.items():
        if what := wrong_name(name):
            fix = f"give the {whose} {'another' if name.strip() else 'a'} name"
            problems.append(coding.problem(f"the name of the {whose} {what}", fix))
    return problems


def of_one_kind(codings: list[Coding]) -> list[Coding]:
    """Let codings without a boundary carry what the boundaries of all others carry."""
    kinds = {kind_of(c.segmentation) for c in codings if c.segmentation.boundaries}
    if len(kinds) != 1 or kinds == {kind_of(c.segmentation) for c in codings}:
        return codings
    (kind,) = kinds
    types, levels = (() if kind == one else None for one in ("multiple", "hierarchical"))
    return [
        coding
        if coding.segmentation.boundaries
        else replace(coding, segmentation=replace(coding.segmentation, types=types, levels=levels))
        for coding in codings
    ]


def kind_conflicts(codings: Sequence[Coding]) -> list[Problem]:
    """Find the codings whose boundaries carry something else than most, or than the first."""
    kinds = [kind_of(coding.segmentation) for coding in codings]
    if len(set(kinds)) < 2:
        return []
    usual, times = Counter(kinds).most_common(1)[0]
    others = f"{counted(times, 'other coding')} of the corpus ha{'ve' if times != 1 else 's'}"
    fix = "give types to all codings, or levels to all, or remove both from all. Or open the files "
    fix += "one by one"
    return [
        coding.problem(f"{CARRIES[kind]}, where {others} {CARRIES[usual]}", fix)
        for coding, kind in zip(codings, kinds, strict=True)
        if kind != usual
    ]


def scale_conflicts(codings: Sequence[Coding]) -> Iterator[Problem]:
    """Find the items whose positions last something else than those of the first."""
    fix = "open them one by one, or write all of them with one resolution"
    for coding in {(one.file, one.item): one for one in codings}.values():
        scale, first = coding.segmentation.scale, codings[0].segmentation.scale
        if scale != first:
            what = f"its positions are {scale_called(scale)}, and those of {codings[0].file} "
            what += scale_called(first)
            command = f"--drop-file {quote(coding.file)} leaves it out"
            yield Problem(file=coding.file, item=coding.item, what=what, fix=fix, command=command)


def conflicts(codings: Sequence[Coding]) -> list[Problem]:
    """Compare the codings of one item with each other."""
    problems = []
    given = grouped((coding.coder, coding) for coding in codings)
    first_of = {coder: of_coder[0] for coder, of_coder in given.items()}
    for first, *again in given.values():
        if again:
            row = f", {row_called(first.file, first.row)}" if first.row else ""
            before = first.file + row
            what, fix = f"this coder also coded the item in {before}", "keep one of the two codings"
            if len(again) > 1:
                what = f"this coder coded the item {len(again) + 1} times, first in {before}"
                fix = "keep one of these codings"
            command = "--twice last, first, joined or continued"
            if again[0].file != first.file:
                what += _both_shown(first.segmentation, again[0].segmentation)
                command = f"--drop-file {quote(again[0].file)} leaves this one out"
            problems.append(again[0].problem(what, fix, command=command))
    problems += _unit_conflicts(list(first_of.values()))
    mass = codings[0].segmentation.mass
    places = mass * len(first_of)
    if not problems and places > MAX_PLACES and codings[0].segmentation.scale is None:
        what = f"{mass:,} units by {len(first_of):,} coders make {places:,} places"
        fix = f"split the item; the limit is {MAX_PLACES:,} places of all its coders together"
        problems.append(codings[0].problem(what, fix))
    return problems or _text_conflicts(codings)


def _both_shown(first: Segmentation, again: Segmentation) -> str:
    """Return how two codings of one coder differ: by what is in this file and in the other."""
    here, there = set(again.boundaries), set(first.boundaries)
    if here == there:
        return ", with the same boundaries"
    place = min(here ^ there)
    return (
        f", with {counted(len(there), 'boundary', 'boundaries')} there and {len(here)} in this "
        f"file; only {'this file' if place in here else 'the other'} has a boundary after unit "
        f"{place}"
    )


def _unit_conflicts(codings: Sequence[Coding]) -> list[Problem]:
    """Find the coders whose number of units, or whose recording's length, is not the others'."""
    sizes = Counter(coding.segmentation.mass for coding in codings)
    (usual, times), *others = sizes.most_common()
    if not others:
        return []
    scale = codings[0].segmentation.scale
    apart = [coding for coding in codings if coding.segmentation.mass != usual]
    like = next(coding for coding in codings if coding.segmentation.mass == usual)
    if 2 * times <= len(codings):
        sized = [f"{shortened(c.coder or '')} has {_size(c.segmentation)}" for c in codings]
        more = f" and {len(sized) - SHOWN} others" if len(sized) > SHOWN else ""
        what = f"{'lengths' if scale else 'units'} differ: {', '.join(sized[:SHOWN])}{more}"
        first = codings[0].segmentation.mass
        other = next(one for one in codings if one.segmentation.mass != first)
        said = [(codings[0], what, other)]
    elif scale:
        ends = f"for {times} other coders at {_size(like.segmentation)}"
        said = [(one, f"it ends at {_size(one.segmentation)}, {ends}", like) for one in apart]
    else:
        units = f"units, where {times} other coders have {usual}"
        said = [(one, f"{one.segmentation.mass} {units}", like) for one in apart]
    if not scale:
        return list(starmap(_with_place, said))
    longest = max(codings, key=lambda coding: coding.segmentation.mass)
    example = quote(f"{longest.item}={_size(longest.segmentation)}")
    command = f"--duration {example} for example"
    asking = {"decides": "durations", "command": command}
    return [one.problem(what, SAME_LENGTH, **asking) for one, what, _ in said]


def _size(coded: Segmentation) -> str:
    """Return the number of units, or how long a recording is."""
    scale = coded.scale
    return exact_time(scale.seconds(coded.mass)) if scale else str(coded.mass)


def _with_place(coding: Coding, what: str, other: Coding) -> Problem:
    """Make a problem of units that differ; say where, if there are texts."""
    if coding.texts is None or other.texts is None or coding.texts == other.texts:
        return coding.problem(what, SAME_UNITS)
    unit = _first_difference(coding.texts, other.texts)
    there = f"{what}; the texts first differ at unit {unit}"
    mine, others = (_at(texts, unit) for texts in (coding.texts, other.texts))
    text = f"{mine} / {shortened(other.coder or '')}: {others}"
    return coding.problem(there, SAME_UNITS, text=text)


def _at(texts: Sequence[str], unit: int) -> str:
    return shortened(texts[unit - 1], 40) if unit <= len(texts) else "(the text has ended)"


def _first_difference(texts: Sequence[str], others: Sequence[str]) -> int:
    """Find the first unit at which two texts differ, counted from 1."""
    pairs = enumerate(zip(texts, others, strict=False), 1)
    return next((unit for unit, (a, b) in pairs if a != b), min(len(texts), len(others)) + 1)


def _text_conflicts(codings: Iterable[Coding]) -> list[Problem]:
    """Compare the texts of one item with its units and with each other."""
    # The codings of a file may share one list of texts, and its problems.
    lists: dict[int, tuple[Coding, tuple[str, ...]]] = {}
    for coding in codings:
        if coding.texts is not None:
            lists.setdefault(id(coding.texts), (coding, coding.texts))
    problems = []
    for coding, texts in lists.values():
        if len(texts) != coding.segmentation.mass:
            what = f"texts for {len(texts)} units, but {coding.segmentation.mass} units"
            problems.append(coding.problem(what, "give one text for each unit"))
    if problems or not lists:
        return problems
    (first, expected), *others = lists.values()
    for coding, texts in others:
        if texts != expected:
            unit = _first_difference(texts, expected)
            coder = shortened(first.coder or "")
            what = f"the text of unit {unit} differs from that of coder {coder}"
            found = f"{_at(texts, unit)} / {coder}: {_at(expected, unit)}"
            problems.append(coding.problem(what, "give all coders the same text", text=found))
    return problems


def too_many(
    codings: Sequence[Coding], by_item: Mapping[str, Sequence[Coding]]
) -> Iterable[Problem]:
    """Refuse more items or coders than can be computed with."""
    coders = {coding.coder for coding in codings}
    limits = (len(by_item), MAX_ITEMS, "items"), (len(coders), MAX_CODERS, "coders")
    for count, limit, kind in limits:
        what = f"one of {count:,} {kind}, and at most {limit:,} are allowed"
        say = partial(Problem, what=what, fix="open the files in several parts")
        for name, of_item in by_item.items() if count > limit else ():
            yield say(file=of_item[0].file, item=name)


@dataclass(frozen=True, slots=True)
class Repeated:
    """A coder's several codings of one item, and when each was last changed, the first first."""

    item: str
    coder: str
    changed: tuple[datetime, ...]  # empty where the file does not date each of them
    goes_on: bool = False  # one of them begins after the one before ends


def keep_one(
    codings: Sequence[Coding], kept: Kept
) -> tuple[list[Coding], tuple[Repeated, ...], list[Notice]]:
    """Return the codings that count, of what there are several, and what is left out."""
    found = grouped(((one.file, one.item, one.coder), one) for one in codings)
    several = [_in_order(of_one) for of_one in found.values() if len(of_one) > 1]
    repeated = tuple(
        Repeated(of_one[0].item or "", of_one[0].coder or "", dates, len(_continued(of_one)) > 1)
        for of_one, dates in several
    )
    if not kept:
        return list(codings), repeated, []
    made: dict[int, Sequence[Coding]] = {}  # what counts, in the place of the first of them
    left: set[int] = set()
    said: list[Notice] = []
    for of_one, dates in several:
        those = {
            "first": of_one[:1],
            "last": of_one[-1:],
            "joined": of_one,
            "continued": _continued(of_one),
        }[kept]
        made[id(those[0])] = together = _joined(those)
        left |= {id(one) for one in of_one}
        if len(together) < len(those):
            said.append(_said_joined(those))
        elif len(those) < len(of_one):
            on = dates[of_one.index(those[0])] if dates else None
            what = f"the {'first' if kept == 'first' else 'last'} of "
            what += f"{counted(len(of_one), 'coding')} of this coder is used"
            what += f", changed on {on:%Y-%m-%d}" if on else ""
            said.append(replace(of_one[0], row=None).notice(what))
    counting = (made.get(id(one), () if id(one) in left else (one,)) for one in codings)
    return [one for of_one in counting for one in of_one], repeated, said


def _continued(of_one: Sequence[Coding]) -> list[Coding]:
    """Return the last coding, with those before it that end before what follows begins."""
    found = [of_one[-1]]
    for one in reversed(of_one[:-1]):
        places, after = one.segmentation.boundaries, found[0].segmentation.boundaries
        # Of a single boundary it says little that it lies before others.
        if min(len(places), len(after)) < FEWEST_PARTS or places[-1] > after[0]:
            break
        found.insert(0, one)
    return found


def _joined(of_one: Sequence[Coding]) -> Sequence[Coding]:
    """Return a coder's codings of an item as one with all boundaries, if all are of one kind."""
    all_of_them = [one.segmentation for one in of_one]
    first = all_of_them[0]
    kinds = {(one.mass, one.scale, kind_of(one)) for one in all_of_them}
    if len(kinds) > 1 or first.levels is not None:
        return of_one
    types: dict[int, frozenset[str]] = {}
    for one in all_of_them:
        for at, place in enumerate(one.boundaries):
            labels = one.types[at] if one.types else frozenset()
            types[place] = types.get(place, frozenset()) | labels
    places = tuple(sorted(types))
    carried = None if first.types is None else tuple(types[place] for place in places)
    made = replace(first, boundaries=places, types=carried)
    return [replace(of_one[0], segmentation=made)]


def _said_joined(of_one: Sequence[Coding]) -> Notice:
    what = f"{counted(len(of_one), 'coding')} of this coder are joined, each boundary once"
    return replace(of_one[0], row=None).notice(what)


def _in_order(codings: Sequence[Coding]) -> tuple[list[Coding], tuple[datetime, ...]]:
    """Return codings by date, with their dates; in their order without dates if one has none."""
    dated = [(coding.changed, coding) for coding in codings if coding.changed is not None]
    if len(dated) < len(codings):
        return list(codings), ()
    dated.sort(key=lambda one: one[0])
    return [coding for _, coding in dated], tuple(changed for changed, _ in dated)


def each_once(
    codings: Sequence[Coding], kinds: Mapping[str, str]
) -> tuple[list[Coding], list[Notice]]:
    """Leave out what another file has too, in another format; say it once for each file."""
    first: dict[tuple[object, ...], Coding] = {}
    kept: list[Coding] = []
    again: dict[str, str] = {}
    for coding in codings:
        known = first.setdefault((coding.item, coding.coder, coding.segmentation), coding)
        if known is not coding and _is_other_form(known.file, coding.file, kinds):
            again.setdefault(coding.file, known.file)
        else:
            kept.append(coding)
    same: dict[frozenset[object], Coding] = {}
    doubled: set[str | None] = set()
    for item, of_item in grouped((coding.item, coding) for coding in kept).items():
        key = frozenset((one.coder, one.segmentation) for one in of_item)
        if len(key) > 1 and any(one.segmentation.boundaries for one in of_item):
            known = same.setdefault(key, of_item[0])
            here, there = of_item[0].file, known.file
            if workbook_of(here) != workbook_of(there) and kinds.get(here) != kinds.get(there):
                again.setdefault(here, there)
                doubled.add(item)
    kept = [coding for coding in kept if coding.item not in doubled]
    what = "not used: the same codings are in {}"
    return kept, [Notice(file=file, what=what.format(other)) for file, other in again.items()]


def _is_other_form(one: str, other: str, kinds: Mapping[str, str]) -> bool:
    """Return whether two files are one thing saved twice: by their formats, or their endings."""
    if workbook_of(one) == workbook_of(other):
        return False
    stems = {PurePosixPath(workbook_of(name)).with_suffix("") for name in (one, other)}
    return len(stems) == 1 or kinds.get(one) != kinds.get(other)
