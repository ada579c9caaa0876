// What components share that show places of an item and the text around them.

// What the components of a page know together, though each is a module of its own: the
// texts of units, under a name for the texts of each item, and the chosen place.
const KEPT_ITEMS = 8;
const shared = (globalThis.segmetrics ??= { texts: new Map(), chosen: null, events: new EventTarget() });

/** Tell the other components that something they share has changed. */
function tell(what, detail) {
  shared.events.dispatchEvent(new CustomEvent(what, { detail }));
}

/** Call back whenever another component tells something, as long as an element is shown. */
function on_told(element, what, callback) {
  const listen = ({ detail }) => {
    if (element.isConnected) callback(detail);
    else shared.events.removeEventListener(what, listen);
  };
  shared.events.addEventListener(what, listen);
}

/** Keep texts of units for all components; those of the latest few items stay. */
function keep_texts({ id, first, texts }) {
  const known = shared.texts.get(id) || new Map();
  texts.forEach((text, index) => known.set(first + index, text));
  shared.texts.delete(id);
  shared.texts.set(id, known);
  if (shared.texts.size > KEPT_ITEMS) shared.texts.delete(shared.texts.keys().next().value);
  tell("texts");
}

/** The text of a unit, if it is known. */
function unit_text(id, unit) {
  return id ? shared.texts.get(id)?.get(unit) : undefined;
}

const QUOTED = 160;
/** The text on both sides of a place: the end of the unit before it, the beginning of the one after. */
function around(id, place) {
  return [place, place + 1].flatMap((unit) => {
    const letters = [...(unit_text(id, unit) || "").replace(/\s+/g, " ").trim()];
    if (!letters.length) return [];
    if (letters.length <= QUOTED) return [[unit, letters.join("")]];
    return [[unit, unit === place ? "…" + letters.slice(-QUOTED).join("").replace(/^\S*\s+/, "") : letters.slice(0, QUOTED).join("").replace(/\s+\S*$/, "") + "…"]];
  });
}

/** The text on both sides of a place of an item; what is not here yet is asked for. */
function quotes_at({ name, mass, texts }, place) {
  if (texts && place < mass && [0, 1].some((by) => unit_text(texts, place + by) === undefined)) {
    tell("asked", { item: name, place });
  }
  return around(texts, place);
}

/** Fill a tip with what is at a place and the text around it; empty, it hides. */
function fill_tip(tip, said, quotes) {
  tip.replaceChildren(
    ...(said ? [make("div", {}, said)] : []),
    ...quotes.map(([unit, text]) => make("div", { class: "quote" }, make("span", { class: "unit" }, unit.toLocaleString("en")), make("q", { dir: "auto" }, text))),
  );
  tip.hidden = !said && !quotes.length;
}

/** Put a tip beside a point of its parent, inside the parent's width. */
function place_tip(tip, x, y) {
  tip.style.left = `${Math.max(0, Math.min(x + 12, tip.parentElement.clientWidth - tip.offsetWidth - 4))}px`;
  tip.style.top = `${y + 18}px`;
}

/** Where the pointer is within an element. */
function offset_in(element, { clientX, clientY }) {
  const box = element.getBoundingClientRect();
  return [clientX - box.left, clientY - box.top];
}

/** Say a place and the text around it, for screen readers. */
function spoken(said, quotes) {
  return [quotes.length ? `${said}.` : said, ...quotes.map(([unit, text]) => `Unit ${unit.toLocaleString("en")}: “${text}”`)].join(" ");
}

/** Read numbers of one or two bytes. */
function numbers_of(text, wide) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return wide ? new Uint16Array(bytes.buffer) : bytes;
}

/** The same view at another place. */
function address_of(href, changes) {
  const target = new URL(href, location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined) target.searchParams.delete(name);
    else target.searchParams.set(name, value);
  }
  return target.href;
}

/** Width of names, measured on the first of them. */
function names_width({ canvas, root }, names) {
  const pen = canvas.getContext("2d");
  pen.font = `13px ${colours(root).font}`;
  return Math.ceil(Math.max(0, ...names.slice(0, 200).map((name) => pen.measureText(name.slice(0, 40)).width)));
}

/** Shorten a name in its middle: what tells names apart often stands at their end. */
function fit(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  const shortened = (kept) => text.slice(0, Math.ceil(kept / 2)) + "…" + text.slice(text.length - Math.floor(kept / 2));
  let low = 1, high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pen.measureText(shortened(middle)).width <= width) low = middle;
    else high = middle - 1;
  }
  return shortened(low);
}

/** Colours of a theme list, such as that of charts. */
function colours_of(element, name) {
  const listed = getComputedStyle(element).getPropertyValue(name);
  return listed.split(/,(?![^(]*\))/).map((colour) => colour.trim());
}

