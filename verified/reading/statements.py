"""A line of text as a statement: what `verified show` prints, and how people write it.

    for all P, Q, eps: if P ~(eps,0) Q then D(P||Q) <= eps^2/2

Sorts that a line doesn't say are inferred from where names stand, sizes that it doesn't name are
named. What can't be read is told with its column and, where a word is near, with that word.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flint import fmpq

from verified.errors import InputError
from verified.reading.expressions import LEVELS
from verified.reading.meaning import NOTHING, Meaning, TooManyReadingsError
from verified.reading.messages import Line, Unread, caret, opened_line, parts, stuck, unread
from verified.reading.nodes import (
    Bound,
    Choice,
    Declared,
    Domain,
    Infix,
    Literal,
    Made,
    Name,
    Node,
    Notion,
    Said,
)
from verified.reading.parser import DoubtfulError, Parser, Stuck
from verified.reading.templates import applied_words, letters_of_forms
from verified.reading.unification import Found, is_open
from verified.reading.vocabulary import may_be_called
from verified.syntax.binders import TAKEN
from verified.syntax.formulas import And, Formula, Relation, substitute_sort
from verified.syntax.sorts import (
    ChannelSort,
    DatabaseSort,
    JointSort,
    MechanismSort,
    PmfSort,
    RealSort,
    SizeSort,
    Sort,
    SymbolSort,
    sort_name,
)
from verified.syntax.statements import Statement, build_statement
from verified.syntax.terms import Number, Op, Var, free_variables
from verified.syntax.trees import distinct

_MOST_WAYS = 300
# Names of random variables.
_VARIABLE = re.compile(r"[STUXYZ](?:_?\d+)?'*")
_SYMBOL = re.compile(r"[a-dijkxyz]'*|[ABST]'*")
# What nouns before names are of; other nouns are of several sorts.
_CALLED = {
    "pmf": ("pmf",),
    **dict.fromkeys(
        ("law", "distribution"), ("pmf", "law", "integerlaw", "mixture", "prior", "member", "joint")
    ),
    **dict.fromkeys(("channel", "kernel"), ("channel", "mechanism")),
    "mechanism": ("mechanism", "channel"), "prior": ("prior", "pmf"), "event": ("event",),
    "symbol": ("symbol",), "coupling": ("joint",), "number": ("real", "size"),
    "database": ("database",),
}
# Numbers that have a law's letter.
_NUMBER_OF = re.compile(r"[PQ]_?(?:e|err|error|min|max|c|s|succ)")
# Small letters without a sign between them, and Greek letters that are written so.
_LETTERS = re.compile(r"[a-z]{2,3}")
_LETTERED = ("pi", "xi", "nu", "chi", "phi", "psi", "eta", "tau", "rho", "mu", "eps")
_ARITHMETIC = ("add", "sub", "mul", "div", "neg", "pow", "exp", "log", "sqrt")
# What binders are called, before the signs below and above them.
_BINDERS = ("sum", "prod", "max", "min", "sup", "inf", "integral")
# Functions and operators, which nobody means as variables.
_WORDS = frozenset((
    "log", "log2", "log10", "ln", "exp", "sqrt", "lim", "arg", "argmax", "argmin", "sin", "cos",
    "erf", "erfc", "floor", "ceil", "sgn", "sign", "supp", "rank", "det", "Var", "Cov", "Pr",
    "Prob", "dom", "Phi", "Exp", "Gamma", "Beta", "Unif", "Uniform", "Geom",
))
# The likelihood ratio of two laws at a symbol, as it is printed.
_DENSITY = re.compile(r"\((d[\w']+)/(d[\w']+)\)\(")
_SIZES = ("n", "m", "k", "l", "r", "s", "t", "u", "v", "w")


def read_statement(source: str, what: str = "the claim") -> Statement:
    """The statement that a text says.

    Raises:
        InputError: it says none; the message has the column and the rule.
    """
    line = opened_line(source, what)
    parser = Parser(line.plain.text, may_be_called)
    try:
        said = parser.statement()
    except DoubtfulError as doubt:
        raise line.unread(doubt.place, doubt.rule) from None
    except Stuck:
        raise stuck(line, parser) from None
    except RecursionError:
        raise InputError(f"{what} is nested too deeply to be read") from None
    return _Statements(line, said).read()


class _Statements:
    """Gives a statement's names their sorts, and reads it."""

    def __init__(self, line: Line, said: Said) -> None:
        self.line, self.said = line, said
        self.every = list(parts(vars(said)))
        domains = [part for part in self.every if isinstance(part, Domain)]
        # The names that stand as sizes in what variables range over, bound ones included.
        self.evident = {
            part.name for domain in domains for part in parts(domain.slots)
            if isinstance(part, Name)
        }
        for one in said.variables or ():
            if one.domain.pattern is None and one.name in line.joints:
                one.domain = Domain("joint", [], line.joints[one.name])
        self.declared = {one.name: one for one in said.variables or ()}
        self.bound = {part.var.name for part in self.every if isinstance(part, Bound)}
        # "for all t >= 0: if W is …" and "for all x: P(x) <= …" leave out what is no number or
        # symbol.
        self.is_partial = bool(said.variables) and all(
            (one.domain.pattern == "real" and one.name[0].islower())
            or (one.domain.pattern is None and not one.noun and _SYMBOL.fullmatch(one.name))
            for one in said.variables or ()
        )
        # The sorts of binders that don't say theirs, as `Meaning` keeps them.
        self.binders: dict[Any, Any] = {}

    def read(self) -> Statement:
        names = [one.name for one in self.said.variables or ()]
        twice = [one for one in self.said.variables or () if names.count(one.name) > 1]
        if twice:
            raise self.line.unread(twice[-1].start, f"{twice[-1].name} is declared twice")
        for part in sorted(self.every, key=lambda one: getattr(one, "start", 0)):
            if isinstance(part, Name) and _NUMBER_OF.fullmatch(part.name) and (
                    part.name not in self.declared):
                raise self.line.unread(
                    part.start, f"nothing says what {part.name} is: a least probability is "
                    f"min_x P(x), an error is bayes_risk(…); a number is 'for all {part.name} in "
                    "[0,1]'"
                )
            if isinstance(part, Name) and _LETTERS.fullmatch(part.name):
                self._check_product(part)
            if isinstance(part, Made) and part.record.name == "pmf_literal":
                self._check_sum(part)
        # What is bound by what a text stands for is called as nothing in it.
        used = {part.name for part in self.every if isinstance(part, Name | Declared)}
        token = TAKEN.set(TAKEN.get() | used)
        try:
            return self._read_with_wholes()
        finally:
            TAKEN.reset(token)

    def _read_with_wholes(self) -> Statement:
        """The statement; where it can't be read, with one number that is ">= 1" or "> 0" as a whole
        one, as the k of D(P^k || Q^k) is."""
        kept = [(one, one.domain) for one in self.said.variables or ()]
        try:
            return self._read_either_way()
        except InputError as error:
            first = error
        bounded = [
            name for name, one in self.declared.items()
            if one.domain.pattern == "real" and one.domain.whole is None and name not in LEVELS
        ]
        for name in bounded:
            for one, domain in kept:
                one.domain = domain
            self.evident.add(name)
            try:
                return self._read_either_way()
            except InputError:
                self.evident.discard(name)
        raise first from None

    def _read_either_way(self) -> Statement:
        """In "for all P, eps >= 0" and "for all P, W from n to m symbols" what is said may be
        said of the last name alone: of numbers first, then of laws and channels, too."""
        first: InputError | None = None
        for kinds in ((), ("real",), None):
            if kinds != () and not self._unshare(kinds):
                continue
            try:
                return self._read()
            except InputError as error:
                # Of several ways, the one that was read further is likelier meant; what may be
                # read in two ways was read to the end.
                further = (
                    isinstance(error, Unread) and isinstance(first, Unread)
                    and (error.column > first.column or error.rule.startswith("this may be "))
                )
                if first is None or further:
                    first = error
        assert first is not None
        raise first from None

    def _unshare(self, kinds: Sequence[str] | None) -> bool:
        """Let each domain of these kinds, or of any, be that of the last name before it; whether
        one wasn't."""
        changed = False
        for one, after in itertools.pairwise(self.said.variables or []):
            if one.domain is after.domain and one.domain.pattern is not None and (
                kinds is None or one.domain.pattern in kinds
            ):
                of = self.line.joints.get(one.name)
                one.domain = Domain() if of is None else Domain("joint", [], of)
                changed = True
        return changed

    def _read(self) -> Statement:
        variables = self._known()
        problems: list[tuple[int, int, str]] = []
        if variables is None or self._open_binders():
            variables = self._inferred(problems)
        meaning = Meaning(evident=self.evident)
        meaning.known.update(self.binders)
        scope = {var.name: var for var in variables}
        found = list(self._formulas(meaning, scope, NOTHING))
        if not found and self.is_partial:
            variables = self._inferred(problems)
            scope = {var.name: var for var in variables}
            found = list(self._formulas(meaning, scope, NOTHING))
        if not found:
            raise self._unread(meaning.problems or problems)
        # Trees that were forgotten meanwhile are equal, and not one object.
        found = [one for i, one in enumerate(found)
                 if not any(one[0] == other[0] for other in found[:i])]
        if len(found) > 1:
            raise self._ambiguous([formulas for formulas, _ in found])
        self._check_nouns(variables)
        *given, then = found[0][0]
        self._check_links(variables)
        self._check_symbols(variables, [*given, then])
        try:
            return build_statement(
                self.line.what, variables, given, then, self.said.quantifier
            )
        except InputError as error:
            raise InputError(f"{error}\n{caret(self.line.source, 1)}") from None

    def _check_nouns(self, variables: Sequence[Var]) -> None:
        """That each variable is what the text calls it."""
        sorts = {var.name: sort_name(var.of) for var in variables}
        for one in self.said.variables or ():
            kinds = _CALLED.get(one.noun.removesuffix("s"))
            if kinds is not None and sorts[one.name] not in kinds:
                raise self.line.unread(
                    one.start,
                    f"{one.name} is called a {one.noun.removesuffix('s')}, and what is said of it "
                    f"is of a {sorts[one.name]}",
                )

    def _check_product(self, name: Name) -> None:
        """That xy is no product, where x or y stand alone and nothing declares xy."""
        own = name.name
        if own in self.declared or own in self.bound or own in _LETTERED or may_be_called(own) or (
                self.line.plain.text[name.end : name.end + 1] in ("(", "[", "_")):
            return
        if any(name.start in (one.start(1), one.start(2))
               for one in _DENSITY.finditer(self.line.plain.text)):
            return
        if any(isinstance(part, Name) and len(part.name) == 1 and part.name in own
               for part in self.every):
            raise self.line.unread(
                name.start, f"{own} may be {' times '.join(own)} or a name of its own: write "
                f"{'*'.join(own)}, or 'for all {own} real'"
            )

    def _check_sum(self, law: Made) -> None:
        """That a list of written numbers in brackets sums to 1, as a law does."""
        values = [one.value for one in law.repeated if isinstance(one, Literal)]
        known = [value for value in values if value is not None]
        if not len(known) == len(law.repeated) > 1 or self.line.plain.text[law.start] != "[":
            return
        whole = sum(known, fmpq(0))
        if min(known) < 0:
            raise self.line.unread(law.start, f"this is no law: {min(known)} is no probability")
        if whole != 1:
            raise self.line.unread(law.start, f"this is no law: its entries sum to {whole}, not 1")

    def _check_links(self, variables: Sequence[Var]) -> None:
        """That a text with X and Y of a joint law has no other law or channel that would be theirs:
        "if W is eps-LDP then I(X;Y) <= eps" doesn't say that Y is what W makes of X."""
        joint = next((var for var in variables if isinstance(var.of, JointSort)
                      and var.name not in self.declared and var.name not in self.line.joints), None)
        other = next((var.name for var in variables
                      if isinstance(var.of, PmfSort | ChannelSort | MechanismSort)), None)
        if joint is None or other is None:
            return
        names = ", ".join(joint.of.names) if isinstance(joint.of, JointSort) else ""
        place = next((part.start for part in self.every
                      if isinstance(part, Made) and 0 not in part.slots and part.detail), 0)
        raise self.line.unread(
            place, f"nothing says what {other} has to do with {names}: write I(P; W) and H(P) of a "
            "law and a channel, or all of it of one joint law, P_{XY}, P_X, P_{Y|X}",
        )

    def _check_symbols(self, variables: Sequence[Var], formulas: Sequence[Formula]) -> None:
        """That no name is both a symbol of a law and a number, as the x of Q(x) <= e^(-x) is."""
        symbols = {var.name for var in variables if isinstance(var.of, SymbolSort)
                   and var.name not in self.declared}
        for formula in formulas if symbols else ():
            for node in distinct(formula):
                if isinstance(node, Op) and node.head in _ARITHMETIC:
                    for arg in node.args:
                        if isinstance(arg, Var) and arg.name in symbols:
                            place = self._place(arg.name)
                            raise self.line.unread(
                                place, f"{arg.name} is a symbol, as it is an index, and stands as "
                                f"a number, too: say 'for all {arg.name} < n', if it is one",
                            )
        self._check_neighbours(variables, formulas)

    def _place(self, name: str) -> int:
        """Where a name first stands."""
        return min((part.start for part in self.every
                    if isinstance(part, Name) and part.name == name), default=0)

    def _check_neighbours(self, variables: Sequence[Var], formulas: Sequence[Formula]) -> None:
        """That two databases d and d' that nothing speaks of aren't any two, where M is private."""
        databases = {
            var.name for var in variables if isinstance(var.of, SymbolSort)
            and var.name not in self.declared and isinstance(var.of.size, Op)
            and var.of.size.head == "instances"
        }
        twins = [name for name in databases if name.endswith("'") and name[:-1] in databases]
        heads = {node.head for formula in formulas for node in distinct(formula)
                 if isinstance(node, Op)}
        if twins and "hamming" not in heads:
            two = twins[0]
            one = two[:-1]
            raise self.line.unread(
                self._place(two), f"{one} and {two} are any two databases here: say 'if {one} ~ "
                f"{two}' for neighbours, or 'for every {one}, {two}' for any",
            )

    def _formulas(
        self, meaning: Meaning, scope: Mapping[str, Var], found: Found
    ) -> Iterator[tuple[list[Formula], Found]]:
        yield from meaning._all([*self.said.given, self.said.then], scope, found)

    def _known(self) -> list[Var] | None:
        """The variables, where the text says of each what it ranges over."""
        if self.said.variables is None and self._is_open():
            return None
        made = self._scoped(Meaning(evident=self.evident), NOTHING)
        return None if made is None else made[0]

    def _is_open(self) -> bool:
        """Whether a text without "for all" has variables."""
        meaning = Meaning(evident=self.evident)
        return not any(True for _ in self._formulas(meaning, {}, NOTHING))

    def _open_binders(self) -> bool:
        return any(
            part.var.domain.is_open() for part in self.every if isinstance(part, Bound)
        )

    def _scoped(self, meaning: Meaning, found: Found) -> tuple[list[Var], Found] | None:
        """The declared variables with their sorts; None where one has none."""
        scope: dict[str, Var] = {}
        waiting = list(self.said.variables or ())
        while waiting:
            later: list[Declared] = []
            for one in waiting:
                unsaid = one.domain.is_open()
                if unsaid and not meaning.is_inferring:
                    return None
                ways = [] if one.domain.pattern is None else list(meaning.sorts(one, scope, found))
                if ways:
                    sort, found = ways[0]
                    scope[one.name] = Var(one.name, sort)
                else:
                    later.append(one)
            if len(later) == len(waiting):
                break
            waiting = later
        if waiting and not meaning.is_inferring:
            return None
        for one in waiting:
            if one.domain.pattern is not None:
                problems = [part for part in meaning.problems if part[0] >= one.start]
                known = set(self.declared) | self.bound
                raise unread(self.line, one.domain.slots, problems, known)
        order = [one.name for one in self.said.variables or ()]
        return [scope[name] for name in order if name in scope], found

    # --- inferring ----------------------------------------------------------------------------

    def _inferred(self, problems: list[tuple[int, int, str]]) -> list[Var]:
        """The variables, with sorts from where they stand."""
        implicit = self.said.variables is None or self.is_partial
        open_names = {
            one.name for one in self.said.variables or () if one.domain.pattern is None
        }
        body_problems: list[tuple[int, int, str]] = []
        names = self._joint_names()
        # X, Y and Z are variables; P and W are a law and a channel.
        first = all(map(_VARIABLE.fullmatch, names)) and not any(
            one.domain.pattern == "joint" for one in self.said.variables or ()
        )
        for joint in (names, None) if names and first else (None, names):
            if joint is not None and not joint:
                continue

            def inferring(name: str, joint: Any = joint) -> bool:
                if joint is not None and name in joint:
                    return False
                if name in self.bound and name not in open_names:
                    return False
                if name in open_names:
                    return True
                if name == "e" and not self._is_level(name):
                    # Euler's number, as in 2 pi e.
                    return False
                if implicit:
                    # exp(x) is no law exp at a symbol x.
                    return name not in applied_words() and not self._is_notation(name)
                return name in self.evident and name not in self.declared

            meaning = Meaning(inferring=inferring, evident=self.evident)
            made = self._scoped(meaning, NOTHING)
            assert made is not None
            variables, found = made
            alphabets: dict[str, Any] = {}
            for letter, of in self._own_joints().items() if implicit else ():
                sizes = tuple(alphabets.setdefault(name, _open_size()) for name in of)
                variables = [*variables, Var(letter, JointSort(of, sizes))]
            if joint:
                name = next(one for one in ("J", "K", "L", "J'") if one not in self.declared)
                sizes = tuple(_open_size() for _ in joint)
                variables = [*variables, Var(name, JointSort(tuple(joint), sizes))]
            scope = {var.name: var for var in variables}
            ways: list[tuple[dict[str, Sort], Found, Any]] = []
            untold: Declared | None = None
            try:
                for formulas, told in self._formulas(meaning, scope, found):
                    unused = open_names - told.sorts.keys() - set(joint or ())
                    if not unused:
                        ways.append((dict(told.sorts), told, formulas))
                    else:
                        untold = untold or self.declared[min(unused)]
                    if len(ways) >= _MOST_WAYS:
                        break
            except RecursionError:
                raise InputError(f"{self.line.what} is nested too deeply to be read") from None
            except TooManyReadingsError:
                if not ways:
                    raise self._unsaid() from None
            if ways:
                return self._chosen(ways, variables, joint)
            if untold is not None:
                name = untold.name
                said = f"{name} on n symbols" if name[0].isupper() else f"{name} >= 0"
                raise self.line.unread(
                    untold.start,
                    f"nothing tells what {name} is: say it, as in 'for all {said}', or leave "
                    "it out",
                )
            body_problems += meaning.problems
        problems += body_problems
        raise self._unread(problems)

    def _own_joints(self) -> dict[str, tuple[str, ...]]:
        """The joint laws that the text writes with their variables, and doesn't declare."""
        return {
            letter: of for letter, of in self.line.joints.items()
            if letter not in self.declared and letter not in self.bound
        }

    def _is_level(self, name: str) -> bool:
        """Whether a name stands as a level of privacy, or the like."""
        return any(
            isinstance(part, Name) and part.name == name
            for one in self.every if isinstance(one, Notion)
            for part in parts(list(one.slots.values()))
        )

    def _is_notation(self, name: str) -> bool:
        """Whether a name stands for something that is no variable: C in C(x), W_x for an x that is
        bound, the marginal J_X, eta_f, an integral's lower end."""
        text = self.line.plain.text
        stem, _, index = name.rpartition("_")
        return (
            name in _BINDERS or name.rstrip("0123456789") in _WORDS
            or name.startswith(("eta_", "E_", "Pr_", "Var_", "Cov_"))
            or name.startswith(tuple(f"{word}_" for word in _BINDERS))
            or (name in ("E", "Pr", "eta") and any(
                part.name == name and re.match(r"[\[({]|_[\[{]", text[part.end :])
                for part in self.every if isinstance(part, Name)
            ))
            or (stem != "" and (index in self.bound or index in self._joint_names()))
            or any(index in of and stem == letter for letter, of in self.line.joints.items())
            or name in self.line.joints
            or (name in letters_of_forms() and any(
                part.name == name and text.startswith("(", part.end)
                for part in self.every if isinstance(part, Name)
            ))
        )

    def _nobody_says(self) -> Name | None:
        """A name that means nothing, wherever it stands, so that the text can't be read in any
        way; None where there is no such name, or where every name may be a variable."""
        if self.said.variables is None:
            return None
        known = set(self.declared) | self.bound | self.evident | set(self._joint_names())

        def dead(node: Any) -> Name | None:
            if isinstance(node, Name):
                return None if node.name in known or node.name == "e" else node
            if isinstance(node, Choice):
                found = [dead(option) for option in node.options]
                return None if None in found else found[0]
            below = vars(node).values() if isinstance(node, Node) else node
            if isinstance(node, Infix) and node.head == "pow":
                # e^x is no name's power.
                below = node.args[1:]
            elif isinstance(node, dict):
                below = node.values()
            elif not isinstance(node, Node | list | tuple):
                return None
            return next((name for name in map(seen, below) if name is not None), None)

        told: dict[int, Name | None] = {}

        def seen(node: Any) -> Name | None:
            if id(node) not in told:
                told[id(node)] = dead(node)
            return told[id(node)]

        return seen([self.said.given, self.said.then])

    def _unsaid(self) -> InputError:
        """There are too many ways to read it."""
        names = {one.name: one.start for one in self.every if isinstance(one, Name)}
        left = {
            name: start for name, start in names.items()
            if name not in self.bound
            and (name not in self.declared or self.declared[name].domain.pattern is None)
        }
        name = min(left, key=left.__getitem__, default="")
        return self.line.unread(
            left.get(name, 0),
            "it may be read in too many ways: say in 'for all' what its names are, as in "
            f"'for all {name or 'x'} real'",
        )

    def _joint_names(self) -> list[str]:
        """The names that stand as variables of a joint law that isn't named."""
        names: dict[str, None] = {}
        for part in sorted(
            (one for one in parts([self.said.given, self.said.then])
             if isinstance(one, Made | Notion) and 0 not in one.slots and one.detail),
            key=lambda one: one.start,
        ):
            detail = part.detail if isinstance(part, Made) else tuple(part.detail.values())
            for group in detail:
                names.update(dict.fromkeys(name for name in group.split(",") if name))
        # What a joint law has that the text writes with its variables needs no other.
        domains = [one.var.domain for one in self.every if isinstance(one, Bound)]
        domains += [one.domain for one in self.said.variables or ()]
        own = [domain.plain for domain in domains if domain.pattern == "joint"]
        if any(names.keys() <= set(of) for of in (*own, *self.line.joints.values())):
            return []
        if any(name[0] in "MPQW" for name in names):
            # H(P, Q) is no entropy of variables.
            return []
        # A channel that the text declares is no variable of a joint law.
        said = {one.name for one in self.said.variables or () if one.domain.pattern is not None}
        return [] if said & names.keys() else list(names)

    def _chosen(
        self, ways: list[tuple[dict[str, Sort], Found, Any]], variables: list[Var],
        joint: Any,
    ) -> list[Var]:
        """The variables of the likeliest of several ways to read the text."""
        def rank(way: tuple[dict[str, Sort], Found, Any]) -> tuple[int, int]:
            kinds = [_likely(name, sort) for name, sort in way[0].items()]
            return len(kinds), sum(kinds)

        ways = sorted(ways, key=rank)
        best = [way for way in ways if rank(way) == rank(ways[0])]
        told = {
            tuple(sorted((name, type(sort).__name__) for name, sort in way[0].items()))
            for way in best
        }
        if len(told) > 1:
            one, two = best[0][0], next(
                way[0] for way in best
                if {n: type(s) for n, s in way[0].items()}
                != {n: type(s) for n, s in best[0][0].items()}
            )
            name = next(n for n in (*one, *two) if type(one.get(n)) is not type(two.get(n)))
            place = next(
                (part.start for part in parts([self.said.given, self.said.then])
                 if isinstance(part, Name) and part.name == name),
                0,
            )
            may_be = " or ".join(f"a {sort_name(way[name])}" for way in (one, two) if name in way)
            raise self.line.unread(place, f"{name} may be {may_be}: say which in 'for all'")
        sorts, found, formulas = best[0]
        self._check_counts(sorts)
        return self._closed(sorts, found, formulas, variables)

    def _check_counts(self, sorts: Mapping[str, Sort]) -> None:
        """That no name which often counts symbols was taken for a number, as in H(P) <= log(n)."""
        of_symbols = any(isinstance(sort, PmfSort | ChannelSort) for sort in sorts.values())
        if not of_symbols and not self._joint_names() and not self.line.joints:
            return
        for part in sorted((one for one in self.every if isinstance(one, Name)),
                           key=lambda one: one.start):
            if part.name in ("n", "m", "N") and type(sorts.get(part.name)) is RealSort:
                raise self.line.unread(
                    part.start,
                    f"{part.name} may be any number, or how many symbols there are: say which, as "
                    f"in 'for all P on {part.name} symbols: …' or 'for all {part.name} real, P: …'",
                )

    def _closed(
        self, sorts: dict[str, Sort], found: Found, formulas: Any, variables: list[Var]
    ) -> list[Var]:
        """The variables with names for the sizes that are still open."""
        taken = {part.name for part in parts(vars(self.said)) if isinstance(part, Name)}
        taken |= set(self.declared) | set(sorts) | self.bound
        values: dict[str, Any] = {}

        def closed(sort: Sort) -> Sort:
            sort = found.sort(sort)
            for size in sort.sizes():
                for open_var in [v for v in free_variables(size).values() if is_open(v)]:
                    if open_var.name in values:
                        continue
                    own = closed(open_var.of)
                    names = ("D", "E", "F") if isinstance(own, DatabaseSort) else (
                        _SIZES if isinstance(own, SizeSort) else ("F", "G", "Theta"))
                    name = next(
                        (n for n in names if n not in taken),
                        next(f"{names[0]}{i}" for i in range(1, 999) if f"{names[0]}{i}"
                             not in taken),
                    )
                    taken.add(name)
                    if isinstance(own, SizeSort):
                        own = SizeSort(max(1, own.low))
                    values[open_var.name] = Var(name, own)
            return substitute_sort(sort, values)

        own = {var.name: var for var in variables}
        named: dict[str, Var] = {}
        wanted = [*(one.name for one in self.said.variables or ())]
        wanted += [name for name in (*own, *sorts) if name not in wanted]
        for name in wanted:
            if name in own:
                named[name] = Var(name, closed(own[name].of))
            elif name in sorts:
                named[name] = Var(name, _narrowed(name, closed(sorts[name]), formulas[:-1]))
        # Names in sorts get their sorts, too.
        self.binders = self._bound_sorts(formulas, found, closed, values)
        settled = dict(named)
        return [
            Var(name, substitute_sort(var.of, _others(settled, name)))
            for name, var in settled.items()
        ]

    def _bound_sorts(
        self, formulas: Any, found: Found, closed: Any, values: Mapping[str, Any]
    ) -> dict[Any, Any]:
        """The sorts of binders that don't say theirs, by their nodes: read from the formulas."""
        from verified.syntax.trees import Bind, Quantified

        by_name: dict[str, Sort] = {}
        for formula in formulas:
            for node in distinct(found.term(formula)):
                if isinstance(node, Bind | Quantified):
                    self._check_told(node.var, found, values)
                    by_name[node.var.name] = closed(node.var.of)
        told: dict[Any, Any] = {}
        for part in parts(vars(self.said)):
            if isinstance(part, Bound) and part.var.domain.is_open():
                sort = by_name.get(part.var.name)
                if sort is not None:
                    told[id(part.var), 0, None] = sort
        return told

    def _check_told(self, var: Var, found: Found, values: Mapping[str, Any]) -> None:
        """Refuse a bound variable whose alphabet nothing tells, as its use doesn't."""
        for size in found.sort(var.of).sizes():
            if any(is_open(part) and name not in values
                   for name, part in free_variables(size).items()):
                place = next((part.var.start for part in self.every
                              if isinstance(part, Bound) and part.var.name == var.name), 0)
                raise self.line.unread(
                    place, f"nothing tells what {var.name} ranges over: say it, as in "
                    f"'{var.name} {'within' if var.name[0].isupper() else '<'} n"
                    f"{' symbols' if var.name[0].isupper() else ''}', or leave it out"
                )

    # --- errors -------------------------------------------------------------------------------

    def _unread(self, problems: Sequence[tuple[int, int, str]]) -> InputError:
        known = set(self.declared) | self.bound
        implicit = self.said.variables is None
        error = unread(self.line, [self.said.given, self.said.then], problems, known, implicit)
        unsaid = re.match(r"nobody says what (\w+) is", error.rule)
        if unsaid is not None and unsaid[1] in LEVELS and not implicit:
            names = ", ".join([*self.declared, unsaid[1]])
            return Unread(
                self.line.source, error.column,
                f"nobody says what {unsaid[1]} is: add it, as in 'for all {names}: …'",
                self.line.what,
            )
        for name in _SIZES:
            law = next((one.name for one in self.declared.values() if one.domain.pattern is None),
                       None)
            if law is not None and error.rule == f"nobody says what {name} is":
                return Unread(
                    self.line.source, error.column,
                    f"{error.rule}: if it is a number of symbols say of what, as in 'for all "
                    f"{law} on {name} symbols'", self.line.what,
                )
        return error

    def _ambiguous(self, found: list[list[Formula]]) -> InputError:
        one, two = found[:2]
        for first, second in zip(one, two, strict=True):
            if first != second:
                ways = (
                    f"this may be read in two ways, which print alike: {first}"
                    if str(first) == str(second) else f"this may be {first}, or {second}: say which"
                )
                return self.line.unread(self.said.then.start, ways)
        return self.line.unread(0, "this may be read in two ways")


