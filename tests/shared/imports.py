"""What a module imports: by a statement, or by a name in a string."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_MODULE = re.compile(r"[A-Za-z_]\w*(\.\w+)*")
_BY_NAME = ("import_module", "__import__", "find_spec", "run_module", "resolve_name")


@cache
def statements(path: Path) -> tuple[tuple[str, str], ...]:
    """Return what statements import: a module, and what ``from`` takes out of it, "" without.

    Read once, since several tests go through all modules.
    """
    found: list[tuple[str, str]] = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # From where it stands is from no module that has a name.
            module = "" if node.level else node.module or ""
            found += [(module, alias.name) for alias in node.names]
    return tuple(found)


def imports(path: Path) -> Iterator[str]:
    """Yield the modules that statements import, and what ``from`` takes out of them."""
    for module, name in statements(path):
        if module:
            yield module
            if name:
                yield f"{module}.{name}"


def imports_by_name(path: Path) -> Iterator[str]:
    """Yield every string that could name a module, where modules are imported by such strings.

    The string that a call gets may have come a long way, from a table or an argument; so all of
    the module's strings count.
    """
    source = path.read_text("utf-8")
    # A search of the text spares the tree of nearly every module.
    if not any(name in source for name in _BY_NAME):
        return
    tree = ast.parse(source)
    called = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute)
    }
    called |= {name.rpartition(".")[2] for name in imports(path)}
    if called.isdisjoint(_BY_NAME):
        return
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and _MODULE.fullmatch(node.value)
        ):
            yield node.value
