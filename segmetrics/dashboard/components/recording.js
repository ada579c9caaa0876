// Recordings along one time line: the density of presses over its chance level, a lane of ticks for
// each coder, or a line of shades for each recording. All of it is one canvas that zooms and pans;
// a click chooses a place. A sound or video file of the reader plays from there: the browser reads
// it from their disk by an address of its own, and nothing of it is sent.

const NAMES = 112, EDGE = 10, TICKS = 26, CURVE = 110, TRACK = 18, SHADES = 20, SPACE = 4, PEAKS = 14;
const CLOSE = 5, LEAST_SPAN = 2, ZOOM = 1.6, LEAD_IN = 1.5;

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "recording"), state = state_of(root, build);
  const other = state.data?.name !== data.name;
  const chosen = state.data?.place !== data.place;
  state.data = data;
  state.total = data.duration * data.resolution;
  state.curve = data.curve ? numbers_of(data.curve.heights, true) : null;
  state.shades = data.shades.map((row) => numbers_of(row.cells, false));
  if (other) {
    Object.assign(state, { from: 0, to: state.total, focus: null });
    forget_media(state);
  }
  state.canvas.setAttribute("aria-label", data.label);
  state.player.hidden = !data.media;
  state.legend.replaceChildren(...legend_items(data, colours(root).scale));
  if (chosen && data.place !== null) bring_into_view(state, data.place * data.resolution);
  on_width(root, () => paint(state));
  paint(state);
}

function build(root) {
  const canvas = make("canvas", { tabindex: "0", role: "application", "aria-describedby": "recording-help" });
  const tip = make("div", { class: "tip", hidden: "" });
  const aloud = make("div", { class: "spoken", "aria-live": "polite" });
  const help = make("div", { class: "spoken", id: "recording-help" }, "Arrow keys move from boundary to boundary, Enter chooses the place, plus and minus zoom.");
  const button = (text, title, act) => {
    const made = make("button", { type: "button", title, "aria-label": title }, text);
    made.addEventListener("click", act);
    return made;
  };
  const span = make("span", { class: "span" }), legend = make("div", { class: "legend" });
  const file = make("input", { type: "file", accept: "audio/*,video/*" });
  const player = make("div", { class: "player" });
  const state = { root, canvas, tip, aloud, span, legend, player, file, from: 0, to: 1, focus: null, media: null, address: null };
  const middle = () => (state.from + state.to) / 2;
  const tools = make("div", { class: "tools" },
    button("+", "Zoom in", () => zoom(state, ZOOM, state.data.place === null ? middle() : clamp(state.data.place * state.data.resolution, state.from, state.to))),
    button("−", "Zoom out", () => zoom(state, 1 / ZOOM, middle())),
    button("Whole recording", "Show the whole recording", () => look_at(state, 0, state.total)),
    span,
  );
  player.append(make("label", { class: "choose" }, "Play the recording from your disk", file), make("span", { class: "quiet" }, "The file stays in this browser; nothing of it is uploaded."));
  file.addEventListener("change", () => play_file(state));
  root.replaceChildren(tools, legend, canvas, player, tip, aloud, help);
  listen(state);
  return state;
}

/** What the lines and triangles are, or the shades. */
function legend_items({ curve, peaks, peaks_mean, shades, lanes, shades_mean }, scale) {
  const sample = (path, how) => draw("svg", { width: 26, height: 14, "aria-hidden": "true" }, draw("path", { d: path, class: how }));
  const found = [];
  if (curve && curve.chance !== null) found.push(make("span", {}, sample("M 1 7 H 25", "dashed"), curve.chance_text));
  if (peaks.some(({ above }) => above)) found.push(make("span", {}, sample("M 13 2 L 8 11 H 18 Z", "full"), peaks_mean[0]));
  if (peaks.some(({ above }) => !above)) found.push(make("span", {}, sample("M 13 2 L 8 11 H 18 Z", "open"), peaks_mean[1]));
  if (lanes.length) found.push(make("span", {}, "below: each coder’s boundaries"));
  if (shades_mean) {
    const step = (share) => make("span", { class: "step" }, make("i", { style: `background:${shade(scale, share)}` }), (share * shades[0].top).toFixed(share ? 1 : 0));
    found.push(make("span", {}, shades_mean), make("span", { class: "steps" }, ...[0, 0.25, 0.5, 0.75, 1].map(step)));
  }
  return found;
}

