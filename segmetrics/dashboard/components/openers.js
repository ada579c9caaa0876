// What components share whose numbers open.

/** A number that opens: a link to what it is made of. */
function opener({ href, opens, text }) {
  const label = `Open ${opens}: ${text}`;
  const anchor = link(href, { class: "open", "aria-label": label, title: `Open ${opens}`, "data-key": opens, tabindex: "-1" }, text);
  anchor.addEventListener("click", () => focus_after_dialog(anchor));
  return anchor;
}

/** Give the focus back to what opened a dialog, as soon as that is closed. */
function focus_after_dialog(anchor) {
  let seen = false;
  const watch = new MutationObserver(() => {
    const open = document.querySelector("[role=dialog]");
    if (open && !seen) take(10);
    seen ||= Boolean(open);
    if (!seen || open) return;
    watch.disconnect();
    give(10);
  });
  // Opened with the keyboard, the dialog would take the focus half a second later: until then Escape would be lost.
  const take = (times) => {
    const open = document.querySelector("[role=dialog]");
    if (!times || !open) return;
    if (!open.contains(document.activeElement)) open.focus({ preventScroll: true });
    setTimeout(take, 60, times - 1);
  };
  // The dialog lets go of the focus a little later; whatever else takes it keeps it.
  const give = (times) => {
    if (!times || !anchor.isConnected) return;
    if (document.activeElement === document.body) anchor.focus({ preventScroll: true });
    setTimeout(give, 100, times - 1);
  };
  watch.observe(document.body, { childList: true, subtree: true });
}
