"""Compositions of Gaussian and Laplace mechanisms, Poisson-subsampled or not, mixed in any way.

Adjacency and pairs of laws. A mechanism sums contributions of size at most its sensitivity, one of
each record, and adds noise; under Poisson subsampling each record's contribution is kept with
probability q, independently. μ is the noise's law.

- `remove`: H_{e^ε}(P‖Q) with P = (1−q)μ + q μ(· − Δ) (the record is there) and Q = μ (it isn't);
- `add`: H_{e^ε}(Q‖P) of the same pair;
- `add-or-remove`: the larger of both at each ε (all rounds of a composition are of one kind);
- `replace`: H_{e^ε}(P‖Q) with P = (1−q)μ + q μ(· − Δ), Q = (1−q)μ + q μ(· + Δ): a record is
  exchanged for one whose contribution points the other way. Without subsampling that is a shift by
  2Δ. The pair is symmetric.

For `remove` and `add` these pairs dominate all neighbouring data sets and all adaptive compositions
(Zhu, Dong and Wang, AISTATS 2022, Theorems 8, 10 and 11), so that the values are exactly what the
mechanism guarantees. For `replace` the pair is the one of Google's dp-accounting (supplementary
material on Connect-the-Dots, Doroshenko et al. 2022) and of Schuchardt et al. (NeurIPS 2024) for
Gaussian noise; the values here are those of this pair.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx, fmpq

from verified.accounting import kernels
from verified.accounting.concentrated import Bounded, least_rho
from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Exponent,
    NotReachedError,
    check_met,
    exponent,
    exponential,
    least_argument,
    log2_of,
    log_of,
    most_within,
    nats,
    positive,
    positive_delta,
    probability,
    refined,
    relative_width,
    whole,
    within,
)
from verified.accounting.gaussian_ends import End
from verified.accounting.gaussian_steps import SubsampledGaussianStep
from verified.accounting.laplace_steps import SubsampledLaplaceStep
from verified.accounting.plain_steps import GaussianStep
from verified.accounting.profiles import PLANNED, Loss, Profile
from verified.accounting.searches import guessed, least_near, most_near, sharpened
from verified.accounting.turned import OneSided, TwoSided
from verified.errors import InputError
from verified.numbers.balls import precision
from verified.numbers.exact import rational

ADJACENCIES = ("remove", "add", "add-or-remove", "replace")
MOST_ROUNDS = 10**7
# So many Laplace rounds have a closed form of few enough terms.
MOST_CLOSED = 200
# Relative widths where none is asked for: of an ε, of a noise, of many values of δ.
EPSILON_WIDTH, NOISE_WIDTH, FAST_WIDTH = fmpq(1, 10**9), fmpq(1, 10**6), fmpq(1, 10**6)


@dataclass(frozen=True)
class Round:
    """A kind of round: `noise` is "gaussian" or "laplace", `ratio` sensitivity over σ or scale."""

    noise: str
    ratio: fmpq
    sampling: fmpq


def gaussian_round(sigma: Any, sensitivity: Any = 1, sampling: Any = 1) -> Round:
    """A round with Gaussian noise of standard deviation σ, on a sample of that rate.

    Raises:
        InputError: a number isn't positive, or the sampling rate not in (0, 1].
    """
    ratio = positive(sensitivity, "the sensitivity") / positive(sigma, "sigma")
    return Round("gaussian", ratio, _rate(sampling))


def laplace_round(scale: Any, sensitivity: Any = 1, sampling: Any = 1) -> Round:
    """A round with Laplace noise of that scale (its standard deviation over √2).

    Raises:
        InputError: a number isn't positive, or the sampling rate not in (0, 1].
    """
    ratio = positive(sensitivity, "the sensitivity") / positive(scale, "the scale")
    return Round("laplace", ratio, _rate(sampling))


def _rate(sampling: Any) -> fmpq:
    rate = probability(sampling, "the sampling rate")
    if rate == 0:
        raise InputError("the sampling rate is 0; then nothing is released of anyone")
    return rate


class Composition:
    """Rounds composed (adaptively or not), under an adjacency.

    Args:
        rounds: kinds of rounds with how often each is taken.
        adjacency: one of `ADJACENCIES`; see the module.

    Raises:
        InputError: there is no round, a count isn't positive, or the adjacency is unknown.
    """

    def __init__(
        self, rounds: Sequence[tuple[Round, int]], adjacency: str = "add-or-remove"
    ) -> None:
        if adjacency not in ADJACENCIES:
            known = ", ".join(ADJACENCIES)
            raise InputError(f"the adjacency is {adjacency!r}; it is one of {known}")
        counts: dict[Round, int] = {}
        for each, times in rounds:
            number = whole(times, "the number of rounds")
            if number > MOST_ROUNDS:
                raise InputError(f"the number of rounds is {number}; {MOST_ROUNDS} is the limit")
            counts[each] = counts.get(each, 0) + number
        if not counts:
            raise InputError("a composition has at least one round")
        self.rounds, self.adjacency = tuple(counts.items()), adjacency
        self._profile: Profile | None = None

    # --- δ(ε) -------------------------------------------------------------------------------------

    def delta(self, eps: Any, width: Any = WIDTH) -> Enclosure:
        """δ(ε), for any real ε (a rational, or `LogOf` one).

        Raises:
            InputError: ε or the width is no such number.
            NotReachedError: the width isn't reached.
        """
        place, width = exponent(eps), relative_width(width)
        if self.adjacency != "add-or-remove":
            return self._directed(place, self.adjacency == "add", width)
        one = self._directed(place, False, width)
        if self._less(place, one):
            return one
        return _worse(one, self._directed(place, True, width))

    def deltas(self, epsilons: Sequence[Any], width: Any = FAST_WIDTH) -> list[Enclosure]:
        """δ at many ε: what can be shared between them is (see `Profile.values`).

        Raises:
            InputError: an ε or the width is no such number.
            NotReachedError: the width isn't reached.
        """
        width = relative_width(width)
        places = [exponent(eps) for eps in epsilons]
        closed = self._closed(False) is not None
        kinds = {"remove": [False], "replace": [False], "add": [True]}.get(
            self.adjacency, [False, True]
        )
        found: list[Enclosure] = []
        for reverse in kinds:
            # Where one direction is known to give less, it isn't worked out.
            left = [
                index
                for index, place in enumerate(places)
                if not found or not self._less(place, found[index])
            ]
            wanted = [places[index] for index in left]
            if closed:
                row = [self._directed(place, reverse, width) for place in wanted]
            else:
                row = self._made().values(wanted, reverse, width)
            if not found:
                found = row
                continue
            for index, value in zip(left, row, strict=True):
                found[index] = _worse(found[index], value)
        return found

    def _less(self, eps: Exponent, value: Enclosure) -> bool:
        """Whether a bound tells that `add` gives less than that value."""
        if self._closed(True) is not None:
            return False
        try:
            return bool(self._made().bound(eps, True) < value.low)
        except NotReachedError:
            return False

    def _near(self, eps: Exponent, width: fmpq, final: fmpq) -> Enclosure:
        """`delta` in a search: what is worked out for one ε serves others (`Profile.near`)."""

        def one(reverse: bool) -> Enclosure:
            if self._closed(reverse) is not None:
                return self._directed(eps, reverse, width)
            return self._made().near(eps, reverse, width, final)

        if self.adjacency != "add-or-remove":
            return one(self.adjacency == "add")
        found = one(False)
        return found if self._less(eps, found) else _worse(found, one(True))

    @property
    def quick(self) -> bool:
        """Whether δ has a closed form in each direction that counts."""
        kinds = {"remove": [False], "replace": [False], "add": [True]}
        return all(
            self._closed(reverse) is not None
            for reverse in kinds.get(self.adjacency, [False, True])
        )

    def size(self, eps: float) -> float:
        """About ln δ(ε), in floats; for planning only.

        Raises:
            ArithmeticError, ValueError: it can't be told.
        """
        return self._made().size(eps, self.adjacency == "add")

    def sharp_size(self, eps: float, nats: float, expected: float | None = None) -> float:
        """ln δ(ε) to about e^−nats, in floats; for planning only. Sooner where it is as expected.

        Raises:
            NotReachedError, ArithmeticError, ValueError: it can't be told.
        """
        return self._made().sharp_size(eps, self.adjacency == "add", nats, expected)

    def _directed(self, eps: Exponent, reverse: bool, width: fmpq) -> Enclosure:
        function = self._closed(reverse)
        if function is None:
            return self._almost_alike(eps, width) or self._made().value(eps, reverse, width)
        return within(refined(lambda: function(eps), width), fmpq(0), fmpq(1))

    def _almost_alike(self, eps: Exponent, width: fmpq) -> Enclosure | None:
        """δ(ε) for ε < 0 where the laws are so near each other that it is 1 − e^ε, to that width.

        It is 1 − e^ε + e^ε H(−ε) with H of the other direction, which is at most the total
        variation; that is at most the sum of the rounds', each q times that of the noise and the
        noise moved, which is at most half of the ratio (twice that much where both laws are).
        """
        if not nats(eps) < 0:
            return None
        sides = 2 if self.adjacency == "replace" else 1
        most = sum(
            (sides * times * each.sampling * min(each.ratio / 2, fmpq(1))
             for each, times in self.rounds), fmpq(0),
        )
        if most > width / 4:
            return None
        value = refined(lambda: 1 - arb(exponential(eps)), width / 4, "the laws are almost alike")
        with precision(max(64, 32 - math.floor(log2_of(width)))):
            high = (arb(value.high) + exponential(eps) * arb(most)).upper()
        found = Enclosure(value.low, high, value.way)
        return found if found.width <= width else None

    def _closed(self, reverse: bool) -> Callable[[Exponent], Any] | None:
        """ε ↦ δ in closed form: Gaussian rounds alone, Laplace ones of one kind, a single round."""
        two_sided = self.adjacency == "replace"
        if all(each.noise == "gaussian" and each.sampling == 1 for each, _ in self.rounds):
            total = self._gaussian_total()
            return lambda eps: kernels.gaussian_at(
                arb(total).sqrt(), nats(eps), exponential(eps)
            )
        each, count = self.rounds[0]
        ratio, rate = each.ratio, each.sampling
        alike = len(self.rounds) == 1 and each.noise == "laplace" and rate == 1
        if alike and 1 < count <= MOST_CLOSED:
            far = 2 * ratio if two_sided else ratio
            return lambda eps: kernels.laplace_rounds(far, count, nats(eps), exponential(eps))
        if len(self.rounds) > 1 or count > 1:
            return None
        if each.noise == "laplace" and rate == 1:
            shift = 2 * ratio if two_sided else ratio
            return lambda eps: kernels.laplace(shift, exponential(eps), nats(eps))
        if two_sided:
            if each.noise == "laplace":
                return None
            return lambda eps: kernels.gaussian_replaced(ratio, rate, exponential(eps))
        base = kernels.gaussian if each.noise == "gaussian" else kernels.laplace
        sampled = kernels.sampled_reverse if reverse else kernels.sampled
        return lambda eps: sampled(lambda gamma: base(ratio, gamma), rate, exponential(eps))

    def _gaussian_total(self) -> fmpq:
        """The sum of (sensitivity/σ)² of the Gaussian rounds without sampling."""
        turned = 4 if self.adjacency == "replace" else 1
        return sum(
            (
                turned * times * each.ratio**2
                for each, times in self.rounds
                if each.noise == "gaussian" and each.sampling == 1
            ),
            fmpq(0),
        )

    def _made(self) -> Profile:
        if self._profile is None:
            two_sided = self.adjacency == "replace"
            losses = []
            total = self._gaussian_total()
            if total > 0:
                plain = GaussianStep(total)
                losses.append((Loss(plain, plain, None, None), 1))
            for each, times in self.rounds:
                if each.noise == "laplace":
                    losses.append((_laplace_loss(each, two_sided), times))
                elif each.sampling < 1:
                    end = None if two_sided else End(each.sampling, each.ratio)
                    line = SubsampledGaussianStep(each.sampling, each.ratio, two_sided)
                    lowest = None if end is None else (lambda e=end: e.ends()[0])
                    turned = (TwoSided if two_sided else OneSided)(each.sampling, each.ratio)
                    losses.append((Loss(line, end, lowest, None, turned), times))
            self._profile = Profile(losses)
        return self._profile

    # --- inverses ---------------------------------------------------------------------------------

    def least_epsilon(self, delta: Any, width: Any = EPSILON_WIDTH) -> Enclosure:
        """The least ε ≥ 0 with δ(ε) ≤ δ; δ(ε) doesn't rise, as (p − e^ε q)₊ doesn't.

        Raises:
            InputError: δ isn't in (0, 1).
            NotReachedError: it isn't found to that width.
        """
        target, width = positive_delta(delta), relative_width(width)
        what, lowest = "the least ε", fmpq(0)
        if self.quick:
            return least_argument(self.delta, target, width, fmpq(1), lowest, what)
        goal = log_of(target)
        guess = guessed(self.size, goal)
        sharp = sharpened(
            lambda eps, nats: self.sharp_size(eps, nats, goal), goal, guess, float(width)
        )
        return least_near(self._near, target, guess, width, lowest, what, sharp=sharp)

    # --- moments ----------------------------------------------------------------------------------

    def renyi(self, order: Any, width: Any = WIDTH) -> Enclosure:
        """The Rényi divergence of an order α ≥ 1: Σ ln M(α)/(α − 1) over the rounds, in nats; of
        order 1 the Kullback–Leibler divergence.

        M is the transform of the loss; for `add` M(1 − α) stands for M(α).

        Raises:
            InputError: the order is below 1.
            NotReachedError: the width isn't reached.
        """
        alpha, width = rational(order, "the order"), relative_width(width)
        if alpha < 1:
            raise InputError(f"the order is {alpha}; compositions of rounds have orders from 1 on")
        if self.adjacency == "add-or-remove":
            return _worse(
                self._renyi(alpha, False, width), self._renyi(alpha, True, width)
            )
        return self._renyi(alpha, self.adjacency == "add", width)

    def _renyi(self, alpha: fmpq, reverse: bool, width: fmpq) -> Enclosure:
        return refined(
            lambda: self._divergence(alpha, reverse), width, "the transform on the real line"
        )

    def _divergence(self, alpha: fmpq, reverse: bool) -> arb:
        place, total = 1 - alpha if reverse else alpha, arb(0)
        for loss, times in self._made().losses:
            if alpha == 1:
                total = total + times * loss.line.mean_loss(reverse)
                continue
            try:
                value = loss.line.real(place, 0.7 * ctx.prec)
            except (OverflowError, ValueError, ZeroDivisionError):
                raise NotReachedError(PLANNED) from None
            total = total + times * value.log() / (alpha - 1)
        return total

    # --- zero-concentrated differential privacy ---------------------------------------------------

    def zcdp(self, width: Any = WIDTH) -> Enclosure:
        """The least ρ: the largest D_α/α over orders α > 1, for rounds of one kind.

        Of Gaussian rounds it is kμ²/2 exactly, for records removed from samples too: D_α is convex
        in P, and so at most that of the whole data, αμ²/2; and as P ≥ qP′ it is at least αμ²/2 −
        α ln(1/q)/(α − 1), so that the supremum is reached as α grows. Where records are added D_α
        is at most αμ²/2 as well. Losses of Laplace rounds are bounded.

        Raises:
            InputError: there are several kinds, or records of samples with Gaussian noise are
                added only, or replaced.
            NotReachedError: the width isn't reached.
        """
        width = relative_width(width)
        if len(self.rounds) > 1:
            raise InputError("the least ρ is worked out for rounds of one kind")
        (each, times), = self.rounds
        if each.noise == "gaussian":
            if self.adjacency in ("add", "replace") and each.sampling < 1:
                raise InputError(
                    f"the adjacency is {self.adjacency!r}; the least ρ of sampled Gaussian noise "
                    "is worked out for 'remove' and 'add-or-remove'"
                )
            far = 4 if self.adjacency == "replace" else 1
            level = far * times * each.ratio**2 / 2
            return Enclosure(level, level, "closed form")
        if self.adjacency != "add-or-remove" or each.sampling == 1:
            return self._least_rho(self.adjacency == "add", width)
        return _worse(self._least_rho(False, width), self._least_rho(True, width))

    def _least_rho(self, reverse: bool, width: fmpq) -> Enclosure:
        (each, times), = self.rounds
        step = SubsampledLaplaceStep(each.sampling, each.ratio, self.adjacency == "replace")
        one = Composition([(each, 1)], self.adjacency)
        pair = Bounded(
            lambda order: one._divergence(order, reverse),
            lambda: -step.ends()[0] if reverse else step.ends()[-1],
            lambda: step.ends()[-1] - step.ends()[0],
        )
        return least_rho(pair, times, width)


def _laplace_loss(each: Round, two_sided: bool) -> Loss:
    step = SubsampledLaplaceStep(each.sampling, each.ratio, two_sided)

    def end(index: int) -> Any:
        # Exactly, where all ends are known so.
        return step.levels()[index][0] if each.sampling == 1 else step.ends()[index]

    return Loss(step, step, lambda: end(0), lambda: end(-1))


# --- the inverses that change the mechanism -------------------------------------------------------


def least_noise(
    kind: str,
    eps: Any,
    delta: Any,
    rounds: Any = 1,
    sampling: Any = 1,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = NOISE_WIDTH,
) -> Enclosure:
    """The least σ (kind "gaussian") or scale ("laplace") for which `rounds` rounds are (ε, δ)-DP.

    δ(ε) doesn't rise with the noise: more Gaussian noise is a sum with independent noise, and
    Laplace noise of a larger scale is Laplace noise plus independent noise (its characteristic
    function (1 + b²s²)/(1 + B²s²) is that of a mixture of 0 and a Laplace law), so both are
    post-processing of each round.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: none is found to that width.
    """
    makers = {"gaussian": gaussian_round, "laplace": laplace_round}
    if kind not in makers:
        raise InputError(f"the kind of noise is {kind!r}; it is gaussian or laplace")
    target, place = positive_delta(delta), exponent(eps)
    check_met(place, target)
    count, size = whole(rounds, "the number of rounds"), positive(sensitivity, "the sensitivity")

    def made(noise: fmpq, of: fmpq) -> Composition:
        return Composition([(makers[kind](noise, of, sampling), count)], adjacency)

    width, lowest, what = relative_width(width), fmpq(0), "the least noise"
    if made(2 * size, size).quick:
        return least_argument(
            lambda noise, wide: made(noise, size).delta(place, wide), target, width, 2 * size,
            lowest, what, attained=False,
        )
    # In units of the sensitivity, of which floats may hold no multiple: a round depends on the
    # ratio alone.
    unit, near, goal = fmpq(1), float(arb(nats(place)).mid()), log_of(target)

    def in_floats(noise: float) -> Composition:
        return made(fmpq(*noise.as_integer_ratio()), unit)

    start = guessed(lambda noise: in_floats(noise).size(near), goal, 2.0)
    sharp = sharpened(
        lambda noise, nats: in_floats(noise).sharp_size(near, nats, goal), goal, start,
        float(width),
    )
    found = least_near(
        lambda noise, wide, _: made(noise, unit).delta(place, wide), target, start, width, lowest,
        what, attained=False, sharp=sharp,
    )
    return Enclosure(found.low * size, found.high * size, found.way)


def most_rounds(
    each: Round, eps: Any, delta: Any, adjacency: str = "add-or-remove", most: int = 10**6
) -> int:
    """The largest number of rounds for which δ(ε) ≤ δ (0 if none): leaving rounds out is
    post-processing, so δ(ε) doesn't fall with their number.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: `most` rounds are within, or a comparison isn't decided.
    """
    target, place, most = positive_delta(delta), exponent(eps), whole(most, "most")

    def made(count: int) -> Composition:
        return Composition([(each, count)], adjacency)

    def value(count: int, width: fmpq) -> Enclosure:
        return made(count).delta(place, width)

    # Of two rounds, as one alone often has a closed form.
    if most < 3 or made(2).quick:
        return most_within(value, target, most)
    near = float(arb(nats(place)).mid())
    # More rounds have a larger δ: sought by their inverse.
    goal = log_of(target)
    guess = guessed(lambda share: made(min(most, max(2, round(1 / share)))).size(near), goal)
    sharp = sharpened(
        lambda count, nats: made(min(most, max(2, round(count)))).sharp_size(near, nats, goal),
        goal, 1 / guess, 1.0, whole=True,
    )
    return most_near(value, target, int((1 / guess).floor()), most, sharp)


def _worse(one: Enclosure, other: Enclosure) -> Enclosure:
    """The larger of two values, and how it was found."""
    low = one.low if one.low >= other.low else other.low
    high = one.high if one.high >= other.high else other.high
    return Enclosure(low, high, one.way if high is one.high else other.way)
