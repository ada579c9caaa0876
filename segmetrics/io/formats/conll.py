"""Columns as in the shared tasks of CoNLL: a token a line, an empty line after a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, pairwise
from operator import add
from typing import Literal

from segmetrics.io.column_names import words_in
from segmetrics.io.document import JSON_START, Document
from segmetrics.io.parts import Extent, Found, Span, Spans
from segmetrics.io.problems import LISTED, Problem, Unreadable, first_of, shortened, wrong_name
from segmetrics.io.refusals import is_treebank, unknown
from segmetrics.phrases import counted, joined

# What the column of tags holds.
Kind = Literal["tags", "flags", "features"]
# Lines by which a file is recognised, and below which nothing shows what columns hold.
SAMPLE, FEW = 200, 2
# Columns of a token and its mark, with something between them.
MARKED = 3
TAG = re.compile(r"O|([BIESLU])(?:-(.+))?")
FEATURE = re.compile(r"(?:^|\|)(?:Seg=([^|]*)|BeginSeg=(Yes))", re.IGNORECASE)
CONNECTIVE = re.compile(r"(?:^|\|)(?:Seg|Conn)=[BI]-conn(?:\||$)", re.IGNORECASE)
FEATURES = re.compile(r"_|[^|=]+=.*")
NUMBER = re.compile(r"[0-9]+([-.][0-9]+)?")
NEW_ITEM = re.compile(r"#\s*newdoc(?:(?:\s+|_)id\s*=\s*(.*)|\s*)")
START = "-DOCSTART-"
# What names the first column of a table with a header, even if a coder is named 0 or 1.
HEADINGS = words_in("item, unit, text, token, word, id, document, coder, number")
# Labels of phrases, which taggers find by themselves beside the column that people marked.
CHUNKS = words_in("ADJP, ADVP, CONJP, INTJ, LST, NP, PP, PRT, SBAR, UCP, VP")
COLUMNS = re.compile(r"^#\s*(?:global\.)?columns\s*[=:]\s*(.*\S)", re.MULTILINE)
SAMPLE_START = 4096
# Tokens that end a sentence, how many a block has at least that is more than one, and blocks that
# are many.
STOPS, SEVERAL, MANY = frozenset(".!?。！？"), 3, 10
BEGINS, ENDS = frozenset("BSU"), frozenset("ESLU")


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a file is laid out: its columns, and those of the token and of the tag."""

    tabs: bool
    width: int
    token: int
    tag: int
    kind: Kind
    coder: str | None = None
    layer: str = ""
    header: int = 0

    def is_tag(self, cell: str) -> bool:
        if self.kind == "flags":
            return cell in ("0", "1")
        return bool((TAG if self.kind == "tags" else FEATURES).fullmatch(cell))

    def is_comment(self, line: str, cells: Sequence[str]) -> bool:
        """Return whether a line is a comment, not a token that begins with #."""
        return line.startswith("#") and not (
            len(cells) == self.width and self.is_tag(cells[self.tag])
        )


@dataclass
class _Item:
    """The tokens of one item, with their lines and tags."""

    name: str | None
    row: int
    tokens: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)  # the tokens with which they begin
    wrong: list[tuple[int, str, str]] = field(default_factory=list)
    extra: list[int] = field(default_factory=list)  # lines of multiword tokens, empty nodes

    def add(self, token: str, tag: str, row: int, *, sentence: bool) -> None:
        if sentence:
            self.sentences.append(len(self.tokens))
        self.tokens.append(token)
        self.tags.append(tag)
        self.rows.append(row)


def recognise(document: Document) -> str | None:
    """Recognise a table of tokens in which one column holds tags alone, or several do."""
    shapes = _shapes(document) if document.may_be_text else []
    if not shapes:
        if document.may_be_text and is_treebank(document.first_lines[:SAMPLE]):
            raise Unreadable(unknown(document))
        return None
    document.found["shapes"] = shapes
    shape = shapes[-1]
    holds = {
        "tags": "tags such as B-, I- and O",
        "flags": "0 and 1",
        "features": "Seg= or BeginSeg=",
    }
    places = joined([str(shape.tag + 1) for shape in shapes])
    which = f"column {places} holds" if len(shapes) == 1 else f"columns {places} hold"
    without = "with" if shape.header else "without"
    return f"{shape.width} columns {without} a header, and {which} {holds[shape.kind]}"


