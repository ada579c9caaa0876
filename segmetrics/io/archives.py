"""ZIP archives among the files that were given, opened in memory and within limits."""

from __future__ import annotations

import re
import stat
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from segmetrics.io import limits
from segmetrics.io.document import Source
from segmetrics.io.files import hidden_notices, in_natural_order, is_hidden, is_of_system
from segmetrics.io.problems import Notice, Problem, Unreadable, shortened

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
ENTRY = b"PK\x01\x02"  # how each entry of a ZIP archive's list begins
# Where coder and item stand in the names of files that `write` packs, and its comment on them.
WRITTEN = "{coder}/{item}"
OURS = f"segmetrics {WRITTEN}".encode()
# How other archives begin.
OTHERS = {
    "gzip": rb"\x1f\x8b\x08",
    "bzip2": rb"BZh\d1AY&SY",
    "xz": rb"\xfd7zXZ\x00",
    "Zstandard": rb"\x28\xb5\x2f\xfd",
    "7-Zip": rb"7z\xbc\xaf\x27\x1c",
    "RAR": rb"Rar!\x1a\x07",
    "tar": rb"(?s:.{257})ustar",
}
# Files by which packed documents are known: those of Microsoft's and of OpenDocument's kind.
DOCUMENT = ({"[Content_Types].xml"}, {"mimetype", "META-INF/manifest.xml"})

# What opening an archive raises that is damaged, or made to do harm.
DAMAGE = (
    ArithmeticError,
    BadZipFile,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)

DRIVE = re.compile("[A-Za-z]:")
ENCRYPTED, NAMED_IN_UTF8 = 0x1, 0x800  # bits of an entry's flags


def _full(file: str, what: str) -> Unreadable:
    """Say that there is no room for more of an archive, or of all files."""
    return Unreadable(Problem(file=file, what=what, fix="open the files in several parts"))


@dataclass
class _Room:
    """Files and bytes that may still come, of `most` bytes in all, and bytes left to an archive."""

    files: int = limits.MAX_FILES
    size: int = limits.MAX_BYTES
    most: int = limits.MAX_BYTES
    archive: int = 0
    full: bool = False

    def count(self, file: str) -> None:
        """Count a file, or an archive in an archive."""
        if not self.files:
            raise self._stop(file, f"{limits.MAX_FILES:,} files")
        self.files -= 1

    def take(self, file: str, content: bytes) -> None:
        """Count the bytes of a file."""
        self._check(file, content)
        self.size -= len(content)

    def _check(self, file: str, content: bytes) -> None:
        if len(content) > self.size:
            raise self._stop(file, f"{self.most:,} bytes")

    def _stop(self, file: str, most: str) -> Unreadable:
        self.full = True
        return _full(file, f"more than {most}; what follows from here on was not read")

    def unpack(self, packed: ZipFile, entry: ZipInfo, archive: str) -> bytes:
        """Unpack an entry as far as there is room, whatever it says of its size."""
        with packed.open(entry) as file:
            content = file.read(min(self.archive, self.size) + 1)
        self._check(archive, content)
        self.archive -= len(content)
        if self.archive < 0:
            what = f"the archive unpacks to more than {limits.MAX_RATIO} times its size; its files "
            raise _full(archive, f"{what}from {shortened(entry.filename)} on were not read")
        return content


def unpacked(
    sources: Iterable[Source | Notice], *, most: int = limits.MAX_BYTES
) -> Iterator[Source | Notice]:
    """Open the archives among files."""
    room = _Room(size=most, most=most)
    for source in sources:
        if not isinstance(source, Source):
            yield source
            continue
        room.archive = max(limits.SMALL_ARCHIVE, limits.MAX_RATIO * len(source.content))
        try:
            yield from _opened(source, room, depth=1)
        except Unreadable as full:
            yield full.problem
        if room.full:
            return


def names_in(source: Source) -> tuple[str, ...]:
    """List the files of a ZIP archive; none of what is no archive, or a damaged one."""
    if not source.content.startswith(ZIP) or source.content.count(ENTRY) > limits.MAX_ENTRIES:
        return ()
    try:
        with ZipFile(BytesIO(source.content)) as packed:
            return tuple(map(_name, packed.infolist()))
    except DAMAGE:
        return ()


