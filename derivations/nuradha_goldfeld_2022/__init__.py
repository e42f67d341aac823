"""Proofs of the claims of Nuradha and Goldfeld, one module a part of the paper."""

from derivations.nuradha_goldfeld_2022 import finite, gaussian, steps

__all__ = ["finite", "gaussian", "steps"]
