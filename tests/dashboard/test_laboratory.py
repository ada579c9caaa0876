"""What the Laboratory draws, what can be done with it, and what it says of the metrics."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.learn.laboratory_tables import (
    coefficient_table,
    gauges,
    in_short,
    known_differences,
    metric_table,
    preference_in_words,
    preference_table,
    preferences,
    reaction,
)
from segmetrics.dashboard.learn.laboratory_view import (
    DrawingError,
    changes,
    drawing_of,
    origin,
    pair_links,
    project_file,
    scene_links,
    text_links,
)
from segmetrics.io import Source, read_sources
from segmetrics.metrics.registry import METRICS
from segmetrics.number_formats import DASH
from segmetrics.reproduction.scenes import SCENES
from tests.support.known import known


def view_of(link: Link) -> UrlState:
    found = UrlState.read(dict(parse_qsl(urlsplit(link.href).query)))
    assert not found.notes
    return found


def drawn(*lanes: str, **more: Any) -> UrlState:
    return UrlState(drawn=lanes, **more)


def by_text(links: list[Link]) -> dict[str, Link]:
    return {link.text: link for link in links}


def opens(key: str) -> str:
    return f"?number={key}"


def said_of(view: UrlState, other: UrlState) -> str | None:
    return reaction(drawing_of(view), drawing_of(other))


def test_without_a_word_the_first_scene_is_drawn() -> None:
    found = drawing_of(UrlState())
    assert found.scene is next(iter(SCENES.values()))
    assert (found.hypothesis.name, found.reference.name) == ("hypothesis", "reference")
    assert not found.changed
    assert origin(found) == "Fournier & Inkpen (2012), Figure 3"


def test_segmentations_of_ones_own_have_letters() -> None:
    found = drawing_of(drawn("2 2", "4", "1 3"))
    assert found.scene is None
    assert found.names == ("A", "B", "C")
    assert [lane.segmentation.boundaries for lane in found.lanes] == [(2,), (), (1,)]
    assert found.start_pair is None
    assert origin(found) == "Your own drawing"


def test_a_pair_of_another_page_is_left_alone() -> None:
    found = drawing_of(UrlState(hypothesis="an1", reference="an2"))
    assert {found.hypothesis.name, found.reference.name} == {"hypothesis", "reference"}
    same = drawing_of(drawn("2 2", "4", hypothesis="B", reference="B"))
    assert (same.hypothesis.name, same.reference.name) != ("B", "B")
    chosen = drawing_of(drawn("2 2", "4", "1 3", hypothesis="C", reference="A"))
    assert (chosen.hypothesis.name, chosen.reference.name) == ("C", "A")


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (UrlState(scene="nowhere"), "there is no scene 'nowhere'"),
        (drawn("2 2"), "it has 1 segmentation; a drawing has 2 to 6"),
        (drawn(*["2 2"] * 7), "it has 7 segmentations, and 6 can be drawn"),
        (drawn("2 x", "4"), "A: segment size 'x' is not a whole number"),
        (drawn("4", "2 0 2"), "B: segment size 0: a segment has at least one unit"),
        (
            drawn("2 2", "5"),
            "A has 4 units and B 5, but segmentations of one text have the same number of units",
        ),
        (drawn("1", "1"), "it has 1 unit; a drawing has 2 to 60"),
        (drawn("61", "61"), "it has 61 units; a drawing has 2 to 60"),
        (drawn("9" * 30, "4"), "A: a segment size of 30 digits is too large to be real"),
        (drawn("-", "-"), "it has 0 segmentations; a drawing has 2 to 6"),
    ],
)
def test_what_makes_no_drawing_is_said(view: UrlState, said: str) -> None:
    with pytest.raises(DrawingError) as caught:
        drawing_of(view)
    assert str(caught.value) == said


def test_every_scene_is_linked_and_opens_as_it_was() -> None:
    changed = UrlState(
        drawn=("1 13", "14"), hypothesis="x", reference="y", number="wd", corpus="stargazer"
    )
    links = [link for shown in scene_links(changed).values() for link in shown]
    assert len(links) == len(SCENES)
    assert not any(link.current for link in links)
    for link, scene in zip(links, SCENES.values(), strict=True):
        view = view_of(link)
        found = drawing_of(view)
        assert found.scene is scene
        assert not found.changed
        assert (view.n, view.width, view.number) == (scene.n, scene.width, "")
        assert view.corpus == "stargazer"
        assert [x.text for s in scene_links(view).values() for x in s if x.current] == [scene.title]


def test_two_can_be_exchanged() -> None:
    view = UrlState(scene="lazy", hypothesis="cat", reference="bob")
    found = drawing_of(view_of(by_text(pair_links(drawing_of(view), view))["Exchange the two"]))
    assert (found.hypothesis.name, found.reference.name) == ("bob", "cat")


def test_segmentations_are_added_and_removed() -> None:
    view = UrlState(scene="near_miss")
    found = drawing_of(view)
    while len(found.lanes) < 6:
        view = view_of(by_text(pair_links(found, view))["Add a segmentation"])
        found = drawing_of(view)
        assert found.hypothesis.name == found.names[-1]
        assert found.hypothesis.segmentation.boundaries == ()
    assert found.names == ("ann", "bob", "new 1", "new 2", "new 3", "new 4")
    assert "Add a segmentation" not in by_text(pair_links(found, view))
    view = replace(view, hypothesis="bob", reference="new 2")
    view = view_of(by_text(pair_links(drawing_of(view), view))["Remove bob"])
    found = drawing_of(view)
    assert found.names == ("ann", "new 1", "new 2", "new 3", "new 4")
    assert found.reference.name == "new 2"
    assert origin(found) == "Changed from One near miss (made up for this page)"
    while len(found.lanes) > 2:
        links = by_text(pair_links(found, view))
        view = view_of(links[f"Remove {found.hypothesis.name}"])
        found = drawing_of(view)
    assert not any(name.startswith("Remove") for name in by_text(pair_links(found, view)))
    back = view_of(by_text(pair_links(found, view))["Back to One near miss"])
    assert drawing_of(back).names == ("ann", "bob")


def test_what_was_removed_can_be_followed_by_something_new() -> None:
    view = UrlState(scene="lazy", hypothesis="lazy", reference="ann")
    view = view_of(by_text(pair_links(drawing_of(view), view))["Remove lazy"])
    assert drawing_of(view).names == ("ann", "bob", "cat")
    view = view_of(by_text(pair_links(drawing_of(view), view))["Add a segmentation"])
    found = drawing_of(view)
    assert found.names == ("ann", "bob", "cat", "new 1")
    assert found.hypothesis.start is None


def test_a_text_grows_and_shrinks_but_never_loses_a_boundary() -> None:
    view = drawn("2 2", "3 1")
    links = by_text(text_links(drawing_of(view), view))
    assert links.keys() == {"One unit more"}
    longer = view_of(links["One unit more"])
    assert longer.drawn == ("2 3", "3 2")
    shorter = view_of(by_text(text_links(drawing_of(longer), longer))["One unit less"])
    assert shorter.drawn == view.drawn
    most, least = drawn("60", "30 30"), drawn("2", "2")
    assert by_text(text_links(drawing_of(most), most)).keys() == {"One unit less"}
    assert by_text(text_links(drawing_of(least), least)).keys() == {"One unit more"}


def test_a_removed_segmentation_stays_removed_in_a_longer_text() -> None:
    view = UrlState(scene="full_miss", drawn=("4 4 4", "-", "12"))
    longer = view_of(by_text(text_links(drawing_of(view), view))["One unit more"])
    assert longer.drawn == ("4 4 5", "-", "13")


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (("2 2", "4"), ("2 2", "1 3"), "B: boundary before unit 2 added"),
        (("2 2", "1 3"), ("2 2", "4"), "B: boundary before unit 2 removed"),
        (("2 2", "1 3"), ("2 2", "2 2"), "B: the boundary before unit 2 moved to 3"),
        (("4", "4"), ("1 1 1 1", "4"), "A: boundary before unit 2, 3, 4 added"),
        (("4", "1 1 2"), ("4", "3 1"), "B: boundary before unit 2, 3 removed, before 4 added"),
        (("2 2", "4"), ("1 3", "2 2"), "A and B changed"),
        (("2 2", "4"), ("2 3", "5"), "The text is 1 unit longer"),
        (("2 3", "5"), ("2 1", "3"), "The text is 2 units shorter"),
        (("2 2", "4"), ("2 2", "4"), None),
    ],
)
def test_a_change_in_words(before: tuple[str, ...], now: tuple[str, ...], said: str | None) -> None:
    assert changes(drawing_of(drawn(*before)), drawing_of(drawn(*now))) == said


def test_other_settings_are_a_change_and_another_pair_is_none() -> None:
    view = drawn("2 2", "4", "1 3")
    found = drawing_of(view)
    wider = drawing_of(replace(view, n=3))
    assert changes(found, wider) == "Near-miss window of 3 instead of 2"
    other = drawing_of(replace(view, width="boundaries"))
    assert changes(found, other) == "Windows of boundaries instead of units"
    assert changes(found, drawing_of(replace(view, hypothesis="C"))) is None
    assert changes(found, drawing_of(UrlState(scene="lazy"))) is None


def test_metrics_that_saw_a_change_are_told_from_those_that_did_not() -> None:
    """A near miss that becomes a full one.

    What counts exact places cannot see it, nor can a window of two units, which holds one.
    """
    said = known(said_of(drawn("5 5", "4 6"), drawn("5 5", "3 7")))
    what, rest = said.split(". ", 1)
    assert what == "B: the boundary before unit 5 moved to 4"
    saw, missed = rest.removesuffix(" did not.").split(" changed; ")
    assert {"S", "B", "A", "Hamming distance"} <= set(saw.replace(" and ", ", ").split(", "))
    exact = {"precision", "recall", "F1", "WindowDiff", "WD against chance"}
    assert set(missed.replace(" and ", ", ").split(", ")) == exact


def test_a_change_of_a_segmentation_that_is_not_compared_moves_no_metric() -> None:
    said = said_of(drawn("5 5", "4 6", "10"), drawn("5 5", "4 6", "1 9"))
    assert said == "C: boundary before unit 2 added. No metric of these two changed."


def test_a_value_that_appears_is_a_change() -> None:
    said = known(said_of(drawn("12", "12"), drawn("12", "3 9")))
    assert "WinPR" not in said.split(" changed; ")[0]  # still undefined: no reference boundary
    gauge = {
        one.name: one
        for one in gauges(
            drawing_of(drawn("12", "3 9", hypothesis="B", reference="A")),
            drawing_of(drawn("12", "12", hypothesis="B", reference="A")),
            opens,
        )
    }
    assert (gauge["Precision"].text, gauge["Precision"].change) == ("0.0000", "was undefined")
    assert gauge["Recall"].text == DASH
    assert gauge["Recall"].change == ""
    assert "reference has no boundary" in gauge["Recall"].title


def test_every_metric_that_scores_is_a_gauge_with_its_value_and_its_change() -> None:
    before, now = drawing_of(drawn("5 5", "5 5")), drawing_of(drawn("5 5", "4 6"))
    found = gauges(now, before, opens)
    scoring = [metric for metric in METRICS.values() if metric.scores]
    for gauge, metric in zip(found, scoring, strict=True):
        old, new = known(metric(*before.pair).value), known(metric(*now.pair).value)
        assert gauge.text == f"{new:.4f}".replace("-", "−")
        assert gauge.change == ("" if old == new else f"{new - old:+.4f}".replace("-", "−"))
        assert gauge.href == f"?number={metric.key}"
        assert (gauge.bar is None) == (metric.key in ("ghd", "wd_normalised"))
    assert all(gauge.change == "" for gauge in gauges(now, None, opens))
    assert len({gauge.name for gauge in found}) == len(found)
    assert all(len(in_short(metric)) <= 24 for metric in METRICS.values())


def rows_of(view: UrlState) -> dict[str, dict[str, Any]]:
    heads, lines = metric_table(drawing_of(view), opens)
    columns = [column.text for column in heads]
    rows = [row for row in lines if row.level == "item"]
    assert len(rows) == len(METRICS)
    assert all(len(row.cells) == len(columns) for row in lines)
    return {
        key: dict(zip(columns, row.cells, strict=True))
        for key, row in zip(METRICS, rows, strict=True)
    }


def test_the_table_has_every_metric_both_ways() -> None:
    scene = SCENES["diaz2022_figure16"]
    view = UrlState(scene=scene.key, width="boundaries", hypothesis="h3", reference="reference")
    h, r = scene.segmentations["h3"], scene.segmentations["reference"]
    for key, row in rows_of(view).items():
        metric = METRICS[key]
        options: dict[str, Any] = {"width": "boundaries"} if "width" in metric.options else {}
        value, reversed_value = metric(h, r, **options).value, metric(r, h, **options).value
        assert row["Value"].text == f"{value:.4f}"
        assert row["Reversed"].text == ("" if metric.symmetric else f"{reversed_value:.4f}")
        assert row["What it rewards"].text == metric.rewards
        assert row["Since the start"].text == "0"


@pytest.mark.parametrize("scene", SCENES.values(), ids=lambda scene: scene.key)
def test_every_scene_has_the_values_that_are_printed_of_it(scene: Any) -> None:
    rows = rows_of(UrlState(scene=scene.key, width=scene.width))
    printed = "".join(row["Printed"].text for row in rows.values() if "Printed" in row)
    assert ("=" in printed) == bool(scene.printed)
    assert "≠" not in printed


def test_printed_values_stand_beside_ours_with_their_setting() -> None:
    rows = rows_of(
        UrlState(
            scene="diaz2022_figure10", width="boundaries", hypothesis="h2", reference="reference"
        )
    )
    printed = {key: (row["Printed"].text, row["Printed"].sub) for key, row in rows.items()}
    assert printed["a"] == ("= 0.6", None)
    assert printed["b"] == ("= 0.5", None)
    assert printed["wd"] == ("= 0.67", "1 − the value, k = 2, windows of boundaries")
    assert printed["s"] == ("", None)


def test_a_printed_value_that_differs_is_shown_as_such_with_its_reason() -> None:
    view = UrlState(scene="scaiano2012_table2", hypothesis="c", reference="reference")
    cell = rows_of(view)["winpr"]["Printed"]
    assert (cell.text, cell.sub) == ("TP = 3, TN ≠ 40, FP = 1, FN = 1", "window of 4")
    (reason,) = known_differences(drawing_of(view))
    assert reason.startswith("TN is printed as 40: the equations give 39")
    assert known_differences(drawing_of(replace(view, hypothesis="d"))) == []


def test_printed_values_go_with_the_segmentations_that_they_are_of() -> None:
    changed = UrlState(scene="fournier2012_figure8", drawn=("6 8", "8 6"))
    row = rows_of(changed)["s"]
    assert "Printed" not in row
    # Two full misses instead of a near miss: one more place of 13.
    assert row["Since the start"].text == "−0.0769"
    own = rows_of(drawn("6 8", "7 7"))["s"]
    assert "Since the start" not in own
    # A symmetric metric is the same the other way round; WindowDiff is not said to be.
    turned = rows_of(
        UrlState(scene="fournier2012_figure8", hypothesis="reference", reference="hypothesis")
    )
    assert turned["s"]["Printed"].text == "= 0.9231"
    assert turned["wd"]["Printed"].text == ""


def test_an_undefined_value_has_its_reason() -> None:
    rows = rows_of(UrlState(scene="nobody"))
    assert rows["precision"]["Value"].text == DASH
    assert rows["precision"]["Value"].title == "the hypothesis has no boundary"
    assert rows["precision"]["Value"].bar is None
    assert rows["precision"]["What it rewards"].sub == (
        "Undefined: the hypothesis has no boundary. "
        "Reversed, undefined: the hypothesis has no boundary."
    )
    assert rows["f1"]["What it rewards"].sub == "Undefined: nobody placed a boundary."
    assert rows["s"]["What it rewards"].sub is None


def test_each_metric_says_which_is_closest() -> None:
    found = preferences(drawing_of(UrlState(scene="diaz2022_at", width="boundaries")))
    best = {one.metric.key: one.best for one in found}
    assert best["a"] == ("h2",)  # as all six people said
    assert best["b"] == ("h1", "h2")
    assert best["wd"] == ("h1",)
    assert "wd_chance" not in best
    said = preference_in_words(found)
    assert "h2 is closest by A" in said
    assert "No difference by S, B" in said


@pytest.mark.parametrize("key", SCENES)
def test_preferences_are_those_of_the_values(key: str) -> None:
    found = drawing_of(UrlState(scene=key))
    columns, rows = preference_table(preferences(found))
    assert len(rows) == sum(metric.scores for metric in METRICS.values())
    for one, row in zip(preferences(found), rows, strict=True):
        assert len(row.cells) == len(columns)
        known = {n: s.value for n, s in one.scores.items() if s.value is not None}
        ranked = sorted(known, key=lambda n: known[n], reverse=not one.metric.penalty)
        assert set(one.best) >= set(ranked[:1])
        assert all(known[name] == pytest.approx(known[one.best[0]]) for name in one.best)
    assert preference_in_words(preferences(found))


def test_coefficients_of_all_segmentations() -> None:
    view = UrlState(scene="nobody")
    found = drawing_of(view)
    columns, rows = coefficient_table(found, view)
    cells = {row.cells[0].text: row.cells for row in rows}
    assert len(columns) == len(cells["π* over S"])
    assert cells["π* over S"][1].text == "1.0000"
    assert cells["α"][1].text == DASH
    assert "Undefined: nobody placed a boundary" in cells["α"][2].text


def test_coefficients_show_what_changed_since_the_start() -> None:
    view = UrlState(scene="lazy", drawn=("4 5 3 6 2", "4 4 4 5 3", "5 4 3 6 2"))
    found = drawing_of(view)
    start = drawing_of(UrlState(scene="lazy"))
    columns, now = coefficient_table(found, view)
    before_columns, before = coefficient_table(start, UrlState(scene="lazy"))
    assert len(columns) == len(before_columns) + 1
    for one, other in zip(now, before, strict=True):
        change = float(one.cells[1].text) - float(other.cells[1].text)
        assert float(one.cells[2].text) == pytest.approx(change, abs=1.01e-4)


def test_the_file_opens_as_a_corpus() -> None:
    view = UrlState(scene="lazy")
    reading = read_sources([Source("drawing.json", project_file(drawing_of(view)).encode())])
    assert not reading.problems
    codings = known(reading.corpus)["A lazy coder"].codings
    assert codings == dict(SCENES["lazy"].segmentations)
