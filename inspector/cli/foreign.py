"""``inspector import``: what a file of another program is, what it becomes, what was left out."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    STANDARD,
    UsageError,
    has_errors,
    report_problems,
    write_text,
)
from inspector.cli.result_options import JSON, add_form_options
from inspector.cli.session_options import add_score_option, better_of, session_path
from inspector.core.problems import Place, Problem, Severity
from inspector.files.saving import json_bytes, request_fields, save_bytes, save_candidates
from inspector.files.source import PathLike, shown
from inspector.plurals import count_of

if TYPE_CHECKING:
    from inspector.files.importers import Imported


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="files of other programs, or a folder of a corpus"
    )
    parser.add_argument(
        "--as", dest="kind", metavar="KIND", help="read them as this format instead of asking all"
    )
    parser.add_argument(
        "--map",
        metavar="NAME=COLUMN,…",
        help="read tables by their columns: text, id, name, score or distance, source, request,"
        " evidence; as=cards makes knowledge cards of the rows",
    )
    add_score_option(parser)
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", help="write what they become into this folder"
    )
    add_form_options(parser)


def run(options: argparse.Namespace) -> int:
    """Read every file, say what it is, and write what it becomes where that was asked for."""
    from inspector.files.findings import gathered
    from inspector.files.importers import TABLE, importers, read_foreign
    from inspector.files.importers.mapping import ColumnMapping

    known = [one.name for one in importers()] + [TABLE]
    if options.kind is not None and options.kind not in known:
        names = ", ".join(known)
        raise UsageError(f"--as {options.kind}: there is no such format; there are {names}")
    try:
        mapping = ColumnMapping.read(options.map) if options.map else None
    except ValueError as error:
        raise UsageError(f"--map: {error}") from error
    better = better_of(options)
    results: list[dict[str, object]] = []
    failed = False
    for path in map(session_path, options.paths):
        loaded = gathered(
            lambda found, path=path: read_foreign(  # type: ignore[misc]
                path, found, kind=options.kind, mapping=mapping, better=better
            )
        )
        problems = loaded.problems
        if loaded.value and loaded.value.becomes and options.output:
            name = Path(path).stem or "imported"
            problems = (*problems, *save_imported(loaded.value, name, options.output))
        # A record that was left out is listed; only a file without any result has failed.
        failed = (
            failed
            or not (loaded.value and loaded.value.becomes)
            or any(one.code == "file.not-written" and has_errors((one,)) for one in problems)
        )
        results.append(_result(path, loaded.value, problems))
        if options.format != JSON:
            report_problems(problems)
            write_text(STANDARD, _told(path, loaded.value))
    if options.format == JSON:
        shown = results[0] if len(results) == 1 else results
        write_text(STANDARD, json.dumps(shown, indent=2, ensure_ascii=False) + "\n")
    return BAD_INPUT if failed else DONE


def _result(
    path: str, imported: Imported | None, problems: tuple[Problem, ...]
) -> dict[str, object]:
    from inspector.files.account import Account
    from inspector.files.result_rows import problem_rows

    return {
        "path": path,
        "format": (imported.format or None) if imported else None,
        "becomes": list(imported.becomes) if imported else [],
        "counts": imported.counts if imported else {},
        "account": (imported.account if imported else Account()).model_dump(mode="json"),
        "problems": problem_rows(problems),
    }


def _told(path: str, imported: Imported | None) -> str:
    if imported is None:
        return ""
    if not imported.becomes:
        lines = (
            f"{shown(path)}: {imported.format or 'unknown'}",
            "  becomes nothing",
            *imported.account.lines(),
        )
        return "".join(f"{line}\n" for line in lines)
    counts = ", ".join(
        f"{count:,} {name.removesuffix('s') if count == 1 else name}"
        for name, count in imported.counts.items()
    )
    told = [
        f"{shown(path)}: {imported.format}",
        f"  becomes {', '.join(imported.becomes)}: {counts}",
    ]
    if len(imported.payloads) > 1:
        told += (f"  {one.name}: {count_of(len(one.chunks), 'chunk')}" for one in imported.payloads)
    told += imported.account.lines()
    return "".join(f"{line}\n" for line in told)


def save_imported(imported: Imported, name: str, folder: PathLike) -> tuple[Problem, ...]:
    """Write candidates, requests and chunks into a folder; return the problems.

    ``NAME.candidates.json`` and ``NAME.requests.jsonl`` belong together as a corpus;
    ``NAME.chunks.json`` holds what was sent to a model, ``NAME.2.chunks.json`` the second of many.
    """
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The folder cannot be made: {error.strerror}."
        fix = "Choose another folder."
        return (Problem(Severity.ERROR, "file.not-written", message, fix, Place(shown(folder))),)
    problems: list[Problem] = []
    if imported.candidates is not None:
        problems += save_candidates(imported.candidates, place / f"{name}.candidates.json")
    if imported.requests:
        lines = (
            json.dumps(request_fields(request), ensure_ascii=True) for request in imported.requests
        )
        data = "".join(f"{line}\n" for line in lines).encode()
        problems += save_bytes(data, place / f"{name}.requests.jsonl")
    for number, payload in enumerate(imported.payloads, 1):
        ending = "chunks.json" if len(imported.payloads) == 1 else f"{number}.chunks.json"
        chunks = [chunk.model_dump(mode="json", exclude_none=True) for chunk in payload.chunks]
        problems += save_bytes(json_bytes({"chunks": chunks}), place / f"{name}.{ending}")
    return tuple(problems)
