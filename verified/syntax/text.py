"""Plain text of terms, formulas, statements and claims: printed as written, nothing simplified.

Parentheses are the fewest that keep the tree: read back with Python's precedence (and ^ for **),
the text of an arithmetic term gives the same term.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from verified.syntax.claims import Claim
from verified.syntax.formulas import (
    DEFINITIONS,
    And,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
)
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import ClaimError, RealSort, SizeSort, Sort
from verified.syntax.statements import Statement
from verified.syntax.terms import (
    Bind,
    Cases,
    Number,
    Op,
    Term,
    Var,
    free_variables,
)
from verified.syntax.trees import distinct

# How tightly a printed term or formula holds together; an operand is put into parentheses when its
# own level is below the one that its place asks for.
# The body of a sum goes on for as long as it is a product, so a sum is no factor without them.
IMPLICATION, OR, AND, NOT, RELATION, SUM, BINDER, PRODUCT, SIGN, POWER, ATOM = range(11)

# Each operator's sign, its level, and the levels that its two places ask for.
_INFIX = {
    "add": (" + ", SUM, SUM, BINDER),
    "sub": (" - ", SUM, SUM, BINDER),
    "mul": ("*", PRODUCT, PRODUCT, SIGN),
    "div": ("/", PRODUCT, PRODUCT, SIGN),
    "pow": ("^", POWER, ATOM, POWER),
}


def text(node: Any) -> str:
    """A term, formula or statement as one line of plain text.

    Raises:
        ClaimError: the node is none of these.
    """
    return _statement(node) if isinstance(node, Statement) else _print(node)[0]


# --- terms and formulas ---------------------------------------------------------------------------


def _print(node: Any) -> tuple[str, int]:
    """The text of a term or formula, and its level; it is kept with the tree, which is one object
    wherever it occurs."""
    kept: dict[str, Any] = getattr(node, "__dict__", {})
    found: tuple[str, int] | None = kept.get("_text")
    if found is None:
        found = kept["_text"] = _printed(node)
    return found


def _printed(node: Any) -> tuple[str, int]:
    match node:
        case _Spelt(Op() as inner) if is_unnamed(inner):
            record = QUANTITIES[inner.head]
            return fill(record.spellings[0], inner.args, inner.detail, _place), ATOM
        case _Spelt():
            return _print(node.node)
        case Number():
            return _number(node)
        case Var():
            return node.name, ATOM
        case Op():
            return _operation(node)
        case Cases():
            test, then, otherwise = text(node.test), text(node.then), text(node.otherwise)
            return f"({then} if {test} else {otherwise})", ATOM
        case Bind(kind="event"):
            assert node.guard is not None
            return f"{{{_range(node.var, None)} : {text(node.guard)}}}", ATOM
        case Bind(kind="table"):
            return f"[{text(node.body)} for {_range(node.var, node.guard)}]", ATOM
        case Bind():
            return f"{node.kind}_{{{_range(node.var, node.guard)}}}({text(node.body)})", BINDER
        case Relation():
            return f"{operand(node.left, SUM)} {node.op} {operand(node.right, SUM)}", RELATION
        case Not():
            return f"not {operand(node.body, ATOM)}", NOT
        case And(parts):
            return _joined(parts, " and ", AND, "true")
        case Or((Not(hypothesis), conclusion)):
            return f"{operand(hypothesis, OR)} => {operand(conclusion, IMPLICATION)}", IMPLICATION
        case Or(parts):
            return _joined(parts, " or ", OR, "false")
        case Quantified():
            word = "every" if node.kind == "forall" else "some"
            return f"(for {word} {_range(node.var, node.guard)}: {text(node.body)})", ATOM
        case Predicate():
            template = DEFINITIONS[node.name].text
            return fill(template, node.args, node.detail, _place), RELATION
    raise ClaimError(f"{node!r} is neither a term nor a formula")


def is_unnamed(term: Op) -> bool:
    """Whether a quantity prints as its argument alone."""
    return _INDEXED.fullmatch(QUANTITIES[term.head].text) is not None


def operand(node: Any, level: int) -> str:
    """The text of an operand, in parentheses where its place asks for a higher level."""
    written, own = _print(node)
    return f"({written})" if own < level else written


def _number(node: Number) -> tuple[str, int]:
    if node.value is None:
        return "inf", ATOM
    if node.value.q != 1:
        return str(node.value), PRODUCT
    return str(node.value), SIGN if node.value < 0 else ATOM


def _operation(node: Op) -> tuple[str, int]:
    if node.head in _INFIX:
        sign, own, left, right = _INFIX[node.head]
        first, second = node.args
        written = operand(first, left)
        if node.head == "div" and _is_plain(first) and _is_plain(second):
            # 1/3 is a number, (1)/3 the quotient of two.
            written = f"({written})"
        return f"{written}{sign}{_unsigned(operand(second, right))}", own
    if node.head == "neg":
        written = operand(node.args[0], SIGN)
        # -1 is a number, -(1) the negative of one.
        return f"-({written})" if _is_plain(node.args[0]) else f"-{_unsigned(written)}", SIGN
    template = QUANTITIES[node.head].text
    args: Sequence[Any] = node.args
    if (indexed := _INDEXED.match(template)) is not None:
        # M(x) is a response of M; where M stands as a channel, its row is channel(M)(x).
        own = int(indexed[1])
        args = [_Spelt(arg) if place == own else arg for place, arg in enumerate(args)]
    return fill(template, args, node.detail, _place), ATOM


# A form that begins with an argument.
_INDEXED = re.compile(r"\{(\d):atom\}")


@dataclass(frozen=True)
class _Spelt:
    """An argument that is told by name where it would print as its own argument alone."""

    node: Any


def _is_plain(node: Any) -> bool:
    """Whether it prints as digits, maybe with a sign."""
    return isinstance(node, Number) and node.value is not None and node.value.q == 1


def _unsigned(written: str) -> str:
    """An operand that follows a sign: a sign of its own goes into parentheses."""
    return f"({written})" if written.startswith("-") else written


def _joined(parts: Sequence[Formula], sign: str, own: int, empty: str) -> tuple[str, int]:
    if not parts:
        return empty, ATOM
    if len(parts) == 1:
        return _print(parts[0])
    return sign.join(operand(part, own + 1) for part in parts), own


def _place(node: Any, spec: str) -> str:
    return operand(node, ATOM if spec == "atom" else IMPLICATION)


@dataclass(frozen=True)
class _Slot:
    """An argument in a template; what follows the colon says what its place asks for."""

    node: Term
    place: Callable[[Any, str], str]

    def __format__(self, spec: str) -> str:
        return self.place(self.node, spec)


def fill(
    template: str, args: Sequence[Term], detail: Sequence[str], place: Callable[[Any, str], str]
) -> str:
    """Fill a head's template.

    `{0}`, `{1}`, … are the arguments (`{0:atom}`: in parentheses unless it is an atom), `{*}` all
    of them, `{rest}` all but the first, `{a}`, `{b}`, `{c}` the detail, and `{|b}` is the detail
    after a bar, if there is any.

    Args:
        place: prints an argument for what stands after the colon.
    """
    listed = [place(arg, "") for arg in args]
    named = {"*": ", ".join(listed), "rest": ", ".join(listed[1:])}
    for letter, part in zip("abc", detail, strict=False):
        named[letter] = part
        named[f"|{letter}"] = f"|{part}" if part else ""
    return template.format(*(_Slot(arg, place) for arg in args), **named)


# --- variables ------------------------------------------------------------------------------------


def _range(var: Var, guard: Formula | None) -> str:
    """A bound variable with what it ranges over."""
    declared = f"{var.name}{_marked(var, False)}{var.of.in_text(_SAY)}"
    return declared if guard is None else f"{declared} with {text(guard)}"


class _Say:
    """How sorts write terms and names."""

    def term(self, node: Any) -> str:
        return text(node)

    def operand(self, node: Any) -> str:
        return operand(node, SUM)

    def name(self, name: str) -> str:
        return name


_SAY = _Say()


def domain(var: Var) -> str:
    """What a variable ranges over: "on n symbols", ">= 0"."""
    return var.of.in_text(_SAY).strip()


def _marked(var: Var, evident: bool) -> str:
    """What a reader must be told to see whether "k >= 1" is a whole number or a real one.

    Args:
        evident: whether the variable stands as a size, which tells that it is whole.
    """
    if isinstance(var.of, SizeSort) and var.of.high is None:
        return "" if evident else " whole"
    if isinstance(var.of, RealSort) and evident and var.of.high is None:
        return " real"
    return ""


def sizes_of(statement: Statement) -> frozenset[str]:
    """The names that stand as sizes in what variables range over, bound ones included."""
    ranges = [var.of for var in statement.variables]
    for formula in (*statement.given, statement.then):
        for node in distinct(formula):
            if isinstance(node, Bind | Quantified):
                ranges.append(node.var.of)
    return frozenset(
        name for sort in ranges for size in sort.sizes() for name in free_variables(size)
    )


def declarations(variables: Sequence[Var]) -> Iterator[tuple[list[Var], Sort]]:
    """Neighbouring variables of one sort together."""
    for sort, group in groupby(variables, key=lambda var: var.of):
        yield list(group), sort


# --- statements and claims ------------------------------------------------------------------------


def _statement(statement: Statement) -> str:
    universal = statement.quantifier == "forall"
    if not universal:
        body = text(statement.then)
    elif statement.given:
        given = " and ".join(operand(part, AND + 1) for part in statement.given)
        body = f"if {given} then {text(statement.then)}"
    else:
        body = text(statement.then)
    return f"{statement_head(statement)}: {body}" if statement.variables else body


def statement_head(statement: Statement) -> str:
    """What a statement's variables range over: "for all n >= 1, P, Q on n symbols"."""
    word = "all" if statement.quantifier == "forall" else "some"
    evident = sizes_of(statement)
    groups = (
        f"{', '.join(var.name for var in group)}{mark}{sort.in_text(_SAY)}"
        for same_sort, sort in declarations(statement.variables)
        for mark, group in groupby(same_sort, key=lambda var: _marked(var, var.name in evident))
    )
    head = f"for {word} {', '.join(groups)}"
    if statement.quantifier == "exists" and statement.given:
        return f"{head} with {' and '.join(operand(part, AND + 1) for part in statement.given)}"
    return head


def claim_facts(claim: Claim, above: Claim | None) -> tuple[str, str, str, str]:
    """A claim's place, what it is called, its scope and its note, each empty where the claim above
    says so."""

    def facts(of: Claim) -> tuple[str, str, str, str]:
        scope = f"stated for {of.scope} only: the text says more" if of.scope else ""
        return of.at, "called tight" if of.tight else "", scope, of.note

    if above is None:
        return facts(claim)
    at, called, scope, note = (
        "" if own == upper else own
        for own, upper in zip(facts(claim), facts(above), strict=True)
    )
    if above.scope and not claim.scope:
        scope = "stated for all that the text speaks of"
    return at, called, scope, note
