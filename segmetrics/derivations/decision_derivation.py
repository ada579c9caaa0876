"""Where alpha, Fleiss' kappa, AC1, percentage agreement and mean kappas come from."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.coefficients.decision_table import DecisionAgreement, DecisionTable
from segmetrics.coefficients.levels import row_in_words
from segmetrics.coefficients.quantities import DECISIONS
from segmetrics.derivations.coefficient_derivation import mean_over_groups
from segmetrics.derivations.derivation import POOLED, Count, Derivation, Step, Working
from segmetrics.derivations.latex_formulas import WRITTEN_OUT, fraction, mean_of, number
from segmetrics.phrases import capital

SHARE = r"\frac{\text{decisions with the majority}}{\text{decisions}}"
MEAN = (
    r"\bar{\kappa} = \frac{1}{C} \sum_c \kappa_c, \quad "
    r"\kappa_c = \frac{p_o - p_e}{1 - p_e} \text{ of coder and majority}"
)
POOLED_MARGINALS = r", \quad p_e = p^2 + (1 - p)^2 \text{ with one } p \text{ for both}"
# How two decisions are expected to agree, with a mean share p of boundaries at a place.
EXPECTED = {"fleiss": "1 - 2 p (1 - p)", "ac1": "2 p (1 - p)"}


def decision_derivation(table: DecisionTable, row: DecisionAgreement, column: str) -> Derivation:
    """Return where a number of a table of decisions comes from."""
    quantity = DECISIONS[column]
    if row.level == "corpus":
        of_groups = [getattr(group, column) for group in table.groups]
        working = mean_over_groups(of_groups, quantity.latex)
    elif column == "percentage":
        working = _percentage(row)
    elif column == "mean_kappa":
        working = _mean_kappa(row.kappas, MEAN)
    elif column == "siegel_castellan":
        formula = MEAN.replace(r"\kappa", "K") + POOLED_MARGINALS
        working = _mean_kappa(row.pooled_kappas, formula)
    elif column in EXPECTED:
        working = _over_places(row, column)
    else:
        working = _alpha(table, row)
    return Derivation.of(
        working,
        getattr(row, column),
        name=f"{quantity.name} of {row_in_words(row.level, row.item)}",
        about=f"{quantity.about}{POOLED[row.level]}",
        convention=f"{capital(table.options.signature)}.",
        source=quantity.source,
        undefined=row.undefined.get(column, ""),
    )


def _percentage(row: DecisionAgreement) -> Working:
    counts = [
        ("Decisions, at places that two coders or more coded", row.decisions),
        ("Decisions that agree with the majority of their place", row.with_majority),
    ]
    return Working(SHARE, fraction(row.with_majority, row.decisions), counts)


def _over_places(row: DecisionAgreement, column: str) -> Working:
    """Return the working of a coefficient from agreement and shares of boundaries at places."""
    if not row.units:
        return Working()
    symbol = DECISIONS[column].latex
    share, observed = row.shares / row.units, 1 - row.unlike / row.units
    alike = 1 - 2 * share * (1 - share)
    expected = alike if column == "fleiss" else 1 - alike
    twice = rf"2 \times {number(share)} \times (1 - {number(share)})"
    steps = [
        Step(
            "Observed agreement",
            r"P_a = 1 - \frac{U}{D}",
            f"1 - {fraction(row.unlike, row.units)}",
            observed,
        ),
        Step(
            "Mean share of boundaries", r"p = \frac{B}{D}", fraction(row.shares, row.units), share
        ),
        Step(
            "Expected agreement",
            f"P_e = {EXPECTED[column]}",
            f"1 - {twice}" if column == "fleiss" else twice,
            expected,
        ),
    ]
    counts: list[Count] = [
        ("Places that two coders or more coded, D", row.units),
        ("Shares of pairs of unlike decisions, added up over places, U", row.unlike),
        ("Shares of boundaries, added up over places, B", row.shares),
    ]
    inserted = fraction(f"{number(observed)} - {number(expected)}", f"1 - {number(expected)}")
    formula = rf"{symbol} = \frac{{P_a - P_e}}{{1 - P_e}}"
    return Working(formula, inserted if getattr(row, column) is not None else "", counts, steps)


def _mean_kappa(kappas: Mapping[str, float | None], formula: str) -> Working:
    """Average the kappas of the coders who have one."""
    known = {coder: kappa for coder, kappa in kappas.items() if kappa is not None}
    counts: list[Count] = [("Coders with a kappa, C", len(known))]
    if len(known) <= WRITTEN_OUT:
        counts += [(f"Kappa of {coder} against the majority", k) for coder, k in known.items()]
    return Working(formula, mean_of(list(known.values())), counts)


def _alpha(table: DecisionTable, row: DecisionAgreement) -> Working:
    """Return the working of alpha from observed and expected disagreement."""
    n, observed, expected = row.decisions, row.observed_disagreement, row.expected_disagreement
    counts: list[Count] = [
        ("Places that two coders or more coded", row.units),
        ("Decisions there, n", n),
        ("Boundaries among them, b", row.boundaries),
    ]
    steps = []
    if observed is not None:
        # Whole but for thirds and the like, up to the rounding of the disagreement.
        unlike = round(observed * n / 2, 9)
        counts.append(
            ("Disagreeing pairs at each place, divided by its coders less one, summed (U)", unlike)
        )
        inserted = fraction(rf"2 \times {number(unlike)}", n)
        steps.append(Step("Observed disagreement", r"D_o = \frac{2 U}{n}", inserted, observed))
    if expected is not None:
        formula = r"D_e = \frac{2 \, b (n - b)}{n (n - 1)}"
        inserted = rf"2 \times {row.boundaries} \times {n - row.boundaries}"
        if table.options.values == "types":
            formula = r"D_e = \frac{2 P}{n (n - 1)}"
            unlike = round(expected * n * (n - 1) / 2)
            counts.append(("Pairs of unlike decisions among all, P", unlike))
            inserted = rf"2 \times {unlike}"
        inserted = fraction(inserted, rf"{n} \times {n - 1}")
        steps.append(Step("Expected disagreement", formula, inserted, expected))
    inserted = ""
    if observed is not None and expected is not None:
        inserted = f"1 - {fraction(observed, expected)}"
    return Working(r"\alpha = 1 - \frac{D_o}{D_e}", inserted, counts, steps)
