"""Commits replayed at their parents, by the numbers of a history that one can count by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis import replay as running
from inspector.analysis.replay import DOCUMENT, FUSED, replay, share_of, tuned
from inspector.analysis.replay_cases import MOST_FILES, ReplayCase, replay_cases
from inspector.cli.main import main
from inspector.core.builder.build import build_bundle
from inspector.core.builder.inputs import BuilderConfig, Purpose, SignalWeights
from inspector.core.builder.text_blocks import RULES as CALL_RULES
from inspector.core.tokens import estimator
from inspector.project.commits import Commits, open_objects
from inspector.project.snapshots import Snapshots
from inspector.stages.builder.replay_lines import replay_lines
from tests.shared.bundle_input import PlainScanner
from tests.shared.git_history import written_history

BODY = "    value = 1\n" * 10
A = f"import b\n\n\ndef a():\n{BODY}    return b.b()\n"
B = f"def b():\n{BODY}    return 1\n"
RULES = len("## Rules of the call\n```\n\n```\n\n") + len(CALL_RULES[Purpose.DIFF])
"""What the rules of the call take of every budget, in the tests' tokens of one character."""
CHANGES = [
    ("Begin", {"a.py": A, "b.py": B, "lone.py": "def lone():\n    pass\n", "n.txt": "1\n"}),
    ("Change the words", {"n.txt": "2\n", "a.py": A + "\n\nX = 1\n"}),
    ("Change a and b", {"a.py": A + "\n\nY = 1\nZ = 2\n", "b.py": B + "\n\nC = 1\n"}),
    ("Change b and lone", {"b.py": B + "# 1\n# 2\n", "lone.py": "def lone():\n    return 1\n"}),
]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    return written_history(tmp_path / "project", CHANGES)


def cases_of(history: Path, config: BuilderConfig) -> list[ReplayCase]:
    with open_objects(history) as objects:
        return list(replay_cases(Commits(objects), config, 10))


def run(history: Path, budgets: list[int], config: BuilderConfig):
    cases = cases_of(history, config)
    return replay(cases, budgets, config, estimator("chars"), PlainScanner())


def test_cases_are_commits_with_two_source_files_and_the_most_changed_is_the_target(history: Path):
    found = run(history, [100_000], BuilderConfig())
    assert [(case.subject, case.target, case.wanted) for case in found.cases] == [
        ("Change b and lone", "b.py", ("lone.py",)),
        ("Change a and b", "a.py", ("b.py",)),
    ]


def test_recall_is_what_the_bundle_holds_of_the_other_files(history: Path):
    # 420 for the files: one is cut to its signatures and none is left out. The rules of the call
    # stand before them in every bundle (216 characters with what is around them).
    assert RULES == 216
    found = run(history, [100_000, 420 + RULES, 10], BuilderConfig())
    assert [
        (one.budget, one.builds, one.refused, one.recall.mean, one.recall_whole.mean)
        for one in found.budgets
    ] == [(10, 2, 2, 0.0, 0.0), (420 + RULES, 2, 0, 0.5, 0.0), (100_000, 2, 0, 0.5, 0.5)]
    assert all(0 <= one.used <= 1 for one in found.budgets)
    missed = [build.missed[0] for build in found.builds if build.budget == 100_000 and build.missed]
    assert [(one.path, one.why) for one in missed] == [
        ("lone.py", "Nothing in the request leads to it.")
    ]


def test_the_past_of_a_case_ends_before_its_commit(history: Path):
    cases = cases_of(history, BuilderConfig())
    assert [len(case.history.changes) for case in cases] == [2, 1]
    assert cases[1].history.changes == (("a.py", "n.txt"),)


def test_every_order_has_its_recall(history: Path):
    found = run(history, [1_000], BuilderConfig(signals=SignalWeights()))
    figures = {one.name: one.recall_at[5].mean for one in found.signals}
    assert next(iter(figures)) == DOCUMENT
    assert figures["edges"] == 0.5
    assert figures["words"] == 1.0
    assert figures[FUSED] == 1.0


