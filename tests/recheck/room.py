"""The second checker's modules, which lie outside of the package."""

import sys
from pathlib import Path

ROOM = Path(__file__).parents[2] / "recheck"
sys.path.insert(0, str(ROOM))

import analysis  # noqa: E402
import calculus  # noqa: E402
import checker  # noqa: E402
import evaluation  # noqa: E402
import intervals  # noqa: E402
import laws  # noqa: E402
import line  # noqa: E402
import proofs  # noqa: E402
import quantities  # noqa: E402
import ranges  # noqa: E402
import scalars  # noqa: E402
import statements  # noqa: E402

__all__ = ["ROOM", "analysis", "calculus", "checker", "evaluation", "intervals", "laws", "line",
           "proofs", "quantities", "ranges", "scalars", "statements"]
