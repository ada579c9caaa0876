"""How numbers are written for people: each format in one place.

Files for programs hold numbers at full precision; nothing here touches those.
"""

from __future__ import annotations

from collections.abc import Callable

DECIMALS = 4
"""Decimals of a coefficient, a change and a p-value."""

IN_SENTENCES = 3
"""Decimals of a coefficient within a sentence."""

DASH = "\N{EN DASH}"
"""What stands in a table for reading where a value is undefined."""

UNDEFINED = "undefined"
"""What stands in a table of the dashboard where a value is undefined."""

SMALLEST_P = 10.0**-DECIMALS
EXCEL_DECIMAL, EXCEL_COUNT = f"0.{'0' * DECIMALS}", "#,##0"
"""Formats of cells of a workbook."""

HOVER, HOVER_SIGNED, HOVER_ROUGH = f".{DECIMALS}f", f"+.{DECIMALS}f", f".{IN_SENTENCES}f"
HOVER_SHORT, HOVER_SHARE, HOVER_IN_CELLS = f".{DECIMALS}~g", ".0%", ".2f"
"""Formats of what a figure shows on hover, as d3 takes them."""


def shown(value: float | None) -> str:
    """Return a value for reading: four decimals, a count as it is, a dash for None."""
    if value is None:
        return DASH
    return f"{value:z.{DECIMALS}f}" if isinstance(value, float) else str(value)


def read(value: float | None) -> str:
    """Return a value for a page: four decimals, thousands of a count apart, undefined in words."""
    if value is None:
        return UNDEFINED
    return shown(value) if isinstance(value, float) else count(value)


def signed(change: float | None) -> str:
    """Return a change for reading: four decimals with a sign, a dash for None."""
    return DASH if change is None else f"{change:+z.{DECIMALS}f}"


def p_value(p: float | None) -> str:
    """Return a p-value for reading: four decimals and never 0, a dash for None."""
    if p is None:
        return DASH
    return f"< {SMALLEST_P:.{DECIMALS}f}" if p < SMALLEST_P else f"{p:.{DECIMALS}f}"


def p_in_sentence(p: float) -> str:
    """Return a p-value behind its name in a sentence, ``= 0.0130`` or ``< 0.0001``."""
    return p_value(p) if p < SMALLEST_P else f"= {p_value(p)}"


def count(number: float) -> str:
    """Return a number without decimals, its thousands apart."""
    return f"{number:,.0f}"


def six_decimals(value: float) -> str:
    """Return a number with six decimals at most, its thousands apart."""
    return f"{value:,.6f}".rstrip("0").rstrip(".")


def printed(value: float, decimals: int, *, sign: bool = False) -> str:
    """Return a figure with as many decimals as its paper prints; a difference with its sign."""
    return f"{value:+z,.{decimals}f}" if sign else f"{value:,.{decimals}f}"


def percent(share: float) -> str:
    """Return a share as a whole percentage."""
    return f"{share:.0%}"


def short(value: float | None) -> str:
    """Return a value with two decimals."""
    return DASH if value is None else f"{value:z.2f}"


def rate(value: float) -> str:
    """Return a rate or a mean size with one decimal, its thousands apart."""
    return f"{value:,.1f}"


def in_sentence(value: float | None) -> str:
    """Return a value within a sentence: three decimals."""
    return DASH if value is None else f"{value:z.{IN_SENTENCES}f}"


def between(
    low: float | None, high: float | None, write: Callable[[float | None], str] = shown
) -> str:
    """Return an interval for reading, ``0.6 to 0.8``; empty without one."""
    return "" if low is None or high is None else f"{write(low)} to {write(high)}"
