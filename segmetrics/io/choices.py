"""What a person decides about an import; data/import_options.toml says what each choice is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from shlex import quote
from typing import Any, Literal

from segmetrics.io.clock_times import parsed_times
from segmetrics.io.column_roles import ROLE_WORDS, TEXTS, Role, parsed_roles, roles_in_words
from segmetrics.io.conflicts import Kept
from segmetrics.io.gaps import Gaps
from segmetrics.io.names import is_unit_name, wrong_pattern
from segmetrics.io.recording_ends import EVERY, durations_in_words, parsed_durations
from segmetrics.io.spans import STEP, TEXT_UNITS, Labels
from segmetrics.phrases import capital

SamePeople = Literal["", "one", "many"]  # what coders of one name in several groups are
# Item and coder: ``(item, None)`` is an item, ``(None, coder)`` a coder, both one coding.
Whose = tuple[str | None, str | None]


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
    short_gaps: Gaps = ""
    reference: str | None = None
    automatic: frozenset[str] | None = None
    found_none: frozenset[Whose] = frozenset()
    dropped: frozenset[Whose] = frozenset()
    dropped_files: frozenset[str] = frozenset()
    dropped_labels: frozenset[str] = frozenset()
    kept_labels: frozenset[str] = frozenset()
    items: Mapping[str, str] = field(default_factory=dict)
    coders: Mapping[str, str] = field(default_factory=dict)

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


@dataclass(frozen=True, slots=True)
class Option:
    """How a person makes a choice: what commands, pages and the documentation say of it."""

    choice: str  # the field of `Choices`
    value: str  # what the command line calls its value
    about: str
    default: str = ""
    idle: Callable[[Any, Any], str] = lambda *_: ""  # why a value changes nothing in a reading
    flags: tuple[str, ...] = ()
    step: str = "{}"  # what the history of an import calls it
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str
    values: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    example: str = ""
    help: str = ""
    plain: bool = False  # offered with the units, whatever files leave open
    repeats: bool = False
    gather: Callable[[Iterable[Any]], Any] = frozenset  # makes the choice of one that repeats
    names: bool = False  # names what is read, so that a wrong name is refused
    of_files: bool = False  # known before files are read

    @property
    def flag(self) -> str:
        """Its first name on the command line."""
        return self.flags[0] if self.flags else f"--{self.choice.replace('_', '-')}"

    def command(self, value: Any) -> str:
        """Return what says the same on the command line; empty if nothing was chosen."""
        written = self.write(value) if value else ""
        return f"{self.flag} {quote(written)}" if written else ""


def _idle_noun(reading: Any, _: str) -> str:
    recordings = reading.corpus is not None and reading.corpus.scale is not None
    return "recordings have times, and no units" if recordings else ""


def _read_noun(text: str) -> str:
    if text and not is_unit_name(text):
        raise ValueError(f"{text!r} is no word for a unit, such as paragraph")
    return text


def _names_coder(reading: Any, name: str) -> str:
    if not name or (reading.corpus is not None and name in reading.corpus.coders):
        return ""
    if name in {coder for _, coder in reading.dropped}:
        return f"it contradicts --drop-coder {name}, which leaves that coder out"
    return "there is no such coder"


def _idle_step(reading: Any, _: float) -> str:
    why = f"the unit is {reading.unit}" if reading.unit else TEXTS["unit"]["without"]
    return "" if reading.unit == STEP else why


def _idle_durations(reading: Any, durations: Mapping[str, float | None]) -> str:
    known = reading.open_ends
    lasts = ((one.item, one.segmentation) for one in reading.codings if one.segmentation.scale)
    used = {item for item, of in lasts if durations.get(item) == of.scale.seconds(of.mass)}
    idle = any(one not in {*known, *used} and (one != EVERY or not known) for one in durations)
    return "the files say how long all recordings are" if idle else ""


def _no_label(reading: Any, label: str) -> str:
    return "" if label in reading.labels else "no label of a point, and no mark, is called so"


def _read_step(text: str) -> float:
    known = re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,9})?", text)
    if not known or not 0.001 <= float(text) <= LONGEST_STEP:
        raise ValueError(f"{text!r} is not a number of seconds, 0.001 to {LONGEST_STEP:,}")
    return float(text)


def _read_pattern(text: str) -> str:
    if text and (wrong := wrong_pattern(text)):
        raise ValueError(wrong)
    return text


def _read_new_name(text: str) -> tuple[str, str]:
    """Read ``anna=Anna``; of several signs the middle one, as names spelled alike have as many."""
    parts = text.split("=")
    middle = (len(parts) + 1) // 2
    old, new = "=".join(parts[:middle]), "=".join(parts[middle:])
    if not old.strip() or not new.strip():
        raise ValueError(f"{text!r} is no old and new name as in anna=Anna")
    return old, new


def _read_encoding(text: str) -> str:
    try:
        b"a".decode(text)
    except (LookupError, ValueError):
        raise ValueError(f"no encoding {text!r} is known") from None
    return text


def _read_whose(text: str) -> Whose:
    item, _, coder = text.rpartition("=")
    if not item or not coder:
        raise ValueError(f"{text!r} is no item and coder as in Item=Coder")
    return item, coder


LONGEST_STEP = 86_400  # of a step, in seconds: a day


def _option(key: str, choice: str = "", **how: Any) -> Option:
    """Return an option with what data/import_options.toml says of it, and what it needs."""
    about = dict(TEXTS[key], flags=tuple(TEXTS[key].get("flags", ())))
    needs, why = about.pop("needs", ""), about.pop("without", "")
    if needs:
        each = how.get("repeats")  # one of several things that a reading may have
        how["idle"] = lambda of, one: (
            "" if (one in getattr(of, needs) if each else getattr(of, needs)) else why
        )
    for name, words in (("$units", TEXT_UNITS), ("$roles", ROLE_WORDS)):
        about["about"] = about["about"].replace(name, ", ".join(words))
    return Option(choice or key, **about, **how)


def _dropped(what: str, place: int) -> Option:
    def idle(reading: Any, whose: Whose) -> str:
        gone = whose[place] in {one[place] for one in reading.dropped}
        return "" if gone else f"there is no such {what}"

    def read(name: str) -> Whose:
        return (None, name) if place else (name, None)

    def write(whose: Whose) -> str:
        return whose[place] or ""

    return _option(f"dropped_{what}", "dropped", read=read, write=write, repeats=True, idle=idle)


# All options, in the order in which they are listed.
OPTIONS = (
    _option("unit", names=True),
    _option("noun", idle=_idle_noun, read=_read_noun, plain=True),
    _option("step", idle=_idle_step, read=_read_step, write="{:g}".format),
    _option("times", read=parsed_times, of_files=True),
    _option("condition", of_files=True),
    _option("durations", idle=_idle_durations, read=parsed_durations, write=durations_in_words),
    _option("layer", names=True),
    _option("pattern", read=_read_pattern),
    _option("columns", read=parsed_roles, write=roles_in_words, of_files=True),
    _option("positions", of_files=True),
    _option("encoding", read=_read_encoding, of_files=True),
    _option("labels", plain=True),
    _option("same_names"),
    _option("twice"),
    _option("short_gaps"),
    _option("coders", read=_read_new_name, write="=".join, repeats=True, gather=dict),
    _option("items", read=_read_new_name, write="=".join, repeats=True, gather=dict),
    _option("reference", idle=_names_coder),
    _option("automatic", idle=_names_coder, repeats=True),
    _option("found_none", read=_read_whose, write="{0[0]}={0[1]}".format, repeats=True),
    _dropped("coder", 1),
    _dropped("item", 0),
    _option("dropped_files", repeats=True),
    _option("dropped_labels", repeats=True, of_files=True, idle=_no_label),
    _option("kept_labels", repeats=True, of_files=True),
)
# The options by their choices; of items and coders that are left out the last.
OF_CHOICE: Mapping[str, Option] = {one.choice: one for one in OPTIONS}


def command_options(choices: Choices) -> str:
    """Return the options of the command line that make choices; empty if none do, or not all."""
    if any(item and coder for item, coder in choices.dropped):  # a coding, for which there is none
        return ""
    unsaid = Choices()
    said: list[str] = []
    for option in OPTIONS:
        value = getattr(choices, option.choice)
        if value == getattr(unsaid, option.choice):
            continue
        each = [value]
        if option.repeats:
            each = list(value.items() if isinstance(value, Mapping) else sorted(value, key=str))
        said += map(option.command, each)
    return " ".join(filter(None, said))


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
