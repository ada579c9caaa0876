"""One line of thought in a browser: corpus, worst item, place, coder, and back to the start."""

from __future__ import annotations

from itertools import pairwise
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from segmetrics import sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.dashboard.frame.derivation_dialog import written
from segmetrics.derivations.coefficient_derivation import coefficient_derivation
from segmetrics.derivations.derivation import Derivation
from segmetrics.number_formats import shown
from tests.support.driving import follow, rest

# The element that has the focus, inside of components too.
FOCUSED = """() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element?.getAttribute("aria-label") || element?.textContent || "";
}"""

# Whether what was opened has the focus.
IN_DIALOG = "() => document.querySelector('[role=dialog]').contains(document.activeElement)"
# Opens a number as a screen reader does, and tells whether that has the focus at once.
OPEN_AND_LOOK = """link => new Promise((resolve) => {
  const find = () => document.querySelector("[role=dialog]");
  const look = () => resolve(find().contains(document.activeElement));
  const watch = new MutationObserver(() => {
    if (!find()) return;
    watch.disconnect();
    setTimeout(look, 300);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  link.click();
})"""


@pytest.fixture
def page(loaded_page: Page) -> Page:
    """Load the frontend once for all tests of this file."""
    return loaded_page


def query(page: Page) -> dict[str, str]:
    return {name: found[0] for name, found in parse_qs(urlsplit(page.url).query).items()}


