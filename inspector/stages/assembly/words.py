"""What people call the parts of an assembly, and an assembly in a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from inspector.core.assembly import Assembly, Decision, PieceKind, Step
from inspector.core.candidates.request import Request
from inspector.core.discipline import DisciplineAction
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance import DEFAULT_NODE_TOKEN_ESTIMATES, readable_node_table
from inspector.language import tr
from inspector.present.reason_text import reason_help
from inspector.present.shares import reconciled_text
from inspector.stage import filled
from inspector.stages.assembly.runs import AssemblyRun

KIND_TITLES: Mapping[str, str] = MappingProxyType(
    {
        PieceKind.ITEM.value: "item",
        PieceKind.HOT_STATE.value: "hot state",
        PieceKind.MESSAGE.value: "message",
        PieceKind.HEADING.value: "heading",
        PieceKind.CARD.value: "card",
        PieceKind.BACKGROUND.value: "background",
        PieceKind.FILE.value: "file",
        "left_out": "left out",
        "balance": "balance",
    }
)

DECISION_TITLES: Mapping[Decision, str] = MappingProxyType(
    {
        Decision.OK: tr("fits"),
        Decision.WARN_SOFT_LIMIT: tr("over the soft limit"),
        Decision.REFUSE_HARD_LIMIT: tr("refused: over the hard limit"),
        Decision.REFUSE_HOT_STATE: tr("refused: hot state refused"),
        Decision.REFUSE_UNCOUNTED: tr("refused: not measurable"),
    }
)

DECISIONS_IN_SHORT: Mapping[Decision, str] = MappingProxyType(
    {
        Decision.OK: tr("fits"),
        Decision.WARN_SOFT_LIMIT: tr("over the soft limit"),
        Decision.REFUSE_HARD_LIMIT: tr("over the hard limit"),
        Decision.REFUSE_HOT_STATE: tr("hot state refused"),
        Decision.REFUSE_UNCOUNTED: tr("not measurable"),
    }
)
"""The same for places where it is said already, or plain to see, that a call was refused."""

LENS_TITLES: Mapping[str, str] = MappingProxyType(
    {"relevance": tr("Relevance"), "discipline": tr("State"), "injection": tr("Budget")}
)
"""The lenses that decide about parts of an assembly, by id."""


def step_key(step: Step) -> str:
    """Return the key of a step: ``step:`` and its number."""
    return f"step:{int(step)}"


class StepWords(NamedTuple):
    """What a step is called in an assembly, and what it brings."""

    number: str
    title: str
    help: str


def step_name(assembly: Assembly, step: Step) -> StepWords:
    """Return what a step is called; the first stands for what a request states of five."""
    if step is Step.SYSTEM and assembly.steps_before_given:
        return StepWords("1–5", tr("As the request states"), reason_help(Reason.TOKENS_GIVEN))
    return StepWords(str(int(step)), tr(step.title), tr(step.help))


def step_of_key(key: str) -> Step | None:
    """Return the step that a key names, None for a key of something else."""
    kind, _, number = key.partition(":")
    return Step(int(number)) if kind == "step" and number in "12345678" and number else None


def entry_key(entry: LedgerEntry) -> str:
    """Return the key of a ledger row: its kind and its subject."""
    return f"{entry.kind}:{entry.subject}"


def deciding_lens(entry: LedgerEntry) -> str:
    """Return the id of the lens that decided about a row, "" where the assembly itself did."""
    if entry.account in ("knowledge", "bucket"):
        return "injection"
    if entry.kind == PieceKind.HOT_STATE:
        return "discipline"
    if entry.rule.startswith("Relevance") or entry.reason is Reason.NODE_UNDECIDED:
        return "relevance"
    return ""


def status_line(assembly: Assembly) -> str:
    """Return the outcome in one line."""
    closes = tr("reconciled") if assembly.ledger.balances else tr("balance does NOT close")
    return tr(
        "{used:,} of {hard:,} tokens used · {closes} · {decision_titles} · {counter_name}",
        used=assembly.used,
        hard=assembly.limits.hard,
        closes=closes,
        decision_titles=DECISION_TITLES[assembly.decision],
        counter_name=assembly.injection.prepared.counted.counter_name,
    )


def headline(assembly: Assembly) -> str:
    """Return how full the prompt is, in a few words."""
    decision = DECISIONS_IN_SHORT[assembly.decision]
    return tr(
        "{used:,} of {hard:,} tokens, {decision}",
        used=assembly.used,
        hard=assembly.limits.hard,
        decision=decision,
    )


def assembly_lines(assembly: Assembly) -> list[str]:
    """Return the assembly as lines of text: the steps, the limits, what decided."""
    request = assembly.inputs.request
    limits = assembly.limits
    counter = assembly.injection.prepared.counted.counter_name
    titles = ("tokens", "layout", "start", "end")
    wide = max(9, len(f"{max(limits.window, limits.reserve + assembly.used):,}") + 2)
    lines = [
        tr(
            "{trace_id}  {timestamp}  {model}  window {window:,}  {counter}",
            trace_id=request.trace_id,
            timestamp=request.timestamp,
            model=request.model.name,
            window=limits.window,
            counter=counter,
        ),
        "",
        f"{'step':<25}" + "".join(f"{title:>{wide}}" for title in titles),
    ]
    for band in assembly.bands:
        title = " ".join(step_name(assembly, band.step)[:2])
        layout = sum(span.piece.overhead for span in band.spans)
        lines.append(_row(title, wide, band.tokens, layout, band.start, band.end))
        lines += [
            f"    {entry.verdict:<12}{entry.name}: {entry.sentence}"
            for entry in assembly.around.rows
            if entry.account == band.step.account
            and (not entry.tokens or entry.verdict.value != "included")
        ]
    reserve, unused = assembly.reserve_span, assembly.unused_span
    lines += [
        _row("unused", wide, assembly.unused, None, *unused),
        _row("output reserve", wide, limits.reserve, None, *reserve),
    ]
    if assembly.over:
        lines.append(_row("over the window", wide, -assembly.over))
    lines += ["", *_decisions(assembly), *(entry.sentence for entry in assembly.judgements)]
    ledger = assembly.ledger
    lines.append(f"{reconciled_text(ledger.total_tokens, ledger.budget)}.")
    return lines


def _row(title: str, wide: int, *numbers: int | None) -> str:
    cells = ("" if number is None else f"{number:,}" for number in numbers)
    return f"{title:<25}" + "".join(f"{cell:>{wide}}" for cell in cells)


def _decisions(assembly: Assembly) -> list[str]:
    lines = []
    if assembly.relevance is not None:
        report = assembly.relevance
        nodes = len(report.inclusion_map)
        lines.append(
            tr(
                "Relevance: mode {mode}, {total_included:,} of {nodes:,} nodes in.",
                mode=report.mode,
                total_included=report.total_included,
                nodes=nodes,
            )
        )
    state = assembly.discipline
    if state is not None and state.type is not DisciplineAction.REJECT:
        lines.append(
            tr(
                "Discipline: {type}, hot state {tokens:,} tokens by its estimate,"
                " {original_tokens:,} as given.",
                type=state.type,
                tokens=state.tokens or 0,
                original_tokens=state.original_tokens or 0,
            )
        )
    budget = assembly.injection.budget
    lines.append(
        tr(
            "Injection: {tokens_used_before:,} tokens used before,"
            " {total_tokens_used:,} of {total_budget:,} injected.",
            tokens_used_before=assembly.tokens_used_before,
            total_tokens_used=assembly.injection.total_tokens_used,
            total_budget=budget.total_budget,
        )
    )
    return lines


def token_flow(result: AssemblyRun) -> str:
    """Say how many tokens the prompt has, and how many it may have."""
    assembly = result.assembly
    return "" if assembly is None else filled(assembly.used, assembly.limits.hard)


OUT = (Verdict.EXCLUDED, Verdict.SUPPRESSED, Verdict.DROPPED, Verdict.REFUSED)
"""The verdicts of what is not in the prompt."""


def request_line(request: Request | None) -> str:
    """Return the facts of a request that an assembly goes by."""
    if request is None:
        return tr("No request is open.")
    model = request.model
    mode = tr("no mode, so every context node is in")
    if request.mode is not None:
        mode = tr("mode {mode}", mode=request.mode)
    return tr(
        "{trace_id}\n{model}, window {context_window:,}, {encoding}\n{mode}",
        trace_id=request.trace_id,
        model=model.name or "a model",
        context_window=model.context_window,
        encoding=model.encoding,
        mode=mode,
    )


def known_nodes(config: object) -> tuple[str, ...]:
    """Return the context nodes of a relevance configuration's JSON value, usable or not."""
    if config is None:
        return tuple(DEFAULT_NODE_TOKEN_ESTIMATES)
    return tuple(readable_node_table(config))


def left_out_items(assembly: Assembly) -> frozenset[str]:
    """Return the ids of the pieces that are not in."""
    return frozenset(
        row.subject
        for row in assembly.around.rows
        if row.kind == PieceKind.ITEM and row.verdict in OUT
    )
