"""Which coder stands out, and by what: each coder beside the others of the group.

Conventions
-----------
Agreement is kappa of boundary decisions, pooled over the pairs of the coder, beside that of the
pairs of all others (`segmetrics.reliability.pair_kappa`). Standard errors come from leaving out
stretches of about `STRETCH` places in turn; of H stretches, Student's t has H - 1 degrees of
freedom. Levels are corrected for the number of coders of the corpus, C.

A coder is named for the first of these that holds; the second and the third only if the others
agree, with a kappa above 0 at level 0.05, and the third only if no two of the group are nearly
copies of each other, nor two others far more alike than any other two
(`segmetrics.reliability.copies`), beside whom all others seem to disagree:

``empty``, ``full``
    The coder marked nothing (every place). Of two others and more who coded half of these places
    at least, half and two at least marked (left) so many of them, each ln(C / 0.01) or more, that
    somebody like them would do the same in one of 100 groups of C at most.
``shifted``
    With all boundaries moved by one place, on or back, the coder agrees better: the gain exceeds
    the quantile of t at level 0.05 / (2 C), over kappa as it is and over kappa of boundaries moved
    the other way, so that one who lies on both sides is not shifted; and kappa then is at least
    half of the others' own.
``disagrees``
    Kappa with the others is less than a fifth of theirs, and lies below half of it by more than
    the quantile of t at level 0.05 / C.
``rate``
    The logit of the rate of boundaries differs from the mean of m others by more than the
    quantile of t with m + 5 degrees of freedom, at level 0.0025 / C, two-sided. Its variance is
    (6 0.55² + (m - 1) s²) / (m + 5), with s² that of the others: rates differ between
    good coders, and few others tell little of how much, so that six earlier ones are taken for
    granted.

Beside these stand items in which alone the coder's boundaries are odd: how many they are
(`segmetrics.reliability.odd_counts`), where (`segmetrics.reliability.odd_places`), or that they
are those of another coder (`segmetrics.reliability.copied_items`); that a coder marks less and
less in the course of the items (`segmetrics.reliability.fading`), or goes for one kind of places
(`segmetrics.reliability.kinds_of_places`).

That a coder is twice as fine as others is no finding: such coders are common. The ratio is shown.
Nor does anybody stand out by ``rate`` where coders are of two schools
(`segmetrics.reliability.schools`).

Nor is it a finding on which *side* near misses by one place lie, early or late. It is told of a
coder of three or more if `MOSTLY` of them lie there and so do those of most stretches that have a
side: by a sign test at level 0.05 / C, two-sided, and at 0.05 without any one of the others and
without the half of them who make most of it, so that one or two who are late do not make the others
early. The test alone tells to which side near
misses are *leaning*, be they most or not. ``shifted`` asks besides that kappa gains.

Sources: Cohen (1960); Davies & Fleiss (1982); Dixon & Mood (1946), the sign test; Efron &
Tibshirani (1993), the jackknife.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, exp, log, sqrt
from typing import Literal, NamedTuple

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.coefficients.chance_corrected import value_or_none
from segmetrics.corpus import CoderGroup, Corpus, refuse_recordings
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.number_formats import rate, short, told_apart
from segmetrics.reliability import pair_kappa
from segmetrics.reliability.copies import far_beside_others, near_copies
from segmetrics.reliability.fading import Fades, fading
from segmetrics.reliability.jackknife import AS_IT_IS, Interval, clearly_above, over_items
from segmetrics.reliability.kinds_of_places import GoesFor, goes_for
from segmetrics.reliability.odd_places import OddItem, odd_items
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.schools import schools_of
from segmetrics.reliability.student_t import student_t
from segmetrics.rows import WithRows

Finding = Literal["none", "empty", "full", "shifted", "disagrees", "rate"]
"""What makes a coder stand out, see the module."""

Side = Literal["none", "early", "late"]
"""On which side of the others' boundaries near misses lie, if clearly on one."""

STRETCH = 10
"""Places of a stretch of text, about."""

STRETCHES_NEEDED = 4
"""Stretches that it takes to compare a coder with the others."""

