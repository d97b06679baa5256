"""The policy: the two fields that matter most, and its caps and floors, of which each says more."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.problems import Problem
from inspector.gui.theme import Theme
from inspector.gui.views.field_row import FieldRow, ModelForm
from inspector.gui.views.why.steps_grid import StepsGrid
from inspector.language import tr
from inspector.present.form_fields import form_fields
from inspector.session.edits import divide_budget, set_policy_field
from inspector.session.store import Edit
from inspector.stages.injection.policy_effects import (
    FieldEffect,
    binding_text,
    limit_steps,
    split_text,
)

KNOWLEDGE_SHARE, BUCKET_SHARE = "knowledge_card_share_default", "bucket_content_share_default"
_CONTROLS = ("max_injection_tokens_absolute", KNOWLEDGE_SHARE)
_TITLES = {field.id: field.title for field in form_fields(UnifiedContextBudgetPolicy)}
_LIMITS = tuple(field for field in _TITLES if field not in _CONTROLS)


class PolicyForm(QObject):
    """Says which edit somebody wants. Rows are named ``policy.{field}``.

    It is three widgets: ``controls`` with the maximum and the split, ``limits`` with all other
    fields, and ``in_short``, a line for each of those, for where there is no room to edit them.
    """

    edited = Signal(str, object, object)
    """What the edit is called, the ``Edit``, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        model = UnifiedContextBudgetPolicy
        self._policy: UnifiedContextBudgetPolicy | None = None
        self._effects: tuple[FieldEffect, ...] = ()
        self.controls = ModelForm("policy", model, theme, parent, fields=_CONTROLS)
        self.limits = ModelForm("policy", model, theme, parent, fields=_LIMITS)
        self.limits.setObjectName("policy.limits")
        self.in_short = StepsGrid("policy.in-short", theme, parent)
        self._linked = QCheckBox(tr("Keep shares at 100 %"), self.limits)
        self._linked.setObjectName("policy.linked")
        self._linked.setToolTip(
            tr(
                "While this is on, changing one share gives the other one the rest of 1,"
                " as dragging the divider does."
            )
        )
        self._linked.setChecked(True)
        box = QWidget(self.limits)
        inside = QVBoxLayout(box)
        inside.setContentsMargins(10, 0, 0, 0)
        inside.addWidget(self._linked)
        self.limits.place_below(BUCKET_SHARE, box)
        self._linked.toggled.connect(self._show_effects)
        for form in (self.controls, self.limits):
            form.changed.connect(self._edit)
        self._show_effects()

    def set_policy(self, policy: UnifiedContextBudgetPolicy) -> None:
        """Show a policy."""
        self._policy = policy
        for form in (self.controls, self.limits):
            form.set_document(policy)
        self._show_in_short()

    def set_effects(self, effects: tuple[FieldEffect, ...]) -> None:
        """Show at each field what it comes to in the newest run, and whether it binds."""
        if effects != self._effects:
            self._effects = effects
            self._show_effects()

    def _show_effects(self) -> None:
        known = {effect.field: effect for effect in self._effects}
        for field in _TITLES:
            effect = known.get(field)
            if effect is None:
                self._row(field).set_effect("")
            else:
                self._row(field).set_effect(effect.said, binds=effect.binds, idle=effect.idle)
        split = self._row(KNOWLEDGE_SHARE)
        linked = self.linked
        title = tr("Knowledge : file split") if linked else _TITLES[KNOWLEDGE_SHARE]
        split.set_title(title, is_split=linked)
        share = known.get(KNOWLEDGE_SHARE)
        if self.linked and share is not None:
            split.set_effect(split_text(self._effects), binds=share.binds, idle=share.idle)
        self._show_in_short()

    def _show_in_short(self) -> None:
        if self._policy is not None:
            self.in_short.set_steps(limit_steps(self._policy, self._effects, self._told))

    @property
    def _told(self) -> tuple[str, ...]:
        """The limits that are told apart from the split, which the other share follows."""
        return tuple(one for one in _LIMITS if one != BUCKET_SHARE or not self.linked)

    @property
    def binding(self) -> str:
        """How many of the caps and floors bind, in words."""
        return binding_text(self._effects, self._told)

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show each problem at its field."""
        for form in (self.controls, self.limits):
            form.set_problems(problems)

    def focus_field(self, field_id: str) -> bool:
        """Go to a field; tell whether there is one of this id."""
        return self.controls.focus_field(field_id) or self.limits.focus_field(field_id)

    @staticmethod
    def is_limit(field_id: str) -> bool:
        """Tell whether a field stands among the caps and floors."""
        return field_id in _LIMITS

    @property
    def changes(self) -> int:
        """How many fields differ from their default."""
        return self.controls.changes + self.limits.changes

    @property
    def linked(self) -> bool:
        """Whether the shares are kept at a sum of one."""
        return self._linked.isChecked()

    def set_linked(self, linked: bool) -> None:
        """Keep the shares at a sum of one, or let them go their ways."""
        self._linked.setChecked(linked)

    def _row(self, field: str) -> FieldRow:
        return (self.controls if field in _CONTROLS else self.limits).row(field)

    def _edit(self, path: tuple[str, ...], value: float, gesture: object) -> None:
        field = path[0]
        edit: Edit = set_policy_field(field, value)
        if self.linked and field == KNOWLEDGE_SHARE:
            edit = divide_budget(value)
        elif self.linked and field == BUCKET_SHARE:
            edit = divide_budget(1 - value)
        self.edited.emit(tr("Change {replace}", replace=field.replace("_", " ")), edit, gesture)
