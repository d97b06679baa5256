"""Tests in several processes are told as tests in one are, and what ends a process is a failure."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = """
import os, sys
import pytest

PROCESS = os.getpid()

@pytest.mark.parametrize("number", range(30))
def test_right(number, tmp_path):
    (tmp_path / "mine").write_text(os.environ["HOME"])
    assert os.getpid() != PROCESS

def test_wrong():
    print("printed before")
    assert 1 + 1 == 3

def test_that_ends_its_process():
    os._exit(7)

@pytest.fixture
def late():
    yield
    raise ValueError("too late")

def test_whose_fixture_fails(late):
    pass

def test_after_all():
    sys.stderr.write("told by the last")
    pytest.skip("not here")
"""


def test_every_test_is_told_once_whatever_becomes_of_its_process(tmp_path: Path) -> None:
    (tmp_path / "test_examples.py").write_text(EXAMPLES, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.shared.forks", "--forks", "2", "-rA"]
    command += ["-p", "no:cacheprovider", f"--rootdir={tmp_path}", str(tmp_path)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ, cwd=ROOT
    )
    told = re.findall(r"^(PASSED|FAILED|ERROR|SKIPPED)", done.stdout, re.MULTILINE)
    counted = {outcome: told.count(outcome) for outcome in sorted(set(told))}
    assert counted == {"ERROR": 1, "FAILED": 2, "PASSED": 31, "SKIPPED": 1}, done.stdout
    assert "printed before" in done.stdout
    assert "assert (1 + 1) == 3" in done.stdout
    assert "The process of this test ended with 7." in done.stdout
    assert "ValueError: too late" in done.stdout
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
