"""Laws on the integers, in enclosures: discrete Laplace, discrete Gaussian, Poisson, geometric and
binomial laws, shifts and mixtures of them; their divergences are sums between ends, with bounds on
what is beyond (`integer_masses`).
"""

from fractions import Fraction

from recheck.densities import Mixture, density, mixture
from recheck.errors import Undefined, Unknown, Unsupported, refuse
from recheck.evaluation import Law, meaning, whole
from recheck.integer_masses import Pair, Side, fall_of, leads, mixed, step, up_to
from recheck.reals import (
    HALF,
    INF,
    ONE,
    TWO,
    ZERO,
    Num,
    exp,
    largest,
    least,
    less,
    log,
    magnitude,
    not_negative,
    num,
    power,
    span,
    total,
)

# --- laws -----------------------------------------------------------------------------------------


@meaning("discrete_laplace")
def discrete_laplace(mean: Num, scale: Num) -> Mixture:
    """P(k) proportional to exp(−|k − m|/b)."""
    return density("laplace", num(whole(mean)), scale)


@meaning("discrete_gaussian")
def discrete_gaussian(mean: Num, variance: Num) -> Mixture:
    """P(k) proportional to exp(−(k − m)²/2v)."""
    return density("gaussian", num(whole(mean)), variance)


@meaning("poisson")
def poisson(rate: Num) -> Mixture:
    """P(k) = e^(−λ) λ^k/k!."""
    return density("poisson", ZERO, rate)


@meaning("geometric")
def geometric(success: Num) -> Mixture:
    """P(k) = (1 − p)^k p; of one point where p is 1."""
    return at_point(0) if share(success) == ONE else density("geometric", ZERO, success)


@meaning("binomial")
def binomial(trials: Num, success: Num) -> Mixture:
    """P(k) = C(n, k) p^k (1 − p)^(n − k); of one point where n is 0 or p is 0 or 1."""
    count, chance = whole(trials), share(success)
    if count == 0 or chance in (ZERO, ONE):
        return at_point(count * whole(success) if count else 0)
    return density(("binomial", num(count)), ZERO, success)


def at_point(place: int) -> Mixture:
    """All mass at one integer."""
    return [(ONE, ("binomial", ZERO), num(place), ONE)]


def share(x: Num) -> Num:
    """A number that must lie in [0, 1]."""
    for outside in (less(x, ZERO), less(ONE, x)):
        if outside is not False:
            raise (Undefined if outside else Unknown)("a probability that isn't in [0, 1]")
    return x


@meaning("integer_shift")
def integer_shift(found: Mixture, by: Num) -> Mixture:
    """The law of X + by."""
    moved = num(whole(by))
    return [(w, s, m + moved, v) for w, s, m, v in found]


@meaning("integer_mixture")
def integer_mixture(weights: Law, *laws: Mixture) -> Mixture:
    """Σ w_x L_x."""
    return mixture(weights, *laws)


# --- quantities -----------------------------------------------------------------------------------


def alone(p: Mixture, q: Mixture) -> Num:
    """The mass of p where q has none; exactly 0 or 1 where that is none or all."""
    both = Pair(p, q)
    if both.apart:
        return ONE
    rest = total(tail for side in both.sides if not side.q.open for tail in side.masses(side.p))
    return both.alone() + up_to(rest)


def shared(p: Mixture, q: Mixture) -> Num:
    """The mass of p where q has some too; exactly 0 or 1 where that is none or all."""
    both = Pair(p, q)
    if both.covered:
        return ONE
    rest = total(tail for side in both.sides if side.q.open for tail in side.masses(side.p))
    return total(exp(a) for a, _ in both.joint()) + up_to(rest)


@meaning("integer_hockey_stick")
def hockey_stick(p: Mixture, q: Mixture, epsilon: Num) -> Num:
    """Σ max(0, p − e^ε q)."""
    return positive_part(p, q, exp(epsilon), epsilon)


def positive_part(p: Mixture, q: Mixture, factor: Num, level: Num | None = None) -> Num:
    """Σ max(0, p − factor q) for a factor from 0 on, whose logarithm may be given."""
    if p == q:
        return largest(ZERO, ONE - factor)
    if factor == num(INF):
        return alone(p, q)
    single = len(p) == len(q) == 1 and p[0][1] == q[0][1] == "laplace"
    if level is not None and single and p[0][3] == q[0][3] and less(
        level, magnitude(p[0][2] - q[0][2]) / p[0][3]
    ) is False:
        return ZERO  # Masses differ by no more than e^(d/b).
    both = Pair(p, q)
    if both.apart:
        return ONE
    rest = total(tail for side in both.sides for tail in side.masses(side.p))
    gained = total(largest(ZERO, exp(a) - factor * exp(b)) for a, b in both.joint())
    return gained + both.alone() + up_to(rest)


