"""Tables with a row for each unit: what marks, numbers and names of segments in them say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby, product
from operator import itemgetter, ne
from shlex import quote
from typing import Any

from segmetrics.io.cells import Row
from segmetrics.io.column_kinds import BLANK_END, FILLING, RARE, are_flags, said_by_remark, sign_of
from segmetrics.io.column_names import WORDS, is_generic, plain
from segmetrics.io.column_roles import Role, heading_of, joined_names
from segmetrics.io.document import Document
from segmetrics.io.limits import MAX_CODERS
from segmetrics.io.parts import Found, grouped
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.io.table_files import ERRORS, LEADING, in_order
from segmetrics.phrases import counted, listed
from segmetrics.segmentation import Segmentation

# Item and coder, None for what no column names.
Whose = tuple[str | None, str | None]
# What a table leaves open about its marks.
ASKED = "nothing shows whether a mark stands at the first unit of a segment or at the last"
BEGINS = "a segment begins at each marked unit"
ENDS = "a segment ends after each marked unit"
MARKED: tuple[Role, ...] = ("mark", "first", "last")
CODED: tuple[Role, ...] = (*MARKED, "segment")
A_WORD = re.compile(r"[^\W\d_]{2}")
NO, MARK = "0", "x"  # a cell without a mark, where none is blank, and one with a mark


@dataclass(frozen=True, slots=True)
class Column:
    """What one coder has in the rows of one item."""

    item: str | None
    coder: str | None
    role: Role
    heading: str
    rows: Sequence[Row]
    cells: tuple[str, ...]
    texts: tuple[str, ...] | None
    speakers: tuple[str, ...] | None


class _Places:
    """The columns of a table by their roles."""

    def __init__(self, names: Sequence[str], roles: Sequence[Role], *, in_paths: bool) -> None:
        self.names, self.in_paths, self.heading = names, in_paths, heading_of(names)
        first = {role: at for at, role in reversed(list(enumerate(roles)))}
        self.coder, self.unit = first.get("coder"), first.get("unit")
        self.text, self.speaker = first.get("text"), first.get("speaker")
        self.item = [at for at, role in enumerate(roles) if role == "item"]
        self.unread = {at for at, role in enumerate(roles) if role == "ignore"}
        self.coded = {at: role for at, role in enumerate(roles) if role in CODED}
        self.coders = _without_shared_words({at: self.heading[at] for at in self.coded})

    def coder_of(self, at: int) -> str | None:
        """Name the coder of a column; None if its name says only what is in it."""
        name = self.names[at]
        said = plain(name)
        unnamed = self.in_paths or name in ("", LEADING) or said in WORDS.dimensions
        nobody = len(self.coded) == 1 and (unnamed or is_generic(said))
        return None if nobody else self.coders[at]


def _without_shared_words(names: dict[int, str]) -> dict[int, str]:
    """Name coders without the words that all columns share and that say only what is in them."""
    for apart, shared, rest in ((str.partition, 0, 2), (str.rpartition, 2, 0)):
        while len(names) > 1:
            parts = {at: apart(name, " ") for at, name in names.items()}
            words = {part[shared] for part in parts.values()}
            short = {at: part[rest].strip() for at, part in parts.items()}
            told_apart = len(set(short.values())) == len(names) and all(short.values())
            if len(words) > 1 or not is_generic(plain(*words)) or not told_apart:
                break
            if any(name.isdecimal() for name in short.values()):
                break
            names = short
    return names


def read(
    document: Document,
    roles: Sequence[Role],
    *,
    item: str | None,
    blanks: Collection[int],
    in_paths: bool = False,
) -> Iterator[Found]:
    """Read a table with a row for each unit; all is of the given item without a column of items.

    Only in the columns of `blanks` may marks be blank; with ``in_paths`` the path names the only
    coder.
    """
    _refuse_judgements(document, roles)
    found = list(columns_of(document, roles, item=item, blanks=blanks, in_paths=in_paths))
    yield from (one for one in found if not isinstance(one, Column))
    columns = [one for one in found if isinstance(one, Column)]
    named = zip(document.table.names, roles, strict=True)
    timed = any(WORDS.times & {*plain(name).split()} for name, role in named if role == "ignore")
    yield from _codings(document, columns, timed=timed)


def _refuse_judgements(document: Document, roles: Sequence[Role]) -> None:
    """Refuse answers of people each of whom judged a thing once, in columns that are no coders."""
    heading = heading_of(document.table.names)
    if "coder" in roles or not document.choices.columns.keys().isdisjoint(heading):
        return
    left = [at for at, role in enumerate(roles) if role not in CODED]
    people = [at for at in left if plain(heading[at]) in WORDS.coders]
    of = {at: document.table.column(at) for at in left} if people else {}
    for who, thing in product(people, left):
        things, rows = len({*of[thing]}), len(of[who])
        few = 1 < things <= rows // 2 and 1 < len({*of[who]}) < rows
        if who != thing and few and len({*zip(of[who], of[thing], strict=True)}) == rows:
            judged = [heading[at] for at, role in enumerate(roles) if role in CODED]
            what = f"each row is what one {shortened(heading[who])!r} says of one "
            what += (
                f"{shortened(heading[thing])!r}: {listed(judged, len(judged))} hold judgements, "
            )
            fix = "bring the segments that each of them marked"
            raise document.unreadable(f"{what}and are no coders", fix, asks="columns")


def columns_of(
    document: Document,
    roles: Sequence[Role],
    *,
    item: str | None,
    blanks: Collection[int],
    in_paths: bool = False,
) -> Iterator[Column | Notice]:
    """Gather what each coder has in each item, in the order of its units."""
    places = _Places(document.table.names, roles, in_paths=in_paths)
    if places.coder is not None and len(places.coded) > 1:
        names = shortened(", ".join(places.heading[at] for at in places.coded))
        what = f"beside the coder of the row, {names} each say where segments are"
        raise document.wrong_header(what, "choose one of these columns, and ignore the others")
    if len(places.coded) > MAX_CODERS:
        what = f"columns of {len(places.coded):,} coders, and at most {MAX_CODERS:,} are allowed"
        raise document.wrong_header(what, "open the columns in several parts")
    blocks: dict[Whose, list[list[Row]]] = {}
    wrong: list[Problem] = []
    found = rows_of(document, places.item, places.coder, wrong, item, places.coded, places.unread)
    for whose, run in groupby(found, key=itemgetter(0)):
        blocks.setdefault(whose, []).append([row for _, row in run])
    yield from wrong
    rows = [cells for of_whose in blocks.values() for _, cells in chain(*of_whose)]
    unfilled = [
        places.heading[at]
        for at, role in places.coded.items()
        if not (at in blanks and role in MARKED) and not any(row[at] for row in rows)
    ]
    if rows and unfilled:
        yield document.notice(f"no cell is filled in the columns {shortened(', '.join(unfilled))}")
    for whose, of_whose in blocks.items():
        yield from _of_one(document, whose, places, of_whose, blanks=blanks)


def rows_of(
    document: Document,
    items: Sequence[int],
    coder: int | None,
    wrong: list[Problem],
    only_item: str | None = None,
    coded: Collection[int] = (),
    unread: Collection[int] = (),
) -> Iterator[tuple[Whose, Row]]:
    """Yield the rows of a table with whose they are, and add to what is wrong with others."""
    table = document.table
    heading, wide = list(table.header), len(table.header)
    for row in table.rows:
        number, cells = row
        item = joined_names(cells, items) if items else only_item
        who = (cells[coder] if coder < len(cells) else "") if coder is not None else None
        odd = len(cells) != wide or not ERRORS.isdisjoint(cells)
        broken = table.wrong_cells(cells, coded, unread) if odd else None
        if broken is None and (item == "" or who == ""):
            broken = f"the cell of {'coder' if item else 'item'} is empty", "fill it in"
        if broken:
            wrong.append(document.problem(*broken, row=number, item=item, coder=who))
        elif cells[0].lower() == heading[0] and list(map(str.lower, cells)) == heading:
            fix = "delete this row; if two files were joined, keep each coding once"
            wrong.append(document.problem("the header is repeated", fix, row=number))
        else:
            yield (item, who), row


def _of_one(
    document: Document,
    whose: Whose,
    places: _Places,
    blocks: list[list[Row]],
    *,
    blanks: Collection[int],
) -> Iterator[Column | Notice]:
    item, coder = whose
    wrong = partial(document.problem, item=item, coder=coder)
    rows = list(chain.from_iterable(blocks))
    if places.unit is not None:
        rows, misnumbered = in_order(wrong, places.unit, rows)
        if misnumbered:
            yield from misnumbered
            return
    elif len(blocks) > 1 and (coder is None or len(blocks) < len(rows)):
        of = "item" if coder is None else "coding"
        what = f"other rows lie between this one and row {blocks[0][-1][0]} of the {of}"
        fix = "keep its rows together, or number the units in a column unit"
        fix += ". If the coder is in the file twice, remove one coding" * (coder is not None)
        yield wrong(row=blocks[1][0][0], what=what, fix=fix)
        return
    texts, speakers = _beside(rows, places.text), _beside(rows, places.speaker)
    columns: list[Column] = []
    # Who has a file or rows of their own may not have coded the item, as others did.
    coded = alone = places.coder is not None or [*map(places.coder_of, places.coded)] == [None]
    for at, role in places.coded.items():
        column = tuple(cells[at] for _, cells in rows)
        named = coder if places.coder is not None else places.coder_of(at)
        if role in MARKED:
            column, none = _marks_alone(column, document.choices.dropped_labels)
            for sign in none:
                what = "no mark, as a person said"
                yield document.notice(what, item=item, coder=named, text=sign, kind="no mark")
        if role == "segment":
            column, filled = _gone_on(column)
            if filled:
                what = f"{counted(filled, 'empty cell')} between two of one segment, and in it"
                yield document.notice(f"{places.heading[at]}: {what}", item=item, coder=coder)
        cells_of = zip(rows, column, strict=True)
        missing = [] if "" not in column else [row for (row, _), cell in cells_of if not cell]
        found = Column(item, named, role, places.heading[at], rows, column, texts, speakers)
        unfilled = alone and len(missing) == len(rows)
        coded = coded or len(missing) < len(rows)
        if not missing or unfilled or (role in MARKED and at in blanks):
            columns.append(found)
        elif len(missing) < len(rows):
            name, are = places.heading[at], "is" if len(missing) == 1 else "are"
            what = f"{len(missing):,} of {counted(len(rows), 'cell')} in the column "
            what += f"{shortened(name)} {are} empty, the first in this row"
            stops = missing == [row for row, _ in rows[-len(missing) :]]
            what += ", as if the coding stopped here" * stops
            fix = f"fill them in{', or leave this coding out' * stops}. Or say what the column "
            fix += "holds: boundary marks, if each filled cell is a boundary; to be ignored, if no "
            fix += "coder filled it in"
            about = {"item": item, "coder": named, "row": min(missing)}
            command = f'--columns "{name}=mark" or "{name}=ignore"'
            yield document.problem(what, fix, **about, command=command)
    if coded:
        yield from columns
    else:
        what = "no coder has a segment in this item"
        yield wrong(what, "fill in the cells", row=rows[0][0])


def _marks_alone(
    column: tuple[str, ...], dropped: Collection[str]
) -> tuple[tuple[str, ...], list[str]]:
    """Return the marks of a column without remarks behind them, and the signs said to be none."""
    none = sorted({sign_of(one) for one in dropped} & {*map(sign_of, column)})
    blank = "" if "" in column else NO
    cells = (blank if sign_of(cell) in none else cell for cell in column)
    known = (MARK if said_by_remark(cell) and not _denies(cell) else cell for cell in cells)
    return tuple(known), none


def _denies(sign: str) -> bool:
    """Return whether words beside a mark, or in its place, may say that it is none."""
    return " " in sign and not WORDS.denials.isdisjoint(plain(sign).split())


def _gone_on(column: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Fill empty cells that stand between two alike, and count them; few, so that no sign lacks."""
    cells, start = list(column), 0
    for at, cell in enumerate(column):
        if cell:
            if cell == column[start] and at - start > 1:
                cells[start:at] = [cell] * (at - start)
            start = at
    filled = sum(map(ne, cells, column))
    few = filled <= RARE * len(cells)
    return (tuple(cells), filled) if few else (tuple(column), 0)


