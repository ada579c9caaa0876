"""TextTiling, a segmenter that reads the texts; it needs NLTK.

TextTiling looks for places where the words change: a text is cut into sequences of 20 words,
blocks of 10 sequences on both sides of each gap are compared, and boundaries are put where
the likeness has deep valleys, at the nearest end of a paragraph.

Conventions
-----------
NLTK's implementation is used with its own settings; the units of an item are its paragraphs,
so that every boundary is one between units. What follows from NLTK's rules: words are made
of the letters a to z alone; a paragraph ends at the earliest 100 characters after the one
before it, so where units are shorter than that, only some of their ends can be boundaries.
Common English words are left out, by a list of our own, as NLTK's is a separate download.

Sources: Hearst (1997); Bird, Klein & Loper (2009), the module ``nltk.tokenize.texttiling``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from math import sqrt
from typing import Any

import numpy as np

from segmetrics.axis import on_axis
from segmetrics.boundary_marks import plain
from segmetrics.corpus import Corpus
from segmetrics.extras import require
from segmetrics.reliability.progress import Progress, reported
from segmetrics.segmentation import Segmentation

NAME = "TextTiling"

NO_TEXT = "there is no text"
ONE_UNIT = "it has one unit only"
TOO_SHORT = "its text is too short: fewer than 61 words of the letters a to z"
TOO_LONG = "its text is too long: more than a million characters"
ONE_PARAGRAPH = "its units are too short to be paragraphs of at least 100 characters"

# NLTK takes 20 words a sequence, and needs four sequences to smooth what it finds.
WORDS_NEEDED = 61
# More than this NLTK does not take.
MOST_CHARACTERS = 1_000_000
PARAGRAPH = "\n\n"
# As NLTK finds words: other characters are dropped, and words end at those that are kept.
DROPPED = re.compile(r"[^a-z\-' \n\t]")
WORD = re.compile(r"\w+")

COMMON = (
    "a about above after again against all also am an and any are as at be because been before "
    "being below between both but by can could did do does doing done down during each either "
    "else ever every few for from further had has have having he her here hers herself him "
    "himself his how however i if in into is it its itself just let like may me might mine more "
    "most much must my myself neither never no nor not now of off on once one only or other our "
    "ours ourselves out over own perhaps rather same shall she should since so some still such "
    "than that the their theirs them themselves then there these they this those though through "
    "thus till to too under until up upon us very was we were what when where whether which "
    "while who whom whose why will with within without would yes yet you your yours yourself "
)
COMMON_WORDS = frozenset(COMMON.split())
"""Words that say next to nothing about what an English text is about."""


@dataclass(frozen=True)
class Tiled:
    """A corpus with TextTiling among its automatic segmenters.

    It is as it was if no item could be segmented; those left out have the reason beside them.
    """

    corpus: Corpus
    left_out: tuple[tuple[str, str], ...]


def text_tiling(texts: Sequence[str]) -> Segmentation | str:
    """Segment a text, given unit by unit, by TextTiling (Hearst 1997), or say why it cannot be.

    It raises MissingExtraError if NLTK is not there.
    """
    require("texttiling", NAME)
    from nltk.tokenize.texttiling import TextTilingTokenizer

    units = [" ".join(text.split()) for text in texts]
    text = PARAGRAPH.join(units)
    why = _unfit(units, text)
    if why:
        return why
    tokenizer = TextTilingTokenizer(stopwords=COMMON_WORDS)
    # The same numbers; its own loop over all words for each gap takes minutes for a long text.
    tokenizer._block_comparison = partial(_likeness, tokenizer.k)
    try:
        tiles = tokenizer.tokenize(text)
    except ValueError:
        # What NLTK says if it finds one paragraph only; all else was looked at before.
        return ONE_PARAGRAPH
    ends = {
        end: unit
        for unit, end in enumerate(accumulate(len(unit) + len(PARAGRAPH) for unit in units), 1)
    }
    cuts = accumulate(len(tile) for tile in tiles[:-1])
    return Segmentation(len(units), tuple(ends[cut + len(PARAGRAPH)] for cut in cuts))


def _unfit(units: Sequence[str], text: str) -> str:
    """Return why a text cannot be segmented, or nothing."""
    if len(units) == 1:
        return ONE_UNIT
    if len(text) > MOST_CHARACTERS:
        return TOO_LONG
    words = WORD.findall(DROPPED.sub("", text.lower()))
    return TOO_SHORT if len(words) < WORDS_NEEDED else ""


def _likeness(k: int, sequences: Sequence[Any], words: Mapping[str, Any]) -> list[float]:
    """Compare the blocks of `k` sequences on both sides of each gap: their cosine."""
    counts = np.zeros((len(sequences), len(words)), dtype=np.uint8)
    for column, word in enumerate(words.values()):
        for row, times in word.ts_occurences:
            counts[row, column] = times
    gaps = len(sequences) - 1
    found = []
    for gap in range(gaps):
        size = gap + 1 if gap < k - 1 else min(k, gaps - gap)
        left = counts[gap - size + 1 : gap + 1].sum(axis=0, dtype=float)
        right = counts[gap + 1 : gap + size + 1].sum(axis=0, dtype=float)
        lengths = sqrt(float(left @ left) * float(right @ right))
        found.append(float(left @ right) / lengths if lengths else 0.0)
    return found


@on_axis("with_texttiling", not_of={"seconds": "It reads the words of the units of a text."})
def with_texttiling(corpus: Corpus, *, progress: Progress | None = None) -> Tiled:
    """Add TextTiling to a corpus, as an automatic segmenter.

    Parameters
    ----------
    corpus : Corpus
        The corpus; its boundaries count as places alone.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    Tiled
        The corpus, linear, and which items could not be segmented. The segmenter is called
        `NAME`, or ``automatic TextTiling`` if a coder has that name.

    Raises
    ------
    MissingExtraError
        If NLTK is not there.

    Examples
    --------
    >>> from segmetrics.corpus import Corpus
    >>> with_texttiling(Corpus.from_masses({"talk": {"ann": [3, 4]}})).left_out
    (('talk', 'there is no text'),)
    """
    name = NAME
    while name in corpus.coders:
        name = f"automatic {name}"
    items = []
    left_out = []
    for item in reported(plain(corpus).items, progress, len(corpus)):
        found = text_tiling(item.texts) if item.texts else NO_TEXT
        if isinstance(found, str):
            left_out.append((item.name, found))
        else:
            item = replace(item, codings={**item.codings, name: found})
        items.append(item)
    if len(left_out) == len(items):
        return Tiled(corpus, tuple(left_out))
    automatic = (*corpus.automatic, name)
    return Tiled(replace(corpus, items=tuple(items), automatic=automatic), tuple(left_out))