# Likelier sorts first.
_KINDS = (
    "RealSort", "PmfSort", "SizeSort", "SymbolSort", "ChannelSort", "EventSort", "MechanismSort",
    "DatabaseSort", "RealsSort", "PriorSort",
)


def _narrowed(name: str, sort: Sort, given: Sequence[Formula]) -> Sort:
    """The sort of a number whose interval a text doesn't say, within the numbers that a hypothesis
    bounds it by: "if alpha > 1 and …" speaks of alpha > 1 alone, which is where to look."""
    if type(sort) is not RealSort:
        return sort
    for formula in given:
        for part in formula.parts if isinstance(formula, And) else [formula]:
            match part:
                case Relation(op, Var(own), Number(value)) if own == name and value is not None:
                    sort = _within(sort, op, value)
                case Relation(op, Number(value), Var(own)) if own == name and value is not None:
                    sort = _within(sort, _TURNED.get(op, op), value)
    return sort


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _within(sort: RealSort, op: str, value: fmpq) -> RealSort:
    """The numbers of an interval beyond or up to another; the interval where none is left."""
    is_open = op in ("<", ">")
    low, high = sort.low, sort.high
    low_open, high_open = sort.low_open, sort.high_open
    if op in (">", ">=") and (low is None or value > low or (value == low and is_open)):
        low, low_open = value, is_open
    elif op in ("<", "<=") and (high is None or value < high or (value == high and is_open)):
        high, high_open = value, is_open
    found = RealSort(low, high, low_open, high_open)
    return sort if found.is_empty() else found


def _likely(name: str, sort: Sort) -> int:
    """How unlikely it is that a name has a sort, where both could be meant: capital letters are
    seldom numbers."""
    kind = type(sort).__name__
    if kind == "RealSort" and name[0].isupper():
        return _KINDS.index("EventSort")
    if kind == "ChannelSort" and name[0] == "M":
        return _KINDS.index("DatabaseSort")
    if kind == "PmfSort" and name[0] in "WV":
        # A channel is called so.
        return _KINDS.index("EventSort")
    return _KINDS.index(kind) if kind in _KINDS else len(_KINDS)


def _others(named: Mapping[str, Var], name: str) -> dict[str, Any]:
    return {other: var for other, var in named.items() if other != name}


def _open_size() -> Var:
    from verified.reading.unification import opened

    return opened(SizeSort())


__all__ = ["read_statement"]