def _beside(rows: Sequence[Row], at: int | None) -> tuple[str, ...] | None:
    """Return what a column says of the units, if there is one and it says anything."""
    cells = () if at is None else tuple(cells[at] for _, cells in rows)
    return cells if any(cells) else None


def _codings(document: Document, columns: Sequence[Column], *, timed: bool) -> Iterator[Found]:
    """Make segmentations of columns, of marks all in one way."""
    marks = [one for one in columns if one.role == "mark" and any(one.cells)]
    begin = False
    if marks:
        found = _at_begin(marks, timed=timed)
        any_marks = found is not None or any(_is_mark(cell) for one in marks for cell in one.cells)
        if not any_marks:
            found = False, "there are no marks"
        if found is None:
            yield asked(document.name, *dict.fromkeys(column.heading for column in marks))
            return
        begin, why = found
        where, kind = (BEGINS, "marks begin") if begin else (ENDS, "marks end")
        kind = kind if any_marks else ""  # without marks nothing depends on it
        yield document.notice(f"{where}: {why}", decides="marks", kind=kind)
    alike = [c for c in columns if c.role == "segment" and are_flags(c.cells)]
    for coder in dict.fromkeys(column.coder for column in alike):
        what = "other columns hold labels, so the 0 and 1 of this column are read as labels too: a "
        what += "boundary lies wherever they change"
        yield document.notice(what, coder=coder)
    for column in columns:
        yield from _odd_signs(document, column)
        yield from _blank_end(document, column)
        first = begin if column.role == "mark" else column.role == "first"
        yield document.coded(
            partial(_segmented, column, first=first),
            "use larger units, or split the item",
            item=column.item,
            coder=column.coder,
            row=column.rows[0][0],
            texts=column.texts,
            speakers=column.speakers,
            blank=not any(column.cells),
            edge=_marked_edge(column, first=first),
        )


