"""The pages Item, Heat maps and Decide of recordings."""

from __future__ import annotations

import base64
import csv
from dataclasses import replace
from io import BytesIO, StringIO
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import openpyxl
import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus, consensus, press_density, press_peaks
from segmetrics.adjudication.press_peaks import PressPeak, belated
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.decide.consensus_view import boundaries_as, gold_excel
from segmetrics.dashboard.decide.words import typed_seconds
from segmetrics.dashboard.frame.session_store import store
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results.item_in_time_view import chosen_place, peak_table, summary
from segmetrics.reliability.press_density import over_recordings
from segmetrics.store import Visitor
from tests.support.known import known
from tests.support.pages import as_file, components, launch, saved, table, texts

PRESSES = {
    "anna": [12.0, 31.0, 77.0],
    "ben": [12.4, 31.3, 48.0],
    "cleo": [11.8, 48.3, 95.0],
    "dan": [12.1, 31.1, 60.5],
    "eve": [12.9, 110.0],
    "fred": [12.2, 31.4, 90.5],
}
FILM = Corpus.from_times(
    {"film": PRESSES, "short": {"anna": [2.0], "ben": [7.5]}}, durations={"film": 120, "short": 10}
)


def line(app: AppTest, number: int = 0) -> dict[str, Any]:
    return [data for data in components(app) if "shades" in data][number]


def heights(data: dict[str, Any]) -> list[float]:
    numbers = np.frombuffer(base64.b64decode(data["curve"]["heights"]), dtype="<u2")
    return [float(number) / 65535 * data["curve"]["top"] for number in numbers]


def press(app: AppTest, label: str) -> None:
    (button,) = [one for one in app.button if one.label.startswith(label)]
    button.click().run()
    assert not app.exception


def test_an_item_is_its_density_with_its_chance_level_over_the_presses() -> None:
    app = launch("item", as_file(FILM), item="film")
    # The level holds for both recordings together.
    data, (curve, _) = line(app), over_recordings([press_density(one) for one in FILM.items])
    assert [lane["name"] for lane in data["lanes"]] == list(PRESSES)
    assert data["lanes"][1]["places"] == [12_400, 31_300, 48_000]
    assert (data["duration"], data["resolution"]) == (120_000, 0.001)
    assert heights(data) == pytest.approx([60 * one for one in curve.density], abs=0.01)
    assert curve.chance is not None
    assert data["curve"]["chance"] == pytest.approx(60 * curve.chance)
    above = [one.place for one in press_peaks(FILM) if one.above_chance and one.item == "film"]
    assert [one["place"] for one in data["peaks"] if one["above"]] == above == [12_100, 31_100]
    assert "17 boundaries in film. At 2 places, more coders mark together" in texts(app)


def test_a_chosen_place_says_who_pressed_and_is_marked_in_the_list() -> None:
    app = launch("item", as_file(FILM), item="film", place="31000", tolerance="2")
    said = texts(app)
    assert "At 0:31.1, 4 of 6 coders set a boundary within 2 s: anna at 0:31.0, dan" in said
    assert "Not cleo, eve." in said
    rows = table(app, "Places where people mark")["rows"]
    assert [(row["cells"][0]["text"], row["chosen"]) for row in rows] == [
        ("0:12.1", False),
        ("0:31.1", True),
    ]
    assert line(app)["place"] == 31_000
    elsewhere = launch("item", as_file(FILM), item="film", place="80000", tolerance="2")
    assert "At 1:20.0, 0 of 6 coders set a boundary within 2 s." in texts(elsewhere)


def test_a_wider_kernel_draws_another_curve() -> None:
    app = launch("item", as_file(FILM), item="film", kernel_width="5")
    expected = press_density(FILM["film"], width=5).density
    assert heights(line(app)) == pytest.approx([60 * one for one in expected], abs=0.01)
    assert line(app)["tolerance"] == 3


