"""A corpus whose names are made to break documents."""

from __future__ import annotations

from segmetrics import Corpus, Item, Segmentation

HOSTILE = (
    *("=1+1", "#N/A", "@SUM(A1)", "-2", "a|b", "*bold* _it_ `code` [x](y)"),
    *("<script>window.hacked=1</script>", "</script><img src=x onerror='window.hacked=1'>"),
    "_%&#\\{}$~^",
    "--dash--- ``quotes''",
    "é ß ñ –",
    "Ωμέγα русский",
    "עברית",
    "\U0001f600 e\u0301",
    "line\nbreak\x01\ud800",
    "x" * 70,
)


def hostile() -> Corpus:
    sizes = ([2, 4], [3, 3], [1, 2, 3])
    items = []
    for place, name in enumerate(HOSTILE):
        coders = [HOSTILE[(place + step) % len(HOSTILE)] for step in range(3)]
        codings = {
            coder: Segmentation.from_masses(one) for coder, one in zip(coders, sizes, strict=True)
        }
        texts = tuple(f"{unit} {name}" for unit in range(6)) if place % 2 else None
        items.append(Item(name, codings, texts))
    return Corpus(tuple(items))
