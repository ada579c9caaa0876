"""What cards say of coders, and messages to them: never more than the evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segmetrics.claims.cause_types import Cause, GroupCauses
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import coder_card_words, coder_words, coders_view
from segmetrics.dashboard.results.coder_cards_view import shown_cards, worst_first
from segmetrics.dashboard.results.coder_messages import message
from segmetrics.reliability.coder_cards import CoderCard, PairKappa, PlaceExample, Unshared
from segmetrics.reliability.coder_findings import CoderFinding, Finding, Side
from segmetrics.reliability.granularity import CoderGranularity, Drift
from segmetrics.reliability.jackknife import TOO_WIDE, Interval
from segmetrics.reliability.planning import Plan, PlanPoint
from tests.support.known import known

NO_DRIFT = Drift(4, None, None, None, None, "drift needs 8 items that others coded too; here 4")

# A reader who counts the marks in a file counts the beginnings too.
NO_BEGINNING = "(the beginning of a text is none)"


def card(
    name: str = "ann",
    *,
    finding: Finding = "none",
    evidence: str = "",
    boundaries: int = 20,
    ratio: float | None = 1.0,
    kappa: float | None = 0.5,
    others: float | None = 0.5,
    interval: tuple[float, float] | tuple[None, None] = (None, None),
    near: tuple[int, int] = (2, 2),
    side: Side = "none",
    leaning: Side | None = None,
    moved: float | None = None,
    density: float | None = 10.0,
    densities: tuple[float, ...] = (9.0, 11.0),
    counts: tuple[int, ...] = (18, 22),
    alone: int = 2,
    examples: tuple[PlaceExample, ...] = (),
    items: int = 4,
    coded: int | None = None,
    automatic: bool = False,
) -> CoderCard:
    found = CoderFinding(
        "g", name, items, boundaries, ratio, Interval(*interval), *near, side, leaning or side,
        moved, alone / boundaries if boundaries else None, kappa, others, finding, evidence,
    )  # fmt: skip
    pairs = (PairKappa("bob", 0.2), PairKappa("cy", 0.7))
    return CoderCard(
        name, found, density, densities, automatic,
        CoderGranularity(name, coded or items, 200, 24, NO_DRIFT), counts, alone, pairs, examples,
    )  # fmt: skip


ALONE = PlaceExample("ch3", 12, "alone", 0, 3, ())
MISSED = PlaceExample("ch1", 5, "missed", 3, 3, ("So it ended.", "Then"))
MANY = card(
    "an2", boundaries=51, ratio=2.3, density=24.5, densities=(6.0, 18.0), counts=(13, 16, 38),
    alone=22, examples=(ALONE, MISSED),
)  # fmt: skip
FEW = card(
    "an1", boundaries=13, ratio=0.4, density=6.0, densities=(8.0, 24.5), counts=(16, 38, 51),
    examples=(MISSED, ALONE),
)  # fmt: skip


def test_who_marks_more_is_asked_about_those_alone_and_who_marks_less_about_the_others() -> None:
    said = message(MANY)
    assert said.startswith(
        f"Hi an2, in the 4 texts you coded you marked 51 boundaries {NO_BEGINNING}, "
    )
    assert "where the others marked 13 to 38." in said
    assert "22 of yours nobody else marked, for example ch3 before unit 13." in said
    assert "really begins there?" in said
    said = message(FEW)
    assert f"you marked 13 boundaries {NO_BEGINNING}, where the others marked 16 to 51." in said
    assert "all others marked ch1 before unit 6 (between “So it ended.” and “Then”)" in said
    assert "nobody else" not in said


@pytest.mark.parametrize("inside", [0.5, 2.0])
def test_one_who_marks_as_some_other_does_is_not_told_of_a_number(inside: float) -> None:
    """Twice the mean of the others, but no more than the one of them who marks most."""
    one = card(ratio=inside, density=10.0, densities=(4.0, 25.0), examples=(ALONE,))
    assert "none shows" in message(one)
    assert coder_card_words.headline(one).startswith(
        "No habit shows, such as marking early or late, "
    )


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (1, " In 1 item, only a strong habit would show."),
        (19, " In 19 items, only a strong habit would show."),
        (20, ""),
    ],
)
def test_nothing_that_stands_out_says_little_of_few_items(items: int, said: str) -> None:
    habits = "such as marking early or late, much or little, or where nobody else does."
    assert coder_card_words.headline(card(items=items)) == f"No habit shows, {habits}{said}"


def test_a_text_in_which_nobody_shares_a_place_is_counted_and_asked_about() -> None:
    one = replace(card("an1"), unshared=(Unshared("ch2", 6, 17, 25),))
    said = "In ch2, nobody else marks any of {} 6 places. Elsewhere, others share 17 of 25."
    assert coder_card_words.headline(one) == said.format("an1's")
    assert f"{said.format('your')} Was anything different there?" in message(one)


def test_to_a_good_coder_nothing_stands_out() -> None:
    assert message(card()) == (
        "Hi ann, thank you for the 4 texts you coded. I looked for habits, such as marking "
        "early or late, much or little, or where nobody else does: none shows. In 4 items, only a "
        "strong habit would show."
    )
    said = message(card(examples=(MISSED,)))
    assert "which all others marked and you did not: how did you decide?" in said
    said = message(card(examples=(MISSED._replace(marked=2),)))
    assert "which most others marked and you did not: how did you decide?" in said


@pytest.mark.parametrize(
    ("finding", "asks"),
    [
        ("empty", "we have no mark of yours; the others marked 18 to 22. Did your work reach us"),
        ("full", "every place is marked as the beginning of a new segment; the others marked"),
        ("shifted", "exactly one place beside those of the others. Where do you put a mark: at"),
        ("disagrees", "your marks and those of the others are often at different places."),
        ("rate", f"you marked 20 boundaries {NO_BEGINNING}, where the others marked 18 to 22."),
    ],
)
def test_what_was_found_is_asked_about(finding: Finding, asks: str) -> None:
    one = card(finding=finding, evidence="does something", examples=(ALONE,))
    assert asks in message(one)
    assert coder_card_words.headline(one) == "ann does something."


def test_one_of_two_schools_is_asked_about_no_place() -> None:
    school = "more coarsely than bob and cy, as dan does"
    told = "You segment more coarsely than bob and cy, as dan does. Our guideline leaves that open"
    findings: tuple[Finding, ...] = ("none", "disagrees")
    for finding in findings:
        one = card(finding=finding, kappa=0.06, others=0.22, examples=(MISSED, ALONE))
        said = message(replace(one, finding=one.finding._replace(school=school)))
        assert told in said
        assert "ch1" not in said and "ch3" not in said and "none shows" not in said
        assert ("often at different places" in said) == (finding == "disagrees")


def test_little_agreement_that_proves_nothing_says_so() -> None:
    one = card(kappa=0.06, others=0.22, alone=1, examples=(ALONE,))
    assert coder_card_words.headline(one) == (
        "Agrees less with the others (κ 0.06) than they do among themselves (0.22). "
        "4 items are too few to be sure."
    )
    said = message(one)
    assert "One of yours nobody else marked: ch3 before unit 13." in said


def test_no_message_goes_to_a_machine_or_to_one_whom_nobody_can_be_compared_with() -> None:
    assert message(card(automatic=True)) == ""
    assert message(card(density=None, densities=())) == ""


def test_two_coders_speak_of_the_other_one() -> None:
    evidence = "only two coded these items"
    one = card(
        ratio=3.0, density=30.0, densities=(10.0,), counts=(7,), others=None, evidence=evidence,
        items=1, examples=(PlaceExample("a", 2, "alone", 0, 1, ()),),
    )  # fmt: skip
    said = message(one)
    assert said.startswith(
        f"Hi ann, in the text you coded you marked 20 boundaries {NO_BEGINNING}, where the other "
    )
    assert "the other coder marked 7." in said
    finely, whom = coder_card_words.how_finely(one), coder_card_words.with_whom(one)
    assert "the others" not in said + finely + whom
    assert coder_card_words.headline(one) == "Only two coded these items."


def test_rates_stand_for_counts_where_the_others_coded_other_items() -> None:
    one = card(ratio=2.0, density=30.0, counts=(), examples=(ALONE,))
    assert (
        f"you marked 20 boundaries {NO_BEGINNING}, 2.0 times as many as the others there."
        in message(one)
    )


WITH_BOB = "Talk to bob first (κ with the others 0.25), then to ann (κ 0.50)."


def test_of_several_who_stand_out_the_page_says_with_whom_to_begin() -> None:
    some = [
        card("ann", finding="disagrees", evidence="ann", kappa=0.5),
        card("bob", finding="disagrees", evidence="bob", kappa=0.25),
        card("cat", kappa=0.1),
    ]
    said = coder_words.who_stands_out(some, 30, {})
    assert said[-1] == WITH_BOB
    assert not [one for one in coder_words.who_stands_out(some[1:], 30, {}) if "Talk to" in one]
    # Who keeps R low comes first, in the order of what each of them does to it.
    those = (Cause("cat", "late", "earlier", 0.8, 1), Cause("bob", "random", "left out", 0.7))
    causes = GroupCauses("", 0.5, those)
    assert coder_words.who_stands_out(some, 30, {}, causes)[-1] == (
        "Talk to cat first, then to bob. cat lowers R most."
    )
    # Who has no finding is not in the list, whatever the agreement.
    late = card("dan", kappa=0.2, near=(5, 37), side="late", moved=0.3)
    said = coder_words.who_stands_out([late, *some], 30, {})
    assert said[-1] == WITH_BOB


def test_the_page_says_who_marks_far_more_often_though_nobody_stands_out() -> None:
    """By hand: 24.5 / 6.0 = 4.1."""
    assert coder_words.who_stands_out([FEW, MANY], 4, {}) == [
        "an2 marks 4.1 times as often as an1. 4 items are too few to be sure."
    ]
    found = card("odd", finding="disagrees", evidence="disagrees")
    assert coder_words.who_stands_out([FEW, found], 4, {}) == ["odd disagrees."]
    none = [card("a", evidence="why not", density=5.0), card("b", evidence="why not", density=5.0)]
    assert coder_words.who_stands_out(none, 1, {}) == ["Why not."]
    empty = [card("a", density=0.0), card("b", density=7.0)]
    assert (
        "a marks no boundary, and b 7.0 in 100 units."
        in coder_words.who_stands_out(empty, 4, {})[0]
    )
    assert coder_words.who_stands_out([card("a"), card("b")], 30, {}) == [
        "No coder is found to stand out."
    ]
    (few,) = coder_words.who_stands_out([card("a"), card("b")], 4, {})
    assert few.endswith("With only 4 items, we would often not notice one.")


BEN = card(
    "Ben", boundaries=80, ratio=2.64, interval=(2.06, 3.39), density=23.2, densities=(8.0, 9.0),
    near=(28, 9), items=6,
)  # fmt: skip
CARLA = card(
    "Carla", boundaries=25, ratio=0.57, interval=(0.41, 0.79), density=7.2,
    densities=(8.7, 9.3, 9.9, 23.2), near=(5, 37), side="late", kappa=0.1, moved=0.22, items=6,
    examples=(PlaceExample("i2", 7, "late", 4, 4, ("Now then.", "We")),),
)  # fmt: skip


def test_what_is_sure_is_told_though_it_is_no_finding() -> None:
    assert coder_words.who_stands_out([BEN, card("Anna"), CARLA], 6, {}) == [
        "Ben marks 2.6 times as often as the others (2.1 to 3.4). Whether that is wrong depends on "
        "your guideline.",
        "Carla is usually one place late (37 of 42 near misses); 6 items are too few to be sure.",
    ]
    assert coder_card_words.headline(BEN) == (
        "Marks 2.6 times as often as the others (2.1 to 3.4). If your guideline wants fewer "
        "segments, talk to Ben."
    )
    coarse = card("Zoe", ratio=0.4, interval=(0.2, 0.8), density=4.0, densities=(9.0, 10.0))
    assert coder_card_words.headline(coarse) == (
        "Marks 40% as often as the others (20% to 80%). If your guideline wants more "
        "segments, talk to Zoe."
    )
    assert coder_words.who_stands_out([coarse], 4, {})[0].startswith(
        "Zoe marks 40% as often as the others (20% to 80%)."
    )


def test_an_interval_around_1_makes_no_claim() -> None:
    one = card("odd", ratio=2.0, interval=(0.9, 4.4), density=20.0, densities=(9.0, 10.0))
    assert coder_card_words.headline(one) == (
        "Marks 2.0 times as often as the others (0.9 to 4.4). 4 items are too few to be sure."
    )
    assert coder_words.who_stands_out([one, card("x", density=9.0)], 4, {}) == [
        "odd marks 2.2 times as often as x. 4 items are too few to be sure."
    ]


def test_one_who_is_late_is_told_so_and_asked_how_they_mark() -> None:
    """Nothing is said of how much Carla marks: she does so less than all for Ben's sake alone."""
    assert coder_card_words.headline(CARLA) == (
        "Usually one place late (37 of 42 near misses); 6 items are too few to be sure."
    )
    many = card(near=(5, 37), side="late", items=20)
    assert coder_card_words.headline(many) == "Usually one place late (37 of 42 near misses)."
    assert coder_card_words.early_or_late(CARLA, ()) == (
        "Usually late: 37 of 42 near misses. With all boundaries moved by one place, κ would be "
        "0.22, not 0.10. 6 items are too few to be sure."
    )
    assert message(CARLA) == (
        "Hi Carla, in the 6 texts you coded your marks often lie one place beside those of the "
        "others, and then yours comes later (37 of 42 times), for example i2 before unit 8 "
        "(between “Now then.” and “We”). Where do you put a mark: at the last unit of a segment, "
        "at the first of the next one, or later? If you decided so on purpose, please tell us why: "
        "that helps us all."
    )
    moved = UrlState(who=("ben", "earlier"), by=1.0)
    (shown,) = shown_cards([replace(CARLA, unit="turn")], moved, {})
    assert "with ben 1 turn earlier" in shown.ways[0].text
    (shown,) = shown_cards([CARLA], UrlState(), {})
    assert [place.what for place in shown.places] == ["All 4 others marked the place before."]