LEVEL = 0.05
RATE_LEVEL = 0.0025
BY_ACCIDENT = 0.01
# Kappa of a coder who disagrees, as a share of the others': clearly below the first of these, and
# below the second.
CLEARLY_BELOW, BELOW = 0.5, 0.2
# Kappa that a shifted coder reaches when moved, as a share of the others'.
REACHED = 0.5
# Share of near misses on one side from which on it is told.
MOSTLY = 0.75
# How much logits of rates differ between coders, and what knowing that is worth.
USUAL_SD, USUAL_DEGREES = 0.55, 6

ONE_CODER = "nobody else coded these items"
TWO_CODERS = "only two coded these items: which of the two stands out cannot be told"
FEW_PLACES = f"too few places to tell: it takes {STRETCHES_NEEDED} stretches of {STRETCH}"
NO_RATIO = "the coder or the others placed no boundary, or all in one stretch"


class CoderFinding(NamedTuple):
    """A coder beside the others of the group."""

    group: str  #: name of the group
    coder: str  #: the coder
    items: int  #: items that the coder coded with others
    boundaries: int  #: boundaries that the coder placed there
    #: Boundaries of the coder for each of the others' on the same items; at least 0, above 1 the
    #: coder is finer. None if the others placed none.
    rate_ratio: float | None
    rate_interval: Interval  #: of it, at 95%, over stretches of text
    #: Near misses by one place, over all pairs, in which the coder's boundary lies before the
    #: other.
    early: int
    late: int  #: those in which it lies behind
    side: Side  #: on which side near misses clearly lie, see the module
    #: On which side more of them lie than chance would put there, be they most or not.
    leaning: Side
    #: Kappa with the others, if all boundaries were moved by one place against that side; None
    #: without a side.
    kappa_moved: float | None
    #: Share of the coder's boundaries at places where nobody else has one; 0 to 1. None without a
    #: boundary.
    alone: float | None
    #: Kappa of boundary decisions over the coder's pairs: at most 1, higher is better; None if
    #: undefined.
    kappa: float | None
    others: float | None  #: the same over the pairs of all others
    finding: Finding  #: what makes the coder stand out, see the module
    #: Why, as a sentence about the coder without subject and full stop; or what keeps one from
    #: telling. Empty if nothing does.
    evidence: str
    #: Items in which alone the coder's boundaries are odd, how many or where, see
    #: `segmetrics.reliability.odd_places`.
    odd_items: tuple[OddItem, ...] = ()
    #: How the coder marks less and less in the course of the items, if so.
    fades: Fades | None = None
    #: How the coder segments where coders are of two schools, as ``more finely than ...``, see
    #: `segmetrics.reliability.schools`; else empty.
    school: str = ""
    #: Before what units the coder's own boundaries stand, see
    #: `segmetrics.reliability.kinds_of_places`.
    goes_for: GoesFor | None = None

    @property
    def stands_out(self) -> bool:
        """Whether there is a finding, or something odd in one item alone, or towards the end."""
        return self.finding != "none" or bool(self.counts)

    @property
    def counts(self) -> tuple[OddItem | Fades | GoesFor, ...]:
        """What is odd about how many boundaries the coder has, or where."""
        more = (self.fades, self.goes_for)
        return (*self.odd_items, *(one for one in more if one is not None))

    @property
    def rate_differs(self) -> bool:
        """Whether the interval around the rate of boundaries leaves out that of the others."""
        low, high, *_ = self.rate_interval
        return low is not None and high is not None and not low <= 1 <= high

    @property
    def times_more(self) -> tuple[float | None, Interval]:
        """How many times as many boundaries the coder has as the others; if fewer, they."""
        ratio, interval = self.rate_ratio, self.rate_interval
        if not ratio or ratio > 1:
            return ratio, interval
        low, high, *_ = interval
        turned = Interval(1 / high, 1 / low) if low and high else interval
        return 1 / ratio, turned

    @property
    def words(self) -> str:
        """What was found about the coder, as sentences; empty if nothing."""
        found = [f"{self.coder} {self.evidence}."] if self.finding != "none" else []
        return " ".join([*found, *(one.words for one in self.counts)])


@dataclass(frozen=True)
class FindingTable(WithRows):
    """The coders of a corpus, each beside the others."""

    rows: tuple[CoderFinding, ...]  #: by group, in the order of the corpus


