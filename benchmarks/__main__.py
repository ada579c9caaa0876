"""Time segmetrics beside segeval and NLTK and print one table.

Run ``python -m benchmarks`` from the root of the project; ``--quick`` lets the
peers do a tenth of the items and scales their time. Peers get their own data
types, built beforehand; a ratio is a ratio of medians of calls made in turn.
Before anything is timed, all three must give the same values on a sample; A must give
those of its definition in plain Python, and every batch path those of single pairs.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.metadata import version
from itertools import islice, permutations
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.by_metric import check_metrics, metric_rows, million_rows
from benchmarks.corpora import Masses, as_json, large_pair, nltk_string, random_masses
from benchmarks.peers import (
    Dataset,
    artstein_poesio_bias_linear,
    fleiss_kappa_linear,
    fleiss_pi_linear,
    nltk_pk,
    nltk_window_diff,
    segeval_window_diff,
    segmentation_similarity,
    weight_a,
    weight_s,
    weight_t,
)
from benchmarks.timing import Row, in_turn, process_cost, seconds, show
from benchmarks.verdict import beside, judged, same
from segmetrics import Corpus, EditModel, Item, Segmentation, boundary_edits, s
from segmetrics.coefficients.agreement_table import AgreementTable, agreement
from segmetrics.coefficients.chance_corrected import Coefficients
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import block_tallies, block_tally
from segmetrics.io import SAMPLES
from segmetrics.metrics.blocks import block_edits, block_from_masses, blocks
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.blocks.window_blocks import WindowWidth, block_windows
from segmetrics.metrics.windows import window_diff, window_size

ITEMS = 1000
SAMPLE = 20
PAIRS = 200
SIZES = (1_000, 10_000, 100_000)
MOST_OF_COMMAND = 0.35

MODEL = EditModel()
# What the peers compute: boundaries over potential boundaries, windows of k of them.
WIDTH: WindowWidth = "boundaries"
OPTIONS = AgreementOptions(convention="defined", width=WIDTH)
# S of 2012: a transposition of neighbours costs one potential boundary.
SEGEVAL_S = {"n_t": 2, "weight": (weight_a, weight_s, weight_t)}
SEGEVAL_AGREEMENT = {"fnc_compare": segmentation_similarity, **SEGEVAL_S}


def all_similarities(corpus: Corpus) -> list[Floats]:
    """Compute S of every pair: by block, shape (pairs, items)."""
    return [1 - block_edits(block, MODEL).cost / (block.masses - 1) for block in blocks(corpus)]


def all_window_diffs(corpus: Corpus) -> list[Floats]:
    """Compute WindowDiff of every ordered pair: by block, shape (ordered pairs, items)."""
    return [block_windows(block, WIDTH).penalty for block in blocks(corpus)]


def all_coefficients(corpus: Corpus) -> list[Coefficients]:
    """Compute pi*, kappa* and bias of every item, without the rest of the table."""
    return [tally.coefficients for tally in block_tallies(corpus, OPTIONS)]


def table_2(corpus: Corpus) -> AgreementTable:
    """Compute the whole table of a corpus."""
    return agreement(corpus, OPTIONS)


def segeval_coefficients(datasets: Iterable[Any]) -> list[tuple[Any, Any, Any]]:
    """Compute pi*, kappa* and bias of every item by segeval."""
    return [
        (
            fleiss_pi_linear(dataset, **SEGEVAL_AGREEMENT),
            fleiss_kappa_linear(dataset, **SEGEVAL_AGREEMENT),
            artstein_poesio_bias_linear(dataset, **SEGEVAL_AGREEMENT),
        )
        for dataset in datasets
    ]


def nltk_window_diffs(pairs: Iterable[tuple[str, str, int]]) -> list[float]:
    """Compute WindowDiff of strings and window sizes by NLTK."""
    return [nltk_window_diff(hypothesis, reference, k) for hypothesis, reference, k in pairs]


def nltk_window_diffs_of_masses(masses: Masses, sizes: Iterable[int]) -> list[float]:
    """Build NLTK's strings, then compute WindowDiff of every ordered pair."""
    return nltk_window_diffs(nltk_pairs(masses, sizes))


def nltk_pairs(masses: Masses, sizes: Iterable[int]) -> list[tuple[str, str, int]]:
    """Build the strings of every ordered pair, with its window size."""
    strings = [
        pair
        for codings in masses.values()
        for pair in permutations([nltk_string(coding) for coding in codings.values()], 2)
    ]
    return [(*pair, k) for pair, k in zip(strings, sizes, strict=True)]


def reference_sizes(masses: Masses) -> list[int]:
    """Compute the window size of every ordered pair, which NLTK is given."""
    return [
        window_size(reference)
        for item in Corpus.from_masses(masses).items
        for _, reference in permutations(item.codings.values(), 2)
    ]


