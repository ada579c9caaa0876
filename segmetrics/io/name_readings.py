"""Whose the codings of files are: the reading of their names under which the contents agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, pairwise
from pathlib import PurePosixPath
from statistics import median

from segmetrics.io import names
from segmetrics.io.parts import AnyCoding, Coding, SpanCoding, grouped, same_columns
from segmetrics.io.recording_ends import far_apart
from segmetrics.phrases import counted

Content = tuple[str, Hashable]

NEUTRAL = 0.5  # what no coding speaks for or against
ALIKE = 0.3  # share of two texts, at their begins and ends, that makes them one with an error
MOST_COMPARED = 2_000  # pairs of texts that are compared; more take too long
FEW = 2  # sheets that may differ in their numbers of units because units are missing
MANY_CODERS, MANY_FOR = 100, 10  # more coders than that, and for each item, are asked about
OF_FOLDERS = "{coder}/{item}"  # what folders are likely to be that hold a file of one name each
OF_ITEMS = "{item}/{coder}"  # what they are where the files of one name hold other recordings
CLOSER = 0.5  # share of how far last times lie apart with which another reading is the likelier
WHOLE = 0.95  # share of a recording that segments cover which leave hardly a gap
FOLDERS = "{item}/*"  # what names files of one name each that say themselves whose they are
FEWEST_FILES = 4  # files from which on names can show that each coder has each item
SHOWN = 4  # readings that a question names
NOBODY = names.Named()
TEXT, RECORDING, UNITS = "texts", "lengths of recordings", "numbers of units"
KINDS = (TEXT, RECORDING, UNITS)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for and against one reading of the names of files."""

    pattern: str
    items: int
    coders: int
    agreeing: int
    differing: int
    returning: int
    kind: str
    by_names: float = 0
    groups: Hashable = None
    islands: int = 1
    twice: int = 0

    @property
    def names_nobody(self) -> bool:
        """Whether all files are one coder's."""
        return "{coder}" not in self.pattern

    @property
    def apart(self) -> bool:
        """Whether coders are in groups that share no item, or code an item twice."""
        return self.islands > 1 or self.twice > 0

    @property
    def is_telling(self) -> bool:
        """Whether equal contents are of one item, as equal numbers of units need not be."""
        return self.kind != UNITS

    @property
    def all_at_once(self) -> bool:
        """Whether nothing but equal numbers speaks for each file as a coder of the only item."""
        alone = "{item}" not in self.pattern and not self.is_telling
        return alone and self.items == 1 and self.agreeing > 0 >= self.by_names

    @property
    def codings(self) -> int:
        """Number of codings if each coder coded each item."""
        return self.items * self.coders

    @property
    def compared(self) -> int:
        """Number of codings that could agree with another."""
        return self.agreeing + self.differing

    @property
    def share(self) -> float:
        """Share of the codings that could agree with another and do."""
        return self.agreeing / self.compared if self.compared else NEUTRAL

    @property
    def likelihood(self) -> float:
        """Share of codings that would agree, in tenths: by Laplace's rule, as few say little."""
        return round((self.agreeing + 1) / (self.compared + 2), 1)

    @property
    def sentence(self) -> str:
        """The reading and its evidence in words."""
        return f"{self.pattern} gives {self.words}"

    @property
    def words(self) -> str:
        """What the reading gives, and what speaks for it or against it."""
        size = f"{counted(self.items, 'item')} of {counted(self.coders, 'coder')}"
        if self.islands > 1:
            size += f", in {self.islands:,} groups without a common item"
        if not self.compared:
            return f"{size}, no item with two coders"
        if not self.differing:
            return f"{size}, whose {self.kind} agree"
        of = f"{self.differing:,} of {self.compared:,} comparisons"
        return f"{size}; in {of} their {self.kind} differ"


@dataclass(frozen=True, slots=True)
class Finding:
    """The best reading, and whether the contents of the files confirm it."""

    pattern: str
    evidence: tuple[Evidence, ...] = ()
    confirmed: bool = True
    names_coders: bool = True

    @property
    def question(self) -> str:
        """The readings between which a person has to decide."""
        readings = "; ".join(one.sentence for one in self.evidence[:SHOWN])
        return f"neither the names nor the contents of the files show who coded what: {readings}"


