"""Reasons of context discipline."""

from inspector.core.reason_texts import Verdict, Wording


class DisciplineReasons:
    """Reasons of context discipline."""

    FIELD_KEPT = Wording(
        "field_kept",
        Verdict.INCLUDED,
        "Discipline C1",
        "Kept: {tokens} of the hot state's {total} tokens.",
        "The field is in the hot state as it was given.",
    )
    FIELD_POINTED = Wording(
        "field_pointed",
        Verdict.INCLUDED,
        "Discipline C6",
        "Kept, with {added} tokens of entries that lead to what was taken out: {tokens} of the hot"
        " state's {total} tokens.",
        "With pointers kept, the artifact index leads to the artifacts of what compression took"
        " out.",
    )
    FIELD_COMPRESSED = Wording(
        "field_compressed",
        Verdict.REDUCED,
        "Discipline C6",
        "Moved to artifact {artifact}: the state broke its limits ({why}). Frees {needed} tokens.",
        "Compression keeps what identifies the state and its task; everything else is stored as an"
        " artifact first and then taken out.",
    )
    FIELD_REFERENCED = Wording(
        "field_referenced",
        Verdict.REDUCED,
        "Discipline C6",
        "Replaced by a reference to artifact {artifact}: {tokens} tokens instead of {needed},"
        " because the state broke its limits ({why}).",
        "An artifact index with more than five entries, or more than allowed, is stored as one"
        " artifact, and the state refers to that.",
    )
    FIELD_EMPTY = Wording(
        "field_empty",
        Verdict.REDUCED,
        "Discipline C6",
        "Taken out: it holds nothing, and the state broke its limits ({why}). Frees {needed}"
        " tokens.",
        "An empty artifact index needs no reference; the step that makes references leaves it out.",
    )
    FIELD_MINIMAL = Wording(
        "field_minimal",
        Verdict.REDUCED,
        "Discipline C6",
        "Moved to artifact {artifact}: no step brought the state within its limits ({why}), and"
        " rejecting is off. Frees {needed} tokens.",
        "With rejection off, what is left is the minimal state: what identifies it, and its risk.",
    )
    FIELD_REFUSED = Wording(
        "field_refused",
        Verdict.REFUSED,
        "Discipline C6",
        "Refused with the whole state: {why}.",
        "A state that no step brings within its limits is rejected as a whole; nothing is removed.",
    )
    HOT_STATE_REFUSED = Wording(
        "hot_state_refused",
        Verdict.REFUSED,
        "Discipline C6",
        "Refused: {why}.",
        "A state that does not validate, and a limit that is not a number, cannot be judged, and"
        " what cannot be judged is rejected.",
    )
    HOT_STATE_OVERHEAD = Wording(
        "hot_state_overhead",
        Verdict.BALANCE,
        "Discipline C1",
        "{tokens} tokens of braces, commas and rounding around the fields.",
        "The state's tokens are its UTF-16 units / 4, rounded up once; each field's are rounded"
        " down. This row is the difference.",
    )
    HOT_STATE_UNUSED = Wording(
        "hot_state_unused",
        Verdict.BALANCE,
        "Discipline C1",
        "{tokens} of the {cap} tokens allowed stayed unused.",
        "The state is smaller than its limit.",
    )
    HOT_STATE_OVER = Wording(
        "hot_state_over",
        Verdict.BALANCE,
        "Discipline C6",
        "{tokens} tokens: the state has {over} more than the {cap} allowed.",
        "Rejection is off and even the minimal state is over its limit; it is marked as such.",
    )
