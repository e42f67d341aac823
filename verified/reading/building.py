"""Small parts of reading: what fits where, and terms and formulas made as authors make them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from flint import fmpq

from verified.quantities.joints import joint_of
from verified.quantities.line import law_sum
from verified.quantities.products import iid, memoryless
from verified.reading.nodes import Choice, Declared, Infix, Made, Name, Node
from verified.reading.tuples import product_law
from verified.reading.unification import Found, opened
from verified.syntax import binders
from verified.syntax.combinations import Combination
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    implies,
    substitute_sort,
)
from verified.syntax.quantity import COUNT, Quantity, is_number
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    EventSort,
    IntegerLawSort,
    JointSort,
    LawSort,
    PmfSort,
    PriorSort,
    RealsSort,
    SizeSort,
    Sort,
    SymbolSort,
    sort_name,
)
from verified.syntax.sorts.parts import SizePart
from verified.syntax.trees import (
    COMPOSED,
    REAL,
    Bind,
    Number,
    Relation,
    Term,
    Var,
    arithmetic,
    equals,
    free_variables,
    is_arithmetic,
    number,
    relation,
)

# What is never a number where nothing says that it is: laws, channels, random variables, dP.
_NO_NUMBER = re.compile(r"[MPQWXYZ]\w*'*|d[A-Z]'*|[fg]'*")
# What is never a law: random variables, expectations, and words, which are functions.
_NO_LAW = re.compile(r"[XYZ]\w*'*|E|[A-Za-z]{3,}\w*'*")
_LAWS = ("p", "q", "r", "s", "w", "pi", "mu", "nu", "rho", "sigma", "tau", "theta", "xi", "omega")
# Letters of numbers alone.
_LEVELS = ("alpha", "beta", "gamma", "delta", "eps", "epsilon", "kappa", "lambda")
_SUMS = {"sum": binders.total, "max": binders.largest, "min": binders.smallest}
_OVER_MORE = {"sup": binders.sup, "inf": binders.inf}


def slots_of(record: Quantity, args: Mapping[int, Node]) -> dict[int, Var]:
    """The declared variable of each place; the last one's for all that it is repeated for."""
    last = len(record.arguments) - 1
    return {place: record.arguments[min(place, last)] for place in args}


def open_sizes(record: Quantity, count: int) -> dict[str, Term]:
    """An open term for each variable of a quantity that its arguments may not tell."""
    opens = open_variables(record.arguments)
    if record.repeats:
        opens[COUNT.name] = number(count - len(record.arguments) + 1)
    return opens


def open_variables(variables: Sequence[Var]) -> dict[str, Term]:
    """An open term for every variable that the sorts of these speak of, and for each of these."""
    opens: dict[str, Term] = {}
    for var in variables:
        for part in free_variables(var).values():
            if part.name not in opens:
                opens[part.name] = opened(substitute_sort(part.of, opens))
    return opens


def of_kind(wanted: Sort, actual: Sort) -> bool:
    """Whether a term of the actual sort may stand where another is wanted, sizes apart."""
    if is_arithmetic(wanted):
        return is_arithmetic(actual)
    return isinstance(actual, type(wanted))


def makes_sort(record: Quantity, wanted: Sort, actual: Sort) -> bool:
    """Whether a quantity makes what is wanted of a term of the actual sort."""
    taken = next(var for var in record.arguments if var.name == record.order[0])
    if not isinstance(actual, type(taken.of)) or is_number(record):
        return False
    return isinstance(record.result, Sort) and isinstance(record.result, type(wanted))


def has_variables(sort: Sort, detail: tuple[str, ...]) -> bool:
    """Whether a joint law has the variables that are named."""
    if not isinstance(sort, JointSort):
        return True
    return {name for group in detail for name in group.split(",") if name} <= set(sort.names)


def suits_name(name: str, sort: Sort) -> bool:
    """Whether a name that nothing declares may be of a sort: symbols have small letters, events
    capitals; P and W are no numbers, X is a random variable, delta(eps) is no law's symbol."""
    if isinstance(sort, SymbolSort):
        return name[0].islower()
    if name.rstrip("'0123456789_") in _LEVELS and not is_arithmetic(sort):
        return False
    if isinstance(sort, DatabaseSort):
        return name[0] in "DEFd"
    if isinstance(sort, EventSort):
        return name[0].isupper() and name[0] not in "DMPQRWXYZ"
    if is_arithmetic(sort):
        return not _NO_NUMBER.fullmatch(name)
    if isinstance(sort, PmfSort | RealsSort | PriorSort) and name[0].islower():
        return name.rstrip("'0123456789_") in _LAWS or isinstance(sort, RealsSort)
    if isinstance(sort, PmfSort):
        return not _NO_LAW.fullmatch(name)
    return not isinstance(sort, ChannelSort | EventSort) or not _NO_LAW.fullmatch(name)


