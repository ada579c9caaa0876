"""Who is out of step or unrelated in one item, beside counts by hand and coders of known habits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claim_truths import corpus_of
from benchmarks.worlds import FILMS
from segmetrics.adjudication.consensus_in_time import consensus_in_time
from segmetrics.adjudication.gold import GoldItem, GoldOptions, gold
from segmetrics.adjudication.press_peaks import TimeConsensusOptions
from segmetrics.adjudication.remedied_gold import Change, remedied_gold
from segmetrics.claims.cause_sentences import (
    sentences_on_causes,
    sentences_on_help,
    sentences_on_mended,
)
from segmetrics.claims.remedies import moved_in
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import everybody, see_slips, shown
from segmetrics.dashboard.results.coders_view import change_table
from segmetrics.reliability.helpful_changes import WhatWouldHelp
from segmetrics.reliability.odd_places import LIMITS, OutOfStep, Scored, Unrelated, odd_places
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.tables.coder_tables import causes_data

UNITS, CODERS = 60, "abcde"


def texts(*, slips: int = 0, guesses: bool = False, late: str = "", seed: int = 0) -> sm.Corpus:
    """Draw six texts of five good coders; e is odd in the second, or is late in all others."""
    random = np.random.default_rng(seed)
    masses: dict[str, dict[str, list[int]]] = {}
    for text in range(1, 7):
        breaks = np.sort(random.choice(np.arange(6, UNITS - 6, 2), 9, replace=False))
        masses[f"t{text}"] = {}
        for coder in CODERS:
            own = breaks[random.random(9) < 0.95] + (coder == late and text != 2)
            if coder == "e" and text == 2:
                own = own + slips
                own = (
                    random.choice(np.arange(1, UNITS), len(own), replace=False) if guesses else own
                )
            ends = [0, *sorted({*own.tolist()}), UNITS]
            masses[f"t{text}"][coder] = np.diff(ends).tolist()
    return sm.Corpus.from_masses(masses)


def test_a_text_in_which_a_row_slipped_is_not_said_to_need_work() -> None:
    four = texts(slips=2, seed=5).select(coders=list("bcde"))
    late = sm.Corpus.from_masses(
        {
            item.name: {
                name: np.diff([0, *(at + (name == "b") for at in one.boundaries), UNITS]).tolist()
                for name, one in item.codings.items()
            }
            for item in four.items
        }
    )
    for corpus in (four, late):
        low = [r.item for r in reliability_of(corpus).items if r.verdict != "well_beyond_chance"]
        found = sm.causes(corpus)
        (row,) = found.rows
        assert "t2" in low and row.mended_items == ("t2",)
        assert "t2" not in row.open and "t2" in found.not_to_blame
        (said,) = sentences_on_mended(found, "t2")
        how = "With e's boundaries in t2 two places earlier, coders agree well beyond chance"
        assert said == f"{how} there."
        assert sentences_on_causes(found)[-1] == said and not sentences_on_mended(found, "t1")
        (data,) = causes_data(found)
        assert [one["item"] for one in data["mended"]] == ["t2"]
        # The link moves the boundaries as it is said, and agreement is so then.
        (odd,) = odd_places(corpus)
        assert isinstance(odd, OutOfStep)
        (way,) = see_slips(UrlState(corpus="x"), [odd], "item", "units", "paragraph")
        assert way.text == "See it with e 2 paragraphs earlier in t2 →"
        view = UrlState.read(dict(parse_qsl(urlsplit(way.href).query)))
        seen = shown(view, corpus)
        assert seen.changed and seen.corpus.codings_digest == moved_in(corpus, odd).codings_digest
        then = {row.item: row.verdict for row in reliability_of(seen.corpus).items}
        assert then["t2"] == "well_beyond_chance"
        assert not shown(everybody(view), corpus).changed


def films(*, by: float = 0.0, guesses: bool = False, seed: int = 0) -> sm.Corpus:
    """Draw three films of five viewers; d presses so much later in the second, or at random."""
    random = np.random.default_rng(seed)
    times: dict[str, dict[str, list[float]]] = {}
    for film in ("one", "two", "three"):
        events = np.sort(random.uniform(10, 590, 25))
        times[film] = {}
        for coder in CODERS:
            seen = events[random.random(25) < 0.85]
            seen = seen + random.normal(0.6, 0.3, seen.size)
            if coder == "d" and film == "two":
                seen = random.uniform(0, 600, seen.size) if guesses else seen + by
            times[film][coder] = sorted(np.round(seen, 2).tolist())
    return sm.Corpus.from_times(times, durations=dict.fromkeys(times, 600.0))


def test_a_slip_of_one_to_three_rows_is_told_with_its_size_and_side() -> None:
    for slips in (-3, -2, -1, 1, 2, 3):
        (found,) = odd_places(texts(slips=slips))
        assert isinstance(found, OutOfStep)
        assert (found.coder, found.item, found.by) == ("e", "t2", -slips)
        assert found.moved > found.fit
        assert found.words.endswith("Did a row slip?")
        assert ("earlier" if slips < 0 else "later") in found.asked


def test_who_is_late_in_all_texts_but_one_is_said_to_be_in_step_there() -> None:
    (found,) = odd_places(texts(late="e"))
    assert isinstance(found, OutOfStep)
    assert (found.item, found.by, found.usual) == ("t2", 1, -1)
    assert (
        found.words
        == "e is usually one place late, but not in t2: there, 9 of 9 boundaries fit those of the "
        "others."
    )
    assert odd_places(texts(late="a"))[0].coder == "a"


def test_r_with_the_boundaries_moved_there_is_among_what_would_help() -> None:
    slipped, straight = texts(slips=2), texts()
    (row,) = sm.causes(slipped).rows
    (slip,) = row.slips
    # Moved back by two, the boundaries are those of one who did not slip.
    assert moved_in(slipped, slip.found).codings_digest == straight.codings_digest
    (mended,) = sm.causes(straight).rows
    assert mended.slips == ()
    assert slip.corrected == pytest.approx(mended.corrected)
    assert row.corrected is not None
    assert slip.corrected > row.corrected
    said = sentences_on_help(WhatWouldHelp(group=row.group, refusal="too few"), row)
    assert said[0] == (
        f"With e's boundaries in t2 two places earlier, R of these codings is "
        f"{slip.corrected:.2f} instead of {row.corrected:.2f}."
    )
    _, (first, *_) = change_table(WhatWouldHelp(group=row.group), row)
    assert first.cells[0].text == "With e's boundaries in t2 two places earlier"
    json.dumps(causes_data(sm.causes(slipped)))
    # One who is late elsewhere is mended there, not in the one text in step.
    assert all(one.slips == () for one in sm.causes(texts(late="e")).rows)


def test_the_gold_segmentation_is_tried_with_the_boundaries_moved_there() -> None:
    for corpus, options in (
        (texts(slips=2), GoldOptions()),
        (films(by=3.0), TimeConsensusOptions(shuffles=19)),
    ):
        (slip,) = (one for one in odd_places(corpus) if isinstance(one, OutOfStep))
        mended = moved_in(corpus, slip)
        before, after = (items_of(one, options) for one in (corpus, mended))
        (found,) = remedied_gold(corpus, [Change(slip=slip)], before, options)
        assert found is not None
        assert found.boundaries == sum(len(one.boundaries) for one in before)
        assert found.after == sum(len(one.boundaries) for one in after)


def items_of(corpus: sm.Corpus, options: GoldOptions | TimeConsensusOptions) -> Sequence[GoldItem]:
    if isinstance(options, GoldOptions):
        return gold(corpus, options)
    return consensus_in_time(corpus, options).items


def test_who_guesses_in_one_text_is_named_there_with_counts() -> None:
    (found,) = odd_places(texts(guesses=True, seed=2))
    assert isinstance(found, Unrelated)
    assert (found.coder, found.item) == ("e", "t2")
    own = [len(item.codings["e"].boundaries) for item in texts(guesses=True, seed=2).items]
    assert (found.boundaries, found.elsewhere) == (own[1], sum(own) - own[1])
    assert found.fit / found.boundaries < found.fit_elsewhere / found.elsewhere
    (row,) = [one for one in sm.coder_findings(texts(guesses=True, seed=2)).rows if one.odd_items]
    assert row.stands_out
    assert found.words in row.words


def test_of_good_coders_and_where_all_guess_hardly_anybody_is_named() -> None:
    random = np.random.default_rng(5)
    sizes = [
        {
            f"t{text}": {
                coder: np.diff([0, *np.sort(random.choice(59, 8, replace=False) + 1), 60]).tolist()
                for coder in CODERS
            }
            for text in range(6)
        }
        for _ in range(40)
    ]
    assert sum(bool(odd_places(sm.Corpus.from_masses(one))) for one in sizes) <= 4
    assert sum(bool(odd_places(texts(seed=seed))) for seed in range(40)) <= 4


def test_a_clock_that_began_far_off_is_told_with_how_far_in_three_films_and_in_two() -> None:
    for by in (-25.0, -12.0, 8.0):
        (off,) = odd_places(films(by=by))
        assert isinstance(off, OutOfStep)
        assert (off.coder, off.item) == ("d", "two") and abs(off.by + by) <= 1
    # Of two films it is the one beside the others, not that in which they are as usual.
    both = [films(by=12.0, seed=seed).select(items=["one", "two"]) for seed in (0, 1, 2, 3)]
    found = [one for corpus in both for one in odd_places(corpus)]
    assert len(found) > 1 and {one.item for one in found} == {"two"}


def test_a_viewer_whose_clock_began_late_and_one_who_guesses_are_named() -> None:
    for seed in range(3):
        (late,) = odd_places(films(by=3.0, seed=seed))
        assert isinstance(late, OutOfStep)
        assert (late.coder, late.item, late.by) == ("d", "two", -3)
        (odd,) = odd_places(films(guesses=True, seed=seed))
        assert isinstance(odd, Unrelated)
        assert (odd.coder, odd.item) == ("d", "two")
        assert not odd_places(films(seed=seed))
    agreed = sm.agreement(films(guesses=True), sm.RecordingOptions(shuffles=0))
    assert [row.coder for row in agreed.coders if row.odd_items] == ["d"]


def test_a_guess_that_hits_more_than_chance_does_is_told_as_few_that_fit() -> None:
    drawn = FILMS["one guesses in a film"](np.random.default_rng(26), 5, 5)
    (odd,) = odd_places(corpus_of(drawn))
    assert isinstance(odd, Unrelated) and not odd.by_chance
    assert {(odd.coder, odd.item)} == set(drawn.astray)
    assert odd.words == (
        f"In film 1, few of coder 3's boundaries fit those of the others ({odd.fit} of 60). "
        f"Elsewhere, {odd.fit_elsewhere} of 172 do."
    )
    # Within 1.5 s of another's, counted here: far fewer than in the films of the same coder.
    near: dict[str, list[bool]] = {}
    for film, of in drawn.codings.items():
        others = np.concatenate([[*times] for who, times in of.items() if who != odd.coder])
        near[film] = [bool(np.abs(others - at).min() < 1.5) for at in of[odd.coder]]
    shares = {film: np.mean(of) for film, of in near.items()}
    assert min(shares, key=lambda film: float(shares[film])) == odd.item


def test_two_coders_or_few_boundaries_elsewhere_tell_nothing() -> None:
    corpus = texts(slips=2)
    assert odd_places(corpus.select(coders=["a", "e"])) == ()
    assert odd_places(corpus.select(items=["t2"])) == ()


def test_of_a_group_that_would_take_much_memory_nothing_is_said() -> None:
    """1,000 coders at each of five distances would be 10 million numbers for two items."""
    masses = {f"c{number}": [1, 2, 3] for number in range(1_000)}
    assert odd_places(sm.Corpus.from_masses({"a": masses, "b": masses})) == ()


def scored(items: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Draw scores of places of items, and which have a boundary: the higher, the likelier."""
    random = np.random.default_rng(items)
    places = [np.maximum(0, random.normal(0, 1, 20)).round(2) for _ in range(items)]
    return [(one, random.random(20) < 0.1 + one / 4) for one in places]


