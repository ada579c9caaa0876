"""Coders who stand out, against the rules in plain Python with fractions, and on planted coders."""

from __future__ import annotations

import random
import zlib
from fractions import Fraction
from itertools import combinations
from math import exp, log, sqrt

import numpy as np
import pytest

from benchmarks.claim_truths import corpus_of
from benchmarks.false_alarms import PLANTED, named_coders
from benchmarks.worlds import TEXTS
from segmetrics import Corpus, Item, Segmentation
from segmetrics.metrics.edits import boundary_edits
from segmetrics.reliability.coder_findings import (
    FEW_PLACES,
    NO_RATIO,
    ONE_CODER,
    TWO_CODERS,
    CoderFinding,
    _sign_test,
    coder_findings,
)
from tests.support.jackknife import t_quantile


def stretches(corpus: Corpus) -> list[tuple[Item, range]]:
    """Cut items of 21 units into two stretches of ten places each."""
    assert all(item.mass == 21 for item in corpus.items)
    return [(item, places) for item in corpus.items for places in (range(1, 11), range(11, 21))]


def marked(item: Item, coder: str, move: int = 0) -> set[int]:
    places = {place + move for place in item.codings[coder].boundaries}
    return {place for place in places if 0 < place < item.mass}


def kappa(parts: list[tuple[Item, range]], pairs: list[tuple[str, str]], move: int = 0) -> Fraction:
    """Compute kappa pooled over pairs, the marks of the first of each moved."""
    differ = expected = Fraction(0)
    for a, b in pairs:
        places = first = second = unlike = 0
        for item, where in parts:
            if {a, b} <= item.codings.keys():
                one = marked(item, a, move) & set(where)
                other = marked(item, b) & set(where)
                places, first, second = (places + len(where), first + len(one), second + len(other))
                unlike += len(one ^ other)
        differ += unlike
        if places:
            p, q = Fraction(first, places), Fraction(second, places)
            expected += places * (p * (1 - q) + q * (1 - p))
    return 1 - differ / expected


def clearly_above_0(whole: Fraction, parts: list[Fraction], level: float) -> bool:
    mean = sum(parts) / len(parts)
    variance = Fraction(len(parts) - 1, len(parts)) * sum((part - mean) ** 2 for part in parts)
    return float(whole) > t_quantile(1 - level, len(parts) - 1) * sqrt(variance)


def expected_finding(corpus: Corpus, coder: str) -> str:
    """Apply the rules to a coder of a corpus of one group without gaps."""
    parts, size = stretches(corpus), len(corpus.coders)
    others = [one for one in corpus.coders if one != coder]
    own = [(coder, one) for one in others]
    rest = list(combinations(others, 2))
    counts = {
        one: sum(len(item.codings[one].boundaries) for item in corpus.items)
        for one in corpus.coders
    }
    places = sum(item.mass - 1 for item in corpus.items)
    for name, marks in (
        ("empty", counts),
        ("full", {one: places - count for one, count in counts.items()}),
    ):
        usual = [count for count in marks.values() if count]
        enough = usual and 2 * len(usual) >= size and min(usual) >= log(size / 0.01)
        if not marks[coder] and enough:
            return name
    fewer = [parts[:place] + parts[place + 1 :] for place in range(len(parts))]
    mine, theirs = kappa(parts, own), kappa(parts, rest)
    mine_left, theirs_left = ([kappa(one, pairs) for one in fewer] for pairs in (own, rest))
    if clearly_above_0(theirs, theirs_left, 0.05):
        for move in (1, -1):
            moved = kappa(parts, own, move)
            level = 0.05 / (2 * size)
            clearly = all(
                clearly_above_0(
                    moved - kappa(parts, own, other),
                    [kappa(one, own, move) - kappa(one, own, other) for one in fewer],
                    level,
                )
                for other in (0, -move)
            )
            if 2 * moved >= theirs and clearly:
                return "shifted"
        short = [t / 2 - m for t, m in zip(theirs_left, mine_left, strict=True)]
        if 5 * mine < theirs and clearly_above_0(theirs / 2 - mine, short, 0.05 / size):
            return "disagrees"
    logits = {one: log((n + 0.5) / (places - n + 0.5)) for one, n in counts.items()}
    mean = sum(logits[one] for one in others) / len(others)
    squares = sum((logits[one] - mean) ** 2 for one in others)
    degrees = len(others) + 5
    variance = (6 * 0.55**2 + squares) / degrees * (1 + 1 / len(others))
    reach = t_quantile(1 - 0.0025 / size / 2, degrees)
    return "rate" if abs(logits[coder] - mean) > reach * sqrt(variance) else "none"


