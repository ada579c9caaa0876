"""From what readers found, and what a person decided about it, to a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Literal

from segmetrics.corpus import UNIT, Adjudication, Corpus, Item
from segmetrics.io import companion_lengths, companion_texts, conflicts, names, same_coders
from segmetrics.io.choices import OF_CHOICE, Choices, Whose
from segmetrics.io.column_doubts import (
    columns_asked,
    files_of_coders,
    files_of_scorers,
    in_doubt,
    rows_of_all,
)
from segmetrics.io.column_names import unit_called
from segmetrics.io.column_roles import Role, TableView
from segmetrics.io.companion_texts import PlainText
from segmetrics.io.files import in_natural_order
from segmetrics.io.known_items import with_known_items
from segmetrics.io.layers import layers_by_labels, layers_of
from segmetrics.io.mark_ends import odd_marks, other_ends, said_of_ends
from segmetrics.io.matching import matched
from segmetrics.io.parts import (
    AnyCoding,
    AutomaticCoder,
    Coding,
    Found,
    ReferenceCoder,
    SpanCoding,
    grouped,
    is_filled,
)
from segmetrics.io.problems import Notice, Problem
from segmetrics.io.readings import Parsed, Reading, Tiers
from segmetrics.io.recording_ends import EVERY
from segmetrics.io.rounds_in_names import of_round, rounds_in_names
from segmetrics.io.span_codings import span_codings
from segmetrics.io.spans import TEXT_UNITS
from segmetrics.io.tiers import with_tiers
from segmetrics.io.whose_codings import (
    WITHOUT_FILE,
    findings_of,
    pattern_questions,
    under_one_name,
    with_names,
    yielding,
)
from segmetrics.phrases import counted, listed

# Roles of columns whose heading may say what a unit is called.
SAYS_UNIT: Sequence[Role] = ("unit", "text", "positions", "count")
# Questions that many codings raise and one answer settles, and those whose answer changes others.
# What two coders or items may be that hardly differ, and what has both names if they are two.
ONE_EACH = {"coders": ("person", "people", "item"), "items": ("item", "items", "coder")}
ONCE = frozenset(("times", "columns", "pattern"))
WAITING_FOR = {
    "durations": frozenset(("marks", "columns", "positions", "times")),
    "pattern": frozenset(("layer",)),
    "items": frozenset(("condition",)),
}
OWN = "segmetrics-json"  # the format in which we keep what was decided


def assemble(
    parsed: Parsed, choices: Choices | None = None, before: Corpus | None = None
) -> Reading:
    """Build a corpus of what readers found, perhaps a further round after one that is known."""
    choices = choices or Choices()
    parsed, gone = _without_files(parsed, choices.dropped_files)
    layers = layers_of([part for part in parsed.found if isinstance(part, SpanCoding)])
    shared, left_to_names = with_known_items(
        same_coders.with_shared_items(parsed.found), choices.pattern
    )
    headed = under_one_name(shared, parsed.tables)
    shared = yielding(shared, choices, headed)
    found, why_no_coders = with_tiers(shared, choices)
    tiered, layered = (
        any(isinstance(part, SpanCoding) and part.tier for part in of)
        for of in (parsed.found, found)
    )
    tiers: Tiers = "" if not tiered else "layers" if layered else "coders"
    parsed = replace(parsed, found=tuple(found))
    findings = findings_of(parsed, choices, headed, left_to_names)
    decided: list[Found] = []
    dropped: list[Found] = []
    parts = [*pattern_questions(findings), *with_names(parsed, findings)]
    others = any(one.format.key != OWN for one in parsed.recognised)
    rounds: tuple[str, ...] = ()
    if others and (in_names := rounds_in_names(parts)):
        parts = list(of_round(parts, in_names, choices.condition, parsed.files[0]))
        rounds = in_names.rounds
    if layered_files := files_of_coders(parsed, choices):
        parts.append(columns_asked(layered_files, parsed))
        parsed = in_doubt(parsed, layered_files)
    same = same_coders.same_names(parts, parsed.lists)
    if same and choices.same_names == "many":
        parts = list(same.apart(parts))
    elif same and not choices.same_names:
        what = f"{same.question}? They are read as one, and can be told apart"
        parts.append(Notice(file=parsed.files[0], what=what, command="--same-names many"))
    now = list(zip(parts, _decided(parts, choices), strict=True))
    there = [part for part, new in now if not choices.is_dropped(*_whose(new))]
    renamed = {(_whose(part)[1] or "", _whose(new)[1] or "") for part, new in now}
    own = {one.file for one in parsed.recognised if one.format.key == OWN}
    alike_coders, one_person = same_coders.coders_spelled_alike(there, before, own)
    alike_items, one_item = same_coders.items_spelled_alike(parts)
    here = {old for old, _ in renamed}
    of_others = {name: usual for name, usual in alike_coders.items() if usual not in here}
    may_be = _items_of(before, (_whose(new)[0] or "" for _, new in now))
    parts += _of_the_round_before(parsed.files, of_others, may_be, choices)
    alike_coders, one_person = (
        {name: usual for name, usual in pairs.items() if name not in of_others}
        for pairs in (alike_coders, one_person)
    )
    for what, alike in (("coder", alike_coders), ("item", alike_items)):
        for name, usual in alike.items():
            unsure = name in (one_person if what == "coder" else one_item)
            if name not in getattr(choices, f"{what}s") and not unsure:
                said = f"differs from {usual} {same_coders.how_unlike(name, usual, what)}"
                item, coder = (name, None) if what == "item" else (None, name)
                parts.append(Notice(file=parsed.files[0], item=item, coder=coder, what=said))
    coded = [part.file for part in parts if isinstance(part, AnyCoding)] or parsed.files
    parts += _one_each("coders", coded, one_person, choices)
    parts += _one_each("items", coded, one_item, choices)
    ends = other_ends(parts, parsed.tables)
    parts += said_of_ends(ends, parsed.tables)
    for part in _decided(parts, choices):
        (dropped if choices.is_dropped(*_whose(part)) else decided).append(part)
    blank = {_whose(part) for part in decided if isinstance(part, Coding) and part.blank}
    blank -= {_whose(part) for part in decided if is_filled(part)}
    decided = [
        *(one for part in decided for one in _without_mark(part, blank, choices)),
        *_coded_by_nobody(decided, blank - choices.found_none),
    ]
    marked = [part for part in decided if isinstance(part, SpanCoding)]
    lengths, beside_said = companion_lengths.lengths_beside(
        marked, parsed.texts, parsed.text_tables
    )
    said_here = {**lengths, **choices.durations}
    ends_before, said_before = companion_lengths.lengths_before(
        [one for one in marked if said_here.keys().isdisjoint((one.item, EVERY))],
        before,
        ends=choices.positions.startswith("end"),
    )
    decided += [*beside_said, *said_before]
    known_ends = companion_lengths.lengths_of_others(
        marked, (p for p in decided if isinstance(p, Coding))
    )
    durations = {**ends_before, **said_here, **known_ends}
    choices_of_spans = replace(choices, durations=durations)
    of_files = [part for part in parsed.found if isinstance(part, SpanCoding)]
    sure = bool(choices.pattern) or all(one.item and one.coder for one in of_files)
    if not sure and not any(isinstance(one, Problem) and one.asks == "pattern" for one in decided):
        decided += layers_by_labels(marked)
    spans = span_codings(marked, choices_of_spans, why_no_coders, sure=sure)
    codings: list[Coding] = []
    problems: list[Problem] = []
    notices: list[Notice] = []
    for part in [*decided, *spans.found]:
        if isinstance(part, Problem):
            problems.append(part)
        elif isinstance(part, Notice):
            notices.append(part)
        elif isinstance(part, Coding):
            wrong = conflicts.wrong_names(part)
            problems += wrong
            codings += [] if wrong else [part]
    if any(one.asks == "layer" for one in problems):  # whose each tier is comes after it
        problems = [one for one in problems if one.asks != "pattern"]
    if not choices.pattern and (by_files := files_of_scorers(codings, parsed.tables, choices)):
        problems.append(by_files)
    kinds = {one.file: one.format.key for one in parsed.recognised}
    codings, again = conflicts.each_once(conflicts.of_one_kind(codings), kinds)
    codings, repeated, kept_ones = conflicts.keep_one(codings, choices.twice)
    notices += [*again, *kept_ones, *_marked_edges(codings)]
    by_names = {file for files, _ in findings.values() for file in files} - parsed.patterns.keys()
    if all(coding.file in by_names for coding in codings):
        codings.sort(key=lambda coding: in_natural_order(coding.item or ""))
    by_item = grouped((coding.item or "", coding) for coding in codings)
    if not choices.columns and (of_all := rows_of_all(codings, parsed.tables)):
        problems.append(of_all)
        parsed = in_doubt(parsed, {one.file for one in codings})
    problems += conflicts.kind_conflicts(codings)
    problems += conflicts.scale_conflicts(codings)
    problems += conflicts.too_many(codings, by_item)
    bad = {problem.item for problem in problems}
    nouns = {coding.unit for coding in codings}
    noun = choices.noun or _called(spans.unit, parsed.tables)
    noun = noun or (nouns.pop() if len(nouns) == 1 else "")
    items = []
    for name, of_item in by_item.items():
        wrong = conflicts.conflicts(of_item)
        problems += wrong
        if wrong or name in bad:
            continue
        texts = next((c.texts for c in of_item if c.texts is not None), None)
        segmentations = {c.coder or "": c.segmentation for c in of_item}
        speakers = next((c.speakers for c in of_item if c.speakers is not None), None)
        is_text = of_item[0].segmentation.scale is None
        items.append(Item(name, segmentations, texts, speakers, (is_text and noun) or UNIT))
    open_ends = {item: end for item, end in spans.open_ends.items() if item not in known_ends}
    without = {item.name: item.mass for item in items if item.texts is None}
    in_tables, of_tables = companion_texts.attached_from_tables(
        without, parsed.text_tables if items else ()
    )
    without = {item: mass for item, mass in without.items() if item not in in_tables}
    in_codings = {item.name: item.texts for item in items if item.texts is not None}
    without |= {item: len(texts) for item, texts in in_codings.items()}
    beside = companion_texts.attached(without, parsed.texts, in_codings)
    found_texts = {**beside.texts, **in_tables}
    of_before = _texts_before(before, (item for item in items if item.name not in found_texts))
    found_texts |= of_before
    if of_before:
        which = counted(len(of_before), "item has its text", "items have their texts")
        what = f"{which} from the round before, where they have as many units"
        notices.append(Notice(file=parsed.files[0], what=what))
    items = [replace(item, texts=found_texts.get(item.name, item.texts)) for item in items]
    if before is not None:  # with a text, who says it
        items = [
            replace(item, speakers=before[item.name].speakers) if item.name in of_before else item
            for item in items
        ]
    notices += [*of_tables, *beside.notices]
    taken = {notice.file for notice in beside_said}
    left = [text for text in beside.left if text.file not in taken]
    in_use = {text.file for text in parsed.texts} - {text.file for text in left}
    in_use |= {notice.file for notice in of_tables}
    problems = [problem for problem in problems if problem.file not in in_use]
    notices += _passed_over(parsed, left, items if len(items) == len(by_item) else ())
    kept = {item.name: item.mass for item in items}
    notices += _lost_decisions(decided, kept, parsed, by_item)
    known = dict.fromkeys([*by_item, *(p.item for p in problems if p.item is not None)])
    order = {file: number for number, file in enumerate(parsed.files)}
    problems.sort(key=lambda problem: (order.get(problem.file, 0), problem.row or 0))
    problems = list(_asked_once(problems))
    return Reading(
        corpus=_corpus(items, decided, choices),
        problems=tuple(problems),
        recognised=parsed.recognised,
        left_out=tuple(name for name in known if name not in kept),
        notices=tuple(notices),
        codings=tuple(codings),
        findings={form: finding for form, (_, finding) in findings.items()},
        unit=spans.unit,
        units=spans.units,
        step=spans.step,
        layer=spans.layer,
        layers=layers,
        tiers=tiers,
        why_no_coders=why_no_coders,
        steps=spans.steps,
        open_ends=open_ends,
        unknown_ends=frozenset(() if EVERY in durations else open_ends.keys() - durations.keys()),
        renamed=frozenset(renamed & choices.coders.items()),
        renamed_items=frozenset(
            {(_whose(part)[0] or "", _whose(new)[0] or "") for part, new in now}
            & choices.items.items()
        ),
        dropped=tuple(dict.fromkeys(map(_whose, dropped))),
        blank=tuple(sorted(blank, key=str)),
        dropped_files=gone,
        labels={**spans.labels, **odd_marks(notices)},
        same_names=same,
        alike_coders=alike_coders,
        one_each=one_person | one_item,
        other_ends=ends,
        alike_items=alike_items,
        repeated=repeated,
        gapped=spans.gapped,
        tables=parsed.tables,
        encodings=parsed.encodings,
        notes=parsed.notes,
        conditions=parsed.conditions,
        rounds=rounds,
    )


def _texts_before(before: Corpus | None, items: Iterable[Item]) -> dict[str, tuple[str, ...]]:
    """Return the texts that a round before has of items without one, of as many units."""
    known = {one.name: one for one in before.items} if before is not None else {}
    same = ((one, known[one.name]) for one in items if one.name in known and one.texts is None)
    return {one.name: of.texts for one, of in same if of.texts and of.mass == one.mass}


def _marked_edges(codings: Sequence[Coding]) -> Iterator[Notice]:
    """Say how many marks stand where texts begin or end anyway, if not all coders made some."""
    for edge, ends in (("first", "begin"), ("last", "end")):
        marked = [coding for coding in codings if coding.edge == edge]
        if 0 < len(marked) < sum(not coding.blank for coding in codings):
            stand = f"{counted(len(marked), 'mark')} stand{'s' * (len(marked) == 1)}"
            texts = len({coding.item for coding in marked})
            where = f"the {edge} row of a text" if texts == 1 else f"{edge} rows of texts"
            what = f"{stand} in {where}. A text {ends}s there anyway: no boundary"
            coders = {coding.coder for coding in marked}
            coder = coders.pop() if len(coders) == 1 else None
            yield Notice(file=marked[0].file, coder=coder, what=what)


def _asked_once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Leave out questions that wait for other answers, and those that one answer settles too."""
    problems = list(problems)
    asked = {one.asks for one in problems}
    alike = grouped(
        ((one.asks, one.fix, one.command) if one.asks in ONCE else id(one), one) for one in problems
    )
    for first, *others in alike.values():
        if asked.isdisjoint(WAITING_FOR.get(first.asks or first.decides, ())):
            more = f"; so in {counted(len(others), 'more coding')}" * bool(others)
            yield replace(first, what=first.what + more)