/** The colours of the page, and its font, for what is drawn on a canvas. */
function colours(root) {
  const style = getComputedStyle(root), read = (name) => style.getPropertyValue(`--st-${name}`).trim();
  return {
    ink: read("text-color"), ground: read("background-color"), empty: read("secondary-background-color"), line: read("border-color"),
    primary: read("primary-color"), blue: read("blue-color"), orange: read("orange-color"), font: read("font") || "sans-serif",
    quiet: colours_of(root, "--st-chart-categorical-colors").at(-1), scale: colours_of(root, "--st-chart-sequential-colors"), coder: coder_colours(root),
  };
}

/** Shade of a share: the first of the scale for nobody, the last for everybody. */
function shade(scale, share) {
  return scale[share ? Math.max(1, Math.round(share * (scale.length - 1))) : 0];
}

/** Name the first of some coders, and say how many more there are. */
function listed(names, most = 12) {
  return names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
}

/** Write a share as a percentage. */
function percent(share) {
  const hundredths = 100 * share;
  return `${hundredths > 0 && hundredths < 1 ? hundredths.toFixed(1) : Math.round(hundredths)}%`;
}

/** Write "3 of 4 coders (75%)". */
function part_of(some, all) {
  return `${some} of ${count(all, "coder")} (${percent(some / all)})`;
}

/** What a cell of several places holds. */
function said_of_cell({ first, last, at, most, coders, marked, unit, units }) {
  const where = last > first ? `${units} ${(first + 1).toLocaleString("en")} to ${(last + 1).toLocaleString("en")}` : before(unit, first);
  if (last === first) return `${where}: ${part_of(most, coders)}`;
  if (!most) return `${where}: no boundary`;
  const strongest = `${where}: at most ${part_of(most, coders)} ${before(unit, at)}`;
  if (marked === undefined) return strongest;
  return `${strongest}; ${marked.toLocaleString("en")} of the ${(last - first + 1).toLocaleString("en")} places have a boundary`;
}

// Coders up to whom a legend counts them: of five, no place is marked by 25%.
const COUNTED = 8;
/** The shades of shares of items with so many coders, for a legend; of cells of several places they say the largest. */
function legend_of_shares(scale, several, coders, called) {
  const what = called ? called : several ? "Largest share of coders who placed a boundary at one place of a cell:" : "Share of coders who placed a boundary:";
  const all = Math.max(...coders), counted = all <= COUNTED && coders.every((number) => number === all);
  const steps = counted ? Array.from({ length: all + 1 }, (_, some) => [some / all, `${some} of ${all}`]) : [0, 0.25, 0.5, 0.75, 1].map((share) => [share, percent(share)]);
  const step = ([share, text]) => make("span", { class: "step" }, make("i", { style: `background:${shade(scale, share)}` }), text);
  return [make("span", {}, what), make("span", { class: "steps" }, ...steps.map(step))];
}

// The chart colours that are neither blue nor orange: those two mean near and full misses.
const CODER_COLOURS = [2, 3, 4, 5, 6, 7];
/** The colour of a coder, by the coder's place in the item. */
function coder_colours(element) {
  const listed = colours_of(element, "--st-chart-categorical-colors");
  return (coder) => listed[CODER_COLOURS[coder % CODER_COLOURS.length]];
}

// What stands in a legend: the noun of a kind, its plural, and its sample as a path.
const KINDS = {
  match: ["match", "matches", "M 9 1 V 15"],
  transposition: ["near miss", "near misses", "M 3 1 C 3 8 15 8 15 15"],
  substitution: ["full miss", "full misses", "M 4 3 l 10 10 m 0 -10 l -10 10"],
  retyping: ["other type", "other types", "M 9 1 V 15"],
  relevelled: ["other level", "other levels", "M 9 1 V 15"],
  right: ["window that agrees", "windows that agree", "M 5 3 h 8 v 10 h -8 z"],
  wrong: ["window that errs", "windows that err", "M 5 3 h 8 v 10 h -8 z"],
  edge: ["pair of segments", "pairs of segments", "M 3 2 h 12 l -3 12 h -6 z"],
};

/** Count the marks of each kind, visible and in all, between two coders if they are named. */
function legend_of(counts, names = []) {
  const parts = Object.entries(counts).map(([kind, [shown, all]]) => {
    const [noun, plural, path] = KINDS[kind];
    const icon = draw("svg", { width: 18, height: 16, class: kind, "aria-hidden": "true" }, draw("path", { d: path }));
    const text = shown === all ? count(all, noun, plural) : `${shown.toLocaleString("en")} of ${count(all, noun, plural)} shown`;
    return make("span", {}, icon, text);
  });
  const whose = names.length ? [make("span", {}, `${names.join(" and ")}:`)] : [];
  return make("div", { class: "legend" }, ...whose, ...parts);
}
