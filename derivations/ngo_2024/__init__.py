"""Proofs of the claims of Ngo, Östman and Graell i Amat, one module a part of the paper."""

from derivations.ngo_2024 import capacities, curves, definitions, gaussian, remarks

__all__ = ["capacities", "curves", "definitions", "gaussian", "remarks"]