@on_axis("coder_findings", not_of=only_texts("agreement(corpus).coders"))
def coder_findings(
    corpus: Corpus, *, uncertain: Uncertain = "type", progress: Progress | None = None
) -> FindingTable:
    """Find the coders who stand out, and say by what.

    Parameters
    ----------
    corpus : Corpus
        The corpus; boundaries count as places alone.
    uncertain : {"type", "ignore", "boundary"}, default "type"
        What boundaries marked as uncertain count for.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    FindingTable

    Examples
    --------
    >>> masses = {
    ...     f"i{n}": {"x": [3, n + 4, 5], "y": [3, n + 4, 5], "z": [3, n + 4, 5], "odd": [n + 12]}
    ...     for n in range(6)
    ... }
    >>> found = coder_findings(Corpus.from_masses(masses))
    >>> [row.words for row in found.rows if row.stands_out]
    ['odd placed no boundary, where the others placed 12 or more each.']
    """
    refuse_recordings(corpus.items)
    corpus = with_uncertain(corpus, uncertain)
    rows: list[CoderFinding] = []
    odd = odd_items(corpus)
    fades = fading(corpus)
    for group in corpus.groups:
        rows += _with_kinds(corpus, group, list(_of_group(corpus, group, odd, fades)))
        if progress:
            progress(len(rows) / len(corpus.coders))
    return FindingTable(tuple(rows))


def _with_kinds(
    corpus: Corpus, group: CoderGroup, rows: Sequence[CoderFinding]
) -> Iterator[CoderFinding]:
    """Add before what units own boundaries stand, of those who are neither late nor early."""
    in_step = [
        row.coder
        for row in rows
        if row.finding != "shifted" and row.side == "none" and row.coder in corpus.people
    ]
    slips = {(one.coder, one.item) for row in rows for one in row.odd_items}
    found = goes_for([corpus[name] for name in group.items], in_step, slips)
    return (row._replace(goes_for=found.get(row.coder)) for row in rows)


@dataclass(frozen=True)
class _Compared:
    """A coder's pairs summed up."""

    terms: dict[int, Floats]  # of kappa, by how the coder's marks are moved: (2, 1 + H) each
    own: Floats  # (1 + H,): boundaries of the coder, once for each pair
    theirs: Floats  # those of the other of each pair
    logits: list[float]  # by how much the logit of the rate exceeds each other's
    near_misses: Ints  # (others, 2, H): early and late, with each


def _of_group(
    corpus: Corpus, group: CoderGroup, odd: Sequence[OddItem], fades: Mapping[str, Fades]
) -> Iterator[CoderFinding]:
    """Set each coder of a group beside the others."""
    items = [corpus[name] for name in group.items]
    marked = pair_kappa.MarkedPlaces.of(items, group.coders, stretch=STRETCH)
    compared = [_compared(marked, coder) for coder in range(len(group.coders))]
    whole = sum((one.terms[0] for one in compared), np.zeros((2, 1 + marked.parts))) / 2
    people = [name for name in group.coders if name in corpus.people]
    copies = near_copies(items, people)
    alike = copies or far_beside_others(items, people)
    schools = schools_of(items, people)
    for place, (coder, one) in enumerate(zip(group.coders, compared, strict=True)):
        with_others = [item for item in items if coder in item.codings and len(item.codings) > 1]
        boundaries = sum(len(item.codings[coder].boundaries) for item in with_others)
        kappa = pair_kappa.kappa_of_terms(one.terms[0])
        others = pair_kappa.kappa_of_terms(whole - one.terms[0])
        finding, evidence = _finding(place, one, marked, kappa, others, len(corpus.coders))
        if alike and finding == "disagrees" and (copies or coder not in alike.coders):
            evidence = (
                f"says nothing of {coder}: {alike.words}, beside whom everybody seems to differ"
            )
            finding = "none"
        school = schools.of(coder) if schools else ""
        if school and finding == "rate":
            finding, evidence = "none", ""
        early, late = one.near_misses.sum(axis=(0, 2)).tolist()
        side = _side(one.near_misses, len(corpus.coders), share=MOSTLY)
        yield CoderFinding(
            group=group.name,
            coder=coder,
            items=len(with_others),
            boundaries=boundaries,
            rate_ratio=_ratio(one),
            rate_interval=_ratio_interval(one),
            early=early,
            late=late,
            side=side,
            leaning=_side(one.near_misses, len(corpus.coders), share=0.5),
            kappa_moved=_kappa_moved(one, side),
            alone=1 - marked.shared[place] / boundaries if boundaries else None,
            kappa=value_or_none(kappa[0]),
            others=value_or_none(others[0]),
            finding=finding,
            evidence=evidence,
            odd_items=tuple(one for one in odd if one.coder == coder and one.item in group.items),
            fades=fades.get(coder),
            school=school,
        )


