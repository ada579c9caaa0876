"""A small file of each format that can be read, to start from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Template:
    """An example file."""

    name: str
    title: str
    about: str
    content: str


TEMPLATES: tuple[Template, ...] = (
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
        "wide.csv",
        "Wide table",
        "A column for each coder, a row for each unit, with its segment's label; the columns "
        "item, unit and text may be left out. A coder without a label has not coded the item.",
        "item,unit,text,anna,ben\n"
        "chapter1,1,First paragraph.,a,a\nchapter1,2,Second paragraph.,a,b\n"
        "chapter1,3,Third paragraph.,b,b\nchapter2,1,Another text.,a,\n"
        "chapter2,2,Its end.,b,\n",
    ),
    Template(
        "flags.csv",
        "Wide table of 0 and 1",
        "One item, named as the file is; a 1 begins a segment.",
        "unit,anna,ben\n1,1,1\n2,0,1\n3,1,1\n4,0,0\n",
    ),
    Template(
        "segments.csv",
        "A row per segment",
        "A row for each segment: its begin and end in seconds, with a label or without; a row "
        "without an end is a boundary.",
        "item,coder,start,end,label\ntalk,anna,0,4.2,greeting\ntalk,anna,4.2,12,story\n"
        "talk,ben,0,5.1,greeting\ntalk,ben,5.1,12,story\n",
    ),
    Template(
        "presses.csv",
        "Times of boundaries",
        "A row for each boundary: when a person saw it, in seconds or as 1:23.9. How long the "
        "recording is may be left out; then it is asked.",
        "item,coder,boundary time (s),recording duration (s)\nfilm,anna,12.4,120\n"
        "film,anna,31.0,120\nfilm,anna,58.2,120\nfilm,ben,12.9,120\nfilm,ben,1:00.1,120\n",
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
        "anna.txt",
        "Text with separator lines",
        "One coder's segments of one text: one unit on each line, segments between lines of =. "
        "Put the files of each coder into a folder of its own, named as the items are.",
        "==========\nFirst sentence.\nSecond sentence.\n==========\nThird sentence.\n==========\n",
    ),
    Template(
        "label_studio.json",
        "Label Studio",
        "An export of Label Studio: tasks with each person's annotation. The edges of spans are "
        "boundaries; choices make each task a unit.",
        """[
  {
    "id": 1,
    "data": {"title": "fair", "text": "The fair came in May.\\n\\nWe all went.\\n\\nIt was loud."},
    "annotations": [
      {
        "completed_by": {"id": 1, "email": "anna@example.org"},
        "result": [
          {
            "id": "a", "from_name": "label", "to_name": "text", "type": "labels",
            "value": {"start": 0, "end": 21, "text": "The fair came in May.", "labels": ["rain"]}
          },
          {
            "id": "b", "from_name": "label", "to_name": "text", "type": "labels",
            "value": {"start": 37, "end": 49, "text": "It was loud.", "labels": ["noise"]}
          }
        ]
      },
      {"completed_by": {"id": 2, "email": "ben@example.org"}, "result": []}
    ]
  }
]
""",
    ),
    Template(
        "interview.TextGrid",
        "Praat TextGrid",
        "A recording, each tier a coder; the edges of intervals, or the points, are boundaries. "
        "The unit is a step of time, or the intervals of a tier.",
        """File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 12
tiers? <exists>
size = 2
item []:
    item [1]:
        class = "IntervalTier"
        name = "anna"
        xmin = 0
        xmax = 12
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 4
            text = "greeting"
        intervals [2]:
            xmin = 4
            xmax = 12
            text = "story"
    item [2]:
        class = "TextTier"
        name = "ben"
        xmin = 0
        xmax = 12
        points: size = 1
        points [1]:
            number = 5
            mark = "story"
