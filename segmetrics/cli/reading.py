"""What all commands share that read codings: their files, and the choices about them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from segmetrics.axis import Axis, axis_of
from segmetrics.cli.output import NOTHING, OK, SOME_LEFT_OUT, say
from segmetrics.corpus import RECORDINGS, Corpus
from segmetrics.io import Choices, Reading, check
from segmetrics.io.choices import OPTIONS, Option
from segmetrics.io.problems import Problem
from segmetrics.io.recognition import understood
from segmetrics.phrases import counted

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
# Options that name what is read: a wrong name must not give other figures without an error.
NAMES_WHAT_IS_READ = [one.flag for one in OPTIONS if one.names]
OF_EACH = (
    'each is given once, for all corpora, or once for each in their order, with "" for one that '
    "it does not concern; those that may be repeated count for all"
)
OTHER_ROUNDS = "A round holds {there}, but these are {here}: give rounds of {here} alone."


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


def add_reading(parser: argparse.ArgumentParser, *, rounds: bool = False) -> None:
    """Add the files to read, and choices about how to read them, to a command."""
    add_files(parser)
    add_choices(parser, rounds=rounds)


def add_choices(parser: argparse.ArgumentParser, *, rounds: bool = False) -> None:
    """Add choices about how to read files to a command; of rounds each may have its own."""
    group = parser.add_argument_group("reading options", OF_EACH if rounds else None)
    for option in OPTIONS:
        unless = f" (default: {option.default})" if option.default else ""
        words = "; may be repeated" if option.repeats else unless
        about: dict[str, Any] = {"type": _parser(option, rounds=rounds), "metavar": option.value}
        if option.values:
            known = f"{{{','.join(option.values)}}}"
            about = {"choices": (*option.values, *[""] * rounds), "metavar": known}
        if option.repeats:
            about |= {"action": "append", "default": []}
        else:
            about |= {"action": "append" if rounds else _Once}
        group.add_argument(*option.flags or [option.flag], help=f"{option.about}{words}", **about)


class _Once(argparse.Action):
    """Takes a value once: a second one would replace the first without a word."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 - argparse gives it
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,  # noqa: ARG002 - argparse gives it
    ) -> None:
        """Note the value."""
        if getattr(namespace, self.dest) is not self.default:
            raise argparse.ArgumentError(self, "it is given twice; write all in one")
        setattr(namespace, self.dest, values)


def of_rounds(given: argparse.Namespace, rounds: int) -> list[argparse.Namespace]:
    """Return what a command with rounds was given for each of them."""
    each = [dict(vars(given)) for _ in range(rounds)]
    for option in OPTIONS:
        values = getattr(given, _name(option))
        if values is None or option.repeats:
            continue
        if len(values) not in (1, rounds):
            several = f", or once for each of the {rounds} corpora" if rounds > 1 else ""
            given.parser.error(f"{option.flag} is given once{several}, got {len(values)}")
        for place, of_round in enumerate(each):
            of_round[_name(option)] = values[place % len(values)] or None
    return [argparse.Namespace(**of_round) for of_round in each]


def _name(option: Option) -> str:
    return option.flag[2:].replace("-", "_")


def _parser(option: Option, *, rounds: bool) -> Callable[[str], Any]:
    """Return what reads the value of an option for `argparse`; of a round it may be empty."""

    def parsed(text: str) -> Any:
        if rounds and not text:
            return text
        try:
            return option.read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parsed


def whole_number(least: int, most: int, called: str) -> Callable[[str], int]:
    """Return what reads a whole number within bounds; `called` says what it is to be."""

    def number(text: str) -> int:
        known = text.isascii() and text.isdecimal() and len(text) < 19
        if not known or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not {called}")
        return int(text)

    return number


def _given(given: argparse.Namespace) -> Iterator[tuple[Option, Any]]:
    """Yield the options that were given, with their values."""
    for option in OPTIONS:
        value = getattr(given, _name(option))
        if value is not None and value != []:
            yield option, value


def _choices(given: argparse.Namespace) -> Choices:
    chosen: dict[str, Any] = {}
    for option, value in _given(given):
        if option.repeats:
            value = option.gather((*chosen.get(option.choice, ()), *value))
        chosen[option.choice] = value
    return Choices(**chosen)


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
    if axis_of(reading.corpus).unit == "units":
        return reading
    say(RECORDINGS)
    return replace(reading, corpus=None)


def _of_rounds(reading: Reading, axis: Axis) -> Reading:
    """Leave out a corpus of another axis than the first round, and say so."""
    own = axis_of(reading.corpus)
    if reading.corpus is None or own.unit == axis.unit:
        return reading
    say(OTHER_ROUNDS.format(there=own.items, here=axis.items))
    return replace(reading, corpus=None)


def read_each(
    given: argparse.Namespace, rounds: Sequence[Sequence[str]], *, done: str = "compared"
) -> list[Reading]:
    """Read the files of rounds, all on the axis of the first, and print every problem.

    What the first says of spelling, lengths and texts counts for the others.
    """
    each = of_rounds(given, len(rounds))
    readings: list[Reading] = []
    for files, one in zip(rounds, each, strict=True):
        first = _known(readings[0]) if readings else None
        readings.append(check(*files, choices=_choices(one), before=first))
    idle = [dict(_idle(one, reading)) for one, reading in zip(each, readings, strict=True)]
    own = {
        one.flag for one in OPTIONS if not one.repeats and len(getattr(given, _name(one)) or "") > 1
    }
    for place, of_round in enumerate(idle):
        said = {
            option: why
            for option, why in of_round.items()
            if option.partition(" ")[0] in own
            or (not place and all(option in other for other in idle))
        }
        readings[place] = _with_idle(readings[place], said)
    for reading in readings:
        _say_problems(reading, done)
    axis = axis_of(readings[0].corpus)
    return [_of_rounds(reading, axis) for reading in readings]


def _known(reading: Reading) -> Corpus | None:
    """Return the items that a further round can rely on: nobody is asked how long they are."""
    items = [] if reading.corpus is None else [*reading.corpus]
    sure = [item for item in items if item not in reading.unknown_ends]
    return reading.corpus.select(items=sure) if reading.corpus is not None and sure else None


def _with_idle(reading: Reading, idle: Mapping[str, str]) -> Reading:
    """Say which options change nothing; those that name what is read are a problem."""
    wrong = []
    for option, why in idle.items():
        what = f"{option} changes nothing: {why}"
        if option in NAMES_WHAT_IS_READ:
            file = reading.recognised[0].file if reading.recognised else ""
            wrong.append(Problem(file=file, what=what, fix="leave the option out, or correct it"))
        else:
            say(f"{what}.")
    return replace(reading, problems=(*reading.problems, *wrong))


def _say_problems(reading: Reading, done: str) -> None:
    """Print what was understood, what is wrong, and what was left out because of it.

    Where no person looks on, what was understood is printed only if there is more to say of it.
    """
    watched = sys.stderr is not None and sys.stderr.isatty()
    if reading.corpus is not None and (watched or reading.problems or reading.notices):
        say(f"Read: {understood(reading)}.")
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
    for option, value in _given(given):
        named = option.repeats or option.choice == "reference"
        for one in value if option.repeats else [value]:
            if why := option.idle(reading, one):
                yield f"{option.flag} {option.write(one)}" if named else option.flag, why
