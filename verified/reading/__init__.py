"""Texts read back: claims in one line, and terms, as `verified show` prints them.

`spelling` rewrites Unicode and LaTeX. `templates` takes the records' printed forms apart. `parser`,
with `scanner` and `expressions` below it, makes `nodes` of a text; `meaning`, with `arguments`,
`building` and `unification`, makes terms and formulas of these. `statements` reads whole
statements, `messages` tells what can't be read, `vocabulary` has the names that may be called.
"""
