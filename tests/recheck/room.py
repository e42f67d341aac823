"""The second checker's modules, which lie outside of the package."""

import sys
from pathlib import Path

ROOM = Path(__file__).parents[2] / "recheck"
sys.path.insert(0, str(ROOM))

import analysis  # noqa: E402
import calculus  # noqa: E402
import checker  # noqa: E402
import densities  # noqa: E402
import evaluation  # noqa: E402
import laws  # noqa: E402
import meanings  # noqa: E402
import plays  # noqa: E402
import proofs  # noqa: E402
import ranges  # noqa: E402
import reals  # noqa: E402
import scalars  # noqa: E402
import statements  # noqa: E402

__all__ = ["ROOM", "analysis", "calculus", "checker", "densities", "evaluation", "laws", "meanings",
           "plays", "proofs", "ranges", "reals", "scalars", "statements"]
