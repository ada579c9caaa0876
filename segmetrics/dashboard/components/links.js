export default function ({ data, parentElement }) {
  const root = stage(parentElement, "links");
  const shown = data.links.map(({ text, href, current, title }) => {
    const attributes = { "aria-current": current ? "page" : null, title: title || null };
    return make("li", {}, href.includes("#") ? jump(href, attributes, text) : link(href, attributes, text));
  });
  keep_focus(root, () => root.replaceChildren(make("ul", {}, ...shown)));
}

/** A link to a heading of this page, in the view that stands before it; alone it leaves the address as it is. */
function jump(href, attributes, text) {
  const anchor = make("a", { href, ...attributes }, text);
  anchor.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const [view, name] = href.split("#");
    if (view) open_view(view);
    const heading = document.getElementById(name);
    if (!heading) return;
    heading.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    heading.setAttribute("tabindex", "-1");
    heading.focus({ preventScroll: true });
  });
  return anchor;
}
