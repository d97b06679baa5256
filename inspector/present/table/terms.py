"""Terms for the filter made from what someone clicked."""

from __future__ import annotations

from inspector.core.problems import Problem
from inspector.present.table.cells import CellValue
from inspector.present.table.columns import Column, Kind


def filter_for_cell(column: Column, value: CellValue) -> str:
    """Return the term that keeps exactly the rows whose value is this one (but for case)."""
    if column.kind is Kind.FLAG:
        return f"is:{column.id}" if value else f"-is:{column.id}"
    if value is None or value == "":
        return f"-has:{column.id}"
    if isinstance(value, str):
        from inspector.present.table.filter_grammar import quoted

        sign = ":" if column.kind is Kind.ENUM else "="
        return f"{column.id}{sign}{quoted(value)}"
    return f"{column.id}={value!r}"


def negated(term: str) -> str:
    """Return the term that keeps the rows which ``term`` leaves out."""
    return term[1:] if term.startswith("-") else f"-{term}"


def add_term(text: str, term: str) -> str:
    """Return a filter that asks for ``term`` as well; a term it has already is not added again.

    A text that cannot be read is kept as it is, before the term.
    """
    from inspector.present.table.filter_grammar import parse_filter
    from inspector.present.table.filter_terms import All, Either

    text = text.strip()
    present, wanted = parse_filter(text), parse_filter(term)
    if present is None:
        return term
    if isinstance(present, Problem):
        return f"{text} {term}"
    if wanted in (present.parts if isinstance(present, All) else (present,)):
        return text
    if isinstance(present, Either):
        return f"({text}) {term}"
    return f"{text} {term}"
