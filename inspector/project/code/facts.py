"""What one source file says about itself: definitions, names, and settings for names.

Some names lead out of the folder that was opened, which is then only part of a project.

Facts are plain values (text, numbers, tuples), so that they can be kept in a cache, as few bytes,
and so are symbols and relations. They hold names and signatures without the text of literals, never
contents.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from inspector.project.index import (
    ParseState,
    ProjectIndex,
    Relation,
    RelationKind,
    Symbol,
    SymbolKind,
)

_PACKAGE, _PYTHON = "__init__.py", "python"


@dataclass(frozen=True, slots=True)
class ImportFact:
    """An import as it is spelled.

    ``module`` is what is imported from (``..pkg.mod``, ``./part``, ``crate::a``, ``dir/part.h``).
    ``names`` pairs the name bound in this file with the name inside the module: "" is the module
    itself, "*" is everything in it. ``local`` says that the spelling asks for a file near this one
    (an include in quotation marks, a Rust module declaration).
    """

    module: str
    names: tuple[tuple[str, str], ...] = ()
    local: bool = False


@dataclass(frozen=True, slots=True)
class UseFact:
    """A definition's use of a name: its base type, its interface, or what it calls.

    ``symbol`` is the qualified name of the enclosing definition, "" at the level of the file.
    ``name`` has dots between its parts, whatever the language writes there.
    """

    kind: RelationKind
    symbol: str
    name: str


@dataclass(frozen=True, slots=True)
class ParsedSource:
    """What was found in one file.

    ``namespace`` is the package or module that the file says it belongs to, "" without one.
    ``namespaces`` pairs a namespace with the qualified name of a type declared in it, for languages
    where a file may declare several. ``mentions`` are the names that stand where a type is
    expected, sorted. ``types`` pairs fields, variables of the file and functions, by qualified
    name, with the name of their type or of what they are the result of. ``shapes`` pairs methods
    with the types that they take and give, where methods alone make a type that of an interface
    (Go); what an interface asks for beside methods is a member ``~``.
    """

    path: str
    language: str
    parse: ParseState
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[ImportFact, ...] = ()
    uses: tuple[UseFact, ...] = ()
    mentions: tuple[str, ...] = ()
    namespace: str = ""
    namespaces: tuple[tuple[str, str], ...] = ()
    types: tuple[tuple[str, str], ...] = ()
    shapes: tuple[tuple[str, str], ...] = ()


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


_Row = tuple[str, SymbolKind, int, int, str, bool]
_Columns = tuple[list[str], list[list[int]]]

_SYMBOLS = msgspec.msgpack.Decoder(list[_Row])
_PARSED = msgspec.msgpack.Decoder(ParsedSource)
_RELATIONS = msgspec.msgpack.Decoder(_Columns)
_KINDS = tuple(RelationKind)
_QUICK = 1  # the level of compression; more takes longer and saves little


class UnpackError(ValueError):
    """The bytes are not what was packed."""


def packed_symbols(symbols: Iterable[Symbol]) -> bytes:
    """Return the symbols of one file; their common path is not kept."""
    return msgspec.msgpack.encode(
        [
            (s.qualified_name, s.kind, s.start_line, s.end_line, s.signature, s.parsed_cleanly)
            for s in symbols
        ]
    )


def unpacked_symbols(path: str, data: bytes) -> tuple[Symbol, ...]:
    """Return the symbols of a file. Raises ``UnpackError``."""
    try:
        return tuple(Symbol(path, *row) for row in _SYMBOLS.decode(data))
    except msgspec.MsgspecError as error:
        raise UnpackError("these are no symbols") from error


def packed_facts(parsed: ParsedSource) -> bytes:
    """Return what a file says about itself, but for its symbols."""
    return zlib.compress(msgspec.msgpack.encode(replace(parsed, symbols=())), _QUICK)


def unpacked_facts(path: str, symbols: tuple[Symbol, ...], data: bytes) -> ParsedSource:
    """Return what a file says about itself. Raises ``UnpackError``."""
    try:
        parsed = _PARSED.decode(zlib.decompress(data))
    except (msgspec.MsgspecError, zlib.error) as error:
        raise UnpackError("these are no facts") from error
    if parsed.path != path:
        raise UnpackError("these are the facts of another file")
    return replace(parsed, symbols=symbols)


def outline_key(symbols: Iterable[Symbol], facts: bytes) -> str:
    """Return a hash, in hex, of all that relations depend on: names and uses, but no lines."""
    names = msgspec.msgpack.encode([(s.qualified_name, s.kind) for s in symbols])
    return hashlib.sha256(hashlib.sha256(names).digest() + facts).hexdigest()


def packed_relations(relations: Iterable[Relation]) -> bytes:
    """Return relations, each name in them once."""
    places: dict[str, int] = {}

    def place(name: str) -> int:
        return places.setdefault(name, len(places))

    rows = [
        (
            place(r.source_path),
            place(r.source_symbol),
            _KINDS.index(r.kind),
            place(r.target_path),
            place(r.target_symbol),
        )
        for r in relations
    ]
    columns = [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * 5
    return zlib.compress(msgspec.msgpack.encode((list(places), columns)), _QUICK)


def unpacked_relations(data: bytes) -> tuple[Relation, ...]:
    """Return relations, sharing the names in them. Raises ``UnpackError``."""
    try:
        names, columns = _RELATIONS.decode(zlib.decompress(data))
        tables: tuple[Any, ...] = (names, names, _KINDS, names, names)
        named = (
            map(table.__getitem__, column) for table, column in zip(tables, columns, strict=True)
        )
        return tuple(map(Relation, *named))
    except (msgspec.MsgspecError, zlib.error, IndexError, ValueError, TypeError) as error:
        raise UnpackError("these are no relations") from error


@dataclass(frozen=True, slots=True)
class Outside:
    """How many imports lead out of a folder, one of them, and the folder that holds them all."""

    count: int
    path: str
    module: str
    folder: str
    """Relative to the root: ``..``, ``../..`` and so on."""


def imports_outside(index: ProjectIndex) -> Outside | None:
    """Return what is imported from above the folder of an index, None for nothing.

    That is a relative import that goes further up than the root, and in Python one by the name of
    a package that the root is part of, unless the root has something of that name itself. The
    index has no relation for either. Of what is above the root only the names are looked at.
    """
    packages = list(_packages_of(Path(index.root)))
    own = {path.split("/", 1)[0].removesuffix(".py") for path in index.files}
    outer = packages[-1] if packages and packages[-1] not in own else ""
    count, highest, first = 0, 0, ("", "")
    for path, facts in index.facts.items():
        try:
            parsed = unpacked_facts(path, (), facts)
        except UnpackError:
            continue
        for fact in parsed.imports:
            above = _levels_above(path, fact)
            if outer and parsed.language == _PYTHON:
                above = max(above, len(packages) * (fact.module.split(".", 1)[0] == outer))
            if above > 0:
                first = first if count else (path, fact.module)
                count, highest = count + 1, max(highest, above)
    return Outside(count, *first, "/".join([".."] * highest)) if count else None


def _packages_of(root: Path) -> Iterator[str]:
    """Yield the names of the packages that a folder is part of, itself first."""
    for folder in (root, *root.parents):
        if not os.path.isfile(folder / _PACKAGE):  # noqa: PTH113  # never raises
            return
        yield folder.name


def _levels_above(path: str, fact: ImportFact) -> int:
    """Return how many folders above the root an import by relative place begins."""
    depth = path.count("/")
    module = fact.module
    if module.startswith("../") or module == "..":
        parts = module.split("/")
        return next((at for at, one in enumerate(parts) if one != ".."), len(parts)) - depth
    dots = len(module) - len(module.lstrip("."))
    return dots - 1 - depth if dots > 1 and not module.startswith("./") else 0
