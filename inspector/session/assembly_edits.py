"""What a user can change about the assembly, as named functions from one session to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.core.assembly.pieces import AssemblyItem, AssemblyStage
from inspector.session.edits import set_at, with_source
from inspector.session.store import Edit
from inspector.stage import Part


def open_assembly(stage: AssemblyStage, source: str | None) -> Edit:
    """Use pieces and limits that were read from ``source``."""
    return lambda session: with_source(session.having(assembly=stage), Part.ASSEMBLY, source)


def add_item(step: int, title: str = "") -> Edit:
    """Add an item without a text at the end of a step, with an id of its own."""

    def change(stage: AssemblyStage) -> tuple[AssemblyItem, ...]:
        taken = {item.item_id for item in stage.items}
        number = next(n for n in range(1, len(taken) + 2) if f"item-{n}" not in taken)
        item = AssemblyItem(step=step, item_id=f"item-{number}", title=title, text="")
        return (*stage.items, item)

    return _with_items(change)


def remove_item(item_id: str) -> Edit:
    """Take an item out."""
    return _with_items(lambda stage: tuple(item for item in stage.items if item.item_id != item_id))


def set_item_field(item_id: str, field: str, value: Any) -> Edit:
    """Change one field of an item. Raises ``ValidationError`` for a value that is not valid.

    A text takes the place of declared tokens, and tokens that of a text: an item has one of them.
    """
    other = {"text": {"tokens": None}, "tokens": {"text": None}}.get(field, {})
    changes = {field: value} | (other if value is not None else {})

    def change(stage: AssemblyStage) -> tuple[AssemblyItem, ...]:
        return tuple(
            AssemblyItem.model_validate(dict(item) | changes) if item.item_id == item_id else item
            for item in stage.items
        )

    return _with_items(change)


def move_item(item_id: str, by: int) -> Edit:
    """Move an item up (negative) or down within its step."""

    def change(stage: AssemblyStage) -> tuple[AssemblyItem, ...]:
        items = list(stage.items)
        at = next((n for n, item in enumerate(items) if item.item_id == item_id), None)
        if at is None:
            return stage.items
        same = [n for n, item in enumerate(items) if item.step == items[at].step]
        to = same.index(at) + by
        if not 0 <= to < len(same):
            return stage.items
        items[at], items[same[to]] = items[same[to]], items[at]
        return tuple(items)

    return _with_items(change)


def _with_items(change: Callable[[AssemblyStage], tuple[AssemblyItem, ...]]) -> Edit:
    return lambda session: set_at("assembly", "items", change(session.assembly))(session)
