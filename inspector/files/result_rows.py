"""What results of all stages have in common: rows of ledgers and problems, made from the values.

A part of a result takes its values from the attributes of what it tells, by their names. What a
history may keep is marked ``KEPT`` on the field: ids, numbers and codes, never a text that may
quote an input. An answer of a bounded size leaves out rows from the end, and says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.fields import FieldInfo

from inspector.core.ledger import LedgerEntry
from inspector.core.model import Document
from inspector.core.problems import Problem
from inspector.core.reasons import Reason
from inspector.core.tokens import tiktoken_counter

Result = TypeVar("Result", bound=BaseModel)

KEPT = object()
"""Marks a field that a history may keep."""


def _code(reason: object) -> object:
    return reason.code if isinstance(reason, Reason) else reason


ReasonCode = Annotated[str, BeforeValidator(_code)]


class ResultPart(Document):
    """A part of a result, made from anything that has its fields as attributes."""

    model_config = ConfigDict(from_attributes=True)


class LedgerRow(ResultPart):
    """One row of a ledger."""

    subject: Annotated[str, KEPT]
    """A candidate's id or a file's reference, or the code of a row that closes the sum."""

    kind: Annotated[str, KEPT]
    """What it is, such as ``card`` or ``chunk``; ``balance`` closes the sum."""

    name: str
    """What people call it."""

    account: Annotated[str, KEPT]
    """The part of the budget that it belongs to."""

    verdict: Annotated[str, KEPT]
    """What became of it."""

    reason: Annotated[ReasonCode, KEPT]
    """The code of the rule that decided."""

    rule: Annotated[str, KEPT]
    """Where the specification says so."""

    tokens: Annotated[int, KEPT]
    """Tokens it takes from the budget."""

    needed: Annotated[int | None, KEPT]
    """Tokens it asked for; null where the rule does not compare."""

    left: Annotated[int | None, KEPT]
    """Tokens that were left under the cap at its turn."""

    cap: Annotated[str | None, KEPT]
    """The cap that it met."""

    sentence: str
    """The reason in plain words."""


class LedgerRowWithId(LedgerRow):
    """One row of a ledger, which also has the name that ``subject`` had before."""

    id: Annotated[str, Field(json_schema_extra={"deprecated": True}), KEPT]
    """The same as ``subject``; it goes with the next release."""

    @model_validator(mode="before")
    @classmethod
    def _twice(cls, given: object) -> object:
        if not isinstance(given, LedgerEntry):
            return given
        values = {name: getattr(given, name) for name in LedgerRow.model_fields}
        return values | {"id": given.subject}


class ProblemRow(ResultPart):
    """One thing that is wrong with an input, or worth knowing about it."""

    severity: str
    """``error``, ``warning`` or ``note``."""

    code: str
    """The stable code of the problem."""

    message: str
    """What is wrong."""

    fix: str
    """What would make it go away."""

    file: str | None
    """The file, or a part of a bundle after ``#``; null where there is none."""

    line: int | None
    """The line, from 1; null where there is none."""

    column: int | None
    """The column, from 1, in code points; null where there is none."""

    pointer: str | None
    """The JSON pointer of the part; null where there is none."""

    @model_validator(mode="before")
    @classmethod
    def _with_its_place(cls, given: object) -> object:
        if not isinstance(given, Problem):
            return given
        place = given.place
        return {
            "severity": given.severity,
            "code": given.code,
            "message": given.message,
            "fix": given.fix,
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "pointer": place.pointer,
        }


def result_from(model: type[Result], source: object, **others: Any) -> Result:
    """Return a result with the values of ``source`` under the same names, but for ``others``."""
    names = model.model_fields.keys() - others.keys() - {"schema_version"}
    return model.model_validate({name: getattr(source, name) for name in names} | others)


def ledger_rows(
    entries: Iterable[LedgerEntry], row: type[LedgerRow] = LedgerRow
) -> list[dict[str, Any]]:
    """Return rows of a ledger as plain values. There may be a million: no model of any is kept."""
    return [row.model_validate(entry).model_dump(mode="json") for entry in entries]


def problem_rows(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems as plain values."""
    return [ProblemRow.model_validate(problem).model_dump() for problem in problems]


def kept(model: type[BaseModel], plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a history may keep of the plain values of a result or a part of one."""
    return {
        name: plain[name] if part is None else _kept(part, plain[name])
        for name, part in _marked(model).items()
    }


def kept_rows(entries: Iterable[LedgerEntry]) -> list[dict[str, Any]]:
    """Return what a history may keep of the rows of a ledger."""
    return [kept(LedgerRowWithId, row) for row in ledger_rows(entries, LedgerRowWithId)]


@cache
def _marked(model: type[BaseModel]) -> Mapping[str, type[BaseModel] | None]:
    """Return the marked fields; of one that is a part with marks itself, the model of that."""
    return {
        name: next(filter(_marked, _models(field)), None)
        for name, field in model.model_fields.items()
        if KEPT in field.metadata
    }


def _models(field: FieldInfo) -> Iterator[type[BaseModel]]:
    for one in (field.annotation, *get_args(field.annotation)):
        if isinstance(one, type) and issubclass(one, BaseModel):
            yield one


def _kept(part: type[BaseModel], value: Any) -> Any:
    if isinstance(value, list):
        return [kept(part, one) for one in value]
    return value and kept(part, value)


MOST_TOKENS = 2000
"""Tokens of an answer, at most, as o200k_base counts them."""

_ROOM = 1900  # for what is said of what was left out


def within(answer: dict[str, Any], *lists: str) -> dict[str, Any]:
    """Return an answer that fits, with entries of its lists left out from the end, and says so."""
    tokens = tiktoken_counter("o200k_base")
    left_out: dict[str, int] = {}
    for name in lists:
        whole = list(answer[name].items() if isinstance(answer[name], dict) else answer[name])
        kept = len(whole)
        while kept and tokens.count(json.dumps(answer, indent=2)) > _ROOM:
            kept //= 2
            part = whole[:kept]
            answer[name] = dict(part) if isinstance(answer[name], dict) else part
            left_out[name] = len(whole) - kept
    return answer | ({"left_out": left_out} if left_out else {})
