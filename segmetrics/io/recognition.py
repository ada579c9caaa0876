"""What the files of a reading were taken for, those of one format together."""

from __future__ import annotations

from dataclasses import dataclass

from segmetrics.io.assembly import Reading
from segmetrics.io.names import workbook_of
from segmetrics.io.parts import grouped
from segmetrics.number_formats import exact_time
from segmetrics.phrases import counted
from segmetrics.segmentation import Segmentation


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
        more = f" and {len(self.why) - 3} other signs" if len(self.why) > 3 else ""
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
    sizes = {coding.item: coding.segmentation for coding in codings}.values()
    parts = [
        counted(len({coding.item for coding in codings}), "item"),
        counted(len({coding.coder for coding in codings}), "coder"),
        counted(len(codings), "coding"),
    ]
    if sizes:
        ends = {few: few(sizes, key=lambda one: one.mass) for few in (min, max)}
        parts += [_between(ends[min], ends[max])]
    total = sum(len(coding.segmentation.boundaries) for coding in codings)
    return ", ".join([*parts, counted(total, "boundary", "boundaries")])


def _between(least: Segmentation, most: Segmentation) -> str:
    scale = most.scale
    if scale is not None:
        sizes = [exact_time(scale.seconds(one.mass)) for one in (least, most)]
        return f"{' to '.join(dict.fromkeys(sizes))} long"
    few = f"{least.mass:,} to " if least.mass < most.mass else ""
    return f"{few}{counted(most.mass, 'unit')}"
