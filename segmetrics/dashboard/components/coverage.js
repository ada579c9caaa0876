// Who coded what: a row for each coder, a column for each item. A long row goes on in
// the next block. Only the visible rows are drawn.

const CELL_MIN = 6, CELL_MAX = 84, NAMED = 46, HEAD = 20, GAP = 12;

export default function ({ data, parentElement, setStateValue }) {
  const root = stage(parentElement, "coverage"), state = state_of(root, build);
  if (state.source !== data.cells) {
    state.source = data.cells;
    state.cells = Uint8Array.from(atob(data.cells), (character) => character.charCodeAt(0));
    state.focus = null;
    point(state, null);
  }
  state.data = data;
  state.pick = (picked) => setStateValue("picked", picked);
  state.help.textContent = `Arrow keys move from coding to coding${data.choosable ? ", Enter chooses one" : ""}.`;
  state.canvas.setAttribute("aria-label", `Who coded what: ${count(data.coders.length, "coder")}, ${count(data.items.length, "item")}`);
  on_width(root, () => layout(state));
  layout(state);
}

function build(root) {
  const state = scrolled(root, "coverage", { paint, hover, point, keyboard }), { canvas } = state;
  canvas.addEventListener("click", (event) => choose(state, found_at(state, event)));
  canvas.addEventListener("focus", () => {
    state.focus ??= { item: 0, coder: 0 };
    if (canvas.matches(":focus-visible")) move_to(state, state.focus);
  });
  return state;
}

function layout(state) {
  const { data, root, spacer } = state;
  const width = root.clientWidth;
  if (!width) return;
  state.label = Math.min(names_width(state, state.data.coders) + 14, 150, Math.round(width / 4));
  const room = width - state.label - 14;
  const widest = Math.max(CELL_MAX, Math.min(names_width(state, data.items), 2 * CELL_MAX) + 6);
  state.cell = Math.max(CELL_MIN, Math.min(widest, Math.floor(room / data.items.length)));
  state.columns = Math.max(1, Math.floor(room / state.cell));
  state.row = state.cell < 12 ? 12 : 20;
  state.block = HEAD + data.coders.length * state.row + GAP;
  state.width = width;
  spacer.style.height = `${Math.ceil(data.items.length / state.columns) * state.block - GAP}px`;
  legend(state);
  paint(state);
}

/** Draw one coding; a shape and not only a colour says what became of it. */
function mark(pen, palette, kind, x, y, width, height) {
  const large = width >= 10 && height >= 10;
  const fill = (colour, alpha = 1, share = 1) => {
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    pen.fillRect(x, y + height * (1 - share), width, height * share);
    pen.globalAlpha = 1;
  };
  const stroke = (colour, ...points) => {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.6;
    pen.beginPath();
    for (const [x1, y1, x2, y2] of points) {
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
    }
    pen.stroke();
  };
  const middle = x + width / 2, centre = y + height / 2, arm = 3.5;
  fill(palette.empty);
  if (kind === "coded") fill(palette.blue);
  if (kind === "left") fill(palette.orange, 0.75, 0.4);
  if (kind === "problem" || kind === "duplicate") fill(palette.orange);
  if (kind === "problem" && large) {
    stroke(palette.ground, [middle - arm, centre - arm, middle + arm, centre + arm], [middle - arm, centre + arm, middle + arm, centre - arm]);
  }
  if (kind === "duplicate") stroke(palette.ground, [x, centre, x + width, centre]);
  if (kind === "dropped") {
    pen.strokeStyle = palette.ink;
    pen.lineWidth = 1;
    pen.globalAlpha = 0.6;
    pen.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    pen.globalAlpha = 1;
    if (large) stroke(palette.ink, [middle - arm, centre, middle + arm, centre]);
  }
}

const kind_at = (state, item, coder) => state.data.states[state.cells[coder * state.data.items.length + item]];

