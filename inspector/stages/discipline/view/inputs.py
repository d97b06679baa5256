"""The inputs of discipline: where the state is from, limits, steps, prompt, artifacts, check."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.core.discipline.limits import finite_number
from inspector.core.problems import Problem, Severity
from inspector.core.scalars import SAFE_INTEGER
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.part_inputs import LINE, As, Block, PartInputs
from inspector.language import tr
from inspector.present.form_fields import FieldKind
from inspector.session.session import Session
from inspector.session.store import Store

_STEPS = (
    *("enable_compression", "enable_reference_extraction", "reject_on_persistent_overflow"),
    "keep_pointers",
)
_PROMPT = ("system_prompt_chars", "user_content_chars", "rag_chunk_count", "inline_artifact_chars")
_LIMITS = ("max_hot_state_tokens", "max_artifact_index_entries", "max_prompt_tokens",
           "max_rag_chunks", "max_inline_artifact_chars")  # fmt: skip
_WHOLE = {"kind": FieldKind.INTEGER, "minimum": 0, "maximum": SAFE_INTEGER}


def _wrong(limit: object) -> tuple[Problem, ...]:
    """Say what of a limit a field for whole numbers cannot show."""
    number = finite_number(limit)
    if number is None:
        message = tr("This limit is not a number, so every state is rejected.")
        return (Problem(Severity.ERROR, "discipline.limit", message, tr("Enter a number.")),)
    if isinstance(number, int) and number >= 0:
        return ()
    message = tr("The limit is {number:,g}.", number=number)
    fix = tr("Enter a whole number to replace it.")
    return (Problem(Severity.NOTE, "discipline.limit", message, fix),)


def _sizes(text: str) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise ValueError("has to be whole numbers with commas between them")
    return tuple(map(int, parts))


class DisciplineInputs(PartInputs):
    """The stage's inputs, and where artifacts are kept."""

    part = "discipline"
    blocks = (
        Block("state", tr("Hot state")),
        Block("limits", tr("Limits"), "limits", _LIMITS),
        Block("steps", tr("Steps"), only=_STEPS),
        Block("prompt", tr("Prompt"), "prompt", _PROMPT),
        Block("artifacts", tr("Artifacts")),
        Block("check", tr("Change check"), "output", ("task", "mode", "force_check")),
    )
    shown_as: ClassVar = {
        **{
            f"limits.{name}": As(
                lambda limit, _part: max(int(finite_number(limit) or 0), 0), changes=_WHOLE,
                wrong=_wrong,
            )
            for name in _LIMITS
        },
        "prompt.inline_artifact_chars": As(
            lambda sizes, _part: ", ".join(map(str, sizes)),
            lambda text, _part: _sizes(text),
            LINE | {"help": tr(
                "Characters of each artifact that is written into the prompt, with commas between."
            )},
        ),
        "output.task": As(
            lambda task, _part: task or "",
            lambda text, _part: text or None,
            LINE | {"help": tr(
                "What the executor was asked to do. A task that changes files takes a change; one"
                " that cannot be told, or none, also a few words; a question any answer but a file."
            )},
        ),
    }  # fmt: skip

    open_asked = Signal()
    folder_asked = Signal()
    memory_asked = Signal()

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(store, theme, parent)
        tips = (
            tr("Opens a hot state, a discipline stage or a series of metrics."),
            tr("Keeps what is taken out of the state in an artifact registry."),
            tr("Writes nothing to disk any more; what is there stays there."),
        )
        opens = self._button("state.open", tr("Open…"), tips[0])
        choose = self._button("artifacts.choose", tr("Folder…"), tips[1])
        choose.setAccessibleName(tr("Keep artifacts in a folder"))
        self._memory = self._button("artifacts.memory", tr("In memory"), tips[2])
        self._folder = self._label("artifacts.folder", theme, FontRole.BODY)
        self._fill("state", self._row(opens))
        self._fill("artifacts", self._folder, self._row(choose, self._memory))
        opens.clicked.connect(self.open_asked)
        choose.clicked.connect(self.folder_asked)
        self._memory.clicked.connect(self.memory_asked)
        self.show_folder(None)

    def set_session(self, session: Session) -> None:
        """Show a session's part, and how many fields its state has."""
        super().set_session(session)
        state = session.discipline.hot_state
        if state is None:
            self._source.setText(tr("There is no hot state."))
        self.set_badge("state", tr("{fields:,} fields", fields=len(state)) if state else "")

    def show_folder(self, folder: Path | None) -> None:
        """Show where artifacts are kept."""
        name = tr("Kept in memory.") if folder is None else folder.name or str(folder)
        self._folder.setText(name)
        self._folder.setToolTip("" if folder is None else str(folder))
        self._memory.setEnabled(folder is not None)

    def focus_first(self) -> None:
        """Go to the first limit."""
        self._sections["limits"].set_open(True)
        self._rows[f"limits.{_LIMITS[0]}"].editor.setFocus()
