"""Where the numbers of a consensus come from: its agreement with coders, shares of disputes."""

from __future__ import annotations

from collections import Counter

from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold_agreement import CoderAgreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.corpus import UNIT
from segmetrics.derivations.coefficient_derivation import (
    NOBODY,
    WHOLES,
    near_miss_window,
    share_of_edits,
    window_holds,
)
from segmetrics.derivations.derivation import (
    LEAVING_OUT,
    Count,
    Derivation,
    Working,
    interval_sentence,
)
from segmetrics.derivations.latex_formulas import fraction
from segmetrics.phrases import before

MEAN = r"\frac{\sum D \, (1 - \mathrm{WD})}{\sum D}"
SOURCES = {
    "s": "Fournier & Inkpen (2012), section 3",
    "b": "Fournier (2013), section 4",
    "wd": "Pevzner & Hearst (2002), section 4",
}


def gold_derivation(row: CoderAgreement, options: AgreementOptions, level: float) -> Derivation:
    """Return where the agreement of a gold segmentation with a coder comes from."""
    counts: list[Count] = [("Items that both have", row.items)]
    if row.similarity == "wd":
        formula, inserted = MEAN, fraction(row.numerator, row.denominator)
        counts += [
            ("Potential boundaries of items with a value, D", row.denominator),
            ("The same, each times its 1−WD", row.numerator),
        ]
        if not row.denominator:
            formula, inserted = NOBODY, "1"
        said = f"1−WD is the mean of both directions; a {window_holds(options.width)}."
    else:
        formula, inserted = share_of_edits(row.similarity, row.denominator, row.numerator)
        counts += [
            (WHOLES[row.similarity].capitalize(), row.denominator),
            ("Cost of edits", row.denominator - row.numerator),
        ]
        said = near_miss_window(options.model.n)
    around = interval_sentence(row.interval, level, LEAVING_OUT)
    return Derivation.of(
        Working(formula, inserted, counts),
        row.value,
        name=f"{similarity_name(row.similarity)} of the consensus and {row.coder}",
        about="Agreement over all items together; chance is not taken off. 1 is the same.",
        convention=f"{said} {around}",
        source=SOURCES[row.similarity],
        undefined=row.interval.undefined if row.value is None else "",
    )


def dispute_derivation(dispute: Dispute, unit: str = UNIT) -> Derivation:
    """Return where the share of a dispute comes from."""
    answers = sorted(Counter(dispute.votes.values()).items())
    counts = [
        (f"Coders with a boundary {before([place], unit)}", times) for place, times in answers
    ]
    counts.append(("Coders who marked no boundary", len(dispute.silent)))
    most = max(times for _, times in counts)
    coders = sum(times for _, times in counts)
    where = before([place for place, _ in answers], unit)
    return Derivation(
        name=f"Disputed share of {dispute.item}, {where}",
        about=(
            "Share of the coders who did not give the most common answer. Answers are a "
            "place, or no boundary at all."
        ),
        value=dispute.dispute,
        counts=(*counts, ("Coders of the item who vote", coders)),
        formula=r"1 - \frac{\text{most common answer}}{\text{coders}}",
        inserted=f"1 - {fraction(most, coders)}",
    )
