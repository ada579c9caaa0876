"""The numbers of agreement: what each is called, what it means, how texts and formulas write it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from segmetrics.coefficients.similarities import SIMILARITIES, TYPED

Span = Literal["at most one", "share", "at least zero"]
"""Between which values a number lies."""

IN_ASCII = str.maketrans({"π": "pi", "κ": "kappa", "α": "alpha", "−": "-"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A kind of number, a column of a table of agreement or of decisions."""

    column: str
    symbol: str
    about: str  # what it means, in full sentences
    latex: str
    source: str = ""
    similarity: str = ""
    span: Span = "at most one"
    in_full: str = ""  # what a paper calls it, if not by its symbol

    def over(self, similarity: str) -> Quantity:
        """Return the same over a similarity of its own."""
        return replace(self, similarity=similarity)

    @property
    def name(self) -> str:
        """``π* over S``."""
        return f"{self.symbol}{self._over}"

    @property
    def in_paper(self) -> str:
        """``multi-coder π* over S``."""
        return f"{self.in_full or self.symbol}{self._over}"

    @property
    def _over(self) -> str:
        return f" over {similarity_name(self.similarity)}" if self.similarity else ""

    @property
    def sub(self) -> str:
        """The similarity as a subscript of the symbol, ``S``; empty without one."""
        return self.similarity.upper()

    @property
    def plain(self) -> str:
        """``pi*_S``, for terminals and notes; the writers of tables make the symbol of it."""
        return f"{self.symbol}{'_' * bool(self.sub)}{self.sub}".translate(IN_ASCII)

    @property
    def html(self) -> str:
        """The symbol as figures write it, ``π*<sub>S</sub>``."""
        return f"{self.symbol}<sub>{self.sub}</sub>" if self.sub else self.symbol


def similarity_name(similarity: str) -> str:
    """Name a similarity as people write it."""
    return {"wd": "1−WD"}.get(similarity, similarity.upper())


def sees_labels(similarity: str) -> str:
    """Return which numbers look at the types of boundaries, and which at places alone."""
    blind = "R with its p and verdict, α and WindowDiff"
    if similarity not in TYPED:
        over = similarity_name(similarity)
        return (
            f"{blind}, π* over {over} and misses look at places of boundaries alone, not at their "
            "labels (types); π* over B compares labels too."
        )
    both = "π* over B" if similarity == "b" else "π* over S, π* over B"
    return (
        f"{blind} look at places of boundaries alone, not at their labels (types); {both} and "
        "misses compare labels too."
    )


def _by_column(*quantities: Quantity) -> Mapping[str, Quantity]:
    return MappingProxyType({one.column: one for one in quantities})


AGREEMENT = _by_column(
    Quantity(
        "pi_star",
        "π*",
        "Agreement less what a formula expects of single places, with one rate of boundaries for "
        "all coders (Fournier & Inkpen 2012). 1 is perfect; 0 is not chance: coders who mark at "
        "random reach more.",
        r"\pi^*",
        in_full="multi-coder π*",
    ),
    Quantity(
        "kappa_star",
        "κ*",
        "Agreement less what a formula expects of single places, with each coder's own rate of "
        "boundaries (Fournier & Inkpen 2012). 1 is perfect; 0 is not chance: coders who mark at "
        "random reach more.",
        r"\kappa^*",
        in_full="multi-coder κ*",
    ),
    Quantity(
        "bias",
        "Bias",
        "How much more agreement π* expects than κ*, as coders mark unequally often: 0 where all "
        "mark equally many. It stays near 0 even where one marks twice as many as another, so see "
        "how many boundaries each has.",
        r"\text{bias}",
        span="at least zero",
    ),
    Quantity(
        "one_minus_wd_mean",
        "1−WD",
        "Share of sliding windows in which two coders have equally many boundaries (1 − "
        "WindowDiff). It is the mean over all ordered pairs of coders. 1 is perfect; chance is not "
        "taken off.",
        r"(1 - \mathrm{WD})",
        span="share",
        in_full="the mean of 1 − WindowDiff",
    ),
    Quantity(
        "one_minus_wd_sd",
        "Standard deviation of 1−WD",
        "How much 1−WD differs between ordered pairs of coders (population standard deviation).",
        r"(1 - \mathrm{WD})",
    ),
    Quantity(
        "one_minus_hierwd_mean",
        "1−HierWD",
        "How alike two coders are, level by level (1 − HierWD), on average over all ordered pairs "
        "of coders. 1 is perfect; a coder without boundaries reaches about 0.5.",
        r"(1 - \mathrm{HierWD})",
        "Carroll (2010)",
    ),
    Quantity("coders", "Coders", "Coders who segmented the item.", "C"),
    Quantity(
        "boundaries",
        "Boundaries",
        "Boundaries of all coders together; under the convention “published”, segments.",
        "b",
    ),
    Quantity("mass", "Units", "Units of the item, such as paragraphs (its mass).", "N"),
    Quantity(
        "near_misses",
        "Near misses",
        "Boundaries that both coders of a pair placed close to each other, not at one place "
        "(transpositions); over all pairs.",
        r"\text{near}",
    ),
    Quantity(
        "full_misses",
        "Full misses",
        "Boundaries that one coder of a pair placed and the other has nowhere near "
        "(substitutions); over all pairs.",
        r"\text{full}",
    ),
)
"""The columns of the agreement table, as they are on an item."""

