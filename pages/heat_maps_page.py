"""Heat maps of the items, and the texts around a place."""

from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import computations, current_view, escape_markdown
from segmetrics.dashboard.results import heat_map_view

view = current_view()
_, corpus = frame.open_corpus(view)
suited, reason = heat_map_view.suited_look(corpus)
shown = replace(view, look=view.look or suited)
with st.container(horizontal=True, gap="medium"):
    frame.pick(st.segmented_control, "Show", shown, "look")
    frame.pick(st.segmented_control, "Order of the items", view, "order")
    if shown.look == "multiples":
        frame.pick(st.segmented_control, "Width of a unit", view, "scale")
if not view.look:
    st.caption(reason)
st.markdown(heat_map_view.READING[shown.look])

judged = None
if view.order == "reliability" or shown.look == "multiples":
    judged = computations.reliability_of(corpus, view.options).computed()
places = heat_map_view.item_order(corpus, judged, view.order)
chosen = (view.item, view.place) if view.item and view.place else None
href = view.href("item", place=None, start=None)
label = f"Heat map of boundaries: {frame.LOOKS[shown.look]}"
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
