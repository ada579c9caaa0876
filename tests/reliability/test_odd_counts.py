"""Odd numbers of boundaries, beside counts by hand and beside independent coders."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb, log, sqrt

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claim_truths import corpus_of
from benchmarks.worlds import TEXTS
from segmetrics import Corpus
from segmetrics.claims.cause_sentences import coarse_in_words, sentences_on_people
from segmetrics.claims.cause_types import NO_CAUSES
from segmetrics.reliability.odd_counts import _roots, binomial_tail, in_pairs, stops
from segmetrics.reliability.odd_counts import odd_numbers as odd_items
from segmetrics.tables.recording_tables import coder_table

SECONDS = 600.0
EVENTS = np.arange(20.0, 580.0, 24.0)


def films(
    *,
    twice: str = "",
    hardly: str = "",
    leaves: str = "",
    seed: int = 0,
    gaps: tuple[float, float] = (0.4, 1.3),
) -> sm.Corpus:
    """Draw six viewers of two films, who press soon after events and miss a few."""
    random = np.random.default_rng(seed)
    times: dict[str, dict[str, list[float]]] = {"one": {}, "two": {}}
    for film, coder in ((film, coder) for film in times for coder in "abcdef"):
        share = 0.1 if coder == hardly and film == "two" else 0.9
        seen = EVENTS[random.random(EVENTS.size) < share]
        seen = seen + random.normal(0.6, 0.3, seen.size)
        if coder == leaves and film == "two":
            seen = seen[seen < 0.4 * SECONDS]
        more = seen + random.uniform(*gaps, seen.size) if coder == twice else seen[:0]
        times[film][coder] = sorted(np.round([*seen, *more], 2).tolist())
    return sm.Corpus.from_times(times, durations=dict.fromkeys(times, SECONDS))


def texts(counts: dict[str, list[int]]) -> sm.Corpus:
    """Return texts of 100 units in which coders have so many boundaries, side by side."""
    return sm.Corpus.from_masses(
        {
            f"t{at}": {who: [1] * n + [100 - n] for who, of in counts.items() if (n := of[at]) >= 0}
            for at in range(len(next(iter(counts.values()))))
        }
    )


def test_who_presses_twice_is_named_by_a_count_and_nobody_else() -> None:
    for seed in range(10):
        corpus = films(twice="b", seed=seed)
        (found,) = in_pairs(corpus)
        times = [np.array(item.codings["b"].boundaries) / 1000 for item in corpus.items]
        assert found.coder == "b"
        assert found.follow == sum(
            any(0 < at - before <= 1.5 for before in of) for of in times for at in of
        )
        assert found.boundaries == sum(map(len, times))


def test_pairs_farther_apart_are_none_and_a_least_gap_mends_them() -> None:
    assert in_pairs(films(twice="b", gaps=(1.6, 3.0))) == ()
    agreed = sm.agreement(films(twice="b"), sm.RecordingOptions(minimum_gap=1.5, shuffles=0))
    assert [row.coder for row in agreed.coders if row.in_pairs] == []


def test_who_presses_twice_is_not_late() -> None:
    """The second of a pair comes later by itself, and the first as soon as anybody's."""
    for seed in range(5):
        agreed = sm.agreement(films(twice="b", seed=seed), sm.RecordingOptions(shuffles=0))
        (row,) = [row for row in agreed.coders if row.in_pairs]
        assert row.later is not None and row.later > 0.1
        assert (row.coder, row.timing) == ("b", None)
        assert row.stands_out


def test_of_equal_viewers_hardly_anybody_is_named() -> None:
    named = [seed for seed in range(60) if in_pairs(films(seed=seed))]
    odd = [seed for seed in range(60) if odd_items(films(seed=seed))]
    assert len(named) <= 3
    assert len(odd) <= 3


@pytest.mark.parametrize("seed", [113, 142, 198])
def test_a_number_is_odd_at_a_level_that_leaves_room_for_shared_false_alarms(seed: int) -> None:
    drawn = TEXTS["shared false alarms"](np.random.default_rng([5, seed]), 12, 5)
    assert not odd_items(corpus_of(drawn))


def test_who_leaves_a_film_is_said_to_stop_there_and_of_equal_viewers_nobody() -> None:
    for seed in range(10):
        corpus = films(leaves="d", seed=seed)
        (found,) = stops(corpus)
        two = corpus["two"].codings
        last = two["d"].boundaries[-1]
        assert (found.coder, found.item) == ("d", "two")
        assert found.others == tuple(
            sorted(
                sum(at > last for at in one.boundaries) for who, one in two.items() if who != "d"
            )
        )
        minutes, second = divmod(last / 1000, 60)
        assert (
            f"In two, the last boundary of d is at {minutes:.0f}:{second:04.1f}: after it the "
            in (found.words)
        )
        # One who left is not besides one with an odd number of boundaries.
        agreed = sm.agreement(corpus, sm.RecordingOptions(shuffles=0))
        assert [row.odd_items for row in agreed.coders if row.odd_items] == [(found,)]
    assert sum(bool(stops(films(seed=seed))) for seed in range(60)) <= 3


