"""What speaks against the segments of a table, and what is asked about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from statistics import median_low

from segmetrics.io import segment_columns
from segmetrics.io.cells import Row
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.column_roles import Role, heading_of, roles_in_words
from segmetrics.io.document import Document, Files
from segmetrics.io.names import as_coders
from segmetrics.io.problems import Problem, shortened
from segmetrics.io.row_segments import Segment, Whose, overlaps, whose_of
from segmetrics.io.segment_columns import ALIKE, FEW, MOST, RARELY, Columns

# Columns of which it is looked whether two name each recording together.
MOST_CROSSED = 12
# Rows from which on one length is no chance, and the share of it by which rounding may change it.
LEAST_CLIPS, SAME = 20, 0.001


def is_mapped(document: Document) -> bool:
    """Return whether a person said what columns of this table hold."""
    return not document.choices.columns.keys().isdisjoint(heading_of(document.table.names))


def _number_of(files: Files) -> int:
    return len(files)


def crossed_names(
    document: Document, columns: Columns, rows: Sequence[tuple[int, Sequence[str]]]
) -> Iterator[Problem]:
    """Ask who coded where two columns that are not read name each recording by its two names."""
    named = columns.coder is not None or document.beside.of_all(_number_of) > 1
    if named or not columns.item or document.choices.columns:
        return
    heading, all_cells = heading_of(document.table.names), [cells for _, cells in rows]
    items = [whose_of(columns, cells)[0] for cells in all_cells]
    number = len({*items})
    left = (at for at in range(len(heading)) if at not in columns.places)
    of = {at: [cells[at] if at < len(cells) else "" for cells in all_cells] for at in left}
    values = {at: {*cells} for at, cells in of.items()}
    few = [at for at, each in values.items() if "" not in each and 1 < len(each) < number]
    for one, other in combinations(few[:MOST_CROSSED], 2):
        if not number >= MOST * len(values[one]) * len(values[other]):
            continue
        pairs = set(zip(of[one], of[other], strict=True))
        if len(pairs) == number == len(set(zip(of[one], of[other], items, strict=True))):
            item, coder = sorted(
                (one, other), key=lambda at: (as_coders(values[at]), -len(values[at]))
            )
            called = [heading[at] for at in (*columns.item, item, coder)]
            what = f"{called[-2]} and {called[-1]}, which are not read, say together what each "
            what += f"{called[0]} is: one of them may be the coder"
            roles: dict[str, Role] = {called[0]: "ignore", called[-2]: "item", called[-1]: "coder"}
            roles |= {heading[columns.begin]: "begin" if columns.end is not None else "time"}
            roles |= {} if columns.end is None else {heading[columns.end]: "end"}
            command = f'--columns "{roles_in_words(roles)}" for example'
            fix = "say what each column holds"
            yield document.problem(what, fix, asks="columns", command=command)
            return


def is_transcript(columns: Columns, rows: Sequence[Row]) -> bool:
    """Return whether rows hold what was said rather than what a coder decided."""
    if columns.said is None or columns.coder is not None:
        return False
    said = [cells[columns.said] for _, cells in rows if columns.said < len(cells)]
    blanks = sum(text.count(" ") for text in said)
    written = blanks > len(said) or segment_columns.are_texts(said)  # not all scripts have blanks
    return 2 * len(set(said)) > len(said) and written


def counts_characters(columns: Columns, found: Mapping[Whose, Sequence[Segment]]) -> bool:
    """Return whether segments are as long as what stands beside them has characters."""
    segments = [one for of in found.values() for one in of if one.end is not None]
    if columns.end is None or len(segments) < FEW:
        return False
    lengths = [(one.end or 0) - one.begin for one in segments]
    return any(
        sum(len(one.cells[at]) == length for one, length in zip(segments, lengths, strict=True))
        >= MOST * len(segments)
        for at in range(min(len(one.cells) for one in segments))
        if at not in (columns.begin, columns.end) and len(set(lengths)) > 1
    )


def are_clips(columns: Columns, found: Mapping[Whose, Sequence[Segment]]) -> bool:
    """Return whether most rows are of one length and hardly one goes on from another."""
    if columns.end is None or columns.coder is not None:
        return False
    every = [(whose, one.begin, one.end or 0) for whose, of in found.items() for one in of]
    lengths = [end - begin for _, begin, end in every]
    usual = median_low(lengths) if len(every) >= LEAST_CLIPS else 0
    same = sum(abs(length - usual) <= SAME * usual for length in lengths)
    if usual <= 0 or same < MOST * len(every):
        return False
    ends = {(whose, end) for whose, _, end in every}
    return sum((whose, begin) in ends for whose, begin, _ in every) <= RARELY * len(every)


def about_overlaps(
    document: Document, columns: Columns, found: Mapping[Whose, Sequence[Segment]]
) -> Iterator[Problem]:
    """Ask what the rows of one coder are of whose segments lie over each other again and again."""
    names = heading_of(document.table.names)
    if is_mapped(document):
        return
    if columns.label == segment_columns.LAST_OF_RTTM and not columns.named:
        return  # speakers of RTTM, who talk at once
    for (item, coder, _), segments in found.items():
        spans = [(one.begin, one.end) for one in segments if one.end is not None]
        over = overlaps(spans)
        if over < FEW or over <= RARELY * len(spans):
            continue
        if elsewhere := _named_elsewhere(document, names):
            fix = "write the coder, and the item, of each row into this table"
            raise document.unreadable(elsewhere, fix, asks="columns")
        others = [at for at in range(len(names)) if at not in columns.places]
        called = (
            at for at in others if {"label", "labels"} & {*segment_columns.words_of(names[at])}
        )
        label = next(called, None) if columns.label is None else columns.label
        examples = [
            f'"{names[at]}=item"'
            for at in others
            if at != label and _tells_apart(["".join(one.cells[at : at + 1]) for one in segments])
        ][:1]
        if label is not None:
            examples.insert(0, f'"{names[label]}=label" if all are of one coding')
        what = f"{over:,} of {len(spans):,} segments of one coder begin before the one before ends"
        fix = "say which column tells items, coders or layers apart, or that all are of one coding"
        said = (("begin", columns.begin), ("end", columns.end), ("duration", columns.length))
        alone = ", ".join(f"{names[at]}={role}" for role, at in said if at is not None)
        alone = f'"{alone}" if all are of one coding'
        known = ", or ".join(examples or [alone])
        asked = document.problem(what, fix, item=item, coder=coder, asks="columns")
        yield replace(asked, command=f"--columns {known} for example")
        return


def about_parts(
    document: Document, columns: Columns, found: Mapping[Whose, Sequence[Segment]]
) -> Iterator[Problem]:
    """Ask whether items are parts of one recording, as the times of each go on from another's."""
    if is_mapped(document) or len(columns.item) != 1 or document.table.since:
        return  # of dates each item counts from its first
    ends: dict[str, list[float]] = {}
    several = set()
    for segments in found.values():
        for one in segments:
            name = one.cells[columns.item[0]]
            ends.setdefault(name, []).extend((one.begin, one.end or one.begin))
            several |= {name} if len(segments) > 1 else set()
    spans = [(min(of), max(of)) for of in ends.values()]
    length = max((end - begin for begin, end in spans), default=0)
    anew = any(one[1] > two[0] + ALIKE * length for one, two in pairwise(spans))
    if len(spans) < FEW or len(several) < MOST * len(spans) or anew:
        return
    name = heading_of(document.table.names)[columns.item[0]]
    what = f"the times go on from one {shortened(name)!r} to the next, and never begin again: as "
    what += "if these were parts of one recording"
    fix = "say that this column tells no items apart, or that it does"
    command = f'--columns "{name}=ignore", or "{name}=item"'
    yield document.problem(what, fix, asks="columns", command=command)


