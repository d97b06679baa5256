"""What the window gives, as artefacts: pictures in both themes, exported files, view states."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from inspector.gui.layout import layout_of
from inspector.gui.lenses import LENSES
from inspector.gui.unattended import SIZE, Shot, settle, unattended_window, wait_until
from inspector.gui.workspace import Workspace
from inspector.resources import resource_path, sample_sessions
from inspector.session.preferences import ThemeChoice
from tests.golden.pictures import shots

_OF_THE_PLATFORM = "This plugin does not support "  # no window manager offscreen

THEMES = (ThemeChoice.LIGHT, ThemeChoice.DARK)


def shot_names() -> dict[str, Shot]:
    """Return the pictures of the manual by their names without a theme."""
    return {shot.name.rpartition("-")[0]: shot for shot in shots()}


def _hear(_kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """Pass on what Qt says, but for what the offscreen platform cannot do."""
    if not text.startswith(_OF_THE_PLATFORM):
        sys.stderr.write(f"Qt: {text}\n")


def keep_shots(folder: Path) -> None:
    """Keep every picture of the manual in both themes, with what can be exported then."""
    qInstallMessageHandler(_hear)
    for name, shot in shot_names().items():
        files = [] if shot.sample is None else [resource_path(sample_sessions()[shot.sample])]
        for theme in THEMES:
            with unattended_window(files, theme=theme, size=SIZE) as workspace:
                shot.prepare(workspace)
                _keep_picture(workspace, folder / name / f"{theme.value}.png")
                if theme is ThemeChoice.LIGHT:
                    _keep_exports(workspace, folder / name, f"{workspace.lenses.current}.")


def keep_lenses(path: Path, folder: Path) -> None:
    """Keep what every lens shows of a file."""
    qInstallMessageHandler(_hear)
    for theme in THEMES:
        with unattended_window([path], theme=theme, size=SIZE) as workspace:
            _settle(workspace)  # what the lens in front makes is said in the strip of all others
            for record in LENSES:
                workspace.show_lens(record.id)
                _keep_picture(workspace, folder / f"{record.id}-{theme.value}.png")
            if theme is ThemeChoice.LIGHT:
                _keep_exports(workspace, folder)


def _keep_picture(workspace: Workspace, target: Path) -> None:
    # Else a text field would show its caret in some pictures and not in others.
    QApplication.setCursorFlashTime(0)
    _settle(workspace)
    target.parent.mkdir(parents=True, exist_ok=True)
    if not workspace.window.grab().save(str(target)):
        raise OSError(f"{target} cannot be written")


def _settle(workspace: Workspace) -> None:
    settle(workspace)
    wait_until(lambda: not _busy(workspace))
    settle(workspace)


def _busy(workspace: Workspace) -> bool:
    lens = workspace.lenses.widget
    runners = (getattr(lens, name, None) for name in ("runner", "_runner"))
    return any(one is not None and one.busy for one in (lens, *runners) if hasattr(one, "busy"))


def _keep_exports(workspace: Workspace, folder: Path, lens: str = "") -> None:
    """Keep what can be exported now, by one lens or all, and how things are looked at."""
    exports = folder / "exports"
    exports.mkdir(parents=True, exist_ok=True)
    for choice in workspace.exports.choices():
        if not choice.id.startswith(lens):
            continue
        target = exports / choice.id
        problems = workspace.exports._exporters[choice.id].write(target)
        if problems:
            target.with_name(f"{choice.id}.refused").write_text("\n".join(map(str, problems)))
    states = {
        "lenses": workspace.lenses.view_states(),
        "window": layout_of(workspace.window, workspace.problems),
    }
    text = json.dumps(states, indent=1, sort_keys=True, default=asdict) + "\n"
    (folder / "view-states.json").write_text(text)
