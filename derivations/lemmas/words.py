"""Proofs on words of independent symbols: by induction on their length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.numbers import power_at_least_one
from derivations.tools import summed
from verified.kernel.proof import HYPOTHESIS
from verified.language import cases, equals, exp, quotient, remainder, total
from verified.papers.lemmas.words import added_up, chance, letter
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


@derives("lemma/words.shifted")
def shifted(d: Derivation) -> None:
    """By induction on k: the last symbol of r u + v is v, and ⌊(r u + v)/r^(k+1)⌋ = ⌊u/r^k⌋."""
    base, step = d.induct("k")
    g, u, v, r = (base.var(name) for name in "guvr")
    word = u * r + v
    own = base.cite("definition/division", n=1, q=word, v=0, part=0)
    same = base.identity(equals(word * 1 + 0, word))
    own = base.rewrite(same, own, equals(quotient(word, 1), word))
    power = base.identity(equals(number(1), r**0))
    own = base.rewrite(power, own, equals(quotient(word, r**0), word))
    letter = base.cite("definition/division", n=r, q=u, v=v, part=1)
    letter = base.rewrite(own, letter, equals(remainder(quotient(word, r**0), r), v))
    value = base.rewrite(
        letter, base.identity(equals(g[remainder(quotient(word, r**0), r)],
                                     g[remainder(quotient(word, r**0), r)])),
        equals(g[remainder(quotient(word, r**0), r)], g[v]))
    base.qed(base.arithmetic(base.goal, value))

    g, u, v, r, k = (step.var(name) for name in "guvrk")
    word = u * r + v
    lasts = []
    for number_of, count in ((word, k + 1), (u, k)):
        more, fewer = added_up(number_of, count + 1, g), added_up(number_of, count, g)
        last = g[remainder(quotient(number_of, r**count), r)]
        lasts.append(step.have(equals(more, fewer + last), "last-term"))
    small, large = r**k, r ** (k + 1)
    least, most = (power_at_least_one(step, r, count) for count in (k, k + 1))
    parts = step.cite("definition/divided", least, n=small, q=u)
    whole, rest = quotient(u, small), remainder(u, small)
    below = step.arithmetic(
        0 <= large - (rest * r + v) - 1, step.obvious(rest <= small - 1, least),
        step.obvious(v <= r - 1), hints=[r])
    found = step.cite("definition/division", most, below, n=large, q=whole, v=rest * r + v, part=0)
    same = step.arithmetic(equals(whole * large + (rest * r + v), word), parts, hints=[r])
    found = step.rewrite(same, found, equals(quotient(word, large), whole))
    last = step.rewrite(found, lasts[0])
    step.qed(step.arithmetic(step.goal, last, lasts[1], step.cite(HYPOTHESIS)))


class Longer:
    """Words of k + 1 symbols, each a word of k symbols and a last one."""

    def __init__(self, step: Steps) -> None:
        self.step = step
        self.k, self.logs = step.var("k"), step.var("l")
        self.size = self.logs.sort.sizes()[0]
        self.law = step.given[0]

    def added(self, s: Any, numbers: Term) -> Line:
        """Σ g over a word of k + 1 symbols as g of its last and Σ g over the rest."""
        rest, last = quotient(s, self.size), remainder(s, self.size)
        line = self.step.cite("lemma/words.shifted", g=numbers, u=rest, v=last, k=self.k)
        whole = self.step.cite("definition/divided", n=self.size, q=s)
        return self.step.rewrite(
            whole, line, equals(added_up(s, self.k + 1, numbers), line.formula.right))

    def body(self, s: Any, term: Callable[..., Term], *numbers: Term) -> Line:
        """What a term in sums over a word of k + 1 symbols is in those over the rest."""
        own = [added_up(s, self.k + 1, one) for one in numbers]
        found = self.step.identity(equals(term(*own), term(*own)))
        for index, one in enumerate(numbers):
            line = self.added(s, one)
            own[index] = line.formula.right
            found = self.step.rewrite(line, found, equals(found.formula.left, term(*own)))
        return found

    def sum(
        self, term: Callable[..., Term], *numbers: Term,
        mark: tuple[Callable[[Any], Term], Callable[[Any], Line]] | None = None,
    ) -> Line:
        """Σ over words of k + 1 symbols as one over words of k and a symbol, of the words with a
        mark: a factor, and the line that tells it of a pair."""
        step, k = self.step, self.k
        size, large = self.size**k * self.size, self.size ** (k + 1)

        def body(x: Any) -> Term:
            own = term(*(added_up(x, k + 1, one) for one in numbers))
            return own if mark is None else mark[0](x) * own

        def part(s: Any) -> Line:
            found = self.body(s, term, *numbers)
            if mark is None:
                return found
            told = mark[1](s)
            both = step.identity(equals(body(s), body(s)))
            both = step.rewrite(
                found, both, equals(body(s), mark[0](s) * found.formula.right))
            return step.rewrite(
                told, both, equals(body(s), told.formula.right * found.formula.right))

        rows = summed(step, Symbol("s", size), part)
        # Σ over r^(k+1) symbols is that over r^k · r: one symbol more is the same for both.
        wider = total(Symbol("x", size + 1), body(Symbol("x", size + 1)))
        one, two = (
            step.have(equals(wider, total(Symbol("x", many), body(Symbol("x", many)))
                             + body(many)), "last-term") for many in (size, large)
        )
        same = step.identity(equals(size, large))
        own = body(size)
        last = step.rewrite(same, step.identity(equals(own, own)), equals(own, body(large)))
        return step.arithmetic(
            equals(total(Symbol("x", large), body(Symbol("x", large))), rows.formula.right),
            rows, one, two, last)

    def over(self, term: Callable[[Any], Term]) -> Term:
        """The mean over words of k symbols."""
        x = Symbol("x", self.size**self.k)
        return total(x, chance(x, self.k, self.logs) * term(x))


@derives("lemma/words.mass")
def mass(d: Derivation) -> None:
    """By induction on k: the last symbol has probabilities that sum to 1."""
    base, step = d.induct("k")
    base.qed(base.identity(base.goal))
    it = Longer(step)
    rows = it.sum(exp, it.logs)
    a = Symbol("a", it.size)
    whole = total(a, exp(it.logs[a]))
    parted = step.identity(equals(rows.formula.right, whole * it.over(lambda _: number(1))))
    step.qed(step.arithmetic(step.goal, rows, parted, it.law, step.cite(HYPOTHESIS, it.law)))


@derives("lemma/words.mean")
def mean(d: Derivation) -> None:
    """By induction on k."""
    base, step = d.induct("k")
    base.qed(base.identity(base.goal))
    it = Longer(step)
    g = step.var("g")
    rows = it.sum(lambda power, worth: exp(power) * worth, it.logs, g)
    a = Symbol("a", it.size)
    whole, own = total(a, exp(it.logs[a])), total(a, exp(it.logs[a]) * g[a])
    rest = it.over(lambda x: added_up(x, it.k, g))
    one = it.over(lambda _: number(1))
    parted = step.identity(equals(rows.formula.right, whole * rest + own * one))
    unit = step.cite("lemma/words.mass", it.law, l=it.logs, k=it.k)
    step.qed(step.arithmetic(
        step.goal, rows, parted, it.law, unit, step.cite(HYPOTHESIS, it.law)))


@derives("lemma/words.square")
def square(d: Derivation) -> None:
    """By induction on k: of (g + S)² the mean of 2 g S is 0."""
    base, step = d.induct("k")
    base.qed(base.identity(base.goal))
    it = Longer(step)
    g = step.var("g")
    centred = step.given[1]
    rows = it.sum(lambda power, worth: exp(power) * worth**2, it.logs, g)
    a = Symbol("a", it.size)
    whole, own, squared = (
        total(a, exp(it.logs[a]) * part) for part in (number(1), g[a], g[a] ** 2))
    one, rest, most = (it.over(term) for term in (
        lambda _: number(1), lambda x: added_up(x, it.k, g), lambda x: added_up(x, it.k, g) ** 2))
    parted = step.identity(equals(
        rows.formula.right, whole * most + 2 * own * rest + squared * one))
    unit = step.cite("lemma/words.mass", it.law, l=it.logs, k=it.k)
    step.qed(step.arithmetic(
        step.goal, rows, parted, it.law, unit, centred, step.cite(HYPOTHESIS, it.law, centred)))


def last_of(d: Steps, number_of: Any, size: Term) -> Line:
    """The last symbol of a word is what is left on division by r."""
    one = d.identity(equals(number_of * 1 + 0, number_of))
    own = d.cite("definition/division", n=1, q=number_of, v=0, part=0)
    own = d.rewrite(one, own, equals(quotient(number_of, 1), number_of))
    power = d.identity(equals(number(1), size**0))
    own = d.rewrite(power, own, equals(quotient(number_of, size**0), number_of))
    found = letter(number_of, 0, size)
    return d.rewrite(own, d.identity(equals(found, found)),
                     equals(found, remainder(number_of, size)))


@derives("lemma/words.last")
def last(d: Derivation) -> None:
    """The last symbol of r u + v is v; of the rest the probabilities sum to 1."""
    it = Longer(d)
    v, size = d.var("v"), it.size

    def mark(symbol: Any) -> Term:
        return cases(equals(symbol, v), 1, 0)

    def marked(s: Any) -> Line:
        own = mark(letter(s, 0, size))
        return d.rewrite(last_of(d, s, size), d.identity(equals(own, own)),
                         equals(own, mark(remainder(s, size))))

    rows = it.sum(exp, it.logs, mark=(lambda x: mark(letter(x, 0, size)), marked))
    parted = d.identity(equals(
        rows.formula.right, exp(it.logs[v]) * it.over(lambda _: number(1))))
    unit = d.cite("lemma/words.mass", it.law, l=it.logs, k=it.k)
    d.qed(d.arithmetic(d.goal, rows, parted, unit))
