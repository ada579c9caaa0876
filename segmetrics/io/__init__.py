"""Reading codings from files; nothing else in the package touches a file of codings."""

from segmetrics.io.assembly import assemble
from segmetrics.io.choices import Choices
from segmetrics.io.document import Source
from segmetrics.io.problems import Notice, Problem
from segmetrics.io.read import check, parse_sources, read_sources
from segmetrics.io.readings import Parsed, Reading, Recognised
from segmetrics.io.samples import SAMPLES, TEMPLATES, Sample, Template

__all__ = [
    "SAMPLES",
    "TEMPLATES",
    "Choices",
    "Notice",
    "Parsed",
    "Problem",
    "Reading",
    "Recognised",
    "Sample",
    "Source",
    "Template",
    "assemble",
    "check",
    "parse_sources",
    "read_sources",
]
