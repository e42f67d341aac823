"""Rules for real numbers: products of facts, sums over symbols, suprema, convexity, and the
certificates of scalar and of Shannon-type inequalities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flint import fmpq

from verified.kernel.calculus import derivative, smoothness
from verified.kernel.inference import (
    apply_statement,
    conjuncts,
    require,
    same,
)
from verified.kernel.judgements import (
    check_fits,
    defined,
    has_size,
    inhabited,
    is_size,
    never_minus_infinity,
    real,
    shown,
)
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import Poly, constant, key_of, plus, replaced
from verified.kernel.scalar import check_scalar
from verified.kernel.shannon import check_shannon
from verified.kernel.theorem import Function, Step, Theorem, rule
from verified.kernel.values import Rejected
from verified.syntax import sorts
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula, Not, Or, Quantified, Relation, substitute
from verified.syntax.goals import normal
from verified.syntax.serial import FormatError, read_rational
from verified.syntax.terms import INFINITY, Bind, Number, Op, Term, Var, free_variables, walk

FALSE = Or(())


# --- products of facts ----------------------------------------------------------------------------


@rule("arithmetic")
def _arithmetic(step: Step) -> Theorem:
    """A relation as a sum of products of facts, an exact identity.

    Data: `products`, a list of [coefficient, factors] with coefficients ≥ 0, a factor being
    ["fact", i] (right − left of the i-th relation of the premises), ["sign", term] (a term that is
    certainly ≥ 0) or ["square", term]; `equalities`, a list of [term, i]: a multiple of an
    equality. Their sum must be right − left of the formula. The formula ⊥ (an empty disjunction)
    is shown by a sum that is a negative number, or 0 with a strict product.
    """
    normaliser = step.normaliser()
    facts = relations_of(step.facts())
    total: Poly = {}
    strict = False
    for coefficient, factors in listed(step.data.get("products", ())):
        weight = read_rational(str(coefficient))
        if weight < 0:
            raise Rejected("a product of facts has a negative weight")
        piece, positive = constant(weight), weight > 0
        for factor in factors:
            value, above = _factor(factor, facts, normaliser)
            piece = normaliser.product(piece, value)
            positive = positive and above
        total = plus(total, piece)
        strict = strict or positive
    for multiplier, index in listed(step.data.get("equalities", ())):
        fact = _fact(facts, index)
        if fact.op != "=":
            raise Rejected("only an equality may be multiplied by any term")
        difference = plus(normaliser.poly(fact.right), normaliser.poly(fact.left), -1)
        total = plus(total, normaliser.product(normaliser.poly(multiplier), difference))
    return _concluded(step, total, strict, normaliser)


def _concluded(step: Step, total: Poly, strict: bool, normaliser: Normaliser) -> Theorem:
    if step.formula == FALSE:
        top, bottom = normaliser.together(total)
        if bottom == constant(1) and all(not monomial for monomial in top):
            value = top.get((), fmpq(0))
            if value < 0 or (value == 0 and strict):
                return step.theorem()
        raise Rejected("the products don't contradict each other")
    match step.formula:
        case Relation("<=" | "<" as op, left, right):
            difference = plus(normaliser.poly(right), normaliser.poly(left), -1)
            if not normaliser.is_zero(plus(difference, total, -1)):
                rest = normaliser.term(plus(difference, total, -1))
                raise Rejected(f"the products of facts differ from the formula by {rest}")
            if op == "<" and not strict:
                raise Rejected("no product of facts is strictly positive")
            return step.theorem()
        case Relation("=", left, right) if not step.data.get("products"):
            difference = plus(normaliser.poly(right), normaliser.poly(left), -1)
            if normaliser.is_zero(plus(difference, total, -1)):
                return step.theorem()
    raise Rejected("the formula isn't what these facts add up to")


def relations_of(facts: Sequence[Formula]) -> list[Relation]:
    """The relations among the premises in order, conjunctions taken apart, negations turned."""
    found = []
    for fact in facts:
        for part in conjuncts(fact):
            if isinstance(part, Relation):
                found.append(part)
            elif isinstance(part, Not) and isinstance(part.body, Relation) and part.body.op != "=":
                inner = part.body
                op = "<" if inner.op == "<=" else "<="
                found.append(Relation(op, inner.right, inner.left))
    return found


def listed(value: Any) -> list[Any]:
    """A list of pairs from a step's data."""
    if not isinstance(value, list | tuple) or any(len(item) != 2 for item in value):
        raise FormatError("the step's data is not a list of pairs")
    return list(value)


