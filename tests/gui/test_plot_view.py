"""A plot in the window: the marks of its picture, zoom, the cross, keys, and what it loads."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.gui.theme import Theme
from inspector.gui.views.painting import ChartStyle
from inspector.gui.views.plot_view import PlotView
from inspector.present.plot import Plot
from inspector.session.preferences import ThemeChoice
from tests.present.test_plot import KEYS, PLOT


class Walked(PlotView):
    """Keeps what was walked."""

    def __init__(self, style: ChartStyle) -> None:
        super().__init__(style, ("plot", "A plot", "Left and Right walk."))
        self.walked: list[int] = []

    def walk(self, direction: int) -> None:
        """Keep the direction."""
        self.walked.append(direction)

    def go_home(self) -> None:
        """Keep that."""
        self.walked.append(0)


def style(theme: Theme) -> ChartStyle:
    return ChartStyle.of(theme)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, ThemeChoice.LIGHT)


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> Walked:
    made = Walked(style(theme))
    qtbot.addWidget(made)
    made.resize(600, 320)
    made.show()
    made.show_plot(PLOT, "Everything there is")
    QApplication.processEvents()  # fields are laid out in a turn of their own
    return made


def place(view: PlotView, x: float, y: float) -> QPoint:
    """Where a point of the only panel is in the viewport."""
    return view.canvas.fields[0].box.mapViewToScene(QPointF(x, y)).toPoint()


def test_the_window_shows_the_marks_of_the_picture(view: Walked) -> None:
    (field,) = view.canvas.fields
    drawn = {*field.items, *(spot["data"] for spot in field.spots.data)}
    assert drawn | {value.key for value in PLOT.values} == KEYS


def test_another_plot_takes_all_the_room_there_is(view: Walked) -> None:
    for _ in range(2):
        view.show_plot(PLOT, "The same again")
        QApplication.processEvents()
        assert view.canvas.fields[0].box.width() > 0.8 * view.width()


def test_a_curve_is_exact_however_far_it_is_zoomed_into(view: Walked) -> None:
    view.canvas.zoom_by(1e-3, 0.25)
    (field,) = view.canvas.fields
    x, heights = field.items["curve"].getData()
    assert sorted(set(heights)) == [1.0, 3.0]
    pixel = (field.across[1] - field.across[0]) / field.box.width()
    assert x[list(heights).index(3.0)] == pytest.approx(0.25, abs=pixel)


def test_keys_zoom_move_and_show_all_again(view: Walked, qtbot: QtBot) -> None:
    (field,) = view.canvas.fields
    assert not view._whole.isVisible()
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    low, high = field.across
    assert high - low == pytest.approx(0.5)
    assert view._whole.isVisible()
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert field.across[0] == pytest.approx(low + 0.05)
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert field.across == (0.0, 1.0)
    assert not view._whole.isVisible()
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.walked == [-1, 0]


def test_the_axis_never_goes_beyond_its_ends(view: Walked) -> None:
    view.canvas.move_by(-5)
    view.canvas.zoom_by(10, None)
    assert view.canvas.fields[0].across == (0.0, 1.0)


def test_what_is_zoomed_into_stays_so_in_another_theme(view: Walked, qapp: QApplication) -> None:
    view.canvas.zoom_by(0.5, 0.25)
    before = view.canvas.fields[0].across
    view.follow_theme(Theme(qapp, ThemeChoice.DARK))
    assert view.canvas.fields[0].across == pytest.approx(before)


def test_the_cross_says_the_numbers_and_a_spot_its_own(view: Walked, qtbot: QtBot) -> None:
    told = view.canvas
    qtbot.mouseMove(told.viewport(), place(view, 0.75, 3.5))
    x, y = told._plate.toPlainText().split(" · ")
    (field,) = told.fields
    assert float(x) == pytest.approx(0.75, abs=2 / field.box.width())
    assert float(y) == pytest.approx(3.5, abs=8 / field.box.height())
    at = place(view, 0.5, 2.0)
    told.scene().sigMouseMoved.emit(QPointF(at))  # moves soon after another are left out
    assert told._plate.toPlainText() == "what is so"
    QApplication.sendEvent(told, QEvent(QEvent.Type.Leave))
    assert not told._plate.isVisible()


def test_a_click_chooses_a_spot(view: Walked, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.spot_chosen) as chosen:
        qtbot.mouseClick(
            view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place(view, 0.1, 1.0)
        )
    assert chosen.args == ["bare"]
    view.select_spot("bare")
    assert view.accessibleDescription().splitlines()[:2] == ["Everything there is", "here"]
    assert "bare" in {spot["data"] for spot in view.canvas.fields[0].spots.data}


def test_keys_go_along_the_spots_of_a_plot(qtbot: QtBot, theme: Theme) -> None:
    view = PlotView(style(theme), ("plot", "A plot", ""))
    qtbot.addWidget(view)
    view.show_plot(PLOT, "Everything there is")
    chosen: list[str] = []
    view.spot_chosen.connect(chosen.append)
    keys = Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home
    for key in keys:
        qtbot.keyClick(view, key)
    assert chosen == ["bare", "spot", "drawn", "spot", ""]


def test_a_cleared_plot_says_nothing_and_another_is_shown(view: Walked) -> None:
    view.clear()
    assert view.plot is None
    assert "Everything" not in view.accessibleDescription()
    view.show_plot(Plot("Other", PLOT.scale, PLOT.panels[:1]), "Another")
    assert view.canvas.isVisible()


def test_nothing_of_the_window_loads_pyqtgraph_before_there_is_a_plot() -> None:
    modules = (
        "inspector.gui.workspace, inspector.gui.views.plot_view,"
        " inspector.stages.corpus.view.lens, inspector.stages.tuning.view.lens"
    )
    program = f"import sys, {modules}; print('pyqtgraph' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"
