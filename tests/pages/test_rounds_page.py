"""The page Rounds, launched through app.py."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus, Item, Segmentation
from segmetrics.claims.change_claims import Mended, what_mended
from segmetrics.dashboard import frame
from segmetrics.dashboard.frame import downloads
from segmetrics.dashboard.frame.selected_corpus import RoundOpened
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.rounds import rounds_view
from segmetrics.dashboard.rounds import rounds_words as words
from segmetrics.dashboard.rounds.followed_coders import FollowedCoder, InRound, followed_coders
from segmetrics.dashboard.rounds.round_tables_view import (
    item_rows,
    sorted_items,
    step_rows,
    what_changed,
)
from segmetrics.dashboard.rounds.rounds_view import named_rounds, opened_round, pairs_with_items
from segmetrics.io import SAMPLES
from segmetrics.number_formats import DASH
from segmetrics.reliability.chance import chance
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, RoundsTable, trends
from segmetrics.reporting.rounds_paragraph import rounds_paragraph, rounds_sentence
from segmetrics.tables.trend_words import rounds_in_words
from tests.support.known import known
from tests.support.pages import components, launch, links, table, texts

PAGE = "rounds"
ROUNDS = {"corpus": "interviews", "other": "interviews-2"}


def example(**query: str) -> AppTest:
    return launch(PAGE, None, **ROUNDS, **query)


def cells(rows: list[dict[str, Any]]) -> list[list[str]]:
    return [[cell["text"] for cell in row["cells"]] for row in rows]


def interviews() -> list[CodingRound]:
    found = [SAMPLES[key].read() for key in ROUNDS.values()]
    titles = [SAMPLES[key].title for key in ROUNDS.values()]
    return [
        CodingRound(title, one.corpus)
        for title, one in zip(titles, found, strict=True)
        if one.corpus is not None
    ]


@pytest.fixture(scope="module")
def example_table() -> RoundsTable:
    return trends(interviews(), shuffling=ChanceOptions())


def three() -> tuple[list[CodingRound], RoundsTable]:
    first, second = interviews()
    named = [
        CodingRound("pilot", first.corpus),
        CodingRound("trained", second.corpus),
        CodingRound("end", first.corpus),
    ]
    return named, trends(named)


@pytest.mark.parametrize("over", ["coders and items", "items"])
def test_the_change_can_be_copied_and_a_narrower_interval_is_said_to_be_so(
    example_table: RoundsTable, over: str
) -> None:
    app = example(over=over)
    in_short, paragraph = app.code
    assert in_short.value == rounds_sentence(example_table)
    mended = what_mended(interviews(), example_table)
    assert paragraph.value == rounds_paragraph(example_table, mended)
    said = "If you report a single round, take its interval from the Overview"
    assert (said in texts(app)) == (over == "coders and items")


KEYS = ["c", "c~2", "c~3"]
PILOT = Corpus.from_masses({n: {"a": [2, 6], "b": [2, 6], "c": [5, 3]} for n in ("i1", "i2")})
FINAL = Corpus.from_masses({n: {c: [2, 6] for c in "abc"} for n in ("i1", "i2")})


def opened(
    monkeypatch: pytest.MonkeyPatch, *named: tuple[str, Corpus | None], **query: str
) -> AppTest:
    """Open the page on a corpus of such rounds."""
    found = tuple(RoundOpened(f"moonstone~{n}", *one) for n, one in enumerate(named, 1))
    monkeypatch.setattr(frame, "rounds_of", lambda _: found)
    return launch(PAGE, None, corpus="moonstone", **query)


# ----- the page


def test_one_round_alone_says_how_to_add_another() -> None:
    app = launch(PAGE, corpus="moonstone")
    assert "This corpus has one round" in texts(app)
    found = links(app)
    assert "Open a corpus of your own first" in texts(app)
    (example_link,) = [href for text, href in found.items() if text.startswith("Look at")]
    assert example_link == "./rounds?corpus=interviews&other=interviews-2"
    assert not app.get("plotly_chart")


def test_the_answer_comes_first_and_everything_is_there() -> None:
    app = example()
    expected = trends(interviews(), shuffling=ChanceOptions())
    who, answer, *more = rounds_in_words(expected)
    assert app.markdown[0].value.replace("\\", "") == who
    assert app.header[0].value.replace("\\", "") == answer
    assert all(sentence in texts(app) for sentence in more)
    assert len(app.get("plotly_chart")) == 1
    corpus = table(app, "Coefficients of the corpus")["rows"]
    assert [row[0] for row in cells(corpus)] == [
        "R over S",
        "α",
        "π* over B",
        "π* over S",
        "κ* over S",
        "Bias",
        "1−WD",
    ]
    value = expected.rounds[1].common["alpha"].value
    assert corpus[1]["cells"][2]["text"] == f"{value:.4f}"
    own = expected.rounds[0].own["corrected"].value
    assert corpus[0]["cells"][1]["sub"] == f"all codings: {own:.4f}"
    (step,) = table(app, "Differences of the corpus")["rows"]
    assert step["cells"][0]["sub"] == "improved"
    assert step["cells"][0]["href"] == "./compare?corpus=interviews&other=interviews-2"
    before, after = (one.common["corrected"].value or 0.0 for one in expected.rounds)
    assert step["cells"][1]["text"] == f"{after - before:+.4f}"
    assert step["cells"][-1]["text"] == f"{expected.steps[0].table.corpus.corrected.p:.4f}"
    moved = expected.steps[0].table.moved
    assert step["cells"][-2]["text"] == f"{moved.rose} rose"
    assert step["cells"][-2]["sub"] == (
        f"{moved.fell} fell, {moved.same} about the same, {moved.chance} may be chance"
    )
    assert moved.items == sum(moved[1:5])
    items = table(app, "Items in each round")["rows"]
    assert len(items) == 9
    assert "interview 9" in texts(app)
    assert {one.proto.label for one in app.get("download_button")} == {"CSV", "JSON"}


def test_an_item_leads_to_what_changed_in_its_text() -> None:
    found = table(example(), "Items in each round")["rows"]
    rows = {row["cells"][0]["text"]: row["cells"] for row in found}
    name, *_, changed = rows["interview 4"]
    there = "./compare?corpus=interviews&item=interview+4&other=interviews-2"
    assert changed["href"] == name["href"] == there
    # By hand, coder by coder: see the table of the page Compare.
    assert changed["text"] == "5 moved, 7 gone, 4 new"
    assert rows["interview 6"][0]["sub"] == "the text was revised: turn 23 is new"
    assert rows["interview 6"][-1]["text"] == "text revised: 4 moved, 5 gone, 2 new"


@pytest.mark.parametrize("sort", ["r1", "-r2", "-change", "change", ""])
def test_items_are_sorted(sort: str, example_table: RoundsTable) -> None:
    changes = {row.item: row.corrected.change for row in example_table.steps[0].table.items}
    values = []
    for one in sorted_items(example_table, "corrected", sort):
        number = {"r1": 0, "-r2": 1}.get(sort)
        of_round = one.values[number]["corrected"].value if number is not None else None
        values.append(changes[one.item] if number is None else of_round)
    assert values == sorted(values, key=lambda value: value or 0, reverse=sort.startswith("-"))
    names = [one.item for one in sorted_items(example_table, "corrected", "-item")]
    assert names == sorted(names, reverse=True)
    assert sorted_items(example_table, "corrected", "r3") == sorted_items(
        example_table, "corrected", ""
    )


def test_the_sorting_is_in_the_address() -> None:
    heads = table(example(sort="-r2"), "Items in each round")["columns"]
    assert heads[2]["sorted"] == "descending"
    assert "sort" not in heads[2]["href"]
    assert "sort=r1" in heads[1]["href"]


def test_items_go_by_r_and_by_pi_on_request(example_table: RoundsTable) -> None:
    item, change = example_table.items[0], example_table.steps[0].table.items[0]
    for by in ("corrected", "pi_star"):
        heads, lines = (
            table(example(sort="item", items_by=by), "Items in each round")[part]
            for part in ("columns", "rows")
        )
        assert ("R over S" if by == "corrected" else "π* over S") in heads[1]["title"]
        values = [of[by].value or 0 for of in item.values] + [getattr(change, by).change]
        shown = [cell["text"] for cell in lines[0]["cells"][1:4]]
        assert [float(text) for text in shown] == pytest.approx(values, abs=1e-4)


def test_settings_count() -> None:
    app = example(similarity="b")
    assert "R over B rose" in texts(app)
    assert cells(table(app, "Coefficients")["rows"])[4][0] == "π* over S"


@pytest.mark.parametrize(
    "which",
    [
        *(f"{name} corpus " for name in ("pi_star", "kappa_star", "pi_b", "alpha", "bias")),
        *("pi_star item interview 1", "agreement coder kim"),
    ],
)
def test_numbers_open(which: str, example_table: RoundsTable) -> None:
    opening = [
        opened_round(interviews(), example_table, f"{n}.{which}") for n in ("r1", "r2", "1to2")
    ]
    found = list(map(known, opening))
    assert all(one.inserted for one in found)
    name, level, *_ = which.split(" ")
    if level == "coder":
        cells = [of.agreement for of in example_table.coders[0].rounds]
    elif level == "item":
        cells = [of[name] for of in example_table.items[0].values]
    else:
        cells = [one.common[name] for one in example_table.rounds]
    before, after = (known(cell.value) for cell in cells)
    values = [known(one.value) for one in found]
    assert values == pytest.approx([before, after, after - before], abs=1e-9)


def test_r_opens_as_each_round_alone_has_it(example_table: RoundsTable) -> None:
    """All who coded interview 1 coded it in both rounds."""

    def opened_value(number: str) -> float:
        found = opened_round(interviews(), example_table, number)
        assert found is not None and found.value is not None
        assert found.inserted
        return found.value

    alone = [
        {row.item: row.corrected or 0.0 for row in chance(one.corpus).items} for one in interviews()
    ]
    first, second = (of["interview 1"] for of in alone)
    assert opened_value("r1.corrected item interview 1") == pytest.approx(first)
    assert opened_value("1to2.corrected item interview 1") == pytest.approx(second - first)
    before, after = (opened_value(f"r{number}.corrected corpus ") for number in (1, 2))
    assert opened_value("1to2.corrected corpus ") == pytest.approx(after - before)
    assert after == pytest.approx(example_table.rounds[1].common["corrected"].value)


def test_a_number_opens_on_the_page_and_what_is_none_is_said(example_table: RoundsTable) -> None:
    app = example(number="1to2.pi_star item interview 1")
    change = example_table.steps[0].table.items[0].pi_star.change
    assert app.metric[0].value == f"{change:.4f}"
    assert not app.warning
    assert "is no number of these rounds" in texts(example(number="r3.pi_star corpus "))


@pytest.mark.parametrize(
    "number",
    [
        *("r3.pi_star corpus ", "r1.nothing corpus ", "r1.pi_b item interview 1"),
        *("r1.agreement item interview 1", "r1.pi_star item nowhere"),
        *("r1.agreement coder nobody", "1to2.fleiss corpus ", "1to3.pi_star corpus "),
        *("2to1.agreement coder kim", "nonsense"),
    ],
)
def test_what_is_no_number_opens_nothing(number: str, example_table: RoundsTable) -> None:
    assert opened_round(interviews(), example_table, number) is None


def test_rounds_of_other_items_are_compared_as_wholes() -> None:
    app = launch(PAGE, None, corpus="moonstone", other="stargazer")
    assert "neither an item nor a coder in common" in texts(app)
    assert "Easier texts would look the same" in texts(app)
    assert "same name in each" not in texts(app)
    assert app.get("plotly_chart")
    assert app.get("download_button")
    rows = table(app, "Coefficients of the corpus in each round")["rows"]
    assert not any(cell.get("sub") for row in rows for cell in row["cells"][1:])
    captions = [data["caption"] for data in components(app) if "rows" in data]
    assert "Items in each round" not in captions


def test_undefined_values_have_their_reasons() -> None:
    named = [CodingRound(name, Corpus.from_masses({"i": {"ann": [3, 4]}})) for name in "ab"]
    found = trends(named)
    _, (row,) = item_rows(found.items, found, "corrected", named, ["a", "b"], UrlState())
    shown = [cell.text for cell in row.cells]
    assert shown == ["i", DASH, DASH, DASH, "nothing"]
    assert row.cells[1].title == "one coder only: agreement needs two"
    assert sorted_items(found, "corrected", "r1") == list(found.items)


def test_a_round_that_cannot_be_used_is_left_out_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = opened(monkeypatch, ("pilot", PILOT), ("broken", None), ("final", FINAL))
    assert "broken is left out: none of its items can be used." in texts(app)
    assert len(app.get("plotly_chart")) == 1
    app = opened(monkeypatch, ("pilot", PILOT), ("broken", None))
    assert "This corpus has one round" in texts(app)


# ----- for whom agreement changed


def of_four(few: list[int], fine: list[int]) -> Corpus:
    """Two coders alike, one who places few boundaries, and one who places many more."""
    coded = {"ann": [4] * 5, "bob": [4] * 5, "few": few, "fine": fine}
    return Corpus.from_masses({f"i{n}": coded for n in range(3)})


# By S, fine is the worst of both; by kappa, few is, who misses most of what the others have.
UNEVEN, EVENER = of_four([20], [2] * 10), of_four([4, 16], [2] * 8 + [4])


def test_for_whom_agreement_changed_goes_by_the_kappa_of_the_coders_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_s = trends([CodingRound("pilot", UNEVEN), CodingRound("final", EVENER)]).coders
    values = [{one.coder: one.rounds[place].agreement.value for one in by_s} for place in (0, 1)]
    assert [min(of, key=lambda coder: of[coder] or 0.0) for of in values] == ["fine", "fine"]
    kappas = [
        {row.coder: row.kappa or 0.0 for row in coder_findings(one).rows}
        for one in (UNEVEN, EVENER)
    ]
    app = opened(monkeypatch, ("pilot", UNEVEN), ("final", EVENER))
    assert "For whom did agreement change?" in texts(app)
    said = (
        "In pilot, ann and bob agreed most with the others (κ {}) and few least (κ {}); in final, "
        "ann and bob agreed most (κ {}) and few least (κ {}).\nfew gained most: "
    ).format(*(f"{of[coder]:.2f}" for of in kappas for coder in ("ann", "few")))
    assert said in texts(app)
    assert "few now marks far more boundaries (5.0 in 100 units, before 0.0)." in texts(app)
    assert "Whether κ of a single coder changed was not tested." in texts(app)
    rows = table(app, "κ of each coder")["rows"]
    assert [row[0] for row in cells(rows)] == ["few", "fine", "ann", "bob"]
    for row in rows:
        name, before, after, change = row["cells"]
        expected = [of[name["text"]] for of in kappas]
        assert [before["text"], after["text"]] == [f"{value:.4f}" for value in expected]
        assert change["text"] == f"{expected[1] - expected[0]:+.4f}"
    assert rows[0]["cells"][0]["href"] == "./coders?corpus=moonstone~2&a=few"
    assert rows[0]["cells"][2]["sub"] == "3 boundaries, 5.0 in 100 units"


def test_a_coder_of_one_round_and_one_without_kappa_have_a_dash(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = {"i1": {"ann": [4, 4], "bob": [3, 5]}, "i2": {"dan": [8], "eve": [8]}}
    later = {"i1": {"ann": [4, 4], "cy": [3, 5]}, "i2": {"dan": [8], "flo": [8]}}
    corpora = [Corpus.from_masses(one) for one in (first, later)]
    app = opened(monkeypatch, ("one", corpora[0]), ("two", corpora[1]))
    rows = {row["cells"][0]["text"]: row["cells"] for row in table(app, "κ of each")["rows"]}
    assert (rows["bob"][2]["text"], rows["bob"][2]["title"]) == (DASH, "did not code in this round")
    assert rows["bob"][0]["href"] == "./coders?corpus=moonstone~1&a=bob&group=1"
    assert rows["dan"][2]["title"].startswith("nobody else coded the same items")
    assert "group=2" in rows["dan"][0]["href"]


def test_kappas_are_of_the_items_that_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second round has another item, in which ann and bob agree on nothing."""
    first = {name: {"ann": [4, 4, 2], "bob": [4, 4, 2]} for name in ("i1", "i2")}
    more = {**first, "i3": {"ann": [2, 8], "bob": [6, 4]}}
    corpora = [Corpus.from_masses(one) for one in (first, more)]
    app = opened(monkeypatch, ("one", corpora[0]), ("two", corpora[1]))
    for row in table(app, "κ of each")["rows"]:
        assert [cell["text"] for cell in row["cells"][1:3]] == ["1.0000", "1.0000"]


