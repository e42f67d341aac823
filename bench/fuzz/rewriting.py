"""Textbook identities, their side conditions ignored: t/t = 1, ln(ab) = ln a + ln b, √(x²) = x,
Σ over all of a law is 1, a sum over one pinned symbol is one term, …

A term and what some of these make of it are equal where every condition holds: for x ≠ 0, for
a, b > 0, for x ≥ 0, for an alphabet that isn't empty. Whether it does is for the kernel to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from flint import fmpq

from bench.fuzz.grammar import HALF, Bound, Grammar
from bench.fuzz.trees import places, with_part
from verified import language as words
from verified.language import prior_mass, with_entry
from verified.syntax.formulas import Not, Relation, negate, substitute
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    PmfSort,
    PriorSort,
    SizeSort,
    SymbolSort,
)
from verified.syntax.terms import (
    Bind,
    Cases,
    Number,
    Op,
    Symbol,
    Term,
    Var,
    equals,
    free_variables,
    is_arithmetic,
    number,
)

Rewriting = Callable[[Any, Grammar, Bound], "Term | None"]


def rewritten(node: Any, grammar: Grammar, count: int = 1) -> Any:
    """The term or formula after some rewritings at random places."""
    for _ in range(count):
        node = _once(node, grammar)
    return node


def under_a_sum(term: Term, grammar: Grammar) -> Term:
    """The whole term as a sum or an extremum over symbols, of one of which it may speak."""
    for _ in range(4):
        try:
            found = _averaged(term, grammar, ())
        except ClaimError:
            continue
        if found is not None:
            return found
    return term


def mistaken(node: Any, grammar: Grammar) -> Any:
    """The term or formula with a slip in it: a factor or a number lost, a symbol or two sides
    exchanged, another exponent or alphabet. Mostly it says something else then."""
    every = [(path, part, bound) for path, part, bound in places(node) if isinstance(part, Term)]
    for _ in range(8):
        path, part, bound = grammar.pick(every)
        try:
            found = _slip(part, grammar, bound)
            if found is not None and found != part:
                return with_part(node, path, found)
        except (ClaimError, IndexError):
            continue
    return node


def _slip(part: Term, g: Grammar, bound: Bound) -> Term | None:
    match part:
        case Number(value) if value is not None:
            return number(g.pick((0, 1, 2, -value)))
        case Var() if isinstance(part.of, SymbolSort):
            alike = [v for v in g.visible(bound, SymbolSort) if v != part]
            return g.pick(alike) if alike else None
        case Op("mul" | "div" | "add" | "sub" | "maximum" | "minimum" as head, (one, two)):
            return g.pick((one, two, Op(head, (two, one), part.result)))
        case Op("pow", (base, above)):
            return g.pick((base, base ** (above + 1), base ** (-above)))
        case Op("neg" | "abs" | "exp" | "log" | "sqrt", (inner,)):
            return inner
        case Cases(test, then, otherwise):
            return g.pick((then, otherwise, Cases(test, otherwise, then),
                           Cases(Not(test), then, otherwise)))
        case Bind("sum", var, guard, body) if isinstance(var.of, SymbolSort):
            other = Symbol(var.name, g.alphabet(bound))
            return g.pick((
                Bind("sum", var, None, body), Bind("max", var, guard, body),
                words.total(other, substitute(body, {var.name: other}), guard)))
    return None


def _once(node: Any, grammar: Grammar) -> Any:
    every = [
        (path, part, bound) for path, part, bound in places(node)
        if isinstance(part, Term) and is_arithmetic(part.sort)
    ]
    if not every:
        return node
    for _ in range(8):
        path, part, bound = grammar.pick(every)
        by_form = _BY_HEAD.get(_head(part), ())
        way = grammar.pick(by_form) if by_form and grammar.roll(0.75) else grammar.pick(_ANY)
        try:
            found = way(part, grammar, bound)
            if found is not None:
                return with_part(node, path, found)
        except ClaimError:
            continue
    return node


def _head(term: Any) -> str:
    match term:
        case Op(head):
            return head
        case Bind(kind):
            return kind
        case Cases():
            return "cases"
    return "leaf"


_ANY: list[Rewriting] = []
_BY_HEAD: dict[str, list[Rewriting]] = {}


def _any(way: Rewriting) -> Rewriting:
    _ANY.append(way)
    return way


def _of(*heads: str) -> Callable[[Rewriting], Rewriting]:
    def register(way: Rewriting) -> Rewriting:
        for head in heads:
            _BY_HEAD.setdefault(head, []).append(way)
        return way

    return register


# --- of any number --------------------------------------------------------------------------------


@_any
def _neutral(t: Term, g: Grammar, bound: Bound) -> Term:
    return g.made((lambda: t + 0, lambda: t * 1, lambda: 1 * t, lambda: t / 1, lambda: 0 - (-t),
                   lambda: t - 0, lambda: t**1, lambda: 0 + t))


@_any
def _and_back(t: Term, g: Grammar, bound: Bound) -> Term:
    """There and back by another number, which may be 0 or have no value."""
    u = g.leaf(bound) if g.roll(0.6) else g.number(1, bound)
    return g.made((
        lambda: t * u / u, lambda: t / u * u, lambda: t + u - u, lambda: (t * u) * (1 / u),
        lambda: t - u + u, lambda: u * (t / u), lambda: t * words.exp(u) * words.exp(-u),
        lambda: t * u**-1 * u, lambda: t + 0 * u, lambda: t * u**0,
    ))


@_any
def _inverse_twice(t: Term, g: Grammar, bound: Bound) -> Term:
    return g.made((lambda: 1 / (1 / t), lambda: (t**-1) ** -1, lambda: 1 / t**-1))


@_any
def _inverse_function(t: Term, g: Grammar, bound: Bound) -> Term:
    return g.made((
        lambda: words.exp(words.log(t)), lambda: words.log(words.exp(t)),
        lambda: words.sqrt(t) * words.sqrt(t), lambda: words.sqrt(t * t), lambda: words.sqrt(t**2),
        lambda: (t**2) ** HALF, lambda: (t**HALF) ** 2, lambda: words.absolute(t),
        lambda: words.maximum(t, t), lambda: words.maximum(t, 0), lambda: words.minimum(t, t),
    ))


@_any
def _branches(t: Term, g: Grammar, bound: Bound) -> Term:
    """One value whichever way a test goes, or one way left out."""
    test = g.test(0, bound)
    return g.made((
        lambda: words.cases(test, t, t),
        lambda: words.cases(test, 1, 0) * t + words.cases(test, 0, 1) * t,
        lambda: words.cases(test, t, 0) + words.cases(Not(test), t, 0),
    ))


@_any
def _averaged(t: Term, g: Grammar, bound: Bound) -> Term | None:
    """As a sum over an alphabet that the term doesn't speak of."""
    size = g.alphabet(bound)
    var = Symbol(g.name(bound), size)
    if var.name in free_variables(t):
        return None
    alike = [v for v in g.visible((*bound, var), PmfSort) if v.of.sizes()[0] == size]
    same = [v for v in g.visible(bound, SymbolSort) if v.of.sizes()[0] == size and v != var]
    options: list[Callable[[], Term]] = [
        lambda: words.total(var, t / size), lambda: words.total(var, t) / size,
        lambda: words.largest(var, t), lambda: words.smallest(var, t),
    ]
    if alike:
        P = g.pick(alike)
        options += [lambda: words.total(var, P[var] * t), lambda: t * words.total(var, P[var])]
    if same:
        a = g.pick(same)
        options += [lambda: words.total(var, words.cases(equals(var, a), 1, 0) * t),
                    lambda: words.total(var, words.cases(equals(var, a), t, 0)),
                    lambda: words.total(
                        var, words.cases(equals(var, a), 1, 0) * substitute(t, {a.name: var}))]
    return g.made(options)


