"""One verdict, R and interval wherever a corpus is read: random corpora through every medium.

``python -m tests.support.media 1000`` looks at so many corpora of texts and a tenth as many of
recordings, and names what two media say differently; ``--worlds`` draws them from the worlds of
`benchmarks.worlds`, and compares who is said to keep agreement low too.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from benchmarks.claim_truths import corpus_of
from benchmarks.simulated_coders import simulated_corpus
from benchmarks.worlds import FILMS, TEXTS
from segmetrics import Corpus
from segmetrics.claims.cause_sentences import (
    sentences_on_causes,
    sentences_on_own,
    sentences_on_people,
)
from segmetrics.claims.causes import causes, causes_in_recordings
from segmetrics.claims.sentences import NAMED_ITEMS
from segmetrics.cli import main
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.levels import Level
from segmetrics.dashboard.components.item_list_component import ListedItems
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import agreement_view, overview_view
from segmetrics.io.write import write
from segmetrics.phrases import joined
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.recording_agreement import recording_agreement
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.reliability_table import ReliabilityTable, reliability_of
from segmetrics.reliability.schools import schools_in
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reporting.json_report import report_json
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.recorded import RecordedOptions
from segmetrics.reporting.report import ReportOptions
from segmetrics.reporting.sections import results, sentence

SHUFFLES = 200
NUMBER = r"([-\N{MINUS SIGN}]?\d?\.\d+)"
LABELS = {
    "well_beyond_chance": "well beyond chance",
    "beyond_chance": "low, but beyond chance",
    "not_distinguishable": "may be chance",
    "too_short": "too little to tell",
}
HEADLINES = {
    "well_beyond_chance": "Coders agree well beyond chance",
    "beyond_chance": "Agreement is low, but beyond chance",
    "not_distinguishable": r"Coders (may )?agree (hardly more|no more) than ",
    "too_short": "Too little to tell",
}
PARAGRAPHS = {
    "well_beyond_chance": "coders agreed well beyond chance",
    "beyond_chance": "agreement was low, but beyond chance",
    "not_distinguishable": "agreement could not be distinguished from chance",
    "too_short": "there was too little to tell agreement from chance",
}


ITEMS = {
    "page": {"beyond_chance": r"; on (\d+) more, it is better than chance but low"},
    "paragraph": {
        "well_beyond_chance": r"(\d+) shows? agreement well beyond",
        "beyond_chance": r"(\d+) shows? low agreement beyond",
        "not_distinguishable": r"(\d+) could not be distinguished from chance",
        "too_short": r"(\d+) ha(?:s|ve) too few places",
    },
}
"""How media count the items of a verdict."""


class Said(NamedTuple):
    """What the library says of a row: its verdict, R (or F beyond chance), and its interval."""

    verdict: str | None
    r: float | None
    low: float | None
    high: float | None
    why: str

    def contradicted(self, text: str, *, r: str, ends: str, verdicts: Mapping[str, str]) -> str:
        """Return what a text says differently, or nothing."""
        for key, words in verdicts.items():
            if bool(re.search(words, text)) != (key == self.verdict):
                return f"verdict {self.verdict}, but {text!r}"
        if self.r is not None and not reads(re.search(r, text), (self.r,), 0.4):
            return f"R {self.r}, but {text!r}"
        found = re.search(ends, text)
        if self.low is None or self.high is None:
            return f"no interval, but {text!r}" if found else ""
        wrong = not reads(found, (self.low, self.high), 0.0)
        return f"interval {self.low} to {self.high}, but {text!r}" if wrong else ""


def reads(found: re.Match[str] | None, values: tuple[float, ...], limit: float) -> bool:
    """Return whether numbers of a text are these, rounded, each on its side of a limit."""
    if found is None:
        return False
    for text, value in zip(found.groups(), values, strict=True):
        number = float(text.replace("\N{MINUS SIGN}", "-"))
        decimals = len(text.partition(".")[2])
        if abs(number - value) > 0.5 * 10.0**-decimals + 1e-9:
            return False
        if round(number - limit, 9) * round(value - limit, 9) <= 0 and abs(value - limit) > 1e-9:
            return False
    return True


def random_texts(number: int) -> Corpus:
    """Draw a corpus of 1 to 10 items and 2 to 6 coders, who agree from hardly to almost."""
    random = np.random.default_rng([29, number])
    size = int(random.integers(2, 7)), int(random.integers(1, 11))
    noise, gaps = float(random.uniform(0.05, 4)), float(random.choice([0.0, 0.0, 0.3]))
    return simulated_corpus(random, [size], differences="mild", noise=noise, gaps=gaps)


def random_recordings(number: int) -> Corpus:
    """Draw a corpus of 1 to 4 recordings of two minutes and 2 to 6 coders."""
    random = np.random.default_rng([30, number])
    coders, items = int(random.integers(2, 7)), int(random.integers(1, 5))
    spread, heard = random.uniform(0.1, 6), random.uniform(0.3, 1)
    films: dict[str, dict[str, list[float]]] = {}
    for item in range(items):
        events = np.sort(random.uniform(5, 115, 12))
        films[f"film{item}"] = {
            f"c{coder}": sorted(
                {
                    round(float(np.clip(time + random.normal(0, spread), 0.5, 119.5)), 2)
                    for time in events
                    if random.random() < heard
                }
            )
            for coder in range(coders)
        }
    return Corpus.from_times(films, durations=dict.fromkeys(films, 120.0))


def drawn_texts(number: int) -> Corpus:
    """Draw a corpus of 6 texts x 4 coders from a world, each in its turn."""
    world = [*TEXTS.values()][number % len(TEXTS)]
    return corpus_of(world(np.random.default_rng([31, number]), 6, 4))


def drawn_recordings(number: int) -> Corpus:
    """Draw a corpus of 3 films x 5 coders from a world, each in its turn."""
    world = [*FILMS.values()][number % len(FILMS)]
    return corpus_of(world(np.random.default_rng([32, number]), 3, 5))


def printed(*words: str) -> str:
    """Return what a command prints."""
    out = StringIO()
    with redirect_stdout(out):
        main(list(words))
    return out.getvalue()


def of_texts(corpus: Corpus) -> Iterator[str]:
    """Yield what two media say differently of a corpus of texts."""
    shuffling = ChanceOptions(shuffles=SHUFFLES)
    judged = reliability_of(corpus, shuffling=shuffling)
    around = intervals(corpus, chance=judged.chance)
    library = {
        (row.level, row.item): Said(row.verdict, row.corrected, *ends.corrected)
        for row, ends in zip(judged.rows, around.rows, strict=True)
    }
    whole = library["corpus", ""]
    table = agreement(corpus)

    options = ReportOptions(shuffling=shuffling, contents=("results", "agreement"))
    report = make_report(corpus, options, title="", source="", date="")
    asked = replace(report, options=replace(options, question="others"))
    if "p " in sentence(asked) and whole.low is not None:
        yield f"the sentence about others has the p of these: {sentence(asked)!r}"
    for text in (results(report), results(asked)):
        text = text.partition(" Krippendorff")[0]
        r, ends = rf"R = {NUMBER}", rf"95% CI of .* is \[{NUMBER}, {NUMBER}\]"
        yield whole.contradicted(text, r=r, ends=ends, verdicts=PARAGRAPHS)
    if whole.why and whole.r is not None and whole.why not in results(report):
        yield f"the paragraph does not say why R has no interval: {whole.why}"
    if len(corpus) > 1:
        items = results(report).partition(f"Of {len(corpus)} items, ")[2]
        yield from on_items("paragraph", items, judged)
    files = {"report, JSON": json.loads(report_json(report))["agreement"]["rows"]}

    shown = overview_view.overview_of_texts(table, judged, around)
    headline = " ".join([*shown.headline, shown.more])
    if whole.verdict:
        r, ends = rf"\(R {NUMBER}", rf"R (?:is )?{NUMBER} to {NUMBER}(?: \(|, )95% interval"
        yield whole.contradicted(headline, r=r, ends=ends, verdicts=HEADLINES)
    if whole.why and whole.r is not None and whole.why not in headline:
        yield f"the page does not say why R has no interval: {whole.why}"
    listed = overview_view.listed_items(shown, corpus)
    yield from in_the_list(listed, library)
    yield from on_items("page", headline, judged)
    _, rows = agreement_view.group_page(table, judged, around, UrlState())
    cells = rows[-1].cells
    yield whole.contradicted(
        f"{cells[1].text}: {cells[2].text} ({cells[2].range})",
        r=rf": {NUMBER}",
        ends=rf"\({NUMBER} to {NUMBER}\)",
        verdicts=LABELS,
    )

    with TemporaryDirectory() as folder:
        file = str(Path(folder, "corpus.json"))
        write(corpus, file)
        command = ("agreement", file, "--ci", "--shuffles", str(SHUFFLES), "--format")
        files["command, JSON"] = json.loads(printed(*command, "json"))["rows"]
        files["command, CSV"] = list(csv.DictReader(StringIO(printed(*command, "csv"))))
        text = printed(*command, "table")
    if whole.verdict and headline not in text:
        yield f"the command does not say {headline!r}, but {text.partition(chr(10))[0]!r}"
    for name, found in files.items():
        for row in found:
            yield from in_a_file(name, row, library[row["level"], row["item"]])
    line = next(one for one in text.splitlines() if one.startswith("corpus"))
    r, ends = rf"corpus +{NUMBER}", rf"corpus +\S+ \[{NUMBER}, {NUMBER}\]"
    yield whole.contradicted(line, r=r, ends=ends, verdicts=LABELS)


def on_items(medium: str, text: str, judged: ReliabilityTable) -> Iterator[str]:
    """Yield what a text says differently of how many items have which verdict, and of which."""
    of = Counter[str | None](row.verdict for row in judged.items)
    for verdict, words in ITEMS[medium].items():
        found = [int(one) for one in re.findall(words, text)]
        if found and found != [of[verdict]]:
            yield f"{medium}: {of[verdict]} items {verdict}, but {text!r}"
    named = re.search(r"\. On (?!both |all )([^.]*?), agreement may be chance", text)
    names = [row.item for row in judged.items if row.verdict == "not_distinguishable"]
    if named and named[1] != joined(names, NAMED_ITEMS):
        yield f"{medium}: {names} may be chance, but {named[1]!r}"


def in_the_list(listed: ListedItems, library: Mapping[tuple[Level, str], Said]) -> Iterator[str]:
    """Yield what the list of a page says differently of items."""
    column, whys = listed.columns[0], listed.whys
    for place, name in enumerate(listed.names):
        one = library["item", name]
        r, ends = (
            whys[cell] if isinstance(cell, int) else cell
            for cell in (column.cells[place], column.ranges[place])
        )
        yield one.contradicted(
            f"{listed.kinds[listed.verdicts[place]].text}: {r} ({ends})",
            r=rf": {NUMBER}",
            ends=rf"\({NUMBER} to {NUMBER}\)",
            verdicts=LABELS,
        )
        if one.low is None and one.r is not None and one.why not in ends:
            yield f"{name}: no reason for no interval, but {ends!r}"


def in_a_file(name: str, row: Mapping[str, Any], one: Said) -> Iterator[str]:
    """Yield what a file for programs says differently of a row."""
    if (row["verdict"] or None) != one.verdict:
        yield f"{name}: verdict {one.verdict}, but {row['verdict']}"
    for key, value in (("", one.r), ("_low", one.low), ("_high", one.high)):
        found = row[f"corrected{key}"]
        number = None if found in (None, "") else float(found)
        if number != value:
            yield f"{name}: corrected{key} {value}, but {number}"
    if "no_interval" in row and row["no_interval"].get("corrected", "") != one.why:
        yield f"{name}: no interval as {one.why!r}, but {row['no_interval']}"


def on_causes(corpus: Corpus) -> Iterator[str]:
    """Yield what two media say differently of who keeps agreement low in texts."""
    judged = reliability_of(corpus)
    found = causes(corpus, reliability=judged)
    schools = schools_in(corpus)
    of_schools = [one.words for one in schools]
    said = [*of_schools, *sentences_on_causes(found)]
    table = agreement(corpus)
    shown = overview_view.overview_of_texts(table, judged, causes=found, schools=schools).headline
    if shown[1:] != said:
        yield f"the page says {shown[1:]}, not {said}"
    yield from on_items("page", " ".join(shown), judged)
    options = ReportOptions(contents=("agreement", "coder_model"))
    report = make_report(corpus, options, title="", source="", date="")
    in_report = json.loads(report_json(report))["coder_model"]["causes"]
    with TemporaryDirectory() as folder:
        file = str(Path(folder, "corpus.json"))
        write(corpus, file)
        in_command = json.loads(printed("coders", file, "--model", "--format", "json"))["causes"]
        text = " ".join(printed("coders", file, "--model").split())
        lead = printed("agreement", file).partition("\n\n")[0]
    if not lead.startswith(shown[0]) or not lead.endswith(" ".join(of_schools)):
        yield f"the page says {shown[0]!r}, the command {lead!r}"
    if in_command != in_report:
        yield f"the command says {in_command}, the report {in_report}"
    yield from (f"the command does not say {one!r}" for one in said if one not in text)


def of_recordings(corpus: Corpus) -> Iterator[str]:
    """Yield what two media say differently of recordings."""
    options = RecordingOptions(tolerance=1)
    found = recording_agreement(corpus, options)
    library = {
        (row.level, row.item): Said(row.verdict, row.corrected, *row.corrected_interval)
        for row in found.rows
    }
    whole = library["corpus", ""]
    recorded = RecordedOptions(measured=options)
    report = make_report(
        corpus,
        ReportOptions(recorded=recorded, contents=("results", "agreement")),
        title="",
        source="",
        date="",
    )
    paragraph = re.search(
        r"F beyond chance \(0 is.*?(?= The median| Segmentation agreement)", results(report)
    )
    if paragraph:
        r = rf"was {NUMBER}"
        ends = rf"of F beyond chance 95% CI \[{NUMBER}, {NUMBER}\]"
        yield whole.contradicted(paragraph[0], r=r, ends=ends, verdicts=PARAGRAPHS)
    shown = overview_view.overview_of_recordings(found)
    headline = " ".join([*shown.headline, shown.more])
    if whole.verdict and whole.r is not None:
        ends = rf"F beyond chance (?:is )?{NUMBER} to {NUMBER}(?: \(|, )95% interval"
        r = rf"\(F beyond chance {NUMBER}"
        yield whole.contradicted(headline, r=r, ends=ends, verdicts=HEADLINES)
    for text in (headline, results(report)):
        if whole.why and whole.r is not None and whole.why not in text:
            yield f"no reason for no interval ({whole.why}) in {text!r}"
    why = causes_in_recordings(corpus, options, agreed=found)
    people = sentences_on_people(found, why)
    if overview_view.overview_of_recordings(found, why).headline[1:] != people:
        yield f"the page does not say {people}"
    own = sentences_on_own(found)
    if ("boundaries that nobody else has" in results(report)) != bool(own):
        yield f"the paragraph does not count {own}"
    yield from (f"the page does not say {one!r}" for one in own if one not in headline)
    for text in (headline, results(report)):
        if len(corpus) == 1 and "and other recordings" in text:
            yield f"one recording speaks of others: {text!r}"
    yield from in_the_list(overview_view.listed_items(shown, corpus), library)
    with TemporaryDirectory() as folder:
        file = str(Path(folder, "corpus.json"))
        write(corpus, file)
        asked = ("coders", file, "--tolerance", "1")
        text = " ".join(printed(*asked).split())
        yield from (f"the command does not say {one!r}" for one in people if one not in text)
        in_command = json.loads(printed(*asked, "--format", "json"))["causes"]
        of_coders = ReportOptions(recorded=recorded, contents=("coders",))
        told = make_report(corpus, of_coders, title="", source="", date="")
        in_report = json.loads(report_json(told))["coders"]["causes"]
        if in_command != in_report:
            yield f"the command says {in_command}, the report {in_report}"
        command = ("agreement", file, "--tolerance", "1", "--format")
        files = {
            "report, JSON": json.loads(report_json(report))["agreement"]["rows"],
            "command, JSON": json.loads(printed(*command, "json"))["rows"],
            "command, CSV": list(csv.DictReader(StringIO(printed(*command, "csv")))),
        }
    for name, rows in files.items():
        for row in rows:
            yield from in_a_file(name, row, library[row["level"], row["item"]])


def contradictions(corpus: Corpus) -> list[str]:
    """List what two media say differently of a corpus."""
    found = of_texts(corpus) if corpus.scale is None else of_recordings(corpus)
    return [one for one in found if one]


if __name__ == "__main__":
    worlds = "--worlds" in sys.argv
    count = next(int(word) for word in sys.argv if word.isdigit())
    texts, recordings = random_texts, random_recordings
    if worlds:
        texts, recordings = drawn_texts, drawn_recordings
    several = 0
    for kind, number in [
        *((texts, number) for number in range(count)),
        *((recordings, number) for number in range(count // 10)),
    ]:
        corpus = kind(number)
        in_worlds = on_causes(corpus) if kind is drawn_texts else ()
        for said in [*contradictions(corpus), *in_worlds]:
            several += 1
            sys.stdout.write(f"{kind.__name__}({number}): {said}\n")
    looked_at = f"{count:,} corpora of texts, {count // 10:,} of recordings"
    sys.stdout.write(f"{looked_at}: {several:,} contradictions\n")
