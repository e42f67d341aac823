"""Mutants: one condition taken out or weakened, or one error term left out, in the code as a tree.

The operators are the methods of `_Finder`, named by what they change; `OPERATORS` says it in a
line each. Where it can be told, conditions are only weakened: more is let through. A test of an
`if` whose body refuses (raises, or returns False or None) is *refusing*, what a predicate returns
is *accepting*, `not` turns one into the other; of a test that is neither, both sides are tried.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

OPERATORS = {
    "raise": "an exception isn't raised",
    "assert": "an assertion that does more than narrow a type isn't made",
    "branch": "the test of a branch, a guarded case or a filter has one outcome",
    "part": "a conjunct counts as true, or a disjunct as false",
    "order": "a comparison is strict no more (or is), or is turned; what is undecided counts as "
    "decided",
    "verdict": "a predicate returns another verdict",
    "check": "a call that only checks isn't made",
    "term": "a term of a sum is left out, or a maximum, minimum or union has one side",
    "end": "the other end of a ball or interval is taken, or rounding goes the other way",
    "size": "an absolute value keeps its sign",
    "precision": "work is done at a low precision",
}

# The precision, in bits, that `precision` works at.
LOW_BITS = 16

REFUSING, UNKNOWN, ACCEPTING = -1, 0, 1

# Predicates of which True is the verdict that refuses.
_DOUBTS = ("may", "unsure")
_ENDS = {
    "upper": "lower", "lower": "upper", "abs_upper": "abs_lower", "hi": "lo", "lo": "hi",
    "ceil": "floor", "floor": "ceil", "min": "max", "max": "min",
}  # fmt: skip
_ONE_OF_TWO = {
    "union", "max", "min", "maximum", "minimum", "_between", "add", "sub", "largest", "least",
}  # fmt: skip
_WEAKER = {ast.Lt: ast.LtE, ast.Gt: ast.GtE}
_STRICTER = {ast.LtE: ast.Lt, ast.GtE: ast.Gt}
_TURNED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
_NEGATED = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt}
_TEXTS = (ast.List, ast.Tuple, ast.ListComp, ast.JoinedStr, ast.Set, ast.Dict)

Function = ast.FunctionDef | ast.AsyncFunctionDef
Node = ast.stmt | ast.expr
Edit = Callable[[ast.AST], ast.AST]


@dataclass(frozen=True)
class Mutant:
    """One change of one function.

    Attributes:
        path: the file, from the root of the project.
        function: the qualified name of the function that is changed.
        operator: a key of `OPERATORS`.
        was, becomes: the text of what is changed, before and after.
        nth: which it is of those that are alike in all this.
        line: where it is now (no part of what names it).
        lines: the lines of which one must be reached for the change to matter.
        place: the number of the changed node, in the order of `ast.walk`.
        weaker: whether it is known to let more through; else it may do so or the contrary.
        edit: gives what stands in its place.
    """

    path: str
    function: str
    operator: str
    was: str
    becomes: str
    nth: int
    line: int
    lines: range
    place: int
    weaker: bool
    edit: Edit

    @property
    def name(self) -> tuple[str, str, str, str, str, int]:
        """What it is known by, wherever it moves within its function."""
        return self.path, self.function, self.operator, self.was, self.becomes, self.nth

    def __str__(self) -> str:
        becomes = f" → {self.becomes}" if self.becomes else ""
        return f"{self.path}:{self.line} {self.function}: {self.operator}: {self.was}{becomes}"


@dataclass(frozen=True)
class Checkers:
    """Functions by what calls of them are for, by name; found in the code that may be called.

    Attributes:
        silent: they return nothing, and raise where something doesn't hold.
        through: they return one of their arguments, or raise: its place and name.
        refusing: all they do is raise.
        stated: those that are silent, or give a value and do nothing else. Where it isn't used,
            they are called for what they refuse.
    """

    silent: frozenset[str]
    through: dict[str, tuple[int, str]]
    refusing: frozenset[str]
    stated: frozenset[str]


def checkers(trees: Iterable[ast.Module]) -> Checkers:
    """The functions of these modules that only check."""
    functions: dict[str, list[Function]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, Function):
                functions.setdefault(node.name, []).append(node)
    stated: set[str] = set()
    while more := {
        name for name, found in functions.items()
        if name not in stated and _called_to_refuse(name, found, stated)
    }:  # fmt: skip
        stated |= more
    silent = {
        name for name in stated if not any(_gives_value(function) for function in functions[name])
    }  # fmt: skip
    refusing = {
        name for name, found in functions.items()
        if all(_only_raises(function) for function in found)
    }  # fmt: skip
    through = {
        name: place for name, found in functions.items() for function in found
        if (place := _passed_through(function, refusing)) is not None
    }  # fmt: skip
    return Checkers(
        frozenset(silent - refusing), through, frozenset(refusing),
        frozenset(stated - refusing - set(through)),
    )  # fmt: skip


def mutants(
    path: str, text: str, known: Checkers, numeric: bool, lines: Iterable[int] | None = None
) -> list[Mutant]:
    """The mutants of a module, from its first line to its last.

    Args:
        path: the file, from the root of the project.
        known: what calls are for.
        numeric: whether terms, ends and sizes are changed too.
        lines: only mutants in these lines; None for all.
    """
    tree = ast.parse(text)
    finder = _Finder(path, tree, known, numeric)
    finder.visit(tree)
    chosen = None if lines is None else set(lines)
    counts: dict[tuple[str, ...], int] = {}
    result = []
    for found in sorted(finder.found, key=lambda mutant: (mutant.line, mutant.place)):
        key = found.name[:-1]
        nth = counts[key] = counts.get(key, -1) + 1
        if chosen is None or chosen.intersection(found.lines):
            result.append(Mutant(**{**found.__dict__, "nth": nth}))
    return result


def mutated(text: str, mutant: Mutant) -> ast.Module:
    """The module with the change made."""
    tree = ast.parse(text)
    node = next(node for place, node in enumerate(ast.walk(tree)) if place == mutant.place)
    changed = ast.copy_location(mutant.edit(node), node)
    result = _Replace(node, changed).visit(tree)
    assert isinstance(result, ast.Module)
    return ast.fix_missing_locations(result)


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else super().visit(node)


# --- what calls are for ---------------------------------------------------------------------------


def _own(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's body that aren't of functions within it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))


def _called_to_refuse(name: str, found: Sequence[Function], known: set[str]) -> bool:
    """Whether a call by this name, whose value isn't used, is for what it refuses.

    Each function of the name gives a value and does nothing else, or refuses, itself or by what is
    known to; one may ask another of the name (a method asks the function), or itself of a part.
    """
    made = [function for function in found if not _left_to_subclasses(function)]
    asked = known | {name}
    return all(
        _gives_value(function) or (_gives_nothing(function, asked) and _refuses(function, asked))
        for function in made
    ) and any(_gives_value(function) or _refuses(function, known) for function in made)


def _left_to_subclasses(function: Function) -> bool:
    last = function.body[-1]
    return isinstance(last, ast.Raise) and _abstract(last)


def _gives_value(function: Function) -> bool:
    """Whether the function returns something, by what it says and does, and does nothing else to
    what it is given."""
    says = function.returns
    if says is None or (isinstance(says, ast.Constant) and says.value is None):
        return False
    changes = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete)
    return not any(
        isinstance(node, ast.Yield | ast.YieldFrom) or (isinstance(node, changes) and any(
            isinstance(target, ast.Attribute) for target in _targets(node)))
        for node in _own(function)
    )  # fmt: skip


def _targets(node: ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign | ast.Delete) else [node.target]


def _gives_nothing(function: Function, known: set[str]) -> bool:
    """Whether the function returns nothing, or what those return nothing that are known."""
    for node in _own(function):
        match node:
            case ast.Return(ast.Call(func)) if _called(func) in known:
                continue
            case ast.Return(value) if value is not None and not _is_none(value):
                return False
            case ast.Yield() | ast.YieldFrom() | ast.Assign(targets=[ast.Attribute()]):
                return False
            case ast.AugAssign(target=ast.Attribute()):
                return False
    return True


def _refuses(function: Function, known: set[str]) -> bool:
    """Whether the function raises, itself or by one that is known to, whose value isn't used."""
    for node in _own(function):
        match node:
            case ast.Raise() if not _abstract(node):
                return True
            case ast.Expr(ast.Call(func)) | ast.Return(ast.Call(func)) if _called(func) in known:
                return True
    return False


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _only_raises(function: Function) -> bool:
    returns = any(isinstance(node, ast.Return) for node in _own(function))
    last = function.body[-1]
    return not returns and isinstance(last, ast.Raise) and not _abstract(last)


