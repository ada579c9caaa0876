"""From what readers found, and what a person decided about it, to a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Literal

from segmetrics.corpus import UNIT, Adjudication, Corpus, Item
from segmetrics.io import companion_texts, conflicts, names, same_coders
from segmetrics.io.choices import OF_CHOICE, Choices, Whose
from segmetrics.io.column_names import unit_called
from segmetrics.io.column_roles import Role, TableView
from segmetrics.io.companion_texts import PlainText, TextTable
from segmetrics.io.files import in_natural_order
from segmetrics.io.known_formats import Format
from segmetrics.io.known_items import with_known_items
from segmetrics.io.layers import layers_by_labels, layers_of, one_layer
from segmetrics.io.mark_ends import marks_end, odd_marks, other_ends, said_of_ends
from segmetrics.io.name_readings import (
    Finding,
    columns_of_items,
    doubted,
    find_reading,
    of_one_account,
)
from segmetrics.io.parts import AutomaticCoder, Coding, Found, ReferenceCoder, SpanCoding, grouped
from segmetrics.io.problems import Notice, Problem
from segmetrics.io.recording_ends import EVERY
from segmetrics.io.rounds_in_names import APART, SAYING, of_round, rounds_in_names
from segmetrics.io.span_codings import span_codings
from segmetrics.io.spans import TEXT_UNITS
from segmetrics.io.tiers import with_tiers
from segmetrics.phrases import counted, joined, listed
from segmetrics.rows import WithRows

Tiers = Literal["", "coders", "layers"]  # what tiers of recordings are, if there are some
MANY = 20  # boundaries that coders have all in common by no chance
ITEM = "text"  # the name of the only item, where names of files name coders alone
# Roles of columns whose heading may say what a unit is called.
SAYS_UNIT: Sequence[Role] = ("unit", "text", "positions", "count")
CODER = "coder"  # the name of the only coder, where names of files name items alone
# Questions that many codings raise and one answer settles, and those whose answer changes others.
ONCE = frozenset(("times", "columns", "pattern"))
WAITING_FOR = {
    "durations": frozenset(("marks", "columns", "positions", "times")),
    "pattern": frozenset(("layer",)),
}
OWN = "segmetrics-json"  # the format in which we keep what was decided
WITHOUT_FILE = (ReferenceCoder, AutomaticCoder, Adjudication)  # said by a file of all codings


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file was taken for."""

    file: str
    format: Format
    why: str

    def __str__(self) -> str:
        return f"{self.file}: {self.format.title} ({self.why})"


