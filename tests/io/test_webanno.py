"""WebAnno TSV 3: layers of spans, sentences and tokens as units."""

from __future__ import annotations

import pytest

from tests.support.known import known
from tests.support.readings import boundaries_of, read

HEAD = "#FORMAT=WebAnno TSV 3.3\n"
TOPICS = "#T_SP=custom.Topic|label|note\n\n\n"
# Six tokens in three sentences; the emoji is two units of UTF-16.
TOKENS = (
    ("1-1", "0-3", "Sun"),
    ("1-2", "3-4", "."),
    ("2-1", "6-8", "😀"),
    ("2-2", "9-13", "rain"),
    ("3-1", "14-18", "wind"),
    ("3-2", "18-19", "!"),
)


def file(*cells: str, head: str = TOPICS, more: str = "") -> str:
    """Write a file with some cells beside each token."""
    rows = zip(TOKENS, cells, strict=True)
    lines = ["\t".join([*token, cell, ""]) for token, cell in rows]
    return f"{HEAD}{head}#Text=Sun.\n" + "\n".join(lines) + f"\n{more}"


EMPTY = ("_\t_",) * 6
FIRST = ("a[1]\t_[1]", "a[1]\t_[1]", "b[2]\t*[2]", "b[2]\t*[2]", "b[2]\t*[2]", "b[2]\t*[2]")


def test_spans_between_sentences_are_boundaries_between_sentences() -> None:
    reading = read(("weather/anna.tsv", file(*FIRST)), ("weather/ben.tsv", file(*EMPTY)))
    assert [one.format.key for one in reading.recognised] == ["webanno"] * 2
    assert reading.unit == "sentence"
    assert boundaries_of(reading) == {"weather": {"anna": (1,), "ben": ()}}
    (item,) = reading.corpus.items if reading.corpus else ()
    assert item.texts == ("Sun.", "😀 rain", "wind!")


def test_labels_are_those_of_the_feature_that_names_segments() -> None:
    reading = read(("weather/anna.tsv", file(*FIRST)))
    (coding,) = reading.codings
    assert coding.segmentation.types == (frozenset({"b"}),)
    assert any("not read: note" in notice.what for notice in reading.notices)


def test_stacked_spans_and_spans_of_one_token() -> None:
    cells = (
        "*\t*",
        "_\t_",
        "a[1]|b[2]\t*[1]|*[2]",
        "b[2]\t*[2]",
        "b[2]\t*[2]",
        r"x\|y\_\[1]" + "\t*",
    )
    reading = read(("weather/anna.tsv", file(*cells)), labels="types")
    assert reading.unit == "token"
    # Sun | . | emoji | rain wind | !
    assert boundaries_of(reading) == {"weather": {"anna": (1, 2, 3, 5)}}
    types = known(reading.codings[0].segmentation.types)
    assert types[1] == {"a", "b"}
    assert types[3] == {"x|y_[1]"}


def test_a_part_of_a_token_is_placed_by_its_offsets() -> None:
    part = "\t".join(("3-1.1", "16-18", "nd", "a", "_", ""))
    lines = file(*EMPTY).splitlines()
    reading = read(
        ("weather/anna.tsv", "\n".join([*lines[:-1], part, lines[-1]])), unit="character"
    )
    # S u n . emoji r a i n w i | n d | !
    assert boundaries_of(reading) == {"weather": {"anna": (11, 13)}}


TWO = "#T_SP=custom.Topic|label\n#T_RL=custom.Link|kind|BT_custom.Topic\n#T_SP=custom.Name|\n\n\n"
NAMES = ("*", "_", "_", "_", "_", "_")


def two(topics: tuple[str, ...], names: tuple[str, ...] = NAMES) -> str:
    cells = (f"{topic}\t_\t_\t{name}" for topic, name in zip(topics, names, strict=True))
    return file(*cells, head=TWO)


ANNA = ("a[1]", "a[1]", "b[2]", "b[2]", "b[2]", "b[2]")
BEN = ("a[1]", "a[1]", "a[1]", "a[1]", "b[2]", "b[2]")


def test_a_layer_that_is_equal_in_all_files_is_not_what_coders_did() -> None:
    reading = read(("weather/anna.tsv", two(ANNA)), ("weather/ben.tsv", two(BEN)))
    assert boundaries_of(reading) == {"weather": {"anna": (1,), "ben": (2,)}}
    assert reading.layers == {"custom.Name": 2, "custom.Topic": 4}
    said = [notice.what for notice in reading.notices]
    assert any(what.startswith("segments are read from the layer custom.Topic") for what in said)


def test_a_layer_over_the_whole_text_is_no_segmentation() -> None:
    whole = two(("a[1]",) * 6)
    reading = read(("weather/anna.tsv", whole))
    assert boundaries_of(reading) == {"weather": {"anna": (1,)}}  # around the name, the first token


def test_layers_that_both_differ_are_asked_about() -> None:
    others = ("_", "_", "*", "_", "_", "_")
    named = ("anna", two(ANNA)), ("ben", two(BEN, others))
    files = [(f"weather/{name}.tsv", text.replace(".Topic", ".Claim")) for name, text in named]
    reading = read(*files)
    assert reading.corpus is None
    assert "several layers could hold the segments" in reading.problems[0].what
    assert reading.problems[0].command.startswith("--layer Claim")
    assert boundaries_of(read(*files, layer="Claim")) == {"weather": {"anna": (1,), "ben": (2,)}}
    assert boundaries_of(read(*files, layer="custom.Claim")) == boundaries_of(
        read(*files, layer="Claim")
    )


def test_a_coder_without_the_layer_marked_nothing() -> None:
    none = file(*("",) * 6, head="\n")
    reading = read(("weather/anna.tsv", two(ANNA)), ("weather/ben.tsv", none), layer="Topic")
    assert boundaries_of(reading) == {"weather": {"anna": (1,), "ben": ()}}


def test_roles_and_what_they_point_at_are_no_spans() -> None:
    head = "#T_SP=custom.Event|ROLE_custom.Event:roles_custom.Link|custom.Name|kind\n\n\n"
    nothing = "_\t_\t_"
    event = "agent;place[7]\t1-1[3];1-2\tstorm[7]"
    cells = (nothing, nothing, event, event, nothing, nothing)
    reading = read(("weather/anna.tsv", file(*cells, head=head)))
    assert boundaries_of(reading) == {"weather": {"anna": (1, 2)}}  # around the second sentence


@pytest.mark.parametrize("name", ["INITIAL_CAS", "CURATION_USER"])
def test_files_of_no_coder_are_passed_over(name: str) -> None:
    files = ("weather/anna.tsv", file(*FIRST)), (f"weather/{name}.tsv", file(*EMPTY))
    assert boundaries_of(read(*files)) == {"weather": {"anna": (1,)}}


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (file(*EMPTY).replace("TSV 3.3", "TSV 2"), "of which only 3 is read"),
        (file(*EMPTY).replace("6-8", "8-6"), "or no offsets in the second"),
        (file(*EMPTY).replace("14-18", "1-5"), "lies before the last one"),
        (file(*EMPTY, more="what is this\n"), "neither a token nor a comment"),
        (HEAD + TOPICS, "no tokens in the file"),
    ],
)
def test_what_is_wrong_with_a_file(content: str, what: str) -> None:
    reading = read(("weather/anna.tsv", content))
    assert reading.corpus is None
    assert what in reading.problems[0].what
