"""What goes out: files that the lenses offer, the dialog of all of them, and what is copied.

Copied are the run as a command line, and a chart or a table as a picture.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QDialogButtonBox,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from inspector.core.problems import Severity
from inspector.files.saving import not_written as not_saved
from inspector.gui.boxes import VBox, grown_size, text_label, with_name
from inspector.gui.chart_objects import is_chart
from inspector.gui.commands import Choice
from inspector.gui.document import SessionFiles
from inspector.gui.keyboard import Ring
from inspector.gui.lens import Exporter
from inspector.gui.messages import Answer, Done, FileChoice, Messages, Question, not_written
from inspector.gui.secret_watch import SecretWatch
from inspector.gui.theme import dress_as_its_window
from inspector.language import tr, tr_n
from inspector.session.session import Session


class Exports:
    """The exporters of all lenses."""

    def __init__(self, document: SessionFiles, messages: Messages, secrets: SecretWatch) -> None:
        self._document = document
        self._messages = messages
        self._secrets = secrets
        self._exporters: dict[str, Exporter] = {}
        self._groups: dict[str, str] = {}

    def register(self, exporters: Iterable[Exporter], group: str) -> None:
        """Take exporters in, under what they write of.

        An id that is there already is a mistake of the program.
        """
        for exporter in exporters:
            if exporter.id in self._exporters:
                raise ValueError(f"There are two exporters {exporter.id}.")
            self._exporters[exporter.id] = exporter
            self._groups[exporter.id] = group

    def possible(self) -> bool:
        """Whether anything can be exported now."""
        return any(exporter.enabled() for exporter in self._exporters.values())

    def groups(self) -> Mapping[str, Sequence[Exporter]]:
        """Return what can be exported now, by what it is of."""
        found: dict[str, list[Exporter]] = {}
        for exporter in self._exporters.values():
            if exporter.enabled():
                found.setdefault(self._groups[exporter.id], []).append(exporter)
        return found

    def place(self, exporter: Exporter) -> Path:
        """Return the file that is proposed."""
        name = exporter.name_now() if exporter.name_now else exporter.file_name
        return self._document.folder / name

    def choices(self) -> Sequence[Choice]:
        """Return what can be exported now."""
        return [
            Choice(exporter.id, exporter.title, partial(self.export, exporter), exporter.help)
            for exporter in self._exporters.values()
            if exporter.enabled()
        ]

    def export(self, exporter: Exporter) -> bool:
        """Let a file be named and write it; return whether that was done."""
        if not self._may_leave():
            return False
        start = self.place(exporter)
        suffix = start.name.rpartition(".")[2]
        filters = (exporter.file_filter, tr("All files (*)"))
        path = self._messages.choose_target(
            FileChoice(exporter.title.rstrip("…"), filters, start, suffix)
        )
        if path is None:
            return False
        try:
            problems = exporter.write(path)
        except OSError as error:
            problems = (not_saved(error, path),)
        if any(one.severity is Severity.ERROR for one in problems):
            self._messages.tell(not_written(path.name, problems))
            return False
        told = " ".join(
            (tr("Exported {name}.", name=path.name), *(one.message for one in problems))
        )
        self._messages.say(Done(told, path.absolute()))
        return True

    def _may_leave(self) -> bool:
        """Ask where something in the session holds a secret; return whether to go on."""
        held = self._secrets.problems
        if not held:
            return True
        question = Question(
            tr_n(
                "1 item of the session holds what looks like a secret.",
                "{count:,} items of the session hold what looks like a secret.",
                len(held),
                count=len(held),
            ),
            tr("What is exported may hold it. The list of problems names each item."),
            yes=tr("Export anyway"),
            no=tr("Exclude first"),
        )
        answer = self._messages.ask(question)
        if answer is Answer.NO:
            for problem in held:
                self._secrets.exclude(problem)
            self._messages.say(Done(tr("Excluded what holds a secret. Nothing was exported yet.")))
        return answer is Answer.YES


_SIZE = (560, 480)


class ExportDialog(QDialog):
    """Lists what can be written, by what it is of, and says of the chosen one what and where.

    Object names: ``export.list``, ``export.help``, ``export.place``, ``export.go``.
    """

    def __init__(self, exports: Exports, first: str, parent: QWidget | None = None) -> None:
        """``first`` is the group to begin with, where it has something to write."""
        super().__init__(parent)
        dress_as_its_window(self)
        self.setObjectName("export-dialog")
        self.setWindowTitle(tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._exports = exports
        self._list = with_name(QTreeWidget(self), "export.list", tr("What to export"))
        self._list.setHeaderHidden(True)
        self._exporters: dict[int, Exporter] = {}
        self._fill(first)
        self._help = text_label("export.help", self)
        self._place = text_label("export.place", self, role="muted")
        buttons = QDialogButtonBox(self)
        role = QDialogButtonBox.ButtonRole
        self._go = buttons.addButton(tr("Export…"), role.AcceptRole)
        self._go.setObjectName("export.go")
        self._go.setDefault(True)
        buttons.addButton(tr("Close"), role.RejectRole)
        buttons.accepted.connect(self._export)
        buttons.rejected.connect(self.reject)
        VBox(self, margins=(20, 20, 20, 16), spacing=10).hold(
            (self._list, 1), self._help, self._place, buttons
        )
        self.resize(grown_size(*_SIZE))
        self._list.currentItemChanged.connect(self._show)
        self._list.itemActivated.connect(lambda _item, _column: self._export())
        self._show()
        self._list.setFocus()

    def _fill(self, first: str) -> None:
        for group, exporters in self._exports.groups().items():
            heading = QTreeWidgetItem(self._list, [group])
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            for exporter in exporters:
                item = QTreeWidgetItem(heading, [exporter.title.rstrip("…")])
                item.setToolTip(0, exporter.help)
                self._exporters[id(item)] = exporter
                if group == first and self._list.currentItem() is None:
                    self._list.setCurrentItem(item)
            heading.setExpanded(True)
        top = self._list.topLevelItem(0)
        begin = None if top is None else top.child(0)
        if self._list.currentItem() is None and begin is not None:
            self._list.setCurrentItem(begin)

    @property
    def _chosen(self) -> Exporter | None:
        item = self._list.currentItem()
        return None if item is None else self._exporters.get(id(item))

    def _show(self) -> None:
        chosen = self._chosen
        self._go.setEnabled(chosen is not None)
        self._help.setText("" if chosen is None else chosen.help)
        self._place.setText(
            "" if chosen is None else tr("Into {file}", file=self._exports.place(chosen))
        )

    def _export(self) -> None:
        """Have the file named and written; the dialog stays where nothing was."""
        chosen = self._chosen
        if chosen is not None and self._exports.export(chosen):
            self.accept()


def run_line(session: Session, saved: Session | None, path: Path | None, *, sample: bool) -> str:
    """Return the command that runs ``session``; "" where its file has to be saved before.

    ``saved`` is the session as its file ``path`` has it. Changes of the policy and another
    strategy become options; other changes are in no option.
    """
    if saved is None or path is None:
        return ""
    same = all(
        getattr(session, part) is getattr(saved, part) or getattr(session, part) == old
        for part, old in (
            ("candidates", saved.candidates),
            ("request", saved.request),
            ("settings", saved.settings),
            ("overrides", saved.overrides),
        )
    )
    if not same:
        return ""
    words = ["inspector", "run", f"sample:{path.parent.name}" if sample else str(path)]
    if session.strategy is not saved.strategy:
        words += ["--strategy", session.strategy.value]
    old, new = saved.policy.model_dump(), session.policy.model_dump()
    for field, value in new.items():
        if value != old[field]:
            words += ["--set", f"{field}={value}"]
    return shlex.join(words)


def pictured(lens: QWidget | None) -> QWidget | None:
    """Return the chart or table that the keyboard is in, else the first chart that is seen.

    None where the lens shows neither.
    """
    if lens is None:
        return None
    widget = QApplication.focusWidget()
    while widget is not None and widget is not lens:
        if is_chart(widget) or isinstance(widget, QAbstractItemView):
            return widget
        widget = widget.parentWidget()
    seen = [one for one in lens.findChildren(QWidget) if one.isVisible()]
    charts = (one for one in seen if is_chart(one))
    tables = (one for one in seen if isinstance(one, QAbstractItemView))
    return next(chain(charts, tables), None)


def copy_picture(lens: QWidget | None) -> bool:
    """Put a chart or table, as it is seen, on the clipboard; tell whether there is one."""
    widget = pictured(lens)
    if widget is None:
        return False
    ring = widget.findChild(Ring)
    if ring is not None:
        ring.hide()  # where the keyboard is belongs into no picture
    QGuiApplication.clipboard().setPixmap(widget.grab())
    if ring is not None:
        ring.show()
    return True


class CopyWatch(QObject):
    """Says what was copied in a window, whatever it was copied by, without its contents."""

    def __init__(self, window: QWidget, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._messages = messages
        QGuiApplication.clipboard().dataChanged.connect(self._say)

    def _say(self) -> None:
        clipboard = QGuiApplication.clipboard()
        # Off the screen nobody else copies, and the system does not tell whose it is.
        is_ours = clipboard.ownsClipboard() or QGuiApplication.platformName() == "offscreen"
        if is_ours and self._window.isActiveWindow():
            said = _counted(clipboard.text(), clipboard.pixmap())
            if said:
                self._messages.say(Done(said))


def _counted(text: str, picture: QPixmap) -> str:
    """Say how much was copied, "" for nothing."""
    if not picture.isNull():
        return tr(
            "Copied a picture of {wide} × {high} pixels.",
            wide=picture.width(),
            high=picture.height(),
        )
    lines = len(text.splitlines())
    return tr_n("Copied 1 line.", "Copied {lines:,} lines.", lines, lines=lines) if lines else ""
