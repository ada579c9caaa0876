"""Projects: their rounds, earlier states, links, and who reaches them."""

from functools import partial

import streamlit as st

from segmetrics import store
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import UrlState, current_view, escape_markdown, told
from segmetrics.dashboard.projects import projects_view, words

# Key of the session: where a link was just made, what for, and the link, kept nowhere else.
MADE = "link just made"
NONE_MADE = ("", "", "")


def show_corpus(saved: store.Saved, view: UrlState) -> None:
    """Show a saved corpus: its title, its rounds, and what was kept beside them."""
    st.header(escape_markdown(saved.title), anchor=False)
    st.caption(words.LAST_CHANGED.format(frame.when(saved.changed)))
    if saved.may("edit"):
        frame.project_name(saved)
    show_rounds(saved, view)
    st.header(words.KEPT_BESIDE, anchor=False)
    show_works(saved)


def show_rounds(saved: store.Saved, view: UrlState) -> None:
    """Show the rounds of a corpus, and what can be done with the one that the view shows."""
    chosen = projects_view.chosen_round(saved, view)
    rounds = projects_view.round_table(saved, view)
    components.table(rounds, words.ROUNDS_CAPTION, "rounds")
    here = view.of_corpus(store.at(saved.key, chosen.number))
    links, name = [], frame.shortened(chosen.name)
    if chosen.digest:
        links.append(components.Link(words.OPEN_ROUND.format(name), here.href("")))
    if saved.may("edit") and chosen.files:
        links.append(components.Link(words.REVIEW_ROUND.format(name), here.href("import")))
    components.links(links, key="to the round")
    if saved.may("edit"):
        offer_round(saved, chosen, view)


def offer_round(saved: store.Saved, chosen: store.Round, view: UrlState) -> None:
    """Offer what can be done with a round."""
    place = store.at(saved.key, chosen.number)
    st.session_state["name of the round"] = chosen.name
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            words.NAME_OF_ROUND,
            key="name of the round",
            max_chars=projects_view.LONGEST_NAME,
            width=320,
            on_change=rename_round,
            args=(place, chosen),
        )
        offer_undo(place, chosen)
        if chosen.files and chosen.digest:
            st.button(
                words.FORGET_FILES,
                help=words.FORGET_FILES_ABOUT,
                on_click=forget_round_files,
                args=(place, chosen),
            )
        delete = words.DELETE_ROUND.format(frame.shortened(chosen.name))
        if len(saved.rounds) > 1 and st.button(escape_markdown(delete)):
            frame.ask_first(
                f"{delete}?",
                frame.round_goes(chosen),
                words.DELETE_THIS_ROUND,
                partial(delete_round, saved, chosen, view),
            )


def offer_undo(place: str, chosen: store.Round) -> None:
    """Offer to take the last step of a round back."""
    step = chosen.step
    if step is None:
        return
    st.button(
        escape_markdown(words.UNDO.format(frame.shortened(step.words))),
        help=escape_markdown(words.DONE.format(projects_view.made(step.made, step.by))),
        on_click=undo,
        args=(place, step.id),
    )


@told
def undo(place: str, step: int) -> None:
    """Undo a step of a round."""
    undone = frame.store().undo(frame.visitor(), place, step)
    frame.say(words.UNDONE.format(frame.shortened(undone.words)), "success")


@told
def rename_round(place: str, chosen: store.Round) -> None:
    """Set the name of a round to what was written."""
    name = st.session_state["name of the round"].strip()
    frame.store().rename_round(frame.visitor(), place, name, seen=chosen.name)
    frame.say(
        words.RENAMED_ROUND.format(frame.shortened(chosen.name), frame.shortened(name)), "success"
    )


@told
def forget_round_files(place: str, chosen: store.Round) -> None:
    """Delete the files of a round."""
    frame.forget_files(place)
    frame.say(words.FILES_DELETED.format(frame.shortened(chosen.name)), "success")


