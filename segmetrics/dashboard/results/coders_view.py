"""The coders of a group as the dashboard shows them: who differs from whom, what would help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from segmetrics.claims.cause_sentences import remedy_in_words, slip_in_words
from segmetrics.claims.cause_types import GroupCauses
from segmetrics.coefficients.quantities import BY_SHUFFLING, QUANTITIES
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.coder_groups import group_title
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.metric_options import title_of
from segmetrics.dashboard.frame.url_state import BY_SIMILARITY, UrlState
from segmetrics.dashboard.results import coder_words as words
from segmetrics.dashboard.results.modelled_coders import CoderInModel, stands_out
from segmetrics.number_formats import (
    between,
    percent,
    rate,
    short,
    shown,
    signed,
    signed_short,
    span_of,
)
from segmetrics.phrases import capital, counted, listed, plural
from segmetrics.reliability.coder_cards import CoderCard
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.reliability.coders import (
    KAPPA,
    CoderMatrix,
    CoderOnItem,
    ItemOfCoders,
    PairItem,
    PairMean,
)
from segmetrics.reliability.granularity import CoderGranularity
from segmetrics.reliability.helpful_changes import CHANGES as CHANGED
from segmetrics.reliability.helpful_changes import NOTICEABLE, TRAINED, Simulated, WhatWouldHelp
from segmetrics.reliability.influence import CoderInfluence, ItemInfluence
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.coder_tables import VERDICTS, found_or_judged
from segmetrics.tables.columns import SCORE, Column, Table, of_field
from segmetrics.tables.plain import PROGRAM

WISHES = (2, 5, 10, 15, 20, 30, 40)
"""Widths of an interval that can be wished for, in hundredths."""

SHOWN_PAIRS = 12

SHOWN_ITEMS, SHOWN_PLACES, SHOWN_LEFT_OUT = 8, 10, 20
ITEMS_OF_CODERS, SHOWN_CODERS = 60, 10

CODERS: Sequence[Column[CoderGranularity]] = (
    of_field("coder", words.CODER, left=True),
    of_field("items", *words.ITEMS_OF_CODER),
    of_field("segments", *words.SEGMENTS),
    Column(
        "density",
        lambda row: 100 * (row.segments - row.items) / row.units,
        *words.DENSITY,
        write=rate,
    ),
    of_field("mean_segment", *words.MEAN_SIZE, write=rate),
    Column(
        "drift",
        lambda row: row.drift.slope,
        *words.DRIFT,
        write=signed,
        interval=lambda row: row.drift,
        write_ends=signed,
    ),
    Column("p", lambda row: row.drift.p, *words.P_OF_DRIFT, why=lambda row: row.drift.undefined),
)
BESIDE_OTHERS: Sequence[Column[CoderFinding]] = (
    of_field("coder", words.CODER, left=True),
    of_field("boundaries", *words.BOUNDARIES, below=lambda row: counted(row.items, "item")),
    of_field(
        "rate_ratio",
        *words.RATE,
        write=short,
        interval=lambda row: row.rate_interval,
        write_ends=short,
        why=lambda row: words.NOTHING_TO_COMPARE if row.rate_ratio is None else None,
    ),
    of_field(
        "alone",
        *words.ALONE,
        write=percent,
        why=lambda row: words.NO_BOUNDARY if row.alone is None else None,
    ),
    of_field("early", *words.EARLY),
    of_field("late", *words.LATE),
    of_field(
        "kappa",
        *words.KAPPA_WITH_OTHERS,
        below=lambda row: words.others(row.others),
        why=lambda row: words.NOTHING_TO_COMPARE if row.kappa is None else None,
    ),
)
_changed = partial(
    of_field, "change", write=signed, interval=attrgetter("interval"), write_ends=signed
)
INFLUENCE: Sequence[Column[CoderInfluence]] = (
    of_field("coder", words.LEFT_OUT, left=True),
    of_field(
        "value",
        *words.R_OF_OTHERS,
        why=lambda row: row.interval.undefined if row.value is None else None,
    ),
    _changed(*words.CHANGE_WITHOUT_CODER),
)
LEFT_OUT: Sequence[Column[ItemInfluence]] = (
    of_field("item", words.LEFT_OUT, left=True),
    of_field("own", *words.OWN_R),
    _changed(*words.CHANGE_WITHOUT_ITEM),
    of_field(
        "misses", *words.MISSES, below=lambda row: words.EXPECTED.format(rate(row.misses_expected))
    ),
    Column("verdict", lambda row: words.OUTLYING if row.outlying else "", words.VERDICT, left=True),
)
GROUPS: Sequence[Column[GroupBeside]] = (
    Column("group", lambda row: row.title, words.GROUP, left=True),
    of_field("coders", words.CODERS),
    of_field("items", words.ITEMS),
    Column("density", lambda row: span_of(row.densities, short), *words.DENSITIES, left=True),
    Column("kappa", lambda row: span_of(row.kappas, shown), *words.KAPPAS, left=True),
    Column("named", lambda row: listed(row.named), words.STANDS_OUT, left=True),
)
PAIRS: Sequence[Column[PairMean]] = (
    Column("pair", lambda row: ", ".join(row.coders), words.PAIR, left=True),
    Column("mean", lambda row: row.value, *words.MEAN),
    of_field("items", *words.ITEMS_OF_PAIR),
)
PAIR_ITEMS: Sequence[Column[PairItem]] = (
    of_field("item", words.ITEM, left=True),
    SCORE.through(lambda row: row, about=words.METRIC_ON_ITEM),
    of_field("edits", *words.EDITS),
    Column(
        "where",
        lambda row: listed(
            [f"{place + 1:,}" for place in row.places[:SHOWN_PLACES]],
            SHOWN_PLACES,
            of=len(row.places),
        ),
        *words.WHERE,
        left=True,
    ),
)
PAIR_ITEMS_BY_KAPPA = [
    replace(column, heading=heading, about=about) if column.name == "value" else column
    for heading, about in [words.KAPPA_ON_ITEM]
    for column in PAIR_ITEMS
]


def _in_units(columns: Sequence[Column[Any]], unit: str) -> list[Column[Any]]:
    """Return columns whose headings say what a unit is called."""
    said = {"units": plural(unit)}
    return [
        replace(one, heading=one.heading.format(**said), about=one.about.format(**said))
        for one in columns
    ]


def compared_by(view: UrlState) -> str:
    """Return by what two coders are compared: kappa, or the key of a metric."""
    return view.similarity if view.metric == BY_SIMILARITY else view.metric


def compared_title(view: UrlState, key: str) -> str:
    """Return what a way of comparing two coders is called where one is chosen."""
    if key == BY_SIMILARITY:
        return words.AS_MEASURED.format(title_of(view.similarity))
    return words.KAPPA_TITLE if key == KAPPA else title_of(key)


def matrix_signature(matrix: CoderMatrix, options: Mapping[str, object], corpus: Corpus) -> str:
    """Return the line that says what a matrix was computed with."""
    said = ", ".join(f"{name}={value}" for name, value in options.items())
    over = "pooled over items" if matrix.metric == KAPPA else "mean over items"
    return f"{PROGRAM}, {matrix.metric}({said}), {over}, corpus={corpus.codings_digest[:12]}"


def chosen_pair(matrix: CoderMatrix, view: UrlState) -> tuple[str, str] | None:
    """Choose the two coders to look at: those of the view, else those who agree least."""
    if view.a in matrix.coders and view.b in matrix.coders and view.a != view.b:
        return view.a or "", view.b or ""
    return matrix.pairs[0].coders if matrix.pairs else None


def pair_table(
    matrix: CoderMatrix, pair: tuple[str, str], view: UrlState, windows: CoderMatrix | None = None
) -> PageTable:
    """List the pairs of coders, those who agree least first; the chosen one is among them."""
    chosen = [
        row
        for rank, row in enumerate(matrix.pairs)
        if rank < SHOWN_PAIRS or set(row.coders) == set(pair)
    ]
    return page(
        Table(columns=[*PAIRS, *([_windows_of(windows)] if windows else [])], rows=chosen),
        {"pair": lambda row: {"href": view.href("coders", a=row.coders[0], b=row.coders[1])}},
        chosen=lambda row: set(row.coders) == set(pair),
    )


def _windows_of(matrix: CoderMatrix) -> Column[PairMean]:
    """Return the column of 1−WD of pairs."""
    found = {pair.coders: 1 - pair.value for pair in matrix.pairs}
    return Column("windows", lambda row: found.get(row.coders), *words.WINDOWS_OF_PAIR)


def pair_item_table(
    pair: tuple[str, str], items: Sequence[PairItem], view: UrlState, unit: str
) -> PageTable:
    """List the items on which two coders differ most; each leads to the two on its page."""
    a, b = pair
    opens, by = Opens(view, "coders"), compared_by(view)

    def to_item(row: PairItem) -> dict[str, str]:
        # The chosen place stays, if it is on this item.
        first = int(row.places[0]) if row.places.size else None
        place = view.place if row.item == view.item and view.place else first
        return {"href": view.href("item", item=row.item, a=a, b=b, start=None, place=place)}

    def to_number(row: PairItem) -> dict[str, str]:
        named = f"{title_of(by)} of {a} and {b} on {row.item}"
        return opens.to(pair_key(by, a, b, row.item), named)

    shown = [row for rank, row in enumerate(items) if rank < SHOWN_ITEMS or row.item == view.item]
    return page(
        Table(
            columns=_in_units(PAIR_ITEMS_BY_KAPPA if by == KAPPA else PAIR_ITEMS, unit), rows=shown
        ),
        {"item": to_item, **({} if by == KAPPA else {"value": to_number})},
        chosen=lambda row: row.item == view.item,
    )


def back_links(view: UrlState, corpus: Corpus) -> list[Link]:
    """Link back to the chosen item, at the chosen place; nothing if there is none."""
    if view.item is None or view.item not in corpus:
        return []
    return [Link(words.back_to(view.item, view.place, corpus.unit), view.href("item"))]


class GroupBeside(NamedTuple):
    """A coder group beside others: its number, its name, and the ends of what its coders do."""

    number: int
    title: str
    coders: int
    items: int
    densities: tuple[float, ...]
    kappas: tuple[float, ...]
    named: tuple[str, ...]


def group_table(
    corpus: Corpus,
    of_groups: Sequence[Sequence[CoderCard]],
    models: Mapping[str, CoderInModel],
    view: UrlState,
) -> PageTable:
    """List the coder groups beside each other; each leads to its coders."""
    rows = [
        GroupBeside(
            number,
            group_title(corpus, number),
            len(group.coders),
            len(group.items),
            tuple(card.density for card in cards if card.density is not None),
            tuple(card.finding.kappa for card in cards if card.finding.kappa is not None),
            tuple(card.coder for card in cards if stands_out(card, models.get(card.coder))),
        )
        for number, (group, cards) in enumerate(zip(corpus.groups, of_groups, strict=True), 1)
    ]
    return page(
        Table(columns=_in_units(GROUPS, corpus.unit), rows=rows),
        {"group": lambda row: {"href": view.href("coders", group=row.number)}},
    )


def coder_table(coders: Sequence[CoderGranularity], unit: str) -> PageTable:
    """List how finely each coder codes."""
    return page(Table(columns=_in_units(CODERS, unit), rows=coders))


def influence_table(found: Sequence[CoderInfluence]) -> PageTable:
    """List what the others' agreement is without each coder."""
    return page(Table(columns=INFLUENCE, rows=found))


