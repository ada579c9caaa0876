"""The numbers of agreement: what each is called, what it means, how texts and formulas write it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from segmetrics.coefficients.similarities import SIMILARITIES

OVER = {"pi_s": "s", "pi_b": "b"}
"""Values of the corpus beside its columns, and the similarity that each is over."""

IN_ASCII = str.maketrans({"π": "pi", "κ": "kappa", "α": "alpha", "−": "-"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A kind of number, a column of a table of agreement or of decisions."""

    column: str
    symbol: str
    about: str
    latex: str
    source: str = ""
    similarity: str = ""

    def over(self, similarity: str) -> Quantity:
        """Return the same over a similarity of its own."""
        return replace(self, similarity=similarity)

    @property
    def name(self) -> str:
        """``π* over S``."""
        over = f" over {similarity_name(self.similarity)}" if self.similarity else ""
        return f"{self.symbol}{over}"

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


def _by_column(*quantities: Quantity) -> Mapping[str, Quantity]:
    return MappingProxyType({one.column: one for one in quantities})


AGREEMENT = _by_column(
    Quantity(
        "pi_star",
        "π*",
        "Multi-coder pi after Fournier & Inkpen: at most 1, higher is better; 0 is what the "
        "formula expects of single places, and random coders reach more",
        r"\pi^*",
    ),
    Quantity(
        "kappa_star",
        "κ*",
        "Multi-coder kappa after Fournier & Inkpen: at most 1, higher is better; 0 is what the "
        "formula expects of single places, and random coders reach more",
        r"\kappa^*",
    ),
    Quantity(
        "bias",
        "Bias",
        "Expected agreement of π* less that of κ*: 0 where coders place equally many boundaries",
        r"\text{bias}",
    ),
    Quantity(
        "one_minus_wd_mean",
        "1−WD",
        "Mean of 1 − WindowDiff over ordered pairs of coders: higher is better",
        r"(1 - \mathrm{WD})",
    ),
    Quantity(
        "one_minus_wd_sd",
        "Standard deviation of 1−WD",
        "Population standard deviation of 1 − WindowDiff over ordered pairs",
        r"(1 - \mathrm{WD})",
    ),
    Quantity(
        "one_minus_hierwd_mean",
        "1−HierWD",
        "Mean of 1 − HierWD over ordered pairs of coders, which compares levels: higher is better; "
        "a coder without boundaries reaches about 0.5",
        r"(1 - \mathrm{HierWD})",
        "Carroll (2010)",
    ),
    Quantity("coders", "Coders", "Coders of the item", "C"),
    Quantity(
        "boundaries",
        "Boundaries",
        "Boundaries of all coders; under the convention “published”, segments",
        "b",
    ),
    Quantity("mass", "Units", "Mass: the units of the item", "N"),
    Quantity(
        "near_misses",
        "Near misses",
        "Near misses (transpositions) over all pairs of coders",
        r"\text{near}",
    ),
    Quantity(
        "full_misses",
        "Full misses",
        "Full misses (substitutions) over all pairs of coders",
        r"\text{full}",
    ),
)
"""The columns of the agreement table, as they are on an item."""

DECISIONS = _by_column(
    Quantity(
        "alpha",
        "α",
        "Krippendorff's nominal alpha over boundary decisions: at most 1, 0 is what random coders "
        "reach, higher is better",
        r"\alpha",
        "Krippendorff (2011)",
    ),
    Quantity(
        "fleiss",
        "Fleiss' κ",
        "Fleiss' kappa over boundary decisions: at most 1, 0 is what random coders reach, higher "
        "is better",
        r"\kappa_{\mathrm{F}}",
        "Fleiss (1971)",
    ),
    Quantity(
        "ac1",
        "AC1",
        "Gwet's AC1 over boundary decisions: at most 1, higher is better; random coders reach more "
        "than 0 where boundaries are rare",
        r"\mathrm{AC}_1",
        "Gwet (2008)",
    ),
    Quantity(
        "percentage",
        "Agreement with the majority",
        "Share of the decisions that agree with the majority of their place; half of them where "
        "it is tied",
        "p",
        "Passonneau & Litman (1993)",
    ),
    Quantity(
        "mean_kappa",
        "Mean κ",
        "Mean kappa of each coder against the majority, after Hearst: higher is better; random "
        "coders reach 0 only if they do not count in the majority",
        r"\bar{\kappa}",
        "after Hearst (1997)",
    ),
    Quantity(
        "siegel_castellan",
        "Mean K",
        "Mean of Siegel & Castellan's kappa of each coder against the majority, which pools the "
        "marginals of both: higher is better",
        r"\bar{K}",
        "Siegel & Castellan (1988), after Hearst (1997)",
    ),
)
"""The measures of a table of decisions."""

BY_SHUFFLING = _by_column(
    Quantity(
        "corrected",
        "R",
        "Chance-corrected agreement: at most 1, 0 is what shuffled segment sizes reach, higher is "
        "better",
        "R",
        "Berry & Mielke (1988)",
    ),
    Quantity(
        "corrected_p",
        "p",
        "Share of shuffles that agree at least as much as the coders do, before it is adjusted for "
        "the number of items",
        "p",
        "Phipson & Smyth (2010)",
    ),
)
"""What shuffled coders are needed for; R is over a similarity, as pi* is."""

RELIABILITY = _by_column(
    *BY_SHUFFLING.values(), replace(AGREEMENT["pi_star"].over("b"), column="pi_star_b")
)
"""The columns of a table of reliability, with alpha."""

QUANTITIES: Mapping[str, Quantity] = MappingProxyType(
    {
        **AGREEMENT,
        **DECISIONS,
        **BY_SHUFFLING,
        **{measure: AGREEMENT["pi_star"].over(key) for measure, key in OVER.items()},
    }
)
"""All of them by key: a column, or a measure that stands beside the table, as ``pi_s``."""


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
