// Unseen: opens another view as soon as it is shown.

export default function ({ data }) {
  open_view(data.href, data.instead);
}
