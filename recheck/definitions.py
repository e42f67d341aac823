"""Definitions, tried at instances by this checker's own evaluator.

    python -m recheck.definitions FILE

The file holds statements by key, such as the definitions that proofs unfold and the facts that they
cite without proof. Each is evaluated at small instances, drawn at random with corners among them
(one symbol, point masses, zeros, ends of intervals). One line for each statement: at how many
instances it holds; at how many its sides meet, as far as intervals tell (equal irrational numbers
can't be told from near ones); or why it isn't evaluated. A statement that holds at instances isn't
shown by that. The exit code is 1 if one is false at an instance, 2 for bad input, else 0.
"""

import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from recheck.errors import BadInput, Rejected, Unknown, Unsupported
from recheck.goals import goal
from recheck.reals import Precision
from recheck.trials import BITS, SILENT, instances

INSTANCES = 40


class Tried(NamedTuple):
    """What came of trying a statement.

    Attributes:
        held: at how many instances it certainly holds; where its hypotheses fail it does.
        met: at how many nothing tells it from what holds.
        reason: why it isn't evaluated, where it is at no instance.
    """

    held: int
    met: int
    reason: str


def tried(statement: Any, name: str, count: int = INSTANCES) -> Tried:
    """A universal statement at instances that are drawn, the same ones for the same name.

    Raises:
        Rejected: it is false at one of them.
    """
    try:
        variables, body, _ = goal(statement, "refutation")
    except (Rejected, Unsupported) as error:
        return Tried(0, 0, f"no instance decides it: {error}")
    held, met, reason = 0, 0, "no instance is drawn"
    for judge, env in instances(variables, random.Random(name), count):
        Precision.bits = BITS
        try:
            false = judge.truth(body, env)
        except Unknown:
            met += 1
            continue
        except SILENT as error:
            reason = str(error) or type(error).__name__
            continue
        if false:
            raise Rejected(f"{name} is false at an instance: {_told(env)}")
        held += 1
    return Tried(held, met, "" if held or met else reason)


def _told(env: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in env.items())


def main(arguments: list[str]) -> int:
    """Try the statements of a file; the exit code."""
    if len(arguments) != 1:
        print("usage: python -m recheck.definitions FILE", file=sys.stderr)
        return 2
    try:
        statements = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        if not isinstance(statements, dict):
            raise BadInput(f"{arguments[0]} holds no statements by key")
    except (OSError, ValueError) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 2
    false = 0
    for name in sorted(statements):
        try:
            found = tried(statements[name], name)
        except Rejected as error:
            false += 1
            print(error)
            continue
        print(f"{name}: " + ((found.reason and f"not evaluated: {found.reason}") or
                             f"holds at {found.held} instances, not told apart at {found.met}"))
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