def packed_files(source: Source, *, most: int = limits.MAX_BYTES) -> dict[str, bytes]:
    """Unpack a ZIP archive, those within it left packed; raises Unreadable."""
    room = _Room(size=most, most=most)
    room.archive = max(limits.SMALL_ARCHIVE, limits.MAX_RATIO * len(source.content))
    found = {}
    try:
        with ZipFile(BytesIO(source.content)) as packed:
            good, _ = _sorted_out(source.name, {one: _name(one) for one in packed.infolist()})
            for entry, name in good.items():
                room.count(name)
                found[name] = room.unpack(packed, entry, source.name)
                room.take(name, found[name])
    except DAMAGE:
        what = "the archive is not complete"
        raise Unreadable(Problem(file=source.name, what=what, fix="pack it again")) from None
    return found


def _opened(source: Source, room: _Room, depth: int) -> Iterator[Source | Notice]:
    """Yield a file, or what is in it if it is an archive."""
    room.count(source.name)
    wrong = partial(Problem, file=source.name)
    kind = next((kind for kind, start in OTHERS.items() if re.match(start, source.content)), None)
    if kind:
        what = f"an archive of the kind {kind}, which cannot be opened"
        yield wrong(what=what, fix="unpack it, and give the files or a ZIP archive of them")
    elif not source.content.startswith(ZIP):
        room.take(source.name, source.content)
        yield source
    elif source.content.count(ENTRY) > limits.MAX_ENTRIES:
        what = f"an archive with more than {limits.MAX_ENTRIES:,} entries"
        yield wrong(what=what, fix="open the files in several parts")
    else:
        try:
            packed = ZipFile(BytesIO(source.content))
        except DAMAGE:
            what = "the archive or packed document is damaged or not complete"
            yield wrong(what=what, fix="pack or export it again")
            return
        with packed:
            yield from _within(source, packed, room, depth)


def _within(source: Source, packed: ZipFile, room: _Room, depth: int) -> Iterator[Source | Notice]:
    """Yield the files of an archive, and those of archives in it."""
    entries = {entry: _name(entry) for entry in packed.infolist()}
    if any(known.issubset(entries.values()) for known in DOCUMENT):
        room.take(source.name, source.content)
        yield source
        return
    wrong = partial(Problem, file=source.name)
    if depth > limits.MAX_ARCHIVE_DEPTH:
        what = f"an archive packed into others, more than {limits.MAX_ARCHIVE_DEPTH} deep"
        yield wrong(what=what, fix="unpack it first")
        return
    good, remarks = _sorted_out(source.name, entries)
    yield from remarks
    if not good and not remarks:
        yield wrong(what="there is no file in the archive", fix="pack the files again")
    path = PurePosixPath(source.name)
    named = all(name.startswith(f"{path.stem}/") for name in good.values())
    folder = path.parent if named else path.parent / path.stem
    ours = packed.comment == OURS
    if not ours:
        good = dict(sorted(good.items(), key=lambda one: in_natural_order(one[1])))
    for entry, name in good.items():
        inner = str(folder / name)
        try:
            content = room.unpack(packed, entry, source.name)
        except DAMAGE:
            what = "this file of the archive is damaged"
            yield Problem(file=inner, what=what, fix="pack the files again")
            continue
        found = Source(inner, content, pattern=WRITTEN if ours else "")
        yield from _opened(found, room, depth + 1)


def _name(entry: ZipInfo) -> str:
    """Make the name of an entry out, which few programs write as the standard asks."""
    name = entry.orig_filename
    if not entry.flag_bits & NAMED_IN_UTF8:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def _sorted_out(
    archive: str, entries: Mapping[ZipInfo, str]
) -> tuple[dict[ZipInfo, str], list[Notice]]:
    """Choose the entries to read; name the others, but for folders and files of systems."""
    good: dict[ZipInfo, str] = {}
    refused: dict[str, list[str]] = {}
    hidden = []
    for entry, name in entries.items():
        why = _refusal(entry, name)
        path = PurePosixPath(name)
        if why:
            refused.setdefault(why, []).append(name)
        elif name.endswith("/") or is_of_system(path):
            continue
        elif is_hidden(path):
            hidden.append(name)
        else:
            good[entry] = str(path)
    remarks: list[Notice] = []
    for why, names in refused.items():
        what = f"{len(names)} of its entries with {why}, not read; the first"
        fix = "pack these files again, in a plain ZIP archive"
        remarks.append(Problem(file=archive, what=what, text=names[0], fix=fix))
    return good, [*remarks, *hidden_notices(archive, hidden)]


def _refusal(entry: ZipInfo, name: str) -> str | None:
    """Return why an entry is not unpacked, or None if it is."""
    parts = name.split("/")
    if "\0" in name or not parts[0] or ".." in parts or DRIVE.match(name):
        return "a name that leads out of the archive"
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "a link or device in place of a file"
    if entry.flag_bits & ENCRYPTED:
        return "a password"
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return "a compression other than deflate"
    return None
