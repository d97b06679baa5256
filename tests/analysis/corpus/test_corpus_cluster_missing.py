"""What is said where the optional extra for clusters is not there."""

from __future__ import annotations

import sys

import pytest

from inspector.analysis.corpus.running import ClusterError, on_cluster


@pytest.fixture(autouse=True)
def _not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)


def test_who_installed_from_python_is_told_what_to_add() -> None:
    with pytest.raises(ClusterError, match=r"needs the extra: pip install .*\[cluster\]"):
        on_cluster("tcp://scheduler:8786")


def test_who_has_the_frozen_program_is_told_that_it_cannot_be_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(ClusterError, match="not part of this program"):
        on_cluster("tcp://scheduler:8786")
