"""How reliable a corpus and its items are, on the pages Agreement and Item."""

from __future__ import annotations

from typing import Any, get_args
from urllib.parse import parse_qsl, urlsplit

import pytest

from segmetrics import Corpus
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.dashboard.frame import computations, jobs
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import agreement_view, reliability_view
from segmetrics.dashboard.server import tasks
from segmetrics.number_formats import short
from segmetrics.reliability.chance import chance
from segmetrics.reliability.chance_verdicts import VERDICT_WORDS
from segmetrics.reliability.decision_intervals import decision_intervals
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import IntervalOptions, Over
from segmetrics.reliability.reliability_table import (
    ReliabilityRow,
    ReliabilityTable,
    reliability_of,
)
from segmetrics.reliability.shuffling import NULLS, ChanceOptions
from tests.support.figures import buttons, moonstone
from tests.support.pages import components, launch, table, texts

ALONE = b"item,coder,masses\nch1,ann,3 4\nch2,ann,2 5\n"
GAPS = b"item,coder,masses\na,x,2 2\na,y,1 3\nb,x,2 2\nb,y,4\nb,z,3 1\nc,y,3 1\nc,z,2 2\nd,z,1 3\n"


def column(found: dict[str, Any], heading: str) -> list[str]:
    """Return the texts of a column."""
    place = [one["text"] for one in found["columns"]].index(heading)
    return [row["cells"][place]["text"] for row in found["rows"]]


def links(app: Any) -> list[str]:
    """Return the texts of all links."""
    return [link["text"] for data in components(app) for link in data.get("links", ())]


def test_the_first_table_is_about_chance_and_the_papers_coefficients_follow() -> None:
    app = launch("agreement", corpus="moonstone")
    captions = [data["caption"] for data in components(app) if "caption" in data]
    assert captions[0].startswith("Reliability")
    assert captions[1].startswith("Agreement")
    found = table(app, "Reliability")
    headings = [(one["text"], one.get("sub")) for one in found["columns"]]
    assert headings == [
        ("Item", None),
        ("Verdict", None),
        ("R", "S"),
        ("p", None),
        ("α", None),
        ("π*", "B"),
        ("Coders", None),
        ("Units", None),
    ]
    assert [row["level"] for row in found["rows"]] == ["item"] * 8 + ["group"] * 2 + ["corpus"]


def test_verdicts_and_r_are_those_of_the_library_with_their_intervals() -> None:
    judged = reliability_of(moonstone())
    around = intervals(moonstone(), chance=judged.chance)
    found = table(launch("agreement", corpus="moonstone"), "Reliability")
    for row, one, ends in zip(found["rows"], judged.rows, around.rows, strict=True):
        verdict, corrected, p, alpha, over_b = row["cells"][1:6]
        assert one.verdict is not None
        assert verdict["text"] == VERDICT_WORDS[one.verdict]
        assert [float(cell["text"]) for cell in (corrected, p, alpha, over_b)] == pytest.approx(
            [one.corrected, one.corrected_p, one.alpha, one.pi_star_b], abs=5e-5
        )
        assert corrected["range"] == f"{short(ends.corrected.low)} to {short(ends.corrected.high)}"
        assert corrected["bar"] == one.corrected


def test_the_first_sentence_says_r_and_which_items_are_not_beyond_chance() -> None:
    said = texts(launch("agreement", corpus="moonstone"))
    start = "Coders agree beyond chance: R = 0.32, the mean of 2 coder groups (p = 0.0010)."
    assert f"{start} For other coders and other items R lies between 0.18 and 0.44." in said
    assert "7 of 8 items agree beyond chance; 1 cannot be told from chance: ch1." in said
    assert "The lowest R is that of ch1: 0.14." in said


def test_intervals_for_other_items_alone_are_a_choice_that_the_page_names() -> None:
    app = launch("agreement", corpus="moonstone", over="items")
    judged = reliability_of(moonstone())
    options = IntervalOptions(over="items")
    ends = intervals(moonstone(), None, options, chance=judged.chance).corpus.corrected
    cell = table(app, "Reliability")["rows"][-1]["cells"][2]
    assert cell["range"] == f"{short(ends.low)} to {short(ends.high)}"
    assert "other items, same coders" in texts(app)
    (choice,) = [one for one in app.button_group if "for" in one.label]
    choice.set_value("coders and items").run()
    assert "over" not in app.query_params
    assert "other coders and other items" in texts(app)


