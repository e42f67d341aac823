"""Attempts at the rules of equality, order and arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq

from bench.fuzz.collecting import collected
from bench.fuzz.episodes import Episode, Nothing, attempt
from bench.fuzz.rewriting import mistaken, rewritten, under_a_sum
from bench.fuzz.steps import Attempt, Derived
from bench.fuzz.trees import places, with_part
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Quantified,
    Relation,
    every,
    substitute,
)
from verified.syntax.goals import normal
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    PmfSort,
    RealSort,
    RealsSort,
    SizeSort,
    SymbolSort,
)
from verified.syntax.terms import INFINITY, Number, Symbol, Term, Var, equals, is_arithmetic, number

FALSE = Or(())


# --- equality and order ---------------------------------------------------------------------------


@attempt("rewrite", 2)
def _rewrite(e: Episode) -> Attempt:
    """A part of a formula replaced by what it equals."""
    premise = e.theorem() if e.roll(0.6) else None
    if premise is None:
        premise = e.assumed(e.grammar.formula(e.pick((0, 1))))
    formula = premise.formula
    numbers = [(path, part) for path, part, _ in places(formula)
               if isinstance(part, Term) and is_arithmetic(part.sort)]
    if not numbers:
        raise Nothing("no numbers")
    equality = e.theorem(Relation, lambda f: isinstance(f, Relation) and f.op == "=")
    _, part = e.pick(numbers)
    if equality is None or e.roll(0.7):
        other = e.pick((rewritten(part, e.grammar), e.number(1), e.grammar.leaf()))
        said = equals(part, other)
        equality = e.assumed(said)
        if e.roll(0.3):
            equality = e.shown("identity", said)
    else:
        assert isinstance(equality.formula, Relation)
        part, other = equality.formula.left, equality.formula.right
    found: Formula = formula
    for place, old in numbers:
        if old == part and e.roll(0.8):
            try:
                found = with_part(found, place, other)
            except (ClaimError, IndexError):
                continue
    return Attempt("rewrite", found, (equality, premise))


@attempt("rewrite")
def _rewrite_law(e: Episode) -> Attempt:
    """Laws or channels that agree everywhere."""
    formula = e.grammar.formula(1)
    laws = [part for _, part, _ in places(formula)
            if isinstance(part, Term) and isinstance(part.sort, PmfSort | ChannelSort | RealsSort)]
    if not laws:
        raise Nothing("no laws")
    one = e.pick(laws)
    two = e.grammar.of_sort(one.sort)
    sizes = one.sort.sizes()
    x = Symbol(e.grammar.name(()), sizes[0] if e.roll(0.9) else e.grammar.alphabet())
    if isinstance(one.sort, ChannelSort):
        y = Symbol(e.grammar.name((x,)), sizes[1])
        said: Formula = every(x, every(y, equals(one[x, y], two[x, y])))
    else:
        said = every(x, equals(one[x], two[x]))
    found: Formula = formula
    for path, part, _ in list(places(formula)):
        if part == one:
            try:
                found = with_part(found, path, two)
            except (ClaimError, IndexError):
                continue
    return Attempt("rewrite", found, (e.assumed(said), e.assumed(formula)))


@attempt("order")
def _order(e: Episode) -> Attempt:
    one, two = e.number(), e.number(e.pick((0, 1)))
    ops = e.pick((("<=", "<"), ("<", "<="), ("<=", "<="), ("<", "<")))
    formula = Or((Relation(ops[0], one, two), Relation(ops[1], two, one)))
    return Attempt("order", formula, tuple(e.premises(2)))


@attempt("transitive", 2)
def _transitive(e: Episode) -> Attempt:
    first = e.relation()
    if e.roll(0.3):
        symbols = e.scope.of(SymbolSort, SizeSort)
        var = e.pick(symbols) if symbols else None
        first = e.shown("obvious", sort_fact(e, var))
        e.keep(first)
        e.keep(e.shown("obvious", sort_fact(e, var)))
    if not isinstance(first.formula, Relation):
        raise Nothing("no relation")
    middle = first.formula.right
    onward = [one for one in e.pool if isinstance(one.formula, Relation)
              and one.formula.left == middle]
    if onward and e.roll(0.6):
        second = e.pick(onward)
    else:
        last = e.pick((e.grammar.leaf(), e.number(1), INFINITY))
        second = e.assumed(Relation(e.pick(("<=", "<", "=")), middle, last))
    op = e.pick(("<=", "<", "="))
    assert isinstance(second.formula, Relation)
    return Attempt("transitive", Relation(op, first.formula.left, second.formula.right),
                   (first, second))


@attempt("turn", 2)
def _turn(e: Episode) -> Attempt:
    premise = e.theorem((Relation, Not)) if e.roll(0.5) else None
    if premise is None:
        premise = e.assumed(e.made((e.test, lambda: Not(e.test()))))
    formula = premise.formula
    inner = formula.body if isinstance(formula, Not) else formula
    if not isinstance(inner, Relation):
        raise Nothing("no relation")
    a, b = inner.left, inner.right
    sides = e.pick(((a, b), (b, a)))
    op = e.pick(("<=", "<", "="))
    found: Formula = Relation(op, *sides)
    if e.roll(0.4):
        found = Not(found)
    premises = [premise]
    if e.roll(0.3):
        premises.append(e.assumed(Relation(e.pick(("<=", "=")), b, a)))
    if e.roll(0.3):
        premises += e.premises(1)
    return Attempt("turn", found, tuple(dict.fromkeys(premises)))


def premises_on(e: Episode, most: int, term: Term) -> tuple[Derived, ...]:
    """Some premises; often what a term needs for a value, and facts about its parts."""
    found = e.needed(term) if e.roll(0.6) else []
    found += e.about(term) if e.roll(0.5) else []
    return tuple(dict.fromkeys([*found, *e.premises(most)]))


# --- normal forms ---------------------------------------------------------------------------------


@attempt("identity", 6)
def _identity(e: Episode) -> Attempt:
    """A term and what textbook identities make of it."""
    term = e.number()
    other = rewritten(term, e.grammar, e.pick((1, 1, 2, 2, 3, 4)))
    if e.roll(0.2):
        other = collected(other)
    if e.roll(0.12):
        other = mistaken(other, e.grammar)
    if e.roll(0.15):
        term = rewritten(term, e.grammar)
    op = "=" if e.roll(0.85) else "<="
    return Attempt("identity", Relation(op, term, other), premises_on(e, 3, term))


@attempt("identity")
def _identity_of_two(e: Episode) -> Attempt:
    """Two forms of what was shown, or of one side of it."""
    premise = e.relation()
    if not isinstance(premise.formula, Relation):
        raise Nothing("no relation")
    term = e.pick((premise.formula.left, premise.formula.right))
    other = rewritten(term, e.grammar, e.pick((1, 2)))
    return Attempt("identity", equals(term, other), tuple(dict.fromkeys([premise, *e.premises(1)])))


@attempt("identity")
def _identity_below(e: Episode) -> Attempt:
    """Two forms of a term, each below the same binder."""
    term = e.number()
    other = rewritten(term, e.grammar, e.pick((1, 1, 2)))
    one, two = e.grammar.below(e.pick(("sum", "sum", "max", "min")), [term, other])
    return Attempt("identity", equals(one, two), premises_on(e, 1, one))


@attempt("obvious", 5)
def _obvious(e: Episode) -> Attempt:
    """What signs may tell of a term, alone or beside another form of it."""
    term = e.number()
    premises = premises_on(e, 3, term)
    more = nonnegative(e)
    zero, one = number(0), number(1)
    other = rewritten(term, e.grammar)
    if e.roll(0.1):
        other = mistaken(other, e.grammar)
    formula = e.made((
        lambda: Relation("<=", zero, term), lambda: Relation("<", zero, term),
        lambda: Relation("<=", term, zero), lambda: Relation("<", term, zero),
        lambda: Relation("<=", term, other), lambda: Relation("<=", term, other + more),
        lambda: Relation("<", term, other + more), lambda: Relation("<=", term, one),
        lambda: Not(Relation("<=", term, zero)), lambda: Not(Relation("<", term, zero)),
        lambda: equals(term, other), lambda: Relation("<=", term - more, other),
        lambda: Relation("<=", zero, more * term), lambda: Relation("<=", zero, more),
        lambda: And((Relation("<=", zero, more), Relation("<=", term, term))),
        lambda: Relation("<=", term, term), lambda: Relation("<=", zero, more / term),
    ))
    return Attempt("obvious", formula, premises)


@attempt("obvious", 4)
def _disguised(e: Episode) -> Attempt:
    """A sign of a term, mostly right, told of other forms of it: whoever finds it must see what is
    known of the term through them, as of one term of a sum."""
    term = e.tower()
    other = under_a_sum(term, e.grammar) if e.roll(0.7) else term
    if e.roll(0.3) or other == term:
        other = rewritten(other, e.grammar, e.pick((1, 1, 2)))
    zero = number(0)
    below, above = e.pick((
        (Relation("<=", zero, other), Relation("<=", other, zero)),
        (Relation("<", zero, other), Relation("<", other, zero)),
        (Relation("<=", number(1), other), Relation("<=", other, number(1)))))
    if e.at_witness(below) is not True:
        below, above = above, below
    premises = dict.fromkeys([*e.needed(other), *e.about(term), *e.about(term)])
    return Attempt("obvious", below if e.roll(0.7) else above, tuple(premises))


@attempt("defined")
def _defined(e: Episode) -> Attempt:
    term = e.number()
    formula = Relation(e.pick(("=", "<=")), term, term)
    return Attempt("defined", formula, premises_on(e, 2, term))


@attempt("obvious", 2)
def _of_a_sort(e: Episode) -> Attempt:
    """What the sort of a variable says."""
    return Attempt("obvious", sort_fact(e), tuple(e.premises(1)))


@attempt("obvious")
def _below(e: Episode) -> Attempt:
    """That what is mostly at least 0 is so below a binder."""
    (term,) = e.grammar.below(e.pick(("sum", "sum", "max", "min")), [nonnegative(e)])
    return Attempt("obvious", Relation("<=", number(0), term), premises_on(e, 1, term))


@attempt("arithmetic")
def _there_is_one(e: Episode) -> Attempt:
    """That an alphabet isn't empty, from a symbol of it."""
    symbols = e.scope.of(SymbolSort)
    if not symbols:
        raise Nothing("no symbols")
    var = e.pick(symbols)
    size = var.of.size
    products = [["1", [["sign", size - var - 1]]], ["1", [["sign", var + 1]]]]
    formula = e.pick((Relation("<", number(0), size), Relation("<=", number(1), size),
                      Relation("<=", number(0), size)))
    if formula.left == number(1):
        products[1] = ["1", [["sign", var]]]
    return Attempt("arithmetic", formula, (), {"products": products})


