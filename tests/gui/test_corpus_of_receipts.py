"""Optimise runs the receipts that are under audit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QLabel

from inspector.core import inject
from inspector.core.tokens import counter_by_name
from inspector.files import load_candidates, load_requests
from inspector.gui.commands import commands_of
from inspector.gui.lens import LensContext
from inspector.gui.lenses import LensRecord
from inspector.recorder import Recorder
from inspector.stages.corpus.view.lens import CorpusLens
from tests.shared.corpus_input import made_corpus, write_corpus
from tests.shared.screen import Screen


def alone(context: LensContext) -> CorpusLens:
    """The lens, which works in the program's own process."""
    made = CorpusLens(context, processes=1)
    context.register_commands(commands_of(made))
    context.register_exporters(made.exporters())
    return made


def test_receipts_under_audit_are_run_under_the_policy_of_the_session(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    requests, candidates = write_corpus(made_corpus(3), tmp_path)
    given, asked = load_candidates(candidates).value, load_requests(requests).value
    assert given is not None
    assert asked is not None
    path = tmp_path / "receipts.jsonl"
    counter = counter_by_name("o200k_base")
    with Recorder(path) as recorder:
        for request in asked:
            recorder.record(inject(request, given, {"max_injection_tokens_absolute": 300}, counter))
    screen = open_screen(
        lenses=[LensRecord("corpus", "Corpus", "A corpus.", "Ctrl+Shift+7", alone)]
    )
    screen.open(path)
    screen.settle()
    screen.workspace.show_lens("corpus")
    lens = screen.find("corpus", CorpusLens)
    assert (
        "3 receipts under audit, as they were recorded"
        in lens.findChild(QLabel, "corpus.text").text()
    )
    screen.click("corpus.run")
    screen.wait_until(lambda: not lens.busy)
    study = lens.study
    assert study is not None
    assert [one.name for one in study.load.variants] == ["as it is", "as recorded"]
    now, then = ({one.current for one in curves} for curves in study.curves)
    assert now != then
    lens.select("request:1")
    assert not lens.can_open
