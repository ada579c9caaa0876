"""One coder who made most of a change is named, with what changed without them."""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from benchmarks.claim_truths import corpus_of
from benchmarks.worlds import ROUNDS
from segmetrics.claims.causes import causes
from segmetrics.claims.change_claims import (
    NOTHING_MENDED,
    SHARES,
    because_of_one,
    made_by_one,
    sentence_on_one,
    what_became,
    what_mended,
)
from segmetrics.corpus import Corpus, Item
from segmetrics.reliability.chance import chance
from segmetrics.reliability.changes import LEAST_OF_ITEM, ChangeTable
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.odd_places import odd_items
from segmetrics.reliability.trends import CodingRound, trends
from segmetrics.reporting.rounds_paragraph import rounds_paragraph
from segmetrics.segmentation import Segmentation
from segmetrics.tables.comparison_tables import change_json
from segmetrics.tables.comparison_words import change_in_words, change_notes
from segmetrics.tables.trend_tables import rounds_json, rounds_text
from segmetrics.tables.trend_words import rounds_in_words, rounds_notes
from tests.support.project import PROJECT

CODERS = ("ann", "ben", "cleo", "dan", "eve")
UNITS = 36


def coded(seed: int, hits: dict[str, float], late: str = "") -> Corpus:
    """Draw six texts whose six breaks coders find with these shares; one marks a place late."""
    random = np.random.default_rng(seed)
    items = []
    for number in range(6):
        breaks = random.choice(np.arange(2, UNITS - 2), 6, replace=False)
        codings = {}
        for coder, hit in hits.items():
            found = {int(at) + (coder == late) for at in breaks if random.random() < hit}
            codings[coder] = Segmentation(UNITS, tuple(sorted(found)))
        items.append(Item(f"text {number}", codings))
    return Corpus(tuple(items))


def rounds(seed: int, *, late: str, before: float, after: float) -> tuple[Corpus, Corpus]:
    first = coded(seed, dict.fromkeys(CODERS, before), late)
    return first, coded(seed + 1000, dict.fromkeys(CODERS, after))


def without(corpus: Corpus, coder: str) -> Corpus:
    return corpus.select(coders=[name for name in corpus.coders if name != coder])


def test_a_change_without_a_coder_is_that_of_rounds_in_which_the_coder_never_was() -> None:
    first, second = rounds(1, late="cleo", before=0.7, after=0.8)
    (gone, *stay) = second.items
    # One has a gap: an item is compared over those who coded it in both rounds.
    codings = {name: one for name, one in gone.codings.items() if name != "dan"}
    second = replace(second, items=(replace(gone, codings=codings), *stay))
    found = compare(first, second).without_coder
    assert {*found} == {*CODERS}
    for coder in CODERS:
        anew = compare(without(first, coder), without(second, coder)).judged
        assert found[coder][:3] == pytest.approx(anew[:3])
        assert found[coder].interval[:2] == pytest.approx(anew.interval[:2])
        assert found[coder].p == pytest.approx(anew.p)


def mended() -> tuple[Corpus, Corpus]:
    """Return rounds in which one who was late mends, and the others stay as they were."""
    return rounds(3, late="cleo", before=0.8, after=0.8)


def test_one_who_mends_alone_is_named_wherever_a_change_is_told() -> None:
    table = compare(*mended())
    one = made_by_one(table)
    assert table.direction == "better"
    assert one is not None
    assert one.coder == "cleo"
    because = "Agreement improved because cleo changed. For the others, no improvement is shown."
    said = sentence_on_one(table)
    assert said.startswith("Without cleo, R went from 0.")
    assert change_in_words(table)[:2] == [because, said]
    assert json.loads(change_json(table))["made_by_one"] == "cleo"
    followed = trends([CodingRound(name, one) for name, one in zip("ab", mended(), strict=True)])
    for words in (because, said):
        assert words in rounds_text(followed).replace("\n", " ")
    (step,) = json.loads(rounds_json(followed))["steps"]
    assert step["made_by_one"] == "cleo"
    assert step["without_coder"]["cleo"]["change"] == one.without.change
    assert ": without cleo, it went from ." in rounds_paragraph(followed)


