"""The formats that can be read, and how each is recognised by its content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from segmetrics.io.column_roles import Guess
from segmetrics.io.document import Document
from segmetrics.io.names import BOTH
from segmetrics.io.parts import Found


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files; ``docs/formats/<key>.md`` describes it."""

    key: str
    title: str
    recognise: Callable[[Document], str | None]  # says by what it is of this format
    read: Callable[[Document], Iterator[Found]]
    named_by: tuple[str, ...] = ()  # what names of files say, the outer folder first
    roles: Callable[[Document], Sequence[Guess] | None] | None = None


ITEM_CODER = ("item", "coder")  # INCEpTION: a folder a document, in it a file a coder


def _of(
    name: str, key: str, title: str, named_by: tuple[str, ...] = (), *, part: str = ""
) -> Format:
    """Return a format of a module, which may have several: ``recognise_json``, ``read_json``."""
    module = import_module(f"segmetrics.io.formats.{name}")
    of_part = f"_{part}" * bool(part)
    default: Any = _nothing if part == "companion" else getattr(module, "read", None)
    read = getattr(module, f"read{of_part}", default)
    roles = getattr(module, f"guessed_roles{of_part}", None)
    return Format(key, title, getattr(module, f"recognise{of_part}"), read, named_by, roles)


def _nothing(_: Document) -> Iterator[Found]:
    """Read nothing of what only goes with codings; a lambda could not go to another process."""
    return iter(())


MAPPED = _of("mapped_table", "mapped-table", "table by its columns", ITEM_CODER)

# All formats: the first that recognises a file reads it.
FORMATS: tuple[Format, ...] = (
    _of("project_json", "segmetrics-json", "segmetrics JSON"),
    _of("catma", "catma", "project of CATMA"),
    _of("no_coding", "no-coding", "no coding"),
    _of("results", "result", "result of segmetrics"),
    _of("results", "consensus", "gold segmentation", part="consensus"),
    _of("uima", "uima-companion", "UIMA: no coder's file", part="companion"),
    _of("jams", "jams", "JAMS", BOTH),
    _of("boris", "boris", "BORIS", BOTH, part="project"),
    _of("number_lists", "series-companion", "observations of a series", part="companion"),
    _of("number_lists", "series-json", "JSON of changepoints"),
    _of("uima", "uima-json", "UIMA CAS JSON", ITEM_CODER, part="json"),
    _of("label_studio", "label-studio", "Label Studio JSON"),
    _of("json_annotations", "json-annotations", "JSON of annotated texts", ("coder",), part="many"),
    _of("json_annotations", "json-annotation", "JSON of an annotated text", BOTH, part="one"),
    _of("doccano", "doccano", "doccano JSONL", ("coder",)),
    _of("uima", "uima-xmi", "UIMA CAS XMI", ITEM_CODER, part="xmi"),
    _of("xml_elements", "discourse-xml", "RS3, argument graph or Glozz", BOTH, part="units"),
    _of("xml_elements", "glozz-companion", "text of Glozz", part="companion"),
    _of("webanno", "webanno", "WebAnno TSV 3", ITEM_CODER),
    _of("elan", "elan", "ELAN", ("item",)),
    _of("praat", "praat", "Praat TextGrid", ("item",)),
    _of("brat", "brat-companion", "brat: texts and settings", part="companion"),
    _of("brat", "brat", "brat", BOTH),
    _of("xml_elements", "xml-times", "XML with times", ITEM_CODER, part="times"),
    _of("marked_xml", "marked-xml", "XML with a marked text", ITEM_CODER),
    _of("segeval", "segeval-json", "segeval JSON", part="json"),
    _of("number_lists", "json-times", "JSON of times", ("item",), part="times"),
    _of("boris", "boris-events", "BORIS: table of events", BOTH, part="table"),
    _of("bracketed", "bracketed", "text with segments in brackets", BOTH),
    _of("marked_copies", "marked-copies", "marked copies of a text", BOTH),
    _of("choi", "choi", "text with separator lines", BOTH),
    _of("ranks", "ranks", "boundaries by prominence", BOTH),
    _of("conll", "conll", "CoNLL columns", BOTH),
    _of("no_coding", "no-table", "no coding", part="table"),
    _of("answer_rows", "answers", "a row per person, a column per question", ("item",)),
    _of("level_table", "level-table", "table of levels", BOTH),
    _of("long_table", "long-table", "long table"),
    _of("segment_rows", "segment-rows", "a row per segment", ITEM_CODER),
    _of("time_lists", "time-lists", "lists of times", BOTH),
    _of("wide_table", "wide-table", "wide table"),
    _of("segeval", "segeval-tsv", "segeval TSV", part="tsv"),
    MAPPED,
)
