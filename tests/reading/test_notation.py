"""Notation that papers use: each is read as what it stands for, or refused with what to write."""

from __future__ import annotations

import pytest

from verified.attack import attack
from verified.reading.messages import Unread
from verified.reading.statements import read_statement

_JOINT = "for all n, m >= 1, P on X of n symbols, Y of m symbols: "
_LAW = "[P(floor(u/m), (u mod m)) for u < n*m]"
_PRODUCT = "[P_X(floor(u/m))*P_Y((u mod m)) for u < n*m]"
_COUPLED = (
    "J on X of n symbols, Y of n symbols with (for every u < n: J_X(u) = P(u)) and "
    "(for every u < n: J_Y(u) = Q(u))"
)


def reads(text: str) -> str:
    """How a text is read, which is read back as the same."""
    statement = read_statement(text)
    assert read_statement(str(statement)) == statement
    assert statement._repr_latex_()
    return str(statement)


@pytest.mark.parametrize(("text", "read"), [
    ("C([[0,1],[1,0]]) = ln 2", "C(((0, 1), (1, 0))) = ln(2)"),
    ("H([1/2, 1/3, 1/6]) <= ln 3", "H((1/2, 1/3, 1/6)) <= ln(3)"),
    ("D([p, 1-p]||[1/2, 1/2]) >= 0", "for all p real: D((p, 1 - p) || (1/2, 1/2)) >= 0"),
    ("[[0.9,0.1],[0.1,0.9]] is 3-LDP", "((9/10, 1/10), (1/10, 9/10)) is (3,0)-DP"),
    ("I([1/2,1/2]; [[0,1],[1,0]]) = ln 2", "I((1/2, 1/2); ((0, 1), (1, 0))) = ln(2)"),
    (r"C(\begin{pmatrix}1/2 & 1/2\\ 0 & 1\end{pmatrix}) \le 1", "C(((1/2, 1/2), (0, 1))) <= 1"),
    (r"H(\begin{bmatrix} p & 1-p \end{bmatrix}) \le 1", "for all p real: H((p, 1 - p)) <= 1"),
    # Brackets around one thing hold it together.
    ("for all x: 2*[x + 1] >= x", "for all x real: 2*(x + 1) >= x"),
    ("for all P, Q: sum_x [P(x) - Q(x)]^2 <= 2",
     "for all n >= 1, P, Q on n symbols: sum_{x < n}((P(x) - Q(x))^2) <= 2"),
])  # fmt: skip
def test_laws_and_channels_by_their_entries(text: str, read: str) -> None:
    assert reads(text) == read


@pytest.mark.parametrize(("text", "column", "rule"), [
    ("H([1/2, 1/3]) >= 0", 3, "its entries sum to 5/6, not 1"),
    ("H([3/2, -1/2]) >= 0", 3, "-1/2 is no probability"),
    ("C([[1/2,1/2],[1/2,1/3]]) >= 0", 14, "its entries sum to 5/6"),
    ("C([[1/2, 1/2], [1]]) >= 0", 17, "a pmf is wanted here"),
    ("H(1/2, 1/2) = ln 2", 1, r"of probabilities write H\(\[p, 1 - p\]\)"),
])  # fmt: skip
def test_entries_that_make_no_law(text: str, column: int, rule: str) -> None:
    with pytest.raises(Unread, match=rule) as caught:
        read_statement(text)
    assert caught.value.column == column


