"""What is sure of coders though it is no finding: how often they mark, and on which side they lie.

Before that stands who segments finely and who coarsely (`segmetrics.reliability.schools`).

Pages, report and command say it in the same words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from statistics import median

from segmetrics.corpus import Corpus
from segmetrics.number_formats import percent, rate
from segmetrics.phrases import counted
from segmetrics.reliability.coder_cards import CoderDensity, coder_densities
from segmetrics.reliability.coder_findings import CoderFinding, FindingTable
from segmetrics.reliability.schools import schools_in

ENOUGH = 20
"""Items from which nearly every coder who marks at random was named, in simulations."""

MORE = 1.5
"""Times as many boundaries as the others place that is mentioned."""


def habits_seen(corpus: Corpus, found: FindingTable, named: Collection[str] = ()) -> list[str]:
    """Return what is sure of the coders of a corpus who do not stand out, nor are named besides."""
    said = [one.words for one in schools_in(corpus)]
    return said + [habit for one in _others(corpus, found, named) for habit in seen_of(one)]


def rates_seen(corpus: Corpus, found: FindingTable, named: Collection[str] = ()) -> list[str]:
    """Return who of them marks far more or less often than the others."""
    return [habit for one in _others(corpus, found, named) for habit in _rate_of(one)]


def _others(corpus: Corpus, found: FindingTable, named: Collection[str]) -> Iterator[CoderDensity]:
    """Yield the coders who do not stand out, nor are named besides."""
    rows = {row.coder: row for row in found.rows}
    for group in corpus.groups:
        of_group = [rows[coder] for coder in group.coders]
        for one in coder_densities([corpus[name] for name in group.items], of_group):
            if not one.finding.stands_out and one.coder not in named:
                yield one


def seen_of(card: CoderDensity) -> list[str]:
    """Return what is seen of a coder and is no fault: how often, on which side, they mark."""
    said = _rate_of(card)
    if card.finding.side != "none" and not card.finding.evidence:
        said.append(f"{card.coder} is usually {usually(card.finding)}.")
    return said


def _rate_of(card: CoderDensity) -> list[str]:
    """Return how often a coder marks, if that is sure to be far from how often the others do."""
    if card.finding.evidence or not (marks_unlike(card) and card.finding.rate_differs):
        return []
    return [f"{how_often(card, card.coder)}. Whether that is wrong depends on your guideline."]


def the_others(card: CoderDensity) -> str:
    """Return what the other coders of the items are called."""
    return "the others" if len(card.densities) > 1 else "the other coder"


def how_often(card: CoderDensity, coder: str = "") -> str:
    """Return how many times as often as the others a coder marks, with the interval."""
    times, (low, high, *_) = card.finding.rate_ratio, card.finding.rate_interval
    marks = f"{coder} marks" if coder else "Marks"
    if not times:
        return f"{marks} nothing"
    known = low is not None and high is not None
    if times < 1:
        around = f" ({percent(low)} to {percent(high)})" if known else ""
        return f"{marks} {percent(times)} as often as {the_others(card)}{around}"
    around = f" ({rate(low)} to {rate(high)})" if known else ""
    return f"{marks} {rate(times)} times as often as {the_others(card)}{around}"


def usually(found: CoderFinding) -> str:
    """Return on which side most near misses lie, with how many, and whether items are too few."""
    said = f"one place {found.side} ({of_near_misses(found)})"
    return said if found.items >= ENOUGH else f"{said}; {too_few(found.items).removesuffix('.')}"


def of_near_misses(found: CoderFinding) -> str:
    """Return how many of the near misses lie on the side of most: ``37 of 42 near misses``."""
    both = found.early + found.late
    return f"{max(found.early, found.late):,} of {counted(both, 'near miss')}"


def too_few(items: int) -> str:
    """Return why what is seen may be chance."""
    if items >= ENOUGH:
        return "That may be chance."
    are = "is" if items == 1 else "are"
    return f"{counted(items, 'item')} {are} too few to be sure."


def marks_unlike(card: CoderDensity) -> bool:
    """Return whether a coder marks far more or less than the others usually do, and than each."""
    ratio, density, others = card.finding.rate_ratio, card.density, card.densities
    if ratio is None or density is None or not others or 1 / MORE < ratio < MORE:
        return False
    if card.finding.school:
        return False
    # One who marks far more than all does not make each of the others mark less.
    usual = median(others)
    if ratio > 1:
        return density > max(others) and density >= MORE * usual
    return density < min(others) and density * MORE <= usual