def check_scores(masses: Masses) -> None:
    """Check S and WindowDiff against segeval and NLTK, one by one and by block."""
    corpus = Corpus.from_masses(masses)
    s_of = segmentation_similarity(Dataset(masses), **SEGEVAL_S)
    wd_of = segeval_window_diff(Dataset(masses))
    strings = iter(nltk_pairs(masses, reference_sizes(masses)))
    for item in corpus.items:
        for one, other in permutations(item.coders, 2):
            a, b = item.codings[one], item.codings[other]
            label = f"{item.name},{one},{other}"
            same(f"WindowDiff of {label}", window_diff(a, b, width=WIDTH).value, wd_of[label])
            same(f"WindowDiff of {label} by NLTK", nltk_window_diff(*next(strings)), wd_of[label])
            if label in s_of:
                same(f"S of {label}", s(a, b).value, s_of[label])
    for block, similarities, wd in zip(
        blocks(corpus), all_similarities(corpus), all_window_diffs(corpus), strict=True
    ):
        edits, windows = block_edits(block, MODEL), block_windows(block, WIDTH)
        for column, place in enumerate(block.items):
            name = corpus.items[place].name
            for first, second, value in zip(
                edits.first, edits.second, similarities[:, column], strict=True
            ):
                label = f"{name},{block.coders[first]},{block.coders[second]}"
                same(f"S of {label} by block", value, s_of[label])
            for first, second, value in zip(
                windows.hypothesis, windows.reference, wd[:, column], strict=True
            ):
                label = f"{name},{block.coders[first]},{block.coders[second]}"
                same(f"WindowDiff of {label} by block", value, wd_of[label])


def check_coefficients(masses: Masses) -> None:
    """Check pi*, kappa* and bias of each item against segeval."""
    corpus = Corpus.from_masses(masses)
    rows = table_2(corpus).items
    alone = [
        values
        for found in all_coefficients(corpus)
        for values in zip(found.pi, found.kappa, found.bias, strict=True)
    ]
    by_segeval = segeval_coefficients(item_datasets(masses))
    found, windows = table_numbers_of_masses(masses)
    from_masses = zip(found.pi, found.kappa, found.bias, strict=True)
    of_corpus = sum(float(values.sum()) for values in all_window_diffs(corpus))
    same("WindowDiff from masses", float(windows.sum()), of_corpus)
    for row, by_block, of_masses, theirs in zip(rows, alone, from_masses, by_segeval, strict=True):
        same(f"pi* of {row.item}", row.pi_star, theirs[0])
        same(f"kappa* of {row.item}", row.kappa_star, theirs[1])
        same(f"bias of {row.item}", row.bias, theirs[2])
        for value, expected in zip(by_block, theirs, strict=True):
            same(f"coefficients of {row.item} by block", value, expected)
        for value, expected in zip(of_masses, theirs, strict=True):
            same(f"coefficients of {row.item} from masses", value, expected)


def item_datasets(masses: Masses) -> list[Any]:
    """Build segeval's data set of each item."""
    return [Dataset({name: codings}) for name, codings in masses.items()]


def window_diffs_of_masses(masses: Masses) -> object:
    """Compute all WindowDiffs of items with the same coders right from their segment sizes."""
    return block_windows(block_from_masses(masses), WIDTH).penalty


def table_numbers_of_masses(masses: Masses) -> tuple[Coefficients, Floats]:
    """Compute what Table 2 has of each item by block, right from segment sizes, and WindowDiff."""
    tally = block_tally(block_from_masses(masses), OPTIONS)
    return tally.coefficients, tally.windows.penalty


