"""What the filter bar offers while someone types."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.present.table import complete, read_filter
from tests.present.table.table_samples import cards


def offered(text: str, cursor: int | None = None) -> list[str]:
    data = cards()
    return [s.text for s in complete(text, len(text) if cursor is None else cursor, data)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("tok", "tokens>"),
        ("na", "name:"),
        ("stat", "verdict:"),
        ("-ver", "verdict:"),
        ("a (ver", "verdict:"),
        ("pin", "is:pinned"),
        ("is:", "pinned"),
        ("has:to", "tokens"),
        ("verdict:sup", "suppressed"),
        ("state:", "included"),
        ("verdict:ress", "suppressed"),
        ('cap:"know', '"knowledge budget"'),
        ("cap:know", '"knowledge budget"'),
        ("supp", "verdict:suppressed"),
    ],
)
def test_this_is_offered_first(text, first):
    assert offered(text)[0] == first


@pytest.mark.parametrize("text", ["tokens>", "tokens:1", '"henderson', "name:hen", "foo:x"])
def test_nothing_is_offered_where_nothing_is_known(text):
    assert offered(text) == []


def test_an_empty_filter_is_offered_every_column():
    assert {"name:", "verdict:", "tokens>", "is:pinned"} <= set(offered(""))


def test_a_suggestion_replaces_only_the_term_at_the_cursor():
    data = cards()
    text = "henderson -verd tokens>5"
    suggestion = complete(text, len("henderson -verd"), data)[0]
    assert suggestion.applied(text) == ("henderson -verdict: tokens>5", len("henderson -verdict:"))
    text = "kind:ent* a"
    suggestion = complete(text, len("kind:ent"), data)[0]
    assert suggestion.applied(text)[0] == "kind:entity a"


@given(st.text('ab:"\\ ()-=tokens>verdictkind*\n', max_size=25), st.integers(0, 30))
def test_completing_never_fails_and_stays_inside_the_text(text, cursor):
    data = cards()
    cursor = min(cursor, len(text))
    for suggestion in complete(text, cursor, data):
        assert 0 <= suggestion.start <= cursor <= suggestion.end <= len(text)
        whole, place = suggestion.applied(text)
        assert whole[:place].endswith(suggestion.text)


@pytest.mark.parametrize("text", ["verdict:", "cap:", "kind:", "is:", "has:"])
def test_everything_offered_after_a_sign_makes_a_usable_filter(text):
    assert offered(text)
    for value in offered(text):
        assert not read_filter(text + value, cards()).problems