def _shapes(document: Document) -> list[_Shape]:
    """Find the columns by the first lines of a file: one shape for each column of a coder."""
    full = [
        (row, line)
        for row, line in enumerate(document.first_lines, 1)
        if line.strip() and not line.startswith(("#", START))
    ][:SAMPLE]
    if len(full) < FEW or JSON_START.match(document.text):
        return []
    tabs = any("\t" in line for _, line in full)
    rows = [_cells(line, tabs=tabs) for _, line in full]
    width = len(rows[0]) if rows else 0
    if width < 2 or set(map(len, rows)) != {width}:
        return []
    found = _last_tags(rows)
    header = 0
    if found is None and len(rows) > 2:  # Tags below the names of columns are tags too.
        found = _last_tags(rows[1:])
        header = full[0][0] if found and found[2] == "tags" else 0
        found = found if header else None
    if found is None or (found[2] == "flags" and rows[0][0].lower() in HEADINGS):
        return []
    token, last, kind = found
    if tabs and kind == "flags" and 2 * sum(" " in cells[token] for cells in rows) > len(rows):
        return []  # sentences, which are units of a table
    columns = list(zip(*rows[bool(header) :], strict=True))
    of_tags = [at for at in range(token + 1, last) if _holds(columns[at], kind)]
    alike = [at for at in of_tags if kind == "flags" or _are_alike(columns[at], columns[last])]
    comment = COLUMNS.search(document.text[:SAMPLE_START])
    named = rows[0] if header else comment[1].split() if comment else []
    names = named if len(named) == width else [f"column {at + 1}" for at in range(width)]
    make = partial(_Shape, tabs, width, token, kind=kind, header=header)
    if alike:
        return [make(at, coder=names[at]) for at in (*alike, last)]
    return [make(at, layer=names[at] if of_tags else "") for at in (*of_tags, last)]


def _last_tags(rows: Sequence[Sequence[str]]) -> tuple[int, int, Kind] | None:
    """Return the column of tokens, the last one of tags, and what it holds."""
    columns = list(zip(*rows, strict=True))
    width = len(columns)
    token = next(
        (at for at, cells in enumerate(columns) if not all(map(NUMBER.fullmatch, cells))), width
    )
    for at in range(width - 1, token, -1):
        kind = _kind(columns[at], last=at == width - 1)
        if kind == "flags" and width > MARKED and set(columns[at]) == {"0"}:
            continue  # a number that happens to be 0, such as a score
        if kind:
            return token, at, kind
    return None


def _holds(cells: Sequence[str], kind: Kind) -> bool:
    """Return whether a column before the last one of tags holds such tags too, but no chunks."""
    different = set(cells)
    if kind == "tags":
        labels = _labels(different)
        return bool(labels) and not labels <= CHUNKS and all(map(TAG.fullmatch, different))
    return kind == "flags" and different == {"0", "1"}


def _are_alike(cells: Sequence[str], last: Sequence[str]) -> bool:
    """Return whether a column is what another coder did: its tags have the same labels."""
    here, there = _labels(cells), _labels(last)
    return len(here & there) * 2 >= min(len(here), len(there)) > 0


def _labels(tags: Iterable[str]) -> set[str]:
    return {tag[2:] for tag in tags if tag != "O"}


def _cells(line: str, *, tabs: bool) -> list[str]:
    if tabs:
        cells = line.split("\t")
        return [cell.strip(" ") for cell in cells] if " " in line else cells
    cells = line.split(" ")
    return [cell for cell in cells if cell] if "" in cells else cells


def _kind(cells: Iterable[str], *, last: bool) -> Kind | None:
    different = set(cells)
    if last and different <= {"0", "1"}:
        return "flags"
    if all(map(TAG.fullmatch, different)):
        return "tags"
    if not all(map(FEATURES.fullmatch, different)):
        return None
    telling = any(FEATURE.search(cell) or CONNECTIVE.search(cell) for cell in different)
    return "features" if telling else None


def read(document: Document) -> Iterator[Found]:
    shapes: list[_Shape] = document.found["shapes"]
    for shape in shapes:
        yield from _read_column(document, shape)
    if shapes[0].coder:
        named = joined([shape.coder or "" for shape in shapes])
        what = f"the tags of several columns have the same labels, so each is a coder: {named}"
        yield document.notice(what)


