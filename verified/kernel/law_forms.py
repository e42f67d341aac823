"""Normal forms of probabilities and of cases: entries of laws, events, indicators of tests."""

from __future__ import annotations

from flint import fmpq

from verified.kernel.judgements import check_below, defined
from verified.kernel.known import Known
from verified.kernel.number_forms import require_nonzero
from verified.kernel.pairs import simplified
from verified.kernel.polynomial import (
    ONE,
    NotReal,
    Poly,
    constant,
    entry_at,
    is_constant,
    is_inverse,
    key_of,
    membership,
    plus,
    row_of,
    scaled_key,
    written_row,
)
from verified.kernel.products import product, written
from verified.kernel.signs import closer_sign
from verified.syntax import sorts
from verified.syntax.formulas import And, Formula, Not, Relation, substitute
from verified.syntax.goals import normal
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var


def _entry(known: Known, term: Op) -> Poly:
    law, symbol = term.args
    if not defined(known, law):
        raise NotReal("{} isn't shown to be a law", law)
    check_below(known, law.sort.sizes()[0], symbol)
    match law:
        case Op("pmf_literal", entries):
            index = known.poly(symbol)
            if is_constant(index):
                return known.poly(entries[int(index.get(ONE, fmpq(0)).p)])
        case Bind("table", var, _, body):
            return known.poly(simplified(substitute(body, {var.name: symbol})))
        case Op("row", (channel, row)):
            found = written_row(channel, row)
            if isinstance(found, Bind):
                # The channel is one, so its row is a law: that isn't asked again.
                inside = substitute(simplified(found).body, {found.var.name: symbol})
                return known.poly(simplified(inside))
            if found is not None:
                return known.poly(entry_at(simplified(found), symbol))
        case Op("output", (prior, channel)):
            assert isinstance(channel.sort, sorts.ChannelSort)
            x = known.fresh_symbol(channel.sort.inputs)
            body = entry_at(prior, x) * entry_at(row_of(channel, x), symbol)
            return known.poly(Bind("sum", x, None, body))
    return _last_entry(known, law, symbol) or known.atom(term)


def _last_entry(known: Known, law: Term, symbol: Term) -> Poly | None:
    """On an alphabet of known size the last probability is 1 less the others."""
    size, index = known.poly(law.sort.sizes()[0]), known.poly(symbol)
    if not is_constant(size) or not is_constant(index) or size[ONE] > 16:
        return None
    if index.get(ONE, fmpq(0)) != size[ONE] - 1:
        return None
    found = constant(1)
    for other in range(int(size[ONE].p) - 1):
        found = plus(found, known.poly(entry_at(law, Number(fmpq(other)))), -1)
    known.note(found, False)
    return found


def _probability(known: Known, term: Op) -> Poly:
    law, event = term.args
    if not defined(known, law):
        raise NotReal("{} isn't shown to be a law", law)
    if not defined(known, event):
        raise NotReal("{} isn't shown to be an event", event)
    a = known.fresh_symbol(law.sort.sizes()[0])
    body = Cases(membership(event, a), entry_at(law, a), Number(fmpq(0)))
    return known.poly(Bind("sum", a, None, body))


def chosen(known: Known, term: Cases) -> Poly:
    """A choice between two numbers: each is real where its test says."""
    test, then, otherwise = normal(term.test), term.then, term.otherwise
    held = truth(known, test)
    if held is not None:
        return known.poly(then if held else otherwise)
    inside = known.branch(test, then)
    outside = known.branch(Not(test), otherwise)
    for part in (inside, outside):
        _unconditional(known, part)
    mark = indicator(known, test)
    opposite = plus(constant(1), mark, -1)
    return plus(product(known, mark, inside), product(known, opposite, outside))


