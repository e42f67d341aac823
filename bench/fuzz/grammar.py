"""Terms and formulas at random, biased to the edges: what may be undefined or infinite, extrema
over alphabets that may be empty, tables that are laws only sometimes, powers and roots, indicators
times what has no value where they are 0, sums over one alphabet within another, names that are
shadowed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from flint import fmpq

from bench.fuzz.scopes import SHADOWED, Scope
from bench.fuzz.trees import size_of
from verified import language as words
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Relation,
    every,
    implies,
    relation,
    some,
    substitute,
)
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    DataClassSort,
    EventSort,
    FrameworkSort,
    JointSort,
    MechanismSort,
    MemberSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    RealSort,
    RealsSort,
    SizeSort,
    Sort,
    SymbolSort,
)
from verified.syntax.terms import (
    INFINITY,
    Bind,
    Cases,
    Event,
    Number,
    Op,
    Real,
    Symbol,
    Term,
    Var,
    equals,
    free_variables,
    number,
)

HALF = number(fmpq(1, 2))
T = TypeVar("T")
Bound = tuple[Var, ...]

_CONSTANTS = (0, 0, 0, 1, 1, 2, -1, 3, fmpq(1, 2), fmpq(1, 2), fmpq(-1, 2), fmpq(3, 2), fmpq(1, 3))
_OPS = ("<=", "<=", "<", "=", ">=", ">")
# Quantities by the kinds of their arguments; laws stand on one alphabet, channels start there.
_OF_LAWS: tuple[tuple[str, str], ...] = (
    ("KL", "P Q"), ("TV", "P Q"), ("hockey_stick", "P Q r"), ("renyi", "P Q o"),
    ("chi_square", "P Q"), ("H", "P"), ("min_entropy", "P"), ("renyi_entropy", "P o"),
    ("information", "P W"), ("sibson", "P W o"), ("arimoto", "P W o"),
    ("maximal_leakage", "P W"), ("leakage_capacity", "W"), ("capacity", "W"),
    ("likelihood_ratio", "P Q a"), ("pointwise_maximal_leakage", "P W y"),
)


class Grammar:
    """Random terms over the variables of a scope."""

    def __init__(self, chance: random.Random, scope: Scope) -> None:
        self.chance, self.scope = chance, scope
        # What was made before in the episode: used again, so that parts of steps meet.
        self._memory: list[Term] = []
        self._visible: dict[tuple[Bound, int], list[Var]] = {}
        # Whether variables are used below binders that hide what their sorts speak of: no file may.
        self.reckless = chance.random() < 0.08

    # --- choosing ---------------------------------------------------------------------------------

    def pick(self, options: Sequence[T]) -> T:
        return self.chance.choice(options)

    def made(self, options: Sequence[Callable[[], T]]) -> T:
        """What one of the options makes."""
        return self.chance.choice(options)()

    def roll(self, share: float) -> bool:
        return self.chance.random() < share

    def first(self, options: Sequence[Callable[[], Any]], otherwise: Callable[[], T]) -> T:
        """One of the options, at most three of them tried; what isn't well-formed is passed
        over."""
        for _ in range(3):
            if not options:
                break
            try:
                found = self.made(options)
            except ClaimError:
                continue
            if found is not None:
                chosen: T = found
                return chosen
        return otherwise()

    def visible(self, bound: Bound, *kinds: type[Sort]) -> list[Any]:
        """The variables that may be used below some binders: none that they hide, or whose sort
        speaks of one that they hide."""
        key = bound, len(self.scope.variables)
        found = self._visible.get(key)
        if found is None:
            hidden = {var.name for var in bound}
            found = [
                var for var in self.scope.variables
                if not hidden.intersection(free_variables(var))
                or (self.reckless and var.name not in hidden)
            ]
            inner: dict[str, Var] = {}
            for var in bound:
                inner = {name: part for name, part in inner.items()
                         if var.name not in free_variables(part)}
                inner[var.name] = var
            found += inner.values()
            self._visible[key] = found
        return [var for var in found if isinstance(var.of, kinds)] if kinds else list(found)

    def on(self, bound: Bound, kind: type[Sort], *sizes: Term) -> list[Any]:
        found = self.visible(bound, kind)
        return [var for var in found if var.of.sizes()[: len(sizes)] == sizes]

    def name(self, bound: Bound) -> str:
        """A name for a binder; sometimes one that is taken."""
        if self.roll(0.7):
            taken = {var.name for var in (*bound, *self.scope.variables)}
            for name in ("v", "w", "x", "y", "j", "e", "v'", "w'", "x'", "v''", "w''", "y'", "e'"):
                if name not in taken:
                    return name
        if self.roll(0.5) and self.scope.variables:
            return str(self.pick(self.scope.variables).name)
        return str(self.pick(SHADOWED))

    def binding(self, make: Callable[[str, Term], Var], bound: Bound) -> Var:
        """A variable to bind; sometimes by a name of which others' sorts speak: a symbol that is
        free already, or something of another sort than what is called so."""
        if self.reckless and self.roll(0.4):
            again = self.spoken_of(self.scope.variables)
            free = [var for var in again if isinstance(var.of, SymbolSort)
                    and var in self.visible(bound)]
            if free and self.roll(0.7):
                return self.pick(free)
            if again:
                return make(self.pick(again).name, self.alphabet(bound))
        size = self.alphabet(bound)
        return make(self.name(bound), size)

    def spoken_of(self, variables: Iterable[Var]) -> list[Var]:
        """The variables of which the sorts of some variables speak."""
        found: dict[str, Var] = {}
        for var in variables:
            for size in var.of.sizes():
                found.update(free_variables(size))
        return list(found.values())

    def below(self, kind: str, terms: Sequence[Term]) -> list[Term]:
        """The terms below one binder, of a symbol free in them or by another name; sometimes by one
        of which the sort of a variable speaks that stays free in them."""
        free: dict[str, Var] = {}
        for term in terms:
            free.update(free_variables(term))
        symbols = [var for var in free.values() if isinstance(var.of, SymbolSort)]
        again = self.spoken_of(free.values()) if self.reckless and self.roll(0.6) else []
        if again:
            name = self.pick(again).name
            var = Symbol(name, self.alphabet())
        elif symbols and self.roll(0.7):
            old = self.pick(symbols)
            name, var = old.name, Symbol(
                self.name(()) if self.roll(0.5) else old.name, old.of.sizes()[0])
            if var.name != name and var.name in free:
                raise ClaimError(f"{var.name} is free there")
        else:
            var = self.binding(Symbol, ())
            name = var.name
        build = {"sum": words.total, "max": words.largest, "min": words.smallest}[kind]
        return [build(var, rebound(term, name, var)) for term in terms]

    # --- numbers ----------------------------------------------------------------------------------

    def constant(self) -> Term:
        return INFINITY if self.roll(0.01) else number(self.pick(_CONSTANTS))

    def leaf(self, bound: Bound = ()) -> Term:
        """A variable, a constant, or a probability."""
        numbers = self.visible(bound, RealSort, SizeSort, SymbolSort)
        laws = self.visible(bound, PmfSort, RealsSort)
        roll = self.chance.random()
        if roll < 0.2 or not numbers:
            return self.constant()
        if roll < 0.6 or not laws:
            inner = [var for var in numbers if var in bound]
            return self.pick(inner) if inner and self.roll(0.4) else self.pick(numbers)
        return self.first([lambda: self.entry(bound)], lambda: self.pick(numbers))

    def speaking(self, bound: Bound) -> Term:
        """A leaf that mostly speaks of the innermost bound variable."""
        found = self.leaf(bound)
        for _ in range(4 if bound and self.roll(0.7) else 0):
            if bound[-1].name in free_variables(found):
                break
            found = self.entry(bound) if self.roll(0.5) else self.leaf(bound)
        return found

    def entry(self, bound: Bound, depth: int = 0) -> Term:
        """A part of a law, a channel or a list of numbers."""
        things = self.visible(bound, PmfSort, RealsSort, ChannelSort, MechanismSort, PriorSort)
        if not things:
            return self.constant()
        thing: Term = self.pick(things)
        sort = thing.sort
        if isinstance(sort, PmfSort | RealsSort):
            if isinstance(sort, PmfSort) and self.roll(0.15):
                return thing[self.event(sort.size, bound, depth)]
            return thing[self.symbol(sort.size, bound)]
        if isinstance(sort, ChannelSort):
            return thing[self.symbol(sort.inputs, bound), self.symbol(sort.outputs, bound)]
        if isinstance(sort, PriorSort):
            return words.prior_mass(thing, self.symbol(words.instances(sort.database), bound))
        assert isinstance(sort, MechanismSort)
        return thing[self.symbol(words.instances(sort.database), bound)][
            self.symbol(sort.outputs, bound)]

    def number(self, depth: int, bound: Bound = ()) -> Term:
        """A term that may be a number."""
        if self._memory and self.roll(0.25):
            known = self.pick(self._memory)
            if self.fitting(known, bound):
                return known
        if depth <= 0:
            return self.leaf(bound)
        found: Term = self.first(
            [getattr(self, f"_{self.pick(_KINDS)}")(depth - 1, bound)], lambda: self.leaf(bound)
        )
        self.remember(found)
        return found

    def remember(self, term: Term) -> None:
        """Keep a small term for later."""
        if size_of(term) <= 12 and isinstance(term, Op | Bind | Cases):
            self._memory.append(term)
            if len(self._memory) > 12:
                del self._memory[self.chance.randrange(12)]

    def fitting(self, term: Term, bound: Bound) -> bool:
        """Whether the term speaks of what is visible alone."""
        seen = {var.name: var for var in self.visible(bound)}
        return all(seen.get(name) == var for name, var in free_variables(term).items())

    def _leaf(self, depth: int, bound: Bound) -> Callable[[], Term]:
        return lambda: self.leaf(bound)

    def _two(self, depth: int, bound: Bound) -> Callable[[], Term]:
        one, two = self.number(depth, bound), self.number(depth, bound)
        make = self.pick((
            lambda: one + two, lambda: one - two, lambda: one * two, lambda: one * two,
            lambda: one / two, lambda: one / two, lambda: words.minimum(one, two),
            lambda: words.maximum(one, two), lambda: one * words.log(two),
            lambda: one * words.log(one / two), lambda: one * (1 / two),
        ))
        return make

    def _one(self, depth: int, bound: Bound) -> Callable[[], Term]:
        one = self.number(depth, bound)
        make = self.pick((
            lambda: 1 / one, lambda: -one, lambda: words.exp(one), lambda: words.log(one),
            lambda: words.sqrt(one), lambda: words.absolute(one), lambda: one * one,
            lambda: one * words.log(one), lambda: 1 - one, lambda: words.binary_entropy(one),
            lambda: words.normal_cdf(one), lambda: words.binary_entropy_inverse(one),
            lambda: words.lambert_w(one),
            lambda: words.exp(words.log(one)), lambda: 1 / (1 / one), lambda: 1 / (1 + one),
            lambda: words.sqrt(one * one),
        ))
        return make

    def _tower(self, depth: int, bound: Bound) -> Callable[[], Term]:
        return lambda: self.tower(bound)

    def tower(self, bound: Bound = ()) -> Term:
        """Functions of one argument applied one after another, some of them twice over: what one
        makes, another is often asked of again (inverses of inverses, roots of roots)."""
        start = self.speaking(bound)
        if self.roll(0.5):
            other = self.leaf(bound)
            start = self.pick((start + other, start - other, start - 1, 1 - start, start * other))
        heads = [self.pick(_STOREYS) for _ in range(self.pick((2, 3, 3, 4)))]
        for place in range(1, len(heads)):
            if self.roll(0.5):
                heads[place] = heads[self.chance.randrange(place)]
        return self.higher(start, heads)

    def higher(self, term: Term, heads: Sequence[Callable[[Term], Term]] = ()) -> Term:
        """The term with some functions applied to it, by default one or two."""
        for head in heads or [self.pick(_STOREYS) for _ in range(self.pick((1, 1, 2)))]:
            term = head(term)
        return term

    def _power(self, depth: int, bound: Bound) -> Callable[[], Term]:
        one = self.number(depth, bound)
        above = self.pick((2, 2, 3, -1, -1, -2, fmpq(1, 2), fmpq(1, 2), fmpq(-1, 2), fmpq(3, 2), 0))
        if self.roll(0.25):
            inner = self.leaf(bound)
            return lambda: one**inner
        return lambda: one ** number(above)

    def _cases(self, depth: int, bound: Bound) -> Callable[[], Term]:
        test = self.test(min(depth, 1), bound)
        one, two = self.number(depth, bound), self.number(depth, bound)
        make = self.pick((
            lambda: words.cases(test, one, two), lambda: words.cases(test, 1, 0),
            lambda: words.cases(test, 1, 0) * one, lambda: words.cases(test, one, 0),
        ))
        return make

    def _binder(self, depth: int, bound: Bound) -> Callable[[], Term]:
        kind = self.pick(("sum", "sum", "sum", "sum", "max", "min"))
        events = kind != "sum" and self.roll(0.15)
        make = Event if events else Symbol
        var = self.binding(make, bound)
        size = var.of.sizes()[0]
        if self.roll(0.04) and kind != "sum":
            # A supremum over numbers or laws has no value that a point tells.
            var = Real(self.name(bound), self.pick(("", ">0", "[0,1]", ">=0")))
            kind = "sup" if kind == "max" else "inf"
        build = {"sum": words.total, "max": words.largest, "min": words.smallest,
                 "sup": words.sup, "inf": words.inf}[kind]
        inside = (*bound, var)
        alike = [v for v in self.visible(bound, SymbolSort) if v.of == var.of]
        body = self.tower(inside) if self.roll(0.4) else self.number(depth, inside)
        if events and self.scope.on(PmfSort, size):
            law = self.pick(self.scope.on(PmfSort, size))
            if law in self.visible(inside):
                body = law[var] - self.leaf(bound)
        if alike and self.roll(0.5):
            test = equals(var, self.pick(alike))
            body = self.pick((words.cases(test, 1, 0) * body, words.cases(test, body, 0)))
        guard = self.condition(inside) if self.roll(0.15) else None
        return lambda: build(var, body, guard)

    def _quantity(self, depth: int, bound: Bound) -> Callable[[], Term]:
        """Some quantity of laws, joint laws, databases or numbers."""
        ways = [self.of_laws, self.of_laws, self.of_numbers, self.of_numbers, self.of_lines,
                self.of_channels]
        flavoured = {"joint": self.of_joint, "database": self.of_database,
                     "queries": self.of_database, "pufferfish": self.of_frameworks}
        if self.scope.flavour in flavoured:
            ways += 3 * [flavoured[self.scope.flavour]]
        elif self.scope.flavour == "given":
            ways += [*flavoured.values()]
        make = self.pick(ways)
        return lambda: make(depth, bound)

    def _entry(self, depth: int, bound: Bound) -> Callable[[], Term]:
        roll = self.roll(0.5)
        return lambda: self.entry(bound, depth) if roll else self.entry_of_made(depth, bound)

    def entry_of_made(self, depth: int, bound: Bound) -> Term:
        """A probability under a law that is written out or made of others."""
        size = self.alphabet(bound, 1)
        if self.roll(0.2):
            return self.of_sort(RealsSort(size), bound, depth)[self.symbol(size, bound)]
        law = self.law(size, bound, depth)
        if self.roll(0.25):
            return law[self.event(size, bound, depth)]
        return law[self.symbol(size, bound)]

    def shifted(self, term: Term) -> Term:
        """The term less a number that facts are often about."""
        return term - self.pick((number(1), number(1), number(2), self.leaf()))

    # --- quantities -------------------------------------------------------------------------------

    def of_laws(self, depth: int, bound: Bound) -> Term:
        name, kinds = self.pick(_OF_LAWS)
        size, out = self.alphabet(bound, 1), self.alphabet(bound, 1)
        channels = self.visible(bound, ChannelSort)
        if channels and self.roll(0.8):
            size, out = self.pick(channels).of.sizes()
        elif self.visible(bound, PmfSort) and self.roll(0.8):
            size = self.pick(self.visible(bound, PmfSort)).of.size
        made: dict[str, Callable[[], Any]] = {
            "P": lambda: self.law(size, bound, depth), "Q": lambda: self.law(size, bound, depth),
            "W": lambda: self.channel(size, out, bound, depth), "r": lambda: self.leaf(bound),
            "o": lambda: self.order(bound), "a": lambda: self.symbol(size, bound),
            "y": lambda: self.symbol(out, bound),
        }
        found: Term = getattr(words, name)(*(made[kind]() for kind in kinds.split()))
        return found

    def order(self, bound: Bound) -> Term:
        """An order of a Rényi-like quantity; 0, 1 and ∞ often."""
        return self.pick((number(0), number(1), INFINITY, number(2), number(fmpq(1, 2)),
                          self.leaf(bound)))

    def of_joint(self, depth: int, bound: Bound) -> Term:
        joint = self.joint(bound, depth)
        assert isinstance(joint.sort, JointSort)
        names = list(joint.sort.names)
        self.chance.shuffle(names)
        first, *rest = names
        given = rest[1:] if self.roll(0.5) else []
        if rest and self.roll(0.6):
            return words.I(joint, f"{first};{rest[0]}|{','.join(given)}")
        group = ",".join([first, *rest[:1]]) if self.roll(0.4) else first
        left = [name for name in names if name not in group.split(",")]
        return words.H(joint, f"{group}|{','.join(left)}" if self.roll(0.4) else group)

    def of_numbers(self, depth: int, bound: Bound) -> Term:
        whole = self.visible(bound, SizeSort, SymbolSort)
        one, two = (self.pick(whole) if whole else number(1) for _ in range(2))
        options: list[Callable[[], Term]] = [
            lambda: words.quotient(one, two), lambda: words.remainder(one, two),
            lambda: words.quotient(self.number(depth, bound), two), words.pi,
            lambda: self.pair(one, two, depth, bound), lambda: self.pair(one, two, depth, bound),
            lambda: words.cardinality(self.event(self.alphabet(bound), bound, depth)),
            lambda: words.indicator(self.event(one, bound, depth), self.symbol(one, bound)),
            lambda: words.ldp_curve(self.leaf(bound), self.leaf(bound)),
            lambda: words.lip_curve(self.leaf(bound), self.leaf(bound)),
            lambda: words.ldp_floor(self.leaf(bound)),
            lambda: words.types(one, two),
            lambda: words.occurrences(
                one, two, self.symbol(words.types(one, two), bound), self.symbol(one, bound)),
        ]
        reals = self.visible(bound, RealsSort)
        if reals:
            values = self.pick(reals)
            options += [lambda: words.determinant(values, two),
                        lambda: words.lower_value(values, one, two),
                        lambda: words.upper_value(values, one, two)]
        return self.made(options)

    def pair(self, one: Term, two: Term, depth: int, bound: Bound) -> Term:
        """The whole part or the remainder of x·m + y by m."""
        first = self.pick((one, self.leaf(bound), self.number(depth, bound)))
        make = self.pick((words.quotient, words.remainder))
        return make(first * two + self.symbol(two, bound), two)

    def of_channels(self, depth: int, bound: Bound) -> Term:
        """What is said of a channel as a mechanism of one entry."""
        size, out = self.alphabet(bound, 1), self.alphabet(bound, 1)
        if isinstance(size, Number) or self.roll(0.3):
            size = number(self.pick((1, 2, 2)))
        M = words.as_mechanism(self.channel(size, out, bound, depth))
        return self.made((
            lambda: words.dp_delta(M, self.leaf(bound)), lambda: words.kl_dp(M),
            lambda: words.dp_epsilon(M), lambda: words.mi_dp(M), lambda: M[0][0],
        ))

    def of_database(self, depth: int, bound: Bound) -> Term:
        """A quantity of a database, a prior, a mechanism or queries."""
        bases = self.visible(bound, DatabaseSort)
        if not bases:
            raise ClaimError("no database")
        base: Term = self.pick(bases)
        one = self.symbol(words.instances(base), bound)
        i = self.symbol(words.entries(base), bound)
        own = self.symbol(words.alphabet(base, i), bound)
        group, other = (self.event(words.entries(base), bound, depth) for _ in range(2))
        M, R = self.mechanism(base, bound, depth), self.prior(base, bound, depth)
        y = self.symbol(M.sort.sizes()[-1], bound)
        options: list[Callable[[], Term]] = [
            lambda: words.entries(base), lambda: words.instances(base),
            lambda: words.alphabet(base, i), lambda: words.largest_alphabet(base),
            lambda: words.hamming(base, one, self.symbol(words.instances(base), bound)),
            lambda: words.entry_of(base, one, i),
            lambda: words.with_entry(base, one, i, own),
            lambda: words.prior_mass(R, words.with_entry(base, one, i, own)),
            lambda: words.prior_mass(R, one), lambda: M[one][y],
            lambda: words.entry_given(R, one, i)[own],
            lambda: words.entry_channel(M, one, i)[own, y],
            lambda: words.dp_epsilon(M), lambda: words.dp_delta(M, self.leaf(bound)),
            lambda: words.kl_dp(M), lambda: words.mi_dp(M), lambda: words.mi_dp_split(M),
            lambda: words.entry_information(R, M, i),
            lambda: words.conditional_entry_information(R, M, i),
            lambda: words.information(R, M),
            lambda: words.cardinality(group), lambda: words.group_values(base, group),
            lambda: words.group_information(R, M, group, other),
            lambda: words.response_given(R, M, one, group, other)[0][y],
            lambda: words.group_given(R, one, group, other)[
                self.symbol(words.group_values(base, group), bound)],
            lambda: words.group_channel(M, one, group)[
                self.symbol(words.group_values(base, group), bound), y],
            lambda: words.with_group(base, one, group, 0),
            lambda: words.entry_epsilon(M, i), lambda: words.free_lunch_epsilon(M),
            lambda: words.bayesian_epsilon(R, M), lambda: words.bayesian_mi(M),
            lambda: words.I(words.database_joint(R, M, i), "A;Y|B"),
            lambda: words.flat_prior(R)[one],
        ]
        for queries in self.visible(bound, QueriesSort):
            count = queries.of.count
            t = self.symbol(count, bound)
            outputs = queries.of.outputs
            history = self.symbol(outputs**t, bound)
            options += [
                partial(words.stage_information, R, queries, i, t),
                partial(lambda q, t, past: words.history_law(q, t, one)[past], queries, t, history),
                partial(lambda q, t: q[t][one][y], queries, t),
                partial(lambda q, t, past: q[t, past][one][y], queries, t, history),
                partial(lambda q, t, past: words.entry_given_history(R, q, one, i, t, past)[own],
                        queries, t, history),
                partial(lambda q: words.mi_dp(words.together(q)), queries),
                partial(lambda q: words.together(q)[one][0], queries),
            ]
        return self.made(options)

    def of_frameworks(self, depth: int, bound: Bound) -> Term:
        """A quantity of a pufferfish framework."""
        found = self.visible(bound, FrameworkSort)
        if not found:
            raise ClaimError("no framework")
        F: Term = self.pick(found)
        size = F.sort.sizes()[0]
        P = self.law(size, bound, depth)
        W = self.channel(size, self.alphabet(bound, 1), bound, depth)
        g = self.symbol(words.edges(F), bound)
        a = self.symbol(size, bound)
        p = words.public_value(F, g, a)
        options: list[Callable[[], Term]] = [
            lambda: words.edges(F), lambda: words.private_functions(F),
            lambda: words.private_values(F, g), lambda: words.public_values(F, g),
            lambda: words.largest_image(F), lambda: words.private_value(F, g, a),
            lambda: p, lambda: words.public_law(F, P, g)[p],
            lambda: words.secret_given(F, P, g, p)[words.private_value(F, g, a)],
            lambda: words.data_given(F, P, g, p)[0, a],
            lambda: words.secret_information(F, P, W),
            lambda: words.secret_delta(F, P, W, self.leaf(bound)),
        ]
        for data in self.visible(bound, DataClassSort):
            options += [partial(words.pufferfish_information, F, data, W),
                        partial(words.pufferfish_delta, F, data, W, self.leaf(bound)),
                        partial(words.pufferfish_epsilon, F, data, W),
                        partial(words.response_support, F, data, W)]
        for member in self.visible(bound, MemberSort):
            options.append(partial(lambda law: words.member_law(law)[a], member))
        return self.made(options)

    def of_lines(self, depth: int, bound: Bound) -> Term:
        """A quantity of laws on the real line."""
        def line() -> Term:
            mean, spread = self.leaf(bound), self.leaf(bound)
            return self.pick((words.laplace, words.gaussian))(mean, spread)

        one, two = line(), line()
        if self.roll(0.3) and isinstance(one, Op):
            two = Op(one.head, (self.leaf(bound), one.args[1]), one.result)
        options: list[Callable[[], Term]] = [
            lambda: words.KL(one, two), lambda: words.TV(one, two),
            lambda: words.hockey_stick(one, two, self.leaf(bound)),
            lambda: words.renyi(one, two, self.order(bound)),
            lambda: words.interval_mass(one, self.leaf(bound), self.leaf(bound)),
            lambda: words.differential_entropy(one),
            lambda: words.law_cells(one, self.leaf(bound))[0],
            lambda: words.information(self.law(number(2), bound, depth), one, two),
        ]
        reals = self.visible(bound, RealsSort)
        channels = self.visible(bound, ChannelSort)
        if reals and channels:
            W = self.pick(channels)
            P = self.law(W.of.inputs, bound, depth)
            values = self.pick(reals)
            dims = self.pick((number(1), number(fmpq(1, 2)), self.leaf(bound)))
            spread = self.leaf(bound)
            options += [lambda: words.gaussian_information(P, W, values, dims, spread),
                        lambda: words.laplace_information(P, W, values, dims, spread)]
        return self.made(options)

    # --- alphabets, symbols, events ---------------------------------------------------------------

    def alphabet(self, bound: Bound = (), least: int = 0) -> Term:
        """A size; mostly one on which something stands."""
        hidden = {var.name for var in bound}
        known = [size for size in self.scope.alphabets() if not hidden & set(free_variables(size))]
        entry = [var for var in bound if isinstance(var.of, SymbolSort)]
        for var in entry:
            for base in self.visible(bound, DatabaseSort):
                if var.of.sizes()[0] == words.entries(base):
                    known += [words.alphabet(base, var)] * 2
            if self.roll(0.1):
                known.append(var)
        sizes = self.visible(bound, SizeSort)
        if known and self.roll(0.75):
            return self.pick(known)
        if not sizes:
            return number(self.pick((1, 2, 2, 3)))
        if self.roll(0.6):
            return self.pick(sizes)
        one, two = self.pick(sizes), self.pick(sizes)
        return self.made((
            lambda: one * two, lambda: one + 1, lambda: words.quotient(1, one),
            lambda: words.quotient(1, one), lambda: words.remainder(one, two),
            lambda: number(self.pick((1, 2, 3))), lambda: one**two if self.roll(0.3) else one,
            lambda: number(max(least, self.pick((0, 1)))), lambda: words.quotient(one, two),
            lambda: words.types(one, self.times(bound)) if self.roll(0.5) else one,
        ))

    def symbol(self, size: Term, bound: Bound = ()) -> Term:
        """A term that is mostly a symbol of the size."""
        alike = [v for v in self.visible(bound, SymbolSort) if v.of.sizes()[0] == size]
        if alike and self.roll(0.75):
            inner = [v for v in alike if v in bound]
            return self.pick(inner) if inner and self.roll(0.7) else self.pick(alike)
        any_symbols = self.visible(bound, SymbolSort)
        if any_symbols and self.roll(0.12):
            # Of another alphabet: it may be one of this too.
            inner = [v for v in any_symbols if v in bound]
            return self.pick(inner or any_symbols)
        options: list[Callable[[], Term]] = [
            lambda: number(0), lambda: number(self.pick((0, 1, 2)))]
        match size:
            case Op("mul", (one, two)):
                options += 4 * [
                    lambda: self.symbol(one, bound) * two + self.symbol(two, bound)]
            case Op("instances", (base,)):
                i = self.symbol(words.entries(base), bound)
                options += 2 * [lambda: words.with_entry(
                    base, self.symbol(size, bound), i, self.symbol(words.alphabet(base, i), bound))]
            case Op("alphabet", (base, i)):
                options += 3 * [lambda: words.entry_of(
                    base, self.symbol(words.instances(base), bound), i)]
        numbers = self.visible(bound, SymbolSort, SizeSort)
        if numbers:
            other = self.pick(numbers)
            options += [lambda: words.remainder(other, size), lambda: other,
                        lambda: words.quotient(other, self.pick(numbers))]
        if alike:
            options.append(lambda: words.cases(
                self.test(0, bound), self.pick(alike), self.symbol(size, bound)))
        found: Term = self.first(options, lambda: number(0))
        return found

    def event(self, size: Term, bound: Bound = (), depth: int = 0) -> Term:
        """An event of the alphabet."""
        alike = [v for v in self.visible(bound, EventSort) if v.of.sizes()[0] == size]
        if alike and self.roll(0.6):
            return self.pick(alike)
        roll = self.chance.random()
        if roll < 0.2:
            return words.singleton(self.symbol(size, bound), size)
        if roll < 0.35 and depth > 0:
            return words.complement(self.event(size, bound, depth - 1))
        var = Symbol(self.name(bound), size)
        return words.event_where(var, self.test(0, (*bound, var)))

    # --- laws -------------------------------------------------------------------------------------

    def law(self, size: Term, bound: Bound = (), depth: int = 1) -> Term:
        """A term that is mostly a law on the alphabet."""
        alike = self.on(bound, PmfSort, size)
        if alike and (depth <= 0 or self.roll(0.6)):
            return self.pick(alike)
        options: list[Callable[[], Term | None]] = [lambda: self.table(size, bound, depth)] * 2
        if isinstance(size, Number) and size.value is not None and 1 <= size.value <= 3:
            count = int(size.value.p)
            options += 3 * [lambda: self.literal(count, bound, depth)]
        for channel in self.visible(bound, ChannelSort):
            inputs, outputs = channel.of.sizes()
            if outputs == size:
                options += [
                    partial(lambda c, i: c[self.symbol(i, bound)], channel, inputs),
                    partial(lambda c, i: words.output(self.law(i, bound, depth - 1), c),
                            channel, inputs)]
        for mechanism in self.visible(bound, MechanismSort):
            if mechanism.of.outputs == size:
                base = mechanism.of.database
                options.append(partial(
                    lambda m, d: m[self.symbol(words.instances(d), bound)], mechanism, base))
        for joint in self.visible(bound, JointSort):
            for name, alphabet in zip(joint.of.names, joint.of.alphabets, strict=True):
                if alphabet == size:
                    options.append(partial(words.marginal, joint, name))
        match size:
            case Op("alphabet", (base, i)):
                options += 2 * [lambda: words.entry_given(
                    self.prior(base, bound, depth - 1),
                    self.symbol(words.instances(base), bound), i)]
            case Op("instances", (base,)):
                options.append(lambda: words.flat_prior(self.prior(base, bound, depth - 1)))
            case Op("pow", (one, times)):
                options += 4 * [lambda: words.iid(self.law(one, bound, depth - 1), times)]
            case Op("types", (one, times)):
                options += 3 * [lambda: words.type_law(self.law(one, bound, depth - 1), times)]
                options += 2 * [partial(lambda inputs: words.shuffled(
                    self.channel(inputs, one, bound, depth - 1), times,
                    self.symbol(inputs**times, bound)), self.alphabet(bound, 1))]
        if alike:
            options.append(lambda: words.cases(
                self.test(0, bound), self.pick(alike), self.law(size, bound, depth - 1)))
        found: Term = self.first(options, lambda: self.table(size, bound, 0))
        return found

    def times(self, bound: Bound) -> Term:
        """How often something is drawn or run: mostly a whole number, 0 too."""
        whole = self.visible(bound, SizeSort, SymbolSort)
        if not whole or self.roll(0.3):
            return number(self.pick((0, 1, 2)))
        one, two = self.pick(whole), self.pick(whole)
        return self.made((lambda: one, lambda: one, lambda: one + 1, lambda: one - 1,
                          lambda: words.remainder(one, two), lambda: words.quotient(one, two)))

    def table(self, size: Term, bound: Bound, depth: int) -> Term:
        """A law by its entries, which sum to 1 sometimes."""
        if size == number(0):
            raise ClaimError("no law")
        var = Symbol(self.name(bound), size)
        inside = (*bound, var)
        other = Symbol(self.name(inside), size)
        alike = [v for v in self.visible(inside, PmfSort) if v.of.sizes()[0] == size]
        symbols = [v for v in self.visible(bound, SymbolSort) if v.of.sizes()[0] == size]
        options: list[Callable[[], Term]] = [
            lambda: 1 / size, lambda: self.number(depth, inside), lambda: number(1),
            lambda: words.cases(equals(var, 0), 1, 0),
        ]
        body = self.number(depth, inside)
        if var.name != other.name:
            options.append(lambda: body / words.total(other, substitute(body, {var.name: other})))
        if alike:
            P = self.pick(alike)
            weight = self.leaf(bound)
            Q = self.pick(alike)
            options += [lambda: P[var], lambda: weight * P[var] + (1 - weight) * Q[var],
                        lambda: P[var] / size * size, lambda: 2 * P[var] - Q[var]]
        if symbols:
            b = self.pick(symbols)
            options += 2 * [lambda: words.cases(equals(var, b), 1, 0)]
        entry = self.first(options, lambda: 1 / size)
        return Bind("table", var, None, number(entry), PmfSort(size))

    def literal(self, count: int, bound: Bound, depth: int) -> Term:
        """A law with its entries, the last mostly what is left."""
        entries = [self.number(min(depth, 1), bound) for _ in range(count - 1)]
        if self.roll(0.4):
            entries = [number(fmpq(1, 3)) for _ in entries]
        rest: Term = number(1)
        for entry in entries:
            rest = rest - entry
        if self.roll(0.2):
            rest = self.leaf(bound)
        return words.pmf_of(*entries, rest if entries else number(1))

    def channel(self, inputs: Term, outputs: Term, bound: Bound = (), depth: int = 1) -> Term:
        """A term that is mostly a channel."""
        alike = self.on(bound, ChannelSort, inputs, outputs)
        if alike and (depth <= 0 or self.roll(0.6)):
            return self.pick(alike)
        options: list[Callable[[], Term]] = []
        if isinstance(inputs, Number) and inputs.value is not None and 1 <= inputs.value <= 3:
            options += 2 * [lambda: words.channel_of(*(
                self.law(outputs, bound, depth - 1) for _ in range(int(inputs.value.p))))]
        x, y = Symbol("x", inputs), Symbol("y", outputs)
        inside = (*bound, x, y)
        options.append(lambda: words.channel_table(
            inputs, outputs, lambda _x, _y: 1 / outputs))
        rows = [v for v in self.visible(inside, PmfSort) if v.of.sizes()[0] == outputs]
        if rows:
            options.append(lambda: words.channel_table(
                inputs, outputs, lambda _x, _y: self.pick(rows)[y]))
        if inputs == outputs:
            options.append(lambda: words.channel_table(
                inputs, outputs, lambda _x, _y: words.cases(equals(x, y), 1, 0)))
        first = [c for c in self.visible(bound, ChannelSort) if c.of.sizes()[0] == inputs]
        last = [c for c in self.visible(bound, ChannelSort) if c.of.sizes()[1] == outputs]
        match inputs, outputs:
            case Op("pow", (one, uses)), Op("pow", (two, others)) if uses == others:
                options += 3 * [lambda: words.memoryless(
                    self.channel(one, two, bound, depth - 1), uses)]
                if one == two:
                    options.append(lambda: words.shuffle(one, uses))
        pairs = [(a, b) for a in first for b in last if a.of.sizes()[1] == b.of.sizes()[0]]
        if pairs:
            options.append(lambda: words.chain(*self.pick(pairs)))
        match inputs:
            case Op("alphabet", (base, i)):
                options += 2 * [lambda: words.entry_channel(
                    self.mechanism(base, bound, depth - 1),
                    self.symbol(words.instances(base), bound), i)]
        found: Term = self.first(options, lambda: words.channel_table(
            inputs, outputs, lambda _x, _y: 1 / outputs))
        return found

    def joint(self, bound: Bound, depth: int) -> Term:
        """A joint law."""
        options: list[Callable[[], Any]] = []
        for joint in self.visible(bound, JointSort):
            options += 2 * [partial(self.pick, [joint])]
        channels = self.visible(bound, ChannelSort)
        if channels:
            W = self.pick(channels)
            options.append(lambda: words.joint_of(self.law(W.of.inputs, bound, depth - 1), W))
        for law in self.visible(bound, PmfSort):
            match law.of.sizes()[0]:
                case Op("mul", (one, two)):
                    options += 2 * [lambda p=law, u=one, v=two: words.as_joint(p, U=u, V=v)]
        found = self.first(options, lambda: None)
        if found is None:
            raise ClaimError("no joint law")
        return found

    def mechanism(self, base: Term, bound: Bound, depth: int) -> Term:
        """A mechanism on a database."""
        alike = [v for v in self.visible(bound, MechanismSort) if v.of.sizes()[0] == base]
        if alike and self.roll(0.8):
            return self.pick(alike)
        i = self.symbol(words.entries(base), bound)
        options: list[Callable[[], Term]] = [lambda: words.on_entry(
            self.channel(words.alphabet(base, i), self.alphabet(bound, 1), bound, depth), base, i)]
        for queries in self.visible(bound, QueriesSort):
            if queries.of.sizes()[0] == base:
                options.append(partial(
                    lambda s: s[self.symbol(s.of.count, bound)], queries))
        if depth > 0:
            options += [
                lambda: words.composed(self.mechanism(base, bound, depth - 1), self.times(bound)),
                lambda: words.subsampled(
                    self.mechanism(base, bound, depth - 1), self.leaf(bound)),
            ]
        found = self.first(options, lambda: None)
        if found is None:
            raise ClaimError("no mechanism")
        return found

    def prior(self, base: Term, bound: Bound, depth: int) -> Term:
        """A law of a database's entries."""
        alike = [v for v in self.visible(bound, PriorSort) if v.of.sizes()[0] == base]
        if alike and self.roll(0.8):
            return self.pick(alike)
        i = self.symbol(words.entries(base), bound)
        one = self.symbol(words.instances(base), bound)
        return words.entry_prior(base, one, i, self.law(words.alphabet(base, i), bound, depth))

    # --- any sort ---------------------------------------------------------------------------------

    def of_sort(self, sort: Sort, bound: Bound = (), depth: int = 1) -> Term:
        """A term that may be a value of a sort.

        Raises:
            ClaimError: none is known here.
        """
        match sort:
            case RealSort():
                return self.number(depth, bound)
            case SizeSort():
                return self.alphabet(bound)
            case SymbolSort(size):
                return self.symbol(size, bound)
            case EventSort(size):
                return self.event(size, bound, depth)
            case PmfSort(size):
                return self.law(size, bound, depth)
            case ChannelSort(inputs, outputs):
                return self.channel(inputs, outputs, bound, depth)
            case MechanismSort(base, _):
                return self.mechanism(base, bound, depth)
            case PriorSort(base):
                return self.prior(base, bound, depth)
            case RealsSort(size, _):
                alike = self.on(bound, RealsSort, size)
                if alike and self.roll(0.6):
                    return self.pick(alike)
                if depth > 0 and self.roll(0.4):
                    return words.cases(self.test(0, bound), self.of_sort(sort, bound, 0),
                                       self.of_sort(sort, bound, 0))
                var = Symbol("j", size)
                return words.reals_table(size, lambda _: self.made((
                    lambda: self.number(depth, (*bound, var)), lambda: self.tower((*bound, var)))))
            case JointSort():
                return self.joint(bound, depth)
        alike = [v for v in self.visible(bound) if type(v.of) is type(sort)]
        if not alike:
            raise ClaimError("nothing of that sort")
        return self.pick(alike)

    # --- formulas ---------------------------------------------------------------------------------

    def test(self, depth: int, bound: Bound = ()) -> Formula:
        """A relation, or the negation of one."""
        left = self.number(depth, bound)
        right = self.pick((number(0), number(1), self.number(depth, bound), self.leaf(bound)))
        found: Formula = relation(self.pick(_OPS), left, right)
        if bound and self.roll(0.3):
            alike = [v for v in self.visible(bound, SymbolSort) if v.of == bound[-1].of]
            if alike:
                found = equals(bound[-1], self.pick(alike))
        return Not(found) if self.roll(0.15) else found

    def condition(self, bound: Bound) -> Formula:
        """What those that are gone through must meet: mostly a relation."""
        return self.general(bound) if self.roll(0.25) else self.test(0, bound)

    def fact(self, bound: Bound = ()) -> Formula:
        """What steps rest on: mostly something simple about what is in scope."""
        roll = self.chance.random()
        if roll < 0.45:
            one = self.leaf(bound)
            return self.made((
                lambda: one > 0, lambda: one >= 0, lambda: Not(equals(one, 0)), lambda: one <= 1,
                lambda: one < 1, lambda: equals(one, self.leaf(bound)),
                lambda: one <= self.leaf(bound),
                lambda: one < self.leaf(bound), lambda: equals(one, 0), lambda: one >= 1,
                lambda: Or((one > 0, self.leaf(bound) <= 0)), lambda: one < INFINITY,
            ))
        if roll < 0.75:
            return self.test(1, bound)
        if roll < 0.9:
            return self.general(bound)
        return self.formula(1, bound)

    def general(self, bound: Bound = (), depth: int = 0) -> Formula:
        """Something of every symbol (or event) of an alphabet, or of some."""
        var = self.binding(Event if self.roll(0.1) else Symbol, bound)
        size = var.of.sizes()[0]
        inside = (*bound, var)
        body: Formula = self.test(depth, inside)
        laws = [v for v in self.visible(inside, PmfSort) if v.of.sizes()[0] == size]
        if laws and isinstance(var.of, SymbolSort) and self.roll(0.5):
            P, Q = self.pick(laws), self.pick(laws)
            body = self.pick((P[var] > 0, P[var] <= 2 * Q[var], equals(P[var], Q[var]),
                              Or((Q[var] > 0, P[var] <= 0)), P[var] <= self.leaf(bound)))
        guard = self.condition(inside) if self.roll(0.15) else None
        return (some if self.roll(0.2) else every)(var, body, guard)

    def formula(self, depth: int, bound: Bound = ()) -> Formula:
        """Any formula."""
        roll = self.chance.random()
        if depth <= 0 or roll < 0.4:
            return self.test(max(depth, 0), bound)
        if roll < 0.55:
            return self.general(bound, depth - 1)
        one, two = self.formula(depth - 1, bound), self.formula(depth - 1, bound)
        if roll < 0.62:
            found = self.first([lambda: self.notion(bound)], lambda: None)
            if found is not None:
                return found
        return self.pick((And((one, two)), Or((one, two)), implies(one, two), Not(one)))

    def notion(self, bound: Bound) -> Formula:
        """A named definition."""
        size = self.alphabet(bound, 1)
        eps, delta = self.leaf(bound), self.leaf(bound)
        roll = self.chance.random()
        if roll < 0.4:
            return words.Close(self.law(size, bound), self.law(size, bound), eps, delta)
        if roll < 0.6:
            joint = self.joint(bound, 1)
            assert isinstance(joint.sort, JointSort)
            names = list(joint.sort.names)
            if len(names) > 2:
                return words.Markov(joint, *names[:3])
            return words.Independent(joint, *names[:2])
        bases = self.visible(bound, DatabaseSort)
        if not bases:
            raise ClaimError("no database")
        M = self.mechanism(self.pick(bases), bound, 1)
        return self.pick((words.DP(M, eps, delta), words.MIDP(M, eps), words.KLDP(M, eps)))


# What a tower is built of: each is applied to what the others make.
_STOREYS: tuple[Callable[[Term], Term], ...] = (
    lambda t: 1 / t, lambda t: 1 / t, lambda t: t**-1, words.absolute, words.absolute, words.sqrt,
    words.log, words.exp, lambda t: t * t, lambda t: -t, lambda t: 1 - t, lambda t: t + 1,
    lambda t: words.maximum(t, 0), lambda t: words.minimum(t, 1), lambda t: t**HALF,
)
_KINDS = ("two", "two", "two", "two", "one", "one", "one", "tower", "tower", "power", "cases",
          "binder", "binder", "binder", "quantity", "quantity", "entry", "entry", "leaf")


def rebound(node: Any, name: str, var: Var) -> Any:
    """The node with what is called so in it replaced by a bound variable, but for the sorts of
    other free variables, which speak of it still."""
    kept = {other.name: other for other in free_variables(node).values()
            if other.name != name and name in free_variables(other)}
    return substitute(node, {**kept, name: var})


def compared(chance: random.Random, left: Term, right: Term) -> Relation:
    """A relation of two terms."""
    return relation(chance.choice(_OPS), left, right)
