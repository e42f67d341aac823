"""Making the sites that the tests read."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from verified.cli import app

PATTERNS = (
    "cuff-yu-2016/eq-8", "cuff-yu-2016/property-1", "cuff-yu-2016/property-2",
    "cuff-yu-2016/theorem-1-strict", "background/pinsker",
)
CLAIMS = '''
from verified.language import *

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
x = Real("x")

square = claim("square", forall=[x], then=x**2 >= 0, at="Lemma 1", note="Any `x` & <all> of it.")
wrong = claim("wrong", forall=[P, Q], then=KL(P, Q) <= KL(Q, P), at="Lemma 2")
near = claim("near", forall=[P, Q], then=TV(P, Q) <= sqrt(KL(P, Q)))
likely = claim("likely", forall=[x], then=exp(x) >= 1 + x + rational("1e-9") * x**2 - x**2)
'''
# A process knows one derivation of a name: this one is read once.
OWN = CLAIMS + '''
from verified.proof.derivation import Derivation, derives


@derives("mine/square")
def proof(d: Derivation) -> None:
    d.qed(d.obvious(d.var("x") ** 2 >= 0))
'''


def report(folder: Path, *targets: str) -> Path:
    """A site made by the command line."""
    done = CliRunner().invoke(app, ["report", *targets, "-o", str(folder), "--workers", "1"])
    assert done.exit_code == 0, (done.output, done.exception)
    return folder
