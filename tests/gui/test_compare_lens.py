"""The Compare lens: two sides, their changes, causes, and ways to look at them."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter

from inspector import cli
from inspector.analysis.comparison import CompareRuns
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES, LensRecord, fitted
from inspector.session.edits import set_at
from inspector.stage import stage_named
from inspector.stages.compare.view import inputs as sides
from inspector.stages.compare.view import lens as lens_module
from inspector.stages.compare.view.inputs import RecordedRun, SideSource
from inspector.stages.compare.view.lens import CompareLens
from inspector.stages.compare.words import NOWHERE
from tests.shared.injection_input import CHARACTERS
from tests.shared.injection_window import SHARED_RUNS, small_session
from tests.shared.screen import Screen

INJECTION = [record for record in LENSES if record.id == "injection"]
COMPARE = LensRecord(
    "compare",
    "Compare",
    "What changed.",
    "Ctrl+8",
    lambda context: fitted(
        stage_named("compare"), CompareLens(context, CompareRuns(lambda _: CHARACTERS)), context
    ),
)


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    screen = used_screen(lenses=[*INJECTION, COMPARE], runs=SHARED_RUNS)
    screen.window.resize(1440, 900)
    screen.workspace.store.open(small_session())
    screen.settle()
    return screen


def lens(screen: Screen) -> CompareLens:
    return screen.find("compare", CompareLens)


def compared(screen: Screen, total: int = 120) -> CompareLens:
    """Change the policy and show the comparison with what was opened."""
    edit = set_at("policy", "max_injection_tokens_absolute", total)
    screen.workspace.store.commit("Change", edit)
    screen.settle()
    screen.workspace.show_lens("compare")
    return shown(screen)


def shown(screen: Screen) -> CompareLens:
    screen.wait_until(lambda: lens(screen).result is not None and not lens(screen).busy)
    return lens(screen)


def ids(found: CompareLens) -> set[str]:
    changes = found.result.compared.comparison.changes
    return {f"{change.subject.kind}:{change.subject.id}" for change in changes}


@pytest.mark.parametrize("name", ["compare.differ", "compare.a.told"])
def test_names_out_of_files_are_not_read_as_markup(screen: Screen, name: str) -> None:
    compared(screen)
    assert screen.find(name, QLabel).textFormat() is Qt.TextFormat.PlainText


def test_what_was_opened_is_compared_with_what_is_open_now(screen: Screen) -> None:
    found = compared(screen)
    assert found.names == ("baseline", "current")
    assert "card:alpha" in ids(found)
    assert "Max injected tokens\n600 → 120" in screen.text("compare.differ")
    before, after = found.result.compared.comparison.totals
    headline = screen.text("compare.headline")
    assert headline.startswith(f"{before.used:,} → {after.used:,} tokens used · ")
    assert f"{len(ids(found))} of " in headline
    assert screen.status == headline


def test_a_kept_baseline_is_compared_from_then_on(screen: Screen) -> None:
    compared(screen)
    assert screen.can(CommandId.KEEP_BASELINE)
    screen.do(CommandId.KEEP_BASELINE)
    screen.wait_until(lambda: not ids(lens(screen)))
    assert not screen.can(CommandId.KEEP_BASELINE)
    assert screen.text("compare.differ").startswith("Nothing")
    assert screen.text("compare.headline") == "Nothing changed: both sides are the same."


def test_opening_something_else_makes_it_the_baseline(screen: Screen) -> None:
    compared(screen)
    screen.workspace.store.open(small_session(title="Another"))
    screen.settle()
    assert screen.workspace.runner.baseline is screen.workspace.runner.good


def test_a_selected_row_is_explained_with_its_evidence(screen: Screen) -> None:
    found = compared(screen)
    found.select("card:alpha")
    screen.wait_until(lambda: "Taken over alone" in found.why.why.sentence)
    assert "Max injected tokens" in found.why.why.sentence
    screen.do("compare-show-injection")
    assert screen.find("injection").isVisible()


def test_a_cell_of_the_matrix_filters_the_rows(screen: Screen) -> None:
    found = compared(screen)
    row = found.picture.matrix.cells[0]
    cell = next(one for one in row if one.count and not one.stayed)
    keys = [hit.key for hit in found.picture.drawing(800, len, "").hits]
    found.chart.selected.emit(next(key for key in keys if key.endswith(cell.after.value)))
    assert found._table.query.filter == cell.filter
    assert len(found._table.rows) == cell.count
    screen.do("compare-all-rows")
    assert found._table.query.filter == ""


def test_sides_change_places_and_rows_are_walked_through(screen: Screen) -> None:
    found = compared(screen)
    screen.do("compare-swap")
    shown(screen)
    assert found.names == ("current", "baseline")
    screen.do("compare-next-flip")
    first = found.subject
    screen.do("compare-next-flip")
    assert first
    assert found.subject != first


def test_a_manifest_is_a_side_without_causes(screen: Screen, tmp_path) -> None:
    path = tmp_path / "manifest.json"
    good = screen.workspace.runner.good
    path.write_text(json.dumps(good.report.manifest.model_dump(mode="json")))
    found = compared(screen)
    screen.messages.files.append((path,))
    screen.do("compare-file-a")
    screen.wait_until(lambda: found.result.compared.attribution is None)
    assert "card:alpha" in ids(found)
    assert "A manifest tells no inputs" in screen.text("compare.differ")
    assert found.names == ("manifest.json", "current")


def test_a_file_that_cannot_be_used_leaves_the_side_and_is_a_problem(
    screen: Screen, tmp_path
) -> None:
    path = tmp_path / "bad.json"
    path.write_text("{")
    found = compared(screen)
    screen.messages.files.append((path,))
    screen.do("compare-file-b")
    screen.wait_until(lambda: any(one.place.file == str(path) for one in screen.problems))
    assert found.names == ("baseline", "current")


def test_a_recorded_run_is_a_side_once_one_is_recorded(screen: Screen, monkeypatch) -> None:
    found = compared(screen)
    monkeypatch.setattr(lens_module, "recorded_runs", lambda _path: ((), ()))
    screen.find("compare.inputs").a.chosen.emit(SideSource.RECORDED)
    screen.wait_until(lambda: screen.text("compare.a.told") == "No run is recorded.")
    manifest = screen.workspace.runner.good.report.manifest
    monkeypatch.setattr(lens_module, "recorded_runs", lambda _path: ((RecordedRun(7, "then"),), ()))
    monkeypatch.setattr(sides, "recorded_side", lambda _number, _path: (manifest, ()))
    screen.find("compare.inputs").a.chosen.emit(SideSource.RECORDED)
    screen.wait_until(lambda: found.names == ("run 7: t1", "current") and not ids(found))
    assert screen.find("compare.a.run").isVisible()


def test_the_comparison_is_exported(screen: Screen, tmp_path) -> None:
    compared(screen)
    for name in ("comparison.json", "changes.csv", "comparison.svg"):
        screen.messages.targets.append(tmp_path / name)
        screen.choose(CommandId.EXPORT, f"compare.{name}")
        assert "alpha" in (tmp_path / name).read_text().lower() or name.endswith("svg")
        assert (tmp_path / name).stat().st_size > 300


def test_a_subject_of_one_side_only_is_named_so(screen: Screen) -> None:
    assert NOWHERE in lens_marks(compared(screen))


def lens_marks(found: CompareLens) -> set[str]:
    return set(found._marks()["before"])


def test_the_chart_is_as_high_as_its_picture_at_every_size_until_somebody_sets_a_height(
    screen: Screen,
) -> None:
    found = compared(screen)
    rows = screen.find("compare.rows", QSplitter)
    heights = []
    for width, height in ((1440, 900), (1100, 900), (1440, 1000), (1440, 900)):
        screen.window.resize(width, height)
        screen.settle()
        screen.wait_until(lambda: found.chart.height() >= found.chart.sizeHint().height())
        assert rows.sizes()[0] < sum(rows.sizes()) * 0.6
        heights.append(rows.sizes()[0])
    assert heights[0] == heights[2] == heights[3]

    rows.moveSplitter(320, 1)
    screen.window.resize(1440, 1000)
    screen.settle()
    assert rows.sizes()[0] >= 320


def test_widths_and_the_table_are_kept(screen: Screen) -> None:
    state = compared(screen).view_state()
    assert json.loads(json.dumps(state)).keys() == {"columns", "rows", "inputs", "table"}


def test_two_recorded_runs_of_any_stage_are_compared_by_the_rows_of_the_command(
    screen: Screen, tmp_path, capsys
) -> None:
    kept, chunks = tmp_path / "h.sqlite3", tmp_path / "chunks.json"
    records = [{"id": one, "type": "tool_output", "tokens": 500} for one in "ab"]
    chunks.write_text(json.dumps({"chunks": records, "available_tokens": 2600}))
    for more in ([], ["--available", "3600"]):
        cli.main(["place", str(chunks), *more, "--history", str(kept)])
    capsys.readouterr()
    cli.main(["history", "compare", "1", "2", "--history", str(kept), "--json"])
    told = json.loads(capsys.readouterr().out)
    found = compared(screen)
    found.context = replace(found.context, history=kept)
    boxes = screen.find("compare.inputs")
    boxes.a.chosen.emit(SideSource.RECORDED)
    screen.wait_until(lambda: found.names[0].startswith("run 2:"))
    said = found.findChild(QLabel, "nothing").text()
    assert said.startswith("A recorded run of Window is compared with another one")
    boxes.b.chosen.emit(SideSource.RECORDED)
    boxes.a.run_chosen.emit(1)
    screen.wait_until(lambda: found.names == ("run 1: chunks.json", "run 2: chunks.json"))
    screen.wait_until(lambda: found.result is not None and found.result.recorded == told)
    assert found.has_changes
    steps = [(step.label, step.working, step.result) for step in found.why.why.steps]
    assert ("Tokens used", "500 →", "1,000") in steps
    assert "Available tokens" in screen.text("compare.differ")
    for name in ("comparison.json", "changes.csv"):
        screen.messages.targets.append(tmp_path / name)
        screen.choose(CommandId.EXPORT, f"compare.{name}")
    assert json.loads((tmp_path / "comparison.json").read_text()) == told
    assert "dropped, window budget" in (tmp_path / "changes.csv").read_text()
    boxes.a.chosen.emit(SideSource.BASELINE)
    boxes.b.chosen.emit(SideSource.CURRENT)
    shown(screen)
    assert found.result.compared is not None
    assert found.chart.isVisible()
