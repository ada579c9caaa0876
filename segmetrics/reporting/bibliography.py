"""The works behind the methods: one list for reports, files of references and the metrics.

The list is ``works.bib``. What could not be looked up stands nowhere: some works are without pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from segmetrics.io.samples import sample_of
from segmetrics.phrases import joined
from segmetrics.reporting.methods import statements
from segmetrics.reporting.report import Report

ENTRY, FIELD = re.compile(r"@\w+\{(\w+),"), re.compile(r"  (\w+) = \{(.*)\},")
PLAIN = {r"\&": "&", r"{\'e}": "é", r"{\"u}": "ü", "--": "–"}
# Authors of a work that its label names.
NAMED = 3


@dataclass(frozen=True)
class Work:
    """A paper or book, by its entry of a BibTeX file."""

    key: str
    authors: str
    year: int
    title: str
    fields: Mapping[str, str]
    bibtex: str

    @classmethod
    def read(cls, entry: str) -> Work:
        """Read an entry."""
        text = entry
        for latex, sign in PLAIN.items():
            text = text.replace(latex, sign)
        # Inner braces keep the capitals of a title.
        found = {name: value.strip("{}") for name, value in FIELD.findall(text)}
        authors, year, title = (found.pop(name) for name in ("author", "year", "title"))
        return cls(ENTRY.findall(entry)[0], authors, int(year), title, found, entry)

    @property
    def label(self) -> str:
        """What it is called in a text: ``Fournier & Inkpen (2012)``."""
        names = [name.partition(",")[0] for name in self.authors.split(" and ")]
        called = f"{', '.join(names[:-1])} & {names[-1]}" if len(names) > 1 else names[0]
        return f"{called if len(names) <= NAMED else f'{names[0]} et al.'} ({self.year})"

    @property
    def mention(self) -> str:
        """The label as it stands within brackets: ``Fournier & Inkpen, 2012``."""
        return self.label.replace(" (", ", ").removesuffix(")")

    @property
    def text(self) -> str:
        """The whole reference in a line."""
        authors = joined(self.authors.split(" and "))
        return f"{authors} ({self.year}). {self.title}. {self._published}"

    @property
    def _published(self) -> str:
        found = self.fields
        pages = f", pages {found['pages']}" if "pages" in found else ""
        if "booktitle" in found:
            return f"In {found['booktitle']}{pages}."
        if "journal" in found:
            number = f"({found['number']})" if "number" in found else ""
            volume = f", {found['volume']}{number}"
            return f"{found['journal']}{volume}{pages}."
        edition = f"{found['edition']} edition. " if "edition" in found else ""
        return f"{edition}{found.get('publisher') or found['institution']}."


_ENTRIES = Path(__file__).with_name("works.bib").read_text(encoding="ascii").split("\n\n")
WORKS: Mapping[str, Work] = {
    work.key: work for work in (Work.read(f"{entry.strip()}\n") for entry in _ENTRIES)
}


def cited(report: Report) -> tuple[Work, ...]:
    """List the works whose methods a report used, and those that a sample is from."""
    said = " ".join(statements(report))
    sample = sample_of(report.digest)
    source = sample.source if sample else ""
    return tuple(work for work in WORKS.values() if work.mention in said or work.label in source)


def report_bibtex(report: Report) -> bytes:
    """Write the works that a report cites as a BibTeX file, behind by what it was made."""
    # BibTeX takes whatever stands outside of its entries for a comment.
    works = "\n".join(work.bibtex for work in cited(report))
    return f"{report.signature}\n{report.date}\n\n{works}".encode()
