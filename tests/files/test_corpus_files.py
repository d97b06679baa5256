"""Corpora from folders, the journal of what is done, and the record of a study."""

import itertools
import json
from dataclasses import replace

import pytest

from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import study_of
from inspector.analysis.corpus.workload import Corpus, RefusedRequest
from inspector.analysis.tuning.axes import Axis
from inspector.core.injection.policy import Strategy
from inspector.session.session import Session
from inspector.stages.corpus import corpora
from inspector.stages.corpus.corpora import is_small, load_corpora
from inspector.stages.corpus.journal import open_journal, workload_key
from inspector.stages.corpus.recording import corpus_study_records
from inspector.stages.corpus.results import CorpusResult, corpus_result
from tests.shared.corpus_input import made_corpus, made_workload, write_corpus
from tests.shared.injection_input import card, request

CORPUS = made_corpus(6)
LOAD = made_workload(CORPUS, totals=(400, 300))
FOUND = run_workload(LOAD)
KEY = workload_key(LOAD, (CORPUS,))


def filled(path, places=range(6)):
    with open_journal(path, KEY) as journal:
        for place in places:
            journal.keep(place, FOUND[place])
    return path


def same(one, other):
    return all(a.same_as(b) for a, b in zip(one, other, strict=True))


def test_a_folder_is_read_as_pairs_in_order_of_name(tmp_path):
    write_corpus(made_corpus(2, "zebra"), tmp_path)
    write_corpus(made_corpus(3, "ant"), tmp_path)
    (tmp_path / "notes.txt").write_text("not a corpus")
    loaded = load_corpora([tmp_path])
    assert loaded.problems == ()
    assert [(one.name, len(one.requests)) for one in loaded.value] == [("ant", 3), ("zebra", 2)]


def test_the_optimum_is_worked_out_unasked_for_fewer_candidates_than_other_strategies(monkeypatch):
    corpus = made_corpus(4)
    session = Session(candidates=corpus.candidates, requests=tuple(corpus.requests))
    optimum = replace(session, strategy=Strategy.OPTIMAL)
    unasked = []
    for most in (63, 64, 1279, 1280):  # 4 requests over 12 cards and 4 files, and 20 times as many
        monkeypatch.setattr(corpora, "_BY_ITSELF", most)
        unasked.append([is_small(one, Axis.DIVISION) for one in (session, optimum)])
    assert unasked == [[False, False], [True, False], [True, False], [True, True]]


def test_requests_without_a_set_beside_them_are_a_problem_with_a_fix(tmp_path):
    requests, candidates = write_corpus(made_corpus(2, "alone"), tmp_path)
    candidates.unlink()
    write_corpus(made_corpus(2, "good"), tmp_path)
    loaded = load_corpora([tmp_path])
    assert [one.name for one in loaded.value] == ["good"]
    (problem,) = loaded.problems
    assert problem.place.file == str(requests)
    assert "alone.candidates.json" in problem.fix


def test_one_set_may_be_named_for_all(tmp_path):
    requests, candidates = write_corpus(made_corpus(2, "c"), tmp_path)
    set_file = candidates.rename(tmp_path / "elsewhere.json")
    renamed = requests.rename(tmp_path / "some.jsonl")
    loaded = load_corpora([renamed], set_file)
    assert [(one.name, one.candidates.set_id) for one in loaded.value] == [("some", "s")]
    assert load_corpora([renamed]).value is None


@pytest.mark.parametrize("paths", [["missing.jsonl"], ["empty"]])
def test_what_is_not_there_is_a_problem(tmp_path, paths):
    (tmp_path / "empty").mkdir()
    loaded = load_corpora([tmp_path / path for path in paths])
    assert loaded.value is None
    assert loaded.problems


def test_a_journal_gives_back_every_curve_to_the_last_bit(tmp_path):
    path = filled(tmp_path / "j")
    with open_journal(path, KEY) as again:
        assert list(again.known) == list(range(6))
        assert all(same(again.known[place], FOUND[place]) for place in range(6))


