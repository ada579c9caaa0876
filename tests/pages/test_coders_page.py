"""The Coders page: matrices, what each coder does, who stands out, and planning."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pairwise import pairwise
from segmetrics.dashboard.frame.computations import group_of
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results.coders_view import (
    apart_in_words,
    drifts_in_words,
    pair_item_table,
    plan_in_words,
)
from segmetrics.metrics.registry import METRICS
from segmetrics.plots.reliability_plots import matrix_figure
from segmetrics.reliability.coders import CoderGranularity, Drift, coder_matrix, pair_items
from segmetrics.reliability.influence import influence
from segmetrics.reliability.planning import Plan, PlanPoint
from tests.support.figures import buttons, figure, figures, moonstone
from tests.support.pages import launch, table, texts

BY_HAND = {"a": {"x": [2, 2], "y": [2, 2]}, "b": {"x": [1, 3], "y": [3, 1], "z": [3, 1]}}


def odd_one_out() -> bytes:
    """Eight items on which three coders agree and one does something else."""
    rows = ["item,coder,masses"]
    for n in range(8):
        rows += [f"i{n},{coder},3 {n + 4} 2" for coder in ("ann", "bob", "cy")]
        rows.append(f"i{n},odd,1 {n + 4} 4")
    return "\n".join(rows).encode()


def cells(app: AppTest, caption: str) -> list[list[str]]:
    return [[cell["text"] for cell in row["cells"]] for row in table(app, caption)["rows"]]


def test_the_matrix_holds_the_means_over_items_in_the_order_of_its_names() -> None:
    spec = figure(launch("coders", corpus="moonstone"), "of each pair of coders")
    names = spec["layout"]["xaxis"]["ticktext"]
    assert sorted(names) == ["an1", "an2", "an3", "an4"]
    assert spec["layout"]["yaxis"]["ticktext"] == names
    scores = pairwise(moonstone(), "s")
    for row, one in enumerate(names):
        for column, other in enumerate(names):
            found = [s.value or 0 for s in scores if {s.coder_a, s.coder_b} == {one, other}]
            value = spec["data"][0]["z"][row][column]
            assert value == (pytest.approx(np.mean(found)) if found else None)


def test_a_metric_with_a_direction_has_two_halves_and_says_which_is_which() -> None:
    app = launch("coders", corpus="moonstone", metric="winpr")
    assert not METRICS["winpr"].symmetric
    spec = figure(app, "of each pair of coders")
    assert spec["layout"]["xaxis"]["title"]["text"] == "reference"
    assert spec["layout"]["yaxis"]["title"]["text"] == "hypothesis"
    assert "Rows are hypotheses and columns references" in texts(app)


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_can_be_shown(metric: str) -> None:
    app = launch("coders", corpus="stargazer", metric=metric)
    assert not app.error
    assert f", {metric}(" in texts(app)


def test_a_cell_without_a_value_says_why() -> None:
    matrix = coder_matrix(
        Corpus.from_masses({"a": {"x": [4], "y": [4]}, "b": {"y": [4], "z": [4]}}), "s"
    )
    spec = json.loads(matrix_figure(matrix, METRICS["s"]).to_json())["data"][0]
    names = [matrix.coders[place] for place in matrix.order]
    row, column = names.index("x"), names.index("z")
    assert spec["z"][row][column] is None
    assert "the two coded no item together" in spec["customdata"][row][column]


def test_the_two_that_agree_least_lead_to_the_item_page() -> None:
    """By hand: x and z have one item, places 1 and 3 of 3 differ, so S is 1/3."""
    corpus = Corpus.from_masses(BY_HAND)
    matrix = coder_matrix(corpus, "s")
    assert apart_in_words(matrix).startswith("x and z agree least: 0.3333 over 1 item.")
    pair = matrix.pairs[0].coders
    _, (row,) = pair_item_table(pair, pair_items(corpus, *pair, "s"), UrlState(metric="s"))
    assert [cell.text for cell in row.cells] == ["b", "0.3333", "2", "1, 3"]
    query = dict(parse_qsl(urlsplit(row.cells[0].href or "").query))
    assert (query["item"], query["a"], query["b"], query["place"]) == ("b", "x", "z", "1")


def test_a_group_is_chosen_by_the_address_and_the_widget() -> None:
    app = launch("coders", corpus="moonstone", group="2")
    assert [row[0] for row in cells(app, "Granularity")] == [f"an{n}" for n in range(5, 11)]
    (box,) = [box for box in app.selectbox if box.label == "Coder group"]
    assert box.options == ["an1-an4", "an5-an10"]
    box.set_value(1).run()
    assert "group" not in app.query_params
    assert [row[0] for row in cells(app, "Granularity")] == [f"an{n}" for n in range(1, 5)]
    assert "There is no coder group 9" in texts(launch("coders", corpus="moonstone", group="9"))


def test_a_group_is_the_corpus_of_its_items() -> None:
    corpus = Corpus(moonstone().items, reference="an1", automatic=("an2", "an7"))
    first, second = group_of(corpus, 0), group_of(corpus, 1)
    assert [item.name for item in first.items] == ["ch1", "ch3", "ch4", "ch11"]
    assert (first.reference, first.automatic) == ("an1", ("an2",))
    assert (second.reference, second.automatic) == (None, ("an7",))
    alone = Corpus.from_masses(BY_HAND)
    assert group_of(alone, 0) == alone


def test_granularity_is_counted() -> None:
    """By hand: an1 of ch1, ch3, ch4 and ch11 in the sample's file."""
    rows = {row[0]: row[1:5] for row in cells(launch("coders", corpus="moonstone"), "Granularity")}
    items = [moonstone()[name] for name in ("ch1", "ch3", "ch4", "ch11")]
    segments = sum(len(item.codings["an1"].boundaries) + 1 for item in items)
    units = sum(item.mass for item in items)
    expected = ["4", str(segments), f"{100 * segments / units:.1f}", f"{units / segments:.1f}"]
    assert rows["an1"] == expected


