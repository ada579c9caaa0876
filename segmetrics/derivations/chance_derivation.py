"""Where chance-corrected agreement and its p-value come from."""

from __future__ import annotations

from segmetrics.coefficients.levels import row_in_words
from segmetrics.coefficients.quantities import BY_SHUFFLING
from segmetrics.derivations.coefficient_derivation import mean_over_groups
from segmetrics.derivations.derivation import POOLED, Count, Derivation, Working
from segmetrics.derivations.latex_formulas import fraction, number
from segmetrics.phrases import capital
from segmetrics.reliability.chance import ChanceRow, ChanceTable
from segmetrics.reliability.shuffle_tests import SECOND_TEST
from segmetrics.reliability.shuffling import NULLS


def chance_derivation(table: ChanceTable, row: ChanceRow, column: str) -> Derivation:
    """Return where R or its p-value comes from; of the one group of a corpus, what was counted."""
    name = row_in_words(row.level, row.item)
    if row.level == "corpus" and len(table.groups) == 1:
        row = table.groups[0]
    quantity, pooled, null = BY_SHUFFLING[column], POOLED[row.level], table.shuffling.null
    if column == "corrected_p":
        value, working = row.p, _p_value(row)
        pooled = " Here: of means over coder groups." if row.level == "corpus" else pooled
        pooled += f" {SECOND_TEST}" if null == "ring" else ""
    elif row.level == "corpus":
        value = row.corrected
        working = mean_over_groups([group.corrected for group in table.groups], quantity.latex)
    else:
        value, working = row.corrected, _corrected(row)
    over = quantity.over(table.options.similarity)
    return Derivation.of(
        working,
        value,
        name=f"{over.name} of {name}",
        about=f"{quantity.about}{pooled}",
        convention=f"{capital(NULLS[null])}. {capital(table.shuffling.signature)}.",
        source=quantity.source,
        undefined=row.undefined if value is None else "",
    )


def _agreements(row: ChanceRow) -> list[Count]:
    """List what was observed and what shuffled coders reach."""
    found = [
        ("Observed agreement of the coders, A", row.observed),
        ("Agreement of shuffled coders, M", row.shuffled),
        ("Standard error of M, 0 where it is exact", row.error),
    ]
    return [(name, value) for name, value in found if value is not None]


def _corrected(row: ChanceRow) -> Working:
    """Return the working of R from observed and shuffled agreement."""
    inserted = ""
    if row.observed is not None and row.shuffled is not None:
        observed, shuffled = number(row.observed), number(row.shuffled)
        inserted = fraction(f"{observed} - {shuffled}", f"1 - {shuffled}")
    return Working(r"R = \frac{A - M}{1 - M}", inserted, _agreements(row))


def _p_value(row: ChanceRow) -> Working:
    """Return the working of a p-value."""
    formula, shuffles = r"p = \frac{1 + H}{1 + B}", row.shuffles
    if row.p is None or shuffles is None:
        return Working(formula)
    as_high = row.p * (1 + shuffles) - 1
    counts: list[Count] = [
        ("Shuffles, B", shuffles),
        ("Those that agree at least as much as the coders, H", round(as_high)),
        *_agreements(row),
    ]
    return Working(formula, fraction(f"1 + {round(as_high)}", f"1 + {shuffles}"), counts)
