"""The documentation: the site builds without a warning, and everything in it runs.

In a page, a block is run by its language, in the order of the page and in a folder of its
own with `EXAMPLES` in it: ``python`` (with ``>>>`` its output is compared), and ``sh``,
whose output is compared with an ``output`` block right after it. A block right after a
line with a file's name and a colon is written to this file. ``console`` shows what is not
run here, since it starts a server or installs something; its commands are parsed.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser

from segmetrics.cli.command import _parser, main
from segmetrics.metrics.registry import METRICS
from tests.support.project import PROJECT

DOCS = PROJECT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), PROJECT / "README.md"])
BLOCK = re.compile(
    r"(?:^`(?P<name>[^`\n]+)`:\n\n)?^```(?P<language>.*)\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE
)
RUN = ("python", "sh", "output", "console")
SHOWN = (
    *("", "bibtex", "csv", "dockerfile", "html", "ini", "json", "latex", "nginx", "text", "tsv"),
    "xml",
)
# What a page shows but no test starts; the rest is a command of segmetrics.
KNOWN = ("docker", "nginx", "pip", "python", "python3", ".venv/bin/python", "uvx")
NOT_RUN = (
    "python3 -m venv ",
    "python -m ",
    "segmetrics app",
    "segmetrics store backup corpora.zip",
)


class Block(NamedTuple):
    """A block of a page: the file it is written to, its language, its text."""

    name: str
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found["name"] or "", found["language"], found["text"])
        for found in BLOCK.finditer(text)
    ]


def shown(page: Path) -> str:
    return page.relative_to(PROJECT).as_posix()


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What examples may use: samples, a table, a folder and an archive of annotations."""
    folder = tmp_path_factory.mktemp("examples")
    shutil.copytree(PROJECT / "data", folder / "data")
    for coder in ("anna", "ben", "carl"):
        files = PROJECT / "tests" / "data" / "formats" / "brat" / coder
        shutil.copytree(files, folder / "annotations" / coder)
    shutil.make_archive(str(folder / "annotations"), "zip", folder / "annotations")
    shutil.copy(folder / "annotations.zip", folder / "codings.zip")
    sizes = {"anna": "4 3 5", "ben": "4 3 3 2", "carl": "5 7", "tool": "6 6"}
    rows = [f"ch{item},{coder},{sizes[coder]}\n" for item in range(1, 7) for coder in sizes]
    for name in ("codings", "before", "after", "pilot", "trained", "final"):
        table = "item,coder,masses\n" + "".join(rows)
        (folder / f"{name}.csv").write_text(table, encoding="utf-8")
    return folder


class Runner:
    """Runs the blocks of a page, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.printed = ""

    def run(self, block: Block) -> None:
        if block.name:
            path = self.folder / block.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language in RUN:
            getattr(self, block.language)(block.text)

    def python(self, text: str) -> None:
        if ">>>" not in text:
            exec(compile(text, "<example>", "exec"), self.names)
            return
        test = doctest.DocTestParser().get_doctest(text, self.names, "example", None, 0)
        said: list[str] = []
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
            test, out=said.append, clear_globs=False
        )
        self.names.update(test.globs)
        assert not said, "".join(said)

    def sh(self, text: str) -> None:
        self.printed = ""
        for line in text.splitlines():
            if line.startswith(NOT_RUN):
                parsed(line)
                continue
            # A process of its own only for what the shell does.
            run = self.shell if re.search(r"[|<>&;$*~]", line) else self.command
            status, printed = run(line)
            self.printed += printed
            assert status == 0, f"{line}\n{printed}"

    def command(self, line: str) -> tuple[int, str]:
        words = shlex.split(line, comments=True)
        if words[:1] != ["segmetrics"]:
            return self.shell(line)
        printed = StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            return main(words[1:]), printed.getvalue()

    def shell(self, line: str) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line],
            cwd=self.folder,
            env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout

    def output(self, text: str) -> None:
        found = "".join(line.rstrip() + "\n" for line in self.printed.splitlines())
        assert doctest.OutputChecker().check_output(text, found, doctest.ELLIPSIS), found

    def console(self, text: str) -> None:
        for line in text.splitlines():
            if line.startswith("$ "):
                parsed(line[2:])


def parsed(line: str) -> None:
    """Check a command that is not run: segmetrics knows its words, or the page may use it."""
    words = shlex.split(line, comments=True)
    if words[0] == "segmetrics":
        _parser().parse_args(words[1:])
    else:
        assert words[0] in KNOWN, line


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_the_blocks_of_a_page_run(
    page: Path, examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "page"
    shutil.copytree(examples, folder)
    monkeypatch.chdir(folder)
    runner = Runner(folder)
    for block in blocks(page):
        assert block.language in RUN + SHOWN or block.language.startswith("{"), block.language
        runner.run(block)


@pytest.mark.parametrize(
    "text",
    [
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\nassert 1 == 2\n```\n",
        "```sh\nsegmetrics nonsense\n```\n",
        "```sh\nfalse | true\n```\n",
        "```sh\necho 1\n```\n\n```output\n2\n```\n",
        "```console\n$ segmetrics app --nonsense\n```\n",
        "```console\n$ reboot\n```\n",
    ],
)
def test_a_block_that_is_wrong_fails(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    found = blocks(page)
    assert found
    runner = Runner(tmp_path)
    with pytest.raises((AssertionError, SystemExit)):
        for block in found:
            runner.run(block)


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_links_lead_to_files_where_no_site_is_built(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if ":" not in link]
    assert [link for link in links if not (page.parent / link.partition("#")[0]).exists()] == []


# The site.


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as the documentation says; any warning fails."""
    folder = tmp_path_factory.mktemp("site")
    options = ["-W", "--keep-going", "-q", "-d", str(folder / "trees")]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, "docs", str(folder / "html")],
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "html"


