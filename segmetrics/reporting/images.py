"""The figures of a report as files, PNG and SVG, drawn without a browser.

Each is the Plotly figure that pages and the HTML report show. Of what Plotly knows, this draws
what our figures are made of: points with error bars, lines, areas, bars and shaded cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape, unescape
from importlib.util import find_spec
from io import BytesIO
from itertools import pairwise
from math import atan2, ceil, cos, floor, hypot, log10, pi, sin
from pathlib import Path
from typing import Any, Protocol

import plotly.graph_objects as go
from PIL import Image, ImageColor, ImageDraw, ImageFont

from segmetrics.io.problems import UNPRINTABLE
from segmetrics.plots.palette import LIGHT, VALUE, scale
from segmetrics.reporting.report import Report
from segmetrics.reporting.report_figures import ReportFigure, figures_of
from segmetrics.reporting.report_tables import facts, notes
from segmetrics.tables.plain import write_zip

WIDTH = 720
"""Pixels of a figure's width; 18 cm at the resolution of a PNG, 300 dots an inch."""

SCALE = 3
NO_FIGURE = (
    "there is none in this report; ask for the heat map, and of texts for the ranked items, of "
    "recordings for their agreement"
)

Point = tuple[float, float]
# The fonts of the dashboard come first, then those of most systems; the last is Pillow's own.
FONTS = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "Arial.ttf", "arial.ttf", "Helvetica.ttc")
FAMILY = "Source Sans 3, Helvetica, Arial, sans-serif"
REGULAR = 400
SMALL, TEXT = 11, 12
GRID, AXIS = "#e4e4e4", "#8a8a8a"
# Pixels: around a figure, between a mark of an axis and its label, of a title, of the shades.
EDGE, BESIDE, TITLE, SHADES = 10, 6, 20, 84
DASHES = {
    "dash": (9, 6),
    "dot": (2, 4),
    "dashdot": (9, 4, 2, 4),
    "longdash": (14, 6),
    "longdashdot": (14, 4, 2, 4),
}
# Marks as polygons within a circle of radius 1: corners, and where the first one points.
CORNERS = {
    "circle": (32, 0.0),
    "square": (4, pi / 4),
    "diamond": (4, 0.0),
    "triangle-up": (3, -pi / 2),
    "triangle-down": (3, pi / 2),
}
MARKUP, SUB = re.compile(r"<(?!/?sub>)[^>]*>"), re.compile(r"<sub>(.*?)</sub>")
WANTED_TICKS = 6


class Pen(Protocol):
    """What draws: lines, areas and lines of text, in pixels of a figure."""

    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """Draw a line."""

    def area(self, points: Sequence[Point], colour: str) -> None:
        """Fill an area."""

    def text(self, at: Point, text: str, size: float, anchor: str, colour: str) -> None:
        """Write a line of text, its middle at a height, from there on, around or up to there."""


