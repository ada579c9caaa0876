"""The libraries that an extra of segmetrics installs: asked for when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "frames": ("pandas",),
    "excel": ("openpyxl",),
    "reports": ("plotly", "matplotlib"),
    "word": ("docx",),
    "texttiling": ("nltk",),
    "dashboard": ("streamlit", "sqlalchemy"),
}
"""The modules of an extra without which it cannot do its work."""


class MissingExtraError(ImportError):
    """What was asked for needs an extra that is not installed; the message names it."""


def missing(extra: str, what: str) -> str:
    """Return what has to be installed for something that needs an extra; empty if nothing."""
    modules = [module for module in EXTRAS[extra] if not find_spec(module)]
    if not modules:
        return ""
    return (
        f"{what} needs {' and '.join(modules)}, not installed here: "
        f"pip install 'segmetrics[{extra}]'"
    )


def require(extra: str, what: str) -> None:
    """Raise MissingExtraError if something needs an extra that is not installed."""
    if why := missing(extra, what):
        raise MissingExtraError(why)