def tab_to(page: Page, name: str, *, most: int = 150) -> None:
    """Press Tab until something of this name has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == name:
            return
    raise AssertionError(f"{name!r} is not reached with the Tab key")


def go(page: Page, name: str) -> None:
    """Follow a link by its name and the keyboard alone."""
    tab_to(page, name)
    page.keyboard.press("Enter")


def test_from_the_corpus_to_the_coder_and_back_by_keyboard(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 800, "height": 900})
    page.emulate_media(color_scheme="dark")
    follow(page, f"{address}/data?corpus=moonstone&convention=published&n=3")
    steps = [page.url]

    def step(link: str, heading: str) -> None:
        go(page, link)
        page.get_by_role("heading", name=heading, exact=True).wait_for()
        rest(page)
        steps.append(page.url)

    step("Which items are unreliable? →", "Overview")
    step("ch1", "ch1")
    go(page, "The most disputed place →")
    page.wait_for_url("**place=**")
    rest(page)
    steps.append(page.url)
    chosen = query(page)
    assert chosen["item"] == "ch1"
    trail = page.get_by_role("navigation", name="Where you are")
    expect(trail).to_contain_text(f"{chosen['a']} and {chosen['b']}")
    expect(trail).to_contain_text(f"before paragraph {int(chosen['place']) + 1}")
    drawer = page.get_by_role("button", name="How it is measured")
    expect(drawer).to_contain_text(
        "near misses up to 2 paragraphs apart (n = 3), chance as published"
    )
    lead = page.get_by_role("link").filter(has_text="on all items →").inner_text()
    step(lead, "Coders")
    differing = query(page)
    assert differing["item"] == "ch1"
    assert differing["place"] == chosen["place"]
    both = f"Where {differing['a']} and {differing['b']} differ most"
    expect(page.get_by_role("heading", name=both)).to_be_visible()
    step(f"← Back to ch1, before paragraph {int(chosen['place']) + 1}", "ch1")
    assert query(page) == differing

    for url in reversed(steps[:-1]):
        page.go_back()
        page.wait_for_url(url)
        rest(page)
    assert page.get_by_role("heading", name="Data", exact=True).is_visible()
    for url in steps[1:]:
        page.go_forward()
        page.wait_for_url(url)
        rest(page)
    assert query(page)["convention"] == "published"
    assert query(page)["n"] == "3"


def test_forward_in_a_hurry_loses_no_page(page: Page, address: str) -> None:
    follow(page, f"{address}/?corpus=moonstone")
    opened = ("Heat maps", "Coders", "Data", "Decide")
    for name in opened:
        rest(page)
        page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
        page.get_by_role("heading", name=name, exact=True, level=1).wait_for()
    for _ in opened:
        rest(page)
        page.go_back()
    page.get_by_role("heading", name="Overview", exact=True, level=1).wait_for()
    rest(page)
    entries = page.evaluate("history.length")
    for _ in opened:
        page.evaluate("history.forward()")
        page.wait_for_timeout(20)
    page.get_by_role("heading", name="Decide", exact=True, level=1).wait_for()
    rest(page)
    assert urlsplit(page.url).path == "/decide"
    assert page.evaluate("history.length") == entries


def test_tables_fit_into_800_pixels(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 800, "height": 900})
    follow(page, f"{address}/?corpus=moonstone")
    page.get_by_text("For a reviewer").click()
    page.wait_for_url("**face=reviewer**")
    for name in ("More coefficients", "Against chance"):
        page.get_by_test_id("stExpander").filter(has_text=name).locator("summary").click()
        rest(page)
    tables = page.locator(".grid .scroll")
    expect(tables).to_have_count(4)
    for table in tables.all():
        assert table.evaluate("one => one.scrollWidth - one.clientWidth") == 0


def formulas(found: Derivation) -> list[str]:
    return [*map(written, found.steps), written(found)]


def holds(page: Page, found: Derivation) -> None:
    """Check that the dialog says what the derivation says."""
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(found.name)
    expect(dialog).to_contain_text(shown(found.value))
    expect(dialog).to_contain_text(found.source)
    written = dialog.locator("annotation[encoding='application/x-tex']").all_text_contents()
    assert [text.strip() for text in written] == formulas(found)
    rows = dialog.get_by_role("row").all_inner_texts()
    said = [row.split("\t")[0].split("\n")[0].strip() for row in rows[1:]]
    assert said == [label for label, _ in found.counts]


def test_numbers_open_say_what_they_are_and_close(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 800, "height": 900})
    corpus = sample("moonstone")
    table = agreement(corpus, AgreementOptions(n=3))
    follow(page, f"{address}/data?corpus=moonstone&n=3")
    page.get_by_role("link", name="Results", exact=True).first.click()
    page.get_by_role("heading", name="Overview", exact=True).wait_for()
    rest(page)
    page.get_by_text("For a reviewer").click()
    name = "Open π* of ch1: 0.7625"
    page.get_by_role("link", name=name).wait_for()
    rest(page)
    before = page.url
    tab_to(page, name)
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    rest(page)
    holds(page, coefficient_derivation(corpus, table, table.items[0], "pi_star"))
    page.wait_for_function(IN_DIALOG)
    # Escape closes it as Back would: no step is left behind.
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_url(before)
    page.wait_for_function(f"name => ({FOCUSED})() === name", arg=name)

    # Arrow keys go from number to number, once the dialog has let go of the focus for good.
    page.wait_for_timeout(1100)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED).startswith("Open κ* of ch2")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    rest(page)
    holds(page, coefficient_derivation(corpus, table, table.items[1], "kappa_star"))
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url == before
    page.go_forward()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_url(before)
    rest(page)
    page.go_back()
    page.get_by_text("Advice", exact=True).first.wait_for()
    page.go_back()
    page.get_by_role("heading", name="Data", exact=True).wait_for()


def test_what_is_opened_has_the_focus_at_once(page: Page, address: str) -> None:
    follow(page, f"{address}/metrics?corpus=moonstone&item=ch1&a=an1&b=an2")
    link = page.get_by_role("link", name="Open Pk of an1 and an2: 0.3636")
    assert link.evaluate(OPEN_AND_LOOK)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_number_opened_by_a_link_closes_on_the_page_below(page: Page, address: str) -> None:
    page.goto(f"{address}/?corpus=moonstone&number=bias+corpus+")
    rest(page)
    expect(page.get_by_role("dialog")).to_contain_text("Bias of the corpus")
    page.keyboard.press("Escape")
    page.wait_for_url(f"{address}/?corpus=moonstone")
    rest(page)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_menu_opens_and_closes_with_the_keyboard(page: Page, address: str) -> None:
    follow(page, f"{address}/coders?corpus=moonstone")
    menu = page.get_by_role("button", name="Learn")
    tour = page.get_by_role("link", name="Tour", exact=True)
    menu.focus()
    page.keyboard.press("Enter")
    expect(tour).to_be_visible()
    page.keyboard.press("Escape")
    expect(tour).to_be_hidden()
    expect(menu).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(tour).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Tour", exact=True).wait_for()
    expect(page.get_by_role("navigation", name="Learn")).to_be_visible()


def test_the_skip_link_comes_first_and_leads_past_the_navigation(page: Page, address: str) -> None:
    page.goto(f"{address}/heatmaps?corpus=moonstone")
    rest(page)
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("stSkipToContent")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Heat maps", level=1)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="every place")).to_be_focused()


def test_back_does_not_come_to_an_old_address(page: Page, address: str) -> None:
    follow(page, f"{address}/tour")
    page.goto(f"{address}/consensus?corpus=moonstone&n=3")
    page.wait_for_url(f"{address}/decide?corpus=moonstone&n=3")
    rest(page)
    page.go_back()
    page.get_by_role("heading", name="Tour", exact=True).wait_for()


def test_the_navigation_is_calm(page: Page, address: str) -> None:
    """One line, and the trail fits too."""
    follow(
        page,
        f"{address}/coders?corpus=moonstone&item=ch10&place=4&a=an1&b=an2&n=4&width=boundaries",
    )
    pages = page.get_by_role("navigation", name="Pages")
    entries = [*pages.get_by_role("link").all(), pages.get_by_role("button", name="Learn")]
    assert page.get_by_role("link", name="Import").count() == 0
    main = page.locator("[data-testid=stMain]")
    for width in (1440, 800):
        page.set_viewport_size({"width": width, "height": 900})
        rest(page)
        boxes = [entry.bounding_box() for entry in entries]
        middles = sorted(box["y"] + box["height"] / 2 for box in boxes if box)
        assert not [1 for above, below in pairwise(middles) if below - above > 10]
        assert main.evaluate("(element) => element.scrollWidth <= element.clientWidth")


def test_the_focus_stays_where_a_link_was_that_now_says_something_else(
    page: Page, address: str
) -> None:
    rounds = {"corpus": "interviews", "other": "interviews-2", "item": "interview 3"}
    follow(page, f"{address}/compare?{urlencode(rounds)}")
    onward = page.get_by_role("link", name="next: ")
    onward.wait_for()
    rest(page)
    seen = {page.url}
    for _ in range(2):
        before = onward.inner_text()
        onward.press("Enter")
        expect(onward).not_to_have_text(before)
        rest(page)
        assert page.evaluate(FOCUSED) == onward.inner_text()
        seen.add(page.url)
    assert len(seen) == 3


def test_a_closed_drawer_does_not_bring_back_whom_a_link_took_away(
    page: Page, address: str
) -> None:
    follow(page, f"{address}/?corpus=moonstone")
    who = page.get_by_role("button", name="Who: all coders")
    who.click()
    page.get_by_role("button", name="an3", exact=True).click()
    page.get_by_role("button", name="Who: without an3").wait_for()
    page.keyboard.press("Escape")
    rest(page)
    page.get_by_role("link", name="All coders as they are").click()
    who.wait_for()
    rest(page)
    page.get_by_role("link", name="Rounds", exact=True).click()
    page.get_by_role("heading", name="Over time", exact=True).wait_for()
    rest(page)
    assert "who" not in query(page)
