"""Whether coders agree beyond chance, as a value and in words: here and nowhere else.

Conventions
-----------
The p-values are those of `segmetrics.reliability.chance`, adjusted over all rows of a level
that have one (Benjamini & Hochberg 1995): of the items that are said to agree beyond chance, at
most 5% are expected to be there by chance alone. At an adjusted p of at most .05

``well_beyond_chance``
    chance-corrected agreement is at least .40;
``beyond_chance``
    it is less.

That .40 is where agreement "beyond chance" stops being poor is Fleiss's (1981) convention for
kappa, and no more than a convention. Above .05

``too_short``
    even the highest agreement that the shuffles (or the coders) show is so common among
    shuffles that it would have a p-value above .05: no codings with so few boundaries or
    places could be told from chance. As in Tarone (1990) this depends on what is possible,
    not on what was found;
``not_distinguishable``
    all else.

A verdict speaks of the coders and items at hand, as its p-value does. What others would give is for
the interval to say: where that includes 0, the verdict stands and is said to hold here. Neither the
interval nor Krippendorff's alpha changes it: with enough items they change next to nothing, and
with few they hide agreement that is there (``python -m benchmarks.one_verdict``,
docs/reliability.md).

Sources: Benjamini & Hochberg (1995); Fleiss (1981); Tarone (1990).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import Literal, get_args

from segmetrics.axis import NOUNS, Unit
from segmetrics.coefficients.levels import Level
from segmetrics.number_formats import LEVEL_OF_P, SAME, in_paper, short, shown
from segmetrics.reliability.jackknife import Interval

ChanceVerdict = Literal["well_beyond_chance", "beyond_chance", "not_distinguishable", "too_short"]
"""What is said about agreement and chance, see `segmetrics.reliability.chance_verdicts`."""

VERDICTS: tuple[ChanceVerdict, ...] = get_args(ChanceVerdict)

URGENCY: Sequence[ChanceVerdict] = (
    "not_distinguishable",
    "too_short",
    "beyond_chance",
    "well_beyond_chance",
)
"""Verdicts, those first that ask for work."""


def urgency(verdict: ChanceVerdict | None, corrected: float | None) -> tuple[int, float]:
    """Return by what rows are sorted, those first that need work: their verdict, then R."""
    place = len(URGENCY) if verdict is None else URGENCY.index(verdict)
    return place, inf if corrected is None else corrected


BEYOND: Sequence[ChanceVerdict] = ("beyond_chance", "well_beyond_chance")
"""Verdicts that there is agreement beyond chance."""

UNCLEAR: Sequence[ChanceVerdict] = ("not_distinguishable", "too_short")
"""Verdicts that agreement may be chance."""

SIGNIFICANCE = LEVEL_OF_P
"""Adjusted p-values up to this one are told from chance."""

WELL_BEYOND = 0.40
"""Chance-corrected agreement from which on it is called well beyond chance, a convention."""

EXCELLENT = 0.75
"""Chance-corrected agreement above which it is excellent by Fleiss's (1981) words for kappa."""

HARDLY = 0.20
"""Chance-corrected agreement below which what may be chance is called hardly more."""

WELL = "well beyond chance"
"""What agreement of the best verdict is called, in tables and in sentences."""

VERDICT_WORDS: Mapping[ChanceVerdict, str] = MappingProxyType(
    {
        "well_beyond_chance": WELL,
        "beyond_chance": "low, but beyond chance",
        "not_distinguishable": "may be chance",
        "too_short": "too little to tell",
    }
)
"""Each verdict in words, for a table."""

MEANINGS: Mapping[ChanceVerdict, str] = {
    "well_beyond_chance": (
        f"Coders agree more than by chance. They come at least {short(WELL_BEYOND)} of the way "
        "from chance to perfect agreement (a convention for kappa, Fleiss 1981). A habit that they "
        "share, such as {habit}, counts as agreement too."
    ),
    "beyond_chance": (
        f"Coders agree more than by chance, but come less than {short(WELL_BEYOND)} of the way "
        "from chance to perfect agreement. A habit that they share, such as {habit}, counts as "
        "agreement too."
    ),
    "not_distinguishable": (
        "Chance would often give as much agreement. That is no proof that the coders disagree: "
        "with few boundaries there is little to see."
    ),
    "too_short": (
        "There are too few boundaries, or places for them, to tell any agreement from chance. "
        "Even the best that so many boundaries can reach is common by chance."
    ),
}
VERDICT_EXPLANATIONS: Mapping[Unit, Mapping[ChanceVerdict, str]] = MappingProxyType(
    {
        unit: {verdict: said.format(**nouns._asdict()) for verdict, said in MEANINGS.items()}
        for unit, nouns in NOUNS.items()
    }
)
"""What each verdict means, and what it does not prove."""


OF_THESE: Mapping[Level, str] = MappingProxyType(
    {
        "item": "for these coders",
        "group": "for these coders and items",
        "corpus": "for these coders and items",
    }
)
"""For whom a verdict holds that may not hold for others."""

