"""A reviewer gets a manifest from production, finds what is wrong, and files the case."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QPlainTextEdit

from inspector.cli.main import main
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from tests.shared.audit_lens import at_the_audit, find, lens_of, settle, text
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

SAMPLE = sample_path("audit")


def test_a_reviewer_finds_what_is_wrong_files_it_and_others_can_check_that(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    screen = at_the_audit(open_screen(SAMPLE, lenses=LENSES))
    assert text(screen, "audit.headline").endswith("; 3 more causes.")

    lens_of(screen).select("card:dec-no-memo")
    assert "a row that the manifest does not have" in text(screen, "why.sentence")
    find(screen, "why.note", QPlainTextEdit).setPlainText("Asked the producer.")
    lens_of(screen).select("")
    settle(screen)

    screen.do("audit-sign")
    screen.type("R. Viewer")
    find(screen, "sign.verdict").setCurrentIndex(2)
    find(screen, "sign.remark", QPlainTextEdit).setPlainText("Four rows were edited.")
    screen.click("sign.sign")
    settle(screen)
    assert "Rejected by R. Viewer" in text(screen, "audit.signed")

    bundle = tmp_path / "case.audit.zip"
    screen.messages.targets.append(bundle)
    screen.choose(CommandId.EXPORT, "audit.bundle-without-contents.audit.zip")

    result = tmp_path / "result.json"
    assert main(["verify", str(bundle), "--json", "--output", str(result)]) == 1
    found = json.loads(result.read_text())
    assert found["counts"]["error"] == 6
    assert found["sign_off"]["verdict"] == "rejected"
    assert {one["subject"] for one in found["differences"] if one["kind"] == "card"} == {
        "dec-no-memo",
        "ent-motion",
        "ent-judge",
    }

    again = at_the_audit(open_screen(bundle, lenses=LENSES))
    assert text(again, "audit.headline") == text(screen, "audit.headline")
    assert "Valid for exactly these files." in text(again, "sign.status")
    notes = {note.subject: note.text for note in again.session.notes}
    assert notes["dec-no-memo"] == "Asked the producer."


def test_an_engineer_sees_which_input_production_had_otherwise(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    path = tmp_path / "manifest.json"
    run = ["run", "sample:direct-target", "--strategy", "depth", "--no-history"]
    assert main([*run, "--manifest", str(path), "--output", str(tmp_path / "out.txt")]) == 0
    inputs = sample_path("direct-target")
    screen = at_the_audit(open_screen(inputs, path, lenses=LENSES))
    assert text(screen, "audit.headline").startswith("Not comparable (inputs differ)")
    lens_of(screen).select("card:ent-crane-bridge")
    assert "Explained by: Strategy depth instead of coverage." in text(screen, "why.sentence")
