"""Figures as Plotly objects; they know nothing of the dashboard.

Grounds, text and shades of shares come from the template that a figure is shown with, so the
dashboard gives them its theme; a figure for print takes `EXPORT_TEMPLATE`. What marks look
like is said in `segmetrics.plots.palette`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from segmetrics.coefficients.levels import LevelTable, row_title
from segmetrics.coefficients.quantities import Quantity
from segmetrics.corpus import Corpus
from segmetrics.number_formats import HOVER_SHARE, percent, shown
from segmetrics.phrases import before, cut, told_apart
from segmetrics.plots.binning import CELLS, bins, shares
from segmetrics.plots.palette import GROUPS, LIGHT, REFERENCE, VALUE, GroupLook, group_look, scale
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.jackknife import Interval

_AXIS = {
    "gridcolor": "#e4e4e4",
    "linecolor": "#8a8a8a",
    "tickfont": {"size": 11},
    "title": {"font": {"size": 12}},
}
EXPORT_TEMPLATE = go.layout.Template(
    layout={
        "colorway": [VALUE, *(look.colour for look in GROUPS)],
        "colorscale": {"sequential": scale(LIGHT), "sequentialminus": scale(LIGHT)},
        "font": {
            "family": "Source Sans 3, Helvetica, Arial, sans-serif",
            "size": 12,
            "color": LIGHT.ink,
        },
        "paper_bgcolor": "white",
        "plot_bgcolor": "white",
        "legend": {"font": {"size": 11}},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    },
    data={"heatmap": [{"colorscale": scale(LIGHT)}]},
)
"""Look of a figure for print: a white ground, sizes for a column of text, fonts of any machine."""

NAMED_ITEMS = 40
MARKED_ITEMS = 200
# Groups that stand below the items.
POOLED_GROUPS = 10
NAME, SIZE = 24, 14  # letters of a name beside a row, and of what a cell of it is
HEAT_MAP_LINES = 240
# Lines of an item beyond which a cell is no place any more, but several.
WRAPPED = 3
# Coders up to whom the bar of shades counts them: of five, no place is marked by 25%.
COUNTED = 8
HIGHER = "higher is better"


def ranked_figure(
    corpus: Corpus, table: LevelTable[Any], of: Quantity, intervals: IntervalTable | None = None
) -> go.Figure:
    """Draw the items by a column of a table, the least reliable first, marked by coder group."""
    rows = [(row.item, getattr(row, of.column)) for row in table.ranked(of.column)]
    named, marked = len(rows) <= NAMED_ITEMS, len(rows) <= MARKED_ITEMS
    found = intervals.items if intervals and marked else ()
    around = {row.item: getattr(row, of.column) for row in found}
    figure = go.Figure()
    for look, label, ranks in _ranks_of_groups(corpus, [item for item, _ in rows]):
        figure.add_trace(_ranked(rows, ranks, around, look, label))
    pooled = _pooled(table, of, intervals) if intervals and named else []
    for place, (label, value, interval) in enumerate(pooled):
        figure.add_trace(_pooled_value(label, value, interval, len(rows) + place))
    from_chance = of.column == "corrected"
    ends = [value for _, value in rows] + [0.0] * from_chance
    ends += [max(-1.0, one.low) for one in around.values() if one.low is not None]
    ends += [max(-1.0, one.low) for _, _, one in pooled if one.low is not None]
    lowest = min(ends, default=0.0)
    values_axis = {
        "title": {"text": f"{of.html} ({HIGHER}{', 0 is chance' * from_chance})"},
        "zeroline": False,
        "range": [lowest - 0.04 * (1 - lowest) - 0.01, 1.01],
        "showgrid": True,
    }
    if named:
        figure.update_xaxes(**values_axis)
        labels = [*(item for item, _ in rows), *(label for label, _, _ in pooled)]
        name_rows(figure, labels)
        figure.update_yaxes(showgrid=True)
    else:
        figure.update_yaxes(**values_axis)
        figure.update_xaxes(
            title_text="rank (the least reliable item first)", zeroline=False, showgrid=False
        )
    if lowest < 0 or from_chance:
        drawn = figure.add_vline if named else figure.add_hline
        drawn(0, line={"width": 1, "color": REFERENCE})
    height = 120 + 24 * (len(rows) + len(pooled)) if named else 360
    return laid_out(figure, height, legend=len(corpus.groups) > 1)


def _ranks_of_groups(
    corpus: Corpus, items: Sequence[str]
) -> list[tuple[GroupLook, str, list[int]]]:
    """Return the look of each coder group, its name and the ranks of its items."""
    last = len(GROUPS) - 1
    place_of = {
        name: min(place, last) for place, group in enumerate(corpus.groups) for name in group.items
    }
    ranks: dict[int, list[int]] = {}
    for rank, item in enumerate(items):
        ranks.setdefault(place_of[item], []).append(rank)
    together = len(corpus.groups) > len(GROUPS)
    return [
        (
            group_look(place, len(corpus.groups)),
            "other groups"
            if place == last and together
            else plain_name(row_title("group", corpus.groups[place].name), 40),
            of,
        )
        for place, of in sorted(ranks.items())
    ]


def _ranked(
    rows: Sequence[tuple[str, float]],
    ranks: Sequence[int],
    around: Mapping[str, Interval],
    look: GroupLook,
    label: str,
) -> go.Scatter:
    """Draw the items of a group: along the value where they are named, else along the rank."""
    named, marked = len(rows) <= NAMED_ITEMS, len(rows) <= MARKED_ITEMS
    names, values = zip(*(rows[rank] for rank in ranks), strict=True)
    found = [around.get(name) for name in names]
    bars = error_bars(values, found, thin=not named)
    return go.Scatter(
        x=values if named else [rank + 1 for rank in ranks],
        y=ranks if named else values,
        mode="markers" if marked else "lines",
        name=label,
        marker={"symbol": look.symbol, "size": 9 if named else 6, "color": look.colour},
        line={"color": look.colour, "dash": look.dash, "width": 2},
        text=[
            _hover(plain_name(name), value, one)
            for name, value, one in zip(names, values, found, strict=True)
        ],
        hovertemplate="%{text}<extra></extra>",
        **{"error_x" if named else "error_y": bars},
    )


def _pooled_value(label: str, value: float, interval: Interval, row: int) -> go.Scatter:
    """Draw the value of a group or the corpus below those of the items."""
    return go.Scatter(
        x=[value],
        y=[row],
        mode="markers",
        marker={"symbol": "line-ns-open", "size": 14, "color": REFERENCE, "line": {"width": 2}},
        error_x=error_bars([value], [interval], thin=False) | {"color": REFERENCE},
        text=[_hover(label, value, interval)],
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
    )


def _pooled(
    table: LevelTable[Any], of: Quantity, intervals: IntervalTable
) -> list[tuple[str, float, Interval]]:
    """List groups and, over several groups, the corpus: label, value, interval."""
    pairs = [*zip(table.groups, intervals.groups, strict=True)][:POOLED_GROUPS]
    if len(table.groups) > 1:
        pairs.append((table.corpus, intervals.corpus))
    return [
        (row_title(row.level, row.item), value, getattr(found, of.column))
        for row, found in pairs
        if (value := getattr(row, of.column)) is not None
    ]


def _hover(label: str, value: float | None, interval: Interval | None) -> str:
    """Return a value and its interval in words."""
    if interval is None or interval.low is None:
        return f"{label}: {shown(value)}"
    return f"{label}: {shown(value)}, interval {shown(interval.low)} to {shown(interval.high)}"


def error_bars(
    values: Sequence[float | None], intervals: Sequence[Interval | None], *, thin: bool
) -> dict[str, object]:
    """Draw intervals as error bars; none where there is none."""
    ends = [
        (0.0, 0.0)
        if value is None or one is None or one.low is None or one.high is None
        else (value - one.low, one.high - value)
        for value, one in zip(values, intervals, strict=True)
    ]
    if not any(map(any, ends)):
        return {"visible": False}
    return {
        "type": "data",
        "array": [above for _, above in ends],
        "arrayminus": [below for below, _ in ends],
        "symmetric": False,
        "thickness": 0.6 if thin else 1.5,
        "width": 0 if thin else 3,
    }


def heat_map_figure(corpus: Corpus, names: Sequence[str]) -> go.Figure:
    """Draw the boundaries of items as a heat map, in the shape of Figure 11."""
    chosen = heat_map_items(corpus, names)
    longest = max((corpus[name].mass - 1 for name in chosen), default=1)
    if longest > WRAPPED * CELLS:
        return _overview(corpus, chosen)
    columns = max(1, min(CELLS, longest))
    alone = longest <= columns
    lines: list[NDArray[np.float64]] = []
    labels: list[str] = []
    origins: list[tuple[str, int]] = []
    for name in chosen:
        found = shares(corpus[name])
        for start in range(0, max(1, len(found)), columns):
            part = found[start : start + columns]
            lines.append(np.pad(part, (0, columns - len(part)), constant_values=np.nan))
            labels.append(name if start == 0 else f"from {start + 2:,}")
            origins.append((name, start + 1))
    places = [
        [
            f"{plain_name(name)}, {plain_name(before([first + offset], corpus.unit))}"
            for offset in range(columns)
        ]
        for name, first in origins
    ]
    figure = go.Figure(
        go.Heatmap(
            z=_known(lines),
            y=list(range(len(lines))),
            x=list(range(2, columns + 2)) if alone else list(range(1, columns + 1)),
            customdata=places,
            hovertemplate=f"%{{customdata}}: %{{z:{HOVER_SHARE}}} of the coders<extra></extra>",
            zmin=0,
            zmax=1,
            xgap=1,
            ygap=2,
            colorbar=share_bar("share of<br>coders", {len(corpus[name].coders) for name in chosen}),
            hoverongaps=False,
        )
    )
    name_rows(figure, labels)
    what = f"{plain_name(corpus.unit)} that begins" if alone else "place of the line"
    figure.update_xaxes(title_text=what, showgrid=False, zeroline=False)
    return laid_out(figure, 120 + 20 * len(lines), legend=False)


def _overview(corpus: Corpus, names: Sequence[str]) -> go.Figure:
    """Draw a line for each item, its places taken together in cells."""
    found = {name: bins(corpus[name]) for name in names}
    columns = max(len(one.largest) for one in found.values())
    several = [one.filled for one in found.values() if one.size > 1]
    fullest = max(float(filled.max()) for filled in several)
    lines, said = [], []
    bars: dict[str, list[float]] = {"x": [], "y": [], "base": []}
    for row, (name, one) in enumerate(found.items()):
        blank = (0, columns - len(one.largest))
        lines.append(np.pad(one.largest / one.coders, blank, constant_values=np.nan))
        said.append([f"{plain_name(name)}, {text}" for text in one.said] + [""] * blank[1])
        for cell in np.flatnonzero(one.marked).tolist() if one.size > 1 else ():
            bars["x"].append(cell + 1)
            bars["y"].append(0.3 * float(one.filled[cell]) / fullest)
            bars["base"].append(row + 0.2)
    # Between the lines of shades lie those of the bars, which have no shade.
    empty = np.full(columns, np.nan)
    figure = go.Figure(
        go.Heatmap(
            z=_known([part for line in lines for part in (line, empty)]),
            x=list(range(1, columns + 1)),
            y=[row + edge for row in range(len(lines)) for edge in (-0.4, 0.15)] + [len(lines)],
            customdata=[part for texts in said for part in (texts, [""] * columns)],
            hovertemplate="%{customdata}<extra></extra>",
            zmin=0,
            zmax=1,
            xgap=1,
            colorbar=share_bar(
                "largest<br>share of<br>coders at<br>a place",
                {one.coders for one in found.values()},
            ),
            hoverongaps=False,
        )
    )
    figure.add_bar(
        **bars, width=0.8, marker={"color": REFERENCE}, hoverinfo="skip", showlegend=False
    )
    cells = {one.size for one in found.values()} != {1}
    sizes = [f", {one.size:,} a cell" if cells else "" for one in found.values()]
    names = told_apart(list(found), NAME)
    name_rows(figure, [name + size for name, size in zip(names, sizes, strict=True)])
    figure.update_yaxes(range=[len(lines) - 0.4, -0.6], ticklabelstandoff=4)
    about = "cell; the bar below it is the share of its places that have a boundary, "
    figure.update_xaxes(
        title_text=f"{about}at most {percent(fullest)}", showgrid=False, zeroline=False
    )
    return laid_out(figure, 130 + 28 * len(lines), legend=False)


def _known(lines: Sequence[NDArray[np.float64]]) -> list[list[float | None]]:
    """Write lines of cells with None for what is beyond the end of an item."""
    return [[None if value != value else value for value in line.tolist()] for line in lines]


def heat_map_items(corpus: Corpus, names: Sequence[str]) -> list[str]:
    """Choose the first items whose heat map stays readable."""
    lines = 0
    chosen: list[str] = []
    for name in names:
        lines += min(WRAPPED, -(-max(1, corpus[name].mass - 1) // CELLS))
        if lines > HEAT_MAP_LINES and chosen:
            break
        chosen.append(name)
    return chosen


def colour_bar(title: str, length: int) -> dict[str, object]:
    """Describe the shades beside a figure."""
    look = {"outlinewidth": 0, "thickness": 12, "lenmode": "pixels", "yanchor": "top", "y": 1}
    # A last line, unseen, keeps the title off the highest tick; an empty one would be dropped.
    unseen = "<br><span style='color:rgba(0,0,0,0)'>.</span>"
    text = {"title": {"text": f"{title}{unseen}", "font": {"size": 12}}, "tickfont": {"size": 11}}
    return {**look, **text, "len": length}


def share_bar(title: str, coders: Collection[int]) -> dict[str, object]:
    """Describe the shades of shares of coders beside a figure of items with so many coders."""
    bar, most = colour_bar(title, 190), max(coders, default=0)
    if most > COUNTED or set(coders) != {most}:
        return bar | {"tickformat": ".0%", "tickvals": [0, 0.25, 0.5, 0.75, 1]}
    marks = {one / most: f"{one} of {most}" for one in range(most + 1)}
    return bar | {"tickvals": [*marks], "ticktext": [*marks.values()]}


def name_rows(figure: go.Figure, names: Sequence[str]) -> None:
    """Write names along the rows of a figure, the first on top."""
    figure.update_yaxes(
        tickmode="array",
        tickvals=list(range(len(names))),
        ticktext=plain_names(names, NAME + SIZE),
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        zeroline=False,
        title=None,
    )


def plain_names(names: Sequence[str], limit: int) -> list[str]:
    """Return names as Plotly shows them, short and each unlike the others."""
    return [plain_name(name, len(name)) for name in told_apart(names, limit)]


def plain_name(text: str, limit: int = 80) -> str:
    """Keep Plotly from reading a name as markup, and cut it to a readable length."""
    return cut(text, limit).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def laid_out(figure: go.Figure, height: int, *, legend: bool) -> go.Figure:
    """Set the height of a figure, tight margins and the legend above it, if any."""
    figure.update_layout(
        height=height,
        margin={"l": 10, "r": 10, "t": 40 if legend else 10, "b": 10},
        showlegend=legend,
        legend={
            "orientation": "h",
            "y": 1.0,
            "yanchor": "bottom",
            "x": 0,
            "xanchor": "left",
        },
        hoverlabel={"align": "left"},
        bargap=0.3,
    )
    figure.update_xaxes(automargin=True, title_standoff=14)
    figure.update_yaxes(automargin=True, title_standoff=14)
    return figure
