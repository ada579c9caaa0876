"""The Coders page: matrices, what each coder does, who stands out, and planning."""

from __future__ import annotations

import json
from collections.abc import Callable
from statistics import mean
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus, sample
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coding_model.what_would_help import FEWEST, what_would_help
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pairwise import pairwise
from segmetrics.dashboard.frame.computations import group_of
from segmetrics.dashboard.frame.navigation_links import navigation_links
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import coder_card_words, coder_words
from segmetrics.dashboard.results.coders_view import pair_item_table
from segmetrics.dashboard.server.page_list import page_at
from segmetrics.io import SAMPLES
from segmetrics.metrics.registry import METRICS
from segmetrics.metrics.windows import window_diff
from segmetrics.number_formats import signed_short
from segmetrics.phrases import capital
from segmetrics.plots.reliability_plots import matrix_figure
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.coders import coder_matrix, kappa_matrix, pair_items
from segmetrics.reliability.helpful_changes import TRAINED
from segmetrics.reliability.influence import influence
from tests.support.figures import buttons, figure, figures
from tests.support.known import known
from tests.support.pages import cells, components, launch, saved, seen, table, texts

BY_HAND = {"a": {"x": [2, 2], "y": [2, 2]}, "b": {"x": [1, 3], "y": [3, 1], "z": [3, 1]}}


# Each of the three is one unit off in every fourth item, so that none looks like a copy.
ODD = {
    f"i{n}": {
        coder: [3, n + 5, 1] if n % 4 == place else [3, n + 4, 2]
        for place, coder in enumerate(("ann", "bob", "cy"))
    }
    | {"odd": [1, n + 4, 4]}
    for n in range(8)
}


def odd_one_out() -> bytes:
    """Eight items on which three coders agree and one does something else."""
    rows = [
        f"{item},{coder},{' '.join(map(str, masses))}"
        for item, codings in ODD.items()
        for coder, masses in codings.items()
    ]
    return "\n".join(["item,coder,masses", *rows]).encode()


@pytest.mark.parametrize("similarity", ["s", "b", "wd"])
def test_the_matrix_holds_the_means_over_items_in_the_order_of_its_names(similarity: str) -> None:
    app = launch("coders", corpus="moonstone", metric="similarity", similarity=similarity)
    spec = figure(app, "of each pair of coders")
    assert f", {similarity}(" in texts(app)
    names = spec["layout"]["xaxis"]["ticktext"]
    assert sorted(names) == ["an1", "an2", "an3", "an4"]
    assert spec["layout"]["yaxis"]["ticktext"] == names
    scores = pairwise(sample("moonstone"), similarity)
    means = {
        pair: np.mean([known(s.value) for s in scores if (s.coder_a, s.coder_b) == pair])
        for pair in {(s.coder_a, s.coder_b) for s in scores}
    }
    for row, one in enumerate(names):
        for column, other in enumerate(names):
            mean = means.get((one, other), means.get((other, one)))
            value = spec["data"][0]["z"][row][column]
            assert value == (None if mean is None else pytest.approx(mean))


def test_each_coder_is_listed_on_each_item_without_a_verdict() -> None:
    rows = table(seen("coders", corpus="moonstone", group="1"), "Each coder on each item")["rows"]
    items = [item for item in sample("moonstone").items if "an1" in item.codings]
    assert len(rows) == len(items)


def test_a_metric_with_a_direction_has_two_halves_and_says_which_is_which() -> None:
    app = launch("coders", corpus="moonstone", metric="winpr")
    assert not METRICS["winpr"].symmetric
    spec = figure(app, "of each pair of coders")
    assert spec["layout"]["xaxis"]["title"]["text"] == "reference"
    assert spec["layout"]["yaxis"]["title"]["text"] == "hypothesis"
    assert "Rows are hypotheses and columns references" in texts(app)


@pytest.mark.parametrize("metric", ["b", "wd_chance", "hierwd", "ghd"])
def test_a_metric_of_any_kind_can_be_shown(metric: str) -> None:
    app = launch("coders", corpus="stargazer", metric=metric)
    assert not app.error
    assert f", {metric}(" in texts(app)