def _named_elsewhere(document: Document, names: Sequence[str]) -> str:
    """Say which other table has one row for each name in a column of this one, with its coder."""
    for file, other in document.beside.items():
        there = heading_of(other.table.names) if other.known("table") else ()
        coder = next((one for one in there if plain(one) in WORDS.coders and one not in names), "")
        for key in filter(there.__contains__, names if coder else ()):
            here = document.table.column(names.index(key))
            keys = other.table.column(there.index(key))
            if len({*keys}) == len(keys) and 1 < len({*here}) < len(here) and {*here} <= {*keys}:
                what = f"segments of several coders: whose they are is in {shortened(file)}, whose "
                return f"{what}column {shortened(key)!r} has the same names, beside {coder!r}"
    return ""


def _tells_apart(cells: Sequence[str]) -> bool:
    """Return whether a column may tell codings apart: few names, or names that stand together."""
    changes = sum(one != other for one, other in pairwise(cells))
    if "0" in cells and all(map(str.isdecimal, cells)) and changes >= len(set(cells)):
        return False  # how often something was found
    return bool(changes) and (len(set(cells)) <= FEW or 2 * changes <= len(cells))


def _names_blocks(segments: Sequence[Segment], at: int, blocks: int) -> bool:
    """Return whether a column has a name for each of so many blocks of rows, in all their rows."""
    cells = [one.cells[at] if at < len(one.cells) else "" for one in segments]
    changes = sum(one != other for one, other in pairwise(cells))
    return all(cells) and changes + 1 == len(set(cells)) == blocks


def restarts_at(
    columns: Columns, segments: Sequence[Segment], names: Sequence[str]
) -> tuple[int, int] | None:
    """Find a column that changes wherever the times of one coder start again."""
    falls = [(one, other) for one, other in pairwise(segments) if other.begin < one.begin]
    if not falls:
        return None
    for at, name in enumerate(names):
        if at in columns.places and (at != columns.tier or columns.end is not None):
            continue
        if columns.end is not None and not _names_blocks(segments, at, 1 + len(falls)):
            continue
        differ = all(
            at < min(len(one.cells), len(other.cells)) and one.cells[at] != other.cells[at]
            for one, other in falls
        )
        cells = ["".join(one.cells[at : at + 1]) for one in segments]
        counts = not name and all(map(str.isdecimal, cells)) and len({*cells}) == len(cells)
        if differ and not counts:
            return falls[0][1].row, at
    return None