def misfit(term: Term) -> Callable[[], str]:
    """Tells that a term is of another alphabet."""
    return lambda: f"{term} doesn't fit here: another alphabet or database is wanted"


def unwanted(var: Var, term: Term) -> Callable[[], str]:
    """Tells that a term is of another sort than its place wants."""
    def told() -> str:
        wanted = "number" if is_arithmetic(var.of) else sort_name(var.of)
        article = "an" if wanted[0] in "aeiou" else "a"
        return f"{article} {wanted} is wanted here, not the {sort_name(term.sort)} {term}"

    return told


def checked_alphabets(sort: Sort) -> Sort:
    """The sort, whose alphabets have a symbol at least.

    Raises:
        ClaimError: one has none.
    """
    for part, value in sort.told():
        if isinstance(part, SizePart) and part.least and value == Number(fmpq(0)):
            raise ClaimError("this alphabet has 0 symbols; a law needs at least one")
    return sort


def checked_size(term: Term) -> Term:
    """A size of a joint law's alphabet."""
    from verified.syntax.terms import size_term

    return size_term(term, "of a joint law")


def bindings(kind: str, var: Var, body: Term, guard: Formula | None) -> list[Term]:
    """What a binder makes; a table of numbers may be a law or a tuple of numbers."""
    if kind in ("max", "min") and not var.of.is_listed:
        # Over laws or channels, max_P I(P;W).
        kind = "sup" if kind == "max" else "inf"
    if kind in _SUMS:
        return [_SUMS[kind](var, body, guard)]
    if kind in _OVER_MORE:
        return [_OVER_MORE[kind](var, body, guard)]
    if kind == "integral":
        return [binders.integral(var, body)]
    if not isinstance(var.of, SymbolSort):
        raise ClaimError(f"a table lists entries by symbols, and {var} is none")
    count = var.of.size
    if isinstance(body.sort, PmfSort):
        return [Bind("table", var, guard, body, ChannelSort(count, body.sort.size))]
    if not is_arithmetic(body.sort):
        raise ClaimError(f"{body} is no entry of a table")
    return [Bind("table", var, guard, body, sort) for sort in (PmfSort(count), RealsSort(count))]


def unsaid_sorts(kind: str, declared: Declared) -> list[Sort]:
    """What a binder's variable may be that doesn't say what it ranges over: a symbol or an event,
    and where more may be sought, a number, a law or a channel."""
    size = opened(SizeSort())
    if declared.domain.pattern == "joint":
        names = declared.domain.plain
        return [JointSort(names, tuple(opened(SizeSort()) for _ in names))]
    if declared.noun == "symbol":
        # x ~ P
        return [SymbolSort(size)]
    if kind in ("table", "event") or not declared.name[0].isupper():
        wide = kind in ("sup", "inf", "forall", "exists")
        return [SymbolSort(size), *([REAL] if wide else [])]
    if kind not in (*_OVER_MORE, "max", "min", "forall", "exists"):
        return [EventSort(size)]
    return [EventSort(size), PmfSort(size), ChannelSort(size, opened(SizeSort()))]


def compared_sorts() -> list[Sort]:
    """Of what sorts the sides of a relation may be where they are no numbers."""
    return [
        PmfSort(opened(SizeSort())), ChannelSort(opened(SizeSort()), opened(SizeSort())),
        EventSort(opened(SizeSort())), LawSort(), IntegerLawSort(),
    ]


def operation(head: str, args: Sequence[Term]) -> Term:
    """An arithmetic operation. A product of laws and channels is what @ makes of them, one of two
    laws on the line the law of the sum, a power the law of independent samples.

    Raises:
        InputError: it has no meaning for these.
    """
    first, second = args[0].sort, args[-1].sort
    if head == "mul":
        if (compose := COMPOSED.get((type(first), type(second)))) is not None:
            return compose(*args)
        if isinstance(first, LawSort) and isinstance(second, LawSort):
            return law_sum(*args)
        if isinstance(first, PmfSort) and isinstance(second, PmfSort):
            return product_law(*args)
    if head == "cross":
        if isinstance(first, PmfSort) and isinstance(second, ChannelSort):
            return joint_of(*args)
        if isinstance(first, PmfSort) and isinstance(second, PmfSort):
            return product_law(*args)
        raise ClaimError(f"x stands between two laws, or a law and a channel, not between "
                         f"{args[0]} and {args[1]}")
    if head == "pow" and is_arithmetic(second):
        if isinstance(first, PmfSort):
            return iid(*args)
        if isinstance(first, ChannelSort):
            return memoryless(*args)
    return arithmetic(head, *args)


