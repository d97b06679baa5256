"""Charts on slides: what is painted is what was drawn for a page of the same letters."""

import pytest

from inspector.gui import story_export


def test_a_chart_is_written_in_the_letters_by_which_its_labels_were_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted: list[bytes] = []
    monkeypatch.setattr(story_export, "QSvgRenderer", lambda data: painted.append(bytes(data)))
    story_export.drawing_of('<svg font-family="Inter, Segoe UI, sans-serif"><path d="" /></svg>')
    assert painted == [b'<svg font-family="Inter"></svg>']
