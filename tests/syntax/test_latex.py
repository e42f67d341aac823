import re

import pytest
from hypothesis import given, settings

from tests.syntax import trees
from verified import language as v
from verified.syntax.formulas import DEFINITIONS
from verified.syntax.latex import claim_html, latex, symbol
from verified.syntax.quantity import QUANTITIES

n, eps, x = trees.n, trees.eps, trees.x
P, Q, a, A = trees.P, trees.Q, trees.a, trees.A

_TOKEN = r"(?:\\[A-Za-z]+|[^\\{}_^'\s]|@)"
_TWICE = (
    re.compile(rf"_{_TOKEN}'*(?:\^{_TOKEN})?_"),
    re.compile(rf"\^{_TOKEN}(?:_{_TOKEN})?[\^']"),
    re.compile(rf"'+(?:_{_TOKEN})?\^"),
)


def assert_well_formed(written):
    """Braces, \\left … \\right and environments match, and nothing has two sub- or superscripts."""
    bare = re.sub(r"\\[{}]", "", written)
    assert len(re.findall(r"\\left\b", written)) == len(re.findall(r"\\right\b", written))
    assert written.count(r"\begin{cases}") == written.count(r"\end{cases}")
    while True:
        inner = re.search(r"\{([^{}]*)\}", bare)
        part = inner[1] if inner else bare
        assert not any(pattern.search(part) for pattern in _TWICE), written
        if not inner:
            break
        bare = bare[: inner.start()] + "@" + bare[inner.end() :]
    assert "{" not in bare
    assert "}" not in bare


@pytest.mark.parametrize(
    "bad", ["{x", "x}", r"\left(x", "x_{1}_{2}", "x^{1}^{2}", "x'^{2}", "{a_b_c}"]
)
def test_the_check_rejects(bad):
    with pytest.raises(AssertionError):
        assert_well_formed(bad)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("eps", r"\epsilon"),
        ("epsilon", r"\epsilon"),
        ("delta1'", r"\delta'_{1}"),
        ("alpha", r"\alpha"),
        ("P'", "P'"),
        ("x_i", "x_{i}"),
        ("W12", "W_{12}"),
        ("rate", r"\mathrm{rate}"),
        ("a b$", r"\mathrm{a\ b\$}"),
    ],
)
def test_symbols(name, expected):
    assert symbol(name) == expected


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (v.rational(-1, 3), r"-\frac{1}{3}"),
        (x - (x - 1), r"x - \left(x - 1\right)"),
        (x * 3, r"x \cdot 3"),
        (3 * x, r"3 \, x"),
        (x / (x + 1), r"\frac{x}{x + 1}"),
        ((x / 2) ** 2, r"\left(\frac{x}{2}\right)^{2}"),
        (v.exp(-eps), r"e^{-\epsilon}"),
        (v.exp(eps) ** 2, r"{\left(e^{\epsilon}\right)}^{2}"),
        (v.log(n), r"\ln n"),
        (v.log(n) * x, r"\left(\ln n\right) \, x"),
        (x * v.log(n), r"x \, \ln n"),
        (v.log(1 + x), r"\ln \left(1 + x\right)"),
        (v.total(a, P[a]) * 2, r"\left(\sum_{a < n} P(a)\right) \cdot 2"),
        (v.sup(P, v.H(P)), r"\sup_{P \in \mathcal P_{n}} H\left(P\right)"),
        (v.KL(P, Q), r"D\left(P\,\middle\|\,Q\right)"),
        (v.TV(P, Q), r"\left\|P-Q\right\|_{\mathrm{TV}}"),
        (v.Real("e", latex=r"\varepsilon^\ast") ** 2, r"{\varepsilon^\ast}^{2}"),
        (v.Channel("W1", n, n)[0], "{W_{1}}_{0}"),
        (
            v.cases(v.equals(a, 0), x, 1),
            r"\begin{cases} x & \text{if } a = 0 \\ 1 & \text{otherwise} \end{cases}",
        ),
        (v.Close(P, Q, eps, 0), r"P \stackrel{(\epsilon,0)}{\approx} Q"),
        (v.every(a, P[a] > 0), r"\forall\, a < n\colon\; P(a) > 0"),
        (v.implies(x > 0, x >= 0), r"x > 0 \;\Rightarrow\; x \ge 0"),
    ],
)
def test_golden(node, expected):
    assert latex(node) == expected
    assert_well_formed(expected)


def test_statement():
    stated = v.claim("c", forall=[P, Q, eps], given=[v.Close(P, Q, eps)], then=v.KL(P, Q) <= eps)
    assert latex(stated.statement) == (
        r"\forall\, n \ge 1,\; P, Q \in \mathcal P_{n},\; \epsilon \ge 0\colon\quad "
        r"P \stackrel{(\epsilon,0)}{\approx} Q \;\Longrightarrow\; "
        r"D\left(P\,\middle\|\,Q\right) \le \epsilon"
    )
    assert stated.statement._repr_latex_() == f"${latex(stated.statement)}$"


@pytest.mark.parametrize("head", sorted(QUANTITIES))
def test_every_head(head):
    term = trees.example(head)
    assert_well_formed(latex(term))
    if isinstance(term.sort, v.Real("x").sort.__class__):
        assert_well_formed(latex(term**2 * term - term))


@pytest.mark.parametrize("name", sorted(DEFINITIONS))
def test_every_definition(name):
    assert_well_formed(latex(trees.example_predicate(name)))


@given(trees.statements)
@settings(max_examples=60)
def test_random_statements_are_well_formed(statement):
    assert_well_formed(latex(statement))


def test_html_escapes_text_and_holds_every_child():
    paper = v.Paper("p")
    stated = paper.claim(
        "c", forall=[x], then=v.iff(x < 1, x <= 1), at="eq. <2>", note="a & b cost $5", tight=True,
        readings={"lax": {"given": [x >= 1]}},
    )
    html = claim_html(stated)
    assert "eq. &lt;2&gt;" in html
    assert "a &amp; b cost $5" in html
    assert all(leaf.name in html for leaf in stated.leaves())
    assert "x &lt; 1" in html
    assert "x < 1" not in html
    assert html.count("<div") == html.count("</div")
    assert html.count("<li>") == html.count("</li>") == 5
    assert stated._repr_html_() == html
