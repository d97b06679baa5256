"""Whatever is saved, looked for and removed in whatever order: a plain list finds the same."""

import contextlib
import operator

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from inspector.files.history import Comparator, MetricCondition, Query
from inspector.files.history.record import microseconds, utc_text
from tests.files.history_samples import as_json, digest, folder_in_memory, opened, record

COMPARE = {
    Comparator.EQUAL: operator.eq,
    Comparator.NOT_EQUAL: operator.ne,
    Comparator.LESS: operator.lt,
    Comparator.AT_MOST: operator.le,
    Comparator.MORE: operator.gt,
    Comparator.AT_LEAST: operator.ge,
}
FINGERPRINTS = [digest(str(number)) for number in range(6)]

times = st.integers(0, 5).map(lambda number: utc_text(number * 500_000))
stages = st.sampled_from(["injection", "window"])
series = st.sampled_from(["", "corpus"])
names = st.sampled_from(["used", "policy", "Ähnlich"])
words = st.sampled_from(["Wide", "wide", "Straße", "STRASSE", "a\0b", "%", "_", "'", "", "ﬀ", "z"])
texts = st.lists(words, max_size=3).map(" ".join)
numbers = st.sampled_from([-1, 0, 1, 1.0, 1.5, -0.0, 2**53 - 1, float(2**53), 1e300, True])
metrics = st.dictionaries(names, numbers | texts, max_size=3)
values = st.sampled_from([0, 1]).map(
    lambda number: as_json({"value": number} | {"more": "x" * 500})
)
records = st.builds(
    record,
    stage=stages,
    series=series,
    recorded_at=times,
    title=texts,
    inputs=st.dictionaries(names, st.sampled_from(FINGERPRINTS), max_size=2),
    configuration=values,
    result=values,
    metrics=metrics,
    verdicts=st.dictionaries(
        st.sampled_from(["included", "dropped"]), st.integers(0, 1), max_size=2
    ),
)
conditions = st.builds(MetricCondition, names, st.sampled_from(list(Comparator)), numbers | texts)
parts = {
    "stage": stages,
    "series": series,
    "since": times,
    "until": times,
    "fingerprint": st.sampled_from([print_[:2].upper() for print_ in FINGERPRINTS]),
    "text": texts,
    "metrics": st.lists(conditions, min_size=1, max_size=2).map(tuple),
    "verdict": st.sampled_from(["included", "dropped"]),
}
# More than two conditions at once seldom find anything.
queries = (
    st.lists(st.sampled_from(sorted(parts)), max_size=2, unique=True)
    .flatmap(lambda names: st.fixed_dictionaries({name: parts[name] for name in names}))
    .map(lambda conditions: Query(**conditions))
)


class Seen:
    """A run of the plain list."""

    def __init__(self, number, record):
        self.number, self.record, self.times = number, record, 1
        self.first = self.last = microseconds(record.recorded_at)

    def meets(self, query):
        record = self.record
        prints = [record.configuration_fingerprint, record.result_fingerprint]
        prints += record.inputs.values()
        searched = [record.title, *(one for one in record.metrics.values() if isinstance(one, str))]
        return all(
            [
                query.stage in (None, record.stage),
                query.series in (None, record.series),
                query.since is None or self.last >= microseconds(query.since),
                query.until is None or self.first < microseconds(query.until),
                any(print_.startswith(query.fingerprint.lower()) for print_ in prints),
                all(
                    any(word in text.casefold() for text in searched)
                    for word in query.text.casefold().split()
                ),
                all(self.meets_condition(condition) for condition in query.metrics),
                query.verdict is None or record.verdicts.get(query.verdict, 0) > 0,
            ]
        )

    def meets_condition(self, condition):
        own = self.record.metrics.get(condition.name)
        if own is None or isinstance(own, str) != isinstance(condition.value, str):
            return False
        return COMPARE[condition.comparison](own, condition.value)

    def summary(self):
        record = self.record
        return {
            "id": self.number,
            "stage": record.stage,
            "series": record.series,
            "title": record.title,
            "version": record.version,
            "first_seen": utc_text(self.first),
            "last_seen": utc_text(self.last),
            "times_seen": self.times,
            "inputs": record.inputs,
            "metrics": record.metrics,
            "verdicts": record.verdicts,
            "configuration_fingerprint": record.configuration_fingerprint,
            "result_fingerprint": record.result_fingerprint,
            "result_size": len(record.result),
        }


