"""The corpora that come with the project."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from segmetrics.corpus import Corpus
from segmetrics.io.assembly import Reading
from segmetrics.io.choices import Choices
from segmetrics.io.document import Source
from segmetrics.io.read import read, read_sources
from segmetrics.paths import ROOT

DATA = ROOT / "data"


@dataclass(frozen=True)
class Sample:
    """A bundled corpus.

    Parameters
    ----------
    key : str
        Its name in links and file names.
    title, about, source : str
        Title, a sentence, and the citation.
    unit : str
        What a unit of its texts is; empty for recordings.
    published_in : str
        Where its figures were published, or empty.
    """

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


SAMPLES: Mapping[str, Sample] = {
    sample.key: sample
    for sample in (
        Sample(
            "moonstone",
            "The Moonstone",
            "8 chapters of Wilkie Collins's novel, segmented by paragraph by two groups of "
            "coders: four coded chapters 1, 3, 4 and 11, six others chapters 2, 5, 8 and 10.",
            "Kazantseva & Szpakowicz (2012), as distributed with segeval",
            "paragraph",
            "Fournier & Inkpen (2012), Table 2",
        ),
        Sample(
            "stargazer",
            "Stargazer",
            "A popular science article of 21 paragraphs, segmented by seven coders.",
            "Hearst (1997), as distributed with segeval",
            "paragraph",
        ),
        Sample(
            "outline",
            "Outline (made up)",
            "A talk of 25 sentences, outlined on three levels by four invented coders, who agree "
            "about the top level and differ below. Made for demonstration: nobody coded it.",
            "made up for demonstration by this project, after the kind of outline that "
            "Carroll (2010) evaluates",
            "sentence",
        ),
        Sample(
            "dialogue",
            "Dialogue (made up)",
            "Two conversations, segmented by turn by four invented coders into topics, tasks and "
            "asides, some of them uncertain. Made for demonstration: nobody coded them.",
            "made up for demonstration by this project",
            "turn",
        ),
        Sample(
            "interviews",
            "Interviews, first round (made up)",
            "Ten interviews about everyday life, segmented by turn by four invented coders before "
            "they talked about their guidelines. Made for demonstration: the texts were written "
            "for it, the codings drawn at random; nobody was interviewed, and nobody coded them.",
            "made up for demonstration by this project",
            "turn",
        ),
        Sample(
            "interviews-2",
            "Interviews, second round (made up)",
            "The interviews of the first round, coded again with clearer guidelines: most are "
            "better, some worse, and the text of one was revised. Made for demonstration: nobody "
            "was interviewed, and nobody coded them.",
            "made up for demonstration by this project",
            "turn",
        ),
        Sample(
            "film",
            "Film, fine grain (made up)",
            "A film of twelve minutes. Ten invented viewers press a key whenever something small "
            "ends and something else begins. Made for demonstration: drawn at random, nobody saw "
            "it.",
            "made up for demonstration by this project",
        ),
        Sample(
            "film-coarse",
            "Film, coarse grain (made up)",
            "The same film and the same ten invented viewers, who press at the largest units that "
            "seem natural to them. Made for demonstration: drawn at random, nobody saw it.",
            "made up for demonstration by this project",
        ),
    )
}
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
    """Digest of each sample to its key."""
    # Who reads the file may not have said what a unit is called.
    corpora = {key: (sample.read().corpus, read(sample.path)) for key, sample in SAMPLES.items()}
    return {one.codings_digest: key for key, both in corpora.items() for one in both if one}
