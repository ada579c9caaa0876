"""Whose codings are: by headings and accounts that all files share, and by names of files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from segmetrics.corpus import Adjudication
from segmetrics.io import names
from segmetrics.io.choices import OF_CHOICE, Choices
from segmetrics.io.column_roles import TableView
from segmetrics.io.layers import one_layer
from segmetrics.io.name_readings import (
    Finding,
    apart_by_choice,
    columns_of_items,
    doubted,
    find_reading,
    of_one_account,
)
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
from segmetrics.io.readings import Parsed
from segmetrics.io.rounds_in_names import APART, SAYING

ITEM = "text"  # the name of the only item, where names of files name coders alone
# Names of accounts, which may be several people's.
ACCOUNT = re.compile(r"(?:account|annotator|coder|rater|user|worker)?[ _]?\d*|admin")
POINTS = "segment-rows"  # the format of times with what was written behind them
CODER = "coder"  # the name of the only coder, where names of files name items alone
WITHOUT_FILE = (ReferenceCoder, AutomaticCoder, Adjudication)  # said by a file of all codings


def under_one_name(found: Sequence[Found], views: Sequence[TableView]) -> frozenset[str]:
    """Return the files whose coder has one name in all, which perhaps names nobody."""
    codings = [part for part in found if isinstance(part, AnyCoding)]
    return _of_one_account(codings) or _under_one_heading(codings, views)


def _of_one_account(codings: Sequence[AnyCoding]) -> frozenset[str]:
    """Return files that all have the items of one coder, as of several people with one account."""
    items = grouped((one.file, one.item) for one in codings)
    first, *others = map(frozenset, items.values()) if len(items) > 1 else [frozenset()]
    every = all(2 * len(first & one) > len(first | one) for one in others)
    called = [PurePosixPath(names.path_of(file)).stem.casefold() for file in items]
    rounds = any(word in SAYING for name in called for word in APART.split(name))
    one_each = len(codings) == sum(len({*of}) for of in items.values())
    coders = {(one.coder or "").lower() for one in codings}
    alone = len(coders) == 1 and "" not in coders and all(map(ACCOUNT.fullmatch, coders))
    told = alone and one_each and len(first) > 1 and None not in first
    apart = len({*map(names.path_of, items)}) == len(items)
    asked = told and apart and every and not rounds and not _are_copies(codings)
    return frozenset(items) if asked else frozenset()


def _are_copies(codings: Sequence[AnyCoding]) -> bool:
    """Return whether all codings of an item are the same."""
    contents = grouped(
        (one.item, one.segmentation if isinstance(one, Coding) else tuple(one.spans))
        for one in codings
    )
    return all(len(set(of)) == 1 for of in contents.values())


def _under_one_heading(codings: Sequence[AnyCoding], tables: Sequence[TableView]) -> frozenset[str]:
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


def yielding(found: Sequence[Found], choices: Choices, headed: frozenset[str]) -> Sequence[Found]:
    """Let a heading that all files have, and their names, yield to a pattern of names."""
    codings = [part for part in found if isinstance(part, AnyCoding)]
    files, coders = ({getattr(one, key) for one in codings} for key in ("file", "coder"))
    asked = headed and not choices.pattern
    if not asked and ("{coder}" not in choices.pattern or len(files) < 2 or len(coders) != 1):
        return found
    of_file = {file: PurePosixPath(names.path_of(file)).name for file in files}
    return [
        replace(part, coder=None, item=None if part.item == of_file[part.file] else part.item)
        if isinstance(part, AnyCoding)
        else part
        for part in found
    ]


def findings_of(
    parsed: Parsed,
    choices: Choices,
    headed: frozenset[str],
    left: Mapping[str, Sequence[str]],
) -> dict[str, tuple[list[str], Finding]]:
    """Find out, for each format, where names of files say what is left to them."""
    codings = (part for part in parsed.found if isinstance(part, AnyCoding))
    parts = grouped((part.file, part) for part in codings)
    nameless = {file for file, of_file in parts.items() if any(p.coder is None for p in of_file)}
    files = grouped(
        (one.format, one.file)
        for one in parsed.recognised
        if (one.format.named_by and left.get(one.file) != ())
        or one.file in nameless
        or one.file in headed
    )
    lists, beside = (
        next((one for one in files if one.key == key), None) for key in ("time-lists", POINTS)
    )
    if lists and beside and _are_lists(files[beside], parts):
        # Who writes remarks behind times lists them as the others do: their names say alike.
        files = {**files, lists: [*files[lists], *files[beside]]}
        del files[beside]
    found: dict[str, tuple[list[str], Finding]] = {}
    for form, in_form in files.items():
        of_form = [part for name in in_form for part in one_layer(parts.get(name, ()))]
        of_marked = [*filter(is_filled, of_form)] or of_form
        blank = {part.file for part in of_form} - {part.file for part in of_marked}
        marked = [name for name in in_form if name not in blank]
        doubtful = not headed.isdisjoint(in_form)
        fields = form.named_by or (names.BOTH if doubtful else ("coder",))
        if "item" in fields and of_form and all(part.coder is not None for part in of_form):
            fields = ("item",)  # All files say themselves who the coder is.
        elif all(name in left for name in in_form) or (left and _name_items_alone(of_form)):
            fields = ("coder",)
        elif all(one.item for one in of_form) and any(one.coder for one in of_form):
            fields = ("coder",)  # as only that is missing in some
        tiers = any(isinstance(part, SpanCoding) and part.tier for part in of_form)
        if tiers and len(in_form) > 1:
            fields = names.BOTH  # Tiers that are no coders are of the file's coder.
        said = {parsed.patterns.get(name, "") for name in in_form}
        pattern = choices.pattern or (said.pop() if len(said) == 1 else "")
        finding = Finding(pattern)
        if choices.pattern:
            finding = apart_by_choice(pattern, marked, of_marked, fields)
        elif not pattern:
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
        if form is lists and beside and beside not in files:
            found[beside.key] = [], Finding(finding.pattern, names_coders=names_coders)
    return found


def _are_lists(files: Sequence[str], parts: Mapping[str, Sequence[AnyCoding]]) -> bool:
    """Return whether files hold times of boundaries alone, of nobody whom they name."""
    codings = [part for file in files for part in parts.get(file, ())]
    return all(
        isinstance(part, SpanCoding)
        and (part.item, part.coder) == (None, None)
        and part.extent.in_time
        and all(span.start == span.end for span in part.spans)
        for part in codings
    )


def _name_items_alone(codings: Sequence[AnyCoding]) -> bool:
    """Return whether files say whose items they have, as others of the import by their coders."""
    whose = grouped((one.file, one.item) for one in codings)
    first, *others = map(frozenset, whose.values())
    same = all(one == first for one in others) and None not in first
    return same and all(one.coder is None for one in codings)


def pattern_questions(findings: Mapping[str, tuple[list[str], Finding]]) -> Iterable[Notice]:
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


def _only_coder(files: Sequence[str]) -> str:
    """Name the coder of files whose names speak of items alone: by their folder."""
    shared = names.shared_folders(files)
    folders = PurePosixPath(names.path_of(files[0])).parts[:shared]
    return folders[-1] if folders else CODER


def with_names(
    parsed: Parsed, findings: Mapping[str, tuple[list[str], Finding]]
) -> Iterable[Found]:
    """Yield parts with the names that the names of their files hold."""
    alone = {
        file: _only_coder(files)
        for files, finding in findings.values()
        if "{coder}" not in finding.pattern and finding.names_coders
        for file in files
    }
    said: dict[str, names.Named] = {}
    codings = [part for part in parsed.found if isinstance(part, AnyCoding)]
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


def _first(*given: str | None) -> str | None:
    return next((name for name in given if name is not None), None)
