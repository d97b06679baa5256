"""What a recorded run says, in words."""

import pytest

from inspector.core.injection.manifest import ManifestCard
from inspector.language import ENGLISH, use
from inspector.present.recorded_words import card_words, value_words


@pytest.mark.parametrize(
    ("suppressed", "reason", "words"),
    [
        (False, None, "injected, compact"),
        (False, "knowledge_budget", "injected, compact (knowledge budget)"),
        (True, "knowledge_budget", "dropped: knowledge budget"),
        (True, None, "not injected: no reason given"),
    ],
)
def test_a_card_of_a_manifest_says_its_reason_also_where_it_should_have_none(
    suppressed, reason, words
):
    card = ManifestCard(
        node_id="a",
        node_kind="entity",
        canonical_name="A",
        rendering_tier="compact",
        token_count=4,
        relevance_score=0.5,
        suppressed=suppressed,
        **({} if reason is None else {"suppression_reason": reason}),
    )
    assert card_words(card) == words


@pytest.mark.parametrize(
    ("value", "said"), [(5769, "5.769"), ("5,769", '"5,769"'), (True, "true"), ([], "none")]
)
def test_a_number_of_a_manifest_is_written_as_the_window_writes_numbers(value, said):
    use("de")
    try:
        assert value_words(value) == said
    finally:
        use(ENGLISH)
    assert value_words(5769) == "5,769"
