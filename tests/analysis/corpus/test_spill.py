"""Curves in a file are those that were in memory, to the last bit, and so are results."""

import mmap

import numpy as np

from inspector.analysis.corpus import running
from inspector.analysis.corpus.means import RequestCurve
from inspector.analysis.corpus.running import Spill, run_workload
from inspector.analysis.corpus.study import study_of
from inspector.analysis.corpus.workload import RefusedRequest
from inspector.stages.corpus.results import corpus_result
from tests.shared.corpus_input import made_corpus, made_workload


def test_a_study_of_curves_in_a_file_is_that_of_curves_in_memory(tmp_path):
    load = made_workload(made_corpus(12))
    spill = Spill(tmp_path, in_memory=4000)
    there, here = run_workload(load, spill=spill), run_workload(load)
    assert spill.on_disk == 2**28  # of one file, which is as long as that where anything is kept
    for place, curves in here.items():
        assert all(one.same_as(other) for one, other in zip(curves, there[place], strict=True))
    results = [corpus_result(study_of(load, found, ("made",))) for found in (there, here)]
    assert results[0] == results[1]
    assert list(tmp_path.iterdir()) == []  # the file has no name


def test_little_stays_in_memory_and_what_was_refused_too():
    spill = Spill()
    load = made_workload(made_corpus(2))
    curves = load.curves(1)
    assert spill.keep(curves) is curves
    refused = RefusedRequest("q", "too large")
    assert Spill(in_memory=0).keep(refused) is refused
    assert spill.on_disk == 0


def test_memory_is_used_to_the_last_byte_of_its_share(tmp_path):
    curves = made_workload(made_corpus(2)).curves(1)
    size = sum(curve.starts.nbytes + curve.facts.nbytes for curve in curves)
    assert Spill(tmp_path, in_memory=size).keep(curves) is curves
    assert Spill(tmp_path, in_memory=size - 1).keep(curves) is not curves


def test_a_file_holds_all_curves_whose_bytes_it_has_and_another_begins_where_it_is_full(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(running, "_SEGMENT", mmap.ALLOCATIONGRANULARITY)
    facts = np.arange(7 * 8, dtype=np.int64).reshape(7, 8)
    one = RequestCurve("q", 1, 5, 2, 10, np.arange(8.0), facts, (0,) * 7)  # 64 and 448 bytes
    spill, kept = Spill(tmp_path, in_memory=0), []
    for _ in range(mmap.ALLOCATIONGRANULARITY // 512):
        kept += spill.keep((one,))
    assert spill.on_disk == mmap.ALLOCATIONGRANULARITY
    kept += spill.keep((one,))
    assert spill.on_disk == 2 * mmap.ALLOCATIONGRANULARITY
    assert all(each.same_as(one) for each in kept)
