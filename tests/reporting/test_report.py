"""The report as a value: what it computes, from where, under which names."""

from __future__ import annotations

import json
from dataclasses import fields
from io import BytesIO
from typing import Any, get_args
from zipfile import ZipFile

import numpy as np
import pytest

from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.boundary_marks import UNCERTAIN
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import DECISIONS
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Adjudication
from segmetrics.io import SAMPLES, Reading, Source, read_sources
from segmetrics.metrics.edits import EditModel
from segmetrics.reliability.chance import chance
from segmetrics.reliability.coders import coder_matrix
from segmetrics.reliability.decision_intervals import decision_intervals
from segmetrics.reliability.explain import Explainer
from segmetrics.reliability.jackknife import IntervalOptions, Over
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reporting import coder_pairs
from segmetrics.reporting import make_report as module
from segmetrics.reporting.excerpts import excerpts_of
from segmetrics.reporting.json_report import report_data, report_json
from segmetrics.reporting.make_report import make_report, titled
from segmetrics.reporting.report import CONTENTS, Report, ReportOptions
from segmetrics.reporting.report_figures import figures_of
from segmetrics.reporting.report_formats import REPORT_FORMATS
from segmetrics.reporting.sections import excerpt_table
from tests.support.pages import launch, texts
from tests.support.samples import TEXTS

ALONE = tuple(key for key in CONTENTS if key != "rounds")
"""What a report holds of a corpus that is no round of several."""

MASSES = {
    "a": {"x": [3, 7], "y": [4, 6], "z": [3, 4, 3]},
    "b": {"x": [5, 5], "y": [5, 5]},
    "c": {"x": [1], "y": [1], "w": [1]},
}


def made(corpus: Corpus, **options: Any) -> Report:
    chosen = ReportOptions(**options)
    return make_report(corpus, chosen, title="A title", date="2026-01-31")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"contents": ("agreement", "plots")}, "there is no content 'plots'"),
        ({"contents": ()}, "holds at least one of results, agreement, decisions, pairs"),
        ({"rank_by": "alpha"}, "ranked by corrected or pi_star, got 'alpha'"),
        ({"worst": 0}, "explains 1 to 20 items, got 0"),
        ({"worst": 21}, "explains 1 to 20 items, got 21"),
        ({"worst": True}, "explains 1 to 20 items, got True"),
    ],
)
def test_options_that_make_no_report_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ReportOptions(**options)


def test_contents_stand_in_their_order_once() -> None:
    assert ReportOptions(contents=("why", "agreement", "why")).contents == ("agreement", "why")


# What each content is made from; everything else stays empty.
PARTS = {
    "agreement": {"intervals", "reliability"},
    "decisions": {"decisions", "decision_intervals"},
    "pairs": {"pairs"},
    "ranked": {"intervals", "reliability"},
    "heat_map": {"reliability"},
    "why": {"worst", "reliability"},
    "excerpts": {"excerpts", "reliability"},
    "results": {"reliability", "intervals"},
    "coders": {"findings"},
    "coder_model": {"coder_model", "findings"},
    "consensus": {"made"},
    "methods": set[str](),
}


@pytest.mark.parametrize("content", ALONE)
def test_what_the_contents_do_not_ask_for_is_not_computed(content: str) -> None:
    report = made(sample("moonstone"), contents=(content,))
    optional = set[str]().union(*PARTS.values())
    assert {name for name in optional if getattr(report, name)} == PARTS[content]
    by_pi = made(sample("moonstone"), contents=(content,), rank_by="pi_star")
    assert bool(by_pi.reliability) == (content in ("results", "agreement", "why"))
    data = report_data(report)
    assert data.keys() & CONTENTS.keys() == {content}


