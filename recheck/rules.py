"""The rules of proofs by name, and which of them speak of an arbitrary value."""

from collections.abc import Callable

from recheck import (
    arithmetic,
    integral_rules,
    linear_rules,
    logic_rules,
    order_rules,
    real_rules,
    sum_rules,
)
from recheck.steps import Step, Theorem

RULES: dict[str, Callable[[Step], Theorem]] = {
    **logic_rules.RULES, **order_rules.RULES, **sum_rules.RULES, **arithmetic.RULES,
    **linear_rules.RULES, **real_rules.RULES, **integral_rules.RULES,
}
# One value of what their premises speak of tells nothing.
ARBITRARY = {"assume", "generalise", "bound-sup", "sum", "unbounded", "intermediate", "dependence",
             *integral_rules.RULES}