def test_a_cell_without_a_value_says_why() -> None:
    matrix = coder_matrix(
        Corpus.from_masses({"a": {"x": [4], "y": [4]}, "b": {"y": [4], "z": [4]}}), "s"
    )
    spec = json.loads(matrix_figure(matrix).to_json())["data"]
    names = [matrix.coders[place] for place in matrix.order]
    row, column = names.index("x"), names.index("z")
    shades, written = spec
    assert shades["z"][row][column] is None
    cell = [*zip(written["x"], written["y"], strict=True)].index((column, row))
    assert written["text"][cell] == "–"
    assert "the two coded no item together" in written["customdata"][cell]


def test_the_two_that_agree_least_lead_to_the_item_page() -> None:
    """By hand: x and z have one item, places 1 and 3 of 3 differ, so S is 1/3."""
    corpus = Corpus.from_masses(BY_HAND)
    matrix = coder_matrix(corpus, "s")
    assert coder_words.apart(matrix).startswith("x and z agree least (0.33 over 1 item).")
    pair = matrix.pairs[0].coders
    items = pair_items(corpus, *pair, "s")
    _, (row,) = pair_item_table(pair, items, UrlState(metric="s"), "unit")
    assert [cell.text for cell in row.cells] == ["b", "0.3333", "2", "2, 4"]
    query = dict(parse_qsl(urlsplit(row.cells[0].href or "").query))
    assert (query["item"], query["a"], query["b"], query["place"]) == ("b", "x", "z", "1")


def test_a_group_is_chosen_by_the_address_and_the_widget() -> None:
    app = launch("coders", corpus="moonstone", group="2")
    assert set(cards(app)) == {f"an{n}" for n in range(5, 11)}
    (box,) = [box for box in app.selectbox if box.label == "Coder group"]
    assert box.options == [
        "Group 1 (an1 to an4, 4 coders)",
        "Group 2 (an5 to an10, 6 coders)",
        "All 10 coders",
    ]
    box.set_value(1).run()
    assert app.query_params["group"] == "1"
    assert set(cards(app)) == {f"an{n}" for n in range(1, 5)}
    assert "There is no coder group 9" in texts(launch("coders", corpus="moonstone", group="9"))


def test_a_group_is_the_corpus_of_its_items() -> None:
    corpus = Corpus(sample("moonstone").items, reference="an1", automatic=("an2", "an7"))
    first, second = group_of(corpus, 0), group_of(corpus, 1)
    assert [item.name for item in first.items] == ["ch1", "ch3", "ch4", "ch11"]
    assert (first.reference, first.automatic) == ("an1", ("an2",))
    assert (second.reference, second.automatic) == (None, ("an7",))
    alone = Corpus.from_masses(BY_HAND)
    assert group_of(alone, 0) == alone


def test_granularity_is_counted() -> None:
    """By hand: an1 of ch1, ch3, ch4 and ch11 in the sample's file."""
    found = cells(seen("coders", corpus="moonstone"), coder_words.GRANULARITY)
    rows = {row[0]: row[1:5] for row in found}
    items = [sample("moonstone")[name] for name in ("ch1", "ch3", "ch4", "ch11")]
    segments = sum(len(item.codings["an1"].boundaries) + 1 for item in items)
    units = sum(item.mass for item in items)
    rate = 100 * (segments - len(items)) / units
    assert 10 * rate == pytest.approx(62.5)  # in the middle: 6.3
    expected = ["4", str(segments), "6.3", f"{units / segments:.1f}"]
    assert rows["an1"] == expected


def test_headings_call_a_unit_as_the_files_do() -> None:
    app = seen("coders", corpus="interviews")
    headings = {one["text"]: one for one in table(app, coder_words.GRANULARITY)["columns"]}
    assert "Boundaries in 100 turns" in headings
    assert headings["Mean size"]["title"] == "How many turns a segment has on average"
    assert "turns" in table(app, "Where")["columns"][-1]["title"]


