"""Intervals, chance, gaps and reasons on the pages Agreement and Item."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import get_args
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.claims.verdict_rows import VerdictRow
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.dashboard.frame import computations
from segmetrics.dashboard.results import overview_words
from segmetrics.dashboard.results.item_view import loss_parts, short_verdict
from segmetrics.dashboard.results.reliability_view import (
    number_table,
    rest_in_words,
    rest_table,
    scan_in_words,
)
from segmetrics.dashboard.server import tasks
from segmetrics.metrics.edits import EditKind, EditModel
from segmetrics.number_formats import p_in_sentence, short
from segmetrics.reliability.chance import chance
from segmetrics.reliability.explain import Explainer
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.loss import pair_edits
from segmetrics.reliability.narrative import Cause, Sentence
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reliability.shuffling import NULLS, ChanceOptions
from segmetrics.reliability.window_scan import window_scan
from segmetrics.tables.browser import span
from tests.support.drawn_corpora import low_by_one
from tests.support.figures import buttons, figure, figures
from tests.support.pages import components, launch, opened, saved, seen, table, texts

TWO = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch2,ann,1 1 8\nch2,bob,10\n"
ONE_OF_ALL = b"item,coder,masses\nalone,a,3 4\ntiny,b,1\ntiny,c,1\nsilent,d,5\nsilent,e,5\n"


@pytest.mark.parametrize("sort", ["", "-mass", "pi_star"])
def test_intervals_stand_below_the_values_they_belong_to(sort: str) -> None:
    app = launch("overview", face="reviewer", corpus="moonstone", sort=sort)
    found = intervals(sample("moonstone"), AgreementOptions())
    around = {row.item: row for row in found.items}
    rows = table(app, "Agreement")["rows"]
    for row in rows[:8]:
        cells, one = row["cells"], around[row["cells"][0]["text"]]
        said = [span(one.pi_star, short), span(one.kappa_star, short), span(one.bias)]
        assert [cell.get("range") for cell in cells[1:4]] == said
        assert cells[4]["range"] == span(one.one_minus_wd_mean, short)
        assert not any("range" in cell for cell in cells[5:])
    pooled = [span(row.pi_star, short) for row in (*found.groups, found.corpus)]
    assert [row["cells"][1]["range"] for row in rows[8:]] == pooled
    assert found.options.signature in texts(app)


def test_intervals_can_be_hidden_by_the_address_and_the_switch() -> None:
    app = launch("overview", face="reviewer", corpus="moonstone", intervals="hidden")
    assert not any("range" in c for row in table(app, "Agreement")["rows"] for c in row["cells"])
    assert "two-way jackknife" not in texts(app)
    (switch,) = [control for control in app.button_group if control.label == "Intervals"]
    switch.set_value("shown").run()
    assert "intervals" not in app.query_params
    assert "two-way jackknife" in texts(app)


def test_where_there_is_no_interval_the_reason_is_said() -> None:
    said = texts(launch("overview", TWO, face="reviewer"))
    assert "No interval for ch1, ch2, group ann-bob, corpus: two coders only" in said


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (-0.001, 0.456, "−0.001 to 0.46"),
        (0.0, 0.456, "0.00 to 0.46"),
        (None, None, None),
        (0.5, 0.5, "0.50 to 0.50"),
    ],
)
def test_an_interval_is_shown_with_two_decimals_and_beside_0_with_three(
    low: float | None, high: float | None, text: str | None
) -> None:
    assert span(Interval(low, high), short) == text


def test_chance_levels_stand_beside_the_items_they_belong_to() -> None:
    """Of few boundaries, S is high for anyone: expected agreement is near 0, chance is not."""
    app = opened("overview", "against chance", corpus="moonstone", sort="-mass")
    rows = table(app, "Chance")["rows"]
    assert [row["cells"][0]["text"] for row in rows[:2]] == ["ch11", "ch10"]
    found = [chance(sample("moonstone"), None, ChanceOptions(null=null)) for null in NULLS]
    by_name = [{one.item: one for one in of.items} for of in found]
    for row in rows[:8]:
        texts_of = [cell["text"] for cell in row["cells"]]
        levels = [of[texts_of[0]] for of in by_name]
        assert texts_of[1:3] == [f"{levels[0].observed:.4f}", f"{levels[0].expected_pi:.4f}"]
        for at, one in enumerate(levels):
            expected = [f"{value:.4f}" for value in (one.shuffled, one.corrected)]
            assert texts_of[3 + 2 * at : 5 + 2 * at] == expected
            assert one.p is not None
            assert row["cells"][4 + 2 * at]["sub"] == f"p {p_in_sentence(one.p)}"
    link = urlsplit(rows[0]["cells"][0]["href"])
    assert (link.path, dict(parse_qsl(link.query))["item"]) == ("./item", "ch11")
    said = texts(app)
    assert "chance by shuffling distances on a ring, as often as needed, seed=0" in said
    assert "By chance alone, group an1-an4 would reach S" in said
    assert "R and the verdicts use “ring”: the distances between a coder's boundaries" in said
    # Types are not looked at by chance, which is said where there are some.
    typed = texts(opened("overview", "against chance", corpus="dialogue"))
    assert "a place alone" in typed and "a place alone" not in said
    # The page of an item says the same.
    (cells,) = [row["cells"] for row in rows if row["cells"][0]["text"] == "ch5"]
    of_item = texts(seen("item", corpus="moonstone", item="ch5"))
    assert f"(R {float(cells[4]['text']):.2f}; p " in of_item


def test_a_long_computation_waits_to_be_asked_and_is_kept(takes: Callable[..., None]) -> None:
    takes(9.0)
    app = opened("overview", "against chance", corpus="moonstone")
    assert buttons(app) == ["Compute intervals", "Compute other chance levels"]
    (button,) = [one for one in app.button if one.label == "Compute other chance levels"]
    button.click().run()
    assert table(app, "Chance")["rows"]
    assert "Compute other chance levels" not in buttons(app)
    app.run()
    assert table(app, "Chance")["rows"]
    app.query_params["n"] = "4"
    app.run()
    assert "Compute other chance levels" in buttons(app)


def test_gaps_are_named_with_the_pairs_that_figures_rest_on() -> None:
    """By hand: x, y share a and b; y, z share c; x and z share nothing."""
    masses = {
        "a": {"x": [2, 2], "y": [1, 3]},
        "b": {"x": [2, 2], "y": [4]},
        "c": {"y": [3, 1], "z": [2, 2]},
    }
    corpus = Corpus.from_masses(masses)
    (said,) = rest_in_words(corpus)
    assert "2 of 3 pairs of coders, who have 1 or 2 of its 3 items in common" in said
    assert "1 pairs have none" not in said
    assert "1 pair has none" in said
    rows = [[cell.text for cell in row.cells] for row in rest_table(corpus)[1]]
    assert rows == [["x, z", "0", "3"], ["y, z", "1", "3"], ["x, y", "2", "3"]]


def test_where_all_pairs_share_items_only_their_numbers_are_told() -> None:
    """By hand: x and y share both items; z shares one with each."""
    masses = {"a": {c: [2, 2] for c in "xyz"}, "b": {c: [1, 3] for c in "xy"}}
    assert rest_in_words(Corpus.from_masses(masses)) == [
        "Not every coder coded every item: each pair of them has 1 or 2 of 2 items in common. "
        "Pairs with more items in common count more."
    ]
    whole = sample("moonstone")
    assert (rest_in_words(whole), rest_table(whole)[1]) == ([], [])


@pytest.mark.parametrize(("page", "about"), [("overview", "of the corpus"), ("item", "of ch1")])
def test_misses_are_drawn_for_each_window(page: str, about: str) -> None:
    app = opened(page, "which window", corpus="moonstone", item="ch1")
    level = "corpus" if page == "overview" else "item"
    found = [
        (point.n, point.near_misses, point.full_misses)
        for point in window_scan(sample("moonstone"), AgreementOptions())
        if (point.level, point.item) == (level, "ch1" if level == "item" else "")
    ]
    near, full, _ = figure(app, f"coefficient {about}")["data"]
    assert list(zip(near["x"], near["y"], full["y"], strict=True)) == found


def test_sections_that_are_closed_compute_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(tasks, "chance")
    monkeypatch.delattr(computations, "window_scan")
    launch("overview", corpus="moonstone")
    launch("item", corpus="moonstone")


def test_words_about_near_miss_windows_follow_the_numbers() -> None:
    near = Corpus.from_masses({"a": {"x": [6, 8], "y": [9, 5]}})
    far = Corpus.from_masses({"a": {"x": [2, 50], "y": [40, 12]}})
    same = Corpus.from_masses({"a": {"x": [2, 50], "y": [2, 50]}})
    alone = Corpus.from_masses({"a": {"x": [2, 50]}})
    said = [
        scan_in_words([p for p in window_scan(corpus, AgreementOptions()) if p.level == "item"], 2)
        for corpus in (near, far, same, alone)
    ]
    assert "full misses fall from 2 to 0 and near misses rise from 0 to 1" in said[0]
    assert said[0].startswith("With n = 2, 2 disagreements are about whether a segment begins")
    assert "full misses fall from 2 to 2" in said[1]
    assert "(full misses), 0 about exactly where one begins (near misses)." in said[1]
    assert said[2] == "There are no misses here, whatever the window."
    assert said[3] == "There is no value under any window."


def test_the_window_of_the_page_has_the_counts_of_the_explanation() -> None:
    """The words below the verdict count disagreements one by one, those of windows by the table."""
    corpus = sample("moonstone")
    points = [p for p in window_scan(corpus, AgreementOptions()) if p.level == "corpus"]
    said = scan_in_words(points, AgreementOptions().model.n)
    kinds = [
        one.edit.kind for item in corpus.items for one in pair_edits(corpus, item, EditModel())
    ]
    full, near = (kinds.count(kind) for kind in (EditKind.SUBSTITUTION, EditKind.TRANSPOSITION))
    assert f"{full:,} disagreements are about whether a segment begins" in said
    assert f"{near:,} about exactly where one begins" in said


@pytest.mark.parametrize(
    ("number", "begins"),
    [
        ("1", "Agreement in group an1-an4 (4 coders) is low"),
        ("2", "Coders agree in group an5-an10 (6 coders) well "),
    ],
)
def test_the_agreement_page_gives_reasons_for_each_group(number: str, begins: str) -> None:
    app = opened("overview", "why", corpus="moonstone", group=number)
    loss = Explainer.of(sample("moonstone"), AgreementOptions()).group(int(number) - 1).loss
    assert loss is not None
    assert f"{loss.total.edits} disagreements between pairs: " in texts(app)
    assert begins in texts(app)
    queries = [
        dict(parse_qsl(urlsplit(link["href"]).query))
        for data in components(app)
        for link in data.get("links") or ()
        if link["text"] == overview_words.SEE_CODERS
    ]
    assert queries[-1]["group"] == number


def late_and_rare(seed: int) -> bytes:
    """Four coders, of whom one is often one place late, and one marks rarely."""
    draw = random.Random(seed)
    lines = ["item,coder,boundaries,mass"]
    for number in range(10):
        shared = sorted(draw.sample(range(2, 96, 3), 14))
        marks = {
            "anna": shared,
            "ben": [place for place in shared if draw.random() < 0.9],
            "carla": [place + (draw.random() < 0.45) for place in shared],
            "david": shared[::3],
        }
        lines += [f"i{number},{who},{' '.join(map(str, at))},100" for who, at in marks.items()]
    return "\n".join(lines).encode()


def paragraphs(app: AppTest, begins: str) -> list[str]:
    """Return the paragraphs that stand together, one of which begins so."""
    every = (data.get("paragraphs", ()) for data in components(app))
    shown = [["".join(text for text, _ in one) for one in several] for several in every]
    (found,) = [said for said in shown if any(one.startswith(begins) for one in said)]
    return found


@pytest.mark.parametrize(
    ("long", "about"),
    [
        # Two of the four agree far better than others: the model names nobody beside them.
        (False, "david marks 37% as often as the others "),
        # Without the model, which nobody has started.
        (True, "david marks 37% as often as the others "),
    ],
)
def test_the_overview_names_whom_coders_names(
    long: bool, about: str, takes: Callable[..., None]
) -> None:
    if long:
        takes(100.0, "coder model")
    place = saved(late_and_rare(seed=3 + long))
    carla = "carla is usually one place late "
    opening = paragraphs(launch("coders", corpus=place), carla)
    assert any(one.startswith(about) for one in opening)
    assert not any("egin with" in one for one in opening)
    app = opened("overview", "why", corpus=place)
    reasons = paragraphs(app, carla)
    at = next(n for n, one in enumerate(reasons) if " disagreements between pairs: " in one)
    assert reasons[at + 1 : at + 1 + len(opening)] == opening
    rest = [*reasons[: at + 1], *reasons[at + 1 + len(opening) :]]
    said = " ".join(rest).replace("group anna to david", "")
    assert not [name for name in ("anna", "ben", "carla", "david") if name in said]
    # What the library says of coders is still among the numbers.
    rows = [row["cells"][0]["text"] for row in table(app, "Numbers")["rows"]]
    assert "How often a coder marks: david" in rows


def test_there_are_reasons_without_a_value_too() -> None:
    app = opened("overview", "why", ONE_OF_ALL)
    assert not app.exception
    assert not [
        data
        for data in components(app)
        if [one["text"] for one in data.get("links") or ()] == [overview_words.SEE_CODERS]
    ]
    assert "π* over S is undefined in group a (1 coder): one coder only" in texts(app)


def test_the_item_page_gives_reasons_that_add_up() -> None:
    """Figure 3 of Fournier & Inkpen (2012): 3 full misses and 1 near miss in 13 places."""
    upload = b"item,coder,masses\nfig3,a,1 2 2 3 3 1 2\nfig3,b,1 2 1 2 6 2\n"
    app = opened("item", "behind", upload)
    spec = figure(app, "What makes up 1 − S")
    assert spec["layout"]["yaxis"]["ticktext"] == ["by kind", "by pair", "by coder", "by place"]
    sums = [0.0] * 4
    for trace in spec["data"]:
        for row, value in zip(trace["y"], trace["x"], strict=True):
            sums[row] += value
    assert sums == pytest.approx([4 / 13] * 4)
    kinds = {trace["name"]: trace["x"][0] for trace in spec["data"][:2]}
    assert kinds == pytest.approx({"near misses": 1 / 13, "full misses": 3 / 13})
    assert "4 disagreements between pairs: 3 are about whether a segment begins, 1 " in texts(app)


def test_parts_of_a_loss_beyond_six_are_taken_together() -> None:
    corpus = Corpus.from_masses({"a": {"x": [1] * 20, "y": [20]}})
    loss = Explainer.of(corpus, AgreementOptions()).item("a").loss
    assert loss is not None
    parts = loss_parts(loss)
    name, rest = parts["by place"][-1]
    assert (name, round(19 * rest)) == ("13 others", 13)
    assert all(sum(v for _, v in of) == pytest.approx(loss.total.of_s) for of in parts.values())


def test_pairs_of_long_names_can_be_told_apart_in_a_bar() -> None:
    codings = {f"{name}@example.org": [5, 5 + at, 5 - at] for at, name in enumerate("abc", 1)}
    found = Explainer.of(Corpus.from_masses({"i": codings}), AgreementOptions()).item("i")
    assert found.loss is not None
    pairs = [name for name, _ in loss_parts(found.loss)["by pair"]]
    assert len(set(pairs)) == len(found.loss.pairs) == 3
    assert all(len(name) <= 20 for name in pairs)


def test_the_numbers_behind_the_sentences_are_listed() -> None:
    app = opened("item", "behind", corpus="moonstone", item="ch1")
    found = Explainer.of(sample("moonstone"), AgreementOptions()).item("ch1")
    rows = table(app, "Numbers")["rows"]
    assert len(rows) == sum(len(sentence.numbers) for sentence in found.sentences)
    for sentence in found.sentences:
        assert sentence.text in texts(app)
    assert found.signature in texts(app)


def test_numbers_of_several_coders_can_be_told_apart() -> None:
    said = [Sentence("granularity", "", {"ratio": 2.0}, coder) for coder in ("ann", "bob")]
    said.append(Sentence("bias", "", {"bias": 0.5}))
    about = [row.cells[0].text for row in number_table(said)[1]]
    marks = "How often a coder marks"
    assert about == [f"{marks}: ann", f"{marks}: bob", "Coders who mark unequally often"]


def drawn_apart(number: int) -> Item:
    """Of four coders one marks rarely and one at random; of item 11 all do that."""
    draw = random.Random(number)
    shared = [place for place in range(5, 120, 5) if draw.random() < 0.8]
    marks = {"a": shared, "b": shared, "c": shared[::4], "d": draw.sample(range(1, 120), 20)}
    if number == 11:
        marks = {coder: draw.sample(range(1, 120), 20) for coder in marks}
    codings = {who: Segmentation.from_positions(120, at) for who, at in marks.items()}
    return Item(f"i{number}", codings)


def eight_coders(name: str, units: int, seed: int, alone: float) -> Item:
    """Of what they share, each of eight coders marks some other place in so many cases."""
    draw = random.Random(seed)
    shared = [place for place in range(5, units, 5) if draw.random() < 0.8]
    marks = {
        coder: {at if draw.random() > alone else draw.randint(1, units - 1) for at in shared}
        for coder in "abcdefgh"
    }
    codings = {who: Segmentation.from_positions(units, sorted(at)) for who, at in marks.items()}
    return Item(name, codings)


def explained_ones() -> Iterator[Corpus]:
    """Corpora whose items and groups have something of everything to be explained."""
    yield sample("moonstone")
    yield Corpus.from_masses({"a": {"x": [1], "y": [1]}, "b": {"x": [2, 2], "y": [2, 2]}})
    yield Corpus(tuple(map(drawn_apart, range(12))))
    # An item too short to be called worse than the others.
    long = [eight_coders(f"i{seed}", 100, seed, 0.3) for seed in range(4)]
    yield Corpus((*long, eight_coders("short", 40, 2, 0.36)))
    masses = {"u": [1] * 80 + [20], "v": [25] * 4, "w": [25] * 4}
    yield Corpus.from_masses({"unequal": masses})
    yield Corpus.from_masses({"sparse": {"x": [50, 50], "y": [20, 80], "z": [70, 30]}})
    yield Corpus.from_masses({"close": {"x": [30] * 9, "y": [30] * 4 + [3] * 10 + [30] * 4}})
    types = [Segmentation(21, (5, 9), types=(frozenset(one), frozenset("a"))) for one in "ab"]
    yield Corpus((Item("typed", dict(zip("xy", types, strict=True))),))
    yield low_by_one()


def test_every_number_behind_a_sentence_is_said_in_plain_words() -> None:
    """So that none that an explanation can have is missing, these have them all."""
    seen = set()
    for corpus in explained_ones():
        explainer = Explainer.of(corpus)
        found = [explainer.item(item.name) for item in corpus.items]
        found += [explainer.group(place) for place in range(len(corpus.groups))]
        for one in found:
            number_table(one.sentences)
            seen |= {(said.cause, name) for said in one.sentences for name in said.numbers}
    assert set(get_args(Cause)) == set(overview_words.CAUSES) == set(overview_words.BEHIND)
    known = {(cause, name) for cause, names in overview_words.BEHIND.items() for name in names}
    assert known == seen
    for names in overview_words.BEHIND.values():
        assert len(set(names.values())) == len(names)
        assert not [said for said in names.values() if "_" in said]


@pytest.mark.parametrize(
    ("item", "why"),
    [
        ("alone", "π* over S is undefined on alone: one coder only"),
        ("tiny", "π* over S is undefined on tiny: an item of one unit has no potential boundary"),
        ("silent", "Nobody set a boundary on silent, so that all coders agree."),
    ],
)
def test_an_item_without_a_coefficient_or_a_loss_says_why(item: str, why: str) -> None:
    app = opened("item", "behind", ONE_OF_ALL, item=item)
    assert not any("1 − S" in alt for alt in figures(app))
    assert why in texts(app)


@pytest.mark.parametrize("similarity", ["s", "b", "a", "wd"])
def test_the_item_page_follows_the_similarity_and_the_window(similarity: str) -> None:
    name = {"wd": "1−WD"}.get(similarity, similarity.upper())
    found = chance(sample("moonstone"), AgreementOptions(similarity=similarity, n=4))
    app = launch("item", corpus="moonstone", item="ch5", similarity=similarity, n="4")
    (row,) = [row for row in found.items if row.item == "ch5"]
    assert row.observed is not None and row.corrected is not None
    over = "" if similarity == "s" else f" over {name}"
    assert f"(R{over} {row.corrected:.2f}; p" in texts(app)
    pairs = table(app, "Pairs of coders")
    assert pairs["columns"][1]["text"] == name
    values = [float(one["cells"][1]["text"]) for one in pairs["rows"]]
    assert values == sorted(values)


def test_the_item_page_says_who_is_out_of_step_there_whoever_is_left_out() -> None:
    """What the overview says of a slip of rows is told by everybody who coded."""
    random = np.random.default_rng(0)
    lines = []
    for text in range(1, 7):
        breaks = np.sort(random.choice(np.arange(6, 54, 2), 9, replace=False))
        for coder in "abcde":
            own = breaks[random.random(9) < 0.95] + 2 * (coder == "e" and text == 2)
            lines.append(f"t{text},{coder},{' '.join(map(str, own))},60")
    upload = "\n".join(["item,coder,boundaries,mass", *lines]).encode()
    slip = "In t2, e's boundaries come two places later than usual"
    assert slip in texts(launch("item", upload, item="t2"))
    assert slip not in texts(launch("item", upload, item="t3"))
    assert slip in texts(launch("item", upload, item="t2", who="a\nwithout"))
    assert slip not in texts(launch("item", upload, item="t2", who="e\nearlier"))


def test_an_item_that_agrees_at_its_ends_alone_says_so() -> None:
    """All mark the first place and the 57th; in between nobody agrees with anybody."""
    inner = ("12 24 40", "9 20 49", "15 31 44", "6 36 52")
    lines = [f"x,c{coder},1 {places} 57,60" for coder, places in enumerate(inner)]
    upload = "\n".join(["item,coder,boundaries,mass", *lines]).encode()
    said = texts(launch("item", upload))
    whether = "Coders may agree only on how long the first and the last segment are"
    assert f"{whether}: without these, agreement may be chance" in said
    # A p of .095 is no finding either way.
    assert whether in texts(seen("item", corpus="interviews", item="interview 7"))
    assert "how long the first and the last segment are" not in texts(
        seen("item", corpus="moonstone", item="ch5")
    )


def test_an_item_that_tells_too_little_without_its_ends_says_so() -> None:
    """Six coders of 15 units, whose last segments are alike and whose other ones are few."""
    masses = ("4 7 3 1", "4 7 3 1", "5 6 3 1", "14 1", "14 1", "5 5 4 1")
    lines = [f"x,c{coder},{sizes}" for coder, sizes in enumerate(masses)]
    said = texts(launch("item", "\n".join(["item,coder,masses", *lines]).encode()))
    assert "well beyond" in said
    assert "without these, too few boundaries are left to test (p = 0.0" in said


def links_beside_the_item(upload: str) -> list[str]:
    """Return the links beside the choice of the item."""
    app = launch("item", upload.encode(), item="a")
    return next(
        [link["text"] for link in data["links"]]
        for data in components(app)
        if any(link["text"] == "b →" for link in data.get("links") or ())
    )


@pytest.mark.parametrize(
    ("other", "link"),
    [
        # Like the Overview: an item that may be chance needs work, one beyond it is low.
        (("9 20 49", "15 31 44"), ["b →", "Next item that needs work: b →"]),
        (("6 12 24 41 50", "6 13 24 40 49"), ["b →"]),
    ],
)
def test_an_item_that_may_be_chance_needs_work(other: tuple[str, str], link: list[str]) -> None:
    same = ["a,x,6 12 24 40 50,60", "a,y,6 12 24 40 50,60", "a,z,6 12 24 40 50,60"]
    lines = [
        f"b,{coder},{places},60"
        for coder, places in zip("xyz", ("6 12 24 40 50", *other), strict=True)
    ]
    assert links_beside_the_item("\n".join(["item,coder,boundaries,mass", *same, *lines])) == link


def test_the_next_item_with_low_agreement_is_linked() -> None:
    app = launch("item", corpus="moonstone", item="ch1")
    (links,) = [
        [link["text"] for link in data["links"]]
        for data in components(app)
        if data.get("links") and any("low agreement" in link["text"] for link in data["links"])
    ]
    rows = [
        row for row in reliability_of(sample("moonstone")).items if row.verdict == "beyond_chance"
    ]
    least = min(rows, key=lambda row: row.corrected or 0.0).item
    assert links == ["ch2 →", f"Next item with low agreement: {least} →"]


def test_a_verdict_without_reasons_has_its_interval_and_says_for_whom_it_holds() -> None:
    row = VerdictRow("item", "ch1", 4, 0.6, None, 0.01, "well_beyond_chance", "")
    beyond = (
        "Coders agree on ch1 well beyond chance (R 0.60, fair to good by Fleiss's convention for "
        "kappa)."
    )
    assert short_verdict(row) == beyond
    assert short_verdict(row._replace(interval=Interval(0.1, 0.9))) == (
        f"{beyond} For other coders of this item, R is 0.10 to 0.90 (95% interval)."
    )
    assert short_verdict(row._replace(interval=Interval(-0.2, 0.9))) == (
        f"{beyond} That is true of these coders. With others, agreement might be no better than "
        "chance (R \N{MINUS SIGN}0.20 to 0.90, 95% interval)."
    )
    why = Interval(None, None, "two coders give no interval")
    assert short_verdict(row._replace(interval=why)) == short_verdict(row)
