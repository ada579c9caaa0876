"""The figures of a report as files, PNG and SVG, drawn by matplotlib, which needs no browser.

Each is the Plotly figure that pages and the HTML report show. Of what Plotly knows, this draws
what our figures are made of: points with error bars, lines, areas, bars and shaded cells.
"""
# ruff: noqa: E402 - Matplotlib is told first where to keep nothing

from __future__ import annotations

import logging
import os
import re
import warnings
from collections.abc import Iterator, Sequence
from html import unescape
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go

# Matplotlib would keep settings and a list of fonts on the disk, and refuses where it may not. It
# finds its own settings at once, and makes the list again (half a second).
for _place in getattr(find_spec("matplotlib"), "submodule_search_locations", None) or ():
    os.environ.setdefault("MATPLOTLIBRC", str(Path(_place) / "mpl-data"))
import matplotlib

matplotlib.get_cachedir = lambda: os.devnull
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from segmetrics.io.problems import UNPRINTABLE
from segmetrics.number_formats import percent
from segmetrics.plots.palette import LIGHT, VALUE, scale
from segmetrics.reporting.report import Report
from segmetrics.reporting.report_figures import ReportFigure, figures_of
from segmetrics.reporting.report_tables import facts, notes
from segmetrics.tables.plain import write_zip

WIDTH, INCH = 720, 100
"""Pixels of a figure's width, and of an inch; a PNG has `DOTS` an inch."""

DOTS = 300
NO_FIGURE = (
    "there is none in this report; ask for the heat map, and of texts for the ranked items, of "
    "recordings for their agreement"
)
POINT = 72 / INCH  # points of a pixel
STYLE: Any = {
    "font.size": 12 * POINT,
    "axes.edgecolor": "#8a8a8a",
    "axes.labelcolor": LIGHT.ink,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": "#e4e4e4",
    "text.color": LIGHT.ink,
    "xtick.color": LIGHT.ink,
    "ytick.color": LIGHT.ink,
    # Text stays text, in the fonts of whoever looks at it, and the same figure gives the same file.
    "svg.fonttype": "none",
    "svg.hashsalt": "figure",
}
MARKERS = {
    "circle": "o",
    "square": "s",
    "diamond": "D",
    "triangle-up": "^",
    "triangle-down": "v",
    "star": "*",
    "line-ns-open": "|",
}
DASHES = {"dash": "--", "dot": ":", "dashdot": "-.", "longdash": (0, (8, 4))}
MARKUP, SUB = re.compile(r"<(?!/?sub>)[^>]*>"), re.compile(r"<sub>(.*?)</sub>")


def drawn(figure: ReportFigure) -> dict[str, bytes]:
    """Return a figure as SVG and as PNG, by their endings."""
    found = {}
    with rc_context(STYLE), warnings.catch_warnings():
        # A letter that no font has is a box in the PNG; the SVG has it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        canvas = canvas_of(figure.figure)
        for ending, more in (("svg", {"metadata": {"Date": None}}), ("png", {"dpi": DOTS})):
            buffer = BytesIO()
            canvas.savefig(buffer, format=ending, **more)
            found[ending] = buffer.getvalue()
    return found


def canvas_of(figure: go.Figure) -> Figure:
    """Draw a Plotly figure with matplotlib."""
    layout = figure.layout
    canvas = Figure(figsize=(WIDTH / INCH, layout.height / INCH), layout="constrained")
    by_axes: dict[tuple[str, str], list[Any]] = {}
    for trace in figure.data:
        by_axes.setdefault((trace.xaxis or "x", trace.yaxis or "y"), []).append(trace)
    ends = [_of(layout, y).domain or (0, 1) for _, y in by_axes]
    order = sorted(range(len(ends)), key=lambda place: -ends[place][1])
    ratios = [ends[place][1] - ends[place][0] for place in order]
    grid = canvas.subplots(len(ends), 1, squeeze=False, height_ratios=ratios)[:, 0]
    panels = [grid[order.index(place)] for place in range(len(ends))]
    for panel, ((x, y), traces), (_, top) in zip(panels, by_axes.items(), ends, strict=True):
        for number, trace in enumerate(traces):
            KINDS[trace.type](panel, trace, traces[number - 1])
        _axis(panel.xaxis, _of(layout, x))
        _axis(panel.yaxis, _of(layout, y))
        for note in layout.annotations:
            if abs(note.y - top) < 1e-6:
                panel.set_title(_text(note.text), loc="left", fontsize="medium")
    for shape in layout.shapes:
        along = panels[0].axvline if shape.xref == "x" else panels[0].axhline
        along(
            shape.x0 if shape.xref == "x" else shape.y0,
            color=shape.line.color,
            linewidth=shape.line.width * POINT,
            zorder=1.5,
        )
    if layout.showlegend:
        _legend(canvas, panels[0])
    return canvas


def _of(layout: Any, name: str) -> Any:
    """Return the axis of a trace by its name, such as ``x2``."""
    return layout[f"{name[0]}axis{name[1:]}"]


def _axis(axis: Any, wanted: Any) -> None:
    """Give an axis its ends, marks, grid and title."""
    along = axis.axis_name
    if wanted.range is not None:
        axis.axes.set(**{f"{along}lim": wanted.range})
    elif wanted.rangemode == "tozero":
        axis.axes.set(**{f"{along}lim": (min(0.0, axis.get_view_interval()[0]), None)})
    if wanted.showticklabels is False:
        axis.set_ticks([])
    elif wanted.tickvals is not None:
        axis.set_ticks(wanted.tickvals, [_text(text) for text in wanted.ticktext])
    elif wanted.nticks:
        axis.set_major_locator(MaxNLocator(wanted.nticks))
    axis.grid(wanted.showgrid is not False)
    axis.axes.set_axisbelow(True)
    axis.set_label_text(_text(wanted.title.text or ""))