def _odd_signs(document: Document, column: Column) -> Iterator[Notice]:
    """Name the few signs that count as marks though the other marks are no such signs.

    What words say that deny, or fill several rows as in a merged cell, is asked.
    """
    known = WORDS.marks | WORDS.no_mark
    said = [cell for cell, _ in groupby(column.cells) if cell]  # a merged cell says it once
    odd = {cell for cell in said if cell.lower() not in known}
    if column.role not in MARKED or 2 * sum(cell in odd for cell in said) > len(said):
        return
    cells = zip(column.rows, column.cells, strict=True)
    stands = grouped((sign_of(cell), row) for (row, _), cell in cells if cell in odd)
    alone = {cell for cell, of in groupby(column.cells) if len([*of]) < FILLING}
    for sign, rows in stands.items():
        whose = {"item": column.item, "coder": column.coder, "row": rows[0], "rows": len(rows)}
        command = f"--drop-label {quote(sign)}"
        fills = sign not in alone and A_WORD.search(sign)
        denies = _denies(sign)
        if sign in map(sign_of, document.choices.kept_labels):
            yield document.notice("a mark, as a person said", **whose, text=sign)
            continue
        if fills or denies:
            what = "these words may say that no boundary is there"
            what = f"these words fill {len(rows)} rows of this coder" if fills else what
            fix = "say whether they mark a boundary"
            fix += "; or leave this coding out, if they say that it is not finished" * bool(fills)
            command += f", or --keep-label {quote(sign)} if they do"
            asking = {"asks": "dropped_labels", "command": command}
            yield document.problem(what, fix, **whose, text=sign, **asking)
            continue
        what = "counted as a mark, unlike the others; leave it out if it is none"
        yield document.notice(what, **whose, text=sign, command=command, kind="odd sign")


