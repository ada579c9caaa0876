"""Figures of rounds of coding; see `segmetrics.plots.heat_maps` for colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import plotly.graph_objects as go

from segmetrics.number_formats import DASH, shown
from segmetrics.plots.heat_maps import HIGHER, error_bars, laid_out, plain_name, plain_names
from segmetrics.plots.palette import GROUPS, REFERENCE, VALUE, GroupLook
from segmetrics.reliability.coder_trends import Valued
from segmetrics.reliability.trends import RoundsTable
from segmetrics.tables.comparison_words import OTHERS, TOLD, measures

# Letters below the axis of rounds, all names together.
ROOM = 96
# How far two dots of one round lie apart in a figure so wide, and room beside the outer rounds.
APART, WIDE, BESIDE = 12, 800, 0.35
LOOKS = (GroupLook(VALUE, "circle", "solid"), *GROUPS[1:], GROUPS[0])


def rounds_figure(table: RoundsTable) -> go.Figure:
    """Draw the main coefficients of the corpus over the rounds."""
    figure = go.Figure()
    known = measures(table.options.similarity)
    named = {key: known[key] for key in TOLD if key in known}
    # Distances of two rounds for which the axis of rounds has room.
    rounds = len(table.rounds) - 1 + 2 * BESIDE
    for number, ((name, text), look) in enumerate(zip(named.items(), LOOKS, strict=False)):
        shift = (number - (len(named) - 1) / 2) * APART * rounds / WIDE
        found = [one.common[name] for one in table.rounds]
        figure.add_scatter(
            x=[place + shift for place in range(len(found))],
            y=[one.value for one in found],
            mode="lines+markers",
            name=text,
            line={"color": look.colour, "dash": look.dash, "width": 1.5},
            marker={"symbol": look.symbol, "size": 9, "color": look.colour},
            error_y=_whiskers(found),
            text=_hovers(table, text, found),
            hovertemplate="%{text}<extra></extra>",
        )
    names = plain_names([one.name for one in table.rounds], min(40, ROOM // len(table.rounds)))
    figure.update_xaxes(**_rounds_axis(table, names), title_text=f"round; bars: {_kind(table)}")
    figure.update_yaxes(title_text=f"agreement ({HIGHER})", zeroline=False)
    if _below(table, named):
        figure.add_hline(0, line={"width": 1, "color": REFERENCE})
    return laid_out(figure, 400, legend=True)


def _kind(table: RoundsTable) -> str:
    """Return what the intervals of the corpus are, and for whom."""
    options = table.interval_options
    return f"{options.percent} interval for {OTHERS[options.over]}"


def _below(table: RoundsTable, names: Iterable[str]) -> bool:
    """Return whether a value or an interval reaches below 0."""
    found = [one.common[name] for name in names for one in table.rounds]
    ends = [end for one in found for end in (one.value, one.interval.low) if end is not None]
    return min(ends, default=0.0) < 0


def _rounds_axis(table: RoundsTable, names: Sequence[str]) -> dict[str, object]:
    """Name the rounds along an axis."""
    last = len(table.rounds) - 1
    return {
        "tickmode": "array",
        "tickvals": list(range(last + 1)),
        "ticktext": list(names),
        "range": [-BESIDE, last + BESIDE],
        "showgrid": False,
        "zeroline": False,
    }


def _whiskers(found: Sequence[Valued]) -> dict[str, object]:
    return error_bars([one.value for one in found], [one.interval for one in found], thin=False)


def _hovers(table: RoundsTable, what: str, found: Sequence[Valued]) -> list[str]:
    """Return each value with its interval in words."""
    said = []
    for of, one in zip(table.rounds, found, strict=True):
        low, high, *_ = one.interval
        around = DASH if low is None else f"{shown(low)} to {shown(high)}"
        said.append(f"{what}, {plain_name(of.name)}: {shown(one.value)}, interval {around}")
    return said
