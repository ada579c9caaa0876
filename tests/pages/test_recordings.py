"""The pages that show recordings: Overview, Coders and rounds of the made-up film."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus, agreement, compare, grain_alignment, sample
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results.overview_view import (
    listed_items,
    order_of_list,
    overview_of_recordings,
)
from segmetrics.dashboard.rounds.recorded_rounds_view import headline
from segmetrics.io.write import WRITERS
from segmetrics.phrases import spelled
from segmetrics.reliability.recording_options import RecordingOptions
from tests.support.pages import components, launch, saved, table, texts

FILM = agreement(sample("film"))


def two_films() -> Corpus:
    """Return a film in which all press together, and one in which each presses alone."""
    together = [10.0 * at for at in range(1, 30)]
    return Corpus.from_times(
        {
            "shared": {f"p{at}": [time + 0.1 * at for time in together] for at in range(4)},
            "lonely": {"p0": [11, 140, 199], "p1": [40, 81, 230], "p2": [120, 262], "p3": [20.0]},
        },
        durations={"shared": 300, "lonely": 300},
    )


def prose(app: AppTest) -> str:
    """Return the sentences that components show."""
    return " ".join(
        "".join(part[0] for part in paragraph)
        for data in components(app)
        for paragraph in data.get("paragraphs", ())
    )


def test_the_overview_says_what_a_colleague_would() -> None:
    app = launch("overview", corpus="film")
    assert not app.exception
    said = prose(app)
    row = FILM.corpus
    assert f"share {row.value:.0%} of their boundaries, within 3 seconds." in said
    assert f"same rhythm would share {row.chance:.0%}." in said
    assert "jun marks many places that hardly anybody else does, and gus marks" in said
    assert re.search(r"gus marks \d\.\d s late", said)


def test_the_list_has_those_first_that_need_a_look() -> None:
    films = two_films()
    found = agreement(films)
    assert [row.verdict for row in found.items] == ["well_beyond_chance", "not_distinguishable"]
    shown = overview_of_recordings(found)
    assert order_of_list(shown, UrlState(), films) == [1, 0]
    assert order_of_list(shown, UrlState(sort="corpus"), films) == [0, 1]
    assert order_of_list(shown, UrlState(sort="item"), films) == [1, 0]
    listed = listed_items(shown, films)
    assert listed.resolution == 0.001
    assert listed.columns[1].cells[0] == "1.00"
    app = launch("overview", WRITERS["segmetrics-json"].write(films).content)
    assert "On lonely, agreement may be chance" in prose(app)


def test_the_settings_of_the_address_hold() -> None:
    app = launch("overview", face="reviewer", corpus="film", tolerance="0.5", trim_start="60")
    options = RecordingOptions(tolerance=0.5, trim=(60, 0))
    expected = agreement(sample("film"), options).corpus
    (row,) = table(app, "Agreement on each recording, and on all")["rows"]
    assert [cell["text"] for cell in row["cells"]][4] == f"{expected.value:.2f}"
    assert "left out: the first 60 s" in texts(app)
    assert "within 0.5 s" in texts(app)


def test_coders_have_a_card_each_those_first_who_stand_out() -> None:
    app = launch("coders", corpus="film")
    assert not app.exception
    (cards,) = [data["cards"] for data in components(app) if "cards" in data]
    assert [card["name"] for card in cards][:2] == ["jun", "gus"]
    assert [card["stands_out"] for card in cards] == [True, True] + [False] * 8
    assert cards[1]["headline"].startswith("Marks late, by ")
    assert "after those of the others" in cards[1]["message"]
    assert all(card["message"] == "" for card in cards[2:])


def test_grains_are_compared_as_rounds() -> None:
    (said,) = headline(compare(sample("film"), sample("film-coarse")))
    for page in ("rounds", "compare"):
        app = launch(page, corpus="film", other="film-coarse")
        assert not app.exception
        assert said in prose(app)
        assert "Here everybody counts" not in texts(app)
    assert "set 0.9 boundaries a minute instead of 3.3" in said
    assert "It is not clear whether they agree more or less" in said


def test_of_recordings_those_who_segmented_both_times_are_compared() -> None:
    fewer = sample("film-coarse")
    _, *stayed = fewer.coders
    written = WRITERS["segmetrics-json"].write(fewer.select(coders=stayed))
    for page in ("rounds", "compare"):
        app = launch(page, corpus="film", other=saved(written.content))
        assert prose(app).startswith(f"The {spelled(len(stayed))} who coded both")
        assert "They set " in prose(app)
        assert "no change of it is tested" in texts(app)


def test_coarse_boundaries_are_set_beside_fine_ones() -> None:
    found = grain_alignment(sample("film-coarse"), sample("film"))
    assert found.corpus is not None
    app = launch("rounds", corpus="film", other="film-coarse")
    assert not app.exception
    assert f"Of {found.corpus.coarse} coarse boundaries of 10 coders, 80% have a fine" in texts(app)
    rows = table(app, "Coarse boundaries beside fine ones of the same coder")["rows"]
    assert [row["cells"][0]["text"] for row in rows][-2:] == ["jun", "everybody"]
    cells = [cell["text"] for cell in rows[-1]["cells"]]
    assert f"{found.corpus.value:.2f}" in cells
    twice = launch("rounds", corpus="film", other="film-coarse", tolerance="600")
    assert "is undefined" not in texts(twice)
    assert not twice.exception


@pytest.mark.parametrize("page", ["rounds", "compare"])
def test_texts_and_recordings_are_no_rounds_of_each_other(page: str) -> None:
    for corpus, other in (("film", "interviews"), ("interviews", "film")):
        app = launch(page, corpus=corpus, other=other)
        assert not app.exception
        assert not app.error
        said = texts(app)
        assert "rounds of one kind" in said or "is left out: only rounds" in said


def test_names_are_texts() -> None:
    evil = "<img src=x onerror=alert(1)>$x$*b*"
    films = Corpus.from_times({evil: {evil: [3, 9], "b": [3.1, 50]}}, durations={evil: 60})
    content = WRITERS["segmetrics-json"].write(films).content
    for page in ("overview", "coders"):
        app = launch(page, content)
        assert not app.exception
        assert evil not in " ".join(one.value for one in app.markdown)


def test_without_an_item_the_recording_that_needs_work_first_is_shown() -> None:
    content = WRITERS["segmetrics-json"].write(two_films()).content
    app = launch("item", content)
    assert app.title[0].value == "lonely"
    app = launch("item", content, item="shared", a="p1", b="p2")
    links = [one for data in components(app) for one in data.get("links", ())][:2]
    assert [one["text"] for one in links] == [
        "lonely →",
        "Next recording that needs work: lonely →",
    ]
    assert "a=p1&b=p2" in links[1]["href"]
    app = launch("heat_maps", content, order="reliability")
    lines = next(data["shades"] for data in components(app) if "shades" in data)
    assert [one["name"] for one in lines] == ["lonely", "shared"]
