"""Who is looked at, on every page; and the numbers for a reviewer, on Overview and Item."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from statistics import fmean
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from segmetrics import Corpus, RecordingOptions, agreement, b, reliability_of, sample
from segmetrics.corpus import Adjudication, Item
from segmetrics.dashboard.frame import computations, who_switch
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus
from segmetrics.dashboard.frame.session_store import store
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import (
    Shown,
    moved,
    moved_coders,
    places_as_coded,
    shown,
    who_in_words,
    without,
)
from segmetrics.dashboard.frame.words import BESIDE_THESE
from segmetrics.io import SAMPLES
from segmetrics.number_formats import short
from segmetrics.reliability.chance_verdicts import beside_verdict
from segmetrics.reliability.odd_counts import Stops
from segmetrics.reliability.odd_places import OutOfStep
from segmetrics.segmentation import Segmentation
from segmetrics.store import Visitor
from tests.support.pages import GOOD, column, components, launch, reading, saved, table, texts

LATE = "\n".join(
    [
        "item,coder,masses",
        *(
            f"t{n},{coder},{3 + n % 3 + late} 6 8 {7 - n % 3 - late}"
            for n in range(12)
            for coder, late in (("ann", 0), ("ben", 0), ("cy", 0), ("late", 1))
        ),
    ]
).encode()
"""Three coders who agree, and one who is one unit late everywhere."""


def said_before_and_after(app: Any) -> str:
    """Return what stands above the page."""
    found: str = next(one.value for one in app.markdown if "→" in one.value)
    return found.replace("\\", "")


def ways(app: Any) -> dict[str, dict[str, Any]]:
    """Return the links of a page by their texts: the query of each."""
    found = [link for data in components(app) for link in data.get("links", ())]
    cards = [card for data in components(app) for card in data.get("cards", ())]
    found += [way for card in cards for way in card["ways"]]
    return {one["text"]: dict(parse_qsl(urlsplit(one["href"]).query)) for one in found}


# ----- What becomes of a corpus


def changed(corpus: Corpus, *who: str, by: float = 1.0) -> Corpus:
    """Return a corpus as a view shows it, which says nothing against it."""
    found = shown(UrlState(who=who, by=by), corpus)
    assert found.changed
    assert found.notes == ()
    return found.corpus


def test_without_and_only_are_the_corpus_that_never_had_the_others() -> None:
    masses = {"a": {"x": [2, 3], "y": [4, 1], "z": [1, 4]}, "b": {"x": [3, 3], "y": [2, 4]}}
    corpus = Corpus.from_masses(masses)
    rest = {item: {c: m for c, m in of.items() if c != "y"} for item, of in masses.items()}
    assert changed(corpus, "y", "without") == Corpus.from_masses(rest)
    alike = changed(corpus, "x", "only", "z", "only")
    assert alike == Corpus.from_masses(rest)
    assert shown(UrlState(who=("x", "only", "y", "only", "z", "only")), corpus) == Shown(corpus)


@pytest.mark.parametrize(
    ("change", "by", "expected"),
    [
        ("earlier", 1.0, (3, 8)),
        ("later", 1.0, (2, 5)),
        ("later", 5.0, (6, 9)),
        ("earlier", 4.0, (5,)),
    ],
)
def test_boundaries_move_with_their_types_and_fall_off_at_the_ends(
    change: str, by: float, expected: tuple[int, ...]
) -> None:
    """By hand, of ten units: 1, 4 and 9 are what is earlier 3 and 8, as 1 falls off."""
    places = (1, 4, 9)
    names = tuple(frozenset({f"at {place}"}) for place in places)
    one = Segmentation(10, places, types=names)
    corpus = Corpus((Item("t", {"x": one, "y": one}),))
    moved_one = changed(corpus, "x", change, by=by)["t"].codings["x"]
    assert moved_one.boundaries == expected
    steps = int(by) if change == "later" else -int(by)
    kept = [{f"at {place - steps}"} for place in expected]
    assert [set(names) for names in moved_one.types or ()] == kept
    assert changed(corpus, "x", change, by=by)["t"].codings["y"] == one


def test_recordings_move_by_seconds_and_not_by_less_than_a_step() -> None:
    times = {"film": {"v": [1.0, 9.5], "w": [2.0]}}
    corpus = Corpus.from_times(times, durations={"film": 10.0})
    by_hand = Corpus.from_times({"film": {"v": [1.25, 9.75], "w": [2.0]}}, durations={"film": 10.0})
    assert changed(corpus, "v", "later", by=0.25) == by_hand
    earlier = changed(corpus, "v", "earlier", by=2.0)["film"].codings["v"]
    assert [place / 1000 for place in earlier.boundaries] == [7.5]


def test_changes_add_up_and_a_group_keeps_its_name() -> None:
    corpus = sample("moonstone").with_group_titles({"an1": "Four", "an5": "Six"})
    found = changed(corpus, "an1", "without", "an4", "later")
    assert [group.name for group in found.groups] == ["Four", "Six"]
    assert "an1" not in found.coders
    assert found["ch1"].codings["an4"] != corpus["ch1"].codings["an4"]
    assert found["ch1"].codings["an2"] == corpus["ch1"].codings["an2"]


def test_decisions_stay_and_nothing_of_them_is_invented() -> None:
    said = Adjudication("ch1", 4, "accept")
    corpus = sample("moonstone").with_decisions([said])
    assert changed(corpus, "an3", "without").decisions == (said,)


@pytest.mark.parametrize(
    ("who", "by", "note"),
    [
        (("nobody", "without"), 1.0, "There is no coder nobody here."),
        (("x", "upside down"), 1.0, "'upside down' is no change of a coder"),
        (("x", "without", "y", "without"), 1.0, "Nobody would be left"),
        (("x", "later"), 1.5, "whole number of units"),
        (("nobody", "+1 in a"), 1.0, "There is no coder nobody here."),
        (("x", "+1 within a"), 1.0, "'+1 within a' is no change of a coder"),
        (("x", "+1 in b"), 1.0, "There is no b with boundaries of x."),
    ],
)
def test_what_cannot_be_done_is_said_and_all_are_shown(
    who: tuple[str, ...], by: float, note: str
) -> None:
    corpus = Corpus.from_masses({"a": {"x": [2, 3], "y": [4, 1]}})
    found = shown(UrlState(who=who, by=by), corpus)
    assert (found.corpus, found.changed) == (corpus, False)
    assert note in found.notes[0]


def test_items_that_nobody_else_coded_are_named() -> None:
    corpus = Corpus.from_masses({"a": {"x": [2, 3], "y": [4, 1]}, "b": {"x": [1, 1]}})
    found = shown(UrlState(who=("x", "without")), corpus)
    assert found.notes == ("Nobody is left on b.",)


def test_the_address_holds_it_for_one_corpus_and_no_settings_do() -> None:
    view = without(UrlState(corpus="moonstone"), "an3")
    view = moved(view, "an4", 1.0, earlier=True)
    assert UrlState.read(view.query()) == view
    assert who_in_words(view, "units", "paragraph") == (
        "without an3 and with an4 1 paragraph earlier"
    )
    assert "who" not in view.settings
    assert view.of_corpus("film").who == ()
    # All are moved by as much: another length takes the place of the one before.
    other = moved(view, "an1", 2.0, earlier=False)
    assert other.who == ("an3", "without", "an1", "later")
    assert UrlState(face="reviewer").settings == {"face": "reviewer"}


# ----- Before and after on the pages


def test_the_overview_says_r_before_and_after_and_each_item_beside_it() -> None:
    before = reliability_of(sample("moonstone"))
    rest = [name for name in sample("moonstone").coders if name != "an3"]
    after = reliability_of(sample("moonstone").select(coders=rest))
    app = launch("overview", corpus="moonstone", who="an3\nwithout")
    r = [beside_verdict(one.corpus.corrected, short) for one in (before, after)]
    assert f"Without an3:** R {r[0]} → **{r[1]}**" in said_before_and_after(app)
    (listed,) = [data for data in components(app) if "strips" in data]
    now, was = listed["columns"][:2]
    assert was["text"] == "before"
    for place, rows in enumerate(zip(before.items, after.items, strict=True)):
        assert [float(one["cells"][place]) for one in (was, now)] == pytest.approx(
            [row.corrected for row in rows], abs=5e-5
        )


def test_the_item_says_its_own_number_before_and_after() -> None:
    rest = [name for name in sample("moonstone").coders if name != "an3"]
    after = reliability_of(sample("moonstone").select(coders=rest)).items[0].corrected
    before = reliability_of(sample("moonstone")).items[0].corrected
    app = launch("item", corpus="moonstone", item="ch1", who="an3\nwithout")
    expected = f"R of ch1 {short(before)} → **{short(after)}**"
    assert expected in said_before_and_after(app)
    assert "an3" not in str([data for data in components(app) if "coders" in data])


@pytest.mark.parametrize("page", ["overview", "heat_maps", "item", "coders", "decide"])
@pytest.mark.parametrize(("corpus", "coder"), [("moonstone", "an3"), ("film", "gus")])
def test_every_page_of_results_is_seen_otherwise(page: str, corpus: str, coder: str) -> None:
    app = launch(page, corpus=corpus, who=f"{coder}\nwithout")
    assert f"**Without {coder}:**" in said_before_and_after(app)
    # Who stands out is told beside the others as they are here.
    assert (BESIDE_THESE in texts(app)) == (page == "coders")
    assert ways(app)["All coders as they are"].get("who") is None


def test_share_says_that_all_coders_are_as_they_are_and_how_to_have_them_otherwise() -> None:
    app = launch("share", corpus="moonstone", who="an3\nwithout")
    assert "This page has all coders as they are, not without an3." in texts(app)


def test_recordings_are_seen_with_one_moved_by_the_delay_that_was_found() -> None:
    found = agreement(sample("film"), RecordingOptions())
    (late,) = [one for one in found.coders if one.timing == "late"]
    by = f"{late.later:.1f}"
    app = launch("overview", corpus="film")
    way = ways(app)[f"See it with {late.coder} {by} s earlier →"]
    assert (way["who"], way["by"]) == (f"{late.coder}\nearlier", by)
    moved_one = {
        item.name: {
            coder: [
                (at - round(1000 * float(by)) * (coder == late.coder)) / 1000
                for at in coding.boundaries
            ]
            for coder, coding in item.codings.items()
        }
        for item in sample("film").items
    }
    lasts = {item.name: item.mass / 1000 for item in sample("film").items}
    after = agreement(Corpus.from_times(moved_one, durations=lasts))
    said = said_before_and_after(launch("overview", **way))
    r = [beside_verdict(one.corpus.corrected, short) for one in (found, after)]
    assert f"F beyond chance {r[0]} → **{r[1]}**" in said


def test_somebody_is_moved_as_far_as_the_address_says_by_now() -> None:
    """One who is one unit late is in step one unit earlier; two units earlier is as far off."""
    app = launch("overview", LATE, who="late\nearlier")
    assert "R 0.66 → **1.00**" in said_before_and_after(app)
    app.query_params["by"] = "2"
    app.run()
    assert "R 0.66 → **0.66**" in said_before_and_after(app)


def test_of_two_coders_one_cannot_be_compared_and_the_reason_is_said() -> None:
    app = launch("overview", b"item,coder,masses\na,x,2 3\na,y,4 1\n", who="x\nwithout")
    assert "**Without x** there is no R: " in texts(app)
    assert "one coder" in texts(app)


def picked(app: Any, label: str) -> Any:
    """Return a control of the switch."""
    (found,) = [one for one in app.button_group if one.label == label]
    return found


def test_after_all_are_as_they_are_the_next_click_leaves_out_not_moves() -> None:
    app = launch("overview", corpus="moonstone")
    picked(app, "What changes").set_value("earlier").run()
    picked(app, "Coders").set_value(["an3"]).run()
    assert "an3\nearlier" in app.query_params["who"]
    # Another one is moved, not left out, if the first is no longer chosen.
    picked(app, "Coders").set_value([]).run()
    assert picked(app, "What changes").value == "earlier"
    picked(app, "Coders").set_value(["an3"]).run()
    (back,) = [one for one in app.button if one.label == "All coders as they are"]
    back.click().run()
    assert "who" not in app.query_params
    assert picked(app, "What changes").value == "without"
    picked(app, "Coders").set_value(["an1"]).run()
    assert "an1\nwithout" in app.query_params["who"]


def test_the_switch_shows_whom_a_link_chose_after_another_change_was_looked_at() -> None:
    app = launch("overview", corpus="moonstone", who="an3\nwithout")

    def switch() -> tuple[str, list[str]]:
        return picked(app, "What changes").value, picked(app, "Coders").value

    assert switch() == ("without", ["an3"])
    app.query_params["who"] = "an1\nlater"
    app.run()
    assert switch() == ("later", ["an1"])
    picked(app, "What changes").set_value("only").run()
    assert switch() == ("only", [])
    picked(app, "Coders").set_value(["an2"]).run()
    assert "an1\nlater\nan2\nonly" in app.query_params["who"]
    assert switch() == ("only", ["an2"])


def test_codings_as_they_are_seen_can_be_downloaded_without_decisions_about_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decided = sample("moonstone").with_decisions([Adjudication("ch1", 4, "accept")])
    monkeypatch.setattr(SelectedCorpus, "counted_by", lambda *_: decided)
    files: list[Corpus] = []

    def written(corpus: Corpus, key: str) -> Any:
        files.append(corpus)
        return computations.written(corpus, key)

    monkeypatch.setattr(who_switch, "written", written)
    app = launch("decide", corpus="moonstone", who="an3\nwithout")
    assert "download them under “Who”" in texts(app)
    (formats,) = [one for one in app.selectbox if one.label == "Download these codings as"]
    formats.set_value("segmetrics-json").run()
    named = [one.proto.label.replace("\\", "") for one in app.get("download_button")]
    assert any("without-an3.json" in one for one in named)
    assert [one.decisions for one in files] == [()]
    assert "an3" not in files[0].coders
    everybody = launch("decide", corpus="moonstone")
    assert "Download these codings as" not in [one.label for one in everybody.selectbox]


# ----- Links where a claim names a coder


def test_who_keeps_agreement_low_is_linked_without_them_and_as_they_might_be() -> None:
    app = launch("overview", LATE)
    assert "late marks one place late" in texts(app)
    way = ways(app)["See it with late 1 unit earlier →"]
    assert ways(app)["See it without late →"]["who"] == "late\nwithout"
    assert "R 1.00" in texts(launch("overview", **way)).replace("**", "")
    on_decide = launch("decide", corpus=way["corpus"])
    moved_gold = "With late's boundaries one place earlier, the rule gives the same boundaries."
    assert f"late marks one place late.\n{moved_gold}" in texts(on_decide)
    assert ways(on_decide)["See it with late 1 unit earlier →"]["who"] == "late\nearlier"
    cards = ways(launch("coders", corpus=way["corpus"]))
    assert {f"See it without {name} →" for name in ("ann", "ben", "cy", "late")} <= set(cards)


def habits() -> bytes:
    """Twelve texts: of five coders who miss some, one is late and one marks twice as much."""
    source, rows = random.Random(3), ["item,coder,masses"]
    for number in range(12):
        true = sorted(source.sample(range(2, 35), 5))
        for coder in ("an1", "an2", "an3", "an4", "an5"):
            marked = {place for place in true if source.random() < 0.85}
            if coder == "an4":
                marked = {place + 1 for place in marked}
            if coder == "an3":
                marked |= set(source.sample(range(1, 36), 5))
            ends = [0, *sorted(marked), 36]
            masses = " ".join(str(end - start) for start, end in pairwise(ends))
            rows.append(f"t{number},{coder},{masses}")
    return "\n".join(rows).encode()


def test_an_item_that_needs_no_work_without_some_is_linked_without_them() -> None:
    app = launch("overview", habits())
    how = "With an4's boundaries one place earlier and without an3, "
    how += "coders would agree well beyond chance on "
    (said,) = [one for one in texts(app).split("\n") if how in one]
    item = said.split(how)[1].split(". As coded")[0].split(",")[0]
    way = ways(app)["See it without an3 and with an4 1 unit earlier →"]
    assert way["who"] == "an4\nearlier\nan3\nwithout"
    page = launch("item", corpus=way["corpus"], item=item.split(" and ")[0])
    said = "See it without an3 and with an4 1 unit earlier →"
    assert ways(page)[said]["who"] == "an4\nearlier\nan3\nwithout"


def slipped() -> bytes:
    """Six texts of four coders who find most breaks; in the second, two rows of one slipped."""
    source, rows = random.Random(3), ["item,coder,masses"]
    for text in range(6):
        breaks = sorted(source.sample(range(6, 54, 2), 9))
        for coder in "bcde":
            marked = sorted(place for place in breaks if source.random() < 0.95)
            if (text, coder) == (1, "e"):
                marked = [place + 2 for place in marked]
            ends = pairwise([0, *marked, 60])
            rows.append(f"t{text},{coder},{' '.join(str(end - start) for start, end in ends)}")
    return "\n".join(rows).encode()


def test_who_slipped_in_one_text_is_moved_there_by_a_link_of_each_page() -> None:
    app = launch("overview", slipped())
    assert "Did a row slip?" in texts(app)
    link = "See it with e 2 units earlier in t1 →"
    way = ways(app)[link]
    assert way["who"] == "e\n-2 in t1"
    before_and_after = said_before_and_after(launch("overview", **way))
    assert before_and_after.startswith("**With e 2 units earlier in t1:** R ")
    assert " → **0." in before_and_after
    as_they_are = {**way, "who": ""}
    for page in ("item", "decide", "coders"):
        assert link in ways(launch(page, **as_they_are, item="t1"))
    (before_reporting,) = launch("share", **as_they_are).info
    assert "In t1, e's boundaries come two places" in before_reporting.value
    seen = launch("item", **way, item="t1")
    assert "well beyond chance" in said_before_and_after(seen)
    assert "Did a row slip?" not in texts(seen)


# ----- Nothing is stored


def test_on_decide_nothing_can_be_decided_and_nothing_of_it_is_kept() -> None:
    place = saved(GOOD)
    before = store().corpus(Visitor(), place)
    as_they_are = launch("decide", corpus=place)
    assert [one for one in as_they_are.button if str(one.key).startswith("choose")]
    app = launch("decide", corpus=place, who="cy\nwithout")
    assert not [one for one in app.button if str(one.key).startswith("choose")]
    assert "decisions need all coders as they are." in texts(app)
    assert not app.get("download_button")
    for page in ("overview", "item", "heat_maps", "coders"):
        launch(page, corpus=place, who="cy\nwithout")
    assert store().corpus(Visitor(), place) == before


# ----- The numbers for a reviewer


def test_the_overview_has_two_faces_and_each_stays_in_the_address() -> None:
    app = launch("overview", corpus="moonstone")
    (face,) = [one for one in app.button_group if one.label == "Numbers for whom"]
    face.set_value("reviewer").run()
    assert app.query_params["face"] in ("reviewer", ["reviewer"])
    headings = [one["text"] for one in table(app, "Agreement of items")["columns"]]
    assert headings == [
        *("Item", "π*", "κ*", "Bias", "1−WD", "± sd", "Coders", "Boundaries", "Paragraphs"),
        *("Near", "Full"),
    ]
    assert "Chance is counted by the equations of Fournier & Inkpen (2012)" in texts(app)
    assert not [data for data in components(app) if "strips" in data]
    assert ways(app)["See what differs in ch1 →"]["face"] == "reviewer"
    published = launch("overview", corpus="moonstone", face="reviewer", convention="published")
    assert "counted as in the published tables" in texts(published)


def test_units_are_called_what_the_user_calls_them() -> None:
    """The interviews have turns: in headings, in the settings, and below a table of conventions."""
    app = launch("overview", corpus="interviews", face="reviewer")
    found = table(app, "Agreement of items, groups and the corpus")
    assert "Turns" in [one["text"] for one in found["columns"]]
    assert "near misses 1 turn apart (n = 2)" in texts(app)
    assert "near misses 1 unit" not in texts(app)


def test_numbers_for_a_reviewer_say_what_they_were() -> None:
    app = launch("overview", corpus="moonstone", face="reviewer", who="an3\nwithout")
    was = {row.item: row.pi_star for row in agreement(sample("moonstone")).items}
    for row in table(app, "Agreement of items")["rows"][:8]:
        name, pi_star = row["cells"][:2]
        same = pi_star["text"] == f"{was[name['text']]:.4f}"
        assert same == (pi_star.get("sub") is None)
        assert same or pi_star["sub"] == f"was {was[name['text']]:.4f}"


@pytest.mark.parametrize("item", ["ch1", "ch2", "ch10"])
def test_all_pairs_have_the_published_1_wd(item: str) -> None:
    """Fournier & Inkpen (2012), Table 2, has the mean of 1-WD over the pairs of a chapter."""
    app = launch("item", corpus="moonstone", face="reviewer", item=item)
    found = [float(one) for one in column(table(app, "All pairs"), "1−WD")]
    coders = len(sample("moonstone")[item].coders)
    assert len(found) == coders * (coders - 1) // 2
    published = SAMPLES["moonstone"].published[item]["one_minus_wd_mean"]
    assert fmean(found) == pytest.approx(published, abs=1e-4)


def test_a_metric_of_choice_stands_beside_s_and_1_wd() -> None:
    app = launch("item", corpus="moonstone", face="reviewer", item="ch1", metric="b")
    headings = [one["text"] for one in table(app, "All pairs")["columns"]]
    assert headings == ["Pair of coders", "S", "1−WD", "B", "Near", "Full"]
    codings = sample("moonstone")["ch1"].codings
    pairs = [name.split(", ") for name in column(table(app, "All pairs"), "Pair of coders")]
    expected = [b(codings[x], codings[y]).value for x, y in pairs]
    assert [float(one) for one in column(table(app, "All pairs"), "B")] == pytest.approx(
        expected, abs=5e-5
    )


def test_a_reviewer_of_recordings_sees_all_pairs_with_f() -> None:
    pages = [launch("item", corpus="film", face="reviewer", page=page) for page in "123"]
    found = [float(one) for app in pages for one in column(table(app, "All pairs"), "F")]
    (recording,) = agreement(sample("film"), RecordingOptions()).items
    assert len(found) == 45
    assert found == sorted(found)
    assert fmean(found) == pytest.approx(recording.value, abs=5e-3)


def test_a_reference_counts_in_r_and_the_pages_say_so_with_a_way_out() -> None:
    items = {f"t{n}": {"reference": [2, 3, 4], "zed": [1, 4, 4], "ann": [2, 3, 4]} for n in "abc"}
    upload = json.dumps({"has_reference_coder": True, "items": items}).encode()
    said = "reference is the reference, and counts in R as any other coder does."
    for page in ("overview", "share"):
        app = launch(page, upload)
        assert said in texts(app)
        assert ways(app)["See it without reference →"]["who"] == "reference\nwithout"
    assert said not in texts(launch("overview", upload, who="reference\nwithout"))
    assert said not in texts(launch("overview", corpus="moonstone"))


@pytest.mark.parametrize("page", ["item", "decide"])
def test_places_are_explained_where_the_marks_of_files_end_segments(page: str) -> None:
    rows = "".join(f"{at},{int(at in (2, 4))},{int(at in (3, 4))}\n" for at in range(1, 7))
    ended = f"unit,end Ann,end Bob\n{rows}".encode()
    said = "Your files mark the last unit of a segment, and places are named by the next one"
    assert said in texts(launch(page, ended))
    assert said not in texts(launch(page, GOOD))


def test_the_text_says_who_speaks_where_the_file_does() -> None:
    rows = "1,I,Why?,1,1\n2,Rosa,Rosa: as it was.,0,0\n3,,(laughs),0,1\n4,I,And then?,1,0\n"
    page = launch("item", f"unit,speaker,text,Ann,Bob\n{rows}".encode())
    assert reading(page)["texts"] == ["I: Why?", "Rosa: as it was.", "(laughs)", "I: And then?"]


def test_where_boundaries_lie_that_a_view_has_moved_is_not_called_odd() -> None:
    """Of others it is still said, and how many boundaries somebody has is not changed by a move."""
    slips = [OutOfStep(coder, "t2", 2, "units", 9, 1, 9, 0) for coder in ("ann", "ben", "cy")]
    few = Stops("ann", "t1", "before unit 9", (8, 9))
    view = UrlState(who=("ann", "earlier", "ben", "+2 in t2", "dan", "without"))
    assert moved_coders(view) == {"ann", "ben"}
    assert places_as_coded([few, *slips], view) == (few, slips[2])
    assert places_as_coded(slips, UrlState()) == tuple(slips)
