"""The types of `import verified`, as `verified words --stub` writes them."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol, SupportsIndex, TypeAlias

from verified.accounting import Certified as Certified
from verified.accounting import NotReachedError as NotReachedError
from verified.accounting import UndecidedError as UndecidedError
from verified.accounting import composition_delta as composition_delta
from verified.accounting import composition_deltas as composition_deltas
from verified.accounting import composition_epsilon as composition_epsilon
from verified.accounting import composition_renyi as composition_renyi
from verified.accounting import gaussian_round as gaussian_round
from verified.accounting import laplace_round as laplace_round
from verified.errors import InputError as InputError
from verified.oracle.expressions import enclose as enclose
from verified.oracle.finite import composed as composed
from verified.oracle.finite import post_processed as post_processed
from verified.oracle.finite import sampled as sampled
from verified.oracle.functions import Batch as Batch
from verified.oracle.functions import value as value
from verified.oracle.functions import values as values
from verified.oracle.promised import promised as promised
from verified.oracle.timing import time_limit as time_limit
from verified.syntax.terms import Term

__version__: str
STARTED: float

class _Sparse(Protocol):
    def toarray(self) -> Any: ...

class _Array(Protocol):
    def tolist(self) -> Any: ...

class _File(Protocol):
    def read(self) -> str: ...

# A number: a float is the rational that it is; texts such as "1/3", "1e-9" and "log(3)".
Number: TypeAlias = float | Fraction | Decimal | SupportsIndex | str | Term
# A list of numbers, or of rows of them.
Table: TypeAlias = Iterable[Any] | str | Path | _Sparse | _Array | _File

def abs(
    x: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The absolute value."""

def advanced_composition_delta(
    *,
    failure: Number,
    steps: Number,
    slack: Number,
    rule: str = ...,
    width: Number = ...,
) -> Certified:
    """The δ that goes with `advanced_composition_epsilon`: kδ₀ + δ′ by "dwork-rothblum-vadhan",
    1 − (1 − δ₀)^k(1 − δ′) by "kairouz-oh-viswanath"; 1 at most."""

def advanced_composition_epsilon(
    *,
    level: Number,
    steps: Number,
    slack: Number,
    rule: str = ...,
    width: Number = ...,
) -> Certified:
    """An ε that is enough for `steps` (ε₀,δ₀)-DP mechanisms, adaptively composed, at the δ that
    `advanced_composition_delta` has. Optimal is `approximate_dp_epsilon`; docs/oracle.md
    tells what of this is proved."""

def approximate_dp_delta(
    *,
    level: Number,
    failure: Number,
    steps: Number,
    eps: Number,
    width: Number = ...,
) -> Certified:
    """The least δ for which every adaptive composition of `steps` (ε₀,δ₀)-DP mechanisms is (ε,
    δ)-DP: optimal composition (Kairouz, Oh and Viswanath 2015, Theorem 3.3 at any ε)."""

