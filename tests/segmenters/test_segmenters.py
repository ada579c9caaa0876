"""Segmenters beside people, against coefficients of corpora made anew, and by enumeration."""

from __future__ import annotations

import csv
import io
import itertools
import json
import random
from dataclasses import replace

import numpy as np
import pytest
from nltk.tokenize.texttiling import TextTilingTokenizer

from benchmarks.false_alarms import alike
from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.cli import main
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.chance_corrected import Convention
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io.cells import unescaped
from segmetrics.metrics.similarity import boundary_similarity
from segmetrics.plots.segmenter_plots import changes_figure
from segmetrics.reliability.changes import MEASURES, Measure
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.permutation import sign_flip
from segmetrics.segmenters.baselines import with_baselines
from segmetrics.segmenters.people_comparison import Comparison, SegmenterTable, compare_segmenters
from segmetrics.segmenters.texttiling import COMMON_WORDS, text_tiling, with_texttiling
from segmetrics.segmenters.verdicts import Change, verdict
from segmetrics.tables.segmenter_tables import (
    SEGMENTER_FORMATS,
    segmenter_notes,
    segmenters_json,
    segmenters_text,
)
from tests.support.project import PROJECT
from tests.support.segmented import units_of

DEFINED = AgreementOptions()
GROUPS = ("an1-an4", "an5-an10")


def some_corpus(seed: int, *, gaps: bool) -> Corpus:
    """Make a corpus of four people and a segmenter, with gaps or without."""
    draw = random.Random(seed)
    items = []
    for number in range(6):
        mass = draw.randint(6, 25)
        codings = {
            coder: Segmentation(
                mass, tuple(p for p in range(1, mass) if draw.random() < draw.choice((0.1, 0.3)))
            )
            for coder in ("ann", "bob", "cy", "dee", "tiler")
        }
        if gaps:
            kept = draw.sample(list(codings), draw.randint(2, 5))
            codings = {coder: s for coder, s in codings.items() if coder in kept}
        items.append(Item(f"i{number}", codings))
    return Corpus(tuple(items), automatic=("tiler",))


def coefficients(corpus: Corpus, options: AgreementOptions = DEFINED) -> dict[Measure, float]:
    """Compute the coefficients of a corpus of one group the ordinary way."""
    (s,) = agreement(corpus, replace(options, similarity="s")).groups
    (b,) = agreement(corpus, replace(options, similarity="b")).groups
    (d,) = decisions(corpus).groups
    assert s.pi_star is not None and b.pi_star is not None and d.alpha is not None
    return {"pi_s": s.pi_star, "pi_b": b.pi_star, "alpha": d.alpha}


def of(table: SegmenterTable, group: str, segmenter: str) -> Comparison:
    (found,) = [c for c in table.comparisons if (c.group, c.segmenter) == (group, segmenter)]
    return found


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("convention", ["defined", "published"])
@pytest.mark.parametrize("n", [2, 4])
def test_with_and_without_are_the_coefficients_of_corpora_with_and_without(
    gaps: bool, convention: Convention, n: int
) -> None:
    options = replace(DEFINED, convention=convention, n=n)
    compared = 0
    for seed in range(8):
        corpus = some_corpus(seed, gaps=gaps)
        coded = [item.name for item in corpus.items if "tiler" in item.codings]
        people = set(corpus.coders) - {"tiler"}
        alone = corpus.select(items=coded, coders=people)
        every = corpus.select(coders=people)
        if len(alone.groups) > 1 or len(every.groups) > 1:
            continue
        (found,) = compare_segmenters(corpus, options, baselines=()).comparisons
        before = coefficients(alone, options)
        after = coefficients(corpus.select(items=coded), options)
        for measure, change in found.changes.items():
            assert change.people == pytest.approx(before[measure], abs=1e-12)
            assert change.joined == pytest.approx(after[measure], abs=1e-12)
            assert change.change == pytest.approx(after[measure] - before[measure], abs=1e-12)
        compared += 1
    assert compared >= 3


