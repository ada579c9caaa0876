"""What tells why agreement on an item or in a group is as low as it is, as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from segmetrics.coefficients.agreement_table import AgreementRow
from segmetrics.coefficients.decision_table import DecisionAgreement
from segmetrics.reliability.chance import ChanceRow
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.reliability.influence import ItemInfluence
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.loss import Disagreement, Loss
from segmetrics.reliability.reliability_table import ReliabilityRow
from segmetrics.reliability.shuffling import ChanceOptions


class Size(NamedTuple):
    """What a figure rests on."""

    items: int
    units: int
    coders: int
    group_items: int  # that two coders or more coded
    median_units: float
    density: float | None
    mean_segment: float


@dataclass(frozen=True)
class Evidence:
    """The numbers that tell why agreement on an item or in a group is as low as it is."""

    reliability: ReliabilityRow
    shuffled: ChanceRow  # what chance-corrected agreement came from
    similarity: str  # of these two
    shuffling: ChanceOptions
    over_s: AgreementRow
    over_b: AgreementRow
    alpha: DecisionAgreement
    loss: Loss | None
    size: Size
    interval: Interval  # of chance-corrected agreement
    signature: str
    findings: tuple[CoderFinding, ...] = ()  # on the coders of a group
    # Of an item alone:
    disagreements: tuple[Disagreement, ...] = ()
    boundaries: Mapping[str, int] = field(default_factory=dict)  # of each coder
    rest: ItemInfluence | None = None
    without: Mapping[str, float] = field(default_factory=dict)  # R of the item without each coder
    clearly_lowest: bool = False  # of all items, by the intervals
