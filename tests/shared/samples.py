"""The built-in samples as their files have them, for the tests about them."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from inspector.core import UnifiedContextBudgetPolicy
from inspector.core.tokens import TokenCounter, tiktoken_counter
from inspector.files.sessions import load_session
from inspector.session.session import Session

FOLDER = Path(__file__).parents[2] / "resources" / "samples"
SOUND = ("securities-fraud", "direct-target", "starved-budget")
SAMPLES = (*SOUND, "with-problems")
STAGE_SAMPLES = (
    "assembly",
    "audit",
    "builder",
    "discipline",
    "relevance",
    "timeline",
    "window",
)  # about one of the other stages; their tests are with the stage
TIERS = {"compact": (20, 60), "standard": (60, 120), "full": (120, 260)}
POLICY_FIELDS = set(UnifiedContextBudgetPolicy.model_fields)

every_sample = pytest.mark.parametrize("name", SAMPLES)
every_sound_sample = pytest.mark.parametrize("name", SOUND)


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def sample_path(name: str) -> Path:
    return FOLDER / name / "session.inspector.json"


@cache
def sample_session(name: str) -> Session:
    """Return a sample as the program loads it: once a process, for a session is frozen."""
    loaded = load_session(sample_path(name))
    assert loaded.value is not None
    return loaded.value


@cache
def session(name: str) -> dict[str, Any]:
    return json.loads(text_of(sample_path(name)))


@cache
def part(name: str, key: str) -> dict[str, Any]:
    """A part of a sample, read from the file that its session refers to."""
    return json.loads(text_of(FOLDER / name / session(name)[key]["path"]))


@cache
def counter(name: str) -> TokenCounter:
    return tiktoken_counter(part(name, "request")["model"]["encoding"])


def cards(name: str) -> list[dict[str, Any]]:
    return part(name, "candidates")["knowledge_cards"]


def files(name: str) -> dict[str, dict[str, Any]]:
    return {
        f"{bucket['bucket_id']}:{file['file_id']}": file
        for bucket in part(name, "candidates")["buckets"]
        for file in bucket["files"]
    }


def bucket_ids(name: str) -> list[str]:
    return [bucket["bucket_id"] for bucket in part(name, "candidates")["buckets"]]


def subjects(name: str) -> set[str]:
    ids = {card["node_id"] for card in cards(name) if "node_id" in card}
    return ids | set(files(name)) | set(bucket_ids(name))


def repeated(values: list[str]) -> list[str]:
    return [value for value, times in Counter(values).items() if times > 1]