def test_the_rank_counts_those_without_whom_agreement_is_lower() -> None:
    for seed in range(5):
        corpus = some_corpus(seed, gaps=False)
        (found,) = compare_segmenters(corpus, DEFINED, baselines=()).comparisons
        without = {
            coder: coefficients(corpus.select(coders=set(corpus.coders) - {coder}))
            for coder in corpus.coders
        }
        for measure, change in found.changes.items():
            own = without["tiler"][measure]
            assert change.rank == 1 + sum(one[measure] < own - 1e-12 for one in without.values())
            assert change.of == 5


def test_intervals_are_those_of_corpora_without_each_item() -> None:
    """The jackknife of the change: with three items, Student's t has two degrees of freedom."""
    corpus = some_corpus(3, gaps=False)
    corpus = Corpus(corpus.items[:3], automatic=("tiler",))
    people = set(corpus.coders) - {"tiler"}
    left: dict[Measure, list[float]] = {measure: [] for measure in MEASURES}
    for item in corpus.items:
        others = Corpus(tuple(other for other in corpus.items if other is not item))
        after, before = coefficients(others), coefficients(others.select(coders=people))
        for measure in MEASURES:
            left[measure].append(after[measure] - before[measure])
    (found,) = compare_segmenters(corpus, DEFINED, baselines=()).comparisons
    for measure, change in found.changes.items():
        mean = sum(left[measure]) / 3
        variance = 2 / 3 * sum((one - mean) ** 2 for one in left[measure])
        reach = 4.302653 * variance**0.5
        assert change.change is not None
        expected = change.change - reach, change.change + reach
        assert change.interval[:2] == pytest.approx(expected, abs=1e-5)


def test_none_raises_s_and_lowers_b_and_alpha() -> None:
    """The codings are those of Table 2 of Fournier & Inkpen (2012); the idea is section 3.4's."""
    found = of(
        compare_segmenters(sample("moonstone"), DEFINED, baselines=("NONE",)), "an1-an4", "NONE"
    )
    rounded = {
        m: (round(c.people or 0, 4), round(c.joined or 0, 4)) for m, c in found.changes.items()
    }
    assert rounded["pi_s"] == (0.8206, 0.8346)
    assert [round(value, 3) for value in rounded["pi_b"]] == [0.241, 0.168]
    assert [round(value, 3) for value in rounded["alpha"]] == [0.202, 0.138]
    assert "Agreement is lower with it than among people" in found.words
    assert "is no merit: it places few boundaries (0, a person 30" in found.words


def test_random_lowers_and_majority_raises_every_coefficient() -> None:
    """As Fournier & Inkpen (2012, section 3.4) use these two: a lower and an upper example."""
    for seed in range(12):
        table = compare_segmenters(
            sample("moonstone"), DEFINED, seed=seed, baselines=("RANDOM", "MAJORITY")
        )
        for group in GROUPS:
            for measure in MEASURES:
                assert (of(table, group, "RANDOM").changes[measure].change or 0) < 0
                assert (of(table, group, "MAJORITY").changes[measure].change or 0) > 0


def test_a_copy_of_a_person_does_not_lower_agreement() -> None:
    corpus = sample("moonstone")
    for who in corpus.coders:
        items = [
            replace(item, codings={**item.codings, "copy": item.codings[who]})
            for item in corpus.items
            if who in item.codings
        ]
        copied = Corpus(tuple(items), automatic=("copy",))
        (found,) = compare_segmenters(copied, DEFINED, baselines=()).comparisons
        assert not any(change.falls for change in found.changes.values())
        assert "lower with it" not in found.words


@pytest.mark.parametrize(("misses", "fewest", "most"), [(0.3, 0, 6), (0.65, 58, 60)])
def test_a_segmenter_like_the_people_is_seldom_called_worse_and_a_bad_one_is(
    misses: float, fewest: int, most: int
) -> None:
    """Coders miss 30% of true boundaries and add 3%; of 60 like them, 6 would be 10%."""
    worse = 0
    for seed in range(60):
        corpus = alike(np.random.default_rng(seed), 20, misses, 0.03)
        (found,) = compare_segmenters(corpus, DEFINED, baselines=()).comparisons
        worse += found.words.startswith("Agreement is lower with it")
    assert fewest <= worse <= most


