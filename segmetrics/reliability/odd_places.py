"""Who is out of step with the others, or unrelated to them, in one item alone.

Conventions
-----------
Texts are taken place by place and recordings second by second, of a coder group. How often two
coders have boundaries at some distance, `USUAL` steps at most, is counted in all other items and
set beside chance: the logarithm of how many times as often it is (`PRIOR` is added to both) is what
a boundary of one says of a boundary of the other there. So who is always late, or marks little, is
taken as they are. A place *fits* a coder if the sum over all others reaches a limit: that by which
most of the coder's boundaries fit and fewest places do, in the coder's other items.

Few boundaries fit in an item by the binomial tail of the share that fits in all other items, less a
standard error, times how well the others agree among themselves there, without the coder, beside
elsewhere: where nobody agrees, nobody is odd. Corrected is for all coders and items. A coder is

*out of step*
    if few boundaries fit, and if moved by a few steps, with all others as they are, many do: more
    than so many places would by chance (corrected for all moves looked at), and `REACHED` of the
    share that fits elsewhere. Both hold at `LEVEL`, and together, by Fisher's method, at `LEVEL`
    corrected;
*unrelated*
    if no move does so, even taken by itself, few boundaries fit, and few of the places that fit
    have one, both at `LEVEL` corrected, no more than by chance, and fewer than if they fitted half
    as much better than chance as elsewhere; or, if more than by chance fit, half of the share that
    fits elsewhere at most does, and so few at `SURE` of that level.

Sources: Fisher (1932) for the product of two p-values; Youden (1950) for the limit; Bonferroni's
rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import Unit, axis_of, scale_of
from segmetrics.corpus import CoderGroup, Corpus, Item
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.phrases import counted, spelled
from segmetrics.reliability.copied_items import SameMarks, copied_items, same_as_another
from segmetrics.reliability.odd_counts import (
    FEWEST_CODERS,
    OneItem,
    Stops,
    binomial_tail,
    odd_numbers,
    stops,
    well_below,
)

LEVEL = 0.05
USUAL: Mapping[Unit, int] = {"units": 2, "seconds": 5}
MOVES: Mapping[Unit, Sequence[Sequence[int]]] = {
    "units": [(1, 2, 3)],
    "seconds": [(2, 3, 4, 5), range(6, 31)],
}
"""Steps that coders are usually apart at most, and by which they may be out of step in one item.

