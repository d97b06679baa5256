"""The left column of an audit: the manifest, the inputs it is replayed with, the sign-off."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.audit.audit_runner import AuditView
from inspector.gui.views.audit.facts_grid import FactsGrid
from inspector.gui.views.audit.sign_off_form import SignOffForm
from inspector.gui.views.section_column import SectionColumn
from inspector.language import tr
from inspector.present.audit.summary import input_lines, manifest_lines
from inspector.session.audit_edits import inputs_are_current, with_audited_inputs
from inspector.session.session import Session

_SECTIONS = (
    ("manifest", tr("Under audit"), True),
    ("inputs", tr("Inputs"), True),
    ("sign", tr("Sign-off"), True),
)


class AuditInputs(SectionColumn):
    """Says what is under audit and against what; files are opened or dropped anywhere.

    Buttons are ``manifest.open``, ``manifest.close``, ``inputs.open`` and ``inputs.current``.
    """

    open_asked = Signal()
    close_asked = Signal()
    current_asked = Signal()
    """Replay with the inputs that the session has now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("inputs", parent)
        self._add_sections(_SECTIONS, theme)
        self._manifest = FactsGrid("manifest.facts", theme, self._content)
        self._no_manifest = self._hint("manifest.hint", theme)
        self._no_manifest.setText(
            tr("No manifest is open. Open or drop one, or an audit bundle (*.audit.zip).")
        )
        self._given = FactsGrid("inputs.facts", theme, self._content)
        self._no_inputs = self._hint("inputs.hint", theme)
        self._no_inputs.setText(
            tr(
                "No request is open, so nothing is replayed. Open or drop a session, or policy,"
                " candidates and request."
            )
        )
        self.sign_off = SignOffForm(theme, self._content)
        self._open = self._button("manifest.open", tr("Open manifest…"))
        self._close = self._button("manifest.close", tr("Close it"))
        self._add = self._button("inputs.open", tr("Open inputs…"))
        self._current = self._button("inputs.current", tr("Use current inputs"))
        self._frozen = self._hint("inputs.frozen", theme)
        self._frozen.setText(
            tr("Frozen when the manifest was opened. The session's inputs were changed since.")
        )
        self._open.clicked.connect(self.open_asked)
        self._add.clicked.connect(self.open_asked)
        self._current.clicked.connect(self.current_asked)
        self._close.clicked.connect(self.close_asked)
        row = self._row(self._open, self._close)
        self._fill("manifest", self._no_manifest, self._manifest, row)
        buttons = self._row(self._add, self._current)
        self._fill("inputs", self._no_inputs, self._given, self._frozen, buttons)
        self._fill("sign", self.sign_off)

    def _hint(self, name: str, theme: Theme) -> QLabel:
        return self._label(name, theme, FontRole.BODY, muted=True)

    def set_session(self, session: Session) -> None:
        """Show what is open, before it is audited."""
        open_now = session.audit.manifest is not None
        self._no_manifest.setVisible(not open_now)
        self._close.setVisible(open_now)
        facts = input_lines(with_audited_inputs(session))
        changed = open_now and not inputs_are_current(session)
        self._frozen.setVisible(changed)
        self._current.setVisible(changed)
        self._given.show_facts(facts)
        self._no_inputs.setVisible(not facts)
        self.sign_off.show_sign_off(session.audit.sign_off, possible=open_now, holds=None)

    def forget(self) -> None:
        """Show nothing of what was audited."""
        self._manifest.show_facts(())

    def set_view(self, view: AuditView) -> None:
        """Show what was audited."""
        session = view.session
        self._manifest.show_facts(manifest_lines(view.audit, session))
        self.sign_off.show_sign_off(
            session.audit.sign_off,
            possible=view.audit is not None,
            holds=view.sign_off_holds,
            signature=view.signature,
        )
