"""The links above a page: the sections, the pages of each, and the trail to where one is."""

from __future__ import annotations

from dataclasses import replace

from segmetrics.axis import axis_of
from segmetrics.coefficients.levels import row_title
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.link_components import Link, NavigationEntry, TrailPart
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.coder_groups import group_number
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus, rounds_of
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import changes_of
from segmetrics.dashboard.server.page_list import MENU, SECTIONS, PageInfo, pages_of


def navigation_links(
    view: UrlState, here: PageInfo, corpus: Corpus | None
) -> list[NavigationEntry]:
    """Link the sections and their pages, as seen from a page."""
    stays = bool(view.who) and (here.of_two or _in_all_rounds(view))
    automatic = corpus.automatic if corpus and view.automatic is None else view.automatic
    entries = []
    for section in SECTIONS:
        pages = tuple(
            Link(info.title, _to(info, here, view, stays=stays), info == here, info.question)
            for info in pages_of(section, here, automatic=bool(automatic))
        )
        entries.append(
            NavigationEntry(
                section, pages[0].href, pages, here=here.section == section, menu=section == MENU
            )
        )
    return entries


def _in_all_rounds(view: UrlState) -> bool:
    """Return whether all whom a view looks at are in each round."""
    rounds = [one.corpus for one in rounds_of(view) if one.corpus is not None]
    return all(changes_of(view).keys() <= {*one.coders} for one in rounds)


def _to(info: PageInfo, here: PageInfo, view: UrlState, *, stays: bool) -> str:
    """Return the link to a page; to Coders from elsewhere without the pair.

    Who is looked at `stays` on the way to rounds if each has them.
    """
    if info.of_two and not stays:
        view = replace(view, who=())
    if info.address == "coders" != here.address:
        return view.coders_href()
    return view.href(info.address)


# ----- the trail

# Addresses of the pages that show one item, and a pair of coders.
OF_ITEMS, OF_PAIRS = ("item", "decide", "compare"), ("item", "coders")


def trail_parts(
    view: UrlState, address: str, found: SelectedCorpus, corpus: Corpus | None
) -> list[TrailPart]:
    """List where one is, from the corpus to the place; each part leads to what it names."""
    parts = [TrailPart(found.title, view.href("data"), words.CORPUS)]
    if corpus is None:
        return parts
    grouped = len(corpus.groups) > 1 and view.group and view.group <= len(corpus.groups)
    if address == "coders" and grouped:
        name = row_title("group", corpus.groups[(view.group or 1) - 1].name)
        parts.append(TrailPart(name, view.coders_href(), words.CODER_GROUP))
    item = corpus[view.item] if view.item is not None and view.item in corpus else None
    if address in OF_ITEMS and item is not None:
        href = view.href("item", place=None, start=None)
        parts.append(TrailPart(item.name, href, words.ITEM))
    # Of recordings, the page Coders has no pairs.
    paired = address in OF_PAIRS and corpus.scale is None
    group = group_number(corpus, (view.a, view.b)) if paired else None
    if group is not None:
        href = view.href("coders", group=group)
        parts.append(TrailPart(words.BOTH_CODERS.format(a=view.a, b=view.b), href, words.PAIR))
    if address in OF_ITEMS and item is not None and view.place and view.place < item.mass:
        text = axis_of(corpus).place(view.place)
        parts.append(TrailPart(text, view.href("item"), words.PLACE_OF.format(item.name)))
    return parts
