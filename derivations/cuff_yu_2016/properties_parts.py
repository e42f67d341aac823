"""Section 4, Corollary 7: queries on disjoint parts of a database."""

from __future__ import annotations

from typing import Any

from derivations.patterns.databases import is_mi_private, some_responses
from derivations.patterns.informations import information_sum
from derivations.tools import same, split_equal, substitute_bound, turned
from verified.language import (
    channel_table,
    entry_given_history,
    entry_prior,
    equals,
    history_law,
    information,
    instances,
    prior_mass,
    stage_information,
    together,
    widened,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.quantities.mechanisms import entry_channel
from verified.syntax.terms import Symbol, Term, number


class Parts:
    """Queries on parts of a database, as queries of all of it, and an entry; `some` shows that
    there are responses to all."""

    def __init__(self, d: Derivation, i: Any, some: Line) -> None:
        self.d, self.i, self.S, self.k = d, i, d.var("S"), d.var("k")
        self.some = some
        self.D, self.m = self.S.sort.database, self.S.sort.outputs
        self.all: Any = widened(self.S)
        self.j, self.other = (d.fix(Symbol(name, self.k)) for name in ("seeing", "asked"))

    def same_rows(self, M: Any, N: Any, x: Any, law: Any, y: Any, rows: Line) -> Line:
        """I(p; M) = I(p; N) for an entry's channels, from a line M(x)(y) = N(x)(y) for all x, y."""
        d = self.d
        v = d.fix(Symbol("value", law.sort.size))
        ends: list[Any] = [
            d.cite("definition/entry-channel", self.some, M=one, x=x, i=self.i, v=v, y=y)
            for one in (M, N)]
        at = ends[0].formula.right.args[0]
        line = d.chain(ends[0], d.at(d.at(rows, at.args[1]), y), turned(d, ends[1]))
        own = information(law, entry_channel(M, x, self.i))
        itself = d.have(equals(own, own), "defined")
        return d.rewrite(d.forall(v, d.forall(y, line)), itself, equals(
            own, information(law, entry_channel(N, x, self.i))))

    def nothing(self, prior: Any, unseen: Line) -> Line:
        """A response that doesn't depend on the entry adds nothing, from a line that says so."""
        d, i, k = self.d, self.i, self.other
        value: Any = d.cite("background/stage-mean-independent", P=prior, S=self.all, i=i, j=k)
        x, y = d.fix(Symbol("at", instances(self.D))), d.fix(Symbol("y", self.m))
        h = d.fix(Symbol("past", self.m ** number(k)))
        law: Any = entry_given_history(prior, self.all, x, i, k, h)
        M = self.all[k]
        v = d.fix(Symbol("kept", law.sort.size))
        row: Any = d.cite("definition/entry-channel", M=M, x=x, i=i, v=v, y=y)
        row = d.chain(row, d.at(d.at(d.at(unseen, x), v), y))
        made = channel_table(law.sort.size, self.m, lambda _, b: M[x][b])
        row = d.chain(row, d.identity(equals(row.formula.right, made[v, y])))
        own = information(law, entry_channel(M, x, i))
        itself = d.have(equals(own, own), "defined")
        line = d.rewrite(d.forall(v, d.forall(y, row)), itself, equals(
            own, information(law, made)))
        info: Any = information_sum(d, law, made)
        line = d.chain(line, info, d.identity(equals(info.formula.right, 0)))
        weight = history_law(self.all, k, x)[h]
        rows: Any = d.summed(d.forall(h, d.arithmetic(equals(weight * own, 0), line,
                                                      hints=[weight])))
        rows = d.chain(rows, d.identity(equals(rows.formula.right, 0)))
        mass = prior_mass(prior, x)
        mean: Any = d.summed(d.forall(x, d.arithmetic(
            equals(mass * rows.formula.left, 0), rows, hints=[mass])))
        return d.chain(value, d.identity(equals(
            value.formula.right, mean.formula.left)), mean, d.identity(equals(
                mean.formula.right, 0)))


@derives("cuff-yu-2016/corollary-7")
def corollary_7(d: Derivation) -> None:
    """The chain rule: one query at most sees the entry, and the others' responses add nothing."""
    S, eps = d.var("S"), d.var("eps")
    (private,) = d.given
    size = some_responses(d)

    def entry(x: Any, i: Any, law: Any) -> Line:
        here = Parts(d, i, size)
        D, k, j, other, asked = here.D, here.k, here.j, here.other, here.all
        prior = entry_prior(D, x, i, law)
        # As queries of the whole database.
        word = d.fix(Symbol("word", here.m ** number(k)))
        at = d.fix(Symbol("at", instances(D)))
        rows = d.forall(at, d.forall(word, d.cite(
            "definition/together-partial", S=S, x=at, h=word)))
        line = here.same_rows(together(S), together(asked), x, law, word, rows)
        whole: Any = d.cite("background/entry-prior-information", size, M=together(asked), x=x,
                            i=i, p=law)
        sums = d.cite("lemma/stages.independent-sum", P=prior, S=asked, i=i)
        # One of them sees the entry at most.
        seen: Any = d.cite("definition/partial-entry", S=S, i=i)
        found = d.assume(substitute_bound(seen.theorem.conclusion, j))
        told: Term = stage_information(prior, asked, i, other)
        goal = told <= same(other, j) * eps

        def each(met: Line, mark: Line) -> Line:
            if mark.formula.right == number(1):
                level = d.cite("background/widened", d.at(private, other), S=S, j=other, r=eps)
                one = d.cite("lemma/stages.independent-stage", level, P=prior, S=asked, i=i,
                             j=other, r=eps)
                return d.arithmetic(goal, one, mark, hints=[eps])
            apart = d.at(found, other).theorem.conclusion.parts[1]
            unseen = d.follows(apart, d.at(found, other), met)
            return d.arithmetic(goal, here.nothing(prior, unseen), mark, hints=[eps])

        most: Any = d.summed(d.forall(other, split_equal(d, other, j, each)))
        most = d.chain(most, d.identity(equals(most.formula.right, eps)))
        return d.obtain(seen, j, d.chain(line, turned(d, whole), sums, most))

    d.qed(is_mi_private(d, together(S), eps, entry, size))


__all__ = ["corollary_7"]
