"""Unified diffs to try things on, made from pairs of texts."""

from __future__ import annotations

import difflib

from hypothesis import strategies as st

# Lines that look like parts of a diff when a diff's prefix stands before them.
LINES = st.sampled_from(
    ["a", "b", "", "  indented", "-- x", "++ y", "@@ -1 +1 @@", "\\ z", "--- a/x", "+++ b/x", "```"]
)
TEXTS = st.lists(LINES, max_size=12)


@st.composite
def unified_diffs(draw: st.DrawFn) -> str:
    """Make the diff of one to three files, each with at least one change."""
    files = draw(
        st.lists(
            st.tuples(TEXTS, TEXTS).filter(lambda pair: pair[0] != pair[1]), min_size=1, max_size=3
        )
    )
    text = ""
    for number, (before, after) in enumerate(files):
        old = [line + "\n" for line in before]
        new = [line + "\n" for line in after]
        names = (f"a/file{number}", f"b/file{number}")
        text += "".join(difflib.unified_diff(old, new, *names, n=draw(st.integers(0, 3))))
    return text