@pytest.mark.parametrize(
    ("sort", "first"),
    [
        ("", "ch1"),
        ("corrected", "ch1"),
        ("-corrected", "ch2"),
        ("-corrected_p", "ch1"),
        ("verdict", "ch1"),
        ("pi_star", "ch1"),
        ("-pi_star", "ch10"),
        ("-mass", "ch11"),
        ("no such column", "ch1"),
    ],
)
def test_one_sort_orders_both_tables(sort: str, first: str) -> None:
    app = launch("agreement", corpus="moonstone", sort=sort)
    orders = [column(table(app, caption), "Item") for caption in ("Reliability", "Agreement")]
    assert orders[0] == orders[1]
    assert orders[0][0] == first


def judged_as(**verdicts: Any) -> ReliabilityTable:
    """Make a table of items with a verdict and R each."""
    rows = tuple(
        ReliabilityRow("item", name, r, 0.5, 0.5, r, r, verdict, {})
        for name, (verdict, r) in verdicts.items()
    )
    found = reliability_of(Corpus.from_masses({name: {"x": [2, 2], "y": [4]} for name in verdicts}))
    return ReliabilityTable(
        rows, found.groups, found.corpus, found.chance, found.options, found.shuffling
    )


def test_by_verdict_what_needs_work_comes_first() -> None:
    found = judged_as(
        well=("well_beyond_chance", 0.6),
        none=(None, None),
        short=("too_short", 0.5),
        beyond=("beyond_chance", 0.2),
        better=("not_distinguishable", 0.3),
        worse=("not_distinguishable", 0.1),
    )
    corpus = Corpus.from_masses({row.item: {"x": [2, 2], "y": [4]} for row in found.items})
    rows = agreement_view.rows_on_page(agreement(corpus), UrlState(sort="verdict"), found=found)
    names = [one.row.item for one in rows if one.row.level == "item"]
    assert names == ["worse", "better", "short", "beyond", "well", "none"]
    assert agreement_view.items_in_words(found) == (
        "2 of 5 items agree beyond chance; 2 cannot be told from chance: better, worse; "
        "1 too short to say: short. 1 without a value."
    )


@pytest.mark.parametrize("page", ["agreement", "item"])
@pytest.mark.parametrize("column_of", ["corrected", "corrected_p"])
def test_r_and_p_open_with_what_was_observed_and_shuffled(page: str, column_of: str) -> None:
    app = launch(page, corpus="moonstone", item="ch1", number=f"{column_of} item ch1")
    rows = table(app, "What was counted")["rows"]
    cells = [[cell["text"] for cell in row["cells"]] for row in rows]
    counts = {name: float(number.replace(",", "")) for name, number in cells}
    row = chance(moonstone()).items[0]
    assert counts["Observed agreement of the coders, A"] == pytest.approx(row.observed, abs=1e-6)
    assert counts["Agreement of shuffled coders, M"] == pytest.approx(row.shuffled, abs=1e-6)
    assert "sizes of their segments, in random order" in texts(app)
    if column_of == "corrected":
        assert "Interval: -0.5992 to 0.8816" in texts(app)
        return
    above = counts["Those that agree at least as much as the coders, H"]
    assert (1 + above) / (1 + counts["Shuffles, B"]) == pytest.approx(row.p)


def test_numbers_open_on_the_item_page() -> None:
    app = launch("item", corpus="moonstone", item="ch3")
    (row,) = table(app, "Reliability of ch3")["rows"]
    hrefs = [cell["href"] for cell in row["cells"] if cell.get("opens")]
    assert [dict(parse_qsl(urlsplit(one).query))["number"] for one in hrefs] == [
        "corrected item ch3",
        "corrected_p item ch3",
        "alpha item ch3",
        "b.pi_star item ch3",
    ]


@pytest.mark.parametrize(
    ("item", "said", "but"),
    [
        ("ch1", "Not distinguishable from chance: R = 0.14 [-0.60, 0.88].", "not proof"),
        ("ch2", "Agrees well beyond chance: R = 0.56 [0.36, 0.76].", "A habit that coders share"),
    ],
)
def test_the_item_page_says_the_verdict_and_what_it_does_not_prove(
    item: str, said: str, but: str
) -> None:
    found = texts(launch("item", corpus="moonstone", item=item))
    assert said in found
    assert but in found


def test_without_two_coders_the_pages_say_why_there_is_no_verdict() -> None:
    app = launch("agreement", ALONE)
    assert "agreement needs two coders of the same item" in texts(app)
    assert column(table(app, "Reliability"), "Verdict") == ["undefined"] * 4
    assert not any("What differs" in text for text in links(app))
    assert "No verdict: one coder only" in texts(launch("item", ALONE))


