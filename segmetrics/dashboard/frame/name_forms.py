"""Fields and forms that give names: of a project; of items or coders, which may be merged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.session_store import say, store, told, visitor
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.io.limits import MAX_NAME
from segmetrics.store import Saved
from segmetrics.store.validation import TITLE

# Key of the session.
NAME = "name of the project"


def project_name(saved: Saved) -> None:
    """Show the name of a project, which may be changed."""
    st.session_state[NAME] = saved.title
    st.text_input(
        words.PROJECT_NAME,
        key=NAME,
        max_chars=TITLE.most,
        width=560,
        on_change=_rename_project,
        args=(saved,),
    )


@told
def _rename_project(saved: Saved) -> None:
    """Give a project the name that was written."""
    store().rename(visitor(), saved.key, st.session_state[NAME].strip(), seen=saved.title)
    say(words.PROJECT_RENAMED, "success")


def rename_form(
    noun: str, names: Sequence[str], number: int, rename: Callable[[list[str], str], str]
) -> None:
    """Take a new name for some of the names; `rename` returns why it cannot be, or nothing."""
    with st.form(f"rename {noun}s {number}", border=False):
        old, new, button = st.columns([3, 3, 1], vertical_alignment="bottom")
        chosen = old.multiselect(
            words.RENAME_OR_MERGE.format(noun),
            names,
            placeholder=words.CHOOSE_NAMES.format(noun),
            help=words.RENAME_ABOUT.format(noun),
        )
        # Room for a name that is too long, so that this is said and nothing cut off.
        name = new.text_input(words.NEW_NAME, max_chars=2 * MAX_NAME, key=f"new {noun}s {number}")
        with button:
            pressed = st.form_submit_button(words.RENAME)
    if pressed:
        rerun_unless(rename(chosen, name.strip()))


def match_form(
    noun: str,
    here: Sequence[str],
    there: Sequence[str],
    number: int,
    rename: Callable[[str, str], str],
    *,
    of: str,
) -> None:
    """Take which of the names `there`, `of` another round, one of those here is.

    `rename` returns why it cannot be, or nothing.
    """
    with st.form(f"match {noun}s {number}", border=False):
        left, right, button = st.columns([3, 3, 1], vertical_alignment="bottom")
        new = left.selectbox(words.THIS_HERE.format(noun), here, key=f"here {noun}s {number}")
        meant = right.selectbox(
            words.WAS_CALLED.format(escape_markdown(of)),
            there,
            index=None,
            placeholder=words.CHOOSE_ONE.format(noun),
            key=f"there {noun}s {number}",
        )
        with button:
            pressed = st.form_submit_button(words.USE_NAME)
    if pressed and new and meant:
        rerun_unless(rename(new, meant))
    elif pressed:
        rerun_unless(words.CHOOSE_MEANT.format(noun))


def rerun_unless(wrong: str) -> None:
    """Show what was decided, or why nothing was."""
    if wrong:
        st.error(escape_markdown(wrong))
    else:
        st.rerun()
