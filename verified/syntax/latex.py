"""LaTeX of terms, formulas and statements, and HTML of claims for notebooks.

Printed as written, nothing simplified; ¬(a = b) is a ≠ b, ¬(a ≤ b) is a ≰ b. A law on n symbols is
in P_n, and [n] is the alphabet {0, …, n − 1}.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from html import escape
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
from verified.syntax.sorts import ClaimError, RealSort
from verified.syntax.statements import Statement
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var
from verified.syntax.text import (
    AND,
    ATOM,
    IMPLICATION,
    NOT,
    OR,
    POWER,
    PRODUCT,
    RELATION,
    SIGN,
    SUM,
    claim_facts,
    declarations,
    fill,
)

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_GREEK = {name: rf"\{name}" for name in _LETTERS.split()} | {"eps": r"\epsilon"}

_NAME = re.compile(r"^([A-Za-z]+)_?([A-Za-z0-9]*)('*)$")

_RELATIONS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "=": "="}
# A negated relation says that the relation doesn't hold, as where a side is undefined.
_NEGATED = {"<=": r"\nleq", ">=": r"\ngeq", "<": r"\nless", ">": r"\ngtr", "=": r"\ne"}

# Heads whose LaTeX isn't one piece inside a product or a power; the others are atoms.
_LOOSE = {
    "log": SIGN,
    "kl_dp": SIGN,
    "mi_dp": SIGN,
    "mi_dp_split": SIGN,
    "largest_alphabet": SIGN,
    "remainder": PRODUCT,
    "joint_of": PRODUCT,
    "output": PRODUCT,
    "chain": PRODUCT,
    "parallel": PRODUCT,
    "together": SIGN,
}

# For a record's name and template the macro that stands for it and its arguments' templates; None
# where it is written out, as everything is unless `latex_macros.with_macros` says otherwise.
MACROS: ContextVar[Callable[[str, str], tuple[str, Sequence[str]] | None]] = ContextVar(
    "MACROS", default=lambda name, template: None
)

# What a place in a template asks for.
_PLACES = {"": IMPLICATION, "factor": POWER, "atom": ATOM, "base": ATOM}


def latex(node: Any) -> str:
    """A term, formula or statement in LaTeX's math mode (amsmath), without dollar signs.

    Raises:
        ClaimError: the node is none of these.
    """
    return _statement(node) if isinstance(node, Statement) else _print(node)[0]


def symbol(name: str) -> str:
    """How a variable's name is written: `eps1'` as ε₁′, words upright, oddities escaped."""
    match = _NAME.match(name)
    if not match:
        return rf"\mathrm{{{_escaped(name)}}}"
    stem, index, primes = match.groups()
    word = stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    base = _GREEK.get(stem, word)
    return base + primes + (f"_{{{index}}}" if index else "")


def _escaped(name: str) -> str:
    """A name with TeX's special characters made harmless."""
    special = {"\\": r"\backslash ", "~": r"\sim ", "^": r"\wedge ", " ": r"\ "}
    return "".join(special.get(sign, f"\\{sign}" if sign in "#$%&_{}" else sign) for sign in name)


# --- terms and formulas ---------------------------------------------------------------------------


def _print(node: Any) -> tuple[str, int]:
    """The LaTeX of a term or formula, and its level."""
    match node:
        case Number():
            return _number(node)
        case Var():
            return node.symbol or symbol(node.name), ATOM
        case Op():
            return _operation(node)
        case Cases():
            rows = rf"{latex(node.then)} & \text{{if }} {latex(node.test)} \\ "
            rows += rf"{latex(node.otherwise)} & \text{{otherwise}}"
            return rf"\begin{{cases}} {rows} \end{{cases}}", SUM
        case Bind(kind="event"):
            assert node.guard is not None
            return rf"\left\{{{latex(node.var)} : {latex(node.guard)}\right\}}", ATOM
        case Bind(kind="table"):
            return _parenthesised(latex(node.body)) + f"_{{{_range(node.var, node.guard)}}}", ATOM
        case Bind(kind="integral"):
            assert isinstance(node.var.of, RealSort)
            low, high = (r"\infty" if end is None else latex(Number(end))
                         for end in (node.var.of.low, node.var.of.high))
            body = _at(node.body, PRODUCT)
            return rf"\int_{{{low}}}^{{{high}}} {body} \, \mathrm d{latex(node.var)}", SIGN
        case Bind():
            body = _at(node.body, PRODUCT)
            return rf"\{node.kind}_{{{_range(node.var, node.guard)}}} {body}", SIGN
        case Relation():
            return _related(node, _RELATIONS)
        case Not(Relation() as relation):
            return _related(relation, _NEGATED)
        case Not():
            return rf"\neg {_parenthesised(latex(node.body))}", NOT
        case And(parts):
            return _joined(parts, r" \;\text{and}\; ", AND, r"\text{true}")
        case Or((Not(hypothesis), conclusion)):
            arrow = r"\;\Rightarrow\;"
            return f"{_at(hypothesis, OR)} {arrow} {_at(conclusion, IMPLICATION)}", IMPLICATION
        case Or(parts):
            return _joined(parts, r" \;\text{or}\; ", OR, r"\text{false}")
        case Quantified():
            ranged = _range(node.var, node.guard)
            return rf"\{node.kind}\, {ranged}\colon\; {latex(node.body)}", IMPLICATION
        case Predicate():
            detail = _detail(node.detail)
            return _filled(node.name, DEFINITIONS[node.name].latex, node.args, detail), RELATION
    raise ClaimError(f"{node!r} is neither a term nor a formula")


def _related(relation: Relation, signs: Mapping[str, str]) -> tuple[str, int]:
    sides = _at(relation.left, SUM), _at(relation.right, SUM)
    return f"{sides[0]} {signs[relation.op]} {sides[1]}", RELATION


def _at(node: Any, level: int) -> str:
    """The LaTeX of an operand, in parentheses where its place asks for a higher level."""
    written, own = _print(node)
    return _parenthesised(written) if own < level else written


def _parenthesised(written: str) -> str:
    return rf"\left({written}\right)"


def _place(node: Any, spec: str) -> str:
    written = _at(node, _PLACES[spec])
    # TeX takes one subscript and one superscript only: what has some goes into braces.
    return _braced(written) if spec == "base" else written


def _braced(written: str) -> str:
    return f"{{{written}}}" if re.search(r"[_^']|\\v[A-Z]", written) else written


def _detail(detail: Sequence[str]) -> list[str]:
    """The names of variables of a joint law, as LaTeX writes them."""
    return [",".join(symbol(name) for name in part.split(",") if name) for part in detail]


def _number(node: Number) -> tuple[str, int]:
    if node.value is None:
        return r"\infty", ATOM
    sign = "-" if node.value < 0 else ""
    top, bottom = abs(node.value.p), node.value.q
    written = sign + (str(top) if bottom == 1 else rf"\frac{{{top}}}{{{bottom}}}")
    return written, SIGN if sign else ATOM if bottom == 1 else POWER


def _operation(node: Op) -> tuple[str, int]:
    match node.head, node.args:
        case "add" | "sub", (left, right):
            sign = "+" if node.head == "add" else "-"
            return f"{_at(left, SUM)} {sign} {_unsigned(_at(right, PRODUCT))}", SUM
        case "mul", (left, right):
            return _product(left, right), PRODUCT
        case "div", (left, right):
            return rf"\frac{{{latex(left)}}}{{{latex(right)}}}", POWER
        case "neg", (arg,):
            return f"-{_unsigned(_at(arg, SIGN))}", SIGN
        case "pow", (base, exponent):
            return f"{_braced(_at(base, ATOM))}^{{{latex(exponent)}}}", POWER
        case "exp", (arg,):
            return f"e^{{{latex(arg)}}}", POWER
    template = QUANTITIES[node.head].latex
    written = _filled(node.head, template, node.args, _detail(node.detail))
    return written, _LOOSE.get(node.head, ATOM)


def _filled(name: str, template: str, args: Sequence[Term], detail: Sequence[str]) -> str:
    """A record's template filled in, or a call of the macro that stands for it."""
    macro = MACROS.get()(name, template)
    if macro is None:
        return fill(template, args, detail, _place)
    call, slots = macro
    return call + "".join(f"{{{fill(slot, args, detail, _place)}}}" for slot in slots)


def _product(left: Term, right: Term) -> str:
    first = _parenthesised(latex(left)) if _trails(left) else _at(left, PRODUCT)
    second = _unsigned(_at(right, SIGN))
    if second[0].isdigit() or isinstance(right, Number):
        return rf"{first} \cdot {second}"  # 2 3 and x 3 read as other things
    return f"{first} {second}" if second.startswith(r"\left(") else rf"{first} \, {second}"


def _trails(node: Term) -> bool:
    """Whether the LaTeX ends in something that would swallow a factor after it: ln x, Σ f."""
    match node:
        case Bind(kind=kind):
            return kind not in ("table", "event", "integral")
        case Op("mul" | "neg", args):
            return _trails(args[-1])
        case Op(head):
            return _LOOSE.get(head) == SIGN
    return False


def _unsigned(written: str) -> str:
    """An operand that follows a sign: a sign of its own goes into parentheses."""
    return _parenthesised(written) if written.startswith("-") else written


def _joined(parts: Sequence[Formula], sign: str, own: int, empty: str) -> tuple[str, int]:
    if not parts:
        return empty, ATOM
    if len(parts) == 1:
        return _print(parts[0])
    return sign.join(_at(part, own + 1) for part in parts), own


# --- variables ------------------------------------------------------------------------------------


def _range(var: Var, guard: Formula | None) -> str:
    """A bound variable with what it ranges over."""
    declared = f"{latex(var)} {var.of.in_latex(_SAY)}".rstrip()
    return declared if guard is None else rf"{declared},\; {latex(guard)}"


class _Say:
    """How sorts write terms and names."""

    def term(self, node: Any) -> str:
        return latex(node)

    def operand(self, node: Any) -> str:
        return _at(node, SUM)

    def name(self, name: str) -> str:
        return symbol(name)


_SAY = _Say()


# --- statements and claims ------------------------------------------------------------------------


def _statement(statement: Statement) -> str:
    universal = statement.quantifier == "forall"
    if not universal:
        body = latex(And((*statement.given, statement.then)))
    elif statement.given:
        hypotheses = _at(And(statement.given), OR)
        body = rf"{hypotheses} \;\Longrightarrow\; {_at(statement.then, OR)}"
    else:
        body = latex(statement.then)
    if not statement.variables:
        return body
    declared = r",\; ".join(declared_latex(statement.variables))
    return rf"\{statement.quantifier}\, {declared}\colon\quad {body}"


def declared_latex(variables: Sequence[Var]) -> list[str]:
    """What variables range over, as "P, Q \\in \\mathcal P_n", those of one sort together."""
    return [
        f"{', '.join(latex(var) for var in group)} {sort.in_latex(_SAY)}"
        for group, sort in declarations(variables)
    ]


def claim_html(claim: Claim) -> str:
    """A claim for a notebook: key, place, statement (as `$…$`), scope, note, children,
    readings."""
    return f'<div class="verified-claim">{_claim_body(claim)}</div>'


def _claim_body(claim: Claim, above: Claim | None = None) -> str:
    at, called, scope, note = claim_facts(claim, above)
    lines = [f"<p><strong>{_plain(claim.name)}</strong> {_plain(at)}</p>"]
    if claim.statement is not None:
        lines.append(f"<p>${escape(latex(claim.statement))}$</p>")
    lines += [f"<p>{_plain(fact)}</p>" for fact in (called, scope) if fact]
    if note:
        lines.append(f"<p><em>{_plain(note)}</em></p>")
    parts = [*claim.children, *claim.readings]
    if parts:
        items = "".join(f"<li>{_claim_body(part, claim)}</li>" for part in parts)
        lines.append(f"<ul>{items}</ul>")
    return "".join(lines)


def _plain(written: str) -> str:
    """Escaped text in which a notebook looks for no formulas."""
    return f'<span class="tex2jax_ignore mathjax_ignore">{escape(written)}</span>'
