"""Recordings as files of other programs: a table of times, JAMS, and TextGrids of Praat."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from itertools import pairwise

from segmetrics.corpus import Corpus, Item
from segmetrics.paths import ROOT
from segmetrics.segmentation import Segmentation
from segmetrics.time_scale import TimeScale

TIMES = ("item", "coder", "boundary time (s)")
LABEL = "label"
LENGTH = "recording duration (s)"


def times_table(corpus: Corpus) -> tuple[tuple[str, ...], Iterator[tuple[object, ...]]]:
    """Return a header, and a row for each boundary; one without a time for a coder without any."""
    labelled = corpus.kind == "multiple"
    header = (*TIMES, *([LABEL] if labelled else []), LENGTH)
    rows = (
        (item.name, coder, *cells, _scale(item).seconds(item.mass))
        for item in corpus.items
        for coder, coding in item.codings.items()
        for cells in _boundary_cells(_scale(item), coding, labelled=labelled)
    )
    return header, rows


def _boundary_cells(
    scale: TimeScale, coding: Segmentation, *, labelled: bool
) -> Iterator[tuple[object, ...]]:
    """Write the time of each boundary, with each of its labels if it has some."""
    for at, place in enumerate(coding.boundaries):
        if coding.types is None:
            yield (scale.seconds(place),)
        else:
            yield from ((scale.seconds(place), label) for label in sorted(coding.types[at]))
    if not coding.boundaries:
        yield ("", "") if labelled else ("",)


def _scale(item: Item) -> TimeScale:
    return item.scale or TimeScale()


def _segments(item: Item, coding: Segmentation) -> list[tuple[float, float, str]]:
    """Return begin, end and label of each segment, where each boundary has one label at most."""
    edges = map(_scale(item).seconds, (0, *coding.boundaries, item.mass))
    labels = ["", *("".join(names) for names in coding.types or [""] * len(coding.boundaries))]
    return [(*ends, label) for ends, label in zip(pairwise(edges), labels, strict=True)]


def jams(item: Item) -> bytes:
    """Write a recording as JAMS, with an annotation ``segment_open`` of each coder."""
    length = _scale(item).seconds(item.mass)
    data = json.loads((ROOT / "data" / "empty.jams").read_text(encoding="utf-8"))
    data["file_metadata"] |= {"title": item.name, "duration": length}
    (empty,) = data["annotations"]
    data["annotations"] = [
        empty
        | {"duration": length}
        | {"annotation_metadata": empty["annotation_metadata"] | {"annotator": {"name": coder}}}
        | {
            "data": [
                {"time": begin, "duration": end - begin, "value": label, "confidence": None}
                for begin, end, label in _segments(item, coding)
            ]
        }
        for coder, coding in item.codings.items()
    ]
    return f"{json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False)}\n".encode()


def textgrid(item: Item) -> bytes:
    """Write a recording as a TextGrid, with a tier of intervals for each coder."""
    with (ROOT / "data" / "textgrid.toml").open("rb") as file:
        frame = tomllib.load(file)
    end = _scale(item).seconds(item.mass)
    made = [frame["head"].format(end=end, size=len(item.codings))]
    for number, (coder, coding) in enumerate(item.codings.items(), 1):
        segments = _segments(item, coding)
        about = {"name": _quoted(coder), "end": end, "size": len(segments)}
        made.append(frame["tier"].format(number=number, **about))
        for place, (first, last, label) in enumerate(segments, 1):
            about = {"first": first, "last": last, "label": _quoted(label)}
            made.append(frame["interval"].format(number=place, **about))
    return "".join(made).encode()


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
