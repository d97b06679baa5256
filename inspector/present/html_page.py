"""Reports as HTML pages: the template, filled in, with nothing in it that could act."""

from __future__ import annotations

from inspector import resources
from inspector.core.text import visible
from inspector.language import spoken, tr


def html_page(template: str, **values: object) -> str:
    """Return a template of ``resources/report`` with the values in it, each of them escaped.

    Controls and marks of direction, which names may hold, are written as escapes.
    """
    # Imported when a page is made: a lens offers its report long before anybody asks for it.
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    page = environment.from_string(resources.read_text(f"report/{template}.html.j2"))
    return visible(page.render(**values, tr=tr, language=spoken()))
