"""Vectors of inverses for sampled and discrete noise, of what databases and priors tell, of leakage
by gain functions, optimal transport and Gaussian noise on points; and the public functions that
have none, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verified.oracle.vectors import corners
from verified.oracle.vectors.corners import two
from verified.oracle.vectors.grouping import LESS, MORE, NONE, Group, both, over

_SOME = corners.DELTAS[1:9]
_HALF = Fraction(1, 2)
_ARITHMETIC = "arithmetic of the language, no quantity of privacy"
_GAMES = "linear algebra and games, which claims use to state others"
_FRAMEWORK = "takes a Pufferfish framework, a mapping that inputs of vectors don't hold"
_ROUNDS = "takes rounds of several kinds, which inputs of vectors don't hold"

# Public functions without vectors, with the reason.
WITHOUT: dict[str, str] = {
    **dict.fromkeys(
        ("abs", "at", "exp", "indicator", "lambert_w", "log", "maximum", "minimum", "pi",
         "probability", "sqrt"),
        _ARITHMETIC,
    ),
    **dict.fromkeys(("determinant", "leading_minor", "lower_value", "upper_value"), _GAMES),
    **dict.fromkeys(
        ("attribute_delta", "mi_pp", "pp_delta", "pp_epsilon", "pufferfish_delta",
         "pufferfish_epsilon", "pufferfish_information", "response_support", "secret_delta",
         "secret_information"),
        _FRAMEWORK,
    ),
    **dict.fromkeys(
        ("composition_delta", "composition_deltas", "composition_epsilon", "composition_renyi",
         "gaussian_round", "laplace_round"),
        _ROUNDS,
    ),
    "information_bottleneck": "its enclosure is as narrow as a number of cells allows; more bits "
    "don't make it narrower",
    **dict.fromkeys(
        ("gaussian_information", "laplace_information"),
        "an integral over the line for each law of the query's answers; a value takes seconds",
    ),
}


def more_groups() -> Iterator[Group]:
    """All of them."""
    yield from _inverses()
    yield from _concentrated()
    yield from _sampled_inverses()
    yield from _databases()
    yield from _gains()
    yield from _transport()
    yield from _points()
    yield from _rounds()
    yield from _shuffled()
    yield from _reported()


# --- inverses -------------------------------------------------------------------------------------


def _inverses() -> Iterator[Group]:
    for level, steps in ((Fraction(0.1), 30), (1, 1), (corners.LOG3, 4)):
        given: dict[str, Any] = {"level": level, "steps": steps}
        yield Group("randomised_response_epsilon", "two answers", {**given, "symbols": 2},
                    over("delta", (0, *_SOME)))
        yield Group("approximate_dp_epsilon", "δ below the failure is never met",
                    {**given, "failure": two(-40)}, over("delta", corners.DELTAS[:5]))
    for size in (_HALF, 1, 16):
        for steps in (1, 10):
            made = {"scale": size, "steps": steps}
            yield Group("discrete_laplace_epsilon", f"{steps} rounds", made,
                        over("delta", (0, *_SOME)))
            yield Group("discrete_laplace_renyi", f"{steps} rounds", made,
                        over("order", (_HALF, 1, *corners.ORDERS)))
    for deviation in (_HALF, 1, 4, 16):
        yield Group("discrete_gaussian_epsilon", "one round", {"sigma": deviation},
                    over("delta", _SOME))
    for eps in (Fraction(0.1), 1, 4):
        yield Group("discrete_gaussian_sigma", "from which on all are enough", {"eps": eps},
                    over("delta", _SOME[:4]))
    yield Group("discrete_gaussian_zcdp", "rounds", {},
                both("sigma", corners.SIGMAS, "steps", (1, 7, 10_000)))
    for at in (Fraction(0.1), 1, corners.LOG3, 20):
        yield Group("exponential_mechanism_worst_level", "over all scores", {"eps": at},
                    over("delta", (0, *_SOME)), MORE)
    for large in (4, 16):
        yield Group("laplace_steps", "most rounds", {"scale": large},
                    both("eps", (_HALF, 1), "delta", (Fraction(1e-3), Fraction(1e-6))), MORE)


def _concentrated() -> Iterator[Group]:
    """The least ρ of zCDP, and divergences of order 1 of rounds of noise."""
    levels = (two(-40), two(-10), Fraction(0.1), 1, corners.LOG3, 4, 30)
    sizes = (two(-4), Fraction(0.3), 1, 2, 16, 1024, two(30))
    yield Group("laplace_zcdp", "rounds", {}, both("scale", sizes, "steps", (1, 1000)))
    yield Group("discrete_laplace_zcdp", "rounds", {},
                both("scale", sizes, "sensitivity", (1, 3)))
    for symbols in (2, 10):
        yield Group("randomised_response_zcdp", f"{symbols} symbols", {"symbols": symbols},
                    over("level", levels))
    yield Group("staircase_zcdp", "a share of a third", {"share": Fraction(1, 3)},
                over("level", levels))
    yield Group("exponential_mechanism_worst_zcdp", "over all scores", {}, over("level", levels))
    scores: dict[str, Any] = {"scores": (0, 1, 2), "other_scores": (1, 0, 2)}
    for name in ("exponential_mechanism", "permute_and_flip"):
        yield Group(f"{name}_zcdp", "two of three change places", scores, over("level", levels))
    yield Group("noisy_max_zcdp", "two of three change places", scores, over("scale", sizes[:-1]))
    for adjacency in ("remove", "add", "replace"):
        given = {"sampling": Fraction(1, 8), "steps": 10, "adjacency": adjacency}
        yield Group("subsampled_laplace_zcdp", adjacency, given, over("scale", (_HALF, 1, 4)))
        yield Group("subsampled_laplace_renyi", f"{adjacency}, of order 1", {**given, "order": 1},
                    over("scale", (_HALF, 1, 4)))
        yield Group("subsampled_gaussian_renyi", f"{adjacency}, of order 1", {**given, "order": 1},
                    over("sigma", (_HALF, 1, 4)))
    yield Group("subsampled_gaussian_zcdp", "10 rounds", {"sampling": Fraction(1, 8), "steps": 10},
                over("sigma", (_HALF, 1, 4)))
    yield Group("laplace_renyi", "of order 1", {"order": 1}, over("scale", sizes))


def _sampled_inverses() -> Iterator[Group]:
    rate, deltas = Fraction(1, 4), (Fraction(1e-3), Fraction(1e-6))
    for steps in (1, 30):
        yield Group("subsampled_gaussian_sigma", f"{steps} rounds",
                    {"sampling": rate, "steps": steps},
                    both("eps", (_HALF, 2), "delta", deltas[1:]))
    yield Group("subsampled_gaussian_steps", "most rounds", {"sampling": rate, "sigma": 2},
                both("eps", (1, 4), "delta", deltas), MORE)
    for name, given in (("subsampled_laplace_epsilon", {"scale": 1}),
                        ("subsampled_laplace_scale", {"eps": _HALF})):
        yield Group(name, "one round", {"sampling": rate, "steps": 1, **given},
                    over("delta", _SOME[:4]))
    yield Group("subsampled_laplace_steps", "most rounds", {"sampling": rate, "scale": 4},
                both("eps", (Fraction(1, 8), Fraction(1, 4)), "delta", deltas[:1]), MORE)
    for adjacency in ("remove", "add"):
        yield Group("subsampled_laplace_renyi", "ten rounds",
                    {"sampling": rate, "scale": 1, "steps": 10, "adjacency": adjacency},
                    over("order", corners.ORDERS[2:7]))


# --- finite mechanisms ----------------------------------------------------------------------------


def _databases() -> Iterator[Group]:
    plain = ("bayesian_mi", "mi_dp_split", "conditional_leakage", "conditional_leakage_independent",
             "entry_leakage", "entry_leakage_independent", "database_leakage",
             "database_leakage_independent")
    for name, rows, database in corners.mechanisms():
        given = {"mechanism": rows, "database": database}
        for function in plain:
            yield Group(function, name, given, (({}, ()),))
        yield Group("entry_epsilon", name, given, over("entry", range(len(database))))
        uniform = (Fraction(1, len(rows)),) * len(rows)
        known = {**given, "prior": uniform}
        for function in ("bayesian_epsilon", "database_information"):
            yield Group(function, f"{name}; uniform", known, (({}, ()),))
        for function in ("entry_information", "conditional_entry_information"):
            yield Group(function, f"{name}; uniform", known, over("entry", range(len(database))))
        if len(database) > 1:
            yield Group("group_information", f"{name}; the first of the others", known,
                        (({"group": (0,), "known": tuple(range(1, len(database)))}, ()),))


def _gains() -> Iterator[Group]:
    for name, rows in corners.CHANNELS:
        size = len(rows)
        identity = tuple(Fraction(int(i == j)) for i in range(size) for j in range(size))
        # To guess within a set of inputs, and not to guess at all.
        wide = (*identity, *((_HALF,) * size))
        if size <= 8:
            for actions, losses in ((size, identity), (size + 1, wide)):
                yield Group("minimax_risk", f"{name}; {actions} actions",
                            {"channel": rows, "losses": losses, "actions": actions}, (({}, ()),))
        for prior_name, prior in corners.priors(size):
            given = {"prior": prior, "channel": rows}
            comment = f"{name}; {prior_name}"
            yield Group("g_leakage", f"{comment}; the right guess gains 1",
                        {**given, "gains": identity, "guesses": size}, (({}, ()),))
            yield Group("g_leakage", f"{comment}; to pass gains 1/2",
                        {**given, "gains": wide, "guesses": size + 1}, (({}, ()),))
            for guesses, losses in ((size, identity), (size + 1, wide)):
                yield Group("bayes_risk", f"{comment}; {guesses} actions",
                            {**given, "losses": losses, "actions": guesses}, (({}, ()),))
            if size <= 4:
                yield Group("maximal_alpha_leakage", comment, given,
                            over("alpha", (1, Fraction(9, 8), Fraction(3, 2), 2, 16)))
                yield Group("csiszar", comment, given, over("alpha", corners.ALL_ORDERS[1:8]))
            if all(prior):
                joint = tuple(
                    tuple(mass * entry for entry in row)
                    for mass, row in zip(prior, rows, strict=True)
                )
                yield Group("joint_information", comment, {"joint": joint}, (({}, ()),))


def _transport() -> Iterator[Group]:
    sources = set()
    for name, one, other in corners.pairs():
        size, given = len(one), {"P": one, "Q": other}
        yield Group("f_divergence", f"{name}; |t − 1|/2", {**given, "kinks": (1,), "weights": (1,)},
                    (({}, ()),))
        yield Group("f_divergence", f"{name}; three kinks",
                    {**given, "kinks": (_HALF, 1, 2), "weights": (1, two(-3), Fraction(3))},
                    (({}, ()),))
        seen = [place for place in range(min(size, 3)) if one[place] or other[place]]
        yield Group("likelihood_ratio", name, given, over("a", seen))
        if size <= 8:
            line = tuple(Fraction(abs(i - j)) for i in range(size) for j in range(size))
            yield Group("wasserstein", f"{name}; on a line", {**given, "distances": line},
                        over("order", (1, 2, 8)))
            if size <= 4 and one not in sources:
                # Several pairs have the same first law.
                sources.add(one)
                yield Group("rate_distortion", f"{name}; on a line",
                            {"source": one, "distortions": line, "m": size},
                            over("level", (0, two(-20), Fraction(1, 8), 1)))
            yield Group("transport_cost", f"{name}; squares on a line",
                        {**given, "costs": tuple(x * x for x in line)}, (({}, ()),))


def _points() -> Iterator[Group]:
    yield Group("binary_entropy_inverse", "far and near", {},
                over("y", (0, two(-40), two(-10), Fraction(0.1), _HALF, Fraction(0.6931471805))),
                NONE)
    yield Group("ldp_floor", "levels in bits", {},
                over("mu", (two(-20), two(-7), Fraction(0.1), _HALF, Fraction(7, 8), 1)), NONE)
    for dimension, power in ((1, 1), (1, 16), (2, 1)):
        given = {"dimension": dimension, "power": power}
        yield Group("gaussian_ldp", "inputs of a bounded norm", given,
                    both("variance", (Fraction(1, 4), 1, 100), "eps", (0, _HALF, 1, 4)))
    yield Group("peak_capacity", "inputs of a bounded norm", {"dimension": 1, "power": 1},
                over("variance", (1, 4)))
    for points, prior in (((-1, 1), (_HALF, _HALF)), ((0, 1, 4), corners.drawn(1, 3))):
        given_points = {"points": points, "prior": prior}
        yield Group("gaussian_lip", "points of the line", given_points,
                    both("variance", (Fraction(1, 4), 1, 16), "eps", (Fraction(1, 4), 1)))
        yield Group("noisy_information", "points of the line", given_points,
                    over("variance", (Fraction(1, 4), 1, 16)))
    one, another = ((1,), (0,), (1,)), ((1,), (1,), (2,))
    for kind, size in (("laplace", "scale"), ("gaussian", "deviation")):
        names = ("weights", "means", "variances")
        priors = {**dict(zip(names, one, strict=True)),
                  **{f"other_{key}": part for key, part in zip(names, another, strict=True)}}
        yield Group(f"prior_{kind}_delta", "N(0, 1) and N(1, 2)", priors,
                    both(size, (_HALF, 2), "eps", (0, Fraction(1, 4))), LESS)
        yield Group(f"prior_{kind}_{size}", "N(0, 1) and N(1, 2)", priors,
                    both("eps", (_HALF, 1), "delta", (Fraction(0.1), Fraction(1e-3))), LESS)


# --- discrete rounds and shuffling ----------------------------------------------------------------


def _rounds() -> Iterator[Group]:
    for share in (0, Fraction(1, 4), 1):
        yield Group("staircase_renyi", "one round", {"level": 1, "share": share},
                    over("order", (_HALF, 1, *corners.ORDERS)))
        for steps in (1, 10):
            yield Group("staircase_level", f"{steps} rounds", {"share": share, "steps": steps},
                        both("eps", (_HALF, 2), "delta", (0, *_SOME[:3])), MORE)
        yield Group("staircase_steps", "most rounds", {"level": two(-4), "share": share},
                    both("eps", (_HALF, 2), "delta", _SOME[:3]), MORE)
    for sigma, steps in ((1, 3), (2, 5), (4, 16)):
        given = {"sigma": sigma, "steps": steps}
        yield Group("discrete_gaussian_delta", f"{steps} rounds", given,
                    over("eps", corners.FEW_EPSILONS[:9]))
        yield Group("discrete_gaussian_epsilon", f"{steps} rounds", given,
                    over("delta", _SOME[:5]))
        yield Group("discrete_gaussian_renyi", f"{steps} rounds", given,
                    over("order", corners.ORDERS[2:7]))
    for sigma in (4, 16):
        yield Group("discrete_gaussian_steps", "most rounds", {"sigma": sigma},
                    both("eps", (_HALF, 1), "delta", (Fraction(1e-3), Fraction(1e-6))), MORE)


def _shuffled() -> Iterator[Group]:
    for users in (1, 30):
        yield Group("shuffled_response_level", "the worst data of the others", {"users": users},
                    both("eps", (Fraction(1, 8), 1), "delta", _SOME[:3]), MORE)
    for level in (_HALF, 1, corners.LOG3, 4):
        for users in (1, 2, 10, 60):
            given: dict[str, Any] = {"level": level, "users": users}
            yield Group("shuffled_response_delta", "the worst data of the others", given,
                        over("eps", (0, two(-7), Fraction(1, 8), _HALF, 1, corners.LOG3)))
        yield Group("shuffled_response_epsilon", "the worst data of the others",
                    {"level": level, "users": 30}, over("delta", _SOME[:4]))
        yield Group("shuffled_response_delta", "three symbols",
                    {"level": level, "users": 9, "symbols": 3, "others": (4, 0, 4)},
                    over("eps", (0, Fraction(1, 8), _HALF, 1)))
        for users in (100, 10**4, 10**8):
            yield Group("shuffled_epsilon", "enough by Feldman, McMillan and Talwar (2021)",
                        {"level": level, "users": users}, over("delta", _SOME[:5]), NONE)


# --- arguments of public issues -------------------------------------------------------------------


def _reported() -> Iterator[Group]:
    # Where a discretised loss has another mean than the loss: the arguments as they were reported.
    yield Group("subsampled_gaussian_delta", "reported: an exception of a discretised loss",
                {"sampling": Fraction(0.2), "sigma": 1, "steps": 10}, over("eps", (1, 5)))
    yield Group("subsampled_gaussian_delta",
                "reported: an exception of a discretised loss, many rounds",
                {"sampling": Fraction(1, 8), "sigma": Fraction(0.8), "steps": 1000},
                over("eps", (32, 64)))
    # Where an order of 1 + 1e-8 gave 0, which is true.
    yield Group("subsampled_gaussian_epsilon", "reported: 0 at an order near 1",
                {"sampling": Fraction(0.00105), "sigma": 1, "steps": 1},
                over("delta", (Fraction(1e-3), Fraction(1e-4))))
    # The mean of 0 and the least float is 0 in floats. A divergence that is at most ln 2 isn't
    # infinite: to report more is a fault, too.
    least, half, quarter = two(-1074), _HALF, Fraction(1, 4)
    for name, one in (("in one law", (Fraction(0), half, half)),
                      ("in both laws", (least, half, half - least))):
        other = (least, quarter, 1 - quarter - least)
        for first, second in ((one, other), (other, one)):
            yield Group("jensen_shannon", f"the least float is a probability, {name}",
                        {"P": first, "Q": second}, (({}, ()),), NONE)


__all__ = ["WITHOUT", "more_groups"]
