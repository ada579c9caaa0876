// Items in a list: name, verdict, numbers, and the item’s own strip of the heat map. Of a long
// list only the rows in sight are made. Its links are one stop of the Tab key; the arrow keys go
// from one to the next, Enter opens.

const ROW = 46, MANY = 30, BEYOND = 6, STRIP = 22, PAGE = 10;
// Values of the picture of an interval: from LOW to 1.
const LOW = -0.25, SPAN_WIDTH = 128, SPAN_HEIGHT = 20;

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "items"), state = state_of(root, build);
  const order = data.order.join();
  const turned = state.order !== undefined && (state.order !== order || state.data.strips.cells !== data.strips.cells);
  const first = state.order === undefined;
  Object.assign(state, { data, order });
  if (state.source !== data.strips.cells) {
    state.source = data.strips.cells;
    state.cells = cells_of(data);
  }
  const length = data.order.length;
  state.scroller.classList.toggle("long", length > MANY);
  head(state);
  if (turned) {
    state.at = [0, 0];
    state.scroller.scrollTop = 0;
  }
  if (first) {
    const chosen = data.order.findIndex((place) => data.names[place] === data.chosen);
    state.at = [Math.max(0, chosen), 0];
  }
  state.at = [Math.min(state.at[0], Math.max(0, length - 1)), state.at[1]];
  let placed = !first;
  on_width(root, () => {
    render(state, true);
    // The chosen item comes into sight as soon as the list has its height.
    if (!placed) show(state, state.at[0]);
    placed = true;
  });
}

function build(root) {
  const body = make("tbody"), columns = make("colgroup"), heading = make("thead"), caption = make("caption");
  const table = make("table", {}, caption, columns, heading, body);
  const scroller = make("div", { class: "scroller", tabindex: "-1" }, table);
  const tip = make("div", { class: "tip", hidden: "" });
  const legend = make("div", { class: "legend" });
  root.replaceChildren(legend, scroller, tip);
  const state = { root, scroller, table, caption, columns, heading, body, tip, legend, at: [0, 0], range: [0, 0] };
  scroller.addEventListener("scroll", () => requestAnimationFrame(() => render(state, false)), { passive: true });
  body.addEventListener("focusin", ({ target }) => {
    const row = target.closest("tr.row");
    if (row) rove(state, Number(row.dataset.row), stops(row).indexOf(target));
  });
  body.addEventListener("keydown", (event) => keyboard(state, event));
  return state;
}

/** The cells of all items: how many each has, how many places one of them holds, what is in it, and its strongest place. */
function cells_of({ masses, strips: { cells, most, bits, strongest, wide } }) {
  const bytes = numbers_of(cells, bits === 16), within = numbers_of(strongest, wide);
  const sizes = masses.map((mass) => Math.max(1, Math.ceil((mass - 1) / most)));
  const counts = masses.map((mass, place) => Math.ceil((mass - 1) / sizes[place]));
  const starts = (lengths) => {
    let start = 0;
    return lengths.map((length) => (start += length) - length);
  };
  const offsets = starts(counts), large = starts(counts.map((count, place) => (sizes[place] > 1 ? count : 0)));
  const read = bits === 4 ? (at) => (bytes[at >> 1] >> (4 * (at & 1))) & 15 : (at) => bytes[at];
  return {
    sizes,
    counts,
    at: (place, cell) => read(offsets[place] + cell),
    strongest: (place, cell) => cell * sizes[place] + 1 + (sizes[place] > 1 ? within[large[place] + cell] : 0),
  };
}

