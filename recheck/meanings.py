"""All meanings: the evaluation of terms, formulas and moves with every quantity that is known."""

import functools
import math
import operator
from typing import Any

from recheck import (  # noqa: F401 (they enter their meanings)
    bottleneck,
    channels,
    curves,
    databases,
    games,
    hockey_sticks,
    integer_laws,
    line_divergences,
    matrices,
    optima,
    programs,
    trade_offs,
    transport,
)
from recheck.densities import gaussian_mixture
from recheck.errors import demand
from recheck.evaluation import Env, Evaluation, Table, items, law, real, whole
from recheck.frameworks import class_of, framework_of, member
from recheck.integrals import integral
from recheck.quantities import cells
from recheck.queries import queries_of
from recheck.reals import gathered
from recheck.signatures import REAL
from recheck.trees import Tree

POSITIVE = ["real", "0", None, True, False]


class Reading(Evaluation):
    """Terms, formulas and moves with all of these."""

    def term(self, term: Tree, env: Env) -> Any:
        match term:
            case ["bind", "integral", _, None, _, _]:
                return integral(self, term, env)
        return super().term(term, env)

    def value_of(self, sort: Tree, move: Any, env: Env) -> Any:
        match sort:
            case ["prior", database, "any" | "independent" as kind, _]:
                shape = self.term(database, env)
                found = Table(shape, law(move, math.prod(shape)))
                demand(kind == "any" or independent(found), "entries depend on others")
                return found
            case ["queries", kind, database, count, outputs]:
                sizes = (whole(self.term(size, env)) for size in (count, outputs))
                return queries_of(move, kind, self.term(database, env), *sizes)
            case ["framework", size]:
                return framework_of(move, whole(self.term(size, env)))
            case ["dataclass", size, kind]:
                return class_of(move, whole(self.term(size, env)), kind)
            case ["member", framework, laws]:
                secrets, (kind, listed) = self.term(framework, env), self.term(laws, env)
                return member(secrets, kind, listed, move)
            case ["mixture", components]:
                count = whole(self.term(components, env))
                demand(isinstance(move, dict) and set(move) == {"weights", "means", "variances"},
                       "a move is no mixture")
                means, variances = (
                    [real(domain, part) for part in items(move[name], count)]
                    for name, domain in (("means", REAL), ("variances", POSITIVE))
                )
                return gaussian_mixture(law(move["weights"], count), means, variances)
        return super().value_of(sort, move, env)


def independent(prior: Table) -> bool:
    """Whether a prior's entries are mutually independent."""
    sums = [gathered((x[i], mass) for x, mass in cells(prior)) for i in range(len(prior.shape))]
    return all(mass == functools.reduce(operator.mul, map(dict.__getitem__, sums, x))
               for x, mass in cells(prior))
