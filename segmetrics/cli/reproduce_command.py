"""The command that computes the papers' tables and figures again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping

from segmetrics.cli.output import NOTHING, OK, say
from segmetrics.cli.reading import Commands, add_command
from segmetrics.io.document import Source
from segmetrics.io.files import sources_in
from segmetrics.io.problems import Unreadable
from segmetrics.number_formats import percent
from segmetrics.phrases import joined, listed
from segmetrics.reproduction import PAPERS
from segmetrics.reproduction.data import TAKES, PaperData, read_data
from segmetrics.reproduction.papers import reproduce
from segmetrics.reproduction.reproduced import Part, summary_of, unexplained
from segmetrics.tables.reproduction_tables import REPRODUCTION_FORMATS

DIFFERENT = 1


def add_to(commands: Commands) -> None:
    """Add the command ``reproduce``."""
    parser = add_command(
        commands,
        "reproduce",
        _reproduce,
        "the papers' tables and figures computed again, beside the published values",
        status="0 if every figure is equal or differs for a documented reason, 1 if one differs "
        "without a reason, 2 if nothing could be computed",
    )
    parser.add_argument(
        "paper",
        nargs="?",
        choices=PAPERS,
        metavar="PAPER",
        help=f"one of {', '.join(PAPERS)} (default: all)",
    )
    parser.add_argument(
        "--data",
        action="append",
        default=[],
        metavar="PATH",
        help="a file or folder with published data that do not come with the program: "
        f"{_takes(TAKES)}; may be repeated",
    )
    parser.add_argument("--format", choices=REPRODUCTION_FORMATS, default="table")


def _reproduce(given: argparse.Namespace) -> int:
    papers = tuple(PAPERS) if given.paper is None else (given.paper,)
    if given.data and not set(papers) & TAKES.keys():
        given.parser.error(f"--data goes with {joined(list(TAKES))}, not with {given.paper}")
    data = _data(given.data, papers)
    if data is None:
        return NOTHING
    parts: list[Part] = []
    for paper in papers:
        progress = _Progress(PAPERS[paper])
        parts += reproduce(paper, data, progress=progress)
        progress.end()
    print(REPRODUCTION_FORMATS[given.format](parts), end="")
    if given.paper is None and given.format == "table":
        print(f"All papers: {summary_of(parts)}")
    wrong = list(unexplained(parts))
    for part, one in wrong:
        say(f"{PAPERS[part.paper]}, {part.title}, {one.row}, {one.column}: not the published value")
    return DIFFERENT if wrong else OK


def _data(paths: list[str], papers: tuple[str, ...]) -> PaperData | None:
    """Read the data files of a command; None, and why, if they cannot be used."""
    try:
        data = read_data(_opened(paths))
    except Unreadable as error:
        say(str(error))
        return None
    if data.unused:
        say(f"{listed(data.unused)}: not used, because it holds none of these: {_takes(TAKES)}")
    for paper, what in TAKES.items():
        if getattr(data, what) and paper not in papers:
            say(f"The {what} of {paper} are not used: it is not reproduced.")
    if paths and not any(getattr(data, TAKES[paper]) for paper in set(papers) & TAKES.keys()):
        say("Nothing was computed: --data holds nothing that is needed.")
        return None
    return data


def _takes(takes: Mapping[str, str]) -> str:
    """Return what of the data belongs to which paper."""
    return joined([f"the {what} of {paper}" for paper, what in takes.items()])


def _opened(paths: list[str]) -> Iterator[Source]:
    for found in sources_in(paths):
        if isinstance(found, Source):
            yield found
        else:
            say(str(found))


class _Progress:
    """Show on a terminal how much is done, on one line that goes away at the end."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, share: float) -> None:
        if self.shown:
            print(f"\r{self.name}: {percent(share)} ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Erase the line."""
        if self.shown:
            print(f"\r{' ' * (len(self.name) + 7)}\r", end="", file=sys.stderr, flush=True)
