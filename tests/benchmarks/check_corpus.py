"""What ``inspector corpus`` says of the first requests of each corpus, against the plain way.

``python -m tests.benchmarks.check_corpus COUNT PATH…`` (each PATH a corpus of its own)
"""

import sys
from pathlib import Path

from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import study_of
from inspector.analysis.corpus.workload import Corpus, Variant, usual_range, workload
from inspector.analysis.tuning.axes import Axis
from inspector.core.injection.overrides import NO_OVERRIDES
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.tokens import MemoCounter, counter_by_name
from inspector.stages.corpus.corpora import load_corpora
from inspector.stages.corpus.results import corpus_result
from tests.shared.plain_corpus import differences, pieces_of

SHARES = [place / 20 for place in range(21)]


def check(path: Path, count: int) -> None:
    loaded = load_corpora([path])
    assert loaded.value is not None, loaded.problems
    corpora = []
    for one in loaded.value:
        asking = [request for request in one.requests if pieces_of(request)]
        corpora.append(Corpus(one.name, one.candidates, tuple(asking[:count])))
    tokens = MemoCounter(counter_by_name(corpora[0].requests[0].model.encoding))
    span = usual_range(Axis.DIVISION, DEFAULT_POLICY, NO_OVERRIDES, corpora)
    variants = (Variant("as it is", DEFAULT_POLICY),)
    load, _ = workload(corpora, variants, span, lambda _name: tokens)
    names = tuple(one.name for one in corpora)
    study = study_of(load, run_workload(load), names, corpora=corpora)
    pairs = [(one.candidates, one.requests) for one in corpora]
    wrong = differences(corpus_result(study), pairs, DEFAULT_POLICY, tokens, SHARES)
    requests = sum(len(one.requests) for one in corpora)
    runs = requests * (len(SHARES) + 4)
    lost = sum(len(curve.evidence.lost) for curve in study.curves[0])
    print(f"{path.name}: {requests} requests, {lost} lost pieces, {runs:,} plain runs,"
          f" {len(wrong)} differences", *wrong[:10], sep="\n  ", flush=True)  # fmt: skip


if __name__ == "__main__":
    for place in sys.argv[2:]:
        check(Path(place), int(sys.argv[1]))
