"""What all commands share that read codings: their files, and the choices about them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, get_args

from segmetrics.cli.output import NOTHING, OK, SOME_LEFT_OUT, say
from segmetrics.corpus import RECORDINGS
from segmetrics.io import Choices, Reading, check
from segmetrics.io.clock_times import TimesError, parsed_times
from segmetrics.io.column_roles import ROLE_WORDS, Role, RoleError, parsed_roles
from segmetrics.io.names import wrong_pattern
from segmetrics.io.problems import Problem
from segmetrics.io.recording_ends import EVERY, DurationError, parsed_durations
from segmetrics.io.spans import STEP, TEXT_UNITS, TIME, Labels
from segmetrics.phrases import counted

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
# Of a step, in seconds: a day.
MAX_STEP = 86_400
NO_RECORDINGS = "A round holds texts, but these are recordings: give rounds of recordings alone."
# Options that name what is read: a wrong name must not give other figures without an error.
NAMING = ("--unit", "--layer")


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    words: str,
    *,
    done: str = "computed",
    status: str = "0 without problems, 1 if items had to be left out, 2 if nothing could be {done}",
) -> argparse.ArgumentParser:
    """Add a command; `done` is what it does with items, `status` explains its exit status."""
    epilog = f"exit status: {status.format(done=done)}"
    parser = commands.add_parser(name, help=words, epilog=epilog)
    parser.set_defaults(run=run, parser=parser)
    return parser


def add_files(parser: argparse.ArgumentParser, count: str = "+") -> None:
    """Add the files to read to a command."""
    parser.add_argument(
        "files", nargs=count, metavar="FILE", help="files, ZIP archives or folders, of one corpus"
    )


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the files to read, and choices about how to read them, to a command."""
    add_files(parser)
    add_choices(parser)


def add_choices(parser: argparse.ArgumentParser) -> None:
    """Add choices about how to read files to a command."""
    group = parser.add_argument_group("reading options")
    group.add_argument(
        "--unit",
        metavar="UNIT",
        help=(
            f"the unit: what texts are divided into ({', '.join(TEXT_UNITS)}, or what the file "
            f"has), or recordings ({TIME}, {STEP}, or a tier); by default times stay as they "
            "are, and of the units of texts the coarsest that fits is taken"
        ),
    )
    group.add_argument(
        "--step",
        type=_seconds,
        metavar="SECONDS",
        help=(
            f"divide recordings into steps of so many seconds; --unit {STEP} alone takes the "
            "longest of 1, 0.1, 0.01 and 0.001 that keeps all boundaries of a coder apart"
        ),
    )
    group.add_argument(
        "--times",
        type=_times,
        metavar="COUNT",
        help="what times in tables count, if nothing shows it: seconds, milliseconds, minutes "
        "(01:51:00 is 1:51), or frames, such as 25fps",
    )
    group.add_argument(
        "--condition",
        metavar="NAME",
        help="the condition whose rows count, in tables of times with a column such as grain; by "
        "default each condition makes recordings of its own",
    )
    group.add_argument(
        "--duration",
        type=_durations,
        metavar="LENGTHS",
        help="how long recordings are of which no file says it: 2:00:00, or "
        '"film=2:00:00, talk=312.4", or last for the last boundary of any coder',
    )
    group.add_argument(
        "--layer",
        "--tier",
        metavar="LAYER",
        help=(
            "the layer or tier with the segments, if files have several; name several with "
            "commas, or * for all; by default the only one that can hold them"
        ),
    )
    group.add_argument(
        "--pattern",
        type=_pattern,
        metavar="PATTERN",
        help="where coder and item stand in the names of files, such as {coder}/{item} or "
        "{item}_{coder}; by default it is guessed",
    )
    group.add_argument(
        "--columns",
        type=_columns,
        metavar="ROLES",
        help='what the columns of tables hold, such as "Interview=item, Nr=unit, Anna=mark"; '
        f"the roles are {', '.join(ROLE_WORDS)}",
    )
    group.add_argument(
        "--encoding",
        type=_encoding,
        metavar="NAME",
        help="how files are encoded that are not UTF-8, such as cp1252",
    )
    group.add_argument(
        "--labels",
        choices=get_args(Labels),
        help=(
            "whether labels of spans are types of boundaries, or do not count (default: auto, "
            "types if there are 2 to 20)"
        ),
    )
    group.add_argument(
        "--same-names",
        choices=("one", "many"),
        help=(
            "whether coders of one name, such as an1, in groups that share no item are one "
            "person or many (default: one)"
        ),
    )
    group.add_argument(
        "--twice",
        choices=("first", "last"),
        help="which coding counts if a file has several of one item by one coder",
    )
    group.add_argument("--reference", metavar="CODER", help="the coder who is the reference")
    for flag, name, who in (
        ("--automatic", "CODER", "a coder who is an automatic segmenter"),
        ("--drop-coder", "CODER", "a coder to leave out"),
        ("--drop-item", "ITEM", "an item to leave out"),
        ("--drop-file", "FILE", "a file or folder to leave out, by the name that messages give it"),
    ):
        group.add_argument(
            flag,
            action="append",
            default=[],
            metavar=name,
            help=f"{who}; may be repeated",
        )


