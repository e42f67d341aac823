"""Rules of logic: propositions, quantifiers, citations, equality and order, normal forms.

Each rule is a function that takes a step and gives its theorem, or raises `Rejected`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from verified.kernel.judgements import check_fits, never_minus_infinity, shown
from verified.kernel.normaliser import Normaliser
from verified.kernel.pairs import tupled
from verified.kernel.polynomial import key_of, plus, replaced
from verified.kernel.theorem import Step, Theorem, rule
from verified.kernel.values import Rejected
from verified.syntax import sorts
from verified.syntax.claims import Statement
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Quantified,
    Relation,
    negate,
    substitute,
    substitute_sort,
)
from verified.syntax.goals import normal
from verified.syntax.terms import Op, Term, Var, free_variables, walk

# More atoms than these make a propositional step unreadable, and the check slow.
MOST_ATOMS = 14


# --- propositional logic --------------------------------------------------------------------------


@rule("assume")
def _assume(step: Step) -> Theorem:
    step.demand(0)
    return replace(step.theorem(), hypotheses={key_of(step.formula): step.formula})


@rule("discharge")
def _discharge(step: Step) -> Theorem:
    """Γ ⊢ ¬h ∨ φ from Γ, h ⊢ φ."""
    step.demand(1)
    hypothesis = step.data.get("hypothesis")
    if not isinstance(hypothesis, Formula):
        raise Rejected("the step doesn't say which hypothesis it discharges")
    expected = normal(Or((negate(normal(hypothesis)), step.premises[0].conclusion)))
    if key_of(expected) != key_of(step.formula):
        raise Rejected("the formula is not the implication that is discharged")
    return step.theorem(drop=[key_of(normal(hypothesis))])


@rule("propositional")
def _propositional(step: Step) -> Theorem:
    """The formula follows from the premises whatever the truth of their atoms."""
    if not entails(step.facts(), step.formula):
        raise Rejected("the formula doesn't follow propositionally")
    return step.theorem()


def entails(premises: Sequence[Formula], conclusion: Formula) -> bool:
    """Propositional consequence, by trying all values of the atoms that occur."""
    atoms: dict[str, int] = {}
    goal = [*premises, negate(conclusion)]
    compiled = [_compiled(normal(part), atoms) for part in goal]
    if len(atoms) > MOST_ATOMS:
        raise Rejected(f"a propositional step with {len(atoms)} atoms, more than {MOST_ATOMS}")
    return not any(
        all(part(values) for part in compiled)
        for values in itertools.product((False, True), repeat=len(atoms))
    )


def _compiled(formula: Formula, atoms: dict[str, int]) -> Callable[[Sequence[bool]], bool]:
    match formula:
        case Not(body):
            inside = _compiled(body, atoms)
            return lambda values: not inside(values)
        case And(parts):
            every = [_compiled(part, atoms) for part in parts]
            return lambda values: all(part(values) for part in every)
        case Or(parts):
            some = [_compiled(part, atoms) for part in parts]
            return lambda values: any(part(values) for part in some)
    place = _atom_place(formula, atoms)
    if place >= 0:
        return lambda values: values[place]
    other = -place - 1
    return lambda values: not values[other]


def _atom_place(formula: Formula, atoms: dict[str, int]) -> int:
    """The atom's number; −number − 1 where its negation (of a quantified formula) is known."""
    key = key_of(formula)
    if key in atoms:
        return atoms[key]
    if isinstance(formula, Quantified):
        opposite = key_of(normal(negate(formula)))
        if opposite in atoms:
            return -atoms[opposite] - 1
    atoms[key] = len(atoms)
    return atoms[key]


# --- quantifiers ----------------------------------------------------------------------------------


def _arbitrary(step: Step, name: str, sort: sorts.Sort) -> Var:
    """The arbitrary variable of a step, of the sort that the binder has."""
    var = step.data.get(name)
    if not isinstance(var, Var):
        raise Rejected("the step doesn't name its arbitrary variable")
    if var.of != sort:
        raise Rejected(f"{var.name} is of another sort than the bound variable")
    return var


@rule("generalise")
def _generalise(step: Step) -> Theorem:
    """Γ ⊢ ∀v (guard): body from Γ, guard ⊢ body for an arbitrary v."""
    step.demand(1)
    formula = step.formula
    if not isinstance(formula, Quantified) or formula.kind != "forall":
        raise Rejected("the formula is not of the form “for every”")
    var = _arbitrary(step, "variable", formula.var.of)
    values = {formula.var.name: var}
    drop = [] if formula.guard is None else [
        key_of(part) for part in conjuncts(normal(substitute(formula.guard, values)))
    ]
    if formula.guard is not None:
        drop.append(key_of(normal(substitute(formula.guard, values))))
    if key_of(normal(substitute(formula.body, values))) != step.premises[0].key:
        raise Rejected("the premise is not the body for an arbitrary variable")
    # Where the variable has no values, whatever is said of every value is true.
    return step.releasing(var, [(step.premises[0], drop)])


