"""Slips in claim files: each is told with its line, the rule and what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from verified.errors import InputError
from verified.language import __all__ as LANGUAGE
from verified.report import slips
from verified.report.claimfile import load

BEGINNING = """\
import math
import numpy
from verified.language import *
n, m = Size("n"), Size("m")
P, Q, W, U = Pmf("P", n), Pmf("Q", n), Channel("W", n, m), Channel("U", m, n)
x, eps, a, J = Real("x"), Real("eps", ">=0"), Symbol("a", n), Joint("J", X=n, Y=m)
D = Database("D")
"""
LINE = BEGINNING.count("\n") + 1

# What is written, what the message names, and what it says to write.
SLIPS = {
    "equality": ("claim('k', forall=[P, Q], then=KL(P, Q) == 0)", "==", "equals(KL(P, Q), 0)"),
    "equality given": (
        "claim('k', forall=[x], given=[x == 0], then=x <= 0)", "x == 0: ", "equals(x, 0)",
    ),
    "inequality": ("claim('k', forall=[x], then=x != 1)", "!=", "negation(equals(x, 1))"),
    "sum": ("s = sum(P)", "sum(P): ", "total(x, …)"),
    "range": ("s = sum(P[i] for i in range(n))", "range(n): ", "total(x, …)"),
    "max": ("s = max(x, eps)", "max(x, eps): ", "maximum(x, eps)"),
    "max of a law": ("s = max(P)", "max(P): ", "largest(x, …)"),
    "min": ("s = min(x, 1)", "min(x, 1): ", "minimum(x, 1)"),
    "abs": ("s = abs(x - 1)", "abs(x - 1): ", "absolute(x - 1)"),
    "all": ("s = all([x <= 1])", "all([x <= 1]): ", "every(x, …)"),
    "any": ("s = any([x <= 1])", "any([x <= 1]): ", "some(x, …)"),
    "len": ("s = len(P)", "len(P): ", "Size('n')"),
    "float": ("s = float(x)", "float(x): ", "leave it exact"),
    "math.exp": ("s = math.exp(eps)", "math.exp(eps): ", "write exp(eps)"),
    "math.log to a base": ("s = math.log(x, 2)", "math.log(x, 2): ", "log(x) / log(2)"),
    "exp of math by its name": (
        "from math import exp; s = exp(x)", "math.exp takes", "write exp(x)",
    ),
    "numpy.log": ("s = numpy.log(x)", "numpy.log(x): ", "write log(x)"),
    "composition": ("s = W @ P", "a channel and a pmf", "then a channel"),
    "composition with what is no term": ("s = W @ 'U'", "after @", "'U'"),
    "a tuple of symbols": ("s = J[a]", "a symbol for each of X, Y", "not by 1"),
    "a condition without a bar": ("s = conditional(J, 'X')", "no bar", "conditional(J, 'Y|X')"),
    "information of a law": ("s = I(P, W)", "I(P, W): ", "information(P, W)"),
    "entropy of two": ("s = H(P, Q)", "H(P, Q): ", "H(J, 'X|Y')"),
    "a condition": ("s = H(P | Q)", "P | Q: ", "H(J, 'X|Y')"),
    "no conclusion": ("claim('k', forall=[x])", "has no conclusion", "then=…"),
    "a misspelt part": ("claim('k', forall=[x], giwen=[], then=x <= 1)", "no giwen", "given"),
    "a misspelt part of a paper's": (
        "Paper('doe').claim('k', foral=[x], then=x <= 1)", "no foral", "forall",
    ),
    "an unknown part": ("claim('k', then=x <= 1, proof=1)", "no proof", "forall, given, then"),
    "no key": ("claim(forall=[x], then=x <= 1)", "has a key", "claim('lemma-1'"),
    "parts without names": ("claim('k', [x], x <= 1)", "named parts", "forall=[…]"),
    "one variable": ("claim('k', forall=P, then=H(P) >= 0)", "is a list", "forall=[P]"),
    "one hypothesis": (
        "claim('k', forall=[x], given=x <= 1, then=x <= 1)", "is a list", "given=[x <= 1]",
    ),
    "several conclusions": (
        "claim('k', forall=[x], then=[x <= 1, x >= 0])", "one formula", "both(x <= 1, x >= 0)",
    ),
    "a conclusion as text": ("claim('k', forall=[x], then='x <= 1')", "text", "without quotes"),
    "and": ("s = x <= 1 and x >= 0", "Python's and", "both(x <= 1, x >= 0)"),
    "or": ("s = x <= 1 or x >= 0", "Python's or", "either(x <= 1, x >= 0)"),
    "not": ("s = not x <= 1", "Python's not", "negation(x <= 1)"),
    "&": ("s = (x <= 1) & (x >= 0)", "Python's &", "both(x <= 1, x >= 0)"),
    "|": ("s = (x <= 1) | (x >= 0)", "Python's |", "either(x <= 1, x >= 0)"),
    "~": ("s = ~(x <= 1)", "Python's ~", "negation(x <= 1)"),
    "a chain": ("s = 0 <= x <= 1", "0 <= x <= 1: ", "both(0 <= x, x <= 1)"),
    "a choice": ("s = P[a] if a < 1 else 1", "P[a] if a < 1 else 1: ", "cases(a < 1, P[a], 1)"),
    "a branch": ("if x > 0: s = x", "x > 0: ", "given=[…]"),
    "a decimal": ("s = x <= 0.05", "0.05: ", "rational('0.05')"),
    "a fraction": ("claim('k', forall=[x], then=x <= 1/3)", "1 / 3: ", "rational(1, 3)"),
    "a call for an index": ("s = P(a)", "P(a): ", "write P[a]"),
    "a call for two indices": ("s = W(a, a)", "W(a, a): ", "write W[a][a]"),
    "a product without a sign": ("s = eps(1 - eps)", "eps is no function", "eps * (1 - eps)"),
    "a power": ("s = x ^ 2", "x ^ 2: ", "x ** 2"),
    "a misspelt quantity": ("s = hockey_stik(P, Q, 1)", "hockey_stik", "nearest: hockey_stick"),
    "another's name": ("s = ln(x)", "called ln", "log(…)"),
    "another's quantifier": ("s = forall(a, P[a] <= 1)", "called forall", "every(x, …)"),
    "a method": ("s = x.exp()", "no exp", "write exp(x)"),
    "a quantity as a method": ("s = P.entropy()", "no entropy", "H(…)"),
    "a function for a formula": ("s = every(a, lambda b: P[b] <= 1)", "lambda", "Symbol('x', n)"),
    "an assignment": ("P[0] = 1", "P[0]: ", "pmf_table(n, "),
    "no name": ("R = Pmf(n)", "Pmf takes name, size", "Pmf('P', n)"),
    "a sum over nothing": ("s = total(P[a])", "total takes var, body", "total(x, P[x])"),
    "a misspelt import": ("from verified.language import Pfm", "no Pfm", "nearest: Pmf"),
    "a misspelt module": ("import verified.langage", "langage", "from verified.language import *"),
    "a sign of books": ("s = x ≤ 1", "no ≤", "write <="),
    "a sign turned round": ("s = x =< 1", "line", "write <="),
    "one sign of equality": ("claim('k', forall=[x], then=x = 1)", "= names", "equals(a, b)"),
    "bars": ("s = KL(P || Q)", "divergence", "KL(P, Q)"),
    "a semicolon": ("s = I(X;Y)", "text", "I(J, 'X;Y|Z')"),
    "lambda": ("lambda = Real('l')", "word of Python's", "lam = Real('lam'"),
    "a factor": ("s = 2x", "product", "2 * x"),
    "a formula for a key": ("claim(x <= 1)", "has a key first", "claim('lemma-1'"),
    "π of math": ("s = x <= math.pi", "a float on the right of <=", "write pi()"),
    "e of math": ("s = x <= math.e", "a float on the right of <=", "write exp(1)"),
    "a domain as a tuple": ("y = Real('y', (0, 1))", "(0, 1) is not a domain", "'[0,1]'"),
    "a domain as two numbers": ("y = Real('y', 0, 1)", "0 is not a domain", "'[0,1]'"),
    "a channel times another": ("s = W * U", "W is a channel, not a number", "write W @ U"),
    "a law times a channel": ("s = P * W", "P is a pmf, not a number", "write P @ W"),
    "a law after its channel": ("s = W @ P", "can't be composed", "as P @ W"),
    "a channel of a law": ("s = W[P]", "a row is of a symbol", "P @ W"),
    "a difference of laws": ("s = H(P - Q)", "P - Q is no pmf", "its weights sum to 0, not 1"),
    "a sum of laws": ("s = KL(P + Q, Q)", "P + Q is no pmf", "its weights sum to 2, not 1"),
    "an order of laws": ("s = P < Q", "between laws write <=", "equals(…)"),
    "a float of numpy": ("s = x <= numpy.float64(0.05)", "have no floats", "rational('0.05')"),
    "what Python decides": ("claim('k', forall=[a], then=a in (0, 1))", "False is not a formula",
                            "Python decided it"),
    "a number for a curve": ("s = FDP(W, 1)", "f of FDP is a function", "lambda a:"),
    "no level": ("s = GDP(W)", "GDP takes mechanism, mu", "GDP"),
    "a kernel's name": ("s = I(W)", "I takes joint, variables", "I(J, 'X;Y')"),
    "mutual information in words": (
        "s = mutual_information(P, W)", "mutual_information", "information(P, W)",
    ),
    "entropy in words": ("s = entropy(P)", "entropy", "H("),
    "a whole part": ("s = x // 2", "x // 2", "quotient(x, 2)"),
    "rounded": ("s = round(x)", "round(x): ", "leave it exact"),
}


def told(folder: Path, text: str) -> str:
    """What loading a file of this text says, the file's name left out."""
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        load(str(path))
    message = str(refused.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    return message.removeprefix(str(path))


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_are_told_with_what_to_write(slip: str, tmp_path: Path) -> None:
    text, named, instead = SLIPS[slip]
    message = told(tmp_path, f"{BEGINNING}{text}\n")
    assert message.startswith(f", line {LINE}: ")
    assert named in message
    assert instead in message


def test_the_line_is_that_of_the_slip(tmp_path: Path) -> None:
    text = "claim(\n  'k', forall=[x],\n  given=[x >= 0],\n  then=x == 1,\n)\n"
    assert told(tmp_path, BEGINNING + text).startswith(f", line {LINE + 3}: x == 1: ")
    text = "def far(z):\n  return 1 + abs(z)\n\nclaim('k', forall=[x], then=far(x) > 0)\n"
    assert told(tmp_path, BEGINNING + text).startswith(f", line {LINE + 1}: abs(z): ")


def test_a_name_that_was_not_imported(tmp_path: Path) -> None:
    message = told(tmp_path, "from verified.language import Size\nP = Pmf('P', 2)\n")
    assert message.startswith(", line 2: Pmf isn't imported: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("int('abc')", "ValueError: invalid literal for int()"),
        ("len(5)", "TypeError: object of type 'int' has no len()"),
        ("max(Pmf('P', 0), x)", "an alphabet of P has 0 symbols"),
        ("max(1, 'a')", "TypeError: '>' not supported"),
        ("H = 3; H(P)", "TypeError: 'int' object is not callable"),
        ("'a' % 3", "TypeError: not all arguments converted"),
        ("1 / 0", "ZeroDivisionError"),
        ("c = 0.5; x <= c", "0.5 is a float on the right of <="),
        ("c = (1, 2); c[0] = 3", "TypeError: 'tuple' object does not support item assignment"),
        ("def f(z): return f(z)\nf(x)", "RecursionError"),
        ("(1).real_part", "AttributeError: 'int' object has no attribute"),
        ("assert False, 'no truth value'", "AssertionError"),
    ],
)
def test_what_is_no_slip_is_told_as_python_does(text: str, said: str, tmp_path: Path) -> None:
    message = told(tmp_path, f"{BEGINNING}{text}\n")
    assert message.startswith(f", line {LINE}: {said}")


def test_what_is_told_to_write_is_there() -> None:
    """No advice names a function that the language doesn't have."""
    names = {
        "absolute", "both", "cases", "chain", "either", "equals", "every", "exp", "implies",
        "information", "largest", "log", "maximum", "minimum", "negation", "pi", "pmf_table",
        "quotient", "rational", "remainder", "smallest", "some", "sqrt", "total",
    }
    assert names | set(slips._EXAMPLES) <= set(LANGUAGE)


def test_examples_of_advice_run() -> None:
    """Each example that a message shows is accepted."""
    from verified import language

    names = {name: getattr(language, name) for name in LANGUAGE}
    exec(BEGINNING, names)
    exec(
        "x = Symbol('x', n); y = Symbol('y', n); b = Symbol('b', n); p = Pmf('p', n); "
        "M = Mechanism('M', D, m)",
        names,
    )
    for example in slips._EXAMPLES.values():
        assert eval(example, names) is not None
