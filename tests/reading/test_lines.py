"""Claims in one line: sorts that their use fixes, spellings, and what is refused where."""

from __future__ import annotations

import pytest

from verified.errors import InputError
from verified.language import DP, LDP, Channel, ClaimError, Database, Mechanism, Size
from verified.reading.messages import Unread
from verified.reading.spelling import plain
from verified.reading.statements import read_statement
from verified.syntax.sorts import RealSort


@pytest.mark.parametrize(("text", "read"), [
    ("for all P, Q, eps: if P ~(eps,0) Q then D(P||Q) <= eps^2/2",
     "for all n >= 1, P, Q on n symbols, eps >= 0: if P ~(eps,0) Q then D(P || Q) <= eps^2/2"),
    ("D(P||Q) >= 0", "for all n >= 1, P, Q on n symbols: D(P || Q) >= 0"),
    ("for all W: C(W) >= 0", "for all n, m >= 1, W from n to m symbols: C(W) >= 0"),
    ("for all P, W: I(P;W) <= C(W)",
     "for all n >= 1, P on n symbols, m >= 1, W from n to m symbols: I(P; W) <= C(W)"),
    ("for all M, eps: if M is eps-DP then M is eps-MI-DP",
     "for all D a database, n >= 1, M on D with n symbols, eps >= 0: if M is (eps,0)-DP then M is "
     "eps-MI-DP"),
    ("for all W, eps: if W is eps-DP then C(W) <= eps",
     "for all D a database, n >= 1, W on D with n symbols, eps >= 0: if W is (eps,0)-DP then "
     "C(W) <= eps"),
    ("for all P, Q, A: P(A) <= Q(A) + TV(P,Q)",
     "for all n >= 1, P, Q on n symbols, A within n symbols: P(A) <= Q(A) + TV(P, Q)"),
    ("for all P, x: P(x) <= 1", "for all n >= 1, P on n symbols, x < n: P(x) <= 1"),
    ("for all P on n symbols: H(P) <= ln(n)", "for all n >= 1, P on n symbols: H(P) <= ln(n)"),
    ("for all P, Q, eps >= 0: if P ~(eps,0) Q then D(P||Q) <= eps",
     "for all n >= 1, P, Q on n symbols, eps >= 0: if P ~(eps,0) Q then D(P || Q) <= eps"),
    ("for all P, Q, R: if TV(P,Q) = 0 then D(P||R) = D(Q||R)",
     "for all n >= 1, P, Q, R on n symbols: if TV(P, Q) = 0 then D(P || R) = D(Q || R)"),
    ("sum_{a}(P(a)^2) <= 1", "for all n >= 1, P on n symbols: sum_{a < n}(P(a)^2) <= 1"),
    ("for all P, Q, alpha: D_[alpha](P || Q) >= 0",
     "for all n >= 1, P, Q on n symbols, alpha >= 0: D_[alpha](P || Q) >= 0"),
    ("for all P, Q: 0 <= TV(P,Q) <= 1",
     "for all n >= 1, P, Q on n symbols: 0 <= TV(P, Q) and TV(P, Q) <= 1"),
    ("for all P, Q: 2 TV(P,Q)^2 <= KL(P, Q)",
     "for all n >= 1, P, Q on n symbols: 2*TV(P, Q)^2 <= D(P || Q)"),
    ("for all P, Q, e: e*TV(P,Q) <= e^2",
     "for all n >= 1, P, Q on n symbols, e real: e*TV(P, Q) <= e^2"),
    ("for all x: e^x >= 1 + x", "for all x real: exp(x) >= 1 + x"),
])  # fmt: skip
def test_sorts_come_from_their_use(text: str, read: str) -> None:
    assert str(read_statement(text)) == read


@pytest.mark.parametrize(("text", "read"), [
    ("D(P‖Q) ≤ ε", "for all n >= 1, P, Q on n symbols, eps real: D(P || Q) <= eps"),
    (r"D(P\|Q) \le \varepsilon", "for all n >= 1, P, Q on n symbols, eps real: D(P || Q) <= eps"),
    (r"\forall P, Q\colon D(P\|Q) \geq 0", None),
    (r"\forall P, Q, \alpha: D_{\alpha}(P\|Q) \geq 0", None),
    ("∀ P, Q: D(P‖Q) ≥ 2·TV(P,Q)²", "for all n >= 1, P, Q on n symbols: D(P || Q) >= "
     "2*TV(P, Q)^2"),
    (r"$\mathrm{TV}(P,Q) \le \sqrt{\frac{1}{2} D(P\|Q)}$",
     "for all n >= 1, P, Q on n symbols: TV(P, Q) <= sqrt(1/2*D(P || Q))"),
    ("I(X;Y|Z) ≥ 0", "for all n, m, k >= 1, J on X of n symbols, Y of m symbols, Z of k symbols: "
     "I_J(X;Y|Z) >= 0"),
    ("H(X|Y) ≤ H(X)", "for all n, m >= 1, J on X of n symbols, Y of m symbols: H_J(X|Y) <= H_J(X)"),
    ("if X - Y - Z then I(X;Z) <= I(X;Y)", "for all n, m, k >= 1, J on X of n symbols, Y of m "
     "symbols, Z of k symbols: if X - Y - Z under J then I_J(X;Z) <= I_J(X;Y)"),
    (r"X \to Y \to Z \Rightarrow I(X;Z) \le I(Y;Z)", None),
    ("X ⊥ Y ⇒ I(X;Y) = 0", None), (r"C(W) \geq 0", None),
    (r"\sum_{a} P(a) \le 1", "for all n >= 1, P on n symbols: sum_{a < n}(P(a)) <= 1"),
    (r"P \approx_{\varepsilon,\delta} Q \Rightarrow E_exp(\varepsilon)(P\|Q) \le \delta",
     "for all n >= 1, P, Q on n symbols, eps, delta >= 0: P ~(eps,delta) Q => "
     "E_exp(eps)(P || Q) <= delta"),
    ("for all P, Q, δ: P ~(0,δ) Q iff TV(P,Q) ≤ δ", None),
])  # fmt: skip
def test_unicode_and_latex_are_spellings(text: str, read: str | None) -> None:
    if r"\colon" in text:
        with pytest.raises(Unread, match="colon"):
            read_statement(text)
        return
    found = read_statement(text)
    assert read_statement(str(found)) == found
    if read is not None:
        assert str(found) == read


