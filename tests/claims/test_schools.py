"""Some segment finely and others coarsely: told where it is so, in the same words everywhere."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claim_truths import corpus_of
from benchmarks.worlds import TEXTS
from segmetrics.adjudication.disputes import disputes
from segmetrics.claims.causes import causes
from segmetrics.cli import main
from segmetrics.coding_model import coder_model
from segmetrics.dashboard.results import coder_card_words, coder_words
from segmetrics.dashboard.results.coder_messages import message
from segmetrics.io.write import write
from segmetrics.reliability.coder_cards import coder_cards
from segmetrics.reliability.schools import schools_in
from segmetrics.reporting.json_report import report_data
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.report import ReportOptions
from segmetrics.reporting.sections import SECTIONS

STRONG, WEAK = range(10, 60, 10), range(5, 60, 10)


def coded(**marked: list[int]) -> sm.Corpus:
    """Return six texts in which coders mark the same places; in each, a leaves out another one."""
    items = {}
    for number in range(6):
        places = {**marked, "a": [*marked["a"][:number], *marked["a"][number + 1 :]]}
        items[f"text {number}"] = {
            name: np.diff([0, *sorted(of), 62]).tolist() for name, of in places.items()
        }
    return sm.Corpus.from_masses(items)


def test_two_mark_what_two_others_do_and_more() -> None:
    every = [*STRONG, *WEAK]
    (found,) = schools_in(coded(a=every, b=every, c=[*STRONG], d=[*STRONG]))
    assert (found.fine, found.coarse) == (("a", "b"), ("c", "d"))
    # By hand: a leaves out one of 11 in each of six texts, one of the five strong ones in five.
    assert found.ratio == pytest.approx((10 + 11) / (5 + 5))
    assert found.nested == pytest.approx((2 * 5 * 6 - 5) / (2 * 5 * 6))
    # Of 61 places b has 11 and those on both sides, a in each text 3 fewer.
    assert found.by_chance == pytest.approx((30 + 33) / (2 * 61))
    assert found.words == (
        "a and b segment more finely than c and d: they mark 2.1 times as many boundaries, and "
        "they also have 9 in 10 of the boundaries of c and d, at the same place or right beside it "
        "(by chance 5 in 10). Say in the guideline which of the two you want."
    )


@pytest.mark.parametrize(
    "others",
    [
        # What the coarse ones mark is elsewhere.
        {"c": [place + 2 for place in STRONG], "d": [place + 2 for place in STRONG]},
        # What the fine ones mark besides is each one's own.
        {"b": [*STRONG, *(place + 3 for place in WEAK)]},
        # They differ by degrees.
        {"b": [*STRONG, *WEAK][:8], "c": [*STRONG, *WEAK][:6]},
        # One of them alone is coarse.
        {"c": [*STRONG, *WEAK]},
        # The fine ones hardly mark more.
        {"a": [*STRONG, *WEAK][:7], "b": [*STRONG, *WEAK][:7]},
    ],
)
def test_nothing_is_said_where_one_of_the_conditions_does_not_hold(
    others: dict[str, list[int]],
) -> None:
    every = [*STRONG, *WEAK]
    marked = {"a": every, "b": every, "c": [*STRONG], "d": [*STRONG], **others}
    assert schools_in(coded(**marked)) == ()


def test_nothing_is_said_where_the_fine_ones_marked_one_text_alone() -> None:
    each = {"a": [40], "b": [40], "c": [20, 20], "d": [20, 20]}
    first = {"a": [2] * 20, "b": [2] * 20, "c": [10] * 4, "d": [10] * 4}
    assert schools_in(sm.Corpus.from_masses({"1": first, "2": each, "3": each})) == ()


def test_coders_at_random_beside_a_dense_grid_are_no_coarse_school() -> None:
    """Nearly every place is right beside a mark of the finer ones."""

    def said(seed: int, *, step: int, random: bool) -> bool:
        draw = np.random.default_rng(seed)
        grid = np.arange(step, 88, step)

        def fine() -> list[int]:
            return [int(place) for place in grid if draw.random() > 0.05]

        def coarse() -> list[int]:
            return [*draw.choice(np.arange(1, 90) if random else grid[::2], 8, replace=False)]

        items = {
            f"text {number}": {
                name: np.diff([0, *sorted(of()), 90]).tolist()
                for name, of in zip("abcd", (fine, fine, coarse, coarse), strict=True)
            }
            for number in range(8)
        }
        return bool(schools_in(sm.Corpus.from_masses(items)))

    assert not any(said(seed, step=step, random=True) for step in (3, 4) for seed in range(20))
    assert all(said(seed, step=4, random=False) for seed in range(20))


def test_one_who_adds_marks_at_random_is_not_of_the_finer_ones() -> None:
    draw = np.random.default_rng(1)
    every = [*STRONG, *WEAK]
    marked = {"a": every, "b": every, "e": every, "c": [*STRONG], "d": [*STRONG]}
    assert schools_in(coded(**marked))[0].fine == ("a", "b", "e")
    elsewhere = [place for place in range(1, 62) if place % 5 > 1]
    added = [*draw.choice(elsewhere, 6, replace=False)]
    assert schools_in(coded(**{**marked, "e": [*STRONG, *added]})) == ()


def test_recordings_have_no_schools_and_who_coded_single_units_no_part() -> None:
    every, strong = [float(one) for one in (*STRONG, *WEAK)], [float(one) for one in STRONG]
    times = {"a": every, "b": every, "c": strong, "d": strong}
    films = {
        f"film {number}": {**times, "a": every[:number] + every[number + 1 :]}
        for number in range(6)
    }
    assert schools_in(sm.Corpus.from_times(films, durations=dict.fromkeys(films, 62.0))) == ()
    marked = {"a": [*STRONG, *WEAK], "b": [*STRONG, *WEAK], "c": [*STRONG], "d": [*STRONG]}
    corpus = coded(**marked)
    masses = {
        item.name: {name: list(of.masses) for name, of in item.codings.items()}
        for item in corpus.items
    }
    single = {"title": {name: [1] for name in "abcde"}}
    with_title = sm.Corpus.from_masses({**masses, **single})
    assert [one.fine for one in schools_in(with_title)] == [("a", "b")]
    of = {row.coder: row.school for row in sm.coder_findings(with_title).rows}
    assert not of["e"] and of["c"] == "more coarsely than a and b, as d does"


@pytest.fixture(scope="module")
def drawn() -> sm.Corpus:
    """Two schools of four; the model alone would have it that one finds few shared boundaries."""
    return corpus_of(TEXTS["two schools"](np.random.default_rng(20), 6, 4))


def test_nobody_stands_out_for_what_a_school_does(
    drawn: sm.Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sm.coder_model(drawn).verdicts == ()
    (row,) = causes(drawn).rows
    assert row.causes == ()
    monkeypatch.setattr(coder_model, "schools_of", lambda *_: None)
    (one,) = sm.coder_model(drawn).verdicts
    assert (one.coder, one.verdict) == ("coder 3", "fewer")
    # Causes know it whatever the model says.
    assert causes(drawn).rows[0].causes == ()


def test_page_cards_report_and_commands_say_it(
    drawn: sm.Corpus, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = schools_in(drawn)
    findings = sm.coder_findings(drawn).rows
    cards = coder_cards(drawn, findings)
    assert coder_words.who_stands_out(cards, 6, {}, schools=[found]) == [found.words]
    first = coder_card_words.headline(cards[0])
    assert first == "Segments more coarsely than coder 2 and coder 4, as coder 3 does."
    assert message(cards[0]) == (
        "Hi coder 1, thank you for the 6 texts you coded. You segment more coarsely than coder 2 "
        "and coder 4, as coder 3 does. Our guideline leaves that open: neither is wrong until it "
        "says which we want."
    )
    report = make_report(drawn, ReportOptions(contents=("coders",)), title="", source="", date="")
    assert found.words in str(SECTIONS["coders"].blocks(report))
    assert report_data(report)["schools"] == [found._asdict()]
    file = str(tmp_path / "corpus.json")
    write(drawn, file)
    for command in (["agreement", file], ["coders", file], ["coders", file, "--model"]):
        main(command)
        assert found.words in capsys.readouterr().out
        main([*command, "--format", "json"])
        (told,) = json.loads(capsys.readouterr().out)["schools"]
        assert (tuple(told["fine"]), tuple(told["coarse"])) == (found.fine, found.coarse)


def test_where_schools_differ_decide_asks_the_guideline() -> None:
    every = [*STRONG, *WEAK]
    corpus = coded(a=every, b=every, c=[*STRONG], d=[*STRONG])
    (found,) = schools_in(corpus)
    by_school = [found.part(one.votes, one.silent) for one in disputes(corpus)]
    # By hand: six weak ones in each of six texts, of which a left out one in one text.
    assert sum(by_school) == 6 * 6 - 1
