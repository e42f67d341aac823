"""A variable or two of every sort, with all that they speak of."""

import numpy as np

from verified import language as v
from verified.attack.certify import Instance, exact_laws, exact_number
from verified.instances.draw import draw_points, draw_structure
from verified.instances.layout import Layout
from verified.measures.readings import Unreadable
from verified.syntax.terms import Var, number

n, k = v.Size("n"), v.Size("k")
D = v.Database("D")
i = v.Symbol("i", v.entries(D))
F = v.Framework("F", n)
Y, All, Closed = (v.DataClass(name, n, kind) for name, kind in (
    ("Y", "listed"), ("All", "all"), ("Closed", "reweighted")
))

# By the name of the sort; every sort that variables may have is here.
EXAMPLES: dict[str, tuple[Var, ...]] = {
    "real": (v.Real("x"), v.Real("y", "(0,1]"), v.Real("z", "<=3")),
    "size": (n, v.Size("m", low=0, high=3)),
    "reals": (v.Reals("r", n, ">=0"), v.Reals("s", n * k)),
    "symbol": (v.Symbol("a", n), i, v.Symbol("d", v.instances(D))),
    "event": (v.Event("A", n), v.Event("G", v.entries(D))),
    "pmf": (v.Pmf("P", n),),
    "channel": (v.Channel("W", n, k),),
    "joint": (v.Joint("J", U=n, V=2, T=k),),
    "database": (D,),
    "prior": (
        v.Prior("R", D), v.Prior("Ri", D, "independent"), v.Prior("Rs", D, "split", i),
    ),
    "mechanism": (v.Mechanism("M", D, k),),
    "queries": (
        v.Queries("S", D, 2, k), v.Queries("Sq", D, 2, 2, "sequential"),
        v.Queries("Sp", D, k, 2, "partial"),
    ),
    "framework": (F, v.Framework("FD", v.instances(D))),
    "dataclass": (v.DataClass("Any", n), Y, All, Closed),
    "member": (v.Member("one", F, Y), v.Member("two", F, All), v.Member("three", F, Closed)),
    "mixture": (v.Mixture("X", k), v.Mixture("Z", 2)),
}
EVERY = [var for found in EXAMPLES.values() for var in found]


def with_sizes(var: Var) -> list[Var]:
    """A variable, and before it those that its sort speaks of."""
    statement = v.claim("c", forall=[var], then=number(0) <= 1).statement
    assert statement is not None
    return list(statement.variables)


def drawn(variables: list[Var], seed: int, free: bool = False) -> Instance | None:
    """An exact instance, where the drawn symbols have alphabets."""
    rng = np.random.default_rng(seed)
    try:
        layout = Layout(variables, [], draw_structure(variables, rng), free)
    except (Unreadable, IndexError, ValueError):
        return None
    if layout.coordinates > 150:
        return None
    points = draw_points(layout, 3, rng)
    reals = zip(points.numbers(layout.reals), layout.reals, strict=True)
    numbers = tuple(exact_number(float(value[0]), slot) for value, slot in reals)
    return Instance(layout, exact_laws(points.laws(), 0), numbers)


def instances(var: Var) -> list[Instance]:
    """A few exact instances of a variable and of what its sort speaks of."""
    variables = with_sizes(var)
    found = [drawn(variables, seed, seed % 2 == 1) for seed in range(8)]
    return [instance for instance in found if instance is not None]
