"""The formats of a report: what each is for, how its files end, and who writes them.

Every format holds the title, the source, the date, the whole provenance with the signature,
the reasons of undefined values and the notes; of two Word documents the appendix has the notes.
The writers are imported when they are used, so that naming the formats needs neither plotly nor
openpyxl.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from pathlib import Path

from segmetrics.axis import on_axis
from segmetrics.corpus import Corpus
from segmetrics.extras import require
from segmetrics.io.readings import Reading
from segmetrics.reporting.make_report import make_report, titled
from segmetrics.reporting.report import Report, ReportOptions

REFERENCES = "report.bib"
"""The file of references that a LaTeX report asks for."""


@dataclass(frozen=True, slots=True)
class ReportFormat:
    """A format that a report can be written in."""

    key: str  #: its name in commands
    title: str  #: its name for people
    ending: str  #: how the name of such a file ends, with the dot
    mime: str  #: its media type
    about: str  #: what it is good for, as a sentence
    #: The module beside this one that writes it, and its function there, with a dot between.
    writer: str
    needs: tuple[str, str] | None = None  #: the extra that this takes, and what it is for

    def write(self, report: Report) -> bytes:
        """Write a report; equal reports give equal bytes."""
        if self.needs:
            require(*self.needs)
        module, _, function = self.writer.partition(".")
        found: bytes = getattr(import_module(f"segmetrics.reporting.{module}"), function)(report)
        return found


REPORT_FORMATS: Mapping[str, ReportFormat] = {
    found.key: found
    for found in (
        ReportFormat(
            "html",
            "HTML",
            ".html",
            "text/html",
            "One page with everything, to read, print and pass on; it opens without a network.",
            "html_report.report_html",
            ("reports", "A report in HTML"),
        ),
        ReportFormat(
            "docx",
            "Word",
            ".docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "A document to go on writing in: the sentence, the results, a table of at most ten "
            "columns with two decimals, the figures, methods and references.",
            "word_report.report_word",
            ("word", "A Word document"),
        ),
        ReportFormat(
            "appendix",
            "Appendix (Word)",
            ".appendix.docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "All further tables and the settings, as a second Word file.",
            "word_report.report_appendix",
            ("word", "A Word document"),
        ),
        ReportFormat(
            "xlsx",
            "Excel",
            ".xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "A workbook: first a sheet to read, with two decimals, then one for each table with "
            "the numbers at full precision.",
            "sections.report_xlsx",
            ("excel", "A report for Excel"),
        ),
        ReportFormat(
            "latex",
            "LaTeX",
            ".tex",
            "application/x-tex",
            "A document with booktabs tables, the first in the shape of Table 2 of "
            "Fournier & Inkpen (2012); it cites the BibTeX file report.bib.",
            "latex_report.report_latex",
        ),
        ReportFormat(
            "bibtex",
            "BibTeX",
            ".bib",
            "application/x-bibtex",
            "The works whose methods were used, and no others.",
            "bibliography.report_bibtex",
        ),
        ReportFormat(
            "markdown",
            "Markdown",
            ".md",
            "text/markdown",
            "The text and the tables, for a wiki or a repository.",
            "markdown_report.report_markdown",
        ),
        ReportFormat(
            "csv",
            "CSV",
            ".csv.zip",
            "application/zip",
            "A ZIP with a CSV file for each table, the numbers at full precision.",
            "sections.report_csv",
        ),
        ReportFormat(
            "json",
            "JSON",
            ".json",
            "application/json",
            "Everything at full precision, for programs; segmetrics verify checks it.",
            "json_report.report_json",
        ),
        ReportFormat(
            "figures",
            "Figures",
            ".figures.zip",
            "application/zip",
            "A ZIP with the figures as SVG and PNG.",
            "images.report_figures",
            ("reports", "A figure"),
        ),
    )
}
"""Key of a format to the format."""


def format_of(path: str | Path) -> str | None:
    """Return the key of the format that a file has by the ending of its name."""
    name = str(path).lower()
    fitting = [one for one in REPORT_FORMATS.values() if name.endswith(one.ending)]
    return max(fitting, key=lambda one: len(one.ending)).key if fitting else None


@on_axis("report")
def report(
    corpus: Corpus,
    *paths: str | Path,
    options: ReportOptions | None = None,
    title: str = "",
    date: str = "",
) -> Report:
    """Compute a report on a corpus and write it; files that are there already are replaced.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    *paths : str or Path
        The files, each in the format of its ending, a key of `REPORT_FORMATS`. A LaTeX report
        comes with its references, ``report.bib``, beside it.
    options : ReportOptions, optional
        What it holds, and how that is computed.
    title : str, optional
        By default the sample, or how many items there are.
    date : str, optional
        The day that it bears, such as ``2026-01-31``; by default today.

    Returns
    -------
    Report
        What was written.

    Raises
    ------
    ValueError
        If the ending of a path is none of a format; nothing is written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from segmetrics.corpus import Corpus
    >>> corpus = Corpus.from_masses({"ch1": {"ann": [2, 3], "ben": [5], "cy": [3, 2]}})
    >>> with TemporaryDirectory() as folder:
    ...     found = report(corpus, f"{folder}/report.md", f"{folder}/report.json")
    >>> found.title
    'Agreement on 1 item'
    """
    outputs = {}
    for path in map(Path, paths):
        key = format_of(path)
        if key is None:
            endings = ", ".join(one.ending for one in REPORT_FORMATS.values())
            raise ValueError(f"{path}: the ending is none of {endings}")
        outputs[path] = key
        if key == "latex":
            outputs[path.with_name(REFERENCES)] = "bibtex"
    options = options or ReportOptions()
    default, source = titled(Reading(corpus), anonymous=options.anonymous)
    made = make_report(
        corpus,
        options,
        title=title or default,
        source=source,
        date=date or datetime.now().astimezone().date().isoformat(),
    )
    for path, key in outputs.items():
        path.write_bytes(REPORT_FORMATS[key].write(made))
    return made