def test_with_gaps_both_tables_have_a_row_for_each_item() -> None:
    app = launch("agreement", GAPS)
    assert column(table(app, "Reliability"), "Item")[:4] == ["a", "b", "c", "d"]
    assert column(table(app, "Agreement"), "Item")[:4] == ["a", "b", "c", "d"]
    assert "1 without a value" in texts(app)


def test_where_shuffling_takes_too_long_the_papers_table_stands_and_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computations, "seconds_of_shuffling", lambda *_: 1e6)
    app = launch("agreement", corpus="moonstone")
    assert [one.value.startswith("Agreement beyond chance would take") for one in app.error] == [
        True
    ]
    assert len(table(app, "Agreement")["rows"]) == 11
    assert "2 coder groups." in texts(app)
    assert launch("item", corpus="moonstone").title[0].value == "ch1"
    assert launch("heat_maps", corpus="moonstone", order="reliability")


def test_what_takes_long_waits_for_a_click_and_the_papers_table_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computations, "seconds_of_shuffling", lambda *_: jobs.PATIENT + 1)
    app = launch("agreement", corpus="moonstone")
    assert buttons(app) == ["Compute agreement beyond chance"]
    assert len(table(app, "Agreement")["rows"]) == 11
    app.button[0].click().run()
    assert len(table(app, "Reliability")["rows"]) == 11
    assert buttons(app) == []


def test_more_coefficients_stand_in_a_section_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(tasks, "chance")
    app = launch("agreement", corpus="moonstone")
    app.session_state["more coefficients"] = True
    app.run()
    headings = [one["text"] for one in table(app, "More coefficients")["columns"]]
    assert headings == ["Coder group", "Fleiss' κ", "AC1", "Majority", "Mean κ", "Mean K"]


@pytest.mark.parametrize("over", get_args(Over))
def test_more_coefficients_have_intervals_where_the_page_shows_them(over: Over) -> None:
    around = decision_intervals(moonstone(), IntervalOptions(over=over)).groups
    app = launch("agreement", corpus="moonstone", intervals="shown", over=over)
    app.session_state["more coefficients"] = True
    app.run()
    found = table(app, "More coefficients")
    for row, ends in zip(found["rows"], around, strict=True):
        ranges = [cell.get("range") for cell in row["cells"]]
        expected = [f"{short(one.low)} to {short(one.high)}" for one in (ends.fleiss, ends.ac1)]
        assert ranges == [None, *expected, None, None, None]
        assert row["cells"][3]["title"].startswith("the majority may jump")
    hidden = launch("agreement", corpus="moonstone", intervals="hidden")
    hidden.session_state["more coefficients"] = True
    hidden.run()
    cells = [cell for row in table(hidden, "More coefficients")["rows"] for cell in row["cells"]]
    assert not any(cell.get("range") or cell.get("title") for cell in cells)


def test_an_item_that_shares_no_more_than_its_ends_is_named() -> None:
    """All begin after the first unit and end before the last; between they place at random."""
    inner = [[3, 9, 4, 7, 5], [7, 4, 5, 9, 3], [9, 5, 3, 4, 7], [4, 7, 9, 3, 5]]
    corpus = Corpus.from_masses(
        {"habit": {f"c{place}": [1, *sizes, 1] for place, sizes in enumerate(inner)}}
    )
    found = {null: chance(corpus, None, ChanceOptions(null=null)) for null in NULLS}
    said = " ".join(reliability_view.chance_in_words(corpus, agreement(corpus), found))
    assert "Beyond chance by sizes, but not with the first and last segment kept" in said
    assert "in place: habit." in said


@pytest.mark.parametrize("similarity", ["s", "b"])
def test_the_item_page_waits_for_one_click_and_not_twice_for_the_same(
    monkeypatch: pytest.MonkeyPatch, similarity: str
) -> None:
    """Its reasons are about S, whatever the similarity of the page."""
    monkeypatch.setattr(computations, "seconds_of_shuffling", lambda *_: jobs.PATIENT + 1)
    app = launch("item", corpus="moonstone", similarity=similarity)
    asked = buttons(app)
    assert asked == ["Compute agreement beyond chance"] * (1 if similarity == "s" else 2)
    for _ in asked:
        app.button[0].click().run()
        assert not app.exception
    assert buttons(app) == []
    assert table(app, "Reliability of ch1")["rows"]
    assert "1 - S = " in texts(app)