def _passed_through(function: Function, refusing: set[str]) -> tuple[int, str] | None:
    """The place and name of the argument that is returned wherever nothing is raised."""
    raises = any(isinstance(node, ast.Raise) for node in _own(function))
    returned = set()
    for node in _own(function):
        match node:
            case ast.Return(ast.BoolOp(ast.Or(), [ast.Name(name), ast.Call(func)])):
                raises = raises or _called(func) in refusing
                returned.add(name)
            case ast.Return(ast.Name(name)):
                returned.add(name)
            case ast.Return():
                return None
    for place, argument in enumerate(function.args.args):
        if raises and returned == {argument.arg} and argument.arg != "self":
            return place, argument.arg
    return None


def _abstract(node: ast.Raise) -> bool:
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(raised, ast.Name) and raised.id in ("NotImplementedError", "AssertionError")


def _called(function: ast.expr) -> str:
    match function:
        case ast.Name(name) | ast.Attribute(_, name):
            return name
    return ""


# --- the mutants of a module ----------------------------------------------------------------------


def _instead(new: ast.expr) -> Edit:
    """The new expression; the old one stays beside it, unused, so that the function keeps the
    variables of the functions around it."""

    def edit(old: ast.AST) -> ast.AST:
        assert isinstance(old, ast.expr)
        # An old node is part of the tree that is changed, and may be part of the new one.
        return ast.IfExp(ast.Constant(True), new, old)

    return edit