/** The headings, and the widths of the columns. */
function head(state) {
  const { data, root } = state, headings = JSON.stringify([data.caption, data.labels, data.columns.map(({ cells, ...heading }) => ({ ...heading, ranges: heading.ranges.length > 0 }))]);
  state.table.setAttribute("aria-rowcount", String(data.order.length + 1));
  const scale = colours_of(root, "--st-chart-sequential-colors");
  state.legend.replaceChildren(...legend_of_shares(scale, state.cells.sizes.some((size) => size > 1), data.coders, data.labels.share));
  if (state.headings === headings) return;
  state.headings = headings;
  state.caption.textContent = data.caption;
  const kinds = ["name", "verdict", ...data.columns.flatMap(({ ranges }) => (ranges.length ? ["range", "span"] : ["value"])), "strip"];
  state.columns.replaceChildren(...kinds.map((kind) => make("col", { class: kind })));
  const cells = data.columns.flatMap(({ text, sub, title, ranges }) => [
    make("th", { scope: "col", class: "number" }, defined([text, ...(sub ? [make("sub", {}, sub)] : [])], title)),
    ...(ranges.length ? [make("th", { scope: "col", class: "span", title: data.labels.picture_about }, make("span", { class: "spoken" }, data.labels.picture), scale_of_pictures())] : []),
  ]);
  state.heading.replaceChildren(
    make("tr", { "aria-rowindex": "1" }, make("th", { scope: "col" }, data.labels.item), make("th", { scope: "col" }, data.labels.verdict), ...cells, make("th", { scope: "col" }, data.labels.strip)),
  );
  one_stop(state.heading);
}

/** Make the rows in sight; anew if what they show has changed. */
function render(state, anew) {
  const { data, scroller, body } = state, length = data.order.length;
  let from = 0, until = length;
  if (length > MANY) {
    // It is never higher than the window, and has not its height yet when it is made.
    const top = Math.max(0, scroller.scrollTop), height = window.innerHeight;
    from = Math.max(0, Math.floor(top / ROW) - BEYOND);
    until = Math.min(length, Math.ceil((top + height) / ROW) + BEYOND);
  }
  if (!anew && from === state.range[0] && until === state.range[1]) return;
  state.range = [from, until];
  const active = state.root.getRootNode().activeElement;
  const had = active && body.contains(active);
  const blank = (rows) => (rows ? [make("tr", { "aria-hidden": "true", style: `height:${rows * ROW}px` })] : []);
  const rows = [];
  for (let index = from; index < until; index++) rows.push(row_of(state, index));
  body.replaceChildren(...blank(from), ...rows, ...blank(length - until));
  state.palette = palette_of(state.root);
  for (const row of rows) paint(state, row);
  rove(state, ...state.at);
  if (had) (focused(state) ?? scroller).focus({ preventScroll: true });
}

function row_of(state, index) {
  const { data } = state, place = data.order[index], name = data.names[place];
  const href = address_of(data.href, { item: name, ...(name === data.chosen ? {} : { place: null, start: null }) });
  const to_item = link(href, { class: "to", tabindex: "-1", title: name, "data-key": name, dir: "auto" }, name);
  const chosen = name === data.chosen;
  return make(
    "tr",
    { class: chosen ? "row chosen" : "row", "aria-rowindex": String(index + 2), "aria-current": chosen || null, "data-row": String(index) },
    make("th", { scope: "row" }, to_item, make("small", {}, `${count(data.coders[place], "coder")}, ${data.resolution ? clock(data.masses[place] * data.resolution) : count(data.masses[place], data.unit, data.units)}`)),
    verdict_of(data, place),
    ...data.columns.flatMap((column) => value_of(data, column, place, name)),
    make("td", { class: "strip" }, data.masses[place] > 1 ? make("canvas", { role: "img" }) : make("small", {}, data.labels.one_unit), data.resolution ? axis_of(data, place) : null),
  );
}

/** The start, the middle and the end of a recording below its strip. */
function axis_of({ masses, resolution }, place) {
  const tick = (share) => make("span", {}, clock(masses[place] * resolution * share));
  return make("div", { class: "axis", "aria-hidden": "true" }, tick(0), tick(0.5), tick(1));
}

function verdict_of(data, place) {
  const { text, title, filled, note } = data.kinds[data.verdicts[place]];
  const circle = draw("circle", { class: filled === null ? "mark unknown" : "mark", cx: 7, cy: 7, r: 5.5 });
  const half = { 1: "M 7 1.5 a 5.5 5.5 0 0 1 0 11 a 5.5 5.5 0 0 1 0 -11", 0.75: "M 7 7 L 7 1.5 a 5.5 5.5 0 1 1 -5.5 5.5 z", 0.5: "M 7 1.5 a 5.5 5.5 0 0 0 0 11 z" }[filled];
  const icon = draw("svg", { width: 14, height: 14, "aria-hidden": "true" }, circle, ...(half ? [draw("path", { class: "fill", d: half })] : []));
  return make("td", { title: [data.p[place] && `${data.named_p} ${data.p[place]}`, title].filter(Boolean).join(". ") }, make("div", { class: "judged" }, icon, make("span", {}, `${text} `, note ? make("small", {}, note) : null)));
}

