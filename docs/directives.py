"""What the documentation site takes from the program itself, each time it is built.

A page asks for it with an empty block: ``{metrics}`` becomes a description of every
metric of the registry, ``{terms}`` the glossary, ``{corpora}`` the figures of open corpora,
``{options}`` how to make each choice about an import, ``{face}`` a line for each name of the
one import, ``{modules} segmetrics.metrics.edits`` a description of every public module of a
part, or of those that are named after it. Formulas become MathML, which browsers draw by
themselves.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from pygments.lexers.special import TextLexer
from sphinx.pycode import ModuleAnalyzer

import segmetrics
from segmetrics.glossary import SETS
from segmetrics.io.choices import OPTIONS
from segmetrics.metrics.registry import FAMILIES, METRICS, NOT_DEFINED
from segmetrics.number_formats import limit
from segmetrics.reproduction.open_corpora import open_corpora
from segmetrics.tables.markup import markdown_table
from segmetrics.tables.open_corpora_table import standing_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

    from segmetrics.metrics.metric import Metric, Option

ASKED = re.compile(r"^```\{(corpora|face|metrics|modules|options|terms)\}(.*)\n```$", re.MULTILINE)
HEADING = re.compile(r"^(?:\.\. _\S+:\n\n)?(\w[\w ]*)\n-{4,}$", re.MULTILINE)


def setup(app: Sphinx) -> dict[str, Any]:
    """Add all of it to the site."""
    app.connect("source-read", fill_in)
    # Late: what numpydoc leaves of the headings of a module.
    app.connect("autodoc-process-docstring", flatten, priority=900)
    app.add_html_math_renderer("mathml", (draw_math, None), (draw_math, None))
    for name in ("csv", "tsv"):
        app.add_lexer(name, TextLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def fill_in(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Replace what a page asks for."""
    makers = {
        "corpora": corpora,
        "face": face,
        "metrics": metrics,
        "modules": modules,
        "options": options,
        "terms": terms,
    }
    source[0] = ASKED.sub(lambda found: "\n".join(makers[found[1]](*found[2].split())), source[0])


