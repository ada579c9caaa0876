"""A small file of each format that can be read, to start from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from segmetrics.paths import ROOT


@dataclass(frozen=True)
class Template:
    """An example file."""

    name: str
    title: str
    about: str

    @cached_property
    def content(self) -> str:
        """What the file holds."""
        return (ROOT / "data" / "templates" / self.name).read_text(encoding="utf-8")


TEMPLATES: tuple[Template, ...] = (
    Template(
        "units.csv",
        "Table of units",
        "A row for each unit of each coding, with its segment's label; a boundary lies where the "
        "label changes. The columns unit and text may be left out.",
    ),
    Template(
        "wide.csv",
        "Wide table",
        "A column for each coder, a row for each unit, with its segment's label; the columns "
        "item, unit and text may be left out. A coder without a label has not coded the item.",
    ),
    Template(
        "flags.csv",
        "Wide table of 0 and 1",
        "One item, named as the file is; a 1 begins a segment.",
    ),
    Template(
        "segments.csv",
        "A row per segment",
        "A row for each segment: its begin and end in seconds, with a label or without; a row "
        "without an end is a boundary.",
    ),
    Template(
        "presses.csv",
        "Times of boundaries",
        "A row for each boundary: when a person saw it, in seconds or as 1:23.9. How long the "
        "recording is may be left out; then it is asked.",
    ),
    Template(
        "masses.csv",
        "Table of segment sizes",
        "A row for each coding, with its segment sizes.",
    ),
    Template(
        "boundaries.csv",
        "Table of boundary positions",
        "A row for each coding: after which units its boundaries lie (empty: none), and how many "
        "units the item has.",
    ),
    Template(
        "positions.csv",
        "Lists of positions",
        "A row for each coding, as forms give it: a list of the units that begin a segment, or end "
        "one, which is seen or asked. How many units the item has may be left out; then it is "
        "asked.",
    ),
    Template(
        "anna.txt",
        "Text with separator lines",
        "One coder's segments of one text: one unit on each line, segments between lines of =. "
        "Put the files of each coder into a folder of its own, named as the items are.",
    ),
    Template(
        "label_studio.json",
        "Label Studio",
        "An export of Label Studio: tasks with each person's annotation. The edges of spans are "
        "boundaries; choices make each task a unit.",
    ),
    Template(
        "interview.TextGrid",
        "Praat TextGrid",
        "A recording, each tier a coder; the edges of intervals, or the points, are boundaries. "
        "The unit is a step of time, or the intervals of a tier.",
    ),
    Template(
        "interview.eaf",
        "ELAN",
        "A recording, each tier a coder; the edges of annotations are boundaries. The unit is a "
        "step of time, or the annotations of a tier.",
    ),
    Template(
        "anna.tsv",
        "WebAnno TSV 3",
        "An export of INCEpTION: one token on each line, a column for each feature of a layer; a "
        "file for each coder, named so.",
    ),
    Template(
        "anna.jsonl",
        "doccano",
        "An export of doccano: one text on each line, with the spans that one person marked; a "
        "file for each coder, named so.",
    ),
    Template(
        "anna.conll",
        "CoNLL columns",
        "One token on each line and an empty line after each sentence; the last column holds "
        "tags such as B-topic, I-topic and O, or 1 where a segment begins and 0 elsewhere.",
    ),
    Template(
        "types.csv",
        "Table of boundaries with types",
        "A row for each boundary: after which unit it lies, how many units the item has, and its "
        "types. A coding without boundaries has one row with no boundary.",
    ),
    Template(
        "levels.csv",
        "Table of boundaries with levels",
        "A row for each boundary, with its level (1 is the most prominent).",
    ),
    Template(
        "unit_levels.csv",
        "Table of units with levels",
        "A row for each unit, as in the table of units; where a segment begins, the level of the "
        "boundary before it. A column type instead of level gives types.",
    ),
    Template(
        "anna.csv",
        "Table of levels",
        "A file for each coder and item, best in a folder for each coder; a 1 is a boundary of "
        "that level after its unit. Here level2 is the more prominent one.",
    ),
    Template(
        "anna_levels.txt",
        "Text with separator lines and levels",
        "As before; each separator holds the level of its boundary (1 is the most prominent).",
    ),
    Template(
        "segmenter.txt",
        "Boundaries by prominence",
        "How many units a text has, then the positions of its boundaries, the most prominent "
        "first. With a line position rank or position score each has a line of its own.",
    ),
    Template(
        "corpus.json",
        "segmetrics JSON",
        "All that a corpus can hold: boundaries after these units, texts, who is the reference, "
        "which coders are automatic. Kind is linear, multiple (types) or hierarchical (levels).",
    ),
    Template(
        "segeval.json",
        "segeval JSON",
        "Many items; each coder's segment sizes.",
    ),
    Template(
        "dialogues.json",
        "JSON of annotated texts",
        "A record for each text, with its units and how many of them each segment has; or with a "
        "text and spans, as Prodigy writes them.",
    ),
    Template(
        "chapter1.tsv",
        "segeval TSV",
        "One item, named as the file is; a row for each coder.",
    ),
    Template(
        "types.json",
        "JSON with boundary types",
        "Many items; each coder's boundaries with one or more types. The type uncertain says "
        "that the coder is unsure.",
    ),
    Template(
        "levels.json",
        "JSON with levels",
        "Many items; each coder's boundaries with their levels (1 is the most prominent). With "
        "has_reference_coder the coder named reference is the reference.",
    ),
    Template(
        "song.jams",
        "JAMS",
        "A piece of music with the segments that each annotator marked, in seconds.",
    ),
    Template(
        "project.boris",
        "BORIS",
        "A project of BORIS with the observations of one video by two people.",
    ),
    Template(
        "anna.xmi",
        "UIMA CAS XMI",
        "One coder's annotations of one text, as INCEpTION exports them: a file for each coder, "
        "in a folder for each document. Places are counted in UTF-16 code units.",
    ),
    Template(
        "anna.json",
        "UIMA CAS JSON",
        "One coder's annotations of one text, as INCEpTION exports them: a file for each coder, "
        "in a folder for each document. Places are counted in UTF-16 code units.",
    ),
)
"""The formats, the most common first."""
