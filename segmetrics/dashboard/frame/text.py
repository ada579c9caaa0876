"""Texts of people and files: in Markdown, and in the names of what is downloaded."""

from __future__ import annotations

import re
from unicodedata import normalize

from segmetrics.io.names import OF_SYSTEMS

_SPECIAL = frozenset(r"\`*_{}[]()#+-.!|~$<>:&")
# Streamlit makes links of addresses in escaped texts too, unless this sign, which has no width
# and breaks no line, stands where the pattern is that it looks for.
_JOINER = "\u2060"
_IN_ADDRESS = re.compile(r"(?<=@)(?=[-\w])|(?<=://)(?=\w)|(?<=www)(?=\.)", re.IGNORECASE)


def escape_markdown(text: str) -> str:
    r"""Escape a text for streamlit's Markdown, so that it is shown as it is."""
    text = _IN_ADDRESS.sub(_JOINER, text.replace("\n", " "))
    return "".join(f"\\{c}" if c in _SPECIAL else c for c in text)


# What stands between the words of a file's name, of any script, and its bytes at most.
_BETWEEN_WORDS = re.compile(r"[^\w]+|_+")
_MOST_BYTES = 180


def download_name(*parts: str, ending: str = "") -> str:
    """Name a file to download: words of any script with hyphens, which every system takes."""
    words = _BETWEEN_WORDS.split(normalize("NFC", " ".join(parts).encode(errors="ignore").decode()))
    name = "-".join(filter(None, words)).encode()[:_MOST_BYTES].decode(errors="ignore").strip("-")
    if not name or OF_SYSTEMS.fullmatch(name):
        name = f"segmetrics-{name}".strip("-")
    return name + ending