def test_a_journal_that_was_cut_off_anywhere_keeps_what_is_whole(tmp_path):
    whole = filled(tmp_path / "whole").read_bytes()
    ends = list(itertools.accumulate(len(line) for line in whole.splitlines(keepends=True)))
    for length in [*range(0, len(whole), 97), *ends, *(end - 1 for end in ends)]:
        path = tmp_path / "cut"
        path.write_bytes(whole[:length])
        expected = max(0, sum(end <= length for end in ends) - 1)
        if 0 < length < ends[0] and b"corpus-journal" not in whole[:length]:
            continue
        with open_journal(path, KEY) as journal:
            assert len(journal.known) == expected
            for place in range(expected, 6):
                journal.keep(place, FOUND[place])
        assert path.read_bytes() == whole


def test_a_damaged_line_is_worked_out_again(tmp_path):
    path = filled(tmp_path / "j")
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"asked"', b'"asket"')
    path.write_bytes(b"".join(lines))
    with open_journal(path, KEY) as journal:
        assert list(journal.known) == [0, 1]


def test_a_journal_of_another_workload_is_begun_anew(tmp_path):
    path = filled(tmp_path / "j")
    with open_journal(path, "0" * 64) as journal:
        assert journal.known == {}


def test_what_is_no_journal_is_left_as_it_is(tmp_path):
    path = tmp_path / "thesis.txt"
    path.write_text("years of work\n")
    with pytest.raises(ValueError, match="no journal"):
        open_journal(path, KEY)
    assert path.read_text() == "years of work\n"


def test_refusals_are_kept_too_and_removing_leaves_nothing(tmp_path):
    path = tmp_path / "sub" / "j"
    with open_journal(path, KEY) as journal:
        journal.keep(2, RefusedRequest("q", "too large"))
    with open_journal(path, KEY) as journal:
        assert journal.known == {2: RefusedRequest("q", "too large")}
        journal.remove()
    assert not path.exists()


def test_the_key_of_a_workload_follows_everything_that_decides():
    other = made_corpus(6)
    keys = {
        KEY,
        workload_key(made_workload(CORPUS, totals=(400, 301)), (CORPUS,)),
        workload_key(made_workload(CORPUS, totals=(400, 300), strategy=Strategy.DEPTH), (CORPUS,)),
        workload_key(made_workload(made_corpus(5), totals=(400, 300)), (made_corpus(5),)),
    }
    assert len(keys) == 4
    assert workload_key(made_workload(other, totals=(400, 300)), (other,)) == KEY


def test_the_key_of_a_workload_follows_the_candidates_of_a_request():
    def key(length):
        own = {"knowledge_cards": [card("mine", 0.5, length)]}
        corpus = Corpus("own", CORPUS.candidates, (request(candidates=own),))
        return workload_key(made_workload(corpus), (corpus,))

    assert key(30) == key(30) != key(31)


def test_the_json_agrees_with_its_model_and_holds_no_text():
    study = study_of(LOAD, FOUND, ("made",))
    plain = json.loads(json.dumps(corpus_result(study)))
    read = CorpusResult.model_validate(plain)
    assert len(read.policies) == 2
    assert len(read.requests) == 6
    assert read.policies[0].curve.recall == tuple(plain["policies"][0]["curve"]["recall"])
    assert "xxxx" not in json.dumps(plain)


def test_a_study_is_recorded_request_by_request_and_as_a_whole():
    study = study_of(LOAD, FOUND, ("made",))
    *each, whole = corpus_study_records(
        study, (CORPUS.candidates,), "2026-04-03T12:00:00Z", "made today"
    )
    assert [one.title for one in each] == [f"q{turn:02}" for turn in range(6)]
    assert {one.series for one in (*each, whole)} == {"made today"}
    assert len({one.inputs["request"] for one in each}) == 6
    assert whole.metrics["requests"] == 6
    curve = study.curves[0][1]
    met = each[1].result_value["met"]
    assert [dict(met)[start] for start, _ in met] == [curve.at(start)[0] for start, _ in met]


def test_a_set_may_stand_among_the_requests_but_not_alone(tmp_path):
    requests, candidates = write_corpus(made_corpus(2, "c"), tmp_path)
    set_file = candidates.rename(tmp_path / "elsewhere.json")
    loaded = load_corpora([set_file, requests])
    assert loaded.problems == ()
    assert [(one.name, len(one.requests)) for one in loaded.value] == [("c", 2)]
    alone = load_corpora([set_file])
    assert alone.value is None
    assert [one.code for one in alone.problems] == ["corpus.no-requests"]
