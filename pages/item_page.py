"""One item: what differs there, its text, its pairs of coders, and why it is low."""

from dataclasses import replace

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.learn import metrics_view
from segmetrics.dashboard.results import differences_view, item_view, reliability_view, text_view
from segmetrics.plots import reliability_plots
from segmetrics.tables import agreement_columns

asked = frame.current_view()
_, corpus = frame.open_corpus(asked)
table = frame.computations.table_of(corpus, asked.options)
view = frame.item_shown(asked, corpus)
item = corpus[view.item or ""]
pairs = frame.pairs_on(corpus, view)
pair = next((p for p in pairs if (p.a, p.b) == (view.a, view.b)), None)

chooser, window = st.columns([1, 1], gap="medium")
with chooser:
    # Another item has a least similar pair of its own.
    own = replace(view, a=asked.a, b=asked.b)
    frame.pick(st.selectbox, "Item", own, "item", [one.name for one in corpus.items])
with window:
    frame.near_miss_window(view)

row = next(row for row in table.items if row.item == item.name)
judged = frame.computations.reliability_of(corpus, view.options).computed()
if judged:
    intervals = frame.intervals_shown(view, corpus, judged)
    rated = item_view.rated_row(item.name, table, intervals, judged)
    st.markdown(frame.escape_markdown(item_view.verdict_in_sentences(rated)))
    components.table(
        *item_view.reliability_table(rated, judged, view),
        caption=f"Reliability of {item.name}",
        key="item reliability",
    )
    if intervals:
        st.caption("Intervals are for other coders who might have coded this item.")
components.table(
    *item_view.item_table(table, row, view), caption=f"Agreement on {item.name}", key="item table"
)
st.caption(frame.escape_markdown(f"{item_view.expectation(row)} {table.options.signature}"))
for reason in agreement_columns.reasons(row):
    st.caption(frame.escape_markdown(reason))
if pair:
    components.links(item_view.section_links(item, pair), key="sections")

st.subheader("What differs", anchor="differs")
part = frame.visible_part(item, view)
if part != (1, item.mass):
    components.heat_map(
        frame.computations.item_heat_map(item),
        order=[0],
        href=view.href("item"),
        label=f"Heat map of {item.name}; a click moves the strips below to that place",
        key="item heat map",
        chosen=(item.name, view.place) if view.place else None,
        names=False,
        height=180,
    )
    st.caption(f"Units {part[0]:,} to {part[1]:,} of {item.mass:,}")
    components.links(frame.part_links(item, part, view), key="parts")
components.strips(
    item,
    window=part,
    place=view.place,
    marked=(pair.a, pair.b) if pair else (),
    href=view.href("item", place=None),
    key="strips",
)

too_many = frame.too_detailed(item)
if too_many:
    st.info(frame.escape_markdown(too_many))
    st.stop()


def show_text(pair: tuple[str, str] | None, view: frame.UrlState) -> None:
    """Show the text with the boundaries beside it, if there is a text."""
    text = text_view.readable(item, pair, view)
    if text is None:
        return
    st.subheader("The text", anchor="text")
    st.caption(frame.escape_markdown(text.about))
    components.reading(
        item,
        text.units,
        pair,
        text.seen.marks,
        text.seen.counts,
        place=view.place,
        href=view.href("item", place=None, start=None),
        key="text",
    )
    if text.links:
        components.links(text.links, key="text parts")


