r"""LaTeX formulas as boxes whose width is known without TeX: what the line breaker works on.

Only the LaTeX that our printers write is read: `\left … \right`, fractions, scripts, cases, roots,
accents, fonts and words. Widths are in em of the text's font, by the widths of Computer Modern's
letters, rounded up where a sign stretches; they are estimates, and `make documents` reads in TeX's
log what they are worth.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

# How loosely a sign binds: lines end before the loosest first.
ARROW, OR, AND, COMMA, RELATION, SUM, PRODUCT = range(7)
LEVELS = PRODUCT + 1

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+|\S")
_LETTERS = dict(zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    (
        0.53, 0.43, 0.43, 0.52, 0.47, 0.55, 0.50, 0.58, 0.35, 0.45, 0.55, 0.32, 0.88, 0.60, 0.49,
        0.51, 0.48, 0.48, 0.47, 0.36, 0.57, 0.52, 0.75, 0.57, 0.53, 0.51,
        0.75, 0.81, 0.79, 0.86, 0.80, 0.78, 0.79, 0.91, 0.52, 0.65, 0.92, 0.68, 1.08, 0.91, 0.79,
        0.78, 0.79, 0.77, 0.67, 0.73, 0.79, 0.81, 1.09, 0.91, 0.81, 0.76,
    ),
    strict=True,
))
_SPACES = {r"\,": 0.17, r"\;": 0.28, r"\ ": 0.34, r"\quad": 1.0, r"\!": -0.17}
_NAMES = {
    r"\sum": 1.5, r"\prod": 1.3, r"\int": 1.0, r"\sup": 1.5, r"\inf": 1.2, r"\max": 1.9,
    r"\min": 1.7, r"\ln": 1.0, r"\det": 1.4, r"\bigotimes": 1.6, r"\infty": 1.0, r"\Delta": 0.84,
    r"\Theta": 0.78, r"\Phi": 0.73, r"\ell": 0.42, r"\forall": 0.56, r"\exists": 0.56,
    r"\neg": 0.67, r"\emptyset": 0.5, r"\star": 0.5, r"\ast": 0.5, r"\omega": 0.65,
    r"\sinh": 2.0, r"\cosh": 2.1, r"\tanh": 2.1, r"\coth": 2.0, r"\operatorname": 2.0,
    r"\mathrm": 0.0, r"\limits": 0.0, r"\nolimits": 0.0, r"\lfloor": 0.45, r"\rfloor": 0.45,
}
# Operators whose limits stand below them in a displayed formula.
_LIMITS = {r"\sum", r"\prod", r"\sup", r"\inf", r"\max", r"\min", r"\bigotimes"}
_PREFIXES = _LIMITS | {r"\int", r"\ln", r"\det", r"\neg"}
_RELATIONS = {
    "=", "<", ">", r"\le", r"\ge", r"\in", r"\sim", r"\approx", r"\ne", r"\nleq", r"\nless",
    r"\ngeq", r"\ngtr", r"\subseteq", r"\perp", r"\to", ":",
}
_ARROWS = {r"\Rightarrow", r"\Longrightarrow"}
_BINARY = {"+": SUM, "-": SUM, r"\cdot": PRODUCT, r"\times": PRODUCT, r"\bmod": PRODUCT}
_OPENING = {"(": ")", "[": "]", r"\{": r"\}"}
_CLOSING = {")", "]", r"\}"}
_FONTS = {
    r"\mathrm", r"\mathcal", r"\mathbf", r"\mathsf", r"\mathbb", r"\mathit", r"\operatorname",
}
_ACCENTS = {r"\bar", r"\tilde", r"\hat", r"\overline", r"\underline", r"\widetilde", r"\widehat"}
# A script's size beside its base; brackets that grow shrink less.
SMALL = 0.78
# A power of e is written as a function where its exponent is wider, in em.
_LONGEST_EXPONENT = 7.0


@dataclass(frozen=True)
class Atom:
    """What can't be broken.

    Attributes:
        prefix: whether it is an operator that the next box belongs to.
        limits: whether its scripts stand above and below it in a displayed formula.
        opens: 1 for an opening bracket of its own, −1 for a closing one.
    """

    tex: str
    width: float
    prefix: bool = False
    limits: bool = False
    opens: int = 0


@dataclass(frozen=True)
class Sign:
    """Where a line may be broken: before a relation or operator, after a comma.

    Attributes:
        level: how loosely it binds; deeper brackets add `LEVELS` each.
        tex: what is printed within a line; `first`: at the beginning of one.
    """

    tex: str
    width: float
    level: int
    first: str


@dataclass(frozen=True)
class Fenced:
    """Something in brackets, with the sign of each `\\middle` as an atom of the body."""

    left: str
    right: str
    body: Row
    stretches: bool


@dataclass(frozen=True)
class Fraction:
    """One row over another."""

    top: Row
    bottom: Row


@dataclass(frozen=True)
class Scripts:
    """A box with a subscript, a superscript or both."""

    base: Box
    below: Row | None
    above: Row | None


@dataclass(frozen=True)
class Accented:
    """A root or an accent over a row."""

    command: str
    body: Row


@dataclass(frozen=True)
class Choice:
    """Rows of cases, each a value and its test."""

    rows: tuple[tuple[Row, ...], ...]


@dataclass(frozen=True)
class Called:
    """A macro of ours with what it stands for."""

    tex: str
    body: Row


Box = Atom | Sign | Fenced | Fraction | Scripts | Accented | Choice | Called
Row = tuple[Box, ...]


def row_of(written: str, macros: Mapping[str, tuple[int, str]] | None = None) -> Row:
    """The boxes of a formula in LaTeX.

    Args:
        macros: macros of ours that may occur: how many arguments each takes, and what it stands
            for, with #1, #2, … for these.

    Raises:
        ValueError: a brace, a bracket or an environment isn't closed.
    """
    reader = _Reader(written, macros or {})
    row = reader.row(())
    if reader.here is not None:
        raise ValueError(f"{reader.here} closes nothing in {written}")
    return row


def width(boxes: Sequence[Box], inline: bool = False) -> float:
    """How wide boxes next to one another are in a displayed formula, in em.

    Args:
        inline: whether they stand in a fraction or a script, where the limits of operators stand
            beside these.
    """
    return sum(_width(box, inline) for box in boxes)


def _width(box: Box, inline: bool) -> float:
    match box:
        case Atom() | Sign():
            return box.width
        case Fenced(left, right, body, stretches):
            tall = stretches and any(_tall(part) for part in body)
            raised = any(isinstance(part, Scripts | Fenced | Accented) for part in body)
            # A bracket that stretches has a thin space outside.
            fence = 0.4 if not stretches else 0.95 if tall else 0.7 if raised else 0.55
            return width(body, inline) + fence * sum(sign != "." for sign in (left, right))
        case Fraction(top, bottom):
            return max(width(top, True), width(bottom, True)) + 0.25
        case Scripts(base, below, above):
            low = SMALL * width(below, True) if below else 0.0
            high = SMALL * width(above, True) if above else 0.0
            if isinstance(base, Atom) and base.limits and not inline:
                return max(base.width, low, high) + 0.17
            return _width(base, inline) + max(low, high) + 0.06
        case Accented(command, body):
            return width(body, inline) + (1.0 if command == r"\sqrt" else 0.1)
        case Choice(rows):
            columns = [max(width(row[place], True) for row in rows if place < len(row))
                       for place in range(max(map(len, rows)))]
            return sum(columns) + len(columns) + 0.9
        case Called(_, body):
            return width(body, inline)


def _tall(box: Box) -> bool:
    """Whether brackets around it grow."""
    match box:
        case Fraction() | Choice():
            return True
        case Fenced(_, _, body, _) | Accented(_, body) | Called(_, body):
            return any(_tall(part) for part in body)
        case Scripts(base, below, _):
            return _tall(base) or (isinstance(base, Atom) and base.limits and below is not None)
        case Atom(limits=limits):
            return limits
    return False


def tex(boxes: Sequence[Box]) -> str:
    """The LaTeX of boxes next to one another."""
    written = " ".join(part for part in map(_tex, boxes) if part)
    return written.replace(" ,", ",").replace("( ", "(").replace(" )", ")")


def _tex(box: Box) -> str:
    match box:
        case Atom() | Sign():
            return box.tex
        case Fenced(left, right, body, stretches):
            if stretches:
                return rf"\left{left} {tex(body)} \right{right}"
            return f"{left}{tex(body)}{right}"
        case Fraction(top, bottom):
            return rf"\frac{{{tex(top)}}}{{{tex(bottom)}}}"
        case Scripts(base, below, above):
            low = f"_{{{tex(below)}}}" if below is not None else ""
            high = f"^{{{tex(above)}}}" if above is not None else ""
            braced = not isinstance(base, Atom) and not (
                isinstance(base, Fenced) and not base.stretches
            )
            # TeX takes an accent with a script in braces for the accent alone.
            opening = "{{}" if isinstance(base, Scripts) else "{"
            return (f"{opening}{_tex(base)}}}" if braced else _tex(base)) + low + high
        case Accented(command, body):
            return f"{command}{{{tex(body)}}}"
        case Choice(rows):
            lines = r" \\ ".join(" & ".join(tex(cell) for cell in row) for row in rows)
            return rf"\begin{{cases}} {lines} \end{{cases}}"
        case Called(call, _):
            return call


def worded(words: str) -> Atom:
    """Words in a formula."""
    return Atom(rf"\text{{{words}}}", _worded(words))


def _worded(words: str) -> float:
    return sum(
        0.34 if sign in " ,.;:il" else 0.84 if sign in "mw" else 1.03 if sign in "MW"
        else 0.76 if sign.isupper() else 0.56
        for sign in words
    )


class _Reader:
    """The tokens of a formula, read from the left."""

    def __init__(self, written: str, macros: Mapping[str, tuple[int, str]]) -> None:
        self.written, self.macros = written, macros
        self.tokens = [(found[0], found.start()) for found in _TOKEN.finditer(written)]
        self.place = 0

    @property
    def here(self) -> str | None:
        """The token that comes next."""
        return self.tokens[self.place][0] if self.place < len(self.tokens) else None

    def take(self) -> str:
        """The next token, which is passed."""
        if self.here is None:
            raise ValueError(f"something isn't closed in {self.written}")
        self.place += 1
        return self.tokens[self.place - 1][0]

    def next_are(self, *tokens: str) -> bool:
        """Whether these tokens come next."""
        there = self.tokens[self.place : self.place + len(tokens)]
        return tuple(token for token, _ in there) == tokens

    def row(self, ends: Sequence[str]) -> Row:
        """Boxes up to one of the tokens, which isn't passed."""
        found: list[Box] = []
        while (token := self.here) is not None and token not in ends:
            if token in ("}", r"\right", r"\end", "&", r"\\"):
                break
            if token in ("_", "^", "'"):
                self.scripted(found)
            else:
                found += self.box(found)
        return tuple(
            box for place, box in enumerate(found)
            if not (_is_space(box) and any(
                _is_spaced(other) for other in (*found[max(place - 1, 0) : place],
                                                *found[place + 1 : place + 2])
            ))
        )

    def scripted(self, found: list[Box]) -> None:
        """Scripts after a box, taken together with it."""
        base: Box = found.pop() if found else Atom("{}", 0.0)
        if isinstance(base, Sign):
            found.append(base)
            base = Atom("{}", 0.0)
        below: Row | None = None
        above: Row | None = None
        while (token := self.here) in ("_", "^", "'"):
            self.take()
            if token == "'":
                above = (*(above or ()), Atom(r"\prime", 0.4))
            elif token == "_":
                below = self.argument()
            else:
                above = (*(above or ()), *self.argument())
        exponential = isinstance(base, Atom) and base.tex == "e" and not below
        if exponential and above and width(above) > _LONGEST_EXPONENT:
            found += [Atom(r"\exp", 1.6, prefix=True), Fenced("(", ")", above, True)]
            return
        found.append(Scripts(base, below, above))

    def argument(self) -> Row:
        """A group, or the one token that stands for it."""
        if self.here == "{":
            return self.group()
        return tuple(self.box([]))

    def group(self) -> Row:
        """What stands in braces."""
        self.take()
        row = self.row(("}",))
        if self.take() != "}":
            raise ValueError(f"a brace isn't closed in {self.written}")
        return row

    def raw(self) -> str:
        """The characters of a group, as they stand."""
        begin = self.tokens[self.place][1]
        depth = 0
        while True:
            token = self.take()
            depth += (token == "{") - (token == "}")
            if depth == 0:
                return self.written[begin + 1 : self.tokens[self.place - 1][1]]

    def box(self, before: Sequence[Box]) -> Sequence[Box]:
        """The next box or boxes."""
        token = self.here
        assert token is not None
        if token == "{":
            inner = self.group()
            if len(inner) == 1 and not isinstance(inner[0], Sign):
                return inner
            return (Called(f"{{{tex(inner)}}}", inner),) if inner else ()
        self.take()
        if token in self.macros:
            return (self.called(token),)
        if token == r"\left":
            return (self.fenced(),)
        if token == r"\middle":
            sign = self.take()
            return (Sign(rf"\middle{sign}", 0.6, AND, rf"\big{sign}"),)
        if token in _OPENING:
            body = self.row(tuple(_CLOSING))
            closing = self.take()
            return (Fenced(token, closing, body, False),)
        if token == r"\begin":
            return (self.cases(),)
        if token in (r"\frac", r"\tfrac"):
            return (Fraction(self.argument(), self.argument()),)
        if token == r"\stackrel":
            above, below = self.argument(), self.argument()
            wide = max(SMALL * width(above), width(below))
            made = rf"\stackrel{{{tex(above)}}}{{{tex(below)}}}"
            return (Sign(made, wide + 0.56, RELATION, made),)
        if token == r"\sqrt" or token in _ACCENTS:
            return (Accented(token, self.argument()),)
        if token == r"\text":
            return (self.words(),)
        if token in _FONTS:
            return (self.font(token),)
        return (self.simple(token, before),)

    def fenced(self) -> Box:
        left = self.take()
        body = self.row(())
        if self.take() != r"\right":
            raise ValueError(rf"a \left isn't closed in {self.written}")
        return Fenced(left, self.take(), body, True)

    def called(self, macro: str) -> Box:
        """A macro with its arguments."""
        count, meaning = self.macros[macro]
        arguments = [self.raw() for _ in range(count)]
        stands_for = re.sub(r"#(\d)", lambda found: arguments[int(found[1]) - 1], meaning)
        body = row_of(stands_for, self.macros)
        call = macro + "".join(f"{{{tex(row_of(part, self.macros))}}}" for part in arguments)
        return Called(call, body)

    def cases(self) -> Box:
        name = self.raw()
        rows: list[tuple[Row, ...]] = []
        cells: list[Row] = []
        while True:
            cells.append(self.row(()))
            token = self.take()
            if token == "&":
                continue
            rows.append(tuple(cells))
            cells = []
            if token == r"\end":
                break
        if self.raw() != name:
            raise ValueError(f"{name} isn't closed in {self.written}")
        return Choice(tuple(row for row in rows if any(row)))

    def words(self) -> Box:
        words = self.raw()
        wide = _worded(words)
        level = {"and": AND, "or": OR, "if": AND, "otherwise": AND}.get(words.strip())
        if level is not None:
            return Sign(rf"\;\text{{{words}}}\;", wide + 0.56, level, rf"\text{{{words}}}\;")
        return Atom(rf"\text{{{words}}}", wide)

    def font(self, token: str) -> Box:
        if self.here == "{":
            inner = self.raw()
            bare = re.sub(r"\\[A-Za-z]*|[{}]", "", inner)
            return Atom(f"{token}{{{inner}}}", _worded(bare) + 0.1)
        letter = self.take()
        return Atom(f"{token}{{{letter}}}", 0.85)

    def simple(self, token: str, before: Sequence[Box]) -> Box:
        """A single sign."""
        if token in _SPACES:
            spacing = _SPACES[token]
            product = token == r"\," and before and not isinstance(before[-1], Sign)
            differential = self.next_are(r"\mathrm", "d")
            if product and not differential and not _is_prefix(before[-1]):
                return Sign(token, spacing, PRODUCT, r"{}\cdot")
            return Atom(token, spacing)
        if token == ",":
            return Sign(",", 0.45, COMMA, ",")
        if token == r"\colon":
            # A quantifier's colon has a space of its own after it; that of a sort hasn't.
            if self.here in (r"\;", r"\quad"):
                return Sign(r"\colon", 0.45, ARROW, r"\colon")
            return Atom(r"\colon", 0.45)
        if token in _ARROWS:
            return Sign(rf"\;{token}\;", 2.1, ARROW, rf"{token}\;")
        if token in _RELATIONS:
            return Sign(token, 1.34, RELATION, f"{{}}{token}")
        if token in _BINARY:
            if not before or isinstance(before[-1], Sign):
                return Atom(token, 0.78, prefix=True)
            wide = 2.4 if token == r"\bmod" else 0.75 if token == r"\cdot" else 1.23
            return Sign(token, wide, _BINARY[token], f"{{}}{token}")
        if token in _NAMES:
            return Atom(token, _NAMES[token] + (0.17 if token in _PREFIXES else 0.0),
                        prefix=token in _PREFIXES, limits=token in _LIMITS)
        if token in ("|", r"\|"):
            return Atom(token, 0.3 if token == "|" else 0.5)
        if token[0] == "\\":
            return Atom(token, 0.66)
        return Atom(token, _LETTERS.get(token, 0.5 * len(token)))


def _is_space(box: Box) -> bool:
    return isinstance(box, Atom) and box.tex == r"\;"


def _is_spaced(box: Box) -> bool:
    """Whether a sign brings its own space."""
    return isinstance(box, Sign) and box.tex.startswith(r"\;")


def _is_prefix(box: Box) -> bool:
    """Whether a box is an operator that the next one belongs to, with its limits."""
    if isinstance(box, Scripts):
        return _is_prefix(box.base)
    return isinstance(box, Atom) and box.prefix


def deeper(boxes: Sequence[Box], depth: int) -> Row:
    """Boxes whose signs stand within so many pairs of brackets."""
    return tuple(
        replace(box, level=box.level + depth * LEVELS) if isinstance(box, Sign) else box
        for box in boxes
    )


__all__ = [
    "ARROW", "COMMA", "LEVELS", "PRODUCT", "RELATION", "SMALL", "Accented", "Atom", "Box",
    "Called", "Choice", "Fenced", "Fraction", "Row", "Scripts", "Sign", "deeper", "row_of", "tex",
    "width", "worded",
]
