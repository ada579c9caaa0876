"""The tour: what it tells is so, and it leads on."""

from __future__ import annotations

import re

import pytest

from segmetrics import Corpus, sample
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.dashboard.learn.tour_view import SAMPLE, habit, tour
from segmetrics.dashboard.learn.words import NO_CHANCE, chance
from segmetrics.io import SAMPLES
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.explain import Explainer
from segmetrics.reliability.item_pairs import pairs_of
from tests.support.known import known
from tests.support.pages import components, seen

Told = tuple[str, ...]


def told(corpus: Corpus, name: str) -> Told:
    item = corpus[name]
    pair = pairs_of(corpus, item, AgreementOptions())[0]
    return tour(item, pair, Explainer.of(corpus, AgreementOptions()).item(name))


@pytest.fixture(scope="module")
def first() -> Told:
    return told(sample("moonstone"), "ch1")


def test_the_counts_are_those_of_the_chapter(first: Told) -> None:
    # an1 11|2, an2 2|1|7|2|1, an3 9|4, an4 2|8|2|1: places 2, 3, 9, 10, 11, 12.
    assert first[0].startswith("Four people")
    assert "13 paragraphs" in first[0]
    assert "there are 12 places. Six of them were marked by somebody" in first[0]
    assert first[0].endswith("none by everybody.")
    assert "One placed one boundary, the other four." in first[1]
    assert "one near and three full" in first[1]
    assert "an2 made five segments, an1 two" in first[4]


def test_the_score_is_that_of_the_paper(first: Told) -> None:
    # S of chapter 1 is 1 - 17/72: four near and thirteen full misses of six pairs.
    assert f"**{1 - 17 / 72:.2f}**" in first[2]


def test_what_the_tour_calls_low_is_low(first: Told) -> None:
    share = known(re.search(r"come \*\*(\d+)%\*\*", first[3]))
    assert int(share[1]) < 30


def test_without_a_chance_level_it_says_so() -> None:
    full = told(Corpus.from_masses({"a": {"x": [1, 1], "y": [1, 1]}}), "a")
    assert full[3] == NO_CHANCE


def test_the_texts_of_the_tour_stand_beside_their_codings() -> None:
    data = components(seen("tour"))
    texts = [one for one in data if one.get("label", "").startswith("Text of")]
    names = [one["label"].split(",")[0].removeprefix("Text of ") for one in texts]
    # The one that is unclear to all, and the one that shows best that lou is late.
    assert names == ["interview 10", "interview 5"]
    (trail,) = [one["trail"] for one in data if "trail" in one]
    assert [(one["text"], one["href"]) for one in trail] == [
        (SAMPLES[SAMPLE].title, "./data?corpus=interviews")
    ]
    for name, text in zip(names, texts, strict=True):
        item = sample(SAMPLE)[name]
        assert tuple(text["texts"]) == item.texts
        assert [one["name"] for one in text["coders"]] == list(item.coders)


def test_the_tour_tells_of_who_is_late_and_who_is_fine() -> None:
    """By hand: lou 9 12 15 26 31 of interview 5; most 8 11 14 25 30."""
    found = habit(sample(SAMPLE), coder_findings(sample(SAMPLE)).rows)
    assert (found.item.name, found.coder) == ("interview 5", "lou")
    said = "**lou**, who placed five boundaries here: all of them stand one turn after a"
    assert said in found.told[0]
    assert "and 0.43 if each boundary of lou is moved one turn back." in found.told[1]
    assert "over all texts max marks 2.0 times as many" in found.told[2]


@pytest.mark.parametrize(
    ("corrected", "said"),
    [
        (0.0459, "people come **5%** of the way (R = 0.05)."),
        (-0.04, "people do not come any nearer (R = \N{MINUS SIGN}0.04)."),
        (0.0, "people do not come any nearer (R = 0.00)."),
    ],
)
def test_people_who_agree_no_more_than_shuffled_ones_come_no_way(
    corrected: float, said: str
) -> None:
    text = chance(0.78, corrected)
    assert f"From there to perfect agreement these {said}" in text
    assert ("agree no more than people who" in text) == (corrected <= 0)


def test_the_tour_leads_to_places_and_pages() -> None:
    found = [link for data in components(seen("tour")) for link in data.get("links", ())]
    places = [one for one in found if "place=" in one["href"]]
    assert places
    for one in places:
        place = int(known(re.search(r"place=(\d+)", one["href"]))[1])
        assert one["href"].startswith("./item?")
        assert one["text"] == f"before turn {place + 1}"
    for page in ("", "coders", "laboratory"):
        assert any(one["href"].startswith(f"./{page}?") for one in found)
