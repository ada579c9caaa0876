"""The consensus in the formats of files: CSV, JSON and text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from segmetrics.adjudication import gold
from segmetrics.adjudication.adjudications import Consensus, last_words, settled
from segmetrics.adjudication.gold_agreement import DEFAULT, CoderAgreement
from segmetrics.adjudication.model_rule import roughly
from segmetrics.corpus import Adjudication
from segmetrics.io.problems import printable
from segmetrics.phrases import by_reason
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.tables.consensus_tables import (
    FEW,
    Beside,
    boundary_table,
    consensus_signature,
    dispute_table,
    gold_agreement_table,
)
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text

# Keys of the JSON where they are not those of `CoderAgreement`.
KEYS = {"denominator": "whole", "numerator": "agreed"}


class ConsensusWriter(Protocol):
    """Writes a gold segmentation, and what stands beside it if there is anything."""

    def __call__(self, made: Consensus, beside: Beside[CoderAgreement] | None = None) -> str:
        """Write it."""


def consensus_csv(made: Consensus, beside: Beside[CoderAgreement] | None = None) -> str:
    """Write a gold segmentation as CSV, or another table of it that is to be shown."""
    if beside is None or beside.shown[0] == "boundaries":
        return write_csv(boundary_table(made))
    if beside.shown[0] == "agreement":
        return write_csv(gold_agreement_table(beside))
    return write_csv(dispute_table(made, beside))


def consensus_json(made: Consensus, beside: Beside[CoderAgreement] | None = None) -> str:
    """Write a gold segmentation as JSON, with all decisions."""
    options = made.options
    data: dict[str, Any] = {
        "program": PROGRAM,
        "signature": consensus_signature(made),
        "options": {
            name: value
            for name, value in asdict(options).items()
            if name not in gold.UNUSED[options.method]
        },
        "corpus": {"sha256": made.digest},
        "without": made.without,
        "decisions": decisions_data(made),
        "doubts": doubts_data(made),
    }
    if beside is None or "boundaries" in beside.shown:
        data["items"] = items_data(made)
    if beside is not None:
        data |= _beside(made, beside)
    return write_json(data)


def decisions_data(made: Consensus) -> list[dict[str, Any]]:
    """Return the decisions of a consensus as JSON holds them."""
    return [{"item": one.item} | _decision(one) for one in made.decisions]


def doubts_data(made: Consensus) -> list[dict[str, Any]]:
    """Return the open disputes at which the model is against the rule, as JSON holds them."""
    return [
        {"item": item, "places": places} | one._asdict()
        for (item, places), one in made.doubts.items()
    ]


def items_data(made: Consensus) -> list[dict[str, Any]]:
    """Return the gold boundaries of items as JSON holds them."""
    return [
        {
            "item": item.item,
            "mass": item.mass,
            "medoid": item.medoid or None,
            "boundaries": [
                {
                    "place": one.place,
                    "support": one.support,
                    "votes": dict(one.votes),
                    "coders": one.of,
                    "decision": one.by_hand and _decision(one.by_hand.decision),
                    **({"expected_share": roughly(item.share(one.place))} if item.shares else {}),
                }
                for one in item.boundaries
            ],
        }
        for item in made.items
    ]


def _beside(made: Consensus, beside: Beside[CoderAgreement]) -> dict[str, Any]:
    data: dict[str, Any] = {"n": made.options.n}
    if "agreement" in beside.shown:
        data["intervals"] = {"level": DEFAULT.level, "over": DEFAULT.over}
        data["agreement"] = [
            {KEYS.get(key, key): value for key, value in one._asdict().items()}
            | {"interval": one.interval._asdict()}
            for one in beside.agreement
        ]
    if "disputes" in beside.shown:
        words = last_words(made.decisions)
        data["disputes"] = [
            {
                "item": one.item,
                "place": one.place,
                "votes": dict(one.votes),
                "silent": one.silent,
                "dispute": one.dispute,
                "decisions": [_decision(said) for said in settled(one, words)],
            }
            for one in beside.disputes
        ]
    return data


def _decision(one: Adjudication) -> dict[str, Any]:
    return {
        "place": one.place,
        "verdict": one.verdict,
        "to": one.to,
        "comment": one.comment,
        "along_with": one.along_with,
    }


def consensus_text(made: Consensus, beside: Beside[CoderAgreement] | None = None) -> str:
    """Write a gold segmentation in aligned columns, for a terminal."""
    wanted = ("boundaries",) if beside is None else beside.shown
    parts: list[Sequence[str]] = []
    if "boundaries" in wanted:
        parts.append(write_text(boundary_table(made)))
    if beside is not None and "agreement" in wanted:
        parts += [write_text(gold_agreement_table(beside)), _agreement_notes(made, beside)]
    if beside is not None and "disputes" in wanted:
        parts.append(write_text(dispute_table(made, beside)))
        parts.append([f"Disputes: {len(beside.disputes):,}, n={made.options.n}."])
    without = [f"{printable(name)}: coded by no person" for name in made.without]
    return paragraphs(*parts, [*without, consensus_signature(made)])


def _agreement_notes(made: Consensus, beside: Beside[CoderAgreement]) -> list[str]:
    notes = [
        f"Observed agreement, not corrected for chance: n={made.options.n}, {DEFAULT.percent} "
        "intervals for other items, same coders, jackknife."
    ]
    if len(made.items) < FEW_ITEMS:
        notes.append(FEW)
    reasons = by_reason((printable(one.coder), one.interval.undefined) for one in beside.agreement)
    said = ((why, dict.fromkeys(names)) for why, names in reasons.items())
    return notes + [f"{', '.join(names)}: {why}." for why, names in said]


CONSENSUS_FORMATS: Mapping[str, ConsensusWriter] = {
    "table": consensus_text,
    "csv": consensus_csv,
    "json": consensus_json,
}
"""Name of a format to its writer."""