def test_a_drift_is_named_only_if_the_numbers_bear_it() -> None:
    def coder(name: str, slope: float | None, p: float | None, why: str = "") -> CoderGranularity:
        return CoderGranularity(name, 9, 90, 18, Drift(9, slope, slope, slope, p, why))

    said = drifts_in_words([coder("x", 0.2, 0.01), coder("y", -0.1, 0.2)])
    assert "x gets finer (p below 0.05, corrected for 2 coders)" in said
    assert "y" not in said.split("finer")[0].split()
    assert "No coder is found to get finer" in drifts_in_words(
        [coder("x", 0.2, 0.03), coder("y", 0.1, 0.04)]
    )
    assert drifts_in_words([coder("x", None, None, "too few items")]) == (
        "No drift is looked for: too few items."
    )


def test_a_coder_who_stands_out_is_named_with_the_evidence() -> None:
    app = launch("coders", odd_one_out())
    assert "odd agrees far less with the others, kappa " in texts(app)
    found = {row[0]: row[7] for row in cells(app, "Each coder beside the others")}
    assert found == {"ann": "", "bob": "", "cy": "", "odd": "disagrees"}
    spec = figure(app, "left out")
    assert spec["layout"]["yaxis"]["ticktext"][0] == "without odd"
    assert spec["data"][0]["marker"]["symbol"][0] == "diamond"


def test_each_coder_is_shown_beside_the_others() -> None:
    """By hand: on 8 items everybody places 2 boundaries, and odd those of nobody else."""
    app = launch("coders", odd_one_out())
    rows = {row[0]: row for row in cells(app, "Each coder beside the others")}
    assert rows["odd"][1:6] == ["16", "1.00", "100%", "0", "0"]
    assert rows["ann"][1:6] == ["16", "1.00", "0%", "0", "0"]


def test_nobody_stands_out_and_the_largest_change_is_named() -> None:
    said = texts(launch("coders", corpus="moonstone"))
    assert "No coder stands out." in said
    assert "Without an3, R of the others changes most upwards, by +0.0503." in said


def test_words_about_a_plan_follow_its_widths() -> None:
    """Widths by hand: 0.4 now; 0.2 with 40 items; never with more coders."""
    points = (PlanPoint(10, 4, 0.4, 0.8, 0.4), PlanPoint(40, 4, 0.5, 0.7, 0.2))
    coders = (PlanPoint(10, 4, 0.4, 0.8, 0.4), PlanPoint(10, 8, 0.4, 0.75, 0.35))
    plan = Plan("g", points, coders, points[0], 0.95)
    said = " ".join(plan_in_words(plan, 0.2))
    assert "4 coders and 10 items" in said
    assert "about 40 items with the coders at hand; more than 8 coders" in said
    assert "hint only" not in said
    assert "no wider than 0.5 already" in " ".join(plan_in_words(plan, 0.5))
    few = Plan("g", points, coders, PlanPoint(9, 4, 0.4, 0.8, 0.4), 0.95)
    assert "hint only" in " ".join(plan_in_words(few, 0.2))
    none = Plan("g", (), (), None, 0.95, "one coder only")
    assert plan_in_words(none, 0.2) == ["Nothing can be planned: one coder only."]