@pytest.mark.parametrize("over", get_args(Over))
def test_decisions_are_those_of_the_corpus_with_the_intervals_asked_for(over: Over) -> None:
    corpus, asked = sample("moonstone"), IntervalOptions(over=over, level=0.9)
    report = made(corpus, contents=("decisions",), intervals=asked)
    expected, around = decisions(corpus), decision_intervals(corpus, asked)
    assert report.decisions == expected
    data = report_data(report)["decisions"]
    for written, row, ends in zip(data["rows"], expected.rows, around.rows, strict=True):
        assert [written[key] for key in DECISIONS] == [getattr(row, key) for key in DECISIONS]
        for key in ("alpha", "fleiss", "ac1"):
            assert (written[f"{key}_low"], written[f"{key}_high"]) == getattr(ends, key)[:2]
        assert not {"percentage_low", "mean_kappa_low", "siegel_castellan_low"} & written.keys()
    assert data["notes"][0] == asked.signature
    plain = made(corpus, contents=("decisions",), intervals=None)
    assert plain.decision_intervals is None
    assert not any("nterval" in note for note in report_data(plain)["decisions"]["notes"])


def test_pairs_are_compared_by_hand_counted_means() -> None:
    # S of a: x, y and z, y one near miss that costs 1 of 9 places, and 7 is one miss of z;
    # of b: x and y alike. c has no place, so no value; w coded it alone with x and y.
    report = made(Corpus.from_masses(MASSES), contents=("pairs",))
    rows = {(row.coder_a, row.coder_b): row[2:] for row in report.pairs}
    nothing = "no item that both coded has a value of the similarity"
    assert rows == {
        ("x", "y"): (3, pytest.approx((8 / 9 + 1) / 2), 1, 0, ""),
        ("x", "z"): (1, pytest.approx(8 / 9), 0, 1, ""),
        ("x", "w"): (1, None, 0, 0, nothing),
        ("y", "z"): (1, pytest.approx(7 / 9), 1, 1, ""),
        ("y", "w"): (1, None, 0, 0, nothing),
    }
    assert list(rows) == [("x", "y"), ("x", "z"), ("x", "w"), ("y", "z"), ("y", "w")]


@pytest.mark.parametrize("key", ["moonstone", "stargazer", "outline"])
@pytest.mark.parametrize("similarity", SIMILARITIES)
def test_pairs_are_those_of_the_matrix_of_coders(key: str, similarity: str) -> None:
    corpus = sample(key)
    options = AgreementOptions(similarity=similarity, n=3)
    own: dict[str, Any] = {"n": 3} if similarity in ("s", "b") else {}
    matrix = coder_matrix(corpus, similarity, **own)
    values = 1 - (matrix.values + matrix.values.T) / 2 if similarity == "wd" else matrix.values
    place = {coder: number for number, coder in enumerate(corpus.coders)}
    pairs = made(corpus, contents=("pairs",), agreement=options).pairs
    assert len(pairs) == np.count_nonzero(np.triu(matrix.shared, 1))
    for row in pairs:
        cell = place[row.coder_a], place[row.coder_b]
        assert row.value == pytest.approx(values[cell], abs=1e-12)
        assert row.items == matrix.shared[cell]


def test_items_are_ranked_from_the_least_reliable() -> None:
    report = made(sample("moonstone"), contents=("ranked",))
    of_item = chance(report.corpus)
    values = {row.item: row.corrected or 0.0 for row in of_item.items}
    assert [row.item for row in report.ranked] == sorted(values, key=values.__getitem__)
    assert len(values) == 8
    data = report_data(report)["ranked"]
    assert [one["corrected"] for one in data] == sorted(values.values())
    # All agree on b; c has no place.
    undefined = made(Corpus.from_masses(MASSES), contents=("ranked",))
    assert [row.item for row in undefined.ranked] == ["a", "b"]


def test_the_order_by_pi_stays_a_choice_in_all_that_goes_by_rank() -> None:
    options = {"contents": ("ranked", "heat_map", "why", "excerpts"), "worst": 1}
    report = made(sample("moonstone"), rank_by="pi_star", **options)
    table = agreement(sample("moonstone"))
    values = {row.item: row.pi_star or 0.0 for row in table.items}
    names = sorted(values, key=values.__getitem__)
    assert [row.item for row in report.ranked] == names
    assert [one.over_s.item for one in report.worst] == names[:1]
    assert {one.item for one in report.excerpts} == set(names[:1])
    ranked, heat_map = figures_of(report)
    assert list(ranked.figure.data[0].x) != []
    assert "π*<sub>S</sub>" in ranked.figure.layout.xaxis.title.text
    assert [text for text in heat_map.figure.layout.yaxis.ticktext if "from" not in text] == names
    assert "Ranked by" in report.provenance
    assert "ranked by pi*_S" in report.signature
    assert "ranked by" not in made(sample("moonstone"), **options).signature