def _fact(facts: Sequence[Relation], index: Any) -> Relation:
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(facts):
        raise Rejected("the step names a fact that isn't there")
    return facts[index]


def _factor(factor: Any, facts: Sequence[Relation], normaliser: Normaliser) -> tuple[Poly, bool]:
    match factor:
        case ["fact", index]:
            fact = _fact(facts, index)
            # A fact with an undefined or infinite side is no number: `poly` refuses it.
            difference = plus(normaliser.poly(fact.right), normaliser.poly(fact.left), -1)
            return difference, fact.op == "<"
        case ["sign", Term() as term]:
            value = normaliser.poly(term)
            found = normaliser.sign(value)
            if found is None:
                raise Rejected(f"{term} isn't shown to be at least 0")
            return value, found == 1
        case ["square", Term() as term]:
            value = normaliser.poly(term)
            return normaliser.product(value, value), False
    raise FormatError("a factor is a fact, a sign or a square")


# --- sums -----------------------------------------------------------------------------------------


@rule("sum")
def _sum(step: Step) -> Theorem:
    """Σ f ≤ Σ g from f ≤ g for every symbol, where f is never −∞; likewise for =."""
    if not step.premises:
        raise Rejected("the rule takes a premise")
    pointwise = step.premises[0].conclusion
    match step.formula, pointwise:
        case (
            Relation(op, Bind("sum", a, guard, f) as low, Bind("sum", b, other, g)),
            Quantified("forall", v, where, Relation(given, left, right)),
        ) if a.of == b.of == v.of:
            if {a.name, b.name} & set(free_variables(step.premises[0].conclusion)):
                raise Rejected(f"{a.name} or {b.name} is free in the premise")
            values = {v.name: a}
            values_b = {v.name: b}
            bodies = same(substitute(left, values), f) and same(substitute(right, values_b), g)
            guards = (guard is None) == (where is None) == (other is None)
            if guards and guard is not None and where is not None and other is not None:
                guards = (
                    key_of(normal(substitute(where, values))) == key_of(normal(guard))
                    and key_of(normal(substitute(where, values_b))) == key_of(normal(other))
                )
            if op == "<" and (guard is not None or step.normaliser().sign_of(a.of.sizes()[0]) != 1):
                raise Rejected(f"there may be no {a.name} to add over")
            if bodies and guards and (given == op or (op == "<=" and given in ("=", "<"))):
                if guard is None and never_minus_infinity(step.normaliser(), low):
                    return step.theorem()
                if guard is not None and real(step.normaliser(), low):
                    return step.theorem()
                raise Rejected(f"{low} isn't shown to be defined")
    raise Rejected("the formula doesn't compare the sums of the two sides")


@rule("finite-term")
def _finite_term(step: Step) -> Theorem:
    """f(t) < ∞ for a symbol t, from Σ f < r, or Σ f ≤ r with a real r, where f is never −∞."""
    if not step.premises:
        raise Rejected("the rule takes a premise")
    term, normaliser = step.term("term"), step.normaliser()
    match step.premises[0].conclusion, step.formula:
        case (Relation(op, Bind("sum", var, None, body), right), Relation("<", part, end)) if (
            end == INFINITY
        ):
            if op != "<" and not real(normaliser, right):
                raise Rejected(f"{right} isn't shown to be a real number")
            check_fits(normaliser, term, var.of)
            if not same(substitute(body, {var.name: term}), part):
                raise Rejected("the part is not the body at that term")
            general = substitute(body, {var.name: Var("#any", var.of)})
            if not never_minus_infinity(normaliser, general):
                raise Rejected(f"{body} isn't shown to be defined everywhere")
            return step.theorem()
    raise Rejected("the formula is not f(t) < ∞ for a sum of f with a bound")