def test_weights_are_judged_on_commits_that_did_not_choose_them(history: Path):
    cases = cases_of(history, BuilderConfig())
    start = SignalWeights(words=0, target_words=0, co_change=0, test_pair=0, edges=0)
    found = tuned(cases, start)
    assert (found.tuned_on, found.held_out) == (1, 1)
    assert found.before.mean == 0.0
    assert found.weights != start


def test_an_interval_holds_the_mean_and_is_the_same_each_time():
    share = share_of([0.0, 1.0, 1.0, 0.0, 1.0])
    assert share.low <= share.mean == 0.6 <= share.high
    assert share == share_of([0.0, 1.0, 1.0, 0.0, 1.0])
    assert share_of([]).mean == 0.0


def test_lines_tell_figures_and_why(history: Path):
    told = "\n".join(replay_lines(run(history, [1_000], BuilderConfig())))
    assert "2 commits replayed at the parent, 2 files wanted." in told
    assert "lone.py: Nothing in the request leads to it." in told


def test_the_command_prints_exactly_the_figures(history: Path, capsys):
    assert main(["replay", str(history), "--budget", "8000,500", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert list(printed) == ["budgets", "signals"]
    assert [one["budget"] for one in printed["budgets"]] == [500, 8000]
    assert list(printed["budgets"][0]) == [
        "budget",
        "builds",
        "refused",
        "recall",
        "recall_whole",
        "used",
    ]


def test_tuning_writes_rules_that_build_and_replay_read(history: Path, tmp_path: Path, capsys):
    rules = tmp_path / "rules.json"
    assert main(["replay", str(history), "--budget", "500", "--tune", str(rules), "--json"]) == 0
    config = BuilderConfig.model_validate_json(rules.read_bytes())
    assert config.signals is not None
    assert main(["replay", str(history), "--budget", "500", "--config", str(rules)]) == 0
    assert "Weights chosen on 1 commit:" in capsys.readouterr().err


def test_a_folder_without_a_history_is_an_input_that_cannot_be_used(tmp_path: Path, capsys):
    assert main(["replay", str(tmp_path)]) == 3
    told = capsys.readouterr().err
    assert told.startswith("inspector replay: ")
    assert "name the checkout of a project" in told


def test_a_replay_that_is_interrupted_prints_the_figures_of_what_is_done(
    history: Path, capsys, monkeypatch: pytest.MonkeyPatch
):
    builds = 0

    def interrupted(*given: Any, **named: Any):
        nonlocal builds
        builds += 1
        if builds == 2:
            raise KeyboardInterrupt
        return build_bundle(*given, **named)

    monkeypatch.setattr(running, "build_bundle", interrupted)
    assert main(["replay", str(history), "--budget", "8000"]) == 130
    told = capsys.readouterr()
    assert told.out.startswith("1 commit replayed at the parent, 1 file wanted.")
    assert told.err == "inspector replay: interrupted; the figures are those of what was done\n"


def test_a_file_that_did_not_change_is_read_once_and_a_large_commit_makes_no_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    many = {f"f{at}.py": f"def f{at}():\n    pass\n" for at in range(30)}
    swept = {name: f"{text}\n\nX = 1\n" for name, text in many.items()}
    pair = {name: f"{text}\n\nY = 1\n" for name, text in list(swept.items())[:2]}
    path = written_history(tmp_path / "p", [("Begin", many), ("Sweep", swept), ("Pair", pair)])
    read: list[str] = []
    shown: list[str] = []
    blob, at = Commits.blob, Snapshots.at
    monkeypatch.setattr(Commits, "blob", lambda self, name: read.append(name) or blob(self, name))
    monkeypatch.setattr(Snapshots, "at", lambda self, tree: shown.append(tree) or at(self, tree))
    [case] = cases_of(path, BuilderConfig())
    assert (case.subject, len(shown)) == ("Pair", 1)
    assert len(case.snapshot.texts) == 30
    # What the pair is now is read for its changed lines; of the sweep, what decides.
    assert len(set(read)) <= 30 + 2 + MOST_FILES + 1
