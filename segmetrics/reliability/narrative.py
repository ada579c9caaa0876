"""What an explanation's numbers bear, in sentences that can be pasted.

Coders of a group who stand out are found by `segmetrics.reliability.coder_findings`; one item has
too few boundaries to name anybody for. A stretch of the text is named if a test at the level
`ALPHA` says so, by scattering the disagreements over the potential boundaries. Another sentence
describes: a coder whose number of boundaries lies far from those of all others is named with these
numbers. The order is by what a reader has to know first: whether there is agreement beyond chance
at all, by the verdict of the table of reliability.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np

from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.levels import row_title
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.edits import EditKind
from segmetrics.number_formats import between, count, p_in_sentence, percent, rate, short
from segmetrics.phrases import counted, from_to, joined
from segmetrics.reliability.chance_verdicts import (
    beside_verdict,
    of_these,
    true_of_these,
    verdict_sentence,
)
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.reliability.evidence import Evidence
from segmetrics.reliability.loss import Loss

Cause = Literal[
    "undefined",
    "none",
    "chance",
    "size",
    "misses",
    "without",
    "coder",
    "place",
    "granularity",
    "bias",
    "sparsity",
]
"""What a sentence is about."""

ALPHA = 0.01
"""Level of the tests behind sentences. Several are made for each item, and a reader looks at
item after item: the usual 0.05 would let too much through that is noise."""

STRETCH = 1 / 3
"""Share of the text up to which a stretch that holds half of the loss is named; more of it is
no place to look at."""

APART_TIMES, APART_BY = 2, 4
"""A coder stands apart who has at least so many times the boundaries of each other, and so many
more; or so many times fewer, and so many fewer: by chance that is so on 1 to 3% of items."""

BIAS_SHOWS = 0.01
"""Difference of kappa* and pi* from which bias is named: less does not show in two decimals."""

APART = 0.2
"""Difference from which two figures are put beside each other in words: from one of the usual
grades of a coefficient to the next."""

ALONE = 0.1
"""R by which leaving out one coder raises it more than leaving out any other, to be told."""

WIDE = 0.2
"""Width from which an interval is called wide: it then reaches over such a grade."""

SHORT = 0.5
"""Units over those of the median item of the group below which an item is called short."""

OTHERS_AS_OFTEN = "and another coder takes part in as many disagreements or more"
"""What is said of one who marks far more or less than each other, and differs no more often."""

PERMUTATIONS = 1999
SEED = 0


class Sentence(NamedTuple):
    """A sentence to paste."""

    cause: Cause
    text: str
    numbers: Mapping[str, float]
    coder: str = ""


def sentences(found: Evidence) -> tuple[Sentence, ...]:
    """Return the sentences that the numbers of an explanation bear."""
    on, loss = _on(found), found.loss
    if loss is None or found.over_s.pi_star is None:
        why = found.over_s.undefined["pi_star"]
        undefined = Sentence("undefined", f"π* over S is undefined{on}: {why}.", {})
        return (*_about_chance(found), undefined)
    if not loss.total.edits:
        text = f"All coders agree at every place{on}."
        if not found.size.density:
            text = f"Nobody set a boundary{on}, so that all coders agree."
        none = Sentence("none", text, {"coders": found.size.coders})
        return (*_about_chance(found), none)
    standing = _about_item(found) if found.rest else _about_group(found)
    return (
        *_about_chance(found),
        *standing,
        _about_misses(loss),
        *_about_leaving_out(found),
        *(_about_coders(found, loss) if found.rest else _about_findings(found)),
        *(_about_place(found) if found.rest else []),
        *_about_sparsity(found),
        *_about_bias(found),
    )


def _about_leaving_out(found: Evidence) -> list[Sentence]:
    """Set R without the one coder without whom it is far higher beside R without any other."""
    own, values = found.reliability.corrected, sorted(found.without.values())
    if own is None or len(values) < 2:
        return []
    lowest, highest, best = values[0], values[-2], values[-1]
    if best - own < APART or best - highest < ALONE:
        return []
    coder = next(name for name, value in found.without.items() if value == best)
    text = f"Without {coder}, R is {short(best)} here; without any other coder, "
    text += f"{short(lowest)} to {short(highest)}."
    numbers = {"without": best, "lowest": lowest, "highest": highest}
    return [Sentence("without", text, numbers, coder)]


def _on(found: Evidence) -> str:
    """Return what a sentence is about, behind a verb."""
    row = found.over_s
    if row.level == "item":
        return f" on {row.item}"
    # Names of groups, as "Anna-Eva", read like those of a pair.
    coders = f" ({counted(row.coders, 'coder')})" if row.coders else ""
    return f" in {row_title(row.level, row.item)}{coders}"


def _about_chance(found: Evidence) -> list[Sentence]:
    """Return the verdict on agreement beyond chance, and what it rests on."""
    row, shuffled = found.reliability, found.shuffled
    if row.verdict is None or row.corrected is None or row.corrected_p_adjusted is None:
        return []
    types = found.loss is not None and EditKind.TYPE_SUBSTITUTION in found.loss.kinds
    verdict = verdict_sentence(row.verdict, row.corrected, on=_on(found))
    low, high, *_ = found.interval
    here = row.level == "item" and of_these(row.verdict, row.level, found.interval)
    around = between(low, high, short) if here else ""
    adjusted = row.corrected_p_adjusted != row.corrected_p
    over = "" if found.similarity == "s" else f" over {similarity_name(found.similarity)}"
    text = (
        f"{verdict} (R{over} {beside_verdict(row.corrected, short)}; "
        f"p {p_in_sentence(row.corrected_p_adjusted)}"
        f"{f', adjusted for the number of {row.level}s' if adjusted else ''}"
        f"{'; by places alone, labels do not count' if types else ''})."
    )
    numbers = {
        "observed": shuffled.observed,
        "shuffled": shuffled.shuffled,
        "corrected": row.corrected,
        "p": row.corrected_p_adjusted,
    }
    if here:
        text += f" {true_of_these(around)}"
        numbers |= {"low": low, "high": high}
    known = {key: value for key, value in numbers.items() if value is not None}
    return [Sentence("chance", text, known)]


def _about_item(found: Evidence) -> list[Sentence]:
    """Return whether an item lies below the others of its group, or may only seem to."""
    value, rest = found.reliability.corrected, found.rest
    others = rest.value if rest else None
    if value is None or others is None or rest is None or value >= others:
        return []
    size = found.size
    beside = counted(size.group_items - 1, "other item")
    low, high, *_ = found.interval
    numbers = {"corrected": value, "others": others, "coders": size.coders, "units": size.units}
    own = beside_verdict(value, short)
    if rest.outlying:
        text = (
            f"Coders agree less here than on their {beside} (R {own} against "
            f"{short(others)}). Pairs disagree {counted(rest.misses, 'time')}; for so many "
            f"boundaries, {count(rest.misses_expected)} would be usual. Bad luck alone does not "
            "explain that."
        )
        numbers |= {"misses": rest.misses, "misses_expected": rest.misses_expected}
        return [Sentence("size", text, numbers)]
    both = f"R {own}; {short(others)} on the rest"
    if low is None or high is None:
        text = (
            f"Agreement is lower here than on their {beside} ({both}). That may be bad luck; "
            "one item seldom tells."
        )
        return [Sentence("size", text, numbers)]
    numbers |= {"low": low, "high": high}
    both = f"R {own}, 95% interval {between(low, high, short)}; {short(others)} on the rest"
    if found.clearly_lowest:
        text = f"Agreement is clearly the lowest here, of all items ({both})."
    elif high < others:
        text = (
            f"Agreement is lower here than on their {beside} ({both}). That may be bad luck: of "
            "several items, one is often this low."
        )
    elif size.units < SHORT * size.median_units:
        text = (
            f"Too short to call it worse than the {beside} of these coders "
            f"({counted(size.units, 'unit')}; {both})."
        )
        numbers["median_units"] = size.median_units
    else:
        none = found.reliability.verdict == "not_distinguishable"
        text = (
            f"Agreement may be chance here. Whether it is lower than on the {beside} of these "
            f"coders is open, as the interval is wide ({both})."
            if none
            else f"No clear difference from the {beside} of these coders ({both})."
        )
    return [Sentence("size", text, numbers)]


def _about_group(found: Evidence) -> list[Sentence]:
    """Point out a wide interval of a group."""
    low, high, why, *_ = found.interval
    value, size = found.reliability.corrected, found.size
    if value is None:
        return []
    name = row_title(found.over_s.level, found.over_s.item)
    numbers = {"corrected": value, "items": size.items, "coders": size.coders}
    if low is None or high is None:
        text = (
            f"How far R of {name} holds for others is open (R {short(value)}; no interval: {why})."
        )
        return [Sentence("size", text, numbers)]
    if high - low < WIDE:
        return []
    text = (
        f"R of {name} is uncertain (R {short(value)}, 95% interval {between(low, high, short)}), "
        f"as it rests on {counted(size.items, 'item')} and {counted(size.coders, 'coder')}."
    )
    return [Sentence("size", text, numbers | {"low": low, "high": high})]


def _about_misses(loss: Loss) -> Sentence:
    """Tell disagreements on whether a segment begins from those on where."""
    about = {
        EditKind.SUBSTITUTION: ("full misses", "whether a segment begins"),
        EditKind.TRANSPOSITION: ("near misses", "exactly where one begins"),
        EditKind.TYPE_SUBSTITUTION: ("other types", "the type of a boundary"),
    }
    whole = loss.total.edits
    found = [
        (loss.kinds[kind].edits, name, what)
        for kind, (name, what) in about.items()
        if kind in loss.kinds
    ]
    numbers = {name: edits for edits, name, _ in found}
    (first, what), *rest = [(edits, what) for edits, _, what in found if edits]
    if rest:
        parts = [f"{edits:,} about {of}" for edits, of in rest]
        start = f"{first:,} {'is' if first == 1 else 'are'} about {what}"
        text = f"{whole:,} disagreements between pairs: {', '.join([start, *parts])}."
    elif whole == 1:
        text = f"The one disagreement between pairs is about {what}."
    else:
        every = "Both" if whole == 2 else f"All {whole:,}"
        text = f"{every} disagreements between pairs are about {what}."
    return Sentence("misses", text, {"loss": loss.total.of_s, **numbers})


def _about_coders(found: Evidence, loss: Loss) -> list[Sentence]:
    """Name the coders of an item whose number of boundaries stands out."""
    said = []
    for coder, (least, most) in _apart(found.boundaries).items():
        own, others = found.boundaries[coder], from_to(least, most)
        # Whoever differs from each other is in as many disagreements as they: no word of blame.
        parts = [part.edits for who, part in loss.coders.items() if who != coder]
        more = loss.coders[coder].edits > max(parts, default=0)
        does = f"and {_part(loss, coder)}" if more else OTHERS_AS_OFTEN
        text = (
            f"{coder} sets {counted(own, 'boundary', 'boundaries')}, the others {others}, {does}."
        )
        numbers = {"boundaries": own, "least": least, "most": most}
        said.append(Sentence("granularity", text, numbers, coder))
    return said


def _part(loss: Loss, coder: str) -> str:
    """Return in how many disagreements a coder takes part."""
    if loss.total.edits == 1:
        return "takes part in the one disagreement between pairs"
    return (
        f"takes part in {loss.coders[coder].edits:,} of the {loss.total.edits:,} disagreements "
        "between pairs"
    )


def _apart(boundaries: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Find the coders with far more or fewer boundaries than each other; with the others' range."""
    found: dict[str, tuple[int, int]] = {}
    if len(boundaries) < 3:
        return found
    for coder, own in boundaries.items():
        others = [number for other, number in boundaries.items() if other != coder]
        least, most = min(others), max(others)
        more = own >= max(APART_TIMES * most, most + APART_BY)
        fewer = least >= max(APART_TIMES * own, own + APART_BY)
        if more or fewer:
            found[coder] = least, most
    return found


