"""What readers found in files, and the reading that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from segmetrics.corpus import Corpus
from segmetrics.io import conflicts, same_coders
from segmetrics.io.choices import Whose
from segmetrics.io.column_roles import Role, TableView
from segmetrics.io.companion_texts import PlainText, TextTable
from segmetrics.io.known_formats import Format
from segmetrics.io.mark_ends import marks_end
from segmetrics.io.name_readings import Finding
from segmetrics.io.parts import Coding, Found
from segmetrics.io.problems import Notice, Problem
from segmetrics.rows import WithRows

Tiers = Literal["", "coders", "layers"]  # what tiers of recordings are, if there are some


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file was taken for."""

    file: str
    format: Format
    why: str

    def __str__(self) -> str:
        return f"{self.file}: {self.format.title} ({self.why})"


@dataclass(frozen=True)
class Parsed:
    """What readers found in files, before any decision about it."""

    files: tuple[str, ...]
    recognised: tuple[Recognised, ...]
    found: tuple[Found, ...]
    tables: tuple[TableView, ...] = ()
    encodings: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(default_factory=dict)
    texts: tuple[PlainText, ...] = ()
    text_tables: tuple[TextTable, ...] = ()
    lists: Mapping[str, list[list[str]]] = field(default_factory=dict)
    passed_over: tuple[str, ...] = ()
    notes: Mapping[str, list[str]] = field(default_factory=dict)  # lines of sheets passed over


@dataclass(frozen=True)
class Reading(WithRows):
    """What files gave: a corpus of the good items, and every problem."""

    parts = ("problems", "notices")

    corpus: Corpus | None
    problems: tuple[Problem, ...] = ()
    recognised: tuple[Recognised, ...] = ()
    left_out: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    codings: tuple[Coding, ...] = ()
    findings: Mapping[str, Finding] = field(default_factory=dict)
    unit: str = ""
    units: tuple[str, ...] = ()
    step: float | None = None
    layer: str = ""
    layers: Mapping[str, int] = field(default_factory=dict)
    tiers: Tiers = ""
    why_no_coders: str = ""
    steps: Mapping[float, int] = field(default_factory=dict)
    open_ends: Mapping[str, float] = field(default_factory=dict)
    unknown_ends: frozenset[str] = frozenset()  # of which nobody says more than the last boundary
    renamed: frozenset[tuple[str, str]] = frozenset()
    renamed_items: frozenset[tuple[str, str]] = frozenset()
    dropped: tuple[Whose, ...] = ()
    blank: tuple[Whose, ...] = ()
    dropped_files: tuple[str, ...] = ()
    labels: Mapping[str, int] = field(default_factory=dict)  # of points in time, and odd marks
    same_names: same_coders.SameNames | None = None
    alike_coders: Mapping[str, str] = field(default_factory=dict)
    alike_items: Mapping[str, str] = field(default_factory=dict)
    one_each: Mapping[str, str] = field(default_factory=dict)
    other_ends: Mapping[str, Role] = field(default_factory=dict)  # columns that may mark another
    repeated: tuple[conflicts.Repeated, ...] = ()
    gapped: tuple[str, ...] = ()  # who leaves short gaps between segments where others leave none
    tables: tuple[TableView, ...] = ()
    encodings: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: Mapping[str, list[str]] = field(default_factory=dict)  # lines of sheets passed over
    rounds: tuple[str, ...] = ()  # in names of items, of which `Choices.condition` is one

    @property
    def marks_end(self) -> bool:
        """Whether marks stand at the last unit of a segment, and not at the first of the next."""
        return marks_end(self.notices, self.tables)

    @property
    def lists_positions(self) -> bool:
        """Whether a table has lists of positions."""
        return any("positions" in view.roles for view in self.tables)

    @property
    def patterns(self) -> dict[str, str]:
        """Where names of files say coder and item, for each format."""
        return {form: finding.pattern for form, finding in self.findings.items()}
