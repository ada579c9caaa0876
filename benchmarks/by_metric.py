"""The metrics of the registry on a corpus, and on one pair of a million units."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import islice, permutations
from time import perf_counter
from typing import Any

from benchmarks.corpora import Masses, large_pair, nltk_string
from benchmarks.peers import Dataset, boundary_similarity, nltk_ghd, segeval_pk
from benchmarks.straightforward import alignment_similarities
from benchmarks.timing import Row, in_turn, seconds
from benchmarks.verdict import beside, judged, same
from segmetrics import Corpus, Item, Segmentation
from segmetrics.coefficients.pairwise import pairwise
from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.registry import METRICS

FLAT = ("b", "pk", "winpr", "a", "ghd")
HIERARCHICAL = ("hierpk", "hierwd")
LEVELS = 3
SEED = 2010

MILLION = 1_000_000
KINDS = ("random", "alternating")
MOST_SECONDS = 5
MOST_OF_LEVELS = 0.2


def with_levels(masses: Masses) -> Corpus:
    """Give each boundary one of three levels, the same at every call."""
    draw = random.Random(SEED)  # seeded, and not for secrets
    items = []
    for item in Corpus.from_masses(masses).items:
        codings = {
            coder: Segmentation(
                coding.mass,
                coding.boundaries,
                levels=tuple(draw.randint(1, LEVELS) for _ in coding.boundaries),
            )
            for coder, coding in item.codings.items()
        }
        items.append(Item(item.name, codings))
    return Corpus(tuple(items))


def all_values(corpus: Corpus, key: str) -> list[Floats]:
    """Compute a metric of every pair: by block, shape (pairs, items)."""
    metric = METRICS[key]
    return [
        metric.values(block, [corpus.items[place] for place in block.items.tolist()])
        for block in blocks(corpus)
    ]


def all_nltk_ghds(masses: Masses) -> list[float]:
    """Build NLTK's strings, then compute GHD of every ordered pair (hypothesis, reference)."""
    return [
        nltk_ghd(reference, hypothesis)
        for codings in masses.values()
        for hypothesis, reference in permutations(map(nltk_string, codings.values()), 2)
    ]


def check_metrics(masses: Masses) -> None:
    """Check B and Pk against segeval, GHD against NLTK, A against its definition, the rest by pair.

    Raises AssertionError if a value differs by more than rounding.
    """
    corpus, dataset = Corpus.from_masses(masses), Dataset(masses)
    for key, peer in (("b", partial(boundary_similarity, n_t=2)), ("pk", segeval_pk)):
        theirs = peer(dataset)
        for score in pairwise(corpus, key):
            label = f"{score.item},{score.coder_a},{score.coder_b}"
            same(f"{key} of {label}", score.value, theirs[label])
    for score, value in zip(pairwise(corpus, "ghd"), all_nltk_ghds(masses), strict=True):
        same(f"GHD of {score.item}", score.value, value)
    for score, value in zip(pairwise(corpus, "a"), alignment_similarities(masses), strict=True):
        same(f"A of {score.item}", score.value, value)
    for given, keys in ((corpus, FLAT), (with_levels(masses), HIERARCHICAL)):
        for key in keys:
            for score in pairwise(given, key):
                codings = given[score.item].codings
                alone = METRICS[key](codings[score.coder_a], codings[score.coder_b])
                same(f"{key} of {score.item} by block", score.value, alone.value)


def metric_rows(masses: Masses, peer_items: int, rounds: int) -> list[Row]:
    """Time all pairs of a corpus whose items have one mass, metric by metric.

    The peers are given fewer items, and their time is scaled.
    """
    few = dict(islice(masses.items(), peer_items))
    dataset = Dataset(few)
    flat, deep = Corpus.from_masses(masses).items, with_levels(masses).items

    def of_values(key: str, given: tuple[Item, ...]) -> object:
        # A corpus keeps its groups and its digest, so each call gets a new one.
        return all_values(Corpus(given), key)

    packed = list(blocks(Corpus(flat)))

    def of_packed(key: str) -> object:
        return [METRICS[key].values(b, [flat[i] for i in b.items.tolist()]) for b in packed]

    calls: dict[str, Callable[[], Any]] = {
        **{key: partial(of_values, key, flat) for key in FLAT},
        **{key: partial(of_values, key, deep) for key in HIERARCHICAL},
        **{f"{key} packed": partial(of_packed, key) for key in FLAT},
        "b peer": partial(boundary_similarity, dataset, n_t=2),
        "pk peer": partial(segeval_pk, dataset),
        "a peer": partial(alignment_similarities, few),
        "ghd peer": partial(all_nltk_ghds, few),
    }
    took = in_turn(calls, rounds)
    scale = len(masses) / peer_items
    note = "" if scale == 1 else f", {peer_items} items x {scale:g}"
    peers = {
        "b": (f"segeval{note}", 200),
        "pk": (f"segeval{note}", 200),
        "a": (f"plain Python{note}", 100),
        "ghd": (f"NLTK, strings from masses{note}", 20),
    }
    rows = []
    for key in (*FLAT, *HIERARCHICAL):
        what = f"corpus: all {METRICS[key].name}"
        if key in HIERARCHICAL:
            what += f", {LEVELS} levels"
        if key in peers:
            peer, at_least = peers[key]
            theirs = took[f"{key} peer"] * scale
            rows.append(beside(what, took[key], peer, theirs, at_least))
            of_blocks = f"{what}, items packed before"
            rows.append(beside(of_blocks, took[f"{key} packed"], peer, theirs, at_least))
        elif key in HIERARCHICAL:
            verdict = judged(took[key] < MOST_OF_LEVELS)
            target = f"< {MOST_OF_LEVELS} s"
            rows.append(Row(what, seconds(took[key]), target=target, verdict=verdict))
        else:
            rows.append(Row(what, seconds(took[key])))
    return rows


def million_rows() -> list[Row]:
    """Take time and memory of every linear metric on pairs of a million units.

    One call each, of the pair and by block; memory is the peak of what the call itself allocates,
    in 10**6 bytes.
    """
    # Memory is taken on a pair one unit longer, for which nothing is kept from the first.
    pairs = [(large_pair(kind, MILLION), large_pair(kind, MILLION + 1)) for kind in KINDS]
    rows = []
    for key, metric in METRICS.items():
        if metric.needs == "levels":
            continue
        for how, function in (("", _of_pair), (", by block", all_values)):
            times, peaks = [], []
            for corpus, longer in pairs:
                start = perf_counter()
                function(corpus, key)
                times.append(perf_counter() - start)
                tracemalloc.start()
                function(longer, key)
                peaks.append(tracemalloc.get_traced_memory()[1] / 1e6)
                tracemalloc.stop()
            rows.append(
                Row(
                    f"{MILLION:,} units, {' / '.join(KINDS)}: {key}{how}",
                    " / ".join(map(seconds, times)),
                    "peak memory",
                    " / ".join(f"{peak:.0f} MB" for peak in peaks),
                    target=f"< {MOST_SECONDS} s",
                    verdict=judged(max(times) < MOST_SECONDS),
                )
            )
    return rows


def _of_pair(corpus: Corpus, key: str) -> object:
    """Compute a metric of the two coders of the only item."""
    return METRICS[key](*corpus.items[0].codings.values())