def whole_number(least: int, most: int, called: str) -> Callable[[str], int]:
    """Return what reads a whole number within bounds; `called` says what it is to be."""

    def number(text: str) -> int:
        known = text.isascii() and text.isdecimal() and len(text) < 19
        if not known or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not {called}")
        return int(text)

    return number


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,9})?", text) or not 0.001 <= float(text) <= MAX_STEP:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of seconds, 0.001 to {MAX_STEP:,}"
        )
    return float(text)


def _times(text: str) -> str:
    try:
        return parsed_times(text)
    except TimesError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _durations(text: str) -> dict[str, float | None]:
    try:
        return parsed_durations(text)
    except DurationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _pattern(text: str) -> str:
    wrong = wrong_pattern(text)
    if wrong:
        raise argparse.ArgumentTypeError(wrong)
    return text


def _columns(text: str) -> dict[str, Role]:
    try:
        return parsed_roles(text)
    except RoleError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _encoding(text: str) -> str:
    try:
        b"a".decode(text)
    except (LookupError, ValueError):
        raise argparse.ArgumentTypeError(f"no encoding {text!r} is known") from None
    return text


def _choices(given: argparse.Namespace) -> Choices:
    dropped = [(item, None) for item in given.drop_item]
    chosen: dict[str, Any] = {
        "pattern": given.pattern,
        "unit": given.unit,
        "step": given.step,
        "times": given.times,
        "condition": given.condition,
        "durations": given.duration,
        "layer": given.layer,
        "labels": given.labels,
        "same_names": given.same_names,
        "twice": given.twice,
        "columns": given.columns,
        "encoding": given.encoding,
        "reference": given.reference,
        "automatic": frozenset(given.automatic) or None,
        "dropped_files": frozenset(given.drop_file),
        "dropped": frozenset([*dropped, *((None, coder) for coder in given.drop_coder)]),
    }
    return Choices(**{name: value for name, value in chosen.items() if value is not None})


def gather(given: argparse.Namespace) -> Reading:
    """Read the files of a command; say only which of its options have nothing to work on."""
    reading = check(*given.files, choices=_choices(given))
    return _with_idle(reading, dict(_idle(given, reading)))


def read(given: argparse.Namespace, *, done: str = "computed", recordings: bool = False) -> Reading:
    """Read the files of a command, and print every problem to standard error.

    `recordings` says whether the command can work on positions in time.
    """
    reading = gather(given)
    _say_problems(reading, done)
    return reading if recordings else _of_units(reading)


def _of_units(reading: Reading) -> Reading:
    """Leave out a corpus of recordings, and say where they can be measured."""
    if reading.corpus is None or reading.corpus.scale is None:
        return reading
    say(RECORDINGS)
    return replace(reading, corpus=None)