/** A number with its interval, and the picture of both; or a dash, and why on hover. */
function value_of(data, column, place, name) {
  const cell = column.cells[place], range = column.ranges[place];
  const why = typeof cell === "number" ? data.whys[cell] : null, narrow = typeof range === "number" ? data.whys[range] : null;
  const said = why === null ? number(data, column, name, cell) : make("span", { role: "img", "aria-label": `${data.labels.undefined}: ${why}` }, "–");
  const small = typeof range === "string" ? range : "";
  const number_cell = make("td", { class: "number", title: why ?? (narrow ? `${data.labels.no_interval}: ${narrow}` : null) }, said, small ? make("small", {}, small) : null);
  const cut = small && number_of(small.split(" to ")[0]) < LOW;
  const title = cut ? `${small}: ${data.labels.goes_on} ${String(LOW).replace("-", "−")}` : small || null;
  return column.ranges.length ? [number_cell, make("td", { class: "span", title }, why === null ? picture(number_of(cell), small) : null)] : [number_cell];
}

function number(data, { opens, named }, name, text) {
  if (!opens) return text;
  return opener({ href: address_of(data.opens, { number: `${opens}${name}` }), opens: `${named}${name}`, text });
}

/** The number that a text writes, which people read with a minus sign. */
function number_of(text) {
  return Number(text.replace("−", "-"));
}

/** Where a value stands in a picture. */
function x(at) {
  return 5 + ((Math.max(LOW, Math.min(1, at)) - LOW) / (1 - LOW)) * (SPAN_WIDTH - 10);
}

/** The ends of the scale over the pictures. */
function scale_of_pictures() {
  const text = (at) => draw("text", { x: x(at), y: 11, "text-anchor": "middle" }, String(at));
  return draw("svg", { class: "picture", width: SPAN_WIDTH, height: 13, "aria-hidden": "true" }, text(0), text(1));
}

/** A dot for a value and a line for its interval, between LOW and 1; 0 is marked. */
function picture(value, range) {
  const middle = SPAN_HEIGHT / 2;
  const ends = range ? range.split(" to ").map(number_of) : null;
  return draw(
    "svg",
    { class: "picture", width: SPAN_WIDTH, height: SPAN_HEIGHT, "aria-hidden": "true" },
    draw("line", { class: "zero", x1: x(0), x2: x(0), y1: 1, y2: SPAN_HEIGHT - 1, "stroke-dasharray": "2 2" }),
    draw("line", { class: "zero", x1: x(1), x2: x(1), y1: 1, y2: SPAN_HEIGHT - 1 }),
    ...(ends ? [draw("line", { class: "ends", x1: x(ends[0]), x2: x(ends[1]), y1: middle, y2: middle })] : []),
    // An interval that goes on beyond the picture ends in an arrow.
    ...(ends && ends[0] < LOW ? [draw("path", { class: "ends", fill: "none", d: `M ${x(LOW) + 5} ${middle - 4} L ${x(LOW)} ${middle} L ${x(LOW) + 5} ${middle + 4}` })] : []),
    draw("circle", { cx: x(value), cy: middle, r: 4 }),
  );
}

function palette_of(root) {
  return { scale: colours_of(root, "--st-chart-sequential-colors"), ground: getComputedStyle(root).getPropertyValue("--st-background-color").trim() };
}

