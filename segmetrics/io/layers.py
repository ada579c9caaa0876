"""Which layer of several holds the segments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise
from pathlib import PurePosixPath
from shlex import quote

from segmetrics.io.parts import AnyCoding, Coding, SpanCoding, grouped
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.phrases import joined, listed

SEGMENTATION = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type."
# Layers of everybody that can hold segments, in the order of preference.
COMMON = (
    f"{SEGMENTATION}Div",
    f"{SEGMENTATION}Heading",
    f"{SEGMENTATION}Paragraph",
    "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity",
)
BUILT_IN = ("uima.", "de.tudarmstadt.ukp.dkpro.core.", "org.dkpro.core.")
# What tools divide texts into by themselves, and what names of layers say of segments.
DIVIDING = re.compile("(?:token|word|sentence|lemma)s?", re.IGNORECASE)
TELLING = re.compile("seg|topic|bound|section|episode|scene", re.IGNORECASE)
FEW_LABELS = 4  # that a sentence names
COPIED = 20  # segments of a layer from which on equal ones are no chance
OFTEN = 2  # spans of a layer in each coding that has it, of fewer it is rather a sign of the start
MOST_NAMED, LONGEST = 12, 120  # layers that a sentence names, and characters of each
ALL = "*"  # what a person chooses to take all layers together


def layers_of(spans: Sequence[SpanCoding]) -> dict[str, int]:
    """Count the spans of each layer."""
    counts: Counter[str] = Counter()
    for coding in spans:
        if coding.layer:
            counts[coding.layer] += len(coding.spans)
    return dict(sorted(counts.items()))


def named_layers(chosen: str, layers: Iterable[str]) -> list[str]:
    """Return the layers that a person named: one, several between commas, or all as ``*``."""
    forms = {one: {ALL, *map(_bare, (one, short_name(one)))} for one in layers}
    for names in ([chosen], chosen.split(",")):
        wanted = set(map(_bare, names))
        found = [layer for layer, of in forms.items() if wanted & of]
        if found:
            return found
    return []


def _bare(name: str) -> str:
    return name.strip().casefold()


def _called(name: str) -> str:
    return shortened(name, LONGEST)


def choose_layer(
    spans: Sequence[SpanCoding], chosen: str, why_no_coders: str = ""
) -> tuple[list[SpanCoding], list[Notice]]:
    """Return the codings of one layer, and what there is to say; none if a person must choose."""
    counts = layers_of(spans)
    if not counts:
        return list(spans), []
    layers = list(counts)
    known = listed([f"{_called(name)} ({counts[name]:,})" for name in layers], MOST_NAMED)
    layered = [coding for coding in spans if coding.layer]
    word = "tier" if any(coding.tier for coding in layered) else "layer"
    possible = named_layers(chosen, layers) if chosen else _possible(layered, layers)
    kinds = [] if chosen or layered[0].extent.in_time else _side_by_side(layered, layers)
    most = max((counts[one] for one in possible if one in kinds), default=0)
    of_kinds = len(possible) > 1 < len(kinds) or 0 < 2 * most < sum(map(counts.__getitem__, kinds))
    if not possible or (not chosen and len(possible) > 1) or of_kinds:
        what = f"several {word}s could hold the segments: {known}"
        held = Counter(coding.layer for coding in layered if coding.spans)
        often = {of for of in held if counts[of] >= OFTEN * held[of]}  # else a sign of the start
        likely = max(
            possible or layers,
            key=lambda of: (any(map(str.isalnum, of)), of in often and held[of], counts[of]),
        )
        fix = f"choose the {word} that holds them"
        named = map(short_name, kinds if of_kinds else [likely])
        command = f"--layer {quote(','.join(named).strip())} for example"
        if of_kinds:
            fix += f"; {joined([*map(_called, kinds)])} lie side by side, as kinds of one {word} do"
        if chosen:
            what = f"no {word} {chosen}: there are {known}"
        elif why_no_coders:
            what = f"several tiers could hold the segments, as {why_no_coders}: {known}"
            fix = "choose the tier or tiers that hold them, or say that each tier is a coder"
            command += ", several with commas; --pattern {item} if each tier is a coder"
        asked = Problem(file=layered[0].file, what=what, fix=fix, asks="layer", command=command)
        return [coding for coding in spans if not coding.layer], [asked]
    some = [*map(_called, possible[:MOST_NAMED]), *["others"][: len(possible) > MOST_NAMED]]
    kept = [coding for coding in spans if not coding.layer]
    said: list[Notice] = []
    copied = _copied(layered)
    for codings in grouped(((one.file, one.item, one.coder), one) for one in layered).values():
        marked = [coding for coding in codings if coding.layer in possible]
        if chosen and codings[0].tier and not marked:
            there = list(dict.fromkeys(_called(coding.layer) for coding in codings))
            what = f"no tier {chosen} in this file: there are {listed(there, MOST_NAMED)}"
            fix = "choose a tier of this file too"
            own = next((one for one in codings if one.layer not in copied), codings[0])
            command = f"--layer {quote(f'{chosen},{own.layer}')} for example"
            said.append(codings[0].problem(what, fix, command=command))
            continue
        if not marked:
            what = f"nothing marked in the {word} {joined(some)}: a coding without boundaries"
            said.append(replace(codings[0], row=None).notice(what))
        union = tuple(span for coding in marked for span in coding.spans)
        layer = marked[0].layer if marked else possible[0]
        to_say = tuple(notice for coding in marked for notice in coding.said)
        kept.append(replace((marked or codings)[0], spans=union, layer=layer, said=to_say))
    if len(layers) > 1:
        why = "" if chosen else ", the only one that can"
        what = f"segments are read from the {word} {joined(some)}{why}; the {word}s are {known}"
        said.append(Notice(file=layered[0].file, what=what))
    return kept, said


def layers_in_names(spans: Sequence[SpanCoding]) -> list[Problem]:
    """Ask about files such as ``anna_topics`` and ``anna_words``, where each coder has both."""
    known = [coding for coding in spans if coding.extent.is_open]
    files = {coding.item: coding.file for coding in known}
    of_items = grouped((coding.item, coding.coder or "") for coding in known)
    coders = {item: frozenset(names) for item, names in of_items.items()}
    problems = []
    folders = len(coders) > 1 == len(set(coders.values()))
    for item, names in coders.items():
        parts = [name.rpartition("_") for name in names]
        pairs = {(coder, layer) for coder, _, layer in parts if coder and layer}
        of_coders, layers = ({pair[at] for pair in pairs} for at in (0, 1))
        if min(len(of_coders), len(layers)) > 1 and len(pairs) == len(of_coders) * len(layers):
            what = f"the names of files look like {', '.join(sorted(of_coders))} with the layers "
            what += f"{', '.join(sorted(layers))} each"
            one, pattern = ("folder", "{coder}/{item}") if folders else ("file", "{coder}")
            fix = f"bring the files of one layer alone; or say that each {one} is a coder"
            ask = partial(Problem, asks="pattern", command=f"--pattern {quote(pattern)}")
            problems.append(ask(file=files[item], item=item, what=what, fix=fix))
    return problems


def layers_by_labels(spans: Sequence[SpanCoding]) -> Iterator[Problem]:
    """Ask about a few coders of an item whose labels, each used again, have none in common."""
    plain = [one for one in spans if not one.layer]
    labels: dict[str, Counter[str]] = {}
    for one in plain:
        labels.setdefault(one.coder or "", Counter()).update(span.label for span in one.spans)
    for codings in grouped((one.item, one) for one in plain).values():
        paths = {one.coder or "": PurePosixPath(one.file) for one in codings}
        used = {name: labels[name] for name in paths}
        if not 1 < len(paths) == len(set(paths.values())) <= MOST_NAMED or any(
            len(of) < 2 or 2 * len(of) > of.total() for of in used.values()
        ):
            continue
        kinds: list[tuple[list[str], set[str]]] = []
        for name, of in used.items():
            same = [kind for kind in kinds if not kind[1].isdisjoint(of)]
            names, known = [[one[at] for one in same] for at in (0, 1)]
            kinds = [kind for kind in kinds if kind not in same]
            kinds.append(([*chain(*names), name], {*of}.union(*known)))
        if len(kinds) == 1:
            continue
        said = [f"{joined(who)} {listed(sorted(known), FEW_LABELS)}" for who, known in kinds]
        what = f"coders of one item have no label in common, as if they were layers: {joined(said)}"
        folders = len({path.parent for path in paths.values()}) == len(paths)
        least = paths[kinds[-1][0][-1]]
        command = f"--drop-file {quote(str(least.parent if folders else least))} for example, or "
        command += f"--pattern {quote('{coder}/{item}' if folders else '{coder}')}"
        fix = "leave out all layers but one; or say that each is a coder"
        asked = codings[0].problem(what, fix, asks="pattern", command=command)
        yield replace(asked, coder=None, row=None)


def one_layer(parts: Sequence[AnyCoding]) -> list[AnyCoding]:
    """Return what a file holds of one layer, so that a coder is not counted for each."""
    layers = [part.layer for part in parts if isinstance(part, SpanCoding) and part.layer]
    first = ("", *layers[:1])
    return [part for part in parts if isinstance(part, Coding) or part.layer in first]


def short_name(layer: str) -> str:
    """Return the name of a layer without its package; a sentence has none."""
    return layer if " " in layer else layer.rpartition(".")[2]


def _possible(spans: Sequence[SpanCoding], layers: Sequence[str]) -> list[str]:
    """Find the layers that coders may have marked by themselves, as far as can be told."""
    of_layer = grouped((coding.layer, coding) for coding in spans)
    left = [layer for layer in layers if any(one.spans for one in of_layer[layer])]
    unlikely: list[Callable[[str], bool]] = [
        lambda layer: _is_whole(of_layer[layer]),
        lambda layer: _is_given(of_layer[layer]),
        _copied(spans).__contains__,
    ]
    if spans[0].extent.text is not None:
        unlikely += [
            lambda layer: bool(DIVIDING.search(short_name(layer))),
            lambda layer: layer.startswith(BUILT_IN),
            lambda layer: not TELLING.search(short_name(layer)),
        ]
    for test in unlikely:
        left = [layer for layer in left if not test(layer)] or left
    common = [layer for layer in COMMON if layer in left]
    return common[:1] if common and len(common) == len(left) else left or list(layers[:1])


def _side_by_side(spans: Sequence[SpanCoding], layers: Sequence[str]) -> list[str]:
    """Find the layers that together cover most of a text and nowhere lie over each other."""
    of_layer = grouped((coding.layer, coding) for coding in spans)
    left = [one for one in layers if not _is_whole(of_layer[one])]
    sizes = {one: sum(s.end - s.start for of in of_layer[one] for s in of.spans) for one in left}
    kinds: list[str] = []
    for layer in sorted(left, key=lambda one: (_is_given(of_layer[one]), -sizes[one])):
        parts = grouped(
            ((of.file, of.item, of.coder), (span.start, span.end))
            for one in (*kinds, layer)
            for of in of_layer[one]
            for span in of.spans
        )
        if all(one[1] <= other[0] for of in parts.values() for one, other in pairwise(sorted(of))):
            kinds.append(layer)
    return kinds


def _is_whole(spans: Sequence[SpanCoding]) -> bool:
    """Return whether a layer holds one span over the whole text, in each file."""
    return all(
        [(span.start, span.end) for span in coding.spans] == [(0, coding.extent.end)]
        for coding in spans
    )


def _copied(spans: Sequence[SpanCoding]) -> set[str]:
    """Return the layers whose segments another file of the item has in a layer of another name."""
    edges = grouped(
        ((one.item, frozenset((span.start, span.end) for span in one.spans)), one) for one in spans
    )
    return {
        one.layer
        for (_, of), alike in edges.items()
        if len(of) >= COPIED and len({other.file for other in alike}) > 1
        for one in alike
        if any(other.layer != one.layer and other.file != one.file for other in alike)
    }


def _is_given(spans: Sequence[SpanCoding]) -> bool:
    """Return whether a layer is equal in all files of each item, of which some have several."""
    texts = (one.item if one.extent.text is None else one.extent.text for one in spans)
    edges = ({(span.start, span.end) for span in coding.spans} for coding in spans)
    by_text = grouped(zip(texts, edges, strict=True))
    several = [found for found in by_text.values() if len(found) > 1]
    return bool(several) and all(one == found[0] for found in several for one in found)
