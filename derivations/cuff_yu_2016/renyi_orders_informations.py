"""Section 7, eqs. (71) to (73): the informations of an order, and their limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.databases import at_most, near_output, private_rows, told
from derivations.patterns.orders import split_one, split_strict
from derivations.tools import is_zero, log_below, one_term, split_below, split_order, turned
from verified.kernel.inference import replaced
from verified.language import (
    arimoto,
    cases,
    entries,
    equals,
    exp,
    flat_mechanism,
    information,
    instances,
    largest,
    log,
    output,
    sibson,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Pmf, Symbol, Term, number

INFINITE = float("inf")


# --- Order ∞ ------------------------------------------------------------------------------------


class Columns:
    """The largest f(x, y) over x for each y, and the sum of these over y.

    Args:
        bind: its terms, f(x, y) with W[x, y] in it, for a symbol y of the outputs.
    """

    def __init__(self, d: Steps, W: Term, f: Callable[[Any, Any], Term]) -> None:
        self.d = d
        self.x, self.y = d.fix(Symbol("x", W.sort.inputs)), d.fix(Symbol("y", W.sort.outputs))
        bound = Symbol("x", W.sort.inputs)
        self.most = largest(bound, f(bound, self.y))
        self.sum = total(Symbol("y", W.sort.outputs), self.most)

    def at(self, x: Any) -> Line:
        """f(x, y) ≤ the largest."""
        return self.d.below_sup(self.most, x)

    def positive(self, P: Term, share: Callable[[Any], Line]) -> Line:
        """The sum is positive; `share` shows P(x) W(y|x) ≤ f(x, y)."""
        d = self.d
        one = d.arithmetic(
            share(self.x).formula.left <= self.most, share(self.x), self.at(self.x)
        )
        column = d.summed(d.forall(self.x, one))
        whole = d.summed(d.forall(self.y, column))
        n = self.x.of.size
        return d.arithmetic(0 < self.sum, whole, hints=[1 / n])

    def below(self, line: Line) -> Line:
        """The largest ≤ c from f(x, y) ≤ c."""
        return self.d.bound_sup(self.most, line, self.x)


@derives("cuff-yu-2016/eq-71.infinite-arimoto")
def infinite_arimoto(d: Derivation) -> None:
    """P(x) W(y|x) ≤ max P · max W(y|·)."""
    W = d.var("W")
    n = W.of.inputs
    P = d.fix(Pmf("P", n))
    x, y = d.fix(Symbol("x", n)), d.fix(Symbol("y", W.of.outputs))
    uniform = d.goal.right.args[0]
    unit = d.cite("background/probability-bounds", P=W[x], a=y, part=1)
    d.cite("background/probability-bounds", P=P, a=x, part=1)
    guesses = Columns(d, W, lambda x, y: P[x] * W[x, y])

    def allowed(x: Any, y: Any) -> Term:
        return cases(uniform[x] <= 0, 0, W[x, y])

    def all_inputs(goal: Any) -> Line:
        return split_below(d, uniform[x], 0, lambda order, mark: d.arithmetic(
            goal, mark, unit, order, hints=[W[x, y], n * W[x, y]]))

    inputs = Columns(d, W, allowed)
    a = d.fix(Symbol("a", n))
    likeliest = largest(Symbol("a", n), P[Symbol("a", n)])
    top = d.bound_sup(likeliest, d.cite("background/probability-bounds", P=P, a=a, part=1), a)
    each = d.below_sup(likeliest, x, top)
    likelihood = d.arithmetic(W[x, y] <= inputs.most, all_inputs(W[x, y] <= allowed(x, y)),
                              inputs.at(x))
    product = d.arithmetic(P[x] * W[x, y] <= likeliest * inputs.most, each, likelihood,
                           hints=[W[x, y], P[x]])
    whole = d.summed(d.forall(y, guesses.below(product)))
    bound = d.arithmetic(guesses.sum <= likeliest * inputs.sum, whole)
    some = guesses.positive(P, lambda x: d.identity(
        P[x] * W[x, y] <= P[x] * W[x, y]))
    likely = d.arithmetic(0 < likeliest, d.summed(d.forall(x, each), top), top, hints=[1 / n])
    left = d.arithmetic(0 < inputs.sum, bound, some, likely, hints=[1 / likeliest])
    logs = log_below(d, guesses.sum, likeliest * inputs.sum, bound, some, likely, left)
    value = d.cite("definition/arimoto-infinite", P=P)
    entropy = d.cite("definition/min-entropy", P=P)
    other = d.cite("background/sibson-infinite", P=uniform)
    line = d.arithmetic(
        arimoto(P, W, INFINITE) <= d.goal.right, value, entropy, other, logs, some, likely, left,
    )
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives("cuff-yu-2016/eq-71.infinite-sibson")
def infinite_sibson(d: Derivation) -> None:
    """The uniform law allows every input, and its likeliest has probability 1/n."""
    W = d.var("W")
    n = W.of.inputs
    P = d.fix(Pmf("P", n))
    x, y, a = d.fix(Symbol("x", n)), d.fix(Symbol("y", W.of.outputs)), d.fix(Symbol("a", n))
    uniform = d.goal.right.args[0]
    unit = d.cite("background/probability-bounds", P=W[x], a=y, part=1)

    def allowed(x: Any, y: Any) -> Term:
        return cases(P[x] <= 0, 0, W[x, y])

    def each_input(goal: Any) -> Line:
        return split_below(d, P[x], 0, lambda order, mark: d.arithmetic(
            goal, mark, unit, order, hints=[W[x, y], P[x]]))

    inputs = Columns(d, W, allowed)
    guesses = Columns(d, W, lambda x, y: uniform[x] * W[x, y])
    likeliest = largest(Symbol("a", n), uniform[Symbol("a", n)])
    top = d.bound_sup(likeliest, d.identity(uniform[a] <= 1 / n), a)
    likely = d.below_sup(likeliest, x, top)
    less = d.arithmetic(allowed(x, y) <= n * guesses.most, each_input(allowed(x, y) <= W[x, y]),
                        guesses.at(x), hints=[n])
    whole = d.summed(d.forall(y, inputs.below(less)))
    bound = d.arithmetic(inputs.sum <= n * guesses.sum, whole)
    own = d.cite("background/probability-bounds", P=P, a=x, part=1)
    shared = split_below(d, P[x], 0, lambda order, mark: d.arithmetic(
        P[x] * W[x, y] <= allowed(x, y), mark, order, own, hints=[W[x, y]]))
    some = inputs.positive(P, lambda x: shared)
    much = guesses.positive(uniform, lambda x: d.identity(
        uniform[x] * W[x, y] <= uniform[x] * W[x, y]))
    above = d.arithmetic(0 < likeliest, likely, top, hints=[1 / n])
    logs = log_below(d, inputs.sum, n * guesses.sum, bound, some, much)
    small = log_below(d, likeliest, 1 / n, top, above)
    value = d.cite("background/sibson-infinite", P=P)
    other = d.cite("definition/arimoto-infinite", P=uniform)
    entropy = d.cite("definition/min-entropy", P=uniform)
    line = d.arithmetic(
        sibson(P, W, INFINITE) <= d.goal.right, value, entropy, other, logs, small, some, much,
        above,
    )
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives("cuff-yu-2016/eq-72.arimoto")
def eq_72_arimoto(d: Derivation) -> None:
    """The probability of a response cancels."""
    W, P = d.var("W"), d.var("P")
    n = W.of.inputs
    c, y = d.fix(Symbol("c", n)), d.fix(Symbol("y", W.of.outputs))
    q = output(P, W)[y]
    guesses = largest(Symbol("c", n), P[Symbol("c", n)] * W[Symbol("c", n), y])
    given = largest(Symbol("c", n), P[Symbol("c", n)] * W[Symbol("c", n), y] / q)
    covers = d.cite("background/output-dominates.by-output", P=P, W=W)
    cover = d.at(d.at(covers, y), c)
    tested = cases(q > 0, q * given, 0)
    goal = equals(guesses, tested)

    def possible(mark: Line, above: Line) -> Line:
        up = d.below_sup(guesses, c)
        scaled = d.arithmetic(P[c] * W[c, y] / q <= guesses / q, up, above, hints=[1 / q])
        one = d.bound_sup(given, scaled, c)
        low = d.arithmetic(q * given <= guesses, one, above, hints=[q])
        each = d.below_sup(given, c, above)
        two = d.bound_sup(guesses, d.arithmetic(P[c] * W[c, y] <= q * given, each, above,
                                                hints=[q]), c)
        same = d.turn(equals(guesses, q * given), two, low)
        marked = d.identity(equals(cases(q > 0, 1, 0) * (q * given), tested), above)
        value = d.rewrite(mark, marked, equals(1 * (q * given), tested))
        return d.chain(d.arithmetic(equals(guesses, 1 * (q * given)), same, above), value)

    def impossible(mark: Line, zero: Line) -> Line:
        none = is_zero(d, q, zero)
        empty = d.bound_sup(guesses, d.chain(cover, zero), c)
        nothing = d.turn(equals(guesses, 0), empty, d.obvious(number(0) <= guesses))
        at_zero = d.arithmetic(replaced(goal, q, number(0)), nothing)
        return d.rewrite(none, at_zero, goal)

    whole = d.summed(d.forall(y, split_strict(d, 0, q, possible, impossible)))
    value = d.cite("definition/arimoto-infinite")
    some = Columns(d, W, lambda x, y: P[x] * W[x, y]).positive(
        P, lambda x: d.identity(P[x] * W[x, y] <= P[x] * W[x, y]))
    guarded = d.goal.left.args[1].args[0].args[0]
    equal = d.chain(whole, d.identity(equals(whole.formula.right, guarded)))
    value = d.rewrite(equal, value, replaced(value.formula, equal.formula.left, guarded))
    some = d.rewrite(equal, some, 0 < guarded)
    d.qed(d.arithmetic(d.goal, value, some))


@derives("cuff-yu-2016/eq-72.bound")
def eq_72_bound(d: Derivation) -> None:
    """It is Arimoto's information of order ∞, so at most Sibson's under the uniform law."""
    M, eps = d.var("M"), d.var("eps")
    D, W = M.sort.database, flat_mechanism(M)
    P = d.fix(Pmf("P", instances(D)))
    value = d.cite("cuff-yu-2016/eq-72.arimoto", P=P, W=W)
    suprema = d.cite("cuff-yu-2016/eq-71.infinite-arimoto", W=W)
    uniform = suprema.formula.right.args[0]
    near = near_output(d, uniform, W, private_rows(d, M, eps, *d.given), entries(D) * eps)
    line = d.chain(
        value, d.below_sup(suprema.formula.left, P), suprema,
        d.cite("lemma/rows-near-output.sibson-infinite", near, P=uniform, W=W,
               eps=entries(D) * eps),
    )
    d.qed(d.bound_sup(d.goal.left, line, P))


# --- The three informations of an order ---------------------------------------------------------


def exponentials(d: Steps, equal: Line, *lines: Line) -> Line:
    """e^a = e^b from a = b."""
    left, right = equal.formula.left, equal.formula.right
    own = d.identity(equals(exp(left), exp(left)), *lines)
    return d.rewrite(equal, own, equals(exp(left), exp(right)))


def scaled_columns(
    d: Steps, first: Term, second: Term, scale: Term, rows: Line, y: Any, order: Term, *lines: Line
) -> Line:
    """Σ_y f^(1/α) = c^(1/α) Σ_y g^(1/α), where `rows` shows f = g c for every y."""
    power = first ** (1 / order)
    own = d.have(equals(power, power), "defined", *lines)
    equal = d.rewrite(rows, own, equals(power, (second * scale) ** (1 / order)))
    product = d.cite("lemma/power.product", *lines, s=second, t=scale, alpha=1 / order)
    each = d.summed(d.forall(y, d.chain(equal, product)), *lines)
    outside = scale ** (1 / order) * total(y, second ** (1 / order))
    return d.chain(each, d.identity(equals(each.formula.right, outside), *lines))


def at_tilted(
    d: Steps, same: Any, P: Term, W: Term, order: Any, other: Line
) -> tuple[Line, list[Line]]:
    """Arimoto's information as it is defined = Sibson's at the tilted prior, and what shows both to
    be real; `same` says so of their exponentials."""
    x, y = d.fix(Symbol("x", P.sort.size)), d.fix(Symbol("y", W.sort.outputs))
    left, right = same.left.args[0], same.right.args[0]
    tilted = right.args[0]
    powers = total(x, P[x] ** order)
    some = d.cite("lemma/power.law", P=P, alpha=order)
    products = total(x, (P[x] * W[x, y]) ** order)
    column = total(x, tilted[x] * W[x, y] ** order)
    apart = d.summed(d.forall(x, d.cite(
        "lemma/power.product", s=P[x], t=W[x, y], alpha=order
    )))
    rows = d.rewrite(
        apart, d.identity(equals(column, apart.formula.right * (1 / powers)), some),
        equals(column, products * (1 / powers)),
    )
    whole = scaled_columns(d, column, products, 1 / powers, rows, y, order, some)
    norms = total(y, products ** (1 / order))
    columns = d.cite("lemma/power.columns", some, P=tilted, W=W, alpha=order)
    positive = d.arithmetic(0 < norms, d.chain(columns, whole), some,
                            hints=[powers ** (1 / order)])
    value = d.cite("background/sibson", other, some, P=tilted, W=W, alpha=order)
    value = d.rewrite(whole, value, replaced(value.formula, whole.formula.left,
                                             whole.formula.right))
    entropy = d.cite("definition/renyi-entropy", other, P=P, alpha=order)
    equal = d.arithmetic(equals(left, right), value, entropy, other, some, positive)
    return equal, [some, positive, other]


@derives("cuff-yu-2016/eq-71.arimoto-is-sibson")
def arimoto_is_sibson(d: Derivation) -> None:
    """The sum of P^α comes out of each power."""
    equal, real = at_tilted(d, d.goal, d.var("P"), d.var("W"), d.var("alpha"), *d.given)
    d.qed(exponentials(d, equal, *real))


@derives("cuff-yu-2016/eq-71.sibson-is-arimoto")
def sibson_is_arimoto(d: Derivation) -> None:
    """The same with P^(1/α): its power of order α is P, up to a factor."""
    W, P, order = d.var("W"), d.var("P"), d.var("alpha")
    (other,) = d.given
    n = P.of.size
    x, y = d.fix(Symbol("x", n)), d.fix(Symbol("y", W.of.outputs))
    entropy_of, _ = d.goal.right.args[0].args
    tilted = entropy_of.args[0]
    powers = total(x, P[x] ** (1 / order))
    some = d.cite("lemma/power.law", alpha=1 / order)
    scale = (1 / powers) ** order
    root = d.cite("lemma/power.root", s=P[x], alpha=1 / order)
    plain = d.chain(
        d.identity(equals((P[x] ** (1 / order)) ** order, root.formula.left)), root
    )
    split = d.cite("lemma/power.product", some, s=P[x] ** (1 / order), t=1 / powers)
    own = d.identity(equals(tilted[x] ** order, split.formula.left), some)
    power = d.rewrite(plain, d.chain(own, split), equals(tilted[x] ** order, P[x] * scale))
    mass = d.summed(d.forall(x, power), some)
    mass = d.chain(mass, d.identity(equals(mass.formula.right, scale), some))
    entropy = d.cite("definition/renyi-entropy", other, some, P=tilted)
    entropy = d.rewrite(mass, entropy, replaced(entropy.formula, mass.formula.left, scale))

    product = d.cite("lemma/power.product", some, s=tilted[x], t=W[x, y])
    product = d.rewrite(power, product, replaced(
        product.formula, power.formula.left, power.formula.right))
    rows = d.summed(d.forall(x, product), some)
    column, plain_column = rows.formula.left, total(x, P[x] * W[x, y] ** order)
    rows = d.chain(rows, d.identity(equals(rows.formula.right, plain_column * scale), some))
    whole = scaled_columns(d, column, plain_column, scale, rows, y, order, some)
    columns = d.cite("lemma/power.columns")
    value = d.cite("background/sibson", other)
    left, right = d.goal.left.args[0], d.goal.right.args[0]
    norms = right.args[1].args[1].args[0]
    direct = replaced(right, norms, whole.formula.right)
    equal = d.arithmetic(equals(left, direct), value, entropy, other, some, columns)
    equal = d.rewrite(whole, equal, equals(left, right))
    positive = d.rewrite(whole, d.obvious(0 < whole.formula.right, columns, some),
                         0 < norms)
    d.qed(exponentials(d, equal, some, positive, other))


@derives("cuff-yu-2016/eq-71.bound-arimoto")
def bound_arimoto(d: Derivation) -> None:
    """It is Sibson's at a tilted prior."""
    M, order, eps = d.var("M"), d.var("alpha"), d.var("eps")
    D, W = M.sort.database, flat_mechanism(M)
    P = d.fix(Pmf("P", instances(D)))
    close, level = private_rows(d, M, eps, *d.given), entries(D) * eps
    goal = arimoto(P, W, order) <= level

    def one(equal: Line) -> Line:
        value = d.cite("definition/arimoto-one", P=P, W=W)
        return d.rewrite(equal, d.chain(value, at_most(d, told(d, P, W, close, level), level)),
                         goal)

    def other(differs: Line) -> Line:
        some = d.cite("lemma/power.law", P=P)
        same = d.cite("cuff-yu-2016/eq-71.arimoto-is-sibson", differs, P=P, W=W)
        equal, real = at_tilted(d, same.formula, P, W, order, differs)
        tilted = equal.formula.right.args[0]
        near = near_output(d, tilted, W, close, level, some)
        bound = d.cite("lemma/rows-near-output.sibson", near, differs, some, P=tilted, W=W,
                       eps=level)
        value = d.cite("definition/arimoto", differs, P=P, W=W)
        return d.arithmetic(goal, value, equal, bound, *real)

    d.qed(d.bound_sup(d.goal.left, split_one(d, order, one, other), P))


