"""Sentences whose terms have their definitions, on hover and on focus."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.dashboard.components.registration import component
from segmetrics.glossary import Part


def prose(
    paragraphs: Sequence[Sequence[Part]], *, key: str, small: bool = False, lead: bool = False
) -> None:
    """Show paragraphs, in small print or large as what opens a page; names in them are text."""
    component("prose")(key=key, data={"paragraphs": paragraphs, "small": small, "lead": lead})
