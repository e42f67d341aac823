"""The variables of an episode: a few sizes, and numbers, symbols, events, laws and databases on
alphabets of these and of what is made of them (products, ⌊1/k⌋, powers, entries of a database)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from verified.language import (
    alphabet,
    database_of,
    entries,
    instances,
    quotient,
    remainder,
)
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    EventSort,
    PmfSort,
    RealsSort,
    SizeSort,
    Sort,
    SymbolSort,
)
from verified.syntax.terms import (
    Channel,
    Database,
    DataClass,
    Event,
    Framework,
    Joint,
    Mechanism,
    Member,
    Op,
    Pmf,
    Prior,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    Var,
    free_variables,
    number,
)

FLAVOURS = ("numbers", "laws", "laws", "joint", "database", "queries", "pufferfish", "line")
DOMAINS = ("", "", ">=0", ">0", "[0,1]", "(0,1)", "(0,1]", "[0,1)", ">=1", ">1", "[-1,1]", "<=0",
           "[0,2]", "(-1,1)", "[1,1]")
# Names that binders take as well: a free variable of such a name may be shadowed.
SHADOWED = ("a", "b", "x", "y", "v", "j")


class Scope:
    """Variables that may occur free in an episode's steps, each name one variable."""

    def __init__(self, chance: random.Random, flavour: str | None = None) -> None:
        self.chance = chance
        self.variables: list[Var] = []
        self._names: dict[str, Var] = {}
        self.flavour = flavour or chance.choice(FLAVOURS)
        self._sizes()
        self._numbers()
        fill = getattr(self, f"_{self.flavour}", None)
        if fill is not None and self.flavour != "numbers":
            fill()
        self._symbols()

    @classmethod
    def holding(cls, chance: random.Random, variables: Sequence[Var]) -> Scope:
        """A scope of given variables, sizes first, with a few more of other names."""
        found = cls.__new__(cls)
        found.chance, found.variables, found._names = chance, [], {}
        found.flavour = "given"
        for var in variables:
            found.declare(var)
        taken = set(found._names)
        more = (Size("k", low=0), Size("n"), Real("u", ""), Real("z", ">=0"), Size("l", low=0))
        for var in found.some([var for var in more if var.name not in taken], 1, 3):
            found.declare(var)
        return found

    # --- asking -----------------------------------------------------------------------------------

    def of(self, *kinds: type[Sort]) -> list[Any]:
        """The variables of some sorts."""
        return [var for var in self.variables if isinstance(var.of, kinds)]

    def on(self, kind: type[Sort], *sizes: Term) -> list[Any]:
        """The variables of a sort on given alphabets."""
        return [var for var in self.of(kind) if var.of.sizes()[: len(sizes)] == sizes]

    def alphabets(self) -> list[Term]:
        """The sizes on which a variable stands."""
        kinds = (SymbolSort, EventSort, PmfSort, RealsSort)
        found = [var.of.sizes()[0] for var in self.of(*kinds)]
        for var in self.of(ChannelSort):
            found.extend(var.of.sizes())
        return list(dict.fromkeys(found))

    def get(self, name: str) -> Var | None:
        return self._names.get(name)

    # --- declaring --------------------------------------------------------------------------------

    def declare(self, var: Var) -> Var:
        """Add a variable; one of its name that is another is left alone and returned."""
        known = self._names.get(var.name)
        if known is not None:
            return known
        for name, part in free_variables(var).items():
            if name != var.name and self._names.get(name) != part:
                raise ClaimError(f"{var.name} speaks of {name}, which isn't in scope")
        self._names[var.name] = var
        self.variables.append(var)
        return var

    def some(self, options: Sequence[Any], least: int, most: int) -> list[Any]:
        count = min(len(options), self.chance.randint(least, most))
        return self.chance.sample(list(options), count)

    def _sizes(self) -> None:
        options = [Size("n"), Size("m"), Size("k", low=0), Size("l", low=2),
                   Size("q", low=0, high=3)]
        for var in self.some(options, 2, 3):
            self.declare(var)
        if not any(var.of.low == 1 for var in self.of(SizeSort)):
            self.declare(Size("n"))
        if self.chance.random() < 0.6:
            self.declare(Size("k", low=0))

    def size(self, least: int = 0) -> Term:
        """The size of an alphabet: mostly a variable, else made of variables.

        Args:
            least: 1 leaves out what is 0 by its form, as an alphabet of a law must be.
        """
        own = self.of(SizeSort)
        pick = self.chance.choice
        if self.chance.random() < 0.6:
            chosen: Term = pick(own)
            return chosen
        one, two = pick(own), pick(own)
        made: list[Callable[[], Term]] = [
            lambda: number(pick([1, 2, 2, 3])), lambda: one * two, lambda: one + 1,
            lambda: one + two, lambda: quotient(1, one), lambda: quotient(1, one),
            lambda: quotient(one, two), lambda: quotient(1, one) + 1,
            lambda: remainder(one, two), lambda: two**one, lambda: quotient(7, one + 1),
            lambda: number(2)**one, lambda: one * two * two,
        ]
        bases = self.of(DatabaseSort)
        if bases:
            base = pick(bases)
            made += [lambda: entries(base), lambda: instances(base)] * 2
            made += [partial(alphabet, base, e) for e in self.on(SymbolSort, entries(base))]
        under = self.of(SymbolSort)
        if under:
            made += 2 * [lambda: pick(under)]
        return pick(made)()

    def _numbers(self) -> None:
        names = ("r", "s", "t", "u", "eps", "delta")
        for name in self.some(names, 2, 4):
            self.declare(Real(name, self.chance.choice(DOMAINS)))
        for name in self.some(("z", "w"), 0, 1):
            self.declare(Reals(name, self.size(), self.chance.choice(DOMAINS[:8])))

    def _symbols(self) -> None:
        known = self.alphabets()
        names = ("a", "b", "c", "x", "y", "i", "o", "v")
        if self.chance.random() < 0.05:
            # Names that no file may use.
            names = ("#0", "#1", "@0", "@1", "&0", "#any", "#each", "a")
        for name in self.some(names, 2, 4):
            size = self.chance.choice(known) if known and self.chance.random() < 0.7 else None
            self.declare(Symbol(name, self.size() if size is None else size))
        for name in self.some(("A", "B"), 0, 2):
            size = self.chance.choice(known) if known and self.chance.random() < 0.7 else None
            self.declare(Event(name, self.size() if size is None else size))

    def _law_size(self) -> Term:
        size = self.size(1)
        return number(1) if size == number(0) else size

    def _laws(self) -> None:
        n, m = self._law_size(), self._law_size()
        self.declare(Pmf("P", n))
        self.declare(Pmf("Q", n))
        for var in self.some([Channel("W", n, m), Channel("V", n, n), Channel("T", m, n),
                              Pmf("R", m), Pmf("L", n * m), Reals("f", n), Pmf("S", 2)], 1, 3):
            self.declare(var)

    def _joint(self) -> None:
        n, m = self._law_size(), self._law_size()
        self.declare(Joint("J", U=n, V=m, W=self._law_size()))
        self.declare(Pmf("P", n))
        if self.chance.random() < 0.5:
            self.declare(Pmf("L", n * m))
            self.declare(Joint("K", U=n, V=n))
        if self.chance.random() < 0.5:
            self.declare(Channel("W", n, m))

    def _database(self) -> None:
        D = self.declare(Database("D"))
        if self.chance.random() < 0.2:
            self.declare(Database("E"))
        m = self._law_size()
        i = self.declare(Symbol("i", entries(D)))
        self.declare(Symbol("o", instances(D)))
        self.declare(Mechanism("M", D, m))
        kind = self.chance.choice(["any", "any", "independent", "split"])
        self.declare(Prior("R", D, kind, i if kind == "split" else None))
        if self.chance.random() < 0.3:
            E: Term | None = self.get("E")
            if E is None:
                E = database_of(self.size(1), *self.some([self.size(1)], 0, 1))
            self.declare(Prior("R'", E))
            self.declare(Mechanism("M'", E, m))
        options = [Event("G", entries(D)), Event("H", entries(D)), Symbol("j", entries(D)),
                   Pmf("B", alphabet(D, i)), Symbol("x", alphabet(D, i)),
                   Channel("C", alphabet(D, i), m),
                   Symbol("y", m), Symbol("o'", instances(D)), Pmf("P", m)]
        for var in self.some(options, 3, 6):
            self.declare(var)

    def _queries(self) -> None:
        D = self.declare(Database("D"))
        m = self._law_size()
        count = self.chance.choice([number(2), self.chance.choice(self.of(SizeSort)), number(1)])
        kind = self.chance.choice(["independent", "sequential", "sequential", "partial"])
        S = self.declare(Queries("S", D, count, m, kind))
        i = self.declare(Symbol("i", entries(D)))
        self.declare(Symbol("o", instances(D)))
        self.declare(Symbol("t", count))
        self.declare(Prior("R", D))
        del S, i
        for var in self.some([Symbol("y", m), Mechanism("M", D, m), Symbol("j", entries(D))], 1, 2):
            self.declare(var)

    def _pufferfish(self) -> None:
        n, m = self._law_size(), self._law_size()
        F = self.declare(Framework("F", n))
        kind = self.chance.choice(["any", "listed", "all", "reweighted"])
        C = self.declare(DataClass("C", n, kind))
        self.declare(Channel("W", n, m))
        self.declare(Pmf("P", n))
        self.declare(Member("h", F, C))
        self.declare(Symbol("g", Op("edges", (F,), SizeSort(0))))
        self.declare(Symbol("a", n))

    def _line(self) -> None:
        n = self._law_size()
        self.declare(Pmf("P", n))
        self.declare(Reals("mu", n))
        self.declare(Reals("sigma", n, self.chance.choice([">0", ">=0", ""])))
        self.declare(Channel("W", n, n))
        self.declare(Real("h", ">0"))
