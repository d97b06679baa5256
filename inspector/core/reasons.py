"""The reason codes: why a subject got its verdict, in one enum for all five systems.

Each reason names the rule it carries out, the verdict it leads to, a sentence with places for this
run's numbers, and a help text; the words stand in ``reason_texts``. The rules page of the
documentation is generated from here.
"""

from __future__ import annotations

from enum import Enum

from inspector.core.reason_texts import (
    Verdict,
    Wording,
    assembly,
    builder,
    discipline,
    injection,
    relevance,
    window,
)

__all__ = ["REASONS_BY_CODE", "Reason", "Verdict"]


class Reason(Enum):
    """A reason code with its words."""

    # Unified injection
    CARD_INJECTED = injection.CARD_INJECTED
    TIER_LOWERED = injection.TIER_LOWERED
    TIER_CHOSEN = injection.TIER_CHOSEN
    BUCKET_FILE_OVERLAP = injection.BUCKET_FILE_OVERLAP
    KNOWLEDGE_BUDGET = injection.KNOWLEDGE_BUDGET
    PROCEDURE_CAP = injection.PROCEDURE_CAP
    INTERACTION_POLICY_CAP = injection.INTERACTION_POLICY_CAP
    OUTWEIGHED = injection.OUTWEIGHED
    NO_VALUE = injection.NO_VALUE
    NO_RENDERING = injection.NO_RENDERING
    FILE_INLINED = injection.FILE_INLINED
    FILE_LISTED = injection.FILE_LISTED
    FILE_LISTED_ONLY = injection.FILE_LISTED_ONLY
    BUCKET_BUDGET = injection.BUCKET_BUDGET
    BACKGROUND_INCLUDED = injection.BACKGROUND_INCLUDED
    BACKGROUND_OVERLAP = injection.BACKGROUND_OVERLAP
    UNCOUNTABLE = injection.UNCOUNTABLE
    NOTHING_TO_INJECT = injection.NOTHING_TO_INJECT
    OVERHEAD = injection.OVERHEAD
    UNUSED = injection.UNUSED
    RELEASED = injection.RELEASED
    UNALLOCATED = injection.UNALLOCATED

    # Overrides of the unified injection
    WHAT_IF_EXCLUDED = injection.WHAT_IF_EXCLUDED
    BELOW_RELEVANCE_FLOOR = injection.BELOW_RELEVANCE_FLOOR
    BEYOND_TOP_K = injection.BEYOND_TOP_K
    WHAT_IF_LISTED = injection.WHAT_IF_LISTED

    # Relevance pre-parser
    NODE_IN_MASK = relevance.NODE_IN_MASK
    NODE_URGENT = relevance.NODE_URGENT
    NODE_RECOVERED = relevance.NODE_RECOVERED
    NODE_DEPENDENCY = relevance.NODE_DEPENDENCY
    NODE_SAFETY = relevance.NODE_SAFETY
    NODE_PARSER_OFF = relevance.NODE_PARSER_OFF
    NODE_CONFIG_UNREADABLE = relevance.NODE_CONFIG_UNREADABLE
    NODE_MASKED = relevance.NODE_MASKED
    NODE_NOT_IN_MASK = relevance.NODE_NOT_IN_MASK
    NODE_UNKNOWN_MODE = relevance.NODE_UNKNOWN_MODE
    NODE_RULE_HARD = relevance.NODE_RULE_HARD
    NODE_RULE_SOFT = relevance.NODE_RULE_SOFT
    NODE_NO_HEADROOM = relevance.NODE_NO_HEADROOM
    NODES_UNUSED = relevance.NODES_UNUSED
    NODES_OVER_BUDGET = relevance.NODES_OVER_BUDGET

    # Context discipline
    FIELD_KEPT = discipline.FIELD_KEPT
    FIELD_COMPRESSED = discipline.FIELD_COMPRESSED
    FIELD_REFERENCED = discipline.FIELD_REFERENCED
    FIELD_EMPTY = discipline.FIELD_EMPTY
    FIELD_MINIMAL = discipline.FIELD_MINIMAL
    FIELD_REFUSED = discipline.FIELD_REFUSED
    HOT_STATE_REFUSED = discipline.HOT_STATE_REFUSED
    HOT_STATE_OVERHEAD = discipline.HOT_STATE_OVERHEAD
    HOT_STATE_UNUSED = discipline.HOT_STATE_UNUSED
    HOT_STATE_OVER = discipline.HOT_STATE_OVER

    # Context window manager
    CHUNK_PLACED = window.CHUNK_PLACED
    WINDOW_BUDGET = window.WINDOW_BUDGET
    CATEGORY_LIMIT = window.CATEGORY_LIMIT
    FILL_STOPPED = window.FILL_STOPPED
    WINDOW_RESERVE = window.WINDOW_RESERVE
    WINDOW_UNUSED = window.WINDOW_UNUSED

    # Assembly of the eight steps
    ITEM_PLACED = assembly.ITEM_PLACED
    TOKENS_GIVEN = assembly.TOKENS_GIVEN
    NODE_UNDECIDED = assembly.NODE_UNDECIDED
    ITEM_IN_INJECTION = assembly.ITEM_IN_INJECTION
    HOT_STATE_KEPT = assembly.HOT_STATE_KEPT
    HOT_STATE_REDUCED = assembly.HOT_STATE_REDUCED
    PIECE_SEPARATORS = assembly.PIECE_SEPARATORS
    RESPONSE_RESERVE = assembly.RESPONSE_RESERVE
    ASSEMBLY_UNUSED = assembly.ASSEMBLY_UNUSED
    ASSEMBLY_OVER = assembly.ASSEMBLY_OVER
    ASSEMBLY_FITS = assembly.ASSEMBLY_FITS
    ASSEMBLY_NEAR_LIMIT = assembly.ASSEMBLY_NEAR_LIMIT
    ASSEMBLY_OVER_LIMIT = assembly.ASSEMBLY_OVER_LIMIT
    ASSEMBLY_STATE_REFUSED = assembly.ASSEMBLY_STATE_REFUSED
    ASSEMBLY_UNCOUNTED = assembly.ASSEMBLY_UNCOUNTED

    # Context builder
    BLOCK_WHOLE = builder.BLOCK_WHOLE
    BLOCK_REDACTED = builder.BLOCK_REDACTED
    BLOCK_TARGET_REGION = builder.BLOCK_TARGET_REGION
    BLOCK_SIGNATURES = builder.BLOCK_SIGNATURES
    BLOCK_SUMMARY = builder.BLOCK_SUMMARY
    BLOCK_OPTIONAL = builder.BLOCK_OPTIONAL
    BLOCK_REMOVED = builder.BLOCK_REMOVED
    BLOCK_REFUSED = builder.BLOCK_REFUSED
    CANDIDATE_DENIED = builder.CANDIDATE_DENIED
    CANDIDATE_BINARY = builder.CANDIDATE_BINARY
    CANDIDATE_TOO_LARGE = builder.CANDIDATE_TOO_LARGE
    CANDIDATE_OUTSIDE = builder.CANDIDATE_OUTSIDE
    CANDIDATE_SECRET = builder.CANDIDATE_SECRET
    CANDIDATE_DUPLICATE = builder.CANDIDATE_DUPLICATE
    CONTEXT_TOO_LARGE = builder.CONTEXT_TOO_LARGE
    SECRET_RISK = builder.SECRET_RISK
    AMBIGUOUS_TARGET = builder.AMBIGUOUS_TARGET
    UNSUPPORTED_TARGET = builder.UNSUPPORTED_TARGET
    UNKNOWN_TARGET = builder.UNKNOWN_TARGET
    MISSING_STEP = builder.MISSING_STEP
    MISSING_TARGET = builder.MISSING_TARGET
    BUNDLE_UNCOUNTABLE = builder.BUNDLE_UNCOUNTABLE
    BUNDLE_SEPARATORS = builder.BUNDLE_SEPARATORS
    BUNDLE_UNUSED = builder.BUNDLE_UNUSED
    BUNDLE_OVER = builder.BUNDLE_OVER

    def __init__(self, wording: Wording) -> None:
        self.code = wording.code
        self.verdict = wording.verdict
        self.rule = wording.rule
        self.template = wording.template
        self.help = wording.help


REASONS_BY_CODE = {reason.code: reason for reason in Reason}