def test_one_who_is_early_is_asked_about_the_unit_before() -> None:
    found = card(near=(37, 5), side="early")
    assert (
        "at the first unit of a segment, at the last unit of the segment before it, or earlier?"
        in message(found)
    )


@pytest.mark.parametrize(
    ("near", "said"),
    [
        ((0, 0), "No boundary lies one place"),
        ((1, 2), "1 near miss one place early, 2 late."),
        ((4, 4), "4 near misses one place early, 4 late."),
        ((6, 2), "More often early: 6 of 8 near misses."),
        ((1, 9), "More often late: 9 of 10 near misses."),
    ],
)
def test_a_side_that_is_not_clear_may_be_chance(near: tuple[int, int], said: str) -> None:
    found = coder_card_words.early_or_late(card(near=near), ())
    assert found.startswith(said)
    assert found.endswith("That may be chance.") == said.startswith("More often")


@pytest.mark.parametrize("labels", [False, True])
def test_the_page_says_once_how_cards_count_near_misses(labels: bool) -> None:
    (said,) = coder_words.near_misses(shown_cards([CARLA], UrlState(), {}), labels=labels)
    assert "Overview and Share count it once." in said
    assert ("labels" in said) == labels
    assert coder_words.near_misses([], labels=labels) == []


def test_a_number_that_there_is_has_no_reason_beside_it() -> None:
    empty = card("eve", boundaries=0, ratio=None, kappa=None, alone=0)
    _, (known, undefined) = coders_view.finding_table([card().finding, empty.finding], {})
    assert not any(cell.title for cell in known.cells)
    assert [cell.title for cell in undefined.cells if cell.title] == [
        coder_words.NOTHING_TO_COMPARE,
        coder_words.NO_BOUNDARY,
        coder_words.NOTHING_TO_COMPARE,
    ]


