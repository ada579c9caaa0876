"""What the columns of tables hold: their first rows with a menu for each column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.io.column_roles import ROLE_WORDS, Role, TableView

Decide = Callable[[Sequence[str], Role], None]


# Columns above which setting several at once is offered.
MANY = 6


@dataclass(frozen=True, slots=True)
class ShownTable:
    """Tables of one heading, and in words what they are, what comes of them, what is wrong."""

    view: TableView
    title: str
    effect: str
    problems: tuple[str, ...] = ()


def map_columns(tables: Sequence[ShownTable], decide: Decide) -> None:
    """Show what columns were taken for, and what comes of it; `decide` takes something else."""
    table = tables[0]
    if len(tables) > 1:
        titles = {one.title: one for one in tables}
        table = titles[st.selectbox(words.TABLE, tuple(titles), key="table", width=560)]
    view = table.view
    components.column_menus(
        [
            components.MenuColumn(name, role, why, role == "ignore")
            for name, role, why in zip(view.heading, view.roles, view.why, strict=True)
        ],
        view.rows,
        ROLE_WORDS,
        lambda column, role: decide([column], role),
        caption=words.FIRST_ROWS.format(table.title),
        key="columns",
    )
    st.markdown(f"**{escape_markdown(table.effect)}**")
    if table.problems:
        st.markdown("\n".join(f"- {escape_markdown(problem)}" for problem in table.problems))
    if len(view.heading) > MANY:
        _set_several(
            list(dict.fromkeys(name for one in tables for name in one.view.heading)), decide
        )


def _set_several(names: Sequence[str], decide: Decide) -> None:
    """Give one role to several columns at once."""
    with st.form("several columns", border=False, clear_on_submit=True):
        which, what, button = st.columns([3, 2, 1], vertical_alignment="bottom")
        columns = which.multiselect(words.SEVERAL_COLUMNS, names, placeholder=words.COLUMNS)
        role = what.selectbox(words.HOLD, tuple(ROLE_WORDS), format_func=ROLE_WORDS.__getitem__)
        with button:
            pressed = st.form_submit_button(words.SET)
    if pressed and columns:
        decide(columns, role)
        st.rerun()
