// The figures and the sorting of a report's page. Without them every number is still there.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const dark = matchMedia("(prefers-color-scheme: dark)");
// What fits on paper, in pixels.
const PAPER = 660;

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.head.append(script);
}

async function draw() {
  const figures = read("figures");
  const looks = read("looks");
  const places = Object.keys(figures).map((key) => document.getElementById(`plot-${key}`));
  const look = () => looks[dark.matches ? "dark" : "light"];
  // On a page of the dashboard it comes from an address of its own.
  if (!window.Plotly) await unpack(document.getElementById("plotly").textContent);
  for (const [key, { data, layout }] of Object.entries(figures)) {
    const started = { ...layout, template: look(), autosize: true };
    const config = { displaylogo: false, responsive: true };
    await Plotly.newPlot(`plot-${key}`, data, started, config);
    offer(document.getElementById(`plot-${key}`), key);
  }
  const update = (change) => places.map((place) => Plotly.relayout(place, change));
  dark.addEventListener("change", () => update({ template: look() }));
  addEventListener("beforeprint", () => update({ template: looks.light, width: PAPER }));
  addEventListener("afterprint", () => update({ template: look(), width: null, autosize: true }));
  document.documentElement.dataset.drawn = "yes";
}

// Offers a figure as a file for a paper.
function offer(plot, key) {
  const bar = document.createElement("p");
  bar.className = "save";
  for (const form of ["PNG", "SVG"]) {
    const button = document.createElement("button");
    button.textContent = form;
    button.setAttribute("aria-label", `${form} of ${plot.closest("figure").getAttribute("aria-label")}`);
    const wanted = { format: form.toLowerCase(), filename: key, scale: form === "PNG" ? 3 : 1 };
    button.addEventListener("click", () => Plotly.downloadImage(plot, { ...wanted, width: plot.clientWidth, height: plot.clientHeight }));
    bar.append(button);
  }
  plot.after(bar);
}

// A value, of a p-value too small to be printed its limit; NaN of words.
const number = (text) => Number(text.replace("≤ ", "").replace("−", "-"));

function order(button) {
  const heading = button.closest("th");
  const body = heading.closest("table").tBodies[0];
  const rows = [...body.querySelectorAll("tr.item")];
  const rising = heading.getAttribute("aria-sort") !== "ascending";
  const value = (row) => row.cells[heading.cellIndex].dataset.value;
  const sign = rising ? 1 : -1;
  const compare = (a, b) => {
    // What is undefined stands last in both orders.
    if (value(a) === "" || value(b) === "") return (value(a) === "") - (value(b) === "");
    const by = number(value(a)) - number(value(b));
    return sign * (Number.isNaN(by) ? value(a).localeCompare(value(b)) : by);
  };
  for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", rising ? "ascending" : "descending");
  body.prepend(...rows.sort(compare));
}

for (const button of document.querySelectorAll("thead button")) {
  button.addEventListener("click", () => order(button));
}
// In a frame without an address of its own, such a link would lead to the page around it.
if (location.protocol === "about:") {
  for (const link of document.querySelectorAll("nav a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      document.getElementById(link.hash.slice(1)).scrollIntoView();
    });
  }
}
if (document.getElementById("figures")) {
  draw().catch(() => {
    for (const place of document.querySelectorAll(".plot")) {
      place.textContent =
        "This browser is too old to draw the figure; its numbers stand in the tables.";
    }
  });
}