@rule("unbounded")
def _unbounded(step: Step) -> Theorem:
    """t = ∞, from r ≤ t for an arbitrary real number r."""
    step.demand(1)
    var = step.data.get("variable")
    if not isinstance(var, Var) or var.of != sorts.RealSort():
        raise Rejected("the step doesn't name its arbitrary real number")
    match step.premises[0].conclusion, step.formula:
        case (Relation("<=" | "<", number, large), Relation("=", term, end)) if (
            number == var and end == INFINITY and same(large, term)
        ):
            return step.releasing(var, [(step.premises[0], ())])
    raise Rejected("the formula is not t = ∞ for a t above every real number")


@rule("last-term")
def _last_term(step: Step) -> Theorem:
    """Σ_{v < k+1} f(v) = Σ_{v < k} f(v) + f(k), where the left side is real."""
    step.demand(0)
    match step.formula:
        case Relation(
            "=", Bind("sum", a, None, f) as whole, Op("add", (Bind("sum", b, None, g), last))
        ) if isinstance(a.of, sorts.SymbolSort) and isinstance(b.of, sorts.SymbolSort):
            normaliser = step.normaliser()
            fewer = b.of.size
            if not is_size(normaliser, fewer):
                raise Rejected(f"{fewer} isn't shown to be a number of symbols")
            one_more = plus(normaliser.poly(a.of.size), normaliser.poly(fewer), -1)
            if not normaliser.is_zero(plus(one_more, constant(-1))):
                raise Rejected("the first sum isn't over one symbol more than the second")
            symbol = Var("#any", b.of)
            bodies = same(substitute(f, {a.name: symbol}), substitute(g, {b.name: symbol}))
            if not bodies or not same(substitute(f, {a.name: fewer}), last):
                raise Rejected("the sums are not of the same terms")
            if not real(normaliser, whole):
                raise Rejected(f"{whole} isn't shown to be real")
            return step.theorem()
    raise Rejected("the formula doesn't take the last term off a sum")


# --- suprema, maxima ------------------------------------------------------------------------------


@rule("bound-sup")
def _bound_sup(step: Step) -> Theorem:
    """sup f ≤ c (or max f ≤ c) from f(v) ≤ c for an arbitrary v; c ≤ inf f likewise. Further
    premises may show that c is real, where there may be no v."""
    if not step.premises:
        raise Rejected("the rule takes a premise")
    bind, other, above = _extremum(step.formula)
    var = step.data.get("variable")
    if not isinstance(var, Var) or var.of != bind.var.of:
        raise Rejected("the step doesn't name its arbitrary variable")
    first, *more = step.premises
    # Only what speaks of no value of the variable can show that there is one.
    known = Normaliser([theorem.conclusion for theorem in more])
    if not inhabited(known, bind.var.of):
        raise Rejected(f"there may be no {sorts.sort_name(bind.var.of)} of that kind")
    drop = []
    if bind.guard is not None:
        # Where nothing meets the guard, the extremum is infinite, and the first premise says
        # nothing of the other side.
        if not real(known, other):
            raise Rejected(f"{other} isn't shown to be a real number")
        drop = [key_of(normal(substitute(bind.guard, {bind.var.name: var})))]
    body = substitute(bind.body, {bind.var.name: var})
    wanted = Relation("<=", body, other) if above else Relation("<=", other, body)
    if key_of(wanted) != first.key:
        raise Rejected("the premise doesn't bound the body for an arbitrary variable")
    return step.releasing(var, [(first, drop)], more, [bind])


