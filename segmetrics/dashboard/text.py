"""Texts from files in places that read Markdown."""

from __future__ import annotations

__all__ = ["literal"]

_SPECIAL = frozenset(r"\`*_{}[]()#+-.!|~$<>:&")


def literal(text: str) -> str:
    r"""Escape a text for streamlit's Markdown, so that it is shown as it is.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        Markdown.

    Examples
    --------
    >>> literal("$x$ *s* :smile:") == r"\$x\$ \*s\* \:smile\:"
    True
    """
    return "".join(f"\\{c}" if c in _SPECIAL else c for c in text.replace("\n", " "))
