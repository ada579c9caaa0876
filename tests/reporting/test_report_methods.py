"""What a report says of its methods: all that was computed, nothing else, and whose it is."""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle, pairwise
from typing import Any

import pytest

from segmetrics import Corpus, sample
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.io import SAMPLES
from segmetrics.metrics.registry import METRICS, NOT_DEFINED
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reporting.bibliography import WORKS, cited
from segmetrics.reporting.json_report import report_data
from segmetrics.reporting.make_report import WITH_INTERVALS, make_report
from segmetrics.reporting.methods import methods, methods_of_results, statements
from segmetrics.reporting.report import CONTENTS, Report, ReportOptions
from segmetrics.reporting.sections import results, sentence
from segmetrics.tables.agreement_columns import agreement_table
from tests.support.samples import TEXTS

ITEMS = IntervalOptions(over="items")
# Works that are named in brackets: "(Fournier & Inkpen, 2012)", "(Rosner, 1983)".
MENTION = re.compile(
    r"\(((?:van )?[A-Z][A-Za-z]*(?: et al\.|(?:, [A-Z][a-z]+)* & [A-Z][a-z]+)?, \d{4})\)"
)
EVERYWHERE = {"fournier2012"}
VERDICTS = {"berry1988", "besag1991", "phipson2010", "benjamini1995", "fleiss1981"}
OF_CONTENTS = {
    "agreement": {"artstein2008", "pevzner2002", "fournier2013", "krippendorff2011"} | VERDICTS,
    "decisions": {
        "krippendorff2011",
        "fleiss1971",
        "gwet2008",
        "passonneau1993",
        "hearst1997",
        "siegel1988",
    },
    "pairs": set[str](),
    "ranked": VERDICTS,
    "heat_map": {"berry1988", "besag1991"},
    "why": {"fournier2013", "krippendorff2011", "edgington2007", "efron1993", "rosner1983"}
    | VERDICTS,
    "excerpts": {"berry1988", "besag1991"},
    "results": {"pevzner2002", "fournier2013", "krippendorff2011"} | VERDICTS,
    "coders": set[str](),
    "coder_model": {"dawid1979", "passonneau2014", "simpson2019"},
    "consensus": {"hearst1997"},
    "methods": set[str](),
}
OF_INTERVALS = {"efron1993", "satterthwaite1946"}
OF_SIMILARITIES = {
    "s": set[str](),
    "b": {"fournier2013"},
    "a": {"diaz2022"},
    "f1": {"rijsbergen1979"},
    "wd": {"pevzner2002"},
}


@cache
def made(key: str = "moonstone", **options: Any) -> Report:
    corpus = sample(key)
    source = f"Source: {SAMPLES[key].source}."
    chosen = ReportOptions(**options)
    return make_report(corpus, chosen, title="A title", source=source, date="2026-01-31")


def keys(report: Report) -> set[str]:
    return {work.key for work in cited(report)}


@pytest.mark.parametrize(
    ("content", "similarity"),
    [
        *((content, "s") for content in OF_CONTENTS),
        *(("agreement", similarity) for similarity in SIMILARITIES if similarity != "s"),
    ],
)
def test_exactly_the_works_used_are_cited(content: str, similarity: str) -> None:
    options = AgreementOptions(similarity=similarity)
    report = made(contents=(content,), agreement=options)
    with_intervals = OF_INTERVALS if content in WITH_INTERVALS else set()
    if content in ("coders", "coder_model"):
        with_intervals = {"efron1993"} if content == "coders" else set()
    expected = EVERYWHERE | OF_CONTENTS[content] | OF_SIMILARITIES[similarity] | with_intervals
    assert keys(report) == expected | {"kazantseva2012"}
    plain = made(contents=(content,), agreement=options, intervals=None)
    assert keys(plain) == expected - with_intervals | {"kazantseva2012"} | OF_CONTENTS[content]


def test_two_contents_cite_what_each_of_them_cites() -> None:
    alone = {content: keys(made(contents=(content,))) for content in OF_CONTENTS}
    for pair in pairwise(OF_CONTENTS):
        assert keys(made(contents=pair)) == alone[pair[0]] | alone[pair[1]]


