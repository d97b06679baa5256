"""The result of an assembly as JSON for other programs, and its record in the history."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from inspector.core.arguments import require
from inspector.core.assembly import Assembly, Span
from inspector.core.model import Document
from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    problem_codes,
    run_record,
    title_of,
    verdict_counts,
)
from inspector.files.result_rows import (
    KEPT,
    LedgerRowWithId,
    ReasonCode,
    ResultPart,
    kept,
    kept_rows,
    ledger_rows,
    result_from,
)
from inspector.stage import Part
from inspector.stages.assembly.runs import AssemblyRun
from inspector.stages.injection.results import injection_configuration, injection_inputs


class AssemblyPiece(ResultPart):
    """One piece in its place in the window."""

    id: Annotated[str, KEPT]
    """Its id or reference."""

    kind: Annotated[str, KEPT]
    """What it is: item, hot_state, message, heading, card, background or file."""

    title: str
    """What people call it."""

    group: Annotated[str, KEPT]
    """``knowledge`` or ``bucket:`` and the bucket's id within the injection, else empty."""

    tokens: Annotated[int, KEPT]
    """Tokens of its content."""

    layout: Annotated[int, KEPT]
    """Tokens of headings and separators around it."""

    span: Annotated[tuple[int, int], KEPT]
    """Where it starts, and where the next one does."""


class AssembledStep(ResultPart):
    """One of the eight steps."""

    step: Annotated[int, KEPT]
    """Its number."""

    title: str
    """What it is called."""

    tokens: Annotated[int, KEPT]
    """Tokens it takes, layout included."""

    span: Annotated[tuple[int, int], KEPT]
    """Where it starts, and where the next one does."""

    pieces: Annotated[list[AssemblyPiece], KEPT]
    """What is in, in order."""


class AssemblyJudgement(ResultPart):
    """A reason to refuse the prompt, or the one that lets it pass."""

    reason: ReasonCode
    """The reason's code."""

    verdict: str
    """``included`` or ``refused``."""

    sentence: str
    """The reason in plain words."""


class AssemblyResult(Document):
    """What the eight steps came to. All sizes are tokens."""

    schema_version: Literal[2] = 2
    """Version of the format: 2, since rows of the ledger have ``subject``."""

    trace_id: Annotated[str, KEPT]
    """The request's id."""

    counter: Annotated[str, KEPT]
    """What counted the tokens."""

    decision: Annotated[str, KEPT]
    """``ok``, ``warn_soft_limit``, ``refuse_hard_limit``, ``refuse_hot_state`` or
    ``refuse_uncounted``."""

    judgements: list[AssemblyJudgement]
    """Every reason to refuse the prompt, or the one that lets it pass."""

    window: Annotated[int, KEPT]
    """The model's window."""

    response_token_reserve: Annotated[int, KEPT]
    """Kept for the answer."""

    hard_limit_tokens: Annotated[int, KEPT]
    """The window less the reserve."""

    soft_limit_tokens: Annotated[int, KEPT]
    """Above this a prompt is warned about."""

    tokens_used_before: Annotated[int, KEPT]
    """Steps 1 to 5."""

    used: Annotated[int, KEPT]
    """All eight steps."""

    over: Annotated[int, KEPT]
    """By so much prompt and reserve exceed the window."""

    steps: Annotated[list[AssembledStep], KEPT]
    """The eight steps, consecutive from 0."""

    unused_span: Annotated[tuple[int, int], KEPT]
    """What stays free."""

    reserve_span: Annotated[tuple[int, int], KEPT]
    """Where the reserve is."""

    balances: Annotated[bool, KEPT]
    """Whether the rows of the ledger add up to the window."""

    ledger: list[LedgerRowWithId]
    """Every piece and every candidate, and the rows that close the sum."""


def assembly_result(assembly: Assembly) -> dict[str, Any]:
    """Return an assembly as plain values, as ``AssemblyResult`` has them; texts are not among them.

    A ledger may have a million rows: they are written as they are, without a model of each.
    """
    require(Assembly, assembly=assembly)
    limits = assembly.limits
    result = result_from(
        AssemblyResult,
        assembly,
        trace_id=assembly.inputs.request.trace_id,
        counter=assembly.injection.prepared.counted.counter_name,
        window=limits.window,
        response_token_reserve=limits.reserve,
        hard_limit_tokens=limits.hard,
        soft_limit_tokens=limits.soft,
        steps=[
            AssembledStep(
                step=int(band.step),
                title=band.step.title,
                tokens=band.tokens,
                span=(band.start, band.end),
                pieces=[_piece(span) for span in band.spans],
            )
            for band in assembly.bands
        ],
        balances=assembly.ledger.balances,
        ledger=[],
    )
    rows = ledger_rows(assembly.ledger.entries, LedgerRowWithId)
    return result.model_dump(mode="json") | {"ledger": rows}


def _piece(span: Span) -> AssemblyPiece:
    piece = span.piece
    return result_from(
        AssemblyPiece, piece, id=piece.subject, layout=piece.overhead, span=(span.start, span.end)
    )


def assembly_record(
    result: AssemblyRun, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: the eight steps with their pieces, and the ledger; no text of any."""
    assembly, session = result.assembly, result.session
    if assembly is None or session.request is None:
        return None
    request = session.request
    known = known or InputFingerprints()
    stage = session.assembly
    return run_record(
        stage="assembly",
        recorded_at=recorded_at,
        title=title_of(session, Part.REQUEST, request.trace_id),
        inputs=injection_inputs(session, request, known)
        | {
            part: known.of(part, value, lambda value: value.model_dump(mode="json"))
            for part, value in (
                ("assembly", stage),
                ("relevance", session.relevance),
                ("discipline", session.discipline),
            )
        },
        configuration=injection_configuration(session, request)
        | {"assembly": stage.model_dump(mode="json", exclude={"items"})},
        result=kept(AssemblyResult, assembly_result(assembly))
        | {
            "judgements": [entry.reason.code for entry in assembly.judgements],
            "ledger": kept_rows(assembly.ledger.entries),
            "problems": problem_codes(result.problems),
        },
        metrics={
            "trace_id": request.trace_id,
            "model": request.model.name,
            "decision": assembly.decision.value,
            "window": assembly.limits.window,
            "used": assembly.used,
            "over": assembly.over,
            "tokens_used_before": assembly.tokens_used_before,
            "balances": assembly.ledger.balances,
        },
        verdicts=verdict_counts(assembly.ledger.entries),
    )
