"""Each boundary type by itself: `agreement --by-type` and `decisions --by-type`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise

import pytest

from segmetrics import Corpus, Item, Segmentation, agreement, decisions, of_type
from segmetrics.cli import main
from tests.support.commands import Printed, rows_of
from tests.support.project import PROJECT

DIALOGUE = PROJECT / "data" / "dialogue.json"


def masses_of(name: str, *, without: str = "") -> Mapping[str, Mapping[str, list[int]]]:
    """Read the segment sizes that a type makes, by hand; perhaps without boundaries of another."""
    items = json.loads(DIALOGUE.read_text(encoding="utf-8"))["items"]
    found: dict[str, dict[str, list[int]]] = {}
    for item, codings in items.items():
        for coder, coding in codings.items():
            places = [
                place
                for place, names in coding["boundaries"]
                if name in names and without not in names
            ]
            sizes = [after - before for before, after in pairwise([0, *places, coding["mass"]])]
            found.setdefault(item, {})[coder] = sizes
    return found


def test_a_type_by_itself_is_a_corpus_of_its_boundaries() -> None:
    names = (frozenset({"t"}), frozenset({"s", "t"}))
    codings = {"x": Segmentation(8, (2, 5), types=names), "y": Segmentation(8, (), types=())}
    corpus = Corpus((Item("a", codings),))
    for name, places in (("t", (2, 5)), ("s", (5,))):
        found = of_type(corpus, name)
        assert found.kind == "linear"
        assert found["a"].codings == {"x": Segmentation(8, places), "y": Segmentation(8, ())}
    with pytest.raises(ValueError, match="no boundary has the type 'u'; the types are"):
        of_type(corpus, "u")


def test_agreement_has_the_rows_of_each_type(capsys: Printed) -> None:
    assert main(["agreement", str(DIALOGUE), "--by-type", "--format", "csv"]) == 0
    rows = rows_of(capsys.readouterr().out)
    assert next(iter(rows[0])) == "type"
    names = ("aside", "topic", "task", "uncertain")
    assert [row["type"] for row in rows] == [name for name in names for _ in range(4)]
    for name in names:
        expected = agreement(Corpus.from_masses(masses_of(name))).rows
        found = [row for row in rows if row["type"] == name]
        for row, one in zip(found, expected, strict=True):
            assert (row["level"], row["item"]) == (one.level, one.item)
            assert float(row["pi_star_s"]) == one.pi_star
            assert int(row["boundaries"]) == one.boundaries


def test_decisions_have_the_rows_of_each_type(capsys: Printed) -> None:
    assert main(["decisions", str(DIALOGUE), "--by-type", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data["corpus"]) == {"aside", "topic", "task", "uncertain"}
    of_task = [row for row in data["rows"] if row["type"] == "task"]
    expected = decisions(Corpus.from_masses(masses_of("task"))).rows
    for row, one in zip(of_task, expected, strict=True):
        assert (row["alpha"], row["ac1"]) == (one.alpha, one.ac1)


def test_uncertain_boundaries_are_treated_first(capsys: Printed) -> None:
    words = ["--by-type", "--uncertain", "ignore", "--format", "csv"]
    assert main(["agreement", str(DIALOGUE), *words]) == 0
    rows = rows_of(capsys.readouterr().out)
    assert {row["type"] for row in rows} == {"aside", "topic", "task"}
    corpus = Corpus.from_masses(masses_of("topic", without="uncertain"))
    (found,) = (row for row in rows if (row["type"], row["level"]) == ("topic", "corpus"))
    assert float(found["pi_star_s"]) == agreement(corpus).corpus.pi_star


def test_a_line_stands_between_the_items_and_what_is_pooled(
    capsys: Printed,
) -> None:
    assert main(["agreement", str(DIALOGUE), "--by-type"]) == 0
    lines = capsys.readouterr().out.split("\n\n")[1].split("\n")
    rules = [place for place, line in enumerate(lines) if set(line) == {"-"}]
    assert rules == [3, 6, 9, 12, 15, 18, 21]
