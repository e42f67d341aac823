"""Code in each language, run by the language where it is, against certified values."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest
from flint import arb

from tests.code.test_forms import sources
from verified.code.functions import Source, _told, coded
from verified.code.languages import LANGUAGES, file_text, identifier
from verified.code.measuring import error, truths
from verified.code.opening import quantity_term
from verified.errors import InputError
from verified.numbers.balls import precision
from verified.syntax.text import text as made_text

KEYS = [
    "property-1.forward@positive", "lemma-2-tight.bound", "eq-98.capacity", "lemma-1-sharp.bound",
    "ngo-2024/eq-9.bound", "ngo-2024/eq-11.value@defined", "property-3.attained", "lemma-2",
]  # fmt: skip
QUANTITIES = ["binary_entropy", "binary_entropy_inverse", "normal_cdf"]


def chosen_sources():
    found = [sources(key)[0] for key in KEYS]
    return found + [Source(quantity_term(one), one, one, ()) for one in QUANTITIES]


@pytest.fixture(scope="module")
def cases():
    """Each closed form with points that aren't those by which its code was chosen."""
    return [
        (source, coded(source.term, source.given),
         truths(source.term, source.given, seed=3, corners=10, drawn=10))
        for source in chosen_sources()
    ]


def code(cases, language):
    return file_text([_told(source, LANGUAGES[language]) for source, _, _ in cases],
                     LANGUAGES[language])


def calls(cases, language, write):
    """A call for each point, in the language's own words."""
    for source, made, held in cases:
        called = identifier(source.called, LANGUAGES[language])
        for one in held:
            yield write(called, [repr(one.at[var.name]) for var in made.variables])


def check(cases, found):
    """Values, one for each call, against what is certified: as good as what the comment says."""
    assert len(found) == sum(len(held) for _, _, held in cases)
    place = iter(found)
    for source, made, held in cases:
        failed = 0
        for one in held:
            size = next(place)
            err = error(size, one.value)
            if err == float("inf") and made.errors.failed:
                failed += 1
                continue
            # Another library's last digits, and points that were not among the measured ones.
            assert err <= 8 * made.errors.worst + 4e-15, (source.key, one.at, size)
        assert failed <= len(held) / 3, source.key


def numbers(output):
    words = output.replace("Infinity", "inf").replace("NaN", "nan").split()
    return [float(word) for word in words]


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
def test_c(cases, tmp_path):
    lines = calls(cases, "c", lambda f, args: f'    printf("%.17g\\n", {f}({", ".join(args)}));')
    body = "\n".join(lines)
    main = f"int main(void) {{\n{body}\n    return 0;\n}}\n"
    (tmp_path / "code.c").write_text(f"#include <stdio.h>\n{code(cases, 'c')}\n{main}")
    run("cc", "-O2", "-Wall", "-Werror", "-o", "code", "code.c", "-lm", cwd=tmp_path)
    check(cases, numbers(run("./code", cwd=tmp_path)))


@pytest.mark.skipif(shutil.which("rustc") is None, reason="there is no Rust compiler here")
def test_rust(cases, tmp_path):
    def write(f, args):
        return f'    println!("{{:e}}", {f}({", ".join(args)}));'

    body = "\n".join(calls(cases, "rust", write))
    (tmp_path / "code.rs").write_text(f"{code(cases, 'rust')}\nfn main() {{\n{body}\n}}\n")
    run("rustc", "--edition", "2021", "-D", "warnings", "code.rs", cwd=tmp_path)
    check(cases, numbers(run("./code", cwd=tmp_path)))


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_javascript(cases, tmp_path):
    body = "\n".join(
        calls(cases, "javascript", lambda f, args: f"console.log({f}({', '.join(args)}));")
    )
    (tmp_path / "code.js").write_text(f"{code(cases, 'javascript')}\n{body}\n")
    check(cases, numbers(run("node", "code.js", cwd=tmp_path)))


@pytest.mark.skipif(shutil.which("julia") is None, reason="there is no Julia here")
def test_julia(cases, tmp_path):
    body = "\n".join(calls(cases, "julia", lambda f, args: f"println({f}({', '.join(args)}))"))
    (tmp_path / "code.jl").write_text(f"{code(cases, 'julia')}\n{body}\n")
    check(cases, numbers(run("julia", "--startup-file=no", "code.jl", cwd=tmp_path)))


def test_python(cases, tmp_path):
    def write(f, args):
        return (f"try:\n    print(repr({f}({', '.join(args)})))\n"
                "except OverflowError:\n    print('inf')\n"
                "except (ValueError, ZeroDivisionError):\n    print('nan')")

    (tmp_path / "own.py").write_text(
        f"{code(cases, 'python')}\n" + "\n".join(calls(cases, "python", write)) + "\n"
    )
    check(cases, numbers(run(sys.executable, "-I", "own.py", cwd=tmp_path)))


def test_numpy_of_whole_arrays(cases, tmp_path):
    points = [
        [[one.at[var.name] for one in held] for var in made.variables] for _, made, held in cases
    ]
    body = ["import json, sys", "for f, columns in zip(FUNCTIONS, json.load(sys.stdin)):",
            "    for size in np.atleast_1d(f(*map(np.array, columns))):",
            "        print(float(size))"]
    names = [identifier(source.called, LANGUAGES["numpy"]) for source, _, _ in cases]
    text = "\n".join([code(cases, "numpy"), f"FUNCTIONS = [{', '.join(names)}]", *body])
    (tmp_path / "own.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "own.py"], cwd=tmp_path, capture_output=True,
        text=True, input=json.dumps(points), timeout=120,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    check(cases, numbers(done.stdout))


def test_mpmath_to_fifty_digits(cases):
    import mpmath

    made_here: dict = {}
    exec(code(cases, "mpmath"), made_here)
    compared = 0
    for source, made, held in cases:
        function = made_here[identifier(source.called, LANGUAGES["mpmath"])]
        for one in held:
            if any(size and not 1e-3 < abs(size) < 50 for size in one.at.values()):
                continue
            with mpmath.workdps(80):
                # The arguments are the floats themselves.
                found = function(*(mpmath.mpf(one.at[var.name]) for var in made.variables))
                digits = mpmath.nstr(found, 60)
            with precision(300):
                gap = abs(arb(digits) - one.value)
                assert gap < (abs(one.value) + arb("1e-60")) * arb("1e-24"), (source.key, one.at)
                compared += 1
    assert compared > 40


def test_sympy_says_the_formula_itself(cases):
    import sympy

    compared = 0
    for source, made, held in cases:
        if "h^-1" in made_text(source.term):
            with pytest.raises(InputError, match="SymPy has no entropy_inverse"):
                file_text([_told(source, LANGUAGES["sympy"])], LANGUAGES["sympy"])
            continue
        text = file_text([_told(source, LANGUAGES["sympy"])], LANGUAGES["sympy"])
        made_here: dict = {}
        exec(text, made_here)
        function = made_here[identifier(source.called, LANGUAGES["sympy"])]
        symbols = [sympy.Symbol(var.name, positive=True) for var in made.variables]
        written = function(*symbols)
        for one in held:
            mild = all(1e-3 < abs(size) < 50 for size in one.at.values())
            if not mild or not abs(one.value) > 1e-100:
                continue
            exact = {
                symbol: sympy.Rational(*one.at[symbol.name].as_integer_ratio())
                for symbol in symbols
            }
            found = float(written.subs(exact).evalf(40))
            assert error(found, one.value) < 1e-14, (source.key, one.at)
            compared += 1
    assert compared > 30
