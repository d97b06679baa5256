"""What one step of the slider costs a reader of a profile, and that its part of a picture is whole.

Files and calls, never the time.
"""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from inspector.gui.unattended import settle, unattended_window
from inspector.stages.injection.view.lens import InjectionLens
from tests.benchmarks.bench_step import CALLS, FILES, by_file, steps_counted
from tests.shared.samples import sample_session


def test_a_step_of_the_slider_runs_few_files_and_calls_few_functions(qapp: object) -> None:
    session = sample_session("securities-fraud")
    files = by_file(steps_counted(session)["until it returns"])
    assert len(files) <= FILES, sorted(files)
    assert sum(files.values()) <= CALLS, files.most_common(12)


@pytest.mark.parametrize("percent", [100, 150])
def test_painting_what_a_step_changes_gives_the_picture_that_painting_all_gives(
    qapp: object, percent: int
) -> None:
    session = sample_session("securities-fraud")
    with unattended_window() as workspace:
        workspace.store.open(session)
        workspace.show_lens("injection")
        workspace.choose_text_size(percent)
        settle(workspace)
        lens, gesture = workspace.lenses.widget, object()
        assert isinstance(lens, InjectionLens)
        shares = (0.4, 0.41, 0.42, 0.7, 0.1, 0.4)
        for share in shares:
            lens.bar.moved.emit(share, gesture)
            QApplication.processEvents()
            in_parts = _picture(lens)
            lens.bar.repaint()
            assert in_parts == _picture(lens)


def _picture(lens: InjectionLens) -> QImage:
    """Return what is in the window where the bar is."""
    window, area = lens.window(), lens.bar
    place = area.mapTo(window, QPoint(0, 0))
    size = (area.width(), area.height())
    return window.screen().grabWindow(window.winId(), place.x(), place.y(), *size).toImage()
