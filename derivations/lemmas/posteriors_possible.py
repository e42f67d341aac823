"""Largest values over the symbols of positive probability."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import ZERO, log_below, positive_from, split_order
from derivations.tools import instance as at_value
from verified.language import cases, equals, exp, largest, log, min_entropy, renyi
from verified.papers.lemmas.posteriors import among
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term

Function = Callable[[Any], Any]


def of(law: Term) -> Function:
    """The probabilities of a law."""
    return lambda symbol: law[symbol]


def cell(law: Term, f: Function, symbol: Any) -> Term:
    """What `among` ranges over."""
    found: Term = cases(law[symbol] > 0, f(symbol), 0)
    return found


def shown(d: Steps, law: Term, f: Function, symbol: Any, above: Line, defined: Line) -> Line:
    """f at a possible symbol is at most the largest over these."""
    held = d.identity(equals(cell(law, f, symbol), f(symbol)), above)
    under = d.below_sup(among(law, f), symbol, defined)
    return d.arithmetic(f(symbol) <= among(law, f), held, under, above)


def defined(d: Steps, law: Term, f: Function) -> Line:
    """f isn't negative where the law gives a symbol, and 0 counts elsewhere."""
    a = d.fix(Symbol("v", law.sort.sizes()[0]))
    goal = cell(law, f, a) >= ZERO

    def never(none: Line) -> Line:
        return d.arithmetic(goal, d.identity(equals(cell(law, f, a), 0), none), none)

    def possible(above: Line) -> Line:
        return d.arithmetic(goal, d.identity(equals(cell(law, f, a), f(a)), above), d.obvious(
            f(a) >= ZERO, above), above)

    return d.forall(a, split_order(d, law[a], 0, never, possible))


def every_cell(
    d: Steps, law: Term, f: Function, bound: Any, proof: Callable[[Any, Line], Line], *lines: Line
) -> Line:
    """The largest over the possible symbols is at most a bound ≥ 0; `proof` shows it of one."""
    a = d.fix(Symbol("v", law.sort.sizes()[0]))
    goal = cell(law, f, a) <= bound

    def never(none: Line) -> Line:
        return d.arithmetic(goal, d.identity(equals(cell(law, f, a), 0), none), d.obvious(
            bound >= ZERO, *lines), none, *lines)

    def possible(above: Line) -> Line:
        held = d.identity(equals(cell(law, f, a), f(a)), above)
        return d.arithmetic(goal, held, proof(a, above), above, *lines)

    return d.bound_sup(among(law, f), split_order(d, law[a], 0, never, possible), a)


def positive(d: Steps, law: Term, proof: Callable[[Any, Line], Line]) -> Line:
    """What is positive, as it is at least something that `proof` shows to be so of a possible
    symbol."""
    a = d.fix(Symbol("w", law.sort.sizes()[0]))
    some = d.cite("lemma/largest-probability.possible", P=law)
    return d.obtain(some, a, proof(a, d.assume(at_value(some, a))))


class Pair:
    """Laws A and P with A ≤ e^r P."""

    def __init__(self, d: Derivation) -> None:
        self.d, self.P, self.A, self.r = d, d.var("P"), d.var("A"), d.var("r")
        self.each = d.given[0]
        self.ratio: Function = lambda symbol: self.A[symbol] / self.P[symbol]
        self.lines = {name: defined(d, self.P, f) for name, f in (
            ("ratio", self.ratio), ("told", of(self.A)), ("prior", of(self.P)))}

    def supported(self, a: Any, above: Line) -> Line:
        """P(a) > 0, from A(a) > 0."""
        d = self.d
        return positive_from(d, self.P[a], d.at(self.each, a), above, hints=[exp(self.r)])

    def shown(self, name: str, a: Any, above: Line) -> Line:
        """One of the three functions at a possible symbol is at most the largest."""
        f = {"ratio": self.ratio, "told": of(self.A), "prior": of(self.P)}[name]
        return shown(self.d, self.P, f, a, above, self.lines[name])

    def positive(self, name: str) -> Line:
        """The largest of one of the three is positive."""
        d = self.d

        def there(a: Any, above: Line) -> Line:
            likely = self.supported(a, above)
            low = {"ratio": lambda: d.obvious(0 < self.ratio(a), above, likely),
                   "told": lambda: above, "prior": lambda: likely}[name]()
            return d.chain(low, self.shown(name, a, likely))

        return positive(d, self.A, there)


@derives("lemma/largest-of-possible.supports")
def supports(d: Derivation) -> None:
    """A ≤ e^r P."""
    each, above = d.given
    a = d.var("a")
    d.qed(positive_from(d, d.var("P")[a], d.at(each, a), above, hints=[exp(d.var("r"))]))


