"""Boundary edit distance of boundaries with types: what turns one segmentation into the other.

A boundary of one type matches only one of the same type. At one position, unmatched types
of the one side pair up with unmatched types of the other as *substitutions between types*,
as many as there can be and with the smallest sum of distances between types, on ties the
first types in order; the rest are full misses.

Transpositions join boundaries of one type and are found before substitutions, by the rule
*transpositions within a type first, unless one would take apart two substitutions*: one is
barred while at both of its positions both sides have unmatched boundaries. A run of joinable
boundaries of one type in which nothing is barred is solved as one type is, at minimum cost;
in other runs the transpositions are taken one by one, the shortest first, then the left-most,
each if it is not barred by then (segeval's order, and for n = 2 always segeval's edits). So
the joint cost of several types is that of the rule, which may lie above the minimum.

Source: Fournier (2013), section 3.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from segmetrics.axis import on_axis
from segmetrics.metrics.edits import (
    OF_RECORDINGS,
    BoundaryEdits,
    EditModel,
    LinearEditModel,
    best_joins,
    boundary_edits,
    join_keys,
)
from segmetrics.segmentation import Segmentation, common_mass

UNTYPED = "boundary"
"""The type of all boundaries of a segmentation without types."""


@on_axis("typed_edits", not_of=OF_RECORDINGS)
def typed_edits(
    a: Segmentation,
    b: Segmentation,
    *,
    model: EditModel | LinearEditModel | None = None,
    types: Sequence[str] | None = None,
    ordinal: bool = False,
    coders: tuple[str, str] = ("a", "b"),
) -> BoundaryEdits:
    """Find the edits that turn one segmentation into the other, types included.

    Source: Fournier (2013), section 3.

    Parameters
    ----------
    a, b : Segmentation
        Two segmentations of one item. All boundaries of a segmentation without types
        are of one type, `UNTYPED`; levels are not looked at.
    model : EditModel or LinearEditModel, optional
        Window and costs; n = 2 and unit weights if left out.
    types : sequence of str, optional
        All types that boundaries can have, in order. If left out, those of the two
        segmentations: by value if all are whole numbers, else by name.
    ordinal : bool, default False
        Whether types are a scale. A substitution between types then counts their
        distance over the width of the scale, in steps of `types`, or without them in
        whole numbers by which the types are named: ``|i - j| / (max - min + 1)``.
        Otherwise it counts 1.
    coders : pair of str, default ("a", "b")
        Names for the two sides in the operations.

    Returns
    -------
    BoundaryEdits
        The edits by the rule for several types, see the module; those of
        `boundary_edits` if there is one type.

    Raises
    ------
    ValueError
        If the two differ in mass, a type is not among `types`, `types` is empty or
        names one twice, or types are to be a scale but have no order.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> act, scene = frozenset({"act"}), frozenset({"scene"})
    >>> a = Segmentation(9, (3, 5), types=(act, scene))
    >>> b = Segmentation(9, (3, 6), types=(scene, scene))
    >>> found = typed_edits(a, b)
    >>> [(str(edit.kind), edit.positions, edit.types) for edit in found.edits]
    [('type substitution', (3, 3), ('act', 'scene')), ('transposition', (5, 6), ('scene', 'scene'))]
    """
    common_mass(a, b)
    model = model or EditModel()
    by_type = _by_type(a), _by_type(b)
    names = _type_names(set().union(*by_type), types)
    unmatched: list[int] = []
    sides: list[int] = []
    kinds: list[int] = []
    matches: list[int] = []
    match_kinds: list[int] = []
    keys: list[int] = []
    for kind, name in enumerate(names):
        one, other = (placed.get(name, set()) for placed in by_type)
        alone, both = sorted(one ^ other), sorted(one & other)
        owners = [0 if position in one else 1 for position in alone]
        if unmatched and alone:
            keys.append(0)  # the next is of another type, and no transposition joins the two
        keys += join_keys(alone, owners, model)
        unmatched += alone
        sides += owners
        kinds += [kind] * len(alone)
        matches += both
        match_kinds += [kind] * len(both)
    joins = _joins_by_rule(keys, unmatched, sides)
    scale, width = _type_scale(names, ordered=types is not None) if ordinal else (None, 1)
    swaps, distance = _type_swaps(unmatched, sides, kinds, joins, scale)
    return BoundaryEdits(
        (a.mass - 1) * max(1, len(names)),
        tuple(unmatched),
        tuple(sides),
        tuple(joins),
        tuple(matches),
        model,
        coders,
        names or (UNTYPED,),
        tuple(kinds),
        tuple(match_kinds),
        tuple(swaps),
        distance,
        width,
    )


def edits_between(
    a: Segmentation,
    b: Segmentation,
    *,
    model: EditModel | None,
    types: Sequence[str],
    coders: tuple[str, str],
) -> BoundaryEdits:
    """Find the edits of two coders of a corpus: by its types, the quicker way if it has none."""
    if types:
        return typed_edits(a, b, model=model, types=types, coders=coders)
    return boundary_edits(a, b, model=model, coders=coders)


def _by_type(segmentation: Segmentation) -> dict[str, set[int]]:
    """Positions of the boundaries of each type."""
    if segmentation.types is None:
        return {UNTYPED: set(segmentation.boundaries)} if segmentation.boundaries else {}
    placed: dict[str, set[int]] = defaultdict(set)
    for position, names in zip(segmentation.boundaries, segmentation.types, strict=True):
        for name in names:
            placed[name].add(position)
    return placed


def _type_names(found: set[str], given: Sequence[str] | None) -> tuple[str, ...]:
    """Return the types in order; raises an error for one that is not among the given ones."""
    if given is None:
        try:
            return tuple(sorted(found, key=lambda name: (int(name), name)))
        except ValueError:
            return tuple(sorted(found))
    names = tuple(given)
    if not names or len(set(names)) < len(names):
        raise ValueError(f"types are at least one, and none twice, got {', '.join(names)!r}")
    if unknown := sorted(found.difference(names)):
        raise ValueError(f"type {unknown[0]!r} is not among the types given: {', '.join(names)}")
    return names


def _type_scale(names: tuple[str, ...], *, ordered: bool) -> tuple[list[int], int]:
    """Place types on a scale of whole numbers, and give its width."""
    if ordered or len(names) < 2:
        return list(range(len(names))), max(1, len(names))
    try:
        scale = [int(name) for name in names]
    except ValueError:
        raise ValueError(
            f"types {', '.join(names)} are no scale: give their order, or name them by numbers"
        ) from None
    return scale, max(scale) - min(scale) + 1


def _joins_by_rule(keys: list[int], unmatched: list[int], sides: list[int]) -> list[int]:
    """Choose the transpositions within all types by the rule of the module."""
    held: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for position, side in zip(unmatched, sides, strict=True):
        held[position][side] += 1

    def barred(i: int) -> bool:
        return all(all(held[unmatched[end]]) for end in (i, i + 1))

    free = keys.copy()
    disputed: list[int] = []
    start = 0
    while start < len(keys):
        end = start
        while end < len(keys) and keys[end]:
            end += 1
        if any(barred(i) for i in range(start, end)):
            disputed += range(start, end)
            free[start:end] = [0] * (end - start)
        start = end + 1
    settled = best_joins(free) if any(free) else []
    if not disputed:
        return settled
    chosen = set(settled)
    taken: set[int] = set()
    order = sorted(
        settled + disputed, key=lambda i: (unmatched[i + 1] - unmatched[i], unmatched[i], i)
    )
    for i in order:
        if i in chosen or not (barred(i) or i - 1 in taken or i + 1 in taken):
            taken.add(i)
            for end in (i, i + 1):
                held[unmatched[end]][sides[end]] -= 1
    return sorted(taken)


def _type_swaps(
    unmatched: list[int],
    sides: list[int],
    kinds: list[int],
    joins: list[int],
    scale: list[int] | None,
) -> tuple[list[tuple[int, int]], int]:
    """Pair what is left at one position into substitutions between types."""
    joined = set(joins).union(i + 1 for i in joins)
    left: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for i, (position, side) in enumerate(zip(unmatched, sides, strict=True)):
        if i not in joined:
            left[position][side].append(i)

    def distance(i: int, j: int) -> int:
        return 1 if scale is None else abs(scale[kinds[i]] - scale[kinds[j]])

    swaps: list[tuple[int, int]] = []
    for position in sorted(left):
        fewer, more = sorted(left[position], key=len)
        if fewer:
            swaps += [
                (i, j) if sides[i] == 0 else (j, i) for i, j in _closest(fewer, more, distance)
            ]
    return swaps, sum(distance(i, j) for i, j in swaps)


def _closest(
    fewer: list[int], more: list[int], distance: Callable[[int, int], int]
) -> list[tuple[int, int]]:
    """Pair each of `fewer` with one of `more`, both in order, at the smallest sum of distances."""
    spare = len(more) - len(fewer)
    # best[skipped] for what is left of `fewer` from some place on.
    rows = [[0] * (spare + 1)]
    for i in range(len(fewer) - 1, -1, -1):
        row = [0] * (spare + 1)
        for skipped in range(spare, -1, -1):
            row[skipped] = distance(fewer[i], more[i + skipped]) + rows[-1][skipped]
            if skipped < spare:
                row[skipped] = min(row[skipped], row[skipped + 1])
        rows.append(row)
    rows.reverse()
    pairs, skipped = [], 0
    for i, one in enumerate(fewer):
        best = rows[i][skipped]
        while distance(one, more[i + skipped]) + rows[i + 1][skipped] != best:
            skipped += 1
        pairs.append((one, more[i + skipped]))
    return pairs
