"""The policy: its fields as a form, and whether its two shares are kept at a sum of one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.problems import Problem
from inspector.gui.theme import Theme
from inspector.gui.views.model_form import ModelForm
from inspector.language import tr
from inspector.present.injection.policy_effects import FieldEffect
from inspector.session.edits import divide_budget, set_policy_field
from inspector.session.store import Edit

KNOWLEDGE_SHARE, BUCKET_SHARE = "knowledge_card_share_default", "bucket_content_share_default"


class PolicyForm(QWidget):
    """Says which edit somebody wants. Rows are named ``policy.{field}``."""

    edited = Signal(str, object, object)
    """What the edit is called, the ``Edit``, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = ModelForm("policy", UnifiedContextBudgetPolicy, theme, self)
        self._linked = QCheckBox(tr("Keep shares at 100 %"), self)
        self._linked.setObjectName("policy.linked")
        self._linked.setToolTip(
            tr(
                "While this is on, changing one share gives the other one the rest of 1,"
                " as dragging the divider does."
            )
        )
        self._linked.setChecked(True)
        box = QWidget(self)
        inside = QVBoxLayout(box)
        inside.setContentsMargins(10, 0, 0, 0)
        inside.addWidget(self._linked)
        self._form.place_below(BUCKET_SHARE, box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._form)
        self._form.changed.connect(self._edit)

    def set_policy(self, policy: UnifiedContextBudgetPolicy) -> None:
        """Show a policy."""
        self._form.set_document(policy)

    def set_effects(self, effects: tuple[FieldEffect, ...]) -> None:
        """Show at each field what it comes to in the newest run, and whether it binds."""
        self._form.set_effects({effect.field: effect.text for effect in effects})

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show each problem at its field."""
        self._form.set_problems(problems)

    def focus_field(self, field_id: str) -> bool:
        """Go to a field; tell whether there is one of this id."""
        return self._form.focus_field(field_id)

    @property
    def changes(self) -> int:
        """How many fields differ from their default."""
        return self._form.changes

    @property
    def linked(self) -> bool:
        """Whether the shares are kept at a sum of one."""
        return self._linked.isChecked()

    def set_linked(self, linked: bool) -> None:
        """Keep the shares at a sum of one, or let them go their ways."""
        self._linked.setChecked(linked)

    def _edit(self, path: tuple[str, ...], value: float, gesture: object) -> None:
        field = path[0]
        edit: Edit = set_policy_field(field, value)
        if self.linked and field == KNOWLEDGE_SHARE:
            edit = divide_budget(value)
        elif self.linked and field == BUCKET_SHARE:
            edit = divide_budget(1 - value)
        self.edited.emit(tr("Change {replace}", replace=field.replace("_", " ")), edit, gesture)
