"""The project's own JSON: what is read of a file written by hand, good or broken."""

from __future__ import annotations

import json
from typing import Any

import pytest

from segmetrics import Segmentation
from segmetrics.corpus import Adjudication
from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.io.choices import OF_CHOICE
from segmetrics.io.formats.project_json import write
from tests.support.known import known

GOOD: dict[str, Any] = {
    "format": "segmetrics",
    "version": 1,
    "kind": "linear",
    "reference": "ben",
    "automatic": ["c99"],
    "items": [
        {
            "name": "ch1",
            "mass": 3,
            "codings": {"ben": [2, 1], "c99": []},
            "texts": ["One.", "Two.", "Three."],
            "speakers": ["Ann", "Bo", "Ann"],
        },
        {"name": "ch2", "mass": 5, "codings": {"ben": [4]}},
    ],
    "decisions": [{"item": "ch2", "place": 4, "verdict": "move", "to": 3, "comment": "late"}],
}


def read(data: object) -> Reading:
    text = data if isinstance(data, str) else json.dumps(data)
    return read_sources([Source("c.json", text.encode())])


def changed(path: str, value: object) -> dict[str, Any]:
    """Change one value of the good file; its path is written with dots."""
    data: dict[str, Any] = json.loads(json.dumps(GOOD))
    place: Any = data
    *outer, last = (int(key) if key.isdecimal() else key for key in path.split("."))
    for key in outer:
        place = place[key]
    if value is GOOD:
        del place[last]
    else:
        place[last] = value
    return data


def test_all_of_a_good_file_is_read() -> None:
    reading = read(GOOD)
    assert reading.problems == ()
    assert reading.notices == ()
    assert reading.recognised[0].format.key == "segmetrics-json"
    corpus = known(reading.corpus)
    assert [item.name for item in corpus.items] == ["ch1", "ch2"]
    assert corpus["ch1"].codings == {"ben": Segmentation(3, (1, 2)), "c99": Segmentation(3, ())}
    assert corpus["ch2"].codings == {"ben": Segmentation(5, (4,))}
    assert corpus["ch1"].texts == ("One.", "Two.", "Three.")
    assert corpus["ch2"].texts is None
    assert corpus.reference == "ben"
    assert corpus.automatic == ("c99",)
    assert corpus.decisions == (Adjudication("ch2", 4, "move", to=3, comment="late"),)


@pytest.mark.parametrize(
    ("kind", "boundaries", "segmentation"),
    [
        (
            "multiple",
            [[4, ["b", "a"]], [2, ["a"]]],
            Segmentation(5, (2, 4), types=(frozenset("a"), frozenset("ab"))),
        ),
        ("multiple", [], Segmentation(5, (), types=())),
        ("hierarchical", [[4, 2], [2, 1]], Segmentation(5, (2, 4), levels=(1, 2))),
    ],
)
def test_what_boundaries_carry_is_read(
    kind: str, boundaries: object, segmentation: Segmentation
) -> None:
    items = [{"name": "t", "mass": 5, "codings": {"x": boundaries}}]
    reading = read({"format": "segmetrics", "version": 1, "kind": kind, "items": items})
    assert reading.problems == ()
    assert known(reading.corpus)["t"].codings == {"x": segmentation}


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("version", 2, "version 2 of the format, of which 1 is the newest known here"),
        ("version", 0, '"version" is 0'),
        ("version", True, '"version" is true'),
        ("version", GOOD, '"version" is missing'),
        ("kind", "round", '"kind" is "round"'),
        ("kind", ["linear"], '"kind" is a list'),
        ("kind", GOOD, '"kind" is missing'),
        ("items", GOOD, 'no list "items"'),
        ("items", {}, 'no list "items"'),
        ("items", [], "no item in the file"),
        ("kind", "multiple", "a boundary is 2, not its position and its types"),
    ],
)
def test_what_concerns_the_whole_file_is_said(path: str, value: object, said: str) -> None:
    reading = read(changed(path, value))
    assert said in [problem.what for problem in reading.problems]
    assert all(problem.file == "c.json" for problem in reading.problems)
    assert reading.corpus is None


