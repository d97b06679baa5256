"""What .gitignore files keep out, and what lets an ignored file in (ruling on ignored files)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from inspector.core.builder.config import BuilderConfig, IgnoredOverride
from inspector.project import index_project
from inspector.project.index import Exclusion, ProjectIndex


def _write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


def _sent(index: ProjectIndex) -> set[str]:
    return {path for path, file in index.files.items() if file.exclusion is None}


FILES = {
    ".gitignore": "local.py\n*.log\n!keep.log\n/only_here.txt\nbuild/\n",
    "inner/.gitignore": "!seen.log\nsecret.*\n",
    "local.py": "x = 1\n",
    "inner/local.py": "x = 1\n",
    "a.log": "a\n",
    "keep.log": "a\n",
    "inner/seen.log": "a\n",
    "inner/secret.json": "{}\n",
    "secret.json": "{}\n",
    "only_here.txt": "a\n",
    "inner/only_here.txt": "a\n",
    "build/in.py": "x = 1\n",
    "inner/build/in.py": "x = 1\n",
    "main.py": "import local\n",
}
KEPT = {
    *(".gitignore", "inner/.gitignore", "keep.log", "inner/seen.log", "secret.json"),
    *("inner/only_here.txt", "main.py"),
}


def test_nested_files_decide_and_the_rule_is_recorded(tmp_path: Path) -> None:
    _write(tmp_path, FILES)
    index = index_project(tmp_path)
    assert _sent(index) == KEPT
    out = index.files["inner/secret.json"]
    assert (out.exclusion, out.detail) == (Exclusion.DENY_RULE, "inner/.gitignore: secret.*")


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git to compare with")
def test_git_agrees(tmp_path: Path) -> None:
    _write(tmp_path, FILES)
    own = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, env=own, check=True)
    listed = subprocess.run(
        ["git", "ls-files", "--others", "--exclude-standard"],
        cwd=tmp_path,
        env=own,
        check=True,
        capture_output=True,
        text=True,
    )
    assert _sent(index_project(tmp_path)) == set(listed.stdout.split())


def test_an_override_lets_one_file_of_an_ignored_folder_in_and_is_told(tmp_path: Path) -> None:
    _write(tmp_path, {**FILES, "build/deep/made.py": "y = 2\n"})
    override = IgnoredOverride(path="build/deep/made.py", reason="it is written by hand")
    index = index_project(tmp_path, config=BuilderConfig(ignored_overrides=(override,)))
    assert _sent(index) == {*KEPT, "build/deep/made.py"}
    [told] = [one for one in index.problems if one.code == "builder.ignored-let-in"]
    assert "it is written by hand" in told.message


def test_an_override_takes_no_deny_rule_back(tmp_path: Path) -> None:
    _write(tmp_path, {".gitignore": "*\n", "id_rsa": "x\n", ".ssh/config": "x\n"})
    overrides = tuple(IgnoredOverride(path=path, reason="why") for path in ("id_rsa", ".ssh"))
    index = index_project(tmp_path, config=BuilderConfig(ignored_overrides=overrides))
    assert _sent(index) == set()


@pytest.mark.parametrize(
    "path",
    [
        *(".ssh/known_hosts", "id_ed25519", ".aws/credentials", ".kube/config", ".npmrc"),
        *("home/.docker/config.json", ".git-credentials", ".netrc", ".pypirc", ".pgpass"),
        *("infra/prod.tfstate", "infra/prod.tfvars", "release.jks", "vault.kdbx", "a.p12"),
    ],
)
def test_credential_stores_are_never_sent(tmp_path: Path, path: str) -> None:
    _write(tmp_path, {path: "value = 1\n", "main.py": "x = 1\n"})
    assert _sent(index_project(tmp_path)) == {"main.py"}


def test_another_name_of_a_denied_file_is_out_and_one_outside_is_told(tmp_path: Path) -> None:
    root = tmp_path / "project"
    _write(tmp_path, {"outside.txt": "x\n", "project/prod.tfstate": "{}\n", "project/a.py": "1\n"})
    os.link(root / "prod.tfstate", root / "state.json")
    os.link(tmp_path / "outside.txt", root / "inside.txt")
    index = index_project(root)
    assert _sent(index) == {"a.py", "inside.txt"}
    assert "by another name" in index.files["state.json"].detail
    [told] = [one for one in index.problems if one.code == "builder.hard-link"]
    assert told.place.file == "inside.txt"
