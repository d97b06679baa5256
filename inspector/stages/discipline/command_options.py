"""Options that change the limits of context discipline.

Options that name a hot state, its limits and its prompt, and the session made from them.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from inspector.cli.result_options import (
    FLAGS,
    FieldOption,
    add_field_options,
    any_number,
    field_edits,
    whole_number,
)
from inspector.cli.session_options import session_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inspector.core.problems import Problem
    from inspector.session.session import Session
    from inspector.session.store import Edit


class LimitError(ValueError):
    """A ``--limit`` or an ``--option`` is wrong; its message says how."""


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """Add the option that changes a limit."""
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="change a limit, such as maxHotStateTokens=800; may be given several times",
    )


def limits_from(options: argparse.Namespace) -> dict[str, float]:
    """Return the limits that were given, by name. Raises ``LimitError`` naming all wrong ones."""
    from inspector.core.discipline import DisciplineLimits
    from inspector.core.discipline.limits import limit_named

    limits: dict[str, float] = {}
    wrong = []
    for text in options.limit:
        spelt, _, number = text.partition("=")
        name = limit_named(spelt.strip())
        if name is None:
            known = ", ".join(DisciplineLimits.model_fields)
            wrong.append(f"--limit {text}: there is no such limit; there are {known}")
            continue
        try:
            limit = any_number(number)
        except argparse.ArgumentTypeError as error:
            wrong.append(f"--limit {text}: {error}; write NAME=NUMBER")
        else:
            limits[name] = int(limit) if limit.is_integer() else limit
    if wrong:
        raise LimitError("; ".join(wrong))
    return limits


_FIELDS = (
    FieldOption("--no-compress", "enable_compression", "do not compress", value=False),
    FieldOption(
        "--no-reference",
        "enable_reference_extraction",
        "do not move a long index behind a reference",
        value=False,
    ),
    FieldOption(
        "--no-reject",
        "reject_on_persistent_overflow",
        "return the minimal state instead of rejecting one that stays too large",
        value=False,
    ),
    FieldOption(
        "--no-pointers",
        "keep_pointers",
        "leave no entry in the index that leads to what was taken out",
        value=False,
    ),
    FieldOption("--system-chars", "prompt.system_prompt_chars"),
    FieldOption("--user-chars", "prompt.user_content_chars"),
    FieldOption("--rag-chunks", "prompt.rag_chunk_count"),
)

_SWITCHES = tuple(one.at for one in _FIELDS if not one.value)


def _switches(options: argparse.Namespace) -> Iterator[Edit]:
    """Yield an edit for each switch that is set under its name, in either spelling."""
    from pydantic.alias_generators import to_snake

    from inspector.session.edits import set_at

    for text in options.option:
        spelt, _, word = text.partition("=")
        name, flag = to_snake(spelt.strip()), FLAGS.get(word.strip().lower())
        if name not in _SWITCHES or flag is None:
            known = ", ".join(_SWITCHES)
            raise LimitError(f"--option {text}: write NAME=on or NAME=off; there are {known}")
        yield set_at("discipline", (name,), flag)


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is run."""
    parser.add_argument(
        "hot_state",
        metavar="STATE",
        help="a hot state or a discipline stage (JSON or YAML), a session, or sample:NAME;"
        " - reads standard input",
    )
    add_limit_options(parser)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=on|off",
        help="a switch under its name in a file, such as enableCompression=off; may be given"
        " several times",
    )
    add_field_options(parser, "discipline", _FIELDS)
    parser.add_argument(
        "--inline-artifact",
        type=whole_number(),
        action="append",
        metavar="N",
        help="characters of an artifact in the prompt; may be given several times",
    )


def session_of(options: argparse.Namespace) -> tuple[Session | None, tuple[Problem, ...]]:
    """Return the session that the options describe, None when the file cannot be used.

    Raises ``LimitError`` for limits that there are not.
    """
    from inspector.files import load_discipline, load_session
    from inspector.session.session import Session
    from inspector.stages.discipline.part import open_discipline

    edits = _edits(options)
    path = session_path(options.hot_state)
    if path.endswith(".inspector.json"):
        loaded = load_session(path)
        session, problems = loaded.value, loaded.problems
    else:
        stage = load_discipline(path)
        session, problems = None, stage.problems
        if stage.value is not None:
            session = open_discipline(stage.value, path)(Session())
    if session is not None:
        for edit in edits:
            session = edit(session)
    return session, problems


def _edits(options: argparse.Namespace) -> list[Edit]:
    from inspector.session.edits import set_at

    sizes = options.inline_artifact
    limits = limits_from(options)
    edits = [set_at("discipline", ("limits", name), number) for name, number in limits.items()]
    edits += _switches(options)
    edits += field_edits(options, "discipline", _FIELDS)
    at = "prompt.inline_artifact_chars"
    return [*edits, set_at("discipline", at, tuple(sizes))] if sizes else edits
