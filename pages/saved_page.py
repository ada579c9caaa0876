"""Saved corpora: their rounds, earlier states, links, and who reaches them."""

from functools import partial

import streamlit as st

from segmetrics import store
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import UrlState, current_view, escape_markdown, told
from segmetrics.dashboard.projects import saved_view, sharing_view

# Key of the session: where a link was just made, what for, and the link, kept nowhere else.
MADE = "link just made"
NONE_MADE = ("", "", "")


def show_not_saved(found: frame.SelectedCorpus) -> None:
    """Explain that nothing is kept of a sample, or of files given at the start."""
    if found.reading:
        st.markdown(
            f"Nothing of **{escape_markdown(found.title)}** is kept, until you decide "
            "something about "
            "it: then a copy is, for you to go on with."
        )


def show_corpus(saved: store.Saved, view: UrlState) -> None:
    """Show a saved corpus: its title, its rounds, and what was kept beside them."""
    st.subheader(escape_markdown(saved.title), anchor=False)
    st.caption(f"Last changed {frame.when(saved.changed)}.")
    if saved.may("edit"):
        offer_title(saved)
    show_rounds(saved, view)
    st.subheader("Kept beside it", anchor=False)
    show_works(saved)


def offer_title(saved: store.Saved) -> None:
    """Show the title of a corpus, which may be changed."""
    st.session_state["title of the corpus"] = saved.title
    st.text_input(
        "Title",
        key="title of the corpus",
        max_chars=saved_view.LONGEST_TITLE,
        width=560,
        on_change=rename,
        args=(saved,),
    )


@told
def rename(saved: store.Saved) -> None:
    """Set the title of a corpus to what was written."""
    title = st.session_state["title of the corpus"].strip()
    frame.store().rename(frame.visitor(), saved.key, title, seen=saved.title)
    frame.say("The corpus has another title now.", "success")


def show_rounds(saved: store.Saved, view: UrlState) -> None:
    """Show the rounds of a corpus, and what can be done with the one that the view shows."""
    chosen = saved_view.chosen_round(saved, view)
    rounds = saved_view.round_table(saved, view)
    components.table(*rounds, caption="Rounds of this corpus", key="rounds")
    here = view.of_corpus(store.at(saved.key, chosen.number))
    links = []
    if chosen.digest:
        links.append(components.Link(f"Open round {chosen.number} →", here.href("")))
    if saved.may("edit") and chosen.files:
        links.append(components.Link(f"Review of round {chosen.number} →", here.href("import")))
    if links:
        components.links(links, key="to the round")
    if saved.may("edit"):
        offer_round(saved, chosen, view)


def offer_round(saved: store.Saved, chosen: store.Round, view: UrlState) -> None:
    """Offer what can be done with a round."""
    place = store.at(saved.key, chosen.number)
    st.session_state["name of the round"] = chosen.name
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            f"Name of round {chosen.number}",
            key="name of the round",
            max_chars=saved_view.LONGEST_NAME,
            width=320,
            on_change=rename_round,
            args=(place, chosen),
        )
        offer_undo(place, chosen)
        if chosen.files and chosen.digest:
            st.button(
                "Forget its files",
                help="Delete the files that were uploaded. What was accepted stays; it cannot be "
                "reviewed again.",
                on_click=forget_round_files,
                args=(place, chosen),
            )
        if len(saved.rounds) > 1 and st.button(f"Delete round {chosen.number}"):
            frame.ask_first(
                f"Delete round {chosen.number}?",
                frame.round_goes(chosen),
                "Delete this round",
                partial(delete_round, saved, chosen, view),
            )


def offer_undo(place: str, chosen: store.Round) -> None:
    """Offer to take the last step of a round back."""
    step = chosen.step
    if step is None:
        return
    st.button(
        escape_markdown(f"Undo: {frame.shortened(step.words)}"),
        help=escape_markdown(f"Done {saved_view.made(step.made, step.by)}."),
        on_click=undo,
        args=(place, step.id),
    )


@told
def undo(place: str, step: int) -> None:
    """Undo a step of a round."""
    undone = frame.store().undo(frame.visitor(), place, step)
    frame.say(f"Undone: {frame.shortened(undone.words)}.", "success")


@told
def rename_round(place: str, chosen: store.Round) -> None:
    """Set the name of a round to what was written."""
    name = st.session_state["name of the round"].strip()
    frame.store().rename_round(frame.visitor(), place, name, seen=chosen.name)
    frame.say(f"Round {chosen.number} has another name now.", "success")


