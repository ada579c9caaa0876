"""The order of the items in the heat maps."""

from __future__ import annotations

from segmetrics.agreement.table import AgreementTable
from segmetrics.corpus import Corpus
from segmetrics.dashboard.agreement_view import sorted_rows

__all__ = ["item_order"]


def item_order(corpus: Corpus, table: AgreementTable, order: str) -> list[int]:
    """Order the items of a heat map.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    table : AgreementTable
        Its agreement.
    order : {"corpus", "reliability", "length"}
        As they are, the least reliable first, or the longest first.

    Returns
    -------
    list of int
        Places of the items in the corpus.
    """
    if order == "corpus":
        return list(range(len(corpus.items)))
    by, descending = ("pi_star", False) if order == "reliability" else ("mass", True)
    place_of = {item.name: place for place, item in enumerate(corpus.items)}
    return [place_of[row.item] for row in sorted_rows(table.items, by, descending=descending)]
