"""The gold segmentation of a corpus, and the disputes that a person decides."""

from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import free_name, left_behind
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.decide import consensus_decisions, consensus_view
from segmetrics.tables import consensus_tables


def rule() -> None:
    """Show how a consensus is made."""
    with st.container(horizontal=True, gap="large"):
        frame.pick(
            st.segmented_control,
            "Consensus by",
            view,
            "method",
            help="**majority**: the places that enough coders marked. **pooled**: the same, but "
            "boundaries fewer than n positions apart count together, and the gold boundary lies "
            "at their median. **medoid**: the coder who is most like the others of an item, by B.",
        )
        if view.method != "medoid":
            frame.pick(
                st.segmented_control,
                "A boundary needs",
                view,
                "threshold",
                tuple(consensus_decisions.THRESHOLD_WORDS),
                format_func=consensus_decisions.THRESHOLD_WORDS.__getitem__,
            )
            last = 100 if view.threshold == "at_least" else 95
            frame.pick(
                st.select_slider,
                "of the coders of an item",
                view,
                "share",
                sorted({*range(5, last + 1, 5), view.share}),
                format_func=lambda share: f"{share}%",
                width=280,
            )
        frame.near_miss_window(view)


def ask(dispute: Dispute) -> None:
    """Offer the decisions about a dispute, if the visitor may decide."""
    if found.saved is not None and not found.may_edit:
        st.caption(consensus_decisions.READ_ONLY)
        return
    settled = consensus_tables.outcome(dispute, work.words)
    at = work.listed.index(dispute)
    name = f"{dispute.item} {dispute.place}"
    comment = consensus_view.comment_on(dispute, work.words)
    # Another field for another comment: what somebody else wrote meanwhile is seen.
    field = f"comment {name} {comment}"
    st.text_input(
        "Comment, kept with the decision",
        comment,
        key=field,
        max_chars=consensus_decisions.MAX_COMMENT,
        width=560,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        for place, coders in consensus_view.answers(dispute):
            main = place == dispute.place
            st.button(
                f"{'Accept' if main else 'Move to'} after unit {place:,}",
                key=f"accept {place}",
                type="primary" if main else "secondary",
                shortcut="A" if main else None,
                help=f"Marked by {coders:,} of {len(dispute.votes) + len(dispute.silent):,}.",
                on_click=decide_and_go_on,
                args=(dispute, at, place, field),
            )
        st.button(
            "Reject",
            key="reject",
            shortcut="X",
            help="No boundary here.",
            on_click=decide_and_go_on,
            args=(dispute, at, None, field),
        )
        with st.popover("Move elsewhere"):
            elsewhere = st.number_input(
                "After unit",
                1,
                corpus[dispute.item].mass - 1,
                dispute.place,
                key=f"elsewhere {name}",
            )
            st.button(
                "Move there",
                key="move",
                on_click=decide_and_go_on,
                args=(dispute, at, elsewhere, field),
            )
        if settled:
            st.button(
                "Open again",
                key="open again",
                help="Take back what was decided about this dispute.",
                on_click=open_again,
                args=(dispute,),
            )


def offer_undo() -> None:
    """Offer to take the last decision about a saved corpus back, whoever made it."""
    if not found.may_edit:
        return
    step = found.round.step if found.round else None
    last = step if step and step.kind == "decide" else None
    by = f", {last.by}" if last and last.by else ""
    st.button(
        "Undo",
        shortcut="U",
        disabled=last is None,
        help=frame.escape_markdown(f"Take back: {last.words}, {frame.when(last.made)}{by}.")
        if last
        else None,
        on_click=undo_step,
        args=(last.id if last else 0,),
    )


@frame.told
def decide_and_go_on(dispute: Dispute, at: int, where: int | None, field: str) -> None:
    """Settle a dispute, and show the next one."""
    comment = st.session_state[field].strip()
    go_on(
        consensus_decisions.decide(
            found, corpus, view, dispute, at=at, where=where, comment=comment
        )
    )


@frame.told
def open_again(dispute: Dispute) -> None:
    """Withdraw what was decided about a dispute."""
    go_on(consensus_decisions.take_back(found, view, dispute))


@frame.told
def undo_step(step: int) -> None:
    """Undo the last decision, and show where it was made."""
    go_on(consensus_decisions.undo(found, frame.current_view(), step))


def go_on(view: frame.UrlState) -> None:
    """Show a view on this page."""
    st.query_params.from_dict(view.query())


def offer_files() -> None:
    """Offer the gold segmentation, its boundaries, and the corpus with all decisions."""
    corpus = found.corpus
    if corpus is None or not made.items:
        return
    name = f"segmetrics-{found.file_name}"
    frame.offer_in_formats(
        "The gold segmentation as",
        partial(consensus_view.written_gold, corpus, made),
        f"{name}-gold",
        of="it",
        lost=left_behind(corpus),
        width=360,
    )
    with st.container(horizontal=True):
        if corpus.decisions:
            st.download_button(
                "The corpus with your decisions (segmetrics JSON)",
                frame.while_open(partial(consensus_decisions.with_decisions, corpus)),
                f"{name}{consensus_decisions.ENDING}",
                on_click="ignore",
            )
        for form in ("csv", "json"):
            st.download_button(
                f"Boundaries with support ({form.upper()})",
                frame.while_open(partial(consensus_tables.CONSENSUS_FORMATS[form], made)),
                f"{name}-consensus.{form}",
                on_click="ignore",
            )


# What of the address could not be used, the frame has said.
view = replace(frame.current_view(), notes=())
found, corpus = frame.open_corpus(view)
rule()
try:
    options = view.gold_options
except ValueError as error:
    st.error(frame.escape_markdown(f"There is no such consensus: {error}."))
    st.stop()

refused = consensus_view.too_many(corpus)
if refused:
    st.info(frame.escape_markdown(refused))
    st.stop()
made = consensus_view.consensus_of(corpus, options)
work = consensus_view.worklist(corpus, view.n, view.item if view.scope == "item" else None)
view, dispute = consensus_view.resolve(view, corpus, work)
for note in view.notes:
    st.warning(frame.escape_markdown(note))
st.markdown(frame.escape_markdown(consensus_view.consensus_summary(made, work)))
for note in consensus_view.notes(made, corpus):
    st.caption(frame.escape_markdown(note))
if work.total:
    progress, back = st.columns([5, 1], gap="medium", vertical_alignment="bottom")
    with progress:
        done = f"{work.settled:,} of {work.total:,} disputes decided"
        st.progress(work.settled / work.total, done)
    with back:
        offer_undo()

item = corpus[view.item or ""]
golden = next((one for one in made.items if one.item == item.name), None)
chooser, scope = st.columns([1, 1], gap="medium", vertical_alignment="bottom")
with chooser:
    frame.pick(st.selectbox, "Item", view, "item", [one.name for one in corpus.items])
with scope:
    frame.pick(st.segmented_control, "Disputes of", view, "scope")
name = free_name(corpus)
shown = consensus_view.with_consensus(item, golden, name)
components.heat_map(
    frame.computations.item_heat_map(item),
    order=[0],
    href=view.href("consensus", place=None),
    label=f"Heat map of {item.name}; a click shows what is disputed at that place",
    key="consensus heat map",
    chosen=(item.name, view.place) if view.place else None,
    names=False,
    height=120,
    gold=consensus_view.gold_marks(item, golden),
)
components.strips(
    shown,
    window=frame.visible_part(item, view),
    place=view.place,
    marked=[name],
    beside=[name],
    href=view.href("consensus", place=None),
    key="consensus strips",
)

if dispute:
    st.subheader(
        frame.escape_markdown(f"{item.name}, {consensus_view.place_in_words(dispute)}"),
        anchor=False,
    )
    st.markdown(frame.escape_markdown(consensus_view.dispute_text(dispute)))
    st.markdown(frame.escape_markdown(consensus_view.gold_near(dispute, golden, work)))
    if item.texts:
        components.reading(
            item,
            consensus_view.text_around(dispute, item.mass),
            None,
            [],
            {},
            place=dispute.place,
            href=view.href("consensus", place=None),
            key="consensus text",
        )
    see = components.Link(f"What differs in {item.name} there →", view.href("item", start=None))
    components.links([see], key="see the item")
    ask(dispute)
elif view.place:
    st.info(frame.escape_markdown(f"Nothing is disputed after unit {view.place:,} of {item.name}."))
else:
    st.info(frame.escape_markdown(f"Nothing is disputed in {item.name}."))

if work.listed:
    st.subheader("Disputes, the most disputed first", anchor=False)
    components.table(
        *consensus_view.dispute_table(work, view, dispute),
        caption="Disputed places",
        key="disputes",
    )
    links = frame.page_links(len(work.listed), view, "consensus")
    if links:
        components.links(links, key="dispute pages")

if made.items:
    st.subheader("How near the consensus is to each coder", anchor=False)
    components.table(
        *consensus_view.agreement_table(made, corpus, item, view),
        caption="Agreement of the consensus with each coder",
        key="consensus agreement",
    )
    st.caption("Every value opens: what was counted, and the formula with the numbers.")
    st.caption(frame.escape_markdown(consensus_view.AGREEMENT_NOTE))
    if consensus_view.few_items(made):
        st.caption(consensus_view.few_items(made))

find = partial(consensus_view.opened_consensus, made, corpus, item, work, view)
frame.open_found(view, "consensus", find, of="this consensus")

st.subheader("Take it with you", anchor=False)
if found.may_edit and made.items:
    st.button(
        "Keep this consensus",
        help="It stays beside the corpus as it is now, whatever is decided later; the page "
        "Saved lists it.",
        on_click=frame.told(consensus_decisions.keep_consensus),
        args=(found, corpus, made),
    )
offer_files()
st.caption(frame.escape_markdown(consensus_tables.consensus_signature(made)))
