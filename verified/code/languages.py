"""Forms and functions in each language: one printer, told by a table what languages call things."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from flint import fmpq

from verified.code import helpers
from verified.code.forms import FUNCTIONS, PI, Form, call, calls_in, exact, name
from verified.errors import InputError

# How tightly a text holds together: a ternary, a sum, a product, a power, a piece.
TERNARY, SUM, PRODUCT, POWER, PIECE = range(5)


@dataclass(frozen=True)
class Assign:
    """A number that is named, or named anew."""

    name: str
    value: Form


@dataclass(frozen=True)
class Loop:
    """Assignments for each whole number from `start` to `stop` − 1, a float there."""

    name: str
    start: int
    stop: int
    body: tuple[Assign, ...]


@dataclass(frozen=True)
class Function:
    """A function of floats."""

    name: str
    names: tuple[str, ...]
    doc: str
    body: tuple[Assign | Loop, ...]
    result: Form

    def forms(self) -> Iterator[Form]:
        """All expressions in it."""
        for part in self.body:
            yield from (one.value for one in (part.body if isinstance(part, Loop) else (part,)))
        yield self.result


@dataclass(frozen=True)
class Language:
    """What a language calls things.

    Attributes:
        library: templates for what its library has, `{0}` the first argument; what isn't there
            and is a helper is written out.
        own: helpers written by hand, by name, where the library says them better.
        head, foot: of a function, with `{name}` and `{args}`.
        prelude: the first lines of a file; `{used}` is a list of library names.
        exact: "float", or how numbers are written that stay exact.
        comment: how a line of comment begins.
        argument, ternary, power, assign, again, loop, result: templates; without `power` it is a
            function of the library, without `again` a number is named anew as it was named first.
        more_steps: how many more steps loops have, for more digits than floats have.
        words: names that it has taken.
    """

    name: str
    suffix: str
    comment: str
    prelude: str
    head: str
    foot: str
    library: Mapping[str, str]
    own: Mapping[str, str] = field(default_factory=dict)
    argument: str = "{0}"
    ternary: str = "{2} if {0} < {1} else {3}"
    power: str = ""
    assign: str = "{0} = {1}"
    again: str = ""
    loop: tuple[str, str, str] = ("for {0} in range({1}, {2}):", "", "")
    result: str = "return {0}"
    exact: str = "float"
    more_steps: int = 0
    indent: str = "    "
    words: frozenset[str] = frozenset()


_CALLS = ("exp", "log", "expm1", "log1p", "sqrt", "atanh", "erf", "erfc")
_PYTHON = {op: f"{op}({{0}})" for op in _CALLS} | {
    "abs": "abs({0})", "min": "min({0}, {1})", "max": "max({0}, {1})",
}
_BRACES = ("for (int {0} = {1}; {0} < {2}; {0}++) {{", "", "}")

LANGUAGES: dict[str, Language] = {one.name: one for one in (
    Language(
        "python", ".py", "#", "from math import {used}\n", "def {name}({args}):", "", _PYTHON,
        power="{0} ** {1}",
    ),
    Language(
        "numpy", ".py", "#", "import numpy as np\nfrom scipy import special\n",
        "@np.errstate(all=\"ignore\")\ndef {name}({args}):", "",
        {op: f"np.{op}({{0}})" for op in ("exp", "log", "expm1", "log1p", "sqrt", "abs")} | {
            "atanh": "np.arctanh({0})", "erf": "special.erf({0})", "erfc": "special.erfc({0})",
            "erfcx": "special.erfcx({0})", "xlogy": "special.xlogy({0}, {1})",
            "min": "np.minimum({0}, {1})", "max": "np.maximum({0}, {1})",
        },
        power="{0} ** {1}", ternary="np.where({0} < {1}, {2}, {3})",
    ),
    Language(
        "c", ".c", "//", "#include <math.h>\n", "double {name}({args}) {{", "}",
        {op: f"{op}({{0}})" for op in _CALLS} | {
            "abs": "fabs({0})", "min": "fmin({0}, {1})", "max": "fmax({0}, {1})",
            "pow": "pow({0}, {1})",
        },
        argument="double {0}", ternary="{0} < {1} ? {2} : {3}",
        assign="double {0} = {1};", again="{0} = {1};", loop=_BRACES, result="return {0};",
        words=frozenset({"double", "int", "long", "short", "float", "char", "auto", "do"}),
    ),
    Language(
        "rust", ".rs", "//", "#![allow(non_snake_case, dead_code, unused_mut, unused_parens)]\n",
        "pub fn {name}({args}) -> f64 {{", "}",
        {
            "exp": "f64::exp({0})", "log": "f64::ln({0})", "expm1": "f64::exp_m1({0})",
            "log1p": "f64::ln_1p({0})", "sqrt": "f64::sqrt({0})", "atanh": "f64::atanh({0})",
            "abs": "f64::abs({0})", "min": "f64::min({0}, {1})", "max": "f64::max({0}, {1})",
            "pow": "f64::powf({0}, {1})",
        },
        argument="{0}: f64", ternary="if {0} < {1} {{ {2} }} else {{ {3} }}",
        assign="let mut {0}: f64 = {1};", again="{0} = {1};",
        loop=("for {0} in {1}..{2} {{", "let {0} = f64::from({0});", "}"), result="{0}",
        words=frozenset({"fn", "let", "mut", "in", "as", "type", "use", "mod", "ref", "move"}),
    ),
    Language(
        "julia", ".jl", "#",
        "# erf and erfc are those of the C library.\n"
        "erf(x) = ccall((:erf, Base.Math.libm), Float64, (Float64,), x)\n"
        "erfc(x) = ccall((:erfc, Base.Math.libm), Float64, (Float64,), x)\n",
        "function {name}({args})", "end", _PYTHON, argument="{0}::Float64",
        ternary="{0} < {1} ? {2} : {3}", power="{0} ^ {1}",
        loop=("for {0} in {1}:({2} - 1)", "", "end"),
        words=frozenset({"end", "begin", "function", "pi", "im", "let", "do"}),
    ),
    Language(
        "javascript", ".js", "//", '"use strict";\n', "function {name}({args}) {{", "}",
        {op: f"Math.{op}({{0}})" for op in _CALLS if not op.startswith("erf") } | {
            "abs": "Math.abs({0})", "min": "Math.min({0}, {1})", "max": "Math.max({0}, {1})",
            "pow": "Math.pow({0}, {1})",
        },
        ternary="{0} < {1} ? {2} : {3}", assign="let {0} = {1};", again="{0} = {1};",
        loop=("for (let {0} = {1}; {0} < {2}; {0}++) {{", "", "}"), result="return {0};",
        words=frozenset({"var", "let", "const", "new", "delete", "function", "in", "do"}),
    ),
    Language(
        "sympy", ".py", "#", "from sympy import {used}\n", "def {name}({args}):", "",
        _PYTHON | {
            "abs": "Abs({0})", "min": "Min({0}, {1})", "max": "Max({0}, {1})",
            "xlogy": "{0:product} * log({1})", "normal_cdf": "(1 + erf({0:product} / sqrt(2))) / 2",
        },
        own={"binary_entropy": "def binary_entropy(x):\n"
                               "    return -x * log(x) - (1 - x) * log(1 - x)\n"},
        power="{0} ** {1}", exact="Rational({0}, {1})",
    ),
    Language(
        "mpmath", ".py", "#", "from mpmath import {used}\n", "def {name}({args}):", "",
        _PYTHON | {"normal_cdf": "ncdf({0})", "ln2_minus": "(log(2) - {0:product})"},
        own={
            "normal_difference": "def normal_difference(u, w):\n"
                                 "    return ncdf(u) - exp((w * w - u * u) / 2) * ncdf(w)\n",
        },
        power="{0} ** {1}", exact="mpf({0}) / {1}", more_steps=12,
    ),
)}
# Python's words, and what the files import or define.
_TAKEN = frozenset({
    "lambda", "in", "is", "if", "else", "for", "def", "return", "not", "and", "or", "as", "from",
    "import", "global", "pass", "print", "while", "with", "pi", "np", "special", "static", "mpf",
}) | set(FUNCTIONS)


def language(called: str) -> Language:
    """A language by its name.

    Raises:
        InputError: there is none.
    """
    if called not in LANGUAGES:
        raise InputError(f"--lang is {called}; it must be one of {', '.join(LANGUAGES)}")
    return LANGUAGES[called]


def identifier(written: str, language: Language) -> str:
    """A name that every language reads, for a variable or a claim's key."""
    plain = written.replace("'", "_prime")
    kept = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in plain)
    kept = "_".join(part for part in kept.split("_") if part) or "x"
    if kept[0].isdigit():
        kept = f"x{kept}"
    if hasattr(helpers, kept):
        return f"{kept}_value"
    return f"{kept}_" if kept in _TAKEN | language.words else kept