@dataclass(frozen=True)
class Parsed:
    """What readers found in files, before any decision about it."""

    files: tuple[str, ...]
    recognised: tuple[Recognised, ...]
    found: tuple[Found, ...]
    tables: tuple[TableView, ...] = ()
    encodings: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(default_factory=dict)
    texts: tuple[PlainText, ...] = ()
    text_tables: tuple[TextTable, ...] = ()
    lists: Mapping[str, list[list[str]]] = field(default_factory=dict)
    passed_over: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading(WithRows):
    """What files gave: a corpus of the good items, and every problem."""

    parts = ("problems", "notices")

    corpus: Corpus | None
    problems: tuple[Problem, ...] = ()
    recognised: tuple[Recognised, ...] = ()
    left_out: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    codings: tuple[Coding, ...] = ()
    findings: Mapping[str, Finding] = field(default_factory=dict)
    unit: str = ""
    units: tuple[str, ...] = ()
    step: float | None = None
    layer: str = ""
    layers: Mapping[str, int] = field(default_factory=dict)
    tiers: Tiers = ""
    why_no_coders: str = ""
    steps: Mapping[float, int] = field(default_factory=dict)
    open_ends: Mapping[str, float] = field(default_factory=dict)
    unknown_ends: frozenset[str] = frozenset()  # of which nobody says more than the last boundary
    renamed: frozenset[tuple[str, str]] = frozenset()
    dropped: tuple[Whose, ...] = ()
    blank: tuple[Whose, ...] = ()
    dropped_files: tuple[str, ...] = ()
    labels: Mapping[str, int] = field(default_factory=dict)  # of points in time, and odd marks
    same_names: same_coders.SameNames | None = None
    alike_coders: Mapping[str, str] = field(default_factory=dict)
    alike_items: Mapping[str, str] = field(default_factory=dict)
    one_person: Mapping[str, str] = field(default_factory=dict)
    other_ends: Mapping[str, Role] = field(default_factory=dict)  # columns that may mark another
    repeated: tuple[conflicts.Repeated, ...] = ()
    tables: tuple[TableView, ...] = ()
    encodings: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def marks_end(self) -> bool:
        """Whether marks stand at the last unit of a segment, and not at the first of the next."""
        return marks_end(self.notices, self.tables)

    @property
    def lists_positions(self) -> bool:
        """Whether a table has lists of positions."""
        return any("positions" in view.roles for view in self.tables)

    @property
    def patterns(self) -> dict[str, str]:
        """Where names of files say coder and item, for each format."""
        return {form: finding.pattern for form, finding in self.findings.items()}


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
    headed = _under_one_name(shared, parsed.tables)
    shared = _yielding(shared, choices, headed)
    found, why_no_coders = with_tiers(shared, choices)
    tiered, layered = (
        any(isinstance(part, SpanCoding) and part.tier for part in of)
        for of in (parsed.found, found)
    )
    tiers: Tiers = "" if not tiered else "layers" if layered else "coders"
    parsed = replace(parsed, found=tuple(found))
    findings = _findings(parsed, choices, headed, left_to_names)
    decided: list[Found] = []
    dropped: list[Found] = []
    parts = [*_questions(findings), *_named(parsed, findings)]
    others = any(one.format.key != OWN for one in parsed.recognised)
    if others and (in_names := rounds_in_names(parts)):
        parts = list(of_round(parts, in_names, choices.condition, parsed.files[0]))
        parsed = replace(parsed, conditions={**parsed.conditions, "": in_names.rounds})
    if layered_files := _files_of_coders(parsed, choices):
        parts.append(_columns_asked(layered_files, parsed))
        parsed = _unsure(parsed, layered_files)
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
    alike_items = same_coders.items_spelled_alike(parts)
    here = {old for old, _ in renamed}
    of_others = {name: usual for name, usual in alike_coders.items() if usual not in here}
    parts += _of_the_round_before(parsed.files, of_others, choices)
    alike_coders, one_person = (
        {name: usual for name, usual in pairs.items() if name not in of_others}
        for pairs in (alike_coders, one_person)
    )
    for what, alike in (("coder", alike_coders), ("item", alike_items)):
        for name, usual in alike.items():
            unsure = what == "coder" and name in one_person
            if name not in getattr(choices, f"{what}s") and not unsure:
                said = f"differs from {usual} {same_coders.how_unlike(name, usual, what)}"
                item, coder = (name, None) if what == "item" else (None, name)
                parts.append(Notice(file=parsed.files[0], item=item, coder=coder, what=said))
    parts += _one_person(parsed.files, one_person, choices)
    ends = other_ends(parts, parsed.tables)
    parts += said_of_ends(ends, parsed.tables)
    for part in _decided(parts, choices):
        (dropped if choices.is_dropped(*_whose(part)) else decided).append(part)
    blank = {_whose(part) for part in decided if isinstance(part, Coding) and part.blank}
    blank -= {_whose(part) for part in decided if _is_filled(part)}
    decided = [
        *(one for part in decided for one in _without_mark(part, blank, choices)),
        *_coded_by_nobody(decided, blank - choices.found_none),
    ]
    marked = [part for part in decided if isinstance(part, SpanCoding)]
    lengths, beside_said = companion_texts.lengths_beside(marked, parsed.texts, parsed.text_tables)
    said_here = {**lengths, **choices.durations}
    ends_before, said_before = companion_texts.lengths_before(
        [one for one in marked if said_here.keys().isdisjoint((one.item, EVERY))],
        before,
        ends=choices.positions.startswith("end"),
    )
    decided += [*beside_said, *said_before]
    known_ends = companion_texts.lengths_of_others(
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
    kinds = {one.file: one.format.key for one in parsed.recognised}
    codings, again = conflicts.each_once(conflicts.of_one_kind(codings), kinds)
    codings, repeated, kept_ones = conflicts.keep_one(codings, choices.twice)
    notices += [*again, *kept_ones, *_marked_edges(codings)]
    by_names = {file for files, _ in findings.values() for file in files} - parsed.patterns.keys()
    if all(coding.file in by_names for coding in codings):
        codings.sort(key=lambda coding: in_natural_order(coding.item or ""))
    by_item = grouped((coding.item or "", coding) for coding in codings)
    if not choices.columns and (of_all := _rows_of_all(codings, parsed.tables)):
        problems.append(of_all)
        parsed = _unsure(parsed, {one.file for one in codings})
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
        dropped=tuple(dict.fromkeys(map(_whose, dropped))),
        blank=tuple(sorted(blank, key=str)),
        dropped_files=gone,
        labels={**spans.labels, **odd_marks(notices)},
        same_names=same,
        alike_coders=alike_coders,
        one_person=one_person,
        other_ends=ends,
        alike_items=alike_items,
        repeated=repeated,
        tables=parsed.tables,
        encodings=parsed.encodings,
        conditions=parsed.conditions,
    )


