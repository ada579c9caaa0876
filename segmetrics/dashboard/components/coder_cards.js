// What is shown, so that an opened message stays open while that is the same.
const shown = new WeakMap();

// Width that a card needs, and the gap between two.
const LEAST = 288, GAP = 16;

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "coders");
  on_width(root, (width) => root.style.setProperty("--columns", columns_of(data.cards.length, width)));
  const content = JSON.stringify(data);
  if (shown.get(root) === content) return;
  const first = !shown.has(root);
  shown.set(root, content);
  const cards = data.cards.map((card) => card_of(card, data.labels));
  keep_focus(root, () => root.replaceChildren(make("ul", { class: "cards" }, ...cards)));
  const chosen = data.cards.findIndex((card) => card.chosen);
  if (first && chosen >= 0) cards[chosen].scrollIntoView({ block: "start" });
}

/** Columns for rows of about as many cards: five that do not fit in one row are 3 and 2, not 4 and 1. */
function columns_of(cards, width) {
  const most = Math.max(1, Math.floor((width + GAP) / (LEAST + GAP)));
  return Math.ceil(cards / Math.ceil(cards / most));
}

function card_of(card, labels) {
  const lines = card.lines.flatMap(({ label, text, dots }) => [
    make("dt", {}, label),
    make("dd", {}, text, dots ? dots_of(dots) : null),
  ]);
  return make(
    "li",
    { class: `card${card.stands_out ? " out" : ""}${card.chosen ? " chosen" : ""}`, "aria-current": card.chosen ? "true" : null },
    make("h2", { dir: "auto" }, card.name, card.about ? make("small", {}, card.about) : null),
    make("p", { class: "headline", dir: "auto" }, card.headline),
    make("dl", {}, ...lines),
    card.places.length ? make("h3", {}, labels.examples) : null,
    card.places.length ? make("ul", { class: "places" }, ...card.places.map(place_of)) : null,
    card.message ? message_of(card, labels) : null,
    card.ways.length ? make("p", { class: "ways" }, ...card.ways.map((way) => link(way.href, {}, way.text))) : null,
  );
}

/** The coder as a full dot among the others on a line; the text beside it says the same. */
function dots_of({ own, others, ends, interval }) {
  const percent = (share) => Math.max(0, Math.min(1, share)) * 100;
  const at = (share) => `left:${percent(share)}%`;
  const dots = others.map((share) => make("span", { class: "other", style: at(share) }));
  if (interval !== null) {
    const [low, high] = interval.map(percent);
    dots.unshift(make("span", { class: "interval", style: `left:${low}%;width:${high - low}%` }));
  }
  if (own !== null) dots.push(make("span", { class: "own", style: at(own) }));
  return make(
    "span",
    { class: "dots", "aria-hidden": "true" },
    make("span", {}, ends[0]),
    make("span", { class: "line" }, ...dots),
    make("span", {}, ends[1]),
  );
}

function place_of({ where, href, what, texts }) {
  const sides = texts.length
    ? make("blockquote", { dir: "auto" }, make("span", {}, texts[0]), make("span", { class: "cut" }), make("span", {}, texts[1] ?? ""))
    : null;
  return make("li", {}, link(href, {}, where), ": ", make("span", {}, what), sides);
}

function message_of(card, labels) {
  const text = make("p", { class: "message", dir: "auto" }, card.message);
  const said = make("span", { role: "status" });
  const button = make("button", { type: "button", "aria-label": `${labels.copy}: ${labels.message}, ${card.name}` }, labels.copy);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(card.message);
      said.textContent = labels.copied;
    } catch {
      // Without https a browser lets nobody write to its clipboard.
      getSelection().selectAllChildren(text);
      said.textContent = labels.selected;
    }
  });
  return make(
    "details",
    {},
    make("summary", { "aria-label": `${labels.message}, ${card.name}` }, labels.message),
    text,
    make("div", { class: "copy" }, button, said),
  );
}
