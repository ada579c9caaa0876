"""Carroll (2010): HierWD of hierarchical segmenters on 66 Wikipedia articles.

The published figures are those of Carroll's own tool, to three decimals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

from segmetrics.metrics.hierarchical import hierarchical_window_diff
from segmetrics.reliability.student_t import student_t
from segmetrics.reproduction.data import SEGMENTERS, Article
from segmetrics.reproduction.reproduced import Part, Reproduced, not_computed
from segmetrics.segmentation import Segmentation

PAPER = "carroll2010"
NONE = "NONE"
NEEDED = (
    "the articles come with Carroll's public tool, not with this program: give the file with "
    "their levels and ranks as data"
)
# How far a mean over sampled ties may lie from the exact one: with levels, without.
TOLERANCE = {False: 0.004, True: 0.003}
SAMPLED = (
    "the tool draws ways to break ties at random, and here the mean over all of them is exact; "
    f"the two may differ by {TOLERANCE[False]} with reference levels, by {TOLERANCE[True]} "
    "without"
)
NOT_PUBLISHED = "the data have no published figure of this segmenter"
NO_RANKS = "the data do not have this segmenter's ranks of every article"
LEVELS = {False: "reference levels", True: "reference levels ignored"}


# What the paper says of its paired tests of ignoring the reference's levels.
TESTED = ("HC99", "HCWM", "GBEM", "HBT")
SHARE = 0.0001
SAID = "p < .0001"
SIDES = ("reference", "hypothesis")
NO_TEST = "a test needs this segmenter's ranks of several articles, and they must differ"
NO_T = "the paper prints no t"
NOT_SO_SMALL = (
    "a paired t test over the articles, two-sided; of the four segmenters p is below .0001 for "
    "GBEM alone"
)


def parts(articles: Sequence[Article]) -> tuple[Part, ...]:
    """Compute HierWD of the articles again."""
    if not articles:
        nothing = not_computed("66 articles", "HC99 and NONE", NEEDED)
        return (Part(paper=PAPER, title="HierWD", how="", rows=(nothing,)),)
    figures = {
        ignored: {
            name: [_figure(article, name, ignored=ignored) for article in articles]
            for name in (*SEGMENTERS, NONE)
        }
        for ignored in LEVELS
    }
    means = [
        _mean(name, of_segmenter, ignored=ignored)
        for ignored, by_segmenter in figures.items()
        for name, of_segmenter in by_segmenter.items()
    ]
    return (
        Part(
            paper=PAPER,
            title="HierWD, means",
            how=f"Means over {len(articles)} articles, of the published figures and of ours, each "
            f"segmenter against the article's headings. {NONE} places no boundary: one large tie.",
            rows=tuple(means),
        ),
        Part(
            paper=PAPER,
            title="Paired tests",
            how=f"Whether ignoring levels changes HierWD: paired t tests over {len(articles)} "
            "articles. A t above 0 means that HierWD is higher without the levels than with them.",
            rows=tuple(_tests(articles)),
        ),
        *(
            Part(
                paper=PAPER,
                title=f"HierWD, {title}",
                how=f"Article by article, with ignore_reference_levels={str(ignored).lower()}.",
                rows=tuple(_published(figures[ignored])),
            )
            for ignored, title in LEVELS.items()
        ),
    )


def _tests(articles: Sequence[Article]) -> Iterator[Reproduced]:
    """Test whether ignoring levels changes HierWD, paired by article."""
    for side in SIDES:
        row = f"{side}'s levels"
        for segmenter in TESTED:
            t = _paired_t(_differences(articles, segmenter, side))
            if side == "reference":
                ours = None
                if t is not None:
                    beyond = abs(t) > student_t(1 - SHARE / 2, len(articles) - 1)
                    ours = SAID if beyond else "p ≥ .0001"
                figure = Reproduced(row=row, column=segmenter, published=SAID, ours=ours)
                yield figure.because("differs", NOT_SO_SMALL).because("missing", NO_TEST)
            yield Reproduced(
                row=row, column=f"t of {segmenter}", published=None, ours=t, decimals=1
            ).because("missing", NO_TEST if t is None else NO_T)


def _differences(articles: Sequence[Article], segmenter: str, side: str) -> list[float] | None:
    """Subtract HierWD with levels from HierWD without them; None if a figure is missing."""
    found = []
    for article in articles:
        if segmenter not in article.ranked:
            return None
        pair = (article.ranked[segmenter], article.reference)
        with_levels = hierarchical_window_diff(*pair).value
        without = hierarchical_window_diff(
            *pair,
            ignore_reference_levels=side == "reference",
            ignore_hypothesis_levels=side == "hypothesis",
        ).value
        if with_levels is None or without is None:
            return None
        found.append(without - with_levels)
    return found


def _paired_t(differences: Sequence[float] | None) -> float | None:
    """Compute t of paired differences; None where they do not vary."""
    if differences is None or len(differences) < 2:
        return None
    deviation = stdev(differences)
    return fmean(differences) / deviation * sqrt(len(differences)) if deviation else None


def _published(figures: Mapping[str, Sequence[Reproduced]]) -> Iterator[Reproduced]:
    """List the figures of the segmenters that have a published one, article by article."""
    shown = [
        of_segmenter
        for of_segmenter in figures.values()
        if any(figure.published is not None for figure in of_segmenter)
    ]
    for row in zip(*shown, strict=True):
        yield from row


def _figure(article: Article, segmenter: str, *, ignored: bool) -> Reproduced:
    nothing = Segmentation(article.reference.mass, ())
    hypothesis = nothing if segmenter == NONE else article.ranked.get(segmenter)
    ours = None
    reason = NO_RANKS
    if hypothesis is not None:
        found = hierarchical_window_diff(
            hypothesis, article.reference, ignore_reference_levels=ignored
        )
        ours, reason = found.value, found.undefined or NOT_PUBLISHED
    return (
        Reproduced(
            row=article.name,
            column=segmenter,
            published=article.published.get((segmenter, ignored)),
            ours=ours,
            decimals=3,
            tolerance=_tolerance(segmenter, ignored=ignored),
        )
        .because("missing", reason)
        .because("close", SAMPLED)
    )


def _mean(segmenter: str, figures: Sequence[Reproduced], *, ignored: bool) -> Reproduced:
    """Average what a segmenter has on all articles; nothing if one is missing."""
    theirs = [f.published for f in figures if isinstance(f.published, float)]
    ours = [f.ours for f in figures if isinstance(f.ours, float)]
    whole = len(figures)
    return (
        Reproduced(
            row=LEVELS[ignored],
            column=segmenter,
            published=fmean(theirs) if len(theirs) == whole else None,
            ours=fmean(ours) if len(ours) == whole else None,
            decimals=3,
            tolerance=_tolerance(segmenter, ignored=ignored),
        )
        .because("missing", NOT_PUBLISHED if len(ours) == whole else NO_RANKS)
        .because("close", SAMPLED)
    )


def _tolerance(segmenter: str, *, ignored: bool) -> float:
    return TOLERANCE[ignored] if segmenter == NONE else 0.0