def _texts_before(before: Corpus | None, items: Iterable[Item]) -> dict[str, tuple[str, ...]]:
    """Return the texts that a round before has of items without one, of as many units."""
    known = {one.name: one for one in before.items} if before is not None else {}
    same = ((one, known[one.name]) for one in items if one.name in known and one.texts is None)
    return {one.name: of.texts for one, of in same if of.texts and of.mass == one.mass}


def _unsure(parsed: Parsed, files: Set[str]) -> Parsed:
    """Take the columns of files for no more than guessed."""
    views = (
        replace(view, sure=view.sure and files.isdisjoint(view.files)) for view in parsed.tables
    )
    return replace(parsed, tables=tuple(views))


def _rows_of_all(codings: Sequence[Coding], views: Sequence[TableView]) -> Problem | None:
    """Ask which column tells coders apart, where all have the rows of their tables in common."""
    of_files = {file: view for view in views for file in view.files}
    timed = [one for one in codings if one.segmentation.scale and one.file in of_files]
    whose = grouped((one.item, one.segmentation.boundaries) for one in timed)
    several = {item: of for item, of in whose.items() if len(of) > 1}
    same = all(len(set(of)) == 1 for of in several.values())
    if not same or len(timed) < len(codings) or sum(len(of[0]) for of in several.values()) < MANY:
        return None
    view = of_files[timed[0].file]
    unread = [at for at, role in enumerate(view.roles) if role == "ignore"]
    shown = {at: [row[at] for row in view.rows] for at in unread}
    stays = [at for at, cells in shown.items() if all(cells) and len({*cells}) < len(cells)]
    if not stays:
        return None
    unread_names = [view.heading[at] for at in stays]
    what = "all coders have the same rows in every item, as if a row were a unit that each of them "
    what += f"judged; not read: {joined(unread_names)}"
    fix = "say which column names the segment that a row is in; or confirm the columns, if rows "
    fix += "are the segments"
    command = f'--columns "{unread_names[-1]}=segment" for example'
    return Problem(file=view.files[0], what=what, fix=fix, asks="columns", command=command)


def _marked_edges(codings: Sequence[Coding]) -> Iterator[Notice]:
    """Say how many marks stand where texts begin or end anyway, if not all coders made some."""
    for edge, ends in (("first", "begin"), ("last", "end")):
        marked = [coding for coding in codings if coding.edge == edge]
        if 0 < len(marked) < sum(not coding.blank for coding in codings):
            stand = f"{counted(len(marked), 'mark')} stand{'s' * (len(marked) == 1)}"
            texts = len({coding.item for coding in marked})
            where = f"the {edge} row of a text, which {ends}s"
            if texts > 1:
                where = f"the {edge} rows of {texts:,} texts, which {ends}"
            what = f"{stand} in {where} there anyway: no boundary"
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


def _under_one_name(found: Sequence[Found], views: Sequence[TableView]) -> frozenset[str]:
    """Return the files whose coder has one name in all, which perhaps names nobody."""
    codings = [part for part in found if isinstance(part, (Coding, SpanCoding))]
    return _of_one_account(codings) or _under_one_heading(codings, views)


