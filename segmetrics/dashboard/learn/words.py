"""What the pages under Learn say: Tour, Laboratory, Metrics, Reproduce."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.number_formats import percent, rate, short
from segmetrics.phrases import counted, joined

# ----- Tour

TOUR_HEADINGS = (
    "1. Several people, one text",
    "2. How two of them differ",
    "3. One number for all",
    "4. Where it comes from",
    "5. When it is not the text",
    "6. And now",
)
TOUR_UNREAD = (
    "The sample that the tour shows cannot be read. Install segmetrics again, or open a corpus of "
    "your own."
)
TOUR_PLACES = "They differ most at these places. Each link opens the text there:"
TOUR_TEXT = (
    "This is what they read, with their boundaries beside it. Where would you say that a new "
    "subject begins? The text was written for this tour, and the people are made up."
)
TOUR_REASONS = "All reasons, with their numbers →"
ONWARD_ITEMS = "Which items are unreliable?"
ONWARD_CODERS = "Who differs from whom?"
ONWARD_ROUNDS = "Did a training help?"
ONWARD_METRICS = "Which metric should I trust?"
ONWARD_OWN = "Open your own codings"

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NO_CHANCE = "This item has too few places to say how much of that is chance."
EDITS_BETWEEN = "Edits between {a} and {b}"


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"


def coded(people: int, units: int, unit: str, marked: int, by_all: int) -> str:
    return (
        f"{number(people).capitalize()} people read the same text of {counted(units, unit)} "
        f"and marked where a new subject begins. Each row below is one of them. Between {unit}s "
        f"there are {units - 1} places. {number(marked).capitalize()} of them were marked by "
        f"somebody, {number(by_all)} by everybody."
    )


def compared(first: int, second: int, near: int, full: int, unit: str) -> str:
    return (
        f"These two differ most. One placed {counted_word(first)}, the other {number(second)}. "
        "Where two boundaries stand next to each other, both saw the change, "
        f"one {unit} apart: "
        "a **near miss** (a blue curve). Where one has a boundary and the other has none nearby, "
        f"that is a **full miss** (an orange cross). Here: {number(near)} near and {number(full)} "
        "full."
    )


def counted_word(boundaries: int) -> str:
    return f"{number(boundaries)} {'boundary' if boundaries == 1 else 'boundaries'}"


def scored(people: int, similarity: float | None) -> str:
    return (
        "Segmentation similarity S is the share of places that two codings leave alike. Over all "
        f"pairs of the {number(people)} people it is **{short(similarity)}**. Is that good?"
    )


def chance(shuffled: float, corrected: float) -> str:
    come, little = "do not come any nearer", "no"
    if corrected > 0:
        come, little = f"come **{percent(corrected)}** of the way", "little"
    return (
        "No. Boundaries are rare, so most places are empty for everybody, and it is easy to agree "
        "on empty places. Let each person's boundaries keep their distances, but lie **anywhere**, "
        f"and S is still **{short(shuffled)}** on average. From there to perfect agreement these "
        f"people {come} (R = {short(corrected)}). That is low reliability. The trouble is not that "
        f"they differ, but that they agree {little} more than people who did not read the text."
    )


def origin(finest: str, most: int, coarsest: str, least: int) -> str:
    return (
        f"They do not divide the text equally finely: {finest} made {number(most)} segments, "
        f"{coarsest} {number(least)}. Who divides more finely has boundaries where the others have "
        "none nearby."
    )


def habit(coder: str, placed: int, beside: int, moved: str) -> str:
    which = "all" if beside == placed else number(beside)
    return (
        f"This is another text. Look at **{coder}**, who placed {counted_word(placed)} here: "
        f"{which} of them stand {moved} a place that most of the others marked and {coder} did not."
    )


def over_all(coder: str, moved: str, before: float | None, after: float | None) -> str:
    return (
        f"It is so over all texts: the agreement of {coder} with the others (kappa, for which "
        f"guessing gives 0) is {short(before)}, and {short(after)} if each boundary of {coder} is "
        f"moved {moved}. So the text is not to blame, and {coder} mostly saw what the others saw. "
        "A word about where the mark belongs would help."
    )


def fine(coder: str, times: float | None) -> str:
    return (
        f"Another habit is to divide finely: over all texts {coder} marks {rate(times)} times as "
        "many boundaries as the others. That is no mistake; your guidelines say how fine a segment "
        "should be."
    )


# ----- Laboratory

WINDOWS_COUNT = "WindowDiff counts"
COMPARE, WITH_REFERENCE = "Compare", "with the reference"
ALL_TOGETHER, CONVENTION = "All segmentations together", "Convention"
COEFFICIENTS_OF_ALL = "Coefficients of all segmentations"
TAKE_AWAY, AS_JSON = "Take it away", "Drawing as JSON"
ALL_ABOUT, THIS_DRAWING = "All about it", "this drawing"
LABORATORY = (
    "Click between two units to set or remove a boundary, and see what every metric makes of it. "
    "Begin with a scene:"
)
NOTHING_CHANGED_YET = "Click between two units: this line then says which metrics changed."
LANES_HELP = "A window of size k can hold k units, or k potential boundaries."
TAKE_IT_AWAY = (
    "The address of this page holds the whole drawing: copy it to share it. The page Projects "
    "opens the file."
)
WRITE_SIZES = "Segment sizes, one line for each segmentation; change them to draw others"
CONVENTION_HELP = (
    "What the formula for chance counts: boundaries (defined), or segments (published)."
)
SINCE = ("Since the start", "The change since the scene was opened.")
PRINTED = ("Printed", "What the paper prints for these two.")
CLOSEST = ("Closest", "The one that the metric finds closest to the reference.")
NONE_CLOSEST = "the metric has a value for none of them"
NO_DIFFERENCE = "no difference"
COEFFICIENT, WHAT_IT_IS = "Coefficient", "What it is"
OWN_DRAWING, ADD = "Your own drawing", "Add a segmentation"
LONGER, SHORTER = "One unit more", "One unit less"
SHORT: Mapping[str, str] = {
    "s": "S",
    "b": "B",
    "a": "A",
    "confusion": "F by edits",
    "wd_chance": "chance level",
    "wd_normalised": "WD against chance",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "ghd": "Hamming distance",
}
"""What metrics are called in sentences, where that is shorter than their names."""
NO_VALUE = "No metric has a value here."
COEFFICIENTS: Mapping[str, str] = {
    "pi_s": "Agreement less what its formula expects of single places, one rate for all.",
    "kappa_s": "The same, with each coder's own rate.",
    "pi_b": "As π* over S, but only of places where somebody has a boundary.",
    "alpha": "Krippendorff's alpha: agreement beyond chance on yes or no at each place. Near "
    "misses count as misses.",
}
VALUE_OF = "{metric} of {compared}"
UNDEFINED_BECAUSE = "Undefined: {}."
UNDEFINED_REVERSED = "Reversed, undefined: {}."
PRINTED_AS = "{what} is printed as {printed}: {why}."
NO_SCENE = "there is no scene {!r}"
NEW = "new {}"
CHANGED_FROM = "Changed from {}"
REMOVE = "Remove {}"
BACK_TO = "Back to {}"
OTHER_N = "Near-miss window of {now} instead of {before}"
OTHER_WIDTH = "Windows of {now} instead of {before}"
NO_DRAWING = "The address of this page makes no drawing: {}. Choose a scene above."
IS_REFERENCE = "{} is the reference. “Reversed” takes it the other way round."
TOO_MANY = "it has {segmentations} segmentations, and {most} can be drawn"
OTHER_MASS = (
    "{first} has {mass:,} units and {other} {its_mass:,}, but segmentations of one text have the "
    "same number of units"
)
DRAWING = (
    "Drawing of {segmentations} segmentations of {units} units; the edits are those between "
    "{hypothesis} and {reference}"
)
WHICH_IS_CLOSEST = "Which is closest to {}?"
ALL_AGAINST = "All segmentations against {}"
METRICS_OF = "What the metrics say of {}"
IT_MISSES = "It misses: {}"
ALL_CHANGED = "{} changed"


def was(value: str | None) -> str:
    return "was undefined" if value is None else f"was {value}"


def setting(options: Mapping[str, object], *, complement: bool) -> str:
    said = ["1 − the value"] if complement else []
    named = {"k": "k = {}", "width": "windows of {}", "window": "window of {}"}
    said += [text.format(options[key]) for key, text in named.items() if key in options]
    return ", ".join(said)


def other_length(more: int) -> str:
    return f"The text is {counted(abs(more), 'unit')} {'longer' if more > 0 else 'shorter'}"


def edited(name: str, came: list[int], went: list[int]) -> str:
    added, removed = (", ".join(f"{place + 1}" for place in places) for places in (came, went))
    if len(came) == len(went) == 1:
        return f"{name}: the boundary before unit {removed} moved to {added}"
    if not went:
        return f"{name}: boundary before unit {added} added"
    if not came:
        return f"{name}: boundary before unit {removed} removed"
    return f"{name}: boundary before unit {removed} removed, before {added} added"


def closest(choices: Mapping[str, list[str]], undecided: list[str]) -> str:
    said = [f"{choice} is closest by {joined(names)}." for choice, names in choices.items()]
    if undecided:
        said.append(f"No difference by {joined(undecided)}.")
    return " ".join(said) or NO_VALUE


def reaction(what: str, saw: list[str], missed: list[str]) -> str:
    if not saw:
        return f"{what}. No metric of these two changed."
    if not missed:
        return f"{what}. Every metric changed."
    return f"{what}. {joined(saw)} changed; {joined(missed)} did not."


# ----- Laboratory and Metrics

EXCHANGE = "Exchange the two"
METRIC, VALUE, REVERSED = "Metric", "Value", "Reversed"
REVERSED_ABOUT = "The value if the two change places; a symmetric metric stays the same."
REWARDS, MISSES = "What it rewards", "What it misses"


# ----- Metrics

TERM_COLUMNS = ("Term", "What it means")
KEY, RANGE, SYMMETRIC = "Name on the command line", "Range", "Symmetric"
ARE_SYMMETRIC, NOT_SYMMETRIC = "yes", "no: a hypothesis against a reference"
REVERSING, UNDEFINED, NEVER = "Reversing the text", "Undefined", "never"
ON_TIME = "On a time line"
OPTIONS, NO_OPTIONS = "Options", "none"
SOURCE, FLAWS, NO_FLAWS = "Source", "Known flaws", "none described"
TERMS_CAPTION = "Terms"
TERMS = "Terms, and what they mean"
TO_LABORATORY = "Draw segmentations and see what every metric says"
NOT_HERE = "Not here, and why"
SEE_THEM_ON = "See them on {}"
METRICS_AGAINST = "All metrics of {a} against {b}"
PAIR_ON = "{a} against {b} on {item}"
WHICH_IS_WHICH = "{a} is the hypothesis and {b} the reference. Reversed, it is the other way round."


def range_of(low: str, high: str, direction: str, perfect: float | None) -> str:
    best = "" if perfect is None else f", {perfect:g} is perfect"
    return f"{low} to {high}, {direction}{best}"


def option(name: str, choices: Sequence[str], default: object) -> str:
    offered = f"{' | '.join(choices)}, default " if choices else ""
    return f"{name} ({offered}{'left open' if default is None else default})"


# ----- Reproduce

PAPER, SIMULATIONS = "Paper", "Simulations"
WRONG_SIZE = "it has {}; a drawing has {} to {}"
ALL_ROWS, PUBLISHED_ONLY = "All {}", "Published, not computed: {}"
HEADINGS = {
    "pi*_S": ("π*", "S"),
    "kappa*_S": ("κ*", "S"),
    "pi*_S sd": ("sd of π*", "S"),
    "pi*_B": ("π*", "B"),
}
"""Headings with a subscript, by the column of the paper."""
OVER = "{} over {}"
"""The same within a sentence."""
READING = (
    "Each cell has our figure and, below it, the published one. A sign compares them: = is the "
    "same in every printed decimal, ≈ the same within sampling error, ≠ different, and by how "
    "much. A dash is a figure that cannot be computed; the reason stands below its table."
)
ABOUT = {
    "fournier2012": "Fournier, C. and Inkpen, D. (2012). Segmentation similarity and agreement. "
    "NAACL-HLT 2012.",
    "scaiano2012": "Scaiano, M. and Inkpen, D. (2012). Getting more from segmentation "
    "evaluation. NAACL-HLT 2012.",
    "carroll2010": "Carroll, L. (2010). Evaluating hierarchical discourse segmentation. "
    "NAACL-HLT 2010.",
    "diaz2022": "Diaz, G. O. and Ouyang, J. (2022). An alignment-based approach to text "
    "segmentation similarity scoring. CoNLL 2022.",
}
FILES = {
    "fournier2012": "the complete Moonstone, either the tables ch1.csv to ch21.csv as their "
    "authors publish them, or one JSON file",
    "carroll2010": "the JSON file with the articles, their heading levels and the segmenters' "
    "ranks",
    "diaz2022": "the published counts constcosttransp.csv, crosstransp.csv, vanishtransp.csv",
}
"""The papers that need data, and which."""
SIMULATED = {"fournier2012": "the simulation of Table 1", "diaz2022": "the simulations"}
"""The papers with simulations, and what a button calls them."""
GIVEN = "The published figures come from the files that you gave in this session."
FORGET = "Forget them"
TOO_LARGE = (
    "These files have {} MB, and this page reads {} MB. Choose the data files of the paper, which "
    "are smaller."
)
FILES_HELP = (
    "These files do not come with segmetrics. They are read on this server, kept for this session "
    "only, and go nowhere else."
)
ON_COMMAND_LINE = "The same on the command line:"
TO_CHAPTERS = "The bundled chapters on the Overview"
TO_SCENE = "Try it in the Laboratory"
PUBLISHED = "published {}"
OUTCOME = "{said}, difference {difference}"
NOT_YET = "Without {}: compute them below."
PUBLISHED_ALONE = "{}, published figures alone"
NOT_NEEDED = "{}: not the data of this paper. Choose the files that are named above"
CURVES_DRAWN = "{title}: {names} over {across}; their order stands in the table"
PUBLISHED_DATA = "Published data: {}"
