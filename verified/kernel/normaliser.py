"""Normal forms: a term as a polynomial with rational coefficients in independent atoms, exactly.

`Normaliser.poly` reads a term as a polynomial whose value is the term's value wherever the facts
given hold; it refuses a term that it can't show to be a real number there (a division by what may
be 0, the logarithm of what may be negative, a divergence that may be infinite). Two terms with one
normal form are equal. Atoms are terms themselves: variables, exp of a monomial, logarithms, sums of
one monomial over symbols, and quantities that stay closed here, such as D(P‖Q).

Formal logarithms. `u log t` is 0 where u = 0, so t = 0 does no harm where u vanishes with t. There
log t stands for a number that is log t if t > 0 and 0 otherwise; a product that contains it is
accepted only if its other factors vanish with t. Likewise an indicator times an expression counts
as 0 where the indicator is 0.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from flint import fmpq

from verified.kernel.judgements import check_below, defined, is_symbol
from verified.kernel.normal_form import Forms
from verified.kernel.pairs import is_product, parts_of, simplified, split_symbol
from verified.kernel.polynomial import (
    ONE,
    Exponent,
    Monomial,
    NotReal,
    Poly,
    at_symbol,
    components,
    constant,
    entry_at,
    exponent,
    factors,
    is_constant,
    is_guarded,
    is_inverse,
    key_of,
    key_under,
    membership,
    monomial_product,
    pinned,
    plus,
    row_of,
    scaled_key,
    written_product,
    written_row,
)
from verified.kernel.settled import settled_of
from verified.syntax import sorts
from verified.syntax.formulas import And, Formula, Not, Relation, substitute
from verified.syntax.goals import normal
from verified.syntax.terms import REAL, Bind, Cases, Number, Op, Term, Var, free_variables, walk


class Normaliser(Forms):
    """Normal forms under facts.

    Args:
        facts: formulas that hold: relations, conjunctions of them, and "for every symbol"
            statements, which are used under sums over that alphabet.
        parent: a normaliser whose facts and atoms are taken over.
    """

    # --- laws, events, cases, sums ----------------------------------------------------------------

    def _entry(self, law: Term, symbol: Term, term: Term) -> Poly:
        if not defined(self, law):
            raise NotReal("{} isn't shown to be a law", law)
        check_below(self, law.sort.sizes()[0], symbol)
        match law:
            case Op("pmf_literal", entries):
                index = self.poly(symbol)
                if is_constant(index):
                    return self.poly(entries[int(index.get(ONE, fmpq(0)).p)])
            case Bind("table", var, _, body):
                return self.poly(simplified(substitute(body, {var.name: symbol})))
            case Op("row", (channel, row)):
                found = written_row(channel, row)
                if isinstance(found, Bind):
                    # The channel is one, so its row is a law: that isn't asked again.
                    inside = substitute(simplified(found).body, {found.var.name: symbol})
                    return self.poly(simplified(inside))
                if found is not None:
                    return self.poly(entry_at(simplified(found), symbol))
            case Op("output", (prior, channel)):
                assert isinstance(channel.sort, sorts.ChannelSort)
                x = self.fresh_symbol(channel.sort.inputs)
                body = entry_at(prior, x) * entry_at(row_of(channel, x), symbol)
                return self.poly(Bind("sum", x, None, body))
        return self._last_entry(law, symbol) or self.atom(term)

    def _last_entry(self, law: Term, symbol: Term) -> Poly | None:
        """On an alphabet of known size the last probability is 1 less the others."""
        size, index = self.poly(law.sort.sizes()[0]), self.poly(symbol)
        if not is_constant(size) or not is_constant(index) or size[ONE] > 16:
            return None
        if index.get(ONE, fmpq(0)) != size[ONE] - 1:
            return None
        found = constant(1)
        for other in range(int(size[ONE].p) - 1):
            found = plus(found, self.poly(entry_at(law, Number(fmpq(other)))), -1)
        self.note(found, False)
        return found

    def _probability(self, law: Term, event: Term) -> Poly:
        if not defined(self, law):
            raise NotReal("{} isn't shown to be a law", law)
        if not defined(self, event):
            raise NotReal("{} isn't shown to be an event", event)
        a = self.fresh_symbol(law.sort.sizes()[0])
        body = Cases(membership(event, a), entry_at(law, a), Number(fmpq(0)))
        return self.poly(Bind("sum", a, None, body))

    def _cases(self, test: Formula, then: Term, otherwise: Term) -> Poly:
        test = normal(test)
        held = self.truth(test)
        if held is not None:
            return self.poly(then if held else otherwise)
        inside = self._given(test, then)
        outside = self._given(Not(test), otherwise)
        for part in (inside, outside):
            self._unconditional(part)
        mark = self.indicator(test)
        opposite = plus(constant(1), mark, -1)
        return plus(self.product(mark, inside), self.product(opposite, outside))

    def _given(self, test: Formula, term: Term) -> Poly:
        """The normal form where the test holds. A settled one is that everywhere: it is taken as
        such from the first time on, whatever was learnt from the test."""
        if self.unfolds or settled_of(term) is None:
            asked, start = self._trace.asked, len(self._trace.journal)
            found = Normaliser([test], self).poly(term)
            if self.unfolds or settled_of(term) is None:
                return found
            self._trace.asked = asked
            del self._trace.journal[start:]
        return self.poly(term)

    def _unconditional(self, poly: Poly) -> None:
        """A sum that is divided by in one branch must not be 0 in the other: divisors that are
        sums are multiplied out later, whichever branch holds."""
        for monomial in poly:
            for atom, _ in monomial:
                term = self.atoms[atom]
                if isinstance(term, Var):
                    self.poly(term)  # its domain holds in both branches
                if is_inverse(term):
                    assert isinstance(term, Op)
                    self._require_nonzero(self.poly(term.args[1]), term.args[1])

    def truth(self, test: Formula) -> bool | None:
        """Whether a test on numbers is decided by normal forms alone."""
        if isinstance(test, Not):
            inner = self.truth(test.body)
            return None if inner is None else not inner
        if isinstance(test, Relation) and test.op in ("=", "<=", "<"):
            try:
                difference = plus(self.poly(test.right), self.poly(test.left), -1)
            except NotReal:
                return None
            if is_constant(difference):
                value = difference.get(ONE, fmpq(0))
                return {"=": value == 0, "<=": value >= 0, "<": value > 0}[test.op]
            above, below = map(self.closer_sign, (difference, plus({}, difference, -1)))
            if test.op == "=":
                scaled = scaled_key(difference)
                if (scaled is not None and scaled[0] in self.facts.nonzero) or 1 in (above, below):
                    return False
                # Neither is below the other.
                return True if above == below == 0 else None
            if above is not None and (above == 1 or test.op == "<="):
                return True
            if below is not None and (below == 1 or test.op == "<"):
                return False
        return None

    def indicator(self, test: Formula) -> Poly:
        """1 where the test holds, 0 elsewhere."""
        held = self.truth(test)
        if held is not None:
            return constant(int(held))
        match test:
            case Not(body):
                return plus(constant(1), self.indicator(body), -1)
            case And(parts):
                result = constant(1)
                for part in parts:
                    result = self.product(result, self.indicator(part))
                return result
            case Relation("=", Cases(inner, one, two), other) | Relation(
                "=", other, Cases(inner, one, two)
            ):
                mark = self.indicator(inner)
                first = self.product(mark, self.indicator(Relation("=", other, one)))
                rest = self.indicator(Relation("=", other, two))
                return plus(first, self.product(plus(constant(1), mark, -1), rest))
            case Relation("=", left, right):
                left, right = self._compared(left, right)
                if key_of(left) > key_of(right):
                    left, right = right, left
                test = Relation("=", left, right)
            case Relation("<=" | "<"):
                test = self._against_zero(test)
        return self.atom(Cases(test, Number(fmpq(1)), Number(fmpq(0))))

    def _against_zero(self, test: Relation) -> Relation:
        """An order of two numbers as 0 < d or 0 ≤ d with a scaled normal form d: one test for all
        ways to write it."""
        try:
            difference = plus(self.poly(test.right), self.poly(test.left), -1)
        except NotReal:
            return test
        scaled = scaled_key(difference)
        factor = fmpq(1) if scaled is None else scaled[1]
        return Relation(test.op, Number(fmpq(0)), self.term(plus({}, difference, 1 / factor)))

    def _compared(self, left: Term, right: Term) -> tuple[Term, Term]:
        """The sides of an equality of two numbers; of x + t = y + t, x and y."""
        try:
            difference = plus(self.poly(left), self.poly(right), -1)
        except NotReal:
            return left, right
        sides = {
            int(value): self.atoms[monomial[0][0]] for monomial, value in difference.items()
            if len(monomial) == 1 and monomial[0][1] == 1 and value in (1, -1)
        }
        whole = len(difference) == 2 and set(sides) == {1, -1}
        return (sides[1], sides[-1]) if whole else (left, right)

    def under(self, term: Bind) -> tuple[Normaliser, Term]:
        """The normaliser that knows what holds of each bound symbol, and the body renamed apart."""
        if isinstance(term.var.sort, sorts.SymbolSort) and is_product(term.var.sort.size):
            return self._under_product(term)
        if isinstance(term.var.sort, sorts.SymbolSort):
            symbol, inner = self._bound_symbol(term.var.sort.size, term)
        else:
            symbol, inner = self.fresh(term.var.sort), Normaliser((), self)
        return inner, at_symbol(term.body, term.var, symbol)

    def _under_product(self, term: Bind) -> tuple[Normaliser, Term]:
        """As `under`, the symbol written by the symbols that it is made of."""
        size = term.var.sort.sizes()[0]
        index, variables = split_symbol(size, self.fresh_symbol)
        inner = Normaliser((), self)
        for variable in variables:
            inner = inner._knowing(variable, variable.sort.sizes()[0])
        return inner, simplified(substitute(term.body, {term.var.name: index}))

    def _bound_symbol(self, size: Term, term: Term) -> tuple[Var, Normaliser]:
        """A symbol of an alphabet that nothing else mentions outside of sums over it, for a sum or
        an extremum over it, and the normaliser that knows what holds of it."""
        key = key_of(size)
        if key not in self._inner:
            # The same name wherever this alphabet is met on this level, so that what is found of a
            # summand is found once (`at_symbol`); what is known here speaks of other levels only.
            symbol = Var(f"#{self._level}:{key}", sorts.SymbolSort(size))
            inner = self._knowing(symbol, size)
            # What was learnt on the way may have emptied the table.
            self._inner[key] = symbol, inner
        symbol, inner = self._inner[key]
        if symbol.name in free_variables(term):
            # A part of a sum over the same alphabet, looked at by itself.
            symbol = self.fresh_symbol(size)
            inner = self._knowing(symbol, size)
        return symbol, inner

    def _knowing(self, symbol: Var, size: Term) -> Normaliser:
        """The normaliser that knows what holds of each symbol. What it learns here is no fact yet
        for what is found later; asking it is."""
        asked, start = self._trace.asked, len(self._trace.journal)
        inner = Normaliser((), self)
        found = []
        for fact in self._facts.templates:
            sort = fact.var.sort
            if isinstance(sort, sorts.SymbolSort) and key_of(sort.size) == key_of(size):
                found.append(at_symbol(fact.body, fact.var, symbol))
        # A fact may hold a sum over the same symbols: it is read without the others of its kind.
        facts = inner._facts
        kept, facts.templates = facts.templates, []
        inner.learn(found)
        # What is known of every pair of symbols is known of every second one.
        facts.templates = kept + facts.templates
        if found:
            inner._forget()
        self._trace.asked = asked
        del self._trace.journal[start:]
        return inner

    def _sum(self, term: Bind) -> Poly:
        size = term.var.sort.sizes()[0]
        if not isinstance(term.var.sort, sorts.SymbolSort):
            raise NotReal("{} is a sum over events", term)
        count = self.poly(size)
        body = term.body
        if term.guard is not None:
            body = Cases(term.guard, body, Number(fmpq(0)))
        if is_product(size) and not is_constant(self.poly(size)):
            written, variables = split_symbol(size, self.fresh_symbol)
            body = simplified(substitute(body, {term.var.name: written}))
            for variable in reversed(variables):
                body = Bind("sum", variable, None, body)
            return self.poly(body)
        if is_constant(count) and count.get(ONE, fmpq(0)) <= 16:
            result: Poly = {}
            for index in range(int(count.get(ONE, fmpq(0)).p)):
                piece = at_symbol(body, term.var, Number(fmpq(index)))
                result = plus(result, self.poly(piece))
            return result
        symbol, inner = self._bound_symbol(size, body)
        found = inner.poly(at_symbol(body, term.var, symbol))
        result = {}
        for monomial, coefficient in found.items():
            result = plus(result, self._sum_monomial(monomial, [symbol]), coefficient)
        return result

    def _sum_monomial(self, monomial: Monomial, bound: list[Var]) -> Poly:
        """The sum of one monomial over symbols: inner sums opened, free factors taken out."""
        names = {var.name for var in bound}
        outside: Monomial = ONE
        inside: list[tuple[Term, Exponent]] = []
        bound = list(bound)
        for atom, power in monomial:
            term = self.atoms[atom]
            if not names & set(free_variables(term)):
                if power < 0 or is_inverse(term):
                    # Inside, the alphabet isn't empty; what differs from 0 there may be 0 outside.
                    self._require_nonzero(
                        self.poly(term.args[1]) if isinstance(term, Op) and is_inverse(term)
                        else {((atom, 1),): fmpq(1)}, term
                    )
                outside = monomial_product(outside, ((atom, power),))
            elif _opens(term, power, bound):
                assert isinstance(term, Bind)
                assert isinstance(power, int)
                for _ in range(power):
                    for var, factor in _opened(term, self, tuple(bound)):
                        bound.extend(var)
                        inside.extend(factor)
            else:
                inside.append((term, power))
        result: Poly = {outside: fmpq(1)}
        for variables, held in components(bound, inside):
            result = self.product(result, self._component(variables, held))
        return result

    def _component(self, variables: list[Var], factors: list[tuple[Term, Exponent]]) -> Poly:
        """Σ over the variables of a product whose factors hang together."""
        if not factors:
            result = constant(1)
            for var in variables:
                result = self.product(result, self.poly(var.sort.sizes()[0]))
            return result
        for place, (factor, power) in enumerate(factors):
            made_of = self._whole_law(factor, variables) if power == 1 else None
            others = [item for number, item in enumerate(factors) if number != place]
            if made_of and not made_of & {n for term, _ in others for n in free_variables(term)}:
                return self._again([v for v in variables if v.name not in made_of], others)
        for var in variables:
            holding = [item for item in factors if var.name in free_variables(item[0])]
            others = [item for item in factors if var.name not in free_variables(item[0])]
            remaining = [other for other in variables if other != var]
            if len(holding) == 1 and holding[0][1] == 1 and self._is_law(holding[0][0], var):
                return self._again(remaining, others)
            for item in holding:
                value = self._pinned(item[0], var) if item[1] == 1 else None
                if value is not None:
                    moved = [
                        (substitute(term, {var.name: value}), power)
                        for term, power in factors if term is not item[0]
                    ]
                    return self._again(remaining, moved)
        key = (
            tuple(var.name for var in variables),
            tuple((key_of(term), str(power)) for term, power in factors),
        )
        if key not in self._sums:
            self._sums[key] = _canonical_sum(variables, factors, self)
        return self.atom(self._sums[key])

    def _pinned(self, term: Term, var: Var) -> Term | None:
        return pinned(term, var, lambda value, size: is_symbol(self, value, size))

    def _again(self, variables: list[Var], factors: list[tuple[Term, Exponent]]) -> Poly:
        piece = constant(1)
        for term, power in factors:
            found = self._formal(term)
            for _ in range(int(power)) if isinstance(power, int) and power > 0 else ():
                piece = self.product(piece, found)
            if not isinstance(power, int) or power < 0:
                piece = self.product(piece, self._raised(term, found, power))
        result: Poly = {}
        for monomial, coefficient in piece.items():
            result = plus(result, self._sum_monomial(monomial, variables), coefficient)
        return result

    def _raised(self, term: Term, found: Poly, power: Exponent) -> Poly:
        """The power of a factor: the square root of r² is r for r ≥ 0 only, that of 4 r is 2 √r."""
        if len(found) == 1:
            ((single, coefficient),) = found.items()
            raised = tuple((atom, exponent(inner * power)) for atom, inner in single)
            if isinstance(power, int):
                return self._reduced({raised: coefficient ** power})
            if coefficient == 1 and all(self._atom_sign(atom) is not None for atom, _ in single):
                return self._reduced({raised: fmpq(1)})
        return self.poly(Op("pow", (term, Number(fmpq(power))), REAL))

    def _formal(self, term: Term) -> Poly:
        """The normal form of what has been an atom before, renamed: its reality isn't asked for
        again, since the sum that it stands in is real."""
        match term:
            case Cases(test, _, _):
                held = self.truth(test)
                return constant(int(held)) if held is not None else self.indicator(test)
            case Op("exp", (inner,)):
                try:
                    return self._exponential(self.poly(inner))
                except NotReal:
                    return self.atom(term)
            case Op("log", (Cases(test, Number(one), _),)) if one == 1:
                # An indicator's logarithm: formal, and 0 where the test holds.
                return {} if self.truth(test) else self.atom(term)
            case Op("log", _):
                return self.atom(term)
        try:
            return self.poly(term)
        except NotReal:
            return self.atom(term)

    def _whole_law(self, term: Term, variables: list[Var]) -> set[str] | None:
        """The bound symbols x, y, … of a law's probability of x·m + y, summed over all of them."""
        match term:
            case Op("at", (law, index)) if is_product(law.sort.sizes()[0]):
                names: set[str] = set()
                size = law.sort.sizes()[0]
                while isinstance(size, Op) and size.head == "mul":
                    found = parts_of(index, size.args[1])
                    if found is None or not isinstance(found[1], Var):
                        return None
                    names.add(found[1].name)
                    index, size = found[0], size.args[0]
                count = len(names) + 1
                if not isinstance(index, Var) or not isinstance(index.sort, sorts.SymbolSort):
                    return None
                # All of the alphabet, not only symbols that belong to it.
                if key_of(index.sort.size) != key_of(size):
                    return None
                names.add(index.name)
                bound = names <= {var.name for var in variables}
                free = names & set(free_variables(law))
                if len(names) == count and bound and not free and defined(self, law):
                    return names
        return None

    def _is_law(self, term: Term, var: Var) -> bool:
        """Whether the factor is a law's probability of the bound symbol, which sums to 1."""
        match term:
            case Op("prior_mass", (database, prior, Var(name))) if name == var.name:
                count = Op("instances", (database,), sorts.SizeSort(0))
                whole = key_of(count) == key_of(var.sort.sizes()[0])
                return whole and name not in free_variables(prior) and defined(self, prior)
            case Op("at", (law, Var(name))) if name == var.name:
                size = law.sort.sizes()[0]
                whole = key_of(size) == key_of(var.sort.sizes()[0])
                return whole and name not in free_variables(law) and defined(self, law)
        return False