def _about_findings(found: Evidence) -> list[Sentence]:
    """Name the coders of a group who stand out."""
    said = []
    for row in found.findings:
        if row.stands_out:
            known = {"kappa": row.kappa, "others": row.others, "rate_ratio": row.rate_ratio}
            numbers = {name: value for name, value in known.items() if value is not None}
            said.append(Sentence("coder", row.words, numbers, row.coder))
        elif row.rate_differs and not 1 / APART_TIMES < (row.rate_ratio or 0.0) < APART_TIMES:
            low, high, *_ = row.rate_interval
            text = _how_often(row, "the others" if len(found.findings) > 2 else "the other coder")
            numbers = {"ratio": row.rate_ratio or 0.0, "low": low or 0.0, "high": high or 0.0}
            said.append(Sentence("granularity", text, numbers, row.coder))
    return said


def _how_often(row: CoderFinding, others: str) -> str:
    """Return how many times as many boundaries a coder sets as the others, or they."""
    times, (low, high, *_) = row.times_more
    around = f"(95% interval {between(low, high, rate)})"
    if (row.rate_ratio or 0.0) > 1:
        return f"{row.coder} sets {rate(times)} times as many boundaries as {others} {around}."
    return (
        f"{row.coder} sets fewer boundaries than {others}: 1 for each {rate(times)} of theirs "
        f"{around}."
    )


