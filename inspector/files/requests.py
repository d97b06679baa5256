"""What a run goes by: loading requests, one or a corpus, a policy, and what-if overrides.

Overrides are saved, too: a patch that can be given to somebody else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.analysis.injection_lint import lint_policy
from inspector.core.arguments import require
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.problems import Problem, Severity
from inspector.files.documents import (
    Form,
    check,
    form_of,
    load_document,
    parse_document,
    record_spans,
)
from inspector.files.findings import (
    Findings,
    Loaded,
    Parsed,
    Progress,
    add_lint,
    gathered,
    report_progress,
)
from inspector.files.importers import is_foreign, read_foreign, without
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import PathLike, Source, read_source

ReadRequest = tuple[Request, Parsed]
"""A request and what it was read from."""

Corpus = list[ReadRequest]

_LOOKED_AT = 4096


def load_request(path: PathLike) -> Loaded[Request]:
    """Return the one request of a JSON, JSON lines or YAML file (``-`` is standard input)."""

    def work(found: Findings) -> Request | None:
        source = read_source(path, found)
        read = read_request(source, path, found) if source else None
        return read and read[0]

    return gathered(work)


def read_request(source: Source, path: PathLike, found: Findings) -> ReadRequest | None:
    """Return the one request of a text file and what it was read from."""
    foreign = _of_another_program(source, path, found, None)
    if foreign is not None:
        return foreign[0] if foreign else None
    parsed = parse_document(source, path, found)
    return check_request(parsed, found) if parsed else None


def check_request(parsed: Parsed, found: Findings) -> ReadRequest | None:
    """Return the request of a parsed value, together with that."""
    request = check(Request, parsed, found, what="request")
    return None if request is None else (request, parsed)


def load_requests(path: PathLike, progress: Progress | None = None) -> Loaded[tuple[Request, ...]]:
    """Return the requests of a corpus (``-`` is standard input).

    That is JSON lines, a JSON or YAML list, or a single request. A bad one is reported and left
    out; None means that there is no good one.
    """

    return gathered(lambda found: tuple(requests_in(path, found, progress)) or None)


def requests_in(
    path: PathLike, found: Findings, progress: Progress | None = None
) -> Iterator[Request]:
    """Give the good requests of a corpus one after the other."""
    source = read_source(path, found, progress)
    if source is not None:
        for request, _ in requests_of(source, path, found, progress):
            yield request


def read_requests(
    source: Source, path: PathLike, found: Findings, progress: Progress | None = None
) -> Corpus:
    """Return the good requests of a text file."""
    return list(requests_of(source, path, found, progress))


def requests_of(
    source: Source, path: PathLike, found: Findings, progress: Progress | None = None
) -> Iterator[ReadRequest]:
    """Give the good requests of a text file one after the other."""
    foreign = _of_another_program(source, path, found, progress)
    if foreign is not None:
        yield from foreign
    elif form_of(source, path) is Form.LINES:
        yield from check_requests(lines_of(source, found, progress), found)
    elif (parsed := parse_document(source, path, found, progress)) is not None:
        yield from check_corpus(parsed, found)


def _of_another_program(
    source: Source, path: PathLike, found: Findings, progress: Progress | None
) -> Corpus | None:
    """Return the requests of a file that another program wrote; None where it is one of ours."""
    if b'"trace_id"' in source.data[:_LOOKED_AT] and b'"user_message"' in source.data[:_LOOKED_AT]:
        return None
    if not is_foreign(source, path):
        return None
    imported = read_foreign(path, found, progress, source=source)
    places = Parsed(None, JsonSpan(source, 0, len(source.data)))
    if imported is None or not imported.requests:
        found.add(without("requests", path, imported))
        return []
    return [(request, places) for request in imported.requests]


def check_corpus(parsed: Parsed, found: Findings) -> Corpus:
    """Return the good requests of a parsed list, or of a single one."""
    if parsed.value == []:
        message, fix = "The list has no requests.", "Write one into it."
        found.add(Problem(Severity.ERROR, "requests.none", message, fix, parsed.place()))
    return list(check_requests(items_of(parsed), found))


def items_of(parsed: Parsed) -> Iterator[Parsed]:
    """Give the items of a list, or a value that is no list as the only one."""
    if not isinstance(parsed.value, list):
        yield parsed
        return
    for place in range(len(parsed.value)):
        yield parsed.child(place)


def check_requests(records: Iterator[Parsed], found: Findings) -> Iterator[ReadRequest]:
    """Give the good ones of parsed requests, and warn of ids that repeat."""
    first: dict[str, Parsed] = {}
    for parsed in records:
        read = check_request(parsed, found)
        if read is None:
            continue
        where = replace(parsed, value=None)  # all that a warning needs
        other = first.setdefault(read[0].trace_id, where)
        if other is not where:
            found.add_many(
                "requests.repeated-id",
                lambda where=where, other=other: _repeated(where, other),  # type: ignore[misc]
            )
        yield read


def lines_of(source: Source, found: Findings, progress: Progress | None) -> Iterator[Parsed]:
    """Give the value of every line that is not blank; one that cannot be read is reported."""
    for _, start, end in record_spans(source.data):
        report_progress(progress, start, len(source.data))
        parsed = parse_json(JsonSpan(source, start, end), found)
        if parsed is not None:
            yield parsed


def _repeated(parsed: Parsed, first: Parsed) -> Problem:
    return Problem(
        Severity.WARNING,
        "requests.repeated-id",
        f"Another request has the same trace_id, at line {first.place().line}; results cannot be"
        " told apart by it.",
        "Give each request an id of its own.",
        parsed.place("trace_id"),
    )


def load_policy(path: PathLike) -> Loaded[UnifiedContextBudgetPolicy]:
    """Return the policy of a JSON or YAML file (``-`` is standard input).

    A wrong field means that there is no policy, because any other value would be a guess.
    """
    return load_document(path, check_policy)


def check_policy(parsed: Parsed, found: Findings) -> UnifiedContextBudgetPolicy | None:
    """Return the policy of a parsed value, None where a field is wrong; lint it."""
    policy = check(UnifiedContextBudgetPolicy, parsed, found, what="policy")
    if policy is not None:
        add_lint(lint_policy(policy), parsed, found)
    return policy


def policy_storage_path(folder: PathLike) -> Path:
    """Return where the policy is stored beneath a production folder (Injection §2.1)."""
    require(str | os.PathLike, folder=folder)
    return Path(folder) / "system" / "delivery" / "unified_context_budget.json"


def load_overrides(path: PathLike) -> Loaded[Overrides]:
    """Return the overrides of a JSON or YAML file (``-`` is standard input).

    What they name is looked for when they are run, in whatever candidate set is open then.
    """
    return load_document(path, check_overrides)


def check_overrides(parsed: Parsed, found: Findings) -> Overrides | None:
    """Return the overrides of a parsed value, None where a field is wrong."""
    return check(Overrides, parsed, found, what="what-if patch")


def save_overrides(overrides: Overrides, path: PathLike) -> tuple[Problem, ...]:
    """Write overrides as a patch; return the problems, none when it is written."""
    from inspector.files.saving import json_bytes, save_bytes

    require(Overrides, overrides=overrides)
    return save_bytes(json_bytes(overrides_fields(overrides)), path)


def overrides_fields(overrides: Overrides) -> dict[str, Any]:
    """Return overrides as JSON, what is not overridden left out."""
    given = overrides.model_dump(mode="json", exclude_defaults=True)
    return {"schema_version": overrides.schema_version, **given}
