"""Figures of corpora that others published, which come with the program in `data`.

Run ``python -m benchmarks.open_corpora KEY=PATH ...`` from the root of the project, PATH being a
file or folder as it was published; `PUBLISHED` says where. Corpora that are not given keep the rows
that they have. Names of coders, files and texts go into no figure.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import segmetrics as sm
from segmetrics import Corpus
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.io.cells import csv_text
from segmetrics.io.document import Source
from segmetrics.io.files import sources_in
from segmetrics.reliability.fitted_coders import CoderModelOptions
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reproduction.data import read_data
from segmetrics.reproduction.open_corpora import (
    FIGURES,
    OPTIONS,
    GroupFigures,
    beside,
    open_corpora,
)

DECIMALS = 4


def _moonstone(path: str) -> Corpus:
    """Read the chapters, whose coders are numbered anew in each group."""
    chapters = read_data(one for one in sources_in([path]) if isinstance(one, Source)).chapters
    if chapters is None:
        raise SystemExit(f"{path} does not hold the chapters")
    return chapters


def _listeners(path: str) -> Corpus:
    """Read what listeners marked, without the structure that a theorist found by analysis."""
    corpus = sm.read(path)
    return corpus.select(coders=[coder for coder in corpus.coders if coder != "reference"])


@dataclass(frozen=True, kw_only=True)
class Published:
    """A corpus that others published."""

    title: str
    unit: str
    source: str
    read: Callable[[str], Corpus]
    groups: tuple[str, ...] = ()


PUBLISHED: Mapping[str, Published] = {
    "moonstone": Published(
        title="The Moonstone, 20 chapters",
        unit="paragraph",
        source="Kazantseva & Szpakowicz (2012); contours/textseg on GitHub, "
        "data/moonstone_corpus/segmentations",
        read=_moonstone,
        groups=tuple(f"group {number}" for number in range(1, 6)),
    ),
    "stargazer": Published(
        title="Stargazers, a science article",
        unit="paragraph",
        source="Hearst (1997); cfournie/segmentation.corpora on GitHub",
        read=sm.read,
    ),
    "kubla": Published(
        title="Kubla Khan, a poem",
        unit="line",
        source="Fournier (2013), An initial study of topical poetry segmentation; "
        "cfournie/segmentation.corpora on GitHub",
        read=sm.read,
    ),
    "cantostream": Published(
        title="CANTOSTREAM, 8 works of music",
        unit="quarter note",
        source="Visscher & Wiering (2024), MIT licence; MirjamVisscher/cantostream_boundaries on "
        "GitHub, the columns of non-experts and experts, a table a work",
        read=_listeners,
    ),
}
"""The corpora by key."""


def rows_of(key: str, path: str) -> tuple[GroupFigures, ...]:
    """Compute the rows of a corpus from its published files."""
    one = PUBLISHED[key]
    corpus = one.read(path)
    return beside(
        corpus,
        agreement(corpus, OPTIONS),
        reliability_of(corpus, OPTIONS),
        coder_model(corpus, CoderModelOptions(n=OPTIONS.n)),
        title=one.title,
        unit=one.unit,
        source=one.source,
        groups=one.groups,
    )


def figures_csv(rows: Iterable[GroupFigures]) -> str:
    """Write figures as the file that comes with the program."""
    rounded = [
        [round(value, DECIMALS) if isinstance(value, float) else value for value in row]
        for row in rows
    ]
    return csv_text(GroupFigures._fields, rounded)


def main(given: Sequence[str] | None = None) -> None:
    """Compute the corpora that are given, and write all rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="+", metavar="KEY=PATH", help=", ".join(PUBLISHED))
    paths = dict(one.split("=", 1) for one in parser.parse_args(given).corpora)
    unknown = sorted(paths.keys() - PUBLISHED)
    if unknown:
        parser.error(f"the keys are {', '.join(PUBLISHED)}, not {', '.join(unknown)}")
    had = open_corpora() if FIGURES.is_file() else ()
    rows: list[GroupFigures] = []
    for key, one in PUBLISHED.items():
        kept = (row for row in had if row.corpus == one.title)
        rows += rows_of(key, paths[key]) if key in paths else kept
    FIGURES.write_text(figures_csv(rows), encoding="utf-8")
    print(f"{len(rows)} rows in {FIGURES.name}")


if __name__ == "__main__":
    main()
