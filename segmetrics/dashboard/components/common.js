// What the components share. It is put in front of each of them.

// Pixels of a canvas for each of the page, while a picture is made of it.
let finer = 0;

/** Tell how fine a canvas is drawn, and how it is drawn anew. */
function fineness(canvas, repaint) {
  canvas.repaint = repaint;
  return finer || window.devicePixelRatio || 1;
}

/** Give a canvas its size, and return the pen to draw on it anew. */
function pen_on(canvas, width, height, repaint) {
  const ratio = fineness(canvas, repaint), size = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  if (canvas.width !== size.width || canvas.height !== size.height) {
    Object.assign(canvas, size);
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  return pen;
}

/** Make an element; text only ever goes in as text. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Make an SVG element. */
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Open an address of this app within the session, with one entry in the history, or in place of the last one. */
function open_view(href, instead = false) {
  const target = new URL(href, location.href);
  if (target.href === location.href) return;
  if (instead) history.replaceState({}, "", target);
  else history.pushState({ from: location.href }, "", target);
  window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  // A heading that is there already is not drawn anew, and so nothing else would show it.
  if (target.hash) document.getElementById(target.hash.slice(1))?.scrollIntoView();
}

/** A link that stays in the session; with Ctrl, Shift or the middle button the browser's own. */
function link(href, attributes, ...children) {
  const anchor = make("a", { href, ...attributes }, ...children);
  anchor.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open_view(anchor.href);
  });
  return anchor;
}

const states = new WeakMap();

/** What a component keeps of its element, built the first time. */
function state_of(root, build) {
  if (!states.has(root)) states.set(root, build(root));
  return states.get(root);
}

/** The element that a component draws into; emptied, as it is called again for new data. */
function stage(parent, name) {
  let root = parent.querySelector(`.${name}`);
  if (!root) {
    root = make("div", { class: name });
    parent.append(root);
  }
  return root;
}

/** Draw an element's content anew; what had the focus has it again: what is called the same, or stands there now. */
function keep_focus(root, redraw) {
  const name = (element) => element.dataset.key || element.getAttribute("aria-label") || element.textContent;
  const stops = () => [...root.querySelectorAll("a, button, [tabindex]")];
  const active = root.getRootNode().activeElement;
  const at = stops().indexOf(active), had = at < 0 ? null : name(active);
  redraw();
  if (had === null) return;
  const now = stops();
  const again = now.find((element) => name(element) === had) ?? now[Math.min(at, now.length - 1)];
  again?.focus({ preventScroll: true });
}

/** Call back with the width of an element, now and whenever it changes. */
const watched = new WeakMap();
function on_width(element, callback) {
  watched.get(element)?.disconnect();
  let last = 0;
  const look = () => {
    const width = Math.floor(element.clientWidth);
    if (width > 0 && width !== last) {
      last = width;
      callback(width);
    }
  };
  const observer = new ResizeObserver(look);
  observer.observe(element);
  watched.set(element, observer);
  look();
}

/** The name of a place, by the unit that begins there: "before paragraph 12". */
function before(unit, place) {
  return `before ${unit ?? "unit"} ${(place + 1).toLocaleString("en")}`;
}

/** Write a sentence's first letter as a capital. */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Write "1 unit", "2 units". */
function count(number, noun, plural = noun + "s") {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}