DECISIONS = _by_column(
    Quantity(
        "alpha",
        "α",
        "Krippendorff's alpha: agreement beyond chance on yes or no at every place. 1 is perfect, "
        "0 is what random coders reach; a near miss counts as two disagreements.",
        r"\alpha",
        "Krippendorff (2011)",
        in_full="Krippendorff's α of boundary decisions",
    ),
    Quantity(
        "fleiss",
        "Fleiss' κ",
        "Fleiss' kappa: agreement beyond chance on yes or no at every place, close to alpha where "
        "there are many places. 1 is perfect, 0 is what random coders reach.",
        r"\kappa_{\mathrm{F}}",
        "Fleiss (1971)",
    ),
    Quantity(
        "ac1",
        "AC1",
        "Gwet's AC1: agreement on yes or no at every place, with its own formula for chance. 1 is "
        "perfect; where boundaries are rare, random coders reach far more than 0.",
        r"\mathrm{AC}_1",
        "Gwet (2008)",
    ),
    Quantity(
        "percentage",
        "Agreement with the majority",
        "Share of the decisions that agree with the majority at their place, half of them where "
        "it is tied. Chance is not taken off.",
        "p",
        "Passonneau & Litman (1993)",
    ),
    Quantity(
        "mean_kappa",
        "Mean κ with the majority",
        "Each coder's kappa against the majority, on average, after Hearst. 1 is perfect; random "
        "coders reach 0 only if they have no vote in the majority.",
        r"\bar{\kappa}",
        "after Hearst (1997)",
    ),
    Quantity(
        "siegel_castellan",
        "Mean K with the majority",
        "Each coder's kappa against the majority, on average, with one rate of boundaries for "
        "coder and majority (Siegel & Castellan). 1 is perfect.",
        r"\bar{K}",
        "Siegel & Castellan (1988), after Hearst (1997)",
    ),
)
"""The measures of a table of decisions."""

BY_SHUFFLING = _by_column(
    Quantity(
        "corrected",
        "R",
        "Chance-corrected agreement: how much of the way from chance to perfect agreement the "
        "coders come. 1 is perfect, 0 is what the same boundaries, laid anywhere, reach.",
        "R",
        "Berry & Mielke (1988)",
    ),
    Quantity(
        "corrected_p",
        "p",
        "How often shuffled codings agree at least as much as the coders do, before it is "
        "adjusted for the number of items. The smaller, the less likely is chance.",
        "p",
        "Phipson & Smyth (2010)",
    ),
)
"""What shuffled coders are needed for; R is over a similarity, as pi* is."""

NOT_ADJUSTED = "p, not adjusted"
"""What tables call a p-value of which verdicts, and sentences, have the adjusted one."""

BESIDE: Mapping[str, Quantity] = MappingProxyType(
    {"alpha": DECISIONS["alpha"], "pi_star_b": AGREEMENT["pi_star"].over("b")}
)
"""What stands beside R and has an interval wherever R has one, also in rounds: columns of the
tables of agreement, over a similarity or over that of the table, and of decisions.
"""

RELIABILITY: Mapping[str, Quantity] = MappingProxyType({**BY_SHUFFLING, **BESIDE})
"""The numbers of a table of reliability by its columns: R with its p, and what stands beside R."""


def of_corpus(column: str) -> str:
    """Return what rounds call a column of reliability of the corpus."""
    return {"pi_star_b": "pi_b"}.get(column, column)


QUANTITIES: Mapping[str, Quantity] = MappingProxyType(
    {
        **AGREEMENT,
        **DECISIONS,
        **{of_corpus(column): of for column, of in RELIABILITY.items()},
        "pi_s": AGREEMENT["pi_star"].over("s"),
    }
)
"""All of them by key: a column, or a measure that stands beside the table, as ``pi_s``."""


def with_intervals(similarity: str = "") -> dict[str, Quantity]:
    """Return R over a similarity and what stands beside it: no p, and nothing that it is twice."""
    return {
        "corrected": RELIABILITY["corrected"].over(similarity),
        **{key: of for key, of in BESIDE.items() if not similarity or of.similarity != similarity},
    }


def coefficient(column: str, similarity: str) -> Quantity:
    """Return a quantity by its key; pi*, kappa* and R are over a similarity."""
    found = QUANTITIES[column]
    return found.over(similarity) if column in ("pi_star", "kappa_star", "corrected") else found


def quantity_of(key: str) -> Quantity | None:
    """Return what kind of number a key names, as ``alpha`` or ``b.pi_star``; None if none."""
    similarity, dot, column = key.rpartition(".")
    if not dot:
        return QUANTITIES.get(column)
    known = similarity in SIMILARITIES and column in AGREEMENT
    return AGREEMENT[column].over(similarity) if known else None