def test_texts_that_nobody_else_coded_are_not_counted_without_a_word() -> None:
    assert "the 129 texts that you and others coded." in message(card(items=129, coded=130))
    assert "the 1 text that you and others coded." in message(card(items=1, coded=2))
    assert "the 130 texts you coded." in message(card(items=130, coded=130))
    finely = coder_card_words.how_finely(card(items=1, coded=2))
    assert finely.startswith("20 boundaries on the 1 text that others coded too, 10.0 in 100 units")


def test_one_who_leans_to_a_side_beyond_chance_is_told_so_mildly() -> None:
    found = card(near=(72, 144), leaning="late")
    said = coder_card_words.early_or_late(found, ())
    assert said.startswith("More often late: 144 of 216 near misses. That is more")
    assert said.endswith(". That is more than chance would put there.")
    assert message(found).endswith(
        " In 4 items, only a strong habit would show. A small point: where your "
        "marks lie one place beside those of the others, yours comes later more often than not "
        "(144 of 216 times)."
    )
    assert "small point" not in message(card(near=(72, 144)))


def test_lines_of_a_card_and_their_dots() -> None:
    (shown,) = shown_cards([MANY], UrlState(), {})
    lines = {line.label: line for line in shown.lines}
    assert lines["How finely"].text == (
        "51 boundaries, 24.5 in 100 units; on the same texts the others 6.0 to 18.0."
    )
    dots = known(lines["How finely"].dots)
    assert dots.own == 1
    assert dots.others == pytest.approx((6 / 24.5, 18 / 24.5))
    assert lines["Alone"].text == "22 of 51 boundaries (43%) stand where nobody else has one."
    assert lines["Agreement"].text == (
        "κ with the others is 0.50; among the others it is 0.50. Most with cy (0.70), least with "
        "bob (0.20)."
    )
    assert "Over time" not in lines
    first, second = shown.places
    assert (first.where, first.what, first.texts) == (
        "ch3, before unit 13",
        coder_card_words.NOBODY_ELSE,
        (),
    )
    assert "item=ch3" in first.href
    assert "place=12" in first.href
    assert second.what == "All 3 others marked it; this coder did not."