@told
def delete_round(saved: store.Saved, chosen: store.Round, view: UrlState) -> None:
    """Delete a round, and show another one."""
    frame.delete(saved, chosen)
    others = [one.number for one in saved.rounds if one != chosen]
    st.query_params.from_dict(view.of_corpus(store.at(saved.key, others[0])).query())
    frame.say(words.DELETED.format(frame.shortened(chosen.name)), "success")


def show_works(saved: store.Saved) -> None:
    """Show the consensus segmentations and reports that were kept, to download and to delete."""
    kept = projects_view.all_kept(saved)
    if not kept:
        st.markdown(words.NO_WORKS)
        return
    works = projects_view.work_table(kept[: frame.PAGE_SIZE])
    components.table(works, words.WORKS, "works")
    if len(kept) > frame.PAGE_SIZE:
        st.caption(words.NEWEST_TO_CHOOSE.format(shown=frame.PAGE_SIZE, number=len(kept)))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(words.ONE_OF_THEM, kept, format_func=lambda one: one.title, width=480)
        offer_work(saved, chosen)


def offer_work(saved: store.Saved, kept: projects_view.Kept) -> None:
    """Offer to download, and to delete, something that was kept."""
    work, place = kept.work, store.at(saved.key, kept.round.number)
    st.download_button(
        words.DOWNLOAD_WORK,
        partial(frame.store().artifacts.content, frame.visitor(), place, work.id),
        frame.download_name(work.title, ending=projects_view.ENDINGS[work.kind]),
        on_click="ignore",
        key="download work",
    )
    if saved.may("edit") and st.button(words.DELETE_WORK, key="delete work"):
        frame.ask_first(
            words.DELETE_WORK_ASKED,
            words.WORK_GOES.format(escape_markdown(frame.shortened(work.title))),
            words.DELETE_FOR_GOOD,
            partial(delete_work, place, work),
        )


@told
def delete_work(place: str, work: store.Artifact) -> None:
    """Delete something that was kept."""
    frame.store().artifacts.delete(frame.visitor(), place, work.id)
    frame.say(words.DELETED.format(frame.shortened(work.title)), "success")


def offer_ends(saved: store.Saved, view: UrlState) -> None:
    """Offer what a visitor may have of a corpus as a ZIP; to its owner, to delete it too."""
    may_edit, may_delete = saved.may("edit"), saved.may("own")
    st.header(words.TAKE_OR_DELETE if may_delete else words.TAKE_ALONG, anchor=False)
    st.markdown(words.ZIP_HOLDS_MORE if may_edit else words.ZIP_HOLDS)
    with st.container(horizontal=True):
        st.download_button(
            words.ZIP_ALL if may_edit else words.ZIP_SEEN,
            frame.packed(saved),
            frame.download_name(saved.title, ending=".zip"),
            on_click="ignore",
            key="export",
        )
        if may_delete and st.button(words.DELETE_PROJECT):
            frame.ask_first(
                words.DELETE_PROJECT_ASKED,
                frame.corpus_goes(saved),
                words.DELETE_FOR_GOOD,
                partial(delete_corpus, saved, view),
            )


@told
def delete_corpus(saved: store.Saved, view: UrlState) -> None:
    """Delete a corpus, and leave it."""
    frame.delete(saved)
    frame.leave(saved, view)
    frame.say(words.PROJECT_DELETED.format(frame.shortened(saved.title)), "success")


def bring() -> None:
    """Show the upload, and what can be read."""
    st.header(words.BRING, anchor=False)
    frame.upload()
    formats = st.expander(words.FORMATS, key="formats", on_change="rerun")
    if formats.open:
        with formats:
            frame.templates()


