"""Proofs of the claims of Ngo, Östman and Graell i Amat, one module a part of the paper."""

from __future__ import annotations

import importlib

PARTS = ("definitions", "capacities", "curves")

for _part in PARTS:
    importlib.import_module(f"{__name__}.{_part}")
