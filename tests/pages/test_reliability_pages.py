"""Intervals, chance, gaps and reasons on the pages Agreement and Item."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.dashboard.frame import computations, jobs
from segmetrics.dashboard.results.item_view import loss_parts
from segmetrics.dashboard.results.reliability_view import (
    number_table,
    rest_in_words,
    rest_table,
    scan_in_words,
)
from segmetrics.dashboard.server import tasks
from segmetrics.number_formats import short
from segmetrics.reliability.chance import chance
from segmetrics.reliability.explain import Explainer
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.narrative import Sentence
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.window_scan import window_scan
from segmetrics.tables.browser import span
from tests.support.figures import buttons, figure, figures, moonstone
from tests.support.pages import GOOD, launch, table, texts

TWO = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch2,ann,1 1 8\nch2,bob,10\n"
ONE_OF_ALL = b"item,coder,masses\nalone,a,3 4\ntiny,b,1\ntiny,c,1\nsilent,d,5\nsilent,e,5\n"


def opened(name: str, section: str, upload: bytes | None = None, **query: str) -> AppTest:
    """Open a page, and one of its sections."""
    app = launch(name, upload, **query)
    app.session_state[section] = True
    return app.run()


@pytest.mark.parametrize("sort", ["", "-mass", "pi_star"])
def test_intervals_stand_below_the_values_they_belong_to(sort: str) -> None:
    app = launch("agreement", corpus="moonstone", sort=sort)
    found = intervals(moonstone(), AgreementOptions())
    around = {row.item: row for row in found.items}
    rows = table(app, "Agreement")["rows"]
    for row in rows[:8]:
        cells, one = row["cells"], around[row["cells"][0]["text"]]
        said = [span(one.pi_star, short), span(one.kappa_star, short), span(one.bias)]
        assert [cell.get("range") for cell in cells[1:4]] == said
        assert cells[4]["range"] == span(one.one_minus_wd_mean, short)
        assert not any("range" in cell for cell in cells[5:])
    pooled = [span(row.pi_star, short) for row in (*found.groups, found.corpus)]
    assert [row["cells"][1]["range"] for row in rows[8:]] == pooled
    assert found.options.signature in texts(app)


def test_intervals_can_be_hidden_by_the_address_and_the_switch() -> None:
    app = launch("agreement", corpus="moonstone", intervals="hidden")
    assert not any("range" in c for row in table(app, "Agreement")["rows"] for c in row["cells"])
    assert "two-way jackknife" not in texts(app)
    (switch,) = [control for control in app.button_group if control.label == "Intervals"]
    switch.set_value("shown").run()
    assert "intervals" not in app.query_params
    assert "two-way jackknife" in texts(app)


def test_intervals_are_drawn_with_the_items_and_below_them_the_groups() -> None:
    spec = figure(launch("agreement", corpus="moonstone"), "Items ranked")
    around = intervals(moonstone(), chance=chance(moonstone()))
    found = {row.item: row.corrected for row in around.items}
    names = spec["layout"]["yaxis"]["ticktext"]
    assert names[8:] == ["group an1-an4", "group an5-an10", "corpus"]
    for trace in spec["data"][:2]:
        for place, value, above, below in zip(
            trace["y"],
            trace["x"],
            trace["error_x"]["array"],
            trace["error_x"]["arrayminus"],
            strict=True,
        ):
            one = found[names[place]]
            assert (value - below, value + above) == pytest.approx(one[:2])


def test_where_there_is_no_interval_the_reason_is_said() -> None:
    said = texts(launch("agreement", TWO))
    assert "No interval for ch1, ch2, group ann-bob, corpus: two coders only" in said


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(-0.001, 0.456, "0.00 to 0.46"), (None, None, None), (0.5, 0.5, "0.50 to 0.50")],
)
def test_an_interval_is_shown_with_two_decimals(
    low: float | None, high: float | None, text: str | None
) -> None:
    assert span(Interval(low, high), short) == text


def test_chance_levels_stand_beside_the_items_they_belong_to() -> None:
    app = opened("agreement", "against chance", corpus="moonstone", sort="-mass")
    rows = table(app, "Chance")["rows"]
    assert [row["cells"][0]["text"] for row in rows[:2]] == ["ch11", "ch10"]
    sizes = chance(moonstone(), AgreementOptions(), ChanceOptions(null="sizes"))
    places = chance(moonstone(), AgreementOptions(), ChanceOptions(null="places"))
    by_name = {one.item: (one, other) for one, other in zip(sizes.items, places.items, strict=True)}
    for row in rows[:8]:
        texts_of = [cell["text"] for cell in row["cells"]]
        kept, moved = by_name[texts_of[0]]
        expected = (kept.observed, kept.expected_pi, kept.shuffled, kept.corrected, kept.p)
        assert texts_of[1:6] == [f"{value:.4f}" for value in expected]
        assert texts_of[6:9] == [f"{v:.4f}" for v in (moved.shuffled, moved.corrected, moved.p)]
    assert "chance by shuffling sizes, 1000 shuffles, seed=0" in texts(app)


def test_the_chance_level_is_far_from_what_pi_expects_and_the_page_says_so() -> None:
    """Of few boundaries, S is high for anyone: expected agreement is near 0, chance is not."""
    said = texts(opened("agreement", "against chance", corpus="moonstone"))
    assert "Coders of an1-an4 who kept their segment sizes" in said
    assert "R and the verdicts above are by sizes." in said


def test_types_are_not_looked_at_by_chance_and_the_page_says_so() -> None:
    said = [
        texts(opened("agreement", "against chance", corpus=corpus))
        for corpus in ("dialogue", "moonstone")
    ]
    assert ["places alone" in text for text in said] == [True, False]


def test_a_long_computation_waits_to_be_asked_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SHORT", -1.0)
    app = opened("agreement", "against chance", corpus="moonstone")
    assert buttons(app) == ["Compute intervals", "Compute other chance levels"]
    (button,) = [one for one in app.button if one.label == "Compute other chance levels"]
    button.click().run()
    assert table(app, "Chance")["rows"]
    assert "Compute other chance levels" not in buttons(app)
    app.run()
    assert table(app, "Chance")["rows"]
    app.query_params["n"] = "4"
    app.run()
    assert "Compute other chance levels" in buttons(app)


def test_gaps_are_named_with_the_pairs_that_figures_rest_on() -> None:
    """By hand: x, y share a and b; y, z share c; x and z share nothing."""
    masses = {
        "a": {"x": [2, 2], "y": [1, 3]},
        "b": {"x": [2, 2], "y": [4]},
        "c": {"y": [3, 1], "z": [2, 2]},
    }
    corpus = Corpus.from_masses(masses)
    (said,) = rest_in_words(corpus)
    assert "2 of 3 pairs of coders, with 1 to 2 of its 3 items in common" in said
    assert "1 pairs have no item in common" not in said
    assert "1 pair has no item in common" in said
    rows = [[cell.text for cell in row.cells] for row in rest_table(corpus)[1]]
    assert rows == [["x, z", "0", "3"], ["y, z", "1", "3"], ["x, y", "2", "3"]]


def test_without_gaps_nothing_is_said_of_them() -> None:
    assert rest_in_words(moonstone()) == []
    assert rest_table(moonstone())[1] == []


@pytest.mark.parametrize(("page", "about"), [("agreement", "of the corpus"), ("item", "of ch1")])
def test_misses_are_drawn_for_each_window(page: str, about: str) -> None:
    app = opened(page, "which window", corpus="moonstone", item="ch1")
    level = "corpus" if page == "agreement" else "item"
    found = [
        (point.n, point.near_misses, point.full_misses)
        for point in window_scan(moonstone(), AgreementOptions())
        if (point.level, point.item) == (level, "ch1" if level == "item" else "")
    ]
    near, full, _ = figure(app, f"coefficient {about}")["data"]
    assert list(zip(near["x"], near["y"], full["y"], strict=True)) == found


def test_sections_that_are_closed_compute_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(tasks, "chance")
    monkeypatch.delattr(computations, "window_scan")
    launch("agreement", corpus="moonstone")
    launch("item", corpus="moonstone")


def test_words_about_near_miss_windows_follow_the_numbers() -> None:
    near = Corpus.from_masses({"a": {"x": [6, 8], "y": [9, 5]}})
    far = Corpus.from_masses({"a": {"x": [2, 50], "y": [40, 12]}})
    same = Corpus.from_masses({"a": {"x": [2, 50], "y": [2, 50]}})
    alone = Corpus.from_masses({"a": {"x": [2, 50]}})
    said = [
        scan_in_words([p for p in window_scan(corpus, AgreementOptions()) if p.level == "item"])
        for corpus in (near, far, same, alone)
    ]
    assert "full misses fall from 2 to 0 and near misses rise from 0 to 1" in said[0]
    assert "Most differences are about the place" in said[0]
    assert "full misses fall from 2 to 2" in said[1]
    assert "whether there is a boundary" in said[1]
    assert said[2] == "There are no misses here, whatever the window."
    assert said[3] == "There is no value under any window."


@pytest.mark.parametrize(("number", "name"), [("1", "an1-an4"), ("2", "an5-an10")])
def test_the_agreement_page_gives_reasons_for_each_group(number: str, name: str) -> None:
    said = texts(opened("agreement", "why", group=number))
    loss = Explainer.of(moonstone(), AgreementOptions()).group(int(number) - 1).loss
    assert loss is not None
    assert f"Of the loss of group {name}, 1 - S = {loss.total.of_s:.3f}" in said


def test_there_are_reasons_without_a_value_too() -> None:
    app = opened("agreement", "why", ONE_OF_ALL)
    assert not app.exception
    assert "pi*_S of group a is undefined: one coder only" in texts(app)


def test_the_item_page_gives_reasons_that_add_up() -> None:
    """Figure 3 of Fournier & Inkpen (2012): 3 full misses and 1 near miss in 13 places."""
    upload = b"item,coder,masses\nfig3,a,1 2 2 3 3 1 2\nfig3,b,1 2 1 2 6 2\n"
    app = launch("item", upload)
    spec = figure(app, "The loss")
    assert spec["layout"]["yaxis"]["ticktext"] == ["by kind", "by pair", "by coder", "by place"]
    sums = [0.0] * 4
    for trace in spec["data"]:
        for row, value in zip(trace["y"], trace["x"], strict=True):
            sums[row] += value
    assert sums == pytest.approx([4 / 13] * 4)
    kinds = {trace["name"]: trace["x"][0] for trace in spec["data"][:2]}
    assert kinds == pytest.approx({"near misses": 1 / 13, "full misses": 3 / 13})
    assert "Why is this item low?" in texts(app)
    assert "1 near miss and 75% is 3 full misses" in texts(app)


def test_parts_of_a_loss_beyond_six_are_taken_together() -> None:
    corpus = Corpus.from_masses({"a": {"x": [1] * 20, "y": [20]}})
    loss = Explainer.of(corpus, AgreementOptions()).item("a").loss
    assert loss is not None
    parts = loss_parts(loss)
    name, rest = parts["by place"][-1]
    assert (name, round(19 * rest)) == ("13 others", 13)
    assert all(sum(v for _, v in of) == pytest.approx(loss.total.of_s) for of in parts.values())


def test_the_numbers_behind_the_sentences_are_listed() -> None:
    app = opened("item", "behind", corpus="moonstone", item="ch1")
    found = Explainer.of(moonstone(), AgreementOptions()).item("ch1")
    rows = table(app, "Numbers")["rows"]
    assert len(rows) == sum(len(sentence.numbers) for sentence in found.sentences)
    for sentence in found.sentences:
        assert sentence.text in texts(app)
    assert found.signature in texts(app)


def test_numbers_of_several_coders_can_be_told_apart() -> None:
    said = [Sentence("granularity", "", {"ratio": 2.0}, coder) for coder in ("ann", "bob")]
    said.append(Sentence("bias", "", {"bias": 0.5}))
    about = [row.cells[0].text for row in number_table(said)[1]]
    assert about == ["granularity, ann", "granularity, bob", "bias"]


@pytest.mark.parametrize("item", ["alone", "tiny", "silent"])
def test_an_item_without_a_coefficient_or_a_loss_says_why(item: str) -> None:
    app = launch("item", ONE_OF_ALL, item=item)
    assert not any("loss" in alt for alt in figures(app))
    assert "No interval" in texts(app)
    assert "No chance level" in texts(app) or "shuffled coders" in texts(app)


def test_the_item_and_the_agreement_page_say_the_same_of_chance() -> None:
    app = launch("item", corpus="moonstone", item="ch5")
    rows = table(opened("agreement", "against chance", corpus="moonstone"), "Chance")["rows"]
    (cells,) = [row["cells"] for row in rows if row["cells"][0]["text"] == "ch5"]
    assert f"shuffled coders {cells[3]['text']}" in texts(app)
    assert f"p = {cells[5]['text']}" in texts(app)


def test_chance_rows_lead_to_their_items() -> None:
    rows = table(opened("agreement", "against chance", GOOD), "Chance")["rows"]
    link = urlsplit(rows[0]["cells"][0]["href"])
    assert (link.path, dict(parse_qsl(link.query))["item"]) == ("./item", "ch1")
