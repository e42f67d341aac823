"""Normal forms of sums over alphabets: opened, split into parts, summed where a law sums to 1.

A sum that stays closed is one term for all orders and names of its bound variables.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from flint import fmpq

from verified.kernel.judgements import defined, is_symbol
from verified.kernel.known import Known
from verified.kernel.law_forms import indicator, truth
from verified.kernel.number_forms import exponential, raised, require_nonzero
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
    exponent,
    factors,
    is_constant,
    is_guarded,
    is_inverse,
    key_of,
    key_under,
    monomial_product,
    pinned,
    plus,
    written_product,
)
from verified.kernel.products import product
from verified.syntax import sorts
from verified.syntax.formulas import substitute
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var, free_variables


def summed(known: Known, term: Bind) -> Poly:
    """A sum over an alphabet: over few symbols one by one, else monomial by monomial."""
    size = term.var.sort.sizes()[0]
    if not isinstance(term.var.sort, sorts.SymbolSort):
        raise NotReal("{} is a sum over events", term)
    count = known.poly(size)
    body = term.body
    if term.guard is not None:
        body = Cases(term.guard, body, Number(fmpq(0)))
    if is_product(size) and not is_constant(known.poly(size)):
        whole, variables = split_symbol(size, known.fresh_symbol)
        body = simplified(substitute(body, {term.var.name: whole}))
        for variable in reversed(variables):
            body = Bind("sum", variable, None, body)
        return known.poly(body)
    if is_constant(count) and count.get(ONE, fmpq(0)) <= 16:
        result: Poly = {}
        for index in range(int(count.get(ONE, fmpq(0)).p)):
            piece = at_symbol(body, term.var, Number(fmpq(index)))
            result = plus(result, known.poly(piece))
        return result
    symbol, inner = known.bound_symbol(size, body)
    found = inner.poly(at_symbol(body, term.var, symbol))
    result = {}
    for monomial, coefficient in found.items():
        result = plus(result, _sum_monomial(known, monomial, [symbol]), coefficient)
    return result


def _sum_monomial(known: Known, monomial: Monomial, bound: list[Var]) -> Poly:
    """The sum of one monomial over symbols: inner sums opened, free factors taken out."""
    names = {var.name for var in bound}
    outside: Monomial = ONE
    inside: list[tuple[Term, Exponent]] = []
    bound = list(bound)
    for atom, power in monomial:
        term = known.atoms[atom]
        if not names & set(free_variables(term)):
            if power < 0 or is_inverse(term):
                # Inside, the alphabet isn't empty; what differs from 0 there may be 0 outside.
                divisor: Poly = {((atom, 1),): fmpq(1)}
                if is_inverse(term):
                    assert isinstance(term, Op)
                    divisor = known.poly(term.args[1])
                require_nonzero(known, divisor, term)
            outside = monomial_product(outside, ((atom, power),))
        elif _opens(term, power, bound):
            assert isinstance(term, Bind)
            assert isinstance(power, int)
            for _ in range(power):
                for var, factor in _opened(term, known, tuple(bound)):
                    bound.extend(var)
                    inside.extend(factor)
        else:
            inside.append((term, power))
    result: Poly = {outside: fmpq(1)}
    for variables, held in components(bound, inside):
        result = product(known, result, _component(known, variables, held))
    return result


def _component(known: Known, variables: list[Var], factors: list[tuple[Term, Exponent]]) -> Poly:
    """Σ over the variables of a product whose factors hang together."""
    if not factors:
        result = constant(1)
        for var in variables:
            result = product(known, result, known.poly(var.sort.sizes()[0]))
        return result
    for place, (factor, power) in enumerate(factors):
        made_of = _whole_law(known, factor, variables) if power == 1 else None
        others = [item for number, item in enumerate(factors) if number != place]
        if made_of and not made_of & {n for term, _ in others for n in free_variables(term)}:
            return _again(known, [v for v in variables if v.name not in made_of], others)
    for var in variables:
        holding = [item for item in factors if var.name in free_variables(item[0])]
        others = [item for item in factors if var.name not in free_variables(item[0])]
        remaining = [other for other in variables if other != var]
        if len(holding) == 1 and holding[0][1] == 1 and _is_law(known, holding[0][0], var):
            return _again(known, remaining, others)
        for item in holding:
            value = _pinned(known, item[0], var) if item[1] == 1 else None
            if value is not None:
                moved = [
                    (substitute(term, {var.name: value}), power)
                    for term, power in factors if term is not item[0]
                ]
                return _again(known, remaining, moved)
    key = (
        tuple(var.name for var in variables),
        tuple((key_of(term), str(power)) for term, power in factors),
    )
    if key not in known.sums:
        known.sums[key] = _canonical_sum(variables, factors)
    return known.atom(known.sums[key])


def _pinned(known: Known, term: Term, var: Var) -> Term | None:
    return pinned(term, var, lambda value, size: is_symbol(known, value, size))


def _again(known: Known, variables: list[Var], factors: list[tuple[Term, Exponent]]) -> Poly:
    piece = constant(1)
    for term, power in factors:
        found = _formal(known, term)
        for _ in range(int(power)) if isinstance(power, int) and power > 0 else ():
            piece = product(known, piece, found)
        if not isinstance(power, int) or power < 0:
            piece = product(known, piece, raised(known, term, found, power))
    result: Poly = {}
    for monomial, coefficient in piece.items():
        result = plus(result, _sum_monomial(known, monomial, variables), coefficient)
    return result


def _formal(known: Known, term: Term) -> Poly:
    """The normal form of what has been an atom before, renamed: its reality isn't asked for
    again, since the sum that it stands in is real."""
    match term:
        case Cases(test, _, _):
            return indicator(known, test)
        case Op("exp", (inner,)):
            try:
                return exponential(known, known.poly(inner))
            except NotReal:
                return known.atom(term)
        case Op("log", (Cases(test, Number(one), _),)) if one == 1:
            # An indicator's logarithm: formal, and 0 where the test holds.
            return {} if truth(known, test) else known.atom(term)
        case Op("log", _):
            return known.atom(term)
    try:
        return known.poly(term)
    except NotReal:
        return known.atom(term)


def _whole_law(known: Known, term: Term, variables: list[Var]) -> set[str] | None:
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
            if len(names) == count and bound and not free and defined(known, law):
                return names
    return None


def _is_law(known: Known, term: Term, var: Var) -> bool:
    """Whether the factor is a law's probability of the bound symbol, which sums to 1."""
    match term:
        case Op("prior_mass", (database, prior, Var(name))) if name == var.name:
            count = Op("instances", (database,), sorts.SizeSort(0))
            whole = key_of(count) == key_of(var.sort.sizes()[0])
            return whole and name not in free_variables(prior) and defined(known, prior)
        case Op("at", (law, Var(name))) if name == var.name:
            size = law.sort.sizes()[0]
            whole = key_of(size) == key_of(var.sort.sizes()[0])
            return whole and name not in free_variables(law) and defined(known, law)
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
    term: Bind, known: Known, bound: Sequence[Var]
) -> Iterator[tuple[list[Var], list[tuple[Term, Exponent]]]]:
    """The variables (renamed apart) and factors of a sum that is an atom; sums within it stay
    closed from one on whose alphabet depends on a bound symbol."""
    variables: list[Var] = []
    body: Term = term
    while isinstance(body, Bind) and body.kind == "sum" and not _depends(
        body, (*bound, *variables)
    ):
        fresh = known.fresh_symbol(body.var.sort.sizes()[0])
        variables.append(fresh)
        body = substitute(body.body, {body.var.name: fresh})
    found: list[tuple[Term, Exponent]] = []
    while is_guarded(body):
        assert isinstance(body, Cases)
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
    variables: Sequence[Var], factors: Sequence[tuple[Term, Exponent]]
) -> Term:
    """One term for all orders and names of the bound variables."""
    best: tuple[str, list[Var], list[tuple[Term, Exponent]]] | None = None
    for order in _orders(variables, factors):
        names = {var.name: f"@{place}" for place, var in enumerate(order)}
        written = sorted(
            factors, key=lambda factor: (key_under(factor[0], names), str(factor[1]))
        )
        # The key doesn't depend on the names of the bound variables.
        text = key_of(_nested(order, written))
        if best is None or text < best[0]:
            best = text, order, written
    assert best is not None
    _, order, written = best
    named = [Var(f"@{place}", var.of) for place, var in enumerate(order)]
    values = {var.name: name for var, name in zip(order, named, strict=True)}
    return _nested(named, [(substitute(term, values), power) for term, power in written])


def _nested(variables: Sequence[Var], factors: Sequence[tuple[Term, Exponent]]) -> Term:
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
