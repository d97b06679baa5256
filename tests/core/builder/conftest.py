"""Bundles of these tests hold what their requests say: rules of a purpose would shift all sizes."""

from __future__ import annotations

import pytest

from inspector.core.builder import text_blocks
from inspector.core.builder.inputs import Purpose


@pytest.fixture(autouse=True)
def no_rules_of_a_purpose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_blocks, "RULES", dict.fromkeys(Purpose, ""))