def test_who_left_is_in_no_kappa_of_those_who_stayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kappas of who coded both rounds are among these, and so is everything else."""
    rounds = UNEVEN, EVENER.select(coders=["ann", "bob", "few"])
    app = opened(monkeypatch, ("pilot", rounds[0]), ("final", rounds[1]))
    said = "The three who coded both rounds are compared: ann, bob and few."
    assert app.markdown[0].value.replace("\\", "") == said
    assert "Each κ is with all the others who are compared (on Coders, with all coders)." in texts(
        app
    )
    rows = {row["cells"][0]["text"]: row["cells"] for row in table(app, "κ of each")["rows"]}
    first = coder_findings(rounds[0].select(coders=["ann", "bob", "few"])).rows
    assert {name: cells[1]["text"] for name, cells in rows.items()} == {
        row.coder: f"{row.kappa:.4f}" for row in first
    }
    corpus = table(app, "Coefficients of the corpus in each round")["rows"]
    assert all(row["cells"][1]["sub"].startswith("all codings: ") for row in corpus)
    assert "It depends on who coded, and is not tested." in texts(app)


def test_rounds_are_seen_without_a_coder_in_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those of corpora that never had the coder."""
    rounds = interviews()
    gone, *stay = rounds[0].corpus.coders

    def of_page(app: AppTest) -> list[list[str]]:
        whole = "Coefficients of the corpus in each round"
        return [*cells(table(app, "κ of each")["rows"]), *cells(table(app, whole)["rows"])]

    app = example(who=f"{gone}\nwithout")
    assert f"**Without {gone}**, in every round" in texts(app)
    assert words.PARAGRAPH not in texts(app)  # no paragraph speaks of what nobody coded
    item = rounds[0].corpus.items[0].name
    two = launch("compare", None, **ROUNDS, item=item, who=f"{gone}\nwithout")
    changed = table(two, f"What each coder changed on {item}")["rows"]
    assert {row["cells"][0]["text"] for row in changed} == set(stay)
    never = [(one.name, one.corpus.select(coders=stay)) for one in rounds]
    assert of_page(app) == of_page(opened(monkeypatch, *never))