def sort_fact(e: Episode, var: Var | None = None) -> Formula:
    """A relation that the sort of a variable says, or nearly."""
    options = e.scope.of(RealSort, SizeSort, SymbolSort, PmfSort)
    if not options:
        raise Nothing("no numbers")
    chosen = e.pick(options) if var is None else var
    zero = number(0)
    match chosen.of:
        case RealSort(low, high, low_open, high_open):
            ends = [Relation("<" if low_open else "<=", Number(low), chosen)] if low is not None \
                else []
            if high is not None:
                ends.append(Relation("<" if high_open else "<=", chosen, Number(high)))
            return e.pick(ends or [Relation("<=", chosen, chosen)])
        case SizeSort(least, _):
            return e.pick((Relation("<=", number(least), chosen), Relation("<=", zero, chosen)))
        case SymbolSort(size):
            return e.pick((
                Relation("<=", zero, chosen), Relation("<", chosen, size),
                Relation("<=", chosen + 1, size), Relation("<=", number(1), size),
                Relation("<", zero, size), Relation("<=", chosen, size - 1),
                Relation("<=", number(1), chosen + 1)))
        case PmfSort(size):
            part = chosen[e.grammar.symbol(size)]
            return e.pick((Relation("<=", zero, part), Relation("<=", part, number(1)),
                           Relation("<=", number(1), size)))
    raise Nothing("no relation")


