// Unseen: signing in leads away and back to the first page; this goes on to where one was.

const PLACE = "segmetrics signing in at";

export default function ({ data }) {
  const asked = sessionStorage.getItem(PLACE);
  if (data.remember) {
    sessionStorage.setItem(PLACE, location.pathname + location.search);
  } else if (asked !== null) {
    sessionStorage.removeItem(PLACE);
    // Whoever followed another link in between wants to be there.
    if (!location.search) open_view(asked);
  }
}
