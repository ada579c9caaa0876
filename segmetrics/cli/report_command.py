"""The command that writes a report, and the one that says whether it still holds."""

from __future__ import annotations

import argparse
import datetime
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from segmetrics.adjudication.gold import METHODS, GoldOptions
from segmetrics.cli import measuring_options
from segmetrics.cli.convert_command import STDOUT
from segmetrics.cli.output import NOTHING, OK, SOME_LEFT_OUT, is_taken, say, written
from segmetrics.cli.reading import Commands, add_command, add_reading, read_each, status
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io import Reading
from segmetrics.io.problems import printable
from segmetrics.phrases import joined
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, named_apart
from segmetrics.reporting import verification
from segmetrics.reporting.make_report import WITH_INTERVALS, make_report, titled
from segmetrics.reporting.recorded import RecordedOptions
from segmetrics.reporting.report import CONTENTS, OF_RECORDINGS, RANKS, ReportOptions
from segmetrics.reporting.report_formats import REFERENCES, REPORT_FORMATS, format_of
from segmetrics.reporting.results_paragraph import QUESTIONS

DEFAULT = ReportOptions()
# Contents with intervals whose population can be chosen.
OVER_CODERS = tuple(key for key in WITH_INTERVALS if key not in ("coders", "coder_model"))
WITHOUT_CONVENTION = {"decisions", "coders", "coder_model", "pairs", "consensus"}
TEXTS_ALONE = (*measuring_options.OF_AGREEMENT, "rank_by", "worst", "consensus", "no_intervals")
"""Options that mean nothing for recordings."""
# Characters of a text that is shown: some before its first difference, and some from there on.
BEFORE, FROM = 30, 90


def add_to(commands: Commands) -> None:
    """Add the commands ``report`` and ``verify``."""
    _add_report(commands)
    _add_verify(commands)


def _add_report(commands: Commands) -> None:
    words = "a report to keep or to publish, with all that it was made by"
    parser = add_command(commands, "report", _report, words, done="written")
    add_reading(parser, rounds=True)
    parser.add_argument(
        "-o",
        "--output",
        action="append",
        required=True,
        metavar="OUT",
        help="file to write, in the format of its ending "
        f"({', '.join(one.ending for one in REPORT_FORMATS.values())}); may be repeated. "
        f"A LaTeX report comes with its references, {REFERENCES}, beside it",
    )
    parser.add_argument(
        "--to", choices=REPORT_FORMATS, help="format, where the ending of the only OUT is another"
    )
    parser.add_argument("--force", action="store_true", help="replace files that are there already")
    parser.add_argument(
        "--contents",
        nargs="+",
        action="extend",
        choices=CONTENTS,
        metavar="KEY",
        help=f"what it holds: {', '.join(CONTENTS)}; of recordings {', '.join(OF_RECORDINGS)} "
        "(default: all)",
    )
    parser.add_argument(
        "--without",
        nargs="+",
        action="extend",
        choices=CONTENTS,
        default=[],
        metavar="KEY",
        help="what of this it does not hold",
    )
    parser.add_argument(
        "--worst",
        type=int,
        metavar="N",
        help=f"least reliable items that are explained, 1 to 20 (default: {DEFAULT.worst})",
    )
    parser.add_argument(
        "--anonymous", action="store_true", help="name coders by numbers, everywhere"
    )
    parser.add_argument(
        "--consensus",
        choices=METHODS,
        help=f"rule of the consensus segmentation (default: {DEFAULT.gold.method})",
    )
    _add_before(parser)
    measuring_options.add_recordings(parser)
    parser.add_argument(
        "--width",
        type=measuring_options.seconds_given,
        metavar="SECONDS",
        help="for recordings: standard deviation of the kernel of the density of boundaries, whose "
        f"peaks above chance are the consensus (default: {DEFAULT.recorded.width:g})",
    )
    measuring_options.add_least(parser)
    parser.add_argument(
        "--title", type=_title, help="by default the sample, or how many items there are"
    )
    parser.add_argument(
        "--date", type=_date, metavar="2026-01-31", help=("the date on the report (default: today)")
    )
    parser.add_argument("--no-intervals", action="store_true", help="leave the intervals out")
    measuring_options.add_over(parser, IntervalOptions())
    parser.add_argument(
        "--question",
        choices=QUESTIONS,
        help="what the paragraph of results tells first: whether these codings agree, or what "
        f"other coders and items would give (default: {DEFAULT.question})",
    )
    measuring_options.add_options(parser, *measuring_options.SHUFFLING)
    parser.add_argument(
        "--rank-by",
        choices=RANKS,
        help=(
            "by what items are least reliable: chance-corrected agreement, or pi* (default: "
            f"{DEFAULT.rank_by})"
        ),
    )
    measuring_options.add_options(parser, *measuring_options.AGREEMENT)