def show_mine(view: UrlState) -> None:
    """Show the projects of the visitor, the last one first, and imports that are not finished."""
    frame.store().ping()  # One that fails is no empty one.
    mode, known = frame.visitor().mode, frame.saved_corpora()
    st.header(words.MINE[mode], anchor=False)
    if mode == "links":
        st.markdown(words.NOT_LISTED)
    mine = [one for one in known if projects_view.is_finished(one)]
    unfinished = [one for one in known if not projects_view.is_finished(one)]
    by_account = mode == "accounts"
    if mine:
        shown = frame.on_page(mine, view)
        projects = projects_view.project_table(shown, view, by_account=by_account)
        components.table(projects, words.PROJECTS, "projects")
        components.links(frame.page_links(len(mine), view, projects_view.ADDRESS), key="pages")
    else:
        st.markdown(words.NOTHING)
    if by_account and known:
        offer_all(view, deletion=any(saved.may("own") for saved in known))
    if unfinished:
        st.markdown(f"**{words.UNFINISHED}.** {words.UNFINISHED_ABOUT}")
        shown = unfinished[: frame.PAGE_SIZE]
        waiting = projects_view.unfinished_table(shown)
        components.table(waiting, words.UNFINISHED, "unfinished")
        if len(unfinished) > len(shown):
            st.caption(words.NEWEST.format(shown=len(shown), number=len(unfinished)))
        if owned := [saved for saved in unfinished if saved.may("own")]:
            offer_discard(owned, view)


