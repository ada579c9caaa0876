"""Every page, launched through app.py, with sample, uploaded, broken and empty corpora."""

from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus
from segmetrics.agreement.table import agreement
from segmetrics.dashboard.shell import PAGES
from segmetrics.io import TEMPLATES, Reading, Source, read_sources
from tests.conftest import PROJECT

ADDRESSES = {info.name: info.address for info in PAGES}
OF_A_CORPUS = [page for page in ADDRESSES if page != "metrics"]
GOOD = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch1,cy,7\nch2,ann,1 1 8\nch2,bob,10\n"
BROKEN = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 6\nch2,ann,1 x\nch3,ann,5 5\nch3,bob,4 6\n"
HOPELESS = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 6\n"


def launch(name: str, upload: bytes | None = None, **query: str) -> AppTest:
    """Open a page of the app, with an upload in the session if one is given."""
    app = AppTest.from_file(str(PROJECT / "app.py"), default_timeout=30).run()
    if upload is not None:
        app.session_state["upload"] = read_sources([Source("codings.csv", upload)])
        query = {"corpus": "upload", **query}
    for parameter, value in query.items():
        app.query_params[parameter] = value
    app.switch_page(f"pages/{name}_page.py").run()
    assert not app.exception
    return app


def components(app: AppTest) -> list[dict[str, Any]]:
    """Data of the browser components on a page."""
    return [json.loads(element.proto.json) for element in app.get("bidi_component")]


def table(app: AppTest, caption: str) -> dict[str, Any]:
    """Find a table by its caption."""
    (found,) = [data for data in components(app) if data.get("caption", "").startswith(caption)]
    return found


def texts(app: AppTest) -> str:
    """All that a page says in elements of streamlit's own."""
    kinds = (app.title, app.subheader, app.markdown, app.caption, app.info, app.warning, app.error)
    return "\n".join(element.value for kind in kinds for element in kind).replace("\\", "")


@pytest.mark.parametrize("page", ADDRESSES)
@pytest.mark.parametrize("corpus", ["", "moonstone", "stargazer"])
def test_every_page_shows_every_sample(page: str, corpus: str) -> None:
    app = launch(page, corpus=corpus)
    assert app.title[0].value
    assert not app.error
    assert not app.warning
    assert components(app)


@pytest.mark.parametrize("page", ADDRESSES)
@pytest.mark.parametrize("upload", [GOOD, BROKEN])
def test_every_page_shows_an_upload(page: str, upload: bytes) -> None:
    app = launch(page, upload)
    assert app.title[0].value
    navigation = components(app)[0]
    assert navigation["aside"] == "Your upload"


@pytest.mark.parametrize("page", [page for page in OF_A_CORPUS if page != "corpus"])
def test_a_corpus_without_a_usable_item_is_said_with_a_way_on(page: str) -> None:
    app = launch(page, HOPELESS)
    assert "no item of this corpus is without a problem" in texts(app)
    links = [link["text"] for data in components(app)[1:] for link in data["links"]]
    assert links == ["See the corpus and its problems", "Look at a sample"]


@pytest.mark.parametrize("page", OF_A_CORPUS)
@pytest.mark.parametrize("content", [b"", b"item,coder,masses\n"])
def test_every_page_takes_an_empty_file(page: str, content: bytes) -> None:
    app = launch(page, content)
    assert app.title[0].value
    said = texts(app)
    assert "no item of this corpus is without a problem" in said or "No item can be used" in said


@pytest.mark.parametrize("page", OF_A_CORPUS)
def test_a_link_to_an_upload_of_another_session_says_so(page: str) -> None:
    assert "not open here" in texts(launch(page, corpus="upload"))


def test_no_address_is_the_name_of_a_file() -> None:
    """Else the first visitor of a fresh server would get the file without its frame."""
    files = {path.stem for path in (PROJECT / "pages").glob("*.py")}
    assert files == {f"{name}_page" for name in ADDRESSES}
    assert not files & set(ADDRESSES.values())


def test_an_address_with_nonsense_is_noted_and_the_rest_is_used() -> None:
    app = launch("agreement", n="one", convention="odd", width="boundaries", corpus="stargazer")
    assert "n = 'one'" in texts(app)
    assert "convention = 'odd'" in texts(app)
    assert "windowdiff=boundaries" in texts(app)


def test_the_problems_of_a_file_are_all_listed_with_their_places() -> None:
    rows = table(launch("corpus", BROKEN), "Problems")["rows"]
    places = [row["cells"][0]["text"] for row in rows]
    assert any("item ch1" in place for place in places)
    assert any("row 4" in place and "item ch2" in place for place in places)
    assert len(rows) == 2
    assert "2 items left out; 1 can be used" in texts(launch("corpus", BROKEN))


