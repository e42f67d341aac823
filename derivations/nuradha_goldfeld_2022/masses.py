"""Information from masses, and with it two responses under every law of the data (Remark 3)."""

from __future__ import annotations

from typing import Any

from derivations.nuradha_goldfeld_2022.composition import some_pairs
from derivations.nuradha_goldfeld_2022.frameworks import is_mi_private, member_told, told
from derivations.tools import is_zero, same, split_zero
from verified.kernel.polynomial import replaced
from verified.language import (
    channel_table,
    equals,
    information,
    log,
    output,
    parallel,
    pmf_table,
    quotient,
    remainder,
    total,
)
from verified.language.formulas import substitute
from verified.language.pufferfish import (
    data_given,
    member_law,
    private_value,
    private_values,
    public_law,
    public_value,
    public_values,
    secret_channel,
    secret_given,
)
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "nuradha-goldfeld-2022/"


@derives("lemma/scaled-information")
def scaled_information(d: Derivation) -> None:
    """The logarithm of a product is a sum, and where it isn't, its factor is 0."""
    P, W, t = d.var("P"), d.var("W"), d.var("t")
    forms = d.cite("background/information-forms.sums")
    left = d.arithmetic(
        equals(t * information(P, W), t * forms.formula.right), forms, hints=[t]
    )
    dominated = d.cite("background/output-dominates.by-input")
    d.qed(d.chain(left, d.identity(equals(left.formula.right, d.goal.right), dominated)))


def same_spread(d: Steps, line: Line) -> Line:
    """u ln u = v ln v, from a line u = v."""
    u, v = line.formula.left, line.formula.right  # type: ignore[attr-defined]
    same = d.identity(equals(u * log(u), u * log(u)))
    return d.rewrite(line, same, equals(u * log(u), v * log(v)))


@derives("lemma/secret-masses")
def secret_masses(d: Derivation) -> None:
    """Given a public value, the masses are those of the secrets' law and channel."""
    F, P, M, e, t = (d.var(name) for name in ("F", "P", "M", "e", "t"))
    wanted = d.goal.right
    c = d.fix(Symbol("c", public_values(F, e)))
    a = d.fix(Symbol("a", private_values(F, e)))
    x, y = d.fix(Symbol("x", F.of.size)), d.fix(Symbol("y", M.of.outputs))
    chance, q = public_law(F, P, e)[c], secret_given(F, P, e, c)
    K, rows = data_given(F, P, e, c), secret_channel(F, P, M, e, c)
    inside = P[x] * same(private_value(F, e, x), a) * same(public_value(F, e, x), c)

    # The masses of a secret, with and without a response.
    secret = d.cite("definition/secret-mass", c=c, a=a)
    secret = d.arithmetic(equals(t * chance * q[a], total(x, t * inside)), secret, hints=[t])
    given = d.cite("definition/data-given", c=c, a=a, x=x)
    each = d.summed(d.forall(x, d.arithmetic(
        equals(t * chance * q[a] * (K[a, x] * M[x, y]), t * inside * M[x, y]), given,
        hints=[t * M[x, y]],
    )))
    told = d.cite("definition/chain", W=K, K=M, x=a, z=y)
    cell = d.arithmetic(
        equals(t * chance * q[a] * rows[a, y], each.formula.right), each, told, hints=[t]
    )
    # The masses of a public value.
    column = d.summed(d.forall(a, cell))
    response = d.identity(equals(t * chance * output(q, rows)[y], column.formula.left))
    response = d.chain(response, column)
    outside = t * P[x] * same(public_value(F, e, x), c)
    response = d.chain(response, d.identity(
        equals(response.formula.right, total(x, outside * M[x, y]))
    ))
    public = d.summed(d.forall(a, secret))
    public = d.chain(
        d.identity(equals(t * chance, public.formula.left)), public,
        d.identity(equals(public.formula.right, total(x, outside))),
    )
    one = d.cite("lemma/scaled-information", P=q, W=rows, t=t * chance)
    parts = [
        d.summed(d.forall(a, d.summed(d.forall(y, same_spread(d, cell))))),
        d.summed(d.forall(a, same_spread(d, secret))),
        d.summed(d.forall(y, same_spread(d, response))),
        same_spread(d, public),
    ]
    mean = d.summed(d.forall(c, d.arithmetic(
        equals(t * (chance * information(q, rows)), substitute(wanted.body, {wanted.var.name: c})),
        one, *parts,
    )))
    whole = d.cite("definition/secret-joint")
    d.qed(d.arithmetic(d.goal, whole, mean, hints=[t]))


# --- Remark 3 -------------------------------------------------------------------------------------


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
            "definition/secret-information", bound, above, lawful, F=F, P=after, M=M2, e=e, r=eps
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


@derives(PAPER + "remark-3.all-laws-mi")
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
