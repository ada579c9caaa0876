"""Archives and folders: what is in them is read, and nothing leads out or takes too much."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from unicodedata import normalize

import pytest

from segmetrics.io import Notice, Problem, Source, check, limits, read_sources
from segmetrics.io import archives as opening
from segmetrics.io.archives import unpacked
from segmetrics.io.files import sources_in
from tests.support.known import known

CODINGS = b"item,coder,masses\nch1,anna,2 3\nch1,ben,1 4\n"
MORE = b"item,coder,masses\nch2,anna,2 3\nch2,ben,1 4\n"
LINK = (stat.S_IFLNK | 0o777) << 16
DEVICE = (stat.S_IFCHR | 0o666) << 16


def packed(
    files: Mapping[str, bytes] | list[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """Make a ZIP archive."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, content in files.items() if isinstance(files, Mapping) else files:
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return target.getvalue()


def with_attributes(name: str, content: bytes, attributes: int) -> bytes:
    """Make a ZIP archive of one entry of another kind than a file."""
    target = BytesIO()
    info = zipfile.ZipInfo(name)
    info.external_attr = attributes
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(info, content)
    return target.getvalue()


def opened(*sources: Source) -> tuple[dict[str, bytes], list[Notice]]:
    """Open archives; gives the files by name, and what was said of them."""
    found = list(unpacked(sources))
    files = [one for one in found if isinstance(one, Source)]
    assert len({one.name for one in files}) == len(files)
    said = [one for one in found if isinstance(one, Notice)]
    return {one.name: one.content for one in files}, said


def the_problem(*sources: Source) -> Problem:
    """Open archives in which no file can be read, for one reason."""
    files, (problem,) = opened(*sources)
    assert files == {}
    assert isinstance(problem, Problem)
    assert str(problem).isprintable()
    return problem


def zipped(content: bytes, name: str = "codings.zip") -> Source:
    return Source(name, content)


# What is read.

TEXT = b"This is no archive, whatever its name says.\n"
OF_ANNA = packed({"anna.xmi": b"<xmi/>", "TypeSystem.xml": b"<types/>"})
INSIDE: dict[str, tuple[list[Source], dict[str, bytes]]] = {
    "files are named by it and their path": (
        [
            zipped(packed({"anna/ch1.txt": b"one", "ben/ch1.txt": b"two", "notes/": b""})),
            Source("plain.csv", CODINGS),
        ],
        {"codings/anna/ch1.txt": b"one", "codings/ben/ch1.txt": b"two", "plain.csv": CODINGS},
    ),
    "it is known by its content": (
        [Source("uploads/codings.dat", packed({"a.csv": CODINGS}))],
        {"uploads/codings/a.csv": CODINGS},
    ),
    "and not by its name": ([zipped(TEXT)], {"codings.zip": TEXT}),
    "a folder of its name is not named twice": (
        [zipped(packed({"codings/a.csv": CODINGS, "codings/b/c.csv": MORE}))],
        {"codings/a.csv": CODINGS, "codings/b/c.csv": MORE},
    ),
    "unless files stand beside it": (
        [zipped(packed({"codings/a.csv": CODINGS, "b.csv": MORE}))],
        {"codings/b.csv": MORE, "codings/codings/a.csv": CODINGS},
    ),
    "one for each coder": (
        [zipped(packed({"1.txt": b"1"}), "anna.zip"), zipped(packed({"1.txt": b"2"}), "ben.zip")],
        {"anna/1.txt": b"1", "ben/1.txt": b"2"},
    ),
    "archives in it": (
        [zipped(packed({"of/doc.txt/anna.zip": OF_ANNA}, zipfile.ZIP_STORED), "project.zip")],
        {
            "project/of/doc.txt/anna/anna.xmi": b"<xmi/>",
            "project/of/doc.txt/anna/TypeSystem.xml": b"<types/>",
        },
    ),
}


@pytest.mark.parametrize(("sources", "files"), INSIDE.values(), ids=INSIDE)
def test_an_archive_is_opened(sources: list[Source], files: dict[str, bytes]) -> None:
    assert opened(*sources) == (files, [])