class PngPen:
    """Draws a PNG."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGB", (WIDTH * SCALE, height * SCALE), "white")
        self.on = ImageDraw.Draw(self.image)

    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """Draw a line."""
        thick = max(1, round(width * SCALE))
        self.on.line([(x * SCALE, y * SCALE) for x, y in points], colour, thick, "curve")

    def area(self, points: Sequence[Point], colour: str) -> None:
        """Fill an area."""
        self.on.polygon([(x * SCALE, y * SCALE) for x, y in points], colour)

    def text(self, at: Point, text: str, size: float, anchor: str, colour: str) -> None:
        """Write a line of text."""
        x, y = at[0] * SCALE, at[1] * SCALE
        x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * SCALE * width_of(text, size)
        for part, low in _runs(text):
            used = font(round(size * (0.7 if low else 1) * SCALE))
            self.on.text((x, y + low * size), part, colour, used, "lm")
            x += used.getlength(part)

    @property
    def content(self) -> bytes:
        """The file."""
        buffer = BytesIO()
        dots = SCALE * WIDTH / 18 * 2.54
        self.image.save(buffer, "PNG", optimize=True, dpi=(dots, dots))
        return buffer.getvalue()


@dataclass
class SvgPen:
    """Draws an SVG."""

    height: int
    parts: list[str] = field(default_factory=list)

    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """Draw a line."""
        look = f'fill="none" stroke="{colour}" stroke-width="{width:g}"'
        self.parts.append(f'<polyline points="{_listed(points)}" {look}/>')

    def area(self, points: Sequence[Point], colour: str) -> None:
        """Fill an area."""
        self.parts.append(f'<polygon points="{_listed(points)}" fill="{colour}"/>')

    def text(self, at: Point, text: str, size: float, anchor: str, colour: str) -> None:
        """Write a line of text."""
        inside = "".join(
            f'<tspan dy="{size * 0.3:.1f}" font-size="{size * 0.7:.1f}">{escape(part)}</tspan>'
            if low
            else escape(part)
            for part, low in _runs(text)
        )
        x, y = at[0], at[1] + 0.35 * size
        look = f'font-size="{size:g}" text-anchor="{anchor}" fill="{colour}"'
        self.parts.append(f'<text x="{x:.2f}" y="{y:.2f}" {look}>{inside}</text>')

    @property
    def content(self) -> bytes:
        """The file."""
        size = f'width="{WIDTH}" height="{self.height}" viewBox="0 0 {WIDTH} {self.height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}">'
        ground = f'<rect width="{WIDTH}" height="{self.height}" fill="#ffffff"/>'
        return "\n".join([head, ground, *self.parts, "</svg>", ""]).encode("utf-8", "replace")


def _listed(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


@cache
def font(size: int) -> Any:
    """Return a font of a size in dots."""
    found = find_spec("streamlit")
    places = found.submodule_search_locations if found else None
    media = [Path(place) / "static" / "static" / "media" for place in places or ()]
    ours = [str(one) for place in media for one in sorted(place.glob("SourceSansVF-Upright*"))]
    for name in (*ours, *FONTS):
        try:
            used = ImageFont.truetype(name, size)
        except OSError:
            continue
        if name in ours:
            used.set_variation_by_axes([REGULAR])
        return used
    return ImageFont.load_default(size)


def width_of(text: str, size: float) -> float:
    """Return how wide a line of text is, in pixels."""
    return sum(
        float(font(round(size * (0.7 if low else 1) * SCALE)).getlength(part)) / SCALE
        for part, low in _runs(text)
    )


def _runs(text: str) -> list[tuple[str, float]]:
    """Part a text where Plotly's markup lowers it, with how far, in letters."""
    parts = SUB.split(MARKUP.sub("", UNPRINTABLE.sub(" ", text)))
    return [(unescape(part), 0.3 * (place % 2)) for place, part in enumerate(parts) if part]


# ----- where things are


