// Segmentations that a person draws: a click between two units sets or removes a boundary.
// It shows at once; the marks between the first two, and the numbers, follow with the answer.

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "lanes");
  root.classList.add("drawing");
  const state = state_of(root, () => ({ root, awaited: null, focus: null, pressed: null }));
  state.latest = data;
  receive(state);
}

/** Show the latest answer, but for a late one, and not in the middle of a click. */
function receive(state) {
  const { root, latest: data } = state;
  if (state.pressed) return;
  // An answer to an earlier click than the last one comes too late to be shown.
  const asked = new URL(location.href).searchParams.get("drawn");
  if (state.awaited !== null && state.awaited === asked && state.awaited !== data.sent) return;
  state.awaited = null;
  state.data = data;
  state.placed = new Map(data.lanes.map(({ entry, boundaries }) => [entry, new Set(boundaries)]));
  if (!state.focus || !state.placed.has(state.focus.entry) || state.focus.place >= data.mass) {
    state.focus = { entry: data.lanes[0].entry, place: 1 };
  }
  on_width(root, (width) => render(state, width));
  if (root.clientWidth) render(state, Math.floor(root.clientWidth));
}

function render(state, width) {
  const { root, data } = state, { lanes, mass } = data;
  const held = root.contains(root.getRootNode().activeElement) && root.getRootNode().activeElement.closest("[data-spot]");
  const unit = Math.min(UNIT_MAX, (width - LABEL - 14) / mass);
  const x = (position) => LABEL + position * unit;
  const y = (lane) => AXIS + lane * (LANE + BETWEEN) + (lane ? MIDDLE - BETWEEN : 0);
  const height = y(lanes.length - 1) + LANE + 8;
  const svg = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": data.label });
  svg.setAttribute("aria-description", "Arrow keys move from place to place and from one segmentation to the next, Enter or Space sets or removes a boundary, Shift with an arrow key moves it along.");
  axis(svg, 1, mass, unit, x);
  const colour = coder_colours(root);
  lanes.forEach((lane, index) => {
    const look = { from: 1, to: mass, mass, x, unit, colour: colour(lane.entry) };
    strip(svg, { name: lane.name, short: lane.short, segments: segments_of(state, lane), marked: index < 2 }, index, y(index), look);
    svg.append(spots(state, lane, index, x, y(index), unit));
  });
  const marks = draw("g", {});
  for (const operation of data.operations) marks.append(mark(operation, x, y));
  svg.append(marks);
  state.tip = make("div", { class: "tip", hidden: "" });
  state.aloud ??= make("div", { class: "spoken", "aria-live": "polite" });
  root.replaceChildren(legend_of(data.counts), svg, gauges(data), state.tip, state.aloud);
  root.classList.toggle("waiting", state.awaited !== null);
  listen(state, svg);
  if (held) spot_of(state).focus({ preventScroll: true });
}

/** The segments of a lane as strips draw them: first and last unit, and number. */
function segments_of({ placed, data }, { entry }) {
  const ends = [...[...placed.get(entry)].sort((a, b) => a - b), data.mass];
  return ends.map((end, index) => [(ends[index - 1] || 0) + 1, end, index + 1, ""]);
}

/** The places of a lane, as buttons that are pressed where there is a boundary. */
function spots({ placed, focus, data }, { name, entry }, index, x, top, unit) {
  const group = draw("g", { role: "group", "aria-label": `Places of ${name}` });
  for (let place = 1; place < data.mass; place++) {
    const pressed = placed.get(entry).has(place), chosen = focus.entry === entry && focus.place === place;
    const says = `${name}, ${before(data.unit, place)}`;
    const spot = draw("g", { class: "spot", role: "button", "aria-pressed": pressed, "aria-label": says, tabindex: chosen ? 0 : -1, "data-spot": `${entry} ${place}`, "data-says": `${says}: ${pressed ? "boundary" : "no boundary"}` });
    spot.append(draw("rect", { class: "hit", x: x(place) - unit / 2, y: top - 4, width: unit, height: LANE + 8 }));
    if (!pressed) {
      spot.append(draw("line", { class: "ghost", x1: x(place), x2: x(place), y1: top - 3, y2: top + LANE + 3 }));
      for (const end of [top, top + LANE - 3]) {
        spot.append(draw("line", { class: "notch", x1: x(place), x2: x(place), y1: end, y2: end + 3 }));
      }
    }
    group.append(spot);
  }
  return group;
}