def _without_files(parsed: Parsed, dropped: frozenset[str]) -> tuple[Parsed, tuple[str, ...]]:
    """Leave out files and folders, and name those that were there."""
    if not dropped:
        return parsed, ()

    def stays(file: str) -> bool:
        return dropped.isdisjoint(_within(file))

    kept = tuple(one for one in parsed.found if isinstance(one, WITHOUT_FILE) or stays(one.file))
    left = replace(
        parsed,
        files=tuple(filter(stays, parsed.files)),
        recognised=tuple(one for one in parsed.recognised if stays(one.file)),
        found=kept,
        texts=tuple(one for one in parsed.texts if stays(one.file)),
        text_tables=tuple(one for one in parsed.text_tables if stays(one.file)),
        tables=tuple(left for view in parsed.tables if (left := view.of(stays))),
        passed_over=tuple(filter(stays, parsed.passed_over)),
    )
    gone = {file for file in parsed.files if not stays(file)}
    return left, tuple(dropped & {name for file in gone for name in _within(file)})


def _within(file: str) -> set[str]:
    """Return a file's name with those of its workbook and of the folders that it is in."""
    workbook = names.workbook_of(file)
    return {file, workbook, *map(str, PurePosixPath(workbook).parents)}


def _passed_over(
    parsed: Parsed, left: Iterable[PlainText], items: Collection[Item]
) -> Iterator[Notice]:
    """Name the files of which nothing is read, and why; of texts only while no item is left out."""
    why = "all items have their texts from the codings"
    if any(item.texts is None for item in items):
        why = "it has no coding, and no item without a text is named after it"
    sure = [text.file for text in left if not text.doubtful and items]
    for reason, files in ((why, sure), ("it has no coding", parsed.passed_over)):
        if files:
            first, *more = sorted(files, key=in_natural_order)
            others = f", as with {counted(len(more), 'other')} up to {more[-1]}" if more else ""
            yield Notice(file=first, what=f"not read: {reason}{others}")


