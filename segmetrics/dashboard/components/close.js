// Unseen: leaves what was opened, by the browser's Back if that is where it was opened from.

export default function ({ data }) {
  const target = new URL(data.href, location.href).href;
  if (history.state?.from === target) history.back();
  else open_view(target);
}