function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}

// Zoom and pan.

function look_at(state, from, to) {
  const span = clamp(to - from, Math.min(LEAST_SPAN, state.total), state.total);
  state.from = clamp(from, 0, state.total - span);
  state.to = state.from + span;
  paint(state);
}

function zoom(state, by, about) {
  const span = clamp((state.to - state.from) / by, Math.min(LEAST_SPAN, state.total), state.total);
  const share = (about - state.from) / (state.to - state.from);
  look_at(state, about - share * span, about + (1 - share) * span);
}

function bring_into_view(state, time) {
  const span = state.to - state.from;
  if (time < state.from || time > state.to) {
    state.from = clamp(time - span / 2, 0, state.total - span);
    state.to = state.from + span;
  }
}

const scale_of = (state) => (state.width - NAMES - EDGE) / (state.to - state.from);
const x_of = (state, time) => NAMES + (time - state.from) * scale_of(state);
const time_at = (state, x) => clamp(state.from + (x - NAMES) / scale_of(state), 0, state.total);

function listen(state) {
  const { canvas } = state;
  let drag = null;
  const x_in = (event) => event.clientX - canvas.getBoundingClientRect().left;
  const y_in = (event) => event.clientY - canvas.getBoundingClientRect().top;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    drag = { x: x_in(event), from: state.from, to: state.to, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const x = x_in(event);
    if (drag && (drag.moved || Math.abs(x - drag.x) > 3)) {
      drag.moved = true;
      const by = (x - drag.x) / scale_of(state);
      look_at(state, drag.from - by, drag.to - by);
      state.tip.hidden = true;
    } else hover(state, x, y_in(event));
  });
  canvas.addEventListener("pointerup", (event) => {
    const x = x_in(event), clicked = drag && !drag.moved;
    drag = null;
    if (clicked && x >= NAMES - CLOSE) choose(state, time_at(state, x), y_in(event));
    else if (clicked) open_name(state, y_in(event));
  });
  canvas.addEventListener("pointercancel", () => (drag = null));
  canvas.addEventListener("pointerleave", () => {
    state.tip.hidden = true;
    state.pointed = null;
    paint(state);
  });
  // The wheel alone scrolls the page, as everywhere.
  canvas.addEventListener("wheel", (event) => {
    const span = state.to - state.from;
    if (event.ctrlKey || event.metaKey) zoom(state, Math.exp(-event.deltaY / 300), time_at(state, x_in(event)));
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && span < state.total) look_at(state, state.from + event.deltaX / scale_of(state), state.to + event.deltaX / scale_of(state));
    else if (event.shiftKey && span < state.total) look_at(state, state.from + event.deltaY / scale_of(state), state.to + event.deltaY / scale_of(state));
    else return;
    event.preventDefault();
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => keyboard(state, event));
  canvas.addEventListener("blur", () => {
    state.tip.hidden = true;
  });
}

function keyboard(state, event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { data } = state, about = state.focus === null ? (state.from + state.to) / 2 : state.focus * data.resolution;
  const places = stops(data);
  const at = state.focus ?? data.place ?? -1;
  const moves = {
    ArrowRight: () => places.find((place) => place > at),
    ArrowLeft: () => places.findLast((place) => place < at),
    Home: () => places[0],
    End: () => places.at(-1),
  };
  if (moves[event.key]) {
    const next = moves[event.key]();
    if (next === undefined) return;
    state.focus = next;
    bring_into_view(state, next * data.resolution);
    paint(state);
    state.aloud.textContent = said_at(state, next * data.resolution);
  } else if (event.key === "Enter" && state.focus !== null) open_place(state, state.focus);
  else if (event.key === "+" || event.key === "=") zoom(state, ZOOM, about);
  else if (event.key === "-") zoom(state, 1 / ZOOM, about);
  else return;
  event.preventDefault();
}

/** Places at which the arrow keys stop: peaks, or, without any, all presses. */
function stops(data) {
  const places = data.peaks.length ? data.peaks.map(({ place }) => place) : data.lanes.flatMap(({ places }) => places);
  return [...new Set(places)].sort((a, b) => a - b);
}

// Choosing a place.