def _blank_end(document: Document, column: Column) -> Iterator[Notice]:
    """Ask about empty cells at the end of a column whose other cells say where no boundary is."""
    end = len(column.cells)
    while end and not column.cells[end - 1]:
        end -= 1
    above, rest = column.cells[:end], column.rows[end:]
    said = sum(bool(cell) and not _is_mark(cell) for cell in above)
    filled = "" not in above and said > len(above) / 2
    if column.role not in MARKED or not filled or len(rest) < FILLING:
        return
    if BLANK_END in document.choices.dropped_labels:
        whose = {"item": column.item, "coder": column.coder, "text": BLANK_END}
        yield document.notice("no mark, as a person said", **whose, kind="no mark")
    else:
        what = f"its last {len(rest)} cells are empty, where those above say that no boundary is "
        fix = "say that no boundary is in them, or leave this coding out"
        about: dict[str, Any] = {"item": column.item, "coder": column.coder}
        about |= {"row": rest[0][0], "rows": len(rest)}
        asking = {"asks": "dropped_labels", "command": f"--drop-label {quote(BLANK_END)}"}
        what += "there, as if the coding stopped"
        yield document.problem(what, fix, text=BLANK_END, **about, **asking)


def _segmented(column: Column, *, first: bool) -> Segmentation:
    """Make a segmentation of a column; marks stand at the begin of segments, or at their end."""
    if column.role not in MARKED:
        return Segmentation.from_labels(column.cells)
    marked = set(filter(_is_mark, set(column.cells)))
    flags = [cell in marked for cell in column.cells]
    return Segmentation.from_bits(flags[1:] if first else flags[:-1])


