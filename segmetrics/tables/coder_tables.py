"""Coders as tables: each beside the others of the group, and what a model says that each does.

CSV and JSON are at full precision. The JSON of a model has its groups and items too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.claims.cause_sentences import sentences_on_causes
from segmetrics.claims.cause_types import Causes, Slip
from segmetrics.claims.coder_habits import habits_seen
from segmetrics.corpus import Corpus
from segmetrics.number_formats import percent, rate, short
from segmetrics.reliability.coder_findings import CoderFinding, Finding, FindingTable
from segmetrics.reliability.fitted_coders import (
    CoderModel,
    CoderVerdict,
    ModelledCoder,
    ModelledGroup,
    Saved,
    VerdictKind,
)
from segmetrics.reliability.schools import Schools, schools_in
from segmetrics.tables.coder_model_words import (
    TO_THE_PANEL,
    earns_its_place,
    model_notes,
    says_something,
)
from segmetrics.tables.columns import (
    FILES,
    ODD,
    Column,
    Place,
    Table,
    collected,
    counts_of,
    ends,
    fields,
    named,
    of_field,
)
from segmetrics.tables.plain import PROGRAM

PLAIN_RATIO: Column[CoderFinding] = of_field("rate_ratio", "times the others'", write=short)
RATE_RATIO = replace(PLAIN_RATIO, interval=lambda row: row.rate_interval)
ABOUT_FINDINGS = (
    "Times the others': boundaries for each of the others' on the same items. "
    "Early and late: near misses by one place before and behind another coder's "
    "boundary. Alone: share of the boundaries at places where nobody else has one. Kappa: "
    "agreement about each place beyond what chance gives (1 full, 0 chance), over the coder's "
    "pairs; beside it, over the pairs of the others"
)
OF_RATES = "In brackets 95% intervals, from leaving out stretches of text"
ABOUT_MODEL = (
    "Finds: share of the shared boundaries that a coder finds. Adds: boundaries of their own per "
    "100 other places. Beside: share of those found that are not in place. Late: share of these "
    "that come late"
)
VERDICTS: Mapping[VerdictKind, str] = {
    "early": "one place early",
    "late": "one place late",
    "random": "at random",
    "fewer": "finds few shared ones",
    "own": "many of their own",
}
"""What a coder who stands out does, in a word or two."""


class JudgedCoder(NamedTuple):
    """What a coder does by the model, and by what they stand out, if they do."""

    does: ModelledCoder
    verdict: CoderVerdict | None


VERDICT: Column[JudgedCoder] = named(
    lambda row: VERDICTS[row.verdict.verdict] if row.verdict else "", "verdict"
)

NOBODY = "No coder stands out by these numbers alone; a model of the coders (--model) tells more."


def found_or_judged(
    row: CoderFinding, verdicts: Mapping[str, CoderVerdict]
) -> tuple[Finding | VerdictKind, str]:
    """Return by what a coder stands out, and why: by a finding, or else by a verdict."""
    verdict = verdicts.get(row.coder)
    if row.finding != "none" or verdict is None:
        return row.finding, row.evidence
    return verdict.verdict, verdict.evidence


def finding_table(
    found: FindingTable,
    verdicts: Mapping[str, CoderVerdict] = MappingProxyType({}),
    *,
    intervals: bool = True,
) -> Table[CoderFinding]:
    """Return each coder beside the others of the group, perhaps with intervals of rates.

    Of one without a finding it has what the `verdicts` of the model say.
    """
    about = [ABOUT_FINDINGS, *([OF_RATES] if intervals else [])]
    whys = collected((row.coder, row.evidence) for row in found.rows if not row.stands_out)
    return Table(
        key="coders",
        columns=[
            *_who(several=len({row.group for row in found.rows}) > 1),
            counts_of("items", "items"),
            counts_of("boundaries", "boundaries"),
            *([RATE_RATIO, *ends([RATE_RATIO])] if intervals else [PLAIN_RATIO]),
            counts_of("early", "early"),
            counts_of("late", "late"),
            of_field("alone", "alone", write=short),
            of_field("kappa", "kappa"),
            of_field("others", "of the others"),
            Column("finding", lambda row: found_or_judged(row, verdicts)[0], places=FILES),
            Column("evidence", lambda row: found_or_judged(row, verdicts)[1], places=FILES),
            *ODD,
            Column(
                "goes_for",
                lambda row: row.goes_for and row.goes_for.kind,
                "before what units own boundaries stand",
                places=Place.JSON,
            ),
        ],
        rows=found.rows,
        notes=(*about, *whys),
    )


def model_table(model: CoderModel, *, intervals: bool = True) -> Table[JudgedCoder]:
    """Return what each coder does by the model, perhaps with intervals."""
    verdicts = {(one.group, one.coder): one for one in model.verdicts}
    numbers = [
        _estimated(*column, intervals=intervals)
        for column in (
            ("hits", "finds", short),
            ("added", "adds", rate),
            ("shifted", "beside", short),
            ("late", "late", short),
        )
    ]
    about = [ABOUT_MODEL, TO_THE_PANEL]
    if intervals:
        about.insert(1, f"In brackets {percent(model.options.level)} intervals")
    said = [*(about if says_something(model) else []), *model_notes(model)]
    return Table(
        key="coder_model",
        columns=[
            *_who(several=len(model.groups) > 1, of="does."),
            *numbers,
            *ends(numbers),
            *([VERDICT] if model.verdicts else []),
            _of_verdict("verdict"),
            _of_verdict("evidence"),
            Column("undefined", lambda row: row.does.hits.undefined, places=FILES),
        ],
        rows=[JudgedCoder(row, verdicts.get((row.group, row.coder))) for row in model.coders],
        notes=tuple(note.removesuffix(".") for note in said),
    )


def _who(*, several: bool, of: str = "") -> list[Column[Any]]:
    """Return the columns that say which coder, and of which group if there are several."""
    group = [named(attrgetter(f"{of}group"), "group")] if several else []
    return [named(attrgetter(f"{of}coder"), "coder"), *fields("group", "coder", of=of), *group]


def _estimated(
    key: str, heading: str, write: Callable[[float | None], str], *, intervals: bool
) -> Column[JudgedCoder]:
    estimate = attrgetter(f"does.{key}")
    column = Column[JudgedCoder](key, lambda row: estimate(row).value, heading, write=write)
    return replace(column, interval=estimate) if intervals else column


def _of_verdict(key: str) -> Column[JudgedCoder]:
    return Column(key, lambda row: getattr(row.verdict, key, None), places=FILES)


def signed_findings(
    found: FindingTable, corpus: Corpus, uncertain: Uncertain
) -> Table[CoderFinding]:
    """Return the table of findings with what it was made by, for a file or a terminal."""
    signature = f"{PROGRAM}, uncertain={uncertain}, corpus={corpus.codings_digest[:12]}"
    said = [row.words for row in found.rows if row.stands_out] or [NOBODY]
    counted = with_uncertain(corpus, uncertain)
    said += habits_seen(counted, found)
    table = finding_table(found)
    return replace(
        table,
        notes=(*said, *table.notes),
        signature=signature,
        around=_around(signature, corpus, schools_in(counted)),
    )


def signed_model(
    model: CoderModel, corpus: Corpus, uncertain: Uncertain, found: Causes
) -> Table[JudgedCoder]:
    """Return the table of a model with what it was made by, its groups, items and causes."""
    signature = (
        f"{PROGRAM}, {model.options.signature}, uncertain={uncertain}, "
        f"corpus={corpus.codings_digest[:12]}"
    )
    table, seen = model_table(model), model.held_out
    schools = schools_in(with_uncertain(corpus, uncertain))
    said = [*(one.words for one in schools), *(one.words for one in model.verdicts)]
    return replace(
        table,
        lead=" ".join(sentences_on_causes(found)),
        notes=(*said, *table.notes, *(earns_its_place(seen) if seen else [])),
        signature=signature,
        around=_around(signature, corpus, schools)
        | {
            "options": asdict(model.options),
            "causes": causes_data(found),
            "groups": [group_data(group) for group in model.groups],
            "items": [
                {
                    "item": row.item,
                    "group": row.group,
                    "boundaries": row.boundaries._asdict(),
                    "gain": row.gain,
                    "support": row.support,
                }
                for row in model.items
            ],
        },
    )


def _around(signature: str, corpus: Corpus, schools: Sequence[Schools]) -> dict[str, Any]:
    return {
        "schools": [one._asdict() for one in schools],
        "program": PROGRAM,
        "signature": signature,
        "corpus": {"sha256": corpus.codings_digest},
    }


def causes_data(found: Causes) -> list[dict[str, Any]]:
    """Return what keeps agreement low as values that JSON can hold."""
    return [
        row._asdict()
        | {
            "causes": [one._asdict() for one in row.causes],
            "slips": list(map(_slip, row.slips)),
            "mended": list(map(_slip, row.mended)),
            "falls": [one._asdict() for one in row.falls],
        }
        for row in found.rows
    ]


def _slip(one: Slip) -> dict[str, Any]:
    found = {"coder": one.found.coder, "item": one.found.item, "by": one.found.by}
    return found | {"corrected": one.corrected}


def group_data(group: ModelledGroup) -> dict[str, Any]:
    """Return what the model says of a group as values that JSON can hold."""
    return {
        "group": group.group,
        "items": group.items,
        "coders": group.coders,
        "refusal": group.refusal,
        "warnings": list(group.warnings),
        "rate": group.rate,
        "gain": group.gain,
        "alike": group.alike and group.alike._asdict(),
        "held_out": group.held_out
        and {
            name: value._asdict() if isinstance(value, Saved) else value
            for name, value in group.held_out._asdict().items()
        },
    }