def test_a_reviewer_sees_all_pairs_with_one_less_window_diff() -> None:
    app = launch("coders", corpus="interviews", face="reviewer")
    rows = table(app, coder_words.PAIR_LIST)["rows"]
    corpus = sample("interviews")
    assert len(rows) == len(corpus.coders) * (len(corpus.coders) - 1) / 2
    assert not any("pairs who agree least" in one for one in texts(app))
    for row in rows:
        pair, *_, shown = (cell["text"] for cell in row["cells"])
        a, b = pair.split(", ")
        of_items = [
            mean(
                [
                    known(window_diff(item.codings[x], item.codings[y]).value)
                    for x, y in ((a, b), (b, a))
                ]
            )
            for item in corpus.items
            if {a, b} <= {*item.codings}
        ]
        assert float(shown) == pytest.approx(1 - mean(of_items), abs=5e-5)


def test_a_coder_who_stands_out_is_named_with_the_evidence() -> None:
    """By hand: on 8 items everybody places 2 boundaries, and odd those of nobody else.

    In two of them ann is one unit late beside both others; in four, one of these beside ann.
    """
    app = seen("coders", odd_one_out())
    assert "odd agrees far less with the others, kappa " in texts(app)
    rows = {row[0]: row for row in cells(app, coder_words.BESIDE)}
    assert {name: row[7] for name, row in rows.items()} == {
        **dict.fromkeys(("ann", "bob", "cy"), ""),
        "odd": "disagrees",
    }
    assert rows["odd"][1:6] == ["16", "1.00", "100%", "0", "0"]
    assert rows["ann"][1:6] == ["16", "1.00", "13%", "4", "4"]
    spec = figure(app, "left out")
    assert spec["layout"]["yaxis"]["ticktext"][0] == "without odd"
    assert spec["data"][0]["marker"]["symbol"][0] == "diamond"


def test_who_marks_far_more_and_the_largest_change_are_named() -> None:
    said = texts(seen("coders", corpus="moonstone"))
    assert "an2 and an4 segment more finely than an1 and an3: they mark 3.1 times as many " in said
    assert "times as often as the others" not in said
    assert "Without an3 the others agree better (R +0.05)." in said


def test_the_wished_width_is_in_the_address() -> None:
    app = launch("coders", corpus="moonstone", wish="7")
    (box,) = [box for box in app.selectbox if box.label == coder_words.WISH]
    assert (box.value, "±0.035 (an interval 0.07 wide)" in box.options) == (7, True)
    assert "To know R to within ±0.035, you would need both more items and more coders" in texts(
        app
    )
    box.set_value(30).run()
    assert app.query_params["wish"] == "30"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("ch1,ann,3 4\nch1,bob,2 5\nch2,ann,5\nch2,bob,5\n", ["ann and bob agree at "]),
        ("ch1,ann,3 4\nch2,ann,5\n", [coder_words.ONE_CODER]),
        ("t,b,1\nt,c,1\nt,d,1\n", ["No two coders can be compared so"]),
        (
            "a,x,3 4\na,y,2 5\na,z,4 3\n",
            [
                "No interval of a change: there is only one item",
                "Nothing can be planned: there is only one item",
            ],
        ),
    ],
)
def test_what_cannot_be_compared_is_said(rows: str, said: list[str]) -> None:
    app = launch("coders", f"item,coder,masses\n{rows}".encode())
    if "bob" in rows:
        said += [
            "No coder can be left out: two coders only",
            "No interval of the change without an item: two coders only",
        ]
    assert all(one in texts(app) for one in said)
    assert coder_words.ONE_CODER not in said or not figures(app)


def test_items_left_out_are_listed_with_intervals_the_largest_change_first() -> None:
    app = seen("coders", corpus="moonstone")
    corpus = sample("moonstone")
    (coders, *_) = corpus.groups
    found = [row for row in influence(corpus, AgreementOptions()).items if row.item in coders.items]
    found.sort(key=lambda row: -(row.change or 0))
    rows = table(app, "Each item left out")["rows"]
    assert len(rows) == min(len(found), 20)
    for row, wanted in zip(rows, found, strict=False):
        item, own, change, misses, verdict = row["cells"]
        assert item["text"] == wanted.item
        assert dict(parse_qsl(urlsplit(item["href"]).query))["item"] == wanted.item
        assert own["text"] == f"{wanted.own:.4f}"
        assert change["text"] == f"{wanted.change:+z.4f}".replace("-", "−")
        low, high = wanted.interval[:2]
        assert change["range"] == f"{low:+z.4f} to {high:+z.4f}".replace("-", "−")
        assert misses["text"] == str(wanted.misses)
        assert misses["sub"] == f"usual: {wanted.misses_expected:.1f}"
        assert verdict["text"] == ("outlying" if wanted.outlying else "")


