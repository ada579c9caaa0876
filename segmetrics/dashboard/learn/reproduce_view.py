"""Published figures and ours, as their page shows them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.jobs import Job
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.learn import words
from segmetrics.dashboard.learn.laboratory_view import to_scene
from segmetrics.dashboard.server.visitor_limits import MEGABYTE
from segmetrics.io.document import Source
from segmetrics.io.problems import Unreadable
from segmetrics.number_formats import count, rate
from segmetrics.reproduction.data import TAKES, PaperData, read_data
from segmetrics.reproduction.papers import reproduce
from segmetrics.reproduction.reproduced import OUTCOMES, Outcome, Part, Reproduced, counts_of
from segmetrics.reproduction.scenes import SCENES
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow
from segmetrics.tables.reproduction_tables import difference, figure, reasons

SHOWN_ROWS = 25
"""Rows up to which a table is open at once."""
ENDINGS = {"fournier2012": ("csv", "json"), "carroll2010": ("json",), "diaz2022": ("csv",)}
"""What these files are called at the end."""
MOST_DATA = 1_000_000
"""Bytes of data files at most, seven times those of the papers."""

SCENES_OF = {
    ("fournier2012", "Figures 3, 6, 7 and 8"): "fournier2012_figure3",
    ("fournier2012", "Figure 5a"): "fournier2012_figure5a",
    ("fournier2012", "Figure 5b"): "fournier2012_figure5b",
    ("fournier2012", "Figures 5c and 10"): "fournier2012_figure5c_short",
    ("scaiano2012", "Table 2"): "scaiano2012_table2",
    ("scaiano2012", "Section 3.2"): "scaiano2012_even",
    ("scaiano2012", "Section 3.3"): "scaiano2012_section3_3",
    ("diaz2022", "Figures 10, 11, 12 and 16"): "diaz2022_figure10",
    ("diaz2022", "Judgement test"): "diaz2022_at",
}
"""The scenes of the laboratory in which the figures of a part can be explored."""

SIGNS: dict[Outcome, str] = {"equal": "=", "close": "≈", "differs": "≠", "missing": ""}


@dataclass(frozen=True)
class Given:
    """Data files of this session, and a digest of their contents."""

    data: PaperData
    digest: str


NOTHING = Given(PaperData(), "")


def too_large(size: int) -> str:
    """Return why data files of so many bytes are not read; empty if they are."""
    if size <= MOST_DATA:
        return ""
    return words.TOO_LARGE.format(rate(size / MEGABYTE), count(MOST_DATA / MEGABYTE))


def given_data(paper: str, files: Sequence[tuple[str, bytes]]) -> Given:
    """Read data files for a paper; raises ValueError if they are not what it needs."""
    sources = [Source(name, content) for name, content in files]
    try:
        data = read_data(sources)
    except Unreadable as error:
        raise ValueError(str(error)) from None
    if not getattr(data, TAKES[paper]):
        raise ValueError(words.NOT_NEEDED.format(", ".join(source.name for source in sources)))
    digest = hashlib.sha256(b"".join(source.content for source in sources)).hexdigest()
    return Given(data, digest)


def quick_parts(view: UrlState, given: Given) -> tuple[Part, ...]:
    """Compute a paper's tables and figures again, without simulations, see `needed`."""
    return Job(
        ("reproduced", view.paper, given.digest),
        partial(reproduce, view.paper, given.data, simulated=False),
        of=MOST_DATA,
    ).needed()


def simulated_parts(view: UrlState, given: Given) -> tuple[Part, ...] | None:
    """Run a paper's simulations again, see `computed`; None until somebody asks for it."""
    quick = len(quick_parts(view, given))
    found = Job(
        ("simulated", view.paper, given.digest),
        partial(reproduce, view.paper, given.data),
        label=words.SIMULATED[view.paper],
        unasked=0.0,
    ).computed()
    return None if found is None else found[quick:]


def tables(part: Part) -> tuple[PageTable, PageTable]:
    """Show a part as its paper does, figures that are published alone apart from ours."""
    names = _names(part)
    headings = [Heading(*words.HEADINGS.get(name, (name,))) for name in names]
    columns = [Heading("", numeric=False), *headings]
    found: dict[str, dict[str, Reproduced]] = {}
    for one in part.rows:
        found.setdefault(one.row, {})[one.column] = one
    ours, theirs = [], []
    for row, cells in found.items():
        shown = TableRow("item", [Cell(row), *(_cell(cells.get(name)) for name in names)])
        if any(one.ours is not None for one in cells.values()):
            ours.append(shown)
        elif any(one.published is not None for one in cells.values()):
            theirs.append(shown)
    return (columns, ours), (columns, theirs)


def _names(part: Part) -> tuple[str, ...]:
    """Name the columns in which there is a figure, ours or published."""
    there = (one for one in part.rows if (one.ours, one.published) != (None, None))
    return tuple(dict.fromkeys(one.column for one in there))


def _cell(one: Reproduced | None) -> Cell:
    if one is None:
        return Cell("")
    said = f"{SIGNS[one.outcome]} {figure(one.published, one.decimals)}".strip()
    if one.published is None:
        said = ""
    elif one.ours is None:
        said = words.PUBLISHED.format(said)
    elif one.outcome == "differs":
        said = ", ".join(filter(None, (said, difference(one))))
    title = (
        words.OUTCOME.format(said=OUTCOMES[one.outcome], difference=difference(one))
        if difference(one)
        else ""
    )
    why = "; ".join(filter(None, (title, one.reason)))
    return Cell(figure(one.ours, one.decimals), sub=said or None, title=why or None)


def tally(part: Part) -> str:
    """Count in words how the figures of a part compare."""
    found = counts_of([part])
    return ", ".join(f"{found[kind]:,} {name}" for kind, name in OUTCOMES.items() if found[kind])


def reasons_of(part: Part) -> list[str]:
    """Return why figures of a part are not equal, with symbols as the page writes them."""
    found = "\n".join(reasons(part))
    for name, heading in sorted(words.HEADINGS.items(), reverse=True):
        found = found.replace(name, words.OVER.format(*heading))
    return found.splitlines()


def links_of(part: Part, view: UrlState) -> list[Link]:
    """Return the link from a part to where its figures can be explored."""
    if (part.paper, part.title) == ("fournier2012", "Table 2"):
        to_chapters = view.href("", corpus="moonstone", convention="published")
        return [Link(words.TO_CHAPTERS, to_chapters)]
    scene = SCENES_OF.get((part.paper, part.title))
    return [Link(words.TO_SCENE, to_scene(view, SCENES[scene]))] if scene else []


def command(view: UrlState, given: Given) -> str:
    """Write the command that computes the same."""
    parts = ["segmetrics", "reproduce", view.paper]
    if view.paper in TAKES:
        parts += ["--data", "PATH"] if given.digest else []
    return " ".join(parts)
