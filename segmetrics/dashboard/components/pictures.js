// A figure as a picture, made by the browser alone: what is on the page is written as an SVG, with
// its texts as texts, and a PNG is that SVG on a canvas. Nothing is asked for outside.

const { offer_picture, pictured } = (() => {
// Pixels of a picture's height at most, of a PNG for each of the page, around what is shown, and of a line above it.
const TALLEST = 6000, FINE = 3, AROUND = 8, LINE = 24;
// Of a PNG on paper: pixels of an inch at least, and metres that two columns of a journal are wide.
const LEAST_INCH = 300, COLUMNS = 0.18;
// What of a figure is there for pointing and listening alone.
const UNSEEN = "button, input, select, audio, video, .tip, .spoken, .pictures, .cursor, .modebar-container, .hoverlayer, [hidden], script, style";
const OF_SVG = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linecap", "opacity",
  "font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline", "visibility", "paint-order",
];

/** A component that offers what it draws as a picture. */
function pictured(component) {
  return (given) => {
    const { data, parentElement } = given, end = component(given);
    const drawn = () => [...parentElement.children].filter((child) => child.matches("div:not(.pictures)")).at(-1);
    offer_picture(parentElement, drawn, data.picture, data.label ?? "this table");
    return end;
  };
}

/** Offer a figure as PNG and as SVG, below it. */
function offer_picture(parent, figure, { name, seen }, label) {
  let bar = [...parent.children].find((child) => child.matches(".pictures"));
  if (!bar) {
    bar = make("div", { class: "pictures" });
    parent.append(bar);
  }
  if (bar.dataset.name === name && bar.dataset.seen === seen) return;
  Object.assign(bar.dataset, { name, seen });
  bar.replaceChildren(...["PNG", "SVG"].map((form) => {
    const button = make("button", { type: "button", "aria-label": `${form} of ${label}` }, form);
    button.addEventListener("click", async () => {
      button.disabled = true;
      await save_picture(figure(), name, seen, form).finally(() => { button.disabled = false; });
    });
    return button;
  }));
}

async function save_picture(figure, name, seen, form) {
  const back = unroll(figure);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const height = Math.min(TALLEST, figure.getBoundingClientRect().height);
  repaint(figure, fine_of(height));
  const picture = picture_of(figure, seen);
  repaint(figure, 0);
  back();
  const svg = (fonts) => new Blob([picture.head, fonts, picture.body], { type: "image/svg+xml" });
  download(form === "SVG" ? svg("") : await drawn(svg(await fonts_in(picture.families)), picture), `${name}.${form.toLowerCase()}`);
}

/** Draw canvases as fine as a picture is, or as fine as the page is again. */
function repaint(figure, fine) {
  finer = fine;
  for (const element of elements_in(figure)) element.repaint?.();
}

const fine_of = (height) => Math.max(1, Math.min(FINE, Math.floor(16000 / height)));

/** Let everything show that one would scroll to; return what undoes that. */
function unroll(figure) {
  const undone = [];
  for (const element of elements_in(figure)) {
    if (element.scrollHeight <= element.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
    const before = element.getAttribute("style"), top = element.scrollTop;
    Object.assign(element.style, { maxHeight: `${Math.min(TALLEST, element.scrollHeight)}px`, height: `${Math.min(TALLEST, element.scrollHeight)}px` });
    element.scrollTop = 0;
    element.dispatchEvent(new Event("scroll"));
    undone.push(() => {
      if (before === null) element.removeAttribute("style");
      else element.setAttribute("style", before);
      element.scrollTop = top;
      element.dispatchEvent(new Event("scroll"));
    });
  }
  return () => undone.forEach((undo) => undo());
}

function* elements_in(root) {
  for (const element of root.querySelectorAll("*")) {
    yield element;
    if (element.shadowRoot) yield* elements_in(element.shadowRoot);
  }
}

/** Write a figure as the head and the body of an SVG, under whom it looks at, if not at all. */
function picture_of(figure, seen) {
  const box = figure.getBoundingClientRect(), families = new Set();
  const above = seen ? LINE : 0;
  const width = Math.ceil(box.width) + 2 * AROUND, height = above + Math.ceil(Math.min(TALLEST, box.height)) + 2 * AROUND;
  const parts = [], clips = [];
  const place = { left: box.left - AROUND, top: box.top - AROUND - above, height, parts, clips, families };
  if (seen) {
    const { fontFamily, color } = getComputedStyle(figure);
    families.add(fontFamily);
    parts.push(`<text ${written({ x: AROUND, y: AROUND + 13, "font-family": fontFamily, "font-size": 14, fill: color })}>${escaped(seen)}</text>`);
  }
  write_element(figure, place);
  const ground = ground_of(figure);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
  return { width, height, families, head, body: `<defs>${clips.join("")}</defs><rect width="${width}" height="${height}" fill="${ground}"/>${parts.join("\n")}</svg>` };
}

/** The colour behind an element. */
function ground_of(element) {
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour && !/rgba\(.*, 0\)|transparent/.test(colour)) return colour;
  }
  return "white";
}

