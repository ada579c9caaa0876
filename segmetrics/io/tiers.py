"""What the tiers of recordings are: coders, or layers of the coding that a file holds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from segmetrics.io.choices import Choices
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.layers import named_layers
from segmetrics.io.name_readings import lengths_tell
from segmetrics.io.parts import Found, Span, SpanCoding, grouped
from segmetrics.io.problems import Notice, shortened
from segmetrics.phrases import joined

if TYPE_CHECKING:
    Spans = Mapping[str, Mapping[str, Sequence[Span]]]
    """The spans of each tier, by file and name."""


# Edges of a tier from which on it may be a level, and the share of them that the finer one has.
FEWEST_EDGES, NESTED = 3, 0.95
OF_KINDS = WORDS.units | WORDS.texts | WORDS.annotations  # names of what is in tiers
# Tiers of coders have labels in common; without labels only many edges speak for levels.
SAME_LABELS, MANY_EDGES = 0.5, 10
MOST_COMPARED = 20  # tiers of a file that are compared with each other; more take too long
FEWEST_FILES = 3  # files by which it is seen whether tiers come again
FEWEST_TURNS, AVOIDING = 10, 0.5  # segments of speakers, and share of the overlap that chance gives
FEWEST_ALONE = 5  # segments of speakers none of whom ever speaks with another


def with_tiers(found: Sequence[Found], choices: Choices) -> tuple[list[Found], str]:
    """Name the coders of tiers that are coders; return why the others are none."""
    found = found if choices.layer or choices.pattern else list(_without_remarks(found))
    tiers = [part for part in found if isinstance(part, SpanCoding) and part.tier is not None]
    others = [part for part in found if isinstance(part, SpanCoding) and part.tier is None]
    chosen = bool(choices.layer) and (
        not any(part.layer for part in others)
        or bool(named_layers(choices.layer, {part.layer for part in tiers}))
    )
    if chosen or choices.pattern:
        why = ""
        are_coders = not chosen and "{coder}" not in choices.pattern
        if not chosen and not are_coders and len({part.file for part in tiers}) == len(tiers):
            one_each = {id(part): replace(part, layer="", tier=None) for part in tiers}
            return [one_each.get(id(part), part) for part in found], why  # one of each file
    else:
        why = next(_no_coders(tiers), "")
        are_coders = not why
    files = {part.file for part in tiers}
    parts: list[Found] = []
    for part in found:
        if isinstance(part, SpanCoding) and part.tier is not None:
            coder = replace(part, coder=part.layer, layer="", tier=None)
            parts.append(coder if are_coders else part)
        elif isinstance(part, Notice) and part.coder and part.file in files and not are_coders:
            parts.append(replace(part, coder=None, what=f"tier {part.coder}: {part.what}"))
        else:
            parts.append(part)
    return parts, why


def _without_remarks(found: Sequence[Found]) -> Iterator[Found]:
    """Leave tiers out that are named as remarks are, beside two others, and say so once."""
    layers = {part.layer for part in found if isinstance(part, SpanCoding) and part.tier}
    noted = {name for name in layers if plain(name.partition("@")[0]) in WORDS.notes}
    noted = noted if len(layers - noted) > 1 else set()
    for part in found:
        if isinstance(part, SpanCoding) and part.tier and part.layer in noted:
            what = f"not read: the tier {shortened(part.layer)}, which is named as remarks are"
            yield Notice(file=part.file, item=part.item, what=what)
        elif not (isinstance(part, Notice) and part.coder in noted):
            yield part


def _no_coders(tiers: Sequence[SpanCoding]) -> Iterator[str]:
    spans: dict[str, dict[str, list[Span]]] = defaultdict(dict)
    files = grouped((part.file, part) for part in tiers).values()
    compared = [part for of_file in files for part in of_file[:MOST_COMPARED]]
    for part in compared:
        spans[part.file].setdefault(part.layer, []).extend(part.spans)
    again = _comes_again(tiers)
    if again:
        yield f"the tier {again} comes again in another file of the same recording"
    filled = [(part.tier, part.layer) for part in tiers if part.tier and part.spans]
    parents = {tier.parent: layer for tier, layer in filled if tier.parent}
    names = {layer for _, layer in filled}
    as_levels = "as if these were levels of one coding"
    for name in sorted(names & parents.keys()):
        yield f"the tier {parents[name]} belongs to the tier {name}, {as_levels}"
    speakers = {part.tier.speaker for part in tiers if part.tier and part.tier.speaker}
    if len(speakers) > 1:
        some = joined([shortened(name, 24) for name in sorted(speakers)[:4]])
        some += " ..." * (len(speakers) > 4)
        yield f"the file has a tier for each speaker or subject, {some}"
    for coarse, fine in _nested(spans):
        yield f"all boundaries of the tier {coarse} are also in the tier {fine}, {as_levels}"
    if _take_turns(compared):
        yield "the segments of the tiers avoid each other, as the turns of speakers do"
    times = Counter(layer for of_file in spans.values() for layer in of_file)
    if len(spans) >= FEWEST_FILES and times.total() < 2 * len(times):
        yield "hardly a tier comes again in another file, as the coders of a corpus do"
    kinds = [name for name in sorted(names) if plain(name.partition("@")[0]) in OF_KINDS]
    yield from (
        f"the tier {name} is named as a unit of text or by what is in it, and not as a person"
        for name in kinds
        if len(names) > 1 and ("@" not in name or len(kinds) > 1)
    )


def _comes_again(tiers: Sequence[SpanCoding]) -> str:
    """Return a tier that several files of one recording have, by their lengths and names."""
    by_length = lengths_tell(tiers)
    stems = {PurePosixPath(part.file).stem for part in tiers}
    first: dict[tuple[object, ...], str] = {}
    for part in tiers:
        stem, extent = PurePosixPath(part.file).stem, part.extent
        name = stem if len(stems) > 1 else part.file  # all may have one, in folders of items
        recording = (None, name) if extent.is_open else (extent.end, None if by_length else stem)
        if first.setdefault((*recording, part.layer), part.file) != part.file:
            return part.layer
    return ""


def _nested(spans: Spans) -> Iterator[tuple[str, str]]:
    """Find tiers whose edges are edges of another, over all files, under other labels."""
    edges: Counter[str] = Counter()
    shared: Counter[tuple[str, str]] = Counter()
    labels: dict[str, set[str]] = defaultdict(set)
    for of_file in spans.values():
        ends = {name: _edges(of_tier) for name, of_tier in of_file.items()}
        for name, of_tier in of_file.items():
            edges[name] += len(ends[name])
            labels[name] |= {span.label for span in of_tier if span.label}
        shared.update(
            {(one, other): len(ends[one] & ends[other]) for one, other in permutations(ends, 2)}
        )
    for (coarse, fine), count in shared.items():
        if count >= max(FEWEST_EDGES, NESTED * edges[coarse]):
            both = labels[coarse] | labels[fine]
            same = labels[coarse] & labels[fine]
            if len(same) < SAME_LABELS * len(both) if both else count >= MANY_EDGES:
                yield coarse, fine


def _edges(spans: Iterable[Span]) -> set[int]:
    """Return the edges of spans, but for the first and the last."""
    edges = {edge for span in spans for edge in (span.start, span.end)}
    return edges - {min(edges, default=0), max(edges, default=0)}


def _take_turns(tiers: Iterable[SpanCoding]) -> bool:
    """Return whether segments of tiers overlap less than those of people who mark alone."""
    by_file: dict[str, list[tuple[list[Span], int]]] = defaultdict(list)
    for part in tiers:
        marked = sorted(span for span in part.spans if span.label and span.start < span.end)
        if marked:
            by_file[part.file].append((marked, part.extent.end))
    turns = sum(len(marked) for of_file in by_file.values() for marked, _ in of_file)
    if turns < FEWEST_ALONE:
        return False
    expected = actual = length = 0.0
    for of_file in by_file.values():
        for (one, end), (other, _) in combinations(of_file, 2):
            expected += _covered(one) * _covered(other) / end
            actual += _overlap(one, other)
        length += sum(_covered(marked) for marked, _ in of_file)
    # Chance keeps no segments apart of which two are expected to overlap, or one where none does.
    many = turns >= FEWEST_TURNS and expected > 2 * length / turns
    return actual < AVOIDING * expected if many else expected * turns > length and not actual


def _covered(spans: Iterable[Span]) -> int:
    return sum(span.end - span.start for span in spans)


def _overlap(one: Sequence[Span], other: Sequence[Span]) -> int:
    """Return how long spans of two tiers are at the same time; both are sorted."""
    total = first = second = 0
    while first < len(one) and second < len(other):
        here, there = one[first], other[second]
        total += max(0, min(here.end, there.end) - max(here.start, there.start))
        if here.end <= there.end:
            first += 1
        else:
            second += 1
    return total
