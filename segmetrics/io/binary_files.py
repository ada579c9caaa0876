"""Files that are no text, by the bytes with which they begin."""

from __future__ import annotations

import re
import tomllib

from segmetrics.paths import ROOT

with (ROOT / "data" / "binary_files.toml").open("rb") as _kinds:
    KINDS = tomllib.load(_kinds)
PACKED = {one["bytes"].encode(): (one["what"], one["fix"]) for one in KINDS["packed"]}
PATTERNS = {
    re.compile(one["bytes"].encode(), re.DOTALL): (one["what"], one["fix"])
    for one in KINDS["starts"]
}


def binary_kind(content: bytes) -> tuple[str, str] | None:
    """Return what a file without text is and what to bring instead; None if it is not known."""
    if content.startswith(b"PK\x03\x04"):
        return next((said for part, said in PACKED.items() if part in content), None)
    return next((said for start, said in PATTERNS.items() if start.match(content)), None)
