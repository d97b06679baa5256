"""Small injection inputs whose numbers can be read off the page: one character is one token."""

from collections.abc import Iterable, Mapping
from typing import Any

from inspector.core import CandidateSet, LedgerEntry, Request, UnifiedContextBudgetPolicy, inject
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.injection.policy import (
    CEILING_OF_KIND,
    DEFAULT_SETTINGS,
    InjectionSettings,
    Strategy,
)
from inspector.core.injection.report import InjectionReport
from inspector.core.tokens import TokenCounter


class Characters:
    """Counts one token a character."""

    name = "characters"

    def count(self, text: str) -> int:
        return len(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        return [self.count(text) for text in texts]


CHARACTERS = Characters()


def card(node_id: str, relevance: float, compact: int = 10, **fields: Any) -> dict[str, Any]:
    """Make a card whose renderings have the given lengths; ``file`` is where it came from."""
    lengths = {"compact": compact, **fields.pop("lengths", {})}
    file = fields.pop("file", None)
    if file is not None:
        fields |= {"provenance_source": "bucket_file", "provenance_source_ref": file}
    return {
        "node_id": node_id,
        "node_kind": fields.pop("kind", "event"),
        "canonical_name": node_id.title(),
        "relevance_score": relevance,
        "renderings": {tier: "x" * length for tier, length in lengths.items() if length},
        **fields,
    }


def file(file_id: str, relevance: float, text: int = 100, **fields: Any) -> dict[str, Any]:
    """Make a bucket file whose text has the given length; its line is ``- t`` (3 characters)."""
    return {
        "file_id": file_id,
        "title": "t",
        "text": "y" * text,
        "relevance_score": relevance,
        **fields,
    }


def bucket(bucket_id: str, *files: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    """Make a bucket with the title ``T``; its heading ``# T`` and two newlines are 5 characters."""
    return {"bucket_id": bucket_id, "bucket_title": "T", "files": list(files), **fields}


def candidate_set(
    cards: Iterable[Mapping[str, Any]] = (), buckets: Iterable[Mapping[str, Any]] = ()
) -> CandidateSet:
    """Make a candidate set."""
    return CandidateSet.model_validate(
        {"set_id": "s", "knowledge_cards": list(cards), "buckets": list(buckets)}
    )


def request(**fields: Any) -> Request:
    """Make a request with a window of 1,000,000 tokens."""
    return Request.model_validate(
        {
            "trace_id": "t1",
            "timestamp": "2026-04-03T12:00:00Z",
            "model": {"name": "m", "context_window": 1_000_000, "encoding": "characters"},
            **fields,
        }
    )


def policy(total: int, **fields: Any) -> UnifiedContextBudgetPolicy:
    """Make a policy with a total and no floors; halves are equal unless shares are given."""
    values = {
        "max_injection_tokens_absolute": total,
        "knowledge_card_share_default": 0.5,
        "bucket_content_share_default": 0.5,
        "min_knowledge_card_tokens": 0,
        "min_bucket_tokens": 0,
        **dict.fromkeys(CEILING_OF_KIND.values(), 1.0),
        "schema_version": 1,
    }
    return UnifiedContextBudgetPolicy.model_validate(values | fields)


def injected(
    cards: Iterable[Mapping[str, Any]] = (),
    buckets: Iterable[Mapping[str, Any]] = (),
    total: int = 1000,
    *,
    rules: Mapping[str, Any] | None = None,
    tokens: TokenCounter = CHARACTERS,
    strategy: Strategy | str = Strategy.COVERAGE,
    settings: InjectionSettings = DEFAULT_SETTINGS,
    overrides: Overrides = NO_OVERRIDES,
    **fields: Any,
) -> InjectionReport:
    """Run the injection step; ``rules`` are fields of the policy, ``fields`` of the request."""
    return inject(
        request(**fields),
        candidate_set(cards, buckets),
        policy(total, **(rules or {})),
        tokens,
        strategy=strategy,
        settings=settings,
        overrides=overrides,
    )


def entry_of(report: InjectionReport, subject: str, kind: str = "card") -> LedgerEntry:
    """Return the row of the ledger about a subject."""
    return next(e for e in report.ledger.entries if (e.kind, e.subject) == (kind, subject))


def tiers_of(report: InjectionReport) -> dict[str, str]:
    """Return the tier of every card that is in."""
    return {
        c.node_id: c.rendering_tier for c in report.manifest.knowledge_cards if not c.suppressed
    }
