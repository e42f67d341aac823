"""Slips in claim files: what was written, the rule that it breaks, and what to write instead.

Python notices a slip where it runs into it, in its own words (`must be real number, not Var`). Here
the code at that place is looked at: which expression failed, and how the language says it.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any

from verified.syntax.claims import Paper
from verified.syntax.sorts import ClaimError
from verified.syntax.trees import Formula, Term

# What other systems and books call things.
_SYNONYMS = {
    "forall": "every(x, …) inside a formula, or the claim's forall=[…]",
    "for_all": "every(x, …) inside a formula, or the claim's forall=[…]",
    "exists": "some(x, …) inside a formula, or the claim's exists=[…]",
    "ln": "log(…), which is natural",
    "log2": "log(x) / log(2)",
    "D": "KL(P, Q)",
    "D_KL": "KL(P, Q)",
    "E": "total(x, P[x] * …)",
    "Var": "Real, Pmf, Channel or another sort",
    "And": "both(…)",
    "Or": "either(…)",
    "Not": "negation(…)",
    "Eq": "equals(…)",
    "Rational": "rational(1, 3)",
    "Fraction": "rational(1, 3)",
    "oo": "the domain without an end, as in Real('x', '>=0')",
    "entropy": "H(…)",
    "mutual_information": "information(P, W), or I(J, 'X;Y')",
    "MI": "information(P, W), or I(J, 'X;Y')",
    "np": "exp, log, sqrt and total of the language",
    "math": "exp, log, sqrt and pi of the language",
}
_EXAMPLES = {
    "Pmf": "Pmf('P', n)", "Channel": "Channel('W', n, m)", "Symbol": "Symbol('x', n)",
    "Event": "Event('A', n)", "Mechanism": "Mechanism('M', D, m)", "Prior": "Prior('P', D)",
    "Real": "Real('x', '>=0')", "Size": "Size('n')", "total": "total(x, P[x])",
    "largest": "largest(x, P[x])", "smallest": "smallest(x, P[x])", "every": "every(x, P[x] <= 1)",
    "some": "some(x, P[x] > 0)", "sup": "sup(p, H(p))", "inf": "inf(p, H(p))",
    "Close": "Close(P, Q, eps)", "DP": "DP(M, eps)", "I": "I(J, 'X;Y')", "H": "H(P)",
    "iff": "iff(a <= b, b >= a)", "implies": "implies(a <= b, b >= a)",
    "equals": "equals(a, b)", "cases": "cases(x <= y, x, y)",
}
_KEY = "a claim has a key and named parts: claim('lemma-1', forall=[…], given=[…], then=…)"
_NO_VALUE = "a term has no value in Python, as it stands for every instance"
_TRUTH = ("no truth value", "not a truth value")
# How Python names terms and formulas in its own messages.
_TERMS = r"\b(Var|Op|Number|Bind|Cases)\b"
_FORMULAS = r"\b(Relation|Not|And|Or|Quantified|Predicate)\b"


# --- calls of Python's own functions --------------------------------------------------------------


def _sum(args: list[str]) -> str:
    return "Python's sum doesn't range over symbols; write total(x, …) with x = Symbol('x', n)"


def _extremum(name: str, over: str) -> Callable[[list[str]], str]:
    def told(args: list[str]) -> str:
        two = f"{name}imum({', '.join(args)})" if len(args) > 1 else f"{name}imum(a, b)"
        return (
            f"Python's {name} asks which number is larger; write {two} of numbers, "
            f"{over}(x, …) over symbols"
        )

    return told


def _plain(written: str) -> Callable[[list[str]], str]:
    return lambda args: f"{_NO_VALUE}; write {written.replace('…', ', '.join(args))}"


_LOOP = f"{_NO_VALUE}; write total(x, …), every(x, …) or largest(x, …) with x = Symbol('x', n)"
_BUILTINS: Mapping[str, Callable[[list[str]], str]] = {
    "sum": _sum, "max": _extremum("max", "largest"), "min": _extremum("min", "smallest"),
    "abs": _plain("absolute(…)"), "divmod": _plain("quotient(…) and remainder(…)"),
    "any": lambda args: f"{_NO_VALUE}; write some(x, …) over symbols, either(…) of formulas",
    "all": lambda args: f"{_NO_VALUE}; write every(x, …) over symbols, both(…) of formulas",
    "len": lambda args: f"{_NO_VALUE}; name the size, as in n = Size('n') and Pmf('P', n)",
    "round": lambda args: f"{_NO_VALUE}; leave it exact",
    "int": lambda args: f"{_NO_VALUE}; whole numbers are declared, as Size('n') or Symbol('x', n)",
    "float": lambda args: f"{_NO_VALUE}; leave it exact",
    "sorted": lambda args: f"{_NO_VALUE}; write maximum(…), minimum(…) or cases(…)",
    **dict.fromkeys(("range", "list", "tuple", "set", "enumerate", "zip"), lambda args: _LOOP),
}
_SAME = {"exp", "log", "sqrt"}
_MATH = {
    "log2": "log({0}) / log(2)", "log10": "log({0}) / log(10)", "log1p": "log(1 + {0})",
    "expm1": "exp({0}) - 1", "fabs": "absolute({0})", "abs": "absolute({0})",
    "absolute": "absolute({0})", "pow": "{0} ** 2", "maximum": "maximum({0}, …)",
    "minimum": "minimum({0}, …)", "sum": "total(x, …)",
}


def _of_math(name: str, module: str, args: list[str]) -> str | None:
    if name == "log" and module == "math" and len(args) == 2:
        written = f"log({args[0]}) / log({args[1]})"
    elif name in _SAME:
        written = f"{name}({', '.join(args)}), the language's own (import no other {name} after it)"
    elif name in _MATH and args:
        written = _MATH[name].format(args[0])
    else:
        written = "it with exp, log, sqrt, absolute, maximum, … of the language"
    return f"{module}.{name} takes Python's numbers, not terms; write {written}"


# --- by kind of expression ------------------------------------------------------------------------


class _Slip:
    """An error in the code of a file, with what the names there stand for."""

    def __init__(self, error: BaseException, names: Mapping[str, Any]) -> None:
        self.error = error
        self.said = str(error)
        self.names = names

    def value(self, node: ast.AST) -> Any:
        """What a name, or a dotted one, stands for; None where it isn't known."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value)
            if inspect.ismodule(owner) or isinstance(owner, Paper):
                return getattr(owner, node.attr, None)
        return None

    def of_trees(self) -> bool:
        """Whether terms and formulas are what the error is of, and not the file's own objects."""
        return isinstance(self.error, ClaimError) or bool(
            re.search(f"{_TERMS}|{_FORMULAS}", self.said)
        )

    def truth(self) -> bool:
        """Whether Python asked a term or a formula for its truth value."""
        return isinstance(self.error, ClaimError) and any(part in self.said for part in _TRUTH)

    def told(self, node: ast.AST) -> str | None:
        """What is told of an expression or statement that failed."""
        rule = _RULES.get(type(node))
        return None if rule is None else rule(self, node)

    def compare(self, node: ast.Compare) -> str | None:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return "terms have no members; a symbol is declared, as x = Symbol('x', n)"
        if len(node.ops) < 2 or not self.truth():
            return None
        sides = [node.left, *node.comparators]
        links = [
            ast.Compare(left, [op], [right])
            for left, op, right in zip(sides, node.ops, sides[1:], strict=False)
        ]
        return f"Python can't chain relations of terms; write both({_listed(links)})"

    def boolean(self, node: ast.BoolOp) -> str | None:
        if not self.truth():
            return None
        word, name = ("and", "both") if isinstance(node.op, ast.And) else ("or", "either")
        return f"Python's {word} doesn't join formulas; write {name}({_listed(node.values)})"

    def unary(self, node: ast.UnaryOp) -> str | None:
        if isinstance(node.op, ast.Invert) or (isinstance(node.op, ast.Not) and self.truth()):
            sign = "~" if isinstance(node.op, ast.Invert) else "not"
            return f"Python's {sign} doesn't negate formulas; write negation({_text(node.operand)})"
        return None

    def choice(self, node: ast.IfExp) -> str | None:
        if not self.truth():
            return None
        parts = _listed([node.test, node.body, node.orelse])
        return f"Python can't decide this for every instance; write cases({parts})"

    def branch(self, node: ast.If | ast.While | ast.Assert) -> str | None:
        if not self.truth():
            return None
        return (
            f"Python can't decide {_text(node.test)} for every instance; hypotheses go into "
            "given=[…], cases into cases(test, a, b)"
        )

    def binary(self, node: ast.BinOp) -> str | None:
        if not isinstance(self.error, TypeError) or not re.search("unsupported", self.said):
            return None
        if not self.of_trees():
            return None
        left, right = _text(node.left), _text(node.right)
        match node.op:
            case ast.BitXor():
                power = ast.BinOp(node.left, ast.Pow(), node.right)
                return f"Python's ^ is no power; write {_text(power)}"
            case ast.BitAnd():
                return f"Python's & doesn't join formulas; write both({left}, {right})"
            case ast.BitOr() if not re.search(_FORMULAS, self.said):
                return (
                    "conditions stand in a text, after a joint law, as in H(J, 'X|Y'); a "
                    "divergence is KL(P, Q)"
                )
            case ast.BitOr():
                return f"Python's | doesn't join formulas; write either({left}, {right})"
            case ast.Mod():
                return f"write remainder({left}, {right})"
            case ast.FloorDiv():
                return f"write quotient({left}, {right})"
        return None

    def attribute(self, node: ast.Attribute) -> str | None:
        if not isinstance(self.error, AttributeError):
            return None
        from verified import language

        owner = getattr(self.error, "obj", None)
        if not isinstance(owner, Term | Formula):
            return None
        if node.attr in language.__all__:
            hint = f"write {node.attr}({_text(node.value)})"
        elif node.attr in _SYNONYMS:
            hint = f"write {_SYNONYMS[node.attr]}"
        else:
            hint = _nearest(node.attr, language.__all__) if len(node.attr) > 2 else ""
        return f"a {'term' if isinstance(owner, Term) else 'formula'} has no {node.attr}; " + (
            hint or "quantities are written before their arguments, as H(P)"
        )

    def subscript(self, node: ast.Subscript) -> str | None:
        if "item assignment" not in self.said or not self.of_trees():
            return None
        return "terms never change; a law by its entries is pmf_table(n, lambda x: …)"

    def call(self, node: ast.Call) -> str | None:
        name = _text(node.func)
        args = [_text(arg) for arg in node.args]
        if "Paper.claim()" in self.said:
            return self.of_claim(node)
        called = self.value(node.func)
        if "object is not callable" in self.said and self.of_trees():
            if isinstance(called, Term) and not called.sort.is_number and args:
                return f"{name} is no function; write {name}" + "".join(f"[{arg}]" for arg in args)
            return f"{name} is no function; a product has a sign: {name} * ({', '.join(args)})"
        if not self.of_trees() and not isinstance(self.error, TypeError | AttributeError):
            return None
        own = str(getattr(called, "__name__", ""))
        if not self.of_trees() and own in _BUILTINS:
            return None
        if own in _BUILTINS and called is getattr(builtins, own, None):
            return _BUILTINS[own](args)
        module = str(getattr(called, "__module__", None) or type(called).__module__)
        module = module.partition(".")[0]
        if module in ("math", "cmath", "numpy", "sympy", "scipy"):
            return _of_math(own, module, args)
        if module != "verified":
            return None
        return self.of_language(node, own, called)

    def of_language(self, node: ast.Call, own: str, called: Any) -> str | None:
        """A function of the language, called as it can't be."""
        if own in ("I", "H") and "'partition'" in self.said:
            first, second = (_text(arg) for arg in node.args[:2])
            if own == "I":
                return (
                    "I takes a joint law and a text, as I(J, 'X;Y'); of a law and a channel, write "
                    f"information({first}, {second})"
                )
            return "H takes a law, as H(P), or a joint law and a text, as H(J, 'X|Y')"
        if own == "claim":
            return self.of_claim(node)
        unknown = re.search(r"unexpected keyword argument '(\w+)'", self.said)
        if unknown:
            known = _parameters(called)
            hint = _nearest(unknown[1], known) or f"it takes {', '.join(known)}"
            return f"{own} has no {unknown[1]}; {hint}"
        if isinstance(self.error, TypeError) and re.search("missing|positional", self.said):
            takes = ", ".join(_parameters(called))
            example = _EXAMPLES.get(own)
            return f"{own} takes {takes}" + (f", as in {example}" if example else "")
        return None

    def of_claim(self, node: ast.Call) -> str | None:
        parts = {word.arg: word.value for word in node.keywords if word.arg}
        unknown = re.search(r"unexpected keyword argument '(\w+)'", self.said)
        if unknown:
            known = _parameters(Paper.claim)[1:]
            hint = _nearest(unknown[1], known) or f"its parts are {', '.join(known)}"
            return f"a claim has no {unknown[1]}; {hint}"
        if isinstance(self.error, TypeError) and re.search("missing|positional", self.said):
            return _KEY
        if re.search("must be an iterable|can't be unpacked|not iterable", self.said):
            for name in ("forall", "given", "exists"):
                given = parts.get(name)
                if given is not None and not isinstance(given, ast.List | ast.Tuple):
                    held = self.value(given)
                    if held is None or isinstance(held, Term | Formula):
                        return f"{name} is a list: write {name}=[{_text(given)}]"
        then = parts.get("then")
        if isinstance(then, ast.List | ast.Tuple | ast.Set) and "not a formula" in self.said:
            listed = _listed(then.elts)
            return f"then is one formula: write both({listed}), or a mapping {{'name': formula, …}}"
        if isinstance(then, ast.Constant) and isinstance(then.value, str):
            return (
                "then is a formula, not a text: write it without quotes; claims as texts stand in "
                "files FILE.claims"
            )
        return None