def test_leaving_out_an_item_gives_the_limit_of_all_others_by_hand() -> None:
    items = scored(12)
    every = Scored.of(items)
    for at, (here, own) in enumerate(items):
        rest = items[:at] + items[at + 1 :]
        marks = np.concatenate([scores[marked] for scores, marked in rest])
        places = np.concatenate([scores for scores, _ in rest])
        beyond = {
            limit: (marks >= limit).mean() - (places >= limit).mean() for limit in marks[marks > 0]
        }
        found = every.without(here, np.flatnonzero(own))
        assert found is not None
        limit, hits, total, fit = found
        assert limit in beyond and beyond[limit] == pytest.approx(max(beyond.values()))
        assert (hits, total, fit) == ((marks >= limit).sum(), marks.size, (places >= limit).sum())


def test_of_many_scores_few_limits_are_compared_and_little_is_lost() -> None:
    random = np.random.default_rng(1)
    items = [(random.random(20), random.random(20) < 0.3) for _ in range(500)]
    every = Scored.of(items)
    assert len(every.limits) == LIMITS
    (here, own), *rest = items
    marks = np.concatenate([scores[marked] for scores, marked in rest])
    places = np.concatenate([scores for scores, _ in rest])
    best = max((marks >= limit).mean() - (places >= limit).mean() for limit in marks)
    found = every.without(here, np.flatnonzero(own))
    assert found is not None
    assert found[1] / found[2] - found[3] / places.size == pytest.approx(best, abs=0.005)


def test_a_coder_who_is_out_of_step_is_found_among_very_many_texts() -> None:
    many = {
        f"{seed} {item.name}": {name: list(one.masses) for name, one in item.codings.items()}
        for seed in range(60)
        for item in texts(seed=seed, slips=2 * (seed == 7)).items
    }
    assert [(one.coder, one.item) for one in odd_places(sm.Corpus.from_masses(many))] == [
        ("e", "7 t2")
    ]
