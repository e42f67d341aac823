"""False claims in one line, as their readers would type them: local privacy, leakage, noise,
shuffling, concentrated and Gaussian privacy, joint laws, games and rates."""

from __future__ import annotations

from bench.stick.vocabulary import said

FALSE = (
    said(
        "chi-square-of-local", "local",
        "binary randomised response on two certain inputs has (e^ε − 1)²/e^ε; Duchi, Jordan & "
        "Wainwright 2013",
        "if W is eps-LDP then χ²(P W‖Q W) ≤ (1 − e^{−eps})^2 TV(P,Q)^2",
    ),
    said(
        "sticks-beyond-eps", "local",
        "beyond ε nothing is left, and the bound is below 0; Asoodeh, Aliakbarpour & Calmon 2021 "
        "ask t ≤ ε",
        "if t >= 0 and W is eps-LDP then E_{e^t}(P W‖Q W) ≤ (e^eps − e^t)/(e^eps + 1) TV(P,Q)",
    ),
    said(
        "order-two-contracts-as-chi-square", "local",
        "ln(1 + η x) exceeds η ln(1 + x); Asoodeh & Zhang 2024 say it of χ²",
        "if W is eps-LDP then D_2(P W‖Q W) ≤ ((e^eps − 1)/(e^eps + 1))^2 D_2(P‖Q)",
    ),
    said(
        "leakage-of-local-half", "local",
        "of three inputs (2/3) ε leaks to leading order; Issa, Wagner & Kamath 2020",
        "if W is eps-LDP then L(P;W) ≤ eps/2 + eps^2/2",
    ),
    said(
        "pinsker-of-local-off", "local",
        "Pinsker's constant is 1/2, and is attained near fair coins",
        "if W is eps-LDP then TV(P W, Q W)^2 ≤ ((e^eps − 1)/(e^eps + 1))^2 D(P‖Q)/4",
    ),
    said(
        "kl-coefficient-of-local", "local",
        "it is tanh(ε/2)² for randomised response; Asoodeh & Zhang 2024",
        "if W is eps-LDP then η_KL(W) ≤ (1 − e^{−eps})^2/4",
    ),
    said(
        "chain-of-local-third", "local",
        "two randomised responses have ε η/2 to leading order",
        "if W is eps-LDP and V is eta-LDP then W V is (eps eta/3)-LDP",
    ),
    said(
        "hellinger-of-local", "local",
        "binary randomised response has ε²/8 to leading order, not ε²/40",
        "if W is eps-LDP then H2(P W, Q W) ≤ (e^{eps/2} − 1)^2/10 TV(P,Q)^2",
    ),
    said(
        "mean-leakage-below-capacity", "leakage",
        "it is linear in a small channel's signal; Saeidian, Cervia, Oechtering & Skoglund 2023",
        "for all P on n symbols, W from n to m symbols: sum_{y < m} (P W)(y) l[P,W](X -> y) <= "
        "C(W)",
    ),
    said(
        "leakage-after-processing-pointwise", "leakage",
        "another outcome that leads there may leak more; it holds of the largest",
        "for all P on n symbols, W from n to m symbols, V from m to k symbols, y < m, z < k: if "
        "V(y)(z) > 0 then l[P, W V](X -> z) <= l[P, W](X -> y)",
    ),
    said(
        "leakage-gives-local", "leakage",
        "pointwise leakage bounds ratios from above only; Saeidian et al. 2023",
        "for all P on n symbols, W from n to m symbols, eps >= 0: if for every y < m: l[P,W](X -> "
        "y) <= eps then W is (2 eps)-LDP",
    ),
    said(
        "leakage-gives-square", "leakage",
        "an erased input leaks and tells in proportion",
        "for all P on n symbols, W from n to m symbols, eps >= 0: if for every y < m: l[P,W](X -> "
        "y) <= eps then I(P;W) <= eps^2",
    ),
    said(
        "leakage-of-two-looks", "leakage",
        "two looks together may single out a rare input; composition is of conditional leakages",
        "for all P on n symbols, W from n to m symbols, V from n to k symbols: max_{c < m k} l[P, "
        "(W (x) V)](X -> c) <= max_{y < m} l[P,W](X -> y) + max_{z < k} l[P,V](X -> z)",
    ),
    said(
        "leakage-capacity-chain-third", "leakage",
        "two randomised responses have the product over 2 to leading order",
        "for all W, V: C_leak(W V) <= C_leak(W) C_leak(V)/3",
    ),
    said(
        "renyi-noise-by-mean-square", "noise",
        "that is for order 1 and for the largest shift; Pierquin et al. 2024 take W_∞",
        "for all t in [0,1], x: D_2(t N(x,1) + (1-t) N(0,1) || N(0,1)) <= t x^2",
    ),
    said(
        "laplace-noise-by-mean-distance", "noise",
        "order ∞ takes the largest shift; Song, Wang & Chaudhuri 2017 take W_∞",
        "for all t in [0,1], x: D_∞(t Lap(x,1) + (1-t) Lap(0,1) || Lap(0,1)) <= t*|x|",
    ),
    said(
        "pufferfish-gives-local", "leakage",
        "a framework may protect nothing; Kifer & Machanavajjhala 2014",
        "for all F, Theta, W, eps: if W is (eps,0)-PP in (F,Theta) then W is eps-LDP",
    ),
    said(
        "pufferfish-distance-and-information", "leakage",
        "of three secrets an erasure tells δ ln 3; Nuradha & Goldfeld 2023",
        "for all F, Theta, W, delta: if W is (0,delta)-PP in (F,Theta) then W is delta-MI-PP in "
        "(F,Theta)",
    ),
    said(
        "transport-contracts", "testing",
        "a channel may send near symbols far apart",
        "for all P, Q on n symbols, W from n to n symbols, d of n*n numbers, each >= 0: W_[1,d](P "
        "W, Q W) <= W_[1,d](P, Q)",
    ),
    said(
        "transport-orders-fall", "testing",
        "they rise; Villani 2009",
        "for all P, Q on n symbols, d of n*n numbers, each >= 0: W_[2,d](P, Q) <= W_[1,d](P, Q)",
    ),
    said(
        "transport-symmetric", "testing",
        "distances that aren't symmetric",
        "for all P, Q on n symbols, d of n*n numbers, each >= 0: W_[1,d](P, Q) = W_[1,d](Q, P)",
    ),
    said(
        "transport-at-least-distance", "testing",
        "distances of 1/2 make half of the total variation",
        "for all P, Q on n symbols, d of n*n numbers, each in [0,1]: if for every x < n: for "
        "every y < n: x = y or d[x n + y] >= 1/2 then W_[1,d](P, Q) >= TV(P, Q)",
    ),
    said(
        "shuffling-divides-epsilon", "release",
        "the least ε stays; Balle, Bell, Gascón & Nissim 2019 have a δ",
        "for all W from 2 to 2 symbols, eps: if W is eps-LDP then D_∞(shuffled(W, 3, 0) || "
        "shuffled(W, 3, 1)) <= 0.9 eps",
    ),
    said(
        "shuffling-divides-distance", "release",
        "it falls as the root of the number of users at best; Feldman, McMillan & Talwar 2021",
        "for all W from 2 to 2 symbols, eps >= 0, k whole >= 1: if W is eps-LDP then "
        "TV(shuffled(W, k, 0), shuffled(W, k, 1)) <= tanh(eps/2)/k",
    ),
    said(
        "types-by-root", "release",
        "rare symbols add up as k",
        "for all P, Q, k whole >= 1: TV(type_law(P,k), type_law(Q,k)) <= sqrt(k) TV(P,Q)",
    ),
    said(
        "shuffling-stick", "release",
        "a large ε shows the input of one in two",
        "for all W from n to m symbols, eps: if W is eps-LDP then E_{e^{eps/2}}(shuffled(W, 2, 0) "
        "|| shuffled(W, 2, 1)) <= 1/10",
    ),
    said(
        "order-two-triangle", "release",
        "the first divergence counts twice; Mironov 2017, Proposition 11",
        "D(P‖Q) ≤ D_2(P‖R) + D_2(R‖Q)",
    ),
    said(
        "renyi-orders-double", "release",
        "that is so of normal laws, not in general; Mironov 2017",
        "for all M, alpha > 1, eps: if M is (alpha,eps)-RDP then M is (2 alpha, 2 eps)-RDP",
    ),
    said(
        "concentrated-steps", "release",
        "two steps of ρ make 4 ρ; Bun & Steinke 2016",
        "if (for every alpha > 1: D_alpha(P‖R) ≤ rho alpha) and (for every alpha > 1: "
        "D_alpha(R‖Q) ≤ rho alpha) then D(P‖Q) ≤ 3 rho",
    ),
    said(
        "concentrated-distance-off", "release",
        "near fair coins have TV = √(ρ/2) to leading order",
        "if for every alpha > 1: D_alpha(P‖Q) ≤ rho alpha then TV(P,Q) ≤ 0.9 sqrt(rho/2)",
    ),
    said(
        "profile-and-chi-square", "release",
        "each scale of the ratio adds as much; a few symbols suffice",
        "for all P, Q, delta >= 0: if for every eps >= 0: E_{e^eps}(P‖Q) ≤ delta e^{−eps} then "
        "χ²(P‖Q) ≤ 5 delta",
    ),
    said(
        "orders-up-to-two", "release",
        "larger orders aren't bounded by smaller ones",
        "if for every a in (1, 2]: D_a(P‖Q) ≤ rho a then D_3(P‖Q) ≤ 3 rho",
    ),
    said(
        "concentrated-both-ways", "release",
        "concentration in one order of the laws says little of the other",
        "for all P, Q, rho: if for every a > 1: D_a(P||Q) <= rho a then D(Q||P) <= rho",
    ),
    said(
        "gaussian-privacy-is-pure", "release",
        "its δ is positive at each ε; Dong, Roth & Su 2022",
        "if M is mu-GDP then M is mu-DP",
    ),
    said(
        "gaussian-privacy-of-two-runs", "release",
        "it has √2 μ; Dong, Roth & Su 2022, Corollary 2",
        "for all M, mu: if M is mu-GDP then composed(M, 2) is mu-GDP",
    ),
    said(
        "gaussian-privacy-divergence-off", "release",
        "few cells of two normal laws have four fifths of μ²/2",
        "for all P, Q, mu > 0: if for every eps >= 0: E_{e^eps}(P||Q) <= "
        "E_{e^eps}(N(0,1)||N(mu,1)) then D(P||Q) <= 3/8 mu^2",
    ),
    said(
        # It stood among the true ones until a run of these refuted it.
        "gaussian-privacy-divergence-one-sided", "release",
        "what P never gives may be likely under Q",
        "for all P, Q, mu > 0: if for every eps >= 0: E_{e^eps}(P||Q) <= "
        "E_{e^eps}(N(0,1)||N(mu,1)) then D(P||Q) <= mu^2/2",
    ),
    said(
        "trade-off-inverse", "testing",
        "where Q leaves out symbols of P the inverse falls short",
        "for all P, Q, a in [0,1]: T(P,Q)(T(Q,P)(a)) >= a",
    ),
    said(
        "trade-off-of-sampled", "release",
        "sampling of the first law isn't that of the second; Dong, Roth & Su 2022, Section 4",
        "for all P, Q, q in [0,1], a in [0,1]: T(q Q + (1-q) P, P)(a) = q T(Q,P)(a) + (1-q)(1-a)",
    ),
    said(
        "alpha-leakage-of-two-looks", "leakage",
        "an erased input leaks nearly twice as much; Liao, Kosut, Sankar & Calmon 2019",
        "for all P, W: maximal_alpha_leakage(P, (W (x) W), 2) <= 3/2 maximal_alpha_leakage(P, W, "
        "2)",
    ),
    said(
        "alpha-leakage-by-order", "leakage",
        "the prior hides what a function of three inputs leaks at order 2",
        "for all P, W, alpha >= 1: maximal_alpha_leakage(P, W, alpha) <= ln(alpha) + I(P;W)",
    ),
    said(
        "alpha-leakage-three-by-two", "leakage",
        "an erasure of some thirty symbols leaks in proportion to k^(1 − 1/α)",
        "for all P, W: maximal_alpha_leakage(P, W, 3) <= 1.4 maximal_alpha_leakage(P, W, 2)",
    ),
    said(
        "correlation-passes-on", "joint-law",
        "two parts of Y that are independent",
        "I(X;Y) I(Y;Z) ≤ I(X;Z) H(Y)",
    ),
    said(
        "ingleton-of-independent", "joint-law",
        "C = A ∧ B, D = A ∨ B of independent fair bits",
        "if A ⊥ B then I(C;D) ≤ I(C;D|A) + I(C;D|B)",
    ),
    said(
        "independent-looks-add", "joint-law",
        "X = Y ⊕ Z",
        "if Y ⊥ Z then I(X;Y,Z) ≤ I(X;Y) + I(X;Z)",
    ),
    said(
        "cyclic-conditions", "joint-law",
        "X = Y ⊕ Z has three bits on the left, two on the right",
        "H(X|Y) + H(Y|Z) + H(Z|X) ≤ H(X,Y,Z)",
    ),
    said(
        "information-shares-multiply", "joint-law",
        "near fair bits have a²b²/2 · ln 2 against a²b²/4",
        "if X − Y − Z then I(X;Z) H(Y) ≤ I(X;Y) I(Y;Z)",
    ),
    said(
        "information-by-variation", "joint-law",
        "five copies: ln 5 exceeds 2 (1 − 1/5)",
        "for all J on X of n symbols, Y of m symbols: I(X;Y) <= sum_x sum_y |J(x,y) - J_X(x) "
        "J_Y(y)|",
    ),
    said(
        "collisions-of-pairs", "joint-law",
        "Rényi entropies of order 2 aren't subadditive",
        "for all J on X of n symbols, Y of m symbols: (sum_x J_X(x)^2) * (sum_y J_Y(y)^2) <= "
        "sum_x sum_y J(x,y)^2",
    ),
    said(
        "pure-strategies", "optimum",
        "matching pennies; von Neumann 1928",
        "for all n, m >= 1, v of n*m numbers: lower_value[n x m](v) <= max_{x < n} min_{y < m} "
        "v[x m + y]",
    ),
    said(
        "values-of-sums-below", "optimum",
        "two games of value 0 that add up to 1",
        "for all n, m >= 1, v, g of n*m numbers: lower_value[n x m]([v[s] + g[s] for s < n m]) <= "
        "lower_value[n x m](v) + lower_value[n x m](g)",
    ),
    said(
        "risk-after-processing", "optimum",
        "the second channel may lose what the first kept; Blackwell 1951",
        "for all W from n to m symbols, V from m to k symbols, L of n*n numbers: minimax_risk(W "
        "V, L, n) <= minimax_risk(W, L, n)",
    ),
    said(
        "fano-without-bit", "optimum",
        "a useless channel: 1 − 1/n; Fano 1961 has a bit more",
        "for all n >= 2, W from n to m symbols: 1 - 1/n sum_y max_x W(y|x) >= 1 - C(W)/ln(n)",
    ),
    said(
        "shannon-bound-of-bits", "optimum",
        "D ln(n − 1) is missing; Shannon 1959",
        "for all P on n symbols, D in (0,1): rate_distortion(P, [(0 if floor(s/n) = (s mod n) "
        "else 1) for s < n n], n, D) >= H(P) - h(D)",
    ),
    said(
        "rate-concave-in-source", "optimum",
        "at the distortion where a source's rate becomes 0; Ahlswede 1990",
        "for all P, Q on n symbols, D in (0,1): rate_distortion(1/2 P + 1/2 Q, [(0 if floor(s/n) "
        "= (s mod n) else 1) for s < n n], n, D) >= 1/2 rate_distortion(P, [(0 if floor(s/n) = (s "
        "mod n) else 1) for s < n n], n, D) + 1/2 rate_distortion(Q, [(0 if floor(s/n) = (s mod "
        "n) else 1) for s < n n], n, D)",
    ),
    said(
        "classical-gaussian-mechanism", "noise",
        "the classical bound is for ε ≤ 1; Balle & Wang 2018",
        "for all eps > 0, delta in (0,1): E_{e^eps}(N(1, 2 ln(5/(4 delta))/eps^2) || N(0, 2 "
        "ln(5/(4 delta))/eps^2)) <= delta",
    ),
    said(
        "laplace-order-two-off", "noise",
        "wide noise has 1/b² to leading order; Mironov 2017, Proposition 6",
        "for all b > 0: D_2(Lap(0,b)||Lap(1,b)) <= 0.99/b^2",
    ),
    said(
        "sampling-is-linear-in-epsilon", "noise",
        "it is ln(1 + q (e^ε − 1)); Balle, Barthe & Gaboardi 2018",
        "for all eps >= 0, q in [0,1], v > 0: E_{e^{q eps}}(q N(1,v) + (1-q) N(0,v) || N(0,v)) <= "
        "q E_{e^eps}(N(1,v) || N(0,v))",
    ),
    said(
        "sampled-order-three", "noise",
        "the third order has a term more; Mironov, Talwar & Zhang 2019",
        "for all q in [0,1]: D_3(q N(1,1) + (1-q) N(0,1) || N(0,1)) <= 1/2 ln(1 + 3 q^2 (exp(1) - "
        "1))",
    ),
    said(
        "strong-composition-without-drift", "release",
        "the mean of the loss is missing; Dwork, Rothblum & Vadhan 2010",
        "for all M, eps, delta in (0,1): if M is eps-DP then composed(M, 2) is (2 eps "
        "sqrt(ln(1/delta)), delta)-DP",
    ),
    said(
        "jensen-shannon-by-distance", "testing",
        "near fair coins have TV²/2; Lin 1991",
        "JS(P,Q) ≥ ln(2) TV(P,Q)^2",
    ),
    said(
        "hellinger-below-square-of-distance", "testing",
        "H² is above TV²/2 and may be near TV",
        "H2(P,Q) ≤ TV(P,Q)^2",
    ),
    said(
        "affinity-without-half", "testing",
        "the factor 1/2 is for a reason; Bretagnolle & Huber 1979",
        "1 − TV(P,Q) ≥ 0.99 e^{−D(P‖Q)}",
    ),
    said(
        "reversed-pinsker-off", "testing",
        "two symbols have 1/q + 1/(1 − q); Sason & Verdú 2016",
        "for all P, Q on n symbols: D(P||Q) <= TV(P,Q)^2/(2 min_{x < n} Q(x))",
    ),
    said(
        "gaussian-has-least-entropy", "noise",
        "of all laws of a variance the normal one has the most",
        "for all t in [0,1], x: h(t N(x,1) + (1-t) N(0,1)) >= h(N(0, 1 + t (1-t) x^2))",
    ),
    said(
        "poisson-divergence-off", "noise",
        "the third order is positive for a < b",
        "for all a, b > 0: D(Poi(a)||Poi(b)) <= (a-b)^2/(2 b)",
    ),
    said(
        "poisson-limit-off", "noise",
        "two trials of 1/2 have 0.4 p; Barbour & Hall 1984",
        "for all k whole >= 1, p in (0,1): TV(Bin(k,p), Poi(k p)) <= p/3",
    ),
    said(
        "entries-share-the-whole", "release",
        "the sum of two bits tells of each only given the other",
        "for all P a prior of D (independent), M on D with m symbols: sum_{i < entries(D)} I[P, "
        "M](X_i;Y|X^-i) <= I[P, M](X^n;Y)",
    ),
    said(
        "whole-of-private", "release",
        "copies of one entry add up; Cuff & Yu 2016",
        "for all P a prior of D (any), M on D with m symbols, eps: if M is eps-DP then I[P, "
        "M](X^n;Y) <= entries(D) eps^2/8",
    ),
    said(
        "twice-as-likely-divergence", "testing",
        "ln 2 exceeds 0.65: mass 1/2 twice as likely",
        "if P ≤ 2 Q then D(P‖Q) ≤ 0.65",
    ),
    said(
        "twice-as-likely-both-ways", "testing",
        "binary randomised response of ln 2 has 1/3",
        "if P ≤ 2 Q and Q ≤ 2 P then TV(P,Q) ≤ 0.3",
    ),
)
