"""Figures of what agreement rests on: the loss, near-miss windows, coders, larger corpora.

As in `segmetrics.plots.heat_maps`, colours come from the template that a figure is shown
with.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf, isnan

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from segmetrics.coefficients.quantities import coefficient
from segmetrics.number_formats import HOVER, HOVER_ROUGH, HOVER_SHORT, HOVER_SIGNED, short, shown
from segmetrics.plots.heat_maps import (
    HIGHER,
    colour_bar,
    error_bars,
    laid_out,
    name_rows,
    plain_name,
    plain_names,
)
from segmetrics.plots.palette import BAND, MARKS, OTHER, REFERENCE, VALUE, mark_called
from segmetrics.reliability.coders import KAPPA, CoderMatrix
from segmetrics.reliability.influence import CoderInfluence
from segmetrics.reliability.planning import Plan
from segmetrics.reliability.window_scan import WindowPoint

# Coders up to which the numbers are written into the cells in full size and small, and names
# along both sides.
LARGE, WRITTEN, NAMED = 12, 30, 40
# Letters of all names up to which they stand upright below a matrix; of more one could be lost.
SIDE_BY_SIDE = 48
# Difference of values that the shades of a matrix span at least, of what ends at 1; and the share
# of it beyond the weakest pair, whose cell would else have the colour of the ground.
NARROWEST, BEYOND = 0.1, 0.25
FAINT = 0.45
ITSELF = "a coder is not compared with themselves"


def loss_figure(parts: Mapping[str, Sequence[tuple[str, float]]]) -> go.Figure:
    """Draw what a loss consists of, a bar for each way of taking it apart."""
    figure = go.Figure()
    labels = list(parts)
    columns = list(enumerate(parts.values()))
    for name, value in columns[0][1] if columns else ():
        mark = mark_called(name)
        hatch = {"shape": mark.pattern, "size": 7, "solidity": 0.25, "fgcolor": "white"}
        hatch |= {"fillmode": "overlay"}
        fill = {"color": mark.colour, "pattern": hatch}
        figure.add_trace(_stacked([(0, name, value)], fill, name=name))
    for place in range(max((len(of) for _, of in columns[1:]), default=0)):
        stacked = [(row, *of[place]) for row, of in columns[1:] if place < len(of)]
        figure.add_trace(_stacked(stacked, {"color": VALUE}))
    name_rows(figure, labels)
    figure.update_layout(
        barmode="stack",
        uniformtext={"minsize": 10, "mode": "hide"},
        legend={"traceorder": "normal"},
    )
    figure.update_xaxes(
        title_text="how much of the disagreement, 1 − S, comes of it", zeroline=False
    )
    return laid_out(figure, 120 + 40 * len(labels), legend=True)


def _stacked(
    parts: Sequence[tuple[int, str, float]], fill: Mapping[str, object], name: str = ""
) -> go.Bar:
    """Draw one part of several bars: the row of each, its name and its length."""
    return go.Bar(
        orientation="h",
        y=[row for row, _, _ in parts],
        x=[value for _, _, value in parts],
        name=name,
        showlegend=bool(name),
        # What the legend says needs no words in the bar.
        text=None if name else [plain_name(part, 20) for _, part, _ in parts],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"color": "white"},
        customdata=[plain_name(part) for _, part, _ in parts],
        hovertemplate=f"%{{customdata}}: %{{x:{HOVER}}}<extra></extra>",
        marker={"line": {"width": 1, "color": "rgba(255,255,255,0.8)"}, **fill},
    )


def scan_figure(points: Sequence[WindowPoint], similarity: str) -> go.Figure:
    """Draw near and full misses, and pi*, as the near-miss window grows."""
    figure = make_subplots(1, 2, horizontal_spacing=0.12)
    windows = [point.n for point in points]
    near, full = MARKS["transposition"], MARKS["substitution"]
    value = coefficient("pi_star", similarity).html
    curves = (
        (near.plural, [point.near_misses for point in points], 1, near.colour, near),
        (full.plural, [point.full_misses for point in points], 1, full.colour, full),
        (value, [point.pi_star for point in points], 2, VALUE, OTHER),
    )
    for name, values, column, colour, look in curves:
        figure.add_scatter(
            x=windows,
            y=values,
            name=name,
            mode="lines+markers",
            line={"color": colour, "dash": look.dash, "width": 2},
            marker={"symbol": look.symbol, "size": 8},
            cliponaxis=False,
            hovertemplate=f"n = %{{x}}: %{{y:{HOVER_SHORT}}}<extra>{name}</extra>",
            row=1,
            col=column,
        )
    figure.update_xaxes(title_text="near-miss window n", dtick=1, zeroline=False, showgrid=False)
    # From 0 on, so that a small change looks small.
    figure.update_yaxes(rangemode="tozero", zeroline=False)
    figure.update_yaxes(title_text="misses (lower is better)", col=1)
    figure.update_yaxes(title_text=f"{value} ({HIGHER})", col=2)
    return laid_out(figure, 320, legend=True)


def matrix_figure(matrix: CoderMatrix) -> go.Figure:
    """Draw how coders compare, alike ones side by side; those who agree least have a frame."""
    order = list(matrix.order)
    names = plain_names([matrix.coders[place] for place in order], 24)
    written = len(order) <= WRITTEN
    values: list[list[float | None]] = []
    hovers: list[list[str]] = []
    for row in order:
        line: list[float | None] = []
        said = []
        for column in order:
            pair = (matrix.coders[row], matrix.coders[column])
            value = float(matrix.values[row, column])
            if isnan(value):
                line.append(None)
                what = f"no value: {matrix.undefined.get(pair, ITSELF)}"
            else:
                line.append(value)
                what = f"{shown(value)}, mean over items: {matrix.items[row, column]:,}"
            said.append(f"{plain_name(pair[0])}, {plain_name(pair[1])}<br>{what}")
        values.append(line)
        hovers.append(said)
    places = list(range(len(order)))
    better = "lower is<br>better" if matrix.penalty else "higher is<br>better"
    title = "κ" if matrix.metric == KAPPA else matrix.metric
    figure = go.Figure(
        go.Heatmap(
            z=values,
            x=places,
            y=places,
            customdata=hovers,
            hovertemplate="%{customdata}<extra></extra>",
            # So faint that ink is legible on every shade, in both themes.
            opacity=FAINT if written else 1,
            showscale=not written,
            **_ends([value for line in values for value in line if value is not None], matrix),
            # The further from the ground, the better.
            reversescale=matrix.penalty,
            xgap=1,
            ygap=1,
            hoverongaps=False,
            colorbar=colour_bar(f"{title}<br>{better}", 160),
        )
    )
    few = len(order) <= NAMED
    ticks = {
        "tickmode": "array",
        "tickvals": places if few else [],
        "ticktext": names if few else [],
        "showgrid": False,
        "zeroline": False,
    }
    directed = not matrix.symmetric
    figure.update_xaxes(**ticks, title={"text": "reference"} if directed else None, side="bottom")
    figure.update_yaxes(
        **ticks, title={"text": "hypothesis"} if directed else None, autorange="reversed"
    )
    if len(order) > LARGE or sum(map(len, names)) > SIDE_BY_SIDE:
        figure.update_xaxes(tickangle=-90)
    if few:
        _write_cells(figure, values, hovers)
    _weakest_framed(figure, matrix)
    return laid_out(figure, 110 + min(900, 34 * len(order) + 30), legend=False)


def _write_cells(
    figure: go.Figure, values: Sequence[Sequence[float | None]], hovers: Sequence[Sequence[str]]
) -> None:
    """Write values into the cells, and a dash with its reason on hover where there is none."""
    places = range(len(values))
    cells = [(x, y) for y in places for x in places if x != y]
    if len(values) > WRITTEN:
        cells = [(x, y) for x, y in cells if values[y][x] is None]
    figure.add_scatter(
        x=[x for x, _ in cells],
        y=[y for _, y in cells],
        mode="text",
        text=[short(values[y][x]) for x, y in cells],
        textfont={"size": 13 if len(values) <= LARGE else 10},
        customdata=[hovers[y][x] for x, y in cells],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _weakest_framed(figure: go.Figure, matrix: CoderMatrix) -> None:
    """Draw a frame around the cells of those who agree least, if others agree better."""
    pairs = matrix.pairs
    if not pairs or pairs[0].value == pairs[-1].value:
        return
    place_of = {matrix.coders[coder]: place for place, coder in enumerate(matrix.order)}
    x, y = (place_of[coder] for coder in pairs[0].coders)
    frame = {"type": "rect", "line": {"width": 2.5, "color": REFERENCE}}
    for column, row in ((x, y), (y, x)):
        ends = {"x0": column - 0.48, "x1": column + 0.48, "y0": row - 0.48, "y1": row + 0.48}
        figure.add_shape(**frame, **ends)


def _ends(values: Sequence[float], matrix: CoderMatrix) -> dict[str, float]:
    """Return the ends of the colour scale, so far apart that a tiny range looks tiny."""
    if not values or matrix.high == inf:
        return {}
    low, high = min(values), max(values)
    room = max(0.0, NARROWEST - (high - low)) / 2
    shift = min(0.0, matrix.high - high - room) + max(0.0, matrix.low - low + room)
    low, high = low - room + shift, high + room + shift
    beyond = BEYOND * (high - low)
    return {"zmin": low - beyond * (not matrix.penalty), "zmax": high + beyond * matrix.penalty}


def influence_figure(rows: Sequence[CoderInfluence], named: Collection[str] = ()) -> go.Figure:
    """Draw the change of a group's R when each coder is left out; named coders stand out."""
    ranked = sorted(rows, key=lambda row: -(row.change or 0.0))
    changes = [row.change for row in ranked]
    symbols = ["diamond" if row.coder in named else "circle" for row in ranked]
    figure = go.Figure(
        go.Scatter(
            x=changes,
            y=list(range(len(ranked))),
            mode="markers",
            marker={"size": 10, "symbol": symbols, "color": VALUE},
            error_x=error_bars(changes, [row.interval for row in ranked], thin=False),
            customdata=[plain_name(row.coder) for row in ranked],
            hovertemplate=f"without %{{customdata}}: %{{x:{HOVER_SIGNED}}}<extra></extra>",
        )
    )
    figure.add_vline(x=0, line={"width": 1, "color": REFERENCE})
    name_rows(figure, [f"without {row.coder}" for row in ranked])
    said = "; diamond: stands out" if "diamond" in symbols else ""
    figure.update_xaxes(
        title_text=f"change of R of the others (right: they agree better without){said}",
        tickformat="+.4~f",
        zeroline=False,
    )
    return laid_out(figure, 110 + 26 * len(ranked), legend=False)


