"""XML from strangers, and annotated texts of UIMA as XMI and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import cassis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics.io import Choices, Problem, Reading, Source, check, read_sources
from segmetrics.io.document import Document
from segmetrics.io.problems import Unreadable
from segmetrics.io.xml_files import MAX_DEPTH, elements, root_name
from tests.support.known import known
from tests.support.project import HERE
from tests.support.readings import boundaries_of, said

FORMATS = HERE / "formats"
DKPRO = "de.tudarmstadt.ukp.dkpro.core.api"
SENTENCE, TOKEN = (f"{DKPRO}.segmentation.type.{name}" for name in ("Sentence", "Token"))
ENTITY = f"{DKPRO}.ner.type.NamedEntity"
EXPORTS = ("uima-xmi", "uima-json")


def read(content: str | bytes, name: str = "anna.xmi", choices: Choices | None = None) -> Reading:
    content = content.encode() if isinstance(content, str) else content
    return read_sources([Source(name, content)], choices)


def document(content: str | bytes) -> Document:
    return Document(Source("a.xml", content.encode() if isinstance(content, str) else content))


def refused(content: str | bytes) -> Problem:
    with pytest.raises(Unreadable) as raised:
        list(elements(document(content)))
    return raised.value.problem


# --- XML -----------------------------------------------------------------------------------


def test_elements_come_in_the_order_of_their_start_tags() -> None:
    found = list(elements(document('<a xmlns:n="urn:n">\n x\n<n:b c="1">y&lt;<d/>z</n:b></a>')))
    assert [(one.name, one.depth, one.line, one.text) for one in found] == [
        ("a", 1, 1, "\n x\n"),
        ("urn:n b", 2, 3, "y<"),
        ("d", 3, 3, ""),
    ]
    assert found[1].attributes == {"c": "1"}


def test_long_texts_are_whole() -> None:
    text = "ab\n" * 1_000_000
    found = list(elements(document(f"<a><b>{text}</b><c d='{text}'/></a>")))
    assert found[1].text == text
    assert found[2].attributes == {"d": text.replace("\n", " ")}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_the_encoding_is_the_one_that_the_file_names(encoding: str) -> None:
    name = "utf-8" if encoding == "utf-8-sig" else encoding
    content = f'<?xml version="1.0" encoding="{name}"?><a b="é"/>'.encode(encoding)
    assert root_name(document(content)) == "a"
    assert next(elements(document(content))).attributes == {"b": "é"}


@pytest.mark.parametrize(
    ("content", "row", "what"),
    [
        ("<a>\n<b>\n</a>", 3, "mismatched tag"),
        ("<a>\n", 2, "no element found"),
        ("<a>\n&x;</a>", 2, "undefined entity"),
        ("<a/>\n<b/>", 2, "junk after document element"),
        ('<a\nb="1" b="2"/>', 2, "duplicate attribute"),
        ("<a>\0</a>", 1, "not well-formed"),
        ('<?xml version="1.0" encoding="nonsense"?><a/>', 1, "encoding"),
        ('<?xml version="1.0" encoding="gb2312"?><a/>', 1, "encoding"),
    ],
)
def test_what_is_no_xml_is_named_with_its_line(content: str, row: int, what: str) -> None:
    problem = refused(content)
    assert (problem.file, problem.row) == ("a.xml", row)
    assert what in problem.what


BOMB = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">\n' for n in range(9))


@pytest.mark.parametrize(
    "declared",
    [
        f'[<!ENTITY e0 "ha">\n{BOMB}]',
        f'[<!ENTITY e0 "{"a" * 100_000}">]',
        '[<!ENTITY secret SYSTEM "file:///etc/hostname">]',
        '[<!ENTITY % more SYSTEM "http://attacker.invalid/x.dtd">%more;]',
        'SYSTEM "http://attacker.invalid/x.dtd" [<!ENTITY e9 "x">]',
        '[<!ATTLIST a b CDATA "from the declaration">]',
    ],
)
def test_a_document_type_is_refused(declared: str) -> None:
    content = f'<?xml version="1.0"?>\n<!DOCTYPE a {declared}>\n<a>&e9;&secret;</a>'
    problem = refused(content)
    assert problem.row == 2
    assert "declares a document type (DTD) 'a'" in problem.what
    with pytest.raises(Unreadable):
        root_name(document(content))


@pytest.mark.parametrize("declared", ["SYSTEM 'http://a.invalid/x'", "PUBLIC '-//X' 'x.dtd'"])
def test_a_document_type_in_a_file_is_passed_over_but_not_what_it_would_define(
    declared: str,
) -> None:
    content = f'<?xml version="1.0"?>\n<!DOCTYPE a {declared}>\n<a b="1">é</a>'
    assert [one.text for one in elements(document(content))] == ["é"]
    problem = refused(content.replace("é", "&eacute;"))
    assert (problem.row, "&eacute; stands for something" in problem.what) == (3, True)


def test_any_xml_with_times_is_read_and_asks_for_the_layer() -> None:
    def transcript(*times: float) -> Source:
        syncs = "".join(f"<Sync time='{time}'/>{time}" for time in times)
        turns = f"<Turn startTime='0' endTime='40'>{syncs}</Turn>"
        turns += "<Turn startTime='40' endTime='60.5'/>" * (times[-1] < 40)
        section = f"<Section startTime='0' endTime='60.5'>{turns}</Section>"
        kind = '<!DOCTYPE Trans SYSTEM "trans-14.dtd">'
        return Source(f"talk{len(times)}.trs", f"{kind}<Trans>{section}</Trans>".encode())

    one, many = transcript(0, 21.4), transcript(0, 9.5, 30)
    (asked,) = read_sources([one, many], Choices(pattern="{item}")).problems
    assert (asked.asks, asked.command) == ("layer", "--layer Sync for example")
    choices = Choices(pattern="{item}", layer="Turn")
    reading = read_sources([one, many], choices)
    assert boundaries_of(reading) == {"talk2": {"coder": (40_000,)}, "talk3": {"coder": (40_000,)}}
    reading = read_sources([one, many], replace(choices, layer="Sync"))
    assert boundaries_of(reading)["talk3"] == {"coder": (9_500, 30_000)}


def test_xml_with_whole_numbers_may_count_characters_and_is_no_recording() -> None:
    marks = "".join(f"<mark start='{at}' end='{at + 9}'/>" for at in range(0, 90, 9))
    (problem,) = read(f"<text>{marks}</text>", "a.xml").problems
    assert "XML with the element <text>" in problem.what


def test_lines_that_begin_as_xml_but_close_nothing_are_no_xml() -> None:
    assert root_name(document("<file>\tname\nword\t1\n" * 200)) is None


def test_references_to_schemas_and_inclusions_are_text() -> None:
    content = (
        '<a xmlns:xi="http://www.w3.org/2001/XInclude" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        'xsi:schemaLocation="http://attacker.invalid x.xsd">'
        '<xi:include href="file:///etc/hostname"/><?xml-stylesheet href="x.xsl"?></a>'
    )
    assert [one.text for one in elements(document(content))] == ["", ""]


def test_depth_is_limited() -> None:
    deep = "<a>" * MAX_DEPTH + "</a>" * MAX_DEPTH
    assert max(one.depth for one in elements(document(deep))) == MAX_DEPTH
    assert "nested more than 100 deep" in refused(f"<a>\n{deep}</a>").what
    assert refused(f"<a>\n{deep}</a>").row == 2


@pytest.mark.parametrize("content", [b"", b"a<b>", b"\x89PNG<a/>", b"{}", b"<", b"< >", b"<1>"])
def test_what_has_no_root_is_no_xml(content: bytes) -> None:
    assert root_name(document(content)) is None


# --- CAS: what is read ---------------------------------------------------------------------

# The places of hand-written files: sentences at 0 to 13, 14 to 22 and 23 to 36 code units.
STORM = {"storm.txt": {"anna": (1,), "ben": (2,)}}


@pytest.mark.parametrize("key", EXPORTS)
def test_an_export_is_read(key: str) -> None:
    reading = check(FORMATS / key / "annotation")
    assert boundaries_of(reading) == STORM
    assert {(Path(one.file).name, one.format.key) for one in reading.recognised} == {
        (f"{coder}.{key[5:]}", key) for coder in ("anna", "ben")
    } | (
        {("INITIAL_CAS.xmi", "uima-companion"), ("TypeSystem.xml", "uima-companion")}
        if key == "uima-xmi"
        else set()
    )
    item = known(reading.corpus)["storm.txt"]
    assert item.texts == ("One 🌩 storm.", "Two ran.", "🏠 Three hid.")
    assert [found.types for found in item.codings.values()] == [
        (frozenset({"people"}),),
        (frozenset({"home"}),),
    ]
    assert reading.unit == "sentence"
    assert reading.units[:2] == ("sentence", "token")


@pytest.mark.parametrize("key", EXPORTS)
def test_tokens_can_be_the_unit(key: str) -> None:
    # 11 tokens; the sentences end after the 4th and the 7th.
    reading = check(FORMATS / key / "annotation", choices=Choices(unit="token", labels="none"))
    assert boundaries_of(reading) == {"storm.txt": {"anna": (4,), "ben": (7,)}}


def test_what_is_beside_the_files_of_the_coders_is_said() -> None:
    reading = check(FORMATS / "uima-xmi" / "annotation")
    assert [(Path(notice.file).name, notice.what) for notice in reading.notices] == [
        ("INITIAL_CAS.xmi", "the document before anybody coded it; not read"),
        (
            "anna.xmi",
            "segments are read from the layer webanno.custom.Segment, the only one that can; "
            "the layers are webanno.custom.Remark (3), webanno.custom.Segment (4)",
        ),
    ]


def test_the_curated_version_is_no_coder() -> None:
    content = (FORMATS / "uima-json/annotation/storm.txt/anna.json").read_bytes()
    reading = read(content, "curation/storm.txt/CURATION_USER.json")
    assert reading.corpus is None
    assert [p.what for p in reading.problems] == ["there are no codings in this file"]
    assert any(notice.what.startswith("the curated version") for notice in reading.notices)


@pytest.mark.parametrize("archive", ["{coder}.zip", "{coder}", "webanno325{coder}export.zip"])
def test_an_archive_for_each_coder_names_no_item(archive: str) -> None:
    folder = FORMATS / "uima-xmi/annotation/storm.txt"
    sources = [
        Source(f"annotation/storm.txt/{archive.format(coder=coder)}/{name}", content)
        for coder in ("anna", "ben")
        for name, content in (
            (f"{coder}.xmi", (folder / f"{coder}.xmi").read_bytes()),
            ("TypeSystem.xml", (folder / "TypeSystem.xml").read_bytes()),
        )
    ]
    assert boundaries_of(read_sources(sources)) == STORM


def test_a_file_in_no_folder_says_the_title_of_its_document() -> None:
    folder = FORMATS / "uima-xmi/annotation/storm.txt"
    sources = [Source(name, (folder / name).read_bytes()) for name in ("anna.xmi", "ben.xmi")]
    assert boundaries_of(read_sources(sources)) == STORM


# --- CAS made by the library ---------------------------------------------------------------

Layers = Mapping[Any, list[Any]]
"""Name and features of each layer, to start, end and values of each annotation."""


def cas_of(text: str, layers: Layers) -> tuple[cassis.Cas, cassis.TypeSystem]:
    """Make a CAS with annotations at places in characters."""
    types = cassis.TypeSystem()
    cas = cassis.Cas(types)
    cas.sofa_string = text
    cas.sofa_mime = "text/plain"
    for (name, features), spans in layers.items():
        made = types.create_type(name, "uima.tcas.Annotation")
        for feature in features:
            types.create_feature(made, feature, "uima.cas.String")
        for start, end, values in spans:
            cas.add(made(begin=start, end=end, **values))
    return cas, types


def both(cas: cassis.Cas) -> list[Source]:
    return [
        Source("x/anna.xmi", cas.to_xmi().encode()),
        Source("x/ben.json", cas.to_json().encode()),
    ]


def of_both(cas: cassis.Cas, choices: Choices | None = None) -> Reading:
    """Read what the library writes as XMI and as JSON; both say the same."""
    reading = read_sources(both(cas), choices)
    codings = boundaries_of(reading)["x"]
    assert codings["anna"] == codings["ben"]
    return reading


texts = st.text(st.sampled_from("ab c🌩é\n𝔊"), min_size=2, max_size=40).filter(
    lambda text: text.strip() == text
)


@given(st.data())
def test_places_are_those_that_the_library_wrote(data: st.DataObject) -> None:
    text = data.draw(texts)
    places = st.integers(0, len(text))
    spans = data.draw(st.lists(st.tuples(places, places).map(sorted), max_size=6))
    layer = [(start, end, {"label": "x"}) for start, end in spans]
    cas, types = cas_of(text, {("custom.Segment", ("label",)): layer})
    reading = of_both(cas, Choices(unit="character", labels="none"))
    # Between two characters that are not white space; edges within white space share a place.
    edges = {place for span in spans for place in span}
    units = len("".join(text.split()))
    expected = {len("".join(text[:edge].split())) for edge in edges} - {0, units}
    assert boundaries_of(reading)["x"]["anna"] == tuple(sorted(expected))
    # The library reads the same places from its file.
    again = cassis.load_cas_from_xmi(BytesIO(cas.to_xmi().encode()), typesystem=types)
    found = [(one.begin, one.end) for one in again.select("custom.Segment")]
    assert sorted(found) == sorted((start, end) for start, end in spans)


def test_a_layer_of_the_project_goes_before_those_of_everybody() -> None:
    text = "aa bb cc dd"
    layers: dict[Any, list[Any]] = {
        (ENTITY, ("value",)): [(0, 2, {}), (3, 5, {}), (6, 8, {})],
        ("custom.Part", ()): [(0, 8, {}), (9, 11, {})],
    }
    assert boundaries_of(of_both(cas_of(text, layers)[0], Choices(unit="word")))["x"]["anna"] == (
        3,
    )
    del layers["custom.Part", ()]
    reading = of_both(cas_of(text, layers)[0], Choices(unit="word"))
    assert boundaries_of(reading)["x"]["anna"] == (1, 2, 3)


def test_all_files_share_a_layer() -> None:
    """Most of what ben made are remarks; which layer it is, is asked once for all files."""
    text = "aa bb cc dd"
    segment, remark = ("custom.Alpha", ("label",)), ("custom.Beta", ("note",))
    anna: Layers = {segment: [(0, 2, {}), (3, 5, {}), (6, 11, {})], remark: [(0, 1, {"note": "n"})]}
    ben: Layers = {segment: [(0, 5, {})], remark: [(0, 1, {}), (3, 4, {})]}
    carl: Layers = {segment: [], remark: [(0, 1, {})]}
    sources = [
        Source(f"x/{name}.xmi", cas_of(text, layers)[0].to_xmi().encode())
        for name, layers in (("carl", carl), ("ben", ben), ("anna", anna))
    ]
    (problem,) = read_sources(sources).problems
    listed = "custom.Alpha (4), custom.Beta (4)"
    assert problem.what == f"several layers could hold the segments: {listed}"
    reading = read_sources(sources, Choices(unit="word", layer="Alpha"))
    assert boundaries_of(reading) == {"x": {"carl": (), "ben": (2,), "anna": (1, 2)}}
    assert sorted(said(reading)) == [
        "1 gap between segments: units 3 to 4",
        "nothing marked in the layer custom.Alpha: a coding without boundaries",
        f"segments are read from the layer custom.Alpha; the layers are {listed}",
    ]


def test_a_name_that_speaks_of_segments_goes_before_number() -> None:
    layers: dict[Any, list[Any]] = {
        ("custom.Remark", ()): [(0, 2, {}), (3, 5, {}), (6, 8, {})],
        ("custom.TopicShift", ()): [(3, 11, {})],
    }
    reading = of_both(cas_of("aa bb cc dd", layers)[0], Choices(unit="word"))
    assert boundaries_of(reading)["x"]["anna"] == (1,)


def test_relations_are_no_segments() -> None:
    cas, types = cas_of("aa bb cc dd", {("custom.Part", ()): [(0, 5, {}), (6, 11, {})]})
    relation = types.create_type("custom.Related", "uima.tcas.Annotation")
    for feature in ("Governor", "Dependent"):
        types.create_feature(relation, feature, "uima.tcas.Annotation")
    first, last = cas.select("custom.Part")
    for start, end in ((0, 2), (3, 5), (6, 8)):
        cas.add(relation(begin=start, end=end, Governor=first, Dependent=last))
    reading = of_both(cas, Choices(unit="word"))
    assert boundaries_of(reading)["x"]["anna"] == (2,)
    assert "not read: custom.Related (relation) (3)" in said(reading)[0]


def test_one_feature_labels_all_segments_and_others_are_named() -> None:
    spans = [
        (0, 2, {"kind": "a", "note": "first"}),
        (3, 5, {"kind": "b"}),
        (6, 11, {"kind": "a", "note": "17"}),
    ]
    cas, _ = cas_of("aa bb cc dd", {("custom.Part", ("kind", "note")): spans})
    reading = of_both(cas, Choices(unit="word", labels="types"))
    types = known(reading.corpus)["x"].codings["anna"].types
    assert types == (frozenset({"b"}), frozenset({"a"}))
    assert said(reading)[0] == "labels are the feature kind; not read: note"


def test_numbers_and_references_are_no_labels() -> None:
    cas, types = cas_of("aa bb cc", {})
    part = types.create_type("custom.Part", "uima.tcas.Annotation")
    for name, kind in (("sure", "Boolean"), ("rank", "Integer"), ("weight", "Double")):
        types.create_feature(part, name, f"uima.cas.{kind}")
    types.create_feature(part, "after", "uima.tcas.Annotation")
    types.create_feature(part, "kind", "uima.cas.String")
    first = part(begin=0, end=2, sure=True, rank=1, weight=0.5, kind="a")
    cas.add(first)
    cas.add(part(begin=3, end=8, sure=False, rank=2, weight=1.5, after=first))
    reading = of_both(cas, Choices(unit="word", labels="types"))
    assert known(reading.corpus)["x"].codings["anna"].types == (frozenset({"unlabelled"}),)
    assert said(reading) == []


def test_a_label_behind_a_reference_is_followed() -> None:
    cas, types = cas_of("aa bb cc", {})
    topic = types.create_type("custom.Topic", "uima.cas.TOP")
    types.create_feature(topic, "name", "uima.cas.String")
    part = types.create_type("custom.Part", "uima.tcas.Annotation")
    types.create_feature(part, "about", "custom.Topic")
    for start, end, name in ((0, 2, "rain"), (3, 5, "wind"), (6, 8, "rain")):
        cas.add(part(begin=start, end=end, about=topic(name=name)))
    reading = of_both(cas, Choices(unit="word", labels="types"))
    assert reading.corpus is not None
    assert reading.corpus["x"].codings["anna"].types == (frozenset({"wind"}), frozenset({"rain"}))


def test_only_the_layer_that_differs_between_coders_is_what_they_marked() -> None:
    """Markup of the text, its words and the head of the file are in all files alike."""
    text = "aa bb cc dd"
    words: list[Any] = [(0, 2, {}), (3, 5, {}), (6, 8, {}), (9, 11, {})]
    given: dict[Any, list[Any]] = {
        ("custom.Markup", ()): [(0, 5, {}), (6, 11, {})],
        ("custom.Word", ()): words,
        ("custom.Head", ()): [(0, 11, {})],
    }
    marked: dict[str, list[Any]] = {
        "anna": [(0, 2, {}), (3, 11, {})],
        "ben": [(0, 8, {}), (9, 11, {})],
    }
    sources = [
        Source(
            f"x/{name}.xmi",
            cas_of(text, {**given, ("custom.Quote", ()): spans})[0].to_xmi().encode(),
        )
        for name, spans in marked.items()
    ]
    reading = read_sources(sources, Choices(unit="word"))
    assert boundaries_of(reading) == {"x": {"anna": (1,), "ben": (3,)}}
    assert reading.layers == {
        "custom.Head": 2,
        "custom.Markup": 4,
        "custom.Quote": 4,
        "custom.Word": 8,
    }
    chosen = read_sources(sources, Choices(unit="word", layer="Markup"))
    assert boundaries_of(chosen) == {"x": {"anna": (2,), "ben": (2,)}}


def test_only_annotations_of_the_chosen_layer_need_be_right() -> None:
    layers: dict[Any, list[Any]] = {
        ("custom.Segment", ()): [(0, 2, {}), (3, 5, {})],
        ("custom.Remark", ()): [(2, 4, {})],
    }
    xmi = cas_of("aa bb", layers)[0].to_xmi().replace('end="4"', 'end="99"')
    assert boundaries_of(read(xmi, choices=Choices(unit="word"))) == {"text": {"anna": (1,)}}
    (wrong,) = read(xmi, choices=Choices(layer="Remark")).problems
    assert wrong.coder == "anna"
    assert "offset 99 lies outside the text, which ends at 5" in wrong.what


@pytest.mark.parametrize(
    ("sentences", "used"),
    [
        ([(0, 5), (6, 11)], True),
        ([(0, 6), (5, 11)], False),  # they overlap
        ([(0, 5), (9, 11)], False),  # "cc" is left out
        ([(0, 5), (5, 5), (6, 11)], False),  # nothing in it
    ],
)
def test_units_hold_the_whole_text_once(sentences: list[tuple[int, int]], used: bool) -> None:
    layers: dict[Any, list[Any]] = {
        ("custom.Part", ()): [(0, 5, {}), (6, 11, {})],
        (SENTENCE, ()): [(start, end, {}) for start, end in sentences],
    }
    reading = of_both(cas_of("aa bb cc dd", layers)[0])
    remark = "the sentences of the file overlap or leave text out; not used as units"
    assert (remark in said(reading)) != used
    # Of the text itself there is only one sentence, and one paragraph.
    assert reading.unit == ("sentence" if used else "word")


def test_nobody_marked_anything() -> None:
    cas, _ = cas_of("aa bb", {(TOKEN, ()): [(0, 2, {}), (3, 5, {})]})
    reading = of_both(cas)
    assert boundaries_of(reading)["x"]["anna"] == ()
    assert said(reading)[0] == "no annotations that could be segments: a coding without boundaries"


def test_relations_alone_are_a_coding_without_boundaries() -> None:
    cas, types = cas_of("aa bb", {(TOKEN, ()): [(0, 2, {}), (3, 5, {})]})
    relation = types.create_type("custom.Related", "uima.tcas.Annotation")
    for feature in ("Governor", "Dependent"):
        types.create_feature(relation, feature, "uima.tcas.Annotation")
    first, last = cas.select(TOKEN)
    cas.add(relation(begin=3, end=5, Governor=first, Dependent=last))
    assert said(of_both(cas))[:2] == [
        "not read: custom.Related (relation) (1)",
        "no annotations that could be segments: a coding without boundaries",
    ]


def test_what_is_in_no_view_is_not_read() -> None:
    cas, _ = cas_of("aa bb cc", {("custom.Part", ()): [(0, 2, {}), (3, 5, {}), (6, 8, {})]})
    xmi = re.sub(r'members="[0-9]+ ([^"]*)"', r'members="\1"', cas.to_xmi())
    data = json.loads(cas.to_json())
    del data["%VIEWS"]["_InitialView"]["%MEMBERS"][0]
    for content, name in ((xmi, "anna.xmi"), (json.dumps(data), "anna.json")):
        reading = read(content, name, Choices(unit="word"))
        assert boundaries_of(reading) == {"text": {"anna": (1, 2)}}
        assert "not read: 1 of custom.Part that the view of the text does not hold" in said(reading)


def test_other_views_are_named() -> None:
    cas, types = cas_of("aa bb", {("custom.Part", ()): [(0, 2, {}), (3, 5, {})]})
    other = cas.create_view("translation")
    other.sofa_string = "cc dd ee"
    part = types.get_type("custom.Part")
    other.add(part(begin=0, end=8))
    reading = of_both(cas, Choices(unit="word"))
    assert boundaries_of(reading)["x"]["anna"] == (1,)
    assert "not read: 1 other view of the document" in said(reading)


def test_json_of_an_earlier_version_is_read() -> None:
    data = json.loads((FORMATS / "uima-json/annotation/storm.txt/ben.json").read_text("utf-8"))
    data["%FEATURE_STRUCTURES"] = {str(one.pop("%ID")): one for one in data["%FEATURE_STRUCTURES"]}
    del data["%TYPES"]
    assert boundaries_of(read(json.dumps(data), "x/ben.json")) == {"x": {"ben": (2,)}}


# --- CAS: what is wrong --------------------------------------------------------------------

BROKEN: dict[str, tuple[int | None, str]] = {
    "uima-xmi/broken/outside.xmi": (20, "offset 37 lies outside the text, which ends at 36"),
    "uima-xmi/broken/half.xmi": (20, "offset 24 is within a character"),
    "uima-xmi/broken/backwards.xmi": (20, "begins at 14 and ends at 13"),
    "uima-xmi/broken/no_number.xmi": (20, "the place '1.5' is no whole number"),
    "uima-xmi/broken/no_text.xmi": (None, "no text (sofaString) in the file"),
    "uima-xmi/broken/cut.xmi": (16, "not well-formed XML: unclosed token"),
    "uima-xmi/broken/entities.xmi": (2, "declares a document type (DTD) 'bomb'"),
    "uima-json/broken/outside.json": (None, "offset 37 lies outside the text, which ends at 36"),
    "uima-json/broken/cut.json": (21, "not valid JSON"),
    "uima-json/broken/no_list.json": (None, "%FEATURE_STRUCTURES is no list"),
    "uima-json/broken/twice.json": (None, "feature structure 18 is no object, or has a key twice"),
    "uima-json/broken/half_text.json": (None, "half of a character in the text"),
}


def test_every_broken_file_is_listed() -> None:
    files = {
        file.relative_to(FORMATS).as_posix()
        for key in EXPORTS
        for file in (FORMATS / key / "broken").iterdir()
    }
    assert files == set(BROKEN)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_named_with_its_place(name: str) -> None:
    path = Path(name)
    reading = read((FORMATS / name).read_bytes(), path.name)
    row, what = BROKEN[name]
    assert reading.corpus is None
    (problem,) = reading.problems
    assert (problem.file, problem.row) == (path.name, row)
    assert what in problem.what
    assert problem.fix


def test_a_broken_file_leaves_those_of_other_items_usable() -> None:
    good = (FORMATS / "uima-xmi/annotation/storm.txt/anna.xmi").read_bytes()
    broken = (FORMATS / "uima-xmi/broken/outside.xmi").read_bytes()
    reading = read_sources(
        [Source("a/anna.xmi", good), Source("b/anna.xmi", broken), Source("c/anna.xmi", b"<a>")],
        Choices(pattern="{item}/{coder}"),
    )
    assert [item.name for item in known(reading.corpus).items] == ["a"]
    assert [problem.file for problem in reading.problems] == ["b/anna.xmi", "c/anna.xmi"]


# --- trees of discourse and argument -------------------------------------------------------


def rs3(*segments: str) -> bytes:
    made = "".join(f'<segment id="{at}">{text}</segment>' for at, text in enumerate(segments))
    return f"<rst><header/><body>{made}<group id='9' type='span'/></body></rst>".encode()


def test_units_of_trees_and_of_argument_graphs_are_segments_of_one_text() -> None:
    graph = "<arggraph id='x'>{}</arggraph>".format(
        "".join(f"<edu id='e'><![CDATA[{text}]]></edu>" for text in ("aa bb", "cc dd", "ee ff."))
    )
    reading = read_sources(
        [
            Source("rst/t1.rs3", rs3("aa  bb", " cc\ndd ee ff.")),
            Source("arg/t1.xml", graph.encode()),
            Source("rst/t2.rs3", rs3("gg", "hh ii")),
            Source("arg/t2.xml", rs3("gg hh", "", "ii")),
        ]
    )
    assert boundaries_of(reading) == {
        "t1": {"arg": (2, 4), "rst": (2,)},
        "t2": {"arg": (2,), "rst": (1,)},
    }
    assert [one.file for one in reading.notices if "without a text" in one.what] == ["arg/t2.xml"]


def test_a_tree_without_units_is_a_problem() -> None:
    (problem,) = read(b"<rst><header/><body/></rst>", "a.rs3").problems
    assert problem.what == "no <segment> with a text in the file"


def glozz(*units: tuple[str, int, int]) -> bytes:
    """Write units of types between characters, and a relation, which has no place."""
    at = '<{0}><singlePosition index="{1}"/></{0}>'
    rows = (
        f"<unit id='u{n}'><metadata><author>x</author></metadata><characterisation><type>{kind}"
        f"</type><featureSet/></characterisation><positioning>{at.format('start', begin)}"
        f"{at.format('end', end)}</positioning></unit>"
        for n, (kind, begin, end) in enumerate(units)
    )
    relation = "<relation id='r'><characterisation><type>Then</type></characterisation></relation>"
    return f"<annotations>{''.join(rows)}{relation}</annotations>".encode()


@pytest.mark.parametrize(
    "text", ["We met in the yard. Nobody came! Who was it?", "../elsewhere.ac"]
)
def test_types_of_glozz_that_lie_side_by_side_are_proposed_together(text: str) -> None:
    line = ("Turn", 0, 44), ("paragraph", 0, 44), ("Noun", 3, 6)
    acts = ("Claim", 0, 19), ("Segment", 20, 32), ("Question", 33, 44)
    files = {"anna": glozz(*line, *acts), "ben": glozz(*line[:2], ("Claim", 0, 32), acts[2])}
    sources = [Source(f"{who}/d1.aa", content) for who, content in files.items()]
    sources += [Source(f"{who}/d1.ac", text.encode()) for who in files]
    (asked,) = read_sources(sources).problems
    assert asked.asks == "layer" and "lie side by side" in asked.what + asked.fix
    assert asked.command == "--layer Claim,Segment,Question for example"
    reading = read_sources(sources, Choices(layer="Claim,Segment,Question"))
    assert reading.problems == ()
    found = {one.coder: len(one.segmentation.boundaries) for one in reading.codings}
    assert found == ({"anna": 2, "ben": 1} if text[0] == "W" else {"anna": 4, "ben": 2})
    (wrong,) = read(glozz(("Claim", 9, 4)), "d1.aa").problems
    assert wrong.what == "a unit that begins or ends at '4'"


def test_elements_are_layers_of_a_text_that_several_files_have() -> None:
    words = "the hill was green and the road was long but nobody saw the old mill near the lake "
    text = (words * 2).strip()

    def marked(*stretches: str) -> bytes:
        inside = text
        for of in stretches:
            inside = inside.replace(of, f"<topic> {of}</topic>", 1)
        return f"<doc><title>A walk</title><p>{inside}</p></doc>".encode()

    files = {"anna/t.xml": marked("the hill", "the old mill"), "ben/t.xml": marked("the road was")}
    reading = read_sources([Source(name, content) for name, content in files.items()])
    assert boundaries_of(reading) == {"t": {"anna": (2, 4, 14, 17), "ben": (7, 10)}}
    assert any("from the layer topic, the only one that can" in one for one in said(reading))
    alone = read_sources([Source("t.xml", files["anna/t.xml"])])
    assert alone.corpus is None and "XML" in alone.problems[0].what