def approximate_dp_epsilon(
    *,
    level: Number,
    failure: Number,
    steps: Number,
    delta: Number,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which every adaptive composition of `steps` (ε₀,δ₀)-DP mechanisms is
    (ε, δ)-DP; ∞ where δ is below 1 − (1 − δ₀)^k."""

def approximate_dp_level(
    *,
    failure: Number,
    steps: Number,
    eps: Number,
    delta: Number,
    width: Number = ...,
) -> Certified:
    """The largest ε₀ for which every adaptive composition of `steps` (ε₀,δ₀)-DP mechanisms is
    (ε, δ)-DP: `low` is within for certain, `high` is too much. 0 ≤ δ < 1."""

def approximate_dp_steps(
    *,
    level: Number,
    failure: Number,
    eps: Number,
    delta: Number,
    most: Number = ...,
) -> Certified:
    """The largest number of (ε₀,δ₀)-DP mechanisms of which every adaptive composition is (ε,
    δ)-DP; 0 if none."""

def arimoto(
    prior: Table = ...,
    channel: Table = ...,
    alpha: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Arimoto's α-information H_α(X) − H_α(X|Y), in nats (Cuff & Yu 2016, (72) and (73))."""

def at(
    P: Table = ...,
    a: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The probability of a symbol."""

def attribute_delta(
    framework: Mapping[str, Any] | Path = ...,
    channel: Table = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The least δ ≥ 0 for which the mechanism is (ε,δ)-attribute private: the responses given
    two values of one private function, both of positive probability, are (ε,δ)-close (Zhang,
    Ohrimenko & Cummings 2020). Public functions and edges play no part."""

def bac_capacity(
    p: Number,
    q: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Capacity of the channel that flips 0 with p and 1 with q."""

def bayes_risk(
    prior: Table = ...,
    channel: Table = ...,
    losses: Table = ...,
    actions: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The Bayes risk: the least mean loss of a decision that sees the channel's output, Σ_y
    min_a Σ_x P(x) W(y|x) L(x, a) (Wald 1950). The loss of action a at the input x is the
    number a n + x of the table of losses."""

def bayesian_epsilon(
    prior: Table = ...,
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The least ε of Bayesian differential privacy under a prior. For every entry i and every
    group I of other entries, the laws of Y given X_i = x_i, X_I = x_I and given X_i = x_i',
    X_I = x_I are (ε,0)-close, where both conditions have positive probability."""

def bayesian_mi(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The supremum over priors, entries i and groups I of I(X_i;Y|X_I), in nats."""

def binary_entropy(
    x: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """h(x) = −x ln x − (1 − x) ln(1 − x), in nats, on [0, 1]."""

def binary_entropy_inverse(
    y: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The inverse of h on its increasing part, from [0, ln 2] to [0, 1/2]."""

def capacity(
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The largest mutual information of a channel over all priors, in nats."""

def chi_square(
    P: Table = ...,
    Q: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The χ² divergence Σ (P(a) − Q(a))²/Q(a)."""

def conditional_entry_information(
    prior: Table = ...,
    mechanism: Table = ...,
    entry: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """I(X_i;Y|X^{-i}) under a prior on the database, in nats."""

def conditional_leakage(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The supremum over responses y and all priors, entries i and values d of the others of
    ℓ(X_i → y | d), in nats. Only priors that make every instance possible are taken."""

def conditional_leakage_independent(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The supremum over responses y and priors of independent entries, entries i and values d of
    the others of ℓ(X_i → y | d), in nats. Only priors that make every instance possible are
    taken."""

def csiszar(
    prior: Table = ...,
    channel: Table = ...,
    alpha: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Csiszár's α-information, in nats: the least Σ_x P(x) D_α(W_x‖q) over laws q of the output;
    of order ∞ it isn't enclosed."""

def database_information(
    prior: Table = ...,
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """I(X^n;Y), what the response tells of the whole database, under a prior on it, in nats."""

def database_leakage(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The supremum over responses y and all priors of ℓ(X → y), in nats. Only priors that make
    every instance possible are taken."""

def database_leakage_independent(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The supremum over responses y and priors of independent entries of ℓ(X → y), in nats. Only
    priors that make every instance possible are taken."""

def determinant(
    entries: Table = ...,
    order: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The determinant of a square matrix of this order."""

def discrete_gaussian_delta(
    *,
    sigma: Number,
    eps: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least δ for which `steps` discrete Gaussian mechanisms are (ε, δ)-DP, for whole
    answers to neighbours that are `sensitivity` apart (Canonne, Kamath and Steinke 2020,
    Theorem 7)."""

def discrete_gaussian_epsilon(
    *,
    sigma: Number,
    delta: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which `steps` discrete Gaussian mechanisms are (ε, δ)-DP, 0 < δ < 1."""

def discrete_gaussian_renyi(
    *,
    sigma: Number,
    order: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α > 0 of `steps` discrete Gaussian mechanisms, in nats:
    αΔ²/(2σ²) each exactly where αΔ is whole, and less elsewhere. Its supremum of D_α/α, zCDP,
    is Δ²/(2σ²)."""

def discrete_gaussian_sigma(
    *,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least σ from which on every discrete Gaussian mechanism is (ε, δ)-DP: at `high` and
    above it each is for certain, at `low` it isn't."""

def discrete_gaussian_steps(
    *,
    sigma: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    most: Number = ...,
) -> Certified:
    """The largest number of discrete Gaussian mechanisms that are (ε, δ)-DP together; 0 if none,
    0 < δ < 1."""

def discrete_gaussian_zcdp(
    *,
    sigma: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
) -> Certified:
    """The least ρ for which `steps` discrete Gaussian mechanisms are ρ-zCDP, in nats: kΔ²/(2σ²),
    exactly (Canonne, Kamath and Steinke 2020, Theorem 4; order 2 reaches it)."""

def discrete_laplace_delta(
    *,
    scale: Number,
    eps: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least δ for which `steps` discrete Laplace mechanisms (two-sided geometric noise) are
    (ε, δ)-DP."""

def discrete_laplace_epsilon(
    *,
    scale: Number,
    delta: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which such mechanisms are (ε, δ)-DP, 0 ≤ δ < 1; for δ = 0 it is kΔ/b."""

def discrete_laplace_renyi(
    *,
    scale: Number,
    order: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α > 0 of such mechanisms, in nats; of order 1 the
    Kullback–Leibler divergence."""

def discrete_laplace_scale(
    *,
    eps: Number,
    delta: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least scale for which `steps` discrete Laplace mechanisms are (ε, δ)-DP: `high` is
    enough for certain, `low` is too little; for δ = 0 it is kΔ/ε exactly. 0 ≤ δ < 1."""

def discrete_laplace_steps(
    *,
    scale: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    most: Number = ...,
) -> Certified:
    """The largest number of discrete Laplace mechanisms that are (ε, δ)-DP together; 0 if none."""

def discrete_laplace_threshold(
    *,
    scale: Number,
    delta: Number,
    sensitivity: Number = ...,
    strict: Number = ...,
    keys: Number = ...,
) -> Certified:
    """The least whole threshold at which `discrete_laplace_threshold_delta` is at most δ, 0 < δ
    < 1."""

def discrete_laplace_threshold_delta(
    *,
    scale: Number,
    threshold: Number,
    sensitivity: Number = ...,
    strict: Number = ...,
    keys: Number = ...,
    width: Number = ...,
) -> Certified:
    """The probability with which one of the keys that one data set alone has is released: a
    count of `sensitivity` with discrete Laplace noise reaches the threshold. No smaller δ
    does."""

def discrete_laplace_zcdp(
    *,
    scale: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ρ for which such mechanisms are ρ-zCDP, in nats: the largest D_α/α over orders α
    > 1."""

def dobrushin(
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Dobrushin's coefficient: the largest total variation between rows of a channel, the least
    factor by which it contracts total variation (Dobrushin 1956)."""

def dp_delta(
    mechanism: Table = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The least δ for which the mechanism is (ε,δ)-DP."""

def dp_epsilon(
    mechanism: Table = ...,
    delta: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The least ε for which the mechanism is ε-DP."""

def dp_to_zcdp(
    *,
    level: Number,
    width: Number = ...,
) -> Certified:
    """A ρ that is enough: every ε₀-DP mechanism is ρ-zCDP with ρ = ε₀²/2 (Bun and Steinke 2016,
    Proposition 1.4; proved: lemma/dp-to-zcdp)."""

def entropy(
    P: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Shannon entropy of a law, in nats."""

def entry_epsilon(
    mechanism: Table = ...,
    entry: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The least ε for which responses to databases that differ in one entry only, the given one,
    are (ε,0)-close: the level of personalised differential privacy."""

def entry_information(
    prior: Table = ...,
    mechanism: Table = ...,
    entry: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """I(X_i;Y) under a prior on the database, in nats."""

def entry_leakage(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The supremum over responses y and all priors and entries i of ℓ(X_i → y), in nats. Only
    priors that make every instance possible are taken."""

def entry_leakage_independent(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The supremum over responses y and priors of independent entries, and entries i, of ℓ(X_i →
    y), in nats. Only priors that make every instance possible are taken."""

def exp(
    x: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """e to the power x."""

def exponential_mechanism_delta(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    eps: Number,
    sensitivity: Number = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """δ at ε for the exponential mechanism on the scores of two neighbours: H(P‖Q), P being the
    law on `scores`."""

def exponential_mechanism_epsilon(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    delta: Number,
    sensitivity: Number = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 at which `exponential_mechanism_delta` is at most δ, 0 ≤ δ < 1."""

def exponential_mechanism_level(
    *,
    scores: Table,
    other_scores: Table,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The largest ε₀ up to which the exponential mechanism of every level has a δ within `delta`
    at ε, on the scores of two neighbours: of `low` and all below it is certified, of `high`
    it isn't; ∞ where every level is enough."""

def exponential_mechanism_probability(
    *,
    scores: Table,
    candidate: Number,
    level: Number,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The probability with which the exponential mechanism (McSherry and Talwar 2007) chooses a
    candidate: proportional to e^(ε₀·score/(2Δ))."""

def exponential_mechanism_renyi(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    order: Number,
    sensitivity: Number = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α > 0 for the exponential mechanism on the scores of two
    neighbours, in nats; of order 1 the Kullback–Leibler divergence."""

def exponential_mechanism_steps(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    most: Number = ...,
) -> Certified:
    """The largest number of rounds of the exponential mechanism on these scores of which δ at ε
    is within `delta`; 0 if none. Fewer rounds are post-processing of more."""

def exponential_mechanism_worst_delta(
    *,
    level: Number,
    eps: Number,
    width: Number = ...,
) -> Certified:
    """The largest δ at ε of the exponential mechanism over all scores of two or more candidates
    on neighbours: (1 − e^((ε−ε₀)/2))²/(1 − e^−ε₀) where |ε| < ε₀ (Dong, Durfee and Rogers
    2020)."""

def exponential_mechanism_worst_epsilon(
    *,
    level: Number,
    delta: Number,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which the exponential mechanism is (ε, δ)-DP, whatever the scores of
    two or more candidates are: ε₀ + 2 ln(1 − √(δ(1 − e^−ε₀))), or 0; 0 ≤ δ < 1."""

def exponential_mechanism_worst_level(
    *,
    eps: Number,
    delta: Number,
    width: Number = ...,
) -> Certified:
    """The largest ε₀ for which the exponential mechanism is (ε, δ)-DP, whatever the scores of
    two or more candidates are; 0 ≤ δ < 1."""

def exponential_mechanism_worst_renyi(
    *,
    level: Number,
    order: Number,
    width: Number = ...,
) -> Certified:
    """The largest Rényi divergence of an order α > 0 of the exponential mechanism over all
    scores of two or more candidates on neighbours, in nats; of order 1 the Kullback–Leibler
    divergence."""

def exponential_mechanism_worst_zcdp(
    *,
    level: Number,
    width: Number = ...,
) -> Certified:
    """The least ρ for which the exponential mechanism is ρ-zCDP, whatever the scores of two or
    more candidates are, in nats: the largest D_α/α over orders α > 1. At most ε₀²/8 (Cesar
    and Rogers, "Bounding, Concentrating, and Truncating", ALT 2021)."""

def exponential_mechanism_zcdp(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    sensitivity: Number = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The largest D_α/α over orders α > 1, the ρ of zCDP, for the exponential mechanism on the
    scores of two neighbours, in nats."""

def f_divergence(
    P: Table = ...,
    Q: Table = ...,
    kinks: Table = ...,
    weights: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The f-divergence Σ Q(a) f(P(a)/Q(a)) (Csiszár 1967) of a convex, piecewise linear f: its
    slope grows by the weight w_j at the kink t_j, so f(t) = Σ_j w_j (max(0, t − t_j) − max(0,
    1 − t_j)) but for a multiple of t − 1, which adds nothing. As no weight is negative, f is
    convex, and f(1) = 0; where Q(a) = 0 a symbol adds P(a) Σ_j w_j, the slope at infinity.
    Every generator that is finite with finite slopes is a limit of these."""

def free_lunch_epsilon(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The least ε for which the responses to any two databases are (ε,0)-close."""

def g_leakage(
    prior: Table = ...,
    channel: Table = ...,
    gains: Table = ...,
    guesses: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """g-leakage: ln of how much the best guess's expected gain grows by the output, Σ_y max_w
    Σ_x P(x) W(y|x) g(w, x) over max_w Σ_x P(x) g(w, x), in nats (Alvim, Chatzikokolakis,
    Palamidessi & Smith 2012). The gain of guess w for the input x is the number w n + x of
    the table of gains; without the output the best guess must gain something."""

def gaussian_delta(
    *,
    sigma: Number,
    eps: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least δ for which `steps` Gaussian mechanisms are (ε, δ)-DP (Balle and Wang 2018,
    Theorem 8)."""

def gaussian_epsilon(
    *,
    sigma: Number,
    delta: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which `steps` Gaussian mechanisms are (ε, δ)-DP, 0 < δ < 1."""

def gaussian_information(
    prior: Table = ...,
    channel: Table = ...,
    query: Table = ...,
    dimension: int = ...,
    variance: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """I(U; f(V) + Z) in nats, where Z has d independent Gaussian coordinates of this variance."""

def gaussian_ldp(
    dimension: int,
    power: Number,
    variance: Number,
    eps: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least δ of (ε,δ)-LDP of Gaussian noise in d dimensions, inputs ‖x‖² ≤ power."""

def gaussian_lip(
    points: Table = ...,
    prior: Table = ...,
    variance: Number = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least δ of (ε,δ)-LIP of Gaussian noise on points of the line."""

def gaussian_renyi(
    *,
    sigma: Number,
    order: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α > 0 of `steps` Gaussian mechanisms, in nats:
    kαΔ²/(2σ²), exactly (van Erven and Harremoës 2014, (10))."""

def gaussian_sigma(
    *,
    eps: Number,
    delta: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least standard deviation for which `steps` Gaussian mechanisms are (ε, δ)-DP: `high`
    is enough for certain, `low` is too little."""

def gaussian_steps(
    *,
    sigma: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
) -> Certified:
    """The largest number of Gaussian mechanisms that are (ε, δ)-DP together; 0 if none."""

def gaussian_threshold(
    *,
    sigma: Number,
    delta: Number,
    sensitivity: Number = ...,
    keys: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least threshold at which `gaussian_threshold_delta` is at most δ, 0 < δ < 1."""

def gaussian_threshold_delta(
    *,
    sigma: Number,
    threshold: Number,
    sensitivity: Number = ...,
    keys: Number = ...,
    width: Number = ...,
) -> Certified:
    """The same with Gaussian noise of the standard deviation `sigma`."""

def gaussian_zcdp(
    *,
    sigma: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
) -> Certified:
    """The least ρ for which `steps` Gaussian mechanisms are ρ-zCDP, in nats: kΔ²/(2σ²), exactly
    (Bun and Steinke 2016, Lemma 2.4)."""

def group_dp_delta(
    *,
    level: Number,
    failure: Number,
    size: Number,
    width: Number = ...,
) -> Certified:
    """A δ that is enough at kε₀ for data sets that differ in k entries, where the mechanism is
    (ε₀,δ₀)-DP for one: δ₀(1 + e^ε₀ + … + e^((k−1)ε₀)), 1 at most."""

def group_information(
    prior: Table = ...,
    mechanism: Table = ...,
    group: Table = ...,
    known: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """I(X_I;Y|X_J) under a prior on the database, in nats, for events I, J over its entries.
    Entries that are in both groups count as known."""

def hellinger(
    P: Table = ...,
    Q: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The squared Hellinger distance 1 − Σ √(P(a) Q(a)) (Le Cam 1986), in [0, 1]."""

def hockey_stick(
    P: Table = ...,
    Q: Table = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The hockey-stick divergence of order e^ε: Σ max(0, P(a) − e^ε Q(a))."""

def indicator(
    A: Table = ...,
    a: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """1 if the symbol is in the event, else 0."""

def information(
    prior: Table = ...,
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The mutual information of a channel's input and output under a prior, in nats."""

def information_bottleneck(
    prior: Table = ...,
    channel: Table = ...,
    rate: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The information bottleneck, in nats: the most that a T tells of the channel's output, if
    it tells of the input no more than the rate, I(T; X) ≤ r, and of the output by the input
    alone (Witsenhausen & Wyner 1975; Tishby, Pereira & Bialek 1999). One symbol more than
    there are inputs is as many as T needs. Above three inputs of positive mass no more than
    bounds are known, and nothing is searched."""

def jensen_shannon(
    P: Table = ...,
    Q: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The Jensen–Shannon divergence ½ D(P‖M) + ½ D(Q‖M) with M = ½ P + ½ Q, in nats (Lin 1991):
    the mutual information of a fair coin and a symbol of the law that it chooses."""

def joint_information(
    joint: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """I(U;V|W), the mutual information of variables of a joint law given others, in nats."""

def kl(
    P: Table = ...,
    Q: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Kullback–Leibler divergence D(P‖Q) in nats; +∞ unless P is absolutely continuous."""

def kl_dp(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The largest KL divergence between responses to neighbouring databases."""

def lambert_w(
    x: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """W_0(x), Lambert's W: the w ≥ −1 with w e^w = x, for x ≥ −1/e."""

def laplace_delta(
    *,
    scale: Number,
    eps: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least δ for which `steps` Laplace mechanisms of one coordinate are (ε, δ)-DP."""

def laplace_epsilon(
    *,
    scale: Number,
    delta: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which `steps` Laplace mechanisms are (ε, δ)-DP, 0 ≤ δ < 1; for δ = 0
    it is kΔ/b exactly."""

def laplace_information(
    prior: Table = ...,
    channel: Table = ...,
    query: Table = ...,
    dimension: int = ...,
    scale: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """I(U; f(V) + Z) in nats, where Z has d independent Laplace coordinates of this scale."""

def laplace_renyi(
    *,
    scale: Number,
    order: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α ≥ 1 of `steps` Laplace mechanisms, in nats; of order 1
    the Kullback–Leibler divergence."""

def laplace_scale(
    *,
    eps: Number,
    delta: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least scale for which `steps` Laplace mechanisms are (ε, δ)-DP: `high` is enough for
    certain, `low` is too little; for δ = 0 it is kΔ/ε exactly."""

def laplace_steps(
    *,
    scale: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
) -> Certified:
    """The largest number of Laplace mechanisms that are (ε, δ)-DP together; 0 if none."""

def laplace_threshold(
    *,
    scale: Number,
    delta: Number,
    sensitivity: Number = ...,
    keys: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least threshold at which `laplace_threshold_delta` is at most δ, 0 < δ < 1."""

def laplace_threshold_delta(
    *,
    scale: Number,
    threshold: Number,
    sensitivity: Number = ...,
    keys: Number = ...,
    width: Number = ...,
) -> Certified:
    """The probability with which one of the keys that one data set alone has is released: a
    count of `sensitivity` with Laplace noise reaches the threshold. No smaller δ does."""

def laplace_zcdp(
    *,
    scale: Number,
    steps: Number = ...,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ρ for which `steps` Laplace mechanisms are ρ-zCDP, in nats: the largest D_α/α
    over orders α > 1."""

def ldp_curve(
    mu: Number,
    eps: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """δ_μ^LDP(ε): the largest of 0, p_0 − e^ε p_1 and p_1 − e^ε p_0 over all p_0, p_1 in [0, 1]
    for which the channel with rows (1 − p_0, p_0) and (1 − p_1, p_1) has a capacity of at
    most μ bits (Ngo et al. 2024, (10))."""

def ldp_floor(
    mu: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """p̄_μ: the p in (0, 1] with H_b(p)/p = −log2(2^μ − 1), H_b in bits; undefined for μ outside
    (0, 1] (Ngo et al. 2024, after Theorem 1)."""

def le_cam(
    P: Table = ...,
    Q: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The Le Cam divergence ½ Σ (P(a) − Q(a))²/(P(a) + Q(a)) over the symbols of either law:
    half of the triangular discrimination (Le Cam 1986; Polyanskiy & Wu 2024, Chapter 7)."""

def leading_minor(
    entries: Table = ...,
    order: int = ...,
    size: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The determinant of the first `order` rows and columns of a square matrix with `size` rows;
    1 for order 0."""

def leakage_capacity(
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The largest pointwise maximal leakage over all priors and outcomes, in nats; +∞ where an
    outcome that some input gives is impossible for another (Saeidian et al., Theorem 2.8)."""

def least_epsilon(
    P: Table = ...,
    Q: Table = ...,
    delta: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least ε for which P and Q are (ε,δ)-close."""

def likelihood_ratio(
    P: Table = ...,
    Q: Table = ...,
    a: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """dP/dQ at a symbol: P(a)/Q(a), +∞ where Q(a) = 0 < P(a), undefined where both are 0."""

def lip_curve(
    mu: Number,
    eps: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """δ_μ^LIP(ε): the largest of 0, p_0 − e^ε p_1 and e^(−ε) p_1 − p_0 over all p_0, p_1 in [0,
    1] with KL(Ber(p_1)‖Ber(p_0)) ≤ μ bits (Ngo et al. 2024, (13))."""

def log(
    x: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The natural logarithm; ln 0 = −∞, undefined below 0."""

def lower_value(
    payoffs: Table = ...,
    rows: int = ...,
    columns: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """max_p min_y Σ_x p(x) v_xy over laws p of the rows: what the row player of a two-person
    zero-sum game is sure of, who is paid v_xy for row x and column y (von Neumann 1928)."""

def maximal_alpha_leakage(
    prior: Table = ...,
    channel: Table = ...,
    alpha: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Maximal α-leakage of an order in [1, ∞], in nats: the largest α-leakage, which is
    Arimoto's α-information, of the output about anything that it depends on only through the
    input; the mutual information at order 1, maximal leakage at order ∞ (Liao, Kosut, Sankar
    & Calmon 2019)."""

def maximal_leakage(
    prior: Table = ...,
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Maximal leakage: ln Σ_y max over the prior's support of W(y|x), in nats."""

def maximum(
    x: Number,
    y: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The larger of two numbers."""

def mi_dp(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The supremum over entries i and all priors of I(X_i;Y|X^{-i}), in nats."""

def mi_dp_split(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """As `mi_dp`, over the priors under which X_i is independent of the other entries."""

def mi_pp(
    framework: Mapping[str, Any] | Path = ...,
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least ε for which the channel is ε-MI-PP in the framework."""

def min_entropy(
    P: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """−ln max P(a), in nats."""

def min_entropy_leakage(
    prior: Table = ...,
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Min-entropy leakage: ln of how much likelier the best guess of the input becomes by the
    output, Σ_y max_x P(x) W(y|x) over max_x P(x), in nats (Smith 2009)."""

def minimax_risk(
    channel: Table = ...,
    losses: Table = ...,
    actions: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The minimax risk: the least over randomised decisions δ of the largest mean loss max_x Σ_y
    W(y|x) Σ_a δ(a|y) L(x, a) (Wald 1950). The loss of action a at the input x is the number a
    n + x of the table of losses, where the channel has n inputs."""

def minimum(
    x: Number,
    y: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The lesser of two numbers."""

def noisy_information(
    points: Table = ...,
    prior: Table = ...,
    variance: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Information of points of the line with Gaussian noise."""

def noisy_max_delta(
    *,
    scores: Table,
    other_scores: Table,
    scale: Number,
    eps: Number,
    noise: str = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """δ at ε for the largest noisy score on the scores of two data sets: H(P‖Q), P being the law
    on `scores`."""

def noisy_max_epsilon(
    *,
    scores: Table,
    other_scores: Table,
    scale: Number,
    delta: Number,
    noise: str = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 at which `noisy_max_delta` is at most δ, 0 ≤ δ < 1."""

def noisy_max_probability(
    *,
    scores: Table,
    candidate: Number,
    scale: Number,
    noise: str = ...,
    width: Number = ...,
) -> Certified:
    """The probability with which a candidate has the largest score once noise is added to each
    (report noisy max)."""

def noisy_max_renyi(
    *,
    scores: Table,
    other_scores: Table,
    scale: Number,
    order: Number,
    noise: str = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α > 0 for the largest noisy score on the scores of two
    data sets, in nats; of order 1 the Kullback–Leibler divergence."""

def noisy_max_scale(
    *,
    scores: Table,
    other_scores: Table,
    eps: Number,
    delta: Number,
    noise: str = ...,
    width: Number = ...,
) -> Certified:
    """The least scale from which on the largest noisy score has a δ within `delta` at ε at every
    scale, on the scores of two data sets: at `high` and all above it is certified, at `low`
    it isn't; 0 where every scale is enough."""

def noisy_max_steps(
    *,
    scores: Table,
    other_scores: Table,
    scale: Number,
    eps: Number,
    delta: Number,
    noise: str = ...,
    most: Number = ...,
) -> Certified:
    """The largest number of rounds of the largest noisy score on these scores of which δ at ε is
    within `delta`; 0 if none."""

def noisy_max_zcdp(
    *,
    scores: Table,
    other_scores: Table,
    scale: Number,
    noise: str = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The largest D_α/α over orders α > 1, the ρ of zCDP, for the largest noisy score on the
    scores of two data sets, in nats."""

def normal_cdf(
    x: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Φ(x): the standard normal law's probability of (−∞, x]."""

def peak_capacity(
    dimension: int,
    power: Number,
    variance: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Capacity of Gaussian noise in d dimensions, inputs ‖x‖² ≤ power."""

def permute_and_flip_delta(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    eps: Number,
    sensitivity: Number = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """δ at ε for permute and flip on the scores of two neighbours: H(P‖Q), P being the law on
    `scores`."""

def permute_and_flip_epsilon(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    delta: Number,
    sensitivity: Number = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 at which `permute_and_flip_delta` is at most δ, 0 ≤ δ < 1."""

def permute_and_flip_level(
    *,
    scores: Table,
    other_scores: Table,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The largest ε₀ up to which permute and flip of every level has a δ within `delta` at ε, on
    the scores of two neighbours."""

def permute_and_flip_probability(
    *,
    scores: Table,
    candidate: Number,
    level: Number,
    sensitivity: Number = ...,
    width: Number = ...,
) -> Certified:
    """The probability with which permute and flip (McKenna and Sheldon 2020) chooses a
    candidate: candidates come in random order, and one is taken with probability e^(ε₀(score
    − best)/(2Δ))."""

def permute_and_flip_renyi(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    order: Number,
    sensitivity: Number = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α > 0 for permute and flip on the scores of two
    neighbours, in nats; of order 1 the Kullback–Leibler divergence."""

def permute_and_flip_steps(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    most: Number = ...,
) -> Certified:
    """The largest number of rounds of permute and flip on these scores of which δ at ε is within
    `delta`; 0 if none."""

def permute_and_flip_zcdp(
    *,
    scores: Table,
    other_scores: Table,
    level: Number,
    sensitivity: Number = ...,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The largest D_α/α over orders α > 1, the ρ of zCDP, for permute and flip on the scores of
    two neighbours, in nats."""

def pi(
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The number π."""

def pointwise_maximal_leakage(
    prior: Table = ...,
    channel: Table = ...,
    outcome: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The pointwise maximal leakage ℓ(X → y), in nats: ln of the largest W(y|x)/P_Y(y) over the
    prior's support; 0 for an outcome of probability 0 (Saeidian et al., Theorem 2.4)."""

def pp_delta(
    framework: Mapping[str, Any] | Path = ...,
    channel: Table = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least δ for which the channel is (ε,δ)-PP in the framework."""

def pp_epsilon(
    framework: Mapping[str, Any] | Path = ...,
    channel: Table = ...,
    delta: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least ε for which the channel is (ε,δ)-PP in the framework."""

def prior_gaussian_delta(
    weights: Table = ...,
    means: Table = ...,
    variances: Table = ...,
    other_weights: Table = ...,
    other_means: Table = ...,
    other_variances: Table = ...,
    deviation: Number = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least δ of Gaussian noise on two Gaussian-mixture priors."""

def prior_gaussian_deviation(
    weights: Table = ...,
    means: Table = ...,
    variances: Table = ...,
    other_weights: Table = ...,
    other_means: Table = ...,
    other_variances: Table = ...,
    eps: Number = ...,
    delta: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least deviation of noise that meets (ε,δ) on two Gaussian-mixture priors."""

def prior_laplace_delta(
    weights: Table = ...,
    means: Table = ...,
    variances: Table = ...,
    other_weights: Table = ...,
    other_means: Table = ...,
    other_variances: Table = ...,
    scale: Number = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least δ of Laplace noise on two Gaussian-mixture priors."""

def prior_laplace_scale(
    weights: Table = ...,
    means: Table = ...,
    variances: Table = ...,
    other_weights: Table = ...,
    other_means: Table = ...,
    other_variances: Table = ...,
    eps: Number = ...,
    delta: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Least scale of Laplace noise that meets (ε,δ) on two Gaussian-mixture priors."""

def probability(
    P: Table = ...,
    A: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The probability of an event."""

def pufferfish_delta(
    framework: Mapping[str, Any] | Path = ...,
    channel: Table = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The least δ ≥ 0 for which the mechanism, a channel from the data, is (ε,δ)-PP: the
    supremum of `secret_delta` over the class (Definitions 1 and 2)."""

def pufferfish_epsilon(
    framework: Mapping[str, Any] | Path = ...,
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The least ε ≥ 0 for which the mechanism is (ε,0)-PP; +∞ if there is none."""

def pufferfish_information(
    framework: Mapping[str, Any] | Path = ...,
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The supremum over the class's laws and the edges of I(g(X);M(X)|w(X)), in nats; 0 without
    edges (Definition 3)."""

def randomised_response_delta(
    *,
    symbols: Number,
    level: Number,
    eps: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least δ for which `steps` randomised responses with `symbols` answers are (ε, δ)-DP."""

def randomised_response_epsilon(
    *,
    symbols: Number,
    level: Number,
    delta: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which such randomised responses are (ε, δ)-DP, 0 ≤ δ < 1."""

def randomised_response_level(
    *,
    symbols: Number,
    eps: Number,
    delta: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The largest ε₀ for which `steps` randomised responses are (ε, δ)-DP: `low` is within for
    certain, `high` is too much; for δ = 0 it is ε/k exactly. 0 ≤ δ < 1."""

def randomised_response_renyi(
    *,
    symbols: Number,
    level: Number,
    order: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α > 0 of such randomised responses, in nats; of order 1
    the Kullback–Leibler divergence."""

def randomised_response_steps(
    *,
    symbols: Number,
    level: Number,
    eps: Number,
    delta: Number,
    most: Number = ...,
) -> Certified:
    """The largest number of such randomised responses that are (ε, δ)-DP together; 0 if none."""

def randomised_response_zcdp(
    *,
    symbols: Number,
    level: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ρ for which such randomised responses are ρ-zCDP, in nats: the largest D_α/α
    over orders α > 1."""

def rate_distortion(
    source: Table = ...,
    distortions: Table = ...,
    m: int = ...,
    level: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The rate–distortion function R(D) of a source, in nats: the least mutual information of
    the source and a reproduction whose mean distortion is at most the level D (Shannon 1959).
    The distortion of the symbol x by the reproduction y of m is the number x m + y of the
    table, and some channel must reach the level."""

def renyi(
    P: Table = ...,
    Q: Table = ...,
    alpha: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The Rényi divergence of an order in [0, ∞], in nats (van Erven & Harremoës 2014). Order 0
    is −ln Q(P > 0), order 1 is KL, order ∞ is ln max P/Q."""

def renyi_dp(
    mechanism: Table = ...,
    alpha: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The least ε for which the mechanism is (α,ε)-RDP: the largest Rényi divergence of order α
    between responses to neighbouring databases, in either order (Mironov 2017, Definition 4)."""

def renyi_entropy(
    P: Table = ...,
    alpha: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The Rényi entropy ln(Σ P^α)/(1 − α) of an order in [0, ∞], in nats. Order 0 is ln of the
    number of symbols of positive probability, order 1 Shannon's entropy, order ∞ the min-
    entropy."""

def renyi_to_dp_delta(
    *,
    orders: Number | Table,
    levels: Number | Table,
    eps: Number,
    rule: str = ...,
    width: Number = ...,
) -> Certified:
    """A δ that is enough: mechanisms whose Rényi divergences of these orders are at most these
    levels are (ε, δ)-DP."""

def renyi_to_dp_epsilon(
    *,
    orders: Number | Table,
    levels: Number | Table,
    delta: Number,
    rule: str = ...,
    width: Number = ...,
) -> Certified:
    """An ε that is enough: mechanisms whose Rényi divergences of these orders are at most these
    levels are (ε, δ)-DP, 0 < δ < 1."""

def response_support(
    framework: Mapping[str, Any] | Path = ...,
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The largest |supp(M(X))| over the class's laws: how many responses are possible."""

def sampled_dp_epsilon(
    *,
    level: Number,
    sampling: Number,
    width: Number = ...,
) -> Certified:
    """The least ε that is enough for every ε₀-DP mechanism on a Poisson sample of its records,
    one added or removed: ln(1 + q(e^ε₀ − 1)) (Li, Qardaji and Su 2012, Theorem 1)."""

def sampled_dp_level(
    *,
    eps: Number,
    sampling: Number,
    width: Number = ...,
) -> Certified:
    """The largest ε₀ for which every ε₀-DP mechanism is ε-DP on a Poisson sample of its records,
    one added or removed: ln(1 + (e^ε − 1)/q), the inverse of `sampled_dp_epsilon`."""

def secret_delta(
    framework: Mapping[str, Any] | Path = ...,
    law: Table = ...,
    channel: Table = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The least δ ≥ 0 for which the responses given two secrets of one edge and one public
    value, both of positive probability under the law, are (ε,δ)-close."""

def secret_information(
    framework: Mapping[str, Any] | Path = ...,
    law: Table = ...,
    channel: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The largest I(g(X);M(X)|w(X)) over the edges, in nats, under a law; 0 without edges."""

def shuffled_epsilon(
    *,
    level: Number,
    users: Number,
    delta: Number,
    width: Number = ...,
) -> Certified:
    """An ε that is enough: `users` responses of (ε₀, 0)-DP local randomisers, shuffled, are (ε,
    δ)- DP for one user (Feldman, McMillan and Talwar 2021, Theorem 3.1)."""

def shuffled_response_delta(
    *,
    level: Number,
    users: Number,
    eps: Number,
    symbols: Number = ...,
    others: Table = ...,
    width: Number = ...,
) -> Certified:
    """The least δ for which the histogram of `users` randomised responses is (ε, δ)-DP for one
    user, exactly: over all data of the others, or for data of theirs that are given."""

def shuffled_response_epsilon(
    *,
    level: Number,
    users: Number,
    delta: Number,
    symbols: Number = ...,
    others: Table = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which that histogram is (ε, δ)-DP, 0 < δ < 1."""

def shuffled_response_level(
    *,
    users: Number,
    eps: Number,
    delta: Number,
    symbols: Number = ...,
    others: Table = ...,
    width: Number = ...,
) -> Certified:
    """The largest ε₀ of a response for which that histogram is (ε, δ)-DP: `low` is within for
    certain, `high` is too much. 0 < δ < 1."""

def sibson(
    prior: Table = ...,
    channel: Table = ...,
    alpha: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Sibson's α-information, in nats (Verdú 2015)."""

def sqrt(
    x: Number,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The square root; undefined below 0."""

def staircase_delta(
    *,
    level: Number,
    share: Number,
    eps: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least δ at ε for the answers of a staircase mechanism (Geng and Viswanath 2014) to two
    neighbours that are exactly its sensitivity Δ apart, `steps` times."""

def staircase_epsilon(
    *,
    level: Number,
    share: Number,
    delta: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 at which `staircase_delta` is at most δ, 0 ≤ δ < 1."""

def staircase_level(
    *,
    share: Number,
    eps: Number,
    delta: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The largest ε₀ of which `staircase_delta` is at most δ at ε: `low` is within for certain,
    `high` is too much; for δ = 0 it is ε/k exactly; ∞ where every level is enough. 0 ≤ δ < 1."""

def staircase_renyi(
    *,
    level: Number,
    share: Number,
    order: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α > 0 of such answers of a staircase mechanism, in nats;
    of order 1 the Kullback–Leibler divergence."""

def staircase_steps(
    *,
    level: Number,
    share: Number,
    eps: Number,
    delta: Number,
    most: Number = ...,
) -> Certified:
    """The largest number of such staircase mechanisms of which `staircase_delta` is at most δ at
    ε; 0 if none."""

def staircase_zcdp(
    *,
    level: Number,
    share: Number,
    steps: Number = ...,
    width: Number = ...,
) -> Certified:
    """The largest D_α/α over orders α > 1 of such answers of a staircase mechanism, in nats:
    they are ρ-zCDP for this ρ and no less."""

def stick_contraction(
    channel: Table = ...,
    eps: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The largest hockey-stick divergence of order e^ε between rows of a channel: for ε ≥ 0 the
    least factor by which it contracts that divergence (Asoodeh, Diaz & Calmon 2020)."""

def subsampled_gaussian_delta(
    *,
    sampling: Number,
    sigma: Number,
    steps: Number,
    eps: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The least δ for which `steps` Poisson-subsampled Gaussian mechanisms are (ε, δ)-DP."""

def subsampled_gaussian_epsilon(
    *,
    sampling: Number,
    sigma: Number,
    steps: Number,
    delta: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which `steps` Poisson-subsampled Gaussian mechanisms are (ε, δ)-DP."""

def subsampled_gaussian_renyi(
    *,
    sampling: Number,
    sigma: Number,
    steps: Number,
    order: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α ≥ 1 of such rounds, in nats; of order 1 the
    Kullback–Leibler divergence."""

def subsampled_gaussian_sigma(
    *,
    sampling: Number,
    steps: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The least standard deviation for which `steps` such mechanisms are (ε, δ)-DP."""

def subsampled_gaussian_steps(
    *,
    sampling: Number,
    sigma: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    most: Number = ...,
) -> Certified:
    """The largest number of rounds of such a mechanism that are (ε, δ)-DP together; 0 if none."""

def subsampled_gaussian_zcdp(
    *,
    sampling: Number,
    sigma: Number,
    steps: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The least ρ for which `steps` Poisson-subsampled Gaussian mechanisms are ρ-zCDP, in nats:
    the largest D_α/α over orders α > 1. Sampling leaves it as it is, kΔ²/(2σ²)."""

def subsampled_laplace_delta(
    *,
    sampling: Number,
    scale: Number,
    steps: Number,
    eps: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The least δ for which `steps` Poisson-subsampled Laplace mechanisms are (ε, δ)-DP."""

def subsampled_laplace_epsilon(
    *,
    sampling: Number,
    scale: Number,
    steps: Number,
    delta: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The least ε ≥ 0 for which `steps` Poisson-subsampled Laplace mechanisms are (ε, δ)-DP."""

def subsampled_laplace_renyi(
    *,
    sampling: Number,
    scale: Number,
    steps: Number,
    order: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The Rényi divergence of an order α ≥ 1 of such rounds, in nats; of order 1 the
    Kullback–Leibler divergence."""

def subsampled_laplace_scale(
    *,
    sampling: Number,
    steps: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The least scale for which `steps` such mechanisms are (ε, δ)-DP."""

def subsampled_laplace_steps(
    *,
    sampling: Number,
    scale: Number,
    eps: Number,
    delta: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    most: Number = ...,
) -> Certified:
    """The largest number of rounds of such a mechanism that are (ε, δ)-DP together; 0 if none."""

def subsampled_laplace_zcdp(
    *,
    sampling: Number,
    scale: Number,
    steps: Number,
    sensitivity: Number = ...,
    adjacency: str = ...,
    width: Number = ...,
) -> Certified:
    """The least ρ for which `steps` Poisson-subsampled Laplace mechanisms are ρ-zCDP, in nats:
    the largest D_α/α over orders α > 1."""

def total_variation(
    P: Table = ...,
    Q: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """Total variation: half of Σ|P(a) − Q(a)|."""

def trade_off(
    P: Table = ...,
    Q: Table = ...,
    level: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The trade-off function: the least type II error of a test of P against Q, which may be
    randomised, whose type I error is at most the level (Dong, Roth & Su 2022, Definition
    2.1). By Neyman and Pearson it is the largest 1 − γ level − Σ max(0, Q(a) − γ P(a)) over
    likelihood ratios γ = Q(b)/P(b)."""

def transport_cost(
    P: Table = ...,
    Q: Table = ...,
    costs: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The optimal transport cost: the least Σ π(x, y) c(x, y) over joint laws π of P and Q
    (Kantorovich 1942). The cost from x to y, never negative, is the number x m + y of the
    table. A plan bounds it from above, a potential from below."""

def upper_value(
    payoffs: Table = ...,
    rows: int = ...,
    columns: int = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """min_q max_x Σ_y q(y) v_xy over laws q of the columns: what the column player of a two-
    person zero-sum game has to pay at most."""

def wasserstein(
    P: Table = ...,
    Q: Table = ...,
    distances: Table = ...,
    order: Number = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
) -> Certified:
    """The Wasserstein distance of an order p ≥ 1: the p-th root of the optimal transport cost of
    the p-th powers of a ground distance (Villani 2009, Definition 6.1). The distance from x
    to y is the number x n + y of the table; it need not be a metric."""

def zcdp(
    mechanism: Table = ...,
    *,
    width: Number = ...,
    normalise: bool = ...,
    file: str | Path | None = ...,
    database: Sequence[int] | None = ...,
) -> Certified:
    """The least ρ for which the mechanism is ρ-zCDP: the supremum, over orders α > 1, of D_α/α
    between responses to neighbouring databases (Bun & Steinke 2016, Definition 1.1)."""

def zcdp_to_dp_delta(
    *,
    rho: Number,
    eps: Number,
    rule: str = ...,
    width: Number = ...,
) -> Certified:
    """A δ that is enough: every ρ-zCDP mechanism is (ε, δ)-DP."""

def zcdp_to_dp_epsilon(
    *,
    rho: Number,
    delta: Number,
    rule: str = ...,
    width: Number = ...,
) -> Certified:
    """An ε that is enough: every ρ-zCDP mechanism is (ε, δ)-DP, 0 < δ < 1; by "bun-steinke" ρ +
    2√(ρ ln(1/δ)), by the default rule the least at which `zcdp_to_dp_delta` is at most δ."""

H = entropy
I = joint_information
KL = kl
TV = total_variation
absolute = abs
