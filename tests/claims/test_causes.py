"""Who keeps agreement low is told by what R is without it, and nobody is blamed who does not."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import segmetrics as sm
from benchmarks import claim_truths, claims
from benchmarks.claim_truths import corpus_of, true_of
from benchmarks.claims import cells
from benchmarks.worlds import FILMS, TEXTS, with_roles
from segmetrics.adjudication.adjudications import consensus
from segmetrics.adjudication.press_peaks import TimeConsensusOptions
from segmetrics.adjudication.remedied_gold import Change, remedied_gold
from segmetrics.claims.cause_sentences import (
    sentences_on_causes,
    sentences_on_gold,
    sentences_on_people,
    told_besides,
)
from segmetrics.claims.cause_types import Cause, Causes, GroupCauses
from segmetrics.claims.causes import _one_after_another, causes, causes_in_recordings
from segmetrics.claims.item_causes import items_after
from segmetrics.claims.remedies import Suspect, Suspects, fit_as_coded
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import shown, shown_in_rounds, with_remedies, with_remedy
from segmetrics.reliability.copies import copies_in, far_beside_others, near_copies
from segmetrics.reliability.odd_counts import Stops
from segmetrics.reliability.odd_places import OutOfStep, odd_items
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.segmentation import Segmentation
from segmetrics.tables.consensus_tables import counts_twice
from tests.support.project import PROJECT

IN_TEXTS, IN_FILMS, _ = claims.COUNTED


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
                        place - (coder == cause.coder and item.name not in cause.but_in)
                        for place in coding.boundaries
                        if place > 1 or coder != cause.coder or item.name in cause.but_in
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
    said, *_ = sentences_on_causes(found)
    assert cause.but_in == ("text 9", "text 12")
    assert said == (
        f"{cause.coder} marks one place late. With {cause.coder}'s boundaries one place earlier, "
        "except in text 9 and text 12, where it would not help, R of these codings is "
        f"{after:.2f} instead of {now:.2f}."
    )


def test_two_causes_are_told_alone_and_together() -> None:
    _, found = found_in("one late, one fine", 20, 5, seed=2)
    (row,) = found.rows
    assert {one.remedy for one in row.causes} == {"earlier", "without own"}
    first, second = row.causes
    assert row.together is not None and row.corrected is not None
    assert row.corrected < second.corrected <= first.corrected < row.together
    assert f" With both changes, it is {row.together:.2f}." in sentences_on_causes(found)[0]


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
    (said,) = [one for one in sentences_on_causes(found) if "coders would agree" in one]
    assert said.startswith("Without ")
    # Of whom a view moves nothing is said, nor what the others' changes do together with theirs.
    (left,) = found.besides({"few"}).rows
    assert [one.coder for one in left.causes] == ["odd"]
    assert (left.cleared, left.eased, left.fine, left.open, left.together) == ((), (), (), (), None)
    assert found.besides({"a"}) == found
    (row,) = found.rows
    assert sorted((*row.cleared, *row.fine)) == sorted(items) and not row.eased and not row.open


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
        "In group g, x marks one place late. With x's boundaries one place earlier, R of these "
        "codings is 0.50 instead of 0.30.",
        "In group h, y marks many places that hardly anybody else does. Without y's boundaries "
        "that nobody else has nearby, R of these codings is 0.60 instead of 0.40.",
    ]
    assert sentences_on_causes(Causes((rows[0],)), who=False) == [
        "With x's boundaries one place earlier, R of these codings is 0.50 instead of 0.30."
    ]


def test_the_habits_that_the_made_up_interviews_were_given_are_found() -> None:
    """The truth stands in data/README.md: habits, a text unclear to all, where subjects begin."""
    first, second = sm.sample("interviews"), sm.sample("interviews-2")
    ((late, fine),) = [sorted(row.causes) for row in causes(first).rows]
    assert (late.coder, late.trait, fine.coder, fine.trait) == ("lou", "late", "max", "own")

    (why,) = [one.evidence for one in sm.coder_model(first).verdicts if one.coder == "max"]
    assert why.startswith("marks many places that hardly anybody else does")
    assert [row.causes for row in causes(second).rows] == [()]
    assert sm.compare(first, second).direction == "better"
    readme = (PROJECT / "data" / "README.md").read_text(encoding="utf-8")
    turns = dict(re.findall(r"\| (\d+) \| ([\d, ]+?) (?=\|)", readme))
    for corpus in (first, second):
        unclear = [
            r.item for r in reliability_of(corpus).items if r.verdict == "not_distinguishable"
        ]
        assert unclear == ["interview 10"]
        for one in sm.consensus(corpus).items:
            begins = turns.get(one.item.removeprefix("interview "))
            places = [place + 1 for place in one.segmentation.boundaries]
            assert begins is None or begins == ", ".join(map(str, places))
    assert len(turns) == 10


def test_types_and_levels_of_boundaries_do_not_matter() -> None:
    for name in ("dialogue", "outline"):
        assert len(causes(sm.sample(name)).rows) == len(sm.sample(name).groups)


def in_sizes(marked: dict[str, set[int]], places: int) -> dict[str, list[int]]:
    """Return marked places as sizes of segments, of an item with so many places."""
    return {
        name: np.diff([0, *sorted(map(int, of)), places + 1]).tolist()
        for name, of in marked.items()
    }


def with_a_copy(rate: float, *, seed: int) -> Corpus:
    """Draw four good coders of seven texts, and one who takes over so much of the first's marks."""
    random = np.random.default_rng(seed)
    items = {}
    for number in range(7):
        true = np.flatnonzero(random.random(33) < 0.18) + 1
        weak = random.random(true.size) < 0.3
        marked = {}
        for name in "abcd":
            hits = true[random.random(true.size) < np.where(weak, 0.45, 0.88)]
            added = np.flatnonzero(random.random(33) < 0.025) + 1
            marked[name] = {*hits.tolist(), *added.tolist()}
        marked["copy"] = {place for place in sorted(marked["a"]) if random.random() < rate}
        items[f"i{number}"] = in_sizes(marked, 33)
    return Corpus.from_masses(items)


