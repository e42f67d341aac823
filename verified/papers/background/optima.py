"""Textbook facts on optima: power spread over noisy coordinates, strategies of a game, two laws
coupled as closely as their moments allow."""

from __future__ import annotations

from verified.language import (
    Event,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    cases,
    equals,
    indicator,
    largest,
    log,
    lower_value,
    maximum,
    rational,
    smallest,
    sqrt,
    total,
    upper_value,
)
from verified.papers.background import COVER_THOMAS, paper

# --- water-filling --------------------------------------------------------------------------------

dims = Size("d")
noise, power = Reals("n", dims, ">0"), Reals("p", dims, ">=0")
water = Real("nu", ">0", latex=r"\nu")
budget = Real("s", ">=0")
j, i = Symbol("j", dims), Symbol("i", dims)
chosen = Event("A", dims)


def filled(level: Term) -> Term:
    """(ν − n_j)^+, the power that fills coordinate j up to a level."""
    return maximum(level - noise[j], 0)


def rate(powers: Term) -> Term:
    """Σ ½ ln(1 + p_j/n_j), for the power of coordinate j."""
    return total(j, log(1 + powers / noise[j])) / 2


ratio = (noise[j] + power[j]) / (noise[j] + filled(water))
spent = total(j, filled(water))
# The level at which the power `budget` is spent: no set of coordinates can take it at a lower one.
inside = equals(indicator(chosen, i), 1)
members = total(i, 1, where=inside)
level = smallest(
    chosen,
    cases(
        members >= 1,
        (budget + total(i, noise[i], where=inside)) / maximum(members, 1),
        budget + total(i, noise[i]),
    ),
)

paper.claim(
    "water-filling",
    at=f"{COVER_THOMAS}, Section 9.4",
    forall=[dims, noise, power, water],
    then={
        "most": {
            "given": [total(j, power[j]) <= spent],
            "then": rate(power[j]) <= rate(filled(water)),
        },
        "dual": {
            "forall": [dims, noise, power, water, budget],
            "given": [total(j, power[j]) <= budget],
            "then": rate(power[j]) <= rate(filled(water)) + (budget - spent) / (2 * water),
            "note": "At any level: what the power that is over can add.",
        },
        "gap": {
            "given": [total(j, power[j]) <= spent],
            "then": rate(power[j]) + total(j, ratio - 1 - log(ratio)) / 2 <= rate(filled(water)),
            "note": (
                "What is lost otherwise: x − 1 − ln x isn't negative, and 0 at x = 1 only, so no "
                "other powers reach the largest rate."
            ),
        },
        "value": {
            "forall": [dims, noise, water],
            "then": equals(rate(filled(water)), total(j, maximum(log(water / noise[j]), 0)) / 2),
        },
        "level": {
            "forall": [dims, noise, budget],
            "then": equals(total(j, filled(level)), budget),
            "note": (
                "So there is a level for every total power: the least over sets A ≠ ∅ of "
                "coordinates of (s + Σ_A n_j)/|A|. What stands for A = ∅ is never less than for "
                "the set of all."
            ),
        },
    },
    note=(
        "Parallel Gaussian channels with noise n_j and total power that of the levels "
        "(ν − n_j)^+, which are powers themselves: `most` is attained there."
    ),
)

# --- games ----------------------------------------------------------------------------------------

rows, columns = Size("n"), Size("m")
payoffs = Reals("v", rows * columns)
row_law, column_law = Pmf("p", rows), Pmf("q", columns)
x, y = Symbol("x", rows), Symbol("y", columns)
earned = smallest(y, total(x, row_law[x] * payoffs[x * columns + y]))
granted = largest(x, total(y, column_law[y] * payoffs[x * columns + y]))
lower, upper = lower_value(payoffs, rows, columns), upper_value(payoffs, rows, columns)

paper.claim(
    "minimax",
    at="von Neumann, Zur Theorie der Gesellschaftsspiele (1928)",
    forall=[rows, columns, payoffs],
    then={
        "strategies": {
            "forall": [rows, columns, payoffs, row_law, column_law],
            "then": earned <= granted,
        },
        "weak": lower <= upper,
        "value": {
            "then": equals(lower, upper),
            "note": "The largest over p of the least over y is the least over q of the largest "
            "over x, whatever the numbers v_xy.",
        },
    },
    note=(
        "A finite two-person zero-sum game: the row player is paid v_xy for row x and column y, "
        "and both choose by a law. The two values are defined by their own supremum and infimum; "
        "an instance encloses both between what one law p is sure of and one law q grants."
    ),
)

# --- two laws and their couplings -----------------------------------------------------------------

pairs = Size("n")
coupling = Pmf("P", pairs)
first, second = Reals("f", pairs), Reals("g", pairs)
s, t = Symbol("s", pairs), Symbol("t", pairs)
mean, other_mean = Real("m"), Real("k")
spread, other_spread = Real("s", ">=0"), Real("t", ">=0")
correlation = Real("rho", "[-1,1]", latex=r"\rho")


def expected(values: Term) -> Term:
    """The mean of a number of the pair s."""
    return total(s, coupling[s] * values)


def deviation(values: Term) -> Term:
    """The standard deviation of the numbers at s."""
    centre = total(t, coupling[t] * values[t])
    return sqrt(expected((values[s] - centre) ** 2))


def squared_distance(cross: Term) -> Term:
    """E(X − Y)² for means m, k, standard deviations s, t and this correlation."""
    return (
        (mean - other_mean) ** 2 + spread**2 + other_spread**2 - 2 * cross * spread * other_spread
    )


closest = (mean - other_mean) ** 2 + (spread - other_spread) ** 2

paper.claim(
    "gaussian-w2",
    at="Dowson and Landau, The Fréchet distance between multivariate normal distributions (1982)",
    forall=[pairs, coupling, first, second],
    then={
        "any-coupling": expected((first[s] - second[s]) ** 2)
        >= (expected(first[s]) - expected(second[s])) ** 2
        + (deviation(first) - deviation(second)) ** 2,
        "gaussian": {
            "forall": [mean, other_mean, spread, other_spread, correlation],
            "then": squared_distance(correlation) >= closest,
            "note": "X and Y are jointly normal.",
        },
        "attained": {
            "forall": [mean, other_mean, spread, other_spread],
            "then": equals(squared_distance(rational(1)), closest),
            "note": "Y = k + (X − m) t/s.",
        },
    },
    note=(
        "W₂² of N(m, s²) and N(k, t²), the least E(X − Y)² over their couplings, is (m − k)² + "
        "(s − t)². The language has no couplings of laws on the line: the lower bound is stated "
        "for any X and Y that take finitely many pairs of values, whatever their laws, and for "
        "jointly normal ones; the coupling that reaches it is jointly normal."
    ),
)
