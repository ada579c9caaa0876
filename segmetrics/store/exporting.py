"""Everything of one corpus, or of one person, as a ZIP archive for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import astuple, replace
from datetime import datetime
from io import BytesIO
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sqlalchemy import Connection, Row, select

from segmetrics.io.cells import csv_text
from segmetrics.io.names import file_name
from segmetrics.io.problems import HALF, shortened
from segmetrics.io.write import MAX_FILE_NAME, WRITERS
from segmetrics.store.access import reach, reached_by, split
from segmetrics.store.errors import NotAllowed
from segmetrics.store.history import accepted_review
from segmetrics.store.schema import codings, corpora, files, links, members, people, rounds
from segmetrics.store.schema import steps as all_steps
from segmetrics.store.schema import works as all_works
from segmetrics.store.serialization import corpus_of, decisions_of, unpacked
from segmetrics.store.store import Store
from segmetrics.store.values import RIGHTS, Right, Visitor
from segmetrics.tables.plain import FIRST_DAY

NOTHING_LISTED = (
    "Nobody is known by name here, so there is nothing of one person: open each corpus by its "
    "link, and export it."
)
# Bytes of one part of a path that are kept of a longer name; its beginning and its ending.
KEPT_OF_NAME = 80
# How a file that was kept begins, and the ending by which programs know it.
ENDINGS = ((b"PK", ".zip"), (b"{", ".json"), (b"<", ".html"))

README_CORPUS = """\
Everything of one corpus, as segmetrics kept it.

Corpus: {title}
Rounds: {rounds}

corpus.json            its title, rounds, settings, history and kept works
round-N/codings.json   the codings of round N with the decisions about disputed places, in the
                       format segmetrics-json: segmetrics opens it as the same corpus
round-N/decisions.csv  these decisions as a table
round-N/kept/          consensus segmentations and reports that were kept
"""
README_EDITORS = """\
round-N/files/         the files that were uploaded, byte for byte; characters that some systems
                       do not take in names are written as % and two digits
round-N/import.txt     what was decided about the import of these files, in words
round-N/history.txt    what was done in this round, when, and by whom
"""
README_READERS = """\

You may look at this corpus, and not change it: the files that were uploaded and the history
are for those who may change it, and not in this archive.
"""
README_PERSON = """\
Everything of one person, as segmetrics kept it.

Corpora of this person: {owned}
Corpora of others that this person may see: {shared}