def test_chapters_whose_agreement_may_be_chance_are_explained_first() -> None:
    # Of the chapters of Moonstone that come with the program, one may agree by chance.
    report = made(sample("moonstone"), contents=("agreement", "ranked", "why"), worst=2)
    (sentence,) = {one.sentences[0].text for one in report.worst if one.over_s.item == "ch1"}
    assert sentence.startswith("Coders agree on ch1 hardly more than by chance ")
    assert [one.reliability.verdict for one in report.worst] == [
        "not_distinguishable",
        "beyond_chance",
    ]


def test_excerpts_are_counted_by_hand() -> None:
    # 3 against 4 is one near miss of x and y, and one of y and z; 7 is missed by x and y.
    # Both cost 2 of the places of all pairs, so the left one comes first.
    corpus = Corpus.from_masses(MASSES)
    first, second = excerpts_of(corpus, corpus["a"], EditModel())
    assert (first.place, first.last, first.cost) == (3, 4, 2.0)
    assert (first.first, first.units, first.texts) == (2, 5, ())
    assert {coder: [tuple(mark) for mark in marks] for coder, marks in first.marks.items()} == {
        "x": [(3, 1, 1, 0)],
        "y": [(4, 0, 2, 0)],
        "z": [(3, 1, 1, 0)],
    }
    assert (second.place, second.last, second.first, second.units) == (7, 7, 6, 4)
    assert [mark.kind for mark in second.marks["z"]] == ["full"]
    assert second.marks["x"] == second.marks["y"] == ()


def test_excerpts_hold_the_texts_around_the_place() -> None:
    texts_of = tuple(f"Unit {number}." for number in range(1, 11))
    item = Item("a", Item.from_masses("a", MASSES["a"]).codings, texts_of)
    first, second = excerpts_of(Corpus((item,)), item, EditModel())
    assert first.texts == ("Unit 2.", "Unit 3.", "Unit 4.", "Unit 5.", "Unit 6.")
    assert second.texts == ("Unit 6.", "Unit 7.", "Unit 8.", "Unit 9.")


@pytest.mark.parametrize("noun", ["paragraph", "text"])
def test_a_table_of_an_excerpt_names_coders_at_the_unit_that_begins(noun: str) -> None:
    codings = {"x": Segmentation(4, (2,)), "y": Segmentation(4, ())}
    item = Item("a", codings, texts=("one", "two", "three", "four"), unit=noun)
    (excerpt,) = excerpts_of(Corpus((item,)), item, EditModel())
    table = excerpt_table(excerpt)
    assert [column.heading for column in table.columns] == [noun, "text", "begins here"]
    assert list(table.rows) == [
        ("1", "one", ""),
        ("2", "two", ""),
        ("3", "three", "x (full miss)"),
        ("4", "four", ""),
    ]


def test_excerpts_at_the_ends_and_of_long_disagreements_stay_inside() -> None:
    ends = Corpus.from_masses({"a": {"x": [1, 8, 1], "y": [10]}})
    first, second = excerpts_of(ends, ends["a"], EditModel())
    assert (first.first, first.units) == (1, 3)
    assert (second.first, second.units) == (8, 3)
    # x and y alternate, so that near misses of n = 3 overlap from one end to the other.
    x, y = Segmentation(60, tuple(range(1, 60, 2))), Segmentation(60, tuple(range(2, 60, 2)))
    z = Segmentation(60, tuple(range(3, 60, 4)))
    chain = Corpus((Item("b", {"x": x, "y": y, "z": z}),))
    for one in excerpts_of(chain, chain["b"], EditModel(n=3)):
        assert one.units <= 12
        assert one.first + one.units - 1 <= 60


