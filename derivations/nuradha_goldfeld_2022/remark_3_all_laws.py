"""Remark 3: two mechanisms under every law of the data."""

from __future__ import annotations

from typing import Any

from derivations.patterns.frameworks import (
    all_private,
    close_together,
    is_mi_private,
    member_told,
    same_spread,
    some_pairs,
    symbol_pair,
    told,
)
from derivations.tools import is_zero, same, split_zero
from verified.kernel.polynomial import replaced
from verified.language import (
    channel_table,
    equals,
    log,
    member_law,
    output,
    parallel,
    pmf_table,
    private_value,
    private_values,
    public_value,
    public_values,
    quotient,
    remainder,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


def told_next(
    d: Steps, private: Line, F: Term, data: Term, law: Term, M1: Term, M2: Term, e: Any, y: Any,
    eps: Any,
) -> Line:
    """What the second response tells after the response y to the first, weighted by its
    probability: at most ε times that, as the law of the data given y is one of the class."""
    c, a = d.fix(Symbol("c", public_values(F, e))), d.fix(Symbol("a", private_values(F, e)))
    x, z = d.fix(Symbol("x", F.sort.size)), d.fix(Symbol("z", M2.sort.outputs))
    chance = output(law, M1)[y]
    hidden, public = same(private_value(F, e, x), a), same(public_value(F, e, x), c)
    factors = hidden * public * M2[x, z], hidden * public, public * M2[x, z], public
    cells = [total(x, law[x] * M1[x, y] * factor) for factor in factors]
    cells = [cell * log(cell) for cell in cells]
    sums = total(a, total(z, cells[0])), total(a, cells[1]), total(z, cells[2]), cells[3]
    whole = total(c, sums[0] - sums[1] - sums[2] + sums[3])

    def never(zero: Line) -> Line:
        dominated = d.at(d.at(d.cite(
            "background/output-dominates.by-output", P=law, W=M1), y), x)
        none = d.arithmetic(law[x] * M1[x, y] <= number(0), dominated, zero)
        none = is_zero(d, law[x] * M1[x, y], none)
        zeros = []
        for factor in factors:
            gone = d.summed(d.forall(x, d.arithmetic(
                equals(law[x] * M1[x, y] * factor, 0), none, hints=[factor]
            )))
            empty = d.chain(gone, d.identity(equals(gone.formula.right, 0)))
            zeros.append(same_spread(d, empty))
        parts = [
            d.summed(d.forall(a, d.summed(d.forall(z, zeros[0])))),
            d.summed(d.forall(a, zeros[1])), d.summed(d.forall(z, zeros[2])), zeros[3],
        ]
        nothing = d.summed(d.forall(c, d.arithmetic(
            equals(sums[0] - sums[1] - sums[2] + sums[3], 0), *parts
        )))
        end = d.obvious(nothing.formula.right <= chance * eps)
        return d.chain(nothing, end)

    def seen(above: Line) -> Line:
        after = pmf_table(F.sort.size, lambda x: law[x] * M1[x, y] / chance)
        lawful = d.identity(equals(total(x, after[x]), 1), above)
        bound = d.cite(
            "definition/all-information", private, above, lawful,
            F=F, Theta=data, M=M2, P=after, r=eps,
        )
        told = d.cite(
            "lemma/secret-information", bound, above, lawful, F=F, P=after, M=M2, e=e, r=eps
        )
        value = d.cite(
            "lemma/secret-masses", above, lawful, F=F, P=after, M=M2, e=e, t=chance
        )
        same_masses = d.identity(equals(whole, value.formula.right), above)
        back = d.turn(equals(value.formula.right, value.formula.left), value)
        scaled = d.arithmetic(
            value.formula.left <= chance * eps, told, above, lawful, hints=[chance]
        )
        return d.chain(same_masses, back, scaled)

    return split_zero(d, chance, never, seen)


def spelt_out(d: Steps, M1: Term, M2: Term, sums: Term, size: Line) -> Line:
    """A term with the pair of two mechanisms as a table of products."""
    pair, count = parallel(M1, M2), M2.sort.outputs
    table = channel_table(M1.sort.inputs, pair.sort.outputs, lambda x, s: (
        M1[x, quotient(s, count)] * M2[x, remainder(s, count)]
    ))
    x, s = d.fix(Symbol("x", M1.sort.inputs)), d.fix(Symbol("s", pair.sort.outputs))
    value = d.cite("definition/parallel", W=M1, V=M2, x=x, s=s)
    entry = d.chain(value, d.identity(equals(value.formula.right, table[x, s]), size))
    rows = d.forall(x, d.forall(s, entry))
    return d.rewrite(
        rows, d.identity(equals(sums, sums), size), equals(sums, replaced(sums, pair, table))
    )


@derives("nuradha-goldfeld-2022/remark-3.all-laws-mi")
def all_laws_mi(d: Derivation) -> None:
    """The chain rule: given the first response, the data have another law of the class."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    private, other = d.given
    pair, size = parallel(M1, M2), some_pairs(d, M1, M2)

    def one(member: Any, e: Any) -> Line:
        law = member_law(member)
        y = d.fix(Symbol("y", M1.of.outputs))
        own = member_told(d, private, F, data, M1, member, e, first)
        rest = d.summed(d.forall(y, told_next(d, other, F, data, law, M1, M2, e, y, second)))
        both = d.cite("lemma/secret-masses", size, F=F, P=law, M=pair, e=e, t=1)
        alone = d.cite("lemma/secret-masses", F=F, P=law, M=M1, e=e, t=1)
        parts = spelt_out(d, M1, M2, both.formula.right, size)
        rule = d.identity(equals(
            parts.formula.right, alone.formula.right + rest.formula.left
        ), size)
        most = d.identity(equals(rest.formula.right, second))
        goal = told(F, law, pair, e) <= first + second
        return d.arithmetic(goal, both, parts, alone, rule, rest, most, own, size)

    d.qed(is_mi_private(d, F, data, pair, first + second, one, size))


@derives("nuradha-goldfeld-2022/remark-3-not-compromised")
def all_laws(d: Derivation) -> None:
    """Any two values of the data in different secrets are told apart by the ratios' product."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    pair, size, level = parallel(M1, M2), some_pairs(d, M1, M2), first + second

    def close(e: Any, x: Any, other: Any, public: Line, differ: Line) -> Line:
        s = d.fix(Symbol("s", pair.sort.outputs))
        places = quotient(s, M2.of.outputs), remainder(s, M2.of.outputs)
        ratios = []
        for held, M, eps, place in zip(d.given, (M1, M2), (first, second), places, strict=True):
            near = symbol_pair(d, held, F, data, M, e, x, other, eps, 0, public, differ)
            symbols = d.cite(
                "background/closeness-symbols.only-if", near, P=M[x], Q=M[other], eps=eps
            )
            ratios.append((d.at(symbols, place), M[x][place], M[other][place]))
        known = [d.cite("definition/parallel", W=M1, V=M2, x=v, s=s) for v in (x, other)]
        return close_together(d, pair, (x, other), s, ratios, (first, level), *known, size)

    d.qed(all_private(d, F, data, pair, level, 0, close, size))


@derives("nuradha-goldfeld-2022/remark-3.all-laws-robust")
def all_laws_robust(d: Derivation) -> None:
    """The pair is (ε₁ + ε₂)-PP, and so (ε₁ + ε₂)-MI-PP."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    size = some_pairs(d, M1, M2)
    private = d.cite("nuradha-goldfeld-2022/remark-3-not-compromised", *d.given)
    d.qed(d.cite(
        "nuradha-goldfeld-2022/theorem-1-i@finite-data", private, size, F=F, Theta=data,
        M=parallel(M1, M2),
        eps=first + second,
    ))
