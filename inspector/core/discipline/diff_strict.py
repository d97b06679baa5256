"""Judging an executor's output by parsing it: what is left over fails (Discipline C5).

Reading a JSON patch strictly (RFC 6902), without a document to apply it to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from inspector.core.discipline.task_kind import TaskKind
from inspector.core.discipline.text_signs import (
    FILE_LINES,
    has_words,
    is_prose,
    is_short_prose,
    looks_like_full_file_rewrite,
    looks_like_json_patch,
    looks_like_unified_diff,
    trim,
)
from inspector.core.discipline.unified_diff import read_unified_diff
from inspector.core.problems import Place, Problem, Severity, pointer

_MESSAGES = {  # instead of pydantic's, which repeat what they found
    "union_tag_invalid": "op is none of add, remove, replace, move, copy and test",
    "union_tag_not_found": "op is missing",
    "model_attributes_type": "an operation is an object",
}
_POINTER = re.compile("(?:/(?:[^~/]|~[01])*)*")
_FIX = "Return an array of operations as RFC 6902 defines them."


def _json_pointer(text: str) -> str:
    if _POINTER.fullmatch(text) is None:
        raise PydanticCustomError("json_pointer", "is no JSON pointer (RFC 6901)")
    return text


Pointer = Annotated[str, AfterValidator(_json_pointer)]


class _Operation(BaseModel):
    """What all operations have. Members that an operation does not define are ignored."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    path: Pointer


class _Valued(_Operation):
    op: Literal["add", "replace", "test"]
    value: Any


class _Remove(_Operation):
    op: Literal["remove"]


class _Sourced(_Operation):
    op: Literal["move", "copy"]
    source: Pointer = Field(alias="from")

    @model_validator(mode="after")
    def _moves_out_of_itself(self) -> _Sourced:
        if self.op == "move" and self.path.startswith(self.source + "/"):
            raise PydanticCustomError("move_into_itself", "moves a value into itself")
        return self


_PATCH = TypeAdapter(
    list[Annotated[_Valued | _Remove | _Sourced, Field(discriminator="op")]],
    config=ConfigDict(strict=True),
)


def json_patch_problems(text: str) -> tuple[Problem, ...]:
    """Return what keeps a text from being a JSON patch; nothing for a valid one.

    Besides RFC 6902, a member name that occurs twice in one object, NaN and infinities are
    problems: programs disagree about what they mean.
    """
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = Place(line=error.lineno, column=error.colno)
        return (_problem("json-patch.json", f"is no JSON: {error.msg}", place),)
    except (ValueError, RecursionError) as error:
        message = str(error) if isinstance(error, _AmbiguousJsonError) else "is no usable JSON"
        return (_problem("json-patch.json", message, Place()),)
    try:
        _PATCH.validate_python(value)
    except ValidationError as error:
        return tuple(
            _problem(
                "json-patch.operation",
                _MESSAGES.get(found["type"], found["msg"]),
                # The second part of its place is which operation it is.
                Place(pointer=pointer(*found["loc"][:1], *found["loc"][2:])),
            )
            for found in error.errors()
        )
    return ()


class _AmbiguousJsonError(ValueError):
    """JSON that programs read differently."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _AmbiguousJsonError("an object has a member twice")
    return members


def _no_constant(name: str) -> Any:
    raise _AmbiguousJsonError(f"JSON has no {name}")


def _problem(code: str, message: str, place: Place) -> Problem:
    return Problem(Severity.ERROR, code, message, _FIX, place)


class DiffReason(StrEnum):
    """Why an output is not accepted."""

    FULL_FILE_REWRITE = "full_file_rewrite"  # a whole file, or code without a diff
    BROKEN_DIFF = "broken_diff"  # looks like a unified diff and is none
    BROKEN_JSON_PATCH = "broken_json_patch"  # looks like a JSON patch and is none
    NOT_A_DIFF = "not_a_diff"  # neither a diff nor a short answer in words
    TOO_MUCH_BESIDE = "too_much_beside"  # a diff, and more than a few words beside it
    NOTHING_CHANGED = "nothing_changed"  # no text, words alone, an empty patch


class DiffFormat(StrEnum):
    """What an accepted output is."""

    UNIFIED_DIFF = "unified_diff"
    JSON_PATCH = "json_patch"
    PROSE = "prose"
    EMPTY = "empty"
    UNCHECKED = "unchecked"  # the task asks a question; its answer may hold examples


_REASONS = {
    DiffReason.FULL_FILE_REWRITE: "The output holds whole content instead of what changes.",
    DiffReason.BROKEN_DIFF: "The output looks like a unified diff and does not parse as one.",
    DiffReason.BROKEN_JSON_PATCH: "The output looks like a JSON patch and is no valid one.",
    DiffReason.NOT_A_DIFF: "The output is neither a diff nor a short answer in words.",
    DiffReason.TOO_MUCH_BESIDE: "Beside the diff stands more than a few words, or code.",
    DiffReason.NOTHING_CHANGED: "Nothing was changed: the output has no change, and the task"
    " may ask for one.",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an output is, or why it is not accepted and where."""

    format: DiffFormat | None
    reason_kind: DiffReason | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def reason(self) -> str | None:
        """Say in a sentence why the output is not accepted."""
        if self.reason_kind is None:
            return None
        return " ".join((_REASONS[self.reason_kind], *map(str, self.problems[:1])))