def of_one_account(files: Sequence[str], parts: Sequence[AnyCoding]) -> Finding:
    """Ask whether files in which one coder has the same items are of several people."""
    held = _Contents(files, [replace(part, coder=None) for part in parts])
    # Of one coder nothing is compared, as of one who coded the items several times.
    of_one = replace(held.weighed("{item}"), agreeing=0, differing=0)
    return Finding("{coder}", (held.weighed("{coder}"), of_one), confirmed=False)


def doubted(
    files: Sequence[str], parts: Sequence[AnyCoding], fields: Sequence[str], finding: Finding
) -> Finding:
    """Ask for the pattern if names alone show several coders, or contents fewer of them."""
    held = _Contents(files, parts)
    now = held.weighed(finding.pattern)
    if now.coders > max(MANY_CODERS, MANY_FOR * now.items) and held.are_one:
        patterns = names.proposals(files, fields=fields)
        others = (held.weighed(one) for one in patterns if one != finding.pattern)
        fewer = sorted(
            (one for one in others if one.coders < now.coders),
            key=lambda one: (not one.compared, one.coders),
        )
        return Finding(finding.pattern, (*fewer, now), confirmed=False) if fewer else finding
    if now.compared or len(files) < FEWEST_FILES or now.items < len(files):
        return finding
    bare = copy(held)
    bare.parts = [replace(part, item=None, coder=None) for part in parts]
    for pattern in names.splits([PurePosixPath(names.path_of(file)).name for file in files]):
        one = bare.weighed(pattern)
        complete = one.items * one.coders == len(files) and min(one.items, one.coders) > 1
        if complete and not one.differing:
            return Finding(finding.pattern, (one, now), confirmed=False)
    return finding


def find_reading(
    files: Sequence[str], parts: Sequence[AnyCoding], fields: Sequence[str]
) -> Finding:
    """Find the reading of names of files that their contents confirm, or the likeliest."""
    patterns = names.proposals(files, fields=fields)
    saved: dict[str, str] = {}
    for part in parts:
        saved.setdefault(names.path_of(part.file), part.file)
    read = set(saved.values())  # the same file with another ending is no other coding
    parts = [part for part in parts if part.file in read]
    if len(patterns) == 1 or len(read) < 2:
        pattern = _of_items_in_folders(parts) if patterns == (FOLDERS,) else patterns[0]
        return Finding(pattern, names_coders="coder" in fields)
    held = _Contents(files, parts)
    folders = names.shared_folders(files)
    room = min(len(names.path_of(file).split("/")) for file in files) - folders
    fitting = [pattern for pattern in patterns if names.depth(pattern) <= room] or patterns[:1]
    found = list(map(held.weighed, fitting))
    clips = all(map(_is_clip, parts))  # cut to one length they end alike, whoever coded them
    if held.are_one and not found[0].is_telling:
        finding = _by_names(found, complete=len(read) == len(files), clips=clips)
        return _by_last_times(finding, held)
    ranked = sorted(
        found, key=lambda one: (-one.likelihood, not one.returning, -one.by_names, one.coders)
    )
    known = all(part.item is not None for part in parts)  # names need not say it again
    if known:
        ranked.sort(key=lambda one: one.apart or one.pattern != "{coder}")
    best, *others = ranked
    if not best.agreeing and not best.is_telling:
        if _are_sheets_of_items(read, ranked):
            return Finding(best.pattern, tuple(ranked))
        one_name = len({PurePosixPath(names.path_of(file)).name for file in read}) == 1
        complete = [one.pattern for one in ranked if _is_grid(one) and one.codings == len(read)]
        order = [OF_FOLDERS, *fitting] if one_name and OF_FOLDERS in fitting else fitting
        order = [*complete, *order] if not one_name else order
        joined = {one.pattern for one in ranked if not one.apart}
        order = sorted(order, key=lambda one: (one not in joined, known and one != "{coder}"))
        likely = next((one for one in order if not _ends_differ(one, parts)), order[0])
        ranked.sort(key=lambda one: one.pattern != likely)
        of_items = "{item}" if not one_name else OF_ITEMS
        return Finding(likely, tuple(ranked), confirmed=likely == of_items and _are_items(parts))
    rivals = [one for one in others if _rivals(best, one)]
    fits = best.share > NEUTRAL or not best.differing
    confirmed = fits and not rivals and not _strays(read, best.pattern)
    confirmed = confirmed and not (clips and best.all_at_once)
    others = [one for one in others if one not in rivals and (one.share or not fits)]
    return Finding(best.pattern, (best, *rivals, *others), confirmed=confirmed)