def test_uncertain_boundaries_count_as_the_options_say() -> None:
    sure, unsure = frozenset({"topic"}), frozenset({"uncertain"})
    items = tuple(
        Item(
            f"i{n}",
            {
                "x": Segmentation(9, (2, 5), types=(sure, unsure)),
                "y": Segmentation(9, (2, 6), types=(sure, sure)),
                "tiler": Segmentation(9, (2,), types=(sure,)),
            },
        )
        for n in range(2)
    )
    corpus = Corpus(items, automatic=("tiler",))
    kept, dropped = (
        compare_segmenters(corpus, replace(DEFINED, uncertain=treat), baselines=()).comparisons[0]
        for treat in ("type", "ignore")
    )
    assert (kept.placed_by_people, dropped.placed_by_people) == (4, 3)
    assert kept.changes["pi_b"].people != dropped.changes["pi_b"].people


def test_a_segmenter_of_other_items_cannot_be_compared() -> None:
    corpus = replace(sample("moonstone"), automatic=("an2",))
    table = compare_segmenters(corpus, DEFINED, baselines=("NONE",))
    found = of(table, "an5-an10", "an2")
    assert found.items == 0
    assert {change.undefined for change in found.changes.values()} == {
        "the segmenter coded no item together with two people of the group"
    }
    assert "Cannot be compared" in found.words
    assert [(t.group, t.first, t.second) for t in table.tests] == [("an1-an4", "an2", "NONE")]


def test_without_two_people_there_is_nothing_to_compare() -> None:
    masses = {"a": {"x": [3, 4], "tiler": [2, 5]}, "b": {"y": [7], "tiler": [7]}}
    corpus = replace(Corpus.from_masses(masses), automatic=("tiler",))
    table = compare_segmenters(corpus, DEFINED)
    assert not table.comparisons and not table.tests
    assert "nothing to compare" in segmenters_text(table)
    everyone = replace(corpus, automatic=("x", "y", "tiler"))
    assert compare_segmenters(everyone, DEFINED).comparisons == ()


def test_one_item_has_changes_and_no_intervals() -> None:
    masses = {"a": {"x": [3, 4], "y": [2, 5], "tiler": [2, 5]}}
    corpus = replace(Corpus.from_masses(masses), automatic=("tiler",))
    table = compare_segmenters(corpus, DEFINED, baselines=())
    (found,) = table.comparisons
    assert all(change.change is not None for change in found.changes.values())
    assert {c.interval.undefined for c in found.changes.values()} == {"there is only one item"}
    assert "they have no intervals" in found.words
    (note,) = segmenter_notes(table)
    assert note == "x-y: no interval (there is only one item)."


def test_nobody_placed_a_boundary() -> None:
    masses = {f"i{n}": {"x": [7], "y": [7]} for n in range(3)}
    (found,) = compare_segmenters(
        Corpus.from_masses(masses), DEFINED, baselines=("NONE",)
    ).comparisons
    alpha = found.changes["alpha"]
    assert (alpha.people, alpha.joined, alpha.rank) == (None, None, None)
    assert "undefined" in alpha.undefined
    assert found.changes["pi_s"].change == 0


def test_items_of_one_unit_do_not_matter() -> None:
    masses = {f"i{n}": {"x": [3, 4], "y": [2, 5], "tiler": [2, 5]} for n in range(3)}
    given = replace(Corpus.from_masses(masses), automatic=("tiler",))
    more = Item.from_masses("one", {"x": [1], "y": [1], "tiler": [1]})
    longer = replace(given, items=(*given.items, more))
    found = [compare_segmenters(one, DEFINED) for one in (given, longer)]
    for a, b in zip(*(table.comparisons for table in found), strict=True):
        assert [c.change for c in a.changes.values()] == [c.change for c in b.changes.values()]
    assert {test.items for table in found for test in table.tests} == {3}