def _compared(marked: pair_kappa.MarkedPlaces, coder: int) -> _Compared:
    """Sum up the pairs of a coder."""
    terms = {move: np.zeros((2, 1 + marked.parts)) for move in marked.moved}
    own, theirs = np.zeros((2, 1 + marked.parts))
    logits, near_misses = [], []
    for other in range(len(marked.coders)):
        if other == coder or not (marked.coded[coder] & marked.coded[other]).any():
            continue
        pairs = {move: marked.pair(coder, other, move=move) for move in terms}
        for move, pair in pairs.items():
            terms[move] += pair.terms
        plain = pairs[0]
        own += plain.first
        theirs += plain.second
        logits.append(
            _logit(plain.first[0], plain.places[0]) - _logit(plain.second[0], plain.places[0])
        )
        near_misses.append(marked.near_misses(coder, other))
    sides = np.array(near_misses, dtype=np.int64).reshape(len(logits), 2, marked.parts)
    return _Compared(terms, own, theirs, logits, sides)


def _logit(marked: float, places: float) -> float:
    """Return the logit of a rate, which half a mark and half a place without keep finite."""
    return log((marked + 0.5) / (places - marked + 0.5))


def _ratio(one: _Compared) -> float | None:
    return float(one.own[0] / one.theirs[0]) if one.theirs[0] else None


def _ratio_interval(one: _Compared) -> Interval:
    """Return the 95% interval of the rate ratio, symmetric for its logarithm."""
    parts = len(one.own) - 1
    if parts < STRETCHES_NEEDED:
        return Interval(None, None, FEW_PLACES)
    if not (one.own.all() and one.theirs.all()):
        return Interval(None, None, NO_RATIO)
    logs = np.log(one.own / one.theirs)
    low, high = over_items(float(logs[0]), logs[1:], scale=AS_IT_IS).ends(1 - LEVEL)
    return Interval(exp(low), exp(high))


