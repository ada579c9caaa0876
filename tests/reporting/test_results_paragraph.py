"""The results in a paragraph and in a sentence, as a person would write them from the numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from segmetrics import Corpus
from segmetrics.adjudication.adjudications import consensus
from segmetrics.adjudication.gold import GoldItem, GoldOptions, gold
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Adjudication, Item
from segmetrics.number_formats import in_paper, p_in_paper
from segmetrics.reliability.chance_verdicts import ChanceVerdict
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.intervals import intervals_beside
from segmetrics.reliability.jackknife import Interval, IntervalOptions
from segmetrics.reliability.reliability_table import ReliabilityRow, reliability_of
from segmetrics.reliability.shuffling import ChanceOptions, Null
from segmetrics.reporting.bibliography import cited
from segmetrics.reporting.consensus_paragraph import consensus_in_words
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.report import ReportOptions
from segmetrics.reporting.report_formats import REPORT_FORMATS
from segmetrics.reporting.results_paragraph import Results, results_paragraph, results_sentence
from segmetrics.segmentation import Segmentation
from segmetrics.tables.consensus_tables import consensus_signature
from tests.support.modelled import planted

FEW = ChanceOptions(shuffles=20)
MAJORITY = GoldOptions(method="majority")
FOUR: Mapping[str, Mapping[str, Sequence[int]]] = {
    "a": {"x": [3, 7], "y": [3, 7], "z": [10]},
    "b": {"x": [5, 5], "y": [6, 4], "z": [5, 5]},
    "c": {"x": [2, 8], "y": [8, 2], "z": [2, 8]},
    "d": {"x": [4, 6], "y": [4, 6], "z": [4, 6]},
}
TWO_GROUPS = {
    **{name: FOUR[name] for name in "ab"},
    "e": {"v": [2, 3], "w": [2, 3]},
    "f": {"v": [4, 1], "w": [4, 1]},
}


def of(masses: Mapping[str, Mapping[str, Sequence[int]]], **changed: Any) -> str:
    """Write the paragraph of a corpus whose numbers beyond chance are those given."""
    return results_paragraph(found_in(masses, **changed))


def found_in(
    masses: Mapping[str, Mapping[str, Sequence[int]]],
    *,
    corpus: Mapping[str, Any] | None = None,
    groups: Sequence[Mapping[str, Any]] = (),
    verdicts: Sequence[ChanceVerdict | None] = (),
    ends: Mapping[str, Any] | None = None,
    over: Any = "coders and items",
    **options: Any,
) -> Results:
    """Return the results of a corpus whose numbers beyond chance are those given."""
    found, chosen = Corpus.from_masses(masses), AgreementOptions(**options)
    beyond = reliability_of(found, chosen, FEW)
    items = [row._replace(verdict=one) for row, one in zip(beyond.items, verdicts, strict=False)]
    beyond = replace(
        beyond,
        corpus=beyond.corpus._replace(**(corpus or {})),
        groups=tuple(_changed(beyond.groups, groups)),
        items=(*items, *beyond.items[len(items) :]),
    )
    around = None
    if ends is not None:
        around = intervals_beside(found, chosen, IntervalOptions(over=over), None)
        around = replace(around, corpus=around.corpus._replace(**ends))
    return Results(
        corpus=found, table=agreement(found, chosen), reliability=beyond, intervals=around
    )


def _changed(
    rows: Sequence[ReliabilityRow], given: Sequence[Mapping[str, Any]]
) -> list[ReliabilityRow]:
    changes = [*given, *[{}] * (len(rows) - len(given))]
    return [row._replace(**change) for row, change in zip(rows, changes, strict=True)]


BEYOND = {"corrected": 0.294, "corrected_p": 0.001, "verdict": "beyond_chance"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.294, ".29"),
        (0.006, ".01"),
        (-0.0499, "\N{MINUS SIGN}.05"),
        (-0.001, ".00"),
        (1.0, "1.00"),
        (-1.25, "\N{MINUS SIGN}1.25"),
    ],
)
def test_a_value_stands_as_journals_print_it(value: float, text: str) -> None:
    assert in_paper(value) == text


@pytest.mark.parametrize(
    ("p", "text"), [(0.0004, "≤ .001"), (1 / 1001, "≤ .001"), (0.0131, "= .013"), (1.0, "= 1.000")]
)
def test_a_p_value_has_three_decimals_and_is_never_0(p: float, text: str) -> None:
    assert p_in_paper(p) == text


def test_the_whole_paragraph_of_one_group() -> None:
    ends = {
        "corrected": Interval(0.21, 0.357),
        "alpha": Interval(-0.1, 0.6),
        "pi_star": Interval(0.5, 0.9),
        "pi_star_b": Interval(None, None, "no reason that is told here"),
        "one_minus_wd_mean": Interval(0.6, 0.912),
    }
    said = of(
        FOUR,
        corpus=BEYOND | {"alpha": 0.25, "pi_star_b": 0.5},
        verdicts=["well_beyond_chance", "beyond_chance", "not_distinguishable", "too_short"],
        ends=ends,
    )
    # Of the pairs x-y, x-z and y-z: a has 0, 1, 1 full misses, b 1 near miss twice, c 2, 0, 2
    # full misses. WindowDiff and pi* are those of the table, which has tests of its own.
    table = agreement(Corpus.from_masses(FOUR)).corpus
    assert table.pi_star is not None
    assert table.one_minus_wd_mean is not None
    assert said == (
        "The corpus has 4 items with 40 units, segmented by 3 coders, who placed 11 boundaries in "
        "all. Chance-corrected agreement over S (n = 2, chance: distances shuffled) was R = "
        ".29, p ≤ .001; "
        "on these codings, agreement was low, but beyond chance (poor by Fleiss's convention for "
        "kappa). For other coders and "
        "other items, the 95% CI of R is "
        "[.21, .36]. "
        "Krippendorff's α of boundary decisions was .25, 95% CI [\N{MINUS SIGN}.10, .60]; "
        "multi-coder π* over S, which is high "
        f"wherever boundaries are few, was {in_paper(table.pi_star)}, 95% CI [.50, .90]; "
        "multi-coder π* over B was .50; the mean of 1 \N{MINUS SIGN} WindowDiff was "
        f"{in_paper(table.one_minus_wd_mean)}, 95% CI [.60, .91]. Of 4 items, 1 shows agreement "
        "well beyond chance (R of .40 or more), 1 shows low agreement beyond chance, "
        "1 could not be distinguished from chance (c) and 1 has too few places or boundaries to "
        "tell (d), with p adjusted for 4 items. Pairs of coders disagreed on boundaries "
        "8 times: 2 near misses (one unit apart) and 6 full misses."
    )


def test_r_is_rounded_but_not_onto_the_limit_of_a_verdict() -> None:
    assert "R = .397, p" in of(FOUR, corpus=BEYOND | {"corrected": 0.39733})
    assert "R = .3999, p" in of(FOUR, corpus=BEYOND | {"corrected": 0.3999})
    well = BEYOND | {"corrected": 0.4, "verdict": "well_beyond_chance"}
    assert "R = .40, p ≤ .001; on these codings, coders agreed well beyond" in of(FOUR, corpus=well)


def test_items_of_one_coder_are_said_to_be_left_out_of_the_comparison() -> None:
    both = {"x": [2, 2], "y": [1, 3]}
    assert "not compared" not in of({"a": both, "b": both})
    for alone, words in (
        (("b",), "1 item had one coder and was not compared."),
        (("b", "c"), "2 items had one coder each and were not compared."),
    ):
        corpus = Corpus.from_masses({"a": both, **{name: {"x": [2, 2]} for name in alone}})
        results = Results(
            corpus=corpus, table=agreement(corpus), reliability=reliability_of(corpus)
        )
        said = results_paragraph(results)
        assert words in said
        # Those on which agreement rests: one of each coder on a.
        assert "who placed 2 boundaries on the 1 item with at least two coders." in said
        assert sum(row.boundaries for row in coder_findings(corpus).rows) == 2


def test_several_groups_are_averaged_and_told_apart() -> None:
    said = of(
        TWO_GROUPS,
        corpus=BEYOND,
        groups=[
            {"corrected": 0.18, "verdict": "not_distinguishable"},
            {"corrected": 0.431, "verdict": "well_beyond_chance"},
        ],
    )
    assert "segmented by 5 coders in 2 groups" in said
    assert "Each item was segmented by 2 or 3 of them." in said
    assert (
        "On average over 2 groups, chance-corrected agreement over S (n = 2, chance: distances "
        "shuffled) was R = "
        ".29, p" in said
    )
    assert (
        "R was .18 to .43 in the groups: of 2 groups, 1 shows agreement well beyond chance (R of "
        ".40 or more) and 1 could not be distinguished from chance (x to z), with p adjusted for 2 "
        "groups."
    ) in said


def test_a_group_without_a_value_is_named() -> None:
    said = of(
        {"a": FOUR["a"], "b": FOUR["b"], "alone": {"solo": [2, 3]}},
        corpus=BEYOND,
        groups=[{"corrected": 0.294}],
    )
    assert (
        "In the one group with a value (x to z), chance-corrected agreement over S (n = 2, "
        "chance: distances shuffled) was R =" in said
    )
    assert "R is undefined for 1 group (solo)." in said
    assert "1 has no value (alone)" in said


def test_an_interval_that_holds_0_is_not_left_to_contradict_the_test() -> None:
    around = {"corrected": Interval(-0.02, 0.4), "alpha": Interval(0.1, 0.3)}
    both = of(FOUR, corpus=BEYOND, ends=around)
    assert (
        "is [\N{MINUS SIGN}.02, .40]: whether agreement of other coders and other items would be"
        in both
    )
    assert "whether agreement of the same coders on other items would be" in of(
        FOUR, corpus=BEYOND, ends=around, over="items"
    )
    unclear = BEYOND | {"verdict": "not_distinguishable", "corrected_p": 0.31}
    said = of(FOUR, corpus=unclear, ends=around)
    assert "p = .310; on these codings, agreement could not be distinguished from chance." in said
    assert "includes 0" not in said
    assert "CI" not in of(FOUR, corpus=BEYOND)


@pytest.mark.parametrize("alpha", [0.36, 0.5])
@pytest.mark.parametrize("low", [-0.1, 0.1])
def test_the_verdict_is_that_of_the_row_whatever_interval_and_alpha(
    low: float, alpha: float
) -> None:
    well = BEYOND | {"corrected": 0.45, "alpha": alpha, "verdict": "well_beyond_chance"}
    said = of(FOUR, corpus=well, ends={"corrected": Interval(low, 0.6)})
    assert (
        "coders agreed well beyond chance (fair to good by Fleiss's convention for kappa). " in said
    )
    assert ("would be beyond chance is not certain." in said) == (low < 0)


def test_one_coder_and_one_unit_have_nothing_to_compare() -> None:
    assert of({"a": {"x": [3, 4]}, "b": {"x": [7]}}) == (
        "The corpus has 2 items with 14 units, segmented by 1 coder, who placed 1 boundary in "
        "all. Chance-corrected agreement R over S (n = 2, chance: distances shuffled) is "
        "undefined: one coder "
        "only: agreement needs "
        "two. The other coefficients are undefined too."
    )
    said = of({"a": {"x": [1], "y": [1]}})
    assert "is undefined: an item of one unit has no potential boundary." in said
    assert "disagree" not in said


def test_two_coders_who_agree_on_one_short_item() -> None:
    said = of({"a": {"x": [3, 4], "y": [3, 4]}}, ends={})
    assert "there was too little to tell agreement from chance." in said
    assert "R has no interval: " in said
    assert "No two coders disagreed on a boundary." in said
    assert "Of 1 item" not in said
    assert "adjusted" not in said


def test_many_items_are_counted_and_not_named() -> None:
    masses = {f"i{number}": FOUR["a"] for number in range(1, 12)}
    unclear: list[ChanceVerdict | None] = ["not_distinguishable"] * 9
    said = of(masses, verdicts=[*unclear, "beyond_chance", "beyond_chance"])
    assert (
        "Of 11 items, 2 show low agreement beyond chance and 9 could not be "
        "distinguished from chance, with p adjusted for 11 items."
    ) in said


def test_another_similarity_and_window() -> None:
    said = of(FOUR, corpus=BEYOND, similarity="b", n=3)
    assert "agreement over B (n = 3, chance: distances shuffled) was R" in said
    assert said.count("multi-coder π* over") == 1
    assert "(fewer than 3 units apart)" in said
    assert "over 1−WD (chance: distances shuffled) was R" in of(
        FOUR, corpus=BEYOND, similarity="wd"
    )


def test_coders_who_are_no_people_are_told() -> None:
    found = replace(Corpus.from_masses(FOUR), automatic=("z",), reference="y")
    said = results_paragraph(
        Results(corpus=found, table=agreement(found), reliability=reliability_of(found, None, FEW))
    )
    assert "segmented by 3 coders (1 of them automatic and 1 of them the reference)" in said


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        (
            GoldOptions(method="majority"),
            "the boundaries that more than half of an item's coders placed",
        ),
        (
            GoldOptions(share=0.6, threshold="at_least"),
            "the boundaries that at least 60% of an item's coders placed",
        ),
        (GoldOptions(method="pooled"), "those fewer than 2 positions apart counting together"),
        (GoldOptions(method="medoid"), "the coding of the coder most like the others by boundary"),
    ],
)
def test_the_rule_of_a_consensus_in_words(options: GoldOptions, rule: str) -> None:
    corpus = Corpus.from_masses(FOUR)
    said = consensus_in_words(consensus(corpus, options), corpus)
    assert rule in said
    assert said.endswith("; nothing was decided by hand.")


def test_boundaries_that_the_model_doubts_are_counted_unless_somebody_decided() -> None:
    corpus = Corpus.from_masses({"a": {"x": [3, 7], "y": [3, 7], "z": [7, 3]}})
    decided = corpus.with_decisions([Adjudication("a", 3, "accept")])
    (item,) = gold(corpus, MAJORITY)
    doubted = replace(item, probabilities=(0.1,) * 9)

    def said(of: Corpus, one: GoldItem) -> str:
        return consensus_in_words(consensus(of, MAJORITY, [one]), of)

    sentence = (
        "At 1 disputed place that nobody decided about, a model of how many boundaries each coder "
        "finds, adds and shifts suggests another answer."
    )
    assert said(corpus, doubted).endswith(f"nothing was decided by hand. {sentence}")
    assert sentence not in said(decided, doubted)
    assert "another answer" not in said(corpus, item)


def test_the_model_of_the_coders_in_words_or_why_it_is_silent() -> None:
    options = ReportOptions(
        contents=("consensus", "methods"), intervals=None, gold=GoldOptions(method="model")
    )
    speaks = make_report(planted(items=4, seed=1), options, title="t", date="2026-01-31")
    assert speaks.made is not None
    assert "likelier than not to have a boundary that the coders share" in consensus_in_words(
        speaks.made, speaks.corpus
    )
    assert "dawid1979" in {work.key for work in cited(speaks)}
    silent = make_report(Corpus.from_masses(FOUR), options, title="t", date="2026-01-31")
    said = "The model of the coders gives no consensus: "
    assert silent.made is None and silent.no_consensus.startswith(said)
    for key in ("markdown", "latex", "html", "json"):
        assert said in REPORT_FORMATS[key].write(silent).decode()


def test_decisions_by_hand_stand_in_the_results() -> None:
    plain = Corpus.from_masses(FOUR)
    decided = plain.with_decisions(
        [
            Adjudication("a", 5, "accept"),
            Adjudication("b", 5, "reject"),
            Adjudication("b", 6, "reject"),
        ]
    )
    # Most place a boundary in a, b, c and d; one is added in a, that of b is taken away. Open are
    # the disputes after 3 in a, and after 2 and 8 in c.
    expected = (
        "The consensus segmentation has 4 boundaries in 4 items. It takes the boundaries that "
        "more than half of an item's coders placed; on top of this 3 places were decided by hand "
        "(1 as by the rule, 1 added and 1 removed). This settles 1 of 4 disputed places; the other "
        "3 follow the rule."
    )
    assert consensus_in_words(consensus(decided, MAJORITY), decided) == expected
    for corpus in (plain, decided):
        results = Results(
            corpus=corpus,
            table=agreement(corpus),
            reliability=reliability_of(corpus, None, FEW),
            made=consensus(corpus, MAJORITY),
        )
        assert results_paragraph(results).endswith(expected) == (corpus is decided)


def test_a_report_and_a_gold_file_name_one_corpus_alike() -> None:
    corpus = Corpus.from_masses(FOUR).with_decisions([Adjudication("a", 5, "accept")])
    gold_file = consensus_signature(consensus(corpus, MAJORITY))
    options = ReportOptions(contents=("consensus",))
    report = make_report(corpus, options, title="", date="").signature
    (named,) = {re.findall("corpus=[0-9a-f]{12}", one)[0] for one in (gold_file, report)}
    assert named == f"corpus={corpus.codings_digest[:12]}"


@pytest.mark.parametrize(
    ("similarity", "looks", "misses"),
    [
        (
            "s",
            "π* over S, π* over B and misses compare labels too.",
            "2 times: 0 near misses (one unit apart) and 2 full misses, 1 of them in the label "
            "alone (the place is the same).",
        ),
        (
            "wd",
            "π* over 1−WD and misses look at places of boundaries alone, not at their labels "
            "(types); π* over B compares labels too.",
            "1 time: 0 near misses (one unit apart) and 1 full miss.",
        ),
    ],
)
def test_what_looks_at_labels_and_misses_of_labels_alone_are_told(
    similarity: Any, looks: str, misses: str
) -> None:
    one, other = (
        Segmentation(9, places, types=tuple(map(frozenset, types)))
        for places, types in (((3, 6), ({"act"}, {"act"})), ((3,), ({"scene"},)))
    )
    corpus = Corpus((Item("i", {"x": one, "y": other}),))
    options = AgreementOptions(similarity=similarity)
    said = results_paragraph(
        Results(
            corpus=corpus,
            table=agreement(corpus, options),
            reliability=reliability_of(corpus, options, FEW),
        )
    )
    assert looks in said
    assert said.endswith(f"disagreed on boundaries {misses}")


AROUND = {"corrected": Interval(0.21, 0.357), "alpha": Interval(0.1, 0.6)}


def test_the_whole_sentence_of_one_group() -> None:
    found = found_in(FOUR, corpus=BEYOND, ends=AROUND)
    said = (
        "their chance-corrected agreement over segmentation similarity S was R = .29, p ≤ .001 (n "
        "= 2; boundaries one unit apart count as agreement in part; R would be 0 for "
        "the same segments in random order); on these codings, agreement was low, but beyond "
        "chance (poor by Fleiss's convention for kappa)."
    )
    assert results_sentence(found, "Round 1") == (
        f"Three coders segmented 4 items with 40 units (Round 1); {said}"
    )
    assert results_sentence(found) == f"Three coders segmented 4 items with 40 units; {said}"


def test_the_sentence_names_what_a_letter_stands_for() -> None:
    for similarity, name in (("b", "boundary similarity B"), ("wd", "1 - WindowDiff")):
        options = AgreementOptions(similarity=similarity)
        corpus = Corpus.from_masses(FOUR)
        table, beyond = agreement(corpus, options), reliability_of(corpus, options, FEW)
        said = results_sentence(Results(corpus=corpus, table=table, reliability=beyond))
        assert f"their chance-corrected agreement over {name} was R = " in said


@pytest.mark.parametrize(
    ("similarity", "n", "null", "meant"),
    [
        (
            "s",
            3,
            "sizes",
            "n = 3, chance: segments shuffled; boundaries fewer than 3 units apart count as "
            "agreement in part; R would be 0 for the same segments in random order",
        ),
        (
            "b",
            1,
            "places",
            "n = 1, chance: random places; only boundaries at the same place count as "
            "agreement; R would be 0 for as many boundaries at random places",
        ),
        (
            "wd",
            2,
            "anchored",
            "chance: inner segments shuffled; R would be 0 for the same inner segments in "
            "random order",
        ),
    ],
)
def test_the_sentence_says_what_belongs_to_the_name_of_r(
    similarity: str, n: int, null: Null, meant: str
) -> None:
    options, corpus = AgreementOptions(similarity=similarity, n=n), Corpus.from_masses(FOUR)
    beyond = reliability_of(corpus, options, ChanceOptions(shuffles=20, null=null))
    found = Results(corpus=corpus, table=agreement(corpus, options), reliability=beyond)
    assert f" ({meant})" in results_sentence(found)


def test_the_sentence_is_as_careful_as_the_paragraph() -> None:
    well = BEYOND | {"corrected": 0.45, "verdict": "well_beyond_chance"}
    found = found_in(FOUR, corpus=well, ends=AROUND, over="items")
    assert results_sentence(found).endswith(
        "order); on these codings, coders agreed well beyond chance (fair to good by Fleiss's "
        "convention for kappa)."
    )
    both = found_in(FOUR, corpus=well, ends={"corrected": Interval(-0.1, 0.6)})
    assert results_sentence(both).endswith(
        "random order); on these codings, coders agreed well beyond chance (fair to good by "
        "Fleiss's convention for kappa); whether agreement of other coders and other items would "
        "be beyond chance is not certain."
    )
    others = results_sentence(replace(both, question="others"))
    assert others.endswith(
        "; for other coders and other items, the 95% CI of chance-corrected agreement R over "
        "segmentation similarity S is [\N{MINUS SIGN}.10, .60] (n = 2; boundaries one "
        "unit apart count as agreement in part; R would be 0 for the same segments in random "
        "order); whether agreement of other coders and other items would be beyond chance is not "
        "certain."
    )


def test_the_question_that_is_asked_is_answered_first_and_no_sentence_has_both() -> None:
    found = found_in(FOUR, corpus=BEYOND, ends=AROUND)
    these = results_paragraph(found)
    others = results_paragraph(replace(found, question="others"))
    # R has its whole name where it comes first.
    named = others.replace(
        "CI of chance-corrected agreement R over S (n = 2, chance: distances shuffled)", "CI of R"
    )
    assert sorted(these.split(". ")) == sorted(named.split(". "))
    assert these.index("p ≤ .001") < these.index("[.21, .36]")
    assert others.index("[.21, .36]") < others.index("p ≤ .001")
    for said in (these, others):
        assert not [one for one in said.split(". ") if "[.21" in one and "p ≤" in one]


def test_r_is_told_before_that_it_has_no_interval() -> None:
    none = {"corrected": Interval(None, None, "three coders only")}
    said = results_paragraph(replace(found_in(FOUR, corpus=BEYOND, ends=none), question="others"))
    assert said.index("was R = ") < said.index("R has no interval: three coders only.")


def test_what_is_said_of_people_holds_for_roles_too() -> None:
    well = BEYOND | {"corrected": 0.45, "verdict": "well_beyond_chance"}
    found = found_in(FOUR, corpus=well, ends=AROUND, over="items")
    people = replace(found.corpus, automatic=("z",))
    assert results_sentence(replace(found, corpus=people)).startswith(
        "Three coders (1 of them automatic) segmented 4 items"
    )
    alone = found_in({"a": FOUR["a"], "e": {"x": [2, 2]}}, corpus=BEYOND)
    assert results_sentence(alone).startswith(
        "Three coders segmented 2 items with 14 units; 1 item had one coder and was not compared; "
        "their chance-corrected"
    )


def test_the_sentence_of_several_groups() -> None:
    assert results_sentence(found_in(TWO_GROUPS, corpus=BEYOND)) == (
        "Five coders segmented 4 items with 30 units; on average over 2 groups, their "
        "chance-corrected agreement over segmentation similarity S was R = .29, p ≤ .001 (n = "
        "2; boundaries one unit apart count as agreement in part; R would be 0 for the "
        "same segments in random order); on these codings, agreement was low, but beyond "
        "chance (poor by Fleiss's convention for kappa)."
    )
    one_valued = {"a": FOUR["a"], "b": FOUR["b"], "alone": {"solo": [2, 3]}}
    said = results_sentence(found_in(one_valued, corpus=BEYOND, groups=[{"corrected": 0.294}]))
    assert "; in the one group with a value (x to z), their chance-corrected agreement" in said
    assert said.endswith(
        "(poor by Fleiss's convention for kappa); R is undefined for 1 group (solo)."
    )


def test_the_sentence_of_undefined_agreement_has_the_reason() -> None:
    assert results_sentence(found_in({"a": {"x": [3, 4]}, "b": {"x": [7]}}, ends={})) == (
        "One coder segmented 2 items with 14 units; their chance-corrected agreement R over "
        "segmentation similarity S (n = 2, chance: distances shuffled) is undefined: one coder "
        "only: agreement "
        "needs two."
    )


@pytest.mark.parametrize("ends", [None, {"corrected": Interval(None, None, "too few")}])
def test_a_sentence_without_an_interval(ends: Mapping[str, Interval] | None) -> None:
    said = results_sentence(found_in(FOUR, corpus=BEYOND, ends=ends))
    assert "was R = .29, p ≤ .001 (n = 2" in said
    assert "random order); on these codings, agreement was low" in said
    assert "interval of R" not in said
    assert "CI" not in said.partition(": agreement")[0]


def test_where_only_the_same_place_agrees_no_near_miss_is_told() -> None:
    said = of(FOUR, n=1)
    assert "near miss" not in said
    assert "Pairs of coders disagreed on boundaries" in said


def test_what_holds_of_every_item_is_said_of_all() -> None:
    said = of(FOUR, verdicts=["too_short"] * 4)
    assert "All 4 items have too few places or boundaries to tell" in said
