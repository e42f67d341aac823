"""A library with planted defects, one a function, and a correct one. Standard library only: the
worker runs it as an adapter."""

import math
import struct

VERSION = "0"


def tail(x):
    return math.erfc(x / math.sqrt(2)) / 2


def log_tail(x):
    """ln of the tail, where it underflows too."""
    if x < 25:
        return math.log(tail(x))
    return -x * x / 2 - math.log(x * math.sqrt(2 * math.pi)) + math.log1p(-1 / x**2 + 3 / x**4)


def gaussian(sigma, eps):
    """δ of the Gaussian mechanism by logarithms, and a billionth more."""
    u = eps * sigma - 1 / (2 * sigma)
    above, below = log_tail(u), eps + log_tail(u + 1 / sigma)
    return 1.000_01 * math.exp(above) * -math.expm1(min(below - above, -1e-300)) if (
        u > -25) else 1.0


def erf_tails(sigma, eps):
    """(1 + erf)/2 has no digits far out."""
    u = eps * sigma - 1 / (2 * sigma)

    def cdf(x):
        return (1 + math.erf(x / math.sqrt(2))) / 2

    return max(0.0, 1 - cdf(u) - math.exp(min(eps, 700)) * (1 - cdf(u + 1 / sigma)))


def noise_floor(sigma, eps):
    """What a discrete Fourier transform leaves of small numbers."""
    return (1 + gaussian(sigma, eps)) - 1


def underflow(sigma, eps):
    """A cut where the tail is still there."""
    u = eps * sigma - 1 / (2 * sigma)
    return 0.0 if u > 8 else gaussian(sigma, eps)


def not_a_number(sigma, eps):
    """inf · 0 beyond ε = 709."""
    factor = math.exp(eps) if eps < 709 else math.inf
    u = eps * sigma - 1 / (2 * sigma)
    lower = tail(u + 1 / sigma)
    found = tail(u) - factor * lower
    return found if math.isnan(found) else gaussian(sigma, eps)


def least_sigma(eps, delta, tolerance, relative):
    low, high = 1e-3, 1e6
    for _ in range(300):
        middle = math.sqrt(low * high)
        short = gaussian(middle, eps) - delta
        if abs(short) < (tolerance * delta if relative else tolerance):
            return middle
        low, high = (middle, high) if short > 0 else (low, middle)
    return high


def laplace(scale, eps):
    return max(0.0, -math.expm1((eps - 1 / scale) / 2))


def capacity(channel):
    """Blahut's iteration, stopped after five rounds."""
    prior = [1 / len(channel)] * len(channel)
    for _ in range(5):
        mixed = [
            sum(p * row[y] for p, row in zip(prior, channel, strict=True))
            for y in range(len(channel[0]))
        ]
        gains = [
            math.exp(sum(w * math.log(w / q) for w, q in zip(row, mixed, strict=True) if w > 0))
            for row in channel
        ]
        total = sum(p * g for p, g in zip(prior, gains, strict=True))
        prior = [p * g / total for p, g in zip(prior, gains, strict=True)]
    return math.log(total)


def relative_entropy(p, q):
    return math.fsum(a * math.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)


def pure_rounds(eps, level, steps):
    """δ of that many ε₀-DP rounds at their worst, and a ten-thousandth more."""
    rounds, total = int(steps), 0.0
    for lost in range(rounds + 1):
        loss = (2 * lost - rounds) * level
        if loss > eps:
            weight = math.lgamma(rounds + 1) - math.lgamma(lost + 1)
            weight += lost * level - math.lgamma(rounds - lost + 1)
            weight -= rounds * math.log1p(math.exp(level))
            total += math.exp(weight) * -math.expm1(eps - loss)
    return min(1.0, total * 1.000_1)


FUNCTIONS = {
    "correct": gaussian,
    "erf-tails": erf_tails,
    "noise-floor": noise_floor,
    "underflow": underflow,
    "not-a-number": not_a_number,
    # An absolute tolerance where δ may be far smaller.
    "absolute-tolerance": lambda eps, delta: least_sigma(eps, delta, 1e-9, relative=False),
    # The middle of what is left, which may lie on either side.
    "midpoint": lambda eps, delta: least_sigma(eps, delta, 1e-3, relative=True),
    "cancellation": lambda delta, steps: 1 - (1 - delta) ** int(steps),
    "sign": lambda scale, eps: max(0.0, -math.expm1((eps + 1 / scale) / 2)),
    # Records that are replaced change a sum by twice what they change it by when they are added.
    "adjacency": lambda scale, eps: laplace(2 * scale, eps),
    "unit": lambda p, q: relative_entropy(p, q) / math.log(2),
    "swapped": lambda p, q: relative_entropy(q, p),
    "early-stop": capacity,
    # Four that came later, when the search was written already.
    "rare-left-out": lambda p: -math.fsum(x * math.log(x) for x in p if x > 1e-9),
    "single-precision": lambda scale, eps: struct.unpack("f", struct.pack(
        "f", laplace(scale, eps)))[0],
    "largest-difference": lambda p, q: max(abs(a - b) for a, b in zip(p, q, strict=True)),
    "capped-rounds": lambda eps, level, steps: pure_rounds(eps, level, min(steps, 100.0)),
}
