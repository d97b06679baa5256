"""A timeline as a file for other programs, and as a record: its numbers, never its texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.core.model_facts import Known
from inspector.core.timeline.compactions import Compaction, Settled
from inspector.core.timeline.money import Miss
from inspector.core.timeline.report import BlockRow, RequestPart, TimelineReport, Turn
from inspector.core.timeline.sizes import Factor
from inspector.core.window.chunk import write_instant
from inspector.files.account import Account
from inspector.files.history import RunRecord
from inspector.files.recording import InputFingerprints, problem_codes, run_record, title_of
from inspector.files.result_rows import result_from, within
from inspector.plurals import count_of
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.timeline.file_rows import (
    AgainRow,
    BlockFile,
    CompactionFile,
    FactorFile,
    FateRow,
    MissRow,
    PartRow,
    RequestFile,
    SimulatedRow,
    SimulationFile,
    TimelineFile,
    TurnFile,
)
from inspector.stages.timeline.runs import TimelineResult, run_timeline

_MONEY = 6  # places behind the point of a dollar


def timeline_file(result: TimelineResult, request: int | None = None) -> TimelineFile | None:
    """Return a result as a file, None without a report.

    The parts of requests are by kind and tool; those of ``request`` (from 1) are its blocks.
    """
    report = result.report
    if report is None:
        return None
    subagents = tuple(
        _file(one, None, None).model_copy(
            update={"started_by": number + 1 if number >= 0 else None}
        )
        for number, one in result.children
    )
    made = _file(report, result.account, request)
    return made.model_copy(update={"subagents": subagents, "simulation": _simulation(result)})


def sessions_file(result: TimelineResult) -> list[TimelineFile]:
    """Return every session of a folder as a file."""
    return [_file(one, None, None) for one in result.sessions]


def _file(report: TimelineReport, account: Account | None, request: int | None) -> TimelineFile:
    peak, factor = report.peak, report.sizes.factor
    return TimelineFile(
        title=report.log.title,
        source=report.log.what,
        known=report.known,
        input_tokens=report.sent,
        peak=peak.total if peak is not None else 0,
        cost=money(report.cost),
        cost_is_least=report.cost_is_least,
        requests=tuple(
            request_file(report, row.number, whole=row.number + 1 == request)
            for row in report.requests
        ),
        blocks=tuple(_block(row) for row in report.blocks),
        compactions=tuple(_compaction(report, one) for one in report.compactions),
        turns=tuple(_turn(one) for one in report.turns),
        factor=None if factor is None else _factor(factor, report),
        account=account or Account(),
    )


def money(cost: float | None) -> float | None:
    """Return dollars as a file has them."""
    return None if cost is None else round(cost, _MONEY)


def request_file(report: TimelineReport, number: int, *, whole: bool) -> RequestFile:
    """Return a request, block by block where it is to be ``whole``."""
    row = report.requests[number]
    parts = report.parts(number) if whole else report.grouped_parts(number)
    usage = row.log.usage
    cached = usage if usage is not None and usage.caches else None
    return RequestFile(
        id=row.log.id,
        number=number + 1,
        time=None if row.log.time_ms is None else write_instant(row.log.time_ms),
        model=row.log.model,
        window=row.window.tokens,
        window_known=row.window.known,
        input_tokens=row.total,
        output_tokens=None if usage is None else usage.output,
        cached_tokens=None if cached is None else cached.read,
        written_tokens=None if cached is None else cached.written,
        known=row.known,
        cost=None if row.cost is None else money(row.cost.total),
        turn=row.log.turn,
        line=row.log.place.line,
        parts=tuple(_part(one) for one in parts),
        miss=None if row.miss is None else _miss(report, row.miss),
        abandoned=row.log.abandoned,
    )


def _part(part: RequestPart) -> PartRow:
    return result_from(PartRow, part, block=part.block if part.block >= 0 else None)


def _miss(report: TimelineReport, miss: Miss) -> MissRow:
    return result_from(
        MissRow,
        miss,
        cost=money(miss.cost),
        broke_at=where_broke(report, miss),
        idle_seconds=None if miss.idle_ms is None else miss.idle_ms / 1000,
    )


def where_broke(report: TimelineReport, miss: Miss) -> str:
    """Return the name of what broke a prefix."""
    if miss.block is None:
        return "system prompt and tools"
    return report.log.blocks[miss.block].name


def _block(row: BlockRow) -> BlockFile:
    return result_from(
        BlockFile,
        row,
        id=row.number,
        tool=row.block.tool if row.block is not None else "",
        first_request=row.first + 1,
        last_request=row.last + 1,
        carried_tokens=row.carried,
        cost=money(row.cost),
        repeats=() if row.repeat is None else (row.repeat.of,),
        line=None if row.block is None else row.block.place.line,
    )


def _compaction(report: TimelineReport, one: Compaction) -> CompactionFile:
    tokens = report.sizes.tokens
    return result_from(
        CompactionFile,
        one,
        after_request=report.requests[one.request].log.parent + 1,
        before_tokens=one.before,
        before_known=Known.RECORDED if one.before_recorded else Known.DERIVED,
        after_tokens=one.after,
        read_again=sum(tokens[block] for block in {again.block for again in one.again}),
        blocks=tuple(_fate(report, one, settled) for settled in one.blocks),
    )


def _fate(report: TimelineReport, compaction: Compaction, settled: Settled) -> FateRow:
    again = sorted({one.request + 1 for one in compaction.again if one.of == settled.block})
    return result_from(
        FateRow,
        settled,
        id=settled.block,
        name=report.log.blocks[settled.block].name,
        tokens=report.sizes.tokens[settled.block],
        read_again=tuple(again),
    )


def _turn(turn: Turn) -> TurnFile:
    return result_from(
        TurnFile,
        turn,
        first_request=turn.requests[0] + 1,
        last_request=turn.requests[-1] + 1,
        input_tokens=turn.sent,
        output_tokens=turn.output,
        cost=money(turn.cost),
    )


def _factor(factor: Factor, report: TimelineReport) -> FactorFile:
    return FactorFile(
        measured=factor.measured,
        median=round(factor.median, 4),
        low=round(factor.low, 4),
        high=round(factor.high, 4),
        counted_by=report.log.counted_by,
    )


def _simulation(result: TimelineResult) -> SimulationFile | None:
    made, report = result.simulation, result.report
    if made is None or report is None:
        return None
    return SimulationFile(
        clear_results_after=made.rule.clear_results_after,
        keep_turns=made.rule.keep_turns,
        compact_at=made.rule.compact_at,
        first_change=None if made.first_change is None else made.first_change + 1,
        input_tokens=made.sent,
        recorded_tokens=report.sent,
        peak=made.peak,
        cost=money(made.cost),
        recorded_cost=money(report.cost),
        summary_tokens=made.summary,
        summary_known=made.summary_known,
        removed=tuple(sorted(made.removed)),
        read_again=tuple(
            AgainRow(
                request=one.request + 1,
                block=one.of,
                name=report.log.blocks[one.of].name,
                tokens=report.sizes.tokens[one.block],
            )
            for one in made.again
        ),
        requests=tuple(
            SimulatedRow(
                number=one.number + 1,
                input_tokens=one.total,
                recorded_tokens=one.recorded,
                cached_tokens=one.read,
                known=one.known,
                cost=money(one.cost),
                compacted=one.compacted,
            )
            for one in made.requests
        ),
    )


def answers_of(session: Session) -> tuple[Callable[..., dict[str, Any]], ...]:
    """Return the questions there are about a session's log."""

    def timeline(request: int = 0) -> dict[str, Any]:
        """Give what filled the logged session: totals, requests, heaviest blocks, compactions.

        Of a ``request`` (from 1), give its parts, which add up to what was sent.
        """
        result = run_timeline(session)
        made = timeline_file(result, request or None)
        if made is None:
            return {"message": "The files hold no log of a session."}
        whole = made.model_dump(mode="json")
        if request:
            if not 1 <= request <= len(whole["requests"]):
                return {"message": f"It has {count_of(len(whole['requests']), 'request')}."}
            return within(dict(whole["requests"][request - 1]), "parts")
        told = ("title", "source", "known", "input_tokens", "peak", "cost", "cost_is_least")
        rows = ("id", "time", "model", "window", "input_tokens", "output_tokens", "known", "cost")
        answer: dict[str, Any] = {name: whole[name] for name in told}
        answer["compactions"] = [
            {name: value for name, value in one.items() if name != "blocks"}
            for one in whole["compactions"]
        ]
        answer["blocks"] = sorted(whole["blocks"], key=lambda one: -one["carried_tokens"])
        answer["requests"] = [{name: one[name] for name in rows} for one in whole["requests"]]
        return within(answer, "requests", "blocks", "compactions")

    return (timeline,)


def timeline_record(
    result: TimelineResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: totals, cost and compactions; no text and no name of a block."""
    report = result.report
    if report is None:
        return None
    known = known or InputFingerprints()
    peak = report.peak
    return run_record(
        stage="timeline",
        recorded_at=recorded_at,
        title=title_of(result.session, Part.TIMELINE) or report.log.title,
        inputs={"log": known.of("log", report.log, _totals)},
        configuration=result.stage.model_dump(mode="json", exclude={"log"}),
        result={
            "requests": [row.total for row in report.requests],
            "compactions": [[one.before, one.after] for one in report.compactions],
            "problems": problem_codes(result.problems),
        },
        metrics={
            "requests": len(report.requests),
            "input_tokens": report.sent,
            "peak": 0 if peak is None else peak.total,
            "cost": report.cost,
            "compactions": len(report.compactions),
            "misses": len(report.misses),
            "balances": report.balances,
        },
        verdicts={},
    )


def _totals(log: Any) -> Any:
    return [
        [one.id, None if one.usage is None else one.usage.sent, len(one.came)]
        for one in log.requests
    ]
