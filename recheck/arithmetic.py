"""Rules of arithmetic: identities, signs, products of facts, what is defined.

Each assumes its numbers to be real, which their normal forms (`Facts.poly`) show or refuse.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from recheck.errors import Rejected
from recheck.polynomials import Poly, number, plus
from recheck.statements import rational, read_term
from recheck.steps import Step, Theorem
from recheck.trees import Tree, conjuncts, mentions

FALSE = ["or", list[Tree]()]


def differ(step: Step, gap: Poly, what: str, equalities: Iterable[Poly] = ()) -> None:
    """Refuse a gap that isn't 0, nor a sum of multiples of numbers that are 0."""
    if step.facts.is_zero(gap):
        return
    pivots: list[tuple[Any, Poly]] = []

    def reduced(poly: Poly) -> Poly:
        for pivot, other in pivots:
            poly = plus(poly, other, -poly[pivot] / other[pivot]) if pivot in poly else poly
        return poly

    for equality in equalities:
        left = reduced(equality)
        pivots += [(next(iter(left)), left)] if left else []
    step.demand(step.facts.is_zero(reduced(gap)), what)


def gap_of(step: Step, relation: Tree) -> Poly:
    """right − left of a relation between real numbers."""
    return plus(step.facts.poly(relation[3]), step.facts.poly(relation[2]), -1)


def identity(step: Step) -> Theorem:
    """left = right, by one normal form. Assumes both to be real (`poly`)."""
    match step.formula:
        case ["relation", "=" | "<=", _, _]:
            gap = gap_of(step, step.formula)
            if not step.facts.is_zero(gap) and mentions(step.formula, ("as_joint",)):
                step.facts.unfolds = True
                step.facts.forget()
                gap = gap_of(step, step.formula)
            differ(step, gap, "the sides have other normal forms")
            return step.theorem()
    raise Rejected("the formula is no equality")


def obvious(step: Step) -> Theorem:
    """A relation that the signs of its parts decide. Assumes both sides to be real (`poly`)."""
    for part in conjuncts(step.formula):
        step.facts.obvious(part)
    return step.theorem()


def relations_of(formulas: Iterable[Tree]) -> list[Tree]:
    """The relations among formulas in order, negated ones turned round: that holds of numbers."""
    found = []
    for part in (part for formula in formulas for part in conjuncts(formula)):
        match part:
            case ["relation", *_]:
                found.append(part)
            case ["not", ["relation", "<=" | "<" as op, left, right]]:
                found.append(["relation", "<" if op == "<=" else "<=", right, left])
    return found


def plain(value: Any) -> Any:
    """Data without its tags, terms left tagged."""
    match value:
        case ["json", inner]:
            return inner
        case ["list", items]:
            return [plain(item) for item in items]
    return value


def term_of(step: Step, tagged: Any) -> Tree:
    """A tagged term."""
    match tagged:
        case ["term", term]:
            return read_term(term, step.scope, "number")
        case ["variable", [str(name), *_]] if name in step.scope:
            return ["var", name]
    raise Rejected("what stands for a term is none")


def factor_of(step: Step, written: Any, known: list[Tree]) -> tuple[Poly, bool]:
    """A factor that is at least 0, and whether it is positive."""
    match written:
        case ["fact", int(place)]:
            relation = fact_at(known, place)
            return gap_of(step, relation), relation[1] == "<"
        case ["sign", tagged]:
            value = step.facts.poly(term_of(step, tagged))
            found = step.facts.sign(value)
            step.demand(found is not None, "a factor isn't shown to be at least 0")
            return value, found == 1
        case ["square", tagged]:
            value = step.facts.poly(term_of(step, tagged))
            return step.facts.product(value, value), False
    raise Rejected("a factor is none")


def fact_at(known: list[Tree], place: Any) -> Tree:
    """One of the relations that are known."""
    if type(place) is not int or not 0 <= place < len(known):
        raise Rejected("a fact that isn't there")
    return known[place]


def products_of_facts(step: Step) -> Theorem:
    """A relation as a sum of products of facts, exactly. Assumes what is used to be real (`poly`),
    weights and factors to be at least 0 (`sign`)."""
    facts, known = step.facts, relations_of(p.formula for p in step.premises)
    total, strict = Poly(), False
    products = plain(step.data.get("products", ["list", []]))
    for written, factors in products:
        weight = rational(written)
        step.demand(weight >= 0, "a product of facts has a negative weight")
        piece, positive = number(weight), weight > 0
        for factor in factors:
            value, above = factor_of(step, factor, known)
            piece, positive = facts.product(piece, value), positive and above
        total, strict = plus(total, piece), strict or positive
    for multiplier, place in plain(step.data.get("equalities", ["list", []])):
        relation = fact_at(known, place)
        step.demand(relation[1] == "=", "a multiple of what is no equality")
        total = plus(total, facts.product(
            facts.poly(term_of(step, multiplier)), gap_of(step, relation)))
    if step.formula == FALSE:
        top, bottom = facts.together(total)
        value_ = top.get((), Fraction(0))
        step.demand(bottom == number(1) and not set(top) - {()}, "the products aren't a number")
        step.demand(value_ < 0 or (value_ == 0 and strict), "the products contradict nothing")
        return step.theorem()
    match step.formula:
        case ["relation", op, _, _]:
            step.demand(op != "<" or strict, "no product of facts is strictly positive")
            step.demand(op != "=" or not products, "an equality isn't shown by inequalities")
            equalities = (gap_of(step, part) for part in known if part[1] == "=")
            differ(step, plus(gap_of(step, step.formula), total, -1),
                   "the products aren't the formula", equalities)
            return step.theorem()
    raise Rejected("the formula is no relation")


def defined(step: Step) -> Theorem:
    """t = t or t ≤ t. Assumes t to be defined and not −∞ (`defined`)."""
    match step.formula:
        case ["relation", "=" | "<=", left, right] if step.same(left, right):
            step.facts.defined(left)
            return step.theorem()
    raise Rejected("the formula is not t = t")


RULES = {"identity": identity, "obvious": obvious, "arithmetic": products_of_facts,
         "defined": defined}
