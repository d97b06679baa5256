"""The whole program in German: the window, Qt's own buttons, and what stays English."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from inspector.resources import resource_path, sample_sessions
from tests.shared.texts_seen import ROOT

SAMPLE = resource_path(sample_sessions()["securities-fraud"])

_WINDOW = """
import sys
from inspector.gui.settings import choose_language
choose_language()
from inspector.gui.unattended import unattended_window
from PySide6.QtWidgets import QDialogButtonBox
with unattended_window() as workspace:
    menus = [one.text().replace("&", "") for one in workspace.window.menuBar().actions()]
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    print(menus, buttons.buttons()[0].text())
"""
_FILES = """
import sys
from inspector.language import use
use(sys.argv[1])
from inspector.__main__ import main
sys.exit(main(sys.argv[2:]))
"""


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def test_menus_and_qts_own_buttons_are_german() -> None:
    done = run("-c", _WINDOW, LANGUAGE="de")
    assert "'Datei'" in done.stdout, done.stderr
    assert "'Hilfe'" in done.stdout
    assert "Abbrechen" in done.stdout


def test_the_command_line_is_english_in_every_language(tmp_path: Path) -> None:
    written = {}
    for language in ("en", "de"):
        report = tmp_path / f"{language}.html"
        done = run(
            "-m", "inspector", "run", str(SAMPLE), "--report", str(report), LANGUAGE=language
        )
        said = done.stdout.replace(str(report), "")
        written[language] = (done.returncode, said, report.read_bytes())
    assert written["de"] == written["en"]
    assert b'<html lang="en">' in written["de"][2]


def test_manifests_and_ledgers_are_the_same_bytes_in_every_language(tmp_path: Path) -> None:
    written = {}
    for language in ("en", "de"):
        manifest, ledger, report = (
            tmp_path / f"{language}.{kind}" for kind in ("json", "csv", "html")
        )
        options = ["--manifest", str(manifest), "--report", str(report)]
        options += ["--ledger", "csv", "--ledger-file", str(ledger)]
        done = run("-c", _FILES, language, "run", str(SAMPLE), *options)
        assert report.exists(), done.stderr
        assert f'<html lang="{language}">' in report.read_text(encoding="utf-8")
        written[language] = manifest.read_bytes(), ledger.read_bytes()
    assert written["de"] == written["en"]


_NUMBERS = """
import re, sys
from inspector.gui.settings import choose_language
choose_language()
from inspector.gui.lenses import LENSES
from inspector.gui.unattended import settle, unattended_window
from inspector.resources import resource_path, sample_sessions
from tests.shared.texts_seen import texts_of
with unattended_window() as workspace:
    for name in ("securities-fraud", "window", "assembly", "discipline"):
        workspace.opening.open_files([resource_path(sample_sessions()[name])])
        settle(workspace)
        for record in LENSES:
            if name not in ("securities-fraud", record.id):
                continue  # a sample of one stage alone has nothing to say in the others
            workspace.show_lens(record.id)
            settle(workspace)
            for kind, widget, text in texts_of(workspace.window):
                text = re.sub(r"Wert [\\d.,]+", "", text)  # three decimals look the same
                if re.search(r"(?<![\\d.])\\d{1,3},\\d{3}(?!\\d)", text):
                    print(name, record.id, kind, widget, repr(text[:200]))
"""


def test_numbers_are_grouped_as_german_groups_them() -> None:
    done = run("-c", _NUMBERS, LANGUAGE="de")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
