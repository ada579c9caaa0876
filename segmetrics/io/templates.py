"""A small file of each format that can be read, to start from."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cached_property

from segmetrics.paths import ROOT

FOLDER = ROOT / "data" / "templates"


@dataclass(frozen=True)
class Template:
    """An example file."""

    name: str
    title: str
    about: str

    @cached_property
    def content(self) -> str:
        """What the file holds."""
        return (FOLDER / self.name).read_text(encoding="utf-8")


with (FOLDER / "about.csv").open(encoding="utf-8", newline="") as _rows:
    TEMPLATES = tuple(Template(**row) for row in csv.DictReader(_rows))
"""The formats, the most common first."""
