"""The proofs: each derivation reads like the paper's appendix.

A proof is found in the module named as the one of `verified.papers` that states its claim, or in
one whose name goes on from there by a theme: `background/divergences.py` and
`background/divergences_pinsker.py` prove what `verified.papers.background.divergences` states.
What many proofs share stands in `tools` and `patterns`, which prove nothing themselves.

`verified.proof.derivation` is the language that they are written in, `docs/proofs.md` its manual.
"""

from pkgutil import iter_modules

# The modules that are imported to have all derivations, by their names below this package.
MODULES = tuple(
    f"{package.name}.{module.name}"
    for package in iter_modules(__path__) if package.ispkg
    for module in iter_modules([f"{__path__[0]}/{package.name}"])
)
