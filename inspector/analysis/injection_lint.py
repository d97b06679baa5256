"""What is allowed in a policy, in overrides and in counts but probably not meant, or in vain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.analysis.quantities import part_text
from inspector.core.arrays import Int64
from inspector.core.candidates.candidate_set import CandidateSet, file_reference
from inspector.core.candidates.card import Tier
from inspector.core.candidates.columns import CardColumns
from inspector.core.candidates.interned import ABSENT
from inspector.core.injection.materialization import Mode
from inspector.core.injection.overrides import FIELDS, Forced, Overrides
from inspector.core.injection.policy import (
    CEILING_OF_KIND,
    InjectionBudget,
    UnifiedContextBudgetPolicy,
)
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.tokens.counter import TokenCounter, UncountableTextError
from inspector.lazy import LazySequence
from inspector.plurals import count_of

_TEXTS_AT_ONCE = 4_096


def lint_policy(policy: UnifiedContextBudgetPolicy) -> tuple[Problem, ...]:
    """Name what is allowed in a policy but probably not meant, each with its field's place."""

    def lint(field: str, code: str, message: str, fix: str) -> Problem:
        place = Place(pointer=pointer(field))
        return Problem(Severity.WARNING, f"policy.{code}", message, fix, place)

    found: list[Problem] = []
    shares = policy.knowledge_card_share_default + policy.bucket_content_share_default
    if shares < 1 - 1e-9:
        found.append(
            lint(
                "knowledge_card_share_default",
                "shares-under-one",
                f"The shares add up to {part_text(shares)}: {part_text(1 - shares)} of the total"
                " stays unused when both kinds of content are present.",
                "Raise a share until they add up to 100 %.",
            )
        )
    if shares > 1 + 1e-9:
        found.append(
            lint(
                "knowledge_card_share_default",
                "shares-over-one",
                f"The shares add up to {part_text(shares)}: both halves are scaled down to fit the"
                " total.",
                "Lower a share until they add up to 100 %.",
            )
        )
    floors = policy.min_knowledge_card_tokens + policy.min_bucket_tokens
    if floors > max(policy.max_injection_tokens_absolute, 0):
        found.append(
            lint(
                "min_knowledge_card_tokens",
                "floors-over-total",
                f"The floors ask for {count_of(floors, 'token')} together, the total is at most"
                f" {policy.max_injection_tokens_absolute:,}: both floors are always scaled below"
                " themselves.",
                "Lower the floors, or raise the total.",
            )
        )
    ceilings = {field: getattr(policy, field) for field in CEILING_OF_KIND.values()}
    caps = sum(part for part in ceilings.values() if part < 1)  # a whole holds nothing back
    if caps > 1 + 1e-9:
        found.append(
            lint(
                next(iter(ceilings)),
                "ceilings-over-one",
                f"The ceilings for cards of a kind add up to {part_text(caps)}: together"
                " they can fill the knowledge budget and leave nothing for other cards.",
                "Lower a ceiling.",
            )
        )
    token_fields = (
        "max_injection_tokens_absolute",
        "min_knowledge_card_tokens",
        "min_bucket_tokens",
    )
    found.extend(
        lint(
            field,
            "negative-tokens",
            f"{field} is negative; it acts like 0.",
            "Use 0 or a positive number of tokens.",
        )
        for field in token_fields
        if getattr(policy, field) < 0
    )
    if policy.max_injection_tokens_absolute == 0 or policy.max_injection_tokens_pct_of_context == 0:
        found.append(
            lint(
                "max_injection_tokens_absolute",
                "nothing-allowed",
                "The policy allows no tokens at all: nothing will be injected.",
                "Set both limits of the total above 0.",
            )
        )
    return tuple(found)


