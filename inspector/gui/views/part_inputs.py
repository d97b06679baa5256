"""The inputs of a stage, made of the models of its parts: sections of fields, and one edit for all.

A section names a place in a part (``at``) and, where it has not all of its fields, which
(``only``). A row is named by the section and the rest of the way: ``options.prefer_recent``.
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
from inspector.session.store import Edit, Store


@dataclass(frozen=True, slots=True)
class Block:
    """A section of fields; without ``at``, ``only`` and ``part`` its column fills it.

    ``only`` names fields, documents with all of theirs, and tables; a name may lead further down.
    ``part`` is one of the session's other than the column's own, ``rows`` what names of rows begin
    with where that is not the section's id.
    """

    id: str
    title: str
    at: str = ""
    only: tuple[str, ...] = ()
    is_open: bool = True
    part: str = ""
    rows: str = ""

    def name_of(self, field: FormField) -> str:
        """Return what the row of a field is called."""
        way = field.id.removeprefix(f"{self.at}.") if self.at else field.id
        return f"{self.rows or self.id}.{way}"

    @property
    def has_fields(self) -> bool:
        """Whether rows are made for it."""
        return bool(self.at or self.only or self.part)


def as_it_is(value: Any, _part: Any) -> Any:
    """Show, or keep, a value as it is."""
    return value


@dataclass(frozen=True, slots=True)
class As:
    """A field that is shown as something else than it is kept: how it is written, and read.

    ``changes`` replaces what its model says of it; ``wrong`` says what cannot be shown.
    """

    show: Callable[[Any, Any], Any] = as_it_is
    read: Callable[[Any, Any], Any] = as_it_is
    changes: Mapping[str, Any] | None = None
    wrong: Callable[[Any], tuple[Problem, ...]] = lambda _value: ()


class PartInputs(SectionColumn):
    """Shows parts of the session and commits what somebody changes: a field is one undo step."""

    part: ClassVar[str]
    """The part that its blocks are of; codes of its problems begin with it."""
    blocks: ClassVar[tuple[Block, ...]]
    says_source: ClassVar[bool] = True
    """Whether the first section says which file the part is from."""
    shown_as: ClassVar[Mapping[str, As]] = {}

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("inputs", parent)
        self._store, self._theme = store, theme
        self._shown: Session | None = None
        self._problems: tuple[Problem, ...] = ()
        self._add_sections([(one.id, one.title, one.is_open) for one in self.blocks], theme)
        self._source = self._label(f"{self.blocks[0].id}.source", theme, FontRole.BODY)
        self._source.setVisible(self.says_source)
        if self.says_source:
            self._fill(self.blocks[0].id, self._source)
        self._rows: dict[str, FieldRow] = {}
        self._fields: dict[str, tuple[FormField, ...]] = {}
        for block in self.blocks:
            self._make_rows(block, self.document(block, store.session))

    def document(self, block: Block, session: Session) -> Any:
        """Return the part that a section is about, as a session has it."""
        return session.part(block.part or self.part)

    def _own(self, block: Block, part: Any) -> Iterator[FormField]:
        """Yield the fields of a section, by their ways in the part."""
        for field in fields_at(part, block.at, block.only) if block.has_fields else ():
            known = self.shown_as.get(field.id)
            yield replace(field, **known.changes) if known and known.changes else field

    def _make_rows(self, block: Block, part: Any) -> None:
        """Make the rows of a section anew where its fields are others: words of a table."""
        fields, content = tuple(self._own(block, part)), self._sections[block.id].content
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
            row = FieldRow(block.name_of(field), field, self._theme, self._content)
            row.changed.connect(partial(self._edit, block, field))
            content.addWidget(row)
            self._rows[field.id] = row

    def _place_below(self, field_id: str, widget: QWidget) -> None:
        """Put a widget of one's own below a field."""
        for section, fields in self._fields.items():
            if any(field.id == field_id for field in fields):
                content = self._sections[section].content
                content.insertWidget(content.indexOf(self._rows[field_id]) + 1, widget)

    def set_session(self, session: Session) -> None:
        """Show a session's parts, but for those that are shown."""
        old, self._shown = self._shown, session
        if self.says_source and (old is None or old.sources != session.sources):
            source = session.source(self.part)
            where = tr("kept in the session") if source is None else PurePath(source).name
            self._source.setText(where)
            self._source.setToolTip(source or "")
        for block in self.blocks:
            part = self.document(block, session)
            if block.has_fields and (old is None or part is not self.document(block, old)):
                self._show_block(block, part)

    def _show_block(self, block: Block, part: Any) -> None:
        if any(isinstance(value_at(part, _way(block, name)), Mapping) for name in block.only):
            self._make_rows(block, part)
        for field in self._fields[block.id]:
            value, row = value_at(part, field.path), self._rows[field.id]
            known = self.shown_as.get(field.id)
            if known is None:
                row.set_value(value)
            elif not (row.is_text and row.value and known.read(row.value, part) == value):
                row.set_value(known.show(value, part))  # unless what is being written says the same
            self._tell(field, value)
        self._count_changes(block.id, block.id)

    def _tell(self, field: FormField, value: Any) -> None:
        """Say at a field what is wrong with it."""
        known = self.shown_as.get(field.id)
        told = tuple(one for one in self._problems if one.place.pointer == field.pointer)
        self._rows[field.id].set_problems((*(known.wrong(value) if known else ()), *told))

    def _count_changes(self, section: str, *counted: str) -> None:
        """Say beside a heading how many fields of these sections are not as at first."""
        fields = [field for one in counted for field in self._fields[one]]
        count = sum(self._rows[one.id].differs for one in fields)
        self.set_badge(section, tr("{count:,} changed", count=count) if count else "")

    def finish(self) -> None:
        """Send texts that are being written."""
        for row in self._rows.values():
            row.finish()

    def set_badge(self, section: str, text: str) -> None:
        """Say something beside a heading."""
        self._sections[section].badge.setText(text)

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show each problem at its field."""
        if tuple(problems) == self._problems:
            return
        self._problems = tuple(problems)
        for block in self.blocks:
            part = self.document(block, self._shown or self._store.session)
            for field in self._fields[block.id]:
                self._tell(field, value_at(part, field.path))

    def show_problem(self, problem: Problem) -> bool:
        """Go to the field that a problem points to; tell whether there is one here."""
        wanted = (problem.place.pointer or "").strip("/").replace("/", ".")
        for block in self.blocks:
            is_own = problem.code.startswith(f"{block.part or self.part}.")
            if is_own and any(field.id == wanted for field in self._fields[block.id]):
                self._sections[block.id].set_open(True)
                self._rows[wanted].editor.setFocus()
                return True
        return False

    def edit_of(self, block: Block, field: FormField, value: Any) -> Edit:
        """Return what a value that somebody gave a field changes."""
        return set_at(block.part or self.part, field.path, value)

    def _edit(self, block: Block, field: FormField, value: Any, gesture: object) -> None:
        known, part = self.shown_as.get(field.id), self.document(block, self._store.session)
        label = tr("Change {name}", name=in_sentence_case(field.title))
        try:
            value = known.read(value, part) if known else value
            if not self._store.commit(label, self.edit_of(block, field, value), gesture=gesture):
                self._tell(field, value)  # what was refused before is no longer in it
        except ValidationError as error:
            from inspector.files.documents import said_first

            self._rows[field.id].refuse(tr("It {errors}.", errors=said_first(error)))
        except ValueError as error:
            self._rows[field.id].refuse(tr("It {error}.", error=error))


def _way(block: Block, name: str) -> tuple[str, ...]:
    return tuple(one for one in (*block.at.split("."), *name.split(".")) if one)


TEXT = {"kind": FieldKind.TEXT}
PARAGRAPH = {"kind": FieldKind.PARAGRAPH, "default": None}
LINE = {"kind": FieldKind.LINE}
