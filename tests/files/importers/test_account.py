"""Accounts: what became of every record."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.problems import Place
from inspector.files.account import Account, AccountDraft, plain_names

COUNTS = st.dictionaries(st.sampled_from(["hits", "questions"]), st.integers(0, 9))
REASONS = st.lists(st.tuples(st.sampled_from(["no text", "twice"]), st.integers(0, 9)))


@given(taken=COUNTS, left=REASONS, unsaid=st.integers(0, 3))
def test_an_account_balances_where_every_record_is_on_one_side(
    taken: dict[str, int], left: list[tuple[str, int]], unsaid: int
) -> None:
    draft = AccountDraft()
    draft.met(sum(taken.values()) + sum(count for _, count in left) + unsaid)
    for kind, count in taken.items():
        draft.took(kind, count)
    for reason, count in left:
        draft.left(reason, Place("file", 7), count)
    account = draft.closed()
    assert account.balances == (unsaid == 0)
    assert account.records == account.taken_in_all + account.left_out_in_all + unsaid
    again = AccountDraft()
    again.add(account)
    assert again.closed() == account


def test_a_reason_keeps_its_first_place() -> None:
    draft = AccountDraft()
    draft.left("no text", Place("a.csv", 3))
    draft.left("no text", Place("a.csv", 9))
    (left,) = draft.closed().left_out
    assert (left.reason, left.count, left.place) == ("no text", 2, "a.csv:3")


def test_texts_and_numbers_are_named_by_their_way() -> None:
    record = {"id": 1, "on": True, "empty": "", "none": None, "list": [{"text": "x"}, "y"]}
    assert list(plain_names(record)) == ["id", "list/*/text", "list/*"]


def test_an_account_reads_what_it_writes() -> None:
    account = Account(records=1, taken={"hits": 1}, unused=("rank",))
    assert Account.model_validate_json(account.model_dump_json()) == account
