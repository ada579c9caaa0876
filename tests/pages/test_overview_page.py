"""How reliable a corpus and its items are, on the pages Agreement and Item."""

from __future__ import annotations

import base64
import itertools
import json
import random
import re
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, get_args
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from segmetrics import Corpus, sample
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.dashboard.components.item_list_component import strips_of
from segmetrics.dashboard.frame import jobs
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import item_words as words
from segmetrics.dashboard.results import overview_view, reliability_view
from segmetrics.dashboard.server import tasks
from segmetrics.number_formats import DASH, p_value, short
from segmetrics.plots.binning import CELLS
from segmetrics.reliability.chance import chance
from segmetrics.reliability.chance_verdicts import VERDICT_WORDS
from segmetrics.reliability.decision_intervals import decision_intervals
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import TOO_WIDE, IntervalOptions, Over
from segmetrics.reliability.panel_average import panel_average
from segmetrics.reliability.reliability_table import (
    ReliabilityRow,
    ReliabilityTable,
    needs_work_first,
    reliability_of,
)
from segmetrics.reliability.shuffling import NULLS, ChanceOptions
from segmetrics.reproduction.open_corpora import open_corpora
from tests.support.figures import buttons
from tests.support.known import known
from tests.support.pages import column, components, launch, links, opened, seen, table, texts

ALONE = b"item,coder,masses\nch1,ann,3 4\nch2,ann,2 5\n"
GAPS = b"item,coder,masses\na,x,2 2\na,y,1 3\nb,x,2 2\nb,y,4\nb,z,3 1\nc,y,3 1\nc,z,2 2\nd,z,1 3\n"


def listed(app: Any) -> dict[str, Any]:
    """Return what the list of items shows."""
    (found,) = [data for data in components(app) if "strips" in data]
    return found


def in_list(app: Any) -> list[str]:
    """Return the names of the items in the order of the list."""
    found = listed(app)
    return [found["names"][place] for place in found["order"]]


def test_who_marks_twice_as_often_is_told_beside_who_is_late() -> None:
    rng = random.Random(7)
    rows = ["item,coder,masses"]
    for number in range(6):
        places = sorted(rng.sample(range(4, 76), 9))
        for coder, of in {
            **dict.fromkeys(("ann", "ben", "cy"), places),
            "late": [place + 1 for place in places],
            "much": sorted({*places, *rng.sample(range(2, 79), 9)}),
        }.items():
            masses = " ".join(str(b - a) for a, b in itertools.pairwise((0, *of, 80)))
            rows.append(f"t{number},{coder},{masses}")
    said = texts(launch("overview", "\n".join(rows).encode()))
    assert "late marks one place late" in said
    assert re.search(r"much marks [12]\.\d times as often as the others", said)


def test_the_page_at_rest_is_a_sentence_a_list_groups_and_closed_drawers() -> None:
    app = seen("overview", corpus="moonstone")
    captions = [data["caption"] for data in components(app) if "caption" in data]
    assert captions == ["Items", "Coder groups and the corpus"]
    assert [one.label for one in app.expander] == [
        *(
            "More coefficients of coder groups",
            "Against chance",
            "What keeps agreement from being higher?",
        ),
        *("Where does my corpus stand?", "Which near-miss window?"),
    ]
    headings = [(one["text"], one["sub"]) for one in listed(app)["columns"]]
    assert headings == [("R", "S"), ("α", ""), ("π*", "B")]
    rows = table(app, "Coder groups")["rows"]
    assert [row["level"] for row in rows] == ["group", "group", "corpus"]