def drawn(seed: int, odd: str) -> Corpus:
    """Draw items of 21 units: three or four coders mark the same but for slips, one is odd."""
    draw = random.Random(f"{seed} {odd}")
    coders = ["ann", "bob", "cy", "dee"][: draw.choice((3, 4))]
    items = []
    for number in range(draw.choice((3, 6))):
        true = {place for place in range(1, 21) if draw.random() < 0.25}

        def slips(where: set[int] = true) -> set[int]:
            return {p for p in range(1, 21) if (p in where) != (draw.random() < 0.06)}

        codings = {coder: slips() for coder in coders}
        codings["odd"] = {
            "empty": set(),
            "full": set(range(1, 21)),
            "late": {place + 1 for place in slips() if place < 20},
            "early": {place - 1 for place in slips() if place > 1},
            "random": {place for place in range(1, 21) if draw.random() < 0.25},
            "dense": set(range(1, 21)) - {draw.randint(1, 20)},
            "like the others": slips(),
        }[odd]
        items.append(
            Item(
                f"i{number}",
                {name: Segmentation(21, tuple(sorted(one))) for name, one in codings.items()},
            )
        )
    return Corpus(tuple(items))


ODD = ("empty", "full", "late", "early", "random", "dense", "like the others")


@pytest.mark.parametrize("odd", ODD)
def test_findings_are_those_of_the_rules(odd: str) -> None:
    found = set()
    for seed in range(6):
        corpus = drawn(seed, odd)
        for row in coder_findings(corpus).rows:
            assert row.finding == expected_finding(corpus, row.coder), (seed, row)
            if row.coder == "odd":
                found.add(row.finding)
            others = [one for one in corpus.coders if one != row.coder]
            parts = stretches(corpus)
            assert row.kappa == pytest.approx(float(kappa(parts, [(row.coder, o) for o in others])))
            assert row.others == pytest.approx(float(kappa(parts, list(combinations(others, 2)))))
    wanted = {"late": "shifted", "early": "shifted", "random": "disagrees", "dense": "disagrees"}
    assert wanted.get(odd, "none" if odd == "like the others" else odd) in found


def rows_of(corpus: Corpus) -> dict[str, CoderFinding]:
    return {row.coder: row for row in coder_findings(corpus).rows}


def test_kappa_with_gaps_takes_rates_from_shared_items() -> None:
    draw = random.Random(1)
    items = []
    for number in range(12):
        coders = draw.sample(["ann", "bob", "cy", "dee"], draw.randint(2, 4))
        codings = {
            coder: Segmentation(21, tuple(p for p in range(1, 21) if draw.random() < 0.3))
            for coder in coders
        }
        items.append(Item(f"i{number}", codings))
    corpus = Corpus(tuple(items))
    for coder, row in rows_of(corpus).items():
        others = [one for one in corpus.coders if one != coder]
        assert row.kappa == pytest.approx(
            float(kappa(stretches(corpus), [(coder, one) for one in others]))
        )
        own = theirs = 0
        for item in items:
            for other in item.codings.keys() & set(others) if coder in item.codings else ():
                own += len(item.codings[coder].boundaries)
                theirs += len(item.codings[other].boundaries)
        assert row.rate_ratio == pytest.approx(own / theirs)


def test_the_interval_of_a_rate_ratio_comes_from_leaving_out_stretches() -> None:
    corpus = drawn(3, "like the others")
    parts = stretches(corpus)

    def ratio(coder: str, left: list[tuple[Item, range]]) -> float:
        others = [one for one in corpus.coders if one != coder]
        own, theirs = (
            sum(len(marked(item, one) & set(where)) for item, where in left for one in names)
            for names in ([coder], others)
        )
        return log(own * len(others) / theirs)

    for coder, row in rows_of(corpus).items():
        left = [ratio(coder, parts[:place] + parts[place + 1 :]) for place in range(len(parts))]
        mean = sum(left) / len(left)
        error = sqrt((len(left) - 1) / len(left) * sum((one - mean) ** 2 for one in left))
        reach = t_quantile(0.975, len(parts) - 1) * error
        assert row.rate_ratio == pytest.approx(exp(ratio(coder, parts)))
        assert row.rate_interval[:2] == pytest.approx(
            (exp(ratio(coder, parts) - reach), exp(ratio(coder, parts) + reach))
        )