def test_one_who_mends_alone_is_named_where_the_rounds_have_other_items_too() -> None:
    first, second = mended()
    others = tuple(replace(item, name=f"other {item.name}") for item in second.items)
    table = compare(first, replace(second, items=others))
    assert table.other_items
    one = made_by_one(table)
    assert one is not None
    answer, without_one = change_in_words(table)[:2]
    assert answer.endswith(
        f" because {one.coder} changed. For the others, no improvement is shown."
    )
    assert without_one == sentence_on_one(table) != ""


def test_nobody_is_named_where_all_improve_or_nothing_is_beyond_chance() -> None:
    alike = compare(*rounds(5, late="", before=0.5, after=0.9))
    assert alike.direction == "better"
    assert made_by_one(alike) is None
    nothing = compare(*rounds(8, late="", before=0.8, after=0.8))
    assert nothing.direction == "unclear"
    assert sentence_on_one(nothing) == ""


def test_two_coders_and_a_test_of_other_coders_leave_nobody_out() -> None:
    first, second = mended()
    before, after = (one.select(coders=("ann", "cleo")) for one in (first, second))
    assert not compare(before, after).without_coder
    others: ChangeTable = compare(first, second, None, IntervalOptions(over="coders and items"))
    assert not others.without_coder
    assert made_by_one(others) is None


def test_who_was_late_and_is_in_step_is_said_with_r_of_the_first_round_put_right() -> None:
    first, second = mended()
    named = [CodingRound("A", first), CodingRound("B", second)]
    table = trends(named)
    by_hand = tuple(
        replace(
            item,
            codings={
                name: Segmentation(UNITS, tuple(at - (name == "cleo") for at in one.boundaries))
                for name, one in item.codings.items()
            },
        )
        for item in first.items
    )
    was, then, now = (chance(one).corpus.corrected for one in (first, Corpus(by_hand), second))
    told = what_mended(named, table)
    in_step, put_right = told.sentences
    assert in_step == "In A, cleo marks one place late. In B, cleo no longer does."
    assert put_right.startswith(
        f"Had cleo been in step in A, R there would be {then:.2f} instead of {was:.2f}. "
    )
    rest = compare(Corpus(by_hand), second).judged
    left = f"From there to B (R {now:.2f}), the change may be chance (p = {rest.p:.2f})."
    assert left in put_right
    assert then is not None and was is not None and now is not None
    # 0.9 of it, or more, is nearly all; it follows the headline on every way that it is told.
    assert (then - was) / (now - was) >= 0.9
    much = "All" if then >= now else "Nearly all"
    assert told.share == f"{much} of the rise is because cleo no longer marks one place late."
    headline = f"{because_of_one(table.steps[0].table, 'Agreement improved.')} {told.share}"
    assert " ".join(told.told(rounds_in_words(table))[:2]) == headline
    assert rounds_text(table, told).replace("\n", " ").startswith(headline)
    two = what_mended(named, compare(first, second))
    assert " ".join(two.told(change_in_words(compare(first, second)))[:2]) == headline
    assert two.sentences[0].startswith("In the first round, cleo marks one place late. In the sec")
    assert f" {told.share} In A, cleo marks " in rounds_paragraph(table, told)
    # Late in both, nobody mended; with other people, or items, nothing is said.
    twice = [named[0], CodingRound("B", coded(9, dict.fromkeys(CODERS, 0.8), "cleo"))]
    assert what_mended(twice, trends(twice)).sentences == (
        "In both A and B, cleo marks one place late.",
    )
    others = replace(
        second,
        items=tuple(
            replace(one, codings={f"new {name}": of for name, of in one.codings.items()})
            for one in second.items
        ),
    )
    apart = [named[0], CodingRound("B", others)]
    assert what_mended(apart, trends(apart)) == NOTHING_MENDED


