"""A small file of each format that can be read, to start from."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["TEMPLATES", "Template"]


@dataclass(frozen=True, slots=True)
class Template:
    """An example file.

    Parameters
    ----------
    name : str
        File name.
    title, about : str
        The format's name, and how it holds codings.
    content : str
        The file.
    """

    name: str
    title: str
    about: str
    content: str


TEMPLATES: tuple[Template, ...] = (
    Template(
        "segeval.json",
        "segeval JSON",
        "Many items; each coder's segment sizes.",
        """{
  "segmentation_type": "linear",
  "items": {
    "chapter1": {
      "anna": [11, 2],
      "ben": [2, 8, 2, 1]
    },
    "chapter2": {
      "anna": [4, 7, 3, 1],
      "ben": [14, 1]
    }
  }
}
""",
    ),
    Template(
        "chapter1.tsv",
        "segeval TSV",
        "One item, named as the file is; a row for each coder.",
        "Coder\tMasses\nanna\t11\t2\nben\t2\t8\t2\t1\n",
    ),
    Template(
        "masses.csv",
        "Table of segment sizes",
        "A row for each coding, with its segment sizes.",
        "item,coder,masses\nchapter1,anna,11 2\nchapter1,ben,2 8 2 1\n"
        "chapter2,anna,4 7 3 1\nchapter2,ben,14 1\n",
    ),
    Template(
        "boundaries.csv",
        "Table of boundary positions",
        "A row for each coding: after which units its boundaries lie (empty: none), "
        "and how many units the item has.",
        "item,coder,boundaries,mass\nchapter1,anna,11,13\nchapter1,ben,2 10 12,13\n"
        "chapter2,anna,4 11 14,15\nchapter2,ben,,15\n",
    ),
    Template(
        "units.csv",
        "Table of units",
        "A row for each unit of each coding, with its segment's label; a boundary lies "
        "where the label changes. The columns unit and text may be left out.",
        "item,coder,unit,segment,text\n"
        "chapter1,anna,1,a,First paragraph.\nchapter1,anna,2,a,Second paragraph.\n"
        "chapter1,anna,3,b,Third paragraph.\nchapter1,ben,1,a,First paragraph.\n"
        "chapter1,ben,2,b,Second paragraph.\nchapter1,ben,3,b,Third paragraph.\n",
    ),
)
"""The formats, the most common first."""
