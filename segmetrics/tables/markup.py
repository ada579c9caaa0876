r"""Tables as Markdown, LaTeX and HTML, for reading; names are escaped."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from segmetrics.io.problems import UNPRINTABLE
from segmetrics.number_formats import DASH, MINUS
from segmetrics.tables.columns import Column, Place, ReadingCell, Table

MARKDOWN: Mapping[str, str] = {character: f"\\{character}" for character in r"\`*_{}[]<>#|~$&"}
"""Special characters of Markdown to what is written for them."""

# The marks of lists in Markdown that are special at the start of a line only.
LIST_MARK = re.compile(r"^( *[0-9]{0,9})([-+.)])(?= |$)")
BEHIND = r"\1\\\2"

LATEX: Mapping[str, str] = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # After the end of a row these two would be its options.
    "[": "{[}",
    "*": "{*}",
    # Without its own letters pdfLaTeX would print the code of what our sentences hold.
    "α": r"$\alpha$",
    "κ": r"$\kappa$",
    "π": r"$\pi$",
    MINUS: "$-$",
    "≤": r"$\leq$",
}
"""Special characters of LaTeX to what is written for them."""

SIGNS = str.maketrans({DASH: "--", MINUS: LATEX[MINUS], "≤": LATEX["≤"]})
"""Those of numbers."""

# Neighbours that TeX would make one sign of, as it makes a dash of two hyphens.
LIGATURE = re.compile("-(?=-)|'(?=')|`(?=`)|[?!](?=`)|,(?=,)")
LONG = 30
"""Rows of a LaTeX table that fit on a page."""
# Characters of a name beyond which its column breaks lines.
LONG_NAME = 20
# Characters of a text beyond which its column does.
LONG_TEXT = 40
BROKEN = r">{\raggedright\arraybackslash}p"
PLUS_MINUS = r"$\pm$"
SYMBOLS = {"pi*": "π*", "kappa*": "κ*", "alpha": "α", "1-WD": "1−WD", "+/-": "±"}
WIDE = 5
"""Columns beyond which an HTML table is wide."""


def escape(text: str, special: Mapping[str, str]) -> str:
    """Write a text on one line, with the special characters of a format escaped."""
    return "".join(special.get(character, character) for character in UNPRINTABLE.sub(" ", text))


def markdown(text: str) -> str:
    """Write a text as Markdown shows it."""
    return escape(text, MARKDOWN)


def latex(text: str) -> str:
    """Write a text so that LaTeX reads no sign as a command or draws it with the next."""
    return LIGATURE.sub(r"\g<0>{}", escape(text, LATEX))


def as_html(text: str) -> str:
    """Write a text as HTML shows it, on one line."""
    return html.escape(UNPRINTABLE.sub(" ", text))


# ----- Markdown


def markdown_table(table: Table[Any], *, escaped: bool = True) -> list[str]:
    """Write the lines of a table; headings are escaped unless said otherwise."""
    columns = table.at(Place.READING)
    heads = [markdown(one.heading) if escaped else one.heading for one in columns]
    marks = "".join("|---" if one.left else "|---:" for one in columns) + "|"
    rows = [
        [
            markdown(cell.text) if column.left else cell.on_one_line()
            for cell, column in zip(cells, columns, strict=True)
        ]
        for cells in table.cells()
    ]
    head, *written = [
        "|" + "".join(f" {cell} |" if cell else " |" for cell in line) for line in (heads, *rows)
    ]
    return [head, marks, *written]


def markdown_list(texts: Iterable[str]) -> list[str]:
    r"""Write the lines of a list; no name at the start is taken for the mark of another list."""
    return [f"- {LIST_MARK.sub(BEHIND, markdown(text))}" for text in texts]


# ----- LaTeX


def latex_table(table: Table[Any], *, caption: str, below: str = "") -> list[str]:
    """Write a table for a paper, with booktabs rules, in the shape of Table 2."""
    columns = table.at(Place.READING)
    body = [latex_row(table, cells) for cells in table.cells()]
    return [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{caption}}}",
        rf"\begin{{tabular}}{{l{''.join(map(_aligned, columns[1:]))}}}",
        *_latex_head(table),
        *_ruled(table, [[line] for line in body]),
        r"\bottomrule",
        r"\end{tabular}",
        *_footnote(below),
        r"\end{table}",
    ]


def latex_float(table: Table[Any], *, caption: str, below: str = "") -> list[str]:
    """Write a table for a document: small, intervals in a line below, long ones over pages."""
    columns, cells = table.at(Place.READING), table.cells()
    longest = [max(len(found[place].text) for found in cells) for place in range(len(columns))]
    first = "l" if longest[0] <= LONG_NAME else rf"{BROKEN}{{3.6cm}}"
    wide = "9cm" if len(columns) <= WIDE else "3cm"
    others = (_aligned(*found, wide) for found in zip(columns[1:], longest[1:], strict=True))
    shape = f"{{{first}{''.join(others)}}}"
    head = _latex_head(table)
    body = _ruled(table, [_in_two_lines(table, found) for found in cells])
    small = r"\footnotesize\setlength{\tabcolsep}{2.5pt}"
    if len(table.rows) > LONG:
        return [
            "{" + small,
            rf"\begin{{longtable}}{shape}",
            rf"\caption{{{caption}}}\\",
            *head,
            r"\endfirsthead",
            *head,
            r"\endhead",
            *body,
            r"\bottomrule",
            r"\end{longtable}",
            *_footnote(below),
            "}",
        ]
    return [
        r"\begin{table}[htbp]",
        rf"\centering{small}",
        rf"\caption{{{caption}}}",
        rf"\label{{tab:{table.key}}}",
        rf"\begin{{tabular}}{shape}",
        *head,
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        *_footnote(below),
        r"\end{table}",
    ]


def _footnote(text: str) -> list[str]:
    """Write what stands below a table, if there is anything."""
    return [r"\par\smallskip", rf"{{\footnotesize\raggedright {text}\par}}"] if text else []


def _aligned(column: Column[Any], longest: int = 0, wide: str = "") -> str:
    """Return how a column behind the first is set; of long texts it breaks lines."""
    if column.left and longest > LONG_TEXT:
        return f"{BROKEN}{{{wide}}}"
    return "l" if column.left else "r"


def _latex_head(table: Table[Any]) -> list[str]:
    heads = [
        latex(one.heading) if one.latex is None else one.latex for one in table.at(Place.READING)
    ]
    return [r"\toprule", " & ".join(heads) + r" \\", r"\midrule"]


def latex_row(table: Table[Any], cells: Sequence[ReadingCell]) -> str:
    """Write the line of a row."""
    found = [
        latex(cell.text) if column.left else cell.on_one_line(PLUS_MINUS)
        for cell, column in zip(cells, table.at(Place.READING), strict=True)
    ]
    return " & ".join(found).translate(SIGNS) + r" \\"


def _in_two_lines(table: Table[Any], cells: Sequence[ReadingCell]) -> list[str]:
    """Write a row, and its intervals in a line below."""
    line = latex_row(table, [cell._replace(between="") for cell in cells])
    ends = [cell.between.translate(SIGNS) for cell in cells]
    below = [rf"{{\tiny [{one}]}}" if one else "" for one in ends]
    return [line, " & ".join(below) + r" \\"] if any(below) else [line]


def _ruled(table: Table[Any], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines with a rule between the levels of rows."""
    levels = list(map(table.level, table.rows))
    lines: list[str] = []
    for place, written in enumerate(rows):
        if place and levels[place] != levels[place - 1]:
            lines.append(r"\midrule")
        lines += written
    return lines


