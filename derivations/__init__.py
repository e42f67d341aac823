"""The proofs, one module a paper: they come with the proof rules."""
