"""A corpus worked out the plain way: a run of ``inject`` for each request and value, and a search.

It shares nothing with ``inspector.analysis.corpus``: what became of a piece is read off the rows of
the ledger, the best possible is the best of all selections of the evidence, tried one by one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import inject
from inspector.core.tokens import TokenCounter

_IN = {"card_injected", "tier_lowered", "tier_chosen", "file_inlined"}
_ROOM = {"knowledge_budget", "bucket_budget"}
_BEYOND_CEILING = "beyond its ceiling"  # no code: a card that its ceiling has no room for alone
_LEFT = {"unused", "unallocated", "released"}  # rows that close the sum and use nothing
CODES = {
    "not_in_set": set(),
    "not_own": set(),
    "not_retrieved": set(),
    # A file without a text, of which not even the line has room, is told to want room.
    "no_rendering": {"no_rendering", "file_listed_only", "bucket_budget"},
    "larger_than_budget": {*_ROOM, "file_listed"},
    "under_ceiling": {"procedure_cap", "interaction_policy_cap", _BEYOND_CEILING},
    "outranked": _ROOM,
    "only_listed": {"file_listed"},
    "suppressed": {"bucket_file_overlap"},
}
"""The codes of the ledger's rows that a cause may stand for."""
_PART, _TOKENS = 1e-6, 0.006  # what numbers of a result are rounded to


@dataclass(frozen=True)
class PlainRequest:
    """One request under one policy; a flag, or the codes of its rows, for each of its pieces."""

    found: tuple[bool, ...]
    offered: tuple[bool, ...]
    codes: tuple[frozenset[str], ...]
    best: int
    tokens: int


def pieces_of(request: Request) -> list[tuple[str, ...]]:
    """Return what a request needs: for each piece the ids of which one is enough."""
    if request.expect is None:
        return []
    entries = request.expect.must_include
    return [(one,) if isinstance(one, str) else tuple(one) for one in entries]


def worked_out(
    request: Request,
    candidates: CandidateSet,
    policy: UnifiedContextBudgetPolicy,
    tokens: TokenCounter,
) -> PlainRequest:
    """Run one request and look where each of its pieces went."""
    report = inject(request, candidates, policy, tokens)
    rows: dict[str, str] = {}
    for row in report.ledger.entries:
        if row.kind in ("card", "file"):
            rows.setdefault(row.subject, row.reason.code)
    pieces = pieces_of(request)
    there = {one: rows[one] for one in _retrieved(report, rows)}
    return PlainRequest(
        found=tuple(any(there.get(one) in _IN for one in ids) for ids in pieces),
        offered=tuple(any(one in there for one in ids) for ids in pieces),
        codes=tuple(frozenset(_codes(report, ids, rows)) for ids in pieces),
        best=_best(report, pieces, there),
        tokens=_used(report),
    )


def _retrieved(report: InjectionReport, ids: Iterable[str]) -> set[str]:
    """Leave out what a request scores with 0 while others have a score."""
    scores = dict(_scores(report))
    return {one for one in ids if scores[one] or not any(scores.values())}


def _scores(report: InjectionReport) -> Iterator[tuple[str, float]]:
    cards = report.prepared.cards
    for row, score in zip(cards.order.tolist(), cards.relevance.tolist(), strict=True):
        yield cards.columns.node_ids[row], score
    for file in report.prepared.files:
        yield file.counted.reference, file.relevance


def _codes(report: InjectionReport, ids: tuple[str, ...], rows: dict[str, str]) -> Iterator[str]:
    cards, limits = report.prepared.cards, report.tiers.limits
    one_more = report.prepared.counted.separators.card
    for one in ids:
        if one in rows:
            yield rows[one]
        row = cards.columns.row_of.get(one)
        if row is not None:
            rank = int(cards.rank_of_row[row])
            cap, costs = (
                int(cards.caps[rank]),
                [int(cost) for cost in cards.costs[rank] if cost >= 0],
            )
            if cap and costs and min(costs) + one_more > limits.caps[cap - 1]:
                yield _BEYOND_CEILING


def _used(report: InjectionReport) -> int:
    return sum(row.tokens for row in report.ledger.entries if row.reason.code not in _LEFT)


def _best(report: InjectionReport, pieces: list[tuple[str, ...]], rows: dict[str, str]) -> int:
    """Return the most pieces that any selection brings in: for each piece one of its ids, or none.

    What does not fit does not fit with more; what cannot exceed the best is not gone into.
    """
    ways = [sorted({one for one in ids if one in rows}) for ids in pieces]
    best = 0

    def go_on(some: frozenset[str], place: int, left_out: int) -> None:
        nonlocal best
        met = _met(report, pieces, tuple(some))
        if len(pieces) - left_out <= best or (some and not met):
            return
        best = max(best, met)
        for one in ways[place] if place < len(ways) else ():
            go_on(some | {one}, place + 1, left_out)
        if place < len(ways):
            go_on(some, place + 1, left_out + 1)

    go_on(frozenset(), 0, 0)
    return best