function choose(state, time, y) {
  const { data } = state, row = row_at(state, y);
  const reach = CLOSE / scale_of(state);
  const near = (places) => places.reduce((best, place) => {
    const apart = Math.abs(place * data.resolution - time);
    return apart <= reach && (best === null || apart < Math.abs(best * data.resolution - time)) ? place : best;
  }, null);
  if (row?.shades !== undefined) {
    const { href, duration } = data.shades[row.shades];
    const place = clamp(Math.round(time / data.resolution), 1, duration - 1);
    open_view(address_of(new URL(href, location.href).href, { place }));
    return;
  }
  const lane = row?.lane !== undefined ? near(data.lanes[row.lane].places) : null;
  const place = lane ?? near(data.peaks.map((peak) => peak.place)) ?? clamp(Math.round(time / data.resolution), 1, data.duration - 1);
  open_place(state, place);
}

function open_place(state, place) {
  const { data } = state;
  play_from(state, place * data.resolution);
  open_view(address_of(data.href, { place }));
}

function open_name(state, y) {
  const row = row_at(state, y);
  if (row?.shades !== undefined) open_view(address_of(state.data.shades[row.shades].href, { place: null }));
}

function row_at(state, y) {
  return state.rows.find((row) => y >= row.top && y < row.top + row.height);
}

// What is said of a place.

function hover(state, x, y) {
  if (x < NAMES - CLOSE || x > state.width) {
    state.tip.hidden = true;
    state.canvas.style.cursor = row_at(state, y)?.shades !== undefined ? "pointer" : "default";
    return;
  }
  state.canvas.style.cursor = "crosshair";
  const time = time_at(state, x);
  state.pointed = time;
  const row = row_at(state, y);
  const text = row?.shades !== undefined ? said_of_shade(state, row.shades, time) : said_at(state, time);
  fill_tip(state.tip, text, []);
  place_tip(state.tip, state.canvas.offsetLeft + x, state.canvas.offsetTop + y);
  paint(state);
}

function said_of_shade(state, index, time) {
  const { name, cells, duration, top } = state.data.shades[index];
  if (time > duration * state.data.resolution) return name;
  const row = state.shades[index], cell = Math.min(row.length - 1, Math.floor((time / (duration * state.data.resolution)) * row.length));
  return `${name}, ${clock(time)}: ${rate(((row[cell] || 0) / 255) * top)}`;
}

function said_at(state, time) {
  const { data } = state;
  const reach = Math.max(data.tolerance, CLOSE / scale_of(state));
  const peak = data.peaks.find(({ place }) => Math.abs(place * data.resolution - time) <= CLOSE / scale_of(state));
  const coders = data.lanes.filter(({ coder }) => coder !== null);
  const who = coders.filter(({ places }) => places.some((place) => Math.abs(place * data.resolution - time) <= reach));
  const density = state.curve ? `${rate(height_at(state, time))}; ` : "";
  const names = listed(who.map(({ name }) => name), 8);
  if (peak) return `${peak.text}; ${density}${names}`;
  return `${clock(time, 1)}: ${density}${who.length} of ${count(coders.length, "coder")} within ${Number(reach.toPrecision(2))} s${names && `: ${names}`}`;
}

function rate(height) {
  return `${height.toFixed(1)} boundaries a minute per coder`;
}

function height_at(state, time) {
  const { curve, data } = state;
  return (curve[clamp(Math.floor((time / state.total) * curve.length), 0, curve.length - 1)] / 65535) * data.curve.top;
}

// Drawing.

function paint(state) {
  if (state.wait) return;
  state.wait = requestAnimationFrame(() => {
    state.wait = null;
    draw_all(state);
  });
}

