"""The README's picture, written anew: `python -m tests.docs.picture`.

Property 1 of Cuff & Yu: how much D(P‖Q) may be for (ε, 0)-close laws. Curves are certified values,
which are the same on every machine once they are rounded to the picture's tenths of a point.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

import verified
from tests.docs.pages import ROOT

PICTURE = ROOT / "docs" / "property-1.svg"
WIDTH, HEIGHT, LEFT, TOP, SCALE_X, SCALE_Y = 690, 340, 56, 24, 120, 120
MOST_X, MOST_Y = Fraction(5, 2), Fraction(9, 4)
STEPS = 50
# Colours of Okabe and Ito; curves differ in their dashes too.
CURVES = (
    ("min(eps, eps^2)", "min{ε, ε²}: eq. (10), proved", "#E69F00", "7 4"),
    ("eps^2/2", "ε²/2: what it is like near 0", "#009E73", "2 3"),
    ("eps*(exp(eps) - 1)/(exp(eps) + 1)", "ε tanh(ε/2): Property 1, proved and tight", "#0072B2",
     ""),
    ("eps^2/3", "ε²/3: a slip, refuted", "#D55E00", "9 3 2 3"),
)
# Likelihood ratios e^ε of the pairs of laws that are dots: (r, 1)/(1 + r) and (1, r)/(1 + r).
RATIOS = (Fraction(5, 4), Fraction(3, 2), *map(Fraction, (2, 3, 4, 5, 7, 9, 11)))


def point(x: Any, y: Any) -> str:
    """Where a point of certified coordinates stands, in tenths of a point."""
    across, down = (Fraction(one.low) + Fraction(one.high) for one in (x, y))
    assert all(one.high - one.low < Fraction(1, 10**6) for one in (x, y))
    return (f"{float(LEFT + SCALE_X * across / 2):.1f},"
            f"{float(TOP + SCALE_Y * (MOST_Y - down / 2)):.1f}")


def curve(term: str) -> str:
    """The points of a curve, up to where it leaves the picture."""
    points = []
    for step in range(STEPS + 1):
        x = str(MOST_X * step / STEPS)
        y = verified.enclose(term, eps=x)
        if Fraction(y.high) <= MOST_Y:
            points.append(point(verified.enclose(x), y))
    return " ".join(points)


def pair(ratio: Fraction) -> str:
    """The two laws whose likelihood ratios are ε = ln of that, as a point."""
    laws = [ratio / (1 + ratio), 1 / (1 + ratio)]
    return point(verified.enclose(f"log({ratio})"), verified.kl(laws, laws[::-1]))


def axes() -> list[str]:
    """The axes with their numbers and names."""
    right, bottom = LEFT + SCALE_X * MOST_X, TOP + SCALE_Y * MOST_Y
    lines = [f'<path d="M{LEFT},{TOP}V{float(bottom):g}H{float(right):g}" fill="none"/>']
    for half in range(int(2 * MOST_X) + 1):
        across = LEFT + SCALE_X * Fraction(half, 2)
        lines.append(f'<text x="{float(across):g}" y="{float(bottom) + 16:g}" '
                     f'text-anchor="middle" stroke="none">{half / 2:g}</text>')
    for half in range(int(2 * MOST_Y) + 1):
        down = TOP + SCALE_Y * (MOST_Y - Fraction(half, 2))
        lines.append(f'<text x="{LEFT - 8}" y="{float(down) + 4:g}" text-anchor="end" '
                     f'stroke="none">{half / 2:g}</text>')
    lines.append(f'<text x="{float(right):g}" y="{float(bottom) + 32:g}" text-anchor="end" '
                 'stroke="none">ε, where |ln(P(a)/Q(a))| ≤ ε for every a</text>')
    lines.append(f'<text x="8" y="{TOP - 8}" stroke="none">D(P‖Q) in nats is at most</text>')
    return lines


def legend() -> list[str]:
    """What each curve is, beside the picture."""
    lines, across = [], float(LEFT + SCALE_X * MOST_X) + 16
    for row, (_, name, colour, dashes) in enumerate(CURVES):
        down = TOP + 30 + 26 * row
        lines += [
            f'<path d="M{across:g},{down}h26" stroke="{colour}" stroke-width="2.2" '
            f'stroke-dasharray="{dashes}" fill="none"/>',
            f'<text x="{across + 32:g}" y="{down + 4}" stroke="none">{escape(name)}</text>',
        ]
    down = TOP + 30 + 26 * len(CURVES)
    lines += [f'<circle cx="{across + 13:g}" cy="{down}" r="3.4" stroke="none"/>',
              f'<text x="{across + 32:g}" y="{down + 4}" stroke="none">'
              "pairs of laws that attain it</text>"]
    return lines


def written() -> str:
    """The picture as SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'font-family="sans-serif" font-size="12" fill="#222" stroke="#222">',
        "<title>How much D(P‖Q) may be for laws whose likelihood ratio is within e^ε</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff" stroke="none"/>',
        *axes(),
    ]
    for term, _, colour, dashes in CURVES:
        parts.append(f'<polyline points="{curve(term)}" stroke="{colour}" stroke-width="2.2" '
                     f'stroke-dasharray="{dashes}" fill="none"/>')
    for ratio in RATIOS:
        across, down = pair(ratio).split(",")
        parts.append(f'<circle cx="{across}" cy="{down}" r="3.4" stroke="none"/>')
    return "\n".join([*parts, *legend(), "</svg>"]) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Write it; the exit code."""
    (Path(arguments[0]) if arguments else PICTURE).write_text(written(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
