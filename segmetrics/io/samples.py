"""The corpora that come with the project, and a small file of each format to start from."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from segmetrics.corpus import Corpus
from segmetrics.io.choices import Choices
from segmetrics.io.document import Source
from segmetrics.io.read import read, read_sources
from segmetrics.io.readings import Reading
from segmetrics.paths import ROOT

DATA = ROOT / "data"
TEMPLATE_FOLDER = DATA / "templates"


@dataclass(frozen=True)
class Sample:
    """A bundled corpus; its unit is empty for recordings."""

    key: str
    title: str
    about: str
    source: str
    unit: str = ""
    published_in: str = ""

    @property
    def path(self) -> Path:
        """The file with the codings."""
        return DATA / f"{self.key}.json"

    def read(self) -> Reading:
        """Read the codings."""
        source = Source(self.path.name, self.path.read_bytes())
        return read_sources([source], Choices(noun=self.unit))

    @cached_property
    def published(self) -> Mapping[str, Mapping[str, float]]:
        """Published figures: item to column to value; empty if there are none."""
        path = DATA / f"{self.key}_published.csv"
        if not self.published_in or not path.is_file():
            return {}
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return {
            row.pop("item"): {name: float(value) for name, value in row.items()} for row in rows
        }


with (DATA / "samples.csv").open(encoding="utf-8", newline="") as _rows:
    SAMPLES: Mapping[str, Sample] = {row["key"]: Sample(**row) for row in csv.DictReader(_rows)}
"""The bundled corpora by key."""


def sample(key: str) -> Corpus:
    """Read a bundled corpus.

    Parameters
    ----------
    key : str
        A key of `SAMPLES`.

    Returns
    -------
    Corpus

    Raises
    ------
    ValueError
        If there is no such sample; the message lists them.

    Examples
    --------
    >>> len(sample("moonstone"))
    8
    """
    if key not in SAMPLES:
        raise ValueError(f"a sample is one of {', '.join(SAMPLES)}, got {key!r}")
    corpus = SAMPLES[key].read().corpus
    if corpus is None:
        raise ValueError(f"{SAMPLES[key].path} is damaged")
    return corpus


def sample_of(digest: str) -> Sample | None:
    """Find the sample that a corpus is, wherever it was read from."""
    return SAMPLES.get(_digests().get(digest, ""))


@cache
def _digests() -> Mapping[str, str]:
    return {read(sample.path).codings_digest: key for key, sample in SAMPLES.items()}


@dataclass(frozen=True)
class Template:
    """An example file."""

    name: str
    title: str
    about: str

    @cached_property
    def content(self) -> str:
        """What the file holds."""
        return (TEMPLATE_FOLDER / self.name).read_text(encoding="utf-8")


with (TEMPLATE_FOLDER / "about.csv").open(encoding="utf-8", newline="") as _rows:
    TEMPLATES = tuple(Template(**row) for row in csv.DictReader(_rows))
"""The formats, the most common first."""
