"""Records of cards as files have them: right ones, and ones that are wrong in every way."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import strategies as st

SAFE = 2**53 - 1
TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
ODD_TEXT = TEXT | st.sampled_from(
    ['"', '\\"', "\\", "\\\\", "😀" * 61, "😀" * 60, "x" * 121, "", '":']
)
COUNTS = st.none() | st.integers(0, 2**31 - 1)
WRONG = (
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**70)
    | st.floats()
    | ODD_TEXT
    | st.lists(ODD_TEXT, max_size=2)
    | st.dictionaries(TEXT, st.integers(0, 3), max_size=2)
)
OPTIONAL_TEXTS = (
    "matter_id",
    "provenance_source",
    "provenance_source_ref",
    "resolution_source",
    "primary_tag",
    "hedge_mode",
    "force_level",
)
TIERS = ("compact", "standard", "full")


def cards_with(text: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Return records of cards whose texts are drawn from a strategy."""
    tiers = dict.fromkeys(TIERS, st.none() | text)
    counts = st.fixed_dictionaries({}, optional=dict.fromkeys(TIERS, COUNTS))
    return st.fixed_dictionaries(
        {
            "node_id": TEXT,
            "node_kind": st.sampled_from(["entity", "event", "procedure"]),
            "canonical_name": text,
            "relevance_score": st.floats(allow_nan=False, allow_infinity=False)
            | st.integers(-9, 9),
        },
        optional={
            **dict.fromkeys(OPTIONAL_TEXTS, st.none() | text),
            "renderings": st.fixed_dictionaries({}, optional=tiers),
            "token_counts": st.none() | counts,
            "source_bundle_ids": st.lists(text, max_size=3),
        },
    )


CARDS = cards_with(ODD_TEXT)  # their shape is right, some of their texts are too long
GOOD_CARDS = cards_with(TEXT)


@st.composite
def damaged_records(draw: st.DrawFn) -> str:
    """Give the JSON of a record to which a few things may have happened, down to its letters."""
    record: dict[str, Any] = dict(draw(CARDS))
    for _ in range(draw(st.integers(0, 2))):
        names = [*record, "renderings", "colour", *OPTIONAL_TEXTS]
        name = draw(st.sampled_from(names))
        if draw(st.booleans()):
            record[name] = draw(WRONG)
        else:
            record.pop(name, None)
    text = json.dumps(record, ensure_ascii=draw(st.booleans()))
    if draw(st.booleans()):
        repeated = draw(st.sampled_from([*record, "node_id"]))
        value = json.dumps(draw(WRONG | st.just(record.get(repeated))))
        text = f"{text[:-1]}{', ' if record else ''}{json.dumps(repeated)}: {value}}}"
    if draw(st.integers(0, 9)) == 0:
        text = text.replace(
            '"full"', draw(st.sampled_from(['"compact"', '"f\\u0075ll"', '"fulll"']))
        )
    if draw(st.integers(0, 9)) == 0:
        text = text.replace(": 0", ': "\\ud800"', 1)
    return text


def plain_cards(number: int) -> list[dict[str, Any]]:
    """Return cards that are right, each a little different."""
    chosen = random.Random(number)
    return [
        {
            "node_id": f"card-{place}",
            "node_kind": "entity",
            "canonical_name": f"Card {place}",
            "relevance_score": chosen.random(),
            "renderings": {"compact": f"compact {place}", "full": f"full “{place}” 😀"},
        }
        for place in range(number)
    ]
