// All items stacked, in cells that are shaded by the share of coders. A cell is a place, and a
// long item goes on in the next line; or, in an overview, a cell is as many places as make each
// item one line, and a bar below it says how many of them have a boundary. Only the visible
// lines are drawn. Gold boundaries, if there are any to show, are triangles over their cells.

const LINE = 20, GAP = 7, RULER = 18, NUMBER = 34, CELL_LEAST = 6, CELL_MIN = 8, CELL_MAX = 26;
// In an overview: room for an item’s size, the share of a line that bars have, and the height
// that a few items divide between them.
const SIZES = 118, BARS = 0.3, ROOM = 300, LINE_MAX = 48;

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "heat"), state = state_of(root, build);
  const source = data.overview ? data.cells : data.bits;
  if (state.source !== source || state.names !== data.order) {
    state.focus = null;
    state.source = source;
    state.names = data.order;
    state.bytes = numbers_of(source, data.wide);
  }
  state.data = data;
  state.cells = data.overview ? several_a_cell(state) : one_a_cell(state);
  state.gold = data.items.map((item) => support_at(data.gold?.items[item.name]));
  state.canvas.setAttribute("aria-label", data.label);
  on_width(root, () => layout(state));
  layout(state);
  const { chosen } = data;
  const mark = chosen ? `${chosen.item} ${chosen.place}` : null;
  if (mark !== state.mark) {
    state.mark = mark;
    if (chosen) show(state, ...chosen_cell(state));
    paint(state);
  }
}

function build(root) {
  const ruler = draw("svg", { class: "ruler", "aria-hidden": "true" });
  const state = Object.assign(scrolled(root, "heat", { paint, hover, point, keyboard }, ruler), { ruler, lines: [], pointed: null });
  const { canvas } = state;
  state.help.textContent = "Arrow keys move from cell to cell, Enter opens the item at that place.";
  canvas.addEventListener("click", (event) => open_cell(cell_at(state, event)));
  canvas.addEventListener("focus", () => {
    if (!state.lines.length) return;
    state.focus ??= { item: 0, cell: 1 };
    if (canvas.matches(":focus-visible")) move_to(state, state.focus.item, state.focus.cell);
    else paint(state);
  });
  // Texts that were asked for have come: they join what the tip says already.
  on_told(root, "texts", () => {
    if (state.pointed) say(state);
  });
  return state;

  function open_cell(found) {
    if (found) open_view(address(state, found));
  }
}

/** Cells that are places; they are numbered from 1, as places are. */
function one_a_cell(state) {
  const { items, coders: names } = state.data;
  const has = (item, coder, place) => {
    const { offset, bytes } = items[item], bit = place - 1;
    return (state.bytes[offset + coder * bytes + (bit >> 3)] >> (bit & 7)) & 1;
  };
  const who = (item, place) => items[item].coders.filter((_, index) => has(item, index, place)).map((coder) => names[coder]);
  return {
    count: (item) => items[item].mass - 1,
    coders: (item) => items[item].coders.length,
    share: (item, place) => items[item].coders.reduce((sum, _, index) => sum + has(item, index, place), 0) / items[item].coders.length,
    filled: () => 0,
    place: (item, place) => place,
    holding: (item, place) => place,
    says: (item, place) => {
      const found = who(item, place), support = state.gold[item].get(place);
      return `${before(state.data.unit, place)}: ${part_of(found.length, items[item].coders.length)}${found.length ? `: ${listed(found)}` : ""}${support ? `; gold, ${support}` : ""}`;
    },
  };
}

/** Cells of several places each: the most coders at one of them, that place, places with a boundary. */
function several_a_cell(state) {
  const { items, fullest } = state.data;
  const read = (item, cell, which) => state.bytes[items[item].offset + which * items[item].cells + cell - 1];
  const first = (item, cell) => (cell - 1) * items[item].size + 1;
  const last = (item, cell) => Math.min(items[item].mass - 1, cell * items[item].size);
  const place = (item, cell) => first(item, cell) + read(item, cell, 1);
  return {
    count: (item) => items[item].cells,
    coders: (item) => items[item].coders,
    share: (item, cell) => read(item, cell, 0) / items[item].coders,
    filled: (item, cell) => (items[item].size > 1 ? read(item, cell, 2) / (last(item, cell) - first(item, cell) + 1) / fullest : 0),
    place,
    holding: (item, at) => Math.ceil(at / items[item].size),
    says: (item, cell) => said_of_cell({
      first: first(item, cell), last: last(item, cell), at: place(item, cell),
      most: read(item, cell, 0), coders: items[item].coders, marked: read(item, cell, 2), unit: state.data.unit, units: state.data.units,
    }),
  };
}

