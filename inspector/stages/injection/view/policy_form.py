"""What the fields of the policy come to, said at their rows; and whether the shares are linked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QCheckBox, QWidget

from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.gui.boxes import VBox, with_name
from inspector.gui.theme import Theme
from inspector.gui.views.field_row import FieldRow
from inspector.gui.views.steps_grid import StepsGrid
from inspector.language import tr
from inspector.present.form_fields import form_fields
from inspector.stages.injection.policy_effects import (
    FieldEffect,
    binding_text,
    limit_steps,
    split_text,
)

KNOWLEDGE_SHARE, BUCKET_SHARE = "knowledge_card_share_default", "bucket_content_share_default"
CONTROLS = ("max_injection_tokens_absolute", KNOWLEDGE_SHARE)
_TITLES = {field.id: field.title for field in form_fields(UnifiedContextBudgetPolicy)}
LIMITS = tuple(field for field in _TITLES if field not in CONTROLS)


class PolicyEffects(QObject):
    """Says at ``rows``, by field, what each comes to.

    Two widgets go with them: ``link``, whether shares are kept at a sum of one, and ``in_short``, a
    line for each of the limits, for where there is no room to edit them.
    """

    def __init__(self, rows: Mapping[str, FieldRow], theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = rows
        self._policy: UnifiedContextBudgetPolicy | None = None
        self._effects: tuple[FieldEffect, ...] = ()
        self.in_short = StepsGrid("policy.in-short", theme, parent)
        self.link = QWidget(parent)
        tip = tr(
            "While this is on, changing one share gives the other one the rest of 1,"
            " as dragging the divider does."
        )
        linked = QCheckBox(tr("Keep shares at 100 %"), self.link)
        self._linked = with_name(linked, "policy.linked", tip=tip)
        self._linked.setChecked(True)
        VBox(self.link, margins=(10, 0, 0, 0)).hold(self._linked)
        self._linked.toggled.connect(self._show)
        self._show()

    def set_policy(self, policy: UnifiedContextBudgetPolicy) -> None:
        """Tell the limits of a policy in short."""
        self._policy = policy
        self._show_in_short()

    def set_effects(self, effects: tuple[FieldEffect, ...]) -> None:
        """Show at each field what it comes to in the newest run, and whether it binds."""
        if effects != self._effects:
            self._effects = effects
            self._show()

    def _show(self) -> None:
        known = {effect.field: effect for effect in self._effects}
        for field in _TITLES:
            effect = known.get(field)
            if effect is None:
                self._rows[field].set_effect("")
            else:
                self._rows[field].set_effect(effect.sentence, binds=effect.binds, idle=effect.idle)
        split = self._rows[KNOWLEDGE_SHARE]
        linked = self.linked
        title = tr("Knowledge : file split") if linked else _TITLES[KNOWLEDGE_SHARE]
        split.set_title(title, is_split=linked)
        share = known.get(KNOWLEDGE_SHARE)
        if linked and share is not None:
            binds = share.binds or known[BUCKET_SHARE].binds
            split.set_effect(split_text(self._effects), binds=binds, idle=share.idle)
        self._show_in_short()

    def _show_in_short(self) -> None:
        if self._policy is not None:
            self.in_short.set_steps(limit_steps(self._policy, self._effects, self._told))

    @property
    def _told(self) -> tuple[str, ...]:
        """The limits that are told apart from the split, which the other share follows."""
        return tuple(one for one in LIMITS if one != BUCKET_SHARE or not self.linked)

    @property
    def binding(self) -> str:
        """How many of the caps and floors bind, in words."""
        return binding_text(self._effects, self._told)

    @property
    def linked(self) -> bool:
        """Whether the shares are kept at a sum of one."""
        return self._linked.isChecked()

    def set_linked(self, linked: bool) -> None:
        """Keep the shares at a sum of one, or let them go their ways."""
        self._linked.setChecked(linked)
