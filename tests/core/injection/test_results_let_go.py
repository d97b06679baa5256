"""Results go when nobody holds them: garbage is searched for seldom, and a result can be large."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from inspector.core import Strategy, inject
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)


@pytest.fixture(autouse=True)
def _no_search_for_garbage() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("strategy", Strategy)
def test_a_result_goes_with_its_last_holder(strategy):
    candidates = candidate_set(
        [card("in", 0.9), card("out", 0.8, 900), card("twin", 0.7, file="b:f")],
        [bucket("b", file("f", 0.9, 20), background="z" * 10)],
    )
    report = inject(request(), candidates, policy(200), CHARACTERS, strategy=strategy)
    assert report.ledger.balances
    assert report.manifest.cards_suppressed_by_bucket_overlap == 1
    assert len(report.file_rows.dropped) == 0
    held = weakref.ref(report), weakref.ref(report.card_rows)
    del report
    assert [one() for one in held] == [None, None]


def test_a_ledger_outlives_its_result():
    report = inject(request(), candidate_set([card("a", 0.9)]), policy(200), CHARACTERS)
    ledger, subjects = report.ledger, [entry.subject for entry in report.ledger.entries]
    del report
    assert [entry.subject for entry in ledger.entries] == subjects
