"""What a model is answered about the log of a session, over the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.plurals import count_of
from inspector.present.bounded import within
from inspector.session.session import Session
from inspector.stages.timeline.results import timeline_file
from inspector.stages.timeline.runs import run_timeline


def answers_of(session: Session) -> tuple[Callable[..., dict[str, Any]], ...]:
    """Return the questions there are about a session's log."""

    def timeline(request: int = 0) -> dict[str, Any]:
        """Give what filled the logged session: totals, requests, heaviest blocks, compactions.

        Of a ``request`` (from 1), give its parts, which add up to what was sent.
        """
        result = run_timeline(session)
        made = timeline_file(result, request or None)
        if made is None:
            return {"message": "The files hold no log of a session."}
        whole = made.model_dump(mode="json")
        if request:
            if not 1 <= request <= len(whole["requests"]):
                return {"message": f"It has {count_of(len(whole['requests']), 'request')}."}
            return within(dict(whole["requests"][request - 1]), "parts")
        told = ("title", "source", "known", "input_tokens", "peak", "cost", "cost_is_least")
        rows = ("id", "time", "model", "window", "input_tokens", "output_tokens", "known", "cost")
        answer: dict[str, Any] = {name: whole[name] for name in told}
        answer["compactions"] = [
            {name: value for name, value in one.items() if name != "blocks"}
            for one in whole["compactions"]
        ]
        answer["blocks"] = sorted(whole["blocks"], key=lambda one: -one["carried_tokens"])
        answer["requests"] = [{name: one[name] for name in rows} for one in whole["requests"]]
        return within(answer, "requests", "blocks", "compactions")

    return (timeline,)
