"""Which languages have a grammar, which file names mean which language, and how each is parsed."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from importlib import import_module
from types import MappingProxyType

from tree_sitter import Language as Grammar
from tree_sitter import Parser, Point, Tree


class Language(StrEnum):
    """A language with a grammar."""

    PYTHON = "python"
    TYPESCRIPT = "typescript"
    TSX = "tsx"
    JAVASCRIPT = "javascript"
    CSHARP = "csharp"
    JAVA = "java"
    GO = "go"
    RUST = "rust"
    C = "c"
    CPP = "cpp"


_SUFFIXES = {
    Language.PYTHON: ".py .pyi .pyw",
    Language.TYPESCRIPT: ".ts .mts .cts",
    Language.TSX: ".tsx",
    Language.JAVASCRIPT: ".js .jsx .mjs .cjs",
    Language.CSHARP: ".cs",
    Language.JAVA: ".java",
    Language.GO: ".go",
    Language.RUST: ".rs",
    Language.C: ".c",
    # A header is read as C++, which takes nearly all of C as well.
    Language.CPP: ".h .cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .ipp .inl",
}
BY_SUFFIX = MappingProxyType(
    {suffix: language for language, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}
)
_GRAMMARS = MappingProxyType(
    {
        Language.PYTHON: ("tree_sitter_python", "language"),
        Language.TYPESCRIPT: ("tree_sitter_typescript", "language_typescript"),
        Language.TSX: ("tree_sitter_typescript", "language_tsx"),
        Language.JAVASCRIPT: ("tree_sitter_javascript", "language"),
        Language.CSHARP: ("tree_sitter_c_sharp", "language"),
        Language.JAVA: ("tree_sitter_java", "language"),
        Language.GO: ("tree_sitter_go", "language"),
        Language.RUST: ("tree_sitter_rust", "language"),
        Language.C: ("tree_sitter_c", "language"),
        Language.CPP: ("tree_sitter_cpp", "language"),
    }
)

_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(?:if|elif|else|endif)\b[^\n]*", re.MULTILINE)
# Ordinary source needs 5 to 10 steps of the parser a kilobyte, and is read little more than once;
# one that needs far more is hostile or no source, and is given up. Steps and bytes are counted, not
# seconds, so that the outcome is the same everywhere.
_STEPS_AT_LEAST = 1_000
_BYTES_A_STEP = 16
_STEP_AFTER_ERROR = 6  # a step then takes longer, as it tries several ways on
_CHUNKS_AT_LEAST = 1_000
_READINGS = 32
# Small, since the text of every node is taken from a chunk.
_CHUNK = 4_096
# What a parser does after an error takes time by the depth it is in.
_MAX_NESTING = 500
_OPENING, _CLOSING = frozenset(b"([{"), frozenset(b")]}")
_NOT_BRACKETS = bytes(set(range(256)) - _OPENING - _CLOSING)
_NOT_ANGLES = bytes(set(range(256)) - set(b"<>;{}"))


def language_of(path: str) -> Language | None:
    """The language that a file's name says, None without a grammar for it."""
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    return BY_SUFFIX.get(f".{suffix.lower()}") if dot and stem else None


def grammar_modules() -> tuple[str, ...]:
    """The modules that are imported by name, for a program that is frozen with all of them."""
    return tuple(sorted({module for module, _ in _GRAMMARS.values()}))


@cache
def grammar_of(language: Language) -> Grammar:
    """The grammar of a language, imported from its wheel when it is first asked for."""
    module, function = _GRAMMARS[language]
    return Grammar(getattr(import_module(module), function)())


def encoded(text: str) -> bytes:
    """The bytes that the grammars read, and that every position of a node counts."""
    return text.encode("utf-8", "surrogatepass")


def parse_bytes(language: Language, data: bytes) -> Tree | None:
    """The tree of a source text in UTF-8, None when that would take far more than source does.

    Every call has a parser of its own, so threads share none. Conditional lines of C# are blanked
    at equal length first: they need not match the nesting of the code around them.
    """
    if language is Language.CSHARP:
        data = _CONDITION.sub(lambda found: b" " * len(found.group()), data)
    if _nesting(data) > _MAX_NESTING:
        return None
    angles = b"" if language is Language.PYTHON else data.translate(None, _NOT_ANGLES)
    if b"<" * _MAX_NESTING in angles:  # each may open the arguments of a generic type, or not
        return None
    effort = _Effort(data)
    try:
        return Parser(grammar_of(language)).parse(effort.read, progress_callback=effort.spent)
    except ValueError:  # raised when it is stopped
        return None


class _Effort:
    """What one parse may read and do."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._chunks = _CHUNKS_AT_LEAST + _READINGS * len(data) // _CHUNK
        self._steps = _STEPS_AT_LEAST + len(data) // _BYTES_A_STEP

    def read(self, start: int, _point: Point) -> bytes:
        self._chunks -= 1
        return self._data[start : start + _CHUNK]

    def spent(self, _offset: int, has_error: bool) -> bool:
        self._steps -= _STEP_AFTER_ERROR if has_error else 1
        return self._steps < 0 or self._chunks < 0


def _nesting(data: bytes) -> int:
    """How deep brackets are in each other, those in literals and comments counted as well."""
    deepest = depth = 0
    for byte in data.translate(None, _NOT_BRACKETS):
        if byte in _OPENING:
            depth += 1
            deepest = max(deepest, depth)
        elif depth:
            depth -= 1
    return deepest
