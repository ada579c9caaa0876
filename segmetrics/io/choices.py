"""What a person decides about an import, before it is accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from segmetrics.io.column_roles import Role
from segmetrics.io.repeated_codings import Kept
from segmetrics.io.spans import Labels

SamePeople = Literal["", "one", "many"]
"""What coders of one name in several groups are: not said, one person, or many."""


@dataclass(frozen=True, kw_only=True)
class Choices:
    """What a person decided about an import.

    Parameters
    ----------
    pattern : str
        Where coder and item stand in the names of files, see `segmetrics.io.names`;
        empty: it is guessed.
    unit : str
        What texts and recordings are divided into, see `segmetrics.io.spans`; empty: times for
        recordings; for texts what the files divide them into, else the coarsest unit that keeps
        edges apart, see `segmetrics.io.span_codings`.
    step : float, optional
        Seconds of a step, for recordings that are divided into steps; None: the longest of 1,
        0.1, 0.01 and 0.001 that keeps all edges of a coder apart.
    times : str
        What times in tables and lists count: ``seconds``, ``milliseconds``, ``minutes`` where
        01:51:00 is 1:51, or frames, ``25 fps``; empty: what they show, else it is asked.
    condition : str
        The condition whose rows count, in tables of times with a column such as ``grain``; empty:
        each condition is a recording of its own, and it is asked.
    durations : mapping of str to float or None
        Where recordings, or series, end of which no file says it, in seconds or points, by item;
        ``*`` is any other item, and None the last boundary of any coder; none: it is asked.
    layer : str
        The layer, or tier, that holds the segments, several between commas, ``*`` all; empty:
        the only one that can.
    labels : {"auto", "types", "none"}
        What the labels of spans are.
    items, coders : mapping of str to str
        New names; two that get the same name are merged.
    dropped : frozenset of (str or None, str or None)
        What is left out, under its new name: ``(item, None)`` an item, ``(None, coder)`` a
        coder, ``(item, coder)`` one coding.
    dropped_files : frozenset of str
        Files that are left out, by the names that messages give them; a workbook with all its
        sheets, a folder with all its files.
    reference : str, optional
        The reference coder, under the new name; None: what the files say; empty: none.
    automatic : frozenset of str, optional
        The automatic segmenters, under their new names; None: what the files say.
    columns : mapping of str to str
        The roles of columns of tables by their headings, see `segmetrics.io.column_roles`;
        a heading that is not named keeps the role that was guessed.
    same_names : {"", "one", "many"}
        What coders of one name in groups that share no item are: one person, or another in
        each group, named with the group; empty: one, and it is asked.
    twice : {"", "first", "last"}
        Which coding counts where a file has several of one item by one coder, by date if the
        file dates each of them, else in its order; empty: it is a problem.
    encoding : str
        How files are encoded that are not UTF-8, such as ``cp1252``; empty: it is asked.
    """

    pattern: str = ""
    unit: str = ""
    step: float | None = None
    times: str = ""
    condition: str = ""
    durations: Mapping[str, float | None] = field(default_factory=dict)
    layer: str = ""
    labels: Labels = "auto"
    items: Mapping[str, str] = field(default_factory=dict)
    coders: Mapping[str, str] = field(default_factory=dict)
    dropped: frozenset[tuple[str | None, str | None]] = frozenset()
    dropped_files: frozenset[str] = frozenset()
    reference: str | None = None
    automatic: frozenset[str] | None = None
    columns: Mapping[str, Role] = field(default_factory=dict)
    same_names: SamePeople = ""
    twice: Kept = ""
    encoding: str = ""

    def __hash__(self) -> int:
        # What a dataclass would compute fails, as mappings have no hash.
        mappings = (self.items, self.coders, self.columns, self.durations)
        names = (frozenset(mapping.items()) for mapping in mappings)
        rest = (
            self.pattern,
            self.unit,
            self.step,
            self.times,
            self.condition,
            self.layer,
            self.labels,
            self.reference,
            self.same_names,
            self.twice,
            self.encoding,
        )
        return hash((*names, *rest, self.dropped, self.dropped_files, self.automatic))

    @property
    def of_files(self) -> Choices:
        """What has to be known before files are read; all else is decided about what they hold."""
        return Choices(
            columns=self.columns,
            encoding=self.encoding,
            times=self.times,
            condition=self.condition,
        )

    def is_dropped(self, item: str | None, coder: str | None) -> bool:
        """Return whether a coding is left out, or whatever else concerns it."""
        about = {(item, None), (None, coder), (item, coder)} - {(None, None)}
        return not self.dropped.isdisjoint(about)
