"""The page of rules: every reason code, quantities, and where the specifications are carried out.

``python -m inspector.present.rules_page`` prints it; the documentation holds what it prints.

Where each rule is carried out stands in ``resources/norms``, a file for each document; its
sentences are this project's own. A test holds the headings and the names under them against those
of the documents, and every place against the program.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from inspector.analysis.quantities import QUANTITIES
from inspector.core.reasons import Reason, Verdict
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


_VERDICTS = {
    Verdict.INCLUDED: "in, whole",
    Verdict.REDUCED: "in, as less: a lower tier, a manifest line, a slice, a reference",
    Verdict.SUPPRESSED: "out: a rule found it redundant",
    Verdict.DROPPED: "out: no room",
    Verdict.EXCLUDED: "out: a hard rule",
    Verdict.REFUSED: "the whole call failed closed",
    Verdict.BALANCE: "not a candidate: a row that makes the sum close",
}


def rules_page() -> str:
    """Return the page as Markdown."""
    lines = [
        "# The rules behind every verdict",
        "",
        "Every candidate is on exactly one row of the ledger, with one verdict and one reason",
        "code. This page lists them all; it is made from the program itself. In the sentences,",
        "what stands in braces is filled with the numbers of the run.",
        "",
        "| verdict | meaning |",
        "| --- | --- |",
        *(f"| `{verdict}` | {meaning} |" for verdict, meaning in _VERDICTS.items()),
    ]
    for system, reasons in groupby(Reason, key=lambda reason: reason.rule.split()[0]):
        lines += ["", f"## {system}"]
        for reason in reasons:
            lines += [
                "",
                f"### `{reason.code}`",
                "",
                f"**{reason.verdict}** by {reason.rule}. “{reason.template}”",
                "",
                reason.help,
            ]
    lines += [
        "",
        "## Quantities of an injection",
        "",
        "Each has one definition, and the same number under the same name in window, report,",
        "picture, command line, tables and files. The keys are those of `quantities` in",
        "`inspector run --format json`.",
        "",
        "| quantity | unit | key | definition |",
        "| --- | --- | --- | --- |",
        *(f"| {q.title} | {q.unit} | `{q.key}` | {q.definition} |" for q in QUANTITIES),
    ]
    return "\n".join([*lines, *_norms()]) + "\n"


def _norms() -> Iterator[str]:
    """Yield where each rule of the specifications is carried out."""
    yield from ("", "## Where each rule of the specifications is carried out", "")
    yield "Rules are numbered below the headings of the documents. Tests hold headings and names of"
    yield "fields, values and constants against the documents' own, and places against the program."
    for document, of_document in groupby(norms(), key=lambda one: one.document):
        yield from ("", f"### {document}", "")
        yield from ("| heading | | rule | carried out by |", "| --- | --- | --- | --- |")
        for one in of_document:
            places = ", ".join(f"`{place}`" for place in one.places)
            number = one.number or ""
            yield f"| {one.heading} | {number} | {one.rule} | {places} |"


if __name__ == "__main__":
    sys.stdout.write(rules_page())
