"""Gaps that one coder leaves in time where segments of others touch, or others mark points.

Both edges of a gap are boundaries. Who stops a segment by hand and then starts the next means one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from segmetrics.io.parts import Span, SpanCoding, grouped
from segmetrics.io.problems import Notice, NoticeKind
from segmetrics.number_formats import exact_time, seconds_in_words
from segmetrics.phrases import counted, listed

Gaps = Literal["", "one", "two"]  # one boundary each, or both of their ends
SHORT = 1000  # milliseconds that such a gap lasts at most
ENDS_EARLY: NoticeKind = "ends early"
PART = 0.25  # of the shorter segment beside it, at most
FEWEST, TOUCHING = 4, 0.8  # segments of each, and share of those of others that touch


def closed(
    spans: Sequence[SpanCoding], chosen: Gaps
) -> tuple[list[SpanCoding], tuple[str, ...], list[Notice]]:
    """Close short gaps if a person said that they are one boundary each.

    Returned are the codings, the coders who have such gaps, and a question or what was done.
    """
    gaps = dict(_of_coders([one for one in spans if one.extent.in_time]))
    if not gaps:
        return list(spans), (), []
    first = next(one for one in spans if one.coder in gaps)
    times, most = counted(sum(gaps.values()), "gap"), seconds_in_words(SHORT / 1000)
    those = f"{times} of at most {most} between segments of {listed(list(gaps))}"
    if chosen == "one":
        made = [_closed(one) if one.coder in gaps else one for one in spans]
        return made, tuple(gaps), [first.notice(f"{those}: one boundary each, as a person said")]
    if chosen == "two":
        return list(spans), tuple(gaps), []
    fix = "say whether each is one boundary, or both of its ends are"
    what = f"{those} count as two boundaries each, where others mark one"
    asked = first.problem(what, fix)
    asked = replace(
        asked, coder=None, item=None, asks="short_gaps", command="--short-gaps one or two"
    )
    return list(spans), tuple(gaps), [asked]


def up_to_the_ends(spans: Sequence[SpanCoding]) -> tuple[list[SpanCoding], list[Notice]]:
    """Let segments that touch each other reach the ends of a recording that they nearly reach."""
    made = [_up_to_the_ends(one) for one in spans]
    changed = [one for one, new in zip(spans, made, strict=True) if new is not one]
    if not changed:
        return made, []
    one, several = "coding begins or ends", "codings begin or end"
    what = f"{counted(len(changed), one, several)} within {seconds_in_words(SHORT / 1000)} of the "
    what += "begin or end of the recording: no boundary is there"
    return made, [replace(changed[0].notice(what), coder=None, item=None)]


def _up_to_the_ends(coding: SpanCoding) -> SpanCoding:
    """Return a coding of segments that touch, from the begin to the end if it nearly is so."""
    joints = [*_neighbours(coding.spans)]
    touching = sum(before.end == after.start for before, after in joints)
    if not coding.extent.in_time or len(joints) < FEWEST or touching < TOUCHING * len(joints):
        return coding
    first, last, end = joints[0][0], joints[-1][1], coding.extent.end
    new = {}
    if 0 < first.start <= min(SHORT, PART * (first.end - first.start)):
        new[first] = first._replace(start=0)
    if 0 < end - last.end <= min(SHORT, PART * (last.end - last.start)):
        new[last] = last._replace(end=end)
    return (
        replace(coding, spans=tuple(new.get(one, one) for one in coding.spans)) if new else coding
    )


def ended_early(spans: Sequence[SpanCoding]) -> Iterator[Notice]:
    """Name whose segments end long before a recording does, where those of all others go on."""
    for of_item in grouped((one.item, one) for one in spans if one.extent.in_time).values():
        left = [one.extent.end - max((s.end for s in one.spans), default=0) for one in of_item]
        at = max(range(len(left)), key=left.__getitem__)
        one, others = of_item[at], left[:at] + left[at + 1 :]
        lengths = [span.end - span.start for span in one.spans if span.start < span.end]
        on = len(others) > 1 and max(others) <= SHORT and not one.extent.is_open
        if on and len(lengths) >= FEWEST and left[at] > 2 * max(lengths):
            end = one.extent.end / 1000
            stops, on_to = exact_time(end - left[at] / 1000), exact_time(end)
            what = f"the segments end at {stops}, those of the others go on to {on_to}, as if the "
            what += "coding stopped here"
            yield replace(one.notice(what), kind=ENDS_EARLY)


def _of_coders(spans: Sequence[SpanCoding]) -> Iterator[tuple[str, int]]:
    """Yield the coders who leave short gaps after most segments, beside others who leave none."""
    short: Counter[str] = Counter()
    touching: Counter[str] = Counter()
    joints: Counter[str] = Counter()
    items: Mapping[str, list[str | None]] = grouped((one.coder or "", one.item) for one in spans)
    for one in spans:
        for before, after in _neighbours(one.spans):
            joints[one.coder or ""] += 1
            short[one.coder or ""] += _is_short(before, after)
            touching[one.coder or ""] += before.end == after.start
    tile = {who for who, of in joints.items() if of >= FEWEST and touching[who] >= TOUCHING * of}
    points: Counter[str] = Counter()
    for one in spans:
        points[one.coder or ""] += sum(span.start == span.end for span in one.spans)
    tile |= {who for who, of in points.items() if of >= FEWEST and not joints[who]}
    tiled = {item for who in tile for item in items[who]}
    for who, times in short.items():
        beside = not tiled.isdisjoint(items[who])
        if who and beside and joints[who] >= FEWEST and 2 * times > joints[who]:
            yield who, times


def _neighbours(spans: Iterable[Span]) -> Iterator[tuple[Span, Span]]:
    return pairwise(sorted(span for span in spans if span.start < span.end))


def _is_short(before: Span, after: Span) -> bool:
    gap = after.start - before.end
    beside = min(before.end - before.start, after.end - after.start)
    return 0 < gap <= min(SHORT, PART * beside)


def _closed(coding: SpanCoding) -> SpanCoding:
    """Return a coding whose segments go on to the next one over a short gap."""
    ends = {
        before: after.start
        for before, after in _neighbours(coding.spans)
        if _is_short(before, after)
    }
    made = (span._replace(end=ends[span]) if span in ends else span for span in coding.spans)
    return replace(coding, spans=tuple(made))
