"""Files and folders of this machine, opened to be read; which of them are left aside."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath

from segmetrics.io.document import Source
from segmetrics.io.limits import MAX_BYTES
from segmetrics.io.names import SHEET
from segmetrics.io.parts import grouped
from segmetrics.io.problems import Notice, Problem
from segmetrics.phrases import natural_key

# Names of files that are about others, and endings of files that hold no codings.
ABOUT = re.compile(
    r"(?:read[ _-]?me|lies ?mich|licen[cs]e|copying|citation|change(?:log|s)|authors|contributing"
    r"|(?:proje[ck]t[ _-]?)?(?:notes?|notizen))"
    r"(?:[._-].*)?",
    re.IGNORECASE,
)
OF_WORD = ".docx"
OF_TEXTS = (".txt", OF_WORD)  # endings of files that are the texts that were coded
NO_CODINGS = frozenset({".bib", ".cff", ".gif", ".htm", ".html", ".ipynb", ".jpeg", ".jpg"})
NO_CODINGS |= {".md", ".mp3", ".mp4", ".pdf", ".png", ".py", ".r", ".rst", ".sh", ".svg", ".wav"}
# Endings of lists that stand beside codings, such as who coded what.
LISTS = frozenset({".csv", ".json", ".jsonl", ".tsv", ".xml", ".yaml", ".yml"})
# What names of texts say, and those of codings do not.
OF_TEXT = re.compile(
    r"(?:text|raw|source|original|plain|full|transcript)s?(?![a-z])", re.IGNORECASE
)
ENDING = re.compile(r"\.[^./\\]*\Z")
OF_SYSTEM = {"__macosx", ".ds_store", "thumbs.db", "desktop.ini"}
# How names begin of what macOS, Word, Excel and LibreOffice put beside a file that is open.
OF_PROGRAMS = ("._", "~$", ".~lock.")


def is_of_system(path: PurePath) -> bool:
    """Return whether a file was put there by a system or a program, not by a person."""
    return path.name.startswith(OF_PROGRAMS) or any(
        part.lower() in OF_SYSTEM for part in path.parts
    )


def is_hidden(path: PurePath) -> bool:
    """Return whether a file is hidden, or in a hidden folder."""
    return any(part.startswith(".") for part in path.parts)


def is_about_files(name: str, coded: Iterable[str] = ()) -> bool:
    """Return whether a file tells people about others, or is of a kind that holds no codings."""
    sheet = SHEET.fullmatch(name)
    path = PurePath(sheet[2] if sheet else name.replace("\\", "/"))
    kind = path.suffix.lower()
    # If codings are files of its kind, a file of it may be one that is damaged.
    held = kind in NO_CODINGS and kind not in {PurePath(one).suffix.lower() for one in coded}
    return bool(ABOUT.fullmatch(path.name)) or held


def is_companion(name: str, read: Sequence[str]) -> bool:
    """Return whether a file of no known format only goes with the codings of others."""
    path, *others = (PurePath(file.replace("\\", "/")) for file in (name, *read))
    if is_about_files(name, read):
        return True
    depths = grouped((other.suffix.lower(), len(other.parts)) for other in others)
    kind = path.suffix.lower()
    if kind in OF_TEXTS:  # the text that was coded, or words about it
        beside = [other.stem for other in others if other.parent == path.parent]
        # Beside other codings, whose name is that of codings in other folders is a coder, no text.
        elsewhere = {other.stem for other in others if other.parent != path.parent}
        coder = bool(beside) and path.stem in elsewhere - {*beside}
        return kind not in depths and not coder and not _is_named_as(path.stem, beside)
    is_apart = path.parent not in {other.parent for other in others}
    # Tables of its kind are codings in other folders, and it is not read as they are.
    return kind in LISTS and is_apart and len(path.parts) not in depths.get(kind, [len(path.parts)])


def _is_named_as(stem: str, coded: Sequence[str]) -> bool:
    """Return whether a name has both parts of those of codings, such as ``ch1_ben``."""
    if stem in coded or OF_TEXT.search(stem):
        return False
    for sign in ("_", "-", ".", " "):
        first, _, last = stem.rpartition(sign)
        pairs = [other.rpartition(sign) for other in coded]
        firsts, lasts = ({pair[at] for pair in pairs} for at in (0, 2))
        if first and pairs and all(firsts) and (first in firsts or last in lasts):
            return True
    return False


def hidden_notices(file: str, hidden: Sequence[str]) -> list[Notice]:
    """Return which hidden files of a folder or archive are not read."""
    if not hidden:
        return []
    what = f"not read: {len(hidden)} hidden files or folders, the first"
    return [Notice(file=file, what=what, text=hidden[0])]


def in_natural_order(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return by what names are sorted as people do: ch2 before ch10, ch2 before ch2b."""
    return natural_key(ENDING.sub("", name.casefold()))[0], name


def sources_in_order(sources: Iterable[Source]) -> list[Source]:
    """Sort files by their names, those of one name by their contents, however they were given."""
    return sorted(sources, key=lambda source: (in_natural_order(source.name), source.content))


def sources_in(paths: Iterable[str | Path]) -> Iterator[Source | Notice]:
    """Open files, and all files of folders."""
    for path in map(Path, sorted(map(str, paths), key=in_natural_order)):
        try:
            if path.is_dir():
                yield from _inside(path)
            else:
                yield Source(str(path), _content(path))
        except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
            yield _unopened(str(path), error)


def _inside(folder: Path) -> Iterator[Source | Notice]:
    hidden: list[str] = []
    failed: list[OSError] = []
    for place, folders, files in os.walk(folder, onerror=failed.append):
        here = Path(place)
        paths = {name: (here / name).relative_to(folder) for name in folders + files}
        paths = {name: path for name, path in paths.items() if not is_of_system(path)}
        hidden += sorted(str(path) for path in paths.values() if is_hidden(path))
        paths = {name: path for name, path in paths.items() if not is_hidden(path)}
        folders[:] = sorted(paths.keys() & set(folders), key=in_natural_order)
        for name in sorted(paths, key=in_natural_order):
            shown = str(folder.name / paths[name])
            if (here / name).is_symlink():
                what = "a link in a folder, which is not followed"
                yield Problem(file=shown, what=what, fix="give the file itself")
            elif name not in folders:
                try:
                    yield Source(shown, _content(here / name))
                except OSError as error:
                    yield _unopened(shown, error)
    yield from (_unopened(error.filename, error) for error in failed)
    yield from hidden_notices(str(folder), hidden)


def _content(path: Path) -> bytes:
    """Read a file, if it is one and not larger than all files may be together."""
    status = path.stat()
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISFIFO(status.st_mode)):
        raise OSError(0, "it is a device or the like, not a file")
    if status.st_size > MAX_BYTES:
        raise OSError(0, f"it has more than {MAX_BYTES:,} bytes")
    return path.read_bytes()


def _unopened(file: str, error: Exception) -> Problem:
    what = f"the file cannot be read: {getattr(error, 'strerror', error)}"
    return Problem(file=file, what=what, fix="check the path")