def _about_place(found: Evidence) -> list[Sentence]:
    """Name the shortest stretch of the text that holds half of the loss, if it is short."""
    units = found.size.units
    at = np.array([[one.place for one in found.disagreements]])
    costs = np.array([[sum(one.costs.values()) for one in found.disagreements]])
    if not costs.sum():
        return []
    first, length = (int(values[0]) for values in _shortest(at, costs))
    if length > STRETCH * (units - 1):
        return []
    random = np.random.default_rng(SEED)
    shape = (PERMUTATIONS, at.size)
    scattered = np.sort(random.integers(1, units, shape), axis=1)
    shuffled = random.permuted(np.broadcast_to(costs, shape), axis=1)
    lengths = _shortest(scattered, shuffled)[1]
    p = float(1 + (lengths <= length).sum()) / (1 + PERMUTATIONS)
    if p > ALPHA:
        return []
    last, share = first + length, length / (units - 1)
    text = (
        f"Half of the disagreement lies between units {first:,} and {last:,}, in "
        f"{percent(share)} of the text."
    )
    return [Sentence("place", text, {"first": first, "last": last, "share": share, "p": p})]


def _shortest(places: Ints, costs: Floats) -> tuple[Ints, Ints]:
    """Find the shortest stretch with half of the costs, row by row: first place, length."""
    rows, count = places.shape
    sums = np.cumsum(costs, axis=1)
    total = float(sums[0, -1])
    # Rows one after the other make one ascending line to search in.
    offsets = np.arange(rows)[:, np.newaxis] * 2 * total
    needed = sums - costs + total / 2 - NEGLIGIBLE + offsets
    ends = np.searchsorted((sums + offsets).ravel(), needed.ravel()).reshape(rows, count)
    ends -= np.arange(rows)[:, np.newaxis] * count
    inside = ends < count
    lengths = np.take_along_axis(places, np.minimum(ends, count - 1), axis=1) - places + 1
    lengths = np.where(inside, lengths, np.iinfo(np.int64).max)
    best = np.argmin(lengths, axis=1)[:, np.newaxis]
    return np.take_along_axis(places, best, 1)[:, 0], np.take_along_axis(lengths, best, 1)[:, 0]


