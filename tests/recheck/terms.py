"""Random terms, facts and instances, to try what the second checker says of normal forms."""

from fractions import Fraction

from recheck.errors import Unsupported
from recheck.reals import Precision
from recheck.signatures import REAL
from recheck.statements import read_formula, read_term
from recheck.trials import Draw
from tests.recheck.room import Rejected, meanings

N, K = ["var", "n"], ["var", "k"]
COUNT = ["size", 0, None]
# Sizes that may be 0, alphabets that may be empty, numbers without bounds.
SCOPE = {
    "n": ["size", 1, None], "k": ["size", 0, None], "x": REAL,
    "y": ["real", "0", None, False, False], "t": ["real", "0", "1", True, True],
    "P": ["pmf", N], "Q": ["pmf", N], "W": ["channel", N, N], "r": ["reals", N, REAL],
    "a": ["symbol", N], "b": ["symbol", N], "A": ["event", N],
}
NUMBERS = ["0", "1", "2", "-1", "1/2", "3"]
BITS = 80


def op(head, *args, sort=REAL):
    return ["op", head, list(args), sort, []]


class Terms:
    """Terms of a scope, most of them of small numbers of symbols."""

    def __init__(self, rng):
        self.rng, self.scope, self.count = rng, dict(SCOPE), 0

    def pick(self, *makers):
        return self.rng.choice(makers)()

    def names(self, kind):
        return [name for name, sort in self.scope.items() if sort[0] == kind]

    def number(self):
        return ["number", self.rng.choice(NUMBERS)]

    def size(self):
        """A size, of an alphabet that may be empty, or that may have no size."""
        whole = ["var", self.rng.choice([*self.names("size"), *self.names("symbol")])]
        return self.rng.choice([
            N, N, K, whole, ["number", self.rng.choice(["0", "1", "2", "3"])],
            op("quotient", N, whole, sort=COUNT), op("add", whole, ["number", "1"], sort=COUNT),
            op("mul", N, K, sort=COUNT), op("sub", N, ["number", "1"], sort=COUNT)])

    def symbol(self):
        return self.rng.choice([
            *(["var", name] for name in self.names("symbol")), ["number", "0"], ["number", "1"],
            op("sub", N, ["number", "1"]), op("remainder", K, N, sort=COUNT)])

    def law(self, depth):
        """A law, perhaps none."""
        choice = self.rng.randrange(6)
        if choice == 0 and depth:
            return op("output", self.law(0), ["var", "W"], sort=["pmf", N])
        if choice == 1:
            return op("row", ["var", "W"], self.symbol(), sort=["pmf", N])
        if choice == 2 and depth:
            return self.table(["pmf", N], depth)
        return ["var", self.rng.choice("PQ")]

    def table(self, sort, depth):
        mass = op("at", ["var", "P"], ["var", "v"])
        bodies = [mass, op("div", ["number", "1"], N),
                  op("add", op("mul", ["var", "t"], mass), op("mul", op(
                      "sub", ["number", "1"], ["var", "t"]), op("at", ["var", "Q"], ["var", "v"])))]
        var = ["v", ["symbol", N], ""]
        return ["bind", "table", var, None, self.rng.choice(bodies), sort]

    def under(self, kind, depth):
        """A sum or extremum over symbols."""
        name, size = f"v{self.count}", self.size()
        self.count += 1
        before = self.scope
        self.scope = {**self.scope, name: ["symbol", size]}
        guard = self.test(0) if self.rng.randrange(4) == 0 else None
        body = self.term(depth - 1)
        self.scope = before
        return ["bind", kind, [name, ["symbol", size], ""], guard, body, REAL]

    def test(self, depth):
        sign = self.rng.choice(["<=", "<", "="])
        found = ["relation", sign, self.term(depth), self.term(depth)]
        return self.rng.choice([found, found, ["not", found], [
            "and", [found, ["relation", "<", ["number", "0"], self.term(0)]]]])

    def term(self, depth):
        if depth == 0:
            return self.rng.choice([
                self.number(), ["var", self.rng.choice("xytnk")],
                ["var", self.rng.choice(self.names("symbol"))],
                op("at", ["var", self.rng.choice("PQ")], self.symbol()),
                op("component", ["var", "r"], self.symbol())])

        def part():
            return self.term(depth - 1)

        head = self.rng.choice([
            "add", "sub", "mul", "mul", "div", "neg", "pow", "exp", "log", "sqrt", "abs", "minimum",
            "maximum", "cases", "sum", "sum", "sum", "max", "min", "probability", "u ln u", "at",
            "quantity", "quotient", "pinned", "mass", "same"])
        match head:
            case "add" | "sub" | "mul" | "div" | "minimum" | "maximum":
                return op(head, part(), part())
            case "neg" | "exp" | "log" | "sqrt" | "abs":
                return op(head, part())
            case "pow":
                exponent = self.rng.choice(["0", "2", "3", "-1", "-2", "1/2", "3/2"])
                return op("pow", part(), ["number", exponent])
            case "cases":
                return ["cases", self.test(depth - 1), part(), part()]
            case "sum" | "max" | "min":
                return self.under(head, depth)
            case "probability":
                event = self.rng.choice([
                    ["var", "A"], op("singleton", N, self.symbol(), sort=["event", N]),
                    op("complement", N, ["var", "A"], sort=["event", N])])
                return op("probability", self.law(1), event)
            case "u ln u":
                u = part()
                return op("mul", u, op("log", self.rng.choice([u, part()])))
            case "at":
                return op("at", self.law(depth), self.symbol())
            case "quantity":
                return self.rng.choice([
                    op("entropy", self.law(1)), op("total_variation", self.law(1), self.law(0)),
                    op("kl", self.law(0), self.law(0)),
                    op("information", ["var", "P"], ["var", "W"])])
            case "quotient":
                return op(self.rng.choice(["quotient", "remainder"]), self.symbol(), self.size(),
                          sort=COUNT)
            case "pinned":
                size = self.size()
                test = ["relation", "=", ["var", "v"], self.symbol()]
                before = self.scope
                self.scope = {**self.scope, "v": ["symbol", size]}
                body = ["cases", test, self.term(depth - 1), ["number", "0"]]
                self.scope = before
                return ["bind", "sum", ["v", ["symbol", size], ""], None, body, REAL]
            case "mass":
                size = self.rng.choice([N, K, ["var", self.rng.choice(self.names("symbol"))]])
                flat = ["bind", "table", ["w", ["symbol", size], ""], None,
                        op("div", ["number", "1"], size), ["pmf", size]]
                body = op("mul", op("at", flat, ["var", "v"]), part())
                return ["bind", "sum", ["v", ["symbol", size], ""], None, body, REAL]
        one = part()
        return op("div", one, one)

    def fact(self):
        return self.rng.choice([
            ["relation", "<", ["number", "0"], self.term(0)], ["not", [
                "relation", "=", self.term(0), ["number", "0"]]],
            ["relation", "<=", self.term(1), self.term(0)],
            ["or", [["relation", "<", ["number", "0"], self.term(0)],
                    ["relation", "<=", self.term(0), ["number", "0"]]]],
            ["quantified", "forall", ["u", ["symbol", N], ""], None, [
                "relation", "<", ["number", "0"], op("at", ["var", "P"], ["var", "u"])]]])