def _marked_edge(column: Column, *, first: bool) -> str:
    """Return which row has a mark where the text begins or ends anyway: the first or the last."""
    if column.role not in MARKED:
        return ""
    edge, cell = ("first", 0) if first else ("last", -1)
    return edge if _is_mark(column.cells[cell]) else ""


def _is_mark(cell: str) -> bool:
    return cell.lower() not in WORDS.no_mark


def asked(file: str, *names: str) -> Problem:
    """Ask at which end of segments the marks of columns stand."""
    first, last = (", ".join(f"{name}={end}" for name in names) for end in ("first", "last"))
    fix, command = "say at which, for each column with marks", f'"{first}" or "{last}"'
    return Problem(file=file, what=ASKED, fix=fix, asks="marks", command=f"--columns {command}")


def _at_begin(columns: Sequence[Column], *, timed: bool) -> tuple[bool, str] | None:
    """Decide whether marks stand at the first units of segments or at the last, and say why."""
    words = {cell.lower() for column in columns for cell in set(column.cells)}
    headings = {word for column in columns for word in plain(column.heading).split()}
    named = {word for word in headings if len(word) > 1}  # B may be the name of a coder
    for known, begins in ((WORDS.first_unit, True), (WORDS.last_unit, False)):
        found = named & known or words & known
        if found:
            return begins, f"the word {min(found)!r} says so"
    firsts = sum(_is_mark(column.cells[0]) for column in columns)
    lasts = sum(_is_mark(column.cells[-1]) for column in columns)
    if firsts == len(columns) > lasts:
        return True, "the first unit of every coding has a mark"
    # All may well see a new topic in the last unit of one item, but not in that of each.
    if lasts == len(columns) > firsts and len({column.item for column in columns}) > 1:
        return False, "the last unit of every coding has a mark"
    if timed:
        return True, "units with times are marked where something new begins"
    return None
