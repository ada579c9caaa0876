"""Forms that give names: rename or merge what is chosen, or call one thing as another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.io.limits import MAX_NAME


def rename_form(
    noun: str, names: Sequence[str], number: int, rename: Callable[[list[str], str], str]
) -> None:
    """Take a new name for some of the names; `rename` returns why it cannot be, or nothing."""
    with st.form(f"rename {noun}s {number}", border=False):
        old, new, button = st.columns([3, 3, 1], vertical_alignment="bottom")
        chosen = old.multiselect(
            f"Rename or merge {noun}s",
            names,
            placeholder=f"choose one {noun} or more",
            help=f"With several, or with a name that another {noun} has, they become one.",
        )
        # Room for a name that is too long, so that this is said and nothing cut off.
        name = new.text_input("New name", max_chars=2 * MAX_NAME, key=f"new {noun}s {number}")
        with button:
            pressed = st.form_submit_button("Rename")
    if pressed:
        rerun_unless(rename(chosen, name.strip()))


def match_form(
    noun: str,
    here: Sequence[str],
    there: Sequence[str],
    number: int,
    rename: Callable[[str, str], None],
    *,
    of: str,
) -> None:
    """Take which of the names `there`, `of` another round, one of those here is."""
    with st.form(f"match {noun}s {number}", border=False):
        left, right, button = st.columns([3, 3, 1], vertical_alignment="bottom")
        new = left.selectbox(f"This {noun} here", here, key=f"here {noun}s {number}")
        meant = right.selectbox(
            f"is this {noun} of {escape_markdown(of)}",
            there,
            index=None,
            placeholder=f"choose the {noun}",
            key=f"there {noun}s {number}",
        )
        with button:
            pressed = st.form_submit_button("Rename")
    if pressed and new and meant:
        rename(new, meant)
        st.rerun()
    elif pressed:
        rerun_unless(f"Choose the {noun} that it is.")


def rerun_unless(wrong: str) -> None:
    """Show what was decided, or why nothing was."""
    if wrong:
        st.error(escape_markdown(wrong))
    else:
        st.rerun()