@pytest.mark.parametrize(("text", "read"), [
    ("D(P_{XY}||P_X P_Y) = I(X;Y)", f"{_JOINT}D({_LAW} || {_PRODUCT}) = I_P(X;Y)"),
    (r"D(P_{XY}\|P_X\times P_Y) \ge 0", f"{_JOINT}D({_LAW} || {_PRODUCT}) >= 0"),
    (r"TV(P_{X,Y}, P_X\otimes P_Y) \le 1", f"{_JOINT}TV({_LAW}, {_PRODUCT}) <= 1"),
    ("for all P_{XY}: I(X;Y) <= H(X)", f"{_JOINT}I_P(X;Y) <= H_P(X)"),
    ("for all P_XY: H(X|Y) <= H(X)", f"{_JOINT}H_P(X|Y) <= H_P(X)"),
    ("for all P_X, P_{Y|X}: L(X->Y) >= I(X;Y)", f"{_JOINT}L(P_X; law_P(Y|X)) >= I_P(X;Y)"),
    ("P_{XY}(x,y) <= P_X(x)", f"{_JOINT[:-2]}, x < n, y < m: P(x, y) <= P_X(x)"),
    ("P_{Y|X}(y|x) <= t P_Y(y)",
     f"{_JOINT[:-2]}, x < n, y < m, t real: law_P(Y|X)(x)(y) <= t*P_Y(y)"),
    ("H(Y|X) = sum_x P_X(x) H(P_{Y|X=x})",
     f"{_JOINT}H_P(Y|X) = sum_{{x < n}}(P_X(x)*H(law_P(Y|X)(x)))"),
    ("I(X;Y) <= H(P_X)", f"{_JOINT}I_P(X;Y) <= H(P_X)"),
    ("P_{XY} = P_X P_Y => I(X;Y) = 0",
     f"{_JOINT}(for every u < n*m: {_LAW}(u) = {_PRODUCT}(u)) => I_P(X;Y) = 0"),
    ("for all P_{XYZ}: I(X;Y|Z) >= 0", "for all n, m, k >= 1, P on X of n symbols, Y of m symbols, "
     "Z of k symbols: I_P(X;Y|Z) >= 0"),
    ("for all P_{XY}, Q_{XY}: D(P_X||Q_X) <= D(P_{XY}||Q_{XY})",
     f"for all n, m >= 1, P, Q on X of n symbols, Y of m symbols: D(P_X || Q_X) <= D({_LAW} || "
     f"{_LAW.replace('P(', 'Q(')})"),
    ("if U -> X -> Y then I(U;Y) <= I(U;X) + H(P_{Y|X}(.|0))", "for all n, m, k >= 1, P on U of n "
     "symbols, X of m symbols, Y of k symbols: if U - X - Y under P then I_P(U;Y) <= I_P(U;X) + "
     "H(law_P(Y|X)(0))"),
    ("H(XY) <= H(X) + H(Y)", "for all n, m >= 1, J on X of n symbols, Y of m symbols: H_J(X,Y) <= "
     "H_J(X) + H_J(Y)"),
    ("D(W||V|P) >= 0", "for all n >= 1, P on n symbols, m >= 1, W, V from n to m symbols: "
     "sum_{x < n with P(x) > 0}(P(x)*D(W(x) || V(x))) >= 0"),
    ("D(P x Q||R x S) >= D(P||R)", "for all n >= 1, P on n symbols, m >= 1, Q on m symbols, R on n "
     "symbols, S on m symbols: D([P(floor(u/m))*Q((u mod m)) for u < n*m] || [R(floor(u/m))*"
     "S((u mod m)) for u < n*m]) >= D(P || R)"),
    ("D(P×W‖P×V) ≥ 0", "for all n >= 1, P on n symbols, m >= 1, W, V from n to m symbols: "
     "D([(P x W)(floor(u/m), (u mod m)) for u < n*m] || [(P x V)(floor(u/m), (u mod m)) for "
     "u < n*m]) >= 0"),
    ("ℓ(X→y) ≤ ε", "for all n, m >= 1, J on X of n symbols, Y of m symbols, y < m, eps real: "
     "l[J_X, law_J(Y|X)](X -> y) <= eps"),
    ("D(PW||QW) <= D(P||Q)", "for all n >= 1, P on n symbols, m >= 1, W from n to m symbols, Q on "
     "n symbols: D((P W) || (Q W)) <= D(P || Q)"),
])  # fmt: skip
def test_laws_with_their_variables(text: str, read: str) -> None:
    assert reads(text) == read


