"""Where a number of the agreement table comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.agreement_table import LEVELS, AgreementRow, AgreementTable
from segmetrics.coefficients.level_similarity import level_similarities
from segmetrics.coefficients.levels import row_heading, row_in_words
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import BlockTally, GroupTally, block_tallies, group_tallies
from segmetrics.coefficients.quantities import AGREEMENT, similarity_name
from segmetrics.corpus import Corpus
from segmetrics.derivations.derivation import Count, Derivation, Step, Working
from segmetrics.derivations.latex_formulas import (
    WRITTEN_OUT,
    deviation,
    difference,
    fraction,
    mean_of,
    number,
    sum_of,
    written_sum,
)
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.blocks.window_blocks import WindowWidth
from segmetrics.metrics.registry import METRICS

PAPER = "Fournier & Inkpen (2012)"
OVER_SIMILARITY = ("pi_star", "kappa_star")
COEFFICIENTS = (*OVER_SIMILARITY, "bias", "one_minus_wd_mean", "one_minus_wd_sd", LEVELS)
POOLED = {"coders": "Coders of the group.", "mass": "Units of the items of the group."}
# What a similarity is a share of, where it is one of counts.
WHOLES = {"s": "potential boundaries", "b": "edits and matches"}
NOBODY = r"1 \text{, as nobody placed a boundary}"


def coefficient_derivation(
    corpus: Corpus, table: AgreementTable, row: AgreementRow, column: str
) -> Derivation:
    """Return where a number of an agreement table comes from."""
    options = table.options
    if row.level == "corpus":
        working = _over_groups(table, column)
    else:
        counted = _counted(with_uncertain(corpus, options.uncertain), row, options)
        working = COLUMNS[column](counted, column)
    quantity = AGREEMENT[column]
    if column in OVER_SIMILARITY:
        quantity = quantity.over(options.similarity)
    name = _what(options) if column == "boundaries" else quantity.name
    return Derivation.of(
        working,
        getattr(row, column),
        name=f"{name} of {row_in_words(row.level, row.item)}",
        about=_explanation(row, column, len(table.groups)),
        convention=_convention(options, column),
        source=_source(options, column),
        undefined=row.undefined.get(column, ""),
    )


def _explanation(row: AgreementRow, column: str, groups: int) -> str:
    """Return what a column is on the level of a row."""
    quantity = AGREEMENT[column]
    if row.level == "item":
        return quantity.about
    if row.level == "group":
        return POOLED.get(column, f"{quantity.about} Pooled over the items of the group.")
    over = "the one coder group" if groups == 1 else f"{groups:,} coder groups"
    if column not in COEFFICIENTS:
        return f"{quantity.name}, added up over {over}."
    if column == "one_minus_wd_sd":
        return f"How much the mean 1−WD differs between groups: its standard deviation over {over}."
    return f"{quantity.about} Here: the mean over {over}."


def _convention(options: AgreementOptions, column: str) -> str:
    """Name the choices that a column depends on."""
    similarity = options.similarity if column in OVER_SIMILARITY else ""
    said = []
    if column == "boundaries":
        said.append(f"Convention “{options.convention}” counts {_what(options).lower()}.")
    if column in (*OVER_SIMILARITY, "bias"):
        what = (
            "the formula for chance counts segments, as Table 2 of the paper was computed"
            if _counts_segments(options)
            else (
                "the formula for chance counts boundaries, as equations 8 and 11 of the paper say"
            )
        )
        said.append(f"Convention “{options.convention}”: {what}.")
    if column.startswith("one_minus_wd") or similarity == "wd":
        said.append(
            f"A {window_holds(options.width)}; k is half the mean segment of the reference, "
            f"rounded half {'up' if options.halves == 'up' else 'to even'}, at least 2."
        )
    if column in ("near_misses", "full_misses") or similarity in WHOLES:
        said.append(near_miss_window(options.model.n))
    if options.uncertain != "type":
        said.append(f"Boundaries marked as uncertain: {options.uncertain}.")
    return " ".join(said)


def window_holds(width: WindowWidth) -> str:
    """Return what a window of WindowDiff holds."""
    return f"window holds k {'units' if width == 'units' else 'potential boundaries'}"


def near_miss_window(n: int) -> str:
    """Return what the near-miss window means."""
    return f"n = {n}: boundaries fewer than {n} positions apart are a near miss."


def _source(options: AgreementOptions, column: str) -> str:
    """Name the works that define a column."""
    if column in ("near_misses", "full_misses"):
        return f"{PAPER}, section 3"
    if column.startswith("one_minus_wd"):
        return f"{PAPER}, equation 1; Pevzner & Hearst (2002), section 4"
    if column == LEVELS:
        return AGREEMENT[column].source
    if column == "bias":
        return f"{PAPER}, section 4; Artstein & Poesio (2008)"
    if column not in COEFFICIENTS:
        return ""
    said = f"{PAPER}, equations 5 to 15"
    metric = METRICS.get(options.similarity)
    return f"{said}; {'; '.join(metric.citation)}" if metric and metric.key != "s" else said


def mean_over_groups(values: Sequence[float | None], symbol: str) -> Working:
    """Return the working of a mean over coder groups."""
    known = [value for value in values if value is not None]
    formula = rf"\frac{{1}}{{G}} \sum_{{g=1}}^{{G}} {symbol}_g"
    return Working(formula, mean_of(known), [("Coder groups with a value, G", len(known))])


def share_of_edits(similarity: str, whole: float, agreed: float) -> tuple[str, str]:
    """Write S or B pooled over pairs and items: the formula, with the numbers put in."""
    words = rf"\text{{{WHOLES[similarity]}}}"
    formula = fraction(rf"{words} - \text{{cost of edits}}", words)
    if not whole:
        return NOBODY, "1"
    return formula, fraction(f"{number(whole)} - {number(whole - agreed)}", whole)


def _over_groups(table: AgreementTable, column: str) -> Working:
    """Return the working of a number of the corpus, from its coder groups."""
    if column not in COEFFICIENTS:
        values = [getattr(row, column) for row in table.groups]
        formula = rf"\sum_g {AGREEMENT[column].latex}_g"
        return Working(formula, sum_of(values), [("Coder groups", len(values))])
    of = "one_minus_wd_mean" if column == "one_minus_wd_sd" else column
    symbol = AGREEMENT[of].latex
    if of in OVER_SIMILARITY:
        symbol = rf"{{{symbol}_{{{_latex_symbol(table.options)}}}}}"
    found = [(row_heading("group", row.item), getattr(row, of)) for row in table.groups]
    working = mean_over_groups([value for _, value in found], symbol)
    named = [(group, value) for group, value in found if value is not None]
    known = [value for _, value in named]
    if len(found) <= WRITTEN_OUT:
        working = working._replace(counts=[*working.counts, *named])
    if column != "one_minus_wd_sd" or len(known) < 2:
        return working
    mean = sum(known) / len(known)
    step = Step("Mean", rf"\bar{{x}} = {working.formula}", working.inserted, mean)
    return Working(*deviation(known, mean, "x_g", "G"), working.counts, [step])


@dataclass(frozen=True)
class _Counted:
    """What a row of an item or a group was computed from; an item is a group of one item."""

    corpus: Corpus
    row: AgreementRow
    options: AgreementOptions
    tally: GroupTally
    blocks: Sequence[BlockTally]

    @property
    def coders(self) -> tuple[str, ...]:
        return self.tally.group.coders

    @property
    def items(self) -> int:
        return len(self.tally.places)

    @property
    def places(self) -> Floats:
        """Potential boundaries of each item that a coder compared with others coded: (I, C)."""
        return np.where(self.tally.coded, self.tally.places[:, np.newaxis], 0.0)

    @property
    def marks(self) -> Floats:
        """Boundaries or segments at these: shape (I, T, C)."""
        return np.where(self.tally.coded[:, np.newaxis], self.tally.marks, 0.0)

    @property
    def gaps(self) -> bool:
        """Whether not all who are compared with others coded the same items."""
        coded = self.tally.coded[self.tally.coded.any(axis=1)]
        return bool((coded != coded[:1]).any())

    @property
    def what(self) -> str:
        return _what(self.options)

    def of_coders(self, values: Floats) -> list[Count]:
        """List a number of each coder, as long as a person can read it."""
        if len(self.coders) > WRITTEN_OUT:
            return []
        return [
            (f"{self.what} of {coder}", value)
            for coder, value in zip(self.coders, values.tolist(), strict=True)
        ]


def _counted(corpus: Corpus, row: AgreementRow, options: AgreementOptions) -> _Counted:
    """Count again what a row was computed from."""
    names = {group.name: group.items for group in corpus.groups}
    part = corpus.select(items=names[row.item] if row.level == "group" else (row.item,))
    blocks = list(block_tallies(part, options, types=corpus.types))
    (tally,) = group_tallies(part, options, blocks)
    return _Counted(part, row, options, tally, blocks)


Part = tuple[list[Count], list[Step]]
"""What is counted for a part of a coefficient, and the step to it, if it is defined."""


def _observed(counted: _Counted) -> Part:
    """Work out observed agreement, the similarity pooled over pairs and items."""
    tally, row = counted.tally, counted.row
    whole = float(tally.total(tally.denominator).sum())
    agreed = float(tally.total(tally.numerator).sum())
    key = counted.options.similarity
    if key in WHOLES:
        counts = [
            (f"{WHOLES[key].capitalize()}, of all pairs of coders", whole),
            (f"Cost of {'their' if key == 's' else 'these'} edits", whole - agreed),
            ("Near misses", row.near_misses),
            ("Full misses", row.full_misses),
        ]
        formula, inserted = share_of_edits(key, whole, agreed)
    else:
        name = similarity_name(key)
        counts = [
            ("Potential boundaries, of all pairs of coders with a value", whole),
            (f"The same, each times the {name} of its pair", agreed),
        ]
        symbol = rf"\mathrm{{{name.replace('−', '-')}}}_{{mn}}"
        formula, inserted = NOBODY, "1"
        if whole:
            formula = rf"\frac{{\sum D_{{mn}} \, {symbol}}}{{\sum D_{{mn}}}}"
            inserted = fraction(agreed, whole)
    if row.observed is None:
        return counts, []
    return counts, [Step("Observed agreement", f"A_a = {formula}", inserted, row.observed)]


def _expected_pi(counted: _Counted) -> Part:
    """Work out the expected agreement of pi*: one rate for all coders."""
    row, marks, places = counted.row, counted.marks, counted.places
    # How often a coding counts; where all count as often, once.
    others = counted.tally.coded.sum(axis=1) - 1 if counted.gaps else np.ones(counted.items)
    times = counted.tally.coded * others[:, np.newaxis].astype(float)
    compared = " compared, once for each pair" if counted.gaps else ""
    decisions = float((places * times).sum())
    placed = float((marks * times[:, np.newaxis]).sum())
    counts: list[Count] = [
        (f"Potential boundaries{compared or ', once for each coder'}", decisions),
        (f"{counted.what}{compared or ' of all coders'}", placed),
    ]
    if row.expected_pi is None:
        return counts, []
    above, below = (marks * times[:, np.newaxis]).sum(axis=(0, 2)), decisions
    formula = rf"P = \frac{{\text{{{counted.what.lower()}}}}}{{\text{{potential boundaries}}}}"
    if _counts_segments(counted.options) and counted.items > 1:
        rates = marks / np.maximum(places, 1)[:, np.newaxis] * times[:, np.newaxis]
        above, below = rates.sum(axis=(0, 2)), int(times.sum())
        counts.append((f"Codings{compared or ' with potential boundaries'}", below))
        counts.append(
            ("Segments over potential boundaries, added up over these", float(above.sum()))
        )
        formula = r"P = \operatorname{mean} \frac{\text{segments}}{\text{potential boundaries}}"
    terms = [rf"\left({fraction(one, below)}\right)^2" for one in above.tolist()]
    power = "P^2" if len(terms) == 1 else r"\sum_{\text{types}} P_k^2"
    inserted = written_sum(terms, row.expected_pi)
    formula = rf"A_e^{{\pi}} = {power}, \quad {formula}"
    return counts, [Step("Expected agreement of π*", formula, inserted, row.expected_pi)]


def _expected_kappa(counted: _Counted) -> Part:
    """Work out the expected agreement of kappa*: the rates of each pair on what both coded."""
    row = counted.row
    if row.expected_kappa is None:
        return counted.of_coders(counted.marks.sum(axis=(0, 1))), []
    if not counted.gaps:
        return _kappa_without_gaps(counted, row.expected_kappa)
    coded, marks, places = counted.tally.coded, counted.marks, counted.tally.places
    terms, common, weighted = [], 0.0, 0.0
    for m, n in combinations(range(coded.shape[1]), 2):
        both = coded[:, m] & coded[:, n]
        if not both.any():
            continue
        shared = float(places[both].sum())
        first, second = marks[both][..., m].sum(axis=0), marks[both][..., n].sum(axis=0)
        joint = float(first @ second)
        common += shared
        weighted += joint / shared
        products = [
            rf"{number(a)} \times {number(b)}"
            for a, b in zip(first.tolist(), second.tolist(), strict=True)
        ]
        terms.append(fraction(written_sum(products, joint), shared))
    counts: list[Count] = [
        ("Potential boundaries that both coded, of all pairs", common),
        ("The same, each times the rates of both coders there", weighted),
    ]
    over_types = r"\sum_{\text{types}} " if marks.shape[1] > 1 else ""
    formula = (
        rf"A_e^{{\kappa}} = \frac{{\sum_{{m<n}} {over_types}b_{{m|n}} \, b_{{n|m}} / D_{{mn}}}}"
        r"{\sum_{m<n} D_{mn}}"
    )
    inserted = fraction(written_sum(terms, weighted), common)
    return counts, [Step("Expected agreement of κ*", formula, inserted, row.expected_kappa)]


def _kappa_without_gaps(counted: _Counted, expected: float) -> Part:
    """Work out the expected agreement of kappa* where all coders coded the same items."""
    who = counted.tally.coded.any(axis=0)
    of_each = counted.marks.sum(axis=0)
    placed, size = of_each[:, who], int(who.sum())
    places = float(counted.places.sum(axis=0).max())
    above = []
    for row in placed:
        squares = written_sum([rf"{number(m)}^2" for m in row], float((row**2).sum()))
        above.append(rf"{number(row.sum())}^2 - \left({squares}\right)")
    total = float((placed.sum(axis=1) ** 2 - (placed**2).sum(axis=1)).sum())
    over_types = r"\sum_{\text{types}} " if len(placed) > 1 else ""
    bracketed = [rf"\left({one}\right)" for one in above] if len(above) > 1 else above
    formula = (
        r"A_e^{\kappa} = \frac{2}{C (C - 1)} \sum_{m<n} P_m P_n = "
        rf"\frac{{{over_types}\left(\sum_m b_m\right)^2 - \sum_m b_m^2}}{{C (C - 1) \, D^2}}"
    )
    inserted = fraction(
        written_sum(bracketed, total), rf"{size} \times {size - 1} \times {number(places)}^2"
    )
    counts: list[Count] = [
        ("Coders, C", size),
        ("Potential boundaries, D", places),
        *counted.of_coders(of_each.sum(axis=0)),
    ]
    return counts, [Step("Expected agreement of κ*", formula, inserted, expected)]


def _coefficient(counted: _Counted, column: str) -> Working:
    """Return the working of a coefficient from observed and expected agreement."""
    row, pi = counted.row, column == "pi_star"
    counts, steps = _observed(counted)
    more, to_chance = _expected_pi(counted) if pi else _expected_kappa(counted)
    by_chance = row.expected_pi if pi else row.expected_kappa
    chance = r"A_e^{\pi}" if pi else r"A_e^{\kappa}"
    symbol = f"{AGREEMENT[column].latex}_{{{_latex_symbol(counted.options)}}}"
    formula = f"{symbol} = {fraction(f'A_a - {chance}', f'1 - {chance}')}"
    inserted = ""
    if row.observed is not None and by_chance is not None:
        inserted = fraction(
            f"{number(row.observed)} - {number(by_chance)}", f"1 - {number(by_chance)}"
        )
    return Working(formula, inserted, [*counts, *more], [*steps, *to_chance])


def _bias(counted: _Counted, _: str) -> Working:
    pi, kappa = _expected_pi(counted), _expected_kappa(counted)
    inserted = difference(counted.row.expected_pi, counted.row.expected_kappa)
    counts, steps = [*pi[0], *kappa[0]], [*pi[1], *kappa[1]]
    return Working(r"A_e^{\pi} - A_e^{\kappa}", inserted, counts, steps)


def _window_diff(counted: _Counted, column: str) -> Working:
    """Work out the mean or the deviation of 1 - WindowDiff over ordered pairs and items."""
    found = [
        (errors, windows)
        for tally in counted.blocks
        for errors, windows in zip(
            tally.windows.errors.ravel().tolist(),
            tally.windows.windows.ravel().tolist(),
            strict=True,
        )
        if windows
    ]
    values = [errors / windows for errors, windows in found]
    counts: list[Count] = [
        ("Ordered pairs of coders" + " and items" * (counted.items > 1), len(found)),
        ("Windows, of all of them", sum(windows for _, windows in found)),
        ("Windows that err", sum(errors for errors, _ in found)),
    ]
    formula = r"1 - \frac{1}{M} \sum_{m \ne n} \frac{\text{windows that err}}{\text{windows}}"
    inserted = ""
    if found:
        total = written_sum([fraction(*one) for one in found], sum(values))
        inserted = f"1 - {fraction(total, len(found))}"
    if column == "one_minus_wd_mean":
        if len(found) > WRITTEN_OUT:
            counts.append(("WindowDiff, added up", sum(values)))
        return Working(formula, inserted, counts)
    similar = [1 - value for value in values]
    if not similar:
        return Working(*deviation([], 0.0, "x_{mn}", "M"), counts)
    mean = sum(similar) / len(similar)
    squares = sum((value - mean) ** 2 for value in similar)
    counts.append(("Squared distances from the mean, added up", squares))
    step = Step("Mean of 1−WD", rf"\bar{{x}} = {formula}", inserted, mean)
    return Working(*deviation(similar, mean, "x_{mn}", "M", squares), counts, [step])


def _levels(counted: _Counted, _: str) -> Working:
    """Work out the mean of 1 - HierWD over ordered pairs and items."""
    values = np.concatenate(list(level_similarities(counted.corpus).values()))
    distances = (1 - values).tolist()
    counts: list[Count] = [
        ("Ordered pairs of coders" + " and items" * (counted.items > 1), len(distances)),
        ("HierWD, added up", sum(distances)),
    ]
    inserted = ""
    if counted.row.one_minus_hierwd_mean is not None:
        inserted = f"1 - {fraction(sum(distances), len(distances))}"
    return Working(r"1 - \frac{1}{M} \sum_{m \ne n} \mathrm{HierWD}_{mn}", inserted, counts)


def _coders(counted: _Counted, _: str) -> Working:
    return Working("C", number(len(counted.coders)))


def _boundaries(counted: _Counted, _: str) -> Working:
    totals = counted.tally.marks.sum(axis=(0, 1))
    return Working(r"\sum_m b_m", sum_of(totals.tolist()), counted.of_coders(totals))


def _mass(counted: _Counted, _: str) -> Working:
    units = (counted.tally.places + 1).tolist()
    formula = "N" if counted.row.level == "item" else r"\sum_{\text{items}} N"
    return Working(formula, sum_of(units), [("Items", len(units))])


def _misses(counted: _Counted, column: str) -> Working:
    """Add up misses: of an item over pairs of coders, of a group over items."""
    tally = counted.tally
    formula = rf"\sum_{{m<n}} \text{{{column.replace('_', ' ')}}}_{{mn}}"
    if counted.row.level == "group":
        found = tally.total(getattr(tally, column)).tolist()
        counts: list[Count] = [("Items", len(found))]
        formula = rf"\sum_{{\text{{items}}}} {formula}"
    else:
        (block,) = counted.blocks
        found = getattr(block.ratios, column)[:, 0].tolist()
        pairs = combinations(block.block.coders, 2)
        counts = [(f"{a} and {b}", misses) for (a, b), misses in zip(pairs, found, strict=True)]
        counts = counts if len(counts) <= WRITTEN_OUT else [("Pairs of coders", len(found))]
    return Working(formula, sum_of(found), counts)


COLUMNS: Mapping[str, Callable[[_Counted, str], Working]] = {
    "pi_star": _coefficient,
    "kappa_star": _coefficient,
    "bias": _bias,
    "one_minus_wd_mean": _window_diff,
    "one_minus_wd_sd": _window_diff,
    LEVELS: _levels,
    "coders": _coders,
    "boundaries": _boundaries,
    "mass": _mass,
    "near_misses": _misses,
    "full_misses": _misses,
}


def _counts_segments(options: AgreementOptions) -> bool:
    return options.convention == "published"


def _what(options: AgreementOptions) -> str:
    """Name what expected agreement counts."""
    return "Segments" if _counts_segments(options) else "Boundaries"


def _latex_symbol(options: AgreementOptions) -> str:
    known = {"wd": r"1-\mathrm{WD}", "f1": "F_1"}
    return known.get(options.similarity, similarity_name(options.similarity))
