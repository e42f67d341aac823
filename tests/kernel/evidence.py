"""Real certificates for the kernel's tests: false claims of many kinds, attacked."""

import json
from functools import cache
from typing import Any

from verified import language as v
from verified.attack import attack
from verified.kernel.certificate import seal
from verified.syntax.goals import goal
from verified.syntax.serial import digest, read_statement
from verified.syntax.sorts import ClaimError

n, m = v.Size("n"), v.Size("m")
P, Q = v.Pmf("P", n), v.Pmf("Q", n)
W = v.Channel("W", n, m)
eps, x = v.Real("eps", ">=0"), v.Real("x", "[0,1]")
a = v.Symbol("a", n)
A = v.Event("A", n)
D = v.Database("D")
M = v.Mechanism("M", D, m)
J = v.Joint("J", U=n, V=m, Z=2)

# Each is false (or, with exists, true): what it is refuted by is the search's own find.
CLAIMS = {
    "kl": v.claim("kl", forall=[n, P, Q], then=v.KL(P, Q) <= v.TV(P, Q)),
    "tv": v.claim(
        "tv", forall=[n, P, Q, eps], given=[v.Close(P, Q, eps, 0)], then=v.TV(P, Q) <= eps / 3
    ),
    "capacity": v.claim(
        "capacity", forall=[n, m, W], then=v.capacity(W) <= v.rational(1, 2)
    ),
    "mi-dp": v.claim("mi-dp", forall=[D, m, M, eps], given=[v.MIDP(M, eps)], then=v.DP(M, eps)),
    "markov": v.claim(
        "markov",
        forall=[n, m, J],
        given=[v.Markov(J, "U", "V", "Z")],
        then=v.I(J, "U;V") <= v.I(J, "U;Z"),
    ),
    "scalar": v.claim("scalar", forall=[x], then=v.binary_entropy(x) <= v.rational(69, 100)),
    "null-event": v.claim(
        "null-event", forall=[n, P, Q, a], then=v.likelihood_ratio(P, Q, a) <= n * 1000
    ),
    "equality": v.claim(
        "equality", forall=[n, P, Q], then=v.equals(v.KL(P, Q), v.KL(Q, P))
    ),
    "undefined": v.claim("undefined", forall=[x], then=x / x <= 1),
    "event": v.claim("event", forall=[n, P, Q, A], then=P[A] <= v.exp(1) * Q[A]),
    "exists": v.claim(
        "exists",
        exists=[n, P, Q],
        given=[v.TV(P, Q) >= v.rational(1, 2)],
        then=v.KL(P, Q) <= v.rational(3, 4),
    ),
    "supremum": v.claim(
        "supremum", forall=[n, m, W], then=v.sup(P, v.information(P, W)) <= v.rational(1, 3)
    ),
    "csiszar": v.claim(
        "csiszar", forall=[n, m, P, W], then=v.csiszar(P, W, 2) <= v.rational(1, 3)
    ),
}


@cache
def _written(name: str) -> str:
    certificate = attack(CLAIMS[name], budget=20_000).certificate
    assert certificate is not None, f"the attack finds nothing against {name}"
    return json.dumps(certificate)


def certificate(name: str) -> dict[str, Any]:
    """A fresh copy of a claim's certificate, as a file would give it."""
    read: dict[str, Any] = json.loads(_written(name))
    return read


def resealed(changed: Any, with_digest: bool = True) -> Any:
    """The changed certificate with its digest and its seal made to fit, where it has them."""
    if not isinstance(changed, dict):
        return changed
    if with_digest and "statement" in changed and "digest" in changed:
        try:
            polarity = str(changed.get("polarity"))
            changed["digest"] = digest(goal(read_statement(changed["statement"]), polarity))
        except (ClaimError, ValueError, TypeError, AttributeError):
            pass  # No digest fits: the checker has to find its own reason.
    if "seal" in changed:
        changed["seal"] = seal(changed)
    return changed