_NAMES = (
    "for all n, m >= 1, P, Q on n symbols, W from n to m symbols, x real, alpha > 1, gamma >= 1: "
)


@pytest.mark.parametrize(("notation", "read"), [
    ("KL(P||Q)", "D(P || Q)"), ("D_KL(P || Q)", "D(P || Q)"),
    (r"D_{\mathrm{KL}}(P\|Q)", "D(P || Q)"),
    ("TV(P||Q)", "TV(P, Q)"), ("d_{TV}(P, Q)", "TV(P, Q)"), (r"\|P-Q\|_{\mathrm{TV}}", "TV(P, Q)"),
    ("‖P − Q‖_TV", "TV(P, Q)"), (r"\|P-Q\|_1", "2*TV(P, Q)"), ("‖P − Q‖₁", "2*TV(P, Q)"),
    (r"\frac12\|P-Q\|_1^2", "1/2*(2*TV(P, Q))^2"),
    ("χ²(P‖Q)", "chi2(P || Q)"), (r"\chi^2(P, Q)", "chi2(P || Q)"), ("chi2(P,Q)", "chi2(P || Q)"),
    ("JS(P||Q)", "JS(P, Q)"), ("JSD(P, Q)", "JS(P, Q)"), ("H2(P || Q)", "H2(P, Q)"),
    ("D_alpha(P||Q)", "D_[alpha](P || Q)"), ("D_2(P‖Q)", "D_[2](P || Q)"),
    ("D_∞(P‖Q)", "D_[inf](P || Q)"), ("D_infty(P||Q)", "D_[inf](P || Q)"),
    ("E_gamma(P||Q)", "E_exp(ln(gamma))(P || Q)"), (r"E_{e^{x}}(P\|Q)", "E_exp(x)(P || Q)"),
    ("E_exp(x)(P || Q)", "E_exp(x)(P || Q)"), ("H_2(P)", "H_[2](P)"), ("I(P, W)", "I(P; W)"),
    (r"\eta_{\mathrm{TV}}(W)", "eta_TV(W)"), ("log_2 3", "ln(3)/ln(2)"), ("log2(3)", "ln(3)/ln(2)"),
    (r"\tanh(x/2)", "(1 - exp(-2*(x/2)))/(1 + exp(-2*(x/2)))"),
    ("sinh(x)", "(exp(x) - exp(-x))/2"), ("cosh(x)", "(exp(x) + exp(-x))/2"),
    (r"\max\{1, x\}", "max(1, x)"), ("bits(H(P))", "H(P)/ln(2)"),
])  # fmt: skip
def test_notation_of_the_field_is_read(notation: str, read: str) -> None:
    assert str(read_statement(f"{_NAMES}{notation} >= 0").then) == f"{read} >= 0"


@pytest.mark.parametrize(("text", "read"), [
    # A sum goes on for as long as its body is a product, as on paper; printed it has parentheses.
    ("for all P, Q: sum_{x}(P(x)-Q(x))^2 <= 2",
     "for all n >= 1, P, Q on n symbols: sum_{x < n}((P(x) - Q(x))^2) <= 2"),
    ("for all P: (sum_x P(x))^2 <= 1",
     "for all n >= 1, P on n symbols: (sum_{x < n}(P(x)))^2 <= 1"),
    ("for all P, Q: sum_x P(x) Q(x) + 1 <= 2",
     "for all n >= 1, P, Q on n symbols: sum_{x < n}(P(x)*Q(x)) + 1 <= 2"),
    (r"for all W: \sum_y \max_x W(y|x) \ge 1",
     "for all n, m >= 1, W from n to m symbols: sum_{y < m}(max_{x < n}(W(x)(y))) >= 1"),
    ("for all W, e >= 0: if for every x, y, z: W(y|x) <= exp(e) W(y|z) then C(W) <= e",
     "for all n, m >= 1, W from n to m symbols, e >= 0: if (for every x < n: (for every y < m: "
     "(for every z < n: W(x)(y) <= exp(e)*W(z)(y)))) then C(W) <= e"),
    ("for all W, eps: if W is eps-LDP then C(W) <= eps",
     "for all n, m >= 1, W from n to m symbols, eps >= 0: if W is (eps,0)-DP then C(W) <= eps"),
    ("for all W, eps, delta: if LDP(W, eps, delta) then W is (eps, delta)-LDP",
     "for all n, m >= 1, W from n to m symbols, eps, delta >= 0: if W is (eps,delta)-DP then W is "
     "(eps,delta)-DP"),
    ("for all x: 4 x (1 - x) <= 1", "for all x real: 4*x*(1 - x) <= 1"),
    ("for all P, Q on n symbols, a < n: exp(1) P(a) Q(a) >= 0",
     "for all n >= 1, P, Q on n symbols, a < n: exp(1)*P(a)*Q(a) >= 0"),
])  # fmt: skip
def test_what_stands_together_is_a_product(text: str, read: str) -> None:
    statement = read_statement(text)
    assert str(statement) == read
    assert read_statement(read) == statement


def test_local_privacy_is_of_channels() -> None:
    whole = read_statement("for all M on D with m symbols, eps: if M is eps-LDP then C(M) <= eps")
    # Any two databases, not neighbours only.
    assert "if channel(M) is (eps,0)-DP" in str(whole)
    n, database = Size("n"), Database("D")
    assert LDP(Channel("W", n, n), 1) == DP(Channel("W", n, n), 1)
    with pytest.raises(ClaimError, match=r"LDP is of a channel, and M is a mechanism: write DP\(M"):
        LDP(Mechanism("M", database, n), 1)


def test_an_order_that_may_be_meant_otherwise_is_not_guessed() -> None:
    """Who writes E_ε may mean γ = ε or γ = e^ε."""
    with pytest.raises(InputError):
        read_statement("for all P, Q, eps >= 0: E_eps(P||Q) <= 1")


