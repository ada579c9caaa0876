"""The figures of a report as files: SVG and PNG where a browser can draw them, else HTML.

Drawing needs the package kaleido (the extra ``images``) and a Chromium or Chrome. The browser
gets plotly.js from the installed package, no MathJax, and a proxy that is not there, so that
it reaches nothing outside.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path

from segmetrics.extras import missing
from segmetrics.reporting.html_report import report_html
from segmetrics.reporting.report import Report
from segmetrics.reporting.report_figures import ReportFigure, figures_of
from segmetrics.reporting.report_tables import facts, notes
from segmetrics.tables.plain import write_zip

WIDTH = 720
"""Pixels of a figure's width; 18 cm at the resolution of a PNG, 300 dots an inch."""

SCALE = 3
SECONDS = 60
NO_HOST = "http://127.0.0.1:9"
# Plotly names the parts of an SVG by chance; all of them share this name.
CHANCE_NAME = re.compile(r"defs-([0-9a-f]{6})\b")

NO_BROWSER = "no Chromium or Chrome was found; install one, or name it by the variable BROWSER_PATH"
NO_FIGURE = (
    "there is none in this report; ask for the heat map, and of texts for the ranked items, of "
    "recordings for their agreement"
)


class CannotDraw(RuntimeError):  # noqa: N818 - it says of this machine what it cannot do
    """Figures cannot be drawn here; the message says why, and what to do."""


def report_figures(report: Report, *, undrawn: str = "") -> bytes:
    """Write the figures of a report as files, in a ZIP."""
    found = figures_of(report)
    if not any(figure.draw for figure in found):
        return write_zip({"about.txt": _about_file(report, found, f"No figures: {NO_FIGURE}.")})
    try:
        if undrawn:
            raise CannotDraw(undrawn)
        files = drawn(found)
        what = "Each figure as SVG and as PNG."
    except CannotDraw as why:
        files = {"figures.html": report_html(_figures_alone(report))}
        what = f"The figures as an HTML page, because {why}."
    return write_zip({**files, "about.txt": _about_file(report, found, what)})


def _figures_alone(report: Report) -> Report:
    drawn = {"heat_map", "agreement" if report.recorded else "ranked"}
    contents = tuple(key for key in report.options.contents if key in drawn)
    return replace(report, options=replace(report.options, contents=contents))


def _about_file(report: Report, found: Sequence[ReportFigure], what: str) -> bytes:
    lines = [what, ""]
    lines += [f"{figure.key}: {figure.title}. {figure.about}" for figure in found]
    lines += ["", *(f"{name}: {value}" for name, value in facts(report)), "", *notes(report)]
    return "\n".join([*lines, ""]).encode("utf-8", "replace")


@cache
def why_not_drawn() -> str:
    """Return why figures cannot be drawn on this machine; empty if they can."""
    if why := missing("images", "a picture"):
        return why
    from choreographer.browsers.chromium import Chromium

    path = Chromium.find_browser(skip_local=False)
    return "" if path and Path(path).is_file() else NO_BROWSER


def drawn(found: Sequence[ReportFigure]) -> Mapping[str, bytes]:
    """Draw figures as SVG and PNG."""
    why = why_not_drawn()
    if why:
        raise CannotDraw(why)
    from kaleido import Kaleido, PageGenerator

    async def draw() -> dict[str, bytes]:
        files = {}
        page = PageGenerator(mathjax=False)
        async with Kaleido(
            n=1, timeout=SECONDS, page_generator=page, proxy_server=NO_HOST
        ) as browser:
            for figure in found:
                if figure.draw is None:
                    continue
                size = {"width": WIDTH, "height": figure.figure.layout.height}
                for form, scale in (("svg", 1), ("png", SCALE)):
                    wanted = {**size, "format": form, "scale": scale}
                    files[f"{figure.key}.{form}"] = await browser.calc_fig(figure.figure, wanted)
        return files

    try:
        # In a thread of its own: the caller's may run a loop already.
        with ThreadPoolExecutor(1) as pool:
            files: dict[str, bytes] = pool.submit(asyncio.run, draw()).result()
    except Exception as error:  # whatever a browser of some machine fails with
        said = f"the browser failed ({type(error).__name__})"
        raise CannotDraw(said) from error
    return {
        name: _same_names(content) if name.endswith(".svg") else content
        for name, content in files.items()
    }


def _same_names(svg: bytes) -> bytes:
    """Replace the name that plotly.js gave the parts of an SVG by chance."""
    text = svg.decode()
    found = CHANCE_NAME.search(text)
    return text.replace(found[1], "plot").encode() if found else svg
