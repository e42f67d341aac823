"""A site in a browser: Debian's Chromium, driven by Playwright, where both are there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1200, "height": 900}
# Text must stand out from its ground this much (WCAG 2.2, 1.4.3; large text as other text).
CONTRAST = 4.5
CONTRASTS = """() => {
  const parts = (colour) => {
    const found = colour.match(/[\\d.]+/g).map(Number);
    return found.length === 3 ? [...found, 1] : found;
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const found = parts(getComputedStyle(at).backgroundColor);
      if (found[3] > 0) return found;
    }
    return [255, 255, 255, 1];
  };
  let least = [100, ""], looked = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    // Cells of a drawn table stand on shades of their own.
    if (!text.data.trim() || !node.checkVisibility() || node.matches(".cell, title")) continue;
    const style = getComputedStyle(node);
    const ink = node.closest("svg") ? style.fill : style.color;
    const [one, two] = [parts(ink), ground(node)].map(light);
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    looked += 1;
    if (ratio < least[0]) least = [ratio, text.data.trim().slice(0, 60)];
  }
  return {least, looked};
}"""
PAGES = (
    "index.html", "findings.html", "quantities.html", "quantities/kl.html", "graph.html",
    "axioms.html", "audit.html", "vectors.html", "claims/cuff-yu-2016/property-1.html",
    "claims/cuff-yu-2016/property-2.html",
)


class Visit:
    """A page in a fresh context; what goes wrong in it is kept."""

    def __init__(self, browser: Any, site: Path, **options: Any) -> None:
        self.site = site
        self.context = browser.new_context(viewport=DESK, **options)
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda said: self.wrong.append(said.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def go(self, name: str) -> Any:
        self.page.goto(f"file://{self.site.resolve()}/{name}")
        return self.page


@pytest.fixture
def visit(browser: Any, site: Path) -> Iterator[Visit]:
    made = Visit(browser, site)
    yield made
    made.context.close()
    assert not made.wrong
    assert all(url.startswith(("file://", "data:,")) for url in made.asked)


def test_search_and_filters(visit: Visit) -> None:
    page = visit.go("index.html")
    claims = page.locator(".claims li[data-words]")
    assert page.locator("#count").inner_text() == f"{claims.count()} claims"
    page.get_by_label("Search").fill("Property-1 eq.")
    shown = page.locator(".claims li[data-words]:visible")
    assert shown.count() == 1
    assert "property-1" in shown.inner_text()
    assert page.locator("#count").inner_text().startswith("1 of ")
    # A link to what is shown shows it again.
    page.reload()
    assert shown.count() == 1
    page.get_by_label("Search").fill("")
    page.get_by_label("Verdict", exact=True).select_option("refuted")
    assert 0 < shown.count() < claims.count()
    page.get_by_label("Search").fill("no such word")
    assert shown.count() == 0
    assert page.locator("section.paper:visible").count() == 0


def test_links_are_followed(visit: Visit) -> None:
    page = visit.go("index.html")
    page.get_by_role("link", name="property-1@positive").click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Property 1")
    page.get_by_role("link", name="edge").first.click()
    assert "findings.html#" in page.url
    page.get_by_role("link", name="cuff-yu-2016/property-1.forward@positive").first.click()
    assert page.locator("section:target").get_attribute("id") == "property-1.forward@positive"
    page.get_by_role("link", name="What rests on what").first.click()
    page.locator(".graph a").first.focus()
    assert page.locator(".graph path.on").count() > 0
    page.keyboard.press("Enter")
    page.wait_for_url("**/claims/**")


def test_the_keyboard_suffices(visit: Visit) -> None:
    page = visit.go("index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page = visit.go("claims/cuff-yu-2016/property-1.html")
    summary = page.locator("details.proof summary").first
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator("details.proof").first.get_attribute("open") is not None
    assert page.locator("details.proof ol.steps li").first.is_visible()


def test_long_derivations_unfold(visit: Visit) -> None:
    page = visit.go("claims/cuff-yu-2016/property-1.html")
    packed = page.locator("details.proof").evaluate_all(
        "all => all.findIndex((one) => one.querySelector('[data-packed]'))"
    )
    proof = page.locator("details.proof").nth(packed)
    proof.locator("summary").focus()
    page.keyboard.press("Enter")
    last = proof.locator("ol.steps li").last
    last.wait_for()
    assert proof.locator("ol.steps li").count() > 12
    assert proof.locator("[data-packed]").count() == 0
    # Citations lead to where they are told.
    assert proof.locator("ol.steps a").first.get_attribute("href").startswith("../")


def test_copying_and_downloading(browser: Any, site: Path) -> None:
    visit = Visit(browser, site, permissions=["clipboard-read", "clipboard-write"])
    page = visit.go("claims/cuff-yu-2016/property-1.html")
    page.locator("details", has_text="LaTeX and plain text").first.locator("summary").click()
    page.get_by_role("button", name="Copy LaTeX").first.click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("pre[id^=latex-]").first.text_content()
    assert r"\forall" in copied
    with page.expect_download() as waited:
        page.get_by_role("link", name="property-1.zip").click()
    assert Path(waited.value.path()).read_bytes()[:2] == b"PK"
    page.locator("details", has_text="Code of its closed forms").first.locator("summary").click()
    page.get_by_role("button", name="Copy code").first.click()
    page.get_by_role("button", name="Copied").last.wait_for()
    assert "def " in page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("link", name="Vectors").click()
    with page.expect_download() as waited:
        page.get_by_role("link", name="vectors.zip").click()
    assert Path(waited.value.path()).read_bytes()[:2] == b"PK"
    assert not visit.wrong
    visit.context.close()


def test_mathematics_is_laid_out(visit: Visit) -> None:
    page = visit.go("claims/cuff-yu-2016/property-1.html")
    fraction = page.locator(".conclusion mfrac, .formula mfrac").first
    over, under = (fraction.locator("> *").nth(place).bounding_box() for place in (0, 1))
    assert over["y"] + over["height"] <= under["y"] + 1
    for box in page.locator(".formula math").all():
        size = box.bounding_box()
        assert size["width"] > 5
        assert size["height"] > 5


def test_pictures_are_drawn(visit: Visit) -> None:
    page = visit.go("claims/cuff-yu-2016/property-2.html")
    picture = page.get_by_role("img").first
    size = picture.bounding_box()
    assert size["width"] > 300
    assert size["height"] > 150
    # Every curve is within the picture, has a length, and a colour that isn't that of the ground.
    curves = picture.locator("path.curve, path.reference").all()
    assert len(curves) >= 5
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for curve in curves:
        box = curve.bounding_box()
        assert box["width"] > 10
        assert box["x"] >= size["x"] - 1
        assert box["x"] + box["width"] <= size["x"] + size["width"] + 1
        assert curve.evaluate("node => getComputedStyle(node).stroke") != ground


def test_tables_lead_to_what_they_tell(visit: Visit) -> None:
    page = visit.go("audit.html")
    row = page.get_by_role("row").filter(has_text="GaussianAnalytic._scale")
    row.get_by_role("link", name="unsound").click()
    assert "GaussianAnalytic" in page.locator("section:target").inner_text()
    page.get_by_role("navigation").get_by_role("link", name="Vectors").click()
    assert page.get_by_role("row").count() > 50
    page.get_by_role("link", name="FarTail").first.click()
    assert page.locator("dt:target").inner_text().startswith("FarTail")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(browser: Any, site: Path, scheme: str) -> None:
    visit = Visit(browser, site, color_scheme=scheme)
    grounds = set()
    for name in PAGES:
        page = visit.go(name)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        found = page.evaluate(CONTRASTS)
        assert found["looked"] > 10
        assert found["least"][0] >= CONTRAST, (name, found["least"])
        grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds == {"rgb(253, 253, 251)" if scheme == "light" else "rgb(21, 24, 27)"}
    page.evaluate("document.querySelector('main p').style.color = 'rgb(120, 125, 120)'")
    page.evaluate("document.querySelector('main p').style.backgroundColor = 'rgb(90, 90, 90)'")
    assert page.evaluate(CONTRASTS)["least"][0] < CONTRAST
    visit.context.close()


def test_rules_of_accessibility(visit: Visit) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for name in (
        "index.html", "graph.html", "audit.html", "claims/cuff-yu-2016/property-2.html",
    ):
        # It would load the style sheet once more, which a page opened from a file may not.
        found = axe.run(visit.go(name), options={"preload": False})
        assert not found.response["violations"], (name, found.generate_report())
    # A picture without words is one that it must notice.
    visit.page.evaluate("document.querySelector('main').append(new Image())")
    assert axe.run(visit.page, options={"preload": False}).response["violations"]


def test_a_phone_is_wide_enough(visit: Visit) -> None:
    visit.page.set_viewport_size(PHONE)
    for name in PAGES:
        page = visit.go(name)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name