def test_a_kernel_that_is_too_narrow_is_refused_in_words() -> None:
    long = Corpus.from_times({"long": {"a": [5.0], "b": [6.0]}}, durations={"long": 9000})
    for page in ("item", "heat_maps", "decide"):
        app = launch(page, as_file(long), kernel_width="0.05")
        assert "is too small for a recording of 9000 s" in texts(app)


def test_two_coders_side_by_side() -> None:
    app = launch("item", as_file(FILM), item="film", a="anna", b="ben", tolerance="1")
    of_both = "Of 3 boundaries of anna, 2 have a partner within 1 s among the 3 of ben (F 0.67)."
    assert of_both in texts(app)
    assert "ben is later than anna by 0.35 s (median)" in texts(app)


def test_heat_maps_have_a_line_for_each_recording_and_each_coder_of_one() -> None:
    app = launch("heat_maps", as_file(FILM))
    recordings, coders = line(app, 0)["shades"], line(app, 1)["shades"]
    assert [one["name"] for one in recordings] == ["film", "short"]
    assert [one["name"] for one in coders] == list(PRESSES)
    cells = np.frombuffer(base64.b64decode(coders[4]["cells"]), dtype="u1")
    curve = press_density(FILM["film"], coders=["eve"], shuffles=0)
    expected = np.rint(np.array(curve.density) * 60 / coders[4]["top"] * 255)
    assert cells.tolist() == expected.tolist()
    where = parse_qs(urlsplit(recordings[1]["href"]).query)
    assert where["item"] == ["short"]
    longest = launch("heat_maps", as_file(FILM), order="length", item="short")
    assert [one["name"] for one in line(longest, 1)["shades"]] == ["anna", "ben"]


def head(app: AppTest) -> str:
    return app.header[0].value.replace("\\", "")


def decisions(place: str) -> list[tuple[int, str, int | None]]:
    return [
        (one.place, one.verdict, one.to)
        for one in store().decisions(Visitor(), place)
        if one.along_with is None
    ]


def rows(app: AppTest) -> list[list[str]]:
    """Return the list of places."""
    found = table(app, "Places about which people differ")["rows"]
    return [[cell["text"] for cell in row["cells"]] for row in found]


def test_places_are_decided_in_order_kept_moved_and_dropped() -> None:
    place = saved(as_file(FILM))
    app = launch("decide", corpus=place, item="film", scope="item")
    assert "The consensus has 2 boundaries in 2 recordings" in texts(app)
    # 2 of 6 and 4 of 6 are equally disputed; 6 of 6 is not.
    assert head(app) == "film, 0:31.1"
    half = "That is more than half of the coders, so the consensus has a boundary here"
    assert half in texts(app)
    press(app, "No boundary here")
    assert decisions(place) == [(31_100, "reject", None)]
    assert head(app) == "film, 0:48.0"
    # The field of the dispute; the other one adds a boundary.
    field, _ = [one for one in app.text_input if one.label.startswith("Time")]
    field.input("0:48.15")
    press(app, "Move there")
    assert decisions(place)[1] == (48_000, "move", 48_150)
    lanes = line(app)["lanes"]
    assert (lanes[0]["name"], lanes[0]["places"]) == ("consensus", [12_100, 48_150])
    press(app, "Undo")
    assert decisions(place) == [(31_100, "reject", None)]


def test_what_nobody_disputes_can_be_decided_too() -> None:
    place = saved(as_file(FILM))
    app = launch("decide", corpus=place, item="film", place="12000")
    assert head(app) == "film, 0:12.1"
    press(app, "No boundary here")
    assert decisions(place) == [(12_100, "reject", None)]
    assert ["film, 0:12.1", "6 of 6", "0%", "", "no boundary, without the one at 0:12.1"] in rows(
        app
    )