function draw_all(state) {
  const { root, canvas, data, span } = state;
  const width = Math.floor(root.clientWidth);
  if (!width || !canvas.isConnected) return;
  state.width = width;
  span.textContent = state.to - state.from < state.total ? `${clock(state.from)} to ${clock(state.to)} · drag to move along` : "";
  state.rows = [];
  let y = TICKS;
  if (data.curve) {
    state.rows.push({ curve: true, top: y, height: CURVE + (data.peaks.length ? PEAKS : 0) });
    y += state.rows.at(-1).height + SPACE;
  }
  data.lanes.forEach((_, lane) => {
    state.rows.push({ lane, top: y, height: TRACK });
    y += TRACK;
  });
  data.shades.forEach((_, shades) => {
    state.rows.push({ shades, top: y, height: SHADES });
    y += SHADES + SPACE;
  });
  const height = y + SPACE, pen = pen_on(canvas, width, height, () => draw_all(state));
  const look = colours(root);
  pen.textBaseline = "middle";
  draw_axis(state, pen, look, height);
  for (const row of state.rows) {
    if (row.curve) draw_curve(state, pen, look, row);
    else if (row.lane !== undefined) draw_lane(state, pen, look, row);
    else draw_shades(state, pen, look, row);
  }
  pen.fillStyle = look.ink;
  pen.globalAlpha = 0.5;
  if (state.pointed !== null && state.pointed !== undefined && !state.tip.hidden) pen.fillRect(x_of(state, state.pointed), TICKS - 4, 1, height);
  pen.globalAlpha = 1;
  if (state.focus !== null) mark_time(state, pen, look.ink, state.focus * data.resolution, height);
  if (state.media && state.media.readyState) mark_time(state, pen, look.orange, state.media.currentTime, height);
}

function mark_time(state, pen, colour, time, height) {
  const x = x_of(state, time);
  if (x < NAMES - 1 || x > state.width) return;
  pen.fillStyle = colour;
  pen.fillRect(x - 1, TICKS - 6, 2, height);
}

function draw_axis(state, pen, look, height) {
  const room = (state.width - NAMES - EDGE) / (state.to - state.from);
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].find((size) => size * room >= 58) || 7200;
  pen.font = `11px ${look.font}`;
  pen.textAlign = "center";
  for (let tick = Math.ceil(state.from / step - 1e-9); tick * step <= state.to + 1e-9; tick += 1) {
    const x = x_of(state, tick * step);
    pen.fillStyle = look.line;
    pen.fillRect(x, TICKS - 6, 1, height - TICKS + 2);
    pen.fillStyle = look.ink;
    pen.globalAlpha = 0.7;
    if (x < state.width - 14) pen.fillText(clock(tick * step, step < 1 ? 1 : 0), x, 9);
    pen.globalAlpha = 1;
  }
  const { place, resolution } = state.data;
  if (place !== null) {
    const x = x_of(state, place * resolution);
    if (x >= NAMES - 5 && x <= state.width) {
      pen.fillStyle = look.primary;
      pen.globalAlpha = 0.22;
      pen.fillRect(x - 5, TICKS - 6, 10, height);
      pen.globalAlpha = 1;
    }
  }
}

function draw_curve(state, pen, look, row) {
  const { curve, data } = state, { top, chance } = data.curve;
  const base = row.top + CURVE, y = (height) => base - (height / top) * (CURVE - 6);
  const first = NAMES, last = state.width - EDGE;
  pen.beginPath();
  pen.moveTo(first, base);
  for (let x = first; x <= last; x += 1) {
    // Of several points in a pixel the highest is drawn, so that no peak is lost.
    const from = clamp(Math.floor((time_at(state, x) / state.total) * curve.length), 0, curve.length - 1);
    const to = clamp(Math.floor((time_at(state, x + 1) / state.total) * curve.length), from + 1, curve.length);
    let most = 0;
    for (let at = from; at < to; at += 1) if (curve[at] > most) most = curve[at];
    pen.lineTo(x, y((most / 65535) * top));
  }
  pen.lineTo(last, base);
  pen.closePath();
  pen.fillStyle = look.blue;
  pen.globalAlpha = 0.35;
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = look.blue;
  pen.lineWidth = 1.2;
  pen.stroke();
  pen.font = `11px ${look.font}`;
  pen.fillStyle = look.ink;
  pen.textAlign = "right";
  pen.globalAlpha = 0.8;
  pen.fillText("boundaries a minute", NAMES - 10, row.top + CURVE / 2 - 7);
  pen.fillText("per coder", NAMES - 10, row.top + CURVE / 2 + 7);
  pen.fillText(top.toFixed(top < 10 ? 1 : 0), NAMES - 10, row.top + 8);
  pen.fillText("0", NAMES - 10, base - 4);
  pen.globalAlpha = 1;
  if (chance !== null) {
    pen.setLineDash([5, 4]);
    pen.strokeStyle = look.ink;
    pen.beginPath();
    pen.moveTo(first, y(chance));
    pen.lineTo(last, y(chance));
    pen.stroke();
    pen.setLineDash([]);
  }
  // Below the curve: the places themselves, with the intervals of those above chance.
  for (const { place, low, high, above } of data.peaks) {
    const x = x_of(state, place * data.resolution);
    if (x < NAMES || x > last) continue;
    if (!above && scale_of(state) * data.tolerance < 1.5) continue;
    const at = base + 8;
    pen.fillStyle = pen.strokeStyle = above ? look.ink : look.line;
    if (low !== null && above) pen.fillRect(x_of(state, low * data.resolution), at + 3, Math.max(1, (high - low) * data.resolution * scale_of(state)), 2);
    pen.beginPath();
    pen.moveTo(x, at - 5);
    pen.lineTo(x - 4, at + 2);
    pen.lineTo(x + 4, at + 2);
    pen.closePath();
    if (above) pen.fill();
    else pen.stroke();
  }
}