@pytest.mark.parametrize(
    "names",
    [
        {"[Content_Types].xml", "xl/workbook.xml"},
        {"[Content_Types].xml", "word/document.xml"},
        {"mimetype", "META-INF/manifest.xml", "content.xml"},
    ],
)
def test_a_packed_document_stays_as_it_is(names: set[str]) -> None:
    content = packed(dict.fromkeys(sorted(names), b"<x/>"))
    assert opened(zipped(content, "book.xlsx")) == ({"book.xlsx": content}, [])


def test_names_as_programs_write_them() -> None:
    # macOS writes UTF-8 in its decomposed form and does not say so, old Windows programs
    # write the code page 437 and backslashes.
    decomposed = normalize("NFD", "Jürgen")
    assert decomposed != "Jürgen"
    mac = packed({decomposed + ".csv": CODINGS}).replace(b"\x00\x08", b"\x00\x00")
    (name,) = opened(zipped(mac, "a.zip"))[0]
    assert name == f"a/{decomposed}.csv"
    assert read_sources([zipped(mac, "a.zip")]).recognised[0].file == "a/Jürgen.csv"
    old = packed({"aaaa\\Jxrgen.csv": CODINGS}).replace(b"Jxrgen", b"J\x81rgen")
    (name,) = opened(zipped(old, "b.zip"))[0]
    assert name == "b/aaaa/Jürgen.csv"


def test_files_of_systems_are_passed_over_and_hidden_ones_named() -> None:
    of_systems = [
        "__MACOSX/anna/._ch1.txt",
        "anna/.DS_Store",
        "anna/._ch1.txt",
        "anna/Thumbs.db",
        "desktop.ini",
    ]
    files, said = opened(zipped(packed(dict.fromkeys([*of_systems, "anna/ch1.txt"], b"x"))))
    assert list(files) == ["codings/anna/ch1.txt"]
    assert said == []
    files, (notice,) = opened(zipped(packed(dict.fromkeys([".git/a", ".b", "c.csv"], b"x"))))
    assert list(files) == ["codings/c.csv"]
    assert not isinstance(notice, Problem)
    assert (notice.file, notice.what, notice.text) == (
        "codings.zip",
        "not read: 2 hidden files or folders, the first",
        ".git/a",
    )


# What is refused.


@pytest.mark.parametrize(
    "name",
    ["../a.csv", "b/../../a.csv", "/etc/a.csv", "..\\a.csv", "C:\\a.csv", "c:a.csv", "\\\\x\\a"],
)
def test_a_name_that_leads_out_of_the_archive_is_a_problem(name: str) -> None:
    files, (problem,) = opened(zipped(packed({name: CODINGS, "good.csv": MORE})))
    assert list(files) == ["codings/good.csv"]
    assert (
        problem.what
        == "1 of its entries with a name that leads out of the archive, not read; the first"
    )
    assert problem.text == name.replace("\\", "/")


def test_a_nul_in_a_name() -> None:
    content = packed({"good.csvXevil": CODINGS}).replace(b"good.csvX", b"good.csv\0")
    problem = the_problem(zipped(content))
    assert "a name that leads out" in problem.what
    assert problem.text == r"good.csv\x00evil"


@pytest.mark.parametrize("attributes", [LINK, DEVICE])
def test_a_link_or_device_is_a_problem(attributes: int) -> None:
    problem = the_problem(zipped(with_attributes("passwords.csv", b"/etc/passwd", attributes)))
    assert "1 of its entries with a link or device in place of a file" in problem.what


def test_a_password_is_a_problem() -> None:
    content = bytearray(packed({"a.csv": CODINGS, "b.csv": MORE}))
    at = content.find(b"PK\x01\x02")
    while at >= 0:
        content[at + 8] |= 1
        at = content.find(b"PK\x01\x02", at + 1)
    problem = the_problem(zipped(bytes(content)))
    assert problem.what == "2 of its entries with a password, not read; the first"
    assert problem.text == "a.csv"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_compressions_are_a_problem(method: int) -> None:
    problem = the_problem(zipped(packed({"a.csv": CODINGS}, method)))
    assert "a compression other than deflate" in problem.what


