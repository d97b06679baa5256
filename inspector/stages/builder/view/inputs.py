"""The inputs of the builder: project, targets, the call, limits, constraints, rules."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.builder.inputs import CONFIGURATION_FILES, BuildRequest, SignalWeights
from inspector.core.problems import Problem
from inspector.core.tokens import available_counters
from inspector.gui.theme import Theme
from inspector.gui.views.part_inputs import LINE, PARAGRAPH, As, Block, PartInputs
from inspector.language import localized, tr
from inspector.present.form_fields import FieldKind
from inspector.project.index import ProjectIndex
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.builder.actions import GoTo
from inspector.stages.builder.target_search import target_rows
from inspector.stages.builder.view.deny_box import DenyBox, ProjectBox
from inspector.stages.builder.view.targets_box import TargetsBox
from inspector.stages.builder.words import index_text, limits_text

_SECTION_OF = {GoTo.STEP: "call", GoTo.INTENT: "call", GoTo.FOLDER: "project"}
_AROUND_FOCUS = 160  # pixels that are seen above and below
_LEVELS = {
    "system": tr("System"),
    "project": tr("Project"),
    "session": tr("Session"),
    "user": tr("User"),
}
_CREATED = {
    "title": tr("Time of the call"),
    "help": tr("With any offset; kept in UTC. No part of a fingerprint."),
}
_CORRELATION = {
    "title": tr("Correlation id"),
    "help": tr("A UUID that joins this call with others. Without one it follows from the inputs."),
}
_CALL = ("purpose", "plan_step.description", "plan_step.step_id", "intent", "system")
_COUNTING = ("estimator", "config", "config.configuration_files")
_WEIGHTS = SignalWeights()
_SIGNALS = ("config.signals", *(f"config.signals.{name}" for name in SignalWeights.model_fields))
_ACTING = {"kind": FieldKind.FLAG, "title": tr("Signals add to the score"), "default": False}
_STEP, _INTENT = "request.plan_step.description", "request.intent"


def _text(title: str, hint: str, *, empty: str | None = None) -> As:
    """Return how a text, or other JSON as text, is edited; ``empty`` is kept where it says none."""
    return As(
        lambda value, _part: _as_text(value),
        lambda text, _part: text or empty,
        PARAGRAPH | {"title": title, "hint": hint},
    )


def _rules(title: str, hint: str, *usual: str) -> As:
    """Return how rules are edited, one a line; ``usual`` are those there are at first."""
    return As(
        lambda rules, _part: "\n".join(rules),
        lambda text, _part: tuple(line.strip() for line in text.splitlines() if line.strip()),
        PARAGRAPH | {"title": title, "hint": hint, "default": "\n".join(usual) or None},
    )


def _usually(usual: int) -> As:
    """Return how a weight is shown where signals do not act: as it usually is."""
    return As(lambda own, _part: usual if own is None else own)


class BuilderInputs(PartInputs):
    """The stage's inputs. Boxes of their own are for the project, targets and what is never sent.

    Object names: ``call.{field}``, ``limits.{field}``, ``counting.{field}``,
    ``constraints.{level}``.
    """

    part = "builder"
    says_source = False
    blocks = (
        Block("project", tr("Project")),
        Block("targets", tr("Targets")),
        Block("call", tr("Call"), "request", _CALL),
        Block("limits", tr("Model limits"), "request.model"),
        Block(
            "constraints", tr("Constraints"), "request.constraints", tuple(_LEVELS), is_open=False
        ),
        Block("rules", tr("Never sent"), is_open=False),
        Block("counting", tr("Reading and counting"), only=_COUNTING, is_open=False),
        Block("signals", tr("Signals"), only=_SIGNALS, is_open=False),
        Block(
            "retry",
            tr("Active file and retry"),
            "request",
            ("active_file", "last_error"),
            is_open=False,
        ),
        Block(
            "record",
            tr("Time and id of the call"),
            "request",
            ("created_at", "correlation_id"),
            is_open=False,
            rows="call",
        ),
    )
    shown_as: ClassVar = {
        _STEP: _text(tr("Step"), tr("What is to be done"), empty=""),
        _INTENT: _text(tr("Intent"), tr("What the user wants")),
        "request.system": _text(tr("System prompt"), tr("Rules of the call"), empty=""),
        "request.last_error": _text(tr("Last error"), tr("What went wrong before, for a retry")),
        "request.active_file": As(
            lambda path, _part: path or "", lambda text, _part: text or None
        ),
        "request.plan_step.step_id": As(
            lambda step, _part: step or "", changes=LINE | {"title": tr("Step id"), "default": ""}
        ),
        "config.configuration_files": _rules(
            tr("Configuration files"), tr("One name a line, with * and ?"), *CONFIGURATION_FILES
        ),
        "config.signals": As(
            lambda weights, _part: weights is not None,
            lambda on, stage: (stage.config.signals or {}) if on else None,
            _ACTING,
        ),
        **{
            f"config.signals.{name}": _usually(usual)
            for name, usual in _WEIGHTS
        },
        "request.created_at": As(changes=LINE | _CREATED),
        "request.correlation_id": As(changes=LINE | _CORRELATION),
        "estimator": As(changes={"kind": FieldKind.CHOICE, "choices": available_counters()}),
        **{
            f"request.constraints.{name}": _rules(title, tr("One rule a line"))
            for name, title in _LEVELS.items()
        },
    }  # fmt: skip

    choose_asked = Signal()
    """A folder is to be chosen."""
    root_chosen = Signal(str)
    index_asked = Signal()

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(store, theme, parent)
        self._index: ProjectIndex | None = None
        self.project = ProjectBox(theme, self._content)
        self.targets = TargetsBox(theme, self._content)
        self._deny = DenyBox(theme, self._content)
        self._fill("project", self.project)
        self._fill("targets", self.targets)
        self._fill("rules", self._deny)
        self.project.choose_asked.connect(self.choose_asked)
        self.project.root_chosen.connect(self.root_chosen)
        self.project.index_asked.connect(self.index_asked)
        self.targets.changed.connect(store.commit)
        self._deny.changed.connect(store.commit)

    # What is shown -----------------------------------------------------------------------

    def set_session(self, session: Session) -> None:
        """Show a session's inputs; only what is another value than before is looked at."""
        shown = self._shown
        if shown is not None and shown.builder == session.builder:
            return
        super().set_session(session)
        stage = session.builder
        request, config = stage.request, stage.config
        self.project.set_root(stage.root)
        self.targets.set_rows(target_rows(request, self._index))
        self._deny.set_config(config)
        self._count("targets", len(target_rows(request, None)))
        self._count("constraints", sum(len(rules) for _level, rules in request.constraints))
        self.set_badge("limits", limits_text(request.model))
        own, overridden = len(config.deny), len(config.deny_overrides)
        words = [tr("{own:,} own", own=own)] if own else []
        words += [tr("{overridden:,} overridden", overridden=overridden)] if overridden else []
        self.set_badge("rules", ", ".join(words))
        self.set_badge("retry", _retry_text(request))

    def _count(self, section: str, count: int) -> None:
        self.set_badge(section, localized(count) if count else "")

    def set_index(self, index: ProjectIndex | None) -> None:
        """Tell what the index of the project holds."""
        self._index = index
        self.project.set_facts(index_text(index, self._store.session.builder.root))
        self.targets.set_rows(target_rows(self._store.session.builder.request, index))

    # Going to places ---------------------------------------------------------------------

    def go_to(self, place: GoTo, what: str = "") -> None:
        """Open the section of a place and give the keyboard to it."""
        section = _SECTION_OF.get(place, place.value)
        if section in self._sections:
            self._sections[section].set_open(True)
        if place is GoTo.TARGETS:
            self.targets.look_for(what)
        elif place is GoTo.RULES:
            self._deny.show_pattern(what)
        elif place is GoTo.FOLDER:
            self.project.focus_first()
        elif place in (GoTo.STEP, GoTo.CALL, GoTo.INTENT):
            self._rows[_INTENT if place is GoTo.INTENT else _STEP].editor.setFocus()
        QTimer.singleShot(0, self, self._reveal)  # a section that was closed has no place yet

    def _reveal(self) -> None:
        """Bring what has the keyboard in sight."""
        focused = self.focusWidget()
        if focused is not None:
            self.ensureWidgetVisible(focused, 0, _AROUND_FOCUS)

    def show_problem(self, problem: Problem) -> bool:
        """Go to the field that a problem points to; tell whether there is one here."""
        at = problem.place.pointer or ""
        if problem.code.startswith("builder.") and at.startswith(("/root", "/config/deny")):
            self.go_to(GoTo.FOLDER if at.startswith("/root") else GoTo.RULES)
            return True
        return super().show_problem(problem)


def _retry_text(request: BuildRequest) -> str:
    words = [tr("active file")] if request.active_file else []
    return ", ".join([*words, "retry"] if request.last_error is not None else words)


def _as_text(value: Any) -> str:
    """Return a text as it is and any other JSON as JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, indent=2, ensure_ascii=False)
