"""Who coded what, as a picture; its cells can be chosen where something can be done with them."""

from __future__ import annotations

import streamlit as st

from segmetrics.dashboard.components import words
from segmetrics.dashboard.components.registration import component, packed, sent
from segmetrics.reliability.coverage import STATES, Coverage

MAX_CELLS = 1_000_000
"""Cells of the largest coverage that is drawn."""


def coverage_picture(
    found: Coverage, *, key: str, choosable: bool = False, if_empty: str = words.NO_CODING
) -> tuple[str | None, str | None] | None:
    """Show a row for each coder, a column for each item; return what is chosen if it is drawn."""
    if not found.possible:
        st.markdown(if_empty)
        return None
    if found.possible > MAX_CELLS:
        st.markdown(words.TOO_MANY.format(", ".join(found.in_words)))
        return None
    chosen = _picked(key) if choosable else (None, None)
    data = {
        "items": found.items,
        "coders": found.coders,
        "cells": packed(found.cells),
        "states": list(STATES),
        "called": list(STATES.values()),
        "counts": list(found.counts.values()),
        "legend": found.in_words,
        "choosable": choosable,
        "chosen": {"item": chosen[0], "coder": chosen[1]},
    }
    component("coverage")(key=key, data=data, on_picked_change=lambda: None)
    return chosen


def _picked(key: str) -> tuple[str | None, str | None]:
    item, coder = (sent(key, "picked").get(of) for of in ("item", "coder"))
    return (item if isinstance(item, str) else None, coder if isinstance(coder, str) else None)