function draw_lane(state, pen, look, row) {
  const { name, coder, places, marked } = state.data.lanes[row.lane];
  const { resolution } = state.data, colour = coder === null ? look.ink : look.coder(coder);
  pen.fillStyle = look.ink;
  pen.globalAlpha = row.lane % 2 ? 0.03 : 0.07;
  pen.fillRect(NAMES, row.top, state.width - NAMES - EDGE, row.height);
  pen.globalAlpha = 1;
  pen.fillStyle = colour;
  pen.font = `${marked ? "700 " : ""}12px ${look.font}`;
  pen.textAlign = "right";
  pen.fillText(fit(pen, name, NAMES - 18), NAMES - 10, row.top + row.height / 2);
  const wide = marked ? 2.5 : 1.5;
  for (const place of places) {
    const x = x_of(state, place * resolution);
    if (x >= NAMES && x <= state.width - EDGE) pen.fillRect(x - wide / 2, row.top + 2, wide, row.height - 4);
  }
}

function draw_shades(state, pen, look, row) {
  const { name, duration, chosen } = state.data.shades[row.shades], cells = state.shades[row.shades];
  const length = duration * state.data.resolution, { scale } = look;
  pen.fillStyle = look.ink;
  pen.font = `${chosen ? "700 " : ""}12px ${look.font}`;
  pen.textAlign = "right";
  pen.fillText(fit(pen, name, NAMES - 18), NAMES - 10, row.top + row.height / 2);
  const end = Math.min(state.width - EDGE, x_of(state, length));
  for (let x = NAMES; x < end; x += 1) {
    const from = clamp(Math.floor((time_at(state, x) / length) * cells.length), 0, cells.length - 1);
    const to = clamp(Math.floor((time_at(state, x + 1) / length) * cells.length), from + 1, cells.length);
    let most = 0;
    for (let at = from; at < to; at += 1) if (cells[at] > most) most = cells[at];
    // Unlike a share of coders, a density of almost nothing is none.
    pen.fillStyle = scale[Math.round((most / 255) * (scale.length - 1))];
    pen.fillRect(x, row.top, 1.5, row.height);
  }
}

// Playing.

function play_file(state) {
  const [file] = state.file.files;
  if (!file) return;
  forget_media(state, true);
  state.address = URL.createObjectURL(file);
  const kind = file.type.startsWith("video/") ? "video" : "audio";
  state.media = make(kind, { controls: "", preload: "metadata", src: state.address });
  state.player.append(state.media);
  const moved = () => {
    bring_into_view(state, state.media.currentTime);
    paint(state);
  };
  for (const what of ["timeupdate", "seeked", "loadedmetadata"]) state.media.addEventListener(what, moved);
  state.media.addEventListener("loadedmetadata", () => {
    const { data, media } = state;
    if (data.place !== null) media.currentTime = Math.max(0, data.place * data.resolution - LEAD_IN);
  }, { once: true });
}

function play_from(state, time) {
  if (!state.media) return;
  state.media.currentTime = Math.max(0, time - LEAD_IN);
  state.media.play().catch(() => {});
}

/** Let go of the file; what the browser held of it is freed. */
function forget_media(state, keep_choice = false) {
  state.media?.pause();
  state.media?.remove();
  if (state.address) URL.revokeObjectURL(state.address);
  state.media = state.address = null;
  if (!keep_choice) state.file.value = "";
}