@pytest.mark.parametrize(
    ("path", "value", "item", "coder", "said"),
    [
        ("items.0", 7, None, None, "item 1 of the list is 7"),
        ("items.0.name", GOOD, None, None, "item 1 of the list has no name"),
        ("items.0.name", 7, None, None, "item 1 of the list has no name"),
        ("items.0.mass", GOOD, "ch1", None, '"mass" is missing'),
        ("items.0.mass", 3.0, "ch1", None, '"mass" is 3.0, not a whole number'),
        ("items.0.mass", 10**12, "ch1", None, "mass 1000000000000 is too large to be real"),
        ("items.0.mass", 0, "ch1", None, "mass 0: an item has at least one unit"),
        ("items.0.mass", 4, "ch1", "ben", "texts for 3 units, but 4 units"),
        ("items.0.codings", [], "ch1", None, 'no coder in "codings"'),
        ("items.0.codings", {}, "ch1", None, 'no coder in "codings"'),
        ("items.0.codings.ben", {}, "ch1", "ben", "an object, not a list of boundaries"),
        ("items.0.codings.ben", [3], "ch1", "ben", "boundary at 3 lies outside the text (1 to 2)"),
        ("items.0.codings.ben", [1, 1], "ch1", "ben", "boundary at 1 is given twice"),
        ("items.0.codings.ben", [1.0], "ch1", "ben", "boundary position 1.0 is not a whole"),
        ("items.0.codings.ben", [True], "ch1", "ben", "boundary position true is not a whole"),
        ("items.0.codings.ben", [None], "ch1", "ben", "boundary position null is not a whole"),
        ("items.0.texts", ["One."], "ch1", "ben", "texts for 1 units, but 3 units"),
        ("items.0.texts", "One.", "ch1", None, "its texts are not a list of texts"),
        ("items.0.speakers", "Ann", "ch1", None, "its speakers are not a list of texts"),
        ("items.0.speakers", ["Ann"], "ch1", None, "speakers of 1 units, but 3 units"),
        ("items.0.texts", ["", "", "\ud800"], "ch1", None, "the text of unit 3 holds half of a"),
        ("items.0.name", "", None, "ben", "the name of the item is empty"),
    ],
)
def test_one_bad_item_leaves_the_others_usable(
    path: str, value: object, item: str | None, coder: str | None, said: str
) -> None:
    reading = read(changed(path, value))
    found = [problem for problem in reading.problems if problem.what.startswith(said)]
    assert (found[0].item, found[0].coder) == (item, coder)
    assert [item.name for item in known(reading.corpus).items] == ["ch2"]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("reference", "zoe", '"reference" is "zoe", which is no coder of the file'),
        ("reference", ["ben"], '"reference" is a list, which is no coder of the file'),
        ("automatic", "c99", '"automatic" is "c99", not a list of coders'),
        ("automatic", ["c99", "zoe"], '"zoe" in "automatic" is no coder of the file'),
        ("decisions", {}, '"decisions" is an object, not a list'),
    ],
)
def test_roles_and_decisions_are_checked(path: str, value: object, said: str) -> None:
    reading = read(changed(path, value))
    assert [problem.what.startswith(said) for problem in reading.problems] == [True]
    assert len(known(reading.corpus)) == 2


@pytest.mark.parametrize(
    ("path", "item", "said"),
    [
        ("colour", None, 'not read: the key "colour"'),
        ("items.0.colour", "ch1", 'not read: the key "colour"'),
        ("decisions.0.colour", "ch2", 'not read: the key "colour"'),
    ],
)
def test_keys_that_are_not_known_are_named(path: str, item: str | None, said: str) -> None:
    reading = read(changed(path, "red"))
    assert reading.problems == ()
    assert [(notice.item, notice.what) for notice in reading.notices] == [(item, said)]
    assert len(known(reading.corpus)) == 2


@pytest.mark.parametrize(
    ("old", "new", "item", "said"),
    [
        ('"version": 1', '"version": 1, "version": 1', None, '"version" is given twice'),
        ('"mass": 3', '"mass": 3, "mass": 3', "ch1", '"mass" is given twice'),
        ('"ch2"', '"ch1"', "ch1", "the item is given more than once"),
        ('"c99": []', '"ben": []', "ch1", "the coder is given twice"),
        ('"to": 3', '"to": 3, "to": 2', None, 'decision 1: "to" is given twice'),
    ],
)
def test_what_is_given_twice_is_a_problem(old: str, new: str, item: str | None, said: str) -> None:
    text = json.dumps(GOOD)
    assert text.count(old) == 1 or old == '"ch2"'
    reading = read(text.replace(old, new, 1))
    assert (item, said) in [(problem.item, problem.what) for problem in reading.problems]


@pytest.mark.parametrize("text", ['{"items": {}}', "{}", '[{"format": "segmetrics"}]'])
def test_other_json_is_not_taken_for_it(text: str) -> None:
    found = [one.format.key for one in read(text).recognised]
    assert "segmetrics-json" not in found


def test_what_a_unit_is_called_is_kept() -> None:
    corpus = known(read(GOOD | {"unit": "paragraph"}).corpus)
    assert corpus.unit == "paragraph"
    again = known(read_sources([Source("c.json", write(corpus))]).corpus)
    assert again == corpus
    assert again.codings_digest == corpus.codings_digest
    plain = known(read(GOOD).corpus)
    assert plain.unit == "unit"
    assert b'"unit"' not in write(plain)
    assert plain.digest != corpus.digest
    assert plain.codings_digest == corpus.codings_digest


@pytest.mark.parametrize("unit", ["", 3, "<b>", "a\nb", None, "a" * 40])
def test_what_no_unit_can_be_called_is_refused(unit: object) -> None:
    (problem,) = read(GOOD | {"unit": unit}).problems
    assert problem.what.startswith('"unit" is ')
    assert "paragraph" in problem.fix


@pytest.mark.parametrize(
    ("heading", "unit"),
    [
        ("item,Absatz,Anna,Ben", "paragraph"),
        ("item,Satz,Anna,Ben", "sentence"),
        ("item,turn,Anna,Ben", "turn"),
        ("item,Zeile,Anna,Ben", "line"),
        ("item,Nr,Anna,Ben", "unit"),
    ],
)
def test_what_a_unit_is_called_is_guessed_from_headings(heading: str, unit: str) -> None:
    source = Source("a.csv", f"{heading}\ni,1,1,1\ni,2,0,0\ni,3,1,0\ni,4,0,1\n".encode())
    assert known(read_sources([source]).corpus).unit == unit
    named = read_sources([source], Choices(noun="Absatz"))
    assert known(named.corpus).unit == "Absatz"
    option = OF_CHOICE["noun"]
    assert option.idle(named, "Absatz") == ""
    with pytest.raises(ValueError, match="no word for a unit"):
        option.read("1 <b>")
