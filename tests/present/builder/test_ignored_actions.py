"""What can be done about a file that a .gitignore file keeps out."""

from __future__ import annotations

from pathlib import Path

from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.stages.builder.actions import GoTo, file_actions
from inspector.stages.builder.part import allow_ignored, no_longer
from inspector.stages.builder.runs import BuilderRuns
from inspector.stages.builder.shown import Shown, shown_of


def shown(session: Session) -> Shown:
    found = shown_of(BuilderRuns().run(session))
    assert found is not None
    return found


def test_an_ignored_file_is_let_in_for_a_reason_and_kept_out_again(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*.log\n")
    (tmp_path / "a.log").write_text("text\n")
    asked = set_at("builder", "root", str(tmp_path))(Session())
    before = shown(asked)
    (ignored,) = [one for one in file_actions(before, "a.log") if one.goes is GoTo.IGNORED]
    assert ignored.what == "a.log"

    let_in = allow_ignored("a.log", "An example")(asked)
    fate = shown(let_in).fate("a.log")
    assert fate is not None
    assert fate.exclusion is None
    assert no_longer(let_in.builder.config.ignored_overrides[0])(let_in) == asked