@pytest.mark.parametrize("who", ["kim", "a\nupside down"])
@pytest.mark.parametrize("page", [PAGE, "compare"])
def test_a_change_that_is_none_changes_no_round(page: str, who: str) -> None:
    app = launch(page, None, **ROUNDS, who=who)
    assert "in every round" not in texts(app)
    assert ("is no change of a coder" in texts(app)) == ("upside" in who)


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("zzz\nwithout", ["There is no coder zzz here."]),
        (
            "\n".join(f"{name}\nwithout" for name in "abcz"),
            ["pilot: Nobody would be left, so this round is left out."],
        ),
        ("a\nonly\nb\nonly", ["final: Nobody would be left, so this round is left out."]),
        (
            "zzz\nonly",
            ["There is no coder zzz here.", "Nobody would be left, so all coders are sh"],
        ),
        ("b\nwithout\nc\nwithout", ["pilot: Nobody is left on i2."]),
    ],
)
def test_what_cannot_be_seen_of_a_round_is_said(
    monkeypatch: pytest.MonkeyPatch, who: str, said: list[str]
) -> None:
    """The other rounds are compared; the final one has other coders."""
    masses = [2, 6], [2, 6], [5, 3], [2, 6]

    def coded(**items: str) -> Corpus:
        return Corpus.from_masses(
            {item: dict(zip(coders, masses, strict=False)) for item, coders in items.items()}
        )

    pilot, final = coded(i1="abcz", i2="bc"), coded(i1="def", i2="def")
    middle = coded(i1="abde", i2="abde")
    rounds = ("pilot", pilot), ("middle", middle), ("final", final)
    app = opened(monkeypatch, *rounds, who=who)
    warned = [one.value.replace("\\", "") for one in app.warning]
    assert all(any(one.startswith(start) for one in warned) for start in said)
    assert len(warned) == len(said)
    table(app, "Coefficients of the corpus in each round")