def _of_one_account(codings: Sequence[Coding | SpanCoding]) -> frozenset[str]:
    """Return files that all have the items of one coder, as of several people with one account."""
    items = grouped((one.file, one.item) for one in codings)
    first, *others = map(frozenset, items.values()) if len(items) > 1 else [frozenset()]
    every = all(2 * len(first & one) > len(first | one) for one in others)
    called = [PurePosixPath(names.path_of(file)).stem.casefold() for file in items]
    rounds = any(word in SAYING for name in called for word in APART.split(name))
    one_each = len(codings) == sum(len({*of}) for of in items.values())
    alone = len({one.coder for one in codings}) == 1 and bool(codings and codings[0].coder)
    told = alone and one_each and bool(first) and None not in first
    apart = len({*map(names.path_of, items)}) == len(items)
    return frozenset(items) if told and apart and every and not rounds else frozenset()


def _under_one_heading(
    codings: Sequence[Coding | SpanCoding], tables: Sequence[TableView]
) -> frozenset[str]:
    """Return the files whose only judgement has one heading in all."""
    files = [coding.file for coding in codings]
    views = {file: view for view in tables for file in view.files}
    headings = {coding.coder or "" for coding in codings}
    one_each = 1 < len(files) == len(set(map(names.path_of, files)))
    if len(headings) != 1 or not one_each or names.is_numbered_coder(*headings):
        return frozenset()
    for file, coding in zip(files, codings, strict=True):
        view = views.get(file)
        if view is None or coding.coder not in view.heading or {"item", "coder"} & {*view.roles}:
            return frozenset()
    bare = [replace(coding, item=None, coder=None) for coding in codings]
    finding = find_reading(files, bare, names.BOTH)
    if finding.evidence and finding.evidence[0].is_telling:
        of_items = not any(one.agreeing for one in finding.evidence)
    else:
        sizes = {coding.segmentation.mass for coding in codings if isinstance(coding, Coding)}
        called = [PurePosixPath(names.path_of(file)).name for file in files]
        of_items = len(sizes) == len(files) or names.as_coders(called) < 0
    return frozenset() if of_items else frozenset(files)


def _files_of_coders(parsed: Parsed, choices: Choices) -> frozenset[str]:
    """Return files that are named as coders are, where columns that are no people have codings."""
    codings = [part for part in parsed.found if isinstance(part, (Coding, SpanCoding))]
    views = {file: view for view in parsed.tables for file in view.files}
    whose = grouped((one.file, one.coder) for one in codings)
    files = {
        file: frozenset(coders)
        for file, coders in whose.items()
        if file in views and len(coders) > 1 and {*coders} <= {*views[file].heading}
    }
    headings = set(files.values())
    called = [PurePosixPath(names.path_of(file)).stem for file in files]
    if choices.columns or choices.pattern or len(files) < 2 or len(headings) != 1:
        return frozenset()
    of_coders = names.as_coders(called) == 1 > names.as_coders(headings.pop())
    return frozenset(files) if of_coders else frozenset()


def _columns_asked(files: Collection[str], parsed: Parsed) -> Problem:
    """Ask which column holds the boundaries of the coders whom files are named after."""
    first = min(files, key=in_natural_order)
    codings = (one for one in parsed.found if isinstance(one, (Coding, SpanCoding)))
    coded = list(dict.fromkeys(one.coder or "" for one in codings if one.file == first))
    what = f"names of files look like those of coders, and the columns {listed(coded, len(coded))} "
    what += "like layers of what each of them coded. For now each column is a coder"
    fix = "say which column holds the boundaries; or confirm the columns, if each is a coder"
    command = f'--columns "{coded[-1]}=first" for example'
    return Problem(file=first, what=what, fix=fix, asks="columns", command=command)


def _yielding(found: Sequence[Found], choices: Choices, headed: frozenset[str]) -> Sequence[Found]:
    """Let a heading that all files have, and their names, yield to a pattern of names."""
    codings = [part for part in found if isinstance(part, (Coding, SpanCoding))]
    files, coders = ({getattr(one, key) for one in codings} for key in ("file", "coder"))
    asked = headed and not choices.pattern
    if not asked and ("{coder}" not in choices.pattern or len(files) < 2 or len(coders) != 1):
        return found
    of_file = {file: PurePosixPath(names.path_of(file)).name for file in files}
    return [
        replace(part, coder=None, item=None if part.item == of_file[part.file] else part.item)
        if isinstance(part, (Coding, SpanCoding))
        else part
        for part in found
    ]