class Loaded(HTMLParser):
    """What a page loads when it is opened: not its links."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("src", "srcset", "data") or (name == "href" and tag != "a"):
                self.found.append(value or "")


def loaded(site: Path) -> Iterator[tuple[Path, str]]:
    for page in site.rglob("*.html"):
        parser = Loaded()
        parser.feed(page.read_text(encoding="utf-8"))
        yield from ((page, address) for address in parser.found)
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        for address in re.findall(r"url\(\s*['\"]?([^'\")]*)|@import\s+['\"]([^'\"]*)", text):
            yield style, "".join(address)


def test_the_works_that_modules_name_are_on_the_page_of_references() -> None:
    entries = re.split(r"^- ", (DOCS / "references.md").read_text(encoding="utf-8"), flags=re.M)
    known = [" ".join(entry.split()) for entry in entries]
    named = set()
    for path in (PROJECT / "segmetrics").rglob("*.py"):
        found = re.search(r"^Sources?: ((?:.+\n)+)", path.read_text(encoding="utf-8"), re.M)
        text = " ".join(found[1].split()) if found else ""
        named |= {(who, year) for who, year in re.findall(r"(?:^|; )([^;(]+) \((\d{4})\)", text)}
    assert len(named) > 15
    for who, year in named:
        names = re.split(r", | & ", who)
        assert any(f"({year})" in one and all(name in one for name in names) for one in known), who


def test_the_site_loads_its_own_files_alone(site: Path) -> None:
    found = [one for one in loaded(site) if not one[1].startswith(("data:", "#"))]
    assert found
    missing = [
        (page, address)
        for page, address in found
        if not (page.parent / unquote(urlsplit(address).path)).is_file()
    ]
    assert missing == []


def test_the_reference_has_every_metric_with_all_its_options(site: Path) -> None:
    text = (site / "metric-reference.html").read_text(encoding="utf-8")
    for metric in METRICS.values():
        assert f'id="{metric.key.replace("_", "-")}-metric"' in text
        (part,) = re.findall(
            rf'id="{metric.key.replace("_", "-")}-metric"(.*?)(?:</section>)', text, re.DOTALL
        )
        assert "<math" in part
        for option in metric.options:
            assert f">{option}</span>" in part, (metric.key, option)


def test_every_part_of_the_library_that_a_program_needs_has_a_page(site: Path) -> None:
    internal = {"axis", "cli", "dashboard", "derivations", "extras", "frames", "number_formats"}
    internal |= {"glossary", "paths", "phrases", "plots", "rows", "settings", "store", "tables"}
    hidden = internal | {"__init__", "__main__", "__pycache__", "_bundle", "py"}
    parts = {file.name.partition(".")[0] for file in (PROJECT / "segmetrics").iterdir()} - hidden
    assert parts == {page.stem for page in (site / "api").glob("*.html")} - {"index", "segmetrics"}


def test_the_site_opens_without_a_network(site: Path, browser: Browser) -> None:
    opened = browser.new_page()
    requests: list[str] = []
    errors: list[str] = []
    opened.on("request", lambda request: requests.append(request.url))
    opened.on("pageerror", lambda error: errors.append(str(error)))
    for name in ("index", "tutorial", "metric-reference"):
        opened.goto((site / f"{name}.html").as_uri())
        assert opened.locator("h1").count() == 1
    opened.close()
    assert requests
    assert all(url.startswith(("file:", "data:")) for url in requests)
    assert not errors
