// The text, unit by unit, with every coder's boundaries beside it and, between the two
// coders of a pair, what their boundaries are to each other.

// Chunks out of sight are not laid out, so the longest texts scroll smoothly. Each is a
// grid: a row for a line, a row for the place after it, and a column for each coder. A line is a
// unit; of units that are words it is all words up to the next boundary of anybody.
const CHUNK = 50, LANES = 200, LANE = 14, PAIRED = 20, BETWEEN = 56, GAP = 6, NAMED = 12;
const LINE = 27, LETTERS = 80;

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "reading"), state = state_of(root, build);
  colour(state, data);
  const content = JSON.stringify(data);
  if (content === state.content) return;
  state.content = content;
  state.data = data;
  write(state);
  beside(state);
  choose(state);
  keep_texts({ id: data.id, first: data.from, texts: data.texts });
}

function build(root) {
  const heads = make("div", { class: "heads", "aria-hidden": "true" });
  const text = make("div", { class: "text" });
  const scroller = make("div", { class: "scroller", tabindex: "0", role: "region" }, heads, text);
  const legend = make("div");
  root.replaceChildren(legend, scroller);
  const state = { root, heads, text, scroller, legend, places: new Map(), here: [] };
  on_told(root, "chosen", () => choose(state));
  // An address is written when a person comes near: there may be thousands of places.
  for (const near of ["pointerover", "focusin"]) text.addEventListener(near, (event) => address(state, event));
  text.addEventListener("keydown", (event) => keyboard(state, event));
  return state;
}

/** Take the colours of the theme, which may have changed. */
function colour({ root }, { coders }) {
  const of_coder = coder_colours(root), scale = colours_of(root, "--st-chart-sequential-colors");
  coders.forEach(({ place }, coder) => root.style.setProperty(`--coder-${coder}`, of_coder(place)));
  for (let count = 1; count <= coders.length; count++) {
    root.style.setProperty(`--share-${count}`, scale[Math.max(1, Math.round((count / coders.length) * (scale.length - 1)))]);
  }
}

/** Write the text into chunks. */
function write(state) {
  const { data, text, scroller } = state;
  scroller.setAttribute("aria-label", data.label);
  // Lines of words end where coders put boundaries, so they may change though the text does not.
  const lines = lines_of(data), written = JSON.stringify([data.id, data.from, data.between === null || lines]);
  if (state.written === written) return;
  if (state.texts !== data.id || state.from !== data.from) scroller.scrollTop = 0;
  Object.assign(state, { written, texts: data.id, from: data.from, lines, elements: [], chunks: [] });
  state.line_of = lines.flatMap(([first, last], index) => Array(last - first + 1).fill(index));
  for (let start = 0; start < lines.length; ) {
    let end = start;
    while (end < lines.length && lines[end][1] - lines[start][0] < CHUNK) end++;
    end = Math.max(end, start + 1);
    const element = make("div", { class: "chunk" });
    let height = 0;
    lines.slice(start, end).forEach(([first, last], index) => {
      const texts = data.texts.slice(first - data.from, last - data.from + 1);
      state.elements.push(data.between === null ? unit(texts[0], first, 2 * index + 1) : words(texts, first, 2 * index + 1, data.between));
      element.append(state.elements.at(-1));
      height += 1 + Math.floor(texts.reduce((sum, content) => sum + content.length + 1, 0) / LETTERS);
    });
    element.style.containIntrinsicBlockSize = `auto ${LINE * height}px`;
    state.chunks.push({ element, top: 2 * start + 1, bottom: 2 * end });
    start = end;
  }
  text.replaceChildren(...state.chunks.map(({ element }) => element));
}

/** First and last unit of each line. */
function lines_of({ texts, from, between, coders }) {
  const last = from + texts.length - 1;
  if (between === null) return texts.map((_, index) => [from + index, from + index]);
  const placed = coders.flatMap(({ boundaries }) => boundaries).filter((place) => place >= from && place < last);
  const ends = [...new Set([...placed, last])].sort((one, other) => one - other);
  return ends.map((end, index) => [index ? ends[index - 1] + 1 : from, end]);
}

