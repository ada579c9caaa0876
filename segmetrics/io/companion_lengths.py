"""How long items are whose codings do not say it: by others, a round before, texts beside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from segmetrics.corpus import Corpus
from segmetrics.io.clock_times import seconds_in
from segmetrics.io.column_names import WORDS
from segmetrics.io.companion_texts import (
    RULES,
    PlainText,
    TextTable,
    divided,
    named_among,
    texts_by_name,
)
from segmetrics.io.document import Document
from segmetrics.io.files import in_natural_order
from segmetrics.io.known_items import OF_MEDIA
from segmetrics.io.matching import matched
from segmetrics.io.parts import Coding, SpanCoding, grouped
from segmetrics.io.problems import Notice, shortened
from segmetrics.io.segment_columns import words_of
from segmetrics.number_formats import exact_time
from segmetrics.phrases import counted

# All of a line behind the name of a recording: its length, with colons or in seconds.
LENGTH = re.compile(
    r"(?:\.\w{2,4})?[\s:=,;|–-]+(\d+(?::\d\d){1,2}(?:[.,]\d+)?|\d+(?:[.,]\d+)?(?= ?s))"
    r"(?: ?(?:s|secs?|seconds?|sek\.?|sekunden?|min|h))?(?:\s*\([^()]*\))?[\s.,;]*"
)
# A title beside the name, set apart from both, or from the length by a colon.
TITLED = re.compile(
    r"(?:\t| {2,}| ?[;|,–] ?| - )\w.*?(?=\t| {2,}| ?[;|,–] ?| - )| [^\W\d][^:=\t]*(?=[:=] |\t)"
)
TIME = re.compile(r"\d+:\d\d")
BEHIND_CLOCK = re.compile(r"(?<=:\d\d) ?(?:min|h)\.?\Z")  # a unit that the time shows
FEWEST = 2  # lines of a list of lengths
LENGTHS = WORDS.lengths | {"length", "länge"}


def lengths_in(document: Document) -> PlainText | None:
    """Return a list or table of how long recordings are as a text; None of any other."""
    if _are_lengths([line.strip() for line in document.lines if line.strip()]):
        return PlainText(document.name, document.text)
    table = document.table
    words = list(map(words_of, table.names))
    known = WORDS.recordings | WORDS.items
    whose = [at for at, one in enumerate(words) if " ".join(one) in known]
    whose = [at for at, one in enumerate(words) if one == ("sheet",)] or whose
    lengths = [at for at, one in enumerate(words) if LENGTHS & {*one}]
    rows = [cells for _, cells in table.rows if len(cells) == len(words)]
    if len(whose) != 1 or len(lengths) != 1 or len(rows) < len(table.rows):
        return None
    of_items = {cells[whose[0]]: BEHIND_CLOCK.sub("", cells[lengths[0]]) for cells in rows}
    if len(of_items) < len(rows) or any(seconds_in(cell) is None for cell in of_items.values()):
        return None
    # A title beside the name is another name: files may be called by either, or by both.
    titles = [at for at in range(len(words)) if at not in (*whose, *lengths)]
    named = (
        titles[:1] if len({cells[at] for at in titles[:1] for cells in rows}) == len(rows) else []
    )
    clocks = any(":" in cell for cell in of_items.values())
    counts = " s" * bool(not clocks and WORDS.seconds & {*words[lengths[0]]})
    lines = (
        f"{name} {of_items[cells[whose[0]]]}{counts}"
        for cells in rows
        for own in [[cells[at] for at in (*whose, *named)]]
        for name in dict.fromkeys((*own, "_".join(own)))
    )
    return PlainText(document.name, "\n".join(lines))


def _are_lengths(lines: Sequence[str]) -> bool:
    """Return whether each line is a name of its own with one time behind it."""
    names = [TIME.split(line) for line in lines]
    named = {of[0].strip() for of in names if len(of) == 2 and of[0][:1].isalnum()}
    return len(named) == len(lines) >= FEWEST and all(
        LENGTH.fullmatch(line[found.start() - 1 :])
        for line in lines
        if (found := TIME.search(line))
    )


def lengths_of_others(
    spans: Iterable[SpanCoding], codings: Iterable[Coding]
) -> dict[str, float | None]:
    """Say how many units items have whose lists do not say it, by other codings of them."""
    least, _ = _last_counted(spans)
    found = grouped((one.item or "", one.segmentation.mass) for one in codings)
    return {item: float(of[0]) for item, of in found.items() if item in least and len({*of}) == 1}


def lengths_before(
    spans: Sequence[SpanCoding], before: Corpus | None, *, ends: bool
) -> tuple[dict[str, float | None], list[Notice]]:
    """Say how many units items have by a round before, if all positions, or `ends`, have room."""
    least, _ = _last_counted(spans)
    known = before.items if before is not None and before.scale is None else ()
    meant = matched((item.name for item in known), least).suggested
    here = {usual: name for name, usual in meant.items()}
    found: dict[str, float | None] = {
        name: float(item.mass)
        for item in known
        for name in [here.get(item.name, item.name)]
        if item.mass + ends > least.get(name, item.mass + ends)
    }
    if not found:
        return found, []
    file = next(one.file for one in spans if one.item in found)
    what = f"{counted(len(found), 'item has', 'items have')} as many units as in the round before"
    return found, [Notice(file=file, what=what, decides="durations")]


def lengths_beside(
    spans: Sequence[SpanCoding], texts: Sequence[PlainText], tables: Sequence[TextTable]
) -> tuple[dict[str, float | None], list[Notice]]:
    """Say how long items are of which no coding says it, by the texts beside them."""
    (units, said), (times, also_said) = _of_texts(spans, texts), _of_recordings(spans, texts)
    rows, of_tables = _of_tables(spans, tables)
    return units | times | rows, [*said, *also_said, *of_tables]


def _of_tables(
    spans: Iterable[SpanCoding], tables: Iterable[TextTable]
) -> tuple[dict[str, float | None], list[Notice]]:
    """Say how many units items have by tables of their texts, in which most codings have room.

    One that has none is of another version of the text, or wrong, and is a problem of its own.
    """
    spans = list(spans)
    least, _ = _last_counted(spans)
    ends = grouped((one.item or "", one.extent.end) for one in spans)
    found: dict[str, float | None] = {}
    notices = []
    for table in tables:
        of_table = {
            item: float(len(table.units[name]))
            for item, name in named_among(least, table.units).items()
            if (rows := len(table.units[name])) > 1 and name not in table.wrong
            if 2 * sum(end < rows for end in ends[item]) > len(ends[item])
        }
        if of_table:
            which = counted(len(of_table), "item has", "items have")
            what = f"{which} as many units as this table has rows of it"
            notices.append(Notice(file=table.file, what=what))
        found |= of_table
    return found, notices


def _last_counted(spans: Iterable[SpanCoding]) -> tuple[dict[str, int], str]:
    """Return the last position in items of which nothing says how many there are, and of what."""
    known = [one for one in spans if one.extent.is_open and one.extent.counts]
    return _lasts(known), known[-1].extent.counts if known else ""


def _lasts(spans: Iterable[SpanCoding]) -> dict[str, int]:
    ends = grouped((one.item or "", one.extent.end) for one in spans)
    return {item: max(of_item) for item, of_item in ends.items()}


def _of_texts(
    spans: Iterable[SpanCoding], texts: Sequence[PlainText]
) -> tuple[dict[str, float | None], list[Notice]]:
    """Say how many units items have by the texts named after them, which one rule divides.

    Most codings of each have room in it; one that has none is a problem of its own.
    """
    spans = list(spans)
    least, counts = _last_counted(spans)
    ends = grouped((one.item or "", one.extent.end) for one in spans)
    by_name = texts_by_name(least, texts) if least and texts else {}
    units = {text.file: divided(text.text) for of_item in by_name.values() for text in of_item}
    titled = any(of["line after a title"] and counts != "line" for of in units.values())
    fitting = [
        rule
        for rule in ("paragraph", "line")
        if all(
            len({units[text.file][rule] for text in of_item}) == 1
            and (rows := len(units[of_item[0].file][rule])) > 1
            and 2 * sum(end < rows for end in ends[item]) > len(ends[item])
            for item, of_item in by_name.items()
        )
    ]
    known = {tuple(len(of[rule]) for of in units.values()) for rule in fitting}
    headings = any(text.headings for of_item in by_name.values() for text in of_item)
    if not by_name or titled or headings or len(known) != 1:
        return {}, []
    files = {item: of_item[0].file for item, of_item in by_name.items()}
    lengths = {item: float(len(units[file][fitting[0]])) for item, file in files.items()}
    item, file = min(files.items(), key=lambda one: in_natural_order(one[0]))
    what = f"{counted(int(lengths[item]), 'unit')}, as many as its text has {RULES[fitting[0]]}"
    others = len(lengths) - 1
    what += f"; so for {counted(others, 'other item')}" * bool(others)
    return dict(lengths), [Notice(file=file, item=item, what=what)]


def _of_recordings(
    spans: Iterable[SpanCoding], texts: Iterable[PlainText]
) -> tuple[dict[str, float | None], list[Notice]]:
    """Say how long recordings are by the lines that begin with their names: ``Film 6:12``.

    A line counts if at most a minority has a later boundary, which is then a problem.
    """
    open_ones = (one for one in spans if one.extent.is_open and one.extent.in_time)
    last = grouped(
        (one.item or "", max((span.end for span in one.spans), default=0)) for one in open_ones
    )
    found: dict[str, dict[float, Notice]] = {}
    bare = {item: OF_MEDIA.sub("", item).casefold() for item in last if item}
    lines = ((one.file, line.strip()) for one in texts for line in one.text.splitlines())
    for file, line in lines:
        named = (item for item, name in bare.items() if line.casefold().startswith(name))
        item = max(named, key=lambda one: len(bare[one]), default="")
        if not item:
            continue
        behind = line[len(bare[item]) :]
        title = TITLED.match(behind)
        ways = (behind, behind[title.end() :] if title else "")
        written = next(filter(None, map(LENGTH.fullmatch, ways)), None)
        length = seconds_in(written[1]) if written else None
        if length is None:
            continue
        later = sum(end > 1000 * length for end in last[item])
        if 2 * later < len(last[item]):
            what = f"ends at {exact_time(length)}, as {shortened(line)!r} in this file says"
            said = Notice(file=file, item=item, what=what, decides="durations")
            found.setdefault(item, {}).setdefault(length, said)
    one_length = {item: of for item, of in found.items() if len(of) == 1}
    notices = [said for of in one_length.values() for said in of.values()]
    return {item: next(iter(of)) for item, of in one_length.items()}, notices