/** What the metrics say, with a mark at those that the last change moved. */
function gauges(data) {
  const items = data.gauges.map(({ name, text, href, title, bar, change }) => {
    const range = make("span", { class: "range", "aria-hidden": "true" });
    if (bar !== null) range.append(make("span", { style: `width:${Math.max(0, Math.min(1, bar)) * 100}%` }));
    return make("li", { class: change ? "moved" : null, title }, link(href, {}, name), " ", make("b", {}, text), " ", change ? make("small", {}, change) : null, range);
  });
  return make("ul", { class: "gauges", "aria-label": "What the metrics say" }, ...items);
}

function spot_of({ root, focus }) {
  return root.querySelector(`[data-spot="${focus.entry} ${focus.place}"]`);
}

function listen(state, svg) {
  const spot_at = (event) => {
    const spot = event.target.closest("[data-spot]");
    if (!spot) return null;
    const [entry, place] = spot.dataset.spot.split(" ").map(Number);
    return { entry, place };
  };
  // A drawing that is redrawn under a pressed button would lose the click.
  svg.addEventListener("pointerdown", () => {
    const pressing = new AbortController();
    state.pressed = pressing;
    const release = () => {
      pressing.abort();
      setTimeout(() => {
        // The next press may have begun already.
        if (state.pressed !== pressing) return;
        state.pressed = null;
        if (state.latest !== state.data) receive(state);
      });
    };
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, release, { signal: pressing.signal });
  });
  svg.addEventListener("click", (event) => {
    const at = spot_at(event);
    if (!at) return;
    state.focus = at;
    spot_of(state).focus({ preventScroll: true });
    toggle(state);
  });
  svg.addEventListener("keydown", (event) => {
    const at = spot_at(event);
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    state.focus = at;
    if (press(state, event)) event.preventDefault();
  });
  svg.addEventListener("mousemove", (event) => {
    fill_tip(state.tip, event.target.closest("[data-says]")?.dataset.says || "", []);
    if (!state.tip.hidden) place_tip(state.tip, ...offset_in(state.root, event));
  });
  svg.addEventListener("mouseleave", () => (state.tip.hidden = true));
}

/** Do what a key stands for; false if it stands for nothing. */
function press(state, { key, shiftKey }) {
  const { focus, data } = state;
  const along = { ArrowLeft: -1, ArrowRight: 1 }[key], across = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (key === "Enter" || key === " ") toggle(state);
  else if (along && shiftKey) shift(state, along);
  else if (along) step_to(state, focus.entry, focus.place + along);
  else if (key === "Home" || key === "End") step_to(state, focus.entry, key === "Home" ? 1 : data.mass - 1);
  else if (across) {
    const order = data.lanes.map(({ entry }) => entry);
    step_to(state, order[order.indexOf(focus.entry) + across] ?? focus.entry, focus.place);
  } else return false;
  return true;
}

function step_to(state, entry, place) {
  spot_of(state).setAttribute("tabindex", -1);
  state.focus = { entry, place: Math.min(state.data.mass - 1, Math.max(1, place)) };
  spot_of(state).setAttribute("tabindex", 0);
  spot_of(state).focus();
}

function toggle(state) {
  const { focus: { entry, place }, placed } = state, boundaries = placed.get(entry);
  if (!boundaries.delete(place)) boundaries.add(place);
  changed(state);
}

/** Move the boundary at the focus along, unless another one or the edge is in its way. */
function shift(state, by) {
  const { focus: { entry, place }, placed, data } = state, boundaries = placed.get(entry);
  const to = place + by;
  if (!boundaries.has(place) || boundaries.has(to) || to < 1 || to >= data.mass) {
    state.aloud.textContent = boundaries.has(place) ? "It cannot move farther." : "There is no boundary to move.";
    return;
  }
  boundaries.delete(place);
  boundaries.add(to);
  state.focus = { entry, place: to };
  changed(state);
}

function changed(state) {
  const { data, focus, placed } = state;
  const sizes = data.lanes.map((lane) => [lane.entry, segments_of(state, lane).map(([first, last]) => last - first + 1).join(" ")]);
  const entries = [...data.entries];
  for (const [entry, text] of sizes) entries[entry] = text;
  const drawn = entries.join("\n");
  // Back to what the marks are of, there is nothing to wait for.
  state.awaited = drawn === data.sent ? null : drawn;
  const { name } = data.lanes.find(({ entry }) => entry === focus.entry);
  state.aloud.textContent = `${name}, ${before(state.data.unit, focus.place)}: ${placed.get(focus.entry).has(focus.place) ? "boundary" : "no boundary"}`;
  render(state, Math.floor(state.root.clientWidth));
  open_view(address_of(data.href, { drawn }));
}