NOTHING_CHANGED = Judgement(None, DiffReason.NOTHING_CHANGED)

Blocks = list[tuple[int, list[str]]]  # of each fenced block the lines before it, and its lines

_DIFF_LINE = re.compile(r"^(?:diff --git |@@ -[0-9]|\+\+\+ \S)", re.MULTILINE)
_ANNOUNCES = re.compile(  # a file, to stand in place of the one there is
    r"(?i)\b(?:updated|fixed|complete|full|entire|whole|new|rewritten|revised|improved|corrected"
    r"|modified|refactored|final)\s+(?:\S+\s+)?(?:files?|versions?|code|contents?|scripts?|modules?"
    r"|class|config\w*|implementation|source)\b"
    r"|\b(?:aktualisierte|korrigierte|vollständige|neue|überarbeitete|geänderte|verbesserte|ganze)\w?"
    r"\s+(?:Datei|Version|Code|Fassung|Inhalt|Skript|Klasse|Konfiguration|Modul)"
)
_FENCE = re.compile("(`{3,}|~{3,})")  # not indented: a line of context begins with a blank


def judge(output: str, kind: TaskKind = TaskKind.CHANGE) -> Judgement:
    """Judge an output.

    It is a diff or a JSON patch, alone, or in fenced blocks that hold nothing else. A few words may
    stand beside a diff. The rest is refused. Where it is unclear whether the task asks for a
    change, an answer may be words; the answer to a question may hold examples, too, or be empty.
    """
    if not trim(output):
        is_answer = kind is TaskKind.QUESTION
        return Judgement(DiffFormat.EMPTY) if is_answer else NOTHING_CHANGED
    blocks, beside = _fenced(output)
    if kind is TaskKind.QUESTION and _answers_in_words(output, blocks, beside):
        return Judgement(DiffFormat.UNCHECKED)
    if not blocks:
        return _unfenced(output, kind)
    judgements = [_moved_down(_change("\n".join(block)), start) for start, block in blocks]
    refused = [found for found in judgements if found.reason_kind is not None]
    if refused:
        return refused[0]
    return judgements[0] if is_short_prose(beside) else Judgement(None, DiffReason.TOO_MUCH_BESIDE)


def _moved_down(judgement: Judgement, lines: int) -> Judgement:
    """Count the lines of problems from the beginning of the output, not of a block in it."""
    problems = tuple(
        found
        if found.place.line is None
        else found.at(replace(found.place, line=found.place.line + lines))
        for found in judgement.problems
    )
    return replace(judgement, problems=problems)


def _answers_in_words(output: str, blocks: Blocks, beside: Sequence[str]) -> bool:
    """Say whether a text is words with examples, and not a file with an announcement at most."""
    words = [line for line in beside if not _ANNOUNCES.search(line)]
    if has_words(words) or _DIFF_LINE.search(output):
        return True
    lines = [line for _, block in blocks for line in block] if blocks else output.split("\n")
    return sum(map(bool, map(trim, lines))) < FILE_LINES


def _unfenced(output: str, kind: TaskKind) -> Judgement:
    found = _change(output, words_beside=True)
    if found.reason_kind is not DiffReason.FULL_FILE_REWRITE:
        return found
    lines = output.split("\n")
    if is_prose(lines) if kind is TaskKind.UNCLEAR else is_short_prose(lines):
        return NOTHING_CHANGED if kind is TaskKind.CHANGE else Judgement(DiffFormat.PROSE)
    filled = sum(map(bool, map(trim, lines)))
    if looks_like_full_file_rewrite(output) or (filled >= FILE_LINES and not is_prose(lines)):
        return found
    return Judgement(None, DiffReason.NOT_A_DIFF)


def _change(text: str, *, words_beside: bool = False) -> Judgement:
    """Judge a text that has to be a diff or a JSON patch; whatever else it is, it is a rewrite."""
    if trim(text).startswith("["):
        problems = json_patch_problems(trim(text))
        if not problems:
            return Judgement(DiffFormat.JSON_PATCH) if json.loads(text) else NOTHING_CHANGED
        if looks_like_json_patch(text) or problems[0].code != "json-patch.json":
            return Judgement(None, DiffReason.BROKEN_JSON_PATCH, problems)
    if looks_like_unified_diff(text) or _DIFF_LINE.search(text):
        reading = read_unified_diff(text)
        if reading.problems:
            return Judgement(None, DiffReason.BROKEN_DIFF, reading.problems)
        if is_short_prose(reading.around) if words_beside else not reading.around:
            return Judgement(DiffFormat.UNIFIED_DIFF)
        return Judgement(None, DiffReason.TOO_MUCH_BESIDE)
    return Judgement(None, DiffReason.FULL_FILE_REWRITE)


def _fenced(text: str) -> tuple[Blocks, list[str]]:
    """Split a text into the lines of its fenced blocks and the lines beside them.

    Each block has the number of lines before it.

    A block that is not closed reaches to the end.
    """
    blocks: Blocks = []
    beside: list[str] = []
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        match = _FENCE.match(line)
        if not fence and match:
            fence = match[1]
            blocks.append((number, []))
        elif fence and match and match[1].startswith(fence) and line.strip() == match[1]:
            fence = ""
        elif fence:
            blocks[-1][1].append(line)
        else:
            beside.append(line)
    return blocks, beside
