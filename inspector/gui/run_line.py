"""The run that is shown as a command line: what a terminal has to be told for the same result."""

from __future__ import annotations

import shlex
from pathlib import Path

from inspector.session.session import Session


def run_line(session: Session, saved: Session | None, path: Path | None, *, sample: bool) -> str:
    """Return the command that runs ``session``; "" where its file has to be saved before.

    ``saved`` is the session as its file ``path`` has it. Changes of the policy and another
    strategy become options; other changes are in no option.
    """
    if saved is None or path is None:
        return ""
    same = all(
        getattr(session, part) is getattr(saved, part) or getattr(session, part) == old
        for part, old in (
            ("candidates", saved.candidates),
            ("request", saved.request),
            ("settings", saved.settings),
            ("overrides", saved.overrides),
        )
    )
    if not same:
        return ""
    words = ["inspector", "run", f"sample:{path.parent.name}" if sample else str(path)]
    if session.strategy is not saved.strategy:
        words += ["--strategy", session.strategy.value]
    old, new = saved.policy.model_dump(), session.policy.model_dump()
    for field, value in new.items():
        if value != old[field]:
            words += ["--set", f"{field}={value}"]
    return shlex.join(words)