@pytest.mark.parametrize("key", TEXTS)
def test_marks_count_all_others_and_at_most_three_excerpts_come_of_an_item(key: str) -> None:
    report = made(sample(key), contents=("excerpts",))
    assert report.excerpts
    for name in {one.item for one in report.excerpts}:
        own = [one for one in report.excerpts if one.item == name]
        assert len(own) <= 3
        assert [one.cost for one in own] == sorted((one.cost for one in own), reverse=True)
    for one in report.excerpts:
        item = report.corpus[one.item]
        assert one.marks.keys() == item.codings.keys()
        for coder, marks in one.marks.items():
            inside = range(one.first, one.first + one.units - 1)
            placed = [place for place in item.codings[coder].boundaries if place in inside]
            assert [mark.place for mark in marks] == placed
            assert all(sum(mark[1:]) == len(item.codings) - 1 for mark in marks)
            assert all(min(mark[1:]) >= 0 for mark in marks)


def test_the_report_explains_an_item_as_the_item_page_does() -> None:
    corpus = sample("moonstone")
    report = made(corpus, contents=("why",), worst=2)
    explainer = Explainer.of(corpus, AgreementOptions())
    for one in report.worst:
        name = one.over_s.item
        assert one.sentences == explainer.item(name).sentences
        app = launch("item", corpus="moonstone", item=name)
        app.session_state["behind"] = True
        page = texts(app.run())
        assert all(sentence.text.replace("\\", "") in page for sentence in one.sentences)


def test_provenance_says_all_that_decides_the_numbers() -> None:
    corpus = sample("dialogue")
    options = ReportOptions(
        agreement=AgreementOptions(
            similarity="b",
            convention="published",
            width="boundaries",
            n=4,
            substitution=0.5,
            transposition=0.25,
            scaling="unscaled",
            uncertain="ignore",
        ),
        intervals=IntervalOptions(level=0.9, over="items"),
        worst=1,
        shuffling=ChanceOptions(null="places", shuffles=50, seed=3),
        rank_by="pi_star",
        anonymous=True,
    )
    report = make_report(corpus, options, title="A title", date="2026-01-31")
    said = " ".join(f"{name}: {value}" for name, value in report.provenance.items())
    for part in (
        "segmetrics ",
        corpus.codings_digest,
        "similarity=b",
        "convention=published",
        "n=4",
        "w_sub=0.5",
        "w_trp=0.25 (unscaled)",
        "windowdiff=boundaries",
        "uncertain=ignore",
        "90% intervals for other items, same coders, jackknife",
        "chance by shuffling places, 50 shuffles, seed=3",
        "Ranked by: pi*_B",
        "Least reliable items: 1",
        "Coders: by number",
        "Date: 2026-01-31",
    ):
        assert part in said
        if part[:2] not in ("Le", "Co", "Da", "Ra") and part != corpus.codings_digest:
            assert part in report.signature
    assert corpus.codings_digest[:12] in report.signature
    assert "2026" not in report.signature


def test_options_that_the_contents_do_not_look_at_are_not_named() -> None:
    report = made(sample("moonstone"), contents=("heat_map",), worst=7)
    assert report.options.intervals is None
    assert report.options.worst == 3
    assert report.provenance["Intervals"] == "none"
    assert not {"Explanations", "Least reliable items"} & set(report.provenance)
    pairs = made(
        sample("moonstone"), contents=("pairs",), rank_by="pi_star", shuffling=ChanceOptions(seed=5)
    )
    assert (pairs.options.rank_by, pairs.options.shuffling.seed) == ("corrected", 0)
    assert not {"Chance", "Ranked by"} & set(pairs.provenance)
    assert "shuffl" not in pairs.signature


def reading(*files: tuple[str, bytes]) -> Reading:
    return read_sources([Source(name, content) for name, content in files])


CODINGS = b"item,coder,masses\nch1,anna,3 4\nch1,ben,2 5\nch2,anna,1 1 8\nch2,ben,10\n"


def test_a_sample_is_named_wherever_it_was_read_from() -> None:
    sample = SAMPLES["moonstone"]
    elsewhere = reading(("D:\\mine\\copy.json", sample.path.read_bytes()))
    assert titled(elsewhere) == titled(sample.read())
    assert titled(elsewhere) == ("Agreement on The Moonstone", f"Source: {sample.source}.")
    assert titled(elsewhere, anonymous=True) == titled(elsewhere)


