"""A small lens for tests of the window around it: one number in, one number out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QLabel, QSpinBox, QVBoxLayout, QWidget

from inspector.core.problems import Problem
from inspector.gui.columns import ThreeColumns
from inspector.gui.lens import Exporter, LensContext, LensWidget
from inspector.gui.lenses import LensRecord
from inspector.session.edits import set_at
from inspector.session.session import Session


class PlainLens(LensWidget):
    """Object names: ``plain.total`` (spin box), ``plain.used`` (label), ``plain.why``."""

    def __init__(self, lens_id: str, context: LensContext) -> None:
        super().__init__()
        self.context = context
        self.places: list[Problem] = []
        self.total = QSpinBox(self)
        self.total.setObjectName("plain.total")
        self.total.setMaximum(1_000_000)
        self.used = QLabel(self)
        self.used.setObjectName("plain.used")
        why = QSpinBox(self)
        why.setObjectName("plain.why")
        for name, field in (("Total", self.total), ("Why", why)):
            field.setAccessibleName(name)
        self.parts = ThreeColumns(self)
        self.parts.hold(_column(self.total), _column(self.used), _column(why))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.parts)
        saved: Mapping[str, Any] = context.saved_state
        self.parts.restore(saved.get("columns"))
        context.register_exporters(
            [
                Exporter(
                    f"{lens_id}-used",
                    "Tokens used…",
                    "The number.",
                    "Text (*.txt)",
                    "used.txt",
                    self.write,
                )
            ]
        )
        self._unsubscribe = context.store.subscribe(self.follow)
        self.total.valueChanged.connect(self.change)
        context.runner.finished.connect(self.show_result)
        self.follow(context.store.session, context.store.session)

    def view_state(self) -> dict[str, Any]:
        return {"columns": self.parts.view_state()}

    def show_place(self, problem: Problem) -> bool:
        self.places.append(problem)
        return problem.code.startswith("policy.")

    def follow(self, _old: Session, new: Session) -> None:
        self.total.setValue(new.policy.max_injection_tokens_absolute)

    def change(self, value: int) -> None:
        edit = set_at("policy", "max_injection_tokens_absolute", value)
        self.context.store.commit("Change the total", edit)

    def show_result(self, result: Any) -> None:
        if result.report is not None:
            used = result.report.total_tokens_used
            self.used.setText(f"{used:,}")
            self.context.set_status(f"{used:,} of {result.report.budget.total_budget:,} used")
        self.context.set_old(is_old=result.report is None and bool(self.used.text()))
        self.context.set_problems(result.problems)

    def write(self, path: Path) -> Sequence[Problem]:
        path.write_text(self.used.text())
        return ()


def _column(content: QWidget) -> QWidget:
    column = QWidget()
    column.setProperty("role", "pane")
    layout = QVBoxLayout(column)
    layout.addWidget(content)
    layout.addStretch(1)
    return column


def plain_record(lens_id: str = "plain", title: str = "Plain", key: str = "Alt+1") -> LensRecord:
    """Return the record of a plain lens."""
    return LensRecord(lens_id, title, "Shows how much is used.", key, partial(PlainLens, lens_id))