def test_the_worst_come_first() -> None:
    found = [
        card("good", kappa=0.9),
        card("unknown", kappa=None),
        card("bad", kappa=0.1),
        card("odd", finding="rate", evidence="marks more", kappa=0.5),
    ]
    assert [one.coder for one in worst_first(found, {})] == ["odd", "bad", "good", "unknown"]


def test_a_drift_is_named_only_if_the_numbers_bear_it() -> None:
    def coder(name: str, slope: float | None, p: float | None, why: str = "") -> CoderGranularity:
        return CoderGranularity(name, 9, 90, 18, Drift(9, slope, slope, slope, p, why))

    said = coder_words.drifts([coder("x", 0.2, 0.01), coder("y", -0.1, 0.2)])
    assert "x marks more (p below 0.05, corrected for 2 coders)" in said
    assert "y" not in said.split("more")[0].split()
    assert "Nobody is found to mark more and more" in coder_words.drifts(
        [coder("x", 0.2, 0.03), coder("y", 0.1, 0.04)]
    )
    assert coder_words.drifts([coder("x", None, None, "too few items")]) == "Too few items."
    assert coder_card_words.drift(coder("x", -0.2, 0.01), 2).startswith("Marks less")
    assert coder_card_words.drift(coder("x", -0.2, 0.01), 9) == ""


