"""A corpus against the plain way, request by request, for the three shapes that corpora have."""

import copy
import random

import pytest

from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import study_of
from inspector.analysis.corpus.workload import Corpus, Variant, workload
from inspector.stages.corpus.results import corpus_result
from tests.shared.corpus_input import DIVISION
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)
from tests.shared.plain_corpus import differences

REQUESTS = 24
SHARES = [place / 10 for place in range(11)]


def scored(draw, ids):
    return {one: round(draw.random(), 4) for one in ids if draw.random() < 0.7}


def conversations() -> Corpus:
    """Sessions as files, observations from them, events and rules from elsewhere as cards."""
    draw = random.Random(7)
    files = [file(f"s{number}", 0.0, draw.randint(60, 260)) for number in range(8)]
    cards = [card(f"o{n}", 0.0, draw.randint(15, 60), file=f"b:s{n % 8}") for n in range(24)]
    cards += [card(f"e{n}", 0.0, draw.randint(10, 40)) for n in range(8)]
    cards += [card(f"r{n}", 0.0, draw.randint(40, 90), kind="procedure") for n in range(4)]
    names = [one["node_id"] for one in cards]
    asked = []
    for number in range(REQUESTS):
        session = draw.randrange(8)
        pieces = [[f"b:s{session}", f"o{session}", f"o{session + 8}"], draw.choice(names)]
        pieces += [f"r{draw.randrange(4)}", f"b:s{draw.randrange(8)}"]
        asked.append(
            request(
                trace_id=f"q{number:02}",
                relevance={
                    "cards": scored(draw, names),
                    "files": scored(draw, [f"b:s{n}" for n in range(8)]),
                },
                expect={"must_include": pieces[: number % 5]},
            )
        )
    return Corpus("conversations", candidate_set(cards, [bucket("b", *files)]), tuple(asked))


def own_paragraphs() -> Corpus:
    """Each request brings its own paragraphs as files; some evidence was never retrieved."""
    draw = random.Random(11)
    asked = []
    for number in range(REQUESTS):
        files = [file(f"p{n}", round(draw.random(), 4), draw.randint(30, 150)) for n in range(6)]
        asked.append(
            request(
                trace_id=f"q{number:02}",
                candidates={"buckets": [bucket("own", *files)]},
                expect={"must_include": [f"own:p{draw.randrange(8)}" for _ in range(2)]},
            )
        )
    return Corpus("paragraphs", candidate_set([], []), tuple(asked))


def passages() -> Corpus:
    """Paragraphs as files with many facts drawn from them; files without a text among them."""
    draw = random.Random(13)
    files = [file(f"p{number}", 0.0, draw.randint(80, 200)) for number in range(10)]
    files[9] |= {"text": None, "summary": "s"}
    facts = [card(f"f{n}", 0.0, draw.randint(8, 30), file=f"b:p{n % 10}") for n in range(40)]
    names = [one["node_id"] for one in facts]
    asked = [
        request(
            trace_id=f"q{number:02}",
            relevance={
                "cards": scored(draw, names),
                "files": scored(draw, [f"b:p{n}" for n in range(9)]) | {"b:p9": 0.5},
            },
            expect={
                "must_include": [
                    [f"b:p{(hop := draw.randrange(11))}", f"f{hop}"] if draw.random() < 0.5
                    else f"b:p{draw.randrange(11)}"
                    for _ in range(3)
                ]
            },
        )
        for number in range(REQUESTS)
    ]  # fmt: skip
    return Corpus("passages", candidate_set(facts, [bucket("b", *files)]), tuple(asked))


def said_of(corpus, rules):
    load, _ = workload((corpus,), (Variant("as it is", rules),), DIVISION, lambda _name: CHARACTERS)
    return corpus_result(study_of(load, run_workload(load), (corpus.name,), corpora=(corpus,)))


def wrong(result, corpus, rules):
    return differences(result, [(corpus.candidates, corpus.requests)], rules, CHARACTERS, SHARES)


@pytest.mark.parametrize(
    ("made", "total", "causes"),
    [
        (conversations, 420, {"outranked", "only_listed", "under_ceiling"}),
        (own_paragraphs, 200, {"not_in_set", "outranked"}),
        (passages, 500, {"not_in_set", "not_retrieved", "no_rendering", "outranked"}),
    ],
)
def test_pieces_limits_recall_and_the_cheapest_are_what_plain_runs_find(made, total, causes):
    corpus, rules = made(), policy(total, procedure_sub_budget_pct=0.2)
    result = said_of(corpus, rules)
    assert wrong(result, corpus, rules) == []
    assert len(result["requests"]) >= 20
    (now,) = result["policies"]
    assert causes <= {one["cause"] for one in now["losses"]}


@pytest.fixture(scope="module")
def of_paragraphs():
    corpus, rules = own_paragraphs(), policy(200)
    return said_of(corpus, rules), corpus, rules


@pytest.mark.parametrize("place", ["cause", "ceiling", "best_possible", "recall", "cheapest"])
def test_a_result_that_is_wrong_anywhere_is_not_taken_for_right(of_paragraphs, place):
    said, corpus, rules = of_paragraphs
    result = copy.deepcopy(said)
    (now,) = result["policies"]
    if place == "cause":
        now["lost"][0]["cause"] = "suppressed"
    elif place == "recall":
        now["recommendation"]["recall"] -= 0.02
    elif place == "cheapest":
        now["recommendation"]["cheapest"]["tokens"] += 1
    else:
        now[place] += 0.02
    assert wrong(result, corpus, rules)
