"""What became of a file of the project, in a sentence."""

from __future__ import annotations

from inspector.core.builder.fates import FateKind, FileFate
from inspector.core.builder.report import BundleReport
from inspector.language import tr


def fate_sentence(report: BundleReport, fate: FileFate) -> str:
    """Say what became of a file and why.

    A call that is refused before files are ranked has no candidates: that nothing leads to a file
    would then be said of its targets, too.
    """
    refusal = report.refusal
    if fate.kind is FateKind.NO_CANDIDATE and refusal is not None and not report.ranking:
        return tr("The call was refused before files were chosen ({code}).", code=refusal.code)
    return fate.sentence
