"""What a session holds for context discipline: a hot state, a prompt, an output, a series."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AliasChoices, ConfigDict, Field

from inspector.core.discipline import DEFAULT_LIMITS, DiffMode, DisciplineLimits, PromptMetrics
from inspector.core.model import BOTH_SPELLINGS, Document
from inspector.core.scalars import AnyText, Flag, Natural


class PromptSizes(Document):
    """The sizes of a prompt around its hot state, in characters (UTF-16 units)."""

    model_config = ConfigDict(alias_generator=BOTH_SPELLINGS)

    system_prompt_chars: Annotated[Natural, Field(title="System prompt")] = 0
    """Characters of the system prompt."""

    user_content_chars: Annotated[Natural, Field(title="User content")] = 0
    """Characters of the user's content."""

    rag_chunk_count: Annotated[Natural, Field(title="Retrieved chunks")] = 0
    """Retrieved chunks in the prompt."""

    inline_artifact_chars: Annotated[tuple[Natural, ...], Field(title="Inline artifacts")] = ()
    """Characters of each artifact that is written into the prompt."""


class ExecutorOutput(Document):
    """What an executor answered, and how it is checked for being a change only."""

    model_config = ConfigDict(alias_generator=BOTH_SPELLINGS)

    text: AnyText = Field(default="", validation_alias=AliasChoices("text", "output"))
    """The output."""

    task: AnyText | None = Field(
        default=None, validation_alias=AliasChoices("task", "taskDescription")
    )
    """What the executor was asked to do; None when that is not known."""

    mode: Annotated[DiffMode, Field(title="Mode")] = "strict"
    """``strict`` parses the output, ``heuristic`` judges it by signs."""

    force_check: Annotated[Flag, Field(title="Check whatever the task is")] = False
    """Whether an output is checked although its task asks for no change of code."""


class DisciplineStage(Document):
    """Discipline: the hot state as it was given, the limits, and which steps may be tried.

    Names may be written in camelCase, as the specification has them.
    """

    model_config = ConfigDict(alias_generator=BOTH_SPELLINGS)

    hot_state: Mapping[str, Any] | None = None
    """The hot state's JSON value, valid or not; None when there is none."""

    limits: DisciplineLimits = DEFAULT_LIMITS
    """How large the hot state and a prompt may be."""

    enable_compression: Annotated[Flag, Field(title="Compress")] = True
    """Whether fields that are not essential may be moved into artifacts."""

    enable_reference_extraction: Annotated[Flag, Field(title="Move a long index")] = True
    """Whether long arrays may be moved behind a reference."""

    reject_on_persistent_overflow: Annotated[Flag, Field(title="Fail if still over the limit")] = (
        True
    )
    """Whether a state that stays too large is rejected; off, the minimal state is used."""

    keep_pointers: Annotated[Flag, Field(title="Keep pointers")] = False
    """Whether the index leads to what compression took out."""

    prompt: PromptSizes = PromptSizes()
    """The prompt that the hot state goes into."""

    output: ExecutorOutput = ExecutorOutput()
    """An executor's output to be checked."""

    turns: tuple[PromptMetrics, ...] = ()
    """Metrics of a series of turns, in their order."""