def point(items: int, coders: int, width: float, off: float = 1.5) -> PlanPoint:
    low, high = 0.6 - width / 2, 0.6 + width / 2
    return PlanPoint(items, coders, low, high, width, width / off, width * off)


def test_words_about_a_plan_follow_its_widths() -> None:
    """By hand: 0.4 wide now, 0.2 with 40 items and 0.1 with 80, but that may be off by half."""
    points = tuple(point(n, 4, width) for n, width in ((10, 0.4), (20, 0.28), (40, 0.2), (80, 0.1)))
    coders = (point(10, 4, 0.4), point(10, 8, 0.35))
    plan = Plan("g", points, coders, points[0], 0.95)
    said = " ".join(coder_words.plan(plan, 0.2))
    assert said.startswith("With other coders and other items, expect R of 0.40 to 0.80.")
    assert (
        "To know R to within ±0.1, you would need about 40 (20 to 80) items by these coders, or "
        "more than 8 coders of these items."
    ) in said
    assert "within ±0.25 already" in " ".join(coder_words.plan(plan, 0.5))
    unsure = plan_of(points[:3], coders)
    assert "about 40 (20 to more than 40) items" in " ".join(coder_words.plan(unsure, 0.2))
    flat = plan_of(points, coders, 0.0, 0.3)
    ends = "about 40 (20 to 80) items by these coders. More coders alone would not be enough."
    assert " ".join(coder_words.plan(flat, 0.2)).endswith(ends)
    never = plan_of(coders, coders, 0.3, 0.3)
    assert " ".join(coder_words.plan(never, 0.2)).endswith("both more items and more coders.")
    few = Plan("g", points, coders, PlanPoint(9, 4, -0.4, 0.5, 0.9, 0.6, 1.4), 0.95, "alpha")
    said = " ".join(coder_words.plan(few, 0.2))
    assert "expect α of −0.40 to 0.50, which may be no better than chance." in said
    wide = replace(few, now=PlanPoint(9, 4, -0.4, 0.8, 1.2, 0.8, 1.8))
    said = " ".join(coder_words.plan(wide, 0.2))
    assert f"is open. An interval is not given: {TOO_WIDE}." in said
    none = Plan("g", (), (), None, 0.95, undefined="one coder only")
    assert coder_words.plan(none, 0.2) == ["Nothing can be planned: one coder only."]