def show_reasons() -> None:
    """Show what the numbers of the item come from, and how much they bear."""
    st.subheader("Why is this item low?", anchor="why")
    explained = frame.computations.explanation_of(corpus, view.options, item)
    if explained:
        for sentence in explained.sentences:
            st.markdown(f"- {frame.escape_markdown(sentence.text)}")
        st.caption(frame.escape_markdown(item_view.rests_on(explained)))
        if explained.loss and explained.loss.total.edits:
            parts = item_view.loss_parts(explained.loss)
            frame.chart(
                frame.kept(
                    ("loss", corpus.digest, view.options, item.name),
                    lambda: reliability_plots.loss_figure(parts),
                ),
                key="loss",
                alt="The loss 1 − S by kind of edit, pair, coder and place",
            )
        behind = st.expander("The numbers behind the sentences", key="behind", on_change="rerun")
        if behind.open:
            with behind:
                components.table(
                    *reliability_view.number_table(explained.sentences),
                    caption="Numbers",
                    key="numbers",
                )
                st.caption(frame.escape_markdown(explained.signature))
    windows = st.expander("Which near-miss window?", key="which window", on_change="rerun")
    if windows.open:
        with windows:
            points = reliability_view.points_of(
                frame.computations.scan_of(corpus, view.options) or (), "item", item.name
            )
            if points:
                st.markdown(frame.escape_markdown(reliability_view.scan_in_words(points)))
                frame.chart(
                    reliability_plots.scan_figure(points, view.similarity),
                    key="windows",
                    alt=f"Misses and the coefficient of {item.name} for n = 1 to 10",
                )


if not pair:
    st.info("One coder only: there is nobody to compare with.")
    show_text(None, view)
    show_reasons()
    st.stop()

found = differences_view.differences(corpus, view)
group = frame.group_number(corpus, item.coders) or view.group
st.markdown(frame.escape_markdown(differences_view.differences_in_words(found, item)))
if found:
    components.table(
        *differences_view.difference_table(found, view, group),
        caption=f"Disagreements on {item.name}, the most costly first",
        key="differences",
    )

st.subheader(
    f"Between {frame.escape_markdown(pair.a)} and {frame.escape_markdown(pair.b)}", anchor="pair"
)
if found:
    components.links(differences_view.difference_links(found, view, group), key="steps")
frame.pick(st.segmented_control, "What a metric sees", view, "sees")
codings = (item.codings[pair.a], item.codings[pair.b])
seen = components.seen_by(view.sees, codings, (pair.a, pair.b), part, n=view.n, width=view.width)
components.pair_view(
    item,
    (pair.a, pair.b),
    seen.marks,
    seen.counts,
    window=part,
    place=view.place,
    label=f"{frame.SEES[view.sees]} between {pair.a} and {pair.b} on {item.name}",
    href=view.href("item", place=None),
    key="pair",
)
if view.sees == "edits":
    if pair.similarity.undefined:
        st.info(frame.escape_markdown(pair.similarity.undefined))
    else:
        st.latex(item_view.worked_out(pair.similarity))
elif seen.undefined:
    st.info(frame.escape_markdown(seen.undefined))
elif view.sees == "levels" and corpus.kind != "hierarchical":
    st.caption("No boundary has a level here, so all count as level 1.")
show_text((pair.a, pair.b), view)

show_reasons()
st.subheader("All pairs, the least similar first", anchor="pairs")
components.table(*item_view.pair_table(pairs, view), caption="Pairs of coders", key="pairs")
if len(pairs) > item_view.SHOWN_PAIRS:
    st.caption(f"The {item_view.SHOWN_PAIRS} least similar of {len(pairs)} pairs.")
st.subheader(
    f"What the metrics say of {frame.escape_markdown(pair.a)} and {frame.escape_markdown(pair.b)}",
    anchor="metrics",
)
components.table(
    *metrics_view.metric_table(item, (pair.a, pair.b), view, corpus.types),
    caption=f"All metrics of {pair.a} against {pair.b}",
    key="metrics",
)
st.caption(
    frame.escape_markdown(
        f"{pair.a} is the hypothesis and {pair.b} the reference; reversed, the other way round."
    )
)
components.links(
    [components.Link("Exchange the two", view.href("item", a=pair.b, b=pair.a))], key="exchange"
)
st.caption(frame.escape_markdown(agreement_columns.signature(table)))
