"""LaTeX of terms, formulas and statements, and HTML of claims for notebooks.

Printed as written, nothing simplified. A law on n symbols is in P_n, and [n] is the alphabet
{0, …, n − 1}.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from verified.language import sorts
from verified.language.formulas import (
    DEFINITIONS,
    And,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
)
from verified.language.heads import HEADS
from verified.language.terms import Bind, Cases, Number, Op, Term, Var
from verified.language.text import (
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

if TYPE_CHECKING:
    from verified.language.claims import Claim, Statement

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_GREEK = {name: rf"\{name}" for name in _LETTERS.split()} | {"eps": r"\epsilon"}

_NAME = re.compile(r"^([A-Za-z]+)_?([A-Za-z0-9]*)('*)$")

_RELATIONS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "=": "="}

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

# What a place in a template asks for.
_PLACES = {"": IMPLICATION, "factor": POWER, "atom": ATOM, "base": ATOM}


def latex(node: Any) -> str:
    """A term, formula or statement in LaTeX's math mode (amsmath), without dollar signs.

    Raises:
        ClaimError: the node is none of these.
    """
    from verified.language.claims import Statement

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
            assert isinstance(node.var.of, sorts.RealSort)
            low, high = (r"\infty" if end is None else latex(Number(end))
                         for end in (node.var.of.low, node.var.of.high))
            body = _at(node.body, PRODUCT)
            return rf"\int_{{{low}}}^{{{high}}} {body} \, \mathrm d{latex(node.var)}", SIGN
        case Bind():
            body = _at(node.body, PRODUCT)
            return rf"\{node.kind}_{{{_range(node.var, node.guard)}}} {body}", SIGN
        case Relation():
            sides = _at(node.left, SUM), _at(node.right, SUM)
            return f"{sides[0]} {_RELATIONS[node.op]} {sides[1]}", RELATION
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
            return fill(DEFINITIONS[node.name].latex, node.args, detail, _place), RELATION
    raise sorts.ClaimError(f"{node!r} is neither a term nor a formula")


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
    return f"{{{written}}}" if re.search(r"[_^']", written) else written


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
    written = fill(HEADS[node.head].latex, node.args, _detail(node.detail), _place)
    return written, _LOOSE.get(node.head, ATOM)


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
    declared = f"{latex(var)} {_domain(var.of)}".rstrip()
    return declared if guard is None else rf"{declared},\; {latex(guard)}"


def _domain(sort: sorts.Sort) -> str:
    """What stands after a variable's name to say what it ranges over."""
    match sort:
        case sorts.RealSort():
            return _interval(sort)
        case sorts.SizeSort(low, high):
            return rf"\ge {low}" if high is None else rf"\in \{{{low},\dots,{high}\}}"
        case sorts.SymbolSort(size):
            return f"< {_at(size, SUM)}"
        case sorts.EventSort(size):
            return rf"\subseteq [{latex(size)}]"
        case sorts.PmfSort(size):
            return _laws(size)
        case sorts.RealsSort(size, element):
            return rf"\in {_ends(element)}^{{{latex(size)}}}"
        case sorts.JointSort(names, alphabets):
            axes = (
                rf"{symbol(name)} \in [{latex(size)}]"
                for name, size in zip(names, alphabets, strict=True)
            )
            listed = r",\, ".join(axes)
            return rf"\text{{ a law of }} {listed}"
        case sorts.ChannelSort(inputs, outputs):
            return rf"\colon [{latex(inputs)}] \to \mathcal P_{{{latex(outputs)}}}"
        case sorts.DatabaseSort():
            return r"\text{ a database}"
        case sorts.MechanismSort(database, outputs):
            return rf"\colon {latex(database)} \to \mathcal P_{{{latex(outputs)}}}"
        case sorts.PriorSort():
            return _prior(sort)
        case sorts.QueriesSort(kind, database, count, outputs):
            words = rf"\text{{ are }} {latex(count)} \text{{ {kind} queries }}"
            return rf"{words} {latex(database)} \to \mathcal P_{{{latex(outputs)}}}"
        case sorts.FrameworkSort(size):
            return rf"\text{{ a framework on }} [{latex(size)}]"
        case sorts.DataClassSort(size, kind):
            return rf"\subseteq \mathcal P_{{{latex(size)}}} \text{{ ({kind})}}"
        case sorts.MemberSort(_, data):
            return rf"\in {latex(data)}"
    raise sorts.ClaimError(f"{sort!r} is not a sort")


def _laws(size: Term) -> str:
    return rf"\in \mathcal P_{{{latex(size)}}}"


def _prior(sort: sorts.PriorSort) -> str:
    laws = _laws(sort.database)
    if sort.kind == "any":
        return laws
    if sort.entry is None:
        return rf"{laws} \text{{ ({sort.kind})}}"
    return rf"{laws} \text{{ (entry }} {latex(sort.entry)} \text{{ apart)}}"


def _interval(sort: sorts.RealSort) -> str:
    if sort.low is not None and sort.high is None:
        return f"{_RELATIONS['>' if sort.low_open else '>=']} {sort.low}"
    if sort.low is None and sort.high is not None:
        return f"{_RELATIONS['<' if sort.high_open else '<=']} {sort.high}"
    return rf"\in {_ends(sort)}"


def _ends(sort: sorts.RealSort) -> str:
    if sort.low is None and sort.high is None:
        return r"\mathbb R"
    return sort.describe().replace("inf", r"\infty")


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
    declared = r",\; ".join(
        f"{', '.join(latex(var) for var in group)} {_domain(sort)}"
        for group, sort in declarations(statement.variables)
    )
    return rf"\{statement.quantifier}\, {declared}\colon\quad {body}"


def claim_html(claim: Claim) -> str:
    """A claim for a notebook: key, place, statement (as `$…$`), children, readings, note."""
    return f'<div class="verified-claim">{_claim_body(claim)}</div>'


def _claim_body(claim: Claim, above: Claim | None = None) -> str:
    at, called, note = claim_facts(claim, above)
    lines = [f"<p><strong>{_plain(claim.name)}</strong> {_plain(at)}</p>"]
    if claim.statement is not None:
        lines.append(f"<p>${escape(latex(claim.statement))}$</p>")
    if called:
        lines.append(f"<p>{called}</p>")
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