def wanted_operands(node: Infix, wanted: Sort) -> list[tuple[Sort, ...]]:
    """The sorts that the operands may have where the operation is to give a law or a channel."""
    inner, size = opened(SizeSort()), opened(SizeSort())
    scaled = node.head in ("mul", "div") and not is_law_name(node.args[0])
    found: list[tuple[Sort, ...]] = []
    if node.head in ("add", "sub"):
        found = [(wanted, wanted)]
    elif node.head == "neg":
        found = [(wanted,)]
    elif node.head == "mul":
        found = [(REAL, wanted)] if scaled and not _is_number_name(node.args[1]) else []
        if not _is_number_name(node.args[0]) and not is_law_name(node.args[1]):
            found.append((wanted, REAL))
        if isinstance(wanted, PmfSort):
            found.append((PmfSort(inner), ChannelSort(inner, wanted.size)))
            if _is_marginal(node.args[0]):
                # P_X Q
                found.insert(0, (PmfSort(opened(SizeSort())), PmfSort(size)))
        elif isinstance(wanted, ChannelSort):
            found.append((ChannelSort(wanted.inputs, inner), ChannelSort(inner, wanted.outputs)))
        elif isinstance(wanted, LawSort):
            found.append((wanted, wanted))
    elif node.head == "cross":
        if isinstance(wanted, PmfSort):
            found = [(PmfSort(inner), PmfSort(size))]
        if isinstance(wanted, PmfSort | JointSort):
            found.append((PmfSort(inner), ChannelSort(inner, size)))
    elif node.head == "div":
        found = [(wanted, REAL)]
    elif node.head == "pow" and isinstance(wanted, PmfSort):
        found = [(PmfSort(size), SizeSort())]
    elif node.head == "pow" and isinstance(wanted, ChannelSort):
        found = [(ChannelSort(inner, size), SizeSort())]
    return found


def settled(term: Term, found: Found) -> Term:
    """A term with what was found in it, or a combination of laws with what was found in these."""
    if isinstance(term, Combination):
        return Combination(tuple(
            (found.term(weight), found.term(law)) for weight, law in term.parts
        ))
    whole: Term = found.term(term)
    return whole


def speaks_of_laws(node: Node) -> bool:
    """Whether a side of a relation may be a law: a name with a capital letter, or such names
    multiplied and added up."""
    if isinstance(node, Choice):
        return any(map(speaks_of_laws, node.options))
    if isinstance(node, Infix):
        return any(map(speaks_of_laws, node.args))
    return is_law_name(node)


def is_law_name(node: Node) -> bool:
    """Laws and channels have capitals, numbers small letters, where nothing else tells."""
    return isinstance(node, Name) and node.name[0].isupper()


def shares(node: Infix) -> list[str]:
    """The names of numbers by which laws are multiplied in a sum of these: the t of
    t P + (1 - t) Q, which lies in [0, 1]."""
    return [
        part.args[0].name
        for part in node.args if node.head in ("add", "sub") and isinstance(part, Infix)
        if part.head == "mul" and isinstance(part.args[0], Name) and _is_number_name(part.args[0])
    ]


def _is_marginal(node: Node) -> bool:
    options = node.options if isinstance(node, Choice) else [node]
    return any(isinstance(one, Made) and one.record.name == "marginal" for one in options)


def _is_number_name(node: Node) -> bool:
    return isinstance(node, Name) and node.name[0].islower()


def compared_terms(signs: Sequence[str], sides: Sequence[Term]) -> Formula:
    """Terms joined by relations."""
    made: list[Formula] = []
    for sign, left, right in zip(signs, sides, sides[1:], strict=False):
        if not is_arithmetic(left.sort):
            plain = relation("=" if sign == "!=" else sign, left, right)
            made.append(Not(plain) if sign == "!=" else plain)
            continue
        if sign == "!=":
            made.append(Not(equals(left, right)))
            continue
        checked = equals(left, right)
        made.append(checked if sign == "=" else Relation(sign, checked.left, checked.right))
    return made[0] if len(made) == 1 else And(tuple(made))


def joined_formula(kind: str, parts: list[Formula]) -> Formula:
    """Formulas under a connective."""
    if kind == "and":
        return And(tuple(parts))
    if kind == "or":
        return Or(tuple(parts))
    if kind == "iff":
        return And((implies(*parts), implies(*reversed(parts))))
    return Not(parts[0]) if kind == "not" else implies(*parts)


__all__ = [
    "bindings",
    "compared_sorts",
    "compared_terms",
    "has_variables",
    "is_law_name",
    "joined_formula",
    "makes_sort",
    "misfit",
    "of_kind",
    "open_sizes",
    "open_variables",
    "operation",
    "checked_alphabets",
    "checked_size",
    "settled",
    "shares",
    "slots_of",
    "speaks_of_laws",
    "suits_name",
    "unsaid_sorts",
    "unwanted",
    "wanted_operands",
]
