"""The budget of a bundle as a picture: the limit, the blocks in it, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from inspector.core.builder.outputs import Priority
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.language import localized, tr
from inspector.present.drawing import DASHES
from inspector.present.palette import Pattern
from inspector.present.strips import Limit, Segment, Strip, Strips
from inspector.stages.builder.names import PRIORITY_FILLS, PRIORITY_TITLES
from inspector.stages.builder.shown import WHOLE, Shown, entry_key

_PATTERNS = {Verdict.REDUCED: Pattern.DIAGONAL, Verdict.REFUSED: Pattern.CROSSED}


def budget_bar(shown: Shown) -> Strips:
    """Return the bar of a build."""
    budget = shown.report.budget
    rows = [one for one in shown.report.ledger.entries if one.verdict is not Verdict.BALANCE]
    blocks = sorted((one for one in rows if one.tokens > 0), key=_priority)
    out = [(one, one.needed or 0) for one in rows if one.reason is Reason.BLOCK_REMOVED]
    out += [
        (one, (one.needed or 0) - one.tokens) for one in blocks if (one.needed or 0) > one.tokens
    ]
    used, hard = budget.estimated_input_tokens, budget.hard_limit_tokens
    groups = [(p, sum(one.tokens for one in of)) for p, of in groupby(blocks, key=_priority)]
    title = tr(
        "{used:,} tokens: {parts}. Soft limit {soft:,}, hard limit {hard:,};"
        " {sum:,} tokens left out.",
        used=used,
        parts=", ".join(f"{priority.value} {localized(tokens)}" for priority, tokens in groups),
        soft=budget.soft_limit_tokens,
        hard=hard,
        sum=sum(tokens for _, tokens in out),
    )
    strips = [
        Strip(tr("limit"), tuple(_limit_strip(shown, groups)), 20, gap=18),
        Strip(tr("bundle"), tuple(map(_block, blocks)), 40, group="blocks"),
    ]
    if out:
        left_out = tuple(_ghost(*one) for one in sorted(out, key=lambda one: _priority(one[0])))
        strips.append(Strip(tr("left out"), left_out, group="blocks"))
    limits = (
        Limit(hard, tr("hard {hard:,}", hard=hard)),
        Limit(
            budget.soft_limit_tokens,
            tr("soft {soft:,}", soft=budget.soft_limit_tokens),
            "warning",
            DASHES,
        ),
    )
    return Strips(title, tuple(strips), limits, gutter=74)


def _priority(entry: LedgerEntry) -> Priority:
    return Priority(entry.account) if entry.account in list(Priority) else Priority.P3


def _name(entry: LedgerEntry) -> str:
    kinds = {"file": entry.subject, "symbol": entry.subject.rpartition("#")[2]}
    return kinds.get(entry.kind, entry.name)


def _limit_strip(shown: Shown, groups: list[tuple[Priority, int]]) -> Iterator[Segment]:
    budget = shown.report.budget
    for priority, tokens in groups:
        tip = tr("{name}: {tokens:,} tokens", name=priority.value, tokens=tokens)
        legend = f"{PRIORITY_TITLES[priority]} {localized(tokens)}"
        yield Segment(WHOLE, tokens, tip, PRIORITY_FILLS[priority], legend=legend)
    unused = max(0, budget.hard_limit_tokens - budget.estimated_input_tokens)
    reserve = budget.reserve_output_tokens
    free = max(0, budget.max_input_tokens - reserve - sum(tokens for _, tokens in groups))
    tip = tr("Unused: {unused:,} tokens", unused=unused)
    said = (tr("unused {max:,}", max=unused),)
    yield Segment(WHOLE, free, tip, "base", Pattern.EMPTY, said, outline="line")
    tip = tr("Kept free for the response: {reserve:,} tokens", reserve=reserve)
    said = (tr("reserve {tokens}", tokens=localized(reserve)),)
    yield Segment(WHOLE, reserve, tip, "part:overhead-fill", Pattern.CROSSED, said)


def _block(entry: LedgerEntry) -> Segment:
    name, priority = _name(entry), _priority(entry)
    tip = tr(
        "{tile}\n{tokens:,} tokens · {priority}\n{sentence}",
        tile=name, tokens=entry.tokens, priority=priority, sentence=entry.sentence,
    )  # fmt: skip
    pattern = _PATTERNS.get(entry.verdict, Pattern.SOLID)
    return Segment(
        entry_key(entry), entry.tokens, tip, PRIORITY_FILLS[priority], pattern,
        (name.rpartition("/")[2], localized(entry.tokens)),
    )  # fmt: skip


def _ghost(entry: LedgerEntry, tokens: int) -> Segment:
    reduced, name = entry.verdict is Verdict.REDUCED, _name(entry)
    tip = tr(
        "{tokens:,} tokens {what} {tile}\n{sentence}",
        tokens=tokens, what=tr("cut from") if reduced else "removed", tile=name,
        sentence=entry.sentence,
    )  # fmt: skip
    color = "verdict:reduced" if reduced else "verdict:dropped"
    return Segment(
        entry_key(entry), tokens, tip, "", caption=(name.rpartition("/")[2],), outline=color
    )