# ----- HTML


def html_table(table: Table[Any]) -> str:
    """Write a table that a reader can sort; reasons stand in the titles of cells."""
    columns = table.at(Place.READING)
    wide = " class='wide'" if len(columns) > WIDE else ""
    head = "".join(
        f"<th scope='col'{_side(one)}><button>{_symbols(one.heading)}</button></th>"
        for one in columns
    )
    rows = "".join(
        f"<tr class='{table.level(row)}'>"
        f"<th scope='row' data-value='{place}'>{as_html(first.text)}</th>"
        f"{''.join(map(_html_cell, others, columns[1:]))}</tr>"
        for place, (row, (first, *others)) in enumerate(zip(table.rows, table.cells(), strict=True))
    )
    return (
        f"<div class='scroll' role='region' aria-label='{html.escape(table.title)}' tabindex='0'>"
        f"<table{wide}><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _side(column: Column[Any]) -> str:
    return " class='left'" if column.left else ""


def _html_cell(cell: ReadingCell, column: Column[Any]) -> str:
    value = "" if cell.text == DASH else as_html(cell.text)
    why = f" title='{as_html(cell.why)}'" if cell.why else ""
    sd = f"<small>± {cell.sd}</small>" if cell.sd else ""
    between = f"<small>{cell.between.replace(', ', ' to ')}</small>" if cell.between else ""
    text = as_html(cell.text) if column.left else cell.text
    return f"<td{_side(column)} data-value='{value}'{why}>{text}{sd}{between}</td>"


def _symbols(heading: str) -> str:
    """Write a heading with Greek letters and a subscript."""
    stem, _, subscript = heading.partition("_")
    symbol = html.escape(SYMBOLS.get(stem, stem))
    return f"{symbol}<sub>{html.escape(subscript)}</sub>" if subscript else symbol
