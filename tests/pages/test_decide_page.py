"""The page Decide and the command consensus: rules, worklist, decisions, undo, what goes out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus, sample
from segmetrics.adjudication.adjudications import consensus
from segmetrics.adjudication.certainty import certainties
from segmetrics.adjudication.disputes import Dispute, disputes
from segmetrics.adjudication.gold import GoldBoundary, GoldItem, GoldOptions, gold
from segmetrics.adjudication.model_doubts import doubt
from segmetrics.adjudication.model_rule import roughly
from segmetrics.axis import Axis
from segmetrics.cli import main
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.corpus import Adjudication, Item
from segmetrics.dashboard.decide import consensus_view, words
from segmetrics.dashboard.decide.worklist import ENOUGH_TEXT, text_around, worklist
from segmetrics.dashboard.frame import computations
from segmetrics.dashboard.frame.jobs import Job
from segmetrics.dashboard.frame.session_store import store
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.io import SAMPLES, Source, check, read_sources
from segmetrics.io.write import WRITERS
from segmetrics.number_formats import DASH
from segmetrics.paths import FILES_VARIABLE
from segmetrics.phrases import before
from segmetrics.reliability.fitted_coders import THREE_CODERS
from segmetrics.reliability.odd_counts import OneItem
from segmetrics.reliability.schools import schools_in
from segmetrics.segmentation import Segmentation
from segmetrics.settings import MODE_VARIABLE
from segmetrics.store import Visitor
from segmetrics.tables.consensus_formats import CONSENSUS_FORMATS
from tests.support.known import known
from tests.support.modelled import planted
from tests.support.pages import (
    BROKEN,
    HOPELESS,
    as_file,
    components,
    follow,
    launch,
    place_of,
    saved,
    seen,
    table,
    texts,
)

MOONSTONE = str(SAMPLES["moonstone"].path)
DIALOGUE = str(SAMPLES["dialogue"].path)
# Everybody marked 2; two of three marked 5, one 6.
GOOD = b"item,coder,masses\na,ann,2 3 5\na,bob,2 3 5\na,cy,2 4 4\nb,ann,5 5\nb,bob,10\nb,cy,10\n"
# The mark of cy after 5 counts for the boundary after 4; ann marked both.
SHARED = b"item,coder,masses\na,ann,4 1 5\na,bob,4 6\na,cy,5 5\na,dan,4 2 4\na,eve,4 6\n"

Printed = pytest.CaptureFixture[str]


def rows(app: AppTest, caption: str = "Disputed places") -> list[list[str]]:
    return [[cell["text"] for cell in row["cells"]] for row in table(app, caption)["rows"]]


def gold_lane(app: AppTest) -> dict[int, str]:
    """Gold boundaries of the strips, and what each says."""
    (data,) = [data for data in components(app) if data.get("lanes")]
    lane = data["lanes"][-1]
    assert lane["beside"]
    return {end: mark for _, end, _, mark in lane["segments"] if mark}


def gold_marks(app: AppTest) -> dict[str, dict[str, list[int]]]:
    """Gold boundaries that the heat map marks: item, what is said of them, places."""
    (data,) = [data for data in components(app) if "bits" in data]
    found: dict[str, dict[str, list[int]]] = data["gold"]["items"]
    return found


def opened(app: AppTest, key: str) -> AppTest:
    """Open what is closed at first."""
    app.session_state[key] = True
    return launch_again(app)


def press(app: AppTest, label: str) -> AppTest:
    (button,) = [b for b in app.button if b.label == label]
    button.click().run()
    assert not app.exception
    return app


def no_boundary(app: AppTest) -> AppTest:
    """Press the button that says so, whether the rule says so too or not."""
    (label,) = [b.label for b in app.button if b.label.lower().endswith("no boundary here")]
    return press(app, label)


def kept(app: AppTest) -> tuple[Adjudication, ...]:
    """Decisions about the corpus that is looked at, as the store has them."""
    return store().decisions(Visitor(), place_of(app))


def test_the_page_shows_the_gold_with_its_support() -> None:
    app = seen("decide", GOOD)
    assert "The consensus has 2 gold boundaries in 2 items, 1.0 per item." in texts(app)
    assert gold_lane(app) == {2: "3 of 3", 5: "3 of 3"}
    assert rows(app) == [
        ["a, before unit 6 or 7", "6: 2 · 7: 1", "ann, bob, cy", "", "open"],
        ["b, before unit 6", "6: 1 · none: 2", "ann", "bob, cy", "open"],
    ]
    assert "Before unit 6 (2 of 3): ann, bob. Before unit 7 (1 of 3): cy." in texts(app)
    assert (
        "The consensus has a boundary before unit 6 (3 of 3, counting marks beside it)."
        in texts(app)
    )


def test_a_mark_that_counts_for_a_boundary_beside_the_dispute_is_named() -> None:
    app = launch("decide", SHARED, place="5")
    assert (
        "Before unit 6 (2 of 5): ann, cy. Before unit 7 (1 of 5): dan. No boundary (2 of 5): bob, "
        "eve"
    ) in texts(app)
    said = "cy's mark before unit 6 already counts for the boundary before unit 5."
    assert f"{said} The consensus has none here." in texts(app)
    # After 4 or 5, where the boundary is the one that it counts for, that is no news.
    assert "counts for" not in texts(launch_again(app, place="4"))


def test_many_marks_that_count_elsewhere_are_one_sentence() -> None:
    assert words.counts_elsewhere(["a", "b"], 5, 4, Axis()) == (
        "The marks of a and b before unit 6 already count for the boundary before unit 5."
    )
    assert words.counts_elsewhere(list("abcdefghij"), 5, 1234, Axis()) == (
        "The marks of a, b, c, d, e, f, g, h and 2 more before unit 6 already count for the "
        "boundary before unit 1,235."
    )


def test_decisions_about_another_round_are_found_from_a_round_without_any() -> None:
    def ways(app: AppTest) -> list[tuple[str, str]]:
        links = [link for data in components(app) for link in data.get("links", ())]
        return [(one["text"], one["href"]) for one in links if "Look at" in one["text"]]

    first = saved(GOOD)
    second = saved(GOOD, of=first)
    assert ways(launch("decide", corpus=second)) == []
    no_boundary(launch("decide", corpus=first, n="3"))
    assert ways(launch("decide", corpus=second, n="3", item="b", place="5")) == [
        ("Round 1 has 1 decision. Look at it →", f"./decide?corpus={first}&n=3")
    ]
    assert ways(launch("decide", corpus=first)) == []
    no_boundary(launch("decide", corpus=second))
    assert ways(launch("decide", corpus=second)) == []


def test_from_an_earlier_round_a_link_leads_to_the_latest() -> None:
    first = saved(GOOD)
    second = saved(GOOD, of=first)

    def ways(corpus: str) -> list[tuple[str, str]]:
        app = launch("decide", corpus=corpus)
        links = [link for data in components(app) for link in data.get("links", ())]
        return [(one["text"], one["href"]) for one in links if "earlier round" in one["text"]]

    said = "You see Round 1, an earlier round. Decide about Round 2 →"
    assert ways(first) == [(said, f"./decide?corpus={second}")]
    assert ways(second) == []


def test_the_heat_map_marks_the_gold_with_its_support_in_the_colour_of_the_lane() -> None:
    app = opened(launch("decide", GOOD, method="majority"), "heat map")
    assert gold_marks(app) == {"a": {"3 of 3": [2], "2 of 3": [5]}}
    (heat,) = [data for data in components(app) if "bits" in data]
    (strips,) = [data for data in components(app) if data.get("lanes")]
    assert heat["gold"]["lane"] == strips["lanes"][-1]["coder"]
    press(app, "Move to before unit 7")
    app = launch_again(app, item="a", place="5")
    assert gold_marks(app) == {
        "a": {"3 of 3": [2], "3 of 3, by hand, moved from the one before unit 6": [6]}
    }
    assert gold_marks(launch_again(app, item="b", place="5")) == {"b": {}}


@pytest.mark.parametrize("page", ["heat_maps", "item"])
def test_other_heat_maps_are_sent_no_gold(page: str) -> None:
    long = b"item,coder,masses\na,ann,200 300\na,bob,250 250\n"
    (data,) = [data for data in components(launch(page, long)) if "bits" in data]
    assert "gold" not in data


@pytest.mark.parametrize(
    ("query", "signature", "lane"),
    [
        ({"method": "pooled"}, "consensus=pooled, more than 0.5 of the coders, n=2", "3 of 3"),
        ({"method": "medoid"}, "consensus=medoid by B, n=2", "2 of 3"),
        (
            {"method": "majority", "threshold": "at_least", "share": "33"},
            "consensus=majority, at least 0.33 of the coders",
            "2 of 3",
        ),
    ],
)
def test_the_rule_is_in_the_address(query: dict[str, str], signature: str, lane: str) -> None:
    app = launch("decide", GOOD, item="a", **query)
    assert signature in texts(app)
    assert gold_lane(app)[5] == lane


# Four of five saw a boundary after 4 or 5, and no three of them at one place.
SEEN = (
    b"item,coder,masses\na,v,4 6\na,w,4 6\na,x,5 5\na,y,5 5\na,z,10\n"
    b"b,v,10\nb,w,10\nb,x,10\nb,y,10\nb,z,3 7\n"
)


def test_the_rules_stand_beside_each_other() -> None:
    app = launch("decide", SEEN)
    assert rows(app, "Gold boundaries by each rule") == [
        ["Near misses pooled", "1", "0.5", "none"],
        ["Majority at each place", "0", "0.0", "1 of 1"],
        ["Most typical coder", "1", "0.5", "none"],
        ["Model of the coders", "–", "–", "–"],
        ["A coder, on average", "1.0", "0.5", "–"],
    ]
    said = (
        "The consensus has 1 gold boundary in 2 items, 0.5 per item.\nMarks one place apart "
        "count as one boundary. If they did not, 1 boundary that nearly everybody saw would be "
        "lost."
    )
    assert said in texts(app)
    (pooled, majority, *_) = table(app, "Gold boundaries by each rule")["rows"]
    assert (pooled["chosen"], majority["chosen"]) == (True, False)
    assert "method=majority" in majority["cells"][0]["href"]


def test_a_rule_that_loses_boundaries_says_so_and_what_to_do() -> None:
    app = launch("decide", SEEN, method="majority")
    assert (
        "This rule loses 1 boundary that nearly all coders saw, one place apart. Choose “Near "
        "misses pooled” to keep it."
    ) in texts(app)
    both = seen("decide", GOOD)
    assert "They differ where fewer saw one. You may use either." in texts(both)


def test_the_rules_are_compared_whatever_share_a_medoid_does_not_look_at() -> None:
    app = launch("decide", SEEN, method="medoid", share="100")
    assert len(rows(app, "Gold boundaries by each rule")) == 5


def below(app: AppTest, name: str) -> str:
    """What the table of rules says below the name of a rule."""
    cells = [row["cells"][0] for row in table(app, "Gold boundaries by each rule")["rows"]]
    return next(str(cell["sub"]) for cell in cells if cell["text"] == name)


def test_the_model_stands_beside_the_other_rules_and_gives_shares() -> None:
    corpus = planted(items=4, seed=1)
    app = launch("decide", as_file(corpus), method="model")
    made = gold(corpus, GoldOptions(method="model"))
    boundaries = sum(len(one.boundaries) for one in made)
    *_, model, _ = rows(app, "Gold boundaries by each rule")
    assert model[:2] == ["Model of the coders", str(boundaries)]
    shown = gold_lane(app)
    golden = next(one for one in made if one.item == disputes(corpus)[0].item)
    assert shown == {one.place: f"{len(one.votes)} of {one.of}" for one in golden.boundaries}


def test_disputes_come_in_order_of_how_sure_the_answers_of_the_rule_are() -> None:
    corpus = planted(items=4, seed=1)
    found = disputes(corpus)
    sure = certainties(found, coder_model(corpus))
    by_rule = {item.item: item.segmentation.boundaries for item in gold(corpus)}

    def of_rule(one: Dispute) -> float:
        chances = sure[one.item, one.places].places
        taken = [
            chance
            for place, chance in zip(one.places, chances, strict=True)
            if place in by_rule[one.item]
        ]
        return max(taken, default=1 - sum(chances))

    against = consensus(corpus, None, gold(corpus, model=coder_model(corpus))).doubts
    expected = sorted(found, key=lambda one: ((one.item, one.places) not in against, of_rule(one)))
    app = launch("decide", as_file(corpus), worklist="uncertain")
    assert [row[0] for row in rows(app)] == [
        f"{one.item}, {before(one.places, corpus.unit)}" for one in expected[:10]
    ]
    listed = table(app, "Disputed places")["rows"]
    told = [one["cells"][0].get("sub") for one in listed]
    for one, sub in zip(expected, told, strict=False):
        shares = sure[one.item, one.places].shares
        said = f"estimate: {roughly(max(shares))} of coders like these would mark it, or beside it"
        assert sub in (None, said)
        assert sub is None or (one.item, one.places) not in against
    assert any(told)
    # Beside another answer of the habits it would only confuse.
    doubted = (expected[0].item, expected[0].places) in against
    assert ("of coders like these would mark a boundary" in texts(app)) is not doubted


@pytest.mark.parametrize(
    ("by_rule", "chances", "likely", "said"),
    [
        ((41,), (0.88, 0.11), (40,), "before unit 41 is likelier than one before unit 42."),
        ((40,), (0.88, 0.11), (40,), None),
        ((), (0.62, 0.1), (40,), "before unit 41 is likelier than none."),
        ((), (0.4, 0.3), (), None),
        ((41,), (0.02, 0.28), (), "a boundary before unit 42 is doubtful."),
        # Together they are likelier than not, and the rule has the likelier one.
        ((41,), (0.4, 0.45), (41,), None),
    ],
)
def test_a_proposal_that_the_model_finds_doubtful_is_not_agreed_to_blindly(
    by_rule: tuple[int, ...],
    chances: tuple[float, float],
    likely: tuple[int, ...],
    said: str | None,
) -> None:
    there = Dispute("a", {"x": 40, "y": 41, "z": 41}, ("w",), 41, 0.5)
    boundaries = tuple(GoldBoundary(place, {}, 4) for place in by_rule)
    probabilities = (*[0.0] * 39, *chances, 0.0)
    item = GoldItem("a", 43, boundaries, probabilities=probabilities, likely=likely)
    found = doubt(there, item)
    assert (words.look_twice(found, Axis()) if found else "").endswith(said or "")
    assert bool(found) == bool(said)


def test_what_the_rule_takes_against_the_model_is_counted_marked_and_first() -> None:
    corpus = planted(items=4, seed=9)
    made = consensus(corpus, None, gold(corpus, model=coder_model(corpus)))
    ((item, place),) = [(of, at) for (of, _), one in made.doubts.items() for at in one.taken]
    read = csv.DictReader(io.StringIO(CONSENSUS_FORMATS["csv"](made)))
    by = {(row["item"], row["begins_at_unit"]): row["decided_by"] for row in read}
    by = {where: decided for where, decided in by.items() if where[1]}
    assert by.pop((item, str(place + 1))) == "the rule, doubtful by the model"
    assert set(by.values()) == {"the rule"}

    app = launch("decide", as_file(corpus))
    assert "Look twice" not in texts(app)
    against = against_the_model(corpus)
    assert len(against) > 1, "more than what the rule takes: what it leaves out, too"
    said = "Look at {} open dispute"
    link = link_that_says(app, said.format(len(against)))
    assert link["href"].endswith("#dispute")
    assert link["text"].endswith("the coders' habits suggest another answer than the rule →")
    app = launch_again(app, worklist="uncertain")
    listed = table(app, "Disputed places")["rows"]
    subs = [row["cells"][4].get("sub", "") for row in listed]
    assert all("the rule takes" in sub for sub in subs[: len(against)])
    assert not any(subs[len(against) :])
    assert [sub for sub in subs if f"the rule takes one before {corpus.unit} {place + 1}" in sub]
    assert "Look twice: given the coders' habits, a boundary before" in texts(app)
    # The answer that is looked at twice is not the one that a hand finds unasked.
    assert not [one for one in app.button if one.proto.type == "primary"]
    no_boundary(app)
    assert link_that_says(app, said.format(len(against) - 1))


def test_nothing_is_urged_where_schools_differ_nor_a_share_said_of_a_place_beside() -> None:
    corpus = sample("moonstone")
    model, found = coder_model(corpus), disputes(corpus)
    (two,) = schools_in(corpus)
    of_schools = {(one.item, one.places) for one in found if two.part(one.votes, one.silent)}
    against = consensus(corpus, None, gold(corpus, model=model)).doubts
    told = {*against} - of_schools
    assert len(told) < len(against)
    app = launch("decide", as_file(corpus), worklist="uncertain")
    link_that_says(app, f"Look at {len(told)} open dispute")
    work = worklist(corpus, UrlState(worklist="uncertain"))
    likely = certainties(found, model)
    silent = {*likely} - {*work.sure}
    assert {*likely} & of_schools < silent, "and where a place beside has more marks"
    # The list says a share where the text does.
    for where in (min(silent & of_schools), min(silent - of_schools), min(work.sure)):
        number = next(n for n, one in enumerate(work.listed) if (one.item, one.places) == where)
        at = {"item": where[0], "place": str(where[1][0]), "page": str(number // 10 + 1)}
        app = launch_again(app, worklist="uncertain", **at)
        row = table(app, "Disputed places")["rows"][number % 10]
        said = "of coders like these would mark a boundary" in texts(app)
        assert said == bool(row["cells"][0].get("sub")) == (where in work.sure)


def link_that_says(app: AppTest, said: str) -> dict[str, str]:
    """Find the one link with these words."""
    links = [link for data in components(app) for link in data.get("links", ())]
    (found,) = [link for link in links if said in link["text"]]
    assert isinstance(found, dict)
    return found


def against_the_model(corpus: Corpus) -> list[tuple[str, float]]:
    """Find the disputes at which the rule takes what is doubtful, or leaves out what is likelier.

    Each with the chance of its likeliest place.
    """
    model = coder_model(corpus)
    sure = certainties(disputes(corpus), model)
    made = {one.item: one for one in gold(corpus, model=model)}
    found = []
    for one in disputes(corpus):
        chances = dict(zip(one.places, sure[one.item, one.places].places, strict=True))
        item = made[one.item]
        taken = [place for place in one.places if place in item.segmentation.boundaries]
        if {*taken} == {*one.places} & {*item.likely}:
            continue
        best = max(chances.values())
        doubted = [at for at in taken if at not in item.likely and chances[at] <= 0.5]
        if best > max((chances[at] for at in taken), default=0.5) or doubted:
            found.append((one.item, best))
    return found


def test_where_the_model_is_silent_its_reason_stands_there_and_nothing_else_of_it() -> None:
    app = seen("decide", GOOD)
    assert below(app, "Model of the coders") == f"none: {THREE_CODERS}"
    assert "of coders like these would mark a boundary" not in texts(app)
    ordered = launch("decide", GOOD, worklist="uncertain")
    assert f"cannot be told: {THREE_CODERS}. The most disputed come first" in texts(ordered)
    assert rows(ordered) == rows(app)
    assert "doubtful" not in texts(app)
    wide = launch("decide", GOOD, n="6")
    assert "up to 3 places apart for near misses at most" in below(wide, "Model of the coders")


def test_a_rule_that_gives_nothing_says_why_and_leaves_the_choice() -> None:
    app = launch("decide", GOOD, method="model")
    assert f"The model of the coders gives no consensus: {THREE_CODERS}. Choose another" in texts(
        app
    )
    (method,) = [one for one in app.button_group if one.label == "Rule"]
    method.set_value("medoid").run()
    assert app.query_params["method"] == "medoid"
    assert "The consensus has 2 gold boundaries" in texts(app)
    assert not [one for one in app.select_slider if "coders" in one.label]
    wide = launch("decide", GOOD, method="model", n="6")
    assert "n is 1 to 4 in the model of coders, got 6. Choose another rule" in texts(wide)


def test_what_takes_seconds_is_offered(takes: Callable[..., None]) -> None:
    takes(11.0, "coder model")
    app = launch("decide", as_file(planted(items=4, seed=1)))
    assert below(app, "Model of the coders") == "not computed yet"
    assert "of coders like these would mark a boundary" not in texts(app)
    takes(0.5, "coder model")
    assert "of coders like these would mark a boundary" in texts(launch_again(app))


def test_who_usually_marks_one_place_late_is_named_where_they_marked() -> None:
    """Carla comes one after the others everywhere; in b alone somebody else marked, and she not."""
    early, late = "3 5 5 5 5 5 5 5 2", "4 5 5 5 5 5 5 5 1"
    marks = {"ann": early, "ben": early, "carla": late}
    lines = [f"a{number},{name},{marks[name]}" for number in range(3) for name in marks]
    content = "\n".join(["item,coder,masses", *lines, "b,ann,5 5", "b,ben,10", "b,carla,10", ""])
    said = "carla usually marks one place late."
    assert said in texts(launch("decide", content.encode(), item="a0", place="3"))
    assert said not in texts(launch("decide", content.encode(), item="b", place="5"))


def test_in_reading_order() -> None:
    app = launch("decide", corpus="moonstone", worklist="reading")
    corpus = sample("moonstone")
    order = [item.name for item in corpus.items]
    found = disputes(corpus)
    expected = sorted(found, key=lambda one: (order.index(one.item), min(one.places)))
    assert [row[0] for row in rows(app)] == [
        f"{one.item}, {before(one.places, corpus.unit)}" for one in expected[:10]
    ]
    no_boundary(app)
    assert app.query_params["worklist"] == "reading"
    second = expected[1]
    assert (app.query_params["item"], app.query_params["place"]) == (second.item, str(second.place))


def test_next_leaves_a_dispute_open_and_begins_again_after_the_last() -> None:
    app = press(launch("decide", GOOD), "Next")
    assert (app.query_params["item"], app.query_params["place"]) == ("b", "5")
    press(app, "Next")
    assert (app.query_params["item"], app.query_params["place"]) == ("a", "5")
    assert kept(app) == ()
    no_boundary(app)
    (button,) = [one for one in app.button if one.label == "Next"]
    assert button.disabled  # the other one is the last that is open


def test_the_button_and_the_key_of_agreement_follow_the_rule() -> None:
    """Whoever presses A through the list gets the consensus of the rule, and says so."""
    app = launch("decide", GOOD)
    # Most marked 5 in a; in b one of three did.
    for label in ("Agree: boundary before unit 6", "Agree: no boundary here"):
        (button,) = [one for one in app.button if one.proto.shortcut == "a"]
        assert (button.label, button.proto.type) == (label, "primary")
        press(app, label)
    decided = corpus_of(GOOD).with_decisions(kept(app))
    made, alone = consensus(decided), consensus(corpus_of(GOOD))
    assert [one.effect for one in made.by_hand] == ["agreed", "agreed"]
    assert [one.segmentation for one in made.items] == [one.segmentation for one in alone.items]


def test_next_is_the_most_disputed_of_all_whatever_was_chosen() -> None:
    """From every dispute, and after every decision; what was passed over comes last."""
    corpus = sample("moonstone")
    in_order = [(one.item, one.places) for one in disputes(corpus)]
    work = worklist(corpus, UrlState())
    for number, one in enumerate(work.listed):
        visited, passed = [in_order[number]], {in_order[number]}
        for _ in range(5):
            shown = next(one for one in work.listed if (one.item, one.places) == visited[-1])
            following = work.next(shown, work.listed.index(shown) + 1, passed)
            assert following
            visited.append((following.item, following.places))
            passed.add(visited[-1])
        assert visited[1:] == [known for known in in_order if known != visited[0]][:5]
        after = work.next(one, number, set())
        assert after == work.listed[1 if number == 0 else 0]
    text = worklist(corpus, UrlState(worklist="reading"))
    for number, one in enumerate(text.listed):
        expected = text.listed[(number + 1) % len(text.listed)]
        assert text.next(one, number + 1, set(in_order)) == expected


def test_next_shows_the_page_of_the_list_that_has_the_dispute() -> None:
    tenth = disputes(sample("moonstone"))[9]
    app = launch("decide", corpus="moonstone", item=tenth.item, place=str(tenth.place), page="2")
    press(app, "Next")
    assert app.query_params.get("page") in (None, "1")


def test_how_near_the_consensus_is_is_computed_when_it_is_opened() -> None:
    def nothing(*_: object, **__: object) -> None:
        raise AssertionError("computed though closed")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(consensus_view, "gold_agreement_of", nothing)
        app = launch("decide", GOOD)
    assert "own votes made the consensus" not in texts(app)
    assert "own votes made the consensus" in texts(opened(app, "nearness"))


def test_the_workbook_is_the_first_that_is_offered() -> None:
    first = seen("decide", GOOD).get("download_button")[0].proto
    assert first.label == "Download the gold segmentation (Excel)"
    assert first.type == "primary"


def test_the_workbook_has_what_was_decided() -> None:
    corpus = example()
    make = known(consensus_view.gold_excel(corpus, consensus(corpus), "2026-01-31"))
    found = known(read_sources([Source("gold.xlsx", make())]).corpus)
    assert found["b"].codings["consensus"].boundaries == (7,)


def test_of_many_coders_it_says_how_many() -> None:
    marks = "".join(f"a,coder {n},{'4 6' if n < 14 else '10'}\n" for n in range(27))
    app = launch("decide", f"item,coder,masses\n{marks}".encode())
    assert "Before unit 5 (14 of 27): coder 0, coder 1" in texts(app)
    assert "and 6 more. No boundary (13 of 27): coder 14" in texts(app)
    assert rows(app)[0][2] == "coder 0, coder 1, coder 2, coder 3 and 10 more"


def test_a_share_that_no_count_fits_is_an_error_in_words() -> None:
    app = launch("decide", GOOD, share="100")
    assert "a share of 1 would make no place a boundary" in app.error[0].value.replace("\\", "")


def test_decisions_settle_disputes_one_after_another() -> None:
    app = launch("decide", GOOD)
    app.text_input[0].set_value(" a new scene ").run()
    press(app, "Move to before unit 7")
    assert kept(app) == (
        Adjudication("a", 5, "reject", along_with=6),
        Adjudication("a", 6, "accept", comment="a new scene"),
    )
    assert "1 of 2 disputes decided" in app.get("progress")[0].proto.text
    assert rows(app)[1][4] == "boundary before unit 7"
    assert table(app, "Disputed")["rows"][1]["cells"][4]["sub"] == "a new scene"
    # The next one is asked about, and what comes last stays shown.
    assert (app.query_params["item"], app.query_params["place"]) == ("b", "5")
    press(app, "Boundary before unit 6")
    assert "2 of 2 disputes decided" in app.get("progress")[0].proto.text
    assert kept(app)[2:] == (Adjudication("b", 5, "accept"),)
    assert gold_lane(app) == {5: "1 of 3, by hand, where the rule has none"}
    assert "Decided: boundary before unit 6, where the rule has none." in texts(app)


def test_reject_and_open_again() -> None:
    app = no_boundary(launch("decide", GOOD, item="a"))
    assert kept(app) == (
        Adjudication("a", 6, "reject", along_with=5),
        Adjudication("a", 5, "reject"),
    )
    app = launch_again(app, item="a", place="5")
    assert gold_lane(app) == {2: "3 of 3"}
    assert "Decided: no boundary, without the one before unit 6." in texts(app)
    press(app, "Open again")
    assert kept(app) == ()
    assert gold_lane(app) == {2: "3 of 3", 5: "3 of 3"}


# Ben marked 8 and 9: his 8 goes with those of the others, and nobody but Eva and he marked 9.
NEIGHBOURS = b"item,coder,masses\nt,ann,8 12\nt,ben,8 1 11\nt,carla,8 12\nt,david,20\nt,eva,9 11\n"


def test_one_click_is_one_decision_and_says_what_it_settles_besides() -> None:
    app = launch("decide", NEIGHBOURS)
    assert [row[0] for row in rows(app)] == ["t, before unit 9 or 10", "t, before unit 10"]
    who = "Before unit 9 (3 of 5): ann, ben, carla. Before unit 10 (2 of 5): ben, eva."
    assert who in texts(app)
    press(app, "Agree: boundary before unit 9")
    text = app.get("progress")[0].proto.text.replace("\\", "")
    assert text == "1 of 2 disputes decided by hand, 1 more settled along with it"
    (said,) = [one.value.replace("\\", "") for one in app.success]
    assert said.startswith(
        "Stored for t, before unit 9 or 10: boundary before unit 9, as by the rule. "
    )
    assert said.endswith(" This also settles the dispute before unit 10.")
    assert "decisions=1" in texts(app)
    assert "The consensus has 1 gold boundary in 1 item, 1 decision counted in." in texts(app)
    (saved,) = store().corpora(Visitor())
    assert [one.decided for one in saved.rounds] == [1]
    # Open again: nothing of the decision is left, whichever of the two is opened.
    app = launch_again(app, place="9")
    press(app, "Open again")
    assert kept(app) == ()


@pytest.mark.parametrize("then", ["Next", "Undo"])
def test_what_was_decided_stands_by_the_buttons_until_something_else_is_done(then: str) -> None:
    app = launch("decide", corpus="dialogue")
    assert not app.success
    (reject,) = [one for one in app.button if one.label.endswith("o boundary here")]
    reject.click().run()
    kinds = [one.type for one in app.main]
    buttons = [at for at, one in enumerate(app.main) if getattr(one, "label", "") == "Undo"]
    assert buttons[0] < kinds.index("text_input") < kinds.index("success")
    assert app.success[0].value in [one.value for one in app.toast]
    assert "no boundary" in app.success[0].value
    press(app, then)
    assert not app.success


def launch_again(app: AppTest, **query: str) -> AppTest:
    """Look at the page of a session at another address."""
    for parameter, value in query.items():
        app.query_params[parameter] = value
    app.run()
    assert not app.exception
    return app


def test_a_boundary_is_moved_elsewhere() -> None:
    app = launch("decide", GOOD, item="b", place="5")
    # The number and the click come together, as they do when somebody types and clicks.
    app.number_input[0].set_value(9)
    press(app, "Move there")
    assert [one.value.replace("\\", "") for one in app.success] == [
        "Stored for b, before unit 6: boundary before unit 9, where the rule has none."
    ]
    assert kept(app) == (Adjudication("b", 5, "move", 8),)
    app = launch_again(app, item="b", place="5")
    assert gold_lane(app) == {8: "0 of 3, by hand, where the rule has none"}


def test_a_move_onto_a_gold_boundary_says_that_one_is_removed() -> None:
    app = launch("decide", GOOD, item="a", place="5")
    before = gold_lane(app)
    assert {2, 5} <= set(before)
    app.number_input[0].set_value(3)
    press(app, "Move there")
    (said,) = [one.value.replace("\\", "") for one in app.success]
    assert said.endswith(
        "There is already a boundary before unit 3: the one before unit 6 is removed."
    )
    assert set(gold_lane(launch_again(app, item="a", place="5"))) == set(before) - {5}


def test_undo_says_what_it_takes_back_and_goes_where_it_was_made() -> None:
    def undo(app: AppTest) -> Any:
        (found,) = [b for b in app.button if b.label == "Undo"]
        return found

    app = launch("decide", GOOD)
    assert undo(app).disabled  # the import was accepted, which the Data page undoes
    press(app, "Move to before unit 7")
    moved = "boundary before unit 7, moved from the one before unit 6"
    said = f"Take back: decided about a, before unit 6 or 7: {moved}, "
    assert undo(app).help.replace("\\", "").startswith(said)
    no_boundary(app)
    assert len(kept(app)) == 3
    press(app, "Undo")
    assert len(kept(app)) == 2
    assert app.query_params["item"] == "b"
    press(app, "Undo")
    assert kept(app) == ()
    assert "0 of 2 disputes decided" in app.get("progress")[0].proto.text
    assert undo(app).disabled


def test_a_decision_is_replaced_by_the_next_about_its_dispute() -> None:
    app = no_boundary(launch("decide", GOOD, item="a"))
    press(launch_again(app, item="a", place="5"), "Agree: boundary before unit 6")
    assert kept(app) == (
        Adjudication("a", 6, "reject", along_with=5),
        Adjudication("a", 5, "accept"),
    )


def test_deciding_about_a_sample_keeps_a_copy_and_goes_there() -> None:
    app = no_boundary(launch("decide", corpus="moonstone", n="3"))
    (copy,) = store().corpora(Visitor())
    assert (copy.title, place_of(app)) == ("The Moonstone (copy)", copy.key)
    assert app.query_params["n"] in ("3", ["3"])
    assert len(kept(app)) == 2
    assert "A copy of The Moonstone was made. Your decisions are kept in it." in texts(app)
    assert SAMPLES["moonstone"].read().corpus == sample("moonstone")
    fresh = launch("decide", corpus="moonstone")
    assert "0 of 101 disputes decided" in fresh.get("progress")[0].proto.text
    # Once more: the copy is there, and what was decided in it stays.
    again = no_boundary(launch("decide", corpus="moonstone", n="3"))
    assert place_of(again) == copy.key
    assert "in which something else was decided about this" in texts(again)
    assert len(kept(again)) == 2
    assert len(store().corpora(Visitor())) == 1


def test_deciding_about_files_given_at_the_start_keeps_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pilot.csv").write_bytes(GOOD)
    monkeypatch.setenv(FILES_VARIABLE, json.dumps([str(tmp_path / "pilot.csv")]))
    app = press(launch("decide"), "Agree: boundary before unit 6")
    (copy,) = store().corpora(Visitor())
    assert (copy.title, place_of(app)) == ("pilot", copy.key)
    assert [one.name for one in store().review(Visitor(), copy.key).files] == ["pilot.csv"]


def test_what_somebody_else_decided_is_seen_and_not_overwritten() -> None:
    app = launch("decide", GOOD, item="a", place="5")
    place, digest = place_of(app), known(read_sources([Source("c.csv", GOOD)]).corpus)
    theirs = [
        Adjudication("a", 5, "reject", along_with=6),
        Adjudication("a", 6, "accept", comment="theirs"),
    ]
    store().decide(
        Visitor(),
        place,
        digest=digest.codings_digest,
        item="a",
        places=(5, 6),
        seen=[],
        made=theirs,
        words="decided",
    )
    no_boundary(app)
    assert "Somebody else decided about a meanwhile" in app.warning[0].value
    assert kept(app) == tuple(theirs)
    assert "Decided: boundary before unit 7, moved from the one before unit 6." in texts(app)
    # What they said is seen now, and may be replaced.
    no_boundary(app)
    assert kept(app) == (
        Adjudication("a", 6, "reject", along_with=5),
        Adjudication("a", 5, "reject", comment="theirs"),
    )


def test_an_undo_of_what_is_not_the_last_step_any_more_is_refused() -> None:
    app = press(launch("decide", GOOD), "Agree: boundary before unit 6")
    other = launch("decide", corpus=place_of(app))
    no_boundary(other)
    press(app, "Undo")
    assert "Somebody else changed this round meanwhile" in app.warning[0].value
    assert len(kept(app)) == 3


def reader(monkeypatch: pytest.MonkeyPatch) -> str:
    """Save a corpus in mode ``links``; gives a link that only shows it."""
    monkeypatch.setenv(MODE_VARIABLE, "links")
    owner = Visitor(mode="links")
    place = store().create(owner, [Source("c.csv", GOOD)], title="Shared")
    store().accept(owner, place, read_sources([Source("c.csv", GOOD)]))
    return store().sharing.make_link(owner, place, "read")


def test_a_reader_sees_the_consensus_and_nothing_that_writes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link = reader(monkeypatch)
    for page in ("decide", "share", "data", "import", "compare"):
        app = launch(page, corpus=link)
        assert not [one.label for one in app.button]
    app = launch("decide", corpus=link)
    assert gold_lane(app) == {2: "3 of 3", 5: "3 of 3"}
    assert "You may look at this corpus, and not decide" in texts(app)
    assert "but you may not change it or review its import" in texts(launch("import", corpus=link))


def test_the_consensus_is_kept_beside_the_corpus() -> None:
    app = press(launch("decide", GOOD, method="pooled", n="3"), "Keep this consensus")
    assert "This consensus was kept" in app.success[0].value
    (work,) = store().artifacts.listed(Visitor(), place_of(app))
    assert work.title == "Consensus: pooled, more than 0.5 of the coders, n=3"
    content = store().artifacts.content(Visitor(), place_of(app), work.id)
    corpus = known(read_sources([Source("kept.json", content)]).corpus)
    assert corpus["a"].codings["consensus"].boundaries == (2, 5)
    press(app, "Keep this consensus")
    assert len(store().artifacts.listed(Visitor(), place_of(app))) == 1
    assert not [b for b in launch("decide", corpus="moonstone").button if "Keep" in b.label]


def shown_texts(app: AppTest) -> list[list[str]]:
    """All that the table of groups says; its links hold what is chosen."""
    rows = table(app, "Coder groups and the corpus")["rows"]
    return [[cell["text"] for cell in row["cells"]] for row in rows]


def test_other_pages_compute_nothing_anew_after_a_decision() -> None:
    app = launch("overview", GOOD)
    before = shown_texts(app)
    app.switch_page("pages/decide_page.py").run()
    no_boundary(app)

    def nothing(*_: object, **__: object) -> None:
        raise AssertionError("computed anew")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(computations, "agreement", nothing)
        app.switch_page("pages/overview_page.py").run()
    assert not app.exception
    assert shown_texts(app) == before


def test_the_worklist_of_one_item_and_its_pages() -> None:
    app = launch("decide", corpus="moonstone", item="ch1", scope="item")
    expected = [one for one in disputes(sample("moonstone")) if one.item == "ch1"]
    assert [row[0].split(",")[0] for row in rows(app)] == ["ch1"] * len(expected)
    app = launch("decide", corpus="moonstone", page="11")
    every = disputes(sample("moonstone"))
    assert len(rows(app)) == len(every) - 100
    last = launch("decide", corpus="moonstone", page="99")
    assert rows(last) == rows(app)


def test_a_place_that_nobody_disputes_says_so() -> None:
    app = launch("decide", GOOD, item="a", place="2")
    assert "Nothing is disputed before unit 3 of a." in texts(app)
    assert not [b for b in app.button if b.label == "Reject"]


def test_agreement_with_each_coder_here_and_everywhere() -> None:
    app = opened(launch("decide", GOOD, item="a"), "nearness")
    found = {row[0]: row[1:] for row in rows(app, "Agreement of the consensus")}
    # ann marked just what the consensus has in a; in b one of nine places is hers alone.
    assert found["ann"][:3] == ["1.0000"] * 3
    assert found["ann"][3] == f"{17 / 18:.4f}"
    assert found["bob"] == ["1.0000"] * 6 + ["2"]
    # A near miss costs one of nine places in S, and half of one of two edits in B.
    assert found["cy"][:2] == [f"{8 / 9:.4f}", "0.7500"]


def test_a_coder_who_did_not_code_the_item_has_no_value_there() -> None:
    app = opened(launch("decide", corpus="moonstone", item="ch1"), "nearness")
    (row,) = [r for r in table(app, "Agreement of the")["rows"] if r["cells"][0]["text"] == "an5"]
    assert row["cells"][1] == {"text": "–", "title": "an5 did not code this item"}


def test_one_coder_and_coders_who_agree_dispute_nothing() -> None:
    for rows, said in (
        (b"a,ann,2 3\n", "One person coded each item, so there is nothing to decide."),
        (b"a,x,2 3\na,y,2 3\n", "they agree"),
    ):
        app = launch("decide", b"item,coder,masses\n" + rows)
        assert said in texts(app)
        assert "whom nobody confirms" not in texts(app)
        assert "Nothing is disputed in a." in texts(app)
        assert not app.get("progress")
        assert gold_lane(app)


def test_segmenters_and_items_without_people_are_named() -> None:
    corpus = Corpus.from_masses(
        {"a": {"ann": [2, 3], "c99": [1, 4], "key": [3, 2]}, "b": {"c99": [2, 2]}}
    )
    corpus = Corpus(corpus.items, reference="key", automatic=("c99",))
    app = launch("decide", WRITERS["segmetrics-json"].write(corpus).content)
    said = texts(app)
    assert "Automatic segmenters do not vote: c99." in said
    assert "The reference does not vote: key." in said
    assert "Coded by no person, and so without a consensus: b." in said
    alone = Corpus(corpus.items[1:], automatic=("c99",))
    app = launch("decide", WRITERS["segmetrics-json"].write(alone).content)
    assert "0 gold boundaries in 0 items." in texts(app)
    assert not app.get("download_button")
    (heat,) = [data for data in components(opened(app, "heat map")) if "bits" in data]
    assert "gold" not in heat


def test_types_and_texts() -> None:
    app = launch("decide", corpus="dialogue")
    assert "their types are not looked at" in texts(app)
    (text,) = [data for data in components(app) if "texts" in data and "coders" in data]
    first, last = 1, len(text["texts"])
    assert text["from"] == first
    # Unit 1 or 2 is disputed: from the next one on there is enough to read, and no more.
    after = [len(one) for one in text["texts"][2:]]
    assert sum(after[:-1]) < ENOUGH_TEXT <= sum(after)
    assert last < len(moonless()["kitchen"])
    assert text["texts"][0] == moonless()["kitchen"][0]


def test_of_words_more_units_are_shown_than_of_sentences() -> None:
    dispute = Dispute("i", {"a": 50}, ("b",), 50, 0.5)

    def around(text: str) -> tuple[int, int]:
        codings = {"a": Segmentation(100, (50,)), "b": Segmentation(100, ())}
        return text_around(dispute, Item("i", codings, (text,) * 100))

    assert around("a sentence " * 20) == (49, 52)
    assert around("word.") == (21, 80)
    at_the_end = replace(dispute, votes={"a": 99}, place=99)
    codings = {"a": Segmentation(100, (99,)), "b": Segmentation(100, ())}
    assert text_around(at_the_end, Item("i", codings, ("x" * 80,) * 100)) == (98, 100)


def moonless() -> dict[str, tuple[str, ...]]:
    corpus = sample("dialogue")
    return {item.name: item.texts or () for item in corpus.items}


def test_an_item_of_one_unit_has_its_page() -> None:
    app = opened(launch("decide", b"item,coder,masses\ntiny,a,1\ntiny,b,1\n"), "nearness")
    assert DASH in rows(app, "Agreement of the consensus")[0]


def test_a_coder_called_consensus_is_not_mistaken_for_it() -> None:
    app = launch("decide", b"item,coder,masses\na,consensus,2 3\na,bob,2 3\n")
    (data,) = [data for data in components(app) if data.get("lanes")]
    assert [lane["name"] for lane in data["lanes"]] == ["consensus", "bob", "consensus 2"]


def test_broken_and_hopeless_uploads() -> None:
    assert not launch("decide", BROKEN).error
    assert "The import of this round is not accepted" in texts(launch("decide", HOPELESS))


def test_the_gold_is_offered_in_every_format() -> None:
    """Also after a decision, which each has applied: it is not said to be missing."""
    app = press(launch("decide", GOOD), "Move to before unit 7")
    for key in ("segeval-json", "choi", "table-xlsx"):
        (box,) = [one for one in app.selectbox if one.label == "The gold segmentation as"]
        box.set_value(key).run()
        assert not app.exception
        labels = [b.proto.label.replace("\\", "") for b in app.get("download_button")]
        assert f"Download Codings-gold{WRITERS[key].ending}" in labels
        assert not [one.value for one in app.warning if "decision" in one.value]


def test_what_a_file_of_the_gold_does_not_hold_is_said() -> None:
    app = launch("decide", corpus="dialogue")
    (box,) = [one for one in app.selectbox if one.label == "The gold segmentation as"]
    box.set_value("segmetrics-json").run()
    assert "Not in the file: the codings: their boundaries have types" in texts(app)


def test_a_review_that_is_accepted_again_keeps_decisions_that_still_fit() -> None:
    app = launch("decide", GOOD)
    press(app, "Agree: boundary before unit 6")
    no_boundary(app)
    made = kept(app)
    assert {one.item for one in made} == {"a", "b"}
    app.switch_page("pages/import_page.py").run()
    app.multiselect(key="out items").set_value(["b"]).run()
    press(app, "Accept 1 item")
    assert kept(app) == made[:2]
    follow(app)
    assert "Left out, as their places are gone: 1 decision about b, before unit 6." in texts(app)
    app.switch_page("pages/data_page.py").run()
    (undo,) = [b for b in app.button if b.label.startswith("Undo")]
    undo.click().run()
    assert kept(app) == made


# The tables.


@pytest.mark.parametrize("gone", ["a", "b"])
def test_who_is_odd_in_one_item_is_told_by_all_whoever_is_left_out(gone: str) -> None:
    lines = [
        f"t{text},{coder},{' '.join(['1'] * number)} {100 - number}"
        for text, usual in enumerate((6, 7, 6, 8, 7, 6))
        for coder, number in (("a", usual), ("b", usual), ("odd", 40 if text == 2 else usual))
    ]
    upload = "\n".join(["item,coder,masses", *lines]).encode()
    assert "In t2, odd has far more boundaries" in texts(launch("decide", upload))
    assert "In t2, odd has far more boundaries" in texts(
        launch("decide", upload, who=f"{gone}\nwithout")
    )


def test_gold_of_a_change_is_kept_by_the_changes_that_were_at_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is not known yet at a first look is another change at the next."""
    odd = [OneItem("a", "ch1", 9, 3.0, (3, 3)), OneItem("b", "ch2", 9, 3.0, (3, 3))]
    keys = []
    monkeypatch.setattr(Job, "glanced", lambda job: keys.append(job.key))
    for known_by_then in (odd[:1], odd[1:], odd):
        monkeypatch.setattr(consensus_view, "odd_items_of", lambda *_, known=known_by_then: known)
        consensus_view.who_moves_it(sample("moonstone"), None, UrlState(corpus="moonstone"))
    made = [key for key in keys if key[0] == "gold without causes"]
    assert len({*made}) == len(made) == 3


