"""Which languages have a grammar, which file names mean which language, and how each is parsed."""

from __future__ import annotations

import re
from collections.abc import Callable
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
# Ordinary source needs 5 to 10 steps of the parser a kilobyte; one that needs far more is hostile
# or no source, and is given up. Steps, not seconds, so that the outcome is the same everywhere.
_STEPS_AT_LEAST = 5_000
_BYTES_A_STEP = 8
# Small, since the text of every node is taken from a chunk.
_CHUNK = 4_096


def language_of(path: str) -> Language | None:
    """The language that a file's name says, None without a grammar for it."""
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    return BY_SUFFIX.get(f".{suffix.lower()}") if dot and stem else None


@cache
def grammar_of(language: Language) -> Grammar:
    """The grammar of a language, imported from its wheel when it is first asked for."""
    module, function = _GRAMMARS[language]
    return Grammar(getattr(import_module(module), function)())


def encoded(text: str) -> bytes:
    """The bytes that the grammars read, and that every position of a node counts."""
    return text.encode("utf-8", "surrogatepass")


def parse_bytes(language: Language, data: bytes) -> Tree | None:
    """The tree of a source text in UTF-8, None when the parser would need far too many steps.

    Every call has a parser of its own, so threads share none. Conditional lines of C# are blanked
    at equal length first: they need not match the nesting of the code around them.
    """
    if language is Language.CSHARP:
        data = _CONDITION.sub(lambda found: b" " * len(found.group()), data)
    parser = Parser(grammar_of(language))
    try:
        return parser.parse(_reader(data), progress_callback=_limit(len(data)))
    except ValueError:  # raised when the limit stops it
        return None


def _reader(data: bytes) -> Callable[[int, Point], bytes]:
    return lambda start, _point: data[start : start + _CHUNK]


def _limit(size: int) -> Callable[[int, bool], bool]:
    left = _STEPS_AT_LEAST + size // _BYTES_A_STEP

    def stop(_offset: int, _error: bool) -> bool:  # the shape tree-sitter calls
        nonlocal left
        left -= 1
        return left < 0

    return stop