def test_the_list_says_what_the_library_says_of_items() -> None:
    judged = reliability_of(sample("moonstone"))
    around = intervals(sample("moonstone"), chance=judged.chance)
    found = listed(seen("overview", corpus="moonstone"))
    r, alpha, over_b = found["columns"]
    for place, (one, ends) in enumerate(zip(judged.items, around.items, strict=True)):
        assert one.verdict is not None
        kind = found["kinds"][found["verdicts"][place]]
        assert kind["text"] == VERDICT_WORDS[one.verdict]
        low, high, why = ends.corrected
        wide = why == TOO_WIDE
        beyond = one.verdict in ("beyond_chance", "well_beyond_chance")
        alone = beyond and (wide or (low is not None and low <= 0))
        assert kind["note"] == ("for these coders" if alone else "")
        assert ("With others, agreement might" in kind["title"]) == alone
        cells = [float(column["cells"][place]) for column in (r, alpha, over_b)]
        assert cells == pytest.approx([one.corrected, one.alpha, one.pi_star_b], abs=5e-5)
        assert found["p"][place] == p_value(one.corrected_p_adjusted)
        said = found["whys"].index(why) if why else f"{short(low)} to {short(high)}"
        assert r["ranges"][place] == said


def test_strips_hold_how_many_coders_placed_each_boundary() -> None:
    """Item x by hand: places 1 to 4 have 0, 2, 1 and 0 boundaries; y has one place."""
    corpus = Corpus.from_masses(
        {"x": {"a": [2, 3], "b": [2, 1, 2], "c": [5]}, "y": {"a": [1, 1], "b": [1, 1]}}
    )
    found = strips_of(corpus.items)
    assert (found.most, found.bits) == (CELLS, 4)
    packed = base64.b64decode(found.cells)
    assert [half for byte in packed for half in (byte & 15, byte >> 4)] == [0, 2, 1, 0, 2, 0]


def test_many_coders_and_many_places_keep_their_numbers() -> None:
    crowd = Corpus.from_masses({"x": {f"c{n}": [1, 2] for n in range(300)}})
    found = strips_of(crowd.items)
    assert found.bits == 16
    assert np.frombuffer(base64.b64decode(found.cells), "<u2").tolist() == [300, 0]
    long = strips_of(Corpus.from_masses({"x": {"a": [1, 1200], "b": [1201]}}).items)
    assert len(base64.b64decode(long.cells)) == CELLS // 2


def test_a_cell_of_several_places_knows_its_strongest() -> None:
    """Ten places a cell; by hand: after unit 5 in the first, after unit 1,193 in the last."""
    ends = {"a": [5, 1188, 8], "b": [5, 1196], "c": [2, 1199]}
    plain = {"a": [1, 1], "b": [2]}
    found = strips_of(Corpus.from_masses({"short": plain, "long": ends}).items)
    assert not found.wide
    within = list(base64.b64decode(found.strongest))
    assert (len(within), within[0], within[-1]) == (CELLS, 4, 2)
    wide = strips_of(Corpus.from_masses({"x": {"a": [300, 35701], "b": [36001]}}).items)
    assert wide.wide
    assert np.frombuffer(base64.b64decode(wide.strongest), "<u2")[0] == 299


def many_times(found: Any, times: int) -> Any:
    """Repeat the lists of what a browser gets, but for those that do not grow with the items."""
    if not isinstance(found, dict):
        return found * times if isinstance(found, list) else found
    fixed = ("kinds", "whys")
    return {name: one if name in fixed else many_times(one, times) for name, one in found.items()}


def test_a_thousand_items_fit_into_200_kilobytes() -> None:
    source = random.Random(2)

    def masses() -> list[int]:
        cuts = [0, *sorted(source.sample(range(1, 100), 9)), 100]
        return [end - start for start, end in itertools.pairwise(cuts)]

    corpus = Corpus.from_masses(
        {f"item {n}": {f"c{c}": masses() for c in range(6)} for n in range(1000, 1010)}
    )
    judged = reliability_of(corpus)
    around = intervals(corpus, chance=judged.chance)
    of = overview_view.overview_of_texts(agreement(corpus), judged, around)
    said = asdict(overview_view.listed_items(of, corpus))
    columns = [many_times(one, 100) for one in said.pop("columns")]
    whole = {**many_times(said, 100), "columns": columns, "order": list(range(1000))}
    assert len(whole["names"]) == len(columns[0]["ranges"]) == 1000
    strips = asdict(strips_of(corpus.items * 100))
    assert len(json.dumps({**whole, "strips": strips})) < 200_000