def test_names_are_no_markup_in_the_figures() -> None:
    name = "<b>%{x}</b>"
    sizes = {name: "3 {}", "b": "2 1 {}", "c": "1 2 {}"}
    rows = [f'i{n},"{c}",{of.format(n + 4)}' for n in range(3) for c, of in sizes.items()]
    app = launch("coders", "\n".join(["item,coder,masses", *rows]).encode())
    assert len(figures(app)) == 3
    for spec in figures(app).values():
        assert "<b>%" not in json.dumps(spec)
        for trace in spec["data"]:
            assert "%{x}</b>" not in str(trace.get("hovertemplate"))


def test_a_large_matrix_is_asked_for(takes: Callable[..., None]) -> None:
    takes(9.0)
    takes(0.5, "coder model")
    app = launch("coders", corpus="moonstone")
    assert buttons(app) == [
        "Compute what each coder does beside the others",
        "Compute the matrix",
        "Compute the influence of coders",
        "Compute the widths of larger corpora",
        "Compute what would help most",
    ]
    app.button[1].click().run()
    assert "agree least" in texts(app)


def test_influence_and_planning_follow_the_settings(takes: Callable[..., None]) -> None:
    takes(9.0, "what would help")
    said = texts(launch("coders", corpus="moonstone", similarity="b"))
    assert said.count(AgreementOptions(similarity="b").signature) == 2


def cards(app: AppTest) -> dict[str, dict[str, Any]]:
    """The cards of coders by name."""
    (found,) = [data["cards"] for data in components(app) if "cards" in data]
    return {card["name"]: card for card in found}


def test_there_is_a_card_for_each_coder_of_the_group() -> None:
    """By hand: an2 marks 51 places of the four chapters, 22 of them alone."""
    shown = cards(seen("coders", corpus="moonstone"))
    assert set(shown) == {"an1", "an2", "an3", "an4"}
    added = coder_model(sample("moonstone")).coders[1].added
    assert f"{added.value:.0f} per 100 places" in json.dumps(shown["an2"]["lines"])
    assert "51 boundaries" in json.dumps(shown["an2"]["lines"])
    told = "Hi an2, thank you for the 4 texts you coded. You segment more finely than an1 and an3"
    assert shown["an2"]["message"].startswith(told)
    assert not any(card["stands_out"] for card in shown.values())
    odd = cards(seen("coders", odd_one_out()))
    assert [card["name"] for card in odd.values() if card["stands_out"]] == ["odd"] == [*odd][:1]


def test_what_each_coder_does_stands_on_the_card_beside_the_others() -> None:
    app = seen("coders", corpus="moonstone")
    model = coder_model(sample("moonstone"))
    for name, card in cards(app).items():
        lines = {line["label"]: line for line in card["lines"]}
        (row,) = [row for row in model.coders if row.coder == name]
        dots = lines[coder_card_words.FOUND]["dots"]
        assert (dots["own"], *dots["interval"]) == pytest.approx(row.hits[:3])
        assert len(dots["others"]) == 3
        assert "Alone" not in lines
    assert texts(app).count("They need not be right") == 1
    assert "an1-an4" not in texts(app)
    assert texts(app).count("the full circle is the coder") == 1


def test_without_the_model_the_cards_stay_as_they_were_with_the_reason() -> None:
    app = launch("coders", b"item,coder,masses\na,x,3 4\na,y,4 3\n")
    assert "The model of the coders says nothing here (two coders: who of them" in texts(app)
    assert "not the truth" not in texts(app)
    for card in cards(app).values():
        labels = [line["label"] for line in card["lines"]]
        assert "Alone" in labels
        assert coder_card_words.FOUND not in labels


