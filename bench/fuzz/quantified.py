"""Quantifiers over numbers and laws, which plays decide and proofs don't have: random formulas at
exact instances, before both checkers.

    python -m bench.fuzz.quantified [--seed N] [--count N | --seconds S]

Three other ways may tell that a verdict is wrong: the same formula with all that is gone through
written out, bound names apart; its negation; and points, of which one may show "for some" or break
"for every". Names are few, so that one often stands for several things.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from recheck.errors import Rejected, Undefined, Unsupported
from recheck.errors import Unknown as Untold
from recheck.meanings import Reading as SecondReading
from recheck.reals import Precision
from verified.kernel.truth import BallReading, decide, truth
from verified.language import KL, Pmf, Real, Size, Symbol, both, cases, either, negation, total
from verified.measures.readings import Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.balls import Undefined as NoValue
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Quantified,
    Relation,
    every,
    is_beyond_lists,
    negate,
    some,
    substitute,
)
from verified.syntax.goals import normal
from verified.syntax.serial import data, sort_data
from verified.syntax.sorts import ClaimError, PmfSort, RealSort
from verified.syntax.terms import Term, Var, number
from verified.syntax.wellformed import check_node, check_scopes

BITS = 64
POINTS = 6
N, K = Size("n"), Size("k", low=0)
P, Q, R = Pmf("P", N), Pmf("Q", N), Real("r")
NAMES = ("x", "y", "t")
ENDS = ("", "", "[0,1]", "(0,1)", "[0,1)", ">=0", ">0", "<=1", "[-1,1]")
_NOTHING = (Unreadable, ClaimError, ArithmeticError, ValueError, LookupError, TypeError,
            AttributeError, AssertionError)


@dataclass(frozen=True)
class Wrong:
    """A verdict that something else contradicts."""

    checker: str
    formula: Formula
    moves: Mapping[str, Any]
    verdict: bool
    against: str

    def __str__(self) -> str:
        return (f"{self.checker} says {self.verdict} of {self.formula} at {dict(self.moves)}; "
                f"{self.against} says otherwise")


class Drawn:
    """Draws formulas and instances.

    A formula's names are those of its binders and n, k, P, Q and r.
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def instance(self) -> dict[str, Any]:
        """Moves of the free variables."""
        pick, n = self.chance.choice, self.chance.choice((1, 2, 3))
        laws = [[fmpq(part, sum(parts)) for part in parts] for parts in (
            [1, *(pick((0, 0, 1, 2)) for _ in range(n - 1))],
            [*(pick((0, 0, 1)) for _ in range(n - 1)), 1])]
        return {"n": n, "k": pick((0, 1, 2)), "P": list(map(str, laws[0])),
                "Q": list(map(str, laws[1])), "r": str(fmpq(*pick(((0, 1), (1, 1), (1, 2)))))}

    def formula(self) -> Formula:
        """A quantifier over numbers or laws, perhaps below one over symbols."""
        outer = self.symbol() if self.chance.random() < 0.7 else None
        held = [] if outer is None else [outer]
        found = self.quantified(held)
        if outer is None:
            return found
        return self.chance.choice((every, some))(outer, found)

    def symbol(self) -> Var:
        return Symbol(self.chance.choice(NAMES), self.chance.choice((N, N, number(2), K)))

    def quantified(self, held: list[Var]) -> Formula:
        kind = self.chance.choice((every, some))
        own: list[Var] = []
        for _ in range(self.chance.choice((1, 2, 2))):
            name = self.chance.choice(NAMES)
            own.append(self.chance.choice((
                Real(name, self.chance.choice(ENDS)), Real(name, "[0,1]"),
                Pmf(name, self.chance.choice((N, number(2), K))))))
        found = self.test([*held, *own], 2)
        for place in reversed(range(len(own))):
            known = [*held, *own[: place + 1]]
            guard = self.relation(known) if self.chance.random() < 0.7 else None
            found = kind(own[place], found, guard)
        return found

    def test(self, held: list[Var], depth: int) -> Formula:
        roll = self.chance.random()
        if depth == 0 or roll < 0.35:
            return self.relation(held)
        if roll < 0.5:
            return negation(self.test(held, depth - 1))
        if roll < 0.75:
            parts = [self.test(held, depth - 1) for _ in range(2)]
            return self.chance.choice((both, either))(*parts)
        symbol = self.symbol()
        inner = [*held, symbol]
        guard = self.relation([symbol]) if self.chance.random() < 0.3 else None
        return self.chance.choice((every, some))(symbol, self.test(inner, depth - 1), guard)

    def relation(self, held: list[Var]) -> Formula:
        op = self.chance.choice(("<=", "<", "=", ">=", ">"))
        return Relation(op, self.term(held, 2), self.term(held, 1))

    def term(self, held: list[Var], depth: int) -> Term:
        pick = self.chance.choice
        if depth and self.chance.random() < 0.4:
            one, two = self.term(held, depth - 1), self.term(held, depth - 1)
            symbol = Symbol(pick(NAMES), pick((N, K)))
            return pick((
                lambda: one + two, lambda: one - two, lambda: one * self.known(), lambda: one / 2,
                lambda: cases(R <= 0, one, two), lambda: total(symbol, self.term([symbol], 0)),
            ))()
        # The innermost of a name is meant.
        scope = {var.name: var for var in held}
        options: list[Any] = [self.known]
        for var in scope.values():
            if isinstance(var.of, PmfSort):
                options += [lambda var=var: var[self.index(scope, var.of.size)]] * 3
            else:
                options += [lambda var=var: var + 0] * 3
        found: Term = pick(options)()
        return found

    def index(self, scope: Mapping[str, Var], size: Term) -> Term:
        fitting: list[Term] = [var for var in scope.values() if var.of.sizes() == (size,)
                               and not isinstance(var.of, PmfSort)]
        return self.chance.choice([*fitting, *fitting, number(0)])

    def known(self) -> Term:
        found: Term = self.chance.choice((
            number(0), number(1), number(2), number(-1), R + 0, P[0], 1 / R, KL(P, Q), R / 2))
        return found


