"""Arguments of public functions: what no call can use is refused by name, before any work."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel


def require(wanted: Any, /, **arguments: object) -> None:
    """Raise ``TypeError``, naming the argument, where one is not of the wanted type (or union)."""
    for name, value in arguments.items():
        if not isinstance(value, wanted):
            what = wanted.__name__ if isinstance(wanted, type) else wanted
            raise TypeError(f"{name} must be {what}, not {type(value).__name__}")


Value = TypeVar("Value", bound=BaseModel)


def validated(model: type[Value], given: Value | Mapping[str, Any], /, name: str) -> Value:
    """Return an argument that may be written as a mapping of a document's fields.

    Raises ``ValidationError`` for a mapping that is no such document, ``TypeError`` for what is
    neither.
    """
    if isinstance(given, Mapping):
        require_each(str, **{f"keys of {name}": list(given)})
        return model(**given)
    require(model, **{name: given})
    return given


def require_each(wanted: Any, /, **arguments: object) -> None:
    """Raise ``TypeError``, naming the argument, where one is no series of values of the type."""
    for name, values in arguments.items():
        if not isinstance(values, Sequence):
            raise TypeError(f"{name} must be a sequence, not {type(values).__name__}")
        for value in values:
            require(wanted, **{f"each of {name}": value})


def finite(name: str, value: object) -> int | float:
    """Return a number that doubles can hold. Raises ``ValueError``, naming the argument."""
    most = sys.float_info.max
    if isinstance(value, int | float) and not isinstance(value, bool) and -most <= value <= most:
        return value
    raise ValueError(f"{name} must be a finite number of tokens")
