"""Settings that say where names lead: the module of a ``go.mod``, the aliases of a ``tsconfig``.

Of both only names and paths are facts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from inspector.project.code.facts import ImportFact, ParsedSource
from inspector.project.index import ParseState

GO, SCRIPTS = "go.mod", "tsconfig"
"""What stands for the language of such a file."""

_SCRIPT_NAMES = re.compile(r"(?:tsconfig|jsconfig)(?:\.[\w-]{1,40})?\.json")
_GO_MODULE = re.compile(r"^module[ \t]+([\w./~-]{1,300})[ \t]*(?://.*)?$", re.MULTILINE)
_GO_REPLACED = re.compile(
    r"^[ \t]*(?:replace[ \t]+)?([\w./~-]{1,300})(?:[ \t]+v[\w.+-]{1,100})?[ \t]*=>"
    r"[ \t]*(\.{1,2}(?:/[\w.~-]{1,100}){0,40})/?[ \t]*(?://.*)?$",
    re.MULTILINE,
)
_ALIAS = re.compile(r"[@#~\w./-]{0,200}(?:\*[\w./-]{0,100})?")
# What JSON does not have and these files may: comments and a comma before a bracket.
_ASIDE = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', re.DOTALL)


def parse_settings(path: str, text: str) -> ParsedSource | None:
    """What a file of settings says of names; None for every other file.

    Of a ``go.mod`` that is the module, and modules that are replaced by folders; of a ``tsconfig``
    the folder that names start from, and the aliases with their first place.
    """
    name = path.rpartition("/")[2]
    if name == "go.mod":
        module = _GO_MODULE.search(text)
        replaced = tuple(ImportFact(old, (("", to),)) for old, to in _GO_REPLACED.findall(text))
        own = module.group(1) if module is not None else ""
        return ParsedSource(path, GO, ParseState.CLEAN, imports=replaced, namespace=own)
    if _SCRIPT_NAMES.fullmatch(name):
        base, aliases = _aliases(text)
        imports = tuple(ImportFact(alias, (("", to),)) for alias, to in aliases)
        return ParsedSource(path, SCRIPTS, ParseState.CLEAN, imports=imports, namespace=base)
    return None


def _aliases(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    for _ in range(2):  # a comma may stand before a comment before its bracket
        text = _ASIDE.sub(lambda found: found[1] or "", text)
    try:
        settings = json.loads(text)
    except (ValueError, RecursionError):
        return "", ()
    options = _member(settings, "compilerOptions")
    base = options.get("baseUrl")
    paths = _member(options, "paths")
    told = base if isinstance(base, str) and _ALIAS.fullmatch(base) else ""
    return told, tuple(sorted(_usable(paths)))


def _usable(paths: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for alias, places in paths.items():
        first = places[0] if isinstance(places, list) and places else None
        if isinstance(first, str) and _ALIAS.fullmatch(alias) and _ALIAS.fullmatch(first):
            yield alias, first


def _member(value: Any, name: str) -> dict[str, Any]:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}
