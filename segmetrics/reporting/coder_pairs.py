"""How each two coders of a corpus agree, on average over the items that both coded."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from segmetrics.coefficients.chance_corrected import observed_agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import block_tallies
from segmetrics.corpus import Corpus

NO_VALUE = "no item that both coded has a value of the similarity"


class PairRow(NamedTuple):
    """How two coders agree on the items that both coded."""

    # The two, in the order of the corpus.
    coder_a: str
    coder_b: str
    items: int  # items that both coded
    # Mean of the similarity over those items on which it has a value; None if on none.
    value: float | None
    # Edits under the near-miss window of S, over these items.
    near_misses: int
    full_misses: int
    undefined: str = ""  # why there is no value, or empty


def pair_rows(corpus: Corpus, options: AgreementOptions) -> tuple[PairRow, ...]:
    """Compare every pair of coders on the items that both coded."""
    place_of = {coder: place for place, coder in enumerate(corpus.coders)}
    found: dict[tuple[str, str], _PairSums] = {}
    for tally in block_tallies(corpus, options):
        ratios, coders = tally.ratios, tally.block.coders
        values = observed_agreement(ratios.numerator, ratios.denominator, ratios.known)
        for row, pair in enumerate(combinations(coders, 2)):
            a, b = sorted(pair, key=place_of.__getitem__)
            sums = found.setdefault((a, b), _PairSums())
            known = ratios.known[row]
            sums.items += len(known)
            sums.valued += int(known.sum())
            sums.total += float(values[row][known].sum())
            sums.near += int(ratios.near_misses[row].sum())
            sums.full += int(ratios.full_misses[row].sum())
    order = sorted(found, key=lambda pair: (place_of[pair[0]], place_of[pair[1]]))
    return tuple(found[pair].row(*pair) for pair in order)


@dataclass
class _PairSums:
    """What is added up over the items of a pair of coders."""

    items: int = 0
    valued: int = 0
    total: float = 0.0
    near: int = 0
    full: int = 0

    def row(self, a: str, b: str) -> PairRow:
        value = self.total / self.valued if self.valued else None
        why = "" if self.valued else NO_VALUE
        return PairRow(a, b, self.items, value, self.near, self.full, why)