# --- The limit of the orders --------------------------------------------------------------------


class Guesses:
    """m = max P, b(y) = max P(x) W(y|x) and B = Σ b: order ∞; Z = Σ P^α and N: order α."""

    def __init__(self, d: Steps, P: Term, W: Term, order: Any) -> None:
        n = P.sort.size
        x, y = d.fix(Symbol("x", n)), d.fix(Symbol("y", W.sort.outputs))
        a = Symbol("a", n)
        likeliest = largest(a, P[a])
        best = Columns(d, W, lambda x, y: P[x] * W[x, y])
        each, pair = d.below_sup(likeliest, x), best.at(x)
        likely = d.arithmetic(0 < likeliest, d.summed(d.forall(x, each)), hints=[1 / n])
        much = best.positive(P, lambda x: d.identity(P[x] * W[x, y] <= P[x] * W[x, y]))
        some = d.cite("lemma/power.law", P=P, alpha=order)
        powers = total(x, P[x] ** order)
        products = total(x, (P[x] * W[x, y]) ** order)
        norms = total(y, products ** (1 / order))

        def rooted(term: Any, whole: Term, f: Callable[[Any], Term]) -> Line:
            """term ≤ whole^(1/α), where whole is the sum of the powers f."""
            grown = d.cite("lemma/power.increasing", one_term(d, x, f), s=f(x), t=whole,
                           alpha=1 / order)
            root = d.cite("lemma/power.root", s=term, alpha=order)
            return d.chain(turned(d, root), grown)

        # m ≤ Z^(1/α), Z ≤ n m^α.
        low = d.bound_sup(likeliest, rooted(P[x], powers, lambda b: P[b] ** order), x)
        grown = d.cite("lemma/power.increasing", each, s=P[x], t=likeliest, alpha=order)
        high = d.arithmetic(powers <= n * likeliest**order, d.summed(d.forall(x, grown)))
        # b ≤ (Σ (P W)^α)^(1/α) ≤ n^(1/α) b.
        column_low = best.below(rooted(P[x] * W[x, y], products,
                                       lambda b: (P[b] * W[b, y]) ** order))
        grown = d.cite("lemma/power.increasing", pair, s=P[x] * W[x, y], t=best.most, alpha=order)
        rows = d.arithmetic(products <= n * best.most**order, d.summed(d.forall(x, grown)))
        top = d.cite("lemma/power.increasing", rows, s=products, t=n * best.most**order,
                     alpha=1 / order)
        product = d.cite("lemma/power.product", s=n, t=best.most**order, alpha=1 / order)
        root = d.cite("lemma/power.root", s=best.most, alpha=order)
        product = d.rewrite(root, product, equals(product.formula.left,
                                                  n ** (1 / order) * best.most))
        column_high = d.chain(top, product)
        norm_low = d.summed(d.forall(y, column_low))
        norm_high = d.summed(d.forall(y, column_high))
        norm_high = d.arithmetic(norms <= n ** (1 / order) * best.sum, norm_high)
        norm_some = d.chain(much, norm_low)
        # m ≤ B ≤ n m.
        within = d.arithmetic(P[x] <= best.sum, d.summed(d.forall(y, pair)))
        least = d.bound_sup(likeliest, within, x)
        inside = d.arithmetic(
            P[x] * W[x, y] <= likeliest * total(x, W[x, y]), each,
            one_term(d, x, lambda b: W[b, y]),
            hints=[W[x, y], likeliest],
        )
        most = d.arithmetic(
            best.sum <= n * likeliest, d.summed(d.forall(y, best.below(inside))))
        real = [likely, much, some, norm_some]
        self.lines = [
            log_below(d, likeliest, powers ** (1 / order), low, *real),
            log_below(d, powers, n * likeliest**order, high, *real),
            log_below(d, best.sum, norms, norm_low, *real),
            log_below(d, norms, n ** (1 / order) * best.sum, norm_high, *real),
            log_below(d, likeliest, best.sum, least, *real),
            log_below(d, best.sum, n * likeliest, most, *real),
            *real,
        ]


