"""What ends a check: evidence that doesn't hold, and what can't be told here."""

from typing import NoReturn


class BadInput(ValueError):
    """Not a certificate at all."""


class Rejected(ValueError):
    """Evidence that doesn't hold."""


class Unsupported(ValueError):
    """What this checker doesn't know enough to decide."""


class Unshown(Unsupported):
    """A side condition that this checker can't show: the step is neither shown nor refuted."""


class NotReal(Unshown):
    """A term isn't shown to be a real number, or to have a value of its sort."""


class Undefined(ArithmeticError):
    """An expression has no value; a relation with such a side doesn't hold."""


class Unknown(ArithmeticError):
    """An interval is too wide to tell."""


def demand(held: object, what: str) -> None:
    """Refuse what doesn't hold."""
    if not held:
        raise Rejected(what)


def refuse(kind: type[Exception], what: str) -> NoReturn:
    """Raise an exception within an expression."""
    raise kind(what)