@pytest.mark.parametrize(
    ("each", "text"),
    [
        ([2, *[20] * 7], "places fewer boundaries than the others, 1 for each 10.0 of theirs, and"),
        ([20, *[2] * 7], "places 10.0 times as many boundaries as the others, and good coders "),
        # Somebody else has hardly any, so that none is not out of the question.
        ([0, *[20] * 18, 0], "places no boundary, and good coders hardly ever differ so much"),
    ],
)
def test_a_rate_out_of_line_is_said_with_the_larger_beside_the_smaller(
    each: list[int], text: str
) -> None:
    draw = random.Random(2)
    items = []
    for number in range(20):
        codings = {
            f"c{coder}": Segmentation(60, tuple(sorted(draw.sample(range(1, 60), boundaries))))
            for coder, boundaries in enumerate(each)
        }
        if not each[-1] and not number:
            codings[f"c{len(each) - 1}"] = Segmentation(60, (30,))
        items.append(Item(f"i{number}", codings))
    row = rows_of(Corpus(tuple(items)))["c0"]
    assert row.finding == "rate"
    assert row.evidence.startswith(text)


def test_early_and_late_are_the_near_misses_of_the_edits() -> None:
    """A near miss of the edits, of two positions, is early for whose boundary comes first."""
    draw = random.Random(4)
    for _ in range(200):
        mass = draw.randint(2, 14)
        codings = {
            coder: Segmentation(mass, tuple(p for p in range(1, mass) if draw.random() < 0.5))
            for coder in ("x", "y")
        }
        early = late = 0
        for edit in boundary_edits(codings["x"], codings["y"]).edits:
            if len(edit.positions) == 2:
                early += edit.positions[0] in codings["x"].boundaries
                late += edit.positions[0] not in codings["x"].boundaries
        rows = rows_of(Corpus((Item("a", codings),)))
        assert (rows["x"].early, rows["x"].late) == (early, late)
        assert (rows["y"].early, rows["y"].late) == (late, early)


def sides_of(others: int, late: int, early: int = 0, which: str = "side") -> dict[str, str]:
    """Draw stretches in each of which `odd` is one place late, or early, beside like others."""
    names = [f"x{number}" for number in range(others)]
    items = []
    for number in range(late + early):
        places = {name: Segmentation(11, (5,)) for name in names}
        odd = Segmentation(11, (6 if number < late else 4,))
        items.append(Item(f"i{number}", {**places, "odd": odd}))
    return {coder: getattr(row, which) for coder, row in rows_of(Corpus(tuple(items))).items()}


@pytest.mark.parametrize(
    ("others", "late", "early", "side"),
    [
        # By hand, of 4 coders: 2 / 2**7 is above 0.05 / 4, and 2 / 2**8 is not.
        (3, 7, 0, "none"),
        (3, 8, 0, "late"),
        (3, 0, 8, "early"),
        # 2 (1 + 12) / 2**12 is 0.006; with 3 of 13 it is 0.09.
        (3, 11, 1, "late"),
        (3, 10, 3, "none"),
        # Which of two is late cannot be told.
        (1, 30, 0, "none"),
    ],
)
def test_a_side_of_near_misses_is_told_by_a_sign_test_over_stretches(
    others: int, late: int, early: int, side: str
) -> None:
    found = sides_of(others, late, early)
    assert found.pop("odd") == side
    # All near misses of the others are with the one who is late.
    assert set(found.values()) == {"none"}


def test_one_who_is_late_more_often_than_not_has_no_side() -> None:
    """40 near misses late and 20 early: 2 of 3 are less than 3 of 4, however sure."""
    assert sides_of(3, 40, 20)["odd"] == "none"


def test_one_leans_to_a_side_by_the_sign_test_alone() -> None:
    """By hand, of 4 coders: 41 of 60 or more have p 0.006, below 0.05 / 4; 40 have 0.013."""
    assert sides_of(3, 41, 19, "leaning")["odd"] == "late"
    assert sides_of(3, 19, 41, "leaning")["odd"] == "early"
    assert sides_of(3, 40, 20, "leaning")["odd"] == "none"
    assert sides_of(3, 30, 30, "leaning")["odd"] == "none"


