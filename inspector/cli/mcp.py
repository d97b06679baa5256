"""``inspector mcp``: answers about files to a model that asks, over the Model Context Protocol.

The files are named at the start, are only read, and nothing listens but standard input. An answer
stays under 2,000 tokens and says what it left out. Its values are those of the commands.
"""

from __future__ import annotations

import argparse
import difflib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from inspector import __version__
from inspector.cli.exit_codes import BAD_INPUT, DONE, InputError, UsageError
from inspector.cli.output import report_problems
from inspector.cli.session_options import add_session_options, require_session, session_from

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from inspector.core.injection.report import InjectionReport
    from inspector.core.ledger import LedgerEntry
    from inspector.session.session import Session

MOST_TOKENS = 2000
"""Tokens of an answer, at most, as o200k_base counts them."""

_ROOM = 1900  # for what is said of what was left out
_CLOSE = 5
_WHAT_IFS = ("top_k", "relevance_floor")
_INSTRUCTIONS = (
    "What competes for a model's context in the files that this server was started with: what is"
    " included, suppressed or dropped, by which rule and by how many tokens, and what another"
    " policy would do. Sizes are tokens. Nothing is changed by asking."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_session_options(parser)


def run(options: argparse.Namespace) -> int:
    """Serve the files on standard input and output until that is closed."""
    require_session(options)
    session, problems = session_from(options)
    report_problems(problems)
    if session is None:
        return BAD_INPUT
    server_of(Answers(session)).run("stdio")
    return DONE


class Answers:
    """What is answered about a session, as values of JSON.

    Raises ``InputError`` where the session cannot be run.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._report = _report_of(session)

    def budget(self) -> dict[str, Any]:
        """Give the result of the run: budget, halves, what is used, counts, what limits it."""
        from inspector.stages.injection.run_result import run_result

        result = run_result(self._report)
        groups: dict[tuple[str, str], list[LedgerEntry]] = {}
        for row in self._report.ledger.entries:
            groups.setdefault((row.verdict.value, row.reason.code), []).append(row)
        result["groups"] = [
            {
                "verdict": verdict,
                "reason": reason,
                "rows": len(rows),
                "tokens": sum(row.tokens for row in rows),
            }
            for (verdict, reason), rows in groups.items()
        ]
        return within(result, "groups", "quantities")

    def explain(self, subject: str) -> dict[str, Any]:
        """Give the row of a card, a file (bucket:file) or a bucket, with its sentence and numbers.

        A name that several rows have gives all of them; one that none has, the closest ids.
        """
        rows = [row for row in self._report.ledger.entries if subject in (row.subject, row.name)]
        if not rows:
            ids = [row.subject for row in self._report.ledger.entries]
            close = difflib.get_close_matches(subject, ids, _CLOSE, cutoff=0.3)
            return {"rows": [], "message": f"Nothing is called {subject!r}.", "close": close}
        given = [row.to_json() | {"detail": dict(row.detail)} for row in rows]
        return within({"rows": given}, "rows")

    def what_if(self, changes: Mapping[str, float]) -> dict[str, Any]:
        """Give what a changed policy would do: totals before and after, and each row it changes.

        Names are fields of the policy, or ``top_k`` and ``relevance_floor``.
        """
        from pydantic import ValidationError

        from inspector.core.injection.policy import UnifiedContextBudgetPolicy
        from inspector.session.edits import set_fields

        known = {*UnifiedContextBudgetPolicy.model_fields, *_WHAT_IFS} - {"schema_version"}
        if not changes or not changes.keys() <= known:
            return {"message": "Name fields to change.", "fields": sorted(known)}
        try:
            changed = set_fields(dict(changes))(self._session)
        except ValidationError as error:
            found = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, found["loc"]))
            return {"message": f"Such a policy cannot be: {where}: {found['msg']}"}
        report = _report_of(changed)
        before = {row.subject: row for row in self._report.ledger.entries}
        rows = [
            {"subject": row.subject, "name": row.name}
            | {"before": _state(before.get(row.subject)), "after": _state(row)}
            for row in report.ledger.entries
            if row.kind != "balance" and _state(before.get(row.subject)) != _state(row)
        ]
        totals = {
            when: {
                "total_budget": one.budget.total_budget,
                "knowledge_budget": one.budget.knowledge_card_budget,
                "bucket_budget": one.budget.bucket_budget,
                "used": one.total_tokens_used,
            }
            for when, one in (("before", self._report), ("after", report))
        }
        return within({**totals, "changed": len(rows), "rows": rows}, "rows")


def within(answer: dict[str, Any], *lists: str) -> dict[str, Any]:
    """Return an answer that fits, with entries of its lists left out from the end, and says so."""
    from inspector.core.tokens import tiktoken_counter

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


def server_of(answers: Answers) -> MCPServer[Any]:
    """Return the server of these answers. Raises ``UsageError`` where the SDK is not installed."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.types import ToolAnnotations
    except ImportError:
        raise UsageError(
            "the SDK is not installed; pip install 'context-budget-inspector[mcp]'"
        ) from None
    server: MCPServer[Any] = MCPServer(
        "context-budget-inspector",
        version=__version__,
        instructions=_INSTRUCTIONS,
        log_level="ERROR",
    )
    read_only = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    tools: tuple[Callable[..., dict[str, Any]], ...] = (
        answers.budget,
        answers.explain,
        answers.what_if,
    )
    for tool in tools:
        server.tool(annotations=read_only)(tool)
    return server


def _report_of(session: Session) -> InjectionReport:
    from inspector.analysis.injection_runs import InjectionRuns

    report = InjectionRuns().run(session).report
    if report is None:
        raise InputError("the files hold no candidates that could be run")
    return report


def _state(row: LedgerEntry | None) -> list[Any] | None:
    return None if row is None else [row.verdict.value, row.reason.code, row.tokens]
