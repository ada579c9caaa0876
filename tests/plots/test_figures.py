"""Figures: what they show, for names and corpora that a plotting library could misread."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import RELIABILITY, coefficient
from segmetrics.plots.binning import bins, counts, lanes, shares
from segmetrics.plots.heat_maps import (
    EXPORT_TEMPLATE,
    heat_map_figure,
    heat_map_items,
    ranked_figure,
)
from segmetrics.plots.palette import FULL, GROUPS, NEAR, VALUE
from segmetrics.plots.reliability_plots import (
    influence_figure,
    loss_figure,
    matrix_figure,
    scan_figure,
)
from segmetrics.reliability.coders import coder_matrix
from segmetrics.reliability.influence import CoderInfluence
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reliability.window_scan import window_scan
from tests.support.known import known

PI_S = coefficient("pi_star", "s")


def corpus_of(names: list[str]) -> Corpus:
    return Corpus.from_masses(
        {name: {"a": [1 + place, 9], "b": [2, 8 + place]} for place, name in enumerate(names)}
    )


def test_items_with_numeric_names_stand_in_the_order_of_their_ranks() -> None:
    corpus = corpus_of(["1", "2", "10", "101", "2020-01-01"])
    table = agreement(corpus)
    figure = ranked_figure(corpus, table, PI_S)
    ranked = sorted(table.items, key=lambda row: row.pi_star or 0)
    assert list(figure.layout.yaxis.ticktext) == [row.item for row in ranked]
    assert list(figure.data[0].y) == list(range(5))
    assert list(figure.data[0].x) == [row.pi_star for row in ranked]


def test_agreement_beyond_chance_is_drawn_with_its_intervals_and_chance() -> None:
    corpus = sample("moonstone")
    table = reliability_of(corpus)
    around = intervals(corpus, chance=table.chance)
    figure = ranked_figure(corpus, table, RELIABILITY["corrected"].over("s"), around)
    assert figure.layout.xaxis.title.text == "R<sub>S</sub> (higher is better, 0 is chance)"
    of_item = {row.item: row for row in table.items}
    ends = {row.item: row.corrected for row in around.items}
    names = figure.layout.yaxis.ticktext
    groups = [trace for trace in figure.data if trace.showlegend is None]
    drawn = {
        names[rank]: (value, above)
        for trace in groups
        for rank, value, above in zip(trace.y, trace.x, trace.error_x.array, strict=True)
    }
    assert drawn == {
        name: (row.corrected, known(ends[name].high or row.corrected) - known(row.corrected))
        for name, row in of_item.items()
    }
    # An interval that is too wide to be of use is not drawn.
    assert 0 < sum(one.low is None for one in ends.values()) < len(ends)
    values = [drawn[name][0] for name in names[: len(drawn)]]
    assert values == sorted(values)
    assert [(line.x0, line.x1) for line in figure.layout.shapes] == [(0, 0)]


def test_names_are_no_markup_anywhere_in_a_figure() -> None:
    corpus = Corpus.from_masses(
        {"<b>x</b>": {"<i>a</i>": [2, 2], "b": [1, 3]}, "y": {"<i>c</i>": [2, 2], "d": [1, 3]}}
    )
    for figure in (
        ranked_figure(corpus, agreement(corpus), PI_S),
        heat_map_figure(corpus, ["<b>x</b>", "y"]),
    ):
        text = figure.to_json()
        for tag in ("<b>", "<i>", r"\u003cb\u003e", r"\u003ci\u003e"):
            assert tag not in text


def test_shares_are_counts_over_coders() -> None:
    item = Corpus.from_masses({"x": {"a": [2, 2], "b": [1, 1, 2], "c": [4]}}).items[0]
    assert shares(item) == pytest.approx([1 / 3, 2 / 3, 0])


def test_the_bar_of_shades_has_the_shares_that_few_coders_can_give() -> None:
    masses = {"x": {name: [2, 2] for name in "abc"}, "y": {name: [4] for name in "ab"}}
    three = heat_map_figure(Corpus.from_masses(masses), ["x"]).data[0].colorbar
    assert three.tickvals == pytest.approx((0, 1 / 3, 2 / 3, 1))
    assert three.ticktext == ("0 of 3", "1 of 3", "2 of 3", "3 of 3")
    two_sizes = heat_map_figure(Corpus.from_masses(masses), ["x", "y"]).data[0].colorbar
    assert (two_sizes.tickvals, two_sizes.ticktext) == ((0, 0.25, 0.5, 0.75, 1), None)
    many = Corpus.from_masses({"x": {f"c{number}": [2, 2] for number in range(9)}})
    assert heat_map_figure(many, ["x"]).data[0].colorbar.ticktext is None


def test_the_heat_map_holds_the_share_of_every_place() -> None:
    corpus = sample("moonstone")
    figure = heat_map_figure(corpus, ["ch1", "ch10"])
    grid = np.array(figure.data[0].z, dtype=float)
    assert grid.shape == (2, 82)
    assert grid[0, :12] == pytest.approx(shares(corpus["ch1"]))
    assert np.isnan(grid[0, 12:]).all()
    assert grid[1] == pytest.approx(shares(corpus["ch10"]))


def test_a_long_item_goes_on_in_further_lines_with_true_positions() -> None:
    corpus = Corpus.from_masses({"long": {"a": [130, 171], "b": [301]}})
    figure = heat_map_figure(corpus, ["long"])
    assert np.array(figure.data[0].z, dtype=float).shape == (3, 120)
    assert figure.data[0].customdata[1][9] == "long, before unit 131"
    assert figure.data[0].z[1][9] == 0.5


def test_a_heat_map_stays_readable() -> None:
    corpus = corpus_of([f"i{number}" for number in range(1000)])
    names = [item.name for item in corpus.items]
    chosen = heat_map_items(corpus, names)
    assert 0 < len(chosen) <= 240
    assert chosen == names[: len(chosen)]


def any_item(seed: int) -> Item:
    draw = random.Random(seed)
    mass = draw.choice([1, 2, 13, 119, 120, 121, 122, 240, 241, 500, 1237])
    density = draw.choice([0, 0.01, 0.1, 1])
    places = [
        tuple(place for place in range(1, mass) if draw.random() < density)
        for _ in range(draw.randint(1, 5))
    ]
    return Item("x", {f"c{at}": Segmentation(mass, found) for at, found in enumerate(places)})


@pytest.mark.parametrize("seed", range(30))
def test_cells_hold_what_counting_place_by_place_finds(seed: int) -> None:
    item = any_item(seed)
    cells = random.Random(seed).choice([1, 7, 60, 120])
    found = bins(item, cells)
    placed = {
        place: sum(place in coding.boundaries for coding in item.codings.values())
        for place in range(1, item.mass)
    }
    assert counts(item).tolist() == list(placed.values())
    # As few places in a cell as make no more cells than asked for.
    assert len(found.largest) <= cells
    assert found.size == 1 or -(-found.places // (found.size - 1)) > cells
    own = lanes(item, found.size)
    assert own.shape == (len(item.codings), len(found.largest))
    seen: list[int] = []
    for cell, text in enumerate(found.said):
        held = list(placed)[cell * found.size : (cell + 1) * found.size]
        seen += held
        most = max(placed[place] for place in held)
        assert found.largest[cell] == most
        assert found.at[cell] == next(place for place in held if placed[place] == most)
        assert found.marked[cell] == sum(placed[place] > 0 for place in held)
        assert found.filled[cell] == pytest.approx(found.marked[cell] / len(held))
        for lane, coding in zip(own, item.codings.values(), strict=True):
            assert lane[cell] == len(set(held) & set(coding.boundaries))
        named = f"before unit {held[0] + 1:,}" if len(held) == 1 else f"units {held[0] + 1:,} to"
        assert text.startswith(named)
        assert ("no boundary" in text) is (most == 0)
    assert seen == list(placed)


def test_a_cell_says_its_numbers() -> None:
    masses = {"x": {"a": [3, 4], "b": [3, 1, 3], "c": [7]}}
    item = replace(Corpus.from_masses(masses).items[0], unit="line")
    assert bins(item, 2).said == [
        "lines 2 to 4: at most 2 of 3 coders (67%) before line 4; 1 of the 3 places have a "
        "boundary",
        "lines 5 to 7: at most 1 of 3 coders (33%) before line 5; 1 of the 3 places have a "
        "boundary",
    ]
    assert bins(item).said[:3] == [
        "before line 2: no boundary",
        "before line 3: no boundary",
        "before line 4: 2 of 3 coders (67%)",
    ]


def test_an_item_that_is_longer_is_one_line_of_cells() -> None:
    corpus = Corpus.from_masses(
        {"long": {"a": [5000, 5001], "b": [5001, 5000]}, "short": {"a": [3, 4], "b": [3, 4]}}
    )
    figure = heat_map_figure(corpus, ["long", "short"])
    grid = np.array(figure.data[0].z, dtype=float)[::2]
    size = -(-10_000 // 120)
    assert size == 84
    # Places 5,000 and 5,001 stand in one cell: half of the coders at each, so half is largest.
    cell = (5000 - 1) // size
    assert grid[0, cell] == 0.5
    assert np.nansum(grid[0]) == 0.5
    assert "2 of the 84 places" in figure.data[0].customdata[0][cell]
    assert grid[1, :6].tolist() == [0, 0, 1, 0, 0, 0]
    assert np.isnan(grid[1, 6:]).all()
    assert list(figure.layout.yaxis.ticktext) == ["long, 84 a cell", "short, 1 a cell"]
    bars = figure.data[1]
    assert list(bars.x) == [cell + 1]
    assert "at most 2%" in figure.layout.xaxis.title.text


def test_groups_differ_by_symbol_and_colour() -> None:
    moonstone = sample("moonstone")
    traces = ranked_figure(moonstone, agreement(moonstone), PI_S).data
    assert [trace.name for trace in traces] == ["group an1-an4", "group an5-an10"]
    for trace, look in zip(traces, GROUPS, strict=False):
        assert (trace.marker.color, trace.marker.symbol) == (look.colour, look.symbol)
    single = corpus_of(["x", "y"])
    (trace,) = ranked_figure(single, agreement(single), PI_S).data
    assert trace.marker.color == VALUE


def test_more_groups_than_looks_share_the_last() -> None:
    corpus = Corpus.from_masses(
        {f"i{at}": {f"a{at}": [2, 2, 3], f"b{at}": [3, 1, 3]} for at in range(9)}
    )
    figure = ranked_figure(corpus, agreement(corpus), PI_S)
    assert len(figure.data) == len(GROUPS)
    assert figure.data[-1].name == "other groups"
    assert sum(len(trace.x) for trace in figure.data) == 9


def test_near_and_full_misses_look_alike_in_all_figures() -> None:
    near, full, value = scan_figure(window_scan(corpus_of(["x"]), AgreementOptions()), "s").data
    assert (near.name, near.line.color, near.line.dash, near.marker.symbol) == (
        "near misses",
        NEAR,
        "solid",
        "circle",
    )
    assert (full.name, full.line.color, full.line.dash, full.marker.symbol) == (
        "full misses",
        FULL,
        "dash",
        "x",
    )
    assert value.line.color == VALUE
    parts = {"by kind": [("near misses", 0.1), ("full misses", 0.2), ("other types", 0.1)]}
    bars = loss_figure(parts).data
    assert [bar.marker.color for bar in bars] == [NEAR, FULL, FULL]
    assert [bar.marker.pattern.shape for bar in bars] == ["", "x", "/"]
    assert all(bar.showlegend for bar in bars)


def test_axes_say_which_way_is_better() -> None:
    corpus = corpus_of(["x", "y"])
    assert (
        "higher is better" in ranked_figure(corpus, agreement(corpus), PI_S).layout.xaxis.title.text
    )
    for key, said in (("s", "higher is"), ("pk", "lower is")):
        matrix = matrix_figure(coder_matrix(corpus, key))
        assert said in matrix.data[0].colorbar.title.text
        assert bool(matrix.data[0].reversescale) is (key == "pk")
    scan = scan_figure(window_scan(corpus, AgreementOptions()), "s").layout
    assert "lower is better" in scan.yaxis.title.text
    assert "higher is better" in scan.yaxis2.title.text
    assert [axis.rangemode for axis in (scan.yaxis, scan.yaxis2)] == ["tozero", "tozero"]


@pytest.mark.parametrize(
    ("masses", "key", "ends"),
    [
        # Beyond the worst value lies a quarter of the range, which is 0.1 here.
        # WindowDiff and Pk of equal codings are 0; S of one full miss in 100 places is 0.99.
        ({"a": [50, 51], "b": [50, 51]}, "pk", (0, 0.125)),
        ({"a": [50, 51], "b": [101]}, "s", (0.875, 1)),
        # Three coders: S of 9 in 10 places, 8 in 10, and 9 in 10.
        ({"a": [5, 6], "b": [11], "c": [2, 9]}, "s", (0.775, 0.9)),
    ],
)
def test_shades_of_a_matrix_do_not_blow_up_small_differences(
    masses: dict[str, list[int]], key: str, ends: tuple[float, float]
) -> None:
    matrix = coder_matrix(Corpus.from_masses({"x": masses}), key)
    drawn = matrix_figure(matrix).data[0]
    assert (drawn.zmin, drawn.zmax) == pytest.approx(ends)


def influence(coder: str) -> CoderInfluence:
    change = Interval(0.05, 0.15)
    return CoderInfluence("g", coder, 0.5, 0.1, change)


@pytest.mark.parametrize("named", [["a"], []])
def test_a_coder_who_stands_out_is_a_diamond_and_that_is_said(named: list[str]) -> None:
    figure = influence_figure([influence("a"), influence("b")], named)
    assert ("diamond" in figure.data[0].marker.symbol) is bool(named)
    assert ("diamond: stands out" in figure.layout.xaxis.title.text) is bool(named)


def test_shades_follow_the_template() -> None:
    """So that they are those of the theme on a page, and those of print in a report."""
    corpus = corpus_of(["x", "y"])
    for figure in (heat_map_figure(corpus, ["x"]), matrix_figure(coder_matrix(corpus, "s"))):
        assert figure.data[0].colorscale is None
        assert isinstance(EXPORT_TEMPLATE.data.heatmap[0], go.Heatmap)
