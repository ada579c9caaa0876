"""Who is looked at: without some coders, with some alone, or with theirs moved; never stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from segmetrics.axis import Unit, axis_of
from segmetrics.corpus import Corpus, CorpusError, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import plain_seconds
from segmetrics.phrases import counted, joined, listed
from segmetrics.segmentation import Segmentation

NAMED = 6
"""Coders whom a sentence names."""


class Shown(NamedTuple):
    """A corpus as a view shows it, and what else to know: why it is as it is, who is gone."""

    corpus: Corpus
    notes: tuple[str, ...] = ()
    changed: bool = False


def shown(view: UrlState, corpus: Corpus) -> Shown:
    """Return a corpus as a view shows it."""
    coders = tuple(name for name in view.whose if name in corpus.coders)
    notes = [words.NOT_THERE.format(name) for name in view.whose if name not in corpus.coders]
    if not view.who or not coders:
        return Shown(corpus, tuple(notes))
    key = ("who", corpus.named_digest, view.who, coders, view.by)
    try:
        found = kept(key, lambda: _changed(view, coders, corpus.with_decisions(())))
    except CorpusError:
        return Shown(corpus, (*notes, words.NOBODY_LEFT))
    except ValueError as error:
        return Shown(corpus, (*notes, words.NOT_MOVED.format(error)))
    if len(found) < len(corpus):
        gone = [item.name for item in corpus.items if item.name not in found]
        notes.append(words.ITEMS_GONE.format(listed(gone, NAMED)))
    decisions = [one for one in corpus.decisions if one.item in found]
    return Shown(found.with_decisions(decisions), tuple(notes), changed=True)


def _changed(view: UrlState, coders: Sequence[str], corpus: Corpus) -> Corpus:
    """Return a corpus without some coders, with them alone, or with their boundaries moved."""
    # A group keeps its name without the coder who stands for it.
    titles = {name: one.title for one in corpus.groups for name in one.coders if one.title}
    corpus = corpus.with_group_titles(titles)
    if view.who == "only":
        return corpus.select(coders=coders)
    if view.who == "without":
        return corpus.select(coders=[name for name in corpus.coders if name not in coders])
    by: Any = int(view.by) if view.by.is_integer() else view.by
    steps = axis_of(corpus).positions("by", by) * (-1 if view.who == "earlier" else 1)
    return replace(corpus, items=tuple(_moved(item, coders, steps) for item in corpus.items))


def _moved(item: Item, coders: Sequence[str], steps: int) -> Item:
    moved = {name: _shifted(item.codings[name], steps) for name in coders if name in item.codings}
    return replace(item, codings={**item.codings, **moved}) if moved else item


def _shifted(coding: Segmentation, steps: int) -> Segmentation:
    """Return a coding with all its boundaries moved; what comes to lie outside is gone."""
    stays = [at for at, place in enumerate(coding.boundaries) if 0 < place + steps < coding.mass]

    def kept_of(marks: Any) -> Any:
        return None if marks is None else tuple(marks[at] for at in stays)

    return replace(
        coding,
        boundaries=tuple(coding.boundaries[at] + steps for at in stays),
        types=kept_of(coding.types),
        levels=kept_of(coding.levels),
    )


def who_in_words(view: UrlState, unit: Unit, noun: str = "unit") -> str:
    """Return who is looked at, as ``without an3`` or ``with an4 1 unit earlier``."""
    who = joined(view.whose, NAMED)
    if view.who in ("without", "only"):
        return f"{view.who} {who}"
    length = f"{plain_seconds(view.by)} s"
    if unit == "units":
        length = counted(int(view.by), noun) if view.by.is_integer() else f"{view.by:g} {noun}s"
    return f"with {who} {length} {view.who}"


def without(view: UrlState, *coders: str) -> UrlState:
    """Return the view without some coders, and without those who are left out already."""
    before = view.whose if view.who == "without" else ()
    return replace(view, who="without", whose=tuple(dict.fromkeys([*before, *coders])), number="")


def moved(view: UrlState, coder: str, by: float, *, earlier: bool) -> UrlState:
    """Return the view with the boundaries of a coder moved."""
    way = "earlier" if earlier else "later"
    return replace(view, who=way, whose=(coder,), by=by, number="")


def see_it(view: UrlState, address: str, unit: Unit, noun: str = "unit") -> Link:
    """Return the link to a view on a page, called by whom it looks at."""
    return Link(words.SEE_IT.format(who_in_words(view, unit, noun)), view.href(address))


def everybody(view: UrlState) -> UrlState:
    """Return the view with all coders as they are."""
    return replace(view, who="", whose=(), by=UrlState().by, number="")