def lint_budget(budget: InjectionBudget, policy: UnifiedContextBudgetPolicy) -> tuple[Problem, ...]:
    """Name floors that one request's total scaled below themselves (Injection §2.2).

    A policy whose floors fit no total at all is named by ``lint_policy``.
    """
    floors = policy.min_knowledge_card_tokens + policy.min_bucket_tokens
    scaled = budget.scaled and (
        budget.knowledge_card_budget < policy.min_knowledge_card_tokens
        or budget.bucket_budget < policy.min_bucket_tokens
    )
    if not scaled or floors > max(policy.max_injection_tokens_absolute, 0):
        return ()
    return (
        Problem(
            Severity.WARNING,
            "policy.floors-scaled",
            f"The total for this request is {count_of(budget.total_budget, 'token')}. Both budgets"
            f" were scaled into it, to {budget.knowledge_card_budget:,} and"
            f" {budget.bucket_budget:,}; the floors are {policy.min_knowledge_card_tokens:,} and"
            f" {policy.min_bucket_tokens:,}.",
            "Lower the floors, or leave the request more room in the window.",
            Place(pointer=pointer("min_knowledge_card_tokens")),
        ),
    )


def lint_overrides(overrides: Overrides, candidates: CandidateSet) -> tuple[Problem, ...]:
    """Report ids that name nothing, decisions that do not fit their subject, contradictions."""
    kinds = _Kinds(candidates)
    return tuple(
        problem
        for forced in Forced
        for place, subject in enumerate(getattr(overrides, FIELDS[forced]))
        for problem in _lint(overrides, kinds, forced, subject, pointer(FIELDS[forced], place))
    )


class _Kinds:
    """Which ids of a set are cards, files and buckets with a background."""

    def __init__(self, candidates: CandidateSet) -> None:
        self._cards = candidates.knowledge_cards.row_of
        self._files = {
            file_reference(bucket.bucket_id, file.file_id)
            for bucket in candidates.buckets
            for file in bucket.files
        }
        self._backgrounds = {
            bucket.bucket_id for bucket in candidates.buckets if bucket.has_background
        }

    def of(self, subject: str) -> frozenset[str]:
        known = (
            ("card", self._cards),
            ("file", self._files),
            ("background", self._backgrounds),
        )
        return frozenset(kind for kind, ids in known if subject in ids)


_KINDS_OF = {
    Forced.EXCLUDED: frozenset(("card", "file", "background")),
    Forced.LISTED: frozenset(("file",)),
    Forced.INLINED: frozenset(("file",)),
    Forced.PINNED: frozenset(("card",)),
    Forced.KEPT: frozenset(("card", "background")),
}


def _lint(
    overrides: Overrides, kinds: _Kinds, forced: Forced, subject: str, place: str
) -> Iterator[Problem]:
    def warn(code: str, message: str, fix: str) -> Problem:
        where = Place(pointer=place)
        return Problem(Severity.WARNING, f"overrides.{code}", message, fix, where)

    found = kinds.of(subject)
    if not found:
        yield warn(
            "unknown-id",
            "This id names no card, file or background of the candidate set; it has no effect.",
            "Check its spelling, or remove it.",
        )
    elif not found & _KINDS_OF[forced]:
        yield warn(
            "wrong-kind",
            f"A {' and '.join(sorted(found))} cannot be {forced.value}; this has no effect.",
            f"Only these can be: {', '.join(sorted(_KINDS_OF[forced]))}.",
        )
    holds = overrides.of(subject)
    if holds is not None and holds is not forced:
        yield warn(
            "contradiction",
            f"This is also to be {holds.value}, which holds.",
            f"Remove it here or from {FIELDS[holds]}.",
        )


def unmet_overrides(report: InjectionReport) -> tuple[Problem, ...]:
    """Report what overrides asked for and could not bring about under the budgets of a run."""
    what_if = report.what_if
    if what_if is None:
        return ()
    found = []
    cards, overrides = report.prepared.cards, what_if.overrides
    for rank in np.flatnonzero(report.tier_by_rank[: what_if.pinned] < 0).tolist():
        subject = cards.columns.node_ids[int(cards.order[rank])]
        found.append(_unmet(Forced.PINNED, subject, overrides, "The pinned card is not in"))
    for choice in report.materialization.files:
        subject = choice.file.counted.reference
        if overrides.of(subject) is Forced.INLINED and choice.mode is not Mode.INLINED:
            found.append(_unmet(Forced.INLINED, subject, overrides, "The file is not inlined"))
    return tuple(found)