@rule("below-sup")
def _below_sup(step: Step) -> Theorem:
    """f(t) ≤ sup f (or max f), and inf f ≤ f(t), where f is defined everywhere."""
    term, normaliser = step.term("term"), step.normaliser()
    match step.formula:
        # inf f ≤ max g may be either: the term tells.
        case Relation("<=", Bind("inf" | "min") as bind, body) if _is_at(bind, term, body):
            pass
        case Relation("<=", body, Bind("sup" | "max") as bind):
            pass
        case Relation("<=", Bind("inf" | "min") as bind, body):
            pass
        case _:
            raise Rejected("the formula is not f(t) ≤ sup f or inf f ≤ f(t)")
    check_fits(normaliser, term, bind.var.of)
    if bind.guard is not None:
        require(normal(substitute(bind.guard, {bind.var.name: term})), step)
    if not _is_at(bind, term, body):
        raise Rejected("the side is not the body at that term")
    general = substitute(bind.body, {bind.var.name: Var("#any", bind.var.of)})
    if not _has_value(general, normaliser):
        raise Rejected(f"{bind.body} isn't shown to be defined everywhere")
    return step.theorem()


def _is_at(bind: Bind, term: Term, side: Term) -> bool:
    """Whether the side is the binder's body at the term."""
    return same(substitute(bind.body, {bind.var.name: term}), side)


def _has_value(term: Term, normaliser: Normaliser) -> bool:
    """Whether the term is certainly defined: never −∞, or a maximum over some symbols of what is
    never −∞, which is −∞ if there are none."""
    if isinstance(term, Bind) and term.kind == "max" and term.guard is not None:
        each = substitute(term.body, {term.var.name: Var("#each", term.var.of)})
        return has_size(normaliser, term.var.of) and never_minus_infinity(normaliser, each)
    return never_minus_infinity(normaliser, term)


def _extremum(formula: Formula) -> tuple[Bind, Term, bool]:
    match formula:
        case Relation("<=", Bind("sup" | "max") as bind, other):
            return bind, other, True
        case Relation("<=", other, Bind("inf" | "min") as bind):
            return bind, other, False
    raise Rejected("the formula is not sup f ≤ c or c ≤ inf f")


# --- certificates ---------------------------------------------------------------------------------


@rule("scalar")
def _scalar(step: Step) -> Theorem:
    """An inequality between real numbers, shown by its certificate, at given terms."""
    statement, values = step.data.get("statement"), step.data.get("values")
    if not isinstance(statement, Statement) or not isinstance(values, Mapping):
        raise Rejected("a scalar step has a statement and the values of its variables")
    check_scalar(statement, step.data.get("certificate"))
    return apply_statement(statement, values, frozenset(), step)


@rule("shannon")
def _shannon(step: Step) -> Theorem:
    """A linear inequality between entropies, from those that hold of all random variables."""
    if not isinstance(step.formula, Relation):
        raise Rejected("the formula is no relation")
    facts = relations_of(step.facts())
    formula, *others = one_joint_law(step.formula, *facts)
    normaliser = step.normaliser()
    for joint in joint_laws(step.formula, *facts):
        if not defined(normaliser, joint):
            raise Rejected(f"{joint} isn't shown to be a law")
    # Whatever is not an entropy there must be a real number.
    for part in (formula, *others):
        for side in (part.left, part.right):
            normaliser.poly(side)
    certificate = step.data.get("certificate")
    if not isinstance(certificate, Mapping):
        raise FormatError("a Shannon-type step has a certificate")
    check_shannon(formula, others, certificate)
    return step.theorem()


def joint_laws(*relations: Relation) -> list[Term]:
    """The joint laws whose entropies the relations speak of."""
    found: dict[str, Term] = {}

    def look(node: Any) -> None:
        if isinstance(node, Op) and node.head in ("joint_entropy", "joint_information"):
            found[key_of(node.args[0])] = node.args[0]

    for relation in relations:
        walk(relation, look)
    return list(found.values())