def plan_figure(plan: Plan, width: float) -> go.Figure:
    """Draw how the interval narrows with more items, and with more coders."""
    figure = make_subplots(1, 2, horizontal_spacing=0.08, shared_yaxes=True)
    for column, (curve, name) in enumerate(
        ((plan.by_items, "items"), (plan.by_coders, "coders")), 1
    ):
        now = getattr(plan.now, name) if plan.now else None
        sizes = [getattr(point, name) for point in curve]
        figure.add_scatter(
            x=[*sizes, *reversed(sizes)],
            y=[*(one.widest for one in curve), *(one.narrowest for one in reversed(curve))],
            fill="toself",
            fillcolor=BAND,
            line={"width": 0},
            mode="lines",
            hoverinfo="skip",
            row=1,
            col=column,
        )
        figure.add_scatter(
            x=sizes,
            y=[one.width for one in curve],
            mode="lines+markers",
            name=name,
            line={"color": VALUE, "width": 2},
            marker={"color": VALUE, "size": 7},
            hovertemplate=f"%{{x:,}} {name}: %{{y:{HOVER_ROUGH}}} wide<extra></extra>",
            row=1,
            col=column,
        )
        if plan.now:
            figure.add_scatter(
                x=[now],
                y=[plan.now.width],
                mode="markers+text",
                text=["now"],
                textposition="top right",
                marker={"symbol": "circle-open", "size": 15, "color": VALUE}
                | {"line": {"width": 2}},
                hovertemplate=f"now: %{{x:,}} {name}, %{{y:{HOVER_ROUGH}}} wide<extra></extra>",
                row=1,
                col=column,
            )
        figure.update_xaxes(
            title_text=f"number of {name}",
            rangemode="tozero",
            zeroline=False,
            showgrid=False,
            col=column,
        )
    wished = {"text": "wished", "font": {"size": 11}, "showarrow": False}
    figure.add_hline(
        width,
        line={"width": 1, "dash": "dot", "color": REFERENCE},
        annotation=wished,
        annotation_position="bottom left",  # where no number is that small
    )
    # Beyond 2 an interval says nothing, and how wide it is does not matter.
    widest = max((point.width for point in (*plan.by_items, *plan.by_coders)), default=0.0)
    figure.update_yaxes(range=[0, 1.1 * min(2.0, widest)], zeroline=False)
    figure.update_yaxes(title_text="width of the interval (narrower is better)", col=1)
    return laid_out(figure, 320, legend=False)