def _side(near_misses: Ints, coders: int, *, share: float) -> Side:
    """Return where a share of near misses clearly lies, with all others and without some."""
    if len(near_misses) < 2:
        return "none"
    whole = near_misses.sum(axis=0)
    side = _side_of(whole, LEVEL / coders, share)
    excess = np.subtract(*near_misses.sum(axis=2).T) * (1 if side == "early" else -1)
    half = np.argsort(-excess, kind="stable")[: len(excess) // 2]
    without = (*near_misses, near_misses[half].sum(axis=0))
    left = [_side_of(whole - those, LEVEL, share) for those in without]
    return side if all(one == side for one in left) else "none"


def _side_of(sides: Ints, level: float, share: float) -> Side:
    """Return the side of so many near misses, by a sign test over stretches: (2, H)."""
    early, late = sides.sum(axis=1).tolist()
    more, fewer = sides if early > late else sides[::-1]
    agree, differ = int((more > fewer).sum()), int((more < fewer).sum())
    few = early == late or max(early, late) < share * (early + late)
    if few or _sign_test(agree, agree + differ) > level:
        return "none"
    return "early" if early > late else "late"


@lru_cache(maxsize=4096)
def _sign_test(agree: int, stretches: int) -> float:
    """Return twice the chance of so many stretches or more on one side, were both sides alike."""
    ways = tail = comb(stretches, agree)
    for number in range(agree, stretches):
        ways = ways * (stretches - number) // (number + 1)
        tail += ways
    return 2 * tail / (1 << stretches)


def _kappa_moved(one: _Compared, side: Side) -> float | None:
    """Return kappa with the others, all boundaries moved against the side of near misses."""
    if side == "none":
        return None
    return value_or_none(pair_kappa.kappa_of_terms(one.terms[-1 if side == "late" else 1])[0])


def _finding(
    place: int,
    one: _Compared,
    marked: pair_kappa.MarkedPlaces,
    kappa: Floats,
    others: Floats,
    coders: int,
) -> tuple[Finding, str]:
    """Return the first rule that names a coder, and the evidence."""
    if not one.logits:
        return "none", ONE_CODER
    if len(one.logits) < 2:
        return "none", TWO_CODERS
    found = _nothing_or_everything(place, marked)
    if found:
        return found
    if marked.parts < STRETCHES_NEEDED:
        return "none", FEW_PLACES
    if clearly_above(others, LEVEL):
        found = _shifted(one, kappa, others, coders) or _disagrees(kappa, others, coders)
    return found or _rate(one, coders) or ("none", "")


def _nothing_or_everything(
    coder: int, marked: pair_kappa.MarkedPlaces
) -> tuple[Finding, str] | None:
    """Name a coder who marked nothing, or everything, where most of the others did not."""
    there = marked.coded & marked.coded[coder]
    places, placed = ((there * one).sum(axis=1) for one in (marked.sizes, marked.counts[0]))
    if not places[coder]:
        return None
    beside = 2 * places >= places[coder]
    beside[coder] = False
    extremes: tuple[tuple[Finding, Ints, str], ...] = (
        ("empty", placed, "placed no boundary, where {} placed {:,} or more each"),
        ("full", places - placed, "marked every place, where {} left {:,} or more each"),
    )
    for finding, count, words in extremes:
        usual = count[beside & (count > 0)]
        if count[coder] or len(usual) < max(2.0, beside.sum() / 2):
            continue
        if usual.min() >= log(len(marked.coders) / BY_ACCIDENT):
            all_others = len(usual) == beside.sum()
            who = "the others" if all_others else f"{len(usual)} of {beside.sum()} others"
            return finding, words.format(who, usual.min())
    return None


def _shifted(
    one: _Compared, kappa: Floats, others: Floats, coders: int
) -> tuple[Finding, str] | None:
    """Name a coder who agrees clearly better when all boundaries are moved by one place."""
    for move, where in ((1, "early"), (-1, "late")):
        moved, back = (pair_kappa.kappa_of_terms(one.terms[by]) for by in (move, -move))
        if moved[0] >= REACHED * others[0] and all(
            clearly_above(moved - other, LEVEL / (2 * coders)) for other in (kappa, back)
        ):
            as_it_is, as_moved = told_apart(float(kappa[0]), float(moved[0]))
            return "shifted", (
                f"marks one place {where}: κ with the others is {as_it_is}, and {as_moved} with "
                "these boundaries moved"
            )
    return None


def _disagrees(kappa: Floats, others: Floats, coders: int) -> tuple[Finding, str] | None:
    """Name a coder who agrees far less with the others than they do among themselves."""
    if kappa[0] < BELOW * others[0] and clearly_above(
        CLEARLY_BELOW * others - kappa, LEVEL / coders
    ):
        return "disagrees", (
            f"agrees far less with the others, kappa {short(kappa[0])}, than they do among "
            f"themselves, {short(others[0])}"
        )
    return None


def _rate(one: _Compared, coders: int) -> tuple[Finding, str] | None:
    """Name a coder whose rate of boundaries is out of line with those of the others."""
    apart, others = np.array(one.logits), len(one.logits)
    degrees = others - 1 + USUAL_DEGREES
    variance = (USUAL_DEGREES * USUAL_SD**2 + ((apart - apart.mean()) ** 2).sum()) / degrees
    reach = student_t(1 - RATE_LEVEL / (2 * coders), degrees)
    if abs(apart.mean()) <= reach * sqrt(variance * (1 + 1 / others)):
        return None
    return "rate", f"places {_beside_others(one)}, and good coders hardly ever differ so much"


def _beside_others(one: _Compared) -> str:
    """Return how many boundaries a coder places, beside the others."""
    ratio = _ratio(one)
    if ratio is None:
        return "boundaries where the others place none"
    if ratio > 1:
        return f"{rate(ratio)} times as many boundaries as the others"
    if not ratio:
        return "no boundary"
    return f"fewer boundaries than the others, 1 for each {rate(1 / ratio)} of theirs"