def test_the_same_corpus_options_and_seed_give_the_same_bytes() -> None:
    corpus = some_corpus(1, gaps=True)
    for write in SEGMENTER_FORMATS.values():
        once, again = (write(compare_segmenters(corpus, DEFINED)) for _ in range(2))
        assert once == again
    other = compare_segmenters(corpus, DEFINED, seed=5)
    assert SEGMENTER_FORMATS["csv"](other) != SEGMENTER_FORMATS["csv"](
        compare_segmenters(corpus, DEFINED)
    )


def test_a_negative_seed_is_refused() -> None:
    corpus = Corpus.from_masses({"a": {"x": [2, 3], "y": [3, 2]}})
    with pytest.raises(ValueError, match="a seed is at least 0, got -1"):
        compare_segmenters(corpus, AgreementOptions(), seed=-1)


def test_tests_compare_b_to_the_people_by_enumerated_sign_flips() -> None:
    corpus = some_corpus(2, gaps=False)
    for n in (2, 4):
        options = replace(DEFINED, n=n)
        table = compare_segmenters(corpus, options, baselines=("EVEN",))
        (test,) = table.tests
        both = with_baselines(corpus, ("EVEN",))
        differences = []
        for item in both.items:
            near = {}
            for name in ("tiler", "EVEN"):
                # Pooled over people: what counts of all pairs, over all that counts.
                lost = whole = 0.0
                for person in ("ann", "bob", "cy", "dee"):
                    found = boundary_similarity(item.codings[name], item.codings[person], n=n)
                    edits = found.edits
                    count = len(edits.unmatched) - edits.near_misses + len(edits.matches)
                    whole += count
                    lost += edits.cost
                near[name] = 1 - lost / whole
            differences.append(near["tiler"] - near["EVEN"])
        total = abs(sum(differences))
        flips = [
            abs(sum(sign * d for sign, d in zip(signs, differences, strict=True)))
            for signs in itertools.product((1, -1), repeat=len(differences))
        ]
        assert test.items == 6 and test.exact
        assert test.difference == pytest.approx(sum(differences) / 6)
        assert test.p == sum(flip >= total - 1e-9 for flip in flips) / 64
        assert test.p_holm == test.p  # the only test


def test_sign_flips_at_random_come_near_the_exact_p() -> None:
    draw = np.random.default_rng(7)
    differences = draw.normal(0.25, 1, 17)
    flips = np.array(list(itertools.product((1, -1), repeat=17)))
    true = float((abs(flips @ differences) >= abs(differences.sum()) - 1e-9).mean())
    p, exact = sign_flip(differences, np.random.default_rng(0))
    assert not exact
    assert p == pytest.approx(true, abs=4 * (true * (1 - true) / 9999) ** 0.5)


def test_the_signs_that_were_found_count_among_those_at_random() -> None:
    # 2 of 2 ** 30 choices of signs are as far from 0: none of those drawn is.
    assert sign_flip(np.ones(30), np.random.default_rng(0)) == (1 / 10_000, False)


def test_sign_flips_of_no_difference() -> None:
    for size in (1, 5, 30):
        assert sign_flip(np.zeros(size), np.random.default_rng(0))[0] == 1


def test_baselines_are_not_tested_against_each_other() -> None:
    assert compare_segmenters(sample("moonstone"), DEFINED).tests == ()
    table = compare_segmenters(some_corpus(1, gaps=False), DEFINED)
    assert [(test.first, test.second) for test in table.tests] == [
        ("tiler", name) for name in ("NONE", "ALL", "EVEN", "BIN", "RANDOM", "MAJORITY")
    ]
    assert [one.baseline for one in table.comparisons][:2] == [None, "NONE"]


