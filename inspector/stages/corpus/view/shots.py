"""The pictures of the manual that show this lens."""

from __future__ import annotations

from inspector.core.candidates.request import Expectations
from inspector.gui.screenshots import Shot, both
from inspector.gui.unattended import wait_until
from inspector.gui.workspace import Workspace
from inspector.session.edits import open_requests
from inspector.stages.corpus.view.lens import CorpusLens


def _corpus(workspace: Workspace) -> None:
    """Run a corpus in which every request asks for one of the sample's cards and leans to it."""
    session = workspace.store.session
    if session.request is None:
        return
    asked = session.request
    requests = []
    for number, card in enumerate(session.candidates.knowledge_cards):
        wanted = min(1.0, card.relevance_score + 0.25)
        scores = asked.relevance.model_copy(
            update={"cards": {**asked.relevance.cards, card.node_id: wanted}}
        )
        changes = {
            "trace_id": f"request-{number + 1:03}",
            "relevance": scores,
            "expect": Expectations(must_include=(card.node_id,)),
        }
        requests.append(asked.model_copy(update=changes))
    workspace.store.commit("Open a corpus", open_requests(tuple(requests), None))
    workspace.show_lens("corpus")
    lens = workspace.lenses.widget
    if isinstance(lens, CorpusLens):
        lens.run()
        wait_until(lambda: not lens.busy)


SHOTS: tuple[Shot, ...] = (*both("corpus", "securities-fraud", _corpus),)
