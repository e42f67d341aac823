"""Section 2: closeness of two laws and its bounds."""

from __future__ import annotations

from verified.language import (
    KL,
    TV,
    Close,
    Real,
    Reals,
    absolute,
    both,
    equals,
    every,
    exp,
    hockey_stick,
    iff,
    likelihood_ratio,
    log,
    minimum,
    pmf_of,
    smallest,
    sqrt,
    total,
)
from verified.papers.cuff_yu_2016.common import (
    AT_ZERO,
    A,
    P,
    Q,
    a,
    delta,
    each_way,
    eps,
    n,
    paper,
)

# --- 2.2 Statistical indistinguishability ---------------------------------------------------------

log_ratio_bound = absolute(log(likelihood_ratio(P, Q, a))) <= eps

paper.claim(
    "eq-7",
    at="eq. (7)",
    forall=[P, Q, eps],
    then=iff(Close(P, Q, eps, 0), every(a, log_ratio_bound, where=P[a] + Q[a] > 0)),
    reading="almost-everywhere",
    readings={
        "everywhere": {
            "then": iff(Close(P, Q, eps, 0), every(a, log_ratio_bound)),
            "note": "Literally ∀a ∈ Ω: dP/dQ is asked for at null symbols too, where it is 0/0.",
        }
    },
    note=(
        "dP/dQ is determined up to null sets only, so a careful reader takes ∀a ∈ Ω as: for "
        "every symbol that P or Q gives mass."
    ),
)

paper.claim(
    "eq-8",
    at="eq. (8)",
    forall=[P, Q, delta],
    then=iff(Close(P, Q, 0, delta), TV(P, Q) <= delta),
)

paper.claim(
    "eq-9",
    at="eq. (9)",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then=each_way(eps),
)

paper.claim(
    "property-1-relaxed",
    at="Property 1, eq. (10)",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then=each_way(minimum(eps, eps**2)),
)

kl_bound = eps * (((exp(eps) - 1) * (1 - exp(-eps))) / ((exp(eps) - 1) + (1 - exp(-eps))))

# The symmetric pair whose likelihood ratio has the law (81).
likely = exp(eps) / (1 + exp(eps))
unlikely = 1 / (1 + exp(eps))

paper.claim(
    "property-1",
    at="Property 1, eq. (11)",
    forall=[P, Q, eps],
    given=[eps > 0, Close(P, Q, eps, 0)],
    then=each_way(kl_bound),
    attained_by={P: pmf_of(likely, unlikely), Q: pmf_of(unlikely, likely)},
    tight=True,
    reading="positive",
    readings={
        "literal": {"given": [Close(P, Q, eps, 0)]},
        "continued": {
            "given": [Close(P, Q, eps, 0)],
            "then": each_way(eps * (exp(eps) - 1) / (exp(eps) + 1)),
            "note": (
                "The right side with its common factor 1 − e^(−ε) cancelled: the same for "
                "ε > 0, and its limit 0 at ε = 0."
            ),
        },
    },
    note=AT_ZERO,
)

paper.claim(
    "property-2",
    at="Property 2, eq. (12)",
    forall=[P, Q, eps],
    given=[KL(P, Q) <= eps],
    then=Close(P, Q, 0, sqrt(eps / 2)),
)

test = Reals("t", n, "[0,1]")
testing = equals(1 - TV(P, Q), smallest(A, P[A] + (1 - Q[A])))

paper.claim(
    "tv-testing",
    at="Section 2.2, after Property 2",
    forall=[P, Q],
    then=testing,
    reading="events",
    readings={
        "randomised": {
            "forall": [P, Q, test],
            "then": both(1 - TV(P, Q) <= total(a, P[a] * test[a] + Q[a] * (1 - test[a])), testing),
            "note": (
                "A test may be randomised: it decides against P with probability t[a] on seeing a. "
                "None does better than 1 − TV, and an event reaches it."
            ),
        }
    },
    note=(
        "A test is the event A on which it decides against P; its two errors have probabilities "
        "P(A) and 1 − Q(A)."
    ),
)

eps_new = Real("eps'", ">=0", latex=r"\epsilon'")
delta_new = 1 - ((exp(eps_new) + 1) * (1 - delta)) / (exp(eps) + 1)
apart = pmf_of(delta, 0, (1 - delta) * likely, (1 - delta) * unlikely)
apart_mirrored = pmf_of(0, delta, (1 - delta) * unlikely, (1 - delta) * likely)

paper.claim(
    "property-3",
    at="Property 3, eq. (13)",
    forall=[P, Q, eps, eps_new, delta],
    then={
        "bound": {
            "given": [eps_new < eps, Close(P, Q, eps, delta)],
            "then": Close(P, Q, eps_new, delta_new),
        },
        "attained": {
            "forall": [eps, eps_new, delta],
            "given": [eps_new < eps, delta <= 1],
            "then": both(
                Close(apart, apart_mirrored, eps, delta),
                equals(hockey_stick(apart, apart_mirrored, eps_new), delta_new),
                equals(hockey_stick(apart_mirrored, apart, eps_new), delta_new),
            ),
            "note": (
                "“The tightest possible trade-off”: a pair that is (ε,δ)-close, for which δ' is "
                "the least δ at ε' (the hockey-stick divergence of order e^ε'), for every ε' < ε "
                "and every δ ≤ 1."
            ),
        },
    },
    tight=True,
    note="The text sets no range for δ; it is any non-negative number, as in Example 1.",
)
