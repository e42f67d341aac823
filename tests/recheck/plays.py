"""Certificates for the second checker's tests, made by the first kernel from small instances."""

import json
from typing import Any

from flint import fmpq

from verified import language as v
from verified.attack.certify import with_bounds
from verified.kernel.certificate import certify, seal
from verified.quantities import mechanisms
from verified.quantities import pufferfish as secrets
from verified.syntax.serial import read_statement
from verified.syntax.terms import INFINITY

n, m, k = v.Size("n"), v.Size("m"), v.Size("k")
P, Q = v.Pmf("P", n), v.Pmf("Q", n)
W = v.Channel("W", n, m)
eps, delta, x = v.Real("eps", ">=0"), v.Real("delta", "[0,1]"), v.Real("x", "[0,1]")
a, A = v.Symbol("a", n), v.Event("A", n)
D = v.Database("D")
M = v.Mechanism("M", D, m)
J = v.Joint("J", U=2, V=2, Z=2)
i = v.Symbol("i", v.entries(D))
E, F = v.Event("E", v.entries(D)), v.Event("F", v.entries(D))
S = v.Queries("S", D, k, m, kind="sequential")
T = v.Queries("T", D, k, m, kind="partial")
R = v.Prior("R", D, kind="independent")
r = v.Reals("r", n, ">=0")

G, N = v.Framework("G", n), v.Channel("N", n, m)
L = {kind: v.DataClass("L", n, kind) for kind in ("any", "listed", "all", "reweighted")}
B = v.Member("B", G, L["reweighted"])
e, q = v.Symbol("e", v.edges(G)), v.Real("q", "[0,1]")
rows = v.dp_framework(D)
every_prior = v.DataClass("L", v.instances(D), "all")
priors = v.DataClass("L", v.instances(D), "listed")
flat = mechanisms.flat_mechanism(M)
prior = v.Pmf("P", v.instances(D))
stages = v.Queries("S", D, k + 1, m, kind="sequential")
tiny = v.rational(1, 1000)
mean, spread, level = v.Real("mean"), v.Real("spread", ">0"), v.Real("level")
weight = v.Pmf("weight", 2)
histogram = v.Symbol("t", v.types(n, k))

LAWS = {"n": 3, "P": ["1/2", "1/3", "1/6"], "Q": ["1/5", "1/5", "3/5"]}
CHANNEL = {"n": 2, "m": 2, "W": [["9/10", "1/10"], ["1/3", "2/3"]]}
SEEN = {"D": [2, 2], "m": 2, "M": [["3/4", "1/4"], ["1/2", "1/2"], ["1/4", "3/4"], ["1/4", "3/4"]]}
XOR = {"J": ["1/4", "0", "0", "1/4", "0", "1/4", "1/4", "0"]}

# Two entries of two symbols, the first the secret and the other public, and their parity.
SECRETS = {
    "n": 4, "m": 2,
    "G": {"private": [[0, 0, 1, 1], [0, 1, 1, 0]], "public": [[0, 1, 0, 1], [0, 0, 0, 0]],
          "edges": [[0, 0], [1, 1]]},
    "N": [["9/10", "1/10"], ["1/2", "1/2"], ["1/3", "2/3"], ["0", "1"]],
}
SOME_LAWS = [["1/4", "1/4", "1/4", "1/4"], ["1/2", "0", "1/3", "1/6"], ["0", "1/2", "0", "1/2"]]
LISTED = SECRETS | {"L": {"kind": "listed", "laws": SOME_LAWS}}
CLOSED = SECRETS | {"L": {"kind": "reweighted", "laws": SOME_LAWS[1:]}}
EVERY_LAW = SECRETS | {"L": {"kind": "all"}}
X, Y = v.Mixture("X", n), v.Mixture("Y", m)
MIXTURES = {
    "n": 2, "m": 1,
    "X": {"weights": ["1/3", "2/3"], "means": ["-1", "2"], "variances": ["1", "1/4"]},
    "Y": {"weights": ["1"], "means": ["1"], "variances": ["5/2"]},
}
ONE_LAW = SECRETS | {"P": SOME_LAWS[1]}