@pytest.mark.parametrize(
    ("key", "work"),
    [
        ("moonstone", {"kazantseva2012"}),
        ("stargazer", {"hearst1997"}),
        ("outline", {"carroll2010"}),
        ("dialogue", set()),
    ],
)
def test_a_sample_is_cited_and_other_codings_are_not(key: str, work: set[str]) -> None:
    of_samples = {"kazantseva2012", "hearst1997", "carroll2010"}
    # Decisions cite Hearst on any corpus.
    contents = ("agreement", "pairs", "ranked", "heat_map", "why", "excerpts", "methods")
    assert keys(made(key, contents=contents)) & of_samples == work
    other = Corpus.from_masses({"a": {"x": [3, 7], "y": [4, 6]}})
    options = ReportOptions(contents=contents)
    source = "Source: Hearst (1997).csv (CSV)."
    report = make_report(other, options, title="", source=source, date="")
    assert not keys(report) & of_samples


@pytest.mark.parametrize(("key", "similarity"), [*zip(TEXTS, cycle(SIMILARITIES), strict=False)])
def test_every_work_in_brackets_is_known_and_cited(key: str, similarity: str) -> None:
    report = made(key, agreement=AgreementOptions(similarity=similarity))
    named = set(MENTION.findall(methods(report)))
    of_source = {work.mention for work in cited(report) if work.label in report.source}
    assert named | of_source == {work.mention for work in cited(report)}


def test_intervals_that_there_are_none_of_are_not_described() -> None:
    one_item = methods(made("stargazer", contents=("agreement",)))
    assert "intervals of groups" not in one_item
    assert "jackknife" in one_item
    two_coders = Corpus.from_masses({"a": {"x": [3, 7], "y": [4, 6]}})
    report = make_report(two_coders, ReportOptions(), title="", date="")
    assert "intervals" not in " ".join(statements(report))
    assert not keys(report) & OF_INTERVALS
    assert {"efron1993", "satterthwaite1946"} <= keys(made("moonstone", contents=("agreement",)))
    said = methods(made(contents=("agreement",)))
    assert "for other coders and other items, from leaving out each coder and each item" in said
    said = methods(made(contents=("agreement",), intervals=ITEMS))
    assert "for other items that the same coders might have coded" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "over segmentation similarity S, with near misses of fewer than n = 2 positions"),
        ({}, "boundaries over potential boundaries (their equations 8 and 11)"),
        ({}, "windows of k units"),
        ({}, "scaled by te (equation 3)"),
        ({"convention": "published"}, "segments over potential boundaries, as in their Table 2"),
        ({"width": "boundaries"}, "windows of k potential boundaries"),
        ({"similarity": "b", "n": 5}, "fewer than n = 5 positions that cost"),
        (
            {"similarity": "b"},
            "Near and full misses are counted with near misses of fewer than n = 2",
        ),
        (
            {"n": 3, "substitution": 0.5, "transposition": 0.25, "scaling": "unscaled"},
            "n = 3 positions, weights of 0.5 for substitutions and 0.25 for transpositions, "
            "not scaled by distance",
        ),
        ({"uncertain": "ignore"}, "Boundaries marked as uncertain were left out."),
        ({"uncertain": "boundary"}, "uncertain count as if their coder had been sure."),
    ],
)
def test_the_settings_stand_in_the_methods(options: dict[str, Any], said: str) -> None:
    report = made(contents=("agreement",), agreement=AgreementOptions(**options))
    assert said in methods(report)


@pytest.mark.parametrize(
    ("content", "phrases"),
    [
        ("agreement", ["π* and κ*", "Bias is expected", "jackknife intervals"]),
        (
            "decisions",
            ["compare each coder with this majority, in which the coder counts too", "Scott's pi"],
        ),
        ("coders", ["Cohen's kappa of boundary decisions", "said to stand out"]),
        ("coder_model", ["estimated by a model after Dawid and Skene", "on the scale of log odds"]),
        ("consensus", ["In the consensus segmentation only people vote"]),
        (
            "decisions",
            [
                "AC1 (Gwet, 2008)",
                "Cohen's takes the marginals of either side",
                "jackknife intervals",
            ],
        ),
        ("pairs", ["Pairs of coders are compared by segmentation similarity S"]),
        ("ranked", ["each coder and each item"]),
        ("why", ["The 3 least reliable items are explained"]),
        ("why", ["singled out only where a randomization test"]),
        ("excerpts", ["The excerpts are the places of the 3 least reliable items"]),
    ],
)
def test_only_what_the_report_holds_is_described(content: str, phrases: list[str]) -> None:
    said = methods(made(contents=(content,)))
    assert all(phrase in said for phrase in phrases)
    rest = methods(made(contents=tuple(key for key in CONTENTS if key != content)))
    # Several tables have intervals, and so does what is explained.
    only_here = [
        phrase
        for phrase in phrases
        if phrase not in ("jackknife intervals", "each coder and each item")
    ]
    assert not any(phrase in rest for phrase in only_here)
    silent = methods(made(contents=("heat_map",)))
    assert not any(phrase in silent for phrase in phrases)


