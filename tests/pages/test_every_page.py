"""Every page, launched through app.py, with sample, uploaded, broken and empty corpora."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from segmetrics import Corpus, sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.dashboard.frame import jobs
from segmetrics.dashboard.server.page_list import PAGES, PageInfo
from segmetrics.io import TEMPLATES, Source, read_sources
from segmetrics.io.write import WRITERS
from segmetrics.paths import FILES_VARIABLE
from tests.pages import conftest
from tests.support.known import known
from tests.support.pages import (
    ADDRESSES,
    BROKEN,
    GOOD,
    HOPELESS,
    components,
    launch,
    reading,
    table,
    texts,
)
from tests.support.project import PROJECT

OF_A_CORPUS = [info.name for info in PAGES if info.of_corpus and info.name != "import"]
# Those that compute something of a corpus.
COMPUTED = [page for page in OF_A_CORPUS if page not in ("data", "projects")]


@pytest.mark.parametrize("info", PAGES, ids=attrgetter("name"))
@pytest.mark.parametrize("corpus", ["", "stargazer"])
def test_every_page_shows_every_sample_in_its_section(info: PageInfo, corpus: str) -> None:
    app = launch(info.name, corpus=corpus)
    assert app.title[0].value
    assert not app.error
    assert not app.warning
    # The drawer is where something is measured.
    measures = info.section in ("Results", "Decide", "Rounds", "Share") and not info.alone
    assert len([one for one in app.selectbox if one.label == "Similarity"]) == measures
    sections = components(app)[0].get("sections", ())
    here = [one["text"] for one in sections if one["here"]]
    assert here == ([] if info.alone else [info.section])
    current = [page["text"] for one in sections for page in one["pages"] if page["current"]]
    assert current == ([] if info.alone or info.name == "import" else [info.title])


@pytest.mark.parametrize("page", [info.name for info in PAGES if not info.alone])
def test_every_page_shows_what_is_usable_of_an_upload(page: str) -> None:
    app = launch(page, BROKEN)
    assert app.title[0].value
    trail = components(app)[1]["trail"][0]["text"]
    assert trail == ("Interviews, first round (made up)" if page == "tour" else "Codings")


@pytest.mark.parametrize("page", COMPUTED)
def test_a_corpus_without_a_usable_item_is_said_with_a_way_on(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "codings.csv").write_bytes(HOPELESS)
    monkeypatch.setenv(FILES_VARIABLE, json.dumps([str(tmp_path / "codings.csv")]))
    app = launch(page)
    assert "every item of this corpus has a problem" in texts(app)
    links = [link["text"] for data in components(app) for link in data.get("links", ())]
    assert links == ["See the corpus and its problems", "Look at a sample"]


@pytest.mark.parametrize(
    ("page", "content"),
    [*((page, HOPELESS) for page in COMPUTED), ("item", b""), ("item", b"item,coder,masses\n")],
)
def test_what_waits_for_a_decision_is_said_with_a_way_to_it(page: str, content: bytes) -> None:
    app = launch(page, content)
    assert app.title[0].value
    assert "is not accepted" in texts(app)
    links = [link["text"] for data in components(app) for link in data.get("links", ())]
    assert links == ["Decide about the import →", "Look at a sample"]


@pytest.mark.parametrize("info", PAGES, ids=attrgetter("name"))
def test_a_page_shows_recordings_or_says_which_pages_do(info: PageInfo) -> None:
    times = {"film": {"ann": [12.5, 30], "bob": [13.1], "cy": [12.9, 45.5]}}
    film = Corpus.from_times(times, durations={"film": 60})
    app = launch(info.name, WRITERS["segmetrics-json"].write(film).content)
    assert app.title[0].value
    assert not app.exception
    assert not app.error
    refused = "does not show recordings yet" in texts(app)
    assert refused == (info.of_corpus and not info.recordings)


@pytest.mark.parametrize(
    ("page", "key"),
    [
        *((page, "nothing") for page in OF_A_CORPUS),
        *(("item", key) for key in ("nothing~2", "no place", "../" * 9)),
    ],
)
def test_a_link_to_a_corpus_that_is_not_there_says_so(page: str, key: str) -> None:
    assert "There is no such corpus here" in texts(launch(page, corpus=key))


def test_no_address_is_the_name_of_a_file() -> None:
    """Else the first visitor of a fresh server would get the file without its frame."""
    files = {path.stem for path in (PROJECT / "pages").glob("*.py")}
    assert files == {f"{name}_page" for name in ADDRESSES}
    assert not files & set(ADDRESSES.values())


def test_an_address_with_nonsense_is_noted_and_the_rest_is_used() -> None:
    app = launch(
        "overview",
        face="reviewer",
        n="one",
        convention="odd",
        width="boundaries",
        corpus="stargazer",
    )
    assert "n = 'one'" in texts(app)
    assert "convention = 'odd'" in texts(app)
    assert "windowdiff=boundaries" in texts(app)


def test_the_corpus_in_numbers_and_its_problems_with_their_places() -> None:
    groups = table(launch("data", GOOD), "The corpus in numbers")["rows"]
    assert [cell["text"] for cell in groups[0]["cells"]] == ["ann to cy", "3", "2", "17", "4"]
    app = launch("data", BROKEN)
    assert [
        [cell.get("sub") or cell["text"] for cell in row["cells"][:2]] + [row["cells"][1]["text"]]
        for row in table(app, "Problems")["rows"]
    ] == [["row 2", "coder ann", "item ch1"], ["row 4", "coder ann", "item ch2"]]
    assert "2 items left out; 1 can be used" in texts(app)


def test_the_table_shows_what_was_computed_and_what_was_published() -> None:
    app = launch("overview", face="reviewer", corpus="moonstone", convention="published")
    rows = table(app, "Agreement")["rows"]
    assert [row["level"] for row in rows] == ["item"] * 8 + ["group"] * 2 + ["corpus"]
    for row in rows[:8]:
        assert all(cell["sub"] == f"= {cell['text']}" for cell in row["cells"][1:9])
    assert rows[0]["cells"][1]["text"] == "0.7452"


def test_a_large_corpus_is_shown_in_pages() -> None:
    rows = [f"i{n:03},{coder},{n + 1} 5" for n in range(120) for coder in "ab"]
    upload = "\n".join(["item,coder,masses", *rows]).encode()
    app = launch("overview", upload, face="reviewer", page="3")
    shown = table(app, "Agreement")["rows"]
    assert [row["cells"][0]["text"] for row in shown if row["level"] == "item"] == [
        f"i{n:03}" for n in range(80, 120)
    ]


def test_a_widget_writes_to_the_address_and_the_address_decides() -> None:
    app = launch("overview", face="reviewer", corpus="moonstone")
    app.button_group[0].set_value("published").run()
    assert app.query_params["convention"] == "published"
    assert "convention=published" in texts(app)
    app.slider(key="pick n").set_value(4).run()
    assert app.query_params["n"] == "4"
    assert "n=4" in texts(app)
    app = launch("item", corpus="moonstone")
    shown = app.title[0].value
    app.slider(key="pick n").set_value(10).run()
    assert app.title[0].value == app.query_params["item"] == shown


def test_the_item_page_starts_with_the_least_reliable_item_and_pair() -> None:
    app = launch("item", corpus="moonstone")
    assert app.title[0].value == "ch1"
    pairs = table(app, "Pairs")["rows"]
    values = [float(row["cells"][1]["text"]) for row in pairs]
    assert values == sorted(values)
    assert [row["chosen"] for row in pairs] == [True] + [False] * 5


def test_the_edits_of_a_chosen_pair_are_those_of_the_paper() -> None:
    """Figure 3 of Fournier & Inkpen (2012): three substitutions, one transposition, S = 9/13."""
    upload = b"item,coder,masses\nfig3,a,1 2 2 3 3 1 2\nfig3,b,1 2 1 2 6 2\n"
    app = launch("item", upload)
    (edits,) = [data for data in components(app) if data.get("operations")]
    kinds = [operation["kind"] for operation in edits["operations"]]
    assert (kinds.count("substitution"), kinds.count("transposition")) == (3, 1)
    (opened,) = [row["cells"][1] for row in table(app, "Pairs")["rows"]]
    assert opened["text"] == "0.6923"
    app.query_params["number"] = dict(parse_qsl(urlsplit(opened["href"]).query))["number"]
    app.run()
    assert r"\frac{13 - (3 \times 1 + 1 \times 1)}{13}" in app.latex[0].value


def test_a_long_item_shows_a_part_around_the_place() -> None:
    upload = b"item,coder,boundaries,mass\nlong,a,3000 6000,10000\nlong,b,3001,10000\n"
    app = launch("item", upload, place="6000")
    lanes = [data for data in components(app) if "lanes" in data]
    assert all(data["from"] <= 6000 < data["to"] <= data["from"] + 150 for data in lanes)
    assert "of 10,000" in texts(app)


def test_an_item_of_one_coder_and_one_of_one_unit_say_what_is_missing() -> None:
    upload = b"item,coder,masses\nalone,a,3 4\ntiny,b,1\ntiny,c,1\n"
    assert "Only one coder has coded this item" in texts(launch("item", upload, item="alone"))
    assert "no potential boundary" in texts(launch("item", upload, item="tiny"))


def test_an_edit_at_the_edge_of_a_part_is_on_both_sides_of_it() -> None:
    upload = b"item,coder,masses\nlong,a,150 9850\nlong,b,10000\n"
    for start in ("1", "151"):
        app = launch("item", upload, start=start)
        (lanes,) = [data for data in components(app) if data.get("operations") is not None]
        assert [mark["positions"] for mark in lanes["operations"]] == [[150]]
        assert lanes["counts"]["substitution"] == [1, 1]


def test_unusable_coders_places_and_items_are_noted() -> None:
    said = texts(launch("item", corpus="moonstone", item="ch1", a="zz", b="an1", place="500"))
    assert "zz and an1 are no pair of coders" in said
    assert "no place 500" in said
    assert "There is no item 'ch99'" in texts(launch("item", corpus="moonstone", item="ch99"))
    # A pair of another group is left behind without a warning.
    app = launch("item", corpus="moonstone", item="ch2", a="an1", b="an2")
    assert not app.warning
    assert table(app, "Pairs")["rows"]


def test_names_from_files_are_shown_as_they_are() -> None:
    name = "<b>$x$</b> *s* :smile: [l](http://a.b)"
    upload = json.dumps(
        {"segmentation_type": "linear", "items": {name: {"<i>a</i>": [2, 2], "_b_": [1, 3]}}}
    ).encode()
    for page in ADDRESSES:
        app = launch(page, upload)
        for element in (*app.markdown, *app.caption, *app.title, *app.header):
            if "smile" in element.value:
                assert r"\$x\$" in element.value
                assert r"\*s\*" in element.value
                assert r"\:smile\:" in element.value


def test_templates_can_be_downloaded() -> None:
    app = launch("import")
    (box,) = [box for box in app.selectbox if "What can be read" in box.label]
    assert box.options == [template.title for template in TEMPLATES]
    box.set_value(TEMPLATES[1]).run()
    (button,) = [b for b in app.get("download_button") if b.key == "template"]
    assert button.proto.label.replace("\\", "") == TEMPLATES[1].name


def test_the_heat_map_holds_every_boundary() -> None:
    long = b"ch3,ann,70 60 5\nch3,bob,2 133\n"  # each coder's places take several words of memory
    app = launch("heat_maps", GOOD + long)
    (data,) = [data for data in components(app) if "bits" in data]
    bits = base64.b64decode(data["bits"])
    corpus = known(read_sources([Source("c.csv", GOOD + long)]).corpus)
    for item, packed in zip(corpus.items, data["items"], strict=True):
        names = [data["coders"][place] for place in packed["coders"]]
        assert sorted(names) == sorted(item.coders)
        for row, coder in enumerate(names):
            start = packed["offset"] + row * packed["bytes"]
            number = int.from_bytes(bits[start : start + packed["bytes"]], "little")
            found = [p for p in range(1, item.mass) if number >> (p - 1) & 1]
            assert tuple(found) == item.codings[coder].boundaries


def test_the_corpus_page_draws_who_coded_what_by_coder_group() -> None:
    upload = b"item,coder,masses\na,x,2 2\nb,v,4\nb,w,4\nc,y,3\nc,x,3\nd,v,2\n"
    (data,) = [data for data in components(launch("data", upload)) if "cells" in data]
    assert data["items"] == ["a", "c", "b", "d"]
    assert data["coders"] == ["x", "y", "v", "w"]
    coded, missing = data["states"].index("coded"), data["states"].index("missing")
    found = np.frombuffer(base64.b64decode(data["cells"]), np.uint8).reshape(4, 4)
    expected = np.array([[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 0]])
    assert (found == np.where(expected, coded, missing)).all()
    assert data["counts"] == [6, 0, 0, 0, 0, 10]
    assert not data["choosable"]


def test_the_metrics_page_shows_every_metric_and_leads_to_the_laboratory() -> None:
    from segmetrics.metrics.registry import METRICS

    app = launch("metrics", corpus="stargazer", number="wd")
    captions = [data.get("caption") for data in components(app)]
    assert {metric.name for metric in METRICS.values()} <= set(captions)
    links = [link["href"] for data in components(app)[1:] for link in data.get("links", ())]
    assert "./laboratory?corpus=stargazer" in links
    assert [box.label for box in app.expander if box.proto.expanded] == ["WindowDiff (wd)"]


@pytest.mark.parametrize(
    ("page", "key", "label", "caption"),
    [
        ("compare", "change", "Compute the comparison", "Items before and after"),
        ("rounds", "rounds", "Compute the rounds", "Items in each round"),
        ("segmenters", "segmenters", "Compute the comparison", "Segmenters beside an1-an4"),
    ],
)
def test_a_long_computation_waits_to_be_asked(
    page: str, key: str, label: str, caption: str, takes: Callable[..., None]
) -> None:
    takes(20.0, key)
    corpora = {"corpus": "interviews", "other": "interviews-2"}
    app = launch(page, None, **({"corpus": "moonstone"} if page == "segmenters" else corpora))
    assert not [data for data in components(app) if caption in str(data.get("caption"))]
    (button,) = [one for one in app.button if one.label == label]
    button.click().run()
    assert table(app, caption)["rows"]
    assert jobs.STORE in app.session_state


@pytest.mark.parametrize("similarity", ["b", "a", "wd", "f1"])
def test_the_agreement_page_takes_any_similarity(similarity: str) -> None:
    app = launch("overview", face="reviewer", corpus="moonstone", similarity=similarity)
    column = table(app, "Agreement of items")["columns"][1]
    assert column["sub"] == similarity.upper()
    assert f"similarity={similarity}" in texts(app)


@pytest.mark.parametrize("sees", ["edits", "windows", "alignment", "levels"])
@pytest.mark.parametrize("corpus", ["moonstone", "outline", "dialogue"])
def test_the_item_page_draws_what_each_metric_sees(corpus: str, sees: str) -> None:
    app = launch("item", corpus=corpus, sees=sees)
    assert not app.error
    assert [data for data in components(app) if data.get("lanes")]


@pytest.mark.parametrize("corpus", ["moonstone", "outline", "dialogue"])
def test_the_page_metrics_computes_all_metrics_of_a_pair(corpus: str) -> None:
    from segmetrics.metrics.registry import METRICS

    app = launch("item", corpus=corpus)
    (link,) = [
        link
        for data in components(app)
        for link in data.get("links", ())
        if link["text"].startswith("What all metrics say")
    ]
    asked = dict(parse_qsl(urlsplit(link["href"]).query))
    assert urlsplit(link["href"]).path == "./metrics"
    assert len(table(launch("metrics", **asked), "All metrics of")["rows"]) == len(METRICS)
    # A pair that the item does not have is no pair to compare.
    nobody = launch("metrics", **{**asked, "a": "nobody"})
    assert not [one for one in components(nobody) if one.get("caption", "").startswith("All metr")]


def test_the_windows_of_a_pair_are_those_that_windowdiff_counts() -> None:
    app = launch("item", corpus="moonstone", item="ch1", a="an1", b="an2", sees="windows")
    (drawn,) = [data for data in components(app) if data.get("operations")]
    kinds = [mark["kind"] for mark in drawn["operations"]]
    from segmetrics import Segmentation, wd

    one = Segmentation.from_masses([11, 2])
    found = wd(one, Segmentation.from_masses([2, 1, 7, 2, 1]))
    assert kinds.count("wrong") == found.errors
    assert len(kinds) == found.windows


def test_uncertain_boundaries_count_as_a_person_says() -> None:
    counted = {
        treat: table(
            launch("overview", face="reviewer", corpus="dialogue", uncertain=treat),
            "Agreement of items",
        )
        for treat in ("type", "ignore", "boundary")
    }
    boundaries = {
        treat: int(data["rows"][-1]["cells"][7]["text"]) for treat, data in counted.items()
    }
    assert boundaries["ignore"] < boundaries["boundary"] <= boundaries["type"]
    app = launch("data", corpus="dialogue")
    marks = [row["cells"][0]["text"] for row in table(app, "Types and levels")["rows"]]
    assert "uncertain" in marks
    app = launch("item", corpus="dialogue")
    app.button_group(key="pick uncertain").set_value("ignore").run()
    assert app.query_params["uncertain"] == "ignore"


def test_s_of_a_pair_counts_the_types_of_the_whole_corpus_as_the_table_does() -> None:
    app = launch("item", corpus="dialogue")
    app.session_state["all numbers"] = True
    app.run()
    values = [float(row["cells"][1]["text"]) for row in table(app, "Pairs")["rows"]]
    said = next(element.value for element in app.caption if "Observed" in element.value)
    observed = float(said.replace("\\", "").split("Observed agreement ")[1].split(";")[0])
    assert sum(values) / len(values) == pytest.approx(observed, abs=1e-4)


def test_the_reference_coder_is_the_reference_of_metrics_with_a_direction() -> None:
    upload = json.dumps(
        {
            "segmentation_type": "linear",
            "has_reference_coder": True,
            "items": {"talk": {"reference": [2, 3], "zed": [1, 4]}},
        }
    ).encode()
    chosen = {"item": "talk", "a": "zed", "b": "reference"}
    (pair,) = table(launch("item", upload), "Pairs")["rows"]
    assert pair["cells"][0]["text"] == "zed, reference"
    app = launch("metrics", upload, **chosen)
    assert "zed is the hypothesis and reference the reference" in texts(app)
    (link,) = [
        link
        for data in components(app)
        for link in data.get("links", ())
        if link["text"] == "Exchange the two"
    ]
    assert link["text"] == "Exchange the two"
    assert "a=reference&b=zed" in link["href"]
    swapped = launch("metrics", upload, **{**chosen, "a": "reference", "b": "zed"})
    assert "reference is the hypothesis and zed the reference" in texts(swapped)


def test_an_undefined_window_is_said_where_windows_are_drawn() -> None:
    upload = b"item,coder,masses\ntiny,a,2\ntiny,b,1 1\n"
    said = texts(launch("item", upload, sees="windows", width="boundaries"))
    assert "no window" in said


def test_the_page_and_the_command_line_name_the_same_corpus() -> None:

    from segmetrics.coefficients.options import AgreementOptions
    from segmetrics.tables.agreement_columns import signature

    corpus = sample("dialogue")
    expected = signature(agreement(corpus, AgreementOptions(uncertain="ignore")))
    assert expected in texts(
        launch("overview", face="reviewer", corpus="dialogue", uncertain="ignore")
    )


def texts_of_sample(name: str) -> dict[str, list[str]]:
    found = json.loads((PROJECT / "data" / f"{name}.json").read_text(encoding="utf-8"))
    return dict(found["texts"])


@pytest.mark.parametrize(("corpus", "item"), [("outline", "talk"), ("dialogue", "kitchen")])
def test_the_item_page_shows_the_text_with_every_boundary(corpus: str, item: str) -> None:
    app = launch("item", corpus=corpus, item=item)
    data = reading(app)
    assert data["texts"] == texts_of_sample(corpus)[item]
    file = json.loads((PROJECT / "data" / f"{corpus}.json").read_text(encoding="utf-8"))
    kind = "levels" if corpus == "outline" else "boundaries"
    for shown in data["coders"]:
        written = file["items"][item][shown["name"]][kind]
        assert shown["boundaries"] == [place for place, _ in written]
        carried = [[str(mark)] if kind == "levels" else sorted(mark) for _, mark in written]
        assert shown["marks"] == carried
    assert {shown["name"] for shown in data["coders"]} == set(file["items"][item])
    assert data["levels"] == (kind == "levels")
    # The edits beside the text are those between the strips of the pair.
    (drawn,) = [data for data in components(app) if data.get("operations")]
    named = [data["coders"][place]["name"] for place in data["pair"]]
    assert named == [lane["name"] for lane in drawn["lanes"]]
    assert data["counts"] == drawn["counts"]
    edits = [
        [mark[part] for part in ("kind", "text", "positions", "lanes")]
        for mark in drawn["operations"]
    ]
    assert data["marks"] == edits


def test_a_text_stays_as_it_was_sent_when_another_place_is_chosen() -> None:
    one, other = (launch("item", corpus="outline", place=place) for place in ("3", "20"))
    assert reading(one) == reading(other)
    for app, place in ((one, 3), (other, 20)):
        (told,) = [data for data in components(app) if data.keys() == {"id", "place", "href"}]
        assert told["place"] == place
        assert told["id"] == reading(app)["id"]
        assert "place=" not in told["href"]


def test_the_edits_beside_the_text_follow_the_near_miss_window() -> None:
    upload = json.dumps(
        {
            "segmentation_type": "linear",
            "items": {"talk": {"ann": [2, 6], "bob": [5, 3]}},
            "texts": {"talk": list("abcdefgh")},
        }
    ).encode()
    for n, kinds in (("3", ["substitution", "substitution"]), ("4", ["transposition"])):
        assert [mark[0] for mark in reading(launch("item", upload, n=n))["marks"]] == kinds


def test_an_item_without_texts_and_one_of_a_single_coder() -> None:
    assert not [d for d in components(launch("item", corpus="moonstone")) if "pair" in d]
    upload = json.dumps(
        {
            "segmentation_type": "linear",
            "items": {"talk": {"ann": [1, 2]}},
            "texts": {"talk": ["a", "b", "c"]},
        }
    ).encode()
    data = reading(launch("item", upload))
    assert data["texts"] == ["a", "b", "c"]
    assert (data["pair"], data["marks"]) == ([], [])


def test_a_text_too_long_for_one_view_is_shown_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    from segmetrics import Item, Segmentation
    from segmetrics.dashboard.results import text_view

    monkeypatch.setattr(text_view, "MAX_UNITS", 5)
    monkeypatch.setattr(text_view, "MAX_LETTERS", 12)
    for mass in range(1, 23):
        texts = tuple("x" * (unit % 7) for unit in range(mass))
        item = Item("talk", {"ann": Segmentation(mass, ())}, texts)
        parts = [text_view.readable_units(item, unit) for unit in range(1, mass + 1)]
        assert text_view.readable_units(item, None) == parts[0]
        met: list[int] = []
        for unit, part in enumerate(parts, 1):
            assert part is not None
            assert part[0] <= unit <= part[1]
            if part[0] == unit:
                met += range(part[0], part[1] + 1)
            # The last unit of all joins the part before it.
            inner = texts[part[0] - 1 : part[1] - (part[1] == mass)]
            assert len(inner) <= 5
            assert len(inner) == 1 or sum(map(len, inner)) <= 12
        assert met == list(range(1, mass + 1))


def test_the_parts_of_a_long_text_are_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    from segmetrics.dashboard.results import text_view

    monkeypatch.setattr(text_view, "MAX_UNITS", 10)
    app = launch("item", corpus="outline", place="12")
    texts = texts_of_sample("outline")["talk"]
    assert reading(app)["texts"] == texts[10:20]
    (links,) = [d["links"] for d in components(app) if "text up to" in str(d.get("links"))]
    assert [link["text"] for link in links] == [
        "← text up to sentence 10",
        "text from sentence 21 →",
    ]
    for link, shown in zip(links, (texts[:10], texts[20:]), strict=True):
        query = dict(parse_qsl(urlsplit(link["href"]).query))
        assert reading(launch("item", **query))["texts"] == shown


def test_texts_are_sent_for_the_place_that_is_pointed_at() -> None:
    from segmetrics import Item, Segmentation
    from segmetrics.dashboard.results.heat_map_view import texts_near

    texts = tuple(f"{unit}: {'word ' * 1000}end of {unit}" for unit in range(1, 1001))
    coding = {"ann": Segmentation(1000, ())}
    corpus = Corpus((Item("long", coding, texts), Item("bare", coding)))
    for place in (1, 49, 50, 51, 100, 999):
        found = known(texts_near(corpus, "long", place))
        for unit in (place, place + 1):
            sent = found.texts[unit - found.first]
            assert sent.startswith(f"{unit}: ")
            assert sent.endswith(f"end of {unit}")
        assert len("".join(found.texts)) < 25_000
    for item, place in (("long", 0), ("long", 1000), ("long", -1), ("bare", 1), ("none", 1)):
        assert texts_near(corpus, item, place) is None


@pytest.mark.parametrize(
    ("corpus", "said"), [("moonstone", "No item has a text."), ("dialogue", "have their texts")]
)
def test_the_data_page_says_how_many_items_have_a_text(corpus: str, said: str) -> None:
    assert said in texts(launch("data", corpus=corpus))


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the program, as a fixture may."""


@pytest.mark.usefixtures("changed")
def test_a_test_that_changes_the_program_by_a_fixture_shares_no_results() -> None:
    before = {*conftest.COMPUTED}
    launch("overview", GOOD + b"only here,x,7 1\nonly here,y,6 2\n")
    assert {*conftest.COMPUTED} == before


def test_a_test_that_changes_nothing_shares_its_results() -> None:
    before = {*conftest.COMPUTED}
    launch("overview", GOOD + b"here alone,x,7 1\nhere alone,y,6 2\n")
    assert {*conftest.COMPUTED} - before
