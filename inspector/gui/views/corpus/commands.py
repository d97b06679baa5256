"""The commands of the Corpus lens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.gui.commands import Choice, Command, CommandId, Menu
from inspector.gui.views.corpus.lens import CorpusLens
from inspector.language import tr
from inspector.present.corpus.tables import TITLES, CorpusTable

_GROUP = 60  # after those of the Tuning lens


def corpus_commands(lens: CorpusLens) -> Sequence[Command]:
    """Return what can be done in the lens while it is in sight."""

    def shown() -> bool:
        return lens.study is not None and lens.isVisible()

    def tables() -> Sequence[Choice]:
        return [
            Choice(table.value, TITLES[table], partial(lens.tables.turn_to, table))
            for table in CorpusTable
        ]

    return (
        Command(
            CommandId.CORPUS_RUN,
            tr("Run the corpus"),
            tr("Runs every request of the open corpus over the whole range, on all cores."),
            lens.run,
            menu=Menu.RUN,
            group=_GROUP,
            keys=("Ctrl+Alt+R",),
            enabled=lambda: lens.isVisible() and lens.can_run,
        ),
        Command(
            CommandId.CORPUS_STOP,
            tr("Stop the corpus"),
            tr("Stops the run; what is done is kept, and the next run goes on from there."),
            lens.stop,
            menu=Menu.RUN,
            group=_GROUP,
            enabled=lambda: lens.isVisible() and lens.busy,
        ),
        Command(
            CommandId.CORPUS_BEST,
            tr("Look at the recommended value"),
            tr("Looks at the value with the best mean recall; nothing is changed."),
            lens.look_at_best,
            menu=Menu.VIEW,
            group=_GROUP,
            enabled=shown,
        ),
        Command(
            CommandId.CORPUS_APPLY,
            tr("Apply the corpus value"),
            tr("Gives the policy the value that is looked at in the corpus, as one undoable edit."),
            lens.apply,
            menu=Menu.EDIT,
            group=_GROUP,
            enabled=lambda: shown() and lens.can_apply,
        ),
        Command(
            CommandId.CORPUS_OPEN,
            tr("Open the selected request"),
            tr("Opens the request in Budget with the value looked at, as one edit."),
            lens.open_request,
            menu=Menu.VIEW,
            group=_GROUP,
            keys=("Ctrl+Alt+O",),
            enabled=lambda: shown() and lens.can_open,
        ),
        Command(
            CommandId.CORPUS_TABLE,
            tr("Table of the corpus"),
            tr("Brings the requests, the curve, the Pareto front or the policies in sight."),
            choices=tables,
            menu=Menu.VIEW,
            group=_GROUP,
            enabled=shown,
        ),
    )
