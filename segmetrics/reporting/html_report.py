"""A report as one HTML file: tables, figures, texts and settings; it opens without a network.

The file holds one copy of plotly.js, gzipped and in base64, which the browser unpacks; it
refers to nothing outside. It follows the light or dark theme of the reader's system and is
printed on white. Without JavaScript only the figures are missing, and it says so.
"""

from __future__ import annotations

import gzip
import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from plotly.offline import get_plotlyjs, get_plotlyjs_version

from segmetrics.io.problems import UNPRINTABLE
from segmetrics.phrases import before
from segmetrics.plots.palette import DARK, LIGHT
from segmetrics.reporting.blocks import (
    Block,
    Bullets,
    Excerpts,
    Figure,
    Paragraph,
    References,
    SectionHeading,
)
from segmetrics.reporting.excerpts import ComparedBoundary, Excerpt, Kind
from segmetrics.reporting.report import Report
from segmetrics.reporting.report_figures import ReportFigure, page_template
from segmetrics.reporting.report_tables import counts, facts, notes, placed_after
from segmetrics.reporting.sections import KINDS, disagreements, held
from segmetrics.tables.columns import Table
from segmetrics.tables.markup import as_html, html_table

HERE = Path(__file__).parent
STYLE = (HERE / "report.css").read_text(encoding="utf-8")
SCRIPT = (HERE / "report.js").read_text(encoding="utf-8")
ABOUT = "About this report"
# Signs of boundaries, by what they are to most of the other coders.
SIGNS: Mapping[Kind, str] = {"same": "|", "near": "⌒", "full": "×"}
NO_SCRIPT = "The figures need JavaScript; their numbers stand in the tables."
PLOTLY_NAME = f"plotly-{get_plotlyjs_version()}.min.js"
"""What plotly.js is called where it has an address of its own; another version has another."""

# Where plotly.js stands in a page with figures; no name or text can write an element.
OPENS, CLOSES = b'<script type="text/plain" id="plotly">', b"</script>"


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The page of a report, kept small: packed, and without plotly.js, which is the same in all."""

    packed: bytes
    unpacked: int
    has_figures: bool

    @property
    def size(self) -> int:
        """Bytes of the whole file; in base64, four stand for three."""
        return self.unpacked + self.has_figures * 4 * -(-len(packed_plotly()) // 3)

    @property
    def whole(self) -> bytes:
        """The page as one file that needs nothing else."""
        plotly = b64encode(packed_plotly()) if self.has_figures else b""
        return self._with(OPENS + plotly + CLOSES)

    def beside(self, plotly: str) -> str:
        """Return the page as it is shown where plotly.js has an address of its own."""
        return self._with(f'<script src="{escape(plotly)}"></script>'.encode()).decode()

    def _with(self, script: bytes) -> bytes:
        return zlib.decompress(self.packed).replace(OPENS + CLOSES, script)


def report_html(report: Report) -> bytes:
    """Write a report as one self-contained HTML file."""
    return report_page(report).whole


def report_page(report: Report) -> ReportPage:
    """Write a report as a page."""
    blocks = {key: section.blocks(report) for key, section in held(report).items()}
    titles = report.contents
    sections = [
        *((key, titles[key], "".join(map(_block, found))) for key, found in blocks.items()),
        ("about", ABOUT, _provenance_html(report)),
    ]
    drawn = [one.figure for found in blocks.values() for one in found if isinstance(one, Figure)]
    links = "".join(f'<li><a href="#{key}">{escape(title)}</a></li>' for key, title, _ in sections)
    body = "".join(
        f'<section id="{key}"><h2>{escape(title)}</h2>{content}</section>\n'
        for key, title, content in sections
    )
    source = f'<p class="small">{as_html(report.source)}</p>' if report.source else ""
    left_out = ""
    if report.left_out:
        left_out = (
            '<p class="small">Left out because of problems: '
            f"{as_html(', '.join(report.left_out))}.</p>"
        )
    page = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{as_html(report.title)}</title>
<link rel="icon" href="data:,">
<style>{STYLE}</style>
</head>
<body>
<header>
<h1>{as_html(report.title)}</h1>
{source}
<p class="small">{counts(report)}. {escape(report.date)}.</p>
{left_out}
<nav aria-label="Contents"><ol>{links}</ol></nav>
</header>
<main>
{body}</main>
{_figures(drawn)}<script>{SCRIPT}</script>
</body>
</html>
"""
    # Names and texts may hold half of a surrogate pair, which no encoding has.
    content = page.encode("utf-8", "replace")
    has_figures = any(figure.draw for figure in drawn)
    return ReportPage(zlib.compress(content), len(content), has_figures)


def _block(block: Block) -> str:
    """Write a block of a section."""
    match block:
        case SectionHeading(text):
            return f"<h3>{as_html(text)}</h3>"
        case Paragraph(text):
            return f"<p>{as_html(text)}</p>"
        case Bullets(texts):
            return _list(texts, small=False)
        case References(texts):
            return f"<h3>References</h3>{_list(texts, small=False)}"
        case Figure(figure):
            return _figure(figure)
        case Excerpts(found, without):
            return _excerpts(found, without)
        case Table():
            return (html_table(block) if block.rows else "") + _list(block.notes)


