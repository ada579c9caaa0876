"""Segmenters beside people, as their page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame.derivation_links import BETWEEN, Opens, number_key
from segmetrics.dashboard.frame.jobs import Job
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import segmenters_words as words
from segmetrics.derivations.derivation import Derivation
from segmetrics.derivations.segmenter_derivation import segmenter_derivation
from segmetrics.extras import missing
from segmetrics.number_formats import count, read, shown, signed
from segmetrics.phrases import counted
from segmetrics.reliability.changes import MEASURES, Measure
from segmetrics.segmenters.baselines import BASELINES, Baseline
from segmetrics.segmenters.kept_agreement import KeptAgreement
from segmetrics.segmenters.people_comparison import Comparison, SegmenterTable, compare_segmenters
from segmetrics.segmenters.texttiling import NAME, Tiled, with_texttiling
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow, span

SHOWN_GROUPS = 5
NAMED_ITEMS = 5

COLUMNS = (
    Heading(words.SEGMENTER, numeric=False),
    Heading(words.PLACED, title=words.BOUNDARIES),
    *(
        Heading(one.symbol, one.sub or None, f"{one.about} {words.ALONE_THEN_WITH}")
        for one in map(QUANTITIES.__getitem__, MEASURES)
    ),
)


@dataclass(frozen=True)
class Offered:
    """The segmenters that can be added to a corpus, and what there is to say of others."""

    names: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    refused: str = ""
    note: str = ""


def offered(corpus: Corpus, asked: Sequence[str]) -> Offered:
    """Return the segmenters that can be added to a corpus."""
    has_texts, why = any(item.texts for item in corpus.items), missing("texttiling", NAME)
    names = (*([NAME] if has_texts and not why else []), *BASELINES)
    unknown = tuple(name for name in asked if name not in (NAME, *BASELINES))
    if NAME in asked and NAME not in names:
        return Offered(names, unknown, refused=f"{why}." if has_texts else words.NEEDS_TEXTS)
    return Offered(names, unknown, note=f"{why}." if has_texts and why else "")


def label(name: str) -> str:
    """Name a segmenter that can be added, and say what it does."""
    return f"{name}: {words.WHAT[name]}"


def chosen_automatic(
    corpus: Corpus, asked: Sequence[str] | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return which coders are automatic."""
    if asked is None:
        return corpus.automatic, ()
    known = tuple(coder for coder in corpus.coders if coder in asked)
    return known, tuple(coder for coder in asked if coder not in known)


def tiled(corpus: Corpus) -> Tiled | None:
    """Add TextTiling to a corpus, see `computed`."""
    return Job(
        ("texttiling", corpus.digest), partial(with_texttiling, corpus), of=corpus
    ).computed()


def compared(
    corpus: Corpus, options: AgreementOptions, added: Sequence[str]
) -> SegmenterTable | None:
    """Compare the segmenters of a corpus, and baselines, with its people, see `computed`."""
    baselines: tuple[Baseline, ...] = tuple(name for name in BASELINES if name in added)
    # Neither of the two matters here, so that changing it computes nothing anew.
    options = replace(options, similarity="s", width="units")
    return Job(
        ("segmenters", corpus.digest, options, baselines),
        partial(compare_segmenters, corpus, options, baselines=baselines),
        of=corpus,
    ).computed()


def left_out_in_words(found: Tiled) -> str:
    """Return which items TextTiling could not segment, or nothing."""
    if not found.left_out:
        return ""
    named = "; ".join(f"{name}: {why}" for name, why in found.left_out[:NAMED_ITEMS])
    more = len(found.left_out) - NAMED_ITEMS
    return words.left_out(named, more)


def verdicts(comparisons: Sequence[Comparison] | Sequence[KeptAgreement]) -> str:
    """List the verdicts on segmenters, in Markdown; those on baselines if there are no others."""
    own = [one for one in comparisons if not one.baseline] or comparisons
    return "\n".join(
        f"- **{escape_markdown(one.segmenter)}**: {escape_markdown(one.words)}" for one in own
    )


def group_table(comparisons: Sequence[Comparison], view: UrlState) -> PageTable:
    """Show the segmenters of a group, a row for each; every coefficient opens."""
    found, opens = [], Opens(view, "segmenters")
    for one in comparisons:
        by_people = words.A_PERSON.format(count(one.placed_by_people)) if one.items else None
        cells = [
            Cell(one.segmenter, sub=f"{one.kind}, {counted(one.items, 'item')}", title=one.words),
            Cell(f"{one.boundaries:,}", sub=by_people),
        ]
        cells += [_cell(one, measure, opens) for measure in one.changes]
        found.append(TableRow("group" if one.baseline else "item", cells))
    return COLUMNS, found


def _cell(one: Comparison, measure: Measure, opens: Opens) -> Cell:
    """Show a coefficient without and with a segmenter; it opens."""
    change = one.changes[measure]
    cell = Cell(
        read(change.joined),
        title=change.undefined,
        href=opens.href(_key(one, measure)),
        opens=words.CHANGE_BY.format(
            coefficient=QUANTITIES[measure].name, group=one.group, segmenter=one.segmenter
        ),
    )
    if change.change is None:
        return cell
    ends = span(change.interval, signed)
    return replace(
        cell,
        text=f"{shown(change.people)} → {shown(change.joined)}",
        sub=words.RANK.format(place=change.rank, of=change.of),
        range=f"{signed(change.change)}{f' ({ends})' if ends else ''}",
        title=change.interval.why_none or None,
    )


def opened_change(corpus: Corpus, table: SegmenterTable, number: str) -> Derivation | None:
    """Find the change of a coefficient by a segmenter; None if there is no such number."""
    for one, measure in product(table.comparisons, MEASURES):
        if number == _key(one, measure):
            return segmenter_derivation(corpus, table, one, measure)
    return None


def _key(one: Comparison, measure: Measure) -> str:
    return number_key(measure, "segmenter", BETWEEN.join((one.group, one.segmenter)))
