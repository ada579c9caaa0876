"""Names of two rounds matched, and the review of them on the Import page's terms."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus
from segmetrics.dashboard.data.import_state import Review
from segmetrics.dashboard.data.import_view import coverage_of
from segmetrics.dashboard.data.matching_view import (
    fitting,
    matching_summary,
    matchings,
    other_lengths,
    rename_all,
    rename_one,
    unmatched_in_words,
)
from segmetrics.dashboard.frame.session_store import store
from segmetrics.io import Choices, Reading, Source, assemble, parse_sources
from segmetrics.io.limits import MAX_NAME
from segmetrics.io.matching import MOST_COMPARED, matched
from segmetrics.reliability.coverage import Coverage
from segmetrics.store import Visitor
from tests.support.known import known
from tests.support.pages import components, launch, saved, table, texts

NAMES = st.lists(st.text("aAbé .-_019", max_size=6), unique=True, max_size=6)
OLD = b"item,coder,masses\n" + b"".join(
    f"Chapter {n},{coder},{masses}\n".encode()
    for n in (1, 2, 3, 10)
    for coder, masses in (("Ann", "3 4"), ("Bob", "2 5"), ("Cy", "7"))
)
KNOWN = Corpus.from_masses(
    {f"Chapter {n}": {"Ann": [3, 4], "Bob": [2, 5], "Cy": [7]} for n in (1, 2, 3, 10)}
)
NEW = b"item,coder,masses\n" + b"".join(
    f"{item},{coder},{masses}\n".encode()
    for item in ("Chapter 2", "ch01", "ch10", "epilogue")
    for coder, masses in (("Ann", "3 4"), ("bob ", "2 5"), ("dan", "7"))
)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Chapter 1", "chapter 01"),
        ("Chapter 1", "ch01"),
        ("ch1", "Chapter 1"),
        ("Chapter 1", "1"),
        ("Chapter 1, part 2", "ch1_p2"),
        ("Müller", "MULLER"),
        ("Straße", "STRASSE"),
        ("anna b.", "Anna-B"),
        ("Interview 3", "interveiw_03"),
        ("item 0", "item 00"),
        ("kapitel \u0663", "kapitel 3"),  # the same digit in Arabic
        ("Robert", "Roberta"),
    ],
)
def test_a_name_that_may_be_meant_for_another_is_suggested(known: str, new: str) -> None:
    found = matched([known, "something else"], ["by the way", new])
    assert found.suggested == {new: known}
    assert found.same == ()
    assert found.only_known == (known, "something else")
    assert found.only_new == ("by the way", new)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        (["Interview 1"], ["Interview 2"]),  # other numbers
        (["Interview 1"], ["Interview 11"]),
        (["1 11"], ["11 1"]),
        (["kim"], ["tim"]),  # too short to be alike
        (["Ann", "ANN"], ["ann"]),  # two could be meant
        (["Ann"], ["ann", "ANN"]),
        (["part 1", "page 1"], ["p1"]),
        (["Ann", "ANN"], ["Ann", "ann"]),  # perhaps the one that both have
        (["--"], [".."]),  # nothing to compare
        (["--"], [""]),
        ([], ["a"]),
        (["a"], []),
    ],
)
def test_what_is_not_unambiguous_is_not_suggested(known: list[str], new: list[str]) -> None:
    assert matched(known, new).suggested == {}


def test_equal_names_are_the_same_and_no_suggestion() -> None:
    found = matched(["b", "a", "x"], ["a", "b", "y"])
    assert found.same == ("a", "b")
    assert (found.only_known, found.only_new) == (("x",), ("y",))


def test_what_is_nearest_is_taken_first() -> None:
    """Chapter 1 is equal but for the case; only what is left may be shortened."""
    found = matched(["Chapter 1", "Chap 1"], ["chapter 1", "ch1"])
    assert found.suggested == {"chapter 1": "Chapter 1", "ch1": "Chap 1"}


def test_many_names_are_matched_by_how_they_are_written_and_by_numbers() -> None:
    many = range(MOST_COMPARED + 1)
    words = ["".join(chr(97 + int(digit)) for digit in f"{n:05}") for n in many]
    found = matched([word.upper() for word in words], words)
    assert len(found.suggested) == len(words)
    numbered = matched([f"Item {n}" for n in many], [f"it{n:04}" for n in many])
    assert numbered.suggested[f"it{7:04}"] == "Item 7"
    assert len(numbered.suggested) == len(words)
    # Of so many words, similar ones are not looked for.
    similar = matched([f"{word}x" for word in words], [f"{word}y" for word in words])
    assert similar.suggested == {}
    assert (numbered.complete, similar.complete) == (True, False)


@pytest.mark.parametrize("groups", [1, 20])
def test_long_names_that_are_all_similar_take_no_time(groups: int) -> None:
    """Two hundred names of 300 signs took four minutes, and so did every further number."""
    chance = Random(1)
    known, new = (
        [
            f"{number} {''.join(chance.choices('ab', k=MAX_NAME - 5))}"
            for number in range(groups)
            for _ in range(MOST_COMPARED)
        ]
        for _ in range(2)
    )
    start = time.process_time()
    found = matched([*known, "Chapter 1000"], [*new, "ch1000"])
    assert time.process_time() - start < 30
    assert not found.complete
    assert found.suggested["ch1000"] == "Chapter 1000"


@given(NAMES, NAMES)
def test_every_name_is_in_its_place_and_none_is_suggested_twice(
    known: list[str], new: list[str]
) -> None:
    found = matched(known, new)
    assert set(found.same) == set(known) & set(new)
    assert found.only_known == tuple(name for name in known if name not in new)
    assert found.only_new == tuple(name for name in new if name not in known)
    assert found.suggested.keys() <= set(found.only_new)
    assert len(set(found.suggested.values())) == len(found.suggested)
    assert set(found.suggested.values()) <= set(found.only_known)
    back = matched(new, known).suggested
    assert back == {known_name: new_name for new_name, known_name in found.suggested.items()}


# ----- the review


def review(content: bytes = NEW) -> Review:
    parsed = parse_sources([Source("new.csv", content)])

    def make(choices: Choices) -> tuple[Reading, Coverage]:
        reading = assemble(parsed, choices)
        return reading, coverage_of(reading)

    return Review(make)


def test_the_review_says_what_matches_in_words() -> None:
    found = matchings(review(), KNOWN)
    assert matching_summary(found, "round 1") == (
        "1 of 4 items and 1 of 3 coders are in round 1 too."
    )
    assert unmatched_in_words(found, "round 1") == [
        "Items only here (3): ch01, ch10, epilogue.",
        "Items only in round 1 (3): Chapter 1, Chapter 3, Chapter 10.",
        "Coders only here (2): bob, dan.",
        "Coders only in round 1 (2): Bob, Cy.",
    ]
    assert found["items"].suggested == {"ch01": "Chapter 1", "ch10": "Chapter 10"}
    assert found["coders"].suggested == {"bob": "Bob"}


def test_renaming_all_is_one_decision_that_can_be_undone() -> None:
    opened = review()
    rename_all(opened, matchings(opened, KNOWN), "round 1")
    (decision,) = opened.decisions
    assert decision.words == "renamed items ch01, ch10 and coder bob as in round 1"
    corpus = known(opened.reading.corpus)
    assert {item.name for item in corpus.items} == {
        "Chapter 1",
        "Chapter 2",
        "Chapter 10",
        "epilogue",
    }
    assert set(corpus.coders) == {"Ann", "Bob", "dan"}
    opened.undo()
    assert opened.choices == Choices()


def test_an_item_of_other_units_or_texts_is_never_taken_for_another() -> None:
    """Another interview of a second round under the name of one of the first raises agreement."""
    opened = review()
    longer = Corpus.from_masses({name: {"Ann": [3, 5]} for name in ("Chapter 1", "Chapter 10")})
    found = matchings(opened, longer)["items"]
    assert found.suggested == {}
    assert fitting(opened, longer, "items", found) == ([], [])
    why = rename_one(opened, longer, "items", "ch01", "Chapter 1")
    assert why == "ch01 has 7 units, Chapter 1 8: they are other texts."
    assert opened.choices == Choices()
    told = "item,coder,unit,text,segment\n" + "".join(
        f"ch01,{coder},{unit},line {unit},{1 + unit // 4}\n"
        for coder in "xy"
        for unit in range(1, 8)
    )
    opened = review(told.encode())
    assert opened.reading.corpus is not None
    texts = tuple(f"line {unit}" for unit in range(1, 8))
    for written, expected in ((texts, {"ch01": "Chapter 1"}), (("other", *texts[1:]), {})):
        item = replace(KNOWN["Chapter 1"], texts=written)
        known = Corpus((item,))
        found = matchings(opened, known)["items"]
        assert found.suggested == expected
        assert bool(fitting(opened, known, "items", found)[0]) == bool(expected)


def test_items_of_the_very_same_text_are_suggested_under_whatever_names() -> None:
    texts = {"INT01 Daria": ("a", "b", "c"), "INT02 Milan": ("d", "e", "f")}
    known = Corpus.from_masses({name: {"ann": [1, 2]} for name in texts})
    known = replace(known, items=tuple(replace(i, texts=texts[i.name]) for i in known.items))
    rows = "item,unit,text,ann\n" + "".join(
        f"{name},{place + 1},{text},{int(place == 0)}\n"
        for name, said in (("second one", "def"), ("first one", "abc"), ("another", "abx"))
        for place, text in enumerate(said)
    )
    found = matchings(review(rows.encode()), known)
    assert found["items"].suggested == {"second one": "INT02 Milan", "first one": "INT01 Daria"}


def test_a_round_of_other_items_is_not_asked_to_be_renamed() -> None:
    app = shown(
        OLD,
        NEW.replace(b"Chapter 2", b"talk")
        .replace(b"3 4", b"3 9")
        .replace(b"2 5", b"2 10")
        .replace(b",7", b",12"),
    )
    assert "Rounds with different items are compared as a whole" in texts(app)
    assert not [one for one in app.selectbox if one.label == "The item called"]


def test_items_with_another_number_of_units_than_before_are_named() -> None:
    opened = review(b"item,coder,masses\ntalk,ann,2 3\nwalk,ann,2 2\n")
    known = Corpus.from_masses({"talk": {"ann": [2, 4]}, "walk": {"ann": [1, 3]}})
    found = matchings(opened, known)
    said = "Another number of units than in the pilot: talk has 5 here and 6 there."
    assert other_lengths(opened, known, found, "the pilot") == said
    same = Corpus.from_masses({"talk": {"ann": [2, 3]}, "walk": {"ann": [1, 3]}})
    assert not other_lengths(opened, same, found, "the pilot")


def test_what_is_left_out_is_not_matched() -> None:
    opened = review()
    opened.decide(
        "left out", Choices(dropped=frozenset({("epilogue", None), (None, "dan"), ("ch01", "Ann")}))
    )
    found = matchings(opened, KNOWN)
    assert (
        matching_summary(found, "the pilot")
        == "1 of 3 items and 1 of 2 coders are in the pilot too."
    )
    assert "epilogue" not in found["items"].only_new


def shown(first: bytes, second: bytes = NEW) -> AppTest:
    """Open the review of a further round on the Import page."""
    place = saved(first)
    store().rename_round(Visitor(), place, "round *1*", seen="Round 1")
    files = [Source("second.csv", second)]
    return launch("import", corpus=store().add_round(Visitor(), place, files, name=""))


def test_the_section_offers_all_suggestions_at_once() -> None:
    app = shown(OLD)
    assert "1 of 4 items and 1 of 3 coders are in round *1* too." in texts(app)
    rows = table(app, "Names that may mean")["rows"]
    assert [[cell["text"] for cell in row["cells"]] for row in rows] == [
        ["ch01", "Chapter 1", "item"],
        ["ch10", "Chapter 10", "item"],
        ["bob", "Bob", "coder"],
    ]
    next(one for one in app.button if one.label == "Rename all as suggested").click().run()
    assert not app.exception
    assert "3 of 4 items and 2 of 3 coders" in texts(app)
    captions = [data["caption"] for data in components(app) if "rows" in data]
    assert "Names that may mean the same" not in captions


def test_a_single_name_is_renamed_by_a_choice() -> None:
    app = shown(OLD)
    here, there = boxes(app)
    assert list(here.options) == ["ch01", "ch10", "epilogue"]
    assert list(there.options) == ["Chapter 1", "Chapter 3", "Chapter 10"]
    renaming(app)
    assert "Choose what the item was called." in texts(app)
    here, there = boxes(app)
    here.set_value("epilogue")
    there.set_value("Chapter 3")
    renaming(app)
    assert "Decided so far: renamed item epilogue as Chapter 3." in texts(app)
    assert "2 of 4 items" in texts(app)


def boxes(app: AppTest) -> list[Any]:
    """Return the boxes of the first form: the name here, and the one it is."""
    return [app.selectbox(key=f"{where} items 0") for where in ("here", "there")]


def renaming(app: AppTest) -> None:
    """Press the button of the first form."""
    next(one for one in app.button if one.label == "Use that name").click().run()
    assert not app.exception


def test_where_all_matches_there_is_nothing_to_do() -> None:
    app = shown(NEW)
    assert "4 of 4 items and 3 of 3 coders are in round *1* too." in texts(app)
    assert "Rename all as suggested" not in [one.label for one in app.button]
    assert not [one for one in app.selectbox if one.label.startswith("This ")]
