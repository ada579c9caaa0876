"""R of a corpus of one group opens with what was counted, not as a mean of one number."""

from __future__ import annotations

import pytest

from segmetrics import sample
from segmetrics.derivations.chance_derivation import chance_derivation
from segmetrics.reliability.chance import chance


@pytest.mark.parametrize(("key", "groups"), [("interviews", 1), ("moonstone", 2)])
def test_r_of_one_group_is_worked_out_from_observed_and_shuffled_agreement(
    key: str, groups: int
) -> None:
    table = chance(sample(key))
    assert len(table.groups) == groups
    found = chance_derivation(table, table.corpus, "corrected")
    counted = dict(found.counts)
    assert found.value == table.corpus.corrected
    assert found.name.endswith("of the corpus")
    if groups > 1:
        assert counted == {"Coder groups with a value, G": groups}
    else:
        observed = counted["Observed agreement of the coders, A"]
        shuffled = counted["Agreement of shuffled coders, M"]
        assert (observed - shuffled) / (1 - shuffled) == pytest.approx(found.value)
