"""Bundles of a session: the index is kept, work is watched and stopped, failures are problems."""

import pytest

from inspector.analysis.builder_cache import index_cache_path
from inspector.analysis.watched_counter import StoppedError
from inspector.core.builder.inputs import BuilderConfig
from inspector.core.builder.report import RefusalCode
from inspector.session.edits import open_part, set_at
from inspector.session.session import Session
from inspector.stages.builder.part import (
    add_target_symbol,
    select_target,
)
from inspector.stages.builder.runs import BuilderRuns, BuildPhase
from tests.shared.builder_input import FILES, about, written_project
from tests.shared.bundle_input import PlainScanner


@pytest.fixture
def root(tmp_path):
    return written_project(tmp_path / "project")


@pytest.fixture
def runs():
    return BuilderRuns(scanner=PlainScanner())


def codes(result):
    return [problem.code for problem in result.problems]


def test_a_bundle_holds_the_target_and_what_it_needs(runs, root):
    result = runs.run(about(root, "app/desk.py"))
    paths = {block.meta.path for block in result.report.bundle.blocks}
    assert {"app/desk.py", "app/quay.py"} <= paths
    assert "secrets.env" not in paths
    assert result.report.ledger.balances
    assert result.problems == ()


def test_the_same_session_gives_the_same_bundle_from_a_new_and_from_a_kept_index(runs, root):
    session = about(root, "app/desk.py")
    first = runs.run(session)
    again = runs.run(session)
    other = BuilderRuns(scanner=PlainScanner()).run(session)
    assert again.index is first.index
    assert first.report.bundle == again.report.bundle == other.report.bundle


class CountingScanner(PlainScanner):
    def __init__(self):
        self.scanned = []

    def scan(self, text):
        if text != " ":  # which has the rules loaded, for every run
            self.scanned.append(text)
        return super().scan(text)


def test_a_text_is_scanned_once_however_often_it_is_built(root):
    scanner = CountingScanner()
    runs = BuilderRuns(scanner=scanner)
    session = about(root, "app/desk.py")
    first = runs.run(session)
    told = list(scanner.scanned)
    again = runs.run(session)
    assert len(set(told)) == len(told) > 0
    assert scanner.scanned == told
    assert again.report.bundle == first.report.bundle
    (root / "app" / "quay.py").write_text("def moor():\n    return 'changed'\n")
    runs.run(session)
    assert any("changed" in text for text in scanner.scanned[len(told) :])


def test_an_index_is_kept_as_long_as_project_and_rules_are_the_same(runs, root):
    session = about(root, "app/desk.py")
    kept = runs.run(session).index
    changed = set_at("builder", "request.model.max_input_tokens", 5_000)(session)
    assert runs.run(changed).index is kept
    ruled = about(root, "app/desk.py", config=BuilderConfig(deny=("*.txt",)))
    assert runs.run(ruled).index.files["notes.txt"].exclusion == "deny_rule"


def test_a_changed_file_is_sent_as_it_is_and_indexed_anew_when_asked(runs, root):
    session = about(root, "app/desk.py")
    runs.run(session)
    (root / "app/desk.py").write_text("def answer() -> str:\n    return 'new'\n")
    stale = runs.run(session)
    assert "return 'new'" in stale.report.rendered
    assert "builder.file-changed" in codes(stale)
    runs.forget_index()
    assert codes(runs.run(session)) == []


def test_a_cache_saves_parsing_and_changes_nothing(tmp_path, root):
    session = about(root, "app/desk.py")
    cache = tmp_path / "cache"
    first = BuilderRuns(cache=cache, scanner=PlainScanner()).run(session)
    second = BuilderRuns(cache=cache, scanner=PlainScanner()).run(session)
    assert index_cache_path(cache, str(root)).is_file()
    assert first.index.statistics.files_parsed > 0
    assert second.index.statistics.files_parsed == 0
    assert second.index.fingerprint == first.index.fingerprint
    assert second.report.bundle == first.report.bundle


