"""Chunks for tests of the window, written short."""

from typing import Any

from hypothesis import strategies as st

from inspector.core.window.chunk import Chunk, ChunkType
from inspector.core.window.placement import place
from inspector.core.window.report import WindowReport

DAY = 86_400_000
NOW = 1_775_217_600_000
TYPES = [kind.value for kind in ChunkType]


def chunk(name: str, tokens: float | None = 100, **fields: Any) -> Chunk:
    """Return a chunk: a message of the user from before, unless ``fields`` say otherwise."""
    if "days_old" in fields:
        fields["timestamp_ms"] = NOW - int(fields.pop("days_old") * DAY)
    record = {"type": "chat_history_user"} | fields
    return Chunk(id=name, tokens=tokens, **record)


def placed(chunks: list[Any], room: int = 10_000, **arguments: Any) -> WindowReport:
    """Place ``chunks`` in ``room`` tokens, with no reserve unless the arguments have one."""
    arguments = {"now_ms": NOW, "max_system_prompt": 0} | arguments
    reserve = arguments["max_system_prompt"]
    return place(chunks, available_tokens=room + reserve, **arguments)


_metadata = st.fixed_dictionaries(
    {},
    optional={
        "rag_match_metadata": st.fixed_dictionaries(
            {"relevance": st.sampled_from([0, 0.3, 0.7, 1])}
        ),
        "revenue_impact": st.sampled_from([0, 5_000, 10**6]),
        "urgency": st.sampled_from(["critical", "low"]),
        "client_tier": st.sampled_from(["enterprise", "startup"]),
        "content_type": st.sampled_from(["business", "code", "general"]),
    },
)


@st.composite
def chunk_lists(draw: st.DrawFn, max_size: int = 8) -> list[Chunk]:
    """Draw chunks with few different priorities, times and sizes, so that ties are common."""
    count = draw(st.integers(0, max_size))
    return [
        Chunk(
            id=f"c{number}",
            type=ChunkType(draw(st.sampled_from(TYPES))),
            tokens=draw(st.one_of(st.none(), st.integers(0, 60))),
            content=draw(st.sampled_from(["", "x" * 38, "\U0001f600" * 19])),
            timestamp_ms=draw(
                st.one_of(
                    st.none(), st.sampled_from([0, NOW, NOW - 3 * DAY, NOW - 12_345_678, NOW + DAY])
                )
            ),
            metadata=draw(_metadata),
        )
        for number in range(count)
    ]


option_sets = st.fixed_dictionaries(
    {},
    optional={
        "prefer_recent": st.booleans(),
        "prefer_higher_priority": st.booleans(),
        "allow_partial_fill": st.booleans(),
        "include_business_boost": st.booleans(),
        "recency": st.sampled_from(["linear", "exponential"]),
        "enforce_category_limits": st.booleans(),
    },
)
