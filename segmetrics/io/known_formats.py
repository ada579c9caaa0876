"""The formats that can be read, and how each is recognised by its content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from segmetrics.io.column_roles import Guess
from segmetrics.io.document import Document
from segmetrics.io.formats import (
    answer_rows,
    boris,
    brat,
    catma,
    choi,
    conll,
    doccano,
    elan,
    jams,
    json_annotations,
    json_times,
    label_studio,
    level_table,
    long_table,
    mapped_table,
    no_coding,
    praat,
    project_json,
    ranks,
    results,
    segeval,
    segment_rows,
    series_json,
    time_lists,
    uima,
    webanno,
    wide_table,
)
from segmetrics.io.names import BOTH
from segmetrics.io.parts import Found


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files.

    Parameters
    ----------
    key : str
        Its name in lower case with hyphens; ``docs/formats/<key>.md`` describes it.
    title : str
        Its name for people.
    recognise : callable
        Takes a document; says by what it is of this format, or None. It may raise `Unreadable`.
    read : callable
        Takes it and yields what it finds, in the order of the file. It may raise `Unreadable`.
    named_by : tuple of str
        What the name of a file says, ``coder`` and ``item`` in the order of folders, the
        outer one first; what the file itself says is not among them.
    roles : callable, optional
        Takes a document of a table and says what each column was taken for; None if roles
        cannot say it.
    """

    key: str
    title: str
    recognise: Callable[[Document], str | None]
    read: Callable[[Document], Iterator[Found]]
    named_by: tuple[str, ...] = ()
    roles: Callable[[Document], Sequence[Guess] | None] | None = None


ITEM_CODER = ("item", "coder")  # INCEpTION: a folder a document, in it a file a coder

MAPPED = Format(
    "mapped-table",
    "table by its columns",
    mapped_table.recognise,
    mapped_table.read,
    ITEM_CODER,
    mapped_table.guessed_roles,
)

# The first that recognises a file reads it.
FORMATS: tuple[Format, ...] = (
    Format("segmetrics-json", "segmetrics JSON", project_json.recognise, project_json.read),
    Format("catma", "project of CATMA", catma.recognise, catma.read),
    Format("no-coding", "no coding", no_coding.recognise, no_coding.read),
    Format("result", "result of segmetrics", results.recognise, results.read),
    Format("consensus", "gold segmentation", results.recognise_consensus, results.read_consensus),
    Format(
        "uima-companion", "UIMA: no coder's file", uima.recognise_companion, uima.read_companion
    ),
    Format("jams", "JAMS", jams.recognise, jams.read, BOTH),
    Format("boris", "BORIS", boris.recognise_project, boris.read_project, BOTH),
    Format(
        "series-companion",
        "observations of a series",
        series_json.recognise_companion,
        series_json.read_companion,
    ),
    Format("series-json", "JSON of changepoints", series_json.recognise, series_json.read),
    Format("uima-json", "UIMA CAS JSON", uima.recognise_json, uima.read, ITEM_CODER),
    Format("label-studio", "Label Studio JSON", label_studio.recognise, label_studio.read),
    Format(
        "json-annotations",
        "JSON of annotated texts",
        json_annotations.recognise_many,
        json_annotations.read,
        ("coder",),
    ),
    Format(
        "json-annotation",
        "JSON of an annotated text",
        json_annotations.recognise_one,
        json_annotations.read,
        BOTH,
    ),
    Format("doccano", "doccano JSONL", doccano.recognise, doccano.read, ("coder",)),
    Format("uima-xmi", "UIMA CAS XMI", uima.recognise_xmi, uima.read, ITEM_CODER),
    Format("webanno", "WebAnno TSV 3", webanno.recognise, webanno.read, ITEM_CODER),
    Format("elan", "ELAN", elan.recognise, elan.read, ("item",)),
    Format("praat", "Praat TextGrid", praat.recognise, praat.read, ("item",)),
    Format(
        "brat-companion", "brat: texts and settings", brat.recognise_companion, brat.read_companion
    ),
    Format("brat", "brat", brat.recognise, brat.read, BOTH),
    Format("segeval-json", "segeval JSON", segeval.recognise_json, segeval.read_json),
    Format("json-times", "JSON of times", json_times.recognise, json_times.read, ("item",)),
    Format("boris-events", "BORIS: table of events", boris.recognise_table, boris.read_table, BOTH),
    Format("choi", "text with separator lines", choi.recognise, choi.read, BOTH),
    Format("ranks", "boundaries by prominence", ranks.recognise, ranks.read, BOTH),
    Format("conll", "CoNLL columns", conll.recognise, conll.read, BOTH),
    Format("no-table", "no coding", no_coding.recognise_table, no_coding.read_table),
    Format(
        "answers",
        "a row per person, a column per question",
        answer_rows.recognise,
        answer_rows.read,
        ("item",),
    ),
    Format("level-table", "table of levels", level_table.recognise, level_table.read, BOTH),
    Format(
        "long-table",
        "long table",
        long_table.recognise,
        long_table.read,
        roles=long_table.guessed_roles,
    ),
    Format(
        "segment-rows",
        "a row per segment",
        segment_rows.recognise,
        segment_rows.read,
        ITEM_CODER,
        segment_rows.guessed_roles,
    ),
    Format("time-lists", "lists of times", time_lists.recognise, time_lists.read, BOTH),
    Format(
        "wide-table",
        "wide table",
        wide_table.recognise,
        wide_table.read,
        roles=wide_table.guessed_roles,
    ),
    Format(
        "segeval-tsv",
        "segeval TSV",
        segeval.recognise_tsv,
        segeval.read_tsv,
        roles=segeval.guessed_roles,
    ),
    MAPPED,
)
"""All formats, in the order in which they are tried."""