def test_the_first_sentence_says_r_and_which_items_need_work_and_then_what_to_believe() -> None:
    said = texts(seen("overview", corpus="moonstone"))
    first = (
        "Agreement is low, but beyond chance (R 0.32, poor by Fleiss's convention for kappa). "
        "On ch1, agreement may be chance; on 4 more, it is better than chance but low (R "
        "below 0.40)."
    )
    then = "For other coders and other items, R is 0.18 to 0.44 (95% interval)."
    assert said.index(first) < said.index(then)
    assert "In both groups, report R. π* over S (0.82 to 0.89) is high for" in said
    perfect = b"item,coder,masses\n" + b"".join(
        b"i%d,%s,2 3 4\n" % (n, coder) for n in range(4) for coder in (b"x", b"y", b"z")
    )
    assert "report R. π*" not in texts(launch("overview", perfect))


def test_intervals_for_other_items_alone_are_a_choice_that_the_page_names() -> None:
    app = launch("overview", face="reviewer", corpus="moonstone", over="items")
    judged = reliability_of(sample("moonstone"))
    options = IntervalOptions(over="items")
    ends = intervals(sample("moonstone"), None, options, chance=judged.chance).corpus.corrected
    cell = table(app, "Coder groups")["rows"][-1]["cells"][2]
    assert cell["range"] == f"{short(ends.low)} to {short(ends.high)}"
    assert "other items, same coders" in texts(app)
    (choice,) = [one for one in app.button_group if one.label.endswith("for")]
    choice.set_value("coders and items").run()
    assert "over" not in app.query_params
    assert "other coders and other items" in texts(app)


@pytest.mark.parametrize(
    ("sort", "first", "of_papers"),
    [
        ("", "ch1", "ch1"),
        ("corpus", "ch1", "ch1"),
        ("pi_star", "ch1", "ch1"),
        ("-pi_star", "ch10", "ch10"),
        ("-mass", "ch11", "ch11"),
        ("-item", "ch8", "ch8"),
        ("no such column", "ch1", "ch1"),
    ],
)
def test_one_sort_orders_the_list_and_the_papers_table(
    sort: str, first: str, of_papers: str
) -> None:
    assert in_list(launch("overview", corpus="moonstone", sort=sort))[0] == first
    app = launch("overview", face="reviewer", corpus="moonstone", sort=sort)
    assert column(table(app, "Agreement"), "Item")[0] == of_papers


def test_the_order_can_be_chosen_and_one_of_the_papers_table_is_named() -> None:
    app = launch("overview", corpus="moonstone")
    judged = reliability_of(sample("moonstone"))
    (choice,) = [one for one in app.button_group if one.label == "Order of the items"]
    assert in_list(app) != [item.name for item in sample("moonstone").items]
    choice.set_value("corpus").run()
    assert app.query_params["sort"] == "corpus"
    assert in_list(app) == [item.name for item in sample("moonstone").items]
    of = overview_view.overview_of_texts(agreement(sample("moonstone")), judged)
    assert "-bias" not in overview_view.orders_of_list(of, UrlState())
    named = overview_view.orders_of_list(of, UrlState(sort="-bias"))
    assert named["-bias"] == "by bias"
    assert judged.items[0].item == "ch1"


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


MIXED: dict[str, Any] = {
    "well": ("well_beyond_chance", 0.6),
    "none": (None, None),
    "short": ("too_short", 0.5),
    "beyond": ("beyond_chance", 0.2),
    "better": ("not_distinguishable", 0.3),
    "worse": ("not_distinguishable", 0.1),
}


def test_what_needs_work_comes_first() -> None:
    found = judged_as(**MIXED)
    names = [row.item for row in needs_work_first(found)]
    assert names == ["worse", "better", "short", "beyond", "well", "none"]