""",
    ),
    Template(
        "interview.eaf",
        "ELAN",
        "A recording, each tier a coder; the edges of annotations are boundaries. The unit is a "
        "step of time, or the annotations of a tier.",
        """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT FORMAT="3.0" VERSION="3.0">
  <HEADER TIME_UNITS="milliseconds"/>
  <TIME_ORDER>
    <TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="0"/>
    <TIME_SLOT TIME_SLOT_ID="ts2" TIME_VALUE="4000"/>
    <TIME_SLOT TIME_SLOT_ID="ts3" TIME_VALUE="12000"/>
  </TIME_ORDER>
  <TIER TIER_ID="anna">
    <ANNOTATION>
      <ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2">
        <ANNOTATION_VALUE>greeting</ANNOTATION_VALUE>
      </ALIGNABLE_ANNOTATION>
    </ANNOTATION>
    <ANNOTATION>
      <ALIGNABLE_ANNOTATION ANNOTATION_ID="a2" TIME_SLOT_REF1="ts2" TIME_SLOT_REF2="ts3">
        <ANNOTATION_VALUE>story</ANNOTATION_VALUE>
      </ALIGNABLE_ANNOTATION>
    </ANNOTATION>
  </TIER>
</ANNOTATION_DOCUMENT>
""",
    ),
    Template(
        "anna.tsv",
        "WebAnno TSV 3",
        "An export of INCEpTION: one token on each line, a column for each feature of a layer; a "
        "file for each coder, named so.",
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Topic|label\n\n\n#Text=The sun came.\n"
        "1-1\t0-3\tThe\tweather[1]\n1-2\t4-7\tsun\tweather[1]\n1-3\t8-12\tcame\tweather[1]\n"
        "1-4\t12-13\t.\tweather[1]\n\n#Text=We left.\n2-1\t14-16\tWe\tpeople[2]\n"
        "2-2\t17-21\tleft\tpeople[2]\n2-3\t21-22\t.\tpeople[2]\n",
    ),
    Template(
        "anna.jsonl",
        "doccano",
        "An export of doccano: one text on each line, with the spans that one person marked; a "
        "file for each coder, named so.",
        '{"id": 1, "title": "fair", "text": "The fair came.\\n\\nWe all went.", '
        '"label": [[0, 14, "outside"], [16, 28, "crowd"]]}\n',
    ),
    Template(
        "anna.conll",
        "CoNLL columns",
        "One token on each line and an empty line after each sentence; the last column holds "
        "tags such as B-topic, I-topic and O, or 1 where a segment begins and 0 elsewhere.",
        "# newdoc id = chapter1\nOnce\tB-story\nupon\tI-story\na\tI-story\ntime\tI-story\n"
        ".\tI-story\n\nThe\tB-coda\nend\tI-coda\n.\tI-coda\n",
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
    Template(
        "anna.csv",
        "Table of levels",
        "A file for each coder and item, best in a folder for each coder; a 1 is a boundary "
        "of that level after its unit. Here level2 is the more prominent one.",
        "par,level1,level2\n1,1,0\n2,1,1\n3,0,0\n4,1,1\n",
    ),
    Template(
        "anna_levels.txt",
        "Text with separator lines and levels",
        "As before; each separator holds the level of its boundary (1 is the most prominent).",
        "First sentence.\nSecond sentence.\n==== 1 ====\nThird sentence.\n"
        "==== 2 ====\nFourth sentence.\n",
    ),
    Template(
        "segmenter.txt",
        "Boundaries by prominence",
        "How many units a text has, then the positions of its boundaries, the most prominent "
        "first. With a line position rank or position score each has a line of its own.",
        "units 13\n10 2 12\n",
    ),
    Template(
        "corpus.json",
        "segmetrics JSON",
        "All that a corpus can hold: boundaries after these units, texts, who is the reference, "
        "which coders are automatic. Kind is linear, multiple (types) or hierarchical (levels).",
        """{
  "format": "segmetrics",
  "version": 1,
  "kind": "linear",
  "reference": "anna",
  "automatic": ["c99"],
  "items": [
    {
      "name": "chapter1",
      "mass": 3,
      "codings": {"anna": [1], "c99": [1, 2]},
      "texts": ["First paragraph.", "Second paragraph.", "Third paragraph."]
    }
  ]
}
""",
    ),
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
        "dialogues.json",
        "JSON of annotated texts",
        "A record for each text, with its units and how many of them each segment has; or with "
        "a text and spans, as Prodigy writes them.",
        """[
  {
    "item": "chapter1",
    "coder": "anna",
    "units": ["First paragraph.", "Second paragraph.", "Third paragraph."],
    "segments": [1, 2]
  },
  {
    "item": "chapter1",
    "coder": "ben",
    "units": ["First paragraph.", "Second paragraph.", "Third paragraph."],
    "segments": [2, 1]
  }
]
""",
    ),
    Template(
        "chapter1.tsv",
        "segeval TSV",
        "One item, named as the file is; a row for each coder.",
        "Coder\tMasses\nanna\t11\t2\nben\t2\t8\t2\t1\n",
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
        "song.jams",
        "JAMS",
        "A piece of music with the segments that each annotator marked, in seconds.",
        """{
  "annotations": [
    {
      "namespace": "segment_open",
      "annotation_metadata": {"annotator": {"name": "anna"}},
      "data": [
        {"time": 0, "duration": 4.25, "value": "verse", "confidence": null},
        {"time": 4.25, "duration": 15.75, "value": "chorus", "confidence": null}
      ]
    },
    {
      "namespace": "segment_open",
      "annotation_metadata": {"annotator": {"name": "ben"}},
      "data": [
        {"time": 0, "duration": 5.5, "value": "verse", "confidence": null},
        {"time": 5.5, "duration": 14.5, "value": "chorus", "confidence": null}
      ]
    }
  ],
  "file_metadata": {"duration": 20}
}
""",
    ),
    Template(
        "project.boris",
        "BORIS",
        "A project of BORIS with the observations of one video by two people.",
        """{
  "project_format_version": "7.0",
  "behaviors_conf": {
    "0": {"code": "play", "type": "State event"},
    "1": {"code": "look", "type": "Point event"}
  },
  "observations": {
    "visit_anna": {
      "file": {"1": ["visit.mp4"]},
      "media_info": {"length": {"visit.mp4": 60.5}},
      "events": [[3.25, "", "play", "", ""], [10.0, "", "look", "", ""], [12.5, "", "play", "", ""]]
    },
    "visit_ben": {
      "file": {"1": ["visit.mp4"]},
      "media_info": {"length": {"visit.mp4": 60.5}},
      "events": [[4.0, "", "look", "", ""]]
    }
  }
}
""",
    ),
    Template(
        "anna.xmi",
        "UIMA CAS XMI",
        "One coder's annotations of one text, as INCEpTION exports them: a file for each coder, in "
        "a folder for each document. Places are counted in UTF-16 code units.",
        """<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore"
    xmlns:custom="http:///webanno/custom.ecore" xmi:version="2.0">
  <custom:Segment xmi:id="2" sofa="1" begin="0" end="10" label="weather"/>
  <custom:Segment xmi:id="3" sofa="1" begin="11" end="27" label="people"/>
  <cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text"
      sofaString="It rained. We ran. All hid."/>
  <cas:View sofa="1" members="2 3"/>
</xmi:XMI>
""",
    ),
    Template(
        "anna.json",
        "UIMA CAS JSON",
        "One coder's annotations of one text, as INCEpTION exports them: a file for each coder, in "
        "a folder for each document. Places are counted in UTF-16 code units.",
        """{
  "%TYPES": {},
  "%FEATURE_STRUCTURES": [
    {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView",
     "sofaString": "It rained. We ran. All hid."},
    {"%ID": 2, "%TYPE": "webanno.custom.Segment", "@sofa": 1, "begin": 0, "end": 10,
     "label": "weather"},
    {"%ID": 3, "%TYPE": "webanno.custom.Segment", "@sofa": 1, "begin": 11, "end": 27,
     "label": "people"}
  ],
  "%VIEWS": {"_InitialView": {"%SOFA": 1, "%MEMBERS": [2, 3]}}
}
""",
    ),
)
"""The formats, the most common first."""
