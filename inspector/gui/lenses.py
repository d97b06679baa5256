"""The lenses, door by door, in the order of a prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from inspector.gui.lens_record import Door, LensRecord
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
    from inspector.stages.injection.view.commands import injection_commands, injection_exporters
    from inspector.stages.injection.view.lens import InjectionLens

    return fitted(InjectionLens(context), injection_commands, injection_exporters)


def _relevance(context: LensContext) -> LensWidget:
    from inspector.stages.relevance.view.commands import relevance_commands, relevance_exporters
    from inspector.stages.relevance.view.lens import RelevanceLens

    return fitted(RelevanceLens(context), relevance_commands, relevance_exporters)


def _discipline(context: LensContext) -> LensWidget:
    from inspector.stages.discipline.view.commands import discipline_commands, discipline_exporters
    from inspector.stages.discipline.view.lens import DisciplineLens

    return fitted(DisciplineLens(context), discipline_commands, discipline_exporters)


def _builder(context: LensContext) -> LensWidget:
    from inspector.stages.builder.view.commands import builder_commands, builder_exporters
    from inspector.stages.builder.view.lens import BuilderLens

    return fitted(BuilderLens(context), builder_commands, builder_exporters)


def _window(context: LensContext) -> LensWidget:
    from inspector.stages.window.view.commands import window_commands, window_exporters
    from inspector.stages.window.view.lens import WindowLens

    return fitted(WindowLens(context), window_commands, window_exporters)


def _assembly(context: LensContext) -> LensWidget:
    from inspector.stages.assembly.view.commands import assembly_commands, assembly_exporters
    from inspector.stages.assembly.view.lens import AssemblyLens

    return fitted(AssemblyLens(context), assembly_commands, assembly_exporters)


def _tuning(context: LensContext) -> LensWidget:
    from inspector.stages.tuning.view.commands import tuning_commands, tuning_exporters
    from inspector.stages.tuning.view.lens import TuningLens

    return fitted(TuningLens(context), tuning_commands, tuning_exporters)


def _corpus(context: LensContext) -> LensWidget:
    from inspector.stages.corpus.view.commands import corpus_commands, corpus_exporters
    from inspector.stages.corpus.view.lens import CorpusLens

    return fitted(CorpusLens(context), corpus_commands, corpus_exporters)


def _audit(context: LensContext) -> LensWidget:
    from inspector.stages.audit.view.commands import audit_commands, audit_exporters
    from inspector.stages.audit.view.lens import AuditLens

    return fitted(AuditLens(context), audit_commands, audit_exporters)


def _compare(context: LensContext) -> LensWidget:
    from inspector.stages.compare.view.commands import compare_commands, compare_exporters
    from inspector.stages.compare.view.lens import CompareLens

    return fitted(CompareLens(context), compare_commands, compare_exporters)


def _flow(before: int, after: int) -> str:
    return tr("{before:,} → {after:,} tokens", before=before, after=after)


def _filled(used: int, limit: int) -> str:
    return tr("{used:,} of {limit:,} tokens", used=used, limit=limit)


def _relevance_tokens(result: Any) -> str:
    report = result.report
    if report is None:
        return ""
    saved = report.tokens_saved
    kept = sum(report.size(node) for node, is_in in report.inclusion_map.items() if is_in)
    return _flow(kept + saved, kept)


def _discipline_tokens(result: Any) -> str:
    report = result.result.report
    if report is None or report.original_tokens is None:
        return ""
    if report.tokens is None:
        return tr("{before:,} tokens, rejected", before=report.original_tokens)
    return _flow(report.original_tokens, report.tokens)


def _builder_tokens(result: Any) -> str:
    report = result.result.report
    if report is None:
        return ""
    if report.refused:
        return tr("refused")
    return _filled(report.budget.estimated_input_tokens, report.budget.hard_limit_tokens)


def _injection_tokens(result: Any) -> str:
    report = result.report
    if report is None:
        return ""
    return _flow(report.prepared.counted.tokens_in_full, report.total_tokens_used)


def _window_tokens(result: Any) -> str:
    report = result.report
    return "" if report is None else _flow(sum(report.outcome.tokens), report.total_tokens_used)


def _assembly_tokens(result: Any) -> str:
    assembly = result.assembly
    return "" if assembly is None else _filled(assembly.used, assembly.limits.hard)


LENSES: tuple[LensRecord, ...] = (
    LensRecord(
        "relevance",
        tr("Relevance"),
        tr("Which context nodes are worth fetching, layer by layer, and what would flip them."),
        "Alt+1",
        _relevance,
        needs=tr("add query signals"),
        inputs=("relevance", "request"),
        tokens=_relevance_tokens,
    ),
    LensRecord(
        "discipline",
        tr("State"),
        tr("What was done to make a hot state fit, changes as diffs, and prompts that grow."),
        "Alt+2",
        _discipline,
        specified=tr("Context discipline"),
        needs=tr("add a working state"),
        inputs=("discipline",),
        tokens=_discipline_tokens,
    ),
    LensRecord(
        "builder",
        tr("Code"),
        tr("Which files of a project one call may see, what is cut or taken out, and why."),
        "Alt+3",
        _builder,
        specified=tr("Context builder"),
        needs=tr("add a project folder"),
        inputs=("builder",),
        tokens=_builder_tokens,
    ),
    LensRecord(
        "injection",
        tr("Budget"),
        tr("Which cards and files are injected under one budget, and why the others are not."),
        "Alt+4",
        _injection,
        specified=tr("Unified injection"),
        needs=tr("add candidates"),
        tokens=_injection_tokens,
    ),
    LensRecord(
        "window",
        tr("Window"),
        tr("Which chunks go into the model's window by priority, and what beat the others."),
        "Alt+5",
        _window,
        specified=tr("Context window"),
        needs=tr("add chunks"),
        inputs=("window",),
        tokens=_window_tokens,
    ),
    LensRecord(
        "assembly",
        tr("Prompt"),
        tr("The eight steps of a prompt in the model's window, and whether it may be sent."),
        "Alt+6",
        _assembly,
        specified=tr("Prompt assembly"),
        needs=tr("add a prompt layout"),
        inputs=("policy", "candidates", "request", "assembly"),
        tokens=_assembly_tokens,
    ),
    LensRecord(
        "tuning",
        tr("This request"),
        tr("The result as a function of the policy: every breakpoint, thresholds, the optimum."),
        "Ctrl+7",
        _tuning,
        Door.OPTIMISE,
    ),
    LensRecord(
        "corpus",
        tr("All requests"),
        tr("Every request of a corpus over every value of the policy, and what that recommends."),
        "Ctrl+Shift+7",
        _corpus,
        Door.OPTIMISE,
    ),
    LensRecord(
        "compare", Door.COMPARE.title, Door.COMPARE.help, Door.COMPARE.key, _compare, Door.COMPARE
    ),
    LensRecord(
        "audit",
        Door.AUDIT.title,
        Door.AUDIT.help,
        Door.AUDIT.key,
        _audit,
        Door.AUDIT,
        inputs=("audit", "policy", "candidates", "request"),
    ),
)
