"""What the files of a reading were taken for, those of one format together."""

from __future__ import annotations

from dataclasses import dataclass

from segmetrics.io.assembly import Reading


@dataclass(frozen=True)
class Recognition:
    """Files of one format."""

    title: str
    why: tuple[str, ...]
    files: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """How many files of which format, and by what that was seen."""
        files = self.files[0] if len(self.files) == 1 else f"{len(self.files):,} files"
        more = f" and {len(self.why) - 3} other signs" if len(self.why) > 3 else ""
        return f"{files}: {self.title}, by {'; '.join(self.why[:3])}{more}"


def recognised(reading: Reading) -> list[Recognition]:
    """Return the formats of the files, those of one format together."""
    files: dict[str, list[str]] = {}
    why: dict[str, dict[str, None]] = {}
    for one in reading.recognised:
        files.setdefault(one.format.title, []).append(one.file)
        why.setdefault(one.format.title, {}).setdefault(one.why)
    return [Recognition(title, tuple(why[title]), tuple(names)) for title, names in files.items()]


def recognised_line(reading: Reading) -> str:
    """Return the formats of the files, in one line."""
    return "; ".join(one.sentence for one in recognised(reading))
