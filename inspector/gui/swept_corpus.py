"""What the newest study of a corpus says of every split, for whoever divides the budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.analysis.corpus.divider import SplitRecall, split_recall
from inspector.analysis.tuning.axes import Axis
from inspector.session.audit_edits import receipts_of
from inspector.session.session import Session

if TYPE_CHECKING:
    from inspector.analysis.corpus.study import CorpusStudy

_SHARES = {"knowledge_card_share_default", "bucket_content_share_default"}


class SweptCorpus(QObject):
    """Keeps the recall of the newest study; nothing is run to look it up."""

    changed = Signal()
    """There is another study."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ran: Session | None = None
        self._recall: SplitRecall | None = None

    def keep(self, session: Session, study: CorpusStudy) -> None:
        """Take what a finished study of a session says; one of another axis says nothing."""
        if study.load.range.axis is not Axis.DIVISION:
            return
        self._ran, self._recall = session, split_recall(study)
        self.changed.emit()

    def recall_of(self, session: Session) -> SplitRecall | None:
        """Return the recall over the split that holds for a session, whatever its own split."""
        ran = self._ran
        if ran is None or not same_corpus(ran, session):
            return None
        before, now = (one.policy.model_dump(exclude=_SHARES) for one in (ran, session))
        return self._recall if before == now else None


def same_corpus(one: Session, other: Session) -> bool:
    """Whether two sessions run the same requests on the same set in the same way."""
    return (
        one.candidates is other.candidates
        and one.requests is other.requests
        and (bool(one.requests) or one.request is other.request)
        and one.strategy is other.strategy
        and one.settings == other.settings
        and one.overrides == other.overrides
        and _receipts(one) == _receipts(other)
    )


def _receipts(session: Session) -> list[str]:
    return [one.manifest for one in receipts_of(session)]  # quick: mostly the same objects
