export default function ({ data, parentElement }) {
  const root = stage(parentElement, "links");
  const list = make("ul", { class: data.kind });
  for (const { text, href, current, title } of data.links) {
    const anchor = link(href, { "aria-current": current ? "page" : null, title: title || null }, text);
    list.append(make("li", {}, anchor));
  }
  const parts = [list];
  if (data.brand) parts.unshift(link(data.brand.href, { class: "brand" }, data.brand.text));
  if (data.aside) parts.push(make("span", { class: "aside" }, data.aside));
  root.replaceChildren(
    data.kind === "nav" ? make("nav", { "aria-label": data.label }, ...parts) : make("div", {}, ...parts),
  );
}
