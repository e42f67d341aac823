"""Shannon-type inequalities: the checker of a linear derivation from the elemental inequalities.

An entropy or an information of variables of one joint law is a linear form in the joint entropies
H(S), S a set of variables. A relation between such forms follows from others if the difference of
its sides is a combination of theirs and of informations I(A;B|C) ≥ 0, with multipliers that are
not negative where only an inequality is known. The multipliers are the certificate; the identity
is checked over ℚ. (Yeung, "A framework for linear information inequalities", 1997.)

A certificate is JSON:

    {"at_most": COMBINATION}                          for L ≤ R (and L ≥ R, read as R ≤ L)
    {"at_most": COMBINATION, "at_least": COMBINATION}  for L = R
    COMBINATION = {"information": [["U", "V,W", "X", "1/2"], …], "premises": ["1", "0", …]}

The row ["U", "V,W", "X", "1/2"] adds ½ I(U;V,W|X); I(U;U|X) is H(U|X). There is one multiplier for
each relation of `relations(premises)`, in their order.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from verified.kernel.values import Rejected
from verified.syntax.formulas import And, Formula, Relation
from verified.syntax.goals import normal
from verified.syntax.serial import FormatError, read_rational
from verified.syntax.sorts import JointSort, PmfSort, RealSort, SizeSort, SymbolSort
from verified.syntax.terms import Number, Op, Term, Var, walk

JOINT_HEADS = ("joint_entropy", "joint_information")
_ZERO = fmpq(0)


@dataclass
class LinearForm:
    """Σ entropies[S]·H(S) + Σ atoms[t]·t + constant; no stored coefficient is 0.

    A set S is a bit mask: bit k is the k-th variable of the joint law. H(∅) = 0 isn't stored. An
    atom is any other term; it is certain to be a real number.
    """

    entropies: dict[int, fmpq] = field(default_factory=dict)
    atoms: dict[Term, fmpq] = field(default_factory=dict)
    constant: fmpq = _ZERO

    def entropy(self, mask: int, factor: fmpq) -> None:
        """Add factor·H(S)."""
        if mask:
            _add(self.entropies, mask, factor)

    def information(self, first: int, second: int, given: int, factor: fmpq) -> None:
        """Add factor·I(A;B|C), for any sets, which may overlap."""
        self.entropy(first | given, factor)
        self.entropy(second | given, factor)
        self.entropy(first | second | given, -factor)
        self.entropy(given, -factor)

    def add(self, other: LinearForm, factor: fmpq) -> None:
        """Add factor·other."""
        for mask, coefficient in other.entropies.items():
            _add(self.entropies, mask, factor * coefficient)
        for atom, coefficient in other.atoms.items():
            _add(self.atoms, atom, factor * coefficient)
        self.constant += factor * other.constant


def _add(coefficients: dict[Any, fmpq], key: Any, value: fmpq) -> None:
    total = coefficients.get(key, _ZERO) + value
    if total:
        coefficients[key] = total
    else:
        coefficients.pop(key, None)


# --- reading --------------------------------------------------------------------------------------


def relations(formulas: Iterable[Formula]) -> tuple[Relation, ...]:
    """The formulas as relations with <=, < or =: definitions expanded, conjunctions split.

    Raises:
        Rejected: a formula is a negation, a disjunction or quantified.
    """
    found: list[Relation] = []
    for formula in formulas:
        match normal(formula):
            case Relation() as relation:
                found.append(relation)
            case And(parts):
                found += relations(parts)
            case other:
                raise Rejected(f"{other} is no relation: a linear derivation can't use it")
    return tuple(found)


def joint_law(formulas: Iterable[Formula]) -> Var | None:
    """The joint law whose entropies the relations compare; None where there are none.

    Raises:
        Rejected: there are several, or it is not a variable (other terms may be undefined).
    """
    found: set[Term] = set()

    def look(node: Any) -> None:
        if isinstance(node, Op) and node.head in JOINT_HEADS:
            found.add(node.args[0])

    for formula in formulas:
        walk(formula, look)
    if len(found) > 1:
        names = " and ".join(sorted(str(joint) for joint in found))
        raise Rejected(f"entropies of {names}: a linear derivation is about one joint law")
    for joint in found:
        if not isinstance(joint, Var) or not isinstance(joint.of, JointSort):
            raise Rejected(f"{joint} is not a variable: a linear derivation is about one")
        return joint
    return None


def linear_form(term: Term, joint: Var | None) -> LinearForm:
    """The term as a linear form in the entropies of the joint law, atoms and a constant.

    Raises:
        Rejected: it is not linear, is about another joint law, or has a part that isn't certain to
            be a real number.
    """
    form = LinearForm()
    _read(term, joint, fmpq(1), form)
    return form


def _read(term: Term, joint: Var | None, factor: fmpq, form: LinearForm) -> None:
    if (value := _constant(term)) is not None:
        form.constant += factor * value
        return
    match term:
        case Op("add", (left, right)):
            _read(left, joint, factor, form)
            _read(right, joint, factor, form)
        case Op("sub", (left, right)):
            _read(left, joint, factor, form)
            _read(right, joint, -factor, form)
        case Op("neg", (body,)):
            _read(body, joint, -factor, form)
        case Op("mul", (left, right)) if (value := _constant(left)) is not None:
            _read(right, joint, factor * value, form)
        case Op("mul", (left, right)) if (value := _constant(right)) is not None:
            _read(left, joint, factor * value, form)
        case Op("div", (left, right)) if value := _constant(right):
            _read(left, joint, factor / value, form)
        case Op("joint_entropy" | "joint_information" as head, (law,)):
            if joint is None or law != joint:
                raise Rejected(f"{term} is not about the joint law {joint}")
            groups = [mask_of(group, joint) for group in term.detail]
            if any(one & two for one, two in itertools.combinations(groups, 2)):
                raise Rejected(f"the groups of variables in {term} are not disjoint")
            if head == "joint_entropy" and len(groups) == 2:
                form.information(groups[0], groups[0], groups[1], factor)
            elif head == "joint_information" and len(groups) == 3:
                form.information(groups[0], groups[1], groups[2], factor)
            else:
                raise Rejected(f"{head} has {len(groups)} groups of variables")
        case _:
            if not is_surely_real(term):
                raise Rejected(f"{term} is not linear in entropies, nor sure to be a real number")
            _add(form.atoms, term, factor)


def mask_of(group: str, joint: Var) -> int:
    """The bit mask of a group such as "U,V".

    Raises:
        Rejected: the joint law has no such variable, or it is named twice.
    """
    sort = joint.of
    assert isinstance(sort, JointSort)
    mask = 0
    for name in group.split(",") if group else ():
        if name not in sort.names:
            raise Rejected(f"{joint} has no variable {name!r}; it has {', '.join(sort.names)}")
        bit = 1 << sort.names.index(name)
        if mask & bit:
            raise Rejected(f"the group {group!r} names {name} twice")
        mask |= bit
    return mask


def _constant(term: Term) -> fmpq | None:
    """The rational value of a term without variables, where it has one by field operations."""
    match term:
        case Number(value):
            return value
        case Op("neg", (body,)):
            value = _constant(body)
            return None if value is None else -value
        case Op("add" | "sub" | "mul" | "div" as head, (left, right)):
            one, two = _constant(left), _constant(right)
            if one is None or two is None or (head == "div" and not two):
                return None
            operations: dict[str, Callable[[fmpq, fmpq], fmpq]] = {
                "add": lambda a, b: a + b,
                "sub": lambda a, b: a - b,
                "mul": lambda a, b: a * b,
                "div": lambda a, b: a / b,
            }
            return operations[head](one, two)
    return None


def is_surely_real(term: Term) -> bool:
    """Whether the form of the term says that its value is a real number, neither ±∞ nor undefined.

    Only a premise with such values may be added to others. False means "not known".
    """
    match term:
        case Number(value):
            return value is not None
        case Var():
            return isinstance(term.of, RealSort | SizeSort | SymbolSort)
        case Op("add" | "sub" | "mul" | "minimum" | "maximum" | "neg" | "abs" | "exp", args):
            return all(is_surely_real(arg) for arg in args)
        case Op("div", (left, right)):
            return is_surely_real(left) and bool(_constant(right))
        case Op("log", (Var(_, SizeSort(low)),)):
            return low >= 1
        case Op("log", (body,)):
            value = _constant(body)
            return value is not None and value > 0
        case Op("entropy", (Var(_, PmfSort()),)):
            return True
    return False


# --- checking -------------------------------------------------------------------------------------


def check_shannon(
    conclusion: Formula, premises: Sequence[Formula], certificate: Mapping[str, Any]
) -> None:
    """Check that the conclusion follows from the premises and the elemental inequalities.

    The conclusion is one relation (or a notion that stands for one): L ≤ R, L ≥ R or L = R. Then
    every joint law on finite alphabets, of any size, that meets the premises meets the conclusion.

    Raises:
        Rejected: it doesn't follow by this certificate, or a relation isn't linear.
    """
    target = single_relation(conclusion)
    known = relations(premises)
    joint = joint_law((target, *known))
    forms = [(relation.op == "=", difference(relation, joint)) for relation in known]
    goals = directions(target, joint)
    if not isinstance(certificate, Mapping) or set(certificate) != set(goals):
        raise Rejected(f"the certificate of {target} must have {' and '.join(goals)}, no more")
    for direction, goal in goals.items():
        rest = _without(goal, forms, joint, certificate[direction], direction)
        if rest.entropies or rest.atoms:
            raise Rejected(f"the combination of {direction} is not the difference of the sides")
        if rest.constant < 0:
            raise Rejected(f"the combination of {direction} misses a constant: {rest.constant} < 0")


def single_relation(conclusion: Formula) -> Relation:
    """The conclusion as one relation with <= or =.

    Raises:
        Rejected: it is several relations, none, or strict.
    """
    found = relations([conclusion])
    if len(found) != 1:
        raise Rejected(f"{conclusion} is {len(found)} relations; check them one by one")
    if found[0].op not in ("<=", "="):
        raise Rejected(f"{conclusion} is strict; a linear derivation only gives <=, >= and =")
    return found[0]


def difference(relation: Relation, joint: Var | None) -> LinearForm:
    """Right side minus left side: what is ≥ 0 by a relation <= or <, and = 0 by an equality."""
    form = linear_form(relation.right, joint)
    form.add(linear_form(relation.left, joint), fmpq(-1))
    return form


def directions(target: Relation, joint: Var | None) -> dict[str, LinearForm]:
    """The forms that must be shown to be ≥ 0: one for an inequality, two for an equality."""
    at_most = difference(target, joint)
    if target.op != "=":
        return {"at_most": at_most}
    at_least = LinearForm()
    at_least.add(at_most, fmpq(-1))
    return {"at_most": at_most, "at_least": at_least}


def _without(
    goal: LinearForm,
    premises: Sequence[tuple[bool, LinearForm]],
    joint: Var | None,
    combination: Any,
    direction: str,
) -> LinearForm:
    """The goal less the combination, whose multipliers are checked for their signs."""
    if not isinstance(combination, Mapping) or set(combination) != {"information", "premises"}:
        raise Rejected(f"{direction} must have information and premises, no more")
    rows, factors = combination["information"], combination["premises"]
    if not isinstance(rows, list) or not isinstance(factors, list):
        raise Rejected(f"the information and premises of {direction} must be lists")
    if len(factors) != len(premises):
        raise Rejected(f"{direction} has {len(factors)} multipliers for {len(premises)} premises")
    rest = LinearForm()
    rest.add(goal, fmpq(1))
    for row in rows:
        if not isinstance(row, list) or len(row) != 4 or not all(isinstance(x, str) for x in row):
            raise Rejected(f"{row!r} in {direction} is not four strings: A, B, C, multiplier")
        factor = _multiplier(row[3])
        if factor < 0:
            raise Rejected(f"I({row[0]};{row[1]}|{row[2]}) has the negative multiplier {factor}")
        if joint is None:
            raise Rejected(f"{direction} has an information, but there is no joint law")
        first, second, given = (mask_of(group, joint) for group in row[:3])
        rest.information(first, second, given, -factor)
    for number, (text, (equality, form)) in enumerate(zip(factors, premises, strict=True)):
        factor = _multiplier(text)
        if factor < 0 and not equality:
            raise Rejected(f"premise {number} is no equality; its multiplier {factor} is negative")
        rest.add(form, -factor)
    return rest


def _multiplier(text: Any) -> fmpq:
    if not isinstance(text, str):
        raise Rejected(f"the multiplier {text!r} is not a string p/q")
    try:
        return read_rational(text)
    except FormatError as error:
        raise Rejected(str(error)) from None