# --- sums as atoms --------------------------------------------------------------------------------


# A power of a sum is written as nested sums while there are no more variables than these: their
# orders are all tried.
OPENED_VARIABLES = 5


def _opens(term: Term, power: Exponent, bound: Sequence[Var]) -> bool:
    """Whether a power of a sum within a sum is read as nested sums; one over an alphabet that
    depends on a bound symbol is not: its variable's sort would speak of that symbol."""
    if not isinstance(term, Bind) or term.kind != "sum" or _depends(term, bound):
        return False
    if power == 1 or not isinstance(power, int) or power < 1:
        return power == 1
    depth = 0
    body: Term = term
    while isinstance(body, Bind) and body.kind == "sum":
        depth, body = depth + 1, body.body
    return len(bound) + power * depth <= OPENED_VARIABLES


def _depends(term: Bind, bound: Sequence[Var]) -> bool:
    """Whether the alphabet that is summed over depends on one of the symbols."""
    free = free_variables(term.var.sort.sizes()[0])
    return any(var.name in free for var in bound)


def _opened(
    term: Bind, normaliser: Normaliser, bound: Sequence[Var]
) -> Iterator[tuple[list[Var], list[tuple[Term, Exponent]]]]:
    """The variables (renamed apart) and factors of a sum that is an atom; sums within it stay
    closed from one on whose alphabet depends on a bound symbol."""
    variables: list[Var] = []
    body: Term = term
    while isinstance(body, Bind) and body.kind == "sum" and not _depends(
        body, (*bound, *variables)
    ):
        fresh = normaliser.fresh_symbol(body.var.sort.sizes()[0])
        variables.append(fresh)
        body = substitute(body.body, {body.var.name: fresh})
    found: list[tuple[Term, Exponent]] = []
    while isinstance(body, Cases) and is_guarded(body):
        found.append((Cases(body.test, Number(fmpq(1)), Number(fmpq(0))), 1))
        body = body.then
    for factor in factors(body):
        if isinstance(factor, Op) and factor.head == "pow" and isinstance(factor.args[1], Number):
            power = factor.args[1].value
            assert power is not None
            found.append((factor.args[0], exponent(power)))
        else:
            found.append((factor, 1))
    yield variables, found


