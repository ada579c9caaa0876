"""The Laboratory: what is drawn there, read from the address, and the ways to change it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.learn import words
from segmetrics.io.numbers import whole_numbers
from segmetrics.io.problems import shortened
from segmetrics.metrics.blocks.window_blocks import WindowWidth
from segmetrics.phrases import counted
from segmetrics.reproduction.scenes import SCENES, SOURCES, Scene
from segmetrics.segmentation import Segmentation, SegmentationError

MIN_MASS, MAX_MASS = 2, 60
MIN_LANES, MAX_LANES = 2, 6
GONE = "-"
"""Stands in the address for a segmentation of the scene that was removed."""
ADDRESS = "laboratory"


class DrawingError(ValueError):
    """What the address says makes no drawing; the message says why."""


@dataclass(frozen=True, slots=True)
class Lane:
    """One segmentation of a drawing."""

    entry: int
    name: str
    segmentation: Segmentation
    start: Segmentation | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """Segmentations of one text, two of which are compared."""

    scene: Scene | None
    entries: tuple[str, ...]
    lanes: tuple[Lane, ...]
    hypothesis: Lane
    reference: Lane
    n: int
    width: WindowWidth

    @property
    def mass(self) -> int:
        """Units of the text."""
        return self.reference.segmentation.mass

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the segmentations."""
        return tuple(lane.name for lane in self.lanes)

    @property
    def changed(self) -> bool:
        """Whether it differs from its scene; never without a scene."""
        return self.scene is not None and {
            lane.name: lane.segmentation for lane in self.lanes
        } != dict(self.scene.segmentations)

    @property
    def compared(self) -> tuple[str, str]:
        """Names of the two that are compared, the hypothesis first."""
        return self.hypothesis.name, self.reference.name

    @property
    def pair(self) -> tuple[Segmentation, Segmentation]:
        """The two that are compared, the hypothesis first."""
        return self.hypothesis.segmentation, self.reference.segmentation

    @property
    def start_pair(self) -> tuple[Segmentation, Segmentation] | None:
        """The two as they were in the scene; None if one is not of a scene."""
        hypothesis, reference = self.hypothesis.start, self.reference.start
        return (hypothesis, reference) if hypothesis and reference else None


def drawing_of(view: UrlState) -> Drawing:
    """Read a drawing from a view."""
    scene = _scene(view)
    starts = tuple(scene.segmentations.items()) if scene else ()
    entries = view.drawn or tuple(written(start) for _, start in starts)
    kept = len(starts)
    if len(entries) > kept + MAX_LANES:
        raise DrawingError(words.TOO_MANY.format(segmentations=len(entries), most=MAX_LANES))
    lanes = []
    for entry, text in enumerate(entries):
        if text == GONE:
            continue
        name, start = starts[entry] if entry < kept else (_name(entry - kept, kept), None)
        lanes.append(Lane(entry, name, _segmentation(name, text), start))
    _check(lanes)
    hypothesis, reference = _compared_first(lanes, scene, view)
    return Drawing(scene, entries, tuple(lanes), hypothesis, reference, view.n, view.width)


def _compared_first(
    lanes: Sequence[Lane], scene: Scene | None, view: UrlState
) -> tuple[Lane, Lane]:
    """Find the two that are compared: of the view, of the scene, or the first two."""
    by_name = {lane.name: lane for lane in lanes}
    first = scene.printed[0] if scene and scene.printed else None
    wished = [view.reference, first.reference if first else None, *by_name]
    reference = next(
        by_name[name] for name in wished if name in by_name and name != view.hypothesis
    )
    wished = [view.hypothesis, first.hypothesis if first else None, *by_name]
    hypothesis = next(
        by_name[name] for name in wished if name in by_name and name != reference.name
    )
    return hypothesis, reference


def _scene(view: UrlState) -> Scene | None:
    if view.scene:
        if view.scene not in SCENES:
            raise DrawingError(words.NO_SCENE.format(shortened(view.scene)))
        return SCENES[view.scene]
    return None if view.drawn else next(iter(SCENES.values()))


def _name(number: int, kept: int) -> str:
    """Name a segmentation that is not of a scene."""
    return words.NEW.format(number + 1) if kept else chr(ord("A") + number)


def _segmentation(name: str, text: str) -> Segmentation:
    try:
        return Segmentation.from_masses(whole_numbers(text, "segment size"))
    except SegmentationError as error:
        raise DrawingError(f"{name}: {error}") from None


def _check(lanes: Sequence[Lane]) -> None:
    if not MIN_LANES <= len(lanes) <= MAX_LANES:
        number = counted(len(lanes), "segmentation")
        raise DrawingError(words.WRONG_SIZE.format(number, MIN_LANES, MAX_LANES))
    first = lanes[0]
    mass = first.segmentation.mass
    for lane in lanes:
        if lane.segmentation.mass != mass:
            raise DrawingError(
                words.OTHER_MASS.format(
                    first=first.name, mass=mass, other=lane.name, its_mass=lane.segmentation.mass
                )
            )
    if not MIN_MASS <= mass <= MAX_MASS:
        raise DrawingError(words.WRONG_SIZE.format(counted(mass, "unit"), MIN_MASS, MAX_MASS))


def written(segmentation: Segmentation) -> str:
    """Write segment sizes as the address has them."""
    return " ".join(map(str, segmentation.masses))