def test_the_words_for_a_share_of_a_rise_are_those_of_the_docs() -> None:
    said = " ".join((PROJECT / "docs" / "compare.md").read_text(encoding="utf-8").split())
    limits = re.findall(r"\*([a-z ]+)\* from ([0-9.]+)", said)
    assert [(float(least), words.capitalize()) for words, least in limits] == [*SHARES]


def moved(corpus: Corpus, text: int, coder: str, by: int) -> Corpus:
    """Return a corpus with the boundaries of one coder in one text so many places later."""
    items = list(corpus.items)
    codings = items[text].codings
    places = tuple(at + by for at in codings[coder].boundaries if at + by < UNITS)
    items[text] = replace(items[text], codings={**codings, coder: Segmentation(UNITS, places)})
    return replace(corpus, items=tuple(items))


def rounds_of(*corpora: Corpus) -> list[CodingRound]:
    return [CodingRound(name, one) for name, one in zip("ABC", corpora, strict=False)]


def test_a_sheet_whose_rows_slipped_in_one_round_is_part_of_a_rise() -> None:
    first, second = (coded(seed, dict.fromkeys(CODERS, 0.9)) for seed in (4, 1004))
    named = rounds_of(moved(first, 0, "dan", 2), second)
    told = what_mended(named, trends(named))
    said, put_right = told.sentences
    assert said.startswith("In A, in text 0, dan's boundaries come two places later than usual")
    assert said.endswith("as coded, 1 does. In B, this is no longer so.")
    was, then = (chance(one).corpus.corrected for one in (named[0].corpus, first))
    instead = f"R there would be {then:.2f} instead of {was:.2f}."
    assert put_right.startswith(f"Had dan been in step in A, {instead}")
    # Half of a rise that may be chance: nobody made it.
    assert trends(named).steps[-1].table.direction == "unclear"
    assert told.share == ""
    several = first
    for text, coder in enumerate(CODERS):
        several = moved(several, text, coder, 2)
    named = rounds_of(several, first)
    told = what_mended(named, trends(named))
    assert told.share.startswith(
        "All of the rise is because ann's boundaries in text 0 fit those of the others again, "
        "ben's "
    )


def test_who_stops_in_a_text_of_the_last_round_alone_is_told() -> None:
    every = [2] * 31
    whole = {"a": every, "b": every, "odd": every}
    first, second = (
        Corpus.from_masses({"t": whole | {"odd": odd}, "u": whole})
        for odd in (every, [2] * 8 + [46])
    )
    named = rounds_of(first, second)
    told = what_mended(named, trends(named)).sentences
    words = "in t, the last boundary of odd is before unit 17: after it the others have 22 each, "
    assert f"In B, {words}odd none." in told
    again = rounds_of(second, second)
    assert not [one for one in what_mended(again, trends(again)).sentences if words in one]


def test_a_slip_in_the_last_round_is_said_beside_what_became_of_coders() -> None:
    first, second = (coded(seed, dict.fromkeys(CODERS, 0.9)) for seed in (4, 1004))
    named = rounds_of(first, moved(second, 0, "dan", 2))
    (said,) = what_mended(named, trends(named)).sentences
    assert said.startswith("In B, in text 0, dan's boundaries come two places later than usual")
    assert said.endswith("Did a row slip?")
    # A view that moves somebody makes slips of its own.
    assert what_mended(named, trends(named), ["dan"]).sentences == ()
    without = second.select(items=[item.name for item in second.items[1:]])
    named = rounds_of(
        first.select(items=[item.name for item in without.items]), moved(second, 0, "dan", 2)
    )
    assert what_mended(named, trends(named)).sentences == ()


