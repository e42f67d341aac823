"""Sections 4 and 5: composition of mechanisms, and closeness for groups of entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.composition import after_function, pair_count
from derivations.databases import is_mi_private, substitute_bound
from derivations.tools import ZERO, same
from verified.kernel.inference import replaced
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    H,
    I,
    capacity,
    cases,
    channel_table,
    entries,
    equals,
    exp,
    hamming,
    information,
    log,
    output,
    pmf_table,
    quotient,
    remainder,
    together,
    total,
)
from verified.language.databases import database_joint, entry_of, widened, with_entry
from verified.language.formulas import substitute
from verified.language.goals import normal
from verified.language.terms import Event, Pmf, Real, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- 4.1 Mutual information -----------------------------------------------------------------------


@derives("cuff-yu-2016/property-4", "cuff-yu-2016/property-5", "cuff-yu-2016/property-6")
def shannon_type(d: Derivation) -> None:
    """A linear combination of Shannon's inequalities."""
    d.qed(d.shannon(d.goal, *d.given))


# --- 4.1 Independent entries ----------------------------------------------------------------------


def over_priors(d: Derivation, outer: Any, proof: Callable[[Any, Any], Line]) -> Line:
    """sup over i and over priors of f ≤ c, where `proof` shows f ≤ c for one prior and entry."""
    i = d.fix(outer.var)
    inner = substitute_bound(outer, i)
    prior = d.fix(inner.var)
    return d.bound_sup(outer, d.bound_sup(inner, proof(prior, i), prior), i)


def one_prior(d: Steps, whole: Line, prior: Any, i: Any) -> Line:
    """I(X_i;Y|X^−i) under a prior is at most what the line says to be the supremum of such."""
    at_entry = d.below_sup(whole.formula.right, i)
    at_prior = d.below_sup(at_entry.formula.left, prior)
    back = d.turn(equals(whole.formula.right, whole.formula.left), whole)
    return d.chain(at_prior, at_entry, back)


@derives("cuff-yu-2016/corollary-4.conditional@split")
def corollary_4_split(d: Derivation) -> None:
    """Such a prior is a prior."""
    split, whole = d.cite("definition/mi-dp-split"), d.cite("definition/mi-dp")
    d.qed(d.chain(split, over_priors(
        d, split.formula.right,
        lambda prior, i: d.chain(one_prior(d, whole, prior, i), *d.given),
    )))


@derives("cuff-yu-2016/corollary-4.conditional@mutual")
def corollary_4_mutual(d: Derivation) -> None:
    """Such a prior is a prior."""
    whole = d.cite("definition/mi-dp")
    d.qed(over_priors(
        d, d.goal.left, lambda prior, i: d.chain(one_prior(d, whole, prior, i), *d.given)
    ))


@derives(
    "cuff-yu-2016/corollary-4.unconditional@split", "cuff-yu-2016/corollary-4.unconditional@mutual"
)
def corollary_4_unconditional(d: Derivation) -> None:
    """Property 4: conditioning on what is independent of X_i adds information."""
    whole, M = d.cite("definition/mi-dp-split"), d.var("M")

    def one(prior: Any, i: Any) -> Line:
        kind = prior.of.kind
        joint = database_joint(prior, M, i)
        apart = d.cite(f"definition/{kind}-prior", P=prior, M=M, i=i)
        alone, given = (
            d.cite("definition/database-joint", P=prior, M=M, i=i, part=part) for part in (0, 1)
        )
        more = d.shannon(I(joint, "A;Y") <= I(joint, "A;Y|B"), apart)
        back = d.turn(equals(given.formula.right, given.formula.left), given)
        return d.chain(alone, more, back, one_prior(d, whole, prior, i))

    d.qed(over_priors(d, d.goal.left, one))


# --- 4.2 Composition ------------------------------------------------------------------------------


def some_responses(d: Steps) -> Line:
    """m^k ≥ 1: a law on all responses together has a symbol."""
    k, m = d.var("k"), d.var("m")
    tangent = d.cite("background/log-tangent.exponential", eps=k * log(m))
    return d.arithmetic(m**k >= 1, tangent)


def composed(d: Derivation, each: Callable[[Any, Any, Any], Line]) -> None:
    """MIDP of all responses together: what each stage tells adds up.

    Args:
        each: shows what stage j tells of entry i under a prior to be at most ε_j.
    """
    S = d.var("S")
    whole = d.cite("definition/mi-dp", some_responses(d), M=together(S))

    def one(prior: Any, i: Any) -> Line:
        return added_stages(d, prior, i, lambda j: each(prior, i, j))

    d.qed(d.chain(whole, over_priors(d, whole.formula.right, one)))