def test_who_stops_is_found_by_the_chance_that_the_last_are_all_of_others() -> None:
    """Of two texts by 3 coders, of whom one has no more than the first boundaries of one text."""
    every = [2] * 31
    said = {}
    for own in range(1, 29):
        masses = {"a": every, "b": every, "odd": [2] * own + [62 - 2 * own]}
        corpus = sm.Corpus.from_masses({"t": masses, "u": masses | {"odd": every}})
        after = 2 * (30 - own)
        chance = Fraction(comb(60, after), comb(60 + own, after))
        said[own] = stops(corpus)
        assert bool(said[own]) == (chance < Fraction(5, 100) / 6 and own >= 3)
    assert 3 < sum(map(bool, said.values())) < 27
    (found,) = said[8]
    assert found.others == (22, 22)
    assert found.words == (
        "In t, the last boundary of odd is before unit 17: after it the others have 22 each, odd "
        "none."
    )
    two = {"a": every, "odd": [2] * 8 + [46]}
    assert stops(sm.Corpus.from_masses({"t": two})) == ()


def test_the_binomial_tail_is_exact() -> None:
    share = Fraction(3, 10)
    exact = sum(comb(12, k) * share**k * (1 - share) ** (12 - k) for k in range(7, 13))
    assert binomial_tail(7, 12, 0.3) == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("thousandths", [3, 300])
def test_the_tail_of_many_boundaries_is_exact(thousandths: int) -> None:
    """So many that the ways to choose them are no number of the machine."""
    of, number, share = 3_000, 3 * thousandths + 30, thousandths / 1_000
    ways = sum(
        comb(of, k) * thousandths**k * (1_000 - thousandths) ** (of - k)
        for k in range(number, number + 400)
    )
    assert binomial_tail(number, of, share) == pytest.approx(ways / 1_000**of, rel=1e-9)
    assert binomial_tail(1, of, 0.0) == 0


def test_who_presses_twice_all_day_is_named() -> None:
    times = [5 + 40.0 * at for at in range(240)]
    twice = sorted([*times, *(time + 0.8 for time in times)])
    day = {"a": times, "b": [time + 0.2 for time in times], "twice": twice}
    films = {f"film {at}": day for at in range(5)}
    (found,) = in_pairs(Corpus.from_times(films, durations=dict.fromkeys(films, 9_700)))
    assert found == ("twice", 1_200, 2_400, 0, 2_400)


def test_who_hardly_presses_in_one_film_is_named_there() -> None:
    for seed in range(10):
        corpus = films(hardly="d", seed=seed)
        (found,) = odd_items(corpus)
        assert (found.coder, found.item) == ("d", "two")
        two = corpus["two"].codings
        assert found.boundaries == len(two["d"].boundaries)
        assert found.others == tuple(
            sorted(len(one.boundaries) for who, one in two.items() if who != "d")
        )


@pytest.mark.parametrize(("there", "far"), [(20, "more"), (0, "fewer")])
def test_who_marks_much_or_little_in_one_text_is_named_there(there: int, far: str) -> None:
    usual = [6, 7, 6, 8, 7, 6]
    corpus = texts({"a": usual, "b": usual, "c": usual, "odd": [6, 7, there, 8, 7, 6]})
    (found,) = odd_items(corpus)
    assert (found.coder, found.item, found.boundaries) == ("odd", "t2", there)
    assert found.expected == pytest.approx(6)
    assert f"In t2, odd has far {far} boundaries than usual" in found.words
    assert found.words.endswith(f": {there}, while the others have 6.")
    (row,) = [one for one in sm.coder_findings(corpus).rows if one.odd_items]
    assert row.stands_out
    assert found.words in row.words