def _read_column(document: Document, shape: _Shape) -> Iterator[Found]:
    whole = _items(document, shape)
    items = _blocks(whole)
    if len(items) > len(whole):
        what = "blocks between empty lines hold several sentences each, so each is an item"
        yield document.notice(what, coder=shape.coder)
    elif len(items) == 1 and not items[0].name and len(items[0].sentences) >= MANY:
        what = f"{len(items[0].sentences):,} blocks between empty lines are sentences of one text; "
        what += "write a line # newdoc before each that is a text of its own"
        yield document.notice(what, coder=shape.coder)
    if shape.kind == "features":
        _refuse_connectives(document, items)
    sentences = any(len(item.sentences) > 1 for item in items)
    tags = (tag for item in items for tag in item.tags)
    begins_only = shape.kind == "tags" and {tag[0] for tag in tags} == {"B", "O"}
    for number, item in enumerate(items, 1):
        if item.name is None and len(items) > 1:
            item.name = f"document {number}"
        wrong = partial(document.problem, item=item.name, coder=shape.coder)
        problems = list(_problems(wrong, item, shape.kind))
        yield from problems
        if problems:
            continue
        extent, edges = _extent(item, sentences=sentences)
        notice = partial(document.notice, item=item.name, coder=shape.coder)
        tagged = shape.kind == "tags" and not begins_only
        runs, remarks = _spans_of(item) if tagged else _segments_of(item, shape.kind)
        if begins_only and item is items[0]:
            what = "the only tags are B and O: each segment goes from one B to the next"
            remarks = [(None, what), *remarks]
        yield document.marked(
            (Span(edges.starts[first], edges.ends[last], label) for first, last, label in runs),
            extent,
            item=item.name,
            coder=shape.coder,
            layer=shape.layer,
            said=tuple(notice(row=row, what=what) for row, what in remarks),
            row=item.row,
        )


def _refuse_connectives(document: Document, items: Iterable[_Item]) -> None:
    """Refuse a file that marks connectives, as those of the PDTB do, and no segments."""
    first = None
    for item in items:
        for tag, row in zip(item.tags, item.rows, strict=True):
            if CONNECTIVE.search(tag):
                first = first or (row, tag)
            elif _begins(tag, "features"):
                return
    if first:
        what = f"{shortened(first[1])!r} marks a connective, and no tag begins a "
        what += "segment: connectives are no segmentation"
        fix = "bring a corpus that marks segments with Seg=B-seg or BeginSeg=Yes"
        raise document.unreadable(what, fix, row=first[0])


def _items(document: Document, shape: _Shape) -> list[_Item]:
    """Divide the lines of a file into items, sentences and tokens."""
    items: list[_Item] = []
    sentence = True  # whether the next token begins one
    tags: set[str] = set()  # that were seen
    tabs, width, tokens_at, tags_at = shape.tabs, shape.width, shape.token, shape.tag
    for row, line in enumerate(document.lines, 1):
        cells = _cells(line, tabs=tabs)
        # Most lines are these; the others are looked at more closely.
        if len(cells) == width and cells[tags_at] in tags and items and not items[-1].wrong:
            first, token = cells[0], cells[tokens_at]
            if token and first != START and (not tokens_at or first.isdecimal()):
                items[-1].add(token, cells[tags_at], row, sentence=sentence)
                sentence = False
                continue
        comment = shape.is_comment(line, cells)
        new = NEW_ITEM.fullmatch(line.strip()) if comment else None
        if not any(cells) or row == shape.header:
            sentence = True
        elif new or cells[0] == START:
            items.append(_Item((new and new[1]) or None, row))
            sentence = True
        elif not comment:
            if not items:
                items.append(_Item(None, row))
            if _add(items[-1], shape, row, cells, sentence=sentence):
                sentence = False
                tags.add(cells[tags_at])
    return items