def apart_by_choice(
    pattern: str, files: Sequence[str], parts: Sequence[AnyCoding], fields: Sequence[str]
) -> Finding:
    """Ask about a pattern under which coders share no items, where under the likeliest they do."""
    best, *others = find_reading(files, parts, fields).evidence or (None,)
    chosen = next((one for one in others if one and one.pattern == pattern), None)
    if best is None or best.apart or best.coders < 2 or chosen is None or chosen.islands < 2:
        return Finding(pattern)
    return Finding(pattern, (best, chosen), confirmed=False)


def columns_of_items(parts: Sequence[AnyCoding]) -> Finding | None:
    """Doubt that columns are coders, if they end as recordings do, and files as their coders."""
    timed = [one for one in parts if isinstance(one, SpanCoding) and one.extent.in_time]
    if len(timed) < len(parts) or not same_columns(parts):
        return None
    last = [max((span.end for span in one.spans), default=0) for one in timed]
    of_columns = grouped(zip((one.coder for one in timed), last, strict=True)).values()
    of_files = grouped(zip((one.file for one in timed), last, strict=True)).values()
    by_column, by_file = (
        median(max(ends) - min(ends) for ends in of) for of in (of_columns, of_files)
    )
    stems = (PurePosixPath(names.path_of(one.file)).stem for one in timed)
    people = names.as_coders(stems) > names.as_coders(one.coder for one in timed)
    if not people or by_column >= CLOSER * by_file:
        return None
    of = partial(Evidence, returning=0, kind=RECORDING)
    columns, files, every = len(of_columns), len(of_files), len(parts)
    as_items = of("{coder}", items=columns, coders=files, agreeing=every, differing=0)
    as_coders = of("{item}", items=files, coders=columns, agreeing=0, differing=every)
    return Finding("{item}", (as_items, as_coders), confirmed=False)


def _of_items_in_folders(parts: Sequence[AnyCoding]) -> str:
    """Return what names files of the same names in several folders, which may be items or not."""
    paths = {part.file: PurePosixPath(names.path_of(part.file)) for part in parts}
    whose = grouped(((paths[part.file].parent, part.coder), part.file) for part in parts)
    if all(len(set(files)) == 1 for files in whose.values()):
        return FOLDERS
    held = _Contents(tuple(paths), parts)
    named = grouped(
        (paths[part.file].name, held.alike(content))
        for part, content in zip(parts, held.contents, strict=True)
    )
    same = sum(len(set(contents)) == 1 for contents in named.values())
    return "{item}" if 2 * same > len(named) else "{item}/{item}"


def _ends_differ(pattern: str, parts: Iterable[AnyCoding]) -> bool:
    """Return whether the last times of recordings say that each item would be several."""
    timed = [one for one in parts if isinstance(one, SpanCoding) and one.extent.in_time]
    items = [one.item or (names.names_in(one.file, pattern) or NOBODY).item for one in timed]
    ends = grouped(zip(items, (one.extent.end for one in timed), strict=True))
    several = [of for of in ends.values() if len(of) > 1]
    return bool(several) and all(map(far_apart, several))


