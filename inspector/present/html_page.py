"""Reports as HTML pages: the template, filled in, with nothing in it that could act."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from inspector import resources
from inspector.core.text import visible
from inspector.language import spoken, tr
from inspector.plurals import noun_of

if TYPE_CHECKING:
    from jinja2 import Template


def html_page(template: str, **values: object) -> str:
    """Return a template of ``resources/report`` with the values in it, each of them escaped.

    Controls and marks of direction, which names may hold, are written as escapes.
    """
    return visible(_compiled(template).render(**values, tr=tr, noun_of=noun_of, language=spoken()))


@cache
def _compiled(template: str) -> Template:
    """Return a template that can be filled in; compiling one takes longer than filling it in."""
    # Imported when a page is made: a lens offers its report long before anybody asks for it.
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    return environment.from_string(resources.read_text(f"report/{template}.html.j2"))
