"""A timeline in sentences: for the command line, the window and a story."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.core.model_facts import Known
from inspector.core.timeline.report import BlockRow, TimelineReport
from inspector.core.timeline.simulation import Simulation
from inspector.language import localized, tr, tr_n
from inspector.present.shares import share_text, shown_share
from inspector.stages.timeline.runs import TimelineResult
from inspector.stages.timeline.tables import cost_words, dollars, group_title, known_words


def headline(report: TimelineReport) -> str:
    """Say how many requests there were, the most that one sent, and what it cost."""
    count = len(report.requests)
    parts = [tr_n("1 request", "{count:,} requests", count, count=count)]
    peak = report.peak
    if peak is not None:
        parts.append(
            tr(
                "peak {peak} of {window} tokens",
                peak=_as_known(peak.total, peak.known),
                window=_as_known(
                    peak.window.tokens, None if peak.window.listed else peak.window.known
                ),
            )
        )
    freed = sum(one.freed for one in report.compactions)
    if report.compactions:
        many = len(report.compactions)
        words = tr_n("1 compaction", "{many:,} compactions", many, many=many)
        parts.append(
            tr("{words} freed {freed:,}", words=words, freed=freed)
            if freed >= 0
            else tr("{words} added {added:,}", words=words, added=-freed)
        )
    parts.append(cost_words(report))
    return " · ".join(part for part in parts if part)


_SAID = {
    Known.COUNTED: tr("counted"),
    Known.ESTIMATED: tr("estimated"),
    Known.ASSUMED: tr("assumed"),
}


def _as_known(tokens: int, known: Known | None) -> str:
    """Return a number with how it is known, unless it was recorded or follows from what was."""
    said, how = localized(tokens), _SAID.get(known) if known is not None else None
    return said if how is None else tr("{said} ({how})", said=said, how=how)


def heaviest(report: TimelineReport) -> BlockRow | None:
    """Return the block that was carried the most."""
    blocks = (row for row in report.blocks if row.row is None)
    return max(blocks, key=lambda row: row.carried, default=None)


def heaviest_line(report: TimelineReport) -> str:
    """Say what kind took the most of all that was sent, and which block."""
    sent = report.sent
    ranked = sorted(zip(report.sent_by_group, report.groups, strict=True), key=lambda one: -one[0])
    top = next((one for one in ranked if one[1].kind not in ("outside", "unexplained")), None)
    block = heaviest(report)
    if not sent or top is None or block is None:
        return ""
    tokens, carried = top[0], block.carried
    heavy = tr(
        "Heaviest of the log: {name}, {tokens:,} tokens in {requests:,} requests = {carried:,}",
        name=block.name,
        tokens=block.tokens,
        requests=block.carried_by,
        carried=carried,
    )
    if max(tokens, carried) > sent or min(report.sent_by_group) < 0:  # some was no longer sent
        return tr(
            "{kind}: {tokens:,} tokens, of which not all were still sent. {heavy}",
            kind=group_title(top[1]),
            tokens=tokens,
            heavy=heavy,
        )
    return tr(
        "{share:.0%} of all tokens sent: {kind}. {heavy} ({part:.0%})",
        share=shown_share(tokens / sent, 0),
        kind=group_title(top[1]),
        heavy=heavy,
        part=shown_share(carried / sent, 0),
    )


def status_line(result: TimelineResult) -> str:
    """Say that the rows add up, and how totals are known."""
    report = result.report
    if report is None:
        return ""
    closes = tr("adds up") if report.balances else tr("does NOT add up")
    recorded = sum(1 for row in report.requests if row.log.usage is not None)
    return tr(
        "Reconciled: {closes} to {sent:,} tokens sent · {recorded:,} of {count:,} totals recorded",
        closes=closes,
        sent=report.sent,
        recorded=recorded,
        count=len(report.requests),
    )


def timeline_lines(result: TimelineResult) -> list[str]:
    """Return a timeline as lines of text."""
    report = result.report
    if report is None:
        return []
    lines = [
        f"{report.log.title}: {report.log.what}",
        headline(report),
        heaviest_line(report),
        "",
        *_kind_lines(report),
        *_cost_lines(report),
        *_compaction_lines(report),
    ]
    factor = report.sizes.factor
    if factor is not None:
        lines.append(
            tr(
                "Tokenizer   derived sizes are {median:.2f} times those of {name}"
                " (nine of ten: {low:.2f}–{high:.2f}; {measured:,} measured); not applied",
                median=factor.median,
                name=report.log.counted_by,
                low=factor.low,
                high=factor.high,
                measured=factor.measured,
            )
        )
    else:
        lines.append(
            tr(
                "Sizes       texts by {name}; totals {known}",
                name=report.log.counted_by,
                known=known_words(report.known),
            )
        )
    lines += [
        tr(
            "Subagent    {name}, started by request {request:,}: {headline}",
            name=one.log.title,
            request=number + 1,
            headline=headline(one),
        )
        for number, one in result.children
    ]
    if result.simulation is not None:
        lines += simulation_lines(report, result.simulation)
    lines.append(status_line(result))
    return lines


def _kind_lines(report: TimelineReport) -> list[str]:
    lines = [tr("Tokens sent, by kind (a token counts once for each request that carried it)")]
    for tokens, group in zip(report.sent_by_group, report.groups, strict=True):
        if tokens:
            share = share_of_kinds(tokens, report.sent_by_group)
            lines.append(f"  {tokens:>14,}  {share:>6}  {group_title(group)}")
    lines.append(f"  {report.sent:>14,}          {known_words(report.known)}")
    return lines


def share_of_kinds(tokens: int, kinds: Iterable[int]) -> str:
    """Return what part some tokens are of those of all kinds; "" for what is no longer sent.

    No log says of which kind that is, so that it is taken off none: shares are of what requests
    would have sent with it, which is what they sent where nothing is missing. They add up to 100 %.
    """
    held = sum(kind for kind in kinds if kind > 0)
    return share_text(tokens / held) if tokens >= 0 and held else ""


def _cost_lines(report: TimelineReport) -> list[str]:
    costs = [row.cost for row in report.requests if row.cost is not None]
    if report.cost is None:
        unknown = sorted({row.log.model or "?" for row in report.requests if row.cost is None})
        return [
            tr("Cost        unknown: no usage or no price for {models}", models=", ".join(unknown))
        ]
    missed = sum(one.cost or 0 for one in report.misses)
    return [
        tr(
            "Cost        {cost}: read from cache {read}, written {written}, other input {fresh},"
            " output {output}; cache misses {missed}",
            cost=cost_words(report),
            read=dollars(sum(one.read for one in costs)),
            written=dollars(sum(one.written for one in costs)),
            fresh=dollars(sum(one.fresh for one in costs)),
            output=dollars(sum(one.output for one in costs)),
            missed=dollars(missed),
        )
    ]


def _compaction_lines(report: TimelineReport) -> list[str]:
    lines = []
    for one in report.compactions:
        again = {again.block for again in one.again}
        lines.append(
            tr(
                "Compaction  after request {after:,}: {before:,} → {now:,} tokens; kept {kept:,},"
                " summarised {summarised:,}, gone {gone:,}; read again later {again:,}",
                after=report.requests[one.request].log.parent + 1,
                before=one.before,
                now=one.after,
                kept=one.kept,
                summarised=one.summarised,
                gone=one.gone,
                again=sum(report.sizes.tokens[block] for block in again),
            )
        )
    return lines


def simulation_lines(report: TimelineReport, made: Simulation) -> list[str]:
    """Say what would have been, and what it would have cost."""
    if made.first_change is None:
        return [tr("Simulated   nothing would have been sent differently")]
    cost = ""
    if made.cost is not None and report.cost is not None:
        cost = tr(
            ", {cost} instead of {recorded}", cost=dollars(made.cost), recorded=dollars(report.cost)
        )
    again = sum(report.sizes.tokens[one.block] for one in made.again)
    return [
        tr(
            "Simulated   from request {first:,} on: {sent:,} tokens sent instead of {recorded:,},"
            " peak {peak:,}{cost}; read again later: {again:,} tokens in {reads:,} reads",
            first=made.first_change + 1,
            sent=made.sent,
            recorded=report.sent,
            peak=made.peak,
            cost=cost,
            again=again,
            reads=len(made.again),
        )
    ]


def token_flow(result: Any) -> str:
    """Say how many requests a session has, and how many compactions."""
    report = result.report
    if report is None:
        return ""
    count, many = len(report.requests), len(report.compactions)
    said = tr_n("1 request", "{count:,} requests", count, count=count)
    if many:
        said += " · " + tr_n("1 compaction", "{many:,} compactions", many, many=many)
    return said