def test_what_finding_and_model_agree_on_is_said_once() -> None:
    model = coder_model(Corpus.from_masses(ODD))
    assert [(one.coder, one.verdict) for one in model.verdicts] == [("odd", "random")]
    odd = cards(seen("coders", odd_one_out()))["odd"]
    assert odd["headline"].startswith("odd agrees far less with the others, kappa ")
    assert model.verdicts[0].evidence not in odd["headline"]


def test_examples_show_the_text_on_both_sides_and_lead_to_the_place() -> None:
    shown = cards(launch("coders", corpus="dialogue"))
    corpus = sample("dialogue")
    places = [place for card in shown.values() for place in card["places"]]
    assert places
    for place in places:
        query = dict(parse_qsl(urlsplit(place["href"]).query))
        texts_of, at = known(corpus[query["item"]].texts), int(query["place"])
        assert place["texts"] == [" ".join(text.split()) for text in texts_of[at - 1 : at + 1]]


def test_all_coders_come_with_their_groups_the_worst_first() -> None:
    app = launch("coders", corpus="moonstone", group="0")
    found = cells(app, coder_words.GROUPS)
    assert [row[:3] for row in found] == [
        ["Group 1 (an1 to an4, 4 coders)", "4", "4"],
        ["Group 2 (an5 to an10, 6 coders)", "6", "4"],
    ]
    kappas = [row.kappa or 0 for row in coder_findings(sample("moonstone")).rows]
    in_order = [row.coder for row in coder_findings(sample("moonstone")).rows]
    assert list(cards(app)) == [name for _, name in sorted(zip(kappas, in_order, strict=True))]
    (first, *_) = table(app, coder_words.GROUPS)["rows"]
    assert dict(parse_qsl(urlsplit(first["cells"][0]["href"]).query))["group"] == "1"


def test_an_item_opens_its_group_and_another_item_another_one() -> None:
    app = launch("coders", corpus="moonstone", item="ch8")
    expected = set(sample("moonstone")["ch8"].coders)
    assert set(cards(app)) == expected == {f"an{n}" for n in range(5, 11)}
    view = UrlState(corpus="moonstone", item="ch8", group=1)
    assert "group=1" in view.href("coders")
    assert "group" not in view.item_href("ch1")
    # What is asked for counts more.
    assert set(cards(launch("coders", corpus="moonstone", item="ch8", group="1"))) == {
        f"an{n}" for n in range(1, 5)
    }


def test_a_group_is_renamed_everywhere_and_two_groups_never_have_one_name() -> None:
    place = saved(b"item,coder,masses\nx,ann,2 3\nx,bob,3 2\ny,cy,2 4\ny,dan,4 2\n")
    app = launch("coders", corpus=place, group="2")
    (box,) = app.text_input
    assert (box.value, box.placeholder) == ("", "cy-dan")
    box.set_value("Students").run()
    assert app.query_params["groups"] == "cy\nStudents"
    (choice,) = [box for box in app.selectbox if box.label == "Coder group"]
    assert choice.options[1] == "Students (2 coders)"
    everywhere = launch("overview", corpus=place, groups="cy\nStudents")
    assert "Group Students" in json.dumps(components(everywhere))
    app.query_params["group"] = "1"
    app.run()
    app.text_input[0].set_value("Students").run()
    assert "There is another group Students" in texts(app)
    assert app.query_params["groups"] == "cy\nStudents"
    app.query_params["group"] = "2"
    app.run()
    app.text_input[0].set_value("").run()
    assert "groups" not in app.query_params


def test_the_matrix_names_the_pairs_of_the_cards_whatever_the_similarity() -> None:
    app = launch("coders", corpus="moonstone", similarity="b")
    said = texts(app)
    assert ", kappa(), pooled over items" in said
    assert "0 is what two coders reach by chance" in said
    corpus = sample("moonstone").select(items=["ch1", "ch3", "ch4", "ch11"])
    pairs = kappa_matrix(corpus).pairs
    for which, most, (pair, value, _) in [
        ("least", "least", pairs[0]),
        ("most", "Most", pairs[-1]),
    ]:
        assert f"{pair[0]} and {pair[1]} agree {which} (κ {value:.2f}" in said
        (line,) = (one for one in cards(app)[pair[0]]["lines"] if one["label"] == "Agreement")
        assert f"{most} with {pair[1]} ({value:.2f})" in line["text"]
    assert f"Where {' and '.join(pairs[0].coders)} differ most" in said