def corpus_rows(masses: Masses, ragged: Masses, peer_items: int, rounds: int) -> list[Row]:
    """Time a corpus of items of equal length, and WindowDiff on ragged ones."""
    few, few_ragged = (dict(islice(m.items(), peer_items)) for m in (masses, ragged))
    sizes, sizes_ragged = reference_sizes(few), reference_sizes(few_ragged)
    items, items_ragged = (Corpus.from_masses(m).items for m in (masses, ragged))
    dataset, datasets = Dataset(few), item_datasets(few)

    def of_values(function: Callable[[Corpus], object], given: tuple[Item, ...]) -> object:
        # A corpus keeps its groups and its digest, so each call gets a new one.
        return function(Corpus(given))

    def of_masses(function: Callable[[Corpus], object], given: Masses) -> object:
        return function(Corpus.from_masses(given))

    took = in_turn(
        {
            "s": partial(of_values, all_similarities, items),
            "s segeval": partial(segmentation_similarity, dataset, **SEGEVAL_S),
            "wd": partial(of_values, all_window_diffs, items),
            "wd segeval": partial(segeval_window_diff, dataset),
            "wd nltk": partial(nltk_window_diffs, nltk_pairs(few, sizes)),
            "wd masses": partial(window_diffs_of_masses, masses),
            "wd masses nltk": partial(nltk_window_diffs_of_masses, few, sizes),
            "ragged": partial(of_values, all_window_diffs, items_ragged),
            "ragged nltk": partial(nltk_window_diffs, nltk_pairs(few_ragged, sizes_ragged)),
            "ragged masses": partial(window_diffs_of_masses, ragged),
            "ragged masses nltk": partial(nltk_window_diffs_of_masses, few_ragged, sizes_ragged),
            "pi": partial(of_values, all_coefficients, items),
            "pi segeval": partial(segeval_coefficients, datasets),
            "table": partial(of_values, table_2, items),
            "table masses": partial(of_masses, table_2, masses),
            "table block": partial(table_numbers_of_masses, masses),
        },
        rounds,
    )
    scale = len(masses) / peer_items
    took = {k: t * (scale if k.endswith(("segeval", "nltk")) else 1) for k, t in took.items()}
    # segeval has no such table: WindowDiff both ways, pi*, kappa* and bias of each item.
    took["table segeval"] = took["wd segeval"] + took["pi segeval"]
    note = "" if scale == 1 else f", {peer_items} items x {scale:g}"
    by_segeval, by_nltk = f"segeval{note}", f"NLTK{note}"
    from_strings = f"NLTK, strings from masses{note}"
    return [
        beside("corpus: all S", took["s"], by_segeval, took["s segeval"], 200),
        beside("corpus: all WindowDiff", took["wd"], by_segeval, took["wd segeval"], 200),
        beside("corpus: all WindowDiff", took["wd"], by_nltk, took["wd nltk"], 100),
        beside(
            "corpus: all WindowDiff, from masses",
            took["wd masses"],
            from_strings,
            took["wd masses nltk"],
            100,
        ),
        beside("ragged: all WindowDiff", took["ragged"], by_nltk, took["ragged nltk"], 50),
        beside(
            "ragged: all WindowDiff, from masses",
            took["ragged masses"],
            from_strings,
            took["ragged masses nltk"],
            50,
        ),
        beside("corpus: pi*, kappa*, bias", took["pi"], by_segeval, took["pi segeval"]),
        beside("corpus: Table 2", took["table"], by_segeval, took["table segeval"], 1000),
        beside(
            "corpus: Table 2, from masses",
            took["table masses"],
            by_segeval,
            took["table segeval"],
            1000,
        ),
        beside(
            "corpus: numbers of Table 2, from masses",
            took["table block"],
            by_segeval,
            took["table segeval"],
            1000,
        ),
    ]


def pair_rows(rounds: int) -> list[Row]:
    """Time single pairs of 50 units."""
    masses = random_masses(PAIRS, 50, 50, coders=2)
    pairs = [tuple(item.codings.values()) for item in Corpus.from_masses(masses).items]
    strings = [(nltk_string(a.masses), nltk_string(b.masses), window_size(b)) for a, b in pairs]
    sizes = [(a.masses, b.masses) for a, b in pairs]

    def each(function: Callable[..., object], given: Sequence[tuple[Any, ...]]) -> None:
        for arguments in given:
            function(*arguments)

    took = in_turn(
        {
            "s": partial(each, s, pairs),
            "wd": partial(each, partial(window_diff, width=WIDTH), pairs),
            "NLTK windowdiff": partial(each, nltk_window_diff, strings),
            "NLTK pk": partial(each, lambda a, b, k: nltk_pk(b, a, k), strings),
            "segeval S": partial(each, partial(segmentation_similarity, **SEGEVAL_S), sizes),
            "segeval WindowDiff": partial(each, segeval_window_diff, sizes),
        },
        rounds,
    )
    took = {name: taken / PAIRS for name, taken in took.items()}
    rows = []
    for name, key, own in (("S", "s", "segeval S"), ("WindowDiff", "wd", "segeval WindowDiff")):
        for peer in ("NLTK windowdiff", "NLTK pk", own):
            at_least = 1 if peer == "NLTK windowdiff" else None
            rows.append(
                beside(f"one pair of 50 units: {name}", took[key], peer, took[peer], at_least)
            )
    return rows


