"""Segmenters that know nothing of the text, or only what people made of it.

``NONE``
    No boundary.
``ALL``
    A boundary at every place.
``EVEN``
    As many boundaries as people place on the mean, at equal distances.
``BIN``
    As many, by halving the longest segment again and again, the left-most of equals.
``RANDOM``
    As many, at random places, every choice being as likely.
``MAJORITY``
    The boundaries of more than half of the people. It has seen the answers, so that it agrees
    with these people more than a segmenter of the texts could.

Conventions
-----------
The people of an item are its coders who are not automatic; those of one item are always
of one group. How many boundaries they place on the mean is found for each item, and
rounded half to even. A baseline is named as above, unless a coder has that name: then it
is ``baseline NONE`` and so on. ``RANDOM`` is drawn for each item by its name, so that leaving
an item out changes no other.

Sources: Fournier & Inkpen (2012), section 3.4 (segmenters compared by the agreement that they
leave); Carroll (2010), NONE, ALL and halving as baselines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush
from typing import Literal, get_args

import numpy as np

from segmetrics.axis import AxisError, axis_of, on_axis
from segmetrics.boundary_marks import plain
from segmetrics.corpus import Corpus
from segmetrics.segmentation import Segmentation

Baseline = Literal["NONE", "ALL", "EVEN", "BIN", "RANDOM", "MAJORITY"]
BASELINES: tuple[Baseline, ...] = get_args(Baseline)
"""All baselines, by what they know."""
BY_PLACES: tuple[Baseline, ...] = ("ALL", "MAJORITY")
"""The baselines that make no sense for recordings."""

# Beside the seed, so that these random numbers are not those of anything else.
STREAM = 34_001


def segmented(
    baseline: Baseline, mass: int, people: Sequence[Segmentation], random: np.random.Generator
) -> Segmentation:
    """Segment one item by a baseline."""
    count = round(Fraction(sum(len(coding.boundaries) for coding in people), len(people)))
    places: Sequence[int]
    if baseline == "NONE":
        places = ()
    elif baseline == "ALL":
        places = range(1, mass)
    elif baseline == "EVEN":
        places = [
            (2 * step * mass + count + 1) // (2 * (count + 1)) for step in range(1, count + 1)
        ]
    elif baseline == "BIN":
        places = _halved(mass, count)
    elif baseline == "RANDOM":
        places = sorted((1 + random.choice(mass - 1, count, replace=False)).tolist())
    else:
        votes = Counter(place for coding in people for place in coding.boundaries)
        places = sorted(place for place, times in votes.items() if 2 * times > len(people))
    return Segmentation(mass, tuple(places), scale=people[0].scale)


def _halved(mass: int, count: int) -> list[int]:
    """Halve the longest segment until there are `count` boundaries."""
    segments = [(-mass, 0)]  # a heap: the longest comes first, then the left-most
    places = []
    for _ in range(count):
        size, start = heappop(segments)
        half = -size // 2
        places.append(start + half)
        heappush(segments, (-half, start))
        heappush(segments, (size + half, start + half))
    return sorted(places)


def baseline_names(
    corpus: Corpus, baselines: Sequence[Baseline] = BASELINES
) -> Mapping[str, Baseline]:
    """Return how baselines are called among the coders of a corpus."""
    named: dict[str, Baseline] = {}
    for baseline in baselines:
        name: str = baseline
        while name in corpus.coders:
            name = f"baseline {name}"
        named[name] = baseline
    return named


@on_axis("with_baselines")
def with_baselines(
    corpus: Corpus, baselines: Sequence[Baseline] = BASELINES, *, seed: int = 0
) -> Corpus:
    """Add baselines to a corpus, as automatic segmenters.

    Parameters
    ----------
    corpus : Corpus
        The corpus; its boundaries count as places alone.
    baselines : sequence of str
        Which; `baseline_names` says how they are called. Recordings have no ``ALL`` and no
        ``MAJORITY``, which go by places.
    seed : int, default 0
        Seed of the random numbers.

    Returns
    -------
    Corpus
        Linear: with neither types nor levels. An item that no person coded gets none.

    Raises
    ------
    AxisError
        If the items are recordings, and a baseline goes by places.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"talk": {"ann": [3, 4], "bob": [2, 5]}})
    >>> with_baselines(corpus, ("NONE", "ALL")).automatic
    ('NONE', 'ALL')
    """
    if axis_of(corpus).unit == "seconds" and (wrong := set(baselines).intersection(BY_PLACES)):
        raise AxisError(
            f"the baseline {min(wrong)} goes by places where a boundary could be, of which a time "
            "line has millions; for recordings there are NONE, EVEN, BIN and RANDOM"
        )
    named = baseline_names(corpus, baselines)
    items = []
    for item in plain(corpus).items:
        people = [coding for coder, coding in item.codings.items() if coder not in corpus.automatic]
        if people:
            random = np.random.default_rng([seed, STREAM, item.stream])
            added = {
                name: segmented(baseline, item.mass, people, random)
                for name, baseline in named.items()
            }
            item = replace(item, codings={**item.codings, **added})
        items.append(item)
    somebody = len(corpus.automatic) < len(corpus.coders)
    automatic = (*corpus.automatic, *named) if somebody else corpus.automatic
    return replace(corpus, items=tuple(items), automatic=automatic)
