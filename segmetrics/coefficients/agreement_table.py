"""The agreement of a whole corpus: each item, each coder group, the corpus.

This is the shape of Fournier & Inkpen's Table 2, for any corpus. A group's
coefficients are pooled over its items; the corpus figures are the mean and the
population standard deviation over groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.chance_corrected import ONE_CODER, Coefficients, or_none, why_undefined
from segmetrics.coefficients.level_similarity import level_similarities
from segmetrics.coefficients.levels import NO_GROUP, ONE_GROUP, Level, LevelTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import (
    BlockTally,
    GroupTally,
    block_tallies,
    group_tallies,
    pooled,
)
from segmetrics.corpus import Corpus, CorpusError, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.counts import NOBODY
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.metrics.windows import no_window
from segmetrics.segmentation import Segmentation

NO_VALUE = "no pair of coders has a value of the similarity"
LEVELS = "one_minus_hierwd_mean"
VALUES = ("pi_star", "kappa_star", "bias", "one_minus_wd_mean", "one_minus_wd_sd")
NOTHING_UNDEFINED: Mapping[str, str] = MappingProxyType({})


class AgreementRow(NamedTuple):
    """Agreement on one item, in one coder group, or over the corpus.

    ``None`` where a value is undefined (`undefined` says why) or where the level
    has none (`observed`, `expected_pi` and `expected_kappa` of the corpus, the three
    last ``_sd`` of items and groups).
    """

    level: Level  #: what the row is about
    item: str  #: name of the item or of the group; empty for the corpus
    pi_star: float | None  #: pi*_S: at most 1, higher is better, 1 is perfect
    kappa_star: float | None  #: kappa*_S: likewise
    bias: float | None  #: expected agreement of pi* less that of kappa*
    #: Mean of 1 - WindowDiff over ordered pairs of coders, in [0, 1], higher is better; for the
    #: corpus over the means of the groups.
    one_minus_wd_mean: float | None
    one_minus_wd_sd: float | None  #: its population standard deviation
    coders: int  #: how many coders
    boundaries: int  #: boundaries of all of them (``published``: segments)
    mass: int  #: units
    near_misses: int  #: transpositions over all pairs of coders
    full_misses: int  #: substitutions over all pairs
    pi_star_sd: float | None = None  #: population standard deviation of pi* over groups
    kappa_star_sd: float | None = None  #: that of kappa*
    bias_sd: float | None = None  #: that of bias
    observed: float | None = None  #: observed agreement, from which the coefficients came
    expected_pi: float | None = None  #: expected agreement of pi*
    expected_kappa: float | None = None  #: that of kappa*
    #: Mean of 1 - HierWD over ordered pairs of coders, if boundaries have levels: in [0, 1], higher
    #: is better. For the corpus over the means of the groups.
    one_minus_hierwd_mean: float | None = None
    #: Those of the full misses where both marked a place, but with other types.
    type_misses: int = 0
    undefined: Mapping[str, str] = NOTHING_UNDEFINED  #: column to the reason why it is undefined
    note: str = ""  #: what a reader should know about the row, or empty


@dataclass(frozen=True)
class AgreementTable(LevelTable[AgreementRow]):
    """Agreement of a corpus on every level.

    The row of the corpus has means and standard deviations over groups; its counts are sums.
    """

    options: AgreementOptions  #: how it was computed
    digest: str  #: SHA-256 of the corpus it was computed from

    @property
    def has_levels(self) -> bool:
        """Whether boundaries have levels, so that rows compare them."""
        return self.corpus.one_minus_hierwd_mean is not None or LEVELS in self.corpus.undefined


@on_axis("agreement", only="units")
def agreement(corpus: Corpus, options: AgreementOptions | None = None) -> AgreementTable:
    """Compute the agreement of a corpus on every level.

    Source: Fournier & Inkpen (2012), Table 2 and section 5. ``sm.agreement`` takes recordings too,
    with `RecordingOptions`, see `segmetrics.reliability.recording_agreement`.

    Parameters
    ----------
    corpus : Corpus
        Items, coders, and gaps.
    options : AgreementOptions, optional
        Convention, window width, near-miss window and costs.

    Returns
    -------
    AgreementTable
        A row for each item, then each group, then the corpus.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses(
    ...     {"ch1": {"an1": [11, 2], "an2": [2, 1, 7, 2, 1], "an3": [9, 4], "an4": [2, 8, 2, 1]}}
    ... )
    >>> row = agreement(corpus, AgreementOptions(convention="published")).items[0]
    >>> round(row.pi_star, 4), round(row.one_minus_wd_mean, 4), row.near_misses
    (0.7452, 0.6641, 4)
    """
    options = options or AgreementOptions()
    corpus = with_uncertain(corpus, options.uncertain)
    tallies = list(block_tallies(corpus, options))
    rows: dict[int, AgreementRow] = {}
    for tally in tallies:
        places = tally.block.items.tolist()
        names = [corpus.items[place].name for place in places]
        rows.update(zip(places, _item_rows(tally, names), strict=True))
    items = [rows[place] for place in range(len(rows))]
    groups = [_group_row(tally, corpus) for tally in group_tallies(corpus, options, tallies)]
    if corpus.kind == "hierarchical":
        items, groups = _with_levels(corpus, items, groups)
    return AgreementTable(
        items=tuple(items),
        groups=tuple(groups),
        corpus=_corpus_row(groups, levels=corpus.kind == "hierarchical"),
        options=options,
        digest=corpus.codings_digest,
    )


@on_axis("pair_agreement", not_of=only_texts("hit_rate(a, b), and b(a, b, n=SECONDS)"))
def pair_agreement(
    a: Segmentation,
    b: Segmentation,
    options: AgreementOptions | None = None,
    *,
    coders: tuple[str, str] = ("a", "b"),
) -> AgreementRow:
    """Compute the agreement of two coders on one item.

    Source: Fournier & Inkpen (2012), equations 5 to 11.

    Parameters
    ----------
    a, b : Segmentation
        Two segmentations of one item.
    options : AgreementOptions, optional
        Convention, window width, near-miss window and costs.
    coders : pair of str, default ("a", "b")
        Names of the two coders.

    Returns
    -------
    AgreementRow
        As the row of an item with two coders.

    Raises
    ------
    CorpusError
        If the two differ in mass, or the coders have one name.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> row = pair_agreement(Segmentation.from_masses([6, 8]), Segmentation.from_masses([7, 7]))
    >>> round(row.observed, 4), round(row.expected_pi, 4), round(row.pi_star, 4)
    (0.9231, 0.0059, 0.9226)
    """
    if coders[0] == coders[1]:
        raise CorpusError(f"two coders have two names, got {coders[0]!r} twice")
    item = Item("", dict(zip(coders, (a, b), strict=True)))
    return agreement(Corpus((item,)), options).items[0]


def _item_rows(tally: BlockTally, names: Sequence[str]) -> list[AgreementRow]:
    """Return the rows of the items of a block."""
    block, ratios = tally.block, tally.ratios
    rows = _rows(
        "item",
        names,
        tally.coefficients,
        tally.similar,
        coders=[len(block.coders)] * len(names),
        boundaries=tally.marks.sum(axis=(0, 1)).tolist(),
        masses=block.masses.tolist(),
        near_misses=ratios.near_misses.sum(axis=0).tolist(),
        full_misses=ratios.full_misses.sum(axis=0).tolist(),
        type_misses=ratios.type_misses.sum(axis=0).tolist(),
    )
    empty = (block.boundaries.sum(axis=0) == 0).tolist()
    return [_explained(row, nobody, row.mass) for row, nobody in zip(rows, empty, strict=True)]


def _group_row(tally: GroupTally, corpus: Corpus) -> AgreementRow:
    """Return the row of a coder group."""
    (row,) = _rows(
        "group",
        [tally.group.name],
        pooled(tally).coefficients,
        tally.every_similar[:, np.newaxis],
        coders=[len(tally.group.coders)],
        boundaries=[int(tally.marks.sum())],
        masses=[int((tally.places + 1).sum())],
        near_misses=[int(tally.total(tally.near_misses).sum())],
        full_misses=[int(tally.total(tally.full_misses).sum())],
        type_misses=[int(tally.total(tally.type_misses).sum())],
    )
    items = [corpus.items[place] for place in tally.items.tolist()]
    nobody = not any(coding.boundaries for item in items for coding in item.codings.values())
    longest = max((item.mass for item in items if len(item.codings) > 1), default=0)
    return _explained(row, nobody, longest)


def _rows(
    level: Level,
    names: Sequence[str],
    found: Coefficients,
    similar: Floats,
    *,
    coders: Sequence[int],
    boundaries: Sequence[int],
    masses: Sequence[int],
    near_misses: Sequence[int],
    full_misses: Sequence[int],
    type_misses: Sequence[int],
) -> Iterable[AgreementRow]:
    """Return rows of one level from coefficients, 1 - WindowDiff of all pairs, and counts."""
    mean, sd = _mean_and_sd(similar)
    no_sds = [repeat(None)] * 3
    return map(
        AgreementRow,
        repeat(level),
        names,
        or_none(found.pi),
        or_none(found.kappa),
        or_none(found.bias),
        or_none(mean),
        or_none(sd),
        coders,
        boundaries,
        masses,
        near_misses,
        full_misses,
        *no_sds,
        or_none(found.observed),
        or_none(found.expected_pi),
        or_none(found.expected_kappa),
        repeat(None),
        type_misses,
    )


def _with_levels(
    corpus: Corpus, items: Sequence[AgreementRow], groups: Sequence[AgreementRow]
) -> tuple[list[AgreementRow], list[AgreementRow]]:
    """Add how pairs of coders agree on levels."""
    of_item = level_similarities(corpus)
    of_group = [np.concatenate([of_item[name] for name in group.items]) for group in corpus.groups]
    return (
        [_with_level(row, of_item[row.item]) for row in items],
        [_with_level(row, values) for row, values in zip(groups, of_group, strict=True)],
    )


def _with_level(row: AgreementRow, values: Floats) -> AgreementRow:
    """Add the mean of the similarities of levels, or why there is none."""
    if len(values):
        return row._replace(one_minus_hierwd_mean=float(values.mean()))
    why = NO_PLACE if NO_PLACE in row.undefined.values() else NOBODY
    why = ONE_CODER if row.coders < 2 else why
    return row._replace(undefined={**row.undefined, LEVELS: why})


def _explained(row: AgreementRow, nobody: bool, longest: int) -> AgreementRow:
    """Add the reasons for what is undefined, and a note where nobody placed a boundary."""
    note = NOBODY if nobody and row.coders > 1 and longest > 1 else ""
    reasons = {}
    for column, expected in (
        ("pi_star", row.expected_pi),
        ("kappa_star", row.expected_kappa),
        ("bias", row.expected_pi),
    ):
        if getattr(row, column) is None:
            if row.observed is None and expected is not None and row.coders > 1:
                reasons[column] = NO_VALUE
            else:
                reasons[column] = why_undefined(row.coders, longest, expected)
    if row.one_minus_wd_mean is None:
        why = no_window(longest, 2) if row.coders > 1 else ONE_CODER
        reasons |= {"one_minus_wd_mean": why, "one_minus_wd_sd": why}
    return row._replace(undefined=reasons, note=note) if reasons or note else row


def _corpus_row(groups: Sequence[AgreementRow], *, levels: bool) -> AgreementRow:
    """Return mean and population standard deviation over the groups that have a value."""
    pi, pi_sd = _over_groups(row.pi_star for row in groups)
    kappa, kappa_sd = _over_groups(row.kappa_star for row in groups)
    bias, bias_sd = _over_groups(row.bias for row in groups)
    similar, similar_sd = _over_groups(row.one_minus_wd_mean for row in groups)
    levelled, _ = _over_groups(row.one_minus_hierwd_mean for row in groups)
    valued = sum(row.pi_star is not None for row in groups)
    row = AgreementRow(
        level="corpus",
        item="",
        pi_star=pi,
        kappa_star=kappa,
        bias=bias,
        one_minus_wd_mean=similar,
        one_minus_wd_sd=similar_sd,
        coders=sum(row.coders for row in groups),
        boundaries=sum(row.boundaries for row in groups),
        mass=sum(row.mass for row in groups),
        near_misses=sum(row.near_misses for row in groups),
        full_misses=sum(row.full_misses for row in groups),
        type_misses=sum(row.type_misses for row in groups),
        pi_star_sd=pi_sd,
        kappa_star_sd=kappa_sd,
        bias_sd=bias_sd,
        one_minus_hierwd_mean=levelled,
        note=f"{valued} of {len(groups)} groups have a value" if valued < len(groups) else "",
    )
    columns = (*VALUES, LEVELS) if levels else VALUES
    reasons = {column: NO_GROUP for column in columns if getattr(row, column) is None}
    if similar is not None and similar_sd is None:
        reasons["one_minus_wd_sd"] = ONE_GROUP
    return row._replace(undefined=reasons) if reasons else row


def _over_groups(values: Iterable[float | None]) -> tuple[float | None, float | None]:
    """Return mean and standard deviation of the values there are; one value does not spread."""
    found = [value for value in values if value is not None]
    if not found:
        return None, None
    return float(np.mean(found)), float(np.std(found)) if len(found) > 1 else None


def _mean_and_sd(values: Floats) -> tuple[Floats, Floats]:
    """Mean and population standard deviation of each column; NaN without rows."""
    if not len(values):
        nothing = np.full(values.shape[1:], np.nan)
        return nothing, nothing
    return values.mean(axis=0), values.std(axis=0)
