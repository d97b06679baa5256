"""Reasons of the context window manager."""

from inspector.core.reason_texts import Verdict, Wording


class WindowReasons:
    """Reasons of the context window manager."""

    CHUNK_PLACED = Wording(
        "chunk_placed",
        Verdict.INCLUDED,
        "Window step 3",
        "Placed at tokens {start} to {end}, with priority {priority}: it needed {needed}, {left}"
        " were left.",
        "Chunks are considered from the highest priority down; this one fitted when its turn came.",
    )
    WINDOW_BUDGET = Wording(
        "window_budget",
        Verdict.DROPPED,
        "Window step 3",
        "Dropped: needed {needed} tokens with priority {priority}, left of the window: {left}.",
        "Chunks of higher priority, or newer ones of the same priority, took the room first.",
    )
    CATEGORY_LIMIT = Wording(
        "category_limit",
        Verdict.DROPPED,
        "Window tokenBudgets",
        "Dropped: needed {needed} tokens, {left} were left under {cap}.",
        "Category limits are enforced, and this chunk's category had the least room left of all"
        " that refused it.",
    )
    FILL_STOPPED = Wording(
        "fill_stopped",
        Verdict.DROPPED,
        "Window allowPartialFill",
        "Dropped: filling had stopped at an earlier chunk that did not fit. It needed {needed}"
        " tokens, {left} were left.",
        "With partial fill off, nothing is placed after the first chunk that does not fit.",
    )
    REQUEST_UNUSABLE = Wording(
        "request_unusable",
        Verdict.DROPPED,
        "Window validate_request",
        "Dropped: the request demands all of its records, and some of them cannot be used.",
        "With require_all on, nothing is placed where a record of the request cannot be used.",
    )
    PAIR_KEPT = Wording(
        "pair_kept",
        Verdict.DROPPED,
        "Window keep_pairs",
        "Dropped: it would fit, and the call or the result that belongs to it does not. It needed"
        " {needed} tokens, {left} were left.",
        "No interface takes a tool's result without its call; with keep_pairs on, both are placed"
        " or none.",
    )
    RECORD_UNUSABLE = Wording(
        "record_unusable",
        Verdict.EXCLUDED,
        "Window validate_request",
        "Excluded: this record is no chunk that could be placed.",
        "The record stays in the count of the request and keeps its place; Problems says what is"
        " wrong with it.",
    )
    WINDOW_RESERVE = Wording(
        "window_reserve",
        Verdict.BALANCE,
        "Window step 3",
        "{tokens} tokens are kept in reserve for the system prompt.",
        "The reserve is deducted once from the available tokens, before anything is placed.",
    )
    WINDOW_UNUSED = Wording(
        "window_unused",
        Verdict.BALANCE,
        "Window step 3",
        "{tokens} tokens of the window stayed unused.",
        "No remaining chunk fitted, or none remained.",
    )