@rule("specialise")
def _specialise(step: Step) -> Theorem:
    """Γ ⊢ body[t] from Γ ⊢ ∀v: body; with a guard, guard[t] must be a premise as well."""
    if not step.premises:
        raise Rejected("the rule takes a premise")
    formula = step.premises[0].conclusion
    if not isinstance(formula, Quantified) or formula.kind != "forall":
        raise Rejected("the premise is not of the form “for every”")
    term = step.term("term")
    check_fits(step.normaliser(), term, formula.var.of)
    values = {formula.var.name: term}
    if formula.guard is not None:
        require(normal(substitute(formula.guard, values)), step)
    if key_of(normal(substitute(formula.body, values))) != key_of(step.formula):
        raise Rejected("the formula is not the body at that term")
    return step.theorem()


@rule("exhibit")
def _exhibit(step: Step) -> Theorem:
    """Γ ⊢ ∃v (guard): body from Γ ⊢ body[t] and Γ ⊢ guard[t]."""
    formula = step.formula
    if not isinstance(formula, Quantified) or formula.kind != "exists":
        raise Rejected("the formula is not of the form “for some”")
    term = step.term("term")
    check_fits(step.normaliser(), term, formula.var.of)
    values = {formula.var.name: term}
    if formula.guard is not None:
        require(normal(substitute(formula.guard, values)), step)
    require(normal(substitute(formula.body, values)), step)
    return step.theorem()


@rule("obtain")
def _obtain(step: Step) -> Theorem:
    """Γ ⊢ φ from Γ ⊢ ∃v (guard): body and Γ, guard, body ⊢ φ for an arbitrary v."""
    step.demand(2)
    found, rest = step.premises
    formula = found.conclusion
    if not isinstance(formula, Quantified) or formula.kind != "exists":
        raise Rejected("the first premise is not of the form “for some”")
    var = _arbitrary(step, "variable", formula.var.of)
    values = {formula.var.name: var}
    drop = [key_of(normal(substitute(formula.body, values)))]
    if formula.guard is not None:
        drop.append(key_of(normal(substitute(formula.guard, values))))
    if rest.key != key_of(step.formula):
        raise Rejected("the second premise is not the formula")
    # That it exists must not have been shown from a value of it.
    return step.releasing(var, [(rest, drop)], [found])


def conjuncts(formula: Formula) -> list[Formula]:
    """The parts of a conjunction, through nested ones; else the formula alone."""
    if isinstance(formula, And):
        return [part for inner in formula.parts for part in conjuncts(inner)]
    return [formula]


def require(formula: Formula, step: Step) -> None:
    """The formula is among the premises, or arithmetic of signs shows it at once."""
    known = {key_of(part) for fact in step.facts() for part in conjuncts(fact)}
    known |= {theorem.key for theorem in step.premises}
    if key_of(formula) in known:
        return
    for part in conjuncts(formula):
        if key_of(part) not in known and not shown(step.normaliser(), part):
            raise Rejected(f"the side condition {part} isn't shown")


# --- instances of statements ----------------------------------------------------------------------


def same(one: Term, two: Term) -> bool:
    """Whether two terms differ in bound names only."""
    return key_of(one) == key_of(two)


def instance(
    statement: Statement, values: Mapping[str, Term], step: Step, fixed: frozenset[str]
) -> tuple[list[Formula], Formula]:
    """The hypotheses and the conclusion of a statement at given terms, sorts checked.

    Raises:
        Rejected: a variable has no term, a fixed one has another, or a term doesn't fit.
    """
    unknown = set(values) - {var.name for var in statement.variables}
    if unknown:
        raise Rejected(f"the statement has no variable {min(unknown)}")
    if statement.quantifier != "forall":
        raise Rejected("only a statement about every instance can be instantiated")
    normaliser = step.normaliser()
    # Given hypotheses are facts for the domains of the terms as well.
    chosen: dict[str, Term] = {}
    for var in statement.variables:
        if var.name in fixed:
            if var.name in values and values[var.name] != var:
                raise Rejected(f"{var.name} is fixed")
            chosen[var.name] = var
            continue
        if var.name not in values:
            raise Rejected(f"no term for {var.name}")
        term = values[var.name]
        check_fits(normaliser, term, substitute_sort(var.of, chosen))
        chosen[var.name] = term
    given = [normal(substitute(part, chosen)) for part in statement.given]
    return given, normal(substitute(statement.then, chosen))


