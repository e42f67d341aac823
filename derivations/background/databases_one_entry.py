"""A channel as a mechanism on a database of one entry: what it tells of the entry is what the
channel tells of its input."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import after_function
from derivations.patterns.databases import is_mi_private
from derivations.patterns.instances import by_entries
from derivations.tools import same, substitute_bound, turned
from verified.language import (
    alphabet,
    as_mechanism,
    capacity,
    channel_table,
    entries,
    entry_channel,
    entry_of,
    entry_prior,
    equals,
    one_entry,
    output,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Pmf, Symbol, number


@derives("background/as-mechanism-mi")
def of_one_entry(d: Derivation) -> None:
    """The channel from the entry is W after the instance that a symbol makes, and W is that after
    the entry that an instance has: neither tells more."""
    W = d.var("W")
    n, m = W.sort.inputs, W.sort.outputs
    D, M = one_entry(n), as_mechanism(W)
    only = d.cite("definition/one-entry", n=n)

    def row(x: Any, y: Any) -> Line:
        return d.cite("definition/as-mechanism", W=W, x=x, y=y)

    def told(x: Any, i: Any, law: Any) -> Line:
        v, y = d.fix(Symbol("v", alphabet(D, i))), d.fix(Symbol("y", m))
        made = channel_table(alphabet(D, i), n, lambda v, a: same(a, with_entry(D, x, i, v)))
        through: Any = d.cite("definition/chain", W=made, K=W, x=v, z=y)
        at = with_entry(D, x, i, v)
        value = d.chain(through, d.identity(equals(through.formula.right, W[at, y])))
        value = d.chain(value, turned(d, row(at, y)))
        value = d.chain(value, turned(
            d, d.cite("definition/entry-channel", M=M, x=x, i=i, v=v, y=y)
        ))
        return after_function(d, law, made, W, d.forall(v, d.forall(y, value)))

    most = is_mi_private(d, M, capacity(W), told)

    P, first, i = d.fix(Pmf("prior", n)), number(0), number(0)
    size = alphabet(D, i)
    a, y = d.fix(Symbol("a", n)), d.fix(Symbol("y", m))
    parts = channel_table(n, size, lambda a, v: same(v, entry_of(D, a, i)))
    rows = entry_channel(M, first, i)
    through: Any = d.cite("definition/chain", only, W=parts, K=rows, x=a, z=y)
    own = entry_of(D, a, i)
    value = d.chain(through, d.identity(equals(through.formula.right, rows[own, y]), only))
    value = d.chain(value, d.cite("definition/entry-channel", only, M=M, x=first, i=i, v=own, y=y))
    there = with_entry(D, first, i, own)

    def alike(j: Any) -> Line:
        none = d.turn(
            equals(j, 0), d.arithmetic(j <= number(0), d.obvious(j + 1 <= entries(D)), only),
            d.obvious(j >= number(0)),
        )
        replaced = d.cite("background/entry-of-changed", only, D=D, x=first, i=i, v=own)
        return d.rewrite(
            none, replaced, equals(entry_of(D, there, j), entry_of(D, a, j))
        )

    itself = by_entries(d, D, there, a, alike)
    value = d.chain(value, row(there, y))
    value = d.rewrite(itself, value, equals(value.formula.left, W[a, y]))
    same_rows = d.forall(a, d.forall(y, value))
    law = output(P, parts)
    less = d.cite("background/dpi-mi.input", only, P=P, W=parts, K=rows)
    less = d.rewrite(same_rows, less)
    at = entry_prior(D, first, i, law)
    there_told = d.cite("background/entry-prior-information", only, M=M, x=first, i=i, p=law)
    whole: Any = d.cite("definition/mi-dp", M=M)
    outer = whole.formula.right
    inner = substitute_bound(outer, i)
    reached = d.chain(
        less, turned(d, there_told), d.below_sup(inner, at, only), d.below_sup(outer, i, only),
        turned(d, whole),
    )
    least: Any = d.cite("definition/capacity", W=W)
    least_ = d.chain(least, d.bound_sup(least.formula.right, reached, P))
    d.qed(d.turn(d.goal, most, least_))