def offer_discard(unfinished: list[store.Saved], view: UrlState) -> None:
    """Offer to delete an import of which nothing was accepted yet."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            words.ONE_OF_THEM,
            unfinished,
            format_func=lambda saved: (
                f"{frame.shortened(saved.title)} ({frame.when(saved.changed)})"
            ),
            width=480,
            key="unfinished import",
        )
        if chosen and st.button(words.DISCARD):
            frame.ask_first(
                words.DISCARD_ASKED,
                frame.corpus_goes(chosen),
                words.DELETE_FOR_GOOD,
                partial(discard, chosen, view),
            )


@told
def discard(saved: store.Saved, view: UrlState) -> None:
    """Delete an import of which nothing was accepted yet; leave it if it is open."""
    frame.discard(saved.key, saved)
    found = store.place_of(view.corpus)
    if found and found[0] == saved.key:
        frame.leave(saved, view)
    frame.say(words.DISCARDED.format(frame.shortened(saved.title)), "success")


def offer_all(view: UrlState, *, deletion: bool) -> None:
    """Offer everything of a person: to take it along, to delete it."""
    with st.container(horizontal=True):
        st.download_button(
            words.EVERYTHING,
            frame.packed(),
            words.EVERYTHING_FILE,
            on_click="ignore",
            key="export all",
        )
        if deletion and st.button(words.DELETE_EVERYTHING):
            frame.ask_first(
                words.DELETE_EVERYTHING_ASKED,
                words.DELETE_EVERYTHING_ABOUT,
                words.DELETE_EVERYTHING_FOR_GOOD,
                partial(told(projects_view.delete_owned), view),
            )


def show_sharing(saved: store.Saved, view: UrlState) -> None:
    """Show who can see a corpus; to those who may decide it, the ways to change it."""
    mode = frame.visitor().mode
    st.markdown(words.WHO[mode])
    may = words.MAY.get(mode, {}).get(saved.right)
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
    components.table(projects_view.link_table(links), words.LINKS, "links")
    show_made(saved)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for right in words.TO_DO:
            st.button(
                words.MAKE_LINK.format(words.TO_DO[right]), on_click=make_link, args=(saved, right)
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
        st.markdown(words.NEW_LINK.format(words.TO_DO[right]))
        frame.show_address(link)
        st.button(words.COPIED, on_click=lambda: st.session_state.pop(MADE, None))


def offer_to_take_back(
    saved: store.Saved, links: tuple[store.ShareLink, ...], view: UrlState
) -> None:
    """Offer to take a link back, but not the last one by which the corpus can be deleted."""
    editing = [link for link in links if link.right == "edit" and not projects_view.has_ended(link)]
    offered = {
        link.id: words.LINK_MADE.format(
            number=number, to_do=words.TO_DO[link.right], when=frame.when(link.created)
        )
        for number, link in enumerate(links, 1)
        if editing != [link]
    }
    if len(editing) == 1:
        st.caption(words.ONLY_LINK)
    if not offered:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        number = st.selectbox(
            words.TO_TAKE_BACK,
            tuple(offered),
            index=None,
            format_func=offered.__getitem__,
            placeholder=words.CHOOSE_LINK,
            width=360,
        )
        link = next((one for one in links if one.id == number), None)
        if link:
            ask_to_take_back(saved, link, view)


def ask_to_take_back(saved: store.Saved, link: store.ShareLink, view: UrlState) -> None:
    """Offer to take a link back, with a question if the visitor came by it."""
    go = partial(take_back, saved, link, view)
    if not link.current:
        st.button(words.TAKE_BACK, on_click=go)
    elif st.button(words.TAKE_BACK):
        frame.ask_first(
            words.TAKE_BACK_OWN_ASKED, words.TAKE_BACK_OWN_ABOUT, words.TAKE_BACK_OWN, go
        )


@told
def take_back(saved: store.Saved, link: store.ShareLink, view: UrlState) -> None:
    """Revoke a link."""
    frame.store().sharing.revoke(frame.visitor(), saved.key, link.id)
    if link.current:
        go_on_without(saved, view)
    frame.say(words.TAKEN_BACK, "success")


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
    people = projects_view.member_table(members)
    components.table(people, words.PEOPLE, "people")
    offer_invitation(saved)
    offer_change(saved, [one for one in members if one.right != "own"])
    st.markdown(words.NO_MAIL)
    frame.show_address(saved.key)


def offer_invitation(saved: store.Saved) -> None:
    """Offer to invite somebody by e-mail address."""
    with (
        st.form("invitation", border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            words.EMAIL,
            key="invited",
            max_chars=projects_view.LONGEST_EMAIL,
            width=360,
            help=words.EMAIL_HELP,
        )
        st.segmented_control(
            words.WHAT_FOR,
            tuple(words.TO_DO),
            default="read",
            required=True,
            format_func=words.TO_DO.__getitem__,
            key="invited to",
        )
        st.form_submit_button(words.INVITE, on_click=invite, args=(saved,))


@told
def invite(saved: store.Saved) -> None:
    """Invite the person whose address was written."""
    email, right = st.session_state["invited"].strip(), st.session_state["invited to"]
    frame.store().sharing.invite(frame.visitor(), saved.key, email, right)
    st.session_state["invited"] = ""
    frame.say(words.INVITED.format(email=email, to_do=words.TO_DO[right]), "success")


def offer_change(saved: store.Saved, others: list[store.Member]) -> None:
    """Offer to change what a person may do, and to let the person in no more."""
    if not others:
        return
    known = {one.id: one for one in others}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        number = st.selectbox(
            words.TO_CHANGE,
            tuple(known),
            index=None,
            format_func=lambda number: projects_view.called(known[number]),
            placeholder=words.CHOOSE_PERSON,
            width=360,
        )
        if number is None:
            return
        member = known[number]
        right: store.Right = "read" if member.right == "edit" else "edit"
        if member.email:
            st.button(
                words.LET_THEM.format(words.MAY_DO[right]),
                key="other right",
                on_click=change_right,
                args=(saved, member, right),
            )
        st.button(words.REMOVE, on_click=dismiss, args=(saved, member))


@told
def change_right(saved: store.Saved, member: store.Member, right: store.Right) -> None:
    """Change the right of a person."""
    frame.store().sharing.invite(frame.visitor(), saved.key, member.email, right)
    frame.say(words.MAY_NOW.format(email=member.email, may_do=words.MAY_DO[right]), "success")


@told
def dismiss(saved: store.Saved, member: store.Member) -> None:
    """Withdraw a person's access."""
    frame.store().sharing.dismiss(frame.visitor(), saved.key, member.id)
    frame.say(words.REMOVED.format(projects_view.called(member)), "success")


view = current_view()
found = frame.chosen(view)
if found.why:
    st.info(escape_markdown(found.why))
saved = projects_view.saved_at(found)
bring()
show_mine(view)
st.header(words.SAMPLES, anchor=False)
components.links(projects_view.sample_links(view), key="samples")
if saved:
    show_corpus(saved, view)
    st.header(words.WHO_SEES, anchor=False)
    show_sharing(saved, view)
    offer_ends(saved, view)