def tar() -> bytes:
    target = BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        info = tarfile.TarInfo("a.csv")
        info.size = len(CODINGS)
        archive.addfile(info, BytesIO(CODINGS))
    return target.getvalue()


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        ("gzip", lambda: gzip.compress(CODINGS)),
        ("bzip2", lambda: bz2.compress(CODINGS)),
        ("xz", lambda: lzma.compress(CODINGS)),
        ("tar", tar),
        ("7-Zip", lambda: b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(24)),
        ("RAR", lambda: b"Rar!\x1a\x07\x01\x00" + bytes(24)),
        ("Zstandard", lambda: b"\x28\xb5\x2f\xfd" + bytes(24)),
    ],
)
def test_other_archives_have_to_be_unpacked(kind: str, make: Callable[[], bytes]) -> None:
    problem = the_problem(Source("codings.bin", make()))
    assert problem.what == f"an archive of the kind {kind}, which cannot be opened"
    assert problem.fix.startswith("unpack it")


def test_an_empty_archive_is_a_problem() -> None:
    assert the_problem(zipped(packed({}))).what == "there is no file in the archive"


# What is damaged.


def test_an_archive_that_is_cut_off() -> None:
    content = packed({"a.csv": CODINGS})
    for size in (4, 30, len(content) // 2, len(content) - 1):
        assert "damaged or not complete" in the_problem(zipped(content[:size])).what


def test_a_damaged_file_is_named_and_the_others_are_read() -> None:
    content = packed({"bad.csv": CODINGS, "good.csv": MORE}, zipfile.ZIP_STORED)
    files, (problem,) = opened(zipped(content.replace(b"ch1,anna", b"ch1,anne")))
    assert files == {"codings/good.csv": MORE}
    assert problem.file == "codings/bad.csv"
    assert problem.what == "this file of the archive is damaged"


# What takes too much. The limits are real ones, but smaller.


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, limit in (("MAX_ENTRIES", 20), ("MAX_RATIO", 20), ("SMALL_ARCHIVE", 100_000)):
        monkeypatch.setattr(limits, name, limit)
    yield


def test_an_archive_that_unpacks_to_too_much(small: None) -> None:
    bomb = packed({"a.csv": MORE, "b.csv": bytes(100_000), "c.csv": MORE})
    files, (problem,) = opened(zipped(bomb), Source("other.csv", CODINGS))
    assert list(files) == ["codings/a.csv", "other.csv"]
    assert problem.what == (
        "the archive unpacks to more than 20 times its size; its files from b.csv on were not read"
    )


def test_a_large_archive_may_unpack_to_more(small: None) -> None:
    content = packed({"a.bin": os.urandom(6_000), "b.csv": bytes(101_000)})
    assert len(content) * 20 > 107_000
    assert set(opened(zipped(content))[0]) == {"codings/a.bin", "codings/b.csv"}


def test_archives_in_an_archive_share_its_limit(small: None) -> None:
    inner = packed({"a.csv": bytes(60_000)})
    files, (problem,) = opened(zipped(packed({"1.zip": inner, "2.zip": inner})))
    assert list(files) == ["codings/1/a.csv"]
    assert "more than 20 times its size" in problem.what


def test_a_bomb_takes_no_more_memory_than_its_limit() -> None:
    bomb = packed({"a.csv": bytes(60_000_000)})
    assert len(bomb) < 70_000
    tracemalloc.start()
    problem = the_problem(zipped(bomb))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "more than 200 times its size" in problem.what
    assert peak < 45_000_000


def test_what_an_archive_says_of_sizes_is_not_trusted(small: None) -> None:
    honest = packed({"a.csv": bytes(200_000)})
    for said in (10, 99_999, 2**32 - 2):
        changed = honest.replace((200_000).to_bytes(4, "little"), said.to_bytes(4, "little"))
        assert the_problem(zipped(changed)).fix


def test_entries_that_share_their_content_do_no_harm(small: None) -> None:
    content = packed({"a.csv": bytes(90_000)})
    start = content.index(b"PK\x01\x02")
    end = content.index(b"PK\x05\x06")
    many = bytearray(content[:start] + 10 * content[start:end] + content[end:])
    at = many.index(b"PK\x05\x06")
    many[at + 8 : at + 12] = 2 * (10).to_bytes(2, "little")
    many[at + 12 : at + 16] = (10 * (end - start)).to_bytes(4, "little")
    found = list(unpacked([zipped(bytes(many))]))
    assert sum(len(one.content) for one in found if isinstance(one, Source)) <= 100_000
    assert any(isinstance(one, Problem) for one in found)


def test_an_archive_of_too_many_entries(small: None) -> None:
    problem = the_problem(zipped(packed({f"{n}/": b"" for n in range(21)})))
    assert problem.what == "an archive with more than 20 entries"


def test_archives_that_are_nested_too_deeply() -> None:
    content = CODINGS
    for depth in (3, 2, 1):
        content = packed({f"{depth}.zip" if depth < 3 else "a.csv": content})
    assert list(opened(zipped(content))[0]) == ["codings/1/2/a.csv"]
    problem = the_problem(zipped(packed({"0.zip": content})))
    assert problem.what == "an archive packed into others, more than 3 deep"
    assert problem.file == "codings/0/1/2.zip"


def test_an_archive_that_holds_itself_many_times_ends() -> None:
    content = packed({"a.csv": CODINGS})
    for _ in range(8):
        content = packed({f"{n}.zip": content for n in range(8)})
    _, said = opened(zipped(content))
    assert len(said) == 8**3
    assert {one.what for one in said} == {"an archive packed into others, more than 3 deep"}


def test_too_many_files_are_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    room = opening._Room(files=4)
    monkeypatch.setattr(opening, "_Room", lambda **_: room)
    sources = [Source("1.csv", b"1"), zipped(packed(dict.fromkeys("abc", b"2"))), Source("2", b"3")]
    files, (problem,) = opened(*sources)
    assert list(files) == ["1.csv", "codings/a", "codings/b"]
    assert problem.file == "codings/c"
    assert problem.what == "more than 50,000 files; what follows from here on was not read"


def test_too_many_bytes_are_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    room = opening._Room(size=100)
    monkeypatch.setattr(opening, "_Room", lambda **_: room)
    files, (problem,) = opened(
        Source("1.csv", bytes(60)), zipped(packed({"a": bytes(40), "b": b"1"})), Source("2", b"")
    )
    assert list(files) == ["1.csv", "codings/a"]
    assert "more than 1,000,000,000 bytes" in problem.what


# Files of one name.


def test_a_file_that_is_given_twice_is_read_once() -> None:
    reading = read_sources([Source("a.csv", CODINGS), Source("a.csv", CODINGS)])
    assert reading.problems == ()
    assert [notice.what for notice in reading.notices] == [
        "given twice with the same content, and read once"
    ]


def test_files_of_one_name_are_told_apart() -> None:
    third = CODINGS.replace(b"ch1", b"ch3")
    reading = read_sources(
        [Source("a.csv", CODINGS), Source("a.csv", MORE), Source("a (2).csv", third)]
    )
    assert reading.problems == ()
    assert len(known(reading.corpus).items) == 3
    assert [one.file for one in reading.recognised] == ["a.csv", "a (2).csv", "a (2) (2).csv"]
    assert [notice.file for notice in reading.notices] == ["a (2).csv", "a (2) (2).csv"]


def test_entries_of_one_name_are_told_apart() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        content = packed([("a.csv", CODINGS), ("a.csv", MORE)])
    reading = read_sources([zipped(content)])
    assert [one.file for one in reading.recognised] == ["codings/a.csv", "codings/a (2).csv"]


def test_many_files_of_one_name_take_no_time() -> None:
    sources = [Source("a.csv", b"%d" % number) for number in range(5_000)]
    (problem,) = read_sources(sources).problems
    assert "so in 4,999 more files" in problem.what


@pytest.mark.parametrize("name", ["", "/", ".", "..", "a/..", "\0", "\n", "\ud800", "x" * 1000])
def test_a_strange_name_is_shown_as_text(name: str) -> None:
    (recognised,) = read_sources([Source(name, CODINGS)]).recognised
    assert str(recognised).isprintable()


def test_a_name_that_is_too_long_is_a_problem() -> None:
    (problem,) = read_sources([Source("x/" * 500 + "a.csv", CODINGS)]).problems
    assert problem.what == "the name of the file has more than 1,000 characters"
    assert len(str(problem)) < 300


# Folders.


def listed(*paths: Path) -> tuple[dict[str, bytes], list[Notice]]:
    found = list(sources_in(paths))
    files = {one.name: one.content for one in found if isinstance(one, Source)}
    return files, [one for one in found if isinstance(one, Notice)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("anna/ch1.csv", "ben/ch1.csv", "ben/deep/ch2.csv", "notes.txt"):
        path = tmp_path / "codings" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return tmp_path / "codings"


def test_the_files_of_a_folder_are_named_by_it_and_their_path(folder: Path, tmp_path: Path) -> None:
    files, said = listed(folder)
    names = ["anna/ch1.csv", "ben/ch1.csv", "ben/deep/ch2.csv", "notes.txt"]
    assert files.keys() == {f"codings/{name}" for name in names}
    assert files["codings/ben/deep/ch2.csv"] == b"ben/deep/ch2.csv"
    assert said == []
    files, said = listed(folder / "anna", folder / "ben")
    assert set(files) == {"anna/ch1.csv", "ben/ch1.csv", "ben/deep/ch2.csv"}
    assert said == []
    link = tmp_path / "link"  # one that was given itself is followed
    link.symlink_to(folder)
    assert "link/notes.txt" in listed(link)[0]


def test_hidden_files_of_a_folder(folder: Path) -> None:
    (folder / ".git" / "objects").mkdir(parents=True)
    (folder / ".git" / "objects" / "a").write_bytes(b"x")
    (folder / "anna" / ".DS_Store").write_bytes(b"x")
    (folder / "anna" / ".notes").write_bytes(b"x")
    files, (notice,) = listed(folder)
    assert len(files) == 4
    assert notice.what == "not read: 2 hidden files or folders, the first"
    assert notice.text == ".git"


def test_links_in_a_folder_are_not_followed(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_bytes(b"secret")
    (folder / "anna" / "link.csv").symlink_to(secret)
    (folder / "anna" / "loop").symlink_to(folder)
    (folder / "anna" / "nowhere").symlink_to(tmp_path / "none")
    files, said = listed(folder)
    assert len(files) == 4
    assert b"secret" not in files.values()
    assert {one.file for one in said} == {
        f"codings/anna/{n}" for n in ("link.csv", "loop", "nowhere")
    }
    assert {one.what for one in said} == {"a link in a folder, which is not followed"}


def test_a_device_is_no_file(tmp_path: Path) -> None:
    files, (problem,) = listed(Path("/dev/zero"))
    assert files == {}
    assert problem.what == "the file cannot be read: it is a device or the like, not a file"


def test_a_file_that_is_too_large_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "large.csv").open("wb") as file:
        file.truncate(10**12)  # a sparse file
    files, (problem,) = listed(tmp_path / "large.csv")
    assert files == {}
    assert problem.what == "the file cannot be read: it has more than 1,000,000,000 bytes"


def test_a_folder_is_read_to_a_corpus(tmp_path: Path) -> None:
    for name, content in (("a.csv", CODINGS), ("sub/b.csv", MORE)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    reading = check(tmp_path)
    assert reading.problems == ()
    assert [item.name for item in known(reading.corpus).items] == ["ch1", "ch2"]
