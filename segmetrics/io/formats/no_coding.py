"""Files that other formats would take for codings, though they are none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segmetrics.io.column_names import WORDS
from segmetrics.io.document import JSON_START, Document, Files
from segmetrics.io.formats import wide_table
from segmetrics.io.problems import Problem, Unreadable
from segmetrics.io.refusals import OF_TABLE, OF_TEXT, looks_like
from segmetrics.io.table_files import always_changes

BACKUP = re.compile(r"exportedproject\d*\.json")
# Folders of a backup.
WITHIN = re.compile(r"(.*?)(?:(?:annotation|curation)(?:_ser)?|source|log)/.*")
# What stands beside the words of a transcript; any other column may be a coder's.
OF_SPEECH = WORDS.transcribed_times | {
    *("end", "stop", "offset", "endtime", "duration", "speaker", "turn", "channel"),
    *("", "id", "unit", "item", "line", "confidence", "language"),
}
# A cell that names no segment: a fraction, or a sentence.
NO_LABEL = re.compile(r"[-+]?\d+[.,]\d+|\S+(?:\s+\S+){3,}")
FEW = 6


def recognise(document: Document) -> str | None:
    """Recognise the files of a backup and of a project."""
    return "a backup of INCEpTION or WebAnno" if _backup(document) else None


def read(document: Document) -> Iterator[Problem]:
    """Yield what to bring instead, for all files of a backup once."""
    if _backup(document) == document.name:
        what = "a backup of a project of INCEpTION or WebAnno, which only that program reads"
        fix = 'open Settings, Export, and choose "Export annotated documents" with the secondary '
        fix += 'format "UIMA CAS XMI 1.1". Then bring that ZIP file'
        yield document.problem(what, fix)


def _backup(document: Document) -> str | None:
    """Return the file of a backup that describes it, for each of its files."""
    if BACKUP.fullmatch(document.path.name):
        return document.name
    within = WITHIN.fullmatch(str(document.path))
    if within is None or document.suffix not in (".ser", ".txt", ".log", ".tsv", ".xmi", ".json"):
        return None
    return document.beside.of_all(_backups).get(within[1])


def _backups(beside: Files) -> dict[str, str]:
    """Return the files that describe backups, by their folders."""
    names = ((name.rpartition("/"), name) for name in beside)
    return {folder + sign: name for (folder, sign, file), name in names if BACKUP.fullmatch(file)}


def recognise_table(document: Document) -> str | None:
    """Recognise a transcript, and a table in which every row differs from the one before."""
    refusal = _refusal(document)
    if refusal is None:
        return None
    why, *document.found["refusal"] = refusal
    return why


def _refusal(document: Document) -> tuple[str, str, str] | None:
    """Return why a table is none of codings, what to say of it, and what to bring."""
    try:
        header = set(document.table.header)
    except Unreadable:
        found = looks_like(document)  # quotes in prose are no fault of a table
        if JSON_START.match(document.text) or found is None or "columns" in found[0]:
            raise
        why, fix = found
        return why, f"no coding was found in this file; it looks like {why}", fix
    plain = {name.replace("_", "").replace(" ", "") for name in header}
    others = plain - WORDS.transcribed
    if others < plain and others & (WORDS.transcribed_times | {"speaker"}) and others <= OF_SPEECH:
        why = f"a transcript with the columns {', '.join(document.table.header)}"
        return why, f"{why}: times and words, no coding", OF_TEXT
    if _all_differ(document):
        why = "every row differs from the one before"
        what = f"{why} in all columns of the table, so that none groups units to segments"
        return why, what, OF_TABLE
    return None


def _all_differ(document: Document) -> bool:
    """Return whether a wide table has a boundary after every unit, whatever the column."""
    rows = [cells for _, cells in document.table.rows]
    return (
        len(rows) >= FEW
        and _hold_no_label(document, rows[:FEW])
        and wide_table.recognise(document) is not None
        and _hold_no_label(document, rows)
    )


def _hold_no_label(document: Document, rows: list[list[str]]) -> bool:
    """Return whether all columns of coders change at every row, and one names no segments."""
    named = zip(document.table.header, zip(*rows, strict=False), strict=False)
    coders = [cells for name, cells in named if name not in wide_table.BESIDE_CODERS and any(cells)]
    return any(all(map(NO_LABEL.fullmatch, cells)) for cells in coders) and all(
        map(always_changes, coders)
    )


def read_table(document: Document) -> Iterator[Problem]:
    """Yield what to bring instead of a table without codings."""
    yield document.problem(*document.found["refusal"])