def test_the_sign_test_takes_thousands_of_stretches() -> None:
    """By the normal approximation 1,150 of 2,100 have p 0.000014, and 1,095 of them 0.052."""
    for agree, p in (1_150, 0.000014), (1_095, 0.052):
        assert _sign_test(agree, 2_100) == pytest.approx(p, rel=0.02)


def test_with_a_side_kappa_is_told_for_boundaries_moved_against_it() -> None:
    items = [
        Item(
            f"i{number}",
            {
                **{name: Segmentation(11, (3, 7)) for name in ("x", "y", "z")},
                "odd": Segmentation(11, (4, 8)),
            },
        )
        for number in range(8)
    ]
    rows = rows_of(Corpus(tuple(items)))
    assert rows["odd"].kappa == pytest.approx(-0.25)
    assert rows["odd"].kappa_moved == 1
    assert rows["x"].kappa_moved is None


def test_alone_counts_places_where_nobody_else_has_a_boundary() -> None:
    """By hand: x has 2, 4 and 6, of which y and z share 4; on b nobody else coded."""
    corpus = Corpus.from_masses(
        {"a": {"x": [2, 2, 2, 2], "y": [4, 4], "z": [4, 3, 1]}, "b": {"x": [1, 1, 1]}}
    )
    rows = rows_of(corpus)
    assert (rows["x"].items, rows["x"].boundaries) == (1, 3)
    assert rows["x"].alone == pytest.approx(2 / 3)
    assert rows["y"].alone == 0
    assert rows["z"].alone == pytest.approx(1 / 2)


def test_what_keeps_one_from_telling_is_said() -> None:
    one = Corpus.from_masses({"a": {"x": [2, 2]}, "b": {"y": [2, 2]}})
    assert {row.evidence for row in coder_findings(one).rows} == {ONE_CODER}
    two = Corpus.from_masses({f"i{n}": {"x": [2, 20], "y": [3, 19]} for n in range(4)})
    assert {row.evidence for row in coder_findings(two).rows} == {TWO_CODERS}
    few = Corpus.from_masses({"a": {"x": [2, 20], "y": [3, 19], "z": [2, 20]}})
    assert {row.evidence for row in coder_findings(few).rows} == {FEW_PLACES}
    assert {row.rate_interval.undefined for row in coder_findings(few).rows} == {FEW_PLACES}
    assert not any(row.stands_out or row.words for row in coder_findings(few).rows)
    tiny = rows_of(Corpus.from_masses({"a": {"x": [1], "y": [1], "z": [1]}}))["x"]
    assert (tiny.rate_ratio, tiny.alone, tiny.kappa, tiny.others) == (None,) * 4


def test_a_coder_who_placed_nothing_is_named_beside_two_who_did() -> None:
    masses = {f"i{n}": {"x": [4, 4, 4], "y": [12], "z": [4, 4, 4]} for n in range(3)}
    rows = rows_of(Corpus.from_masses(masses))
    assert rows["y"].words == "y placed no boundary, where the others placed 6 or more each."
    assert rows["y"].rate_interval.undefined == NO_RATIO or rows["y"].rate_ratio == 0
    # 5 boundaries are fewer than ln(3 / 0.01) = 5.7: somebody like x might have placed none.
    fewer = {**masses, "i2": {"x": [4, 8], "y": [12], "z": [4, 4, 4]}}
    assert not rows_of(Corpus.from_masses(fewer))["y"].stands_out
    beside_one = {name: {"x": of["x"], "y": of["y"]} for name, of in masses.items()}
    assert {row.words for row in coder_findings(Corpus.from_masses(beside_one)).rows} == {""}


def test_who_placed_nothing_is_set_beside_what_others_placed_in_the_same_items() -> None:
    one = [5] * 20
    short = {"a": [100], "b": [50, 50], "c": [50, 50], "d": [50, 50]}
    others = {f"i{n}": {"b": one, "c": one, "d": one} for n in range(9)}
    assert not rows_of(Corpus.from_masses({"short": short, **others}))["a"].stands_out
    both = {f"i{n}": {"a": [100], "b": [100], "c": one, "d": one} for n in range(2)}
    said = [row.words for row in coder_findings(Corpus.from_masses(both)).rows[:2]]
    where = "placed no boundary, where 2 of 3 others placed 38 or more each."
    assert said == [f"a {where}", f"b {where}"]
    less = {f"i{n}": {"a": [100], "b": one, "c": one, "d": one} for n in range(3)}
    del less["i2"]["d"]  # who coded an item less placed fewer there
    (said_of_a,) = [row.words for row in coder_findings(Corpus.from_masses(less)).rows if row.words]
    assert said_of_a == "a placed no boundary, where the others placed 38 or more each."