def added_stages(d: Derivation, prior: Any, i: Any, each: Callable[[Any], Line]) -> Line:
    """I(X_i;Y^k|X^−i) ≤ Σ ε_j, where `each` bounds what stage j tells."""
    S = d.var("S")
    j = d.fix(Symbol("j", d.var("k")))
    sums = d.cite(f"lemma/stages.{S.of.kind}-sum", P=prior, S=S, i=i)
    return d.chain(sums, d.summed(d.forall(j, each(j))))


@derives("cuff-yu-2016/corollary-5", "cuff-yu-2016/corollary-6@each-history")
def corollaries_5_and_6(d: Derivation) -> None:
    """The chain rule; a stage tells at most what its mechanism does, whatever came before."""
    S, eps = d.var("S"), d.var("eps")
    (private,) = d.given

    def each(prior: Any, i: Any, j: Any) -> Line:
        held = d.at(private, j)
        return d.cite(
            f"lemma/stages.{S.of.kind}-stage", held, P=prior, S=S, i=i, j=j, r=eps[j]
        )

    composed(d, each)


@derives("cuff-yu-2016/corollary-6@as-produced")
def corollary_6(d: Derivation) -> None:
    """The chain rule."""
    prior, i = d.var("P"), d.var("i")
    (stages,) = d.given
    d.qed(added_stages(d, prior, i, lambda j: d.at(d.at(stages, j), i)))


@derives("cuff-yu-2016/corollary-7")
def corollary_7(d: Derivation) -> None:
    """One query at most sees the entry; the other responses are noise added to its."""
    S, eps = d.var("S"), d.var("eps")
    (private,) = d.given
    size = some_responses(d)
    j = d.fix(Symbol("j", d.var("k")))

    def entry(x: Any, i: Any, law: Any) -> Line:
        seen = d.cite("definition/partial-together", S=S, x=x, i=i, p=law)
        found = d.assume(substitute(seen.theorem.conclusion.body, {"j": j}))
        first, noise = found.formula.right.args[1].args
        less = d.cite("background/dpi-mi.output", size, P=law, W=first, K=noise)
        own = d.cite("lemma/entry-information", M=widened(S, j), x=x, i=i, p=law)
        level = d.cite("definition/widened", S=S, j=j)
        level = d.turn(equals(level.formula.right, level.formula.left), level)
        return d.obtain(seen, j, d.chain(found, less, own, level, d.at(private, j)))

    d.qed(is_mi_private(d, together(S), eps, entry, size))


# --- Tightness, and Example 4.3 -------------------------------------------------------------------


