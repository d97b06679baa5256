"""Why a chunk is in or out: its size, its priority in parts, its turn, and what would change it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.core.text import utf16_length
from inspector.core.window.estimate import density
from inspector.core.window.outcome import Outcome
from inspector.core.window.recency import MS_PER_DAY
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import NOBODY
from inspector.present.injection.why import Passage, Step, Why
from inspector.present.window.names import CAP_TITLES, TYPE_TITLES, written


def why_window(report: WindowReport, key: str) -> Why | None:
    """Explain ``chunk:id``, ``balance:code`` or ``limit:name``; None where there is no such one."""
    kind, _, subject = key.partition(":")
    if kind == "chunk":
        return _why_chunk(report, key, subject)
    if kind == "balance":
        for entry in report.ledger.parts[1]:
            if entry.subject == subject:
                return _explanation(key, entry, tuple(_budget_steps(report)), (), ())
    if kind == "limit":
        return _why_limit(report, key, subject)
    return None


def _why_chunk(report: WindowReport, key: str, chunk_id: str) -> Why | None:
    outcome = report.outcome
    turns = enumerate(outcome.selection.order)
    found = next(((turn, row) for turn, row in turns if outcome.chunks[row].id == chunk_id), None)
    if found is None:
        return None
    turn, row = found
    chunk = outcome.chunks[row]
    entry = report.ledger.parts[0][turn]
    steps = (
        *_priority_steps(outcome, row),
        Step("Turn", "in the order of consideration", f"{turn + 1:,} of {len(outcome.chunks):,}"),
        _size_step(outcome, row),
        *_room_steps(outcome, row),
    )
    passages = []
    if chunk.content:
        passages.append(Passage(f"Chunk: {chunk.id}", chunk.content, TYPE_TITLES[chunk.type]))
    rival = outcome.selection.rival[row]
    if rival != NOBODY:
        kept = outcome.chunks[rival]
        note = f"{float(outcome.priorities.total[rival]):,.2f} points"
        passages.append(Passage(f"Kept: {kept.id}", kept.content or "", note))
    remedies = tuple(_remedies(report, row, turn))
    return _explanation(key, entry, steps, tuple(passages), remedies)


def _explanation(
    key: str,
    entry: LedgerEntry,
    steps: tuple[Step, ...],
    passages: tuple[Passage, ...],
    remedies: tuple[str, ...],
) -> Why:
    return Why(
        key=key,
        name={"window_reserve": "Reserve", "window_unused": "Unused"}.get(entry.name, entry.name),
        kind=entry.kind,
        verdict=entry.verdict,
        reason=entry.reason.code,
        rule=entry.rule,
        sentence=entry.sentence,
        help=entry.reason.help,
        tokens=entry.tokens,
        steps=steps,
        passages=passages,
        remedies=remedies,
    )


def _priority_steps(outcome: Outcome, row: int) -> Iterator[Step]:
    parts = outcome.priorities
    yield Step("Base", TYPE_TITLES[outcome.chunks[row].type], _points(float(parts.base[row])))
    yield Step("+ recency", _recency_working(outcome, row), _points(float(parts.recency[row])))
    yield Step(
        "+ relevance", f"{outcome.facts[row].relevance:g} × 20", _points(float(parts.rag[row]))
    )
    business = float(parts.business[row])
    counted = outcome.options.include_business_boost
    yield Step(
        "+ business",
        _business_working(outcome, row),
        _points(business) if counted else f"{_points(business)}, not counted",
    )
    yield Step("= priority", "", _points(float(parts.total[row])))


def _recency_working(outcome: Outcome, row: int) -> str:
    stamp = outcome.chunks[row].timestamp_ms
    if not outcome.options.prefer_recent:
        return "age does not count"
    if stamp is None:
        return "no time known"
    days = max(0.0, (outcome.now_ms - stamp) / MS_PER_DAY)
    if outcome.options.recency == "linear":
        return f"max(0, 20 − {days:,.2f} days)"
    decay = outcome.config.optimization.recency_decay
    business = outcome.facts[row].content_type == "business"
    rate = decay.business_slow_decay if business else decay.decay_rate
    return f"{decay.max_boost:g} × e^(−{rate:g} × {days:,.2f} days)"


def _business_working(outcome: Outcome, row: int) -> str:
    parts = outcome.priorities
    factors = [
        f"{title} {float(column[row]):g}"
        for title, column in (
            ("revenue", parts.revenue),
            ("urgency", parts.urgency),
            ("client tier", parts.client_tier),
            ("deal", parts.deal_status),
            ("relationship", parts.relationship),
        )
        if float(column[row])
    ]
    if not factors:
        return "no business facts"
    ceiling = outcome.config.priority_boosts.revenue_impact.max_boost
    return f"min({ceiling:g}, {' + '.join(factors)})"


def _size_step(outcome: Outcome, row: int) -> Step:
    chunk, tokens = outcome.chunks[row], outcome.tokens[row]
    if not outcome.estimated[row]:
        return Step("Size", "counted, as given", written(tokens))
    per_token = density(
        outcome.facts[row].content_type, outcome.config.optimization.token_estimation
    )
    units = utf16_length(chunk.content or "")
    return Step("Size", f"⌈{units:,} UTF-16 units ÷ {per_token:g}⌉", written(tokens))


def _room_steps(outcome: Outcome, row: int) -> Iterator[Step]:
    selection, need = outcome.selection, outcome.tokens[row]
    span, left = outcome.span(row), selection.left[row]
    yield Step("Left at its turn", CAP_TITLES.get(selection.cap[row], ""), written(left))
    if span is None:
        if need > left:
            yield Step("Short by", f"{written(need)} − {written(left)}", written(need - left))
        rival = selection.rival[row]
        if rival != NOBODY:
            yield Step("Beaten by", "placed last before it", outcome.chunks[rival].id)
        return
    laid_out = outcome.layout_span(row)
    yield Step("Span", "in selection order", f"{written(span[0])} to {written(span[1])}")
    if laid_out is not None:
        yield Step("Laid out", "in original order", " to ".join(map(written, laid_out)))


def _remedies(report: WindowReport, row: int, turn: int) -> Iterator[str]:
    """Say what would have to change for a dropped chunk to get in."""
    outcome = report.outcome
    reason = report.reason(row)
    left, need = outcome.selection.left[row], outcome.tokens[row]
    if reason is Reason.CHUNK_PLACED:
        return
    if reason is Reason.FILL_STOPPED:
        yield "Partial fill on, so that filling goes on after a chunk that does not fit."
        return
    if reason is Reason.CATEGORY_LIMIT:
        cap = CAP_TITLES[outcome.selection.cap[row]]
        yield f"{written(need - left)} more tokens under the {cap}, all before it unchanged."
        yield "Or category limits that are not enforced."
        return
    yield (
        f"{written(need - left)} more tokens at its turn: a larger window or a smaller reserve, if"
        " everything before it stays as it is."
    )
    if left > 0:
        yield f"Or a size of at most {written(left)} tokens."
    if outcome.options.enforce_category_limits:
        return
    for before in reversed(outcome.selection.order[:turn]):
        if outcome.selection.start[before] is not None and outcome.selection.left[before] >= need:
            yield (
                f"Or a turn before {outcome.chunks[before].id}, when"
                f" {written(outcome.selection.left[before])} tokens were left"
                + _ahead_of(outcome, before)
            )
            return


def _ahead_of(outcome: Outcome, row: int) -> str:
    if not outcome.options.prefer_higher_priority:
        return ": a later time."
    return f": more than {float(outcome.priorities.total[row]):,.2f} points."


def _budget_steps(report: WindowReport) -> Iterator[Step]:
    outcome = report.outcome
    yield Step("Available", "tokens the window has left", written(outcome.available_tokens))
    yield Step("− reserve", "for the system prompt, deducted once", written(outcome.reserve))
    yield Step("= room", "what chunks may take", written(outcome.room))
    yield Step("− placed", f"{len(report.allocated):,} chunks", written(report.total_tokens_used))
    yield Step("= unused", "", written(report.tokens_remaining))


def _why_limit(report: WindowReport, key: str, name: str) -> Why | None:
    use = next((one for one in report.limits if one.name == name), None)
    if use is None:
        return None
    holds = report.outcome.options.enforce_category_limits
    refused = f"it kept {use.dropped:,} chunks out" if holds else "limits are not enforced"
    steps = [
        Step("Allowed", "", written(use.limit)),
        Step("Used", "by the chunks that are placed", written(use.used)),
        Step("Left", "", written(use.limit - use.used)),
    ]
    return Why(
        key=key,
        name=CAP_TITLES[name].capitalize(),
        kind="limit",
        verdict=Verdict.BALANCE,
        reason=Reason.CATEGORY_LIMIT.code,
        rule=Reason.CATEGORY_LIMIT.rule,
        sentence=f"{written(use.used)} of {written(use.limit)} tokens are used; {refused}.",
        help="A chunk may count against several limits: by its type, its content type and the"
        " client facts in its metadata.",
        tokens=0,
        steps=tuple(steps),
        passages=(),
        remedies=(),
    )


def _points(points: float) -> str:
    return f"{points:,.2f}"
