"""Parts of sentences: a number with its noun, and lists of names."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 item``, ``1,000 items``."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def listed(names: Sequence[str], most: int = 12) -> str:
    """Return the first names, and how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def joined(names: Sequence[str]) -> str:
    """Return all names: ``a, b and c``."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
