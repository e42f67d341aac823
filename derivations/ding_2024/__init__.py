"""Derivations of the claims of `verified.papers.ding_2024`."""