def origin(drawing: Drawing) -> str:
    """Return where a drawing is from."""
    if drawing.scene is None:
        return words.OWN_DRAWING
    scene = drawing.scene
    name = scene.cited if scene.place else f"{scene.title} ({scene.cited})"
    return words.CHANGED_FROM.format(name) if drawing.changed else name


def scene_links(view: UrlState) -> Mapping[str, list[Link]]:
    """Link all scenes."""
    current = view.scene or (not view.drawn and next(iter(SCENES)))
    found: dict[str, list[Link]] = {name: [] for name in SOURCES.values()}
    for scene in SCENES.values():
        link = Link(scene.title, to_scene(view, scene), scene.key == current, scene.look)
        found[SOURCES[scene.source]].append(link)
    return found


def to_scene(view: UrlState, scene: Scene) -> str:
    """Link the Laboratory with a scene as it was printed, and the settings of its paper."""
    return view.href(
        ADDRESS,
        scene=scene.key,
        drawn=(),
        hypothesis=None,
        reference=None,
        n=scene.n,
        width=scene.width,
    )


def pair_links(drawing: Drawing, view: UrlState) -> list[Link]:
    """Link what can be done with the segmentations: exchange, add, remove, begin anew."""
    hypothesis, reference = drawing.hypothesis.name, drawing.reference.name
    links = [Link(words.EXCHANGE, view.href(ADDRESS, hypothesis=reference, reference=hypothesis))]
    if len(drawing.lanes) < MAX_LANES:
        links.append(Link(words.ADD, _added(drawing, view)))
    if len(drawing.lanes) > MIN_LANES:
        links.append(Link(words.REMOVE.format(hypothesis), _removed(drawing, view)))
    if drawing.changed and drawing.scene:
        links.append(Link(words.BACK_TO.format(drawing.scene.title), to_scene(view, drawing.scene)))
    return links


def text_links(drawing: Drawing, view: UrlState) -> list[Link]:
    """Link a text that is one unit longer or shorter."""
    links = []
    if drawing.mass < MAX_MASS:
        links.append(Link(words.LONGER, _stretched(drawing, view, 1)))
    # No boundary is to be in front of the last unit.
    can_shrink = all(lane.segmentation.masses[-1] > 1 for lane in drawing.lanes)
    if drawing.mass > MIN_MASS and can_shrink:
        links.append(Link(words.SHORTER, _stretched(drawing, view, -1)))
    return links


def _added(drawing: Drawing, view: UrlState) -> str:
    """Append an empty segmentation to those of the scene, and choose it."""
    kept = len(drawing.scene.lanes) if drawing.scene else 0
    entries = [*drawing.entries, *[GONE] * (kept - len(drawing.entries))]
    free = next((i for i, text in enumerate(entries) if i >= kept and text == GONE), len(entries))
    entries[free : free + 1] = [str(drawing.mass)]
    return view.href(ADDRESS, **_kept(drawing, entries), hypothesis=_name(free - kept, kept))


def _removed(drawing: Drawing, view: UrlState) -> str:
    """Remove the hypothesis."""
    entries = list(drawing.entries)
    entries[drawing.hypothesis.entry] = GONE
    while entries[-1] == GONE:
        entries.pop()
    return view.href(ADDRESS, **_kept(drawing, entries), hypothesis=None)


def _stretched(drawing: Drawing, view: UrlState, by: int) -> str:
    """Lengthen the last segment of each segmentation."""

    def stretch(text: str) -> str:
        if text == GONE:
            return text
        *others, last = whole_numbers(text, "segment size")
        return " ".join(map(str, (*others, last + by)))

    return view.href(ADDRESS, **_kept(drawing, [stretch(text) for text in drawing.entries]))


def _kept(drawing: Drawing, entries: Sequence[str]) -> dict[str, object]:
    """Return the parameters of a changed drawing of the same scene and reference."""
    return {
        "scene": drawing.scene.key if drawing.scene else "",
        "drawn": tuple(entries),
        "reference": drawing.reference.name,
    }


def changes(before: Drawing, now: Drawing) -> str | None:
    """Return in words what was changed last."""
    if before.scene != now.scene or before.compared != now.compared:
        return None
    if before.mass != now.mass:
        return words.other_length(now.mass - before.mass)
    old = {lane.name: set(lane.segmentation.boundaries) for lane in before.lanes}
    new = {lane.name: set(lane.segmentation.boundaries) for lane in now.lanes}
    changed = [name for name in new if name in old and old[name] != new[name]]
    if len(changed) == 1:
        (name,) = changed
        return words.edited(name, sorted(new[name] - old[name]), sorted(old[name] - new[name]))
    if changed:
        return words.ALL_CHANGED.format(" and ".join(changed))
    if before.n != now.n:
        return words.OTHER_N.format(now=now.n, before=before.n)
    if before.width != now.width:
        return words.OTHER_WIDTH.format(now=now.width, before=before.width)
    return None


def project_file(drawing: Drawing) -> str:
    """Write a drawing as a file that can be opened as a corpus."""
    sizes = {lane.name: lane.segmentation.masses for lane in drawing.lanes}
    title = drawing.scene.title if drawing.scene and not drawing.changed else "drawing"
    return json.dumps({"segmentation_type": "linear", "items": {title: sizes}}, ensure_ascii=False)