@pytest.mark.parametrize("rate", [0.85, 0.95])
def test_of_good_coders_only_the_two_are_named_of_whom_one_copies(rate: float) -> None:
    """They draw the model towards their marks, and then two others seem to depend on each other."""
    found, others = 0, 0
    for seed in range(12):
        corpus = with_a_copy(rate, seed=seed)
        pair = near_copies(corpus.items, corpus.coders)
        (group,) = sm.coder_model(corpus).groups
        if pair:
            assert {*pair.coders} == {"a", "copy"}
            found += 1
        asked = "ask whether" in group.refusal or "did each work alone?" in group.refusal
        others += asked and "a and copy" not in group.refusal
        apart = corpus.select(coders=list("abcd"))
        assert near_copies(apart.items, apart.coders) is None
    assert found >= 7
    assert not others


def test_gold_boundaries_that_rest_on_two_of_whom_one_copies_are_told() -> None:
    corpus = with_a_copy(0.95, seed=1)
    said = counts_twice(consensus(corpus), corpus, copies_in(corpus))
    assert said.startswith("a and copy mark nearly the same places, and count twice: look at ")
    number = int(said.split("look at ")[1].split()[0])
    votes = [one.votes.keys() for item in consensus(corpus).items for one in item.boundaries]
    assert number == sum({"a", "copy"} <= of and len(of) == 3 for of in votes) > 0
    apart = corpus.select(coders=list("abcd"))
    assert counts_twice(consensus(apart), apart, copies_in(apart)) == ""


def test_two_better_than_all_others_are_not_said_to_copy() -> None:
    """Of five, three find little and add much: the two are alike as they find the same breaks."""
    for seed in range(6):
        random = np.random.default_rng(seed)
        items = {}
        for number in range(10):
            true = np.flatnonzero(random.random(49) < 0.18) + 1
            marked = {}
            for name in "abxyz":
                hit, more = (0.92, 0) if name in "ab" else (0.4, 7)
                own = random.choice(49, more, replace=False) + 1
                marked[name] = {*true[random.random(true.size) < hit].tolist(), *own.tolist()}
            items[f"i{number}"] = in_sizes(marked, 49)
        corpus = Corpus.from_masses(items)
        assert near_copies(corpus.items, corpus.coders) is None
        assert "ask whether" not in sm.coder_model(corpus).groups[0].refusal


