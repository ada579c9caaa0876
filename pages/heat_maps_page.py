"""Heat maps of the items, and the texts around a place."""

from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import (
    computations,
    current_view,
    escape_markdown,
    press_computations,
)
from segmetrics.dashboard.results import heat_map_view, recording_item_words, recording_shades_view
from segmetrics.dashboard.results import item_words as words


def show_recordings() -> None:
    """Show the density of presses of all recordings, and of each coder of one."""
    if why := press_computations.too_narrow(corpus, view):
        st.error(escape_markdown(recording_item_words.refused(why)))
        return
    orders = recording_item_words.ORDERS
    frame.pick(
        st.segmented_control,
        recording_item_words.ORDER,
        replace(view, order=view.order if view.order in orders else "corpus"),
        "order",
        tuple(orders),
        format_func=orders.__getitem__,
    )
    st.markdown(recording_item_words.SHADES)
    st.subheader(recording_item_words.RECORDINGS, anchor=False)
    items = recording_shades_view.ordered(corpus, view.order)
    lines = recording_shades_view.lines_of_recordings(corpus, frame.on_page(items, view), view)
    if not lines:
        st.info(recording_item_words.NOBODY)
        return
    label = recording_shades_view.label(lines, corpus)
    components.shaded_recordings(lines, corpus.scale, name="all", label=label, key="recordings")
    links = frame.page_links(len(items), view, "heatmaps")
    if links:
        components.links(links, key="recording pages")
    item = corpus[view.item or ""] if view.item in corpus else items[0]
    st.subheader(escape_markdown(recording_item_words.coders_of(item.name)), anchor=False)
    of_item, names = replace(view, item=item.name), [one.name for one in corpus.items]
    frame.pick(st.selectbox, recording_item_words.ITEM, of_item, "item", names, width=280)
    lines = recording_shades_view.lines_of_coders(corpus, item, view)
    label = recording_shades_view.label(lines, corpus)
    components.shaded_recordings(lines, corpus.scale, name=item.name, label=label, key="coders")


view = current_view()
_, corpus = frame.open_corpus(view)
if corpus.scale is not None:
    show_recordings()
    st.stop()
suited, reason = heat_map_view.suited_look(corpus)
shown = replace(view, look=view.look or suited)
with st.container(horizontal=True, gap="medium"):
    frame.pick(st.segmented_control, words.SHOW, shown, "look")
    frame.pick(st.segmented_control, words.ORDER, view, "order")
    if shown.look == "multiples":
        frame.pick(st.segmented_control, words.SCALE, view, "scale")
if not view.look:
    st.caption(reason)
st.markdown(heat_map_view.reading(corpus, shown.look))

judged = None
if view.order == "reliability" or shown.look == "multiples":
    judged = computations.reliability_of(corpus, view.options).computed()
places = heat_map_view.item_order(corpus, judged, view.order)
chosen = (view.item, view.place) if view.item and view.place else None
href = view.href("item", place=None, start=None)
label = words.HEAT_MAP.format(frame.LOOKS[shown.look])
if shown.look == "places":
    components.heat_map(
        computations.heat_map_of(corpus),
        order=places,
        href=href,
        label=label,
        key="heat map",
        chosen=chosen,
    )
elif shown.look == "overview":
    lines = frame.kept(
        ("overview", corpus.codings_digest, *places), lambda: heat_map_view.cells_of(corpus, places)
    )
    components.overview(lines, href=href, label=label, key="overview", chosen=chosen)
else:
    part = frame.on_page(places, view)
    panels = frame.kept(
        ("panels", corpus.codings_digest, *part), lambda: heat_map_view.panels_of(corpus, part)
    )
    components.multiples(
        panels,
        heat_map_view.panel_texts(judged, view.options, part),
        same_scale=view.scale == "same",
        href=href,
        label=label,
        key="multiples",
        chosen=chosen,
    )
    links = frame.page_links(len(places), view, "heatmaps")
    if links:
        components.links(links, key="panel pages")
if judged:
    shuffled = f"{judged.options.signature}, {judged.shuffling.signature}"
    st.caption(escape_markdown(shuffled))
if any(item.texts for item in corpus.items):
    components.texts_on_hover(partial(heat_map_view.texts_asked, view), key="heat map texts")