def _are_items(parts: Iterable[AnyCoding]) -> bool:
    """Return whether the middle half of recordings ends far apart, as coders' segments do not."""
    spans = [one for one in parts if isinstance(one, SpanCoding)]
    ends = {one.file: one.extent.end for one in spans}
    halves = sorted(ends.values())[len(ends) // 4 : -(len(ends) // 4) or None]
    points = any(one.extent.goes_on for one in spans)
    paths = [PurePosixPath(names.path_of(file)) for file in ends]
    in_folders = len({path.name for path in paths}) == 1
    named = names.as_coders(path.parent.name if in_folders else path.name for path in paths)
    # What could be names of people are none if each file has segments up to its own end.
    whole = all(sum(s.end - s.start for s in one.spans) > WHOLE * one.extent.end for one in spans)
    people = named > 0 and (named == 1 or not whole)
    each = all(map(far_apart, pairwise(sorted(ends.values()))))
    sure = each or not (in_folders or named)
    return len(ends) > FEW and not points and not people and sure and far_apart(halves)


def _by_names(found: Sequence[Evidence], *, complete: bool, clips: bool) -> Finding:
    """Find the reading that names speak for, as equal numbers of units everywhere say nothing."""
    ranked = sorted(found, key=lambda one: (not one.compared, one.coders))
    ranked.sort(key=lambda one: (one.differing, one.names_nobody, -one.by_names))
    best, *others = ranked
    rivals = [
        one
        for one in others
        if (one.differing, one.names_nobody) == (best.differing, best.names_nobody)
        and one.by_names >= best.by_names
        and one.coders > 1
        and one.groups != best.groups
    ]
    # The others are named as items are, and may be items with the same number of units.
    of_items = best.by_names <= -1 and any(not one.differing for one in others)
    confirmed = not rivals and not of_items and (best.compared > 0 or not complete)
    confirmed = confirmed and not (clips and best.all_at_once)
    others = [one for one in others if one not in rivals]
    return Finding(best.pattern, (best, *rivals, *others), confirmed=confirmed)


def _by_last_times(finding: Finding, held: _Contents) -> Finding:
    """Doubt what names say if the last times of items lie closer under another reading."""
    best, *others = finding.evidence or (None,)
    grids = [one for one in others if _is_grid(one)]
    if not finding.confirmed or best is None or not _is_grid(best) or not grids:
        return finding
    other = min(grids, key=lambda one: held.spread(one.pattern))
    if held.spread(other.pattern) >= CLOSER * held.spread(best.pattern):
        return finding
    left = (one for one in others if one is not other)
    return Finding(other.pattern, (other, best, *left), confirmed=False)


def _is_grid(reading: Evidence) -> bool:
    """Return whether a reading has several items and coders, and more than two of one of these."""
    fewer, more = sorted([reading.items, reading.coders])
    return fewer > 1 and more > FEW


def _are_sheets_of_items(files: Iterable[str], ranked: Sequence[Evidence]) -> bool:
    """Return whether the sheets of a workbook are items, as each has another number of units."""
    best = ranked[0]
    return (
        best.names_nobody
        and len({names.workbook_of(file) for file in files}) == 1
        and not any(one.agreeing for one in ranked)
        and (best.by_names >= 1 or (best.items > FEW and best.by_names > -1))
    )


def _strays(files: Iterable[str], pattern: str) -> bool:
    """Return whether folders of one item each hold files that are named as of another."""
    named = {file: names.names_in(file, pattern) or NOBODY for file in files}
    parents = {file: PurePosixPath(names.path_of(file)).parent for file in named}
    inside = grouped((parents[file], one.item) for file, one in named.items())
    folders = list(map(Counter, inside.values()))
    usual = [of_folder.most_common(1)[0] for of_folder in folders]
    one_each = len({item for item, _ in usual}) == len(usual) > 1 and all(
        2 * times > of_folder.total() > 1
        for (_, times), of_folder in zip(usual, folders, strict=True)
    )
    return one_each and any(len(of_folder) > 1 for of_folder in folders)


def _rivals(best: Evidence, other: Evidence) -> bool:
    """Return whether the evidence is no stronger for one reading than for another."""
    if other.returning and not best.returning and best.items > 1 and other.share > NEUTRAL:
        return True  # coders return under it, if some files are named wrongly
    # Coders who return are no evidence where texts are known and no two of them coded one.
    counts = bool(best.agreeing) or not best.is_telling
    same = other.share >= best.share and (
        not counts or bool(other.returning) == bool(best.returning)
    )
    # With the same files an item and a coder only names differ, and those by folders come first.
    # Nor does a reading count whose coders are named as items are.
    of_items = not other.names_nobody and other.by_names <= -1
    by_names = best.by_names > other.by_names and (best.agreeing or of_items)
    return same and not by_names and other.groups != best.groups


def lengths_tell(parts: Iterable[AnyCoding]) -> bool:
    """Return whether recordings of one length are one: not if many are cut to the same seconds."""
    spans = [part for part in parts if isinstance(part, SpanCoding) and not part.extent.is_open]
    lengths = {part.file: part.extent.end for part in spans}
    return (
        any(length % 1000 for length in lengths.values())
        or len(set(lengths.values())) == len(lengths)
        or len({PurePosixPath(names.path_of(file)).name for file in lengths}) == 1
    )


def _is_clip(part: AnyCoding) -> bool:
    extent = part.extent if isinstance(part, SpanCoding) else None
    return extent is not None and extent.text is None and not extent.goes_on


def _content(part: AnyCoding, *, by_length: bool) -> Content:
    """Return the text of a coding, however it is broken into lines, or its number of units."""
    if isinstance(part, Coding):
        text = None if part.texts is None else " ".join(part.texts)
        units = part.segmentation.mass
    else:
        text, units = part.extent.text, part.extent.end
        if part.extent.goes_on:
            return UNITS, 0  # of its length nothing is known
        if text is None and not part.extent.is_open and by_length:
            return RECORDING, units
    return (UNITS, units) if text is None else (TEXT, "".join(text.split()))


def _alike(contents: Iterable[Content]) -> Callable[[Content], Hashable]:
    """Return what names the texts that are one, but for an error in some of its copies."""
    texts = sorted({str(text) for kind, text in contents if kind == TEXT})
    first: dict[str, str] = {}
    compared = 0
    for places in (slice(0, 20), slice(-20, None)):
        buckets: dict[str, list[str]] = {}
        for text in texts:
            known = buckets.setdefault(text[places], [])
            for other in known:
                compared += 1
                if compared <= MOST_COMPARED and _overlap(text, other) >= ALIKE:
                    first.setdefault(text, first.get(other, other))
                    break
            else:
                known.append(text)

    def alike(content: Content) -> Hashable:
        kind, text = content
        return (kind, first.get(str(text), text)) if kind == TEXT else content

    return alike


def _overlap(one: str, other: str) -> float:
    """Return the share of the shorter text that both begin and end with."""
    least = min(len(one), len(other)) or 1
    same = _prefix(one, other)
    return min(
        1.0, (same + _prefix(one[: same - 1 : -1] if same else one[::-1], other[::-1])) / least
    )


def _prefix(one: str, other: str) -> int:
    """Count the characters that two texts begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class _Contents:
    """What files hold, by which readings of their names are weighed."""

    def __init__(self, files: Iterable[str], parts: Sequence[AnyCoding]) -> None:
        by_length = lengths_tell(parts)
        self.files, self.parts = files, parts
        self.contents = [_content(part, by_length=by_length) for part in parts]
        self.alike = _alike(self.contents)

    @property
    def are_one(self) -> bool:
        """Whether all hold the same."""
        return len(set(self.contents)) == 1

    def weighed(self, pattern: str) -> Evidence:
        """Count what speaks for a reading and against it."""
        of_item: dict[str | None, dict[str | None, list[Content]]] = {}
        files_of: dict[tuple[str, str | None], set[str]] = {}
        items_of: dict[Content, set[str | None]] = {}
        said = {file: names.names_in(file, pattern) or NOBODY for file in self.files}
        for part, content in zip(self.parts, self.contents, strict=True):
            named = said[part.file]
            item = named.item if part.item is None else part.item
            coder = named.coder if part.coder is None else part.coder
            of_item.setdefault(item, {}).setdefault(coder, []).append(content)
            files_of.setdefault(("item", item), set()).add(part.file)
            files_of.setdefault(("coder", coder), set()).add(part.file)
            items_of.setdefault(content, set()).add(item)
        agreeing = differing = returned = 0
        groups: list[set[str | None]] = []
        for coders in of_item.values():
            linked = [group for group in groups if not group.isdisjoint(coders)]
            groups = [one for one in groups if one not in linked] + [set().union(coders, *linked)]
            twice = sum(len(given) - 1 for given in coders.values())
            returned += twice
            kinds = Counter(self.alike(given[0]) for given in coders.values())
            usual = max(kinds.values())
            agreeing += usual - 1
            differing += len(coders) - usual + twice
        differing += sum(len(of) - 1 for (kind, _), of in items_of.items() if kind != UNITS)
        times = Counter(coder for coders in of_item.values() for coder in coders)
        return Evidence(
            pattern=pattern,
            items=len(of_item),
            coders=len(times),
            agreeing=agreeing,
            differing=differing,
            returning=sum(count > 1 for count in times.values()),
            kind=max((kind for kind, _ in items_of), key=KINDS.index, default=UNITS),
            by_names=names.as_coders(times) - names.as_coders(of_item),
            groups=frozenset((kind, frozenset(of)) for (kind, _), of in files_of.items()),
            islands=len(groups),
            twice=returned,
        )

    def spread(self, pattern: str) -> float:
        """Return how far the last times of points in one recording lie apart, in the median."""
        points = [one for one in self.parts if isinstance(one, SpanCoding) and one.extent.goes_on]
        timed = [one for one in points if one.extent.in_time]
        named = (names.names_in(one.file, pattern) or NOBODY for one in timed)
        ends = grouped((who.item, one.extent.end) for who, one in zip(named, timed, strict=True))
        pairs = chain.from_iterable(combinations(of, 2) for of in ends.values())
        return median([abs(one - other) for one, other in pairs] or [0])