# --- arithmetic -----------------------------------------------------------------------------------


@_of("add", "mul")
def _turned(t: Op, g: Grammar, bound: Bound) -> Term:
    one, two = t.args
    return two + one if t.head == "add" else two * one


@_of("sub")
def _subtracted(t: Op, g: Grammar, bound: Bound) -> Term:
    one, two = t.args
    return g.pick((one + -two, -(two - one), one + (-1) * two))


@_of("mul")
def _distributed(t: Op, g: Grammar, bound: Bound) -> Term | None:
    for one, two in (t.args, t.args[::-1]):
        match two:
            case Op("add" | "sub" as head, (a, b)):
                return one * a + one * b if head == "add" else one * a - one * b
            case Op("div", (a, b)):
                return one * a / b
            case Op("mul", (a, b)):
                return (one * a) * b
            case Op("log", (a,)):
                return words.log(a**one)
            case Op("pow", (a, b)) if a == one:
                return one ** (b + 1)
            case Cases(test, a, b):
                return words.cases(test, one * a, one * b)
            case Bind("sum", var, guard, body) if var.name not in free_variables(one):
                return words.total(var, one * body, guard)
            case Bind("max" as kind, var, guard, body) if var.name not in free_variables(one):
                return Bind(kind, var, guard, one * body)
    one, two = t.args
    if one == two:
        return one**2
    return None