function unit(content, number, row) {
  const shown = content.trim().replace(/\n\s*\n\s*/g, "\n\n");
  return line(shown ? "unit" : "unit empty", number, row, shown || "(empty)");
}

/** Units that are words, as running text. */
function words(texts, first, row, between) {
  const spans = texts.map((content) => make("span", {}, content.trim()));
  return line("unit", first, row, ...spans.flatMap((span, index) => (index ? [between, span] : [span])));
}

function line(kind, number, row, ...content) {
  return make("div", { class: kind, dir: "auto", "data-unit": number.toLocaleString("en"), style: `grid-row:${row}` }, ...content);
}

/** The row of the line that has a unit; a line before or after all for units out of sight. */
function row_of({ line_of, lines, from }, unit) {
  const index = unit < from ? -1 : line_of[unit - from] ?? lines.length;
  return 2 * index + 1;
}

/** Draw the coders' boundaries beside the text. */
function beside(state) {
  const { data, root, chunks, legend } = state;
  for (const element of root.querySelectorAll(".chunk > :not(.unit), .within")) element.remove();
  state.places.clear();
  state.here = [];
  const columns = columns_of(data), rows = rows_of(chunks), after = (place) => row_of(state, place) + 1;
  root.style.setProperty("--columns", columns.widths.map((width) => `${width}px`).join(" "));
  root.style.setProperty("--gap", `${columns.gap}px`);
  legend.replaceChildren(...(data.pair.length ? [legend_of(data.counts, data.pair.map((coder) => data.coders[coder].name))] : []));
  heads(state, columns);
  lanes(state, columns, rows, after);
  const concerned = edits(data, columns, rows, after);
  for (const [place, who] of placed_in(data)) {
    rows(after(place), after(place), (style) => rule(state, place, who, concerned.get(place) || [], style));
  }
}

/** The columns: the other coders, then the pair with room for marks between the two. */
function columns_of({ coders, pair }) {
  const others = coders.map((_, coder) => coder).filter((coder) => !pair.includes(coder));
  const room = LANES / (others.length || 1);
  const gap = room > 2 * GAP ? GAP : 1;
  const narrow = Math.max(3, Math.min(LANE, Math.floor(room) - gap));
  const of = {};
  others.forEach((coder, index) => (of[coder] = index + 1));
  const widths = others.map(() => narrow);
  if (pair.length) {
    of[pair[0]] = widths.length + 1;
    of[pair[1]] = widths.length + 3;
    widths.push(PAIRED, BETWEEN - 2 * gap, PAIRED);
  }
  return { of, widths, gap, between: widths.length - 1 };
}

/** The coders' names, where there is room for them. */
function heads(state, { of, widths, gap }) {
  const { coders, pair } = state.data;
  const named = coders.map((_, coder) => coder).filter((coder) => widths[of[coder] - 1] + gap >= NAMED);
  state.heads.replaceChildren(...named.map((coder) => {
    const attributes = { class: pair.includes(coder) ? "head paired" : "head", title: coders[coder].name };
    return make("span", { ...attributes, style: `grid-column:${of[coder]};color:var(--coder-${coder})` }, coders[coder].short);
  }));
}

/** Each coder's segments as two tints, and a tick for each boundary. */
function lanes(state, { of }, rows, after) {
  const { data } = state;
  data.coders.forEach(({ name, boundaries, marks }, coder) => {
    const column = `grid-column:${of[coder]}`;
    segments(state, boundaries).forEach(([start, end], index) => {
      rows(start, end, (style) => make("i", { class: index % 2 ? "even" : "odd", style: `${style};${column}` }));
    });
    boundaries.forEach((place, index) => {
      // The more prominent a boundary, the thicker its tick.
      const weight = data.levels ? Math.max(2, 7 - 2 * Number(marks[index][0])) : 3;
      const title = `${name}, ${before(data.unit, place)}${carried(data, marks[index]).map((mark) => `: ${mark}`).join("")}`;
      const look = `${column};height:${weight}px;background:var(--coder-${coder})`;
      rows(after(place), after(place), (style) => make("b", { class: "tick", title, style: `${style};${look}` }));
    });
  });
}

