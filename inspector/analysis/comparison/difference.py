"""One thing that differs between the inputs of two runs, and how it is taken over alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.session.session import Session

Take = Callable[[Session, Session], Session]
TakeOnly = Callable[[Session, Session, str], Session]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs. ``id`` is stable, such as ``policy.min_bucket_tokens``.

    ``before`` and ``after`` say what it is on each side, in words or numbers, never contents.
    ``take_only`` takes over what concerns one subject (a card's id, a file's reference, a bucket's
    id); None where the thing concerns all alike.
    """

    id: str
    label: str
    before: str
    after: str
    take: Take
    take_only: TakeOnly | None = None
