"""How numbers are written for people: each format in one place.

Files for programs hold numbers at full precision; nothing here touches those, but for the
probabilities of boundaries in CSV and Excel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import copysign, isfinite, ulp

DECIMALS = 4
"""Decimals of a coefficient, a change and a p-value."""

IN_SENTENCES = 2
"""Decimals of a coefficient within a sentence."""

DASH = "\N{EN DASH}"
"""What stands in a table for reading where a value is undefined."""

MINUS = "\N{MINUS SIGN}"
"""What stands before a negative number that people read."""

SMALLEST_P = 0.001
"""The p-value below which none is told apart: 1,000 shuffles reach no lower."""

LEVEL_OF_P = 0.05
"""What readers compare a p-value with."""

SAME = 1e-9
"""Values that differ by less are one; sums in another order may give either."""

TIE = 1e-12
"""How near to the middle of two roundings a value is in the middle, as sums are not exact; a large
one may be two of its own steps away."""

FEW_OF_100 = 2.95
"""Of a hundred, below which a rate has a decimal."""

EXCEL_DECIMAL, EXCEL_COUNT = f"0.{'0' * DECIMALS}", "#,##0"
EXCEL_SHORT = f"0.{'0' * IN_SENTENCES}"
EXCEL_P = "0.000"
"""Formats of cells of a workbook."""

HOVER, HOVER_SIGNED, HOVER_ROUGH = f".{DECIMALS}f", f"+.{DECIMALS}f", f".{IN_SENTENCES}f"
HOVER_SHORT, HOVER_SHARE = f".{DECIMALS}~g", ".0%"
"""Formats of what a figure shows on hover, as d3 takes them."""


def with_minus(number: str) -> str:
    """Return a number with the sign that people read."""
    return number.replace("-", MINUS)


def _away(value: float) -> float:
    """Return a value that is rounded away from 0 where it is in the middle, as spreadsheets do.

    Else 0.125 would read as 0.12, and 0.135 as 0.13 or 0.14 by the order in which it was summed up.
    """
    return value + copysign(max(TIE, 2 * ulp(value)), value)


def _written(value: float, form: str) -> str:
    """Return a value in a format of Python, rounded away from 0 where it is in the middle."""
    return f"{_away(value):{form}}"


def decimals_beside(value: float, decimals: int, limits: Sequence[float]) -> int:
    """Return with how many decimals, at least so many, a value is not rounded onto a limit.

    With two of them 0.39733 beside a limit of 0.40 would read as if it had reached it.
    """
    for limit in limits:
        while abs(value - limit) >= SAME and abs(round(_away(value), decimals) - limit) < SAME:
            decimals += 1
    return decimals


def _rounded(value: float, decimals: int, limits: Sequence[float], sign: str = "") -> str:
    return with_minus(_written(value, f"{sign}z.{decimals_beside(value, decimals, limits)}f"))


def shown(value: float | None, *limits: float) -> str:
    """Return a value for reading: four decimals, a count as it is, a dash for None.

    One that they would round onto a limit has as many more as it takes to lie on its side.
    """
    if value is None:
        return DASH
    return _rounded(value, DECIMALS, limits) if isinstance(value, float) else str(value)


def read(value: float | None, *limits: float) -> str:
    """Return a value for a page: four decimals, thousands of a count apart, a dash for None."""
    return shown(value, *limits) if value is None or isinstance(value, float) else count(value)


def signed(change: float | None) -> str:
    """Return a change for reading: four decimals with a sign, a dash for None."""
    return DASH if change is None else _rounded(change, DECIMALS, (), "+")


def p_value(p: float | None) -> str:
    """Return a p-value for reading: four decimals or ``≤ 0.001``, a dash for None."""
    if p is None:
        return DASH
    return f"≤ {SMALLEST_P}" if p <= SMALLEST_P else shown(float(p), LEVEL_OF_P)


def p_in_sentence(p: float) -> str:
    """Return a p-value behind its name in a sentence, ``= 0.19``, ``= 0.013`` or ``≤ 0.001``."""
    if p <= SMALLEST_P:
        return f"≤ {SMALLEST_P}"
    text = short(p) if p >= 0.1 else three_decimals(p, LEVEL_OF_P)
    return "> 0.99" if text == "1.00" and p < 1 else f"= {text}"


def count(number: float) -> str:
    """Return a number without decimals, its thousands apart."""
    return _written(number, ",.0f")


def six_decimals(value: float) -> str:
    """Return a number with six decimals at most, its thousands apart."""
    return with_minus(_written(value, ",.6f").rstrip("0").rstrip("."))


def printed(value: float, decimals: int, *, sign: bool = False) -> str:
    """Return a figure with as many decimals as its paper prints; a difference with its sign."""
    return with_minus(_written(value, f"{'+z' if sign else ''},.{decimals}f"))


def percent(share: float | None) -> str:
    """Return a share as a whole percentage, a dash for None."""
    return DASH if share is None else _written(share, ".0%")


def of_level(level: float) -> str:
    """Return the level of intervals in words: ``95%``, ``99.9%``."""
    return f"{100 * level:g}%"


def limit(bound: float) -> str:
    """Return an end of the range of a metric."""
    return with_minus(f"{bound:g}") if isfinite(bound) else "no limit"


def short(value: float | None, *limits: float) -> str:
    """Return a value as sentences have it: two decimals, more only beside a limit."""
    return DASH if value is None else _rounded(value, IN_SENTENCES, limits)


def three_decimals(value: float, *limits: float) -> str:
    """Return a small value with three decimals."""
    return _rounded(value, 3, limits)


def p_short(p: float | None) -> str:
    """Return a p-value for a table with two decimals: as sentences have it, a dash for None."""
    return DASH if p is None else p_in_sentence(p).removeprefix("= ")


def read_short(value: float | None, *limits: float) -> str:
    """Return a value for a table with two decimals, a count as it is, a dash for None.

    One that is not 0 does not read as 0, as a bias of 0.003.
    """
    return short(value, 0.0, *limits) if value is None or isinstance(value, float) else count(value)


def briefly(write: Callable[..., str]) -> Callable[..., str]:
    """Return how a table with two decimals writes what others write with four."""
    short_of: dict[Callable[..., str], Callable[..., str]] = {
        shown: read_short,
        signed: _signed_beside_0,
        p_value: p_short,
    }
    return short_of.get(write, write)


def _signed_beside_0(change: float | None) -> str:
    return signed_short(change, 0.0)


def told_apart(one: float | None, other: float | None) -> tuple[str, str]:
    """Return two values of a sentence, with four decimals where two would be the same."""
    write = shown if short(one) == short(other) else short
    return write(one), write(other)


def rate(value: float | None) -> str:
    """Return a rate or a mean size with one decimal, its thousands apart."""
    return DASH if value is None else _written(value, ",.1f")


def of_ten(share: float) -> str:
    """Return a share as people count it: how many of ten."""
    return _written(10 * share, ".0f")


def per_100(rate: float) -> str:
    """Return how many there are of a hundred, with a decimal where there are few."""
    return _written(rate, ".0f" if rate >= FEW_OF_100 else ".1f")


def signed_short(change: float | None, *limits: float) -> str:
    """Return a change with two decimals and a sign."""
    return DASH if change is None else _rounded(change, IN_SENTENCES, limits, "+")


def in_paper(value: float, *limits: float) -> str:
    """Return a value that is at most 1 as journals print it: ``.29``, ``−.05``, ``1.00``."""
    text = short(value, *limits)
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def signed_in_paper(change: float) -> str:
    """Return a change as journals print it, with its sign."""
    text = in_paper(change)
    return text if change < 0 else f"+{text}"


def interval_in_paper(low: float, high: float) -> str:
    """Return an interval as journals print it: ``[.29, .81]``, ``[.004, .81]``."""
    return f"[{in_paper(low, 0.0)}, {in_paper(high, 0.0)}]"


def p_in_paper(p: float) -> str:
    """Return a p-value behind its name as journals print it, ``= .013`` or ``≤ .001``."""
    text = f"≤ {SMALLEST_P}" if p <= SMALLEST_P else f"= {three_decimals(p, LEVEL_OF_P)}"
    return text.replace(" 0.", " .")


def plain_seconds(length: float) -> str:
    """Return a length of time to a millisecond, without a unit: ``0.5``, ``3``."""
    return _written(length, ".3f").rstrip("0").rstrip(".")


def seconds(length: float) -> str:
    """Return a length of time in seconds, to a millisecond: ``0.5 s``, ``3 s``."""
    return f"{plain_seconds(length)} s"


def seconds_in_words(length: float) -> str:
    """Return a length of time as sentences write it: ``0.5 seconds``, ``1 second``."""
    return f"{plain_seconds(length)} {'second' if length == 1 else 'seconds'}"


def seconds_read(length: float | None) -> str:
    """Return a measured length of time with two decimals, ``1.43 s``, a dash for None."""
    return DASH if length is None else f"{short(length)} s"


def signed_seconds(length: float | None) -> str:
    """Return how much later something is, ``+0.87 s``, or earlier; a dash for None."""
    return DASH if length is None else f"{signed_short(length)} s"


def clock(time: float, decimals: int = 0) -> str:
    """Return a time in a recording: ``1:05``, ``1:02:05``, and ``1:05.2`` with a decimal.

    Without decimals it is the second that a time lies in, as players show it.
    """
    steps = int(time * 10**decimals + (0.5 if decimals else 1e-6))
    whole, part = divmod(steps, 10**decimals)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    said = f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
    return f"{said}.{part:0{decimals}}" if decimals else said


def ends_of(low: float, high: float, write: Callable[..., str]) -> tuple[str, str]:
    """Return both ends of an interval; with two decimals one that is not 0 does not read as 0."""
    beside = (0.0,) if write in (short, signed_short) else ()
    return write(low, *beside), write(high, *beside)


def between(low: float | None, high: float | None, write: Callable[..., str] = shown) -> str:
    """Return an interval for reading, ``0.6 to 0.8`` or ``0.004 to 0.81``; empty without one."""
    return "" if low is None or high is None else " to ".join(ends_of(low, high, write))


def span_of(values: Iterable[float], write: Callable[..., str]) -> str:
    """Return the least and the greatest of some values, ``0.9 to 1.2``, once if they read alike."""
    known = sorted(values)
    ends = ends_of(known[0], known[-1], write) if known else (DASH,)
    return " to ".join(dict.fromkeys(ends))


def exact_time(time: float) -> str:
    """Return a time in a recording to the millisecond, as far as it has some: ``1:23.900``."""
    return clock(time, 3).removesuffix(".000")