def one_joint_law(*relations: Relation) -> list[Relation]:
    """The relations with the joint law that they speak of, whatever its term, as a variable."""
    found = joint_laws(*relations)
    if len(found) != 1:
        raise Rejected(f"a Shannon-type step is about one joint law, not {len(found)}")
    (joint,) = found
    if isinstance(joint, Var):
        return list(relations)
    return [replaced(relation, joint, Var("#J", joint.sort)) for relation in relations]


# --- convexity ------------------------------------------------------------------------------------


def _convex_on(step: Step) -> tuple[Var, Term, Normaliser]:
    """The function of one variable in the step's data, convex on the variable's open domain."""
    function = step.data.get("function")
    if not isinstance(function, Function):
        raise Rejected("the step has no function of a variable")
    var, body = function.variable, function.body
    if any(var.name in free_variables(fact) for fact in step.facts()):
        raise Rejected(f"the facts speak of the function's variable {var.name}")
    sort = var.of
    if not isinstance(sort, sorts.RealSort):
        raise Rejected("the function's variable is no real number")
    closed = (sort.low is not None and not sort.low_open) or (
        sort.high is not None and not sort.high_open
    )
    if closed:
        raise Rejected("a convex function is given on an open interval")
    second = derivative(derivative(body, var.name), var.name)
    alone = Normaliser(step.facts())
    positive, nonzero = smoothness(body, var.name)
    more_positive, more_nonzero = smoothness(derivative(body, var.name), var.name)
    for part in (*positive, *more_positive):
        if alone.sign_of(part) != 1:
            raise Rejected(f"{part} isn't shown to be positive on the domain")
    for part in (*nonzero, *more_nonzero):
        alone.inverse(alone.poly(part), part)
    above = Relation("<=", Number(fmpq(0)), second)
    certificate = step.data.get("certificate")
    if certificate is None:
        if not shown(Normaliser(step.facts()), above):
            raise Rejected(f"the second derivative {second} isn't shown to be at least 0")
    else:
        check_scalar(Statement((var,), (), above), certificate)
    if not real(Normaliser(step.facts()), body):
        raise Rejected(f"{body} isn't shown to be real on the domain")
    return var, body, step.normaliser()


@rule("chord")
def _chord(step: Step) -> Theorem:
    """(u − l) f(x) ≤ (u − x) f(l) + (x − l) f(u) for l ≤ x ≤ u and f convex."""
    var, body, normaliser = _convex_on(step)
    low, point, high = step.term("low"), step.term("point"), step.term("high")
    for term in (low, point, high):
        check_fits(normaliser, term, var.of)
    require(normal(Relation("<=", low, point)), step)
    require(normal(Relation("<=", point, high)), step)
    at = [substitute(body, {var.name: term}) for term in (low, point, high)]
    return _equivalent(
        step, (high - low) * at[1], (high - point) * at[0] + (point - low) * at[2]
    )


@rule("tangent")
def _tangent(step: Step) -> Theorem:
    """f(y) + f'(y)(x − y) ≤ f(x) for f convex."""
    var, body, normaliser = _convex_on(step)
    point, touching = step.term("point"), step.term("touching")
    for term in (point, touching):
        check_fits(normaliser, term, var.of)
    slope = substitute(derivative(body, var.name), {var.name: touching})
    line = substitute(body, {var.name: touching}) + slope * (point - touching)
    return _equivalent(step, line, substitute(body, {var.name: point}))


def _equivalent(step: Step, low: Term, high: Term) -> Theorem:
    """The formula says low ≤ high up to normal forms."""
    match step.formula:
        case Relation("<=", left, right):
            normaliser = step.normaliser()
            wanted = plus(normaliser.poly(high), normaliser.poly(low), -1)
            stated = plus(normaliser.poly(right), normaliser.poly(left), -1)
            if normaliser.is_zero(plus(wanted, stated, -1)):
                return step.theorem()
    raise Rejected("the formula is not what convexity gives")


__all__ = ["FALSE", "Function", "one_joint_law", "relations_of"]