def test_other_codings_are_named_by_their_files_without_folders() -> None:
    found = reading(("/home/carla/secret/codings.csv", CODINGS))
    title, source = titled(found)
    assert title == "Agreement on 2 items"
    assert source.startswith("Source: codings.csv (")
    assert "home" not in source
    hidden = titled(found, anonymous=True)[1]
    assert hidden.startswith("Source: 1 file (")
    assert "codings" not in hidden
    talks = ((f"{coder}/ch1.txt", b"One.\n==========\nTwo.\n") for coder in ("a", "b", "c"))
    assert titled(reading(*talks))[1].startswith("Source: 3 files (")


def hostile(names: tuple[str, str, str]) -> Corpus:
    """A corpus with these coders, texts, roles and a comment that names somebody."""
    x, y, z = names
    items = (
        Item.from_masses("one", {x: [3, 7], y: [4, 6], z: [3, 4, 3]}),
        Item.from_masses("two", {z: [2, 3], x: [1, 4]}),
        Item.from_masses("three", {y: [6, 6, 1], z: [7, 6], x: [13]}),
    )
    decisions = (Adjudication("one", 3, "accept", comment=f"{x} is right"),)
    return Corpus(items, reference=x, automatic=(z,), decisions=decisions)


HOSTILE = [
    ("S", "1", "π"),
    ("coder 2", "coder 3", "coder 1"),
    ("item", "pi_star_s", "by number"),
    ("</script>", "=1+1", "\N{RIGHT-TO-LEFT MARK}x"),
]


def test_anonymised_coders_are_the_same_everywhere() -> None:
    names = ("carla", "anna", "ben")
    corpus = hostile(names)
    hidden = corpus.anonymised()
    assert hidden.coders == ("coder 1", "coder 2", "coder 3")
    assert hidden == corpus.anonymised()
    # Who is who follows from the codings of the first item, which all differ.
    who = {
        next(coder for coder in names if corpus["one"].codings[coder] == coding): number
        for number, coding in hidden["one"].codings.items()
    }
    assert sorted(who.values()) == list(hidden.coders)
    for item in corpus.items:
        expected = {who[coder]: coding for coder, coding in item.codings.items()}
        assert dict(hidden[item.name].codings) == expected
        assert list(hidden[item.name].codings) == sorted(expected)
        assert hidden[item.name].texts == item.texts
    assert hidden.reference == who["carla"]
    assert hidden.automatic == (who["ben"],)
    assert hidden.decisions == (Adjudication("one", 3, "accept"),)


def test_numbers_do_not_follow_the_names() -> None:
    orders = set()
    for number in range(40):
        corpus = Corpus.from_masses({f"i{number}": {"anna": [1, 5], "ben": [2, 4], "cy": [3, 3]}})
        hidden = corpus.anonymised().items[0].codings
        orders.add(tuple(coding.masses for coding in hidden.values()))
    assert len(orders) == 6


def test_anonymity_keeps_types_levels_and_texts() -> None:
    for key in ("outline", "dialogue"):
        corpus = sample(key)
        hidden = corpus.anonymised()
        assert hidden.kind == corpus.kind
        assert set(hidden.types) == set(corpus.types)
        assert [item.texts for item in hidden.items] == [item.texts for item in corpus.items]
    assert UNCERTAIN in sample("dialogue").anonymised().types


def neutral(names: tuple[str, str, str]) -> dict[str, Any]:
    """The data of an anonymous report, without what depends on the names by right."""
    report = made(hostile(names), anonymous=True)
    text = report_json(report).decode().replace(report.digest, "").replace(report.digest[:12], "")
    found: dict[str, Any] = json.loads(text)
    return found


@pytest.mark.parametrize("names", HOSTILE)
def test_an_anonymous_report_is_the_same_whatever_coders_are_called(
    names: tuple[str, str, str],
) -> None:
    order = made(hostile(names), anonymous=True).corpus
    # Other names whose numbers happen to fall in the same order.
    candidates = ((f"p{n}", f"q{n}", f"r{n}") for n in range(200))
    same = next(
        other
        for other in candidates
        if made(hostile(other), anonymous=True, contents=("methods",)).corpus == order
    )
    assert neutral(names) == neutral(same)