def test_notation_tells_laws_on_the_line_apart() -> None:
    text = "for all x, y real: chi^2(N(x, 1) || N(y, 1)) >= KL(N(x, 1) || N(y, 1))"
    assert "chi2(N(x, 1) || N(y, 1))" in str(read_statement(text))


def test_columns_are_those_of_the_original() -> None:
    found = plain(r"\varepsilon ≤ D(P\|Q)")
    assert found.text == "eps<= D(P||Q)".replace("eps", "eps", 1) or found.text.startswith("eps")
    place = found.text.index("D")
    assert found.columns[place] == r"\varepsilon ≤ D(P\|Q)".index("D")
    assert len(found.columns) == len(found.text) + 1


@pytest.mark.parametrize(("text", "column", "rule"), [
    ("for all P, Q: D(P||Q) <= capcity(P)", 26, "what capcity is; nearest: capacity"),
    ("for all P, Q: D(P||Q <= 1", 22, r"'<=' stands here; expected '\)'"),
    ("for all P, Q: D(P|Q) <= 1", 18, r"expected '\)'"),
    ("for all P, Q: if D(P||Q) <= 1 D(Q||P) <= 1", 43, "'then'"),
    ("for all P, Q: D(P||Q)", 22, "the text ends here; expected a relation"),
    ("for all P, Q D(P||Q) <= 1", 14, "stands here; expected"),
    ("", 1, "the text ends here; expected an expression"),
    ("for all P: H(P) <=", 19, "the text ends here; expected an expression"),
    (r"for all P, Q: D(P\|Q) \leqq 1", 23, r"\\leqq is no sign"),
    (r"\frac{1}{2 <= 1", 9, "this brace isn't closed"),
    ("for all eps: D(P||Q) <= eps", 16, "nobody says what P is"),
    ("for all P, W: if W is 1-DP then H(P) <= C(P)", 43, "a channel is wanted here, not the pmf P"),
    ("for all P, Q, R: KL(P, Q, R) <= 1", 18, "KL takes 2 arguments, not 3"),
    ("for all P, P: H(P) <= 1", 12, "P is declared twice"),
    ("for all P, x: H(P) <= 1", 12, "nothing tells what x is"),
    ("for all P: H(P) <= 1 + + 2 )", 28, r"'\)' stands here"),
    ("for all M, eps: if M is eps-PD then M is eps-MI-DP", 29, "'DP'"),
    # A domain of the last name alone isn't taken for that of all.
    ("for all P, Q, eps >= 0: if P ~(eps,0) Q then D(P||Q) <= eps*foo(eps)", 61,
     "nobody says what foo is"),
    ("for all P, Q: H(P) <= ln(n)", 26, "as in 'for all P on n symbols'"),
    ("for all P, Q: H²(P, Q) <= 1", 15, r"may be H2\(P, Q\) <= 1, or 2\*H2\(P, Q\) <= 1"),
    ("for all P, W: I_2(P;W) <= C(W)", 15, r"may be I\^s_\[2\].*, or I\^a_\[2\].*: say which"),
])  # fmt: skip
def test_errors_point_at_the_column(text: str, column: int, rule: str) -> None:
    with pytest.raises(Unread, match=rule) as caught:
        read_statement(text)
    assert caught.value.column == column
    message = str(caught.value)
    shown, pointer = message.split("\n")[1:]
    # The caret stands under the letter of the original.
    if text and column <= len(text) and len(text) < 70:
        assert shown[pointer.index("^")] == text[column - 1]


@pytest.mark.parametrize("text", [
    "(" * 3000 + "1" + ")" * 3000 + " <= 1", "-" * 5000 + "1 <= 1", "1 <= 1" * 5000,
    "__import__('os') <= 1", "for all P: P", "1", "<=", "for all : 1 <= 1", "if then",
    "for all P:", "P(", "{", "}", "[", "sum_{", "|", "||", "for all x >= : x <= 1",
    "for all x in [2,1]: x <= 1", "for all n >= 1/2, P on n symbols: H(P) <= 1",
    "for all x in {3,...,1}: x <= 1", "\N{SNOWMAN} <= 1", "for all P on 0 symbols: H(P) <= 1",
    "sup_{x}(x)", "for every a < 2: P(a) <= 1 <",
])  # fmt: skip
def test_nothing_but_input_errors(text: str) -> None:
    with pytest.raises(InputError):
        read_statement(text)


@pytest.mark.parametrize("text", [
    # Each of these took minutes: exp was read as a law at a symbol, (x - m) as a law, too.
    "if eps > 0 then "
    "ln(2) - h(1/(1 + exp(eps))) <= eps/(exp(eps) - 1) - 1 - ln(eps/(exp(eps) - 1))",
    "if |rho| <= sqrt((exp(2*eps) - 1)*exp(-2*eps)) then "
    "V <= exp(2*eps)*(exp(1/2*h(N(0, V*(1 - rho^2))) - 1)/(2*pi))",
    "exp(-|y - x|/b)/(2*b) - exp(eps)*(exp(-|y - z|/b)/(2*b)) "
    "<= (1 - exp(eps - |x - z|/b))*(exp(-|y - x|/b)/(2*b))",
])  # fmt: skip
def test_long_formulas_without_sorts_are_read(text: str) -> None:
    read = read_statement(text)
    assert read_statement(str(read)) == read
    assert all(isinstance(var.of, RealSort) for var in read.variables)


def test_a_name_that_nobody_declares_is_told_at_once() -> None:
    """Deep in a formula it was found only after all ways to read what is around it."""
    deep = "Q(a)"
    for _ in range(12):
        deep = f"max({deep}, (1 - {deep})*exp(-({deep})))" if len(deep) < 300 else f"({deep} + 1)"
    with pytest.raises(InputError, match="nobody says what Q is"):
        read_statement(f"for all n >= 1, P on n symbols, a < n: P(a) <= {deep}")