def test_nothing_is_ever_written_into_the_project(tmp_path, root):
    def state():
        found = sorted(root.rglob("*"))
        return [(path, path.stat().st_mtime_ns) for path in found]

    before = state()
    BuilderRuns(cache=tmp_path / "cache", scanner=PlainScanner()).run(about(root, "app/desk.py"))
    inside = BuilderRuns(cache=root / "cache", scanner=PlainScanner())
    assert codes(inside.run(about(root, "app/desk.py"))) == ["builder.cache-not-usable"]
    assert state() == before


def test_two_projects_never_share_a_cache(tmp_path, root):
    other = written_project(tmp_path / "other")
    cache = tmp_path / "cache"
    assert index_cache_path(cache, str(root)) != index_cache_path(cache, str(other))
    link = tmp_path / "link"
    link.symlink_to(root)
    assert index_cache_path(cache, str(link)) == index_cache_path(cache, str(root))


@pytest.mark.parametrize("phase", list(BuildPhase))
def test_a_run_can_be_stopped_in_every_phase_and_started_again(runs, root, phase):
    session = about(root, "app/desk.py")
    with pytest.raises(StoppedError):
        runs.run(session, lambda at, _done, _total: at is not phase)
    assert runs.run(session).report.bundle is not None


def test_progress_counts_files_up_to_their_number(runs, root):
    seen = []
    runs.run(about(root, "app/desk.py"), lambda *told: seen.append(told) or True)
    indexing = [(done, total) for phase, done, total in seen if phase is BuildPhase.INDEXING]
    assert indexing == sorted(indexing)
    assert indexing[-1][1] == len(FILES) - 1  # the denied file is not read
    phases = [phase for phase, _, _ in seen]
    assert list(dict.fromkeys(phases)) == list(BuildPhase)


def test_without_a_project_there_is_a_note_and_no_result(runs):
    result = runs.run(Session())
    assert (result.index, result.report) == (None, None)
    assert codes(result) == ["builder.no-project"]


@pytest.mark.parametrize(("name", "message"), [("gone", "is not there"), ("f", "is not a folder")])
def test_a_root_that_is_no_folder_is_a_problem(runs, tmp_path, name, message):
    (tmp_path / "f").write_text("x")
    result = runs.run(about(tmp_path / name, "a.py"))
    assert codes(result) == ["builder.no-folder"]
    assert message in result.problems[0].message
    assert result.report is None


@pytest.mark.parametrize("root", ["/nul\0byte", "/half\ud800"])
def test_a_root_that_no_system_knows_is_a_problem(runs, root):
    assert codes(runs.run(set_at("builder", "root", root)(Session()))) == ["builder.no-folder"]


def test_an_unknown_encoding_is_a_problem_and_the_index_stays(runs, root):
    result = runs.run(set_at("builder", "estimator", "abacus")(about(root, "app/desk.py")))
    assert codes(result) == ["builder.no-counter"]
    assert result.report is None
    assert "app/desk.py" in result.index.files


def test_a_problem_of_the_stage_names_the_stages_file(runs, root):
    session = set_at("builder", "estimator", "abacus")(about(root, "app/desk.py"))
    opened = open_part("builder", session.builder, "stage.json")(session)
    (problem,) = runs.run(opened).problems
    assert (problem.place.file, problem.place.pointer) == ("stage.json", "/estimator")


def test_a_name_with_two_definitions_is_refused_until_one_is_chosen(runs, root):
    session = add_target_symbol("reserve")(about(root))
    refusal = runs.run(session).report.refusal
    assert refusal.code is RefusalCode.AMBIGUOUS_TARGET
    assert {(place.path, place.name) for place in refusal.places} == {
        ("app/quay.py", "Quay.reserve"),
        ("web/quay.ts", "reserve"),
    }
    chosen = select_target("app/quay.py", "Quay.reserve")(session)
    assert runs.run(chosen).report.refusal is None


def test_rules_are_loaded_before_they_are_needed(root):
    runs = BuilderRuns.with_user_cache()
    runs.warm_up()
    seen = []
    runs.run(about(root, "app/desk.py"), lambda phase, *_: seen.append(phase) or True)
    assert BuildPhase.BUILDING in seen