def test_a_boundary_is_added_at_a_time_and_taken_back() -> None:
    place = saved(as_file(FILM))
    app = launch("decide", corpus=place, item="film", place="102000")
    assert "Not more than one coder marked near 1:42.0" in texts(app)
    (field,) = [one for one in app.text_input if one.label.startswith("Time")]
    field.input("in the middle")
    press(app, "Add it there")
    assert "That is no time of this recording" in texts(app)
    (field,) = [one for one in app.text_input if one.label.startswith("Time")]
    field.input("1:42.5")
    press(app, "Add it there")
    assert decisions(place) == [(102_500, "accept", None)]
    assert line(app)["lanes"][0]["places"] == [12_100, 31_100, 102_500]
    listed = rows(app)
    assert listed[-1] == [
        "film, 1:42.5",
        "0 of 6",
        "0%",
        ", ".join(list(PRESSES)[:4]) + " and 2 more",
        "boundary at 1:42.5, added by hand",
    ]
    in_time = launch("decide", corpus=place, item="film", worklist="reading")
    named = [row[0] for row in rows(in_time)]
    assert named[-3:] == ["film, 1:42.5", "short, 0:02.0", "short, 0:07.5"]
    press(app, "Take back the boundary added at 1:42.5")
    assert decisions(place) == []
    assert rows(app) == listed[:-1]


@pytest.mark.parametrize(
    ("place", "least", "expected"),
    [
        ("31000", "0", "Chance does not explain that, so the consensus has a boundary here"),
        ("31000", "", "That is more than half of the coders, so the consensus has a boundary here"),
        (
            "48000",
            "",
            "That is half of the coders or fewer, so the consensus has no boundary here.",
        ),
        ("31000", "5", "That is fewer than 5 coders, so the consensus has no boundary here."),
        ("48000", "0", "Chance can explain that, so the consensus has no boundary here."),
        ("48000", "2", "That is at least 2 coders, so the consensus has a boundary here"),
    ],
)
def test_what_is_said_of_a_place_is_what_the_rule_does(
    place: str, least: str, expected: str
) -> None:
    asked = {"least": least} if least else {}
    app = launch("decide", as_file(FILM), item="film", place=place, **asked)
    assert expected in texts(app)


@pytest.mark.parametrize(("least", "options"), [("3", [2, 3, 4, 5]), ("50", [2, 3, 4, 5, 50])])
def test_as_many_coders_can_be_asked_for_as_vote(least: str, options: list[int]) -> None:
    film = Corpus(FILM.items, automatic=("fred",))
    app = launch("decide", as_file(film), item="film", least=least)
    (menu,) = [one for one in app.selectbox if one.key == "pick least"]
    numbers = [f"at least {k} of 5" for k in options]
    assert menu.options == ["more than half of the coders", *numbers, "more than chance"]
    assert menu.value == int(least)


def test_the_consensus_goes_out_in_seconds_and_is_kept_beside_its_corpus() -> None:
    place = saved(as_file(FILM))
    app = launch("decide", corpus=place, item="film", place="31000")
    press(app, "No boundary here")
    corpus = FILM.with_decisions(store().decisions(Visitor(), place))
    made = consensus(corpus)
    rows = csv.DictReader(StringIO(boundaries_as(made, "csv")()))
    assert [(row["item"], row["time"]) for row in rows] == [("film", "12.1")]
    book = openpyxl.load_workbook(BytesIO(known(gold_excel(corpus, made, "2026-01-31"))()))
    decided = list(book["Decisions"].iter_rows(values_only=True))[1]
    assert decided[:4] == ("film", 31.1, None, "dropped at 31.1 s")
    press(app, "Keep this consensus")
    (kept,) = store().artifacts.listed(Visitor(), place)
    assert "peaks of more than half of the coders, width=1 s" in kept.title


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("12:04.5", 724.5),
        ("1:02:05", 3725),
        ("724.5", 724.5),
        (" 3 ", 3),
        ("", None),
        ("12:", None),
        ("-3", None),
        ("1e3", None),
        ("1:2:3:4", None),
    ],
)
def test_times_that_people_type(text: str, seconds: float | None) -> None:
    assert typed_seconds(text) == seconds


