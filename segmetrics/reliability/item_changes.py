"""What changed on the items of two rounds of coding, see `segmetrics.reliability.comparison`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.changes import NO_CHANGE, ChangeRow, as_changed, within
from segmetrics.reliability.coded_rounds import CodedRound
from segmetrics.reliability.jackknife import interval_over_coders, jackknife_variance
from segmetrics.reliability.leave_one_out import COLUMNS, GroupCounts
from segmetrics.reliability.revised_texts import revision_of
from segmetrics.reliability.student_t import student_t

AS_BEFORE = "coded exactly as before"
OTHER_LENGTH = "the text changed: {:,} units before, {:,} after"


def item_rows(
    rounds: tuple[CodedRound, CodedRound],
    strata: Sequence[tuple[int, int, Ints]],
    level: float,
    without: Mapping[str, Sequence[str]],
) -> tuple[ChangeRow, ...]:
    """Compare the common items, in their order; without those who do not count for one."""
    found: dict[int, ChangeRow] = {}
    first, second = rounds
    for number, other, items in strata:
        b, a = first.groups[number], second.groups[other]
        at, to = first.place[items, 1], second.place[items, 1]
        values = b.of_items[:, at], a.of_items[:, to]
        reach, paired = _reach(b, a, at, to, level)
        for column, place in enumerate(items.tolist()):
            columns = [of[:, column].tolist() for of in (*values, reach)]
            found[place] = _item_row(rounds, place, columns, without, paired=bool(paired[column]))
    return tuple(found[place] for place in range(len(first.corpus)))


def _reach(
    b: GroupCounts, a: GroupCounts, at: Ints, to: Ints, level: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return how far intervals of items reach, (K, I), and where coders are the same, (I,)."""
    names, others = b.tally.group.coders, a.tally.group.coders
    both = [(names.index(coder), others.index(coder)) for coder in names if coder in others]
    ours, theirs = np.array(both, dtype=np.int64).reshape(-1, 2).T
    left = b.of_items_without_coder[..., at], a.of_items_without_coder[..., to]
    coded = b.coded.T[:, at], a.coded.T[:, to]
    sizes = [who.sum(axis=0) for who in coded]
    shared = coded[0][ours] & coded[1][theirs]
    paired = (sizes[0] == shared.sum(axis=0)) & (sizes[1] == sizes[0])
    with np.errstate(invalid="ignore", divide="ignore"):
        variances = [jackknife_variance(of, who) for of, who in zip(left, coded, strict=True)]
        apart = variances[0] + variances[1]
        shares = [v**2 / (size - 1) for v, size in zip(variances, sizes, strict=True)]
        welch = apart**2 / (shares[0] + shares[1])
        together = jackknife_variance(left[1][theirs] - left[0][ours], shared)
    variance = np.where(paired, together, apart)
    # Without any variance the degrees of freedom do not matter.
    degrees = np.maximum(np.where(paired, sizes[0] - 1, np.nan_to_num(welch, nan=1.0)), 1)
    quantile = {d: student_t((1 + level) / 2, d) for d in set(degrees.ravel().tolist())}
    reach: Floats = np.sqrt(variance) * np.vectorize(quantile.__getitem__)(degrees)
    return reach, paired


def _item_row(
    rounds: tuple[CodedRound, CodedRound],
    place: int,
    found: Sequence[Sequence[float]],
    without: Mapping[str, Sequence[str]],
    *,
    paired: bool,
) -> ChangeRow:
    """Compare an item, from the columns before, after, and how far intervals reach."""
    rows = [of.table.items[place] for of in rounds]
    coders = min(row.coders for row in rows)
    columns = []
    for name, before, after, reach in zip(COLUMNS, *found, strict=True):
        change = after - before
        ends = change - reach, change + reach
        interval = interval_over_coders(change, *ends, coders, undefined=NO_CHANGE)
        whys = [
            of.why(row, name) if isnan(value) else ""
            for of, row, value in zip(rounds, rows, (before, after), strict=True)
        ]
        columns.append(as_changed(before, after, within(name, interval), whys))
    one, other = rows
    items = [of.corpus.items[place] for of in rounds]
    sizes = one.coders, other.coders, one.mass, other.mass
    note = _note(items[0], items[1], without.get(one.item, ()))
    return ChangeRow("item", one.item, 1, *sizes, paired, note, *columns)


def _note(before: Item, after: Item, without: Sequence[str]) -> str:
    """Describe who does not count on an item, and what else changed, or that nothing did."""
    said: list[str] = []
    found = revision_of(before, after) if before.texts != after.texts else None
    if found is not None:
        said += filter(None, [found.sentence(after.unit)])
    elif before.mass != after.mass:
        said.append(OTHER_LENGTH.format(before.mass, after.mass))
    elif before.texts and after.texts and before.texts != after.texts:
        units = sum(a != b for a, b in zip(before.texts, after.texts, strict=True))
        said.append(f"the text changed in {units:,} of {before.mass:,} units")
    left = [coder for coder in before.coders if coder not in after.codings]
    joined = [coder for coder in after.coders if coder not in before.codings]
    if len(left) == len(before.coders):
        said.append("coded by others")
    else:
        who = {"only before": left, "only after": joined}
        said += [f"{how}: {', '.join(names)}" for how, names in who.items() if names]
    if not said and before.codings == after.codings:
        said.append(AS_BEFORE)
    return "; ".join([*([f"without {', '.join(without)}"] if without else []), *said])