HOLDS_HERE = (
    "That is true of these coders. With others, agreement might be no better than chance{ends}."
)
OF_OTHERS = " (R {}, 95% interval)"


RULE = (
    f"agreement is beyond chance if p is at most {short(SIGNIFICANCE)}, adjusted for {{number}}. "
    f"It is {WELL} if R is also {short(WELL_BEYOND)} or more"
)
"""By what verdicts are given, for the notes of a table."""

RULE_IN_PAPER = (
    f"At a p-value of at most {in_paper(SIGNIFICANCE)}, agreement is called beyond chance. It is "
    f"called {WELL} if {{corrected}} is at least {in_paper(WELL_BEYOND)}, a convention "
    "for kappa (Fleiss, 1981)."
)
"""The same for a paper, by what it calls chance-corrected agreement."""


def beside_verdict(value: float | None, write: Callable[..., str] = shown) -> str:
    """Write chance-corrected agreement so that it lies on its side of what verdicts go by."""
    return write(value, WELL_BEYOND)


def by_convention(value: float) -> str:
    """Return what so much kappa is called, and by whom: he spoke of no other agreement."""
    sure = value >= WELL_BEYOND - SAME
    size = ("excellent" if value > EXCELLENT else "fair to good") if sure else "poor"
    return f"{size} by Fleiss's convention for kappa"


def sized(verdict: ChanceVerdict | None, value: float | None, write: Callable[..., str]) -> str:
    """Write chance-corrected agreement, and what it is called where it is beyond chance."""
    said = beside_verdict(value, write)
    return f"{said}, {by_convention(value)}" if value is not None and verdict in BEYOND else said


def holds_here(verdict: ChanceVerdict | None, ends: Interval | None) -> bool:
    """Return whether coders agree beyond chance, but others might not, by the interval."""
    return verdict in BEYOND and ends is not None and ends.reaches_zero


def of_these(verdict: ChanceVerdict | None, level: Level, ends: Interval | None) -> str:
    """Return for whom a verdict holds that may not hold for others; empty of any other."""
    return OF_THESE[level] if holds_here(verdict, ends) else ""


def verdict_in_words(
    verdict: ChanceVerdict | None, level: Level, ends: Interval | None = None
) -> str | None:
    """Return a verdict in words, and for whom it holds, for a table; None if there is none."""
    these = of_these(verdict, level, ends)
    return f"{VERDICT_WORDS[verdict]}{these and f' ({these})'}" if verdict else None


def surely_well(verdict: ChanceVerdict | None, ends: Interval | None) -> bool:
    """Return whether no interval says that others might agree less than well beyond chance."""
    low = None if ends is None else ends.low
    doubted = holds_here(verdict, ends) or (low is not None and low < WELL_BEYOND - SAME)
    return verdict == "well_beyond_chance" and not doubted


def verdict_sentence(verdict: ChanceVerdict, corrected: float | None, *, on: str = "") -> str:
    """Return a verdict as a sentence without its full stop, on all items or " on" one of them."""
    if verdict == "well_beyond_chance":
        return f"Coders agree{on} {WELL}"
    if verdict == "beyond_chance":
        return f"Agreement{on} is low, but beyond chance"
    if verdict == "too_short":
        return f"Too little to tell: even the best possible agreement{on} could be chance"
    if corrected is None or corrected >= HARDLY:
        return f"Coders may agree{on} no more than by chance"
    how = "hardly" if corrected > 0 else "no"
    return f"Coders agree{on} {how} more than by chance"


def told_from_chance(p: float) -> bool:
    """Return whether a p-value is low enough to speak against chance."""
    return p <= SIGNIFICANCE + SAME


def verdict_of(
    corrected: float | None, p_adjusted: float | None, p_least: float | None
) -> ChanceVerdict | None:
    """Return the verdict on an item, a group or the corpus.

    All that is computed on rows carries it from here, and whatever speaks of a row takes it from
    there.

    Parameters
    ----------
    corrected : float or None
        Chance-corrected agreement.
    p_adjusted : float or None
        Its p-value, adjusted for those beside it.
    p_least : float or None
        The p-value of the highest agreement that is seen to be possible.

    Returns
    -------
    {"well_beyond_chance", "beyond_chance", "not_distinguishable", "too_short"} or None
        None if there is no p-value.

    Examples
    --------
    >>> verdict_of(0.56, 0.001, 0.001), verdict_of(0.2, 0.1, 0.001), verdict_of(0.2, 0.5, 0.25)
    ('well_beyond_chance', 'not_distinguishable', 'too_short')
    """
    if p_adjusted is None or p_least is None:
        return None
    if not told_from_chance(p_adjusted) or corrected is None:
        return "not_distinguishable" if told_from_chance(p_least) else "too_short"
    return "well_beyond_chance" if corrected >= WELL_BEYOND - SAME else "beyond_chance"


def true_of_these(around: str = "") -> str:
    """Return behind the verdict on an item that it may not hold for others, whose R is `around`."""
    return HOLDS_HERE.format(ends=OF_OTHERS.format(around) if around else "")