@_of("mul")
def _product_of_powers(t: Op, g: Grammar, bound: Bound) -> Term | None:
    match t.args:
        case (Op("exp", (a,)), Op("exp", (b,))):
            return words.exp(a + b)
        case (Op("sqrt", (a,)), Op("sqrt", (b,))):
            return words.sqrt(a * b)
        case (Op("pow", (a, x)), Op("pow", (b, y))):
            return a ** (x + y) if a == b else (a * b) ** x if x == y else None
        case (Number(value), _) if value is not None and value == 0:
            return number(0)
        case (a, Op("div", (one, b))) if one == number(1):
            return a / b
        case (Bind("sum", v, None, f), Bind("sum", w, None, h)):
            if v.name == w.name:
                w = Var(w.name + "'", w.of)
                h = substitute(h, {v.name: w})
            if v.name not in free_variables(h) and w.name not in free_variables(f):
                return words.total(v, words.total(w, f * h))
    return None


@_of("div")
def _divided(t: Op, g: Grammar, bound: Bound) -> Term | None:
    one, two = t.args
    if one == two:
        return number(1)
    options = [one * (1 / two), one * two**-1, -(-one / two), -(one / -two), 1 / (two / one)]
    match one:
        case Op("add" | "sub" as head, (a, b)):
            options += 2 * [a / two + b / two if head == "add" else a / two - b / two]
        case Op("mul", (a, b)):
            options += [a * (b / two), a if b == two else b if a == two else a / two * b]
        case Bind("sum", var, guard, body) if var.name not in free_variables(two):
            options += [words.total(var, body / two, guard)]
    match two:
        case Op("div", (a, b)):
            options += 2 * [one * b / a]
        case Op("mul", (a, b)):
            options += 2 * [one / a / b, one / b / a]
    return g.pick(options)


@_of("pow")
def _powers(t: Op, g: Grammar, bound: Bound) -> Term | None:
    base, above = t.args
    options: list[Term] = [words.exp(above * words.log(base)), 1 / base ** (-above),
                           base * base ** (above - 1), (1 / base) ** (-above)]
    if above == number(2):
        options += 3 * [base * base]
    if above == number(0):
        options += 3 * [number(1)]
    if above == HALF:
        options += 3 * [words.sqrt(base)]
    if above == number(fmpq(-1, 2)):
        options += 2 * [1 / words.sqrt(base), words.sqrt(base) / base]
    match base:
        case Op("mul", (a, b)):
            options += 3 * [a**above * b**above]
        case Op("div", (a, b)):
            options += 3 * [a**above / b**above]
        case Op("pow", (a, b)):
            options += 3 * [a ** (b * above)]
        case Op("exp", (a,)):
            options += 2 * [words.exp(a * above)]
        case Bind("sum", var, None, body) if above == number(2):
            other = Var(var.name + "'", var.of)
            if other.name not in free_variables(body):
                options += 2 * [words.total(var, words.total(
                    other, body * substitute(body, {var.name: other})))]
        case Cases(test, a, b):
            options += 2 * [words.cases(test, a**above, b**above)]
    match above:
        case Op("add", (a, b)):
            options += 2 * [base**a * base**b]
        case Op("mul", (a, b)):
            options += 2 * [(base**a) ** b]
    return g.pick(options)


