"""Projects of CATMA as their server keeps them."""

from __future__ import annotations

import json

from segmetrics.io import Reading, Source, read_sources
from tests.support.known import known

TEXT = "Rain fell. We ran. A dog barked at us. Then it was still."
DOCUMENT = "D_00000000-0000-0000-0000-00000000000D"
FIRST, SECOND, EMPTY = (f"C_00000000-0000-0000-0000-00000000000{n}" for n in "123")
TAGS = "tagsets/T_00000000-0000-0000-0000-00000000000A"
WEATHER, FLIGHT = (f"{TAGS}/CATMA_{name}" for name in ("W", "F"))


def annotation(tag: str, *stretches: tuple[int, int]) -> object:
    items = [{"source": DOCUMENT, "selector": {"start": a, "end": b}} for a, b in stretches]
    return {"body": {"tag": tag}, "target": {"items": items, "type": "List"}}


def collection(name: str, user: str) -> object:
    return {"name": name, "responsibleUser": user, "sourceDocumentId": DOCUMENT}


def project() -> dict[str, object]:
    return {
        f"documents/{DOCUMENT}/{DOCUMENT}.txt": TEXT,
        f"documents/{DOCUMENT}/header.json": {"gitContentInfoSet": {"title": "Storm"}},
        f"collections/{FIRST}/header.json": collection("first", "anna"),
        f"collections/{FIRST}/annotations/anna_0.json": [annotation(WEATHER, (0, 10))],
        f"collections/{FIRST}/annotations/anna_1.json": [annotation(FLIGHT, (11, 18), (39, 57))],
        f"collections/{SECOND}/header.json": collection("second", "ben"),
        f"collections/{SECOND}/annotations/ben_0.json": [annotation(WEATHER, (0, 18))],
        f"collections/{EMPTY}/header.json": collection("third", "anna"),
        f"{TAGS}/header.json": {"name": "tags"},
    }


def read(files: dict[str, object]) -> Reading:
    contents = {
        f"mine/{name}": (value if isinstance(value, str) else json.dumps(value)).encode()
        for name, value in files.items()
    }
    return read_sources([Source(*one) for one in contents.items()])


def test_a_project_is_read_with_its_titles_and_annotators() -> None:
    reading = read(project())
    assert reading.problems == ()
    (item,) = known(reading.corpus).items
    assert (item.name, item.mass) == ("Storm", 4)
    assert known(item.texts)[1] == "We ran."
    found = {coder: coding.boundaries for coder, coding in item.codings.items()}
    assert found == {"anna": (1, 2, 3), "ben": (2,)}


def test_tags_are_types_where_the_project_names_them() -> None:
    names = {WEATHER: "weather", FLIGHT: "flight"}
    tags = {f"{tag}/propertydefs.json": {"name": name} for tag, name in names.items()}
    anna = known(read({**project(), **tags}).corpus).items[0].codings["anna"]
    assert anna.types == (frozenset({"flight"}), frozenset({"end"}), frozenset({"flight"}))


def test_two_collections_of_one_person_are_two_coders() -> None:
    files = project()
    files[f"collections/{EMPTY}/annotations/anna_0.json"] = [annotation(WEATHER, (0, 18))]
    reading = read(files)
    assert reading.problems == ()
    assert set(known(reading.corpus).coders) == {"anna, first", "anna, third", "ben"}


def test_what_is_wrong_with_a_project_is_said() -> None:
    files = project()
    text = files.pop(f"documents/{DOCUMENT}/{DOCUMENT}.txt")
    assert {one.what for one in read(files).problems} == {
        f"the text {DOCUMENT} of the project is not there"
    }
    files[f"documents/{DOCUMENT}/{DOCUMENT}.txt"] = str(text)[:30]
    (problem,) = read(files).problems
    assert "lies outside the text" in problem.what
    files = project()
    files[f"collections/{FIRST}/annotations/anna_0.json"] = [{"target": {}}]
    (problem,) = read(files).problems
    assert problem.what == "annotation 1 does not say where it begins and ends"
    bare = {name: value for name, value in project().items() if "annotations" not in name}
    (problem,) = read(bare).problems
    assert problem.what == "a project of CATMA without an annotation in its collections"