def test_an_item_that_lies_below_the_others_by_more_than_bad_luck_is_named_at_once() -> None:
    # Ten items on which all agree but for one place, and one on which nobody does.
    items = {f"i{n}": {"x": [9, 9, 9], "y": [9, 9, 9], "z": [9, 10, 8]} for n in range(10)}
    items["odd"] = {"x": [6] * 9, "y": [2, *[6] * 8, 4], "z": [4, *[6] * 8, 2]}
    content = json.dumps({"segmentation_type": "linear", "items": items}).encode()
    said = texts(launch("overview", content))
    assert "Agreement on odd is lower than on the others, and bad luck does not explain it." in said
    assert "bad luck" not in texts(seen("overview", corpus="moonstone"))


def test_the_order_of_the_list_is_not_by_need_where_nothing_needs_work() -> None:
    corpus = Corpus.from_masses({name: {"x": [2, 2], "y": [4]} for name in "ab"})
    for verdict, label in (("well_beyond_chance", "lowest R first"), ("beyond_chance", "needs")):
        found = judged_as(a=("well_beyond_chance", 0.5), b=(verdict, 0.6))
        of = overview_view.overview_of_texts(agreement(corpus), found)
        orders = overview_view.orders_of_list(of, UrlState())
        assert orders[""].startswith(label)


def test_which_numbers_look_at_labels_is_said_where_there_are_labels() -> None:
    said = "look at places of boundaries alone, not at their labels (types)"
    assert said in texts(launch("overview", corpus="dialogue"))
    assert said not in texts(seen("overview", corpus="moonstone"))


def test_a_verdict_and_its_number_do_not_contradict_each_other() -> None:
    """R of 0.39997 is below the limit of the verdict, and must not read as if it reached it."""
    found = judged_as(a=("beyond_chance", 0.39997))
    corpus = Corpus.from_masses({"a": {"x": [2, 2], "y": [4]}})
    of = overview_view.overview_of_texts(agreement(corpus), found)
    listed_of = overview_view.listed_items(of, corpus)
    assert listed_of.columns[0].cells == ["0.39997"]


@pytest.mark.parametrize("page", ["overview", "item"])
@pytest.mark.parametrize("column_of", ["corrected", "corrected_p"])
def test_r_and_p_open_with_what_was_observed_and_shuffled(page: str, column_of: str) -> None:
    app = launch(page, corpus="moonstone", item="ch2", number=f"{column_of} item ch2")
    rows = table(app, "What was counted")["rows"]
    cells = [[cell["text"] for cell in row["cells"]] for row in rows]
    counts = {name: float(number.replace(",", "")) for name, number in cells}
    found = chance(sample("moonstone"))
    row = found.items[1]
    assert counts["Observed agreement of the coders, A"] == pytest.approx(row.observed, abs=1e-6)
    assert counts["Agreement of shuffled coders, M"] == pytest.approx(row.shuffled, abs=1e-6)
    assert "The distances between every coder's boundaries are put in random order" in texts(app)
    if column_of == "corrected":
        ends = intervals(sample("moonstone"), chance=found).items[1].corrected
        assert f"Interval: {ends.low:.4f} to {ends.high:.4f}" in texts(app)
        return
    above = counts["Those that agree at least as much as the coders, H"]
    assert (1 + above) / (1 + counts["Shuffles, B"]) == pytest.approx(row.p)


def test_numbers_open_on_the_item_page() -> None:
    app = opened("item", "all numbers", corpus="moonstone", item="ch3")
    (row,) = table(app, words.RELIABILITY)["rows"]
    hrefs = [cell["href"] for cell in row["cells"] if cell.get("opens")]
    assert [dict(parse_qsl(urlsplit(one).query))["number"] for one in hrefs] == [
        "corrected item ch3",
        "corrected_p item ch3",
        "alpha item ch3",
        "b.pi_star item ch3",
    ]


def test_without_two_coders_the_pages_say_why_there_is_no_verdict() -> None:
    app = launch("overview", ALONE)
    assert "Agreement needs two coders of the same item: upload the codings" in texts(app)
    found = listed(app)
    assert {found["kinds"][kind]["text"] for kind in found["verdicts"]} == {"no verdict"}
    whys = {found["whys"][cell] for column in found["columns"] for cell in column["cells"]}
    assert whys == {"one coder only: agreement needs two"}
    assert column(table(app, "Coder groups"), "Verdict") == [DASH]
    assert not any("What differs" in text for text in links(app))
    assert "so there is nobody to compare with" in texts(launch("item", ALONE))