def _findings(
    parsed: Parsed,
    choices: Choices,
    headed: frozenset[str],
    left: Mapping[str, Sequence[str]],
) -> dict[str, tuple[list[str], Finding]]:
    """Find out, for each format, where names of files say what is left to them."""
    codings = (part for part in parsed.found if isinstance(part, (Coding, SpanCoding)))
    parts = grouped((part.file, part) for part in codings)
    nameless = {file for file, of_file in parts.items() if any(p.coder is None for p in of_file)}
    files = grouped(
        (one.format, one.file)
        for one in parsed.recognised
        if (one.format.named_by and left.get(one.file) != ())
        or one.file in nameless
        or one.file in headed
    )
    found: dict[str, tuple[list[str], Finding]] = {}
    for form, in_form in files.items():
        of_form = [part for name in in_form for part in one_layer(parts.get(name, ()))]
        of_marked = [*filter(_is_filled, of_form)] or of_form
        blank = {part.file for part in of_form} - {part.file for part in of_marked}
        marked = [name for name in in_form if name not in blank]
        doubtful = not headed.isdisjoint(in_form)
        fields = form.named_by or (names.BOTH if doubtful else ("coder",))
        if "item" in fields and of_form and all(part.coder is not None for part in of_form):
            fields = ("item",)  # All files say themselves who the coder is.
        elif all(name in left for name in in_form) or (not doubtful and _share_items(of_form)):
            fields = ("coder",)
        tiers = any(isinstance(part, SpanCoding) and part.tier for part in of_form)
        if tiers and len(in_form) > 1:
            fields = names.BOTH  # Tiers that are no coders are of the file's coder.
        said = {parsed.patterns.get(name, "") for name in in_form}
        pattern = choices.pattern or (said.pop() if len(said) == 1 else "")
        finding = Finding(pattern)
        if not pattern:
            finding = find_reading(marked, of_marked, fields)
            if fields == ("item",):
                finding = columns_of_items(of_marked) or finding
            if finding.confirmed:
                finding = doubted(marked, of_marked, fields, finding)
            if doubtful and all(one.item is not None for one in of_form):
                finding = of_one_account(marked, of_marked)
            elif doubtful and not (finding.evidence and finding.evidence[0].is_telling):
                finding = replace(finding, confirmed=False)
        names_coders = tiers or "coder" in fields
        found[form.key] = in_form, replace(finding, names_coders=names_coders)
    return found


def _share_items(codings: Sequence[Coding | SpanCoding]) -> bool:
    """Return whether files have the same items and name no coder, so that their names do."""
    whose = grouped((one.item, one.file) for one in codings)
    again = None not in whose and any(len({*files}) > 1 for files in whose.values())
    called = {PurePosixPath(names.path_of(one.file)).stem.casefold() for one in codings}
    rounds = any(word in SAYING for name in called for word in APART.split(name))
    return again and not rounds and all(one.coder is None for one in codings)


def _questions(findings: Mapping[str, tuple[list[str], Finding]]) -> Iterable[Notice]:
    """Ask whose codings are where the contents do not say it; say whose one coder's are."""
    for files, finding in findings.values():
        if not finding.confirmed:
            what, fix = finding.question, "choose one of these patterns"
            likely = (finding.evidence or (finding,))[0].pattern
            command = OF_CHOICE["pattern"].command(likely)
            command = f"{command} for example"
            yield Problem(file=files[0], what=what, fix=fix, asks="pattern", command=command)
        elif "{coder}" not in finding.pattern and finding.evidence:
            alike = "no text or recording is that of two files"
            if not finding.evidence[0].is_telling:
                alike = "no two sheets have the same number of units"
            what = f"{alike}: all are read as the work of {_only_coder(files)}"
            yield Notice(file=files[0], what=what)


def _of_the_round_before(
    files: Sequence[str], alike: Mapping[str, str], choices: Choices
) -> Iterator[Notice]:
    """Say who is spelled as in no round before; Import offers these names by itself."""
    for name, usual in alike.items():
        if name not in choices.coders:
            how = same_coders.how_unlike(name, usual, "coder")
            what = f"differs from {usual} of the round before {how}"
            command = OF_CHOICE["coders"].command((name, usual))
            yield Notice(file=files[0], coder=name, what=what, command=command)