def _canonical_sum(
    variables: Sequence[Var], factors: Sequence[tuple[Term, Exponent]], normaliser: Normaliser
) -> Term:
    """One term for all orders and names of the bound variables."""
    start = 1 + max((_highest(term) for term, _ in factors), default=-1)
    best: tuple[str, list[Var], list[tuple[Term, Exponent]]] | None = None
    for order in _orders(variables, factors):
        names = {var.name: f"@{start + place}" for place, var in enumerate(order)}
        written = sorted(
            factors, key=lambda factor: (key_under(factor[0], names), str(factor[1]))
        )
        # The key doesn't depend on the names of the bound variables.
        text = key_of(_summed(order, written))
        if best is None or text < best[0]:
            best = text, order, written
    assert best is not None
    text, order, written = best
    if text in normaliser.atoms:
        return normaliser.atoms[text]
    named = [Var(f"@{start + place}", var.of) for place, var in enumerate(order)]
    values = {var.name: name for var, name in zip(order, named, strict=True)}
    return _summed(named, [(substitute(term, values), power) for term, power in written])


def _summed(variables: Sequence[Var], factors: Sequence[tuple[Term, Exponent]]) -> Term:
    body = written_product(factors)
    for var in reversed(variables):
        body = Bind("sum", var, None, body)
    return body


def _orders(
    variables: Sequence[Var], factors: Sequence[tuple[Term, Exponent]]
) -> Iterator[list[Var]]:
    """The orders of bound variables that are tried: those that differ in how they occur, whatever
    the names of the others, keep a fixed order."""
    groups: dict[str, list[Var]] = {}
    for var in variables:
        marks = {other.name: "@this" if other == var else "@other" for other in variables}
        places = sorted(
            f"{key_under(term, marks)}^{power}"
            for term, power in factors if var.name in free_variables(term)
        )
        groups.setdefault(str(places), []).append(var)
    parts = (itertools.permutations(groups[places]) for places in sorted(groups))
    for chosen in itertools.product(*parts):
        yield list(itertools.chain.from_iterable(chosen))


def _highest(term: Term) -> int:
    """The highest number among the names @0, @1, … that a binder within the term binds, or −1."""
    found = [-1]

    def look(node: object) -> None:
        if isinstance(node, Bind) and node.var.name[0] == "@":
            found.append(int(node.var.name[1:]))

    # Most factors hold no binder, as their keys tell.
    if "bind[" in key_of(term):
        walk(term, look)
    return max(found)
