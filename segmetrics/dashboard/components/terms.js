let explanations = 0;

/** A word with its definition, on hover and on focus; arrow keys go from one to the next. */
function defined(children, definition) {
  const term = explain(make("dfn", { tabindex: "-1" }, ...children), definition);
  term.addEventListener("keydown", (event) => {
    const all = [...term.getRootNode().querySelectorAll("dfn")];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], other = step && all[all.indexOf(term) + step];
    if (!other) return;
    event.preventDefault();
    event.stopPropagation();
    other.focus();
  });
  return term;
}

/** Of all words of an element that are defined, only the first is a stop of the Tab key. */
function one_stop(root) {
  root.querySelector("dfn")?.setAttribute("tabindex", "0");
}

/** Show an explanation beside an element while that has the pointer or the focus; Escape hides it. */
function explain(element, text) {
  const id = `explanation-${(explanations += 1)}`;
  const tip = make("span", { class: "explanation", id, role: "tooltip", popover: "manual" }, text);
  let leaving;
  const show = () => {
    clearTimeout(leaving);
    if (tip.isConnected) return;
    element.after(tip);
    element.setAttribute("aria-describedby", id);
    tip.showPopover();
    const at = element.getBoundingClientRect(), size = tip.getBoundingClientRect(), edge = 8;
    const below = at.bottom + 6 + size.height < innerHeight;
    tip.style.top = `${below ? at.bottom + 6 : Math.max(edge, at.top - 6 - size.height)}px`;
    tip.style.left = `${Math.max(edge, Math.min(at.left, innerWidth - size.width - edge))}px`;
  };
  const hide = () => {
    clearTimeout(leaving);
    tip.remove();
    element.removeAttribute("aria-describedby");
  };
  // The pointer may cross to the explanation, to select its text.
  for (const one of [element, tip]) {
    one.addEventListener("pointerenter", show);
    one.addEventListener("pointerleave", () => (leaving = setTimeout(hide, 150)));
  }
  element.addEventListener("focus", show);
  element.addEventListener("blur", hide);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !tip.isConnected) return;
    event.stopPropagation();
    hide();
  });
  return element;
}
