"""Lines of LaTeX: what is broken keeps its signs in their order, and fits."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings

from tests.syntax import trees
from tests.syntax.test_latex import assert_well_formed
from verified import language as v
from verified.papers import all_claims
from verified.report.selection import leaves, nodes
from verified.syntax.latex import latex
from verified.syntax.latex_boxes import row_of, tex, width
from verified.syntax.latex_lines import aligned, in_column, tex_lines
from verified.syntax.latex_macros import macros, meanings, with_macros

n, x = trees.n, trees.x
P, Q, a = trees.P, trees.Q, trees.a
STATEMENTS = [
    leaf.statement for row in all_claims() for leaf in leaves(nodes(row)) if leaf.statement
]
# What breaking adds, or writes otherwise.
_SHAPES = re.compile(
    r"\\(?:left|right|middle|bigl|bigr|big|frac|cases|begin|end|quad|cdot|exp|prime|substack"
    r"|displaystyle|text|mathsf|sqrt|stackrel|mathcal|mathrm|mathbf|mathbb)\b|\{cases\}"
)


def signs(written):
    """Letters, digits and named signs in their order, without what shapes them."""
    bare = _SHAPES.sub(" ", written.replace("'", ""))
    return [
        sign for sign in re.findall(r"\\[A-Za-z]+|[A-Za-z0-9=<>+]|\\\|", bare)
        if sign not in ("e", r"\|")
    ]


def together(lines):
    return " ".join(line.tex for line in lines)


@pytest.mark.parametrize("room", [28.0, 34.0, 60.0])
def test_every_statement_fits(room):
    for statement in STATEMENTS:
        lines = tex_lines(latex(statement), room)
        assert max(line.width for line in lines) <= room, statement
        assert_well_formed("".join(line.tex for line in lines).replace(r"\\", ""))


def test_breaking_keeps_every_sign_in_its_place():
    kept = 0
    for statement in STATEMENTS:
        written = latex(statement)
        broken = together(tex_lines(written, 24.0))
        # A name's meaning stands last, and an opened root has an exponent.
        if r"\mathsf{L}" in broken or r"\sqrt" in written:
            continue
        whole = tex(row_of(written))
        assert Counter(signs(whole)) == Counter(signs(written)), statement
        assert signs(broken) == signs(whole), statement
        kept += 1
    assert kept > 0.8 * len(STATEMENTS)


def test_the_comparison_sees_a_lost_sign():
    assert signs(r"a + b") != signs(r"a \\ b")
    assert signs(r"P(a) \le Q(b)") != signs(r"P(b) \le Q(a)")


@given(trees.statements)
@settings(max_examples=40)
def test_random_statements(statement):
    written = latex(statement)
    broken = together(tex_lines(written, 20.0))
    assert_well_formed(broken)
    if r"\mathsf{L}" not in broken and r"\sqrt" not in written:
        assert signs(broken) == signs(tex(row_of(written)))


@pytest.mark.parametrize(
    ("written", "by_tex"),
    # In em: what TeX's \\settowidth gives in Computer Modern at 10 points.
    [
        (r"\max_{x < n} P (x)", 4.158),
        (r"\frac{\max_{x < n} P (x)}{2}", 6.021),
        (r"\frac{\sum_{y < m} \max_{x < n} P (x) \, W_{x} (y)}{n \, \max_{a < n} P (a)}", 11.977),
        (r"\left\| Y - Z \right\|_{\mathrm{TV}}", 5.001),
    ],
)
def test_widths_are_at_least_those_of_tex(written, by_tex):
    assert by_tex <= width(row_of(written)) <= 1.2 * by_tex


def test_what_fits_stays_in_one_line():
    (line,) = tex_lines(latex(x + 1), 34.0)
    assert (line.indent, line.tex) == (0, "x + 1")
    assert aligned([line]) == [r"\[", "  x + 1", r"\]"]
    assert in_column([line]) == [r"$\displaystyle x + 1$"]


def test_lines_end_before_the_loosest_sign():
    long = v.total(a, P[a] * v.log(P[a] / Q[a])) + x
    lines = tex_lines(latex(long <= long + 1), 14.0)
    assert [line.tex[:5] for line in lines if line.indent == 1][-1:] == ["{}+ 1"] or any(
        line.tex.startswith(r"{}\le") for line in lines
    )
    assert lines[0].indent == 0
    assert all(line.width <= 14.0 for line in lines)


def test_a_long_script_is_named_and_explained():
    law = v.pmf_of(*[v.rational(1, 12)] * 12)
    joint = v.as_joint(law, U=2, V=6)
    lines = tex_lines(latex(v.I(joint, "U;V") <= v.log(2)), 20.0)
    assert r"I_{\mathsf{L}_{1}}" in lines[0].tex
    assert lines[1].tex.startswith(r"\text{where } \mathsf{L}_{1}")
    assert r"\frac{1}{12}" in lines[2].tex


@pytest.mark.parametrize("bad", ["{x", "x}", r"\left(x", r"\begin{cases} x", r"x \right)"])
def test_what_is_not_closed_is_refused(bad):
    with pytest.raises(ValueError, match=r"close|closed"):
        row_of(bad)


def test_boxes_print_what_they_read():
    for statement in STATEMENTS[::5]:
        once = tex(row_of(latex(statement)))
        assert tex(row_of(once)) == once
        assert width(row_of(once)) == pytest.approx(width(row_of(latex(statement))), rel=0.1)


def test_macros_stand_for_the_records_templates():
    assert len({macro.name for macro in macros().values()}) == len(macros())
    assert macros()["kl"].definition == (
        r"\providecommand{\vKl}[2]{D\left(#1\,\middle\|\,#2\right)}"
    )
    for statement in STATEMENTS[::3]:
        with with_macros():
            called = latex(statement)
        expanded = row_of(called, meanings())
        assert width(expanded) == pytest.approx(width(row_of(latex(statement))), rel=0.1)
        if r"\v" in called:
            assert r"\v" in tex(expanded)
    assert r"\v" not in latex(v.KL(P, Q))