def test_too_many_ways_to_read_a_text_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verified.reading.meaning.MOST_READINGS", 20)
    with pytest.raises(InputError, match="too many ways: say in 'for all'"):
        read_statement("TV(P, Q) + TV(Q, R) >= TV(P, R) - TV(R, P)")


@pytest.mark.parametrize(("text", "read"), [
    # What is sought inside a claim.
    ("for all P, Q: exists R on n symbols: P >= (1 - TV(P,Q)) R",
     "(for some R on n symbols: (for every u < n: P(u) >= (1 - TV(P, Q))*R(u)))"),
    ("for all P, Q there exists a law R on n symbols such that P >= (1 - TV(P,Q)) R",
     "(for some R on n symbols: (for every u < n: P(u) >= (1 - TV(P, Q))*R(u)))"),
    (r"\forall P, Q\; \exists R : P \ge (1 - \mathrm{TV}(P,Q)) R",
     "(for some R on n symbols: (for every u < n: P(u) >= (1 - TV(P, Q))*R(u)))"),
    ("for all P, Q on n symbols: for some R, S: P = 1/2 R + 1/2 S and TV(R, S) <= TV(P, Q)",
     "(for some R on n symbols: (for some S on n symbols: (for every u < n: P(u) = 1/2*R(u) + "
     "1/2*S(u)) and TV(R, S) <= TV(P, Q)))"),
    ("for all P, Q on n symbols: there is J on X of n symbols, Y of n symbols with J_X = P: "
     "sum_x J[x,x] >= 0",
     "(for some J on X of n symbols, Y of n symbols with (for every u < n: J_X(u) = P(u)): "
     "sum_{x < n}(J(x, x)) >= 0)"),
    ("for all W from n to m symbols, U from n to k symbols: exists V from m to k symbols: U = W V",
     "(for some V from m to k symbols: (for every u < n: (for every v < k: U(u)(v) = "
     "(W V)(u)(v))))"),
    # Suprema whose variables say nothing, or share what they range over.
    ("for all W: sup_P I(P;W) <= 1", "sup_{P on n symbols}(I(P; W)) <= 1"),
    ("for all W: inf_{P} H(P W) = 0", "inf_{P on n symbols}(H((P W))) = 0"),
    ("for all W: sup_{P, Q on n symbols} TV(P W, Q W) <= eta_TV(W)",
     "sup_{P on n symbols}(sup_{Q on n symbols}(TV((P W), (Q W)))) <= eta_TV(W)"),
    ("for all P on n symbols: inf_{W from n to n symbols: I(P;W) <= 1} W(0|0) <= 1",
     "inf_{W from n to n symbols with I(P; W) <= 1}(W(0)(0)) <= 1"),
    # Laws added, multiplied, raised and compared.
    ("D(t P + (1 - t) Q || R) <= 1", "D([t*P(u) + (1 - t)*Q(u) for u < n] || R) <= 1"),
    ("H((P + Q)/2) >= 0", "H([1/2*P(u) + 1/2*Q(u) for u < n]) >= 0"),
    ("C(t W + (1 - t) V) <= 1", "C([[t*W(u)(v) + (1 - t)*V(u)(v) for v < m] for u < n]) <= 1"),
    ("for all q in [0,1]: D(q N(1, 1) + (1 - q) N(0, 1) || N(0, 1)) <= q",
     "D(mix((q, 1 - q), N(1, 1), N(0, 1)) || N(0, 1)) <= q"),
    ("D(P W||Q W) <= D(P||Q)", "D((P W) || (Q W)) <= D(P || Q)"),
    ("I(P; W V) <= I(P;W)", "I(P; (W V)) <= I(P; W)"),
    (r"D(P^{\otimes k} \| Q^{\otimes k}) = k D(P\|Q)", "D(iid(P, k) || iid(Q, k)) = k*D(P || Q)"),
    ("TV(N(0,1) * Lap(0,1), N(1,1) * Lap(0,1)) <= 1",
     "TV((N(0, 1) * Lap(0, 1)), (N(1, 1) * Lap(0, 1))) <= 1"),
    ("for all P, Q, eps: P <= e^eps Q", "(for every u < n: P(u) <= exp(eps)*Q(u))"),
    ("for all P on n symbols, W, V from n to m symbols: P W != P V",
     "not (for every u < m: (P W)(u) = (P V)(u))"),
    # Products, powers and intervals.
    ("for all x: (1 - x)(1 + x) <= 1", "(1 - x)*(1 + x) <= 1"),
    ("for all x in [0,1]: x(1 - x) <= 1/4", "x*(1 - x) <= 1/4"),
    ("for all x: e^{-x}(1 + x) <= 1", "exp(-x)*(1 + x) <= 1"),
    ("for all t: for every s in [0, t]: s <= t",
     "(for every s >= 0 with s <= t: s <= t)"),
    ("for all P, Q on n symbols, w > 1: for every a in (1, w): D_a(P||Q) <= w",
     "(for every a > 1 with a < w: D_[a](P || Q) <= w)"),
    ("for all t: t in [0, 1)", "0 <= t and t < 1"),
    ("for all t: t in (0, inf)", "0 < t"),
    ("for all J on X, Y: I(X;Y) <= H(X)", "I_J(X;Y) <= H_J(X)"),
    ("P ≈_{ε,0} Q", "P ~(eps,0) Q"),
    ("η_KL(W) ≤ η_TV(W)", "sup_{P_0 on n symbols}(sup_{Q_0 on n symbols with D(P_0 || Q_0) > 0 and "
     "D(P_0 || Q_0) < inf}(D((P_0 W) || (Q_0 W))/D(P_0 || Q_0))) <= eta_TV(W)"),
    (r"\eta_{\chi^2}(W) \le \eta_{\mathrm{TV}}(W)", "sup_{P_0 on n symbols}(sup_{Q_0 on n symbols "
     "with chi2(P_0 || Q_0) > 0 and chi2(P_0 || Q_0) < inf}(chi2((P_0 W) || (Q_0 W))/"
     "chi2(P_0 || Q_0))) <= eta_TV(W)"),
    # What a text stands for has names that aren't in the text.
    ("for all P, Q on n symbols, u < n: P = Q", "(for every u' < n: P(u') = Q(u'))"),
    ("if M is mu-GDP then M is (2 mu)-GDP", "(for every level >= 0: least_delta[level](M) <= "
     "E_exp(level)(N(0, 1) || N(2*mu, 1)))"),
])  # fmt: skip
def test_what_papers_write(text: str, read: str) -> None:
    statement = read_statement(text)
    assert str(statement.then) == read
    assert read_statement(str(statement)) == statement