def test_a_coder_who_is_named_without_a_test_is_said_to_be() -> None:
    alike = {coder: [10, 10, 10] for coder in "xy"}
    rule, why = "at least 4 more, is named without a test", ReportOptions(contents=("why",))
    for masses, named in (([3] * 10, True), ([10, 10, 9, 1], False)):
        corpus = Corpus.from_masses({"a": {"odd": masses, **alike}})
        assert (rule in methods(make_report(corpus, why, title="", source="", date=""))) == named


@pytest.mark.parametrize("content", ["agreement", "ranked", "why"])
def test_verdicts_are_described_where_they_are_stated(content: str) -> None:
    said = methods(made(contents=(content,)))
    for phrase in (
        "anywhere on the text, as on a ring, as often as needed (Besag & Clifford, 1991), seed 0",
        "adjusted for the number of items, or of groups (Benjamini & Hochberg, 1995)",
        "well beyond chance if R is at least .40, a convention for kappa (Fleiss, 1981)",
    ):
        assert phrase in said
    places = ChanceOptions(null="places", shuffles=20, seed=7)
    said = methods(made(contents=(content,), shuffling=places))
    assert "boundaries are put at random places, 20 times, seed 7" in said


def test_the_methods_begin_with_what_the_results_begin_with() -> None:
    said = methods_of_results(made(contents=("results",)))
    assert re.match(
        r"Inter-coder agreement was computed with segmetrics \S+ as chance-corrected agreement R ",
        said,
    )
    # The results have no standard deviation, and no kappa*.
    assert "standard deviation" not in said
    assert "κ*" not in said
    assert "standard deviation" in methods(made(contents=("agreement",)))


@pytest.mark.parametrize("key", TEXTS)
def test_no_sentence_of_the_methods_is_long(key: str) -> None:
    brackets = re.compile(r" \([^()]*\)")
    sentences = re.split(r"(?<=\.) (?=[A-Z])", brackets.sub("", methods(made(key))))
    assert max(len(one.split()) for one in sentences) <= 45


def test_verdicts_that_are_not_stated_are_not_described() -> None:
    for content in ("heat_map", "excerpts", "pairs"):
        said = methods(made(contents=(content,)))
        assert "p-value" not in said
        assert ("random order" in said) == (content != "pairs")
    by_pi = made(contents=("ranked", "heat_map", "excerpts"), rank_by="pi_star")
    assert not {"berry1988", "besag1991", "phipson2010"} & keys(by_pi)
    assert "Items are ranked by π*, the lowest first." in methods(by_pi)
    one_place = Corpus.from_masses({"a": {"x": [1], "y": [1]}})
    report = make_report(one_place, title="", date="")
    assert "p-value" not in methods(report)


def test_what_is_too_short_is_described_where_something_is() -> None:
    short = Corpus.from_masses({"a": {"x": [1, 2], "y": [1, 2]}})
    assert "tarone1990" in keys(make_report(short, title="", date=""))
    assert "tarone1990" not in keys(made("interviews"))


def test_types_and_levels_are_spoken_of_where_there_are_any() -> None:
    of_type = (
        "boundaries were compared with their types (labels), uncertain being a type of its own"
    )
    said = methods(made("dialogue"))
    assert of_type in said
    assert "R and its p-value, α and WindowDiff looked at places alone." in said
    ignored = made("dialogue", agreement=AgreementOptions(uncertain="ignore"))
    assert "compared with their types (labels): one of" in methods(ignored)
    windows = made("dialogue", agreement=AgreementOptions(similarity="wd"))
    assert "Types (labels) of boundaries were looked at in π* over B alone." in methods(windows)
    assert "Levels of boundaries were not looked at." in methods(made("outline"))
    assert not {"types", "Levels", "uncertain"} & set(methods(made(contents=("pairs",))).split())


def test_left_out_items_and_anonymity_are_told() -> None:
    corpus = sample("moonstone")
    options = ReportOptions(contents=("heat_map",), anonymous=True)
    report = make_report(corpus, options, title="", date="", left_out=("ch6", "Rosner, 1983"))
    assert "2 items could not be used and were left out: ch6, Rosner, 1983." in methods(report)
    assert "Coders are called by numbers" in methods(report)
    assert "rosner1983" not in keys(report)
    assert "left out" not in methods(made(contents=("heat_map",)))
    assert "called by numbers" not in methods(made(contents=("heat_map",)))