@rule("cite")
def _cite(step: Step) -> Theorem:
    """An instance of a statement of the library; its hypotheses are premises or obvious."""
    name = step.data.get("key")
    values = step.data.get("values")
    if not isinstance(name, str) or not isinstance(values, Mapping):
        raise Rejected("a citation names a key and its values")
    if name in step.library.local:
        statement, fixed = step.library.local[name]
    elif name in step.library.statements:
        statement, fixed = step.library.statements[name], frozenset()
        step.library.cited.add(name)
    else:
        raise Rejected(f"the library has no statement {name!r}")
    return apply_statement(statement, values, fixed, step)


def apply_statement(
    statement: Statement, values: Mapping[str, Term], fixed: frozenset[str], step: Step
) -> Theorem:
    """The theorem that a known statement gives at the values; the formula may be a part of it."""
    given, conclusion = instance(statement, values, step, fixed)
    for part in given:
        require(part, step)
    parts = {key_of(part) for part in conjuncts(conclusion)} | {key_of(conclusion)}
    if key_of(step.formula) not in parts:
        raise Rejected("the formula is not the statement's conclusion at these values")
    return step.theorem()


# --- equality and order ---------------------------------------------------------------------------


@rule("rewrite")
def _rewrite(step: Step) -> Theorem:
    """Γ ⊢ φ' from an equality and Γ ⊢ φ, where φ and φ' agree once the left side is replaced by
    the right side. Laws, channels and lists of numbers that agree everywhere are equal as well, and
    a joint law is that of the law on tuples whose probabilities are its own."""
    if len(step.premises) != 2:
        raise Rejected("the rule takes an equality and a formula")
    left, right = equated(step.premises[0].conclusion, step)
    before = replaced(step.premises[1].conclusion, left, right)
    after = replaced(step.formula, left, right)
    if key_of(before) != key_of(after):
        raise Rejected("the formulas differ in more than the equality allows")
    return step.theorem()


def equated(formula: Formula, step: Step) -> tuple[Term, Term]:
    """The two sides of an equality of numbers, or of laws or channels entry by entry; or a joint
    law and the one that is made of a law on tuples, cell by cell."""
    match formula:
        case Relation("=", left, right):
            return left, right
        case Quantified("forall", _, None, body):
            symbols = [formula.var]
            while isinstance(body, Quantified) and body.kind == "forall" and body.guard is None:
                symbols.append(body.var)
                body = body.body
            found = _cells_of(body, symbols)
            if found is not None:
                return found
    match formula:
        case Quantified("forall", var, None, Relation("=", left, right)):
            one, two = _law_of(left, var), _law_of(right, var)
            if one is not None and two is not None and one.sort == two.sort:
                return one, two
        case Quantified("forall", x, None, Quantified("forall", y, None, Relation("=", l, r))):
            one, two = _channel_of(l, x, y), _channel_of(r, x, y)
            if one is not None and two is not None and one.sort == two.sort:
                return one, two
    raise Rejected("the first premise is no equality of numbers, laws or channels")


def _cells_of(body: Formula, symbols: Sequence[Var]) -> tuple[Term, Term] | None:
    """J and the joint law made of P, of J(x, y, …) = P((x m + y) …) for all of their symbols."""
    match body:
        case Relation("=", Op("joint_at", (joint, *cell)), Op("at", (law, index))):
            sort, names = joint.sort, [var.name for var in symbols]
            assert isinstance(sort, sorts.JointSort)
            fits = len(set(names)) == len(names) == len(cell) and all(
                isinstance(at, Var) and at.name == var.name
                and isinstance(var.sort, sorts.SymbolSort) and same(var.sort.size, size)
                for at, var, size in zip(cell, symbols, sort.alphabets, strict=True)
            )
            if fits and not set(names) & {*free_variables(joint), *free_variables(law)}:
                place, tuples = tupled(symbols, sort.alphabets)
                if same(index, place) and same(law.sort.sizes()[0], tuples):
                    made = Op("as_joint", (law, *sort.alphabets), sort, (",".join(sort.names),))
                    return joint, made
    return None


def _law_of(term: Term, var: Var) -> Term | None:
    match term:
        case Op("at" | "component", (law, Var(name))) if (
            name == var.name and name not in free_variables(law)
        ):
            size = law.sort.sizes()[0]
            return law if same(size, var.sort.sizes()[0]) else None
    return None


def _channel_of(term: Term, x: Var, y: Var) -> Term | None:
    row = _law_of(term, y)
    match row:
        case Op("row", (channel, Var(name))) if name == x.name:
            free = free_variables(channel)
            inputs = channel.sort.sizes()[0]
            if x.name not in free and y.name not in free and same(inputs, x.sort.sizes()[0]):
                return channel
    return None


