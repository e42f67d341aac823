"""scikit-learn's mutual informations of two labellings, by the counts of pairs of labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import verified
from verified.audit.catalogue.quantities import Quantity, exactly
from verified.audit.catalogue.ranges import COUNT, FLOATS, ROUNDED
from verified.audit.environments import Library
from verified.audit.independent import DIGITS, mp, mpf
from verified.audit.promises import ESTIMATE, Domain, Range

LIBRARY = Library("scikit-learn", ["scikit-learn==1.9.1"], "scikit_learn")

# Informations and entropies as Σ c ln x, the sums in names of their own.
_Sum = list[tuple[Fraction, Fraction]]
_FEW: dict[str, Domain] = dict.fromkeys("abcd", Range(1.0, 60.0, "whole"))
_FEWER: dict[str, Domain] = dict.fromkeys("abcd", Range(1.0, 8.0, "whole"))


def _margins(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> tuple[list[Fraction], ...]:
    return [a + b, c + d], [a + c, b + d]


def _information(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> _Sum:
    """I(U;V) = Σ n/N ln(N n/(r s))."""
    rows, columns = _margins(a, b, c, d)
    total = sum(rows)
    cells = ((a, 0, 0), (b, 0, 1), (c, 1, 0), (d, 1, 1))
    return [(n / total, total * n / (rows[i] * columns[j])) for n, i, j in cells]


def _entropy(margin: list[Fraction]) -> _Sum:
    total = sum(margin)
    return [(n / total, total / n) for n in margin]


def _chances(rows: list[Fraction], columns: list[Fraction]) -> Iterator[tuple[Fraction, Fraction]]:
    """The expected information of random labellings with these margins (Vinh, Epps and Bailey
    2010): each count has the hypergeometric law."""
    total = int(sum(rows))
    for row in map(int, rows):
        for column in map(int, columns):
            for n in range(max(1, row + column - total), min(row, column) + 1):
                chance = Fraction(comb(row, n) * comb(total - row, column - n), comb(total, column))
                yield chance * n / total, Fraction(total * n, row * column)


# Each as a term of the language over the information M, both entropies and the expected
# information, and the same of mpmath's numbers.
_SCORES: dict[str, tuple[str, Callable[..., Any]]] = {
    "mutual information": ("{M}", lambda M: M),
    "normalised mutual information": ("2*{M}/({U} + {V})", lambda M, U, V: 2 * M / (U + V)),
    "homogeneity": ("{M}/{U}", lambda M, U: M / U),
    "completeness": ("{M}/{V}", lambda M, V: M / V),
    "V-measure": ("2*{M}/({U} + {V})", lambda M, U, V: 2 * M / (U + V)),
    "adjusted mutual information": (
        "({M} - {E})/(({U} + {V})/2 - {E})",
        lambda M, E, U, V: (M - E) / ((U + V) / 2 - E),
    ),
}


def _sums(score: str, counts: dict[str, float]) -> dict[str, _Sum]:
    """Those that a score is made of."""
    exact = exactly(counts)
    rows, columns = _margins(**exact)
    made: dict[str, Callable[[], _Sum]] = {
        "M": lambda: _information(**exact), "U": lambda: _entropy(rows),
        "V": lambda: _entropy(columns), "E": lambda: list(_chances(rows, columns)),
    }
    return {name: make() for name, make in made.items() if f"{{{name}}}" in score}


def _certified(score: str) -> Any:
    def called(*, width: str, **counts: float) -> Any:
        written, given = dict[str, str](), dict[str, Any]()
        for name, parts in _sums(score, counts).items():
            for place, (weight, x) in enumerate(parts):
                given[f"w{name}{place}"], given[f"x{name}{place}"] = weight, x
            terms = (f"w{name}{place}*log(x{name}{place})" for place in range(len(parts)))
            written[name] = f"({' + '.join(terms)})"
        return verified.enclose(score.format(**written), width=width, **given)

    return called


def _independent(formula: Callable[..., Any]) -> Any:
    """The same by mpmath, from entropies: I = H(U) + H(V) − H(U,V), and the expected information
    from expected products of counts and logarithms."""

    def called(*, a: float, b: float, c: float, d: float) -> Any:
        with mp.workdps(DIGITS + 40):
            cells = [mpf(count) for count in (a, b, c, d)]
            rows, columns = (a + b, c + d), (a + c, b + d)
            one, two = _uncertainty(rows), _uncertainty(columns)
            made = {
                "M": lambda: one + two - _uncertainty(cells), "U": lambda: one, "V": lambda: two,
                "E": lambda: one + two - _expected_joint(rows, columns),
            }
            names = formula.__code__.co_varnames
            return formula(**{name: made[name]() for name in names})

    return called


def _uncertainty(counts: Sequence[Any]) -> Any:
    total = mp.fsum(counts)
    return mp.log(total) - mp.fsum(mpf(n) * mp.log(n) for n in counts) / total


def _expected_joint(rows: Sequence[float], columns: Sequence[float]) -> Any:
    """The expected joint entropy: ln N less the expected Σ n ln n over N, the law of the first
    count by its ratios."""
    total = mp.fsum(rows)
    row, column = mpf(rows[0]), mpf(columns[0])
    low, high = max(mpf(0), row + column - total), min(row, column)
    chance, weights, values = mpf(1), [], []
    n = low
    while n <= high:
        cells = (n, row - n, column - n, total - row - column + n)
        weights.append(chance)
        values.append(mp.fsum(x * mp.log(x) for x in cells if x > 0))
        chance = chance * (row - n) * (column - n) / ((n + 1) * (total - row - column + n + 1))
        n += 1
    mean = mp.fdot(weights, values) / mp.fsum(weights)
    return mp.log(total) - mean / total


def _of(name: str, call: str, words: str, counts: dict[str, Domain], says: str) -> Any:
    score, formula = _SCORES[words]
    return Quantity(words, _certified(score), _independent(formula)).audited(
        "scikit-learn", name, call, counts, ESTIMATE, ROUNDED, says, FLOATS
    )


FUNCTIONS = [
    _of("mutual_info_score", "mutual_info_score", "mutual information",
        dict.fromkeys("abcd", COUNT), "I(U;V) in nats, of a contingency matrix of counts"),
    _of("mutual_info_score[large]", "mutual_info_score", "mutual information",
        dict.fromkeys("abcd", Range(1e6, 1e12, "whole")),
        "the same of counts up to 1e12; which counts are too large isn't documented"),
    _of("normalized_mutual_info_score", "normalized", "normalised mutual information", _FEW,
        "I(U;V) over the arithmetic mean of the entropies"),
    _of("homogeneity_score", "homogeneity", "homogeneity", _FEW, "I(U;V)/H(U)"),
    _of("completeness_score", "completeness", "completeness", _FEW, "I(U;V)/H(V)"),
    _of("v_measure_score", "v_measure", "V-measure", _FEW,
        "the harmonic mean of homogeneity and completeness"),
    _of("adjusted_mutual_info_score", "adjusted", "adjusted mutual information", _FEWER,
        "(I − E)/(mean of the entropies − E), E the expected information of random labellings"),
]

PUBLIC: dict[str, tuple[str, ...] | str] = {
    "metrics.mutual_info_score": ("mutual_info_score", "mutual_info_score[large]"),
    "metrics.normalized_mutual_info_score": ("normalized_mutual_info_score",),
    "metrics.homogeneity_score": ("homogeneity_score",),
    "metrics.completeness_score": ("completeness_score",),
    "metrics.v_measure_score": ("v_measure_score",),
    "metrics.homogeneity_completeness_v_measure": (
        "homogeneity_score", "completeness_score", "v_measure_score",
    ),
    "metrics.adjusted_mutual_info_score": ("adjusted_mutual_info_score",),
    "metrics.cluster.expected_mutual_information": ("adjusted_mutual_info_score",),
    "metrics.cluster.entropy": "deprecated, to be removed in 1.10; part of the scores above",
    "feature_selection.mutual_info_classif": "an estimate from samples by nearest neighbours; of "
    "discrete features it is mutual_info_score",
    "feature_selection.mutual_info_regression": "an estimate from samples by nearest neighbours",
    "metrics.log_loss": "a mean over samples, no divergence of laws",
}