_RULES: Mapping[type, Callable[[Any, Any], str | None]] = {
    ast.Compare: _Slip.compare, ast.BoolOp: _Slip.boolean, ast.UnaryOp: _Slip.unary,
    ast.IfExp: _Slip.choice, ast.If: _Slip.branch, ast.While: _Slip.branch,
    ast.Assert: _Slip.branch, ast.BinOp: _Slip.binary, ast.Attribute: _Slip.attribute,
    ast.Subscript: _Slip.subscript, ast.Call: _Slip.call,
}


def _below(slip: _Slip, node: ast.AST) -> tuple[ast.AST, str] | None:
    """What Python took without complaint, and gave a wrong value of, in the arguments of `node`."""
    if "is a float" in slip.said:
        for part in ast.walk(node):
            exact = _exact(part)
            if exact is not None and repr(exact[0]) in slip.said:
                return part, f"claims have no floats, which are rounded; write {exact[1]}"
    if re.search(r"\b(True|False)\b.* (is not a formula|stands in)", slip.said):
        for part in ast.walk(node):
            if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.Eq | ast.NotEq):
                equal = f"equals({_listed([part.left, part.comparators[0]])})"
                if isinstance(part.ops[0], ast.NotEq):
                    return part, f"Python's != compares trees; write negation({equal})"
                return part, f"Python's == compares trees; write {equal}"
    if "<function <lambda>" in slip.said:
        for part in ast.walk(node):
            if isinstance(part, ast.Lambda):
                return part, (
                    "a formula stands here, without lambda: the variable is declared, as "
                    f"x = Symbol('x', n), and then {_text(part.body)}"
                )
    return None