@pytest.mark.parametrize(("text", "read"), [
    ("E_{x ~ P}[ln(P(x)/Q(x))] = D(P||Q)", "for all n >= 1, P, Q on n symbols: "
     "sum_{x < n with P(x) > 0}(P(x)*ln((dP/dQ)(x))) = D(P || Q)"),
    (r"\mathbb{E}_{x \sim P}\left[\ln\frac{P(x)}{Q(x)}\right] \ge 0", "for all n >= 1, P, Q on n "
     "symbols: sum_{x < n with P(x) > 0}(P(x)*ln((dP/dQ)(x))) >= 0"),
    ("E_{X∼P}[P(X)]^2 ≤ 1", "for all n >= 1, P on n symbols: "
     "(sum_{X < n with P(X) > 0}(P(X)*P(X)))^2 <= 1"),
    ("E_{x~P}[f(x)^2] >= E_{x~P}[f(x)]^2", "for all n >= 1, P on n symbols, f of n numbers: "
     "sum_{x < n with P(x) > 0}(P(x)*f[x]^2) >= (sum_{x < n with P(x) > 0}(P(x)*f[x]))^2"),
    ("E_{x ~ P} E_{y ~ W(x)} [W(y|x)] <= 1", "for all n >= 1, P on n symbols, m >= 1, W from n to "
     "m symbols: sum_{x < n with P(x) > 0}(P(x)*(sum_{y < m with W(x)(y) > 0}(W(x)(y)*"
     "W(x)(y)))) <= 1"),
    ("E_{(x,y) ~ P_{XY}}[P_{XY}(x,y)] <= 1",
     f"{_JOINT}sum_{{x < n}}(sum_{{y < m with P(x, y) > 0}}(P(x, y)*P(x, y))) <= 1"),
    ("E_{x, z ~ P}[P(x) P(z)] <= 1", "for all n >= 1, P on n symbols: sum_{x < n with P(x) > 0}"
     "(P(x)*(sum_{z < n with P(z) > 0}(P(z)*(P(x)*P(z))))) <= 1"),
    ("Pr[W(x) = y] <= e^eps Pr[W(z) = y]", "for all n, m >= 1, W from n to m symbols, x < n, y < m,"
     " eps real, z < n: W(x)(y) <= exp(eps)*W(z)(y)"),
    ("if M is (eps,delta)-DP and d ~ d' then P[M(d) ∈ S] <= e^eps P[M(d') ∈ S] + delta",
     "for all D a database, n >= 1, M on D with n symbols, eps, delta >= 0, d, d' < |D|, S within "
     "n symbols: if M is (eps,delta)-DP and d_H(d, d') = 1 then M(d)(S) <= exp(eps)*M(d')(S) + "
     "delta"),
    (r"\Pr[M(x) \ne y] \le 1", "for all D a database, n >= 1, M on D with n symbols, x < |D|, "
     "y < n: 1 - M(x)(y) <= 1"),
    ("for all d ~ d': D_inf(M(d)||M(d')) <= eps", "for all D a database, n >= 1, M on D with n "
     "symbols, eps real: (for every d < |D|: (for every d' < |D|: d_H(d, d') = 1 => "
     "D_[inf](M(d) || M(d')) <= eps))"),
    ("Pr[X = x, Y = y] <= Pr[X = x]", "for all n, m >= 1, J on X of n symbols, Y of m symbols, "
     "x < n, y < m: J(x, y) <= J_X(x)"),
    ("P(Y = y | X = x) <= 1", "for all n, m >= 1, J on Y of n symbols, X of m symbols, x < m, "
     "y < n: law_J(Y|X)(x)(y) <= 1"),
    ("Pr[X != Y] >= TV(P_X, P_Y)", "for all n >= 1, P on X of n symbols, Y of n symbols: "
     "sum_{x < n}(sum_{y < n with not (x = y)}(P(x, y))) >= TV(P_X, P_Y)"),
    ("Pr_{x ~ P}[P(x) > e^eps Q(x)] <= delta", "for all n >= 1, P on n symbols, eps real, Q on n "
     "symbols, delta real: sum_{x < n with P(x) > 0 and P(x) > exp(eps)*Q(x)}(P(x)) <= delta"),
    ("Pr_{x ~ P}[x in A] <= Pr_Q[A] + TV(P,Q)", "for all n >= 1, P on n symbols, A within n "
     "symbols, Q on n symbols: P(A) <= Q(A) + TV(P, Q)"),
])  # fmt: skip
def test_expectations_and_probabilities(text: str, read: str) -> None:
    assert reads(text) == read


