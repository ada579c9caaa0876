"""Who keeps agreement low is told by what R is without it, and nobody is blamed who does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claims import cells, corpus_of, true_of
from benchmarks.worlds import FILMS, TEXTS, with_roles
from segmetrics.claims.cause_sentences import sentences_on_causes
from segmetrics.claims.causes import Cause, Causes, GroupCauses, causes
from segmetrics.corpus import Corpus
from segmetrics.reliability.pair_kappa import alike_of_four, near_copies


def found_in(world: str, items: int = 12, coders: int = 6, seed: int = 3) -> tuple[Corpus, Causes]:
    """Return the causes in a corpus of a world, and check that each is true of its coder."""
    drawn = TEXTS[world](np.random.default_rng(seed), items, coders)
    corpus = corpus_of(drawn)
    found = causes(corpus)
    for row in found.rows:
        assert all(one.trait in true_of(one.coder, drawn) for one in row.causes)
    return corpus, found


def test_r_of_each_cause_is_r_of_codings_changed_by_hand() -> None:
    corpus, found = found_in("one late", seed=1)
    ((cause,),) = [row.causes for row in found.rows]
    assert (cause.trait, cause.remedy) == ("late", "earlier")
    moved = {
        item.name: {
            coder: np.diff(
                [
                    0,
                    *(
                        place - (coder == cause.coder)
                        for place in coding.boundaries
                        if place - (coder == cause.coder) > 0
                    ),
                    item.mass,
                ]
            ).tolist()
            for coder, coding in item.codings.items()
        }
        for item in corpus.items
    }
    now, after = (sm.chance(one).corpus.corrected for one in (corpus, Corpus.from_masses(moved)))
    assert found.rows[0].corrected == now
    assert cause.corrected == pytest.approx(after, abs=1e-12)
    (said,) = sentences_on_causes(found)
    assert said == (
        f"{cause.coder} marks one place late: with {cause.coder}'s boundaries one place earlier, R "
        f"would be {after:.2f} instead of {now:.2f}."
    )


def test_two_causes_are_told_alone_and_together() -> None:
    _, found = found_in("one late, one fine", 20, 5, seed=2)
    (row,) = found.rows
    assert {one.remedy for one in row.causes} == {"earlier", "without own"}
    first, second = row.causes
    assert row.together is not None and row.corrected is not None
    assert row.corrected < second.corrected <= first.corrected < row.together
    assert f", and {row.together:.2f} with both." in sentences_on_causes(found)[0]


def test_a_text_is_not_blamed_for_what_two_coders_do() -> None:
    """Three agree wholly; of two others one is at random and one marks nearly nothing."""
    random = np.random.default_rng(0)
    items = {}
    for number in range(12):
        good = sorted(random.choice(range(2, 58), 8, replace=False).tolist())
        other = sorted(random.choice(range(2, 58), 8, replace=False).tolist())
        items[f"text {number}"] = {
            name: np.diff([0, *places, 60]).tolist()
            for name, places in (
                ("a", good),
                ("b", good),
                ("c", good),
                ("odd", other),
                ("few", other[:1]),
            )
        }
    corpus = Corpus.from_masses(items)
    judged = sm.reliability_of(corpus)
    found = causes(corpus, reliability=judged)
    assert {one.coder for one in found.rows[0].causes} == {"odd", "few"}
    low = {row.item for row in judged.items if row.verdict != "well_beyond_chance"}
    assert found.cleared == low != set()
    assert "without them, the others agree well there." in sentences_on_causes(found)[-1]


@pytest.mark.parametrize("world", ["good coders", "each for themselves", "shared false alarms"])
def test_nobody_is_a_cause_where_nobody_is_to_blame(world: str) -> None:
    for seed in range(3):
        found_in(world, seed=seed)


def test_two_good_coders_among_bad_ones_are_no_copies() -> None:
    """One of three is at random, or two of four are: the good two are alike, and saw nothing."""
    for bad in (1, 2):
        for seed in range(10):
            random = np.random.default_rng(seed)
            items = {}
            for number in range(12):
                true = {place for place in range(1, 60) if random.random() < 0.15}
                codings = {f"odd {n}": set(random.choice(59, 8) + 1) for n in range(bad)}
                for name in "ab":
                    codings[name] = {place for place in true if random.random() < 0.92}
                items[f"i{number}"] = {
                    name: np.diff([0, *sorted(map(int, marked)), 60]).tolist()
                    for name, marked in codings.items()
                }
            corpus = Corpus.from_masses(items)
            assert near_copies(corpus.items, corpus.coders) is None


def test_a_reference_is_nobody_s_copy() -> None:
    drawn = TEXTS["good coders"](np.random.default_rng(1), 12, 5)
    plain = corpus_of(drawn)
    items = tuple(
        replace(one, codings={**one.codings, "gold": one.codings["coder 1"]}) for one in plain.items
    )
    with_gold = Corpus(items, reference="gold")
    assert near_copies(with_gold.items, with_gold.coders) is not None
    for row in sm.coder_findings(with_gold).rows:
        assert "ask whether" not in row.evidence


def test_an_item_is_cleared_of_its_own_coders_alone() -> None:
    items = {}
    for number in range(10):
        random = np.random.default_rng(number)
        good = sorted(random.choice(range(2, 58), 7, replace=False).tolist())
        near = [place + (at % 3 == 0) for at, place in enumerate(good)]
        other = sorted(random.choice(range(2, 58), 7, replace=False).tolist())
        codings = {"a": good, "b": near, "c": good, "d": near}
        if number < 8:
            codings["odd"] = other
        items[f"i{number}"] = {
            name: np.diff([0, *sorted({*places}), 60]).tolist() for name, places in codings.items()
        }
    corpus = Corpus.from_masses(items)
    found = causes(corpus)
    assert "odd" in {one.coder for row in found.rows for one in row.causes}
    assert all("odd" in corpus[name].codings for name in found.cleared)


def test_of_several_groups_the_sentence_says_which() -> None:
    rows = [
        GroupCauses("g", 0.3, (Cause("x", "late", "earlier", 0.5),)),
        GroupCauses("h", 0.4, (Cause("y", "own", "without own", 0.6),)),
    ]
    assert sentences_on_causes(Causes(tuple(rows))) == [
        "In group g, x marks one place late: with x's boundaries one place earlier, R would be "
        "0.50 instead of 0.30.",
        "In group h, y marks many places that nobody else does: without the boundaries that y "
        "alone has, R would be 0.60 instead of 0.40.",
    ]
    assert sentences_on_causes(Causes((rows[0],)), who=False) == [
        "With x's boundaries one place earlier, R would be 0.50 instead of 0.30."
    ]


def test_types_and_levels_of_boundaries_do_not_matter() -> None:
    for name in ("dialogue", "outline"):
        assert len(causes(sm.sample(name)).rows) == len(sm.sample(name).groups)


def test_near_copies_are_named_and_nobody_else_is_blamed() -> None:
    for seed in range(4):
        drawn = TEXTS["one copies another"](np.random.default_rng(seed), 12, 5)
        corpus = corpus_of(drawn)
        pair = near_copies(corpus.items, corpus.coders)
        assert pair is not None
        assert "copier" in {drawn.roles[name] for name in pair.coders}
        assert not any(row.causes for row in causes(corpus).rows)
        (group,) = sm.coder_model(corpus).groups
        assert "ask whether one saw the other's codings" in group.refusal
        good = corpus_of(TEXTS["good coders"](np.random.default_rng(seed), 12, 5))
        assert near_copies(good.items, good.coders) is None


def test_of_four_coders_of_whom_one_may_copy_nobody_else_is_blamed() -> None:
    random = np.random.default_rng(3)
    doubted = 0
    for _ in range(12):
        drawn = TEXTS["one copies another"](random, 6, 4)
        corpus = corpus_of(drawn)
        pair = alike_of_four(corpus.items, corpus.coders)
        if pair is None:
            continue
        doubted += 1
        innocent = {*corpus.coders} - {*pair.coders}
        named = {one.coder for one in sm.coder_model(corpus).verdicts}
        named |= {one.coder for one in sm.coder_findings(corpus).rows if one.stands_out}
        named |= {one.coder for row in causes(corpus).rows for one in row.causes}
        assert not named & innocent
    assert doubted >= 6
    five = corpus_of(TEXTS["one copies another"](random, 6, 5))
    assert alike_of_four(five.items, five.coders) is None


@pytest.mark.parametrize(
    ("world", "kind"),
    [("good coders", "a coder keeps agreement low"), ("each for themselves", "agreement beyond")],
)
def test_few_corpora_of_each_world_hold_a_false_claim(world: str, kind: str) -> None:
    """Of ten corpora with 5% false ones, four or more are so in 1 of 1,000."""
    found = cells(TEXTS[world], world, 6, 4, 10)
    assert all(cell.false <= 3 for name, cell in found.items() if name.startswith(kind))
    films = cells(FILMS["each for themselves"], "films", 2, 4, 5)
    assert films["agreement beyond chance"].false <= 2


def test_the_world_of_many_roles_has_each_coder_once() -> None:
    drawn = with_roles("late", "random")(np.random.default_rng(0), 3, 5)
    assert sorted(drawn.roles.values()) == ["good", "good", "good", "late", "random"]
    assert len(drawn.roles) == 5


def test_the_window_of_near_misses_is_that_of_the_options() -> None:
    """Without a model, one is fitted with the n of R, as if it had been given."""
    corpus = corpus_of(TEXTS["one late"](np.random.default_rng(1), 12, 6))
    options = sm.AgreementOptions(n=3)
    model = sm.coder_model(corpus, sm.CoderModelOptions(n=3))
    assert causes(corpus, options) == causes(corpus, options, model=model)
