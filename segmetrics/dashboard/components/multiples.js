// A small panel for each item: a lane for each coder, and below them the share of coders at
// each place. A long item has cells of several places instead. Each panel is a link: to the
// item, and at the place that is pointed at or that the arrow keys have reached.

const LANES = 54, LANE_MIN = 2, LANE_MAX = 11, SHARES = 12, SPACE = 3, TINTS = [0.09, 0.19], FAINT = 0.15, NAMED = 12;

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "multiples"), state = state_of(root, build);
  state.data = data;
  state.numbers = numbers_of(data.cells, data.wide);
  state.longest = Math.max(1, ...data.items.map((item) => item.mass));
  state.grid.setAttribute("aria-label", data.label);
  state.panels = data.items.map((item, index) => panel(state, item, index));
  state.grid.replaceChildren(...state.panels.map(({ anchor }) => anchor));
  on_width(root, () => paint(state));
  paint(state);
}

function build(root) {
  const legend = make("div", { class: "legend" });
  const grid = make("div", { class: "grid", role: "group" });
  const tip = make("div", { class: "tip", hidden: "" });
  const aloud = make("div", { class: "spoken", "aria-live": "polite" });
  root.replaceChildren(legend, grid, tip, aloud);
  const state = { root, legend, grid, tip, aloud, panels: [], pointed: null };
  on_told(root, "texts", () => {
    if (state.pointed) say(state);
  });
  return state;
}

/** The numbers of a cell, by what they count. */
function reader(state, item) {
  const several = item.size > 1, rows = several ? 3 : 1;
  const read = (row, cell) => state.numbers[item.offset + row * item.cells + cell];
  const first = (cell) => cell * item.size + 1;
  return {
    first,
    last: (cell) => Math.min(item.mass - 1, (cell + 1) * item.size),
    most: (cell) => read(0, cell),
    at: (cell) => first(cell) + (several ? read(1, cell) : 0),
    marked: (cell) => (several ? read(2, cell) : Number(read(0, cell) > 0)),
    own: (coder, cell) => read(rows + coder, cell),
  };
}

function panel(state, item, index) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const units = count(item.mass, state.data.unit, state.data.units) + (item.size > 1 ? `, ${item.size.toLocaleString("en")} places a cell` : "");
  const says = `${item.name}: R over ${item.over} ${item.value}, ${units}, ${count(item.coders.length, "coder")}`;
  const value = make("span", { class: "value" }, "R", make("sub", {}, item.over), ` ${item.value}`);
  const head = make("span", { class: "head" }, make("span", { class: "name", title: item.name }, item.short ?? item.name), make("span", { class: "units" }, units), value);
  const anchor = link(address(state, item), { class: "panel", "aria-label": says }, head, canvas);
  const made = { item, index, anchor, canvas, cells: reader(state, item), cell: null };
  head.addEventListener("mousemove", (event) => point(state, made, null, event));
  canvas.addEventListener("mousemove", (event) => point(state, made, cell_at(state, made, event), event));
  anchor.addEventListener("mouseleave", () => leave(state, made));
  anchor.addEventListener("blur", () => leave(state, made));
  anchor.addEventListener("keydown", (event) => keyboard(state, made, event));
  return made;
}

function address({ data }, item, place) {
  return address_of(data.href, { item: item.name, start: null, place: place ?? null });
}

/** Pixels of a unit: of all items alike, or such that each item fills its panel. */
function unit_width(state, item) {
  return state.width / (state.data.same ? state.longest : item.mass);
}

/** Height of a lane, and its distance from the next; thin lanes leave no gap. */
function lane_of(item) {
  const tall = Math.max(LANE_MIN, Math.min(LANE_MAX, Math.floor(LANES / item.coders.length)));
  return [tall, tall > 3 ? tall + 1 : tall];
}

function paint(state) {
  state.width = state.panels[0]?.canvas.parentElement.clientWidth;
  if (!state.width) return;
  state.palette = {
    ink: getComputedStyle(state.root).getPropertyValue("--st-text-color").trim(),
    scale: colours_of(state.root, "--st-chart-sequential-colors"),
    coder: coder_colours(state.root),
  };
  for (const made of state.panels) paint_panel(state, made);
  legend(state);
}