def changes(ends: dict[str, tuple[float, float]], rank: int = 4) -> dict[Measure, Change]:
    """Make changes with these intervals; the others are from -1 to 1."""
    return {
        measure: Change(0.5, 0.5, 0.0, Interval(*ends.get(measure, (-1.0, 1.0))), rank, 4)
        for measure in MEASURES
    }


UP, DOWN = (0.1, 0.2), (-0.2, -0.1)


@pytest.mark.parametrize(
    ("ends", "start"),
    [
        ({}, "No clear change of agreement with it: no coefficient changes"),
        ({"pi_b": DOWN}, "Agreement is lower with it than among people: π* over B falls."),
        (
            {"pi_s": UP, "pi_b": DOWN, "alpha": DOWN},
            "Agreement is lower with it than among people: π* over B "
            "and α fall, though π* over S rises. That π* over S rises is no merit",
        ),
        ({"pi_s": UP}, "Agreement changes in one coefficient: only π* over S rises. That"),
        (
            {"pi_s": UP, "alpha": UP},
            "Agreement is higher with it: π* over S and α rise, and nothing falls.",
        ),
        (
            {"pi_s": DOWN, "alpha": UP},
            "The coefficients disagree: with it, π* over S falls and α rises.",
        ),
        (
            {"pi_s": UP, "pi_b": UP, "alpha": DOWN},
            "The coefficients disagree: with it, α falls and π* over S and π* over B rise.",
        ),
    ],
)
def test_verdicts(ends: dict[str, tuple[float, float]], start: str) -> None:
    assert verdict(changes(ends), 10, 10, items=20).startswith(start)


def test_a_segmenter_below_the_mean_may_still_be_better_than_some_people() -> None:
    words = verdict(changes({"alpha": DOWN}, rank=3), 10, 10, items=20)
    assert words == ("Agreement is lower with it, though 1 of 3 people agrees even less: α falls.")
    ranks = changes({"pi_b": DOWN, "alpha": DOWN}, rank=2)
    assert "though 2 of 3 people agree even less" in verdict(ranks, 10, 10, items=20)
    ranks["pi_b"] = replace(ranks["pi_b"], rank=4)
    assert verdict(ranks, 10, 10, items=20).startswith(
        "Agreement is lower with it than among people: "
    )


def test_the_majority_is_said_to_have_seen_the_answers() -> None:
    assert "these people's own boundaries" in verdict(
        changes({"alpha": UP}), 9, 9, items=20, saw_answers=True
    )
    assert "own boundaries" not in verdict(
        changes({"alpha": DOWN}), 9, 9, items=20, saw_answers=True
    )


@pytest.mark.parametrize(
    "ends", [{"alpha": DOWN}, {"alpha": UP}, {"pi_s": UP}, {"pi_s": DOWN, "alpha": UP}]
)
def test_verdicts_on_few_items_are_called_hints(ends: dict[str, tuple[float, float]]) -> None:
    hint = " (a hint, from 3 items only)"
    few, enough = (verdict(changes(ends), 10, 10, items=items) for items in (3, 4))
    assert hint in few
    assert few.replace(hint, "") == enough


def test_leaving_an_item_out_changes_random_boundaries_of_no_other() -> None:
    corpus = some_corpus(5, gaps=False)
    fewer = with_baselines(replace(corpus, items=corpus.items[1:]), ("RANDOM",), seed=3)
    assert fewer.items == with_baselines(corpus, ("RANDOM",), seed=3).items[1:]
    assert fewer.items != with_baselines(corpus, ("RANDOM",), seed=4).items[1:]


# Report and command line


def test_the_csv_has_every_number_at_full_precision() -> None:
    corpus = replace(sample("moonstone"), automatic=("an2",))
    table = compare_segmenters(corpus, DEFINED)
    rows = list(csv.DictReader(io.StringIO(SEGMENTER_FORMATS["csv"](table))))
    assert len(rows) == 2 * 7 * 3
    for row in rows:
        found = of(table, row["group"], row["segmenter"])
        change = {str(name): one for name, one in found.changes.items()}[row["measure"]]
        assert row["kind"] == ("segmenter" if row["segmenter"] == "an2" else "baseline")
        for name, value in (
            ("people", change.people),
            ("with_segmenter", change.joined),
            ("change", change.change),
            ("change_low", change.interval.low),
            ("change_high", change.interval.high),
            ("rank", change.rank),
        ):
            assert row[name] == ("" if value is None else repr(value))