corpus-N/      everything of one corpus of this person; each has a README.txt of its own
may-see.csv    the corpora of others, and what this person may do with them
"""


class _Archive:
    """A ZIP archive whose names any file system takes, and none of which is there twice."""

    def __init__(self, packed: ZipFile, root: str = "") -> None:
        self._packed = packed
        self._root = root
        self._files: set[str] = set()
        self._folders: set[str] = set()

    def add(self, folder: str, name: str, content: bytes) -> str:
        """Add a file under a name from a stranger, and give the path that it got."""
        parts = [_safe(part) for part in re.split(r"[/\\]", name) if part] or ["file"]
        number, path = 1, "/".join((folder, *parts))
        while not self._is_free(path):
            number += 1
            path = "/".join((f"{folder}-{number}", *parts))
        self.write(path, content)
        return path

    def write(self, path: str, content: bytes) -> None:
        """Add a file under a name of ours."""
        self._files.add(path.casefold())
        self._folders.update(_folders(path))
        entry = ZipInfo(self._root + path, FIRST_DAY)
        entry.create_system, entry.external_attr = 3, 0o600 << 16
        entry.compress_type = ZIP_DEFLATED
        self._packed.writestr(entry, content)

    def text(self, path: str, text: str) -> None:
        """Add a text under a name of ours; half characters are written as escapes."""
        self.write(path, text.encode("utf-8", "backslashreplace"))

    def _is_free(self, path: str) -> bool:
        """Return whether no file or folder has this path, in capitals or not."""
        known = path.casefold()
        taken = known in self._files or known in self._folders
        return not taken and self._files.isdisjoint(_folders(path))


def export_corpus(store: Store, visitor: Visitor, place: str) -> bytes:
    """Pack everything of one corpus that a visitor may have."""
    buffer = BytesIO()
    write_corpus(store, visitor, place, buffer)
    return buffer.getvalue()


def export_person(store: Store, visitor: Visitor) -> bytes:
    """Pack everything of one person: all corpora that they own, and a list of what they see."""
    buffer = BytesIO()
    write_person(store, visitor, buffer)
    return buffer.getvalue()


def write_corpus(store: Store, visitor: Visitor, place: str, to: BinaryIO) -> None:
    """Write what `export_corpus` gives to an open file."""
    key, _ = split(place)
    with ZipFile(to, "w") as packed, store.database.reading() as connection:
        corpus = reach(connection, visitor, key, "read")
        _add_corpus(connection, _Archive(packed), corpus.id, corpus.row, corpus.right)


def write_person(store: Store, visitor: Visitor, to: BinaryIO) -> None:
    """Write what `export_person` gives to an open file."""
    if visitor.mode == "links":
        raise NotAllowed(NOTHING_LISTED)
    if visitor.mode == "accounts" and visitor.person is None:
        raise NotAllowed("Sign in to export what is yours.")
    with ZipFile(to, "w") as packed, store.database.reading() as connection:
        archive = _Archive(packed)
        rows = connection.execute(reached_by(visitor).order_by(corpora.c.id)).all()
        reached = [reach(connection, visitor, row.key, "read") for row in rows]
        owned = [corpus for corpus in reached if corpus.right == "own"]
        shared = [corpus for corpus in reached if corpus.right != "own"]
        archive.text("README.txt", README_PERSON.format(owned=len(owned), shared=len(shared)))
        listed = [(corpus.row.title, corpus.right, corpus.row.key) for corpus in shared]
        archive.text("may-see.csv", csv_text(("corpus", "right", "key"), listed))
        for number, corpus in enumerate(owned, 1):
            inner = _Archive(packed, f"corpus-{number}/")
            _add_corpus(connection, inner, corpus.id, corpus.row, "own")


def _add_corpus(
    connection: Connection, archive: _Archive, corpus: int, row: Row[Any], right: Right
) -> None:
    """Add everything of a corpus that a right allows."""
    found = connection.execute(
        select(rounds).where(rounds.c.corpus == corpus).order_by(rounds.c.number)
    ).all()
    may_edit = RIGHTS.index(right) >= RIGHTS.index("edit")
    about = README_CORPUS.format(title=_line(row.title), rounds=len(found))
    archive.text("README.txt", about + (README_EDITORS if may_edit else README_READERS))
    described = {
        "title": row.title,
        "created": _moment(row.created),
        "changed": _moment(row.changed),
        "settings": row.settings,
        "rounds": [_add_round(connection, archive, one, edit=may_edit) for one in found],
    }
    if right == "own":
        described |= _others(connection, corpus)
    archive.write("corpus.json", _json(described))


def _add_round(
    connection: Connection, archive: _Archive, row: Row[Any], *, edit: bool
) -> dict[str, Any]:
    """Add everything of a round, and describe it."""
    inside = f"round-{row.number}"
    described: dict[str, Any] = {
        "number": row.number,
        "name": row.name,
        "changed": _moment(row.changed),
        "codings_digest": row.digest,
        "accepted": accepted_review(row) is not None,
    }
    if row.digest is not None:
        _add_codings(connection, archive, inside, row)
    described["kept"] = list(_add_works(connection, archive, inside, row.id))
    if edit:
        described |= {"import": row.review, "accepted_import": accepted_review(row)}
        described["files"] = list(_add_files(connection, archive, inside, row.id))
        described["history"] = _history(connection, row.id)
        archive.text(f"{inside}/import.txt", _import_in_words(row))
        archive.text(f"{inside}/history.txt", _history_in_words(described["history"]))
    return described


def _add_codings(connection: Connection, archive: _Archive, inside: str, row: Row[Any]) -> None:
    document = connection.scalar(select(codings.c.document).where(codings.c.digest == row.digest))
    # No file holds half of a character; decisions.csv has it as an escape.
    made = [
        replace(one, comment=HALF.sub("\N{REPLACEMENT CHARACTER}", one.comment))
        for one in decisions_of(row.decisions)
    ]
    corpus = corpus_of(document or b"", row.digest).with_decisions(made)
    written = WRITERS["segmetrics-json"].write(corpus)
    archive.write(f"{inside}/codings.json", written.content)
    header = ("item", "place", "verdict", "to", "comment", "along with")
    rows = map(astuple, decisions_of(row.decisions))
    archive.text(f"{inside}/decisions.csv", csv_text(header, rows))


def _add_files(
    connection: Connection, archive: _Archive, inside: str, round_: int
) -> Iterator[dict[str, str]]:
    """Add the files that were uploaded, one at a time: together they may be large."""
    query = select(files.c.id).where(files.c.round == round_).order_by(files.c.place)
    for number in connection.scalars(query).all():
        row = connection.execute(select(files).where(files.c.id == number)).one()
        path = archive.add(f"{inside}/files", row.name, unpacked(row.content))
        yield {"name": row.name, "path": path}


def _add_works(
    connection: Connection, archive: _Archive, inside: str, round_: int
) -> Iterator[dict[str, Any]]:
    query = select(all_works.c.id).where(all_works.c.round == round_).order_by(all_works.c.id)
    for number in connection.scalars(query).all():
        row = connection.execute(select(all_works).where(all_works.c.id == number)).one()
        content = unpacked(row.document)
        ending = next((ending for start, ending in ENDINGS if content.startswith(start)), ".txt")
        name = re.sub(r"[/\\]", "-", row.title).removesuffix(ending) + ending
        yield {
            "path": archive.add(f"{inside}/kept/{row.kind}", name, content),
            "kind": row.kind,
            "title": row.title,
            "settings": row.about,
            "created": _moment(row.created),
        }


def _history(connection: Connection, round_: int) -> list[dict[str, Any]]:
    query = (
        select(all_steps, people.c.email)
        .outerjoin(people)
        .where(all_steps.c.round == round_)
        .order_by(all_steps.c.id)
    )
    return [
        {
            "made": _moment(row.made),
            "words": row.words,
            "by": row.email,
            "undone": row.undone,
        }
        for row in connection.execute(query)
    ]


def _others(connection: Connection, corpus: int) -> dict[str, Any]:
    """Return who else reaches a corpus."""
    invited = (
        select(people.c.email, members.c.right)
        .select_from(members.join(people))
        .where(members.c.corpus == corpus)
        .order_by(members.c.id)
    )
    made = select(links).where(links.c.corpus == corpus).order_by(links.c.id)
    return {
        "people": [{"email": row.email, "right": row.right} for row in connection.execute(invited)],
        "links": [
            {
                "right": row.right,
                "created": _moment(row.created),
                "expires": row.expires and _moment(row.expires),
            }
            for row in connection.execute(made)
        ],
    }


def _import_in_words(row: Row[Any]) -> str:
    decided = [_line(words) for words, _ in row.review]
    first = "Decisions about the import:" if decided else "Nothing was decided about the import."
    if accepted_review(row) is None:
        last = "It was not accepted yet."
    elif row.accepted == row.review:
        last = "It was accepted with these decisions."
    else:
        last = "It was accepted with other decisions: accepted_import in corpus.json."
    return _lines(first, *(f"{place}. {words}" for place, words in enumerate(decided, 1)), last)


def _history_in_words(history: Iterable[dict[str, Any]]) -> str:
    return _lines(
        *(
            f"{step['made']}  {_line(step['words'])}"
            + (f", by {_line(step['by'])}" if step["by"] else "")
            + (" (undone)" if step["undone"] else "")
            for step in history
        )
    )


def _folders(path: str) -> set[str]:
    """Name the folders of a path, as file systems that ignore capitals do."""
    parts = path.casefold().split("/")
    return {"/".join(parts[:end]) for end in range(1, len(parts))}


def _safe(part: str) -> str:
    """Write one part of a path such that any file system takes it."""
    name = HALF.sub("%3F", part)
    safe = file_name(name)
    if len(safe.encode()) <= MAX_FILE_NAME:
        return safe
    start, end = name[:KEPT_OF_NAME], name[-KEPT_OF_NAME:]
    return _cut(file_name(start)) + "…" + _cut(file_name(end), end=True)


def _cut(text: str, *, end: bool = False) -> str:
    """Keep what fits into some bytes of a text's start or end."""
    content = text.encode()
    kept = content[-KEPT_OF_NAME:] if end else content[:KEPT_OF_NAME]
    return kept.decode("utf-8", "ignore")


def _line(text: str) -> str:
    """Write a text from a stranger in one line."""
    return shortened(" ".join(text.split()), 300)


def _lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _json(value: Any) -> bytes:
    return json.dumps(value, indent=1).encode()
