// Segmentations as aligned strips; between two of them, the edits that turn one
// into the other.

const LABEL = 112, LANE = 22, BETWEEN = 9, AXIS = 22, MIDDLE = 84, UNIT_MAX = 72;
const SHAPES = { match: "match", transposition: "near miss", substitution: "full miss" };

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "lanes");
  on_width(root, (width) => render(root, data, width));
  if (root.clientWidth) render(root, data, Math.floor(root.clientWidth));
}

function render(root, data, width) {
  const { lanes, from, to, operations } = data;
  const units = to - from + 1;
  const unit = Math.min(UNIT_MAX, (width - LABEL - 14) / units);
  const x = (position) => LABEL + (position - from + 1) * unit;
  const gap = operations ? MIDDLE : BETWEEN;
  const y = (lane) => AXIS + lane * (LANE + gap);
  const height = y(lanes.length - 1) + LANE + 8;
  const svg = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": data.label });
  if (data.place !== null && data.place >= from - 1 && data.place <= to) {
    svg.append(draw("rect", { class: "place", x: x(data.place) - 5, y: AXIS - 5, width: 10, height: height - AXIS + 2 }));
  }
  axis(svg, from, to, unit, x);
  lanes.forEach((lane, index) => strip(svg, lane, index, y(index), { ...data, x, unit }));
  for (const operation of operations || []) svg.append(mark(operation, x, y));
  root.replaceChildren(...(operations ? [legend(data)] : []), svg);
}

function axis(svg, from, to, unit, x) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => size * unit >= 26) || 200;
  for (let number = Math.ceil(from / step) * step; number <= to; number += step) {
    svg.append(draw("text", { class: "axis", x: x(number - 1) + unit / 2, y: 12 }, number.toLocaleString("en")));
  }
  if (from === 1 && step > 1) svg.append(draw("text", { class: "axis", x: x(0) + unit / 2, y: 12 }, "1"));
}

function strip(svg, { name, segments, marked }, index, top, { from, to, mass, x, unit }) {
  const sizes = segments.map(([start, end]) => end - start + 1);
  const label = `${name}: segments of ${sizes.join(", ")} units`;
  const group = draw("g", { role: "img", "aria-label": label });
  group.append(draw("title", {}, name));
  group.append(draw("text", { class: marked ? "name marked" : "name", x: LABEL - 10, y: top + LANE / 2 }, cut(name)));
  for (const [start, end, number] of segments) {
    const left = x(Math.max(start, from) - 1), right = x(Math.min(end, to));
    const box = draw("rect", { class: number % 2 ? "odd" : "even", x: left, y: top, width: Math.max(0, right - left), height: LANE });
    box.append(draw("title", {}, `${name}, segment ${number}: units ${start} to ${end} (${count(end - start + 1, "unit")})`));
    group.append(box);
    const text = String(end - start + 1);
    if (right - left > 9 * text.length + 8) {
      group.append(draw("text", { class: "size", x: (left + right) / 2, y: top + LANE / 2 }, text));
    }
    if (end < mass && end >= from - 1 && end <= to) {
      group.append(draw("line", { class: "tick", x1: x(end), x2: x(end), y1: top - 3, y2: top + LANE + 3 }));
    }
  }
  svg.append(group);
}

function cut(name) {
  return name.length > 15 ? name.slice(0, 14) + "…" : name;
}

function mark({ kind, positions, lanes, text }, x, y) {
  const group = draw("g", { class: kind, tabindex: "0", role: "img", "aria-label": text });
  group.append(draw("title", {}, text));
  const top = y(0) + LANE, bottom = y(1);
  if (kind === "match") {
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

function legend({ counts }) {
  const sample = { match: "M 9 1 V 15", transposition: "M 3 1 C 3 8 15 8 15 15", substitution: "M 4 3 l 10 10 m 0 -10 l -10 10" };
  const parts = Object.entries(SHAPES).map(([kind, noun]) => {
    const icon = draw("svg", { width: 18, height: 16, class: kind, "aria-hidden": "true" }, draw("path", { d: sample[kind] }));
    return make("span", {}, icon, count(counts[kind], noun, noun === "match" ? "matches" : noun + "es"));
  });
  return make("div", { class: "legend" }, ...parts);
}