# The claim, its polarity, and the moves.
PLAYS: dict[str, tuple[v.Claim, str, dict[str, Any]]] = {
    "kl": (v.claim("kl", forall=[n, P, Q], then=v.KL(P, Q) <= v.TV(P, Q) / 2), "refutation", LAWS),
    "mixtures": (
        v.claim("mixtures", forall=[X, Y, eps], given=[v.Close(X, Y, eps, 1)],
                then=v.interval_mass(X, -1, 1) <= v.interval_mass(Y, v.rational(1, 2), 1)),
        "refutation", MIXTURES | {"eps": "1"},
    ),
    "close": (
        v.claim("close", forall=[n, P, Q, eps, delta], given=[v.Close(P, Q, eps, delta)],
                then=v.TV(P, Q) <= delta / 2),
        "refutation", LAWS | {"eps": "1", "delta": "1/4"},
    ),
    "tight-close": (
        v.claim("tight-close", forall=[n, P, Q], given=[v.Close(P, Q, 0, v.TV(P, Q))],
                then=v.TV(P, Q) <= 0),
        "refutation", LAWS,
    ),
    "not-close": (
        v.claim("not-close", forall=[n, P, Q], then=v.Close(P, Q, 1, v.rational(1, 100))),
        "refutation", LAWS,
    ),
    "event": (
        v.claim("event", forall=[n, P, Q, A], then=P[A] <= v.exp(1) * Q[A]),
        "refutation", LAWS | {"Q": ["0", "1/5", "4/5"], "A": [0]},
    ),
    "null": (
        v.claim("null", forall=[n, P, Q, a], then=v.likelihood_ratio(P, Q, a) <= 1000),
        "refutation", LAWS | {"P": ["1/2", "1/2", "0"], "Q": ["1/2", "1/2", "0"], "a": 2},
    ),
    "equality": (
        v.claim("equality", forall=[n, P, Q], then=v.equals(v.KL(P, Q), v.KL(Q, P))),
        "refutation", LAWS,
    ),
    "exists": (
        v.claim("exists", exists=[n, P, Q], given=[v.TV(P, Q) >= v.rational(1, 4)],
                then=v.both(v.KL(P, Q) <= 1, v.either(v.H(P) < 0, v.chi_square(P, Q) < 2))),
        "proof", LAWS,
    ),
    "supremum": (
        v.claim("supremum", forall=[n, m, W], then=v.sup(P, v.information(P, W)) <= 0),
        "refutation", CHANNEL | {"P": ["1/2", "1/2"]},
    ),
    "capacity": (
        v.claim("capacity", forall=[n, m, W], then=v.capacity(W) <= v.rational(1, 10)),
        "refutation", CHANNEL,
    ),
    "mi-dp": (
        v.claim("mi-dp", forall=[D, m, M, eps], given=[v.MIDP(M, eps)], then=v.DP(M, eps)),
        "refutation", SEEN | {"eps": "1/5"},
    ),
    "bayesian-mi": (
        v.claim("bayesian-mi", forall=[D, m, M], then=v.bayesian_mi(M) <= v.rational(1, 10)),
        "refutation", SEEN,
    ),
    "markov": (
        v.claim("markov", forall=[J], given=[v.Independent(J, "U", "V"), v.Markov(J, "U", "", "Z")],
                then=v.I(J, "U;V|Z") <= v.H(J, "U|V") / 2),
        "refutation", XOR,
    ),
    "joint-laws": (
        v.claim("joint-laws", forall=[J], then=v.either(
            v.equals(J[1, 0, 1], 0),
            v.information(v.marginal(J, "Z"), v.conditional(J, "U,V|Z")) <= v.log(2) / 2,
            v.H(v.marginal(J, "Z,U"), "U|Z") <= v.log(2) / 2)),
        "refutation", XOR,
    ),
    "never-given": (
        v.claim("never-given", forall=[n, m, v.Joint("K", X=n, Y=m)],
                then=v.conditional(v.Joint("K", X=n, Y=m), "Y|X")[1, 0] <= v.rational(1, 3)),
        "refutation", {"n": 2, "m": 2, "K": ["1/4", "3/4", "0", "0"]},
    ),
    "post-processing": (
        v.claim("post-processing", forall=[D, m, M, k, v.Channel("U", m, k), eps],
                given=[v.DP(M @ v.Channel("U", m, k), eps)], then=v.DP(M, eps)),
        "refutation", SEEN | {"k": 2, "U": [["3/4", "1/4"], ["1/4", "3/4"]], "eps": "2/3"},
    ),
    "composition": (
        v.claim("composition", forall=[D, k, m, S], then=v.DP(v.together(S), v.rational(1, 2))),
        "refutation",
        {"D": [2], "k": 2, "m": 2, "S": {"tables": [
            [["2/3", "1/3"], ["1/3", "2/3"]],
            [["1", "0"], ["1/2", "1/2"], ["1/2", "1/2"], ["1/4", "3/4"]]]}},
    ),
    "samples": (
        v.claim("samples", forall=[n, P, k], then=v.H(v.iid(P, k)) <= v.rational(3, 2)),
        "refutation", {"n": 3, "P": LAWS["P"], "k": 2},
    ),
    "repeated": (
        v.claim("repeated", forall=[D, m, M, k, eps], given=[v.DP(M, eps)],
                then=v.DP(v.composed(M, k), eps)),
        "refutation", SEEN | {"k": 3, "eps": "6/5"},
    ),
    "subsampled": (
        v.claim("subsampled", forall=[D, m, M, eps, q], given=[v.DP(M, eps)],
                then=v.DP(v.subsampled(M, q), q * eps)),
        "refutation", SEEN | {"eps": "6/5", "q": "1/2"},
    ),
    "shuffled": (
        v.claim("shuffled", forall=[n, m, W, k], then=v.DP(
            v.as_mechanism(v.memoryless(W, k) @ v.shuffle(m, k)), 0, v.rational(1, 2))),
        "refutation", {"n": 2, "m": 2, "k": 2, "W": [["3/4", "1/4"], ["1/8", "7/8"]]},
    ),
    "types": (
        v.claim("types", forall=[n, P, Q, k], then=v.either(
            v.KL(v.type_law(P, k), v.type_law(Q, k)) <= v.KL(P, Q),
            v.every(histogram, v.occurrences(n, k, histogram, 1) <= 1))),
        "refutation", LAWS | {"n": 3, "k": 2},
    ),
    "counts": (
        v.claim("counts", forall=[n, m, W, k], then=v.hockey_stick(
            v.shuffled(W, k, 1), v.shuffled(W, k, n**k - 1), v.rational(1, 2)) <= v.rational(1, 5)),
        "refutation", {"n": 2, "m": 2, "k": 5, "W": [["3/4", "1/4"], ["1/8", "7/8"]]},
    ),
    "partial": (
        v.claim("partial", forall=[D, k, m, T], then=v.kl_dp(v.together(T)) <= v.rational(1, 20)),
        "refutation",
        {"D": [2, 3], "k": 2, "m": 2, "T": {"subsets": [[1], [0]], "tables": [
            [["1/2", "1/2"], ["2/5", "3/5"], ["1/2", "1/2"]],
            [["2/3", "1/3"], ["1/3", "2/3"]]]}},
    ),
    "prior": (
        v.claim("prior", forall=[D, m, M, R, i],
                then=v.entry_information(R, M, i) <= v.rational(1, 100)),
        "refutation", SEEN | {"R": ["1/8", "3/8", "1/8", "3/8"], "i": 0},
    ),
    "tuple": (
        v.claim("tuple", forall=[n, r], then=v.total(a, r[a]) <= v.largest(a, r[a])),
        "refutation", {"n": 2, "r": ["1", "2"]},
    ),
    "table": (
        v.claim("table", forall=[n, P, x], then=v.H(v.pmf_table(n, lambda b: v.cases(
            v.equals(b, 0), 1 - x + x * P[b], x * P[b]))) <= v.rational(1, 2)),
        "refutation", {"n": 3, "P": LAWS["P"], "x": "9/10"},
    ),
    "orders": (
        v.claim("orders", forall=[n, m, P, W], then=v.both(
            v.arimoto(P, W, 2) <= v.sibson(P, W, 2) / 2,
            v.arimoto(P, W, INFINITY) <= v.sibson(P, W, v.rational(1, 2)),
            v.sibson(P, W, 0) >= v.renyi_entropy(P, 3))),
        "refutation", CHANNEL | {"P": ["1/4", "3/4"]},
    ),
    "leakage": (
        v.claim("leakage", forall=[n, m, P, W], then=v.both(
            v.pointwise_maximal_leakage(P, W, 0) <= v.maximal_leakage(P, W),
            v.leakage_capacity(W) <= v.min_entropy(P))),
        "refutation", CHANNEL | {"P": ["1/4", "3/4"]},
    ),
    "csiszar": (
        v.claim("csiszar", forall=[n, m, P, W], then=v.csiszar(P, W, 2) <= v.rational(1, 10)),
        "refutation", CHANNEL | {"P": ["1/4", "3/4"]},
    ),
    "groups": (
        v.claim("groups", forall=[D, m, M, R, i, E, F], then=v.both(
            v.group_information(R, M, E, F) <= v.cardinality(E) / 100,
            v.entry_epsilon(M, i) <= v.log(2))),
        "refutation",
        SEEN | {"R": ["1/8", "3/8", "1/8", "3/8"], "i": 0, "E": [0, 1], "F": [1]},
    ),
    "undefined": (v.claim("undefined", forall=[x], then=x / x <= 1), "refutation", {"x": "0"}),
    "pufferfish-listed": (
        v.claim("pufferfish-listed", forall=[n, m, G, L["any"], N, eps],
                given=[v.MIPP(G, L["any"], N, eps)], then=v.PP(G, L["any"], N, eps, eps)),
        "refutation", LISTED | {"eps": "3/10"},
    ),
    "pufferfish-all": (
        v.claim("pufferfish-all", forall=[n, m, G, L["all"], N], then=v.either(
            v.pufferfish_information(G, L["all"], N) <= v.rational(1, 10),
            v.attribute_delta(G, L["all"], N, 1) <= tiny)),
        "refutation", EVERY_LAW,
    ),
    "pufferfish-reweighted": (
        v.claim("pufferfish-reweighted", forall=[n, m, G, L["any"], N], then=v.either(
            v.pufferfish_information(G, L["any"], N) <= tiny,
            v.pufferfish_delta(G, L["any"], N, 1) <= tiny,
            v.pufferfish_epsilon(G, L["any"], N) <= 1,
            v.response_support(G, L["any"], N) <= 1)),
        "refutation", CLOSED,
    ),
    "attribute": (
        v.claim("attribute", forall=[n, m, G, L["listed"], N, eps],
                then=v.AP(G, L["listed"], N, eps, tiny)),
        "refutation", LISTED | {"eps": "1/10"},
    ),
    "secrets": (
        v.claim("secrets", forall=[n, m, G, P, N, eps], then=v.either(
            v.secret_information(G, P, N) <= v.secret_delta(G, P, N, eps) / 100,
            v.I(v.secret_joint(G, P, N, 0), "A;Y|C") <= tiny,
            v.largest(e, secrets.private_values(G, e)) + v.largest_image(G) > 4,
            secrets.private_value(G, 1, 2) + secrets.public_value(G, 0, 3) < 2,
            secrets.public_law(G, P, 0)[0] < secrets.secret_given(G, P, 0, 1)[0],
            v.information(
                secrets.secret_given(G, P, 0, 0), secrets.secret_channel(G, P, N, 0, 0)) <= tiny)),
        "refutation", ONE_LAW | {"eps": "1/10"},
    ),
    "member": (
        v.claim("member", forall=[n, m, G, L["reweighted"], B, N], then=v.either(
            v.secret_information(G, secrets.member_law(B), N) <= tiny,
            secrets.member_law(secrets.reweighted(B, 0, 0, v.pmf_table(
                secrets.private_values(G, 0), lambda a: (1 + a) / 3)))[0] <= v.rational(1, 4))),
        "refutation", CLOSED | {"B": ["1/2", "0", "1/8", "1/8", "0", "0", "1/8", "1/8"]},
    ),
    "made-frameworks": (
        v.claim("made-frameworks", forall=[D, m, M, every_prior], then=v.either(
            v.pufferfish_delta(rows, every_prior, flat, v.rational(1, 2)) <= tiny,
            v.pufferfish_delta(v.without_public(rows), every_prior, flat, 0) <= tiny,
            v.pufferfish_delta(v.without_edges(rows), every_prior, flat, 0) > 0)),
        "refutation", SEEN | {"L": {"kind": "all"}},
    ),
    "stages": (
        v.claim("stages", forall=[D, k, m, stages, priors, prior, M], then=v.either(
            secrets.pufferfish_stage(rows, priors, stages, 1) <= tiny,
            secrets.secret_stage_information(rows, prior, stages, 0, 0) <= tiny,
            v.I(secrets.secret_stage_joint(rows, prior, stages, 1, 1), "A;Z|C,Y") <= tiny,
            v.entry_information(secrets.prior_of(prior, D), M, 0) <= tiny)),
        "refutation",
        {"D": [2, 2], "k": 1, "m": 2, "P": SOME_LAWS[1], "M": SEEN["M"],
         "L": {"kind": "listed", "laws": SOME_LAWS[:2]},
         "S": {"tables": [
             [["2/3", "1/3"], ["1/3", "2/3"], ["1", "0"], ["1/2", "1/2"]],
             [["1", "0"], ["1/2", "1/2"], ["1/2", "1/2"], ["1/4", "3/4"],
              ["1/7", "6/7"], ["1/2", "1/2"], ["0", "1"], ["1/4", "3/4"]]]}},
    ),
    "gaussian-laws": (
        v.claim("gaussian-laws", forall=[mean, spread, level], then=v.either(*(
            measure < -1 for measure in (
                v.KL(v.gaussian(mean, spread), v.gaussian(0, 1)),
                v.TV(v.gaussian(mean, 1), v.gaussian(0, 1)),
                v.hockey_stick(v.gaussian(mean, spread), v.gaussian(0, 1), level),
                v.hockey_stick(v.gaussian(0, 1), v.gaussian(mean, spread), level),
                v.hockey_stick(v.gaussian(mean, spread), v.gaussian(0, spread), level),
                v.interval_mass(v.gaussian(mean, spread), level, level + 3),
                v.differential_entropy(v.law_shift(v.gaussian(mean, spread), level)) + 9,
                v.pi())))),
        "refutation", {"mean": "2/3", "spread": "3", "level": "1/2"},
    ),
    "laplace-laws": (
        v.claim("laplace-laws", forall=[mean, spread, level, weight], then=v.either(*(
            measure < -1 for measure in (
                v.KL(v.laplace(mean, spread), v.laplace(0, 1)),
                v.hockey_stick(v.laplace(mean, spread), v.laplace(0, spread), level),
                v.interval_mass(v.laplace(mean, spread), v.log(0), level),
                v.law_cells(v.law_mixture(
                    weight, v.laplace(mean, spread), v.gaussian(0, 1)), level)[1],
                v.TV(v.law_mixture(weight, v.laplace(mean, 1), v.laplace(mean, 1)),
                     v.laplace(0, 1)),
                v.differential_entropy(v.laplace(mean, spread)) + 9)))),
        "refutation",
        {"mean": "-2/3", "spread": "3", "level": "1/2", "weight": ["1/3", "2/3"]},
    ),
    "laws-on-the-line": (
        v.claim("laws-on-the-line", forall=[mean, spread, level],
                given=[v.Close(v.laplace(0, spread), v.laplace(mean, spread), level)],
                then=v.Close(v.gaussian(0, spread), v.gaussian(mean, spread), level)),
        "refutation", {"mean": "1", "spread": "2", "level": "1/2"},
    ),
    "witness": (
        v.claim("witness", forall=[n, P, Q], given=[v.renyi(P, Q, 2) <= 1, v.H(P) > 1],
                then=v.TV(P, Q) <= 1),
        "witness", LAWS,
    ),
}


def made(name: str, moves: dict[str, Any] | None = None) -> Any:
    """The certificate of a play as a file would give it; None where it shows nothing."""
    claim, polarity, chosen = PLAYS[name]
    return certified(name, claim.statement, polarity, chosen if moves is None else moves)


def certified(name: str, statement: Any, polarity: str, moves: dict[str, Any]) -> Any:
    bounds: dict[str, list[fmpq]] = {}
    found = with_bounds(
        bounds, fmpq(1, 10**13), lambda: certify(name, statement, polarity, moves, bounds)
    )
    return None if found is None else json.loads(json.dumps(found))


def again(certificate: Any, moves: dict[str, Any]) -> Any:
    """The first kernel's certificate of other moves for the same statement."""
    statement = read_statement(certificate["statement"])
    return certified(certificate["claim"], statement, certificate["polarity"], moves)


def resealed(certificate: Any, **changes: Any) -> Any:
    """The certificate with some fields changed, and a seal that fits."""
    changed = json.loads(json.dumps({**certificate, **changes}))
    changed["seal"] = seal(changed)
    return changed
