"""Words that no command takes: each is refused before anything is read, printed or written."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from segmetrics.cli import main
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.io import SAMPLES
from segmetrics.reporting.report import CONTENTS
from tests.support.commands import Printed

# A command, and what is said of it; @name is the file of a sample, and so may a pair be.
REFUSED = """
| COMMAND
other | other
agreement | FILE
agreement a.csv --convention other | --convention
agreement a.csv --format xlsx | --format
agreement a.csv --window-diff words | --window-diff
agreement a.csv --n 0 | --n: '0' is not a whole number from 1 to 10,000,000
agreement a.csv --n 2.5 | '2.5' is not a whole number from 1 to
agreement a.csv --n \N{ARABIC-INDIC DIGIT THREE} | is not a whole number from 1 to
agreement a.csv --n @large | is not a whole number from 1 to
agreement a.csv --metric s | unrecognized arguments: --metric
agreement @moonstone --similarity pk | argument --similarity: invalid choice: 'pk'
agreement @moonstone --similarity pk | @similarities
agreement @moonstone --similarity hierwd | argument --similarity: invalid choice
agreement @moonstone --similarity S | argument --similarity: invalid choice
agreement @moonstone --similarity | argument --similarity: expected one argument
agreement @moonstone --similarity wd --option window=3 | unrecognized arguments: --option
agreement @moonstone --over items | --over goes with --ci
agreement @moonstone --ci --over coders | invalid choice: 'coders'
agreement @moonstone --by-type | --by-type needs boundaries with types; these are linear
agreement @moonstone --tolerance 3 | --tolerance is for recordings
agreement @moonstone --step 0 | '0' is not a number of seconds
agreement @moonstone --step nan | 'nan' is not a number of seconds
agreement @moonstone --step 1e9 | '1e9' is not a number of seconds
agreement @moonstone --step -1 | --step
agreement @moonstone --pattern {who} | {who} in a pattern
agreement @moonstone --pattern x | a pattern holds {coder}, {item} or both
agreement @moonstone --labels some | --labels
agreement @moonstone --times often | --times
agreement @moonstone --duration long | --duration
agreement @moonstone --duration film=0 | --duration
agreement @film --n 3 | --n is for texts
agreement @film --null sizes | --null is for texts
agreement @film --by-type | --by-type is for texts
agreement @film --format latex | latex is for texts
agreement @film --bin-width 0 | above 0 wide
agreement @film --tolerance -1 | --tolerance
check @moonstone --pattern {who} | {who} in a pattern
check @moonstone --times seconds --times seconds | argument --times: it is given twice
coders @moonstone --n 3 | --n goes with --model
coders @moonstone --seed 1 | --seed goes with --model
coders @moonstone --held-out | --held-out goes with --model
coders @moonstone --model --n 5 | a whole number from 1 to 4
coders @moonstone --minimum-gap 3 | --minimum-gap is for recordings
coders @film --model | --model is for texts
compare a.csv | AFTER
compare a.csv b.csv --n 10000001 | is not a whole number from 1 to
compare @film @film --over items | --over is for texts
compare @moonstone @moonstone --chance shared-pace | --chance is for recordings
compare @interviews @interviews-2 --over coders | invalid choice: 'coders'
compare @interviews @interviews-2 --n 0 | n
compare @interviews @interviews-2 --similarity x | invalid choice
consensus @moonstone --method medoid --share 0.4 | share does nothing with the method medoid
consensus @moonstone --method majority --n 3 | n does nothing with the method majority
consensus @moonstone --share 1 | would make no place a boundary
consensus @moonstone --to choi | --to and --force go with -o
consensus @moonstone -o - | name a file after -o
consensus @moonstone --method model --n 5 | n is 1 to 4 in the model of coders
consensus @moonstone --width 2 | --width is for recordings; these are texts
consensus @film --n 3 | is for texts; these are recordings
consensus @film --method pooled | is for texts; these are recordings
consensus @film --width 0 | width
consensus @film --width 0.0001 | width
convert @outline --to choi -o - | choi is a ZIP
convert @outline -o x | usage: segmetrics convert
convert @outline --to choi | usage: segmetrics convert
convert @outline --to xml -o x | usage: segmetrics convert
convert @outline --to choi -o x --pattern {who} | {who} in a pattern
decisions @moonstone --by-type | --by-type needs boundaries with types; these are linear
decisions @dialogue --values types --by-type | --by-type each by itself
decisions @moonstone --over items | --over goes with --ci
decisions @stargazer --share 2 | share
decisions @stargazer --values types | types
metrics @stargazer | unrecognized arguments
metrics --format csv | argument --format
pairwise a.csv | --metric
pairwise a.csv --metric other | --metric
pairwise a.csv --metric s --format latex | --format
pairwise a.csv --metric s --convention defined | --convention
pairwise @stargazer --metric nwin | argument --metric
pairwise @stargazer --metric wd --similarity b | unrecognized arguments: --similarity
pairwise @stargazer --metric wd --option | argument --option: expected one argument
pairwise @stargazer --metric wd --n 3 | --n goes with --metric s, b
pairwise @stargazer --metric winpr --n 3 | --n goes with --metric s, b
pairwise @stargazer --metric f1 --n 3 | not with f1
pairwise @stargazer --metric wd --transposition-weight te | --metric s, not with wd
pairwise @stargazer --metric b --transposition-weight te | --metric s, not with b
pairwise @stargazer --metric s --window-diff units | not with s
pairwise @stargazer --metric pk --window-diff units | --window-diff goes with --metric wd
pairwise @stargazer --metric hierwd --window-diff units | not with hierwd
pairwise @stargazer --metric wd --option colour=red | wd has no option colour
pairwise @stargazer --metric wd --option = | wd has no option
pairwise @stargazer --metric wd --option window=three | window is a value of type int or float, got
pairwise @stargazer --metric wd --option window=2.5 | a window holds a whole number of
pairwise @stargazer --metric wd --option window= | window is a value of type int or float, got ''
pairwise @stargazer --metric wd --option window | window
pairwise @stargazer --metric wd --option k | k is a value
pairwise @stargazer --metric wd --option window=0 | a window
pairwise @stargazer --metric wd --option window=-3 | a window
pairwise @stargazer --metric wd --option k=1 | a window size is at least 2, got 1
pairwise @stargazer --metric wd --option width=words | width is one of units, boundaries, got
pairwise @stargazer --metric wd --option edges | edges is one of none, lamprier, got ''
pairwise @stargazer --metric pk --option window=0 | a window
pairwise @stargazer --metric winpr --option part=x | part is one of f, p, r, tp, tn, fp, fn, got 'x'
pairwise @stargazer --metric winpr --option part=P | part is one of
pairwise @stargazer --metric confusion --option beta=nan | beta lies between
pairwise @stargazer --metric s --option n=0 | n is a whole number
pairwise @stargazer --metric s --option substitution=2 | substitution lies in [0, 1]
pairwise @stargazer --metric s --option ordinal=perhaps | ordinal is a value of type bool, got
pairwise @stargazer --metric s --option types= | type
pairwise @stargazer --metric s --option types | type
pairwise @dialogue --metric s --option types=topic | type
pairwise @dialogue --metric b --option types=topic | type
pairwise @dialogue --metric confusion --option types=topic | type
pairwise @stargazer --metric ghd --option shift=-1 | the cost shift is a number of at least 0
pairwise @stargazer --metric ghd --option shift=inf | the cost shift is a number of at least 0
pairwise @stargazer --metric a --option threshold=2 | threshold lies in [0, 1]
pairwise @stargazer --metric a --option threshold_kind=soft | there is no threshold
pairwise @stargazer --metric hierwd --option ignore_reference_levels=1 | is a value of type bool
report @moonstone | -o/--output
report @moonstone -o r.doc | r.doc: the ending is none of .html
report @moonstone -o r.json -o r.md --to json | --to goes with one -o
report @moonstone -o r.json -o ./r.json | would be written twice
report @moonstone -o - --to json | a report is not printed; name a file after -o
report @moonstone -o r.json --contents plots | invalid choice: 'plots'
report @moonstone -o r.json --contents rounds | rounds are there if --before names
report @moonstone -o r.json --without @contents | holds at least one of
report @moonstone -o r.json --contents why --without pairs | --without pairs
report @moonstone -o r.json --worst 21 | explains 1 to 20 items, got 21
report @moonstone -o r.json --title ' ' | a title is not empty
report @moonstone -o r.json --date 31.1.2026 | is not a day such as 2026-01-31
report @moonstone -o r.json --date 2026-02-30 | is not a day such as 2026-01-31
report @moonstone -o r.json --no-intervals --over items | --over does not go with
report @moonstone -o r.json --over coders | invalid choice
report @dialogue -o r.json --width 2 | --width is for recordings
report @film -o r.json --contents pairs | is for texts; a report on recordings holds results
report @film -o r.json --without ranked | ranked is for texts
report @film -o r.json --similarity b | --similarity is for texts
report @film -o r.json --no-intervals | --no-intervals is for texts
report @film -o r.json --bin-width 0 | above 0 wide
reproduce scaiano2012 --data x | goes with fournier2012, carroll2010 and diaz2022, not with scaiano
reproduce nobody2000 | invalid choice: 'nobody2000'
rounds a.csv | the following arguments are required: NEXT
rounds a b --name one | --name is given once for each of the 2 rounds, got 1
rounds a b --name x --name x | --name 'x' is given twice
rounds a b --name x --name ' ' | --name is empty
rounds a b --over coders | invalid choice: 'coders'
rounds @film @film --n 3 | --n is for texts
rounds @moonstone @moonstone --trim 3 4 | --trim is for recordings
segmenters @moonstone --baselines NONE,SOME | 'SOME' is none of NONE, ALL
segmenters @moonstone --baselines '' | '' is none of
segmenters @moonstone --seed -1 | a whole number, at least 0
segmenters @moonstone --n 0 | 0
"""
NAMED = {
    **{name: [str(one.path)] for name, one in SAMPLES.items()},
    "large": ["9" * 5000],
    "contents": [*CONTENTS],
    "similarities": [*SIMILARITIES],
}


def filled(text: str) -> list[str]:
    """Return the words of a text, those with a sign before them as what they stand for."""
    words = shlex.split(text)
    return [each for word in words for each in NAMED.get(word.removeprefix("@"), [word])]


@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_words_that_make_no_command_are_refused(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.chdir(tmp_path)
    words, _, said = line.partition("| ")
    with pytest.raises(SystemExit) as stopped:
        main(filled(words))
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: segmetrics")
    assert "Traceback" not in err
    for part in NAMED.get(said.removeprefix("@"), [said]):
        assert part in err
    assert list(tmp_path.iterdir()) == []


NOTHING = "0 without problems, 1 if items had to be left out, 2 if nothing"
EXIT_STATUS = {
    **dict.fromkeys(("agreement", "pairwise"), NOTHING),
    "convert": f"{NOTHING} could be ",
    "check": "0 without problems, 1 with some, 2 if nothing can be used",
    **dict.fromkeys(("report", "verify"), "exit status"),
}


@pytest.mark.parametrize("word", ["-h", "--help"])
@pytest.mark.parametrize("command", EXIT_STATUS)
def test_the_help_explains_the_exit_status(command: str, word: str, capsys: Printed) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, word])
    assert stopped.value.code == 0
    assert EXIT_STATUS[command] in " ".join(capsys.readouterr().out.split())