def _one_person(
    files: Sequence[str], names: Mapping[str, str], choices: Choices
) -> Iterator[Problem]:
    """Ask whether coders whose names differ in case, blanks or one letter are one person each."""
    said, option = choices.coders, OF_CHOICE["coders"]
    asked = {
        name: usual
        for name, usual in names.items()
        if name not in said and said.get(usual) not in (name, usual)
    }
    if asked:
        pairs = [f"{name} and {usual}" for name, usual in asked.items()]
        what = f"{listed(pairs, len(pairs))} hardly differ, and no item has both names. For now "
        what += "they are other people"
        fix = "say whether they are one person"
        command = " ".join(option.command((name, said.get(of, of))) for name, of in asked.items())
        name = next(iter(asked))
        command += f", or {option.command((name, name))}{' and so on' * (len(asked) > 1)}"
        command += " for two people"
        yield Problem(file=files[0], what=what, fix=fix, asks="coders", command=command)


def _only_coder(files: Sequence[str]) -> str:
    """Name the coder of files whose names speak of items alone: by their folder."""
    shared = names.shared_folders(files)
    folders = PurePosixPath(names.path_of(files[0])).parts[:shared]
    return folders[-1] if folders else CODER


def _named(parsed: Parsed, findings: Mapping[str, tuple[list[str], Finding]]) -> Iterable[Found]:
    """Yield parts with the names that the names of their files hold."""
    alone = {
        file: _only_coder(files)
        for files, finding in findings.values()
        if "{coder}" not in finding.pattern and finding.names_coders
        for file in files
    }
    said: dict[str, names.Named] = {}
    codings = [part for part in parsed.found if isinstance(part, (Coding, SpanCoding))]
    coded = {coding.file for coding in codings}
    in_rows = {coding.file for coding in codings if coding.item is not None}
    of_items = {one.file for one in parsed.recognised if "item" in one.format.named_by} - in_rows
    for one in parsed.recognised:
        if one.format.key not in findings:
            continue
        pattern = findings[one.format.key][1].pattern
        named = names.names_in(one.file, pattern)
        if named is None:
            what = f"the name of the file does not fit the pattern {pattern}"
            fix = "rename the file, or choose another pattern"
            yield Problem(file=one.file, what=what, fix=fix)
        said[one.file] = named or names.Named()
    coders = {file: one.coder for file, one in said.items() if file not in parsed.patterns}
    short = names.short_names(coders)
    if short:
        first = next(file for file, named in said.items() if named.coder in short)
        full = said[first].coder or ""
        what = "coders are named without what their files, or folders, share"
        yield Notice(file=first, what=f"{what}: {short[full]} for {full}")
        said = {
            file: replace(named, coder=short.get(named.coder or "", named.coder))
            for file, named in said.items()
        }
    for part in parsed.found:
        named = None if isinstance(part, WITHOUT_FILE) else said.get(part.file)
        asked = isinstance(part, Problem) and part.asks == "columns" and part.file not in coded
        if named is None or isinstance(part, WITHOUT_FILE) or asked:
            yield part
            continue
        # What concerns a file of several items as a whole is about none of them.
        whole = isinstance(part, Notice) and part.file not in of_items
        folder = None if whole else PurePosixPath(names.path_of(part.file)).parent.name or ITEM
        yield replace(
            part,
            item=_first(part.item, None if whole else named.item, folder),
            coder=_first(part.coder, named.coder, None if whole else alone.get(part.file)),
        )


def _called(unit: str, tables: Iterable[TableView]) -> str:
    """Guess what a unit is called, by what texts are divided into and by headings of tables."""
    columns = [pair for view in tables for pair in zip(view.roles, view.heading, strict=True)]
    headings = (name for wanted in SAYS_UNIT for role, name in columns if role == wanted)
    return unit if unit in TEXT_UNITS else unit_called(headings)


def _first(*given: str | None) -> str | None:
    return next((name for name in given if name is not None), None)


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


def _is_filled(part: Found) -> bool:
    return isinstance(part, SpanCoding) or (isinstance(part, Coding) and not part.blank)


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
    codings = [part for part in parts if isinstance(part, (Coding, SpanCoding))]
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
