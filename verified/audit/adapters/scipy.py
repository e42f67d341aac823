"""SciPy's divergences by our parameters. Run in its own environment."""

from importlib.metadata import version

from scipy.spatial.distance import jensenshannon
from scipy.stats import entropy

VERSION = version("scipy")

FUNCTIONS = {
    "entropy": lambda p: entropy(p),
    "relative_entropy": lambda p, q: entropy(p, q),
    # The distance is the divergence's root.
    "jensen_shannon": lambda p, q: jensenshannon(p, q) ** 2,
}