@pytest.mark.parametrize(("text", "read"), [
    ("sup_{P_X} I(X;Y) <= C(W)", "for all n, m >= 1, W from n to m symbols: "
     "sup_{P_X on n symbols}(I(P_X; W)) <= C(W)"),
    (r"C(P_{Y|X}) = \max_{P_X} I(X;Y)", "for all n, m >= 1, W from n to m symbols: "
     "C(W) = sup_{P_X on n symbols}(I(P_X; W))"),
    ("for all K from n to m symbols: max_{p(x)} I(X;Y) <= ln m", "for all n, m >= 1, K from n to m "
     "symbols: sup_{P_X on n symbols}(I(P_X; K)) <= ln(m)"),
    ("‖P^k − Q^k‖_TV <= k TV(P,Q)", "for all n >= 1, P on n symbols, k whole >= 1, Q on n symbols: "
     "TV(iid(P, k), iid(Q, k)) <= k*TV(P, Q)"),
    (r"\|P^{\otimes k} - Q^{\otimes k}\|_1 \le 2", "for all n >= 1, P on n symbols, k whole >= 1, "
     "Q on n symbols: 2*TV(iid(P, k), iid(Q, k)) <= 2"),
    ("‖P W − Q W‖_TV ≤ ‖P − Q‖_TV", "for all n >= 1, P on n symbols, m >= 1, W from n to m symbols,"
     " Q on n symbols: TV((P W), (Q W)) <= TV(P, Q)"),
    ("½ Σ_x |P(x) − Q(x)| = TV(P,Q)", "for all n >= 1, P, Q on n symbols: "
     "1/2*(sum_{x < n}(|P(x) - Q(x)|)) = TV(P, Q)"),
])  # fmt: skip
def test_capacities_products_and_sums(text: str, read: str) -> None:
    assert reads(text) == read


@pytest.mark.parametrize(("text", "read"), [
    ("for all P, Q: there is a coupling J of P and Q such that Pr[X != Y] <= TV(P,Q)",
     f"(for some {_COUPLED}: sum_{{x < n}}(sum_{{y < n with not (x = y)}}(J(x, y))) <= TV(P, Q))"),
    ("∃ J with marginals P and Q: sum_x J(x,x) >= 1 - TV(P,Q)",
     f"(for some {_COUPLED}: sum_{{x < n}}(J(x, x)) >= 1 - TV(P, Q))"),
    ("there is a joint law J with marginals P, Q such that J(X = Y) >= 1 - TV(P,Q)",
     f"(for some {_COUPLED}: sum_{{x < n}}(sum_{{y < n with x = y}}(J(x, y))) >= 1 - TV(P, Q))"),
    ("for every coupling J of P and Q: sum_x J(x,x) <= 1 - TV(P,Q)",
     f"(for every {_COUPLED}: sum_{{x < n}}(J(x, x)) <= 1 - TV(P, Q))"),
    ("∃ J: J_X = P and J_Y = Q and sum_x J(x,x) >= 1 - TV(P,Q)",
     "(for some J on X of n symbols, Y of n symbols: (for every u < n: J_X(u) = P(u)) and "
     "(for every u < n: J_Y(u) = Q(u)) and sum_{x < n}(J(x, x)) >= 1 - TV(P, Q))"),
    (r"\inf_{J \in \Pi(P,Q)} \Pr[X \ne Y] = TV(P,Q)",
     f"inf_{{{_COUPLED}}}(sum_{{x < n}}(sum_{{y < n with not (x = y)}}(J(x, y)))) = TV(P, Q)"),
])  # fmt: skip
def test_couplings(text: str, read: str) -> None:
    assert reads(text) == f"for all n >= 1, P, Q on n symbols: {read}"


