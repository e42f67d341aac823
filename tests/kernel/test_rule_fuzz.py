"""Normal forms and signs against values: whatever a rule accepts of random terms under random
facts must hold on small instances that meet the facts, zeros and alphabets of one symbol included.
"""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.kernel.truth import BallReading, decide
from verified.language import (
    Channel,
    Pmf,
    Real,
    Size,
    Symbol,
    absolute,
    both,
    cases,
    either,
    equals,
    every,
    exp,
    log,
    maximum,
    minimum,
    negation,
    normal_cdf,
    sqrt,
    total,
)
from verified.measures.readings import Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.syntax.formulas import Relation
from verified.syntax.goals import normal
from verified.syntax.terms import number

n, m, k = Size("n"), Size("m"), Size("k", low=0)
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
a, b = Symbol("a", n), Symbol("b", n)
r, s, t = Real("r"), Real("s", ">=0"), Real("t", ">0")
HALF = number(fmpq(1, 2))
FEW = (64, 128)


class Terms:
    """Random terms; `bound` lists the symbols in scope by their alphabets."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def leaf(self, bound):
        choose = self.random.choice
        symbols = [a, b, *(v for v in bound if v.of.size == n)]
        outputs = [v for v in bound if v.of.size == m]
        found = [r, s, t, k, n, number(choose([0, 1, 2, -1])), HALF,
                 P[choose(symbols)], P[choose(symbols)], Q[choose(symbols)], choose(symbols)]
        if outputs:
            found += [W[choose(symbols), choose(outputs)]] * 3
        found += [choose(bound)] if bound else []
        return choose(found)

    def term(self, depth, bound=()):
        choose = self.random.choice
        if depth == 0:
            return self.leaf(bound)
        kind = choose(["add", "sub", "mul", "mul", "div", "square", "root", "power", "inverse",
                       "log", "exp", "sqrt", "abs", "min", "max", "cases", "sum", "sum", "leaf",
                       "xlogx", "normal"])
        less = depth - 1
        if kind == "leaf":
            return self.leaf(bound)
        if kind == "sum":
            self.count += 1
            size = choose([n, m, k, n, number(2)])
            var = Symbol(f"v{self.count}", size)
            guard = self.test(0, (*bound, var)) if choose([0, 0, 0, 1]) else None
            return total(var, self.term(less, (*bound, var)), guard)
        one = self.term(less, bound)
        if kind == "cases":
            return cases(self.test(less // 2, bound), one, self.term(less, bound))
        if kind in ("add", "sub", "mul", "div", "min", "max"):
            two = self.term(less, bound)
            return {"add": lambda: one + two, "sub": lambda: one - two, "mul": lambda: one * two,
                    "div": lambda: one / two, "min": lambda: minimum(one, two),
                    "max": lambda: maximum(one, two)}[kind]()
        return {"square": lambda: one**2, "root": lambda: one**HALF,
                "power": lambda: one**self.term(0, bound), "inverse": lambda: 1 / one,
                "log": lambda: log(one), "exp": lambda: exp(self.leaf(bound)),
                "sqrt": lambda: sqrt(one), "abs": lambda: absolute(one),
                "normal": lambda: normal_cdf(one),
                "xlogx": lambda: self.leaf(bound) * log(one)}[kind]()

    def test(self, depth, bound=()):
        choose = self.random.choice
        left, right = self.term(depth, bound), choose([number(0), self.term(depth, bound)])
        return choose([left <= right, left < right, right < left, right <= left,
                       equals(left, right), negation(equals(left, right))])

    def fact(self):
        choose = self.random.choice
        known = [r > 0, r >= 0, r <= s, r < s, negation(equals(r, 0)), P[a] > 0, P[a] <= Q[a],
                 every(a, Q[a] > 0), every(b, P[b] <= 2 * Q[b]), negation(equals(P[a], Q[a])),
                 equals(P[a], 0), every(a, either(Q[a] > 0, P[a] <= 0)), k > 0, s > 0, P[a] > Q[a],
                 both(r >= 1, r <= 2), log(P[a]) <= r, P[a] * log(P[a]) <= r * Q[a]]
        return choose(known) if choose([0, 0, 1]) else self.test(1)


def instances(seed, count):
    """Small exact instances, many of them with zeros."""
    chance = random.Random(seed)

    def law(size):
        weights = [chance.choice([0, 0, 1, 1, 2, 3]) for _ in range(size)]
        weights[chance.randrange(size)] += 1
        return [fmpq(weight, sum(weights)) for weight in weights]

    for _ in range(count):
        inputs, outputs = chance.choice([1, 2, 2, 3]), chance.choice([1, 2, 2])
        rows = [entry for _ in range(inputs) for entry in law(outputs)]
        yield {
            "n": inputs, "m": outputs, "k": chance.choice([0, 0, 1, 2]),
            "P": BallArray((inputs,), law(inputs)), "Q": BallArray((inputs,), law(inputs)),
            "W": BallArray((inputs, outputs), rows),
            "a": chance.randrange(inputs), "b": chance.randrange(inputs),
            "r": fmpq(chance.choice([-2, -1, 0, 0, 1, 2, 3]), chance.choice([1, 2])),
            "s": fmpq(chance.choice([0, 0, 1, 2, 3]), chance.choice([1, 2])),
            "t": fmpq(chance.choice([1, 2, 3]), chance.choice([1, 2, 4])),
        }


def holds(formula, env):
    try:
        return decide(normal(formula), env, BallReading(), FEW)
    except (Unreadable, OverflowError, ValueError):
        return None


def accepted(terms, depth):
    """A term with facts under which it is real, and what its normal form says; None if refused."""
    facts = [terms.fact() for _ in range(terms.random.choice([0, 1, 2, 3]))]
    term = terms.term(depth)
    try:
        normaliser = Normaliser([normal(fact) for fact in facts])
        form = normaliser.poly(term)
        said = [equals(term, term)]
        sign = normaliser.sign(form)
        if sign is not None:
            said.append(Relation("<" if sign == 1 else "<=", number(0), term))
        if normaliser.is_zero(form):
            said.append(equals(term, 0))
        written = normaliser.term(form)
    except (NotReal, KeyError, ValueError):
        return None
    return facts, term, said, written


def counterexamples(seed, rounds, each=12):
    """What was accepted and fails somewhere, and how many terms were accepted."""
    found, count = [], 0
    for place in range(rounds):
        terms = Terms(seed * 1_000_003 + place)
        case = accepted(terms, terms.random.choice([1, 2, 2, 3]))
        if case is None:
            continue
        count += 1
        facts, term, said, written = case
        for env in instances(place, each):
            if not all(holds(fact, env) is True for fact in facts):
                continue
            for claim in said:
                if holds(claim, env) is False:
                    found.append((facts, claim, env))
            # The normal form written out may be undefined where a factor of it is 0.
            defined = holds(equals(written, written), env) is not False
            if defined and holds(equals(term, written), env) is False:
                found.append((facts, equals(term, written), env))
            if found:
                return found, count
    return found, count


@pytest.mark.parametrize("seed", range(4))
def test_what_normal_forms_say_holds(seed):
    found, count = counterexamples(seed, 400)
    assert not found, "\n".join(str(part) for part in found[0])
    assert count > 60
