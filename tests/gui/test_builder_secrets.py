"""No value of a planted secret reaches a widget, the clipboard, a file or a message."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from inspector.core.builder.report import FateKind
from inspector.present.table import ExportFormat
from inspector.project.findings import SecretFinding
from inspector.project.secrets import PatternScanner, merged_findings
from inspector.session.edits import set_at
from inspector.stages.builder.actions import GoTo
from inspector.stages.builder.shown import TreeFilter
from inspector.stages.builder.view.tabs import Page
from tests.shared.builder_input import FILES, about, written_project
from tests.shared.builder_window import all_texts, find, lens_of, look_at, settle, written
from tests.shared.bundle_input import PlainScanner
from tests.shared.planted_secrets import bytes_below, leaked
from tests.shared.screen import Screen

SURE, DOUBTFUL = "KEY_PLANTED0SECRET", "hushhush-7-words"
IN_NAME = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
NEVER = (SURE, DOUBTFUL, IN_NAME)
PLANTED = FILES | {
    "app/mail.py": FILES["app/mail.py"] + f"\nOTHER = '{SURE}'\n",
    "app/quay.py": FILES["app/quay.py"] + f"\n# {SURE}\n",
    "app/case.py": f"from app.desk import answer\nA = 'maybe={DOUBTFUL}'\nB = '{DOUBTFUL}'\n",
    "secrets.env": f"WORD={SURE}\nmaybe={DOUBTFUL}\n",
    f"keys/{IN_NAME}.txt": "x\n",
    f"keys/{IN_NAME}.pem": "x\n",
}


class BothScanner(PlainScanner):
    """The plain scanner and the specification's patterns, which know what is in a name."""

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        return merged_findings((*super().scan(text), *PatternScanner().scan(text)))


def look_everywhere(screen: Screen, folder: Path) -> None:
    """Select everything on every page, copy and export it all, and look at each text."""
    lens = lens_of(screen)
    assert lens.shown is not None
    told = 0
    keys = [f"file:{path}" for path in lens.shown.fates] + list(lens.shown.entries)
    keys += [f"fit:{step.number}" for step in lens.shown.report.fit_steps] + ["redaction:0", ""]
    for key in keys:
        lens.select(key)
        for page in (Page.SOURCE, Page.FILES):
            lens.tabs.turn_to(page)
        texts = [lens.tabs.source.view.toPlainText(), *all_texts(lens.why)]
        assert not [text for text in texts if any(secret in text for secret in NEVER)], key
    for page in Page:
        lens.tabs.turn_to(page)
        if page.value.startswith("builder-"):
            panel = find(screen, page.value)
            for form in ExportFormat:
                panel.copy(form)
                copied = QGuiApplication.clipboard().text()
                assert not [secret for secret in NEVER if secret in copied], page
    for one in all_texts(screen.window):
        told += len(one)
        assert not [secret for secret in NEVER if secret in one], one
    assert told > 5_000
    for one in written(screen, folder):
        assert not [secret for secret in NEVER if secret in one], one[:80]
    if screen.can("builder-copy-text"):
        screen.do("builder-copy-text")
        copied = QGuiApplication.clipboard().text()
        assert copied == lens.shown.report.rendered
        assert not [secret for secret in NEVER if secret in copied]
        for command, start in (
            ("builder-copy-markdown", "# Context\n"),
            ("builder-copy-xml", "<prompt>\n"),
        ):
            screen.do(command)
            copied = QGuiApplication.clipboard().text()
            assert copied.startswith(start)
            assert not [secret for secret in NEVER if secret in copied]
    screen.messages.folders.append(folder / "artifacts")
    screen.do("builder-save")
    for path in (folder / "artifacts").iterdir():
        assert not [secret for secret in NEVER if secret in path.read_text("utf-8")]
    assert not [one for one in screen.messages.told if any(s in repr(one) for s in NEVER)]
    assert not [one for one in screen.problems if any(secret in repr(one) for secret in NEVER)]