def test_two_coders_have_no_interval_and_the_sentence_says_so() -> None:
    two = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch2,ann,4 4\nch2,bob,3 5\n"
    app = launch("overview", two)
    assert "R has no interval (two coders only: leaving one out leaves nobody to" in texts(app)
    assert listed(app)["whys"] == ["two coders only: leaving one out leaves nobody to agree with"]


def test_with_gaps_the_list_and_the_papers_table_have_each_item() -> None:
    assert sorted(in_list(launch("overview", GAPS))) == ["a", "b", "c", "d"]
    app = launch("overview", GAPS, face="reviewer")
    assert column(table(app, "Agreement"), "Item")[:4] == ["a", "b", "c", "d"]
    assert "1 item has no value" in texts(app)


def test_where_shuffling_takes_too_long_the_list_stands_and_why(
    takes: Callable[..., None],
) -> None:
    takes(1e6, "reliability")
    app = launch("overview", corpus="moonstone")
    assert [one.value.startswith("Agreement beyond chance would take") for one in app.error] == [
        True
    ]
    numbers = launch("overview", face="reviewer", corpus="moonstone")
    assert len(table(numbers, "Agreement")["rows"]) == 11
    pi_star = agreement(sample("moonstone")).corpus.pi_star
    assert f"8 items, 2 coder groups: π* over S {short(pi_star)}, κ* over S " in texts(app)
    assert "Agreement beyond chance is not computed yet: start it" in texts(app)
    assert listed(app)["whys"][0] == "agreement beyond chance is not computed yet"
    assert launch("item", corpus="moonstone").title[0].value == "ch1"
    assert launch("heat_maps", corpus="moonstone", order="reliability")


