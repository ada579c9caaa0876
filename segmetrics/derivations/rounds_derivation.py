"""Where the numbers of many rounds of coding come from: of each round, of each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.derivations.comparison_derivation import RISE, change_derivation, rise
from segmetrics.derivations.corpus_derivation import ChanceOf, corpus_derivation
from segmetrics.derivations.derivation import LEAVING_OUT, Derivation, Working, interval_sentence
from segmetrics.derivations.latex_formulas import fraction
from segmetrics.reliability.changes import Changed
from segmetrics.reliability.coder_trends import RoundCoder, Valued
from segmetrics.reliability.leave_one_out import COLUMNS
from segmetrics.reliability.trends import CodingRound, RoundsTable, RoundStep, compared_parts


def round_derivation(
    named: Sequence[CodingRound],
    table: RoundsTable,
    place: int,
    measure: str,
    level: str,
    name: str,
    *,
    chance_of: ChanceOf,
) -> Derivation | None:
    """Return where a value of what is compared of a round comes from; None if there is none."""
    known = measure in QUANTITIES and (measure in COLUMNS or level == "corpus")
    corpora = compared_parts(named, table.options)
    if not known or level == "group" or not corpora:
        return None
    quantity = QUANTITIES[measure]
    found = corpus_derivation(
        corpora[place],
        table.options,
        quantity,
        level,
        name,
        as_group=True,
        chance_of=chance_of,
    )
    return found and replace(found, name=f"{found.name}, {table.rounds[place].name}")


def step_derivation(
    named: Sequence[CodingRound],
    table: RoundsTable,
    step: RoundStep,
    measure: str,
    level: str,
    name: str,
    *,
    chance_of: ChanceOf,
) -> Derivation:
    """Return where a change in a step comes from; raises KeyError if there is none."""
    corpora = compared_parts(named, table.options)
    pair = corpora[step.before], corpora[step.after]
    found = change_derivation(pair, step.table, measure, "change", level, name, chance_of=chance_of)
    return replace(found, name=f"{found.name}, {table.called(step)}")


def coder_derivation(table: RoundsTable, coder: RoundCoder, place: int) -> Derivation:
    """Return where the agreement of a coder with the others in a round comes from."""
    found = coder.rounds[place]
    over = SIMILARITIES[table.options.similarity]
    counts = [
        ("Items that the coder coded", found.items),
        ("Boundaries placed there", found.boundaries),
        ("What pairs agree on", found.numerator),
        ("What they could", found.denominator),
    ]
    inserted = fraction(found.numerator, found.denominator) if found.denominator else ""
    formula = r"A = \frac{\text{agreed}}{\text{possible}}"
    return Derivation.of(
        Working(formula, inserted, counts),
        found.agreement.value,
        name=f"Agreement of {coder.coder} with the others, {table.rounds[place].name}",
        about=(
            "What this coder and each other agree on, as a share of what they could: 0 to 1, "
            f"higher is better. By {over}, over the items compared; chance is not taken off."
        ),
        convention=_interval(found.agreement, table),
        source="Fournier & Inkpen (2012), equation 5, of the pairs of one coder",
        undefined=found.agreement.undefined,
    )


def coder_change_derivation(table: RoundsTable, coder: RoundCoder, step: int) -> Derivation:
    """Return where the change of a coder's agreement with the others in a step comes from."""
    change = coder.changes[step]
    called = table.called(table.steps[step])
    return Derivation.of(
        rise(change),
        change.change,
        name=f"Change of the agreement of {coder.coder} with the others, {called}",
        about=RISE,
        convention=_interval(change, table),
        undefined=change.undefined,
    )


def _interval(found: Valued | Changed, table: RoundsTable) -> str:
    """Write the interval of a coder's value, and how it was made."""
    return interval_sentence(found.interval, table.interval_options.level, LEAVING_OUT)
