"""Notation of the field that no record prints: read as what it stands for, and never printed.

KL(P || Q), ‖P − Q‖_TV, χ²(P, Q), D_α(P ‖ Q), E_γ(P ‖ Q) and the like become calls by the names that
authors use (`verified.reading.vocabulary`), so that laws on alphabets, on the line and on the
integers are told apart by their arguments, as there. What notation leaves open, such as which
information of order α is meant, has all its readings here, and the text must say which.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from flint import fmpq

from verified.quantities.notions import GDP, LDP
from verified.reading.nodes import Called, Choice, Infix, Literal, Made, Name, Node
from verified.reading.templates import Form, Piece, Word, all_spellings, pieces
from verified.syntax.formulas import DEFINITIONS, Definition
from verified.syntax.quantity import QUANTITIES
from verified.syntax.terms import Channel, Database, Mechanism, Real, Size

Builder = Callable[[int, int, Sequence[Node]], Node | None]


@dataclass(frozen=True)
class Abbreviation:
    """A notation: its pieces, and the node that it stands for, given where it starts and ends and
    its arguments in their order; None where it may be a slip."""

    pieces: tuple[Piece, ...]
    build: Builder


def _call(name: str) -> Builder:
    return lambda start, end, args: Called(start, end, name, list(args))


def _twice(name: str) -> Builder:
    """Twice a quantity, as the L1 norm of a difference of laws is of their total variation."""

    def build(start: int, end: int, args: Sequence[Node]) -> Node:
        two = Literal(start, start, fmpq(2))
        return Infix(start, end, "mul", [two, Called(start, end, name, list(args))])

    return build


def _of_factor(start: int, end: int, args: Sequence[Node]) -> Node | None:
    """The hockey-stick divergence of order γ, by the ε with γ = e^ε. Who writes E_ε may mean the
    order e^ε."""
    *laws, factor = args
    options = factor.options if isinstance(factor, Choice) else [factor]
    if any(isinstance(one, Name) and one.name in ("eps", "epsilon") for one in options):
        return None
    level = _exponent(factor) or Called(factor.start, factor.end, "log", [factor])
    return Called(start, end, "hockey_stick", [*laws, level])


# What an information or leakage of an order may be: the text must say which.
OF_ORDER = {
    "I": ("sibson", "arimoto", "csiszar"), "L": ("arimoto", "maximal_alpha_leakage"),
    "L^max": ("maximal_alpha_leakage",),
}


def names_another(letter: str, order: Node) -> bool:
    """Whether a letter with a number below it is what a quantity of its own is printed as, and so
    none of that order: L_1 is min-entropy leakage."""
    options = order.options if isinstance(order, Choice) else [order]
    starts = tuple(f"{letter}_{one.value}(" for one in options if isinstance(one, Literal))
    return any(record.text.startswith(starts) for record in QUANTITIES.values())


def _of_order(name: str) -> Builder:
    """A quantity of an order. H_b is the entropy of a bit, D_f is of a function, L_max of none."""

    def build(start: int, end: int, args: Sequence[Node]) -> Node | None:
        *others, order = args
        options = order.options if isinstance(order, Choice) else [order]
        names = {one.name for one in options if isinstance(one, Name)}
        if name == "renyi_entropy" and "b" in names:
            return Called(start, end, "binary_entropy", others)
        if name in OF_ORDER["L"] and names_another("L", order):
            return None
        return None if names & {"f", "max"} else Called(start, end, name, list(args))

    return build


def _exponent(node: Node) -> Node | None:
    """The ε of a node that says e^ε or exp(ε)."""
    match node:
        case Choice(options=options):
            return next(filter(None, map(_exponent, options)), None)
        case Infix(head="pow", args=[Name(name="e"), power]):
            return power
        case Called(name="exp", args=[power]):
            return power
        case Made(record=record, slots=slots) if record.name == "exp":
            return slots[0]
    return None


# Subscripts in TeX's braces become brackets, or none (`verified.reading.spelling`).
_NOTATION: dict[str, Builder] = {
    **{
        f"{name}({{0}}{between} {{1}})": _call(word)
        for word, names in {
            "KL": ("KL", "D_KL", "D_[KL]", "d_KL"),
            "TV": ("TV", "d_TV", "D_TV", "D_[TV]", "delta_TV"),
            "chi_square": ("chi2", "chi^2", "D_chi^2", "D_[chi^2]"),
            "jensen_shannon": ("JS", "JSD", "D_JS", "D_[JS]"),
            "hellinger": ("H^2", "H2"),
            "le_cam": ("LC",),
        }.items()
        for name in names for between in (" ||", ",")
    },
    # P^k and P W may stand in a norm, as P does.
    "||{0:product} - {1:product}||_TV": _call("TV"),
    "||{0:product} - {1:product}||_[TV]": _call("TV"),
    "||{0:product} - {1:product}||_1": _twice("TV"),
    "||{0:product} - {1:product}||1": _twice("TV"),
    "|{0:product} - {1:product}|_1": _twice("TV"),
    "D_{2:atom}({0} || {1})": _of_order("renyi"),
    "E_{2:atom}({0} || {1})": _of_factor,
    "E_[{2}]({0} || {1})": _of_factor,
    "E_[{2}]({0}, {1})": _of_factor,
    "H_{1:atom}({0})": _of_order("renyi_entropy"),
    "h_b({0})": _call("binary_entropy"),
    "eta_[TV]({0})": _call("dobrushin"),
    "eta_KL({0})": _call("kl_contraction"), "eta_[KL]({0})": _call("kl_contraction"),
    **{
        f"eta_{name}({{0}})": _call("chi_square_contraction")
        for name in ("chi2", "chi^2", "[chi2]", "[chi^2]")
    },
    "log_2({0})": _call("log2"),
    "log_2 {0:atom}": _call("log2"), "log2 {0:atom}": _call("log2"),
    "I({0}, {1})": _call("information"),
    "max{{{0}, {1}}}": _call("max"),
    "min{{{0}, {1}}}": _call("min"),
    "I_{2:atom}({0}; {1})": _call("sibson"),
    "I_[{2}]({0}; {1})": _call("sibson"),
    # With the letter of whose it is.
    **{
        template.format(letter): _call(word)
        for word, letters in {"sibson": "sS", "arimoto": "aA", "csiszar": "cC"}.items()
        for letter in letters
        for template in ("I_{{2:atom}}^{}({{0}}; {{1}})", "I^{}_{{2:atom}}({{0}}; {{1}})")
    },
    "L_{2:atom}({0}; {1})": _of_order("arimoto"), "L_[{2}]({0}; {1})": _of_order("arimoto"),
    "L_{2:atom}({0} -> {1})": _of_order("arimoto"), "L_[{2}]({0} -> {1})": _of_order("arimoto"),
    "L^max_{2:atom}({0}; {1})": _call("maximal_alpha_leakage"),
    "L^max_{2:atom}({0} -> {1})": _call("maximal_alpha_leakage"),
    "L^max_[{2}]({0} -> {1})": _call("maximal_alpha_leakage"),
    # Laws by their whole names.
    "Poisson({0})": _call("poisson"),
    "Binomial({0}, {1})": _call("binomial"),
    "Normal({0}, {1})": _call("gaussian"),
    "Laplace({0}, {1})": _call("laplace"),
    "N_Z({0}, {1})": _call("discrete_gaussian"), "N_[Z]({0}, {1})": _call("discrete_gaussian"),
    "Lap_Z({0}, {1})": _call("discrete_laplace"), "Lap_[Z]({0}, {1})": _call("discrete_laplace"),
}
# What else the same notation may mean: which, is for the text to say.
_OPEN: dict[str, tuple[Builder, ...]] = {
    **dict.fromkeys(
        ("I_{2:atom}({0}; {1})", "I_[{2}]({0}; {1})"), (_call("arimoto"), _call("csiszar"))
    ),
    # The α-leakage of X, or the largest of what depends on it.
    **dict.fromkeys(
        ("L_{2:atom}({0}; {1})", "L_[{2}]({0}; {1})", "L_{2:atom}({0} -> {1})",
         "L_[{2}]({0} -> {1})"), (_of_order("maximal_alpha_leakage"),)
    ),
    # Many define the squared Hellinger distance without the half.
    "H^2({0}, {1})": (_twice("hellinger"),),
    "H^2({0} || {1})": (_twice("hellinger"),),
}


def _every() -> Iterator[Abbreviation]:
    for template, build in _NOTATION.items():
        yield Abbreviation(pieces(template), build)
    for template, others in _OPEN.items():
        yield from (Abbreviation(pieces(template), build) for build in others)


# W(y|x), after the channel's name: the probability of y in the row of x.
ROW = pieces("({0}|{1})")


def may_have_rows(node: Node) -> bool:
    """Whether (y|x) may follow: D(P|Q) and H(X|Y) are others."""
    options = node.options if isinstance(node, Choice) else [node]
    if any(isinstance(one, Made) and one.record.name == "conditional" for one in options):
        return True
    return isinstance(node, Name) and node.name not in ("D", "E", "H", "I", "KL", "TV", "h")


def row_entry(start: int, end: int, channel: Node, output: Node, given: Node) -> Node:
    """The probability of an output given an input."""
    return Called(start, end, "at", [Called(start, end, "row", [channel, given]), output])


_W, _epsilon, _delta = Channel("W", Size("n"), Size("m")), Real("e", ">=0"), Real("d", ">=0")
LOCAL = Definition(
    DEFINITIONS["dp"].expand, LDP, "", "{0} is ({1},{2})-LDP", ((_W, _epsilon, _delta),),
    ("{0} is {1:atom}-LDP",),
)
_M, _mu = Mechanism("M", Database("D"), Size("m")), Real("mu", ">0")
GAUSSIAN = Definition(GDP, cast(Any, GDP), "", "{0} is {1:atom}-GDP", ((_M, _mu),))
# Words that stand for a formula, and are printed as that.
SHORT = (LOCAL, GAUSSIAN)


@cache
def abbreviated_notions() -> tuple[Form, ...]:
    """What notions are also called, and what isn't a notion of its own."""
    return tuple(
        Form(pieces(template), short) for short in SHORT
        for template in all_spellings(short)
    )


@cache
def abbreviations() -> dict[str, list[Abbreviation]]:
    """All of them by the letter that they begin with."""
    found: dict[str, list[Abbreviation]] = defaultdict(list)
    for one in _every():
        first = one.pieces[0]
        assert isinstance(first, Word)
        found[first.letters[0]].append(one)
    return found


__all__ = [
    "GAUSSIAN", "LOCAL", "OF_ORDER", "ROW", "SHORT", "Abbreviation", "abbreviated_notions",
    "abbreviations", "may_have_rows", "names_another", "row_entry",
]
