"""Why one subject is in or out: verdict, sentence, evidence, remedies, arithmetic, rule, note."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.reasons import Verdict
from inspector.gui.fonts import FontRole
from inspector.gui.one_line import OneLineButton
from inspector.gui.theme import Theme
from inspector.gui.views.sections import Section
from inspector.gui.views.why.bullet_list import BulletList
from inspector.gui.views.why.note_editor import NoteEditor
from inspector.gui.views.why.passages_view import PassagesView
from inspector.gui.views.why.reading_label import reading_label
from inspector.gui.views.why.steps_grid import StepsGrid
from inspector.gui.views.why.verdict_chip import VerdictChip
from inspector.language import tr
from inspector.present.injection.why import Why

_ABOVE_SECTIONS = 3  # chip and number, names, sentence
_STRONG = frozenset((tr("Headroom"), tr("Over by"), tr("Total budget")))


class WhyView(QWidget):
    """Shows one explanation. Object names begin with ``why.``.

    ``titles`` are other titles for some of the sections ``texts``, ``remedies``, ``arithmetic``,
    ``help`` and ``note``. Those in ``folded`` are closed at first; what matters most of them stands
    in their heading.
    """

    note_written = Signal(str, str, object)
    """The subject's id, its note, and the gesture it belongs to."""
    link_asked = Signal(str)
    """The key of the explanation whose link was clicked."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        titles: Mapping[str, str] = MappingProxyType({}),
        folded: Collection[str] = (),
    ) -> None:
        super().__init__(parent)
        self._titles = titles
        self._folded = folded
        self._why: Why | None = None
        self._link = ""
        self._chip = VerdictChip("why.verdict", theme, self)
        self._headline = reading_label("why.tokens", theme, FontRole.STRONG, self)
        self._name = reading_label("why.name", theme, FontRole.TITLE, self)
        self._subject = reading_label("why.subject", theme, FontRole.SMALL, self, "muted")
        self._sentence = reading_label("why.sentence", theme, FontRole.BODY, self)
        self._rule = reading_label("why.rule", theme, FontRole.SMALL, self, "muted")
        self._link_button = OneLineButton("", self)
        self._link_button.setObjectName("why.link")
        self._link_button.setProperty("role", "link")
        self._link_button.clicked.connect(self._follow)
        self._steps = StepsGrid("why.steps", theme, self, strong=_STRONG)
        self._remedies = BulletList("why.remedies", self)
        self._passages = PassagesView("why.passages", theme, self)
        self._help = reading_label("why.help", theme, FontRole.BODY, self, "muted")
        self._note = NoteEditor("why.note", self)
        self._note.written.connect(self.note_written)
        self._sections = {
            "texts": (tr("Evidence"), (self._passages,)),
            "remedies": (tr("Gets in if"), (self._remedies,)),
            "arithmetic": (tr("Arithmetic"), (self._steps,)),
            "help": (tr("Rule"), (self._help, self._rule)),
            "note": (tr("Note"), (self._note,)),
        }
        self._boxes: dict[str, Section] = {}
        self._lay_out(theme)

    def _lay_out(self, theme: Theme) -> None:
        self._headline.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = QHBoxLayout()
        head.addWidget(self._chip)
        head.addWidget(self._headline, 1)
        names = QVBoxLayout()
        names.setSpacing(2)
        names.addWidget(self._name)
        names.addWidget(self._subject)
        said = QVBoxLayout()
        said.setSpacing(4)
        said.addWidget(self._sentence)
        said.addWidget(self._link_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        for part in (head, names, said):
            layout.addLayout(part)
        for name, (title, widgets) in self._sections.items():
            shown, is_open = self._titles.get(name, title), name not in self._folded
            box = Section(f"why.section.{name}", shown, theme, self, is_open=is_open)
            for widget in widgets:
                box.content.addWidget(widget)
            layout.addWidget(box)
            self._boxes[name] = box

    def add_below_sentence(self, widget: QWidget) -> None:
        """Put a widget of a lens's own between the sentence and the sections."""
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            layout.insertWidget(_ABOVE_SECTIONS, widget)

    @property
    def why(self) -> Why | None:
        """What is shown."""
        return self._why

    def show_why(self, why: Why, note: str, link: str = "") -> None:
        """Show an explanation with the subject's note. ``link`` is what can be gone to from it."""
        self._note.show_note(why.subject, note)
        if (why, link) == (self._why, self._link):
            return
        self._why, self._link = why, link
        self._chip.set_verdict(why.verdict)
        self._headline.setText(why.headline)
        self._name.setText(why.name)
        self._subject.setText(f"{why.kind} · {why.subject}")
        self._sentence.setText(why.sentence)
        self._rule.setText(" · ".join(filter(None, (why.reason, why.rule))))
        self._link_button.setText(link)
        self._link_button.setVisible(bool(link))
        self._steps.set_steps(why.steps)
        self._remedies.set_sentences(why.remedies)
        if "remedies" not in self._titles:
            reduced = why.verdict is Verdict.REDUCED
            self._boxes["remedies"].set_title(
                tr("More of it gets in if") if reduced else tr("Gets in if")
            )
        self._passages.set_passages(why.passages)
        self._help.setText(why.help)
        self._boxes["arithmetic"].badge.setText(_comes_to(why))
        self._boxes["help"].badge.setText(why.rule)
        for name, shown in (
            ("arithmetic", bool(why.steps)),
            ("remedies", bool(why.remedies)),
            ("texts", bool(why.passages)),
            ("help", bool(why.help or why.reason or why.rule)),
        ):
            self._boxes[name].setVisible(shown)

    def finish(self) -> None:
        """Send a note that is being written."""
        self._note.finish()

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self._passages.refresh_colors()
        self._chip.update()

    def _follow(self) -> None:
        if self._why is not None:
            self.link_asked.emit(self._why.key)


def _comes_to(why: Why) -> str:
    """Return what the arithmetic comes to, as it stands in its heading."""
    if why.verdict is Verdict.SUPPRESSED:
        return why.headline
    return next((f"{one.label} {one.result}" for one in reversed(why.steps) if one.result), "")