def growth_rows(rounds: int) -> list[Row]:
    """Time one item of two coders at three sizes."""
    wide = EditModel(n=4)
    of_pair: dict[str, Callable[[Segmentation, Segmentation], object]] = {
        "boundary_edits": boundary_edits,
        "boundary_edits, n = 4": partial(boundary_edits, model=wide),
        "window_diff": window_diff,
    }
    of_block: dict[str, Callable[..., object]] = {
        "block_edits": partial(block_edits, model=MODEL),
        "block_edits, n = 4": partial(block_edits, model=wide),
        "block_windows": partial(block_windows, width="units"),
    }
    rows = []
    for kind in ("random", "alternating", "two segments"):
        corpora = {units: large_pair(kind, units) for units in SIZES}
        for name in (*of_pair, *of_block):
            if kind == "two segments" and "window" not in name:
                continue
            calls: dict[str, Callable[[], object]] = {}
            for units, corpus in corpora.items():
                if name in of_pair:
                    calls[str(units)] = partial(of_pair[name], *corpus.items[0].codings.values())
                else:
                    calls[str(units)] = partial(of_block[name], next(blocks(corpus)))
            small, middle, large = in_turn(calls, rounds).values()
            growth = (middle / small, large / middle)
            rows.append(
                Row(
                    f"{SIZES[2]:,} units, {kind}: {name}",
                    seconds(large),
                    f"itself at {SIZES[0]:,} / {SIZES[1]:,}",
                    f"{seconds(small)} / {seconds(middle)}",
                    "{:.1f} / {:.1f}".format(*growth),
                    "<= 20 per tenfold",
                    judged(max(growth) <= 20),
                )
            )
    return rows


def segeval_command(masses: Masses, peer_items: int) -> float:
    """Time what a command prints of a corpus, as far as segeval has it."""
    part = dict(islice(masses.items(), peer_items))
    datasets = [Dataset({name: codings}) for name, codings in part.items()]
    begun = perf_counter()
    segmentation_similarity(Dataset(part), **SEGEVAL_S)
    segeval_coefficients(datasets)
    segeval_window_diff(Dataset(part))
    return (perf_counter() - begun) * len(masses) / peer_items


def process_rows(masses: Masses, runs: int) -> list[Row]:
    """Run the command line on a sample and on the corpus, whose coders agree by chance or truly."""
    rows = []
    agreeing = random_masses(ITEMS, 100, 100, shared=0.8)
    for kind, codings in (("random", masses), ("agreeing", agreeing)):
        name = f"corpus, {kind} coders: segmetrics agreement FILE"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "corpus.json"
            path.write_bytes(as_json(codings))
            command = ["segmetrics", "agreement", str(path), "--format", "csv"]
            wall, peak = process_cost(command, max(1, runs // 5))
        peer = segeval_command(codings, ITEMS // 10)
        rows += [
            Row(f"{name}, wall time", seconds(wall), target="<= 1 s", verdict=judged(wall <= 1)),
            beside(
                f"{name}, R with it", wall, "segeval: S, pi*, kappa*, bias, WindowDiff", peer
            )._replace(target=">= 60", verdict=judged(peer >= 60 * wall)),
            Row(f"{name}, peak", f"{peak:.0f} MB", target="<= 100 MB", verdict=judged(peak <= 100)),
        ]
    start, _ = process_cost(["segmetrics", "agreement", str(SAMPLES["moonstone"].path)], runs)
    numpy, _ = process_cost(["numpy.version"], runs)
    return [
        beside(
            "moonstone: segmetrics agreement FILE, wall time", start, "import numpy alone", numpy
        )._replace(target=f"< {MOST_OF_COMMAND} s", verdict=judged(start < MOST_OF_COMMAND)),
        *rows,
    ]


def main() -> int:
    """Check, measure, print the table; the status is 0, whatever was reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="peers on a tenth of the items, time scaled"
    )
    quick = parser.parse_args().quick
    masses = random_masses(ITEMS, 100, 100)
    ragged = random_masses(ITEMS, 40, 160)
    for codings in (masses, ragged):
        check_scores(dict(islice(codings.items(), SAMPLE)))
        check_coefficients(dict(islice(codings.items(), SAMPLE)))
        check_metrics(dict(islice(codings.items(), SAMPLE)))
    peer_items = ITEMS // 10 if quick else ITEMS
    rows = [
        *corpus_rows(masses, ragged, peer_items, 3),
        *metric_rows(masses, peer_items, 3),
        *pair_rows(3 if quick else 9),
        *growth_rows(2 if quick else 5),
        *million_rows(),
        *process_rows(masses, 5 if quick else 15),
    ]
    print(show(rows))
    print()
    print(
        f"corpus: {ITEMS:,} items x 6 coders x 100 units; ragged: 40 to 160 units. Medians of "
        f"calls made in turn;\n"
        f"a million units: one call, memory of the call itself; by block: both directions of a "
        f"metric\nthat has one; alternating: a boundary at every "
        f"place,\nby turns of the one and of the other.\nPython {platform.python_version()}, "
        + ", ".join(f"{name} {version(name)}" for name in ("numpy", "segeval", "nltk"))
        + f", {platform.system()} {platform.machine()}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