def _blocks(items: list[_Item]) -> list[_Item]:
    """Take the blocks of a file that names no items for items, if they hold several sentences."""
    only = items[0] if len(items) == 1 else _Item("", 0)
    blocks = list(pairwise([*only.sentences, len(only.tokens)]))
    stops = [{at for at in range(*of) if only.tokens[at] in STOPS} for of in blocks]
    ended = sum(not stops[at].isdisjoint((end - 2, end - 1)) for at, (_, end) in enumerate(blocks))
    within = sum(min(of, default=end) < end - 2 for of, (_, end) in zip(stops, blocks, strict=True))
    several = sum(map(len, stops)) >= SEVERAL * len(blocks)
    several = several or (len(blocks) >= MANY and within > max(ended, len(blocks) // 4))
    if only.name is not None or only.wrong or len(blocks) < FEW or not several:
        return items
    found = []
    for first, end in blocks:
        rows = only.rows[first:end]
        found.append(_Item(None, rows[0], only.tokens[first:end], only.tags[first:end], rows, [0]))
    return found


def _add(item: _Item, shape: _Shape, row: int, cells: Sequence[str], *, sentence: bool) -> bool:
    """Add a token to an item; say whether it was one."""
    if len(item.wrong) > LISTED:
        return False  # It is not read anyway.
    if len(cells) != shape.width:
        columns = f"{counted(len(cells), 'column')}, but {shape.width} in other lines"
        item.wrong.append((row, columns, "give every token the same columns"))
        return False
    token, tag = cells[shape.token], cells[shape.tag]
    if shape.token:
        number = NUMBER.fullmatch(cells[0])
        if number and number[1]:
            item.extra.append(row)
            if shape.is_tag(tag) and _begins(tag, shape.kind):
                what = f"{shortened(tag)!r} on a line that is no token"
                item.wrong.append((row, what, "move it to the token that it is about"))
            return False
    if not token:
        item.wrong.append((row, "no token", "fill it in"))
    elif not shape.is_tag(tag):
        what = f"{shortened(tag)!r} in column {shape.tag + 1} is no tag"
        item.wrong.append((row, what, "write tags as in the other lines"))
    else:
        item.add(token, tag, row, sentence=sentence)
        return True
    return False


def _problems(wrong: Callable[..., Problem], item: _Item, kind: Kind) -> Iterator[Problem]:
    yield from first_of(wrong(row=row, what=what, fix=fix) for row, what, fix in item.wrong)
    if not item.tokens and not item.wrong:
        yield wrong(row=item.row, what="no tokens", fix="remove the item, or export it again")
    if kind == "tags":
        row_of = dict(zip(reversed(item.tags), reversed(item.rows), strict=True))
        for tag, row in row_of.items():
            if tag[2:] and (what := wrong_name(tag[2:])):
                yield wrong(row=row, what=f"the name of a type {what}", fix="write another name")


def _begins(tag: str, kind: Kind) -> bool:
    """Return whether a segment begins at a token, by its flag or tag."""
    if kind == "features":
        found = FEATURE.search(tag)
        connective = CONNECTIVE.search(tag)
        return bool(found and not connective and (found[2] or found[1][:1].upper() == "B"))
    return tag == "1" if kind == "flags" else tag[0] in BEGINS


Remarks = list[tuple[int | None, str]]
# First token, last token, label.
Run = tuple[int, int, str]


def _spans_of(item: _Item) -> tuple[list[Run], Remarks]:
    """Find the spans that tags such as B-, I- and O describe."""
    runs: list[Run] = []
    unbegun: list[int] = []
    crossing: list[int] = []
    sentences = set(item.sentences)
    label: str | None = None  # of the span that goes on
    for at, tag in enumerate(item.tags):
        if tag == "O":
            label = None
            continue
        sign, name = tag[0], tag[2:]
        if sign in BEGINS or name != label:
            if sign not in BEGINS:
                unbegun.append(item.rows[at])
            runs.append((at, at, name))
        else:
            runs[-1] = (runs[-1][0], at, name)
            if at in sentences:
                crossing.append(item.rows[at])
        label = None if sign in ENDS else name
    remarks = []
    for rows, one, more in (
        (unbegun, "a span begins without B", "spans begin without B"),
        (crossing, "a span goes on over an empty line", "spans go on over an empty line"),
    ):
        if rows:
            many = f"{len(rows):,} {more}, the first here"
            remarks.append((rows[0], one if len(rows) == 1 else many))
    return runs, remarks + _unread(item)


def _segments_of(item: _Item, kind: Kind) -> tuple[list[Run], Remarks]:
    """Find the segments that flags at their first tokens describe."""
    starts = [at for at, tag in enumerate(item.tags) if _begins(tag, kind)]
    remarks = _unread(item)
    last = len(item.tokens) - 1
    if kind == "flags" and last and starts and starts[0] > 0 and starts[-1] == last:
        what = "the last token has a 1 and the first has none, as if 1 marked ends. Each 1 is read "
        what += "as the first token of a segment all the same"
        remarks.append((item.rows[last], what))
    cuts = sorted({0, *starts})
    labels = {at: item.tags[at][2:] if kind == "tags" else "" for at in starts}
    ends = [*(at - 1 for at in cuts[1:]), last]
    runs = [(first, end, labels.get(first, "")) for first, end in zip(cuts, ends, strict=True)]
    return runs, remarks


def _unread(item: _Item) -> Remarks:
    count = len(item.extra)
    what = f"not read: {counted(count, 'line')} of multiword tokens or empty nodes"
    return [(item.extra[0], what)] if count else []


def _extent(item: _Item, *, sentences: bool) -> tuple[Extent, Spans]:
    """Join the tokens to a text, and divide it into sentences and tokens."""
    starts = list(accumulate((1 + len(token) for token in item.tokens[:-1]), initial=0))
    lasts = [*(at - 1 for at in item.sentences[1:]), len(starts) - 1]
    text = "\n".join(
        " ".join(item.tokens[first : last + 1])
        for first, last in zip(item.sentences, lasts, strict=True)
    )
    tokens = Spans(text, starts, map(add, starts, map(len, item.tokens)))
    units = {"token": tokens}
    if sentences:
        begins = (starts[first] for first in item.sentences)
        whole = Spans(text, begins, (tokens.ends[last] for last in lasts))
        units = {"sentence": whole, "token": tokens}
    return Extent(end=len(text), text=text, units=units), tokens