def _figure(figure: ReportFigure) -> str:
    if figure.draw is None:
        return f"<p>{as_html(figure.about)}</p>"
    height = figure.figure.layout.height
    return (
        f"<figure aria-label='{escape(figure.title)}'>"
        f"<figcaption>{as_html(figure.about)}</figcaption>"
        f"<div class='plot' id='plot-{figure.key}' style='height:{height}px'></div>"
        f"<noscript><p class='small'>{NO_SCRIPT}</p></noscript></figure>"
    )


def _figures(drawn: Sequence[ReportFigure]) -> str:
    """Write what the figures are drawn from, and by."""
    data = {figure.key: json.loads(figure.figure.to_json()) for figure in drawn if figure.draw}
    if not data:
        return ""
    for figure in data.values():
        del figure["layout"]["template"]
    themes = {"light": LIGHT, "dark": DARK}
    looks = {name: page_template(theme).to_plotly_json() for name, theme in themes.items()}
    return (
        f'<script type="application/json" id="figures">{_island(data)}</script>\n'
        f'<script type="application/json" id="looks">{_island(looks)}</script>\n'
        f"{(OPENS + CLOSES).decode()}\n"
    )


def _island(data: object) -> str:
    """Write JSON that cannot end the script element it stands in."""
    return json.dumps(data, separators=(",", ":"), sort_keys=True).replace("<", "\\u003c")


@cache
def packed_plotly() -> bytes:
    """Return plotly.js, packed by gzip; the same bytes at every call."""
    return gzip.compress(get_plotlyjs().encode(), mtime=0)


def _excerpts(found: Sequence[Excerpt], without: str) -> str:
    legend = ", ".join(
        f"<span class='mark {kind}'><b>{sign}</b> {KINDS[kind]}</span>"
        for kind, sign in SIGNS.items()
    )
    about = (
        f"<p class='small'>A name stands where that coder placed a boundary. The sign before it "
        f"says what that is to most of the other coders: {legend}.{without}</p>"
    )
    return about + "".join(map(_excerpt, found))


def _excerpt(one: Excerpt) -> str:
    where = before(range(one.place, one.last + 1), one.unit)
    head = (
        f"<h3>{as_html(f'{one.item}, {where}')}</h3>"
        f"<p class='small'>{as_html(one.title)}. {disagreements(one)}</p>"
    )
    inside = _with_texts(one) if one.texts else _lanes(one)
    return f"<div class='excerpt'>{head}{inside}</div>"


def _with_texts(one: Excerpt) -> str:
    units = []
    for unit, text in enumerate(one.texts, one.first):
        placed = [_mark(coder, mark) for coder, mark in placed_after(one, unit)]
        line = f"<div class='coders'>{''.join(placed)}</div>" if placed else ""
        units.append(f"<li><span class='unit'>{unit:,}</span>{_lines_kept(text)}{line}</li>")
    return f"<div class='text'><ol>{''.join(units)}</ol></div>"


def _lanes(one: Excerpt) -> str:
    """Show places alone, for an item without texts."""
    places = range(one.first, one.first + one.units - 1)
    head = "".join(f"<th scope='col'>{place + 1:,}</th>" for place in places)
    rows = []
    for coder, marks in one.marks.items():
        at = {mark.place: mark for mark in marks}
        cells = "".join(
            f"<td>{_mark('', at[place]) if place in at else ''}</td>" for place in places
        )
        rows.append(f"<tr><th scope='row'>{as_html(coder)}</th>{cells}</tr>")
    label = f"Boundaries in {as_html(one.title)}"
    return (
        f"<div class='scroll' role='region' aria-label='{label}' tabindex='0'>"
        f"<table class='lanes'><thead><tr><th scope='col'>begins at {as_html(one.unit)}</th>{head}"
        "</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _mark(coder: str, mark: ComparedBoundary) -> str:
    """Write a boundary of a coder: its sign, and in words for those who cannot see that."""
    sign, name = SIGNS[mark.kind], KINDS[mark.kind]
    others = f"same {mark.same}, near {mark.near}, none {mark.full} of the other coders"
    label = f" {as_html(coder)}" if coder else ""
    return (
        f"<span class='mark {mark.kind}' title='{others}'><b aria-hidden='true'>{sign}</b>{label}"
        f"<span class='said'> {name}</span></span>"
    )


def _provenance_html(report: Report) -> str:
    """Write the whole provenance, and all notes again for who reads this part alone."""
    rows = "".join(
        f"<dt>{as_html(name)}</dt><dd>{as_html(value)}</dd>" for name, value in facts(report)
    )
    return f"<dl>{rows}</dl>{_list(notes(report))}"


def _list(lines: Iterable[str], *, small: bool = True) -> str:
    look = " class='small'" if small else ""
    said = "".join(f"<li>{as_html(line)}</li>" for line in lines)
    return f"<ul{look}>{said}</ul>" if said else ""


def _lines_kept(text: str) -> str:
    """Write a text from a file as text, line by line."""
    return "\n".join(escape(UNPRINTABLE.sub(" ", line)) for line in text.splitlines())