def _exact(node: ast.AST) -> tuple[float, str] | None:
    """A float that Python makes of what is written, and how that is written exactly."""
    match node:
        case ast.Constant(float(value)):
            return value, f"rational({str(value)!r})"
        case ast.BinOp(ast.Constant(int(top)), ast.Div(), ast.Constant(int(bottom))) if bottom:
            return top / bottom, f"rational({top}, {bottom})"
    return None


# --- errors of a file -----------------------------------------------------------------------------


def slip(error: BaseException, source: str, file: str) -> tuple[int, str] | None:
    """The line of a slip and what is told of it, or None if the error is no slip known here.

    Args:
        error: what running the file raised.
        source: the file's text.
        file: its name, as it was compiled.
    """
    place = _last(error.__traceback__, file)
    if place is None:
        return None
    frame = place.tb_frame
    names = {**frame.f_globals, **frame.f_locals}
    first, last, left, right = list(frame.f_code.co_positions())[place.tb_lasti // 2]
    if first is None or last is None or left is None or right is None:
        return None
    if isinstance(error, NameError) and error.name:
        return first, _unknown(error.name, names)
    if isinstance(error, ImportError):
        return _not_imported(error, first)
    found = _Slip(error, names)
    within = list(_around(ast.parse(source), (first, left), (last, right)))[::-1]
    if not within:
        return None
    below = None if isinstance(within[0], ast.stmt) else _below(found, within[0])
    if below is not None:
        return _line(below[0], first), f"{_short(_text(below[0]))}: {below[1]}"
    # What failed is the innermost; but a truth value is asked for by what stands around it.
    asks = found.truth() and not isinstance(within[0], ast.Call)
    for node in within if asks else within[:1]:
        told = found.told(node)
        if told is not None:
            shown = node.test if isinstance(node, ast.If | ast.While | ast.Assert) else node
            return _line(node, first), f"{_short(_text(shown))}: {told}"
    return None


def _last(trace: TracebackType | None, file: str) -> TracebackType | None:
    """The innermost place in the file on the way to the error."""
    found = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            found = trace
        trace = trace.tb_next
    return found


def _around(
    node: ast.AST, start: tuple[int, int], end: tuple[int, int]
) -> Iterator[ast.AST]:
    """The nodes that hold a stretch of the source, from the outermost in."""
    for child in ast.iter_child_nodes(node):
        left = getattr(child, "lineno", None), getattr(child, "col_offset", None)
        right = getattr(child, "end_lineno", None), getattr(child, "end_col_offset", None)
        if None in left or None in right:
            # A keyword's or comprehension's parts have places where it has none.
            yield from _around(child, start, end)
        elif left <= start and end <= right:
            yield child
            yield from _around(child, start, end)


def _unknown(name: str, names: Mapping[str, Any]) -> str:
    from verified import language

    if name in language.__all__:
        return f"{name} isn't imported: begin the file with `from verified.language import *`"
    if name in _SYNONYMS:
        return f"nothing is called {name}; write {_SYNONYMS[name]}"
    known = {one for one in names if not one.startswith("_")} | set(dir(builtins))
    return f"nothing is called {name}; " + (
        _nearest(name, known) or f"declare it, as in {name} = Real({name!r})"
    )


def _not_imported(error: ImportError, line: int) -> tuple[int, str] | None:
    from verified import language

    missing = re.match(r"cannot import name '(\w+)' from 'verified", str(error))
    if missing:
        nearest = _nearest(missing[1], language.__all__)
        return line, f"verified.language has no {missing[1]}; {nearest or 'see `verified words`'}"
    if (error.name or "").startswith("verified"):
        return line, f"there is no {error.name}; write from verified.language import *"
    return None


# --- words ----------------------------------------------------------------------------------------


def _text(node: ast.AST) -> str:
    return ast.unparse(node)


def _short(text: str) -> str:
    return textwrap.shorten(text, 60, placeholder=" …")


def _listed(nodes: list[Any]) -> str:
    return ", ".join(map(_text, nodes))


def _line(node: ast.AST, otherwise: int) -> int:
    return int(getattr(node, "lineno", otherwise))


def _nearest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=3, cutoff=0.6)
    return f"nearest: {', '.join(near)}" if near else ""


def _parameters(called: Any) -> list[str]:
    try:
        return list(inspect.signature(called).parameters)
    except (TypeError, ValueError):
        return []


__all__ = ["slip"]
