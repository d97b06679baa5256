"""The inputs of the builder: project, targets, the call, limits, constraints, rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.builder.config import BuilderConfig
from inspector.core.builder.request import BuildRequest, Constraints, ModelLimits, Purpose
from inspector.core.problems import Problem
from inspector.core.tokens import available_counters
from inspector.gui.theme import Theme
from inspector.gui.views.field_row import FieldRow, ModelForm
from inspector.gui.views.section_column import SectionColumn
from inspector.language import localized, tr
from inspector.present.form_fields import FieldKind, FormField
from inspector.project.index import ProjectIndex
from inspector.session.builder_edits import (
    set_build_field,
    set_builder_config_field,
    set_constraints,
    set_estimator,
    set_limit,
    set_step_field,
)
from inspector.session.builder_stage import DEFAULT_ESTIMATOR
from inspector.session.session import Session
from inspector.session.store import Edit, Store
from inspector.stages.builder.actions import GoTo
from inspector.stages.builder.input_texts import index_text, limits_text
from inspector.stages.builder.target_search import TargetSearch, target_rows
from inspector.stages.builder.view.deny_box import (
    DenyBox,
    ProjectBox,
    RulesField,
    TextField,
    rules_of,
)
from inspector.stages.builder.view.targets_box import TargetsBox

_SECTIONS = (
    ("project", tr("Project"), True),
    ("targets", tr("Targets"), True),
    ("call", tr("Call"), True),
    ("limits", tr("Model limits"), True),
    ("constraints", tr("Constraints"), False),
    ("rules", tr("Never sent"), False),
    ("counting", tr("Reading and counting"), False),
    ("retry", tr("Active file and retry"), False),
    ("record", tr("Time and id of the call"), False),
)
_SECTION_OF = {GoTo.STEP: "call", GoTo.INTENT: "call", GoTo.FOLDER: "project"}
_AROUND_FOCUS = 160  # pixels that are seen above and below
_LEVELS = {
    "system": tr("System"),
    "project": tr("Project"),
    "session": tr("Session"),
    "user": tr("User"),
}
_PURPOSE = FormField(
    ("purpose",),
    tr("Purpose"),
    tr("What the call is for. An intent gets facts about the project only."),
    FieldKind.CHOICE,
    default=Purpose.DIFF.value,
    choices=tuple(purpose.value for purpose in Purpose),
)
_ESTIMATOR = FormField(
    ("estimator",),
    tr("Tokens counted by"),
    tr("The encoding that counts tokens, or the estimator that guesses them."),
    FieldKind.CHOICE,
    default=DEFAULT_ESTIMATOR,
    choices=available_counters(),
)
_ACTIVE = FormField(
    ("active_file",),
    tr("Active file"),
    tr("The file that is open in front of the user."),
    FieldKind.TEXT,
)
_RECORD = tuple(
    FormField((name,), title, said, FieldKind.LINE, default=default)
    for name, title, said, default in (
        (
            "created_at",
            tr("Time of the call"),
            tr("With any offset; kept in UTC. No part of a fingerprint."),
            BuildRequest().created_at,
        ),
        (
            "correlation_id",
            tr("Correlation id"),
            tr("A UUID that joins this call with others. Without one it follows from the inputs."),
            "",
        ),
    )
)


class BuilderInputs(SectionColumn):
    """Shows the stage's inputs and commits what somebody changes, each change one undo step.

    Sections are named ``section.{id}``; texts ``call.{field}``, limits ``limits.{field}``, rules
    ``counting.{field}``, constraints ``constraints.{level}``.
    """

    choose_asked = Signal()
    """A folder is to be chosen."""
    root_chosen = Signal(str)
    index_asked = Signal()

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("inputs", parent)
        self._store = store
        self._session: Session | None = None
        self._index: ProjectIndex | None = None
        content = self._content
        self._add_sections(_SECTIONS, theme)
        self._project = ProjectBox(theme, content)
        self._targets = TargetsBox(theme, content)
        self._purpose = FieldRow("call.purpose", _PURPOSE, theme, content)
        self._texts = {
            "step": TextField("call.step", tr("Step"), tr("What is to be done"), 64, content),
            "intent": TextField(
                "call.intent", tr("Intent"), tr("What the user wants"), 64, content
            ),
            "system": TextField(
                "call.system", tr("System prompt"), tr("Rules of the call"), 64, content
            ),
            "last_error": TextField(
                "call.last_error",
                tr("Last error"),
                tr("What went wrong before, for a retry"),
                64,
                content,
            ),
        }
        self._limits = ModelForm("limits", ModelLimits, theme, content)
        self._levels = {
            level: RulesField(f"constraints.{level}", title, tr("One rule a line"), 52, content)
            for level, title in _LEVELS.items()
        }
        self._deny = DenyBox(theme, content)
        self._rules = ModelForm("counting", BuilderConfig, theme, content)
        self._estimator = FieldRow("counting.estimator", _ESTIMATOR, theme, content)
        self._active = FieldRow("call.active_file", _ACTIVE, theme, content)
        self._record = {
            field.id: FieldRow(f"call.{field.id}", field, theme, content) for field in _RECORD
        }
        texts = self._texts
        for name, widgets in (
            ("project", (self._project,)),
            ("targets", (self._targets,)),
            ("call", (self._purpose, texts["step"], texts["intent"], texts["system"])),
            ("limits", (self._limits,)),
            ("constraints", tuple(self._levels.values())),
            ("rules", (self._deny,)),
            ("counting", (self._estimator, self._rules)),
            ("retry", (self._active, texts["last_error"])),
            ("record", tuple(self._record.values())),
        ):
            self._fill(name, *widgets)
        self._connect()

    def _connect(self) -> None:
        self._project.choose_asked.connect(self.choose_asked)
        self._project.root_chosen.connect(self.root_chosen)
        self._project.index_asked.connect(self.index_asked)
        self._targets.changed.connect(self._commit)
        self._deny.changed.connect(self._commit)
        self._purpose.changed.connect(
            lambda value, gesture: self._commit(
                tr("Change purpose"), set_build_field("purpose", value), gesture
            )
        )
        for name, field in self._texts.items():
            field.changed.connect(
                lambda text, gesture, name=name: self._edit_text(name, text, gesture)
            )
        self._limits.changed.connect(
            lambda path, value, gesture: self._try(
                tr("Change {replace}", replace=path[-1].replace("_", " ")),
                lambda: set_limit(path[-1], value),
                gesture,
            )
        )
        for level, rules in self._levels.items():
            rules.changed.connect(
                lambda text, gesture, level=level: self._commit(
                    tr("Change constraints of the {level}", level=level),
                    set_constraints(level, rules_of(text)),
                    gesture,
                )
            )
        self._rules.changed.connect(
            lambda path, value, gesture: self._try(
                tr("Change {replace}", replace=path[-1].replace("_", " ")),
                lambda: set_builder_config_field(path[-1], value),
                gesture,
            )
        )
        self._estimator.changed.connect(
            lambda value, gesture: self._commit(
                tr("Change estimator"), set_estimator(value), gesture
            )
        )
        for row in self._record.values():
            row.changed.connect(partial(self._edit_record, row))
        self._active.changed.connect(
            lambda value, gesture: self._commit(
                tr("Change active file"), set_build_field("active_file", value or None), gesture
            )
        )

    # What is shown -----------------------------------------------------------------------

    def set_session(self, session: Session) -> None:
        """Show a session's inputs; only what is another value than before is looked at."""
        shown, self._session = self._session, session
        stage = session.builder
        if shown is not None and shown.builder == stage:
            return
        request = stage.request
        self._project.set_root(stage.root)
        self._targets.set_rows(target_rows(request, self._index))
        count = len(target_rows(request, None))
        self._sections["targets"].badge.setText(localized(count) if count else "")
        self._purpose.set_value(request.purpose.value)
        step = request.plan_step
        self._texts["step"].set_text(step.description if step else "")
        self._texts["intent"].set_text(_as_text(request.intent))
        self._texts["system"].set_text(request.system)
        self._texts["last_error"].set_text(_as_text(request.last_error))
        self._limits.set_document(request.model)
        self._sections["limits"].badge.setText(limits_text(request.model))
        self._show_constraints(request.constraints)
        self._deny.set_config(stage.config)
        self._show_rules(stage.config)
        self._estimator.set_value(stage.estimator)
        self._active.set_value(request.active_file or "")
        for name, row in self._record.items():
            row.set_value(getattr(request, name))
            row.set_problems(())
        self._show_retry(request)

    def _show_constraints(self, constraints: Constraints) -> None:
        count = 0
        for level, field in self._levels.items():
            rules = getattr(constraints, level)
            field.set_rules(rules)
            count += len(rules)
        self._sections["constraints"].badge.setText(localized(count) if count else "")

    def _show_rules(self, config: BuilderConfig) -> None:
        self._rules.set_document(config)
        own, overridden = len(config.deny), len(config.deny_overrides)
        words = [tr("{own:,} own", own=own)] if own else []
        words += [tr("{overridden:,} overridden", overridden=overridden)] if overridden else []
        self._sections["rules"].badge.setText(", ".join(words))

    def _show_retry(self, request: BuildRequest) -> None:
        words = ["retry"] if request.last_error is not None else []
        words = [tr("active file"), *words] if request.active_file else words
        self._sections["retry"].badge.setText(", ".join(words))

    def set_index(self, index: ProjectIndex | None) -> None:
        """Tell what the index of the project holds."""
        self._index = index
        self._project.set_facts(index_text(index, self._store.session.builder.root))
        self._targets.set_rows(target_rows(self._store.session.builder.request, index))

    def set_search(self, search: TargetSearch | None) -> None:
        """Search for targets in another index."""
        self._targets.set_search(search)

    def set_recent(self, roots: Sequence[str]) -> None:
        """Offer these folders."""
        self._project.set_recent(roots)

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show each problem of a field at it."""
        self._estimator.set_problems(
            tuple(one for one in problems if one.place.pointer == "/estimator")
        )

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self._targets.refresh_colors()
        self._deny.refresh_colors()

    def finish(self) -> None:
        """Send texts that are being written."""
        for field in (*self._texts.values(), *self._levels.values()):
            field.finish()

    # Going to places ---------------------------------------------------------------------

    def go_to(self, place: GoTo, what: str = "") -> None:
        """Open the section of a place and give the keyboard to it."""
        section = _SECTION_OF.get(place, place.value)
        if section in self._sections:
            self._sections[section].set_open(True)
        if place is GoTo.TARGETS:
            self._targets.look_for(what)
        elif place is GoTo.RULES:
            self._deny.show_pattern(what)
        elif place is GoTo.FOLDER:
            self._project.focus_first()
        elif place in (GoTo.STEP, GoTo.CALL, GoTo.INTENT):
            self._texts["intent" if place is GoTo.INTENT else "step"].editor.setFocus()
        QTimer.singleShot(0, self, self._reveal)  # a section that was closed has no place yet

    def _reveal(self) -> None:
        """Bring what has the keyboard in sight."""
        focused = self.focusWidget()
        if focused is not None:
            self.ensureWidgetVisible(focused, 0, _AROUND_FOCUS)

    def show_problem(self, problem: Problem) -> bool:
        """Go to the field that a problem points to; tell whether there is one here."""
        if not problem.code.startswith("builder."):
            return False
        parts = (problem.place.pointer or "").strip("/").split("/")
        if parts[0] == "root":
            self.go_to(GoTo.FOLDER)
        elif parts[0] == "estimator":
            self._sections["counting"].set_open(True)
            self._estimator.editor.setFocus()
        elif parts[0] == "config" and parts[1:2] != [] and parts[1].startswith("deny"):
            self.go_to(GoTo.RULES)
        elif parts[0] == "config":
            self._sections["counting"].set_open(True)
            return self._rules.focus_field(".".join(parts[1:]))
        elif parts[:2] == ["request", "model"]:
            self._sections["limits"].set_open(True)
            return self._limits.focus_field(".".join(parts[2:]))
        else:
            return False
        return True

    # What somebody does ------------------------------------------------------------------

    def _edit_text(self, name: str, text: str, gesture: object) -> None:
        if name == "step":
            self._commit(tr("Change the step"), set_step_field("description", text), gesture)
            return
        value: Any = text if name == "system" else text or None
        self._commit(
            tr("Change {replace}", replace=name.replace("_", " ")),
            set_build_field(name, value),
            gesture,
        )

    def _edit_record(self, row: FieldRow, value: str, gesture: object) -> None:
        name = row.objectName().removeprefix("call.")
        try:
            edit = set_build_field(name, value)
            edit(self._store.session)
        except ValidationError as error:
            said = error.errors(include_url=False, include_input=False)[0]["msg"]
            row.refuse(tr("It {errors}.", errors=said))
        else:
            self._commit(tr("Change {replace}", replace=name.replace("_", " ")), edit, gesture)

    def _try(self, label: str, edit: Callable[[], Edit], gesture: object) -> None:
        try:
            self._commit(label, edit(), gesture)
        except ValidationError:
            self._limits.set_document(self._store.session.builder.request.model)

    def _commit(self, label: str, edit: Edit, gesture: object | None = None) -> None:
        self._store.commit(label, edit, gesture=gesture)


def _as_text(value: Any) -> str:
    """Return a text as it is and any other JSON as JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, indent=2, ensure_ascii=False)