def values_of(moves: Mapping[str, Any]) -> dict[str, Any]:
    """An instance as the kernel's reading takes it."""
    laws = {name: BallArray((len(moves[name]),), list(map(_rational, moves[name])))
            for name in ("P", "Q")}
    return {"n": moves["n"], "k": moves["k"], "r": _rational(moves["r"]), **laws}


def _rational(text: str) -> fmpq:
    top, _, bottom = text.partition("/")
    return fmpq(int(top), int(bottom or 1))


# --- verdicts -------------------------------------------------------------------------------------


def kernel_says(formula: Formula, env: Mapping[str, Any]) -> bool | None:
    """What the kernel decides; None where it doesn't."""
    try:
        return decide(normal(formula), env, BallReading(), (BITS,))
    except _NOTHING:
        return None


def second_says(formula: Formula, moves: Mapping[str, Any]) -> bool | None:
    """What the second checker decides; None where it doesn't."""
    judge, env = SecondReading(), dict[str, Any]()
    Precision.bits = BITS
    try:
        for var in (N, K, P, Q, R):
            judge.move([var.name, sort_data(var.of), ""], moves[var.name], env)
        found: bool | None = judge.truth(data(normal(formula)), env)
    except (Rejected, Undefined, Unsupported, Untold, *_NOTHING):
        return None
    return found


# --- other ways -----------------------------------------------------------------------------------


class Apart:
    """A formula with all that is gone through written out, and bound names apart."""

    def __init__(self, env: Mapping[str, Any]) -> None:
        self.reading, self.env, self.count = BallReading(), env, 0

    def __call__(self, formula: Formula) -> Formula:
        match formula:
            case Not(body):
                return Not(self(body))
            case And(parts) | Or(parts):
                return type(formula)(tuple(map(self, parts)))
            case Quantified(kind, var, guard, body) if is_beyond_lists(formula):
                self.count += 1
                fresh = Var(f"z{self.count}", var.of)
                values = {var.name: fresh}
                inside = None if guard is None else self(substitute(guard, values))
                return Quantified(kind, fresh, inside, self(substitute(body, values)))
            case Quantified(kind, var, guard, body):
                found = []
                for symbol in range(self.reading.size(var.sort, self.env)):
                    at: dict[str, Term] = {var.name: number(symbol)}
                    part = self(substitute(body, at))
                    if guard is not None:
                        held = self(substitute(guard, at))
                        part = Or((negate(held), part)) if kind == "forall" else And((held, part))
                    found.append(part)
                return And(tuple(found)) if kind == "forall" else Or(tuple(found))
        return formula


