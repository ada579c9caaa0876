"""The options of an import: each declared once, and made into a command line, a page and words."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from segmetrics.cli.command import main
from segmetrics.io.choices import OF_CHOICE, OPTIONS, Choices, Option

# What a person may write for a choice, where any word is not one.
WRITTEN = {
    "step": ["0.5", "2"],
    "times": ["seconds", "25 fps"],
    "durations": ["2:00:00.000", "film=312.400, talk=last"],
    "pattern": ["{coder}/{item}"],
    "columns": ["Interview=item, Nr=unit"],
    "encoding": ["cp1252"],
    "found_none": ["ch1=anna", "a = b=anna"],
}


def test_every_choice_but_new_names_has_an_option() -> None:
    assert {one.name for one in fields(Choices)} - OF_CHOICE.keys() == {"items", "coders"}
    assert OF_CHOICE.keys() <= {one.name for one in fields(Choices)}


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


def test_what_files_are_read_by_is_part_of_the_choices() -> None:
    chosen = Choices(encoding="cp1252", times="seconds", unit="word", layer="topics")
    assert chosen.of_files == Choices(encoding="cp1252", times="seconds")
