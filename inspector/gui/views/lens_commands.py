"""Commands of a lens, said where they are done: a decorator over the method that does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from inspector.gui.commands import Command

Done = TypeVar("Done", bound=Callable[..., Any])


def command(
    which: str,
    title: str,
    help_text: str,
    *keys: str,
    when: Callable[[Any], bool] = lambda _lens: True,
    checked: Callable[[Any], bool] | None = None,
    group: int = 0,
    offers: bool = False,
) -> Callable[[Done], Done]:
    """Make a method of a lens a command; all need the lens in sight, ``when`` is what else.

    One that ``offers`` returns the choices that the command can be done with.
    """

    def described(method: Done) -> Done:
        spec = (which, title, help_text, keys, when, checked, group, offers)
        method.command_spec = spec  # type: ignore[attr-defined]
        return method

    return described


def commands_of(lens: Any) -> Sequence[Command]:
    """Return the commands that the methods of a lens are, in the order in which they stand."""
    return [
        _command(lens, getattr(lens, name))
        for one in type(lens).__mro__
        for name, method in vars(one).items()
        if hasattr(method, "command_spec")
    ]


def _command(lens: Any, method: Any) -> Command:
    which, title, help_text, keys, when, checked, group, offers = method.command_spec
    return Command(
        which, title, help_text, keys=keys, group=group, **{"choices" if offers else "run": method},
        enabled=lambda: lens.isVisible() and when(lens),
        checked=None if checked is None else partial(checked, lens),
    )  # fmt: skip
