"""Templates of sentences: each call gives the fields that its template has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

from tests.support.project import PROJECT

FILES = [
    file
    for place in ("segmetrics", "pages")
    for file in sorted((PROJECT / place).rglob("*.py"))
    if "_bundle" not in file.parts
]


def imported(tree: ast.Module) -> dict[str, object]:
    """Return the modules of words that a file imports, and constants from them, by their names."""
    known: dict[str, object] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("segmetrics"):
            names = [one for one in node.names if f"{node.module}.{one.name}".count("words")]
            for one in names:
                module = import_module(node.module or "")
                if not hasattr(module, one.name):
                    import_module(f"{node.module}.{one.name}")
                known[one.asname or one.name] = getattr(module, one.name)
    return known


def filled(file: Path) -> Iterator[tuple[str, str, ast.Call]]:
    """Yield each template of words that a file fills in: its name, the template and the call."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = imported(tree)
    if file.stem.endswith("words"):
        names |= vars(import_module(".".join(file.relative_to(PROJECT).with_suffix("").parts)))
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(name), attr="format")):
                template = names.get(name)
            case ast.Call(func=ast.Attribute(ast.Attribute(ast.Name(module), name), attr="format")):
                template = getattr(names.get(module), name, None)
            case _:
                continue
        if isinstance(template, str):
            yield name, template, call


def test_each_call_gives_the_fields_of_its_template() -> None:
    seen, wrong = 0, []
    for file in FILES:
        for name, template, call in filled(file):
            seen += 1
            parsed = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
            fields = [field.split(".")[0] for field in parsed]
            starred = any(isinstance(one, ast.Starred) for one in call.args)
            same = {one.arg for one in call.keywords} == {field for field in fields if field}
            if not same or (not starred and len(call.args) != fields.count("")):
                wrong.append(f"{file.relative_to(PROJECT)}:{call.lineno} {name}")
    assert seen > 200
    assert wrong == []
