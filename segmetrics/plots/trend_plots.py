"""Figures of rounds of coding; see `segmetrics.plots.heat_maps` for colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from segmetrics.number_formats import DASH, shown
from segmetrics.plots.heat_maps import HIGHER, error_bars, laid_out, plain_name, plain_names
from segmetrics.plots.palette import GROUPS, REFERENCE, VALUE, GroupLook
from segmetrics.reliability.coder_trends import RoundCoder, Valued
from segmetrics.reliability.trends import RoundsTable
from segmetrics.tables.comparison_words import OTHERS, TOLD, measures

DRAWN_CODERS = 24
"""Coders that are drawn, a panel each."""

# Panels side by side, and how high one is.
ACROSS, HIGH = 4, 170
# Letters below the axis of rounds, all names together.
ROOM = 96
GREY = "rgba(128,128,128,0.35)"
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


def coders_figure(table: RoundsTable, coders: Sequence[RoundCoder]) -> go.Figure:
    """Draw how far each coder agrees with the others over the rounds."""
    across = min(ACROSS, len(coders))
    down = -(-len(coders) // across)
    figure = make_subplots(
        down,
        across,
        shared_yaxes="all",
        horizontal_spacing=0.02,
        vertical_spacing=min(0.12, 0.3 / down),
        x_title="round",
        y_title="agreement",
        subplot_titles=plain_names([one.coder for one in coders], 24),
    )
    places = list(range(len(table.rounds)))
    values = [[of.agreement.value for of in one.rounds] for one in coders]
    for number, one in enumerate(coders):
        row, column = divmod(number, across)
        where = {"row": row + 1, "col": column + 1}
        others = [line for other, line in enumerate(values) if other != number]
        behind = {"mode": "lines", "line": {"color": GREY, "width": 1}, "hoverinfo": "skip"}
        figure.add_scatter(
            x=[place for _ in others for place in (*places, None)],
            y=[value for line in others for value in (*line, None)],
            **behind,
            **where,
        )
        found = [of.agreement for of in one.rounds]
        figure.add_scatter(
            x=places,
            y=values[number],
            mode="lines+markers",
            line={"color": VALUE, "width": 2},
            marker={"size": 8, "color": VALUE},
            error_y=_whiskers(found),
            text=_hovers(table, plain_name(one.coder), found),
            hovertemplate="%{text}<extra></extra>",
            **where,
        )
    figure.update_annotations(font={"size": 12})
    axis = _rounds_axis(table, [f"{place + 1}" for place in places])
    figure.update_xaxes(**axis, showticklabels=False)
    for number in range(max(0, len(coders) - across), len(coders)):
        row, column = divmod(number, across)
        figure.update_xaxes(showticklabels=True, row=row + 1, col=column + 1)
    figure.update_yaxes(zeroline=False, nticks=5)
    laid_out(figure, 60 + HIGH * down, legend=False)
    return figure.update_layout(margin={"t": 30, "l": 80, "b": 60})


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
