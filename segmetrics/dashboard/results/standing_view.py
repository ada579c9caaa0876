"""Where a corpus stands: beside open corpora, and in words of what its coders do."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame import computations
from segmetrics.dashboard.results import overview_words as words
from segmetrics.reliability.fitted_coders import CoderModel
from segmetrics.reliability.panel_average import panel_average
from segmetrics.reproduction.open_corpora import OPTIONS, GroupFigures, beside, open_corpora
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.open_corpora_table import standing_table

SHOWN_OWN = 20
"""Coder groups of one's own that are shown among the open corpora."""


def like_these(model: CoderModel | None, unit: str) -> str:
    """Return what coders do who agree like these; empty where the model does not say."""
    average = panel_average(model) if model else None
    return words.LIKE_THESE.format(average.words(unit)) if average else ""


def own_figures(corpus: Corpus) -> tuple[GroupFigures, ...]:
    """Return the rows of one's own corpus, named by its coder groups; none while it is measured."""
    judged = computations.reliability_of(corpus, OPTIONS).computed()
    model = computations.coder_model_of(corpus, OPTIONS.uncertain, OPTIONS.model.n).computed()
    if judged is None:
        return ()
    table = computations.table_of(corpus, OPTIONS)
    names = [group.name for group in corpus.groups] if len(corpus.groups) > 1 else ()
    found = beside(corpus, table, judged, model, title=words.YOURS, unit=corpus.unit, groups=names)
    return found[:SHOWN_OWN]


def standing(own: Sequence[GroupFigures]) -> PageTable:
    """Set one's own coder groups, marked, among those of open corpora."""
    return page(
        standing_table([*own, *open_corpora()]),
        {"corpus": lambda row: {"title": row.source} if row.source else {}},
        chosen=lambda row: not row.source,
    )


def sources() -> list[str]:
    """Return who published the open corpora, each once."""
    found = {row.corpus: row.source for row in open_corpora()}
    return [f"{corpus}: {source}." for corpus, source in found.items()]
