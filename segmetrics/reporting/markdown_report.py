"""A report as Markdown: its text and tables, for a wiki, a repository or a letter."""

from __future__ import annotations

from collections.abc import Iterator

from segmetrics.reporting import blocks
from segmetrics.reporting.excerpts import Excerpt
from segmetrics.reporting.report import Report
from segmetrics.reporting.report_tables import counts, facts, notes
from segmetrics.reporting.sections import EXPLAINED, disagreements, excerpt_table, held
from segmetrics.tables.columns import Table
from segmetrics.tables.markup import markdown, markdown_list, markdown_table

IN_HTML = "The figure stands in the HTML report."


def report_markdown(report: Report) -> bytes:
    """Write a report as Markdown in UTF-8; of its figures what they show in words."""
    lines = [f"# {markdown(report.title)}", "", f"{counts(report)}. {report.date}.", ""]
    for key, section in held(report).items():
        lines += [f"## {report.contents[key]}", ""]
        for part in (part for block in section.blocks(report) for part in _parts(block)):
            lines += [*part, ""]
    about = [*(f"{name}: {value}" for name, value in facts(report)), *notes(report)]
    lines += ["## About this report", "", *markdown_list(about), ""]
    return "\n".join(lines).encode("utf-8", "replace")


def _parts(block: blocks.Block) -> Iterator[list[str]]:
    """Write the parts of a block, between which a line stays empty."""
    match block:
        case blocks.SectionHeading(text):
            yield [f"### {markdown(text)}"]
        case blocks.Paragraph(text):
            yield [markdown(text)]
        case blocks.Bullets(texts):
            yield markdown_list(texts)
        case blocks.References(texts):
            yield ["### References"]
            yield markdown_list(texts)
        case blocks.Figure(figure):
            yield [markdown(figure.about)]
            if figure.draw:
                yield [IN_HTML]
        case blocks.Excerpts(found, without):
            yield [EXPLAINED + without]
            for one in found:
                yield from _excerpt(one)
        case Table():
            if block.rows:
                yield markdown_table(block)
            if block.notes:
                yield markdown_list(block.notes)


def _excerpt(one: Excerpt) -> Iterator[list[str]]:
    yield [f"### {markdown(one.title)}"]
    yield [disagreements(one)]
    yield markdown_table(excerpt_table(one))