@derives("cuff-yu-2016/eq-72.limit")
def eq_72_limit(d: Derivation) -> None:
    """A sum of n powers is between the largest of them and n times that."""
    W, P, order, eta = d.var("W"), d.var("P"), d.var("alpha"), d.var("eta")
    (large,) = d.given
    n = P.of.size
    inside = arimoto(P, W, order) - arimoto(P, W, INFINITE)
    facts = Guesses(d, P, W, order)
    limit = [d.cite("definition/arimoto-infinite"), d.cite("definition/min-entropy")]
    threshold = d.arithmetic(2 * log(n) <= (order - 1) * eta, large, hints=[eta])

    nothing = d.obvious(0 <= log(n))
    gap, reverse = inside <= eta, -inside <= eta

    def absolutely(one: Line, two: Line) -> Line:
        return d.cite("background/absolute-value.least", one, two, r=inside, c=eta)

    def one(equal: Line) -> Line:
        """Then n = 1, and both are 0."""
        alone = d.arithmetic(log(n) <= 0, threshold, equal, hints=[eta])
        value = d.cite("definition/arimoto-one")
        told = d.cite("background/information-range.nonnegative")
        most = d.cite("background/information-range.input")
        entropy = d.cite("background/entropy-range.uniform")
        value = d.rewrite(equal, value, equals(arimoto(P, W, order), information(P, W)))
        known = [value, told, most, entropy, alone, nothing, *limit, *facts.lines]
        return absolutely(d.arithmetic(gap, *known), d.arithmetic(reverse, *known))

    def other(differs: Line) -> Line:
        known = [d.cite("definition/arimoto", differs), d.cite("definition/renyi-entropy", differs)]
        above = d.arithmetic(1 <= order, large, nothing, hints=[1 / eta])
        more = split_order(
            d, order, 1,
            lambda low: d.follows(Relation("<", number(1), order),
                                  d.turn(equals(order, 1), low, above), differs),
            lambda high: high,
        )
        known += [*limit, *facts.lines, nothing, threshold, more, differs]
        hints = [1 / (order - 1), order / (order - 1)]
        return absolutely(
            d.arithmetic(gap, *known, hints=hints), d.arithmetic(reverse, *known, hints=hints)
        )

    close = split_one(d, order, one, other)
    d.qed(d.rewrite(turned(d, d.cite("cuff-yu-2016/eq-72.arimoto")), close, d.goal))