@pytest.mark.parametrize(
    ("targets", "refused"),
    [(("app/desk.py",), False), (("app/mail.py",), True), (("app/case.py",), True)],
    ids=["ready", "sure-in-target", "doubtful-in-target"],
)
def test_a_planted_secret_gets_through_by_no_exit(
    open_screen: Callable[..., Screen],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    targets: tuple[str, ...],
    refused: bool,
) -> None:
    caplog.set_level(logging.DEBUG)
    for kind in ("DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / "kept" / kind))
    root = written_project(tmp_path / "harbour", PLANTED)
    opened = partial(open_screen, rescue=tmp_path / "kept" / "unsaved")
    screen = look_at(opened, about(root, *targets), BothScanner())
    lens = lens_of(screen)
    assert lens.shown is not None
    assert lens.shown.report.refused is refused
    screen.pick("files.filter", TreeFilter.ALL.value)
    look_everywhere(screen, tmp_path / "written")
    screen.workspace.store.commit("x", set_at("builder", "request.model.max_input_tokens", 50_000))
    settle(screen)
    assert screen.workspace.safekeeping.rescuer.keep_now()
    kept = bytes_below(tmp_path / "kept")
    assert "session.rescue" in kept
    # The index that is kept of a project knows the names of its files, and nothing in them.
    index = {name for name in kept if name.endswith(".sqlite3") and "history" not in name}
    printed = capfd.readouterr()
    exits = {"output": printed.out, "error": printed.err, "log": caplog.text}
    assert leaked((SURE, DOUBTFUL), exits | kept) == []
    assert leaked(NEVER, exits | {name: kept[name] for name in kept.keys() - index}) == []


def test_a_search_for_targets_lists_no_name_with_a_secret(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    root = written_project(tmp_path / "harbour", PLANTED)
    screen = look_at(open_screen, about(root, "app/desk.py"), BothScanner())
    lens_of(screen).inputs.go_to(GoTo.TARGETS, "keys")
    settle(screen)
    assert not [text for text in all_texts(screen.window) if IN_NAME in text]


def test_a_failure_while_building_tells_no_contents(
    open_screen: Callable[..., Screen], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = written_project(tmp_path / "harbour", PLANTED)
    screen = look_at(open_screen, about(root, "app/desk.py"))

    def fail(*_arguments: object, **_options: object) -> object:
        raise RuntimeError(f"while reading {SURE}")

    monkeypatch.setattr("inspector.core.builder.build.build_bundle", fail)
    screen.workspace.store.commit("x", set_at("builder", "request.model.max_input_tokens", 50_000))
    settle(screen)
    (notice,) = screen.messages.told
    assert "building the bundle" in notice.detail
    assert SURE not in repr(notice)
    assert lens_of(screen).shown is not None


def test_a_finding_is_allowed_with_a_reason_and_undone(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    root = written_project(tmp_path / "harbour", PLANTED)
    screen = look_at(open_screen, about(root, "app/desk.py"), BothScanner())
    lens = lens_of(screen)
    assert lens.shown is not None
    (finding,) = {one.id for one in lens.shown.report.findings if one.path == "app/quay.py"}
    lens.select("file:app/quay.py")
    for reason in (None, "a word of the harbour"):
        screen.messages.texts.append(reason)
        for button in lens.findChildren(QPushButton):
            if button.text().startswith("Allow the ") and button.isVisible():
                button.click()
                break
        settle(screen)
        allowed = screen.session.builder.config.allowed_findings
        assert [one.reason for one in allowed] == ([] if reason is None else [reason])
    assert [one.id for one in allowed] == [finding]
    assert lens.shown is not None
    assert lens.shown.report.fates["app/quay.py"].kind is FateKind.INCLUDED
    screen.workspace.store.undo()
    settle(screen)
    assert screen.session.builder.config.allowed_findings == ()
