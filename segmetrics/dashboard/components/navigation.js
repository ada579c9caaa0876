export default function ({ data, parentElement }) {
  const root = stage(parentElement, "frame");
  const sets = data.sets.map(({ label, links }) => {
    const pages = links.map(({ text, href, current, title }) =>
      make("li", {}, link(href, { "aria-current": current ? "page" : null, title: title || null }, text)),
    );
    return make("ul", { "aria-label": label }, ...pages);
  });
  const pages = make("nav", { class: "pages", "aria-label": "Pages" }, link(data.brand.href, { class: "brand", title: data.brand.title }, data.brand.text), ...sets);
  const trail = make(
    "nav",
    { class: "trail", "aria-label": "Where you are" },
    make("ol", { "aria-label": "Chosen" }, ...data.trail.map(part)),
    make("ul", { "aria-label": "Settings" }, ...data.settings.map(part)),
  );
  keep_focus(root, () => root.replaceChildren(pages, trail));
}

/** Something that was chosen, and the way to be without it. */
function part({ text, href, title, current, chosen, undo, undo_text }) {
  const shown = link(href, { "aria-current": current ? "page" : null, title: title || null, dir: "auto" }, text);
  const without = undo && link(undo, { class: "undo", "aria-label": undo_text, title: undo_text }, "×");
  return make("li", { class: chosen ? "chosen" : null }, shown, without);
}
