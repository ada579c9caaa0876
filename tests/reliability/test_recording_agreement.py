"""The analysis of recordings, against each pair by itself and against leaving out by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from math import exp, log
from statistics import mean, median

import numpy as np
import pytest

from benchmarks.claim_truths import corpus_of
from benchmarks.worlds import FILMS as WORLDS
from segmetrics import (
    Corpus,
    Item,
    RecordingOptions,
    agreement,
    covering,
    hit_rate,
    hit_rate_curve,
    segmentation_agreement,
)
from segmetrics.claims.cause_sentences import sentences_on_own
from segmetrics.dashboard.results.overview_view import overview_of_recordings
from segmetrics.reliability import recording_sums
from segmetrics.reliability.recording_estimates import alone_beside_others
from segmetrics.reliability.student_t import student_t
from segmetrics.tables.recording_tables import coder_table, recording_table
from tests.support.known import known


def films(number: int = 4, people: int = 5, seed: int = 3, spread: float = 1.0) -> Corpus:
    """Let people press near common moments of films of five minutes, and miss some of them."""
    rng = np.random.default_rng(seed)
    times = {}
    for film in range(number):
        moments = rng.uniform(5, 295, 25)
        times[f"film {film}"] = {
            f"p{person}": sorted(
                {
                    round(float(time), 3)
                    for time in moments + rng.normal(0, spread, 25)
                    if rng.random() < 0.6 and 0.01 < time < 299.9
                }
            )
            for person in range(people)
            if film != 1 or person
        }
    return Corpus.from_times(times, durations=dict.fromkeys(times, 300))


FILMS = films()
OPTIONS = RecordingOptions(tolerance=1.0, shuffles=99)
FOUND = agreement(FILMS, OPTIONS)


def mean_f(corpus: Corpus) -> float:
    (point,) = hit_rate_curve(corpus, tolerances=[1.0], shuffles=0)
    return known(point.value)


def test_values_are_means_over_pairs() -> None:
    for row, item in zip(FOUND.items, FILMS.items, strict=True):
        codings = list(item.codings.values())
        both = list(combinations(codings, 2))
        assert row.value == pytest.approx(
            mean(known(hit_rate(a, b, tolerance=1).value) for a, b in both)
        )
        covered = [covering(a, b).value for a, b in permutations(codings, 2)]
        assert row.covering == pytest.approx(mean(covered))
        apart = [
            min(abs(press - other) for other in b.boundaries) / 1000
            for a, b in permutations(codings, 2)
            for press in a.boundaries
        ]
        assert row.deviation == pytest.approx(median(apart))
        agreed = segmentation_agreement(FILMS.select(items=[item.name]))
        assert row.agreement == pytest.approx(mean(known(one.value) for one in agreed))
        assert row.rate == pytest.approx(row.presses / 5 / len(codings))


def test_all_recordings_are_those_of_the_curve() -> None:
    (point,) = hit_rate_curve(FILMS, tolerances=[1.0], shuffles=99)
    row = FOUND.corpus
    assert row.value == pytest.approx(point.value)
    assert row.chance == pytest.approx(point.chance)
    assert row.corrected == pytest.approx(point.corrected)
    assert row.p_value == point.p_adjusted
    assert FOUND.shuffles == 99


def ends(value: float, *left: list[float]) -> tuple[float, float]:
    """The two-way jackknife on -log(1 - F), written out."""

    def z(value: float) -> float:
        return -log(1 - value)

    variances = []
    for values in left:
        changed = [z(one) for one in values]
        share = (len(values) - 1) / len(values)
        variances.append(share * sum((one - mean(changed)) ** 2 for one in changed))
    total = sum(variances)
    degrees = total**2 / sum(
        variance**2 / (len(values) - 1) for variance, values in zip(variances, left, strict=True)
    )
    reach = student_t(0.975, degrees) * total**0.5
    return 1 - exp(-max(z(value) - reach, 0)), 1 - exp(-(z(value) + reach))


def test_the_interval_of_all_is_the_two_way_jackknife() -> None:
    coders, items = FILMS.coders, [item.name for item in FILMS.items]
    low, high = ends(
        mean_f(FILMS),
        [mean_f(FILMS.select(coders=set(coders) - {one})) for one in coders],
        [mean_f(FILMS.select(items=[name for name in items if name != one])) for one in items],
    )
    found = FOUND.corpus.value_interval
    assert [found.low, found.high] == pytest.approx([low, high])


def test_the_interval_of_a_recording_is_over_its_people() -> None:
    film = FILMS.select(items=["film 0"])
    coders = film.coders
    left = [mean_f(film.select(coders=set(coders) - {one})) for one in coders]
    low, high = ends(mean_f(film), left)
    found = FOUND.items[0].value_interval
    assert [found.low, found.high] == pytest.approx([low, high])
    alone = agreement(film, OPTIONS).corpus.value_interval
    assert alone == found


def test_a_person_is_beside_the_others() -> None:
    for row in FOUND.coders:
        values = []
        for item in FILMS.items:
            if row.coder not in item.codings:
                continue
            own = item.codings[row.coder]
            for other in item.codings.values():
                if other is own:
                    continue
                values.append(known(hit_rate(own, other, tolerance=1).value))
        assert row.value == pytest.approx(mean(values))
        ends = row.later_interval
        assert known(ends.low) < known(row.later) < known(ends.high)
        assert row.rate == pytest.approx(row.presses / 5 / row.items)
    assert sum(row.items for row in FOUND.coders) == 19


def test_somebody_late_and_somebody_at_random_are_named() -> None:
    film = films(number=6, people=8, spread=0.2)
    rng = np.random.default_rng(2)
    items = {}
    for item in film.items:
        items[item.name] = {
            coder: [press / 1000 for press in coding.boundaries]
            for coder, coding in item.codings.items()
        }
        items[item.name]["late"] = [time + 1.5 for time in items[item.name]["p2"] if time < 298]
        items[item.name]["lost"] = rng.uniform(1, 299, 15).round(3).tolist()
    found = agreement(
        Corpus.from_times(items, durations=dict.fromkeys(items, 300)),
        RecordingOptions(tolerance=3, shuffles=0),
    )
    assert [row.coder for row in found.coders if row.timing == "late"] == ["late"]
    assert [row.coder for row in found.coders if row.standing == "less"] == ["lost"]


def test_whose_presses_are_their_own_is_counted_press_by_press() -> None:
    """The share of a person and of all others who met them, and that without each tenth.

    Of some films only two people are left, of others nobody of those who segmented the rest.
    """
    times = {
        item.name: {
            coder: [press / 1000 for press in coding.boundaries]
            for coder, coding in [*item.codings.items()][: 2 if at == 2 else 9]
        }
        for at, item in enumerate(FILMS.items)
    }
    times["of others"] = {coder: [4.0, 9.0 + at] for at, coder in enumerate(("q0", "q1", "p4"))}
    times["of one"] = {"p1": [3.0, 8.0]}
    corpus = Corpus.from_times(times, durations=dict.fromkeys(times, 300))
    sums = recording_sums.recording_sums(corpus, RecordingOptions(tolerance=1, shuffles=0))

    def shares(who: str, without: int = -1) -> tuple[float, float]:
        """Count the boundaries of a coder and of the others, perhaps without a tenth of each."""
        own: dict[bool, list[bool]] = {True: [], False: []}
        for item in corpus.items:
            if who not in item.codings or len(item.codings) < 2:
                continue
            for coder, coding in item.codings.items():
                others = [
                    at for name, of in item.codings.items() if name != coder for at in of.boundaries
                ]
                own[coder == who] += [
                    all(abs(press - at) > 1000 for at in others)
                    for press in coding.boundaries
                    if (press - 1) // (item.mass // 10) != without
                ]
        return mean(own[True]), mean(own[False])

    for place, row in enumerate(agreement(corpus, OPTIONS).coders):
        assert (row.alone, row.others_alone) == pytest.approx(shares(row.coder))
        assert not row.own
        if row.coder.startswith("q"):
            continue
        left = [own - 1.5 * rest for own, rest in (shares(row.coder, at) for at in range(10))]
        variance = 0.9 * sum((one - mean(left)) ** 2 for one in left)
        ((found, degrees),) = alone_beside_others(sums, place, 1.5).variances
        assert found == pytest.approx(variance)
        assert degrees == 9


def test_who_adds_much_is_named_in_two_films_and_of_two_people_nobody() -> None:
    events = [20.0 + 30 * at for at in range(60)]
    random = np.random.default_rng(2)
    times: dict[str, dict[str, list[float]]] = {"one": {}, "two": {}}
    for film, who in ((film, who) for film in times for who in "abcde"):
        seen = [at + float(random.normal(0, 0.5)) for at in events if random.random() < 0.7]
        more = random.uniform(1, 1819, 50 if who == "e" else 3).tolist()
        times[film][who] = sorted(round(at, 2) for at in (*seen, *more))
    corpus = Corpus.from_times(times, durations=dict.fromkeys(times, 1820))
    options = RecordingOptions(tolerance=3, shuffles=0)
    assert [row.coder for row in agreement(corpus, options).coders if row.own] == ["e"]
    two = corpus.select(coders=["a", "e"])
    assert not [row.coder for row in agreement(two, options).coders if row.own]


def test_people_who_never_met_say_nothing_of_each_other() -> None:
    """Four who mark at random are alike, whoever agreed on other films; and the other way round."""

    def named(*worlds: str) -> list[set[str]]:
        drawn = [WORLDS[world](np.random.default_rng(5), 12, 4) for world in worlds]
        times = {
            f"{item} of {at}": {f"{coder} of {at}": times for coder, times in codings.items()}
            for at, one in enumerate(drawn)
            for item, codings in one.codings.items()
        }
        corpus = Corpus.from_times(times, durations=dict.fromkeys(times, 600))
        found = agreement(corpus, RecordingOptions(tolerance=1.5, shuffles=0))
        return [
            {row.coder for row in found.coders if row.own and row.coder.endswith(f"of {at}")}
            for at in range(len(worlds))
        ]

    assert named("each for themselves", "good coders") == [set(), set()]
    (who,) = named("one adds much")
    assert len(who) == 1
    assert named("one adds much", "each for themselves") == [who, set()]


def test_one_half_of_whose_presses_are_at_random_has_many_of_their_own() -> None:
    for seed in range(3):
        drawn = WORLDS["one adds much"](np.random.default_rng(seed), 12, 5)
        found = agreement(corpus_of(drawn), RecordingOptions(tolerance=1.5, shuffles=0))
        (row,) = [row for row in found.coders if row.own]
        assert drawn.roles[row.coder] == "fine"
        (said,) = sentences_on_own(found)
        assert said == (
            f"{row.alone:.0%} of {row.coder}'s boundaries stand alone: nobody else has one "
            f"within 1.5 seconds. Of the others' boundaries, {row.others_alone:.0%} do."
        )
        assert said in overview_of_recordings(found).headline
        assert said in coder_table(found).lead


def test_of_three_people_who_is_far_late_is_named_for_their_own_boundaries() -> None:
    """So few do not tell whether one of them is late: there is no interval around the delay."""
    rng = np.random.default_rng(1)
    times = {}
    for film in range(6):
        moments = np.sort(rng.uniform(20, 570, 40))
        times[f"film {film}"] = {
            who: sorted({*np.round(moments + after + rng.normal(0, 0.3, 40), 2).tolist()})
            for who, after in (("a", 4.0), ("b", 0.0), ("c", 0.0))
        }
    found = agreement(
        Corpus.from_times(times, durations=dict.fromkeys(times, 600)), RecordingOptions(shuffles=0)
    )
    late, *others = found.coders
    assert (late.timing, late.own) == (None, True)
    assert known(late.later) > 3
    assert not any(row.own for row in others)


def test_of_equal_people_in_one_film_hardly_anybody_is_named() -> None:
    """Without the stretches of time somebody was named in every second such film."""
    named = 0
    for seed in range(20):
        found = agreement(
            films(number=1, people=10, seed=seed), RecordingOptions(tolerance=2, shuffles=0)
        )
        named += any(row.standing or row.timing for row in found.coders)
    assert named <= 4


def test_trimming_and_gaps_count_as_where_times_are_read() -> None:
    times = {
        item.name: {
            coder: [press / 1000 for press in coding.boundaries]
            for coder, coding in item.codings.items()
        }
        for item in FILMS.items
    }
    durations = dict.fromkeys(times, 300)
    read = Corpus.from_times(times, durations=durations, trim=(20, 40), minimum_gap=2)
    options = RecordingOptions(tolerance=1, trim=(20, 40), minimum_gap=2, shuffles=9)
    found = agreement(FILMS, options)
    expected = agreement(read, RecordingOptions(tolerance=1, shuffles=9))
    assert found.corpus.value == expected.corpus.value
    assert found.corpus.presses == expected.corpus.presses
    assert found.items[0].seconds == pytest.approx(240, abs=0.01)
    # Independent people press within what counts, and so agree more.
    assert known(found.corpus.chance) > known(expected.corpus.chance)


def test_what_is_undefined_says_why() -> None:
    corpus = Corpus.from_times(
        {"a": {"x": [3, 5]}, "b": {"x": [], "y": []}, "c": {"x": [4.0], "y": []}},
        durations={"a": 60, "b": 60, "c": 60},
    )
    found = agreement(corpus, OPTIONS)
    one, nobody, single = found.items
    assert one.value is None
    assert "one person" in one.undefined["value"]
    assert nobody.value is None
    assert "nobody placed" in nobody.undefined["value"]
    assert (single.value, single.deviation) == (0.0, None)
    assert single.undefined["deviation"] == "only one person marked"
    assert single.value_interval.undefined.startswith("two coders only")
    assert found.corpus.value == 0.0
    assert [row.later for row in found.coders] == [None, None]
    assert "within the tolerance" in found.coders[0].undefined["later"]
    bare = agreement(FILMS, RecordingOptions(shuffles=0)).corpus
    assert (bare.chance, bare.p_value, bare.corrected) == (None, None, None)
    assert bare.undefined == {"corrected": "no chance level was computed"}
    assert bare.corrected_interval.undefined == "no chance level was computed"
    assert bare.value_interval.low is not None


def test_of_a_large_corpus_fewer_shuffles_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording_sums, "AFFORDED", 1.0)
    found = agreement(FILMS, RecordingOptions(tolerance=1.0))
    assert found.shuffles == recording_sums.FEWEST
    assert found.corpus.p_value is not None
    assert 0 < found.corpus.p_value < 1 / (found.shuffles + 1)
    assert found.corpus.chance == pytest.approx(FOUND.corpus.chance, abs=0.03)


def test_rows_become_a_table() -> None:
    assert len(FOUND.to_frame()) == 5
    assert FOUND.to_frame("coders")["coder"].tolist() == list(FILMS.coders)


def test_coder_groups_have_the_row_that_each_would_have_alone() -> None:
    first, second = films(3), films(2, people=4, seed=8)
    named = {
        **{f"one {item.name}": dict(item.codings) for item in first.items},
        **{
            f"two {item.name}": {f"other {who}": one for who, one in item.codings.items()}
            for item in second.items
        },
    }
    both = Corpus(tuple(Item(name, of) for name, of in named.items()))
    found = agreement(both, RecordingOptions(shuffles=19))
    assert [row.group for row in found.groups] == [group.name for group in both.groups]
    assert found.rows == (*found.items, *found.groups, found.corpus)
    for row, group in zip(found.groups, both.groups, strict=True):
        alone = agreement(both.select(items=group.items), RecordingOptions(shuffles=19))
        assert replace(row, group="") == alone.corpus
        assert alone.groups == ()
    table = recording_table(found)
    assert [table.level(row) for row in table.rows] == [*["item"] * 5, "group", "group", "corpus"]


def test_who_segmented_a_recording_alone_is_no_coder_of_the_interval() -> None:
    three = FILMS.select(coders=FILMS.coders[:3])
    alone = Corpus.from_times({"alone": {"nobody else": [5.0, 100.0]}}, durations={"alone": 600})
    with_one = replace(three, items=(*three.items, *alone.items))
    why = "three coders only: an interval for other coders takes four"
    for corpus in (three, with_one):
        found = agreement(corpus, OPTIONS).corpus
        assert found.value_interval.undefined == found.corrected_interval.undefined == why
