"""What the index of a project holds: files, symbols, and how they relate; stopping its making.

The index holds no contents: hashes, places and signatures (without the text of literals) only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

import msgspec

from inspector.core.lexical import LexicalIndex
from inspector.core.problems import Problem
from inspector.project.paths import shown_path

_AT_ONCE = 4096


class Encoding(StrEnum):
    """How the bytes of a file are text (Builder, ContextBlock)."""

    UTF_8 = "utf-8"
    UTF_16LE = "utf-16le"
    UTF_16BE = "utf-16be"
    ASCII = "ascii"
    WINDOWS_1252 = "windows-1252"
    UNKNOWN = "unknown"


class Exclusion(StrEnum):
    """Why a candidate is out (Builder, ContextManifest)."""

    DENY_RULE = "deny_rule"
    BINARY = "binary"
    TOO_LARGE = "too_large"
    TOKEN_BUDGET = "token_budget"  # noqa: S105  # a reason, no password
    OUTSIDE_SANDBOX = "outside_sandbox"
    GONE = "gone"  # it was there when the project was listed
    SECRET_RISK = "secret_risk"  # noqa: S105  # a reason, no password
    DUPLICATE = "duplicate"


class ParseState(StrEnum):
    """What the grammar made of a file."""

    NO_GRAMMAR = "no_grammar"  # of a language without a grammar, or excluded
    CLEAN = "clean"
    PARTIAL = "partial"  # with errors at some places; the rest is usable


class SymbolKind(StrEnum):
    """What a symbol defines."""

    MODULE = "module"
    CLASS = "class"
    INTERFACE = "interface"
    STRUCT = "struct"
    ENUM = "enum"
    TRAIT = "trait"
    TYPE = "type"
    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    PROPERTY = "property"
    FIELD = "field"
    CONSTANT = "constant"
    MACRO = "macro"


FUNCTIONS = frozenset(
    {SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY}
)
"""What has a body that is not part of a signature."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition. Lines count from 1; both ends are included.

    ``qualified_name`` joins the enclosing names with dots (``Class.method``); ``signature`` is one
    line without the text of literals.
    """

    path: str
    qualified_name: str
    kind: SymbolKind
    start_line: int
    end_line: int
    signature: str
    parsed_cleanly: bool = True  # no error of the grammar inside

    @property
    def name(self) -> str:
        """The last part of the qualified name."""
        return self.qualified_name.rpartition(".")[2]


class RelationKind(StrEnum):
    """How one file or symbol needs another."""

    IMPORTS = "imports"
    BASE_TYPE = "base_type"  # class to base class
    IMPLEMENTS = "implements"  # class to interface
    CALLS = "calls"


@dataclass(frozen=True, slots=True, order=True)
class Relation:
    """One step from a file or symbol to another. A symbol of "" stands for the file as a whole."""

    source_path: str
    source_symbol: str
    kind: RelationKind
    target_path: str
    target_symbol: str


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """One path below the root, whether it may be read or not.

    ``path`` is relative, with slashes, in NFC. ``hash`` is the SHA-256 of the bytes in hex, None
    where the file was not read. ``exclusion`` is None for a file that may be sent; ``detail`` says
    more about an exclusion (the pattern that matched, the size), never contents.
    """

    path: str
    byte_size: int
    hash: str | None
    encoding: Encoding
    line_count: int
    language: str | None = None
    parse: ParseState = ParseState.NO_GRAMMAR
    symbols: tuple[Symbol, ...] = ()
    exclusion: Exclusion | None = None
    detail: str = ""
    is_folder: bool = False  # left out as a whole, so nothing in it was looked at


def unread_file(path: str, why: Exclusion, detail: str, *, is_folder: bool = False) -> IndexedFile:
    """Return the entry of a path of which nothing was read."""
    return IndexedFile(
        path=shown_path(path),
        byte_size=0,
        hash=None,
        encoding=Encoding.UNKNOWN,
        line_count=0,
        exclusion=why,
        detail=detail,
        is_folder=is_folder,
    )


@dataclass(frozen=True)
class IndexStatistics:
    """How an index came about; no part of its fingerprint. Times are seconds."""

    files_seen: int = 0
    files_parsed: int = 0
    files_reused: int = 0
    bytes_read: int = 0


@dataclass(frozen=True)
class ProjectIndex:
    """Everything known about a project folder.

    ``root`` is where the folder is on this machine, and no part of the fingerprint: a copy
    elsewhere has the same one. ``files`` is in bytewise order of path.
    """

    root: str
    files: Mapping[str, IndexedFile] = field(default_factory=lambda: MappingProxyType({}))
    relations: tuple[Relation, ...] = ()
    problems: tuple[Problem, ...] = ()
    statistics: IndexStatistics = IndexStatistics()
    facts: Mapping[str, bytes] = field(
        default_factory=lambda: MappingProxyType({}), repr=False, compare=False
    )
    """What relations are made from again when a file changes: packed, by path."""

    @cached_property
    def symbols(self) -> Mapping[str, tuple[Symbol, ...]]:
        """Every definition under its qualified name and under its last name."""
        found: dict[str, list[Symbol]] = {}
        for file in self.files.values():
            for symbol in file.symbols:
                for name in {symbol.qualified_name, symbol.name}:
                    found.setdefault(name, []).append(symbol)
        return MappingProxyType({name: tuple(places) for name, places in found.items()})

    def files_by_words(self, query: str) -> dict[str, float]:
        """How well the paths and outlines of files that may be sent match words (BM25, 0 to 1)."""
        paths = [path for path, file in self.files.items() if file.exclusion is None]
        return {paths[at]: score for at, score in self._outlines.scores(query).items()}

    @cached_property
    def _outlines(self) -> LexicalIndex:
        return LexicalIndex(
            " ".join(
                (path, path, *(f"{one.qualified_name} {one.signature}" for one in file.symbols))
            )
            for path, file in self.files.items()
            if file.exclusion is None
        )

    @cached_property
    def relations_from(self) -> Mapping[str, tuple[Relation, ...]]:
        """Relations by the path they start at."""
        return _grouped(self.relations, "source_path")

    @cached_property
    def relations_to(self) -> Mapping[str, tuple[Relation, ...]]:
        """Relations by the path they lead to."""
        return _grouped(self.relations, "target_path")

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 in hex over all of ``files`` and ``relations``, whatever order they come in.

        JSON of a fixed order of fields rather than canonical JSON, which takes seconds for the
        hundred thousand symbols of a large project.
        """
        digest = hashlib.sha256()
        # The order of code points is the order of the bytes of UTF-8.
        for path in sorted(self.files):
            digest.update(msgspec.json.encode(self.files[path]))
        relations = sorted(self.relations)
        for start in range(0, len(relations), _AT_ONCE):
            digest.update(msgspec.json.encode(relations[start : start + _AT_ONCE]))
        return digest.hexdigest()


def _grouped(relations: tuple[Relation, ...], key: str) -> Mapping[str, tuple[Relation, ...]]:
    found: dict[str, list[Relation]] = {}
    for relation in relations:
        found.setdefault(getattr(relation, key), []).append(relation)
    return MappingProxyType({path: tuple(group) for path, group in found.items()})


Cancelled = Callable[[], bool]
"""Asked now and then; True ends the work."""


class IndexCancelledError(Exception):
    """The index was not finished because somebody asked for that."""


def stop_if(cancelled: Cancelled | None) -> None:
    """Raise ``IndexCancelledError`` when the work is to end here."""
    if cancelled is not None and cancelled():
        raise IndexCancelledError
