"""The formats of a report: what each is for, how its files end, and who writes them.

Every format holds the title, the source, the date, the whole provenance with the signature,
the reasons of undefined values and the notes. The writers are imported when they are used, so
that naming the formats needs neither plotly nor openpyxl.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from segmetrics.axis import on_axis
from segmetrics.corpus import Corpus
from segmetrics.extras import require
from segmetrics.io.assembly import Reading
from segmetrics.reporting.report import Report, ReportOptions, make_report, titled

REFERENCES = "report.bib"
"""The file of references that a LaTeX report asks for."""


@dataclass(frozen=True, slots=True)
class ReportFormat:
    """A format that a report can be written in.

    Parameters
    ----------
    key, title : str
        Its name in commands, and for people.
    ending : str
        How the name of such a file ends, with the dot.
    mime : str
        Its media type.
    about : str
        What it is good for, as a sentence.
    write : callable
        Writes a report; equal reports give equal bytes.
    """

    key: str
    title: str
    ending: str
    mime: str
    about: str
    write: Callable[[Report], bytes]


def _html(report: Report) -> bytes:
    require("reports", "A report in HTML")
    from segmetrics.reporting.html_report import report_html

    return report_html(report)


def _word(report: Report) -> bytes:
    require("word", "A Word document")
    from segmetrics.reporting.word_report import report_word

    return report_word(report)


def _xlsx(report: Report) -> bytes:
    require("excel", "A report for Excel")
    from segmetrics.reporting.report_tables import summary
    from segmetrics.reporting.sections import sheets
    from segmetrics.tables.workbook import write_xlsx

    tables = [*summary(report), *sheets(report)]
    return write_xlsx(tables, title=report.title, program=report.program, date=report.date)


def _latex(report: Report) -> bytes:
    from segmetrics.reporting.latex_report import report_latex

    return report_latex(report)


def _bibtex(report: Report) -> bytes:
    from segmetrics.reporting.bibliography import bibtex, cited

    # BibTeX takes whatever stands outside of its entries for a comment.
    return f"{report.signature}\n{report.date}\n\n{bibtex(cited(report))}".encode()


def _markdown(report: Report) -> bytes:
    from segmetrics.reporting.markdown_report import report_markdown

    return report_markdown(report)


def _csv(report: Report) -> bytes:
    from segmetrics.reporting.sections import report_csv

    return report_csv(report)


def _json(report: Report) -> bytes:
    from segmetrics.reporting.json_report import report_json

    return report_json(report)


def _figures(report: Report) -> bytes:
    require("reports", "A figure")
    from segmetrics.reporting.images import report_figures

    return report_figures(report)


REPORT_FORMATS: Mapping[str, ReportFormat] = {
    found.key: found
    for found in (
        ReportFormat(
            "html",
            "HTML",
            ".html",
            "text/html",
            "One page with everything, to read, print and pass on; it opens without a network.",
            _html,
        ),
        ReportFormat(
            "docx",
            "Word",
            ".docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "A document to go on writing in: the sentence, tables of at most ten columns with two "
            "decimals, the figures and the references; what else there is as its appendix.",
            _word,
        ),
        ReportFormat(
            "xlsx",
            "Excel",
            ".xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "A workbook: first a sheet to read, with two decimals, then one for each table with "
            "the numbers at full precision.",
            _xlsx,
        ),
        ReportFormat(
            "latex",
            "LaTeX",
            ".tex",
            "application/x-tex",
            "A document with booktabs tables, the first in the shape of Table 2 of "
            "Fournier & Inkpen (2012); it cites the BibTeX file report.bib.",
            _latex,
        ),
        ReportFormat(
            "bibtex",
            "BibTeX",
            ".bib",
            "application/x-bibtex",
            "The works whose methods were used, and no others.",
            _bibtex,
        ),
        ReportFormat(
            "markdown",
            "Markdown",
            ".md",
            "text/markdown",
            "The text and the tables, for a wiki or a repository.",
            _markdown,
        ),
        ReportFormat(
            "csv",
            "CSV",
            ".csv.zip",
            "application/zip",
            "A ZIP with a CSV file for each table, the numbers at full precision.",
            _csv,
        ),
        ReportFormat(
            "json",
            "JSON",
            ".json",
            "application/json",
            "Everything at full precision, for programs; segmetrics verify checks it.",
            _json,
        ),
        ReportFormat(
            "figures",
            "Figures",
            ".figures.zip",
            "application/zip",
            "A ZIP with the figures as SVG and PNG.",
            _figures,
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
