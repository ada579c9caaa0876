"""What may happen to a file, by mistake or on purpose."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from tests.fuzz.material import packed, unpacked

Mutation = Callable[[Random, bytes, bytes], bytes]
"""Takes a source of chance, the file and another one."""

NUMBERS = (
    b"0", b"-0", b"-1", b"1", b"2.0", b"0.5", b"1e3", b"1e308", b"1e999", b"-1e-400", b"NaN",
    b"Infinity", b"-Infinity", b"1000000000000", b"9999999999999999999999", b"9" * 5000, b"0x10",
    b"1_000", b"1,5", b"\xd9\xa1\xd9\xa2", b"\xc2\xb2", b"00", b"+1", b" 1", b"true", b"null",
    b'""',
)  # fmt: skip
WORDS = tuple(
    word.encode("utf-8", "surrogatepass")
    for word in (
        "", " ", "\u202eabc\u202c", "א ב", "e\u0301\u0301\u0301", "👩‍👩‍👧", "𝕏", "\ufeff", "\ud800",
        "\x07", "\x1b[31m", "\u2028", "\x85", "\x00", "=1+1", "'", '"', "'=1", "<b>x</b>", "&amp;",
        "$x$", "*", "..", "a/b", "a\\b", "__proto__", "None", "item", "coder", "reference",
        "x" * 400,
        "{coder}", "%s", "B-x", "I-x", "O", "====", "==========", "==== 3 ====", "true", "#N/A",
        "\t", ",", ";", "|", "\n", "\r", "\r\n", "\\u0000", "\\ud800", "&#0;", "&lol;", "]]>",
    )
)  # fmt: skip
ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>',
    b'<!DOCTYPE x SYSTEM "file:///etc/passwd">',
    b'<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1:9/x">%a;]>',
    b"<?xml-stylesheet href='x'?>",
    b"<![CDATA[",
    b"<!--",
)
LARGE = 400_000


def flip(chance: Random, content: bytes, other: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def insert(chance: Random, content: bytes, other: bytes) -> bytes:
    at = chance.randint(0, len(content))
    new = chance.choice((chance.randbytes(chance.randint(1, 8)), chance.choice(WORDS)))
    return content[:at] + new + content[at:]


def cut(chance: Random, content: bytes, other: bytes) -> bytes:
    return content[: chance.randint(0, len(content))]


def remove(chance: Random, content: bytes, other: bytes) -> bytes:
    start, end = sorted(chance.randint(0, len(content)) for _ in range(2))
    return content[:start] + content[min(end, start + chance.choice((1, 5, 50, 5000))) :]


def double(chance: Random, content: bytes, other: bytes) -> bytes:
    start, end = sorted(chance.randint(0, len(content)) for _ in range(2))
    return content[:end] + content[start:end] + content[end:]


def splice(chance: Random, content: bytes, other: bytes) -> bytes:
    at, after = chance.randint(0, len(content)), chance.randint(0, len(other))
    return content[:at] + other[after:]


def lines(chance: Random, content: bytes, other: bytes) -> bytes:
    """Remove, double, exchange or mix whole lines."""
    rows = content.splitlines(keepends=True) or [b""]
    first, second = chance.randrange(len(rows)), chance.randrange(len(rows))
    match chance.randrange(5):
        case 0:
            del rows[first]
        case 1:
            rows.insert(second, rows[first])
        case 2:
            rows[first], rows[second] = rows[second], rows[first]
        case 3:
            rows = rows[: first + 1] + [b"\n"] * chance.choice((1, 3, 100)) + rows[first + 1 :]
        case 4:
            others = other.splitlines(keepends=True) or [b""]
            rows.insert(second, chance.choice(others))
    return b"".join(rows)


def line_ends(chance: Random, content: bytes, other: bytes) -> bytes:
    ends = chance.choice(
        ((b"\r",), (b"\r\n",), (b"\r", b"\n", b"\r\n", b"\n\r"), (b"",), (b"\x85",))
    )
    return b"".join(row + chance.choice(ends) for row in content.split(b"\n"))


def _replaced(chance: Random, content: bytes, pattern: bytes, news: tuple[bytes, ...]) -> bytes:
    found = list(re.finditer(pattern, content))
    chosen = chance.sample(found, min(len(found), chance.choice((1, 1, 3))))
    for one in sorted(chosen, key=re.Match.start, reverse=True):
        content = content[: one.start()] + chance.choice(news) + content[one.end() :]
    return content


def number(chance: Random, content: bytes, other: bytes) -> bytes:
    return _replaced(chance, content, rb"\d+(?:\.\d+)?", NUMBERS)


def word(chance: Random, content: bytes, other: bytes) -> bytes:
    return _replaced(chance, content, rb"\w+", WORDS)


def brackets(chance: Random, content: bytes, other: bytes) -> bytes:
    signs = (b"[", b"]", b"{", b"}", b"<", b">", b"/", b'"', b"'", b",", b":", b"\t", b"=", b"")
    return _replaced(chance, content, rb"""[\[\]{}<>/"',:;\t=]""", signs)


def encoding(chance: Random, content: bytes, other: bytes) -> bytes:
    text = content.decode("utf-8", "replace")
    name = chance.choice(
        ("utf-16", "utf-16-le", "utf-16-be", "latin-1", "utf-8-sig", "utf-32", "cp037")
    )
    return text.encode(name, "replace")