def test_near_copies_are_named_and_nobody_else_is_blamed() -> None:
    named = 0
    for seed in range(6):
        drawn = TEXTS["one copies another"](np.random.default_rng(seed), 12, 5)
        corpus = corpus_of(drawn)
        good = corpus_of(TEXTS["good coders"](np.random.default_rng(seed), 12, 5))
        assert near_copies(good.items, good.coders) is None
        pair = near_copies(corpus.items, corpus.coders)
        if pair is None:
            continue
        named += 1
        assert "copier" in {drawn.roles[name] for name in pair.coders}
        assert not any(row.causes for row in causes(corpus).rows)
        (group,) = sm.coder_model(corpus).groups
        assert "ask whether one saw the other's codings" in group.refusal
    assert named >= 4


def test_of_four_coders_of_whom_one_may_copy_nobody_else_is_blamed() -> None:
    random = np.random.default_rng(3)
    doubted = 0
    for _ in range(12):
        drawn = TEXTS["one copies another"](random, 6, 4)
        corpus = corpus_of(drawn)
        pair = far_beside_others(corpus.items, corpus.coders)
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
    assert far_beside_others(five.items, five.coders) is not None


@pytest.mark.parametrize(
    ("world", "kind"),
    [("good coders", "a coder keeps agreement low"), ("each for themselves", "agreement beyond")],
)
def test_few_corpora_of_each_world_hold_a_false_claim(world: str, kind: str) -> None:
    """Of ten corpora with 5% false ones, four or more are so in 1 of 1,000."""
    found = cells(IN_TEXTS, world, 6, 4, 10)
    assert all(cell.false <= 3 for name, cell in found.items() if name.startswith(kind))
    films = cells(IN_FILMS, "each for themselves", 2, 4, 5)
    assert films["agreement beyond chance"].false <= 2


def test_what_was_counted_is_kept_and_only_the_rest_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def counted(*given: object) -> dict[str, tuple[int, int, int, int]]:
        *_, number, _ = given
        assert isinstance(number, int)
        looked.append(number)
        return {"late": (int(number == 3), 2, 0, 0), "odd": (0, 0, 1, 1)}

    monkeypatch.setattr(claims, "counted", counted)
    of = claims.Kinds("texts", TEXTS, [(6, 4)], [(claim_truths.of_model, ["late", "odd"])])
    file = tmp_path / "claims.csv"
    for number in (1, 2, 3, 2):
        claims.Kept(file).look(of, (6, 4), "one late", number, of.kinds, 3)
    kept = claims.Kept(file)
    kept.tidy()
    assert looked == [1, 2, 3]
    assert kept.cell("texts", 6, 4, "one late", "late") == (3, 1, 6, 0, 0)
    # A kind that is counted anew has corpora of its own; the other stays as it is.
    lines = file.read_text().splitlines()
    assert lines[1:] == [
        "texts,6,4,one late,late,1,3,1,6,0,0",
        "texts,6,4,one late,odd,1,3,0,0,3,3",
    ]
    file.write_text("\n".join([lines[0], lines[2], ""]))
    for number in (3, 5, 6):  # a cell has no more corpora than it is to have
        claims.Kept(file).look(of, (6, 4), "one late", number, of.kinds, 2)
    kept = claims.Kept(file)
    assert kept.cell("texts", 6, 4, "one late", "late") == (2, 1, 4, 0, 0)
    assert kept.cell("texts", 6, 4, "one late", "odd") == (3, 0, 0, 3, 3)
    # What two runs counted twice is refused.
    file.write_text("\n".join([*lines, *lines[1:], ""]))
    with pytest.raises(SystemExit, match="counted twice"):
        claims.Kept(file).tidy()


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


