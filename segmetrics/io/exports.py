"""Everything of a corpus, or of a person, as the store wrote it: its newest codings are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from segmetrics.io.document import Document, JsonObject
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.phrases import counted, listed

DESCRIBED = frozenset(("title", "created", "changed", "settings", "rounds"))
OF_PERSON = ("README.txt", "may-see.csv")  # what stands beside the corpora of a person
PARTS = re.compile(r"README\.txt\Z|corpus\.json\Z|round-\d+/")
SHOWN = 5  # corpora that a message names


def pass_over_exports(documents: dict[str, Document]) -> list[Notice]:
    """Drop what is not to be read where files are an export of the store; say what that is."""
    exports = dict(_exports(documents))
    passed: set[str] = set()
    said: list[Notice] = []
    for folder, described in exports.items():
        within = {
            name
            for name in documents
            if name.startswith(folder) and PARTS.match(name.removeprefix(folder))
        }
        if len(exports) == 1:
            newest, notice = _newest(folder, described, within)
            within -= newest
            said.append(notice)
        passed |= within
        outer = folder.removesuffix("corpus-1/")
        passed.update(f"{outer}{name}" for name in OF_PERSON if outer != folder)
    if len(exports) > 1:
        titles = [repr(shortened(str(one["title"]))) for one in exports.values()]
        what = f"{counted(len(titles), 'corpus', 'corpora')} as segmetrics kept them: "
        fix = "bring one of them, the folder of its corpus.json or one of its files codings.json"
        file = f"{next(iter(exports))}corpus.json"
        said.append(Problem(file=file, what=what + listed(titles, SHOWN), fix=fix))
    for name in passed:
        documents.pop(name, None)
    return said


def _exports(documents: Mapping[str, Document]) -> Iterator[tuple[str, JsonObject]]:
    """Yield the folders of exported corpora, and what describes each."""
    for name, document in documents.items():
        if document.path.name != "corpus.json" or "/round-" in name:
            continue
        described = document.known("json")
        if (
            isinstance(described, JsonObject)
            and described.keys() >= DESCRIBED
            and isinstance(described["rounds"], list)
        ):
            yield name.removesuffix("corpus.json"), described


def _newest(folder: str, described: JsonObject, within: set[str]) -> tuple[set[str], Notice]:
    """Return the files of the newest round that has codings, and what to say of the others."""
    rounds = [one.get("number") for one in described["rounds"] if isinstance(one, dict)]
    numbers = sorted(number for number in rounds if type(number) is int)
    title = shortened(str(described["title"]))
    file = f"{folder}corpus.json"
    what = f"everything of the corpus {title!r} as segmetrics kept it: "
    for number in reversed(numbers):
        codings = f"{folder}round-{number}/codings.json"
        if codings in within:
            of = f", the newest of {len(numbers)}" if len(numbers) > 1 else ""
            what += f"the codings of round {number} are read{of}"
            return {codings}, Notice(file=file, what=what)
    uploads = f"{folder}round-{numbers[-1] if numbers else 1}/files"
    found = {name for name in within if name.startswith(uploads)}
    return found, Notice(file=file, what=f"{what}the files that were uploaded are read")
