"""Whether a report still holds: its JSON, computed again from files and compared.

Everything is compared: numbers, reasons, sentences, excerpts, options; of a report that another
version made, the numbers that both versions give. Numbers are the same
to the last bit on the same machine; another one may add up in another order, so that a relative
difference of `TOLERANCE` is no difference. Title, source and date are the words of whoever
made the report and cannot be computed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from itertools import zip_longest
from math import isclose
from typing import Any, NamedTuple

from segmetrics.adjudication.press_peaks import BEYOND_CHANCE
from segmetrics.io import Reading
from segmetrics.io.document import Document, JsonObject, Source
from segmetrics.io.problems import Unreadable
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.trends import CodingRound
from segmetrics.reporting.json_report import (
    FORMAT,
    OF_AGREEMENT,
    OF_BOTH,
    OF_RECORDINGS_ALONE,
    OF_TEXTS,
    report_json,
)
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.report import ReportOptions
from segmetrics.tables.plain import PROGRAM

TOLERANCE = 1e-8
# Sums that cancel out are 0 or nearly so.
NEARLY_ZERO = 1e-12
WORDS, AGREEMENT = ("title", "source", "date"), "options.agreement"
# What a sentence is made of; and what 0.2.0 computed otherwise: rounds with everybody who coded one
# of them, the band of chance around a curve by itself at each tolerance, and how late somebody is
# as a mean that others' boundaries nearby draw towards 0.
OTHERWISE = re.compile(
    r"\.sentences\[|^rounds\.|^agreement\.tolerances\[\d+\]\.(low|high)$"
    r"|^coders\.rows\[\d+\]\.later(_low|_high)?$"
)
ABSENT = object()
"""What stands where there is nothing."""


class NotAReportError(ValueError):
    """A file is no JSON of a report, or a damaged one; the message says why."""


@dataclass(frozen=True)
class Told:
    """What the JSON of a report says."""

    program: str  #: see `segmetrics.reporting.report.Report`, as the following
    title: str
    source: str
    date: str
    options: ReportOptions  #: what it holds
    digest: object  #: what it says the SHA-256 of its corpus is
    data: dict[str, Any]  #: all of it


class Difference(NamedTuple):
    """Something in a report that does not hold."""

    path: str  #: where it stands in the JSON: ``agreement.rows[0].pi_star_s``
    then: object  #: what the report says; `ABSENT` for nothing at all
    now: object  #: what was computed; likewise

    @property
    def is_of_numbers(self) -> bool:
        """Whether both sides are numbers that every version computes alike."""
        both = all(type(side) in (int, float) for side in (self.then, self.now))
        return both and not OTHERWISE.search(self.path)


@dataclass(frozen=True)
class Verification:
    """What became of computing a report again."""

    told: Told  #: what the report says
    held: int  #: numbers and texts that hold
    differences: tuple[Difference, ...]  #: those that do not

    @property
    def other_version(self) -> bool:
        """Whether another version of the program made the report."""
        return self.told.program != PROGRAM


def read_report(content: bytes, name: str) -> Told:
    """Read the JSON of a report.

    Parameters
    ----------
    content : bytes
        The file.
    name : str
        Its name, for messages.

    Returns
    -------
    Told

    Raises
    ------
    NotAReportError
        If it is no such JSON.
    """
    document = Document(Source(name, content))
    try:
        data = document.json if document.start == "{" else None
    except Unreadable as error:
        raise NotAReportError(str(error.problem)) from None
    if not isinstance(data, JsonObject) or data.get("format") != FORMAT:
        raise NotAReportError(
            f"{name} is no report as JSON. Give a .json file that segmetrics report wrote."
        )
    twice = next(_repeated(data), None)
    if twice is not None:
        raise _damaged(name, f"{twice!r} stands there twice in one object")
    for key in ("program", *WORDS):
        if not isinstance(data.get(key), str):
            raise _damaged(name, f"it has no text {key!r}")
    try:
        options = _options(data.get("options"))
    except ValueError as error:
        raise _damaged(name, str(error)) from None
    corpus = data.get("corpus")
    return Told(
        **{key: data[key] for key in ("program", *WORDS)},
        options=options,
        digest=corpus.get("sha256") if isinstance(corpus, dict) else None,
        data=data,
    )


def verify(found: Told, reading: Reading, rounds: Sequence[CodingRound] = ()) -> Verification:
    """Compute a report again and compare all that it says.

    Parameters
    ----------
    found : Told
        The report.
    reading : Reading
        Codings; with a corpus.
    rounds : sequence of CodingRound, optional
        The rounds that it follows, this corpus among them.

    Returns
    -------
    Verification

    Raises
    ------
    ValueError
        If there is no corpus.
    """
    if reading.corpus is None:
        raise ValueError("there is no corpus to compute a report from")
    made = make_report(
        reading.corpus.with_group_titles(_group_titles(found.data)),
        found.options,
        title=found.title,
        source=found.source,
        date=found.date,
        left_out=reading.left_out,
        rounds=rounds,
    )
    # The version stands in the methods; that it is another one is said once, not everywhere.
    now = json.loads(report_json(replace(made, program=found.program)))
    compared = list(_compared(found.data, now))
    differences = [one for one in compared if one is not None]
    held = len(compared) - len(differences)
    if found.program != PROGRAM:
        # Versions word things differently, add numbers and withhold others.
        differences = [one for one in differences if one.is_of_numbers]
    return Verification(found, held, tuple(differences))


def _group_titles(data: Mapping[str, Any]) -> dict[str, str]:
    """Return what a report calls coder groups, each by its first coder; what is damaged is not."""
    corpus = data.get("corpus")
    groups = corpus.get("groups") if isinstance(corpus, dict) else None
    found = {}
    for group in groups if isinstance(groups, list) else ():
        if isinstance(group, dict) and isinstance(title := group.get("title"), str):
            coders = group.get("coders")
            if isinstance(coders, list) and coders and isinstance(coders[0], str):
                found[coders[0]] = title
    return found


def _damaged(name: str, why: str) -> NotAReportError:
    return NotAReportError(f"{name} is damaged: {why}. Make the report again, or copy it again.")


def _repeated(data: object) -> Iterator[str]:
    """Find keys that an object holds twice, wherever it stands."""
    if isinstance(data, JsonObject):
        yield from sorted(data.repeated)
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    for part in inside:
        yield from _repeated(part)


def _options(data: object) -> ReportOptions:
    """Read the options of a report; raise ValueError if they make none."""
    if isinstance(data, dict) and data.keys() & OF_RECORDINGS_ALONE:
        usual, names = ReportOptions(intervals=None), OF_RECORDINGS_ALONE | OF_BOTH
    else:
        usual, names = ReportOptions(), OF_TEXTS
    options: ReportOptions = _read(data, usual, "options", names)
    return options


def _read(data: object, usual: Any, where: str, names: Set[str] | None = None) -> Any:
    """Read options of the class of the usual ones, and what they hold."""
    found = {
        name: _value(value, getattr(usual, name), f"{where}.{name}")
        for name, value in _fields(data, usual, where, names).items()
    }
    if "model" in found:  # whose fields are options of agreement
        found |= asdict(found.pop("model"))
    return replace(usual, **found)


def _value(value: Any, usual: object, where: str) -> Any:
    """Read what stands for an option, of the kind of the usual value."""
    if isinstance(usual, IntervalOptions) and value is None:
        return None
    if is_dataclass(usual):
        return _read(value, usual, where, OF_AGREEMENT if where == AGREEMENT else None)
    if not isinstance(usual, tuple):
        return value
    names = isinstance(usual[0], str)
    kinds = {str} if names else {int, float}
    wrong = not isinstance(value, list) or {type(one) for one in value} - kinds
    if wrong or not (names or len(value) == len(usual)):
        raise ValueError(f"{where} is no {'list of names' if names else 'pair of numbers'}")
    return tuple(value)


SINCE_0_3: Mapping[str, Any] = {"question": ReportOptions().question, "least": BEYOND_CHANCE}
"""Options that reports of 0.2.0 do not name, and how they were made."""


def _fields(
    data: object, pattern: Any, where: str, names: Set[str] | None = None
) -> dict[str, Any]:
    """Check that an object has the fields of some options, or these, and values of their types."""
    if not isinstance(data, dict):
        raise ValueError(f"it has no object {where!r}")
    names = names or {one.name for one in fields(pattern)}
    data = {name: SINCE_0_3[name] for name in SINCE_0_3.keys() & names} | data
    wrong = sorted(names ^ data.keys())
    if wrong:
        raise ValueError(
            f"{where} {'lacks' if wrong[0] in names else 'has an unknown'} {wrong[0]!r}"
        )
    for name, value in data.items():
        kind = type(getattr(pattern, name))
        kinds = (int, float) if kind is float else (kind,)
        if kind in (str, int, float, bool) and type(value) not in kinds:
            raise ValueError(f"{where}.{name} cannot be {value!r}")
    return data


def _compared(then: Any, now: Any, path: str = "") -> Iterator[Difference | None]:
    """Compare two parts leaf by leaf: None for each that holds."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in dict.fromkeys((*now, *then)):
            inside = f"{path}.{key}" if path else key
            if inside not in WORDS:
                yield from _compared(then.get(key, ABSENT), now.get(key, ABSENT), inside)
    elif isinstance(then, list) and isinstance(now, list):
        for place, pair in enumerate(zip_longest(then, now, fillvalue=ABSENT)):
            yield from _compared(*pair, f"{path}[{place}]")
    else:
        yield None if _holds(then, now) else Difference(path, then, now)


def _holds(then: object, now: object) -> bool:
    if isinstance(then, bool) or isinstance(now, bool):
        return then is now
    if isinstance(then, int | float) and isinstance(now, int | float):
        return isclose(then, now, rel_tol=TOLERANCE, abs_tol=NEARLY_ZERO)
    return type(then) is type(now) and then == now