def test_only_a_pair_asked_for_is_taken_to_the_coders() -> None:
    """The way to Coders from elsewhere leaves the pair behind; within Coders it stays."""
    view = UrlState(corpus="moonstone", item="ch1", a="an2", b="an3", place=4)
    assert dict(parse_qsl(urlsplit(view.coders_href()).query)) == {
        "corpus": "moonstone",
        "item": "ch1",
        "place": "4",
    }

    def to_coders(name: str) -> str:
        entries = navigation_links(view, page_at(name), sample("moonstone"))
        (found,) = (one.href for entry in entries for one in entry.pages if one.text == "Coders")
        return found

    assert to_coders("item") == view.coders_href()
    assert to_coders("coders") == view.href("coders")
    app = launch("coders", corpus="moonstone", a="an2", b="an3", group="1")
    assert "Where an2 and an3 differ most" in texts(app)
    assert not any(card["chosen"] for card in cards(app).values())
    # A coder alone opens at the card.
    app = launch("coders", corpus="moonstone", a="an2", group="1")
    assert [card["name"] for card in cards(app).values() if card["chosen"]] == ["an2"]
    (pairs,) = [one for one in app.expander if one.label.startswith("Pairs of coders")]
    assert not pairs.proto.expanded


def test_the_pair_who_agree_least_have_a_frame() -> None:
    matrix = coder_matrix(Corpus.from_masses(BY_HAND), "s")
    frames = json.loads(matrix_figure(matrix).to_json())["layout"]["shapes"]
    order = [matrix.coders[place] for place in matrix.order]
    framed = {
        (order[round((f["x0"] + f["x1"]) / 2)], order[round((f["y0"] + f["y1"]) / 2)])
        for f in frames
    }
    assert framed == {("x", "z"), ("z", "x")}


@pytest.mark.parametrize(("key", "end"), [("s", "zmin"), ("pk", "zmax")])
def test_no_pair_has_the_shade_of_the_ground(key: str, end: str) -> None:
    matrix = coder_matrix(sample("moonstone").select(items=["ch1", "ch3", "ch4", "ch11"]), key)
    shades = json.loads(matrix_figure(matrix).to_json())["data"][0]
    values = [value for row in shades["z"] for value in row if value is not None]
    assert shades[end] < min(values) if end == "zmin" else shades[end] > max(values)


def test_what_would_help_most_stands_beside_planning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("segmetrics.coding_model.what_would_help.MOST", FEWEST)
    app = launch("coders", corpus="stargazer")
    for button in app.button:
        if "what would help" in button.label:
            app = button.click().run()
    found = what_would_help(SAMPLES["stargazer"].read().corpus or sample("moonstone"))
    said = texts(app)
    assert all(one in said for one in found.words)
    rows = table(app, "What each change would do")["rows"]
    assert [row["cells"][0]["text"] for row in rows] == [
        capital(one.words) for one in found.changes if one.what in TRAINED
    ]
    assert rows[0]["cells"][1]["text"] == signed_short(found.changes[0].corrected.change)


def test_why_nothing_can_be_simulated_is_said_once() -> None:
    two = "item,coder,masses\n" + "".join(f"i{n},x,3 {n}\ni{n},y,{n} 3\n" for n in range(2, 9))
    said = texts(launch("coders", two.encode()))
    assert said.count("What would help cannot be simulated: two coders") == 1


@pytest.mark.parametrize(
    ("coder", "page", "goes"),
    [("nobody", "item", False), ("nobody", "rounds", True), ("lou", "item", True)],
)
def test_who_is_looked_at_goes_to_rounds_that_all_have_the_coder(
    coder: str, page: str, goes: bool
) -> None:
    view = UrlState(corpus="interviews", who=(coder, "earlier"))
    entries = navigation_links(view, page_at(page), sample("interviews"))
    ways = {link.text: link.href for entry in entries for link in entry.pages}
    assert ("who=" in ways["Over time"]) is goes
    assert "who=" in ways["Heat maps"]