@derives("cuff-yu-2016/composition-tight")
def composition_tight(d: Derivation) -> None:
    """Above, each response tells of its own part; below, with independent parts the entropies of
    the responses add up."""
    V, N, r, m = (d.var(name) for name in ("V", "N", "r", "m"))
    delta = d.var("delta")
    both = d.goal.left.args[0].args[0]
    first, second = both.args
    erasure = channel_table(N, N + 1, lambda x, y: cases(
        equals(y, 0), 1 - delta, cases(equals(y, x + 1), delta, 0)
    ))
    size, wide = pair_count(d, r, N), pair_count(d, m, N + 1)
    x, s = d.fix(Symbol("x", r * N)), d.fix(Symbol("s", m * (N + 1)))
    lost = d.cite("cuff-yu-2016/example-3.3.capacity", delta=delta)

    def part(name: str, law: Any, query: Any, channel: Any, of: Callable[[Any], Any]) -> Line:
        """I(law; query) ≤ C(channel), where the query sends a part of the entry."""
        function = channel_table(r * N, channel.sort.inputs, lambda x, u: same(u, of(x)))
        z = d.fix(Symbol(name, channel.sort.outputs))
        two = d.cite("definition/chain", size, W=function, K=channel, x=x, z=z)
        whole = d.chain(two, d.identity(equals(two.formula.right, query[x, z]), size))
        return after_function(d, law, function, channel, d.forall(x, d.forall(z, whole)), size)

    def most(law: Any) -> Line:
        apart = d.cite("lemma/two-outputs", size, P=law, W=first, V=second)
        return d.arithmetic(
            information(law, both) <= d.goal.right, apart, lost,
            part("one", law, first, V, lambda x: quotient(x, N)),
            part("two", law, second, erasure, lambda x: remainder(x, N)),
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
    one_entry = d.cite("definition/as-mechanism-mi", size, wide, W=both)
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
    own = d.cite("definition/entry-of-changed", D=D, x=place, i=place, v=v)
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


# --- 5 Groups of entries --------------------------------------------------------------------------


def geometric(count: Any, eps: Term) -> Term:
    """1 + e^ε + … + e^((count−1)ε)."""
    power = Symbol("l", count)
    return total(power, exp(power * eps))


def last_power(d: Steps, count: Any, eps: Term) -> Line:
    """The sum of count + 1 powers as that of the others and the last one."""
    whole = geometric(count + 1, eps)
    return d.have(equals(whole, geometric(count, eps) + exp(count * eps)), "last-term")


@derives("cuff-yu-2016/property-9@continued")
def property_9(d: Derivation) -> None:
    """By induction on the number of changes: the first one, then the others."""
    base, step = d.induct("k")
    near, *_ = base.given
    x, other = base.var("x"), base.var("x'")
    same = base.cite("definition/hamming-equal", near, D=base.var("D"))
    A = base.fix(Event("A", base.var("m")))
    # With the instances equal both parts of the goal are one.
    close = replaced(normal(base.goal), x, other).parts[0]
    plain = base.forall(A, base.identity(substitute(close.body, {close.var.name: A})))
    base.qed(base.rewrite(same, base.both(plain, plain), base.goal))
    step.qed(one_more_change(step))


def one_more_change(d: Steps) -> Line:
    """The goal for k + 1 changes from that for k."""
    D, x, other, k = (d.var(name) for name in ("D", "x", "x'", "k"))
    eps, delta = d.var("eps"), d.var("delta")
    near, private = d.given
    limit = d.cite("lemma/geometric-sum", r=eps)
    A, i = d.fix(Event("A", d.var("m"))), d.fix(Symbol("i", entries(D)))
    distance = hamming(D, x, other)
    powers = last_power(d, k, eps)

    def closer(between: Any, first: Line, others: Line) -> Line:
        """From x to `between` by one change at most, then by k."""
        near_one = d.cite("definition/dp", first, private, delta=delta,
                          values={"x": x, "x'": between})
        near_rest = d.cite(HYPOTHESIS, others, private, values={"x": between})
        one, rest = ([d.at(d.piece(line, way), A) for way in (0, 1)]
                     for line in (near_one, near_rest))
        up, down = (substitute(normal(d.goal).parts[way].body, {"A": A}) for way in (0, 1))
        return d.follows(
            d.goal,
            d.forall(A, d.arithmetic(up, one[0], rest[0], powers, limit, hints=[exp(eps)])),
            d.forall(A, d.arithmetic(down, one[1], rest[1], powers, hints=[exp(k * eps)])),
        )

    def changed(some: Line) -> Line:
        between = with_entry(D, x, i, entry_of(D, other, i))
        some = d.arithmetic(distance >= 1, some)
        step = d.cite("definition/hamming-step", some, D=D)
        found = d.assume(substitute(step.theorem.conclusion.body, {"i": i}))
        own = d.cite("definition/with-entry-same", D=D, x=x, i=i)
        first = d.rewrite(own, d.cite(
            "definition/with-entry-near", D=D, x=x, i=i, v=entry_of(D, x, i),
            w=entry_of(D, other, i),
        ))
        others = d.arithmetic(hamming(D, between, other) <= k, found, near)
        return d.obtain(step, i, closer(between, first, others))

    def same(none: Line) -> Line:
        nothing = d.cite("definition/hamming-zero", D=D, x=x)
        return closer(
            x, d.arithmetic(hamming(D, x, x) <= 1, nothing), d.arithmetic(distance <= k, none)
        )

    whole = d.cite("definition/whole", r=distance, s=ZERO)
    return d.cases(whole, same(d.assume(distance <= 0)), changed(d.assume(distance >= ZERO + 1)))


@derives("cuff-yu-2016/property-7")
def property_7(d: Derivation) -> None:
    """Property 9 with δ = 0."""
    from_property_9(d, delta=ZERO)


@derives("cuff-yu-2016/property-8")
def property_8(d: Derivation) -> None:
    """Property 9 with ε = 0, where the sum is k."""
    from_property_9(d, eps=ZERO)


@derives("cuff-yu-2016/property-9@positive")
def property_9_positive(d: Derivation) -> None:
    """The geometric sum in closed form."""
    positive, *_ = d.given
    eps, z = d.var("eps"), Real("z", ">0")
    more = d.scalar(exp(z) > 1, positive, values={z: eps})
    above = d.arithmetic(exp(eps) - 1 > 0, more)
    limit = d.cite("lemma/geometric-sum", k=d.var("k"), r=eps)
    closed = (exp(d.var("k") * eps) - 1) / (exp(eps) - 1)
    value = d.arithmetic(
        equals(limit.formula.left.args[1], closed), limit, above, hints=[1 / (exp(eps) - 1)]
    )
    from_property_9(d, value, above)


def from_property_9(d: Derivation, *lines: Line, **values: Any) -> None:
    """The goal from Property 9 with the sum, by arithmetic at each event."""
    *_, near, private = d.given
    general = d.cite("cuff-yu-2016/property-9@continued", near, private, **values)
    A = d.fix(Event("A", d.var("m")))
    parts = []
    for way, goal in enumerate(normal(d.goal).parts):
        line = d.at(d.piece(general, way), A)
        parts.append(d.forall(A, d.arithmetic(substitute(goal.body, {"A": A}), line, *lines)))
    d.qed(d.follows(d.goal, *parts))
