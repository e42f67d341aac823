"""Test vectors for other libraries, in any language: `verified vectors -o DIR`.

`corners` has the inputs, `suites` which function is asked where, `flags` the kinds of faults that a
vector may catch, `writing` the files. `docs/vectors.md` tells how to adopt them.
"""