@told
def forget_round_files(place: str, chosen: store.Round) -> None:
    """Delete the files of a round."""
    frame.forget_files(place)
    frame.say(f"The files of round {chosen.number} were deleted.", "success")


@told
def delete_round(saved: store.Saved, chosen: store.Round, view: UrlState) -> None:
    """Delete a round, and show another one."""
    saved_view.forget_all(
        saved,
        [chosen],
        frame.store().delete_round(frame.visitor(), store.at(saved.key, chosen.number)),
    )
    others = [one.number for one in saved.rounds if one != chosen]
    st.query_params.from_dict(view.of_corpus(store.at(saved.key, others[0])).query())
    frame.say(f"Round {chosen.number} was deleted.", "success")


def show_works(saved: store.Saved) -> None:
    """Show the consensus segmentations and reports that were kept, to download and to delete."""
    kept = saved_view.all_kept(saved)
    if not kept:
        st.markdown(
            "No consensus segmentation and no report is kept. The pages Consensus and Report "
            "have a button for it."
        )
        return
    works = saved_view.work_table(kept[: frame.PAGE_SIZE])
    components.table(*works, caption="Consensus segmentations and reports", key="works")
    if len(kept) > frame.PAGE_SIZE:
        st.caption(f"The newest {frame.PAGE_SIZE} of {len(kept):,}; below you can choose any.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox("One of them", kept, format_func=lambda one: one.title, width=480)
        offer_work(saved, chosen)


def offer_work(saved: store.Saved, kept: saved_view.Kept) -> None:
    """Offer to download, and to delete, something that was kept."""
    work, place = kept.work, store.at(saved.key, kept.round.number)
    st.download_button(
        "Download it",
        partial(frame.store().artifacts.content, frame.visitor(), place, work.id),
        saved_view.export_name(work.title, saved_view.ENDINGS[work.kind]),
        on_click="ignore",
        key="download work",
    )
    if saved.may("edit") and st.button("Delete it", key="delete work"):
        frame.ask_first(
            "Delete it?",
            f"**{escape_markdown(frame.shortened(work.title))}** goes. "
            "This cannot be undone, but it "
            "can be computed again.",
            "Delete it for good",
            partial(delete_work, place, work),
        )


@told
def delete_work(place: str, work: store.Artifact) -> None:
    """Delete something that was kept."""
    frame.store().artifacts.delete(frame.visitor(), place, work.id)
    frame.say(f"{frame.shortened(work.title)} was deleted.", "success")


def offer_ends(saved: store.Saved, view: UrlState) -> None:
    """Offer what a visitor may have of a corpus as a ZIP; to its owner, to delete it too."""
    may_edit, may_delete = saved.may("edit"), saved.may("own")
    st.subheader("Take it along, or delete it" if may_delete else "Take it along", anchor=False)
    st.markdown(
        "The ZIP holds the codings and decisions of every round, and what was kept beside them"
        + (", the files that were uploaded, and what was done when." if may_edit else ".")
    )
    with st.container(horizontal=True):
        st.download_button(
            "Everything of it (ZIP)" if may_edit else "All that you may see of it (ZIP)",
            saved_view.corpus_zip(saved),
            saved_view.export_name(saved.title, ".zip"),
            on_click="ignore",
            key="export",
        )
        if may_delete and st.button("Delete this corpus"):
            frame.ask_first(
                "Delete this corpus?",
                frame.corpus_goes(saved),
                "Delete it for good",
                partial(delete_corpus, saved, view),
            )


@told
def delete_corpus(saved: store.Saved, view: UrlState) -> None:
    """Delete a corpus, and leave it."""
    saved_view.forget_all(saved, saved.rounds, frame.store().delete(frame.visitor(), saved.key))
    frame.leave(saved, view)
    words = f"{frame.shortened(saved.title)} was deleted, with everything that belonged to it."
    frame.say(words, "success")


def show_all(view: UrlState) -> None:
    """Show all saved corpora of the visitor, and what can be done with all of them."""
    frame.store().ping()  # One that fails is no empty one.
    mode, known = frame.visitor().mode, frame.saved_corpora()
    st.subheader(saved_view.ALL[mode], anchor=False)
    if mode == "links":
        st.markdown(saved_view.NOT_LISTED)
    if not known:
        st.markdown(f"{saved_view.NOTHING} {frame.keeps()}")
        components.links(
            [components.Link("Open your own →", view.of_corpus("").href(""))], key="begin"
        )
        return
    by_account = mode == "accounts"
    corpora = saved_view.corpus_table(frame.on_page(known, view), view, by_account=by_account)
    components.table(*corpora, caption="All saved corpora", key="corpora")
    links = frame.page_links(len(known), view, saved_view.ADDRESS)
    if links:
        components.links(links, key="pages")
    if by_account:
        offer_all(view, deletion=any(saved.may("own") for saved in known))


def offer_all(view: UrlState, *, deletion: bool) -> None:
    """Offer everything of a person: to take it along, to delete it."""
    with st.container(horizontal=True):
        st.download_button(
            "Everything of mine (ZIP)",
            saved_view.everything_zip(),
            "segmetrics-everything-of-mine.zip",
            on_click="ignore",
            key="export all",
        )
        if deletion and st.button("Delete everything of mine"):
            frame.ask_first(
                "Delete everything of yours?",
                "All corpora that you own go for good, for everybody who sees them. Corpora of "
                "others that you may see stay. This cannot be undone; a backup of the server may "
                "still hold them.",
                "Delete everything of mine for good",
                partial(told(saved_view.delete_owned), view),
            )


def show_sharing(saved: store.Saved, view: UrlState) -> None:
    """Show who can see a corpus; to those who may decide it, the ways to change it."""
    mode = frame.visitor().mode
    st.markdown(sharing_view.WHO[mode])
    may = sharing_view.MAY.get(mode, {}).get(saved.right)
    if may:
        st.info(may)
    if not saved.may("own"):
        return
    if mode == "links":
        show_links(saved, view)
    elif mode == "accounts":
        show_people(saved)


def show_links(saved: store.Saved, view: UrlState) -> None:
    """Show the links to a corpus, and the ways to make one and to take one back."""
    links = frame.store().sharing.links(frame.visitor(), saved.key)
    components.table(*sharing_view.link_table(links), caption="Links to this corpus", key="links")
    show_made(saved)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for right in sharing_view.WHAT_FOR:
            st.button(
                f"Make a link {sharing_view.WHAT_FOR[right]}",
                on_click=make_link,
                args=(saved, right),
            )
    offer_to_take_back(saved, links, view)


@told
def make_link(saved: store.Saved, right: store.Right) -> None:
    """Create a link, which is shown once."""
    made = frame.store().sharing.make_link(frame.visitor(), saved.key, right)
    st.session_state[MADE] = saved.key, right, made


def show_made(saved: store.Saved) -> None:
    """Show the link that was just made, until its maker has copied it."""
    key, right, link = st.session_state.get(MADE, NONE_MADE)
    if key != saved.key:
        return
    with st.container(border=True):
        st.markdown(
            f"**The new link {sharing_view.WHAT_FOR[right]}.** Copy it now: it is kept nowhere and "
            "cannot be shown again."
        )
        st.code(sharing_view.address_of(st.context.url, link), language=None, wrap_lines=True)
        st.button("I have copied it", on_click=forget_made)


def forget_made() -> None:
    """Show the new link no more."""
    st.session_state.pop(MADE, None)


def offer_to_take_back(
    saved: store.Saved, links: tuple[store.ShareLink, ...], view: UrlState
) -> None:
    """Offer to take a link back, but not the last one by which the corpus can be deleted."""
    editing = [link for link in links if link.right == "edit" and not sharing_view.has_ended(link)]
    offered = {
        link.id: f"{number}. {sharing_view.WHAT_FOR[link.right]}, made {frame.when(link.created)}"
        for number, link in enumerate(links, 1)
        if editing != [link]
    }
    if len(editing) == 1:
        st.caption(
            "The only link to edit cannot be taken back: nobody could change, share or delete the "
            "corpus any more. Make another one first."
        )
    if not offered:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        number = st.selectbox(
            "Link to take back",
            tuple(offered),
            index=None,
            format_func=offered.__getitem__,
            placeholder="choose a link",
            width=360,
        )
        link = next((one for one in links if one.id == number), None)
        if link:
            ask_to_take_back(saved, link, view)


def ask_to_take_back(saved: store.Saved, link: store.ShareLink, view: UrlState) -> None:
    """Offer to take a link back, with a question if the visitor came by it."""
    go = partial(take_back, saved, link, view)
    if not link.current:
        st.button("Take it back", on_click=go)
    elif st.button("Take it back"):
        frame.ask_first(
            "Take back the link you came by?",
            "This page, your bookmarks of it and its address in your history lead nowhere then. "
            "Keep another link to the corpus first.",
            "Take back my link",
            go,
        )


@told
def take_back(saved: store.Saved, link: store.ShareLink, view: UrlState) -> None:
    """Revoke a link."""
    frame.store().sharing.revoke(frame.visitor(), saved.key, link.id)
    if link.current:
        go_on_without(saved, view)
    frame.say("The link was taken back: nobody reaches the corpus by it any more.", "success")


def go_on_without(saved: store.Saved, view: UrlState) -> None:
    """Leave a link that was taken back, for a link to edit if one was just made."""
    key, right, link = st.session_state.get(MADE, NONE_MADE)
    frame.leave(saved, view)
    if (key, right) == (saved.key, "edit"):
        st.session_state[MADE] = link, right, link
        st.query_params.from_dict(view.of_corpus(link).query())


def show_people(saved: store.Saved) -> None:
    """Show who sees a corpus, and the ways to invite, change and remove people."""
    members = frame.store().sharing.members(frame.visitor(), saved.key)
    people = sharing_view.member_table(members)
    components.table(*people, caption="People who see this corpus", key="people")
    offer_invitation(saved)
    offer_change(saved, [one for one in members if one.right != "own"])
    st.markdown("No mail is sent. Tell those whom you invite where the corpus is:")
    st.code(sharing_view.address_of(st.context.url, saved.key), language=None, wrap_lines=True)


def offer_invitation(saved: store.Saved) -> None:
    """Offer to invite somebody by e-mail address."""
    with (
        st.form("invitation", border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            "Invite the person with this e-mail address",
            key="invited",
            max_chars=sharing_view.LONGEST_EMAIL,
            width=360,
            help="The address with which the person signs in.",
        )
        st.segmented_control(
            "What for",
            tuple(sharing_view.WHAT_FOR),
            default="read",
            required=True,
            format_func=sharing_view.WHAT_FOR.__getitem__,
            key="invited to",
        )
        st.form_submit_button("Invite", on_click=invite, args=(saved,))


@told
def invite(saved: store.Saved) -> None:
    """Invite the person whose address was written."""
    email, right = st.session_state["invited"].strip(), st.session_state["invited to"]
    frame.store().sharing.invite(frame.visitor(), saved.key, email, right)
    st.session_state["invited"] = ""
    frame.say(f"{email} is invited {sharing_view.WHAT_FOR[right]}.", "success")


def offer_change(saved: store.Saved, others: list[store.Member]) -> None:
    """Offer to change what a person may do, and to let the person in no more."""
    if not others:
        return
    known = {one.id: one for one in others}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        number = st.selectbox(
            "Person to change or remove",
            tuple(known),
            index=None,
            format_func=lambda number: sharing_view.called(known[number]),
            placeholder="choose a person",
            width=360,
        )
        if number is None:
            return
        member = known[number]
        right: store.Right = "read" if member.right == "edit" else "edit"
        if member.email:
            st.button(
                f"Let them {right}",
                key="other right",
                on_click=change_right,
                args=(saved, member, right),
            )
        st.button("Remove", on_click=dismiss, args=(saved, member))


@told
def change_right(saved: store.Saved, member: store.Member, right: store.Right) -> None:
    """Change the right of a person."""
    frame.store().sharing.invite(frame.visitor(), saved.key, member.email, right)
    frame.say(f"{member.email} may {sharing_view.MAY_DO[right]} it now.", "success")


@told
def dismiss(saved: store.Saved, member: store.Member) -> None:
    """Withdraw a person's access."""
    frame.store().sharing.dismiss(frame.visitor(), saved.key, member.id)
    frame.say(f"{sharing_view.called(member)} does not see this corpus any more.", "success")


view = current_view()
found = frame.chosen(view)
if found.why:
    st.info(escape_markdown(found.why))
saved = saved_view.saved_at(found)
if saved:
    show_corpus(saved, view)
    st.subheader("Who can see it", anchor=False)
    show_sharing(saved, view)
    offer_ends(saved, view)
else:
    show_not_saved(found)
show_all(view)