@dataclass(frozen=True)
class Axis:
    """An axis: its ends, where they lie in pixels, and its marks."""

    low: float
    high: float
    start: float
    end: float
    marks: Sequence[tuple[float, str]]
    grid: bool
    title: str

    def __call__(self, value: float) -> float:
        """Return where a value lies."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


@dataclass(frozen=True)
class Panel:
    """A part of a figure with axes of its own."""

    x: Axis
    y: Axis
    traces: Sequence[Any]


def _panels(figure: go.Figure) -> list[Panel]:
    layout = figure.layout
    by_axes: dict[tuple[str, str], list[Any]] = {}
    for trace in figure.data:
        by_axes.setdefault((trace.xaxis or "x", trace.yaxis or "y"), []).append(trace)
    labels = [text for of in by_axes for _, text in _marks(layout, of[1], by_axes[of], "y")]
    shades = any(trace.type == "heatmap" for trace in figure.data)
    titled = any(_of(layout, of[1]).title.text for of in by_axes)
    left = EDGE + max(width_of(one, SMALL) for one in labels) + BESIDE + TITLE * titled
    right = WIDTH - EDGE - SHADES * shades
    top, bottom = layout.margin.t, layout.height - EDGE - 2 * TITLE
    found = []
    for (x, y), traces in by_axes.items():
        low, high = _of(layout, y).domain or (0, 1)
        ends = (bottom - low * (bottom - top), bottom - high * (bottom - top))
        found.append(
            Panel(
                _axis(layout, x, traces, "x", (left, right)),
                _axis(layout, y, traces, "y", ends),
                traces,
            )
        )
    return found


def _of(layout: Any, name: str) -> Any:
    """Return the axis of a trace by its name, such as ``x2``."""
    return layout[f"{name[0]}axis{name[1:]}"]


def _ends(layout: Any, name: str, traces: Sequence[Any], along: str) -> Point:
    """Return the ends of an axis: its own, or around all that it has."""
    axis = _of(layout, name)
    if axis.range is not None:
        return float(axis.range[0]), float(axis.range[1])
    if any(trace.type == "heatmap" for trace in traces):
        across = next(trace for trace in traces if trace.type == "heatmap")[along]
        return min(across) - 0.5, max(across) + 0.5
    values = [float(value) for trace in traces for value in trace[along] if value is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = 0.05 * (high - low) or 1.0
    return (0.0 if axis.rangemode == "tozero" and low >= 0 else low - room), high + room


def _marks(layout: Any, name: str, traces: Sequence[Any], along: str) -> list[tuple[float, str]]:
    """Return the marks of an axis with their labels."""
    axis = _of(layout, name)
    if axis.tickvals is not None:
        return list(zip(axis.tickvals, axis.ticktext, strict=True))
    low, high = sorted(_ends(layout, name, traces, along))
    rough = (high - low) / (axis.nticks or WANTED_TICKS)
    size = 10 ** floor(log10(rough))
    step = next(size * by for by in (1, 2, 5, 10) if size * by >= rough * (1 - 1e-9))
    places = range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)
    return [
        (place * step, f"{place * step:.10g}".replace("-", "\N{MINUS SIGN}")) for place in places
    ]


def _axis(layout: Any, name: str, traces: Sequence[Any], along: str, at: Point) -> Axis:
    axis = _of(layout, name)
    low, high = _ends(layout, name, traces, along)
    hidden = axis.showticklabels is False
    marks = [] if hidden else _marks(layout, name, traces, along)
    return Axis(low, high, *at, marks, axis.showgrid is not False, axis.title.text or "")


# ----- drawing


def draw(figure: go.Figure, pen: Pen) -> None:
    """Draw a figure."""
    panels = _panels(figure)
    for panel in panels:
        _ground(panel, pen)
        for trace in panel.traces:
            KINDS[trace.type](panel, trace, pen)
    x, y = panels[0].x, panels[0].y
    for shape in figure.layout.shapes:
        along = (x(shape.x0), x(shape.x1)) if shape.xref == "x" else (x.start, x.end)
        up = (y(shape.y0), y(shape.y1)) if shape.yref == "y" else (y.start, y.end)
        pen.line(list(zip(along, up, strict=True)), shape.line.color, shape.line.width)
    for note in figure.layout.annotations:
        bottom = figure.layout.height - EDGE - 2 * TITLE
        height = bottom - note.y * (bottom - figure.layout.margin.t)
        pen.text((x.start, height - TITLE / 2), note.text, TEXT, "start", LIGHT.ink)
    if figure.layout.showlegend:
        _legend(figure, x.start, pen)


def _ground(panel: Panel, pen: Pen) -> None:
    """Draw the grid of a panel, the marks of its axes and their titles."""
    x, y = panel.x, panel.y
    for value, label in x.marks:
        if x.grid:
            pen.line([(x(value), y.start), (x(value), y.end)], GRID, 1)
        pen.text((x(value), y.start + BESIDE + 7), label, SMALL, "middle", LIGHT.ink)
    for value, label in y.marks:
        if y.grid:
            pen.line([(x.start, y(value)), (x.end, y(value))], GRID, 1)
        pen.text((x.start - BESIDE, y(value)), label, SMALL, "end", LIGHT.ink)
    pen.text(((x.start + x.end) / 2, y.start + 2 * TITLE - 4), x.title, TEXT, "middle", LIGHT.ink)
    if y.title:
        # What stands along the axis in the browser stands above it, where it is read straight on.
        pen.text((EDGE, y.end - 12), y.title, TEXT, "start", LIGHT.ink)


def _legend(figure: go.Figure, left: float, pen: Pen) -> None:
    at, height = left, TEXT
    for trace in figure.data:
        if trace.showlegend is False or not trace.name:
            continue
        if trace.fill == "tonexty":
            square = [
                (at, height - 5),
                (at + 16, height - 5),
                (at + 16, height + 5),
                (at, height + 5),
            ]
            pen.area(square, _opaque(trace.fillcolor))
        if "lines" in trace.mode and trace.line.width != 0:
            _stroke([(at, height), (at + 20, height)], trace.line, pen)
        if "markers" in trace.mode:
            _mark((at + 10, height), trace, pen)
        pen.text((at + 26, height), trace.name, SMALL, "start", LIGHT.ink)
        at += 26 + width_of(trace.name, SMALL) + 18


def _scatter(panel: Panel, trace: Any, pen: Pen) -> None:
    points = [(panel.x(x), panel.y(y)) for x, y in zip(trace.x, trace.y, strict=True)]
    if trace.fill:
        base = [(x, panel.y(0)) for x, _ in points]
        if trace.fill == "tonexty":
            above = panel.traces[panel.traces.index(trace) - 1]
            base = [(panel.x(x), panel.y(y)) for x, y in zip(above.x, above.y, strict=True)]
        pen.area([*points, *reversed(base)], _opaque(trace.fillcolor or _half(trace.line.color)))
    if "lines" in trace.mode and trace.line.width != 0:
        _stroke(points, trace.line, pen)
    _bars_of_error(panel, trace, pen)
    if "markers" in trace.mode:
        for point in points:
            _mark(point, trace, pen)


def _bars_of_error(panel: Panel, trace: Any, pen: Pen) -> None:
    for error, flat in ((trace.error_x, True), (trace.error_y, False)):
        if error.array is None or error.visible is False:
            continue
        for x, y, more, less in zip(trace.x, trace.y, error.array, error.arrayminus, strict=True):
            if not more and not less:
                continue
            value, along = (x, panel.x) if flat else (y, panel.y)
            other = panel.y(y) if flat else panel.x(x)
            ends = along(max(min(along.low, along.high), value - less)), along(value + more)
            colour = error.color or trace.marker.color
            strokes = [[(ends[0], other), (ends[1], other)]]
            strokes += [[(end, other - error.width), (end, other + error.width)] for end in ends]
            for stroke in strokes:
                turned = stroke if flat else [(b, a) for a, b in stroke]
                pen.line(turned, colour, error.thickness)


def _mark(at: Point, trace: Any, pen: Pen) -> None:
    marker = trace.marker
    symbol, radius, colour = marker.symbol, marker.size / 2, marker.color or trace.line.color
    if symbol.startswith("line"):
        pen.line([(at[0], at[1] - radius), (at[0], at[1] + radius)], colour, 2)
        return
    if symbol == "star":
        turns = [(-pi / 2 + step * pi / 5, 1.25 if step % 2 == 0 else 0.5) for step in range(10)]
    else:
        corners, first = CORNERS[symbol]
        wide = 1.0 if symbol == "circle" else 1.25
        turns = [(first + 2 * pi * step / corners, wide) for step in range(corners)]
    around = [
        (at[0] + far * radius * cos(turn), at[1] + far * radius * sin(turn)) for turn, far in turns
    ]
    pen.area(around, colour)


def _stroke(points: Sequence[Point], look: Any, pen: Pen) -> None:
    colour, width = look.color or VALUE, look.width or 2
    pattern = DASHES.get(look.dash or "solid")
    for part in _dashed(points, pattern) if pattern else [points]:
        pen.line(part, colour, width)


def _dashed(points: Sequence[Point], pattern: Sequence[float]) -> Iterator[list[Point]]:
    """Cut a line into dashes."""
    place, left = 0, pattern[0]
    for (x, y), (to_x, to_y) in pairwise(points):
        length, turn = hypot(to_x - x, to_y - y), atan2(to_y - y, to_x - x)
        done = 0.0
        while done < length:
            step = min(left, length - done)
            if place % 2 == 0:
                ends = (done, done + step)
                yield [(x + far * cos(turn), y + far * sin(turn)) for far in ends]
            done, left = done + step, left - step
            if left <= 0:
                place = (place + 1) % len(pattern)
                left = pattern[place]


def _heat_map(panel: Panel, trace: Any, pen: Pen) -> None:
    wide, rows = trace.xgap or 0, [*trace.y]
    # As Plotly has it: with an edge more than rows, they are edges, and else middles.
    edges = len(rows) > len(trace.z)
    for number, line in enumerate(trace.z):
        ends = (
            (rows[number], rows[number + 1]) if edges else (rows[number] - 0.5, rows[number] + 0.5)
        )
        top, bottom = sorted(map(panel.y, ends))
        gap = (trace.ygap or 0) / 2
        for x, value in zip(trace.x, line, strict=True):
            if value is None or value != value:
                continue
            left, right = panel.x(x - 0.5) + wide / 2, panel.x(x + 0.5) - wide / 2
            box = [
                (left, top + gap),
                (right, top + gap),
                (right, bottom - gap),
                (left, bottom - gap),
            ]
            pen.area(box, shade(value))
    _shades(trace.colorbar, panel, pen)


def _shades(bar: Any, panel: Panel, pen: Pen) -> None:
    """Draw the scale of shades beside a heat map."""
    left, top = panel.x.end + 14, panel.y.end
    for line in bar.title.text.split("<br>"):
        if MARKUP.sub("", line) != ".":
            pen.text((left, top + 6), line, SMALL, "start", LIGHT.ink)
            top += 14
    top += 8
    height = max(20.0, min(bar.len - 60, panel.y.start - top - 6))
    steps = 50
    for step in range(steps):
        upper, lower = (top + height * (1 - (step + by) / steps) for by in (1, 0))
        box = [(left, upper), (left + 12, upper), (left + 12, lower), (left, lower)]
        pen.area(box, shade((step + 0.5) / steps))
    texts = bar.ticktext or [f"{value:.0%}" for value in bar.tickvals]
    for value, text in zip(bar.tickvals, texts, strict=True):
        pen.text((left + 18, top + height * (1 - value)), text, SMALL, "start", LIGHT.ink)


def _bars(panel: Panel, trace: Any, pen: Pen) -> None:
    for x, y, base in zip(trace.x, trace.y, trace.base, strict=True):
        left, right = panel.x(x - trace.width / 2), panel.x(x + trace.width / 2)
        ends = panel.y(base), panel.y(base + y)
        box = [(left, ends[0]), (right, ends[0]), (right, ends[1]), (left, ends[1])]
        pen.area(box, trace.marker.color)


KINDS = {"scatter": _scatter, "heatmap": _heat_map, "bar": _bars}


def shade(share: float) -> str:
    """Return the shade of a share of coders."""
    shades = scale(LIGHT)
    upper = next(place for place, (end, _) in enumerate(shades) if end >= share - 1e-9)
    if upper == 0:
        return shades[0][1]
    (low, one), (high, other) = shades[upper - 1], shades[upper]
    return _mixed(one, other, (share - low) / (high - low))


def _mixed(one: str, other: str, share: float) -> str:
    pairs = zip(ImageColor.getrgb(one), ImageColor.getrgb(other), strict=True)
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in pairs)


def _half(colour: str) -> str:
    return _mixed("#ffffff", colour, 0.5)


def _opaque(colour: str) -> str:
    """Return a colour as it is on white."""
    if not colour.startswith("rgba("):
        return colour
    *rgb, alpha = colour.removeprefix("rgba(").removesuffix(")").split(",")
    return _mixed("#ffffff", f"rgb({','.join(rgb)})", float(alpha))


def drawn(figure: ReportFigure) -> dict[str, bytes]:
    """Return a figure as SVG and as PNG, by their endings."""
    height = int(figure.figure.layout.height)
    files = {}
    for ending, pen in (("svg", SvgPen(height)), ("png", PngPen(height))):
        draw(figure.figure, pen)
        files[ending] = pen.content
    return files


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