def test_the_wished_width_is_in_the_address() -> None:
    app = launch("coders", corpus="moonstone", wish="7")
    (box,) = [box for box in app.selectbox if "Wished width" in box.label]
    assert (box.value, "0.07" in box.options) == (7, True)
    assert "For a width of 0.07" in texts(app)
    box.set_value(20).run()
    assert app.query_params["wish"] == "20"


def test_one_coder_has_nobody_to_compare_with() -> None:
    app = launch("coders", b"item,coder,masses\nch1,ann,3 4\nch2,ann,5\n")
    assert "One coder only: there is nobody to compare with" in texts(app)
    assert not figures(app)


def test_two_coders_can_be_compared_but_not_left_out() -> None:
    app = launch("coders", b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch2,ann,5\nch2,bob,5\n")
    assert "ann and bob agree least" in texts(app)
    assert "No coder can be left out: two coders only" in texts(app)
    assert "No interval of the change without an item: two coders only" in texts(app)


def test_items_left_out_are_listed_with_intervals_the_largest_change_first() -> None:
    app = launch("coders", corpus="moonstone")
    corpus = moonstone()
    (coders, *_) = corpus.groups
    found = [row for row in influence(corpus, AgreementOptions()).items if row.item in coders.items]
    found.sort(key=lambda row: -(row.change or 0))
    rows = table(app, "Each item left out")["rows"]
    assert len(rows) == min(len(found), 20)
    for row, wanted in zip(rows, found, strict=False):
        item, own, change, misses, verdict = row["cells"]
        assert item["text"] == wanted.item
        assert dict(parse_qsl(urlsplit(item["href"]).query))["item"] == wanted.item
        assert own["text"] == f"{wanted.own:.4f}"
        assert change["text"] == f"{wanted.change:+z.4f}"
        low, high = wanted.interval[:2]
        assert change["range"] == f"{low:+z.4f} to {high:+z.4f}"
        assert misses["text"] == str(wanted.misses)
        assert misses["sub"] == f"{wanted.misses_expected:.1f} expected"
        assert verdict["text"] == ("outlying" if wanted.outlying else "")


def test_one_item_has_no_interval_and_the_page_says_so() -> None:
    said = texts(launch("coders", corpus="stargazer"))
    assert "No interval of a change: one item only" in said
    assert "Nothing can be planned: one item only" in said


def test_one_unit_and_no_boundary_say_what_is_missing() -> None:
    app = launch("coders", b"item,coder,masses\ntiny,b,1\ntiny,c,1\ntiny,d,1\n")
    assert "No two coders have a value of this metric" in texts(app)


def test_names_are_no_markup_in_the_figures() -> None:
    name = "<b>%{x}</b>"
    sizes = {name: "3 {}", "b": "2 1 {}", "c": "1 2 {}"}
    rows = [f'i{n},"{c}",{of.format(n + 4)}' for n in range(3) for c, of in sizes.items()]
    app = launch("coders", "\n".join(["item,coder,masses", *rows]).encode())
    assert len(figures(app)) == 3
    for spec in figures(app).values():
        assert "<b>%" not in json.dumps(spec)
        for trace in spec["data"]:
            assert "%{x}</b>" not in str(trace.get("hovertemplate"))


def test_a_large_matrix_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from segmetrics.dashboard.frame import jobs

    monkeypatch.setattr(jobs, "SHORT", -1.0)
    app = launch("coders", corpus="moonstone")
    assert buttons(app) == [
        "Compute the matrix",
        "Compute what each coder does beside the others",
        "Compute the influence of coders",
        "Compute the widths of larger corpora",
    ]
    app.button[0].click().run()
    assert "agree least" in texts(app)


@pytest.mark.parametrize("similarity", ["s", "b"])
def test_influence_and_planning_follow_the_settings(similarity: str) -> None:
    said = texts(launch("coders", corpus="moonstone", similarity=similarity))
    assert said.count(AgreementOptions(similarity=similarity).signature) == 2


def as_json(spec: Any) -> str:
    return json.dumps(spec, sort_keys=True)


def test_the_same_corpus_gives_the_same_page() -> None:
    first, second = (launch("coders", corpus="moonstone") for _ in range(2))
    assert as_json(figures(first)) == as_json(figures(second))
    assert texts(first) == texts(second)
