"""Reading codings from files; nothing else in the package touches a file of codings."""

from segmetrics.io.problems import Problem
from segmetrics.io.read import Reading, Source, read_files, read_sources
from segmetrics.io.samples import SAMPLES, Sample
from segmetrics.io.templates import TEMPLATES, Template

__all__ = [
    "SAMPLES",
    "TEMPLATES",
    "Problem",
    "Reading",
    "Sample",
    "Source",
    "Template",
    "read_files",
    "read_sources",
]
