"""Opening files: the upload, which leads to the review of what was read, and the formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import streamlit as st

from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.controls import current_view
from segmetrics.dashboard.frame.drafts import add_files, bring_back, draft, say_bookmark
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus, title_of
from segmetrics.dashboard.frame.session_store import keeps, saved_corpora, say, told
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server.messages import MOST_FILES
from segmetrics.dashboard.server.streamlit_internals import give_back, session_id
from segmetrics.dashboard.server.uploads import refused_in
from segmetrics.dashboard.server.visitor_limits import refused_upload
from segmetrics.io import TEMPLATES, Source
from segmetrics.io.files import is_of_system
from segmetrics.io.problems import shortened
from segmetrics.phrases import counted, listed
from segmetrics.settings import settings_of
from segmetrics.store.restoring import is_export

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

# Keys of the session: the address that is to be opened next; where an upload was begun that is
# looked at elsewhere once it is accepted.
NEXT, BEGUN = "next", "begun"

# Projects that came back which a sentence names.
SHOWN_TITLES = 5


def leave_for(address: str, view: UrlState) -> None:
    """Open another page as soon as the script runs again."""
    st.session_state[NEXT] = view.href(address)


def upload(
    *,
    then: str = "",
    of: SelectedCorpus | None = None,
    kinds: Sequence[str] = (words.NEW, words.ROUND),
) -> None:
    """Show the upload; what is uploaded is kept, and the review of it opened."""
    found = of if of is not None and of.saved is not None and of.may_edit else None
    kind = words.NEW
    with st.container(horizontal=True, gap="small"):
        what = st.segmented_control(
            words.WHAT_TO_OPEN,
            (words.FILES, words.FOLDER),
            default=words.FILES,
            required=True,
            label_visibility="collapsed",
        )
        if found is not None:
            kind = st.segmented_control(
                words.WHAT_THEY_ARE,
                kinds,
                default=kinds[0],
                required=True,
                label_visibility="collapsed",
                key=f"as {kinds[0]}",
            )
    number = st.session_state.setdefault("uploads", 0)
    files = st.file_uploader(
        words.CODING_FILES,
        accept_multiple_files="directory" if what == words.FOLDER else True,
        key=f"uploaded {number}",
        help=words.CODING_FILES_ABOUT,
    )
    if what == words.FOLDER:
        st.caption(words.FOLDER_OF.format(MOST_FILES))
    st.caption(keeps())
    missing = refused_in(session_id())
    if not files and not missing:
        return
    if missing:
        say(words.NOT_ARRIVED.format(missing), "error")
    else:
        told(_keep_files)(files, found, kind, then)
    give_back(files)
    # A widget with another key: it holds no files any more.
    st.session_state["uploads"] = number + 1
    st.rerun()


def _keep_files(
    files: Sequence[UploadedFile], found: SelectedCorpus | None, kind: str, then: str
) -> None:
    """Keep files as a draft, or beside those of a round, and go to the review."""
    refusal = refused_upload([file.size for file in files], settings_of().limits)
    if refusal:
        say(refusal, "error")
        return
    sources = [
        Source(file.name, file.getvalue())
        for file in files
        if not is_of_system(PurePosixPath(file.name))
    ]
    if not sources:
        say(words.NO_CODINGS, "error")
        return
    if any(map(is_export, sources)):
        _bring_back(sources)
        return
    if found is not None and kind == words.MORE:
        add_files(found.place, sources)
        leave_for("import", current_view())
        return
    saved = found.saved if found is not None and kind == words.ROUND else None
    title = title_of([file.name for file in files], known={one.title for one in saved_corpora()})
    place = draft(sources, title, of=saved)
    st.session_state[BEGUN] = place, then, current_view()
    leave_for("import", current_view().of_corpus(place))


def _bring_back(sources: Sequence[Source]) -> None:
    """Keep exported projects again, and show the first of them."""
    back = bring_back(sources)
    titles = listed([shortened(one.title) for one in back], SHOWN_TITLES)
    projects, rounds = counted(len(back), "project"), sum(one.rounds for one in back)
    say(words.CAME_BACK.format(projects, counted(rounds, "round"), titles), "success")
    say_bookmark()
    leave_for("projects", current_view().of_corpus(back[0].place))


def begun(place: str) -> tuple[str, UrlState] | None:
    """Return where the upload of a draft was begun."""
    found = st.session_state.get(BEGUN)
    return found[1:] if found is not None and found[0] == place else None


def templates() -> None:
    """Show the formats that can be read, with a small file of each."""
    shown = st.selectbox(words.FORMATS, TEMPLATES, format_func=lambda template: template.title)
    st.markdown(escape_markdown(shown.about))
    # Written when it is asked for: a page that is soon left then has no file to be missed.
    st.download_button(
        escape_markdown(shown.name),
        lambda: shown.content,
        shown.name,
        on_click="ignore",
        key="template",
    )
    if isinstance(shown.content, str):
        st.code(shown.content, language=None, wrap_lines=True)