def byte_order(chance: Random, content: bytes, other: bytes) -> bytes:
    at = chance.choice((0, 0, chance.randint(0, len(content))))
    mark = chance.choice((b"\xef\xbb\xbf", b"\xef\xbb\xbf" * 2, b"\xff\xfe", b"\xfe\xff", b"\0"))
    return content[:at] + mark + content[at:]


def deep(chance: Random, content: bytes, other: bytes) -> bytes:
    at = chance.randint(0, len(content))
    start, end = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"<a>", b"</a>"), (b"(", b")")))
    depth = chance.choice((3, 100, 30_000))
    inside = content[at : at + chance.choice((0, 100, len(content)))]
    closed = chance.choice((depth, depth, 0, depth - 1))
    return content[:at] + start * depth + inside + end * closed + content[at + len(inside) :]


def entity(chance: Random, content: bytes, other: bytes) -> bytes:
    places = [0, *(found.end() for found in re.finditer(rb">", content))][:50]
    at = chance.choice(places)
    return content[:at] + chance.choice(ENTITIES) + content[at:]


def long(chance: Random, content: bytes, other: bytes) -> bytes:
    """Make a part of the file very long."""
    rows = content.splitlines(keepends=True) or [b""]
    at = chance.randrange(len(rows))
    match chance.randrange(3):
        case 0:
            part = rows[at] or b"\n"
            rows[at] = part * (chance.choice((1_000, LARGE)) // len(part) + 1)
        case 1:
            rows[at] = rows[at].rstrip(b"\n") * (10_000 // (len(rows[at]) + 1) + 1) + b"\n"
        case 2:
            rows[at] = _replaced(chance, rows[at], rb"\w+", (b"y" * 10_000, b"a b " * 2_000))
    return b"".join(rows)


def json_value(chance: Random, content: bytes, other: bytes) -> bytes:
    """Remove, double or replace a part of a JSON file, keeping it JSON."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return word(chance, content, other)
    if not isinstance(data, dict | list):
        return number(chance, content, other)
    inner: list[Any] = [data]
    for node in inner:
        values = node.values() if isinstance(node, dict) else node
        inner += [value for value in values if isinstance(value, dict | list) and value]
    node = chance.choice(inner)
    keys = list(node) if isinstance(node, dict) else list(range(len(node)))
    if not keys:
        return content
    key = chance.choice(keys)
    strange: tuple[Any, ...] = (
        None, True, -1, 0, 1.5, 10**12, 1e308, float("nan"), "", "x", [], {}, [[]], {"a": {}},
        [None],
        "\u0000", "\ud800", "\u202e", "x" * 400, 2**70, "1", node[key], [node[key]], data,
    )  # fmt: skip
    match chance.randrange(4):
        case 0:
            del node[key]
        case 1:
            value = chance.choice(strange)
            node[key] = json.loads(json.dumps(value)) if value is data else value
        case 2 if isinstance(node, dict):
            node[chance.choice(("", "x", "item", "\u202e", "y" * 400, *node))] = node.pop(key)
        case _ if isinstance(node, list):
            node.insert(chance.choice(keys), chance.choice((node[key], *strange[:-1])))
        case _:
            name = json.dumps(key) + ":"
            text = json.dumps(data)
            return text.replace(
                name, f"{name}{chance.choice(('1', '[]', json.dumps(key)))},{name}", 1
            ).encode()
    return json.dumps(data, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")


def of_archive(chance: Random, content: bytes, other: bytes) -> bytes:
    """Mutate a file of an archive, or the list of its files."""
    try:
        files = unpacked(content)
    except Exception:  # it may have been mutated before
        return flip(chance, content, other)
    if not files:
        return content
    name = chance.choice(list(files))
    match chance.randrange(6):
        case 0:
            del files[name]
        case 1:
            files["../" + name] = files[name]
        case _:
            files[name] = chance.choice(MUTATIONS)(chance, files[name], other)
    return packed(files)


def halves(chance: Random, content: bytes, other: bytes) -> bytes:
    """Put the second half of another file behind the first half of this one."""
    rows, others = content.splitlines(keepends=True), other.splitlines(keepends=True)
    return b"".join(rows[: len(rows) // 2] + others[len(others) // 2 :])


def columns(chance: Random, content: bytes, other: bytes) -> bytes:
    """Swap two columns of a table, in all rows or from one row on."""
    sign = max((b"\t", b",", b";"), key=content.count)
    rows = [row.split(sign) for row in content.split(b"\n")]
    width = len(rows[0])
    if width < 2:
        return word(chance, content, other)
    first, second = chance.sample(range(width), 2)
    start = chance.choice((0, 0, 1, chance.randrange(len(rows))))
    for row in rows[start:]:
        if len(row) == width:
            row[first], row[second] = row[second], row[first]
    return b"\n".join(sign.join(row) for row in rows)


MUTATIONS: tuple[Mutation, ...] = (
    flip, insert, cut, remove, double, splice, lines, lines, line_ends, number, number, word, word,
    halves, columns, columns, brackets, encoding, byte_order, deep, entity, json_value, json_value,
    json_value,
)  # fmt: skip
SLOW: tuple[Mutation, ...] = (long,)


def mutated(chance: Random, content: bytes, other: bytes) -> bytes:
    """Mutate a file once or several times."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if content.startswith(b"PK") and chance.random() < 0.8:
            content = of_archive(chance, content, other)
        else:
            choice = SLOW if chance.random() < 0.02 else MUTATIONS
            content = chance.choice(choice)(chance, content, other)
    return content[: 2 * LARGE]
