"""How a run under overrides is marked wherever it is shown or written."""

from __future__ import annotations

from pathlib import PurePath

from inspector.core.injection.overrides import FIELDS, Forced, Overrides
from inspector.core.injection.report import InjectionReport
from inspector.language import localized, tr
from inspector.present.table import Column, Kind

WHAT_IF_COLUMN = Column(
    "what_if", "What-if", "What an override makes of it.", Kind.ENUM, ("forced",), width=10
)
"""Stands beside the verdict in every table of a run under overrides."""

_VERDICTS = ("verdict", "background")
_MARK = "what-if"


def what_if_text(overrides: Overrides) -> str:
    """Return what is overridden, in one line; "" where nothing is."""
    if not overrides:
        return ""
    counts = {forced: len(set(getattr(overrides, FIELDS[forced]))) for forced in Forced}
    parts = [f"{localized(count)} {forced.value}" for forced, count in counts.items() if count]
    if overrides.relevance_floor is not None:
        parts.append(tr("relevance from {floor:g}", floor=overrides.relevance_floor))
    if overrides.top_k is not None:
        parts.append(tr("top {count:,}", count=overrides.top_k))
    return tr("What-if: {parts}. The sources are as they were.", parts=", ".join(parts))


def what_if_name(name: str, overrides: Overrides) -> str:
    """Return a file's name with a mark before its first suffix where something is overridden."""
    if not overrides:
        return name
    stem, dot, suffixes = PurePath(name).name.partition(".")
    return f"{stem}.{_MARK}{dot}{suffixes}"


def columns_of_run(columns: tuple[Column, ...], report: InjectionReport) -> tuple[Column, ...]:
    """Return the columns of a table, with the one about overrides where some hold."""
    if not report.overrides:
        return columns
    place = next(at for at, column in enumerate(columns) if column.id in _VERDICTS) + 1
    return (*columns[:place], WHAT_IF_COLUMN, *columns[place:])
