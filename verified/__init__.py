"""A proof companion for information-theoretic privacy: state, attack, certify, recheck claims."""

__version__ = "0.1.0"