Those of recordings are looked at in two goes: farther away lies who started the clock at another
time.
"""
PRIOR = 2.0
REACHED = 0.6
SURE = 0.01
TINY = 1e-300
ENOUGH = 8
"""Boundaries in all other items from which on it is known how many of them fit."""
LIMITS = 500
"""Limits that are compared at most, of evenly many boundaries each."""
MOST = 2_000_000
"""Numbers that are held at most; of a larger group nothing is said, as it would take its memory."""


class OutOfStep(NamedTuple):
    """A coder whose boundaries lie earlier or later in one item alone."""

    coder: str
    item: str
    by: int  # how far they are to be moved, above 0 to later
    unit: Unit
    boundaries: int
    fit: int  # as they are
    moved: int  # of them fit then
    usual: int  # steps that the others usually come after the coder

    @property
    def words(self) -> str:
        """Return it as a sentence, with what to ask but of one who is in step."""
        return self.seen if self.in_step else f"{self.seen} {self.ask}"

    @property
    def seen(self) -> str:
        """Return it as a sentence."""
        where, back = ("earlier", "later") if self.by > 0 else ("later", "earlier")
        whose = f"In {self.item}, {self.coder}'s boundaries"
        if self.in_step:
            usual = "late" if self.by > 0 else "early"
            if self.usual + self.by:  # nearly, as seconds are
                always = f"about {abs(self.usual)} s"
                return f"{self.coder} is usually {always} {usual}, but hardly so in {self.item}."
            return (
                f"{self.coder} is usually {self.far} {usual}, but not in {self.item}: there, "
                f"{self.moved:,} of {self.boundaries:,} boundaries fit those of the others."
            )
        return (
            f"{whose} come {self.far} {where} than usual. Moved {self.far} {back}, {self.moved:,} "
            f"of {self.boundaries:,} fit those of the others; as coded, {self.fit:,} "
            f"{'does' if self.fit == 1 else 'do'}."
        )

    @property
    def asked(self) -> str:
        """Return it as a question to the coder."""
        where = "earlier" if self.by > 0 else "later"
        why = "Was anything different there?" if self.in_step else self.ask
        return (
            f"Compared with those of the others, your boundaries in {self.item} come {self.far} "
            f"{where} than usual. {why}"
        )

    @property
    def brief(self) -> str:
        """Return it in a word or two."""
        return "out of step"

    @property
    def in_step(self) -> bool:
        """Whether the coder is otherwise late or early, and not there."""
        return self.usual != 0 and 3 * abs(self.usual + self.by) <= abs(self.usual)

    @property
    def ask(self) -> str:
        """What may have happened, as a question."""
        return "Did a row slip?" if self.unit == "units" else "Did the clock start at another time?"

    @property
    def far(self) -> str:
        """How far boundaries lie away: ``one place``, ``about 3 s``."""
        if self.unit == "units":
            return f"{spelled(abs(self.by))} place{'s' * (abs(self.by) > 1)}"
        return f"about {abs(self.by)} s"


class Unrelated(NamedTuple):
    """A coder whose boundaries have little to do with those of the others in one item alone."""

    coder: str
    item: str
    boundaries: int
    fit: int
    elsewhere: int  # boundaries in all other items
    fit_elsewhere: int
    by_chance: bool  # whether no more fit than by chance

    @property
    def words(self) -> str:
        """Return it as a sentence."""
        fit = (
            f"{self.coder}'s boundaries fit those of the others no better than by chance"
            if self.by_chance
            else f"few of {self.coder}'s boundaries fit those of the others"
        )
        return (
            f"In {self.item}, {fit} ({self.fit:,} of {self.boundaries:,}). Elsewhere, "
            f"{self.fit_elsewhere:,} of {self.elsewhere:,} do."
        )

    @property
    def asked(self) -> str:
        """Return it as a question to the coder."""
        own = counted(self.boundaries, "boundary", "boundaries")
        return (
            f"In {self.item} you have {own}, most of them where the others have none; elsewhere "
            "yours fit theirs. Was anything different there?"
        )

    @property
    def brief(self) -> str:
        """Return it in a word or two."""
        return "unrelated"


OddItem = OneItem | Stops | SameMarks | OutOfStep | Unrelated
"""What is odd about a coder in one item alone."""


def odd_items(corpus: Corpus) -> tuple[OddItem, ...]:
    """Return whose boundaries are odd in one item alone: how many they are, or where.

    That somebody stops there, or copied them, tells why they are few or many, and do not fit. So
    does that another has exactly the same, but of one who is in step there alone.
    """
    stopped: list[OddItem] = [*stops(corpus), *copied_items(corpus)]
    told = {(one.coder, one.item) for one in stopped}
    for one in (*odd_numbers(corpus), *odd_places(corpus)):
        if (one.coder, one.item) not in told:
            in_step = isinstance(one, OutOfStep) and one.in_step
            same = () if in_step else same_as_another(corpus, one.coder, one.item)
            stopped += same or [one]
            told |= {(of.coder, of.item) for of in same}
    return tuple(stopped)


def odd_places(corpus: Corpus) -> tuple[OutOfStep | Unrelated, ...]:
    """Return who is out of step or unrelated in one item alone, by group and item."""
    cells = sum(len(item.codings) for item in corpus.items if len(item.codings) > 1)
    return tuple(one for group in corpus.groups for one in _of_group(corpus, group, cells))


def _of_group(corpus: Corpus, group: CoderGroup, cells: int) -> Iterator[OutOfStep | Unrelated]:
    """Find the odd cells of a group."""
    items = [corpus[name] for name in group.items if len(corpus[name].codings) > 1]
    if len(group.coders) < FEWEST_CODERS or len(items) < 2:
        return
    unit = axis_of(corpus).unit
    reach = USUAL[unit]
    coders = len(group.coders)
    if len(items) * coders * coders * (2 * reach + 1) > MOST:
        return
    in_goes = [MOVES[unit][: last + 1] for last in range(len(MOVES[unit]))]
    marked: list[Floats] = []
    for item in items:
        marked.append(_marked(corpus, item, group.coders))
        if sum(one.size for one in marked) > MOST:
            return
    coded = np.array([one.any(axis=1) for one in marked]).sum(axis=0)
    apart = np.array([_apart(one, reach) for one in marked])  # items, steps, coders, others
    chance = np.array([np.outer(*[one.sum(axis=1)] * 2) / one.shape[1] for one in marked])
    chance[:, range(len(group.coders)), range(len(group.coders))] = 0
    elsewhere, by_chance = apart.sum(axis=0) - apart, (chance.sum(axis=0) - chance)[:, None]
    says = np.maximum(0, np.log((elsewhere + PRIOR) / (by_chance + PRIOR)))
    scores = [_scores(*both) for both in zip(says, marked, strict=True)]
    # How well any two agree in each item, and would as elsewhere.
    here = (says * (apart - chance[:, None])).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        lift = np.where(by_chance > 0, elsewhere / by_chance - 1, 0)
    usually = (says * lift * chance[:, None]).sum(axis=1)
    for place, coder in enumerate(group.coders):
        others = np.arange(len(group.coders)) != place
        every = Scored.of(
            [
                (one[place], of[place] > 0)
                for one, of in zip(scores, marked, strict=True)
                if of[place].any()
            ]
        )
        for at, item in enumerate(items):
            own = np.flatnonzero(marked[at][place])
            if not own.size or not scores[at][place].any():
                continue
            fitting = every.without(scores[at][place], own)
            if fitting is None:
                continue
            limit, hits, total, places = fitting
            fits = scores[at][place] >= limit
            free, fit = float(fits.mean()), int(fits[own].sum())
            without = np.ix_(others, others)
            agreed = here[at][without].sum() / max(usually[at][without].sum(), 1e-9)
            agreed = min(1.0, max(0.0, agreed))
            few = _at_most(fit, own.size, agreed * well_below(hits, total))
            missing = _at_most(fit, int(fits.sum()), agreed * well_below(hits, places))
            usual = int(np.argmax(elsewhere[at, :, place].sum(axis=1))) - reach
            near, *_ = goes = [_best(scores[at][place], limit, own, moves) for moves in in_goes]
            enough = max(fit + 1, REACHED * own.size * hits / total)
            well = [one for one in goes if max(few, one.p) < LEVEL and one.fit >= enough]
            # Of one who lies far off, no more fit as they are than by chance.
            astray = binomial_tail(fit, own.size, free) > LEVEL
            move = next((one for one in well if one == near or astray), None)
            both = few * move.p if move else 1.0
            # Of two items the odd one is that in which the coder is farther out of step.
            other = coded[place] == 2 and move and abs(usual) >= abs(usual + move.by)
            if move and not other and both * (1 - log(max(both, TINY))) < LEVEL / cells:
                by, moved, _ = goes[-1]  # of all moves, that by which they fit best
                found = by, unit, own.size, fit, moved, usual
                yield OutOfStep(coder, item.name, *found)
                continue
            by_chance = (
                move != near
                and astray
                and binomial_tail(near.fit, own.size, free) > LEVEL
                and _at_most(fit, own.size, (free + hits / total) / 2) < LEVEL
            )
            far = not well and 2 * fit * total <= own.size * hits and few < SURE * LEVEL / cells
            if max(few, missing) < LEVEL / cells and (by_chance or far):
                yield Unrelated(coder, item.name, own.size, fit, total, hits, by_chance)


def _marked(corpus: Corpus, item: Item, coders: Sequence[str]) -> Floats:
    """Return which coder has a boundary in which place, or second: coders x steps of 0 and 1."""
    if axis_of(corpus).unit == "units":
        places = {coder: coding.boundaries for coder, coding in item.codings.items()}
        found = np.zeros((len(coders), item.mass))
    else:
        scale = scale_of(corpus)
        places = {
            coder: tuple(scale.bins(coding.boundaries, 1.0))
            for coder, coding in item.codings.items()
        }
        most = max((max(one, default=0) for one in places.values()), default=0)
        found = np.zeros((len(coders), max(int(scale.seconds(item.mass)), most) + 1))
    for row, coder in enumerate(coders):
        found[row, list(places.get(coder, ()))] = 1
    return found


def _shifted(marked: Floats, by: int) -> Floats:
    """Return what lies so many steps later, at each step; 0 beyond the ends."""
    found = np.zeros_like(marked)
    if abs(by) < marked.shape[1]:
        to = slice(max(0, -by), marked.shape[1] - max(0, by))
        found[:, to] = marked[:, max(0, by) : marked.shape[1] - max(0, -by)]
    return found


def _apart(marked: Floats, reach: int) -> Floats:
    """Return how many boundaries lie each distance after those of a coder: steps, coder, other."""
    found = np.array([marked @ _shifted(marked, by).T for by in range(-reach, reach + 1)])
    found[:, range(len(marked)), range(len(marked))] = 0
    return found


def _scores(says: Floats, marked: Floats) -> Floats:
    """Return what the others' boundaries say of a coder's at each step: coders x steps."""
    reach = len(says) // 2
    found: Floats = sum(
        (one @ _shifted(marked, by - reach) for by, one in enumerate(says)), np.zeros_like(marked)
    )
    return found


class Scored(NamedTuple):
    """The scores of a coder's boundaries, and of all places, in all items in which there are any.

    They are sorted once, so that leaving out an item takes no longer the more items there are.
    """

    limits: Floats  # that may be the one from which on places fit
    marks: int
    places: int
    hits: Ints  # boundaries that reach each limit
    fit: Ints  # places that do

    @classmethod
    def of(cls, items: Sequence[tuple[Floats, NDArray[np.bool_]]]) -> Scored:
        """Count the scores of all items, and of the boundaries among them."""
        none = np.empty(0)
        own = np.concatenate([none, *(scores[marked] for scores, marked in items)])
        every = np.concatenate([none, *(scores for scores, _ in items)])
        limits = np.unique(own[own > 0])
        if len(limits) > LIMITS:
            limits = limits[np.linspace(0, len(limits) - 1, LIMITS).astype(int)]
        return cls(limits, len(own), len(every), _reach(own, limits), _reach(every, limits))

    def without(self, here: Floats, own: Ints) -> tuple[float, int, int, int] | None:
        """Return the limit from which on places fit, and how many do, in all items but one.

        That at which the share of boundaries lies farthest above that of places.
        """
        marks, places = self.marks - len(own), self.places - len(here)
        hits = self.hits - _reach(here[own], self.limits)
        elsewhere = hits > np.append(hits[1:], 0)  # limits that are not of that item alone
        if marks < ENOUGH or not elsewhere.any():
            return None
        fit = self.fit - _reach(here, self.limits)
        beyond = np.where(elsewhere, hits / marks - fit / places, -np.inf)
        best = int(np.argmax(beyond))
        return float(self.limits[best]), int(hits[best]), marks, int(fit[best])


def _reach(scores: Floats, limits: Floats) -> Ints:
    """Return how many scores reach each limit."""
    found: Ints = len(scores) - np.searchsorted(np.sort(scores), limits)
    return found


class _Move(NamedTuple):
    """By how much boundaries are moved, how many fit then, and how often chance does as much."""

    by: int
    fit: int
    p: float


def _best(scores: Floats, limit: float, own: Ints, goes: Sequence[Sequence[int]]) -> _Move:
    """Return by which move most boundaries fit, and of several that by which they fit best."""
    moves = [by * way for by in chain.from_iterable(goes) for way in (1, -1)]
    found = {by: _moved(scores, own, by) for by in moves}
    fit = {by: int((one >= limit).sum()) for by, one in found.items()}
    best = max(moves, key=lambda by: (fit[by], float(found[by].sum())))
    by_chance = binomial_tail(fit[best], own.size, float((scores >= limit).mean()))
    return _Move(best, fit[best], min(1.0, len(moves) * by_chance))


def _moved(scores: Floats, own: Ints, by: int) -> Floats:
    """Return the scores of boundaries, moved by some steps."""
    moved = own + by
    return scores[moved[(moved >= 0) & (moved < len(scores))]]


def _at_most(number: int, of: int, share: float) -> float:
    """Return the chance of so many or fewer, each with a share."""
    return binomial_tail(of - number, of, 1 - share)