# --- expressions ----------------------------------------------------------------------------------


class Writer:
    """Expressions in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def text(self, form: Form, least: int = TERNARY) -> str:
        """A form, in parentheses where it holds together less tightly than `least`."""
        written, holds = self.written(form)
        return f"({written})" if holds < least else written

    def written(self, form: Form) -> tuple[str, int]:
        match form.op:
            case "number":
                return self.number(form.value)
            case "name":
                return form.value, PIECE
            case "pi":
                return "pi" if self.language.exact != "float" else repr(helpers.PI), PIECE
            case "add" | "sub" as op:
                left, right = form.args
                sign = "+" if op == "add" else "-"
                return f"{self.text(left, SUM)} {sign} {self.text(right, PRODUCT)}", SUM
            case "mul":
                left, right = form.args
                return f"{self.text(left, PRODUCT)} * {self.text(right, POWER)}", PRODUCT
            case "div":
                left, right = form.args
                return f"{self.text(left, PRODUCT)} / {self.text(right, POWER)}", PRODUCT
            case "neg":
                return f"-{self.text(form.args[0], POWER)}", PRODUCT
            case "pow" if self.language.power:
                base, power = [self.text(arg, PIECE) for arg in form.args]
                whole = form.args[1].op == "number" and form.args[1].value.q == 1
                if whole and form.args[1].value >= 0:
                    power = str(form.args[1].value)
                return self.language.power.format(base, power), POWER
            case "select":
                ends = (self.text(arg, SUM) for arg in form.args[:2])
                values = (self.text(arg, SUM) for arg in form.args[2:])
                written = self.language.ternary.format(*ends, *values)
                return written, PIECE if written.startswith("np.where") else TERNARY
        template = self.language.library.get(form.op)
        if template is None:
            told = ", ".join(self.text(arg) for arg in form.args)
            return f"{form.op}({told})", PIECE
        return template.format(*(_Part(self, arg) for arg in form.args)), (
            PIECE if template.startswith("(") or "} * " not in template else PRODUCT
        )

    def number(self, value: fmpq) -> tuple[str, int]:
        if value < 0:
            written, _ = self.number(-value)
            return f"-{written}", PRODUCT
        over, under = int(value.p), int(value.q)
        if self.language.exact != "float":
            if under == 1:
                return str(over), PIECE
            written = self.language.exact.format(over, under)
            return written, PIECE if written.endswith(")") else PRODUCT
        if under == 1 and over < 2**53:
            return f"{over}.0", PIECE
        if max(over, under) >= 2**53 or under & (under - 1) == 0:
            return repr(over / under), PIECE
        return f"{over}.0 / {under}.0", PRODUCT


class _Part:
    """An argument of a template: `{0}` as it is, `{0:product}` in parentheses if it is a sum."""

    def __init__(self, writer: Writer, form: Form) -> None:
        self.writer, self.form = writer, form

    def __format__(self, spec: str) -> str:
        return self.writer.text(self.form, PRODUCT if spec == "product" else TERNARY)


# --- functions ------------------------------------------------------------------------------------


def file_text(functions: Sequence[tuple[Function, Sequence[str]]], language: Language) -> str:
    """A file: what is imported, the helpers that are called, the functions after their comments."""
    called = {op for function, _ in functions for form in function.forms() for op in calls_in(form)}
    chosen = list(_needed(called, language))
    parts = []
    for helper in chosen:
        own = language.own.get(helper)
        parts.append(own if own is not None else _function(_helper(helper), language, ()))
    parts += [_function(function, language, told) for function, told in functions]
    gap = "\n\n" if language.suffix == ".py" else "\n"
    body = gap.join(parts)
    return _prelude(body, language) + gap + body


def _prelude(body: str, language: Language) -> str:
    if "{used}" not in language.prelude:
        return language.prelude
    names = [*_CALLS, "pi", "Rational", "mpf", "ncdf", "Abs", "Min", "Max"]
    used = [one for one in names if f"{one}(" in _words_apart(body) or
            (one == "pi" and language.exact != "float" and " pi" in body)]
    return language.prelude.format(used=", ".join(used)) if used else ""


def _words_apart(body: str) -> str:
    """The code without its comments, in which a name's parenthesis isn't another name's end."""
    lines = (line.split("#")[0] for line in body.splitlines())
    kept = "\n".join(lines)
    for longer in ("gaussian_exp(", "log1mexp("):
        kept = kept.replace(longer, "(")
    return kept


