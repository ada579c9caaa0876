"""Values that may be missing, and are not."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def known(value: T | None) -> T:
    """Return a value that is there."""
    assert value is not None
    return value
