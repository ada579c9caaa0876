"""The options of an import: each declared once, and made into a command line, a page and words."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from segmetrics.cli.command import main
from segmetrics.io.choices import OF_CHOICE, OPTIONS, Choices, Option, command_options
from tests.support.readings import proposals, read, table

# What a person may write for a choice, where any word is not one.
WRITTEN = {
    "step": ["0.5", "2"],
    "times": ["seconds", "25 fps"],
    "durations": ["2:00:00.000", "film=312.400, talk=last"],
    "pattern": ["{coder}/{item}"],
    "columns": ["Interview=item, Nr=unit"],
    "encoding": ["cp1252"],
    "coders": ["anna=Anna", "li, bo=Li, Bo", "a=b=A=b", "Anna =anna"],
    "items": ["Text 1=T1"],
    "found_none": ["ch1=anna", "a = b=anna"],
}


def test_every_choice_has_an_option() -> None:
    assert {one.name for one in fields(Choices)} == OF_CHOICE.keys()


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.flag)
def test_what_is_written_is_read_as_it_was_meant(option: Option) -> None:
    for text in WRITTEN.get(option.choice, option.values or ["anna"]):
        value = option.read(text)
        assert option.read(option.write(value)) == value
        assert option.command(value).startswith(f"{option.flag} ")
        made: dict[str, Any] = {option.choice: frozenset({value}) if option.repeats else value}
        chosen, nothing = Choices(**made), Choices()
        assert (hash(chosen) == hash(nothing)) == (chosen == nothing)
    assert option.command(None) == ""


def test_the_command_line_lists_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "--help"])
    words = " ".join(capsys.readouterr().out.split())
    for option in OPTIONS:
        assert option.flag in words
        assert option.about.split(";")[0][:40] in words


def test_all_that_was_chosen_is_said_as_options_but_for_single_codings() -> None:
    chosen = Choices(
        unit="word",
        columns={"Nr": "unit"},
        coders={"anna": "Anna", "bo b": "Bob"},
        dropped=frozenset({("ch1", None), (None, "eve")}),
        found_none=frozenset({("ch2", "Anna")}),
    )
    said = command_options(chosen)
    assert said == (
        "--unit word --columns Nr=unit --rename-coders anna=Anna --rename-coders 'bo b=Bob' "
        "--found-none ch2=Anna --drop-coder eve --drop-item ch1"
    )
    assert command_options(Choices()) == ""
    assert command_options(Choices(unit="word", dropped=frozenset({("ch1", "Anna")}))) == ""


def test_what_files_are_read_by_is_part_of_the_choices() -> None:
    chosen = Choices(encoding="cp1252", times="seconds", unit="word", layer="topics")
    assert chosen.of_files == Choices(encoding="cp1252", times="seconds")


def test_what_messages_propose_is_taken_out_of_them_as_it_is_printed() -> None:
    """All files that tests read are held against it, see `read`."""
    said = '--duration "Film A=2:00:00" for example, or --duration last'
    assert proposals(said) == [["--duration", "Film A=2:00:00"], ["--duration", "last"]]
    said = "--twice first, or last; --drop-file 'a b.csv' leaves it out"
    assert proposals(said) == [["--twice", "first"], ["--drop-file", "a b.csv"]]


@pytest.mark.parametrize(
    ("named", "held", "flag"),
    [
        ("u.lab", table("0 40000000 a", "40000000 90000001 b", "90000001 150000000 a"), "--times"),
        ("f.csv", table("coder,item,frame time", "a,b,90", "a,b,400"), "--times"),
        ("p.csv", table("coder,item,press time", "a,b,90", "a,b,400", "a,b,900"), "--times"),
        ("p.csv", table("coder,item,press time", "a,b,9.5", "a,b,40.1"), "--duration"),
        ("m.csv", table("Nr,Anna,Ben", "1,,x", "2,x,", "3,,x"), "--columns"),
        ("l.csv", table("coder,item,positions", 'a,t,"2, 4"', 'b,t,"3, 5, 6"'), "--positions"),
        ("e.csv", "item,coder,masses\nhöhle,a,2 3\n".encode("cp1252"), "--encoding"),
    ],
)
def test_commands_take_what_messages_propose(named: str, held: object, flag: str) -> None:
    reading = read((named, held))
    proposed = [words for one in reading.problems for words in proposals(one.command)]
    assert flag in [words[0] for words in proposed]
    for option, value in proposed:
        (taken,) = (one for one in OPTIONS if option in (one.flag, *one.flags))
        again = read((named, held), **{taken.choice: taken.read(value)})
        assert [one.command for one in again.problems] != [one.command for one in reading.problems]