def _unmet(forced: Forced, subject: str, overrides: Overrides, what: str) -> Problem:
    field = FIELDS[forced]
    return Problem(
        Severity.WARNING,
        f"overrides.{forced.value}-without-effect",
        f"{what}: an override does not go over a budget, and makes no text that is not there.",
        "See the reason of its row; raise the budget, or take the override back.",
        Place(pointer=pointer(field, getattr(overrides, field).index(subject))),
    )


@dataclass(frozen=True, slots=True)
class CountDifference:
    """A declared token count that differs from the counted one. ``place`` is a JSON pointer."""

    place: str
    subject: str
    declared: int
    counted: int


class CountDifferences(LazySequence[CountDifference]):
    """The declared counts of a set that differ from the counted ones, those of cards first.

    There may be three for each of a million cards.
    """

    def __init__(
        self, columns: CardColumns, of_cards: Int64, of_files: Sequence[CountDifference]
    ) -> None:
        """Take row, tier and counted tokens of each difference of a card (differences × 3)."""
        self._columns = columns
        self._of_cards = of_cards
        self._of_files = of_files

    def __len__(self) -> int:
        return len(self._of_cards) + len(self._of_files)

    def made(self, place: int) -> CountDifference:
        """Make the difference at a place."""
        if place >= len(self._of_cards):
            return self._of_files[place - len(self._of_cards)]
        row, tier, counted = self._of_cards[place].tolist()
        return CountDifference(
            pointer("knowledge_cards", row, "token_counts", Tier(tier).label),
            self._columns.node_ids[row],
            int(self._columns.declared[row, tier]),
            counted,
        )


def declared_differences(candidates: CandidateSet, tokens: TokenCounter) -> CountDifferences:
    """Compare every declared token count with the counted one and return those that differ.

    A text that cannot be counted is compared with nothing: its declared count is what is used.
    Raises what ``tokens`` raises besides.
    """
    columns = candidates.knowledge_cards
    rows, tiers = np.nonzero(columns.has_text & (columns.declared != ABSENT))
    of_cards = [np.empty((0, 3), dtype=np.int64)]
    for start in range(0, len(rows), _TEXTS_AT_ONCE):
        row, tier = (one[start : start + _TEXTS_AT_ONCE] for one in (rows, tiers))
        texts = map(columns.texts.get, row.tolist(), tier.tolist())
        counted = _counted([text or "" for text in texts], tokens)
        differs = (counted != ABSENT) & (counted != columns.declared[row, tier])
        of_cards.append(np.stack([row, tier, counted], axis=1)[differs])
    of_files = []
    for index, bucket in enumerate(candidates.buckets):
        for place, file in enumerate(bucket.files):
            declared = file.token_count
            if not file.text or declared is None:
                continue
            (count,) = _counted([file.text], tokens).tolist()
            if count not in (ABSENT, declared):
                where = pointer("buckets", index, "files", place, "token_count")
                subject = file_reference(bucket.bucket_id, file.file_id)
                of_files.append(CountDifference(where, subject, declared, count))
    return CountDifferences(columns, np.concatenate(of_cards), of_files)


def _counted(texts: list[str], tokens: TokenCounter) -> Int64:
    """Return the tokens of texts, ``ABSENT`` for one that cannot be counted."""
    try:
        return np.array(tokens.count_many(texts), dtype=np.int64)
    except UncountableTextError:
        if len(texts) == 1:
            return np.array([ABSENT])
    return np.concatenate([_counted([text], tokens) for text in texts])


def lint_count(difference: CountDifference, encoding: str) -> Problem:
    """Warn of a declared count that is not what an encoding counts."""
    return Problem(
        Severity.WARNING,
        "candidates.wrong-count",
        f"{difference.subject!r} declares {count_of(difference.declared, 'token')}; {encoding}"
        f" counts {difference.counted:,}. The declared count is used.",
        "Correct the count, or leave it out to have the text counted.",
        Place(pointer=difference.place),
    )
