"""The links of the navigation: the sections, and the pages of each."""

from __future__ import annotations

from dataclasses import replace

from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.link_components import Link, NavigationEntry
from segmetrics.dashboard.frame.page_list import MENU, SECTIONS, PageInfo, pages_of
from segmetrics.dashboard.frame.url_state import UrlState


def navigation_links(
    view: UrlState, here: PageInfo, corpus: Corpus | None
) -> list[NavigationEntry]:
    """Link the sections and their pages, as seen from a page."""
    automatic = corpus.automatic if corpus and view.automatic is None else view.automatic
    entries = []
    for section in SECTIONS:
        pages = tuple(
            Link(info.title, _to(info, here, view), info == here, info.question)
            for info in pages_of(section, here, automatic=bool(automatic))
        )
        entries.append(
            NavigationEntry(
                section, pages[0].href, pages, here=here.section == section, menu=section == MENU
            )
        )
    return entries


def _to(info: PageInfo, here: PageInfo, view: UrlState) -> str:
    """Return the link to a page; to Coders from elsewhere without the pair.

    Who is looked at stays within a round: a coder who was late in one may not be in another.
    """
    if info.of_two and not here.of_two:
        view = replace(view, who=())
    if info.address == "coders" != here.address:
        return view.coders_href()
    return view.href(info.address)