def test_an_upload_becomes_the_corpus_of_the_session() -> None:
    app = launch("corpus")
    app.file_uploader[0].set_value([("codings.csv", GOOD, "text/csv")]).run()
    assert not app.exception
    assert app.query_params["corpus"] == "upload"
    groups = table(app, "The corpus in numbers")["rows"]
    assert [cell["text"] for cell in groups[0]["cells"]] == ["ann-cy", "3", "2", "17", "4"]


def test_several_files_make_one_corpus() -> None:
    one, other = b"item,coder,masses\nch1,ann,3 4\n", b"item,coder,masses\nch1,bob,2 5\n"
    app = launch("corpus")
    files = [("a.csv", one, "text/csv"), ("b.csv", other, "text/csv")]
    app.file_uploader[0].set_value(files).run()
    assert table(app, "The corpus in numbers")["rows"][0]["cells"][1]["text"] == "2"


def test_the_table_shows_what_was_computed_and_what_was_published() -> None:
    app = launch("agreement", corpus="moonstone", convention="published")
    rows = table(app, "Agreement")["rows"]
    assert [row["level"] for row in rows] == ["item"] * 8 + ["group"] * 2 + ["corpus"]
    for row in rows[:8]:
        assert all(cell["sub"] == f"= {cell['text']}" for cell in row["cells"][1:9])
    assert rows[0]["cells"][1]["text"] == "0.7452"


def test_the_table_is_sorted_by_the_address() -> None:
    app = launch("agreement", corpus="moonstone", sort="-mass")
    data = table(app, "Agreement")
    masses = [int(row["cells"][8]["text"]) for row in data["rows"][:8]]
    assert masses == sorted(masses, reverse=True)
    assert [column.get("sorted") for column in data["columns"]].count("descending") == 1


def test_a_large_corpus_is_shown_in_pages() -> None:
    rows = [f"i{n:03},{coder},{n + 1} 5" for n in range(120) for coder in "ab"]
    upload = "\n".join(["item,coder,masses", *rows]).encode()
    app = launch("agreement", upload, page="3")
    shown = table(app, "Agreement")["rows"]
    assert [row["cells"][0]["text"] for row in shown if row["level"] == "item"] == [
        f"i{n:03}" for n in range(100, 120)
    ]


def test_a_widget_writes_to_the_address_and_the_address_decides() -> None:
    app = launch("agreement", corpus="moonstone")
    app.button_group[0].set_value("published").run()
    assert app.query_params["convention"] == "published"
    assert "convention=published" in texts(app)
    app.slider[0].set_value(4).run()
    assert app.query_params["n"] == "4"
    assert "n=4" in texts(app)


def test_the_item_page_starts_with_the_least_reliable_item_and_pair() -> None:
    app = launch("item", corpus="moonstone")
    assert app.title[0].value == "ch1"
    pairs = table(app, "Pairs")["rows"]
    values = [float(row["cells"][1]["text"]) for row in pairs]
    assert values == sorted(values)
    assert pairs[0]["level"] == "corpus"


def test_the_edits_of_a_chosen_pair_are_those_of_the_paper() -> None:
    """Figure 3 of Fournier & Inkpen (2012): three substitutions, one transposition, S = 9/13."""
    upload = b"item,coder,masses\nfig3,a,1 2 2 3 3 1 2\nfig3,b,1 2 1 2 6 2\n"
    app = launch("item", upload)
    (edits,) = [data for data in components(app) if data.get("operations")]
    kinds = [operation["kind"] for operation in edits["operations"]]
    assert (kinds.count("substitution"), kinds.count("transposition")) == (3, 1)
    assert r"\frac{9}{13} = 0.6923" in app.latex[0].value


def test_a_long_item_shows_a_part_around_the_place() -> None:
    upload = b"item,coder,boundaries,mass\nlong,a,3000 6000,10000\nlong,b,3001,10000\n"
    app = launch("item", upload, place="6000")
    lanes = [data for data in components(app) if "lanes" in data]
    assert all(data["from"] <= 6000 < data["to"] <= data["from"] + 150 for data in lanes)
    assert "of 10,000" in texts(app)


def test_an_item_of_one_coder_and_one_of_one_unit_say_what_is_missing() -> None:
    upload = b"item,coder,masses\nalone,a,3 4\ntiny,b,1\ntiny,c,1\n"
    assert "One coder only" in texts(launch("item", upload, item="alone"))
    assert "no potential boundary" in texts(launch("item", upload, item="tiny"))


def test_an_edit_at_the_edge_of_a_part_is_on_both_sides_of_it() -> None:
    upload = b"item,coder,masses\nlong,a,150 9850\nlong,b,10000\n"
    for start in ("1", "151"):
        app = launch("item", upload, start=start)
        (lanes,) = [data for data in components(app) if data.get("operations") is not None]
        assert [mark["positions"] for mark in lanes["operations"]] == [[150]]
        assert lanes["counts"]["substitution"] == [1, 1]


