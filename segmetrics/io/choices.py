"""What a person decides about an import, before it is accepted.

A choice is a field of `Choices`, and one of `OPTIONS` says all that a person has to know of it: the
command line, the page of the import, its history and the documentation are made from that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from shlex import quote
from typing import Any, Literal

from segmetrics.io.clock_times import parsed_times
from segmetrics.io.column_roles import POSITIONS, ROLE_WORDS, Role, parsed_roles, roles_in_words
from segmetrics.io.names import is_unit_name, wrong_pattern
from segmetrics.io.recording_ends import EVERY, durations_in_words, parsed_durations
from segmetrics.io.repeated_codings import Kept
from segmetrics.io.spans import STEP, TEXT_UNITS, TIME, Labels
from segmetrics.phrases import capital

SamePeople = Literal["", "one", "many"]
"""What coders of one name in several groups are: not said, one person, or many."""

Whose = tuple[str | None, str | None]
"""Item and coder: ``(item, None)`` is an item, ``(None, coder)`` a coder, both one coding."""


@dataclass(frozen=True, kw_only=True)
class Choices:
    """What a person decided about an import."""

    unit: str = ""
    noun: str = ""
    step: float | None = None
    times: str = ""
    condition: str = ""
    durations: Mapping[str, float | None] = field(default_factory=dict)
    layer: str = ""
    pattern: str = ""
    columns: Mapping[str, Role] = field(default_factory=dict)
    positions: str = ""
    encoding: str = ""
    labels: Labels = "auto"
    same_names: SamePeople = ""
    twice: Kept = ""
    reference: str | None = None
    automatic: frozenset[str] | None = None
    dropped: frozenset[Whose] = frozenset()
    dropped_files: frozenset[str] = frozenset()
    items: Mapping[str, str] = field(default_factory=dict)
    coders: Mapping[str, str] = field(default_factory=dict)
    """New names of items and coders; two that get the same name are merged."""

    def __hash__(self) -> int:
        # What a dataclass would compute fails, as mappings have no hash.
        values = [getattr(self, one.name) for one in fields(self)]
        return hash(tuple(frozenset(v.items()) if isinstance(v, Mapping) else v for v in values))

    @property
    def of_files(self) -> Choices:
        """What has to be known before files are read; all else is decided about what they hold."""
        known = {one.choice for one in OPTIONS if one.of_files}
        return Choices(**{name: getattr(self, name) for name in known})

    def is_dropped(self, item: str | None, coder: str | None) -> bool:
        """Return whether a coding is left out, or whatever else concerns it."""
        about = {(item, None), (None, coder), (item, coder)} - {(None, None)}
        return not self.dropped.isdisjoint(about)


def _never(*_: object) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Option:
    """How a person makes a choice.

    Parameters
    ----------
    choice : str
        The field of `Choices`.
    value : str
        What its value is called on the command line.
    about, default : str
        What it is, and what holds if nobody makes it, each as the rest of a sentence.
    idle : callable
        Takes a `Reading` and a value; returns why it changes nothing there, or nothing.
    flags : tuple of str
        Its names on the command line, by default that of the field.
    step : str
        What the history of an import calls the decision, with ``{}`` for the value.
    read, write : callable
        Take what a person writes to a value, or raise ValueError, and back.
    values : mapping of str to str
        The only values there are, as the page calls them; empty: any that `read` takes.
    title, example, help : str
        The field of the page to write it in, or to choose one of the values.
    plain : bool
        Whether the page offers it with the units, whatever the files leave open.
    repeats : bool
        Whether it may be made several times, each time with one of its values.
    names : bool
        Whether it names what is read, so that a wrong name must not give other figures silently.
    of_files : bool
        Whether it has to be known before files are read.
    """

    choice: str
    value: str
    about: str
    default: str = ""
    idle: Callable[[Any, Any], str] = _never
    flags: tuple[str, ...] = ()
    step: str = "{}"
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str
    values: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    example: str = ""
    help: str = ""
    plain: bool = False
    repeats: bool = False
    names: bool = False
    of_files: bool = False

    @property
    def flag(self) -> str:
        """Its first name on the command line."""
        return self.flags[0] if self.flags else f"--{self.choice.replace('_', '-')}"

    def command(self, value: Any) -> str:
        """Return what says the same on the command line; empty if nothing was chosen."""
        return f"{self.flag} {quote(self.write(value))}" if value else ""


def _needs(of_reading: str, why: str) -> Callable[[Any, Any], str]:
    """Return what says why a choice changes nothing if something is not in a reading."""
    return lambda reading, _: "" if getattr(reading, of_reading) else why


def _idle_noun(reading: Any, _: str) -> str:
    recordings = reading.corpus is not None and reading.corpus.scale is not None
    return "recordings have times, and no units" if recordings else ""


def _read_noun(text: str) -> str:
    if text and not is_unit_name(text):
        raise ValueError(f"{text!r} is no word for a unit, such as paragraph")
    return text


def _names_coder(reading: Any, name: str) -> str:
    known = not name or (reading.corpus is not None and name in reading.corpus.coders)
    return "" if known else "there is no such coder"


def _idle_step(reading: Any, _: float) -> str:
    why = f"the unit is {reading.unit}" if reading.unit else NO_SPANS
    return "" if reading.unit == STEP else why


def _idle_durations(reading: Any, durations: Mapping[str, float | None]) -> str:
    known = reading.open_ends
    idle = any(one not in known and (one != EVERY or not known) for one in durations)
    return "the files say how long all recordings are" if idle else ""


def _read_step(text: str) -> float:
    known = re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,9})?", text)
    if not known or not 0.001 <= float(text) <= LONGEST_STEP:
        raise ValueError(f"{text!r} is not a number of seconds, 0.001 to {LONGEST_STEP:,}")
    return float(text)


def _read_pattern(text: str) -> str:
    if text and (wrong := wrong_pattern(text)):
        raise ValueError(wrong)
    return text


def _read_encoding(text: str) -> str:
    try:
        b"a".decode(text)
    except (LookupError, ValueError):
        raise ValueError(f"no encoding {text!r} is known") from None
    return text


def _dropped(what: str, place: int) -> Option:
    """Return how items or coders are left out."""

    def idle(reading: Any, whose: Whose) -> str:
        gone = whose[place] in {one[place] for one in reading.dropped}
        return "" if gone else f"there is no such {what}"

    return Option(
        "dropped",
        what.upper(),
        f"{'a' if place else 'an'} {what} to leave out",
        flags=(f"--drop-{what}",),
        read=lambda name: (None, name) if place else (name, None),
        write=lambda whose: str(whose[place]),
        repeats=True,
        idle=idle,
    )


LONGEST_STEP = 86_400
"""Of a step, in seconds: a day."""

NO_SPANS = "no file holds spans of a text or a recording"

OPTIONS = (
    Option(
        "unit",
        "UNIT",
        f"the unit: what texts are divided into ({', '.join(TEXT_UNITS)}, or what the file has), "
        f"or recordings ({TIME}, {STEP}, or a tier)",
        "times of recordings stay as they are; of the units of texts the coarsest that fits",
        _needs("unit", NO_SPANS),
        step="units: {}",
        names=True,
    ),
    Option(
        "noun",
        "WORD",
        "what a unit of the texts is called, such as paragraph, sentence, turn or line",
        "what the files say, else unit",
        _idle_noun,
        step="a unit is called {}",
        read=_read_noun,
        title="A unit is called",
        example="paragraph",
        help="Pages and reports then say where something is by this word: paragraph 12 begins. An "
        "English word fits their sentences.",
        plain=True,
    ),
    Option(
        "step",
        "SECONDS",
        f"divides recordings into steps of so many seconds, 0.001 to {LONGEST_STEP:,}",
        f"with --unit {STEP} the longest of 1, 0.1, 0.01 and 0.001 that keeps all boundaries of a "
        "coder apart",
        _idle_step,
        step="steps of {} s",
        read=_read_step,
        write="{:g}".format,
    ),
    Option(
        "times",
        "COUNT",
        "what times in tables and lists count: seconds, milliseconds, minutes (01:51:00 is 1:51), "
        "or frames, such as 25fps",
        "what they show, else it is asked",
        step="times count {}",
        read=parsed_times,
        title="Another rate of frames",
        example="29.97 fps",
        of_files=True,
    ),
    Option(
        "condition",
        "NAME",
        "the condition whose rows count, in tables of times with a column such as grain",
        "each condition makes recordings of its own, and it is asked",
        _needs("conditions", "no table of times has a column such as condition or grain"),
        of_files=True,
    ),
    Option(
        "durations",
        "LENGTHS",
        "how long recordings or series are, and how many units texts with lists of positions have, "
        'if no file says it: 2:00:00, or "film=2:00:00, talk=312.4", or last for the last boundary '
        "of any coder",
        "it is asked",
        _idle_durations,
        flags=("--duration",),
        step="lengths: {}",
        read=parsed_durations,
        write=durations_in_words,
        title="Or write their lengths",
        example="1:30:00",
        help="One length for all recordings, as 1:30:00 or in seconds; or one for each: "
        "film=1:30:00, talk=312.4. The length of a text is its number of units: "
        "Interview 1=24, Interview 2=31.",
    ),
    Option(
        "layer",
        "LAYER",
        "the layer or tier with the segments, if files have several; name several with commas, or "
        "* for all",
        "the only one that can hold them",
        _needs("layers", "no file holds several layers"),
        flags=("--layer", "--tier"),
        step="layers: {}",
        names=True,
    ),
    Option(
        "pattern",
        "PATTERN",
        "where coder and item stand in the names of files, such as {coder}/{item} or "
        "{item}_{coder}",
        "the one under which the contents agree",
        _needs("patterns", "all files say themselves whose they are"),
        step="names of files: {}",
        read=_read_pattern,
        title="Another pattern",
        help="Where coder and item stand in the paths of files, without the ending. {coder}/{item} "
        "is a folder for each coder and a file for each item. {item}_{coder} is a name such as "
        "chapter1_anna. * stands for anything.",
    ),
    Option(
        "columns",
        "ROLES",
        'what the columns of tables hold, such as "Interview=item, Nr=unit, Anna=mark"; the roles '
        f"are {', '.join(ROLE_WORDS)}",
        "guessed from names and contents",
        read=parsed_roles,
        write=roles_in_words,
        of_files=True,
    ),
    Option(
        "positions",
        "WHAT",
        "what a number in a list of positions is: the unit that begins a segment or ends it, "
        "counted from 1 or from 0",
        "what headings and numbers show, else it is asked",
        lambda reading, _: "" if reading.lists_positions else "no table has lists of positions",
        step="numbers are {}",
        values=POSITIONS,
        of_files=True,
    ),
    Option(
        "encoding",
        "NAME",
        "how files are encoded that are not UTF-8, such as cp1252",
        "it is asked",
        read=_read_encoding,
        of_files=True,
    ),
    Option(
        "labels",
        "LABELS",
        "whether labels of spans are types of boundaries, or do not count",
        "auto, types if there are 2 to 20",
        _needs("unit", NO_SPANS),
        step="labels of segments: {}",
        values={
            "auto": "types, if there are 2 to 20 different ones",
            "types": "types of boundaries",
            "none": "nothing that counts",
        },
        title="Labels of segments are",
        plain=True,
    ),
    Option(
        "same_names",
        "PEOPLE",
        "whether coders of one name, such as an1, in groups that share no item are one person or "
        "many",
        "one, with a notice",
        _needs("same_names", "no numbered coder codes in several groups that share no item"),
        values={"one": "one person each", "many": "another person in each group"},
    ),
    Option(
        "twice",
        "WHICH",
        "which coding counts if a file has several of one item by one coder: by date if the file "
        "dates each, else in its order",
        "it is a problem",
        _needs("repeated", "no file has several codings of one item by one coder"),
        values={"first": "the first", "last": "the last"},
    ),
    Option(
        "reference",
        "CODER",
        "the coder who is the reference, under the new name",
        "what the files say",
        _names_coder,
        step="made {} the reference",
        title="Reference coder",
        help="The coder with whom the others are compared, for metrics that need one side to be "
        "right.",
    ),
    Option(
        "automatic",
        "CODER",
        "a coder who is an automatic segmenter, under the new name",
        "what the files say",
        _names_coder,
        step="automatic segmenters: {}",
        title="Automatic segmenters",
        help="Programs, not people.",
        repeats=True,
    ),
    _dropped("coder", 1),
    _dropped("item", 0),
    Option(
        "dropped_files",
        "FILE",
        "a file or folder to leave out, by the name that messages give it; a workbook with all "
        "its sheets",
        idle=lambda reading, name: "" if name in reading.dropped_files else "there is no such file",
        flags=("--drop-file",),
        repeats=True,
    ),
)
"""All options, in the order in which they are listed."""

OF_CHOICE: Mapping[str, Option] = {one.choice: one for one in OPTIONS}
"""The options by their choices; of items and coders that are left out the last."""


def _documented() -> str:
    """Say what the fields of `Choices` are, as their options do."""
    lines = ["What a person decided about an import.", "", "Parameters", "----------"]
    for one in fields(Choices):
        option = OF_CHOICE.get(one.name)
        said = f"New names of {one.name}; two that get the same name are merged."
        if option is not None:
            unless = f" By default: {option.default}." if option.default else ""
            said = f"{capital(option.about)}.{unless}".replace("*", r"\*")
        lines += [f"{one.name} : {one.type}", f"    {said}"]
    return "\n".join(lines)


Choices.__doc__ = _documented()
