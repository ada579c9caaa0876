"""Figures of corpora that others published, to see where one's own stands.

Coefficients, parameters of the model of coders and sources come with this program; no text, no
coding and no name of a coder. ``python -m benchmarks.open_corpora`` computes them from the
published files.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, get_type_hints

from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import CoderGroup, Corpus
from segmetrics.io.samples import DATA
from segmetrics.reliability.fitted_coders import NO_PERSON, CoderModel
from segmetrics.reliability.panel_average import panel_average
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.rows import Rows

FIGURES = DATA / "open_corpora.csv"
"""The file of the figures."""

OPTIONS = AgreementOptions(n=2)
"""How coefficients of all corpora are computed, so that they compare."""

TOO_ALIKE = "two of the coders are more alike than coders who work apart"


class GroupFigures(NamedTuple):
    """What is known of a coder group of a corpus."""

    corpus: str  #: the corpus
    group: str  #: which of its coder groups, if it has several
    unit: str  #: what a unit of its texts is, such as ``paragraph``
    items: int  #: how many items
    coders: int  #: how many coders
    units: int  #: how many units
    density: float  #: boundaries that a coder places in 100 potential boundaries, on average
    corrected: float | None  #: R
    alpha: float | None  #: Krippendorff's alpha
    pi_star_b: float | None  #: pi* over B
    pi_star: float | None  #: pi* over S
    kappa_star: float | None  #: kappa* over S
    one_minus_wd_mean: float | None  #: the mean of 1 - WindowDiff
    hits: float | None  #: share of the shared boundaries that a coder finds, the mean over coders
    added: float | None  #: boundaries of their own in 100 other places, likewise
    shifted: float | None  #: share of the reports that are not in place, likewise
    refusal: str  #: why the model of coders says nothing, or empty
    source: str  #: who published the codings, and where they are


@cache
def open_corpora() -> Rows[GroupFigures]:
    """Return the figures of open corpora that come with the program.

    Returns
    -------
    Rows of GroupFigures
        A row for each coder group.

    Examples
    --------
    >>> len({row.source for row in open_corpora()}) > 2
    True
    """
    kinds = get_type_hints(GroupFigures)
    with FIGURES.open(encoding="utf-8", newline="") as file:
        return Rows(
            GroupFigures(**{name: _value(text, kinds[name]) for name, text in row.items()})
            for row in csv.DictReader(file)
        )


def _value(text: str, kind: object) -> Any:
    """Read a cell as what its column holds."""
    if kind is str:
        return text
    if kind is int:
        return int(text)
    return float(text) if text else None


def beside(
    corpus: Corpus,
    table: AgreementTable,
    judged: ReliabilityTable,
    model: CoderModel | None,
    *,
    title: str,
    unit: str,
    source: str = "",
    groups: Sequence[str] = (),
) -> tuple[GroupFigures, ...]:
    """Put what was computed of a corpus into rows as open corpora have them."""
    found = []
    for place, group in enumerate(corpus.groups):
        row, reliable = table.groups[place], judged.groups[place]
        average = panel_average(model, group.coders) if model else None
        found.append(
            GroupFigures(
                corpus=title,
                group=groups[place] if groups else "",
                unit=unit,
                items=len(group.items),
                coders=len(group.coders),
                units=row.mass,
                density=_density(corpus, group),
                corrected=reliable.corrected,
                alpha=reliable.alpha,
                pi_star_b=reliable.pi_star_b,
                pi_star=row.pi_star,
                kappa_star=row.kappa_star,
                one_minus_wd_mean=row.one_minus_wd_mean,
                hits=average and average.hits,
                added=average and average.added,
                shifted=average and average.shifted,
                refusal="" if average or model is None else _refusal(model, group),
                source=source,
            )
        )
    return tuple(found)


def _refusal(model: CoderModel, group: CoderGroup) -> str:
    """Return why the model is silent, without the names of coders who are too much alike."""
    of_group = {row.group for row in model.coders if row.coder in group.coders}
    for fitted in model.groups:
        if fitted.group in of_group and fitted.refusal:
            return TOO_ALIKE if fitted.alike else fitted.refusal
    return NO_PERSON


def _density(corpus: Corpus, group: CoderGroup) -> float:
    """Return how many boundaries a coder places in 100 potential ones, over all codings."""
    codings = [coding for name in group.items for coding in corpus[name].codings.values()]
    places = sum(coding.mass - 1 for coding in codings)
    return 100 * sum(len(coding.boundaries) for coding in codings) / places if places else 0.0