def test_unusable_coders_and_places_are_noted() -> None:
    said = texts(launch("item", corpus="moonstone", item="ch1", a="zz", b="an1", place="500"))
    assert "zz and an1 are no pair of coders" in said
    assert "no place 500" in said


def test_an_unknown_item_is_noted() -> None:
    assert "There is no item 'ch99'" in texts(launch("item", corpus="moonstone", item="ch99"))


def test_names_from_files_are_shown_as_they_are() -> None:
    name = "<b>$x$</b> *s* :smile: [l](http://a.b)"
    upload = json.dumps(
        {"segmentation_type": "linear", "items": {name: {"<i>a</i>": [2, 2], "_b_": [1, 3]}}}
    ).encode()
    for page in ADDRESSES:
        app = launch(page, upload)
        for element in (*app.markdown, *app.caption, *app.title, *app.subheader):
            if "smile" in element.value:
                assert r"\$x\$" in element.value
                assert r"\*s\*" in element.value
                assert r"\:smile\:" in element.value


def test_the_report_offers_its_files() -> None:
    labels = [element.proto.label for element in launch("report").get("download_button")]
    assert labels == ["Report as HTML", "CSV", "JSON", "LaTeX", "Markdown"]


def test_templates_can_be_downloaded() -> None:
    labels = [element.proto.label for element in launch("corpus").get("download_button")]
    assert labels == [template.name for template in TEMPLATES]


def test_an_upload_is_forgotten_when_its_files_are_removed() -> None:
    app = launch("corpus", GOOD)
    assert isinstance(app.session_state["upload"], Reading)
    app.file_uploader[0].set_value([("c.csv", GOOD, "text/csv")]).run()
    app.file_uploader[0].set_value(None).run()
    assert "upload" not in app.session_state


def test_the_heat_map_holds_every_boundary() -> None:
    import base64

    app = launch("heat_maps", GOOD)
    (data,) = [data for data in components(app) if "bits" in data]
    bits = base64.b64decode(data["bits"])
    corpus = read_sources([Source("c.csv", GOOD)]).corpus
    assert isinstance(corpus, Corpus)
    for item, packed in zip(corpus.items, data["items"], strict=True):
        names = [data["coders"][place] for place in packed["coders"]]
        assert sorted(names) == sorted(item.coders)
        for row, coder in enumerate(names):
            start = packed["offset"] + row * packed["bytes"]
            number = int.from_bytes(bits[start : start + packed["bytes"]], "little")
            found = [p for p in range(1, item.mass) if number >> (p - 1) & 1]
            assert tuple(found) == item.codings[coder].boundaries


def test_the_heat_maps_are_ordered_by_reliability_on_request() -> None:
    app = launch("heat_maps", corpus="moonstone", order="reliability")
    (data,) = [data for data in components(app) if "bits" in data]
    corpus = launch("corpus", corpus="moonstone")
    assert not corpus.exception
    from segmetrics.io import SAMPLES

    moonstone = SAMPLES["moonstone"].read().corpus
    assert moonstone is not None
    rows = {row.item: row.pi_star for row in agreement(moonstone).items}
    values = [rows[item["name"]] for item in data["items"]]
    assert values == sorted(values, key=lambda value: value or 0)


def test_the_metrics_page_shows_every_metric_and_computes_the_example() -> None:
    from segmetrics.metrics.registry import METRICS

    app = launch("metrics", hypothesis="6 8", reference="7 7")
    rows = table(app, "All metrics")["rows"]
    assert len(rows) == len(METRICS)
    values = {row["cells"][0]["sub"].split(",")[0]: row["cells"][1]["text"] for row in rows}
    assert values["s"] == "0.9231"  # Figure 8 of Fournier & Inkpen (2012)
    assert values["wd"] == f"{1 - 0.8182:.4f}"
    captions = [data.get("caption") for data in components(app)]
    assert {metric.name for metric in METRICS.values()} <= set(captions)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "said"),
    [
        ("6 x", "7 7", "Hypothesis: segment size 'x'"),
        ("6 8", "", "Reference: no segment"),
        ("6 8", "7 8", "two segmentations of one text have the same"),
    ],
)
def test_the_metrics_page_says_what_is_wrong_with_the_example(
    hypothesis: str, reference: str, said: str
) -> None:
    # An empty parameter counts as none, so write a blank.
    app = launch("metrics", hypothesis=hypothesis, reference=reference or " ")
    assert said in texts(app)