def read(term):
    """The term as the checker reads it; None where it is none of the language."""
    try:
        return read_term(term, SCOPE, "number")
    except (ValueError, LookupError):
        return None


def read_fact(formula):
    try:
        return read_formula(formula, SCOPE, False)
    except (ValueError, LookupError):
        return None


class Lenient(meanings.Reading):
    """A relation with a side that has no value (an index out of range too) doesn't hold."""

    def truth(self, formula, env):
        try:
            return super().truth(formula, env)
        except Rejected:
            if formula[0] == "relation":
                return False
            raise


def drawn(rng, facts):
    """Instances of the scope where facts certainly hold."""
    for _ in range(12):
        Precision.bits, judge, env = BITS, Lenient(), {}
        draw = Draw(rng, judge, env)
        for name, sort in SCOPE.items():
            judge.move([name, sort, ""], draw.move(sort), env)
        try:
            if all(judge.truth(fact, env) for fact in facts):
                yield judge, env
        except (ArithmeticError, ValueError, LookupError, Unsupported):
            continue


def value_of(poly, atoms, judge, env):
    """The value of a normal form: a monomial is 0 where one of its factors is."""
    found = judge.term(["number", "0"], env)
    for monomial, value in poly.items():
        piece, undefined = judge.term(["number", str(value)], env), None
        for atom, power in monomial:
            try:
                factor = judge.term(atoms[atom], env)
                if factor.exact and factor.lo == 0 and power > 0:
                    piece = factor
                    undefined = None
                    break
                raised = judge.term(op("pow", ["var", "f"], ["number", str(power)]), {"f": factor})
                piece = piece * raised
            except ArithmeticError as error:
                undefined = error
        if undefined is not None:
            raise undefined
        found = found + piece
    return found


__all__ = ["SCOPE", "Fraction", "Terms", "drawn", "op", "read", "read_fact", "value_of"]
