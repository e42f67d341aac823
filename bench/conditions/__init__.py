"""Every condition has a test that fails without it: mutation testing of the trusted code.

Each side condition and each error term of the trusted rooms is taken out or weakened, one at a
time (`mutants`), and the nearest tests that reach the place (`reach`) are run on what is left
(`trial`). What no test notices is a *survivor*. Those that are argued to be doubled by other code
are kept, with the reason, in `tests/conditions.json` (`record`); any other fails the command:

    python -m bench.conditions [PATH…] [--changed [BASE]] [--store]

A mutant never touches a file. All tests are collected once, in a process that has everything
loaded; for each mutant it forks, exchanges the code of the function in question, and runs tests,
fastest first, until one fails. That is the reason for a tool of our own: mutmut and Cosmic Ray
mutate files or copies of them, mutmut by operators that can't be chosen and not in functions with
decorators (as all rules and all remembered functions have), Cosmic Ray with a new process and the
same tests for each mutant, some ten seconds each.
"""
