"""What the Discipline lens writes: every export, of what there is and of nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.gui.lenses import LENSES
from inspector.stages.discipline.view.lens import DisciplineLens
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

DISCIPLINE = [record for record in LENSES if record.id == "discipline"]
SAMPLE = sample_path("discipline")


@pytest.fixture
def lens(open_screen: Callable[..., Screen]) -> Callable[..., DisciplineLens]:
    def opened(*files: Path) -> DisciplineLens:
        screen = open_screen(*files, lenses=DISCIPLINE)
        screen.workspace.show_lens("discipline")
        found = screen.find("discipline", DisciplineLens)
        screen.wait_until(lambda: not found.busy)
        return found

    return opened


def test_every_export_writes_what_there_is(
    lens: Callable[..., DisciplineLens], tmp_path: Path
) -> None:
    for exporter in lens(SAMPLE).exporters():
        assert exporter.enabled(), exporter.id
        target = tmp_path / exporter.file_name
        assert exporter.write(target) == ()
        text = target.read_text()
        if target.suffix == ".json":
            json.loads(text)
        if target.suffix == ".svg":
            assert text.startswith("<svg")
        assert text


def test_nothing_can_be_exported_of_nothing(lens: Callable[..., DisciplineLens]) -> None:
    assert not any(exporter.enabled() for exporter in lens().exporters())