def _add_verify(commands: Commands) -> None:
    parser = add_command(
        commands,
        "verify",
        _verify,
        "whether every number and text of a report still holds",
        status="0 if everything holds, 1 if something does not or the files hold another corpus, "
        "2 if nothing could be compared",
    )
    parser.add_argument("report", metavar="REPORT", help="a report as JSON")
    add_reading(parser, rounds=True)
    _add_before(parser)


def _add_before(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--before",
        action="append",
        default=[],
        metavar="FILE",
        help="codings of an earlier round, each a file, ZIP archive or folder; may be repeated, "
        "the first round first",
    )


def _title(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("a title is not empty")
    return text


def _date(text: str) -> str:
    try:
        if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day such as 2026-01-31") from None


def _report(given: argparse.Namespace) -> int:
    options = _options(given)
    outputs = [(Path(path), _format(given, path)) for path in given.output]
    for path, key in tuple(outputs):
        beside = (path.with_name(REFERENCES), "bibtex")
        if key == "latex" and beside not in outputs:
            outputs.append(beside)
    if _is_in_the_way(given, [path for path, _ in outputs]):
        return NOTHING
    readings = _read(given, "written")
    reading = readings[-1]
    if reading.corpus is None:
        return NOTHING
    if measuring_options.of_recordings(
        given, reading.corpus, TEXTS_ALONE, (*measuring_options.OWN, "width", "least")
    ):
        _refuse_contents(given, options)
        idle = _idle_of_recordings(given, options)
    else:
        measuring_options.say_if_idle(given, reading.corpus)
        idle = _idle(given, options)
    for option, why in idle:
        say(f"{option} changes nothing: {why}.")
    rounds = _rounds(given, readings)
    if rounds is None:
        return NOTHING
    title, source = titled(reading, anonymous=options.anonymous)
    report = make_report(
        reading.corpus,
        options,
        title=given.title or title,
        source=source,
        date=given.date or datetime.datetime.now().astimezone().date().isoformat(),
        left_out=reading.left_out,
        rounds=rounds,
    )
    for path, key in outputs:
        if not written(REPORT_FORMATS[key].write(report), path, force=given.force):
            return NOTHING
    return status(reading)


def _read(given: argparse.Namespace, done: str) -> list[Reading]:
    """Read the earlier rounds, and the files of the report, which are the last one."""
    return read_each(given, [*([file] for file in given.before), given.files], done=done)


def _rounds(
    given: argparse.Namespace, readings: Sequence[Reading]
) -> tuple[CodingRound, ...] | None:
    """Name the rounds, if there are several; None if one cannot be read."""
    if not given.before:
        return ()
    corpora = [reading.corpus for reading in readings if reading.corpus is not None]
    if len(corpora) < len(readings):
        return None
    now = given.files[0] if len(given.files) == 1 else "now"
    names = named_apart([Path(file).resolve().stem for file in (*given.before, now)])
    return tuple(map(CodingRound, names, corpora))


def _options(given: argparse.Namespace) -> ReportOptions:
    """Return the options of the report; end the command if they contradict each other."""
    parser: argparse.ArgumentParser = given.parser
    contents = [key for key in given.contents or CONTENTS if key not in given.without]
    for key in given.without:
        if given.contents and key not in given.contents:
            parser.error(f"--without {key}: the report does not hold it anyway")
    if "rounds" in (given.contents or ()) and not given.before:
        parser.error("rounds are there if --before names the codings of an earlier one")
    if given.no_intervals and given.over:
        parser.error("--over does not go with --no-intervals")
    try:
        measured = measuring_options.options_asked(given, AgreementOptions)
        options = ReportOptions(
            agreement=measured,
            intervals=None
            if given.no_intervals
            else measuring_options.interval_options(given, IntervalOptions()),
            contents=tuple(contents),
            shuffling=measuring_options.options_asked(given, ChanceOptions),
            rank_by=given.rank_by or DEFAULT.rank_by,
            worst=DEFAULT.worst if given.worst is None else given.worst,
            anonymous=given.anonymous,
            gold=_gold(given, measured.model.n),
            recorded=_recorded(given),
            question=given.question or DEFAULT.question,
        )
    except ValueError as error:
        parser.error(str(error))
    return options


def _recorded(given: argparse.Namespace) -> RecordedOptions:
    """Return how a command line asks to measure recordings."""
    measured = measuring_options.options_asked(given, RecordingOptions)
    width = DEFAULT.recorded.width if given.width is None else given.width
    return RecordedOptions(measured=measured, width=width, least=given.least)


def _refuse_contents(given: argparse.Namespace, options: ReportOptions) -> None:
    """End the command if it asks for what a report on recordings cannot hold."""
    parser: argparse.ArgumentParser = given.parser
    known = ", ".join(OF_RECORDINGS)
    for key in (*(given.contents or ()), *given.without):
        if key not in OF_RECORDINGS:
            parser.error(f"{key} is for texts; a report on recordings holds {known}")
    if not options.holds(*OF_RECORDINGS):
        parser.error(f"a report on recordings holds at least one of {known}")


def _gold(given: argparse.Namespace, n: int) -> GoldOptions:
    """Return the rule of the consensus; what counts as near is what agreement takes for it."""
    method = given.consensus or DEFAULT.gold.method
    if method == "majority":
        return GoldOptions(method=method)
    return GoldOptions(method=method, n=n)


def _idle(given: argparse.Namespace, options: ReportOptions) -> Iterator[tuple[str, str]]:
    """Find the options that the contents do not look at, and why."""
    if given.no_intervals and not options.holds(*WITH_INTERVALS):
        yield "--no-intervals", f"only {joined(WITH_INTERVALS)} have intervals to leave out"
    if given.over and not options.holds(*OVER_CODERS):
        yield "--over", f"only {joined(OVER_CODERS)} have such intervals"
    shuffled = options.shuffles or options.holds("rounds")
    for name in ("null", "shuffles", "seed"):
        default = getattr(DEFAULT.shuffling, name)
        if getattr(given, name) not in (None, default) and not shuffled:
            yield f"--{name}", "nothing in the report is compared with shuffled coders"
    if given.question and not options.holds("results"):
        yield "--question", "only results tell one of the two first"
    if given.rank_by and not options.ranks:
        yield "--rank-by", "nothing in the report goes by the rank of items"
    if given.worst is not None and not options.holds("why", "excerpts"):
        yield "--worst", "the report holds neither why nor excerpts"
    has_windows = options.holds("results", "agreement", "rounds")
    if given.window_diff and given.similarity != "wd" and not has_windows:
        yield "--window-diff", "only results, agreement and rounds have WindowDiff"
    if given.convention and set(options.contents) <= WITHOUT_CONVENTION:
        yield "--convention", f"nothing of {', '.join(options.contents)} looks at it"
    if given.consensus and not options.holds("consensus"):
        yield "--consensus", "the report holds no consensus segmentation"
    if given.before and not options.holds("rounds"):
        yield "--before", "the report holds no rounds"


def _idle_of_recordings(
    given: argparse.Namespace, options: ReportOptions
) -> Iterator[tuple[str, str]]:
    """Find the same in a report on recordings."""
    if given.width is not None and not options.holds("heat_map", "consensus"):
        yield "--width", "the report holds neither heat_map nor consensus"
    if given.least is not None and not options.holds("consensus"):
        yield "--least", "the report holds no consensus"
    measured = ("results", "agreement", "coders", "rounds")
    for name in ("chance", "bin_width", "shuffles", "seed"):
        if getattr(given, name) is not None and not options.holds(*measured):
            option = name.replace("_", "-")
            yield f"--{option}", f"only {joined(measured)} look at it"
    if given.question and not options.holds("results"):
        yield "--question", "only results tell one of the two first"
    if given.before and not options.holds("rounds"):
        yield "--before", "the report holds no rounds"


def _format(given: argparse.Namespace, path: str) -> str:
    """Find the format of a file to write; end the command if there is none."""
    if path == STDOUT:
        given.parser.error("a report is not printed; name a file after -o")
    if given.to:
        if len(given.output) > 1:
            given.parser.error("--to goes with one -o; of several files the ending says it")
        return str(given.to)
    key = format_of(path)
    if key is None:
        endings = ", ".join(one.ending for one in REPORT_FORMATS.values())
        given.parser.error(f"{path}: the ending is none of {endings}; choose a format with --to")
    return str(key)


def _is_in_the_way(given: argparse.Namespace, outputs: Sequence[Path]) -> bool:
    """Return whether a file cannot be written at its path; if so, report it."""
    read_from = [Path(file).resolve() for file in given.files]
    seen = set()
    for path in outputs:
        place = path.resolve()
        if place in seen:
            given.parser.error(f"{path} would be written twice; give each file a name of its own")
        seen.add(place)
        if place in read_from:
            say(f"{path} holds the codings, and is not replaced. Choose another name.")
            return True
        if any(file.is_dir() and file in place.parents for file in read_from):
            say(
                f"{path} lies in a folder of codings, where it would be read as one of them. "
                "Choose another folder."
            )
            return True
        if is_taken(path, force=given.force):
            return True
    return False


def _verify(given: argparse.Namespace) -> int:
    name = Path(given.report).name
    try:
        told = verification.read_report(Path(given.report).read_bytes(), name)
    except verification.NotAReportError as error:
        say(str(error))
        return NOTHING
    except (OSError, ValueError) as error:
        say(f"{given.report} cannot be read: {getattr(error, 'strerror', error)}.")
        return NOTHING
    readings = _read(given, "compared")
    reading = readings[-1]
    if reading.corpus is None:
        return NOTHING
    digest = reading.corpus.codings_digest
    if told.digest is not None and told.digest != digest:
        say(
            f"{name} is about another corpus than these files hold: its SHA-256 is "
            f"{printable(str(told.digest))[:12]}, theirs {digest[:12]}. Nothing was compared. "
            "If the codings were read with options, such as --unit, give the same ones."
        )
        return SOME_LEFT_OUT
    if told.options.holds("rounds") and not given.before:
        say(
            f"{name} follows rounds of coding. Nothing was compared. Give the earlier rounds with "
            "--before, the first one first, as when it was made."
        )
        return NOTHING
    rounds = _rounds(given, readings)
    if rounds is None:
        return NOTHING
    found = verification.verify(told, reading, rounds)
    _say_found(name, found)
    return SOME_LEFT_OUT if found.differences else OK


def _say_found(name: str, found: verification.Verification) -> None:
    """Print what holds and what does not."""
    told = found.told
    print(printable(f"{name}: {told.title}, {told.date}, made by {told.program}."))
    if found.other_version:
        print(
            "Another version of the program made it. It was computed again with this one, and the "
            "numbers that both compute in one way were compared: not those of rounds."
        )
    for one in found.differences:
        print(f"{printable(one.path)}: {_difference_words(one)}")
    count = found.held + len(found.differences)
    if found.differences:
        print(f"{found.held:,} of {count:,} numbers and texts hold.")
    else:
        print(f"All {count:,} numbers and texts hold.")
    print("Not compared: title, source and date, which nothing can compute.")


def _difference_words(one: verification.Difference) -> str:
    then, now = one.then, one.now
    if isinstance(then, str) and isinstance(now, str):
        then, now = _from_difference(then, now)
    if then is verification.ABSENT:
        return f"missing, now {_printed_value(now)}"
    if now is verification.ABSENT:
        return f"then {_printed_value(then)}, now nothing"
    return f"then {_printed_value(then)}, now {_printed_value(now)}"


def _printed_value(value: object) -> str:
    """Write a value on one line; of a whole part say only what it is."""
    if isinstance(value, dict | list):
        return f"a part of {len(value):,} entries"
    return printable(json.dumps(value, ensure_ascii=False))


def _from_difference(then: str, now: str) -> tuple[str, str]:
    """Cut two long texts to where they begin to differ."""
    pairs = enumerate(zip(then, now, strict=False))
    start = next((place for place, (a, b) in pairs if a != b), min(len(then), len(now)))
    first = max(0, start - BEFORE)
    cut = [
        f"{'…' * (first > 0)}{text[first : start + FROM]}{'…' * (len(text) > start + FROM)}"
        for text in (then, now)
    ]
    return cut[0], cut[1]
