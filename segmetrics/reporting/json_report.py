"""A report as JSON: every number at full precision, every reason, and how it was made.

`segmetrics.reporting.verification` computes again what stands in it, and compares.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from segmetrics.coefficients.options import AgreementOptions
from segmetrics.metrics.edits import EditModel
from segmetrics.reliability.schools import schools_in
from segmetrics.reporting.bibliography import cited
from segmetrics.reporting.report import Report, ReportOptions
from segmetrics.reporting.sections import held
from segmetrics.tables.plain import write_json

FORMAT = "segmetrics-report"
"""What the JSON calls itself."""

OF_RECORDINGS_ALONE, OF_BOTH = {"recorded"}, {"contents", "anonymous", "question"}
OF_TEXTS = {one.name for one in fields(ReportOptions)} - OF_RECORDINGS_ALONE
"""Options that a report on recordings, both kinds, and one on texts look at."""
OF_EDITS = {one.name for one in fields(EditModel)}
OF_AGREEMENT = {one.name for one in fields(AgreementOptions)} - OF_EDITS | {"model"}
"""Options of agreement in a report, where those of edits stand together."""


def report_json(report: Report) -> bytes:
    """Write a report as JSON."""
    # Half characters, which names can hold and UTF-8 cannot, are written as escapes.
    return write_json(report_data(report)).encode("utf-8", "backslashreplace")


def options_data(options: ReportOptions, *, recordings: bool) -> dict[str, Any]:
    """Return the options that texts, or recordings, look at, as values that JSON can hold."""
    names = OF_RECORDINGS_ALONE | OF_BOTH if recordings else OF_TEXTS
    found = {name: value for name, value in asdict(options).items() if name in names}
    if "agreement" in found:
        model = asdict(options.agreement.model)
        together = {"n": ("model", model)}  # where the first of them stands
        found["agreement"] = dict(
            together.get(name, (name, value))
            for name, value in found["agreement"].items()
            if name not in model or name in together
        )
    return found


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
        "options": options_data(report.options, recordings=report.recorded is not None),
        "corpus": {
            "sha256": report.digest,
            "kind": corpus.kind,
            "items": len(corpus),
            "coders": list(corpus.coders),
            "groups": [
                {"coders": list(group.coders), "items": list(group.items)}
                | ({"title": group.title} if group.title else {})
                for group in corpus.groups
            ],
            "left_out": list(report.left_out),
        },
    }
    data |= {key: section.data(report) for key, section in held(report).items()}
    if report.holds("coders"):
        data["schools"] = [one._asdict() for one in schools_in(corpus)]
    data["works"] = [
        {"key": work.key, "label": work.label, "text": work.text} for work in cited(report)
    ]
    return data
