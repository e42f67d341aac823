"""Rules of arithmetic: identities, signs, products of facts."""

from fractions import Fraction

from polynomials import number, plus
from reals import Rejected
from statements import rational, read_term
from trees import conjuncts, mentions

FALSE = ["or", []]


def identity(step):
    """left = right, by one normal form."""
    match step.formula:
        case ["relation", "=" | "<=", left, right]:
            gap = plus(step.facts.poly(right), step.facts.poly(left), -1)
            if not step.facts.is_zero(gap) and mentions(step.formula, ("as_joint",)):
                step.facts.unfolds = True
                step.facts.forget()
                gap = plus(step.facts.poly(right), step.facts.poly(left), -1)
            differ(step, gap, "the sides have other normal forms")
            return
    raise Rejected("the formula is no equality")


def differ(step, gap, what, equalities=()):
    """Refuse a gap that isn't 0, nor a sum of multiples of numbers that are 0."""
    if step.facts.is_zero(gap):
        return
    pivots = []

    def reduced(poly):
        for pivot, other in pivots:
            poly = plus(poly, other, -poly[pivot] / other[pivot]) if pivot in poly else poly
        return poly

    for equality in equalities:
        left = reduced(equality)
        pivots += [(max(left), left)] if left else []
    step.demand(step.facts.is_zero(reduced(gap)), what)


def obvious(step):
    """A relation that the signs of its parts decide."""
    for part in conjuncts(step.formula):
        step.facts.obvious(part)


def relations_of(formulas):
    """The relations among formulas in order, negated ones turned round."""
    found = []
    for part in (part for formula in formulas for part in conjuncts(formula)):
        match part:
            case ["relation", *_]:
                found.append(part)
            case ["not", ["relation", "<=" | "<" as op, left, right]]:
                found.append(["relation", "<" if op == "<=" else "<=", right, left])
    return found


def plain(value):
    """Data without its tags, terms left tagged."""
    match value:
        case ["json", inner]:
            return inner
        case ["list", items]:
            return [plain(item) for item in items]
    return value


def products_of_facts(step):
    """A relation as a sum of products of facts, exactly."""
    facts, known = step.facts, relations_of(p.formula for p in step.premises)

    def gap(place):
        if type(place) is not int or not 0 <= place < len(known):
            raise Rejected("a fact that isn't there")
        _, op, left, right = known[place]
        return plus(facts.poly(right), facts.poly(left), -1), op

    def factor(written):
        match written:
            case ["fact", place]:
                value, op = gap(place)
                return value, op == "<"
            case ["sign", tagged]:
                value = facts.poly(term_of(step, tagged))
                found = facts.sign(value)
                step.demand(found is not None, "a factor isn't shown to be at least 0")
                return value, found == 1
            case ["square", tagged]:
                value = facts.poly(term_of(step, tagged))
                return facts.product(value, value), False
        raise Rejected("a factor is none")

    total, strict = {}, False
    products = plain(step.data.get("products", ["list", []]))
    for weight, factors in products:
        weight = rational(str(weight))
        step.demand(weight >= 0, "a product of facts has a negative weight")
        piece, positive = number(weight), weight > 0
        for written in factors:
            value, above = factor(written)
            piece, positive = facts.product(piece, value), positive and above
        total, strict = plus(total, piece), strict or positive
    for multiplier, place in plain(step.data.get("equalities", ["list", []])):
        value, op = gap(place)
        step.demand(op == "=", "a multiple of what is no equality")
        total = plus(total, facts.product(facts.poly(term_of(step, multiplier)), value))
    if step.formula == FALSE:
        top, bottom = facts.together(total)
        value = top.get((), Fraction(0))
        step.demand(bottom == number(1) and not set(top) - {()}, "the products aren't a number")
        step.demand(value < 0 or (value == 0 and strict), "the products contradict nothing")
        return
    match step.formula:
        case ["relation", op, left, right]:
            step.demand(op != "<" or strict, "no product of facts is strictly positive")
            step.demand(op != "=" or not products, "an equality isn't shown by inequalities")
            stated = plus(facts.poly(right), facts.poly(left), -1)
            equalities = (gap(place)[0] for place, part in enumerate(known) if part[1] == "=")
            differ(step, plus(stated, total, -1), "the products aren't the formula", equalities)
            return
    raise Rejected("the formula is no relation")


def term_of(step, tagged):
    """A tagged term."""
    match tagged:
        case ["term", term]:
            return read_term(term, step.scope, "number")
        case ["variable", [str(name), *_]]:
            return ["var", name]
    raise Rejected("what stands for a term is none")


def defined(step):
    """t = t, of what has a value."""
    match step.formula:
        case ["relation", "=" | "<=", left, right] if step.same(left, right):
            step.facts.defined(left)
            return
    raise Rejected("the formula is not t = t")


RULES = {"identity": identity, "obvious": obvious, "arithmetic": products_of_facts,
         "defined": defined}
