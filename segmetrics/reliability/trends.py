"""Whether agreement gets better from round to round of coding.

A *round* is a corpus with a name: pilot, after training, final. Items and coders are matched
by their names.

Conventions
-----------
*Items and coders.* Rounds are comparable over the items that all of them have, and of each over the
coders who coded it in all of them, see `segmetrics.reliability.coded_rounds`, so that everything is
computed over these; what the corpus comes to over all codings of a round stands beside it. If no
two rounds have an item in common, as where coders go on with other texts after a training, each
round is computed over all its items, and intervals of differences take the items of the rounds for
independent.

*Values* and their intervals are those of `segmetrics.reliability.intervals`.

*Differences* are those of `segmetrics.reliability.comparison`, of each round and the next, and of
the first and the last. Intervals are paired: each item is left out of both rounds at once.

*Coders* have their agreement with the others, see `segmetrics.reliability.coder_trends`.

No p-value and no interval is corrected for looking at several rounds, coders or items.

Sources: Fournier & Inkpen (2012), equation 5 (observed agreement); Efron & Tibshirani (1993),
chapter 11 (jackknife).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isnan
from typing import NamedTuple

from segmetrics.axis import on_axis
from segmetrics.coefficients.agreement_table import AgreementRow
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import of_corpus, with_intervals
from segmetrics.corpus import Corpus
from segmetrics.reliability.chance import chance
from segmetrics.reliability.changes import COEFFICIENTS, ChangeTable, Judge
from segmetrics.reliability.coded_rounds import (
    CodedRound,
    Comparable,
    Compared,
    common_items,
    comparable,
    expected_on,
    items_of_chance,
)
from segmetrics.reliability.coder_trends import (
    RoundCoder,
    Valued,
    coders_over_rounds,
    without_interval,
)
from segmetrics.reliability.comparison import (
    DEFAULT,
    PLACES_ALONE,
    compare_rounds,
    in_one_kind,
    of_one_kind,
)
from segmetrics.reliability.intervals import IntervalRow, IntervalTable, interval_table
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.leave_one_out import COLUMNS, TABLE_COLUMNS
from segmetrics.reliability.progress import Progress, part_of
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.rows import WithRows

NOT_IN_ALL = "no item is in all rounds"


@dataclass(frozen=True, slots=True)
class CodingRound:
    """A round of coding.

    Parameters
    ----------
    name : str
        What it is called.
    corpus : Corpus
        Its codings.
    """

    name: str
    corpus: Corpus


class RoundValues(NamedTuple):
    """The coefficients of a round."""

    name: str  #: name of the round
    digest: str  #: SHA-256 of its codings
    items: int  #: all its items
    coders: int  #: all its coders
    alone: tuple[str, ...]  #: its items that not all rounds have
    #: The columns of the agreement table of the corpus, ``corrected``, ``alpha``, ``pi_b`` and
    #: ``pi_s``, over what is compared: the items that all rounds have, or all its items if no two
    #: rounds have one in common, and the coders who are in all, or all if the people changed.
    common: Mapping[str, Valued]
    own: Mapping[str, Valued]  #: the same over all its codings


class RoundItem(NamedTuple):
    """An item in all rounds.

    In each round it has the columns of the agreement table, ``alpha``, ``pi_star_b`` and
    ``corrected``, with intervals over coders.
    """

    item: str
    values: tuple[Mapping[str, Valued], ...]


class RoundStep(NamedTuple):
    """Two of the rounds, compared.

    They are named by their places among the rounds; the table is what changed.
    """

    before: int
    after: int
    table: ChangeTable


@dataclass(frozen=True)
class RoundsTable(WithRows):
    """What agreement did over several rounds."""

    parts = ("rounds", "coders", "items")

    rounds: tuple[RoundValues, ...]  #: in their order
    items: tuple[RoundItem, ...]  #: the items that all rounds have, in the order of the first
    #: The coders of what is compared in any round, in the order in which they first appear.
    coders: tuple[RoundCoder, ...]
    #: Each round and the next; then, of three rounds or more, the first and the last. Empty if some
    #: rounds have items in common, but no item is in all.
    steps: tuple[RoundStep, ...]
    #: What is not quite alike in the rounds, sentences without their full stop.
    notes: tuple[str, ...]
    options: AgreementOptions  #: how agreement was computed
    shuffling: ChanceOptions  #: how codings were shuffled for chance-corrected agreement
    interval_options: IntervalOptions  #: how intervals were made
    compared: Compared  #: which coders are compared on which items, and why

    @property
    def other_items(self) -> bool:
        """Whether no two rounds have an item in common, so that corpora and coders are compared."""
        return bool(self.steps) and not self.items

    @property
    def consecutive(self) -> tuple[RoundStep, ...]:
        """Each round and the next."""
        return self.steps[: len(self.rounds) - 1]

    @property
    def judged_by(self) -> Judge:
        """What tells whether agreement changed from the first round to the last."""
        return self.steps[-1].table.judged_by

    def called(self, step: RoundStep) -> str:
        """Name a step: ``pilot to final``."""
        return f"{self.rounds[step.before].name} to {self.rounds[step.after].name}"


@on_axis("trends", only="units")
def trends(
    named: Sequence[CodingRound],
    options: AgreementOptions | None = None,
    interval_options: IntervalOptions = DEFAULT,
    *,
    shuffling: ChanceOptions | None = None,
    progress: Progress | None = None,
) -> RoundsTable:
    """Follow agreement over rounds of coding, on each item over the coders who coded it in all.

    If no two rounds share an item, all items count, and the coders of all rounds. If fewer than two
    coders are left, all codings are compared, and other coders are tested too.

    Parameters
    ----------
    named : sequence of CodingRound
        At least two, in their order; items and coders are matched by their names.
    options : AgreementOptions, optional
        How agreement is computed, in all of them.
    interval_options : IntervalOptions, optional
        The level of intervals, and whom those of the corpus speak of; of other items if left
        out, and where the people changed, of other coders and other items. Those of items speak of
        other coders, those of coders of other items.
    shuffling : ChanceOptions, optional
        How codings are shuffled for chance-corrected agreement; each round once.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    RoundsTable

    Raises
    ------
    ValueError
        If there are fewer than two rounds, or two have one name.

    Examples
    --------
    >>> many = {f"i{n}": {"x": [2, n], "y": [3, n - 1]} for n in range(4, 9)}
    >>> alike = {name: dict.fromkeys("xy", masses["x"]) for name, masses in many.items()}
    >>> pilot, final = (Corpus.from_masses(masses) for masses in (many, alike))
    >>> table = trends([CodingRound(f"r{n}", one) for n, one in enumerate((pilot, pilot, final))])
    >>> [round(one.common["pi_star"].value, 2) for one in table.rounds]
    [0.85, 0.85, 1.0]
    >>> [(table.called(step), step.table.moved.rose) for step in table.steps]
    [('r0 to r1', 0), ('r1 to r2', 5), ('r0 to r2', 5)]
    """
    options, shuffling = options or AgreementOptions(), shuffling or ChanceOptions()
    refuse_names([one.name for one in named])
    whole, kinds = in_one_kind([one.corpus for one in named], options)
    each = [f"{kind} in {one.name}" for kind, one in zip(kinds, named, strict=False)]
    notes = (PLACES_ALONE.format(", ".join(each)),) if each else ()
    parts, compared = comparable(whole) or Comparable((), Compared())
    interval_options = compared.tested(interval_options)
    common = common_items(whole)
    shared = compared.whose == "shared"
    turns = len(whole) * (2 if shared else 1)
    shuffled = [
        chance(one, options, shuffling, progress=part_of(progress, place, turns))
        for place, one in enumerate(whole)
    ]
    whole_rounds = [
        CodedRound.of(one, options, of.by_coder, items_of_chance(of))
        for one, of in zip(whole, shuffled, strict=True)
    ]
    compared_rounds = []
    for place, one in enumerate(parts):
        if one == whole[place]:
            compared_rounds.append(whole_rounds[place])
            continue
        if shared:
            part = part_of(progress, len(whole) + place, turns)
            again = chance(one, options, shuffling, progress=part)
            expected, unclear = again.by_coder, items_of_chance(again)
        else:
            expected = expected_on(one, shuffled[place], whole[place])
            unclear = whole_rounds[place].may_be_chance
        compared_rounds.append(CodedRound.of(one, options, expected, unclear))
    own = [_Measured.of(one, interval_options) for one in whole_rounds]
    of_compared = [
        own[place] if one is whole_rounds[place] else _Measured.of(one, interval_options)
        for place, one in enumerate(compared_rounds)
    ]

    def step(before: int, after: int) -> RoundStep:
        """Compare two of the rounds over what is compared of all."""
        of = [compared_rounds[place] for place in (before, after)]
        beside = [whole_rounds[place] for place in (before, after)] if shared else []
        table = compare_rounds(of, compared, beside, options, interval_options, shuffling)
        _, _, said = of_one_kind(of[0].corpus, of[1].corpus, options)
        return RoundStep(before, after, replace(table, notes=(*said, *table.notes)))

    steps = tuple(step(*pair) for pair in _pairs(len(parts)))
    coders = coders_over_rounds(
        parts,
        [(step.before, step.after) for step in steps],
        options,
        interval_options.level,
        changed=compared.whose == "changed",
    )
    nothing = dict.fromkeys(COEFFICIENTS, without_interval(NOT_IN_ALL))
    found = RoundsTable(
        rounds=tuple(
            _values(one, common, of_compared[place].corpus if parts else nothing, own[place].corpus)
            for place, one in enumerate(named)
        ),
        items=tuple(
            RoundItem(item.name, tuple(one.items[place] for one in of_compared))
            for place, item in enumerate(parts[0].items if common else ())
        ),
        coders=coders,
        steps=steps,
        notes=notes,
        options=options,
        shuffling=shuffling,
        interval_options=interval_options,
        compared=compared,
    )
    differences = (f"{found.called(step)}: {note}" for step in steps for note in step.table.notes)
    return replace(found, notes=(*notes, *differences))


def compared_parts(named: Sequence[CodingRound], options: AgreementOptions) -> tuple[Corpus, ...]:
    """Return what is compared of rounds, see `trends`, with boundaries of one kind."""
    found = comparable(in_one_kind([one.corpus for one in named], options)[0])
    return found.parts if found else ()


def named_apart(names: Sequence[str]) -> list[str]:
    """Return a name of its own for each round: equal names get their place."""
    times, numbered = Counter(names), [f"{name} ({place})" for place, name in enumerate(names, 1)]
    found = [new if times[name] > 1 else name for name, new in zip(names, numbered, strict=True)]
    # A name may look like another with its place.
    return found if len(set(found)) == len(found) else numbered


def refuse_names(names: Sequence[str]) -> None:
    """Refuse what cannot be compared."""
    if len(names) < 2:
        raise ValueError(f"it takes two rounds to compare, got {len(names)}")
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise ValueError(f"each round has a name of its own, got {twice!r} twice")


def _values(
    one: CodingRound, common: Sequence[str], shared: Mapping[str, Valued], own: Mapping[str, Valued]
) -> RoundValues:
    """Return the values of a round."""
    names, known = [item.name for item in one.corpus.items], set(common)
    return RoundValues(
        name=one.name,
        digest=one.corpus.codings_digest,
        items=len(names),
        coders=len(one.corpus.coders),
        alone=tuple(name for name in names if name not in known),
        common=shared,
        own=own,
    )


def _pairs(rounds: int) -> list[tuple[int, int]]:
    """Return the places of each round and the next, and of the first and the last."""
    return [*pairwise(range(rounds)), *([(0, rounds - 1)] if rounds > 2 else [])]


@dataclass(frozen=True)
class _Measured:
    """The values of a corpus and of its items, with intervals."""

    corpus: Mapping[str, Valued]
    items: Sequence[Mapping[str, Valued]]

    @classmethod
    def of(cls, one: CodedRound, interval_options: IntervalOptions) -> _Measured:
        def ends(of: CodedRound) -> IntervalTable:
            """Put intervals around all values of a round."""
            chosen = interval_options, None
            return interval_table(IntervalTable, IntervalRow, of.corpus, of.groups, *chosen)

        around, over_s = ends(one), one.over_s
        found = _columns(one.table.corpus, around.corpus)
        for name in with_intervals():
            value = one.mean(name)
            why = "" if value is not None else one.why_nowhere(name)
            found[of_corpus(name)] = Valued(value, getattr(around.corpus, name), why)
        beside = around if over_s is one else ends(over_s)
        found["pi_s"] = _columns(over_s.table.corpus, beside.corpus)["pi_star"]
        return cls(
            {key: found[key] for key in COEFFICIENTS},
            [_of_item(one, place, row) for place, row in enumerate(around.items)],
        )


def _of_item(one: CodedRound, place: int, around: IntervalRow) -> dict[str, Valued]:
    """Return all columns of an item with their intervals."""
    number, at = one.place[place].tolist()
    row, found = one.table.items[place], {}
    for name, value in zip(COLUMNS, one.groups[number].of_items[:, at].tolist(), strict=True):
        why = one.why(row, name) if isnan(value) else ""
        found[name] = Valued(None if why else value, getattr(around, name), why)
    return found


def _columns(row: AgreementRow, around: IntervalRow) -> dict[str, Valued]:
    """Return the columns of a row with their intervals."""
    return {
        name: Valued(getattr(row, name), getattr(around, name), row.undefined.get(name, ""))
        for name in TABLE_COLUMNS
    }
