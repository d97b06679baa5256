"""The lens of all requests, opened with a small corpus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QLabel

from inspector.gui.commands import commands_of
from inspector.gui.lens import LensContext
from inspector.gui.lenses import LENSES, LensRecord
from inspector.stages.corpus.view.lens import CorpusLens
from tests.shared.corpus_input import made_corpus, write_corpus
from tests.shared.screen import Screen


def alone(context: LensContext) -> CorpusLens:
    """The lens, which works in the program's own process: tests start enough of them."""
    made = CorpusLens(context, processes=1)
    context.register_commands(commands_of(made))
    context.register_exporters(made.exporters())
    return made


RECORDS = [record for record in LENSES if record.id == "injection"]
RECORDS.append(LensRecord("corpus", "Corpus", "A corpus.", "Ctrl+Shift+7", alone))


def opened_screen(open_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    opened = open_screen(lenses=RECORDS)
    opened.window.resize(1440, 900)
    requests, candidates = write_corpus(made_corpus(9), tmp_path)
    opened.open(candidates)
    opened.open(requests)
    opened.settle()
    opened.workspace.show_lens("corpus")
    return opened


def lens(screen: Screen) -> CorpusLens:
    return screen.find("corpus", CorpusLens)


def ran(screen: Screen) -> CorpusLens:
    screen.click("corpus.run")
    screen.wait_until(lambda: not lens(screen).busy)
    assert lens(screen).study is not None
    return lens(screen)


def text(screen: Screen, name: str) -> str:
    """What a label of this lens says."""
    return lens(screen).findChild(QLabel, name).text()