def test_the_ends_of_an_interval_may_be_other_variables() -> None:
    read = read_statement("for all w > 1, t in [1, w]: t^2 <= w^2")
    assert str(read) == "for all w > 1, t >= 1: if t <= w then t^2 <= w^2"


@pytest.mark.parametrize(("text", "range_of"), [
    ("if alpha > 1 then D_alpha(P||Q) >= 0", "alpha > 1"),
    ("if 0 < d < 1 and TV(P,Q) <= d then TV(Q,P) <= d", "d in (0,1)"),
    ("if 1 <= x and x <= 2 then x^2 <= 4", "x in [1,2]"),
    # What is said isn't changed, and what leaves nothing isn't taken.
    ("for all x in [0,5]: if x <= 2 then x^2 <= 4", "x in [0,5]"),
    ("if x < 0 and x > 1 then x = 0", "x real < 0"),
])  # fmt: skip
def test_hypotheses_narrow_what_the_text_does_not_say(text: str, range_of: str) -> None:
    statement = read_statement(text)
    assert range_of in str(statement).split(": if ")[0]
    assert len(statement.given) == len(read_statement(str(statement)).given) >= 1


def test_a_share_of_laws_lies_between_0_and_1() -> None:
    assert "t in [0,1]" in str(read_statement("H(t P + (1 - t) Q) >= 0"))


