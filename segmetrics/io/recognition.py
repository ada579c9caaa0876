"""What the files of a reading were taken for, those of one format together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from segmetrics.io.names import workbook_of
from segmetrics.io.parts import Coding, grouped
from segmetrics.io.readings import Reading
from segmetrics.number_formats import exact_time
from segmetrics.phrases import counted


@dataclass(frozen=True)
class Recognition:
    """Files of one format."""

    title: str
    why: tuple[str, ...]
    files: tuple[str, ...]

    @property
    def counted_files(self) -> str:
        """The name of the only file, or how many files, or sheets of workbooks, there are."""
        if len(self.files) == 1:
            return self.files[0]
        books = list(dict.fromkeys(workbook_of(file) for file in self.files))
        sheets = sum(workbook_of(file) != file for file in self.files)
        if not sheets:
            return counted(len(books), "file")
        if sheets < len(self.files):
            return f"{len(self.files):,} files and sheets"
        of = books[0] if len(books) == 1 else counted(len(books), "workbook")
        return f"{sheets:,} sheets of {of}"

    @property
    def sentence(self) -> str:
        """How many files of which format, and by what that was seen."""
        more = f" and {len(self.why) - 3:,} more" if len(self.why) > 3 else ""
        return f"{self.counted_files}: {self.title} ({'; '.join(self.why[:3])}{more})"


def recognised(reading: Reading) -> list[Recognition]:
    """Return the formats of the files, those of one format together."""
    return [
        Recognition(
            title, tuple(dict.fromkeys(one.why for one in of)), tuple(one.file for one in of)
        )
        for title, of in grouped((one.format.title, one) for one in reading.recognised).items()
    ]


def recognised_line(reading: Reading) -> str:
    """Return the formats of the files, in one line."""
    return "; ".join(one.sentence for one in recognised(reading))


def understood(reading: Reading) -> str:
    """Say in one line what was read, so that a person sees a wrong reading."""
    codings = reading.codings
    sizes = {coding.item: coding.segmentation.mass for coding in codings}.values()
    ends = ends_of_recordings(codings).values()
    items = counted(len({coding.item for coding in codings}), "item")
    if ends:
        items += f" of {' to '.join(dict.fromkeys(map(exact_time, (min(ends), max(ends)))))}"
    elif sizes:
        few = f"{min(sizes):,} to " if min(sizes) < max(sizes) else ""
        items += f" of {few}{counted(max(sizes), 'unit')}"
    parts = [
        items,
        counted(len({coding.coder for coding in codings}), "coder"),
        counted(len(codings), "coding"),
        counted(sum(len(coding.segmentation.boundaries) for coding in codings), "boundary"),
    ]
    return ", ".join(parts)


def ends_of_recordings(codings: Sequence[Coding]) -> dict[str | None, float]:
    """Return where recordings end, in seconds; at the last boundary, if nothing lies behind it."""
    ends = {}
    for item, of_item in grouped((one.item, one.segmentation) for one in codings).items():
        mass, scale = of_item[0].mass, of_item[0].scale
        last = any(mass - 1 in one.boundaries[-1:] for one in of_item)
        if scale is not None:
            ends[item] = scale.seconds(mass - last)
    return ends
