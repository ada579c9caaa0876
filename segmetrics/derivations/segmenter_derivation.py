"""Where the change comes from that a segmenter makes to a coefficient of people.

Both coefficients are derived as those of one coder group. Where the items that the segmenter
coded do not by themselves make one, that of the people is given without its counts.
"""

from __future__ import annotations

from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.corpus import Corpus
from segmetrics.derivations.corpus_derivation import corpus_derivation, same_value
from segmetrics.derivations.derivation import (
    LEAVING_OUT,
    Count,
    Derivation,
    Step,
    Working,
    interval_sentence,
)
from segmetrics.derivations.latex_formulas import difference, right_side
from segmetrics.phrases import lower_first
from segmetrics.reliability.changes import Measure
from segmetrics.segmenters.people_comparison import Comparison, SegmenterTable, with_people

ABOUT = (
    "The coefficient with the segmenter among the people, less that of the people alone, on "
    "the items that it coded. Below 0 it agrees less than they do."
)
APART = (
    "On the items that the segmenter coded, the people alone would fall into several coder "
    "groups. Here they stay one, so the counts behind their coefficient are not shown."
)


def segmenter_derivation(
    corpus: Corpus, table: SegmenterTable, comparison: Comparison, measure: Measure
) -> Derivation:
    """Return where the change of a coefficient by a segmenter comes from."""
    change = comparison.changes[measure]
    joined = with_people(corpus, table, comparison)
    counts: list[Count] = [("Items that the segmenter coded", comparison.items)]
    steps: list[Step] = []
    apart = False
    if joined:
        people = [coder for coder in joined.coders if coder != comparison.segmenter]
        for title, part, value in (
            ("People alone", joined.select(coders=people), change.people),
            ("With it", joined, change.joined),
        ):
            found = corpus_derivation(part, table.options, QUANTITIES[measure], as_group=True)
            if value is None or found is None:
                continue
            if not same_value(found.value, value):
                apart = True
                continue
            counts += [(f"{title}: {lower_first(label)}", n) for label, n in found.counts]
            steps += _steps(found, title)
    how = f"{LEAVING_OUT} with and without the segmenter"
    around = interval_sentence(change.interval, table.level, how)
    inserted = difference(change.joined, change.people)
    return Derivation.of(
        Working(r"\text{with it} - \text{people alone}", inserted, counts, steps),
        change.change,
        name=f"Change of {QUANTITIES[measure].name} of {comparison.group} by "
        f"{comparison.segmenter}",
        about=ABOUT,
        convention=f"{around} {APART}" if apart else around,
        source="Fournier & Inkpen (2012), section 3.4",
        undefined=change.undefined,
    )


def _steps(found: Derivation, title: str) -> list[Step]:
    """List the steps to a number and, if something is put in, the number itself."""
    steps = [step._replace(name=f"{title}: {step.name.lower()}") for step in found.steps]
    if found.value is not None and found.inserted:
        formula = rf"\text{{{title.lower()}}} = {right_side(found.formula)}"
        steps.append(Step(title, formula, found.inserted, found.value))
    return steps
