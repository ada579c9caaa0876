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
    Template(
        "types.json",
        "JSON with boundary types",
        "Many items; each coder's boundaries with one or more types. The type uncertain "
        "says that the coder is unsure.",
        """{
  "segmentation_type": "multiple",
  "items": {
    "chapter1": {
      "anna": {"mass": 13, "boundaries": [[2, ["topic"]], [11, ["topic", "place"]]]},
      "ben": {"mass": 13, "boundaries": [[10, ["place"]], [11, ["topic", "uncertain"]]]}
    }
  }
}
""",
    ),
    Template(
        "levels.json",
        "JSON with levels",
        "Many items; each coder's boundaries with their levels (1 is the most prominent). "
        "With has_reference_coder the coder named reference is the reference.",
        """{
  "segmentation_type": "hierarchical",
  "has_reference_coder": true,
  "items": {
    "chapter1": {
      "reference": {"mass": 13, "levels": [[2, 2], [5, 1], [10, 2]]},
      "anna": {"mass": 13, "levels": [[5, 1], [11, 2]]}
    }
  }
}
""",
    ),
    Template(
        "types.csv",
        "Table of boundaries with types",
        "A row for each boundary: after which unit it lies, how many units the item has, and "
        "its types. A coding without boundaries has one row with no boundary.",
        "item,coder,boundary,mass,type\nchapter1,anna,2,13,topic\n"
        "chapter1,anna,11,13,topic place\nchapter1,ben,11,13,topic uncertain\n"
        "chapter1,carl,,13,\n",
    ),
    Template(
        "levels.csv",
        "Table of boundaries with levels",
        "A row for each boundary, with its level (1 is the most prominent).",
        "item,coder,boundary,mass,level\nchapter1,anna,2,13,2\nchapter1,anna,5,13,1\n"
        "chapter1,anna,10,13,2\nchapter1,ben,5,13,1\nchapter1,ben,11,13,2\n",
    ),
    Template(
        "unit_levels.csv",
        "Table of units with levels",
        "A row for each unit, as in the table of units; where a segment begins, the level of "
        "the boundary before it. A column type instead of level gives types.",
        "item,coder,unit,segment,level\n"
        "chapter1,anna,1,a,\nchapter1,anna,2,b,1\nchapter1,anna,3,c,2\nchapter1,anna,4,c,\n"
        "chapter1,ben,1,a,\nchapter1,ben,2,b,1\nchapter1,ben,3,b,\nchapter1,ben,4,c,1\n",
    ),
)
"""The formats, the most common first."""
