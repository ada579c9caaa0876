"""The trail says where one is, and what is chosen stays over all pages."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus
from segmetrics.adjudication.differing_places import Differences, Differing
from segmetrics.boundary_marks import UNCERTAIN
from segmetrics.corpus import Item
from segmetrics.dashboard.frame.derivation_links import Opens, number_key, pair_key
from segmetrics.dashboard.frame.navigation_links import trail_parts
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus
from segmetrics.dashboard.frame.settings_drawer import changed, recommended, settings_of, summary
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results.differences_view import (
    difference_links,
    difference_table,
    differences_in_words,
)
from segmetrics.dashboard.results.item_words import marked_by
from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.derivations.latex_formulas import aligned
from segmetrics.segmentation import Segmentation
from tests.support.known import known
from tests.support.pages import components, launch, table, texts

TWO_GROUPS = Corpus.from_masses(
    {"one": {"ann": [3, 4], "bob": [2, 5]}, "two": {"cy": [5], "dee": [1, 4]}}
)
FOUND = SelectedCorpus(key="upload", title="Codings")
CHOSEN = {"item": "ch1", "a": "an1", "b": "an2", "place": "5", "n": "3", "convention": "published"}
OF_CORPUS = [info for info in PAGES if info.of_corpus and info.name != "import" and not info.alone]


def query(href: str) -> dict[str, str]:
    return {name: found[0] for name, found in parse_qs(urlsplit(href).query).items()}


def navigation(app: AppTest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(app.get("bidi_component")[0].proto.json)
    return found


def parts(view: UrlState, address: str) -> list[str]:
    return [part.text for part in trail_parts(view, address, FOUND, TWO_GROUPS)]


ALL_CHOSEN = UrlState(corpus="upload", item="two", a="cy", b="dee", place=3, group=2, n=4)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("", []),
        ("data", []),
        ("heatmaps", []),
        ("share", []),
        ("item", ["two", "cy and dee", "before unit 4"]),
        ("decide", ["two", "before unit 4"]),
        ("compare", ["two", "before unit 4"]),
        ("coders", ["group cy-dee", "cy and dee"]),
    ],
)
def test_the_trail_names_what_a_page_is_about_and_nothing_else(
    address: str, shown: list[str]
) -> None:
    assert parts(ALL_CHOSEN, address) == ["Codings", *shown]


def test_what_is_not_of_the_corpus_is_no_part() -> None:
    assert parts(UrlState(item="three", place=2), "item") == ["Codings"]
    assert parts(UrlState(item="one", place=7), "item") == ["Codings", "one"]
    assert parts(UrlState(a="ann", b="cy"), "item") == ["Codings"]
    assert parts(UrlState(group=9), "coders") == ["Codings"]
    nothing = trail_parts(UrlState(item="one"), "item", FOUND, None)
    assert [part.text for part in nothing] == ["Codings"]


def test_each_part_leads_to_what_it_names() -> None:
    view = ALL_CHOSEN
    corpus, item, pair, place = trail_parts(view, "item", FOUND, TWO_GROUPS)
    assert corpus.href == view.href("data")
    assert item.href == view.href("item", place=None)
    assert pair.href == view.href("coders")
    assert place.href == view.href("item")
    _, group, _ = trail_parts(view, "coders", FOUND, TWO_GROUPS)
    assert group.href == view.href("coders", a=None, b=None)


def test_the_drawer_says_n_the_similarity_and_what_is_not_as_recommended() -> None:
    def said(unit: str = "unit", **settings: Any) -> str:
        view = UrlState(**settings)
        return summary(view, settings_of(view, TWO_GROUPS), unit)

    assert said() == "S, near misses 1 unit apart (n = 2)"
    assert said("story", n=3) == "S, near misses up to 2 stories apart (n = 3)"
    assert (
        said(similarity="b", n=4, convention="published")
        == "B, near misses up to 3 units apart (n = 4), chance as published"
    )
    assert said(over="items") == "S, near misses 1 unit apart (n = 2), intervals for other items"
    assert (
        said(intervals="hidden", over="items")
        == "S, near misses 1 unit apart (n = 2), no intervals"
    )
    assert (
        said(uncertain="ignore")
        == "S, near misses 1 unit apart (n = 2), without uncertain boundaries"
    )


def test_the_drawer_of_recordings_has_the_settings_of_recordings_alone() -> None:
    film = Corpus.from_times({"film": {"ann": [12.5], "bob": [13.1]}}, durations={"film": 60})
    names = settings_of(UrlState(), film)
    assert not set(names) & set(settings_of(UrlState(), TWO_GROUPS))
    assert summary(UrlState(n=4, similarity="b"), names, film.unit) == "within 3 s"
    view = UrlState(tolerance=0.5, null="shuffled gaps", trim_end=20.0, n=4)
    said = "within 0.5 s, chance by shuffled gaps, without the last 20 s"
    assert summary(view, names, film.unit) == said
    assert recommended(view, names) == UrlState(n=4)


def test_a_place_of_a_recording_is_a_time() -> None:
    film = Corpus.from_times({"film": {"ann": [12.5], "bob": [13.1]}}, durations={"film": 90})
    view = UrlState(item="film", place=65_250)
    *_, place = trail_parts(view, "item", FOUND, film)
    assert place.text == "1:05.3"


def test_the_recommended_settings_take_all_back_and_nothing_else() -> None:
    view = UrlState(corpus="moonstone", item="ch1", n=4, width="boundaries", order="length")
    names = settings_of(view, TWO_GROUPS)
    assert changed(view, names) == ["n", "width"]
    assert recommended(view, names) == UrlState(corpus="moonstone", item="ch1", order="length")


def test_uncertain_boundaries_are_a_setting_where_there_are_some() -> None:
    marked = Segmentation(5, (2,), types=(frozenset({UNCERTAIN}),))
    corpus = Corpus((Item("i", {"a": marked, "b": Segmentation(5, (), types=())}),))
    assert "uncertain" in settings_of(UrlState(), corpus)
    assert "uncertain" not in settings_of(UrlState(), TWO_GROUPS)
    assert "uncertain" in settings_of(UrlState(uncertain="ignore"), TWO_GROUPS)


def test_a_setting_holds_on_every_page_until_the_recommended_ones_are_taken() -> None:
    app = launch("item", corpus="moonstone")
    assert not [one for one in app.button if "recommended" in one.label]
    app.slider(key="pick n").set_value(5).run()
    hrefs = [page["href"] for one in navigation(app)["sections"] for page in one["pages"]]
    assert {query(href)["n"] for href in hrefs} == {"5"}
    (back,) = [one for one in app.button if "recommended" in one.label]
    back.click().run()
    assert "n" not in app.query_params


@pytest.mark.parametrize("info", OF_CORPUS, ids=lambda info: info.name)
def test_no_link_of_a_page_drops_what_is_chosen(info: Any) -> None:
    """But for those to another item or pair, and those to Coders."""
    app = launch(info.name, None, corpus="moonstone", **CHOSEN)
    shown = navigation(app)
    for one in (link for section in shown["sections"] for link in section["pages"]):
        kept = dict(CHOSEN)
        if one["text"] == "Coders" and info.name != "coders":
            kept = {name: value for name, value in kept.items() if name not in ("a", "b")}
        assert query(one["href"]).items() >= kept.items(), one
    settings = {"n": "3", "convention": "published"}
    for element in app.get("bidi_component")[1:]:
        data = json.loads(element.proto.json)
        hrefs = [link["href"] for link in data.get("links", ())]
        hrefs += [data["href"]] if isinstance(data.get("href"), str) else []
        for row in data.get("rows", ()):
            if isinstance(row, dict):
                hrefs += [cell["href"] for cell in row.get("cells", ()) if cell.get("href")]
        for href in hrefs:
            if href.startswith("#"):
                continue
            kept = query(href)
            assert kept.items() >= settings.items(), href
            if urlsplit(href).path == "./coders":
                continue
            if kept.get("item") == "ch1" and kept.get("corpus", "moonstone") == "moonstone":
                assert {"a", "b"} <= kept.keys(), href


def entries(app: AppTest) -> dict[str, list[str]]:
    sections = navigation(app)["sections"]
    return {one["text"]: [page["text"] for page in one["pages"]] for one in sections}


def test_the_navigation_has_six_sections_and_a_menu() -> None:
    assert entries(launch("overview")) == {
        "Projects": ["Projects"],
        "Data": ["Data"],
        "Results": ["Overview", "Heat maps", "Item", "Coders"],
        "Decide": ["Decide"],
        "Rounds": ["Over time", "Compare two"],
        "Share": ["Share"],
        "Learn": ["Tour", "Laboratory", "Metrics", "Reproduce"],
    }
    assert [one["menu"] for one in navigation(launch("item"))["sections"]] == [False] * 6 + [True]


def test_segmenters_have_an_entry_where_a_coder_is_automatic() -> None:
    known = entries(launch("overview", None, corpus="moonstone", automatic="an1"))
    assert known["Results"][-1] == "Segmenters"
    assert "Segmenters" in entries(launch("segmenters"))["Results"]
    assert "Segmenters" not in entries(launch("item", None, corpus="moonstone"))["Results"]


def test_the_item_page_says_in_the_trail_what_it_shows_unasked() -> None:
    trail = components(launch("item", corpus="moonstone"))[1]["trail"]
    assert [part["text"] for part in trail] == ["The Moonstone", "ch1", "an1 and an2"]


def test_an_item_keeps_its_place_and_another_does_not() -> None:
    view = UrlState(item="ch1", place=4, start=2)
    assert query(view.item_href("ch1")) == {"item": "ch1", "place": "4", "start": "2"}
    assert query(view.item_href("ch2")) == {"item": "ch2"}


def test_another_corpus_keeps_the_settings_alone() -> None:
    view = UrlState(item="ch1", a="an1", b="an2", place=4, group=2, n=4, metric="b", number="x")
    assert query(view.of_corpus("stargazer").href("")) == {
        "corpus": "stargazer",
        "n": "4",
        "metric": "b",
    }


def test_the_papers_table_marks_the_chosen_item_and_leads_back() -> None:
    app = launch("overview", face="reviewer", corpus="moonstone", item="ch3", place="4")
    rows = table(app, "Agreement of items")["rows"]
    assert [row["cells"][0]["text"] for row in rows if row["chosen"]] == ["ch3"]
    hrefs = {row["cells"][0]["text"]: row["cells"][0].get("href", "") for row in rows}
    assert "place=4" in hrefs["ch3"]
    assert "place" not in hrefs["ch1"]


def test_every_number_of_the_overview_opens() -> None:
    app = launch("overview", face="reviewer", corpus="moonstone")
    for row in table(app, "Agreement of items")["rows"]:
        assert all(cell.get("opens") for cell in row["cells"][1:])
    app = launch("overview", corpus="moonstone")
    for row in table(app, "Coder groups")["rows"]:
        assert all(cell.get("opens") for cell in row["cells"][2:])
    (items,) = [data for data in components(app) if "strips" in data]
    assert [one["opens"] for one in items["columns"]] == [
        *("corrected item ", "alpha item ", "b.pi_star item ")
    ]


def test_links_that_open_numbers_hold_the_view() -> None:
    opens = Opens(UrlState(corpus="moonstone", n=3), "")
    assert query(opens.href(number_key("bias", "item", "ch 1&2"))) == {
        "corpus": "moonstone",
        "n": "3",
        "number": "bias item ch 1&2",
    }
    assert (
        query(Opens(UrlState(), "item").href(pair_key("s", "a", "b", "i")))["number"]
        == "s pair a\nb\ni"
    )


def test_formulas_stand_line_below_line() -> None:
    assert aligned("x = y", "1 + 1", "2.0000").count("&=") == 3
    assert aligned(r"1 - p", "", "0.5000").count("&=") == 1
    assert aligned("C", "4", "4").count("4") == 1


# Disagreements


def fig_nine() -> list[dict[str, Any]]:
    app = launch("item", corpus="moonstone", item="ch1", place="2")
    rows: list[dict[str, Any]] = table(app, "Disputed places")["rows"]
    return rows


def test_disagreements_come_in_order_of_cost() -> None:
    """Chapter 1 of Figure 9: an1 11 2, an2 2 1 7 2 1, an3 9 4, an4 2 8 2 1; counted by hand.

    Three answer 9 or 10: near misses of an3 with an2 and an4, at 10 and 11 of those with an1, and
    one full miss of an3 at 9. Three answer 11 or 12: an1 misses an3 at 11, and each of an2 and an4
    misses an1 and an3 at 12. After unit 2, an2 and an4 stand against an1 and an3; after 3,
    an2 alone against three. These are all 17. At the first two, an1 and an3 are in three each.
    """
    rows = [[cell["text"] for cell in row["cells"]] for row in fig_nine()]
    assert rows == [
        ["before paragraph 10 or 11", "5", "an2, an3, an4", "an1, an3"],
        ["before paragraph 12 or 13", "5", "an1, an2, an4", "an1, an3"],
        ["before paragraph 3", "4", "an2, an4", "all alike"],
        ["before paragraph 4", "3", "an2", "an2"],
    ]
    assert [row["chosen"] for row in fig_nine()] == [False, False, True, False]


def one(
    first: int,
    cost: float,
    pairs: tuple[tuple[str, str], ...] = (("x", "y"),),
    *,
    disputed: bool = True,
) -> Differing:
    a, b = pairs[0]
    both = frozenset(map(frozenset, pairs))
    return Differing(
        place=first,
        places=(first,),
        disputed=disputed,
        cost=cost,
        edits=len(pairs),
        marked=(a,),
        unmarked=(b,),
        coder=a,
        other=b,
        most=(a,),
        pairs=both,
    )


def test_links_step_through_disagreements_in_order_of_cost() -> None:
    found = Differences([one(7, 3.0), one(2, 2.0), one(9, 1.0)])
    (first,) = difference_links(found, UrlState(item="i"), 1)
    assert first.text == "The most disputed place →"
    assert query(first.href) == {"item": "i", "place": "7", "a": "x", "b": "y"}
    before, after, coder = difference_links(found, UrlState(item="i", place=2), 3)
    assert (before.text, after.text) == ("← before unit 8", "before unit 10 →")
    assert coder.text == "x differs most here. Compare x and y on all items →"
    assert query(coder.href) == {"item": "i", "place": "2", "a": "x", "b": "y", "group": "3"}
    assert len(difference_links(found, UrlState(item="i", place=9), 1)) == 2


def test_of_several_who_differ_most_the_link_names_those_who_are_listed() -> None:
    several = replace(one(7, 3.0, (("x", "y"), ("z", "y"))), most=("x", "z"), unmarked=("y", "q"))
    *_, coders = difference_links(Differences([several]), UrlState(item="i", place=7), 1)
    assert coders.text == "Several differ equally here. Compare x and z on all items →"
    assert query(coders.href) == {"item": "i", "place": "7", "a": "x", "b": "z", "group": "1"}
    _, (row,) = difference_table(Differences([several]), UrlState(item="i"), 1)
    assert row.cells[3].text == "x, z"
    assert {query(known(row.cells[3].href))[name] for name in "ab"} == {"x", "z"}


def test_the_pair_stays_where_the_two_differ() -> None:
    found = Differences([one(7, 3.0, (("x", "y"), ("z", "y")))])
    kept, changed = (
        query(difference_links(found, UrlState(item="i", a=a, b="y"), 1)[0].href) for a in "zq"
    )
    assert (kept["a"], kept["b"]) == ("z", "y")
    assert (changed["a"], changed["b"]) == ("x", "y")


def test_the_place_that_is_shown_is_among_the_listed() -> None:
    found = Differences([one(place, 30.0 - place) for place in range(1, 20)])
    _, rows = difference_table(found, UrlState(item="i", place=15), 1)
    assert [row.cells[0].text for row in rows if row.chosen] == ["before unit 16"]
    assert len(rows) == 9


def test_of_many_coders_those_are_named_who_are_fewer() -> None:
    many = [f"c{number}" for number in range(9)]
    assert marked_by(many[:2], many[2:]) == "c0, c1"
    assert marked_by(many[1:], many[:1]) == "all but c0"
    assert marked_by(many, []) == "all 9 coders"
    assert marked_by(many, [f"d{n}" for n in range(9)]) == "c0, c1, c2, c3, c4, c5 and 3 more"


def said(*found: Differing, corpus: Corpus) -> str:
    return differences_in_words(Differences(found), corpus, corpus.items[0])


def test_what_is_disputed_and_what_differs_otherwise_is_said() -> None:
    assert said(corpus=TWO_GROUPS) == "All coders agree at every place."
    assert said(one(1, 2.0), corpus=TWO_GROUPS).startswith("1 disputed place, 1 disagreement ")
    both = said(one(1, 2.0), one(4, 1.0), corpus=TWO_GROUPS)
    assert both == "2 disputed places, 2 disagreements between pairs of coders."
    machine = Corpus(TWO_GROUPS.items, automatic=("bob",))
    assert said(one(1, 2.0, disputed=False), corpus=machine) == (
        "No disputed place, 1 disagreement between pairs of coders. "
        "At 1 more place coders differ only with bob, who has no vote."
    )
    labels = Segmentation(4, (2,), types=(frozenset({"a"}),))
    typed = Corpus((Item("i", {"x": labels, "y": labels}),))
    assert said(one(1, 2.0), one(2, 1.0, disputed=False), corpus=typed).endswith(
        "At 1 more place coders differ only in labels."
    )


def test_coders_with_exactly_the_same_boundaries_are_named() -> None:
    same, few = Segmentation(9, (1, 2, 4, 6, 8)), Segmentation(9, (1, 2, 4, 6))
    codings = {"x": same, "y": few, "z": same, "w": few}
    assert said(one(8, 4.0), corpus=Corpus((Item("i", codings),))) == (
        "1 disputed place, 1 disagreement between pairs of coders. "
        "x and z have exactly the same 5 boundaries."
    )


def test_an_opened_number_says_its_interval_once_that_is_computed() -> None:
    app = launch("overview", corpus="moonstone")
    app.query_params["number"] = "pi_star item ch1"
    app.run()
    assert not app.exception
    assert "Interval: 0.62" in texts(app)
    assert "of items for other coders" in texts(app)
    app.query_params["number"] = "b.pi_star item ch1"
    app.run()
    assert "No interval: it would be too wide to tell anything" in texts(app)
    app.query_params["number"] = "b.pi_star item ch2"
    app.run()
    assert "Interval: 0.23" in texts(app)
    app.query_params["number"] = "coders item ch1"
    app.run()
    assert "nterval: " not in texts(app)