function write_element(element, place) {
  if (element.matches(UNSEEN)) return;
  const style = getComputedStyle(element), box = element.getBoundingClientRect();
  if (style.display === "none" || style.visibility === "hidden" || Number(style.opacity) === 0) return;
  const at = { x: box.left - place.left, y: box.top - place.top, width: box.width, height: box.height };
  if (at.y > place.height || (style.overflow !== "visible" && box.width <= 1 && box.height <= 1)) return;
  if (element instanceof SVGSVGElement) {
    place.parts.push(copied(element, at, place));
    return;
  }
  const faint = Number(style.opacity) < 1, cut = /hidden|clip/.test(style.overflowX);
  if (faint || cut) {
    const clip = cut ? ` clip-path="url(#cut${place.clips.length})"` : "";
    if (cut) place.clips.push(`<clipPath id="cut${place.clips.length}">${shape(at, {}, style)}</clipPath>`);
    place.parts.push(`<g opacity="${style.opacity}"${clip}>`);
  }
  if (!/rgba\(.*, 0\)|transparent/.test(style.backgroundColor)) place.parts.push(shape(at, { fill: style.backgroundColor }, style));
  edges(style, at, place);
  before(element, style, at, place);
  if (element instanceof HTMLCanvasElement) {
    place.parts.push(`<image href="${element.toDataURL()}" ${written(at)}/>`);
  }
  for (const child of (element.shadowRoot ?? element).childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) write_element(child, place);
    else if (child.nodeType === Node.TEXT_NODE && child.data.trim()) write_text(child, style, place);
  }
  if (faint || cut) place.parts.push("</g>");
}

function shape(at, more, style) {
  return `<rect ${written({ ...at, ...more, rx: parseFloat(style.borderTopLeftRadius) || 0 })}/>`;
}

function written(attributes) {
  return Object.entries(attributes).map(([name, value]) => `${name}="${typeof value === "number" ? Math.round(value * 100) / 100 : escaped(value)}"`).join(" ");
}

function escaped(text) {
  return String(text).replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
}

/** Draw the borders that an element has. */
function edges(style, at, place) {
  const right = at.x + at.width, bottom = at.y + at.height;
  const sides = { Top: [at.x, at.y, right, at.y], Right: [right, at.y, right, bottom], Bottom: [at.x, bottom, right, bottom], Left: [at.x, at.y, at.x, bottom] };
  for (const [side, [x1, y1, x2, y2]] of Object.entries(sides)) {
    const width = parseFloat(style[`border${side}Width`]), colour = style[`border${side}Color`];
    if (!width || style[`border${side}Style`] === "none" || /rgba\(.*, 0\)/.test(colour)) continue;
    place.parts.push(`<line ${written({ x1, y1, x2, y2, stroke: colour, "stroke-width": width })}/>`);
  }
}

/** Write a number that a style puts before an element, to the left of it. */
function before(element, style, at, place) {
  const pseudo = getComputedStyle(element, "::before"), name = /^attr\((.*)\)$/.exec(pseudo.content);
  const text = name ? element.getAttribute(name[1]) : /^"(.+)"$/.exec(pseudo.content)?.[1];
  if (!text || pseudo.position !== "absolute") return;
  const size = parseFloat(pseudo.fontSize), half = (parseFloat(pseudo.lineHeight) || size) / 2;
  const x = at.x - parseFloat(pseudo.marginRight), y = at.y + half + 0.35 * size;
  place.families.add(pseudo.fontFamily);
  place.parts.push(`<text ${written({ x, y, "font-family": pseudo.fontFamily, "font-size": size, "text-anchor": "end", fill: pseudo.color, opacity: pseudo.opacity })}>${escaped(text)}</text>`);
}