def test_names_are_no_formulas_and_no_control_characters() -> None:
    masses = {f"i{n}": {"x": [3, 4], "y": [2, 5], "=1+1\x1b": [2, 5]} for n in range(2)}
    corpus = replace(Corpus.from_masses(masses), automatic=("=1+1\x1b",))
    table = compare_segmenters(corpus, DEFINED, baselines=())
    row = next(csv.DictReader(io.StringIO(SEGMENTER_FORMATS["csv"](table))))
    assert row["segmenter"] == "'=1+1\x1b" and unescaped(row["segmenter"]) == "=1+1\x1b"
    assert "\x1b" not in segmenters_text(table)


def test_the_json_has_reasons_verdicts_and_tests() -> None:
    corpus = replace(sample("moonstone"), automatic=("an2",))
    table = compare_segmenters(corpus, DEFINED, baselines=("NONE",))
    data = json.loads(segmenters_json(table))
    assert [one["segmenter"] for one in data["segmenters"]] == ["an2", "NONE"] * 2
    assert [(one["segmenter"], one["verdict"]) for one in data["verdicts"]] == [
        ("an2", "refused"),
        ("NONE", "worse"),
    ]
    assert data["verdicts"][1]["margin_high"] < 0
    assert "no item" in data["segmenters"][2]["measures"]["pi_s"]["undefined"]
    assert data["segmenters"][1]["verdict"] == table.comparisons[1].words
    assert data["tests"][0]["p"] == 0.125
    assert (
        "an1-an4: tests between segmenters over 4 items cannot find a p below 0.125."
        in (data["notes"])
    )
    assert "baselines=NONE" in data["signature"] and "seed=0" in data["signature"]


def test_the_figure_has_a_dot_and_an_interval_for_each_segmenter() -> None:
    corpus = replace(sample("moonstone"), automatic=("an2",))
    table = compare_segmenters(corpus, DEFINED, baselines=("NONE",))
    figure = changes_figure([one for one in table.comparisons if one.group == "an1-an4"])
    assert len(figure.data) == 3
    for trace, measure in zip(figure.data, MEASURES, strict=True):
        change = of(table, "an1-an4", "an2").changes[measure]
        assert trace.x[0] == change.change and change.change is not None
        assert trace.x[0] + trace.error_x.array[0] == pytest.approx(change.interval.high)
        assert trace.x[0] - trace.error_x.arrayminus[0] == pytest.approx(change.interval.low)
        assert list(trace.marker.symbol) == ["circle", "circle-open"]


MOONSTONE = str(PROJECT / "data" / "moonstone.json")
DIALOGUE = str(PROJECT / "data" / "dialogue.json")


