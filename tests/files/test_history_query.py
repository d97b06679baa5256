"""Each condition of a query finds what it says, and nothing else."""

import pytest

from inspector.files.history import Comparator, MetricCondition, Query
from tests.files.history_samples import as_json, digest, folder_in_memory, opened, record

NOON, ONE, TWO, THREE = (f"2026-04-03T{hour}:00:00Z" for hour in (12, 13, 14, 15))


@pytest.fixture(scope="module")
def history():
    with folder_in_memory() as folder, opened(folder / "history.sqlite3") as history:
        yield history


def saved(history, *records):
    """Make these the only runs, and return their ids."""
    history.prune(keep=0)
    return history.add_many(records)


def found(history, **conditions):
    return [run.title for run in history.search(Query(**conditions))]


def found_by(history, name, comparison, value):
    return found(history, metrics=(MetricCondition(name, Comparator(comparison), value),))


@pytest.mark.parametrize(
    ("since", "until", "seen"),
    [
        (NOON, None, True),
        (ONE, None, True),
        (TWO, None, True),
        (THREE, None, False),
        (None, NOON, False),
        (None, ONE, False),
        (None, "2026-04-03T13:00:00.000001Z", True),
        (None, THREE, True),
        ("2026-04-03T13:30Z", "2026-04-03T13:40Z", True),
        (NOON, ONE, False),
    ],
)
def test_a_time_finds_runs_that_were_seen_around_it(history, since, until, seen):
    saved(history, record(1, recorded_at=TWO), record(1, recorded_at=ONE))
    assert found(history, since=since, until=until) == ["Run 1"] * seen


@pytest.mark.parametrize(
    ("comparison", "numbers"),
    [
        ("=", ["5"]),
        ("!=", ["4.5", "6"]),
        ("<", ["4.5"]),
        ("<=", ["4.5", "5"]),
        (">", ["6"]),
        (">=", ["5", "6"]),
    ],
)
def test_a_number_is_compared_with_numbers_alone(history, comparison, numbers):
    values = (4.5, 5, 6, "", "5", "z")
    saved(history, *(record(title=str(value), metrics={"used": value}) for value in values))
    assert sorted(found_by(history, "used", comparison, 5)) == numbers
    assert found_by(history, "other", comparison, 5) == []


@pytest.mark.parametrize(
    ("comparison", "texts"),
    [
        ("=", ["m"]),
        ("!=", ["", "Z", "é"]),
        ("<", ["", "Z"]),
        ("<=", ["", "Z", "m"]),
        (">", ["é"]),
        (">=", ["m", "é"]),
    ],
)
def test_a_text_is_compared_with_texts_by_code_point(history, comparison, texts):
    values = ("", "Z", "m", "é")
    rows = [record(title=value, metrics={"policy": value}) for value in values]
    saved(history, *rows, record(title="number", metrics={"policy": 7}))
    assert sorted(found_by(history, "policy", comparison, "m")) == texts


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("", True),
        ("  ", True),
        ("STRASSE", True),
        ("straße", True),
        ("strasse  wide", True),
        ("Wide Narrow", False),
        ("100%", True),
        ("1%", False),
        ("_", False),
        ("a\0b", True),
        ("a\0c", False),
        ("injection", False),
    ],
)
def test_every_word_has_to_be_in_the_title_or_in_a_text_metric(history, text, seen):
    saved(history, record(title="Straße 100% a\0b", metrics={"policy": "Wide", "used": 1}))
    assert bool(found(history, text=text)) == seen


def test_a_fingerprint_is_that_of_an_input_a_configuration_or_a_result(history):
    one = record(1)
    saved(history, one, record(2, configuration=as_json("other")))
    requests = digest("request 1")
    for print_ in (requests, one.configuration_fingerprint, one.result_fingerprint):
        for beginning in (print_, print_[:12], print_[:12].upper()):
            assert found(history, fingerprint=beginning) == ["Run 1"]
    assert found(history, fingerprint=digest("policy")) == ["Run 2", "Run 1"]
    assert found(history, fingerprint=digest("nothing")) == []


def test_a_verdict_has_to_have_been_given(history):
    saved(history, record(1, verdicts={"dropped": 1}), record(2, verdicts={"dropped": 0}))
    assert found(history, verdict="dropped") == ["Run 1"]
    assert found(history, verdict="refused") == []


def test_a_series_that_is_empty_is_that_of_runs_on_their_own(history):
    saved(history, record(1), record(2, series="corpus"), record(3, stage="window"))
    assert found(history, series="") == ["Run 3", "Run 1"]
    assert found(history, series="corpus") == ["Run 2"]
    assert found(history, stage="window") == ["Run 3"]


def test_any_number_of_runs_is_found_in_order_and_by_the_page(history):
    ids = saved(history, *(record(number) for number in range(1203)))
    assert tuple(run.id for run in history.search()) == ids[::-1]
    assert tuple(run.id for run in history.search(limit=10, offset=495)) == ids[::-1][495:505]
    assert history.count() == 1203
