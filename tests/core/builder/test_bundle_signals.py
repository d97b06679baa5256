"""Signals are off by default; where they are on, they add to the score and are recorded."""

import pytest

from inspector.core import BuilderConfig
from inspector.core.builder.candidates import TermKind
from inspector.core.builder.inputs import SignalWeights
from inspector.core.builder.signals import (
    EXACT,
    PREFIX,
    WORD,
    SignalKind,
    fused,
    is_test,
    orders_of,
    pair_strength,
)
from inspector.core.builder.targets import Target
from inspector.project.commits import ProjectHistory
from tests.shared.bundle_input import built, imports, paths_in, project
from tests.shared.bundle_input import request as asked

TEXTS = {
    "quay.py": "def reserve():\n    pass\n",
    "mail.py": "def send_letter():\n    pass\n",
    "tide.py": "def level():\n    pass\n",
    "tests/test_quay.py": "def test_it():\n    pass\n",
    "dep.py": "x = 1\n",
}
HISTORY = ProjectHistory("c0ffee", (("quay.py", "tide.py"), ("quay.py", "tide.py", "mail.py")))


def build(config=None, history=HISTORY, **fields):
    return built(
        asked("quay.py", **fields),
        project(TEXTS, [imports("quay.py", "dep.py")]),
        TEXTS,
        config=config,
        history=history,
    )


def test_without_signals_a_history_changes_nothing():
    plain, with_history = build(history=None), build()
    assert plain.ranking == with_history.ranking
    assert plain.manifest == with_history.manifest
    assert paths_in(plain) == ["quay.py", "dep.py"]


def test_a_test_that_only_shares_a_name_stands_beside_its_subject_with_signals_alone():
    assert "tests/test_quay.py" not in {one.path for one in build().ranking}
    report = build(BuilderConfig(signals=SignalWeights()))
    ranked = {one.path: one for one in report.ranking}
    assert ranked["tests/test_quay.py"].priority == "P2"
    assert ranked["tests/test_quay.py"].reason == "dependency"


def test_signals_add_to_the_score_and_every_report_says_so():
    report = build(BuilderConfig(signals=SignalWeights()), intent="send a letter")
    ranked = {one.path: one for one in report.ranking}
    assert {"tide.py", "mail.py"} <= set(paths_in(report))
    term = next(one for one in ranked["tide.py"].terms if one.kind is TermKind.SIGNALS)
    assert "co_change 1" in term.sentence
    assert any("history up to c0ffee" in note for note in report.budget.notes)


def test_a_relation_counts_the_same_in_both_directions():
    names = ["quay.py", "out.py", "used.py", "uses.py", "z.py"]
    relations = [imports("quay.py", "used.py"), imports("uses.py", "quay.py")]
    relations += [imports("quay.py", "z.py"), imports("z.py", "quay.py")]
    index = project(dict.fromkeys(names, "x = 1\n"), relations)
    targets = [Target("quay.py", named=True)]
    order = orders_of(index, targets, asked("quay.py"), None)[SignalKind.EDGES]
    assert order == ["z.py", "used.py", "uses.py"]  # the most relations, then the names


def test_what_a_signal_says_nothing_of_is_not_in_its_order():
    order = orders_of(project(TEXTS), [Target("quay.py", named=True)], asked("quay.py"), HISTORY)
    assert order[SignalKind.TEST_PAIR] == ["tests/test_quay.py"]
    assert order[SignalKind.CO_CHANGE] == ["tide.py", "mail.py"]
    assert order[SignalKind.EDGES] == []


def test_the_fingerprint_covers_the_weights_and_the_commit():
    config = BuilderConfig(signals=SignalWeights())
    prints = {
        build(one, history).manifest.fingerprints.config_fingerprint
        for one, history in [
            (None, HISTORY),
            (config, HISTORY),
            (config, ProjectHistory("beef", HISTORY.changes)),
            (BuilderConfig(signals=SignalWeights(words=1)), HISTORY),
        ]
    }
    assert len(prints) == 4


def test_a_file_has_the_sum_of_its_reciprocal_places_as_a_share_of_the_best():
    orders = dict.fromkeys(SignalKind, ()) | {
        SignalKind.WORDS: ["a", "b", "c"],
        SignalKind.CO_CHANGE: ["c", "b"],
        SignalKind.EDGES: ["d"],
    }
    off = dict.fromkeys((kind.value for kind in SignalKind), 0)
    weights = SignalWeights(**off | {"words": 2, "co_change": 1}, most_files=3)
    found = fused(orders, weights)
    # The first place of a signal counts as the eleventh, so that the first few are nearly alike.
    c, b, a = 2 / 13 + 1 / 11, 2 / 12 + 1 / 12, 2 / 11
    assert list(found) == ["b", "c", "a"]
    assert [one.share for one in found.values()] == pytest.approx([1, c / b, a / b], abs=1e-8)
    assert found["c"].places == ((SignalKind.WORDS, 3), (SignalKind.CO_CHANGE, 1))


def test_signals_make_no_more_candidates_than_they_may():
    config = BuilderConfig(signals=SignalWeights(most_files=1))
    report = build(config, intent="send a letter")
    signalled = [
        one.path
        for one in report.ranking
        if any(term.kind is TermKind.SIGNALS for term in one.terms)
    ]
    assert len(signalled) == 1


@pytest.mark.parametrize(
    ("path", "other", "strength"),
    [
        ("src/quay.py", "tests/test_quay.py", EXACT),
        ("quay.go", "quay_test.go", EXACT),
        ("src/Quay.java", "test/QuayTest.java", EXACT),
        ("web/quay.ts", "web/quay.spec.ts", EXACT),
        ("src/_quay.py", "tests/test_quay_more.py", PREFIX),
        ("src/pie.py", "tests/test_pie.py", EXACT),
        ("src/quay.py", "tests/test_old_quay_more.py", WORD),
        ("src/old_quay.py", "tests/test_new_quay.py", 0.0),
        ("src/io.py", "tests/test_io.py", 0.0),
        ("src/quay.py", "src/tide.py", 0.0),
        ("tests/test_quay.py", "tests/test_quay.py", 0.0),
    ],
)
def test_pairs_are_told_by_their_names(path, other, strength):
    assert pair_strength(path, other) == pair_strength(other, path) == strength


def test_a_test_is_told_by_its_name_or_its_folder():
    tests = ["tests/conftest.py", "a/test_b.py", "b_test.go", "c.test.ts", "DTest.java"]
    assert all(map(is_test, tests))
    assert not any(map(is_test, ["contest.py", "src/testing.py", "latest/a.py"]))


def test_with_signals_a_target_that_is_signatures_anyway_makes_room_for_those_of_others():
    notes = "".join(f"NOTE_{number} = {number}\n" for number in range(40))
    body = "    work()\n" * 200
    texts = TEXTS | {
        "quay.py": f"import dep\n\n\n{notes}\n\ndef reserve():\n{body}",
        "tide.py": f"def level():\n{body}",
    }

    def there(config):
        report = built(
            asked("quay.py", limit=800), project(texts, []), texts, config=config, history=HISTORY
        )
        assert "def reserve" in report.rendered
        return "NOTE_1 =" in report.rendered, "def level" in report.rendered

    assert there(BuilderConfig()) == (True, False)
    assert there(BuilderConfig(signals=SignalWeights())) == (False, True)