def _legend(canvas: Figure, panel: Axes) -> None:
    lines, names = panel.get_legend_handles_labels()
    if names:
        canvas.legend(lines, names, loc="outside upper left", ncols=len(names), frameon=False)


def _text(text: str) -> str:
    """Write what Plotly marks up as matplotlib does; a dollar sign is no formula."""
    parts = SUB.split(MARKUP.sub("", UNPRINTABLE.sub(" ", text)))
    plain = [unescape(part).replace("$", r"\$") for part in parts]
    return "".join(
        rf"$_{{\mathrm{{{part}}}}}$" if place % 2 else part for place, part in enumerate(plain)
    )


def _scatter(panel: Axes, trace: Any, before: Any) -> None:
    colour = trace.marker.color or trace.line.color or VALUE
    name = _text(trace.name) if trace.name and trace.showlegend is not False else "_"
    if trace.fill:
        base = before.y if trace.fill == "tonexty" else 0
        shade = _colour(trace.fillcolor) or (*_colour(trace.line.color)[:3], 0.5)
        panel.fill_between(trace.x, trace.y, base, color=shade, linewidth=0, label=name)
        name = "_"
    if "lines" in trace.mode and trace.line.width != 0:
        panel.plot(
            trace.x,
            trace.y,
            color=trace.line.color or VALUE,
            linewidth=(trace.line.width or 2) * POINT,
            linestyle=DASHES.get(trace.line.dash or "", "-"),
            label=name,
            marker=MARKERS[trace.marker.symbol] if "markers" in trace.mode else "",
            markersize=(trace.marker.size or 0) * POINT,
        )
    elif "markers" in trace.mode:
        panel.errorbar(
            trace.x,
            trace.y,
            yerr=_error(trace.error_y),
            xerr=_error(trace.error_x),
            color=colour,
            ecolor=trace.error_x.color or trace.error_y.color or colour,
            elinewidth=1.5 * POINT,
            capsize=3 * POINT,
            linestyle="",
            marker=MARKERS[trace.marker.symbol],
            markersize=trace.marker.size * POINT,
            label=name,
        )


def _error(error: Any) -> list[Sequence[float]] | None:
    shown = error.array is not None and error.visible is not False
    return [error.arrayminus, error.array] if shown else None


def _colour(colour: str | None) -> Any:
    """Return a colour of Plotly as shares of red, green, blue and of how much covers."""
    if colour is None:
        return None
    if not colour.startswith("rgba("):
        return to_rgba(colour)
    *rgb, covers = (float(part) for part in colour[5:-1].split(","))
    return (*(part / 255 for part in rgb), covers)


def _heat_map(panel: Axes, trace: Any, _: Any) -> None:
    shares = np.array(trace.z, dtype=float)
    # As Plotly has it: with an edge more than rows, they are edges, and else middles.
    rows = np.array(trace.y, dtype=float)
    middles = len(rows) == len(shares)
    edges = np.append(rows - 0.5, rows[-1] + 0.5) if middles else rows
    columns = np.array(trace.x, dtype=float)
    panel.pcolormesh(
        np.append(columns - 0.5, columns[-1] + 0.5),
        edges,
        shares,
        cmap=_shades(),
        vmin=0,
        vmax=1,
        edgecolors="white",
        linewidth=1 * POINT,
    )
    panel.set(xlim=(columns[0] - 0.5, columns[-1] + 0.5))
    bar, figure = trace.colorbar, panel.figure
    beside = figure.colorbar(ScalarMappable(cmap=_shades()), ax=panel, aspect=14, pad=0.02)
    beside.outline.set_visible(False)
    beside.set_ticks(list(bar.tickvals), labels=[*(bar.ticktext or map(percent, bar.tickvals))])
    beside.ax.set_title("\n".join(_lines(bar.title.text)), fontsize="small", loc="left")


def _lines(text: str) -> Iterator[str]:
    """Part the title of the shades; a dot alone only makes room in Plotly."""
    return (_text(line) for line in text.split("<br>") if MARKUP.sub("", line) != ".")


def _shades() -> LinearSegmentedColormap:
    return LinearSegmentedColormap.from_list("shares", scale(LIGHT))


def _bars(panel: Axes, trace: Any, _: Any) -> None:
    panel.bar(trace.x, trace.y, trace.width, trace.base, color=trace.marker.color)


KINDS = {"scatter": _scatter, "heatmap": _heat_map, "bar": _bars}


def report_figures(report: Report) -> bytes:
    """Write the figures of a report as files, in a ZIP."""
    found = figures_of(report)
    files = {
        f"{figure.key}.{ending}": content
        for figure in found
        if figure.draw
        for ending, content in drawn(figure).items()
    }
    return write_zip({**files, "about.txt": _about_file(report, found, bool(files))})


def _about_file(report: Report, found: Sequence[ReportFigure], any_drawn: bool) -> bytes:
    what = "Each figure as SVG and as PNG." if any_drawn else f"No figures: {NO_FIGURE}."
    lines = [what, ""]
    lines += [f"{figure.key}: {figure.title}. {figure.about}" for figure in found]
    lines += ["", *(f"{name}: {value}" for name, value in facts(report)), "", *notes(report)]
    return "\n".join([*lines, ""]).encode("utf-8", "replace")
