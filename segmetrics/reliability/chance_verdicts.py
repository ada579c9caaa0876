"""Whether coders agree beyond chance, as a value and in words.

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
    shuffles that it would have a p-value above .05: no codings with segments of these sizes
    could be told from chance. As in Tarone (1990) this depends on what is possible, not on
    what was found. Agreement so rare that no shuffle shows it would be overlooked, with
    1,000 shuffles one of about 3 in 1,000 or less;
``not_distinguishable``
    all else.

Sources: Benjamini & Hochberg (1995); Fleiss (1981); Tarone (1990).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, get_args

from segmetrics.number_formats import short

ChanceVerdict = Literal["well_beyond_chance", "beyond_chance", "not_distinguishable", "too_short"]
"""What is said about agreement and chance, see `segmetrics.reliability.chance_verdicts`."""

VERDICTS: tuple[ChanceVerdict, ...] = get_args(ChanceVerdict)

SIGNIFICANCE = 0.05
"""Adjusted p-values up to this one are told from chance."""

WELL_BEYOND = 0.40
"""Chance-corrected agreement from which on it is called well beyond chance, a convention."""

VERDICT_WORDS: Mapping[ChanceVerdict, str] = MappingProxyType(
    {
        "well_beyond_chance": "agrees well beyond chance",
        "beyond_chance": "agrees beyond chance",
        "not_distinguishable": "not distinguishable from chance",
        "too_short": "too short to say",
    }
)
"""Each verdict in words."""

VERDICT_EXPLANATIONS: Mapping[ChanceVerdict, str] = MappingProxyType(
    {
        "well_beyond_chance": (
            f"Coders agree more than shuffled segments do, and by {short(WELL_BEYOND)} or more of "
            "what there is to reach, a convention (Fleiss 1981). A habit that coders share, such "
            "as a boundary after every opening, counts as agreement."
        ),
        "beyond_chance": (
            "Coders agree more than shuffled segments do, but by less than "
            f"{short(WELL_BEYOND)} of what there is to reach. A habit that coders share, such as a "
            "boundary after every opening, counts as agreement."
        ),
        "not_distinguishable": (
            "Shuffled segments agree as much too often to tell the coders from chance. That is "
            "lack of evidence, not proof that coders do not agree: few places show little."
        ),
        "too_short": (
            "Even the best agreement that segments of these sizes reach is common among shuffled "
            "ones: there are too few places or segments to tell any agreement from chance."
        ),
    }
)
"""What each verdict means, and what it does not prove."""


def adjusted_p_values(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Adjust p-values for their number by the rule of Benjamini and Hochberg.

    Source: Benjamini & Hochberg (1995).

    Parameters
    ----------
    p_values : sequence of (float or None)
        The p-values; those that are undefined do not count.

    Returns
    -------
    tuple of (float or None)
        The smallest share of false discoveries at which each would be one, in [0, 1]; lower
        is stronger evidence.

    Examples
    --------
    >>> adjusted_p_values([0.01, None, 0.04, 0.03])
    (0.03, None, 0.04, 0.04)
    """
    known = [(p, place) for place, p in enumerate(p_values) if p is not None]
    adjusted: list[float | None] = [None] * len(p_values)
    lowest = 1.0
    for rank, (p, place) in sorted(enumerate(sorted(known), 1), reverse=True):
        lowest = min(lowest, p * len(known) / rank)
        adjusted[place] = lowest
    return tuple(adjusted)


def verdict_of(
    corrected: float | None, p_adjusted: float | None, p_least: float | None
) -> ChanceVerdict | None:
    """Return the verdict on an item, a group or the corpus.

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
    if p_adjusted > SIGNIFICANCE or corrected is None:
        return "too_short" if p_least > SIGNIFICANCE else "not_distinguishable"
    return "well_beyond_chance" if corrected >= WELL_BEYOND else "beyond_chance"