def _items_of(before: Corpus | None, names: Iterable[str]) -> Mapping[str, str]:
    """Return which items may be those of the round before under another name."""
    return matched((one.name for one in before.items), names).suggested if before else {}


def _of_the_round_before(
    files: Sequence[str], alike: Mapping[str, str], items: Mapping[str, str], choices: Choices
) -> Iterator[Notice]:
    """Say what is spelled as in no round before; Import offers these names by itself."""
    for name, usual in items.items():
        what = f"may be {usual} of the round before, and is read as another item"
        command = OF_CHOICE["items"].command((name, usual))
        yield Notice(file=files[0], item=name, what=what, command=command)
    for name, usual in alike.items():
        if name not in choices.coders:
            how = same_coders.how_unlike(name, usual, "coder")
            what = f"differs from {usual} of the round before {how}"
            command = OF_CHOICE["coders"].command((name, usual))
            yield Notice(file=files[0], coder=name, what=what, command=command)


def _one_each(
    what: Literal["coders", "items"],
    files: Sequence[str],
    names: Mapping[str, str],
    choices: Choices,
) -> Iterator[Problem]:
    """Ask whether two coders, or items, whose names hardly differ are one each."""
    said, option = getattr(choices, what), OF_CHOICE[what]
    one, others, beside = ONE_EACH[what]
    asked = {
        name: usual
        for name, usual in names.items()
        if name not in said and said.get(usual) not in (name, usual)
    }
    if asked:
        pairs = [f"{name} and {usual}" for name, usual in asked.items()]
        found = f"{listed(pairs, len(pairs))} hardly differ, and no {beside} has both names. For "
        found += f"now they are other {others}"
        fix = f"say whether they are one {one}"
        command = " ".join(option.command((name, said.get(of, of))) for name, of in asked.items())
        name = next(iter(asked))
        command += f", or {option.command((name, name))}{' and so on' * (len(asked) > 1)}"
        command += f" for two {others}"
        yield Problem(file=files[0], what=found, fix=fix, asks=what, command=command)


