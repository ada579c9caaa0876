"""The agreement of a whole corpus: each item, each coder group, the corpus.

This is the shape of Fournier & Inkpen's Table 2, for any corpus. A group's
coefficients are pooled over its items; the corpus figures are the mean and the
population standard deviation over groups.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.agreement.coefficients import (
    CONVENTIONS,
    Coefficients,
    Convention,
    Tally,
    coefficients,
    why_undefined,
)
from segmetrics.batch import Block, BlockEdits, block_edits, block_windows, blocks
from segmetrics.corpus import Corpus
from segmetrics.edits import EditModel
from segmetrics.metrics.windows import WIDTHS, WindowWidth, no_window

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from segmetrics.corpus import CoderGroup
    from segmetrics.segmentation import Segmentation

__all__ = [
    "AgreementOptions",
    "AgreementRow",
    "AgreementTable",
    "Level",
    "agreement",
    "pair_agreement",
]

Level = Literal["item", "group", "corpus"]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

NO_BOUNDARY = "nobody placed a boundary"
NOTHING_UNDEFINED: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementOptions:
    """How agreement is computed; goes with every number as its signature.

    Parameters
    ----------
    convention : {"defined", "published"}, default "defined"
        What expected agreement counts, see `segmetrics.agreement.coefficients`.
    width : {"units", "boundaries"}, default "units"
        Width of WindowDiff's window, see `segmetrics.metrics.windows`.
    model : EditModel, optional
        Near-miss window and costs of edits.

    Raises
    ------
    ValueError
        If an option is none of its choices.
    """

    convention: Convention = "defined"
    width: WindowWidth = "units"
    model: EditModel = field(default_factory=EditModel)

    def __post_init__(self) -> None:
        if self.convention not in CONVENTIONS:
            raise ValueError(
                f"convention is one of {', '.join(CONVENTIONS)}, got {self.convention!r}"
            )
        if self.width not in WIDTHS:
            raise ValueError(f"window width is one of {', '.join(WIDTHS)}, got {self.width!r}")

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        model = self.model
        return (
            f"convention={self.convention}, n={model.n}, w_sub={model.substitution:g}, "
            f"w_trp={model.transposition:g} ({model.scaling}), windowdiff={self.width}"
        )


class AgreementRow(NamedTuple):
    """Agreement on one item, in one coder group, or over the corpus.

    ``None`` where a value is undefined (`undefined` says why) or where the level
    has none (`observed`, `expected_pi` and `expected_kappa` of the corpus, the three
    last ``_sd`` of items and groups).

    Parameters
    ----------
    level : {"item", "group", "corpus"}
        What the row is about.
    item : str
        Name of the item or of the group; empty for the corpus.
    pi_star_s, kappa_star_s : float or None
        pi*_S and kappa*_S: at most 1, higher is better, 1 is perfect.
    bias_s : float or None
        Expected agreement of pi* less that of kappa*.
    one_minus_wd_mean, one_minus_wd_sd : float or None
        Mean and population standard deviation of 1 - WindowDiff over ordered
        pairs of coders; in [0, 1], higher is better. For the corpus over the
        means of the groups.
    coders, boundaries, mass : int
        Coders; boundaries of all of them (``published``: segments); units.
    near_misses, full_misses : int
        Transpositions and substitutions over all pairs of coders.
    pi_star_s_sd, kappa_star_s_sd, bias_s_sd : float or None
        Population standard deviation over groups.
    observed, expected_pi, expected_kappa : float or None
        What the coefficients came from.
    undefined : mapping of str to str
        Column to the reason why it is undefined.
    note : str
        What a reader should know about the row, or empty.
    """

    level: Level
    item: str
    pi_star_s: float | None
    kappa_star_s: float | None
    bias_s: float | None
    one_minus_wd_mean: float | None
    one_minus_wd_sd: float | None
    coders: int
    boundaries: int
    mass: int
    near_misses: int
    full_misses: int
    pi_star_s_sd: float | None = None
    kappa_star_s_sd: float | None = None
    bias_s_sd: float | None = None
    observed: float | None = None
    expected_pi: float | None = None
    expected_kappa: float | None = None
    undefined: Mapping[str, str] = NOTHING_UNDEFINED
    note: str = ""


@dataclass(frozen=True)
class AgreementTable:
    """Agreement of a corpus on every level.

    Parameters
    ----------
    items : tuple of AgreementRow
        One row an item, in the order of the corpus.
    groups : tuple of AgreementRow
        One row a coder group, in the order of ``corpus.groups``.
    corpus : AgreementRow
        Mean and standard deviation over groups; its counts are sums.
    options : AgreementOptions
        How it was computed.
    digest : str
        SHA-256 of the corpus it was computed from.
    """

    items: tuple[AgreementRow, ...]
    groups: tuple[AgreementRow, ...]
    corpus: AgreementRow
    options: AgreementOptions
    digest: str

    @property
    def rows(self) -> tuple[AgreementRow, ...]:
        """Items, then groups, then the corpus."""
        return (*self.items, *self.groups, self.corpus)


def agreement(corpus: Corpus, options: AgreementOptions | None = None) -> AgreementTable:
    """Compute the agreement of a corpus on every level.

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

    References
    ----------
    Fournier & Inkpen (2012), Table 2 and section 5.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses(
    ...     {"ch1": {"an1": [11, 2], "an2": [2, 1, 7, 2, 1], "an3": [9, 4], "an4": [2, 8, 2, 1]}}
    ... )
    >>> row = agreement(corpus, AgreementOptions(convention="published")).items[0]
    >>> round(row.pi_star_s, 4), round(row.one_minus_wd_mean, 4), row.near_misses
    (0.7452, 0.6641, 4)
    """
    options = options or AgreementOptions()
    rows: dict[int, AgreementRow] = {}
    pools = {group.coders: _Pool(group) for group in corpus.groups}
    pool_of = {coder: pool for pool in pools.values() for coder in pool.group.coders}
    for block in blocks(corpus):
        edits = block_edits(block, options.model)
        similar = 1 - block_windows(block, options.width).penalty
        marks = block.boundaries + (options.convention == "published")
        names = [corpus.items[place].name for place in block.items]
        rows.update(zip(block.items.tolist(), _rows(block, names, edits, similar, marks), strict=True))
        pool_of[block.coders[0]].add(block, edits, similar, marks)
    groups = tuple(pool.row(options.convention) for pool in pools.values())
    return AgreementTable(
        items=tuple(rows[place] for place in range(len(rows))),
        groups=groups,
        corpus=_corpus_row(groups),
        options=options,
        digest=corpus.digest,
    )


def pair_agreement(
    a: Segmentation,
    b: Segmentation,
    options: AgreementOptions | None = None,
    *,
    coders: tuple[str, str] = ("a", "b"),
) -> AgreementRow:
    """Compute Scott's pi and Cohen's kappa of two coders on one item.

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
        ``pi_star_s`` is Scott's pi and ``kappa_star_s`` Cohen's kappa, over S.

    Raises
    ------
    CorpusError
        If the two differ in mass.

    References
    ----------
    Fournier & Inkpen (2012), equations 5 to 11.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> row = pair_agreement(Segmentation.from_masses([6, 8]), Segmentation.from_masses([7, 7]))
    >>> round(row.observed, 4), round(row.expected_pi, 4), round(row.pi_star_s, 4)
    (0.9231, 0.0059, 0.9226)
    """
    from segmetrics.corpus import Item

    item = Item("", dict(zip(coders, (a, b), strict=True)))
    return agreement(Corpus((item,)), options).items[0]


def _rows(
    block: Block, names: Iterable[str], edits: BlockEdits, similar: Floats, marks: Ints
) -> Iterable[AgreementRow]:
    """Make the rows of the items of a block."""
    coders, places = len(block.coders), block.masses - 1
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = marks / places
        mean_rate = marks.sum(axis=0) / (coders * places)
    found = coefficients(
        Tally(
            first=edits.first,
            second=edits.second,
            places=np.broadcast_to(places, edits.cost.shape),
            cost=edits.cost,
            rate=rate,
            mean_rate=mean_rate,
        )
    )
    mean, sd = _mean_and_sd(similar)
    rows = map(
        AgreementRow,
        ["item"] * len(places),
        names,
        _optional(found.pi),
        _optional(found.kappa),
        _optional(found.bias),
        _optional(mean),
        _optional(sd),
        [coders] * len(places),
        marks.sum(axis=0).tolist(),
        block.masses.tolist(),
        edits.near_misses.sum(axis=0).tolist(),
        edits.full_misses.sum(axis=0).tolist(),
        *[[None] * len(places)] * 3,
        _optional(found.observed),
        _optional(found.expected_pi),
        _optional(found.expected_kappa),
    )
    empty = (block.boundaries.sum(axis=0) == 0).tolist()
    return [_explained(row, nobody) for row, nobody in zip(rows, empty, strict=True)]


def _explained(row: AgreementRow, nobody: bool) -> AgreementRow:
    """Add the reasons for what is undefined, and a note where nobody placed a boundary."""
    note = NO_BOUNDARY if nobody and row.coders > 1 and row.mass > 1 else ""
    if None not in row[2:7]:
        return row._replace(note=note) if note else row
    reasons = {
        column: why_undefined(row.coders, row.mass, np.nan if expected is None else expected)
        for column, expected in (
            ("pi_star_s", row.expected_pi),
            ("kappa_star_s", row.expected_kappa),
            ("bias_s", row.expected_pi),
        )
        if getattr(row, column) is None
    }
    if row.one_minus_wd_mean is None:
        why = no_window(row.mass, 2) if row.coders > 1 else why_undefined(row.coders, row.mass, 0)
        reasons |= {"one_minus_wd_mean": why, "one_minus_wd_sd": why}
    return row._replace(undefined=reasons, note=note)


@dataclass
class _Pool:
    """What a coder group adds up to, block by block."""

    group: CoderGroup
    mass: int = 0
    longest: int = 0
    near_misses: int = 0
    full_misses: int = 0
    boundaries: int = 0
    marks_shown: int = 0
    rates: list[Floats] = field(default_factory=list)
    similar: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        size = len(self.group.coders)
        self.place_of = {coder: place for place, coder in enumerate(self.group.coders)}
        self.pair_places = np.zeros((size, size), dtype=np.int64)
        self.pair_cost = np.zeros((size, size))
        self.marks = np.zeros(size, dtype=np.int64)
        self.places = np.zeros(size, dtype=np.int64)

    def add(self, block: Block, edits: BlockEdits, similar: Floats, marks: Ints) -> None:
        """Add the items of a block."""
        who = np.array([self.place_of[coder] for coder in block.coders])
        first, second = who[edits.first], who[edits.second]
        places = block.masses - 1
        open_items = places > 0
        self.pair_places[first, second] += places.sum()
        self.pair_cost[first, second] += edits.cost.sum(axis=1)
        self.marks[who] += marks[:, open_items].sum(axis=1)
        self.places[who] += places.sum()
        self.rates.append((marks[:, open_items] / places[open_items]).ravel())
        self.similar.append(similar.ravel())
        self.mass += int(block.masses.sum())
        self.longest = max(self.longest, int(block.masses.max()))
        self.near_misses += int(edits.near_misses.sum())
        self.full_misses += int(edits.full_misses.sum())
        self.boundaries += int(block.boundaries.sum())
        self.marks_shown += int(marks.sum())

    def row(self, convention: Convention) -> AgreementRow:
        """Make the row of the group."""
        first, second = np.triu_indices(len(self.places), 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            rate = self.marks / self.places
            mean_rate = self.marks.sum() / self.places.sum()
        rates = np.concatenate(self.rates)
        if convention == "published" and len(rates):
            mean_rate = rates.mean()
        found = coefficients(
            Tally(
                first=first,
                second=second,
                places=self.pair_places[first, second, np.newaxis],
                cost=self.pair_cost[first, second, np.newaxis],
                rate=rate[:, np.newaxis],
                mean_rate=np.atleast_1d(mean_rate),
            )
        )
        similar = np.concatenate(self.similar)
        mean, sd = _mean_and_sd(similar[~np.isnan(similar), np.newaxis])
        row = AgreementRow(
            "group",
            self.group.name,
            *_first(found.pi, found.kappa, found.bias, mean, sd),
            coders=len(self.places),
            boundaries=self.marks_shown,
            mass=self.mass,
            near_misses=self.near_misses,
            full_misses=self.full_misses,
            **_named_expectations(found),
        )
        explained = _explained(row._replace(mass=self.longest), self.boundaries == 0)
        return explained._replace(mass=self.mass)


def _named_expectations(found: Coefficients) -> dict[str, float | None]:
    names = ("observed", "expected_pi", "expected_kappa")
    return {name: _first(getattr(found, name))[0] for name in names}


def _corpus_row(groups: tuple[AgreementRow, ...]) -> AgreementRow:
    """Take mean and population standard deviation over the groups that have a value."""
    names = ("pi_star_s", "kappa_star_s", "bias_s", "one_minus_wd_mean")
    columns = {name: [v for g in groups if (v := getattr(g, name)) is not None] for name in names}
    mean = {name: float(np.mean(v)) if v else None for name, v in columns.items()}
    sd = {name: float(np.std(v)) if v else None for name, v in columns.items()}
    why = "no coder group has a value"
    reasons = {name: why for name, value in mean.items() if value is None}
    if "one_minus_wd_mean" in reasons:
        reasons["one_minus_wd_sd"] = why
    with_value = len(columns["pi_star_s"])
    note = f"{with_value} of {len(groups)} groups have a value" if with_value < len(groups) else ""
    return AgreementRow(
        "corpus",
        "",
        **mean,
        one_minus_wd_sd=sd["one_minus_wd_mean"],
        **{total: sum(getattr(g, total) for g in groups) for total in TOTALS},
        **{f"{name}_sd": sd[name] for name in names[:3]},
        undefined=reasons or NOTHING_UNDEFINED,
        note=note,
    )


TOTALS = ("coders", "boundaries", "mass", "near_misses", "full_misses")


def _mean_and_sd(values: Floats) -> tuple[Floats, Floats]:
    """Mean and population standard deviation of each column; NaN without rows."""
    if not len(values):
        nothing = np.full(values.shape[1:], np.nan)
        return nothing, nothing
    return values.mean(axis=0), values.std(axis=0)


def _optional(values: Floats) -> list[float | None]:
    """Turn NaN into None, for undefined."""
    return [None if value != value else value for value in values.tolist()]


def _first(*columns: Floats) -> tuple[float | None, ...]:
    return tuple(_optional(column)[0] for column in columns)
