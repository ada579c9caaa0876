// The first rows of a table with a menu above each column. What stays the same is not drawn
// again, so that a menu keeps the focus while its choice takes effect.
const drawn = new WeakMap();
// Milliseconds after which a choice counts: letters typed one after the other are one choice.
const TYPING = 400;

export default function ({ data, parentElement, setTriggerValue }) {
  const root = stage(parentElement, "mapping");
  const content = JSON.stringify([data.caption, data.rows, data.columns.map(({ name }) => name)]);
  let state = drawn.get(root);
  if (state?.content !== content) {
    state = { content, ...build(root, data) };
    drawn.set(root, state);
  }
  state.choose = (column, value) => setTriggerValue("chosen", { column, value });
  state.menus.forEach((menu, index) => {
    const { name, value, why, quiet } = data.columns[index];
    menu.value = value;
    menu.onchange = () => {
      const chosen = menu.value;
      clearTimeout(menu.typing);
      menu.typing = setTimeout(() => state.choose(name, chosen), TYPING);
    };
    state.whys[index].textContent = why;
    for (const cell of state.cells[index]) cell.classList.toggle("quiet", quiet);
  });
}

function build(root, data) {
  const menus = [], whys = [], cells = data.columns.map(() => []);
  const head = make("tr");
  data.columns.forEach(({ name }, index) => {
    const menu = make("select", { "aria-label": `What is ${name}?` }, ...data.options.map(([value, words]) => make("option", { value }, words)));
    const why = make("small", {});
    const cell = make("th", { scope: "col" }, make("span", { class: "name", dir: "auto", title: name }, name), menu, why);
    menus.push(menu);
    whys.push(why);
    cells[index].push(cell);
    head.append(cell);
  });
  const body = make("tbody");
  for (const row of data.rows) {
    const line = make("tr");
    row.forEach((text, index) => {
      const cell = make("td", { dir: "auto", title: text.length > 24 ? text : null }, text);
      cells[index].push(cell);
      line.append(cell);
    });
    body.append(line);
  }
  const table = make("table", {}, make("caption", {}, data.caption), make("thead", {}, head), body);
  const scroll = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": data.caption }, table);
  root.replaceChildren(scroll);
  const look = () => root.classList.toggle("cut", scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 2);
  scroll.addEventListener("scroll", look, { passive: true });
  on_width(root, () => requestAnimationFrame(look));
  return { menus, whys, cells };
}
