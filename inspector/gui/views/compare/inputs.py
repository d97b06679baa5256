"""The left column: the two sides, and what differs between their inputs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from inspector.analysis.comparison import Difference
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.compare.side_box import SideBox
from inspector.gui.views.section_column import SectionColumn
from inspector.language import tr

_SECTIONS = (
    ("a", tr("Baseline (A)"), True),
    ("b", tr("Current (B)"), True),
    ("differ", tr("Differs"), True),
)


class CompareInputs(SectionColumn):
    """Object names: ``compare.a``, ``compare.b``, ``compare.swap``, ``compare.keep``,

    ``compare.differ``.
    """

    swap_asked = Signal()
    keep_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("compare.inputs", parent)
        self._add_sections(_SECTIONS, theme)
        content = self._content
        self.a = SideBox("compare.a", "A", theme, content)
        self.b = SideBox("compare.b", "B", theme, content)
        self._keep = QPushButton(tr("Keep now as baseline"), content)
        self._keep.setObjectName("compare.keep")
        self._keep.clicked.connect(self.keep_asked)
        swap = QPushButton(tr("Swap"), content)
        swap.setObjectName("compare.swap")
        swap.setToolTip(tr("Let A and B change places."))
        swap.clicked.connect(self.swap_asked)
        self._differ = QLabel(content)
        self._differ.setObjectName("compare.differ")
        self._differ.setWordWrap(True)
        self._differ.setFont(theme.font(FontRole.BODY))
        self._differ.setContentsMargins(10, 0, 0, 0)
        self._fill("a", self.a, self._row(self._keep))
        self._fill("b", self.b, self._row(swap))
        self._fill("differ", self._differ)

    def set_keepable(self, *, keepable: bool) -> None:
        """Say whether the result that is shown is another one than the baseline."""
        self._keep.setEnabled(keepable)

    def forget(self) -> None:
        """Show what is shown before anything was compared."""
        self._differ.clear()

    def show_differences(self, differing: Sequence[Difference] | None) -> None:
        """List what differs; None: a side tells no inputs."""
        if differing is None:
            self._differ.setText(tr("A manifest tells no inputs, so no causes can be found."))
        elif not differing:
            self._differ.setText(tr("Nothing: the inputs are the same."))
        else:
            lines = (f"{one.label}\n{one.before} → {one.after}" for one in differing)
            self._differ.setText("\n\n".join(lines))