@pytest.mark.parametrize(("text", "status"), [
    ("for all P, Q on 2 symbols: there is J with marginals P and Q such that J(X != Y) <= TV(P,Q)",
     "survived"),
    ("for all P, Q on 2 symbols: there is J with marginals P and Q such that J(X != Y) < TV(P,Q)",
     "refuted"),
    ("D(P_{XY}||P_X P_Y) <= I(X;Y)/2", "refuted"),
    ("TV(P_{XY}, P_X P_Y)^2 <= I(X;Y)/2", "survived"),
    ("C([[0,1],[1,0]]) < 69/100", "refuted"), ("C([[0,1],[1,0]]) >= 69/100", "survived"),
    ("E_{x ~ P}[ln(P(x)/Q(x))] <= D(P||Q)/2", "refuted"),
    ("E_{x ~ P}[ln(P(x)/Q(x))] >= D(P||Q)/2", "survived"),
    ("if M is eps-DP and d ~ d' then Pr[M(d) in S] <= e^eps Pr[M(d') in S]", "survived"),
    ("if M is (2 eps)-DP and d ~ d' then Pr[M(d) in S] <= e^eps Pr[M(d') in S]", "refuted"),
    ("for all P, Q on 2 symbols: ‖P^2 − Q^2‖_TV <= ‖P − Q‖_TV", "refuted"),
])  # fmt: skip
def test_what_is_read_is_searched(text: str, status: str) -> None:
    assert attack(read_statement(text), seed=1, budget=400).status == status


@pytest.mark.parametrize(("text", "column", "rule"), [
    # Each was read as something else without a word.
    ("ln 1/delta >= 0", 1, r"ln\(1\)/… or ln\(1/…\)"),
    ("sum_x P(x) log P(x)/Q(x) >= 0", 12, r"log\(P\(x\)\)/… or log\(P\(x\)/…\)"),
    ("log2 1/x <= 1", 1, r"log2\(1\)/…"),
    ("for all x: x/2x <= 1", 13, "below the line or beside it"),
    ("for all x, y: 1/2(x + y) <= x", 16, "below the line or beside it"),
    ("D_{e^ε}(P||Q) <= 1", 1, r"order e\^ε, D_\[exp\(eps\)\]\(P \|\| Q\), or the hockey-stick"),
    ("D_{Tsallis}(P||Q) >= 0", 4, "Tsallis is no order"), ("M is f-DP", 6, "no ε"),
    ("M is G_mu-DP", 6, "a trade-off function is no ε: write 'M is mu-GDP'"),
    ("if W is eps-LDP then I(X;Y) <= eps", 22, "nothing says what W has to do with X, Y"),
    ("I(X;Y) <= C(W)", 1, r"write I\(P; W\) and H\(P\) of a law and a channel"),
    ("delta(eps) <= 1", 1, "delta can't be a"), ("erf(x) <= 1", 1, "nobody says what erf is"),
    ("supp(P) = supp(Q)", 1, "nobody says what supp is"),
    ("log^2*x >= 0", 1, "nobody says what log is"),
    ("P/Q <= e^eps", 3, "Q can't be a real: if it is one, say 'for all Q real'"),
    ("dP/dQ <= e^eps", 4, "dQ can't be a real"), ("‖P − Q‖ ≤ 2", 2, "P can't be a"),
    ("Q(x) <= e^(-x^2/2)", 3, "x is a symbol, as it is an index, and stands as a number"),
    ("sqrt(xy) <= (x + y)/2", 6, r"xy may be x times y or a name of its own: write x\*y"),
    ("h(p)/ln2 <= 1", 6, "nobody says what ln2 is"), ("1/2σ² ≥ 0", 2, "below the line"),
    ("D(Exp(1)||Exp(2)) >= 0", 3, "nobody says what Exp is"),
    ("R(D) <= H(P)", 3, "D can't be"), ("G(X) <= 1", 3, "X can't be"),
    ("I(X^n;Y^n) <= n", 3, "X can't be"), ("η_{e^ε}(W) ≤ δ", 1, "contraction coefficients are"),
    ("h(P_e) + P_e ln(n-1) >= H(X|Y)", 3, "nothing says what P_e is"),
    ("D(P||Q) <= ln(1/Q_min)", 17, r"a least probability is min_x P\(x\)"),
    ("Var_P[f] <= 1", 1, "a variance is a sum"), ("H(P,Q) >= H(P)", 1, "H takes 1 argument"),
    ("if M is eps-DP then Pr[M(d) = y] <= e^eps Pr[M(d') = y]", 48,
     "d and d' are any two databases here: say 'if d ~ d''"),
    ("f*(alpha) <= 1", 4, "alpha can't be a pmf"),
])  # fmt: skip
def test_what_may_be_meant_otherwise_is_refused(text: str, column: int, rule: str) -> None:
    with pytest.raises(Unread, match=rule) as caught:
        read_statement(text)
    assert caught.value.column == column


