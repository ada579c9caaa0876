"""The paragraph on rounds: each sentence as a person would write it from the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from segmetrics import Corpus
from segmetrics.claims.change_claims import Mended
from segmetrics.number_formats import in_paper, p_in_paper
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, trends
from segmetrics.reporting.rounds_paragraph import rounds_paragraph, rounds_sentence

Masses = Mapping[str, Mapping[str, Sequence[int]]]
BEFORE: Masses = {
    f"i{n}": {"x": [3, n, 4], "y": [2, n + 1, 4], "z": [3, n + 2, 2]} for n in range(2, 7)
}
AFTER: Masses = {name: dict.fromkeys("xyz", of["x"]) for name, of in BEFORE.items()}
HALF: Masses = {name: {**of, "y": of["x"]} for name, of in BEFORE.items()}


def rounds(*masses: Masses) -> list[CodingRound]:
    return [
        CodingRound(f"round {number}", Corpus.from_masses(one))
        for number, one in enumerate(masses, 1)
    ]


def signed(change: float) -> str:
    return ("+" if change > 0 else "") + in_paper(change)


def test_two_rounds_are_told_with_size_values_change_interval_and_test() -> None:
    said = rounds_paragraph(trends(rounds(BEFORE, AFTER)))
    found = compare(Corpus.from_masses(BEFORE), Corpus.from_masses(AFTER))
    change = found.corpus.corrected
    low, high, _ = change.interval
    assert change.before is not None and change.change is not None and change.p is not None
    assert low is not None and high is not None
    assert said.startswith(
        "Agreement is compared over the 5 items that all rounds have: round 1 (3 coders) and round "
        f"2 (3 coders). Chance-corrected agreement R over S was {in_paper(change.before)} in round "
        f"1 and 1.00 in round 2. From round 1 to round 2 it changed by {signed(change.change)}, "
        f"95% CI [{signed(low)}, {signed(high)}], p {p_in_paper(change.p)}; of 5 items, it rose on "
        "5; Krippendorff's α of boundary decisions changed by +"
    )
    assert said.endswith(
        "Intervals and tests are those of the jackknife, for other items that the same coders "
        "might have coded. The same people coded the same texts in each round, without a "
        "comparison group; part of a rise may come from knowing the texts."
    )


def test_a_sentence_has_both_rounds_their_change_and_the_answer() -> None:
    change = compare(Corpus.from_masses(BEFORE), Corpus.from_masses(AFTER)).corpus.corrected
    low, high, _ = change.interval
    assert change.before is not None and change.change is not None and change.p is not None
    assert low is not None and high is not None
    assert rounds_sentence(trends(rounds(BEFORE, AFTER))) == (
        "Chance-corrected agreement R over S over 5 common items was "
        f"{in_paper(change.before)} in round 1 and 1.00 in round 2, a change of "
        f"{signed(change.change)}, 95% CI [{signed(low)}, {signed(high)}], p "
        f"{p_in_paper(change.p)}; agreement improved on all 5 items."
    )
    said = rounds_sentence(trends(rounds(BEFORE, HALF, AFTER)))
    assert " a change from round 1 to round 3 of +" in said
    assert rounds_sentence(replace(trends(rounds(BEFORE, AFTER)), steps=())) == ""


def test_of_three_rounds_each_step_is_told() -> None:
    said = rounds_paragraph(trends(rounds(BEFORE, HALF, AFTER)))
    for step in ("From round 1 to round 2", "From round 2 to round 3", "From round 1 to round 3"):
        assert said.count(f"{step} it changed by +") == 1
    assert said.endswith("They are not corrected for looking at several steps.")


def test_rounds_of_other_items_say_what_could_look_the_same() -> None:
    others = {f"other {name}": of for name, of in list(AFTER.items())[:3]}
    said = rounds_paragraph(trends(rounds(BEFORE, others)))
    assert said.startswith(
        "The rounds have no item in common: round 1 (5 items, 3 coders) and round 2 (3 items, 3 "
        "coders)."
    )
    assert "rose on" not in said
    assert "easier texts would look the same as better coding." in said
    assert said.endswith("With 3 items, they are no more than a rough guide.")


def test_who_is_compared_is_said_first_and_all_codings_are_described() -> None:
    fewer = {name: {coder: of[coder] for coder in "xy"} for name, of in AFTER.items()}
    table = trends(rounds(BEFORE, fewer))
    said = rounds_paragraph(table)
    own = [one.own["corrected"].value or 0.0 for one in table.rounds]
    assert said.startswith(
        "The two who coded both rounds are compared: x and y. Agreement is compared over the 5 "
        "items that all rounds have. Chance-corrected agreement"
    )
    assert (
        f"(over all codings of each round, not tested: {in_paper(own[0])} in round 1 and "
        f"{in_paper(own[1])} in round 2)." in said
    )


def test_where_the_people_changed_no_test_is_for_the_same_coders() -> None:
    others = {name: dict(zip("abc", of.values(), strict=True)) for name, of in AFTER.items()}
    said = rounds_paragraph(trends(rounds(BEFORE, others)))
    assert said.startswith("The people changed: nobody coded both rounds.")
    assert said.endswith("for other coders and other items.")
    elsewhere = {f"other {name}": of for name, of in others.items()}
    said = rounds_paragraph(trends(rounds(BEFORE, elsewhere)))
    assert "and the coders for a random choice of people; easier texts" in said


def test_where_r_is_undefined_alpha_answers_and_is_told_once() -> None:
    equal: Masses = {name: {"x": [2, 2], "y": [2, 2]} for name in "ab"}
    named = rounds({**equal, "a": {"x": [2, 2], "y": [1, 3]}}, equal)
    # Sizes have one order here, so that there is nothing above chance to reach.
    table = trends(named, shuffling=ChanceOptions(null="sizes"))
    assert table.judged_by == "alpha"
    said = rounds_paragraph(table)
    assert said.count("Krippendorff's α of boundary decisions") == 1
    assert "agreement R" not in said


def test_a_change_without_interval_says_so_and_without_a_step_there_is_no_paragraph() -> None:
    table = trends(rounds(BEFORE, AFTER))
    (step,) = table.steps
    whole = step.table.corpus
    bare = whole.corrected._replace(interval=Interval(None, None, "one item"), p=None)
    without = replace(step.table, corpus=whole._replace(corrected=bare))
    said = rounds_paragraph(replace(table, steps=(step._replace(table=without),)))
    assert " (no interval); of 5 items, it rose on 5" in said
    assert rounds_paragraph(replace(table, steps=())) == ""


def test_where_nothing_has_an_interval_the_reason_is_said_and_none_is_spoken_of() -> None:
    one, other = ({"a": {"x": [2, 4, 3], "y": masses}} for masses in ([3, 4, 2], [2, 4, 3]))
    said = rounds_paragraph(trends(rounds(one, other)))
    assert "There is no interval: there is only one item." in said
    assert "Intervals and tests" not in said and "rough guide" not in said


def test_why_nothing_can_be_told_is_the_reason_of_all_groups() -> None:
    nothing: Masses = {name: {"x": [9], "y": [9]} for name in "abcd"}
    said = rounds_paragraph(trends(rounds(nothing, nothing)))
    assert "no change can be told: everybody decided the same everywhere" in said


def test_numbers_of_sentences_are_printed_as_in_journals_and_names_are_kept() -> None:
    """A name may end with what looks like a number, and 10.5 is no .5."""
    named = {name.replace("i2", "take 0.5"): of for name, of in BEFORE.items()}
    after = {name: dict.fromkeys("xyz", of["x"]) for name, of in named.items()}
    said = "On take 0.5, R rose by 0.25, from 0.10 to 10.5; -0.3 without x."
    paragraph = rounds_paragraph(trends(rounds(named, after)), Mended(sentences=(said,)))
    assert "On take 0.5, R rose by .25, from .10 to 10.5; -.3 without x." in paragraph