def corpus_of(content: bytes) -> Corpus:
    return known(read_sources([Source("c.csv", content)]).corpus)


def example() -> Corpus:
    return corpus_of(GOOD).with_decisions(
        [Adjudication("a", 5, "accept", comment="=why"), Adjudication("b", 5, "move", 7)]
    )


def test_the_csv_has_a_row_for_each_gold_boundary() -> None:
    written = CONSENSUS_FORMATS["csv"](consensus(example()))
    read = list(csv.reader(io.StringIO(written)))
    assert read == [
        [
            *("item", "mass", "begins_at_unit", "support", "votes", "coders", "marked_by"),
            *("decided_by", "decision", "comment"),
        ],
        ["a", "10", "3", "1.0", "3", "3", "ann; bob; cy", "the rule", "", ""],
        ["a", "10", "6", "1.0", "3", "3", "ann; bob; cy", "by hand", "agreed", "'=why"],
        ["b", "10", "8", "0.0", "0", "3", "", "by hand", "added", ""],
    ]


def test_an_item_without_a_gold_boundary_has_a_row_without_one() -> None:
    corpus = Corpus(example().items)
    read = list(csv.reader(io.StringIO(CONSENSUS_FORMATS["csv"](consensus(corpus)))))
    assert read[-1] == ["b", "10", *[""] * 8]
    assert "b        10            none" in CONSENSUS_FORMATS["table"](consensus(corpus))