def _called(unit: str, tables: Iterable[TableView]) -> str:
    """Guess what a unit is called, by what texts are divided into and by headings of tables."""
    columns = [pair for view in tables for pair in zip(view.roles, view.heading, strict=True)]
    headings = (name for wanted in SAYS_UNIT for role, name in columns if role == wanted)
    if unit in TEXT_UNITS:
        return unit
    found = unit_called(headings)
    spoken = any(role == "speaker" for role, _ in columns)
    return "turn" if spoken and not found else found


def _whose(part: Found) -> Whose:
    if isinstance(part, (ReferenceCoder, AutomaticCoder)):
        return None, part.name
    return part.item, None if isinstance(part, Adjudication) else part.coder


def _decided(parts: Iterable[Found], choices: Choices) -> Iterable[Found]:
    """Yield parts with the new names of items and coders."""
    for part in parts:
        item, coder = _whose(part)
        if item not in choices.items and coder not in choices.coders:
            yield part
        elif isinstance(part, (ReferenceCoder, AutomaticCoder)):
            yield replace(part, name=choices.coders[part.name])
        elif isinstance(part, Adjudication):
            yield replace(part, item=choices.items[part.item])
        else:
            coder = choices.coders.get(coder or "", coder)
            yield replace(part, item=choices.items.get(item or "", item), coder=coder)


