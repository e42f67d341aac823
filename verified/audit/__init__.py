"""Other libraries held against certified values: where what a function promises isn't so.

- `promises`: what a function of a library computes and promises, and over which arguments.
- `independent`, `independent_sampling`: the same values by mpmath, which shares no code with ours.
- `environments`, `worker`: libraries in environments of their own, called through a pipe;
  `adapters/` has the modules that run there, one a library.
- `search`: the arguments where an answer is worst, from corners and at random, and shrunk.
- `findings`: what one answer shows, and what is told of a function.
- `running`: many functions, several at once.
- `catalogue`: the functions that are audited, a module for each library, with its public functions
  that are covered and why others aren't; `told`, what was found, in words.
"""