def plan_of(items: tuple[PlanPoint, ...], coders: tuple[PlanPoint, ...], *least: float) -> Plan:
    return Plan("g", items, coders, items[0], 0.95, "corrected", "", *least)


def test_where_what_is_at_hand_may_do_one_end_is_told() -> None:
    """Half or thrice the width: what is at hand may do, and no number of those tried may do."""
    items = tuple(point(n, 4, width, 3) for n, width in ((5, 0.5), (10, 0.4), (40, 0.2)))
    coders = (point(10, 4, 0.4, 3), point(10, 8, 0.35, 3))
    plan = Plan("g", items, coders, items[1], 0.95)
    assert coder_words.plan(plan, 0.2)[1:] == [
        "To know R to within ±0.1, you would need about 40 (perhaps more than 40) items by "
        "these coders, or more than 8 (if all goes well, these are enough) coders of these items."
    ]


@pytest.mark.parametrize("off", [1.2, 1.5, 3.0])
def test_easier_wishes_need_no_more_and_are_told_no_less(off: float) -> None:
    """All wishes, against a search through the widths; the plan itself has a limit of 0.12."""
    sizes = {5: 0.55, 10: 0.4, 15: 0.33, 20: 0.28, 40: 0.2, 80: 0.15}
    items = tuple(point(n, 4, width, off) for n, width in sizes.items())
    coders = (point(10, 4, 0.4, off), point(10, 8, 0.35, off))
    plan = Plan("g", items, coders, items[1], 0.95, "corrected", "", 0.12, 0.34)

    def fewest(wish: float, factor: float) -> str:
        return next((f"{n}" for n, width in sizes.items() if width * factor <= wish), "")

    for hundredths in range(2, 40):
        wish = hundredths / 100
        said = " ".join(coder_words.plan(plan, wish))
        best, usual, worst = (fewest(wish, factor) for factor in (1 / off, 1, off))
        assert ("both more items and more coders" in said) == (wish <= 0.12)
        assert "cannot" not in said
        if wish <= 0.12:
            continue
        low = f"{best} to" if best and int(best) > 10 else "up to"
        over = f"{low} {worst or 'more than 80'}"
        if low == "up to" and not worst:
            over = "perhaps more than 80"
        expected = f"about {usual} ({over}) items"
        if not usual:
            enough = "these are enough" if best and int(best) <= 10 else best
            expected = (
                "more than 80" + (f" (if all goes well, {enough})" if best else "") + " items"
            )
        assert f"you would need {expected}" in said
        assert ("More coders alone would not be enough" in said) == (wish <= 0.34)
