"""A report as JSON: every number at full precision, every reason, and how it was made.

`segmetrics.reporting.verification` computes again what stands in it, and compares.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from segmetrics.reporting.bibliography import cited
from segmetrics.reporting.report import Report
from segmetrics.reporting.sections import held
from segmetrics.tables.plain import write_json

FORMAT = "segmetrics-report"
"""What the JSON calls itself."""


def report_json(report: Report) -> bytes:
    """Write a report as JSON."""
    # Half characters, which names can hold and UTF-8 cannot, are written as escapes.
    return write_json(report_data(report)).encode("utf-8", "backslashreplace")


def report_data(report: Report) -> dict[str, Any]:
    """Return a report as values that JSON can hold."""
    corpus = report.corpus
    data: dict[str, Any] = {
        "format": FORMAT,
        "program": report.program,
        "title": report.title,
        "source": report.source,
        "date": report.date,
        "signature": report.signature,
        "provenance": dict(report.provenance),
        "options": asdict(report.options),
        "corpus": {
            "sha256": report.digest,
            "kind": corpus.kind,
            "items": len(corpus),
            "coders": list(corpus.coders),
            "groups": [
                {"coders": list(group.coders), "items": list(group.items)}
                for group in corpus.groups
            ],
            "left_out": list(report.left_out),
        },
    }
    data |= {key: section.data(report) for key, section in held(report).items()}
    data["works"] = [
        {"key": work.key, "label": work.label, "text": work.text} for work in cited(report)
    ]
    return data
