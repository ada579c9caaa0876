"""Corpora, readings and decisions as what a database holds."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, fields
from typing import Any

from segmetrics.corpus import Adjudication, Corpus
from segmetrics.io import Choices, Notice, Problem, Reading, Recognised, Source, read_sources
from segmetrics.io.known_formats import FORMATS
from segmetrics.io.name_readings import Finding
from segmetrics.io.write import WRITERS, CannotWrite
from segmetrics.store.errors import StoreError, StoreFailed

# Fast, and the JSON of a corpus becomes a tenth.
LEVEL = 6
DAMAGED = (
    "This part of the store is damaged: it is not what was saved. Restore a backup; segmetrics "
    "store check lists what is damaged."
)
NOT_KEPT = (
    "These codings cannot be kept: what was written could not be read again as it was. Nothing was "
    "changed; please report this with their format."
)


def packed(content: bytes) -> bytes:
    """Return bytes compressed."""
    return zlib.compress(content, LEVEL)


def unpacked(content: bytes) -> bytes:
    """Undo `packed`; raises StoreFailed if it was damaged since."""
    try:
        return zlib.decompress(content)
    except zlib.error:
        raise StoreFailed(DAMAGED) from None


def document_of(corpus: Corpus) -> bytes:
    """Write the codings of a corpus, without decisions, such that they can be read again."""
    try:
        written = WRITERS["segmetrics-json"].write(corpus.with_decisions(()))
    except CannotWrite as error:
        raise StoreError(f"These codings cannot be kept: {error}. Nothing was changed.") from None
    document = packed(written.content)
    try:
        corpus_of(document, corpus.called_digest)
    except StoreFailed:
        raise StoreFailed(NOT_KEPT) from None
    return document


def corpus_of(document: bytes, digest: str) -> Corpus:
    """Read the codings of a corpus, and see that they are those that were written."""
    corpus = read_sources([Source("corpus.json", unpacked(document))]).corpus
    if corpus is None or corpus.called_digest != digest:
        raise StoreFailed(DAMAGED)
    return corpus


def findings_of(reading: Reading) -> bytes:
    """Write what was read besides the corpus: problems, notices, formats."""
    found = {
        "problems": [asdict(problem) for problem in reading.problems],
        "recognised": [(one.file, one.format.key, one.why) for one in reading.recognised],
        "left_out": reading.left_out,
        "notices": [asdict(notice) for notice in reading.notices],
        "patterns": dict(reading.patterns),
        "unit": reading.unit,
        "units": reading.units,
        "dropped": reading.dropped,
    }
    return packed(json.dumps(found).encode())


def reading_of(findings: bytes, corpus: Corpus) -> Reading:
    """Read again what `findings_of` wrote, with its corpus."""
    found = json.loads(unpacked(findings))
    formats = {form.key: form for form in FORMATS}
    return Reading(
        corpus=corpus,
        problems=tuple(Problem(**problem) for problem in found["problems"]),
        recognised=tuple(
            Recognised(file, formats[key], why)
            for file, key, why in found["recognised"]
            if key in formats
        ),
        left_out=tuple(found["left_out"]),
        notices=tuple(Notice(**notice) for notice in found["notices"]),
        findings={form: Finding(pattern) for form, pattern in found["patterns"].items()},
        unit=found["unit"],
        units=tuple(found["units"]),
        dropped=tuple((item, coder) for item, coder in found["dropped"]),
    )


def decision_rows(decisions: Iterable[Adjudication]) -> list[list[Any]]:
    """Write decisions about disputed places as lists."""
    return [list(astuple(one)) for one in decisions]


def decisions_of(rows: Iterable[Sequence[Any]]) -> tuple[Adjudication, ...]:
    """Undo `decision_rows`."""
    return tuple(Adjudication(*row) for row in rows)


def fitting(made: Iterable[Adjudication], corpus: Corpus) -> list[Adjudication]:
    """Keep the decisions whose places a corpus has."""
    return [one for one in made if one.item in corpus and max(one.places) < corpus[one.item].mass]


def words_of(choices: Choices) -> dict[str, Any]:
    """Write what a person decided about an import as JSON can hold it."""
    return {one.name: _plain(getattr(choices, one.name)) for one in fields(choices)}


def _plain(value: Any) -> Any:
    """Write a choice as JSON gives it back: words are compared with those that stand there."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset):
        pairs = [list(one) for one in value if isinstance(one, tuple)]
        return sorted(pairs, key=repr) if pairs else sorted(value)
    return value


def choices_of(words: Mapping[str, Any]) -> Choices:
    """Undo `words_of`."""
    for name, nothing in words_of(Choices()).items():
        if isinstance(nothing, list | dict) and not isinstance(
            words.get(name, nothing), type(nothing)
        ):
            raise TypeError(f"{name} holds {words[name]!r}.")
    return Choices(**{name: _chosen(value) for name, value in words.items()})


def _chosen(value: Any) -> Any:
    """Undo `_plain`."""
    if isinstance(value, list):
        return frozenset(tuple(one) if isinstance(one, list) else one for one in value)
    return value
