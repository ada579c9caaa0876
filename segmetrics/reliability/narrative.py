"""What an explanation's numbers bear, in sentences that can be pasted.

A sentence that singles out somebody or something has been tested against chance, at the level
`ALPHA`: a coder of an item, by giving the costs of every disagreement to its coders in random
order (those of a group are found by `segmetrics.reliability.coder_findings`); a stretch of the
text, by scattering the disagreements over the potential boundaries; a granularity, by the binomial
distribution of the coder's boundaries among all. The order is by what a reader has to know first:
whether there is agreement beyond chance at all, by the verdict of the table of reliability.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.levels import row_title
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.edits import EditKind
from segmetrics.number_formats import count, in_sentence, p_in_sentence, percent, rate
from segmetrics.phrases import capital, counted, joined
from segmetrics.reliability.chance_verdicts import ChanceVerdict
from segmetrics.reliability.evidence import Evidence
from segmetrics.reliability.loss import Disagreement, Loss
from segmetrics.reliability.shuffling import Null

Cause = Literal[
    "undefined",
    "none",
    "chance",
    "size",
    "misses",
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

VERDICT_SENTENCES: Mapping[ChanceVerdict, str] = {
    "well_beyond_chance": "The coders of {} agree well beyond chance",
    "beyond_chance": "The coders of {} agree beyond chance, but not well beyond it",
    "not_distinguishable": "The agreement of {} is not distinguishable from chance",
    "too_short": "It is too short to say of {} whether its coders agree beyond chance",
}
SHUFFLED: Mapping[Null, str] = {
    "sizes": "every coder's segments are put in random order",
    "anchored": "every coder's segments but the first and the last are put in random order",
    "places": "every coder's boundaries are put at random places",
}
"""What shuffling does, in words."""

TWICE = 2.0
"""A coder is named whose pairs lose, on average, at least so many times what other pairs lose:
less is no reason to look at one coder rather than at all."""

STRETCH = 1 / 3
"""Share of the text up to which a stretch that holds half of the loss is named; more of it is
no place to look at."""

FINER = 1.5
"""Segments over those of the median coder from which a coder is called finer, and one over it
from which coarser: less is one or two segments in most texts."""

BIAS_SHOWS = 0.01
"""Difference of kappa* and pi* from which bias is named: less does not show in two decimals."""

APART = 0.2
"""Difference from which two figures are put beside each other in words: from one of the usual
grades of a coefficient to the next."""

WIDE = 0.2
"""Width from which an interval is called wide: it then reaches over such a grade."""

SHORT = 0.5
"""Units over those of the median item of the group below which an item is called short."""

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
    name, loss = _name(found), found.loss
    if loss is None or found.over_s.pi_star is None:
        why = found.over_s.undefined["pi_star"]
        undefined = Sentence("undefined", f"pi*_S of {name} is undefined: {why}.", {})
        return (*_about_chance(found), undefined)
    if not loss.total.edits:
        nobody = "Nobody placed a boundary: " if not found.size.density else ""
        text = f"{nobody}all coders of {name} agree at every place, and there is no loss."
        none = Sentence("none", capital(text), {"coders": found.size.coders})
        return (*_about_chance(found), none)
    standing = _about_item(found) if found.rest else _about_group(found)
    return (
        *_about_chance(found),
        *standing,
        _about_misses(name, loss),
        *(_about_coder(name, found.disagreements) if found.rest else _about_findings(found)),
        *(_about_place(found) if found.rest else []),
        *_about_granularity(found),
        *_about_bias(found),
        *_about_sparsity(found),
    )


def _name(found: Evidence) -> str:
    return row_title(found.over_s.level, found.over_s.item)


def _about_chance(found: Evidence) -> list[Sentence]:
    """Return the verdict on agreement beyond chance, and what it rests on."""
    row, shuffled = found.reliability, found.shuffled
    if row.verdict is None or row.corrected is None or row.corrected_p is None:
        return []
    types = found.loss is not None and EditKind.TYPE_SUBSTITUTION in found.loss.kinds
    verdict = VERDICT_SENTENCES[row.verdict].format(_name(found))
    text = (
        f"{verdict}: {similarity_name(found.similarity)}"
        f"{', types not looked at,' if types else ''} is {in_sentence(shuffled.observed)}, and "
        f"{in_sentence(shuffled.shuffled)} on average where {SHUFFLED[found.shuffling.null]}; "
        f"R is {in_sentence(row.corrected)}, p {p_in_sentence(row.corrected_p)}."
    )
    numbers = {
        "observed": shuffled.observed,
        "shuffled": shuffled.shuffled,
        "corrected": row.corrected,
        "p": row.corrected_p,
    }
    known = {key: value for key, value in numbers.items() if value is not None}
    return [Sentence("chance", text, known)]


def _about_item(found: Evidence) -> list[Sentence]:
    """Return whether an item lies below the others of its group, or may only seem to."""
    value, rest = found.reliability.corrected, found.rest
    others = rest.value if rest else None
    if value is None or others is None or rest is None or value >= others:
        return []
    name, size = _name(found), found.size
    low, high, why, *_ = found.interval
    numbers = {"corrected": value, "others": others, "coders": size.coders, "units": size.units}
    both = f"{in_sentence(value)}, and {in_sentence(others)}"
    below = f"R of {name} is {both} for the other items of its group"
    if rest.outlying:
        text = (
            f"{below}: it is less reliable. Its coders miss each other {rest.misses} times, where "
            f"{count(rest.misses_expected)} misses would be usual for as many boundaries, also "
            f"when one allows for looking at {size.group_items} items."
        )
        numbers |= {"misses": rest.misses, "misses_expected": rest.misses_expected}
        return [Sentence("size", text, numbers)]
    if low is None or high is None:
        text = f"{below}; whether that is more than chance cannot be told: {why}."
        return [Sentence("size", text, numbers)]
    numbers |= {"low": low, "high": high}
    interval = (
        f"the interval from {in_sentence(low)} to {in_sentence(high)}, by leaving out each of its "
        "coders,"
    )
    if high < others:
        text = (
            f"{below}; {interval} lies below that, but some of {size.group_items} items do so "
            "by chance."
        )
    else:
        text = f"{below}; {interval} reaches that, so it may be no lower."
    if size.units < SHORT * size.median_units:
        text += f" It is short: {size.units} units, where the median is {size.median_units:g}."
        numbers["median_units"] = size.median_units
    return [Sentence("size", text, numbers)]


def _about_group(found: Evidence) -> list[Sentence]:
    """Point out a wide interval of a group."""
    low, high, why, *_ = found.interval
    value, size = found.reliability.corrected, found.size
    if value is None:
        return []
    numbers = {"corrected": value, "items": size.items, "coders": size.coders}
    if low is None or high is None:
        text = f"R of {_name(found)} is {in_sentence(value)} without an interval: {why}."
        return [Sentence("size", text, numbers)]
    if high - low < WIDE:
        return []
    text = (
        f"R of {_name(found)} is {in_sentence(value)}, but its interval is wide, "
        f"{in_sentence(low)} to {in_sentence(high)}, as it rests on {counted(size.items, 'item')} "
        f"and {counted(size.coders, 'coder')}."
    )
    return [Sentence("size", text, numbers | {"low": low, "high": high})]


def _about_misses(name: str, loss: Loss) -> Sentence:
    """Name the kinds of misses that the loss consists of."""
    words = {
        EditKind.TRANSPOSITION: ("near miss", "near misses"),
        EditKind.SUBSTITUTION: ("full miss", "full misses"),
        EditKind.TYPE_SUBSTITUTION: ("boundary of another type", "boundaries of another type"),
    }
    numbers = {"loss": loss.total.of_s}
    parts = []
    for kind, part in loss.kinds.items():
        if kind is EditKind.TYPE_SUBSTITUTION and not part.edits:
            continue
        share = part.cost / loss.total.cost if loss.total.cost else 0.0
        parts.append(f"{percent(share)} is {part.edits} {words[kind][part.edits != 1]}")
        numbers |= {words[kind][1]: part.edits, f"share of {words[kind][1]}": share}
    text = f"Of the loss of {name}, 1 - S = {in_sentence(loss.total.of_s)}, {joined(parts)}."
    return Sentence("misses", text, numbers)


def _about_coder(name: str, found: Sequence[Disagreement]) -> list[Sentence]:
    """Name the coder who takes part in far more of the loss than an even share."""
    coders = list(dict.fromkeys(coder for one in found for coder in one.costs))
    place_of = {coder: place for place, coder in enumerate(coders)}
    rows = [
        (np.array([place_of[coder] for coder in one.costs]), np.array(list(one.costs.values())))
        for one in found
    ]
    theirs, even, there = np.zeros((3, len(coders)))
    for who, costs in rows:
        theirs[who] += 2 * costs  # a pair's loss is counted half for each of the two
        even[who] += 2 / len(who) * costs.sum()
        there[who] += costs.sum()
    excess = np.divide(theirs, even, out=np.zeros_like(theirs), where=even > 0)
    most = int(np.argmax(excess))
    if not there[most]:
        return []
    share, fair = float(theirs[most] / there[most]), float(even[most] / there[most])
    # Odds of the two shares: what a pair with the coder loses, over what another pair does.
    if fair > 1 - NEGLIGIBLE or share * (1 - fair) < TWICE * fair * (1 - share):
        return []
    p = _coder_p(rows, even, float(excess[most]))
    if p > ALPHA:
        return []
    text = (
        f"{coders[most]} takes part in {percent(share)} of the loss of {name}, where an even "
        f"share of its coders is {percent(fair)}."
    )
    numbers = {"share": share, "even_share": fair, "p": p}
    return [Sentence("coder", text, numbers, coders[most])]


def _about_findings(found: Evidence) -> list[Sentence]:
    """Name the coders of a group who stand out."""
    said = []
    for row in found.findings:
        if row.stands_out:
            known = {"kappa": row.kappa, "others": row.others, "rate_ratio": row.rate_ratio}
            numbers = {name: value for name, value in known.items() if value is not None}
            said.append(Sentence("coder", row.words, numbers, row.coder))
    return said


def _coder_p(rows: Sequence[tuple[Ints, Floats]], even: Floats, excess: float) -> float:
    """Find how often somebody stands out as much if costs go to coders in random order."""
    random = np.random.default_rng(SEED)
    drawn = np.zeros((PERMUTATIONS, len(even)))
    for who, costs in rows:
        drawn[:, who] += random.permuted(np.tile(2 * costs, (PERMUTATIONS, 1)), axis=1)
    highest = np.divide(drawn, even, out=np.zeros_like(drawn), where=even > 0).max(axis=1)
    return float(1 + (highest >= excess - NEGLIGIBLE).sum()) / (1 + PERMUTATIONS)


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
        f"Half of the loss of {_name(found)} lies between units {first} and {last}, in "
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


def _about_granularity(found: Evidence) -> list[Sentence]:
    """Name the coders who code far more finely, or coarsely, than the others."""
    said = []
    for coder, one in found.granularity.items():
        if one.p > ALPHA or 1 / FINER < one.ratio < FINER:
            continue
        how = "finely" if one.ratio > 1 else "coarsely"
        text = (
            f"{coder} codes {_name(found)} more {how} than the others: {one.segments} segments, "
            f"where {one.typical:g} are usual (the medians of its items, added up)."
        )
        numbers = {"segments": one.segments, "median": one.typical, "ratio": one.ratio, "p": one.p}
        said.append(Sentence("granularity", text, numbers, coder))
    return said


def _about_bias(found: Evidence) -> list[Sentence]:
    """Return what different rates of boundaries do, if a coder's rate differs from chance."""
    row = found.over_s
    if row.pi_star is None or row.kappa_star is None or row.bias is None:
        return []
    gain = row.kappa_star - row.pi_star
    if abs(gain) < BIAS_SHOWS or all(one.p > ALPHA for one in found.granularity.values()):
        return []
    text = (
        f"Coders of {_name(found)} place boundaries at different rates: with the rates of each "
        f"coder, kappa*_S is {in_sentence(row.kappa_star)}, where pi*_S is "
        f"{in_sentence(row.pi_star)} (bias {in_sentence(row.bias)})."
    )
    numbers = {"bias": row.bias, "kappa_star": row.kappa_star, "pi_star": row.pi_star}
    return [Sentence("bias", text, numbers)]