def test_a_round_in_which_nobody_is_left_is_compared_with_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    final = FINAL.with_coder_names({coder: f"new {coder}" for coder in FINAL.coders})
    app = opened(monkeypatch, ("pilot", PILOT), ("final", final), who="a\nonly\nb\nonly")
    assert [one.value.replace("\\", "") for one in app.warning] == [
        "final: Nobody would be left, so this round is left out."
    ]
    assert "**Only a and b**, in every round" in texts(app)
    assert not app.header


def test_where_the_people_changed_no_interval_is_for_the_same_coders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = UNEVEN.with_coder_names({coder: f"new {coder}" for coder in UNEVEN.coders})
    app = opened(monkeypatch, ("pilot", UNEVEN), ("final", others))
    said = app.markdown[0].value.replace("\\", "")
    assert said.startswith("The people changed: nobody coded both rounds.")
    assert "of the same coders" not in texts(app)
    assert "For whom" not in texts(app)
    three = opened(monkeypatch, ("a", UNEVEN), ("b", EVENER), ("c", others))
    assert "a and b share 3 items →" in links(three)


def test_what_is_long_or_of_other_coders_says_nothing(
    takes: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    others = Corpus.from_masses({n: {"x": [2, 6], "y": [3, 5]} for n in ("i1", "i2")})
    assert followed_coders([PILOT, others], "type") == []
    only = FINAL.with_coder_names({"a": "a", "b": "x", "c": "y"})
    assert followed_coders([PILOT, only], "type") == []
    assert followed_coders([PILOT, FINAL], "type")
    takes(20.0, "findings")
    assert followed_coders([PILOT, of_four([7, 13], [5, 15]), FINAL], "type") == []
    app = opened(monkeypatch, ("pilot", of_four([6, 14], [20])), ("final", of_four([9, 11], [20])))
    assert "For whom" not in texts(app)
    assert not any("compute" in one.label.lower() for one in app.button)


# ----- three rounds


def test_steps_lead_to_the_two_rounds_that_they_compare() -> None:
    _, found = three()
    _, rows = step_rows(found, KEYS, UrlState(corpus="c", sort="r1", page=3, item="x"))
    assert [row.cells[0].text for row in rows] == [
        "pilot to trained",
        "trained to end",
        "pilot to end",
    ]
    assert [row.cells[0].href for row in rows] == [
        "./compare?corpus=c&other=c~2",
        "./compare?corpus=c~2&other=c~3",
        "./compare?corpus=c&other=c~3",
    ]
    assert [row.level for row in rows] == ["item", "item", "corpus"]


def test_items_have_a_column_for_what_each_step_changed() -> None:
    named, found = three()
    columns, lines = item_rows(found.items, found, "corrected", named, KEYS, UrlState())
    assert [one.text for one in columns] == [
        "Item",
        "pilot",
        "trained",
        "end",
        "Change",
        "In round 2",
        "In round 3",
    ]
    assert columns[4].sorted == "ascending"
    rows = {row.cells[0].text: row for row in lines}
    assert rows["interview 4"].cells[5].text == "5 moved, 7 gone, 4 new"
    assert rows["interview 4"].cells[6].text == "5 moved, 4 gone, 7 new"
    assert "corpus=c~2&item=interview+4&other=c~3" in (rows["interview 4"].cells[6].href or "")
    assert rows["interview 8"].cells[5].text == "nothing"


def test_changes_of_any_step_open() -> None:
    named, found = three()
    step = known(opened_round(named, found, "2to3.pi_star corpus "))
    assert step.value == found.steps[1].table.corpus.pi_star.change
    assert "trained to end" in step.name
    overall = known(opened_round(named, found, "1to3.agreement coder kim"))
    assert overall.value == 0


def test_a_coder_opens_with_the_counts_behind_the_value() -> None:
    named, found = three()
    one = known(opened_round(named, found, "r1.agreement coder kim"))
    counts = dict(one.counts)
    assert one.value == counts["What pairs agree on"] / counts["What they could"]
    assert "for other items, by leaving out each" in one.convention


# ----- parts


@pytest.mark.parametrize("page", ["rounds", "compare"])
def test_files_say_what_became_of_coders_as_the_page_does(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    became = Mended(sentences=("Lou no longer marks one place late.",))
    monkeypatch.setattr(rounds_view, "mended", lambda *_: became)
    made: dict[str, Any] = {}
    monkeypatch.setattr(downloads, "while_open", lambda make: made.setdefault(f"{len(made)}", make))
    assert became.sentences[0] in texts(launch(page, None, **ROUNDS))
    assert became.sentences[0] in json.loads([*made.values()][-1]())["words"]


def test_rounds_of_one_name_are_told_apart() -> None:
    corpus = Corpus.from_masses({"i": {"a": [3, 4]}})
    several = [
        RoundOpened("k", "same", corpus),
        RoundOpened("k~2", "other", None),
        RoundOpened("k~3", "same", corpus),
    ]
    assert [(key, one.name) for key, one in named_rounds(several)] == [
        ("k", "same (1)"),
        ("k~3", "same (3)"),
    ]
    several[1] = RoundOpened("k~2", "same (1)", corpus)
    assert len({one.name for _, one in named_rounds(several)}) == 3


def test_neighbours_that_share_items_are_offered() -> None:
    masses = {"a": [3, 4]}
    parts = [{"i": masses}, {"i": masses, "j": masses}, {"j": masses}]
    named = [CodingRound(str(n), Corpus.from_masses(of)) for n, of in enumerate(parts)]
    assert [one.text for one in pairs_with_items(KEYS, named, UrlState())] == [
        "0 and 1 share 1 item →",
        "1 and 2 share 1 item →",
    ]
    assert pairs_with_items(KEYS, named[::2], UrlState()) == []


def test_what_changed_on_an_item_in_a_few_words() -> None:
    before = Item("t", {"x": Segmentation(12, (2, 5, 9)), "y": Segmentation(12, (3,))})
    after = Item("t", {"x": Segmentation(12, (2, 6, 11)), "z": Segmentation(12, (3,))})
    assert what_changed(before, after, 2) == "1 moved, 1 gone, 1 new"
    assert what_changed(before, after, 3) == "2 moved"
    assert what_changed(before, before, 2) == "nothing"
    assert what_changed(before, Item("t", {"z": Segmentation(12, ())}), 2) == "other coders"
    assert what_changed(before, Item("t", {"x": Segmentation(13, ())}), 2) == "text revised"
    lines = tuple(f"unit {n}" for n in range(12))
    known = Item("t", {"x": Segmentation(12, (2, 5, 9))}, lines)
    shorter = Item("t", {"x": Segmentation(11, (2, 4, 7))}, lines[:3] + lines[4:])
    assert what_changed(known, shorter, 2) == "text revised: 1 moved"


def test_hostile_names_are_shown_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = Corpus.from_masses({"<b>$x$</b>": {"*ann*": [3, 4], "bob": [2, 5]}})
    app = opened(monkeypatch, ("<i>$1$</i>", corpus), ("*two*", corpus), ("3", corpus))
    assert cells(table(app, "Items in each round")["rows"])[0][0] == "<b>$x$</b>"
    said = [one.value for kind in (app.markdown, app.caption, app.header) for one in kind]
    assert any("<i>" in text.replace("\\", "") for text in said)
    assert not any("<i>" in text or "<b>" in text or "*two*" in text for text in said)


def test_who_marks_far_fewer_in_both_rounds_is_said() -> None:
    """Counts of 100 units: half of the others' in both, or in one alone, or of a few marks."""

    def coder(name: str, before: int, after: int) -> FollowedCoder:
        rounds = tuple(InRound(3, number, 100, 0.5) for number in (before, after))
        return FollowedCoder(name, rounds)

    def said(*odd: FollowedCoder) -> str:
        others = [coder("ann", 30, 28), coder("ben", 28, 30), coder("cy", 29, 29)]
        return " ".join(words.for_whom("1", "2", [*others, *odd]))

    few = "odd marks far fewer boundaries than the others in both rounds (now 14.0 in 100 units"
    assert few in said(coder("odd", 15, 14))
    for once in (coder("odd", 15, 26), coder("odd", 26, 15)):
        assert "in both rounds" not in said(once)
    sparse = [coder(name, 4, 4) for name in ("ann", "ben", "cy")]
    assert "in both rounds" not in " ".join(words.for_whom("1", "2", [*sparse, coder("odd", 2, 2)]))
