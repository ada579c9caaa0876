"""What every metric of the registry keeps to, whatever it measures.

All tests run over the whole registry. Where a metric is exempt from one, it stands in a
dictionary with the reason, and a test holds that these name metrics that there are.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

import pytest

from segmetrics import Corpus, Item, Segmentation
from segmetrics.coefficients.pairwise import pairwise
from segmetrics.metrics import (
    alignment,
    confusion,
    counts,
    hierarchical,
    similarity,
    window_chance,
    windows,
    winpr,
)
from segmetrics.metrics.metric import Metric, MetricOptionError
from segmetrics.metrics.registry import FAMILIES, METRICS, metric_named
from tests.support.metric_checks import assert_batch_as_pairs
from tests.support.random_codings import every, mirrored, random_corpus, random_pair

Pair = tuple[Segmentation, Segmentation]

MODULES = (similarity, confusion, windows, window_chance, winpr, counts, alignment, hierarchical)
PROMISED = {
    *("s", "b", "wd", "pk", "winpr", "ghd", "precision", "recall", "f1"),
    *("wd_chance", "wd_normalised", "a", "hierpk", "hierwd"),
}

NOT_PERFECT_ON_IDENTITY = {
    "wd_chance": "it is the level of random segmentations, not a score of these two"
}
# Options with which a metric shows its direction, where those by default hide it.
DIRECTION_SHOWN_BY: Mapping[str, dict[str, Any]] = {
    "confusion": {"part": "p"},  # F weighs precision and recall alike
    "ghd": {"ins": 1.0, "delete": 3.0},  # insertions and deletions cost alike
}
DIRECTED_BY_DEFAULT_ONLY_IN_NAME = {
    "confusion": "F with beta = 1 is the same both ways, precision and recall are not",
    "ghd": "NLTK's costs of insertion and deletion are alike, others need not be",
}
# What else an option needs to have this value.
TOGETHER: Mapping[tuple[str, str], dict[str, Any]] = {
    ("threshold_kind", "soft"): {"threshold": 0.25}
}
# Values of options that are no choices, to try; each is in range.
VALUES: Mapping[str, tuple[Any, ...]] = {
    "n": (2, 3, 7),
    "substitution": (0.0, 0.5),
    "transposition": (0.0, 0.5),
    "ordinal": (True,),
    "types": ("1,2,3,boundary",),
    "beta": (0.5, 2.0),
    "k": (2, 5),
    "window": (1, 3, 200),
    "minimum": (2, 6),
    "ins": (0.0, 1.0),
    "delete": (0.0, 3.0),
    "shift": (0.0, 0.25),
    "threshold": (0.0, 0.5, 1.0),
    "ignore_reference_levels": (True,),
    "ignore_hypothesis_levels": (True,),
}
# Several options together, and windows of all sizes, for many pairs at once.
COMBINED: Mapping[str, tuple[dict[str, Any], ...]] = {
    "s": (
        {"n": 4, "substitution": 0.7, "transposition": 0.9},
        {"n": 5, "scaling": "unscaled", "ordinal": True},
    ),
    "b": ({"n": 7, "ordinal": True}, {"n": 10_000_000}),
    "confusion": (
        {"part": "r", "n": 4},
        {"n": 6, "beta": 0.3},
        {"n": 3, "beta": 2.0, "average": "macro", "ordinal": True},
    ),
    "pk": ({"window": 9}, {"window": 256}),
    "wd": (
        {"width": "boundaries", "minimum": 1},
        {"minimum": 9},
        {"window": 7, "width": "boundaries"},
        {"window": 180},
        {"edges": "lamprier", "width": "boundaries"},
        {"edges": "lamprier", "width": "boundaries", "minimum": 1},
        *({"edges": "lamprier", "window": window} for window in (1, 11, 1000)),
    ),
    "wd_chance": ({"window": 7, "width": "boundaries"},),
    "wd_normalised": ({"window": 7, "width": "boundaries"},),
    "winpr": tuple(
        {"part": part, "window": window} for part in winpr.PARTS for window in (1, 4, 80, 400)
    ),
    **dict.fromkeys(
        ("hierpk", "hierwd"), ({"ignore_reference_levels": True, "ignore_hypothesis_levels": True},)
    ),
}
# Cells of a matrix are counts, not scores.
CELLS = ("tp", "tn", "fp", "fn")

every_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
symmetric = [metric for metric in METRICS.values() if metric.symmetric]
directed = [metric for metric in METRICS.values() if not metric.symmetric]
reversible = [metric for metric in METRICS.values() if metric.reversible]
irreversible = [metric for metric in METRICS.values() if not metric.reversible]
with_window = [metric for metric in METRICS.values() if "window" in metric.options]


def keys(metrics: list[Metric]) -> list[str]:
    return [metric.key for metric in metrics]


@cache
def small_pairs(largest: int = 5) -> tuple[Pair, ...]:
    """All pairs of items of a few units."""
    return tuple(
        (a, b) for mass in range(1, largest + 1) for a, b in product(every(mass), repeat=2)
    )


def random_pairs(seed: int, count: int, kind: str = "linear", most: int = 60) -> Iterator[Pair]:
    rng = random.Random(seed)
    return (random_pair(rng, most, kind) for _ in range(count))


@cache
def mixed_pairs() -> tuple[Pair, ...]:
    kinds = ("linear", "multiple", "hierarchical")
    return tuple(pair for seed, kind in enumerate(kinds) for pair in random_pairs(seed, 60, kind))


def with_one_option(metric: Metric) -> list[dict[str, Any]]:
    """No option, and each option with several values."""
    found = (
        {option.name: value} | TOGETHER.get((option.name, value), {})
        for option in metric.options.values()
        for value in option.choices or VALUES[option.name]
    )
    return [{}, *found]


def checked(metric: Metric, a: Segmentation, b: Segmentation, **options: Any) -> float | None:
    """The value of a pair, after what every score keeps to."""
    score = metric(a, b, **options)
    if score.value is None:
        assert isinstance(score.undefined, str), (a, b, options)
        assert score.undefined.strip(), (a, b, options)
        return None
    assert type(score.value) is float, (a, b, options)
    assert math.isfinite(score.value), (a, b, options)
    assert score.undefined is None, (a, b, options)
    if options.get("part") not in CELLS:
        assert metric.low <= score.value <= metric.high, (a, b, options)
    return score.value


def same(one: float | None, other: float | None) -> bool:
    """Equal but for rounding; no value equals no value only."""
    if one is None or other is None:
        return one is other
    return one == pytest.approx(other, rel=1e-12, abs=1e-12)


# The registry


def test_the_registry_has_all_metrics_of_all_modules() -> None:
    listed = [metric for module in MODULES for metric in module.METRICS]
    assert list(METRICS.values()) == listed
    assert [metric.key for metric in listed] == list(METRICS)  # no key twice
    assert len({metric.name for metric in listed}) == len(listed)


def test_the_metrics_that_were_promised_are_there() -> None:
    assert METRICS.keys() >= PROMISED


def test_every_metric_is_found_by_its_key_and_no_other() -> None:
    assert [metric_named(key) for key in METRICS] == list(METRICS.values())
    with pytest.raises(ValueError, match=r"a metric is one of s, b, .*got 'nwin'"):
        metric_named("nwin")


def test_this_suite_covers_every_metric_and_every_option() -> None:
    assert set(keys(symmetric)) | set(keys(directed)) == set(METRICS)
    assert set(keys(reversible)) | set(keys(irreversible)) == set(METRICS)
    assert irreversible
    options = {o.name for m in METRICS.values() for o in m.options.values() if not o.choices}
    assert options == set(VALUES)


def test_exemptions_name_metrics_that_there_are() -> None:
    for exempt in (NOT_PERFECT_ON_IDENTITY, DIRECTED_BY_DEFAULT_ONLY_IN_NAME):
        assert exempt.keys() <= METRICS.keys()
        assert all(exempt.values())
    assert DIRECTION_SHOWN_BY.keys() == DIRECTED_BY_DEFAULT_ONLY_IN_NAME.keys()


# Records


@every_metric
def test_a_record_says_what_a_reader_must_know(metric: Metric) -> None:
    assert re.fullmatch("[a-z][a-z0-9_]*", metric.key)
    for text in (metric.name, metric.formula, metric.rewards, metric.misses):
        assert text == text.strip() != ""
    assert metric.citation
    for work in metric.citation:
        assert re.search(r"\((19|20)\d\d\)", work), work
    for sentence in (metric.rewards, metric.misses, *metric.flaws):
        assert sentence[0].isupper(), sentence
        assert sentence.endswith("."), sentence
    assert all(why.strip() for why in metric.undefined)
    assert metric.low < metric.high
    # A level to compare with is no score, so identity has no perfect value.
    assert metric.perfect in (0.0, 1.0) if metric.scores else metric.perfect is None
    assert metric.scores == (metric.key != "wd_chance")
    assert metric.batch is None or callable(metric.batch)


@every_metric
def test_its_family_has_a_heading(metric: Metric) -> None:
    assert metric.family in FAMILIES


@every_metric
def test_its_formula_is_balanced(metric: Metric) -> None:
    depth = 0
    for token in re.findall(r"\\.|[{}]", metric.formula):
        depth += {"{": 1, "}": -1}.get(token, 0)
        assert depth >= 0, metric.formula
    assert depth == 0
    assert len(re.findall(r"\\left\b", metric.formula)) == len(
        re.findall(r"\\right\b", metric.formula)
    )
    assert metric.formula.count(r"\{") == metric.formula.count(r"\}")
    assert metric.formula.count(r"\frac") * 2 <= metric.formula.count("{")
    assert "$" not in metric.formula


@every_metric
def test_its_record_says_when_it_is_undefined(metric: Metric) -> None:
    pairs = (*small_pairs(), *mixed_pairs())
    seen = {metric(a, b).undefined for a, b in pairs} - {None}
    assert bool(seen) == bool(metric.undefined), seen


@every_metric
def test_its_record_can_be_written(metric: Metric) -> None:
    defaults = {option.name: option.default for option in metric.options.values()}
    assert json.loads(json.dumps(defaults, allow_nan=False)) == defaults


# Values


@every_metric
def test_every_small_pair_has_a_value_or_a_reason(metric: Metric) -> None:
    for a, b in small_pairs():
        checked(metric, a, b)


@every_metric
def test_every_kind_of_coding_has_a_value_or_a_reason(metric: Metric) -> None:
    defined = sum(checked(metric, a, b) is not None for a, b in mixed_pairs())
    assert defined > 50


@every_metric
def test_degenerate_items_have_a_value_or_a_reason_with_every_option(metric: Metric) -> None:
    for mass in (1, 2, 3, 12):
        nothing, everything = Segmentation(mass, ()), Segmentation(mass, tuple(range(1, mass)))
        for options in with_one_option(metric):
            for a, b in product((nothing, everything), repeat=2):
                checked(metric, a, b, **options)


@every_metric
def test_codings_without_a_boundary_have_a_value_whatever_their_kind(metric: Metric) -> None:
    empty = (Segmentation(6, ()), Segmentation(6, (), types=()), Segmentation(6, (), levels=()))
    values = {checked(metric, a, b) for a, b in product(empty, repeat=2)}
    assert len(values) == 1


@pytest.mark.parametrize("metric", with_window, ids=keys(with_window))
@pytest.mark.parametrize("window", [4, 5, 6, 7, 1000, 10_000_000])
def test_a_window_may_be_wider_than_the_text(metric: Metric, window: int) -> None:
    for a, b in product(every(5), repeat=2):
        checked(metric, a, b, window=window)


@pytest.mark.parametrize("size", [10**9, 2**31, 2**32, 2**62, 2**63 - 1, 2**63, 10**26])
@every_metric
def test_a_whole_number_of_any_size_is_computed_or_refused(metric: Metric, size: int) -> None:
    a, b = Segmentation.from_masses([2, 3]), Segmentation.from_masses([3, 2])
    corpus = Corpus((Item("i", {"x": a, "y": b}),))
    for option in metric.options.values():
        if int not in option.kinds:
            continue
        try:
            expected = checked(metric, a, b, **{option.name: size})
        except ValueError:
            with pytest.raises(ValueError, match=r"\S"):
                pairwise(corpus, metric.key, **{option.name: size})
            continue
        (found, *_) = pairwise(corpus, metric.key, **{option.name: size})
        assert same(found.value, expected), option.name


@every_metric
def test_every_option_changes_no_range_and_gives_plain_floats(metric: Metric) -> None:
    for options in with_one_option(metric):
        for a, b in random_pairs(7, 25):
            checked(metric, a, b, **options)


@every_metric
def test_identity_is_perfect(metric: Metric) -> None:
    identical = [a for mass in range(1, 8) for a in every(mass)]
    identical += [a for a, _ in mixed_pairs()]
    found = {checked(metric, a, a) for a in identical} - {None}
    if metric.key in NOT_PERFECT_ON_IDENTITY:
        assert found != {metric.perfect}
    else:
        assert found == {metric.perfect}


@every_metric
def test_identity_is_perfect_with_every_option(metric: Metric) -> None:
    if metric.key in NOT_PERFECT_ON_IDENTITY:
        return
    for options in with_one_option(metric):
        if options.get("part") in CELLS:
            continue
        for a, _ in random_pairs(9, 25, most=40):
            assert checked(metric, a, a, **options) in (metric.perfect, None), (a, options)


@every_metric
def test_some_pair_is_not_perfect(metric: Metric) -> None:
    assert {checked(metric, a, b) for a, b in small_pairs()} - {None, metric.perfect}


@pytest.mark.parametrize("metric", symmetric, ids=keys(symmetric))
def test_a_symmetric_metric_is_the_same_both_ways(metric: Metric) -> None:
    for a, b in (*small_pairs(), *mixed_pairs()):
        assert same(metric(a, b).value, metric(b, a).value), (a, b)


@pytest.mark.parametrize("metric", symmetric, ids=keys(symmetric))
def test_a_symmetric_metric_is_the_same_both_ways_with_every_option(metric: Metric) -> None:
    for options in with_one_option(metric):
        for a, b in random_pairs(11, 25, most=40):
            assert same(metric(a, b, **options).value, metric(b, a, **options).value), (a, b)


@pytest.mark.parametrize("metric", directed, ids=keys(directed))
def test_a_metric_with_a_direction_differs_somewhere(metric: Metric) -> None:
    options = DIRECTION_SHOWN_BY.get(metric.key, {})
    pairs = (*small_pairs(), *mixed_pairs())
    assert any(
        not same(metric(a, b, **options).value, metric(b, a, **options).value) for a, b in pairs
    )
    by_default = any(not same(metric(a, b).value, metric(b, a).value) for a, b in pairs)
    assert by_default != (metric.key in DIRECTED_BY_DEFAULT_ONLY_IN_NAME)


@pytest.mark.parametrize("metric", reversible, ids=keys(reversible))
def test_reversing_the_text_leaves_the_value(metric: Metric) -> None:
    for a, b in (*small_pairs(), *random_pairs(13, 150)):
        one, other = metric(a, b).value, metric(mirrored(a), mirrored(b)).value
        assert same(one, other), (a, b)


@pytest.mark.parametrize("metric", irreversible, ids=keys(irreversible))
def test_reversing_the_text_moves_the_value_somewhere(metric: Metric) -> None:
    assert any(
        not same(metric(a, b).value, metric(mirrored(a), mirrored(b)).value)
        for a, b in small_pairs(6)
    )


@every_metric
def test_masses_that_differ_are_refused(metric: Metric) -> None:
    for one, other in ((1, 2), (4, 5), (9, 3)):
        for placed in ((), (1,)):
            a, b = Segmentation(one, placed[: one - 1]), Segmentation(other, placed[: other - 1])
            with pytest.raises(ValueError, match=f"masses {one} and {other} differ"):
                metric(a, b)


# Many pairs at once


@pytest.mark.parametrize("kind", ["linear", "multiple", "hierarchical"])
@every_metric
def test_many_pairs_at_once_have_the_values_of_pairs(metric: Metric, kind: str) -> None:
    for seed, options in enumerate([{}, *with_one_option(metric), *COMBINED.get(metric.key, ())]):
        corpus = random_corpus(seed, items=16, coders=4, gaps=True, kind=kind)
        assert assert_batch_as_pairs(metric, corpus, **options) > 5


@every_metric
def test_pairs_of_a_corpus_have_the_scores_of_pairs(metric: Metric) -> None:
    for kind in ("linear", "multiple", "hierarchical"):
        corpus = random_corpus(99, items=15, coders=4, gaps=True, kind=kind)
        codings = {item.name: item.codings for item in corpus.items}
        for score in pairwise(corpus, metric.key):
            by_coder = codings[score.item]
            expected = metric(by_coder[score.coder_a], by_coder[score.coder_b])
            assert same(score.value, expected.value), score
            assert score.undefined == expected.undefined
            assert score.value is None or type(score.value) is float


# Options


@every_metric
def test_the_default_of_an_option_can_be_written_and_read(metric: Metric) -> None:
    for option in metric.options.values():
        if option.default is not None:
            read = option.parse(str(option.default))
            assert read == option.default
            assert type(read) is type(option.default)
        for choice in option.choices:
            assert option.parse(choice) == choice
            assert metric.parse({option.name: choice}) == {option.name: choice}
        if str in option.kinds and not option.choices:
            assert option.parse("a, b") == "a, b"


@every_metric
def test_defaults_that_are_given_change_nothing(metric: Metric) -> None:
    given = {
        option.name: str(option.default)
        for option in metric.options.values()
        if option.default is not None
    }
    for a, b in random_pairs(17, 20):
        assert metric(a, b, **metric.parse(given)).value == metric(a, b).value


@every_metric
def test_an_option_that_there_is_not_is_refused_with_those_there_are(metric: Metric) -> None:
    with pytest.raises(MetricOptionError) as refused:
        metric.parse({"colour": "red"})
    said = str(refused.value)
    assert said.startswith(f"{metric.key} has no option colour")
    for name in metric.options:
        assert name in said
    if not metric.options:
        assert said.endswith("it has none")


@every_metric
def test_a_value_that_an_option_cannot_take_is_refused(metric: Metric) -> None:
    for option in metric.options.values():
        if str in option.kinds and not option.choices:
            continue
        with pytest.raises(MetricOptionError, match=f"{option.name} is .*'perhaps'"):
            option.parse("perhaps")


@pytest.mark.parametrize(
    "text", ["nan", "inf", "-inf", "1e400", "-1", "-0.5", pytest.param("9" * 5000, id="digits")]
)
@every_metric
def test_a_number_out_of_range_is_refused(metric: Metric, text: str) -> None:
    a, b = Segmentation.from_masses([2, 3, 4]), Segmentation.from_masses([3, 3, 3])
    for option in metric.options.values():
        if option.choices or not {int, float} & set(option.kinds):
            continue
        corpus = Corpus((Item("i", {"x": a, "y": b}),))
        with pytest.raises(ValueError, match=r"\S"):
            metric(a, b, **metric.parse({option.name: text}))
        with pytest.raises(ValueError, match=r"\S"):
            pairwise(corpus, metric.key, **metric.parse({option.name: text}))


@pytest.mark.parametrize("size", [1e-300, 1e100, 1e308])
@every_metric
def test_a_number_of_any_size_is_computed_or_refused(metric: Metric, size: float) -> None:
    a, b = Segmentation.from_masses([1, 1, 1, 7]), Segmentation.from_masses([10])
    for option in metric.options.values():
        if float not in option.kinds:
            continue
        for one, other in ((a, b), (b, a), (a, a)):
            try:
                score = metric(one, other, **{option.name: size})
            except ValueError as error:
                assert str(error)
            else:
                assert score.value is None or math.isfinite(score.value), option.name