@_of("sqrt")
def _roots(t: Op, g: Grammar, bound: Bound) -> Term | None:
    (inner,) = t.args
    options: list[Term] = [inner**HALF, inner / words.sqrt(inner)]
    match inner:
        case Op("mul", (a, b)):
            options += 3 * [a if a == b else words.sqrt(a) * words.sqrt(b)]
        case Op("div", (a, b)):
            options += 2 * [words.sqrt(a) / words.sqrt(b)]
        case Op("pow", (a, b)):
            options += 3 * [a ** (b / 2), a ** (b * HALF)]
            if b == number(2):
                options += 3 * [a]
    return g.pick(options)


@_of("log")
def _logarithms(t: Op, g: Grammar, bound: Bound) -> Term | None:
    (inner,) = t.args
    match inner:
        case Op("mul", (a, b)):
            return words.log(a) + words.log(b)
        case Op("div", (a, b)):
            return words.log(a) - words.log(b)
        case Op("pow", (a, b)):
            return b * words.log(a)
        case Op("exp", (a,)):
            return a
        case Op("sqrt", (a,)):
            return words.log(a) / 2
        case Cases(test, a, b):
            return words.cases(test, words.log(a), words.log(b))
    return -words.log(1 / inner)


@_of("exp")
def _exponentials(t: Op, g: Grammar, bound: Bound) -> Term | None:
    (inner,) = t.args
    match inner:
        case Op("add", (a, b)):
            return words.exp(a) * words.exp(b)
        case Op("sub", (a, b)):
            return words.exp(a) / words.exp(b)
        case Op("mul", (a, b)):
            return g.pick((words.exp(a) ** b, words.exp(b) ** a))
        case Op("log", (a,)):
            return a
    return 1 / words.exp(-inner)


@_of("neg", "abs", "maximum", "minimum", "normal_cdf", "binary_entropy")
def _functions(t: Op, g: Grammar, bound: Bound) -> Term | None:
    match t:
        case Op("neg", (a,)):
            return g.pick((-1 * a, 0 - a))
        case Op("abs", (a,)):
            return g.pick((a, -a, words.sqrt(a * a), words.maximum(a, -a), words.absolute(-a)))
        case Op("maximum", (a, b)):
            return g.pick((a, b, words.maximum(b, a), (a + b + words.absolute(a - b)) / 2,
                           words.cases(a <= b, b, a), -words.minimum(-a, -b)))
        case Op("minimum", (a, b)):
            return g.pick((a, b, words.minimum(b, a), words.cases(a <= b, a, b)))
        case Op("normal_cdf", (a,)):
            return 1 - words.normal_cdf(-a)
        case Op("binary_entropy", (a,)):
            return g.pick((words.binary_entropy(1 - a),
                           -a * words.log(a) - (1 - a) * words.log(1 - a)))
    return None


# --- cases ----------------------------------------------------------------------------------------


@_of("cases")
def _cases(t: Cases, g: Grammar, bound: Bound) -> Term | None:
    test, a, b = t.test, t.then, t.otherwise
    return g.made((
        lambda: words.cases(negate(test), b, a), lambda: a, lambda: b,
        lambda: words.cases(test, 1, 0) * a + words.cases(test, 0, 1) * b,
        lambda: b + words.cases(test, 1, 0) * (a - b),
        lambda: words.cases(test, a, words.cases(test, a, b)), lambda: _pinned(t),
    ))


def _pinned(t: Cases) -> Term | None:
    """Where the test says x = y, x for y in the branch."""
    match t.test:
        case Relation("=", Var() as x, Var() as y) if x.of == y.of:
            return Cases(t.test, substitute(t.then, {y.name: x}), t.otherwise)
    return None


# --- sums -----------------------------------------------------------------------------------------


