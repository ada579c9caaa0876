"""Heat maps of the items, and the texts around a place."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.axis import NOUNS, axis_of
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.components import small_multiples
from segmetrics.dashboard.frame import computations, current_view, escape_markdown
from segmetrics.dashboard.results import heat_map_view
from segmetrics.dashboard.results import item_words as words
from segmetrics.phrases import capital

view = current_view()
_, corpus = frame.open_corpus(view, who=True)
if why := computations.too_narrow(corpus, view):
    st.error(escape_markdown(words.REFUSED.format(capital(why))))
    st.stop()
unit = axis_of(corpus).unit
noun = NOUNS[unit].item
look, reason = heat_map_view.suited_look(corpus)
look = view.look or look
pages = frame.page_links(len(corpus), view, "heatmaps")


def show_texts(places: Sequence[int]) -> None:
    """Show where boundaries stand, in the chosen look."""
    chosen = (view.item, view.place) if view.item and view.place else None
    href = view.href("item", place=None, start=None)
    label = words.HEAT_MAP.format(frame.LOOKS[look])
    if look == "places":
        components.heat_map(
            computations.heat_map_of(corpus),
            order=places,
            href=href,
            label=label,
            key="heat map",
            chosen=chosen,
        )
    elif look == "overview":
        lines = frame.kept(
            ("overview", corpus.codings_digest, *places),
            lambda: small_multiples.cell_data([corpus.items[place] for place in places]),
        )
        components.overview(lines, href=href, label=label, key="overview", chosen=chosen)
    else:
        part = frame.on_page(places, view)
        panels = frame.kept(
            ("panels", corpus.codings_digest, *part),
            lambda: small_multiples.panel_data([corpus.items[place] for place in part]),
        )
        components.multiples(
            panels,
            heat_map_view.panel_texts(verdicts, view.similarity, part),
            same_scale=view.scale == "same",
            href=href,
            label=label,
            key="multiples",
            chosen=chosen,
        )
        components.links(pages, key="heat map pages")
    if verdicts:
        judged = computations.reliability_of(corpus, view.options).needed()
        st.caption(escape_markdown(f"{judged.options.signature}, {judged.shuffling.signature}"))
    if any(item.texts for item in corpus.items):
        components.texts_on_hover(partial(heat_map_view.texts_asked, view), key="heat map texts")


def show_recordings(places: Sequence[int]) -> None:
    """Show the density of boundaries of all recordings, and of each coder of one."""
    items = [corpus.items[place] for place in places]
    st.header(words.RECORDINGS, anchor=False)
    lines = heat_map_view.lines_of_recordings(corpus, frame.on_page(items, view), view)
    if not lines:
        st.info(words.NOBODY)
        return
    label = heat_map_view.label(lines, corpus)
    mean = words.SHADES_MEAN
    components.shaded_recordings(
        lines, corpus.scale, name="all", label=label, key="recordings", shades_mean=mean
    )
    components.links(pages, key="heat map pages")
    item = corpus[view.item or ""] if view.item in corpus else items[0]
    st.header(escape_markdown(words.CODERS_OF.format(item.name)), anchor=False)
    of_item, names = replace(view, item=item.name), [one.name for one in corpus.items]
    frame.pick(st.selectbox, capital(noun), of_item, "item", names, width=280)
    lines = heat_map_view.lines_of_coders(corpus, item, view)
    label = heat_map_view.label(lines, corpus)
    components.shaded_recordings(lines, corpus.scale, name=item.name, label=label, key="coders")


of_texts = unit == "units"
with st.container(horizontal=True, gap="medium"):
    if of_texts:
        frame.pick(st.segmented_control, words.SHOW, replace(view, look=look), "look")
    frame.pick(st.segmented_control, words.ORDER.format(noun), view, "order")
    if of_texts and look == "multiples":
        frame.pick(st.segmented_control, words.SCALE, view, "scale")
if of_texts and not view.look:
    st.caption(reason)
st.markdown(escape_markdown(heat_map_view.reading(corpus, look)) if of_texts else words.SHADES)
verdicts = None
if view.order == "reliability" or (of_texts and look == "multiples"):
    verdicts = computations.verdicts_of(corpus, view, "computed")
show = show_texts if of_texts else show_recordings
show(heat_map_view.item_order(corpus, verdicts, view.order))