@pytest.mark.parametrize("similarity", ["b", "a", "wd", "f1"])
def test_the_agreement_page_takes_any_similarity(similarity: str) -> None:
    app = launch("agreement", corpus="moonstone", similarity=similarity)
    column = table(app, "Agreement of items")["columns"][1]
    assert column["sub"] == similarity.upper()
    assert f"similarity={similarity}" in texts(app)


def test_coefficients_that_tell_different_stories_stand_side_by_side() -> None:
    """The figures of the group an1-an4: pi*_S 0.82, pi*_B 0.24, alpha 0.20."""
    rows = table(launch("agreement", corpus="moonstone"), "Coefficients side by side")["rows"]
    cells = [cell["text"] for cell in rows[0]["cells"]]
    assert cells[0] == "an1-an4"
    assert [round(float(text), 2) for text in cells[1:4]] == [0.82, 0.24, 0.20]
    assert "different stories" in texts(launch("agreement", corpus="moonstone"))


@pytest.mark.parametrize("sees", ["edits", "windows", "alignment", "levels"])
@pytest.mark.parametrize("corpus", ["moonstone", "outline", "dialogue"])
def test_the_item_page_draws_what_each_metric_sees(corpus: str, sees: str) -> None:
    app = launch("item", corpus=corpus, sees=sees)
    assert not app.error
    from segmetrics.metrics.registry import METRICS

    assert len(table(app, "All metrics")["rows"]) == len(METRICS)
    assert [data for data in components(app) if data.get("lanes")]


def test_the_windows_of_a_pair_are_those_that_windowdiff_counts() -> None:
    app = launch("item", corpus="moonstone", item="ch1", a="an1", b="an2", sees="windows")
    (drawn,) = [data for data in components(app) if data.get("operations")]
    kinds = [mark["kind"] for mark in drawn["operations"]]
    from segmetrics import Segmentation, window_diff

    one = Segmentation.from_masses([11, 2])
    found = window_diff(one, Segmentation.from_masses([2, 1, 7, 2, 1]))
    assert kinds.count("wrong") == found.errors
    assert len(kinds) == found.windows


def test_uncertain_boundaries_count_as_a_person_says() -> None:
    counted = {
        treat: table(launch("agreement", corpus="dialogue", uncertain=treat), "Agreement of items")
        for treat in ("type", "ignore", "boundary")
    }
    boundaries = {
        treat: int(data["rows"][-1]["cells"][7]["text"]) for treat, data in counted.items()
    }
    assert boundaries["ignore"] < boundaries["boundary"] <= boundaries["type"]
    app = launch("corpus", corpus="dialogue")
    marks = [row["cells"][0]["text"] for row in table(app, "Types and levels")["rows"]]
    assert "uncertain" in marks
    app.button_group[0].set_value("ignore").run()
    assert app.query_params["uncertain"] == "ignore"


def test_s_of_a_pair_counts_the_types_of_the_whole_corpus_as_the_table_does() -> None:
    app = launch("item", corpus="dialogue")
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
    assert "zed is the hypothesis and reference the reference" in texts(launch("item", upload))
    app = launch("item", upload)
    (link,) = [data["links"][0] for data in components(app) if data.get("kind") == "plain"]
    assert link["text"] == "Exchange the two"
    assert "a=reference&b=zed" in link["href"]
    swapped = launch("item", upload, a="reference", b="zed")
    assert "reference is the hypothesis and zed the reference" in texts(swapped)


def test_coefficients_of_one_coder_leave_nothing_to_compare() -> None:
    said = texts(launch("agreement", b"item,coder,masses\nx,a,3 4\n"))
    assert "There is nothing to compare" in said


def test_an_undefined_window_is_said_where_windows_are_drawn() -> None:
    upload = b"item,coder,masses\ntiny,a,2\ntiny,b,1 1\n"
    said = texts(launch("item", upload, sees="windows", width="boundaries"))
    assert "no window" in said


def test_a_pair_of_another_group_is_left_behind_without_a_warning() -> None:
    app = launch("item", corpus="moonstone", item="ch2", a="an1", b="an2")
    assert not app.warning
    assert table(app, "Pairs")["rows"]


def test_the_item_shown_stays_when_a_setting_changes() -> None:
    app = launch("item", corpus="moonstone")
    shown = app.title[0].value
    app.slider[0].set_value(10).run()
    assert app.title[0].value == shown
    assert app.query_params["item"] == shown


def test_the_page_and_the_command_line_name_the_same_corpus() -> None:
    from segmetrics.agreement.table import AgreementOptions
    from segmetrics.io import SAMPLES
    from segmetrics.report.tables import signature

    corpus = SAMPLES["dialogue"].read().corpus
    assert corpus is not None
    expected = signature(agreement(corpus, AgreementOptions(uncertain="ignore")))
    assert expected in texts(launch("agreement", corpus="dialogue", uncertain="ignore"))
