"""What cards and messages say of the model of the coders, beside what was found without it."""

from __future__ import annotations

import pytest

import segmetrics as sm
from segmetrics import Corpus
from segmetrics.claims.coder_habits import too_few
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results.coder_card_words import (
    BESIDE,
    FOUND,
    NOBODY_ELSE,
    NOT_BY_THE_MODEL,
    OWN,
    about_model,
    headline,
    judged,
    what_place,
)
from segmetrics.dashboard.results.coder_cards_view import shown_cards, worst_first
from segmetrics.dashboard.results.coder_messages import message
from segmetrics.dashboard.results.coder_words import who_stands_out
from segmetrics.dashboard.results.modelled_coders import (
    CoderInModel,
    coders_in_model,
    stands_out,
    with_places,
)
from segmetrics.reliability.coder_cards import PlaceExample
from segmetrics.reliability.coder_findings import Finding, Side
from segmetrics.reliability.fitted_coders import (
    CoderVerdict,
    Estimated,
    HeldOut,
    ModelledCoder,
    Saved,
    VerdictKind,
)
from segmetrics.tables.coder_model_words import adds, earns_its_place, finds, mostly, shifts
from tests.dashboard.test_coder_words import CARLA, FEW, MISSED, card
from tests.support.known import known

SURE = PlaceExample("ch1", 5, "missed", 3, 4, ("So it ended.", "Then"), 0.93)
ALONE = PlaceExample("ch3", 12, "alone", 0, 4, (), 0.03)


def does(
    coder: str = "ann",
    hits: tuple[float, float, float] = (0.8, 0.66, 0.9),
    added: tuple[float, float, float] = (9.2, 6.1, 12.4),
    shifted: tuple[float, float, float] = (0.2, 0.1, 0.3),
    late: tuple[float, float, float] = (0.8, 0.6, 0.9),
) -> ModelledCoder:
    return ModelledCoder(coder, "g", *(Estimated(*one) for one in (hits, added, shifted, late)))


OTHERS = (
    does("bob", hits=(0.31, 0.2, 0.5), added=(1.6, 0.5, 4), shifted=(0.1, 0, 0.2)),
    does("cy", hits=(0.62, 0.5, 0.7), added=(4.0, 2, 7), shifted=(0.3, 0.2, 0.4)),
)


def modelled(
    verdict: VerdictKind | None = None, *, places: tuple[PlaceExample, ...] = ()
) -> CoderInModel:
    judged_so = CoderVerdict("ann", "g", verdict, f"does {verdict} things") if verdict else None
    return CoderInModel(does(), OTHERS, judged_so, places)


def test_numbers_are_written_as_people_count() -> None:
    assert (finds(does()), adds(does())) == ("8 in 10 (7 to 9)", "9 per 100 places (6 to 12)")
    assert (shifts(does()), mostly(does())) == ("20% (10% to 30%)", "late")
    rarely = does(shifted=(0.01, 0.001, 0.05), late=(0.4, 0.1, 0.8), hits=(0.81, 0.79, 0.82))
    assert (finds(rarely), shifts(rarely)) == ("8 in 10", "1% (0% to 5%)")
    assert mostly(rarely) == ""
    often = does(shifted=(0.42, 0.3, 0.5), late=(0.2, 0.1, 0.4))
    assert (shifts(often), mostly(often)) == ("42% (30% to 50%)", "early")


@pytest.mark.parametrize(
    ("saved", "said"),
    [
        (Saved(0.03, 0.01), ": it earns its place here."),
        (Saved(-0.03, 0.01), ": it does not earn its place here."),
        (Saved(0.01, 0.01), ", which may be chance."),
        (Saved(-0.01, 0.01), ", which may be chance."),
        (Saved(-0.03, None), ", which may be chance."),
    ],
)
def test_a_loss_is_told_from_chance_as_a_gain_is(saved: Saved, said: str) -> None:
    seen = HeldOut(20, 800, 0.5, saved, saved, saved, saved, over_kernel=saved)
    assert earns_its_place(seen)[-1].endswith(said)


def test_the_first_line_does_not_pass_over_a_side_that_a_line_below_names() -> None:
    plain = card("ann")
    assert headline(plain).startswith("No habit shows")
    assert headline(plain, modelled()) == (
        f"Boundaries one place off a shared one are mostly late. {too_few(plain.finding.items)}"
    )
    open_side = modelled()._replace(does=does(late=(0.6, 0.3, 0.9)))
    assert headline(plain, open_side).startswith("No habit shows")


def test_nothing_is_said_of_shifts_where_the_window_has_none() -> None:
    none = Estimated(None, None, None, "n is 1")
    model = modelled()._replace(does=does()._replace(shifted=none, late=none))
    (shown,) = shown_cards([card()], UrlState(), {"ann": model})
    assert BESIDE not in {line.label for line in shown.lines}


def test_lines_of_the_model_take_the_place_of_plain_counts() -> None:
    one = card("ann", near=(1, 2))
    (plain,) = shown_cards([one], UrlState(), {})
    (shown,) = shown_cards([one], UrlState(), {"ann": modelled()})
    assert {"Alone", "Early or late"} <= {line.label for line in plain.lines}
    lines = {line.label: line for line in shown.lines}
    assert not {"Alone", "Early or late"} & lines.keys()
    assert lines[FOUND].text == "8 in 10 (7 to 9); the others 3 to 6."
    assert lines[OWN].text == ("9 per 100 places (6 to 12); the others 1.6 to 4.")
    assert lines[BESIDE].text == ("20% (10% to 30%), mostly late; the others 10% to 30%.")
    dots = known(lines[OWN].dots)
    assert dots.own == pytest.approx(9.2 / 12.4)
    assert dots.ends == ("0", "12")
    assert dots.others == pytest.approx((1.6 / 12.4, 4 / 12.4))
    assert dots.interval == pytest.approx((6.1 / 12.4, 1))