def left_out_table(items: Sequence[ItemInfluence], view: UrlState) -> PageTable:
    """List the items without which the group agrees better, those that change most first."""
    known = [row for row in items if row.change is not None]
    known.sort(key=lambda row: row.change or 0.0, reverse=True)
    opens = Opens(view, "coders")
    return page(
        Table(columns=LEFT_OUT, rows=known[:SHOWN_LEFT_OUT]),
        {
            "item": lambda row: {"href": view.item_href(row.item)},
            "own": lambda row: opens.quantity(BY_SHUFFLING["corrected"], "item", row.item),
        },
        chosen=lambda row: row.item == view.item,
    )


def on_items_table(
    found: Sequence[ItemOfCoders], coders: Sequence[str], view: UrlState
) -> PageTable:
    """List each coder's kappa with the others on each item, without a verdict."""

    def column(place: int, coder: str) -> Column[ItemOfCoders]:
        def of(row: ItemOfCoders) -> CoderOnItem | None:
            return row.coders.get(coder)

        return Column(
            f"coder {place}",
            lambda row: (one := of(row)) and one.kappa,
            label=coder,
            about=words.ON_ITEM_ABOUT.format(coder),
            below=lambda row: (one := of(row)) and words.ON_ITEM.format(one.boundaries, one.alone),
            write=short,
            why=lambda row: (
                (one.undefined or words.NOTHING_TO_COMPARE)
                if (one := of(row)) and one.kappa is None
                else None
            ),
        )

    item: Column[ItemOfCoders] = of_field("item", words.ITEM, left=True)
    columns = [item, *(column(place, coder) for place, coder in enumerate(coders[:SHOWN_CODERS]))]
    return page(
        Table(columns=columns, rows=found),
        {"item": lambda row: {"href": view.item_href(row.item)}},
        chosen=lambda row: row.item == view.item,
    )


