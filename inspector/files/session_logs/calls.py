"""Placeholder."""

from __future__ import annotations
from inspector.files.importers.imported import Foreign
from inspector.files.session_logs.conversations import Conversation


def read_calls(foreign: Foreign, file: int) -> list[Conversation]:
    return []
