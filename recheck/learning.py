"""What is known in a proof: facts, taken in one after the other, and what each tells.

Numbers are polynomials whose atoms are terms, named by their canonical form. `signs`, `laws`,
`sums` and `forms` add what signs numbers have, what is certainly a value of its sort, and how terms
become polynomials; `forms.Facts` is all of it.

What is assumed of a term, and where it is shown: that it is a real number by `poly`, that a law,
channel, … has a value by `lawful`, that a size is a whole number from 0 on by `is_size`, that a
sort has a value by `inhabited`, that a quantity has one and isn't −∞ by `below`.
"""

import itertools
from collections.abc import Iterable, Iterator
from typing import Self

from recheck.errors import NotReal, Unsupported
from recheck.goals import normal
from recheck.polynomials import (
    Monomial,
    Poly,
    Power,
    Scaled,
    common,
    divided,
    negated,
    plus,
    scaled,
    single,
)
from recheck.signatures import COUNT, REAL
from recheck.trees import Key, Scope, Tree, conjuncts, mentions, simplified, substitute

ONE, ZERO, INFINITY = ["number", "1"], ["number", "0"], ["number", "inf"]


def op(head: str, *args: Tree, sort: Tree = REAL) -> Tree:
    """A head applied to terms, with a real result."""
    return ["op", head, list(args), sort, []]


def split_symbol(name: str, size: Tree) -> tuple[Tree, list[tuple[str, Tree]]]:
    """A symbol of a product of alphabets as x·m + y, with the new variables [(name, size), …]."""
    if size[:2] != ["op", "mul"]:
        return ["var", name], [(name, size)]
    first, factor = size[2]
    left, variables = split_symbol(name, first)
    rest = name + "'" * len(variables)
    product = op("mul", left, factor, sort=COUNT)
    return op("add", product, ["var", rest], sort=COUNT), [*variables, (rest, factor)]