@pytest.mark.parametrize(("text", "read"), [
    ("D(N(mu_1, s^2)||N(mu_2, s^2)) >= 0", "for all mu_1, s, mu_2 real: "
     "D(N(mu_1, s^2) || N(mu_2, s^2)) >= 0"),
    ("if M_1 is eps_1-DP then M_1 is (2 eps_1)-DP", "for all D a database, n >= 1, M_1 on D with n "
     "symbols, eps_1 >= 0: if M_1 is (eps_1,0)-DP then M_1 is (2*eps_1,0)-DP"),
    ("D(W_0||W_1) <= C(W)", "for all n, m >= 1, W from n to m symbols: D(W(0) || W(1)) <= C(W)"),
    ("D(P_1||P_2) >= 0", "for all n >= 1, P_1, P_2 on n symbols: D(P_1 || P_2) >= 0"),
    ("p_i <= 1", "for all n >= 1, p on n symbols, i < n: p(i) <= 1"),
])  # fmt: skip
def test_numbers_below_a_name_are_part_of_it_where_they_tell_names_apart(
    text: str, read: str
) -> None:
    assert reads(text) == read


@pytest.mark.parametrize(("text", "read"), [
    ("if D_α(P‖Q) ≤ ρα for all α > 1, then D(P||Q) <= rho", "for all n >= 1, P, Q on n symbols, "
     "rho real: if (for every alpha > 1: D_[alpha](P || Q) <= rho*alpha) then D(P || Q) <= rho"),
    ("P(S) ≤ e^ε Q(S) + δ for all S", "for all n >= 1, P on n symbols, eps real, Q on n symbols, "
     "delta real: (for every S within n symbols: P(S) <= exp(eps)*Q(S) + delta)"),
    ("for all P_{XY}, eps: if ℓ(X→y) ≤ ε for all y then I(X;Y) <= eps", "for all n, m >= 1, P on X "
     "of n symbols, Y of m symbols, eps real: if (for every y < m: l[P_X, law_P(Y|X)](X -> y) <= "
     "eps) then I_P(X;Y) <= eps"),
    ("for all x, y, z: W(y|x) <= 2 W(y|z)", "for all n >= 1, x < n, m >= 1, y < m, z < n, W from n "
     "to m symbols: W(x)(y) <= 2*W(z)(y)"),
    ("h(N(0,s²)) = ½ log(2πe s²)", "for all s real: h(N(0, s^2)) = 1/2*ln(2*pi*exp(1)*s^2)"),
    ("if M is e-DP then M is (2 e)-DP", "for all D a database, n >= 1, M on D with n symbols, "
     "e >= 0: if M is (e,0)-DP then M is (2*e,0)-DP"),
    ("L(X->Y) = D_inf(P_{XY}||P_X Q)", f"for all n, m >= 1, P on X of n symbols, Y of m symbols, Q "
     f"on m symbols: L(P_X; law_P(Y|X)) = D_[inf]({_LAW} || [P_X(floor(u/m))*Q((u mod m)) for "
     "u < n*m])"),
    ("I(X;Y) <= D(P_{Y|X}||Q|P_X)", "for all n, m >= 1, P on X of n symbols, Y of m symbols, Q on "
     "m symbols: I_P(X;Y) <= sum_{x < n with P_X(x) > 0}(P_X(x)*D(law_P(Y|X)(x) || Q))"),
])  # fmt: skip
def test_what_stands_behind_and_what_is_left_out(text: str, read: str) -> None:
    assert reads(text) == read


