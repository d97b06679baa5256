"""A corpus on one or more processes: the same curves, stopped at once, taken up where it was."""

import multiprocessing
import os
import pickle
import signal

import pytest

from inspector.analysis.corpus import running, workload
from inspector.analysis.corpus.packed import PackedSequence
from inspector.analysis.corpus.running import (
    WorkerLostError,
    in_processes,
    in_this_process,
    on_cores,
    run_workload,
)
from inspector.analysis.corpus.workload import Corpus
from inspector.analysis.watched_counter import StoppedError
from inspector.processes import end, started
from tests.shared.corpus_input import made_corpus, made_workload
from tests.shared.injection_input import card, request

LOAD = made_workload(made_corpus(14))
ALONE = run_workload(LOAD)


def same(found, expected=ALONE):
    return list(found) == list(expected) and all(
        one.same_as(other)
        for place in expected
        for one, other in zip(found[place], expected[place], strict=True)
    )


def test_two_processes_find_what_one_finds_in_the_same_order():
    assert same(run_workload(LOAD, on_cores(2)))
    assert not multiprocessing.active_children()


def test_more_requests_than_anybody_waits_for_are_refused_before_they_are_counted(monkeypatch):
    monkeypatch.setattr(workload, "MOST_RUNS", 14)
    made_workload(made_corpus(14))
    with pytest.raises(ValueError, match="15 requests under 1 policy are more than 14 runs"):
        made_workload(made_corpus(15))


def test_few_requests_start_no_process():
    load = made_workload(made_corpus(3))
    assert same(run_workload(load, on_cores(2)), run_workload(load))
    done = on_cores(2)(load, range(3), lambda: multiprocessing.active_children() == [])
    assert len(list(done)) == 3


def test_what_is_known_is_not_worked_out_again():
    new = []
    known = {place: ALONE[place] for place in (0, 5, 13)}
    found = run_workload(LOAD, known=known, keep=lambda place, _curves: new.append(place))
    assert same(found)
    assert new == [place for place in range(14) if place not in known]


def test_a_stop_ends_the_processes_and_nothing_is_asked_again():
    asked = []

    def watch(done, total):
        asked.append(done)
        return done < 3

    with pytest.raises(StoppedError):
        run_workload(LOAD, on_cores(2), watch=watch)
    assert [done < 3 for done in asked].index(False) == len(asked) - 1
    assert not multiprocessing.active_children()


# None is started for one at a time. Cores count where nobody asks, and may be unknown.
@pytest.mark.parametrize(
    ("asked", "cores", "started"),
    [(2, 4, 2), (40, 4, 14), (None, 4, 4), (1, 4, None), (None, 1, None), (None, None, None)],
)
def test_there_are_as_many_processes_as_asked_for_and_no_more_than_requests(
    monkeypatch, asked, cores, started
):
    counts = []

    def in_processes(load, places, go_on, workers):
        counts.append(workers)
        return in_this_process(load, places, go_on)

    monkeypatch.setattr(running, "in_processes", in_processes)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert len(run_workload(LOAD, on_cores(asked))) == 14
    assert counts == ([] if started is None else [started])


def test_a_stop_here_comes_between_two_requests():
    with pytest.raises(StoppedError):
        run_workload(LOAD, in_this_process, watch=lambda done, total: done < 2)


def test_the_watch_is_told_of_every_request_in_turn():
    told = []

    def watch(done, total):
        told.append((done, total))
        return True

    run_workload(LOAD, watch=watch)
    assert told[-1] == (14, 14)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_process_that_is_killed_is_an_error_and_no_endless_wait():
    working = in_processes(LOAD, range(14), lambda: True, 2)
    next(working)
    for child in multiprocessing.active_children():
        os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(WorkerLostError, match="ended early"):
        list(working)
    assert not multiprocessing.active_children()


def test_processes_end_with_the_program_that_started_them():
    working = in_processes(LOAD, range(14), lambda: True, 1)
    next(working)
    assert [child.daemon for child in multiprocessing.active_children()] == [True]
    working.close()


def test_a_process_is_asked_to_end_killed_where_it_does_not_and_leaves_nothing_open(monkeypatch):
    crew = [running._Worker(*started(running._serve)) for _ in range(2)]
    codes, open_ends = [], []
    for worker in crew:
        worker.pipe.send(LOAD.without_jobs())
        worker.pipe.send((0, LOAD.jobs[0]))
        assert worker.pipe.recv()[0] == 0  # it runs, and waits for more
        open_ends.append(os.dup(worker.pipe.fileno()))  # so that it never hears of the pipe's end

        def closed(process=worker.process, close=worker.process.close):
            codes.append(process.exitcode)
            close()

        monkeypatch.setattr(worker.process, "close", closed)
    os.kill(crew[1].process.pid, signal.SIGSTOP)
    os.waitpid(crew[1].process.pid, os.WUNTRACED)  # until it stands still
    end([(worker.process, worker.pipe) for worker in crew])
    assert codes == [-signal.SIGTERM, -signal.SIGKILL]
    assert all(worker.pipe.closed for worker in crew)
    for number in open_ends:
        os.close(number)


def test_a_worker_is_handed_no_more_of_a_larger_corpus_than_of_a_small_one():
    shared = [len(pickle.dumps(made_workload(made_corpus(n)).without_jobs())) for n in (5, 200)]
    assert shared[0] == shared[1]
    (one, *_) = LOAD.jobs
    handed = pickle.loads(pickle.dumps((LOAD.without_jobs(), one)))
    (there,), (here,) = handed[0].curves_of(handed[1]), LOAD.curves(0)
    assert there.same_as(here)


def test_packed_requests_are_those_that_were_packed():
    requests = made_corpus(6).requests
    packed = PackedSequence(iter(requests))
    assert len(packed) == 6
    assert tuple(packed) == requests
    assert packed[4] == requests[4]
    assert packed[1:3] == list(requests[1:3])
    assert not PackedSequence(())
    load = made_workload(Corpus("made", made_corpus(6).candidates, packed))
    assert [job.request.trace_id for job in load.jobs] == [one.trace_id for one in requests]


def test_a_request_with_candidates_of_its_own_is_handed_over_with_them():
    own = request(
        trace_id="own",
        candidates={"only": ["n1"], "knowledge_cards": [card("mine", 0.5, 30)]},
        relevance={"cards": {"mine": 0.5, "n1": 0.4}},
        expect={"must_include": ["mine", "n1", "n2"]},
    )
    load = made_workload(Corpus("made", made_corpus(1).candidates, (own,)))
    (job,) = load.jobs
    (curve,) = load.without_jobs().curves_of(job)
    assert (curve.cards, curve.files) == (2, 0)
    assert curve.evidence.ceiling == 2
