"""The functions that are audited, a module a library: with what the documentation of each promises
at that version, and of each public function which audited ones cover it, or why none does."""

from __future__ import annotations

from verified.audit.catalogue import (
    autodp,
    diffprivlib,
    dit,
    dp_accounting,
    opacus,
    opendp,
    prv_accountant,
    qif,
    scikit_learn,
    scipy,
)
from verified.audit.promises import Function
from verified.errors import UnknownKeyError

_MODULES = (
    scipy, scikit_learn, dit, qif, opendp, diffprivlib, autodp, prv_accountant, dp_accounting,
    opacus,
)
LIBRARIES = {module.LIBRARY.name: module.LIBRARY for module in _MODULES}
FUNCTIONS = [function for module in _MODULES for function in module.FUNCTIONS]
# Of each library, public functions that return a δ, an ε, a noise scale, a divergence, a capacity
# or a leakage: the audited ones that cover them, or why there is none.
PUBLIC = {module.LIBRARY.name: module.PUBLIC for module in _MODULES}


def chosen(target: str) -> list[Function]:
    """The functions of a library, or one of them: "LIBRARY" or "LIBRARY:FUNCTION"; or "all".

    Raises:
        UnknownKeyError: there is none of that name.
    """
    if target == "all":
        return FUNCTIONS
    library, _, name = target.partition(":")
    if library not in LIBRARIES:
        raise UnknownKeyError("library", library, LIBRARIES)
    own = [function for function in FUNCTIONS if function.library == library]
    found = [function for function in own if not name or function.name == name]
    if not found:
        raise UnknownKeyError(f"audited function of {library}", name, [one.name for one in own])
    return found