def _about_sparsity(found: Evidence) -> list[Sentence]:
    """Point out a pi*_S that is high because boundaries are few, and units fine."""
    name, size, pi = _name(found), found.size, found.over_s.pi_star
    said = []
    row = found.shuffled
    if row.shuffled is not None and row.expected_pi is not None and row.corrected is not None:
        numbers = {
            "expected": row.expected_pi,
            "shuffled": row.shuffled,
            "corrected": row.corrected,
        }
        if row.shuffled - row.expected_pi >= APART:
            over = similarity_name(found.similarity)
            text = (
                f"pi* of {name} takes off {over} = {in_sentence(row.expected_pi)}, but {over} is "
                f"{in_sentence(row.shuffled)} where {SHUFFLED[found.shuffling.null]}; corrected "
                f"for that, agreement is {in_sentence(row.corrected)}."
            )
            said.append(Sentence("sparsity", text, numbers))
    others = {"pi*_B": found.over_b.pi_star, "alpha": found.alpha.alpha}
    known = {key: value for key, value in others.items() if value is not None}
    if pi is None or size.density is None or not known or pi - min(known.values()) < APART:
        return said
    beside = " and ".join(f"{key} {in_sentence(value)}" for key, value in known.items())
    text = (
        f"In {name} pi*_S is {in_sentence(pi)}, but {beside}: boundaries stand at "
        f"{percent(size.density)} of the places (a segment has {rate(size.mean_segment)} units on "
        "average), and S counts the unmarked places as agreement."
    )
    numbers = {"pi*_S": pi, **known, "density": size.density, "mean_segment": size.mean_segment}
    return [*said, Sentence("sparsity", text, numbers)]