/** What a boundary carries: its types, or its level. */
function carried({ levels }, marks) {
  return levels ? marks.map((level) => `level ${level}`) : marks;
}

/** Draw the edits between the pair; gives what they say of each place. */
function edits({ marks }, columns, rows, after) {
  const concerned = new Map();
  for (const [kind, text, positions, sides] of marks) {
    for (const place of new Set(positions)) concerned.set(place, [...(concerned.get(place) || []), text]);
    const look = `grid-column:${columns.between}`;
    rows(after(positions[0]), after(positions.at(-1)), (style, part) => between(kind, text, sides, `${style};${look}`, part));
  }
  return concerned;
}

/** The places with a boundary, in order, each with its coders and what theirs carries. */
function placed_in(data) {
  const placed = new Map();
  data.coders.forEach(({ boundaries, marks }, coder) => {
    boundaries.forEach((place, index) => {
      if (!placed.has(place)) placed.set(place, []);
      placed.get(place).push([coder, carried(data, marks[index])]);
    });
  });
  return [...placed].sort(([one], [other]) => one - other);
}

/** First and last row of each segment. */
function segments(state, boundaries) {
  const { from, texts, mass } = state.data;
  const last = from + texts.length - 1;
  const inside = boundaries.filter((place) => place >= from && place <= last);
  const starts = [from, ...inside.map((place) => place + 1)], ends = [...inside, null];
  const rest = row_of(state, last) + (last === mass ? 0 : 1);
  return starts
    .map((start, index) => [row_of(state, start), ends[index] === null ? rest : row_of(state, ends[index])])
    .filter(([start, end]) => end >= start);
}

/** Put elements into the chunks that some rows cross; each is told which part of the rows it shows. */
function rows_of(chunks) {
  const whole = chunks.length ? chunks.at(-1).bottom : 0;
  return (first, last, element) => {
    let index = chunk_of(chunks, Math.max(first, 1));
    for (let at = Math.max(first, 1); at <= Math.min(last, whole); index++) {
      const { element: chunk, top, bottom } = chunks[index], end = Math.min(last, bottom);
      const share = (row) => (row - first) / Math.max(1, last - first);
      const part = { from: at === first ? 0 : share(at - 0.5), to: end === last ? 1 : share(end + 0.5) };
      chunk.append(element(`grid-row:${at - top + 1}/${end - top + 2}`, part));
      at = end + 1;
    }
  };
}

