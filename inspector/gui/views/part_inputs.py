"""The inputs of a stage, made of the model of its part: sections of fields, and one edit for all.

A section names a place in the part (``at``) and, where it has not all of its fields, which
(``only``). A row is named by the section's id and the rest of the way: ``options.prefer_recent``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath
from typing import Any, ClassVar

from pydantic import ValidationError
from PySide6.QtWidgets import QLabel, QWidget

from inspector.core.problems import Problem
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.field_row import FieldRow
from inspector.gui.views.section_column import SectionColumn
from inspector.language import in_sentence_case, tr
from inspector.present.form_fields import FieldKind, FormField, fields_at, value_at
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.store import Store


@dataclass(frozen=True, slots=True)
class Block:
    """A section of fields; without ``at`` and ``only`` its column fills it."""

    id: str
    title: str
    at: str = ""
    only: tuple[str, ...] = ()
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class As:
    """A field that is shown as something else than it is kept: how it is written, and read.

    ``changes`` replaces what its model says of it; ``wrong`` says what cannot be shown.
    """

    show: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any] = lambda value, _part: value
    changes: Mapping[str, Any] | None = None
    wrong: Callable[[Any], tuple[Problem, ...]] = lambda _value: ()


class PartInputs(SectionColumn):
    """Shows a part of the session and commits what somebody changes: a field is one undo step."""

    part: ClassVar[str]
    codes: ClassVar[str]
    """What the codes of its problems begin with."""
    blocks: ClassVar[tuple[Block, ...]]
    shown_as: ClassVar[Mapping[str, As]] = {}

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("inputs", parent)
        self._store, self._theme = store, theme
        self._shown: Session | None = None
        self._add_sections([(one.id, one.title, one.is_open) for one in self.blocks], theme)
        self._source = self._label(f"{self.blocks[0].id}.source", theme, FontRole.BODY)
        self._fill(self.blocks[0].id, self._source)
        self._rows: dict[str, FieldRow] = {}
        self._fields: dict[str, tuple[FormField, ...]] = {}
        for block in self.blocks:
            self._make_rows(block)

    def _own(self, block: Block) -> Iterator[FormField]:
        """Yield the fields of a section, by their ways in the part."""
        if not block.at and not block.only:
            return
        for field in fields_at(self._store.session.part(self.part), block.at, block.only):
            known = self.shown_as.get(field.id)
            yield replace(field, **known.changes) if known and known.changes else field

    def _make_rows(self, block: Block) -> None:
        """Make the rows of a section anew where its fields are others: words of a table."""
        fields, content = tuple(self._own(block)), self._sections[block.id].content
        if fields == self._fields.get(block.id):
            return
        for field in self._fields.get(block.id, ()):
            self._drop(self._rows.pop(field.id))
        self._fields[block.id], group = fields, ""
        for field in fields:
            if field.group != group and (group := field.group):
                heading = QLabel(group, self._content)
                heading.setProperty("role", "section")
                heading.setFont(self._theme.font(FontRole.SECTION))
                content.addWidget(heading)
            name = field.id.removeprefix(f"{block.at}.")
            row = FieldRow(f"{block.id}.{name}", field, self._theme, self._content)
            row.changed.connect(partial(self._edit, field))
            content.addWidget(row)
            self._rows[field.id] = row

    def set_session(self, session: Session) -> None:
        """Show a session's part, unless it is the one that is shown."""
        part, old, self._shown = session.part(self.part), self._shown, session
        if old is not None and old.part(self.part) is part and old.sources == session.sources:
            return
        source = session.source(self.part)
        where = tr("kept in the session") if source is None else PurePath(source).name
        self._source.setText(where)
        self._source.setToolTip(source or "")
        for block in self.blocks:
            self._make_rows(block)
            for field in self._fields[block.id]:
                value, row = value_at(part, field.path), self._rows[field.id]
                known = self.shown_as.get(field.id)
                row.set_value(known.show(value, part) if known else value)
                row.set_problems(known.wrong(value) if known else ())
            count = sum(self._rows[one.id].differs for one in self._fields[block.id])
            if self._fields[block.id]:
                self.set_badge(block.id, tr("{count:,} changed", count=count) if count else "")

    def set_badge(self, section: str, text: str) -> None:
        """Say something beside a heading."""
        self._sections[section].badge.setText(text)

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show each problem at its field."""
        for field in (one for fields in self._fields.values() for one in fields):
            own = tuple(one for one in problems if one.place.pointer == field.pointer)
            self._rows[field.id].set_problems(own)

    def show_problem(self, problem: Problem) -> bool:
        """Go to the field that a problem points to; tell whether there is one here."""
        wanted = (problem.place.pointer or "").strip("/").replace("/", ".")
        for section, fields in self._fields.items() if problem.code.startswith(self.codes) else ():
            if wanted in (one.id for one in fields):
                self._sections[section].set_open(True)
                self._rows[wanted].editor.setFocus()
                return True
        return False

    def _edit(self, field: FormField, value: Any, gesture: object) -> None:
        known, part = self.shown_as.get(field.id), self._store.session.part(self.part)
        label = tr("Change {name}", name=in_sentence_case(field.title))
        try:
            value = known.read(value, part) if known else value
            self._store.commit(label, set_at(self.part, field.path, value), gesture=gesture)
        except ValidationError as error:
            said = error.errors(include_url=False, include_input=False)[0]["msg"]
            self._rows[field.id].refuse(tr("It {errors}.", errors=said))
        except ValueError as error:
            self._rows[field.id].refuse(tr("It {error}.", error=error))


TEXT = {"kind": FieldKind.TEXT}
LINE = {"kind": FieldKind.LINE}
