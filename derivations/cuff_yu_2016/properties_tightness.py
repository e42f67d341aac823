"""Section 4: composition is tight, and Example 4.3."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.channels import after_function, pair_count
from derivations.tools import ZERO, same
from verified.language import (
    H,
    capacity,
    cases,
    channel_table,
    equals,
    information,
    log,
    output,
    parallel,
    pmf_table,
    quotient,
    remainder,
    with_entry,
)
from verified.papers.cuff_yu_2016.properties import first_query, second_query
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Pmf, Symbol, number


class TwoParts:
    """Two queries about the two parts of one entry: the first part through V, the second through
    an erasure channel."""

    def __init__(self, d: Derivation) -> None:
        self.d = d
        self.V, self.N, self.r, self.m = (d.var(name) for name in ("V", "N", "r", "m"))
        self.size = pair_count(d, self.r, self.N)
        self.x = d.fix(Symbol("x", self.r * self.N))

    def part(self, name: str, law: Any, query: Any, channel: Any, of: Callable[[Any], Any]) -> Line:
        """I(law; query) ≤ C(channel), where the query sends a part of the entry."""
        d, x, size = self.d, self.x, self.size
        function = channel_table(self.r * self.N, channel.sort.inputs, lambda x, u: same(u, of(x)))
        z = d.fix(Symbol(name, channel.sort.outputs))
        two = d.cite("definition/chain", size, W=function, K=channel, x=x, z=z)
        whole = d.chain(two, d.identity(equals(two.formula.right, query[x, z]), size))
        return after_function(d, law, function, channel, d.forall(x, d.forall(z, whole)), size)

    def one(self, law: Any, query: Any) -> Line:
        """I(law; first query) ≤ C(V)."""
        return self.part("one", law, query, self.V, lambda x: quotient(x, self.N))

    def two(self, law: Any, query: Any, delta: Any) -> Line:
        """I(law; second query) ≤ C(erasure)."""
        return self.part(
            "two", law, query, erasing(self.N, delta), lambda x: remainder(x, self.N))

    def most(self, query: Any, proof: Callable[[Any], Line]) -> Line:
        """C(query) ≤ c, from the same bound for every law."""
        d = self.d
        law = d.fix(Pmf("law", self.r * self.N))
        whole = d.cite("definition/capacity", self.size, W=query)
        return d.chain(whole, d.bound_sup(whole.formula.right, proof(law), law))

    def together(self, both: Any, delta: Any) -> tuple[Line, Line]:
        """C(both) ≤ C(first) + C(second), and what it is."""
        d = self.d
        first, second = both.args

        def apart(law: Any) -> Line:
            sides = d.cite("lemma/two-outputs", self.size, P=law, W=first, V=second)
            most = [d.cite("background/information-range.capacity", self.size, P=law, W=query)
                    for query in (first, second)]
            return d.arithmetic(
                information(law, both) <= capacity(first) + capacity(second), sides, *most)

        value = d.cite("cuff-yu-2016/composition-tight.together", self.size, delta=delta)
        wide = pair_count(d, self.m, self.N + 1)
        own = d.cite("background/as-mechanism-mi", self.size, wide, W=both)
        value = d.chain(d.turn(equals(own.formula.right, own.formula.left), own), value)
        whole = d.cite("definition/capacity", self.size, wide, W=both)
        law = d.fix(Pmf("law", self.r * self.N))
        return d.chain(whole, d.bound_sup(whole.formula.right, apart(law), law)), value


def erasing(N: Any, delta: Any) -> Any:
    """The erasure channel of Example 3.3."""
    return channel_table(N, N + 1, lambda x, y: cases(
        equals(y, 0), 1 - delta, cases(equals(y, x + 1), delta, 0)
    ))


def each_alone(d: Derivation, delta: Any) -> tuple[TwoParts, dict[str, Line], Any, Any]:
    """What bounds the capacities of the queries alone, from above and together from below."""
    it = TwoParts(d)
    both = parallel(first_query, replaced_delta(second_query, delta))
    first, second = both.args
    lost = d.cite("cuff-yu-2016/example-3.3.capacity", N=it.N, delta=delta)
    sum_, value = it.together(both, delta)
    lines = {
        "one": it.most(first, lambda law: it.one(law, first)),
        "two": it.most(second, lambda law: it.two(law, second, delta)),
        "lost": lost, "sum": sum_, "value": value,
    }
    return it, lines, first, second


def replaced_delta(query: Any, delta: Any) -> Any:
    """The second query with this probability of an answer."""
    return substitute(query, {"delta": delta})


@derives("cuff-yu-2016/composition-tight.first")
def first_alone(d: Derivation) -> None:
    """At most C(V), and both together leak C(V), as the second answers never."""
    it, lines, first, second = each_alone(d, number(0))
    nothing = d.arithmetic(capacity(second) <= 0, lines["two"], lines["lost"])
    least = d.arithmetic(capacity(it.V) <= capacity(first), lines["sum"], lines["value"], nothing)
    mi = d.cite("background/as-mechanism-mi", it.size, W=first)
    d.qed(d.chain(mi, d.turn(equals(capacity(first), capacity(it.V)), lines["one"], least)))


@derives("cuff-yu-2016/composition-tight.second")
def second_alone(d: Derivation) -> None:
    """At most what the erasure channel leaks, and both together leak C(V) more."""
    it, lines, _, second = each_alone(d, d.var("delta"))
    told = d.goal.right
    most = d.arithmetic(capacity(second) <= told, lines["two"], lines["lost"])
    least = d.arithmetic(told <= capacity(second), lines["sum"], lines["value"], lines["one"])
    mi = d.cite("background/as-mechanism-mi", it.size, W=second)
    d.qed(d.chain(mi, d.turn(equals(capacity(second), told), most, least)))


@derives("cuff-yu-2016/composition-tight.together")
def composition_tight(d: Derivation) -> None:
    """Above, each response tells of its own part; below, with independent parts the entropies of
    the responses add up."""
    it = TwoParts(d)
    V, N, r, m, size, x = it.V, it.N, it.r, it.m, it.size, it.x
    delta = d.var("delta")
    both = d.goal.left.args[0].args[0]
    first, second = both.args
    erasure = erasing(N, delta)
    wide = pair_count(d, m, N + 1)
    s = d.fix(Symbol("s", m * (N + 1)))
    lost = d.cite("cuff-yu-2016/example-3.3.capacity", delta=delta)

    def most(law: Any) -> Line:
        apart = d.cite("lemma/two-outputs", size, P=law, W=first, V=second)
        return d.arithmetic(
            information(law, both) <= d.goal.right, apart, lost,
            it.one(law, first), it.two(law, second, delta),
        )

    whole = d.cite("definition/capacity", size, wide, W=both)
    outer = whole.formula.right
    law = d.fix(Pmf("law", r * N))
    above = d.chain(whole, d.bound_sup(outer, most(law), law))

    # Independent parts, the second uniform.
    own, even = d.fix(Pmf("q", r)), pmf_table(N, lambda _: 1 / N)
    added = d.cite("lemma/independent-parts", size, wide, P=own, W=V, R=even, V=erasure)
    apart, table = added.formula.left.args
    pairs = d.cite("definition/parallel", size, W=first, V=second, x=x, s=s)
    pairs = d.chain(
        d.identity(equals(table[x, s], pairs.formula.right), size, wide),
        d.turn(equals(pairs.formula.right, both[x, s]), pairs),
    )
    added = d.rewrite(d.forall(x, d.forall(s, pairs)), added)
    told = d.cite("cuff-yu-2016/example-3.3.uniform", delta=delta)
    reached = d.arithmetic(
        equals(information(apart, both), information(own, V) + delta * log(N)), added, told,
        size, wide,
    )
    best = d.below_sup(outer, apart, size, wide)
    own_part = d.arithmetic(
        information(own, V) <= capacity(both) - delta * log(N), reached, best, whole, size, wide
    )
    value = d.cite("definition/capacity", W=V)
    below = d.chain(value, d.bound_sup(value.formula.right, own_part, own))
    one_entry = d.cite("background/as-mechanism-mi", size, wide, W=both)
    below = d.arithmetic(d.goal.right <= capacity(both), below, size, wide)
    d.qed(d.chain(one_entry, d.turn(equals(capacity(both), d.goal.right), above, below)))


def nothing_told(d: Derivation, table: Any, row: Line) -> None:
    """mi_dp = 0 of a mechanism that sends an entry through a channel with equal rows.

    Args:
        row: for every x and y, the table's entry is that of a table without x.
    """
    N = table.sort.inputs
    flat = pmf_table(N, lambda _: 1 / N)
    constant = d.cite("lemma/constant-channel", Q=flat, m=N)
    plain = d.rewrite(row, constant)
    place = number(0)
    most = d.cite("lemma/on-entry.bound", D=d.var("D"), W=table, l=place)
    least = d.cite("lemma/on-entry.reached", D=d.var("D"), W=table, l=place)
    back = d.turn(equals(0, plain.formula.left), plain)
    d.qed(d.turn(d.goal, d.chain(most, plain), d.chain(back, least)))


@derives("cuff-yu-2016/example-4.3.second-alone")
def example_4_3_second(d: Derivation) -> None:
    """The second response has one law, whatever the entry."""
    table = d.goal.left.args[0].args[0]
    N = table.sort.inputs
    x, y = d.fix(Symbol("x", N)), d.fix(Symbol("y", N))
    even = channel_table(N, N, lambda _, y: pmf_table(N, lambda _: 1 / N)[y])
    nothing_told(d, table, d.forall(x, d.forall(y, d.identity(equals(even[x, y], table[x, y])))))


@derives("cuff-yu-2016/example-4.3.first-alone")
def example_4_3_first(d: Derivation) -> None:
    """One key in N takes x to y."""
    table = d.goal.left.args[0].args[0]
    N = table.sort.inputs
    x, y = d.fix(Symbol("x", N)), d.fix(Symbol("y", N))
    even = channel_table(N, N, lambda _, y: pmf_table(N, lambda _: 1 / N)[y])
    one = d.cite("lemma/cyclic-shift", x=x, y=y)
    level = d.have(
        equals(even[x, y], table[x, y]), "arithmetic", one, equalities=[[-1 / N, 0]]
    )
    nothing_told(d, table, d.forall(x, d.forall(y, level)))


@derives("cuff-yu-2016/example-4.3.reveals")
def example_4_3_reveals(d: Derivation) -> None:
    """Given the entry the responses are one of N pairs, each as likely; without it, of N²."""
    table, D = d.goal.left.args[0].args[0], d.var("D")
    N, place = table.sort.inputs, number(0)
    x, s, t = d.fix(Symbol("x", N)), d.fix(Symbol("s", N * N)), d.fix(Symbol("t", N))
    size = pair_count(d, N, N)
    entropy = d.cite("definition/entropy", size, P=table[x])
    row = d.chain(entropy, d.identity(equals(entropy.formula.right, log(N)), size))
    even, flat = pmf_table(N, lambda _: 1 / N), pmf_table(N * N, lambda _: 1 / (N * N))

    # The same shift, from the second response to the first.
    pad = remainder(s, N)
    one = d.cite("lemma/cyclic-shift", n=N, x=pad, y=quotient(s, N))

    def shifted(order: Any) -> Any:
        return cases(equals(quotient(s, N), remainder(order, N)), 1, 0)

    turned = d.rewrite(
        d.identity(equals(pad + t, t + pad)),
        d.identity(equals(shifted(pad + t), shifted(pad + t))),
        equals(shifted(pad + t), shifted(t + pad)),
    )
    sums = d.summed(d.forall(t, turned))
    every = d.chain(d.turn(equals(sums.formula.right, sums.formula.left), sums), one)
    law = d.forall(s, d.have(
        equals(output(even, table)[s], flat[s]), "arithmetic", every, size,
        equalities=[[1 / N / N, 0]],
    ))
    whole = d.cite("definition/entropy", size, P=flat)
    whole = d.chain(whole, d.identity(equals(whole.formula.right, 2 * log(N)), size))
    forms = d.rewrite(law, d.cite(
        "background/information-forms.entropies", size, P=even, W=table
    ))
    mean = d.have(
        equals(even[x] * H(table[x]), even[x] * log(N)), "arithmetic", row, size,
        equalities=[[1 / N, 0]],
    )
    mean = d.summed(d.forall(x, mean), size)
    level = d.identity(equals(mean.formula.right, log(N)))
    told = d.arithmetic(log(N) <= information(even, table), forms, whole, mean, level, size)
    known = d.cite("background/information-range.capacity", size, P=even, W=table)
    least = d.cite("lemma/on-entry.reached", size, D=D, W=table, l=place)
    most = d.cite("lemma/on-entry.bound", size, D=D, W=table, l=place)
    input_ = d.cite("background/information-range.input", size, P=d.fix(Pmf("law", N)), W=table)
    uniform = d.cite("background/entropy-range.uniform", P=d.fixed["law"])
    capacity_ = d.cite("definition/capacity", size, W=table)
    bound = d.bound_sup(capacity_.formula.right, d.chain(input_, uniform), d.fixed["law"])
    d.qed(d.turn(
        d.goal, d.chain(most, capacity_, bound), d.chain(told, known, least)
    ))


@derives("cuff-yu-2016/example-4.3.violates@two-symbols")
def example_4_3_violates(d: Derivation) -> None:
    """The pair (0, 0) comes of the entry 0, and never of the entry 1."""
    M, D, eps = d.goal.body.args[0], d.var("D"), d.var("eps")
    table = M.args[0]
    N, place = table.sort.inputs, number(0)
    (several,) = d.given
    size = pair_count(d, N, N)
    private = d.assume(d.goal.body)
    close = d.cite(
        "lemma/entry-close", private, several, size, M=M, x=place, i=place, v=number(0),
        w=number(1), eps=eps, delta=ZERO,
    )
    v, s = d.fix(Symbol("v", N)), d.fix(Symbol("s", N * N))
    channel = d.cite("definition/entry-channel", size, M=M, x=place, i=place, v=v, y=s)
    response = d.cite(
        "definition/on-entry", size, W=table, x=with_entry(D, place, place, v), i=place,
        y=s,
    )
    own = d.cite("background/entry-of-changed", D=D, x=place, i=place, v=v)
    rows = d.forall(v, d.forall(s, d.rewrite(own, d.chain(channel, response))))
    close = d.rewrite(rows, close)
    symbols = d.cite(
        "background/closeness-symbols.only-if", close, size, several, P=table[0], Q=table[1],
        eps=eps,
    )
    least = d.piece(d.at(symbols, number(0), size), 0)
    sent = number(1) + remainder(number(0), N)
    one = d.cite("definition/division", several, n=N, q=number(0), v=number(1), part=1)
    one = d.rewrite(
        d.identity(equals(sent, number(0) * N + 1)), one, equals(remainder(sent, N), 1)
    )
    never = d.arithmetic(remainder(sent, N) > 0, one)
    zero, chance = number(0), 1 / N
    impossible = d.identity(equals(table[1, 0], zero), never, several, size)
    likely = d.identity(equals(table[0, 0], chance), size)
    never = d.contradiction(d.rewrite(impossible, d.rewrite(likely, least)))
    d.qed(d.follows(d.goal, d.implied(private, never)))
