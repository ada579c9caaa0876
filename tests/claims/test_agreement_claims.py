"""What may be said of agreement is decided by the rows alone, on texts as on recordings."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from statistics import NormalDist

import numpy as np
import pytest

from segmetrics.claims.agreement_claims import Claims, claims_on_agreement
from segmetrics.claims.sentences import sentences_on_agreement
from segmetrics.claims.verdict_rows import (
    VerdictRow,
    VerdictTable,
    verdicts_on_recordings,
    verdicts_on_texts,
)
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.corpus import Corpus
from segmetrics.io.samples import sample
from segmetrics.reliability.chance_verdicts import ChanceVerdict
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.recording_agreement import recording_agreement
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reporting.results_paragraph import by_verdict

Stated = tuple[ChanceVerdict | None, float | None]
WELL: ChanceVerdict = "well_beyond_chance"
LOW: ChanceVerdict = "beyond_chance"
CHANCE: ChanceVerdict = "not_distinguishable"
SHORT: ChanceVerdict = "too_short"


def table(
    items: dict[str, Stated],
    whole: Stated = (WELL, 0.5),
    *,
    ends: Interval | None = None,
    of_items: dict[str, Interval] | None = None,
    coders: dict[str, int] | None = None,
    level: float = 0.95,
) -> VerdictTable:
    """Make the rows of a corpus: a verdict and a value for each item, and of the corpus."""
    rows = tuple(
        VerdictRow(
            "item",
            name,
            (coders or {}).get(name, 4),
            value,
            (of_items or {}).get(name),
            0.5,
            verdict,
            "" if verdict else "one coder only",
        )
        for name, (verdict, value) in items.items()
    )
    verdict, value = whole
    corpus = VerdictRow("corpus", "", 4, value, ends, 0.5, verdict, "")
    return VerdictTable(rows, (), corpus, "units", "R", level, "coders and items")


def said(found: VerdictTable, outlying: tuple[str, ...] = ()) -> str:
    return " ".join(sentences_on_agreement(claims_on_agreement(found, outlying)))


MIXED: dict[str, Stated] = {
    "well": (WELL, 0.6),
    "none": (None, None),
    "short": (SHORT, 0.5),
    "beyond": (LOW, 0.2),
    "better": (CHANCE, 0.3),
    "worse": (CHANCE, 0.1),
}


def test_items_of_each_verdict_are_said_once_and_those_that_may_be_chance_first() -> None:
    assert said(table(MIXED)).endswith(
        "On better and worse, agreement may be chance; on beyond, it is better than chance but low "
        "(R below 0.40). short has too few places or boundaries to say anything. 1 item has no "
        "value: one coder only."
    )
    assert by_verdict(claims_on_agreement(table(MIXED)), "item") == (
        "of 6 items, 1 shows agreement well beyond chance (R of .40 or more), 1 shows low "
        "agreement beyond chance, 2 could not be distinguished from chance (better, worse), 1 has "
        "too few places or boundaries to tell (short) and 1 has no value (none)"
    )


def test_recordings_have_the_same_sentences_with_their_own_nouns() -> None:
    found = replace(table(MIXED), unit="seconds", symbol="F beyond chance")
    assert "On better and worse, agreement may be chance" in said(found)
    assert "low (F beyond chance below 0.40)" in said(found)
    one = verdicts_on_recordings(recording_agreement(sample("film")))
    assert said(one).startswith(
        "Coders agree well beyond chance (F beyond chance 0.48, fair to good"
    )
    assert "All this rests on one recording." in said(one)
    # One recording tells nothing of other ones.
    assert "For other coders, F beyond chance is" in said(one)


@pytest.mark.parametrize(
    ("verdict", "number", "expected"),
    [
        (
            WELL,
            2,
            "They also do on both items: none is below 0.40.",
        ),
        (
            WELL,
            3,
            "They also do on all 3 items: none is below 0.40.",
        ),
        (CHANCE, 2, "on each by itself, it may be chance."),
        (LOW, 2, "On both items, agreement is better than chance but low (R below 0.40)."),
        (SHORT, 2, "Both items have too few places or boundaries to say anything."),
        (
            CHANCE,
            9,
            "Only all items together show that: on each by itself, it may be chance.",
        ),
    ],
)
def test_all_items_of_one_verdict_are_counted_together(
    verdict: ChanceVerdict, number: int, expected: str
) -> None:
    assert said(table({f"i{n}": (verdict, 0.5) for n in range(number)})).endswith(expected)


def test_beside_agreement_beyond_chance_no_item_is_said_to_be_chance_as_if_all_were() -> None:
    items: dict[str, Stated] = dict.fromkeys("abc", (CHANCE, 0.1))
    together = "Only all items together show that: on each by itself, it may be chance."
    for verdict in (LOW, WELL):
        assert together in said(table(items, whole=(verdict, 0.2)))
    assert "On all 3 items, agreement may be chance." in said(table(items, whole=(CHANCE, 0.1)))


def test_of_one_item_only_the_corpus_is_spoken_of() -> None:
    text = said(table({"a": (SHORT, 0.5)}))
    assert (
        "(R 0.50, fair to good by Fleiss's convention for kappa). All this rests on one item."
        in text
    )
    assert "rests on one item" not in said(table({"a": (SHORT, 0.5), "b": (SHORT, 0.5)}))


@pytest.mark.parametrize(
    ("ends", "shown", "kinds"),
    [
        (
            Interval(0.1, 0.8),
            "For other coders and other items, R is 0.10 to 0.80 (95% interval).",
            set(),
        ),
        (
            Interval(-0.1, 0.8),
            "For other coders and other items, R is \N{MINUS SIGN}0.10 to 0.80 (95% interval), "
            "which includes chance.",
            {"only_these"},
        ),
        (Interval(None, None, "three coders only"), "", {"no_interval"}),
        (None, "", set()),
    ],
)
def test_the_interval_of_the_corpus_says_for_whom_its_verdict_holds(
    ends: Interval | None, shown: str, kinds: set[str]
) -> None:
    claims = claims_on_agreement(table({"a": (WELL, 0.5), "b": (WELL, 0.5)}, ends=ends))
    found = {one.kind for one in claims.every if one.level == "corpus"}
    assert found - {"verdict"} == kinds
    text = " ".join(sentences_on_agreement(claims))
    assert text.startswith(
        "Coders agree well beyond chance (R 0.50, fair to good by Fleiss's convention for kappa)."
    )
    others = shown or "other coders and other items, R is"
    assert (others in text) == bool(shown)
    unknown = "What other coders and other items would give is not known: R has no interval "
    assert (f"{unknown}(three coders only)." in text) == ("no_interval" in kinds)
    # Where nothing is beyond chance there is nothing that could hold for these alone.
    unclear = table({"a": (CHANCE, 0.1)}, (CHANCE, 0.1), ends=Interval(-0.1, 0.8))
    assert not claims_on_agreement(unclear).of("only_these", "corpus")
    over_items = replace(table({"a": (WELL, 0.5)}, ends=Interval(-0.1, 0.8)), over="items")
    assert "For these coders on other items, R is \N{MINUS SIGN}0.10" in said(over_items)


@pytest.mark.parametrize(
    ("lows", "expected"),
    [
        ((0.4, 0.45), ": none is below 0.40."),
        ((0.4, None), ": none is below 0.40."),
        ((0.39, 0.5), ". Other coders might agree less well on a."),
        ((-0.1, 0.39), ". Other coders might agree less well on both of them."),
    ],
)
def test_no_item_is_cleared_whose_own_interval_reaches_below_the_limit(
    lows: tuple[float, float | None], expected: str
) -> None:
    ends = {name: Interval(low, low and 0.9) for name, low in zip("ab", lows, strict=True)}
    found = table({"a": (WELL, 0.5), "b": (WELL, 0.6)}, of_items=ends)
    assert said(found).endswith(f"They also do on both items{expected}")


def test_items_that_lie_below_others_by_more_than_bad_luck_are_named() -> None:
    found = table({"a": (WELL, 0.5), "b": (LOW, 0.1)})
    outlying = "Agreement on b is lower than on the others, and bad luck does not explain it."
    assert outlying in said(found, ("b",))
    assert "bad luck" not in said(found)


@pytest.mark.parametrize(
    ("sizes", "named"), [((2, 2, 3), True), ((2, 3), False), ((2, 2), False), ((2, 2, 1), False)]
)
def test_where_most_items_have_two_coders_single_items_are_hardly_known(
    sizes: tuple[int, ...], named: bool
) -> None:
    coders = {f"i{n}": size for n, size in enumerate(sizes)}
    text = said(table(dict.fromkeys(coders, (WELL, 0.5)), coders=coders))
    assert ("2 of 3 items have two coders only" in text) == named
    assert ("single items are hardly known." in text) == named


def groups_of(noises: dict[str, float]) -> Claims:
    """Draw a corpus of six items and five coders a group, who move boundaries so often."""
    source = random.Random(4)

    def sizes(true: list[int], noise: float) -> list[int]:
        moved = {one if source.random() > noise else source.randint(1, 59) for one in true}
        return [end - start for start, end in pairwise([0, *sorted(moved), 60])]

    items = {}
    for group, noise in noises.items():
        for n in range(6):
            true = source.sample(range(1, 60), 8)
            items[f"{group}{n}"] = {f"{group}-{c}": sizes(true, noise) for c in range(5)}
    corpus = Corpus.from_masses(items)
    judged = reliability_of(corpus)
    around = intervals(corpus, chance=judged.chance)
    return claims_on_agreement(verdicts_on_texts(agreement(corpus), judged, around))


def test_groups_that_surely_differ_are_named() -> None:
    apart = groups_of({"p": 0.05, "q": 0.6})
    assert apart.of("differ", "group")[0].names == ("q-0-q-4", "p-0-p-4")
    assert "The groups differ: group q-0-q-4 agrees least" in " ".join(
        sentences_on_agreement(apart)
    )
    assert not groups_of({"p": 0.3, "q": 0.3}).of("differ", "group")


def test_a_group_that_surely_agrees_perfectly_differs_too() -> None:
    row = table({}).corpus._replace(level="group")
    low = row._replace(name="low", value=0.1, interval=Interval(0, 0.2))
    high = row._replace(name="high", value=1.0, interval=Interval(1, 1))
    (claim,) = claims_on_agreement(replace(table({}), groups=(high, low))).of("differ", "group")
    assert claim.names == ("low", "high")


def test_items_that_cannot_be_told_from_the_lowest_are_named_with_it() -> None:
    """Halves of .1 each: apart by 2.128 / 1.960 times the root of .02, .154, at .05 / 3."""
    values = {"a": 0.55, "b": 0.42, "c": 0.40, "d": 0.56}
    ends = {name: Interval(value - 0.1, value + 0.1) for name, value in values.items()}
    found = table({name: (WELL, value) for name, value in values.items()}, of_items=ends)
    claim = claims_on_agreement(found).one("lowest", "item")
    assert claim is not None
    assert claim.names == ("c", "b", "a")
    assert "Which item is lowest is not sure: c, b or a." in said(found)
    alone = {**ends, "c": Interval(0.0, 0.02)}
    surely = table(
        {name: (WELL, 0.01 if name == "c" else values[name]) for name in values}, of_items=alone
    )
    assert "c is clearly the lowest." in said(surely)
    wide = {name: Interval(value - 0.5, value + 0.5) for name, value in values.items()}
    unclear = table({name: (WELL, value) for name, value in values.items()}, of_items=wide)
    assert "lowest is not sure." in said(unclear)


@pytest.mark.parametrize(("facing", "clear"), [(0.05, True), (0.3, False)])
def test_the_ends_of_intervals_that_face_each_other_tell_items_apart(
    facing: float, clear: bool
) -> None:
    """The other ends are as far away as the facing ones are in the other case: .05 and .3."""
    other = 0.35 - facing
    ends = dict.fromkeys("bcd", Interval(0.6 - facing, 0.6 + other))
    found = table(
        {"a": (WELL, 0.3), **dict.fromkeys("bcd", (WELL, 0.6))},
        of_items={"a": Interval(0.3 - other, 0.3 + facing), **ends},
    )
    claim = claims_on_agreement(found).one("lowest", "item")
    assert claim is not None
    assert (claim.names == ("a",)) == clear


def test_an_item_that_luck_does_not_explain_is_not_said_to_be_as_low_as_all_others() -> None:
    rows: dict[str, Stated] = {
        "a": (CHANCE, 0.1),
        "b": (LOW, 0.3),
        "c": (LOW, 0.35),
        "d": (LOW, 0.3),
    }
    wide = {
        name: Interval((value or 0) - 0.4, (value or 0) + 0.4) for name, (_, value) in rows.items()
    }
    found = table(rows, of_items=wide)
    assert claims_on_agreement(found).one("lowest", "item")
    beside = claims_on_agreement(found, outlying=["a"])
    assert beside.one("outlying", "item")
    assert beside.one("lowest", "item") is None
    narrow = {**wide, "a": Interval(0.09, 0.11), "b": Interval(0.29, 0.31)}
    narrow |= {"c": Interval(0.34, 0.36), "d": Interval(0.29, 0.31)}
    alone = claims_on_agreement(table(rows, of_items=narrow), outlying=["a"]).one("lowest", "item")
    assert alone is not None
    assert alone.names == ("a",)


def test_items_without_an_interval_are_not_compared() -> None:
    values = {"a": 0.40, "b": 0.42, "c": 0.44, "d": 0.9, "e": 0.95}
    wide = Interval(None, None, "with so few coders or items")

    def with_one(name: str) -> Claims:
        ends = {one: Interval(value - 0.1, value + 0.1) for one, value in values.items()}
        rows: dict[str, Stated] = {one: (WELL, value) for one, value in values.items()}
        return claims_on_agreement(table(rows, of_items={**ends, name: wide}))

    claim = with_one("e").one("lowest", "item")
    assert claim is not None
    assert (claim.names, claim.of) == (("a", "b", "c"), 4)
    assert with_one("a").one("lowest", "item") is None
    values["a"] = 0.0
    assert "a is clearly the lowest of the 4 items with an interval." in " ".join(
        sentences_on_agreement(with_one("e"))
    )


@pytest.mark.parametrize(("items", "level"), [(4, 0.95), (20, 0.95), (20, 0.8), (60, 0.99)])
def test_of_items_that_are_alike_each_is_among_the_lowest(items: int, level: float) -> None:
    """Values around one truth with normal errors, whose intervals are known exactly."""
    random = np.random.default_rng(items)
    half = NormalDist().inv_cdf((1 + level) / 2)
    left_out = 0
    for _ in range(300):
        values = {f"i{n}": float(value) for n, value in enumerate(random.normal(size=items))}
        found = table(
            {name: (WELL, value) for name, value in values.items()},
            of_items={name: Interval(value - half, value + half) for name, value in values.items()},
            level=level,
        )
        claim = claims_on_agreement(found).one("lowest", "item")
        assert claim is not None
        left_out += "i0" not in claim.names
    assert left_out <= 0.05 * 300 + 3 * np.sqrt(0.05 * 0.95 * 300)


def test_the_truly_lowest_item_is_among_those_that_are_named() -> None:
    """Own draws: a value for each item, coders who move all items alike, and noise."""
    random = np.random.default_rng(5)
    held = sizes_of = 0
    for _ in range(400):
        truth, coders = random.normal(0.4, 0.1, 8), 5
        seen = truth[:, None] + random.normal(0, 0.15, coders) + random.normal(0, 0.15, (8, coders))
        mean, error = seen.mean(axis=1), seen.std(axis=1, ddof=1) / np.sqrt(coders)
        half = 2.776 * error  # Student's t, four degrees of freedom
        names = [f"i{n}" for n in range(8)]
        ends = {n: Interval(v - h, v + h) for n, v, h in zip(names, mean, half, strict=True)}
        found = table({n: (WELL, v) for n, v in zip(names, mean, strict=True)}, of_items=ends)
        claim = claims_on_agreement(found).one("lowest", "item")
        assert claim is not None
        held += names[int(truth.argmin())] in claim.names
        sizes_of += len(claim.names)
    assert held >= 0.95 * 400
    assert sizes_of < 7.5 * 400


@pytest.mark.parametrize(("groups", "level"), [(2, 0.95), (2, 0.8), (8, 0.99), (20, 0.95)])
def test_groups_that_are_alike_are_said_to_differ_in_one_of_twenty_at_most(
    groups: int, level: float
) -> None:
    """Values around one truth with normal errors, whose intervals are known exactly."""
    random = np.random.default_rng(groups)
    half = 0.1 * NormalDist().inv_cdf((1 + level) / 2)
    wrong = 0
    for _ in range(400):
        z = random.normal(0.5, 0.1, groups)
        rows = [
            table({"a": (WELL, 0.5)}).corpus._replace(
                level="group",
                name=f"g{n}",
                value=1 - float(np.exp(-at)),
                interval=Interval(1 - float(np.exp(-at + half)), 1 - float(np.exp(-at - half))),
            )
            for n, at in enumerate(z)
        ]
        found = replace(table({"a": (WELL, 0.5)}), groups=tuple(rows), level=level)
        wrong += bool(claims_on_agreement(found).of("differ", "group"))
    assert wrong <= 0.05 * 400 + 3 * np.sqrt(0.05 * 0.95 * 400)
