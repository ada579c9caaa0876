export default function ({ data, parentElement }) {
  const root = stage(parentElement, "trail");
  const here = make("nav", { "aria-label": "Where you are" }, make("ol", {}, ...data.trail.map(part)));
  keep_focus(root, () => root.replaceChildren(here));
}

/** A part of where one is; the last one is the place itself. */
function part({ text, href, title }, index, { length }) {
  return make("li", {}, link(href, { "aria-current": index === length - 1 ? "location" : null, title, dir: "auto" }, text));
}
