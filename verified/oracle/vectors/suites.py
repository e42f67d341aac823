"""Which functions are asked at which corners: groups of vectors that share parameters."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from verified.oracle.vectors import corners
from verified.oracle.vectors.choices import choice_groups
from verified.oracle.vectors.conversions import conversion_groups
from verified.oracle.vectors.corners import Exact, two
from verified.oracle.vectors.grouping import MORE, NONE, Group
from verified.oracle.vectors.grouping import both as _both
from verified.oracle.vectors.grouping import over as _over
from verified.oracle.vectors.more import more_groups


def groups() -> Iterator[Group]:
    """All groups, in their order."""
    for part in (_gaussian, _laplace, _sampled, _laws, _entropies, _channels, _mechanisms, _curves,
                 _discrete, choice_groups, conversion_groups, more_groups):
        yield from part()


def _at_ratio(numbers: Iterable[Exact]) -> Any:
    """Values of ε, of which ln 3 is an atom of randomised response with 3/4 and 1/4."""
    return tuple(({"eps": x}, ("Atom",) if x == corners.LOG3 else ()) for x in numbers)


# --- noise ----------------------------------------------------------------------------------------


def _gaussian() -> Iterator[Group]:
    for sigma in corners.SIGMAS:
        # A δ whose exponent has 14 digits is left out: few readers' decimals hold it.
        places = [eps for eps in corners.EPSILONS if (sigma, eps) != (1024, 5000)]
        yield Group("gaussian_delta", "one round", {"sigma": sigma}, _over("eps", places))
    for steps, sigma in ((10, 1), (10, 16), (1000, 10), (1000, 128), (10_000, 100), (10_000, 1024)):
        yield Group("gaussian_delta", f"{steps} rounds", {"sigma": sigma, "steps": steps},
                    _over("eps", corners.EPSILONS))
    for size in (Fraction(0.1), 3, two(20)):
        yield Group("gaussian_delta", "another sensitivity", {"sigma": 1, "sensitivity": size},
                    _over("eps", corners.FEW_EPSILONS))
    for sigma in corners.SIGMAS:
        yield Group("gaussian_epsilon", "one round", {"sigma": sigma},
                    _over("delta", corners.DELTAS))
    yield Group("gaussian_epsilon", "1000 rounds", {"sigma": 64, "steps": 1000},
                _over("delta", corners.DELTAS))
    for eps in (two(-20), Fraction(0.01), Fraction(0.1), Fraction(1, 2), 1, 2, 5, 10, 100, 1000):
        yield Group("gaussian_sigma", "least noise", {"eps": eps}, _over("delta", corners.DELTAS))
    for sigma in (1, 10, 100):
        yield Group("gaussian_steps", "most rounds", {"sigma": sigma},
                    _both("eps", (two(-7), 1, 4), "delta", corners.DELTAS[1:6]), MORE)
    for sigma in corners.SIGMAS:
        yield Group("gaussian_renyi", "one round", {"sigma": sigma}, _over("order", corners.ORDERS))
    yield Group("gaussian_zcdp", "one round", {}, _over("sigma", corners.SIGMAS))


def _laplace() -> Iterator[Group]:
    for scale in corners.SCALES:
        atom = 1 / Fraction(scale)
        near = (math.nextafter(float(atom), 0), float(atom), math.nextafter(float(atom), math.inf))
        yield Group(
            "laplace_delta", "one round", {"scale": scale},
            (*_over("eps", corners.EPSILONS),
             *_over("eps", map(Fraction, near), ("Atom",))),
        )
    yield Group(
        "laplace_delta", "two rounds", {"scale": 1, "steps": 2},
        (*_over("eps", (0, 2, Fraction(math.nextafter(2, 0)), Fraction(math.nextafter(2, 3))),
                ("Atom",)),
         *_over("eps", (two(-7), Fraction(1, 2), 1, Fraction(3, 2), -1))),
    )
    for scale in corners.SCALES:
        yield Group("laplace_epsilon", "one round", {"scale": scale},
                    _over("delta", (0, *corners.DELTAS)))
        yield Group("laplace_renyi", "one round", {"scale": scale}, _over("order", corners.ORDERS))
    for eps in (two(-20), Fraction(0.1), 1, 5, 100):
        yield Group("laplace_scale", "least noise", {"eps": eps},
                    _over("delta", (0, *corners.DELTAS)))


_ADJACENCIES = ("remove", "add", "add-or-remove", "replace")


def _sampled() -> Iterator[Group]:
    rates, sizes = (two(-10), two(-7), Fraction(1, 4)), (Fraction(1, 2), 1, 4)
    for rate in rates:
        for sigma in sizes:
            for adjacency in _ADJACENCIES:
                yield Group(
                    "subsampled_gaussian_delta", "one round",
                    {"sampling": rate, "sigma": sigma, "steps": 1, "adjacency": adjacency},
                    _over("eps", corners.FEW_EPSILONS),
                )
        for scale, adjacency in itertools.product((1, 4), _ADJACENCIES[:3]):
            yield Group(
                "subsampled_laplace_delta", "one round",
                {"sampling": rate, "scale": scale, "steps": 1, "adjacency": adjacency},
                _over("eps", corners.FEW_EPSILONS),
            )
    for rate, sigma, steps, epsilons in (
        (two(-7), 1, 1000, (Fraction(1, 2), 2, 8)), (two(-7), 1, 10_000, (1, 4, 40)),
        (Fraction(1, 4), 1, 10, (Fraction(1, 2), 4, 16)), (Fraction(1, 4), 1, 100, (1, 8, 60)),
        (Fraction(1, 2), 2, 1000, (1, 64, 200)), (two(-4), Fraction(1, 2), 100, (4, 64, 400)),
    ):
        for adjacency in ("remove", "add-or-remove"):
            yield Group(
                "subsampled_gaussian_delta", f"{steps} rounds",
                {"sampling": rate, "sigma": sigma, "steps": steps, "adjacency": adjacency},
                _over("eps", epsilons),
            )
    yield Group(
        "subsampled_laplace_delta", "three rounds",
        {"sampling": Fraction(1, 4), "scale": 1, "steps": 3, "adjacency": "add-or-remove"},
        _over("eps", (two(-3), Fraction(1, 2), 1, 2)),
    )
    yield Group(
        "subsampled_gaussian_epsilon", "1000 rounds",
        {"sampling": two(-7), "sigma": 1, "steps": 1000},
        _over("delta", (Fraction(1e-3), Fraction(1e-6), Fraction(1e-15))),
    )
    for rate, sigma, steps in ((two(-7), 1, 1000), (Fraction(1, 4), 2, 10), (two(-10), 4, 1)):
        for adjacency in ("remove", "add"):
            yield Group(
                "subsampled_gaussian_renyi", f"{steps} rounds",
                {"sampling": rate, "sigma": sigma, "steps": steps, "adjacency": adjacency},
                _over("order", corners.ORDERS[1:7]),
            )


def _discrete() -> Iterator[Group]:
    for symbols, own in ((2, 1), (2, corners.LOG3), (4, 1), (1024, 5)):
        given = {"symbols": symbols, "level": own}
        yield Group("randomised_response_delta", "one response", given,
                    (*_over("eps", corners.FEW_EPSILONS), ({"eps": own}, ("Atom",))))
        yield Group("randomised_response_renyi", "one response", given,
                    _over("order", corners.ORDERS))
    for level, steps in ((Fraction(0.1), 100), (Fraction(0.01), 1000)):
        yield Group("randomised_response_delta", f"{steps} responses",
                    {"symbols": 2, "level": level, "steps": steps},
                    _over("eps", (0, Fraction(1, 2), 1, 2, 5)))
        for failure in (0, two(-40), two(-20)):
            yield Group("approximate_dp_delta", f"{steps} mechanisms",
                        {"level": level, "failure": failure, "steps": steps},
                        _over("eps", (0, Fraction(1, 2), 1, 2, 5)))
    for scale in corners.SCALES:
        atom = 1 / Fraction(scale)
        for shift in (1, 3):
            yield Group("discrete_laplace_delta", "one round",
                        {"scale": scale, "sensitivity": shift},
                        (*_over("eps", corners.FEW_EPSILONS),
                         *_over("eps", (shift * atom,), ("Atom",))))
    for scale in (Fraction(1, 2), 1, 4):
        for strict in (0, 1):
            yield Group("discrete_laplace_threshold_delta",
                        "the mass at the threshold is " + ("held back" if strict else "released"),
                        {"scale": scale, "strict": strict},
                        _over("threshold", (-3, 0, 1, 2, 5, 20, 100, 1000), ("Threshold",)))
    for sigma in (Fraction(1, 2), 1, 4, 16):
        yield Group("discrete_gaussian_delta", "one round", {"sigma": sigma},
                    _over("eps", corners.FEW_EPSILONS))
        yield Group("discrete_gaussian_renyi", "one round", {"sigma": sigma},
                    _over("order", corners.ORDERS))
    for share in (0, Fraction(1, 4), Fraction(3, 4), 1):
        yield Group("staircase_delta", "one round", {"level": 1, "share": share},
                    (*_over("eps", (-1, 0, two(-20), Fraction(1, 2), 2)),
                     *_over("eps", (1,), ("Atom",))))


# --- finite laws ----------------------------------------------------------------------------------


def _laws() -> Iterator[Group]:
    plain = ("kl", "total_variation", "chi_square", "hellinger", "jensen_shannon", "le_cam")
    for name, one, another in corners.pairs():
        given = {"P": one, "Q": another}
        flags = ("Swapped",) if name.endswith("swapped") else ()
        for function in plain:
            yield Group(function, name, given, (({}, flags),))
        yield Group("renyi", name, given, _over("alpha", corners.ALL_ORDERS, flags))
        yield Group("hockey_stick", name, given, _over("eps", corners.FEW_EPSILONS, flags))
        yield Group("least_epsilon", name, given, _over("delta", (0, *corners.DELTAS[:5]), flags))
        levels = (0, two(-40), two(-10), Fraction(1, 4), Fraction(1, 2), 1)
        yield Group("trade_off", name, given, _over("level", levels, flags), MORE)


def _entropies() -> Iterator[Group]:
    for name, law in corners.LAWS:
        for function in ("entropy", "min_entropy"):
            yield Group(function, name, {"P": law}, (({}, ()),), NONE)
        yield Group("renyi_entropy", name, {"P": law}, _over("alpha", corners.ALL_ORDERS), NONE)
    yield Group("binary_entropy", "far and near", {},
                _over("x", (0, two(-40), two(-10), Fraction(0.1), Fraction(1, 2), 1 - two(-40), 1)),
                NONE)
    yield Group("normal_cdf", "tails", {},
                _over("x", (-300, -40, -39, -10, -8, -5, -1, 0, two(-30), 1, 5, 8, 40)), NONE)


# --- channels and mechanisms ----------------------------------------------------------------------


def _channels() -> Iterator[Group]:
    for name, rows in corners.CHANNELS:
        given = {"channel": rows}
        for function in ("capacity", "dobrushin", "leakage_capacity"):
            yield Group(function, name, given, (({}, ()),))
        yield Group("stick_contraction", name, given, _over("eps", corners.FEW_EPSILONS[:10]))
        for prior_name, prior in corners.priors(len(rows)):
            both = {"prior": prior, "channel": rows}
            comment = f"{name}; {prior_name}"
            for function in ("information", "maximal_leakage", "min_entropy_leakage"):
                yield Group(function, comment, both, (({}, ()),))
            for function in ("sibson", "arimoto"):
                yield Group(function, comment, both, _over("alpha", corners.ALL_ORDERS[1:]))
            outcomes = range(min(3, len(rows[0])))
            yield Group("pointwise_maximal_leakage", comment, both,
                        tuple(({"outcome": y}, ()) for y in outcomes))


def _mechanisms() -> Iterator[Group]:
    for name, rows, database in corners.mechanisms():
        given = {"mechanism": rows, "database": database}
        for function in ("kl_dp", "zcdp", "mi_dp", "free_lunch_epsilon"):
            yield Group(function, name, given, (({}, ()),))
        yield Group("dp_delta", name, given, _at_ratio(corners.FEW_EPSILONS[:10]))
        yield Group("dp_epsilon", name, given, _over("delta", (0, *corners.DELTAS[:6])))
        yield Group("renyi_dp", name, given, _over("alpha", corners.ALL_ORDERS[3:]))


def _curves() -> Iterator[Group]:
    levels = (0, two(-30), two(-10), Fraction(0.1), Fraction(1, 4), Fraction(1, 2), 1)
    yield Group("bac_capacity", "binary channels", {}, _both("p", levels, "q", levels))
    for function in ("ldp_curve", "lip_curve"):
        for level in (two(-20), Fraction(1, 8), Fraction(1, 2), 1):
            yield Group(function, "largest δ for a level in bits", {"mu": level},
                        _over("eps", (0, two(-7), Fraction(1, 2), 1, 4)))


__all__ = ["Group", "groups"]