function paint_panel(state, made) {
  const { item, canvas, cells } = made, { palette } = state, ratio = fineness(canvas, () => paint_panel(state, made));
  const [lane, step] = lane_of(item), unit = unit_width(state, item);
  const shares = item.coders.length * step + SPACE, height = shares + SHARES;
  canvas.width = Math.round(state.width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  const box = (colour, [left, right], top, tall, alpha = 1) => {
    pen.fillStyle = colour;
    pen.globalAlpha = alpha;
    pen.fillRect(left, top, Math.max(1, right - left), tall);
    pen.globalAlpha = 1;
  };
  const all = [...Array(item.cells).keys()];
  item.coders.forEach((_, coder) => {
    const top = coder * step, found = all.filter((cell) => cells.own(coder, cell));
    // Segments as two tints, where a cell is one place and so its end is known.
    const ends = item.size === 1 ? found.map((cell) => cell + 1) : [];
    [...ends, item.mass].forEach((end, index) => {
      box(palette.ink, [(ends[index - 1] ?? 0) * unit, end * unit], top, lane, index % 2 ? TINTS[1] : TINTS[0]);
    });
    for (const cell of found) {
      const tick = (cell + 1) * unit, strong = FAINT + (1 - FAINT) * (cells.own(coder, cell) / state.data.most);
      if (item.size === 1) box(palette.coder(item.places[coder]), [tick - 1, tick + 1], top, lane);
      else box(palette.coder(item.places[coder]), edges(made, cell, unit), top, lane, strong);
    }
  });
  box(palette.scale[0], [0, item.mass * unit], shares, SHARES);
  for (const cell of all.filter(cells.most)) {
    box(shade(palette.scale, cells.most(cell) / item.coders.length), edges(made, cell, unit), shares, SHARES);
  }
  const { chosen } = state.data;
  const here = made.cell ?? (chosen?.item === item.name ? Math.ceil(chosen.place / item.size) - 1 : null);
  if (here === null) return;
  const [left, right] = edges(made, here, unit);
  pen.strokeStyle = palette.ink;
  pen.lineWidth = 1;
  pen.strokeRect(left - 0.5, 0.5, Math.max(1, right - left) + 1, height - 1);
}

/** Edges of a cell in pixels: a place lies around the line between its two units. */
function edges({ cells }, cell, unit) {
  return [(cells.first(cell) - 0.5) * unit, (cells.last(cell) + 0.5) * unit];
}

function cell_at(state, { item, canvas }, event) {
  const at = offset_in(canvas, event)[0] / unit_width(state, item);
  if (!item.cells || at > item.mass) return null;
  const place = Math.min(item.mass - 1, Math.max(1, Math.round(at)));
  return Math.ceil(place / item.size) - 1;
}

/** Point at a cell of a panel, or at its head: the tip says what is there, and the link leads there. */
function point(state, made, cell, pointer) {
  const [x, y] = offset_in(state.root, pointer);
  reach(state, made, cell);
  state.pointed = { made, cell, x, y };
  return say(state);
}

function leave(state, made) {
  state.tip.hidden = true;
  state.pointed = null;
  reach(state, made, null);
}

function reach(state, made, cell) {
  made.anchor.href = address(state, made.item, cell === null ? null : made.cells.at(cell));
  if (made.cell === cell) return;
  made.cell = cell;
  paint_panel(state, made);
}

/** Say what is at the cell that is pointed at; texts that are not here yet are asked for. */
function say(state) {
  const { made: { item, cells }, cell, x, y } = state.pointed;
  const said = cell === null ? `${item.name}: ${item.title || `R over ${item.over} ${item.value}`}` : `${item.name}, ${what(state.data, item, cells, cell)}`;
  const quotes = cell === null ? [] : quotes_at(item, cells.at(cell));
  fill_tip(state.tip, said, quotes);
  place_tip(state.tip, x, y);
  return spoken(said, quotes);
}

function what({ unit, units }, item, cells, cell) {
  const said = said_of_cell({ first: cells.first(cell), last: cells.last(cell), at: cells.at(cell), most: cells.most(cell), coders: item.coders.length, marked: cells.marked(cell), unit, units });
  const who = item.coders.filter((_, coder) => cells.own(coder, cell));
  if (item.size > 1 || !who.length) return said;
  return `${said}: ${listed(who)}`;
}

/** Left and right move from cell to cell, up and down from panel to panel, Enter opens. */
function keyboard(state, made, event) {
  const { item } = made;
  const across = Math.max(1, Math.round(state.grid.clientWidth / made.anchor.offsetWidth));
  const cells = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  const panels = { ArrowUp: -across, ArrowDown: across }[event.key];
  if (!cells && !panels) return;
  event.preventDefault();
  if (panels) return state.panels[made.index + panels]?.anchor.focus();
  if (!item.cells) return;
  const next = made.cell === null ? 0 : Math.min(item.cells - 1, Math.max(0, made.cell + cells));
  const box = made.canvas.getBoundingClientRect();
  const clientX = box.left + edges(made, next, unit_width(state, item))[0];
  state.aloud.textContent = point(state, made, next, { clientX, clientY: box.top });
}

function legend(state) {
  const { palette } = state;
  const several = state.data.items.some((item) => item.size > 1);
  const tick = (place) => draw("svg", { width: 16, height: 14, "aria-hidden": "true" },
    draw("path", { d: "M 0 2 h 7 v 10 h -7 z", fill: palette.ink, "fill-opacity": TINTS[0] }),
    draw("path", { d: "M 8 2 h 8 v 10 h -8 z", fill: palette.ink, "fill-opacity": TINTS[1] }),
    draw("path", { d: "M 7 2 h 2 v 10 h -2 z", fill: palette.coder(place) }));
  const places = new Map(state.data.items.flatMap(({ coders, places }) => coders.map((name, coder) => [name, places[coder]])));
  const lanes = [...places].slice(0, NAMED).map(([name, place]) => make("span", { class: "lane" }, tick(place), name));
  if (places.size > NAMED) lanes.push(make("span", {}, `and ${places.size - NAMED} more.`));
  const of_lanes = several ? `A lane for each coder; a cell is stronger the more boundaries it has, at most ${state.data.most}. From above:` : "Lanes, from above:";
  state.legend.replaceChildren(make("span", {}, of_lanes), ...lanes, ...legend_of_shares(palette.scale, several, state.data.items.map(({ coders }) => coders.length)));
  state.legend.append(make("span", {}, state.data.same ? "A unit is equally wide in all panels." : "Each item is as wide as its panel."));
}