/** The chunk that has a row. */
function chunk_of(chunks, row) {
  let low = 0, high = chunks.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (chunks[middle].bottom < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A mark between the two coders of the pair. */
function between(kind, text, sides, style, part) {
  const box = make("div", { class: `between ${kind}`, title: text, "data-first": part.from === 0, "data-last": part.to === 1, style });
  if (kind === "transposition") {
    const [left, right] = sides[0] === 0 ? [0, 100] : [100, 0];
    const view = `0 ${100 * part.from} 100 ${100 * (part.to - part.from)}`;
    box.append(draw("svg", { viewBox: view, preserveAspectRatio: "none" }, draw("path", { d: `M ${left} 0 C 50 0 50 100 ${right} 100` })));
  } else if (kind === "substitution") {
    const edge = sides[0] === 0 ? 0 : BETWEEN, centre = sides[0] === 0 ? 16 : BETWEEN - 16;
    const cross = draw("path", { d: `M ${centre - 5} 4 l 10 10 m 0 -10 l -10 10` });
    box.append(draw("svg", { viewBox: `0 0 ${BETWEEN} 18` }, draw("line", { class: "stub", x1: edge, x2: centre, y1: 9, y2: 9 }), cross));
  } else {
    box.append(draw("svg", { viewBox: `0 0 ${BETWEEN} 18` }, draw("line", { x1: 0, x2: BETWEEN, y1: 9, y2: 9 })));
  }
  return box;
}

/** The line through the text at a place, and how many coders drew it. */
function rule(state, place, who, concerned, style) {
  const { data } = state;
  const names = who.map(([coder, marks]) => data.coders[coder].name + (marks.length ? ` (${marks.join(", ")})` : ""));
  const share = `${who.length} of ${data.coders.length}`;
  const said = `${capital(before(data.unit, place))}: ${share} coders: ${names.join(", ")}`;
  const label = [share, in_short(who)].filter(Boolean).join(" · ");
  const attributes = { class: "rule", tabindex: "-1", "data-place": place, "aria-label": [said, ...concerned].join(". "), title: [said, ...concerned].join("\n"), style };
  const line = make("span", { class: "line", style: `background:var(--share-${who.length})` });
  const anchor = link("", attributes, line, make("span", { class: "strength" }, label));
  state.places.set(place, anchor);
  return anchor;
}

/** The types or levels at a place, each with how many coders say so. */
function in_short(who) {
  const counts = new Map();
  for (const mark of who.flatMap(([, marks]) => marks)) counts.set(mark, (counts.get(mark) || 0) + 1);
  const listed = [...counts].sort((one, other) => other[1] - one[1]);
  return listed.map(([mark, times]) => cut(mark, 24) + (times > 1 ? ` ×${times}` : "")).join(", ");
}

function cut(name, length) {
  const half = Math.floor((length - 1) / 2);
  return name.length > length ? `${name.slice(0, half)}…${name.slice(-half)}` : name;
}

function address({ href }, event) {
  const anchor = event.target.closest(".rule");
  if (anchor && href) anchor.href = address_of(href, { place: anchor.dataset.place });
}

/** Take the chosen place: mark it and scroll to it. */
function choose(state) {
  const { chosen } = shared, { data, places } = state;
  if (!data || !chosen || chosen.id !== data.id) return;
  const { place, href } = chosen;
  state.href = href;
  enter(state, places.get(place) || places.values().next().value);
  for (const element of state.here) element.remove();
  state.here = [];
  if (place) state.here = marked(state, place);
  const mark = `${data.id} ${place}`;
  if (state.here.length && state.shown !== mark) scroll_to(state, state.here[0]);
  state.shown = mark;
}

/** Mark a place: after its line, or between two words. */
function marked(state, place) {
  const index = state.line_of[place - state.from];
  if (index === undefined) return [];
  const [first, last] = state.lines[index], after = row_of(state, place) + 1, found = [];
  if (place === last) {
    rows_of(state.chunks)(after, after, (style) => (found[0] = make("div", { class: "here", style })));
  } else {
    found[0] = make("span", { class: "here within" });
    state.elements[index].children[place - first].after(found[0]);
  }
  return found;
}

/** Make a place the one that Tab leads to. */
function enter(state, anchor) {
  if (state.entry) state.entry.tabIndex = -1;
  if (anchor) anchor.tabIndex = 0;
  state.entry = anchor;
}

/** Scroll the text, not the page, until an element is in sight; chunks above may still grow. */
function scroll_to({ scroller, heads }, element, tries = 6) {
  const frame = scroller.getBoundingClientRect(), box = element.getBoundingClientRect();
  const above = box.top - frame.top - heads.offsetHeight - 40, below = box.bottom - frame.bottom + 40;
  if (above >= 0 && below <= 0) return;
  scroller.scrollTop += box.top - frame.top - scroller.clientHeight / 3;
  if (tries) requestAnimationFrame(() => scroll_to({ scroller, heads }, element, tries - 1));
}

/** Up and down move from boundary to boundary. */
function keyboard(state, event) {
  const anchor = event.target.closest(".rule");
  const by = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
  if (!anchor || !by) return;
  event.preventDefault();
  const all = [...state.places.values()];
  const next = all[Math.min(all.length - 1, Math.max(0, all.indexOf(anchor) + by))];
  enter(state, next);
  next.focus();
}
