"""A history is read by its objects; nothing that the checkout's configuration names is run."""

import stat
from pathlib import Path

import pytest

from inspector.project.commits import CommitError, Commits, open_objects, read_history
from inspector.project.index import Exclusion
from inspector.project.snapshots import Snapshots
from tests.shared.git_history import git, written_history

CHANGES = [
    ("Begin", {"a.py": "def a():\n    return 1\n", "b/c.py": "from a import a\n", "x.key": "k\n"}),
    ("Change two", {"a.py": "def a():\n    return 2\n", "b/c.py": "from a import a\n\na()\n"}),
    ("Move", {"b/c.py": None, "b/d.py": "from a import a\n\na()\n", "n.txt": "words\n"}),
]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    return written_history(tmp_path / "project", CHANGES)


def test_changes_come_newest_first_with_what_they_touched_and_added(history: Path):
    with open_objects(history) as objects:
        changes = list(Commits(objects).changes())
    assert [
        (one.commit.subject, [path for path, _, _ in one.touched], one.added) for one in changes
    ] == [("Move", ["b/c.py"], ("b/d.py", "n.txt")), ("Change two", ["a.py", "b/c.py"], ())]


def test_a_snapshot_is_the_project_at_a_commit_by_the_rules_of_a_folder(history: Path):
    with open_objects(history) as objects:
        commits = Commits(objects)
        snapshots = Snapshots(commits)
        now = snapshots.at(commits.commit("HEAD").tree)
        first = snapshots.at(commits.commit("HEAD~2").tree)
    assert list(now.index.files) == ["a.py", "b/d.py", "n.txt", "x.key"]
    assert now.index.files["x.key"].exclusion is Exclusion.DENY_RULE
    assert "x.key" not in now.texts
    assert [(one.source_path, one.target_path) for one in now.index.relations][:1] == [
        ("b/d.py", "a.py")
    ]
    text = first.read("a.py")
    assert getattr(text, "text", "") == "def a():\n    return 1\n"


def test_files_that_change_together_are_counted_by_how_many_did(history: Path):
    found = read_history(history, 10)
    assert found.commit == git(history, "rev-parse", "HEAD")
    assert dict(found.together(["a.py"])) == {"b/c.py": 1.0}
    assert dict(found.together(["n.txt"])) == {"b/c.py": 0.5, "b/d.py": 0.5}


def test_nothing_that_a_checkout_names_is_run(history: Path, tmp_path: Path):
    mark = tmp_path / "ran"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n", encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    for key, value in {
        "core.fsmonitor": str(script),
        "core.hooksPath": str(tmp_path),
        "core.pager": str(script),
        "core.sshCommand": str(script),
        "diff.external": str(script),
        "diff.evil.textconv": str(script),
        "diff.evil.command": str(script),
        "filter.evil.smudge": str(script),
        "filter.evil.clean": str(script),
        "filter.evil.process": str(script),
        "alias.cat-file": f"!{script}",
        "extensions.partialClone": "origin",
        "remote.origin.url": f"ext::{script}",
        "remote.origin.promisor": "true",
        "remote.origin.uploadpack": str(script),
        "protocol.ext.allow": "always",
        "protocol.allow": "always",
    }.items():
        git(history, "config", key, value)
    (history / ".git" / "info").mkdir(exist_ok=True)
    (history / ".git" / "info" / "attributes").write_text("* filter=evil diff=evil\n")
    for name in ("post-checkout", "pre-auto-gc", "post-index-change", "reference-transaction"):
        hook = tmp_path / name
        hook.write_bytes(script.read_bytes())
        hook.chmod(0o755)
    mark.unlink(missing_ok=True)
    with open_objects(history) as objects:
        commits = Commits(objects)
        changes = list(commits.changes())
        Snapshots(commits).at(changes[0].commit.tree)
        with pytest.raises(CommitError, match="has no object"):
            commits.commit("1" * 40)
    assert len(changes) == 2
    assert not mark.exists()


def test_what_is_no_repository_is_said_so(tmp_path: Path):
    with pytest.raises(CommitError), open_objects(tmp_path) as objects:
        objects.read("HEAD")
    with pytest.raises(CommitError, match="not there"), open_objects(tmp_path / "nowhere"):
        pass
