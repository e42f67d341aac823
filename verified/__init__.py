"""A proof companion for information-theoretic privacy: state, attack, certify, recheck claims; and
certified values of what accountants and papers speak of, on data of one's own:

    import verified

    verified.capacity([["9/10", "1/10"], ["1/10", "9/10"]])
    verified.gaussian_delta(sigma="1/2", eps=800).log
    verified.enclose("log(3)/2")

Each answer is two numbers between which the value certainly lies (`Certified`). Functions take
lists, arrays, fractions, floats (the rationals that they are), texts and files; see
`help(verified.value)`. Logarithms are natural; ε, informations and divergences are in nats.
"""

import importlib
import time
from pathlib import Path
from typing import Any

__version__ = "0.1.0"
# When this process began to load the package, in seconds since the epoch: what is on disk since
# before that is what runs.
STARTED = time.time()


def __getattr__(name: str) -> Any:
    """A name of the public API, whose rooms are opened only when one is asked for."""
    home = Path(__file__).parent
    own = (home / name).is_dir() or (home / f"{name}.py").is_file()
    if own or (name.startswith("_") and name != "__all__"):
        raise AttributeError(f"module 'verified' has no attribute {name!r}")
    oracle = _oracle()
    if name == "__all__":
        return oracle.exported()
    return oracle.attribute(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_oracle().names()})


def _oracle() -> Any:
    # By name: what the kernel loads is told by the imports that a module writes out, and it loads
    # this package without that room.
    return importlib.import_module("verified.oracle")