class Learning:
    """What follows from facts, in a scope; `key` gives canonical forms.

    Facts that are made from others (`parent`) know all that those knew then, and one thing more.
    """

    def __init__(self, formulas: Iterable[Tree], scope: Scope, key: Key,
                 parent: "Learning | None" = None) -> None:
        self.scope, self.key = scope, key
        self.atoms: dict[str, Tree] = parent.atoms if parent else {}
        # What atoms 1/s divide by.
        self.divisors: dict[str, Poly] = parent.divisors if parent else {}
        self.counter: Iterator[int] = parent.counter if parent else itertools.count()
        # By `scaled`: numbers that are at least 0, and whether they are positive.
        self.signs: dict[Scaled, tuple[bool, Poly]] = dict(parent.signs) if parent else {}
        self.nonzero: set[Scaled] = set(parent.nonzero) if parent else set()
        self.finite: set[str] = set(parent.finite) if parent else set()
        # What terms that aren't real by their form are equal to.
        self.equals: dict[str, Poly] = dict(parent.equals) if parent else {}
        # (part, bound): the part is 0 wherever the bound is.
        self.vanishing: set[tuple[Scaled, Scaled]] = set(parent.vanishing) if parent else set()
        # What holds of every symbol of an alphabet.
        self.templates: list[Tree] = list(parent.templates) if parent else []
        # Whether entropies of joint laws that are written out are read as sums.
        self.unfolds: bool = parent.unfolds if parent else False
        self.cache: dict[str, Poly] = {}
        self.inner: dict[str, tuple[Tree, Learning]] = {}
        # The atoms whose signs are being found.
        self.asked: set[str] = parent.asked if parent else set()
        if parent is None:
            for name, sort in scope.items():
                if sort[0] in ("real", "size"):
                    self.variable(["var", name], sort)
        self.learn_all(formulas)

    # --- what the other layers add ----------------------------------------------------------------

    def poly(self, term: Tree) -> Poly:
        """The normal form of a term that is certainly a real number; raises NotReal elsewhere."""
        raise NotImplementedError

    def variable(self, term: Tree, sort: Tree) -> Poly:
        """A variable of a sort of numbers (or an entry of several), and what the sort says."""
        raise NotImplementedError

    def sign(self, poly: Poly) -> int | None:
        """1 for a number that is certainly positive, 0 for at least 0, else None."""
        raise NotImplementedError

    def sign_of(self, term: Tree) -> int | None:
        """As `sign`, for a term; None also where it isn't shown to be a real number."""
        raise NotImplementedError

    def atom_sign(self, atom: str) -> int | None:
        """As `sign`, for an atom."""
        raise NotImplementedError

    def is_size(self, term: Tree, least: int = 0) -> bool:
        """Whether a term is certainly a whole number, and no less than 0 (or 1)."""
        raise NotImplementedError

    def below(self, term: Tree) -> bool:
        """Whether a term is certainly defined and not −∞."""
        raise NotImplementedError

    def shared(self, poly: Poly) -> Monomial:
        """The largest monomial that divides every monomial, and isn't divided by where it may be 0:
        what divides one monomial alone, under a test, may be 0 where the test fails."""
        return tuple((atom, power) for atom, power in common(poly) if power > 0 or len(poly) == 1
                     or self.atom_sign(atom) == 1 or scaled(single(atom)) in self.nonzero)

    # --- facts ------------------------------------------------------------------------------------

    def learn_all(self, formulas: Iterable[Tree]) -> None:
        """Take facts into account; each may rest on what is real by others."""
        facts = [part for formula in formulas for part in conjuncts(normal(formula))]
        waiting, closed = facts, len(self.finite)
        while waiting:
            before = len(waiting), len(self.finite), len(self.vanishing)
            waiting = [part for part in waiting if not self.learn(part)]
            self.forget()
            if before == (len(waiting), len(self.finite), len(self.vanishing)):
                left = [part for part in waiting if not self.equated(part)]
                if len(left) == len(waiting):
                    break
                waiting = left
                self.forget()
        if len(self.finite) > closed:
            # What was closed when a fact was read may have parts now.
            for part in facts:
                self.learn(part)
            self.forget()

    def forget(self) -> None:
        """What was found before may be more now."""
        self.cache, self.inner = {}, {}

    def learn(self, fact: Tree) -> bool:
        """Take a fact into account; False where it can't be yet."""
        try:
            match fact:
                case ["quantified", "forall", [name, ["symbol", size], _] as var, None, body] if (
                        fact not in self.templates):
                    self.templates.append(fact)
                    if size[:2] == ["op", "mul"]:
                        # The same of every x and y, for the symbol x·m + y.
                        term, variables = split_symbol(f"\0{next(self.counter)}", size)
                        body = simplified(substitute(body, {name: term}), self.wholes(variables))
                        for new, count in reversed(variables):
                            body = ["quantified", "forall", [new, ["symbol", count], var[2]],
                                    None, body]
                        self.templates.append(body)
                case ["not", ["relation", "<=" | "<" as sign, left, right]]:
                    self.note(plus(self.poly(left), self.poly(right), -1), sign == "<=")
                case ["not", ["relation", "=", left, right]]:
                    self.differs(plus(self.poly(left), self.poly(right), -1))
                case ["relation", sign, left, right]:
                    self.bounded(sign, left, right)
                    gap = plus(self.poly(right), self.poly(left), -1)
                    self.note(gap, sign == "<")
                    if sign == "=":
                        self.note(negated(gap), False)
                case ["or", [one, two]]:
                    return self.vanishes(one, two) or self.vanishes(two, one)
        except Unsupported:
            return False
        return True

    def differs(self, gap: Poly) -> None:
        """Take note of a number that isn't 0."""
        for found in (gap, negated(gap)) if gap else ():
            self.nonzero.add(scaled(found))
            if self.sign(found) is not None:
                self.note(found, True)

    def vanishes(self, positive: Tree, zero: Tree) -> bool:
        """“0 < b or p ≤ 0” (or p = 0) for p ≥ 0 says that p is 0 where b is."""
        match positive, zero:
            case ["relation", "<", low, bound], ["relation", "<=" | "=", part, high]:
                if not self.poly(low) and not self.poly(high):
                    small, large = self.poly(part), self.poly(bound)
                    if small and large and self.sign(small) is not None:
                        self.vanishing.add((scaled(small), scaled(large)))
                        return True
        return False

    def bounded(self, sign: str, left: Tree, right: Tree) -> None:
        """Take note of what is never −∞ and bounded by a real number, or less than something."""
        for one, other in ((left, right), (right, left)) if sign == "=" else ((left, right),):
            known = self.is_real(one) and self.key(one) not in self.finite
            if not known and (sign == "<" or self.is_real(other)) and self.below(one):
                self.finish(one)

    def equated(self, fact: Tree) -> bool:
        """What equals a real number is that number, whatever its form."""
        match fact:
            case ["relation", "=", left, right] if self.is_real(left) != self.is_real(right):
                known, other = (left, right) if self.is_real(left) else (right, left)
                self.equals[self.key(other)] = self.poly(known)
                return True
        return False

    def finish(self, term: Tree) -> None:
        """A term that is never −∞ isn't ∞; of a sum neither are the parts."""
        self.finite.add(self.key(term))
        match term:
            case ["op", "add", pair, _, _]:
                for part in pair:
                    self.finish(part)
            case ["op", "sub", [one, two], _, _] if self.is_real(two):
                self.finish(one)
            case ["op", "div", [one, two], _, _] if self.sign_of(two) == 1:
                self.finish(one)
            case ["op", "mul", pair, _, _]:
                for one, two in (pair, pair[::-1]):
                    if self.sign_of(one) == 1:
                        self.finish(two)
            case ["bind", "sum", var, None, body, _]:
                fact = ["quantified", "forall", var, None, ["relation", "<", body, INFINITY]]
                self.templates += [] if fact in self.templates else [fact]
            case ["op", "sub", [_, ["op", "mul", [u, ["op", "log", [t], _, _]], _, _]], _, _]:
                # u ln t isn't −∞ for u, t ≥ 0.
                if None not in (self.sign_of(u), self.sign_of(t)) and self.poly(u) and self.poly(t):
                    self.vanishing.add((scaled(self.poly(u)), scaled(self.poly(t))))
        self.forget()

    def note(self, poly: Poly, strict: bool) -> None:
        """Take note of what is at least 0, or positive."""
        if not poly:
            return
        key = scaled(poly)
        self.signs[key] = strict or (key in self.signs and self.signs[key][0]), poly
        shared = self.shared(poly)
        if len(poly) > 1 and shared and self.monomial_sign(shared) == 1:
            # What is left without positive factors has the same sign.
            self.note(divided(poly, shared), strict)
        if not strict or len(poly) > 1 or not shared:
            return
        if len(shared) > 1:
            # Each factor of a positive product of numbers from 0 on is positive.
            if all(self.atom_sign(atom) is not None for atom, _ in shared):
                for atom, _ in shared:
                    self.note(single(atom), True)
            return
        match self.atoms[shared[0][0]]:
            case ["op", "pow", [base, _], _, _] if self.sign_of(base) is not None:
                # A power of what is at least 0 is positive where that is.
                self.note(self.poly(base), True)

    # --- what is asked of facts -------------------------------------------------------------------

    def is_real(self, term: Tree) -> bool:
        """Whether a term is shown to be a real number."""
        try:
            self.poly(term)
        except Unsupported:
            return False
        return True

    def monomial_sign(self, monomial: Iterable[tuple[str, Power]]) -> int | None:
        """The sign of a product of powers of atoms."""
        signs = []
        for atom, power in monomial:
            found = self.atom_sign(atom)
            if power.denominator == 1 and power % 2 == 0:
                found = 1 if found == 1 or power < 0 else 0
            if found is None:
                return None
            # A divisor isn't 0.
            signs.append(1 if power < 0 else found)
        return min(signs, default=1)

    def wholes(self, variables: Iterable[tuple[str, Tree]] = ()) -> tuple[Scope, Key]:
        """The alphabets of symbols by name (None for other whole numbers), and canonical forms."""
        sizes = {name: sort[1] if sort[0] == "symbol" else None
                 for name, sort in self.scope.items() if sort[0] in ("symbol", "size")}
        return {**sizes, **dict(variables)}, self.key

    # --- below binders ----------------------------------------------------------------------------

    def under(self, name: str, sort: Tree, body: Tree) -> tuple[Self, Tree]:
        """The facts that know a bound variable, and the body with names of its own.

        Raises:
            NotReal: the sort is of symbols or events of an alphabet whose size isn't shown to be
                a whole number from 0 on.
        """
        known = self.key(sort)
        if known not in self.inner:
            self.inner[known] = self.entered(sort)
        term, inner = self.inner[known]
        body = substitute(body, {name: term})
        if mentions(body, ("quotient", "remainder")):
            body = simplified(body, inner.wholes())
        assert isinstance(inner, type(self))
        return inner, body

    def entered(self, sort: Tree) -> tuple[Tree, Self]:
        """An arbitrary value of a sort, and the facts that know it."""
        first = "\1" + str(sum(1 for other in self.scope if other[0] == "\1"))
        variables = [(first, sort)]
        term: Tree = ["var", first]
        if sort[0] == "symbol":
            term, parts = split_symbol(first, sort[1])
            variables = [(name, ["symbol", size]) for name, size in parts]
        inner = self
        for name, own in variables:
            if own[0] in ("symbol", "event") and not inner.is_size(own[1]):
                raise NotReal("an alphabet's size isn't shown to be one")
            inner = inner.knowing(name, own)
        return term, inner

    def knowing(self, new: str, sort: Tree) -> Self:
        """The facts that know one more variable, and what holds of every value of its sort."""
        inner = type(self)([], {**self.scope, new: sort}, self.key, self)
        known, inner.templates = inner.templates, []
        inner.learn_all([substitute(told, {bound: ["var", new]})
                         for _, _, (bound, own, _), _, told in known
                         if sort[0] == "symbol" and self.key(own[1]) == self.key(sort[1])])
        inner.templates = known + inner.templates
        inner.forget()
        return inner

    def given(self, fact: Tree) -> Self:
        """The facts that know one fact more."""
        return type(self)([fact], self.scope, self.key, self)