/** What is said of the support of the gold boundaries of an item, by place. */
function support_at(gold = {}) {
  return new Map(Object.entries(gold).flatMap(([support, places]) => places.map((place) => [place, support])));
}

function address(state, { item, cell }) {
  const there = cell && cell <= state.cells.count(item);
  return address_of(state.data.href, { item: state.data.items[item].name, start: null, ...(there && { place: state.cells.place(item, cell) }) });
}

/** Item and cell of the chosen place; the item is -1 if it is not here. */
function chosen_cell({ data, cells }) {
  const item = data.items.findIndex((one) => one.name === data.chosen?.item);
  return item < 0 ? [-1, 0] : [item, cells.holding(item, data.chosen.place)];
}

/** Cut the items into lines of as many cells as fit. */
function layout(state) {
  const { data, root, spacer } = state;
  const width = root.clientWidth;
  if (!width) return;
  const { cells } = state;
  const names = data.items.map(({ name, short = name }) => short);
  const label = data.labels ? Math.max(112, Math.min(names_width(state, names) + 18, Math.round(width / 6))) : 44;
  const longest = Math.max(1, ...data.items.map((_, item) => cells.count(item)));
  state.line = LINE;
  if (data.overview) {
    state.line = Math.max(LINE, Math.min(LINE_MAX, Math.floor(ROOM / data.items.length)));
    state.cell = Math.min(CELL_MAX, (width - label - SIZES - 14) / longest);
    state.columns = longest;
  } else {
    const room = width - label - 14;
    const lines = (columns) => data.items.reduce((sum, _, item) => sum + Math.ceil(Math.max(1, cells.count(item)) / columns), 0);
    state.cell = Math.max(CELL_MIN, Math.min(CELL_MAX, Math.floor(room / longest)));
    state.columns = Math.max(10, Math.floor(room / state.cell));
    // Slightly narrower cells, where otherwise a few of them would stand alone in a further line.
    let fewest = lines(state.columns);
    for (let columns = state.columns + 1; columns * CELL_LEAST <= room && columns <= longest; columns++) {
      if (lines(columns) < fewest) [state.cell, state.columns, fewest] = [room / columns, columns, lines(columns)];
    }
  }
  state.lines = [];
  let y = 0;
  data.items.forEach((_, index) => {
    for (let from = 1; from <= Math.max(1, cells.count(index)); from += state.columns) {
      state.lines.push({ item: index, from, y });
      y += state.line;
    }
    y += GAP;
  });
  state.label = label;
  state.width = width;
  spacer.style.height = `${y + 2}px`;
  // No line is cut where the picture ends.
  const most = data.height ?? 0.7 * window.innerHeight;
  const whole = state.lines.findLast((one) => one.y + state.line <= most) ?? state.lines.at(-1);
  state.scroller.style.maxHeight = y <= most || !whole ? null : `${whole.y + state.line}px`;
  number_columns(state);
  legend(state);
  paint(state);
}