def _unconditional(known: Known, poly: Poly) -> None:
    """A sum that is divided by in one branch must not be 0 in the other: divisors that are
    sums are multiplied out later, whichever branch holds."""
    for monomial in poly:
        for atom, _ in monomial:
            term = known.atoms[atom]
            if isinstance(term, Var):
                known.poly(term)  # its domain holds in both branches
            if is_inverse(term):
                assert isinstance(term, Op)
                require_nonzero(known, known.poly(term.args[1]), term.args[1])


def truth(known: Known, test: Formula) -> bool | None:
    """Whether a test on numbers is decided by normal forms alone."""
    if isinstance(test, Not):
        inner = truth(known, test.body)
        return None if inner is None else not inner
    if isinstance(test, Relation) and test.op in ("=", "<=", "<"):
        try:
            difference = plus(known.poly(test.right), known.poly(test.left), -1)
        except NotReal:
            return None
        if is_constant(difference):
            value = difference.get(ONE, fmpq(0))
            return {"=": value == 0, "<=": value >= 0, "<": value > 0}[test.op]
        above = closer_sign(known, difference)
        below = closer_sign(known, plus({}, difference, -1))
        if test.op == "=":
            scaled = scaled_key(difference)
            if (scaled is not None and scaled[0] in known.facts.nonzero) or 1 in (above, below):
                return False
            # Neither is below the other.
            return True if above == below == 0 else None
        if above is not None and (above == 1 or test.op == "<="):
            return True
        if below is not None and (below == 1 or test.op == "<"):
            return False
    return None


def indicator(known: Known, test: Formula) -> Poly:
    """1 where the test holds, 0 elsewhere."""
    held = truth(known, test)
    if held is not None:
        return constant(int(held))
    match test:
        case Not(body):
            return plus(constant(1), indicator(known, body), -1)
        case And(parts):
            result = constant(1)
            for part in parts:
                result = product(known, result, indicator(known, part))
            return result
        case Relation("=", Cases(inner, one, two), other) | Relation(
            "=", other, Cases(inner, one, two)
        ):
            mark = indicator(known, inner)
            first = product(known, mark, indicator(known, Relation("=", other, one)))
            rest = indicator(known, Relation("=", other, two))
            return plus(first, product(known, plus(constant(1), mark, -1), rest))
        case Relation("=", left, right):
            left, right = _compared(known, left, right)
            if key_of(left) > key_of(right):
                left, right = right, left
            test = Relation("=", left, right)
        case Relation("<=" | "<"):
            test = _against_zero(known, test)
    return known.atom(Cases(test, Number(fmpq(1)), Number(fmpq(0))))


def _against_zero(known: Known, test: Relation) -> Relation:
    """An order of two numbers as 0 < d or 0 ≤ d with a scaled normal form d: one test for all
    ways to write it."""
    try:
        difference = plus(known.poly(test.right), known.poly(test.left), -1)
    except NotReal:
        return test
    # Of two equal sides it is decided (`truth`).
    scaled = scaled_key(difference)
    assert scaled is not None
    return Relation(test.op, Number(fmpq(0)), written(known, plus({}, difference, 1 / scaled[1])))


def _compared(known: Known, left: Term, right: Term) -> tuple[Term, Term]:
    """The sides of an equality of two numbers; of x + t = y + t, x and y."""
    try:
        difference = plus(known.poly(left), known.poly(right), -1)
    except NotReal:
        return left, right
    sides = {
        int(value): known.atoms[monomial[0][0]] for monomial, value in difference.items()
        if len(monomial) == 1 and monomial[0][1] == 1 and value in (1, -1)
    }
    whole = len(difference) == 2 and set(sides) == {1, -1}
    return (sides[1], sides[-1]) if whole else (left, right)


# --- rules ----------------------------------------------------------------------------------------


def _ratio(known: Known, term: Op) -> Poly:
    one, other, symbol = term.args
    return known.poly(entry_at(one, symbol) / entry_at(other, symbol))


RULES = {"at": _entry, "probability": _probability, "likelihood_ratio": _ratio}