def test_a_text_is_read_alike_each_time() -> None:
    """Joint laws by their letters come in the order in which they stand."""
    read = reads("D(Q_{XY}||P_{XY}) >= 0")
    assert read.startswith("for all n, m >= 1, Q, P on X of n symbols, Y of m symbols: ")


@pytest.mark.parametrize(("text", "read"), [
    ("for all x real: x^+ >= x", "for all x real: max(0, x) >= x"),
    ("for all x real: (x)_+ + x^+2 >= [x]^{+} + x^{+} + x_+",
     "for all x real: max(0, x) + x^2 >= max(0, x) + max(0, x) + max(0, x)"),
    (r"for all P, Q on n symbols: \sum_x [P(x) - Q(x)]_+ = TV(P, Q)",
     "for all n >= 1, P, Q on n symbols: sum_{x < n}(max(0, P(x) - Q(x))) = TV(P, Q)"),
])  # fmt: skip
def test_positive_parts(text: str, read: str) -> None:
    assert reads(text) == read


PAIR = "for all P on n symbols, A, B, C within n symbols: "
PRINTED = "for all n >= 1, P on n symbols, A, B, C within n symbols: "


@pytest.mark.parametrize(("text", "read"), [
    ("P(A ∪ B) <= P(A) + P(B)", "P({x < n : 1_A(x) > 0 or 1_B(x) > 0}) <= P(A) + P(B)"),
    (r"Pr_P[A \cap B] <= P(C)", "P({x < n : 1_A(x) > 0 and 1_B(x) > 0}) <= P(C)"),
    (r"P(A \setminus B) <= P(C)", "P({x < n : 1_A(x) > 0 and 1_B(x) = 0}) <= P(C)"),
    # The complement is of the second alone.
    ("P(A ∪ B^c) >= P(A)", "P({x < n : 1_A(x) > 0 or 1_B^c(x) > 0}) >= P(A)"),
    ("P((A ∪ B)^c) <= P(C)", "P({x < n : 1_A(x) > 0 or 1_B(x) > 0}^c) <= P(C)"),
    ("P(A ∩ B ∩ C) <= P(A)", "P({x < n : 1_A(x) > 0 and 1_{x < n : 1_B(x) > 0 and 1_C(x) > 0}(x) "
     "> 0}) <= P(A)"),
    ("P((A ∪ B) ∩ C) <= P(C)", "P({x < n : 1_{x < n : 1_A(x) > 0 or 1_B(x) > 0}(x) > 0 and 1_C(x) "
     "> 0}) <= P(C)"),
])  # fmt: skip
def test_unions_of_events(text: str, read: str) -> None:
    assert reads(PAIR + text) == PRINTED + read


@pytest.mark.parametrize(("text", "status"), [
    (PAIR + "P(A ∪ B) = P(A) + P(B) - P(A ∩ B)", "survived"),
    (PAIR + "P(A ∪ B) + P(C) <= P(A) + P(B)", "refuted"),
    (PAIR + "P((A ∪ B)^c) = P(A^c ∩ B^c)", "survived"),
    (PAIR + "P(A ∖ B) >= P(A) - P(A ∩ B) / 2", "refuted"),
    ("for all P, Q: sum_x (P(x) - Q(x))^+ = TV(P, Q)", "survived"),
    ("for all P, Q: sum_x (P(x) - Q(x))^+ <= TV(P, Q)/2", "refuted"),
    # Where Q has no mass D is infinite, and undefined nowhere.
    ("for all P, Q: sum_x P(x) ln(P(x)/Q(x)) >= 2*TV(P, Q)^2", "survived"),
    ("for all P, Q: sum_x P(x) ln(P(x)/Q(x)) >= 3*TV(P, Q)^2", "refuted"),
    ("for all P, Q: sum_x P(x) ln(P(x)/Q(x)) = D(P || Q)", "survived"),
])  # fmt: skip
def test_positive_parts_and_unions_are_searched(text: str, status: str) -> None:
    assert attack(read_statement(text), seed=1, budget=300).status == status