def finding_table(found: Sequence[CoderFinding], models: Mapping[str, CoderInModel]) -> PageTable:
    """List the coders, each beside the others, and by what they stand out."""
    verdicts = {coder: one.verdict for coder, one in models.items() if one.verdict}
    called = dict[str, str]([*VERDICTS.items(), *words.FINDINGS.items()])
    finding: Column[CoderFinding] = Column(
        "finding",
        lambda row: called[found_or_judged(row, verdicts)[0]],
        words.FINDING,
        below=lambda row: found_or_judged(row, verdicts)[1],
        left=True,
    )
    return page(Table(columns=[*BESIDE_OTHERS, finding], rows=found))


# ----- what changes of coders and items would do


COEFFICIENTS = ("corrected", "alpha", "pi_s")


class HelpfulChange(NamedTuple):
    """What a change of coders or items does: how much coefficients change, and intervals."""

    words: str
    changes: Mapping[str, float | None]
    intervals: Mapping[str, str]


def _is_small(change: float | None) -> bool:
    """Return whether a change is too small to speak of."""
    return change is not None and abs(change) < NOTICEABLE / 2


def _noticed(change: float | None) -> str:
    """Write a change; a small one as ``about 0``."""
    return words.ABOUT_NONE if _is_small(change) else signed_short(change)


