"""Records of annotation tools, each of a text or a unit: their names, coders, order and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from segmetrics.io.column_names import WORDS
from segmetrics.io.document import JsonObject
from segmetrics.io.parts import grouped
from segmetrics.segmentation import Segmentation, SegmentationError

Unit = TypeVar("Unit")

NAMES = (
    *("item", "document", "doc", "chapter", "title", "name", "filename", "file_name", "file"),
    *("doc_id", "document_id", "text_id"),
)
ORDERS = (
    *("unit", "position", "order", "index", "number"),
    *("paragraph", "sentence", "turn", "line"),
)

CODERS = ("coder", "annotator", "annotator_id", "_annotator_id", "user", "username", "_session_id")

# Where a span begins and ends, as tools name it; doccano's own names are with its reader.
OFFSETS = (
    ("start", "end"),
    ("start_char", "end_char"),
    ("begin", "end"),
    ("startOffset", "endOffset"),
)
OF_TEXTS = ("tokens", "words", "sentences")  # what a text consists of, and nobody marked


def offsets_in(span: object) -> tuple[int, int] | None:
    """Return where a span of a tool begins and ends; None if it does not say so."""
    if not isinstance(span, dict):
        return None
    for first, last in OFFSETS:
        start, end = span.get(first), span.get(last)
        if type(start) is int and type(end) is int:
            return start, end
    return None


def span_lists(record: Mapping[str, Any]) -> list[str]:
    """List the keys under which a record holds spans."""
    return [
        key
        for key, value in record.items()
        if key not in OF_TEXTS and isinstance(value, list) and value
        if all(offsets_in(one) for one in value)
    ]


def naming_field(records: Sequence[Mapping[str, Any]], *, shared: bool) -> str | None:
    """Find the field that names items."""
    for field in NAMES:
        values = [record.get(field) for record in records]
        named = all(type(value) in (str, int) and str(value).strip() for value in values)
        if named and records and (shared or len(set(map(str, values))) == len(values)):
            return field
    return None


def in_their_order(units: list[Unit], fields: Callable[[Unit], Mapping[str, Any]]) -> list[Unit]:
    """Sort the units of an item by the field that numbers them, if there is one."""
    for field in ORDERS:
        values = [fields(unit).get(field) for unit in units]
        if all(type(value) is int for value in values) and len(set(values)) == len(values):
            return sorted(units, key=lambda unit: int(fields(unit)[field]))
    return units


def name_of(value: object) -> str:
    """Return a value as a name, empty if it is none."""
    return str(value).strip() if type(value) in (str, int) else ""


def coder_in(record: Mapping[str, Any]) -> str:
    """Return the coder whom a record or a span names, empty if it names none."""
    return next((name for field in CODERS if (name := name_of(record.get(field)))), "")


def of_each_coder(records: Iterable[tuple[int, JsonObject]]) -> list[tuple[int, JsonObject]]:
    """Return records of one coder each, with the numbers of those that held them."""
    return [(row, one) for row, record in records for one in _by_coder(record)]


def _by_coder(record: JsonObject) -> Iterator[JsonObject]:
    """Yield what each coder marked in a text, as a record of its own."""
    if not coder_in(record):
        for key, value in record.items():
            if (
                isinstance(value, list)
                and value
                and all(isinstance(one, JsonObject) and coder_in(one) for one in value)
            ):
                yield from _of_list(record, key, value)
                return
            if isinstance(value, JsonObject) and _is_of_coders(value):
                for coder, marked in value.items():
                    yield _with(record, key, {"coder": coder, key: marked})
                return
    yield record


def _is_of_coders(value: JsonObject) -> bool:
    """Return whether an object holds a list of one kind under each of several names."""
    lists = list(value.values())
    if len(lists) < 2 or value.repeated or not all(isinstance(one, list) for one in lists):
        return False
    flat = [one for of_coder in lists for one in of_coder]
    return bool(flat) and (
        all(offsets_in(one) for one in flat)
        or all(type(one) is int for one in flat)
        or (all(type(one) is str for one in flat) and len(set(map(len, lists))) == 1)
    )


def _of_list(record: JsonObject, key: str, marked: list[JsonObject]) -> Iterator[JsonObject]:
    """Yield the records of coders who are named in each object of a list."""
    if all(offsets_in(one) for one in marked):
        for coder, spans in grouped((coder_in(span), span) for span in marked).items():
            yield _with(record, key, {"coder": coder, key: spans})
    else:
        for one in marked:
            yield _with(record, key, {**one, "coder": coder_in(one)})


def _with(record: JsonObject, without: str, more: dict[str, Any]) -> JsonObject:
    """Return a record with other fields in the place of one."""
    made = {**{key: value for key, value in record.items() if key != without}, **more}
    return JsonObject(list(made.items()))


def _is_start(label: str) -> bool | None:
    """Read a label that says whether a segment starts; None if it says something else."""
    word = " ".join(label.lower().replace("_", " ").replace("-", " ").split())
    return True if word in WORDS.starts else False if word in WORDS.goes_on else None


@dataclass(frozen=True, slots=True)
class Way:
    """The way in which labels of units are read."""

    starts: bool
    optional: bool

    @classmethod
    def from_labels(cls, labels: Iterable[str]) -> Way:
        """Find the way in which to read labels."""
        said = {_is_start(label) for label in labels}
        return cls(starts=None not in said, optional=said <= {True})

    @property
    def meaning(self) -> str:
        """What the labels do, as the rest of a sentence."""
        if self.starts:
            return "say whether a segment starts there"
        return "name its segment, so that a boundary lies where they change"

    def segmented(self, labels: Sequence[frozenset[str]]) -> Segmentation:
        """Make a segmentation of the labels of units."""
        for unit, of_unit in enumerate(labels, 1):
            if not of_unit and not self.optional:
                raise SegmentationError(f"unit {unit} of {len(labels)} has no label")
            if self.starts and len({_is_start(label) for label in of_unit}) > 1:
                raise SegmentationError(f"unit {unit} is said to start a segment and not to")
        if not self.starts:
            return Segmentation.from_labels(labels)
        begun = [any(map(_is_start, of_unit)) for of_unit in labels]
        places = [unit for unit, begins in enumerate(begun) if begins and unit]
        return Segmentation.from_positions(len(labels), places)