def _without_mark(part: Found, blank: Collection[Whose], choices: Choices) -> Iterable[Found]:
    """Read a column without a mark as nobody's coding, unless a person said that it is one."""
    if not isinstance(part, Coding) or not part.blank or _whose(part) in choices.found_none:
        yield part
    elif _whose(part) in blank:
        what = "no mark in this item: read as not coded. It may also be coded, with no boundary"
        command = OF_CHOICE["found_none"].command(_whose(part))
        yield replace(part, row=None).notice(what, command=command)


def _coded_by_nobody(parts: Sequence[Found], blank: Collection[Whose]) -> Iterator[Problem]:
    """Name the items in which no column of marks is filled."""
    codings = [part for part in parts if isinstance(part, AnyCoding)]
    coded = {part.item for part in codings if _whose(part) not in blank}
    for item in dict.fromkeys(part.item for part in codings if part.item not in coded):
        first = next(part for part in codings if part.item == item)
        problem = first.problem("no coder has a segment in this item", "fill in the cells")
        yield replace(problem, coder=None)


def _corpus(items: list[Item], parts: Iterable[Found], choices: Choices) -> Corpus | None:
    """Build a corpus of the good items, whose coders are perhaps not those with a role."""
    if not items:
        return None
    coders = {coder for item in items for coder in item.codings}
    masses = {item.name: item.mass for item in items}
    parts = list(parts)
    said = [part.name for part in parts if isinstance(part, ReferenceCoder)]
    reference = choices.reference if choices.reference is not None else (said or [""])[-1]
    automatic = choices.automatic
    if automatic is None:
        automatic = frozenset(part.name for part in parts if isinstance(part, AutomaticCoder))
    decisions = (part for part in parts if isinstance(part, Adjudication))
    return Corpus(
        tuple(items),
        reference if reference in coders else None,
        tuple(coder for coder in automatic if coder in coders),
        tuple(one for one in decisions if _has_place(masses, one)),
    )


def _has_place(masses: Mapping[str, int], decision: Adjudication) -> bool:
    return max(decision.places) < masses.get(decision.item, 0)


def _lost_decisions(
    parts: Iterable[Found],
    masses: Mapping[str, int],
    parsed: Parsed,
    by_item: Mapping[str, Sequence[Coding]],
) -> Iterable[Notice]:
    """Name the decisions that have nothing to work on: their item or place is not there."""
    decisions = [part for part in parts if isinstance(part, Adjudication)]
    lost = Counter(one.item for one in decisions if not _has_place(masses, one))
    for item, count in lost.items():
        where = "has no such place" if item in masses else "is left out"
        what = f"not used: {counted(count, 'decision')} about it, for the item {where}"
        of_item = by_item.get(item) or parsed.recognised
        yield Notice(file=of_item[0].file, item=item, what=what)
