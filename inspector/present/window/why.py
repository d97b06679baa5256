"""Why a chunk is in or out: its size, its priority in parts, its turn, and what would change it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.core.reasons import Reason, Verdict
from inspector.core.text import utf16_length
from inspector.core.window.estimate import density
from inspector.core.window.outcome import Outcome
from inspector.core.window.recency import MS_PER_DAY
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import NOBODY
from inspector.present.injection.why import Step, Why, explanation, passage
from inspector.present.table.cells import one_line
from inspector.present.window.names import CAP_TITLES, TYPE_TITLES, tokens_text, written

PLACEMENT_KEY = "placement:all"


def why_window(report: WindowReport, key: str) -> Why | None:
    """Explain ``chunk:id``, ``balance:code`` or ``limit:name``; None where there is no such one."""
    kind, _, subject = key.partition(":")
    if kind == "chunk":
        return _why_chunk(report, key, subject)
    if kind == "balance":
        for entry in report.ledger.parts[1]:
            if entry.subject == subject:
                title = "Reserve" if entry.reason is Reason.WINDOW_RESERVE else "Unused"
                return replace(explanation(key, entry, tuple(_budget_steps(report))), name=title)
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
        Step("Turn", "by priority", f"{turn + 1:,} of {len(outcome.chunks):,}"),
        _size_step(outcome, row),
        *_room_steps(outcome, row),
    )
    passages = []
    if chunk.content:
        passages.append(passage("Its text", chunk.content, TYPE_TITLES[chunk.type]))
    rival = outcome.selection.rival[row]
    if rival != NOBODY and outcome.chunks[rival].content:
        note = f"{float(outcome.priorities.total[rival]):,.2f} points"
        title = f"Kept instead: {one_line(outcome.chunks[rival].id)}"
        passages.append(passage(title, outcome.chunks[rival].content, note))
    why = explanation(key, entry, steps, passages, tuple(_remedies(report, row, turn)))
    return replace(why, name=one_line(why.name), sentence=one_line(why.sentence))


def why_placement(report: WindowReport) -> Why:
    """Return the placement as a whole, for where no chunk is selected."""
    metrics = report.metrics
    steps = (
        *_budget_steps(report),
        Step("Mean priority", "of placed", _points(metrics.prioritization_score)),
        Step("Mean recency", "of placed", _points(metrics.recency_boost)),
        Step("Mean revenue", "of placed", _points(metrics.business_relevance_boost)),
    )
    closes = "closes" if report.ledger.balances else "does NOT close"
    return Why(
        key=PLACEMENT_KEY,
        name="This placement",
        kind="placement",
        verdict=None,
        reason="",
        rule="Window step 3",
        sentence=f"{len(report.allocated):,} of {len(report.outcome.chunks):,} chunks are placed,"
        f" {report.chunks_dropped:,} are dropped. The balance {closes}: chunks, reserve and"
        f" unused tokens are {report.ledger.budget:,}.",
        help="Chunks are considered from the highest priority down, and each is placed if it fits"
        " into what is left. Select one to see why it is in or out.",
        tokens=report.ledger.budget,
        steps=steps,
        passages=(),
        remedies=(),
    )


def _priority_steps(outcome: Outcome, row: int) -> Iterator[Step]:
    parts = outcome.priorities
    yield Step("Base", TYPE_TITLES[outcome.chunks[row].type], _points(float(parts.base[row])))
    yield Step(
        _joined("+ recency"), _recency_working(outcome, row), _points(float(parts.recency[row]))
    )
    yield Step(
        _joined("+ relevance"),
        f"{outcome.facts[row].relevance:g} × 20",
        _points(float(parts.rag[row])),
    )
    business = float(parts.business[row])
    counted = outcome.options.include_business_boost
    yield Step(
        _joined("+ business"),
        _business_working(outcome, row),
        _points(business) if counted else f"{_points(business)}, not counted",
    )
    yield Step(_joined("= priority"), "", _points(float(parts.total[row])))


def _recency_working(outcome: Outcome, row: int) -> str:
    stamp = outcome.chunks[row].timestamp_ms
    if not outcome.options.prefer_recent:
        return "age does not count"
    if stamp is None:
        return "no time"
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
        return "none"
    ceiling = outcome.config.priority_boosts.revenue_impact.max_boost
    return f"min({ceiling:g}, {' + '.join(factors)})"


def _size_step(outcome: Outcome, row: int) -> Step:
    chunk, tokens = outcome.chunks[row], outcome.tokens[row]
    if not outcome.estimated[row]:
        return Step("Size", "as given", written(tokens))
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
            points = _points(float(outcome.priorities.total[rival]))
            yield Step("Beaten by", "at priority", points)
        return
    laid_out = outcome.layout_span(row)
    yield Step("Begins at", "by selection", written(span[0]))
    if laid_out is not None:
        yield Step("In the prompt", "original order", written(laid_out[0]))


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
        yield f"{tokens_text(need - left)} more under the {cap}, all before it unchanged."
        yield "Or category limits that are not enforced."
        return
    yield (
        f"{tokens_text(need - left)} more at its turn: a larger window or a smaller reserve, if"
        " everything before it stays as it is."
    )
    if left > 0:
        yield f"Or a size of at most {tokens_text(left)}."
    if outcome.options.enforce_category_limits:
        return
    for before in reversed(outcome.selection.order[:turn]):
        if outcome.selection.start[before] is not None and outcome.selection.left[before] >= need:
            yield (
                f"Or a turn before {one_line(outcome.chunks[before].id)}, when"
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
    yield Step("Available", "given", written(outcome.available_tokens))
    yield Step(_joined("− reserve"), "deducted once", written(outcome.reserve))
    yield Step(_joined("= room"), "", written(outcome.room))
    yield Step(
        _joined("− placed"), f"{len(report.allocated):,} chunks", written(report.total_tokens_used)
    )
    yield Step(_joined("= unused"), "", written(report.tokens_remaining))


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


def _joined(label: str) -> str:
    """Keep a sign and its word on one line."""
    return label.replace(" ", "\N{NO-BREAK SPACE}")
