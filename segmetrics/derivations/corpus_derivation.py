"""Where a number of a whole corpus comes from, found by what it is and on which row it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isclose
from typing import TypeVar

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable, agreement
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.decision_table import DecisionAgreement, DecisionTable, decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import BY_SHUFFLING, DECISIONS, Quantity
from segmetrics.corpus import Corpus
from segmetrics.derivations.chance_derivation import chance_derivation
from segmetrics.derivations.coefficient_derivation import coefficient_derivation
from segmetrics.derivations.decision_derivation import decision_derivation
from segmetrics.derivations.derivation import Derivation
from segmetrics.reliability.chance import ChanceRow, ChanceTable, chance

ChanceOf = Callable[[Corpus, AgreementOptions], ChanceTable]
"""What shuffled codings of a corpus reach, computed or found."""

Row = TypeVar("Row", AgreementRow, ChanceRow, DecisionAgreement)


def corpus_derivation(
    corpus: Corpus,
    options: AgreementOptions,
    quantity: Quantity,
    level: str = "corpus",
    name: str = "",
    *,
    as_group: bool = False,
    agreement_of: Callable[[Corpus, AgreementOptions], AgreementTable] = agreement,
    chance_of: ChanceOf = chance,
    decisions_of: Callable[[Corpus], DecisionTable] = decisions,
) -> Derivation | None:
    """Return where a number of agreement, shuffling or decisions comes from; None without a row."""
    if quantity.column in DECISIONS:
        decided = decisions_of(corpus)
        groups = decided.groups if as_group else ()
        found = _row(decided.rows, groups, level, name)
        return decision_derivation(decided, found, quantity.column) if found else None
    if quantity.column in BY_SHUFFLING:
        shuffled = chance_of(corpus, options)
        level_row = _row(shuffled.rows, shuffled.groups if as_group else (), level, name)
        return chance_derivation(shuffled, level_row, quantity.column) if level_row else None
    if quantity.similarity:
        options = replace(options, similarity=quantity.similarity)
    table = agreement_of(corpus, options)
    row = _row(table.rows, table.groups if as_group else (), level, name)
    return coefficient_derivation(corpus, table, row, quantity.column) if row else None


def _row(rows: Sequence[Row], groups: Sequence[Row], level: str, name: str) -> Row | None:
    if (level, name) == ("corpus", "") and len(groups) == 1:
        return groups[0]
    return next((row for row in rows if (row.level, row.item) == (level, name)), None)


def same_value(one: float | None, other: float | None) -> bool:
    """Return whether two ways to a number came to the same, up to rounding."""
    if one is None or other is None:
        return one is other
    return isclose(one, other, abs_tol=NEGLIGIBLE)
