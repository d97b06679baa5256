"""Small and large tables for the tests of tables."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from inspector.present.table import (
    Codes,
    Column,
    Flags,
    Kind,
    Numbers,
    TableData,
    Texts,
    decimals,
)

VERDICTS = ("included", "reduced", "suppressed", "dropped", "excluded", "refused", "balance")
KINDS = ("entity", "event", "procedure", "interaction_policy")

COLUMNS = (
    Column("name", "Name", "What the card is about", Kind.TEXT, width=24),
    Column("ref", "Ref", "Where it comes from", Kind.TEXT, visible=False),
    Column("kind", "Kind", "What sort of card it is", Kind.ENUM),
    Column("verdict", "Verdict", "What became of it", Kind.ENUM, aliases=("state",)),
    Column("cap", "Cap", "The ceiling that decided", Kind.ENUM),
    Column("tokens", "Tokens", "Tokens it takes", Kind.INTEGER),
    Column("needed", "Needed", "Tokens it asked for", Kind.INTEGER),
    Column("relevance", "Rel", "Relevance", Kind.NUMBER, aliases=("rel",), write=decimals(2)),
    Column("pinned", "Pinned", "Whether it is asked for by name", Kind.FLAG),
)


def cards() -> TableData:
    """Six cards that are easy to tell apart."""
    return TableData(
        columns=COLUMNS,
        keys=("c1", "c2", "c3", "c4", "c5", "c6"),
        values={
            "name": Texts(
                ["Henderson", "Scienter allegation", "straße", "foo bar", "", "henderson II"]
            ),
            "ref": Codes(np.array([0, 1, 1, 2, 0, 1], np.int32), ("", "a.md", "b.md")),
            "kind": Codes(np.array([0, 1, 0, 2, 3, 0], np.uint8), KINDS),
            "verdict": Codes(np.array([0, 2, 2, 3, 1, 0], np.uint8), VERDICTS),
            "cap": Codes(
                np.array([0, 0, 0, 1, 2, 0], np.uint8), ("", "procedure_cap", "knowledge budget")
            ),
            "tokens": Numbers(np.array([120, 0, 0, 0, 500, 501])),
            "needed": Numbers(
                np.array([0, 104, 200, 1200, 0, 0]),
                np.array([False, True, True, True, False, False]),
            ),
            "relevance": Numbers(np.array([0.9, 0.25, 0.5, 0.1, np.nan, 0.249])),
            "pinned": Flags(np.array([True, False, False, False, False, True])),
        },
    )


@st.composite
def tables(draw: st.DrawFn) -> TableData:
    """Any small table: texts of any characters, missing values, extreme numbers."""
    rows = draw(st.integers(0, 12))

    def column(values: st.SearchStrategy) -> list:
        return draw(st.lists(values, min_size=rows, max_size=rows))

    text = st.text(st.characters(), max_size=8) | st.sampled_from(["a", "A b", "ß", 'x"', "-y*"])
    labels = ("", *draw(st.lists(text.filter(bool), min_size=1, max_size=4, unique=True)))
    code = st.integers(0, len(labels) - 1)
    int64 = st.integers(-(2**63), 2**63 - 1)
    return TableData(
        columns=(
            Column("name", "Name", "", Kind.TEXT),
            Column("ref", "Ref", "", Kind.TEXT),
            Column("verdict", "Verdict", "", Kind.ENUM),
            Column("tokens", "Tokens", "", Kind.INTEGER),
            Column("relevance", "Rel", "", Kind.NUMBER),
            Column("pinned", "Pinned", "", Kind.FLAG),
        ),
        keys=[f"k{row}" for row in range(rows)],
        values={
            "name": Texts(column(text)),
            "ref": Codes(np.array(column(code), np.int32), labels),
            "verdict": Codes(np.array(column(code), np.uint8), labels),
            "tokens": Numbers(
                np.array(column(int64), np.int64), np.array(column(st.booleans()), bool)
            ),
            "relevance": Numbers(np.array(column(st.floats()), np.float64)),
            "pinned": Flags(np.array(column(st.booleans()), np.bool_)),
        },
    )
