"""What the window says of a disk that is full or read-only: the file, the reason, the way out."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import BinaryIO

import pytest

import inspector
from inspector.core.problems import Problem, Severity
from inspector.files import saving
from inspector.files.saving import save_bytes
from inspector.gui.lens import Exporter
from inspector.gui.messages import Answer, Notice, Tone, not_written
from inspector.gui.unattended import Nobody, wait_until
from inspector.gui.workspace import Workspace
from tests.shared.every_lens import NAMES, Look, every_lens

REASONS = {
    errno.ENOSPC: (
        "The disk is full. Nothing was changed. Make room on it, or choose another folder."
    ),
    errno.EROFS: "It is on a read-only disk. Nothing was changed. Choose a folder on another disk.",
    errno.EACCES: (
        "Permission was denied. Nothing was changed. Choose another folder, or change its"
        " permissions."
    ),
}
CHOOSERS = {  # who lets a file be named: its commands and exporters are walked below
    "gui/document.py",
    "gui/exports.py",
    "gui/import_dialog.py",
    "gui/message_boxes.py",
    "gui/messages.py",
    "gui/unattended.py",
    "gui/views/lens_exports.py",
    "stages/audit/view/inputs.py",
    "stages/injection/view/commands.py",
}
OLD = b"what was there before"


class Refusals:
    """A person who names one file over and over, on a disk that takes nothing any more."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.path = folder / "old.bin"
        self.path.write_bytes(OLD)
        self.told: list[Notice] = []
        self.number = errno.ENOSPC
        through = saving._write_through

        def write(file: BinaryIO, data: bytes) -> None:
            if self.number:
                raise OSError(self.number, os.strerror(self.number))
            through(file, data)

        patch.setattr(saving, "_write_through", write)
        patch.setattr(Nobody, "choose_target", lambda _nobody, _choice: self.path)
        patch.setattr(Nobody, "choose_folder", lambda _nobody, _choice: folder / "artifacts")
        patch.setattr(Nobody, "tell", lambda _nobody, notice: self.told.append(notice))
        patch.setattr(Nobody, "ask", lambda _nobody, _question: Answer.YES)

    def check(self, what: str, name: str = "") -> None:
        """One notice was told: it names the file, why and the way out; the file is the old one."""
        assert len(self.told) == 1, (what, self.told)
        notice = self.told[0]
        self.told.clear()
        named = name or self.path.name
        assert notice.text in (f"{named} was not written.", f"{named} was not saved."), what
        assert (notice.detail, notice.tone) == (REASONS[self.number], Tone.ERROR), what
        assert self.path.read_bytes() == OLD, what
        assert [one for one in self.path.parent.iterdir() if one.is_file()] == [self.path], what


def _exports(workspace: Workspace, refusals: Refusals, tried: set[str]) -> None:
    """Try every exporter that was not tried yet and has something to write now."""
    for exporter in list(workspace.exports._exporters.values()):
        if exporter.id not in tried and exporter.enabled() and _has_contents(exporter, refusals):
            refusals.number = list(REASONS)[len(tried) % len(REASONS)]
            workspace.exports.export(exporter)
            refusals.check(exporter.id)
            tried.add(exporter.id)


def _has_contents(exporter: Exporter, refusals: Refusals) -> bool:
    """Whether it writes a file on a disk that takes it, and has no other reason not to."""
    refusals.number, other = 0, refusals.path.with_name("other.bin")
    problems = exporter.write(other)
    other.unlink(missing_ok=True)
    return all(one.severity is not Severity.ERROR for one in problems)


def _commands(workspace: Workspace, refusals: Refusals, tried: set[str]) -> None:
    """Try every command that was not tried yet, saves something and is no exporter."""
    refusals.number = errno.ENOSPC
    for command in workspace.actions.commands:
        is_saving = command.title.startswith(("Save", "Report for")) and command.run is not None
        is_new = command.id not in tried
        if is_saving and is_new and command.in_reach() and command.enabled():
            assert command.run is not None
            command.run()
            wait_until(lambda: bool(refusals.told))  # some are written in the background
            artifacts = refusals.path.parent / "artifacts"
            refusals.check(command.id, str(artifacts) if artifacts.exists() else "")
            if artifacts.exists():
                assert not any(artifacts.iterdir())
                artifacts.rmdir()
            tried.add(command.id)


def test_every_save_of_the_window_names_the_file_the_reason_and_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported: set[str] = set()
    saved: set[str] = set()
    every: set[str] = set()
    for shown in every_lens(Look()):
        with monkeypatch.context() as patch:
            refusals = Refusals(tmp_path, patch)
            _exports(shown.workspace, refusals, exported)
            _commands(shown.workspace, refusals, saved)
            every |= shown.workspace.exports._exporters.keys()
    # The others have nothing to write in any of these samples.
    assert len(NAMES) <= len(exported) >= len(every) - 10
    assert {"audit-report"} <= saved


def test_whoever_lets_a_file_be_named_is_walked() -> None:
    root = Path(inspector.__file__).parent
    found = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if "choose_target(" in path.read_text("utf-8")
    }
    assert found == CHOOSERS


def test_reasons_that_are_the_same_are_told_once() -> None:
    problems = [problem for _ in range(3) for problem in _refused(errno.ENOSPC)]
    assert not_written("folder", problems).detail == REASONS[errno.ENOSPC]


def _refused(number: int) -> tuple[Problem, ...]:
    def write(*_given: object) -> None:
        raise OSError(number, os.strerror(number))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saving, "_write_through", write)
        return save_bytes(b"", "a file that is never made")
