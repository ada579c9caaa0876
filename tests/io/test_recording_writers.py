"""Recordings written for other programs, and read again by this one and by those of others."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from praatio.utilities import textgrid_io

from segmetrics import Corpus, Item, Segmentation
from segmetrics.io import Source, read_sources
from segmetrics.io.write import WRITERS, CannotWrite
from segmetrics.time_scale import TimeScale
from tests.support.known import known
from tests.support.recordings import OF_TIMES

FILM = Corpus.from_times(
    {"film": {"anna": [12.4, 31.0, 58.203], "ben": [12.9], "cleo": []}, "walk": {"anna": [0.5]}},
    durations={"film": 120, "walk": 9.5},
)
TYPED = Corpus(
    (
        Item(
            "film",
            {
                "anna": Segmentation(
                    9000,
                    (1500, 4250),
                    types=(frozenset(["verse"]), frozenset(['the "end"'])),
                    scale=TimeScale(),
                ),
                "ben": Segmentation(
                    9000, (7001,), types=(frozenset(["verse"]),), scale=TimeScale()
                ),
            },
        ),
    )
)


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("key", OF_TIMES)
@pytest.mark.parametrize("corpus", [FILM, TYPED], ids=["plain", "labelled"])
def test_what_was_written_is_read_as_the_same_corpus(key: str, corpus: Corpus) -> None:
    written = WRITERS[key].write(corpus)
    assert written.lost == ()
    reading = read_sources([Source(f"codings{WRITERS[key].ending}", written.content)])
    assert reading.problems == ()
    assert reading.corpus == corpus


places = st.lists(st.integers(1, 119_999), max_size=8, unique=True).map(sorted)


@pytest.mark.parametrize("key", OF_TIMES)
@given(
    made=st.dictionaries(
        st.sampled_from(("film", "a/b", "50%", "=1+1", "Film 2")),
        st.dictionaries(st.sampled_from(("anna", "ben", "1", "-x", 'q"q')), places, min_size=1),
        min_size=1,
    )
)
def test_every_time_comes_back_to_the_millisecond(
    key: str, made: dict[str, dict[str, list[int]]]
) -> None:
    items = [
        Item(name, {who: Segmentation(120_000, tuple(at), scale=SCALE) for who, at in of.items()})
        for name, of in made.items()
    ]
    corpus = Corpus(tuple(items))
    written = WRITERS[key].write(corpus)
    reading = read_sources([Source(f"codings{WRITERS[key].ending}", written.content)])
    if not written.lost:
        assert reading.problems == ()
        found = {item.name: item.codings for item in known(reading.corpus).items}
        assert found == {item.name: item.codings for item in items}


SCALE = TimeScale(0.001)


def test_the_table_of_times_is_what_others_read() -> None:
    rows = list(csv.DictReader(io.StringIO(WRITERS["times-csv"].write(FILM).content.decode())))
    times = [(row["item"], row["coder"], row["boundary time (s)"]) for row in rows]
    assert times == [
        ("film", "anna", "12.4"),
        ("film", "anna", "31.0"),
        ("film", "anna", "58.203"),
        ("film", "ben", "12.9"),
        ("film", "cleo", ""),
        ("walk", "anna", "0.5"),
    ]
    assert {row["recording duration (s)"] for row in rows} == {"120.0", "9.5"}


def test_jams_has_an_annotation_of_each_coder_with_all_that_its_schema_requires() -> None:
    files = unpacked(WRITERS["jams"].write(FILM).content)
    assert list(files) == ["film.jams", "walk.jams"]
    data: dict[str, Any] = json.loads(files["film.jams"])
    assert data.keys() == {"annotations", "file_metadata", "sandbox"}
    assert data["file_metadata"]["duration"] == 120
    assert data["sandbox"] == {}
    found = {
        one["annotation_metadata"]["annotator"]["name"]: [
            (row["time"], round(row["time"] + row["duration"], 6)) for row in one["data"]
        ]
        for one in data["annotations"]
    }
    assert {one["namespace"] for one in data["annotations"]} == {"segment_open"}
    assert found == {
        "anna": [(0, 12.4), (12.4, 31), (31, 58.203), (58.203, 120)],
        "ben": [(0, 12.9), (12.9, 120)],
        "cleo": [(0, 120)],
    }


def test_the_library_of_praat_reads_a_tier_of_each_coder() -> None:
    files = unpacked(WRITERS["textgrid"].write(TYPED).content)
    made = textgrid_io.parseTextgridStr(files["film.TextGrid"].decode(), True)
    tiers = {tier["name"]: [tuple(entry) for entry in tier["entries"]] for tier in made["tiers"]}
    assert {name: [tuple(map(str, one)) for one in of] for name, of in tiers.items()} == {
        "anna": [("0.0", "1.5", ""), ("1.5", "4.25", "verse"), ("4.25", "9.0", 'the "end"')],
        "ben": [("0.0", "7.001", ""), ("7.001", "9.0", "verse")],
    }


def test_what_times_cannot_carry_is_refused_or_named() -> None:
    text = Corpus.from_masses({"text": {"anna": [2, 3]}})
    levels = Corpus((Item("a", {"x": Segmentation(9, (3,), levels=(1,), scale=SCALE)}),))
    both = Corpus((Item("a", {"x": Segmentation(9, (3,), types=(frozenset("pq"),), scale=SCALE)}),))
    fine = Corpus.from_times({"a": {"x": [0.0005]}}, durations={"a": 1}, scale=TimeScale(0.0001))
    for key in OF_TIMES:
        for corpus, why in ((text, "only recordings"), (levels, "levels"), (fine, "finer than")):
            with pytest.raises(CannotWrite, match=why):
                WRITERS[key].write(corpus)
    for key in ("jams", "textgrid"):
        with pytest.raises(CannotWrite, match="several types"):
            WRITERS[key].write(both)
    frames = Corpus.from_times(
        {"a": {"x": [0.4], "y": [0.36]}}, durations={"a": 2}, scale=TimeScale(0.04)
    )
    assert WRITERS["times-csv"].write(frames).lost == ("that positions are steps of 0.04 s",)


def test_what_a_reader_has_to_be_told_is_named() -> None:
    """Of one label only no reader knows that it is a type."""
    one = Corpus((Item("a", {"x": Segmentation(9, (3,), types=(frozenset(["v"]),), scale=SCALE)}),))
    assert WRITERS["times-csv"].write(one).lost == (
        "what labels are, so that --labels types has to be said",
    )