@_of("sum")
def _sums(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    ways = (_split_body, _drawn_out, _exchanged, _listed, _pinned_symbol, _of_one, _product_split,
            _guarded, _renamed, _pinned_symbol, _drawn_out, _last_term)
    return g.pick(ways)(t, g, bound)


def _split_body(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    match t.body:
        case Op("add" | "sub" as head, (a, b)):
            one, two = words.total(t.var, a, t.guard), words.total(t.var, b, t.guard)
            return one + two if head == "add" else one - two
        case Op("neg", (a,)):
            return -words.total(t.var, a, t.guard)
        case Op("div", (a, b)) if t.var.name not in free_variables(b):
            return words.total(t.var, a, t.guard) / b
    return None


def _drawn_out(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    match t.body:
        case Op("mul", (a, b)):
            for one, two in ((a, b), (b, a)):
                if t.var.name not in free_variables(one):
                    return one * words.total(t.var, two, t.guard)
    if t.var.name not in free_variables(t.body) and t.guard is None:
        size = t.var.of.sizes()[0]
        return size * t.body if isinstance(t.var.of, SymbolSort) else None
    return None


def _exchanged(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    match t.body:
        case Bind("sum", w, None, f) if t.guard is None and w.name != t.var.name:
            if t.var.name in free_variables(w):
                return None
            return words.total(w, words.total(t.var, f))
    return None


def _listed(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    if not isinstance(t.var.of, SymbolSort) or t.guard is not None:
        return None
    match t.var.of.size:
        case Number(count) if count is not None and count.q == 1 and 0 <= count <= 3:
            found: Term = number(0)
            for index in range(int(count.p)):
                found = found + substitute(t.body, {t.var.name: number(index)})
            return found
    return None


def _last_term(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    if not isinstance(t.var.of, SymbolSort) or t.guard is not None:
        return None
    match t.var.of.size:
        case Op("add", (fewer, one)) if one == number(1):
            var = Symbol(t.var.name, fewer)
            return words.total(var, substitute(t.body, {t.var.name: var})) + substitute(
                t.body, {t.var.name: fewer})
    return None


def _pinned_symbol(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    """Σ_v [v = a] f(v) is f(a)."""
    if t.guard is not None:
        return None
    match t.body:
        case Op("mul", (Cases(Relation("=", one, two), a, b), f)) if (a, b) == (
                number(1), number(0)):
            pass
        case Cases(Relation("=", one, two), f, b) if b == number(0):
            pass
        case _:
            return None
    for side, other in ((one, two), (two, one)):
        if side == t.var and t.var.name not in free_variables(other):
            return substitute(f, {t.var.name: other})
    return None


def _of_one(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    """Σ of a law's probabilities is 1."""
    def total(law: Term) -> bool:
        return t.var.name not in free_variables(law)

    match t.body:
        case Op("at", (law, Var(name))) if name == t.var.name and total(law):
            return number(1)
        case (Op("mul", (Op("at", (law, Var(name))), f))
              | Op("mul", (f, Op("at", (law, Var(name)))))):
            if name == t.var.name and total(law) and name not in free_variables(f):
                return f
        case Op("prior_mass", (_, _, Var(name))) if name == t.var.name:
            return number(1)
        case Bind("sum", w, None, Op("at", (law, index))):
            free = free_variables(index)
            if {t.var.name, w.name} <= set(free) and not {t.var.name, w.name} & set(
                    free_variables(law)):
                return number(1)
    return None


def _product_split(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    """Σ over pairs is a double sum."""
    if not isinstance(t.var.of, SymbolSort) or t.guard is not None:
        return None
    match t.var.of.size:
        case Op("mul", (one, two)):
            x, y = Symbol(t.var.name, one), Symbol(t.var.name + "'", two)
            if y.name in free_variables(t.body):
                return None
            body = substitute(t.body, {t.var.name: x * two + y})
            return words.total(x, words.total(y, body))
    return None


def _guarded(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    if t.guard is not None:
        return words.total(t.var, words.cases(t.guard, t.body, 0))
    test = g.test(0, (*bound, t.var))
    return words.total(t.var, t.body, test) + words.total(t.var, t.body, Not(test))


def _renamed(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    var = Var(g.name(bound), t.var.of)
    if var.name in free_variables(t.body) or var.name in free_variables(t.var.of.sizes()[0]):
        return None
    guard = None if t.guard is None else substitute(t.guard, {t.var.name: var})
    return Bind(t.kind, var, guard, substitute(t.body, {t.var.name: var}), t.result)


@_of("max", "min")
def _extrema(t: Bind, g: Grammar, bound: Bound) -> Term | None:
    def outside() -> Term | None:
        return t.body if t.var.name not in free_variables(t.body) else None

    def at_one() -> Term | None:
        if not isinstance(t.var.of, SymbolSort):
            return None
        found: Term = substitute(t.body, {t.var.name: g.symbol(t.var.of.size, bound)})
        return found

    return g.made((outside, at_one, lambda: _renamed(t, g, bound)))


# --- laws, pairs, databases -----------------------------------------------------------------------


@_of("at", "probability")
def _probabilities(t: Op, g: Grammar, bound: Bound) -> Term | None:
    law, place = t.args
    match law:
        case Bind("table", var, None, body) if t.head == "at":
            return substitute(body, {var.name: place})
        case Op("output", (prior, channel)) if t.head == "at":
            assert isinstance(channel.sort, ChannelSort)
            x = Symbol(g.name(bound), channel.sort.inputs)
            if x.name not in {**free_variables(law), **free_variables(place)}:
                return words.total(x, prior[x] * channel[x, place])
        case Op("row", (Bind("table", var, None, body), x)):
            return substitute(body, {var.name: x})[place]
    size = law.sort.sizes()[0]
    v = Symbol(g.name(bound), size)
    if v.name in {**free_variables(law), **free_variables(place)}:
        return None
    if t.head == "probability":
        return words.total(v, words.cases(equals(words.indicator(place, v), 1), law[v], 0))
    return g.pick((
        1 - words.total(v, words.cases(equals(v, place), 0, law[v])),
        words.total(v, words.cases(equals(v, place), law[v], 0)),
    ))


@_of("quotient", "remainder")
def _whole_parts(t: Op, g: Grammar, bound: Bound) -> Term | None:
    top, bottom = t.args
    match top:
        case Op("add", (Op("mul", (x, m)), y)) if m == bottom:
            return x if t.head == "quotient" else y
    other = Op("remainder" if t.head == "quotient" else "quotient", t.args, SizeSort(0))
    if t.head == "quotient":
        return (top - other) / bottom
    return top - bottom * other


@_of("prior_mass")
def _masses(t: Op, g: Grammar, bound: Bound) -> Term | None:
    _, prior, instance = t.args
    assert isinstance(prior.sort, PriorSort)
    base = prior.sort.database
    assert isinstance(base.sort, DatabaseSort)
    i = g.symbol(words.entries(base), bound)
    from verified.language import entry_given, entry_of

    x = Symbol(g.name(bound), words.alphabet(base, i))
    if x.name in {**free_variables(t), **free_variables(i)}:
        return None
    rest = words.total(x, prior_mass(prior, with_entry(base, instance, i, x)))
    return entry_given(prior, instance, i)[entry_of(base, instance, i)] * rest


@_of("likelihood_ratio", "total_variation", "kl", "entropy", "hockey_stick", "chi_square")
def _unfolded(t: Op, g: Grammar, bound: Bound) -> Term | None:
    law = t.args[0]
    if not isinstance(law.sort, PmfSort):
        return None
    v = Symbol(g.name(bound), law.sort.size)
    if any(v.name in free_variables(arg) for arg in t.args):
        return None
    match t.head, t.args:
        case "likelihood_ratio", (P, Q, a):
            return P[a] / Q[a]
        case "total_variation", (P, Q):
            return words.total(v, words.absolute(P[v] - Q[v])) / 2
        case "kl", (P, Q):
            return words.total(v, P[v] * words.log(P[v]) - P[v] * words.log(Q[v]))
        case "entropy", (P,):
            return -words.total(v, P[v] * words.log(P[v]))
        case "hockey_stick", (P, Q, r):
            return words.total(v, words.maximum(0, P[v] - words.exp(r) * Q[v]))
        case "chi_square", (P, Q):
            return words.total(v, (P[v] - Q[v]) ** 2 / Q[v])
    return None


def ways() -> Iterator[Rewriting]:
    """Every rewriting."""
    yield from _ANY
    for found in _BY_HEAD.values():
        yield from found