@pytest.mark.parametrize(("text", "read"), [
    ("sum_x P(x) ln(P(x)/Q(x)) >= 0", "sum_{x < n with P(x) > 0}(P(x)*ln((dP/dQ)(x))) >= 0"),
    (r"\sum_{x} P(x) \ln\frac{P(x)}{Q(x)} >= 0",
     "sum_{x < n with P(x) > 0}(P(x)*ln((dP/dQ)(x))) >= 0"),
    ("-sum_x P(x) ln(Q(x)/P(x)) >= 0", "-(sum_{x < n with P(x) > 0}(P(x)*ln((dQ/dP)(x)))) >= 0"),
    ("sum_x 2 P(x) log2(P(x)/Q(x)) >= 0",
     "sum_{x < n with P(x) > 0}(2*P(x)*(ln((dP/dQ)(x))/ln(2))) >= 0"),
    # Of what is printed, with the range of x, nothing is made; nor of other sums.
    ("sum_{x < n}(P(x)*ln(P(x)/Q(x))) >= 0", "sum_{x < n}(P(x)*ln(P(x)/Q(x))) >= 0"),
    ("sum_x Q(x) (P(x)/Q(x)) ln(P(x)/Q(x)) >= 0",
     "sum_{x < n}(Q(x)*(P(x)/Q(x))*ln(P(x)/Q(x))) >= 0"),
    ("sum_x (P(x) - Q(x)) ln(P(x)/Q(x)) >= 0", "sum_{x < n}((P(x) - Q(x))*ln(P(x)/Q(x))) >= 0"),
    ("max_x P(x) ln(P(x)/Q(x)) <= 1", "max_{x < n}(P(x)*ln(P(x)/Q(x))) <= 1"),
])  # fmt: skip
def test_a_divergence_that_is_written_out(text: str, read: str) -> None:
    assert reads(f"for all P, Q on n symbols: {text}") == (
        f"for all n >= 1, P, Q on n symbols: {read}")


@pytest.mark.parametrize(("text", "column", "rule"), [
    (PAIR + "P(A ∪ B ∩ C) <= 1", 53, "taken together first"),
    (PAIR + r"P(A \setminus B \setminus C) <= 1", 53, "taken together first"),
    ("for all P on n symbols, A an event: P(A) <= 1", 25, "'A within n symbols'"),
    ("E_{x~N(0,1)}[x^2] = 1", 6, "a law on the real line"),
    ("Pr_{x ~ Lap(0,1)}[x > 0] = 1/2", 9, "a law on the real line"),
    ("for all x, y real: x(1-y)^+ >= 0", 20, r"max\(0, …\)"),
    ("η_γ(W) <= 1", 1, r"max_\{x, y\} E_\{e\^eps\}\(W\(x\) \|\| W\(y\)\)"),
    ("if M_1 is (a,0)-DP and M_2 is (b,0)-DP then (M_1, M_2) is (a+b, 0)-DP", 45,
     r"composed\(M, k\)"),
])  # fmt: skip
def test_what_to_write_instead_is_told(text: str, column: int, rule: str) -> None:
    with pytest.raises(Unread, match=rule) as error:
        read_statement(text)
    assert error.value.column == column


def test_what_is_told_to_write_is_read() -> None:
    for text in ("for all W, eps >= 0: max_{x, y} E_{e^eps}(W(x) || W(y)) <= 1",
                 "for all M_1, M_2, e1, e2: if M_1 is (e1,0)-DP and M_2 is (e2,0)-DP then for "
                 "every d, d': if d ~ d' then for every y, z: "
                 "M_1(d)(y)*M_2(d)(z) <= exp(e1+e2)*M_1(d')(y)*M_2(d')(z)",
                 "sup_{P_X} H(X) <= ln(n)"):
        printed = reads(text)
        assert reads(printed) == printed
