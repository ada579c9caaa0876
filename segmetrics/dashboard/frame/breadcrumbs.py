"""The trail: what is chosen, from the corpus to the place, and the settings in words."""

from __future__ import annotations

from segmetrics.boundary_marks import UNCERTAIN
from segmetrics.coefficients.levels import row_title
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.link_components import TrailPart
from segmetrics.dashboard.frame.coder_groups import group_number
from segmetrics.dashboard.frame.page_list import page_at
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus
from segmetrics.dashboard.frame.url_state import UrlState

UNASKED = UrlState()
TITLES = {
    "similarity": "The similarity behind the coefficients",
    "convention": "What expected agreement counts",
    "n": "The near-miss window",
    "width": "What a window of WindowDiff holds",
    "uncertain": "What uncertain boundaries count for",
}
UNCERTAIN_IN_WORDS = {
    "type": "uncertain boundaries as a type",
    "ignore": "without uncertain boundaries",
    "boundary": "uncertain boundaries as sure ones",
}


def chosen_parts(
    view: UrlState, asked: UrlState, address: str, found: SelectedCorpus, corpus: Corpus | None
) -> list[TrailPart]:
    """List what is chosen, from the corpus to the place; each part leads to its page."""
    parts = [
        TrailPart(found.title, view.href(""), "The corpus", current=address == "", chosen=True)
    ]
    if corpus is None:
        return parts
    if len(corpus.groups) > 1 and 1 < view.group <= len(corpus.groups):
        parts.append(
            TrailPart(
                row_title("group", corpus.groups[view.group - 1].name),
                view.href("coders"),
                "The coder group",
                chosen=True,
                undo=asked.href(address, group=1),
                undo_text="Back to the first coder group",
            )
        )
    if view.item is not None and view.item in corpus:
        parts.append(
            TrailPart(
                view.item,
                view.href("item"),
                "The item, and what differs in it",
                current=address == "item" and view.place is None,
                chosen=asked.item == view.item,
                undo=asked.href(address, item=None, place=None, start=None) if asked.item else None,
                undo_text=f"Forget the item {view.item}",
            )
        )
    group = group_number(corpus, (view.a, view.b))
    if group is not None:
        parts.append(
            TrailPart(
                f"{view.a} and {view.b}",
                view.href("coders", group=group),
                "The two coders, on all items",
                current=address == "coders",
                chosen=asked.a is not None,
                undo=asked.href(address, a=None, b=None) if asked.a else None,
                undo_text=f"Forget the pair {view.a} and {view.b}",
            )
        )
    if view.place and view.item in corpus and view.place < corpus[view.item or ""].mass:
        parts.append(
            TrailPart(
                f"after unit {view.place:,}",
                view.href("item"),
                f"This place of {view.item}",
                current=address == "item",
                chosen=True,
                undo=asked.href(address, place=None),
                undo_text=f"Forget the place after unit {view.place:,}",
            )
        )
    return parts


def setting_parts(view: UrlState, address: str, corpus: Corpus | None) -> list[TrailPart]:
    """List the settings that a page uses, in words; those that were changed can be reset."""
    uncertain = view.uncertain != UNASKED.uncertain or (corpus and UNCERTAIN in corpus.types)
    parts = []
    for name in page_at(address).settings:
        if name == "uncertain" and not uncertain:
            continue
        usual = getattr(UNASKED, name)
        differs = getattr(view, name) != usual
        parts.append(
            TrailPart(
                _setting_text(view, name),
                view.href(_place_of(name, address)),
                TITLES[name],
                chosen=differs,
                undo=view.href(address, **{name: usual}) if differs else None,
                undo_text=f"Back to {_setting_text(UNASKED, name)}",
            )
        )
    return parts


def _place_of(name: str, address: str) -> str:
    """Return where a setting is set, as seen from a page: its address."""
    if not page_at(address).of_corpus:
        return address
    return "" if name == "uncertain" else "agreement"


def _setting_text(view: UrlState, name: str) -> str:
    """Return one setting in words."""
    return {
        "similarity": f"over {similarity_name(view.similarity)}",
        "convention": f"as {view.convention}",
        "n": f"n = {view.n}",
        "width": f"windows of {view.width}",
        "uncertain": UNCERTAIN_IN_WORDS[view.uncertain],
    }[name]
