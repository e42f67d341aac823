"""Sites are whole: markup that parses, links that lead somewhere, a page for each claim, evidence
that rechecks, nothing loaded from elsewhere."""

from __future__ import annotations

import html
import re
import zipfile
from pathlib import Path

import pytest

from tests.cli.running import Run
from tests.site.making import CLAIMS, PATTERNS
from tests.site.reading import ADDRESS, broken, read, read_site
from verified.papers import all_claims
from verified.quantities.definitions import definitions
from verified.report.rechecking import recheck_files
from verified.report.selection import leaves, nodes, select
from verified.report.showing import claim_lines
from verified.report.stored import VECTORS
from verified.site.graph import picture
from verified.site.mathml import mathml
from verified.syntax.latex import latex
from verified.syntax.quantity import QUANTITIES

CHOSEN = select(all_claims(), PATTERNS)
ROWS = [row for row in all_claims() if row.name in {claim.name for claim in CHOSEN}]


@pytest.fixture(params=["site", "own"])
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def test_pages_parse_and_links_lead_somewhere(folder: Path) -> None:
    pages = read_site(folder)
    assert len(pages) > 8
    assert not {name: page.faults for name, page in pages.items() if page.faults}
    assert not broken(folder, pages)
    for name, page in pages.items():
        # One heading of the first rank, one main part, names for what is named.
        assert (page.tags["h1"], page.tags["main"], page.tags["nav"]) == (1, 1, 1), name
        assert page.labels <= page.ids, name


def test_nothing_is_loaded_from_elsewhere(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".css", ".js"):
            written = path.read_text(encoding="utf-8")
            if path.suffix == ".html":
                # What a page says may name an address; what it loads may not.
                written = " ".join(read(written).links).replace("data:,", "")
            assert not ADDRESS.search(written), path


@pytest.mark.parametrize("wrong", [
    '<a href="nowhere.html">x</a>', '<a href="#nothing">x</a>', '<a href="//example.org/">x</a>',
    '<img src="https://example.org/x.png">', '<a href="../outside.html">x</a>',
])
def test_a_link_that_leads_nowhere_is_noticed(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "index.html").write_text(f'<p id="here">{wrong}<a href="#here">y</a></p>')
    assert len(broken(tmp_path, read_site(tmp_path))) == 1


@pytest.mark.parametrize("wrong", ["<p>", "</p>", '<p id="a"></p><p id="a"></p>', "<p><b></p></b>"])
def test_markup_that_does_not_parse_is_noticed(wrong: str) -> None:
    assert read(wrong).faults
    assert not read("<p>a<br>b</p>").faults


def test_every_claim_has_its_page(site: Path) -> None:
    pages = read_site(site)
    assert {name for name in pages if name.startswith("claims/")} == {
        f"claims/{row.key}.html" for row in ROWS
    }
    overview = pages["index.html"]
    for row in ROWS:
        page = pages[f"claims/{row.key}.html"]
        assert f"claims/{row.key}.html" in overview.links
        for node in nodes(row):
            assert node.name.partition("/")[2] in page.ids
            if node.statement is not None:
                assert latex(node.statement) in page.text


def test_pages_say_what_show_says(site: Path) -> None:
    for row in ROWS:
        page = read((site / "claims" / f"{row.key}.html").read_text(encoding="utf-8"))
        said = " ".join(page.text.split())
        for line in claim_lines(row):
            name, colon, told = line.partition(": expected ")
            if colon:
                assert told in said, name
            # The lines of the instance that decides it.
            elif line.startswith("    ") and " = " in line and "if " not in line:
                assert " ".join(line.split()) in said, line


def test_quantities_and_definitions_have_their_places(site: Path, own: Path) -> None:
    pages = read_site(site)
    assert {name for name in pages if name.startswith("quantities/")} == {
        f"quantities/{name}.html" for name in QUANTITIES
    }
    assert set(definitions()) <= pages["axioms.html"].ids
    # Of a user's claims those that they speak of.
    mine = {name for name in read_site(own) if name.startswith("quantities/")}
    assert "quantities/kl.html" in mine
    assert len(mine) < 20


def test_findings_can_be_cited(site: Path, own: Path) -> None:
    page = read_site(site)["findings.html"]
    assert "cuff-yu-2016/property-1.forward@literal" in page.ids
    assert "claims/cuff-yu-2016/property-1.html#property-1.forward@positive" in page.links
    mine = read_site(own)["findings.html"]
    assert "mine/wrong" in mine.ids
    assert "mine/square" not in mine.ids


def test_pages_have_pictures_and_code(site: Path, own: Path) -> None:
    pages = read_site(site)
    # A bound with the sharper ones that are proved.
    near = pages["claims/cuff-yu-2016/property-2.html"]
    assert near.tags["svg"] >= 3
    assert "proved: property-2-sharper.series" in near.text
    assert "def property_1" in pages["claims/cuff-yu-2016/property-1.html"].text
    # A user's bound is searched while the site is made; what is no bound has no picture.
    mine = read_site(own)
    assert "climbed to" in mine["claims/mine/near.html"].text
    assert "nearest instance met" in mine["claims/mine/near.html"].text
    assert "The bound, and what comes near it" in mine["claims/mine/near.html"].text
    assert "The bound, and what comes near it" not in mine["claims/mine/wrong.html"].text
    assert "The instance, drawn." in mine["claims/mine/wrong.html"].text


