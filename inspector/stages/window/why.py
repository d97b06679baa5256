"""Why a chunk is in or out: its size, its priority in parts, its turn, and what would change it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.analysis.audit.finding import Working
from inspector.core.reasons import Reason, Verdict
from inspector.core.text import utf16_length
from inspector.core.window.outcome import ChunkPlacement, TokenSource, density
from inspector.core.window.priorities import MS_PER_DAY
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import NOBODY
from inspector.language import capitalized, localized, tr
from inspector.present.shares import counted_chunks, reconciled_text
from inspector.present.table.cells import one_line
from inspector.present.why import Why, difference, explanation, passage
from inspector.stages.window.chunk_table import rival_of
from inspector.stages.window.words import CAP_TITLES, TYPE_TITLES, tokens_text, written

PLACEMENT_KEY = "placement:all"


def explained(report: WindowReport, subject: str) -> tuple[Why, str]:
    """Explain what is selected, else the placement; the link leads to what a chunk lost to."""
    rival = rival_in(report, subject)
    link = tr("Go to {rival}", rival=rival) if rival else ""
    return why_window(report, subject) or why_placement(report), link


def rival_in(report: WindowReport, subject: str) -> str:
    """Return the id of the chunk that a selected one lost to, "" for none."""
    kind, _, chunk_id = subject.partition(":")
    outcome = report.outcome
    dropped = outcome.selection.dropped if kind == "chunk" else ()
    row = next((row for row in dropped if outcome.chunks[row].id == chunk_id), None)
    return "" if row is None else rival_of(outcome, row)


_CLOSING = {Reason.WINDOW_RESERVE: tr("Reserve"), Reason.WINDOW_UNUSED: tr("Unused")}


def why_window(report: WindowReport, key: str) -> Why | None:
    """Explain ``chunk:id``, ``record:id``, ``balance:code`` or ``limit:name``; None for no such."""
    kind, _, subject = key.partition(":")
    if kind == "chunk":
        return _why_chunk(report, key, subject)
    if kind in ("balance", "record"):
        for entry in (one for part in report.ledger.parts[1:] for one in part):
            if (entry.kind, entry.subject) == (kind, subject):
                why = explanation(key, entry, tuple(_budget_steps(report)))
                return replace(why, name=_CLOSING.get(entry.reason, why.name))
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
        Working(
            tr("Turn"),
            tr("by priority"),
            tr("{turn:,} of {chunks:,}", turn=turn + 1, chunks=len(outcome.chunks)),
        ),
        _size_step(outcome, row),
        *_room_steps(outcome, row),
    )
    passages = []
    if chunk.content:
        passages.append(passage(tr("Its text"), chunk.content, TYPE_TITLES[chunk.type]))
    rival = outcome.selection.rival[row]
    if rival != NOBODY and outcome.chunks[rival].content:
        note = tr("{total:,.2f} points", total=float(outcome.priorities.total[rival]))
        title = tr("Kept instead: {one_line}", one_line=one_line(outcome.chunks[rival].id))
        passages.append(passage(title, outcome.chunks[rival].content, note))
    why = explanation(key, entry, steps, passages, tuple(_remedies(report, row, turn)))
    return replace(why, name=one_line(why.name), sentence=one_line(why.sentence))


def why_placement(report: WindowReport) -> Why:
    """Return the placement as a whole, for where no chunk is selected."""
    metrics = report.metrics
    steps = (
        *_budget_steps(report),
        Working(tr("Mean priority"), tr("of placed"), _points(metrics.prioritization_score)),
        Working(tr("Mean recency"), tr("of placed"), _points(metrics.recency_boost)),
        Working(tr("Mean revenue"), tr("of placed"), _points(metrics.business_relevance_boost)),
    )
    count = len(report.outcome.chunks)
    return Why(
        key=PLACEMENT_KEY,
        whole=True,
        name=tr("This placement"),
        kind="placement",
        rule="Window step 3",
        sentence=tr(
            "{allocated:,} of {chunks} placed, {chunks_dropped:,} dropped. {reconciled}.",
            allocated=len(report.allocated),
            chunks=counted_chunks(count),
            chunks_dropped=report.chunks_dropped,
            reconciled=reconciled_text(report.ledger.total_tokens, report.ledger.budget),
        ),
        help=tr(
            "Chunks are considered from the highest priority down, and each is placed if it fits"
            " into what is left. Select one to see why it is in or out."
        ),
        tokens=report.ledger.budget,
        steps=steps,
    )


def _priority_steps(outcome: ChunkPlacement, row: int) -> Iterator[Working]:
    parts = outcome.priorities
    yield Working(
        tr("Base"), tr(TYPE_TITLES[outcome.chunks[row].type]), _points(float(parts.base[row]))
    )
    yield Working(
        _joined(tr("+ recency")), _recency_working(outcome, row), _points(float(parts.recency[row]))
    )
    yield Working(
        _joined(tr("+ relevance")),
        f"{outcome.facts[row].relevance:g} × 20",
        _points(float(parts.rag[row])),
    )
    business = float(parts.business[row])
    counted = outcome.options.include_business_boost
    yield Working(
        _joined(tr("+ business")),
        _business_working(outcome, row),
        _points(business) if counted else tr("{points}, not counted", points=_points(business)),
    )
    yield Working(_joined(tr("= priority")), "", _points(float(parts.total[row])))


def _recency_working(outcome: ChunkPlacement, row: int) -> str:
    stamp = outcome.chunks[row].timestamp_ms
    if not outcome.options.prefer_recent:
        return tr("age does not count")
    if stamp is None:
        return tr("no time")
    days = max(0.0, (outcome.now_ms - stamp) / MS_PER_DAY)
    if outcome.options.recency == "linear":
        return tr("max(0, 20 − {days:,.2f} days)", days=days)
    decay = outcome.config.optimization.recency_decay
    business = outcome.facts[row].content_type == "business"
    rate = decay.business_slow_decay if business else decay.decay_rate
    return tr(
        "{max_boost:g} × e^(−{rate:g} × {days:,.2f} days)",
        max_boost=decay.max_boost,
        rate=rate,
        days=days,
    )


def _business_working(outcome: ChunkPlacement, row: int) -> str:
    parts = outcome.priorities
    factors = [
        f"{title} {float(column[row]):g}"
        for title, column in (
            (tr("revenue"), parts.revenue),
            (tr("urgency"), parts.urgency),
            (tr("client tier"), parts.client_tier),
            (tr("deal"), parts.deal_status),
            (tr("relationship"), parts.relationship),
        )
        if float(column[row])
    ]
    if not factors:
        return tr("none")
    ceiling = outcome.config.priority_boosts.revenue_impact.max_boost
    return tr("min({ceiling:g}, {names})", ceiling=ceiling, names=" + ".join(factors))


def _size_step(outcome: ChunkPlacement, row: int) -> Working:
    chunk, tokens = outcome.chunks[row], outcome.tokens[row]
    if outcome.sources[row] is TokenSource.COUNTED:
        estimate = written(outcome.estimate(row) or 0)
        return Working(
            tr("Size"), tr("counted; estimate {tokens}", tokens=estimate), written(tokens)
        )
    if outcome.sources[row] is TokenSource.GIVEN:
        return Working(tr("Size"), tr("as given"), written(tokens))
    per_token = density(
        outcome.facts[row].content_type, outcome.config.optimization.token_estimation
    )
    units = utf16_length(chunk.content or "")
    return Working(
        tr("Size"),
        tr("⌈{units:,} UTF-16 units ÷ {per_token:g}⌉", units=units, per_token=per_token),
        written(tokens),
    )


def _room_steps(outcome: ChunkPlacement, row: int) -> Iterator[Working]:
    selection, need = outcome.selection, outcome.tokens[row]
    span, left = outcome.span(row), selection.left[row]
    yield Working(tr("Left at its turn"), tr(CAP_TITLES.get(selection.cap[row], "")), written(left))
    if span is None:
        if need > left:
            yield difference(tr("Over by"), need, left)
        rival = selection.rival[row]
        if rival != NOBODY:
            points = _points(float(outcome.priorities.total[rival]))
            yield Working(tr("Beaten by"), tr("at priority"), points)
        return
    laid_out = outcome.layout_span(row)
    yield Working(tr("Begins at"), tr("by selection"), written(span[0]))
    if laid_out is not None:
        yield Working(tr("In the prompt"), tr("original order"), written(laid_out[0]))


def _remedies(report: WindowReport, row: int, turn: int) -> Iterator[str]:
    """Say what would have to change for a dropped chunk to get in."""
    outcome = report.outcome
    reason = report.reason(row)
    left, need = outcome.selection.left[row], outcome.tokens[row]
    if reason is Reason.CHUNK_PLACED:
        return
    if reason is Reason.REQUEST_UNUSABLE:
        yield tr("All records put right, or a request that does not demand all of them.")
        return
    if reason is Reason.PAIR_KEPT:
        yield tr("Room for the whole pair, or pairs that may be split.")
        return
    if reason is Reason.FILL_STOPPED:
        yield tr("Partial fill on, so that filling goes on after a chunk that does not fit.")
        return
    if reason is Reason.CATEGORY_LIMIT:
        cap = tr(CAP_TITLES[outcome.selection.cap[row]])
        yield tr(
            "{tokens_text} more under the {cap}, all before it unchanged.",
            tokens_text=tokens_text(need - left),
            cap=cap,
        )
        yield tr("Or category limits that are not enforced.")
        return
    yield (
        tr(
            "{tokens_text} more at its turn: a larger window or a smaller reserve, if"
            " everything before it stays as it is.",
            tokens_text=tokens_text(need - left),
        )
    )
    if left > 0:
        yield tr("Or a size of at most {tokens_text}.", tokens_text=tokens_text(left))
    if outcome.options.enforce_category_limits:
        return
    for before in reversed(outcome.selection.order[:turn]):
        if outcome.selection.start[before] is not None and outcome.selection.left[before] >= need:
            yield (
                tr(
                    "Or a turn before {one_line}, when {left} tokens were left",
                    one_line=one_line(outcome.chunks[before].id),
                    left=written(outcome.selection.left[before]),
                )
                + _ahead_of(outcome, before)
            )
            return


def _ahead_of(outcome: ChunkPlacement, row: int) -> str:
    if not outcome.options.prefer_higher_priority:
        return tr(": a later time.")
    return tr(": more than {total:,.2f} points.", total=float(outcome.priorities.total[row]))


def _budget_steps(report: WindowReport) -> Iterator[Working]:
    outcome = report.outcome
    yield Working(tr("Available"), tr("given"), written(outcome.available_tokens))
    yield Working(_joined(tr("− reserve")), tr("deducted once"), written(outcome.reserve))
    above = tr("the reserve is above what is available") if outcome.room < 0 else ""
    yield Working(_joined(tr("= room")), above, written(max(outcome.room, 0)))
    yield Working(
        _joined(tr("− placed")),
        counted_chunks(len(report.allocated)),
        written(report.total_tokens_used),
    )
    yield Working(_joined(tr("= unused")), "", written(max(report.tokens_remaining, 0)))


def _why_limit(report: WindowReport, key: str, name: str) -> Why | None:
    use = next((one for one in report.limits if one.name == name), None)
    if use is None:
        return None
    holds = report.outcome.options.enforce_category_limits
    refused = (
        tr("{chunks} kept out by it", chunks=counted_chunks(use.dropped))
        if holds
        else tr("limits are not enforced")
    )
    steps = [
        Working(tr("Allowed"), "", written(use.limit)),
        Working(tr("Used"), tr("by the chunks that are placed"), written(use.used)),
        Working(tr("Headroom"), "", written(use.limit - use.used)),
    ]
    return Why(
        key=key,
        name=capitalized(tr(CAP_TITLES[name])),
        kind="limit",
        verdict=Verdict.BALANCE,
        reason=Reason.CATEGORY_LIMIT.code,
        rule=Reason.CATEGORY_LIMIT.rule,
        sentence=tr(
            "{used} of {limit} tokens are used; {refused}.",
            used=written(use.used),
            limit=written(use.limit),
            refused=refused,
        ),
        help=tr(
            "A chunk may count against several limits: by its type, its content type and the"
            " client facts in its metadata."
        ),
        steps=tuple(steps),
    )


def _points(points: float) -> str:
    return localized(points, ",.2f")


def _joined(label: str) -> str:
    """Keep a sign and its word on one line."""
    return label.replace(" ", "\N{NO-BREAK SPACE}")
