"""Why: what a request sent, what a block was carried for, what a compaction took."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.audit.finding import Working
from inspector.core.timeline.compactions import Compaction, Fate
from inspector.core.timeline.report import BlockRow, RequestRow, TimelineReport
from inspector.language import localized, tr
from inspector.present.shares import shown_share
from inspector.present.why import Passage, SizelessWhy, Why, passage
from inspector.stages.timeline.chart_layout import legend, request_of
from inspector.stages.timeline.results import where_broke
from inspector.stages.timeline.runs import TimelineResult
from inspector.stages.timeline.summary import (
    headline,
    heaviest_line,
    share_of_kinds,
    simulation_lines,
    status_line,
)
from inspector.stages.timeline.tables import (
    cost_words,
    dollars,
    kind_title,
    known_words,
    repeat_words,
    window_words,
)

_MOST_PARTS = 14


def why_timeline(result: TimelineResult, key: str) -> Why | None:
    """Explain ``block:N``, ``request:N``, ``compaction:N``, ``turn:N`` or ``fate:N:BLOCK``."""
    report = result.report
    if report is None:
        return None
    kind, _, rest = key.partition(":")
    if kind == "fate":
        return _why_block(result, key, int(rest.partition(":")[2]))
    if kind == "block":
        return _why_block(result, key, int(rest))
    number = request_of(key)
    if number is not None and 0 <= number < len(report.requests):
        return _why_request(report, key, report.requests[number])
    if kind == "compaction":
        found = next((one for one in report.compactions if one.request + 1 == int(rest)), None)
        return None if found is None else _why_compaction(report, key, found)
    if kind == "turn":
        return _why_turn(report, key, int(rest))
    return None


def why_session(result: TimelineResult) -> Why | None:
    """Explain the session as a whole, for where nothing is selected."""
    report = result.report
    if report is None:
        return None
    return Why(
        key="session:all",
        whole=True,
        name=report.log.title,
        kind=report.log.what,
        sentence=headline(report),
        help=heaviest_line(report),
        tokens=report.sent,
        steps=tuple(_session_steps(result, report)),
    )


def _session_steps(result: TimelineResult, report: TimelineReport) -> Iterator[Working]:
    for title, _, tokens in legend(report):
        yield Working(title, share_of_kinds(tokens, report.sent_by_group), localized(tokens))
    yield Working(tr("Sent"), status_line(result), localized(report.sent))
    if report.cost is not None:
        costs = [row.cost for row in report.requests if row.cost is not None]
        yield Working(tr("Read from cache"), "", dollars(sum(one.read for one in costs)))
        yield Working(tr("Written to cache"), "", dollars(sum(one.written for one in costs)))
        yield Working(tr("Other input"), "", dollars(sum(one.fresh for one in costs)))
        yield Working(tr("Output, as logged"), "", dollars(sum(one.output for one in costs)))
        yield Working(tr("Cost"), tr("recorded usage × prices"), cost_words(report))
    factor = report.sizes.factor
    if factor is not None:
        yield Working(
            tr("Tokenizer"),
            tr(
                "derived by counted sizes, {measured:,} measured; nine of ten {low:.2f}–{high:.2f};"
                " not applied",
                measured=factor.measured,
                low=factor.low,
                high=factor.high,
            ),
            f"× {localized(factor.median, '.2f')}",
        )
    for number, child in result.children:
        working = tr(
            "{headline}; by request {request:,}", headline=headline(child), request=number + 1
        )
        yield Working(tr("Subagent {name}", name=child.log.title), working, localized(child.sent))
    if result.simulation is not None:
        for line in simulation_lines(report, result.simulation):
            yield Working(tr("Simulated"), line.removeprefix("Simulated   "), "")


def _row(report: TimelineReport, number: int) -> BlockRow | None:
    return next((row for row in report.blocks if row.number == number), None)


def _why_block(result: TimelineResult, key: str, number: int) -> Why | None:
    report = result.report
    row = None if report is None else _row(report, number)
    if report is None or row is None:
        return None
    cost = "" if row.cost is None else tr(", {cost}", cost=dollars(row.cost))
    sentence = tr(
        "{tokens:,} tokens, carried by {requests:,} requests = {carried:,} tokens{cost}.",
        tokens=row.tokens,
        requests=row.carried_by,
        carried=row.carried,
        cost=cost,
    )
    return Why(
        key=key,
        name=row.name,
        kind=kind_title(row.kind),
        sentence=" ".join(filter(None, (sentence, _told_again(report, row)))),
        help=_help(row),
        tokens=row.carried,
        steps=tuple(_block_steps(report, row)),
        passages=tuple(_passages(report, row)),
    )


def _help(row: BlockRow) -> str:
    helps = {
        "outside": tr(
            "What the first request sent beyond the blocks of the log: the system prompt, the tools"
            " and what was put in before anything was logged."
        ),
        "unexplained": tr(
            "What totals grew by beyond what texts of the log could take: hooks, reminders, files"
            " that the program added."
        ),
        "no_longer_sent": tr(
            "Totals fell, and nothing in the log says what is no longer sent: old reasoning, or"
            " results that were cleared."
        ),
    }
    return helps.get(row.kind, tr("Size {known}.", known=known_words(row.known)))


def _told_again(report: TimelineReport, row: BlockRow) -> str:
    """Say what a block repeats, and where it was read again."""
    said = []
    if row.repeat is not None:
        said.append(
            tr(
                "It holds what an earlier block holds that was still there ({where}).",
                where=repeat_words(report, row),
            )
        )
    for compaction in report.compactions:
        for one in compaction.again:
            if one.of == row.number:
                said.append(
                    tr(
                        "A compaction took it; request {request:,} read {share:.0%} of its lines"
                        " again.",
                        request=one.request + 1,
                        share=one.share,
                    )
                )
            elif one.block == row.number:
                said.append(
                    tr(
                        "It brought back what the compaction before request {request:,} took.",
                        request=compaction.request + 1,
                    )
                )
    return " ".join(dict.fromkeys(said))


def _block_steps(report: TimelineReport, row: BlockRow) -> Iterator[Working]:
    yield Working(tr("Size"), known_words(row.known), localized(row.tokens))
    if row.block is not None and row.block.size != row.tokens:
        yield Working(
            tr("By its text"),
            tr("by {name}", name=report.log.counted_by),
            localized(row.block.size),
        )
    yield Working(tr("Carried by"), _span(row), localized(row.carried_by))
    yield Working(
        tr("Carried"),
        f"{localized(row.tokens)} × {localized(row.carried_by)}",
        localized(row.carried),
    )
    if row.cost is not None:
        yield Working(
            tr("Cost"), tr("its share of each request's, by its place"), dollars(row.cost)
        )
    if row.block is not None:
        yield Working(tr("In the log"), tr("line"), localized(row.block.place.line))
    if row.block is not None and row.block.source:
        same = [
            one
            for one in report.blocks
            if one.block is not None
            and one.kind == row.kind
            and one.block.source == row.block.source
            and one.number != row.number
        ]
        for one in same[:5]:
            yield Working(tr("Same source"), _span(one), localized(one.carried))


def _span(row: BlockRow) -> str:
    if row.first == row.last:
        return tr("request {first:,}", first=row.first + 1)
    return tr("requests {first:,}–{last:,}", first=row.first + 1, last=row.last + 1)


def _passages(report: TimelineReport, row: BlockRow) -> Iterator[Passage]:
    if row.block is None or not row.block.text:
        return
    sought = ""
    if row.repeat is not None:
        sought = report.log.blocks[row.repeat.of].text
    yield passage(tr("Its text"), row.block.text, row.block.source, sought)
    if row.repeat is not None:
        other = report.log.blocks[row.repeat.of]
        yield passage(tr("The earlier one"), other.text, other.source)


def _why_request(report: TimelineReport, key: str, row: RequestRow) -> Why:
    usage = row.log.usage
    parts = sorted(report.parts(row.number), key=lambda part: -part.tokens)[:_MOST_PARTS]
    steps = [Working(one.name, one.known.value, localized(one.tokens)) for one in parts]
    rest = row.total - sum(one.tokens for one in parts)
    if rest:
        steps.append(Working(tr("All others"), "", localized(rest)))
    steps.append(Working(tr("Sent"), row.known.value, localized(row.total)))
    if usage is not None and usage.caches:
        steps.append(Working(tr("Read from cache"), "", localized(usage.read)))
        steps.append(Working(tr("Written to cache"), "", localized(usage.written)))
    if usage is not None and usage.output is not None:
        steps.append(Working(tr("Output"), tr("as logged"), localized(usage.output)))
    if row.cost is not None:
        steps.append(Working(tr("Cost"), "", dollars(row.cost.total)))
    steps.append(Working(tr("Window"), window_words(row.window), localized(row.window.tokens)))
    said = [
        tr(
            "{total:,} of {window:,} tokens ({share:.0%}).",
            total=row.total,
            window=row.window.tokens,
            share=shown_share(row.total / row.window.tokens, 0),
        )
    ]
    if row.miss is not None:
        said.append(
            tr(
                "{tokens:,} tokens were sent again although they had been in the cache: the prefix"
                " broke in {block}.",
                tokens=row.miss.tokens,
                block=where_broke(report, row.miss),
            )
        )
    if row.log.abandoned:
        said.append(tr("A rewind or roll-back left it behind."))
    return Why(
        key=key,
        name=tr(
            "Request {number:,} of {count:,}", number=row.number + 1, count=len(report.requests)
        ),
        kind=row.log.model,
        reason=row.log.id,
        sentence=" ".join(said),
        help=tr("Its answer begins at line {line:,} of the log.", line=row.log.place.line),
        tokens=row.total,
        steps=tuple(steps),
    )


def _why_compaction(report: TimelineReport, key: str, one: Compaction) -> Why:
    again = {block.block for block in one.again}
    read = sum(report.sizes.tokens[block] for block in again)
    gone = sum(1 for block in one.blocks if block.fate is Fate.GONE)
    named = sum(1 for block in one.blocks if block.fate is Fate.SUMMARISED)
    known = tr("recorded") if one.before_recorded else tr("derived")
    steps = [
        Working(tr("Before"), known, localized(one.before)),
        Working(tr("Kept word for word"), "", localized(one.kept)),
        Working(tr("Summarised"), tr("{count:,} blocks", count=named), localized(one.summarised)),
        Working(tr("Gone"), tr("{count:,} blocks", count=gone), localized(one.gone)),
        Working(tr("Not in the log"), "", localized(one.not_in_log)),
        Working(tr("After"), tr("recorded"), localized(one.after)),
        Working(tr("Summary"), "", localized(one.summary)),
        Working(tr("Added beside it"), tr("not in the log"), localized(one.added)),
        Working(tr("Read again later"), tr("{count:,} reads", count=len(again)), localized(read)),
    ]
    summary = [
        report.log.blocks[block].text
        for block in report.log.requests[one.request].came
        if report.log.blocks[block].kind.value == "summary"
    ]
    passages = (passage(tr("The summary"), "\n".join(summary)),) if any(summary) else ()
    sentence = tr(
        "{blocks:,} blocks became a summary of {summary:,} tokens. It names {named:,} of them;"
        " {gone:,} blocks, {tokens:,} tokens, are gone. {again:,} tokens were read again later.",
        blocks=named + gone,
        summary=one.summary,
        named=named,
        gone=gone,
        tokens=one.gone,
        again=read,
    )
    return Why(
        key=key,
        name=tr("{before:,} → {after:,} tokens", before=one.before, after=one.after),
        kind=tr("Compaction {trigger}", trigger=one.trigger).strip(),
        sentence=sentence,
        help=tr(
            "Named: the summary has the block's file, its command or subject, or a line of 30"
            " characters of it. Read again: a later result has half of its lines."
        ),
        tokens=one.freed,
        steps=tuple(steps),
        passages=passages,
    )


def _why_turn(report: TimelineReport, key: str, number: int) -> Why | None:
    turn = next((one for one in report.turns if one.number == number), None)
    if turn is None:
        return None
    cost = "" if turn.cost is None else dollars(turn.cost)
    return SizelessWhy(
        key=key,
        name=tr("Turn {number:,}", number=number),
        kind=tr("turn"),
        sentence=turn.said or tr("Before anybody said anything."),
        steps=(
            Working(tr("Requests"), "", localized(len(turn.requests))),
            Working(tr("Tokens sent"), "", localized(turn.sent)),
            Working(
                tr("Output"),
                tr("not logged") if turn.output is None else tr("as logged"),
                "" if turn.output is None else localized(turn.output),
            ),
            *((Working(tr("Cost"), "", cost),) if cost else ()),
        ),
    )