def test_the_command_compares(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["segmenters", MOONSTONE, "--baselines", "NONE,RANDOM"]
    assert main([*words, "--seed", "3", "--automatic", "an2", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {one["segmenter"] for one in data["segmenters"]} == {"an2", "NONE", "RANDOM"}
    assert "for other items, same coders" in data["signature"] and "seed=3" in data["signature"]
    assert main([*words, "--baselines", "none", "--format", "csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert main(["segmenters", MOONSTONE]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Over all groups: kappa of boundary decisions\n\nsegmenter")
    assert "NONE: Not as good as a person: it keeps less than 80% of the agreement" in said
    assert "MAJORITY: No verdict: it is made of these people's own boundaries" in said
    assert said.count("NONE: Not as good as a person") == 1
    assert said.count("NONE: Agreement is lower with it") == 2


def test_the_command_says_which_options_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["segmenters", MOONSTONE, "--uncertain", "ignore"]) == 0
    assert "--uncertain changes nothing" in capsys.readouterr().err


def test_the_command_says_which_items_texttiling_leaves_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["segmenters", MOONSTONE, "--texttiling"]) == 0
    said = capsys.readouterr()
    assert said.err.count("TextTiling leaves out") == 8
    assert "there is no text" in said.err
    assert "TextTiling" not in said.out
    assert main(["segmenters", DIALOGUE, "--texttiling"]) == 0
    assert "TextTiling less NONE" in capsys.readouterr().out


# TextTiling


def by_nltk(units: list[str]) -> list[int]:
    """Count the paragraphs before each boundary of NLTK's own tokenizer."""
    tiles = TextTilingTokenizer(stopwords=COMMON_WORDS).tokenize("\n\n".join(units))
    ends = itertools.accumulate(len(tile.strip("\n").split("\n\n")) for tile in tiles)
    return list(ends)[:-1]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("count", "words"), [(8, 20), (30, 40), (45, 12)])
def test_texttiling_is_that_of_nltk(seed: int, count: int, words: int) -> None:
    units = units_of(seed, count, words)
    found = text_tiling(units)
    assert isinstance(found, Segmentation)
    assert found.mass == count
    assert list(found.boundaries) == by_nltk(units)


def test_texttiling_finds_where_the_words_change() -> None:
    found = text_tiling(units_of(1, 30, 60))
    assert isinstance(found, Segmentation)
    assert {10, 20} <= set(found.boundaries)


def test_blank_lines_inside_a_unit_are_no_paragraphs() -> None:
    units = units_of(2, 30)
    spaced = [f"\n\n {unit[:40]}\n \n\n{unit[40:]}\t\n\n" for unit in units]
    joined = [f"{unit[:40].rstrip()} {unit[40:].lstrip()}" for unit in units]
    assert text_tiling(spaced) == text_tiling(joined)


@pytest.mark.parametrize(
    ("units", "why"),
    [
        (["one unit " * 50], "one unit only"),
        (["too", "short"], "fewer than 61 words"),
        (["слово " * 100] * 9, "fewer than 61 words"),
        ([""] * 9, "fewer than 61 words"),
        (["word"] * 12 + ["x " * 49], "too short to be paragraphs"),
        (["word " * 10_000] * 30, "more than a million"),
    ],
)
def test_texts_that_cannot_be_segmented_are_said_to_be(units: list[str], why: str) -> None:
    found = text_tiling(units)
    assert isinstance(found, str)
    assert why in found


def test_texttiling_takes_any_text() -> None:
    draw = random.Random(0)
    for _ in range(80):
        letters = draw.choice(["ab c", "abc   d -'", "aé ñ b", "a b\n\n c", "a1 2 b_", "ab. c! 😀"])
        units = [
            "".join(draw.choice(letters) for _ in range(draw.choice([0, 3, 50, 120, 400])))
            for _ in range(draw.randint(1, 30))
        ]
        found = text_tiling(units)
        assert isinstance(found, str) or found.mass == len(units)


def test_items_without_texts_are_named() -> None:
    codings = {"x": Segmentation(30, (10, 20)), "y": Segmentation(30, (10,))}
    items = (Item("a", codings, texts=tuple(units_of(1, 30))), Item("b", codings))
    tiled = with_texttiling(Corpus(items))
    assert tiled.left_out == (("b", "there is no text"),)
    assert tiled.corpus.automatic == ("TextTiling",)
    assert tiled.corpus["b"].coders == ("x", "y")
    nothing = with_texttiling(Corpus(items[1:]))
    assert nothing.corpus == Corpus(items[1:])


def test_a_coder_called_texttiling_stays() -> None:
    codings = {"TextTiling": Segmentation(30, (10,)), "y": Segmentation(30, (10,))}
    given = Corpus((Item("a", codings, texts=tuple(units_of(1, 30))),))
    tiled = with_texttiling(given).corpus
    assert tiled.automatic == ("automatic TextTiling",)
    assert tiled["a"].codings["TextTiling"].boundaries == (10,)
