// Segmentations as aligned strips; between two of them what a metric sees: the edits
// that turn one into the other, the windows that err, the segments that correspond.

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
  const marks = lanes.some((lane) => lane.segments.some((segment) => segment[3]));
  const gap = operations ? MIDDLE : marks ? BETWEEN + MARK : BETWEEN;
  const y = (lane) => AXIS + lane * (LANE + gap);
  const height = y(lanes.length - 1) + LANE + 8;
  const svg = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": data.label });
  if (data.place !== null && data.place >= from - 1 && data.place <= to) {
    svg.append(draw("rect", { class: "place", x: x(data.place) - 5, y: AXIS - 5, width: 10, height: height - AXIS + 2 }));
  }
  const cursor = draw("rect", { class: "cursor", y: AXIS - 5, width: 2, height: height - AXIS + 2, visibility: "hidden" });
  svg.append(cursor);
  axis(svg, from, to, unit, x);
  const colour = coder_colours(root);
  lanes.forEach((lane, index) => strip(svg, lane, index, y(index), { ...data, x, unit, called: data.unit, colour: colour(lane.coder) }));
  // Marks that reach beyond the visible units are cut off at their edge.
  const clip = draw("clipPath", { id: "visible" }, draw("rect", { x: LABEL - 8, y: 0, width: units * unit + 16, height }));
  const marked = draw("g", { "clip-path": "url(#visible)" });
  for (const operation of operations || []) marked.append(mark(operation, x, y));
  svg.append(clip, marked);
  const tip = make("div", { class: "tip", hidden: "" });
  const aloud = make("div", { class: "spoken", "aria-live": "polite" });
  root.replaceChildren(...(operations ? [legend_of(data.counts)] : []), svg, tip, aloud);
  places(root, { data, svg, tip, aloud, cursor, x, unit });
}

/** Let a person point at places: with the mouse, by Tab from mark to mark, by arrow keys. */
function places(root, { data, svg, tip, aloud, cursor, x, unit }) {
  const first = Math.max(1, data.from - 1), last = Math.min(data.mass - 1, data.to);
  const inside = (place) => Math.min(last, Math.max(first, place));
  const nearest = (event) => {
    const [at] = offset_in(svg, event);
    if (last < first || at < LABEL - 8 || at > x(data.to) + 8) return null;
    return inside(data.from - 1 + Math.round((at - LABEL) / unit));
  };
  const says = (target) => target.closest("[data-says]")?.dataset.says || "";
  let focus = null;

  function point(said, place, at, top) {
    const quotes = place ? around(data.texts, place) : [];
    fill_tip(tip, said, quotes);
    if (!tip.hidden) place_tip(tip, at, top);
    cursor.setAttribute("visibility", place && (data.texts || focus) ? "visible" : "hidden");
    if (place) cursor.setAttribute("x", x(place) - 1);
    return quotes;
  }
  function leave() {
    tip.hidden = true;
    cursor.setAttribute("visibility", "hidden");
  }
  function open(place) {
    // The visible part of a long item stays where it is: the place is in it.
    const part = data.from > 1 || data.to < data.mass;
    open_view(address_of(data.href, { place, start: part ? data.from : null }));
  }

  svg.addEventListener("mousemove", (event) => {
    const place = nearest(event);
    svg.style.cursor = place ? "pointer" : "default";
    point(says(event.target), place, ...offset_in(root, event));
  });
  svg.addEventListener("mouseleave", leave);
  svg.addEventListener("click", (event) => {
    const place = nearest(event);
    if (place) open(place);
  });
  // A mark that has the focus says what it is and shows the text where it is.
  svg.addEventListener("focusin", (event) => {
    const group = event.target.closest("[data-place]");
    if (!group || !group.matches(":focus-visible")) return;
    const box = group.getBoundingClientRect(), frame = root.getBoundingClientRect();
    const place = Number(group.dataset.place);
    point(says(group), place || null, box.right - frame.left, box.bottom - frame.top - 12);
  });
  svg.addEventListener("focusout", leave);
  if (data.operations) return;
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("aria-description", "Arrow keys move from place to place, Enter chooses the place.");
  svg.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -data.mass, End: data.mass }[event.key];
    if (by && last >= first) {
      event.preventDefault();
      focus = inside(focus ? focus + by : by === -1 || by === 1 ? data.place || first : first + by);
      const ends = (lanes) => lanes.filter(({ segments }) => segments.some((segment) => segment[1] === focus)).map((lane) => lane.name);
      const coders = data.lanes.filter((lane) => !lane.beside), who = ends(coders);
      const others = ends(data.lanes.filter((lane) => lane.beside)).map((name) => `; ${name}`).join("");
      const said = `${capital(before(data.unit, focus))}: ${who.length} of ${count(coders.length, "coder")}${who.length ? `: ${who.join(", ")}` : ""}${others}`;
      aloud.textContent = spoken(said, point(said, focus, x(focus), svg.clientHeight - 16));
    } else if (event.key === "Enter" && focus) open(focus);
  });
}
