"""The first page: the samples are what it says of them, the guide's first before all others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.files import load_session
from inspector.gui.lenses import LENSES
from inspector.gui.loaded_inputs import loaded
from inspector.gui.samples import FIRST, SampleEntry, samples
from inspector.resources import read_text, sample_sessions
from inspector.session.session import subject_of
from inspector.stage import Part
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen


def test_every_sample_is_listed_once_and_the_guides_first_is_the_lists() -> None:
    listed = [sample.id for sample in samples()]
    assert sorted(listed) == sorted(sample_sessions())
    assert listed[0] == FIRST
    assert samples()[0].name in read_text("manual/guide.md").split("Check a manifest")[0]


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_a_sample_is_what_its_line_says(sample: SampleEntry) -> None:
    session = load_session(sample.path).value
    assert session is not None
    assert subject_of(session) == sample.lens
    said = {
        loaded(session, Part.CANDIDATES).counts,
        loaded(session, Part.WINDOW).counts,
        f"{len(session.requests)} requests",
        f"{len(session.discipline.turns)} turns",
    }
    assert sample.size in said or sample.lens in ("builder", "timeline")  # what only a run counts


def test_a_line_says_lesson_name_stage_and_size(shell: Screen) -> None:
    for sample in samples():
        row = [f"start.sample.{sample.id}", *(f"start.sample.{sample.id}.{n}" for n in (1, 2, 3))]
        lesson, name, _, size = map(shell.text, row)
        assert (lesson, name, size) == (sample.lesson, sample.name, sample.size)
    assert {sample.lens for sample in samples()} <= {record.id for record in LENSES}


def test_what_is_chosen_with_nothing_open_is_presented(open_screen: Callable[..., Screen]) -> None:
    screen = open_screen(lenses=[record for record in LENSES if record.id == "injection"])
    screen.messages.files.append((samples()[0].path,))
    screen.press("F5")
    screen.wait_until(lambda: screen.workspace.presentation.is_on)
    assert subject_of(screen.session) == "injection"
    screen.press("Esc")


def test_nothing_is_presented_where_no_file_was_chosen(open_screen: Callable[..., Screen]) -> None:
    screen = open_screen(lenses=[record for record in LENSES if record.id == "injection"])
    screen.messages.files.append(())
    screen.click("start.present.own")
    assert not screen.workspace.presentation.is_on
    screen.drop(samples()[0].path)
    screen.settle()
    assert subject_of(screen.session) == "injection"
    assert not screen.workspace.presentation.is_on


@pytest.mark.parametrize("lens", ["relevance", "discipline", "builder", "window", "assembly"])
def test_a_stage_without_input_offers_its_sample(
    open_screen: Callable[..., Screen], lens: str
) -> None:
    screen = open_screen(lenses=[plain_record(lens, lens)._replace(needs="add something")])
    screen.workspace.show_lens(lens)
    assert screen.text("offer.text") == f"{lens}: add something"
    screen.click("offer.sample")
    assert subject_of(screen.session) == lens
    assert not screen.is_visible("offer")


def test_your_data_comes_first_with_what_opens(shell: Screen) -> None:
    first = shell.find("start.open", QPushButton)
    places = {
        name: shell.find(name, QWidget).mapTo(shell.window, QPoint()).y()
        for name in ("start.open", "start.opens.0", "start.tune", f"start.sample.{FIRST}")
    }
    assert sorted(places, key=places.__getitem__) == list(places)
    assert first.property("role") == "primary"
    assert "candidate sets" in shell.text("start.opens.0")


def test_a_recent_file_says_what_it_is_and_where(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (tmp_path / "mine.json").write_text('{"schema_version": 1, "set_id": "s", "buckets": []}')
    screen = open_screen(lenses=LENSES)
    gone = tmp_path / "gone.json"
    paths = [tmp_path / "mine.json", folder, gone]
    screen.workspace._start.show_recent([str(path) for path in paths])
    told = [f"{kind} · {tmp_path}" for kind in ("candidates", "folder", "not there any more")]
    screen.wait_until(lambda: [screen.text(f"start.recent.{at}.place") for at in range(3)] == told)
