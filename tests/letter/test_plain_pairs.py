"""Pairs of calls and results and the window's text once more, read plainly (W9, W10)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.placement import place
from inspector.core.window.report import TextOf, window_text
from tests.shared.examples import examples

BASES = {
    "tool_output": 170,
    "tool_input": 160,
    "chat_history_user": 150,
    "rag_ebook_chunk": 110,
    "critical_rag_document": 180,
}


@st.composite
def chunks(draw: st.DrawFn) -> list[dict[str, Any]]:
    found = []
    for number in range(draw(st.integers(1, 9))):
        one: dict[str, Any] = {"id": f"c{number}", "type": draw(st.sampled_from(sorted(BASES)))}
        one["tokens"] = draw(st.integers(0, 40))
        if draw(st.booleans()):
            one["content"] = f"text {number}"
        facts: dict[str, Any] = {}
        if draw(st.booleans()):
            facts["call_id"] = draw(st.sampled_from(["x", "y"]))
        if draw(st.integers(0, 2)) == 0:
            facts["content_type"] = draw(st.sampled_from(["business", "code"]))
        found.append(one | ({"metadata": facts} if facts else {}))
    return found


def together(asked: list[dict[str, Any]]) -> list[list[int]]:
    """The places of each call with its results; what is alone is with nobody."""
    groups: list[list[int]] = []
    for name in ("x", "y"):
        mine = [
            place_of
            for place_of, one in enumerate(asked)
            if one["type"].startswith("tool_") and one.get("metadata", {}).get("call_id") == name
        ]
        if {asked[place_of]["type"] for place_of in mine} == {"tool_input", "tool_output"}:
            groups.append(mine)
    paired = {place_of for group in groups for place_of in group}
    return groups + [[place_of] for place_of in range(len(asked)) if place_of not in paired]


def placed(asked: list[dict[str, Any]], room: int, *, keep_pairs: bool) -> set[int]:
    groups = together(asked) if keep_pairs else [[place_of] for place_of in range(len(asked))]
    found: set[int] = set()
    for turn in sorted(range(len(asked)), key=lambda place_of: -BASES[asked[place_of]["type"]]):
        (group,) = [one for one in groups if turn in one]
        took = found | set(group)
        if turn not in found and sum(asked[one]["tokens"] for one in took) <= room:
            found = took
    return found


@examples(150)
@given(chunks(), st.integers(0, 150), st.booleans())
def test_the_plain_reading_of_pairs_and_of_the_text_is_the_same(asked, room, keep_pairs):
    report = place(
        asked, now_ms=0, available_tokens=room, max_system_prompt=0,
        options={"keep_pairs": keep_pairs},
    )  # fmt: skip
    found = placed(asked, room, keep_pairs=keep_pairs)
    assert set(report.allocated) == {asked[place_of]["id"] for place_of in found}

    split = [group for group in together(asked) if 0 < len(found & set(group)) < len(group)]
    told = [one for one in report.problems if one.code == "window.pair-split"]
    assert len(told) == len(split)
    assert not (keep_pairs and split)

    for of, wanted in (
        (TextOf.LLM, lambda _one: True),
        (TextOf.RAG, lambda one: "rag_" in one["type"]),
        (TextOf.BUSINESS, lambda one: one.get("metadata", {}).get("content_type") == "business"),
    ):
        texts = [asked[one].get("content") for one in sorted(found) if wanted(asked[one])]
        assert window_text(report, of) == "\n\n".join(text for text in texts if text is not None)
