"""Where each rule of the five specifications is carried out, sentence by sentence.

The list stands in ``resources/norms``, a file for each document; its sentences are this project's
own. A test holds the headings and the names under them against those of the documents, and every
place against the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.resources import read_text

DOCUMENTS = ("Injection", "Builder", "Window", "Relevance", "Discipline")


@dataclass(frozen=True, slots=True)
class Norm:
    """One rule: what has to be so, and the places (``module:name``) that see to it.

    ``number`` counts the rules below a heading; without places the heading has no rule, and
    ``rule`` says why.
    """

    document: str
    heading: str
    number: int
    rule: str
    places: tuple[str, ...]


def norms() -> Iterator[Norm]:
    """Yield the rules in the order of the documents."""
    for document in DOCUMENTS:
        heading, number = "", 0
        # "##" is a heading of the document, "-" a rule with its places behind a bar, "." no rule.
        for line in read_text(f"norms/{document.lower()}.txt").splitlines():
            mark, _, rest = line.partition(" ")
            if mark == "##":
                heading, number = rest, 0
                continue
            number += mark == "-"
            rule, _, places = rest.partition(" | ")
            yield Norm(document, heading, number, rule, tuple(places.split()))