class Points:
    """The truth of formulas by points of what they quantify over: never of all of them."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.reading = chance, BallReading()

    def __call__(self, formula: Formula, env: Mapping[str, Any]) -> bool | None:
        match formula:
            case Not(body):
                found = self(body, env)
                return None if found is None else not found
            case And(parts) | Or(parts):
                return _joined(isinstance(formula, And), [self(part, env) for part in parts])
            case Quantified(kind, var, guard, body):
                listed = not is_beyond_lists(formula)
                universal, told = kind == "forall", []
                values = (self.reading.points(var.of, env) if listed
                          else self.values(var.of, env))
                for value in values:
                    inner = {**env, var.name: value}
                    held = True if guard is None else self(guard, inner)
                    found = self(body, inner)
                    told.append(_joined(not universal, [
                        (None if held is None else not held) if universal else held, found]))
                if not listed:
                    told.append(None)
                return _joined(universal, told)
        try:
            with precision(BITS):
                return truth(formula, env, self.reading)
        except (NoValue, Indeterminate, *_NOTHING):
            return None

    def values(self, sort: Any, env: Mapping[str, Any]) -> Iterator[Any]:
        pick = self.chance.choice
        for _ in range(POINTS):
            if isinstance(sort, RealSort):
                ends = [end for end in (sort.low, sort.high) if end is not None]
                value = pick([*ends, fmpq(0), fmpq(1), fmpq(1, 2), fmpq(pick(range(-9, 9)), 4)])
                if sort.contains(value):
                    yield value
            else:
                count = self.reading.term(sort.size, env)
                if not isinstance(count, int) or count == 0:
                    return
                masses = [pick((0, 0, 1, 2)) for _ in range(count)]
                masses[self.chance.randrange(count)] += 1
                yield BallArray((count,), [fmpq(part, sum(masses)) for part in masses])


def _joined(conjunction: bool, parts: list[bool | None]) -> bool | None:
    ends = not conjunction
    return ends if ends in parts else None if None in parts else conjunction


# --- the campaign ---------------------------------------------------------------------------------


def tried(seed: int, place: int, counts: Counter[str]) -> list[Wrong]:
    """One formula at one instance."""
    chance = random.Random(f"{seed}/{place}")
    drawn = Drawn(chance)
    try:
        formula = drawn.formula()
        check_node(formula)
        check_scopes(formula)
    except ClaimError:
        return []
    moves = drawn.instance()
    env = values_of(moves)
    counts["drawn"] += 1
    verdicts = {"the kernel": kernel_says(formula, env),
                "the second checker": second_says(formula, moves)}
    for name, verdict in verdicts.items():
        counts[f"{name} decides"] += verdict is not None
    if all(verdict is None for verdict in verdicts.values()):
        return []
    others = {"points": Points(chance)(normal(formula), env)}
    try:
        apart = Apart(env)(normal(formula))
    except (NoValue, *_NOTHING):
        apart = formula
    others["the formula written out"] = kernel_says(apart, env)
    turned = kernel_says(negate(normal(formula)), env)
    others["the negation"] = None if turned is None else not turned
    others.update(verdicts)
    counts["told by points too"] += others["points"] is not None
    return [
        Wrong(name, formula, moves, verdict, other)
        for name, verdict in verdicts.items() if verdict is not None
        for other, told in others.items() if told is not None and told is not verdict
    ]


def run(seed: int, count: int, counts: Counter[str], first: int = 0) -> list[Wrong]:
    """So many formulas; what was found wrong."""
    return [wrong for place in range(first, first + count) for wrong in tried(seed, place, counts)]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=2000, help="formulas")
    parser.add_argument("--seconds", type=float, help="how long, whatever the count is")
    options = parser.parse_args()
    counts, found, start, place = Counter[str](), list[Wrong](), time.monotonic(), 0
    while place < options.count if options.seconds is None else (
            time.monotonic() - start < options.seconds):
        new = tried(options.seed, place, counts)
        for wrong in new:
            print(f"{place}: {wrong}", flush=True)
        found += new
        place += 1
    print(", ".join(f"{what}: {counts[what]}" for what in counts))
    print(f"{len(found)} verdicts contradicted" if found else "no verdict is contradicted")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
