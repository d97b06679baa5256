"""The lenses, in the order of their row."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from inspector.gui.lens_record import LensRecord
from inspector.language import tr

if TYPE_CHECKING:
    from inspector.gui.commands import Command
    from inspector.gui.lens import Exporter, LensContext, LensWidget
    from inspector.gui.views.stage_lens import StageLens

Lens = TypeVar("Lens", bound="StageLens")


def fitted(
    lens: Lens,
    commands: Callable[[Lens], Iterable[Command]],
    exporters: Callable[[Lens], Iterable[Exporter]],
) -> Lens:
    """Return a lens whose commands and files the window knows; it knows nothing of them itself."""
    lens.context.register_commands(commands(lens))
    lens.context.register_exporters(exporters(lens))
    return lens


def _injection(context: LensContext) -> LensWidget:
    from inspector.gui.views.injection.commands import injection_commands
    from inspector.gui.views.injection.exporters import injection_exporters
    from inspector.gui.views.injection.lens import InjectionLens

    return fitted(InjectionLens(context), injection_commands, injection_exporters)


def _relevance(context: LensContext) -> LensWidget:
    from inspector.gui.views.relevance.commands import relevance_commands
    from inspector.gui.views.relevance.exporters import relevance_exporters
    from inspector.gui.views.relevance.lens import RelevanceLens

    return fitted(RelevanceLens(context), relevance_commands, relevance_exporters)


def _discipline(context: LensContext) -> LensWidget:
    from inspector.gui.views.discipline.commands import discipline_commands
    from inspector.gui.views.discipline.exporters import discipline_exporters
    from inspector.gui.views.discipline.lens import DisciplineLens

    return fitted(DisciplineLens(context), discipline_commands, discipline_exporters)


def _builder(context: LensContext) -> LensWidget:
    from inspector.gui.views.builder.commands import builder_commands
    from inspector.gui.views.builder.exporters import builder_exporters
    from inspector.gui.views.builder.lens import BuilderLens

    return fitted(BuilderLens(context), builder_commands, builder_exporters)


def _window(context: LensContext) -> LensWidget:
    from inspector.gui.views.window.commands import window_commands
    from inspector.gui.views.window.exporters import window_exporters
    from inspector.gui.views.window.lens import WindowLens

    return fitted(WindowLens(context), window_commands, window_exporters)


def _assembly(context: LensContext) -> LensWidget:
    from inspector.gui.views.assembly.commands import assembly_commands
    from inspector.gui.views.assembly.exporters import assembly_exporters
    from inspector.gui.views.assembly.lens import AssemblyLens

    return fitted(AssemblyLens(context), assembly_commands, assembly_exporters)


def _tuning(context: LensContext) -> LensWidget:
    from inspector.gui.views.tuning.commands import tuning_commands
    from inspector.gui.views.tuning.exporters import tuning_exporters
    from inspector.gui.views.tuning.lens import TuningLens

    return fitted(TuningLens(context), tuning_commands, tuning_exporters)


def _corpus(context: LensContext) -> LensWidget:
    from inspector.gui.views.corpus.commands import corpus_commands
    from inspector.gui.views.corpus.exporters import corpus_exporters
    from inspector.gui.views.corpus.lens import CorpusLens

    return fitted(CorpusLens(context), corpus_commands, corpus_exporters)


def _audit(context: LensContext) -> LensWidget:
    from inspector.gui.views.audit.commands import audit_commands
    from inspector.gui.views.audit.exporters import audit_exporters
    from inspector.gui.views.audit.lens import AuditLens

    return fitted(AuditLens(context), audit_commands, audit_exporters)


def _compare(context: LensContext) -> LensWidget:
    from inspector.gui.views.compare.commands import compare_commands
    from inspector.gui.views.compare.exporters import compare_exporters
    from inspector.gui.views.compare.lens import CompareLens

    return fitted(CompareLens(context), compare_commands, compare_exporters)


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
