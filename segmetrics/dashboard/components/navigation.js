// Streamlit writes the address of every page that answers. One that was left meanwhile, by Back or Forward
// in a hurry, would cut off the entries of the history that come after it. Links of the dashboard say where they come from.
if (!history.segmetrics) {
  const push = history.pushState.bind(history);
  history.pushState = (state, title, address) => {
    const late = !state?.from && new URL(address, location.href).pathname !== location.pathname;
    if (!late) push(state, title, address);
  };
  history.segmetrics = true;
}

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "frame");
  const open = data.sections.find(({ here, pages }) => here && pages.length > 1);
  const pages = make(
    "nav",
    { class: "pages", "aria-label": "Pages" },
    link(data.brand.href, { class: "brand", title: data.brand.title }, data.brand.text),
    make("ul", {}, ...data.sections.map((section) => make("li", {}, ...(section.menu ? menu(section) : [entry(section)])))),
  );
  const below = open && make("nav", { class: "below", "aria-label": open.text }, make("ul", {}, ...open.pages.map(page)));
  keep_focus(root, () => root.replaceChildren(...[pages, below].filter(Boolean)));
  document.addEventListener("click", skip, true);
}

/** A section: its first page, or the one of its pages that is open. */
function entry({ text, href, here, pages }) {
  const current = !here ? null : pages.length === 1 && pages[0].current ? "page" : "true";
  return link(href, { "aria-current": current, title: pages.length === 1 ? pages[0].title : null }, text);
}

/** A section whose pages are shown on demand; Escape, or leaving it, hides them. */
function menu({ text, here, pages }) {
  const button = make("button", { type: "button", "aria-expanded": "false", "aria-current": here ? "true" : null }, text);
  const list = make("ul", { class: "menu", hidden: "" }, ...pages.map(page));
  const show = (shown) => {
    list.hidden = !shown;
    button.setAttribute("aria-expanded", String(shown));
  };
  const box = make("div", { class: "disclosure" }, button, list);
  button.addEventListener("click", () => show(list.hidden));
  list.addEventListener("click", () => show(false));
  box.addEventListener("focusout", ({ relatedTarget }) => box.contains(relatedTarget) || show(false));
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    show(false);
    button.focus();
  });
  return [box];
}

function page({ text, href, current, title }) {
  return make("li", {}, link(href, { "aria-current": current ? "page" : null, title: title || null }, text));
}

/** Make the skip link of Streamlit lead past the navigation, which stands inside its main part. */
function skip(event) {
  if (!event.target.closest?.('[data-testid="stSkipToContent"]')) return;
  const heading = document.querySelector("h1");
  if (!heading) return;
  event.preventDefault();
  event.stopPropagation();
  heading.setAttribute("tabindex", "-1");
  heading.focus();
}