def _needed(called: set[str], language: Language) -> Iterator[str]:
    """The helpers to write, each after those that it calls."""
    done: set[str] = set()

    def reach(op: str) -> Iterator[str]:
        op = _name_in(op, language)
        if op in done or op in language.library or not hasattr(helpers, op) or op in _CALLS:
            return
        if op in ("pow", "abs", "min", "max"):
            return
        done.add(op)
        if op not in language.own:
            if language.exact.startswith("Rational"):
                raise InputError(f"SymPy has no {op}: ask for --lang mpmath")
            for form in _helper(op).forms():
                for inner in sorted(calls_in(form)):
                    yield from reach(inner)
        yield op

    for op in sorted(called):
        yield from reach(op)


def _name_in(op: str, language: Language) -> str:
    return f"{op}_own" if op in ("erf", "erfc") and op not in language.library else op


def _function(function: Function, language: Language, told: Sequence[str]) -> str:
    writer = Writer(language)
    mark, indent = language.comment, language.indent
    lines = [f"{mark} {line}".rstrip() for line in told or ([function.doc] if function.doc else [])]
    arguments = ", ".join(language.argument.format(one) for one in function.names)
    lines += language.head.format(name=function.name, args=arguments).splitlines()
    known = set(function.names)

    def assigned(part: Assign, depth: int) -> str:
        again = part.name in known and language.again
        known.add(part.name)
        template = language.again if again else language.assign
        return indent * depth + template.format(part.name, writer.text(_own(part.value, language)))

    for part in function.body:
        if isinstance(part, Assign):
            lines.append(assigned(part, 1))
            continue
        first, inside, last = language.loop
        stop = part.stop + language.more_steps
        lines.append(indent + first.format(part.name, part.start, stop))
        if inside:
            lines.append(indent * 2 + inside.format(part.name))
        lines += [assigned(one, 2) for one in part.body]
        if last:
            lines.append(indent + last)
    lines.append(indent + language.result.format(writer.text(_own(function.result, language))))
    if language.foot:
        lines.append(language.foot)
    return "\n".join(lines) + "\n"