def test_who_is_late_but_in_one_text_did_not_slip_there() -> None:
    first, second = (
        coded(seed, dict.fromkeys(CODERS, 0.9), late) for seed, late in ((4, "dan"), (1004, ""))
    )
    first = moved(first, 0, "dan", -1)
    assert [one.coder for one in odd_items(first)] == ["dan"]
    named = rounds_of(first, second)
    told = what_mended(named, trends(named))
    assert told.share == "Most of the rise is because dan no longer marks one place late."
    assert len(told.sentences) == 2


def test_a_slip_that_goes_on_unseen_is_not_said_to_be_over() -> None:
    """Of three boundaries it is not found, though agreement is higher if they are moved back."""
    first, second = (coded(seed, dict.fromkeys(CODERS, 0.9)) for seed in (4, 1004))
    second = moved(second, 0, "dan", 2)
    text, *others = second.items
    few = Segmentation(UNITS, tuple(text.codings["dan"].boundaries[:3]))
    second = replace(second, items=(replace(text, codings={**text.codings, "dan": few}), *others))
    assert not odd_items(second)
    named = rounds_of(moved(first, 0, "dan", 2), second)
    assert not [one for one in what_mended(named, trends(named)).sentences if "dan" in one]


def test_what_is_left_of_a_change_may_be_a_fall() -> None:
    named = rounds_of(
        coded(3, dict.fromkeys(CODERS, 0.97), "cleo"), coded(1003, dict.fromkeys(CODERS, 0.6))
    )
    _, put_right = what_mended(named, trends(named)).sentences
    assert put_right.endswith("), the fall is beyond chance (p ≤ 0.001).")
    assert what_mended(named, trends(named)).share == ""


def test_a_slip_that_hardly_lowers_agreement_keeps_nothing_low() -> None:
    """Of 36 texts, one in which rows slipped makes less than 0.02 of R."""
    items = [
        replace(item, name=f"{item.name} of {seed}")
        for seed in range(6)
        for item in coded(seed, dict.fromkeys(CODERS, 0.9)).items
    ]
    many = moved(Corpus(tuple(items)), 0, "dan", 2)
    assert [one.coder for one in odd_items(many)] == ["dan"]
    assert causes(many).rows[0].slips == ()
    assert len(causes(many.select(items=[one.name for one in items[:6]])).rows[0].slips) == 1


def test_of_boundaries_of_several_types_nothing_is_put_right() -> None:
    """R of the round compares the types, and that of what is moved does not."""

    def typed(corpus: Corpus) -> Corpus:
        items = [
            replace(
                item,
                codings={
                    name: replace(one, types=(frozenset("t"),) * len(one.boundaries))
                    for name, one in item.codings.items()
                },
            )
            for item in corpus.items
        ]
        return Corpus(tuple(items))

    named = rounds_of(*map(typed, mended()))
    told = what_mended(named, trends(named))
    assert told.sentences == ("In A, cleo marks one place late. In B, cleo no longer does.",)
    assert told.share == ""


def test_of_three_rounds_the_share_of_the_rise_follows_the_headline() -> None:
    first, last = mended()
    named = rounds_of(first, coded(1500, dict.fromkeys(CODERS, 0.75), "cleo"), last)
    table = trends(named)
    headline, share, *_ = what_mended(named, table).told(rounds_in_words(table))
    assert headline.startswith("From A to C: agreement improved")
    assert share.endswith("of the rise is because cleo no longer marks one place late.")


def test_a_rise_on_the_same_texts_is_said_with_caution_where_people_are_the_same() -> None:
    first, second = mended()
    caution = "part of the rise can come from knowing the texts."
    assert any(caution in one for one in change_in_words(compare(first, second)))
    assert not any(caution in one for one in change_in_words(compare(second, first)))
    renamed = tuple(replace(one, name=f"new {one.name}") for one in second.items)
    others = compare(first, Corpus(renamed))
    assert not any(caution in one for one in change_in_words(others))