@pytest.mark.parametrize(("text", "rule"), [
    ("for all P, Q on n symbols: H(P - Q) >= 0", r"P - Q is no pmf: its weights sum to 0, not 1"),
    ("for all P, Q on n symbols: H(2 P) >= 0", r"2\*P is no pmf: its weights sum to 2, not 1"),
    ("for all P on n symbols, Q on m symbols: P = Q", "their alphabets differ"),
    ("for all P, Q on n symbols: P < Q", "between laws write <="),
    ("for all x, y: N(x, 1) <= N(y, 1)", "has no entries to compare"),
])  # fmt: skip
def test_what_laws_cannot_do(text: str, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        read_statement(text)


def test_open_sizes_have_no_names_in_messages() -> None:
    with pytest.raises(InputError) as refused:
        read_statement("lower_value[n x m](v) <= upper_value[n x m](v)")
    assert "?" not in str(refused.value)


@pytest.mark.parametrize(("text", "read"), [
    ("For all P, Q: D(P||Q) >= 0", "for all n >= 1, P, Q on n symbols: D(P || Q) >= 0"),
    ("For any P and Q, D(P||Q) >= 0", "for all n >= 1, P, Q on n symbols: D(P || Q) >= 0"),
    ("for all x >= 0, 1 - e^-x <= x", "for all x >= 0: 1 - exp(-x) <= x"),
    ("for all x ∈ ℝ: x^2 >= 0", "for all x real: x^2 >= 0"),
    ("for all k in {1,2,3}: k <= 3", "for all k in {1,...,3}: k <= 3"),
    ("D(P||Q) >= 0 for all P, Q", "for all n >= 1, P, Q on n symbols: D(P || Q) >= 0"),
    ("D(P||Q) <= eps whenever P ~(eps,0) Q",
     "for all n >= 1, P, Q on n symbols, eps >= 0: if P ~(eps,0) Q then D(P || Q) <= eps"),
    ("D(P||Q) <= eps if P ~(eps,0) Q",
     "for all n >= 1, P, Q on n symbols, eps >= 0: if P ~(eps,0) Q then D(P || Q) <= eps"),
    ("for all P, Q, d: if TV(P,Q) <= d, D(P||Q) <= d",
     "for all n >= 1, P, Q on n symbols, d real: if TV(P, Q) <= d then D(P || Q) <= d"),
    ("for all M, eps, delta: if M is (eps, delta)-differentially private then M satisfies "
     "(2 eps, delta)-DP",
     "for all D a database, n >= 1, M on D with n symbols, eps, delta >= 0: if M is (eps,delta)-DP "
     "then M is (2*eps,delta)-DP"),
    ("for all W: C(W) = max_P I(P;W)",
     "for all n, m >= 1, W from n to m symbols: C(W) = sup_{P on n symbols}(I(P; W))"),
    ("for all p, q: sum_i p_i log(p_i/q_i) >= 0",
     "for all n >= 1, p, q on n symbols: sum_{i < n with p(i) > 0}(p(i)*ln((dp/dq)(i))) >= 0"),
    ("for all P, Q: |P - Q|_1 <= 2", "for all n >= 1, P, Q on n symbols: 2*TV(P, Q) <= 2"),
    ("for all P on n symbols: H(P) in [0, ln(n)]",
     "for all n >= 1, P on n symbols: 0 <= H(P) and H(P) <= ln(n)"),
    ("for all J on X of n symbols, Y of m symbols: sum_x sum_y J[x, y] <= 1",
     "for all n, m >= 1, J on X of n symbols, Y of m symbols: sum_{x < n}(sum_{y < m}(J(x, y))) "
     "<= 1"),
    ("for all W from n to m symbols, P on n symbols: sum_x P[x] max_y W[x][y] <= 1",
     "for all n, m >= 1, W from n to m symbols, P on n symbols: "
     "sum_{x < n}(P(x)*(max_{y < m}(W(x)(y)))) <= 1"),
])  # fmt: skip
def test_what_readers_of_papers_type(text: str, read: str) -> None:
    statement = read_statement(text)
    assert str(statement) == read
    assert read_statement(read) == statement


@pytest.mark.parametrize(("text", "advice"), [
    ("for all P, Q: D(P, Q) <= 1", r"a divergence is D\(P \|\| Q\)"),
    ("for all P, Q: D(P; Q) >= 0", r"a divergence is D\(P \|\| Q\)"),
    ("for all P, Q: KL(P | Q) >= 0", r"a divergence is D\(P \|\| Q\)"),
    ("for all P, Q: D(P||Q) => 0", "the relation is >="),
    ("for all P, Q: D(P||Q) =< 1", "write <="),
    ("Let P, Q be laws. Then D(P||Q) >= 0", "say 'for all P, Q on n symbols: if"),
    ("forall P Q: D(P||Q) >= 0", "commas stand between names"),
    ("for all real x: x^2 >= 0", "'for all x real'"),
    ("for all binary W: C(W) <= log 2", "'W from 2 to 2 symbols'"),
    ("for all W: {0,1} -> {0,1}: C(W) <= log 2", "'W from n to m symbols'"),
    ("for all W : 2 to 2 symbols: C(W) <= ln 2", "'W from n to m symbols'"),
    ("for all P in P(X): H(P) >= 0", "laws are 'P, Q on n symbols'"),
    ("for all n in N: ln(n) <= n", "'n whole >= 1'"),
    ("for all P,Q: if P << Q then D(P||Q) < inf", "for every x: Q\\(x\\) = 0"),
    ("for all P: E[X] <= 1", r"an expectation is E_\{x ~ P\}\[f\(x\)\], the sum"),
    ("for all P, Q. D(P||Q) >= 0", "a colon stands before the claim"),
    ("for all P: H(P) <= log(n)", "as in 'for all P on n symbols'"),
    ("for all J: I(X;Y) >= 0", "nothing tells what J is: say it, as in 'for all J on n symbols'"),
    ("for all P: H(P) <= log |𝒳|", "nobody says what X is"),
    ("for all P: H(P) <= Ж", "stands here"),
    ("for all P on n symbols: for every A, B: P(A) <= 1", "nothing tells what B ranges over"),
    ("for all W: LDP(W) <= 1", r"a condition, no number: .*write dp_delta\(W, e\) or dp_epsilon"),
    ("for all W: 1 <= e^(-MIDP(W))", r"a condition, no number: .*write mi_dp\(mechanism\)"),
    ("for all M: GDP(M) <= 1", r"a condition, no number: 'if GDP\(M, mu\) then …'"),
    ("for all eps, M is (eps,0)-DP: KL(M) <= eps", "a condition follows the colon"),
    ("for all X - Y - Z: I(X;Z) <= I(X;Y)", "a Markov chain is a condition: 'if X - Y - Z then"),
    ("for all P, W: L_max(P;W) >= I(P;W)", "maximal leakage is L"),
    ("for all P on n symbols: sup_{Q} H(P) <= 1", "nothing tells what Q ranges over"),
    ("for all P on {1,...,n}: P(1) <= 1", "symbols are 0, 1, … here"),
    ("for all P on {0,2,...,n}: H(P) <= 1", "stands here; expected"),
    ("for all P on {a,b}: H(P) <= 1", "symbols have numbers: 'P on 3 symbols'"),
    ("for all W: if W is eps-LDP then C(W) <= eps", "add it, as in 'for all W, eps: …'"),
    ("for all P, W: L(W) >= I(P; W)", r"maximal leakage is L\(P; W\), of a prior"),
    ("for all P, W, a > 1: L_a(P; W) >= 0", "this may be .*I.a_.*, or L.max_.*: say which"),
    ("for all P on n symbols: D(P||unif) = ln n - H(P)", r"\[1/n for x < n\]"),
    ("for all D, M on D, eps: M is eps-DP", "'M on D with n symbols', or M alone"),
    ("for all P with full support: H(P) > 0", r"'for every x: P\(x\) > 0'"),
    ("for all 0 < a < b: a <= b", "'for all a > 0, b real: if a < b then …'"),
    ("for all M on a database of 2 bits: M is 1-DP", "'M on D with n symbols'"),
    ("for all a in [0,1]: T(N(0,1), N(1,1))(a) = Phi(Phi^{-1}(1-a) - 1)", "its inverse has no"),
])  # fmt: skip
def test_slips_of_readers_are_told_what_to_write(text: str, advice: str) -> None:
    with pytest.raises(InputError, match=advice):
        read_statement(text)


@pytest.mark.parametrize(("text", "read"), [
    # Products without a sign, which were read as something else.
    ("for all q: q(1 - q)^2 <= 1", "q*(1 - q)^2 <= 1"),
    ("for all q: (q(1 - q))^2 <= 1", "(q*(1 - q))^2 <= 1"),
    ("for all q: (1 - q)(1 + q)^2 <= 1", "(1 - q)*(1 + q)^2 <= 1"),
    ("for all q: 3 q(1-q)(1+q)^2 <= 1", "3*(q*(1 - q)*(1 + q)^2) <= 1"),
    ("for all q: e^q(1 - q)^2 <= 1", "exp(q)*(1 - q)^2 <= 1"),
    ("for all q: e^{-q}(1 - q) <= 1", "exp(-q)*(1 - q) <= 1"),
    ("for all q, r: e^{q(1 - r)} <= 1", "exp(q*(1 - r)) <= 1"),
    ("D((p,1-p)||(q,1-q)) >= 2(p-q)^2", "D((p, 1 - p) || (q, 1 - q)) >= 2*(p - q)^2"),
    ("for all P, Q on n symbols: (1/2)(H(P) + H(Q)) >= 0", "1/2*(H(P) + H(Q)) >= 0"),
    ("for all J on X of n symbols, Y of m symbols: (sum_x J_X(x)^2)(sum_y J_Y(y)^2) <= 1",
     "(sum_{x < n}(J_X(x)^2))*(sum_{y < m}(J_Y(y)^2)) <= 1"),
    ("for all P on n symbols, W from n to m symbols, y < m: (P W)(y)^2 <= 1", "(P W)(y)^2 <= 1"),
    ("for all t, x: t |x| <= 1", "t*|x| <= 1"),
    ("for all k whole >= 1, P, Q on n symbols: k ||P - Q||_TV <= k", "k*TV(P, Q) <= k"),
    ("for all P, Q and 0 < λ < 1: H(λP + (1−λ)Q) ≥ λH(P)",
     "H([lambda*P(u) + (1 - lambda)*Q(u) for u < n]) >= lambda*H(P)"),
    # Rows, bits, Markov chains, alphabets.
    (r"\min_Q \sum_x P(x) D(W_x \| Q) = I(P;W)",
     "inf_{Q on m symbols}(sum_{x < n}(P(x)*D(W(x) || Q))) = I(P; W)"),
    ("max_{x,z} D(W(·|x)‖W(·|z)) ≥ C(W)",
     "max_{x < n}(max_{z < n}(D(W(x) || W(z)))) >= C(W)"),
    ("H_b(p) <= 1", "h(p) <= 1"),
    ("D(Ber(p)||Ber(q)) >= 2 (p-q)^2", "D((1 - p, p) || (1 - q, q)) >= 2*(p - q)^2"),
    ("C(BSC(p)) = ln 2 - h(p)", "C(((1 - p, p), (p, 1 - p))) = ln(2) - h(p)"),
    ("C(BEC(p)) = (1 - p) ln 2", "C(((1 - p, 0, p), (0, 1 - p, p))) = (1 - p)*ln(2)"),
    ("If X → Y → Z is a Markov chain, then I(X;Z) ≤ I(X;Y).", "I_J(X;Z) <= I_J(X;Y)"),
    ("X ⊥ Y | Z ⇒ I(X;Y|Z) = 0", "X - Z - Y under J => I_J(X;Y|Z) = 0"),
    ("H(X) ≤ log |X|", "H_J(X) <= ln(n)"), ("I(X_1;X_2) <= H(X_1)", "I_J(X_1;X_2) <= H_J(X_1)"),
    (r"\sum_{x \in \mathcal{X}} P(x) = 1", "sum_{x < n}(P(x)) = 1"),
    ("for all q in [0,1]: q (e - 1) <= 2", "q*(exp(1) - 1) <= 2"),
    # Privacy in a framework without a δ, the bottleneck.
    ("for all F, Theta, W, eps: if W is eps-PP in (F,Theta) then W is eps-PP in (F,Theta)",
     "W is (eps,0)-PP in (F,Theta)"),
    ("bottleneck(P, W, r, 2) <= r",
     "sup_{T from n to 2 symbols with I(P; T) <= r}(I_(P x (T, W))(Y;Z)) <= r"),
    # A level that isn't one letter, whole names of laws, leakages of an order.
    ("for all M, eps: M is eps-DP implies M is 2eps-DP",
     "M is (eps,0)-DP => M is (2*eps,0)-DP"),
    ("for all M, eps > 0: if M is eps-DP then M is eps^2/2-zCDP", "M is (eps^2/2)-zCDP"),
    ("for all M, eps: if M is eps-DP then M is eps-MIDP",
     "M is eps-MI-DP"),
    ("for all l, m > 0: TV(Poisson(l), Poisson(m)) <= 1", "TV(Poi(l), Poi(m)) <= 1"),
    ("for all v > 0: TV(N_Z(0, v), N_Z(1, v)) <= TV(Lap_Z(0, v), Binomial(1, 1/2))",
     "TV(NZ(0, v), NZ(1, v)) <= TV(LapZ(0, v), Bin(1, 1/2))"),
    # Of order 1 it is what min-entropy leakage is printed as.
    ("for all P, W: L_1(P; W) >= 0", "L_1(P; W) >= 0"),
    ("for all P, W, alpha > 1: L^max_alpha(P → W) <= L(P; W)",
     "L^max_[alpha](P; W) <= L(P; W)"),
    ("for all P_{XY}, a > 1: L^max_a(X -> Y) <= L(X -> Y)",
     "L^max_[a](P_X; law_P(Y|X)) <= L(P_X; law_P(Y|X))"),
    ("for all P, Q, eps: (P(A) <= e^eps Q(A) for all A) implies TV(P, Q) <= 1",
     "(for every A within n symbols: P(A) <= exp(eps)*Q(A)) => TV(P, Q) <= 1"),
    ("for all P, Q, eps, delta: P(A) <= e^eps Q(A) + delta for all A iff E_{e^eps}(P||Q) <= delta",
     "((for every A within n symbols: P(A) <= exp(eps)*Q(A) + delta) => "
     "E_exp(eps)(P || Q) <= delta) and (E_exp(eps)(P || Q) <= delta => "
     "(for every A within n symbols: P(A) <= exp(eps)*Q(A) + delta))"),
    ("for all P, W: I(P; W) = sum_{x,y} P(x) W(y|x) log(W(y|x)/(P W)(y))",
     "I(P; W) = sum_{x < n}(sum_{y < m}(P(x)*W(x)(y)*ln(W(x)(y)/(P W)(y))))"),
    ("for all P, W, a in (0,1): I_a^s(P; W) <= I^A_a(P; W)",
     "I^s_[a](P; W) <= I^a_[a](P; W)"),
    ("for all t in [0,1], P, Q: H(tP + (1-t)Q) >= t H(P)",
     "H([t*P(u) + (1 - t)*Q(u) for u < n]) >= t*H(P)"),
    ("for all P, Q on n symbols, f of n numbers, each in [0,1]: E_P[f] - E_Q(f) <= TV(P,Q)",
     "sum_{x < n with P(x) > 0}(P(x)*f[x]) - sum_{x < n with Q(x) > 0}(Q(x)*f[x]) <= TV(P, Q)"),
    ("there is a P on 2 symbols with H(P) > 1", "(for some P on 2 symbols: H(P) > 1)"),
    ("for all v of n*m numbers: lower_value[n x m](v) <= upper_value[n x m](v)",
     "lower_value[n x m](v) <= upper_value[n x m](v)"),
])  # fmt: skip
def test_what_reviewers_type_from_memory(text: str, read: str) -> None:
    statement = read_statement(text)
    assert str(statement.then) == read
    assert read_statement(str(statement)) == statement


@pytest.mark.parametrize(("text", "variables"), [
    # What stands behind the last name may be said of that alone.
    ("for all P, W from n to m symbols: I(P;W) <= C(W)",
     "n >= 1, P on n symbols, m >= 1, W from n to m symbols"),
    ("for all W from 2 to 2 symbols, eps, k whole >= 1: if W is eps-LDP then C(W) <= eps k",
     "W from 2 to 2 symbols, eps >= 0, k whole >= 1"),
    # A δ that a notion speaks of, wherever else it stands.
    ("if M is ρ-zCDP then M is (ρ + 2√(ρ log(1/δ)), δ)-DP",
     "D a database, n >= 1, M on D with n symbols, rho, delta >= 0"),
    # Where numbers alone are declared the rest is found.
    ("for all t >= 0: if W is eps-LDP then C(W) <= eps + t",
     "t >= 0, n, m >= 1, W from n to m symbols, eps >= 0"),
    ("M is (α, ε)-RDP ⟹ M is (ε + log(1/δ)/(α−1), δ)-DP for all 0<δ<1",
     "delta in (0,1), D a database, n >= 1, M on D with n symbols, alpha, eps >= 0"),
    ("for any channel W and any distribution P: I(P;W) <= C(W)",
     "n, m >= 1, W from n to m symbols, P on n symbols"),
    ("for every pmf P, H(P) >= 0", "n >= 1, P on n symbols"),
    ("for all mechanisms M, eps: if M is eps-DP then M is eps-MI-DP",
     "D a database, n >= 1, M on D with n symbols, eps >= 0"),
    # Alphabets as sets, channels without the word, and numbers that count.
    ("for all P on [n]: H(P) <= log n", "n >= 1, P on n symbols"),
    ("for all P on {1,...,n}: H(P) <= log n", "n >= 1, P on n symbols"),
    (r"for all P on \{0, 1, \dots, n - 1\}: H(P) <= log n", "n >= 1, P on n symbols"),
    ("for all P on {0,1}, W: I(P; W) <= ln 2",
     "P on 2 symbols, n >= 1, W from 2 to n symbols"),
    ("for all P on {0,...,3}, W from {0,1,2,3} to [m]: I(P; W) <= ln 4",
     "P on 4 symbols, m >= 1, W from 4 to m symbols"),
    ("for all P on {0,1}^3: H(P) <= 3 ln 2", "P on 2^3 symbols"),
    ("for all n, W from n to n: C(W) <= ln(n)", "n >= 1, W from n to n symbols"),
    ("for all W, V from 3 to 3: if exists U: W @ U = V then C(V) <= C(W)",
     "W, V from 3 to 3 symbols"),
    ("for all k >= 1, P, Q on 2 symbols: TV(P^k, Q^k) <= k TV(P, Q)",
     "k whole >= 1, P, Q on 2 symbols"),
    ("for all P, Q, k > 0: D(P^k || Q^k) = k D(P || Q)",
     "n >= 1, P, Q on n symbols, k whole >= 1"),
    ("for all P, n > 2, Q on n symbols: D(P || Q) >= 0", "n >= 3, P, Q on n symbols"),
])  # fmt: skip
def test_what_variables_range_over_is_found(text: str, variables: str) -> None:
    statement = read_statement(text)
    assert str(statement).startswith(f"for all {variables}: ")
    assert read_statement(str(statement)) == statement


@pytest.mark.parametrize("text", [
    "for all P, Q with TV(P,Q) <= 1/2: D(P||Q) <= 1",
    "for all P, Q such that TV(P, Q) <= 1/2: D(P||Q) <= 1",
    "for all P, Q satisfying TV(P,Q) <= 1/2: D(P||Q) <= 1",
    "for all P, Q where TV(P,Q) <= 1/2: D(P||Q) <= 1",
    "For all P, Q s.t. TV(P,Q) <= 1/2: D(P||Q) <= 1",
])
def test_conditions_behind_the_variables_are_hypotheses(text: str) -> None:
    wanted = "for all n >= 1, P, Q on n symbols: if TV(P, Q) <= 1/2 then D(P || Q) <= 1"
    assert str(read_statement(text)) == wanted


def test_a_condition_behind_the_variables_may_be_said_of_all_symbols() -> None:
    found = read_statement("for all P, Q such that Q(x) > 0 for all x: D(P||Q) < inf")
    assert str(found) == (
        "for all n >= 1, P, Q on n symbols: if (for every x < n: Q(x) > 0) then D(P || Q) < inf")


@pytest.mark.parametrize(("text", "column", "advice"), [
    ("W1(P,Q) <= TV(P,Q)", 1, r"the Wasserstein distance has its distances: W_\[1, d\]\(P, Q\)"),
    ("for all P, Q: W_1(P,Q) <= 1", 15, "the Wasserstein distance"),
    (r"\int_0^\infty E_{e^ε}(P‖Q) dε <= D(P‖Q)", 1, "an integral is integral_{t in"),
    ("D_f(P||Q) >= 0", 9, "an f-divergence has a name"),
    ("sum_{i=1}^n P(i) = 1", 7, "a sum over symbols is"),
    ("M ∘ U is eps-DP if M is eps-DP", 3, "first M, then U"),
    ("α ↦ D_α(P‖Q)", 3, "write two values"),
    ("H(X|Y=y) <= H(X)", 6, "the entropy of a row"),
    ("BC(P,Q)^2 + TV(P,Q)^2 <= 1", 1, "the Bhattacharyya coefficient is"),
    ("H_α(P) ≤ log n", 14, "n may be any number, or how many symbols there are"),
    (r"C(W) \leq \log\min\{n,m\}", 21, "n may be any number"),
    ("for all channels P: H(P) >= 0", 18, "P is called a channel, and what is said of it is of"),
    ("hockey_stik(P, Q, 1) <= 1", 1, "nearest: hockey_stick"),
    ("for all P, W: bottleneck(P, W) <= 1", 15, "bottleneck takes 4 arguments, not 2"),
])  # fmt: skip
def test_what_is_not_read_says_where_and_what_to_write(text: str, column: int, advice: str) -> None:
    """None of these is read as something else."""
    with pytest.raises(Unread, match=advice) as caught:
        read_statement(text)
    assert caught.value.column == column