def _signed(e: Episode, var: Var) -> list[Callable[[], Term]]:
    """What a variable's sort says to be at least 0, or nearly."""
    g, v = e.grammar, var
    match var.of:
        case RealSort(low, high):
            found: list[Callable[[], Term]] = []
            if low is not None:
                found.append(lambda: v - Number(low))
            if high is not None:
                found.append(lambda: Number(high) - v)
            return found
        case SizeSort(least, _):
            return [lambda: v - least, lambda: v]
        case SymbolSort(size):
            return [*2 * [lambda: size - v - 1, lambda: v], lambda: v + 1, lambda: size - v,
                    lambda: size]
        case PmfSort(size):
            return [lambda: v[g.symbol(size)]]
        case ChannelSort():
            return [lambda: g.entry(())]
    return []


def nonnegative(e: Episode, only: Var | None = None) -> Term:
    """A term that is mostly at least 0, of what a sort, a square or a law says."""
    options: list[Any] = [lambda: e.number(1) ** 2, lambda: number(1), lambda: number(0)]
    if only is not None:
        options = [lambda: number(1)]
    for var in e.scope.variables if only is None else [only]:
        options += _signed(e, var)
    if e.roll(0.25) and only is None:
        options = [lambda: e.number(1), lambda: e.number(2)]
    found: Term = e.made(options)
    return found