function line_at(state, y) {
  let low = 0, high = state.lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (state.lines[middle].y + state.line <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}

function paint(state) {
  const seen = seen_part(state, paint);
  if (!seen) return;
  const { pen, palette, top, height } = seen, { canvas, data, lines, line, cell, cells } = state;
  const bar = Math.round(BARS * line);
  for (let index = line_at(state, top); index < lines.length && lines[index].y < top + height; index++) {
    const { item, from, y } = lines[index];
    const { name, short = name, mass, size } = data.items[item];
    const at = y - top, until = Math.min(cells.count(item), from + state.columns - 1);
    pen.fillStyle = palette.ink;
    pen.textAlign = "right";
    if (from === 1 && data.labels) {
      pen.font = `13px ${palette.font}`;
      pen.fillText(fit(pen, short, state.label - 16), state.label - 10, at + line / 2);
    } else {
      pen.globalAlpha = 0.7;
      pen.font = `11px ${palette.font}`;
      pen.fillText((from + !data.overview).toLocaleString("en"), state.label - 10, at + line / 2);
      pen.globalAlpha = 1;
    }
    if (mass === 1) {
      pen.textAlign = "left";
      pen.fillText(`one ${data.unit}: no place for a boundary`, state.label, at + line / 2);
    }
    for (let index = from; index <= until; index++) {
      const [x, wide] = span(index - from);
      pen.fillStyle = shade(palette.scale, cells.share(item, index));
      pen.fillRect(x, at + 1, wide, size > 1 ? line - bar - 4 : line - 3);
      const filled = cells.filled(item, index);
      if (filled) {
        pen.fillStyle = palette.quiet;
        pen.fillRect(x, at + line - bar - 2, wide, Math.max(1, bar * filled));
      }
      if (state.gold[item].has(index)) gold(x, at + 1);
    }
    if (data.overview && mass > 1) {
      pen.fillStyle = palette.ink;
      pen.globalAlpha = 0.7;
      pen.textAlign = "left";
      pen.font = `11px ${palette.font}`;
      pen.fillText(`${count(mass, data.unit, data.units)}, ${size.toLocaleString("en")} a cell`, span(until - from + 1)[0] + 8, at + line / 2);
      pen.globalAlpha = 1;
    }
  }
  const [item, place] = chosen_cell(state);
  if (item >= 0) frame(item, place, palette.ink);
  if (state.focus && canvas === state.root.getRootNode().activeElement) frame(state.focus.item, state.focus.cell, palette.ink);

  /** Left edge and width of a cell on whole pixels, with a gap where there is room for one. */
  function span(column) {
    const left = Math.round(state.label + column * cell), right = Math.round(state.label + (column + 1) * cell);
    return [left, right - left - (cell < 4 ? 0 : 1)];
  }

  /** A triangle that hangs from the top of a cell; its rim tells it from any shade. */
  function gold(x, y) {
    const triangle = new Path2D(gold_path(x, y, cell - 1));
    pen.save();
    pen.strokeStyle = palette.ground;
    pen.lineWidth = 3;
    pen.lineJoin = "round";
    pen.stroke(triangle);
    pen.fillStyle = gold_colour(state);
    pen.fill(triangle);
    pen.restore();
  }

  function frame(item, index, colour) {
    const spot = where(state, item, index);
    if (!spot) return;
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    pen.strokeRect(spot.x - 1, spot.y - top, cell + 1, line - 1);
  }
}

const GOLD_WIDTH = 13, GOLD_HEIGHT = 9;
function gold_path(x, y, room) {
  const wide = Math.min(GOLD_WIDTH, room);
  return `M ${x + (room - wide) / 2} ${y} h ${wide} l ${-wide / 2} ${GOLD_HEIGHT} z`;
}

function gold_colour(state) {
  return coder_colours(state.root)(state.data.gold.lane);
}

/** Number the columns where a cell is a place, as far as there is room: by the unit that begins there. */
function number_columns({ ruler, data, cell, columns, cells, label, width }) {
  const numbered = data.items.every(({ size = 1 }) => size === 1) && (data.labels || data.items.length === 1);
  ruler.replaceChildren();
  ruler.setAttribute("height", numbered ? RULER : 0);
  if (!numbered) return;
  ruler.setAttribute("width", width);
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((one) => one * cell >= NUMBER) ?? 1000;
  const longest = Math.min(columns, Math.max(...data.items.map((_, item) => cells.count(item))));
  const first = step === 1 ? 2 : step;
  for (let unit = first; unit <= longest + 1; unit += step) {
    ruler.append(draw("text", { x: label + (unit - 1.5) * cell, y: RULER / 2 }, unit.toLocaleString("en")));
  }
}

function where(state, item, cell) {
  const line = state.lines.find((one) => one.item === item && cell >= one.from && cell < one.from + state.columns);
  return line && { x: Math.round(state.label + (cell - line.from) * state.cell), y: line.y };
}

function cell_at(state, event) {
  const [x, y] = pointed_at(state, event);
  const line = state.lines[line_at(state, y)];
  if (!line || y < line.y || y >= line.y + state.line) return null;
  if (x < state.label) return state.data.labels && line.from === 1 ? { item: line.item } : null;
  const cell = line.from + Math.floor((x - state.label) / state.cell);
  const last = Math.min(state.cells.count(line.item), line.from + state.columns - 1);
  return cell <= last ? { item: line.item, cell } : null;
}

function describe({ data, cells }, { item, cell }) {
  const { name, mass } = data.items[item];
  if (!cell || cell > cells.count(item)) return `${name}: ${count(mass, data.unit, data.units)}, ${count(cells.coders(item), "coder")}`;
  return `${name}, ${cells.says(item, cell)}`;
}

function hover(state, event) {
  const found = cell_at(state, event);
  state.canvas.style.cursor = found ? "pointer" : "default";
  point(state, found, ...offset_in(state.root, event));
}

/** Show the tip of a cell beside a point, or hide it. */
function point(state, found, x, y) {
  state.pointed = found && { found, x, y };
  if (found) say(state);
  else state.tip.hidden = true;
}

/** Say what is at the cell that is pointed at; texts that are not here yet are asked for. */
function say(state) {
  const { found, x, y } = state.pointed;
  const place = found.cell && found.cell <= state.cells.count(found.item) ? state.cells.place(found.item, found.cell) : null;
  const quotes = place ? quotes_at(state.data.items[found.item], place) : [];
  fill_tip(state.tip, describe(state, found), quotes);
  place_tip(state.tip, x, y);
  if (state.focus && found === state.focus) state.aloud.textContent = spoken(describe(state, found), quotes);
}

function move_to(state, item, cell) {
  state.focus = { item, cell };
  show(state, item, cell);
  paint(state);
  const spot = where(state, item, cell);
  const above = state.scroller.offsetTop - state.scroller.scrollTop;
  if (spot) point(state, state.focus, spot.x, above + spot.y);
}

/** Scroll to a cell if it is out of sight. */
function show(state, item, cell) {
  const { scroller } = state;
  const spot = where(state, item, cell);
  if (!spot) return;
  if (spot.y < scroller.scrollTop) scroller.scrollTop = spot.y;
  const beyond = spot.y + state.line - scroller.scrollTop - scroller.clientHeight;
  if (beyond > 0) scroller.scrollTop += beyond + scroller.clientHeight / 3;
}

function keyboard(state, event) {
  const { items } = state.data;
  const at = state.focus;
  if (!at || !items.length) return;
  const last = (item) => Math.max(1, state.cells.count(item));
  const steps = {
    ArrowRight: () => [at.item, Math.min(last(at.item), at.cell + 1)],
    ArrowLeft: () => [at.item, Math.max(1, at.cell - 1)],
    ArrowDown: () => vertical(1),
    ArrowUp: () => vertical(-1),
    Home: () => [at.item, 1],
    End: () => [at.item, last(at.item)],
  };
  if (event.key === "Enter") {
    event.preventDefault();
    open_view(address(state, at));
  } else if (steps[event.key]) {
    event.preventDefault();
    move_to(state, ...steps[event.key]());
  }

  function vertical(by) {
    const cell = at.cell + by * state.columns;
    if (cell >= 1 && cell <= last(at.item)) return [at.item, cell];
    const item = Math.max(0, Math.min(items.length - 1, at.item + by));
    if (item === at.item) return [item, at.cell];
    const column = (at.cell - 1) % state.columns;
    const lines = by > 0 ? 0 : Math.floor((last(item) - 1) / state.columns);
    return [item, Math.min(last(item), lines * state.columns + column + 1)];
  }
}

function legend(state) {
  const { data } = state, palette = colours(state.root);
  const several = data.overview && data.items.some((item) => item.size > 1);
  state.legend.replaceChildren(...legend_of_shares(palette.scale, several, data.items.map((_, item) => state.cells.coders(item))));
  if (several) state.legend.append(bar_legend(state, palette));
  if (!data.gold) return;
  const icon = draw("svg", { width: GOLD_WIDTH, height: GOLD_HEIGHT, "aria-hidden": "true" }, draw("path", { d: gold_path(0, 0, GOLD_WIDTH), fill: gold_colour(state) }));
  state.legend.append(make("span", {}, icon, "gold boundary"));
}

/** What the bars below cells of several places say. */
function bar_legend({ line, data: { fullest } }, { quiet }) {
  const tall = Math.round(BARS * line);
  const icon = draw("svg", { width: 8, height: tall, "aria-hidden": "true" }, draw("path", { d: `M 0 0 h 8 v ${tall} h -8 z`, fill: quiet }));
  return make("span", {}, icon, `how many of the cell’s places have a boundary; this long: ${percent(fullest)} of them`);
}