def _own(form: Form, language: Language) -> Form:
    """A form whose calls are of what the language has."""
    return Form(
        _name_in(form.op, language), tuple(_own(arg, language) for arg in form.args), form.value
    )


# --- helpers, read from their own text ------------------------------------------------------------


@cache
def _helper(called: str) -> Function:
    tree = ast.parse(inspect.getsource(getattr(helpers, called))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    doc = ast.get_docstring(tree) or ""
    body: list[Assign | Loop] = []
    *parts, last = tree.body[1:]
    for part in parts:
        if isinstance(part, ast.For):
            assert isinstance(part.target, ast.Name)
            assert isinstance(part.iter, ast.Call)
            ends = [ast.literal_eval(arg) for arg in part.iter.args]
            start, stop = ends if len(ends) == 2 else (0, *ends)
            inner = tuple(_assign(one) for one in part.body)
            variable = part.target.id if part.target.id != "_" else "_step"
            body.append(Loop(variable, start, stop, inner))
        else:
            body.append(_assign(part))
    assert isinstance(last, ast.Return)
    assert last.value is not None
    return Function(
        called, tuple(arg.arg for arg in tree.args.args), " ".join(doc.split()), tuple(body),
        _form(last.value),
    )


def _assign(part: ast.stmt) -> Assign:
    assert isinstance(part, ast.Assign)
    assert isinstance(part.targets[0], ast.Name)
    return Assign(part.targets[0].id, _form(part.value))


_OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}


def _form(node: ast.expr) -> Form:
    match node:
        case ast.Constant(int() | float() as value):
            return PI if value == helpers.PI else exact(fmpq(*float(value).as_integer_ratio()))
        case ast.Name(called):
            return name(called)
        case ast.UnaryOp(ast.USub(), operand):
            return call("neg", _form(operand))
        case ast.BinOp(left, op, right):
            return call(_OPERATORS[type(op)], _form(left), _form(right))
        case ast.Call(ast.Name(called), args):
            return call(called, *map(_form, args))
        case ast.IfExp(ast.Compare(left, [ast.Lt()], [right]), then, otherwise):
            return call("select", *map(_form, (left, right, then, otherwise)))
        case ast.IfExp(ast.Compare(left, [ast.Gt()], [right]), then, otherwise):
            return call("select", *map(_form, (right, left, then, otherwise)))
    raise TypeError(f"helpers may not say {ast.dump(node)}")


__all__ = ["Assign", "Function", "LANGUAGES", "Language", "Loop", "Writer", "file_text",
           "identifier", "language"]
