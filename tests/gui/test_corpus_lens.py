"""The Corpus lens: run, stop, go on, look at a value, apply it, open a request of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from inspector.analysis.corpus.means import Rate
from inspector.analysis.tuning.axes import Axis
from inspector.gui.messages import Answer
from inspector.gui.views.number_fields import NumberField
from inspector.gui.views.plot_view import PlotView
from inspector.language import localized
from inspector.present.drawing import Words
from inspector.session.edits import divide_budget, set_fields, set_policy_fields
from inspector.stages.corpus import corpora
from inspector.stages.corpus.plots import looked_of_key
from inspector.stages.corpus.tables import CorpusTable, request_of_key
from inspector.stages.corpus.view.chart_panel import CurveView, WaterfallView
from inspector.stages.corpus.view.tables import FrontView
from inspector.stages.injection.view.middle import BudgetBarView
from tests.shared.corpus_input import made_corpus, write_corpus
from tests.shared.corpus_lens import RECORDS, lens, opened_screen, ran, text
from tests.shared.screen import Screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen], tmp_path, monkeypatch) -> Screen:
    """A lens that runs nothing by itself."""
    monkeypatch.setattr(corpora, "_BY_ITSELF", 0)
    return opened_screen(used_screen, tmp_path)


@pytest.fixture
def unvaried(open_screen: Callable[..., Screen], tmp_path, monkeypatch) -> Screen:
    """The lens in a new window: what is varied stays chosen from one session to the next."""
    monkeypatch.setattr(corpora, "_BY_ITSELF", 0)
    return opened_screen(open_screen, tmp_path)


def place(view: PlotView, x: float, y: float) -> QPoint:
    """Where a point of the upper panel is in the viewport."""
    return view.canvas.fields[0].box.mapViewToScene(QPointF(x, y)).toPoint()


def test_a_run_shows_curves_the_recommendation_and_every_request(screen: Screen) -> None:
    found = ran(screen)
    assert found.study.recommendation is not None
    assert found.value == found.study.recommendation.value
    assert found.tables.table(CorpusTable.REQUESTS).row_count == 9
    assert "points of recall are missing" in text(screen, "why.sentence")
    view = screen.find("corpus.curves", CurveView)
    assert view.plot is not None
    assert len(list(view.plot.legend)) <= 4


def test_a_click_looks_at_a_value_and_apply_is_one_edit(screen: Screen, qtbot: QtBot) -> None:
    found = ran(screen)
    view = screen.find("corpus.curves", CurveView)
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place(view, 0.75, 0.9))
    assert found.value == pytest.approx(0.75, abs=0.01)
    before = screen.session.policy
    screen.click("value.apply")
    assert screen.session.policy.knowledge_card_share_default == found.value
    screen.workspace.store.undo()
    assert screen.session.policy == before


def test_a_request_opens_in_the_injection_lens_with_the_value_as_one_edit(screen: Screen) -> None:
    found = ran(screen)
    found.look_at(0.7)
    found.select("request:4")
    before = screen.session
    screen.click("request.open")
    assert screen.session.request.trace_id == "q04"
    assert screen.session.policy.knowledge_card_share_default == 0.7
    assert screen.workspace.lenses.widget is not found
    screen.workspace.store.undo()
    assert screen.session == before


def test_a_stopped_run_goes_on_where_it_was(screen: Screen, monkeypatch) -> None:
    found = lens(screen)
    worked = []
    from inspector.analysis.corpus.workload import Workload

    real = Workload.curves

    def slow(load, place, *rest):
        worked.append(place)
        if len(worked) == 4:
            found.stop()
        return real(load, place, *rest)

    monkeypatch.setattr(Workload, "curves", slow)
    screen.click("corpus.run")
    screen.wait_until(lambda: not found.busy)
    assert found.study is None
    assert "Run goes on from there" in text(screen, "corpus.headline")
    ran(screen)
    assert len(worked) <= 10  # the one that was stopped is the only one that is done twice


def test_a_study_of_older_input_is_marked_and_its_requests_cannot_be_opened(
    screen: Screen, tmp_path
) -> None:
    found = ran(screen)
    found.select("request:1")
    assert found.can_open
    requests, _ = write_corpus(made_corpus(3, "other"), tmp_path)
    screen.messages.answers.append(Answer.YES)
    screen.open(requests)
    screen.settle()
    assert not found.can_open


def test_without_a_corpus_nothing_can_be_run(open_screen: Callable[..., Screen]) -> None:
    opened = open_screen(lenses=RECORDS)
    opened.workspace.show_lens("corpus")
    assert not opened.find("corpus.run", QPushButton).isEnabled()


def test_how_the_lens_is_looked_at_is_kept(screen: Screen) -> None:
    found = ran(screen)
    found.tables.turn_to(CorpusTable.FRONT)
    state = found.view_state()
    assert state["tables"]["table"] == CorpusTable.FRONT.value
    assert state["axis"] == "division"


def test_the_first_requests_are_shown_while_the_others_run(screen: Screen, monkeypatch) -> None:
    from inspector.stages.corpus.view import runner as corpus_runner

    monkeypatch.setattr(corpus_runner, "_FIRST_TOLD", 3)
    sizes: list[int] = []
    lens(screen)._runner.arrived.connect(lambda _session, study: sizes.append(len(study.jobs)))
    found = ran(screen)
    screen.wait_until(lambda: len(found.study.jobs) == 9)
    assert sizes == [3, 6]


def test_lost_pieces_lead_to_their_request(screen: Screen) -> None:
    screen.workspace.store.commit(
        "less", set_policy_fields({"max_injection_tokens_absolute": 30, "min_bucket_tokens": 0,
                                   "min_knowledge_card_tokens": 0})
    )  # fmt: skip
    found = ran(screen)
    assert found.study.losses[0].causes
    assert "points of recall are missing" in text(screen, "why.sentence")
    rows = found.tables.table(CorpusTable.LOST)
    assert rows.row_count == found.study.losses[0].pieces - found.study.losses[0].found
    place = request_of_key(rows.keys[0])
    assert found.tables._subject_of(CorpusTable.LOST, rows.keys[0]) == f"request:{place}"


def test_a_cause_of_the_waterfall_shows_its_requests_and_one_can_be_opened(
    screen: Screen, qtbot: QtBot
) -> None:
    found = ran(screen)
    view = screen.find("corpus.waterfall", WaterfallView)
    hit = next(one for one in view.geometry_now.hits if one.key.startswith("loss:"))
    loss = next(one for one in found.study.losses[0].causes if f"loss:{one.cause}" == hit.key)
    spot = QPoint(40, round(hit.y + 4))
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
    panel = found.tables.panel(CorpusTable.REQUESTS)
    assert found.tables.current is CorpusTable.REQUESTS
    shown = {request_of_key(panel.data.keys[row]) for row in panel.rows.tolist()}
    assert shown == set(loss.places)
    found.select(f"request:{min(shown)}")
    screen.click("request.open")
    assert screen.session.request.trace_id == found.study.jobs[min(shown)].request.trace_id


def test_the_keyboard_goes_through_the_causes_and_shows_their_requests(
    screen: Screen, qtbot: QtBot
) -> None:
    found = ran(screen)
    found.tables.turn_to(CorpusTable.FRONT)
    view = screen.find("corpus.waterfall", WaterfallView)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert found.tables.current is CorpusTable.FRONT  # all evidence is no cause
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert found.tables.current is CorpusTable.REQUESTS
    assert found.tables.panel(CorpusTable.REQUESTS).query.filter.startswith("lost:")


def test_a_swept_corpus_shows_its_recall_under_the_divider_and_moves_with_it(
    screen: Screen,
) -> None:
    found = ran(screen)
    mean = found.study.means[0]
    recall = mean.measure(Rate.RECALL)
    screen.workspace.show_lens("injection")
    bar = screen.find("injection.bar", BudgetBarView)
    for share in (0.4, 0.9):
        screen.workspace.store.commit("Divide", divide_budget(share))
        screen.settle()
        said = localized(recall[mean.place_of(share)], ".1%")
        texts = [one.text for one in bar.geometry_now.items if isinstance(one, Words)]
        assert f"recall {said}" in texts
    screen.workspace.store.commit("More", set_policy_fields({"max_injection_tokens_absolute": 17}))
    screen.settle()
    assert not bar.geometry_now.tracks  # the study is of another total
    screen.workspace.store.undo()
    screen.settle()
    assert bar.geometry_now.tracks


def test_a_click_on_the_front_looks_at_that_policy(screen: Screen, qtbot: QtBot) -> None:
    found = ran(screen)
    found.tables.turn_to(CorpusTable.FRONT)
    screen.settle()
    view = screen.find("corpus.front", FrontView)
    at = next(place(view, one.x, one.y) for one in view.plot.spots if "best" in one.title)
    hit = view.canvas.fields[0].spot_at(QPointF(at))
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert found.value == looked_of_key(hit.key).value
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert found.value == found.study.current


def test_several_corpora_have_one_common_value_and_a_regret_each(
    screen: Screen, tmp_path: Path
) -> None:
    other, _ = write_corpus(made_corpus(5, "other"), tmp_path)
    screen.messages.files.append((other,))
    screen.click("corpus.add")
    assert "other" in text(screen, "corpus.others")
    found = ran(screen)
    assert found.study.names[1:] == ("other",)
    assert len(found.study.jobs) == 14
    table = found.tables.table(CorpusTable.REGRETS)
    assert table.row_count == 2
    assert (table.whole("regret").values >= 0).all()
    assert set(table.whole("common").values) == {found.study.recommendation.value}
    found.select("request:1")
    assert found.can_open
    found.select("request:12")
    assert not found.can_open  # it is of a corpus that is not open
    screen.click("corpus.alone")
    assert len(ran(screen).study.jobs) == 9


def test_a_bad_request_of_another_corpus_is_named_and_the_others_run(
    screen: Screen, tmp_path: Path
) -> None:
    other, _ = write_corpus(made_corpus(5, "other"), tmp_path)
    other.write_text(other.read_text() + '{"trace_id": 7}\n')
    screen.messages.files.append((other,))
    screen.click("corpus.add")
    found = ran(screen)
    assert len(found.study.jobs) == 14
    assert "other.requests.jsonl" in text(screen, "corpus.left-out")
    screen.click("corpus.alone")
    assert text(screen, "corpus.left-out") == ""


def test_a_corpus_that_cannot_be_read_is_named(screen: Screen, tmp_path: Path) -> None:
    broken = tmp_path / "broken.requests.jsonl"
    broken.write_text("{")
    screen.messages.files.append((broken,))
    screen.click("corpus.add")
    screen.click("corpus.run")
    screen.wait_until(lambda: not lens(screen).busy)
    assert lens(screen).study is None
    assert "broken" in text(screen, "corpus.headline")


def test_a_grid_runs_other_policies_as_rows_and_in_the_front(
    unvaried: Screen, qtbot: QtBot
) -> None:
    found = lens(unvaried)
    found.inputs.vary(Axis.TOTAL, Axis.PROCEDURES)
    first, last = (unvaried.find(f"grid.{end}.tokens", NumberField) for end in ("from", "to"))
    first.set_number(60)
    last.set_number(240)
    steps = unvaried.find("grid.steps", NumberField)
    steps.setValue(2)
    steps.editingFinished.emit()
    assert found.inputs.grid[0].values == (60, 240)
    assert "6 other policies" in text(unvaried, "grid.text")
    ran(unvaried)
    policies = [one.policy.max_injection_tokens_absolute for one in found.study.load.variants]
    assert policies[1:] == [60, 60, 60, 240, 240, 240]
    assert found.tables.table(CorpusTable.POLICIES).row_count == 7
    found.tables.turn_to(CorpusTable.FRONT)
    unvaried.settle()
    view = unvaried.find("corpus.front", FrontView)
    named = [looked_of_key(one.key) for one in view.plot.spots if one.title]
    assert {one.variant for one in named} == set(range(7))
    spot = next(one for one in view.plot.spots if looked_of_key(one.key).variant > 3)
    at = place(view, spot.x, spot.y)
    hit = view.canvas.fields[0].spot_at(QPointF(at))
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert (found.value, found._variant) == looked_of_key(hit.key)
    cheapest, dearest = found.study.front[0], found.study.front[-1]
    for key, end in ((Qt.Key.Key_Left, cheapest), (Qt.Key.Key_Right, dearest)):
        for _ in found.study.front:
            qtbot.keyClick(view, key)
        assert (found.value, found._variant) == (end.first, end.variant)
    found.tables._subject_of(CorpusTable.POLICIES, "policy:2")
    assert found.value == found.study.recommendations[2].value
    assert found.study.load.variants[2].name in text(unvaried, "corpus.headline")
    found.look_at(0.6, 4)
    assert "Max injected tokens 240" in text(unvaried, "corpus.headline")
    before = unvaried.session
    unvaried.click("value.apply")
    policy = unvaried.session.policy
    assert (policy.max_injection_tokens_absolute, policy.knowledge_card_share_default) == (240, 0.6)
    unvaried.workspace.store.undo()
    assert unvaried.session == before
    unvaried.click("value.back")
    assert found.value == found.study.current
    assert not found.can_apply


def test_a_grid_can_be_stopped_and_goes_on_where_it_was(unvaried: Screen, monkeypatch) -> None:
    found = lens(unvaried)
    found.inputs.vary(Axis.TOTAL)
    from inspector.analysis.corpus.workload import Workload

    real, worked = Workload.curves, []

    def curves(load, place, *rest):
        worked.append(place)
        if len(worked) == 3:
            found.stop()
        return real(load, place, *rest)

    monkeypatch.setattr(Workload, "curves", curves)
    unvaried.click("corpus.run")
    unvaried.wait_until(lambda: not found.busy)
    assert found.study is None
    ran(unvaried)
    assert len(found.study.load.variants) == 4
    assert len(worked) <= 9 + 1


def test_a_grid_offers_what_has_no_field_in_common_with_the_swept_axis(unvaried: Screen) -> None:
    inputs = lens(unvaried).inputs
    box = unvaried.find("grid", QComboBox)
    offered = {box.itemData(place) for place in range(box.count())}
    assert Axis.TOTAL.value in offered
    assert not offered & {Axis.DIVISION.value, Axis.KNOWLEDGE_SHARE.value, Axis.TOP_K.value}
    inputs.vary(Axis.TOTAL)
    inputs.choose_axis(Axis.TOTAL)
    assert inputs.grid == ()


def test_a_top_k_that_is_off_is_called_off(screen: Screen) -> None:
    lens(screen).inputs.choose_axis(Axis.TOP_K)
    found = ran(screen)
    assert found.study.current == 12  # where it keeps nothing out
    assert text(screen, "value.now") == "Now off"
    screen.workspace.store.commit("less", set_fields({"top_k": 4}))
    ran(screen)
    assert text(screen, "value.now") == "Now 4"
