"""Texts of every kind for property tests: text, code, runs, and what cuts them."""

from __future__ import annotations

from hypothesis import strategies as st

# Characters that the patterns of the encodings tell apart, and words that they treat alone.
TELLING = [
    *"abSszAE1٣ \t\n\r/!?'-_é中Ωʰǅſ",
    *["\u0301", "\u00a0", "\u3000", "\u200b", "\u180e", "\x1c", "\x85", "\ufeff", "😀", "ก็"],
    *["'s", "'LL", " the", "\r\n", "<|endoftext|>"],
]

ANY_TEXT = st.text(st.characters(codec="utf-8"), max_size=60)

RUNS = st.builds(
    lambda part, times: part * times,
    st.sampled_from(TELLING),
    st.sampled_from([1, 1, 1, 2, 3, 9, 40]),
)

MIXED_TEXT = st.lists(RUNS | ANY_TEXT, max_size=14).map("".join)

# Few different parts, so that long runs of one kind are likely.
MONOTONOUS_TEXT = st.lists(st.sampled_from(TELLING), min_size=1, max_size=4).flatmap(
    lambda parts: st.lists(
        st.builds(
            lambda part, times: part * times,
            st.sampled_from(parts),
            st.sampled_from([1, 2, 17, 90]),
        ),
        max_size=25,
    ).map("".join)
)
