"""The textbook facts: well formed, met by instances, unbroken by a short attack, and sharp enough.

Each false neighbour of a fact must be refuted: an attack that refutes nothing shows nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import mpmath
import pytest
from flint import fmpq

from verified.attack import attack
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language import (
    KL,
    TV,
    Claim,
    Close,
    H,
    I,
    Joint,
    Statement,
    absolute,
    binary_entropy,
    capacity,
    claim,
    dobrushin,
    equals,
    exp,
    f_divergence,
    find,
    gaussian_mixture,
    hellinger,
    hockey_stick,
    information,
    joint_of,
    largest,
    le_cam,
    log,
    output,
    pmf_of,
    rational,
    renyi,
    sqrt,
    total,
    trade_off,
    transport_cost,
)
from verified.numbers.balls import precision
from verified.papers import papers
from verified.papers.background import peak_limits as peak
from verified.papers.background.closeness import coupling, positive_eps
from verified.papers.background.common import (
    P,
    Q,
    R,
    V,
    W,
    a,
    delta,
    eps,
    eps_other,
    k,
    mixture,
    n,
    p,
    pair_law,
    paper,
    q,
    t,
    two_n,
)
from verified.papers.background.distances import costs, kink_weights, kinks
from verified.papers.background.distances import level as trade_off_level
from verified.papers.background.divergences import order, order_above
from verified.papers.background.entropies import (
    continuity,
    distance,
    two_guess,
    two_P,
    two_Q,
    two_W,
    wrong,
)
from verified.papers.background.information import centre, channel_mixture, flips, u, v, w
from verified.papers.background.tails import chance, level
from verified.syntax.claims import relations
from verified.syntax.goals import goal, normal
from verified.syntax.serial import digest, read_statement, statement_data

KEYS = [
    "exponential-integral", "normal-integral",
    "log-sum", "log-tangent", "log-increasing", "exponential-increasing", "absolute-value",
    "log-envelope", "log-product", "gibbs", "kl-finite", "dpi-kl", "dpi-tv", "dpi-renyi",
    "dpi-hockey-stick", "kl-jointly-convex", "tv-jointly-convex", "hockey-stick-jointly-convex",
    "kl-chain", "pinsker", "bretagnolle-huber", "kl-chi-square", "renyi-monotone",
    "exponential-markov", "chernoff-binomial", "total-variation", "hockey-stick",
    "closeness-hockey-stick", "closeness-symbols", "closeness-ratio", "maximal-coupling",
    "entropy-range", "entropy-concave", "binary-entropy", "entropy-continuity", "fano",
    "output-dominates", "information-forms", "information-range", "dpi-mi", "mi-concave-in-prior",
    "capacity-convex-in-channel", "redundancy-capacity", "bac-capacity", "law-information",
    "hockey-stick-integral", "excess-integral", "hadamard-determinant", "gaussian-max-entropy",
    "laplace-max-entropy", "noise-threshold", "noise-tells-nothing-less", "variance-of-pairs",
    "jung", "log-of-spread", "half-logarithm", "line-entropies", "mixture-max-entropy",
    "entropy-power", "entropy-power-mixtures", "noise-chain", "normal-cdf", "gaussian-divergence",
    "gaussian-mechanism", "divergence-under-noise", "water-filling", "minimax", "gaussian-w2",
    "worst-additive-noise", "hellinger", "le-cam", "jensen-shannon", "trade-off",
    "dpi-f-divergence", "transport-plan", "dobrushin",
    "minimax-risk", "rate-distortion", "information-bottleneck", "sibson-rises",
    "noise-tells-no-more",
    "iid-entropy", "iid-divergence", "iid-hellinger", "iid-close",
    "types-bound", "type-law-more", "type-mean", "type-ratio", "type-generating", "type-absent",
    "type-probability", "type-divergence",
    "infinite-log", "log-zero", "kl-range", "bit", "predecessor", "cyclic-step", "pair",
    "largest-attained", "event-bounds", "probability-bounds", "binary-entropy-inverse", "ldp-floor",
    "sibson", "sibson-zero", "sibson-one", "sibson-infinite", "kl-scaled", "csiszar-one",
    "joint-of-outputs", "outputs-apart",
    "laplace-hockey-stick", "laplace-kl", "laplace-below", "laplace-above", "gaussian-entropy",
    "gaussian-kl", "gaussian-below", "gaussian-hockey-stick", "gaussian-hockey-stick-reflected",
    "gaussian-hockey-stick-alone", "gaussian-hockey-stick-mixture", "two-gaussians",
    "three-gaussians", "gaussian-in-mixture", "minor-of-zeros", "minor-step", "minor-column",
    "gaussian-sums",
    "noised-couplings", "more-noise", "noised-mixtures", "gaussian-tail", "mixture-apart",
    "mixtures-decreasing", "chernoff-binomial-lower", "minor-entries", "determinant-product",
    "cramer", "positive-definite", "eigenvalues-of-a-sum", "gaussian-events", "noised-events",
    "noised-below", "noised-half-lines", "parabola", "noise-centre", "divergence-from-two-ends",
]
# On what databases, queries and frameworks are made of and tell: these speak of mechanisms.
STRUCTURES = [
    "with-entry-near", "with-entry-same", "entry-of-changed", "neighbours", "hamming-zero",
    "hamming-step", "hamming-equal", "hamming-entries", "hamming-triangle",
    "entry-prior-information",
    "database-joint", "no-others", "replaced-sums", "conditional-entry-mean",
    "group-entry", "group-joint", "groups-told", "groups-known",
    "all-groups", "no-group", "same-group", "group-values", "with-group-near",
    "group-information-mean", "group-information-others",
    "union", "member", "others", "everything", "nothing",
    "as-mechanism-mi", "widened",
    "longer-sums", "single-sums", "first-responses-independent", "first-responses-sequential",
    "stage-sums-independent", "stage-sums-sequential", "stage-mean-independent",
    "stage-mean-sequential", "secret-stage-sums-sequential",
    "first-stage-independent", "last-stage-independent", "earlier-stage-independent",
    "first-stage-sequential", "last-stage-sequential",
    "earlier-stage-sequential", "secret-first-stage-sequential", "secret-last-stage-sequential",
    "secret-earlier-stage-sequential", "secret-joint", "secret-output", "reweighted-all",
    "reweighted-reweighted", "dp-public", "dp-neighbours", "dp-information",
]
BUDGET = 300


def leaves() -> Iterator[tuple[Claim, Statement]]:
    for row in paper.rows.values():
        for leaf in row.leaves():
            assert leaf.statement is not None
            yield leaf, leaf.statement


each_leaf = pytest.mark.parametrize(
    ("leaf", "statement"), [pytest.param(*found, id=found[0].name) for found in leaves()]
)


def statement_of(key: str) -> Statement:
    found = find(papers(), f"background/{key}").statement
    assert found is not None
    return found


def test_the_facts_are_exactly_these() -> None:
    assert sorted(paper.rows) == sorted([*KEYS, *STRUCTURES])
    assert paper in papers()


def test_no_fact_mentions_a_privacy_notion() -> None:
    for leaf, statement in leaves():
        written = json.dumps(statement_data(statement)).lower()
        key = leaf.key.removeprefix("background/")
        if key in ("as-mechanism-mi", "widened", "ldp-floor"):
            continue  # What is told of one entry, of part of a database, and of a curve's floor.
        notions = ["_epsilon", "_delta", "mi_dp", "kl_dp", "leakage"]
        if key.partition(".")[0] not in STRUCTURES:
            notions += ["dp_", "_dp", "mechanism", "database"]
        assert [notion for notion in notions if notion in written] == [], leaf.name


def test_every_fact_is_found_by_its_key() -> None:
    for leaf, statement in leaves():
        assert find(papers(), leaf.key).statement == statement


@each_leaf
def test_a_fact_round_trips_and_has_its_goals(leaf: Claim, statement: Statement) -> None:
    again = read_statement(json.loads(json.dumps(statement_data(statement))))
    assert again == statement
    assert digest(goal(again, "refutation")) == digest(goal(statement, "refutation"))
    assert goal(statement, "witness").variables


def test_no_two_facts_are_the_same() -> None:
    seen: dict[str, str] = {}
    for leaf, statement in leaves():
        key = digest(goal(statement, "refutation"))
        assert key not in seen, f"{leaf.name} repeats {seen.get(key)}"
        seen[key] = leaf.name


@each_leaf
def test_a_short_attack_breaks_no_fact(leaf: Claim, statement: Statement) -> None:
    report = attack(leaf, budget=BUDGET, seconds=200)
    if report.status == "untried":
        # Hypotheses that equate numbers are seldom met.
        report = attack(leaf, budget=4 * BUDGET, seconds=200)
    if leaf.key.startswith("background/normal-integral"):
        # Floats have no form of the tails, and say so; they have their proofs.
        assert report.status == "untried"
        assert "tail of an integrand" in report.unread
        return
    if leaf.key.startswith("background/law-information"):
        # Integrals of mixtures: floats differ from balls by more than the margin, and slowly.
        assert report.status in ("survived", "undecided")
        return
    assert report.status == "survived"
    assert report.witness is not None
    assert report.evaluations >= BUDGET


# --- false neighbours -----------------------------------------------------------------------------

J = Joint("J", U=u, V=v, W=w)
divergences = total(a, P[a] * KL(W[a], centre))

tail = relations(statement_of("chernoff-binomial").then)[0].left
divergence = KL(pmf_of(level, 1 - level), pmf_of(chance, 1 - chance))

FALSE: dict[str, dict[str, Any]] = {
    "a constant above Pinsker's": {
        "forall": [P, Q],
        "then": 17 * TV(P, Q) ** 2 <= 8 * KL(P, Q),
    },
    "a channel that gains": {
        "forall": [P, Q, W],
        "then": KL(output(P, W), output(Q, W)) >= KL(P, Q),
    },
    "concave divergence": {
        "forall": [P, Q, R, t],
        "then": KL(mixture(t, P, Q), R) >= t * KL(P, R) + (1 - t) * KL(Q, R),
    },
    "orders the wrong way": {
        "forall": [P, Q, order, order_above],
        "given": [order <= order_above],
        "then": renyi(P, Q, order_above) <= renyi(P, Q, order),
    },
    "one side of closeness": {
        "forall": [P, Q, positive_eps, delta],
        "given": [hockey_stick(P, Q, positive_eps) <= delta],
        "then": Close(P, Q, positive_eps, delta),
    },
    "continuity beyond its range": {
        "forall": [two_P, two_Q, distance],
        "given": [TV(two_P, two_Q) <= distance],
        "then": absolute(H(two_P) - H(two_Q)) <= continuity,
    },
    "continuity without the symbols": {
        "forall": [P, Q],
        "then": absolute(H(P) - H(Q)) <= binary_entropy(TV(P, Q)),
    },
    "Fano without h": {
        "forall": [two_P, two_W, two_guess],
        "then": H(joint_of(two_P, two_W), "X|Y") <= wrong * log(two_n),
    },
    "far ends": {
        "forall": [peak.one, peak.two, peak.reach, peak.variance],
        "given": [peak.one**2 <= peak.two**2, peak.reach**2 <= 9 * peak.variance],
        "then": peak.from_ends(peak.one) <= peak.from_ends(peak.two),
    },
    "less than two ends tell": {
        "forall": [peak.reach, peak.variance],
        "then": peak.told_of_ends <= peak.from_ends(peak.reach) * rational(99, 100),
    },
    "less than the divergence from two ends": {
        "forall": [peak.one, peak.reach, peak.variance],
        "then": peak.from_ends(peak.one)
        <= peak.one**2 / (2 * peak.variance) + peak.reach**2 / (4 * peak.variance),
    },
    "a centre below the responses' own law": {
        "forall": [
            peak.law, peak.points, peak.variance, peak.weights, peak.means, peak.spreads],
        "then": peak.told * rational(21, 20) <= peak.mean_divergence(
            gaussian_mixture(peak.weights, peak.means, peak.spreads)),
    },
    "no Markov chain": {"forall": [J], "then": I(J, "U;W") <= I(J, "U;V")},
    "subadditive information": {
        "forall": [J],
        "then": I(J, "U;V|W") <= I(J, "U;V"),
    },
    "a mean in place of the largest": {
        "forall": [P, W, centre],
        "then": capacity(W) <= divergences,
    },
    "Chernoff on the other side of the mean": {
        "forall": [k, chance, level],
        "then": statement_of("chernoff-binomial").then,
    },
    "a better exponent": {
        "forall": [k, chance, level],
        "given": [chance <= level],
        "then": tail <= exp(-11 * k * divergence / 10),
    },
    "capacity of any prior": {"forall": [P, W], "then": capacity(W) <= information(P, W)},
    "information concave in the channel": {
        "forall": [P, W, V, t],
        "then": information(P, channel_mixture(t, W, V))
        >= t * information(P, W) + (1 - t) * information(P, V),
    },
    "exponents with their indices swapped": {
        "forall": [p, q],
        "given": [p + q < 1],
        "then": equals(
            capacity(flips),
            log(1 + exp((binary_entropy(p) - binary_entropy(q)) / (1 - p - q)))
            + (q * binary_entropy(p) - (1 - p) * binary_entropy(q)) / (1 - p - q),
        ),
    },
    "a better Bretagnolle-Huber": {
        "forall": [P, Q],
        "then": TV(P, Q) <= sqrt(1 - exp(-KL(P, Q) / 2)),
    },
    "a coupling of laws that are equal, too": {
        "forall": [P, Q],
        "then": equals(1 - total(a, coupling[a * n + a]), TV(P, Q)),
    },
    "the hockey-stick growing": {
        "forall": [P, Q, eps, eps_other],
        "given": [eps <= eps_other],
        "then": hockey_stick(P, Q, eps) <= hockey_stick(P, Q, eps_other),
    },
    "Hellinger below the square of total variation": {
        "forall": [P, Q],
        "then": hellinger(P, Q) <= TV(P, Q) ** 2,
    },
    "Hellinger above half of the divergence": {
        "forall": [P, Q],
        "then": 11 * hellinger(P, Q) <= 5 * KL(P, Q),
    },
    "Le Cam below Hellinger": {"forall": [P, Q], "then": le_cam(P, Q) <= hellinger(P, Q)},
    "Le Cam far above Hellinger": {
        "forall": [P, Q],
        "then": 11 * hellinger(P, Q) <= 10 * le_cam(P, Q),
    },
    "a trade-off that a channel lowers": {
        "forall": [P, Q, W, trade_off_level],
        "then": trade_off(output(P, W), output(Q, W), trade_off_level)
        <= trade_off(P, Q, trade_off_level),
    },
    "a trade-off that is total variation's": {
        "forall": [P, Q, trade_off_level],
        "then": trade_off(P, Q, trade_off_level) <= 1 - trade_off_level - TV(P, Q) / 2,
    },
    "f-divergence of the laws swapped": {
        "forall": [P, Q, kinks, kink_weights],
        "then": f_divergence(P, Q, kinks, kink_weights) <= f_divergence(Q, P, kinks, kink_weights),
    },
    "a contraction by the square": {
        "forall": [P, Q, W],
        "then": TV(output(P, W), output(Q, W)) <= dobrushin(W) ** 2 * TV(P, Q),
    },
    "transport at half of the plan's cost": {
        "forall": [P, W, costs],
        "then": 2 * transport_cost(P, output(P, W), costs)
        <= statement_of("transport-plan").then.right,
    },
    "a row further than the capacity": {
        "forall": [P, W],
        "then": largest(a, KL(W[a], output(P, W))) <= capacity(W),
    },
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_neighbour_of_a_fact_is_refuted(name: str) -> None:
    assert attack(claim("false", **FALSE[name]), budget=10_000, seconds=60).status == "refuted"


# --- exact instances ------------------------------------------------------------------------------


def decided(key: str, **moves: Any) -> bool | None:
    statement = statement_of(key)
    env = read_moves(statement.variables, moves, BallReading())
    for formula in statement.given:
        assert decide(normal(formula), env, BallReading()) is True
    return decide(normal(statement.then), env, BallReading())


LAWS = {"n": 3, "P": ["1/2", "1/3", "1/6"], "Q": ["1/6", "1/3", "1/2"]}


@pytest.mark.parametrize("part", ["first-marginal", "second-marginal", "agreement"])
def test_the_coupling_is_one_exactly(part: str) -> None:
    assert decided(f"maximal-coupling.{part}", **LAWS) is True
    assert decided(f"maximal-coupling.{part}", n=2, P=["1", "0"], Q=["0", "1"]) is True


def test_facts_hold_of_one_symbol() -> None:
    one = {"n": 1, "P": ["1"], "Q": ["1"]}
    keys = "gibbs.nonnegative pinsker.root total-variation.events entropy-range.uniform"
    for key in keys.split():
        own = {var.name: one[var.name] for var in statement_of(key).variables}
        assert decided(key, **own) is True


def test_disjoint_laws_meet_the_facts_with_an_infinite_divergence() -> None:
    apart = {"n": 2, "P": ["1", "0"], "Q": ["0", "1"]}
    for key in ("pinsker.squared", "pinsker.root", "bretagnolle-huber.root", "kl-chi-square"):
        assert decided(key, **apart) is True


def test_an_infinite_term_of_weight_zero_adds_nothing() -> None:
    moves = {"n": 2, "P1": ["1", "0"], "Q1": ["0", "1"], "P2": ["1/3", "2/3"], "Q2": ["1/2", "1/2"]}
    assert decided("tv-jointly-convex.two", **moves, t="0") is True
    # Equality in the divergence: balls don't decide it, and don't refute it.
    assert decided("kl-jointly-convex.two", **moves, t="0") is not False


def test_a_pair_is_numbered_by_rows() -> None:
    rows = [["1/4", "3/4"], ["1", "0"]]
    statement = claim("law", forall=[P, W], then=equals(pair_law(P, W)[1], 0)).statement
    assert statement is not None
    env = read_moves(
        statement.variables, {"n": 2, "P": ["1/3", "2/3"], "m": 2, "W": rows}, BallReading()
    )
    values = [BallReading().real(pair_law(P, W)[index], env) for index in range(4)]
    assert values == [fmpq(1, 12), fmpq(1, 4), fmpq(2, 3), 0]


def test_the_binary_channels_capacity_is_what_a_fine_search_finds() -> None:
    """Over the prior, in other arithmetic: the Z-channel and one with two different errors."""
    value = relations(statement_of("bac-capacity.value").then)[0].right

    def h(x: Any) -> Any:
        return -sum((part * mpmath.log(part) for part in (x, 1 - x) if part), mpmath.mpf(0))

    for first, second in ((fmpq(0), fmpq(1, 2)), (fmpq(1, 10), fmpq(3, 10))):
        low, high = (mpmath.mpf(int(x.p)) / int(x.q) for x in (first, second))

        def rate(r: Any, low: Any = low, high: Any = high) -> Any:
            return h((1 - r) * low + r * (1 - high)) - (1 - r) * h(low) - r * h(high)

        best = max(rate(mpmath.mpf(step) / 4000) for step in range(4001))
        with precision(128):
            found = float(BallReading().real(value, {"p": first, "q": second}))
        assert abs(found - float(best)) < 1e-7


def test_a_binomial_tail_is_what_counting_gives() -> None:
    """At least 2 ones of 3, each with probability 1/4: 3·(1/16)(3/4) + 1/64 = 10/64."""
    env = {"k": 3, "p": fmpq(1, 4), "t": fmpq(2, 3)}
    assert BallReading().real(tail, env) == fmpq(10, 64)
