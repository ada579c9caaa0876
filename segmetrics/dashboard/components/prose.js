export default function ({ data, parentElement }) {
  const root = stage(parentElement, "prose");
  root.classList.toggle("small", data.small);
  root.classList.toggle("lead", data.lead);
  const paragraphs = data.paragraphs.map((parts) =>
    make("p", {}, ...parts.map(([text, definition]) => (definition ? defined([text], definition) : text))),
  );
  keep_focus(root, () => root.replaceChildren(...paragraphs));
  one_stop(root);
}
