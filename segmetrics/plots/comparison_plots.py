"""The figure of two rounds of coding; see `segmetrics.plots.heat_maps` for colours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from segmetrics.coefficients.quantities import coefficient
from segmetrics.number_formats import between, shown, signed
from segmetrics.plots.heat_maps import HIGHER, error_bars, laid_out, name_rows, plain_name
from segmetrics.plots.palette import REFERENCE, VALUE
from segmetrics.reliability.changes import Changed, ChangeRow
from segmetrics.tables.comparison_words import row_label

BETWEEN = "rgba(128,128,128,0.55)"
# Bars of a spread on each side of 0.
BARS = 20


def change_figure(rows: Sequence[ChangeRow], similarity: str, measure: str) -> go.Figure:
    """Draw a measure before and after, and beside it the change with its interval."""
    drawn = [row for row in rows if getattr(row, measure).change is not None]
    places = list(range(len(drawn)))
    colours = [VALUE if row.level == "item" else REFERENCE for row in drawn]
    found: list[Changed] = [getattr(row, measure) for row in drawn]
    figure = make_subplots(1, 2, shared_yaxes=True, horizontal_spacing=0.08)
    figure.add_scatter(
        x=[end for one in found for end in (one.before, one.after, None)],
        y=[end for place in places for end in (place, place, None)],
        mode="lines",
        line={"color": BETWEEN, "width": 2},
        hoverinfo="skip",
        showlegend=False,
        row=1,
        col=1,
    )
    hovers = [
        f"{plain_name(row_label(row))}: {shown(one.before)} before, {shown(one.after)} after"
        for row, one in zip(drawn, found, strict=True)
    ]
    for name, values in (
        ("before", [one.before for one in found]),
        ("after", [one.after for one in found]),
    ):
        figure.add_scatter(
            x=values,
            y=places,
            mode="markers",
            name=name,
            marker={
                "symbol": "circle-open" if name == "before" else "circle",
                "size": 10,
                "color": colours,
                "line": {"width": 2 if name == "before" else 0, "color": colours},
            },
            text=hovers,
            hovertemplate="%{text}<extra></extra>",
            row=1,
            col=1,
        )
    figure.add_scatter(
        x=[one.change for one in found],
        y=places,
        mode="markers",
        marker={"symbol": "circle", "size": 7, "color": colours},
        error_x=error_bars(
            [one.change for one in found], [one.interval for one in found], thin=False
        )
        | {"color": VALUE},
        text=[
            f"{plain_name(row_label(row))}: {signed(one.change)}" + _interval(one)
            for row, one in zip(drawn, found, strict=True)
        ],
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
        row=1,
        col=2,
    )
    figure.add_vline(x=0, line={"color": REFERENCE, "width": 1}, row=1, col=2)
    symbol = coefficient(measure, similarity).html
    figure.update_xaxes(title_text=f"{symbol} ({HIGHER})", zeroline=False, nticks=6, row=1, col=1)
    figure.update_xaxes(
        title_text=f"change of {symbol} (right of 0: better)",
        zeroline=False,
        nticks=6,
        tickformat="+~g",
        row=1,
        col=2,
    )
    name_rows(figure, [row_label(row) for row in drawn])
    return laid_out(figure, 130 + 24 * len(drawn), legend=True)


def spread_figure(rows: Sequence[ChangeRow], similarity: str, measure: str) -> go.Figure:
    """Draw how many items changed by how much in a measure."""
    found = (getattr(row, measure).change for row in rows)
    changes = np.array([change for change in found if change is not None])
    reach = float(np.abs(changes).max()) or 1.0
    edges = np.linspace(-reach, reach, 2 * BARS + 1)
    edges[BARS] = 0.0
    counts, _ = np.histogram(changes, edges)
    figure = go.Figure(
        go.Bar(
            x=((edges[1:] + edges[:-1]) / 2).tolist(),
            y=counts.tolist(),
            width=np.diff(edges).tolist(),
            marker={"color": VALUE, "line": {"width": 1, "color": "rgba(255,255,255,0.6)"}},
            text=[
                f"{signed(low)} to {signed(high)}"
                for low, high in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)
            ],
            textposition="none",
            hovertemplate="%{text}: %{y:,} items<extra></extra>",
        )
    )
    figure.add_vline(x=0, line={"color": REFERENCE, "width": 1})
    symbol = coefficient(measure, similarity).html
    figure.update_xaxes(
        title_text=f"change of {symbol} (right of 0: better)", zeroline=False, tickformat="+~g"
    )
    figure.update_yaxes(title_text="items", zeroline=False, rangemode="tozero")
    return laid_out(figure, 240, legend=False)


def _interval(found: Changed) -> str:
    """Write the interval of a change behind it, if there is one."""
    ends = between(found.interval.low, found.interval.high, signed)
    return f", interval {ends}" if ends else ""
