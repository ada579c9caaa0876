"""Where 1 - S comes from: every edit of every pair of coders, counted once for each view.

An edit counts for its kind, its places (half for each of the two of a near miss), its item, its
pair of coders, and half for each of the two, so that each of these views adds up to the whole. As
1 - pi* is (1 - S) / (1 - expected agreement), the same parts over 1 - expected agreement add up
to what pi* lacks (Fournier & Inkpen 2012, equations 4 to 6). A *disagreement* is a set of edits,
of whatever pairs, that overlap in the text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TypeVar

from segmetrics.coefficients.chance_corrected import ROUNDING
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.edits import Edit, EditKind, EditModel
from segmetrics.metrics.typed_edits import edits_between
from segmetrics.reliability.progress import Progress

Key = TypeVar("Key")

# Edits between two reports of progress.
HEARD = 10_000


class PairEdit(NamedTuple):
    """An edit of two coders on an item."""

    item: str
    coders: tuple[str, str]
    edit: Edit
    cost: float


class LossPart(NamedTuple):
    """A part of the loss."""

    edits: int
    cost: float
    of_s: float
    of_pi: float | None


@dataclass(frozen=True)
class Loss:
    """Where 1 - S comes from; the costs of each mapping add up to the total."""

    total: LossPart
    potential_boundaries: int
    kinds: Mapping[EditKind, LossPart]
    places: Mapping[tuple[str, int], LossPart]
    items: Mapping[str, LossPart]
    pairs: Mapping[tuple[str, str], LossPart]
    coders: Mapping[str, LossPart]


class Disagreement(NamedTuple):
    """Edits that overlap in the text."""

    place: int
    costs: dict[str, float]


def pair_edits(corpus: Corpus, item: Item, model: EditModel) -> list[PairEdit]:
    """List the edits of every pair of coders on an item."""
    found = []
    for pair in _pairs(corpus, item):
        one, other = (item.codings[coder] for coder in pair)
        edits = edits_between(one, other, model=model, types=corpus.types, coders=pair)
        found += [PairEdit(item.name, pair, edit, _cost(edit, model)) for edit in edits.edits]
    return found


def _pairs(corpus: Corpus, item: Item) -> list[tuple[str, str]]:
    """List the pairs of an item's coders, in the order of the corpus."""
    return list(combinations(sorted(item.codings, key=corpus.coders.index), 2))


def _cost(edit: Edit, model: EditModel) -> float:
    if edit.kind is EditKind.TRANSPOSITION:
        return model.transposition_cost(edit.positions[1] - edit.positions[0])
    return model.substitution


def loss(
    corpus: Corpus,
    items: Sequence[Item],
    edits: Iterable[PairEdit],
    *,
    expected: float | None = None,
    progress: Progress | None = None,
) -> Loss | None:
    """Return the parts of 1 - S of some items of a corpus."""
    edits = list(edits)
    pairs = {item.name: _pairs(corpus, item) for item in items}
    whole = max(1, len(corpus.types)) * sum(
        (item.mass - 1) * len(pairs[item.name]) for item in items
    )
    if not whole:
        return None
    lacking = None if expected is None or expected > 1 - ROUNDING else whole * (1 - expected)

    def part(count: int, cost: float) -> LossPart:
        return LossPart(count, cost, cost / whole, cost / lacking if lacking else None)

    def parts(
        keys_of: Callable[[PairEdit], Sequence[Key]], known: Iterable[Key] = ()
    ) -> dict[Key, LossPart]:
        """Share the cost of each edit among its keys."""
        costs = defaultdict(float, dict.fromkeys(known, 0.0))
        counts: dict[Key, int] = defaultdict(int)
        for number, one in enumerate(edits):
            if progress and number % HEARD == 0:
                progress(number / len(edits))
            keys = keys_of(one)
            for key in keys:
                costs[key] += one.cost / len(keys)
            for key in set(keys):
                counts[key] += 1
        return {key: part(counts[key], cost) for key, cost in costs.items()}

    order = {item.name: number for number, item in enumerate(items)}
    places = parts(lambda one: [(one.item, place) for place in one.edit.positions])
    all_pairs = dict.fromkeys(pair for of_item in pairs.values() for pair in of_item)
    kinds = [EditKind.TRANSPOSITION, EditKind.SUBSTITUTION]
    if corpus.types:
        kinds.append(EditKind.TYPE_SUBSTITUTION)
    return Loss(
        total=part(len(edits), sum(one.cost for one in edits)),
        potential_boundaries=whole,
        kinds=parts(lambda one: [one.edit.kind], kinds),
        places={
            key: places[key] for key in sorted(places, key=lambda key: (order[key[0]], key[1]))
        },
        items=parts(lambda one: [one.item], order),
        pairs=parts(lambda one: [one.coders], all_pairs),
        coders=parts(lambda one: one.coders, [coder for pair in all_pairs for coder in pair]),
    )


def disagreements(item: Item, edits: Iterable[PairEdit]) -> list[Disagreement]:
    """Return the edits of an item in groups that overlap in the text."""
    found: list[Disagreement] = []
    end = 0
    for one in sorted(edits, key=lambda one: one.edit.positions):
        first, last = one.edit.positions[0], one.edit.positions[-1]
        if first > end:
            found.append(Disagreement(first, dict.fromkeys(item.codings, 0.0)))
        end = max(end, last)
        for coder in one.coders:
            found[-1].costs[coder] += one.cost / 2
    return found