def test_who_is_fine_or_coarse_throughout_is_not_named_nor_is_a_rich_text() -> None:
    usual = [5, 10, 5, 20, 5, 6]
    fine, coarse = [2 * one for one in usual], [one // 2 for one in usual]
    assert odd_items(texts({"a": usual, "b": usual, "fine": fine, "coarse": coarse})) == ()


def test_the_root_is_that_of_the_likelihood_ratio_of_the_table() -> None:
    counts = np.array([[4.0, 6.0, 9.0], [8.0, 5.0, 7.0], [3.0, 6.0, np.nan]])
    roots, expected, _ = _roots(counts)
    # The second coder in the first text: 8 and 12 elsewhere, beside 7 and 21 of the others.
    table = np.array([[8, 12], [7, 21]])
    by_chance = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    root = sqrt(2 * sum(n * log(n / e) for n, e in zip(table.flat, by_chance.flat, strict=True)))
    assert roots[1, 0] == pytest.approx(root)
    # As many as elsewhere, in proportion to the means of the others: 3.5, 6 and 9.
    assert expected[1, 0] == pytest.approx(12 * 3.5 / 15)
    assert np.isnan(roots[2, 2])


def test_two_coders_or_one_item_tell_nothing() -> None:
    assert odd_items(texts({"a": [5, 5, 5], "b": [5, 25, 5]})) == ()
    assert odd_items(texts({"a": [5], "b": [5], "c": [40]})) == ()


def test_nothing_is_expected_where_the_others_have_boundaries_in_one_item_alone() -> None:
    (found,) = odd_items(texts({"a": [0, 20], "b": [20, 0], "c": [20, 0]}))
    assert found[:4] == ("a", "t1", 20, 0)


def test_both_are_said_where_coders_are_named() -> None:
    agreed = sm.agreement(films(twice="b", hardly="d"), sm.RecordingOptions(shuffles=0))
    said = " ".join(sentences_on_people(agreed, NO_CAUSES))
    assert "b's boundaries come in pairs: " in said
    assert "In two, d has far fewer boundaries than usual" in said
    told = {row["coder"]: row for row in coder_table(agreed).records()}
    assert told["b"]["follow"] > 0
    assert told["d"]["odd_items"] == ["two"]
    assert told["a"]["follow"] is None


@pytest.mark.parametrize(("missing", "each"), [(None, 4), (None, 2), ("one", 4)])
def test_who_sets_far_fewer_boundaries_near_those_of_others_is_told_by_counts(
    missing: str | None, each: int
) -> None:
    """One marks each fourth or second event alone; not said if not all segmented every film."""
    random = np.random.default_rng(2)
    times: dict[str, dict[str, list[float]]] = {}
    for film in ("one", "two", "three"):
        events = np.sort(random.uniform(5, 595, 60))
        kept = {who: random.random(60) < 0.93 for who in "abc"}
        kept["d"] = np.arange(60) % each == 0
        times[film] = {
            who: np.unique(np.round(events[of] + random.normal(0.2, 0.2, of.sum()), 2)).tolist()
            for who, of in kept.items()
            if (who, film) != ("d", missing)
        }
    agreed = sm.agreement(
        sm.Corpus.from_times(times, durations=dict.fromkeys(times, 600)),
        sm.RecordingOptions(shuffles=0),
    )
    said = [coarse_in_words(row, agreed) for row in agreed.coders]
    assert agreed.coders[3].standing == "less"
    assert said[:3] == ["", "", ""]
    if missing:
        assert not said[3]
        return
    least, most = (
        extreme(sum(len(times[film][who]) for film in times) / 30 for who in "abc")
        for extreme in (min, max)
    )
    own = {4: "1.5", 2: "3.0"}[each]  # of six events a minute
    assert f"d sets {own} boundaries a minute, the others {least:.1f} to {most:.1f}." in said[3]


def test_who_stops_early_is_found_by_what_was_marked_in_other_films() -> None:
    """Five marks alone do not tell it, but with eighteen, as the others have, in another film."""
    events = list(range(40, 760, 40))
    times = {
        film: {name: [at + 0.1 * place for at in events] for place, name in enumerate("abcd")}
        for film in ("one", "two")
    }
    times["two"]["d"] = [at + 0.3 for at in events[2:7]]
    durations = dict.fromkeys(times, 800)
    (found,) = stops(sm.Corpus.from_times(times, durations=durations))
    assert (found.coder, found.item, found.others) == ("d", "two", (11, 11, 11))
    assert not stops(sm.Corpus.from_times({"two": times["two"]}, durations={"two": 800}))
    # Nor of one who marks as little in the other film.
    times["one"]["d"] = times["one"]["d"][4:7]
    assert not stops(sm.Corpus.from_times(times, durations=durations))


def test_beside_one_other_nobody_is_odd() -> None:
    usual = [6, 7, 6, 8, 7, 6]
    corpus = texts({"a": usual, "b": usual, "c": usual, "odd": [6, 7, 49, 8, 7, 6]})
    assert [(one.coder, one.item) for one in odd_items(corpus)] == [("odd", "t2")]
    codings = {who: of for who, of in corpus["t2"].codings.items() if who in ("a", "odd")}
    items = [replace(one, codings=codings) if one.name == "t2" else one for one in corpus.items]
    assert odd_items(replace(corpus, items=tuple(items))) == ()