function paint(state) {
  const seen = seen_part(state, paint);
  if (!seen) return;
  const { pen, palette, top, height } = seen, { canvas, data, cell, row, block, columns, label } = state;
  const last = Math.ceil(data.items.length / columns) - 1;
  for (let part = Math.floor(top / block); part <= Math.min(last, Math.floor((top + height) / block)); part++) {
    const from = part * columns, until = Math.min(data.items.length, from + columns), begin = part * block - top;
    heading(from, until, begin + HEAD / 2);
    const first = Math.max(0, Math.floor((-begin - HEAD) / row));
    for (let coder = first; coder < data.coders.length; coder++) {
      const y = begin + HEAD + coder * row;
      if (y > height) break;
      pen.font = `${row < 16 ? 10 : 13}px ${palette.font}`;
      pen.fillStyle = palette.ink;
      pen.textAlign = "right";
      pen.fillText(fit(pen, data.coders[coder], label - 14), label - 8, y + row / 2);
      for (let item = from; item < until; item++) {
        mark(pen, palette, kind_at(state, item, coder), label + (item - from) * cell, y + 1, cell - 1, row - 2);
      }
    }
  }
  const chosen = { item: data.items.indexOf(data.chosen.item), coder: data.coders.indexOf(data.chosen.coder) };
  frame(chosen, palette.ink);
  if (state.focus && canvas === state.root.getRootNode().activeElement) frame(state.focus, palette.ink);

  function heading(from, until, y) {
    pen.fillStyle = palette.ink;
    pen.font = `12px ${palette.font}`;
    if (cell >= NAMED) {
      pen.textAlign = "center";
      for (let item = from; item < until; item++) {
        pen.fillText(fit(pen, data.items[item], cell - 4), label + (item - from + 0.5) * cell, y);
      }
      return;
    }
    const room = (until - from) * cell / 2 - 8;
    pen.textAlign = "left";
    pen.fillText(fit(pen, data.items[from], Math.max(room, 60)), label, y);
    if (until - from < 2 || room < 60) return;
    pen.textAlign = "right";
    pen.fillText(fit(pen, data.items[until - 1], room), label + (until - from) * cell, y);
  }

  /** Frame a coding, a whole row, or a whole column. */
  function frame({ item, coder }, colour) {
    if (item < 0 && coder < 0) return;
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    const parts = item < 0 ? [...Array(last + 1).keys()] : [Math.floor(item / columns)];
    for (const part of parts) {
      const from = part * columns, across = Math.min(columns, data.items.length - from) * cell;
      const x = label + (item < 0 ? 0 : (item - from) * cell), y = part * block - top + HEAD + Math.max(0, coder) * row;
      pen.strokeRect(x - 1.5, y - 0.5, (item < 0 ? across : cell) + 2, coder < 0 ? data.coders.length * row + 1 : row + 1);
    }
  }
}

/** What lies under the pointer: a coding, the name of a coder, or that of an item. */
function found_at(state, event) {
  const { data, cell, row, block, columns, label } = state;
  const [x, y] = pointed_at(state, event);
  const part = Math.floor(y / block), within = y - part * block;
  const coder = Math.floor((within - HEAD) / row), item = part * columns + Math.floor((x - label) / cell);
  const of_item = x >= label && x < label + columns * cell && item < data.items.length;
  if (within < HEAD) return of_item && cell >= NAMED ? { item } : null;
  if (coder >= data.coders.length) return null;
  if (x < label) return { coder };
  return of_item ? { item, coder } : null;
}

function describe(state, { item, coder }) {
  const { items, coders, states: kinds, called } = state.data;
  if (item === undefined) return coders[coder];
  if (coder === undefined) return items[item];
  return `${items[item]}, ${coders[coder]}: ${called[kinds.indexOf(kind_at(state, item, coder))]}`;
}

function choose(state, found) {
  if (!found || !state.data.choosable) return;
  const { items, coders } = state.data;
  state.pick({ item: items[found.item] ?? null, coder: coders[found.coder] ?? null });
}

function hover(state, event) {
  const found = found_at(state, event);
  state.canvas.style.cursor = found && state.data.choosable ? "pointer" : "default";
  point(state, found, ...offset_in(state.root, event));
}

function point(state, found, x, y) {
  fill_tip(state.tip, found ? describe(state, found) : "", []);
  if (found) place_tip(state.tip, x, y);
}

function move_to(state, found) {
  state.focus = found;
  const { scroller, row, block, columns, cell, label } = state;
  const y = Math.floor(found.item / columns) * block + HEAD + found.coder * row;
  if (y - HEAD < scroller.scrollTop) scroller.scrollTop = y - HEAD;
  const beyond = y + row - scroller.scrollTop - scroller.clientHeight;
  if (beyond > 0) scroller.scrollTop += beyond;
  paint(state);
  point(state, found, label + (found.item % columns) * cell, scroller.offsetTop - scroller.scrollTop + y);
  state.aloud.textContent = describe(state, found);
}

function keyboard(state, event) {
  const { data, columns, focus } = state;
  if (!focus) return;
  const items = data.items.length - 1, coders = data.coders.length - 1;
  const { item, coder } = focus;
  const steps = {
    ArrowRight: () => ({ item: Math.min(items, item + 1), coder }),
    ArrowLeft: () => ({ item: Math.max(0, item - 1), coder }),
    ArrowDown: () => (coder < coders ? { item, coder: coder + 1 } : item + columns <= items ? { item: item + columns, coder: 0 } : focus),
    ArrowUp: () => (coder > 0 ? { item, coder: coder - 1 } : item >= columns ? { item: item - columns, coder: coders } : focus),
    Home: () => ({ item: item - (item % columns), coder }),
    End: () => ({ item: Math.min(items, item - (item % columns) + columns - 1), coder }),
  };
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(state, focus);
  } else if (steps[event.key]) {
    event.preventDefault();
    move_to(state, steps[event.key]());
  }
}

function legend(state) {
  const { states: kinds, legend: words, counts } = state.data;
  const palette = colours(state.root);
  state.legend.replaceChildren(
    ...kinds.flatMap((kind, place) => {
      if (!counts[place]) return [];
      const icon = make("canvas", { "aria-hidden": "true" });
      const paint_icon = () => {
        mark(pen_on(icon, 18, 14, paint_icon), palette, kind, 0, 0, 18, 14);
      };
      paint_icon();
      return [make("span", {}, icon, words[place])];
    }),
  );
}
