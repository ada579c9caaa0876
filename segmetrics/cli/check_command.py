"""The command that says what was recognised in files, and what is wrong with them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from segmetrics.axis import axis_of
from segmetrics.cli.reading import Commands, add_command, add_reading, gather, status
from segmetrics.corpus import Corpus
from segmetrics.io import Reading
from segmetrics.io.problems import said_once
from segmetrics.io.recognition import recognised, understood
from segmetrics.number_formats import clock, percent
from segmetrics.phrases import from_to, listed
from segmetrics.reliability.coverage import coverage
from segmetrics.tables.plain import write_json
from segmetrics.tables.problem_tables import notice_table, problem_table

# Names of a kind that the table shows; the JSON has all.
SHOWN = 12
WIDTH = 12


def add_to(commands: Commands) -> None:
    """Add the command ``check``."""
    parser = add_command(
        commands,
        "check",
        _check,
        "what was recognised in files, and everything that is wrong with them",
        status="0 without problems, 1 with some, 2 if nothing can be used",
    )
    add_reading(parser)
    parser.add_argument("--format", choices=FORMATS, default="table")


def _check(given: argparse.Namespace) -> int:
    reading = gather(given)
    print(FORMATS[given.format](reading), end="")
    return status(reading)


def _as_json(reading: Reading) -> str:
    data = {
        "files": [
            {"file": one.file, "format": one.format.key, "why": one.why}
            for one in reading.recognised
        ],
        "patterns": reading.patterns,
        "unit": reading.unit or None,
        "units": reading.units,
        "corpus": None if reading.corpus is None else _measured(reading.corpus),
        "left_out": reading.left_out,
        "problems": problem_table(reading.problems).records(),
        "notices": notice_table(reading.notices).records(),
    }
    return write_json(data)


def _measured(corpus: Corpus) -> dict[str, Any]:
    """Count what a corpus holds, and name its parts."""
    codings = [coding for item in corpus.items for coding in item.codings.values()]
    coders = [len(item.codings) for item in corpus.items]
    return {
        "items": [item.name for item in corpus.items],
        "coders": corpus.coders,
        "groups": [group.coders for group in corpus.groups],
        "kind": corpus.kind,
        "types": corpus.types,
        "levels": sorted({level for coding in codings for level in coding.levels or ()}),
        **_size(corpus),
        "boundaries": sum(len(coding.boundaries) for coding in codings),
        "codings": len(codings),
        "possible_codings": len(corpus.items) * len(corpus.coders),
        "coders_per_item": [min(coders), max(coders)],
        "items_with_texts": sum(item.texts is not None for item in corpus.items),
        "reference": corpus.reference,
        "automatic": corpus.automatic,
        "decisions": len(corpus.decisions),
    }


def _size(corpus: Corpus) -> dict[str, float]:
    """Return how many units all items have together, or how many seconds recordings last."""
    axis = axis_of(corpus)
    return {axis.unit: axis.length(sum(item.mass for item in corpus.items))}


def _lines(reading: Reading) -> Iterator[str]:
    yield "Recognised"
    yield from _recognised(reading)
    for form, pattern in reading.patterns.items():
        yield _row("pattern", f"{pattern} in names of files ({form})")
    if reading.units:
        others = [unit for unit in reading.units if unit != reading.unit]
        more = f"; --unit can be {', '.join(others)}" if others else ""
        yield _row("unit", f"{reading.unit}{more}")
    yield ""
    yield "Corpus"
    if reading.corpus is None:
        yield _row("nothing", "no item can be used")
    else:
        yield _row("read", understood(reading))
        gaps = coverage(reading.corpus).gaps
        yield from (_row(name, what) for name, what in _facts(_measured(reading.corpus), gaps))
    if reading.left_out:
        yield _row("left out", _cut_list(reading.left_out))
    for title, said in (("Problems", reading.problems), ("Notices", reading.notices)):
        notices = said_once(said)
        yield ""
        yield f"{title}: {len(notices):,}" if notices else f"{title}: none"
        yield from (f"  {notice}" for notice in notices)


def _row(name: str, what: str) -> str:
    return f"  {name:{WIDTH}}{what}"


def _recognised(reading: Reading) -> Iterator[str]:
    """Yield a line for each format: how many files have it, and how the first was recognised."""
    formats = recognised(reading)
    for one in formats:
        which = "" if len(one.files) == 1 else f"{one.files[0]}: "
        yield f"  {one.counted_files}: {one.title} ({which}{one.why[0]})"
    if not formats:
        yield _row("nothing", "no file of a known format")


def _facts(known: dict[str, Any], gaps: str) -> Iterator[tuple[str, str]]:
    yield "items", _cut_list(known["items"])
    yield "coders", _cut_list(known["coders"])
    if len(known["groups"]) > 1:
        yield "groups", f"{len(known['groups']):,}, which share no item"
    few, many = known["coders_per_item"]
    share = known["codings"] / known["possible_codings"]
    each = from_to(few, many)
    yield (
        "coverage",
        f"{known['codings']:,} of {known['possible_codings']:,} codings ({percent(share)}); "
        f"{each} coder{'s'[: many != 1]} an item" + f"; not coded: {gaps}" * bool(gaps),
    )
    if "seconds" in known:
        yield "length", clock(known["seconds"])
    else:
        yield "units", f"{known['units']:,}"
    yield "boundaries", f"{known['boundaries']:,}"
    if known["kind"] == "multiple":
        yield "types", _cut_list(known["types"])
    if known["kind"] == "hierarchical":
        yield "levels", _cut_list([str(level) for level in known["levels"]])
    yield "texts", f"{known['items_with_texts']:,} of {len(known['items']):,} items"
    if known["reference"] is not None:
        yield "reference", known["reference"]
    if known["automatic"]:
        yield "automatic", _cut_list(known["automatic"])
    if known["decisions"]:
        yield "decisions", f"{known['decisions']:,}"


def _cut_list(names: Iterable[str]) -> str:
    names = list(names)
    return f"{len(names):,}: {listed(names, SHOWN)}" if names else "none"


FORMATS: Mapping[str, Callable[[Reading], str]] = {
    "table": lambda reading: "\n".join([*_lines(reading), ""]),
    "json": _as_json,
}
