"""Who keeps agreement low is told by what R is without it, and nobody is blamed who does not."""

from __future__ import annotations

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claims import cells, corpus_of, true_of
from benchmarks.worlds import FILMS, TEXTS, with_roles
from segmetrics.claims.causes import Causes, causes
from segmetrics.claims.sentences import sentences_on_causes
from segmetrics.corpus import Corpus
from segmetrics.reliability.pair_kappa import near_copies


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