def test_the_audit_and_the_vectors_are_of_the_papers_site(site: Path, own: Path) -> None:
    pages = read_site(site)
    assert "diffprivlib:GaussianAnalytic._scale" in pages["audit.html"].ids
    assert "vectors.zip" in pages["vectors.html"].links
    with zipfile.ZipFile(site / "vectors.zip") as opened:
        for name in opened.namelist():
            assert opened.read(name) == (VECTORS / name).read_bytes()
    assert not {"audit.html", "vectors.html"} & set(read_site(own))


def test_archives_hold_certificates_that_recheck(folder: Path, tmp_path: Path) -> None:
    archives = sorted((folder / "certificates").rglob("*.zip"))
    assert len(archives) > 1
    for archive in archives:
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(tmp_path / archive.stem)
        outcomes = recheck_files([tmp_path / archive.stem])
        assert outcomes
        assert all(outcome.good for outcome in outcomes), archive


def test_verdicts_of_own_claims(own: Path) -> None:
    text = {
        name: " ".join(read((own / f"claims/mine/{name}.html").read_text()).text.split())
        for name in ("square", "wrong", "likely")
    }
    assert "proved" in text["square"]
    assert re.search(r"Derivation: \d+ steps?, for all values of its numbers", text["square"])
    assert "refuted by this instance" in text["wrong"]
    assert "survived" in text["likely"]
    assert "There is no certificate of it" in text["likely"]
    # What a user writes is text, and no markup.
    written = (own / "claims/mine/square.html").read_text()
    assert html.escape("& <all> of it.") in written
    assert "<code>x</code>" in written


def test_a_certificate_stands_for_its_claim(run: Run, own: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(own / "certificates/mine/wrong.zip") as opened:
        opened.extractall(tmp_path / "evidence")
    ran = run("report", tmp_path / "evidence", "-o", tmp_path / "site")
    assert (ran.code, ran.err) == (0, "")
    page = read_site(tmp_path / "site")["claims/mine/wrong.html"]
    assert "refuted by this instance" in page.text
    # A claim of the same name that says something else isn't decided by it.
    other = CLAIMS.replace("KL(P, Q) <= KL(Q, P)", "KL(P, Q) <= 2 * KL(Q, P)")
    (tmp_path / "other.py").write_text(other)
    again = run("report", tmp_path / "other.py", tmp_path / "evidence", "-o", tmp_path / "site")
    assert again.code == 2
    assert "is of another statement than the claim mine/wrong" in again.err
    [file] = (tmp_path / "evidence").glob("*.json")
    file.write_text(file.read_text().replace('"refutation"', '"proof"'))
    damaged = run("report", tmp_path / "evidence", "-o", tmp_path / "site")
    assert damaged.code == 2
    assert str(file) in damaged.err


def test_only_a_site_is_replaced(run: Run, own: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CLAIMS)
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "thesis.tex").write_text("years of work")
    ran = run("report", tmp_path / "mine.py", "-o", kept)
    assert (ran.code, (kept / "thesis.tex").read_text()) == (2, "years of work")
    assert "holds something else" in ran.err
    assert run("report", tmp_path / "mine.py", "-o", tmp_path / "mine.py").code == 2
    assert run("report", tmp_path / "mine.py", "eq-8", "-o", tmp_path / "new").code == 2
    assert run("report", "no-such-claim", "-o", tmp_path / "new").code == 2
    assert not (tmp_path / "new").exists()


# --- MathML ---------------------------------------------------------------------------------------


def test_every_statement_has_mathml_of_known_elements() -> None:
    known = {
        "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "msub", "msup",
        "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle",
    }
    every = leaves([node for row in all_claims() for node in nodes(row)])
    for leaf in every[:: 7]:
        page = read(str(mathml(leaf.statement)))
        assert not page.faults, leaf.name
        assert set(page.tags) <= known, (leaf.name, set(page.tags) - known)
        # No command of TeX is left over.
        assert "\\" not in page.text, leaf.name


def test_letters_of_other_styles_are_unicodes() -> None:
    from verified.language import KL, Pmf, Size

    n = Size("n")
    told = mathml(KL(Pmf("P", n), Pmf("Q", n)) <= 1)
    assert re.sub(r"\s", "", read(str(told)).text) == "D(P‖Q)≤1"
    assert 'stretchy="false"' in told
    assert "mathvariant" not in told


# --- the graph ------------------------------------------------------------------------------------


def test_what_is_cited_stands_to_the_left() -> None:
    drawn = picture({"a": ["b", "c"], "b": ["c"], "c": [], "d": [], "e": ["c"]})
    at = {one.name: one for one in drawn.nodes}
    assert set(at) == {"a", "b", "c", "e"}
    assert all(at[edge.cited].x < at[edge.citing].x for edge in drawn.edges)
    assert len({(one.x, one.y) for one in drawn.nodes}) == 4
    assert len(drawn.edges) == 4
    # Two rows may cite each other by different parts; none may cite none.
    assert len(picture({"a": ["b"], "b": ["a"]}).nodes) == 2
    assert not picture({"a": []}).nodes
