"""Where a chart that ``test_touch.py`` adds to a copy of the program has to appear."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.present.drawing import Box
from inspector.present.drawing_svg import measured
from inspector.present.strips import strips_drawing
from inspector.stages.discipline.view import runner

SAID = "Synthetic: 10 tokens"


def test_synthetic_chart_is_a_file() -> None:
    file = next(one for one in runner.FILES if one.name == "synthetic.svg")
    svg = file.write(file.of(None))
    assert svg.startswith("<svg")
    assert "Synthetic row" in svg


def test_synthetic_chart_says_its_parts_where_they_are_hit() -> None:
    drawing = strips_drawing(runner.synthetic_chart(None), 600, measured)
    [_rest, part] = drawing.parts()
    assert part.tip == SAID
    hit = drawing.hit(part.x + part.width / 2, part.y + part.height / 2)
    assert hit is not None
    assert (hit.key, hit.tip) == ("synthetic:one", SAID)


def outlined(view: DrawingView) -> list[Box]:
    assert view.drawing is not None
    return [one for one in view.drawing.items if isinstance(one, Box) and one.outline == "text"]


def test_synthetic_chart_is_walked_through_in_the_window(qapp) -> None:
    view = DrawingView("synthetic", "Synthetic", Theme(qapp), grows=False)
    chosen: list[str] = []
    view.selected.connect(chosen.append)
    view.resize(600, 200)
    view.show_strips(runner.synthetic_chart(None))
    assert not outlined(view)  # what has no key is never selected
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert chosen == ["synthetic:one"]
    assert len(outlined(view)) == 1
