// What each table shows, so that it stays as it is (and keeps the focus) while that is the same.
const shown = new WeakMap();

export default function ({ data, parentElement }) {
  const root = stage(parentElement, "grid");
  const content = JSON.stringify(data);
  if (shown.get(root) === content) return;
  shown.set(root, content);
  const head = make("tr");
  for (const { text, sub, title, href, sorted, numeric } of data.columns) {
    const name = [text, sub ? make("sub", {}, sub) : null];
    const arrow = { ascending: " ▲", descending: " ▼" }[sorted];
    const mark = arrow ? make("span", { class: "arrow", "aria-hidden": "true" }, arrow) : null;
    head.append(
      make(
        "th",
        { scope: "col", class: numeric ? "number" : null, "aria-sort": href ? sorted || "none" : null },
        ...headed(name, mark, href, title),
      ),
    );
  }
  const body = make("tbody");
  // Bars of a column begin at one place, however long the numbers beside them.
  const longest = data.columns.map((_, index) => Math.max(0, ...data.rows.map(({ cells }) => cells[index].text.length)));
  for (const { cells, level, chosen } of data.rows) {
    const row = make("tr", { class: [level, chosen && "chosen"].filter(Boolean).join(" ") || null, "aria-current": chosen || null });
    cells.forEach((cell, index) => {
      const { numeric } = data.columns[index];
      const content = cell.opens ? opener(cell) : cell.href ? link(cell.href, {}, cell.text) : cell.text;
      const bar = cell.bar === undefined || cell.bar === null ? null : make("span", { class: "bar", "aria-hidden": "true" });
      if (bar) bar.append(make("span", { style: `width:${Math.max(0, Math.min(1, cell.bar)) * 100}%` }));
      row.append(
        make(
          index ? "td" : "th",
          { scope: index ? null : "row", class: numeric ? "number" : null, dir: "auto", title: cell.title || null },
          bar,
          bar ? make("span", { class: "beside", style: `min-width:${longest[index]}ch` }, content) : content,
          cell.range ? make("small", { class: "range" }, cell.range) : null,
          cell.sub ? make("small", {}, cell.sub) : null,
        ),
      );
    });
    body.append(row);
  }
  const table = make("table", {}, make("caption", {}, data.caption), make("thead", {}, head), body);
  const scroll = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": data.caption }, table);
  keep_focus(root, () => root.replaceChildren(scroll));
  walk(table);
  one_stop(table);
  // A shadow at the right edge says that there is more to scroll to.
  const look = () => root.classList.toggle("cut", scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 2);
  scroll.addEventListener("scroll", look, { passive: true });
  on_width(root, () => requestAnimationFrame(look));
  requestAnimationFrame(look);
}

/** What stands in a heading: its name, explained, and what sorts by it. */
function headed(name, mark, href, title) {
  if (!href) return title ? [defined(name, title)] : name;
  const sorting = link(href, {}, ...name, mark);
  return [title ? explain(sorting, title) : sorting];
}

/** Numbers that open are one stop of the Tab key; arrow keys go from one to the next. */
function walk(table) {
  const lines = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.querySelector("a.open")));
  const all = lines.flat().filter(Boolean);
  if (!all.length) return;
  all[0].tabIndex = 0;
  table.addEventListener("focusin", ({ target }) => {
    if (!target.matches("a.open")) return;
    for (const one of all) one.tabIndex = one === target ? 0 : -1;
  });
  table.addEventListener("keydown", (event) => {
    const line = lines.findIndex((cells) => cells.includes(event.target));
    if (line < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const column = lines[line].indexOf(event.target);
    const here = lines[line].filter(Boolean);
    const at = here.indexOf(event.target);
    const below = (step) => {
      for (let next = line + step; lines[next]; next += step) if (lines[next][column]) return lines[next][column];
      return null;
    };
    const target = {
      ArrowLeft: () => here[at - 1],
      ArrowRight: () => here[at + 1],
      ArrowUp: () => below(-1),
      ArrowDown: () => below(1),
      Home: () => here[0],
      End: () => here.at(-1),
    }[event.key]?.();
    if (!target) return;
    event.preventDefault();
    target.focus();
  });
}