def _about_sparsity(found: Evidence) -> list[Sentence]:
    """Point out a π* that is high because boundaries are few, and units fine."""
    size, pi = found.size, found.over_s.pi_star
    said = []
    row = found.shuffled
    if row.shuffled is not None and row.expected_pi is not None and row.corrected is not None:
        numbers = {
            "expected": row.expected_pi,
            "shuffled": row.shuffled,
            "corrected": row.corrected,
        }
        if row.shuffled - row.expected_pi >= APART:
            text = (
                f"π* looks too good here: report R ({short(row.corrected)}). Shuffled codings "
                f"reach {similarity_name(found.similarity)} {short(row.shuffled)}: R takes off "
                f"all of that, π* only {short(row.expected_pi)}."
            )
            said.append(Sentence("sparsity", text, numbers))
    others = {"π* over B": found.over_b.pi_star, "α": found.alpha.alpha}
    known = {key: value for key, value in others.items() if value is not None}
    if pi is None or size.density is None or not known or pi - min(known.values()) < APART:
        return said
    beside = joined([f"{key} {short(value)}" for key, value in known.items()])
    text = (
        f"S flatters here: π* over S is {short(pi)}, but {beside}. Boundaries stand at "
        f"{percent(size.density)} of the places, and S counts a place that all leave unmarked as "
        "agreement."
    )
    numbers = {"pi*_S": pi, "density": size.density, "mean_segment": size.mean_segment}
    numbers |= {"pi*_B" if key != "α" else "alpha": value for key, value in known.items()}
    return [*said, Sentence("sparsity", text, numbers)]


def _about_bias(found: Evidence) -> list[Sentence]:
    """Return what unequal numbers of boundaries do to the coefficients, where they show."""
    row = found.over_s
    if row.pi_star is None or row.kappa_star is None or row.bias is None:
        return []
    uneven = _apart(found.boundaries) or any(row.rate_differs for row in found.findings)
    if not uneven or abs(row.kappa_star - row.pi_star) < BIAS_SHOWS:
        return []
    text = (
        f"Some coders mark more often than others. κ* allows for that, π* does not: over S, κ* "
        f"is {short(row.kappa_star)} and π* {short(row.pi_star)} (bias {short(row.bias)})."
    )
    numbers = {"bias": row.bias, "kappa_star": row.kappa_star, "pi_star": row.pi_star}
    return [Sentence("bias", text, numbers)]
