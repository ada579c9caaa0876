"""Numbers, sums, fractions and whole formulas in LaTeX, with the numbers put in."""

from __future__ import annotations

from collections.abc import Sequence

WRITTEN_OUT = 12
"""Sums of more terms are written as their total."""

# Sums of more squared distances are written as their total.
FEW = 4


def number(value: float) -> str:
    """Write a number for a formula: whole as it is, else with up to six decimals."""
    if float(value).is_integer():
        return str(int(value))
    return f"{value:.6f}".rstrip("0").rstrip(".")


def fraction(above: float | str, below: float | str) -> str:
    """Write a fraction."""
    one, other = (part if isinstance(part, str) else number(part) for part in (above, below))
    return rf"\frac{{{one}}}{{{other}}}"


def written_sum(terms: Sequence[str], total: float) -> str:
    """Write a sum: its terms if they are few, else its total."""
    return " + ".join(terms) if 0 < len(terms) <= WRITTEN_OUT else number(total)


def sum_of(values: Sequence[float]) -> str:
    """Write the sum of numbers."""
    return written_sum([number(value) for value in values], sum(values))


def mean_of(values: Sequence[float]) -> str:
    """Write the mean of numbers; nothing if there are none."""
    return fraction(sum_of(values), len(values)) if values else ""


def difference(later: float | None, earlier: float | None) -> str:
    """Write one number less another; nothing if one of them is undefined."""
    if later is None or earlier is None:
        return ""
    other = number(earlier)
    return f"{number(later)} - {f'({other})' if other.startswith('-') else other}"


def deviation(
    values: Sequence[float], mean: float, symbol: str, size: str, squares: float | None = None
) -> tuple[str, str]:
    """Write a population standard deviation: the formula, with the numbers put in."""
    formula = rf"\sqrt{{\frac{{1}}{{{size}}} \sum \left({symbol} - \bar{{x}}\right)^2}}"
    if not values:
        return formula, ""
    if squares is None:
        squares = sum((value - mean) ** 2 for value in values)
    terms = [rf"({number(value)} - {number(mean)})^2" for value in values]
    few = terms if len(terms) <= FEW else []
    return formula, rf"\sqrt{{{fraction(written_sum(few, squares), len(values))}}}"


def right_side(formula: str) -> str:
    """Return a formula without the symbol that it defines."""
    return formula.partition(" = ")[2] or formula


def aligned(formula: str, inserted: str, value: str) -> str:
    """Write a formula, the same with the numbers put in, and what it comes to, line by line."""
    name, equals, right = formula.partition(" = ")
    lines = [f"{name} &= {right}" if equals else f"&{formula}"]
    if inserted:
        lines.append(f"&= {inserted}")
    if value and inserted != value:
        lines.append(f"&= {value}")
    return r"\begin{aligned} " + r" \\[0.8em] ".join(lines) + r" \end{aligned}"