def test_most_coders_are_never_called_empty() -> None:
    masses = {f"i{n}": {"x": [4] * 8, "y": [32], "z": [32], "w": [32]} for n in range(3)}
    rows = rows_of(Corpus.from_masses(masses))
    assert {row.finding for name, row in rows.items() if name != "x"} == {"none"}


def test_others_without_a_boundary_are_no_division_by_zero() -> None:
    masses = {f"i{n}": {"x": [1] * 30, "y": [30], "z": [30], "w": [30]} for n in range(3)}
    row = rows_of(Corpus.from_masses(masses))["x"]
    assert row.rate_ratio is None
    assert row.finding in ("full", "rate")
    masses = {f"i{n}": {"x": [2] * 15, "y": [30], "z": [30], "w": [30]} for n in range(3)}
    row = rows_of(Corpus.from_masses(masses))["x"]
    assert row.words.startswith("x places boundaries where the others place none")


def test_twice_as_many_boundaries_are_no_finding() -> None:
    masses = {
        f"i{n}": {"x": [4, 4, 4, 4, 4], "y": [8, 4, 8], "z": [8, 4, 8], "w": [8, 4, 8]}
        for n in range(8)
    }
    row = rows_of(Corpus.from_masses(masses))["x"]
    assert row.rate_ratio == 2
    assert not row.stands_out


def test_uncertain_boundaries_are_treated() -> None:
    items = []
    for n in range(6):
        sure = Segmentation(21, (7, 14), types=(frozenset({"a"}),) * 2)
        unsure = Segmentation(21, (7, 14), types=(frozenset({"uncertain"}),) * 2)
        items.append(Item(f"i{n}", {"x": sure, "y": sure, "z": sure, "odd": unsure}))
    corpus = Corpus(tuple(items))
    assert not any(row.stands_out for row in coder_findings(corpus).rows)
    named = [row for row in coder_findings(corpus, uncertain="ignore").rows if row.stands_out]
    assert [(row.coder, row.finding) for row in named] == [("odd", "empty")]


# A small version of `benchmarks.false_alarms`.
@pytest.mark.parametrize("planted", PLANTED)
def test_planted_coders_are_found_and_others_are_not_blamed(planted: str) -> None:
    hits, alarms, _ = named_coders([(5, 20)], "mod", 20, planted=PLANTED[planted])
    assert hits >= 0.9
    assert alarms <= 0.1


def test_nobody_is_blamed_where_nobody_is_planted() -> None:
    assert named_coders([(4, 8)], "mod", 60)[1] <= 0.05


@pytest.mark.parametrize(("late", "shifted"), [(1.0, True), (0.5, False)])
def test_one_who_lies_on_both_sides_is_not_shifted(late: float, shifted: bool) -> None:
    """All miss three of ten; one places each boundary a place after it, or before as often."""
    draw = random.Random(1)
    items = []
    for number in range(30):
        true = [place for place in range(2, 60) if draw.random() < 0.12]
        codings = {f"c{n}": [p for p in true if draw.random() < 0.7] for n in range(6)}
        odd = {place + (1 if draw.random() < late else -1) for place in true}
        codings["odd"] = sorted(odd)
        items.append(
            Item(f"i{number}", {c: Segmentation(61, tuple(at)) for c, at in codings.items()})
        )
    assert (rows_of(Corpus(tuple(items)))["odd"].finding == "shifted") is shifted


def test_two_of_five_who_are_late_do_not_make_the_others_early() -> None:
    draw = TEXTS["half late"]
    for number in (2009, 2019, 2026, 2027):
        seed = [zlib.crc32(b"half late"), 12, 5, number]
        drawn = draw(np.random.default_rng(seed), 12, 5)
        found = coder_findings(corpus_of(drawn)).rows
        assert all(row.side in ("none", drawn.roles[row.coder]) for row in found)
