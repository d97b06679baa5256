"""Reports of inputs that hold nothing claim nothing of what is not there."""

from __future__ import annotations

from pathlib import Path

from inspector.cli import main
from tests.shared.many_of_all import candidates_of


def test_a_budget_over_no_candidates_goes_to_no_kind_of_them(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    main(["run", str(candidates_of(tmp_path, "none", 0)), "--report", str(report)])
    assert "they get everything" not in report.read_text("utf-8")
    assert "no cards and no files" in report.read_text("utf-8")


def test_a_build_that_says_nothing_yet_names_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    report = tmp_path / "report.html"
    main(["build", str(tmp_path / "project"), "--report", str(report)])
    told = report.read_text("utf-8")
    assert told.index("The first of these is needed") < told.index("A target: the file")
