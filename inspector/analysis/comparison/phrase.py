"""English words that know what they are made of, so that another language can say them."""

from __future__ import annotations

from typing import Any

from inspector.plurals import of_one


class Phrase(str):
    """A text in English, with the template and the values that it was made of."""

    template: str
    values: dict[str, Any]


def phrase(template: str, **values: Any) -> Phrase:
    """Return a text of a template and values."""
    made = Phrase(of_one(template, values).format(**values) if values else template)
    made.template, made.values = template, values
    return made