def _of_times(reading: Reading) -> Reading:
    """Leave out a corpus of texts, and say that it is one."""
    if reading.corpus is None or reading.corpus.scale is not None:
        return reading
    say(NO_RECORDINGS)
    return replace(reading, corpus=None)


def read_each(
    given: argparse.Namespace, files: Sequence[str], *, recordings: bool | None = False
) -> list[Reading]:
    """Read files that are a corpus each, to compare, and print every problem.

    With `recordings` all of them are to hold positions in time; with None, what the first holds.
    """
    readings = [check(file, choices=_choices(given)) for file in files]
    idle = [dict(_idle(given, reading)) for reading in readings]
    everywhere = {one: why for one, why in idle[0].items() if all(one in of for of in idle)}
    readings[0] = _with_idle(readings[0], everywhere)
    for reading in readings:
        _say_problems(reading, "compared")
    if recordings is None:
        first = readings[0].corpus
        recordings = first is not None and first.scale is not None
    return list(map(_of_times if recordings else _of_units, readings))


def _with_idle(reading: Reading, idle: Mapping[str, str]) -> Reading:
    """Say which options change nothing; those that name what is read are a problem."""
    wrong = []
    for option, why in idle.items():
        what = f"{option} changes nothing: {why}"
        if option in NAMING:
            file = reading.recognised[0].file if reading.recognised else ""
            wrong.append(Problem(file=file, what=what, fix="leave the option out, or correct it"))
        else:
            say(f"{what}.")
    return replace(reading, problems=(*reading.problems, *wrong))


def _say_problems(reading: Reading, done: str) -> None:
    """Print what is wrong, and what was left out because of it."""
    for problem in reading.problems:
        say(str(problem))
    if reading.left_out:
        say(f"Left out: {', '.join(reading.left_out)}")
    if reading.corpus is None:
        say(f"Nothing could be {done}: no item can be used.")
    count = len(reading.notices)
    if count:
        say(f"{counted(count, 'notice')}; segmetrics check shows them")


def status(reading: Reading) -> int:
    """Return the exit status that tells what became of the items."""
    if reading.corpus is None:
        return NOTHING
    return SOME_LEFT_OUT if reading.problems else OK


def _idle(given: argparse.Namespace, reading: Reading) -> Iterator[tuple[str, str]]:
    """Find the options that had nothing to work on, and why."""
    spans = "no file holds spans of a text or a recording"
    for option, value in (("--unit", given.unit), ("--labels", given.labels)):
        if value is not None and not reading.unit:
            yield option, spans
    if given.step is not None and reading.unit != STEP:
        yield "--step", f"the unit is {reading.unit}" if reading.unit else spans
    if given.condition is not None and not reading.conditions:
        yield "--condition", "no table of times has a column such as condition or grain"
    for item in given.duration or ():
        if item not in reading.open_ends and (item != EVERY or not reading.open_ends):
            yield "--duration", "the files say how long all recordings are"
    if given.layer is not None and not reading.layers:
        yield "--layer", "no file holds several layers"
    if given.pattern is not None and not reading.patterns:
        yield "--pattern", "all files say themselves whose they are"
    if given.same_names is not None and reading.same_names is None:
        yield "--same-names", "no numbered coder codes in several groups that share no item"
    if given.twice is not None and not reading.repeated:
        yield "--twice", "no file has several codings of one item by one coder"
    for name in given.drop_file:
        if name not in reading.dropped_files:
            yield f"--drop-file {name}", "there is no such file"
    coders = reading.corpus.coders if reading.corpus is not None else ()
    for option, names in (
        ("--reference", [given.reference] if given.reference else []),
        ("--automatic", given.automatic),
    ):
        for name in names:
            if name not in coders:
                yield f"{option} {name}", "there is no such coder"
    for option, names, place in (
        ("--drop-item", given.drop_item, 0),
        ("--drop-coder", given.drop_coder, 1),
    ):
        gone = {whose[place] for whose in reading.dropped}
        for name in names:
            if name not in gone:
                yield f"{option} {name}", f"there is no such {option.rpartition('-')[2]}"