@pytest.mark.parametrize(
    ("finding", "ratio", "side", "verdict", "alike"),
    [
        ("shifted", 1.0, "late", "late", True),
        ("shifted", 1.0, "none", "early", True),
        ("disagrees", 1.0, "none", "random", True),
        ("rate", 3.0, "none", "own", True),
        ("rate", 0.3, "none", "fewer", True),
        ("empty", 0.0, "none", "fewer", True),
        ("full", 9.0, "none", "own", True),
        ("shifted", 3.0, "late", "early", False),
        ("disagrees", 3.0, "none", "own", False),
        ("rate", 3.0, "none", "fewer", False),
    ],
)
def test_finding_and_model_have_one_wording_where_they_agree_and_two_where_they_do_not(
    finding: Finding, ratio: float, side: Side, verdict: VerdictKind, alike: bool
) -> None:
    one = card(finding=finding, evidence="does something", ratio=ratio, side=side)
    assert headline(one, modelled(verdict)) == "ann does something." + (
        f" The model of the coders explains that in another way: ann does {verdict} things."
    ) * (not alike)


def test_one_of_them_alone_is_enough_to_stand_out() -> None:
    found = card(finding="rate", evidence="does something")
    assert judged(found.finding, modelled()) == f"ann does something. {NOT_BY_THE_MODEL}"
    plain = card()
    assert headline(plain, modelled("own")) == "ann does own things."
    assert stands_out(plain, modelled("own"))
    assert not stands_out(plain, modelled())
    models = {"ann": modelled("own")}
    assert [one.coder for one in worst_first([card("x", kappa=0.1), plain], models)] == ["ann", "x"]
    assert who_stands_out([card("x"), plain], 30, models) == ["ann does own things."]
    (shown,) = shown_cards([plain], UrlState(), models)
    assert shown.stands_out


def test_places_of_the_model_stand_on_the_card_but_for_one_who_is_clearly_late() -> None:
    models = {"ann": modelled(places=(SURE,)), CARLA.coder: modelled(places=(ALONE,))}
    first, second, third = with_places([card(examples=(MISSED,)), CARLA, FEW], models)
    assert first.examples == (SURE,)
    assert second.examples == CARLA.examples
    assert third.examples == FEW.examples
    assert what_place(SURE) == (
        "3 of the 4 others marked it or a place beside it; this coder did not."
    )
    assert what_place(ALONE) == NOBODY_ELSE


def test_messages_ask_for_what_the_model_sees() -> None:
    own = message(card(examples=(ALONE,)), modelled("own"))
    assert own.startswith(
        "Hi ann, in the 4 texts you coded about 9 of 100 places are marked by you where hardly "
        "anybody else sees a boundary; of the others it is 1.6 to 4. 2 of yours nobody else marked"
    )
    fewer = message(card(examples=(SURE,)), modelled("fewer"))
    assert (
        "you marked 8 in 10 of the boundaries to which all marks together point; the others marked "
        "3 to 6 in 10. For example, most others marked ch1 before unit 6 (between “So it ended.” "
        "and “Then”) or right beside."
    ) in fewer
    late = message(card(), modelled("late"))
    assert "lie exactly one place beside those of the others. Where do you put a mark: at" in late
    assert "are often at different places" in message(card(), modelled("random"))


def test_to_a_good_coder_nothing_stands_out_with_a_sure_place_to_talk_about() -> None:
    few = SURE._replace(marked=2, others=5)
    open_side = modelled()._replace(does=does(late=(0.6, 0.3, 0.9)))
    said = message(card(examples=(few,)), open_side)
    assert "nobody else does: none shows. In 4 items, only a strong habit would show." in said
    assert "which several others marked, there or right beside, and you did not: how did" in said
    # What the card says of a side, the message says too.
    aside = message(card(examples=(few,)), modelled())
    assert "one place beside those of the others are mostly late. That may be chance." in aside
    assert "none shows" not in aside


def test_the_model_is_read_by_coder_and_says_why_it_is_silent() -> None:
    model = coder_model(sm.sample("moonstone"))
    first = [f"an{number}" for number in range(1, 5)]
    found = coders_in_model(model, first, {"an1": (SURE,)}, {})
    assert list(found) == ["an1", "an2", "an3", "an4"]
    assert {one.coder for one in found["an2"].others} == {"an1", "an3", "an4"}
    assert (found["an1"].places, found["an2"].places) == ((SURE,), ())
    said = about_model(model, ["an5", "an6"], 9)
    assert said[0].startswith("Shared boundaries are an estimate")
    assert said[-1] == "Near misses of the model are fewer than 4 places apart."
    two = coder_model(Corpus.from_masses({"i": {"a": [3, 4], "b": [2, 5]}}))
    assert coders_in_model(two, ["a", "b"], {}, {}) == {}
    (why,) = about_model(two, ["a", "b"], 2)
    assert why.startswith("The model of the coders says nothing here (two coders: who")
    assert about_model(None, ["a"], 2) == []