@meaning("integer_total_variation")
def total_variation(p: Mixture, q: Mixture) -> Num:
    """Σ max(0, p − q)."""
    return hockey_stick(p, q, ZERO)


@meaning("integer_f_divergence")
def f_divergence(p: Mixture, q: Mixture, kinks: Law, weights: Law) -> Num:
    """Σ_j w_j (Σ max(0, p − t_j q) − max(0, 1 − t_j))."""
    def gained(kink: Num) -> Num:
        if kink.sign != 1:
            return ZERO if kink.sign is not None else refuse(Unknown, "a kink that may be 0")
        return not_negative(positive_part(p, q, kink) - largest(ZERO, ONE - kink))

    return ZERO if p == q else total(
        weight * gained(kink) for kink, weight in zip(kinks, weights, strict=True))


@meaning("integer_kl")
def kl(p: Mixture, q: Mixture) -> Num:
    """Σ p ln(p/q); a tail is at least P ln P for its mass P under p, and at most that of the order
    9/8 divided by 1/8."""
    if p == q:
        return ZERO
    order = num(Fraction(9, 8))
    both = Pair(p, q, order)
    if not both.covered:
        return num(INF)
    if not both.bounded:
        refuse(Unsupported, "a divergence whose tails aren't bounded")
    found = total(exp(a) * (a - b) for a, b in both.joint())
    for side in both.sides:
        # x ln x falls from 0 up to 1/e.
        few = num(total(side.masses(side.p)).hi)
        found += span((few * log(few)).lo, (side.power_tail() / (order - ONE)).hi)
    return not_negative(found)


def power_sum(p: Mixture, q: Mixture, order: Num) -> Num:
    """Σ p^α q^(1−α) for a finite α > 0 other than 1."""
    if p == q:
        return ONE
    both, rest, below = Pair(p, q, order), ONE - order, less(order, ONE)
    if not below and not both.bounded:
        return num(INF)
    found = total(exp(order * a + rest * b) for a, b in both.joint())
    for side in both.sides:
        # For an order below 1 by Hölder's inequality.
        found += up_to(side.power_tail() if not below else power(
            total(side.masses(side.p)), order) * power(total(side.masses(side.q)), rest))
    return found


def most_ratio(p: Mixture, q: Mixture) -> Num:
    """The largest ln(p/q)."""
    if p == q:
        return ZERO
    both = Pair(p, q)
    if not both.covered:
        return num(INF)
    found = [a - b for a, b in both.joint()]
    tails = [*map(far_ratio, both.sides)]
    if num(INF) in tails:
        return num(INF)
    return span(max(x.lo for x in found), max(x.hi for x in (*found, *tails)))


def far_ratio(side: Side) -> Num:
    """No less than ln(p/q) beyond the end, −∞ where p has nothing there: each part of p by one of
    q that it falls against."""
    most = ZERO
    for i in side.p.open:
        gaps = [(j, mixed(ONE, fall_of(side.p.parts[i]), -ONE, fall_of(side.q.parts[j])))
                for j in side.q.open]
        fits = [(j, gap) for j, gap in gaps if leads(gap) <= 0]
        if not fits:
            return num(INF)
        bounds = [
            exp(side.p.part(i, side.end) - side.q.part(j, side.end)) for j, gap in fits
            if leads(gap) == 0
            or ((rise := step(gap, side.end)) is not None and rise.hi <= 0)]
        if not bounds:
            raise Unknown("a ratio that isn't known to fall")
        most += least(*bounds)
    return log(most)


@meaning("integer_renyi")
def renyi(p: Mixture, q: Mixture, order: Num) -> Num:
    """(ln Σ p^α q^(1−α))/(α − 1), −ln Q(p > 0) at 0, D(P‖Q) at 1 and the largest ln(p/q) at ∞."""
    if order.sign is None:
        raise Unknown("an order that may be 0")
    if order.sign == -1:
        raise Undefined("an order below 0")
    if order.sign == 0:
        return -log(shared(q, p))
    if order == num(INF):
        return not_negative(most_ratio(p, q))
    if order == ONE:
        return kl(p, q)
    # Nothing is divided by what may be 0, where the order may be 1.
    return not_negative(log(power_sum(p, q, order)) / (order - ONE))


@meaning("integer_chi_square")
def chi_square(p: Mixture, q: Mixture) -> Num:
    """Σ p²/q − 1."""
    return not_negative(power_sum(p, q, TWO) - ONE)


@meaning("integer_hellinger")
def hellinger(p: Mixture, q: Mixture) -> Num:
    """1 − Σ √(p q)."""
    return not_negative(ONE - power_sum(p, q, num(HALF)))
