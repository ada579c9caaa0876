// What pictures share that are drawn on a canvas as large as what is seen of them.

/** Build a canvas that scrolls, with its legend, a tip, and what is said of it; `ways` draw it and move about in it. */
function scrolled(root, called, { paint, hover, point, keyboard }, ...above) {
  const canvas = make("canvas", { tabindex: "0", role: "application", "aria-describedby": `${called}-help` });
  const spacer = make("div", { class: "spacer" }, canvas);
  const scroller = make("div", { class: "scroller" }, spacer);
  const tip = make("div", { class: "tip", hidden: "" });
  const aloud = make("div", { class: "spoken", "aria-live": "polite" });
  const help = make("div", { class: "spoken", id: `${called}-help` });
  const legend = make("div", { class: "legend" });
  root.replaceChildren(legend, ...above, scroller, tip, aloud, help);
  const state = { root, canvas, spacer, scroller, tip, aloud, help, legend, focus: null };
  scroller.addEventListener("scroll", () => requestAnimationFrame(() => paint(state)), { passive: true });
  canvas.addEventListener("mousemove", (event) => hover(state, event));
  canvas.addEventListener("mouseleave", () => point(state, null));
  canvas.addEventListener("keydown", (event) => keyboard(state, event));
  canvas.addEventListener("blur", () => {
    point(state, null);
    paint(state);
  });
  return state;
}

/** The pen on the ground of what is seen, and where that is; null before it is laid out. */
function seen_part(state, paint) {
  const { canvas, scroller, root } = state;
  const height = scroller.clientHeight, top = scroller.scrollTop;
  if (!height || !state.width) return null;
  const wide = scroller.clientWidth, palette = colours(root);
  const pen = pen_on(canvas, wide, height, () => paint(state));
  pen.fillStyle = palette.ground;
  pen.fillRect(0, 0, wide, height);
  pen.textBaseline = "middle";
  return { pen, palette, top, height };
}

/** Where in the whole picture the pointer is. */
function pointed_at({ canvas, scroller }, event) {
  const [x, y] = offset_in(canvas, event);
  return [x, y + scroller.scrollTop];
}