/** Write a text line by line, each where it stands and as wide as it is. */
function write_text(node, style, place) {
  const range = document.createRange(), lines = [];
  for (const word of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].trimEnd().length);
    for (const box of range.getClientRects()) {
      const last = lines.at(-1);
      if (last && Math.abs(last.top - box.top) < box.height / 2) {
        last.text += ` ${word[0].trimEnd()}`;
        last.right = box.right;
      } else {
        lines.push({ text: word[0].trimEnd(), left: box.left, right: box.right, top: box.top, bottom: box.bottom });
      }
      break;
    }
  }
  const size = parseFloat(style.fontSize);
  place.families.add(style.fontFamily);
  for (const { text, left, right, top, bottom } of lines) {
    const y = (top + bottom) / 2 - place.top + 0.34 * size;
    if (y > place.height || right <= left) continue;
    const look = { x: left - place.left, y, textLength: right - left, "font-family": style.fontFamily, "font-size": size, "font-weight": style.fontWeight, fill: style.color };
    if (style.fontStyle !== "normal") look["font-style"] = style.fontStyle;
    place.parts.push(`<text ${written(look)}>${escaped(style.textTransform === "uppercase" ? text.toUpperCase() : text)}</text>`);
  }
}

/** Copy an SVG of the page with what its styles say. */
function copied(svg, at, place) {
  const copy = svg.cloneNode(true), both = [[svg, copy], ...[...svg.querySelectorAll("*")].map((one, index) => [one, copy.querySelectorAll("*")[index]])];
  for (const [one, other] of both) {
    const style = getComputedStyle(one);
    for (const name of [...other.getAttributeNames()]) {
      if (/^(class|style|role|tabindex|aria-|data-|on)/.test(name)) other.removeAttribute(name);
    }
    for (const name of OF_SVG) {
      const value = style.getPropertyValue(name);
      if (value && value !== "auto") other.setAttribute(name, value);
    }
    if (style.display === "none") other.setAttribute("display", "none");
    if (one instanceof SVGTextElement) place.families.add(style.fontFamily);
  }
  for (const gone of copy.querySelectorAll("title, .cursor, .hoverlayer")) gone.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const [name, value] of Object.entries(at)) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

/** The fonts of a page that a picture uses, within it. */
async function fonts_in(families) {
  const used = [...families].join(","), rules = [];
  for (const sheet of document.styleSheets) {
    let found = [];
    try { found = [...sheet.cssRules]; } catch { continue; }
    for (const rule of found.filter((one) => one instanceof CSSFontFaceRule)) {
      const family = rule.style.getPropertyValue("font-family").replace(/["']/g, ""), source = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"));
      if (!family || !used.includes(family) || !source || rule.style.getPropertyValue("font-style") === "italic") continue;
      const address = new URL(source[1], sheet.href ?? location.href);
      if (address.origin !== location.origin) continue;
      const data = await encoded(await (await fetch(address)).blob());
      rules.push(`@font-face { font-family: "${family}"; font-weight: ${rule.style.getPropertyValue("font-weight") || "normal"}; src: url(${data}); }`);
    }
  }
  return `<style>${rules.join("")}</style>`;
}

function encoded(blob) {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
}

/** Draw an SVG as a PNG. */
async function drawn(svg, { width, height }) {
  const image = new Image();
  image.src = await encoded(svg);
  await image.decode();
  const fine = fine_of(height);
  const canvas = make("canvas", { width: width * fine, height: height * fine });
  canvas.getContext("2d").drawImage(image, 0, 0, width * fine, height * fine);
  const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return sized(png, canvas.width);
}

/** Say in a PNG how large it is on paper: as wide as two columns, but with 300 pixels an inch at least. */
async function sized(png, pixels) {
  const bytes = new Uint8Array(await png.arrayBuffer()), chunk = new DataView(new ArrayBuffer(21));
  const a_metre = Math.round(Math.max(LEAST_INCH / 0.0254, pixels / COLUMNS));
  chunk.setUint32(0, 9);
  [..."pHYs"].forEach((letter, at) => chunk.setUint8(4 + at, letter.charCodeAt(0)));
  chunk.setUint32(8, a_metre);
  chunk.setUint32(12, a_metre);
  chunk.setUint8(16, 1);
  chunk.setUint32(17, crc(new Uint8Array(chunk.buffer, 4, 13)));
  // Behind the first chunk, IHDR, which has 25 bytes after the 8 of the signature.
  return new Blob([bytes.slice(0, 33), chunk.buffer, bytes.slice(33)], { type: "image/png" });
}

/** The checksum of a chunk of a PNG. */
function crc(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

return { offer_picture, pictured };
})();
