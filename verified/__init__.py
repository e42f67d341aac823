"""A proof companion for information-theoretic privacy: state a claim, attack it, certify, recheck."""

__version__ = "0.1.0"
