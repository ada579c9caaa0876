// What components share that draw segmentations as strips, with marks between two of them.

const LABEL = 112, LANE = 22, BETWEEN = 9, AXIS = 30, MIDDLE = 84, UNIT_MAX = 72, MARK = 14, MARK_LETTER = 6;

function axis(svg, from, to, unit, x) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => size * unit >= 26) || 200;
  for (let number = Math.ceil(from / step) * step; number <= to; number += step) {
    svg.append(draw("text", { class: "axis", x: x(number - 1) + unit / 2, y: 10 }, number.toLocaleString("en")));
  }
  if (from === 1 && step > 1) svg.append(draw("text", { class: "axis", x: x(0) + unit / 2, y: 10 }, "1"));
}

function strip(svg, { name, short, segments, marked }, index, top, { from, to, mass, x, unit, colour, called = "unit" }) {
  const sizes = segments.map(([start, end]) => end - start + 1);
  const label = `${name}: segments of ${sizes.join(", ")} ${called}s`;
  const group = draw("g", { role: "img", "aria-label": label, "data-says": name, style: `--coder:${colour}` });
  group.append(draw("text", { class: marked ? "name marked" : "name", x: LABEL - 10, y: top + LANE / 2 }, short));
  const ticks = [];
  let free = 0;
  for (const [start, end, number, mark] of segments) {
    const left = x(Math.max(start, from) - 1), right = x(Math.min(end, to));
    const says = `${name}, segment ${number}: ${called}s ${start} to ${end} (${count(end - start + 1, called)})`;
    group.append(draw("rect", { class: number % 2 ? "odd" : "even", x: left, y: top, width: Math.max(0, right - left), height: LANE, "data-says": says }));
    const text = String(end - start + 1);
    if (right - left > 9 * text.length + 8) {
      group.append(draw("text", { class: "size", x: (left + right) / 2, y: top + LANE / 2 }, text));
    }
    if (end < mass && end >= from - 1 && end <= to) {
      // A tick with a mark does not reach up to it.
      const tick = draw("line", { class: "tick", x1: x(end), x2: x(end), y1: mark ? top : top - 3, y2: top + LANE + 3 });
      if (mark) {
        tick.setAttribute("data-says", `${name}, ${before(called, end)}: ${mark}`);
        // Where boundaries are close there is room for the first one's; the tick says the others'.
        const shown = mark.length > 14 ? mark.split(", ")[0].slice(0, 13) + "…" : mark, half = (MARK_LETTER * shown.length) / 2;
        if (x(end) - half >= free) {
          group.append(draw("text", { class: "mark", x: x(end), y: top - 9 }, shown));
          free = x(end) + half + MARK_LETTER;
        }
      }
      ticks.push(tick);
    }
  }
  group.append(...ticks);
  svg.append(group);
}

function mark({ kind, positions, lanes, spans, text }, x, y) {
  const group = draw("g", { class: kind, tabindex: "0", role: "img", "aria-label": text, "data-says": text, "data-place": positions[0] || "" });
  const top = y(0) + LANE, bottom = y(1);
  if (kind === "edge") {
    // The units of the two segments, and how well they correspond.
    const [[a, b], [c, d], weight] = spans;
    const points = [[x(a - 1), top + 4], [x(b), top + 4], [x(d), bottom - 4], [x(c - 1), bottom - 4]];
    group.append(draw("polygon", { class: "hit", points: points.join(" "), style: `--weight:${weight}` }));
  } else if (kind === "right" || kind === "wrong") {
    // A window stands at its middle, so that neighbours stand side by side.
    const [[first, last]] = spans;
    const middle = (x(first) + x(last)) / 2, wide = Math.max(1.5, x(1) - x(0) - 1.5);
    group.append(draw("rect", { class: "window", x: middle - wide / 2, y: (top + bottom) / 2 - 13, width: wide, height: 26 }));
  } else if (kind === "match" || kind === "retyping" || kind === "relevelled") {
    const at = x(positions[0]);
    group.append(hit(at, at, top, bottom), draw("line", { x1: at, x2: at, y1: top + 3, y2: bottom - 3 }));
  } else if (kind === "transposition") {
    const [above, below] = lanes[0] === 0 ? positions : [positions[1], positions[0]];
    const middle = (top + bottom) / 2, a = x(above), b = x(below);
    group.append(hit(a, b, top, bottom), draw("path", { d: `M ${a} ${top + 3} C ${a} ${middle} ${b} ${middle} ${b} ${bottom - 3}` }));
  } else {
    const at = x(positions[0]);
    const centre = lanes[0] === 0 ? top + 17 : bottom - 17;
    const edge = lanes[0] === 0 ? top + 3 : bottom - 3;
    group.append(
      hit(at, at, centre - 9, centre + 9),
      draw("line", { class: "stub", x1: at, x2: at, y1: edge, y2: centre }),
      draw("path", { d: `M ${at - 5} ${centre - 5} l 10 10 m 0 -10 l -10 10` }),
    );
  }
  return group;
}

/** A broad, unseen area to point at. */
function hit(a, b, top, bottom) {
  return draw("rect", { class: "hit", x: Math.min(a, b) - 6, y: top, width: Math.abs(a - b) + 12, height: bottom - top });
}