def test_citations_of_all_metrics_name_works_of_the_list() -> None:
    labels = {work.label for work in WORKS.values()}
    named = [citation for metric in METRICS.values() for citation in metric.citation]
    named += [citation for _, citation, _ in NOT_DEFINED]
    for citation in named:
        label = citation.removeprefix("after ").partition(",")[0]
        # Three authors have a comma of their own.
        known = [one for one in labels if citation.removeprefix("after ").startswith(one)]
        assert known, f"{label}: no such work"


def test_labels_agree_with_authors_and_years() -> None:
    for key, work in WORKS.items():
        assert work.key == key
        surnames = [name.partition(",")[0] for name in work.authors.split(" and ")]
        first = surnames[0].removeprefix("van ").removeprefix("den ").lower()
        if key != "diaz2022":
            assert key == f"{first}{work.year}"
        expected = " & ".join(filter(None, [", ".join(surnames[:-1]), surnames[-1]]))
        short = f"{surnames[0]} et al."
        assert work.label in (f"{expected} ({work.year})", f"{short} ({work.year})")
        assert work.text.startswith(surnames[0])
        assert f"({work.year}). {work.title}." in work.text
        assert work.mention == f"{work.label[:-7]}, {work.year}"


def test_the_bibtex_file_is_well_formed_ascii() -> None:
    text = "\n".join(work.bibtex for work in WORKS.values())
    assert text.isascii()
    assert text.count("{") == text.count("}")
    entries = re.findall(r"^@(\w+)\{(\w+),$", text, flags=re.MULTILINE)
    assert [key for _, key in entries] == list(WORKS)
    needed = {
        "article": {"author", "title", "year", "journal"},
        "book": {"author", "title", "year", "publisher"},
        "inproceedings": {"author", "title", "year", "booktitle"},
        "techreport": {"author", "title", "year", "institution"},
    }
    for entry in text.split("\n\n"):
        kind = entry[1 : entry.index("{")]
        found = re.findall(r"^  (\w+) = \{.+\},$", entry, flags=re.MULTILINE)
        assert needed[kind] <= set(found)
        assert len(found) == len(set(found)) == entry.strip().count("\n") - 1
    assert not re.search(r"(?<!\\)&", text)


@pytest.mark.parametrize(
    ("null", "expected"),
    [("ring", 10 / 28), ("places", 10 / 28), ("sizes", -1 / 8), ("anchored", 0)],
)
def test_r_is_said_to_be_kappa_where_it_is(null: Any, expected: float) -> None:
    """Of 9 places both mark one, and each another: Cohen's kappa is (63 - 53) / (81 - 53)."""
    corpus = Corpus.from_masses({"a": {"x": [1, 1, 8], "y": [1, 8, 1]}})
    options = ReportOptions(agreement=AgreementOptions(n=1), shuffling=ChanceOptions(null=null))
    report = make_report(corpus, options, title="", source="", date="")
    assert report.reliability is not None
    assert report.reliability.corpus.corrected == pytest.approx(expected, abs=1e-12)
    said = methods(report)
    assert ("R is kappa of boundary decisions (Conger, 1980)" in said) == (expected == 10 / 28)
    assert ("what counts as chance differs from theirs" in said) == (null != "places")


@pytest.mark.parametrize(
    ("n", "null", "name", "as_kappa"),
    [
        (2, "ring", "n = 2, chance: distances shuffled", False),
        (1, "ring", "n = 1, chance: distances shuffled", True),
        (1, "places", "n = 1, chance: random places", True),
    ],
)
def test_the_name_of_r_has_its_null_and_n_wherever_it_is_reported(
    n: int, null: Any, name: str, as_kappa: bool
) -> None:
    """With n = 1 it is the kappa of Conger and Hubert, whom the methods then cite."""
    options = ReportOptions(
        agreement=AgreementOptions(n=n), shuffling=ChanceOptions(shuffles=20, null=null)
    )
    report = make_report(sample("dialogue"), options, title="", source="", date="")
    data = report_data(report)
    assert data["provenance"]["R"] == f"over s, {name}"
    for text in (methods(report), results(report)):
        assert name in text
    assert (f"({name}; " if null != "ring" else f"(n = {n}; ") in sentence(report)
    both = {"conger1980", "hubert1977"}
    assert (both <= {work.key for work in cited(report)}) == as_kappa
    table = agreement_table(report.table, None, report.reliability)
    assert f"R is over S ({name})." in table.notes[-1]
    assert table.around["R"] == name