@rule("order")
def _order(step: Step) -> Theorem:
    """a ≤ b or b < a, for two values that are defined; premises may show that they are."""
    match step.formula:
        case Or((Relation("<=" | "<" as one, a, b), Relation("<=" | "<" as two, c, d))):
            turned = same(a, d) and same(b, c)
            if turned and "<=" in (one, two):
                normaliser = step.normaliser()
                if all(never_minus_infinity(normaliser, side) for side in (a, b)):
                    return step.theorem()
                raise Rejected("a side isn't shown to be defined")
    raise Rejected("the formula is not “a ≤ b or b < a”")


@rule("transitive")
def _transitive(step: Step) -> Theorem:
    """a ≤ c from a ≤ b and b ≤ c, infinite values included; < if one of them is <, = if both."""
    step.demand(2)
    match step.premises[0].conclusion, step.premises[1].conclusion, step.formula:
        case (Relation(one, a, b), Relation(two, c, d), Relation(op, e, f)):
            chained = same(b, c) and same(a, e) and same(d, f)
            strict = "<" in (one, two)
            level = one == "=" and two == "="
            allowed = {"<": strict, "<=": True, "=": level}[op]
            if chained and allowed:
                return step.theorem()
    raise Rejected("the premises are not a chain that ends in the formula")


@rule("turn")
def _turn(step: Step) -> Theorem:
    """¬(a ≤ b) from b < a and back, a ≤ b from a = b or a < b, b = a from a = b; for a ≤ b and
    b ≤ a, a = b."""
    facts = [fact for fact in step.facts() if isinstance(fact, Relation)]
    match step.formula:
        case Relation("=", a, b):
            ways = {(key_of(f.left), key_of(f.right)) for f in facts if f.op in ("<=", "=")}
            equal = {(key_of(f.left), key_of(f.right)) for f in facts if f.op == "="}
            pair = (key_of(a), key_of(b))
            back = (pair[1], pair[0])
            if back in equal or (pair in ways and back in ways):
                return step.theorem()
        case Relation("<=", a, b):
            for fact in facts:
                forward = same(fact.left, a) and same(fact.right, b)
                backward = fact.op == "=" and same(fact.left, b) and same(fact.right, a)
                if (forward and fact.op in ("<", "=")) or backward:
                    return step.theorem()
        case Not(Relation("<=" | "<" as op, a, b)):
            for fact in facts:
                strict = fact.op == "<" or (op == "<" and fact.op in ("<=", "="))
                if strict and same(fact.left, b) and same(fact.right, a):
                    return step.theorem()
    for premise in step.facts():
        match premise, step.formula:
            case (Not(Relation(old, a, b)), Relation(new, c, d)):
                turned = same(a, d) and same(b, c) and (old, new) in (("<=", "<"), ("<", "<="))
                normaliser = step.normaliser()
                if turned and all(never_minus_infinity(normaliser, side) for side in (a, b)):
                    return step.theorem()
    raise Rejected("no premise turned round is the formula")


# --- arithmetic -----------------------------------------------------------------------------------


def _speaks_of_tuples(formula: Formula) -> bool:
    """Whether an entropy of a law on tuples occurs."""
    found = []
    walk(formula, lambda node: found.append(node) if isinstance(node, Op)
         and node.head == "as_joint" else None)
    return bool(found)


@rule("identity")
def _identity(step: Step) -> Theorem:
    """left = right, by one normal form."""
    match step.formula:
        case Relation("=" | "<=", left, right):
            normaliser = step.normaliser()
            difference = plus(normaliser.poly(left), normaliser.poly(right), -1)
            if normaliser.is_zero(difference):
                return step.theorem()
            if _speaks_of_tuples(step.formula):
                normaliser = Normaliser(step.facts(), unfolds=True)
                difference = plus(normaliser.poly(left), normaliser.poly(right), -1)
                if normaliser.is_zero(difference):
                    return step.theorem()
            raise Rejected(f"the two sides differ by {normaliser.term(difference)}")
    raise Rejected("the formula is no equality")


@rule("obvious")
def _obvious(step: Step) -> Theorem:
    """A relation that the signs of its parts decide."""
    if not all(shown(step.normaliser(), part) for part in conjuncts(step.formula)):
        raise Rejected("the signs of the parts don't decide the formula")
    return step.theorem()


@rule("defined")
def _defined(step: Step) -> Theorem:
    """t = t, or t ≤ t, for a term that is real or never −∞."""
    match step.formula:
        case Relation("=" | "<=", left, right) if same(left, right):
            if never_minus_infinity(step.normaliser(), left):
                return step.theorem()
    raise Rejected("the formula is not t = t with a defined t")