def flatten(
    _app: Sphinx, what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Make captions of the headings of a module's docstring: each page has them many times."""
    if what == "module":
        text = HEADING.sub(r".. rubric:: \1\n", "\n".join(lines))
        lines[:] = text.split("\n")


def draw_math(translator: HTML5Translator, node: nodes.math | nodes.math_block) -> None:
    """Write a formula as MathML."""
    translator.body.append(tex2mathml(node.astext(), as_block=isinstance(node, nodes.math_block)))
    raise nodes.SkipNode


def terms() -> Iterator[str]:
    """Define the terms of the glossary."""
    for about, found in SETS.items():
        yield f"## {about}\n"
        for term in found:
            yield f"{escaped(term.name)}\n: {escaped(term.definition)}\n"


def corpora() -> Iterator[str]:
    """List the figures of open corpora, and where they are from."""
    rows = open_corpora()
    yield from markdown_table(standing_table(rows))
    yield ""
    for corpus, source in {row.corpus: row.source for row in rows}.items():
        yield f"- {corpus}: {source}."


def options() -> Iterator[str]:
    """List how the command line makes each choice about an import."""
    yield "| option | meaning | default |\n| --- | --- | --- |"
    for option in OPTIONS:
        value = "|".join(option.values) or option.value
        flags = ", ".join(f"`{flag} {value}`" for flag in option.flags or [option.flag])
        again = "; may be repeated" * option.repeats
        cells = (flags, escaped(f"{option.about}{again}"), escaped(option.default))
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def escaped(text: str) -> str:
    """Write a text so that no sign of it marks anything up."""
    return text.replace("*", r"\*")


def metrics() -> Iterator[str]:
    """Describe the metrics of the registry, and those that it does without."""
    for family, about in FAMILIES.items():
        yield f"## {about}\n"
        for metric in METRICS.values():
            if metric.family == family:
                yield from described(metric)
    yield "## Not here, and why\n"
    for name, citation, why in NOT_DEFINED:
        yield f"**{name}** ({citation}): {why}\n"


def described(metric: Metric) -> Iterator[str]:
    """Describe a metric: its formula, what a reader must know, its options."""
    module = metric.function.__module__
    yield f"({metric.key}-metric)="
    yield f"### {metric.name[:1].upper()}{metric.name[1:]} (`{metric.key}`)\n"
    yield f"```{{math}}\n{metric.formula}\n```\n"
    yield "| | |\n| --- | --- |"
    for name, text in facts(metric):
        yield f"| {name} | {text.replace('|', chr(92) + '|')} |"
    yield f"| Library | {{py:func}}`{module}.{metric.function.__name__}` |\n"
    if metric.options:
        yield "| option | values | default |\n| --- | --- | --- |"
        for option in metric.options.values():
            yield f"| `{option.name}` | {values(option)} | {default(option)} |"
        yield ""


def facts(metric: Metric) -> Iterator[tuple[str, str]]:
    """List what a reader of a metric must know."""
    yield "Range", f"{limit(metric.low)} to {limit(metric.high)}"
    yield "Direction", metric.direction
    yield "Perfect", "none: it is no score" if metric.perfect is None else f"{metric.perfect:g}"
    yield "On a time line", metric.time_line
    yield "Symmetric", "yes" if metric.symmetric else "no: a hypothesis against a reference"
    yield "Reversing the text", metric.reversal
    if metric.needs:
        yield "Tells more with", f"{metric.needs} of boundaries"
    yield "Rewards", metric.rewards
    yield "Misses", metric.misses
    yield "Known flaws", " ".join(metric.flaws) or "none described"
    yield "Undefined", "; ".join(metric.undefined) or "never"
    yield "Source", "; ".join(metric.citation)


def values(option: Option) -> str:
    """Write what an option can be."""
    if option.choices:
        return ", ".join(f"`{choice}`" for choice in option.choices)
    names = {bool: "true or false", int: "whole number", float: "number", str: "text"}
    return ", ".join(names[kind] for kind in option.kinds if kind in names)


def default(option: Option) -> str:
    """Write what an option is if nothing is said."""
    return "left open" if option.default is None else f"`{str(option.default).replace('|', ' ')}`"


def face() -> Iterator[str]:
    """List the names of the one import, by the part that they are from."""
    parts: dict[str, list[str]] = {}
    for name in segmetrics.__all__:
        found = inspect.unwrap(getattr(segmetrics, name))
        if callable(found):
            role = "class" if inspect.isclass(found) else "func"
            part = found.__module__.split(".")[1]
            about = (inspect.getdoc(found) or "").partition("\n")[0]
            line = f"| {{py:{role}}}`{name} <{found.__module__}.{found.__qualname__}>` | {about} |"
            parts.setdefault(part, []).append(line)
    for part, lines in parts.items():
        yield f"## [{part}]({part}.md)\n\n| `sm.` | |\n| --- | --- |"
        yield from (*lines, "")


def modules(part: str, *names: str) -> Iterator[str]:
    """Document the modules of a part: those named, or all; the part itself if it is a module."""
    package = importlib.import_module(part)
    found = names or sorted(
        module.name for module in pkgutil.iter_modules(getattr(package, "__path__", ()))
    )
    yield from documented(part, () if found else public(package))
    for name in found:
        module = f"{part}.{name}"
        yield f"## {module}\n"
        yield from documented(module, public(importlib.import_module(module)))


def public(module: ModuleType) -> list[str]:
    """List what a module offers to users of the library: what has more than one sentence said.

    Of a class it may be said beside its fields, in comments that begin with ``#:``.
    """
    analyzer = ModuleAnalyzer.for_module(module.__name__)
    with_fields = {of for of, _ in analyzer.find_attr_docs()}
    return [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and getattr(thing, "__module__", None) == module.__name__
        and (name in with_fields or "\n\n" in (inspect.getdoc(thing) or ""))
    ]


def documented(module: str, names: Iterable[str]) -> Iterator[str]:
    """Ask Sphinx for the documentation of a module and of names in it."""
    option = f":members: {', '.join(names)}" if names else ":no-members:"
    yield f"```{{eval-rst}}\n.. automodule:: {module}\n   {option}\n```\n"
