// Unseen: asks for the texts around a place that another component points at, and keeps them.

const PATIENCE = 60;

export default function ({ data, parentElement, setStateValue }) {
  state_of(stage(parentElement, "texts"), build).ask = setStateValue;
  if (data.texts) keep_texts(data);
}

function build(root) {
  const state = { timer: null };
  on_told(root, "asked", (asked) => {
    clearTimeout(state.timer);
    state.timer = setTimeout(() => state.ask("asked", asked), PATIENCE);
  });
  return state;
}
