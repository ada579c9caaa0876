"""One item as the dashboard shows it: what is said of it, its neighbours, its pairs of coders."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from math import isnan
from operator import attrgetter

from segmetrics.axis import NOUNS, axis_of
from segmetrics.claims.cause_sentences import cleared_by, sentences_on_mended
from segmetrics.claims.cause_types import Causes
from segmetrics.claims.low_again import LowAgain
from segmetrics.claims.verdict_rows import VerdictRow, VerdictTable
from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import UNIT, Corpus
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.metric_options import title_of
from segmetrics.dashboard.frame.paging import on_page
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import item_words as words
from segmetrics.dashboard.results.agreement_view import beside_before, number_links
from segmetrics.dashboard.results.coders_view import compared_by
from segmetrics.dashboard.results.reliability_view import what_ends_hold
from segmetrics.derivations.latex_formulas import fraction
from segmetrics.derivations.metric_derivation import cost_of_edits
from segmetrics.metrics.edits import BoundaryEdits
from segmetrics.metrics.registry import METRICS
from segmetrics.number_formats import between, short, shown
from segmetrics.phrases import before as before_unit
from segmetrics.phrases import capital, told_apart
from segmetrics.reliability.chance import ChanceRow
from segmetrics.reliability.chance_verdicts import (
    BEYOND,
    ChanceVerdict,
    of_these,
    sized,
    true_of_these,
    verdict_sentence,
)
from segmetrics.reliability.coders import KAPPA, CoderMatrix
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.item_pairs import Pair
from segmetrics.reliability.loss import Loss, LossPart
from segmetrics.reliability.narrative import Cause
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.tables.agreement_columns import Rated, agreement_columns, rated_reliability_columns
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import SCORE, Column, Table

# Parts of a bar that have a name of their own.
NAMED_PARTS = 6
SHOWN_PAIRS = 8
# Pairs that a page of all of them has.
PAIRS_A_PAGE = 20
# Letters of a coder's name where a pair has to fit into a bar.
LETTERS = 9
# Reasons that are shown at once.
REASONS = 4
ABOUT_COEFFICIENTS: Collection[Cause] = {"sparsity", "bias"}
TERMS = (
    *("R", "p", "chance", "shuffled", "near miss", "full miss", "interval"),
    *("α", "π* over B", "π* over S", "S", "B"),
)
"""Terms that the reasons explain."""
NEXT: Mapping[ChanceVerdict | None, str] = {
    "not_distinguishable": words.NEXT_THAT_NEEDS_WORK,
    "beyond_chance": words.NEXT_THAT_IS_LOW,
}
"""Verdicts of items that one would look at next, and how the link to one is called."""


def loss_parts(loss: Loss, unit: str = UNIT) -> dict[str, list[tuple[str, float]]]:
    """Return a loss divided in several ways; the parts of each add up to it."""
    coders = list(loss.coders)
    known = dict(zip(coders, told_apart(coders, LETTERS), strict=True))
    named: dict[str, dict[str, LossPart]] = {
        words.BY_PAIR: {f"{known[a]}, {known[b]}": part for (a, b), part in loss.pairs.items()},
        words.BY_CODER: dict(loss.coders),
        words.BY_PLACE: {
            before_unit([place], unit): part for (_, place), part in loss.places.items()
        },
    }
    kinds = [(words.KINDS[kind], part.of_s) for kind, part in loss.kinds.items()]
    return {words.BY_KIND: kinds} | {label: _largest(parts) for label, parts in named.items()}


def _largest(parts: Mapping[str, LossPart]) -> list[tuple[str, float]]:
    """Name the largest parts, and take the others together."""
    ranked = sorted(
        ((name, part.of_s) for name, part in parts.items() if part.of_s), key=lambda one: -one[1]
    )
    rest = ranked[NAMED_PARTS:]
    together = [(words.OTHERS.format(len(rest)), sum(value for _, value in rest))] if rest else []
    return ranked[:NAMED_PARTS] + together


def reasons(found: Explanation, again: Sequence[LowAgain] = ()) -> tuple[list[str], list[str]]:
    """Return the sentences that come first, and those that can wait: why coefficients differ."""
    low = [one.words for one in again if one.item == found.reliability.item]
    texts = dict.fromkeys(low, "size") | {
        one.text: one.cause for one in found.sentences if not (low and one.cause == "size")
    }
    first = [text for text, cause in texts.items() if cause not in ABOUT_COEFFICIENTS][:REASONS]
    return first, [text for text in texts if text not in first]


def not_the_text(found: Causes, item: str) -> list[str]:
    """Return that agreement on an item is low because of coders, if without them it is not."""
    return [
        cleared_by(row, *([item] if item in items else [] for items in (row.cleared, row.eased)))
        for row in found.rows
        if item in (*row.cleared, *row.eased)
    ] + sentences_on_mended(found, item)


def short_verdict(row: VerdictRow) -> str:
    """Return the verdict on an item whose reasons are not known, or why there is none."""
    if row.verdict is None:
        return words.NO_VERDICT.format(row.undefined)
    said = verdict_sentence(row.verdict, row.value, on=words.ON_ITEM.format(row.name))
    around = between(row.interval.low, row.interval.high, short) if row.interval else ""
    said = f"{said} (R {sized(row.verdict, row.value, short)})."
    if of_these(row.verdict, row.level, row.interval):
        return f"{said} {true_of_these(around)}"
    return f"{said} {words.OTHER_CODERS.format(around)}" if around else said


def only_at_the_ends(row: VerdictRow, anchored: ChanceRow) -> str:
    """Return that first and last segments may hold what is beyond chance in an item; or empty."""
    held = what_ends_hold(anchored)
    if not held or anchored.p is None or row.verdict not in BEYOND:
        return ""
    return words.anchored(anchored.p, too_little=held == "unclear")


def neighbours(corpus: Corpus, verdicts: VerdictTable | None, view: UrlState) -> list[Link]:
    """Link the items before and after the shown one, and the next one that needs work."""
    names = [item.name for item in corpus.items]
    at = names.index(view.item or "")
    ordered = verdicts.needs_work_first if verdicts else []
    links = []
    if at:
        links.append(Link(f"← {names[at - 1]}", view.item_href(names[at - 1], page=1)))
    if at + 1 < len(names):
        links.append(Link(f"{names[at + 1]} →", view.item_href(names[at + 1], page=1)))
    todo = {row.name: NEXT[row.verdict] for row in ordered if row.verdict in NEXT}
    order = list(todo)
    later = order[order.index(names[at]) + 1 :] if names[at] in todo else order
    if later:
        next_one = todo[later[0]].format(noun=NOUNS[axis_of(corpus).unit].item, name=later[0])
        links.append(Link(next_one, view.item_href(later[0], page=1)))
    return links


def pair_table(pairs: Sequence[Pair], view: UrlState) -> PageTable:
    """Return the table of pairs; each links to its pair, and its similarity opens."""
    key = view.similarity
    about = words.SIMILARITY_OF_PAIR.format(capital(SIMILARITIES[key]))
    score: Column[Pair] = SCORE.through(
        lambda one: one, key=key, heading=similarity_name(key), about=about, bar=True
    )
    return _table_of_pairs(pairs[:SHOWN_PAIRS], [score], view)


def numbers_of_pairs(
    pairs: Sequence[Pair], matrices: Mapping[str, CoderMatrix], view: UrlState
) -> PageTable:
    """Return all pairs with a column for each way of comparing two coders."""
    columns = [_compared(matrix) for matrix in matrices.values()]
    return _table_of_pairs(on_page(pairs, view, PAIRS_A_PAGE), columns, view)


def ways_of_comparing(view: UrlState) -> list[str]:
    """Return by what a reviewer compares two coders: S, WindowDiff, and what the view says."""
    return list(dict.fromkeys(["s", "wd", compared_by(view)]))


def _compared(matrix: CoderMatrix) -> Column[Pair]:
    """Return the column of a way of comparing two coders, of WindowDiff turned into 1−WD."""
    key, at = matrix.metric, {coder: place for place, coder in enumerate(matrix.coders)}
    turned = key == "wd"
    heading, about = "κ", words.KAPPA_OF_PAIR
    if key in SIMILARITIES:
        heading, about = (
            similarity_name(key),
            words.SIMILARITY_OF_PAIR.format(capital(SIMILARITIES[key])),
        )
    elif key != KAPPA:
        heading = title_of(key)
        about = words.LOWER_IS_BETTER if matrix.penalty else words.HIGHER_IS_BETTER

    def value(one: Pair) -> float | None:
        both = [float(matrix.values[at[x], at[y]]) for x, y in ((one.a, one.b), (one.b, one.a))]
        if any(map(isnan, both)):
            return None
        mean = sum(both) / 2
        return 1 - mean if turned else mean

    def why(one: Pair) -> str | None:
        found = matrix.undefined
        return found.get((one.a, one.b), found.get((one.b, one.a)))

    return Column(key, value, heading, about, why=why)


def _table_of_pairs(
    pairs: Sequence[Pair], scores: Sequence[Column[Pair]], view: UrlState
) -> PageTable:
    columns = (
        Column("pair", lambda one: f"{one.a}, {one.b}", words.PAIR_OF_CODERS, left=True),
        *scores,
        Column("near", attrgetter("edits.near_misses"), *words.NEAR),
        Column("full", attrgetter("edits.full_misses"), *words.FULL),
    )
    links = {one.key: partial(_opens, view=view, column=one) for one in scores}
    return page(
        Table(columns=columns, rows=pairs),
        {"pair": lambda one: {"href": view.href("item", a=one.a, b=one.b)}, **links},
        chosen=lambda one: {one.a, one.b} == {view.a, view.b},
    )


def _opens(pair: Pair, view: UrlState, column: Column[Pair] | None = None) -> dict[str, str]:
    """Return where a number of a pair opens; of 1 − WD, WindowDiff itself does."""
    name = column.key if column else view.similarity
    value = column.value(pair) if column else pair.value
    if value is None or name not in METRICS:
        return {}
    key = pair_key(name, pair.a, pair.b, view.item or "")
    about = words.VALUE_OF_PAIR.format(metric=METRICS[name].name, a=pair.a, b=pair.b)
    return Opens(view, "item").to(key, about)


def pair_links(pair: Pair, view: UrlState) -> list[Link]:
    """Link what the shown pair's similarity is made of, and what all metrics say of the pair."""
    name = similarity_name(view.similarity)
    edits = pair.edits
    text = words.alike(
        f"{pair.a} and {pair.b}", name, pair.value, edits.near_misses, edits.full_misses
    )
    opened = _opens(pair, view)
    first = (
        [Link(text, opened["href"], title=words.OPENS.format(opened["opens"]))] if opened else []
    )
    return [*first, Link(words.ALL_METRICS, view.href("metrics"))]


