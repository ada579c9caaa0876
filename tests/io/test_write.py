"""Writing: what goes out comes back equal, or is refused, or what is lost is named."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import segeval
from hypothesis import given
from hypothesis import strategies as st
from segeval.data import jsonutils

from segmetrics import Corpus, Item, Segmentation, read, sample, write
from segmetrics.corpus import Adjudication, Kind
from segmetrics.io import Reading, Source, read_sources
from segmetrics.io.problems import wrong_name
from segmetrics.io.write import WRITERS, CannotWrite, Written
from tests.support.known import known
from tests.support.recordings import OF_TIMES

HOSTILE_NAMES = (
    *("anna", "Anna", "ANNA", "reference", "item", "coder", "Item", "unit 1", "=1+1", "'=1", "'"),
    *("a/b", "..", ".", ".hidden", "CON", "con.txt", "nul", "COM1", "Thumbs.db", "__MACOSX", "~x"),
    *("100%", "%41", "a%2Fb", "%", "%C3%A4", "a\\b", "C:x", "a,b", 'a"b', "a;b", "a|b", "a b", "*"),
    *(" x", "x ", "x.", "\u00a0x", "ä", "a\u0308", "\u202eabc", "日本", "#N/A", "n/a", "NaN", "-1"),
    *("<img src=x onerror=alert(1)>", "{coder}", "{}", "[]", "====", "\U0001f600", "e" * 300),
)
HOSTILE_TEXTS = (
    *("Once upon a time.", "", " ", "=1+1", "'", "'=1", "-", "==========", "==== 3 ====", "==3=="),
    *("two\nlines", "a\r\nb", "a\rb", "\n", "a\n==========\nb", "<<<<<<< mine", "#N/A", "x ", " x"),
    *("\0", "a\0b", "\ufeff", "\ufeffx", '"quoted"', 'a "quote', "a,b;c\td", "unit 1", "unit 2"),
    *("\u2028", "\x85", "\u202eabc", "a\u0308", "</script>", "item,coder,masses", "ten chars!"),
    *("\U0001f600", "[1]", "{", "B-x", "0", "1", "\x0b", "\x1f"),
)
name = st.one_of(
    st.sampled_from(HOSTILE_NAMES),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12),
).filter(lambda text: wrong_name(text) is None)
text = st.one_of(
    st.sampled_from(HOSTILE_TEXTS), st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
)
# What is said of the files of an archive, which takes nothing from the corpus.
ABOUT_FILES = "that any system can unpack"
KINDS: tuple[Kind, ...] = ("linear", "multiple", "hierarchical")


def segmentations(mass: int, kind: Kind, types: list[str]) -> st.SearchStrategy[Segmentation]:
    some_types = st.frozensets(st.sampled_from(types), min_size=1)
    carried = {
        "linear": st.none(),
        "multiple": some_types,
        "hierarchical": st.integers(1, 4) | st.integers(1, 10_000_000),
    }[kind]
    places = st.dictionaries(st.integers(1, mass - 1), carried) if mass > 1 else st.just({})

    def build(marks: dict[int, Any]) -> Segmentation:
        positions = tuple(sorted(marks))
        values = tuple(marks[place] for place in positions)
        return Segmentation(
            mass,
            positions,
            types=values if kind == "multiple" else None,
            levels=values if kind == "hierarchical" else None,
        )

    return places.map(build)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    kind = draw(st.sampled_from(KINDS))
    types = draw(st.lists(name, min_size=1, max_size=4, unique=True))
    coders = draw(st.lists(name, min_size=1, max_size=4, unique=True))
    items = []
    for item in draw(st.lists(name, min_size=1, max_size=4, unique=True)):
        mass = draw(st.integers(1, 6))
        of_item = draw(st.lists(st.sampled_from(coders), min_size=1, unique=True))
        texts = draw(st.none() | st.lists(text, min_size=mass, max_size=mass).map(tuple))
        codings = {coder: draw(segmentations(mass, kind, types)) for coder in of_item}
        items.append(Item(item, codings, texts))
    used = list(dict.fromkeys(coder for item in items for coder in item.codings))
    return Corpus(
        tuple(items),
        draw(st.none() | st.sampled_from(used)),
        tuple(draw(st.lists(st.sampled_from(used), unique=True))),
    )


def read_back(key: str, written: Written) -> Reading:
    source = Source(f"corpus{WRITERS[key].ending}", written.content)
    return read_sources([source])


def described(corpus: Corpus) -> dict[str, dict[str, Segmentation]]:
    """Describe the codings of a corpus, without its texts and roles."""
    return {item.name: dict(item.codings) for item in corpus.items}


@pytest.mark.parametrize("key", WRITERS)
@given(corpus=corpora())
def test_what_goes_out_comes_back(key: str, corpus: Corpus) -> None:
    """All boundaries come back, and with nothing lost the whole corpus is equal."""
    try:
        written = WRITERS[key].write(corpus)
    except CannotWrite:
        assert key in ("long-csv", "table-xlsx", "choi", *OF_TIMES)
        return
    reading = read_back(key, written)
    assert reading.problems == ()
    assert all("in spelling alone" in notice.what for notice in reading.notices)
    assert described(known(reading.corpus)) == described(corpus)
    assert [item.coders for item in known(reading.corpus).items] == [i.coders for i in corpus.items]
    lost = [what for what in written.lost if not what.startswith(ABOUT_FILES)]
    assert (known(reading.corpus).digest == corpus.digest) == (not lost)


@given(corpus=corpora())
def test_the_own_json_carries_everything(corpus: Corpus) -> None:
    written = WRITERS["segmetrics-json"].write(corpus)
    assert written.lost == ()
    again = known(read_back("segmetrics-json", written).corpus)
    assert again.digest == corpus.digest
    assert WRITERS["segmetrics-json"].write(again) == written


def typed(*places: tuple[int, str]) -> Segmentation:
    names = tuple(frozenset(types.split("|")) for _, types in places)
    return Segmentation(9, tuple(place for place, _ in places), types=names)


def linear(texts: tuple[str, ...] | None = None, **more: Any) -> Corpus:
    """Two items, of which the first has four units, by two coders."""
    first = {"anna": Segmentation(4, (1, 3)), "ben": Segmentation(4, ())}
    second = {"ben": Segmentation(2, (1,))}
    return Corpus((Item("ch1", first, texts), Item("ch2", second)), **more)


TEXTS = ("One.", "Two.", "Three.", "Four.")


def test_the_own_json_has_a_line_for_each_coding_and_text() -> None:
    corpus = linear(
        TEXTS,
        reference="ben",
        automatic=("anna",),
        decisions=(
            Adjudication("ch1", 3, "move", to=2, comment="später"),
            Adjudication("ch2", 1, "accept"),
        ),
    )
    assert WRITERS["segmetrics-json"].write(corpus).content.decode() == (
        '{\n "format": "segmetrics",\n "version": 1,\n "kind": "linear",\n "reference": "ben",\n'
        ' "automatic": [\n  "anna"\n ],\n "items": [\n  {\n   "name": "ch1",\n   "mass": 4,\n'
        '   "codings": {\n    "anna": [1, 3],\n    "ben": []\n   },\n'
        '   "texts": [\n    "One.",\n    "Two.",\n    "Three.",\n    "Four."\n   ]\n  },\n'
        '  {\n   "name": "ch2",\n   "mass": 2,\n   "codings": {\n    "ben": [1]\n   }\n  }\n ],\n'
        ' "decisions": [\n'
        '  {\n   "item": "ch1",\n   "place": 3,\n   "verdict": "move",\n   "to": 2,\n'
        '   "comment": "später"\n  },\n'
        '  {\n   "item": "ch2",\n   "place": 1,\n   "verdict": "accept"\n  }\n ]\n}\n'
    )


def test_segeval_json_is_read_by_segeval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = sample("moonstone")
    path = tmp_path / "moonstone.json"
    path.write_bytes(WRITERS["segeval-json"].write(corpus).content)
    # It opens files in a mode that Python has given up.
    monkeypatch.setattr(
        jsonutils, "open", lambda name, mode: io.StringIO(Path(name).read_text()), raising=False
    )
    found = segeval.input_linear_mass_json(str(path))
    assert {item: dict(codings) for item, codings in found.items()} == {
        item.name: {coder: coding.masses for coder, coding in item.codings.items()}
        for item in corpus.items
    }


def test_segeval_json_keeps_a_reference_only_by_its_name() -> None:
    lost = WRITERS["segeval-json"].write(linear(reference="anna", automatic=("ben",))).lost
    assert lost == ("that anna is the reference", "that these coders are automatic segmenters: ben")
    corpus = Corpus.from_masses({"ch1": {"reference": [1, 2], "x": [3]}})
    written = WRITERS["segeval-json"].write(replace(corpus, reference="reference"))
    assert written.lost == ()
    assert json.loads(written.content)["has_reference_coder"] is True
    assert "has_reference_coder" not in json.loads(WRITERS["segeval-json"].write(corpus).content)


@pytest.mark.parametrize(
    ("corpus", "rows"),
    [
        (
            linear(),
            "item,coder,boundary,mass\nch1,anna,1,4\nch1,anna,3,4\nch1,ben,,4\nch2,ben,1,2\n",
        ),
        (
            Corpus((Item("t", {"x": typed((2, "task|a"), (5, "a"))}),)),
            "item,coder,boundary,mass,type\nt,x,2,9,a|task\nt,x,5,9,a\n",
        ),
        (
            Corpus((Item("t", {"=x": Segmentation(3, (2,), levels=(7,))}, ("-1", "b,c", "d")),)),
            "item,coder,unit,segment,text,level\n"
            "t,'=x,1,1,'-1,\nt,'=x,2,1,\"b,c\",\nt,'=x,3,2,d,7\n",
        ),
    ],
)
def test_long_csv_takes_the_kind_of_table_that_carries_most(corpus: Corpus, rows: str) -> None:
    written = WRITERS["long-csv"].write(corpus)
    assert written.content.decode() == rows
    assert written.lost == ()


def unpacked(written: Written) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(written.content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_choi_has_a_folder_a_coder_and_a_file_an_item() -> None:
    assert unpacked(WRITERS["choi"].write(linear(TEXTS))) == {
        "anna/ch1.txt": "==========\nOne.\n==========\nTwo.\nThree.\n==========\nFour.\n"
        "==========\n",
        "ben/ch1.txt": "==========\nOne.\nTwo.\nThree.\nFour.\n==========\n",
        "ben/ch2.txt": "==========\nunit 1\n==========\nunit 2\n==========\n",
    }


def test_choi_has_levels_at_the_edges_too() -> None:
    corpus = Corpus((Item("t", {"x": Segmentation(3, (1, 2), levels=(2, 1))}),))
    assert unpacked(WRITERS["choi"].write(corpus)) == {
        "x/t.txt": "==== 1 ====\nunit 1\n==== 2 ====\nunit 2\n==== 1 ====\nunit 3\n==== 1 ====\n"
    }


def test_names_become_names_of_files_that_every_system_takes() -> None:
    coding = {"..": Segmentation(2, ()), "a/b": Segmentation(2, (1,)), "Con": Segmentation(2, ())}
    corpus = Corpus((Item("50%", coding), Item("Ärger", coding), Item("ärger", coding)))
    assert list(unpacked(WRITERS["choi"].write(corpus))) == [
        f"{coder}/{item}.txt"
        for item in ("50%25", "Ärger", "%C3%A4%72%67%65%72")
        for coder in ("%2E%2E", "a%2Fb", "%43on")
    ]


def test_an_archive_is_the_same_whenever_it_is_written() -> None:
    written = WRITERS["choi"].write(linear(TEXTS))
    with zipfile.ZipFile(io.BytesIO(written.content)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert WRITERS["choi"].write(linear(TEXTS)) == written


def test_an_archive_of_texts_that_pack_too_well_can_be_read() -> None:
    mass = 900_000
    codings = {"x": Segmentation(mass, (1,)), "y": Segmentation(mass, ())}
    corpus = Corpus((Item("t", codings, ("again",) * mass),))
    reading = read_back("choi", WRITERS["choi"].write(corpus))
    assert reading.problems == ()
    assert known(reading.corpus).digest == corpus.digest


@pytest.mark.parametrize(
    ("key", "corpus", "said"),
    [
        ("choi", Corpus((Item("t", {"x": typed((2, "a"))}),)), "cannot carry types"),
        ("long-csv", Corpus((Item("t", {"x": typed((2, "new topic"))}),)), "'new topic' holds a"),
        ("long-csv", Corpus.from_masses({"t ": {"x": [2]}}), "'t '"),
        ("long-csv", Corpus.from_masses({"t": {"#N/A": [2]}}), "'#N/A'"),
        ("long-csv", Corpus.from_masses({"Item": {"Coder": [2]}}), "columns of a table"),
        ("choi", Corpus.from_masses({"é" * 300: {"x": [2]}, "E\u0301" * 99: {"x": [1]}}), "too"),
        *(
            (key, corpus, said)
            for key in WRITERS
            for corpus, said in (
                (Corpus.from_masses({"": {"x": [2]}}), "the name of an item is empty"),
                (Corpus.from_masses({"t": {"a\nb": [2]}}), "the name of a coder holds"),
                (Corpus.from_masses({"t": {"\ud800": [2]}}), "the name of a coder holds"),
                (linear(("\ud800", "", "", "")), "half of a character"),
                (
                    linear(decisions=(Adjudication("ch1", 1, "accept", comment="\udfff"),)),
                    "half of a character",
                ),
                (Corpus((Item("t", {"x": Segmentation(2, (1,), levels=(10**8,))}),)), "level"),
            )
        ),
    ],
)
def test_what_would_be_lost_is_refused_with_the_reason(key: str, corpus: Corpus, said: str) -> None:
    with pytest.raises(CannotWrite, match=re.escape(said)):
        WRITERS[key].write(corpus)


@pytest.mark.parametrize(
    ("key", "texts", "units", "unit"),
    [
        ("long-csv", ("One.", " Two.", "\0Three.", "Four."), 2, 2),
        ("long-csv", ("One.", "Two.", "Three.", "#N/A"), 1, 4),
        ("long-csv", ("", "", "", ""), 4, 1),
        ("choi", ("One.", "Two\nthree.", "", "====="), 3, 2),
        ("choi", ("<<<<<<< mine", "Two.", "Three.", "Four."), 1, 1),
        ("choi", ("unit 1", "unit 2", "unit 3", "unit 4"), 4, 1),
    ],
)
def test_texts_that_cannot_be_kept_are_counted(
    key: str, texts: tuple[str, ...], units: int, unit: int
) -> None:
    corpus = linear(texts, decisions=(Adjudication("ch1", 1, "reject"),))
    decisions, lost = WRITERS[key].write(corpus).lost
    assert decisions == "1 decision about disputed places"
    count = f"{units} unit{'s'[: units != 1]}"
    assert lost.startswith(f"the exact text of {count}, the first in item ch1, unit {unit}: ")


def test_a_workbook_is_one_for_excel_and_its_kin(tmp_path: Path) -> None:
    """Numbers are numbers, and a name that begins as a formula does is none."""
    corpus = Corpus.from_masses({"ch1": {"=ann": [2, 3], "007": [5]}})
    assert write(corpus, tmp_path / "a.xlsx") == ()
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").active
    assert [list(row) for row in sheet.values] == [
        ["item", "coder", "boundary", "mass"],
        ["ch1", "'=ann", 2, 5],
        ["ch1", "007", None, 5],
    ]
    assert read(tmp_path / "a.xlsx") == corpus


@pytest.mark.parametrize("text", ["a\x07b", "a" * 40_000])
def test_what_no_workbook_holds_is_refused(text: str) -> None:
    with pytest.raises(CannotWrite, match="a workbook does not keep"):
        WRITERS["table-xlsx"].write(linear((text, "Two.", "Three.", "Four.")))


def test_an_archive_of_one_coder_says_who_is_who() -> None:
    corpus = Corpus.from_masses({"ch1": {"x": [2]}, "ch2": {"x": [1, 1]}})
    written = WRITERS["choi"].write(corpus)
    assert written.lost == ()
    again = known(read_back("choi", written).corpus)
    assert again.digest == corpus.digest


def test_a_file_is_written_in_the_format_of_its_ending_or_another(tmp_path: Path) -> None:
    corpus = Corpus.from_masses({"ch1": {"ann": [2, 3], "ben": [5]}})
    for name, to, key in (
        ("a.json", None, "segmetrics-json"),
        ("a.CSV", None, "long-csv"),
        ("a.xlsx", None, "table-xlsx"),
        ("a.zip", None, "choi"),
        ("b.json", "segeval-json", "segeval-json"),
    ):
        assert write(corpus, tmp_path / name, to=to) == ()
        assert (tmp_path / name).read_bytes() == WRITERS[key].write(corpus).content
    automatic = replace(corpus, automatic=("ben",))
    (lost,) = write(automatic, tmp_path / "a.csv")
    assert lost == "that these coders are automatic segmenters: ben"
    for name, to, wrong in (("a.txt", None, r"\.txt"), ("a.csv", "csv", "csv")):
        with pytest.raises(ValueError, match=f"a format is one of .*, got '{wrong}'"):
            write(corpus, tmp_path / name, to=to)
    assert not (tmp_path / "a.txt").exists()