@derives("lemma/largest-of-possible.ratio")
def ratio(d: Derivation) -> None:
    """No ratio is more than e^D, and no bound on the ratios is less."""
    it = Pair(d)
    P, A, r = it.P, it.A, it.r
    R, far = among(P, it.ratio), renyi(A, P, float("inf"))
    high = d.cite("lemma/largest-ratio.bound", it.each, P=A, Q=P, r=r)
    low = d.chain(*(d.cite(f"background/renyi-monotone.{part}", P=A, Q=P, alpha=0)
                    for part in ("nonnegative", "infinite")))
    real = [high, low]
    own = d.arithmetic(far <= far, *real)
    each = d.cite("lemma/largest-ratio.ratio", own, *real, P=A, Q=P, r=far)
    most = every_cell(d, P, it.ratio, exp(far), lambda a, above: d.arithmetic(
        it.ratio(a) <= exp(far), d.at(each, a), above, *real, hints=[1 / P[a]]), *real)
    some = it.positive("ratio")
    grown = log_below(d, R, exp(far), most, some, *real)
    down = d.chain(grown, d.identity(equals(log(exp(far)), far), *real))
    value = d.cite("lemma/exponential-of-logarithm", some, s=R)
    a = d.fix(Symbol("v", P.of.size))
    goal = A[a] <= exp(log(R)) * P[a]

    def never(none: Line) -> Line:
        nothing = d.arithmetic(A[a] <= 0, d.at(it.each, a), none, hints=[exp(r)])
        return d.arithmetic(goal, nothing, value, d.obvious(0 <= R * P[a], some), some)

    def possible(above: Line) -> Line:
        return d.arithmetic(goal, it.shown("ratio", a, above), value, above, some, hints=[P[a]])

    rows = d.forall(a, split_order(d, P[a], 0, never, possible))
    up = d.cite("lemma/largest-ratio.bound", rows, some, P=A, Q=P, r=log(R))
    d.qed(d.turn(d.goal, up, down))


@derives("lemma/largest-of-possible.apart")
def apart(d: Derivation) -> None:
    """A probability is a ratio times the other probability."""
    it = Pair(d)
    P, A = it.P, it.A
    R, told, prior = among(P, it.ratio), among(P, of(A)), among(P, of(P))
    high, low, some = (it.positive(name) for name in ("ratio", "told", "prior"))

    def product(a: Any, above: Line) -> Line:
        first = d.arithmetic(A[a] <= R * P[a], it.shown("ratio", a, above), above, high,
                             hints=[P[a]])
        return d.arithmetic(A[a] <= R * prior, first, it.shown("prior", a, above), high,
                            hints=[R])

    most = every_cell(d, P, of(A), R * prior, product, high, some)
    logs = log_below(d, told, R * prior, most, low, high, some)
    whole = d.identity(equals(log(R * prior), log(R) + log(prior)), high, some)
    turned = d.identity(equals(log(1 / prior), -log(prior)), some)
    d.qed(d.arithmetic(d.goal, logs, whole, turned, low, high, some))


def of_support(d: Steps, law: Term) -> tuple[Line, Line]:
    """The largest probability over the support is the largest, and positive."""
    most = among(law, of(law))
    there = defined(d, law, of(law))
    value = d.cite("lemma/largest-probability.value", P=law)
    a = d.fix(Symbol("v", law.sort.sizes()[0]))
    whole = largest(a, law[a])
    some = positive(d, law, lambda b, above: d.chain(above, shown(
        d, law, of(law), b, above, there)))

    def never(none: Line) -> Line:
        return d.arithmetic(law[a] <= most, none, some)

    under = d.bound_sup(whole, split_order(
        d, law[a], 0, never, lambda above: shown(d, law, of(law), a, above, there)), a)
    over = every_cell(d, law, of(law), whole, lambda b, _: d.below_sup(whole, b))
    whole_is = d.turn(equals(most, whole), over, under)
    return d.arithmetic(equals(most, exp(-min_entropy(law))), whole_is, value), some


@derives("lemma/largest-of-possible.entropy")
def entropy(d: Derivation) -> None:
    """It is e^(−H)."""
    P = d.var("P")
    equal, _ = of_support(d, P)
    inner = d.identity(equals(log(exp(-min_entropy(P))), -min_entropy(P)))
    d.qed(d.rewrite(equal, inner, d.goal))


@derives("lemma/largest-of-possible.nested")
def nested(d: Derivation) -> None:
    """The support of A lies in that of P."""
    it = Pair(d)
    P, A = it.P, it.A
    own, told, prior = among(A, of(A)), among(P, of(A)), among(P, of(P))
    low, some = it.positive("told"), it.positive("prior")
    there = of_support(d, A)[1]
    less = every_cell(d, A, of(A), told, lambda a, above: it.shown(
        "told", a, it.supported(a, above)), low)
    logs = log_below(d, own, told, less, there, low)
    value = d.cite("lemma/largest-of-possible.entropy", P=P)
    turned = d.identity(equals(log(1 / prior), -log(prior)), some)
    d.qed(d.arithmetic(d.goal, logs, value, turned, there, low, some))


@derives("lemma/log-of-quotient")
def log_of_quotient(d: Derivation) -> None:
    """Whatever is divided."""
    s, u, v = d.var("s"), d.var("u"), d.var("v")
    less = d.arithmetic(s / v <= s / u, d.given[0], hints=[s / u / v])
    d.qed(log_below(d, s / v, s / u, less, d.obvious(0 < s / v)))