def _unreached(old: ast.AST) -> ast.AST:
    """A statement that stays where it is and isn't reached."""
    assert isinstance(old, ast.stmt)
    return ast.If(ast.Constant(False), [old], [])


class _Finder(ast.NodeVisitor):
    def __init__(self, path: str, tree: ast.Module, known: Checkers, numeric: bool) -> None:
        self.path, self.known, self.numeric = path, known, numeric
        self.places = {id(node): place for place, node in enumerate(ast.walk(tree))}
        self.found: list[Mutant] = []
        self.names: list[str] = []
        self.functions: list[Function | ast.Lambda] = []
        self.statement: ast.stmt | None = None

    def add(
        self, operator: str, node: Node, becomes: str, edit: Edit, weaker: bool = True
    ) -> None:
        """One more mutant, if the node is within a function."""
        if not self.functions:
            return
        was = ast.unparse(node)
        if becomes == was:
            return
        line, lines = node.lineno, _lines(node)
        if self.statement is not None and line < _lines(self.statement).start:
            lines = _lines(self.statement)
        self.found.append(
            Mutant(
                self.path, ".".join(self.names), operator, was.split("\n")[0], becomes, 0, line,
                lines, self.places[id(node)], weaker, edit,
            )
        )  # fmt: skip

    def instead(
        self, operator: str, node: ast.expr, new: ast.expr, weaker: bool = True
    ) -> None:
        """One more mutant, an expression in the place of another."""
        new = ast.fix_missing_locations(ast.copy_location(new, node))
        # The text is kept: the nodes of the new expression are those of this tree.
        text = ast.unparse(new)
        self.add(operator, node, text, _instead(ast.parse(text, mode="eval").body), weaker)

    # --- where we are ---------------------------------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            before, self.statement = self.statement, node
            super().visit(node)
            self.statement = before
        else:
            super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in ("__repr__", "__str__"):
            return
        self.names += [node.name]
        self.functions.append(node)
        for statement in node.body:
            self.visit(statement)
        self.functions.pop()
        self.names.pop()
        # Decorators may hold lambdas.
        for decorator in node.decorator_list:
            self.visit(decorator)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names += [node.name]
        for statement in node.body:
            self.visit(statement)
        self.names.pop()

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.names += ["<lambda>"]
        self.functions.append(node)
        self.visit(node.body)
        self.functions.pop()
        self.names.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A message."""

    # --- statements -----------------------------------------------------------------------------

    def visit_Raise(self, node: ast.Raise) -> None:
        """`raise`; what is in the message is none of our business."""
        if not _abstract(node):
            self.add("raise", node, "", _unreached)

    def visit_Assert(self, node: ast.Assert) -> None:
        """`assert`, unless it narrows a type."""
        parts = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
        if not all(_narrows(part) for part in parts):
            self.add("assert", node, "", _unreached)

    def visit_Expr(self, node: ast.Expr) -> None:
        """`check`: a call whose only effect is that it may raise."""
        match node.value:
            case ast.Call(func) if _called(func) in self.known.stated | self.known.refusing:
                self.add("check", node, "", _unreached)
                # Whether one that always raises is called is what its branch decides.
            case ast.Call(func) if _called(func) in self.known.through:
                self.add("check", node, "", _unreached)
                self.generic_visit(node.value)
                return
            case ast.Constant():
                return
        self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if _type_checking(node.test):
            return
        way = self.way_of(node.body)
        # Where the body is a `raise` alone, not to raise is the same as not to enter.
        alone = len(node.body) == 1 and isinstance(node.body[0], ast.Raise)
        self.test(node.test, way, alone)
        for statement in [*node.body, *node.orelse]:
            self.visit(statement)

    def visit_While(self, node: ast.While) -> None:
        # A loop without its test would hang; parts of the test may be left out.
        if isinstance(node.test, ast.BoolOp):
            self.condition(node.test, UNKNOWN)
        else:
            self.generic_visit(node.test)
        for statement in [*node.body, *node.orelse]:
            self.visit(statement)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.test(node.test, UNKNOWN)
        self.visit(node.body)
        self.visit(node.orelse)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            refuses = self.way_of(node.body) == REFUSING
            self.test(node.guard, REFUSING if refuses else ACCEPTING)
        for statement in node.body:
            self.visit(statement)

    def visit_Return(self, node: ast.Return) -> None:
        """`verdict`: what a predicate returns."""
        function = self.functions[-1] if self.functions else None
        returned = _returned(function)
        value = node.value
        if value is None:
            return
        if returned not in ("bool", "bool | None"):
            if returned == "int | None":
                for sign in _other_signs(value):
                    self.instead("verdict", value, sign)
            self.visit(value)
            return
        way = self.accepting()
        if isinstance(value, ast.Constant):
            weaker = [way == ACCEPTING]
            for verdict in weaker:
                if value.value is not verdict:
                    self.instead("verdict", value, ast.Constant(verdict))
            return
        self.instead("verdict", value, ast.Constant(way == ACCEPTING))
        self.condition(value, way)

    def visit_Assign(self, node: ast.Assign) -> None:
        if isinstance(node.value, ast.BoolOp | ast.Compare) or (
            isinstance(node.value, ast.UnaryOp) and isinstance(node.value.op, ast.Not)
        ):
            self.condition(node.value, UNKNOWN)
        else:
            self.visit(node.value)
        for target in node.targets:
            if (
                isinstance(target, ast.Attribute) and target.attr == "bits"
                and isinstance(node.value, ast.Name)
            ):  # fmt: skip
                self.instead("precision", node.value, ast.Constant(LOW_BITS))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """`term`: what is added to a sum."""
        if self.numeric and isinstance(node.op, ast.Add | ast.Sub) and not _counts(node.value):
            self.add("term", node, "", _unreached)
        self.visit(node.value)

    # --- tests ------------------------------------------------------------------------------------

    def way_of(self, body: list[ast.stmt]) -> int:
        """Whether to enter this body is to refuse or to accept."""
        last = body[-1]
        function = self.functions[-1] if self.functions else None
        returned = _returned(function)
        match last:
            case ast.Raise():
                return REFUSING
            case ast.Return(None):
                silent = isinstance(function, ast.FunctionDef) and (
                    function.name in self.known.silent
                )
                return ACCEPTING if silent else REFUSING
            case ast.Return(ast.Constant(None)):
                return REFUSING
            case ast.Return(ast.Constant(bool() as value)) if returned in ("bool", "bool | None"):
                return self.accepting() if value else -self.accepting()
        return UNKNOWN

    def accepting(self) -> int:
        """Whether True is the verdict of this predicate that lets more through."""
        name = self.names[-1].lstrip("_") if self.names else ""
        return REFUSING if name.startswith(_DOUBTS) else ACCEPTING

    def test(self, node: ast.expr, way: int, alone: bool = False) -> None:
        """`branch`: the test has one outcome; its parts are conditions."""
        if way != ACCEPTING and not alone:
            self.instead("branch", node, ast.Constant(False), way != UNKNOWN)
        if way != REFUSING:
            self.instead("branch", node, ast.Constant(True), way != UNKNOWN)
        self.condition(node, way)

    def condition(self, node: ast.expr, way: int) -> None:
        """`part` and `order`, in a formula of which it is known what its truth lets through."""
        match node:
            case ast.BoolOp(op, values):
                both = isinstance(op, ast.And)
                for value in values:
                    if way in (UNKNOWN, ACCEPTING if both else REFUSING):
                        self.instead("part", value, ast.Constant(both), way != UNKNOWN)
                    self.condition(value, way)
            case ast.UnaryOp(ast.Not(), operand):
                if isinstance(operand, ast.Compare) and way != ACCEPTING:
                    self.decided(node, operand)
                self.condition(operand, -way)
            case ast.Compare():
                self.comparison(node, way)
                self.generic_visit(node)
            case ast.Call(ast.Name("all" | "any" as kind), [ast.GeneratorExp() as inner]):
                self.comprehension(inner.generators, -way if kind == "all" else way)
                self.condition(inner.elt, way)
            case _:
                self.visit(node)

    def comparison(self, node: ast.Compare, way: int) -> None:
        """`order` of a comparison or a chain of them."""
        for place, op in enumerate(node.ops):
            kind = type(op)
            others: list[type[ast.cmpop]] = []
            # Which way two computed numbers go that are equal matters to conditions alone; at a
            # constant there may be an edge.
            edge = way != UNKNOWN or any(
                isinstance(side, ast.Constant) for side in (node.left, *node.comparators)
            )
            if kind in _WEAKER and way != REFUSING and edge:
                others.append(_WEAKER[kind])
            if kind in _STRICTER and way != ACCEPTING and edge:
                others.append(_STRICTER[kind])
            if kind in _TURNED and way != UNKNOWN:
                others.append(_TURNED[kind])
            for other in others:
                ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                turned = ast.Compare(node.left, ops, node.comparators)
                self.instead("order", node, turned, way != UNKNOWN)
        match node:
            case ast.Compare(left, [ast.Is() | ast.IsNot() as op], [ast.Constant(bool() as value)]):
                is_ = isinstance(op, ast.Is)
                if way == UNKNOWN or way == (ACCEPTING if is_ else REFUSING):
                    opposite = ast.IsNot() if is_ else ast.Is()
                    other_side = ast.Compare(left, [opposite], [ast.Constant(not value)])
                    self.instead("order", node, other_side, way != UNKNOWN)

    def decided(self, node: ast.UnaryOp, operand: ast.Compare) -> None:
        """`order`: `not a > b` as `a <= b`, which differs where balls don't tell."""
        if len(operand.ops) == 1 and type(operand.ops[0]) in _NEGATED:
            negated = _NEGATED[type(operand.ops[0])]()
            other = ast.Compare(operand.left, [negated], operand.comparators)
            self.instead("order", node, other)

    def comprehension(self, generators: list[ast.comprehension], way: int) -> None:
        """`branch` of filters."""
        for generator in generators:
            self.visit(generator.iter)
            for test in generator.ifs:
                if way != REFUSING:
                    self.instead("branch", test, ast.Constant(True), way != UNKNOWN)
                else:
                    self.instead("branch", test, ast.Constant(False))
                self.condition(test, way)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self.comprehension(node.generators, ACCEPTING)
        self.visit(node.elt)

    visit_SetComp = visit_GeneratorExp = visit_ListComp  # type: ignore[assignment]

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self.comprehension(node.generators, ACCEPTING)
        self.visit(node.key)
        self.visit(node.value)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.condition(node, UNKNOWN)

    def visit_Compare(self, node: ast.Compare) -> None:
        self.condition(node, UNKNOWN)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.condition(node, UNKNOWN)
        else:
            self.generic_visit(node)

    # --- calls and numbers ------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> None:
        name = _called(node.func)
        if name in self.known.refusing:
            # Its arguments are a message.
            self.instead("check", node, ast.Constant(True))
            return
        if name in self.known.through:
            place, keyword = self.known.through[name]
            passed = node.args[place] if place < len(node.args) else next(
                (word.value for word in node.keywords if word.arg == keyword), None
            )
            if passed is not None:
                self.instead("check", node, passed)
                if isinstance(passed, ast.Compare | ast.BoolOp):
                    self.condition(passed, ACCEPTING)
        if name in self.known.silent and node.args:
            self.condition(node.args[0], ACCEPTING)
        if name in ("all", "any") and [type(arg) for arg in node.args] == [ast.GeneratorExp]:
            self.condition(node, UNKNOWN)
            return
        if name == "precision" and node.args:
            self.instead("precision", node.args[0], ast.Constant(LOW_BITS))
        if self.numeric:
            self.numbers(node, name)
        self.generic_visit(node)

    def numbers(self, node: ast.Call, name: str) -> None:
        """`term`, `end` and `size` of a call."""
        if name == "abs" and len(node.args) == 1:
            self.instead("size", node, node.args[0])
        if name in _ONE_OF_TWO:
            sides = [*node.args]
            if isinstance(node.func, ast.Attribute) and len(sides) == 1:
                sides = [node.func.value, *sides]
            if len(sides) == 2 and not any(isinstance(side, ast.Starred) for side in sides):
                for side in sides:
                    self.instead("term", node, side)
        if name in _ENDS:
            self.instead("end", node, ast.Call(_renamed(node.func), node.args, node.keywords))
        for place, argument in enumerate(node.args):
            if isinstance(argument, ast.Constant) and isinstance(argument.value, bool):
                turned = [*node.args]
                turned[place] = ast.Constant(not argument.value)
                self.instead("end", node, ast.Call(node.func, turned, node.keywords))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """`end` of an interval."""
        if self.numeric and node.attr in ("lo", "hi") and isinstance(node.ctx, ast.Load):
            self.instead("end", node, _renamed(node))
        self.visit(node.value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """`term` of a sum or difference."""
        if self.numeric and isinstance(node.op, ast.Add | ast.Sub):
            sides = node.left, node.right
            if not any(isinstance(side, _TEXTS) or _is_text(side) for side in sides):
                if not _counts(node.right):
                    self.instead("term", node, node.left)
                if isinstance(node.op, ast.Add) and not _counts(node.left):
                    self.instead("term", node, node.right)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        # What stands in brackets is a place.
        self.visit(node.value)


def _renamed(function: ast.expr) -> ast.expr:
    match function:
        case ast.Name(name):
            return ast.Name(_ENDS[name], ast.Load())
        case ast.Attribute(value, name):
            return ast.Attribute(value, _ENDS[name], ast.Load())
    raise ValueError(ast.unparse(function))


def _counts(node: ast.expr) -> bool:
    """Whether a term is a small whole number or a length, as in places and counts."""
    match node:
        case ast.Constant(int()):
            return True
        case ast.Call(ast.Name("len")):
            return True
    return False


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _narrows(node: ast.expr) -> bool:
    """Whether an assertion tells a type checker what it can't see."""
    match node:
        case ast.Call(ast.Name("isinstance" | "callable")):
            return True
        case ast.Compare(_, [ast.Is() | ast.IsNot()], [ast.Constant(None)]):
            return True
    return False


def _type_checking(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "TYPE_CHECKING"


def _returned(function: Function | ast.Lambda | None) -> str:
    """What a function says that it returns."""
    if isinstance(function, Function) and function.returns is not None:
        return ast.unparse(function.returns)
    return ""


def _other_signs(value: ast.expr) -> list[ast.expr]:
    match value:
        case ast.Constant(None):
            return [ast.Constant(1), ast.UnaryOp(ast.USub(), ast.Constant(1))]
        case ast.Constant(0) | ast.UnaryOp(ast.USub(), ast.Constant(1)):
            return [ast.Constant(1)]
        case ast.Constant(1):
            return [ast.UnaryOp(ast.USub(), ast.Constant(1))]
    return []


def _lines(node: Node) -> range:
    """The lines of a node; of a statement with a body, those of its head."""
    last = node.end_lineno or node.lineno
    body = getattr(node, "body", None)
    if isinstance(node, ast.stmt) and isinstance(body, list) and body:
        last = max(node.lineno, min(last, body[0].lineno - 1))
    return range(node.lineno, last + 1)
