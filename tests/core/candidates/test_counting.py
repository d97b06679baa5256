"""The tokens of everything in a candidate set, one character a token."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.candidates.counting import CountedCandidates, count_candidates
from inspector.core.candidates.interned import ABSENT
from inspector.core.tokens.counter import TokenCounter, UncountableTextError
from tests.shared.injection_input import CHARACTERS, Characters, bucket, candidate_set, card


def counted(
    cards: list[dict[str, Any]] | None = None,
    buckets: list[dict[str, Any]] | None = None,
    tokens: TokenCounter = CHARACTERS,
) -> CountedCandidates:
    return count_candidates(candidate_set(cards or (), buckets or ()), tokens)


def entry(file_id: str, title: str = "t", **fields: Any) -> dict[str, Any]:
    return {"file_id": file_id, "title": title, **fields}


TIERS = st.dictionaries(
    st.sampled_from(["compact", "standard", "full"]), st.text("ab", max_size=9), min_size=1
)
FILES = st.lists(st.none() | st.text("ab", max_size=9), max_size=4)


@given(
    st.lists(TIERS, max_size=4), st.lists(st.tuples(FILES, st.none() | st.text("c", max_size=9)))
)
def test_in_full_is_the_longest_form_of_all_that_there_is(
    cards: list[dict[str, str]], buckets: list[tuple[list[str | None], str | None]]
) -> None:
    found = counted(
        [card(f"c{at}", 0.5, renderings=one) for at, one in enumerate(cards)],
        [
            bucket(
                f"b{at}",
                *(entry(f"f{place}", text=text) for place, text in enumerate(texts)),
                background=background,
            )
            for at, (texts, background) in enumerate(buckets)
        ],
    )
    assert found.tokens_in_full == (
        sum(max(map(len, one.values())) for one in cards)
        + sum(len(text or "") for texts, _ in buckets for text in texts)
        + sum(len(background or "") for _, background in buckets)
    )


def test_what_a_card_declares_is_used_as_given() -> None:
    found = counted(
        [
            card("a", 0.5, renderings={"compact": "aaa"}, token_counts={"compact": 7}),
            card("b", 0.5, renderings={}, token_counts={"standard": 5, "full": 4}),
        ]
    )
    assert found.card_costs.tolist() == [[7, ABSENT, ABSENT], [ABSENT, 5, 4]]
    assert found.tokens_in_full == 12


def test_files_that_share_a_reference_are_told_apart_and_found_at_their_places() -> None:
    found = counted(
        buckets=[
            bucket("b", entry("f", "one"), entry("g", "two")),
            bucket("b", entry("f", "three")),
            bucket("b:f", entry("g", "four")),
        ]
    )
    # Buckets and files that are there twice stay: who runs a set leaves them out before.
    assert [one.reference for one in found.files] == ["b:f", "b:g", "b:f", "b:f:g"]
    assert [one.subject for one in found.files] == ["b:f", "b:g", "b:f\x1f2", "b:f:g"]
    assert {place: one.file.title for place, one in found.files_at.items()} == {
        (0, 0): "one",
        (0, 1): "two",
        (1, 0): "three",
        (2, 0): "four",
    }


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ({"text": "abc"}, 3),
        ({"text": "abc", "token_count": 9}, 9),
        ({"token_count": 9}, 9),
        ({"text": "", "token_count": 9}, None),
        ({"text": ""}, None),
        ({}, None),
        ({"text": "abc", "inlinable": False}, None),
        ({"text": "abc", "token_count": 9, "inlinable": False}, None),
    ],
)
def test_a_file_can_be_inlined_by_its_text_or_by_what_it_declares(
    file: dict[str, Any], text: int | None
) -> None:
    (found,) = counted(buckets=[bucket("b", entry("f", "ti", **file))]).files
    assert found.text == text
    assert found.heading == len("## ti\n\n") + len("\n\n")
    assert found.line == len("- ti")


def test_a_line_has_the_summary_and_a_bucket_its_heading_and_background() -> None:
    found = counted(
        buckets=[
            bucket("b", entry("f", "ti", summary="su"), background="back"),
            bucket("c", background=""),
        ]
    )
    assert found.files[0].line == len("- ti: su")
    assert [(one.heading, one.background) for one in found.buckets] == [
        (len("# T\n\n"), 4),
        (len("# T\n\n"), None),
    ]
    separators = found.separators
    assert (separators.knowledge_heading, separators.card) == (len("# Knowledge\n\n"), 2)
    assert (separators.background, separators.line) == (2, 1)


class Picky(Characters):
    """Has no count for a text with a question mark."""

    def count(self, text: str) -> int:
        if "?" in text:
            raise UncountableTextError("there is a question in it")
        return super().count(text)


def test_a_text_without_a_count_is_a_problem_with_its_place_and_the_rest_is_counted() -> None:
    cards: list[Mapping[str, str]] = [{"compact": "aa", "full": "a?"}, {"compact": "bbb"}]
    found = counted(
        [card(f"c{at}", 0.5, renderings=one) for at, one in enumerate(cards)],
        [
            bucket(
                "b",
                entry("f", text="abc?"),
                entry("g", "t?", text="abc"),
                entry("h", text="abcd"),
                background="?",
            )
        ],
        Picky(),
    )
    assert [one.place.pointer for one in found.problems] == [
        "/knowledge_cards/0/renderings/full",
        "/buckets/0/files/0/text",
        "/buckets/0/files/1/title",
        "/buckets/0/files/1/title",
        "/buckets/0/background",
    ]
    assert {one.code for one in found.problems} == {"candidates.uncountable"}
    assert "'c0'" in found.problems[0].message
    assert found.uncountable == {0}
    assert [one.text for one in found.files] == [None, None, 4]
    assert [one.line for one in found.files] == [3, None, 3]
    # Of a heading without a count only the separator is known.
    assert [one.heading for one in found.files] == [6 + 2, 2, 6 + 2]
    assert found.tokens_in_full == 2 + 3 + 4


class _Together(Characters):
    """Counts how often it is asked."""

    asked = 0

    def count_many(self, texts: Iterable[str]) -> list[int]:
        self.asked += 1
        return super().count_many(texts)


@pytest.mark.parametrize("cards", [1, 4_000, 5_000])
def test_texts_of_cards_are_counted_together(cards: int) -> None:
    tokens = _Together()
    rows = [card(f"c{at}", 0.5, renderings={"full": "a" * (at % 9 + 1)}) for at in range(cards)]
    found = counted(rows, tokens=tokens)
    assert found.card_costs[:, 2].tolist() == [at % 9 + 1 for at in range(cards)]
    assert tokens.asked == -(-cards // 4_096)