/** Draw the strip of a row: a cell for each place, or for as many as fit. */
function paint(state, row) {
  const { data, palette } = state, place = data.order[Number(row.dataset.row)];
  const names = row.querySelector("a.to");
  shorten(names, data.names[place]);
  const canvas = row.querySelector("canvas");
  if (!canvas) return;
  const cells = state.cells.counts[place], all = data.coders[place];
  const style = getComputedStyle(canvas.parentElement);
  const width = Math.max(20, Math.floor(canvas.parentElement.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)));
  const pen = pen_on(canvas, width, STRIP, () => paint(state, row));
  let marked = 0, full = 0;
  for (let cell = 0; cell < cells; cell++) {
    const found = state.cells.at(place, cell);
    marked += found > 0;
    full += found === all;
    const left = Math.round((cell * width) / cells), right = Math.round(((cell + 1) * width) / cells);
    pen.fillStyle = shade(palette.scale, found / all);
    pen.fillRect(left, 0, right - left - (width / cells < 4 ? 0 : 1), STRIP);
  }
  const what = state.cells.sizes[place] > 1 ? "stretch" : "place";
  canvas.setAttribute("aria-label", `${marked} of ${count(cells, what, `${what}${what === "place" ? "s" : "es"}`)} with a boundary, ${full} of them by all coders`);
  const cell_at = (event) => Math.max(0, Math.min(cells - 1, Math.floor((event.offsetX / width) * cells)));
  canvas.onmousemove = (event) => {
    fill_tip(state.tip, said_of(state, place, cell_at(event)), []);
    place_tip(state.tip, ...offset_in(state.root, event));
  };
  canvas.onmouseleave = () => fill_tip(state.tip, "", []);
  canvas.onclick = (event) => {
    open_view(address_of(data.href, { item: data.names[place], place: state.cells.strongest(place, cell_at(event)), start: null }));
  };
}

/** What is at a cell of a strip. */
function said_of({ data, cells }, place, cell) {
  const size = cells.sizes[place], first = cell * size + 1, last = Math.min(data.masses[place] - 1, first + size - 1);
  const found = { first, last, at: cells.strongest(place, cell), most: cells.at(place, cell), coders: data.coders[place], unit: data.unit, units: data.units };
  if (data.resolution) {
    const time = (at) => clock(at * data.resolution);
    const span = `${data.names[place]}, ${time(first)} to ${time(last)}`;
    return found.most ? `${span}: at most ${part_of(found.most, found.coders)} ${data.labels.within}, at ${time(found.at)}` : `${span}: no boundary`;
  }
  return `${data.names[place]}, ${said_of_cell(found)}`;
}

/** Shorten a long name in its middle: what tells names apart often stands at their end. */
function shorten(anchor, name) {
  if (anchor.parentElement.scrollWidth <= anchor.parentElement.clientWidth) return;
  const style = getComputedStyle(anchor.parentElement);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  anchor.textContent = fit(pen, name, anchor.parentElement.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 2);
  anchor.setAttribute("aria-label", name);
}

/** The links of a row, the item’s own first. */
function stops(row) {
  return [...row.querySelectorAll("a")];
}

/** The link that the arrow keys stand at, if its row is made. */
function focused(state) {
  const row = state.body.querySelector(`tr[data-row="${state.at[0]}"]`);
  if (!row) return null;
  const all = stops(row);
  return all[Math.min(state.at[1], all.length - 1)];
}

/** Make a link the one stop of the Tab key. */
function rove(state, row, column) {
  state.at = [row, column];
  for (const one of state.body.querySelectorAll('a[tabindex="0"]')) one.tabIndex = -1;
  const stop = focused(state) ?? state.body.querySelector("a");
  if (stop) stop.tabIndex = 0;
}

/** Scroll a long list to a row that is out of sight. */
function show(state, row) {
  const { scroller, heading } = state;
  if (!scroller.classList.contains("long")) return;
  const top = row * ROW, room = scroller.clientHeight - heading.offsetHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + ROW > scroller.scrollTop + room) scroller.scrollTop = top + ROW - room;
}

function keyboard(state, event) {
  const row = event.target.closest?.("tr.row");
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
  const at = Number(row.dataset.row), column = stops(row).indexOf(event.target), last = state.data.order.length - 1;
  const target = {
    ArrowDown: [at + 1, column],
    ArrowUp: [at - 1, column],
    PageDown: [Math.min(last, at + PAGE), column],
    PageUp: [Math.max(0, at - PAGE), column],
    Home: [0, column],
    End: [last, column],
    ArrowRight: [at, Math.min(column + 1, stops(row).length - 1)],
    ArrowLeft: [at, Math.max(0, column - 1)],
  }[event.key];
  if (!target) return;
  event.preventDefault();
  if (target[0] < 0 || target[0] > last) return;
  state.at = target;
  show(state, target[0]);
  render(state, false);
  rove(state, ...target);
  focused(state)?.focus({ preventScroll: state.scroller.classList.contains("long") });
}