def worked_out(edits: BoundaryEdits) -> str:
    """Work S out in numbers, as LaTeX."""
    places = edits.potential_boundaries
    given = r"\frac{\text{potential boundaries} - \text{edits}}{\text{potential boundaries}}"
    numbers = fraction(f"{places} - ({cost_of_edits(edits)})", places)
    value = shown((places - edits.cost) / places)
    return f"S = {given} = {numbers} = {fraction(places - edits.cost, places)} = {value}"


def item_table(
    one: Rated, table: AgreementTable, view: UrlState, before: AgreementTable | None = None
) -> PageTable:
    """Show one item's row of the table for its own page, beside what it was with all coders."""
    columns = beside_before(agreement_columns(table), before)
    return page(Table(columns=columns, rows=[one]), number_links(columns, Opens(view, "item")))


def reliability_table(one: Rated, found: ReliabilityTable, view: UrlState) -> PageTable:
    """Show how reliable an item is, for its own page; its verdict stands in a sentence."""
    columns = [one for one in rated_reliability_columns(found) if one.name != "verdict"]
    return page(Table(columns=columns, rows=[one]), number_links(columns, Opens(view, "item")))


def expectation(row: AgreementRow) -> str:
    """Return what the coefficients of a row came from; empty if they are undefined."""
    if row.observed is None:
        return ""
    numbers = row.observed, row.expected_pi, row.expected_kappa
    return words.EXPECTED.format(*map(shown, numbers))
