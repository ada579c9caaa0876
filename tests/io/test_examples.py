"""The examples that pages of formats show, and the files to start from, read as they look."""

from __future__ import annotations

import re

import pytest

from segmetrics.io import TEMPLATES, Choices, Reading, Source, Template, read_sources
from segmetrics.segmentation import Segmentation
from tests.support.known import known
from tests.support.project import PROJECT

FOLDER = PROJECT / "docs" / "formats"
PAGES = {file.stem: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.md")}
# Where boundaries of an item lie by coder: after units, or in seconds; and what they carry.
Coded = dict[str, object]
TWO: Coded = {"anna": (11,), "ben": (2, 10, 12)}
TWO_OF_15: Coded = {"anna": (4, 11, 14), "ben": (14,)}
TYPED: Coded = {"anna": {2: "topic", 11: "place, topic"}, "ben": {11: "topic, uncertain"}}
LEVELS: Coded = {"anna": {5: 1, 11: 2}, "reference": {2: 2, 5: 1, 10: 2}}
VISIT: Coded = {"anna": {3.25: "play", 10: "look", 12.5: "end"}, "ben": {4: "look"}}
TALK: Coded = {"anna": {4.2: "story"}, "ben": {5.1: "story"}}
INTERVIEW: Coded = {"anna": {4: "story"}, "ben": {5: "story"}}
SONG: Coded = {"anna": {4.25: "chorus"}, "ben": {5.5: "chorus"}}
OWN: Coded = {"anna": (1,), "c99": (1, 2)}
WIDE: dict[str, Coded] = {"chapter1": {"anna": (2,), "ben": (1,)}, "chapter2": {"anna": (1,)}}

# What the examples of a page give, each as a file ``anna/a``.
SHOWN: dict[str, tuple[dict[str, Coded], ...]] = {
    "answers": ({"a": {"Anna": (1, 3), "Ben": (2,)}},),
    "boris": ({"visit": VISIT},),
    "boris-events": ({"visit": VISIT},),
    "bracketed": ({"a": {"anna": {1: "NEWS", 2: "HARBOUR"}}},),
    "brat": ({"a": {"anna": {1: "Crowd"}}},),
    "choi": ({"a": {"anna": (2,)}},),
    "conll": ({"chapter1": {"anna": {1: "coda"}}},),
    "consensus": ({"ch1": {"consensus": ()}, "ch2": {"consensus": (14,)}},),
    "discourse-xml": ({"a": {"anna": (5,)}},),
    "doccano": ({"fair": {"a": {1: "crowd"}}},),
    "elan": ({"a": {"anna": {4: "story"}}},),
    "excel": ({"chapter1": WIDE["chapter1"]},),
    "jams": ({"a": SONG},),
    "json-annotations": (
        {"a": {"anna": (1,)}},
        {"a": {"anna": (2,)}},
        {"dialogue1": {"a": (2,)}},
        {"a": {"anna": (1,), "ben": ()}},
    ),
    "json-times": ({"a": {"anna": (14.2, 61), "ben": (13.9,)}},),
    "label-studio": ({"fair": {"anna@example.org": {1: "crowd"}}},),
    "level-table": ({"a": {"anna": {1: 2, 2: 1}}},),
    "long-table": (
        {"chapter1": TWO},
        {"chapter1": {"anna": (11,)}, "chapter2": {"ben": ()}},
        {"chapter1": {"anna": (2,)}},
        {"chapter1": {"anna": {1: 1, 2: 2}}},
        {"chapter1": {**TYPED, "carl": ()}},
    ),
    "marked-copies": ({"T1 The harbour": {"anna": (2,), "ben": (1, 3)}},),
    "mapped-table": (
        {"i1": {"Anna": (2,), "Ben": (3,)}},
        {"Interview 1": {"Anna": (3, 8), "Ben": (4, 8)}},
    ),
    "praat": ({"a": INTERVIEW},),
    "ranks": ({"a": {"anna": {2: 2, 10: 1, 12: 3}}},),
    "segeval-json": (
        {"chapter1": TWO, "chapter2": TWO_OF_15},
        {"chapter1": TYPED},
        {"chapter1": LEVELS},
    ),
    "segeval-tsv": ({"a": TWO}, {"a": {"anna": (3,), "ben": (1, 4)}}),
    "segment-rows": ({"talk": TALK},),
    "segmetrics-json": ({"chapter1": OWN},),
    "series-json": ({"apple": {"6": (319,), "7": (53, 90, 319)}, "bank": {"6": (), "7": (120,)}},),
    "time-lists": ({"a": {"anna": (12.4, 31, 118.2), "ben": (12.9, 30.2)}},),
    "uima-json": ({"anna": {"a": {1: "people"}}},),
    "uima-xmi": ({"anna": {"a": {1: "people"}}},),
    "webanno": ({"anna": {"a": {1: "people"}}},),
    "wide-table": (
        WIDE,
        {"a": {"an1": (2,), "an2": (1,)}},
        {"a": {"anna": (2,), "ben": (1, 2)}},
    ),
    "xml-times": ({"anna": {"a": (21.4,)}},),
}
# Pages without a file that could be read alone, and examples that another reader takes.
WITHOUT = {"README", "brat-companion", "catma", "glozz-companion", "marked-xml", "uima-companion"}
OF_OTHERS = {"excel": {"wide-table"}, "json-annotations": {"json-annotation", "mapped-table"}}

STARTS: dict[str, dict[str, Coded]] = {
    "anna.conll": {"chapter1": {"anna": {1: "coda"}}},
    "anna.csv": {"text": {"anna": {1: 2, 2: 1}}},
    "anna.json": {"text": {"anna": {1: "people"}}},
    "anna.jsonl": {"fair": {"anna": {1: "crowd"}}},
    "anna.rs3": {"text": {"anna": (5, 10)}},
    "anna.tsv": {"text": {"anna": {1: "people"}}},
    "anna.txt": {"text": {"anna": (2,)}},
    "anna.xmi": {"text": {"anna": {1: "people"}}},
    "anna_levels.txt": {"text": {"anna_levels": {2: 1, 3: 2}}},
    "boundaries.csv": {"chapter1": TWO, "chapter2": {**TWO_OF_15, "ben": ()}},
    "chapter1.tsv": {"chapter1": TWO},
    "corpus.json": {"chapter1": OWN},
    "dialogues.json": {"chapter1": {"anna": (1,), "ben": (2,)}},
    "flags.csv": {"flags": {"anna": (2,), "ben": (1, 2)}},
    "interview.TextGrid": {"interview": INTERVIEW},
    "interview.eaf": {"interview": {"anna": {4: "story"}}},
    "label_studio.json": {
        "fair": {"anna@example.org": {1: "end", 2: "noise"}, "ben@example.org": ()}
    },
    "levels.csv": {"chapter1": {"anna": LEVELS["reference"], "ben": LEVELS["anna"]}},
    "levels.json": {"chapter1": LEVELS},
    "masses.csv": {"chapter1": TWO, "chapter2": TWO_OF_15},
    "positions.csv": {
        "chapter1": {"anna": (3, 8), "ben": (4, 8)},
        "chapter2": {"anna": (5,), "ben": (2, 5)},
    },
    "presses.csv": {"film": {"anna": (12.4, 31, 58.2), "ben": (12.9, 60.1)}},
    "project.boris": {"visit": VISIT},
    "segeval.json": {"chapter1": TWO, "chapter2": TWO_OF_15},
    "segmenter.txt": {"text": {"segmenter": {2: 2, 10: 1, 12: 3}}},
    "segments.csv": {"talk": TALK},
    "song.jams": {"song": SONG},
    "types.csv": {"chapter1": {**TYPED, "carl": ()}},
    "types.json": {"chapter1": {**TYPED, "ben": {10: "place", 11: "topic, uncertain"}}},
    "unit_levels.csv": {"chapter1": {"anna": {1: 1, 2: 2}, "ben": {1: 1, 3: 1}}},
    "units.csv": {"chapter1": WIDE["chapter1"]},
    "wide.csv": WIDE,
}


def described(coding: Segmentation) -> object:
    """Return where the boundaries of a coding lie, and what they carry if they do."""
    seconds = coding.scale.seconds if coding.scale is not None else int
    places = tuple(map(seconds, coding.boundaries))
    types = [", ".join(sorted(names)) for names in coding.types or ()]
    carried = types or coding.levels
    return dict(zip(places, carried, strict=True)) if carried else places


def found(reading: Reading) -> dict[str, Coded]:
    assert reading.problems == ()
    return {
        item.name: {coder: described(coding) for coder, coding in item.codings.items()}
        for item in known(reading.corpus).items
    }


def read(*files: tuple[str, str]) -> Reading:
    sources = [Source(name, content.encode()) for name, content in files]
    return read_sources(sources, Choices(durations={"*": None}))


def examples(page: str) -> list[Reading]:
    shown = re.findall(r"^```(\w*)\n(.*?)^```$", PAGES[page], re.MULTILINE | re.DOTALL)
    if page == "brat":  # a text and the marks beside it
        (_, text), (_, marks) = shown
        return [read(("anna/a.txt", text), ("anna/a.ann", marks))]
    if page == "marked-copies":  # the copies of two coders
        return [
            read(
                *(
                    (f"T1 {who}.txt", of)
                    for who, (_, of) in zip(("anna", "ben"), shown, strict=True)
                )
            )
        ]
    return [read((f"anna/a.{ending or 'txt'}", content)) for ending, content in shown]


@pytest.mark.parametrize("page", SHOWN)
def test_the_examples_of_a_page_read_as_they_look(page: str) -> None:
    readings = examples(page)
    assert tuple(map(found, readings)) == SHOWN[page]
    formats = {one.format.key for reading in readings for one in reading.recognised}
    assert formats - {"brat-companion"} <= {page} | OF_OTHERS.get(page, set())


@pytest.mark.parametrize("template", TEMPLATES, ids=[one.name for one in TEMPLATES])
def test_a_file_to_start_from_reads_as_it_looks(template: Template) -> None:
    reading = read((template.name, template.content))
    assert found(reading) == STARTS[template.name]
    corpus = known(reading.corpus)
    assert corpus.reference == {"levels.json": "reference", "corpus.json": "anna"}.get(
        template.name
    )
    if template.name == "units.csv":
        texts = ("First paragraph.", "Second paragraph.", "Third paragraph.")
        assert corpus["chapter1"].texts == texts


SAME = {
    "boris": "project.boris",
    "elan": "interview.eaf",
    "jams": "song.jams",
    "praat": "interview.TextGrid",
    "uima-json": "anna.json",
    "uima-xmi": "anna.xmi",
}


@pytest.mark.parametrize("page", SAME)
def test_a_page_shows_the_file_to_start_from(page: str) -> None:
    (template,) = (one for one in TEMPLATES if one.name == SAME[page])
    assert f"\n{template.content}```\n" in PAGES[page]


def test_the_example_of_our_own_json_holds_a_decision_and_nothing_that_is_not_read() -> None:
    (reading,) = examples("segmetrics-json")
    assert (len(known(reading.corpus).decisions), reading.notices) == (1, ())


def test_every_page_has_its_examples_here_and_is_linked() -> None:
    assert {*PAGES} == {*SHOWN} | WITHOUT
    linked = set(re.findall(r"\(([a-z-]+)\.md\)", PAGES["README"]))
    assert {*SHOWN} <= linked