def test_the_digest_of_an_anonymous_report_is_that_of_the_files() -> None:
    corpus = sample("moonstone")
    report = made(corpus, anonymous=True)
    assert report.digest == corpus.codings_digest
    assert report.table.digest != corpus.codings_digest
    decided = corpus.with_decisions([Adjudication("ch1", 3, "accept")])
    assert made(decided).digest == report.digest


def test_the_json_holds_every_part_of_the_report() -> None:
    report = made(sample("dialogue"))
    data = json.loads(report_json(report))
    assert data["format"] == "segmetrics-report"
    assert [key for key in data if key in CONTENTS] == list(ALONE)
    assert data["provenance"] == dict(report.provenance)
    assert [row["item"] for row in data["agreement"]["rows"]] == [
        row.item for row in report.table.rows
    ]
    assert [row["pi_star_s"] for row in data["agreement"]["rows"]] == [
        row.pi_star for row in report.table.rows
    ]
    assert [one["value"] for one in data["pairs"]] == [row.value for row in report.pairs]
    said = [sentence["text"] for one in data["why"] for sentence in one["sentences"]]
    assert said == [sentence.text for one in report.worst for sentence in one.sentences]
    table = agreement(report.corpus, AgreementOptions(similarity="b"))
    over_b = {row.item: row.pi_star for row in table.items}
    assert all(one["pi_star_b"] == over_b[one["item"]] for one in data["why"])
    for one, excerpt in zip(data["excerpts"], report.excerpts, strict=True):
        assert one["texts"] == list(excerpt.texts)
        assert [whose["coder"] for whose in one["marks"]] == list(excerpt.marks)
    drawn = {one["item"]: dict(one["boundaries"]) for one in data["heat_map"]}
    for item in report.corpus.items:
        for place in range(1, item.mass):
            count = sum(place in coding.boundaries for coding in item.codings.values())
            assert drawn[item.name].get(place, 0) == count


def test_half_characters_of_names_can_be_written() -> None:
    corpus = Corpus.from_masses({"a\ud800": {"x\udfff": [2, 3], "y": [3, 2]}})
    data = json.loads(report_json(made(corpus)))
    assert data["corpus"]["coders"] == ["x\udfff", "y"]


def test_every_field_of_the_options_stands_in_the_json() -> None:
    data = report_data(made(sample("stargazer")))
    of_recordings = {"recorded"}
    assert data["options"].keys() == {one.name for one in fields(ReportOptions)} - of_recordings
    of_edits = data["options"]["agreement"].pop("model").keys()
    of_agreement = data["options"]["agreement"].keys()
    assert of_agreement | of_edits == {one.name for one in fields(AgreementOptions)}


def test_what_is_not_shown_is_not_shuffled(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError

    for name in ("Explainer", "reliability_of", "intervals_beside", "excerpts_of"):
        monkeypatch.setattr(module, name, never)
    monkeypatch.setattr(coder_pairs, "block_tallies", never)
    made(sample("moonstone"), contents=("heat_map", "methods"), rank_by="pi_star")


SECRET = ("Wolfhildis", "Zacharias", "Ægidius")


def contents_of(content: bytes) -> str:
    """All that a file holds, as text: of a ZIP, or a workbook, the names and files in it."""
    if not content.startswith(b"PK"):
        return content.decode("utf-8", "replace")
    with ZipFile(BytesIO(content)) as archive:
        return "\n".join(
            f"{name}\n{contents_of(archive.read(name))}" for name in archive.namelist()
        )


@pytest.mark.parametrize("key", [key for key in REPORT_FORMATS if key != "bibtex"])
def test_no_format_names_a_coder_of_an_anonymous_report(key: str) -> None:
    corpus = hostile(SECRET)
    named = contents_of(REPORT_FORMATS[key].write(made(corpus)))
    assert any(name in named for name in SECRET)
    hidden = contents_of(REPORT_FORMATS[key].write(made(corpus, anonymous=True)))
    assert not [name for name in SECRET if name in hidden or ascii(name)[1:-1] in hidden]
    assert "coder 1" in hidden
