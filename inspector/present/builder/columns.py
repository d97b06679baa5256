"""Columns that several tables of a build have."""

from __future__ import annotations

from typing import Any

from inspector.core.builder.fates import FateKind
from inspector.core.builder.outputs import Priority
from inspector.present.builder.names import FATE_WORDS
from inspector.present.table import Column, Elide, Kind

FATE_LABELS = tuple(FATE_WORDS[kind] for kind in FateKind)
PRIORITY_LABELS = ("", *(priority.value for priority in Priority))


def path_column(help_text: str, width: int = 34) -> Column:
    """Return the column of a file's path."""
    return Column("path", "Path", help_text, Kind.TEXT, ("file", "name"), width=width,
                  elide=Elide.MIDDLE)  # fmt: skip


def number_column(column_id: str, title: str, help_text: str, width: int, **more: Any) -> Column:
    """Return a column of whole numbers; ``more`` is passed on."""
    return Column(column_id, title, help_text, Kind.INTEGER, width=width, **more)


TOKENS = number_column("tokens", "Tokens", "Tokens of its block, heading and fence included.", 7)
PRIORITY = Column("priority", "Priority", "How much it is needed: P0 to P3.", Kind.ENUM, width=7)
WHY = Column("why", "Why", "The reason in one sentence.", Kind.TEXT, ("sentence",), width=70)
