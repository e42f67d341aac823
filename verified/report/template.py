"""The beginning of a claim file: a template with comments, for its author to change."""

from __future__ import annotations

from pathlib import Path

from verified.errors import InputError
from verified.report.files import check_writable, write_text

TEMPLATE = '''\
"""Claims of a paper. What may stand in them: `verified words`."""

from verified.language import *

# The variables. Alphabets have any number of symbols from 1 on unless `low` and `high` say more.
n, m = Size("n"), Size("m")
P, Q = Pmf("P", n), Pmf("Q", n)  # two laws on one alphabet
W = Channel("W", n, m)  # a channel from n to m symbols
eps = Real("eps", ">=0")  # other domains: "" for all reals, ">0", "[0,1]", "(0,inf)"
x, y = Symbol("x", n), Symbol("y", m)  # for sums and quantifiers; P[x] and W[x][y] are numbers
# J = Joint("J", X=n, Y=m)  # a joint law: I(J, "X;Y"), H(J, "X|Y")
# M = Mechanism("M", Database("D"), m)  # a mechanism on databases: DP(M, eps), MIDP(M, eps)

# The paper; claims without one are made by `claim(…)` with the same arguments.
paper = Paper("mine", title="", authors="", year=0)

# A claim needs a key of its own, its variables and a conclusion; `at` is its place in the paper.
# Logarithms are natural. Constants are exact: rational(1, 3), rational("0.05"), never 0.05.
paper.claim("lemma-1", at="Lemma 1", forall=[P, Q], then=2 * TV(P, Q) ** 2 <= KL(P, Q))

# With hypotheses, all of which are assumed. Equality is equals(a, b), as == compares trees;
# joined formulas are both(a, b), either(a, b), negation(a), implies(a, b).
paper.claim(
    "theorem-1",
    at="Theorem 1",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps)],
    then=both(KL(P, Q) >= 0, KL(P, Q) <= eps),
)

# Sums, quantifiers and extrema over symbols: total, every, some, largest, smallest.
paper.claim(
    "lemma-2",
    at="Lemma 2",
    forall=[P, W],
    then=equals(total(x, total(y, P[x] * W[x][y])), 1),
)

# Two claims under one label, and an equivalence, which makes two claims of it:
# paper.claim("lemma-3", forall=[P], then={"lower": H(P) >= 0, "upper": H(P) <= log(n)})
# paper.claim("lemma-4", forall=[P, Q], then=iff(equals(TV(P, Q), 0), every(x, equals(P[x], Q[x]))))

# Then: verified attack FILE   (exit code 1 if something is refuted)
#       verified show FILE     (how each claim was read)
'''


def write_template(path: Path) -> None:
    """Write a new claim file, which attacks as it stands.

    Raises:
        InputError: the file has no name that Python files have, is there already, or can't be
            written.
    """
    if path.suffix != ".py" or not path.stem.strip("."):
        raise InputError(f"{path} is no name of a claim file: it ends in .py, as mine.py does")
    if path.exists() or path.is_symlink():
        raise InputError(f"{path} is there already; a template is written to a new file only")
    check_writable(path)
    write_text(path, TEMPLATE.replace("FILE", path.name))


__all__ = ["write_template"]
