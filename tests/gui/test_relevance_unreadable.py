"""A relevance configuration that cannot be read includes everything, in the window as elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.gui.lenses import LENSES
from inspector.stages.relevance.view.lens import RelevanceLens
from tests.shared.screen import Screen

RELEVANCE = [record for record in LENSES if record.id == "relevance"]
CYCLE = {"dependencies": {"facts": ["gists"], "gists": ["facts"]}}


@pytest.mark.parametrize("text", [None, "{not json", "[1]", '{"dependencies": 5}', CYCLE])
def test_config_load_failure_falls_back_to_include_all_in_the_window(
    open_screen: Callable[..., Screen], tmp_path: Path, text: object
) -> None:
    if text is not None:
        told = text if isinstance(text, str) else json.dumps(text)
        (tmp_path / "config.json").write_text(told)
    session = {"schema_version": 1, "title": "T", "relevance": {"path": "config.json"}}
    (tmp_path / "s.inspector.json").write_text(json.dumps(session))
    screen = open_screen(lenses=RELEVANCE)
    screen.open(tmp_path / "s.inspector.json")
    lens = screen.workspace.lenses.widget
    assert isinstance(lens, RelevanceLens)
    assert lens.report is not None
    assert list(lens.report.inclusion_map.values()) == [True] * 17
    assert [one.place.file for one in screen.problems if one.severity == "error"] == [
        str(tmp_path / "config.json")
    ]