def fields(summary):
    return {name: getattr(summary, name) for name in summary.__slots__}


class HistoryBesideAList(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.closing = contextlib.ExitStack()
        self.path = self.closing.enter_context(folder_in_memory()) / "history.sqlite3"
        self.history = opened(self.path)
        self.runs = []
        self.next_id = 1

    def teardown(self):
        assert self.history.check() == ()
        self.history.close()
        self.closing.close()

    def expect_saved(self, record):
        alike = [
            run
            for run in self.runs
            if (run.record.stage, run.record.series) == (record.stage, record.series)
        ]
        last = max(alike, key=lambda run: run.number, default=None)
        if last is not None and last.record.identity == record.identity:
            seen = microseconds(record.recorded_at)
            last.first, last.last = min(last.first, seen), max(last.last, seen)
            last.times += 1
            return last.number
        self.runs.append(Seen(self.next_id, record))
        self.next_id += 1
        return self.next_id - 1

    def expect_found(self, query):
        found = [run for run in self.runs if run.meets(query)]
        return sorted(found, key=lambda run: (run.last, run.number), reverse=True)

    @rule(records=st.lists(records, max_size=4))
    def save_several(self, records):
        assert self.history.add_many(records) == tuple(map(self.expect_saved, records))

    @rule(record=records)
    def save(self, record):
        assert self.history.add(record) == self.expect_saved(record)

    @rule(data=st.data())
    @precondition(lambda self: self.runs)
    def save_again(self, data):
        record = data.draw(st.sampled_from([run.record for run in self.runs]))
        assert self.history.add(record) == self.expect_saved(record)

    @rule(query=queries, limit=st.none() | st.integers(0, 3), offset=st.integers(0, 2))
    def search(self, query, limit, offset):
        found = self.history.search(query, limit=limit, offset=offset)
        expected = self.expect_found(query)
        assert self.history.count(query) == len(expected)
        expected = expected[offset:][:limit]
        assert [fields(run) for run in found] == [run.summary() for run in expected]

    @rule(keep=st.none() | st.integers(0, 3), older_than=times, query=queries)
    def prune(self, keep, older_than, query):
        found = self.expect_found(query)
        old = [run for run in found[keep or 0 :] if run.last < microseconds(older_than)]
        removed = self.history.prune(keep=keep, older_than=older_than, query=query)
        assert removed == len(old)
        self.runs = [run for run in self.runs if run not in old]

    @rule(keep=st.integers(0, 5))
    def prune_to_a_number(self, keep):
        old = self.expect_found(Query())[keep:]
        assert self.history.prune(keep=keep) == len(old)
        self.runs = [run for run in self.runs if run not in old]

    @rule(numbers=st.sets(st.integers(1, 12), max_size=3))
    def remove(self, numbers):
        left = [run for run in self.runs if run.number not in numbers]
        assert self.history.remove(numbers) == len(self.runs) - len(left)
        self.runs = left

    @rule()
    def reopen(self):
        self.history.close()
        self.history = opened(self.path)

    @rule(number=st.integers(1, 12))
    def get(self, number):
        stored = self.history.get(number)
        expected = next((run for run in self.runs if run.number == number), None)
        assert (stored is None) == (expected is None)
        if expected is not None:
            assert fields(stored.summary) == expected.summary()
            assert stored.record.identity == expected.record.identity
            assert stored.record.result == expected.record.result
            assert stored.record.configuration == expected.record.configuration
            assert stored.record.recorded_at == utc_text(expected.first)

    @invariant()
    def the_latest_is_first(self):
        latest = self.history.latest()
        expected = next(iter(self.expect_found(Query())), None)
        assert (latest and latest.id) == (expected and expected.number)


TestHistory = HistoryBesideAList.TestCase
TestHistory.settings = settings(max_examples=60, stateful_step_count=30)
