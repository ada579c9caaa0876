"""The Consensus page and command: the rule, the worklist, decisions, undo, and what goes out."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus
from segmetrics.adjudication.adjudications import consensus
from segmetrics.adjudication.disputes import disputes
from segmetrics.adjudication.gold import GoldOptions, gold
from segmetrics.cli import main
from segmetrics.corpus import Adjudication
from segmetrics.dashboard.frame import computations
from segmetrics.dashboard.frame.session_store import store
from segmetrics.io import SAMPLES, Source, check, read_sources
from segmetrics.io.write import WRITERS
from segmetrics.paths import FILES_VARIABLE
from segmetrics.settings import MODE_VARIABLE
from segmetrics.store import Visitor
from segmetrics.tables.consensus_tables import CONSENSUS_FORMATS
from tests.support.pages import BROKEN, HOPELESS, components, follow, launch, table, texts

MOONSTONE = str(SAMPLES["moonstone"].path)
DIALOGUE = str(SAMPLES["dialogue"].path)
# Everybody marked 2; two of three marked 5, one 6.
GOOD = b"item,coder,masses\na,ann,2 3 5\na,bob,2 3 5\na,cy,2 4 4\nb,ann,5 5\nb,bob,10\nb,cy,10\n"

Printed = pytest.CaptureFixture[str]


def moonstone() -> Corpus:
    corpus = SAMPLES["moonstone"].read().corpus
    assert corpus is not None
    return corpus


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


def press(app: AppTest, label: str) -> AppTest:
    (button,) = [b for b in app.button if b.label == label]
    button.click().run()
    assert not app.exception
    return app


def place_of(app: AppTest) -> str:
    found = app.query_params["corpus"]
    return found if isinstance(found, str) else found[0]


def kept(app: AppTest) -> tuple[Adjudication, ...]:
    """Decisions about the corpus that is looked at, as the store has them."""
    return store().decisions(Visitor(), place_of(app))


def test_the_page_shows_the_gold_with_its_support() -> None:
    app = launch("consensus", GOOD)
    assert "2 gold boundaries in 2 items." in texts(app)
    assert gold_lane(app) == {2: "3 of 3", 5: "2 of 3"}
    assert rows(app) == [
        ["a, after 5 or 6", "0.33", "ann, bob, cy", "", "open"],
        ["b, after 5", "0.33", "ann", "bob, cy", "open"],
    ]
    assert "After unit 5: ann, bob. After unit 6: cy." in texts(app)
    assert "The consensus has a boundary after unit 5 (2 of 3)." in texts(app)


def test_the_heat_map_marks_the_gold_with_its_support() -> None:
    app = launch("consensus", GOOD)
    assert gold_marks(app) == {"a": {"3 of 3": [2], "2 of 3": [5]}}
    press(app, "Move to after unit 6")
    app = launch_again(app, item="a", place="5")
    assert gold_marks(app) == {"a": {"3 of 3": [2], "1 of 3, accepted": [6]}}
    assert gold_marks(launch_again(app, item="b", place="5")) == {"b": {}}


def test_the_marks_of_the_heat_map_have_the_colour_of_the_lane() -> None:
    app = launch("consensus", GOOD)
    (heat,) = [data for data in components(app) if "bits" in data]
    (strips,) = [data for data in components(app) if data.get("lanes")]
    assert heat["gold"]["lane"] == strips["lanes"][-1]["coder"]


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
        ({"threshold": "at_least", "share": "33"}, "at least 0.33 of the coders", "2 of 3"),
    ],
)
def test_the_rule_is_in_the_address(query: dict[str, str], signature: str, lane: str) -> None:
    app = launch("consensus", GOOD, item="a", **query)
    assert signature in texts(app)
    assert gold_lane(app)[5] == lane


def test_widgets_write_the_rule_to_the_address() -> None:
    app = launch("consensus", GOOD)
    (method,) = [one for one in app.button_group if one.label == "Consensus by"]
    method.set_value("medoid").run()
    assert app.query_params["method"] == "medoid"
    assert not [one for one in app.select_slider if "coders" in one.label]


def test_a_share_that_no_count_fits_is_an_error_in_words() -> None:
    app = launch("consensus", GOOD, share="100")
    assert "a share of 1 would make no place a boundary" in app.error[0].value.replace("\\", "")


def test_decisions_settle_disputes_one_after_another() -> None:
    app = launch("consensus", GOOD)
    app.text_input[0].set_value(" a new scene ").run()
    press(app, "Move to after unit 6")
    assert kept(app) == (
        Adjudication("a", 5, "reject"),
        Adjudication("a", 6, "accept", comment="a new scene"),
    )
    assert "1 of 2 disputes decided" in app.get("progress")[0].proto.text
    assert rows(app)[1][4] == "boundary after 6"
    assert table(app, "Disputed")["rows"][1]["cells"][4]["sub"] == "a new scene"
    # The next one is asked about, and what comes last stays shown.
    assert (app.query_params["item"], app.query_params["place"]) == ("b", "5")
    press(app, "Accept after unit 5")
    assert "2 of 2 disputes decided" in app.get("progress")[0].proto.text
    assert kept(app)[2:] == (Adjudication("b", 5, "accept"),)
    assert gold_lane(app) == {5: "1 of 3, accepted"}
    assert "Decided: boundary after 5." in texts(app)


def test_reject_and_open_again() -> None:
    app = press(launch("consensus", GOOD, item="a"), "Reject")
    assert kept(app) == (Adjudication("a", 6, "reject"), Adjudication("a", 5, "reject"))
    app = launch_again(app, item="a", place="5")
    assert gold_lane(app) == {2: "3 of 3"}
    assert "Decided: no boundary." in texts(app)
    press(app, "Open again")
    assert kept(app) == ()
    assert gold_lane(app) == {2: "3 of 3", 5: "2 of 3"}


def launch_again(app: AppTest, **query: str) -> AppTest:
    """Look at the page of a session at another address."""
    for parameter, value in query.items():
        app.query_params[parameter] = value
    app.run()
    assert not app.exception
    return app


def test_a_boundary_is_moved_elsewhere() -> None:
    app = launch("consensus", GOOD, item="b", place="5")
    app.number_input[0].set_value(8).run()
    press(app, "Move there")
    assert kept(app) == (Adjudication("b", 5, "move", 8),)
    app = launch_again(app, item="b", place="5")
    assert gold_lane(app) == {8: "0 of 3, moved from 5"}


def test_undo_takes_each_step_back_and_goes_where_it_was_made() -> None:
    app = launch("consensus", GOOD)
    (undo,) = [b for b in app.button if b.label == "Undo"]
    assert undo.disabled
    press(app, "Accept after unit 5")
    press(app, "Reject")
    assert len(kept(app)) == 3
    press(app, "Undo")
    assert len(kept(app)) == 2
    assert app.query_params["item"] == "b"
    press(app, "Undo")
    assert kept(app) == ()
    assert "0 of 2 disputes decided" in app.get("progress")[0].proto.text
    (undo,) = [b for b in app.button if b.label == "Undo"]
    assert undo.disabled


def test_undo_says_what_it_takes_back_and_never_an_import() -> None:
    app = launch("consensus", GOOD)
    (undo,) = [b for b in app.button if b.label == "Undo"]
    assert undo.disabled  # the import was accepted, which the Corpus page undoes
    press(app, "Move to after unit 6")
    (undo,) = [b for b in app.button if b.label == "Undo"]
    said = undo.help.replace("\\", "")
    assert said.startswith("Take back: decided about a, after unit 5 or 6: boundary after 6, ")


def test_a_decision_is_replaced_by_the_next_about_its_dispute() -> None:
    app = press(launch("consensus", GOOD, item="a"), "Reject")
    press(launch_again(app, item="a", place="5"), "Accept after unit 5")
    assert kept(app) == (Adjudication("a", 6, "reject"), Adjudication("a", 5, "accept"))


def test_deciding_about_a_sample_keeps_a_copy_and_goes_there() -> None:
    app = press(launch("consensus", corpus="moonstone", n="3"), "Reject")
    (copy,) = store().corpora(Visitor())
    assert (copy.title, place_of(app)) == ("The Moonstone (copy)", copy.key)
    assert app.query_params["n"] in ("3", ["3"])
    assert len(kept(app)) == 2
    assert "A copy of The Moonstone was kept; you decide in it." in texts(app)
    assert SAMPLES["moonstone"].read().corpus == moonstone()
    fresh = launch("consensus", corpus="moonstone")
    assert "0 of 101 disputes decided" in fresh.get("progress")[0].proto.text
    # Once more: the copy is there, and what was decided in it stays.
    again = press(launch("consensus", corpus="moonstone", n="3"), "Reject")
    assert place_of(again) == copy.key
    assert "in which something else was decided about this" in texts(again)
    assert len(kept(again)) == 2
    assert len(store().corpora(Visitor())) == 1


def test_deciding_about_files_given_at_the_start_keeps_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pilot.csv").write_bytes(GOOD)
    monkeypatch.setenv(FILES_VARIABLE, json.dumps([str(tmp_path / "pilot.csv")]))
    app = press(launch("consensus"), "Accept after unit 5")
    (copy,) = store().corpora(Visitor())
    assert (copy.title, place_of(app)) == ("pilot", copy.key)
    assert [one.name for one in store().review(Visitor(), copy.key).files] == ["pilot.csv"]


def test_what_somebody_else_decided_is_seen_and_not_overwritten() -> None:
    app = launch("consensus", GOOD, item="a", place="5")
    place, digest = place_of(app), read_sources([Source("c.csv", GOOD)]).corpus
    assert digest is not None
    theirs = [Adjudication("a", 5, "reject"), Adjudication("a", 6, "accept", comment="theirs")]
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
    press(app, "Reject")
    assert "Somebody else decided about a meanwhile" in app.warning[0].value
    assert kept(app) == tuple(theirs)
    assert "Decided: boundary after 6." in texts(app)
    # What they said is seen now, and may be replaced.
    press(app, "Reject")
    assert kept(app) == (
        Adjudication("a", 6, "reject"),
        Adjudication("a", 5, "reject", comment="theirs"),
    )


def test_an_undo_of_what_is_not_the_last_step_any_more_is_refused() -> None:
    app = press(launch("consensus", GOOD), "Accept after unit 5")
    other = launch("consensus", corpus=place_of(app))
    press(other, "Reject")
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
    for page in ("consensus", "report", "corpus", "import", "compare"):
        app = launch(page, corpus=link)
        assert not [one.label for one in app.button]
    app = launch("consensus", corpus=link)
    assert gold_lane(app) == {2: "3 of 3", 5: "2 of 3"}
    assert "You may look at this corpus, and not decide" in texts(app)
    assert "not at its import, nor change it" in texts(launch("import", corpus=link))


def test_a_link_that_was_taken_back_ends_with_the_next_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "links")
    owner = Visitor(mode="links")
    first = store().create(owner, [Source("c.csv", GOOD)], title="Shared")
    store().accept(owner, first, read_sources([Source("c.csv", GOOD)]))
    second = store().sharing.make_link(owner, first, "edit")
    app = launch("consensus", corpus=second)
    store().sharing.revoke(owner, first, store().sharing.links(owner, second)[-1].id)
    press(app, "Reject")
    assert store().decisions(owner, first) == ()
    assert texts(app).count("There is no such corpus here, or it is not open to you") == 2
    assert not gold_or_none(app)


def gold_or_none(app: AppTest) -> bool:
    return any(data.get("lanes") for data in components(app))


def test_the_consensus_is_kept_beside_the_corpus() -> None:
    app = press(launch("consensus", GOOD, method="pooled", n="3"), "Keep this consensus")
    assert "This consensus was kept" in app.success[0].value
    (work,) = store().artifacts.listed(Visitor(), place_of(app))
    assert work.title == "Consensus: pooled, more than 0.5 of the coders, n=3"
    content = store().artifacts.content(Visitor(), place_of(app), work.id)
    corpus = read_sources([Source("kept.json", content)]).corpus
    assert corpus is not None
    assert corpus["a"].codings["consensus"].boundaries == (2, 5)
    press(app, "Keep this consensus")
    assert len(store().artifacts.listed(Visitor(), place_of(app))) == 1
    assert not [b for b in launch("consensus", corpus="moonstone").button if "Keep" in b.label]


def shown_texts(app: AppTest) -> list[list[str]]:
    """All that the agreement table says; its links hold what is chosen."""
    rows = table(app, "Agreement of items")["rows"]
    return [[cell["text"] for cell in row["cells"]] for row in rows]


def test_other_pages_compute_nothing_anew_after_a_decision() -> None:
    app = launch("agreement", GOOD)
    before = shown_texts(app)
    app.switch_page("pages/consensus_page.py").run()
    press(app, "Reject")

    def nothing(*_: object, **__: object) -> None:
        raise AssertionError("computed anew")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(computations, "agreement", nothing)
        app.switch_page("pages/agreement_page.py").run()
    assert not app.exception
    assert shown_texts(app) == before


def test_the_worklist_of_one_item_and_its_pages() -> None:
    app = launch("consensus", corpus="moonstone", item="ch1", scope="item")
    expected = [one for one in disputes(moonstone()) if one.item == "ch1"]
    assert [row[0].split(",")[0] for row in rows(app)] == ["ch1"] * len(expected)
    app = launch("consensus", corpus="moonstone", page="3")
    every = disputes(moonstone())
    assert len(rows(app)) == len(every) - 80
    last = launch("consensus", corpus="moonstone", page="99")
    assert rows(last) == rows(app)


def test_a_place_that_nobody_disputes_says_so() -> None:
    app = launch("consensus", GOOD, item="a", place="2")
    assert "Nothing is disputed after unit 2 of a." in texts(app)
    assert not [b for b in app.button if b.label == "Reject"]


def test_an_unknown_item_is_noted() -> None:
    app = launch("consensus", GOOD, item="zz", n="1")
    assert "There is no item 'zz'" in texts(app)
    assert [one.value.count("n = '1'") for one in app.warning] == [1, 0]


def test_agreement_with_each_coder_here_and_everywhere() -> None:
    app = launch("consensus", GOOD, item="a")
    found = {row[0]: row[1:] for row in rows(app, "Agreement of the consensus")}
    # ann marked just what the consensus has in a; in b one of nine places is hers alone.
    assert found["ann"][:3] == ["1.0000"] * 3
    assert found["ann"][3] == f"{17 / 18:.4f}"
    assert found["bob"] == ["1.0000"] * 6 + ["2"]
    # A near miss costs one of nine places in S, and half of one of two edits in B.
    assert found["cy"][:2] == [f"{8 / 9:.4f}", "0.7500"]


def test_a_coder_who_did_not_code_the_item_has_no_value_there() -> None:
    app = launch("consensus", corpus="moonstone", item="ch1")
    (row,) = [r for r in table(app, "Agreement of the")["rows"] if r["cells"][0]["text"] == "an5"]
    assert row["cells"][1] == {"text": "–", "title": "an5 did not code this item"}


def test_one_coder_and_coders_who_agree_dispute_nothing() -> None:
    for upload in (b"item,coder,masses\na,ann,2 3\n", b"item,coder,masses\na,x,2 3\na,y,2 3\n"):
        app = launch("consensus", upload)
        assert "Nothing is disputed" in texts(app)
        assert not app.get("progress")
        assert gold_lane(app)


def test_segmenters_and_items_without_people_are_named() -> None:
    corpus = Corpus.from_masses(
        {"a": {"ann": [2, 3], "c99": [1, 4], "key": [3, 2]}, "b": {"c99": [2, 2]}}
    )
    corpus = Corpus(corpus.items, reference="key", automatic=("c99",))
    app = launch("consensus", WRITERS["segmetrics-json"].write(corpus).content)
    said = texts(app)
    assert "Automatic segmenters do not vote: c99." in said
    assert "The reference does not vote: key." in said
    assert "Coded by no person, and so without a consensus: b." in said
    alone = Corpus(corpus.items[1:], automatic=("c99",))
    app = launch("consensus", WRITERS["segmetrics-json"].write(alone).content)
    assert "0 gold boundaries in 0 items." in texts(app)
    (heat,) = [data for data in components(app) if "bits" in data]
    assert "gold" not in heat
    assert not app.get("download_button")


def test_types_and_texts() -> None:
    app = launch("consensus", corpus="dialogue")
    assert "their types are not looked at" in texts(app)
    (text,) = [data for data in components(app) if "texts" in data and "coders" in data]
    assert (text["from"], len(text["texts"])) == (1, 4)
    assert text["texts"][0] == moonless()["kitchen"][0]


def moonless() -> dict[str, tuple[str, ...]]:
    corpus = SAMPLES["dialogue"].read().corpus
    assert corpus is not None
    return {item.name: item.texts or () for item in corpus.items}


def test_an_item_of_one_unit_has_its_page() -> None:
    app = launch("consensus", b"item,coder,masses\ntiny,a,1\ntiny,b,1\n")
    assert "undefined" in rows(app, "Agreement of the consensus")[0]


def test_a_coder_called_consensus_is_not_mistaken_for_it() -> None:
    app = launch("consensus", b"item,coder,masses\na,consensus,2 3\na,bob,2 3\n")
    (data,) = [data for data in components(app) if data.get("lanes")]
    assert [lane["name"] for lane in data["lanes"]] == ["consensus", "bob", "consensus 2"]


def test_broken_and_hopeless_uploads() -> None:
    assert not launch("consensus", BROKEN).error
    assert "waits for a decision" in texts(launch("consensus", HOPELESS))


@pytest.mark.parametrize("key", WRITERS)
def test_the_gold_is_offered_in_every_format(key: str) -> None:
    app = launch("consensus", GOOD)
    (box,) = [one for one in app.selectbox if one.label == "The gold segmentation as"]
    box.set_value(key).run()
    assert not app.exception
    labels = [b.proto.label.replace("\\", "") for b in app.get("download_button")]
    assert f"Download segmetrics-Codings-gold{WRITERS[key].ending}" in labels


def test_what_a_file_of_the_gold_does_not_hold_is_said() -> None:
    app = launch("consensus", corpus="dialogue")
    (box,) = [one for one in app.selectbox if one.label == "The gold segmentation as"]
    box.set_value("segmetrics-json").run()
    assert "Not in the file: the codings: their boundaries have types" in texts(app)


def test_a_review_that_is_accepted_again_keeps_decisions_that_still_fit() -> None:
    app = launch("consensus", GOOD)
    press(app, "Accept after unit 5")
    press(app, "Reject")
    made = kept(app)
    assert {one.item for one in made} == {"a", "b"}
    app.switch_page("pages/import_page.py").run()
    app.multiselect(key="out items").set_value(["b"]).run()
    press(app, "Accept 1 item")
    assert kept(app) == made[:2]
    follow(app)
    assert "Left out, as their places are gone: 1 decision about b after unit 5." in texts(app)
    app.switch_page("pages/corpus_page.py").run()
    (undo,) = [b for b in app.button if b.label.startswith("Undo")]
    undo.click().run()
    assert kept(app) == made


# The tables.


def example() -> Corpus:
    corpus = read_sources([Source("c.csv", GOOD)]).corpus
    assert corpus is not None
    return corpus.with_decisions(
        [Adjudication("a", 5, "accept", comment="=why"), Adjudication("b", 5, "move", 7)]
    )


def test_the_csv_has_a_row_for_each_gold_boundary() -> None:
    written = CONSENSUS_FORMATS["csv"](consensus(example()))
    read = list(csv.reader(io.StringIO(written)))
    assert read == [
        [
            "item",
            "mass",
            "boundary",
            "support",
            "votes",
            "coders",
            "marked_by",
            "decision",
            "comment",
        ],
        ["a", "10", "2", "1.0", "3", "3", "ann; bob; cy", "", ""],
        ["a", "10", "5", str(2 / 3), "2", "3", "ann; bob", "accept", "'=why"],
        ["b", "10", "7", "0.0", "0", "3", "", "move", ""],
    ]


def test_an_item_without_a_gold_boundary_has_a_row_without_one() -> None:
    corpus = Corpus(example().items)
    read = list(csv.reader(io.StringIO(CONSENSUS_FORMATS["csv"](consensus(corpus)))))
    assert read[-1] == ["b", "10", *[""] * 7]
    assert "b        10      none" in CONSENSUS_FORMATS["table"](consensus(corpus))


def test_the_json_holds_everything() -> None:
    data = json.loads(CONSENSUS_FORMATS["json"](consensus(example(), GoldOptions(method="pooled"))))
    assert data["options"] == {
        "method": "pooled",
        "share": 0.5,
        "threshold": "more_than",
        "n": 2,
    }
    assert data["corpus"]["sha256"] == example().digest
    assert data["signature"].startswith("segmetrics 0")
    assert data["items"][0]["boundaries"][1] == {
        "place": 5,
        "support": 1.0,
        "votes": {"ann": 5, "bob": 5, "cy": 6},
        "coders": 3,
        "decision": {"place": 5, "verdict": "accept", "to": None, "comment": "=why"},
    }
    assert data["decisions"][1] == {
        "item": "b",
        "place": 5,
        "verdict": "move",
        "to": 7,
        "comment": "",
    }
    assert data["without"] == []
    medoid = json.loads(
        CONSENSUS_FORMATS["json"](consensus(example(), GoldOptions(method="medoid")))
    )
    assert medoid["options"] == {"method": "medoid", "n": 2}
    assert medoid["items"][0]["medoid"] == "ann"


# The command.


def test_the_command_prints_the_gold(capsys: Printed) -> None:
    assert main(["consensus", MOONSTONE, "--format", "csv"]) == 0
    printed = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    expected = [(i.item, b.place, len(b.votes)) for i in gold(moonstone()) for b in i.boundaries]
    found = [(r["item"], int(r["boundary"]), int(r["votes"])) for r in printed if r["boundary"]]
    assert found == expected


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
    assert "moved from 5" in printed.out
    assert "accepted" in printed.out
    assert "decisions=2" in printed.out


@pytest.mark.parametrize("key", WRITERS)
def test_the_gold_is_written_and_read_again(key: str, tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / f"gold{WRITERS[key].ending}"
    words = ["consensus", MOONSTONE, "-o", str(file), "--to", key]
    assert main(words) == 0
    again = check(str(file)).corpus
    assert again is not None
    for item in gold(moonstone()):
        assert again[item.item].codings["consensus"] == item.segmentation
    assert main(words) == 2
    assert "exists already" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--method", "medoid", "--share", "0.4"], "share does nothing with the method medoid"),
        (["--n", "3"], "n does nothing with the method majority"),
        (["--share", "1"], "would make no place a boundary"),
        (["--to", "choi"], "--to and --force go with -o"),
        (["-o", "-"], "name a file after -o"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: list[str], message: str, capsys: Printed
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["consensus", MOONSTONE, *words])
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


def test_what_is_not_kept_is_said(tmp_path: Path, capsys: Printed) -> None:
    file = str(tmp_path / "gold.json")
    words = ["consensus", MOONSTONE, "--reference", "an1", "-o", file]
    assert main(words) == 0
    assert "that an1 is the reference, which is now the consensus" in capsys.readouterr().err
    assert main(["consensus", DIALOGUE, "-o", file, "--force"]) == 0
    assert "their boundaries have types" in capsys.readouterr().err
    segmenters = [word for coder in moonstone().coders for word in ("--automatic", coder)]
    assert main(["consensus", MOONSTONE, *segmenters]) == 2
    assert "no item was coded by a person" in capsys.readouterr().err
    assert main(["consensus", MOONSTONE, "--uncertain", "ignore"]) == 0
    assert "--uncertain changes nothing" in capsys.readouterr().err


def test_uncertain_boundaries_may_be_left_out(capsys: Printed) -> None:
    def places(*words: str) -> set[Any]:
        assert main(["consensus", DIALOGUE, "--format", "json", "--share", "0.01", *words]) == 0
        data = json.loads(capsys.readouterr().out)
        return {(item["item"], b["place"]) for item in data["items"] for b in item["boundaries"]}

    assert places("--uncertain", "ignore") < places()


def test_what_follows_a_computation_stays_where_it_is() -> None:
    """A place that only the first run has would move what follows, and take its focus."""
    app = launch("consensus", GOOD)
    before = [element.type for element in app.main]
    assert "empty" not in before
    assert [element.type for element in app.run().main] == before