def test_who_marks_a_place_late_as_usual_is_not_said_to_have_left_it_out() -> None:
    times = {"a": [30.0, 60.0], "b": [30.2, 60.1], "c": [30.1], "d": [33.4, 63.4], "e": [33.5]}
    film = Corpus.from_times({"f": times}, durations={"f": 90})
    (item,) = film.items
    voted = {"a": 30.0, "b": 30.2, "c": 30.1}
    places = {name: item.codings[name].boundaries[0] for name in voted}
    peak = PressPeak("f", 30.1, None, None, voted, 5, 1.0, 0.01, True, places)
    own = {"d": item.codings["d"].boundaries[1]}
    other = PressPeak("f", 63.4, None, None, {"d": 63.4}, 5, 1.0, 0.01, True, own)
    people: Any = [
        SimpleNamespace(coder="d", timing="late", later=3.3),
        SimpleNamespace(coder="e", timing=None, later=3.4),
    ]
    assert belated(item, peak, [peak, other], people, 1.0) == {"d": 33.4}
    _, (row, *_) = _cells(peak_table(item, "abcde", [peak, other], TIGHT, people))
    assert row == ["0:30.1", "3 of 5", "d (late, at 0:33.4), e"]
    said = chosen_place(item, "abcde", [peak, other], replace(TIGHT, place=peak.place), people)
    assert "Not e. As late or early as usual: d at 0:33.4." in said
    # What supports another peak, or lies elsewhere, is not the boundary of this one.
    for timing, by in (("late", 33.3), ("early", -3.3)):
        elsewhere: Any = [SimpleNamespace(coder="d", timing=timing, later=by)]
        assert belated(item, peak, [peak, other], elsewhere, 1.0) == {}


TIGHT = UrlState(item="f", tolerance=1.0)


def _cells(found: Any) -> tuple[Any, list[list[str]]]:
    (columns, rows), *_ = found
    return columns, [[row.cells[at].text for at in (0, 1, 2)] for row in rows]


def test_all_places_are_listed_at_which_several_are_said_to_mark_together() -> None:
    """One that a single coder marked is not among them; of none beyond chance, none is left out."""
    times = [10.0 * number for number in range(1, 31)]
    film = Corpus.from_times({"f": {"a": times, "b": times[1:]}}, durations={"f": 400})
    (item,) = film.items
    peaks = [
        PressPeak("f", time, None, None, votes, 2, 1.0, 0.5, False, {"a": at})
        for number, (time, at) in enumerate(zip(times, item.codings["a"].boundaries, strict=True))
        for votes in [{"a": time, "b": time} if number else {"a": time}]
    ]
    listed = []
    for page in (1, 2, 3):
        view = UrlState(item="f", place=peaks[12 * page - 11].place)
        (_, rows), _, caption = peak_table(item, ("a", "b"), peaks, view)
        listed += [row.cells[0].text for row in rows]
    assert len(listed) == len({*listed}) == 29
    assert "At 29 places, several mark together" in summary(item, ("a", "b"), peaks)
    assert caption.startswith("Places where several mark together, in order of time")


def test_places_and_pairs_of_a_recording_have_parts_of_their_own() -> None:
    times = [10.0 * number for number in range(1, 31)]
    film = Corpus.from_times({"f": {"a": times, "b": times}}, durations={"f": 400})
    peaks = [
        PressPeak("f", time, None, None, {"a": time, "b": time}, 2, 1.0, 0.01, True, {"a": at})
        for time, at in zip(times, film.items[0].codings["a"].boundaries, strict=True)
    ]

    def shown(view: UrlState) -> tuple[list[str], list[Link]]:
        (_, rows), links, _ = peak_table(film.items[0], ("a", "b"), peaks, view)
        return [row.cells[0].text for row in rows], links

    first, links = shown(UrlState(item="f", page=3))
    assert (first[0], len(first)) == ("0:10.0", 12)
    asked = parse_qs(urlsplit(links[1].href).query)
    second, _ = shown(UrlState(item="f", page=3, place=int(asked["place"][0])))
    assert (asked["page"], second[0]) == (["3"], "2:10.0")