def _met(report: InjectionReport, pieces: list[tuple[str, ...]], some: tuple[str, ...]) -> int:
    """Return how many pieces a selection brings in, 0 where it does not fit."""
    cards, separators = report.prepared.cards, report.prepared.counted.separators
    files = {one.counted.reference: one.counted for one in report.prepared.files}
    aside = [one for one in report.materialization.backgrounds if one.reserved]
    headed = {one.bucket_index for one in aside}
    knowledge = bucket = 0
    under: Counter[int] = Counter()  # tokens of cards under each ceiling; 0 is none
    left = set(some)
    for one in some:
        if one in files:
            file = files[one]
            if file.text is None:
                return 0
            bucket += file.text + file.heading
            if file.bucket_index not in headed:
                headed.add(file.bucket_index)
                bucket += report.prepared.counted.buckets[file.bucket_index].heading
            continue
        rank = int(cards.rank_of_row[cards.columns.row_of[one]])
        costs = [int(cost) for cost in cards.costs[rank] if cost >= 0]
        if not costs:
            return 0
        knowledge += min(costs) + separators.card
        under[int(cards.caps[rank])] += min(costs) + separators.card
        source = int(cards.source_file[rank])
        if source >= 0 and report.prepared.files[source].counted.reference in some:
            left.discard(one)
    room = max(0, report.budget.knowledge_card_budget - separators.knowledge_heading)
    files_room = report.budget.bucket_budget - sum(one.tokens + one.overhead for one in aside)
    if knowledge > room or bucket > files_room:
        return 0
    if any(under[cap] > room for cap, room in enumerate(report.tiers.limits.caps, 1)):
        return 0
    return sum(not left.isdisjoint(ids) for ids in pieces)


def recall_and_tokens(
    pairs: Iterable[tuple[Request, CandidateSet]],
    policy: UnifiedContextBudgetPolicy,
    tokens: TokenCounter,
) -> tuple[Fraction, Fraction]:
    """Return the mean recall of the requests that ask, and the mean tokens of all."""
    recalls: list[Fraction] = []
    used: list[int] = []
    for request, candidates in pairs:
        report = inject(request, candidates, policy, tokens)
        inside = _retrieved(
            report, {row.subject for row in report.ledger.entries if row.reason.code in _IN}
        )
        pieces = pieces_of(request)
        if pieces:
            met = sum(not inside.isdisjoint(ids) for ids in pieces)
            recalls.append(Fraction(met, len(pieces)))
        used.append(_used(report))
    return sum(recalls, Fraction()) / max(1, len(recalls)), Fraction(sum(used), max(1, len(used)))


def divided(policy: UnifiedContextBudgetPolicy, share: float) -> UnifiedContextBudgetPolicy:
    """Return a policy with a knowledge share, and the rest of 1 for files, to the decimal."""
    rest = float(1 - Fraction(repr(share)))
    fields = {"knowledge_card_share_default": share, "bucket_content_share_default": rest}
    return policy.model_copy(update=fields)


def differences(
    result: dict[str, Any],
    corpora: Sequence[tuple[CandidateSet, Sequence[Request]]],
    policy: UnifiedContextBudgetPolicy,
    tokens: TokenCounter,
    shares: Sequence[float],
) -> list[str]:
    """Say where a result (the command's JSON) is not what the plain way finds; [] for nowhere.

    Pieces, causes and limits of every request now; recall and tokens at the present, the
    recommended and the cheapest split; and that none of ``shares`` is better or cheaper.
    """
    pairs = [(one, candidates) for candidates, requests in corpora for one in requests]
    (now, *_) = result["policies"]
    advice, cheap = now["recommendation"], now["recommendation"]["cheapest"]
    wrong, best, ceiling = _pieces(now, pairs, policy, tokens)
    said = [
        ("best possible", now["best_possible"], best, _PART),
        ("ceiling", now["ceiling"], ceiling, _PART),
    ]
    present = policy.knowledge_card_share_default
    for name, share, recall, used in (
        ("now", present, advice["recall_now"], advice["tokens_now"]),
        ("recommended", advice["value"], advice["recall"], advice["tokens"]),
        ("cheapest", cheap["value"], cheap["recall"], cheap["tokens"]),
    ):
        at = recall_and_tokens(pairs, divided(policy, share), tokens)
        said += [(f"recall {name}", recall, at[0], _PART), (f"tokens {name}", used, at[1], _TOKENS)]
    wrong += [
        f"{what}: {number} against {float(found)}"
        for what, number, found, near in said
        if abs(number - float(found)) > near
    ]
    for share in shares:
        recall, used = recall_and_tokens(pairs, divided(policy, share), tokens)
        if recall > advice["recall"] + _PART:
            wrong.append(f"{share} has a recall of {float(recall)}, more than the best")
        is_near = recall >= advice["recall"] - advice["tolerance"] + _PART
        if is_near and used < cheap["tokens"] - _TOKENS:
            wrong.append(f"{share} is cheaper: {float(used)} tokens")
    return wrong


def _pieces(
    now: dict[str, Any],
    pairs: Sequence[tuple[Request, CandidateSet]],
    policy: UnifiedContextBudgetPolicy,
    tokens: TokenCounter,
) -> tuple[list[str], Fraction, Fraction]:
    """Compare every piece; return what is wrong, the best possible and the ceiling."""
    lost = {(one["trace_id"], one["piece"]): one["cause"] for one in now["lost"]}
    wrong: list[str] = []
    best, ceiling, asking = Fraction(), Fraction(), 0
    for request, candidates in pairs:
        plain = worked_out(request, candidates, policy, tokens)
        pieces = len(plain.found)
        if not pieces:
            continue
        asking += 1
        causes = [lost.get((request.trace_id, place)) for place in range(pieces)]
        best += Fraction(plain.best, pieces)
        ceiling += Fraction(sum(plain.offered), pieces)
        for place, cause in enumerate(causes):
            if cause is None:
                is_right = plain.found[place]
            else:
                is_right = not plain.found[place] and bool(CODES[cause]) is plain.offered[place]
                is_right &= not CODES[cause] or bool(CODES[cause] & plain.codes[place])
            if not is_right:
                wrong.append(f"{request.trace_id} {place}: {cause}, but {set(plain.codes[place])}")
    return wrong, best / max(1, asking), ceiling / max(1, asking)
