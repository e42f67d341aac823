"""True claims in one line, as their readers would type them."""

from __future__ import annotations

from bench.stick.vocabulary import line

TRUE = (
    # Of two local channels in a row; randomised responses attain it.
    line(
        "chain-of-local",
        "if W is eps-LDP and V is eta-LDP then W V is ln((1 + e^{eps + eta})/(e^eps + e^eta))-LDP",
    ),
    # Donsker & Varadhan's variational formula.
    line(
        "order-two-step",
        "D(P‖Q) ≤ 2 D(P‖R) + D_2(R‖Q)",
    ),
    # Rajski 1961: what two variables don't tell of each other is a distance.
    line(
        "rajski",
        "H(X|Z) ≤ H(X|Y) + H(Y|Z)",
    ),
    # The same, of what they tell.
    line(
        "middle-passes-on",
        "I(X;Z) ≥ I(X;Y) + I(Y;Z) − H(Y)",
    ),
    # Zhang & Yeung 1997, which no Shannon inequality gives.
    line(
        "zhang-yeung-conditional",
        "if A ⊥ B and A - C - B then I(C;D) ≤ I(C;D|A) + I(C;D|B)",
    ),
    # Of looks that are independent given the secret.
    line(
        "looks-given-the-secret",
        "if Y − X − Z then I(X;Y,Z) ≤ I(X;Y) + I(X;Z)",
    ),
    # Von Neumann 1928.
    line(
        "pure-strategies-below",
        "for all n, m >= 1, v of n*m numbers: lower_value[n x m](v) >= max_{x < n} min_{y < m} "
        "v[x m + y]",
    ),
    # Balle, Barthe & Gaboardi 2018, Theorem 2.
    line(
        "sampled-sticks",
        "for all eps >= 0, q in [0,1], v > 0: E_{1 + q (e^eps - 1)}(q N(1,v) + (1-q) N(0,v) || "
        "N(0,v)) <= q E_{e^eps}(N(1,v) || N(0,v))",
    ),
    # Mironov, Talwar & Zhang 2019, Section 3.3.
    line(
        "sampled-order-two",
        "for all q in [0,1], x: D_2(q N(x,1) + (1-q) N(0,1) || N(0,1)) = ln(1 + q^2 (e^{x^2} - 1))",
    ),
    # Le Cam 1986.
    line(
        "le-cam-above-square",
        "LC(P,Q) ≥ TV(P,Q)^2",
    ),
    # Lin 1991.
    line(
        "jensen-shannon-below-distance",
        "JS(P,Q) ≤ ln(2) TV(P,Q)",
    ),
    # Barbour & Hall 1984.
    line(
        "barbour-hall",
        "for all k whole >= 1, p in (0,1): TV(Bin(k,p), Poi(k p)) <= p (1 - e^{-k p})",
    ),
    # D is at most χ², to first order.
    line(
        "poisson-divergence",
        "for all a, b > 0: D(Poi(a)||Poi(b)) <= (a-b)^2/b",
    ),
    # Of two randomised responses it is so to leading order.
    line(
        "leakage-capacity-chain",
        "for all W, V: C_leak(W V) <= C_leak(W) C_leak(V)/2",
    ),
    # A mixture tells which part was chosen, at most.
    line(
        "entropy-of-two-shapes",
        "for all t in [0,1], x: h(t N(x,1) + (1-t) N(0,1)) <= h(N(0,1)) + h(t)",
    ),
    # Types are sufficient, and divergences of samples add.
    line(
        "divergence-of-types",
        "for all P, Q, alpha, k whole >= 1: D_alpha(type_law(P,k) || type_law(Q,k)) <= k "
        "D_alpha(P||Q)",
    ),
    # Dong, Roth & Su 2022: Gaussian trade-offs dominate; Blackwell 1951.
    line(
        "gaussian-privacy-divergence",
        "for all P, Q, mu > 0: if (for every eps >= 0: E_{e^eps}(P||Q) <= "
        "E_{e^eps}(N(0,1)||N(mu,1))) and (for every eps >= 0: E_{e^eps}(Q||P) <= "
        "E_{e^eps}(N(0,1)||N(mu,1))) then D(P||Q) <= mu^2/2",
    ),
)