# --- products of facts ----------------------------------------------------------------------------


class Product:
    """A sum of products of facts, in the rule's form and as a term."""

    def __init__(self) -> None:
        self.products: list[Any] = []
        self.equalities: list[Any] = []
        self.terms: list[Term] = []
        self.strict = False


def facts_of(premises: list[Derived]) -> list[Relation]:
    """The relations of the premises in the order in which the rule numbers them."""
    found: list[Relation] = []

    def look(formula: Formula) -> None:
        match formula:
            case And(parts):
                for part in parts:
                    look(part)
            case Relation():
                found.append(formula)
            case Not(Relation("<=" | "<" as op, left, right)):
                found.append(Relation("<" if op == "<=" else "<=", right, left))

    for premise in premises:
        look(premise.formula)
    return found


def _factor(
    e: Episode, facts: list[Relation], only: Var | None
) -> tuple[Any, Term, bool]:
    inequalities = [(place, fact) for place, fact in enumerate(facts)]
    if inequalities and e.roll(0.5):
        place, fact = e.pick(inequalities)
        return ["fact", place], fact.right - fact.left, fact.op == "<"
    if e.roll(0.12):
        square = e.number(1)
        return ["square", square], square * square, False
    sign = nonnegative(e, only)
    return ["sign", sign], sign, e.roll(0.5)