def test_an_item_that_hardly_changed_counts_as_neither() -> None:
    for seed in range(4):
        table = compare(*rounds(seed, late="", before=0.85, after=0.85))
        for row in table.items:
            change = row.corrected.change
            assert change is not None
            if abs(change) < LEAST_OF_ITEM:
                assert table.way(row) in ("same", "chance")
            else:
                assert table.way(row) != "same"


def test_where_an_item_counts_as_the_same_the_limit_is_named_as_a_convention() -> None:
    first, second = rounds(1, late="", before=0.85, after=0.85)
    (item, *others) = second.items
    mixed = replace(second, items=(replace(item, codings=first.items[0].codings), *others))
    table = compare(first, mixed)
    assert table.moved.same
    assert f"By convention an item is about the same if its R changed by less than {0.05}" in (
        " ".join(change_notes(table))
    )
    followed = trends([CodingRound("A", first), CodingRound("B", mixed)])
    assert sum("By convention" in one for one in rounds_notes(followed)) == 1
    assert f"changed by less than .05 on {table.moved.same}" in rounds_paragraph(followed)
    rose = [row.item for row in table.items if table.way(row) != "same"]
    moved = compare(first.select(items=rose), mixed.select(items=rose))
    assert not moved.moved.same
    assert not any("By convention" in one for one in change_notes(moved))


@pytest.mark.parametrize(
    ("world", "number", "mends"), [("one lazy twice", 25, False), ("the lazy one mends", 3, True)]
)
def test_who_is_not_found_again_mended_only_if_agreement_needs_them(
    world: str, number: int, *, mends: bool
) -> None:
    drawn = ROUNDS[world](np.random.default_rng([zlib.crc32(world.encode()), 6, 4, number]), 6, 4)
    assert drawn.later is not None
    first, second = corpus_of(drawn), corpus_of(drawn.later)
    named = [CodingRound("A", first), CodingRound("B", second)]
    found = what_became(named, trends(named))
    assert found is not None
    (gone,) = {one.coder for one in found.before.causes} - causes(second).coders
    with_all, left_out = (chance(one).corpus.corrected for one in (second, without(second, gone)))
    assert with_all is not None and left_out is not None
    assert (left_out < with_all) == mends
    assert [one.coder for one in found.no_longer] == [gone] * mends
    said = " ".join(what_mended(named, trends(named)).sentences)
    assert ("In B, that no longer stands out." in said) == mends


def test_who_is_put_right_is_told_by_all_who_coded_the_round() -> None:
    """A sixth coder of the first round alone shows who is late; the five compared do not."""
    random = Random(33)

    def item(*, late: bool) -> dict[str, list[int]]:
        shared = [at for at in range(2, 23) if random.random() < 0.22]
        found = {}
        for coder in "abcde":
            marks = {at for at in shared if random.random() < 0.8}
            marks |= {at for at in range(1, 24) if random.random() < 0.04}
            moved = {min(at + 1, 23) for at in marks}
            found[coder] = sorted(moved if coder == "e" and late else marks)
        found["x"] = sorted({at for at in shared if random.random() < 0.85})
        return found

    def coded_by(coders: str, *, late: bool) -> Corpus:
        drawn = {f"text {number}": item(late=late) for number in range(4)}
        items = (
            Item(name, {coder: Segmentation(24, tuple(of[coder])) for coder in coders})
            for name, of in drawn.items()
        )
        return Corpus(tuple(items))

    first, second = coded_by("abcdex", late=True), coded_by("abcde", late=False)
    (row,) = causes(first.select(coders=list("abcde"))).rows
    assert row.causes == ()
    named = [CodingRound("A", first), CodingRound("B", second)]
    in_step, put_right = what_mended(named, trends(named)).sentences
    assert in_step == "In A, e marks one place late. In B, e no longer does."
    assert put_right.startswith("Had e been in step in A, R there would be ")
