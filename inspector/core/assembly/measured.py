"""Counting the texts of an assembly, and collecting what could not be counted."""

from __future__ import annotations

from inspector.core.problems import Place, Problem, Severity
from inspector.core.tokens.counter import TokenCounter, UncountableTextError


class Measured:
    """Counts texts in tokens. ``problems`` grows by one for each text that has no count."""

    def __init__(self, tokens: TokenCounter) -> None:
        self._tokens = tokens
        self.problems: list[Problem] = []

    def text(self, text: str, name: str, place: str, part: str = "assembly") -> int | None:
        """Return the tokens of a text; None where there is no count, which is then a problem.

        ``place`` is a JSON pointer into ``part`` of the inputs, with which the code begins.
        """
        try:
            return self._tokens.count(text)
        except UncountableTextError as error:
            message = f"The text of {name!r} has no token count: {error}"
            fix = "Correct the text, or give its number of tokens instead."
            found = Problem(
                Severity.ERROR, f"{part}.uncountable", message, fix, Place(pointer=place)
            )
            self.problems.append(found)
            return None