def by_rules(seed: int, units: int = 42) -> tuple[Corpus, Corpus]:
    """Code six texts by habits: a break every few paragraphs, strong ones seen by all.

    In the first round Jon marks three of four breaks a paragraph late, Tom marks four in ten of
    the other paragraphs, Pri strong breaks alone, and on the last text everybody guesses; in the
    second nobody is late or adds much.
    """
    random = np.random.default_rng(seed)
    rounds: list[dict[str, dict[str, list[int]]]] = [{}, {}]
    for number in range(6):
        breaks = np.cumsum(random.integers(3, 6, units))
        strong = random.random(breaks.size) < 0.55
        for at, codings in enumerate(rounds):
            of = codings.setdefault(f"text {number}", {})
            for who in ("Ann", "Ben", "Jon", "Pri", "Tom"):
                seen = random.random(breaks.size) < np.where(
                    strong, 0.96, 0.04 if who == "Pri" else 0.82
                )
                marked = {
                    int(one) + int(who == "Jon" and not at and random.random() < 0.75)
                    for one in breaks[seen]
                }
                many = 0.42 if who == "Tom" and not at else 0.02
                marked |= {place for place in range(1, units) if random.random() < many}
                if number == 5:
                    marked = {*random.choice(np.arange(1, units), len(marked) // 2, False).tolist()}
                inside = sorted(place for place in marked if 0 < place < units)
                of[who] = np.diff([0, *inside, units]).tolist()
    first, second = map(Corpus.from_masses, rounds)
    return first, second


def test_two_who_differ_otherwise_are_both_named_and_clear_the_texts() -> None:
    """Of boundaries this dense nearly each has another one nearby, so that Tom is left out."""
    both, seeds = 0, 6
    for seed in range(1, 1 + seeds):
        first, _ = by_rules(seed)
        found = causes(first)
        (row,) = found.rows
        named = {one.coder: one.remedy for one in row.causes}
        assert named.items() <= {"Jon": "earlier", "Tom": "left out", "Pri": "left out"}.items()
        assert "text 5" not in row.cleared
        if {"Jon", "Tom"} <= {*named}:
            both += 1
            assert row.together is not None and row.corrected is not None
            assert row.together > max(one.corrected for one in row.causes) > row.corrected
            assert len(row.cleared) >= 3
            who, without, *rest = said = sentences_on_causes(found)
            assert any(re.search(r"text 5\b[^.]* would still need work\.", one) for one in said)
            assert "Jon marks one place late" in who and "Tom marks many places" in who
            assert f" changes, it is {row.together:.2f}." in who
            how = (
                "With Jon's boundaries one place earlier and without Tom, coders would agree well "
            )
            assert any(how in one for one in (without, *rest))
    assert both >= seeds - 2


def with_types(corpus: Corpus) -> Corpus:
    """Return the corpus with a type at each boundary, as where presses have labels."""
    items = (
        replace(
            item,
            codings={
                name: replace(one, types=(frozenset({"new"}),) * len(one.boundaries))
                for name, one in item.codings.items()
            },
        )
        for item in corpus.items
    )
    return replace(corpus, items=tuple(items))


def test_who_is_late_moves_the_gold_and_both_viewers_are_named() -> None:
    """Five viewers of two films: one two seconds late, two of three marks of one at random."""
    random = np.random.default_rng(2)
    films: dict[str, dict[str, list[float]]] = {}
    for film in ("market", "move"):
        events = np.cumsum(random.uniform(18, 34, 25))
        for who, found_of in zip("abcde", (0.9, 0.85, 0.8, 0.88, 0.5), strict=True):
            seen = events[random.random(25) < found_of]
            times = seen + 0.6 + random.normal(0, 0.35, seen.size) + 2.0 * (who == "d")
            more = random.uniform(3, 670, 2 * seen.size if who == "e" else 0)
            every = sorted({round(float(one), 1) for one in (*times, *more) if 0 < one < 690})
            films.setdefault(film, {})[who] = every
    corpus = Corpus.from_times(films, durations=dict.fromkeys(films, 700.0))
    options = sm.RecordingOptions(shuffles=49)
    found = causes_in_recordings(corpus, options)
    (row,) = found.rows
    assert {one.coder: one.remedy for one in row.causes} == {"d": "earlier", "e": "left out"}
    assert found.moves["d"].by == pytest.approx(2.0, abs=0.5)
    settings = TimeConsensusOptions(tolerance=2, shuffles=49)
    made = sm.consensus(corpus, settings)

    def of_hand(films: dict[str, dict[str, list[float]]]) -> int:
        again = Corpus.from_times(films, durations=dict.fromkeys(films, 700.0))
        return sum(len(one.boundaries) for one in sm.consensus(again, settings).items)

    by_hand = {
        film: {
            who: [round(one - found.moves["d"].by * (who == "d"), 3) for one in times]
            for who, times in of.items()
        }
        for film, of in films.items()
    }
    changes = (Change(found.moves), Change(without=("e", "move")))
    moved, without = remedied_gold(corpus, changes, made.items, settings)
    assert moved is not None and without is not None
    assert moved[:2] == (of_hand(films), of_hand(by_hand))
    assert moved.after > moved.boundaries
    typed = with_types(corpus)
    assert causes_in_recordings(typed, options) == found
    assert remedied_gold(typed, changes, sm.consensus(typed, settings).items, settings) == (
        moved,
        without,
    )
    (said,) = sentences_on_gold([("with d's boundaries earlier", moved)])
    assert said.startswith("With d's boundaries earlier, the rule would ")
    left = {
        film: {who: of[who] for who in of if (film, who) != ("move", "e")}
        for film, of in films.items()
    }
    assert (without.after, changes[1].leaves_out) == (of_hand(left), True)
    twice = {
        film: {
            who: sorted({*times, *(round(one + 1.1, 3) for one in times if who == "a")})
            for who, times in of.items()
        }
        for film, of in films.items()
    }
    pressed = Corpus.from_times(twice, durations=dict.fromkeys(films, 700.0))
    items = sm.consensus(pressed, settings).items
    (once,) = remedied_gold(pressed, [Change(twice=("a",))], items, settings)
    assert once is not None
    assert once[:2] == (of_hand(twice), of_hand(films))
    assert sentences_on_gold([("with one", once._replace(after=once[0], elsewhere=0))]) == [
        "With one, the rule gives the same boundaries."
    ]
    assert sentences_on_gold([("with one", (11, 10, 0)), ("with two", (11, 10, 3))]) == [
        "With one, the rule would drop 1 of the 11 gold boundaries.",
        "With two, the rule would drop 4 of the 11 gold boundaries and add 3 others.",
    ]


def marked_late(seed: int, late: int, coders: int = 6) -> Corpus:
    """Let some of six coders mark all boundaries of eight texts a place late; each misses some."""
    random = np.random.default_rng(seed)
    items: dict[str, dict[str, list[int]]] = {}
    for number in range(8):
        true = random.choice(np.arange(2, 58), 10, replace=False)
        for coder in range(coders):
            found = true[random.random(10) > 0.2] + (coder < late)
            astray = (random.random(found.size) < 0.1) * random.integers(-1, 2, found.size)
            places = sorted({*(found + astray).tolist()})
            of = items.setdefault(f"i{number}", {})
            of[f"c{coder}"] = np.diff([0, *places, 60]).tolist()
    return Corpus.from_masses(items)


def test_who_stops_half_way_counts_as_one_whose_number_is_odd() -> None:
    drawn = FILMS["one leaves a film half done"](np.random.default_rng(0), 3, 5)
    corpus = corpus_of(drawn)
    (found,) = odd_items(corpus)
    assert isinstance(found, Stops)
    made = [one for one in claim_truths.of_odd_items(drawn) if one.made]
    assert made == [
        claim_truths.Seen("a number is odd in one item", true=True, made=True),
        claim_truths.Seen("a viewer stops", true=True, made=True),
    ]


def test_where_half_are_late_beside_the_other_half_nobody_is_to_blame() -> None:
    for seed in range(4):
        (row,) = causes(marked_late(seed, 3)).rows
        assert row.causes == ()
        (row,) = causes(marked_late(seed, 2)).rows
        assert {(one.coder, one.remedy) for one in row.causes} == {
            ("c0", "earlier"),
            ("c1", "earlier"),
        }
        assert row.together is not None
        assert row.together > max(one.corrected for one in row.causes) + 0.02
    (cell,) = (
        cell
        for kind, cell in cells(IN_TEXTS, "half late", 6, 4, 6).items()
        if kind == "a coder keeps agreement low"
    )
    assert cell.false <= 1


def of_codings(
    values: dict[str, float],
) -> tuple[list[int], tuple[tuple[Cause, ...], float | None]]:
    """Return how often it is asked again, and what is found where R is as given."""
    asked: list[int] = []
    suspects = {name: Suspect("own", "left out") for name in "ab"}

    def again(found: Suspects) -> Suspects:
        asked.append(len(found))
        return {"c": Suspect("own", "left out")}

    coders = sorted({*"".join(values), "w", "x"})
    found = _one_after_another(
        coders, suspects, lambda of: values.get("".join(sorted(of)), 0.0), again
    )
    return asked, found


def test_a_remedy_is_measured_beside_the_better_ones() -> None:
    """Both of two raise R alone, and together no more than the better of them."""
    _, (found, together) = of_codings({"": 0.3, "a": 0.5, "b": 0.4, "ab": 0.51, "ac": 0.5})
    assert ([one.coder for one in found], together) == (["a"], None)
    _, (found, together) = of_codings({"": 0.3, "a": 0.5, "b": 0.4, "ab": 0.53, "abc": 0.5})
    assert ([one.coder for one in found], together) == (["a", "b"], 0.53)


def test_what_the_last_found_makes_needless_is_no_cause() -> None:
    values = {"": 0.3, "a": 0.4, "b": 0.3, "ac": 0.8, "c": 0.79}
    _, (found, together) = of_codings(values)
    assert ([one.coder for one in found], together) == (["c"], None)


def test_it_is_asked_again_among_four_coders_but_not_among_three() -> None:
    values = {"": 0.3, "a": 0.4, "b": 0.3, "ac": 0.8}
    asked, (found, _) = of_codings(values)  # of a, b, c, w and x
    assert asked and [one.coder for one in found] == ["a", "c"]
    asked, (found, _) = of_codings({"": 0.3, "a": 0.4, "b": 0.3})  # of a, b, w and x
    assert asked == [] and [one.coder for one in found] == ["a"]


def of_few_coders(seed: int, others: int) -> Corpus:
    """Let one of seven mark fourteen texts at random, each with some of the six others."""
    random = np.random.default_rng(seed)
    items = {}
    for number in range(14):
        true = random.choice(np.arange(2, 78), 12, replace=False)
        codings = {"odd": random.choice(np.arange(1, 80), 30, replace=False)}
        for at in range(others):
            codings[f"c{(number + at) % 6}"] = true[random.random(12) > 0.1]
        items[f"i{number}"] = {
            name: np.diff([0, *sorted(places.tolist()), 80]).tolist()
            for name, places in codings.items()
        }
    return Corpus.from_masses(items)


def test_an_item_is_cleared_by_three_of_its_own_coders() -> None:
    """In all there are six others; two of them on each item are too few."""
    for others in (2, 3):
        (row,) = causes(of_few_coders(0, others)).rows
        assert [one.coder for one in row.causes] == ["odd"]
        assert bool(row.cleared) == (others == 3)


def late_but_in_one(seed: int, *, own: str = "") -> Corpus:
    """Let one of five mark seven texts a place late, the eighth in step; `own` marks much alone."""
    random = np.random.default_rng(seed)
    items: dict[str, dict[str, list[int]]] = {}
    for number in range(8):
        true = np.sort(random.choice(np.arange(2, 48), 7, replace=False))
        for coder in "abcde":
            found = true[random.random(7) > 0.2] + (coder == "e" and number < 7)
            other = random.choice(np.arange(2, 48), 14 if coder == own else 2 * (coder in "bd"))
            places = sorted({*found.tolist(), *other.tolist()})
            items.setdefault(f"i{number}", {})[coder] = np.diff([0, *places, 50]).tolist()
    return Corpus.from_masses(items)


def test_an_item_that_a_remedy_lowers_is_not_cleared_and_each_has_one_place() -> None:
    """R and alpha of codings that are moved by hand tell; who is late is in step in one item."""
    lowered = 0
    for seed in range(4):
        corpus = late_but_in_one(seed)
        (row,) = causes(corpus).rows
        assert [(one.coder, one.remedy) for one in row.causes] == [("e", "earlier")]
        by_hand = {
            item.name: {
                name: np.diff(
                    [0, *(place - (name == "e") for place in one.boundaries), 50]
                ).tolist()
                for name, one in item.codings.items()
            }
            for item in corpus.items
        }
        now, then = map(reliability_of, (corpus, Corpus.from_masses(by_hand)))
        kinds = (row.cleared, row.eased, row.fine, row.open)
        assert sorted(name for kind in kinds for name in kind) == sorted(by_hand)
        for before, after in zip(now.items, then.items, strict=True):
            assert before.corrected is not None and after.corrected is not None
            assert before.alpha is not None and after.alpha is not None
            lower = after.corrected < before.corrected or after.alpha < before.alpha
            lowered += lower
            well = after.verdict == "well_beyond_chance" != before.verdict
            assert (before.item in row.cleared) == (well and not lower)
            assert not lower or before.item in (*row.fine, *row.open)
    assert lowered >= 4


def test_boundaries_stay_in_the_item_in_which_one_who_is_late_elsewhere_is_in_step() -> None:
    """R of all items is computed of codings that are moved by hand in all others."""
    corpus = next(
        of for of in map(late_but_in_one, range(20)) if causes(of).rows[0].causes[0].but_in
    )
    found = causes(corpus)
    (row,) = found.rows
    (late,) = row.causes
    assert (late.coder, late.but_in) == ("e", ("i7",))
    by_hand = {
        item.name: {
            name: np.diff(
                [0, *(at - (name == "e" and item.name != "i7") for at in one.boundaries), 50]
            ).tolist()
            for name, one in item.codings.items()
        }
        for item in corpus.items
    }
    then = sm.chance(Corpus.from_masses(by_hand)).corpus.corrected
    assert late.corrected == pytest.approx(then, abs=1e-12)
    assert not row.falls
    stays = "In i7, e's boundaries are not moved: it would not help there."
    assert " one place earlier, except in i7, where it would not help, R " in " ".join(
        sentences_on_causes(found)
    )
    seen = shown(with_remedy(UrlState(), late), corpus)
    assert sm.chance(seen.corpus).corpus.corrected == pytest.approx(then, abs=1e-12)
    assert seen.notes == (stays,)


def late_on_one_half(seed: int, late: int, items: int = 6) -> Corpus:
    """Let one of five mark a place late on the first texts alone, all with a few misses."""
    random = np.random.default_rng(seed)
    of: dict[str, dict[str, list[int]]] = {}
    for number in range(items):
        true = np.sort(random.choice(np.arange(2, 30), 6, replace=False))
        for coder in "abcde":
            found = true[random.random(6) > 0.15] + (coder == "e" and number < late)
            of.setdefault(f"t{number}", {})[coder] = np.diff([0, *found, 32]).tolist()
    return Corpus.from_masses(of)


def test_no_item_is_worse_for_a_move_of_one_who_is_late_on_some_texts_alone() -> None:
    """One is late on four of six texts: those are moved, and the two in step are left."""
    for seed in range(5):
        corpus = late_on_one_half(seed, 4)
        (row,) = causes(corpus).rows
        (late,) = row.causes
        assert (late.coder, late.remedy, late.but_in) == ("e", "earlier", ("t4", "t5"))
        assert row.falls == ()
        items = tuple(
            replace(item, codings={**item.codings, "e": earlier(item.codings["e"])})
            if item.name < "t4"
            else item
            for item in corpus.items
        )
        then = sm.chance(Corpus(items)).corpus.corrected
        assert late.corrected == pytest.approx(then, abs=1e-12)
        seen = shown(with_remedy(UrlState(), late), corpus)
        assert seen.corpus.codings_digest == Corpus(items).codings_digest
        stays = "In t4 and t5, e's boundaries are not moved: it would not help there."
        assert seen.notes == (stays,)


def earlier(coding: Segmentation) -> Segmentation:
    """Return a coding with its boundaries one place earlier."""
    return Segmentation(coding.mass, tuple(at - 1 for at in coding.boundaries if at > 1))


def test_a_move_that_fits_no_better_over_all_items_is_made_everywhere() -> None:
    """Who is moved to see what happens is moved, be it for the worse."""
    corpus = late_on_one_half(0, 4)
    assert fit_as_coded(corpus, "e", -1) == ("t4", "t5")
    assert fit_as_coded(corpus, "a", -1) == fit_as_coded(corpus, "e", 1) == ()
    # A round in which nobody is late stays as coded beside one in which the coder is.
    straight = late_on_one_half(0, 0)
    assert fit_as_coded(straight, "e", -1) == ()
    assert fit_as_coded(straight, "e", -1, [corpus]) == tuple(item.name for item in straight.items)
    rounds = [("A", corpus), ("B", straight)]
    (first, last), _, changed = shown_in_rounds(UrlState(who=("e", "earlier")), rounds)
    assert changed and first != corpus and last == straight


def test_an_item_that_a_move_alone_lowers_is_not_said_to_need_work_whatever_coders_do() -> None:
    """R of the text without the other coder is computed by hand, as coded and with the move."""
    corpus = late_but_in_one(0, own="a")
    judged = reliability_of(corpus)
    found = (Cause("e", "late", "earlier", 0.5, 1.0), Cause("a", "own", "without own", 0.5))
    kinds, _, falls = items_after(corpus, found, (), AgreementOptions(), judged)
    row = GroupCauses("", 0.4, found, 0.6, open=kinds["open"], falls=falls)
    fall = next(one for one in row.falls if one.without)
    assert (fall.coders, fall.without) == (("e",), ("a",))
    left = {name: one for name, one in corpus[fall.item].codings.items() if name != "a"}
    moved = Segmentation(left["e"].mass, tuple(at - 1 for at in left["e"].boundaries if at > 1))
    now, then = (
        reliability_of(Corpus((replace(corpus[fall.item], codings=of),))).items[0].corrected
        for of in (left, {**left, "e": moved})
    )
    assert now is not None and then is not None
    assert (fall.now, fall.then) == (now, then)
    assert fall.item not in row.open
    said = f"On {fall.item}, the boundaries of e may be right as they are. Without a, moving them "
    said += f"there lowers R from {now:.2f} to {then:.2f}."
    assert said in sentences_on_causes(Causes((row,)))


def test_the_view_of_a_remedy_has_the_r_that_is_said() -> None:
    _, found = found_in("one late, one fine", 20, 5, seed=2)
    corpus, _ = found_in("one late, one fine", 20, 5, seed=2)
    (row,) = found.rows
    assert "without own" in {one.remedy for one in row.causes}
    every = [(with_remedy(UrlState(), one), one.corrected) for one in row.causes]
    for view, corrected in (*every, (with_remedies(UrlState(), found), row.together)):
        seen = shown(view, corpus)
        assert seen.changed
        assert sm.chance(seen.corpus).corpus.corrected == pytest.approx(corrected, abs=1e-12)


def test_who_marks_as_many_as_the_others_is_not_said_to_mark_fewer() -> None:
    """One finds three in ten of what is there, and marks as many places elsewhere."""
    said = set()
    for seed in range(6):
        random = np.random.default_rng(seed)
        items: dict[str, dict[str, list[int]]] = {}
        for number in range(6):
            true = random.choice(np.arange(1, 35), 6, replace=False)
            for coder in "abcd":
                odd = coder == "d"
                marked = {*true[random.random(6) < (0.35 if odd else 0.9)].tolist()}
                more = 6 - len(marked) if odd else 0
                marked |= {*random.choice(np.arange(1, 35), more).tolist()}
                items.setdefault(f"i{number}", {})[coder] = np.diff(
                    [0, *sorted(marked), 35]
                ).tolist()
        corpus = Corpus.from_masses(items)
        verdicts = [one for one in sm.coder_model(corpus).verdicts if one.coder == "d"]
        said |= {one.verdict for one in verdicts}
        assert not any("marks fewer" in one.words for one in verdicts)
        assert not any("marks fewer" in one for one in sentences_on_causes(causes(corpus)))
    assert "fewer" in said


def test_who_is_late_within_the_tolerance_is_late_and_no_cause() -> None:
    random = np.random.default_rng(0)
    films: dict[str, dict[str, list[float]]] = {}
    for number in range(5):
        events = np.sort(random.uniform(5, 595, 30))
        for coder in range(7):
            seen = events[random.random(30) > 0.2]
            times = seen + random.normal(0, 0.15, seen.size) + 0.8 * (coder == 0)
            films.setdefault(f"f{number}", {})[f"c{coder}"] = sorted(
                {round(float(one), 3) for one in times}
            )
    corpus = Corpus.from_times(films, durations=dict.fromkeys(films, 605.0))
    agreed = sm.agreement(corpus, sm.RecordingOptions(shuffles=49))
    found = causes_in_recordings(corpus, agreed.options, agreed=agreed)
    assert "c0" not in found.coders
    (late,) = (row for row in agreed.coders if row.coder == "c0")
    assert late.later is not None
    said = f"c0 ({late.later:.2f} s) marks later than the others."
    assert said in sentences_on_people(agreed, found)


def test_who_marks_far_more_and_is_left_out_is_not_said_to_mark_far_fewer() -> None:
    _, way = Suspect("much", "without own").ways
    row = GroupCauses("g", 0.3, (Cause("ann", way.trait, way.remedy, 0.8),))
    assert sentences_on_causes(Causes((row,))) == [
        "ann marks far more places than the others. Without ann, R of these codings is 0.80 "
        "instead of 0.30."
    ]


def test_where_one_who_is_late_is_in_step_is_said_with_who_is_late_and_not_again() -> None:
    corpus = next(
        of for of in map(late_but_in_one, range(20)) if causes(of).rows[0].causes[0].but_in
    )
    # In step in both; only of i7 it is said with the cause.
    odd = [OutOfStep("e", name, 1, "units", 9, 0, 9, -1) for name in ("i7", "i2")]
    assert told_besides(odd, causes(corpus)) == odd[1:]
