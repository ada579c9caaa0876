"""What `segmetrics.store.exporting` packed, kept again: rounds, decisions, texts, files, reports.

What was exported becomes new corpora of the visitor, all of an archive or none. Links and
invitations do not come back, as whoever had them was not asked, nor does what was done when:
steps that were made elsewhere cannot be undone here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, NamedTuple, get_args

from sqlalchemy import Connection, insert

from segmetrics.corpus import Corpus
from segmetrics.io import Reading, Source, read_sources
from segmetrics.io.archives import names_in, packed_files
from segmetrics.io.problems import Unreadable
from segmetrics.store.access import new_key, now
from segmetrics.store.corpus_rows import inserted, keep_codings
from segmetrics.store.errors import NotAllowed, StoreError
from segmetrics.store.schema import corpora, files, rounds, works
from segmetrics.store.serialization import (
    choices_of,
    decision_rows,
    document_of,
    findings_of,
    packed,
    words_of,
)
from segmetrics.store.store import FIRST_ROUND, NO_PERSON, Store
from segmetrics.store.validation import NAME, TITLE, brief, short
from segmetrics.store.values import Kind, Visitor

DESCRIBED, BESIDE = "corpus.json", "README.txt"
DAMAGED = (
    "{file} is damaged: {what}. Nothing was changed. Download the ZIP again, or open the files "
    "in its folder codings by themselves."
)


class Restored(NamedTuple):
    """A corpus that was kept again: its place and title, and how many rounds it has."""

    place: str
    title: str
    rounds: int


class _Round(NamedTuple):
    """A round as it stands in an archive."""

    described: Mapping[str, Any]
    reading: Reading | None
    document: bytes
    findings: bytes
    files: list[tuple[str, bytes]]
    works: list[dict[str, Any]]


class _Exported(NamedTuple):
    """A corpus as it stands in an archive."""

    title: str
    settings: dict[str, str]
    rounds: list[_Round]


def is_export(source: Source) -> bool:
    """Whether a file is an archive of whole corpora, as they are exported."""
    return bool(_roots(names_in(source)))


def restore(store: Store, visitor: Visitor, source: Source) -> tuple[Restored, ...]:
    """Keep the corpora of an archive; raises StoreError if it is damaged, and keeps none then."""
    if visitor.mode == "accounts" and visitor.person is None:
        raise NotAllowed(NO_PERSON)
    try:
        parts = packed_files(source)
        # What a stranger wrote may lack anything, or be of another kind.
        found = [_exported(parts, root) for root in _roots(parts)]
    except Unreadable as error:
        raise StoreError(DAMAGED.format(file=source.name, what=error.problem.what)) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        what = "it does not hold what it says"
        raise StoreError(DAMAGED.format(file=source.name, what=what)) from None
    with store.database.writing(alone=True) as connection:
        return tuple(_keep(store, connection, visitor, one) for one in found)


def _roots(names: Any) -> list[str]:
    """Find the folders of corpora among the names of an archive's files, in their order."""
    found = [name.removesuffix(DESCRIBED) for name in names if name.endswith(DESCRIBED)]
    known = [root for root in found if root == "" or root.endswith("/")]
    return sorted((root for root in known if f"{root}{BESIDE}" in names), key=_number)


def _number(root: str) -> tuple[int, str]:
    number = PurePosixPath(root).name.rpartition("-")[2]
    return (int(number) if number.isdecimal() else 0), root


def _exported(parts: Mapping[str, bytes], root: str) -> _Exported:
    described = json.loads(parts[f"{root}{DESCRIBED}"])
    settings = {str(name): str(value) for name, value in described["settings"].items()}
    found = [_round(parts, root, one) for one in described["rounds"]]
    numbers = [one.described["number"] for one in found]
    if (
        not numbers
        or numbers != sorted(set(numbers))
        or not all(type(number) is int and 0 < number < 10**6 for number in numbers)
    ):
        raise ValueError("rounds have numbers of their own")
    return _Exported(short(described["title"], TITLE), brief(settings), found)


def _round(parts: Mapping[str, bytes], root: str, described: Mapping[str, Any]) -> _Round:
    document, findings, reading = b"", b"", None
    digest = described["codings_digest"]
    if digest is not None:
        name = f"{root}round-{described['number']}/codings.json"
        reading = read_sources([Source(name, parts[name])])
        if reading.corpus is None or reading.corpus.called_digest != digest:
            raise ValueError("these are other codings")
        document, findings = document_of(reading.corpus), findings_of(reading)
    kept = [
        {
            "kind": _one_of(get_args(Kind), work["kind"]),
            "title": short(work["title"], TITLE),
            "about": brief(work["settings"]),
            "digest": sha256(content).hexdigest(),
            "document": packed(content),
            "created": datetime.fromisoformat(work["created"]).astimezone(UTC),
        }
        for work in described["kept"]
        for content in [parts[root + work["path"]]]
    ]
    uploaded = [
        (str(one["name"]), packed(parts[root + one["path"]])) for one in described.get("files", ())
    ]
    return _Round(described, reading, document, findings, uploaded, kept)


def _one_of(known: tuple[str, ...], value: str) -> str:
    if value not in known:
        raise ValueError(f"{value!r} is none of {known}")
    return value


def _keep(store: Store, connection: Connection, visitor: Visitor, one: _Exported) -> Restored:
    """Keep a corpus of an archive as a new one."""
    key = new_key()
    number = inserted(
        connection,
        corpora,
        key=key,
        owner=visitor.person,
        title=one.title,
        settings=one.settings,
        numbers=max(found.described["number"] for found in one.rounds),
        linked=visitor.mode == "links",
        created=now(),
        changed=now(),
    )
    if visitor.mode == "links":
        key = store.sharing.first_link(connection, number)
    for found in one.rounds:
        _keep_round(store, connection, number, found)
    first = one.rounds[0].described["number"]
    return Restored(key if first == 1 else f"{key}~{first}", one.title, len(one.rounds))


def _keep_round(store: Store, connection: Connection, corpus: int, one: _Round) -> None:
    described, coded = one.described, _corpus(one.reading)
    if coded is not None:
        keep_codings(store.database, connection, one.document, coded)
    review = _review(described.get("import") or [])
    accepted = described.get("accepted_import")
    number = inserted(
        connection,
        rounds,
        corpus=corpus,
        number=described["number"],
        name=short(described["name"] or FIRST_ROUND, NAME),
        digest=None if coded is None else coded.called_digest,
        findings=one.findings or None,
        review=review,
        accepted=_review(accepted or []) if described["accepted"] else None,
        decisions=[] if coded is None else decision_rows(coded.decisions),
        version=1,
        changed=now(),
    )
    for place, (name, content) in enumerate(one.files):
        values = {"round": number, "place": place, "name": name, "content": content}
        connection.execute(insert(files), values)
    for work in one.works:
        connection.execute(insert(works), {"round": number, **work})


def _corpus(reading: Reading | None) -> Corpus | None:
    return reading.corpus if reading else None


def _review(rows: list[Any]) -> list[Any]:
    """Read decisions about an import and write them again, so that none is of another form."""
    return [[str(words), words_of(choices_of(chosen))] for words, chosen in rows]
