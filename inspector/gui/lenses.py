"""The lenses, in the order of their row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.gui.lens_record import LensRecord
from inspector.language import tr

if TYPE_CHECKING:
    from inspector.gui.lens import LensContext, LensWidget


def _injection(context: LensContext) -> LensWidget:
    from inspector.gui.views.injection.lens import InjectionLens

    return InjectionLens(context)


def _relevance(context: LensContext) -> LensWidget:
    from inspector.gui.views.relevance.lens import RelevanceLens

    return RelevanceLens(context)


def _discipline(context: LensContext) -> LensWidget:
    from inspector.gui.views.discipline.lens import DisciplineLens

    return DisciplineLens(context)


def _builder(context: LensContext) -> LensWidget:
    from inspector.gui.views.builder.lens import BuilderLens

    return BuilderLens(context)


def _window(context: LensContext) -> LensWidget:
    from inspector.gui.views.window.lens import WindowLens

    return WindowLens(context)


def _assembly(context: LensContext) -> LensWidget:
    from inspector.gui.views.assembly.lens import AssemblyLens

    return AssemblyLens(context)


def _tuning(context: LensContext) -> LensWidget:
    from inspector.gui.views.tuning.lens import TuningLens

    return TuningLens(context)


def _corpus(context: LensContext) -> LensWidget:
    from inspector.gui.views.corpus.lens import CorpusLens

    return CorpusLens(context)


def _audit(context: LensContext) -> LensWidget:
    from inspector.gui.views.audit.lens import AuditLens

    return AuditLens(context)


def _compare(context: LensContext) -> LensWidget:
    from inspector.gui.views.compare.lens import CompareLens

    return CompareLens(context)


LENSES: tuple[LensRecord, ...] = (
    LensRecord(
        "injection",
        tr("Injection"),
        tr("Which cards and files are injected under one budget, and why the others are not."),
        "Ctrl+1",
        _injection,
    ),
    LensRecord(
        "relevance",
        tr("Relevance"),
        tr("Which context nodes are worth fetching, layer by layer, and what would flip them."),
        "Ctrl+2",
        _relevance,
    ),
    LensRecord(
        "discipline",
        tr("Discipline"),
        tr("What was done to make a hot state fit, changes as diffs, and prompts that grow."),
        "Ctrl+3",
        _discipline,
    ),
    LensRecord(
        "builder",
        tr("Builder"),
        tr("Which files of a project one call may see, what is cut or taken out, and why."),
        "Ctrl+4",
        _builder,
    ),
    LensRecord(
        "window",
        tr("Window"),
        tr("Which chunks go into the model's window by priority, and what beat the others."),
        "Ctrl+5",
        _window,
    ),
    LensRecord(
        "assembly",
        tr("Assembly"),
        tr("The eight steps of a prompt in the model's window, and whether it may be sent."),
        "Ctrl+6",
        _assembly,
    ),
    LensRecord(
        "tuning",
        tr("Tuning"),
        tr("The result as a function of the policy: every breakpoint, thresholds, the optimum."),
        "Ctrl+7",
        _tuning,
    ),
    LensRecord(
        "corpus",
        tr("Corpus"),
        tr("Every request of a corpus over every value of the policy, and what that recommends."),
        "Ctrl+Shift+7",
        _corpus,
    ),
    LensRecord(
        "compare",
        tr("Compare"),
        tr("What changed between two runs, and which input did it."),
        "Ctrl+8",
        _compare,
    ),
    LensRecord(
        "audit",
        tr("Audit"),
        tr("Whether a manifest is right: in itself, and against the inputs it came from."),
        "Ctrl+9",
        _audit,
    ),
)