def _change(key: str) -> Column[HelpfulChange]:
    """Declare the column of how much a coefficient would change."""
    of = QUANTITIES[key]
    return Column(
        key,
        lambda row: row.changes.get(key),
        of.plain,
        of.about,
        label=of.symbol,
        sub=of.sub or None,
        write=_noticed,
        below=lambda row: "" if _is_small(row.changes.get(key)) else row.intervals.get(key, ""),
        why=lambda row: None if key in row.changes else words.R_ALONE,
    )


CHANGES: Sequence[Column[HelpfulChange]] = (
    Column("what", lambda row: row.words, words.CHANGE, left=True),
    *map(_change, COEFFICIENTS),
)


def _computed(row: GroupCauses) -> Iterator[HelpfulChange]:
    """Yield what R of the codings becomes once those who keep it low are remedied."""
    found = [(remedy_in_words(row, one), one.corrected) for one in row.causes]
    if row.together is not None:
        found.append((words.ALL_OF_THESE, row.together))
    found += [(slip_in_words(one.found), one.corrected) for one in row.slips]
    for how, then in found:
        yield HelpfulChange(capital(how), {"corrected": then - (row.corrected or 0.0)}, {})


def change_table(found: WhatWouldHelp, row: GroupCauses) -> PageTable:
    """List what each change would do: first of single coders, computed, then what is simulated."""
    rows = [*_computed(row)]
    computed = {CHANGED["weakest"].format(one.coder) for one in row.causes}
    for one in found.changes:
        if one.what not in TRAINED or one.words in computed:
            continue
        each: dict[str, Simulated] = {key: getattr(one, key) for key in COEFFICIENTS}
        changes = {key: value.change for key, value in each.items()}
        # The intervals of the simulation error.
        within = {key: between(v.low, v.high, signed_short) for key, v in each.items()}
        rows.append(HelpfulChange(capital(one.words), changes, within))
    return page(Table(columns=CHANGES, rows=rows))


def how_simulated(found: WhatWouldHelp, row: GroupCauses) -> str:
    """Return what the numbers of the table are."""
    said = words.HOW_SIMULATED.format(simulations=found.simulations, level=percent(found.level))
    return f"{words.FIRST_COMPUTED} {said}" if row.causes or row.slips else said
