"""What the Overview shows of recordings: the answer, and the list."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from segmetrics.claims.agreement_claims import claims_on_agreement
from segmetrics.claims.sentences import sentences_on_agreement
from segmetrics.claims.verdict_rows import verdicts_on_recordings
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.item_list_component import (
    ListColumn,
    ListedItems,
    ListVerdict,
)
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import recording_overview_words as words
from segmetrics.dashboard.results.overview_view import kind_of
from segmetrics.metrics.counts import NOBODY
from segmetrics.number_formats import between, p_value, rate, seconds, seconds_read, short
from segmetrics.reliability.chance_verdicts import (
    URGENCY,
    beside_verdict,
)
from segmetrics.reliability.recording_agreement import (
    NO_CHANCE,
    RecordingAgreement,
    RecordingRow,
)
from segmetrics.reliability.recording_sums import FEWEST
from segmetrics.tables.columns import in_order
from segmetrics.tables.recording_tables import DEVIATION_ABOUT, F_ABOUT

FEW = (2, 3)
"""Recordings from which intervals are wide, whatever the number of coders."""


def headline(found: RecordingAgreement) -> list[str]:
    """Return what a colleague would say first: how far people agree, and what to look at."""
    row, items = found.corpus, found.items
    if row.value is None:
        nobody = row.undefined.get("value") == NOBODY
        return [words.NOBODY if nobody else words.NO_PAIRS]
    options = found.options
    said = [
        words.agree(row.coders, len(items), options.tolerance, row.value, row.chance, options.null)
    ]
    said += sentences_on_agreement(claims_on_agreement(verdicts_on_recordings(found)))
    return [" ".join(said), *who_stands_out(found)]


def who_stands_out(found: RecordingAgreement) -> list[str]:
    """Return who stands out."""
    less = [one.coder for one in found.coders if one.standing == "less"]
    early, late = (
        [one.coder for one in found.coders if one.timing == when] for when in ("early", "late")
    )
    return [words.who_stands_out(less, early, late)] if less or early or late else []


def urgency(row: RecordingRow) -> tuple[int, float]:
    """Return by what recordings are sorted, those first that need a look."""
    place = len(URGENCY) if row.verdict is None else URGENCY.index(row.verdict)
    value = row.corrected if row.corrected is not None else row.value
    return place, inf if value is None else value


def what_to_do(found: RecordingAgreement, view: UrlState) -> list[Link]:
    """Link the recording to begin with, and the people."""
    if found.corpus.value is None:
        return []
    first = min(found.items, key=urgency)
    return [
        Link(words.see_item(first.item), view.item_href(first.item)),
        Link(words.SEE_CODERS, view.coders_href()),
    ]


def orders_of_list(found: RecordingAgreement) -> dict[str, str]:
    """Return the orders that can be chosen."""
    well = all(row.verdict == "well_beyond_chance" for row in found.items)
    return dict(words.orders(none_needs_work=well))


def order_of_list(found: RecordingAgreement, view: UrlState) -> list[int]:
    """Return the places of the recordings in the order of the list."""
    places = range(len(found.items))
    if view.sort == "corpus":
        return list(places)
    if view.sort == "-mass":
        return in_order(places, lambda at: found.items[at].seconds, descending=True)
    return sorted(places, key=lambda at: urgency(found.items[at]))


def listed_items(found: RecordingAgreement, corpus: Corpus) -> ListedItems:
    """Return all that the list says of its recordings."""
    whys: dict[str, int] = {}

    def why(reason: str) -> int:
        return whys.setdefault(reason, len(whys))

    def column(
        key: str,
        heading: str,
        about: str,
        write: Callable[[Any], str] = short,
        interval: str = "",
    ) -> ListColumn:
        cells: list[str | int] = []
        ranges: list[str | int] = []
        for row in found.items:
            value = getattr(row, key)
            reason = row.undefined.get(key, NO_CHANCE)
            cells.append(why(reason) if value is None else write(value))
            if interval:
                ends = getattr(row, interval)
                ranges.append(between(ends.low, ends.high, short) or why(ends.undefined))
        return ListColumn(heading, "", about, cells, ranges=ranges)

    kinds: dict[ListVerdict, int] = {}
    verdicts: list[int] = []
    for row in found.items:
        if row.verdict is None:
            reason = row.undefined.get("value", NO_CHANCE)
            kind = ListVerdict(words.NO_VERDICT, reason, None)
        else:
            kind = kind_of(row.verdict, words.EXPLANATIONS[row.verdict], row.corrected_interval)
        verdicts.append(kinds.setdefault(kind, len(kinds)))
    columns = [
        column(
            "corrected",
            "Beyond chance",
            words.BEYOND_ABOUT,
            lambda value: beside_verdict(value, short),
            "corrected_interval",
        ),
        column("value", "F", F_ABOUT),
        column("deviation", "Apart", DEVIATION_ABOUT, seconds_read),
        column("rate", "A minute", "Presses a minute of a coder, on average.", rate),
    ]
    return ListedItems(
        names=[row.item for row in found.items],
        masses=[item.mass for item in corpus.items],
        coders=[row.coders for row in found.items],
        verdicts=verdicts,
        p=["" if row.p_adjusted is None else p_value(row.p_adjusted) for row in found.items],
        named_p=words.NAMED_P,
        kinds=list(kinds),
        columns=columns,
        whys=list(whys),
        resolution=corpus.scale.resolution if corpus.scale else None,
    )


def left_out(read: Corpus, counted: Corpus, view: UrlState) -> list[str]:
    """Return what the settings leave out, and how many presses that are."""
    number = _presses(read) - _presses(counted)
    whys = {
        "the first {}": view.trim_start,
        "the last {}": view.trim_end,
        "gaps below {}": view.minimum_gap,
    }
    said = [text.format(seconds(length)) for text, length in whys.items() if length]
    return [words.left_out(number, said)] if said else []


def _presses(corpus: Corpus) -> int:
    return sum(len(one.boundaries) for item in corpus.items for one in item.codings.values())


def of_few(found: RecordingAgreement) -> list[str]:
    """Return why the intervals of a corpus of few recordings are wide."""
    known = found.corpus.corrected_interval.low is not None
    return [words.few_recordings(len(found.items))] if known and len(found.items) in FEW else []


def of_chance(found: RecordingAgreement) -> list[str]:
    """Return that a corpus is so large that chance is known from few shuffles."""
    few = found.shuffles < found.options.shuffles and found.shuffles <= 10 * FEWEST
    return [words.fewer_shuffles(found.shuffles)] if few else []