def test_the_json_holds_everything() -> None:
    data = json.loads(CONSENSUS_FORMATS["json"](consensus(example(), GoldOptions(method="pooled"))))
    assert data["options"] == {"method": "pooled", "share": 0.5, "threshold": "more_than", "n": 2}
    assert data["corpus"]["sha256"] == example().codings_digest
    assert data["signature"].startswith("segmetrics 0")
    assert data["items"][0]["boundaries"][1] == {
        "place": 5,
        "support": 1.0,
        "votes": {"ann": 5, "bob": 5, "cy": 6},
        "coders": 3,
        "decision": {
            "place": 5,
            "verdict": "accept",
            "to": None,
            "comment": "=why",
            "along_with": None,
        },
    }
    assert data["decisions"][1] == {
        "item": "b",
        "place": 5,
        "verdict": "move",
        "to": 7,
        "comment": "",
        "along_with": None,
    }
    assert data["without"] == []
    medoid = json.loads(
        CONSENSUS_FORMATS["json"](consensus(example(), GoldOptions(method="medoid")))
    )
    assert medoid["options"] == {"method": "medoid", "n": 2}
    assert medoid["items"][0]["medoid"] == "ann"


# The command.


@pytest.mark.parametrize(
    "words",
    [
        ["--method", "pooled", "--n", "4", "--share", "0.3", "--threshold", "at_least"],
        ["--method", "medoid", "--n", "3"],
        ["--share", "0.25"],
    ],
)
def test_the_options_of_the_command_are_those_of_the_signature(
    words: list[str], capsys: Printed
) -> None:
    assert main(["consensus", DIALOGUE, *words]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    for name, value in zip(words[::2], words[1::2], strict=True):
        said = f"n={value}" if name == "--n" else value.replace("_", " ")
        assert said in last


def test_decisions_of_a_file_are_applied(tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "decided.json"
    file.write_bytes(WRITERS["segmetrics-json"].write(example()).content)
    assert main(["consensus", str(file)]) == 0
    printed = capsys.readouterr()
    assert "Decisions of the file that were applied: 2." in printed.err
    assert "where the rule has none" in printed.out
    assert "as by the rule" in printed.out
    assert "decisions=2" in printed.out


@pytest.mark.parametrize("key", ["segeval-json", "choi", "table-xlsx"])
def test_the_gold_is_written_and_read_again(key: str, tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / f"gold{WRITERS[key].ending}"
    words = ["consensus", MOONSTONE, "-o", str(file), "--to", key]
    assert main(words) == 0
    again = known(check(str(file)).corpus)
    for item in gold(sample("moonstone")):
        assert again[item.item].codings["consensus"] == item.segmentation
    assert main(words) == 2
    assert "exists already" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0


def test_what_is_not_kept_is_said(tmp_path: Path, capsys: Printed) -> None:
    file = str(tmp_path / "gold.json")
    words = ["consensus", MOONSTONE, "--reference", "an1", "-o", file]
    assert main(words) == 0
    assert "that an1 is the reference, which is now the consensus" in capsys.readouterr().err
    assert main(["consensus", DIALOGUE, "-o", file, "--force"]) == 0
    assert "their boundaries have types" in capsys.readouterr().err
    segmenters = [word for coder in sample("moonstone").coders for word in ("--automatic", coder)]
    assert main(["consensus", MOONSTONE, *segmenters]) == 2
    assert "no item was coded by a person" in capsys.readouterr().err
    assert main(["consensus", MOONSTONE, "--uncertain", "ignore"]) == 0
    assert "--uncertain changes nothing" in capsys.readouterr().err


def test_uncertain_boundaries_may_be_left_out(capsys: Printed) -> None:
    rule = ["--method", "majority"]

    def places(*words: str) -> set[Any]:
        assert (
            main(["consensus", DIALOGUE, "--format", "json", "--share", "0.01", *rule, *words]) == 0
        )
        data = json.loads(capsys.readouterr().out)
        return {(item["item"], b["place"]) for item in data["items"] for b in item["boundaries"]}

    assert places("--uncertain", "ignore") < places()


def test_what_follows_a_computation_stays_where_it_is() -> None:
    """A place that only the first run has would move what follows, and take its focus."""
    app = launch("decide", GOOD)
    before = [element.type for element in app.main]
    # The one that is always there shows an opened number, or closes it.
    assert before.count("empty") == 1
    assert [element.type for element in app.run().main] == before
