"""What authors call quantities that their arguments tell apart."""

from __future__ import annotations

from typing import Any

from verified.quantities import channels, divergences, entropies, integers, line, mechanisms
from verified.quantities.joints import disjoint, joint_entropy, joint_information
from verified.syntax.quantity import Word
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Op, Term

KL = Word("KL", (divergences.kl, line.law_kl, integers.integer_kl))
TV = Word("TV", (
    divergences.total_variation, line.law_total_variation, integers.integer_total_variation,
))
hockey_stick = Word("hockey_stick", (
    divergences.hockey_stick, line.law_hockey_stick, integers.integer_hockey_stick,
))
renyi = Word("renyi", (divergences.renyi, line.law_renyi, integers.integer_renyi))
chi_square = Word("chi_square", (
    divergences.chi_square, line.law_chi_square, integers.integer_chi_square,
))
hellinger = Word("hellinger", (
    divergences.hellinger, line.law_hellinger, integers.integer_hellinger,
))
jensen_shannon = Word("jensen_shannon", (divergences.jensen_shannon, line.law_jensen_shannon))
le_cam = Word("le_cam", (divergences.le_cam, line.law_le_cam))
trade_off = Word("trade_off", (divergences.trade_off, line.law_trade_off))
f_divergence = Word("f_divergence", (
    divergences.f_divergence, line.law_f_divergence, integers.integer_f_divergence,
))
chain = Word("chain", (channels.chain, mechanisms.processed))
information = Word("information", (
    channels.information, mechanisms.database_information, line.law_information,
))


def H(law: Any, variables: str | None = None) -> Op:
    """Shannon entropy in nats: `H(P)` of a pmf, `H(J, "U,V|W")` of variables of a joint law."""
    if variables is None:
        return entropies.entropy(law)
    head, _, given = variables.partition("|")
    return joint_entropy.of((law,), disjoint(law, [head, given]))


def I(joint: Term, variables: str) -> Op:
    """Mutual information in nats of variables of a joint law: `I(J, "U;V|W")`."""
    head, _, given = variables.partition("|")
    first, semicolon, second = head.partition(";")
    if not semicolon:
        raise ClaimError(f"write I({joint}, 'U;V|W'): {variables!r} has no semicolon")
    return joint_information.of((joint,), disjoint(joint, [first, second, given]))


__all__ = [
    "KL", "TV", "H", "I", "chain", "chi_square", "f_divergence", "hellinger", "hockey_stick",
    "information", "jensen_shannon", "le_cam", "renyi", "trade_off",
]
