"""Signing in and out, in mode ``accounts``: what a page shows of it."""

from __future__ import annotations

import streamlit as st

from segmetrics.dashboard.components.link_components import come_back
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.server.auth import HOURS, is_old, oidc_missing, sign_out, signed_in
from segmetrics.dashboard.server.logs import log
from segmetrics.dashboard.server.page_list import SIGN_IN
from segmetrics.io.problems import shortened
from segmetrics.settings import settings_of

# Key of the session: whether it has looked where the person was before signing in.
CAME_BACK = "came back"


def ask_to_sign_in() -> None:
    """In mode ``accounts``, end the page with a way to sign in if nobody is signed in."""
    if settings_of().mode != "accounts":
        return
    if signed_in() is None:
        log("page", page=SIGN_IN)
        sign_in_page()
        st.stop()
    if not st.session_state.get(CAME_BACK):
        st.session_state[CAME_BACK] = True
        log("signed in")
        come_back(remember=False)


def sign_in_page() -> None:
    """Show a way to sign in, and nothing of any corpus."""
    st.title("segmetrics", anchor=False)
    missing = oidc_missing()
    if missing:
        st.error(escape_markdown(missing))
        return
    claims = st.user.to_dict()
    ended = claims.get("is_logged_in") is True and is_old(claims)
    st.info(words.SIGNED_OUT.format(HOURS) if ended else words.ASKS)
    # Signing in leads to the first page; from there it goes on to where the person was.
    come_back(remember=True)
    if st.button(words.SIGN_IN, type="primary"):
        st.login()


def say_who() -> None:
    """In mode ``accounts``, say who is signed in, with a way to sign out."""
    person = signed_in() if settings_of().mode == "accounts" else None
    if person is None:
        return
    called = person.name or person.email
    with st.container(
        horizontal=True, horizontal_alignment="right", vertical_alignment="center", key="person"
    ):
        as_whom = words.SIGNED_IN_AS.format(escape_markdown(shortened(called)))
        st.caption(as_whom if called else words.SIGNED_IN, width="content")
        if st.button(words.SIGN_OUT, type="tertiary"):
            sign_out()
            st.stop()
