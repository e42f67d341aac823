"""The summation query of K independent users: Corollary 1 and what Section III-B says of it.

The users' means and variances are two lists of K numbers. Given that a user is absent the query is
the sum over the others.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Close,
    Formula,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    both,
    equals,
    every,
    largest,
    negation,
    sqrt,
    total,
)
from verified.papers.ding_2024.common import delta, eps, long_enough, paper, scale, tail_end
from verified.papers.ding_2024.theorem_1 import noised

users, two_users = Size("K"), Size("K", low=2)
user, other = Symbol("k", users), Symbol("k'", users)
means, variances = Reals("m", users), Reals("v", users, ">=0")
possible_end = Real("t", ">=0", latex=r"\tau")

GAUSSIAN = "sums over the other users of positive variance"


def whole(numbers: Any) -> Term:
    """The sum over all users."""
    return total(other, numbers[other])


def others(numbers: Any) -> Term:
    """The sum over the users in K_{-k}, all but `user`."""
    return total(other, numbers[other], where=negation(equals(other, user)))


uncertain = every(user, others(variances) > 0)
growth = sqrt(others(variances) + variances[user]) - sqrt(others(variances))
needed = absolute(means[user]) + growth * tail_end
present, absent = (
    noised(part(means), part(variances)) for part in (whole, others)
)

paper.claim(
    "corollary-1a",
    at="Corollary 1(a), eq. (9)",
    scope=GAUSSIAN,
    forall=[users, means, variances, tail_end, eps, delta, scale],
    given=[uncertain, long_enough(tail_end, delta), every(user, needed / eps <= scale)],
    then=every(user, Close(present, absent, eps, delta)),
    note=(
        "That b is at least the largest of the K numbers of (9) says that it is at least each. "
        "The priors are those of (7), given that user k is present, and of the sum without user k. "
        "Both orders of the two secrets, as the text has S_⊥ in the one and in the other. Where "
        "the others are constants the query without the user is no Gaussian number."
    ),
)

first_value, second_value = Real("a"), Real("a'")
values_apart = absolute(first_value - second_value)

paper.claim(
    "corollary-1b",
    at="Corollary 1(b), eq. (10)",
    scope=GAUSSIAN,
    forall=[users, means, variances, first_value, second_value, eps, scale],
    given=[uncertain, values_apart / eps <= scale],
    then=every(user, Close(
        noised(first_value + others(means), others(variances)),
        noised(second_value + others(means), others(variances)),
        eps, 0,
    )),
    note=(
        "The priors are those of (8), given Z_k = a and given Z_k = a'. The text has a ≠ a'; equal "
        "numbers are included here."
    ),
)

# --- what is said of large K ----------------------------------------------------------------------

sum_of_all, own = Real("S", ">0"), Real("v", ">0")
limit_of_growth = sqrt(sum_of_all) - sqrt(sum_of_all - own)
largest_mean, room = Real("r"), Real("w")
margin = Real("w", ">0")
# Many users: their means, and by how much the deviation grows with each of them.
one = Symbol("k", two_users)
many_means, rises = Reals("m", two_users), Reals("g", two_users, ">=0")


def _approaches(mean_of: Any) -> Formula:
    """The bound of (9), times ε, lies between the largest mean and that with τ w added, where no
    Δσ_k is more than w."""
    limit = largest(one, mean_of(many_means[one]))
    bound = largest(one, absolute(many_means[one]) + rises[one] * possible_end)
    return both(limit <= bound, bound <= limit + possible_end * margin)

paper.claim(
    "corollary-1-limit",
    at="after Corollary 1",
    forall=[users, means],
    then={
        "vanishes": {
            "forall": [sum_of_all, own, margin],
            "given": [own < sum_of_all, own <= margin * sqrt(sum_of_all)],
            "then": limit_of_growth <= margin,
            "reading": "growing-sum",
            "readings": {"literal": {
                "given": [own < sum_of_all],
                "note": (
                    "With no condition on the variances. Where they have a finite sum S over all "
                    "users, Δσ_k falls to √S − √(S − σ_k²) as K grows, which is positive."
                ),
            }},
            "note": (
                "“Δσ_k → 0 as K → ∞”: that for many users it is below every w > 0, for each user "
                "k, where the sum S of the variances grows without bound. So it does under the "
                "Lindeberg condition, which the text names for its priors and doesn't ask for here."
            ),
        },
        "approaches": {
            "forall": [two_users, many_means, rises, possible_end, margin],
            "given": [every(one, rises[one] <= margin)],
            "then": _approaches(lambda mean: mean),
            "note": (
                "“The lower bound in (9) approaches (1/ε) max_k μ_k”, with a modulus: it is within "
                "τ*(δ) w/ε of that once no Δσ_k, written g, is more than w. It approaches "
                "(1/ε) max_k |μ_k|."
            ),
        },
    },
)
paper.claim(
    "corollary-1-limit-repaired",
    at="after Corollary 1",
    scope=GAUSSIAN,
    forall=[users, means, variances, possible_end],
    then={
        "vanishes": {
            "scope": "",
            "forall": [sum_of_all, own, margin],
            "given": [own < sum_of_all, own <= margin * sqrt(sum_of_all)],
            "then": limit_of_growth <= margin,
            "note": (
                "Once the user's variance is small beside the root of the sum of all, as a fixed "
                "one is for large K where the sum grows without bound."
            ),
        },
        "approaches": {
            "scope": "",
            "forall": [two_users, many_means, rises, possible_end, margin],
            "given": [every(one, rises[one] <= margin)],
            "then": _approaches(absolute),
            "note": "With |μ_k|, as (9) has it.",
        },
        "growth": {
            "forall": [users, variances, user],
            "given": [others(variances) > 0],
            "then": both(
                variances[user] / (2 * sqrt(whole(variances))) <= growth,
                growth <= variances[user] / sqrt(whole(variances)),
            ),
            "note": (
                "So the largest Δσ_k goes to 0 exactly if the largest σ_k² over the root of the "
                "sum of all does."
            ),
        },
        "bound": {
            "forall": [users, means, variances, user, possible_end, largest_mean, room],
            "given": [
                others(variances) > 0, absolute(means[user]) <= largest_mean,
                variances[user] / sqrt(whole(variances)) <= room,
            ],
            "then": both(
                absolute(means[user]) <= absolute(means[user]) + growth * possible_end,
                absolute(means[user]) + growth * possible_end
                <= largest_mean + possible_end * room,
            ),
            "note": (
                "And then the right side of (9) goes to (1/ε) max_k |μ_k|: it lies between that "
                "and the same with τ*(δ) times the largest σ_k² over the root of the sum added."
            ),
        },
    },
)

# --- identical users ------------------------------------------------------------------------------

common_mean, common_deviation = Real("m", latex=r"\mu"), Real("s", ">0", latex=r"\sigma")
same_growth = sqrt(users) - sqrt(users - 1)
alone = total(other, common_deviation**2, where=negation(equals(other, user)))
same_bound = absolute(common_mean) + same_growth * common_deviation * possible_end
identical = [
    noised(count * common_mean, count * common_deviation**2) for count in (two_users, two_users - 1)
]

paper.claim(
    "eq-11",
    at="(11)",
    forall=[users, common_mean, common_deviation, possible_end, eps],
    then={
        "reduced": {
            "then": every(user, equals(
                (absolute(common_mean)
                 + (sqrt(alone + common_deviation**2) - sqrt(alone)) * possible_end) / eps,
                same_bound / eps,
            )),
            "note": "All K numbers of (9) are the one of (11).",
        },
        "vanishes": {
            "forall": [users, common_deviation, possible_end],
            "then": both(
                same_growth * common_deviation * possible_end >= 0,
                same_growth * common_deviation * possible_end
                <= common_deviation * possible_end / sqrt(users),
            ),
            "note": (
                "That the term vanishes as K grows, with a modulus: it is στ*(δ)/√K at most."
            ),
        },
    },
)

paper.claim(
    "identical-users-limit",
    at="after (11)",
    scope="two users or more",
    forall=[two_users, common_mean, common_deviation, eps, scale],
    given=[equals(scale, common_mean / eps)],
    then=Close(identical[0], identical[1], eps, 0),
    note=(
        "“As the number of records K grows larger, the term vanishes, and we can attain "
        "ε-pufferfish privacy … with b = μ/ε”, read for every K from 2 on. That it fails for the "
        "K of an instance doesn't say that it fails for all larger ones, which no claim here says: "
        "far out the log ratio tends to μ/b + σ²/(2b²), above ε for each K. For μ ≤ 0 there is no "
        "such scale."
    ),
)
paper.claim(
    "identical-users-limit-repaired",
    at="after (11)",
    scope="two users or more",
    forall=[two_users, common_mean, common_deviation, possible_end, eps, delta, scale],
    given=[
        long_enough(possible_end, delta),
        (absolute(common_mean) + common_deviation * possible_end / sqrt(two_users)) / eps <= scale,
    ],
    then=Close(identical[0], identical[1], eps, delta),
    note=(
        "(ε,δ)-pufferfish privacy for δ > 0: the scale for it goes to |μ|/ε as K grows, and is "
        "above |μ|/ε at each K."
    ),
)