def test_the_numbers_stand_at_once_and_verdicts_fill_in(
    takes: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    takes(5.0, "reliability")
    fill_in, drawn = jobs.Job.fill_in, list[object]()

    def drawn_before(job: jobs.Job[object], place: Any) -> None:
        drawn.append(job.key[0])
        fill_in(job, place)

    monkeypatch.setattr(jobs.Job, "fill_in", drawn_before)
    app = launch("overview", corpus="moonstone")
    assert drawn == ["reliability"]
    assert "Agreement is low, but beyond chance" in texts(app)
    monkeypatch.setattr(jobs.Job, "fill_in", lambda *_: None)
    app = launch("overview", corpus="moonstone", n="3")
    assert "Agreement beyond chance is being computed." in texts(app)
    assert len(in_list(app)) == 8


@pytest.mark.parametrize("page", ["overview", "item"])
def test_what_takes_long_waits_for_one_click_and_the_list_does_not(
    page: str, takes: Callable[..., None]
) -> None:
    takes(jobs.PATIENT + 1, "reliability")
    app = launch(page, corpus="moonstone")
    assert buttons(app) == ["Compute agreement beyond chance"]
    assert page == "item" or len(in_list(app)) == 8
    app.button[0].click().run()
    assert not app.exception
    assert buttons(app) == []
    if page == "overview":
        assert len(table(app, "Coder groups")["rows"]) == 3
    else:
        assert "17 disagreements between pairs" in texts(app)


def test_more_coefficients_stand_in_a_drawer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(tasks, "chance")
    app = opened("overview", "more coefficients", corpus="moonstone")
    headings = [one["text"] for one in table(app, "More coefficients")["columns"]]
    means = [f"Mean {letter} with the majority" for letter in "κK"]
    assert headings == ["Coder group", "Fleiss' κ", "AC1", "Majority", *means]


@pytest.mark.parametrize("over", get_args(Over))
def test_more_coefficients_have_intervals_where_the_page_shows_them(over: Over) -> None:
    around = decision_intervals(sample("moonstone"), IntervalOptions(over=over)).groups
    app = opened("overview", "more coefficients", corpus="moonstone", intervals="shown", over=over)
    found = table(app, "More coefficients")
    for row, ends in zip(found["rows"], around, strict=True):
        ranges = [cell.get("range") for cell in row["cells"]]
        expected = [f"{short(one.low)} to {short(one.high)}" for one in (ends.fleiss, ends.ac1)]
        assert ranges == [None, *expected, None, None, None]
        assert row["cells"][3]["title"].startswith("leaving one out can change the majority")
    hidden = opened("overview", "more coefficients", corpus="moonstone", intervals="hidden")
    cells = [cell for row in table(hidden, "More coefficients")["rows"] for cell in row["cells"]]
    assert not any(cell.get("range") or cell.get("title") for cell in cells)


def against_chance(corpus: Corpus) -> str:
    """Return what is said of a corpus beside its chance levels."""
    found = {null: chance(corpus, None, ChanceOptions(null=null)) for null in NULLS}
    judged = reliability_of(corpus).items
    return " ".join(reliability_view.chance_in_words(corpus, agreement(corpus), judged, found))


def test_an_item_that_shares_no_more_than_its_ends_is_named() -> None:
    """All begin after the first unit and end before the last; between they place at random."""
    inner = [[3, 9, 4, 7, 5], [7, 4, 5, 9, 3], [9, 5, 3, 4, 7], [4, 7, 9, 3, 5]]
    corpus = Corpus.from_masses(
        {"habit": {f"c{place}": [1, *sizes, 1] for place, sizes in enumerate(inner)}}
    )
    said = against_chance(corpus)
    assert "In habit, coders may agree only on how long the first and the last segment are" in said


def test_items_that_tell_too_little_without_their_ends_are_named_apart() -> None:
    masses = ([4, 7, 3, 1], [4, 7, 3, 1], [5, 6, 3, 1], [14, 1], [14, 1], [5, 5, 4, 1])
    coded = {f"c{place}": sizes for place, sizes in enumerate(masses)}
    corpus = Corpus.from_masses({"short": coded})
    said = against_chance(corpus)
    assert "In short, agreement is beyond chance, but may rest on how long" in said
    assert "Too few boundaries are left to test the rest" in said
    assert "may agree only on how long" not in said


def test_groups_beyond_the_first_are_said_to_stand_in_the_table() -> None:
    corpus = Corpus.from_masses(
        {f"i{n}": {f"{n}a": [3, 4, 2], f"{n}b": [3, 3, 3]} for n in range(5)}
    )
    said = against_chance(corpus)
    assert said.count(" as chance. So R is ") == 3
    assert "The table has the same numbers of 2 other groups." in said


def test_what_coders_do_who_agree_like_these_is_said_in_units_of_the_texts() -> None:
    app = opened("overview", "standing", corpus="moonstone")
    average = known(panel_average(coder_model(sample("moonstone"))))
    said = f"On average, these coders {average.words('paragraph')}. A model estimates this"
    assert said in texts(app)
    two = "item,coder,masses\n" + "".join(f"i{n},x,3 {n}\ni{n},y,{n} 3\n" for n in range(2, 9))
    refused = texts(launch("overview", two.encode()))
    assert "such agreement" not in refused
    assert "who of them is right" not in refused


def test_the_corpus_is_marked_among_open_corpora() -> None:
    app = opened("overview", "standing", corpus="stargazer", similarity="b")
    found = table(app, "Open corpora")
    rows = [row["cells"] for row in found["rows"]]
    marked = [row["cells"] for row in found["rows"] if row.get("chosen")]
    assert len(rows) == len(open_corpora()) + 1
    assert [cells[0]["text"] for cells in marked] == ["This corpus"]
    # It is one of them, and they are measured over S whatever is chosen on the page.
    (same,) = [cells for cells in rows if cells[0]["text"].startswith("Stargazers")]
    assert [cell["text"] for cell in same[1:]] == [cell["text"] for cell in marked[0][1:]]
    assert "Hearst (1997)" in same[0]["title"]
    values = [float(cells[3]["text"].replace("\N{MINUS SIGN}", "-")) for cells in rows]
    assert values == sorted(values, reverse=True)
    assert "Fournier (2013)" in texts(app)