def combined(e: Episode, premises: list[Derived]) -> Product:
    """Some products of the premises' facts and of terms that are mostly at least 0."""
    facts = facts_of(premises)
    found = Product()
    # Signs of one symbol add up to what doesn't speak of it: n − v − 1 and v + 1.
    symbols = e.scope.of(SymbolSort)
    only = e.pick(symbols) if symbols and e.roll(0.35) else None
    for _ in range(e.pick((1, 1, 2, 2, 3))):
        factors = [_factor(e, facts, only) for _ in range(e.pick((1, 1, 1, 2)))]
        weight = fmpq(e.pick((1, 1, 1, 2)), e.pick((1, 1, 1, 1, 2)))
        term: Term = number(weight)
        for _, part, _ in factors:
            term = part if term == number(1) else term * part
        found.products.append([str(weight), [kind for kind, _, _ in factors]])
        found.terms.append(term)
        found.strict = found.strict or all(above for _, _, above in factors)
    equal = [(place, fact) for place, fact in enumerate(facts) if fact.op == "="]
    if equal and e.roll(0.5):
        place, fact = e.pick(equal)
        by = e.pick((number(1), number(-1), e.grammar.leaf()))
        found.equalities.append([by, place])
        found.terms.append(by * (fact.right - fact.left))
    return found


@attempt("arithmetic", 5)
def _arithmetic(e: Episode) -> Attempt:
    """A relation whose difference is a sum of products of facts, written another way."""
    premises = e.premises()
    found = combined(e, premises)
    whole = found.terms[0]
    for term in found.terms[1:]:
        whole = whole + term
    if e.roll(0.7):
        whole = collected(whole)
    if e.roll(0.3):
        whole = rewritten(whole, e.grammar)
    part = e.number(1) if e.roll(0.3) else number(0)
    left, right = part, whole if part == number(0) else collected(whole + part)
    op = "<" if found.strict and e.roll(0.7) else e.pick(("<=", "<=", "<"))
    data: dict[str, Any] = {"products": found.products}
    if found.equalities or e.roll(0.3):
        data["equalities"] = found.equalities
    return Attempt("arithmetic", Relation(op, left, right), tuple(premises), data)


@attempt("arithmetic", 3)
def _contradiction(e: Episode) -> Attempt:
    """⊥, from facts that contradict each other by their forms."""
    term = e.number(e.pick((1, 2)))
    other = rewritten(term, e.grammar, e.pick((1, 2)))
    low = e.pick((number(0), e.grammar.leaf()))
    first = e.assumed(Relation("<", term, low), anyway=True)
    second = e.assumed(Relation(e.pick(("<=", "<")), low, other), anyway=True)
    premises = [first, second, *e.premises(2)]
    kinds = [["1", [["fact", 0]]], ["1", [["fact", 1]]]]
    return Attempt("arithmetic", FALSE, tuple(dict.fromkeys(premises)),
                   {"products": kinds, "equalities": []})


@attempt("arithmetic", 2)
def _contradicting_signs(e: Episode) -> Attempt:
    """⊥, from a fact against a sign: a number said to be below 0 that is at least 0 by its form."""
    sign = nonnegative(e)
    shown = rewritten(sign, e.grammar, e.pick((0, 1, 2)))
    first = e.assumed(Relation("<", e.pick((shown, collected(shown))), number(0)), anyway=True)
    premises = [first, *e.premises(2)]
    return Attempt("arithmetic", FALSE, tuple(dict.fromkeys(premises)),
                   {"products": [["1", [["fact", 0]]], ["1", [["sign", sign]]]], "equalities": []})


@attempt("arithmetic")
def _equality(e: Episode) -> Attempt:
    """An equality as multiples of others."""
    one, two = e.number(1), e.number(1)
    given = e.assumed(equals(one, two))
    by = e.pick((number(1), number(2), e.grammar.leaf(), e.number(1)))
    left, right = by * one, by * two
    formula = equals(*(e.pick((side, collected(side), rewritten(side, e.grammar)))
                       for side in (left, right)))
    return Attempt("arithmetic", formula, (given, *e.premises(1)),
                   {"products": [], "equalities": [[by, 0]]})


def relation_at(var: Var, term: Term, formula: Formula) -> Formula:
    return normal(substitute(formula, {var.name: term}))


__all__ = ["FALSE", "Quantified", "collected", "combined", "facts_of", "nonnegative"]
