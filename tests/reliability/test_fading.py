"""Who marks less and less as items go on: beside counts by hand, and in worlds that do it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claim_truths import corpus_of
from benchmarks.worlds import FILMS, TEXTS
from segmetrics.reliability.fading import fading

EVERY = (4, 8, 12, 16, 20, 24, 28, 32, 36, 40)


def corpus(of: Mapping[str, Sequence[int]], texts: int = 3) -> sm.Corpus:
    """Return texts of 60 units in which coders mark places, each a unit later in the next text."""
    masses = {
        f"text {number}": {
            coder: np.diff([0, *(place + number for place in places), 60]).tolist()
            for coder, places in of.items()
        }
        for number in range(texts)
    }
    return sm.Corpus.from_masses(masses)


def test_who_fades_is_told_with_counts_before_and_after_half_of_the_others_boundaries() -> None:
    found = corpus({"anna": EVERY, "ben": EVERY, "cleo": EVERY, "dan": EVERY[:5]})
    one = fading(found)["dan"]
    assert one[0] == "dan" and (one.early, one.later) == (15, 0)
    assert one.words == (
        "dan marks less and less as texts go on: 15 boundaries within the first 23 units (the "
        "others 15 on average), 0 after that (the others 15)."
    )
    rows = {row.coder: row for row in sm.coder_findings(found).rows}
    assert rows["dan"].stands_out and one.words in rows["dan"].words
    assert [row.fades for row in rows.values()] == [None, None, None, one]


def test_a_boundary_on_half_of_the_others_counts_as_before_it() -> None:
    """The others have 33 places, of 4, 5, 6 to 44, 45, 46: half is the 17th, 25."""
    more = (*EVERY, 44)
    found = corpus({"anna": more, "ben": more, "cleo": more, "dan": EVERY[:6]})
    one = fading(found)["dan"]
    assert one.first == "the first 25 units"
    # The last of dan's are 24, 25 and 26.
    assert (one.early, one.later, one.others_early, one.others_later) == (17, 1, 17, 16)


@pytest.mark.parametrize(
    "own", [EVERY[::2], EVERY[5:], (4, 8, 12, 16, 20, 28, 36)], ids=["coarse", "wakes", "a bit"]
)
def test_who_marks_little_everywhere_more_and_more_or_hardly_less_does_not(
    own: Sequence[int],
) -> None:
    assert fading(corpus({"anna": EVERY, "ben": EVERY, "cleo": EVERY, "dan": own})) == {}


def test_who_marks_evenly_where_others_mark_more_and_who_marks_once_a_text_does_not() -> None:
    random = np.random.default_rng(3)
    more = {name: sorted({*(random.triangular(0, 54, 54, 20).astype(int) + 1)}) for name in "abc"}
    even = corpus({**more, "dan": range(2, 54, 3)}, 4)
    assert fading(even) == {}
    once = corpus({"anna": EVERY, "ben": EVERY, "cleo": EVERY, "dan": EVERY[:1]}, 9)
    assert fading(once) == {}
    preface = {**dict.fromkeys(("anna", "ben", "cleo"), EVERY), "dan": [1, 2, 3, 5, 6, 7, *EVERY]}
    preface["dan"] = sorted({*preface["dan"]})
    assert fading(corpus(preface, 6)) == {}


def test_a_reference_does_not_tire() -> None:
    found = corpus({"anna": EVERY, "ben": EVERY, "cleo": EVERY, "dan": EVERY[:5]})
    assert fading(found) and fading(replace(found, reference="dan")) == {}


def test_one_item_alone_does_not_make_it_nor_do_two_coders() -> None:
    dense = tuple(range(2, 44, 2))
    good = {"anna": dense, "ben": dense, "cleo": dense}
    one, many = corpus({**good, "dan": dense[:7]}, 1), corpus({**good, "dan": dense}, 5)
    items = {f"{at} {item.name}": item for at, of in enumerate((one, many)) for item in of.items}
    both = sm.Corpus.from_masses(
        {
            name: {coder: coding.masses for coder, coding in item.codings.items()}
            for name, item in items.items()
        }
    )
    assert fading(one) and fading(both) == {}
    assert fading(corpus({"anna": EVERY, "dan": EVERY[:5]})) == {}


def test_a_viewer_who_tires_is_found_in_a_third_of_projects_and_hardly_anybody_else() -> None:
    found, false = 0, 0
    for number in range(12):
        for of, size in ((FILMS["one tires"], (6, 5)), (TEXTS["good coders"], (12, 5))):
            drawn = of(np.random.default_rng([41, number]), *size)
            for coder in fading(corpus_of(drawn)):
                tires = drawn.roles[coder] == "fatigued"
                found, false = found + tires, false + (not tires)
    assert found >= 4 and false <= 1


def test_in_recordings_the_person_stands_out_and_is_asked_by_the_clock() -> None:
    times = {name: [float(place * 10) for place in EVERY] for name in "abc"} | {
        "dan": [40.0, 80.0, 120.0, 160.0, 200.0]
    }
    films = {f"film {number}": times for number in range(3)}
    agreed = sm.agreement(sm.Corpus.from_times(films, durations=dict.fromkeys(films, 440.0)))
    (dan,) = [row for row in agreed.coders if row.fades]
    assert dan.coder == "dan" and dan.stands_out and dan.fades is not None
    assert "within the first 3:40 (the others 15 on average), 0 after that" in dan.fades.asked


@pytest.mark.filterwarnings("error")
def test_who_alone_marks_anything_does_not_tire_by_a_rounding_error() -> None:
    alone = {"anna": [9], "ben": [9], "dan": [1, 1, 1, 1, 1, 1, 2, 1]}
    assert fading(sm.Corpus.from_masses({"first": alone})) == {}


def test_a_program_is_nobody_to_set_a_person_beside() -> None:
    items = corpus({"anna": EVERY, "ben": EVERY, "dan": EVERY[:5]})
    assert set(fading(items)) == {"dan"}
    assert fading(replace(items, automatic=("ben",))) == {}
