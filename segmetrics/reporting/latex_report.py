r"""A report as a LaTeX document with booktabs tables, the first in the shape of Table 2.

A table of up to `LONG` rows is a ``table`` environment that can be lifted out into a paper,
with the package booktabs; a longer one is a ``longtable``. The document cites the entries of
``report.bib``, and shows the figures whose files, such as ``heat_map.png``, stand beside it.

pdfLaTeX has no letters of some scripts. Those that it lacks are printed as ``[U+05D0]``, by
declarations in the preamble, so that no name stops it; LuaLaTeX and XeLaTeX print them if
their font has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from unicodedata import normalize

from segmetrics.phrases import before, capital
from segmetrics.reporting.bibliography import Work, cited
from segmetrics.reporting.blocks import (
    Block,
    Bullets,
    Excerpts,
    Figure,
    Paragraph,
    References,
    SectionHeading,
)
from segmetrics.reporting.excerpts import Excerpt
from segmetrics.reporting.report import Report
from segmetrics.reporting.report_tables import counts, facts, notes, placed_after
from segmetrics.reporting.sections import EXPLAINED, KINDS, disagreements, held
from segmetrics.tables.columns import Table
from segmetrics.tables.markup import latex, latex_float

if TYPE_CHECKING:
    from segmetrics.reporting.report_figures import ReportFigure

PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{array,booktabs,graphicx,iftex,longtable}
% pdfLaTeX prints the code of a character that its fonts lack.
\makeatletter
\newcommand{\orcode}[2]{\@ifundefined{u8:\detokenize{#1}}%
  {\DeclareUnicodeCharacter{#2}{[U+#2]\allowbreak}}{}}
\makeatother
\iftutex\else
  \IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}"""


def report_latex(report: Report) -> bytes:
    """Write a report as a LaTeX document."""
    works = cited(report)
    body = [
        r"\begin{document}",
        rf"\title{{{latex(report.title)}}}",
        rf"\author{{{latex(report.source)}}}",
        rf"\date{{{latex(report.date)}}}",
        r"\maketitle",
        f"{counts(report)}.",
    ]
    for key, section in held(report).items():
        blocks = section.blocks(report)
        # The caption of a table says its title; the table may float away from a heading.
        floats = any(isinstance(block, Table) for block in blocks)
        body += ["", *([] if floats else [rf"\section*{{{report.contents[key]}}}"])]
        body += [line for block in blocks for line in _lines(block, report, works)]
    about = _list([*(f"{name}: {value}" for name, value in facts(report)), *notes(report)])
    body += ["", r"\section*{About this report}", *about]
    if works:
        keys = ",".join(work.key for work in works)
        body += ["", rf"\nocite{{{keys}}}", r"\bibliographystyle{plain}", r"\bibliography{report}"]
    body += [r"\end{document}", ""]
    text = normalize("NFC", "\n".join(body))
    return "\n".join([PREAMBLE, *_codes(text), r"\fi", text]).encode("utf-8", "replace")


def _codes(text: str) -> list[str]:
    """Declare what pdfLaTeX prints for characters that it does not know."""
    others = sorted({character for character in text if not character.isascii()})
    return [rf"  \orcode{{{character}}}{{{ord(character):04X}}}" for character in others]


def _lines(block: Block, report: Report, works: Sequence[Work]) -> Iterable[str]:
    """Write the lines of a block; the works of the reports stand in its bibliography."""
    match block:
        case SectionHeading(text):
            return [rf"\subsection*{{{latex(text)}}}"]
        case Paragraph(text):
            return [_citing(text, works)]
        case Bullets(texts):
            return _list(texts)
        case References():
            return []
        case Figure(figure):
            return _figure(figure)
        case Excerpts(found, without):
            return [EXPLAINED + without, *(line for one in found for line in _excerpt(one))]
        case Table():
            if not block.rows:
                return _list(block.notes)
            caption = f"{block.title}: {latex(block.caption or counts(report))}."
            notes = (note for note in block.notes if note.lower() not in block.caption.lower())
            said = "".join(f"{latex(note.removesuffix('.'))}. " for note in notes)
            return latex_float(block, caption=caption, below=f"{said}{latex(report.signature)}.")


def _figure(figure: ReportFigure) -> list[str]:
    """Show a figure if its file stands beside the document."""
    if figure.draw is None:
        return [latex(figure.about)]
    name = f"{figure.key}.png"
    return [
        latex(figure.about),
        rf"\IfFileExists{{{name}}}{{\par\includegraphics[width=\linewidth]{{{name}}}}}",
        rf"{{ To show the figure here, put \texttt{{{latex(name)}}} beside this file.}}",
    ]


def _excerpt(one: Excerpt) -> Iterable[str]:
    yield rf"\subsection*{{{latex(one.title)}}}"
    yield disagreements(one)
    for unit in range(one.first, one.first + one.units):
        if one.texts:
            text = latex(one.texts[unit - one.first])
            yield rf"\par\noindent\textsuperscript{{{unit}}} {text}"
        placed = [f"{latex(coder)} ({KINDS[mark.kind]})" for coder, mark in placed_after(one, unit)]
        if placed:
            line = r"\hrulefill\ " if one.texts else f"{latex(capital(before([unit], one.unit)))}: "
            yield rf"\par\noindent {line}{{\small {', '.join(placed)}}}"


def _citing(text: str, works: Sequence[Work]) -> str:
    """Write a text with a citation in the place of each work that it mentions."""
    found = latex(text)
    for work in works:
        cite = rf"\cite{{{work.key}}}"
        found = found.replace(f"({latex(work.mention)})", cite)
        names = latex(work.label).rpartition(" (")[0]
        found = found.replace(latex(work.label), f"{names}~{cite}")
        found = found.replace(latex(work.mention), cite)
    return found


def _list(lines: Iterable[str]) -> list[str]:
    found = [rf"\item {latex(line)}" for line in lines]
    return [r"\begin{itemize}", *found, r"\end{itemize}"] if found else []
